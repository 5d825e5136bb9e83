//! Everything that can be checked of a finished stream.

use std::fmt;

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

impl fmt::Display for Verdict {
    /// One line per finding; nothing when the stream is clean.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for open in &self.hazards {
            writeln!(f, "{open}")?;
        }
        for open in &self.waits {
            writeln!(f, "{open}")?;
        }
        Ok(())
    }
}

/// Checks a finished stream: hazards by the numbers of a policy, and waits.
pub fn final_stream(function: &Function, policy: Policy) -> Verdict {
    Verdict {
        hazards: hazards(function, policy),
        waits: waits(function),
    }
}
