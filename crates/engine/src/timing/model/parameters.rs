//! The numbers of a parameter set, other than the costs of classes.

use serde::Deserialize;

use crate::gpu::{Matrix, MatrixKind};
use crate::machine::{Function, InstId, Role};

/// What one instruction costs, in issue slots (1 slot = 4 clocks).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cost {
    /// Slots until the wave may issue its next instruction.
    pub issue: u16,
    /// Slots for which the unit that executes it is occupied.
    pub busy: u16,
    /// Slots from the start of execution until the result may be used, or the counter falls.
    pub result: u16,
}

/// For how many issue slots a matrix instruction keeps other instructions from issuing, its own slot
/// included, by the type of its inputs; a value above its number of passes means all of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shadow {
    /// f16, bf16, i8, fp8 or xf32 inputs.
    pub xdl: u16,
    /// The same where each input has two registers at most; as `xdl` if it is left out.
    #[serde(default)]
    pub narrow: Option<u16>,
    /// With block scales; as `xdl` if it is left out.
    #[serde(default)]
    pub scaled: Option<u16>,
    /// The same where an input has eight registers; as `scaled` if it is left out.
    #[serde(default)]
    pub scaled_wide: Option<u16>,
    /// `v_smfmac`.
    pub sparse: u16,
    /// f32 inputs.
    pub sgemm: u16,
    /// f64 inputs.
    pub dgemm: u16,
}

/// The inputs of a matrix instruction, by the registers that the wider of them has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Inputs {
    /// Up to two.
    Narrow,
    /// Up to seven.
    Usual,
    /// Eight and more.
    Wide,
}

impl Inputs {
    /// Those of an instruction.
    pub(super) fn of(function: &Function, inst: InstId) -> Inputs {
        let registers = |role| {
            let operand = function.operand(inst, role);
            operand.and_then(|o| o.reg()).map_or(0, |range| range.len())
        };
        match registers(Role::MatA).max(registers(Role::MatB)) {
            1..=2 => Inputs::Narrow,
            8.. => Inputs::Wide,
            _ => Inputs::Usual,
        }
    }
}

impl Shadow {
    /// Nothing but the slot in which it issues.
    pub(super) const OWN_SLOT: Shadow = Shadow {
        xdl: 1,
        narrow: None,
        scaled: None,
        scaled_wide: None,
        sparse: 1,
        sgemm: 1,
        dgemm: 1,
    };

    /// The slots of a matrix instruction: at least its own, at most all its passes.
    pub(super) fn of(&self, matrix: Matrix, inputs: Inputs, passes: u32) -> u32 {
        let scaled = self.scaled.unwrap_or(self.xdl);
        let slots = match matrix.kind {
            _ if matrix.sparse => self.sparse,
            _ if matrix.scaled && inputs == Inputs::Wide => self.scaled_wide.unwrap_or(scaled),
            _ if matrix.scaled => scaled,
            MatrixKind::Xdl if inputs == Inputs::Narrow => self.narrow.unwrap_or(self.xdl),
            MatrixKind::Xdl => self.xdl,
            MatrixKind::Sgemm => self.sgemm,
            MatrixKind::Dgemm => self.dgemm,
        };
        u32::from(slots).clamp(1, passes)
    }
}

/// How the vector ALUs of a compute unit start again after a pause: for a while all four of them together take one
/// instruction in a slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VectorRamp {
    /// Slots without a vector ALU instruction on a SIMD after which it starts again: 1 to 255.
    pub pause: u8,
    /// Slots from the first instruction on in which few are taken: 1 to 255.
    pub slots: u8,
    /// Slots in which a SIMD gets one meanwhile: 1 to 4.
    pub each: u8,
}

impl VectorRamp {
    /// What is wrong with it, if anything is.
    pub(super) fn check(&self) -> Result<(), String> {
        match self.pause > 0 && self.slots > 0 && (1..=4).contains(&self.each) {
            true => Ok(()),
            false => Err("pause and slots of vector_ramp are 1 to 255, each is 1 to 4".to_owned()),
        }
    }
}

/// What memory units hold at a time, per SIMD.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Queues {
    /// Instructions that LDS has accepted and not finished: 1 to 16.
    pub lds: u8,
    /// Entries of the queue of LDS for addresses and data, of which an instruction takes as many as it
    /// takes issue slots: 1 to 16. No limit if it is left out.
    #[serde(default)]
    pub lds_entries: Option<u8>,
    /// Slots by which results of LDS may be ahead of the rate that it can keep up: 0 to 16.
    #[serde(default)]
    pub lds_ahead: u8,
    /// Vector-memory instructions that wait for the one in service: 1 to 16.
    pub vmem: u8,
    /// Dwords per lane that vector-memory loads in service, and those on their way back, may take: 4 to
    /// 64. No limit if it is left out.
    #[serde(default)]
    pub vmem_dwords: Option<u8>,
}

/// A level of the memory hierarchy.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// The vector L1 cache of the compute unit.
    L1,
    /// The L2 cache, shared by the compute units of a die.
    L2,
    /// The memory-side cache (Infinity Cache) of MI300 and MI350.
    Mall,
    /// Device memory.
    Hbm,
}

impl Level {
    /// Its name in model files.
    pub(super) fn name(self) -> &'static str {
        match self {
            Level::L1 => "l1",
            Level::L2 => "l2",
            Level::Mall => "mall",
            Level::Hbm => "hbm",
        }
    }
}

/// How long vector-memory loads take, by the level of the memory hierarchy that answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Memory {
    /// Slots until a result arrives from the L1 cache, nothing else being under way.
    pub l1: u16,
    /// The same from the L2 cache.
    pub l2: u16,
    /// The same from the memory-side cache; there is none before MI300.
    #[serde(default)]
    pub mall: Option<u16>,
    /// The same from device memory.
    pub hbm: u16,
    /// Slots that it takes longer while all compute units load.
    pub loaded: u16,
    /// Least slots between the results of two loads of four dwords per lane, while all compute units
    /// load; less for narrower ones, in proportion.
    pub fill: u16,
    /// Which level answers the loads of functions with matrix instructions, whose tiles are shared by
    /// workgroups.
    pub tiles: Level,
    /// Which level answers those of other functions.
    pub streams: Level,
    /// Which level answers loads of spilled registers.
    pub scratch: Level,
    /// Which level answers what nothing asked for before, where it is known what was executed. As others if it is left
    /// out.
    #[serde(default)]
    pub cold: Option<Level>,
}

impl Memory {
    /// Slots until a load returns that a level answers, under load. `None` when there is no such level.
    pub(super) fn latency(&self, level: Level) -> Option<u16> {
        let idle = match level {
            Level::L1 => self.l1,
            Level::L2 => self.l2,
            Level::Mall => self.mall?,
            Level::Hbm => self.hbm,
        };
        idle.checked_add(self.loaded)
    }
}
