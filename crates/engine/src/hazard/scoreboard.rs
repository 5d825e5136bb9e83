//! What is outstanding at one point of a path.

use smallvec::SmallVec;

use super::facts::{Facts, Hazard, HazardAge, PendingId};
use crate::machine::InstId;

/// Something that later instructions may have to wait for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct PendingProducers {
    what: PendingId,
    since: HazardAge,
}

/// What is outstanding at one point: everything that a later instruction may have to wait for,
/// with the minimum of wait states since, over all paths that were joined.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct HazardScoreboard {
    outstanding: SmallVec<[PendingProducers; 16]>,
}

impl HazardScoreboard {
    /// The unmet requirement of an instruction that misses the most wait states.
    pub(super) fn worst(&self, facts: &Facts, inst: InstId) -> Option<Hazard> {
        if facts.is_free(inst) {
            return None;
        }
        let mut worst: Option<Hazard> = None;
        for o in &self.outstanding {
            if let Some(hazard) = facts.hazard(facts.get(o.what), o.since, inst)
                && worst.is_none_or(|w| w.wait_states < hazard.wait_states)
            {
                worst = Some(hazard);
            }
        }
        worst
    }

    /// Wait states missing before an instruction.
    pub(super) fn need(&self, facts: &Facts, inst: InstId) -> u8 {
        if facts.is_free(inst) {
            return 0;
        }
        let reached = facts.classes(inst);
        let mut missing = 0;
        for o in &self.outstanding {
            let pending = facts.get(o.what);
            if pending.reach & reached == 0 {
                continue;
            }
            let required = facts.required(pending, o.since, inst, |_, _| ());
            missing = missing.max(required.saturating_sub(o.since.wait_states));
        }
        missing
    }

    /// Lets wait states pass, as `s_nop` does, which also ends a run of memory instructions.
    pub(super) fn advance(&mut self, facts: &Facts, wait_states: u8) {
        if wait_states > 0 {
            self.outstanding.retain(|o| {
                o.since.wait_states = o.since.wait_states.saturating_add(wait_states);
                o.since.wait_states < facts.get(o.what).window
            });
        }
    }

    /// Accounts for an instruction.
    pub(super) fn issue(&mut self, facts: &Facts, inst: InstId) {
        self.pass(facts, inst, facts.produces(inst));
    }

    /// Accounts for an instruction in what is outstanding already: nothing waits for its own results.
    pub(super) fn age(&mut self, facts: &Facts, inst: InstId) {
        self.pass(facts, inst, &[]);
    }

    fn pass(&mut self, facts: &Facts, inst: InstId, produces: &[PendingId]) {
        let about = facts.inst(inst);
        self.outstanding.retain(|o| {
            let pending = facts.get(o.what);
            let since = &mut o.since;
            since.via |= pending.via & about.via;
            if about.clause.is_none() || pending.clause != about.clause {
                since.wait_states = since.wait_states.saturating_add(about.wait_states);
            }
            if since.wait_states >= pending.window {
                return false;
            }
            let left = match (about.result, pending.result) {
                (Some(new), Some(old)) if old.overlaps(new) => since.overwrite(old, new),
                _ => true,
            };
            left && !produces.contains(&o.what)
        });
        self.outstanding
            .extend(produces.iter().map(|&what| PendingProducers {
                what,
                since: HazardAge::default(),
            }));
    }

    /// Joins two normalised states: keeps what is outstanding in either, at the smaller distance.
    pub(super) fn join(&mut self, other: &HazardScoreboard) {
        if self.outstanding.is_empty() {
            self.outstanding.clone_from(&other.outstanding);
        } else if !other.outstanding.is_empty() && self != other {
            self.outstanding.extend_from_slice(&other.outstanding);
            self.normalise();
        }
    }

    /// Sorts the entries and keeps the nearest of equal ones, so that equal states compare equal.
    pub(super) fn normalise(&mut self) {
        self.outstanding.sort_unstable_by_key(|o| (o.what, o.since));
        let kind = |o: &mut PendingProducers| (o.what, o.since.via, o.since.overwritten);
        self.outstanding.dedup_by_key(kind);
    }
}
