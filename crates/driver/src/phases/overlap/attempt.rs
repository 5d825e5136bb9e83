//! Versions of a function in which iterations of a loop overlap: stages, order and registers planned as one problem, and what is
//! searched on from there.

use std::rc::Rc;

use super::cuts::{Rotatable, is_confined};
use super::{Current, Declined};
use crate::accept::OverlapRefusal;
use crate::finish::FinishedCopy;
use crate::kernel::{Kernel, Original, Ready, State};
use crate::machine::Function;
use crate::modulo::{self, Plan};
use crate::phases::renaming::Rename;
use crate::schedule::{self, Report};
use crate::timing::{LoopBound, Timing, Trace};
use crate::transform::rotate::{self, Cut, Cuts, Decline, LoopShape, Rotated};
use crate::waitcnt;

/// Loops longer than this stay as they are: the code grows by a loop's length.
const LONGEST: usize = 3000;

/// What stays the same while a function's loops are looked at.
pub(super) struct Attempt<'k> {
    pub kernel: &'k Kernel<'k>,
    /// What is decided must not depend on what the report is to say.
    pub search: schedule::Options,
}

/// A loop that was rotated, searched and renamed.
pub(super) struct Candidate {
    /// The kernel as it would be; of traces, those that were searched.
    pub state: State,
    /// The loop is in the order of its parts, and not rotated.
    pub arranged: Function,
    pub at: Rotated,
    pub cut: Cut,
}

impl Candidate {
    /// What its loop takes under the first model: [`schedule::weighed`].
    pub fn clocks(&self, trace: &Trace) -> f64 {
        let mut traces = self.state.report.traces.iter();
        let found = traces.find(|found| found.trace == *trace);
        let timing = found.and_then(|found| found.after.first());
        timing.map_or(f64::INFINITY, schedule::weighed)
    }
}

impl<'k> Attempt<'k> {
    pub fn of(kernel: &'k Kernel<'k>) -> Attempt<'k> {
        Attempt {
            kernel,
            search: schedule::Options {
                own_figures: true,
                ..kernel.search.clone()
            },
        }
    }

    /// Looks at a loop, and rotates it in several ways.
    pub fn candidates(&self, trace: &Trace) -> Result<Current, Declined> {
        let state = &self.kernel.state;
        let function = &state.present;
        let block = trace.blocks[0];
        let walls = self.kernel.options.walls;
        let shape = match (rotate::shape(function, block, walls), &*trace.blocks) {
            (Some(shape), [_]) => shape.map_err(Declined::Loop)?,
            _ => return Err(Declined::Loop(Decline::Blocks)),
        };
        if function.block(block).order.len() > LONGEST {
            return Err(Declined::Loop(Decline::TooLong));
        }
        let present = schedule::time_loop(function, trace, &state.needs(), &self.search);
        let bound = self.bound(trace);
        if self.is_at_bound(&present, bound.as_ref()) {
            return Err(Declined::AtBound);
        }
        let cuts = Cuts::new(function, &shape, walls);
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
            candidates: planned.into(),
            are_cuts_tried: false,
            offered: None,
            declined: None,
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
        let effort = self.search.effort_for(trace);
        let plans = modulo::search(&modulo::Request {
            function: &state.present,
            shape,
            trace,
            needs: &needs,
            options: &self.search,
            mode: self.kernel.options.rename,
            waves,
            steps: effort.steps_of_overlap(waves),
            searches: effort.searches_of_overlap(),
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
            start: schedule::Start::Planned,
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
        let looped = Trace::all(&copy.function).into_iter();
        let looped: Vec<Trace> = looped
            .filter(|found| found.blocks[0] == trace.blocks[0])
            .collect();
        let wanted = vec![true; looped.len()];
        let timing = Timing::finished_some(&copy.function, models, waves, looped, &wanted);
        let figures = timing.traces.iter().find_map(|found| found.models.first());
        figures.map_or(f64::INFINITY, schedule::weighed)
    }

    /// Renames a rotated loop in turns with the search.
    pub fn renamed(&self, mut found: Candidate) -> Result<Candidate, Declined> {
        let mut kernel = self.kernel.in_state(found.state, self.search.clone());
        let mut phase = Rename::begin(&kernel);
        crate::phases::run(&mut phase, &mut kernel);
        found.state = kernel.state;
        match phase.refused() {
            Some(wrong) => Err(Declined::Wrong(wrong.describe(&found.state.present))),
            None => Ok(found),
        }
    }

    /// Searches for an order of a rotated loop.
    pub fn order(&self, candidate: &mut Candidate, search: &schedule::Options, trace: &Trace) {
        let state = &mut candidate.state;
        let (needs, wanted) = (state.needs(), vec![trace.clone()]);
        let (report, _) = schedule::schedule_traces(&mut state.present, &needs, search, wanted);
        state.report = Report {
            waves: self.kernel.state.report.waves,
            ..report
        };
    }

    /// A function whose loop has the order of a cut, rotated.
    pub fn rotated(
        &self,
        arranged: Ready,
        shape: &LoopShape,
        cut: Cut,
    ) -> Result<Candidate, Declined> {
        let mut rotated = arranged.clone();
        let at = rotate::rotate(&mut rotated, shape, &cut);
        let at = at.ok_or(Declined::Loop(Decline::Branch))?;
        let ready = Ready::with_new_blocks(rotated);
        let facts = self.kernel.facts_of(&ready);
        Ok(Candidate {
            state: State::of(Rc::new(Original {
                plain: ready.clone().into_function(),
                ready,
                facts,
            })),
            arranged: arranged.into_function(),
            at,
            cut,
        })
    }

    /// Searches for an order of what is in front of the loop and behind it.
    pub fn order_ends(&self, found: &mut Candidate, shape: &LoopShape) {
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
        let state = &mut found.state;
        state.facts = self.kernel.facts_of(&state.present);
        let needs = state.needs();
        let (report, _) =
            schedule::schedule_traces(&mut state.present, &needs, &self.search, wanted);
        state.present.set_edges(edges);
        state.report.traces.extend(report.traces);
    }
}
