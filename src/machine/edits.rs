//! What is to become of LLVM's machine function: a plan of edits, block by block.
//!
//! A plan says of each place of a changed block what goes there: an instruction of the block, a
//! new one, or a copy of one. Registers are changed as data: an edit names operands and what they
//! are from then on. [`Script::of`] verifies a plan and brings it into the order in which the shim
//! applies it (`CdnaPlan` in `cpp/cdnasched.h`).

use thiserror::Error;

use super::{
    BlockId, Function, InstFlags, InstId, Operand, OperandFlags, OperandKind, Reg, RegRange,
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
    /// Which operand, in LLVM's order; an explicit one.
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

/// The edits that turn the original orders into the present ones, and copy operands.
pub fn edits(function: &Function, original: &[Vec<InstId>], copied: &[CopiedOperand]) -> Vec<Edit> {
    let mut edits = Vec::new();
    let mut kept = vec![false; function.inst_count()];
    for (block, original) in function.block_ids().zip(original) {
        let order = &function.block(block).order;
        let copies = |inst: InstId| copied.iter().find(move |copy| copy.inst == inst);
        if order == original && !order.iter().any(|&inst| copies(inst).is_some()) {
            continue;
        }
        let mut put = |place, operands| {
            edits.push(Edit {
                block,
                place,
                operands,
            });
        };
        for &inst in order {
            kept[inst.index()] = true;
            let copy = copies(inst).and_then(|copy| Some((copy, RegRange::new(copy.to, 1)?)));
            let mut operands = Vec::new();
            if let Some((
                &CopiedOperand {
                    operand, from, to, ..
                },
                register,
            )) = copy
            {
                put(Place::Move { to, from }, Vec::new());
                operands.push(OperandEdit { operand, register });
            }
            put(place(function, inst), operands);
        }
        let removed = original.iter().filter(|inst| !kept[inst.index()]);
        removed.for_each(|&inst| put(Place::Removed(inst), Vec::new()));
    }
    edits
}

/// An instruction of the pool: LLVM's own, or one that was inserted.
fn place(function: &Function, inst: InstId) -> Place {
    if !function.flags(inst).has(InstFlags::INSERTED) {
        return Place::Existing(inst);
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
    #[error("it edits an operand that is no explicit register")]
    Operand,
    /// A register of another width.
    #[error("a register is not as wide as the one it replaces")]
    Width,
    /// Tied operands that would differ.
    #[error("operands that are tied get different registers")]
    Tied,
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
/// instructions, then operands, then removals.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Script {
    /// Blocks whose instructions change their order: all of those, headers alone of bundles. What is
    /// removed is still among them.
    pub orders: Vec<(BlockId, Vec<InstId>)>,
    /// Those before the same instruction are in their order.
    pub insertions: Vec<Insertion>,
    /// Operands of existing instructions.
    pub operands: Vec<(InstId, OperandEdit)>,
    /// Instructions that are removed.
    pub removals: Vec<InstId>,
}

impl Script {
    /// Verifies the edits of a function whose blocks had these orders.
    ///
    /// # Errors
    /// Why they cannot be applied.
    pub fn of(
        function: &Function,
        original: &[Vec<InstId>],
        edits: &[Edit],
        blocks: &[BlockEdit],
    ) -> Result<Script, Refusal> {
        if !blocks.is_empty() {
            return Err(Refusal::Flow);
        }
        let mut script = Script::default();
        let mut changed = vec![false; original.len()];
        for share in edits.chunk_by(|one, next| one.block == next.block) {
            let block = share[0].block;
            let before = original.get(block.index()).ok_or(Refusal::Block)?;
            if std::mem::replace(&mut changed[block.index()], true) {
                return Err(Refusal::BlockTwice);
            }
            script.add_block(function, before, share)?;
        }
        Ok(script)
    }

    fn add_block(
        &mut self,
        function: &Function,
        original: &[InstId],
        edits: &[Edit],
    ) -> Result<(), Refusal> {
        let named: Vec<InstId> = edits.iter().filter_map(|edit| edit.named()).collect();
        let mut sorted = named.clone();
        sorted.sort_unstable();
        if sorted != original {
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
        if named != original {
            let order = named.iter().copied().filter(|&inst| !in_bundle(inst));
            self.orders.push((edits[0].block, order.collect()));
        }
        let mut pending = self.insertions.len();
        for edit in edits {
            match edit.place {
                Place::Existing(inst) => {
                    verify_operands(function, inst, &edit.operands)?;
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
                    let count = original_count(function);
                    if inst.index() >= count {
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
                    verify_operands(function, inst, &edit.operands)?;
                }
                _ if !edit.operands.is_empty() => return Err(Refusal::NoOperands),
                Place::Removed(inst) => {
                    self.removals.push(inst);
                    continue;
                }
                Place::Nop(_) | Place::Waitcnt(_) | Place::Move { .. } => {}
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

/// How many instructions LLVM described: those that the core inserts follow them in the pool.
fn original_count(function: &Function) -> usize {
    let inserted = |at: &usize| function.flags(InstId::new(*at)).has(InstFlags::INSERTED);
    let count = function.inst_count();
    (0..count).find(inserted).unwrap_or(count)
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

/// Whether an instruction may have these registers, as far as that can be said without LLVM's
/// register classes.
fn verify_operands(
    function: &Function,
    inst: InstId,
    edits: &[OperandEdit],
) -> Result<(), Refusal> {
    if edits.is_empty() {
        return Ok(());
    }
    let flags = function.flags(inst);
    if flags.has(InstFlags::BUNDLE) || flags.has(InstFlags::IN_BUNDLE) {
        return Err(Refusal::Operand);
    }
    let operands = function.operands(inst);
    let explicit = |edit: &OperandEdit| -> Option<(&Operand, RegRange)> {
        let operand = operands.get(edit.operand as usize)?;
        let present = operand.reg().filter(|_| operand.is_explicit())?;
        Some((operand, present))
    };
    for edit in edits {
        let (operand, present) = explicit(edit).ok_or(Refusal::Operand)?;
        if present.len() != edit.register.len() {
            return Err(Refusal::Width);
        }
        // The operand on the other side of the tie has the same register, before and after.
        let partner = |other: &OperandEdit| {
            other.register == edit.register
                && explicit(other).is_some_and(|(other, register)| {
                    other.flags.has(OperandFlags::TIED)
                        && other.is_def() != operand.is_def()
                        && register == present
                })
        };
        if operand.flags.has(OperandFlags::TIED) && !edits.iter().any(partner) {
            return Err(Refusal::Tied);
        }
    }
    Ok(())
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
mod tests {
    use super::*;
    use crate::machine::text;

    fn function() -> Function {
        let text = "cdna-flat 1\nfunction \"f\"\ngpu gfx942\nresources lds=0 workgroup=256 entry\n\
            block 0 frequency=1 depth=0\n\
            V_LSHLREV_B64_e64 def v[0:1], v7, v[2:3], imp exec | lat=1\n\
            V_LSHLREV_B64_e64 def v[4:5], v6, v[2:3], imp exec | lat=1\n\
            S_NOP #0 | lat=1\n";
        text::parse(text).expect("a function")
    }

    fn orders(function: &Function) -> Vec<Vec<InstId>> {
        function.blocks().iter().map(|b| b.order.clone()).collect()
    }

    #[test]
    fn unchanged_blocks_have_no_edits() {
        let function = function();
        assert_eq!(edits(&function, &orders(&function), &[]), Vec::new());
    }

    #[test]
    fn new_orders_name_what_is_placed_and_what_is_removed() {
        let mut function = function();
        let original = orders(&function);
        let [first, second, nop] = original[0][..] else {
            panic!("three instructions");
        };
        function.set_order(BlockId(0), vec![second, first]);
        let places = edits(&function, &original, &[]);
        let places: Vec<Place> = places.into_iter().map(|edit| edit.place).collect();
        let existing = Place::Existing;
        assert_eq!(
            places,
            [existing(second), existing(first), Place::Removed(nop)]
        );
    }

    #[test]
    fn a_copied_operand_is_a_move_and_another_register() {
        let function = function();
        let (from, to) = (Reg::vgpr(7), Reg::vgpr(0));
        let (Some(from), Some(to)) = (from, to) else {
            panic!("registers");
        };
        let copied = CopiedOperand {
            inst: InstId(0),
            operand: 1,
            from,
            to,
        };
        let edits = edits(&function, &orders(&function), &[copied]);
        assert_eq!(edits.len(), 4);
        assert_eq!(edits[0].place, Place::Move { to, from });
        assert_eq!(edits[1].place, Place::Existing(InstId(0)));
        let operand = OperandEdit {
            operand: 1,
            register: RegRange::new(to, 1).expect("one register"),
        };
        assert_eq!(edits[1].operands, [operand]);
        assert!(edits[2..].iter().all(|edit| edit.operands.is_empty()));
    }

    /// A bundle of two, an instruction with tied operands, and a terminator, after another block.
    fn demanding() -> Function {
        let text = "cdna-flat 1\nfunction \"f\"\ngpu gfx942\nresources lds=0 workgroup=256 entry\n\
            block 0 frequency=1 depth=0\n\
            S_NOP #0 | lat=1\n\
            block 1 frequency=1 depth=0\n\
            BUNDLE | bundle\n\
            S_NOP #1 | inside lat=1\n\
            S_NOP #2 | inside lat=1\n\
            V_FMAC_F32_e32 def tied v0, v1, v2, tied v0, imp exec | lat=1\n\
            S_ENDPGM #0 | return term noreturn\n";
        text::parse(text).expect("a function")
    }

    fn edit(block: u32, place: Place, operands: &[(u32, u16)]) -> Edit {
        let edit = |&(operand, register)| OperandEdit {
            operand,
            register: RegRange::new(Reg::vgpr(register).expect("a register"), 1).expect("one"),
        };
        Edit {
            block: BlockId(block),
            place,
            operands: operands.iter().map(edit).collect(),
        }
    }

    /// The second block of [`demanding`], with another instruction placed as this one.
    fn second(at: u32, place: Place, operands: &[(u32, u16)]) -> Vec<Edit> {
        let place_of = |inst| match inst == at {
            true => edit(1, place, operands),
            false => edit(1, Place::Existing(InstId(inst)), &[]),
        };
        (1..6).map(place_of).collect()
    }

    #[test]
    fn a_script_is_in_the_order_of_application() {
        let function = demanding();
        let mut edits = second(4, Place::Existing(InstId(4)), &[(0, 9), (3, 9)]);
        edits.insert(0, edit(1, Place::Waitcnt(7), &[]));
        edits.insert(3, edit(1, Place::Nop(3), &[]));
        edits.push(edit(1, Place::Copy(InstId(4)), &[]));
        let script = Script::of(&function, &orders(&function), &edits, &[]).expect("a script");
        assert_eq!(script.orders, [] as [(BlockId, Vec<InstId>); 0]);
        let found = script.insertions.iter().map(|i| (i.before, i.place));
        let expected = [
            (Some(InstId(1)), Place::Waitcnt(7)),
            (Some(InstId(3)), Place::Nop(3)),
            (None, Place::Copy(InstId(4))),
        ];
        assert_eq!(found.collect::<Vec<_>>(), expected);
        let found = script.operands.iter().map(|(inst, e)| (inst.0, e.operand));
        assert_eq!(found.collect::<Vec<_>>(), [(4, 0), (4, 3)]);

        let existing = |inst| edit(1, Place::Existing(InstId(inst)), &[]);
        let edits = [
            existing(4),
            existing(1),
            existing(3),
            existing(5),
            edit(1, Place::Removed(InstId(2)), &[]),
        ];
        let script = Script::of(&function, &orders(&function), &edits, &[]).expect("a script");
        let order = [4, 1, 5].map(InstId).to_vec();
        assert_eq!(script.orders, [(BlockId(1), order)]);
        assert_eq!(script.removals, [InstId(2)]);
    }

    #[test]
    fn a_new_block_is_named_and_refused() {
        let function = function();
        let new = BlockEdit {
            block: BlockId(function.blocks().len() as u32),
            after: Some(BlockId(0)),
            successors: vec![BlockId(0)],
        };
        let refused = Script::of(&function, &orders(&function), &[], &[new]);
        assert_eq!(refused, Err(Refusal::Flow));
    }

    #[test]
    fn what_cannot_be_applied_is_refused() {
        let function = demanding();
        let existing = |inst| Place::Existing(InstId(inst));
        let copy = |inst, operands: &[(u32, u16)]| {
            let mut edits = second(0, Place::Nop(0), &[]);
            edits.push(edit(1, Place::Copy(InstId(inst)), operands));
            edits
        };
        let mut swapped = second(0, Place::Nop(0), &[]);
        swapped.swap(1, 2);
        let mut twice = second(0, Place::Nop(0), &[]);
        twice.push(edit(0, existing(0), &[]));
        twice.extend(second(0, Place::Nop(0), &[]));
        for (edits, refusal) in [
            (vec![edit(7, existing(0), &[])], Refusal::Block),
            (twice, Refusal::BlockTwice),
            (second(2, existing(1), &[]), Refusal::Instruction),
            (second(2, existing(0), &[]), Refusal::Instruction),
            (second(2, existing(99), &[]), Refusal::Instruction),
            (second(2, Place::Nop(0), &[]), Refusal::Missing),
            (swapped, Refusal::Bundle),
            (copy(99, &[]), Refusal::NoOriginal),
            (copy(5, &[]), Refusal::Uncopyable),
            (copy(2, &[]), Refusal::Uncopyable),
            (copy(4, &[(1, 9), (9, 9)]), Refusal::Operand),
            (second(4, existing(4), &[(4, 9)]), Refusal::Operand),
            (second(3, existing(3), &[(0, 9)]), Refusal::Operand),
            (second(4, existing(4), &[(0, 9)]), Refusal::Tied),
            (second(4, existing(4), &[(0, 9), (3, 8)]), Refusal::Tied),
            (
                second(4, Place::Removed(InstId(4)), &[(1, 9)]),
                Refusal::NoOperands,
            ),
        ] {
            let refused = Script::of(&function, &orders(&function), &edits, &[]);
            assert_eq!(refused, Err(refusal), "{edits:?}");
        }
        let mut wide = second(4, existing(4), &[(1, 9)]);
        let register = RegRange::new(Reg::vgpr(8).expect("a register"), 2).expect("a pair");
        wide[3].operands[0].register = register;
        let refused = Script::of(&function, &orders(&function), &wide, &[]);
        assert_eq!(refused, Err(Refusal::Width));
    }
}
