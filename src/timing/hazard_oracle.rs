//! What the cost model has to know about hazards.

use crate::gpu::{ClauseRole, WaitStates};
use crate::machine::InstId;

/// Wait states that software must keep between two instructions. The model asks for pairs that
/// share a register, and for conflicts inside runs of memory instructions; what it does not ask
/// for is left to the pass that places `s_nop`.
pub trait HazardOracle {
    /// Wait states needed between `producer` and a `consumer` behind it.
    fn between(&self, producer: InstId, consumer: InstId) -> WaitStates;

    /// Whether `producer` needs wait states in front of any consumer at all. A cheap filter:
    /// `true` is always right.
    fn is_producer(&self, producer: InstId) -> bool {
        let _ = producer;
        true
    }

    /// What `inst` is in a run of memory instructions; `None` where nothing conflicts in one.
    fn clause_role(&self, inst: InstId) -> Option<ClauseRole> {
        let _ = inst;
        None
    }
}

impl<F: Fn(InstId, InstId) -> WaitStates> HazardOracle for F {
    fn between(&self, producer: InstId, consumer: InstId) -> WaitStates {
        self(producer, consumer)
    }
}
