//! What waves hand over in LDS at barriers.
//!
//! Behind `s_barrier` other waves access what this one has written before it. A write that the wave has not waited for by
//! then may come later than theirs; a read may come later than their writes. The barrier itself waits for no counter
//! (LLVM puts a wait before it for every release, `AMDGPUUsage`, "Memory Model"). So of each access to LDS it is followed
//! whether it may be outstanding at a barrier. If so, an access behind that barrier may meet it, up to the next barrier
//! before which it was waited for.
//!
//! All waves are taken to execute the same program: what one does before a barrier meets what another does behind it.
//! Workgroups of one wave have nobody to hand anything over to.
//!
//! Barriers that keep waves in step hand nothing over, and pipelined code leaves writes outstanding at them on purpose: they
//! are handed over at a later barrier, before which they are waited for, and read behind that. What is read behind no
//! barrier that it was waited for at is either for nobody or is not waited for where it should be ([`Handover::elsewhere`]).

use std::collections::{BTreeMap, BTreeSet, HashSet};

use smallvec::SmallVec;

use super::lines::{self, Line};
use super::{emits_nothing, mnemonics};
use crate::dataflow::{Join, from_entry};
use crate::exits::{Exit, exits};
use crate::gpu::{Counter, Counts, Unit};
use crate::machine::lanes::{Direction, LdsAccess};
use crate::machine::{Function, InstFlags, InstId, Reg, RegRange};

mod places;
mod value;

use places::Places;

/// What is outstanding.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Handed {
    /// A write or an atomic, of data in registers.
    Write,
    /// A load from memory straight into LDS.
    Load,
    /// A read, whose place is written behind the barrier.
    Read,
}

/// An access to LDS that may be outstanding at a barrier, and one behind it that may meet it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Handover {
    /// The last barrier between them.
    pub barrier: InstId,
    /// What is outstanding at it.
    pub producer: InstId,
    /// What kind of access that is.
    pub handed: Handed,
    /// What accesses LDS behind it.
    pub access: InstId,
    /// It reads what is written, not only writes there itself.
    pub reads: bool,
    /// The counter of a wait for it.
    pub counter: Counter,
    /// The weakest count that would prove it complete at the barrier; a count of the counter's maximum waits for nothing.
    pub count: u8,
    /// A wait between it and the barrier lets it be outstanding by a count: somebody has counted.
    pub counted: bool,
    /// On some way it is waited for before a barrier, and LDS is read behind that before it is written again.
    pub elsewhere: bool,
    /// Both are in the wave's own part of LDS, by its number in the first dimension.
    pub own: bool,
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
    /// It was waited for.
    complete: bool,
    /// The register with its address still holds that.
    addressed: bool,
}

/// What may be pending, each with the fewest operations that follow it on its line: up to now, and up to the barrier.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
struct State {
    pending: BTreeMap<Pending, (u8, u8)>,
    /// What was complete at a barrier, and whether the register with its address still holds that.
    handed: BTreeSet<(InstId, bool)>,
}

impl State {
    fn add(&mut self, pending: Pending, later: (u8, u8)) -> bool {
        let mut grown = false;
        let known = self.pending.entry(pending).or_insert_with(|| {
            grown = true;
            later
        });
        let least = (known.0.min(later.0), known.1.min(later.1));
        grown |= *known != least;
        *known = least;
        grown
    }

    fn change(&mut self, change: impl Fn(Pending, (u8, u8)) -> Pending) {
        let changed = self.pending.iter().filter_map(|(&old, &later)| {
            let new = change(old, later);
            (new != old).then_some((old, new, later))
        });
        // What the old ones become may be among these itself.
        let changed: SmallVec<[_; 8]> = changed.collect();
        for (old, ..) in &changed {
            self.pending.remove(old);
        }
        for (_, new, later) in changed {
            self.add(new, later);
        }
    }

    /// A barrier.
    fn cross(&mut self, barrier: InstId, hands: impl Fn(InstId) -> bool) {
        for (pending, (later, _)) in std::mem::take(&mut self.pending) {
            if pending.complete && !hands(pending.producer) {
                continue;
            }
            if pending.complete {
                self.handed.insert((pending.producer, pending.addressed));
                continue;
            }
            let crossed = Some(barrier);
            self.add(Pending { crossed, ..pending }, (later, later));
        }
    }

    /// A register with addresses is written.
    fn redirect(&mut self, is_of: impl Fn(InstId) -> bool) {
        self.change(|pending, _| Pending {
            addressed: pending.addressed && !is_of(pending.producer),
            ..pending
        });
        let handed = std::mem::take(&mut self.handed).into_iter();
        self.handed = handed
            .map(|(producer, addressed)| (producer, addressed && !is_of(producer)))
            .collect();
    }
}

impl Join for State {
    fn join(&mut self, other: &State) -> bool {
        let mut grown = false;
        for (&pending, &later) in &other.pending {
            grown |= self.add(pending, later);
        }
        for &handed in &other.handed {
            grown |= self.handed.insert(handed);
        }
        grown
    }
}

/// What is handed over without a wait, by barrier and access before it: of the accesses behind it the first of each kind,
/// in layout order. Those that are known to be elsewhere are left out.
pub fn handovers(function: &Function) -> Vec<Handover> {
    if (1..=function.gpu.wave_size()).contains(&function.resources.workgroup_size) {
        return Vec::new();
    }
    let mut insts = function.blocks().iter().flat_map(|block| &block.order);
    if !insts.any(|&inst| function.info(inst).unit == Unit::Barrier) {
        return Vec::new();
    }
    let walk = Walk::new(function);
    let incoming = walk.incoming();
    let mut found: BTreeMap<(InstId, InstId, bool, bool, bool), Handover> = BTreeMap::new();
    // What is read behind a barrier that it was waited for at.
    let mut elsewhere: BTreeSet<InstId> = BTreeSet::new();
    for block in function.layout() {
        let Some(mut state) = incoming[block.index()].clone() else {
            continue;
        };
        for &inst in &function.block(block).order {
            walk.look(inst, &state, &mut elsewhere, |new| {
                let key = (new.barrier, new.producer, new.reads, new.counted, new.own);
                let known = found.entry(key).or_insert(new);
                known.count = known.count.min(new.count);
            });
            walk.step(inst, &mut state);
        }
    }
    let found = found.into_values().map(|handover| Handover {
        elsewhere: elsewhere.contains(&handover.producer),
        ..handover
    });
    found.collect()
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

fn waited(pending: Pending, later: (u8, u8), counts: Counts) -> Pending {
    let Some(count) = counts.get(pending.line.counter()) else {
        return pending;
    };
    if count == 0 || pending.line.in_order() && later.0 >= count {
        let complete = true;
        return Pending {
            complete,
            ..pending
        };
    }
    let counted = pending.counted || pending.crossed.is_none();
    Pending { counted, ..pending }
}

struct Walk<'a> {
    function: &'a Function,
    places: Places<'a>,
    /// The registers with addresses of accesses to LDS.
    addresses: HashSet<Reg>,
}

impl<'a> Walk<'a> {
    fn new(function: &'a Function) -> Walk<'a> {
        let insts = function.blocks().iter().flat_map(|block| &block.order);
        let accesses = insts.filter_map(|&inst| LdsAccess::of(function, inst));
        Walk {
            function,
            places: Places::new(function),
            addresses: accesses.map(|access| access.address).collect(),
        }
    }

    /// What an access meets.
    fn look(
        &self,
        inst: InstId,
        state: &State,
        elsewhere: &mut BTreeSet<InstId>,
        mut found: impl FnMut(Handover),
    ) {
        let function = self.function;
        let Some((reads, writes)) = accesses(function, inst) else {
            return;
        };
        let meets = |producer: InstId| !self.places.of(inst).is_apart(&self.places.of(producer));
        for &(producer, _) in state.handed.iter().filter(|_| reads) {
            if !elsewhere.contains(&producer) && meets(producer) {
                elsewhere.insert(producer);
            }
        }
        for (pending, &(_, count)) in &state.pending {
            let Some(barrier) = pending.crossed else {
                continue;
            };
            let handed = handed(function, pending.producer);
            if handed == Handed::Read && !writes || !meets(pending.producer) {
                continue;
            }
            found(Handover {
                barrier,
                producer: pending.producer,
                handed,
                access: inst,
                reads,
                counter: pending.line.counter(),
                count: match pending.line.in_order() {
                    true => count.min(pending.line.counter().max() - 1),
                    false => 0,
                },
                counted: pending.counted,
                elsewhere: false,
                own: self
                    .places
                    .of(inst)
                    .is_of_wave(&self.places.of(pending.producer)),
            });
        }
    }

    /// The transfer function.
    fn step(&self, inst: InstId, state: &mut State) {
        let function = self.function;
        if emits_nothing(function, inst) {
            return;
        }
        if let Some(counts) = lines::request(function, inst) {
            return state.change(|pending, later| waited(pending, later, counts));
        }
        if function.flags(inst).has(InstFlags::CALL) {
            // What a callee waits for, and its barriers, are not known.
            *state = State::default();
            return;
        }
        if function.info(inst).unit == Unit::Barrier {
            let hands = |producer| handed(function, producer) != Handed::Read;
            return state.cross(inst, hands);
        }
        let mut defs = function.operands(inst).iter().filter(|o| o.is_def());
        let redirects = |range: RegRange| range.regs().any(|reg| self.addresses.contains(&reg));
        if defs.any(|def| def.reg().is_some_and(redirects)) {
            state.redirect(|producer| self.is_address_written(producer, inst));
        }
        for line in mnemonics::lines(function, inst) {
            for (pending, (later, at_barrier)) in &mut state.pending {
                // Younger ones than the counter can hold are as good as that many; a full counter completes nothing.
                let more = later.saturating_add(u8::from(pending.line == line));
                *later = more.min(pending.line.counter().max());
                if pending.crossed.is_none() {
                    *at_barrier = *later;
                }
            }
            let followed = matches!(line, Line::Lds | Line::Vector);
            if followed && accesses(function, inst).is_some() {
                let same =
                    |producer: InstId| producer == inst || self.is_same_place(producer, inst);
                state
                    .handed
                    .retain(|&(producer, addressed)| !(addressed && same(producer)));
                let pending = Pending {
                    producer: inst,
                    line,
                    counted: false,
                    crossed: None,
                    complete: false,
                    addressed: true,
                };
                state.add(pending, (0, 0));
            }
        }
    }

    /// Whether an instruction writes the register with the address of an access.
    fn is_address_written(&self, access: InstId, by: InstId) -> bool {
        let address = LdsAccess::of(self.function, access).map(|access| access.address);
        let mut defs = self.function.operands(by).iter().filter(|o| o.is_def());
        address.is_none_or(|address| {
            defs.any(|def| def.reg().is_some_and(|range| range.contains(address)))
        })
    }

    /// Whether two writes are at the same place if the register with their address is the same.
    fn is_same_place(&self, one: InstId, other: InstId) -> bool {
        let access = |inst| LdsAccess::of(self.function, inst);
        access(one)
            .is_some_and(|one| one.direction == Direction::Write && access(other) == Some(one))
    }

    /// What may be pending where each block begins; `None` where no path leads.
    fn incoming(&self) -> Vec<Option<State>> {
        let function = self.function;
        let ways: Vec<Vec<Exit>> = function.block_ids().map(|b| exits(function, b)).collect();
        let step = |_, inst, state: &mut State| self.step(inst, state);
        from_entry(function, &ways, State::default(), step, |_, _| None)
    }
}
