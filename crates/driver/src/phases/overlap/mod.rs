//! Loops whose iterations overlap: which ones, where they are cut, and whether that pays.
//!
//! It begins with what search and renaming found, so that nothing is worse for trying: stages, order and registers of a loop are
//! searched for as one problem ([`modulo`]); if there are not registers enough, once more from the registers that it has; and
//! where nothing is found that is taken, the loop is cut and rotated ([`rotate`]), searched and renamed as one block. It stays
//! rotated only if it and the function take less time on the finished stream. Each step is proved when it is taken: the present
//! order and registers against what they came from, the order of the two parts, the rotation. Everything later is compared with
//! the rotated function.

mod cuts;
mod records;

use std::cell::OnceCell;
use std::collections::VecDeque;
use std::rc::Rc;

use super::renaming::Rename;
use super::{Declined as NotTaken, Phase, Proposal};
use crate::accept::{Bar, OverlapOfLoop, OverlapRefusal, Refusal};
use crate::check::{self, Finding};
use crate::finish::{FinishedCopy, finished_as_llvm};
use crate::kernel::{Kernel, Original, Ready, State};
use crate::machine::{BlockId, Function};
use crate::modulo::{self, Plan};
use crate::schedule::{self, Report, TraceReport};
use crate::timing::{Finished, LoopBound, ModelTiming, Timing, Trace};
use crate::transform::rename;
use crate::transform::rotate::{self, Cut, Cuts, Decline, LoopShape, Rotated};
use crate::waitcnt;
use crate::{Check, Outcome, Progress, report_builder, validate};
use cuts::{Rotatable, is_confined};

/// Loops longer than this stay as they are: the code grows by a loop's length.
const LONGEST: usize = 3000;
/// Least part of a loop's time ([`schedule::weighed`]) that is worth the code.
const LEAST_GAIN: f64 = 0.01;

/// What became of a loop.
#[derive(Clone, PartialEq, Debug)]
pub struct LoopOutcome {
    /// Its block.
    pub block: BlockId,
    /// Its two parts, or why it was not rotated.
    pub rotated: Result<Parts, Declined>,
}

/// The numbers of instructions of the two parts of a loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parts {
    /// Of the part that runs one round ahead.
    pub first: u32,
    /// Of the part that is left for the next round.
    pub second: u32,
}

/// Why a loop was not rotated.
#[derive(Clone, PartialEq, Debug)]
pub enum Declined {
    /// Its shape, or no cut is faster.
    Loop(Decline),
    /// It is not better on the finished stream.
    Refused(OverlapRefusal),
    /// It takes hardly more than what no order takes less than.
    AtBound,
    /// A check found something wrong: in words.
    Wrong(String),
}

impl Declined {
    /// In words.
    pub fn text(&self) -> String {
        match self {
            Declined::Loop(decline) => decline.text().to_owned(),
            Declined::Refused(refusal) => refusal.text().to_owned(),
            Declined::AtBound => "it takes hardly more than the least possible".to_owned(),
            Declined::Wrong(what) => format!("the check refused it ({what}); please report this"),
        }
    }
}

/// What stays the same while a function's loops are looked at.
struct Attempt<'k> {
    kernel: &'k Kernel<'k>,
    /// What is decided must not depend on what the report is to say.
    search: schedule::Options,
}

/// A loop that was rotated, searched and renamed.
struct Candidate {
    /// The kernel as it would be; of traces, those that were searched.
    state: State,
    /// The loop is in the order of its parts, and not rotated.
    arranged: Function,
    at: Rotated,
    cut: Cut,
    /// It was searched once more, to be nowhere slower.
    is_second_try: bool,
}

impl Candidate {
    /// What its loop takes under the first model: [`schedule::weighed`].
    fn clocks(&self, trace: &Trace) -> f64 {
        let mut traces = self.state.report.traces.iter();
        let found = traces.find(|found| found.trace == *trace);
        let timing = found.and_then(|found| found.after.first());
        timing.map_or(f64::INFINITY, schedule::weighed)
    }
}

/// The loop whose candidates are being looked at.
struct Current {
    trace: Trace,
    shape: LoopShape,
    /// What it takes as it is.
    present: Vec<ModelTiming>,
    /// The best first.
    candidates: VecDeque<Candidate>,
    /// Whether it was cut at several places.
    are_cuts_tried: bool,
    offered: Option<Candidate>,
    /// Why the last candidate was not taken.
    declined: Declined,
}

/// The phase.
pub(super) struct Overlap {
    left: VecDeque<Trace>,
    current: Option<Current>,
    loops: Vec<LoopOutcome>,
    /// What orders and registers were compared with when no loop was rotated yet.
    searched: Rc<Original>,
    /// [`timing_of_llvm`], once a loop is rotated.
    llvm: OnceCell<Option<Rc<Timing<Finished>>>>,
}

impl Overlap {
    /// Begins with what search and renaming found.
    pub fn begin(kernel: &mut Kernel<'_>) -> Overlap {
        if kernel.before.is_empty() {
            kernel.before = report_builder::traces_before(&kernel.state.report);
        }
        let traces = kernel.state.report.traces.iter();
        let loops = traces.filter(|trace| trace.trace.is_loop());
        Overlap {
            left: loops.map(|trace| trace.trace.clone()).collect(),
            current: None,
            loops: Vec::new(),
            searched: Rc::clone(&kernel.state.original),
            llvm: OnceCell::new(),
        }
    }

    fn settle(&mut self, trace: &Trace, rotated: Result<Parts, Declined>) {
        let block = trace.blocks[0];
        self.loops.push(LoopOutcome { block, rotated });
    }
}

/// What the function takes as LLVM's own stream; `None` if no waits can be placed in it.
fn timing_of_llvm(kernel: &Kernel<'_>) -> Option<Rc<Timing<Finished>>> {
    let stream = finished_as_llvm(&kernel.searched.ready, kernel.options.followed)?;
    let waves = kernel.state.report.waves.max(1);
    Some(Rc::new(Timing::finished(
        &stream,
        &kernel.search.models,
        waves,
    )))
}

impl Phase for Overlap {
    fn propose(&mut self, kernel: &Kernel<'_>) -> Option<Proposal> {
        let attempt = Attempt::of(kernel);
        loop {
            if let Some(current) = &mut self.current
                && let Some(mut candidate) = current.candidates.pop_front()
            {
                match candidate.is_second_try {
                    false => attempt.order_ends(&mut candidate, &current.shape),
                    true => attempt.beat(&mut candidate, &current.trace, &current.present),
                }
                let bar = Bar::Rotation(OverlapOfLoop {
                    block: current.shape.block,
                    at: candidate.at,
                    exit: current.shape.exit,
                    entered: current.shape.entered,
                    iterations: current.shape.iterations,
                    least_gain: LEAST_GAIN,
                    llvm: self.llvm.get_or_init(|| timing_of_llvm(kernel)).clone(),
                });
                let state = candidate.state.clone();
                current.offered = Some(candidate);
                return Some(Proposal::new(state, bar));
            }
            if let Some(mut current) = self.current.take() {
                if !current.are_cuts_tried
                    && !matches!(current.declined, Declined::Wrong(_))
                    && let Ok(found) = attempt.by_cuts(&mut current)
                {
                    current.candidates = found.into();
                    self.current = Some(current);
                    continue;
                }
                self.settle(&current.trace, Err(current.declined));
            }
            let trace = self.left.pop_front()?;
            match attempt.candidates(&trace) {
                Ok(found) => self.current = Some(found),
                Err(declined) => self.settle(&trace, Err(declined)),
            }
        }
    }

    /// The order of the two parts and their registers are the original's program, and the rotation keeps it.
    fn prove(&self, kernel: &Kernel<'_>, proposal: &State) -> Result<(), Finding> {
        let offered = self.current.as_ref().and_then(|c| c.offered.as_ref());
        let Some(offered) = offered else {
            return Ok(());
        };
        let options = kernel.options;
        // With LLVM's dependences as they came, not as the search has them.
        let original = &kernel.state.original.plain;
        let mut wrong = validate::of_order(&offered.arranged, original, options);
        if let (true, true) = (wrong.is_empty(), options.check != Check::Off) {
            let rotated = check::rotation(&proposal.original.ready, &offered.arranged);
            wrong.extend(rotated.err().map(Finding::from));
        }
        wrong.into_iter().next().map_or(Ok(()), Err)
    }

    fn take(&mut self, kernel: &mut Kernel<'_>, proposal: Proposal) {
        let Some((done, offered)) = self.current.take().and_then(|mut current| {
            let offered = current.offered.take()?;
            Some((current, offered))
        }) else {
            return;
        };
        let mut state = proposal.state;
        let found = std::mem::replace(&mut state.report, kernel.state.report.clone());
        note(&mut state.report, found.traces, &done.trace);
        let mut traces = state.report.traces.iter_mut();
        let mode = kernel.options.rename;
        if let (Some(noted), true) = (
            traces.find(|noted| noted.trace == done.trace),
            mode != rename::Renaming::Off,
        ) {
            let (original, blocks) = (&self.searched.ready, &done.trace.blocks);
            noted.renamed = rename::summary(&state.present, original, blocks, mode);
        }
        kernel.state = state;
        kernel.rotated.insert(done.shape.block);
        let parts = Parts {
            first: offered.cut.first.len() as u32,
            second: offered.cut.second.len() as u32,
        };
        self.settle(&done.trace, Ok(parts));
    }

    fn decline(&mut self, _: &mut Kernel<'_>, why: NotTaken) {
        let Some(current) = &mut self.current else {
            return;
        };
        let offered = current.offered.take();
        match why {
            NotTaken::Wrong(wrong) => {
                let of = offered
                    .as_ref()
                    .map(|offered| &offered.state.original.ready);
                let what = of.map(|function| wrong.describe(function));
                current.declined = Declined::Wrong(what.unwrap_or_default());
                current.candidates.clear();
            }
            NotTaken::Cost(Refusal::Rotation(refusal)) => {
                current.declined = Declined::Refused(refusal);
                let again = offered.filter(|offered| {
                    refusal == OverlapRefusal::SlowerElsewhere && !offered.is_second_try
                });
                if let Some(mut candidate) = again {
                    candidate.is_second_try = true;
                    current.candidates.push_front(candidate);
                }
            }
            NotTaken::Cost(Refusal::Slower) => {}
        }
    }

    fn end(&mut self, _: &mut Kernel<'_>) {}

    fn explain(&self, kernel: &Kernel<'_>, progress: &mut Progress, outcome: &mut Outcome) {
        records::record(&self.loops, &mut progress.record);
        if kernel.options.explain {
            records::remarks(&progress.record, outcome);
        }
    }
}

impl<'k> Attempt<'k> {
    fn of(kernel: &'k Kernel<'k>) -> Attempt<'k> {
        Attempt {
            kernel,
            search: schedule::Options {
                own_figures: true,
                ..kernel.search.clone()
            },
        }
    }

    /// Looks at a loop, and rotates it in several ways.
    fn candidates(&self, trace: &Trace) -> Result<Current, Declined> {
        let state = &self.kernel.state;
        let function = &state.present;
        let block = trace.blocks[0];
        let shape = match (rotate::shape(function, block), &*trace.blocks) {
            (Some(shape), [_]) => shape.map_err(Declined::Loop)?,
            _ => return Err(Declined::Loop(Decline::Blocks)),
        };
        if shape.body.len() > LONGEST {
            return Err(Declined::Loop(Decline::TooLong));
        }
        let present = schedule::time_loop(function, trace, &state.needs(), &self.search);
        let bound = self.bound(trace);
        if self.is_at_bound(&present, bound.as_ref()) {
            return Err(Declined::AtBound);
        }
        let cuts = Cuts::new(function, &shape, self.kernel.options.walls);
        let cuts = cuts.ok_or(Declined::Loop(Decline::Condition))?;
        let rotatable = Rotatable {
            shape: &shape,
            cuts: &cuts,
        };
        if is_confined(rotatable) && !self.might_gain(rotatable, trace, &present) {
            return Err(Declined::Refused(OverlapRefusal::NotFaster));
        }
        let planned = self.planned(&shape, trace, bound.as_ref())?;
        let mut current = Current {
            trace: trace.clone(),
            shape,
            present,
            candidates: planned.into(),
            are_cuts_tried: false,
            offered: None,
            declined: Declined::Loop(Decline::NoCut),
        };
        if current.candidates.is_empty() {
            current.candidates = self.by_cuts(&mut current)?.into();
        }
        Ok(current)
    }

    /// Has stages, order and registers of a loop searched for as one problem; the best first, by what finished streams take.
    fn planned(
        &self,
        shape: &LoopShape,
        trace: &Trace,
        bound: Option<&LoopBound>,
    ) -> Result<Vec<Candidate>, Declined> {
        let state = &self.kernel.state;
        let (needs, waves) = (state.needs(), state.report.waves);
        let plans = modulo::search(&modulo::Request {
            function: &state.present,
            shape,
            trace,
            needs: &needs,
            options: &self.search,
            mode: self.kernel.options.rename,
            waves,
            steps: self.search.effort.steps_of_overlap(waves),
            searches: self.search.effort.searches_of_overlap(),
            least: bound.map(|bound| bound.one_wave.period),
        });
        let made = plans.iter().map(|plan| self.as_planned(shape, trace, plan));
        let made = made.collect::<Result<Vec<Candidate>, _>>()?;
        if made.len() < 2 {
            return Ok(made);
        }
        let timed = made.into_iter();
        let timed = timed.map(|candidate| (self.when_finished(&candidate, trace), candidate));
        let mut timed: Vec<(f64, Candidate)> = timed.collect();
        timed.sort_by(|(one, _), (other, _)| one.total_cmp(other));
        Ok(timed.into_iter().map(|(_, candidate)| candidate).collect())
    }

    /// A loop as it was planned, and searched on from there.
    fn as_planned(
        &self,
        shape: &LoopShape,
        trace: &Trace,
        plan: &Plan,
    ) -> Result<Candidate, Declined> {
        let mut arranged = self.kernel.state.present.clone();
        plan.arrange(&mut arranged, shape);
        let mut candidate = self.rotated(arranged, shape, plan.cut.clone())?;
        plan.order(&mut candidate.state.present, shape.block);
        let search = schedule::Options {
            start: schedule::Start::Present,
            ..self.search.clone()
        };
        self.order(&mut candidate, &search, trace);
        Ok(candidate)
    }

    /// What a candidate's loop takes once it has its waits and nops, under the first model: [`schedule::weighed`].
    fn when_finished(&self, candidate: &Candidate, trace: &Trace) -> f64 {
        let function = (*candidate.state.present).clone();
        let facts = self.kernel.facts_of(&function);
        let followed = self.kernel.options.followed;
        let Some(copy) = FinishedCopy::of(function, &facts, waitcnt::Policy::Ours, followed) else {
            return f64::INFINITY;
        };
        let models = self.search.models.get(..1).unwrap_or_default();
        let waves = self.kernel.state.report.waves.max(1);
        let timing = Timing::finished(&copy.function, models, waves);
        let mut traces = timing.traces.iter();
        let found = traces.find(|found| found.trace.blocks[0] == trace.blocks[0]);
        let figures = found.and_then(|found| found.models.first());
        figures.map_or(f64::INFINITY, schedule::weighed)
    }

    /// Renames a rotated loop in turns with the search.
    fn renamed(&self, mut found: Candidate) -> Result<Candidate, Declined> {
        let mut kernel = self.kernel.in_state(found.state, self.search.clone());
        let mut phase = Rename::begin(&kernel);
        super::run(&mut phase, &mut kernel);
        found.state = kernel.state;
        match phase.refused() {
            Some(wrong) => Err(Declined::Wrong(wrong.describe(&found.state.present))),
            None => Ok(found),
        }
    }

    /// Searches for an order of a rotated loop.
    fn order(&self, candidate: &mut Candidate, search: &schedule::Options, trace: &Trace) {
        let state = &mut candidate.state;
        let (needs, wanted) = (state.needs(), vec![trace.clone()]);
        let (report, _) = schedule::schedule_traces(&mut state.present, &needs, search, wanted);
        state.report = Report {
            waves: self.kernel.state.report.waves,
            ..report
        };
    }

    /// A function whose loop has the order of a cut, rotated.
    fn rotated(&self, arranged: Ready, shape: &LoopShape, cut: Cut) -> Result<Candidate, Declined> {
        let mut rotated = arranged.clone();
        let at = rotate::rotate(&mut rotated, shape, &cut);
        let at = at.ok_or(Declined::Loop(Decline::Branch))?;
        let ready = Ready::with_new_blocks(rotated);
        let facts = self.kernel.facts_of(&ready);
        Ok(Candidate {
            state: State::of(Original {
                plain: ready.clone().into_function(),
                ready,
                facts,
            }),
            arranged: arranged.into_function(),
            at,
            cut,
            is_second_try: false,
        })
    }

    /// Searches for an order of what is in front of the loop and behind it.
    fn order_ends(&self, found: &mut Candidate, shape: &LoopShape) {
        // What keeps the prologue's order is nothing that the program needs, and holds for this search alone.
        let edges = found.state.present.edges().to_vec();
        let walls = self.kernel.options.walls;
        rotate::lead_in(&mut found.state.present, &found.at, &found.cut, walls);
        let straight = |block, next| Trace {
            blocks: vec![block],
            next: Some(next),
        };
        let wanted = vec![
            straight(found.at.prologue, found.at.block),
            straight(found.at.epilogue, shape.exit),
        ];
        let traces = self.search_again(found, &self.search, wanted);
        found.state.present.set_edges(edges);
        found.state.report.traces.extend(traces);
    }

    /// Searches a rotated loop again for an order that is nowhere slower than what it was before.
    fn beat(&self, candidate: &mut Candidate, trace: &Trace, to_beat: &[ModelTiming]) {
        let search = schedule::Options {
            to_beat: to_beat.to_vec(),
            ..self.search.clone()
        };
        let found = self.search_again(candidate, &search, vec![trace.clone()]);
        for new in found {
            let mut traces = candidate.state.report.traces.iter_mut();
            if let Some(old) = traces.find(|old| old.trace == new.trace) {
                *old = new;
            }
        }
    }

    fn search_again(
        &self,
        candidate: &mut Candidate,
        search: &schedule::Options,
        wanted: Vec<Trace>,
    ) -> Vec<TraceReport> {
        let state = &mut candidate.state;
        state.facts = self.kernel.facts_of(&state.present);
        let needs = state.needs();
        let (report, _) = schedule::schedule_traces(&mut state.present, &needs, search, wanted);
        report.traces
    }
}

/// Puts what became of a loop into the report. What was added in front of it and behind it has no time before.
fn note(report: &mut Report, found: Vec<TraceReport>, trace: &Trace) {
    for new in found {
        let mut traces = report.traces.iter_mut();
        match traces.find(|old| old.trace == new.trace) {
            Some(old) if old.trace == *trace => {
                let mut search = std::mem::take(&mut old.search);
                search.add(&new.search);
                *old = TraceReport {
                    before: std::mem::take(&mut old.before),
                    order_alone: old
                        .order_alone
                        .take()
                        .or_else(|| new.order_alone.as_ref().map(|_| old.after.clone())),
                    search,
                    ..new
                };
            }
            Some(old) => *old = new,
            None => report.traces.push(TraceReport {
                before: Vec::new(),
                ..new
            }),
        }
    }
}
