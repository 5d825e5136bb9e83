//! When the next instruction of a wave issues, and what is inserted before it.

use crate::timing::program::OpId;

/// What must happen before an instruction can issue.
#[derive(Clone, Copy, Debug)]
pub(crate) struct IssuePlan {
    /// The first slot in which the wave itself can issue it: after waits, nops and operands, but
    /// regardless of the units that waves share.
    pub ready: u32,
    /// The same slot if nothing stalled, that is if inserted waits and nops took a slot each and
    /// nothing else took time.
    pub without_stall: u32,
    /// Number of `s_waitcnt` inserted before it.
    pub waits: u32,
    /// Wait states inserted before it by `s_nop`.
    pub nops: u32,
    /// The instruction whose result it waits for longest; [`NO_OP`] if it waits for none.
    pub cause: OpId,
    /// The slot in which what it waits for on the counters has returned; 0 if it waits for none.
    pub(super) returned: u32,
    /// Sequence number that it waits for on the counter of vector memory; 0 for none.
    pub(super) vm: u32,
    /// The same on the counter of LDS, scalar memory and messages.
    pub(super) lgkm: u32,
}

impl IssuePlan {
    /// Nothing is inserted; the wave issues in slot `ready`, or `now` if that is later.
    pub(super) fn without_insertions(now: u32, ready: u32, cause: OpId) -> IssuePlan {
        IssuePlan {
            ready: now.max(ready),
            without_stall: now,
            waits: 0,
            nops: 0,
            cause,
            returned: 0,
            vm: 0,
            lgkm: 0,
        }
    }
    /// A measure that grows with what the wait covers; 0 if nothing outstanding is waited for.
    pub fn covers(&self) -> u32 {
        self.vm + self.lgkm
    }
}
