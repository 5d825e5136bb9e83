//! What is to become of LLVM's machine function: a plan of edits, block by block.
//!
//! A plan says of each place of a changed block what goes there: an instruction of the block, a
//! new one, or a copy of one. Registers are changed as data: an edit names operands and what they
//! are from then on. The C ABI hands a plan on as it is (`CdnaEdit` in `cpp/cdnasched.h`); the shim
//! applies all of it, or none.

use super::{BlockId, Function, InstFlags, InstId, OperandKind, Reg, RegRange};
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
}
