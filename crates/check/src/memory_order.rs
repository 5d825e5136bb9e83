//! Does a stream access memory in the order of another, without anybody's word on aliases?
//!
//! Of two accesses that changed places, both only read plain memory, or one is of LDS and the other of memory
//! by other paths, or one loads straight into LDS and the other loads memory into registers. By LLVM's names alone.

use std::collections::HashMap;

use super::Violation;
use super::ordered::{is_between_lanes, is_ordered};
use super::overlapped::Overlapped;
use super::passing::Passing;
use super::slots::Slots;
use crate::machine::{Function, InstFlags, InstId};

/// What an instruction may access.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Reach {
    /// LDS and nothing else.
    Lds,
    /// Memory, but not LDS.
    Memory,
    /// Both, or it orders both.
    All,
}

pub(super) struct Access {
    pub(super) inst: InstId,
    reach: Reach,
    only_reads: bool,
    /// A load straight into LDS and nothing else: it reads memory and writes LDS.
    loads_into_lds: bool,
}

impl Access {
    /// Whether both may be of the same memory, and one of them writes there.
    pub(super) fn may_meet(&self, other: &Access) -> bool {
        let apart = matches!(
            (self.reach, other.reach),
            (Reach::Lds, Reach::Memory) | (Reach::Memory, Reach::Lds)
        );
        let both_read = |load: &Access, into_lds: &Access| {
            into_lds.loads_into_lds && load.only_reads && load.reach == Reach::Memory
        };
        let both_read = both_read(self, other) || both_read(other, self);
        !(apart || both_read || self.only_reads && other.only_reads)
    }
}

pub(super) fn access(function: &Function, inst: InstId) -> Option<Access> {
    let flags = function.flags(inst);
    let effects = flags.has(InstFlags::SIDE_EFFECTS) && !flags.has(InstFlags::META);
    let is_wait = function.opcode(inst).name.starts_with("S_WAITCNT");
    // A priority touches no memory; whether it may be crossed, `directives` and the regions of the original say.
    let is_of_time = ["S_NOP", "S_SETPRIO"].contains(&function.opcode(inst).name.as_str());
    let name = function.opcode(inst).name.as_str();
    let between_lanes = is_between_lanes(function, inst) && !effects;
    if !(is_ordered(function, inst) || effects) || is_wait || is_of_time || between_lanes {
        return None;
    }
    let starts = |all: &[&str]| all.iter().any(|prefix| name.starts_with(prefix));
    let loads = [
        "GLOBAL_LOAD",
        "BUFFER_LOAD",
        "TBUFFER_LOAD",
        "SCRATCH_LOAD",
        "FLAT_LOAD",
    ];
    let scalar = ["S_LOAD_", "S_BUFFER_LOAD_", "S_SCRATCH_LOAD_"];
    let lds = [
        "DS_READ",
        "DS_BPERMUTE",
        "DS_PERMUTE",
        "DS_SWIZZLE",
        "DS_NOP",
    ];
    let into_lds = name.contains("_LDS");
    let marked = flags.has(InstFlags::ORDERED_MEMORY) || effects;
    let reach = if marked || into_lds || starts(&["FLAT_", "DS_GWS", "DS_ORDERED"]) {
        Reach::All
    } else if starts(&["DS_"]) {
        Reach::Lds
    } else if starts(&["GLOBAL_", "BUFFER_", "TBUFFER_", "SCRATCH_", "S_"]) {
        Reach::Memory
    } else {
        Reach::All
    };
    let only_reads = !marked && !into_lds && (starts(&loads) || starts(&scalar) || starts(&lds));
    Some(Access {
        inst,
        reach,
        only_reads,
        loads_into_lds: !marked && into_lds && name.contains("_LOAD_") && !starts(&["FLAT_"]),
    })
}

/// Whether two instructions may access the same memory, one of them to write there.
pub(super) fn may_meet(function: &Function, one: InstId, other: InstId) -> bool {
    let accesses = access(function, one).zip(access(function, other));
    accesses.is_some_and(|(one, other)| one.may_meet(&other))
}

/// Whether an instruction only reads plain memory, or no memory.
pub(super) fn only_reads(function: &Function, inst: InstId) -> bool {
    access(function, inst).is_none_or(|access| access.only_reads)
}

/// Whether the hardware has a store take effect before a plain load of the same wave that comes behind it, without a wait:
/// both are of LDS, whose instructions a wave executes in order, or both go the same way through the vector cache
/// (`AMDGPUUsage`, "Memory Model", gfx90a and gfx942: no action for the lanes of a wave).
pub fn takes_effect_before(function: &Function, store: InstId, load: InstId) -> bool {
    const STORES: [&str; 4] = ["DS_WRITE", "GLOBAL_STORE", "BUFFER_STORE", "SCRATCH_STORE"];
    let starts = |inst: InstId, all: &[&str]| {
        let name = function.opcode(inst).name.as_str();
        all.iter().any(|prefix| name.starts_with(prefix))
    };
    let (Some(one), Some(other)) = (access(function, store), access(function, load)) else {
        return false;
    };
    let is_plain = one.reach == other.reach && one.reach != Reach::All;
    is_plain && other.only_reads && starts(store, &STORES) && !starts(load, &["S_"])
}

/// Proves that no two accesses of a block changed places that may be of the same memory, one of them no plain load; of loops
/// whose iterations overlap, that none did in any iteration, or between two.
///
/// # Errors
/// The first pair that did.
pub fn memory_order(function: &Function, original: &Function) -> Result<(), Violation> {
    let overlapped = Overlapped::of(function, original)?;
    let passing = Passing::of(original);
    let slots = Slots::of(original);
    let mut place = vec![None; function.inst_count()];
    // Of copies, by the instruction that they are of.
    let mut copies = HashMap::new();
    for block in function.block_ids() {
        for (at, &inst) in function.block(block).order.iter().enumerate() {
            place[inst.index()] = Some((block, at));
            let of = overlapped.original(inst);
            if of != inst {
                copies.insert(of, at);
            }
        }
    }
    for block in original.block_ids() {
        let order = original.block(block).order.iter();
        let accesses: Vec<Access> = order.filter_map(|&inst| access(original, inst)).collect();
        for (at, later) in accesses.iter().enumerate() {
            for earlier in &accesses[..at] {
                let order_all = earlier.reach == Reach::All || later.reach == Reach::All;
                let are_slots = !order_all && slots.are_apart(earlier.inst, later.inst);
                let is_passed = passing.may_precede(later.inst, earlier.inst);
                if !earlier.may_meet(later) || are_slots || is_passed {
                    continue;
                }
                let (from, to) = (place[earlier.inst.index()], place[later.inst.index()]);
                let (Some((one, from)), Some((other, to))) = (from, to) else {
                    continue;
                };
                let ahead = [earlier, later].map(|access| overlapped.is_ahead(access.inst));
                // Which of both is ahead of the other, in another iteration too, may not matter.
                let is_free = passing.may_precede(earlier.inst, later.inst);
                let in_order = match ahead {
                    _ if overlapped.part(block).is_none() => from < to,
                    // The copies are in one block.
                    [true, true] | [false, false] => {
                        from < to && copies.get(&earlier.inst) < copies.get(&later.inst)
                    }
                    // The later one is of the iteration before.
                    [true, false] => from > to || is_free,
                    [false, true] => false,
                };
                if one != other || !in_order {
                    return Err(Violation::Dependence {
                        from: earlier.inst,
                        to: later.inst,
                    });
                }
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::text;

    #[test]
    fn a_load_into_lds_reads_memory_and_writes_lds() {
        const INTO_LDS: &str =
            "GLOBAL_LOAD_LDS_DWORD v[2:3], #0, #0, imp exec, imp m0 | load store";
        for (other, meets) in [
            ("GLOBAL_LOAD_DWORD def v5, v[2:3], #0, #0 | load", false),
            (
                "BUFFER_LOAD_DWORD_OFFEN def v5, v2, s[4:7], #0, #0 | load",
                false,
            ),
            (
                "GLOBAL_LOAD_DWORD def v5, v[2:3], #0, #0 | load ordered",
                true,
            ),
            ("GLOBAL_STORE_DWORD v[2:3], v5, #0, #0 | store", true),
            ("FLAT_LOAD_DWORD def v5, v[2:3], #0, #0 | load", true),
            ("DS_READ_B32_gfx9 def v5, v2, #0, #0 | load", true),
            ("DS_WRITE_B32_gfx9 v5, v2, #0, #0 | store", true),
            (INTO_LDS, true),
        ] {
            let text = format!(
                "cdna-flat 1\nfunction \"f\"\ngpu gfx942\nblock 0 frequency=1 depth=0\n  {INTO_LDS}\n  {other}\n"
            );
            let function = text::parse(&text).expect("valid text");
            let [one, two] = [InstId(0), InstId(1)];
            assert_eq!(may_meet(&function, one, two), meets, "{other}");
            assert_eq!(may_meet(&function, two, one), meets, "{other}");
        }
    }
}
