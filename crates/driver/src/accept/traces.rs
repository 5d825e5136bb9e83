//! Does a new order pay? Measured on the finished stream, trace by trace; an order that does not is reverted.
//!
//! The scheduler works with the waits and nops that its cost model expects an order to need. What a
//! function really gets, over joins and back edges, only the modules that place them know; and LLVM's last
//! peephole may make more instructions of one order than of another. So both orders, the incoming and the
//! new one, are finished here on copies, and the cost model times the finished streams. In rounds, the
//! traces that fail a step are given their next best order, in the end the incoming one:
//!
//! 1. **over budget**: the function needs more waits or wait states than in its incoming order, and
//!    they are not paid for by the time that their loops save;
//! 2. **slower**: the trace is not better than in its incoming order ([`schedule::is_better`]);
//! 3. **function slower**: all traces are better, but the function as a whole takes one wave longer;
//! 4. **behind LLVM**: the trace is slower than in LLVM's own stream. Where our rules require more than
//!    LLVM's, no order may be level with it: then the best of them stays, and [`LlvmBaseline::cost`] says what
//!    our rules cost;
//! 5. **fragile**: a loop loses under a member of the family of perturbed parameter sets.

use super::llvm_baseline::{Figures, LlvmBaseline};
use crate::finish::{FinishedCopy, Followed};
use crate::hazard::Facts;
use crate::machine::Function;
use crate::report::Clocks;
use crate::schedule::{self, Alternatives, Report, Saved, TraceReport};
use crate::timing::{FAMILY, Model, ModelTiming, Period, Timing, Trace};
use crate::waitcnt;

/// Rounds of reverting single traces, before everything is reverted.
const ROUNDS: usize = 16;

/// What a new order has to be better than: a function in its incoming order.
#[derive(Clone, Copy)]
pub(super) struct Incoming<'a> {
    /// The function. Its registers may be others than those of the function that has the new order.
    pub function: &'a Function,
    /// What its instructions do in terms of the hazard rules.
    pub facts: &'a Facts,
    /// Whether it is as LLVM made it, so that LLVM's own stream is a second thing to be level with.
    pub is_llvms: bool,
}

/// How functions are finished and timed.
#[derive(Clone, Copy)]
pub(super) struct Measure<'a> {
    pub search: &'a schedule::Options,
    pub followed: Followed,
    pub waves: u32,
}

/// Reverts the traces of a function whose new order does not pay: see the module. Returns what our rules
/// cost above LLVM's, by model; empty when nothing was finished and timed.
pub(super) fn apply(
    mut subject: Subject<'_>,
    incoming: Incoming<'_>,
    facts: &Facts,
    measure: Measure<'_>,
) -> Vec<Clocks> {
    let moved = subject.report.traces.iter().any(TraceReport::is_moved);
    let wants_costs = incoming.is_llvms && measure.search.own_figures;
    if !moved && !wants_costs {
        return Vec::new();
    }
    let traces = subject.report.traces.iter();
    let traces = traces.map(|trace| trace.trace.clone()).collect();
    // If no waits can be placed there is no finished stream; the scheduler's own figures have to do.
    let Some(mut check) = TracesCheck::new(incoming, facts, measure, traces) else {
        return Vec::new();
    };
    if moved {
        check.revert_what_does_not_pay(&mut subject);
    }
    let models = 0..measure.search.models.len();
    match &check.llvm {
        Some(llvm) => models.map(|model| llvm.cost(model)).collect(),
        None => vec![Clocks::default(); models.len()],
    }
}

/// The moved loops of a report that lose under a member of the family of perturbed parameter sets against
/// the incoming function, by their index; how each fares is put into the report.
pub(super) fn fragile(
    function: &Function,
    incoming: Incoming<'_>,
    facts: &Facts,
    measure: Measure<'_>,
    report: &mut Report,
) -> Vec<usize> {
    let traces = report.traces.iter().map(|trace| trace.trace.clone());
    let traces = traces.collect();
    let copy = FinishedCopy::of(
        function.clone(),
        facts,
        waitcnt::Policy::Ours,
        measure.followed,
    );
    let check = TracesCheck::new(incoming, facts, measure, traces);
    match (check, copy) {
        (Some(mut check), Some(copy)) => check.fragile_in(&copy, report),
        _ => Vec::new(),
    }
}

/// The function in its present order, its report, and the other orders of its traces.
pub(super) struct Subject<'a> {
    pub function: &'a mut Function,
    pub report: &'a mut Report,
    pub alternatives: &'a mut [Alternatives],
}

impl Subject<'_> {
    fn moved(&self) -> impl Iterator<Item = (usize, &TraceReport)> {
        let traces = self.report.traces.iter().enumerate();
        traces.filter(|(_, trace)| trace.is_moved())
    }

    fn revert(&mut self, at: usize) {
        self.alternatives[at].revert(self.function, &mut self.report.traces[at]);
    }
}

/// What the check keeps of a trace from round to round.
#[derive(Default)]
pub(super) struct TraceState {
    /// The best order that gains but is behind LLVM's own stream.
    behind_llvm: Option<Saved>,
    /// Whether no order is level with LLVM's own stream and the best of them was restored.
    keeps_behind_llvm: bool,
    /// Time of the incoming order under each member of the family, once it was needed.
    pub(super) incoming_under_family: Option<Vec<Period>>,
    /// The members of the family under which its present order loses.
    pub(super) losing_under: Vec<Model>,
    /// Whether it was searched again with such members.
    was_searched_again: bool,
}

/// The finished copy of one round, beside the incoming order.
pub(super) struct Round {
    pub(super) copy: FinishedCopy,
    figures: Figures,
    /// Figures of the incoming order, for the traces that changed.
    incoming: Figures,
    /// The traces whose finished stream is not that of the incoming order.
    changed: Vec<bool>,
}

pub(super) struct TracesCheck<'a> {
    facts: &'a Facts,
    measure: Measure<'a>,
    pub(super) traces: Vec<Trace>,
    /// The incoming order with our waits and nops.
    pub(super) incoming: FinishedCopy,
    /// Its figures, once they were needed.
    incoming_figures: Option<Figures>,
    llvm: Option<LlvmBaseline>,
    /// The family's parameter sets by the names of its members.
    pub(super) family: Vec<(&'static str, Model)>,
    /// The last round that got as far as being timed.
    pub(super) round: Option<Round>,
    /// By trace.
    pub(super) states: Vec<TraceState>,
}

/// Traces, by their index in the report.
pub(super) type Traces = Vec<usize>;

/// A step of the check: finds the traces that must not keep their order.
type CheckStep<'a> = fn(&mut TracesCheck<'a>, &mut Subject<'_>) -> Traces;

impl<'a> TracesCheck<'a> {
    /// `None` when no waits can be placed.
    fn new(
        incoming: Incoming<'_>,
        facts: &'a Facts,
        measure: Measure<'a>,
        traces: Vec<Trace>,
    ) -> Option<TracesCheck<'a>> {
        let base = measure.search.models.first();
        let family = FAMILY
            .iter()
            .filter(|member| member.concerns(incoming.function));
        let family = family.filter_map(|p| Some((p.name, p.of(base?)?)));
        let family = family.collect();
        let finished = FinishedCopy::of(
            incoming.function.clone(),
            incoming.facts,
            waitcnt::Policy::Ours,
            measure.followed,
        );
        let mut check = TracesCheck {
            facts,
            measure,
            incoming: finished?,
            incoming_figures: None,
            llvm: None,
            family,
            round: None,
            states: traces.iter().map(|_| TraceState::default()).collect(),
            traces,
        };
        if incoming.is_llvms {
            let ours = &check.incoming;
            let changed = |llvm: &FinishedCopy| ours.changed(llvm, &check.traces);
            let time = |copy: &FinishedCopy, wanted: &[bool]| check.time(copy, wanted);
            let function = incoming.function.clone();
            check.llvm = LlvmBaseline::of(function, measure.followed, ours, changed, time);
        }
        Some(check)
    }

    fn revert_what_does_not_pay(&mut self, subject: &mut Subject<'_>) {
        for _ in 0..ROUNDS {
            let copy = subject.function.clone();
            let policy = waitcnt::Policy::Ours;
            let Some(copy) = FinishedCopy::of(copy, self.facts, policy, self.measure.followed)
            else {
                return;
            };
            let (step, failed) = self.failed(copy, subject);
            if failed.is_empty() {
                return;
            }
            for at in failed {
                subject.report.traces[at].reverted.push(step);
                self.replace(at, subject);
            }
        }
        for at in 0..subject.report.traces.len() {
            while subject.report.traces[at].is_moved() {
                subject.revert(at);
            }
        }
    }

    /// The steps that need the finished stream timed.
    const TIMED_STEPS: [(&'static str, CheckStep<'a>); 4] = [
        ("slower than the incoming order", TracesCheck::slower_traces),
        ("the function is slower", TracesCheck::slower_function),
        ("slower than LLVM's own stream", TracesCheck::behind_llvm),
        ("slower under a perturbed model", TracesCheck::fragile),
    ];

    /// The first step that any trace fails, and the traces that fail it.
    fn failed(&mut self, copy: FinishedCopy, subject: &mut Subject<'_>) -> (&'static str, Traces) {
        let over_budget = self.over_budget(&copy, subject);
        if !over_budget.is_empty() {
            return ("too many waits or wait states", over_budget);
        }
        self.measure(copy, subject.report);
        for (name, step) in TracesCheck::TIMED_STEPS {
            let failed = step(self, subject);
            if !failed.is_empty() {
                return (name, failed);
            }
        }
        ("", Vec::new())
    }

    /// Another order for a trace whose present one failed.
    fn replace(&mut self, at: usize, subject: &mut Subject<'_>) {
        let state = &mut self.states[at];
        let losing_under = std::mem::take(&mut state.losing_under);
        if !losing_under.is_empty() && !std::mem::replace(&mut state.was_searched_again, true) {
            let trace = &mut subject.report.traces[at];
            let effort = self.measure.search.effort_for(&trace.trace);
            let other = &mut subject.alternatives[at];
            if other.search_again(subject.function, trace, &losing_under, effort) {
                return;
            }
        }
        subject.revert(at);
        let trace = &mut subject.report.traces[at];
        if !trace.is_moved()
            && let Some(saved) = state.behind_llvm.take()
        {
            state.keeps_behind_llvm = true;
            subject.alternatives[at].restore(subject.function, trace, saved);
        }
    }

    /// Step 1. The traces that gain least for each excess wait or wait state.
    fn over_budget(&self, copy: &FinishedCopy, subject: &Subject<'_>) -> Traces {
        let excess = |trace: &TraceReport| copy.excess(&self.incoming, &trace.trace);
        let total = copy.total().excess_over(self.incoming.total());
        let (mut own, mut paid, mut left) = (0, 0, 0);
        for (_, trace) in subject.moved() {
            let (excess, affordable) = (excess(trace), paid_for(trace));
            own += excess;
            paid += excess.min(affordable);
            left += affordable.saturating_sub(excess);
        }
        // What is left also pays for waits that loops shift to code that did not move.
        paid += left.min(total.saturating_sub(own));
        if total <= paid {
            return Vec::new();
        }
        let priced = subject.moved().map(|(at, trace)| Priced {
            at,
            gain: trace.frequency * saved_clocks(&trace.after, &trace.before),
            excess: excess(trace).saturating_sub(paid_for(trace)),
        });
        least_useful(priced.collect(), total - paid)
    }

    /// Times what differs from the incoming order.
    fn measure(&mut self, copy: FinishedCopy, report: &mut Report) {
        let changed = copy.changed(&self.incoming, &self.traces);
        let known = self.incoming_figures.take();
        let known = known.filter(|figures| covers(figures, &changed));
        let all = known.unwrap_or_else(|| self.time(&self.incoming, &changed));
        let incoming = only(&all, &changed);
        self.incoming_figures = Some(all);
        // A trace that is as in the last round takes as long as it did then.
        let mut wanted = changed.clone();
        if let Some(last) = &self.round {
            let stale = copy.changed(&last.copy, &self.traces);
            for (at, trace) in last.figures.traces.iter().enumerate() {
                wanted[at] &= stale[at] || trace.models.is_empty();
                if stale[at] {
                    report.traces[at].robustness = None;
                }
            }
        }
        let mut figures = self.time(&copy, &wanted);
        if let Some(last) = self.round.take() {
            for (at, trace) in last.figures.traces.into_iter().enumerate() {
                if changed[at] && !wanted[at] {
                    figures.traces[at].models = trace.models;
                }
            }
        }
        self.round = Some(Round {
            copy,
            figures,
            incoming,
            changed,
        });
    }

    /// Step 2. The traces that are not better than in their incoming order.
    fn slower_traces(&mut self, subject: &mut Subject<'_>) -> Traces {
        let Some(round) = &self.round else {
            return Vec::new();
        };
        let moved = subject.moved().filter(|(at, _)| round.changed[*at]);
        let slower = moved.filter(|(at, _)| {
            let new = &round.figures.traces[*at].models;
            let old = &round.incoming.traces[*at].models;
            schedule::is_better((&new[..], &old[..])).is_err()
        });
        slower.map(|(at, _)| at).collect()
    }

    /// Step 3. The trace that gains least, where the function takes longer.
    fn slower_function(&mut self, subject: &mut Subject<'_>) -> Traces {
        let Some(round) = &self.round else {
            return Vec::new();
        };
        let models = self.measure.search.models.len();
        if !schedule::is_function_slower(&round.figures, &round.incoming, models) {
            return Vec::new();
        }
        let priced = subject.moved().map(|(at, trace)| {
            let new = &round.figures.traces[at].models;
            let old = &round.incoming.traces[at].models;
            Priced {
                at,
                gain: trace.frequency * saved_clocks(new, old),
                excess: 0,
            }
        });
        least_useful(priced.collect(), 1)
    }

    /// Step 4. The traces that are slower than in LLVM's own stream. The first such order of each, its
    /// best, is kept in case that no other is level.
    fn behind_llvm(&mut self, subject: &mut Subject<'_>) -> Traces {
        let (Some(round), Some(llvm)) = (&self.round, &self.llvm) else {
            return Vec::new();
        };
        let mut behind = Vec::new();
        for (at, trace) in subject.moved() {
            let state = &mut self.states[at];
            let is_judged = round.changed[at] && !state.keeps_behind_llvm;
            if is_judged && llvm.is_level(at, &round.figures.traces[at]).is_err() {
                let present = &subject.alternatives[at];
                state.behind_llvm.get_or_insert_with(|| present.save(trace));
                behind.push(at);
            }
        }
        behind
    }

    fn time(&self, finished: &FinishedCopy, wanted: &[bool]) -> Figures {
        let (models, traces) = (&self.measure.search.models, self.traces.clone());
        Timing::finished_some(
            &finished.function,
            models,
            self.measure.waves,
            traces,
            wanted,
        )
    }
}

/// Whether there are figures for all the wanted traces.
fn covers(timing: &Figures, wanted: &[bool]) -> bool {
    let mut traces = timing.traces.iter().zip(wanted);
    traces.all(|(trace, &wanted)| !wanted || !trace.models.is_empty())
}

/// The figures of the wanted traces alone.
fn only(timing: &Figures, wanted: &[bool]) -> Figures {
    let mut timing = timing.clone();
    for (trace, _) in timing.traces.iter_mut().zip(wanted).filter(|(_, w)| !**w) {
        trace.models.clear();
        trace.entering.clear();
    }
    timing
}

/// Clocks that a run of a trace saves one wave under the first model.
fn saved_clocks(new: &[ModelTiming], old: &[ModelTiming]) -> f64 {
    match (new.first(), old.first()) {
        (Some(new), Some(old)) => old.single_wave.period.clocks() - new.single_wave.period.clocks(),
        _ => 0.0,
    }
}

/// How many waits and wait states above the incoming number a trace may have in return for the time that
/// it saves: none outside loops.
fn paid_for(trace: &TraceReport) -> u32 {
    if trace.trace.is_loop() {
        let instructions = trace.regions.iter().map(|region| region.instructions).sum();
        schedule::affordable(&trace.after, &trace.before, instructions)
    } else {
        0
    }
}

/// What a moved trace is worth.
struct Priced {
    at: usize,
    /// Clocks of one wave that one run of the function saves.
    gain: f64,
    /// Waits and wait states above what it may have.
    excess: u32,
}

/// The traces with the least gain for each excess wait, until they account for `too_many` of them; if
/// none has any, the one with the least gain.
fn least_useful(mut traces: Vec<Priced>, too_many: u32) -> Traces {
    let value = |trace: &Priced| trace.gain / f64::from(trace.excess.max(1));
    traces.sort_by(|a, b| {
        let without_excess = (a.excess == 0).cmp(&(b.excess == 0));
        without_excess.then(value(a).total_cmp(&value(b)))
    });
    let mut chosen = Vec::new();
    let mut left = too_many;
    for trace in traces {
        if left == 0 || trace.excess == 0 && !chosen.is_empty() {
            break;
        }
        left = if trace.excess == 0 {
            0
        } else {
            left.saturating_sub(trace.excess)
        };
        chosen.push(trace.at);
    }
    chosen
}
