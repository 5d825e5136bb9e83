//! Which loads may have moved ahead of a barrier, by LLVM's names and from the barriers backwards.
//!
//! A barrier matters to a load if another wave may have written what it reads, and then come to the barrier. So where a
//! wave can still come to a barrier, or to anything else that others may watch, nothing on its way so far may have
//! written to global memory. What a lane has in scratch is its own.
//!
//! The loads of a function that others call are not looked at: its callers may have written; nor those of a text, which does not
//! say of every access whether others watch it.

use std::cmp::Ordering;

use super::Violation;
use super::memory_order::{access, only_reads};
use super::order::is_reordered;
use super::ordered::{is_between_lanes, is_ordered};
use crate::gpu::{Counter, Counts};
use crate::machine::{AddressSpace, BlockId, Function, InstFlags, InstId, MemFlags};

/// What is known of the loads of a function.
pub(super) struct Passing<'a> {
    function: &'a Function,
    /// Whether any load may: in kernels whose atomic accesses are known.
    is_open: bool,
    /// Whether a wave that writes to global memory is past everything that others may watch.
    writes_at_the_end: bool,
}

impl<'a> Passing<'a> {
    pub(super) fn of(function: &'a Function) -> Passing<'a> {
        let is_open = function.resources.is_entry && function.atomics_are_marked;
        Passing {
            function,
            is_open,
            writes_at_the_end: is_open && writes_at_the_end(function),
        }
    }

    /// Whether a load may have moved ahead of a barrier or a wait that preceded it.
    pub(super) fn may_precede(&self, load: InstId, other: InstId) -> bool {
        self.is_free(load) && lets_pass(self.function, other)
    }

    /// Whether a load may have moved ahead of any barrier.
    pub(super) fn is_free(&self, load: InstId) -> bool {
        let function = self.function;
        let is_safe = || self.writes_at_the_end || is_of_scratch(function, load);
        self.is_open && is_plain_load(function, load) && is_safe()
    }

    /// Whether the order of two neighbours does not matter: a load that follows a barrier or a wait for other counters than
    /// that of vector memory, or that precedes such a wait.
    pub(super) fn may_exchange(&self, from: InstId, to: InstId) -> bool {
        self.may_precede(to, from) || !is_barrier(self.function, to) && self.may_precede(from, to)
    }
}

fn name(function: &Function, inst: InstId) -> &str {
    function.opcode(inst).name.as_str()
}

fn starts(function: &Function, inst: InstId, all: &[&str]) -> bool {
    let name = name(function, inst);
    all.iter().any(|prefix| name.starts_with(prefix))
}

pub(super) fn is_barrier(function: &Function, inst: InstId) -> bool {
    name(function, inst) == "S_BARRIER"
}

/// Whether an instruction is anything but a wait for counters that vector memory has no part in.
fn awaits_vector_memory(function: &Function, inst: InstId) -> bool {
    let is_wait = matches!(name(function, inst), "S_WAITCNT" | "S_WAITCNT_soft");
    let operand = function.operands(inst).first();
    let imm = operand.and_then(|o| o.imm()).filter(|_| is_wait);
    // The instruction has 16 bits for it.
    imm.is_none_or(|imm| Counts::decode(imm as u16).get(Counter::Vm).is_some())
}

/// Reads vector memory into registers, in no order with others' accesses. Guarded code does if all that accesses memory in it does.
pub(super) fn is_plain_load(function: &Function, inst: InstId) -> bool {
    if function.is_guard(inst) {
        let mut accesses = function
            .contents(inst)
            .filter(|&inst| is_ordered(function, inst))
            .peekable();
        return accesses.peek().is_some() && accesses.all(|inst| is_plain_load(function, inst));
    }
    const LOADS: [&str; 4] = [
        "GLOBAL_LOAD_",
        "BUFFER_LOAD_",
        "TBUFFER_LOAD_",
        "SCRATCH_LOAD_",
    ];
    let flags = function.flags(inst);
    let special = [
        InstFlags::INLINE_ASM,
        InstFlags::IN_ASM,
        InstFlags::IN_BUNDLE,
    ];
    starts(function, inst, &LOADS)
        && only_reads(function, inst)
        && (flags.has(InstFlags::GUARD) || !special.into_iter().any(|flag| flags.has(flag)))
        && !is_watched(function, inst)
}

/// Of memory that no other lane has.
fn is_of_scratch(function: &Function, inst: InstId) -> bool {
    if function.is_guard(inst) {
        let mut accesses = function
            .contents(inst)
            .filter(|&inst| is_ordered(function, inst));
        return accesses.all(|inst| is_of_scratch(function, inst));
    }
    let accesses = function.accesses(inst);
    let named = starts(function, inst, &["SCRATCH_", "BUFFER_"]);
    let private = |space: AddressSpace| space == AddressSpace::PRIVATE;
    named && !accesses.is_empty() && accesses.iter().all(|access| private(access.space))
}

/// Of memory that nobody writes, as LLVM knows.
fn is_of_constants(function: &Function, inst: InstId) -> bool {
    let accesses = function.accesses(inst);
    let is_constant = |flags: MemFlags| flags.has(MemFlags::INVARIANT);
    !accesses.is_empty() && accesses.iter().all(|access| is_constant(access.flags))
}

/// Atomic or volatile, by LLVM's memory operands.
fn is_watched(function: &Function, inst: InstId) -> bool {
    let mut accesses = function.accesses(inst).iter();
    let is = |flags: MemFlags| flags.has(MemFlags::VOLATILE) || flags.has(MemFlags::ATOMIC);
    accesses.any(|access| is(access.flags)) || name(function, inst).contains("_ATOMIC_")
}

/// Reads a clock: LLVM gives it side effects.
const CLOCKS: [&str; 2] = ["S_MEMTIME", "S_MEMREALTIME"];

/// May write to global memory, or have what was written seen.
fn writes(function: &Function, inst: InstId) -> bool {
    let flags = function.flags(inst);
    if flags.has(InstFlags::CALL) {
        return true;
    }
    let elsewhere = is_barrier(function, inst)
        || starts(function, inst, &["DS_", "S_SENDMSG"])
        || starts(function, inst, &CLOCKS)
        || is_of_scratch(function, inst) && !is_watched(function, inst)
        || is_load_into_lds(function, inst) && !is_watched(function, inst);
    let acts = is_ordered(function, inst) || flags.has(InstFlags::MAY_STORE);
    acts && !elsewhere && (is_watched(function, inst) || !only_reads(function, inst))
}

fn is_load_into_lds(function: &Function, inst: InstId) -> bool {
    let name = name(function, inst);
    let ordered = function.flags(inst).has(InstFlags::ORDERED_MEMORY);
    name.contains("_LOAD_") && name.contains("_LDS") && !ordered
}

/// Other waves may watch it: barriers, accesses to LDS that are no plain reads, atomics, messages, and whatever is not known.
fn is_seen(function: &Function, inst: InstId) -> bool {
    let is_call = function.flags(inst).has(InstFlags::CALL);
    let stores = || {
        starts(
            function,
            inst,
            &[
                "GLOBAL_STORE",
                "BUFFER_STORE",
                "TBUFFER_STORE",
                "SCRATCH_STORE",
                "FLAT_STORE",
            ],
        )
    };
    let is_plain_store = || {
        let flags = function.flags(inst);
        let kept = flags.has(InstFlags::ORDERED_MEMORY) || flags.has(InstFlags::SIDE_EFFECTS);
        stores() && !kept && !is_watched(function, inst)
    };
    let acts = is_ordered(function, inst) && !is_between_lanes(function, inst);
    is_call
        || is_watched(function, inst)
        || acts
            && !only_reads(function, inst)
            && !is_plain_store()
            && !starts(function, inst, &CLOCKS)
}

/// Whether nothing that writes to global memory is ever followed by anything that others may watch.
fn writes_at_the_end(function: &Function) -> bool {
    // The blocks from whose beginning a wave may come to something that is watched.
    let sees = |block: BlockId| {
        let mut order = function.block(block).order.iter();
        order.any(|&inst| is_seen(function, inst))
    };
    let mut comes: Vec<bool> = function.block_ids().map(sees).collect();
    let mut changed = true;
    while changed {
        changed = false;
        for block in function.block_ids() {
            let next = &function.block(block).successors;
            let before = comes[block.index()];
            comes[block.index()] |= next.iter().any(|to| comes[to.index()]);
            changed |= comes[block.index()] != before;
        }
    }
    function.block_ids().all(|block| {
        let next = &function.block(block).successors;
        let mut will = next.iter().any(|to| comes[to.index()]);
        function.block(block).order.iter().rev().all(|&inst| {
            let is_early = will && writes(function, inst);
            will |= is_seen(function, inst);
            !is_early
        })
    })
}

/// Loads that may pass barriers and waits kept their order with what may write what they read, and none fell behind a barrier.
/// `place`: by instruction, where it is in its block.
pub(super) fn in_order(
    original: &Function,
    passing: &Passing<'_>,
    place: &[u32],
) -> Result<(), Violation> {
    let at = |inst: InstId| place[inst.index()];
    let wrong = |from, to| Err(Violation::Dependence { from, to });
    for block in original.block_ids() {
        let order = &original.block(block).order;
        if !is_reordered(order, place) {
            continue;
        }
        for (here, &load) in order.iter().enumerate() {
            let is_constant = is_of_constants(original, load);
            if at(load) == u32::MAX || is_constant || !is_plain_load(original, load) {
                continue;
            }
            let barrier = |inst: &&InstId| is_barrier(original, **inst) && at(**inst) != u32::MAX;
            let mut ahead = order[..here].iter().filter(barrier);
            if let Some(&other) =
                ahead.find(|&&other| at(load) < at(other) && !passing.may_precede(load, other))
            {
                return wrong(other, load);
            }
            let mut behind = order[here..].iter().filter(barrier);
            if let Some(&other) = behind.find(|&&other| at(load) > at(other)) {
                return wrong(load, other);
            }
        }
        if let Some((from, to)) = exchanged(original, passing, order, place) {
            return wrong(from, to);
        }
    }
    Ok(())
}

/// The first of the loads of a block that may pass barriers, and of what may write what they read, to have changed places across
/// a barrier or a wait that they may pass. LLVM's graph has no dependence of these two but by way of that; where
/// nothing of the kind is between them, its own dependence holds them in order.
fn exchanged(
    original: &Function,
    passing: &Passing<'_>,
    order: &[InstId],
    place: &[u32],
) -> Option<(InstId, InstId)> {
    let mut passed = 0;
    let mut loads = Vec::new();
    let mut writers = Vec::new();
    for &inst in order {
        passed += usize::from(lets_pass(original, inst));
        if place[inst.index()] == u32::MAX {
            continue;
        }
        let Some(access) = access(original, inst) else {
            continue;
        };
        if passing.is_free(inst) {
            if !is_of_constants(original, inst) {
                loads.push((passed, access));
            }
        } else if !writes_elsewhere(original, inst) {
            writers.push((passed, access));
        }
    }
    loads.iter().find_map(|(here, load)| {
        writers.iter().find_map(|(there, writer)| {
            let (from, to) = match there.cmp(here) {
                Ordering::Less => (writer.inst, load.inst),
                Ordering::Greater => (load.inst, writer.inst),
                Ordering::Equal => return None,
            };
            let changed = place[from.index()] > place[to.index()];
            let meet = changed && load.may_meet(writer) && !is_apart(original, from, to);
            meet.then_some((from, to))
        })
    })
}

/// Writes nothing, or nothing but LDS: no load of vector memory into registers reads that.
fn writes_elsewhere(function: &Function, inst: InstId) -> bool {
    let is_store = function.flags(inst).has(InstFlags::MAY_STORE);
    is_by_lds(function, inst)
        || starts(function, inst, &["S_"]) && !is_store
        || is_load_into_lds(function, inst)
}

/// Of LDS, or a synchronisation of all waves (GWS), which must be waited for at once: neither writes what a load of vector memory
/// into registers reads, whatever else LLVM's flags say.
pub(super) fn is_by_lds(function: &Function, inst: InstId) -> bool {
    starts(function, inst, &["DS_"])
}

/// A barrier, or a wait that vector memory has no part in.
fn lets_pass(function: &Function, inst: InstId) -> bool {
    is_barrier(function, inst) || !awaits_vector_memory(function, inst)
}

/// Whether both are of LLVM's spill slots, and no byte is in both.
fn are_of_different_slots(function: &Function, one: InstId, other: InstId) -> bool {
    let bytes = |inst: InstId| {
        let [access] = function.accesses(inst) else {
            return None;
        };
        let slot = access.spill?;
        Some((
            slot.index,
            slot.offset..slot.offset.checked_add(access.bytes)?,
        ))
    };
    match (bytes(one), bytes(other)) {
        (Some((slot, these)), Some((other, those))) => {
            slot != other || these.end <= those.start || those.end <= these.start
        }
        _ => false,
    }
}

/// Whether two accesses are of different spill slots; or one is of scratch, and the other by a way that does not lead there.
pub(super) fn is_apart(function: &Function, one: InstId, other: InstId) -> bool {
    let is_global = |inst: InstId| {
        let accesses = function.accesses(inst);
        let leads_there = |space: AddressSpace| matches!(space.0, 0 | 5);
        starts(function, inst, &["GLOBAL_", "BUFFER_", "TBUFFER_"])
            && !accesses.is_empty()
            && !accesses.iter().any(|access| leads_there(access.space))
    };
    let scratch = |inst| is_of_scratch(function, inst);
    scratch(one) && is_global(other)
        || scratch(other) && is_global(one)
        || are_of_different_slots(function, one, other)
}
