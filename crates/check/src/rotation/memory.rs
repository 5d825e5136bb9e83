//! What must not be exchanged between neighbouring iterations, without any alias analysis.

use super::super::directives::is_hint;
use crate::machine::{AddressSpace, Function, InstFlags, InstId, MemFlags};

/// Sets of memories: bits of [`bits`].
type Memories = u8;
const ALL: Memories = 0xf;

/// The memories that an address space may reach. Constant memory, and what buffers point to, is global
/// memory; a space of an unknown number may be any (LLVM AMDGPUUsage, "Address Spaces").
fn bits(space: AddressSpace) -> Memories {
    match space.0 {
        1 | 4 | 6 | 7 | 8 | 9 => 1,
        2 => 2,
        3 => 4,
        5 => 8,
        _ => ALL,
    }
}

/// What an instruction does beyond registers.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Effects {
    reads: Memories,
    writes: Memories,
    /// Keeps its place among accesses and others of its kind: volatile, atomic, barriers, cache controls and
    /// whatever else has side effects.
    ordered: bool,
}

impl Effects {
    pub(super) fn of(function: &Function, inst: InstId) -> Effects {
        let flags = function.flags(inst);
        let name = function.opcode(inst).name.as_str();
        let has = |flag| flags.has(flag);
        let mut found = Effects::default();
        if is_request(name) || changes_time_alone(function, inst) {
            return found;
        }
        found.ordered = has(InstFlags::SIDE_EFFECTS)
            || has(InstFlags::ORDERED_MEMORY)
            || ORDERED.iter().any(|start| name.starts_with(start))
            || name.contains("_ATOMIC_");
        let (mut loads, mut stores) = (false, false);
        for access in function.accesses(inst) {
            let memories = bits(access.space);
            let does = |flag| access.flags.has(flag);
            found.ordered |= does(MemFlags::VOLATILE) || does(MemFlags::ATOMIC);
            let neither = !does(MemFlags::LOAD) && !does(MemFlags::STORE);
            if does(MemFlags::STORE) || neither {
                found.writes |= memories;
            }
            if (does(MemFlags::LOAD) || neither) && !does(MemFlags::INVARIANT) {
                found.reads |= memories;
            }
            loads |= does(MemFlags::LOAD) || neither;
            stores |= does(MemFlags::STORE) || neither;
        }
        if has(InstFlags::MAY_LOAD) && !loads {
            found.reads = ALL;
        }
        if has(InstFlags::MAY_STORE) && !stores {
            found.writes = ALL;
        }
        if name.contains("_LOAD_") && name.contains("_LDS") {
            found.reads |= bits(AddressSpace::GLOBAL);
            found.writes |= bits(AddressSpace::LOCAL);
        }
        found
    }

    /// Those of both.
    pub(super) fn with(self, other: Effects) -> Effects {
        Effects {
            reads: self.reads | other.reads,
            writes: self.writes | other.writes,
            ordered: self.ordered || other.ordered,
        }
    }

    pub(super) fn is_none(self) -> bool {
        self == Effects::default()
    }

    /// Whether two instructions must keep their order.
    pub(super) fn conflict(self, other: Effects) -> bool {
        let accesses = |one: Effects| one.reads | one.writes != 0;
        let ordered = |one: Effects, two: Effects| one.ordered && (two.ordered || accesses(two));
        ordered(self, other)
            || ordered(other, self)
            || self.writes & (other.reads | other.writes) != 0
            || self.reads & other.writes != 0
    }
}

/// Instructions that keep their place whatever LLVM's flags say, by the beginning of their names.
const ORDERED: [&str; 7] = [
    "S_BARRIER",
    "WAVE_BARRIER",
    "BUFFER_WBL2",
    "BUFFER_INV",
    "BUFFER_WBINVL1",
    "S_DCACHE_",
    "S_SLEEP",
];

/// Waits and markers: that nothing which they order passes them is looked at by `check::kept`, in any
/// order that is made of the rotated one.
fn is_request(name: &str) -> bool {
    matches!(
        name,
        "S_WAITCNT" | "S_WAITCNT_soft" | "S_WAITCNT_lds_direct"
    )
}

/// What changes only the time that others take. The user's directives among them are looked at by
/// `check::directives`.
fn changes_time_alone(function: &Function, inst: InstId) -> bool {
    function.opcode(inst).name == "S_NOP" || is_hint(function, inst)
}
