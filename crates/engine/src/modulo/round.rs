//! One round of a loop whose iterations overlap, from any place of its order to the same place of the next round, as a
//! problem by itself: which instructions must follow which, and how late each may come.
//!
//! What holds between instructions of different rounds is not looked at: so an order that is made for a round from one place
//! leaves its two ends as they were, and one from another place mends them.

use std::cmp::Reverse;
use std::ops::Range;

use super::Loop;
use super::placement::Placement;
use crate::schedule::ReservationTable;
use crate::timing::SimState;

/// A round. The branch is somewhere in it: what comes before it is of an iteration that began one round earlier than the same
/// instruction behind it.
pub(super) struct Round<'a> {
    looped: &'a Loop,
    placement: &'a Placement,
    /// The nodes, in their present order.
    pub order: Vec<u32>,
    /// By node: its place in that order.
    pub place: Vec<u32>,
    /// By node: its stage, counted from this round's first place; -1 for what belongs to the next iteration.
    pub stage: Vec<i64>,
    /// By node: those that must follow in this round, each with the slots between the two.
    pub after: Vec<Vec<(u32, u32)>>,
}

impl<'a> Round<'a> {
    /// The round of an order from a place on.
    pub fn new(looped: &'a Loop, placement: &'a Placement, from: usize) -> Round<'a> {
        let graph = &looped.graph;
        let mut order = placement.order.clone();
        order.rotate_left(from);
        let mut place = vec![0; order.len()];
        for (at, &node) in (0..).zip(&order) {
            place[node as usize] = at;
        }
        let times = placement.times().iter();
        let stage: Vec<i64> = times
            .map(|time| (time - from as i64).div_euclid(placement.length()))
            .collect();
        let mut after: Vec<Vec<(u32, u32)>> =
            (graph.after.iter().zip(&looped.latencies).zip(&stage))
                .map(|((arcs, latencies), own)| {
                    let arcs = arcs.iter().zip(latencies);
                    arcs.filter(|(arc, _)| {
                        stage[arc.node as usize] + i64::from(arc.distance) == *own
                    })
                    .map(|(arc, &latency)| (arc.node, latency))
                    .collect()
                })
                .collect();
        // An instruction may be in one of two rounds of its iteration.
        let branch = graph.movable as u32;
        for node in 0..branch {
            match stage[node as usize] {
                0 => {}
                1 => after[node as usize].push((branch, 0)),
                _ => after[branch as usize].push((node, 0)),
            }
        }
        Round {
            looped,
            placement,
            order,
            place,
            stage,
            after,
        }
    }

    /// By node: the slot in which it could issue if it waited for what it depends on alone.
    pub fn earliest(&self) -> Vec<u32> {
        let mut slots = vec![0; self.order.len()];
        for &node in &self.order {
            for &(to, latency) in &self.after[node as usize] {
                let slot = slots[node as usize] + latency;
                slots[to as usize] = slot.max(slots[to as usize]);
            }
        }
        slots
    }

    /// By node: the slot in which it issues now, under the first model. `state`: at the beginning of the round.
    pub fn present(&self, mut state: SimState) -> Vec<u32> {
        let mut slots = vec![0; self.order.len()];
        for &node in &self.order {
            slots[node as usize] = self.looped.step(&mut state, node);
        }
        slots
    }

    /// By node: how many slots before the end of the round it issues if all come as late as they can, those first that come
    /// last by these slots ([justification](crate::schedule)).
    pub fn latest(&self, slots: &[u32]) -> Vec<u32> {
        let looped = self.looped;
        let mut last_first = self.order.clone();
        last_first.sort_by_key(|&n| Reverse((slots[n as usize], self.place[n as usize])));
        let mut tails = vec![0; self.order.len()];
        let mut table = ReservationTable::default();
        for node in last_first {
            let after = self.after[node as usize].iter();
            let least = after.map(|&(to, latency)| latency + tails[to as usize]);
            let least = least.max().unwrap_or(0);
            let mut tail = least;
            for op in looped.ops[node as usize].into_iter().rev() {
                let cost = &looped.costs[0].ops[op];
                tail = table.place(tail, cost.issue, looped.program.ops[op].pipe, cost.busy);
            }
            tails[node as usize] = tail;
        }
        tails
    }

    /// The loop with the nodes of this round in another order.
    pub fn placement_of(&self, mut order: Vec<u32>) -> Placement {
        debug_assert_eq!(order.len(), self.order.len());
        let branch = self.looped.graph.movable;
        let is_branch = |&node: &u32| node as usize >= branch;
        let end = order.iter().rposition(is_branch).map_or(0, |at| at + 1);
        let mut stages = vec![0; order.len()];
        for (at, &node) in order.iter().enumerate() {
            let stage = self.stage[node as usize] + i64::from(at >= end);
            debug_assert!((0..2).contains(&stage), "node {node} in stage {stage}");
            stages[node as usize] = u32::try_from(stage).unwrap_or(0);
        }
        order.rotate_left(end);
        self.placement.restaged(order, &stages)
    }

    /// A node and what comes right behind it: of branches, all.
    pub fn group_of(&self, node: u32) -> Range<u32> {
        let branch = self.looped.graph.movable as u32;
        match node < branch {
            true => node..node + 1,
            false => branch..self.order.len() as u32,
        }
    }
}
