//! Copies that register allocation left are taken out before the search begins.
//!
//! What comes out is the function that the search and everything after it take for LLVM's: fewer instructions
//! in the same order. It stays only if the check proves that it is the same program, and if no loop and not
//! the whole function takes longer than in LLVM's.

use super::profitability::{self, Incoming};
use super::{Check, Options, Outcome, Renaming, copies, is_users_wall, validate};
use crate::check::{self, Violation};
use crate::handover::Progress;
use crate::hazard::Facts;
use crate::machine::Function;
use crate::report::Record;
use crate::transform::coalesce;
use crate::{schedule, timing, waitcnt};

/// Takes copies out of a function in LLVM's order, and says what became of them.
pub fn apply(
    function: &mut Function,
    options: &Options,
    progress: &mut Progress,
    outcome: &mut Outcome,
) {
    let llvm = function.clone();
    let has_changed = take_out(function, &llvm, options, &mut progress.record, outcome);
    copies::record(function, &llvm, progress);
    if has_changed && (options.certify || options.explain) {
        copies::time_llvm(&prepared(&llvm), options, progress);
    }
    if options.explain {
        copies::remarks(function, progress, outcome);
    }
}

/// Whether anything changed.
fn take_out(
    function: &mut Function,
    llvm: &Function,
    options: &Options,
    record: &mut Record,
    outcome: &mut Outcome,
) -> bool {
    let mode = options.rename;
    if !coalesce::coalesce(function, mode) {
        return false;
    }
    validate::inject_copy(function, llvm, options.fault);
    let strict = mode == Renaming::Strict;
    let same = match options.check != Check::Off {
        true => check::copies(function, llvm, strict),
        false => Ok(()),
    };
    if let Err(Violation::InactiveLanes { .. }) = same {
        // What lanes that are off hold is left to the check to decide.
        outcome.missed(
            "Copies",
            "copies could be taken out, but what is found in lanes that are off might change; they stay"
                .to_owned(),
        );
        *function = llvm.clone();
        return false;
    }
    if let Err(wrong) = same {
        let what = wrong.describe(function);
        let message =
            format!("the check refused to take out copies ({what}); they stay, please report this");
        record.left_alone("copies", &message);
        outcome.missed("Copies", message);
        *function = llvm.clone();
        return false;
    }
    if loses(function, llvm, options) {
        outcome.missed(
            "Copies",
            "copies could be taken out, but a loop or the function would take longer; they stay"
                .to_owned(),
        );
        *function = llvm.clone();
        return false;
    }
    function.keep_inserted();
    true
}

/// Whether a loop or the function takes longer without the copies than with them.
fn loses(function: &Function, llvm: &Function, options: &Options) -> bool {
    let [new, old] = [function, llvm].map(prepared);
    let [facts, former] = [&new, &old].map(|function| Facts::new(function, options.hazards));
    let search = schedule::Options {
        models: options.models.of(function.gpu),
        ..schedule::Options::new(function)
    };
    let incoming = Incoming {
        function: old,
        facts: &former,
        is_llvms: false,
    };
    !profitability::is_level(&new, incoming, &facts, &search)
}

/// A function ready for the search and its measures.
fn prepared(function: &Function) -> Function {
    let mut function = function.clone();
    timing::find_bank_conflicts(&mut function);
    function.add_boundaries(is_users_wall);
    waitcnt::anchor(&mut function);
    function
}
