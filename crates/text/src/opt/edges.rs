//! Dependences inside each region: what LLVM's `ScheduleDAGInstrs` tells the core about its own code.
//!
//! Registers by slots. Memory without alias analysis: two plain loads may change places, and so may accesses of
//! different address spaces or spill slots; nothing else does. Loads on both sides of a wait for the first of them do not either:
//! that order may be what the author wanted.

use std::collections::{BTreeSet, HashMap};

use super::waits::{self, Space};
use cdnasched_base::gpu::{Counter, Unit};
use cdnasched_base::machine::liveness::Liveness;
use cdnasched_base::machine::{
    DepKind, Edge, Function, InstFlags, InstId, OperandFlags, Reg, RegFile,
};
use cdnasched_engine::waitcnt::reads_by_convention;

/// Marks scalar results that nothing reads, so that they order nothing. Where control leaves for callees or a caller, any may be
/// read.
pub(super) fn mark_dead_results(function: &mut Function) {
    let mut insts = function.blocks().iter().flat_map(|block| &block.order);
    if insts.any(|&inst| waits::leaves(function, inst)) {
        return;
    }
    let liveness = Liveness::of(function);
    let mut dead = Vec::new();
    for block in function.block_ids() {
        let mut live = liveness.live_out[block];
        for &inst in function.block(block).order.iter().rev() {
            let operands = function.operands(inst);
            if reads_by_convention(function, inst) {
                (0..Reg::COUNT).filter_map(Reg::from_index).for_each(|reg| {
                    live.insert(reg);
                });
            }
            for (at, operand) in operands.iter().enumerate().filter(|(_, o)| o.is_def()) {
                let Some(range) = operand.reg() else { continue };
                let first = range.first();
                let is_plain = first.file() == RegFile::Sgpr || first.is_vcc() || first == Reg::SCC;
                if is_plain && !range.regs().any(|reg| live.contains(reg)) {
                    dead.push((inst, at));
                }
            }
            for range in operands
                .iter()
                .filter(|o| o.is_def())
                .filter_map(|o| o.reg())
            {
                // A masked write leaves the other lanes.
                if !range.first().is_vector() {
                    range.regs().for_each(|reg| live.remove(reg));
                }
            }
            for range in operands
                .iter()
                .filter(|o| o.is_use())
                .filter_map(|o| o.reg())
            {
                live.insert_range(range);
            }
        }
    }
    for (inst, at) in dead {
        function.mark_dead(inst, at);
    }
}

/// The dependences of a function, region by region. `waits`: by instruction, the counts of the author's waits
/// directly before it.
pub(super) fn of(
    function: &Function,
    waits: &HashMap<InstId, cdnasched_base::gpu::Counts>,
) -> Vec<Edge> {
    let mut region = Region {
        function,
        edges: BTreeSet::new(),
        slots: HashMap::new(),
        memory: Memory::default(),
    };
    let mut all = Vec::new();
    for block in function.block_ids() {
        for &inst in &function.block(block).order {
            if function.flags(inst).has(InstFlags::BOUNDARY) {
                region.end(&mut all);
                continue;
            }
            region.registers(inst);
            if let Some(&counts) = waits.get(&inst) {
                region.memory.wait(counts);
            }
            region.memory(inst);
        }
        region.end(&mut all);
    }
    all
}

/// Accesses of the region at hand.
#[derive(Default)]
struct Memory {
    /// By bit of a [`Space`]: the last that is no plain load, and the plain loads since.
    last: [Option<InstId>; Space::BITS],
    loads: [Vec<InstId>; Space::BITS],
    /// By counter: plain loads in order of issue, each with the number of operations before it.
    issued: [Vec<(InstId, u32)>; Counter::ALL.len()],
    count: [u32; Counter::ALL.len()],
    /// Plain loads that a wait was for.
    awaited: Vec<InstId>,
    /// Accesses to spill slots; whether they are loads.
    slots: Vec<(InstId, waits::Slot, bool)>,
}

impl Memory {
    fn wait(&mut self, counts: cdnasched_base::gpu::Counts) {
        for counter in Counter::ALL {
            let Some(most) = counts.get(counter) else {
                continue;
            };
            let count = self.count[counter.index()];
            let awaited = &mut self.awaited;
            self.issued[counter.index()].retain(|&(inst, before)| {
                let complete = count - before > u32::from(most);
                if complete {
                    awaited.push(inst);
                }
                !complete
            });
        }
    }
}

/// What happened to a register slot in the region.
#[derive(Default)]
struct Slot {
    /// Who wrote it last.
    writer: Option<InstId>,
    /// Who has written since what is never read.
    dead: Vec<InstId>,
    /// Who has read it since it was written.
    readers: Vec<InstId>,
}

struct Region<'f> {
    function: &'f Function,
    edges: BTreeSet<(InstId, InstId, u8)>,
    slots: HashMap<Reg, Slot>,
    memory: Memory,
}

const KINDS: [DepKind; 4] = [
    DepKind::True,
    DepKind::Anti,
    DepKind::Output,
    DepKind::Order,
];

impl Region<'_> {
    fn edge(&mut self, from: InstId, to: InstId, kind: u8) {
        if from != to {
            self.edges.insert((from, to, kind));
        }
    }

    fn registers(&mut self, inst: InstId) {
        let operands = self.function.operands(inst);
        let uses = operands.iter().filter(|o| o.is_use());
        let read: Vec<Reg> = uses
            .filter_map(|o| o.reg())
            .flat_map(|r| r.regs())
            .collect();
        for &reg in &read {
            if let Some(writer) = self.slots.entry(reg).or_default().writer {
                self.edge(writer, inst, 0);
            }
        }
        for operand in operands.iter().filter(|o| o.is_def()) {
            let Some(range) = operand.reg() else { continue };
            for reg in range.regs() {
                self.write(reg, inst, operand.flags.has(OperandFlags::DEAD));
            }
        }
        for reg in read {
            let readers = &mut self.slots.entry(reg).or_default().readers;
            if readers.last() != Some(&inst) {
                readers.push(inst);
            }
        }
    }

    /// What is never read may be written in any order, but between the values that are read.
    fn write(&mut self, reg: Reg, inst: InstId, dead: bool) {
        let mut slot = self.slots.remove(&reg).unwrap_or_default();
        for reader in &slot.readers {
            self.edge(*reader, inst, 1);
        }
        if let Some(writer) = slot.writer {
            self.edge(writer, inst, 2);
        }
        if dead {
            slot.dead.push(inst);
        } else {
            for writer in &slot.dead {
                self.edge(*writer, inst, 2);
            }
            slot = Slot {
                writer: Some(inst),
                ..Slot::default()
            };
        }
        self.slots.insert(reg, slot);
    }

    fn memory(&mut self, inst: InstId) {
        let Some(access) = waits::access(self.function, inst) else {
            return;
        };
        for bit in access.space.bits() {
            if let Some(last) = self.memory.last[bit] {
                self.edge(last, inst, 3);
            }
        }
        if let Some(slot) = access.slot {
            self.slot(inst, slot, access.is_load);
        } else if access.is_load {
            let awaited: Vec<InstId> = self.memory.awaited.clone();
            for before in awaited {
                let other = waits::access(self.function, before);
                if other.is_some_and(|other| other.space.overlaps(access.space)) {
                    self.edge(before, inst, 3);
                }
            }
            for bit in access.space.bits() {
                self.memory.loads[bit].push(inst);
            }
        } else {
            for bit in access.space.bits() {
                for load in std::mem::take(&mut self.memory.loads[bit]) {
                    self.edge(load, inst, 3);
                }
                self.memory.last[bit] = Some(inst);
            }
        }
        let raised = waits::raises(self.function, inst);
        for counter in Counter::ALL
            .into_iter()
            .filter(|counter| raised[counter.index()] > 0)
        {
            let at = counter.index();
            if access.is_load && access.slot.is_none() {
                self.memory.issued[at].push((inst, self.memory.count[at]));
            }
            self.memory.count[at] += 1;
        }
    }

    /// An access to a spill slot: in order with those of the same bytes, and with what orders all.
    fn slot(&mut self, inst: InstId, slot: waits::Slot, is_load: bool) {
        let earlier = self.memory.slots.iter();
        let met = earlier.filter(|(_, other, loads)| other.overlaps(slot) && !(is_load && *loads));
        let met: Vec<InstId> = met.map(|&(inst, _, _)| inst).collect();
        for before in met {
            self.edge(before, inst, 3);
        }
        self.memory.slots.push((inst, slot, is_load));
        for bit in waits::Space::SLOTS.bits() {
            self.memory.loads[bit].push(inst);
        }
    }

    fn end(&mut self, all: &mut Vec<Edge>) {
        all.extend(
            std::mem::take(&mut self.edges)
                .into_iter()
                .map(|(from, to, kind)| {
                    let latency = self.function.inst(from).llvm_latency;
                    Edge {
                        from,
                        to,
                        kind: KINDS[usize::from(kind)],
                        llvm_latency: if kind == 0 { latency } else { 0 },
                    }
                }),
        );
        self.slots.clear();
        self.memory = Memory::default();
    }
}

/// Whether an instruction is for memory or other waves, or may be.
pub(super) fn has_effects(function: &Function, inst: InstId) -> bool {
    let flags = function.flags(inst);
    flags.has(InstFlags::SIDE_EFFECTS)
        && !matches!(function.info(inst).unit, Unit::Wait | Unit::Nop)
}
