//! What is to become of LLVM's machine function: a plan of edits, block by block.
//!
//! A plan says of each place of a changed block what goes there: an instruction of the block, a
//! new one, or a copy of one. Registers are changed as data: an edit names operands and what they
//! are from then on. [`Script::of`] verifies a plan and brings it into the order in which the shim
//! applies it (`CdnaPlan` in `cpp/cdnasched.h`).

mod flow;
mod forms;
mod reading;
mod script;

use thiserror::Error;

use super::{BlockId, Function, InstId, OperandKind, Reg, RegRange};

pub use flow::{NewBlock, NewSuccessor, OtherSuccessor};
pub use reading::{block_edits, edits};
pub use script::{Insertion, Script};

/// What goes to a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// An instruction of the block. The places of a changed block name each of its instructions
    /// once, here or as removed.
    Existing(InstId),
    /// Nothing: an instruction of the block is removed.
    Removed(InstId),
    /// A copy of an instruction of any block, as it was before all edits: no call, no terminator, no
    /// part of a bundle, and no inline assembly that could not be parsed. Behind the copy of other inline
    /// assembly come those of all that is in it.
    Copy(InstId),
    /// A copy of a branch of any block, as it was before all edits.
    Branch {
        /// The branch.
        of: InstId,
        /// Whether it is taken when the original is not.
        inverted: bool,
        /// The block it goes to.
        to: BlockId,
    },
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
    /// LLVM's name of another opcode for a matrix instruction or the copy of one: the same with its result
    /// and accumulator in the other file, or in place or not.
    pub form: Option<String>,
    /// Another block that an existing branch goes to.
    pub target: Option<BlockId>,
}

impl Edit {
    /// An edit that changes nothing in what it places.
    fn of(block: BlockId, place: Place) -> Edit {
        Edit {
            block,
            place,
            operands: Vec::new(),
            form: None,
            target: None,
        }
    }

    /// The instruction of the block that it names.
    fn named(&self) -> Option<InstId> {
        match self.place {
            Place::Existing(inst) | Place::Removed(inst) => Some(inst),
            _ => None,
        }
    }
}

/// A block that a plan adds, or whose way out it changes.
///
/// The plan's edits of a new block hold new instructions and copies. Terminators and layout must lead to the
/// successors, and to no others.
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

/// Why a plan cannot be applied.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Refusal {
    /// A new block without the next number, or that follows no block of the function.
    #[error("it adds a block with a wrong number or place")]
    NewBlock,
    /// Successors that are named twice, or more or less of them than before.
    #[error("it names successors twice, or another number of them than a block had")]
    Successors,
    /// A way out that is not among the successors, or the reverse.
    #[error("the branches and the layout lead to other blocks than the successors that it names")]
    WayOut,
    /// What ends a block is followed by other instructions, or is not understood.
    #[error("a block whose way out changes does not end with branches that are understood")]
    Terminators,
    /// A branch that cannot be copied, inverted or sent elsewhere.
    #[error("it copies, inverts or redirects what is no plain branch")]
    Branch,
    /// SCC does not survive the way from block to block.
    #[error("a block would read what another one left in SCC")]
    Scc,
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
    /// The text of inline assembly is its author's.
    #[error("it changes what is in inline assembly, or puts something into it")]
    Assembly,
    /// There is no such instruction to copy.
    #[error("it copies an instruction that does not exist")]
    NoOriginal,
    /// What must not be copied.
    #[error(
        "it copies a call, a terminator, a part of a bundle, or inline assembly that could not be parsed"
    )]
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

/// The block that an instruction goes to; `None` if it names none, or several.
pub fn branch_target(function: &Function, inst: InstId) -> Option<BlockId> {
    let mut targets = function.operands(inst).iter().filter_map(|o| match o.kind {
        OperandKind::Block(to) => Some(to),
        _ => None,
    });
    targets.next().filter(|_| targets.next().is_none())
}

#[cfg(test)]
mod guarded_tests;
#[cfg(test)]
mod tests;
