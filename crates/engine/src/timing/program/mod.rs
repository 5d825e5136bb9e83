//! A trace compiled for simulation: one block, or the blocks of a loop in the order in which an
//! iteration runs through them.
//!
//! Registers become *atoms*: runs of register slots that no operand of the trace splits, so that a
//! 16-register accumulator is usually one atom. Hazards become pairs of instructions. Neither
//! depends on the order of the instructions, as long as the order keeps the dependences; so one
//! compiled trace serves every candidate schedule.

mod atoms;
mod hazards;
mod instruction;
mod meeting;
mod op_range;
mod without_register_reuse;

use std::marker::PhantomData;

use atoms::OwnRegisters;
pub(super) use hazards::Hazard;
pub use instruction::issues;
pub(crate) use instruction::{Awaited, Op, Pipe};
pub(crate) use meeting::Meeting;
pub(crate) use op_range::{NO_OP, OpId, OpRange};

use super::hazard_oracle::HazardOracle;
use super::model::{Class, Gate, Limits, Model, OpCost};
use super::stream::{Finished, Predicted};
use super::trace::Trace;
use crate::gpu::Unit;
use crate::machine::index::TypedVec;
use crate::machine::{Addresses, AliasFacts, BlockId, Function, InBlock, InstId, OperandKind};

crate::define_index!(
    /// An atom of a program.
    pub(crate) struct AtomId(u16);
);

/// How an instruction is fetched, and what it does to what is fetched behind it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fetch {
    /// Where it lies is not known: it is there in time, and so is everything behind it.
    Unknown,
    /// Control goes on behind it.
    Runs(InBlock),
    /// A branch that falls through.
    Falls(InBlock),
    /// A branch that is taken.
    Jumps,
}

/// A range of one of the program's tables.
#[derive(Clone, Copy, Debug, Default)]
struct Span {
    start: u32,
    len: u32,
}

impl Span {
    fn of<T>(self, table: &[T]) -> &[T] {
        &table[self.start as usize..(self.start + self.len) as usize]
    }
}

/// What the simulator needs to know of every instruction, in little space. What it needs of few
/// instructions is in [`Op`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    /// Where in `Program::atoms` the atoms read are, followed by the atoms written.
    touched: u32,
    uses: u16,
    defs: u16,
    hazards: Span,
    /// Wait states it counts as.
    pub wait_states: u32,
    /// The unit it occupies.
    pub pipe: Pipe,
    /// What it is to the issue logic of its wave.
    pub gate: Gate,
    /// How it is fetched.
    pub fetch: Fetch,
    /// Nothing but arithmetic: no wait, on no counter, no access to LDS, not part of a clause, no
    /// barrier.
    pub is_plain: bool,
    /// An `s_waitcnt` or `s_nop`.
    pub is_filler: bool,
    /// What other waves notice beside what it occupies: a barrier, or a change of its wave's priority.
    pub is_signal: bool,
}

/// A compiled trace of one kind of stream.
#[derive(Clone, Debug)]
pub(crate) struct Program<S = Predicted> {
    /// The instructions of the trace that take an issue slot, in the order of the function: of a finished stream
    /// those that are executed, else all.
    pub ops: TypedVec<OpId, Op>,
    /// The same instructions.
    pub steps: TypedVec<OpId, Step>,
    /// Whether the end is followed by the beginning.
    pub is_loop: bool,
    /// Whether its addresses are known, and with them when its instructions issue on hardware.
    is_placed: bool,
    /// Whether there is any barrier.
    pub has_barriers: bool,
    /// How waves of a workgroup meet at its barriers.
    pub meeting: Meeting,
    /// Which accesses to LDS wait for which loads into LDS.
    pub aliases: AliasFacts,
    /// For each block of the trace, where its instructions end in `ops`.
    pub block_ends: Vec<usize>,
    /// What instructions touch, one after the other.
    atoms: Vec<AtomId>,
    hazards: Vec<Hazard>,
    /// First register slot of each atom, and the end of the last one.
    bounds: Vec<u16>,
    classes: TypedVec<OpId, Class>,
    /// Loads that no cache answers.
    cold: Vec<OpId>,
    stream: PhantomData<S>,
}

/// Costs of a program's instructions under one model.
#[derive(Clone, Debug)]
pub(crate) struct Costs {
    /// By instruction.
    pub ops: TypedVec<OpId, OpCost>,
    /// What the units take and hold.
    pub limits: Limits,
}

impl Costs {
    /// The same with slow starts of the vector ALU, which only finished streams have otherwise: with them an instruction that
    /// issues earlier may end later.
    pub fn with_slow_starts(mut self, model: &Model) -> Costs {
        self.limits.vector_ramp = model.limits().vector_ramp;
        self
    }
}

impl Program {
    /// Compiles a trace of a function that has yet to get its waits and nops.
    pub fn compile(function: &Function, trace: &Trace, needs: &dyn HazardOracle) -> Program {
        Program::compile_named(function, trace, needs, &|_, _| None)
    }

    /// The same where some values have registers of their own; what there is of hazards between others is as the function's
    /// registers have it.
    pub fn compile_named(
        function: &Function,
        trace: &Trace,
        needs: &dyn HazardOracle,
        own: &OwnRegisters<'_>,
    ) -> Program {
        let op = |inst| {
            Some(Op {
                clause: needs.clause_role(inst),
                ..Op::of(function, inst)
            })
        };
        let mut program = Program::new(function, trace, false, op, own);
        program.find_hazards(needs);
        program
    }
}

impl Program<Finished> {
    /// The same of a stream that lies at these addresses.
    pub fn placed(function: &Function, trace: &Trace, addresses: &Addresses) -> Program<Finished> {
        let mut program = Program::finished(function, trace);
        program.find_fetches(addresses);
        program
    }

    /// Finds out how its instructions are fetched.
    fn find_fetches(&mut self, addresses: &Addresses) {
        self.is_placed = true;
        let ops = self.ops.iter().zip(&self.classes);
        for (step, (op, class)) in self.steps.iter_mut().zip(ops) {
            let place = addresses.in_block(op.inst);
            step.fetch = match class {
                Class::Branch => Fetch::Falls(place),
                Class::BranchTaken => Fetch::Jumps,
                _ => Fetch::Runs(place),
            };
        }
    }

    /// Compiles a trace of a finished stream, wherever it lies. Markers of the memory legaliser that are left in it do not
    /// count: LLVM's wait pass removes those whose waits are in the stream. Neither does what stands behind a branch that
    /// is taken: LLVM's blocks may end with two branches.
    pub fn finished(function: &Function, trace: &Trace) -> Program<Finished> {
        let op = |inst| {
            let op = Op::of(function, inst);
            let is_marker = op.wait.is_some_and(|wait| wait.soft);
            (!is_marker).then_some(op)
        };
        Program::new(function, trace, true, op, &|_, _| None)
    }

    /// Compiles all of a finished function, for paths through it that are known ([`Executed`]). Branches are in it
    /// twice, as they fall through, and as they are taken; so are loads from memory, the second time as those that no
    /// cache answers.
    pub fn executed(function: &Function) -> (Program<Finished>, Executed) {
        let mut program = Program::empty(function, false);
        let mut found = Executed {
            ops: vec![None; function.inst_count()],
            special: vec![None; function.inst_count()],
        };
        let blocks = function.layout();
        let orders = blocks.iter().map(|&block| &function.block(block).order);
        let all: Vec<InstId> = orders.flatten().copied().collect();
        for &inst in all.iter().filter(|&&inst| issues(function, inst)) {
            let class = Class::of(function, inst);
            found.ops[inst.index()] = Some(program.ops.push(Op::of(function, inst)));
            program.classes.push(class);
            if class == Class::Branch {
                found.special[inst.index()] = Some(program.ops.push(Op::of(function, inst)));
                program.classes.push(Class::BranchTaken);
            } else if class == Class::Smem || class.is_vmem_load() {
                let cold = program.ops.push(Op::of(function, inst));
                found.special[inst.index()] = Some(cold);
                program.cold.push(cold);
                program.classes.push(class);
            }
        }
        program.block_ends.push(program.ops.len());
        let trace = Trace { blocks, next: None };
        program.complete(function, &trace, &|_, _| None);
        program.find_fetches(&Addresses::of(function));
        (program, found)
    }
}

/// By instruction of a function: what it is in [`Program::executed`].
pub(crate) struct Executed {
    ops: Vec<Option<OpId>>,
    /// A branch that is taken, a load that no cache answers.
    special: Vec<Option<OpId>>,
}

impl Executed {
    /// An instruction; `special`: of a branch, as it is taken, of a load, as no cache answers it. `None` for what takes no
    /// issue slot.
    pub fn op(&self, inst: InstId, special: bool) -> Option<OpId> {
        let of = |ops: &[Option<OpId>]| ops.get(inst.index()).copied().flatten();
        special
            .then(|| of(&self.special))
            .flatten()
            .or_else(|| of(&self.ops))
    }
}

impl<S> Program<S> {
    /// `leaves`: control leaves a block by the branch that is taken.
    fn new(
        function: &Function,
        trace: &Trace,
        leaves: bool,
        op: impl Fn(InstId) -> Option<Op>,
        own: &OwnRegisters<'_>,
    ) -> Program<S> {
        let mut program = Program::empty(function, trace.is_loop());
        for (at, &block) in trace.blocks.iter().enumerate() {
            let next = trace.blocks.get(at + 1).copied().or(trace.next);
            let order = function.block(block).order.iter().copied();
            for op in order.filter(|&i| issues(function, i)).filter_map(&op) {
                let class = class_in_trace(function, op.inst, next);
                program.classes.push(class);
                program.ops.push(op);
                if leaves && class == Class::BranchTaken {
                    break;
                }
            }
            program.block_ends.push(program.ops.len());
        }
        program.complete(function, trace, own);
        program
    }

    /// Without instructions.
    fn empty(function: &Function, is_loop: bool) -> Program<S> {
        Program {
            aliases: function.aliases.clone(),
            ops: TypedVec::new(),
            steps: TypedVec::new(),
            is_loop,
            is_placed: false,
            has_barriers: false,
            meeting: Meeting::NONE,
            block_ends: Vec::new(),
            atoms: Vec::new(),
            hazards: Vec::new(),
            bounds: Vec::new(),
            classes: TypedVec::new(),
            cold: Vec::new(),
            stream: PhantomData,
        }
    }

    /// Finds out what the instructions touch, and how waves meet.
    fn complete(&mut self, function: &Function, trace: &Trace, own: &OwnRegisters<'_>) {
        self.has_barriers = self.ops.iter().any(|op| op.is_barrier);
        if self.has_barriers {
            self.meeting = Meeting::of(function, trace);
        }
        self.split_registers(function, own);
        self.bind_registers(function, own);
    }

    /// The atoms that an instruction reads, and those that it writes.
    #[inline(always)]
    pub fn touched(&self, step: &Step) -> (&[AtomId], &[AtomId]) {
        let first = step.touched as usize;
        let uses = usize::from(step.uses);
        self.atoms[first..first + uses + usize::from(step.defs)].split_at(uses)
    }
    /// Whether the result of one instruction is what another reads. Not every true dependence of LLVM's is: a store
    /// may say that it defines the tuple which it spills a part of.
    pub fn feeds(&self, from: OpId, to: OpId) -> bool {
        let (_, written) = self.touched(&self.steps[from]);
        let (read, _) = self.touched(&self.steps[to]);
        written.iter().any(|atom| read.contains(atom))
    }
    /// What [`Program::touched`] gives, to be changed.
    fn touched_mut(&mut self, step: &Step) -> (&mut [AtomId], &mut [AtomId]) {
        let first = step.touched as usize;
        let uses = usize::from(step.uses);
        self.atoms[first..first + uses + usize::from(step.defs)].split_at_mut(uses)
    }
    /// The instructions that must be wait states ahead of an instruction.
    #[inline(always)]
    pub fn hazards_of(&self, step: &Step) -> &[Hazard] {
        step.hazards.of(&self.hazards)
    }
    /// The same, by the instruction's index.
    pub fn hazards(&self, op: OpId) -> &[Hazard] {
        self.hazards_of(&self.steps[op])
    }
    /// The slots between an instruction of `from` and `to` that hazards require; 0 if there are none between them.
    pub fn slots_for_hazards(&self, from: OpRange, to: OpId) -> u32 {
        let hazards = self.hazards(to).iter();
        let hazards = hazards.filter(|hazard| from.contains(hazard.producer));
        hazards.map(|hazard| hazard.need + 1).max().unwrap_or(0)
    }
    /// Number of atoms.
    pub fn atom_count(&self) -> usize {
        self.bounds.len() - 1
    }
    /// The register slots of an atom.
    pub fn atom_slots(&self, atom: AtomId) -> std::ops::Range<usize> {
        let at = atom.index();
        usize::from(self.bounds[at])..usize::from(self.bounds[at + 1])
    }
    /// All instructions, in the order of the function.
    pub fn order(&self) -> Vec<OpId> {
        self.ops.indices().collect()
    }
    /// Costs of the instructions under a model; slow starts of the vector ALU only where addresses are known.
    pub fn costs(&self, function: &Function, model: &Model) -> Costs {
        let ops = self.ops.iter().zip(&self.classes);
        let cost_of = |(op, &class): (&Op, &Class)| {
            let mut cost = model.cost_of(function, op.inst, class);
            if function.info(op.inst).unit == Unit::Nop {
                cost.issue = op.wait_states;
            }
            cost
        };
        let limits = model.limits();
        let mut ops: TypedVec<OpId, OpCost> = ops.map(cost_of).collect();
        for &op in &self.cold {
            ops[op].result = ops[op].result.max(model.cold_latency());
        }
        Costs {
            ops,
            limits: Limits {
                vector_ramp: limits.vector_ramp.filter(|_| self.is_placed),
                ..limits
            },
        }
    }
}

/// The class of an instruction before `next` in a trace: a branch is taken if it leads there.
fn class_in_trace(function: &Function, inst: InstId, next: Option<BlockId>) -> Class {
    let class = Class::of(function, inst);
    let target = function.operands(inst).iter().find_map(|o| match o.kind {
        OperandKind::Block(block) => Some(block),
        _ => None,
    });
    match (class, target) {
        (Class::Branch, Some(target)) if next == Some(target) => Class::BranchTaken,
        _ => class,
    }
}
