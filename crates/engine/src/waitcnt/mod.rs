//! Places `s_waitcnt`: which operations are outstanding, what must be waited for, and where.
//!
//! [`place`] runs on the scheduled stream, after the memory legaliser. A forward dataflow analysis
//! finds what is outstanding at the beginning of each block (`dataflow` over blocks,
//! `transfer` within one). `requirements` says what an instruction must wait for. One
//! `S_WAITCNT` goes directly before each instruction that needs one, as weak as the counters can
//! express.
//!
//! | module | what it holds |
//! |---|---|
//! | `op_facts`, `events`, `inst_facts` | what opcodes and instructions mean to the counters, from their rows in `gpu` |
//! | `abstract_state`, `scoreboard`, `snapshot` | the domain of the analysis: outstanding operations, in a block and between blocks |
//! | `memory` | slots for memory that the hardware does not order: direct writes to LDS, scalar loads |
//! | `requirements` | what must be complete before an instruction |
//! | `dataflow`, `transfer` | the fixed point over blocks, the walk within a block |
//! | `loops`, `preheader_flush`, `loop_flush` | flushes before loops: LLVM's rule, and our own |
//! | `plan` | from decided waits to the blocks' orders |
//! | `anchors` | what the scheduler must not move across waits and cache controls |
//!
//! What holds for the result:
//! * Everything the hardware does not check is waited for on every path: results of loads
//!   before they are read or overwritten, registers that GDS and exports still read before
//!   they are overwritten, direct writes to LDS before LDS is accessed.
//! * The requests of the memory legaliser (soft waits, and markers of direct writes to LDS) hold
//!   where they stand, for what is outstanding there: a wait of ours before them requires it.
//!   They stay in the stream themselves until LLVM's wait inserter has seen them, which deletes
//!   those that ours make needless. If a wait were lost here, it would add it again.
//! * The user's own waits stay, as strict or stricter. Several waits in a row become one.
//! * LLVM's wait inserter, which runs next, finds nothing to add. Its decisions are therefore
//!   followed also where a weaker wait would do: a flush of `vmcnt` before some loops, and
//!   `lgkmcnt(0)` before a store to what was read by a scalar load.
//!
//! Loops are entered with nothing outstanding on a counter where that makes the waits inside weaker
//! and the function's waits no more (`loop_flush`).
//!
//! It requires more than LLVM 22.1.8 where LLVM's model has a gap:
//! * LLVM drops a soft wait for good when its first visit finds nothing outstanding, even if
//!   a later visit, around a loop, does; here the fixed point decides;
//! * a write-back of the L2 is outstanding until `vmcnt(0)`, so the memory legaliser's wait
//!   after `buffer_wbl2` stays even if nothing else is outstanding;
//! * registers that inline assembly clobbers are waited for even if it accesses memory;
//! * LDS accesses, stores and scalar loads of unknown memory are taken to touch what they
//!   might;
//! * at joins, direct writes to LDS keep their groups on all paths.
//!
//! And less in one: LLVM revisits loops with the waits of its first visit in place and
//! never removes one, even where a wait that the second visit tightened makes it useless.

mod abstract_state;
mod anchors;
mod cause;
mod dataflow;
mod events;
mod inst_facts;
mod loop_flush;
mod loops;
mod memory;
mod op_facts;
mod placement;
mod plan;
mod preheader_flush;
mod requirement;
mod requirements;
mod scoreboard;
mod snapshot;
#[cfg(test)]
mod tests;
mod transfer;

pub use anchors::{anchor, drop_requests, raises, reads_by_convention};
pub use cause::{Cause, Reason};
pub use events::{Counted, counted};
pub use op_facts::wait_request;
pub use placement::{Error, PlacedWait, Placement, Policy};

use self::dataflow::{Input, analyse};
use self::inst_facts::InstFacts;
use self::scoreboard::Scoreboard;
use crate::machine::Function;

/// Places all waits a function needs. See the module for what holds afterwards.
///
/// Blocks that cannot be reached from the entry are left as they are.
///
/// # Errors
/// [`Error::UnknownWait`] when the function has a wait that cannot be read.
pub fn place(function: &mut Function) -> Result<Placement, Error> {
    place_unless(function, |_, _| false)
}

/// As [`place`], but where waits would be moved to the entries of loops, `is_worse` may object: it
/// is shown the function with those waits in their places, and with them at the entries.
///
/// # Errors
/// As [`place`].
pub fn place_unless(
    function: &mut Function,
    is_worse: impl FnOnce(&Function, &Function) -> bool,
) -> Result<Placement, Error> {
    let facts = InstFacts::of(function, Policy::Ours)?;
    let input = Input::new(function, &facts);
    let in_place = analyse::<Scoreboard>(&input, &[]);
    let flushed = loop_flush::improve::<Scoreboard>(&input, in_place.clone());
    if flushed == in_place {
        return Ok(plan::apply(function, in_place));
    }
    let mut plain = function.clone();
    let plain_placement = plan::apply(&mut plain, in_place);
    let flushed_placement = plan::apply(function, flushed);
    if is_worse(&plain, function) {
        *function = plain;
        return Ok(plain_placement);
    }
    Ok(flushed_placement)
}

/// Places all waits that a policy requires, in one analysis: as [`place`], but none is moved to the
/// entry of a loop, so that there are no fewer waits. LLVM's policy replaces what the function knows
/// of aliases.
///
/// # Errors
/// [`Error::UnknownWait`] when the function has a wait that cannot be read.
pub fn place_at_once(function: &mut Function, policy: Policy) -> Result<Placement, Error> {
    if policy == Policy::Llvm {
        function.aliases.follow_llvm();
    }
    let facts = InstFacts::of(function, policy)?;
    let in_place = analyse::<Scoreboard>(&Input::new(function, &facts), &[]);
    Ok(plan::apply(function, in_place))
}
