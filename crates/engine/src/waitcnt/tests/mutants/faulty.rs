//! Wait placement with one update left out: rows of the opcode table are changed, and a scoreboard
//! undoes the update after the real one has made it.

use std::cell::Cell;
use std::mem::discriminant;

use super::update::{Joined, Meeting, Update};
use crate::gpu::{
    Amount, CountRow, Counter, Counting, Counts, Event, EventSet, PerCounter, Raise, Unit, When,
};
use crate::machine::{Function, InstId, Reg, RegRange};
use crate::waitcnt::abstract_state::AbstractState;
use crate::waitcnt::inst_facts::InstFacts;
use crate::waitcnt::op_facts::{self, OpFacts};
use crate::waitcnt::requirement::Requirement;
use crate::waitcnt::scoreboard::Scoreboard;
use crate::waitcnt::snapshot::{COMPLETE, PendingOps, Snapshot};
use crate::waitcnt::{Cause, Placement, Policy, dataflow, loop_flush, plan};

thread_local! {
    static LEFT_OUT: Cell<Option<Update>> = const { Cell::new(None) };
}

fn is_left_out(update: Update) -> bool {
    LEFT_OUT.get() == Some(update)
}

/// As [`crate::waitcnt::place`], with an update left out, if any.
pub(super) fn place(function: &mut Function, left_out: Option<Update>) -> Placement {
    let mut opcodes = op_facts::of_function(function);
    if let Some(update) = left_out {
        change_rows(&mut opcodes, update);
    }
    let facts = InstFacts::with_opcodes(function, Policy::Ours, opcodes);
    let facts = facts.expect("all waits can be read");
    LEFT_OUT.set(left_out);
    let input = dataflow::Input::new(function, &facts);
    let in_place = dataflow::analyse::<FaultyScoreboard>(&input, &[]);
    let plans = loop_flush::improve::<FaultyScoreboard>(&input, in_place);
    LEFT_OUT.set(None);
    plan::apply(function, plans)
}

/// Leaves out an update that is data: what opcodes raise.
fn change_rows(opcodes: &mut [OpFacts], update: Update) {
    for opcode in opcodes {
        let always = |event| Raise {
            event,
            when: When::Always,
            amount: Amount::One,
        };
        let surely = opcode.row.counting == Counting::Surely;
        let mut raises = if surely { opcode.row.raises } else { &[] }.to_vec();
        match update {
            Update::Count(unit, event) if unit == opcode.unit => {
                raises.retain(|raise| raise.event != event);
            }
            Update::Silent(unit) if unit == opcode.unit && raises.is_empty() => {
                raises.push(always(match unit {
                    Unit::Message => Event::Message,
                    _ => Event::Vmem,
                }));
            }
            Update::MemoryOnly if opcode.writes_lds => raises.push(always(Event::Lds)),
            Update::Space(Counter::Vm) => apply_always(&mut raises, When::ReachesMemory),
            Update::Space(Counter::Lgkm) | Update::Split => {
                apply_always(&mut raises, When::ReachesLds);
            }
            _ => continue,
        }
        opcode.row = Box::leak(Box::new(CountRow {
            counting: Counting::Surely,
            raises: raises.leak(),
            ..*opcode.row
        }));
    }
}

fn apply_always(raises: &mut [Raise], when: When) {
    for raise in raises.iter_mut().filter(|raise| raise.when == when) {
        raise.when = When::Always;
    }
}

/// A scoreboard that leaves one update out.
struct FaultyScoreboard(Scoreboard);

impl FaultyScoreboard {
    /// Runs something while the kinds of operations that [`Update::Order`] names pass for others:
    /// unordered if they are in order, and the other way around.
    fn with_order_mistaken<T>(&mut self, run: impl FnOnce(&mut Scoreboard) -> T) -> T {
        let Some(Update::Order(kinds)) = LEFT_OUT.get() else {
            return run(&mut self.0);
        };
        let mut others = EventSet::default();
        others.insert(if kinds.out_of_order() {
            Event::Lds
        } else {
            Event::Smem
        });
        self.replace_events(kinds, others);
        let result = run(&mut self.0);
        self.replace_events(others, kinds);
        result
    }

    fn replace_events(&mut self, from: EventSet, to: EventSet) {
        for (_, state) in self.0.counters.iter_mut() {
            if state.events == from {
                state.events = to;
            }
        }
    }
}

impl AbstractState for FaultyScoreboard {
    fn new(slots: usize) -> FaultyScoreboard {
        FaultyScoreboard(Scoreboard::new(slots))
    }
    fn enter_block(&mut self, incoming: Option<&Snapshot>) {
        self.0.enter_block(incoming);
    }
    fn leave_block(&mut self) -> Option<Snapshot> {
        self.0.leave_block()
    }
    fn leave_by_branch(&mut self) -> Option<Snapshot> {
        let left = self.0.leave_by_branch();
        left.filter(|_| !is_left_out(Update::LeaveEarly))
    }

    fn issue(&mut self, event: Event) {
        let counter = event.counter();
        let done = self.0.counters[counter].done;
        self.0.issue(event);
        if is_left_out(Update::Stall) {
            self.0.counters[counter].done = done;
        }
    }
    fn depend(&mut self, slot: usize, counter: Counter, producer: InstId) {
        // The slots of direct writes to LDS follow those of the registers.
        let (kind, meeting) = match (slot.checked_sub(Reg::COUNT), counter) {
            (None, _) => (None, None),
            (Some(_), Counter::Lgkm) => (Some(Update::ScalarRead), None),
            (Some(0), _) => (Some(Update::LdsWrite), Some(Meeting::All)),
            (Some(1), _) => (Some(Update::LdsWrite), Some(Meeting::Unknown)),
            (Some(_), _) => (Some(Update::LdsWrite), Some(Meeting::Same)),
        };
        let updates = [
            Some(Update::Depend(counter)),
            kind,
            meeting.map(Update::Meet),
        ];
        if !updates.into_iter().flatten().any(is_left_out) {
            self.0.depend(slot, counter, producer);
        }
    }
    fn add_write_order(&mut self, slot: usize, bit: u8) {
        if !is_left_out(Update::WriteOrder) {
            self.0.add_write_order(slot, bit);
        }
    }
    fn clear_write_orders(&mut self, slot: usize) {
        if !is_left_out(Update::WriteOrderEnds) {
            self.0.clear_write_orders(slot);
        }
    }
    fn mark_flat(&mut self) {
        let before = self.0.last_flat;
        self.0.mark_flat();
        for counter in [Counter::Vm, Counter::Lgkm] {
            if is_left_out(Update::Flat(counter)) {
                self.0.last_flat[counter] = before[counter];
            }
        }
    }
    fn mark_gds(&mut self) {
        if !is_left_out(Update::Gds) {
            self.0.mark_gds();
        }
    }
    fn begin_write_back(&mut self) {
        if !is_left_out(Update::WriteBack) {
            self.0.begin_write_back();
        }
    }
    fn return_from_call(&mut self) {
        if !is_left_out(Update::Call) {
            self.0.return_from_call();
        }
    }

    fn wait_for_count(&mut self, counter: Counter, count: u8) {
        let update = match count {
            0 => Update::Zero(counter),
            _ => Update::Proof(counter),
        };
        if is_left_out(update) {
            return;
        }
        let before = self.0.counters[counter];
        self.with_order_mistaken(|state| state.wait_for_count(counter, count));
        let after = &mut self.0.counters[counter];
        if count > 0 && is_left_out(Update::NoProof(counter)) {
            after.done = before.done.max(before.issued.saturating_sub(count.into()));
        }
        if count > 0 && after.done > before.done && is_left_out(Update::ProofExact(counter)) {
            after.done += 1;
        }
    }

    fn is_pending(&self, counter: Counter) -> bool {
        self.0.is_pending(counter)
    }
    fn is_writing_back(&self) -> bool {
        self.0.is_writing_back()
    }
    fn tracks(&self, range: RegRange) -> bool {
        self.0.tracks(range)
    }
    fn has_other_write_order(&self, slot: usize, bit: u8) -> bool {
        self.0.has_other_write_order(slot, bit)
    }
    fn count_for(&self, slot: usize, counter: Counter) -> Option<(u8, InstId)> {
        let mut copy = FaultyScoreboard(self.0.clone());
        if is_left_out(Update::Exact(counter)) {
            copy.0.counters[counter].issued += 1;
        }
        copy.with_order_mistaken(|state| state.count_for(slot, counter))
    }
    fn count_for_gds(&self) -> Option<u8> {
        let mut copy = FaultyScoreboard(self.0.clone());
        copy.with_order_mistaken(|state| state.count_for_gds())
    }
    fn simplify(&self, counts: Counts) -> Counts {
        self.0.simplify(counts)
    }

    fn requirement(&mut self) -> &mut Requirement {
        self.0.requirement()
    }
    fn require(&mut self, counter: Counter, count: u8, cause: Cause) {
        if !is_left_out(Update::Require(discriminant(&cause), counter)) {
            self.0.require(counter, count, cause);
        }
    }

    fn join(joined: &mut Snapshot, other: &Snapshot) -> bool {
        let before = joined.clone();
        joined.join(other);
        if let Some(Update::Join(part)) = LEFT_OUT.get() {
            undo_join(joined, &before, part);
        }
        *joined != before
    }
    fn carry_around_loop(left: &mut Snapshot, slots: impl Iterator<Item = (usize, usize)>) {
        if is_left_out(Update::Again) {
            *left = nothing();
        } else if !is_left_out(Update::Meet(Meeting::Earlier)) {
            left.carry(slots);
        }
    }
}

fn undo_join(joined: &mut Snapshot, before: &Snapshot, part: Joined) {
    match part {
        Joined::Pending(counter) => {
            joined.counters[counter].count = before.counters[counter].count;
        }
        Joined::Events(counter) => {
            joined.counters[counter].events = before.counters[counter].events;
        }
        Joined::Flat(counter) => joined.flat[counter] = before.flat[counter],
        Joined::Gds => joined.gds = before.gds,
        Joined::WriteBack => joined.write_back = before.write_back,
        Joined::OtherPath => joined
            .slots
            .retain(|slot| before.slots.iter().any(|known| known.slot == slot.slot)),
        Joined::Distance(_) | Joined::WriteOrders => {
            for known in &before.slots {
                let slot = joined.slots.iter_mut().find(|slot| slot.slot == known.slot);
                let slot = slot.expect("a join keeps all slots");
                if let Joined::Distance(counter) = part {
                    slot.distance[counter] = known.distance[counter];
                    slot.producer[counter] = known.producer[counter];
                } else {
                    slot.write_orders = known.write_orders;
                }
            }
        }
    }
}

/// Nothing outstanding.
fn nothing() -> Snapshot {
    let none = PendingOps {
        count: 0,
        events: EventSet::default(),
    };
    Snapshot {
        counters: PerCounter::all(none),
        flat: PerCounter::all(COMPLETE),
        gds: COMPLETE,
        write_back: false,
        slots: Vec::new(),
    }
}
