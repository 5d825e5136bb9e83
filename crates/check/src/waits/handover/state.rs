//! What is on its way at one place.

use super::super::lines::Line;
use crate::dataflow::Join;
use crate::machine::InstId;

/// An access on its way.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Pending {
    pub(super) producer: InstId,
    pub(super) line: Line,
    /// A counted wait has let it be.
    pub(super) counted: bool,
    /// The last barrier that it was outstanding at.
    pub(super) crossed: Option<InstId>,
    /// It was waited for.
    pub(super) complete: bool,
    /// The register with its address still holds that.
    pub(super) addressed: bool,
}

/// The fewest operations that follow an access on its line: up to now, and up to the barrier.
pub(super) type Later = (u8, u8);

/// What may be pending.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct State {
    /// In rising order, each once.
    pending: Vec<(Pending, Later)>,
    /// What was complete at a barrier, and whether the register with its address still holds that; in rising order,
    /// each once.
    handed: Vec<(InstId, bool)>,
}

impl State {
    pub(super) fn pending(&self) -> &[(Pending, Later)] {
        &self.pending
    }

    pub(super) fn handed(&self) -> &[(InstId, bool)] {
        &self.handed
    }

    /// Takes in another access; whether that changed anything.
    pub(super) fn add(&mut self, pending: Pending, later: Later) -> bool {
        match self.pending.binary_search_by_key(&pending, |known| known.0) {
            Ok(at) => {
                let known = &mut self.pending[at].1;
                let least = fewest(*known, later);
                std::mem::replace(known, least) != least
            }
            Err(at) => {
                self.pending.insert(at, (pending, later));
                true
            }
        }
    }

    /// An operation is issued on a line.
    pub(super) fn issue(&mut self, line: Line) {
        for (pending, (later, at_barrier)) in &mut self.pending {
            // Younger ones than the counter can hold are as good as that many; a full counter completes nothing.
            let more = later.saturating_add(u8::from(pending.line == line));
            *later = more.min(pending.line.counter().max());
            if pending.crossed.is_none() {
                *at_barrier = *later;
            }
        }
    }

    /// Makes others of all accesses. Some may become the same.
    pub(super) fn change(&mut self, change: impl Fn(Pending, Later) -> Pending) {
        let mut changed = false;
        for (pending, later) in &mut self.pending {
            let new = change(*pending, *later);
            changed |= std::mem::replace(pending, new) != new;
        }
        if changed {
            self.sort();
        }
    }

    fn sort(&mut self) {
        self.pending.sort_unstable_by_key(|known| known.0);
        self.pending.dedup_by(|other, first| {
            let same = other.0 == first.0;
            if same {
                first.1 = fewest(first.1, other.1);
            }
            same
        });
    }

    /// A barrier; `hands` says of an access whether it hands anything over.
    pub(super) fn cross(&mut self, barrier: InstId, hands: impl Fn(InstId) -> bool) {
        let handed = &mut self.handed;
        self.pending.retain_mut(|(pending, later)| {
            if pending.complete {
                if hands(pending.producer) {
                    handed.push((pending.producer, pending.addressed));
                }
                return false;
            }
            pending.crossed = Some(barrier);
            later.1 = later.0;
            true
        });
        handed.sort_unstable();
        handed.dedup();
        self.sort();
    }

    /// A register with addresses is written, of the accesses that `is_of` says.
    pub(super) fn redirect(&mut self, is_of: impl Fn(InstId) -> bool) {
        self.change(|pending, _| Pending {
            addressed: pending.addressed && !is_of(pending.producer),
            ..pending
        });
        for (producer, addressed) in &mut self.handed {
            *addressed = *addressed && !is_of(*producer);
        }
        self.handed.sort_unstable();
        self.handed.dedup();
    }

    /// An access is made again at its place: what was there is handed over no more.
    pub(super) fn replace(&mut self, is_same: impl Fn(InstId) -> bool) {
        self.handed
            .retain(|&(producer, addressed)| !(addressed && is_same(producer)));
    }
}

fn fewest(one: Later, other: Later) -> Later {
    (one.0.min(other.0), one.1.min(other.1))
}

impl Join for State {
    fn join(&mut self, other: &State) -> bool {
        let mut grown = false;
        for &(pending, later) in &other.pending {
            grown |= self.add(pending, later);
        }
        for &handed in &other.handed {
            if let Err(at) = self.handed.binary_search(&handed) {
                self.handed.insert(at, handed);
                grown = true;
            }
        }
        grown
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accesses_that_become_the_same_have_the_fewest_operations_behind_them() {
        let of = |producer, counted| Pending {
            producer: InstId(producer),
            line: Line::Lds,
            counted,
            crossed: None,
            complete: false,
            addressed: true,
        };
        let mut state = State::default();
        assert!(state.add(of(1, true), (2, 5)) && state.add(of(1, false), (4, 3)));
        assert!(state.add(of(0, true), (7, 7)) && !state.add(of(0, true), (8, 8)));
        let mut other = state.clone();
        state.change(|pending, _| Pending {
            counted: true,
            ..pending
        });
        assert_eq!(
            state.pending(),
            [(of(0, true), (7, 7)), (of(1, true), (2, 3))]
        );
        // Joined with what it was, it has all of them, and nothing new behind that.
        assert!(other.join(&state) && !other.join(&state));
        assert_eq!(other.pending().len(), 3);
        // What is complete at a barrier is handed over, or not followed any more.
        other.change(|pending, _| Pending {
            complete: true,
            addressed: pending.counted,
            ..pending
        });
        other.cross(InstId(9), |producer| producer == InstId(1));
        assert!(other.pending().is_empty());
        assert_eq!(other.handed(), [(InstId(1), false), (InstId(1), true)]);
        other.redirect(|producer| producer == InstId(1));
        assert_eq!(other.handed(), [(InstId(1), false)]);
    }
}
