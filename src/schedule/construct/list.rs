//! List scheduling against the simulator itself: the next unit is the most urgent one that
//! can issue at once, else the one that can issue first.

use crate::schedule::problem::{Node, NodeId, Region};
use crate::timing::{Costs, Program, State};

/// How many of the most urgent ready units are looked at for each slot.
const LOOK: usize = 32;

/// How the next unit is chosen among those that are ready.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Style {
    /// FreeSlots that the most urgent unit may stand still without losing its turn.
    pub slack: u32,
    /// FreeSlots that a wait or a wait state of `s_nop` is thought to cost on top of its own.
    pub thrift: u32,
}

/// A ready unit.
#[derive(Clone, Copy)]
struct Ready {
    /// Larger is more urgent.
    urgency: i32,
    unit: NodeId,
    /// The slot before which it cannot issue.
    not_before: u32,
    /// How many units were ordered when it was last looked at.
    seen: usize,
    /// What it needed in front of it then, and what that covers.
    extra: u32,
    covers: u32,
}

impl Ready {
    fn new(unit: NodeId, urgency: i32) -> Ready {
        Ready {
            urgency,
            unit,
            not_before: 0,
            seen: usize::MAX,
            extra: 0,
            covers: 0,
        }
    }

    /// Asks the simulator what it needs if it is next.
    fn look(&mut self, region: &Region, program: &Program, state: &State, accepts: u32) {
        let op = region.units[self.unit as usize].op;
        let plan = state.wave.plan(program, op);
        self.not_before = plan.ready.max(accepts);
        self.extra = plan.waits + plan.nops;
        self.covers = plan.covers();
    }
}

/// Orders one region, by urgency, from `state` on; `state` runs through the result. Appends
/// the units to `order`.
pub(crate) fn list(
    region: &Region,
    program: &Program,
    costs: &Costs,
    urgency: &[i32],
    style: Style,
    state: &mut State,
    order: &mut Vec<NodeId>,
) {
    let count = region.units.len() as NodeId;
    let mut missing: Vec<u32> = (0..count).map(|u| region.indegree(u)).collect();
    // The most urgent last, where it is cheap to take; among equals the earliest.
    let mut ready: Vec<Ready> = Vec::new();
    let mut silent: Vec<NodeId> = Vec::new();
    let key = |r: &Ready| (r.urgency, std::cmp::Reverse(r.unit));
    for unit in (0..count).filter(|&u| missing[u as usize] == 0) {
        match region.units[unit as usize].ops {
            0 => silent.push(unit),
            _ => ready.push(Ready::new(unit, urgency[unit as usize])),
        }
    }
    ready.sort_unstable_by_key(key);
    loop {
        let unit = match silent.pop() {
            Some(unit) => unit,
            None => match pick(
                &mut ready,
                order.len(),
                region,
                program,
                costs,
                style,
                state,
            ) {
                Some(unit) => unit,
                None => return,
            },
        };
        order.push(unit);
        let Node { op, ops, .. } = region.units[unit as usize];
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
            let entry = Ready::new(link.unit, urgency[link.unit as usize]);
            let at = ready.partition_point(|r| key(r) < key(&entry));
            ready.insert(at, entry);
        }
    }
}

/// Takes the unit for the next slot out of `ready`, when so many are ordered.
fn pick(
    ready: &mut Vec<Ready>,
    ordered: usize,
    region: &Region,
    program: &Program,
    costs: &Costs,
    style: Style,
    state: &State,
) -> Option<NodeId> {
    let now = state.wave.now + style.slack;
    let first = ready.len().saturating_sub(LOOK);
    let accepts = state.shared.accept_all(costs);
    let accepts = |unit: NodeId| {
        let op = region.units[unit as usize].op;
        accepts[program.steps[op as usize].pipe as usize]
    };
    for at in (first..ready.len()).rev() {
        let entry = &mut ready[at];
        if entry.not_before > now {
            continue;
        }
        // What the unit alone forbids needs no look at the operands.
        let unit = accepts(entry.unit);
        if unit > now {
            entry.not_before = unit;
            continue;
        }
        entry.look(region, program, state, unit);
        entry.seen = ordered;
        if entry.not_before <= now && (style.thrift == 0 || entry.extra == 0) {
            return Some(ready.remove(at).unit);
        }
    }
    // All stall, or need something put in front of them.
    let mut best: Option<((u32, std::cmp::Reverse<u32>), usize)> = None;
    for at in (first..ready.len()).rev() {
        let entry = &mut ready[at];
        if best.is_some_and(|((slot, _), _)| entry.not_before > slot) {
            continue;
        }
        if entry.seen != ordered {
            let unit = accepts(entry.unit);
            entry.look(region, program, state, unit);
            entry.seen = ordered;
        }
        let slot = entry.not_before + style.thrift * entry.extra;
        // One wait for the youngest load serves the users of all loads before it.
        let covers = if style.thrift > 0 { entry.covers } else { 0 };
        let key = (slot, std::cmp::Reverse(covers));
        if best.is_none_or(|(b, _)| key < b) {
            best = Some((key, at));
        }
    }
    best.map(|(_, at)| ready.remove(at).unit)
}
