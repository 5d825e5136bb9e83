//! Everything that can be checked of a finished stream.

use super::finding::Finding;
use super::{OpenHazard, OpenWait, hazards, waits};
use crate::machine::Function;
use crate::rules::Policy;

/// What is missing in a finished stream.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Verdict {
    /// Pairs of instructions that are too close.
    pub hazards: Vec<OpenHazard>,
    /// Accesses that nothing waited for.
    pub waits: Vec<OpenWait>,
}

impl Verdict {
    /// All of it.
    pub fn findings(self) -> impl Iterator<Item = Finding> {
        let hazards = self.hazards.into_iter().map(Finding::from);
        hazards.chain(self.waits.into_iter().map(Finding::from))
    }
}

/// Checks a finished stream: hazards by the numbers of a policy, and waits.
pub fn final_stream(function: &Function, policy: Policy) -> Verdict {
    Verdict {
        hazards: hazards(function, policy),
        waits: waits(function),
    }
}
