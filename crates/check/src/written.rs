//! What the waits of a function that somebody wrote promise, and whether a new stream keeps it.
//!
//! All of it is read from the instructions, by LLVM's names for them and the words of their text: where others may look
//! at what is complete, and whether the author knew more about loads straight into LDS than a reader can.

use std::collections::{HashMap, HashSet};

use super::calls;
use super::memory_order::may_meet;
use super::overlapped::{Overlapped, Part};
use super::passing::{self, Passing};
use super::promises::{self, Promise, promises};
use super::slots::Slots;
use super::waits::{Reliance, waits};
use super::{ordered, takes_effect_before};
use crate::gpu::{Counter, Gpu};
use crate::machine::{BlockId, Function, InstFlags, InstId};

/// Where other waves or the host may look, by the beginnings of names.
const SIGNALS: [&str; 5] = ["S_BARRIER", "S_SENDMSG", "EXP", "DS_GWS", "DS_ORDERED"];

/// What controls caches, by the beginnings of names.
const CACHES: [&str; 4] = ["BUFFER_INV", "BUFFER_WBL2", "BUFFER_WBINVL1", "S_DCACHE_"];

/// Atomic operations on LDS, by what follows `DS_`.
const LDS_ATOMICS: [&str; 18] = [
    "ADD_", "SUB_", "RSUB_", "INC_", "DEC_", "MIN_", "MAX_", "AND_", "OR_", "XOR_", "MSKOR_",
    "CMPST_", "WRXCHG", "WRAP_", "PK_ADD_", "CONDXCHG", "APPEND", "CONSUME",
];

/// Words of an instruction that give an access a scope beyond its wave (`AMDGPUUsage`, "Memory Model").
const SCOPES: [&str; 5] = ["glc", "slc", "scc", "sc0", "sc1"];

/// Where an access to memory for other waves of the work-group has a word for it (`AMDGPUUsage`, "Memory Model": on gfx90a
/// one beyond the work-group alone).
const GROUPS_ARE_NAMED: [Gpu; 2] = [Gpu::Gfx942, Gpu::Gfx950];

/// A function as its author wrote it.
pub struct Written {
    /// Its instructions; accesses with a scope keep their place.
    pub function: Function,
    trusts_lds: bool,
    slots: Slots,
}

/// What was made of a function.
pub struct Made<'a> {
    /// As it was meant, with the numbers of the author's instructions.
    pub meant: &'a Function,
    /// The author's function without the copies that were taken out.
    pub without_copies: &'a Function,
    /// As it was read again: the instructions of what was meant, place by place in layout order.
    pub read: &'a Function,
}

impl Written {
    /// Reads it.
    pub fn of(function: &Function) -> Written {
        let mut written = function.clone();
        for block in function.blocks() {
            for &inst in block
                .order
                .iter()
                .filter(|&&inst| is_scoped(function, inst))
            {
                written.add_flags(inst, InstFlags::ORDERED_MEMORY);
            }
        }
        // With fewer waits than it takes, had the author not known that the places are others.
        let open = waits(function);
        let trusts_lds = open.iter().any(|open| open.reliance == Reliance::Lds);
        if trusts_lds {
            written.trust_lds_waits();
        }
        written.atomics_are_marked = GROUPS_ARE_NAMED.contains(&function.gpu);
        Written {
            slots: Slots::of(function),
            function: written,
            trusts_lds,
        }
    }

    /// A stream made of it, of which is believed what was believed of the author's.
    pub fn believed(&self, made: &Function) -> Function {
        let mut made = made.clone();
        if self.trusts_lds {
            made.trust_lds_waits();
        }
        made
    }

    /// Whether the spill slots that a stream made of it is said to access are those that the text names.
    pub fn agrees_on_slots(&self, meant: &Function) -> bool {
        self.slots.agree(meant, &self.function)
    }

    /// Whether what was complete where others may look is complete there still.
    ///
    /// # Errors
    /// The first of the author's instructions before which something is not.
    pub fn kept(&self, made: &Made<'_>) -> Result<(), InstId> {
        let was = &self.function;
        let (meant, made, copies) = (made.meant, made.read, made.without_copies);
        let stays: HashSet<InstId> = stream(copies).collect();
        let first = || was.blocks().iter().find_map(|block| block.order.first());
        let overlapped = Overlapped::of(meant, was);
        let overlapped = overlapped.map_err(|_| first().copied().unwrap_or(InstId(0)))?;
        // By instruction that was made: the author's, and by that one, all that were made of it.
        let mut author: HashMap<InstId, InstId> = HashMap::new();
        let mut instances: HashMap<InstId, Vec<(InstId, InstId)>> = HashMap::new();
        for (meant, made) in stream(meant).zip(stream(made)) {
            let of = overlapped.original(meant);
            if of.index() >= was.inst_count() {
                continue;
            }
            author.insert(made, of);
            instances.entry(of).or_default().push((meant, made));
        }
        calls::kept(was, made, &author)?;
        let same = |made: InstId| {
            let of = author.get(&made).and_then(|of| instances.get(of));
            of.and_then(|of| of.first()).map_or(made, |&(_, made)| made)
        };
        let now = |unseen: &dyn Fn(InstId) -> bool| -> HashMap<InstId, Promise> {
            let stream = promises::Stream {
                function: made,
                same: &same,
                unseen,
            };
            let promises = stream.promises().into_iter();
            promises.map(|promise| (promise.inst, promise)).collect()
        };
        let passing = Passing::of(was);
        let is_free = |made: InstId| {
            let of = author.get(&made);
            of.is_some_and(|&of| passing.is_free(of) || self.slots.has(of))
        };
        let all = now(&|_| false);
        // Nobody looks at loads that may run ahead of a barrier, complete or not.
        let at_barriers = stream(made).any(is_free).then(|| now(&is_free));
        let issues = Issues::of(was, meant, &overlapped);
        for promise in promises(was) {
            if !stays.contains(&promise.inst) {
                continue;
            }
            // What is of one lane alone waits for nothing that others would see.
            let is_own = self.slots.has(promise.inst) || passing.is_free(promise.inst);
            let placed = instances.get(&promise.inst).map_or(&[][..], Vec::as_slice);
            let kept = |&(meant, made): &(InstId, InstId)| {
                let now = match &at_barriers {
                    Some(at_barriers) if passing::is_barrier(was, promise.inst) => at_barriers,
                    _ => &all,
                };
                now.get(&made).is_some_and(|is| {
                    let changes = is.changes.iter();
                    let mut changes = changes
                        .filter_map(|(change, issued)| Some((*author.get(change)?, *issued)));
                    let may_be_open = |(change, issued): (InstId, u8)| {
                        let earlier = issues.earlier(change, promise.inst, meant);
                        promise.may_leave_open(change, issued, earlier)
                            || takes_effect_before(was, change, promise.inst)
                            || self.slots.has(change)
                            // Such an access sees what its own wave does where it goes, and nothing else.
                            || is_own
                                && (self.slots.are_apart(change, promise.inst)
                                    || passing::is_by_lds(was, change)
                                    || !may_meet(was, change, promise.inst))
                    };
                    changes.all(may_be_open)
                        && (is_own || is_kept(&promise, is, others_look(was, promise.inst)))
                })
            };
            if placed.is_empty() || !placed.iter().all(kept) {
                return Err(promise.inst);
            }
        }
        Ok(())
    }
}

/// What holds before each instruction that accesses memory or signals others, as far as others can see it: at barriers, loads that
/// may run ahead of them and accesses to spill slots do not count, and what was spilled is nobody's business anywhere. `same`: which
/// instructions are the same one at another place, by one of them.
pub fn seen_promises(function: &Function, same: &dyn Fn(InstId) -> InstId) -> Vec<Promise> {
    let written = Written::of(function);
    let function = &written.function;
    let passing = Passing::of(function);
    let own = |inst| passing.is_free(inst) || written.slots.has(inst);
    let look = |unseen: &dyn Fn(InstId) -> bool| {
        let stream = promises::Stream {
            function,
            same,
            unseen,
        };
        stream.promises()
    };
    let both = look(&|_| false).into_iter().zip(look(&own));
    let both = both.map(|(mut all, seen)| {
        all.changes
            .retain(|(change, _)| !written.slots.has(*change));
        match passing::is_barrier(function, all.inst) {
            true => seen,
            false => all,
        }
    });
    both.collect()
}

/// The instructions of a function in layout order.
fn stream(function: &Function) -> impl Iterator<Item = InstId> {
    let layout = function.layout().into_iter();
    layout.flat_map(|block| function.block(block).order.iter().copied())
}

/// Where instructions stand in the author's function and in what was made of it.
struct Issues<'a> {
    overlapped: &'a Overlapped,
    was: HashMap<InstId, (BlockId, usize)>,
    is: HashMap<InstId, (BlockId, usize)>,
    /// By block and the author's instruction.
    by_block: HashMap<(BlockId, InstId), usize>,
}

impl<'a> Issues<'a> {
    fn of(was: &Function, is: &Function, overlapped: &'a Overlapped) -> Issues<'a> {
        let (was, is) = (places(was), places(is));
        let by_block = is
            .iter()
            .map(|(&inst, &(block, at))| ((block, overlapped.original(inst)), at));
        Issues {
            by_block: by_block.collect(),
            overlapped,
            was,
            is,
        }
    }

    /// How many more times one of the author's instructions is issued before another than it was; below zero, how many
    /// times less. `instance`: which of what was made of the other.
    fn earlier(&self, inst: InstId, other: InstId, instance: InstId) -> i32 {
        let (Some(&(block, at)), Some(&(one, from))) = (self.was.get(&other), self.was.get(&inst))
        else {
            return 0;
        };
        if block != one || inst == other {
            return 0;
        }
        let was = i32::from(from < at);
        let Some(&(block, at)) = self.is.get(&instance) else {
            return 0;
        };
        let stands_before = || {
            let from = self.by_block.get(&(block, inst));
            from.is_some_and(|&from| from < at)
        };
        let before = |ahead: bool| i32::from(stands_before()) + i32::from(ahead);
        let ahead = [inst, other].map(|inst| self.overlapped.is_ahead(inst));
        let is = match (self.overlapped.part(block), ahead) {
            (None, _) => before(false),
            // The guard has what runs ahead and is in its first iteration, the tail the rest.
            (Some(Part::Guard), [true, _]) | (Some(Part::Tail), [false, _]) => before(false),
            (Some(Part::Guard), [false, _]) => 0,
            (Some(Part::Tail), [true, _]) => 1,
            (Some(Part::Loop), [one, other]) if one == other => before(false),
            // The other is of the iteration before.
            (Some(Part::Loop), [true, false]) => before(true),
            (Some(Part::Loop), _) => before(false) - 1,
        };
        is - was
    }
}

/// Where each instruction stands.
fn places(function: &Function) -> HashMap<InstId, (BlockId, usize)> {
    let mut places = HashMap::new();
    for block in function.block_ids() {
        let order = function.block(block).order.iter().enumerate();
        places.extend(order.map(|(at, &inst)| (inst, (block, at))));
    }
    places
}

/// Loads into LDS and write-backs are as complete as they were; where others may look, so is all else.
fn is_kept(was: &Promise, is: &Promise, looks: bool) -> bool {
    // What moves values between lanes is nothing that others could see.
    let is_complete = |counter: Counter| is.most[counter] == 0 || !is.accesses[counter];
    let mut most = was.most.iter();
    let complete = most.all(|(counter, &most)| most > 0 || is_complete(counter));
    let apart = (was.loads_into_lds || !is.loads_into_lds) && (was.writes_back || !is.writes_back);
    apart && (complete || !looks)
}

/// Whether other waves or the host may look at what is complete.
fn others_look(function: &Function, inst: InstId) -> bool {
    let name = function.opcode(inst).name.as_str();
    let starts = |name: &str, all: &[&str]| all.iter().any(|prefix| name.starts_with(prefix));
    let of_lds = name.strip_prefix("DS_");
    starts(name, &SIGNALS)
        || starts(name, &CACHES)
        || name.contains("_ATOMIC_")
        || of_lds.is_some_and(|operation| starts(operation, &LDS_ATOMICS))
        || function.flags(inst).has(InstFlags::ORDERED_MEMORY)
}

/// Whether an access has a scope beyond its wave.
fn is_scoped(function: &Function, inst: InstId) -> bool {
    let accesses = ordered::is_ordered(function, inst);
    accesses
        && function
            .asm(inst)
            .split_whitespace()
            .any(|word| SCOPES.contains(&word))
}
