//! Verified plans, in the order in which they are applied.

use super::flow::{Flow, NewBlock, OtherSuccessor};
use super::{BlockEdit, Edit, OperandEdit, Place, Refusal, branch_target, forms};
use crate::machine::{
    BlockId, Function, InstFlags, InstId, Operand, OperandFlags, Reg, RegFile, RegRange,
    inverse_branch,
};

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
    /// Another opcode for a copy, by LLVM's name: that of the inverse, for an inverted branch.
    pub form: Option<String>,
}

/// A verified plan, in the order in which it is applied: new blocks, the new orders of blocks, then new
/// instructions, then forms and operands, then removals, then where control goes.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Script {
    /// New blocks, which are numbered in this order after the function's own.
    pub new_blocks: Vec<NewBlock>,
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
    /// Existing branches that go to other blocks.
    pub targets: Vec<(InstId, BlockId)>,
    /// Successors of the function's own blocks that are replaced.
    pub successors: Vec<OtherSuccessor>,
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
        let mut flow = Flow::of(original, blocks)?;
        let mut script = Script::default();
        for share in edits.chunk_by(|one, next| one.block == next.block) {
            flow.add(share)?;
            script.add_block(original, share)?;
        }
        flow.verify()?;
        script.new_blocks = flow.new_blocks();
        script.successors = flow.replaced()?;
        Ok(script)
    }

    fn add_block(&mut self, function: &Function, edits: &[Edit]) -> Result<(), Refusal> {
        self.add_order(function, edits)?;
        let mut pending = self.insertions.len();
        for (at, edit) in edits.iter().enumerate() {
            let is_copy = matches!(edit.place, Place::Existing(_) | Place::Copy(_));
            if edit.form.is_some() && !is_copy {
                return Err(Refusal::Form);
            }
            if !edit.operands.is_empty() && !is_copy {
                return Err(Refusal::NoOperands);
            }
            if edit.target.is_some() && !matches!(edit.place, Place::Existing(_)) {
                return Err(Refusal::Branch);
            }
            let mut form = edit.form.clone();
            match edit.place {
                Place::Existing(inst) => {
                    self.change(function, inst, edit)?;
                    let inserts = pending < self.insertions.len();
                    if inserts && function.flags(inst).has(InstFlags::IN_ASM) {
                        return Err(Refusal::Assembly);
                    }
                    for insertion in &mut self.insertions[pending..] {
                        insertion.before = Some(inst);
                    }
                    pending = self.insertions.len();
                    continue;
                }
                Place::Removed(inst) if is_content(function, inst) => {
                    return Err(Refusal::Assembly);
                }
                Place::Removed(inst) => {
                    self.removals.push(inst);
                    continue;
                }
                Place::Copy(inst) if is_content(function, inst) => {
                    let changes = !edit.operands.is_empty() || edit.form.is_some();
                    if changes {
                        return Err(Refusal::Operand);
                    }
                    verify_content(function, inst, &edits[..at])?;
                    // LLVM copies assembly as a whole, and guarded code instruction by instruction.
                    if function.flags(inst).has(InstFlags::IN_ASM) {
                        continue;
                    }
                }
                Place::Copy(inst) if is_guard(function, inst) => {
                    verify_copy(function, inst, edit, &edits[at + 1..])?;
                    continue;
                }
                Place::Copy(inst) => verify_copy(function, inst, edit, &edits[at + 1..])?,
                Place::Branch { of, inverted, .. } => {
                    form = verify_branch(function, of, inverted)?.map(str::to_owned);
                }
                Place::Move { to, from } => verify_move(function, to, from)?,
                Place::Nop(_) | Place::Waitcnt(_) => {}
            }
            self.insertions.push(Insertion {
                block: edit.block,
                before: None,
                place: edit.place,
                operands: edit.operands.clone(),
                form,
            });
        }
        Ok(())
    }

    /// Adds the order of a block's own instructions, if it changes.
    fn add_order(&mut self, function: &Function, edits: &[Edit]) -> Result<(), Refusal> {
        let block = edits[0].block;
        let is_own = block.index() < function.blocks().len();
        let original = is_own.then(|| &function.block(block).order[..]);
        let original = original.unwrap_or_default();
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
            self.orders.push((block, order.collect()));
        }
        Ok(())
    }

    /// Adds what changes in an existing instruction.
    fn change(&mut self, function: &Function, inst: InstId, edit: &Edit) -> Result<(), Refusal> {
        verify_operands(function, inst, edit)?;
        let form = edit.form.iter().map(|form| (inst, form.clone()));
        self.forms.extend(form);
        let operands = edit.operands.iter();
        self.operands
            .extend(operands.map(|&operand| (inst, operand)));
        if let Some(to) = edit.target {
            verify_branch(function, inst, false)?;
            self.targets.push((inst, to));
        }
        Ok(())
    }

    /// Whether it changes nothing.
    pub fn is_empty(&self) -> bool {
        *self == Script::default()
    }
}

fn is_guard(function: &Function, inst: InstId) -> bool {
    inst.index() < function.inst_count() && function.is_guard(inst)
}

fn is_content(function: &Function, inst: InstId) -> bool {
    inst.index() < function.inst_count() && function.is_content(inst)
}

/// What may stand between the instructions of guarded code, but not in inline assembly.
fn is_wait_or_nop(place: &Place) -> bool {
    matches!(place, Place::Waitcnt(_) | Place::Nop(_))
}

/// The copy of what is in inline assembly or guarded code comes with that of the whole: right behind it, or behind that of what is
/// in it before.
fn verify_content(function: &Function, inst: InstId, before: &[Edit]) -> Result<(), Refusal> {
    let in_asm = function.flags(inst).has(InstFlags::IN_ASM);
    let mut before = before.iter().rev().map(|edit| edit.place);
    let former = before.find(|place| in_asm || !is_wait_or_nop(place));
    let former = former.and_then(|place| match place {
        Place::Copy(former) => Some(former),
        _ => None,
    });
    let follows = former.is_some_and(|former| {
        let is_part = is_content(function, former)
            || function.is_parsed_asm(former)
            || function.is_guard(former);
        is_part && former.0 + 1 == inst.0
    });
    follows.then_some(()).ok_or(Refusal::Assembly)
}

/// What is copied with all that it is: neither part of something larger nor known by its address. `behind`: what follows the copy.
fn verify_copy(
    function: &Function,
    inst: InstId,
    edit: &Edit,
    behind: &[Edit],
) -> Result<(), Refusal> {
    if inst.index() >= function.inst_count() {
        return Err(Refusal::NoOriginal);
    }
    let flags = function.flags(inst);
    let mut contents = behind.iter().map(|edit| edit.place);
    let mut next = || contents.find(|place| !function.is_guard(inst) || !is_wait_or_nop(place));
    let is_whole = function
        .contents(inst)
        .all(|content| next() == Some(Place::Copy(content)));
    let is_fixed = |flag: &InstFlags| {
        let is_whole = match *flag {
            InstFlags::INLINE_ASM => function.is_parsed_asm(inst),
            InstFlags::BUNDLE => function.is_guard(inst),
            _ => false,
        };
        flags.has(*flag) && !is_whole
    };
    match flags.has(InstFlags::TERMINATOR) || FIXED.iter().any(is_fixed) {
        _ if !is_whole => Err(Refusal::Assembly),
        true => Err(Refusal::Uncopyable),
        false => verify_operands(function, inst, edit),
    }
}

/// Whether an instruction is a branch to one block, which can be inverted if it is to be. Gives the name
/// of the inverse.
fn verify_branch(
    function: &Function,
    inst: InstId,
    inverted: bool,
) -> Result<Option<&'static str>, Refusal> {
    if inst.index() >= function.inst_count() {
        return Err(Refusal::NoOriginal);
    }
    let flags = function.flags(inst);
    let is_plain = flags.has(InstFlags::TERMINATOR | InstFlags::BRANCH)
        && !FIXED.iter().any(|&flag| flags.has(flag))
        && branch_target(function, inst).is_some();
    let inverse = inverted.then(|| inverse_branch(&function.opcode(inst).name));
    match inverse {
        _ if !is_plain => Err(Refusal::Branch),
        None => Ok(None),
        Some(None) => Err(Refusal::Branch),
        Some(name) => Ok(name),
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
