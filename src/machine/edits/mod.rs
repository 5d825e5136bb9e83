//! What is to become of LLVM's machine function: a plan of edits, block by block.
//!
//! A plan says of each place of a changed block what goes there: an instruction of the block, a
//! new one, or a copy of one. Registers are changed as data: an edit names operands and what they
//! are from then on. [`Script::of`] verifies a plan and brings it into the order in which the shim
//! applies it (`CdnaPlan` in `cpp/cdnasched.h`).

mod forms;

use thiserror::Error;

use super::{
    BlockId, Function, InstFlags, InstId, Operand, OperandFlags, OperandKind, Reg, RegFile,
    RegRange, Role,
};
use crate::gpu::Unit;

/// What goes to a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// An instruction of the block. The places of a changed block name each of its instructions
    /// once, here or as removed.
    Existing(InstId),
    /// Nothing: an instruction of the block is removed.
    Removed(InstId),
    /// A copy of an instruction of any block, as it was before all edits: no call, no terminator,
    /// and no part of a bundle.
    Copy(InstId),
    /// A new `s_nop` with this immediate.
    Nop(u32),
    /// A new `s_waitcnt` with this immediate.
    Waitcnt(u32),
    /// A new move between vector registers.
    Move {
        /// The register written.
        to: Reg,
        /// The register read.
        from: Reg,
    },
}

/// Another register for an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OperandEdit {
    /// Which operand, in LLVM's order.
    pub operand: u32,
    /// The register, as wide as the present one.
    pub register: RegRange,
}

/// One place of a changed block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    /// The block.
    pub block: BlockId,
    /// What goes there.
    pub place: Place,
    /// What changes in the instruction or in the copy.
    pub operands: Vec<OperandEdit>,
    /// LLVM's name of another opcode for an existing matrix instruction: the same with its result and
    /// accumulator in the other file, or in place or not.
    pub form: Option<String>,
}

/// A block that a plan adds, or whose way out it changes.
///
/// The plan's edits of a new block hold new instructions and copies; its terminators are copies of
/// terminators, whose blocks are operands like others. [`Script::of`] refuses plans that have any:
/// LLVM's loops, dominators and block frequencies would have to be computed anew, which the shim
/// does not do yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BlockEdit {
    /// A block of the function, or a new one: new ones are numbered after the function's own, in the
    /// order of the plan.
    pub block: BlockId,
    /// The block that a new one follows in layout; `None` for a block of the function.
    pub after: Option<BlockId>,
    /// All its successors from then on.
    pub successors: Vec<BlockId>,
}

/// An operand that is to read a copy of its register, made right before the instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CopiedOperand {
    /// The instruction.
    pub inst: InstId,
    /// Which operand.
    pub operand: u32,
    /// The vector register that it reads today.
    pub from: Reg,
    /// The vector register that takes the copy.
    pub to: Reg,
}

/// The edits that turn the original function into this one, whose instructions have other orders
/// and registers, and copy operands.
pub fn edits(function: &Function, original: &Function, copied: &[CopiedOperand]) -> Vec<Edit> {
    let mut edits = Vec::new();
    let mut kept = vec![false; function.inst_count()];
    for block in original.block_ids() {
        let (order, before) = (&function.block(block).order, &original.block(block).order);
        let copies = |inst: InstId| copied.iter().find(move |copy| copy.inst == inst);
        let is_edited = |&inst: &InstId| {
            copies(inst).is_some()
                || is_renamed(function, original, inst)
                || form(function, original, inst).is_some()
        };
        if order == before && !order.iter().any(is_edited) {
            continue;
        }
        let mut put = |place, operands, form| {
            edits.push(Edit {
                block,
                place,
                operands,
                form,
            });
        };
        for &inst in order {
            kept[inst.index()] = true;
            let copy = copies(inst).and_then(|copy| Some((copy, RegRange::new(copy.to, 1)?)));
            let mut operands: Vec<_> = renamed(function, original, inst).collect();
            if let Some((
                &CopiedOperand {
                    operand, from, to, ..
                },
                register,
            )) = copy
            {
                put(Place::Move { to, from }, Vec::new(), None);
                operands.retain(|edit| edit.operand != operand);
                operands.push(OperandEdit { operand, register });
            }
            let place = match (place(function, original, inst), copy) {
                (Place::Move { to, .. }, Some((copy, _))) => Place::Move { to, from: copy.to },
                (place, _) => place,
            };
            if !matches!(place, Place::Existing(_)) {
                operands.clear();
            }
            put(place, operands, form(function, original, inst));
        }
        let removed = before.iter().filter(|inst| !kept[inst.index()]);
        removed.for_each(|&inst| put(Place::Removed(inst), Vec::new(), None));
    }
    edits
}

/// The operands of an instruction that have other registers than in the original function.
fn renamed<'a>(
    function: &'a Function,
    original: &'a Function,
    inst: InstId,
) -> impl Iterator<Item = OperandEdit> + 'a {
    let is_original = inst.index() < original.inst_count();
    let before = is_original.then(|| original.operands(inst));
    let both = before
        .unwrap_or_default()
        .iter()
        .zip(function.operands(inst));
    (0..).zip(both).filter_map(|(operand, (before, now))| {
        let register = now.reg().filter(|_| before.kind != now.kind)?;
        Some(OperandEdit { operand, register })
    })
}

fn is_renamed(function: &Function, original: &Function, inst: InstId) -> bool {
    renamed(function, original, inst).next().is_some()
}

/// Another opcode than in the original function.
fn form(function: &Function, original: &Function, inst: InstId) -> Option<String> {
    let is_original = inst.index() < original.inst_count();
    let name = &function.opcode(inst).name;
    (is_original && *name != original.opcode(inst).name).then(|| name.clone())
}

/// An instruction of the pool: LLVM's own, or one that was inserted.
fn place(function: &Function, original: &Function, inst: InstId) -> Place {
    if inst.index() < original.inst_count() {
        return Place::Existing(inst);
    }
    let register = |role| function.operand(inst, role)?.reg();
    if let (Some(to), Some(from)) = (register(Role::Dst), register(Role::Src0)) {
        let (to, from) = (to.first(), from.first());
        return Place::Move { to, from };
    }
    let imm = match function.operands(inst).first().map(|o| o.kind) {
        Some(OperandKind::Imm(imm)) => imm as u32,
        _ => 0,
    };
    match function.info(inst).unit {
        Unit::Nop => Place::Nop(imm),
        _ => Place::Waitcnt(imm),
    }
}

/// Why a plan cannot be applied.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Refusal {
    /// The flow of control changes.
    #[error("it adds blocks or changes successors, which cannot be applied yet")]
    Flow,
    /// There is no such block.
    #[error("it names a block that does not exist")]
    Block,
    /// The edits of a block are not contiguous.
    #[error("it names a block twice")]
    BlockTwice,
    /// An instruction that is named twice, or of another block.
    #[error("it names an instruction twice, or of another block")]
    Instruction,
    /// Some instruction of a changed block is missing.
    #[error("it does not name each instruction")]
    Missing,
    /// A bundle is taken apart.
    #[error("it separates instructions that are bundled")]
    Bundle,
    /// There is no such instruction to copy.
    #[error("it copies an instruction that does not exist")]
    NoOriginal,
    /// What must not be copied.
    #[error("it copies a call, a terminator or a part of a bundle")]
    Uncopyable,
    /// What has no operands to edit.
    #[error("it edits operands of what has none")]
    NoOperands,
    /// An operand that cannot be edited.
    #[error("it edits an operand that is no register, or one that is fixed")]
    Operand,
    /// A register of another width.
    #[error("a register is not as wide as the one it replaces")]
    Width,
    /// Tied operands that would differ.
    #[error("operands that are tied get different registers")]
    Tied,
    /// A move that the GPU does not have.
    #[error("it moves what is no vector register, or between files as the GPU cannot")]
    Move,
    /// Another opcode that is not another form of the same matrix instruction.
    #[error("an opcode is not another form of the one it replaces")]
    Form,
    /// A result or an accumulator in the wrong file.
    #[error("a register is not in the file that the form of its instruction has")]
    FormFile,
}

/// A new instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Insertion {
    /// The block it is put into.
    pub block: BlockId,
    /// The instruction before which it is placed; `None`: at the end of the block.
    pub before: Option<InstId>,
    /// What it is: neither [`Place::Existing`] nor [`Place::Removed`].
    pub place: Place,
    /// What changes in a copy.
    pub operands: Vec<OperandEdit>,
}

/// A verified plan, in the order in which it is applied: the new orders of blocks, then new
/// instructions, then forms and operands, then removals.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Script {
    /// Blocks whose instructions change their order: all of those, headers alone of bundles. What is
    /// removed is still among them.
    pub orders: Vec<(BlockId, Vec<InstId>)>,
    /// Those before the same instruction are in their order.
    pub insertions: Vec<Insertion>,
    /// Other opcodes of existing matrix instructions, by LLVM's names. Their operands have their new
    /// registers by then.
    pub forms: Vec<(InstId, String)>,
    /// Operands of existing instructions.
    pub operands: Vec<(InstId, OperandEdit)>,
    /// Instructions that are removed.
    pub removals: Vec<InstId>,
}

impl Script {
    /// Verifies the edits of a function, which is given as LLVM described it.
    ///
    /// # Errors
    /// Why they cannot be applied.
    pub fn of(
        original: &Function,
        edits: &[Edit],
        blocks: &[BlockEdit],
    ) -> Result<Script, Refusal> {
        if !blocks.is_empty() {
            return Err(Refusal::Flow);
        }
        let mut script = Script::default();
        let mut changed = vec![false; original.blocks().len()];
        for share in edits.chunk_by(|one, next| one.block == next.block) {
            let block = share[0].block;
            let is_changed = changed.get_mut(block.index()).ok_or(Refusal::Block)?;
            if std::mem::replace(is_changed, true) {
                return Err(Refusal::BlockTwice);
            }
            script.add_block(original, share)?;
        }
        Ok(script)
    }

    fn add_block(&mut self, function: &Function, edits: &[Edit]) -> Result<(), Refusal> {
        let original = &function.block(edits[0].block).order;
        let named: Vec<InstId> = edits.iter().filter_map(|edit| edit.named()).collect();
        let mut sorted = named.clone();
        sorted.sort_unstable();
        if sorted != *original {
            let is_foreign = |inst: &InstId| original.binary_search(inst).is_err();
            let is_wrong =
                sorted.windows(2).any(|two| two[0] == two[1]) || sorted.iter().any(is_foreign);
            return Err(match is_wrong {
                true => Refusal::Instruction,
                false => Refusal::Missing,
            });
        }
        let in_bundle = |inst: InstId| function.flags(inst).has(InstFlags::IN_BUNDLE);
        verify_bundles(edits, original, in_bundle)?;
        if named != *original {
            let order = named.iter().copied().filter(|&inst| !in_bundle(inst));
            self.orders.push((edits[0].block, order.collect()));
        }
        let mut pending = self.insertions.len();
        for edit in edits {
            if edit.form.is_some() && !matches!(edit.place, Place::Existing(_)) {
                return Err(Refusal::Form);
            }
            match edit.place {
                Place::Existing(inst) => {
                    verify_operands(function, inst, edit)?;
                    let form = edit.form.iter().map(|form| (inst, form.clone()));
                    self.forms.extend(form);
                    let operands = edit.operands.iter();
                    self.operands
                        .extend(operands.map(|&operand| (inst, operand)));
                    for insertion in &mut self.insertions[pending..] {
                        insertion.before = Some(inst);
                    }
                    pending = self.insertions.len();
                    continue;
                }
                Place::Copy(inst) => {
                    if inst.index() >= function.inst_count() {
                        return Err(Refusal::NoOriginal);
                    }
                    let flags = function.flags(inst);
                    let fixed = [
                        InstFlags::CALL,
                        InstFlags::TERMINATOR,
                        InstFlags::BUNDLE,
                        InstFlags::IN_BUNDLE,
                    ];
                    if fixed.iter().any(|&flag| flags.has(flag)) {
                        return Err(Refusal::Uncopyable);
                    }
                    verify_operands(function, inst, edit)?;
                }
                _ if !edit.operands.is_empty() => return Err(Refusal::NoOperands),
                Place::Removed(inst) => {
                    self.removals.push(inst);
                    continue;
                }
                Place::Move { to, from } => verify_move(function, to, from)?,
                Place::Nop(_) | Place::Waitcnt(_) => {}
            }
            self.insertions.push(Insertion {
                block: edit.block,
                before: None,
                place: edit.place,
                operands: edit.operands.clone(),
            });
        }
        Ok(())
    }

    /// Whether it changes nothing.
    pub fn is_empty(&self) -> bool {
        *self == Script::default()
    }
}

/// Whether the GPU has a move between these registers.
fn verify_move(function: &Function, to: Reg, from: Reg) -> Result<(), Refusal> {
    let among_agprs = (to.file(), from.file()) == (RegFile::Agpr, RegFile::Agpr);
    let exists = !among_agprs || function.gpu.unified_vector_file();
    match to.is_vector() && from.is_vector() && exists {
        true => Ok(()),
        false => Err(Refusal::Move),
    }
}

/// What is bundled with the instruction before it still follows the one that remains before it.
fn verify_bundles(
    edits: &[Edit],
    original: &[InstId],
    in_bundle: impl Fn(InstId) -> bool,
) -> Result<(), Refusal> {
    if !original.iter().any(|&inst| in_bundle(inst)) {
        return Ok(());
    }
    let removals = edits.iter().filter_map(|edit| match edit.place {
        Place::Removed(inst) => Some(inst),
        _ => None,
    });
    let mut removals: Vec<InstId> = removals.collect();
    removals.sort_unstable();
    let remains = |inst: &&InstId| removals.binary_search(inst).is_err();
    let mut last = None;
    for edit in edits {
        let Place::Existing(inst) = edit.place else {
            continue;
        };
        if in_bundle(inst) {
            let at = original.partition_point(|&other| other < inst);
            let predecessor = original[..at].iter().rev().find(remains);
            if predecessor.copied() != last {
                return Err(Refusal::Bundle);
            }
        }
        last = Some(inst);
    }
    Ok(())
}

/// Instructions whose registers are fixed by their text or by a calling convention, and members of
/// bundles, whose header names them too.
const FIXED: [InstFlags; 4] = [
    InstFlags::CALL,
    InstFlags::INLINE_ASM,
    InstFlags::BUNDLE,
    InstFlags::IN_BUNDLE,
];

/// Whether an instruction may have these registers, as far as that can be said without LLVM's
/// register classes.
fn verify_operands(function: &Function, inst: InstId, edit: &Edit) -> Result<(), Refusal> {
    let (edits, form) = (&edit.operands, &edit.form);
    if edits.is_empty() && form.is_none() {
        return Ok(());
    }
    let flags = function.flags(inst);
    if FIXED.iter().any(|&fixed| flags.has(fixed)) {
        return Err(Refusal::Operand);
    }
    let operands = function.operands(inst);
    let present = |edit: &OperandEdit| -> Option<(&Operand, RegRange)> {
        let operand = operands.get(edit.operand as usize)?;
        Some((operand, operand.reg()?))
    };
    for (at, edit) in edits.iter().enumerate() {
        let (operand, register) = present(edit).ok_or(Refusal::Operand)?;
        let is_vector = |register: RegRange| register.first().is_vector();
        // EXEC, VCC, M0 and the like are fixed; parts of a tuple may move with it.
        let moves = is_vector(register) && is_vector(edit.register);
        let is_twice = edits[..at]
            .iter()
            .any(|other| other.operand == edit.operand);
        if is_twice || !operand.is_explicit() && !moves {
            return Err(Refusal::Operand);
        }
        if register.len() != edit.register.len() {
            return Err(Refusal::Width);
        }
        // The operands of another form are tied otherwise.
        if form.is_some() && operand.is_explicit() {
            continue;
        }
        // The operand on the other side of the tie has the same register, before and after.
        let partner = |other: &OperandEdit| {
            other.register == edit.register
                && present(other).is_some_and(|(other, before)| {
                    other.flags.has(OperandFlags::TIED)
                        && other.is_def() != operand.is_def()
                        && before == register
                })
        };
        if operand.flags.has(OperandFlags::TIED) && !edits.iter().any(partner) {
            return Err(Refusal::Tied);
        }
    }
    match form {
        Some(form) => forms::verify(function, inst, form, edits),
        None => Ok(()),
    }
}

impl Edit {
    /// The instruction of the block that it names.
    fn named(&self) -> Option<InstId> {
        match self.place {
            Place::Existing(inst) | Place::Removed(inst) => Some(inst),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests;
