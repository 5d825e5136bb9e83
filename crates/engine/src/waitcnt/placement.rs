//! Whose rules hold, and what placement gives.

use thiserror::Error;

use super::cause::Reason;
use crate::gpu::Counts;
use crate::machine::{BlockId, InstId};

/// Why no waits can be placed. The function is unchanged then.
#[derive(Debug, Error, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// A wait that this GPU does not have, or that has no immediate.
    #[error("instruction {inst} ('{text}'): expected s_waitcnt with an immediate")]
    UnknownWait {
        /// Index of the instruction.
        inst: u32,
        /// Its assembly text.
        text: String,
    },
}

/// A wait in the finished order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlacedWait {
    /// The `S_WAITCNT`: inserted, or the user's own where that is enough.
    pub inst: InstId,
    /// The block it is in.
    pub block: BlockId,
    /// The instruction it protects; `None` at the end of a block.
    pub consumer: Option<InstId>,
    /// What it requires.
    pub counts: Counts,
    /// Why, one per counter it waits on.
    pub reasons: Vec<Reason>,
}

/// Whose rules the waits follow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Policy {
    /// Ours: what the ISA documents require.
    Ours,
    /// Those of LLVM 22's wait inserter, where it requires less: to know what its stream costs.
    Llvm,
}

impl Policy {
    /// A write-back of the L2 is complete at `vmcnt(0)` only. LLVM drops that wait where nothing
    /// else is outstanding (llvm-project #178316 fixes it).
    pub(super) fn awaits_write_back(self) -> bool {
        self == Policy::Ours
    }
    /// Loads straight into LDS in flat encoding count on vmcnt alone. LLVM counts them on lgkmcnt as well, and so takes
    /// `lgkmcnt(1)` and more behind them for a wait that it is not (llvm-project #179305 fixes it).
    pub(super) fn counts_loads_into_lds_once(self) -> bool {
        self == Policy::Ours
    }
    /// What is in inline assembly counts, and assembly that could not be parsed may hold anything. LLVM
    /// looks at its operands alone.
    pub(super) fn reads_assembly(self) -> bool {
        self == Policy::Ours
    }
}

/// What [`place`](super::place) did.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Placement {
    /// Every wait of the finished order, block by block.
    pub waits: Vec<PlacedWait>,
    /// The user's waits that were merged into another wait and are no longer in the order.
    pub removed: Vec<InstId>,
}
