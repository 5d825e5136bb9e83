//! Building a flat function from untrusted parts.

use crate::machine::Role;
use std::collections::HashMap;

use thiserror::Error;

use super::function::*;
use super::index::TypedVec;
use super::inst::*;
use super::{AliasFact, AliasFacts, ApartFacts, Locations, RegSet};
use crate::gpu::{Gpu, OpInfo};

/// Why a function is not accepted. It is then left as LLVM had it.
#[derive(Debug, Error, Clone, PartialEq)]
#[non_exhaustive]
pub enum BuildError {
    /// An opcode that the core cannot classify.
    #[error("LLVM opcode {opcode} is not known for {gpu}; the function was left as LLVM had it")]
    UnknownOpcode {
        /// LLVM's name of it.
        opcode: String,
        /// The GPU.
        gpu: Gpu,
    },
    /// An instruction whose operands are not shaped as its opcode requires.
    #[error("instruction {inst} ({mnemonic}): {what}; the function was left as LLVM had it")]
    OperandShape {
        /// Index of the instruction in the function.
        inst: u32,
        /// Its mnemonic.
        mnemonic: String,
        /// What was expected and what was found.
        what: String,
    },
    /// An index that points outside its table.
    #[error("{table} index {index} is out of range (0..{len})")]
    Index {
        /// Which table.
        table: &'static str,
        /// The index found.
        index: u64,
        /// Entries in the table.
        len: usize,
    },
    /// An invariant of functions is broken.
    #[error("malformed function: {0}")]
    Malformed(String),
}

/// Collects the parts of a [`Function`] and checks them.
#[derive(Debug)]
pub struct Builder {
    function: Function,
    names: HashMap<String, OpcodeId>,
    /// Instructions in inline assembly whose operands do not fit, and what was expected.
    misfits: Vec<(InstId, String)>,
}

impl Builder {
    /// An empty function.
    pub fn new(name: &str, gpu: Gpu) -> Builder {
        Builder {
            function: Function {
                name: name.to_owned(),
                gpu,
                features: Features::default(),
                resources: Resources {
                    is_entry: true,
                    ..Resources::default()
                },
                opcodes: TypedVec::new(),
                insts: TypedVec::new(),
                operands: Vec::new(),
                accesses: Vec::new(),
                blocks: TypedVec::new(),
                edges: Vec::new(),
                stand_ins: Vec::new(),
                unparsed: Vec::new(),
                aliases: AliasFacts::default(),
                apart: ApartFacts::default(),
                reserved: RegSet::default(),
                callee_saved: RegSet::default(),
                atomics_are_marked: false,
                locations: Locations::default(),
            },
            names: HashMap::new(),
            misfits: Vec::new(),
        }
    }
    /// Sets the subtarget features.
    pub fn features(&mut self, features: Features) {
        self.function.features = features;
    }
    /// Sets the launch resources.
    pub fn resources(&mut self, resources: Resources) {
        self.function.resources = resources;
    }
    /// Adds an opcode; returns the same id when it was added before.
    ///
    /// # Errors
    /// [`BuildError::UnknownOpcode`] when the core cannot classify it.
    pub fn opcode(&mut self, name: &str, source_modifiers: u64) -> Result<OpcodeId, BuildError> {
        if let Some(&id) = self.names.get(name) {
            return Ok(id);
        }
        let info = OpInfo::classify(name, self.function.gpu);
        if !info.is_known() {
            return Err(BuildError::UnknownOpcode {
                opcode: name.to_owned(),
                gpu: self.function.gpu,
            });
        }
        let id = self.function.opcodes.push(Opcode {
            name: name.to_owned(),
            info,
            source_modifiers,
            classes: Vec::new(),
        });
        self.names.insert(name.to_owned(), id);
        Ok(id)
    }
    /// Sets which vector registers the explicit operands of an opcode may be.
    pub fn operand_classes(&mut self, opcode: OpcodeId, classes: Vec<OperandClass>) {
        self.function.opcodes[opcode].classes = classes;
    }
    /// Says that memory operands name atomic and volatile accesses as such.
    pub fn atomics_are_marked(&mut self) {
        self.function.atomics_are_marked = true;
    }
    /// Sets the registers that LLVM keeps for itself, and those that callers find unchanged.
    pub fn fixed_registers(&mut self, reserved: RegSet, callee_saved: RegSet) {
        self.function.reserved = reserved;
        self.function.callee_saved = callee_saved;
    }
    /// Starts the next block; instructions added from now on are in it.
    pub fn block(
        &mut self,
        frequency: f64,
        loop_depth: u32,
        loop_header: Option<BlockId>,
        successors: Vec<BlockId>,
    ) -> BlockId {
        self.function.blocks.push(Block {
            order: Vec::new(),
            successors,
            predecessors: Vec::new(),
            frequency,
            loop_depth,
            loop_header,
            after: None,
        })
    }
    /// Adds an instruction to the current block. Roles are assigned by [`Builder::finish`].
    ///
    /// # Errors
    /// When no block was started, or the opcode is not in the table.
    pub fn inst(
        &mut self,
        opcode: OpcodeId,
        flags: InstFlags,
        latency_passes: (u16, u8),
        operands: impl IntoIterator<Item = (OperandKind, OperandFlags)>,
        accesses: impl IntoIterator<Item = MemAccess>,
    ) -> Result<InstId, BuildError> {
        let f = &mut self.function;
        index("opcode", u64::from(opcode.0), f.opcodes.len())?;
        let id = f.insts.next_index();
        let block = f
            .blocks
            .last_mut()
            .ok_or_else(|| BuildError::Malformed("instruction before the first block".into()))?;
        block.order.push(id);
        let (o, a) = (f.operands.len() as u32, f.accesses.len() as u32);
        f.operands
            .extend(operands.into_iter().map(|(kind, flags)| Operand {
                kind,
                flags,
                role: Role::Other,
            }));
        f.accesses.extend(accesses);
        f.insts.push(Inst {
            opcode,
            flags,
            llvm_latency: latency_passes.0,
            llvm_passes: latency_passes.1,
            bank_conflicts: BankConflicts::None,
            origin: None,
            asm_line: 0,
            operands: o..f.operands.len() as u32,
            accesses: a..f.accesses.len() as u32,
        });
        Ok(id)
    }
    /// Adds an instruction of the inline assembly that was added last: [`Builder::inst`] with the line of
    /// its text, from 1. It is in the assembly, and a boundary if that is one, whatever `flags` says.
    ///
    /// # Errors
    /// As [`Builder::inst`], and when it does not follow inline assembly.
    pub fn asm_inst(
        &mut self,
        opcode: OpcodeId,
        (flags, line): (InstFlags, u32),
        latency_passes: (u16, u8),
        operands: impl IntoIterator<Item = (OperandKind, OperandFlags)>,
    ) -> Result<InstId, BuildError> {
        let f = &self.function;
        let last = f.blocks.iter().next_back().and_then(|b| b.order.last());
        let inside =
            |flags: InstFlags| flags.has(InstFlags::ASM_PARSED) || flags.has(InstFlags::IN_ASM);
        let last = last
            .map(|&inst| f.flags(inst))
            .filter(|&flags| inside(flags));
        let last = last.ok_or_else(|| {
            BuildError::Malformed("an instruction of inline assembly does not follow any".into())
        })?;
        let kept = flags.0 & !InstFlags::BOUNDARY.0 | last.0 & InstFlags::BOUNDARY.0;
        let flags = InstFlags(kept) | InstFlags::IN_ASM | InstFlags::IN_BUNDLE;
        let id = self.inst(opcode, flags, latency_passes, operands, [])?;
        self.function.insts[id].asm_line = line;
        Ok(id)
    }
    /// Says why inline assembly could not be parsed.
    pub fn unparsed(&mut self, inst: InstId, why: String) {
        self.function.unparsed.push((inst, why));
    }
    /// Adds a dependence edge.
    pub fn edge(&mut self, edge: Edge) {
        self.function.edges.push(edge);
    }

    /// Says that of two instructions, one of them a load straight into LDS, it is proved that they do not meet.
    pub fn apart(&mut self, one: InstId, other: InstId) {
        self.function.apart.add(one, other);
    }

    /// Adds a fact about two alias groups; the first one about a pair holds.
    pub fn alias_fact(&mut self, fact: AliasFact) {
        self.function.aliases.add(fact);
    }

    /// Says where the instructions are from.
    pub fn locations(&mut self, locations: Locations) {
        self.function.locations = locations;
    }

    /// Checks every index and invariant, and returns the function.
    ///
    /// # Errors
    /// The first violation found.
    pub fn finish(mut self) -> Result<Function, BuildError> {
        self.check_blocks()?;
        self.check_bundles()?;
        self.assign_roles()?;
        self.drop_misfits();
        self.check_edges()?;
        self.check_locations()?;
        super::bases::keep_in_order(&mut self.function);
        Ok(self.function)
    }

    fn check_locations(&self) -> Result<(), BuildError> {
        let Locations { files, of } = &self.function.locations;
        if of.len() > self.function.insts.len() {
            return Err(BuildError::Malformed(format!(
                "{} locations for {} instructions",
                of.len(),
                self.function.insts.len()
            )));
        }
        for location in of.iter().flatten() {
            index("source file", u64::from(location.file), files.len())?;
        }
        Ok(())
    }

    fn check_blocks(&mut self) -> Result<(), BuildError> {
        let blocks = &mut self.function.blocks;
        let count = blocks.len();
        for at in blocks.indices() {
            let frequency = blocks[at].frequency;
            if !frequency.is_finite() || frequency < 0.0 {
                return Err(BuildError::Malformed(format!(
                    "block {} has frequency {frequency}",
                    at.0
                )));
            }
            if let Some(header) = blocks[at].loop_header {
                index("loop header block", u64::from(header.0), count)?;
            }
            for successor in blocks[at].successors.clone() {
                index("successor block", u64::from(successor.0), count)?;
                let predecessors = &mut blocks[successor].predecessors;
                if !predecessors.contains(&at) {
                    predecessors.push(at);
                }
            }
        }
        for operand in &self.function.operands {
            if let OperandKind::Block(block) = operand.kind {
                index("branch target block", u64::from(block.0), count)?;
            }
        }
        Ok(())
    }

    fn check_bundles(&self) -> Result<(), BuildError> {
        let f = &self.function;
        let is_parsed = |flags: InstFlags| flags.has(InstFlags::INLINE_ASM | InstFlags::ASM_PARSED);
        for (inst, _) in &f.unparsed {
            index("inline assembly", u64::from(inst.0), f.insts.len())?;
        }
        for block in f.block_ids() {
            let (mut open, mut open_asm) = (false, false);
            for &inst in &f.block(block).order {
                let flags = f.flags(inst);
                let inside = flags.has(InstFlags::IN_BUNDLE);
                let in_asm = flags.has(InstFlags::IN_ASM);
                if in_asm && !(inside && open_asm) {
                    return Err(BuildError::Malformed(format!(
                        "instruction {} is in inline assembly that is not before it",
                        inst.0
                    )));
                }
                open_asm = in_asm || is_parsed(flags);
                if inside && !open {
                    return Err(BuildError::Malformed(format!(
                        "instruction {} is inside a bundle that has no header",
                        inst.0
                    )));
                }
                open = inside || flags.has(InstFlags::BUNDLE) || is_parsed(flags);
            }
        }
        Ok(())
    }

    /// Assembly with an instruction whose operands are not shaped as its opcode requires counts as not
    /// parsed.
    fn drop_misfits(&mut self) {
        for (member, why) in std::mem::take(&mut self.misfits) {
            let f = &mut self.function;
            let Some(asm) = f.asm_around(member).filter(|&asm| f.is_parsed_asm(asm)) else {
                continue;
            };
            let members: Vec<InstId> = f.instructions_of_asm(asm).collect();
            for block in f.blocks.iter_mut() {
                block.order.retain(|inst| !members.contains(inst));
            }
            let flags = &mut f.insts[asm].flags;
            *flags = InstFlags(flags.0 & !InstFlags::ASM_PARSED.0) | InstFlags::SIDE_EFFECTS;
            let at = f.unparsed.partition_point(|(inst, _)| *inst < asm);
            f.unparsed.insert(at, (asm, why));
        }
    }

    fn assign_roles(&mut self) -> Result<(), BuildError> {
        let f = &mut self.function;
        for (id, inst) in f.insts.iter_enumerated() {
            let opcode = &f.opcodes[inst.opcode];
            let operands =
                &mut f.operands[inst.operands.start as usize..inst.operands.end as usize];
            let Err(what) = super::roles::assign_roles(opcode, operands) else {
                continue;
            };
            let mnemonic = super::asm::mnemonic(&opcode.name, f.gpu);
            if inst.flags.has(InstFlags::IN_ASM) {
                let line = inst.asm_line;
                self.misfits
                    .push((id, format!("line {line}: {mnemonic}: {what}")));
                continue;
            }
            return Err(BuildError::OperandShape {
                inst: id.0,
                mnemonic,
                what,
            });
        }
        Ok(())
    }

    /// Edges must point forwards, between two instructions of one region.
    fn check_edges(&mut self) -> Result<(), BuildError> {
        let f = &mut self.function;
        let mut place = TypedVec::<InstId, _>::from_elem((u32::MAX, 0u32), f.insts.len());
        let mut region = 0u32;
        for block in &f.blocks {
            region += 1;
            for (at, &inst) in block.order.iter().enumerate() {
                let boundary = f.insts[inst].flags.has(InstFlags::BOUNDARY);
                region += u32::from(boundary);
                place[inst] = (if boundary { u32::MAX } else { region }, at as u32);
            }
        }
        for edge in &f.edges {
            index("edge source", u64::from(edge.from.0), f.insts.len())?;
            index("edge target", u64::from(edge.to.0), f.insts.len())?;
            let (from, to) = (place[edge.from], place[edge.to]);
            if from.0 != to.0 || from.0 == u32::MAX || from.1 >= to.1 {
                return Err(BuildError::Malformed(format!(
                    "edge {} -> {} does not go forwards inside one region",
                    edge.from.0, edge.to.0
                )));
            }
        }
        for (one, other) in f.apart.all() {
            for inst in [one, other] {
                index(
                    "instruction that is apart",
                    u64::from(inst.0),
                    f.insts.len(),
                )?;
            }
        }
        f.edges.sort_by_key(|e| (e.from, e.to));
        Ok(())
    }
}

fn index(table: &'static str, index: u64, len: usize) -> Result<(), BuildError> {
    if index < len as u64 {
        Ok(())
    } else {
        Err(BuildError::Index { table, index, len })
    }
}
