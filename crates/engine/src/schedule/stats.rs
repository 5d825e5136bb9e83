//! What a search did: how much each phase tried, which one found the winner, and why others were refused.

use std::fmt;

use super::accept::Refusal;

/// The phase that found a schedule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// List scheduling.
    Construct,
    /// Local search from the best list schedule.
    Improve,
    /// Local search near an order that loses nowhere.
    ImproveNearby,
    /// Local search from the incoming order, measured at the kernel's own number of waves on the way.
    ImproveGuarded,
    /// Local search that goes on from the order that an earlier search found.
    Further,
    /// Branch and bound, region by region.
    Exact,
}

impl Origin {
    /// In words, for the log of a search.
    pub fn name(self) -> &'static str {
        match self {
            Origin::Construct => "construct",
            Origin::Improve => "improve",
            Origin::ImproveNearby => "improve nearby",
            Origin::ImproveGuarded => "improve guarded",
            Origin::Further => "further",
            Origin::Exact => "exact",
        }
    }
}

/// What one phase did.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct PhaseStats {
    /// Simulated instructions.
    pub steps: u64,
    /// Schedules that were scored.
    pub schedules: u64,
    /// Of these, schedules that became candidates; later ones may have replaced them.
    pub candidates: u64,
}

/// What the search for a schedule of one trace did.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct SearchStats {
    /// List scheduling.
    pub construct: PhaseStats,
    /// Local search from the best list schedule.
    pub improve: PhaseStats,
    /// Local search near an order that needs no more waits than the incoming one.
    pub improve_nearby: PhaseStats,
    /// Local search from the incoming order, where everything else was slower at the kernel's own number
    /// of waves.
    pub improve_guarded: PhaseStats,
    /// Local search that goes on from the order that an earlier search found.
    pub further: PhaseStats,
    /// Branch and bound, region by region.
    pub exact: PhaseStats,
    /// The phase that found the order that the trace has now; none for the incoming order.
    pub winner: Option<Origin>,
    /// Candidates that were measured in full and refused, by reason, as in [`Refusal::ALL`].
    refusals: [u64; Refusal::ALL.len()],
}

impl SearchStats {
    /// Adds what another search of the trace did; the winner is the other's, if it has one.
    pub fn add(&mut self, other: &SearchStats) {
        for (origin, phase) in other.phases() {
            let sum = self.phase_mut(origin);
            sum.steps += phase.steps;
            sum.schedules += phase.schedules;
            sum.candidates += phase.candidates;
        }
        for (sum, count) in self.refusals.iter_mut().zip(other.refusals) {
            *sum += count;
        }
        self.winner = other.winner.or(self.winner);
    }

    /// Counts a candidate that was refused.
    pub(super) fn refuse(&mut self, refusal: Refusal) {
        let at = Refusal::ALL.iter().position(|&known| known == refusal);
        if let Some(count) = at.and_then(|at| self.refusals.get_mut(at)) {
            *count += 1;
        }
    }

    /// Candidates that were measured in full and refused: each reason that occurred, and how often.
    pub fn refusals(&self) -> impl Iterator<Item = (Refusal, u64)> + '_ {
        let all = Refusal::ALL.into_iter().zip(self.refusals);
        all.filter(|&(_, count)| count > 0)
    }

    pub(super) fn phase_mut(&mut self, origin: Origin) -> &mut PhaseStats {
        match origin {
            Origin::Construct => &mut self.construct,
            Origin::Improve => &mut self.improve,
            Origin::ImproveNearby => &mut self.improve_nearby,
            Origin::ImproveGuarded => &mut self.improve_guarded,
            Origin::Further => &mut self.further,
            Origin::Exact => &mut self.exact,
        }
    }

    fn phases(&self) -> [(Origin, PhaseStats); 6] {
        // Names every field, so that a new phase cannot be left out of the log.
        let SearchStats {
            construct,
            improve,
            improve_nearby,
            improve_guarded,
            further,
            exact,
            winner: _,
            refusals: _,
        } = *self;
        [
            (Origin::Construct, construct),
            (Origin::Improve, improve),
            (Origin::ImproveNearby, improve_nearby),
            (Origin::ImproveGuarded, improve_guarded),
            (Origin::Further, further),
            (Origin::Exact, exact),
        ]
    }
}

/// One line for each phase that ran, one for the winner, one for each reason of refusal.
impl fmt::Display for SearchStats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (origin, phase) in self.phases() {
            if phase != PhaseStats::default() {
                writeln!(
                    f,
                    "  {}: {} steps, {} schedules, {} candidates",
                    origin.name(),
                    phase.steps,
                    phase.schedules,
                    phase.candidates
                )?;
            }
        }
        if let Some(winner) = self.winner {
            writeln!(f, "  found by: {}", winner.name())?;
        }
        for (refusal, count) in self.refusals() {
            writeln!(f, "  refused, {}: {count}", refusal.name())?;
        }
        Ok(())
    }
}
