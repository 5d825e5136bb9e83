//! A last look at what the search found: regions that do not meet their bound are searched
//! exactly.

mod branch_and_bound;
mod certificate;
mod lower_bound;
mod symmetry;
#[cfg(test)]
mod tests;
mod visited;

pub use certificate::{Certificate, certify};

use crate::schedule::candidates::measure;
use crate::schedule::exact::branch_and_bound::{RegionProblem, solve};
use crate::schedule::options::Effort;
use crate::schedule::problem::Region;
use crate::schedule::problem::{Problem, Schedule};
use crate::timing::{Figures, ModelTiming, OpId, State};

/// `order` with regions as short as the exact search can make them under the first model, each from
/// the state in which what lies before it ends (of a loop: in the settled iteration of `order`). A region's new order is no longer under the other
/// models and needs no more waits and wait states; and it is taken only if the whole is faster for
/// one wave and slower than the incoming order nowhere.
pub(crate) fn refine(
    problem: &Problem,
    order: &Schedule,
    effort: Effort,
) -> Option<(Schedule, Vec<ModelTiming>)> {
    let budgets = effort.exact_budgets();
    let most_units = budgets.refine_most_nodes;
    let mut left = budgets.refine_steps_per_instruction * problem.program.ops.len() as u64;
    let fits =
        |region: &Region| !region.pinned && region.ops >= 2 && region.units.len() <= most_units;
    if left == 0 || !problem.regions.iter().any(fits) {
        return None;
    }
    let (program, costs) = (&problem.program, &problem.costs);
    let models = match program.is_loop {
        true => costs.len(),
        false => 1,
    };
    let ends = (0..models).map(|model| problem.evaluate(&order.ops, model));
    let (figures, settled): (Vec<Figures>, Vec<State>) = ends.unzip();
    let mut states = match program.is_loop {
        true => settled,
        false => problem.starts.clone(),
    };
    let mut best = figures.first()?.period;
    let (mut refined, mut found) = (order.clone(), None);
    let mut at = 0;
    for (which, region) in problem.regions.iter().enumerate() {
        let std::ops::Range { start: first, end } = region.op_range().positions();
        let run = |states: &mut [State], ops: &[OpId]| {
            for (state, costs) in states.iter_mut().zip(costs) {
                state.run(program, costs, ops);
            }
        };
        run(&mut states, &refined.ops[at..first]);
        at = end;
        let begins = states.clone();
        run(&mut states, &refined.ops[first..end]);
        if !fits(region) || left == 0 {
            continue;
        }
        let ends = costs.iter().zip(&begins).zip(&states);
        let mut cases: Vec<RegionProblem<'_>> = ends
            .map(|((costs, begin), end)| RegionProblem::new(region, program, costs, begin, end, 0))
            .collect();
        if cases[0].slots == cases[0].relaxed.bound {
            continue;
        }
        cases[0] = RegionProblem::new(
            region, program, &costs[0], &begins[0], &states[0], most_units,
        );
        let solved = solve(region, program, &cases[0], Some(&cases[1..]), left);
        left = left.saturating_sub(solved.steps);
        let Some(units) = solved.order else { continue };
        let mut new = refined.clone();
        new.units[which] = units;
        let all = 0..new.units[which].len();
        new.expand_window(which, region, all);
        let Ok(timings) = measure(problem, &new, true) else {
            continue;
        };
        if timings[0].single_wave.period >= best {
            continue;
        }
        best = timings[0].single_wave.period;
        states = begins;
        run(&mut states, &new.ops[first..end]);
        found = Some(timings);
        refined = new;
    }
    found.map(|timings| (refined, timings))
}
