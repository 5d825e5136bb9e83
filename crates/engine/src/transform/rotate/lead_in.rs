//! What is under way when a rotated loop begins, in the order in which an iteration leaves it.
//!
//! A wait in the loop is for as many operations as its counter may have been raised by since: by the iteration before, or by the
//! prologue. Where the two issue them in different orders, the wait is for the fewer of both, and the loop waits longer than its
//! own order needs, each time.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use super::{Cut, Rotated, is_directive};
use crate::machine::{BlockId, Edge, Function, InstId, Walls};
use crate::waitcnt;

/// Brings the prologue of a rotated loop as near to the loop's order as its dependences allow, and keeps the operations of
/// each counter in that order by dependences, which the program does not need: the caller takes them out again. A prologue with
/// directives, whose masks no dependence says, stays as it is.
pub fn lead_in(function: &mut Function, at: &Rotated, cut: &Cut, walls: Walls) {
    let mut insts = function.block(at.prologue).order.iter();
    if insts.any(|&inst| is_directive(function, inst, walls)) {
        return;
    }
    // The copies were made in the order of the cut.
    let copies = function.block(at.prologue).order.iter().copied();
    let mut copies: Vec<InstId> = copies.filter(|&inst| !function.is_content(inst)).collect();
    copies.sort_unstable();
    let copy_of: BTreeMap<InstId, InstId> = cut.first.iter().copied().zip(copies).collect();
    let looped = function.block(at.block).order.iter();
    let wanted: Vec<InstId> = looped
        .filter_map(|inst| copy_of.get(inst).copied())
        .collect();
    let order = nearest(function, at.prologue, &wanted, |_| true);
    let mut kept = Vec::new();
    for &counter in function.gpu.counters().all {
        let raises = |&inst: &InstId| {
            let mut whole = std::iter::once(inst).chain(function.contents(inst));
            !function.is_content(inst) && whole.any(|inst| waitcnt::raises(function, inst, counter))
        };
        let raising: Vec<InstId> = order.iter().copied().filter(raises).collect();
        kept.extend(raising.windows(2).map(|pair| (pair[0], pair[1])));
    }
    function.set_order(at.prologue, order);
    function.add_orders(kept);
}

/// The order of a block that keeps those of its dependences that hold and is nearest to the wanted one, front to back. What is not
/// in that keeps its place at the end. What is in inline assembly goes with it.
pub(crate) fn nearest(
    function: &Function,
    block: BlockId,
    wanted: &[InstId],
    holds: impl Fn(&Edge) -> bool,
) -> Vec<InstId> {
    let present = &function.block(block).order;
    let rank: BTreeMap<InstId, usize> = wanted.iter().copied().zip(0..).collect();
    let mut open: BTreeMap<InstId, u32> = rank.keys().map(|&inst| (inst, 0)).collect();
    let inside = |edge: &&Edge| {
        let both = rank.contains_key(&edge.from) && rank.contains_key(&edge.to);
        both && holds(edge)
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
    let rest = present.iter().filter(|inst| !rank.contains_key(inst));
    order.extend(rest.filter(|&&inst| !function.is_content(inst)));
    function.with_contents(order)
}
