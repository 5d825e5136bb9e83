//! What is outstanding at one point of the program.
//!
//! Every counter has a line of operations in issue order, numbered upwards: operations in
//! `done..issued` may be outstanding. A slot (a register, or a piece of LDS that direct
//! writes go to) holds for each counter the number of the last operation that it depends on.
//! The idea is that of LLVM's score brackets, so that both can be compared wait by wait.
//!
//! At joins only distances from the newest operation matter (how many were issued after it):
//! that is what `s_waitcnt` counts. A [`Snapshot`] holds distances and joins by taking the
//! smaller one, which asks for the stricter wait.

use super::mutant::{Joined, Update, skipped};
use crate::gpu::{Counter, Counts, Event, EventSet};
use crate::machine::{InstId, RegRange};

const NO_INST: InstId = InstId(u32::MAX);
const NEVER: u32 = u32::MAX;

#[derive(Clone, Copy, Default, Debug)]
struct Line {
    done: u32,
    issued: u32,
    events: EventSet,
}

impl Line {
    fn pending(&self) -> u32 {
        self.issued - self.done
    }
    /// Operations issued after number `score`; `None` when it is complete.
    fn distance(&self, score: u32) -> Option<u32> {
        (score > self.done).then(|| self.issued - score)
    }
}

#[derive(Clone, Copy, Debug)]
struct Cell {
    score: [u32; 3],
    producer: [InstId; 3],
    write_orders: u8,
}

const FREE: Cell = Cell {
    score: [0; 3],
    producer: [NO_INST; 3],
    write_orders: 0,
};

/// The state the walk over a block works on.
#[derive(Debug)]
pub(super) struct Board {
    lines: [Line; 3],
    /// The last flat access that may go either way, on `vmcnt` and on `lgkmcnt`.
    last_flat: [u32; 2],
    last_gds: u32,
    write_back: bool,
    cells: Vec<Cell>,
    /// Slots that hold something, and the same as a set of bits.
    touched: Vec<u32>,
    marks: Vec<u64>,
}

impl Board {
    /// Nothing outstanding; registers have the first slots.
    pub(super) fn new(slots: usize) -> Board {
        Board {
            lines: [Line::default(); 3],
            last_flat: [0; 2],
            last_gds: 0,
            write_back: false,
            cells: vec![FREE; slots],
            touched: Vec::new(),
            marks: vec![0; slots / 64 + 1],
        }
    }

    /// Starts over from a block's incoming state.
    pub(super) fn load(&mut self, incoming: Option<&Snapshot>) {
        for slot in self.touched.drain(..) {
            self.cells[slot as usize] = FREE;
        }
        self.marks.fill(0);
        self.lines = [Line::default(); 3];
        self.last_flat = [0; 2];
        self.last_gds = 0;
        self.write_back = false;
        let Some(snapshot) = incoming else { return };
        for (line, joined) in self.lines.iter_mut().zip(&snapshot.lines) {
            line.issued = joined.pending;
            line.events = joined.events;
        }
        let score = |counter: usize, distance: u32| match distance {
            NEVER => 0,
            distance => snapshot.lines[counter].pending - distance,
        };
        for counter in [Counter::Vm, Counter::Lgkm] {
            let at = counter.index();
            self.last_flat[at] = score(at, snapshot.flat[at]);
        }
        self.last_gds = score(Counter::Lgkm.index(), snapshot.gds);
        self.write_back = snapshot.write_back;
        for entry in &snapshot.entries {
            let mut cell = FREE;
            for at in 0..3 {
                cell.score[at] = score(at, entry.distance[at]);
            }
            cell.producer = entry.producer;
            cell.write_orders = entry.write_orders;
            *self.touch(entry.slot as usize) = cell;
        }
    }

    /// Something is outstanding.
    pub(super) fn any_pending(&self) -> bool {
        self.write_back || self.lines.iter().any(|l| !l.events.is_empty())
    }
    /// Something is outstanding on this counter.
    pub(super) fn pending(&self, counter: Counter) -> bool {
        !self.lines[counter.index()].events.is_empty()
    }
    /// A write-back of the L2 may be outstanding.
    pub(super) fn write_back(&self) -> bool {
        self.write_back
    }
    /// The L2 is being written back; a wait for `vmcnt(0)` ends it.
    pub(super) fn begin_write_back(&mut self) {
        self.write_back = !skipped(Update::WriteBack);
    }

    /// Counts one more operation.
    pub(super) fn issue(&mut self, event: Event) {
        let counter = event.counter();
        let line = &mut self.lines[counter.index()];
        line.events.insert(event);
        line.issued += 1;
        if counter == Counter::Exp && !skipped(Update::Stall) {
            // The hardware stalls at the maximum, so older ones are complete. The same holds
            // for the other counters, but LLVM still waits there and would add it again.
            let oldest = line.issued.saturating_sub(u32::from(counter.max()));
            line.done = line.done.max(oldest);
        }
    }
    /// Makes a slot depend on the last operation counted.
    pub(super) fn depend(&mut self, slot: usize, counter: Counter, producer: InstId) {
        if skipped(Update::Depend(counter)) {
            return;
        }
        let issued = self.lines[counter.index()].issued;
        let cell = self.touch(slot);
        cell.score[counter.index()] = issued;
        cell.producer[counter.index()] = producer;
    }
    /// Notes the order in which vector memory will write a register.
    pub(super) fn add_write_order(&mut self, slot: usize, bit: u8) {
        if !skipped(Update::WriteOrder) {
            self.touch(slot).write_orders |= bit;
        }
    }
    /// Vector memory of another order than `bit` may still write the register.
    pub(super) fn has_other_write_order(&self, slot: usize, bit: u8) -> bool {
        self.cells[slot].write_orders & !bit != 0
    }
    /// Whoever asked has waited for the writes.
    pub(super) fn clear_write_orders(&mut self, slot: usize) {
        if !skipped(Update::WriteOrderEnds) {
            self.cells[slot].write_orders = 0;
        }
    }
    /// The last operation was a flat access that may go either way.
    pub(super) fn mark_flat(&mut self) {
        for counter in [Counter::Vm, Counter::Lgkm] {
            if !skipped(Update::Flat(counter)) {
                self.last_flat[counter.index()] = self.lines[counter.index()].issued;
            }
        }
    }
    /// The last operation was on GDS hardware.
    pub(super) fn mark_gds(&mut self) {
        if !skipped(Update::Gds) {
            self.last_gds = self.lines[Counter::Lgkm.index()].issued;
        }
    }

    fn touch(&mut self, slot: usize) -> &mut Cell {
        let (word, bit) = (&mut self.marks[slot / 64], 1 << (slot % 64));
        if *word & bit == 0 {
            *word |= bit;
            self.touched.push(slot as u32);
        }
        &mut self.cells[slot]
    }

    /// Whether a register of the range depends on anything at all.
    pub(super) fn knows(&self, range: RegRange) -> bool {
        let (first, len) = (range.first().index(), usize::from(range.len()));
        let last = first + len.saturating_sub(1);
        let behind = |slot: usize| u64::MAX << (slot % 64);
        let (from, to) = (first / 64, last / 64);
        if from == to {
            let inside = behind(first) & !(behind(last) << 1);
            return self.marks[from] & inside != 0;
        }
        self.marks[from] & behind(first) != 0
            || self.marks[from + 1..to].iter().any(|&word| word != 0)
            || self.marks[to] & !(behind(last) << 1) != 0
    }

    fn pending_flat(&self) -> bool {
        [Counter::Vm, Counter::Lgkm]
            .iter()
            .any(|c| self.flat_on(c.index()))
    }
    /// A flat access that may go either way is outstanding on this counter.
    fn flat_on(&self, counter: usize) -> bool {
        let last = self.last_flat.get(counter);
        last.is_some_and(|&score| self.lines[counter].distance(score).is_some())
    }
    /// Operations of this counter may complete in another order than they were issued, so
    /// that only a count of 0 proves anything.
    fn out_of_order(&self, counter: Counter) -> bool {
        out_of_order(self.lines[counter.index()].events) || self.flat_on(counter.index())
    }

    /// The count to wait for before the slot may be used, and the instruction it depends on;
    /// `None` when nothing it depends on is outstanding.
    pub(super) fn wait_for(&self, slot: usize, counter: Counter) -> Option<(u8, InstId)> {
        let cell = &self.cells[slot];
        let line = &self.lines[counter.index()];
        let distance = line.distance(cell.score[counter.index()])?;
        let flat = counter != Counter::Exp && self.pending_flat();
        let distance = distance + u32::from(skipped(Update::Exact(counter)));
        let count = if flat || out_of_order(line.events) {
            0
        } else {
            below_max(counter, distance)
        };
        Some((count, cell.producer[counter.index()]))
    }
    /// The count to wait for until the last GDS operation is complete.
    pub(super) fn wait_for_gds(&self) -> Option<u8> {
        let line = &self.lines[Counter::Lgkm.index()];
        let distance = line.distance(self.last_gds)?;
        Some(match self.out_of_order(Counter::Lgkm) {
            true => 0,
            false => below_max(Counter::Lgkm, distance),
        })
    }

    /// Drops what a request asks for that is complete already.
    pub(super) fn simplify(&self, counts: Counts) -> Counts {
        let mut left = counts;
        for counter in Counter::ALL {
            let pending = self.lines[counter.index()].pending();
            if counts.get(counter).is_some_and(|n| u32::from(n) >= pending) {
                left = left.with(counter, None);
            }
        }
        left
    }
    /// Executes a wait.
    pub(super) fn wait(&mut self, counts: Counts) {
        for counter in Counter::ALL {
            if let Some(count) = counts.get(counter) {
                self.wait_one(counter, count);
            }
        }
    }
    /// Executes a wait that is in the stream for good: where it asks for nothing, the
    /// counter's maximum still bounds what is outstanding.
    pub(super) fn wait_hard(&mut self, counts: Counts) {
        for counter in Counter::ALL {
            match counts.get(counter) {
                Some(count) => self.wait_one(counter, count),
                None if skipped(Update::Bound) => {}
                None => self.wait_one(counter, counter.max()),
            }
        }
    }
    fn wait_one(&mut self, counter: Counter, count: u8) {
        let out_of_order = self.out_of_order(counter) && !skipped(Update::NoProof(counter));
        let update = match count {
            0 => Update::Zero(counter),
            _ => Update::Proof(counter),
        };
        if skipped(update) {
            return;
        }
        let line = &mut self.lines[counter.index()];
        let count = u32::from(count);
        if count == 0 {
            line.done = line.issued;
            line.events = EventSet::default();
            self.write_back &= counter != Counter::Vm;
        } else if count < line.pending() && !out_of_order {
            line.done = line.issued - count + u32::from(skipped(Update::ProofExact(counter)));
        }
    }

    /// The state for the successors.
    pub(super) fn snapshot(&mut self) -> Snapshot {
        self.touched.sort_unstable();
        let mut entries = Vec::new();
        let mut oldest = [0; 3];
        let mut distance = |counter: usize, score: u32| match self.lines[counter].distance(score) {
            Some(distance) => {
                oldest[counter] = oldest[counter].max(distance);
                distance
            }
            None => NEVER,
        };
        for &slot in &self.touched {
            let cell = &self.cells[slot as usize];
            let entry = Entry {
                slot,
                distance: [0, 1, 2].map(|at| distance(at, cell.score[at])),
                producer: cell.producer,
                write_orders: cell.write_orders,
            };
            if entry.distance != [NEVER; 3] || entry.write_orders != 0 {
                entries.push(entry);
            }
        }
        let flat = [0, 1].map(|at| distance(at, self.last_flat[at]));
        let gds = distance(Counter::Lgkm.index(), self.last_gds);
        // How many are outstanding matters up to one more than any wait can ask for, and as
        // far as a distance is known: bounded, so that loops reach a fixed point.
        let lines = Counter::ALL.map(|counter| {
            let line = &self.lines[counter.index()];
            let bound = (u32::from(counter.max()) + 1).max(oldest[counter.index()] + 1);
            JoinedLine {
                pending: line.pending().min(bound),
                events: line.events,
            }
        });
        Snapshot {
            lines,
            flat,
            gds,
            write_back: self.write_back,
            entries,
        }
    }
}

/// Whether operations of these kinds complete in no order.
fn out_of_order(events: EventSet) -> bool {
    events.out_of_order() != skipped(Update::Order(events))
}

/// Waiting for the counter's maximum would wait for nothing.
fn below_max(counter: Counter, distance: u32) -> u8 {
    distance.min(u32::from(counter.max()) - 1) as u8
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct JoinedLine {
    pending: u32,
    events: EventSet,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Entry {
    slot: u32,
    distance: [u32; 3],
    producer: [InstId; 3],
    write_orders: u8,
}

/// What may be outstanding where a block begins. Entries are in slot order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Snapshot {
    lines: [JoinedLine; 3],
    flat: [u32; 2],
    gds: u32,
    write_back: bool,
    entries: Vec<Entry>,
}

impl Snapshot {
    /// Control goes around a loop: of each pair of slots, what is outstanding on the first is
    /// outstanding on the second as well.
    pub(super) fn go_around(&mut self, pairs: impl Iterator<Item = (usize, usize)>) {
        for (from, to) in pairs {
            let find = |entries: &[Entry], slot: usize| {
                entries.binary_search_by_key(&(slot as u32), |e| e.slot)
            };
            let Ok(at) = find(&self.entries, from) else {
                continue;
            };
            let moved = Entry {
                slot: to as u32,
                ..self.entries[at]
            };
            match find(&self.entries, to) {
                Ok(at) => {
                    self.entries[at].join(&moved);
                }
                Err(at) => self.entries.insert(at, moved),
            }
        }
    }
    /// Adds what is outstanding on another path. Whether that changed anything that a wait
    /// depends on.
    pub(super) fn join(&mut self, other: &Snapshot) -> bool {
        let mut grown = false;
        if !skipped(Update::Join(Joined::WriteBack)) {
            grown |= other.write_back & !self.write_back;
            self.write_back |= other.write_back;
        }
        for counter in Counter::ALL {
            let (mine, theirs) = (
                &mut self.lines[counter.index()],
                other.lines[counter.index()],
            );
            let mut joined = *mine;
            if !skipped(Update::Join(Joined::Pending(counter))) {
                joined.pending = mine.pending.max(theirs.pending);
            }
            if !skipped(Update::Join(Joined::Events(counter))) {
                joined.events = mine.events.union(theirs.events);
            }
            grown |= joined != *mine;
            *mine = joined;
        }
        for counter in [Counter::Vm, Counter::Lgkm] {
            let (mine, theirs) = (&mut self.flat[counter.index()], other.flat[counter.index()]);
            if theirs < *mine && !skipped(Update::Join(Joined::Flat(counter))) {
                grown = true;
                *mine = theirs;
            }
        }
        if other.gds < self.gds && !skipped(Update::Join(Joined::Gds)) {
            grown = true;
            self.gds = other.gds;
        }
        let mut missing = Vec::new();
        let mut at = 0;
        for theirs in &other.entries {
            while self.entries.get(at).is_some_and(|e| e.slot < theirs.slot) {
                at += 1;
            }
            match self.entries.get_mut(at) {
                Some(mine) if mine.slot == theirs.slot => grown |= mine.join(theirs),
                _ => missing.push(*theirs),
            }
        }
        if !missing.is_empty() && !skipped(Update::Join(Joined::OtherPath)) {
            grown = true;
            self.entries.append(&mut missing);
            self.entries.sort_unstable_by_key(|e| e.slot);
        }
        grown
    }
}

impl Entry {
    fn join(&mut self, other: &Entry) -> bool {
        let mut grown = false;
        if !skipped(Update::Join(Joined::WriteOrders)) {
            grown |= other.write_orders & !self.write_orders != 0;
            self.write_orders |= other.write_orders;
        }
        for counter in Counter::ALL {
            let at = counter.index();
            let worse = other.distance[at] < self.distance[at];
            if worse && !skipped(Update::Join(Joined::Distance(counter))) {
                self.distance[at] = other.distance[at];
                self.producer[at] = other.producer[at];
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
    fn a_range_is_known_by_any_of_its_registers() {
        let mut board = Board::new(crate::machine::Reg::COUNT);
        let range = |text: &str| RegRange::parse(text).expect("a register range");
        let slot = |text: &str| range(text).first().index();
        board.issue(Event::Vmem);
        for text in ["v63", "v64", "v127"] {
            board.load(None);
            board.depend(slot(text), Counter::Vm, InstId(0));
            for first in 32..128u16 {
                for len in [1u16, 2, 16, 32] {
                    let asked = match len {
                        1 => range(&format!("v{first}")),
                        _ => range(&format!("v[{first}:{}]", first + len - 1)),
                    };
                    let inside = asked.regs().any(|reg| reg.index() == slot(text));
                    assert_eq!(board.knows(asked), inside, "{text} in v{first}+{len}");
                }
            }
        }
    }
}
