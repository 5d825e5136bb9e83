//! A trace of code compiled for simulation: one block, or the blocks of a loop in the order
//! in which an iteration runs through them.
//!
//! Registers become *atoms*: runs of slots that no operand of the trace splits, so that a
//! 16-register accumulator is usually one entry. Hazard needs become pairs of instructions.
//! Neither depends on the order of the instructions, as long as the order keeps the
//! dependences; so one compiled trace serves every candidate schedule.

use std::marker::PhantomData;

use smallvec::SmallVec;

use super::class::Class;
use super::hazard_oracle::HazardOracle;
use super::model::{Model, OpCost};
use super::stream::{Finished, Predicted};
use crate::gpu::{ClauseRole, Counter, Counts, OpTraits, Unit};
use crate::machine::{
    AddressSpace, AliasFacts, BlockId, Function, InstFlags, InstId, OperandFlags, Reg,
};
use crate::waitcnt::counted;

/// Index into [`Program::ops`].
pub(crate) type OpId = u32;
/// No instruction.
pub(crate) const NO_OP: OpId = OpId::MAX;

/// The unit that an instruction occupies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Pipe {
    /// Nothing but the issue slot of its own wave.
    None,
    Salu,
    Valu,
    Matrix,
    Smem,
    Lds,
    Vmem,
}

impl Pipe {
    /// All of them, in order.
    pub const ALL: [Pipe; 7] = [
        Pipe::None,
        Pipe::Salu,
        Pipe::Valu,
        Pipe::Matrix,
        Pipe::Smem,
        Pipe::Lds,
        Pipe::Vmem,
    ];
}

/// A run in one of the program's tables.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Span {
    start: u32,
    len: u32,
}

impl Span {
    fn of<T>(self, table: &[T]) -> &[T] {
        &table[self.start as usize..(self.start + self.len) as usize]
    }
}

/// What an explicit wait waits for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Awaited {
    /// The counters of an `s_waitcnt`; a field at its maximum waits for nothing.
    Counters { vm: u32, lgkm: u32 },
    /// Moves from memory to LDS alone, whatever else is outstanding: `S_WAITCNT_lds_direct`.
    Moves,
}

/// An explicit wait.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wait {
    pub awaited: Awaited,
    /// Dropped where nothing is outstanding.
    pub soft: bool,
}

/// An instruction that takes an issue slot.
#[derive(Clone, Debug)]
pub(crate) struct Op {
    pub inst: InstId,
    pub pipe: Pipe,
    /// Counts on the counter of vector memory.
    pub vm: bool,
    /// Counts on the counter of LDS, scalar memory and messages.
    pub lgkm: bool,
    /// Returns out of order: only a wait for everything covers it.
    pub unordered: bool,
    /// Moves memory to LDS; the alias group of the destination.
    pub dma: Option<u32>,
    /// Accesses LDS; the alias group.
    pub lds: Option<u32>,
    /// An explicit wait.
    pub wait: Option<Wait>,
    /// What it is in a run of memory instructions.
    pub clause: Option<ClauseRole>,
    /// An `s_waitcnt` or `s_nop`.
    pub is_filler: bool,
    /// Wait states it counts as.
    pub states: u32,
}

impl Op {
    fn is_plain(&self) -> bool {
        let counts = self.vm || self.lgkm || self.dma.is_some() || self.lds.is_some();
        !counts && self.wait.is_none() && self.clause.is_none()
    }
}

/// What the simulator asks of every instruction, in little space.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    /// Atoms read, and behind them the atoms written.
    touched: u32,
    uses: u16,
    defs: u16,
    hazards: Span,
    /// Wait states it counts as.
    pub states: u32,
    pub pipe: Pipe,
    /// Nothing but arithmetic: no wait, and no counter, LDS or run of memory instructions knows
    /// it.
    pub is_plain: bool,
}

/// Wait states that must lie between an instruction and the one that owns the list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hazard {
    pub producer: OpId,
    pub need: u32,
}

/// A compiled trace of one kind of stream.
#[derive(Clone, Debug)]
pub(crate) struct Program<S = Predicted> {
    pub ops: Vec<Op>,
    /// The same instructions.
    pub steps: Vec<Step>,
    /// Whether the end is followed by the beginning.
    pub is_loop: bool,
    /// Which accesses to LDS wait for which loads straight into LDS.
    pub aliases: AliasFacts,
    /// Where the instructions of each block end.
    pub block_ends: Vec<usize>,
    atoms: Vec<u16>,
    hazards: Vec<Hazard>,
    /// First slot of each atom, and the end of the last.
    bounds: Vec<u16>,
    classes: Vec<Class>,
    stream: PhantomData<S>,
}

/// Costs of a program's instructions under one model.
#[derive(Clone, Debug)]
pub(crate) struct Costs {
    pub ops: Vec<OpCost>,
    pub lds_queue: usize,
    pub vmem_queue: usize,
}

impl Program {
    /// Compiles `blocks`, which run one after the other; `next` is where control goes behind
    /// the last one. The trace is a loop when that is its first block.
    pub fn compile(
        function: &Function,
        blocks: &[BlockId],
        next: Option<BlockId>,
        needs: &dyn HazardOracle,
    ) -> Program {
        let of = |inst| {
            Some(Op {
                clause: needs.clause_role(inst),
                ..op(function, inst)
            })
        };
        let mut program = Program::new(function, blocks, next, of);
        program.find_hazards(needs);
        program
    }
}

impl Program<Finished> {
    /// The same for a finished stream. What is left of the memory legaliser's markers is no
    /// instruction: LLVM's wait pass takes out those whose waits stand.
    pub fn finished(
        function: &Function,
        blocks: &[BlockId],
        next: Option<BlockId>,
    ) -> Program<Finished> {
        let of = |inst| {
            let op = op(function, inst);
            let stands = op.wait.is_none_or(|wait| !wait.soft);
            stands.then_some(op)
        };
        Program::new(function, blocks, next, of)
    }
}

impl<S> Program<S> {
    fn new(
        function: &Function,
        blocks: &[BlockId],
        next: Option<BlockId>,
        op: impl Fn(InstId) -> Option<Op>,
    ) -> Program<S> {
        let mut program = Program {
            aliases: function.aliases.clone(),
            ops: Vec::new(),
            steps: Vec::new(),
            is_loop: next.is_some() && next == blocks.first().copied(),
            block_ends: Vec::new(),
            atoms: Vec::new(),
            hazards: Vec::new(),
            bounds: Vec::new(),
            classes: Vec::new(),
            stream: PhantomData,
        };
        for (at, &block) in blocks.iter().enumerate() {
            let next = blocks.get(at + 1).copied().or(next);
            let order = function.block(block).order.iter().copied();
            for op in order.filter(|&i| issues(function, i)).filter_map(&op) {
                program.classes.push(class_on_path(function, op.inst, next));
                program.ops.push(op);
            }
            program.block_ends.push(program.ops.len());
        }
        program.split_registers(function);
        program.bind_registers(function);
        program
    }

    /// The atoms that an instruction reads, and those that it writes.
    #[inline(always)]
    pub fn touched(&self, step: &Step) -> (&[u16], &[u16]) {
        let first = step.touched as usize;
        let uses = usize::from(step.uses);
        self.atoms[first..first + uses + usize::from(step.defs)].split_at(uses)
    }
    /// The same, to be changed.
    pub fn touched_mut(&mut self, step: &Step) -> (&mut [u16], &mut [u16]) {
        let first = step.touched as usize;
        let uses = usize::from(step.uses);
        self.atoms[first..first + uses + usize::from(step.defs)].split_at_mut(uses)
    }
    /// Adds atoms that are no register.
    pub fn add_atoms(&mut self, count: usize) {
        let end = self.bounds.last().copied().unwrap_or(0);
        self.bounds.extend(std::iter::repeat_n(end, count));
    }
    #[inline(always)]
    pub fn hazards_of(&self, step: &Step) -> &[Hazard] {
        step.hazards.of(&self.hazards)
    }
    pub fn hazards(&self, op: OpId) -> &[Hazard] {
        self.hazards_of(&self.steps[op as usize])
    }
    pub fn atom_count(&self) -> usize {
        self.bounds.len() - 1
    }
    /// The register slots of an atom.
    pub fn atom_slots(&self, atom: usize) -> std::ops::Range<usize> {
        usize::from(self.bounds[atom])..usize::from(self.bounds[atom + 1])
    }
    /// The program's own order.
    pub fn order(&self) -> Vec<OpId> {
        (0..self.ops.len() as OpId).collect()
    }
    /// Costs under a model.
    pub fn costs(&self, function: &Function, model: &Model) -> Costs {
        let ops = self.ops.iter().zip(&self.classes);
        Costs {
            ops: ops
                .map(|(op, &class)| {
                    let mut cost = model.cost_of(function, op.inst, class);
                    if function.info(op.inst).unit == Unit::Nop {
                        cost.issue = op.states;
                    }
                    cost
                })
                .collect(),
            lds_queue: usize::from(model.queues().lds),
            vmem_queue: usize::from(model.queues().vmem),
        }
    }

    fn split_registers(&mut self, function: &Function) {
        let mut cut = vec![false; Reg::COUNT + 1];
        cut[0] = true;
        for op in &self.ops {
            for range in function.operands(op.inst).iter().filter_map(|o| o.reg()) {
                cut[range.first().index()] = true;
                cut[range.first().index() + usize::from(range.len())] = true;
            }
        }
        cut[Reg::COUNT] = true;
        let slots = cut.iter().enumerate();
        self.bounds = slots
            .filter_map(|(slot, &cut)| cut.then_some(slot as u16))
            .collect();
    }

    fn bind_registers(&mut self, function: &Function) {
        let mut atom_at = vec![0u16; Reg::COUNT];
        for atom in 0..self.atom_count() {
            atom_at[self.atom_slots(atom)].fill(atom as u16);
        }
        let mut written = vec![false; self.atom_count()];
        let touched = |inst: InstId, def: bool| {
            let mut atoms: SmallVec<[u16; 16]> = SmallVec::new();
            let is_memory = matches!(function.info(inst).unit, Unit::Lds | Unit::Vmem(_));
            for operand in function.operands(inst) {
                let Some(range) = operand.reg() else { continue };
                // Implicit vector operands of a memory access (of a reload from scratch, for
                // one) say how long whole tuples live, not what it reads and writes.
                let lives = is_memory && !operand.is_explicit() && range.first().is_vector();
                let undef = operand.flags.has(OperandFlags::UNDEF);
                let skip = operand.is_def() != def || undef || lives;
                if skip {
                    continue;
                }
                let (first, len) = (range.first().index(), usize::from(range.len()));
                atoms.extend(atom_at[first]..=atom_at[first + len - 1]);
            }
            atoms.sort_unstable();
            atoms.dedup();
            atoms
        };
        let defs = self.ops.iter().map(|op| touched(op.inst, true));
        let defs: Vec<_> = defs.collect();
        for &atom in defs.iter().flatten() {
            written[usize::from(atom)] = true;
        }
        // What is never written here never holds anything up: in a loop nothing but its own
        // instructions is outstanding, and elsewhere only vector and scalar registers can be.
        let arrives = |atom: u16| {
            let slot = self.atom_slots(usize::from(atom)).start;
            let plain = Reg::from_index(slot)
                .is_some_and(|r| r.is_vector() || (r.is_scalar() && !r.is_vcc()));
            plain && !self.is_loop
        };
        let matters = |atom: u16| written[usize::from(atom)] || arrives(atom);
        let matters: Vec<bool> = (0..self.atom_count() as u16).map(matters).collect();
        for (op, defs) in self.ops.iter().zip(defs) {
            let first = self.atoms.len();
            let uses = touched(op.inst, false);
            let uses = uses.iter().filter(|&&a| matters[usize::from(a)]);
            self.atoms.extend(uses);
            self.steps.push(Step {
                touched: first as u32,
                uses: (self.atoms.len() - first) as u16,
                defs: defs.len() as u16,
                hazards: Span::default(),
                states: op.states,
                pipe: op.pipe,
                is_plain: op.is_plain(),
            });
            self.atoms.extend_from_slice(&defs);
        }
    }
}

impl Program {
    /// Asks for the needs of all pairs in which the consumer touches a register that the
    /// producer was the last to write, or among the last to read before a write.
    fn find_hazards(&mut self, needs: &dyn HazardOracle) {
        let count = self.ops.len();
        let produces: Vec<bool> = self
            .ops
            .iter()
            .map(|op| needs.is_producer(op.inst))
            .collect();
        let mut writer = vec![NO_OP; self.atom_count()];
        let mut readers: Vec<SmallVec<[OpId; 4]>> = vec![SmallVec::new(); self.atom_count()];
        let mut pairs: Vec<(OpId, OpId)> = Vec::new();
        let laps = if self.is_loop { 2 } else { 1 };
        for at in (0..laps).flat_map(|_| 0..count) {
            let consumer = at as OpId;
            let (uses, defs) = self.touched(&self.steps[at]);
            for &atom in uses.iter().chain(defs) {
                let producer = writer[usize::from(atom)];
                if producer != NO_OP {
                    pairs.push((consumer, producer));
                }
            }
            for &atom in defs {
                let earlier = std::mem::take(&mut readers[usize::from(atom)]);
                pairs.extend(earlier.into_iter().map(|producer| (consumer, producer)));
                writer[usize::from(atom)] = if produces[at] { consumer } else { NO_OP };
            }
            if produces[at] {
                for &atom in uses {
                    let slot = self.atom_slots(usize::from(atom)).start;
                    if Reg::from_index(slot).is_some_and(Reg::is_vector) {
                        readers[usize::from(atom)].push(consumer);
                    }
                }
            }
        }
        pairs.sort_unstable();
        pairs.dedup();
        let mut at = 0;
        for consumer in 0..count as OpId {
            let start = self.hazards.len();
            while let Some(&(_, producer)) = pairs.get(at).filter(|p| p.0 == consumer) {
                at += 1;
                let of = |op: OpId| self.ops[op as usize].inst;
                let need = needs.between(of(producer), of(consumer)).0;
                if need > 0 {
                    self.hazards.push(Hazard { producer, need });
                }
            }
            self.steps[consumer as usize].hazards = Span {
                start: start as u32,
                len: (self.hazards.len() - start) as u32,
            };
        }
    }
}

/// Whether an instruction takes an issue slot.
pub(crate) fn issues(function: &Function, inst: InstId) -> bool {
    let flags = function.flags(inst);
    let silent = flags.has(InstFlags::META) || flags.has(InstFlags::BUNDLE);
    !silent && function.info(inst).unit != Unit::Meta
}

/// The class, with branches resolved: taken unless they fall through to `next`.
fn class_on_path(function: &Function, inst: InstId, next: Option<BlockId>) -> Class {
    let class = Class::of(function, inst);
    let target = function.operands(inst).iter().find_map(|o| match o.kind {
        crate::machine::OperandKind::Block(block) => Some(block),
        _ => None,
    });
    match (class, target) {
        (Class::Branch, Some(target)) if next == Some(target) => Class::BranchTaken,
        _ => class,
    }
}

fn op(function: &Function, inst: InstId) -> Op {
    let info = function.info(inst);
    let counted = counted(function, inst);
    let touches_lds = || {
        let local = |s: AddressSpace| s == AddressSpace::LOCAL || s == AddressSpace::FLAT;
        function.accesses(inst).iter().any(|a| local(a.space))
    };
    let group = |wanted: AddressSpace| {
        let accesses = function.accesses(inst).iter();
        let mut groups = accesses
            .filter(|a| a.space == wanted || a.space == AddressSpace::FLAT)
            .map(|a| a.alias_group);
        groups.next().unwrap_or(0)
    };
    let dma = info.has(OpTraits::LDS_DMA);
    let immediate = || function.operands(inst).iter().find_map(|o| o.imm());
    Op {
        inst,
        pipe: match info.unit {
            Unit::Salu => Pipe::Salu,
            Unit::Valu => Pipe::Valu,
            Unit::Matrix => Pipe::Matrix,
            Unit::Smem => Pipe::Smem,
            Unit::Lds => Pipe::Lds,
            Unit::Vmem(_) => Pipe::Vmem,
            _ => Pipe::None,
        },
        vm: counted.vm > 0,
        lgkm: counted.lds + counted.smem + counted.other > 0,
        // Messages and GDS return in order among themselves, but not with LDS.
        unordered: !counted.in_order || counted.other > 0,
        dma: dma.then(|| group(AddressSpace::LOCAL)),
        lds: (!dma && counted.lds > 0 && touches_lds()).then(|| group(AddressSpace::LOCAL)),
        wait: (info.unit == Unit::Wait).then(|| Wait {
            awaited: match function.opcode(inst).name.as_ref() {
                "S_WAITCNT_lds_direct" => Awaited::Moves,
                _ => counters(immediate().unwrap_or(0)),
            },
            soft: info.has(OpTraits::SOFT_WAIT),
        }),
        clause: None,
        is_filler: matches!(info.unit, Unit::Wait | Unit::Nop),
        states: match info.unit {
            Unit::Nop => immediate().unwrap_or(0).clamp(0, 15) as u32 + 1,
            Unit::InlineAsm => 0,
            _ => 1,
        },
    }
}

fn counters(imm: i64) -> Awaited {
    // Only 16 bits are encoded.
    let counts = Counts::decode(imm as u16);
    let field = |counter: Counter| u32::from(counts.get(counter).unwrap_or(counter.max()));
    Awaited::Counters {
        vm: field(Counter::Vm),
        lgkm: field(Counter::Lgkm),
    }
}
