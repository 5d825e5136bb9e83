//! The scoreboard: which operations may be outstanding, and what depends on them.
//!
//! Each counter numbers its operations upwards in issue order; those in `done..issued` may be
//! outstanding. A slot (a register, or a piece of memory that accesses are ordered by) holds for
//! each counter the number of the last operation that it depends on, its score. These are LLVM's
//! score brackets (`SIInsertWaitcnts`), so that both can be compared wait by wait.

use super::abstract_state::AbstractState;
use super::requirement::Requirement;
use super::snapshot::{COMPLETE, PendingOps, SlotDistance, Snapshot};
use crate::gpu::{Counter, Counts, Event, EventSet, PerCounter};
use crate::machine::{InstId, RegRange};

/// The producer of a slot that depends on nothing.
pub(super) const NO_INST: InstId = InstId(u32::MAX);

/// The counters that count a flat access.
const FLAT: [Counter; 2] = [Counter::Vm, Counter::Lgkm];

/// The operations of one counter.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct CounterState {
    /// Number of the newest operation that is known to be complete, like all before it.
    pub(super) done: u32,
    /// Number of the newest operation.
    pub(super) issued: u32,
    /// Kinds of operations that may be outstanding.
    pub(super) events: EventSet,
}

impl CounterState {
    fn pending(&self) -> u32 {
        self.issued - self.done
    }
    /// The number of operations issued after this one; `None` when it is complete.
    fn distance(&self, score: u32) -> Option<u32> {
        (score > self.done).then(|| self.issued - score)
    }
}

/// What a slot depends on, counter by counter.
#[derive(Clone, Copy, Debug)]
struct SlotState {
    /// Numbers of operations; 0 for none.
    score: PerCounter<u32>,
    producer: PerCounter<InstId>,
    /// Orders in which vector memory will write a register, as bits.
    write_orders: u8,
}

const UNUSED: SlotState = SlotState {
    score: PerCounter::all(0),
    producer: PerCounter::all(NO_INST),
    write_orders: 0,
};

/// What is outstanding while the analysis walks over a block.
#[derive(Clone, Debug)]
pub(super) struct Scoreboard {
    pub(super) counters: PerCounter<CounterState>,
    /// The last flat access that may go to memory or to LDS, on [`FLAT`].
    pub(super) last_flat: PerCounter<u32>,
    last_gds: u32,
    write_back: bool,
    slots: Vec<SlotState>,
    /// The slots in use, as a list, so that starting over costs no more than was used.
    used: Vec<u32>,
    /// The same as a set of bits, for questions about ranges of registers.
    used_bits: Vec<u64>,
    /// Collected for the next instruction.
    requirement: Requirement,
}

impl Scoreboard {
    fn reset(&mut self) {
        for slot in self.used.drain(..) {
            self.slots[slot as usize] = UNUSED;
        }
        self.used_bits.fill(0);
        self.counters = PerCounter::default();
        self.last_flat = PerCounter::default();
        self.last_gds = 0;
        self.write_back = false;
        self.requirement = Requirement::default();
    }

    fn use_slot(&mut self, slot: usize) -> &mut SlotState {
        let (word, bit) = (&mut self.used_bits[slot / 64], 1 << (slot % 64));
        if *word & bit == 0 {
            *word |= bit;
            self.used.push(slot as u32);
        }
        &mut self.slots[slot]
    }

    fn any_pending(&self) -> bool {
        self.write_back || self.counters.values().any(|c| !c.events.is_empty())
    }
    /// A flat access that may go to memory or to LDS is outstanding on this counter.
    fn is_flat_pending(&self, counter: Counter) -> bool {
        let last = self.last_flat[counter];
        self.counters[counter].distance(last).is_some()
    }
    /// Operations of this counter may complete in another order than they were issued, so that
    /// only a count of 0 proves anything.
    fn is_out_of_order(&self, counter: Counter) -> bool {
        self.counters[counter].events.out_of_order() || self.is_flat_pending(counter)
    }

    /// The count that proves the operation at this distance complete.
    fn count_at(&self, distance: u32, counter: Counter) -> u8 {
        let is_flat_pending = || {
            let mut counters = FLAT.into_iter();
            counters.any(|counter| self.is_flat_pending(counter))
        };
        let out_of_order = self.counters[counter].events.out_of_order();
        if out_of_order || counter != Counter::Exp && is_flat_pending() {
            0
        } else {
            below_max(counter, distance)
        }
    }

    fn snapshot(&mut self) -> Snapshot {
        self.used.sort_unstable();
        let mut slots = Vec::new();
        let mut oldest = PerCounter::all(0);
        let mut distance = |counter: Counter, score: u32| {
            let distance = self.counters[counter].distance(score);
            oldest[counter] = oldest[counter].max(distance.unwrap_or(0));
            distance.unwrap_or(COMPLETE)
        };
        for &slot in &self.used {
            let state = &self.slots[slot as usize];
            let known = SlotDistance {
                slot,
                distance: PerCounter::of(|counter| distance(counter, state.score[counter])),
                producer: state.producer,
                write_orders: state.write_orders,
            };
            if known.distance != PerCounter::all(COMPLETE) || known.write_orders != 0 {
                slots.push(known);
            }
        }
        let flat = PerCounter::of(|counter| distance(counter, self.last_flat[counter]));
        let gds = distance(Counter::Lgkm, self.last_gds);
        // How many are outstanding matters up to one more than any wait can count, and as far
        // as a distance is known: bounded, so that loops reach a fixed point.
        let counters = PerCounter::of(|counter| {
            let state = &self.counters[counter];
            let bound = (u32::from(counter.max()) + 1).max(oldest[counter] + 1);
            PendingOps {
                count: state.pending().min(bound),
                events: state.events,
            }
        });
        Snapshot {
            counters,
            flat,
            gds,
            write_back: self.write_back,
            slots,
        }
    }
}

impl AbstractState for Scoreboard {
    fn new(slots: usize) -> Scoreboard {
        Scoreboard {
            counters: PerCounter::default(),
            last_flat: PerCounter::default(),
            last_gds: 0,
            write_back: false,
            slots: vec![UNUSED; slots],
            used: Vec::new(),
            used_bits: vec![0; slots / 64 + 1],
            requirement: Requirement::default(),
        }
    }

    fn enter_block(&mut self, incoming: Option<&Snapshot>) {
        self.reset();
        let Some(snapshot) = incoming else { return };
        for (counter, state) in self.counters.iter_mut() {
            let pending = &snapshot.counters[counter];
            state.issued = pending.count;
            state.events = pending.events;
        }
        let score = |counter: Counter, distance: u32| match distance {
            COMPLETE => 0,
            distance => snapshot.counters[counter].count - distance,
        };
        self.last_flat = PerCounter::of(|counter| score(counter, snapshot.flat[counter]));
        self.last_gds = score(Counter::Lgkm, snapshot.gds);
        self.write_back = snapshot.write_back;
        for known in &snapshot.slots {
            *self.use_slot(known.slot as usize) = SlotState {
                score: PerCounter::of(|counter| score(counter, known.distance[counter])),
                producer: known.producer,
                write_orders: known.write_orders,
            };
        }
    }
    fn leave_block(&mut self) -> Option<Snapshot> {
        self.any_pending().then(|| self.snapshot())
    }

    fn issue(&mut self, event: Event) {
        let counter = event.counter();
        let state = &mut self.counters[counter];
        state.events.insert(event);
        state.issued += 1;
        if counter == Counter::Exp {
            // As LLVM: the hardware stalls at the maximum, so older ones are complete. For the other counters
            // no document says so, and LLVM waits.
            let oldest = state.issued.saturating_sub(u32::from(counter.max()));
            state.done = state.done.max(oldest);
        }
    }
    fn depend(&mut self, slot: usize, counter: Counter, producer: InstId) {
        let issued = self.counters[counter].issued;
        let state = self.use_slot(slot);
        state.score[counter] = issued;
        state.producer[counter] = producer;
    }
    fn add_write_order(&mut self, slot: usize, bit: u8) {
        self.use_slot(slot).write_orders |= bit;
    }
    fn clear_write_orders(&mut self, slot: usize) {
        self.slots[slot].write_orders = 0;
    }
    fn mark_flat(&mut self) {
        for counter in FLAT {
            self.last_flat[counter] = self.counters[counter].issued;
        }
    }
    fn mark_gds(&mut self) {
        self.last_gds = self.counters[Counter::Lgkm].issued;
    }
    fn begin_write_back(&mut self) {
        self.write_back = true;
    }

    fn wait_for_count(&mut self, counter: Counter, count: u8) {
        let out_of_order = self.is_out_of_order(counter);
        let state = &mut self.counters[counter];
        let count = u32::from(count);
        if count == 0 {
            state.done = state.issued;
            state.events = EventSet::default();
            self.write_back &= counter != Counter::Vm;
        } else if count < state.pending() && !out_of_order {
            state.done = state.issued - count;
        }
    }

    #[inline]
    fn is_pending(&self, counter: Counter) -> bool {
        !self.counters[counter].events.is_empty()
    }
    fn is_writing_back(&self) -> bool {
        self.write_back
    }
    fn tracks(&self, range: RegRange) -> bool {
        let (first, len) = (range.first().index(), usize::from(range.len()));
        let last = first + len.saturating_sub(1);
        let from_bit = |slot: usize| u64::MAX << (slot % 64);
        let (from, to) = (first / 64, last / 64);
        if from == to {
            let inside = from_bit(first) & !(from_bit(last) << 1);
            return self.used_bits[from] & inside != 0;
        }
        self.used_bits[from] & from_bit(first) != 0
            || self.used_bits[from + 1..to].iter().any(|&word| word != 0)
            || self.used_bits[to] & !(from_bit(last) << 1) != 0
    }
    fn has_other_write_order(&self, slot: usize, bit: u8) -> bool {
        self.slots[slot].write_orders & !bit != 0
    }
    #[inline]
    fn count_for(&self, slot: usize, counter: Counter) -> Option<(u8, InstId)> {
        let slot = &self.slots[slot];
        let distance = self.counters[counter].distance(slot.score[counter])?;
        Some((self.count_at(distance, counter), slot.producer[counter]))
    }
    fn count_for_gds(&self) -> Option<u8> {
        let distance = self.counters[Counter::Lgkm].distance(self.last_gds)?;
        Some(if self.is_out_of_order(Counter::Lgkm) {
            0
        } else {
            below_max(Counter::Lgkm, distance)
        })
    }
    fn simplify(&self, counts: Counts) -> Counts {
        let mut left = counts;
        for counter in Counter::ALL {
            let pending = self.counters[counter].pending();
            if counts.get(counter).is_some_and(|n| u32::from(n) >= pending) {
                left = left.with(counter, None);
            }
        }
        left
    }

    #[inline]
    fn requirement(&mut self) -> &mut Requirement {
        &mut self.requirement
    }
}

/// A count for a distance. To wait for the counter's maximum would be to wait for nothing.
fn below_max(counter: Counter, distance: u32) -> u8 {
    distance.min(u32::from(counter.max()) - 1) as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Reg;

    #[test]
    fn a_range_is_tracked_by_any_of_its_registers() {
        let mut scoreboard = Scoreboard::new(Reg::COUNT);
        let range = |text: &str| RegRange::parse(text).expect("a register range");
        let slot = |text: &str| range(text).first().index();
        scoreboard.issue(Event::Vmem);
        for text in ["v63", "v64", "v127"] {
            scoreboard.enter_block(None);
            scoreboard.depend(slot(text), Counter::Vm, InstId(0));
            for first in 32..128u16 {
                for len in [1u16, 2, 16, 32] {
                    let asked = match len {
                        1 => range(&format!("v{first}")),
                        _ => range(&format!("v[{first}:{}]", first + len - 1)),
                    };
                    let inside = asked.regs().any(|reg| reg.index() == slot(text));
                    assert_eq!(scoreboard.tracks(asked), inside, "{text} in v{first}+{len}");
                }
            }
        }
    }

    /// What a block leaves is what its successor finds.
    #[test]
    fn a_snapshot_survives_being_entered() {
        let mut scoreboard = Scoreboard::new(Reg::COUNT);
        for (slot, event) in [(1, Event::Vmem), (2, Event::Lds), (3, Event::Vmem)] {
            scoreboard.issue(event);
            scoreboard.depend(slot, event.counter(), InstId(slot as u32));
        }
        scoreboard.mark_flat();
        scoreboard.wait_for_count(Counter::Lgkm, 0);
        let left = scoreboard.leave_block().expect("loads are outstanding");
        scoreboard.enter_block(Some(&left));
        assert_eq!(scoreboard.count_for(3, Counter::Vm), Some((0, InstId(3))));
        assert_eq!(scoreboard.count_for(2, Counter::Lgkm), None);
        assert_eq!(scoreboard.leave_block(), Some(left));
    }
}
