//! Outstanding hazards along one path.

use smallvec::SmallVec;

use super::facts::{Facts, PendingId, Standing};
use super::rule::Rule;
use crate::gpu::WaitStates;
use crate::machine::{InstId, Reg};

/// A requirement that is not met.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hazard {
    /// Wait states that are missing.
    pub wait_states: WaitStates,
    /// The row that requires them.
    pub rule: &'static Rule,
    /// The first register concerned; `None` when the rule looks at none.
    pub register: Option<Reg>,
}

/// Something that later instructions may have to wait for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Outstanding {
    what: PendingId,
    standing: Standing,
}

/// What is outstanding at one point: for everything that a later instruction may have to wait
/// for, the minimum of wait states since, over all paths looked at.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct State {
    outstanding: SmallVec<[Outstanding; 16]>,
}

impl State {
    /// The worst unmet requirement of an instruction.
    pub(super) fn worst(&self, facts: &Facts, inst: InstId) -> Option<Hazard> {
        if facts.is_free(inst) {
            return None;
        }
        let mut worst: Option<Hazard> = None;
        for o in &self.outstanding {
            if let Some(hazard) = facts.hazard(facts.get(o.what), o.standing, inst)
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
            let required = facts.required(pending, o.standing, inst, |_, _| ());
            missing = missing.max(required.saturating_sub(o.standing.age));
        }
        missing
    }

    /// Lets wait states pass. An `s_nop` ends a run of memory instructions as well.
    pub(super) fn advance(&mut self, facts: &Facts, wait_states: u8) {
        if wait_states > 0 {
            self.outstanding.retain(|o| {
                o.standing.age = o.standing.age.saturating_add(wait_states);
                o.standing.age < facts.get(o.what).window
            });
        }
    }

    /// Accounts for an instruction.
    pub(super) fn issue(&mut self, facts: &Facts, inst: InstId) {
        let about = facts.inst(inst);
        let produces = facts.produces(inst);
        self.outstanding.retain(|o| {
            let pending = facts.get(o.what);
            let standing = &mut o.standing;
            standing.via |= pending.via & about.via;
            if about.clause.is_none() || pending.clause != about.clause {
                standing.age = standing.age.saturating_add(about.wait_states);
            }
            if standing.age >= pending.window {
                return false;
            }
            let left = match (about.result, pending.result) {
                (Some(new), Some(old)) if old.overlaps(new) => standing.overwrite(old, new),
                _ => true,
            };
            left && !produces.contains(&o.what)
        });
        self.outstanding
            .extend(produces.iter().map(|&what| Outstanding {
                what,
                standing: Standing::default(),
            }));
    }

    /// Keeps what is outstanding in either state, at the smaller distance. Both are normalised.
    pub(super) fn join(&mut self, other: &State) {
        if self.outstanding.is_empty() {
            self.outstanding.clone_from(&other.outstanding);
        } else if !other.outstanding.is_empty() && self != other {
            self.outstanding.extend_from_slice(&other.outstanding);
            self.normalise();
        }
    }

    /// Brings equal states into equal form.
    pub(super) fn normalise(&mut self) {
        self.outstanding
            .sort_unstable_by_key(|o| (o.what, o.standing));
        let kind = |o: &mut Outstanding| (o.what, o.standing.via, o.standing.overwritten);
        self.outstanding.dedup_by_key(kind);
    }
}

/// Outstanding hazards along a straight line, for a scheduler: cheap to clone, no allocation
/// for up to 16 of them.
#[derive(Clone)]
pub struct Scoreboard<'f> {
    facts: &'f Facts,
    state: State,
}

impl<'f> Scoreboard<'f> {
    /// Nothing is outstanding.
    pub fn new(facts: &'f Facts) -> Scoreboard<'f> {
        Scoreboard {
            facts,
            state: State::default(),
        }
    }
    /// Wait states missing if the instruction were next.
    pub fn need(&self, inst: InstId) -> WaitStates {
        WaitStates(u32::from(self.state.need(self.facts, inst)))
    }
    /// As [`Scoreboard::need`], with the rule and the register; `None` when nothing is missing.
    pub fn hazard(&self, inst: InstId) -> Option<Hazard> {
        self.state.worst(self.facts, inst)
    }
    /// The instruction is next. Missing wait states are not added: see [`Scoreboard::advance`].
    pub fn issue(&mut self, inst: InstId) {
        self.state.issue(self.facts, inst);
    }
    /// Lets wait states pass, as `s_nop` does.
    pub fn advance(&mut self, wait_states: WaitStates) {
        let wait_states = u8::try_from(wait_states.0).unwrap_or(u8::MAX);
        self.state.advance(self.facts, wait_states);
    }
    /// Whether two scoreboards of the same function will give the same answers from here on.
    pub fn same(&self, other: &Scoreboard) -> bool {
        let sorted = |s: &Scoreboard| {
            let mut state = s.state.clone();
            state.normalise();
            state
        };
        sorted(self) == sorted(other)
    }
}
