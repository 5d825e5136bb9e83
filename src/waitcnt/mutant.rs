//! The updates of the account of what is outstanding, by name. Tests leave out one at a time and
//! expect the judge, who keeps an account of his own, to notice.

use std::mem::Discriminant;

use super::Cause;
use crate::gpu::{Counter, Event, EventSet, Unit};

/// One thing that the account is kept by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Update {
    /// An instruction of the unit counts as this.
    Count(Unit, Event),
    /// Cache control and trace messages of the unit count nothing.
    Silent(Unit),
    /// A flat access of a known address space does not count on the counter of the other.
    Space(Counter),
    /// A load into LDS counts on `vmcnt` alone.
    MemoryOnly,
    /// In threadgroup split mode no flat access goes to LDS.
    Split,
    /// Whether operations of these kinds complete in order.
    Order(EventSet),
    /// A flat access may be the late one on this counter.
    Flat(Counter),
    /// The last operation on GDS hardware.
    Gds,
    /// A register depends on the last operation of the counter.
    Depend(Counter),
    /// A register is waited for with no more operations behind than there are.
    Exact(Counter),
    /// The hardware stalls at the largest value of `expcnt`.
    Stall,
    /// A wait for 0 completes everything.
    Zero(Counter),
    /// A wait for more completes what is older, in order.
    Proof(Counter),
    /// A wait for more does not complete the last one it lets be outstanding.
    ProofExact(Counter),
    /// A wait for more proves nothing where there is no order.
    NoProof(Counter),
    /// A wait in the stream that asks for nothing still bounds the counter.
    Bound,
    /// A direct write to LDS is outstanding.
    LdsWrite,
    /// A scalar load of memory that changes is outstanding.
    ScalarRead,
    /// Accesses meet others of the same memory, of unknown memory, or all.
    Meet(Meeting),
    /// The order in which vector memory will write a register.
    WriteOrder,
    /// That order is of no interest behind a wait.
    WriteOrderEnds,
    /// A call returns with nothing outstanding.
    Call,
    /// A write-back of the L2 is outstanding.
    WriteBack,
    /// A join of paths takes the worse.
    Join(Joined),
    /// A branch that is taken leaves before the waits behind it.
    LeaveEarly,
    /// A loop is walked again when its end changes its beginning.
    Again,
    /// A wait for this cause.
    Need(Discriminant<Cause>, Counter),
}

/// Which accesses an access is compared with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Meeting {
    /// An access of unknown memory, with all.
    All,
    /// One of known memory, with those of unknown memory.
    Unknown,
    /// One of known memory, with those of the same.
    Same,
    /// One of known memory, with those of other iterations that are distinct only within one.
    Earlier,
}

/// What is joined where paths meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Joined {
    /// How many operations are outstanding.
    Pending(Counter),
    /// Kinds of operations that are outstanding.
    Events(Counter),
    /// The last flat access that may go either way.
    Flat(Counter),
    /// The last operation on GDS hardware.
    Gds,
    /// A write-back of the L2.
    WriteBack,
    /// How many operations were issued behind the one that a register depends on.
    Distance(Counter),
    /// Registers that depend on something on one path only.
    OtherPath,
    /// Orders in which a register is written.
    WriteOrders,
}

#[cfg(test)]
thread_local! {
    static SKIPPED: std::cell::Cell<Option<Update>> = const { std::cell::Cell::new(None) };
}

/// Runs something while one update is left out.
#[cfg(test)]
pub(super) fn without<T>(update: Update, run: impl FnOnce() -> T) -> T {
    SKIPPED.set(Some(update));
    let result = run();
    SKIPPED.set(None);
    result
}

/// Whether a test leaves the update out.
#[cfg(test)]
pub(super) fn skipped(update: Update) -> bool {
    SKIPPED.get() == Some(update)
}

/// Nothing is left out.
#[cfg(not(test))]
pub(super) fn skipped(_: Update) -> bool {
    false
}
