//! Symbolic execution of each scheduling region, before and after.
//!
//! Every value has a number, and equal expressions have equal numbers: what a register slot holds
//! is an expression over what the region began with. A result is the expression of its opcode,
//! its other operands, what it reads and, under a partial exec mask, what was there before. What
//! memory looks like to an access is the accesses that it must not pass, with what each of them
//! did. Two orders of a region are the same program when every instruction is the same expression
//! in both and every slot ends with the same one.
//!
//! Which accesses must not pass each other: those LLVM's alias analysis ordered, those at the
//! same address (same base values, same offsets) of which one writes, whatever LLVM said, and
//! those that are volatile or atomic.

use std::collections::HashMap;

use super::Violation;
use super::order::originals;
use crate::machine::Role;
use crate::machine::{
    BlockId, Function, InstFlags, InstId, MemFlags, OperandFlags, OperandKind, Reg,
};

/// A value number. Those below [`Reg::COUNT`] are what a slot held when the region began.
type Value = u32;

/// Proves that every region of the function, in its present order, does what it did in the order
/// `before`. Instructions the core inserted are passed over.
///
/// # Errors
/// The first instruction that would do something else, or slot that would hold another value.
pub fn same_values(function: &Function, before: &[Vec<InstId>]) -> Result<(), Violation> {
    let mut machine = Machine::new(function);
    for (block, before) in function.block_ids().zip(before) {
        let was = before;
        let is = originals(function, block);
        if *was == is {
            continue;
        }
        let ends = |&id: &InstId| function.flags(id).has(InstFlags::BOUNDARY);
        let mut pairs = (was.split(ends), is.split(ends));
        loop {
            match (pairs.0.next(), pairs.1.next()) {
                (None, None) => break,
                (Some(was), Some(is)) => machine.compare(block, was, is)?,
                (Some(only), None) | (None, Some(only)) => {
                    let inst = only.first().copied().unwrap_or(InstId(0));
                    return Err(Violation::Boundary { block, inst });
                }
            }
        }
        let walls = |order: &[InstId]| order.iter().copied().filter(ends).collect::<Vec<_>>();
        if walls(was) != walls(&is) {
            let inst = was.first().copied().unwrap_or(InstId(0));
            return Err(Violation::Boundary { block, inst });
        }
    }
    Ok(())
}

/// The result of one walk over a region.
#[derive(Default)]
struct Execution {
    /// What each instruction is.
    insts: Vec<(InstId, Value)>,
    /// What each written slot holds at the end; `None` when that is dead.
    slots: Vec<(Reg, Option<Value>)>,
}

struct Machine<'f> {
    function: &'f Function,
    /// Number of each expression.
    numbers: HashMap<Box<[u64]>, Value>,
    /// By instruction, range of `sources`: whom LLVM keeps before it.
    ordered: Vec<(u32, u32)>,
    sources: Vec<InstId>,
    /// Present contents of the slots.
    slots: Vec<Value>,
    dead: Vec<bool>,
    written: Vec<Reg>,
    /// By instruction, its expression in this walk.
    done: Vec<Value>,
    /// Accesses of the region so far, by address; volatile and atomic ones together.
    memory: HashMap<Box<[u64]>, Vec<(bool, Value)>>,
    expression: Vec<u64>,
}

const NOT_YET: Value = u32::MAX;

impl<'f> Machine<'f> {
    fn new(function: &'f Function) -> Machine<'f> {
        let mut edges: Vec<_> = function.edges().iter().map(|e| (e.to, e.from)).collect();
        edges.sort_unstable();
        let mut ordered = vec![(0, 0); function.inst_count()];
        for (at, (to, _)) in edges.iter().enumerate() {
            let range: &mut (u32, u32) = &mut ordered[to.index()];
            if range.1 == 0 {
                range.0 = at as u32;
            }
            range.1 = at as u32 + 1;
        }
        Machine {
            function,
            numbers: HashMap::new(),
            ordered,
            sources: edges.into_iter().map(|(_, from)| from).collect(),
            slots: (0..Reg::COUNT as u32).collect(),
            dead: vec![false; Reg::COUNT],
            written: Vec::new(),
            done: vec![NOT_YET; function.inst_count()],
            memory: HashMap::new(),
            expression: Vec::new(),
        }
    }

    fn compare(&mut self, block: BlockId, was: &[InstId], is: &[InstId]) -> Result<(), Violation> {
        if was == is {
            return Ok(());
        }
        let (was, is) = (self.walk(was), self.walk(is));
        for (was, is) in was.insts.iter().zip(&is.insts) {
            if was != is {
                return Err(Violation::Effect {
                    block,
                    inst: was.0.min(is.0),
                });
            }
        }
        if was.insts.len() != is.insts.len() {
            let longer = if was.insts.len() > is.insts.len() {
                &was
            } else {
                &is
            };
            let inst = longer.insts[was.insts.len().min(is.insts.len())].0;
            return Err(Violation::Missing { block, inst });
        }
        for (was, is) in was.slots.iter().zip(&is.slots) {
            if was != is {
                return Err(Violation::LiveOut { block, reg: was.0 });
            }
        }
        Ok(())
    }

    /// Executes a region and forgets its contents again.
    fn walk(&mut self, region: &[InstId]) -> Execution {
        let mut trace = Execution::default();
        for &id in region {
            let flags = self.function.flags(id);
            // A bundle's header repeats what its members do, but the order is the header's.
            let value = self.step(id);
            self.done[id.index()] = value;
            if !flags.has(InstFlags::META) {
                trace.insts.push((id, value));
            }
        }
        trace.insts.sort_unstable();
        self.written.sort_unstable();
        for reg in self.written.drain(..) {
            let at = reg.index();
            let live = !std::mem::take(&mut self.dead[at]);
            trace.slots.push((reg, live.then_some(self.slots[at])));
            self.slots[at] = at as u32;
        }
        for &id in region {
            self.done[id.index()] = NOT_YET;
        }
        self.memory.clear();
        trace
    }

    fn number(&mut self, expression: &[u64]) -> Value {
        if let Some(&value) = self.numbers.get(expression) {
            return value;
        }
        let value = Reg::COUNT as u32 + self.numbers.len() as u32;
        self.numbers.insert(expression.into(), value);
        value
    }

    fn step(&mut self, id: InstId) -> Value {
        let function = self.function;
        let mut expression = std::mem::take(&mut self.expression);
        expression.clear();
        let header = function.flags(id).has(InstFlags::BUNDLE);
        expression.push(u64::from(function.inst(id).opcode.0));
        for operand in function.operands(id) {
            self.operand(id, operand.kind, operand.flags, header, &mut expression);
        }
        self.state_of_memory(id, &mut expression);
        let value = self.number(&expression);
        if !header {
            self.write(id, value, &mut expression);
            self.remember(id, value);
        }
        self.expression = expression;
        value
    }

    /// What an operand contributes to the instruction's expression.
    fn operand(
        &self,
        id: InstId,
        kind: OperandKind,
        flags: OperandFlags,
        header: bool,
        expression: &mut Vec<u64>,
    ) {
        expression.push(u64::from(flags.0));
        match kind {
            OperandKind::Imm(imm) => expression.push(imm as u64),
            OperandKind::Block(block) => expression.push(u64::from(block.0)),
            // Symbols are told apart by the instruction that names them.
            OperandKind::Opaque | OperandKind::RegMask => expression.push(u64::from(id.0)),
            OperandKind::NoReg => {}
            OperandKind::Reg(range) => {
                for reg in range.regs() {
                    let read = !flags.has(OperandFlags::DEF) && !flags.has(OperandFlags::UNDEF);
                    expression.push(if read && !header {
                        u64::from(self.slots[reg.index()]) << 32 | reg.index() as u64
                    } else {
                        reg.index() as u64
                    });
                }
            }
        }
    }

    /// Whom the access must not pass, with what each of them did. One that has not run yet is
    /// one that was passed.
    fn state_of_memory(&self, id: InstId, expression: &mut Vec<u64>) {
        let (from, to) = self.ordered[id.index()];
        let sources = &self.sources[from as usize..to as usize];
        expression.extend(sources.iter().map(|s| u64::from(self.done[s.index()])));
        for (key, writes) in self.addresses(id) {
            for &(wrote, value) in self.memory.get(&key).into_iter().flatten() {
                if wrote || writes {
                    expression.push(u64::from(value));
                }
            }
        }
    }

    fn remember(&mut self, id: InstId, value: Value) {
        for (key, writes) in self.addresses(id) {
            let accesses = self.memory.entry(key).or_default();
            // Who follows a write sees all before it through it.
            if writes {
                accesses.clear();
            }
            accesses.push((writes, value));
            accesses.sort_unstable();
        }
    }

    /// The places an instruction accesses, and whether it writes there.
    fn addresses(&self, id: InstId) -> Vec<(Box<[u64]>, bool)> {
        let function = self.function;
        let mut places = Vec::new();
        let accesses = function.accesses(id);
        // A hint about order touches no memory; `directives` checks whether it holds.
        let hint = || {
            matches!(
                function.opcode(id).name.as_str(),
                "S_SETPRIO" | "SCHED_BARRIER"
            )
        };
        if function.flags(id).has(InstFlags::ORDERED_MEMORY) && !hint() {
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
                    place.extend(range.regs().map(|r| u64::from(self.slots[r.index()])));
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
        let function = self.function;
        let reads_exec = function.operands(id).iter().any(|o| {
            o.is_use() && !o.is_explicit() && o.reg().is_some_and(|r| r.first().is_exec())
        });
        for (at, operand) in function.operands(id).iter().enumerate() {
            let (OperandKind::Reg(range), true) = (operand.kind, operand.is_def()) else {
                continue;
            };
            for (part, reg) in range.regs().enumerate() {
                let slot = reg.index();
                if self.slots[slot] == slot as u32 {
                    self.written.push(reg);
                }
                expression.clear();
                expression.extend([u64::MAX, u64::from(value), at as u64, part as u64]);
                if reads_exec && reg.is_vector() && !self.dead[slot] {
                    expression.push(u64::from(self.slots[slot]));
                }
                self.slots[slot] = self.number(expression);
                self.dead[slot] = operand.flags.has(OperandFlags::DEAD);
            }
        }
    }
}
