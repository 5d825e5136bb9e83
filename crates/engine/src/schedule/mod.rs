//! The order of instructions: for each trace of a function, the search for a schedule that is better
//! than the incoming order.
//!
//! A trace (an innermost loop, or a block outside them) is a [`problem`]: regions whose nodes may move,
//! dependences between them, and a simulator that says what an order costs. Four phases look for a better
//! order, and [`accept`] says whether one is:
//!
//! 1. [`construct`]: list schedules under several priority functions, and variations of the best;
//! 2. [`improve`], of loops: local search, from the best list schedule and near an order that is
//!    accepted; where an earlier search found the incoming order ([`Start::Present`], [`Start::Planned`]), from that alone;
//! 3. [`candidates`] measures the best of what both found at the kernel's own number of waves, and
//!    selects the first that is better everywhere;
//! 4. [`exact`]: branch and bound over single regions of the selected order, or of the incoming one.
//!
//! `docs/search.md` explains the phases and names their sources; [`options`] holds what each may spend.
//! Whether a function can afford the waits and nops of its new order is decided on the finished stream, by
//! the profitability check of the pipeline, which can fall back upon the [`Alternatives`].

mod accept;
mod alternatives;
mod candidates;
mod cold;
mod construct;
mod exact;
mod improve;
mod objective;
mod options;
mod order_space;
mod problem;
mod report;
mod rng;
mod run;
mod stats;
#[cfg(test)]
mod tests;

pub use accept::{
    Comparison, OWN_WAVES, Overhead, Refusal, affordable, is_better, is_function_slower, is_level,
    margin_of_others, part_gained, weighed, weighed_clocks,
};
pub use alternatives::{Alternatives, Saved};
pub use cold::cold_loops;
pub use exact::{Certificate, Contradiction, FalseCertificate, certify, false_certificates};
pub use options::{Effort, Options, Start, Walls};
pub use order_space::{Dependence, NoOrder, OrderSpace, Orders, RegionView};
pub use report::{Decision, Reason, RegionReport, Report, TraceReport};
pub use stats::{Origin, PhaseStats, SearchStats};

pub(crate) use construct::ReservationTable;
pub(crate) use improve::Incremental;
pub(crate) use rng::Rng;

use crate::gpu::Cycles;
use crate::machine::Function;
use crate::machine::occupancy::occupancy;
use crate::timing::{EntryStates, HazardOracle, Model, ModelTiming, Trace};
use candidates::{Accepted, Candidates, RunnersUp, Selection};
use construct::construct;
use exact::refine;
use improve::{improve, improve_guarded};
use problem::{Problem, ProblemBuilder, Schedule};
use run::SearchRun;

/// Reorders a function where that makes it faster. Returns what was done, and the alternative orders of
/// each trace.
pub fn schedule(
    function: &mut Function,
    hazards: &dyn HazardOracle,
    options: &Options,
) -> (Report, Vec<Alternatives>) {
    let all = Trace::all(function);
    schedule_traces(function, hazards, options, all)
}

/// What each trace takes in the incoming order, by model, as [`schedule`] measures it.
pub fn time_incoming(
    function: &Function,
    hazards: &dyn HazardOracle,
    options: &Options,
) -> Vec<(Trace, Vec<ModelTiming>)> {
    let waves = options.waves.unwrap_or_else(|| occupancy(function)).max(1);
    let mut problems =
        ProblemBuilder::new(function, hazards, &options.models, options.walls, waves);
    let mut entries = EntryStates::new(function, options.models.len());
    let mut timed = Vec::new();
    for trace in Trace::all(function) {
        let problem = problems.build(&trace, &entries);
        record_states(
            function,
            &trace,
            &problem,
            &problem.incoming_schedule(),
            &mut entries,
        );
        let timings = problem.incoming_timings(options.own_figures);
        timed.push((trace, timings));
    }
    timed
}

/// What a loop takes in its present order, by model, at the kernel's own number of waves too.
pub fn time_loop(
    function: &Function,
    trace: &Trace,
    hazards: &dyn HazardOracle,
    options: &Options,
) -> Vec<ModelTiming> {
    let waves = options.waves.unwrap_or_else(|| occupancy(function)).max(1);
    let mut problems =
        ProblemBuilder::new(function, hazards, &options.models, options.walls, waves);
    let entries = EntryStates::new(function, options.models.len());
    problems.build(trace, &entries).incoming_timings(true)
}

/// Notes in which states an order leaves a trace, for the traces after it.
fn record_states(
    function: &Function,
    trace: &Trace,
    problem: &Problem,
    order: &Schedule,
    entries: &mut EntryStates,
) {
    for (model, start) in problem.starts.iter().enumerate() {
        let simulation = problem.simulation(model, &order.ops);
        let begin = simulation.begin(start.clone());
        entries.record(function, trace, model, simulation, begin);
    }
}

/// [`schedule`] for some of the function's traces.
pub fn schedule_traces(
    function: &mut Function,
    hazards: &dyn HazardOracle,
    options: &Options,
    wanted: Vec<Trace>,
) -> (Report, Vec<Alternatives>) {
    let waves = options.waves.unwrap_or_else(|| occupancy(function)).max(1);
    let problems = ProblemBuilder::new(function, hazards, &options.models, options.walls, waves);
    let mut problems = problems.with_slow_starts(options.start == Start::Planned);
    let mut entries = EntryStates::new(function, options.models.len());
    let mut traces: Vec<TraceReport> = Vec::new();
    let mut alternatives: Vec<Alternatives> = Vec::new();
    for trace in wanted {
        let problem = problems.build(&trace, &entries);
        let mut search_stats = SearchStats::default();
        let selection = match options.start {
            Start::Present | Start::Planned if trace.is_loop() => {
                go_on(&problem, options.effort_for(&trace), &mut search_stats)
            }
            _ => search(&problem, options.effort_for(&trace), &mut search_stats),
        };
        let before = problem.incoming_timings(options.own_figures);
        let (present, after, runners_up, failure) = match selection {
            Selection::Better { best, runners_up } => {
                search_stats.winner = Some(best.origin);
                (best.schedule, best.timings, runners_up, None)
            }
            Selection::Nothing { any_faster } => {
                let present = problem.incoming_schedule();
                let reason = if any_faster {
                    Reason::SlowerElsewhere
                } else {
                    Reason::NoneFaster
                };
                (present, before.clone(), RunnersUp::default(), Some(reason))
            }
        };
        record_states(function, &trace, &problem, &present, &mut entries);
        traces.push(TraceReport {
            frequency: function.block(trace.blocks[0]).frequency,
            before,
            after,
            order_alone: None,
            renamed: Vec::new(),
            regions: problem.report_regions(&present, failure),
            trace,
            robustness: None,
            search: search_stats,
            reverted: Vec::new(),
        });
        alternatives.push(Alternatives {
            problem,
            runners_up,
            present,
        });
    }
    for (report, found) in traces.iter().zip(&alternatives) {
        let regions = &found.problem.regions;
        found.present.apply(function, &report.trace, regions);
    }
    (Report { waves, traces }, alternatives)
}

impl Alternatives {
    /// Searches a loop again, for an order that loses under none of these parameter sets either;
    /// gives the loop that order and forgets all others. Whether there is one.
    pub fn search_again(
        &mut self,
        function: &mut Function,
        report: &mut TraceReport,
        models: &[Model],
        effort: Effort,
    ) -> bool {
        if !report.trace.is_loop() {
            return false;
        }
        let mut problem = self.problem.clone();
        for model in models {
            problem.add_model(function, model);
        }
        let selection = search(&problem, effort, &mut report.search);
        let Selection::Better { best, runners_up } = selection else {
            return false;
        };
        let known = report.before.len();
        let added = problem.incoming[known..].iter();
        report.before.extend(added.map(|&single_wave| ModelTiming {
            single_wave,
            ..ModelTiming::default()
        }));
        (self.problem, self.runners_up) = (problem, runners_up);
        self.adopt(function, report, best);
        true
    }
}

/// Searches for a better order of one trace.
fn search(problem: &Problem, effort: Effort, stats: &mut SearchStats) -> Selection {
    if !problem.is_free() {
        return Selection::Nothing { any_faster: false };
    }
    let mut found = search_once(problem, effort, stats);
    if effort.budgets().also_default {
        found = found.merge(search_once(problem, Effort::Default, stats), problem);
    }
    let is_refused = matches!(found, Selection::Nothing { any_faster: true });
    if problem.program.is_loop && is_refused {
        let near_incoming = improve_guarded(problem, effort, stats);
        found = found.or(near_incoming);
    }
    found
}

/// Searches on from the present order of a loop.
fn go_on(problem: &Problem, effort: Effort, stats: &mut SearchStats) -> Selection {
    let steps = effort.budgets().further(problem.program.ops.len());
    if !problem.is_free() || steps == 0 {
        return Selection::Nothing { any_faster: false };
    }
    let mut run = SearchRun {
        problem,
        candidates: Candidates::default(),
        stats,
        spent: 0,
    };
    improve(
        &mut run,
        problem.incoming_schedule(),
        Origin::Further,
        steps,
    );
    run.candidates.select(problem, run.stats)
}

fn search_once(problem: &Problem, effort: Effort, stats: &mut SearchStats) -> Selection {
    let budgets = effort.budgets();
    let steps = budgets.steps(problem.program.is_loop, problem.program.ops.len());
    let mut run = SearchRun {
        problem,
        candidates: Candidates::default(),
        stats,
        spent: 0,
    };
    let best = construct(&mut run, steps.construct);
    if problem.program.is_loop {
        if let Some(best) = best {
            improve(&mut run, best, Origin::Improve, steps.improve);
        }
        let nearby = run.candidates.best_without_extra_waits();
        let nearby = nearby.unwrap_or_else(|| problem.incoming_schedule());
        improve(
            &mut run,
            nearby,
            Origin::ImproveNearby,
            steps.improve_nearby,
        );
    }
    let selected = run.candidates.select(problem, run.stats);
    if !budgets.searches_exactly(problem.program.is_loop) {
        return selected;
    }
    let start = selected.schedule().cloned();
    let start = start.unwrap_or_else(|| problem.incoming_schedule());
    match refine(problem, &start, effort, run.stats) {
        Some((schedule, timings)) => selected.improved_by(Accepted {
            schedule,
            timings,
            origin: Origin::Exact,
        }),
        None => selected,
    }
}

/// Clocks of one wave under the first model that the search reaches for a trace, from its present order,
/// without the anti and output dependences that come from reusing registers within an iteration (or run).
/// The difference from its present time is what that reuse costs. Not a bound: it is what a search finds.
pub fn without_reuse(
    function: &Function,
    trace: &Trace,
    hazards: &dyn HazardOracle,
    options: &Options,
) -> Option<Cycles> {
    let model = options.models.get(..1)?;
    let mut problems = ProblemBuilder::new(function, hazards, model, options.walls, 1);
    let problem = problems.build_without_register_reuse(trace);
    let timing = match search(
        &problem,
        options.effort_for(trace),
        &mut SearchStats::default(),
    ) {
        Selection::Better { best, .. } => best.timings.first()?.single_wave,
        Selection::Nothing { .. } => *problem.incoming.first()?,
    };
    Some(timing.period.cycles())
}
