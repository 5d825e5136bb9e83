//! Symbolic execution of both versions of a block.
//!
//! Every value has a number, and equal expressions have equal numbers: what a register slot holds
//! is an expression over what the block, or the region, began with. A result is the expression of its
//! opcode, its other operands and what it reads. What memory looks like to an access is the accesses
//! that it must not pass, with what each of them did. Two versions are the same program when every
//! instruction is the same expression in both, and every slot ends with the same one.
//!
//! Which accesses must not pass each other: those LLVM's alias analysis ordered (but for loads behind barriers that
//! `passing` lets pass; `order` looks at whether they stayed behind what writes what they read), those at the
//! same address (same base values, same offsets) of which one writes, whatever LLVM said, and
//! those that are volatile or atomic.
//!
//! Where no operand was renamed, and no register holds two values in the other order than before, each region
//! stands for itself, and a slot written under a partial exec mask holds an expression of what was there before. In other
//! blocks, values are carried from region to region, and a vector register holds two: that of the active lanes and
//! that of the others, which a masked write leaves in the register that is written *now*. Operands are
//! known by their place in the instruction; scalar and special registers by name.

mod registers;

use std::collections::HashMap;

use super::Violation;
use super::changes::Changes;
use super::directives::is_hint;
use super::lanes::{may_honour_exec, reads_all_lanes, writes_all_lanes};
use super::liveness::{does_nothing, ends_unread, live_out, passes_through, writes_exec};
use super::order::originals;
use super::passing::Passing;
use crate::machine::{
    BlockId, DepKind, Function, InstFlags, InstId, MemFlags, OperandFlags, OperandKind, Reg,
    RegRange, RegSet, Role,
};
use registers::{Lanes, Mask, Numbers, Registers, Value, Write};

/// Proves that every block of the function, in its present order and with its present registers, does
/// what it did in `original`. Instructions the core inserted are passed over.
///
/// With `strict`, an instruction that reads lanes that are not active must find there what it found
/// before even where a masked write left them. Otherwise such lanes are taken for undefined: which
/// register LLVM's allocation chose decides about them in the original, too.
///
/// # Errors
/// The first instruction that would do something else, or slot that would hold another value.
pub fn same_values(
    function: &Function,
    original: &Function,
    strict: bool,
) -> Result<(), Violation> {
    let changes = Changes::of(function, original)?;
    let orders: Vec<Vec<InstId>> = original
        .block_ids()
        .map(|block| originals(function, block, &original.block(block).order))
        .collect();
    let moved: Vec<RegSet> = original
        .block_ids()
        .zip(&orders)
        .map(|(block, is)| {
            let mut moved = changes.slots(block);
            moved.union(&turned(original, &original.block(block).order, is));
            moved
        })
        .collect();
    let is_plain = moved.iter().all(RegSet::is_empty);
    let live = match is_plain {
        true => Vec::new(),
        false => live_out(original),
    };
    let watched = match strict {
        true => seen_in_all_lanes(function),
        false => RegSet::default(),
    };
    let mut machine = Machine::new(function, original, strict, is_plain);
    for ((block, is), moved) in original.block_ids().zip(&orders).zip(&moved) {
        let was = &original.block(block).order;
        machine.renamed = !moved.is_empty();
        if was == is && !machine.renamed {
            continue;
        }
        machine.block(block, was, is, moved)?;
        if machine.renamed {
            let live = live.get(block.index()).copied().unwrap_or_default();
            machine.ends_alike(block, moved.iter().filter(|&reg| live.contains(reg)))?;
            if strict {
                machine.inactive_alike(block, moved.iter().filter(|&reg| watched.contains(reg)))?;
            }
            machine.forget();
        }
    }
    Ok(())
}

/// The vector registers that are not written by the same instructions in the same order.
fn turned(original: &Function, was: &[InstId], is: &[InstId]) -> RegSet {
    if was == is {
        return RegSet::default();
    }
    let mut writers: HashMap<Reg, [Vec<InstId>; 2]> = HashMap::new();
    for (version, order) in [was, is].into_iter().enumerate() {
        for &inst in order {
            let defs = original.operands(inst).iter().filter(|o| o.is_def());
            let ranges = defs.filter_map(|o| o.reg());
            for reg in ranges
                .flat_map(|range| range.regs())
                .filter(|reg| reg.is_vector())
            {
                writers.entry(reg).or_default()[version].push(inst);
            }
        }
    }
    let differ = writers.into_iter().filter(|(_, [was, is])| was != is);
    differ.map(|(reg, _)| reg).collect()
}

/// The vector registers of which some instruction reads, in lanes that are not active, what was there
/// before its block.
fn seen_in_all_lanes(function: &Function) -> RegSet {
    let mut seen = RegSet::default();
    for block in function.blocks() {
        let mut written = RegSet::default();
        for &inst in &block.order {
            let ranges = |wanted: bool| {
                let operands = function.operands(inst).iter();
                operands
                    .filter(move |o| o.is_def() == wanted)
                    .filter_map(|o| o.reg())
            };
            let writes = writes_all_lanes(function, inst);
            if writes || reads_all_lanes(function, inst) {
                for reg in ranges(false).flat_map(|range| range.regs()) {
                    if !written.contains(reg) {
                        seen.insert(reg);
                    }
                }
            }
            if writes && !may_honour_exec(function, inst) {
                ranges(true).for_each(|range| written.insert_range(range));
            }
        }
    }
    seen
}

/// One version of the block that is executed.
struct Version<'f> {
    function: &'f Function,
    registers: Registers,
    /// By instruction, its expression in this region.
    done: Vec<Value>,
    /// Accesses of the region so far, by address; volatile and atomic ones together.
    memory: HashMap<Box<[u64]>, Vec<(bool, Value)>>,
}

struct Machine<'f> {
    was: Version<'f>,
    is: Version<'f>,
    /// Some operand of the block was renamed, or values change places in a register.
    renamed: bool,
    numbers: Numbers,
    /// By instruction, range of `sources`: whom LLVM keeps before it.
    ordered: Vec<(u32, u32)>,
    sources: Vec<InstId>,
}

const NOT_YET: Value = Value::MAX;

impl<'f> Version<'f> {
    fn new(function: &'f Function, insts: usize, strict: bool) -> Version<'f> {
        Version {
            function,
            registers: Registers::new(strict),
            done: vec![NOT_YET; insts],
            memory: HashMap::new(),
        }
    }
}

impl<'f> Machine<'f> {
    fn new(
        function: &'f Function,
        original: &'f Function,
        strict: bool,
        unrenamed: bool,
    ) -> Machine<'f> {
        // What registers make an instruction wait for is in the values; renaming changes it.
        let all = function.edges().iter().chain(original.edges());
        let all = all.filter(|e| unrenamed || e.kind == DepKind::Order);
        let passing = Passing::of(original);
        let all = all.filter(|e| e.kind != DepKind::Order || !passing.may_exchange(e.from, e.to));
        let mut edges: Vec<_> = all.map(|e| (e.to, e.from)).collect();
        edges.sort_unstable();
        edges.dedup();
        let insts = function.inst_count();
        let mut ordered = vec![(0, 0); insts];
        for (at, (to, _)) in edges.iter().enumerate() {
            let range: &mut (u32, u32) = &mut ordered[to.index()];
            if range.1 == 0 {
                range.0 = at as u32;
            }
            range.1 = at as u32 + 1;
        }
        Machine {
            was: Version::new(original, insts, strict),
            is: Version::new(function, insts, strict),
            renamed: false,
            numbers: Numbers::default(),
            ordered,
            sources: edges.into_iter().map(|(_, from)| from).collect(),
        }
    }

    fn forget(&mut self) {
        self.was.registers.forget();
        self.is.registers.forget();
    }

    /// Executes both versions of a block, region by region.
    fn block(
        &mut self,
        block: BlockId,
        was: &[InstId],
        is: &[InstId],
        moved: &RegSet,
    ) -> Result<(), Violation> {
        let function = self.is.function;
        let ends = |&id: &InstId| function.flags(id).has(InstFlags::BOUNDARY);
        let walls = |order: &[InstId]| order.iter().copied().filter(ends).collect::<Vec<_>>();
        let (walls, same) = (walls(was), walls(is));
        if walls != same {
            let inst = was.first().copied().unwrap_or(InstId(0));
            return Err(Violation::Boundary { block, inst });
        }
        let mut walls = walls.chunks(1);
        for (was, is) in was.split(ends).zip(is.split(ends)) {
            if self.renamed || was != is {
                self.compare(block, was, is, moved)?;
            }
            if let (true, Some(wall)) = (self.renamed, walls.next()) {
                self.compare(block, wall, wall, moved)?;
            }
        }
        Ok(())
    }

    fn compare(
        &mut self,
        block: BlockId,
        was: &[InstId],
        is: &[InstId],
        moved: &RegSet,
    ) -> Result<(), Violation> {
        let (before, after) = (self.walk(was, false), self.walk(is, true));
        for (was, is) in before.iter().zip(&after) {
            if was != is {
                return Err(Violation::Effect {
                    block,
                    inst: was.0.min(is.0),
                });
            }
        }
        if before.len() != after.len() {
            let (longer, shorter) = match before.len() > after.len() {
                true => (&before, &after),
                false => (&after, &before),
            };
            let inst = longer[shorter.len()].0;
            return Err(Violation::Missing { block, inst });
        }
        let mut written = self.was.registers.take_written();
        written.extend(self.is.registers.take_written());
        written.sort_unstable();
        written.dedup();
        let ends = written.iter().copied().filter(|&reg| !moved.contains(reg));
        self.ends_alike(block, ends)?;
        if !self.renamed {
            for reg in written {
                self.was.registers.reset(reg);
                self.is.registers.reset(reg);
            }
        }
        Ok(())
    }

    /// Slots hold the same in both versions, or what is dead in both.
    fn ends_alike(
        &mut self,
        block: BlockId,
        slots: impl Iterator<Item = Reg>,
    ) -> Result<(), Violation> {
        for reg in slots {
            let was = self.was.registers.get(&mut self.numbers, reg);
            let is = self.is.registers.get(&mut self.numbers, reg);
            let inactive = !self.renamed || !reg.is_vector() || was.seen == is.seen;
            if was.dead && is.dead {
                self.is.registers.set_same(reg, was);
            } else if was.active != is.active || was.dead != is.dead || !inactive {
                return Err(Violation::LiveOut { block, reg });
            }
        }
        Ok(())
    }

    /// Lanes that are not active, where there are any, hold the same in both versions, whether or not
    /// the register is live.
    fn inactive_alike(
        &mut self,
        block: BlockId,
        slots: impl Iterator<Item = Reg>,
    ) -> Result<(), Violation> {
        if self.was.registers.all_active() && self.is.registers.all_active() {
            return Ok(());
        }
        for reg in slots {
            let was = self.was.registers.get(&mut self.numbers, reg);
            let is = self.is.registers.get(&mut self.numbers, reg);
            if was.seen != is.seen {
                return Err(Violation::LiveOut { block, reg });
            }
        }
        Ok(())
    }

    /// Executes a part of the block: what each instruction is, by instruction.
    fn walk(&mut self, region: &[InstId], present: bool) -> Vec<(InstId, Value)> {
        let (numbers, ordered, sources) = (&mut self.numbers, &self.ordered, &self.sources);
        let version = match present {
            true => &mut self.is,
            false => &mut self.was,
        };
        let mut trace = Vec::new();
        let mut step = Step {
            version,
            numbers,
            renamed: self.renamed,
            expression: Vec::new(),
        };
        for &id in region {
            // A bundle's header repeats what its members do, but the order is the header's.
            let (from, to) = ordered[id.index()];
            let value = step.execute(id, &sources[from as usize..to as usize]);
            step.version.done[id.index()] = value;
            if !step.version.function.flags(id).has(InstFlags::META) {
                trace.push((id, value));
            }
        }
        for &id in region {
            version.done[id.index()] = NOT_YET;
        }
        version.memory.clear();
        trace.sort_unstable();
        trace
    }
}

/// Executes instructions of one version.
struct Step<'m, 'f> {
    version: &'m mut Version<'f>,
    numbers: &'m mut Numbers,
    renamed: bool,
    expression: Vec<u64>,
}

impl Step<'_, '_> {
    fn execute(&mut self, id: InstId, sources: &[InstId]) -> Value {
        let function = self.version.function;
        let mut expression = std::mem::take(&mut self.expression);
        expression.clear();
        let header = function.flags(id).has(InstFlags::BUNDLE);
        let all_lanes =
            self.renamed && (reads_all_lanes(function, id) || writes_all_lanes(function, id));
        expression.push(u64::from(function.inst(id).opcode.0));
        for operand in function.operands(id) {
            expression.push(u64::from(operand.flags.0));
            match operand.kind {
                OperandKind::Imm(imm) => expression.push(imm as u64),
                OperandKind::Block(block) => expression.push(u64::from(block.0)),
                // Symbols are told apart by the instruction that names them.
                OperandKind::Opaque | OperandKind::RegMask => expression.push(u64::from(id.0)),
                OperandKind::NoReg => {}
                OperandKind::Reg(range) => {
                    let passed_over = OperandFlags::DEF.0 | OperandFlags::UNDEF.0;
                    let read = operand.flags.0 & passed_over == 0 && !header;
                    self.register(range, read, all_lanes, &mut expression);
                }
            }
        }
        self.state_of_memory(id, sources, &mut expression);
        let value = self.numbers.of(&expression);
        let acts = !header && (!self.renamed || !does_nothing(function, id));
        if acts {
            self.write(id, value, &mut expression);
            self.remember(id, value);
        }
        self.expression = expression;
        value
    }

    /// What a register operand contributes to the instruction's expression.
    fn register(&mut self, range: RegRange, read: bool, all_lanes: bool, out: &mut Vec<u64>) {
        out.push(u64::from(range.len()));
        for reg in range.regs() {
            if !reg.is_vector() {
                out.push(reg.index() as u64);
            }
            if read {
                let slot = self.get(reg);
                out.push(u64::from(slot.active));
                if all_lanes && reg.is_vector() {
                    out.push(u64::from(slot.seen));
                }
            }
        }
    }

    fn get(&mut self, reg: Reg) -> registers::Slot {
        match self.renamed {
            true => self.version.registers.get(self.numbers, reg),
            false => self.version.registers.whole(reg),
        }
    }

    /// Whom the access must not pass, with what each of them did. One that has not run yet is
    /// one that was passed.
    fn state_of_memory(&mut self, id: InstId, sources: &[InstId], expression: &mut Vec<u64>) {
        let done = &self.version.done;
        expression.extend(sources.iter().map(|s| u64::from(done[s.index()])));
        for (key, writes) in self.addresses(id) {
            for &(wrote, value) in self.version.memory.get(&key).into_iter().flatten() {
                if wrote || writes {
                    expression.push(u64::from(value));
                }
            }
        }
    }

    fn remember(&mut self, id: InstId, value: Value) {
        for (key, writes) in self.addresses(id) {
            let accesses = self.version.memory.entry(key).or_default();
            // Who follows a write sees all before it through it.
            if writes {
                accesses.clear();
            }
            accesses.push((writes, value));
            accesses.sort_unstable();
        }
    }

    /// The places an instruction accesses, and whether it writes there.
    fn addresses(&mut self, id: InstId) -> Vec<(Box<[u64]>, bool)> {
        let function = self.version.function;
        let mut places = Vec::new();
        let accesses = function.accesses(id);
        // Whether a hint about order holds, `directives` checks.
        if function.flags(id).has(InstFlags::ORDERED_MEMORY) && !is_hint(function, id) {
            places.push((Box::from([]), true));
        }
        let [access] = accesses else { return places };
        if access.flags.has(MemFlags::INVARIANT) {
            return places;
        }
        let is_address = |role| {
            matches!(
                role,
                Role::VAddr | Role::SAddr | Role::SRsrc | Role::SOffset
            )
        };
        let mut place = vec![u64::from(access.space.0)];
        let mut bases = 0;
        for operand in function
            .operands(id)
            .iter()
            .filter(|o| o.is_explicit() && !o.is_def())
        {
            match operand.kind {
                OperandKind::Imm(imm) => place.push(imm as u64),
                OperandKind::Reg(range) if is_address(operand.role) => {
                    bases += 1;
                    place.push(u64::MAX);
                    place.extend(range.regs().map(|reg| u64::from(self.get(reg).active)));
                }
                _ => {}
            }
        }
        if bases > 0 {
            places.push((place.into(), access.flags.has(MemFlags::STORE)));
        }
        places
    }

    fn write(&mut self, id: InstId, value: Value, expression: &mut Vec<u64>) {
        let function = self.version.function;
        let operands = function.operands(id);
        let masked = operands.iter().any(|o| {
            o.is_use() && !o.is_explicit() && o.reg().is_some_and(|r| r.first().is_exec())
        });
        if self.renamed && operands.iter().any(|o| o.kind == OperandKind::RegMask) {
            self.version.registers.clobber(self.numbers, id);
        }
        // What emits nothing leaves what lanes hold.
        let masked_lanes = masked || function.flags(id).has(InstFlags::META);
        let lanes = match (writes_all_lanes(function, id), masked_lanes) {
            (true, _) if may_honour_exec(function, id) => Lanes::Either,
            (false, true) => Lanes::Active,
            _ => Lanes::All,
        };
        for (at, operand) in operands.iter().enumerate() {
            let (OperandKind::Reg(range), true) = (operand.kind, operand.is_def()) else {
                continue;
            };
            let dead = ends_unread(function, id, operand);
            for (part, reg) in range.regs().enumerate() {
                if self.renamed && passes_through(operands, operand, reg) {
                    continue;
                }
                let place = [u64::from(value), at as u64, part as u64];
                expression.clear();
                expression.extend([u64::MAX, place[0], place[1], place[2]]);
                if !self.renamed || !reg.is_vector() {
                    let old = self.version.registers.whole(reg);
                    if masked && reg.is_vector() && !old.dead {
                        expression.push(u64::from(old.active));
                    }
                    let new = self.numbers.of(expression);
                    self.version.registers.set_whole(reg, new, dead);
                    continue;
                }
                let active = self.numbers.of(expression);
                expression.push(1);
                let inactive = self.numbers.of(expression);
                let registers = &mut self.version.registers;
                let write = Write {
                    active,
                    inactive,
                    lanes,
                    dead,
                };
                registers.set_lanes(self.numbers, reg, write);
            }
        }
        if self.renamed && writes_exec(function, id) {
            let mask = Mask::by(function, id);
            self.version.registers.new_mask(self.numbers, mask);
        }
    }
}
