//! List schedules of a round: of the instructions that may come next, the one that issues first does. Registers that there are
//! not count as time.

use std::cmp::Reverse;

use super::Loop;
use super::pressure::Pressure;
use super::round::Round;
use crate::timing::SimState;

/// Issue slots charged for each register that is missing.
const REGISTER: u32 = 4;

/// Which instructions are looked at first, and how many of them.
pub(super) struct Priorities<'a> {
    /// By node: more goes first; of equals, what comes first in the present order.
    pub by_node: &'a [u32],
    pub look_ahead: usize,
}

/// A node that may come next.
struct Ready {
    node: u32,
    /// The slot before which it cannot issue, as far as is known.
    not_before: u32,
}

impl Loop {
    /// The nodes of a round in another order, and the number of instructions that were simulated. `state`: at the beginning of
    /// the round, under the first model.
    pub(super) fn listed(
        &self,
        round: &Round<'_>,
        priorities: &Priorities<'_>,
        mut pressure: Pressure<'_>,
        mut state: SimState,
    ) -> (Vec<u32>, u64) {
        let mut steps = 0;
        let key = |node: u32| {
            let at = node as usize;
            (priorities.by_node[at], Reverse(round.place[at]))
        };
        // By node: what must come before it and is not listed yet.
        let mut missing = vec![0_u32; round.order.len()];
        for &(to, _) in round.after.iter().flatten() {
            missing[to as usize] += 1;
        }
        let mut ready: Vec<Ready> = Vec::new();
        // The first comes last.
        let insert = |ready: &mut Vec<Ready>, node: u32| {
            let at = ready.partition_point(|other| key(other.node) < key(node));
            let not_before = 0;
            ready.insert(at, Ready { node, not_before });
        };
        let is_first = |node: u32| round.group_of(node).start == node;
        for &node in round.order.iter().filter(|&&n| is_first(n)) {
            if missing[node as usize] == 0 {
                insert(&mut ready, node);
            }
        }
        let branch = self.graph.movable as u32;
        let mut listed = Vec::with_capacity(round.order.len());
        while !ready.is_empty() {
            let (mut best, mut next) = (u32::MAX, 0);
            let is_due = listed.len() >= round.place[branch as usize] as usize;
            for at in (0..ready.len()).rev().take(priorities.look_ahead) {
                let Ready { node, not_before } = ready[at];
                // The branch keeps its place, or comes as soon behind it as it can.
                if node == branch && ready.len() > 1 {
                    if !is_due {
                        continue;
                    }
                    next = at;
                    break;
                }
                if not_before > state.wave.now && not_before >= best {
                    continue;
                }
                let slot = self.first_op(node).map_or(state.wave.now, |op| {
                    steps += 1;
                    state.plan(&self.program, &self.costs[0], op).1
                });
                ready[at].not_before = slot;
                let slot = slot + REGISTER * pressure.more(node);
                if slot < best {
                    (best, next) = (slot, at);
                }
                if slot <= state.wave.now {
                    break;
                }
            }
            for node in round.group_of(ready.remove(next).node) {
                self.step(&mut state, node);
                pressure.step(node);
                steps += 1;
                listed.push(node);
                for &(to, _) in &round.after[node as usize] {
                    missing[to as usize] -= 1;
                    if missing[to as usize] == 0 && is_first(to) {
                        insert(&mut ready, to);
                    }
                }
            }
        }
        (listed, steps)
    }
}
