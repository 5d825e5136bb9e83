//! What may be outstanding where a block begins or ends.
//!
//! Only distances from the newest operation matter there (the number of operations issued after
//! one), since that is what `s_waitcnt` counts.

use crate::gpu::{Counter, EventSet, PerCounter};
use crate::machine::InstId;

/// The distance to an operation that is complete.
pub(super) const COMPLETE: u32 = u32::MAX;

/// What is outstanding on one counter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PendingOps {
    /// How many operations may be outstanding.
    pub(super) count: u32,
    /// Of which kinds.
    pub(super) events: EventSet,
}

/// What a slot depends on, counter by counter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SlotDistance {
    pub(super) slot: u32,
    /// Operations issued after the one that the slot depends on, or [`COMPLETE`].
    pub(super) distance: PerCounter<u32>,
    pub(super) producer: PerCounter<InstId>,
    pub(super) write_orders: u8,
}

/// What may be outstanding at the boundary of a block. Joining two of them takes the smaller
/// distance, which requires the stricter wait.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Snapshot {
    pub(super) counters: PerCounter<PendingOps>,
    /// Distances to the last flat access that may go to memory or to LDS.
    pub(super) flat: PerCounter<u32>,
    /// Distance to the last operation on GDS hardware.
    pub(super) gds: u32,
    pub(super) write_back: bool,
    /// In the order of their slots.
    pub(super) slots: Vec<SlotDistance>,
}

impl Snapshot {
    /// Control goes around a loop: of each pair of slots, what is outstanding on the first is
    /// outstanding on the second as well.
    pub(super) fn carry(&mut self, pairs: impl Iterator<Item = (usize, usize)>) {
        for (from, to) in pairs {
            let Ok(at) = self.find(from) else {
                continue;
            };
            let carried = SlotDistance {
                slot: to as u32,
                ..self.slots[at]
            };
            match self.find(to) {
                Ok(at) => {
                    self.slots[at].join(&carried);
                }
                Err(at) => self.slots.insert(at, carried),
            }
        }
    }

    fn find(&self, slot: usize) -> Result<usize, usize> {
        self.slots
            .binary_search_by_key(&(slot as u32), |known| known.slot)
    }

    /// Adds what is outstanding on another path. Whether that changed anything that a wait
    /// depends on.
    pub(super) fn join(&mut self, other: &Snapshot) -> bool {
        let mut grown = other.write_back & !self.write_back;
        self.write_back |= other.write_back;
        for (counter, mine) in self.counters.iter_mut() {
            let theirs = &other.counters[counter];
            let joined = PendingOps {
                count: mine.count.max(theirs.count),
                events: mine.events.union(theirs.events),
            };
            grown |= joined != *mine;
            *mine = joined;
        }
        for (counter, mine) in self.flat.iter_mut() {
            let theirs = other.flat[counter];
            grown |= theirs < *mine;
            *mine = theirs.min(*mine);
        }
        grown |= other.gds < self.gds;
        self.gds = self.gds.min(other.gds);
        grown | self.join_slots(&other.slots)
    }

    fn join_slots(&mut self, others: &[SlotDistance]) -> bool {
        let mut grown = false;
        let mut missing = Vec::new();
        let mut at = 0;
        for theirs in others {
            while self.slots.get(at).is_some_and(|s| s.slot < theirs.slot) {
                at += 1;
            }
            match self.slots.get_mut(at) {
                Some(mine) if mine.slot == theirs.slot => grown |= mine.join(theirs),
                _ => missing.push(*theirs),
            }
        }
        if !missing.is_empty() {
            grown = true;
            self.slots.append(&mut missing);
            self.slots.sort_unstable_by_key(|s| s.slot);
        }
        grown
    }
}

impl SlotDistance {
    fn join(&mut self, other: &SlotDistance) -> bool {
        let mut grown = other.write_orders & !self.write_orders != 0;
        self.write_orders |= other.write_orders;
        for counter in Counter::ALL {
            if other.distance[counter] < self.distance[counter] {
                self.distance[counter] = other.distance[counter];
                self.producer[counter] = other.producer[counter];
                grown = true;
            }
        }
        grown
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gpu::Event;
    use crate::waitcnt::scoreboard::NO_INST;

    /// Something for `vmcnt`, and the same for all others.
    fn only_vm<T: Copy>(vm: T, others: T) -> PerCounter<T> {
        let mut entries = PerCounter::all(others);
        entries[Counter::Vm] = vm;
        entries
    }

    /// `vmcnt` operations of which a slot each depends on one.
    fn snapshot(count: u32, distances: &[(u32, u32)]) -> Snapshot {
        let none = PendingOps {
            count: 0,
            events: EventSet::default(),
        };
        let mut vm = PendingOps { count, ..none };
        vm.events.insert(Event::Vmem);
        let slots = distances.iter().map(|&(slot, distance)| SlotDistance {
            slot,
            distance: only_vm(distance, COMPLETE),
            producer: only_vm(InstId(slot), NO_INST),
            write_orders: 0,
        });
        Snapshot {
            counters: only_vm(vm, none),
            flat: PerCounter::all(COMPLETE),
            gds: COMPLETE,
            write_back: false,
            slots: slots.collect(),
        }
    }

    #[test]
    fn a_join_is_the_worse_of_both_in_each_part() {
        let mut joined = snapshot(2, &[(1, 1), (5, 0)]);
        assert!(joined.join(&snapshot(3, &[(1, 0), (3, 2)])));
        assert_eq!(joined, snapshot(3, &[(1, 0), (3, 2), (5, 0)]));
    }

    #[test]
    fn a_join_with_no_more_than_is_known_changes_nothing() {
        let mut joined = snapshot(3, &[(1, 0), (3, 2)]);
        let before = joined.clone();
        assert!(!joined.join(&snapshot(2, &[(3, 2)])));
        assert!(!joined.join(&before));
        assert_eq!(joined, before);
    }

    #[test]
    fn a_slot_carried_around_a_loop_keeps_what_it_had() {
        let mut left = snapshot(3, &[(1, 0), (3, 2)]);
        left.carry([(1, 2), (3, 1), (7, 8)].into_iter());
        let slots: Vec<_> = left
            .slots
            .iter()
            .map(|s| (s.slot, s.distance[Counter::Vm]))
            .collect();
        assert_eq!(slots, [(1, 0), (2, 0), (3, 2)]);
    }
}
