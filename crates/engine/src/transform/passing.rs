//! Loads that may run before barriers, and before waits that are not for them.
//!
//! A barrier keeps a load behind it where a wave of the work-group may have stored, before the barrier, what the load reads.
//! LLVM's graph has an edge from a barrier to every access that follows, because it is an instruction with side effects;
//! two kinds of loads do not need it:
//!
//! - Scratch belongs to its lane: nobody else stores there.
//! - Of global memory, a load may run earlier if no wave of the kernel can tell another one that it has written: if on no way
//!   a barrier, a write to LDS, an atomic, a message or anything unknown follows what may write to global memory, controls
//!   its caches, or is an atomic or volatile access, by which others' writes are seen. That holds for kernels that write their results at the end, wherever in the kernel the other waves are.
//!
//! No load is delayed behind a barrier: what it reads may be overwritten from there on.

use crate::gpu::{Counter, OpTraits, Unit, VmemKind};
use crate::machine::index::TypedVec;
use crate::machine::{
    AddressSpace, BlockId, DepKind, Edge, Function, InstFlags, InstId, MemFlags, SpillSlot, Touched,
};
use crate::waitcnt::wait_request;

/// Which loads of a function may run before barriers that precede them.
#[derive(Clone, Debug)]
pub struct Passing(TypedVec<InstId, bool>);

impl Passing {
    /// Looks for them, in kernels whose atomic accesses are known: what others call may be called between a store and a barrier.
    pub fn of(function: &Function) -> Passing {
        let mut found = Passing(TypedVec::from_elem(false, function.inst_count()));
        if !function.resources.is_entry || !function.atomics_are_marked {
            return found;
        }
        let is_silent = is_silent(function);
        for &inst in function.blocks().iter().flat_map(|block| &block.order) {
            // What is in guarded code moves with it.
            if function.is_content(inst) {
                continue;
            }
            found.0[inst] = match plain_loads(function, inst) {
                Some(Memory::Scratch) => true,
                Some(Memory::Global) => is_silent,
                None => false,
            };
        }
        found
    }

    /// Whether a load may run before a barrier or wait that precedes it.
    fn passes(&self, function: &Function, load: InstId, other: InstId) -> bool {
        self.is_free(load) && lets_pass(function, other)
    }

    /// Whether two instructions may change places because one of them is a free load: one that follows a barrier, or one on
    /// either side of a wait that says nothing about vector memory.
    pub fn may_exchange(&self, function: &Function, from: InstId, to: InstId) -> bool {
        let is_wait = function.info(to).unit == Unit::Wait && is_for_others(function, to);
        self.passes(function, to, from) || self.is_free(from) && is_wait
    }

    /// Whether a load may run before barriers at all.
    pub fn is_free(&self, load: InstId) -> bool {
        self.0.get(load).copied().unwrap_or(false)
    }
}

/// A barrier, or a wait for other counters than that of vector memory.
pub fn lets_pass(function: &Function, inst: InstId) -> bool {
    match function.info(inst).unit {
        Unit::Barrier => true,
        Unit::Wait => is_for_others(function, inst),
        _ => false,
    }
}

/// Whether a wait says nothing about vector memory.
fn is_for_others(function: &Function, inst: InstId) -> bool {
    let request = wait_request(function, inst);
    request.is_some_and(|counts| counts.get(Counter::Vm).is_none())
}

/// Takes the dependences out of a function that keep loads behind barriers which they may pass. What was kept in order by way
/// of these gets a dependence of its own where it needs one.
pub fn let_pass(function: &mut Function) {
    let passing = Passing::of(function);
    if !passing.0.iter().any(|&free| free) {
        return;
    }
    let goes = |edge: &Edge| {
        edge.kind == DepKind::Order && passing.may_exchange(function, edge.from, edge.to)
    };
    let edges = function.edges().iter();
    let kept: Vec<Edge> = edges.filter(|edge| !goes(edge)).copied().collect();
    let mut orders = conflicts(function, &passing);
    // LLVM's graph has some of these by way of waits.
    orders.extend(before_barriers(function, &passing));
    function.set_edges(kept);
    function.add_orders(orders);
}

/// Free loads and what may write what they read, region by region, where a barrier or a wait stands between: others LLVM's graph
/// has by itself.
fn conflicts(function: &Function, passing: &Passing) -> Vec<(InstId, InstId)> {
    let mut pairs = Vec::new();
    for block in function.blocks() {
        let is_boundary = |inst: &InstId| function.flags(*inst).has(InstFlags::BOUNDARY);
        for region in block.order.split(is_boundary) {
            // Each with the number of barriers and waits before it.
            let mut passed = 0;
            let mut writes: Vec<(usize, InstId, Touched)> = Vec::new();
            let mut loads: Vec<(usize, InstId, Touched)> = Vec::new();
            for &inst in region {
                passed += usize::from(lets_pass(function, inst));
                let touched = unit_touches(function, inst);
                if passing.is_free(inst) {
                    loads.push((passed, inst, touched));
                } else if touched.writes_anything() {
                    writes.push((passed, inst, touched));
                }
            }
            for &(here, load, reads) in &loads {
                let met = writes.iter().filter(|&&(there, inst, touched)| {
                    there != here && touched.meets(reads) && !are_other_slots(function, load, inst)
                });
                pairs.extend(met.map(|&(there, inst, _)| match there < here {
                    true => (inst, load),
                    false => (load, inst),
                }));
            }
        }
    }
    pairs
}

/// Whether two accesses are of places in LLVM's spill slots that have nothing in common.
fn are_other_slots(function: &Function, one: InstId, other: InstId) -> bool {
    let place = |inst: InstId| match function.accesses(inst) {
        [access] => access.spill.map(|slot| (slot, access.bytes)),
        _ => None,
    };
    place(one).zip(place(other)).is_some_and(|(one, other)| {
        let ends_before = |(slot, bytes): (SpillSlot, u32), next: (SpillSlot, u32)| {
            slot.offset.saturating_add(bytes) <= next.0.offset
        };
        one.0.index != other.0.index || ends_before(one, other) || ends_before(other, one)
    })
}

/// Keeps each free load ahead of the barrier that is next in its block's present order.
pub fn keep_ahead(function: &mut Function) {
    let orders = before_barriers(function, &Passing::of(function));
    function.add_orders(orders);
}

/// Each free load and the barrier that is next in its region.
fn before_barriers(function: &Function, passing: &Passing) -> Vec<(InstId, InstId)> {
    let mut pairs = Vec::new();
    for block in function.blocks() {
        let is_boundary = |inst: &InstId| function.flags(*inst).has(InstFlags::BOUNDARY);
        let is_barrier = |inst: &&InstId| function.info(**inst).unit == Unit::Barrier;
        for region in block.order.split(is_boundary) {
            for (at, &load) in region
                .iter()
                .enumerate()
                .filter(|(_, load)| passing.is_free(**load))
            {
                let barrier = region[at..].iter().find(is_barrier);
                // Dependences are of inline assembly as a whole.
                pairs.extend(barrier.map(|&barrier| (load, function.unit_of(barrier))));
            }
        }
    }
    pairs
}

/// What an instruction touches; of guarded code its header touches what is in it, and nothing else does.
fn unit_touches(function: &Function, inst: InstId) -> Touched {
    let by = |inst| Touched::by(function, inst);
    match function.flags(inst).has(InstFlags::GUARD) {
        true => function
            .contents(inst)
            .map(by)
            .fold(Touched::NOTHING, Touched::with),
        false => by(inst),
    }
}

/// What a plain load reads, or guarded code of plain loads of one memory.
fn plain_loads(function: &Function, inst: InstId) -> Option<Memory> {
    if !function.is_guard(inst) {
        return plain_load(function, inst);
    }
    let contents = function.contents(inst);
    let mut loads = contents.filter(|&inst| {
        matches!(
            function.info(inst).unit,
            Unit::Vmem(_) | Unit::Lds | Unit::Smem
        )
    });
    let first = plain_load(function, loads.next()?)?;
    loads
        .all(|inst| plain_load(function, inst) == Some(first))
        .then_some(first)
}

/// What a plain load into registers reads.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Memory {
    Scratch,
    Global,
}

fn plain_load(function: &Function, inst: InstId) -> Option<Memory> {
    let (flags, info) = (function.flags(inst), function.info(inst));
    let Unit::Vmem(kind) = info.unit else {
        return None;
    };
    let changes = [
        InstFlags::MAY_STORE,
        InstFlags::SIDE_EFFECTS,
        InstFlags::ORDERED_MEMORY,
        InstFlags::INLINE_ASM,
        InstFlags::IN_ASM,
        InstFlags::BUNDLE,
    ];
    let is_other_bundle = flags.has(InstFlags::IN_BUNDLE) && !flags.has(InstFlags::GUARD);
    let special = [OpTraits::LDS_DMA, OpTraits::ATOMIC, OpTraits::CACHE_CONTROL];
    if !flags.has(InstFlags::MAY_LOAD)
        || changes.into_iter().any(|flag| flags.has(flag))
        || is_other_bundle
        || special.into_iter().any(|of| info.has(of))
    {
        return None;
    }
    let accesses = function.accesses(inst);
    let is_plain = accesses.iter().all(|access| {
        let has = |flag| access.flags.has(flag);
        !has(MemFlags::VOLATILE) && !has(MemFlags::ATOMIC) && !has(MemFlags::STORE)
    });
    let all_of = |of: fn(AddressSpace) -> bool| accesses.iter().all(|access| of(access.space));
    match kind {
        _ if accesses.is_empty() || !is_plain => None,
        VmemKind::Scratch | VmemKind::Buffer if all_of(|s| s == AddressSpace::PRIVATE) => {
            Some(Memory::Scratch)
        }
        VmemKind::Global | VmemKind::Buffer | VmemKind::TypedBuffer
            if all_of(AddressSpace::is_global) =>
        {
            Some(Memory::Global)
        }
        _ => None,
    }
}

/// Whether an instruction may write to global memory, say when that is seen, or see what others wrote: cache controls, atomic and
/// volatile accesses.
fn writes(function: &Function, inst: InstId) -> bool {
    let (flags, info) = (function.flags(inst), function.info(inst));
    if is_unknown(function, inst) || info.has(OpTraits::CACHE_CONTROL) {
        return true;
    }
    match info.unit {
        Unit::Vmem(_) if info.has(OpTraits::LDS_DMA) => keeps_order(function, inst),
        Unit::Vmem(_) | Unit::Smem => {
            keeps_order(function, inst) || Touched::by(function, inst).writes_global()
        }
        Unit::Lds => false,
        _ => flags.has(InstFlags::MAY_STORE),
    }
}

/// Whether other waves may learn by an instruction how far this one is.
fn tells(function: &Function, inst: InstId) -> bool {
    let (flags, info) = (function.flags(inst), function.info(inst));
    if is_unknown(function, inst) || info.has(OpTraits::CACHE_CONTROL) {
        return true;
    }
    match info.unit {
        Unit::Barrier | Unit::Message | Unit::Gws | Unit::Export => true,
        Unit::Lds => flags.has(InstFlags::MAY_STORE) || keeps_order(function, inst),
        Unit::Vmem(_) | Unit::Smem => info.has(OpTraits::LDS_DMA) || keeps_order(function, inst),
        _ => false,
    }
}

/// What an instruction does is not known: calls, assembly.
fn is_unknown(function: &Function, inst: InstId) -> bool {
    let has = |flag| function.flags(inst).has(flag);
    let is_opaque = matches!(function.info(inst).unit, Unit::InlineAsm | Unit::Unknown);
    let acts = [
        InstFlags::MAY_STORE,
        InstFlags::MAY_LOAD,
        InstFlags::SIDE_EFFECTS,
    ];
    has(InstFlags::CALL) || is_opaque && acts.into_iter().any(has)
}

/// An access that others may be waiting for: atomic, volatile, or of an order that LLVM keeps.
fn keeps_order(function: &Function, inst: InstId) -> bool {
    let mut accesses = function.accesses(inst).iter();
    function.flags(inst).has(InstFlags::ORDERED_MEMORY)
        || function.info(inst).has(OpTraits::ATOMIC)
        || accesses.any(|a| a.flags.has(MemFlags::VOLATILE) || a.flags.has(MemFlags::ATOMIC))
}

/// Whether no wave can tell another one that it has written to global memory.
fn is_silent(function: &Function) -> bool {
    let has_written = |block: BlockId| {
        let mut order = function.block(block).order.iter();
        order.any(|&inst| writes(function, inst))
    };
    // The blocks that begin behind a write.
    let mut behind: TypedVec<BlockId, bool> = TypedVec::from_elem(false, function.blocks().len());
    let next = |block: BlockId| function.block(block).successors.iter().copied();
    let mut pending: Vec<BlockId> = function
        .block_ids()
        .filter(|&block| has_written(block))
        .flat_map(next)
        .collect();
    while let Some(block) = pending.pop() {
        if !std::mem::replace(&mut behind[block], true) {
            pending.extend(next(block));
        }
    }
    function.block_ids().all(|block| {
        let mut written = behind[block];
        function.block(block).order.iter().all(|&inst| {
            let told = written && tells(function, inst);
            written |= writes(function, inst);
            !told
        })
    })
}
