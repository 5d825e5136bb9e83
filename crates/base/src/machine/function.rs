//! The flat function: instructions in a pool, blocks that order them, dependences between them.

use super::index::TypedVec;
use super::inst::*;
use super::{AliasFacts, ApartFacts, Locations, Reg, RegFile, RegRange, RegSet, Role};
use crate::gpu::{Gpu, OpInfo};

/// Kind of a dependence edge, as LLVM's ScheduleDAGInstrs has it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DepKind {
    /// The later instruction reads what the earlier one writes.
    True,
    /// The later instruction writes what the earlier one reads.
    Anti,
    /// Both write.
    Output,
    /// Memory, side effects, or an artificial order.
    Order,
}

/// A dependence edge inside one region: `to` must stay after `from`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Edge {
    /// The earlier instruction (the header, for a bundle).
    pub from: InstId,
    /// The later instruction (the header, for a bundle).
    pub to: InstId,
    /// Kind of dependence.
    pub kind: DepKind,
    /// Latency by LLVM's model, in LLVM cycles (1 = 4 clocks).
    pub llvm_latency: u16,
}

impl Edge {
    /// Of the order of two instructions, first the earlier one.
    pub fn order((from, to): (InstId, InstId)) -> Edge {
        Edge {
            from,
            to,
            kind: DepKind::Order,
            llvm_latency: 0,
        }
    }
}

/// A basic block.
#[derive(Clone, PartialEq, Debug)]
pub struct Block {
    /// Instructions in program order.
    pub order: Vec<InstId>,
    /// Successor blocks.
    pub successors: Vec<BlockId>,
    /// Predecessor blocks, derived from the successors.
    pub predecessors: Vec<BlockId>,
    /// How often it runs for one run of the function, by LLVM's block frequencies.
    pub frequency: f64,
    /// Loop nesting depth; 0 outside all loops.
    pub loop_depth: u32,
    /// Header of the innermost loop that contains the block.
    pub loop_header: Option<BlockId>,
    /// Of a block that was added to the function: the block of the function's own that it follows in layout.
    pub after: Option<BlockId>,
}

/// Subtarget features that affect scheduling or the placement of waits and nops.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Features {
    /// XNACK replay is on: load clauses have rules of their own.
    pub xnack: bool,
    /// SRAM-ECC is on: sub-dword writes read the rest of the register.
    pub sram_ecc: bool,
    /// Threadgroup split mode.
    pub tg_split: bool,
    /// Precise memory: LLVM waits after every access, so that an exception is reported there.
    pub precise_memory: bool,
}

/// Launch resources outside the instruction stream.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Resources {
    /// Static LDS of the kernel in bytes; 0 when unknown or none.
    pub lds_bytes: u32,
    /// Largest workgroup the kernel may be launched with, in work-items; 0 when unknown.
    pub workgroup_size: u32,
    /// The function is a kernel or another entry point (not callable).
    pub is_entry: bool,
    /// How many dimensions of a work-item's number the kernel is started with (`ENABLE_VGPR_WORKITEM_ID` of
    /// `COMPUTE_PGM_RSRC2`, plus 1): with more than one, gfx90a and later pack them into `v0`. `None` when unknown.
    pub dimensions: Option<u8>,
}

/// A machine function, flat.
#[derive(Clone, PartialEq, Debug)]
pub struct Function {
    /// Symbol name.
    pub name: String,
    /// The GPU it is compiled for.
    pub gpu: Gpu,
    /// Subtarget features.
    pub features: Features,
    /// Launch resources.
    pub resources: Resources,
    pub(super) opcodes: TypedVec<OpcodeId, Opcode>,
    pub(super) insts: TypedVec<InstId, Inst>,
    pub(super) operands: Vec<Operand>,
    pub(super) accesses: Vec<MemAccess>,
    pub(super) blocks: TypedVec<BlockId, Block>,
    pub(super) edges: Vec<Edge>,
    pub(super) stand_ins: Vec<(InstId, InstId)>,
    /// Inline assembly that could not be parsed, and why, in the order of ids.
    pub(super) unparsed: Vec<(InstId, String)>,
    /// Which accesses to LDS may alias loads straight into LDS.
    pub aliases: AliasFacts,
    /// Which accesses are proved apart from loads straight into LDS.
    pub(super) apart: ApartFacts,
    /// Vector registers that LLVM keeps for purposes of its own (`SIRegisterInfo::getReservedRegs`):
    /// what spills of scalar registers, whole-wave mode and copies between files need, and those
    /// beyond the limit that the function's attributes set.
    pub reserved: RegSet,
    /// Vector registers that a caller finds unchanged after a call; empty for kernels.
    pub callee_saved: RegSet,
    /// Whether memory operands say which accesses are atomic or volatile: LLVM's do; in the text of an instruction an access
    /// that other waves of the work-group watch may look like any other.
    pub atomics_are_marked: bool,
    /// Where its instructions are from; the text form leaves it out.
    pub locations: Locations,
}

impl Function {
    /// Blocks by number: the function's own in layout order, then those that were added.
    pub fn blocks(&self) -> &[Block] {
        self.blocks.as_slice()
    }
    /// Ids of all blocks, in that order.
    pub fn block_ids(
        &self,
    ) -> impl DoubleEndedIterator<Item = BlockId> + ExactSizeIterator + use<> {
        self.blocks.indices()
    }
    /// The block of that id.
    #[inline]
    pub fn block(&self, id: BlockId) -> &Block {
        &self.blocks[id]
    }
    /// Number of instructions in the pool, removed ones included; ids are below it.
    pub fn inst_count(&self) -> usize {
        self.insts.len()
    }
    /// The instruction of that id.
    #[inline]
    pub fn inst(&self, id: InstId) -> &Inst {
        &self.insts[id]
    }
    /// Its flags.
    #[inline]
    pub fn flags(&self, id: InstId) -> InstFlags {
        self.insts[id].flags
    }
    /// Its opcode.
    #[inline]
    pub fn opcode(&self, id: InstId) -> &Opcode {
        &self.opcodes[self.insts[id].opcode]
    }
    /// What the core knows about its opcode.
    #[inline]
    pub fn info(&self, id: InstId) -> &OpInfo {
        &self.opcode(id).info
    }
    /// Its operands.
    #[inline]
    pub fn operands(&self, id: InstId) -> &[Operand] {
        let range = &self.insts[id].operands;
        &self.operands[range.start as usize..range.end as usize]
    }
    /// Its memory accesses; empty when LLVM knows nothing about them.
    #[inline]
    pub fn accesses(&self, id: InstId) -> &[MemAccess] {
        let range = &self.insts[id].accesses;
        &self.accesses[range.start as usize..range.end as usize]
    }
    /// Says of which spill slot an instruction's only access is; with several accesses it is of none.
    pub fn set_spill_slot(&mut self, id: InstId, slot: SpillSlot) {
        let range = self.insts[id].accesses.clone();
        if let [access] = &mut self.accesses[range.start as usize..range.end as usize] {
            access.spill = Some(slot);
        }
    }
    /// The registers that it writes, implicit ones included.
    pub fn written(&self, id: InstId) -> impl Iterator<Item = Reg> {
        let defs = self.operands(id).iter().filter(|o| o.is_def());
        defs.filter_map(Operand::reg).flat_map(RegRange::regs)
    }
    /// Whether it writes EXEC.
    pub fn writes_exec(&self, id: InstId) -> bool {
        let mut defs = self.operands(id).iter().filter(|o| o.is_def());
        let is_exec =
            |range: RegRange| !range.first().is_vector() && range.regs().any(Reg::is_exec);
        defs.any(|o| o.reg().is_some_and(is_exec))
    }
    /// The first operand with that role.
    pub fn operand(&self, id: InstId, role: Role) -> Option<&Operand> {
        self.operands(id).iter().find(|o| o.role == role)
    }
    /// Dependence edges of all regions, grouped by region, sources in original order.
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }
    /// Opcodes the function uses.
    pub fn opcodes(&self) -> &[Opcode] {
        self.opcodes.as_slice()
    }
    /// Whether it uses the matrix pipe.
    pub fn has_matrix_instructions(&self) -> bool {
        self.opcodes.iter().any(|o| o.info.matrix.is_some())
    }
    /// Whether any access to LDS is known to have bank conflicts.
    pub fn has_bank_conflicts(&self) -> bool {
        self.insts
            .iter()
            .any(|inst| inst.bank_conflicts.is_longer())
    }
    /// Wait states of an `s_nop`.
    pub fn nop_wait_states(&self, inst: InstId) -> u32 {
        let imm = self.operands(inst).first().and_then(|o| o.imm());
        imm.map_or(0, |imm| (imm & 0xf) as u32) + 1
    }
    /// Replaces a block's order. The caller must pass a permutation; `check` proves that it did
    /// before anything is sent back to LLVM.
    pub fn set_order(&mut self, block: BlockId, order: Vec<InstId>) {
        self.blocks[block].order = order;
    }
    /// Gives an operand another register, as wide as the present one. The caller must keep what the
    /// instruction computes; `check` proves that it did before anything is sent back to LLVM.
    pub fn set_register(&mut self, inst: InstId, operand: usize, register: RegRange) {
        let range = self.insts[inst].operands.clone();
        self.operands[range.start as usize..range.end as usize][operand].kind =
            OperandKind::Reg(register);
    }
    /// Records that `wait` replaces, at its place, the user's own wait `user`, which the order no
    /// longer names.
    pub fn stand_in(&mut self, wait: InstId, user: InstId) {
        let at = self.stand_ins.partition_point(|&pair| pair < (wait, user));
        self.stand_ins.insert(at, (wait, user));
    }
    /// The user's own waits that a wait replaces.
    pub fn stands_in_for(&self, wait: InstId) -> impl Iterator<Item = InstId> {
        let first = self.stand_ins.partition_point(|pair| pair.0 < wait);
        let pairs = self.stand_ins[first..].iter();
        pairs
            .take_while(move |pair| pair.0 == wait)
            .map(|pair| pair.1)
    }
    /// Records how bank conflicts lengthen an access to LDS.
    pub fn set_bank_conflicts(&mut self, inst: InstId, conflicts: BankConflicts) {
        self.insts[inst].bank_conflicts = conflicts;
    }
    /// Adds an instruction with one immediate (`S_NOP`, `S_WAITCNT`) to the pool. It is not part
    /// of the program until a block's order names it.
    pub fn add_inserted(&mut self, name: &str, imm: i64) -> InstId {
        let operand = Operand {
            kind: OperandKind::Imm(imm),
            flags: OperandFlags::NONE,
            role: Role::Other,
        };
        let inst = Inst {
            opcode: self.opcode_named(name),
            flags: InstFlags::INSERTED | InstFlags::SIDE_EFFECTS,
            llvm_latency: 1,
            llvm_passes: 0,
            bank_conflicts: BankConflicts::None,
            origin: None,
            asm_line: 0,
            operands: 0..0,
            accesses: 0..0,
        };
        self.add(inst, vec![operand])
    }
    /// Adds an instruction to the pool that equals `model` except for its opcode and operands. It
    /// is not part of the program until a block's order names it.
    pub fn add_like(&mut self, model: InstId, name: &str, operands: Vec<Operand>) -> InstId {
        let model = self.inst(model).clone();
        let inst = Inst {
            opcode: self.opcode_named(name),
            flags: model.flags | InstFlags::INSERTED,
            origin: None,
            ..model
        };
        self.add(inst, operands)
    }
    /// Adds a move between vector registers to the pool: what LLVM would copy a register with. It is not
    /// part of the program until a block's order names it.
    pub fn add_move(&mut self, to: Reg, from: Reg) -> Option<InstId> {
        let name = match (to.file(), from.file()) {
            (RegFile::Vgpr, RegFile::Vgpr) => "V_MOV_B32_e32",
            (RegFile::Vgpr, RegFile::Agpr) => "V_ACCVGPR_READ_B32_e64",
            (RegFile::Agpr, RegFile::Vgpr) => "V_ACCVGPR_WRITE_B32_e64",
            (RegFile::Agpr, RegFile::Agpr) if self.gpu.unified_vector_file() => "V_ACCVGPR_MOV_B32",
            _ => return None,
        };
        let registers = [to, from].map(|reg| RegRange::new(reg, 1));
        let [Some(to), Some(from)] = registers else {
            return None;
        };
        let exec = RegRange::new(Reg::EXEC_LO, 2)?;
        let operand = |range, flags, role| Operand {
            kind: OperandKind::Reg(range),
            flags,
            role,
        };
        let class = |reg: Reg| match reg.file() {
            RegFile::Vgpr => OperandClass::VGPR,
            _ => OperandClass::AGPR,
        };
        let classes = [class(to.first()), class(from.first())];
        let opcode = self.opcode_named(name);
        if self.opcodes[opcode].classes.is_empty() {
            self.opcodes[opcode].classes = classes.to_vec();
        }
        let inst = Inst {
            opcode,
            flags: InstFlags::INSERTED,
            llvm_latency: 1,
            llvm_passes: 0,
            bank_conflicts: BankConflicts::None,
            origin: None,
            asm_line: 0,
            operands: 0..0,
            accesses: 0..0,
        };
        let operands = vec![
            operand(to, OperandFlags::DEF, Role::Dst),
            operand(from, OperandFlags::NONE, Role::Src0),
            operand(exec, OperandFlags::IMPLICIT, Role::Other),
        ];
        Some(self.add(inst, operands))
    }
    /// Takes what was inserted so far for the function's own.
    pub fn keep_inserted(&mut self) {
        for inst in self.insts.indices() {
            let flags = &mut self.insts[inst].flags;
            *flags = InstFlags(flags.0 & !InstFlags::INSERTED.0);
        }
    }
    /// Gives an instruction an opcode with the same operands, which admit these registers, and marks its
    /// register operands of the result and of the accumulator as tied or not. The caller must keep what
    /// the instruction computes; `check` proves that it did before anything is sent back to LLVM.
    pub fn set_form(&mut self, inst: InstId, name: &str, classes: &[OperandClass], tied: bool) {
        let id = self.opcode_named(name);
        let modifiers = self.opcode(inst).source_modifiers;
        let opcode = &mut self.opcodes[id];
        if opcode.classes.is_empty() {
            opcode.classes = classes.to_vec();
            opcode.source_modifiers = modifiers;
        }
        self.insts[inst].opcode = id;
        let range = self.insts[inst].operands.clone();
        for operand in &mut self.operands[range.start as usize..range.end as usize] {
            let Some(registers) = operand.reg() else {
                continue;
            };
            if matches!(operand.role, Role::Dst | Role::MatC) {
                // Larger results are written before all of the accumulator is read.
                let early = operand.is_def() && !tied && registers.len() > 4;
                let mut flags =
                    operand.flags.0 & !(OperandFlags::TIED.0 | OperandFlags::EARLY_CLOBBER.0);
                flags |= if tied { OperandFlags::TIED.0 } else { 0 };
                flags |= if early {
                    OperandFlags::EARLY_CLOBBER.0
                } else {
                    0
                };
                operand.flags = OperandFlags(flags);
            }
        }
    }
    pub(super) fn opcode_named(&mut self, name: &str) -> OpcodeId {
        let known = self.opcodes.iter().position(|o| o.name == name);
        known.map(OpcodeId::new).unwrap_or_else(|| {
            self.opcodes.push(Opcode {
                name: name.to_owned(),
                info: OpInfo::classify(name, self.gpu),
                source_modifiers: 0,
                classes: Vec::new(),
            })
        })
    }
    pub(super) fn add(&mut self, inst: Inst, operands: Vec<Operand>) -> InstId {
        let at = self.operands.len() as u32;
        self.operands.extend(operands);
        self.insts.push(Inst {
            operands: at..self.operands.len() as u32,
            ..inst
        })
    }
    /// Replaces the dependence edges. The caller must ensure that each points forwards inside one
    /// region.
    pub fn set_edges(&mut self, mut edges: Vec<Edge>) {
        edges.sort_by_key(|e| (e.from, e.to));
        self.edges = edges;
    }
    /// Adds the order of pairs, first the earlier one, that have no dependence yet. The caller must ensure
    /// that each points forwards inside one region. An edge that is there only because a register is used
    /// again does not count: renaming takes it away.
    pub fn add_orders(&mut self, mut pairs: Vec<(InstId, InstId)>) {
        pairs.sort_unstable();
        pairs.dedup();
        let key = |e: &Edge| (e.from, e.to);
        let lasting = |e: &&Edge| matches!(e.kind, DepKind::True | DepKind::Order);
        let known: Vec<_> = self.edges.iter().filter(lasting).map(key).collect();
        pairs.retain(|pair| known.binary_search(pair).is_err());
        self.edges.extend(pairs.into_iter().map(Edge::order));
        self.edges.sort_by_key(key);
    }

    /// Turns more instructions into boundaries, and drops the edges that this makes redundant:
    /// those that touch or cross a boundary.
    /// What is in inline assembly goes with it.
    pub fn add_boundaries(&mut self, is_boundary: impl Fn(&Function, InstId) -> bool) {
        let ids = self.insts.indices();
        let added =
            ids.filter(|&id| !self.flags(id).has(InstFlags::IN_ASM) && is_boundary(self, id));
        let added = added.flat_map(|id| std::iter::once(id).chain(self.instructions_of_asm(id)));
        let added: Vec<InstId> = added
            .filter(|&id| !self.flags(id).has(InstFlags::BOUNDARY))
            .collect();
        if added.is_empty() {
            return;
        }
        for id in added {
            let flags = &mut self.insts[id].flags;
            *flags = *flags | InstFlags::BOUNDARY;
        }
        let mut region = TypedVec::<InstId, _>::from_elem(None, self.insts.len());
        let mut current = 0u32;
        for block in &self.blocks {
            current += 1;
            for &id in &block.order {
                if self.insts[id].flags.has(InstFlags::BOUNDARY) {
                    current += 1;
                } else {
                    region[id] = Some(current);
                }
            }
        }
        self.edges.retain(|edge| {
            let from = region[edge.from];
            from.is_some() && from == region[edge.to]
        });
    }
}
