//! Nothing outside of the rotated loops differs, but where edges into them lead.

use super::super::Violation;
use super::control::{falls_into, is_direct_branch, target};
use super::{Misrotated, Rotated, misrotated};
use crate::machine::{BlockId, Function, InstFlags, InstId, Operand, OperandKind};

/// What is said of the whole function is the same, the blocks and instructions are there, and nothing was
/// added to the original or replaced in it.
pub(super) fn same_facts(rotated: &Function, original: &Function) -> Result<(), Violation> {
    let same = rotated.name == original.name
        && rotated.gpu == original.gpu
        && rotated.features == original.features
        && rotated.resources == original.resources
        && rotated.aliases == original.aliases
        && rotated.reserved == original.reserved
        && rotated.callee_saved == original.callee_saved
        && rotated.inst_count() >= original.inst_count()
        && rotated.blocks().len() >= original.blocks().len();
    // Loops may have been rotated before.
    let mut both = original.blocks().iter().zip(rotated.blocks());
    let own = both.all(|(was, is)| was.after == is.after);
    let orders = || rotated.blocks().iter().flat_map(|block| &block.order);
    let replaces = |&inst: &InstId| rotated.stands_in_for(inst).next().is_some();
    if !same || !own || orders().any(replaces) {
        return Err(Violation::Frame);
    }
    let mut seen = vec![false; rotated.inst_count()];
    for block in rotated.block_ids() {
        for &inst in &rotated.block(block).order {
            if std::mem::replace(&mut seen[inst.index()], true) {
                return Err(Violation::Foreign { block, inst });
            }
        }
    }
    Ok(())
}

/// Where control for a block of the original goes now.
pub(super) fn entry(block: BlockId, loops: &[Rotated]) -> BlockId {
    let found = loops.iter().find(|one| one.block == block);
    found.map_or(block, |one| one.guard)
}

/// An instruction of one of the two functions.
#[derive(Clone, Copy)]
pub(super) struct At<'f> {
    pub function: &'f Function,
    pub inst: InstId,
}

/// An instruction of a function.
pub(super) fn at(function: &Function, inst: InstId) -> At<'_> {
    At { function, inst }
}

/// Equality of instructions, but for the blocks that branches name and for what only estimates use.
pub(super) fn same_instruction(
    rotated: At<'_>,
    original: At<'_>,
    goes_to: impl Fn(BlockId) -> BlockId,
) -> bool {
    let (is, was) = (rotated.inst, original.inst);
    let (rotated, original) = (rotated.function, original.function);
    let same = |was: &Operand, is: &Operand| {
        let kind = match was.kind {
            OperandKind::Block(to) => OperandKind::Block(goes_to(to)),
            kind => kind,
        };
        kind == is.kind && was.flags == is.flags && was.role == is.role
    };
    let operands = (original.operands(was), rotated.operands(is));
    original.opcode(was) == rotated.opcode(is)
        && original.flags(was) == rotated.flags(is)
        && original.accesses(was) == rotated.accesses(is)
        && operands.0.len() == operands.1.len()
        && operands.0.iter().zip(operands.1).all(|(w, i)| same(w, i))
}

/// Blocks that are no rotated loops have the same instructions in the same order, and hand control to the
/// same blocks, guards taking the place of their loops.
pub(super) fn same_elsewhere(
    rotated: &Function,
    original: &Function,
    loops: &[Rotated],
) -> Result<(), Violation> {
    for block in original.block_ids() {
        let (was, is) = (original.block(block), rotated.block(block));
        let loop_fields = was.loop_depth == is.loop_depth && was.loop_header == is.loop_header;
        if !loop_fields || was.after != is.after {
            return Err(misrotated(block, Misrotated::Lists));
        }
        if loops.iter().all(|one| one.block != block) {
            same_block(rotated, original, block, loops)?;
        }
    }
    same_lists(rotated)
}

fn same_block(
    rotated: &Function,
    original: &Function,
    block: BlockId,
    loops: &[Rotated],
) -> Result<(), Violation> {
    let (was, is) = (original.block(block), rotated.block(block));
    let goes_to = |to: BlockId| entry(to, loops);
    let mut pairs = was.order.iter().zip(&is.order);
    if let Some((_, &inst)) = pairs.find(|(was, is)| was != is) {
        return Err(Violation::Foreign { block, inst });
    }
    if let Some(&inst) = was.order.get(is.order.len()) {
        return Err(Violation::Missing { block, inst });
    }
    if let Some(&inst) = is.order.get(was.order.len()) {
        return Err(Violation::Foreign { block, inst });
    }
    for &inst in &was.order {
        let ends = original.flags(inst).has(InstFlags::TERMINATOR);
        let moved = |to| if ends { goes_to(to) } else { to };
        let copied = rotated.origin(inst) != original.origin(inst);
        if copied || !same_instruction(at(rotated, inst), at(original, inst), moved) {
            return Err(Violation::Operand { block, inst });
        }
    }
    let mut successors = was.successors.iter().map(|&to| goes_to(to));
    let listed = successors.len() == is.successors.len();
    if !listed
        || !is
            .successors
            .iter()
            .all(|&to| successors.next() == Some(to))
    {
        return Err(misrotated(block, Misrotated::Entry));
    }
    if falls_into(rotated, block) != falls_into(original, block).map(goes_to) {
        return Err(misrotated(block, Misrotated::Entry));
    }
    enters_directly(original, block, loops)
}

/// A block that goes to a rotated loop does so by branches that name it, or falls into it.
fn enters_directly(
    original: &Function,
    block: BlockId,
    loops: &[Rotated],
) -> Result<(), Violation> {
    let order = &original.block(block).order;
    let is_rotated = |to: BlockId| loops.iter().any(|one| one.block == to);
    let names_one = |inst: InstId| {
        let mut operands = original.operands(inst).iter();
        operands.any(|o| matches!(o.kind, OperandKind::Block(to) if is_rotated(to)))
    };
    let has = |inst: InstId, flag| original.flags(inst).has(flag);
    let entered = original.block(block).successors.iter();
    let entered: Vec<BlockId> = entered.copied().filter(|&to| is_rotated(to)).collect();
    for &inst in order {
        let branches = has(inst, InstFlags::BRANCH) && !is_direct_branch(original, inst);
        let elsewhere = names_one(inst) && !is_direct_branch(original, inst);
        if elsewhere || branches && !entered.is_empty() {
            return Err(Violation::Operand { block, inst });
        }
    }
    let named = |to| order.iter().any(|&inst| target(original, inst) == Some(to));
    let reached = |&to: &BlockId| named(to) || falls_into(original, block) == Some(to);
    match entered.iter().all(reached) {
        true => Ok(()),
        false => Err(misrotated(block, Misrotated::Entry)),
    }
}

/// The lists of predecessors are those that the lists of successors make.
fn same_lists(rotated: &Function) -> Result<(), Violation> {
    let mut entered: Vec<Vec<BlockId>> = vec![Vec::new(); rotated.blocks().len()];
    for block in rotated.block_ids() {
        for to in &rotated.block(block).successors {
            entered[to.index()].push(block);
        }
    }
    for (block, mut from) in rotated.block_ids().zip(entered) {
        let mut listed = rotated.block(block).predecessors.clone();
        listed.sort_unstable();
        from.sort_unstable();
        from.dedup();
        if listed != from {
            return Err(misrotated(block, Misrotated::Lists));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::text;

    #[test]
    fn instructions_differ_by_flags_accesses_marks_and_targets() {
        let function = |line: &str| {
            let text = format!(
                "cdna-flat 1\nfunction \"f\"\ngpu gfx942\nblock 0 frequency=1 depth=0 successors=0\n{line}\n"
            );
            text::parse(&text).expect("a function")
        };
        let same = |one: &str, two: &str| {
            let (one, two) = (function(one), function(two));
            same_instruction(at(&one, InstId(0)), at(&two, InstId(0)), |to| to)
        };
        let store = "DS_WRITE_B32_gfx9 v6, v11, #0, #0, imp exec | store | write space=3 bytes=4";
        assert!(same(store, store));
        for (is, was) in [
            ("space=3", "space=1"),
            ("bytes=4", "bytes=8"),
            ("write space", "write volatile space"),
            ("| store |", "| store ordered |"),
            ("v11", "v12"),
            ("v11", "undef v11"),
            ("#0, #0", "#4, #0"),
            (" | write space=3 bytes=4", ""),
            ("DS_WRITE_B32_gfx9", "DS_WRITE_B32"),
        ] {
            let other = store.replacen(is, was, 1);
            assert!(other != store && !same(store, &other), "{other}");
        }
        let branch = "S_BRANCH bb.0 | term branch noreturn";
        assert!(same(branch, branch));
        let (one, two) = (function(branch), function(branch));
        let elsewhere = |_| BlockId(1);
        assert!(!same_instruction(
            at(&one, InstId(0)),
            at(&two, InstId(0)),
            elsewhere
        ));
    }
}
