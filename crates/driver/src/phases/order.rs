//! Other orders of the instructions, as they are.

use std::rc::Rc;

use super::{Declined, Phase, Proposal};
use crate::accept::Bar;
use crate::check::Finding;
use crate::kernel::{Kernel, State};
use crate::remarks;
use crate::schedule;
use crate::{Outcome, Progress};

/// The phase.
pub(super) struct Order {
    is_searched: bool,
}

impl Order {
    /// What the phases so far left is what the search begins with.
    pub fn begin(kernel: &mut Kernel<'_>) -> Order {
        kernel.searched = Rc::clone(&kernel.state.original);
        Order { is_searched: false }
    }
}

impl Phase for Order {
    fn propose(&mut self, kernel: &Kernel<'_>) -> Option<Proposal> {
        if std::mem::replace(&mut self.is_searched, true) {
            return None;
        }
        let mut state = kernel.state.clone();
        let needs = state.needs();
        let (report, alternatives) = schedule::schedule(&mut state.present, &needs, &kernel.search);
        state.report = report;
        Some(Proposal {
            alternatives,
            ..Proposal::new(state, Bar::Traces { is_llvms: true })
        })
    }

    /// The result of the whole stage is compared with the original.
    fn prove(&self, _: &Kernel<'_>, _: &State) -> Result<(), Finding> {
        Ok(())
    }

    fn take(&mut self, kernel: &mut Kernel<'_>, proposal: Proposal) {
        kernel.policy_costs = proposal.policy_costs;
        kernel.state = proposal.state;
    }

    fn decline(&mut self, _: &mut Kernel<'_>, _: Declined) {}

    fn end(&mut self, _: &mut Kernel<'_>) {}

    fn explain(&self, kernel: &Kernel<'_>, progress: &mut Progress, outcome: &mut Outcome) {
        if kernel.options.explain {
            remarks::schedule(&kernel.state.report, &progress.record, outcome);
        }
    }
}
