//! The blocks of a rotated loop: what they hold, and where they go.

use super::super::Violation;
use super::control::{condition as branch_condition, is_jump, parts, register, target};
use super::frame::{At, at, entry, same_instruction};
use super::{Misrotated, Rotated, misrotated};
use crate::machine::{BlockId, Function, InstFlags, InstId, OperandKind};

/// The rotated loops. Every added block is the guard or the tail of exactly one.
pub(super) fn loops(rotated: &Function, original: &Function) -> Result<Vec<Rotated>, Violation> {
    let mut home = vec![None; original.inst_count()];
    for block in original.block_ids() {
        for inst in &original.block(block).order {
            home[inst.index()] = Some(block);
        }
    }
    let mut added: Vec<(BlockId, BlockId)> = Vec::new();
    for block in rotated.block_ids().skip(original.blocks().len()) {
        added.push((owner(rotated, block, &home)?, block));
    }
    added.sort_unstable();
    let mut found = Vec::new();
    for pair in added.chunks(2) {
        let &[(block, one), (other, two)] = pair else {
            return Err(misrotated(pair[0].1, Misrotated::Added));
        };
        let goes = |added: BlockId| rotated.block(added).successors.len();
        let (guard, tail) = match (goes(one), goes(two)) {
            (2, 1) => (one, two),
            (1, 2) => (two, one),
            _ => return Err(misrotated(one, Misrotated::Added)),
        };
        let added = Added { guard, tail };
        let used_before = found
            .last()
            .is_some_and(|last: &Rotated| last.block == block);
        if block != other || used_before {
            return Err(misrotated(one, Misrotated::Added));
        }
        found.push(contents(rotated, original, block, added)?);
    }
    Ok(found)
}

/// The block whose instructions an added block has copies of.
fn owner(
    rotated: &Function,
    added: BlockId,
    home: &[Option<BlockId>],
) -> Result<BlockId, Violation> {
    let mut owner = None;
    for &inst in &rotated.block(added).order {
        let origin = rotated.origin(inst);
        let from = home.get(origin.index()).copied().flatten();
        let copied = inst.index() >= home.len() && origin != inst;
        if !copied || from.is_none() || owner.is_some_and(|owner| Some(owner) != from) {
            return Err(Violation::Foreign { block: added, inst });
        }
        owner = from;
    }
    owner.ok_or(misrotated(added, Misrotated::Added))
}

/// The two blocks that a rotated loop has more.
#[derive(Clone, Copy)]
struct Added {
    guard: BlockId,
    tail: BlockId,
}

/// Finds P and Q, and proves that the blocks hold P, Q;P and Q.
fn contents(
    rotated: &Function,
    original: &Function,
    block: BlockId,
    added: Added,
) -> Result<Rotated, Violation> {
    let Added { guard, tail } = added;
    let shape = misrotated(block, Misrotated::Shape);
    let (body, terminators) = parts(original, block).ok_or(shape.clone())?;
    let exit = exit(original, block, terminators).ok_or(shape.clone())?;
    let (is, _) = parts(rotated, block).ok_or(shape.clone())?;
    let (first_copies, _) = parts(rotated, guard).ok_or(shape.clone())?;
    let (second_copies, _) = parts(rotated, tail).ok_or(shape)?;
    let cut = first_copies.len();
    let parted = (1..body.len()).contains(&cut) && cut + second_copies.len() == body.len();
    if !parted {
        return Err(misrotated(block, Misrotated::Sequence));
    }
    let (first, second) = body.split_at(cut);
    let mut swapped = second.iter().chain(first);
    if is.len() != body.len() || !is.iter().all(|inst| swapped.next() == Some(inst)) {
        return Err(misrotated(block, Misrotated::Sequence));
    }
    for &inst in body {
        let is_copy = rotated.origin(inst) != original.origin(inst);
        if is_copy || !same_instruction(at(rotated, inst), at(original, inst), |to| to) {
            return Err(Violation::Operand { block, inst });
        }
    }
    same_copies(rotated, original, guard, first_copies.iter().zip(first))?;
    same_copies(rotated, original, tail, second_copies.iter().zip(second))?;
    whole_asm(rotated, block, first)?;
    whole_asm(rotated, block, second)?;
    whole_asm(rotated, guard, first_copies)?;
    whole_asm(rotated, tail, second_copies)?;
    Ok(Rotated {
        block,
        guard,
        tail,
        exit,
        first: first.to_vec(),
        second: second.to_vec(),
        first_copies: first_copies.to_vec(),
        second_copies: second_copies.to_vec(),
    })
}

/// Whether each instruction of an added block is a copy of its partner.
fn same_copies<'i>(
    rotated: &Function,
    original: &Function,
    block: BlockId,
    pairs: impl Iterator<Item = (&'i InstId, &'i InstId)>,
) -> Result<(), Violation> {
    for (&inst, &of) in pairs {
        if rotated.origin(inst) != of {
            return Err(Violation::Foreign { block, inst });
        }
        if !same_instruction(at(rotated, inst), at(original, of), |to| to) {
            return Err(Violation::Operand { block, inst });
        }
    }
    Ok(())
}

/// Proves that inline assembly and guarded code are there as a whole: that what is in it follows it, all of it, and follows no other. `insts`: the
/// instructions of a part of a loop, or their copies.
fn whole_asm(function: &Function, block: BlockId, insts: &[InstId]) -> Result<(), Violation> {
    let in_asm = |inst: InstId| function.is_content(inst);
    // Numbers tell what is in which assembly.
    let follows = |one: &InstId, next: InstId| one.0 + 1 == next.0;
    let ends = |last: InstId| {
        let next = InstId(last.0 + 1);
        next.index() >= function.inst_count() || !in_asm(next)
    };
    for (at, &inst) in insts.iter().enumerate() {
        let before = at.checked_sub(1).map(|before| insts[before]);
        let is_split = in_asm(inst) && !before.is_some_and(|before| follows(&before, inst));
        let has_contents = in_asm(inst) || function.is_parsed_asm(inst) || function.is_guard(inst);
        let continues = insts.get(at + 1).is_some_and(|&next| in_asm(next));
        if is_split || has_contents && !continues && !ends(inst) {
            return Err(Violation::Foreign { block, inst });
        }
    }
    Ok(())
}

/// Where a loop of one block goes when it ends, by its terminators. They must not be reordered.
fn exit(original: &Function, block: BlockId, terminators: &[InstId]) -> Option<BlockId> {
    let (&branch, rest) = terminators.split_first()?;
    branch_condition(original, branch)?;
    let fixed = |&inst: &InstId| original.flags(inst).has(InstFlags::BOUNDARY);
    let back = target(original, branch) == Some(block);
    let exit = match rest {
        [] => original.next_in_layout(block)?,
        [jump] if is_jump(original, *jump) => target(original, *jump)?,
        _ => return None,
    };
    let successors = &original.block(block).successors;
    let listed = same_set(successors, &[block, exit]);
    // Nothing can be put in front of the block that a function begins with.
    let enters = block != BlockId(0) && exit != block;
    (back && listed && enters && terminators.iter().all(fixed)).then_some(exit)
}

fn same_set(successors: &[BlockId], wanted: &[BlockId]) -> bool {
    successors.len() == wanted.len() && wanted.iter().all(|to| successors.contains(to))
}

/// Proves where the guard, the block and the tail go.
pub(super) fn control(
    rotated: &Function,
    original: &Function,
    one: &Rotated,
    loops: &[Rotated],
) -> Result<(), Violation> {
    let wrong = |block, why| Err(misrotated(block, why));
    let ends = |block| parts(rotated, block).map(|(_, terminators)| terminators);
    let branch = parts(original, one.block).and_then(|(_, terminators)| terminators.first());
    let Some(&branch) = branch else {
        return wrong(one.block, Misrotated::Shape);
    };
    let own = |inst| same_instruction(at(rotated, inst), at(original, inst), |to| to);
    let goes_on = ends(one.block) == Some(&[branch]) && own(branch);
    let behind = rotated.next_in_layout(one.block) == Some(one.tail);
    let successors = |block| rotated.block(block).successors.as_slice();
    if !goes_on || !behind || !same_set(successors(one.block), &[one.block, one.tail]) {
        return wrong(one.block, Misrotated::BackEdge);
    }
    let leaves = matches!(ends(one.guard), Some(&[inst]) if is_inverse(at(rotated, inst), at(original, branch), one));
    let falls = rotated.next_in_layout(one.guard) == Some(one.block);
    if !leaves || !falls || !same_set(successors(one.guard), &[one.block, one.tail]) {
        return wrong(one.guard, Misrotated::Guard);
    }
    let exit = entry(one.exit, loops);
    let reaches = match ends(one.tail) {
        Some([]) => rotated.next_in_layout(one.tail) == Some(exit),
        Some(&[jump]) => is_copy_of_jump(rotated, original, one, jump, exit),
        _ => false,
    };
    if !reaches || successors(one.tail) != [exit] {
        return wrong(one.tail, Misrotated::Exit);
    }
    for block in [one.guard, one.tail] {
        let fields = rotated.block(block);
        let inside = fields.loop_header == Some(one.block);
        let unknown = fields
            .loop_header
            .is_some_and(|header| header.index() >= original.blocks().len());
        if inside || unknown || fields.after.is_none() {
            return wrong(block, Misrotated::Lists);
        }
    }
    Ok(())
}

/// Whether a guard's branch leaves for the tail when the loop's branch would not go back. Everything
/// else of it is the loop's branch.
fn is_inverse(rotated: At<'_>, original: At<'_>, one: &Rotated) -> bool {
    let (inst, branch) = (rotated.inst, original.inst);
    let (rotated, original) = (rotated.function, original.function);
    let is = branch_condition(rotated, inst);
    let was = branch_condition(original, branch);
    let inverse = is
        .zip(was)
        .is_some_and(|((bit, value), (former, back))| bit == former && value != back);
    let operands = (original.operands(branch), rotated.operands(inst));
    let mut pairs = operands.0.iter().zip(operands.1);
    let alike = pairs.all(|(was, is)| {
        let kind = match was.kind {
            OperandKind::Block(_) => OperandKind::Block(one.tail),
            kind => kind,
        };
        is.kind == kind && is.flags == was.flags && is.role == was.role
    });
    inverse
        && alike
        && operands.0.len() == operands.1.len()
        && rotated.flags(inst) == original.flags(branch)
        && rotated.accesses(inst).is_empty()
        && rotated.origin(inst) == branch
}

fn is_copy_of_jump(
    rotated: &Function,
    original: &Function,
    one: &Rotated,
    jump: InstId,
    exit: BlockId,
) -> bool {
    let of = parts(original, one.block).and_then(|(_, terminators)| terminators.get(1));
    of.is_some_and(|&of| {
        rotated.origin(jump) == of
            && same_instruction(at(rotated, jump), at(original, of), |_| exit)
    })
}

/// What the branch reads is what P left: Q does not write it, and P does, or the loop would never end.
pub(super) fn condition(original: &Function, one: &Rotated) -> Result<(), Violation> {
    let wrong = Err(misrotated(one.block, Misrotated::Condition));
    let branch = parts(original, one.block).and_then(|(_, terminators)| terminators.first());
    let read = branch.and_then(|&branch| branch_condition(original, branch));
    let Some(registers) = read.and_then(|(bit, _)| register(bit)) else {
        return wrong;
    };
    let writes = |&inst: &InstId| {
        let mut operands = original.operands(inst).iter();
        operands.any(|operand| match operand.kind {
            OperandKind::Reg(range) => {
                operand.is_def() && registers.iter().any(|&reg| range.contains(reg))
            }
            OperandKind::RegMask => true,
            _ => false,
        })
    };
    match !one.second.iter().any(writes) && one.first.iter().any(writes) {
        true => Ok(()),
        false => wrong,
    }
}
