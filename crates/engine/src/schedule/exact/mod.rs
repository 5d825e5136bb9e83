//! Exact search, after the heuristic one: regions that do not meet their lower bound are searched
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
mod region_problem;
mod symmetry;
#[cfg(test)]
mod tests;
mod visited;
mod walk;

pub use certificate::{Certificate, certify};
pub use recheck::{Contradiction, FalseCertificate, false_certificates};

use crate::schedule::accept::Refusal;
use crate::schedule::candidates::measure;
use crate::schedule::exact::branch_and_bound::solve;
use crate::schedule::exact::region_problem::RegionProblem;
use crate::schedule::exact::walk::{Around, Walk, begins, positions};
use crate::schedule::options::{Effort, ExactBudgets};
use crate::schedule::problem::{NodeId, Problem, Region, Schedule};
use crate::schedule::stats::SearchStats;
use crate::timing::{ModelTiming, SimState, Simulation};

/// Shortens the regions of a schedule of a trace, one after the other. `None` when nothing better
/// is found.
///
/// A region gets the shortest order that the exact search finds under the first model, from the
/// state in which the code before it ends (of a loop: in the settled iteration of `schedule`), that
/// is no longer under the other models and needs no more waits and wait states. It is taken only if
/// the trace becomes faster for one wave and is slower than the incoming order nowhere.
pub(crate) fn refine(
    problem: &Problem,
    schedule: &Schedule,
    effort: Effort,
    stats: &mut SearchStats,
) -> Option<(Schedule, Vec<ModelTiming>)> {
    let budgets = effort.exact_budgets();
    let fits = |region: &Region| fits(region, &budgets);
    let mut left = budgets.refine_steps_per_instruction * problem.program.ops.len() as u64;
    if left == 0 || problem.costs.is_empty() || !problem.regions.iter().any(fits) {
        return None;
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
    for (which, region) in problem.regions.iter_enumerated() {
        let around = walk.pass(&refined.ops, positions(region));
        if !fits(region) || left == 0 {
            continue;
        }
        let (order, spent) = shorter(problem, region, &around, budgets.refine_most_nodes, left);
        left = left.saturating_sub(spent);
        stats.exact.steps += spent;
        let Some(order) = order else { continue };
        stats.exact.schedules += 1;
        let mut new = refined.clone();
        let all = 0..order.len();
        new.nodes[which] = order;
        new.expand_window(which, region, all);
        let measured = measure(problem, &new, true);
        let measured = measured.and_then(|timings| {
            let is_faster = timings[0].single_wave.period < best;
            is_faster.then_some(timings).ok_or(Refusal::NotFaster)
        });
        let timings = match measured {
            Ok(timings) => timings,
            Err(refusal) => {
                stats.refuse(refusal);
                continue;
            }
        };
        stats.exact.candidates += 1;
        best = timings[0].single_wave.period;
        walk.pass_again(around.before, &new.ops[positions(region)]);
        accepted = Some(timings);
        refined = new;
    }
    accepted.map(|timings| (refined, timings))
}

/// Whether a region may and can be reordered within the budgets.
fn fits(region: &Region, budgets: &ExactBudgets) -> bool {
    !region.pinned && region.ops >= 2 && region.nodes.len() <= budgets.refine_most_nodes
}

/// The shortest order found of a region that does not meet its lower bound, if it is shorter than
/// the present one; and the steps it took.
fn shorter(
    problem: &Problem,
    region: &Region,
    around: &Around,
    most_nodes: usize,
    budget: u64,
) -> (Option<Vec<NodeId>>, u64) {
    let (program, costs) = (&problem.program, &problem.costs);
    // The better bound takes time, and most regions meet the simpler one.
    let mut problems = RegionProblem::by_model(region, program, costs, around, 0);
    if problems[0].is_at_bound() {
        return (None, 0);
    }
    let (before, after) = (&around.before[0], &around.after[0]);
    problems[0] = RegionProblem::new(region, program, &costs[0], before, after, most_nodes);
    let solved = solve(region, program, &problems[0], Some(&problems[1..]), budget);
    (solved.order, solved.steps)
}
