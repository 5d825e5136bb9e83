//! List scheduling against the simulator itself: the next unit is the most urgent one that
//! can issue at once, else the one that can issue first.

use super::region::{Region, UnitId};
use crate::timing::{Costs, Program, State};

/// How many of the most urgent ready units are looked at for each slot.
const LOOK: usize = 32;

/// A ready unit.
#[derive(Clone, Copy)]
struct Ready {
    /// Larger is more urgent.
    urgency: i32,
    unit: UnitId,
    /// The slot before which it cannot issue.
    not_before: u32,
}

/// Orders one region, by urgency, from `state` on; `state` runs through the result. Appends
/// the units to `order`.
pub(crate) fn list(
    region: &Region,
    program: &Program,
    costs: &Costs,
    urgency: &[i32],
    slack: u32,
    state: &mut State,
    order: &mut Vec<UnitId>,
) {
    let count = region.units.len() as UnitId;
    let mut missing: Vec<u32> = (0..count).map(|u| region.indegree(u)).collect();
    // The most urgent last, where it is cheap to take; among equals the earliest.
    let mut ready: Vec<Ready> = Vec::new();
    let mut silent: Vec<UnitId> = Vec::new();
    let key = |r: &Ready| (r.urgency, std::cmp::Reverse(r.unit));
    for unit in (0..count).filter(|&u| missing[u as usize] == 0) {
        match region.units[unit as usize].ops {
            0 => silent.push(unit),
            _ => ready.push(Ready {
                urgency: urgency[unit as usize],
                unit,
                not_before: 0,
            }),
        }
    }
    ready.sort_unstable_by_key(key);
    loop {
        let unit = match silent.pop() {
            Some(unit) => unit,
            None => match pick(&mut ready, region, program, costs, slack, state) {
                Some(unit) => unit,
                None => return,
            },
        };
        order.push(unit);
        let Unit { op, ops, .. } = region.units[unit as usize];
        for op in op..op + ops {
            state.step(program, costs, op);
        }
        for link in region.successors(unit) {
            let left = &mut missing[link.unit as usize];
            *left -= 1;
            if *left > 0 {
                continue;
            }
            if region.units[link.unit as usize].ops == 0 {
                silent.push(link.unit);
                continue;
            }
            let entry = Ready {
                urgency: urgency[link.unit as usize],
                unit: link.unit,
                not_before: 0,
            };
            let at = ready.partition_point(|r| key(r) < key(&entry));
            ready.insert(at, entry);
        }
    }
}

use super::region::Unit;

/// Takes the unit for the next slot out of `ready`.
fn pick(
    ready: &mut Vec<Ready>,
    region: &Region,
    program: &Program,
    costs: &Costs,
    slack: u32,
    state: &State,
) -> Option<UnitId> {
    let now = state.wave.now + slack;
    let first = ready.len().saturating_sub(LOOK);
    let exact = |r: &Ready| {
        let op = region.units[r.unit as usize].op;
        let unit = state.shared.accepts(program.ops[op as usize].pipe, costs);
        // What the unit alone forbids needs no look at the operands.
        if unit > now {
            return unit;
        }
        state.wave.plan(program, op).ready.max(unit)
    };
    for at in (first..ready.len()).rev() {
        if ready[at].not_before > now {
            continue;
        }
        ready[at].not_before = exact(&ready[at]);
        if ready[at].not_before <= now {
            return Some(ready.remove(at).unit);
        }
    }
    // All stall. A bound is never too high, so the lowest one that is exact wins.
    loop {
        let at = (first..ready.len())
            .rev()
            .min_by_key(|&at| ready[at].not_before)?;
        let op = region.units[ready[at].unit as usize].op;
        let unit = state.shared.accepts(program.ops[op as usize].pipe, costs);
        let slot = state.wave.plan(program, op).ready.max(unit);
        if slot <= ready[at].not_before {
            return Some(ready.remove(at).unit);
        }
        ready[at].not_before = slot;
    }
}
