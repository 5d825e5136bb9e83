//! Walks both versions of a block side by side, region by region, and compares what is read.

use std::collections::BTreeMap;

use super::super::Violation;
use super::super::changes::Change;
use super::super::liveness::{
    does_nothing, ends_unread, only_narrows, passes_through, writes_exec,
};
use crate::machine::{
    BlockId, Function, InstFlags, InstId, Operand, OperandFlags, OperandKind, Reg, RegSet,
};

/// What a slot holds: who wrote it, or [`LIVE_IN`] with the slot's own number. [`DEAD`] is set when
/// LLVM marked it so.
type Value = u64;
const DEAD: Value = 1 << 63;
const LIVE_IN: Value = 1 << 62;
/// What was written for some lanes, and what others still hold: an entry of [`Layers`].
const LAYERED: Value = 1 << 61;
/// What a call leaves: its instruction and the slot.
const CLOBBERED: Value = 1 << 60;
/// A value of a slot that was dead in both versions where a region ended.
const ENDED_DEAD: Value = 1 << 59;

fn written_by(inst: InstId, operand: usize, part: usize) -> Value {
    (u64::from(inst.0) + 1) << 24 | (operand as u64) << 8 | part as u64
}

/// Values of some lanes over those of others, numbered.
type Layers = BTreeMap<(Value, Value), Value>;

/// The registers in one version of the block.
struct Stream<'f> {
    function: &'f Function,
    values: Vec<Value>,
    /// By slot, how often EXEC had been written when the slot was.
    under: Vec<u32>,
    /// By slot, what lanes outside of that mask still hold, when EXEC had been written before.
    below: Vec<Value>,
    /// How often EXEC has been written, and how often when lanes were last added to it.
    masks: u32,
    widened: u32,
    /// Slots written in the region, each once.
    written: Vec<Reg>,
    touched: Vec<bool>,
}

impl<'f> Stream<'f> {
    fn new(function: &'f Function) -> Stream<'f> {
        Stream {
            function,
            values: (0..Reg::COUNT as u64).map(|slot| LIVE_IN | slot).collect(),
            under: vec![0; Reg::COUNT],
            below: vec![0; Reg::COUNT],
            masks: 0,
            widened: 0,
            written: Vec::new(),
            touched: vec![false; Reg::COUNT],
        }
    }

    fn forget(&mut self) {
        for (slot, value) in self.values.iter_mut().enumerate() {
            *value = LIVE_IN | slot as u64;
        }
        self.under.fill(0);
        self.below.fill(0);
        self.masks = 0;
        self.widened = 0;
    }

    fn set(&mut self, reg: Reg, value: Value) {
        self.values[reg.index()] = value;
        if !std::mem::replace(&mut self.touched[reg.index()], true) {
            self.written.push(reg);
        }
    }

    /// What a slot holds in all lanes that were ever active.
    fn whole(&self, layers: &mut Layers, slot: usize) -> Value {
        let value = self.values[slot] & !DEAD;
        match self.below[slot] {
            0 => value,
            below => {
                let next = LAYERED | layers.len() as u64;
                *layers.entry((value, below)).or_insert(next)
            }
        }
    }

    /// What an instruction reads in a slot, in the lanes that are active.
    fn active(&self, layers: &mut Layers, slot: usize) -> Value {
        match self.under[slot] >= self.widened {
            true => self.values[slot] & !DEAD,
            false => self.whole(layers, slot),
        }
    }

    /// Writes what the operands of an instruction say, where `writes` says so.
    fn write(&mut self, inst: InstId, mut writes: impl FnMut(&mut Stream, &Operand, Reg) -> bool) {
        let function = self.function;
        for (at, operand) in function.operands(inst).iter().enumerate() {
            let (OperandKind::Reg(range), true) = (operand.kind, operand.is_def()) else {
                continue;
            };
            let dead = match ends_unread(function, inst, operand) {
                true => DEAD,
                false => 0,
            };
            for (part, reg) in range.regs().enumerate() {
                if writes(self, operand, reg) {
                    self.set(reg, written_by(inst, at, part) | dead);
                }
            }
        }
    }

    /// A call: whatever its mask preserves, nothing is known of vector registers after it.
    fn clobber(&mut self, inst: InstId) {
        for reg in Reg::vectors() {
            let slot = reg.index();
            self.values[slot] = CLOBBERED | u64::from(inst.0) << 16 | slot as u64;
            self.under[slot] = self.masks;
            self.below[slot] = 0;
        }
    }
}

/// Both versions of a block.
pub(super) struct Comparison<'f> {
    was: Stream<'f>,
    is: Stream<'f>,
    /// What the original's instructions read in this region, and where each one's part begins.
    reads: Vec<Value>,
    first_read: Vec<u32>,
    layers: Layers,
}

/// The operands of an instruction that it reads, with the slots.
fn read(function: &Function, inst: InstId) -> impl Iterator<Item = (usize, Reg)> {
    let operands = function.operands(inst).iter().enumerate();
    let used = operands.filter(|(_, o)| o.is_use() && !o.flags.has(OperandFlags::UNDEF));
    used.flat_map(|(at, operand)| {
        let range = operand.reg();
        range
            .into_iter()
            .flat_map(|r| r.regs())
            .map(move |reg| (at, reg))
    })
}

/// The instructions of a block, or a part of it, as they were and as they are.
#[derive(Clone, Copy)]
pub(super) struct Versions<'i> {
    pub was: &'i [InstId],
    pub is: &'i [InstId],
}

/// The slots of a block.
#[derive(Clone, Copy)]
pub(super) struct Slots<'s> {
    /// Those that may hold something else where a region ends.
    pub moved: &'s RegSet,
    /// Those that the original still needs where the block ends.
    pub live: &'s RegSet,
}

impl<'f> Comparison<'f> {
    pub(super) fn new(function: &'f Function, original: &'f Function) -> Comparison<'f> {
        Comparison {
            was: Stream::new(original),
            is: Stream::new(function),
            reads: Vec::new(),
            first_read: vec![0; function.inst_count()],
            layers: Layers::new(),
        }
    }

    /// Compares two orders of a block in which no operand was renamed: no register may differ where
    /// a region ends, unless LLVM marked it dead.
    pub(super) fn unrenamed(
        &mut self,
        block: BlockId,
        before: &[InstId],
        after: &[InstId],
    ) -> Result<(), Violation> {
        let function = self.is.function;
        let ends = |&id: &InstId| function.flags(id).has(InstFlags::BOUNDARY);
        // Boundaries keep their place: what they read is what the region left.
        for (was, is) in before.split(ends).zip(after.split(ends)) {
            if was == is {
                continue;
            }
            self.reads.clear();
            for &id in was.iter().filter(|&&id| !is_header(function, id)) {
                self.first_read[id.index()] = self.reads.len() as u32;
                self.note_reads(id);
                self.was.write(id, |_, _, _| true);
            }
            for &id in is.iter().filter(|&&id| !is_header(function, id)) {
                self.same_reads(block, id)?;
                self.is.write(id, |_, _, _| true);
            }
            self.end_region(block, &RegSet::default(), 0)?;
            for stream in [&mut self.was, &mut self.is] {
                for reg in stream.written.drain(..) {
                    stream.values[reg.index()] = LIVE_IN | reg.index() as u64;
                }
            }
        }
        Ok(())
    }

    /// Notes what an instruction of the original reads.
    fn note_reads(&mut self, inst: InstId) {
        let (stream, layers) = (&self.was, &mut self.layers);
        let slots = read(stream.function, inst).map(|(_, reg)| reg.index());
        self.reads
            .extend(slots.map(|slot| stream.active(layers, slot)));
    }

    /// KILL only marks the end of a live range; it reads nothing.
    fn same_reads(&mut self, block: BlockId, inst: InstId) -> Result<(), Violation> {
        let original = self.was.function;
        if original.flags(inst).has(InstFlags::META) {
            return Ok(());
        }
        let was = &self.reads[self.first_read[inst.index()] as usize..];
        let former = read(original, inst).map(|(_, reg)| reg);
        let present = read(self.is.function, inst).map(|(_, reg)| reg);
        for ((was, present), reg) in was.iter().zip(present).zip(former) {
            if self.is.active(&mut self.layers, present.index()) != *was {
                return Err(Violation::SlotValue { block, inst, reg });
            }
        }
        Ok(())
    }

    /// Compares the slots that were written, except those that renamed operands named or name.
    fn end_region(&mut self, block: BlockId, moved: &RegSet, region: u64) -> Result<(), Violation> {
        for at in 0..self.was.written.len() + self.is.written.len() {
            let rest = at.checked_sub(self.was.written.len());
            let reg = rest.map_or_else(|| self.was.written[at], |at| self.is.written[at]);
            if moved.contains(reg) {
                continue;
            }
            let slot = reg.index();
            let (was, is) = (self.was.values[slot], self.is.values[slot]);
            if was == is && self.was.below[slot] == self.is.below[slot] {
                continue;
            }
            if was & is & DEAD == 0 {
                return Err(Violation::LiveOut { block, reg });
            }
            // Nobody reads it; from here on it is the same.
            for stream in [&mut self.was, &mut self.is] {
                stream.values[slot] = ENDED_DEAD | region << 16 | slot as u64;
                stream.below[slot] = 0;
            }
        }
        for stream in [&mut self.was, &mut self.is] {
            for reg in &stream.written {
                stream.touched[reg.index()] = false;
            }
        }
        Ok(())
    }

    /// Compares two versions of a block in which operands were renamed, or values change places in a register. Values are
    /// carried over boundaries.
    pub(super) fn renamed(
        &mut self,
        block: BlockId,
        versions: Versions<'_>,
        changes: &[Change],
        slots: Slots<'_>,
    ) -> Result<(), Violation> {
        self.was.forget();
        self.is.forget();
        let mut renamed: Vec<(InstId, usize)> = Vec::new();
        renamed.extend(changes.iter().map(|c| (c.inst, c.operand)));
        renamed.sort_unstable();
        let function = self.is.function;
        let ends = |id: &InstId| function.flags(*id).has(InstFlags::BOUNDARY);
        let Versions { mut was, mut is } = versions;
        for region in 0.. {
            let (was_end, is_end) = (was.iter().position(ends), is.iter().position(ends));
            let (was_len, is_len) = (was_end.unwrap_or(was.len()), is_end.unwrap_or(is.len()));
            let versions = Versions {
                was: &was[..was_len],
                is: &is[..is_len],
            };
            self.region(block, versions, &renamed)?;
            self.end_region(block, slots.moved, 2 * region)?;
            self.was.written.clear();
            self.is.written.clear();
            let (Some(was_end), Some(is_end)) = (was_end, is_end) else {
                break;
            };
            let walls = Versions {
                was: &was[was_end..=was_end],
                is: &is[is_end..=is_end],
            };
            self.region(block, walls, &renamed)?;
            self.end_region(block, slots.moved, 2 * region + 1)?;
            self.was.written.clear();
            self.is.written.clear();
            (was, is) = (&was[was_end + 1..], &is[is_end + 1..]);
        }
        for reg in slots.moved.iter().filter(|&reg| slots.live.contains(reg)) {
            let slot = reg.index();
            let (was, is) = (&self.was, &self.is);
            if was.whole(&mut self.layers, slot) != is.whole(&mut self.layers, slot) {
                return Err(Violation::LiveOut { block, reg });
            }
        }
        self.was.forget();
        self.is.forget();
        Ok(())
    }

    fn region(
        &mut self,
        block: BlockId,
        Versions { was, is }: Versions<'_>,
        renamed: &[(InstId, usize)],
    ) -> Result<(), Violation> {
        let function = self.was.function;
        let acts = |&&id: &&InstId| !is_header(function, id) && !does_nothing(function, id);
        self.reads.clear();
        for &id in was.iter().filter(acts) {
            self.first_read[id.index()] = self.reads.len() as u32;
            self.note_reads(id);
            execute(&mut self.was, &mut self.layers, id);
        }
        for &id in is.iter().filter(acts) {
            self.same_reads(block, id)?;
            self.same_mask(block, id, renamed)?;
            execute(&mut self.is, &mut self.layers, id);
        }
        Ok(())
    }

    /// What a renamed operand reads was written under the present mask.
    fn same_mask(
        &self,
        block: BlockId,
        inst: InstId,
        renamed: &[(InstId, usize)],
    ) -> Result<(), Violation> {
        if self.is.masks == 0 {
            return Ok(());
        }
        let former = read(self.was.function, inst).map(|(_, reg)| reg);
        for ((operand, present), reg) in read(self.is.function, inst).zip(former) {
            let is_renamed = renamed.binary_search(&(inst, operand)).is_ok();
            if is_renamed && self.is.under[present.index()] != self.is.masks {
                return Err(Violation::Exec { block, inst, reg });
            }
        }
        Ok(())
    }
}

/// A bundle's header repeats what its members do.
fn is_header(function: &Function, inst: InstId) -> bool {
    function.flags(inst).has(InstFlags::BUNDLE)
}

/// Writes what an instruction writes. A write of a vector register after EXEC was written in the block
/// leaves to other lanes what they held.
fn execute(stream: &mut Stream, layers: &mut Layers, inst: InstId) {
    let function = stream.function;
    let operands = function.operands(inst);
    if operands.iter().any(|o| o.kind == OperandKind::RegMask) {
        stream.clobber(inst);
    }
    let whole = function.flags(inst).has(InstFlags::META);
    stream.write(inst, |stream, operand, reg| {
        let slot = reg.index();
        if !reg.is_vector() {
            return true;
        }
        if passes_through(operands, operand, reg) {
            return false;
        }
        if whole || stream.masks == 0 {
            stream.below[slot] = 0;
        } else if stream.under[slot] != stream.masks {
            stream.below[slot] = stream.whole(layers, slot);
        }
        stream.under[slot] = stream.masks;
        true
    });
    if writes_exec(function, inst) {
        stream.masks += 1;
        if !only_narrows(function, inst) {
            stream.widened = stream.masks;
        }
    }
}
