//! How a result differs from the program that it was made from.

use super::guards::Misguarded;
use super::instruction::instruction_text;
use super::peel::Mispeeled;
use super::rotation::Misrotated;
use crate::machine::{BlockId, Function, InstId, Reg, RegRange};

/// How a result differs from the program it was made from. Registers are the original's where nothing
/// else is said.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Violation {
    /// An instruction is missing.
    Missing {
        /// The block.
        block: BlockId,
        /// The instruction.
        inst: InstId,
    },
    /// An instruction is there twice, or comes from another block.
    Foreign {
        /// The block.
        block: BlockId,
        /// The instruction.
        inst: InstId,
    },
    /// An instruction crossed a scheduling boundary.
    Boundary {
        /// The block.
        block: BlockId,
        /// The instruction.
        inst: InstId,
    },
    /// The members of a bundle were pulled apart.
    Bundle {
        /// The block.
        block: BlockId,
        /// The member.
        inst: InstId,
    },
    /// An instruction would read another value.
    SlotValue {
        /// The block.
        block: BlockId,
        /// The reader.
        inst: InstId,
        /// The register slot.
        reg: Reg,
    },
    /// A register would hold another value after a region.
    LiveOut {
        /// The block.
        block: BlockId,
        /// The register slot.
        reg: Reg,
    },
    /// An instruction would do something else: another result, address, datum or exec mask, or
    /// memory in another state.
    Effect {
        /// The block.
        block: BlockId,
        /// The instruction.
        inst: InstId,
    },
    /// An access moved to the other side of a wait, or one of the memory model's markers.
    Request {
        /// The block.
        block: BlockId,
        /// What moved.
        inst: InstId,
    },
    /// A dependence would point backwards.
    Dependence {
        /// The earlier instruction.
        from: InstId,
        /// The later instruction.
        to: InstId,
    },
    /// An operand is something else than before and no other vector register, or the opcode is
    /// another.
    Operand {
        /// The block.
        block: BlockId,
        /// The instruction.
        inst: InstId,
    },
    /// An operand got another register, and must not.
    Register {
        /// The block.
        block: BlockId,
        /// The instruction.
        inst: InstId,
        /// The operand's former registers.
        old: RegRange,
        /// Its present registers.
        new: RegRange,
        /// Why it must not.
        why: Refused,
    },
    /// A renamed operand would read what was written before EXEC changed.
    Exec {
        /// The block.
        block: BlockId,
        /// The reader.
        inst: InstId,
        /// The register slot.
        reg: Reg,
    },
    /// An instruction that looks past EXEC would find another value in lanes that are not active.
    InactiveLanes {
        /// The block.
        block: BlockId,
        /// The reader.
        inst: InstId,
        /// The register slot.
        reg: Reg,
    },
    /// An instruction was put in that is no move between vector registers, or where none may be.
    Inserted {
        /// The block.
        block: BlockId,
        /// The instruction.
        inst: InstId,
    },
    /// Something else than the contents of blocks differs: the flow of control, the GPU, or what LLVM keeps
    /// for itself.
    Frame,
    /// The function is called, calls, or finds registers by an index, so that it has to keep its registers.
    Hidden,
    /// Blocks are not those of a rotated loop.
    Rotation {
        /// The loop's block, or the added or changed one.
        block: BlockId,
        /// What is wrong with it.
        why: Misrotated,
    },
    /// A block is not what the blocks around guarded code are without their branch.
    Guarded {
        /// The block.
        block: BlockId,
        /// What is wrong with it.
        why: Misguarded,
    },
    /// A block is not what a loop with a copy in front of it has.
    Peeled {
        /// The block.
        block: BlockId,
        /// What is wrong with it.
        why: Mispeeled,
    },
    /// An instruction must not be in a loop that is rotated.
    NotRotatable {
        /// The loop's block.
        block: BlockId,
        /// The instruction.
        inst: InstId,
        /// Why it must not.
        why: &'static str,
    },
    /// Volatile inline assembly is taken for any other, and does something besides computing.
    Volatile {
        /// The block.
        block: BlockId,
        /// The assembly.
        inst: InstId,
    },
    /// No dependence keeps an instruction behind another one that it must not pass.
    Unordered {
        /// The earlier instruction.
        from: InstId,
        /// The later instruction.
        to: InstId,
    },
    /// A block that control never reaches was changed.
    Unreached {
        /// The block.
        block: BlockId,
    },
    /// Fewer waves of the kernel fit on a SIMD than before, for workgroups of this size.
    Waves {
        /// Work-items of a workgroup.
        workgroup: u32,
        /// Waves per SIMD of the original.
        was: u32,
        /// Waves per SIMD of the result.
        is: u32,
    },
    /// A function that others call uses more registers than before: its callers were compiled by
    /// the former number.
    Budget {
        /// Vector registers of the file that grew, in the original.
        was: u32,
        /// In the result.
        is: u32,
    },
}

/// Why an operand must not have another register, or not this one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refused {
    /// The instruction keeps its registers: assembly, calls, returns, bundles, indexed accesses and
    /// others in a table of the checker.
    Instruction,
    /// The operand's class does not admit it, or is not known.
    Class,
    /// An implicit operand did not move with the explicit one that it belongs to.
    Implicit,
    /// Two operands of the instruction overlap otherwise than before.
    Overlap,
    /// LLVM keeps the former or the new register for itself.
    Reserved,
    /// A caller finds it unchanged after a call.
    CalleeSaved,
    /// Callers were compiled on the premise that the function does not write it.
    Caller,
    /// All lanes are written, and lanes that have left a loop may still need what they hold there.
    InactiveLanes,
}

impl Refused {
    fn reason(self) -> &'static str {
        match self {
            Refused::Instruction => "the instruction must keep its registers",
            Refused::Class => "the operand does not admit it",
            Refused::Implicit => "an implicit operand must stay a part of its explicit one",
            Refused::Overlap => "its operands would overlap in another way",
            Refused::Reserved => "LLVM keeps one of them for itself",
            Refused::CalleeSaved => "callers find the new one unchanged",
            Refused::Caller => "callers rely on the new one not being written",
            Refused::InactiveLanes => {
                "it writes all lanes, and those that have left a loop may need the new one"
            }
        }
    }
}

impl Violation {
    /// The difference as a sentence. `function` is the one that was checked.
    pub fn describe(&self, function: &Function) -> String {
        let text = |inst| instruction_text(function, inst);
        match *self {
            Violation::Missing { block, inst } => {
                format!("{} of block {} is missing", text(inst), block.0)
            }
            Violation::Foreign { block, inst } => {
                format!(
                    "{} does not belong where block {} names it",
                    text(inst),
                    block.0
                )
            }
            Violation::Boundary { block, inst } => {
                format!(
                    "{} crossed a scheduling boundary of block {}",
                    text(inst),
                    block.0
                )
            }
            Violation::Bundle { block, inst } => {
                format!(
                    "the bundle around {} of block {} was pulled apart",
                    text(inst),
                    block.0
                )
            }
            Violation::SlotValue { block, inst, reg } => format!(
                "{} of block {} would read another value from {reg}",
                text(inst),
                block.0
            ),
            Violation::LiveOut { block, reg } => {
                format!(
                    "{reg} would hold another value after a region of block {}",
                    block.0
                )
            }
            Violation::Effect { block, inst } => format!(
                "{} of block {} would do something else than before",
                text(inst),
                block.0
            ),
            Violation::Request { block, inst } => format!(
                "{} of block {} moved across a wait that orders it",
                text(inst),
                block.0
            ),
            Violation::Dependence { from, to } => {
                format!("{} would no longer run before {}", text(from), text(to))
            }
            Violation::Operand { block, inst } => format!(
                "{} of block {} has another opcode, or an operand that is more than renamed",
                text(inst),
                block.0
            ),
            Violation::Register {
                block,
                inst,
                old,
                new,
                why,
            } => format!(
                "{} of block {} may not name {new} in place of {old}: {}",
                text(inst),
                block.0,
                why.reason()
            ),
            Violation::Exec { block, inst, reg } => format!(
                "{} of block {} reads {reg} under another exec mask than it was written under, so it \
                 may not be renamed",
                text(inst),
                block.0
            ),
            Violation::InactiveLanes { block, inst, reg } => format!(
                "{} of block {} would find another value of {reg} in lanes that are not active",
                text(inst),
                block.0
            ),
            Violation::Inserted { block, inst } => format!(
                "{} was put into block {} and is no move, or must not be there",
                text(inst),
                block.0
            ),
            Violation::Frame => {
                "its flow of control, or what LLVM says of the whole function, differs".to_owned()
            }
            Violation::Hidden => {
                "it is called, calls, or finds registers by an index, and has to keep its registers"
                    .to_owned()
            }
            Violation::Rotation { block, why } => {
                format!("block {} is not rotated rightly: {}", block.0, why.reason())
            }
            Violation::Peeled { block, why } => {
                format!(
                    "block {} is not rightly put in front of a loop: {}",
                    block.0,
                    why.reason()
                )
            }
            Violation::Guarded { block, why } => {
                format!(
                    "block {} does not run guarded code rightly: {}",
                    block.0,
                    why.reason()
                )
            }
            Violation::NotRotatable { block, inst, why } => format!(
                "{} must not be in block {}, a rotated loop: {why}",
                text(inst),
                block.0
            ),
            Violation::Volatile { block, inst } => format!(
                "{} in block {} is volatile and does more than compute, but was taken for any other",
                text(inst),
                block.0
            ),
            Violation::Unordered { from, to } => format!(
                "nothing keeps {} before {}, which it conflicts with",
                text(from),
                text(to)
            ),
            Violation::Unreached { block } => {
                format!(
                    "block {} was changed, and control never reaches it",
                    block.0
                )
            }
            Violation::Waves { workgroup, was, is } => format!(
                "{is} waves would fit on a SIMD instead of {was}, for workgroups of {workgroup}"
            ),
            Violation::Budget { was, is } => format!(
                "it would use {is} vector registers of a file instead of {was}, which its callers \
                 do not know"
            ),
        }
    }
}
