//! Webs: the values of a block that must move from register to register together.
//!
//! A web is a closure over register slots of definitions and uses inside one block, joined by every operand
//! that names several slots, by tied operands, and by operands of one definition that overlap. It moves by
//! one shift, or not at all.

use std::fmt;

use crate::machine::liveness::Liveness;
use crate::machine::{
    BlockId, Function, InstFlags, InstId, Operand, OperandClass, OperandFlags, Reg, RegRange,
    RegSet,
};
use crate::transform::exec;
use crate::transform::operands::{admitted, is_bundled, is_fixed, writes_slowly};
use crate::transform::union_find::{Facts, UnionFind, Value};

/// Why a web keeps its registers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Pin {
    /// A use reads what another block, or an earlier iteration, has written.
    LiveIn,
    /// The block's successors read it.
    LiveOut,
    /// An instruction names the register in its text, its calling convention or an index: inline
    /// assembly, calls, returns, terminators, indexed moves.
    FixedInstruction,
    /// A member of a bundle names it.
    Bundle,
    /// The register class of an operand is not known.
    UnknownClass,
    /// LLVM keeps the register for itself.
    Reserved,
    /// EXEC is written between its first and its last access.
    ExecChanges,
    /// Whatever was in its register before shows in inactive lanes: the block switches lanes on later, or, where inactive lanes
    /// are to stay as they are, an instruction that ignores EXEC reads the register somewhere in the function.
    InactiveLanes,
}

impl Pin {
    /// All reasons, with words for users.
    pub const ALL: [(Pin, &str); 8] = [
        (Pin::LiveIn, "carried into the block"),
        (Pin::LiveOut, "read after the block"),
        (
            Pin::FixedInstruction,
            "named by inline assembly, a call or an indexed move",
        ),
        (Pin::Bundle, "in a bundle"),
        (Pin::UnknownClass, "of an unknown register class"),
        (Pin::Reserved, "in a reserved register"),
        (Pin::ExecChanges, "alive while EXEC changes"),
        (
            Pin::InactiveLanes,
            "in a register whose inactive lanes count",
        ),
    ];
}

/// A moment of a block: the instruction at position `p` reads at `2 p` and writes at `2 p + 1`; an
/// early-clobber definition, or one of a matrix instruction or a load, writes at `2 p`.
pub type Moment = u32;

/// The time in which a web needs a slot, first and last moment included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Span {
    /// The slot.
    pub reg: Reg,
    /// First moment.
    pub begin: Moment,
    /// Last moment.
    pub end: Moment,
}

/// An operand of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OperandAt {
    /// The instruction.
    pub inst: InstId,
    /// Which operand.
    pub operand: u32,
}

/// A web.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Web {
    /// Its operands, in the order of the block.
    pub operands: Vec<OperandAt>,
    /// Its slots, sorted; one may be in use several times.
    pub spans: Vec<Span>,
    /// Why it may not move.
    pub pin: Option<Pin>,
    /// What every operand admits: files, and `EVEN` if any tuple must begin at an even number.
    pub class: OperandClass,
    /// A definition writes inactive lanes, too.
    pub writes_inactive: bool,
    /// It is the result of a load.
    pub is_loaded: bool,
}

/// `v[4:7] 3-12 ae loaded`: its slots, the positions of its first and last access, what its operands admit, and
/// what is known of it; or why it stays.
impl fmt::Display for Web {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let slots = self.spans.iter().map(|span| span.reg);
        let range = slots
            .clone()
            .min()
            .zip(slots.max())
            .and_then(|(first, last)| {
                let len = last.index() - first.index() + 1;
                RegRange::new(first, u8::try_from(len).ok()?)
            });
        match range {
            Some(range) => write!(f, "{range}")?,
            None => f.write_str("several registers")?,
        }
        let begin = self.spans.iter().map(|span| span.begin).min().unwrap_or(0);
        let end = self.spans.iter().map(|span| span.end).max().unwrap_or(0);
        write!(f, " {}-{}", begin / 2, end / 2)?;
        if let Some(pin) = self.pin {
            let words = Pin::ALL.iter().find(|(known, _)| *known == pin);
            return write!(f, ": {}", words.map_or("", |(_, words)| words));
        }
        let admitted = OperandClass::NAMES.iter();
        let admitted = admitted.filter(|(class, _)| self.class.has(*class));
        let letters: String = admitted.map(|(_, letter)| *letter).collect();
        write!(f, " {letters}")?;
        for (holds, word) in [
            (self.is_loaded, " loaded"),
            (self.writes_inactive, " past-exec"),
        ] {
            f.write_str(if holds { word } else { "" })?;
        }
        Ok(())
    }
}

/// The webs of a block in its present order, by first access. Slots that are live at the block's
/// beginning make pinned webs, too, so that every moment in which a vector register is needed is in a span.
/// Webs in registers of `inactive` stay.
pub fn webs(
    function: &Function,
    block: BlockId,
    liveness: &Liveness,
    inactive: &RegSet,
) -> Vec<Web> {
    let mut builder = WebBuilder::new(function, inactive);
    let order = &function.block(block).order;
    for reg in vector(&liveness.live_in[block]) {
        let value = builder.new_value(0);
        builder.pin(value, Pin::LiveIn);
        builder.touch(value, reg, 0);
        builder.current[reg.index()] = Some(value);
    }
    for (position, &inst) in order.iter().enumerate() {
        builder.add(inst, 2 * position as Moment);
    }
    let end = 2 * order.len() as Moment;
    for reg in vector(&liveness.live_out[block]) {
        if let Some(value) = builder.current[reg.index()] {
            builder.pin(value, Pin::LiveOut);
            builder.touch(value, reg, end);
        }
    }
    builder.finish()
}

fn vector(set: &RegSet) -> impl Iterator<Item = Reg> {
    set.iter().filter(|reg| reg.is_vector())
}

/// What is known of a value, that is, of a definition; of a web once values are joined.
struct Known {
    pin: Option<Pin>,
    class: OperandClass,
    even: bool,
    writes_inactive: bool,
    is_loaded: bool,
    /// EXEC's state at the first and the last access.
    exec: (u32, u32),
}

impl Facts for Known {
    fn absorb(&mut self, other: &Known) {
        self.pin = match (self.pin, other.pin) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
        self.class = OperandClass(self.class.0 & other.class.0);
        self.even |= other.even;
        self.writes_inactive |= other.writes_inactive;
        self.is_loaded |= other.is_loaded;
        self.exec.0 = self.exec.0.min(other.exec.0);
        self.exec.1 = self.exec.1.max(other.exec.1);
    }
}

struct WebBuilder<'a> {
    function: &'a Function,
    /// Registers that must keep what their inactive lanes hold.
    inactive: &'a RegSet,
    values: UnionFind<Known>,
    /// By slot: the value that it holds.
    current: Vec<Option<Value>>,
    /// By slot: EXEC's state when it was last accessed; at the block's beginning, where nothing has accessed it yet.
    accessed: Vec<u32>,
    operands: Vec<(Value, OperandAt)>,
    touches: Vec<(Value, Span)>,
    /// How often EXEC was written.
    exec: u32,
}

impl<'a> WebBuilder<'a> {
    fn new(function: &'a Function, inactive: &'a RegSet) -> WebBuilder<'a> {
        WebBuilder {
            function,
            inactive,
            values: UnionFind::default(),
            current: vec![None; Reg::COUNT],
            accessed: vec![0; Reg::COUNT],
            operands: Vec::new(),
            touches: Vec::new(),
            exec: 0,
        }
    }

    fn new_value(&mut self, exec: u32) -> Value {
        self.values.add(Known {
            pin: None,
            class: OperandClass::VGPR | OperandClass::AGPR,
            even: false,
            writes_inactive: false,
            is_loaded: false,
            exec: (exec, exec),
        })
    }

    fn pin(&mut self, value: Value, reason: Pin) {
        let pin = &mut self.values.facts(value).pin;
        *pin = Some(pin.map_or(reason, |known| known.min(reason)));
    }

    fn touch(&mut self, value: Value, reg: Reg, moment: Moment) {
        let span = Span {
            reg,
            begin: moment,
            end: moment,
        };
        self.touches.push((value, span));
    }

    fn add(&mut self, inst: InstId, moment: Moment) {
        let function = self.function;
        let operands = function.operands(inst);
        let vector = |operand: &Operand| operand.reg().filter(|range| range.first().is_vector());
        for (index, operand) in operands.iter().enumerate() {
            if operand.is_use() && vector(operand).is_some() {
                self.add_use(inst, index, operand, moment);
            }
        }
        let mut defined: Vec<(RegRange, Value)> = Vec::new();
        for (index, operand) in operands.iter().enumerate() {
            let Some(range) = vector(operand).filter(|_| operand.is_def()) else {
                continue;
            };
            let value = self.new_value(self.exec);
            for &(other, earlier) in &defined {
                if other.overlaps(range) {
                    self.values.join(value, earlier);
                }
            }
            // What it keeps of a source, or what must overlap it as it does now, moves along.
            let is_slow = writes_slowly(function, inst);
            let keeps = |source: &Operand| {
                let overlaps = source.reg().is_some_and(|other| other.overlaps(range));
                source.is_use()
                    && overlaps
                    && (is_slow || !operand.is_explicit() || !source.is_explicit())
            };
            let sources = operands.iter().filter(|source| keeps(source));
            let mut kept: Vec<RegRange> = sources.filter_map(|source| source.reg()).collect();
            if operand.flags.has(OperandFlags::TIED) {
                kept.push(range);
                self.note_undefined_source(inst, range, value);
            }
            for reg in kept.into_iter().flat_map(RegRange::regs) {
                if let Some(old) = self.current[reg.index()] {
                    self.values.join(value, old);
                }
            }
            // Lanes that EXEC has switched off since keep the old value. Other slots of the same web may have been accessed
            // since. What else may come into the slot between accesses under one state, after the first write of EXEC,
            // `Targets` decides by `writes_inactive`.
            for reg in range.regs() {
                let Some(old) = self.current[reg.index()] else {
                    continue;
                };
                if self.accessed[reg.index()] != self.exec {
                    self.values.join(value, old);
                    self.touch(old, reg, moment);
                }
            }
            let early = is_slow || operand.flags.has(OperandFlags::EARLY_CLOBBER);
            let written = moment + Moment::from(!early);
            for reg in range.regs() {
                self.touch(value, reg, written);
            }
            self.note(inst, index, operand, value);
            defined.push((range, value));
        }
        for (range, value) in defined {
            for reg in range.regs() {
                self.current[reg.index()] = Some(value);
                self.accessed[reg.index()] = self.exec;
            }
        }
        if function.writes_exec(inst) {
            self.exec += 1;
        }
    }

    fn add_use(&mut self, inst: InstId, index: usize, operand: &Operand, moment: Moment) {
        let Some(range) = operand.reg() else { return };
        let undefined = operand.flags.has(OperandFlags::UNDEF);
        let mut value = None;
        for reg in range.regs() {
            let held = self.current[reg.index()];
            if held.is_none() && undefined {
                continue;
            }
            // What the block reads before it writes it, and no list calls live-in, is undefined.
            let held = held.unwrap_or_else(|| {
                let new = self.new_value(self.exec);
                self.pin(new, Pin::LiveIn);
                self.current[reg.index()] = Some(new);
                self.touch(new, reg, 0);
                new
            });
            self.touch(held, reg, moment);
            self.accessed[reg.index()] = self.exec;
            match value {
                Some(known) => self.values.join(known, held),
                None => value = Some(held),
            }
        }
        if let Some(value) = value {
            self.note(inst, index, operand, value);
        }
    }

    /// The source that is tied to a result keeps its register even if it was never written.
    fn note_undefined_source(&mut self, inst: InstId, range: RegRange, value: Value) {
        let function = self.function;
        for (index, operand) in function.operands(inst).iter().enumerate() {
            let is_source = operand.is_use()
                && operand.flags.has(OperandFlags::TIED)
                && operand.reg() == Some(range);
            if is_source && range.regs().all(|reg| self.current[reg.index()].is_none()) {
                self.note(inst, index, operand, value);
            }
        }
    }

    /// Notes what an operand means for its web.
    fn note(&mut self, inst: InstId, index: usize, operand: &Operand, value: Value) {
        let function = self.function;
        let (class, even) = admitted(function, inst, index, operand);
        let exec = self.exec;
        let is_def = operand.is_def();
        let ignores = exec::ignores(function, inst);
        let loads = is_def && function.flags(inst).has(InstFlags::MAY_LOAD);
        let touches = |set: &RegSet| operand.reg().is_some_and(|range| set.touches(range));
        let is_reserved = touches(&function.reserved);
        let is_inactive = touches(self.inactive);
        let facts = self.values.facts(value);
        facts.class = OperandClass(facts.class.0 & class.0);
        facts.even |= even;
        facts.exec.0 = facts.exec.0.min(exec);
        facts.exec.1 = facts.exec.1.max(exec);
        // A write of EXEC may have switched lanes on that had left.
        facts.writes_inactive |= is_def && (ignores || exec > 0);
        facts.is_loaded |= loads;
        let bundled = is_bundled(function, inst).then_some(Pin::Bundle);
        let fixed = is_fixed(function, inst).then_some(Pin::FixedInstruction);
        let pin = bundled
            .or(fixed)
            .or_else(|| is_reserved.then_some(Pin::Reserved))
            .or_else(|| (class == OperandClass::NONE).then_some(Pin::UnknownClass))
            .or_else(|| is_inactive.then_some(Pin::InactiveLanes));
        if let Some(pin) = pin {
            self.pin(value, pin);
        }
        let operand = index as u32;
        self.operands.push((value, OperandAt { inst, operand }));
    }

    fn finish(mut self) -> Vec<Web> {
        let (set_of, sets) = self.values.sets();
        let webs = sets.into_iter().map(|facts| {
            let changes = (facts.exec.0 != facts.exec.1).then_some(Pin::ExecChanges);
            Web {
                operands: Vec::new(),
                spans: Vec::new(),
                pin: facts.pin.into_iter().chain(changes).min(),
                class: match facts.even {
                    true => facts.class | OperandClass::EVEN,
                    false => facts.class,
                },
                writes_inactive: facts.writes_inactive,
                is_loaded: facts.is_loaded,
            }
        });
        let mut webs: Vec<Web> = webs.collect();
        for &(value, operand) in &self.operands {
            webs[set_of[value as usize]].operands.push(operand);
        }
        // A slot is in use from a value's definition to its last use. Between two values of a web it may
        // hold a value of another one.
        self.touches
            .sort_by_key(|(value, span)| (*value, span.reg, span.begin));
        self.touches.dedup_by(|(value, next), (known, kept)| {
            let same = value == known && next.reg == kept.reg;
            if same {
                kept.end = kept.end.max(next.end);
            }
            same
        });
        for &(value, span) in &self.touches {
            webs[set_of[value as usize]].spans.push(span);
        }
        for web in &mut webs {
            web.spans.sort_by_key(|span| (span.reg, span.begin));
            web.spans.dedup_by(|next, kept| {
                let meets = next.reg == kept.reg && next.begin <= kept.end;
                if meets {
                    kept.end = kept.end.max(next.end);
                }
                meets
            });
        }
        webs
    }
}
