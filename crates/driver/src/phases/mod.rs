//! The phases of stage 1: each proposes other versions of a kernel, proves that they are the same program, and explains
//! what it did. Whether a proposal is worth taking is decided in one place for all of them ([`accept`]).
//!
//! A new phase is a file that implements [`Phase`], and a row of [`PHASES`].

mod coalescing;
mod copies;
mod further;
mod order;
mod overlap;
mod renaming;

pub(crate) use copies::count as count_copies;

use super::accept::{self, Bar, Refusal};
use super::kernel::{Kernel, Promise, State};
use super::{Options, Outcome, Progress};
use crate::check::Finding;
use crate::report::Clocks;
use crate::schedule::{Alternatives, Effort};
use crate::transform::rename;

/// Another version of a kernel.
pub(crate) struct Proposal {
    /// The kernel as it would be.
    pub state: State,
    /// What it has to be better than, and where.
    pub bar: Bar,
    /// The other orders of its traces, where they were searched.
    pub alternatives: Vec<Alternatives>,
    /// What our rules cost above LLVM's, by model: noted by the comparison with LLVM's own stream.
    pub policy_costs: Vec<Clocks>,
}

impl Proposal {
    /// A version without other orders to fall back to.
    pub fn new(state: State, bar: Bar) -> Proposal {
        Proposal {
            state,
            bar,
            alternatives: Vec::new(),
            policy_costs: Vec::new(),
        }
    }
}

/// Why a proposal is not taken.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Declined {
    /// It costs too much.
    Cost(Refusal),
    /// It is another program.
    Wrong(Finding),
}

/// One way to make a kernel better.
pub(crate) trait Phase {
    /// The next version to be looked at; `None` when there is none left.
    fn propose(&mut self, kernel: &Kernel<'_>) -> Option<Proposal>;

    /// Whether a version that is worth taking is the same program as the kernel's original.
    ///
    /// # Errors
    /// What the check found.
    fn prove(&self, kernel: &Kernel<'_>, proposal: &State) -> Result<(), Finding>;

    /// Takes a version that was proved.
    fn take(&mut self, kernel: &mut Kernel<'_>, proposal: Proposal);

    /// Goes on without a version that was declined.
    fn decline(&mut self, kernel: &mut Kernel<'_>, why: Declined);

    /// Everything was proposed: notes of the kernel what the report needs.
    fn end(&mut self, kernel: &mut Kernel<'_>);

    /// Says in the record, and to those who listen in remarks, what became of the proposals.
    fn explain(&self, kernel: &Kernel<'_>, progress: &mut Progress, outcome: &mut Outcome);
}

/// A phase that has its turn.
pub(crate) struct Row {
    /// Whether the options want it.
    is_on: fn(&Options) -> bool,
    /// Begins it.
    begin: fn(&mut Kernel<'_>) -> Box<dyn Phase>,
}

/// The phases, in the order in which they have their turn.
const PHASES: [Row; 5] = [
    Row {
        is_on: |options| options.coalesce,
        begin: |_| Box::new(coalescing::Coalescing::default()),
    },
    Row {
        is_on: |_| true,
        begin: |kernel| Box::new(order::Order::begin(kernel)),
    },
    Row {
        is_on: |options| options.rename != rename::Renaming::Off,
        begin: |kernel| Box::new(renaming::Rename::begin(kernel)),
    },
    Row {
        is_on: |options| options.overlap,
        begin: |kernel| Box::new(overlap::Overlap::begin(kernel)),
    },
    Row {
        is_on: |options| options.effort != Effort::Fast,
        begin: |kernel| Box::new(further::Further::begin(kernel)),
    },
];

/// Has all phases that are on work on a kernel, and returns them for what they have to say. Where they began with what only
/// promised to be faster and that does not show, they work on it again from what is level, and the better one stays.
pub(crate) fn run_all(kernel: &mut Kernel<'_>) -> Vec<Box<dyn Phase>> {
    let phases = run_each(kernel);
    let Some(promise) = kernel.promise else {
        return phases;
    };
    let mut level = kernel.prepare_level();
    if promise == Promise::Sure && accept::keeps_promise(kernel, &level) {
        return phases;
    }
    let others = run_each(&mut level);
    if accept::keeps_promise(kernel, &level) {
        return phases;
    }
    level.breaks_promise = true;
    level.refused = std::mem::take(&mut kernel.refused);
    *kernel = level;
    others
}

fn run_each(kernel: &mut Kernel<'_>) -> Vec<Box<dyn Phase>> {
    let mut phases = Vec::new();
    for row in &PHASES {
        if (row.is_on)(kernel.options) {
            let mut phase = (row.begin)(kernel);
            run(&mut *phase, kernel);
            phases.push(phase);
        }
    }
    phases
}

/// Has a phase work on a kernel.
fn run(phase: &mut dyn Phase, kernel: &mut Kernel<'_>) {
    while let Some(mut proposal) = phase.propose(kernel) {
        let accepted = accept::accept(kernel, &mut proposal).map_err(Declined::Cost);
        let proved = accepted.and_then(|()| {
            let proved = phase.prove(kernel, &proposal.state);
            proved.map_err(Declined::Wrong)
        });
        match proved {
            Ok(()) => phase.take(kernel, proposal),
            Err(why) => phase.decline(kernel, why),
        }
    }
    phase.end(kernel);
}
