//! What the heuristic search leaves: regions that do not meet their lower bound are searched
//! exactly, to shorten them ([`refine`]) or to prove that they cannot be beaten ([`certify`]).
//!
//! * `lower_bound`: what no order of a region can beat.
//! * `branch_and_bound`: the search, and the proof that it leaves out no shorter order; with
//!   `symmetry` and `visited`, two of its reasons to cut off a branch.
//! * `certificate`: what is known of each region of a finished order.
//! * `recheck`: a self-check of certificates.
//! * `walk`: the states in which regions begin and end.

mod branch_and_bound;
mod certificate;
mod lower_bound;
mod recheck;
mod symmetry;
#[cfg(test)]
mod tests;
mod visited;
mod walk;

pub use certificate::{Certificate, certify};
pub use recheck::{Contradiction, FalseCertificate, false_certificates};

use crate::schedule::Effort;
use crate::schedule::candidates::measured;
use crate::schedule::exact::branch_and_bound::{RegionProblem, solve};
use crate::schedule::exact::walk::{Around, Walk, begins, positions};
use crate::schedule::options::ExactBudgets;
use crate::schedule::problem::{NodeId, Problem, Region, Schedule};
use crate::timing::{ModelTiming, SimState, Simulation};

/// What [`refine`] did to a trace.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ExactStats {
    /// Instructions issued or considered in the simulator.
    pub steps: u64,
    /// Regions searched: small enough, and not at their lower bound.
    pub regions_searched: u32,
    /// Regions of which a shorter order was taken.
    pub regions_improved: u32,
    /// Shorter orders of a region refused because the trace would not gain, or would lose under
    /// another model or at the kernel's own number of waves.
    pub refused_by_acceptance: u32,
    /// Shorter orders of a region refused because the trace is no faster than with what had been
    /// found before.
    pub refused_no_faster: u32,
}

/// A schedule that was accepted, with its timings by model.
type Accepted = (Schedule, Vec<ModelTiming>);

/// Shortens the regions of a schedule of a trace, one after the other. `None` when nothing better
/// is found.
///
/// A region gets the shortest order that the exact search finds under the first model, from the
/// state in which the code before it ends (of a loop: in the settled iteration of `schedule`), that
/// is no longer under the other models and needs no more waits and wait states. It is taken only if
/// the trace becomes faster for one wave and is slower than the incoming order nowhere.
pub(crate) fn refine(
    problem: &Problem,
    incoming: &[ModelTiming],
    schedule: &Schedule,
    effort: Effort,
) -> (Option<Accepted>, ExactStats) {
    let budgets = effort.exact_budgets();
    let mut stats = ExactStats::default();
    let fits = |region: &Region| fits(region, &budgets);
    let budget = budgets.refine_steps_per_instruction * problem.program.ops.len() as u64;
    if budget == 0 || problem.costs.is_empty() || !problem.regions.iter().any(fits) {
        return (None, stats);
    }
    let (program, costs) = (&problem.program, &problem.costs);
    let first = Simulation {
        program,
        costs: &costs[0],
        order: &schedule.ops,
    };
    let first = first.settle(problem.starts[0].clone());
    let entries = problem.starts[1..].iter().cloned();
    let others = begins(program, &costs[1..], &schedule.ops, entries);
    let states: Vec<SimState> = std::iter::once(first.begin).chain(others).collect();
    let mut best = first.figures.period;
    let (mut refined, mut accepted) = (schedule.clone(), None);
    let mut walk = Walk::new(program, costs, states);
    for (which, region) in problem.regions.iter().enumerate() {
        let around = walk.pass(&refined.ops, positions(region));
        if !fits(region) || stats.steps >= budget {
            continue;
        }
        let left = budget - stats.steps;
        let most_nodes = budgets.refine_most_nodes;
        let Some(order) = shorter(problem, region, &around, most_nodes, left, &mut stats) else {
            continue;
        };
        let mut new = refined.clone();
        let all = 0..order.len();
        new.units[which] = order;
        new.expand_window(which, region, all);
        let Some(timings) = measured(problem, incoming, &new, false) else {
            stats.refused_by_acceptance += 1;
            continue;
        };
        if timings[0].single_wave.period >= best {
            stats.refused_no_faster += 1;
            continue;
        }
        stats.regions_improved += 1;
        best = timings[0].single_wave.period;
        walk.pass_again(around.before, &new.ops[positions(region)]);
        accepted = Some(timings);
        refined = new;
    }
    (accepted.map(|timings| (refined, timings)), stats)
}

/// Whether a region may and can be reordered within the budgets.
fn fits(region: &Region, budgets: &ExactBudgets) -> bool {
    !region.pinned && region.ops >= 2 && region.units.len() <= budgets.refine_most_nodes
}

/// The shortest order found of a region that does not meet its lower bound, if it is shorter than
/// the present one.
fn shorter(
    problem: &Problem,
    region: &Region,
    around: &Around,
    most_nodes: usize,
    budget: u64,
    stats: &mut ExactStats,
) -> Option<Vec<NodeId>> {
    let (program, costs) = (&problem.program, &problem.costs);
    // The better bound takes time, and most regions meet the simpler one.
    let mut cases = RegionProblem::by_model(region, program, costs, around, 0);
    if cases[0].is_at_bound() {
        return None;
    }
    let (before, after) = (&around.before[0], &around.after[0]);
    cases[0] = RegionProblem::new(region, program, &costs[0], before, after, most_nodes);
    stats.regions_searched += 1;
    let solved = solve(region, program, &cases[0], Some(&cases[1..]), budget);
    stats.steps += solved.steps;
    solved.order
}
