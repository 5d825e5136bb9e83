//! The hazard rules as the cost model queries them.

use std::rc::Rc;

use crate::gpu::{ClauseRole, WaitStates};
use crate::hazard::Facts;
use crate::machine::InstId;
use crate::timing::HazardOracle;

/// Answers from the rows that are in force for a function. It is here because the cost model and the
/// hazard rules do not know each other.
pub(super) struct TableOracle(pub Rc<Facts>);

impl HazardOracle for TableOracle {
    fn between(&self, producer: InstId, consumer: InstId) -> WaitStates {
        let ours = self.0.between(producer, consumer);
        let behind = self.0.behind().map(|f| f.between(producer, consumer));
        ours.max(behind.unwrap_or_default())
    }

    fn is_producer(&self, producer: InstId) -> bool {
        let is_producer = |facts: &Facts| facts.is_producer(producer);
        is_producer(&self.0) || self.0.behind().is_some_and(is_producer)
    }

    fn clause_role(&self, inst: InstId) -> Option<ClauseRole> {
        self.0.clause_role(inst)
    }
}
