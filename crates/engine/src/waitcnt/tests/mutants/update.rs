//! The updates of what is outstanding, by name.

use std::mem::Discriminant;

use crate::gpu::{Counter, Event, EventSet, Unit};
use crate::waitcnt::Cause;

/// One thing that the analysis does to keep its state right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Update {
    /// An instruction of the unit counts as this.
    Count(Unit, Event),
    /// Cache control and trace messages of the unit count nothing.
    Silent(Unit),
    /// A flat access of a known address space does not count on this counter.
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
    /// A register is waited for with no more operations after it than there are.
    Exact(Counter),
    /// The hardware stalls at the largest value of `expcnt`.
    Stall,
    /// A wait for 0 completes everything.
    Zero(Counter),
    /// A wait for more completes what is older, in order.
    Proof(Counter),
    /// A wait for more does not complete the oldest operation that it leaves outstanding.
    ProofExact(Counter),
    /// A wait for more proves nothing where there is no order.
    NoProof(Counter),
    /// A direct write to LDS is outstanding.
    LdsWrite,
    /// A scalar load of memory that changes is outstanding.
    ScalarRead,
    /// A direct write to LDS is met by some accesses.
    Meet(Meeting),
    /// The order in which vector memory will write a register.
    WriteOrder,
    /// That order does not matter after a wait.
    WriteOrderEnds,
    /// A call returns with nothing outstanding.
    Call,
    /// A write-back of the L2 is outstanding.
    WriteBack,
    /// A join of paths takes the worse.
    Join(Joined),
    /// A taken branch leaves before the waits that follow it.
    LeaveEarly,
    /// A loop begins with what its end leaves.
    Again,
    /// A wait for this cause.
    Require(Discriminant<Cause>, Counter),
}

/// Which accesses meet a direct write to LDS.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Meeting {
    /// Those of unknown memory.
    All,
    /// Those of known memory meet a write of unknown memory.
    Unknown,
    /// Those of the same known memory.
    Same,
    /// Those of later iterations, of memory that is distinct only within one.
    Earlier,
}

/// What is joined where paths meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Joined {
    /// How many operations are outstanding.
    Pending(Counter),
    /// Kinds of operations that are outstanding.
    Events(Counter),
    /// The last flat access that may go to memory or to LDS.
    Flat(Counter),
    /// The last operation on GDS hardware.
    Gds,
    /// A write-back of the L2.
    WriteBack,
    /// How many operations were issued after the one that a register depends on.
    Distance(Counter),
    /// Registers that depend on something on one path only.
    OtherPath,
    /// Orders in which a register is written.
    WriteOrders,
}
