//! Loops whose iterations overlap: which ones, where they are cut, and whether that pays.
//!
//! It begins with what search and renaming found, so that nothing is worse for trying: stages, order and registers of a loop are
//! searched for as one problem ([`modulo`](crate::modulo)); if there are not registers enough, once more from orders that need few,
//! then from the registers that it has; and where what is found is faster and yet not taken, the loop is cut and rotated
//! ([`rotate`](crate::transform::rotate)), searched and renamed as one block. It stays rotated only if it and the function take
//! less time on the finished stream. Each step is proved when it is taken: the present order and registers against what they came
//! from, the order of the two parts, the rotation. Everything later is compared with the rotated function.

mod attempt;
mod cuts;
mod records;

use std::cell::OnceCell;
use std::collections::VecDeque;
use std::rc::Rc;

use super::{Declined as NotTaken, Phase, Proposal};
use crate::accept::{Bar, OverlapOfLoop, OverlapRefusal, Refusal};
use crate::check::{self, Finding};
use crate::finish::finished_as_llvm;
use crate::kernel::{Kernel, Original, State};
use crate::machine::BlockId;
use crate::schedule::{Report, TraceReport};
use crate::timing::{Finished, Timing, Trace};
use crate::transform::rename;
use crate::transform::rotate::{Decline, LoopShape};
use crate::{Check, Outcome, Progress, report_builder, validate};
use attempt::{Attempt, Candidate};

/// Least part of a loop's time ([`weighed`](crate::schedule::weighed)) that is worth the code.
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
    /// A brief search found no registers for it, and there was no other: it hardly matters, or that is all the effort there is.
    Brief,
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
            Declined::Brief => {
                "a brief search found no overlap, and the loop hardly matters (or effort=fast)"
                    .to_owned()
            }
            Declined::Wrong(what) => format!("the check refused it ({what}); please report this"),
        }
    }
}

/// The loop whose candidates are being looked at.
struct Current {
    trace: Trace,
    shape: LoopShape,
    /// The best first.
    candidates: VecDeque<Candidate>,
    /// Whether it was cut at several places.
    are_cuts_tried: bool,
    offered: Option<Candidate>,
    /// Why the first candidate that was faster was not taken, or the first of all; or what a check found wrong with one.
    declined: Option<Declined>,
}

impl Current {
    /// Whether any candidate was faster, and was refused for something else: where none is, cuts hardly ever find one (in 3 of 45
    /// loops of the corpus).
    fn is_any_faster(&self) -> bool {
        match self.declined {
            Some(Declined::Refused(refusal)) => refusal != OverlapRefusal::NotFaster,
            _ => false,
        }
    }
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
                attempt.order_ends(&mut candidate, &current.shape);
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
                    && current.is_any_faster()
                    && let Ok(found) = attempt.by_cuts(&mut current)
                {
                    current.candidates = found.into();
                    self.current = Some(current);
                    continue;
                }
                let declined = current.declined.unwrap_or(Declined::Loop(Decline::NoCut));
                self.settle(&current.trace, Err(declined));
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
                current.declined = Some(Declined::Wrong(what.unwrap_or_default()));
                current.candidates.clear();
            }
            NotTaken::Cost(Refusal::Rotation(refusal)) => {
                if !current.is_any_faster() {
                    current.declined = Some(Declined::Refused(refusal));
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
