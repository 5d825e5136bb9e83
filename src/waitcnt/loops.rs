//! Orders and loops of the CFG, and the flush in front of a loop.

use std::collections::BTreeMap;

use super::facts::{self, OpFacts};
use super::state::Board;
use crate::gpu::{Counter, Unit, VmemKind};
use crate::machine::{BlockId, Function, InstFlags, VECTOR_REGS};

/// Blocks that can be reached, in reverse post-order of a depth-first walk that follows
/// successors in their order.
pub(super) fn reverse_post_order(function: &Function) -> Vec<BlockId> {
    let mut order = Vec::new();
    let mut seen = vec![false; function.blocks().len()];
    let mut stack: Vec<(BlockId, usize)> = Vec::new();
    if let Some(first) = function.block_ids().next() {
        seen[first.index()] = true;
        stack.push((first, 0));
    }
    while let Some((block, next)) = stack.last_mut() {
        match function.block(*block).successors.get(*next) {
            Some(&successor) => {
                *next += 1;
                if !std::mem::replace(&mut seen[successor.index()], true) {
                    stack.push((successor, 0));
                }
            }
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}

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

/// Whether to wait for all vector memory at the end of `block` because a loop begins behind
/// it. LLVM does so when the loop reads a register that was loaded before it, and issues
/// vector memory of its own (reads of other registers, or only writes): without the flush the
/// first such read would wait in every iteration, for the loop's own accesses too.
pub(super) fn flushes_before(
    function: &Function,
    opcodes: &[OpFacts],
    block: BlockId,
    board: &Board,
) -> bool {
    let Some(body) = loop_behind(function, block) else {
        return false;
    };
    let (mut reads, mut writes, mut uses_loaded) = (false, false, false);
    let mut used = VectorSet::new();
    let mut loaded = VectorSet::new();
    for &inst in body.iter().flat_map(|&b| &function.block(b).order) {
        // LLVM looks at whole bundles here and so does not see the memory accesses in them.
        let flags = function.flags(inst);
        if flags.has(InstFlags::IN_BUNDLE) || function.opcode(inst).name.starts_with("DBG_") {
            continue;
        }
        let facts = &opcodes[function.inst(inst).opcode.index()];
        let vmem = match facts.unit {
            Unit::Vmem(VmemKind::Flat | VmemKind::Global | VmemKind::Scratch) => {
                facts::flat_may_access_vmem(function, inst)
            }
            Unit::Vmem(_) => true,
            _ => false,
        };
        reads |= vmem && flags.has(InstFlags::MAY_LOAD);
        writes |= vmem && flags.has(InstFlags::MAY_STORE);
        for operand in function.operands(inst) {
            for reg in operand.reg().into_iter().flat_map(|r| r.regs()) {
                if !reg.is_vector() {
                    continue;
                }
                if operand.is_use() {
                    used.insert(reg.index());
                    uses_loaded |= board.wait_for(reg.index(), Counter::Vm).is_some();
                } else if vmem && flags.has(InstFlags::MAY_LOAD) {
                    loaded.insert(reg.index());
                }
            }
        }
    }
    uses_loaded && (reads || writes) && !used.overlaps(&loaded)
}

/// Blocks of the loop whose preheader `block` is: its only successor is the header, and it is
/// the header's only predecessor outside the loop.
pub(super) fn loop_behind(function: &Function, block: BlockId) -> Option<Vec<BlockId>> {
    let &[header] = function.block(block).successors.as_slice() else {
        return None;
    };
    let jumps_from_asm = function
        .block(block)
        .order
        .iter()
        .any(|&i| function.opcode(i).name == "INLINEASM_BR");
    if function.block(header).loop_header != Some(header) || header == block || jumps_from_asm {
        return None;
    }
    let mut inside = vec![false; function.blocks().len()];
    inside[header.index()] = true;
    let mut body = vec![header];
    let mut at = 0;
    while let Some(&member) = body.get(at) {
        at += 1;
        for &predecessor in &function.block(member).predecessors {
            if member == header && predecessor == block {
                continue;
            }
            if !std::mem::replace(&mut inside[predecessor.index()], true) {
                body.push(predecessor);
            }
        }
    }
    // Walking backwards from a latch stays inside the loop; from a second way in, it reaches
    // the entry.
    let closed = !inside[block.index()] && !inside[0];
    closed.then_some(body)
}

/// A set of vector registers.
struct VectorSet([u64; 2 * VECTOR_REGS as usize / 64]);

impl VectorSet {
    fn new() -> VectorSet {
        VectorSet([0; 2 * VECTOR_REGS as usize / 64])
    }
    fn insert(&mut self, slot: usize) {
        self.0[slot / 64] |= 1 << (slot % 64);
    }
    fn overlaps(&self, other: &VectorSet) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }
}
