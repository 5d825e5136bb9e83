//! What the cost model has to know about hazards.

use crate::machine::InstId;
use crate::target::WaitStates;

/// Wait states that software must keep between two instructions. The model asks for pairs that
/// share a register; what it does not ask for is left to the pass that places `s_nop`.
pub trait HazardNeeds {
    /// Wait states needed between `producer` and a `consumer` behind it.
    fn between(&self, producer: InstId, consumer: InstId) -> WaitStates;

    /// Whether `producer` needs wait states in front of any consumer at all. A cheap filter:
    /// `true` is always right.
    fn is_producer(&self, producer: InstId) -> bool {
        let _ = producer;
        true
    }
}

impl<F: Fn(InstId, InstId) -> WaitStates> HazardNeeds for F {
    fn between(&self, producer: InstId, consumer: InstId) -> WaitStates {
        self(producer, consumer)
    }
}
