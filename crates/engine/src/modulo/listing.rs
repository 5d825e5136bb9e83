//! A list schedule of a loop whose iterations overlap: stages stay, and of the instructions that may come next the one that
//! issues first does. Search begins with it where it is better than the order of a cut.

use super::Loop;
use super::placement::Placement;
use crate::timing::SimState;

/// How many instructions, the next ones in the present order, are looked at for each place.
const LOOK_AHEAD: usize = 8;

impl Loop {
    /// The nodes that may move in another order, and the number of instructions that were simulated. `state`: in which an
    /// iteration begins under the first model.
    pub(super) fn listed(&self, placement: &Placement, mut state: SimState) -> (Vec<u32>, u64) {
        let graph = &self.graph;
        let mut steps = 0;
        // By node: what must come before it in the same round of the loop, and is not listed yet.
        let mut missing: Vec<usize> = vec![0; graph.insts.len()];
        let is_in_order = |from: u32, to: u32, distance: u32| {
            placement.stage(to) + distance == placement.stage(from)
        };
        for (node, missing) in (0u32..).zip(&mut missing) {
            let before = graph.before[node as usize].iter();
            let in_order = before.filter(|arc| is_in_order(arc.node, node, arc.distance));
            *missing = in_order.count();
        }
        let is_movable = |node: u32| (node as usize) < graph.movable;
        // The last comes first in the present order.
        let mut ready: Vec<u32> = placement.order.iter().rev().copied().collect();
        ready.retain(|&node| is_movable(node) && missing[node as usize] == 0);
        let mut listed = Vec::with_capacity(graph.movable);
        while !ready.is_empty() {
            let (mut first, mut next) = (u32::MAX, 0);
            for at in (0..ready.len()).rev().take(LOOK_AHEAD) {
                let op = self.ops[ready[at] as usize];
                let slot = op.map_or(state.wave.now, |op| {
                    steps += 1;
                    state.plan(&self.program, &self.costs[0], op).1
                });
                if slot < first {
                    (first, next) = (slot, at);
                }
                if slot <= state.wave.now {
                    break;
                }
            }
            let node = ready.remove(next);
            if let Some(op) = self.ops[node as usize] {
                state.step(&self.program, &self.costs[0], op);
                steps += 1;
            }
            listed.push(node);
            for arc in &graph.after[node as usize] {
                if !is_in_order(node, arc.node, arc.distance) || !is_movable(arc.node) {
                    continue;
                }
                let missing = &mut missing[arc.node as usize];
                *missing -= 1;
                if *missing == 0 {
                    let place = placement.place(arc.node);
                    let at = ready.partition_point(|&other| placement.place(other) > place);
                    ready.insert(at, arc.node);
                }
            }
        }
        (listed, steps)
    }
}
