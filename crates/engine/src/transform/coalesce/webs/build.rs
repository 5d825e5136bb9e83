//! How webs are found: values are numbered block by block, and joined as operands and paths require.

use std::collections::BTreeSet;

use super::super::locations::{self, Copies, Location, SpillSlots};
use super::super::masks::{Mask, Masks};
use super::{Event, SLOT, Touch, Web, WebId, Webs};
use crate::machine::dataflow::{Graph, Problem, solve};
use crate::machine::index::TypedVec;
use crate::machine::liveness::Liveness;
use crate::machine::{
    BlockId, Function, InstId, Operand, OperandClass, OperandFlags, Reg, RegRange, Role,
};
use crate::transform::exec;
use crate::transform::operands::{admitted, is_bundled, is_fixed, writes_slowly};
use crate::transform::union_find::{Facts, UnionFind, Value};

/// What is known of a value, or of values that have to move together.
struct Known {
    pinned: bool,
    class: OperandClass,
    even: bool,
    whole: bool,
    reads_past_exec: bool,
    reads_other_lanes: bool,
    spilled: bool,
}

impl Facts for Known {
    fn absorb(&mut self, other: &Known) {
        self.pinned |= other.pinned;
        self.class = OperandClass(self.class.0 & other.class.0);
        self.even |= other.even;
        self.whole &= other.whole;
        self.reads_past_exec |= other.reads_past_exec;
        self.reads_other_lanes |= other.reads_other_lanes;
        self.spilled |= other.spilled;
    }
}

struct Builder<'a> {
    function: &'a Function,
    copies: Copies,
    /// By instruction, the value in the spill slot that it accesses.
    of_slot: Vec<Option<Value>>,
    values: UnionFind<Known>,
    /// By location: the value that it holds.
    current: Vec<Option<Value>>,
    operands: Vec<(Value, InstId, u32)>,
    events: Vec<Vec<Event>>,
    /// The mask, and whether EXEC was written in the block.
    mask: Mask,
    masked: bool,
    block: BlockId,
    moment: u32,
}

/// Finds the webs of a function.
pub fn webs(function: &Function) -> Webs {
    let masks = Masks::of(function);
    let slots = SpillSlots::of(function, &masks);
    let copies = Copies::of(function, &slots);
    let spilled = live_slots(function, &slots, &copies, &masks);
    let liveness = Liveness::of(function);
    let mut builder = Builder {
        function,
        copies,
        of_slot: vec![None; function.inst_count()],
        values: UnionFind::default(),
        current: vec![None; slots.end()],
        operands: Vec::new(),
        events: vec![Vec::new(); slots.end()],
        mask: Mask::Entry,
        masked: false,
        block: BlockId(0),
        moment: 0,
    };
    // What each block begins with.
    let first = function.block_ids().next();
    let mut at_entry: Vec<Vec<(Location, Value)>> = Vec::new();
    for block in function.block_ids() {
        let live = liveness.live_in[block].iter().filter(|reg| reg.is_vector());
        let live = live.map(|reg| reg.index() as Location);
        let live = live.chain(spilled[block].iter().copied());
        let begins: Vec<(Location, Value)> = live
            .map(|location| {
                let value = builder.new_value();
                let enters = Some(block) == first || function.block(block).predecessors.is_empty();
                let facts = builder.values.facts(value);
                facts.pinned |= enters;
                facts.spilled |= location as usize >= Reg::COUNT;
                (location, value)
            })
            .collect();
        at_entry.push(begins);
    }
    for block in function.block_ids() {
        builder.current.fill(None);
        for &(location, value) in &at_entry[block.index()] {
            builder.current[location as usize] = Some(value);
        }
        (builder.block, builder.masked) = (block, false);
        let insts = function.block(block).order.iter();
        let insts = insts.zip(masks.before_each(block));
        for (position, (&inst, &mask)) in insts.enumerate() {
            builder.moment = 2 * position as u32;
            builder.mask = mask;
            builder.add(inst);
            builder.masked |= function.writes_exec(inst);
        }
        for &successor in &function.block(block).successors {
            for &(location, value) in &at_entry[successor.index()] {
                let held = builder.held(location);
                builder.values.join(held, value);
            }
        }
    }
    builder.finish(&at_entry)
}

/// By block, the dwords of spill slots that are live where it begins.
fn live_slots(
    function: &Function,
    slots: &SpillSlots,
    copies: &Copies,
    masks: &Masks,
) -> TypedVec<BlockId, BTreeSet<Location>> {
    if slots.end() <= Reg::COUNT {
        return TypedVec::from_elem(BTreeSet::new(), function.blocks().len());
    }
    let problem = LiveSlots {
        function,
        copies,
        masks,
    };
    let at_end = solve(&Graph::backward(function), &problem);
    let blocks = function.block_ids().zip(at_end);
    blocks
        .map(|(block, live)| problem.transfer(block, live.unwrap_or_default()))
        .collect()
}

/// The dwords of spill slots that are live where blocks end. What only some lanes write keeps what it held in the others.
struct LiveSlots<'a> {
    function: &'a Function,
    copies: &'a Copies,
    masks: &'a Masks,
}

impl Problem for LiveSlots<'_> {
    type State = BTreeSet<Location>;

    fn given(&self, _: BlockId) -> Option<BTreeSet<Location>> {
        Some(BTreeSet::new())
    }

    fn transfer(&self, block: BlockId, mut live: BTreeSet<Location>) -> BTreeSet<Location> {
        let is_slot = |location: &Location| *location as usize >= Reg::COUNT;
        let insts = self.function.block(block).order.iter();
        let insts = insts.zip(self.masks.before_each(block));
        for (&inst, &mask) in insts.rev() {
            let copies = self.copies.by(inst);
            let written = copies.iter().filter(|copy| is_slot(&copy.to));
            for copy in written.filter(|_| mask == Mask::Entry) {
                live.remove(&copy.to);
            }
            live.extend(copies.iter().map(|copy| copy.from).filter(is_slot));
        }
        live
    }

    fn join(&self, known: &mut BTreeSet<Location>, other: &BTreeSet<Location>, _: u32) -> bool {
        let before = known.len();
        known.extend(other);
        known.len() != before
    }
}

impl Builder<'_> {
    fn new_value(&mut self) -> Value {
        self.values.add(Known {
            pinned: false,
            class: OperandClass::VGPR | OperandClass::AGPR,
            even: false,
            whole: true,
            reads_past_exec: false,
            reads_other_lanes: false,
            spilled: false,
        })
    }

    /// The value that a location holds; what nobody wrote is undefined, and stays where it is.
    fn held(&mut self, location: Location) -> Value {
        if let Some(value) = self.current[location as usize] {
            return value;
        }
        let value = self.new_value();
        self.values.facts(value).pinned = true;
        self.current[location as usize] = Some(value);
        value
    }

    fn add(&mut self, inst: InstId) {
        let function = self.function;
        let operands = function.operands(inst);
        let copies = self.copies.by(inst).to_vec();
        let is_slot = |location: Location| location as usize >= Reg::COUNT;
        if copies.iter().any(|copy| is_slot(copy.from)) {
            self.add_reload(inst, copies.iter().map(|copy| copy.from));
        }
        let vector = |operand: &Operand| operand.reg().filter(|range| range.first().is_vector());
        for (index, operand) in operands.iter().enumerate() {
            if let (Some(range), true) = (vector(operand), operand.is_use()) {
                self.add_use(inst, index, operand, range);
            }
        }
        let sources: Vec<Option<Value>> = copies
            .iter()
            .map(|copy| self.current[copy.from as usize])
            .collect();
        let read = operands.iter().position(|o| o.is_use() && o.is_explicit());
        let read = match copies.first() {
            Some(copy) if is_slot(copy.from) => SLOT,
            _ => read.unwrap_or(0) as u32,
        };
        if copies.iter().any(|copy| is_slot(copy.to)) {
            self.add_spill(inst, &copies, &sources);
        }
        let mut defined: Vec<(RegRange, Value)> = Vec::new();
        for (index, operand) in operands.iter().enumerate() {
            let Some(range) = vector(operand).filter(|_| operand.is_def()) else {
                continue;
            };
            let value = self.add_result(inst, operand, range, &defined);
            self.note(inst, index, operand, value);
            defined.push((range, value));
            let is_copy = !copies.is_empty();
            for reg in range.regs() {
                let location = reg.index() as Location;
                let copy = copies.iter().position(|copy| copy.to == location);
                let touch = match copy {
                    Some(at) if operand.is_explicit() => Touch::Copied {
                        from: copies[at].from,
                        source: sources[at].unwrap_or(value),
                        operand: read,
                    },
                    // A part of a tuple stands for the whole in LLVM's liveness.
                    _ if is_copy && !operand.is_explicit() && copy.is_none() => Touch::Undefined,
                    _ if is_copy && !operand.is_explicit() => continue,
                    _ => Touch::Write {
                        operand: index as u32,
                    },
                };
                self.touch(inst, location, value, touch, 1);
            }
        }
        for (range, value) in defined {
            for reg in range.regs() {
                self.current[reg.index()] = Some(value);
            }
        }
    }

    /// A reload reads its slot.
    fn add_reload(&mut self, inst: InstId, dwords: impl Iterator<Item = Location>) {
        let mut value = None;
        for location in dwords {
            let held = self.held(location);
            self.touch(inst, location, held, Touch::Read { operand: SLOT }, 0);
            match value {
                Some(known) => self.values.join(known, held),
                None => value = Some(held),
            }
        }
        self.note_slot(inst, value, self.mask == Mask::Entry);
    }

    /// A store to a slot copies registers there.
    fn add_spill(&mut self, inst: InstId, copies: &[locations::Copy], sources: &[Option<Value>]) {
        let function = self.function;
        let value = self.new_value();
        let operands = function.operands(inst).iter();
        let operand = operands.clone().position(|o| o.is_use() && o.is_explicit());
        for (copy, source) in copies.iter().zip(sources) {
            let touch = Touch::Copied {
                from: copy.from,
                source: source.unwrap_or(value),
                operand: operand.unwrap_or(0) as u32,
            };
            self.touch(inst, copy.to, value, touch, 1);
            let is_partial = self.masked || self.mask != Mask::Entry;
            if let Some(old) = self.current[copy.to as usize].filter(|_| is_partial) {
                self.values.join(value, old);
            }
        }
        for copy in copies {
            self.current[copy.to as usize] = Some(value);
        }
        self.note_slot(inst, Some(value), self.mask == Mask::Entry);
    }

    fn note_slot(&mut self, inst: InstId, value: Option<Value>, whole: bool) {
        let Some(value) = value else { return };
        let facts = self.values.facts(value);
        facts.whole &= whole;
        facts.spilled = true;
        self.of_slot[inst.index()] = Some(value);
    }

    fn touch(&mut self, inst: InstId, location: Location, web: Value, touch: Touch, late: u32) {
        self.events[location as usize].push(Event {
            block: self.block,
            moment: self.moment + late,
            inst,
            web,
            touch,
            masked: self.masked,
        });
    }

    fn add_use(&mut self, inst: InstId, index: usize, operand: &Operand, range: RegRange) {
        let undefined = operand.flags.has(OperandFlags::UNDEF);
        let mut value = None;
        for reg in range.regs() {
            let location = reg.index() as Location;
            if undefined && self.current[reg.index()].is_none() {
                continue;
            }
            let held = self.held(location);
            if !undefined {
                let operand = index as u32;
                self.touch(inst, location, held, Touch::Read { operand }, 0);
            }
            match value {
                Some(known) => self.values.join(known, held),
                None => value = Some(held),
            }
        }
        if let Some(value) = value {
            self.note(inst, index, operand, value);
        }
    }

    /// The value of a result, joined with what must move along.
    fn add_result(
        &mut self,
        inst: InstId,
        operand: &Operand,
        range: RegRange,
        defined: &[(RegRange, Value)],
    ) -> Value {
        let function = self.function;
        let operands = function.operands(inst);
        let value = self.new_value();
        for &(other, earlier) in defined {
            if other.overlaps(range) {
                self.values.join(value, earlier);
            }
        }
        let is_slow = writes_slowly(function, inst);
        for source in operands.iter().filter(|o| o.is_use()) {
            let Some(read) = source.reg().filter(|read| read.overlaps(range)) else {
                continue;
            };
            let both_tied = operand.flags.has(OperandFlags::TIED)
                && source.flags.has(OperandFlags::TIED)
                && read == range;
            let keeps = is_slow || !operand.is_explicit() || !source.is_explicit() || both_tied;
            if !keeps {
                continue;
            }
            for reg in read.regs() {
                if let Some(old) = self.current[reg.index()] {
                    self.values.join(value, old);
                }
            }
            if both_tied && read.regs().all(|reg| self.current[reg.index()].is_none()) {
                self.pin(value);
            }
        }
        // Lanes that EXEC has switched off since keep the old value.
        if self.masked {
            for reg in range.regs() {
                if let Some(old) = self.current[reg.index()] {
                    self.values.join(value, old);
                }
            }
        }
        value
    }

    fn pin(&mut self, value: Value) {
        self.values.facts(value).pinned = true;
    }

    /// Notes what an operand means for its web.
    fn note(&mut self, inst: InstId, index: usize, operand: &Operand, value: Value) {
        let function = self.function;
        let (mut class, even) = admitted(function, inst, index, operand);
        let accumulates = matches!(operand.role, Role::Dst | Role::MatC);
        let is_flexible = accumulates && locations::has_forms(function, inst)
            || locations::flexible_move(function, inst).is_some();
        if is_flexible && class != OperandClass::NONE {
            class = OperandClass::VGPR | OperandClass::AGPR;
        }
        let is_reserved = operand
            .reg()
            .is_some_and(|range| function.reserved.touches(range));
        let is_fixed = is_fixed(function, inst) || is_bundled(function, inst);
        let mask = self.mask;
        // SrcC and copies stay in their lanes.
        let keeps_lanes = operand.role == Role::MatC || !self.copies.by(inst).is_empty();
        let facts = self.values.facts(value);
        facts.class = OperandClass(facts.class.0 & class.0);
        facts.even |= even;
        facts.pinned |= is_reserved || is_fixed || class == OperandClass::NONE;
        facts.whole &= match operand.is_def() {
            true => mask == Mask::Entry,
            false => mask != Mask::Unknown,
        };
        let looks_past = operand.is_use() && exec::reads_inactive(function, inst);
        facts.reads_past_exec |= looks_past;
        facts.reads_other_lanes |= looks_past && !keeps_lanes;
        self.operands.push((value, inst, index as u32));
    }

    /// The webs.
    fn finish(mut self, at_entry: &[Vec<(Location, Value)>]) -> Webs {
        let (set_of, sets) = self.values.sets();
        let webs = sets.into_iter().map(|facts| Web {
            operands: Vec::new(),
            ranges: Vec::new(),
            locations: Vec::new(),
            is_pinned: facts.pinned,
            class: match facts.even {
                true => facts.class | OperandClass::EVEN,
                false => facts.class,
            },
            is_whole: facts.whole,
            reads_past_exec: facts.reads_past_exec,
            reads_other_lanes: facts.reads_other_lanes,
            is_spilled: facts.spilled,
        });
        let mut webs: Vec<Web> = webs.collect();
        let web_of = |value: Value| set_of[value as usize] as WebId;
        let mut of_operand = vec![Vec::new(); self.function.inst_count()];
        for &(value, inst, operand) in &self.operands {
            let web = web_of(value);
            let range = self.function.operands(inst)[operand as usize].reg();
            webs[web as usize].operands.push((inst, operand));
            webs[web as usize].ranges.extend(range);
            let operands: &mut Vec<Option<WebId>> = &mut of_operand[inst.index()];
            operands.resize(operands.len().max(operand as usize + 1), None);
            operands[operand as usize] = Some(web);
        }
        for web in &mut webs {
            web.ranges
                .sort_unstable_by_key(|range| (range.first(), range.len()));
            web.ranges.dedup();
        }
        for (location, events) in self.events.iter_mut().enumerate() {
            for event in events.iter_mut() {
                event.web = web_of(event.web);
                if let Touch::Copied { source, .. } = &mut event.touch {
                    *source = web_of(*source);
                }
                let locations = &mut webs[event.web as usize].locations;
                if locations.last() != Some(&(location as Location)) {
                    locations.push(location as Location);
                }
            }
            events.sort_by_key(|event| (event.block, event.moment));
        }
        let of_slot = self.of_slot.iter().map(|value| value.map(web_of));
        let of_slot = of_slot.collect();
        let begins = at_entry.iter().map(|begins| {
            let begins = begins.iter();
            begins
                .map(|&(location, value)| (location, web_of(value)))
                .collect()
        });
        Webs {
            at_entry: begins.collect(),
            copies: self.copies,
            webs,
            events: self.events,
            of_operand,
            of_slot,
        }
    }
}
