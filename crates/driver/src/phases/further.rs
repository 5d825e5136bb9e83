//! The search goes on from the orders that all phases before left, in long loops that are not rotated. (In rotated ones it
//! has done so before they were judged.)

use super::renaming::Rename;
use super::{Declined, Phase, Proposal};
use crate::check::Finding;
use crate::kernel::{Kernel, State};
use crate::machine::Function;
use crate::schedule::Effort;
use crate::timing::Trace;
use crate::{Outcome, Progress};

/// The least number of instructions of a loop that is searched further, a choice: in a third of the corpus loops of at least
/// so many gained 1 to 6 %, shorter ones between 3 % and a loss of 5 % (modelled).
const LONG: usize = 200;

/// Whether a loop is searched further.
fn is_long(function: &Function, trace: &Trace) -> bool {
    let blocks = trace.blocks.iter();
    let instructions: usize = blocks.map(|&block| function.block(block).order.len()).sum();
    instructions >= LONG
}

/// The phase.
pub(super) struct Further(Rename);

impl Further {
    /// Begins with the loops that are wanted.
    pub fn begin(kernel: &Kernel<'_>) -> Further {
        let state = &kernel.state;
        let traces = state.report.traces.iter().map(|found| &found.trace);
        let wanted = traces.filter(|trace| {
            let is_rotated = kernel.rotated.contains(&trace.blocks[0]);
            let is_searched = kernel.search.effort_for(trace) != Effort::Fast;
            trace.is_loop() && is_searched && !is_rotated && is_long(&state.present, trace)
        });
        Further(Rename::further(kernel, wanted.cloned().collect()))
    }
}

impl Phase for Further {
    fn propose(&mut self, kernel: &Kernel<'_>) -> Option<Proposal> {
        self.0.propose(kernel)
    }

    fn prove(&self, kernel: &Kernel<'_>, proposal: &State) -> Result<(), Finding> {
        self.0.prove(kernel, proposal)
    }

    fn take(&mut self, kernel: &mut Kernel<'_>, proposal: Proposal) {
        self.0.take(kernel, proposal);
    }

    fn decline(&mut self, kernel: &mut Kernel<'_>, why: Declined) {
        self.0.decline(kernel, why);
    }

    fn end(&mut self, kernel: &mut Kernel<'_>) {
        self.0.end(kernel);
    }

    fn explain(&self, _: &Kernel<'_>, progress: &mut Progress, outcome: &mut Outcome) {
        if let Some(message) = self
            .0
            .why_refused("what a further search found", "the order before")
        {
            progress.record.left_alone("further search", &message);
            outcome.missed("Further", message);
        }
    }
}
