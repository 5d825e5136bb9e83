//! What waves hand over in LDS at barriers.
//!
//! Behind `s_barrier` other waves access what this one has written before it. A write that the wave has not waited for by
//! then may come later than theirs; a read may come later than their writes. The barrier waits for nothing itself (MI300
//! ISA, 4.4: "the shader must wait before the barrier"). So of each access to LDS it is followed whether it may be
//! outstanding at a barrier. If so, an access behind that barrier may meet it, up to the next barrier before which it was
//! waited for.
//!
//! All waves are taken to execute the same program: what one does before a barrier meets what another does behind it.
//! Workgroups of one wave have nobody to hand anything over to.

use std::collections::{BTreeMap, BTreeSet};

use super::lines::{self, Line};
use super::{emits_nothing, mnemonics};
use crate::check::exits::{Exit, exits};
use crate::gpu::{Counter, Counts, Unit};
use crate::machine::lanes::{Direction, LANES, LdsAccess};
use crate::machine::{BlockId, Function, InstFlags, InstId};

mod places;

use places::{Extent, Places};

/// What is outstanding.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Handed {
    /// A write or an atomic, of data in registers.
    Write,
    /// A load from memory straight into LDS.
    Load,
    /// A read, whose place is written behind the barrier.
    Read,
}

/// An access to LDS that may be outstanding at a barrier, and one behind it that may meet it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Handover {
    /// The last barrier between them.
    pub(crate) barrier: InstId,
    /// What is outstanding at it.
    pub(crate) producer: InstId,
    pub(crate) handed: Handed,
    /// What accesses LDS behind it.
    pub(crate) access: InstId,
    /// It reads what is written, not only writes there itself.
    pub(crate) reads: bool,
    /// The counter of a wait for it.
    pub(crate) counter: Counter,
    /// The weakest count that would prove it complete at the barrier.
    pub(crate) count: u8,
    /// A wait between it and the barrier lets it be outstanding by a count: somebody has counted.
    pub(crate) counted: bool,
    /// It has been waited for where the access is, though not before the barrier.
    pub(crate) late: bool,
}

/// An access on its way.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Pending {
    producer: InstId,
    line: Line,
    /// A counted wait has let it be.
    counted: bool,
    /// The last barrier that it was outstanding at.
    crossed: Option<InstId>,
    /// It was waited for behind that.
    late: bool,
}

/// What may be pending, each with the fewest operations that follow it on its line: up to now, and up to the barrier.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
struct State(BTreeMap<Pending, (u8, u8)>);

impl State {
    fn add(&mut self, pending: Pending, later: (u8, u8)) -> bool {
        let mut grown = false;
        let known = self.0.entry(pending).or_insert_with(|| {
            grown = true;
            later
        });
        let least = (known.0.min(later.0), known.1.min(later.1));
        grown |= *known != least;
        *known = least;
        grown
    }

    fn change(&mut self, change: impl Fn(Pending, (u8, u8)) -> Option<(Pending, (u8, u8))>) {
        for (pending, later) in std::mem::take(&mut self.0) {
            if let Some((pending, later)) = change(pending, later) {
                self.add(pending, later);
            }
        }
    }

    fn join(&mut self, other: &State) -> bool {
        let mut grown = false;
        for (&pending, &later) in &other.0 {
            grown |= self.add(pending, later);
        }
        grown
    }
}

/// What is handed over without a wait, by barrier and access before it: of the accesses behind it the first of each kind,
/// in layout order. Those that are known to be elsewhere are left out.
pub(crate) fn handovers(function: &Function) -> Vec<Handover> {
    if (1..=LANES as u32).contains(&function.resources.workgroup_size) {
        return Vec::new();
    }
    let mut insts = function.blocks().iter().flat_map(|block| &block.order);
    if !insts.any(|&inst| function.info(inst).unit == Unit::Barrier) {
        return Vec::new();
    }
    let places = Places::new(function);
    let incoming = incoming(function);
    let mut found: BTreeMap<(InstId, InstId, bool, bool, bool), Handover> = BTreeMap::new();
    for block in function.layout() {
        let Some(mut state) = incoming[block.index()].clone() else {
            continue;
        };
        for &inst in &function.block(block).order {
            look(function, inst, &state, &places, |new| {
                let key = (new.barrier, new.producer, new.reads, new.counted, new.late);
                let known = found.entry(key).or_insert(new);
                known.count = known.count.min(new.count);
            });
            step(function, inst, &mut state);
        }
    }
    found.into_values().collect()
}

/// What an access meets.
fn look(
    function: &Function,
    inst: InstId,
    state: &State,
    places: &Places<'_>,
    mut found: impl FnMut(Handover),
) {
    let Some((reads, writes)) = accesses(function, inst) else {
        return;
    };
    let mut extent: Option<Extent> = None;
    for (pending, &(_, count)) in &state.0 {
        let Some(barrier) = pending.crossed else {
            continue;
        };
        let handed = handed(function, pending.producer);
        if handed == Handed::Read && !writes {
            continue;
        }
        let extent = extent.get_or_insert_with(|| places.of(inst));
        if extent.is_apart(&places.of(pending.producer)) {
            continue;
        }
        found(Handover {
            barrier,
            producer: pending.producer,
            handed,
            access: inst,
            reads,
            counter: pending.line.counter(),
            count: if pending.line.in_order() { count } else { 0 },
            counted: pending.counted,
            late: pending.late,
        });
    }
}

/// Whether an instruction reads LDS, and whether it writes it; `None` if it does neither for certain. Flat accesses are
/// not followed: they mostly go to memory.
fn accesses(function: &Function, inst: InstId) -> Option<(bool, bool)> {
    if emits_nothing(function, inst) {
        return None;
    }
    if lines::writes_lds(function, inst) {
        return Some((false, true));
    }
    match LdsAccess::of(function, inst)?.direction {
        Direction::Read => Some((true, false)),
        Direction::Write => Some((false, true)),
        Direction::Atomic => Some((true, true)),
    }
}

fn handed(function: &Function, inst: InstId) -> Handed {
    match accesses(function, inst) {
        _ if lines::writes_lds(function, inst) => Handed::Load,
        Some((_, true)) => Handed::Write,
        _ => Handed::Read,
    }
}

/// The transfer function.
fn step(function: &Function, inst: InstId, state: &mut State) {
    if emits_nothing(function, inst) {
        return;
    }
    if let Some(counts) = lines::request(function, inst) {
        return state.change(|pending, later| waited(pending, later, counts));
    }
    if function.flags(inst).has(InstFlags::CALL) {
        // What a callee waits for, and its barriers, are not known.
        state.0.clear();
        return;
    }
    if function.info(inst).unit == Unit::Barrier {
        return state.change(|pending, (later, _)| {
            let open = Pending {
                crossed: Some(inst),
                ..pending
            };
            (!pending.late).then_some((open, (later, later)))
        });
    }
    for line in mnemonics::lines(function, inst) {
        state.change(|pending, (later, at_barrier)| {
            let more = later.saturating_add(u8::from(pending.line == line));
            // No more than the counter's maximum is ever outstanding.
            let complete = line.in_order() && more >= line.counter().max();
            let at_barrier = if pending.crossed.is_some() { at_barrier } else { more };
            match complete && pending.line == line {
                true => completed(pending).map(|pending| (pending, (more, at_barrier))),
                false => Some((pending, (more, at_barrier))),
            }
        });
        let followed = matches!(line, Line::Lds | Line::Vector);
        if followed && accesses(function, inst).is_some() {
            let pending = Pending {
                producer: inst,
                line,
                counted: false,
                crossed: None,
                late: false,
            };
            state.add(pending, (0, 0));
        }
    }
}

fn waited(pending: Pending, later: (u8, u8), counts: Counts) -> Option<(Pending, (u8, u8))> {
    let Some(count) = counts.get(pending.line.counter()) else {
        return Some((pending, later));
    };
    if count == 0 || pending.line.in_order() && later.0 >= count {
        return completed(pending).map(|pending| (pending, later));
    }
    let counted = pending.counted || pending.crossed.is_none();
    Some((Pending { counted, ..pending }, later))
}

/// What is complete matters still if it was not at a barrier.
fn completed(pending: Pending) -> Option<Pending> {
    pending.crossed.map(|_| Pending {
        late: true,
        ..pending
    })
}

/// What may be pending where each block begins; `None` where no path leads.
fn incoming(function: &Function) -> Vec<Option<State>> {
    let mut states: Vec<Option<State>> = vec![None; function.blocks().len()];
    let ways: Vec<Vec<Exit>> = function.block_ids().map(|b| exits(function, b)).collect();
    if let Some(entry) = states.first_mut() {
        *entry = Some(State::default());
    }
    let mut open: BTreeSet<BlockId> = function.block_ids().take(1).collect();
    while let Some(block) = open.pop_first() {
        let Some(mut state) = states[block.index()].clone() else {
            continue;
        };
        let mut leave = |executed: usize, state: &State| {
            for way in &ways[block.index()] {
                if way.executed != executed {
                    continue;
                }
                let grown = match &mut states[way.to.index()] {
                    Some(known) => known.join(state),
                    unknown => {
                        *unknown = Some(state.clone());
                        true
                    }
                };
                if grown {
                    open.insert(way.to);
                }
            }
        };
        leave(0, &state);
        for (at, &inst) in function.block(block).order.iter().enumerate() {
            step(function, inst, &mut state);
            leave(at + 1, &state);
        }
    }
    states
}
