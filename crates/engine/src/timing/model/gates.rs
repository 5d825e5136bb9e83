//! Distances that the issue logic of a wave keeps between kinds of instructions, whatever registers they touch.

use serde::Deserialize;

use super::parameters::Inputs;
use super::{Class, OpCost};
use crate::gpu::Unit;
use crate::machine::{Function, InstFlags, InstId, OperandKind, Reg};

/// What an instruction is to the issue logic of its wave.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Gate {
    /// Nothing keeps it apart from what came before.
    None,
    /// Vector ALU.
    Vector,
    /// Matrix.
    Matrix,
    /// LDS and vector memory.
    Memory,
    /// Scalar ALU and scalar memory.
    Scalar,
    /// A conditional branch on SCC.
    Branch,
    /// A conditional branch on VCC or EXEC.
    MaskBranch,
}

impl Gate {
    /// Number of gates, rounded up to a power of two.
    pub const COUNT: usize = 8;

    /// The gate of an instruction.
    pub fn of(function: &Function, inst: InstId) -> Gate {
        match function.info(inst).unit {
            Unit::Valu => Gate::Vector,
            Unit::Matrix => Gate::Matrix,
            Unit::Lds | Unit::Vmem(_) => Gate::Memory,
            Unit::Salu | Unit::Smem => Gate::Scalar,
            Unit::Control if function.flags(inst).has(InstFlags::BRANCH) => {
                match function.opcode(inst).name.as_ref() {
                    "S_CBRANCH_SCC0" | "S_CBRANCH_SCC1" => Gate::Branch,
                    name if name.starts_with("S_CBRANCH") => Gate::MaskBranch,
                    _ => Gate::None,
                }
            }
            _ => Gate::None,
        }
    }
}

/// By gate: for how many slots after it issued an instruction keeps the gate shut for its own wave.
pub type After = [u32; Gate::COUNT];

/// Slots from the issue of one instruction to that of a later one of the same wave, at least, whatever registers they
/// touch and whatever issues in between. 1 is no distance.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Distances {
    /// From a vector ALU instruction to LDS or vector memory; from one that takes several issue slots, counted from the
    /// last of them.
    pub vector_memory: u8,
    /// From a scalar ALU instruction to LDS or vector memory.
    pub scalar_memory: u8,
    /// From a vector ALU instruction with a scalar result to the scalar ALU or scalar memory.
    pub mask_scalar: u8,
    /// From the same to a conditional branch on VCC or EXEC.
    pub mask_branch: u8,
    /// From a scalar ALU instruction to a conditional branch.
    pub scalar_branch: u8,
    /// Slots by which the shadow of a matrix instruction with block scales is longer for vector instructions of its own
    /// wave.
    pub scaled_vector: u8,
    /// Slots by which the next matrix instruction of its wave is later, if its inputs have eight registers each.
    pub scaled_matrix: u8,
    /// Slots until a block of 32 bytes of instruction memory can be used: counted from the issue of the last instruction
    /// of the block before the previous one, and from a branch that falls through. 0: all are there in time.
    pub fetch: u8,
    /// Slots from when the target of a branch can be used to when the block behind it can.
    pub fetch_next: u8,
    /// Nobody measured them on this GPU.
    #[serde(default)]
    pub assumed: bool,
}

/// Largest distance.
const MOST_DISTANCE: u8 = 32;

impl Distances {
    /// None of them.
    pub(super) const NONE: Distances = Distances {
        vector_memory: 1,
        scalar_memory: 1,
        mask_scalar: 1,
        mask_branch: 1,
        scalar_branch: 1,
        scaled_vector: 0,
        scaled_matrix: 0,
        fetch: 0,
        fetch_next: 0,
        assumed: false,
    };

    /// What is wrong with them, if anything is.
    pub(super) fn check(&self) -> Result<(), String> {
        let all = [
            self.vector_memory,
            self.scalar_memory,
            self.mask_scalar,
            self.mask_branch,
            self.scalar_branch,
        ];
        let extra = [
            self.scaled_vector,
            self.scaled_matrix,
            self.fetch,
            self.fetch_next,
        ];
        let fits = |least: u8| move |slots: &u8| (least..=MOST_DISTANCE).contains(slots);
        match all.iter().all(fits(1)) && extra.iter().all(fits(0)) {
            true => Ok(()),
            false => Err(format!(
                "distances are 1 to {MOST_DISTANCE}, scaled_vector, scaled_matrix, fetch and fetch_next 0 to {MOST_DISTANCE}"
            )),
        }
    }

    /// For how long an instruction of that cost keeps which gates shut.
    pub(super) fn after(
        &self,
        function: &Function,
        inst: InstId,
        class: Class,
        cost: &OpCost,
    ) -> After {
        let mut after = After::default();
        let mut shut = |gate: Gate, slots: u32| {
            // Every instruction is a slot from the next, which needs no gate.
            after[gate as usize] = if slots > 1 { slots } else { 0 };
        };
        let info = function.info(inst);
        match info.unit {
            Unit::Valu => {
                shut(Gate::Memory, cost.issue - 1 + u32::from(self.vector_memory));
                if class == Class::LaneRead || writes_scalar(function, inst) {
                    shut(Gate::Scalar, self.mask_scalar.into());
                    shut(Gate::MaskBranch, self.mask_branch.into());
                }
            }
            Unit::Salu => {
                shut(Gate::Memory, self.scalar_memory.into());
                shut(Gate::Branch, self.scalar_branch.into());
                shut(Gate::MaskBranch, self.scalar_branch.into());
            }
            Unit::Matrix if info.matrix.is_some_and(|m| m.scaled) => {
                shut(Gate::Vector, cost.shadow + u32::from(self.scaled_vector));
                if Inputs::of(function, inst) == Inputs::Wide {
                    shut(Gate::Matrix, cost.busy + u32::from(self.scaled_matrix));
                }
            }
            _ => {}
        }
        after
    }
}

/// Whether an instruction writes an SGPR, VCC or EXEC.
fn writes_scalar(function: &Function, inst: InstId) -> bool {
    function
        .operands(inst)
        .iter()
        .any(|operand| match operand.kind {
            OperandKind::Reg(range) => {
                let first: Reg = range.first();
                operand.is_def() && (first.is_scalar() || first.is_exec())
            }
            _ => false,
        })
}
