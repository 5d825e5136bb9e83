//! What the waits of a function that somebody wrote promise, and whether a new stream keeps it.
//!
//! All of it is read from the instructions, by LLVM's names for them and the words of their text: where others may look
//! at what is complete, and whether the author knew more about loads straight into LDS than a reader can.

use std::collections::HashMap;

use super::promises::{self, Promise, promises};
use super::waits::{Reliance, waits};
use super::{ordered, takes_effect_before};
use crate::gpu::Counter;
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

/// A function as its author wrote it.
pub struct Written {
    /// Its instructions; accesses with a scope keep their place.
    pub function: Function,
    trusts_lds: bool,
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
        Written {
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

    /// Whether what was complete where others may look is complete there still. `meant` has the numbers of the
    /// author's instructions, and `made` the same instructions as `meant`, place by place.
    ///
    /// # Errors
    /// The first of the author's instructions before which something is not.
    pub fn kept(&self, meant: &Function, made: &Function) -> Result<(), InstId> {
        let was = &self.function;
        let mut number: HashMap<InstId, InstId> = HashMap::new();
        for block in meant.block_ids() {
            let pairs = meant
                .block(block)
                .order
                .iter()
                .zip(&made.block(block).order);
            number.extend(pairs.map(|(&meant, &made)| (meant, made)));
        }
        let written: HashMap<InstId, InstId> =
            number.iter().map(|(&meant, &made)| (made, meant)).collect();
        let now: HashMap<InstId, Promise> = promises(made)
            .into_iter()
            .map(|promise| (promise.inst, promise))
            .collect();
        let (was_at, is_at) = (places(was), places(meant));
        for promise in promises(was) {
            let is = number.get(&promise.inst).and_then(|inst| now.get(inst));
            let kept = is.is_some_and(|is| {
                let changes = is.changes.iter();
                let mut changes =
                    changes.filter_map(|(change, issued)| Some((*written.get(change)?, *issued)));
                let may_be_open = |(change, issued): (InstId, u8)| {
                    let apart = (
                        is_ahead(&was_at, change, promise.inst),
                        is_ahead(&is_at, change, promise.inst),
                    );
                    let was_open = |issued: u8| promise.changes.contains(&(change, issued));
                    let as_before = match apart {
                        // What came behind an access in its block may be issued before it now, if the two are apart.
                        (Some(false), Some(true)) => {
                            let earlier = issued.checked_sub(1);
                            earlier.is_none_or(was_open)
                                || issued == promises::OLDEST && was_open(issued)
                        }
                        (Some(true), Some(false)) => was_open((issued + 1).min(promises::OLDEST)),
                        _ => was_open(issued),
                    };
                    as_before || takes_effect_before(was, change, promise.inst)
                };
                changes.all(may_be_open) && is_kept(&promise, is, others_look(was, promise.inst))
            });
            if !kept {
                return Err(promise.inst);
            }
        }
        Ok(())
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

/// Whether an instruction stands before another in its block; `None` where they are in two, or the same.
fn is_ahead(
    places: &HashMap<InstId, (BlockId, usize)>,
    inst: InstId,
    other: InstId,
) -> Option<bool> {
    let ((block, at), (another, behind)) = (places.get(&inst)?, places.get(&other)?);
    (block == another && at != behind).then_some(at < behind)
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
