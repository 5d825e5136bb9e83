//! Rotation of loops of one block, so that iterations overlap: the loop begins with the end of one iteration
//! and goes on with the beginning of the next.
//!
//! The block is cut into P and Q, where P holds what decides about another iteration. A copy of P goes in
//! front of the loop, followed by the loop's own branch, inverted, to a copy of Q behind the loop; the loop
//! itself is Q of one iteration and P of the next, one block that can be ordered freely. Each instruction runs
//! as often as before and in the order P Q P Q …; nothing is executed in vain, and no number of iterations has
//! to be known (P. Wang, C. Eisenbeis, "Decomposed software pipelining"; A. Darte, G. Huard, "Loop shifting for
//! loop compaction").
//!
//! [`shape`] says which loops qualify, [`cut`] where they are cut, [`links`] what may not be exchanged between
//! two iterations, [`lead_in`] what the prologue begins in which order. `check::rotation` proves the result by its own reading.

mod cut;
mod lead_in;
mod links;
mod shape;
#[cfg(test)]
mod tests;

pub(crate) use cut::is_directed;
pub use cut::{Cut, Cuts};
pub use lead_in::lead_in;
pub(crate) use lead_in::nearest;
pub(crate) use links::held_by_memory;
pub(crate) use shape::admits;
pub use shape::{Decline, LoopShape, shape};

use std::collections::{BTreeMap, BTreeSet};

use crate::machine::{BlockId, Edge, Function, InstFlags, InstId, Walls, held_back, is_priority};

/// A loop that was rotated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rotated {
    /// The loop's block, which keeps its own instructions.
    pub block: BlockId,
    /// The block in front of it: the first iteration's P.
    pub prologue: BlockId,
    /// The block behind it: the last iteration's Q.
    pub epilogue: BlockId,
}

/// Brings a loop's block into the order of a cut: P, then Q. The program stays the same.
pub fn arrange(function: &mut Function, shape: &LoopShape, cut: &Cut) {
    let units = cut.first.iter().chain(&cut.second).copied();
    let order = function.with_contents(units.chain(shape.branches()));
    function.set_order(shape.block, order);
}

/// Rotates a loop whose block was [`arrange`]d. `None` when its branch has no inverse.
pub fn rotate(function: &mut Function, shape: &LoopShape, cut: &Cut) -> Option<Rotated> {
    let block = shape.block;
    let own_before = BlockId(block.0.checked_sub(1)?);
    let outside: Vec<BlockId> = shape.entries.clone();
    let like = *outside.first()?;
    let prologue = function.add_block(own_before, shape.entered, like);
    let epilogue = function.add_block(block, shape.entered, like);
    let runs = function.block(block).frequency - shape.entered;
    function.set_frequency(block, runs.max(0.0));

    let parts = [&cut.first, &cut.second];
    let parts = parts.map(|part| function.with_contents(part.iter().copied()));
    // Copies of what is in assembly get the numbers behind its own.
    let copies: BTreeMap<InstId, InstId> = parts
        .iter()
        .flatten()
        .map(|&inst| (inst, function.add_copy(inst)))
        .collect();
    let copied =
        |insts: &[InstId]| -> Vec<InstId> { insts.iter().map(|inst| copies[inst]).collect() };
    let [mut first, mut second] = parts.each_ref().map(|part| copied(part));
    first.push(function.add_branch(shape.branch, true, epilogue)?);
    if let Some(leave) = shape.leave {
        second.push(function.add_branch(leave, false, shape.exit)?);
    }
    function.set_order(prologue, first);
    function.set_order(epilogue, second);
    let mut order = [&*parts[1], &*parts[0]].concat();
    order.push(shape.branch);
    function.set_order(block, order);

    for from in outside {
        function.redirect(from, block, prologue);
    }
    function.set_successors(prologue, vec![block, epilogue]);
    function.set_successors(block, vec![block, epilogue]);
    function.set_successors(epilogue, vec![shape.exit]);
    link(function, cut, &copies);
    Some(Rotated {
        block,
        prologue,
        epilogue,
    })
}

/// Replaces the dependences of the loop's block by those of the three blocks.
fn link(function: &mut Function, cut: &Cut, copies: &BTreeMap<InstId, InstId>) {
    let second = function.with_contents(cut.second.iter().copied());
    let second: BTreeSet<InstId> = second.into_iter().collect();
    let is_first = |inst: InstId| copies.contains_key(&inst) && !second.contains(&inst);
    let mut edges = Vec::new();
    for edge in function.edges() {
        // What P does for Q of the same iteration reaches it over the back edge.
        if is_first(edge.from) && second.contains(&edge.to) {
            continue;
        }
        edges.push(*edge);
        if let (Some(&from), Some(&to)) = (copies.get(&edge.from), copies.get(&edge.to)) {
            edges.push(Edge { from, to, ..*edge });
        }
    }
    edges.extend(links::between(function, &cut.second, &cut.first));
    function.forget_apart(&cut.second, &cut.first);
    edges.sort_by_key(|e| (e.from, e.to, e.kind as u8));
    edges.dedup_by_key(|e| (e.from, e.to, e.kind as u8));
    function.set_edges(edges);
}

/// Whether an instruction says what others keep their side of it: a `sched_barrier` with a mask, or a priority.
pub(crate) fn is_directive(function: &Function, inst: InstId, walls: Walls) -> bool {
    is_priority(function, inst) || held_back(function, inst, walls).is_some()
}

/// Whether nothing moves across an instruction in any region graph.
fn is_boundary(function: &Function, inst: InstId) -> bool {
    function.flags(inst).has(InstFlags::BOUNDARY)
}
