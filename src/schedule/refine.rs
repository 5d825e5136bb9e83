//! A last look at code that is no loop: regions that do not meet their bound are searched
//! exactly.

use super::exact::{Case, solve};
use super::stretch::{Order, Stretch};
use crate::timing::{ModelTiming, OpId, State, own};

/// `order` with regions as short as the exact search can make them under the first model, each from
/// the state in which what lies before it ends. A region's new order is no longer under the other
/// models and needs no more waits and wait states; and it is taken only if the whole is faster for
/// one wave and slower than the incoming order nowhere.
pub(crate) fn refine(
    stretch: &Stretch<'_>,
    incoming: &[ModelTiming],
    order: &Order,
    budget: u64,
) -> Option<(Order, Vec<ModelTiming>)> {
    let (program, costs) = (stretch.program, stretch.costs);
    let entries = stretch.entries.iter();
    let mut states: Vec<State> = entries.map(|&e| State::new(program, e)).collect();
    let mut best = stretch.evaluate(&order.ops, 0).0.period;
    let (mut refined, mut found) = (order.clone(), None);
    let mut left = budget;
    let mut at = 0;
    for (which, region) in stretch.regions.iter().enumerate() {
        let (first, end) = (
            region.first_op as usize,
            (region.first_op + region.ops) as usize,
        );
        let run = |states: &mut [State], ops: &[OpId]| {
            for (state, costs) in states.iter_mut().zip(costs) {
                state.run(program, costs, ops);
            }
        };
        run(&mut states, &refined.ops[at..first]);
        at = end;
        let begins = states.clone();
        run(&mut states, &refined.ops[first..end]);
        if region.pinned || region.ops < 2 || left == 0 {
            continue;
        }
        let ends = costs.iter().zip(&begins).zip(&states);
        let cases: Vec<Case<'_>> = ends
            .map(|((costs, begin), end)| Case::new(region, program, costs, begin, end))
            .collect();
        let solved = solve(region, program, &cases[0], Some(&cases[1..]), left);
        left = left.saturating_sub(solved.steps);
        let Some(units) = solved.order else { continue };
        let mut new = refined.clone();
        new.units[which] = units;
        let all = 0..new.units[which].len();
        new.expand_window(which, region, all);
        let Some(timings) = measured(stretch, incoming, &new) else {
            continue;
        };
        if timings[0].one.period >= best {
            continue;
        }
        best = timings[0].one.period;
        states = begins;
        run(&mut states, &new.ops[first..end]);
        found = Some(timings);
        refined = new;
    }
    found.map(|timings| (refined, timings))
}

/// The costs of an order, if it loses nowhere against the incoming one.
fn measured(
    stretch: &Stretch<'_>,
    incoming: &[ModelTiming],
    order: &Order,
) -> Option<Vec<ModelTiming>> {
    let mut timings = Vec::with_capacity(incoming.len());
    for (model, old) in incoming.iter().enumerate() {
        let one = stretch.evaluate(&order.ops, model).0;
        if one.period > old.one.period {
            return None;
        }
        let (costs, entry) = (&stretch.costs[model], stretch.entries[model]);
        let own = own(
            stretch.program,
            costs,
            &order.ops,
            stretch.waves,
            entry,
            one,
        );
        if own > old.own {
            return None;
        }
        timings.push(ModelTiming { one, own });
    }
    Some(timings)
}
