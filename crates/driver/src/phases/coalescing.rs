//! Copies that register allocation left are taken out before the search begins.
//!
//! What comes out is the function that the search and everything after it take for LLVM's: fewer instructions
//! in the same order. It stays only if the check proves that it is the same program, and if no loop and not
//! the whole function takes longer than in LLVM's.

use std::rc::Rc;

use super::{Declined, Phase, Proposal, copies};
use crate::accept::Bar;
use crate::check::{self, Finding, Violation};
use crate::kernel::{Kernel, Original, State};
use crate::machine::Function;
use crate::transform::coalesce;
use crate::{Check, Outcome, Progress, Renaming, validate};

/// The phase.
#[derive(Default)]
pub(super) struct Coalescing {
    is_tried: bool,
    /// The function without its copies, what was put in for them marked as such.
    offered: Option<Function>,
    declined: Option<Declined>,
    /// LLVM's function, where it is no longer the kernel's original.
    llvm: Option<Rc<Original>>,
}

impl Phase for Coalescing {
    fn propose(&mut self, kernel: &Kernel<'_>) -> Option<Proposal> {
        let options = kernel.options;
        if std::mem::replace(&mut self.is_tried, true) {
            return None;
        }
        let given = &kernel.state.original.plain;
        let mut function = given.clone();
        if !coalesce::coalesce(&mut function, options.rename) {
            return None;
        }
        validate::inject_copy(&mut function, given, options.fault);
        let mut plain = function.clone();
        plain.keep_inserted();
        self.offered = Some(function);
        let state = State::of(Original::of(plain, options));
        Some(Proposal::new(state, Bar::Level))
    }

    fn prove(&self, kernel: &Kernel<'_>, _: &State) -> Result<(), Finding> {
        let strict = kernel.options.rename == Renaming::Strict;
        match &self.offered {
            Some(offered) if kernel.options.check != Check::Off => Ok(check::copies(
                offered,
                &kernel.state.original.plain,
                strict,
            )?),
            _ => Ok(()),
        }
    }

    fn take(&mut self, kernel: &mut Kernel<'_>, proposal: Proposal) {
        self.llvm = Some(Rc::clone(&kernel.state.original));
        kernel.state = proposal.state;
    }

    fn decline(&mut self, _: &mut Kernel<'_>, why: Declined) {
        self.declined = Some(why);
    }

    fn end(&mut self, kernel: &mut Kernel<'_>) {
        kernel.coalesced = copies::of_loops(&kernel.state.original.plain, kernel.incoming);
        let options = kernel.options;
        if let (Some(llvm), true) = (&self.llvm, options.certify || options.explain) {
            kernel.before = copies::time_llvm(llvm, &kernel.search);
        }
    }

    fn explain(&self, kernel: &Kernel<'_>, progress: &mut Progress, outcome: &mut Outcome) {
        if let Some(declined) = &self.declined {
            let message = self.words(declined);
            if is_fault(declined) {
                progress.record.left_alone("copies", &message);
            }
            outcome.missed("Copies", message);
        }
        let function = &kernel.searched.plain;
        progress.record.coalesced = copies::of_function(function, kernel.incoming);
        if kernel.options.explain {
            copies::remarks(function, kernel, &progress.record, outcome);
        }
    }
}

/// Whether it is a fault of ours.
fn is_fault(declined: &Declined) -> bool {
    match declined {
        Declined::Cost(_) | Declined::Wrong(Finding::Program(Violation::InactiveLanes { .. })) => {
            false
        }
        Declined::Wrong(_) => true,
    }
}

impl Coalescing {
    fn words(&self, declined: &Declined) -> String {
        match declined {
            Declined::Cost(_) => {
                "copies could be taken out, but a loop or the function would take longer; they stay"
                    .to_owned()
            }
            // What lanes that are off hold is left to the check to decide.
            Declined::Wrong(Finding::Program(Violation::InactiveLanes { .. })) => {
                "copies could be taken out, but what is found in lanes that are off might change; they stay"
                    .to_owned()
            }
            Declined::Wrong(wrong) => {
                let of = self.offered.as_ref();
                let what = of.map(|offered| wrong.describe(offered)).unwrap_or_default();
                format!(
                    "the check refused to take out copies ({what}); they stay, please report this"
                )
            }
        }
    }
}
