//! What the cost model has to know about hazards.

use crate::gpu::{ClauseRole, WaitStates};
use crate::machine::InstId;

/// The wait states that software must keep between two instructions. The model asks about pairs that
/// share a register and about conflicts inside clauses of memory instructions; other hazards are left
/// to the pass that places `s_nop`.
pub trait HazardOracle {
    /// Wait states needed between `producer` and a `consumer` after it; 0 for none.
    fn between(&self, producer: InstId, consumer: InstId) -> WaitStates;

    /// Whether `producer` may need wait states before any consumer. A cheap filter: `true` is always
    /// right.
    fn is_producer(&self, producer: InstId) -> bool {
        let _ = producer;
        true
    }

    /// What `inst` is in a clause of memory instructions; `None` where nothing in it can conflict.
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
