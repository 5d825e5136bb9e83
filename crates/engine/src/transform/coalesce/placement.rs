//! Where webs are, and whether every read still finds its value there.
//!
//! For a location, each point of the program has the set of original locations whose values it holds. A
//! definition makes it hold the value of the location that the original wrote, a copy makes it hold two
//! alike. A placement is right when each read finds, where it reads now, the value of the location that the
//! original read. Sets are computed by data flow over all paths, for one location at a time.

use std::collections::BTreeMap;

use super::locations::{self, Location};
use super::webs::{Event, Touch, WebId, Webs, shifted};
use crate::machine::dataflow::{Graph, Problem, solve};
use crate::machine::{
    BlockId, Function, InstId, OperandClass, OperandFlags, Reg, RegFile, RegRange, Role,
    VECTOR_REGS,
};
use crate::transform::operands::writes_slowly;

/// The most original locations whose values one location may come to hold.
const MOST_ORIGINS: usize = 64;

/// A read that does not find its value, or an instruction that cannot have its registers: the web.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conflict(pub WebId);

/// Where the webs of a function are.
pub struct Placement<'a> {
    function: &'a Function,
    graph: Graph<'a>,
    pub webs: &'a Webs,
    /// By web, how far it moved.
    shift: Vec<i32>,
    /// By location, the webs that are there now.
    at: Vec<Vec<WebId>>,
    /// Reads that find their value elsewhere than the rest of their web.
    redirected: BTreeMap<(InstId, u32), i32>,
    /// By location, original locations that redirected reads want there.
    guests: Vec<Vec<Location>>,
}

impl<'a> Placement<'a> {
    /// The original's.
    pub fn new(function: &'a Function, webs: &'a Webs) -> Placement<'a> {
        let mut at = vec![Vec::new(); webs.events.len()];
        for (web, facts) in (0..).zip(&webs.webs) {
            for &location in &facts.locations {
                at[location as usize].push(web);
            }
        }
        Placement {
            function,
            graph: Graph::forward(function),
            webs,
            shift: vec![0; webs.webs.len()],
            guests: vec![Vec::new(); at.len()],
            at,
            redirected: BTreeMap::new(),
        }
    }

    /// How far a web has moved.
    pub fn shift(&self, web: WebId) -> i32 {
        self.shift[web as usize]
    }

    /// Moves a web to `shift` locations from where it was at first.
    pub fn set(&mut self, web: WebId, shift: i32) {
        let old = std::mem::replace(&mut self.shift[web as usize], shift);
        if old == shift {
            return;
        }
        let locations = &self.webs.webs[web as usize].locations;
        let moved = |location: Location, shift: i32| (location as i32 + shift) as usize;
        for &location in locations {
            self.at[moved(location, old)].retain(|&other| other != web);
        }
        for &location in locations {
            self.at[moved(location, shift)].push(web);
        }
    }

    /// How often the webs that are at a location now are touched.
    pub fn events_at(&self, location: Location) -> usize {
        let at = self.at[location as usize].iter();
        let origins = at.map(|&web| location as i32 - self.shift(web));
        origins
            .map(|origin| self.webs.events[origin as usize].len())
            .sum()
    }

    /// Whether the operands of a web admit the registers `shift` away.
    pub fn admits(&self, web: WebId, shift: i32) -> bool {
        let facts = &self.webs.webs[web as usize];
        if facts.is_pinned && shift != 0 {
            return false;
        }
        if facts.is_spilled {
            let mut locations = facts.locations.iter();
            let vectors = 0..2 * i32::from(VECTOR_REGS);
            return shift == 0 || locations.all(|&l| vectors.contains(&(l as i32 + shift)));
        }
        facts.ranges.iter().all(|&before| {
            let Some(range) = shifted(before, shift) else {
                return false;
            };
            // Moves to AccVGPRs may write lanes that moves to VGPRs do not.
            let [from, to] = [before, range].map(|range| range.first().file());
            let leaves = (from, to) == (RegFile::Agpr, RegFile::Vgpr);
            if leaves && facts.reads_other_lanes {
                return false;
            }
            let file = match to {
                RegFile::Vgpr => OperandClass::VGPR,
                _ => OperandClass::AGPR,
            };
            let is_even = range.len() < 2 || range.first().number().is_multiple_of(2);
            facts.class.has(file) && (is_even || !facts.class.has(OperandClass::EVEN))
        })
    }

    /// The registers of an operand now.
    pub fn range(&self, inst: InstId, operand: usize) -> Option<RegRange> {
        let range = self.function.operands(inst)[operand].reg()?;
        if !range.first().is_vector() {
            return Some(range);
        }
        let redirected = self.redirected.get(&(inst, operand as u32)).copied();
        let of_web = || Some(self.shift(self.webs.of_operand(inst, operand)?));
        shifted(range, redirected.or_else(of_web).unwrap_or(0))
    }

    /// Lets one operand read its value elsewhere than its web is; `None`: with its web again.
    pub fn redirect(&mut self, inst: InstId, operand: u32, shift: Option<i32>) {
        let Some(range) = self.function.operands(inst)[operand as usize].reg() else {
            return;
        };
        let slots = || range.regs().map(|reg| reg.index() as Location);
        let old = match shift {
            Some(shift) => self.redirected.insert((inst, operand), shift),
            None => self.redirected.remove(&(inst, operand)),
        };
        for (slot, shift, adds) in slots()
            .filter_map(|slot| Some((slot, old?, false)))
            .chain(slots().filter_map(|slot| Some((slot, shift?, true))))
        {
            let guests = &mut self.guests[(slot as i32 + shift) as usize];
            match adds {
                true => guests.push(slot),
                false => {
                    let at = guests.iter().position(|&guest| guest == slot);
                    at.map(|at| guests.swap_remove(at));
                }
            }
        }
    }

    /// Whether a read finds its value elsewhere than its web is.
    pub fn is_redirected(&self, inst: InstId, operand: u32) -> bool {
        self.redirected.contains_key(&(inst, operand))
    }

    /// Whether a copy has nothing to do any more.
    pub fn is_needless(&self, inst: InstId) -> bool {
        if self.webs.of_slot(inst).is_some() {
            let pairs = self.slot_pairs(inst);
            return pairs.iter().all(|(to, from)| to == from);
        }
        let copies = self.webs.copies.by(inst);
        let result = || {
            let operands = self.function.operands(inst).iter();
            operands.clone().position(|o| o.is_def() && o.is_explicit())
        };
        let source = || {
            let mut operands = self.function.operands(inst).iter();
            operands.position(|o| o.is_use() && o.is_explicit())
        };
        let range = |at: Option<usize>| self.range(inst, at?);
        !copies.is_empty() && range(result()).is_some() && range(result()) == range(source())
    }

    /// Where an access to a spill slot copies to and from now; nothing for other instructions.
    pub fn slot_pairs(&self, inst: InstId) -> Vec<(Location, Location)> {
        let Some(web) = self.webs.of_slot(inst) else {
            return Vec::new();
        };
        let copies = self.webs.copies.by(inst);
        let registers = self.range(inst, 0).map(|range| range.first().index());
        let pairs = (registers.unwrap_or(0) as Location..).zip(copies);
        pairs
            .map(|(register, copy)| match copy.to as usize >= Reg::COUNT {
                true => (self.moved(web, copy.to), register),
                false => (register, self.moved(web, copy.from)),
            })
            .collect()
    }

    /// Where a web is now.
    pub fn locations(&self, web: WebId) -> impl Iterator<Item = Location> {
        let locations = self.webs.webs[web as usize].locations.iter();
        locations.map(move |&location| self.moved(web, location))
    }

    fn moved(&self, web: WebId, location: Location) -> Location {
        (location as i32 + self.shift(web)) as Location
    }

    /// Where an event's read or write takes place.
    fn place(&self, event: &Event, location: Location) -> Location {
        match event.touch {
            Touch::Read { operand } => self.read_at((event.inst, operand), event.web, location),
            _ => self.moved(event.web, location),
        }
    }

    /// Where an operand reads what was at a location.
    fn read_at(&self, operand: (InstId, u32), web: WebId, location: Location) -> Location {
        match self.redirected.get(&operand) {
            Some(shift) => (location as i32 + shift) as Location,
            None => self.moved(web, location),
        }
    }

    /// Looks whether all reads of a location find their values.
    ///
    /// # Errors
    /// The web of a read that does not.
    pub fn check(&self, location: Location) -> Result<(), Conflict> {
        let at = &self.at[location as usize];
        let origin = |&web: &WebId| (location as i32 - self.shift(web)) as Location;
        let mut origins: Vec<Location> = at.iter().map(origin).collect();
        origins.extend(&self.guests[location as usize]);
        origins.sort_unstable();
        origins.dedup();
        if origins.iter().all(|&origin| origin == location) {
            return Ok(());
        }
        let any = at.first().copied().unwrap_or(0);
        if origins.len() > MOST_ORIGINS {
            return Err(Conflict(any));
        }
        let mut events: Vec<(&Event, usize)> = Vec::new();
        for (bit, &origin) in origins.iter().enumerate() {
            events.extend(self.webs.events[origin as usize].iter().map(|e| (e, bit)));
        }
        events.sort_by_key(|(event, _)| (event.block, event.moment));
        let by_block = events.chunk_by(|(one, _), (next, _)| one.block == next.block);
        let flow = Flow {
            placement: self,
            location,
            origins: &origins,
            events: by_block.map(|chunk| (chunk[0].0.block, chunk)).collect(),
        };
        flow.check()
    }

    /// Whether an instruction can have its registers.
    ///
    /// # Errors
    /// A web of the instruction.
    pub fn check_operands(&self, inst: InstId) -> Result<(), Conflict> {
        let function = self.function;
        let operands = function.operands(inst);
        if self.is_needless(inst) {
            return Ok(());
        }
        // Moves in the place of an access to a slot come one after another.
        let pairs = self.slot_pairs(inst);
        let crosses = |(at, (to, _)): (usize, &(Location, Location))| {
            pairs[at + 1..].iter().any(|(_, from)| from == to)
        };
        if let (Some(web), true) = (
            self.webs.of_slot(inst),
            pairs.iter().enumerate().any(crosses),
        ) {
            return Err(Conflict(web));
        }
        let is_slow = writes_slowly(function, inst);
        let accumulates = locations::has_forms(function, inst);
        let vectors = |at: usize| {
            let range = operands[at]
                .reg()
                .filter(|range| range.first().is_vector())?;
            Some((range, self.range(inst, at)?))
        };
        for (at, result) in operands.iter().enumerate().filter(|(_, o)| o.is_def()) {
            let Some((before, now)) = vectors(at) else {
                continue;
            };
            let conflict = Conflict(self.webs.of_operand(inst, at).unwrap_or(0));
            for (other, operand) in operands.iter().enumerate().filter(|(i, _)| *i != at) {
                let Some((other_before, other_now)) = vectors(other) else {
                    continue;
                };
                let is_accumulator = operand.role == Role::MatC && result.role == Role::Dst;
                if accumulates && is_accumulator && other_now.first().file() != now.first().file() {
                    return Err(conflict);
                }
                if before.overlaps(other_before) || !now.overlaps(other_now) {
                    continue;
                }
                let is_early = is_slow || result.flags.has(OperandFlags::EARLY_CLOBBER);
                let in_place = accumulates && is_accumulator && now == other_now;
                if operand.is_def() || is_early && !in_place {
                    return Err(conflict);
                }
            }
        }
        Ok(())
    }
}

/// The data flow for one location: which values it holds where blocks begin, by bit of `origins`.
struct Flow<'p, 'a> {
    placement: &'p Placement<'a>,
    location: Location,
    /// Original locations, by bit.
    origins: &'p [Location],
    /// The events of each block that has any, each with its bit.
    events: BTreeMap<BlockId, &'p [(&'p Event, usize)]>,
}

impl Problem for Flow<'_, '_> {
    type State = u64;

    /// Where the function begins the location holds what it held; elsewhere it holds all values that it holds on every way.
    fn given(&self, block: BlockId) -> Option<u64> {
        let function = self.placement.function;
        let enters = block.index() == 0 || function.block(block).predecessors.is_empty();
        Some(if enters {
            self.bit(self.location)
        } else {
            u64::MAX
        })
    }

    fn transfer(&self, block: BlockId, mut held: u64) -> u64 {
        let events = self.events.get(&block).copied().unwrap_or_default();
        self.walk(events, &mut held, &mut |_| {});
        held
    }

    fn join(&self, known: &mut u64, other: &u64, _: u32) -> bool {
        let before = *known;
        *known &= other;
        *known != before
    }
}

impl Flow<'_, '_> {
    fn check(&self) -> Result<(), Conflict> {
        let begins = solve(&self.placement.graph, self);
        for (&block, events) in &self.events {
            let mut held = begins[block].unwrap_or(u64::MAX);
            let mut first = None;
            self.walk(events, &mut held, &mut |web| {
                first.get_or_insert(Conflict(web));
            });
            first.map_or(Ok(()), Err)?;
        }
        Ok(())
    }

    fn bit(&self, location: Location) -> u64 {
        let bit = self.origins.binary_search(&location);
        bit.map_or(0, |bit| 1 << bit)
    }

    /// Goes through events of a block; `missing` gets the web of each read that does not find its value.
    fn walk(&self, events: &[(&Event, usize)], held: &mut u64, missing: &mut dyn FnMut(WebId)) {
        let placement = self.placement;
        for at_once in events.chunk_by(|(a, _), (b, _)| a.moment == b.moment) {
            let before = *held;
            for &(event, bit) in at_once {
                let origin = self.origins[bit];
                let bit = 1u64 << bit;
                let here = placement.place(event, origin) == self.location;
                match event.touch {
                    Touch::Read { .. } => {
                        if here && *held & bit == 0 && !placement.is_needless(event.inst) {
                            missing(event.web);
                        }
                    }
                    Touch::Write { .. } if here => {
                        // Lanes that are off keep what was there.
                        *held = if event.masked { before & bit } else { bit };
                    }
                    // A copy that stays names it in its present place, too.
                    Touch::Undefined if here && !placement.is_needless(event.inst) => *held = 0,
                    Touch::Write { .. } | Touch::Undefined => *held &= !bit,
                    Touch::Copied {
                        from,
                        source,
                        operand,
                    } => {
                        let equal = before & self.bit(from) != 0;
                        let read = (event.inst, operand);
                        let needless =
                            here && placement.read_at(read, source, from) == self.location;
                        if here && !needless {
                            let copied = if equal { self.bit(from) } else { 0 };
                            *held = match event.masked {
                                true => before & bit,
                                false => bit | copied,
                            };
                        } else if equal {
                            *held |= bit;
                        } else {
                            *held &= !bit;
                        }
                    }
                }
            }
        }
    }
}
