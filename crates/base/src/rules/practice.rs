//! Where production code is closer than the table asks, as data.
//!
//! AMD ships hand-written kernels, tested for their results, that have fewer wait states in some classes than the
//! documents or LLVM ask for. A row here says how many fewer, and in how many kernels. Lint calls such a pair
//! suspicious instead of wrong. Placement of nops does not read this.

use crate::gpu::Gpu;

use super::Need;
use super::table::{ALL, GFX942, GFX950, SINCE_GFX942};

/// What the later instruction must be for a row to hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Second {
    /// Anything.
    Any,
    /// A load straight into LDS.
    LdsLoad,
    /// A vector ALU instruction that reads the register.
    ValuRead,
}

/// A row of the hazard table that production code does not keep.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Practice {
    /// The row of the hazard table.
    pub rule: &'static str,
    /// The GPUs.
    pub gpus: &'static [Gpu],
    /// The later instruction.
    pub second: Second,
    /// Wait states fewer than required that are found in it, counted by the least time ([`super::LEAST_GAPS`]).
    pub short: Need,
    /// What ships it, and what else is known.
    pub evidence: &'static str,
}

/// All of them. Counts are of the 2,871 code objects for gfx942 and gfx950 in ROCm/aiter (2,971 programs, 12.6
/// million instructions), by instructions in between. A class is listed if at least ten kernels have it, or every
/// program that LLVM compiles may.
#[rustfmt::skip]
pub const PRACTICE: &[Practice] = &[
    Practice { rule: "cdna3.t11.8", gpus: ALL, second: Second::Any, short: Need::Const(1),
        evidence: "LLVM has no such rule, and AMD's kernels have 50 such pairs in 2 kernels; what overwrites here is a load, none of which returns in less than 12 slots" },
    Practice { rule: "cdna3.t11.11", gpus: GFX950, second: Second::LdsLoad, short: Need::Const(1),
        evidence: "AMD's own kernels have none in 1,834 such pairs in 49 kernels" },
    Practice { rule: "cdna3.t11.12", gpus: SINCE_GFX942, second: Second::Any, short: Need::Const(1),
        evidence: "AMD's own kernels have 1 in 2,624 such pairs in 44 kernels, and the CDNA4 guide asks for 1; none has 0" },
    Practice { rule: "gfx950.swap", gpus: GFX950, second: Second::Any, short: Need::Const(1),
        evidence: "AMD's own kernels have 1 in 113 such pairs in 19 kernels; the number is LLVM's, and the documents are silent" },
    Practice { rule: "cdna3.t37.106", gpus: GFX942, second: Second::ValuRead, short: Need::PerPasses([0, 3, 4, 0]),
        evidence: "AMD's own kernels have 4 of 7 after 4 passes in 520 such pairs in 36 kernels, and 7 of 11 after 8 passes in 96 in 24 kernels" },
    Practice { rule: "gfx950.xdl.valu", gpus: GFX950, second: Second::ValuRead, short: Need::PerPasses([0, 4, 0, 0]),
        evidence: "AMD's own kernels have 4 of 8 after 4 passes in 520 such pairs in 36 kernels" },
];

/// The rows about a rule on a GPU.
pub fn practice(rule: &str, gpu: Gpu) -> impl Iterator<Item = &'static Practice> {
    let rows = PRACTICE.iter();
    rows.filter(move |row| row.rule == rule && row.gpus.contains(&gpu))
}
