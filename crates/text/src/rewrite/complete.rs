//! What is complete where other waves or the host may look.
//!
//! Lint does not know what the author's waits before a barrier are for, so it does not miss them. Here the two texts are compared:
//! what the old one has complete at a barrier, an atomic or a cache control, the new one has, too; and of stores, atomics and loads
//! into LDS, none may be outstanding there that was not.

use std::collections::{HashMap, HashSet};

use crate::program::Program;
use cdnasched_base::gpu::Counter;
use cdnasched_base::machine::{Function, InstId};
use cdnasched_check::{self as check, Promise};

/// Parts of the names of instructions at which others look.
const LOOKS: [&str; 7] = [
    "S_BARRIER",
    "S_SENDMSG",
    "S_DCACHE",
    "ATOMIC",
    "BUFFER_WB",
    "BUFFER_INV",
    "EXP",
];

/// Whether a new text has complete what a text has.
///
/// # Errors
/// The first place where it has not.
pub fn compare(old: &Program, new: &Program) -> Result<(), String> {
    if old.routines.len() != new.routines.len() {
        return Err("it has other functions".to_owned());
    }
    for (one, other) in old.routines.iter().zip(&new.routines) {
        let (one, other) = (&one.function, &other.function);
        let (was, is) = (looked_at(one), looked_at(other));
        let name =
            |function: &Function, promise: &Promise| function.opcode(promise.inst).name.clone();
        let same = was
            .iter()
            .map(|p| name(one, p))
            .eq(is.iter().map(|p| name(other, p)));
        if one.name != other.name || !same {
            return Err(format!("{} has other barriers or atomics", one.name));
        }
        let same = same_changes(one, other, &was, &is);
        for (was, is) in was.iter().zip(&is) {
            if !(is_kept(was, is) && is_no_more_open(was, is, one, &same)) {
                return Err(format!(
                    "what was complete before {} is not",
                    other.asm(is.inst)
                ));
            }
        }
    }
    Ok(())
}

/// The instructions of a function at which others look, in layout order, with what may be outstanding there.
fn looked_at(function: &Function) -> Vec<Promise> {
    let mut found = check::seen_promises(function);
    found.retain(|promise| {
        let name = &function.opcode(promise.inst).name;
        LOOKS.iter().any(|part| name.contains(part))
    });
    found
}

/// What was complete is, and loads into LDS and write-backs are.
fn is_kept(was: &Promise, is: &Promise) -> bool {
    // What moves values between lanes is nothing that others could see.
    let is_complete = |counter: Counter| is.most[counter] == 0 || !is.accesses[counter];
    let mut most = was.most.iter();
    most.all(|(counter, &most)| most > 0 || is_complete(counter))
        && (was.loads_into_lds || !is.loads_into_lds)
        && (was.writes_back || !is.writes_back)
}

/// By what may be outstanding somewhere in the new function, the same instruction of the old one: both have those of one name
/// in one order, since they change memory.
fn same_changes(
    old: &Function,
    new: &Function,
    was: &[Promise],
    is: &[Promise],
) -> HashMap<InstId, InstId> {
    let by_name = |function: &Function, promises: &[Promise]| {
        let changes = promises.iter().flat_map(|promise| &promise.changes);
        let names: HashSet<String> = changes
            .map(|&(inst, _)| function.opcode(inst).name.clone())
            .collect();
        names
    };
    let names: HashSet<String> = by_name(old, was)
        .union(&by_name(new, is))
        .cloned()
        .collect();
    let numbered = |function: &Function| {
        let mut counts: HashMap<String, usize> = HashMap::new();
        let mut numbered = HashMap::new();
        for block in function.layout() {
            for &inst in &function.block(block).order {
                let name = &function.opcode(inst).name;
                if names.contains(name) {
                    let count = counts.entry(name.clone()).or_default();
                    numbered.insert((name.clone(), *count), inst);
                    *count += 1;
                }
            }
        }
        numbered
    };
    let old = numbered(old);
    let pairs = numbered(new).into_iter();
    pairs
        .filter_map(|(key, inst)| Some((inst, *old.get(&key)?)))
        .collect()
}

/// Whether all that may be outstanding might have been, as many iterations later at most: `vmcnt(3)` in a ring of buffers leaves
/// one load more open than `vmcnt(2)`.
fn is_no_more_open(
    was: &Promise,
    is: &Promise,
    old: &Function,
    same: &HashMap<InstId, InstId>,
) -> bool {
    is.changes.iter().all(|(change, issued)| {
        same.get(change).is_some_and(|&change| {
            was.changes.contains(&(change, *issued))
                || check::takes_effect_before(old, change, was.inst)
        })
    })
}
