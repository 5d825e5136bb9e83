//! Counters over a function: what is outstanding, what must be waited for, where the waits go.
//!
//! [`place`] runs on the scheduled stream, behind the memory legaliser. It walks the blocks
//! forwards until what is outstanding at their beginnings no longer changes (`flow`, `state`),
//! finds what each instruction needs (`needs`, `facts`), and then puts one `S_WAITCNT`
//! directly before each instruction that needs one, as weak as the counters can express.
//!
//! What holds for the result:
//! * Everything the hardware does not check is waited for on every path: results of loads
//!   before they are read or overwritten, registers that GDS and exports still read before
//!   they are overwritten, direct writes to LDS before LDS is accessed.
//! * The requests of the memory legaliser (soft waits, and markers of direct writes to LDS) hold
//!   where they stand, for what is outstanding there: a wait of ours in front of them asks for it.
//!   They stay in the stream themselves until LLVM's wait inserter has seen them, which deletes
//!   those that ours make needless. A wait that was lost here it would put back.
//! * The user's own waits stay, as strict or stricter. Several waits in a row become one.
//! * LLVM's wait inserter, which runs next, finds nothing to add. It is the referee, so its
//!   decisions are followed also where a weaker wait would do: a flush of `vmcnt` in front of
//!   some loops, and `lgkmcnt(0)` before a store to what was read by a scalar load.
//!
//! Loops are entered with nothing outstanding on a counter where that makes the waits inside weaker
//! and the function's waits no more (`entries`).
//!
//! It asks for more than LLVM 22.1.8 where LLVM's model has a gap:
//! * LLVM drops a soft wait for good when its first visit finds nothing outstanding, even if
//!   a later visit, around a loop, does; here the fixed point decides;
//! * a write-back of the L2 is outstanding until `vmcnt(0)`, so the memory legaliser's wait
//!   behind `buffer_wbl2` stays even if nothing else is outstanding;
//! * registers that inline assembly clobbers are waited for even if it accesses memory;
//! * LDS accesses, stores and scalar loads of unknown memory are taken to touch what they
//!   might;
//! * at joins, direct writes to LDS keep their groups on all paths.
//!
//! And for less in one: LLVM revisits loops with the waits of its first visit in place and
//! never takes one back, even where a wait that the second visit tightened makes it useless.

mod anchors;
mod entries;
mod facts;
mod flow;
mod known;
mod loops;
mod memory;
mod mutant;
mod needs;
mod place;
mod state;
#[cfg(test)]
mod tests;

pub(crate) use anchors::{anchor, drop_requests};
pub(crate) use facts::wait_request;
pub use facts::{Counted, counted};

use std::fmt;

use thiserror::Error;

use crate::gpu::{Counter, Counts};
use crate::machine::{BlockId, Function, InstId, Operand, Reg};

/// Why no waits can be placed. The function is unchanged then.
#[derive(Debug, Error, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// A wait that is none of this GPU's, or has no immediate.
    #[error("instruction {inst} ({opcode}): expected s_waitcnt with an immediate")]
    UnknownWait {
        /// Index of the instruction.
        inst: u32,
        /// LLVM's name of its opcode.
        opcode: String,
    },
}

/// Why a wait is as strict as it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Cause {
    /// The consumer reads a register that the producer has yet to write.
    Read {
        /// The register.
        reg: Reg,
        /// The outstanding instruction.
        producer: InstId,
    },
    /// The consumer writes a register that the producer has yet to write or to read.
    Overwrite {
        /// The register.
        reg: Reg,
        /// The outstanding instruction.
        producer: InstId,
    },
    /// The consumer accesses LDS that the producer writes directly from memory.
    Lds {
        /// The outstanding instruction.
        producer: InstId,
    },
    /// The consumer stores to memory that the producer, a scalar load, may still read.
    ScalarRead {
        /// The outstanding instruction.
        producer: InstId,
    },
    /// The consumer stores to memory that some scalar load of the function reads. LLVM keeps
    /// no account of when, and would add the wait.
    AfterScalarRead,
    /// The memory model: the memory legaliser asked for it.
    MemoryModel {
        /// Its wait.
        wait: InstId,
    },
    /// The user, or an earlier stage, asked for it.
    User {
        /// That wait.
        wait: InstId,
    },
    /// The function is callable: its caller may have left anything outstanding.
    Entry,
    /// The consumer returns to a caller, which expects nothing outstanding.
    Return,
    /// The consumer is a barrier that cannot back off on an exception.
    Barrier,
    /// The consumer invalidates the vector cache under outstanding loads.
    Invalidate,
    /// The consumer sends `GS_DONE`, which promises that memory is written.
    Message,
    /// The consumer writes EXEC, which GDS or an export has yet to read.
    Exec,
    /// Global wave sync completes before and after every operation on GDS hardware.
    Gds,
    /// A loop begins behind it, and would otherwise wait for its own operations in every
    /// iteration because the first one finds older ones outstanding.
    LoopEntry,
}

impl Cause {
    fn access(operand: &Operand, reg: Reg, producer: InstId) -> Cause {
        if operand.is_def() {
            Cause::Overwrite { reg, producer }
        } else {
            Cause::Read { reg, producer }
        }
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cause::Read { reg, producer } => write!(f, "{reg} from {}", producer.0),
            Cause::Overwrite { reg, producer } => {
                write!(f, "{reg} still used by {}", producer.0)
            }
            Cause::Lds { producer } => write!(f, "LDS from {}", producer.0),
            Cause::ScalarRead { producer } => write!(f, "memory read by {}", producer.0),
            Cause::AfterScalarRead => f.write_str("memory that a scalar load reads"),
            Cause::MemoryModel { wait } => write!(f, "memory model ({})", wait.0),
            Cause::User { wait } => write!(f, "user ({})", wait.0),
            Cause::Entry => f.write_str("function entry"),
            Cause::Return => f.write_str("return"),
            Cause::Barrier => f.write_str("barrier"),
            Cause::Invalidate => f.write_str("cache invalidate"),
            Cause::Message => f.write_str("message"),
            Cause::Exec => f.write_str("EXEC"),
            Cause::Gds => f.write_str("GDS"),
            Cause::LoopEntry => f.write_str("loop entry"),
        }
    }
}

/// One counter's share in a wait.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reason {
    /// The counter.
    pub counter: Counter,
    /// How many operations may stay outstanding.
    pub count: u8,
    /// Why not more.
    pub cause: Cause,
}

/// A wait in the finished order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlacedWait {
    /// The `S_WAITCNT`: inserted, or the user's own where that does already.
    pub inst: InstId,
    /// The block it is in.
    pub block: BlockId,
    /// The instruction it protects; `None` at the end of a block.
    pub consumer: Option<InstId>,
    /// What it asks for.
    pub counts: Counts,
    /// Why, one per counter it waits on.
    pub reasons: Vec<Reason>,
}

/// Whose requirements the waits meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Policy {
    /// Ours: what the documents ask for.
    Ours,
    /// Those of LLVM 22's wait inserter, where it asks for less: to know what its stream costs.
    Llvm,
}

impl Policy {
    /// A write-back of the L2 is complete at `vmcnt(0)` only. LLVM drops that wait where nothing
    /// else is outstanding (llvm-project #178316 mends it).
    fn awaits_write_back(self) -> bool {
        self == Policy::Ours
    }
}

/// What [`place`] did.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Placement {
    /// Every wait of the finished order, block by block.
    pub waits: Vec<PlacedWait>,
    /// Waits of the user's that the order no longer names: they were merged into another wait.
    pub removed: Vec<InstId>,
}

/// Places all waits a function needs. See the module for what holds afterwards.
///
/// Blocks that cannot be reached from the entry are left as they are.
///
/// # Errors
/// [`Error::UnknownWait`] when the function has a wait that cannot be read.
pub fn place(function: &mut Function) -> Result<Placement, Error> {
    place_unless(function, |_, _| false)
}

/// As [`place`], but where waits would be moved to the entries of loops, `worse` may object: it is
/// shown the function with those waits in their places, and with them at the entries.
///
/// # Errors
/// As [`place`].
pub fn place_unless(
    function: &mut Function,
    worse: impl FnOnce(&Function, &Function) -> bool,
) -> Result<Placement, Error> {
    let (first, entered) = flow::plan(function, Policy::Ours, true)?;
    let Some(entered) = entered else {
        return Ok(place::apply(function, first));
    };
    let (mut plain, mut moved) = (function.clone(), function.clone());
    let placed = [
        place::apply(&mut plain, first),
        place::apply(&mut moved, entered),
    ];
    let [in_place, at_entries] = placed;
    let (chosen, placement) = match worse(&plain, &moved) {
        true => (plain, in_place),
        false => (moved, at_entries),
    };
    *function = chosen;
    Ok(placement)
}

/// Places all waits that a policy asks for, in one walk: as [`place`], but none is moved to the
/// entry of a loop. It gives no fewer waits. LLVM's policy replaces what the function knows of aliases.
///
/// # Errors
/// [`Error::UnknownWait`] when the function has a wait that cannot be read.
pub fn place_at_once(function: &mut Function, policy: Policy) -> Result<Placement, Error> {
    if policy == Policy::Llvm {
        function.aliases.follow_llvm();
    }
    let (plan, _) = flow::plan(function, policy, false)?;
    Ok(place::apply(function, plan))
}
