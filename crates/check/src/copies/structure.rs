//! The same instructions in the same order, but for those that were left out or put in.

use std::collections::{BTreeMap, BTreeSet};

use super::super::violation::Violation;
use super::acts::{inserted_move, is_removable, touches_slot};
use super::form::same_form;
use crate::gpu::Counter;
use crate::machine::{
    BlockId, DepKind, Function, InstFlags, InstId, OperandFlags, OperandKind, Role,
};

/// Which version has an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Pairing {
    Both(InstId),
    Removed(InstId),
    Inserted(InstId),
}

/// The functions are the same but for what is in their blocks.
pub(super) fn same_frame(function: &Function, original: &Function) -> Result<(), Violation> {
    let facts = function.gpu == original.gpu
        && function.features == original.features
        && function.resources == original.resources
        && function.aliases == original.aliases
        && function.reserved == original.reserved
        && function.callee_saved == original.callee_saved
        && function.blocks().len() == original.blocks().len()
        && function.inst_count() >= original.inst_count();
    let mut blocks = function.blocks().iter().zip(original.blocks());
    if !facts || blocks.any(|(is, was)| is.successors != was.successors) {
        return Err(Violation::Frame);
    }
    Ok(())
}

/// Pairs the instructions of both versions of each block, in their common order.
pub(super) fn pairings(
    function: &Function,
    original: &Function,
) -> Result<Vec<Vec<Pairing>>, Violation> {
    let mut place = vec![None; function.inst_count()];
    for block in original.block_ids() {
        for (at, inst) in original.block(block).order.iter().enumerate() {
            place[inst.index()] = Some((block, at));
        }
    }
    let blocks = original.block_ids();
    blocks
        .map(|block| pairing(function, original, block, &place))
        .collect()
}

fn pairing(
    function: &Function,
    original: &Function,
    block: BlockId,
    place: &[Option<(BlockId, usize)>],
) -> Result<Vec<Pairing>, Violation> {
    let before = &original.block(block).order;
    let mut pairs = Vec::with_capacity(before.len());
    let mut next = 0;
    let mut inserted = None;
    let mut ended = false;
    for &inst in &function.block(block).order {
        let at = place.get(inst.index()).copied().flatten();
        let Some((home, at)) = at else {
            if inst.index() < original.inst_count() {
                return Err(Violation::Foreign { block, inst });
            }
            if ended || inserted_move(function, inst).is_none() {
                return Err(Violation::Inserted { block, inst });
            }
            inserted = Some(inst);
            pairs.push(Pairing::Inserted(inst));
            continue;
        };
        if home != block || at < next {
            return Err(Violation::Foreign { block, inst });
        }
        pairs.extend(before[next..at].iter().map(|&inst| Pairing::Removed(inst)));
        next = at + 1;
        let flags = original.flags(inst);
        if let (Some(inst), true) = (inserted.take(), flags.has(InstFlags::IN_BUNDLE)) {
            return Err(Violation::Inserted { block, inst });
        }
        ended |= flags.has(InstFlags::TERMINATOR);
        if !same_instruction(function, original, inst) {
            return Err(Violation::Operand { block, inst });
        }
        pairs.push(Pairing::Both(inst));
    }
    pairs.extend(before[next..].iter().map(|&inst| Pairing::Removed(inst)));
    for pair in &pairs {
        if let &Pairing::Removed(inst) = pair
            && !is_removable(original, inst)
        {
            return Err(Violation::Missing { block, inst });
        }
    }
    Ok(pairs)
}

/// Whether an instruction differs by nothing but vector registers, and, if it is a matrix instruction, its
/// form.
fn same_instruction(function: &Function, original: &Function, inst: InstId) -> bool {
    let (was, is) = (original.inst(inst), function.inst(inst));
    let (was_opcode, is_opcode) = (original.opcode(inst), function.opcode(inst));
    let other_form = was_opcode.name != is_opcode.name;
    let constant = original
        .operands(inst)
        .get(1)
        .and_then(|source| source.imm());
    if was.flags != is.flags
        || original.accesses(inst) != function.accesses(inst)
        || was_opcode.source_modifiers != is_opcode.source_modifiers
        || other_form && !same_form(&was_opcode.name, &is_opcode.name, constant)
    {
        return false;
    }
    let (was, is) = (original.operands(inst), function.operands(inst));
    was.len() == is.len()
        && was.iter().zip(is).all(|(was, is)| {
            let marks = OperandFlags::TIED.0 | OperandFlags::EARLY_CLOBBER.0;
            let of_form = other_form && matches!(was.role, Role::Dst | Role::MatC);
            let hidden = if of_form { marks } else { 0 };
            let flags = (was.flags.0 ^ is.flags.0) & !hidden == 0;
            let kind = match (was.kind, is.kind) {
                (OperandKind::Reg(was), OperandKind::Reg(is)) => {
                    let vector = was.first().is_vector() && is.first().is_vector();
                    was == is || vector && was.len() == is.len()
                }
                (was, is) => was == is,
            };
            flags && kind && was.role == is.role
        })
}

/// The order of instructions that LLVM's dependences ask for beyond registers is still asked for.
pub(super) fn same_dependences(function: &Function, original: &Function) -> Result<(), Violation> {
    let mut there = vec![false; original.inst_count()];
    for inst in function.blocks().iter().flat_map(|block| &block.order) {
        if let Some(there) = there.get_mut(inst.index()) {
            *there = true;
        }
    }
    let mut edges: Vec<(InstId, InstId)> =
        function.edges().iter().map(|e| (e.from, e.to)).collect();
    edges.sort_unstable();
    let orders = original.edges().iter().filter(|e| e.kind == DepKind::Order);
    let mut after: BTreeMap<InstId, Vec<InstId>> = BTreeMap::new();
    for edge in orders {
        after.entry(edge.from).or_default().push(edge.to);
    }
    for (&from, next) in after.iter().filter(|(from, _)| there[from.index()]) {
        // Those that come after it, also by way of what was left out.
        let mut pending = next.clone();
        let mut seen = BTreeSet::new();
        while let Some(to) = pending.pop() {
            if !seen.insert(to) {
                continue;
            }
            if !there[to.index()] {
                pending.extend(after.get(&to).into_iter().flatten());
            } else if edges.binary_search(&(from, to)).is_err() {
                return Err(Violation::Dependence { from, to });
            }
        }
    }
    Ok(())
}

/// No access was left out that a wait of the user counts: one that lets some accesses be outstanding would
/// let an older one be so.
pub(super) fn nothing_counted(
    original: &Function,
    pairings: &[Vec<Pairing>],
) -> Result<(), Violation> {
    let counts = |inst: InstId| {
        let waits = super::super::waits::request(original, inst);
        let limit = waits.and_then(|counts| counts.get(Counter::Vm));
        limit.is_some_and(|limit| limit > 0) || original.flags(inst).has(InstFlags::ASM_WAITS)
    };
    let mut insts = original.blocks().iter().flat_map(|block| &block.order);
    if !insts.any(|&inst| counts(inst)) {
        return Ok(());
    }
    for (block, pairs) in original.block_ids().zip(pairings) {
        for pair in pairs {
            if let &Pairing::Removed(inst) = pair
                && touches_slot(original, inst)
            {
                return Err(Violation::Missing { block, inst });
            }
        }
    }
    Ok(())
}
