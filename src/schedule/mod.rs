//! Reordering: regions, dependences, list scheduling, search, and the decision to take a new
//! order.
//!
//! The incoming order stays unless a new one is strictly faster for one wave under the first
//! model, and slower nowhere: under no model, and not at the kernel's own number of waves. In
//! code that is no loop, being as fast with everything returned sooner counts as faster. A new
//! order may need more `s_waitcnt` or wait states; whether the function can afford them is for
//! the guard of the pipeline to say, on the finished stream, and [`TraceReport::take_back`]
//! then gives the next best order.

mod candidates;
mod construct;
mod exact;
mod improve;
mod objective;
mod options;
mod problem;
mod report;
mod rng;

use crate::gpu::Cycles;
use crate::machine::occupancy::occupancy;
use crate::machine::{Function, InstId};
use crate::timing::{Costs, Entries, HazardOracle, ModelTiming, Program, State, Trace};
use candidates::{Failure, Findings, Found, RunnersUp};
use exact::refine;
pub use exact::{
    Certificate, Contradiction, ExactStats, FalseCertificate, certify, false_certificates,
};
pub use options::{Effort, Options, Walls};
use problem::{Problem, Region, Schedule};
pub use report::{Decision, Kept, Reason, RegionReport, Report, TraceReport};

/// Each wait and wait state that a loop has above the incoming number must save one part in so many
/// of its time.
pub const PRICE: u32 = 32;

/// Reorders a function where that makes it faster.
pub fn schedule(function: &mut Function, needs: &dyn HazardOracle, options: &Options) -> Report {
    let waves = options.waves.unwrap_or_else(|| occupancy(function)).max(1);
    let mut unit_of = vec![u32::MAX; function.inst_count()];
    let mut entries = Entries::new(function, options.models.len());
    let mut traces = Vec::new();
    for trace in Trace::all(function) {
        let program = Program::compile(function, &trace.blocks, trace.next, needs);
        let models = options.models.iter();
        let costs: Vec<Costs> = models.map(|m| program.costs(function, m)).collect();
        let regions = regions_of(function, &trace, options.walls, &mut unit_of);
        let starts = (0..costs.len())
            .map(|m| State::new(&program, entries.of(function, &trace, m)))
            .collect();
        let mut problem = Problem::new(program, regions, costs, starts, waves);
        let incoming = Schedule::incoming(&problem);
        let mut before = problem.begin();
        let free = problem.regions.iter().any(|r| !r.pinned) && !before.is_empty();
        let found = match free {
            true => find(&problem, &before, options.effort),
            false => Err(Failure::NoneFaster),
        };
        for (model, timing) in before.iter_mut().enumerate() {
            if options.own_figures || problem.incoming_at_occupancy[model].get().is_some() {
                timing.at_occupancy = problem.incoming_at_occupancy(model, timing.single_wave);
            }
        }
        let (order, after, others, failure) = match found {
            Ok(found) => (found.best.order, found.best.timings, found.others, None),
            Err(failure) => (
                incoming,
                before.clone(),
                RunnersUp::default(),
                Some(failure),
            ),
        };
        for (which, costs) in problem.costs.iter().enumerate() {
            entries.leave(function, &trace, which, &problem.program, costs, &order.ops);
        }
        let blocks = trace.blocks.iter();
        let orders = blocks.map(|&b| function.block(b).order.clone()).collect();
        let orders = block_orders(orders, &trace, &problem.regions, &order);
        for (&block, order) in trace.blocks.iter().zip(orders) {
            function.set_order(block, order);
        }
        traces.push(TraceReport {
            frequency: function.block(trace.blocks[0]).frequency,
            before,
            after,
            regions: report_regions(&problem.regions, &order, failure),
            others,
            trace,
            problem,
            robustness: None,
        });
    }
    Report { waves, traces }
}

/// Clocks of one wave under the first model that the search finds for a trace, of the order it
/// has, if the reuse of registers inside an iteration (or run) held nothing back: how much of its
/// time anti and output dependences cost. A search finds it, so that less may be possible.
pub fn without_reuse(
    function: &Function,
    trace: &Trace,
    needs: &dyn HazardOracle,
    options: &Options,
) -> Option<Cycles> {
    let model = options.models.first()?;
    let program = Program::compile(function, &trace.blocks, trace.next, needs).renamed();
    let mut unit_of = vec![u32::MAX; function.inst_count()];
    let regions = regions_of(function, trace, options.walls, &mut unit_of);
    let regions = regions.iter().map(|region| region.relinked(&program));
    let regions = regions.collect();
    let costs = vec![program.costs(function, model)];
    let starts = vec![State::new(&program, None)];
    let mut problem = Problem::new(program, regions, costs, starts, 1);
    let before = problem.begin();
    let found = find(&problem, &before, options.effort);
    let best = found.map_or(before, |found| found.best.timings);
    best.first()
        .map(|timing| timing.single_wave.period.cycles())
}

/// Searches a trace with an effort. The most finds nothing worse than the default.
fn find(problem: &Problem, before: &[ModelTiming], effort: Effort) -> Result<Findings, Failure> {
    let found = find_within(problem, before, effort);
    match effort {
        Effort::Max => match (found, find_within(problem, before, Effort::Default)) {
            (Ok(most), Ok(default)) => Ok(most.with(default, before)),
            (found, default) => found.or(default),
        },
        Effort::Fast | Effort::Default => found,
    }
}

/// Searches a trace within the budgets of an effort: heuristically, and then exactly around
/// what that found.
fn find_within(
    problem: &Problem,
    before: &[ModelTiming],
    effort: Effort,
) -> Result<Findings, Failure> {
    let (loops, other) = effort.budget();
    let per_op = if problem.program.is_loop {
        loops
    } else {
        other
    };
    let found = problem.search(before, per_op * problem.program.ops.len() as u64);
    if effort == Effort::Fast {
        return found;
    }
    let order = match &found {
        Ok(found) => found.best.order.clone(),
        Err(_) => Schedule::incoming(problem),
    };
    let (Some((order, timings)), _) = refine(problem, before, &order, effort) else {
        return found;
    };
    // Should the function not afford it, there is what the search found.
    let others = found.map_or_else(|_| RunnersUp::default(), Findings::into_all);
    let best = Found { order, timings };
    Ok(Findings { best, others })
}

fn regions_of(
    function: &Function,
    trace: &Trace,
    walls: Walls,
    unit_of: &mut [u32],
) -> Vec<Region> {
    let mut regions = Vec::new();
    let mut first_op = 0;
    for &block in &trace.blocks {
        regions.extend(Region::of_block(function, block, first_op, walls, unit_of));
        let order = function.block(block).order.iter();
        first_op += order
            .filter(|&&i| crate::timing::issues(function, i))
            .count() as u32;
    }
    regions
}

fn report_regions(
    regions: &[Region],
    order: &Schedule,
    failure: Option<Failure>,
) -> Vec<RegionReport> {
    let regions = regions.iter().enumerate();
    regions
        .map(|(at, region)| {
            let insts = order.insts(at, region);
            let moved = insts
                .iter()
                .zip(&region.insts)
                .filter(|(new, old)| new != old)
                .count();
            let decision = match failure {
                _ if region.pinned => Decision::Kept(Reason::Directive),
                Some(Failure::NoneFaster) => Decision::Kept(Reason::NoneFaster),
                Some(Failure::Worse) => Decision::Kept(Reason::SlowerElsewhere),
                None if moved == 0 => Decision::Kept(Reason::Unmoved),
                None => Decision::Reordered,
            };
            RegionReport {
                block: region.block,
                begin: region.begin,
                instructions: region.insts.len(),
                moved,
                decision,
            }
        })
        .collect()
}

/// The incoming orders of the blocks of a trace with their regions in a new order.
fn block_orders(
    mut orders: Vec<Vec<InstId>>,
    trace: &Trace,
    regions: &[Region],
    order: &Schedule,
) -> Vec<Vec<InstId>> {
    for (at, region) in regions.iter().enumerate() {
        debug_assert!(region.allows(&order.units[at]));
        let Some(place) = trace.blocks.iter().position(|&b| b == region.block) else {
            continue;
        };
        let insts = order.insts(at, region);
        if insts != region.insts && region.allows(&order.units[at]) {
            orders[place][region.begin..region.begin + insts.len()].copy_from_slice(&insts);
        }
    }
    orders
}

#[cfg(test)]
mod tests;
