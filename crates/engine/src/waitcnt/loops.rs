//! Which loop begins after a block, and what comes on every path to the function's end.

use std::collections::BTreeMap;

use crate::machine::{BlockId, Function};

/// Answers whether every path from one block to an exit passes another, and remembers.
#[derive(Clone, Debug, Default)]
pub(super) struct PostDominance(BTreeMap<(BlockId, BlockId), bool>);

impl PostDominance {
    /// Whether `late` is on every path from `early` to the function's end.
    pub(super) fn query(&mut self, function: &Function, late: BlockId, early: BlockId) -> bool {
        *self
            .0
            .entry((late, early))
            .or_insert_with(|| !exits_without(function, early, late))
    }
}

fn exits_without(function: &Function, from: BlockId, avoid: BlockId) -> bool {
    let mut seen = vec![false; function.blocks().len()];
    let mut work = vec![from];
    seen[avoid.index()] = true;
    while let Some(block) = work.pop() {
        if std::mem::replace(&mut seen[block.index()], true) {
            continue;
        }
        let successors = &function.block(block).successors;
        if successors.is_empty() {
            return true;
        }
        work.extend(successors);
    }
    false
}

/// Blocks of the loop whose preheader a block is: its only successor is the header, and it is the
/// header's only predecessor outside the loop.
pub(super) fn loop_after(function: &Function, preheader: BlockId) -> Option<Vec<BlockId>> {
    let &[header] = function.block(preheader).successors.as_slice() else {
        return None;
    };
    let jumps_from_asm = function
        .block(preheader)
        .order
        .iter()
        .any(|&i| function.opcode(i).name == "INLINEASM_BR");
    let is_header = function.block(header).loop_header == Some(header);
    if !is_header || header == preheader || jumps_from_asm {
        return None;
    }
    let mut inside = vec![false; function.blocks().len()];
    inside[header.index()] = true;
    let mut body = vec![header];
    let mut at = 0;
    while let Some(&member) = body.get(at) {
        at += 1;
        for &predecessor in &function.block(member).predecessors {
            if member == header && predecessor == preheader {
                continue;
            }
            if !std::mem::replace(&mut inside[predecessor.index()], true) {
                body.push(predecessor);
            }
        }
    }
    // Walking backwards from a latch stays inside the loop; from a second way in, it reaches
    // the function's entry.
    let is_closed = !inside[preheader.index()] && !inside[0];
    is_closed.then_some(body)
}
