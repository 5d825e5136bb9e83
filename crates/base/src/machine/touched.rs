//! Which address spaces an instruction reads and writes.

use super::{AddressSpace, Function, InstFlags, InstId, MemFlags};

/// Every address space.
const ANY: u32 = u32::MAX;

/// The address spaces that an instruction reads and writes, as bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Touched {
    reads: u32,
    writes: u32,
}

impl Touched {
    /// Of what accesses no memory.
    pub const NOTHING: Touched = Touched {
        reads: 0,
        writes: 0,
    };

    /// Of an instruction, by its memory operands; by its flags where it has none. What is never written, invariant memory,
    /// does not count as read.
    pub fn by(function: &Function, inst: InstId) -> Touched {
        let flags = function.flags(inst);
        let accesses = function.accesses(inst);
        let of_unknown = |flag| match accesses.is_empty() && flags.has(flag) {
            true => ANY,
            false => 0,
        };
        let mut touched = Touched {
            reads: of_unknown(InstFlags::MAY_LOAD),
            writes: of_unknown(InstFlags::MAY_STORE),
        };
        for access in accesses {
            let spaces = spaces(access.space);
            let has = |flag| access.flags.has(flag);
            if has(MemFlags::LOAD) && !has(MemFlags::INVARIANT) {
                touched.reads |= spaces;
            }
            if has(MemFlags::STORE) {
                touched.writes |= spaces;
            }
        }
        touched
    }

    /// What both touch.
    pub fn with(self, other: Touched) -> Touched {
        Touched {
            reads: self.reads | other.reads,
            writes: self.writes | other.writes,
        }
    }

    /// Neither reads nor writes.
    pub fn is_nothing(self) -> bool {
        self.reads | self.writes == 0
    }

    /// Writes some memory.
    pub fn writes_anything(self) -> bool {
        self.writes != 0
    }

    /// May write to global memory.
    pub fn writes_global(self) -> bool {
        self.writes & spaces(AddressSpace::GLOBAL) != 0
    }

    /// Whether one may write what the other reads or writes.
    pub fn meets(self, other: Touched) -> bool {
        self.writes & (other.reads | other.writes) != 0 || self.reads & other.writes != 0
    }
}

/// The spaces that an access may reach: generic addresses reach global memory, LDS and scratch; constant memory and what
/// buffers point to is global memory.
fn spaces(space: AddressSpace) -> u32 {
    match space {
        _ if space.is_global() => 1 << AddressSpace::GLOBAL.0,
        AddressSpace::REGION | AddressSpace::LOCAL | AddressSpace::PRIVATE => 1 << space.0,
        _ => ANY,
    }
}
