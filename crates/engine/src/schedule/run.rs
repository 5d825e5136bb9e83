//! A search under way.

use super::candidates::Candidates;
use super::problem::Problem;
use super::stats::{Origin, PhaseStats, SearchStats};

/// A search of one trace under way: what its phases share.
pub(super) struct SearchRun<'a> {
    pub problem: &'a Problem,
    pub candidates: Candidates,
    pub stats: &'a mut SearchStats,
    /// Simulated instructions.
    pub spent: u64,
}

impl SearchRun<'_> {
    /// What a phase did so far.
    pub fn phase(&mut self, origin: Origin) -> &mut PhaseStats {
        self.stats.phase_mut(origin)
    }
}
