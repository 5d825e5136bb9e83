//! Why a wait is as strict as it is.

use std::fmt;

use crate::gpu::Counter;
use crate::machine::{InstId, Operand, Reg};

/// Why a wait is as strict as it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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
    /// The consumer stores to memory that some scalar load of the function reads. LLVM does not
    /// track when that load completes, and would add the wait.
    AfterScalarRead,
    /// The memory model: a request of the memory legaliser.
    MemoryModel {
        /// Its wait.
        wait: InstId,
    },
    /// A wait of the user's, or of an earlier stage.
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
    /// The consumer invalidates the vector cache, before which loads must be complete.
    Invalidate,
    /// The consumer sends `GS_DONE`, which promises that memory is written.
    Message,
    /// The consumer writes EXEC, which GDS or an export has yet to read.
    Exec,
    /// Global wave sync completes before and after every operation on GDS hardware.
    Gds,
    /// A loop begins after it, and would otherwise wait for its own operations in every
    /// iteration because the first one finds older ones outstanding.
    LoopEntry,
    /// The consumer is inline assembly that could not be parsed: it may need anything.
    Assembly,
}

impl Cause {
    /// An access to a register that the producer has yet to write or to read.
    pub(super) fn access(operand: &Operand, reg: Reg, producer: InstId) -> Cause {
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
            Cause::Assembly => f.write_str("assembly"),
        }
    }
}

/// One counter's part in a wait.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reason {
    /// The counter.
    pub counter: Counter,
    /// How many operations may stay outstanding.
    pub count: u8,
    /// Why no more.
    pub cause: Cause,
}
