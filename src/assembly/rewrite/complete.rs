//! What is complete where other waves or the host may look.
//!
//! Lint does not know what the author's waits before a barrier are for, so it does not miss them. Here the two texts are compared:
//! what the old one has complete at a barrier, an atomic or a cache control, the new one has, too.

use crate::assembly::program::Program;
use crate::check::{self, Promise};
use crate::machine::Function;

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
        for (was, is) in was.iter().zip(&is) {
            if !is_kept(was, is) {
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
    let mut found = check::promises(function);
    found.retain(|promise| {
        let name = &function.opcode(promise.inst).name;
        LOOKS.iter().any(|part| name.contains(part))
    });
    found
}

fn is_kept(was: &Promise, is: &Promise) -> bool {
    let mut counters = was.most.iter().zip(is.most);
    counters.all(|(&was, is)| was > 0 || is == 0)
        && (was.loads_into_lds || !is.loads_into_lds)
        && (was.writes_back || !is.writes_back)
}
