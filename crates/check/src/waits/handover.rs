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

use super::emits_nothing;
use super::facts::Facts;
use super::lines::{self, Line};
use crate::dataflow::from_entry;
use crate::exits::{Exit, exits};
use crate::gpu::{Counter, Counts, Unit};
use crate::machine::lanes::{Direction, LdsAccess};
use crate::machine::{Function, InstFlags, InstId, Reg, RegRange};

mod places;
mod state;
mod value;

use places::Places;
use state::{Later, Pending, State};

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

/// An access to LDS.
#[derive(Debug)]
struct Access {
    reads: bool,
    writes: bool,
    handed: Handed,
    /// Where it is, of one with an address for each lane.
    place: Option<LdsAccess>,
}

impl Access {
    /// What an instruction does with LDS; `None` if that is nothing for certain. Flat accesses are not followed: they
    /// mostly go to memory.
    fn of(function: &Function, inst: InstId) -> Option<Access> {
        if emits_nothing(function, inst) {
            return None;
        }
        let place = LdsAccess::of(function, inst);
        if lines::writes_lds(function, inst) {
            return Some(Access {
                reads: false,
                writes: true,
                handed: Handed::Load,
                place,
            });
        }
        let direction = place.as_ref()?.direction;
        let writes = direction != Direction::Read;
        Some(Access {
            reads: direction != Direction::Write,
            writes,
            handed: if writes { Handed::Write } else { Handed::Read },
            place,
        })
    }
}

fn waited(pending: Pending, later: Later, counts: Counts) -> Pending {
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
    facts: Facts<'a>,
    places: Places<'a>,
    /// By instruction.
    accesses: Vec<Option<Access>>,
    /// The registers with addresses of accesses to LDS.
    addresses: HashSet<Reg>,
}

impl<'a> Walk<'a> {
    fn new(function: &'a Function) -> Walk<'a> {
        let ids = (0..function.inst_count() as u32).map(InstId);
        let accesses: Vec<_> = ids.map(|inst| Access::of(function, inst)).collect();
        let places = accesses.iter().flatten().filter_map(|a| a.place.as_ref());
        Walk {
            function,
            facts: Facts::new(function),
            places: Places::new(function),
            addresses: places.map(|place| place.address).collect(),
            accesses,
        }
    }

    fn access(&self, inst: InstId) -> Option<&Access> {
        self.accesses[inst.index()].as_ref()
    }

    /// What an access meets.
    fn look(
        &self,
        inst: InstId,
        state: &State,
        elsewhere: &mut BTreeSet<InstId>,
        mut found: impl FnMut(Handover),
    ) {
        let Some(&Access { reads, writes, .. }) = self.access(inst) else {
            return;
        };
        let meets = |producer: InstId| !self.places.of(inst).is_apart(self.places.of(producer));
        for &(producer, _) in state.handed().iter().filter(|_| reads) {
            if !elsewhere.contains(&producer) && meets(producer) {
                elsewhere.insert(producer);
            }
        }
        for &(pending, (_, count)) in state.pending() {
            let Some(barrier) = pending.crossed else {
                continue;
            };
            let Some(&Access { handed, .. }) = self.access(pending.producer) else {
                continue;
            };
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
                    .is_of_wave(self.places.of(pending.producer)),
            });
        }
    }

    /// The transfer function.
    fn step(&self, inst: InstId, state: &mut State) {
        let (function, fact) = (self.function, self.facts.of(inst));
        if fact.emits_nothing {
            return;
        }
        if let Some(counts) = fact.request {
            return state.change(|pending, later| waited(pending, later, counts));
        }
        if function.flags(inst).has(InstFlags::CALL) {
            // What a callee waits for, and its barriers, are not known.
            *state = State::default();
            return;
        }
        if function.info(inst).unit == Unit::Barrier {
            let handed = |producer| self.access(producer).map(|access| access.handed);
            let hands = |producer| handed(producer).is_some_and(|of| of != Handed::Read);
            return state.cross(inst, hands);
        }
        let mut defs = function.operands(inst).iter().filter(|o| o.is_def());
        let redirects = |range: RegRange| range.regs().any(|reg| self.addresses.contains(&reg));
        if defs.any(|def| def.reg().is_some_and(redirects)) {
            state.redirect(|producer| self.is_address_written(producer, inst));
        }
        for &line in &fact.lines {
            state.issue(line);
            let followed = matches!(line, Line::Lds | Line::Vector);
            if followed && self.access(inst).is_some() {
                state.replace(|producer| producer == inst || self.is_same_place(producer, inst));
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

    /// Where an access is.
    fn place(&self, inst: InstId) -> Option<&LdsAccess> {
        self.access(inst)?.place.as_ref()
    }

    /// Whether an instruction writes the register with the address of an access.
    fn is_address_written(&self, access: InstId, by: InstId) -> bool {
        let mut defs = self.function.operands(by).iter().filter(|o| o.is_def());
        self.place(access).is_none_or(|place| {
            defs.any(|def| def.reg().is_some_and(|range| range.contains(place.address)))
        })
    }

    /// Whether two writes are at the same place if the register with their address is the same.
    fn is_same_place(&self, one: InstId, other: InstId) -> bool {
        let place = self.place(one);
        place.is_some_and(|of| of.direction == Direction::Write && self.place(other) == place)
    }

    /// What may be pending where each block begins; `None` where no path leads.
    fn incoming(&self) -> Vec<Option<State>> {
        let function = self.function;
        let ways: Vec<Vec<Exit>> = function.block_ids().map(|b| exits(function, b)).collect();
        let step = |_, inst, state: &mut State| self.step(inst, state);
        from_entry(function, &ways, State::default(), step, |_, _| None)
    }
}
