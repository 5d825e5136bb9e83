//! What is complete where other waves or the host may look.
//!
//! Lint does not know what the author's waits before a barrier are for, so it does not miss them. Here the two texts are compared:
//! what the old one has complete at a barrier, an atomic or a cache control, the new one has, too; and of stores, atomics and loads
//! into LDS, none may be outstanding there that was not.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::same::{Both, Same};
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
        if one.function.name != other.function.name {
            return Err(format!("it has no {}", one.function.name));
        }
        function(Both {
            old: (old, one),
            new: (new, other),
        })?;
    }
    Ok(())
}

fn function(both: Both<'_>) -> Result<(), String> {
    let (old, new) = (&both.old.1.function, &both.new.1.function);
    let was = looked_at(old, &|inst| inst);
    let all = looked_at(new, &|inst| inst);
    let names = |function: &Function, promises: &[Promise]| -> BTreeSet<String> {
        let changes = promises.iter().flat_map(|promise| &promise.changes);
        let changes = changes.map(|&(inst, _)| inst);
        let insts = promises.iter().map(|promise| promise.inst).chain(changes);
        let names = insts.map(|inst| function.opcode(inst).name.clone());
        names.collect()
    };
    let mut all_names = names(old, &was);
    all_names.extend(names(new, &all));
    let same = Same::of(both, &all_names, is_looked_at)?;
    let is = looked_at(new, &|inst| same.first(inst));
    let was: HashMap<InstId, &Promise> = was.iter().map(|was| (was.inst, was)).collect();
    let found: HashSet<InstId> = is.iter().filter_map(|is| same.old(is.inst)).collect();
    if found.len() != was.len() {
        return Err(format!("{} has other barriers or atomics", old.name));
    }
    for is in &is {
        let was = same.old(is.inst).and_then(|inst| was.get(&inst));
        let kept = was.is_some_and(|was| is_kept(was, is) && is_no_more_open(was, is, old, &same));
        if !kept {
            let asm = new.asm(is.inst);
            return Err(format!("what was complete before {asm} is not"));
        }
    }
    Ok(())
}

/// The instructions of a function at which others look, in layout order, with what may be outstanding there. `same`: which are the
/// same one at another place, by one of them.
fn looked_at(function: &Function, same: &dyn Fn(InstId) -> InstId) -> Vec<Promise> {
    let mut found = check::seen_promises(function, same);
    found.retain(|promise| is_looked_at(&function.opcode(promise.inst).name));
    found
}

fn is_looked_at(name: &str) -> bool {
    LOOKS.iter().any(|part| name.contains(part))
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

/// Whether all that may be outstanding might have been, as many iterations later at most: `vmcnt(3)` in a ring of buffers leaves
/// one load more open than `vmcnt(2)`. What is issued before a place now and was not, must not be open there.
fn is_no_more_open(was: &Promise, is: &Promise, old: &Function, same: &Same) -> bool {
    is.changes.iter().all(|&(change, issued)| {
        same.old(change).is_some_and(|change| {
            let earlier = same.earlier(change, is.inst);
            let is_new = i32::from(issued) < earlier;
            !is_new && was.may_leave_open(change, issued, earlier)
                || check::takes_effect_before(old, change, was.inst)
        })
    })
}
