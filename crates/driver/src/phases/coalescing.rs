//! Copies that register allocation left are taken out before the search begins.
//!
//! What comes out is the function that the search and everything after it take for LLVM's: fewer instructions
//! in the same order. It stays only if the check proves that it is the same program, and if no loop and not
//! the whole function takes longer than in LLVM's.

use std::collections::VecDeque;
use std::rc::Rc;

use super::{Declined, Phase, Proposal, copies};
use crate::accept::Bar;
use crate::check::{self, Finding, Violation};
use crate::kernel::{Kernel, Original, Promise, Start, State};
use crate::machine::Function;
use crate::transform::coalesce::{self, Found, Reach};
use crate::{Check, Outcome, Progress, Renaming, validate};

/// From this part of the instructions that loops execute on, what is saved makes sure that a promise is kept ([`Promise::Sure`]).
const SURE: f64 = 1.0 / 6.0;

/// A version that is tried.
#[derive(Clone)]
struct Try {
    /// The function without copies, what was put in for them marked as such.
    function: Rc<Function>,
    /// It need not be level as it is.
    is_promise: bool,
}

/// The phase.
#[derive(Default)]
pub(super) struct Coalescing {
    /// What is left to be tried; `None` before anything was.
    left: Option<VecDeque<Try>>,
    offered: Option<Try>,
    /// Why the last one was declined, if that is no fault of ours.
    declined: Option<&'static str>,
    /// One was taken.
    is_taken: bool,
}

impl Phase for Coalescing {
    fn propose(&mut self, kernel: &Kernel<'_>) -> Option<Proposal> {
        let given = &kernel.state.original.plain;
        let left = self.left.get_or_insert_with(|| tries(kernel, given));
        let next = left.pop_front().filter(|_| !self.is_taken)?;
        let mut plain = Function::clone(&next.function);
        plain.keep_inserted();
        let state = State::of(Rc::new(Original::of(plain, kernel.options)));
        let bar = match next.is_promise {
            true => Bar::Promising,
            false => Bar::Level,
        };
        self.offered = Some(next);
        Some(Proposal::new(state, bar))
    }

    fn prove(&self, kernel: &Kernel<'_>, _: &State) -> Result<(), Finding> {
        let strict = kernel.options.rename == Renaming::Strict;
        match &self.offered {
            Some(offered) if kernel.options.check != Check::Off => Ok(check::copies(
                &offered.function,
                &kernel.state.original.plain,
                strict,
            )?),
            _ => Ok(()),
        }
    }

    fn take(&mut self, kernel: &mut Kernel<'_>, proposal: Proposal) {
        self.is_taken = true;
        self.declined = None;
        let promise = self.offered.as_ref().filter(|offered| offered.is_promise);
        kernel.promise =
            promise.map(
                |offered| match saved(&offered.function, kernel.incoming) < SURE {
                    true => Promise::Open,
                    false => Promise::Sure,
                },
            );
        kernel.state = proposal.state;
    }

    fn decline(&mut self, kernel: &mut Kernel<'_>, why: Declined) {
        let Some(offered) = self.offered.take() else {
            return;
        };
        let is_wrong = matches!(why, Declined::Wrong(_));
        match why {
            Declined::Cost(_) => {
                self.declined = Some("a loop or the function would take longer");
            }
            // What lanes that are off hold is left to the check to decide.
            Declined::Wrong(Finding::Program(Violation::InactiveLanes { .. })) => {
                self.declined = Some("what is found in lanes that are off might change");
            }
            Declined::Wrong(wrong) => kernel.refused.push(wrong.describe(&offered.function)),
        }
        // It stays another program whatever it takes.
        if let Some(left) = self.left.as_mut().filter(|_| is_wrong) {
            left.retain(|next| !Rc::ptr_eq(&next.function, &offered.function));
        }
    }

    fn end(&mut self, kernel: &mut Kernel<'_>) {
        kernel.coalesced = copies::of_loops(&kernel.state.original.plain, kernel.incoming);
        let options = kernel.options;
        if self.is_taken && (options.certify || options.explain) {
            kernel.before = copies::time_llvm(&kernel.given, &kernel.search);
        }
    }

    fn explain(&self, kernel: &Kernel<'_>, progress: &mut Progress, outcome: &mut Outcome) {
        let more = if self.is_taken { "more " } else { "" };
        for refused in &kernel.refused {
            let message = format!(
                "the check refused to take out {more}copies ({refused}); they stay, please report this"
            );
            progress.record.left_alone("copies", &message);
            outcome.missed("Copies", message);
        }
        let broken = "the search makes no faster function without them";
        let broken = kernel.breaks_promise.then_some(broken);
        if let Some(declined) = self.declined.or(broken) {
            let message = format!("{more}copies could be taken out, but {declined}; they stay");
            outcome.missed("Copies", message);
        }
        let function = &kernel.searched.plain;
        progress.record.coalesced = copies::of_function(function, kernel.incoming);
        if kernel.options.explain {
            copies::remarks(function, kernel, &progress.record, outcome);
        }
    }
}

/// What is tried, in order: what saves most even if it is not level as it is, what is, and what is not.
fn tries(kernel: &Kernel<'_>, given: &Function) -> VecDeque<Try> {
    let options = kernel.options;
    let without_copies = |reach: Reach| {
        let mut function = given.clone();
        let found = coalesce::coalesce(&mut function, options.rename, reach);
        validate::inject_copy(&mut function, given, options.fault);
        (found, Rc::new(function))
    };
    let mut tries = VecDeque::new();
    let may_promise = kernel.start == Start::Promising;
    let reach = if may_promise {
        Reach::All
    } else {
        Reach::Copied
    };
    let (mut found, mut function) = without_copies(reach);
    if found == Found::WithRoom {
        let is_promise = true;
        tries.push_back(Try {
            function,
            is_promise,
        });
        (found, function) = without_copies(Reach::Copied);
    }
    if found != Found::Nothing {
        let as_it_is = Try {
            is_promise: false,
            function,
        };
        let promises = may_promise && saved(&as_it_is.function, given) > 0.0;
        let promise = promises.then(|| Try {
            is_promise: true,
            ..as_it_is.clone()
        });
        tries.push_back(as_it_is);
        tries.extend(promise);
    }
    tries
}

/// The part of the instructions executed in loops that a function has less.
fn saved(function: &Function, before: &Function) -> f64 {
    let executed = |function: &Function| -> f64 {
        let blocks = function
            .block_ids()
            .filter(|&block| before.block(block).loop_depth > 0);
        let executed = blocks.map(|block| {
            let count = copies::count(function, [block]).instructions;
            function.block(block).frequency * f64::from(count)
        });
        executed.sum()
    };
    let all = executed(before);
    if all > 0.0 {
        1.0 - executed(function) / all
    } else {
        0.0
    }
}
