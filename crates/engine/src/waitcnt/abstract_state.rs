//! What the analysis knows at a point of the program, and how it learns of it.

use super::Cause;
use super::requirement::Requirement;
use super::snapshot::Snapshot;
use crate::gpu::{Counter, Counts, Event};
use crate::machine::{InstId, RegRange};

/// The abstract state that the dataflow analysis moves through a block: its transfer functions,
/// its queries, and the join of two paths.
///
/// [`Scoreboard`](super::scoreboard::Scoreboard) is the one implementation that is compiled in;
/// tests run the analysis on others that leave one update out.
pub(super) trait AbstractState {
    /// Nothing outstanding. Registers have the first slots.
    fn new(slots: usize) -> Self;
    /// Starts over from the state that a block finds.
    fn enter_block(&mut self, incoming: Option<&Snapshot>);
    /// The state for the successors; `None` when nothing is outstanding.
    fn leave_block(&mut self) -> Option<Snapshot>;
    /// The state for the target of a taken branch, which skips the rest of its block.
    fn leave_by_branch(&mut self) -> Option<Snapshot> {
        self.leave_block()
    }

    /// Counts one more operation.
    fn issue(&mut self, event: Event);
    /// Makes a slot depend on the last operation counted.
    fn depend(&mut self, slot: usize, counter: Counter, producer: InstId);
    /// Notes the order in which vector memory will write a register.
    fn add_write_order(&mut self, slot: usize, bit: u8);
    /// Forgets those orders: the writes are waited for.
    fn clear_write_orders(&mut self, slot: usize);
    /// The last operation was a flat access that may go to memory or to LDS.
    fn mark_flat(&mut self);
    /// The last operation was on GDS hardware.
    fn mark_gds(&mut self);
    /// The L2 is being written back; a wait for `vmcnt(0)` ends it.
    fn begin_write_back(&mut self);
    /// A call returned: the callee waited for everything before it did.
    fn return_from_call(&mut self) {
        self.wait(Counts::ZERO);
    }

    /// Waits until `count` operations of a counter may be outstanding.
    fn wait_for_count(&mut self, counter: Counter, count: u8);
    /// Executes a wait. It says nothing of a counter that it does not name, though it names that counter's maximum: no
    /// document says that operations wait for room on a counter that is at it.
    fn wait(&mut self, counts: Counts) {
        for counter in Counter::ALL {
            if let Some(count) = counts.get(counter) {
                self.wait_for_count(counter, count);
            }
        }
    }

    /// Something is outstanding on this counter.
    fn is_pending(&self, counter: Counter) -> bool;
    /// A write-back of the L2 may be outstanding.
    fn is_writing_back(&self) -> bool;
    /// Whether any register of the range depends on an operation, outstanding or not.
    fn tracks(&self, range: RegRange) -> bool;
    /// Vector memory of another order than `bit` may still write the register.
    fn has_other_write_order(&self, slot: usize, bit: u8) -> bool;
    /// The count to wait for before the slot may be used, and the instruction it depends on;
    /// `None` when nothing it depends on is outstanding.
    fn count_for(&self, slot: usize, counter: Counter) -> Option<(u8, InstId)>;
    /// The count to wait for until the last operation on GDS hardware is complete.
    fn count_for_gds(&self) -> Option<u8>;
    /// A request without what is complete already.
    fn simplify(&self, counts: Counts) -> Counts;

    /// The wait that is being collected for the next instruction.
    fn requirement(&mut self) -> &mut Requirement;
    /// Requires a count before the next instruction.
    fn require(&mut self, counter: Counter, count: u8, cause: Cause) {
        self.requirement().add(counter, count, cause);
    }
    /// Requires all counts of a request before the next instruction.
    fn require_all(&mut self, counts: Counts, cause: Cause) {
        for counter in Counter::ALL {
            if let Some(count) = counts.get(counter) {
                self.require(counter, count, cause);
            }
        }
    }
    /// Requires that what a slot depends on is complete before the next instruction.
    #[inline]
    fn require_slot(&mut self, slot: usize, counter: Counter, cause: impl FnOnce(InstId) -> Cause) {
        if let Some((count, producer)) = self.count_for(slot, counter) {
            self.require(counter, count, cause(producer));
        }
    }
    /// Drops what is complete already from the wait being collected.
    fn simplify_requirement(&mut self) {
        let counts = self.requirement().counts();
        if !counts.is_none() {
            let left = self.simplify(counts);
            self.requirement().restrict(left);
        }
    }
    /// The collected wait; the next one starts with nothing.
    fn take_requirement(&mut self) -> Requirement {
        std::mem::take(self.requirement())
    }

    /// Adds what is outstanding on another path to `joined`. Whether that changed anything that
    /// a wait depends on.
    fn join(joined: &mut Snapshot, other: &Snapshot) -> bool {
        joined.join(other)
    }
    /// Takes what a block leaves around a loop: see [`Snapshot::carry`].
    fn carry_around_loop(left: &mut Snapshot, slots: impl Iterator<Item = (usize, usize)>) {
        left.carry(slots);
    }
}
