//! A plan, made.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use super::Plan;
use crate::machine::{BlockId, Edge, Function, InstId};
use crate::transform::relink::{Relink, is_reuse, relink};
use crate::transform::rotate::{self, LoopShape};

impl Plan {
    /// Gives a loop the plan's registers, and the order of its two parts. The program stays the same.
    pub fn arrange(&self, function: &mut Function, shape: &LoopShape) {
        for &(inst, operand, range) in &self.registers {
            function.set_register(inst, operand as usize, range);
        }
        rotate::arrange(function, shape, &self.cut);
        relink(function, &[shape.block], Relink::Reuse);
    }

    /// Gives the block of the rotated loop the plan's order, as far as its dependences allow: what the rotated function
    /// requires beyond the plan's dependences comes first.
    pub fn order(&self, function: &mut Function, block: BlockId) {
        let order = nearest(function, block, &self.order);
        function.set_order(block, order);
        relink(function, &[block], Relink::Reuse);
    }
}

/// The order of a block that keeps its dependences and is nearest to the wanted one, front to back. What is not in that keeps
/// its place at the end.
fn nearest(function: &Function, block: BlockId, wanted: &[InstId]) -> Vec<InstId> {
    let present = &function.block(block).order;
    let rank: BTreeMap<InstId, usize> = wanted.iter().copied().zip(0..).collect();
    let mut open: BTreeMap<InstId, u32> = rank.keys().map(|&inst| (inst, 0)).collect();
    let inside = |edge: &&Edge| {
        let both = rank.contains_key(&edge.from) && rank.contains_key(&edge.to);
        both && !is_reuse(function, edge)
    };
    let mut after: BTreeMap<InstId, Vec<InstId>> = BTreeMap::new();
    for edge in function.edges().iter().filter(inside) {
        after.entry(edge.from).or_default().push(edge.to);
        *open.entry(edge.to).or_default() += 1;
    }
    let ready = open.iter().filter(|(_, count)| **count == 0);
    let mut ready: BinaryHeap<Reverse<(usize, InstId)>> = ready
        .map(|(inst, _)| Reverse((rank[inst], *inst)))
        .collect();
    let mut order = Vec::with_capacity(present.len());
    while let Some(Reverse((_, inst))) = ready.pop() {
        order.push(inst);
        for to in after.get(&inst).into_iter().flatten() {
            let count = open.entry(*to).or_default();
            *count -= 1;
            if *count == 0 {
                ready.push(Reverse((rank[to], *to)));
            }
        }
    }
    order.extend(present.iter().filter(|inst| !rank.contains_key(inst)));
    order
}
