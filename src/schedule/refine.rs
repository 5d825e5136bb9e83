//! A last look at code that is no loop: regions that do not meet their bound are searched
//! exactly.

use super::bound::Relaxed;
use super::exact::solve;
use super::stretch::{Order, Stretch};
use crate::timing::{ModelTiming, State, own};

/// An order in which every region is as short as the exact search could make it under the first
/// model, from the state in which the one before it ends; if it is faster than `order` for one wave
/// and slower than the incoming order nowhere.
pub(crate) fn refine(
    stretch: &Stretch<'_>,
    incoming: &[ModelTiming],
    order: &Order,
    budget: u64,
) -> Option<(Order, Vec<ModelTiming>)> {
    let (program, costs) = (stretch.program, stretch.costs.first()?);
    let mut left = budget;
    let mut state = State::new(program, stretch.entries[0]);
    let mut refined = order.clone();
    let (mut at, mut changed) = (0, false);
    for (which, region) in stretch.regions.iter().enumerate() {
        let (first, end) = (
            region.first_op as usize,
            (region.first_op + region.ops) as usize,
        );
        state.run(program, costs, &refined.ops[at..first]);
        at = end;
        let begin = state.clone();
        state.run(program, costs, &refined.ops[first..end]);
        if region.pinned || region.ops < 2 || left == 0 {
            continue;
        }
        let slots = state.wave.now - begin.wave.now;
        let relaxed = Relaxed::new(region, program, costs, Some(&begin));
        let solved = solve(region, program, costs, &begin, &relaxed, slots, left);
        left = left.saturating_sub(solved.steps);
        if let Some(units) = solved.order {
            refined.units[which] = units;
            let all = 0..refined.units[which].len();
            refined.expand_window(which, region, all);
            state = begin;
            state.run(program, costs, &refined.ops[first..end]);
            changed = true;
        }
    }
    if !changed {
        return None;
    }
    let timings = measured(stretch, incoming, &refined)?;
    let before = stretch.evaluate(&order.ops, 0).0;
    (timings[0].one.period < before.period).then_some((refined, timings))
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
