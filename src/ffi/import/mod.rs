//! `CdnaFunction` (untrusted) to [`Function`].

mod guarded;
#[cfg(test)]
mod tests;

use super::abi::*;
use super::inline_asm::{AsmInst, Template, Texts};
use super::locations::RawLocations;
use super::raw::{Error, array, bytes, check_version, range, symbol, text};
use super::spills::Frame;
use super::{alias, into_lds, opcodes, registers};
use crate::gpu::Gpu;
use crate::machine::{
    AddressSpace, AliasFact, BlockId, Builder, DepKind, Edge, Features, Function, InstFlags,
    InstId, MemAccess, MemFlags, OpcodeId, OperandClass, OperandFlags, OperandKind, RegRange,
    Resources, SpillSlot,
};

/// Builds the flat function. With `cross_hints`, a user's hints about order end no region.
///
/// # Safety
/// Every pointer of `raw` that goes with a count other than 0 must point to that many valid
/// entries, and the callbacks must be valid, for the duration of the call.
pub unsafe fn function(raw: &CdnaFunction, cross_hints: bool) -> Result<Function, Error> {
    check_version(raw.abi_version, raw.struct_size, size_of::<CdnaFunction>())?;
    // SAFETY: the caller vouches for all arrays, and so for those that become Tables.
    let tables = unsafe { Tables::of(raw)? };
    // SAFETY: the caller vouches for the strings.
    let (name, cpu, features, workgroup) = unsafe {
        (
            symbol(raw.name)?,
            text(raw.cpu, "processor")?,
            text(raw.features, "feature string")?,
            text(raw.workgroup, "size of workgroups")?,
        )
    };
    let gpu = Gpu::from_name(cpu).ok_or_else(|| Error::Processor(cpu.to_owned()))?;
    let mut builder = Builder::new(&name, gpu);
    builder.features(subtarget_features(features));
    builder.resources(Resources {
        lds_bytes: u32::try_from(raw.lds_bytes).unwrap_or(u32::MAX),
        workgroup_size: workgroup_size(workgroup),
        is_entry: ENTRY_CONVENTIONS.contains(&raw.calling_convention),
        dimensions: None,
    });
    // SAFETY: the caller vouches for the arrays and for the names in them.
    let (used, types, classes, reserved, callee_saved) = unsafe {
        let types = raw.operand_type_count;
        let (reserved, saved) = (raw.reserved_register_count, raw.callee_saved_count);
        (
            array(raw.opcodes, raw.opcode_count, "opcodes")?,
            array(raw.operand_types, types, "operand types")?,
            array(raw.operand_classes, types, "operand classes")?,
            registers::set(array(
                raw.reserved_registers,
                reserved,
                "reserved registers",
            )?)?,
            registers::set(array(raw.callee_saved, saved, "callee-saved registers")?)?,
        )
    };
    builder.fixed_registers(reserved, callee_saved);
    builder.atomics_are_marked();
    let types_of =
        |opcode: &CdnaOpcode| range(types, opcode.first_type, opcode.type_count, "operand types");
    // The number of the type is private to LLVM's back end: read off an opcode that has it.
    let modifiers = match types_of(&raw.modified)? {
        [_, one, _, other, ..] if one == other => Some(one),
        _ => None,
    };
    let mut opcodes = Vec::with_capacity(used.len());
    for opcode in used {
        // SAFETY: the caller vouches for the names in the array, too.
        let name = unsafe { text(opcode.name, "name of an opcode")? };
        let types = types_of(opcode)?.iter().take(64).enumerate();
        let is_modifier = types.filter(|(_, of)| Some(*of) == modifiers);
        let source_modifiers = is_modifier.fold(0, |bits, (at, _)| bits | 1 << at);
        let id = builder.opcode(name, source_modifiers)?;
        let (first, count) = (opcode.first_type, opcode.type_count);
        let classes = range(classes, first, count, "operand classes")?.iter();
        let known = classes.map(|class| OperandClass(class & OperandClass::ALL.0));
        builder.operand_classes(id, known.collect());
        opcodes.push(UsedOpcode {
            id,
            name,
            is_crossed: cross_hints && opcodes::is_hint(name),
        });
    }
    let mut texts = Vec::new();
    for (index, inst) in (0..).zip(tables.insts) {
        if InstFlags(inst.flags).has(InstFlags::INLINE_ASM) {
            texts.push((index, tables.text(inst, &opcodes, raw.asm_variant)?));
        }
    }
    let texts = Texts::of(texts.into_iter(), gpu, features);
    let known = Known {
        opcodes: &opcodes,
        texts: &texts,
        slots: tables.slots(raw, &opcodes)?,
    };
    tables.fill(builder, &known)
}

/// An opcode that the function uses.
struct UsedOpcode<'a> {
    id: OpcodeId,
    name: &'a str,
    /// Ends no scheduling region, whatever LLVM says.
    is_crossed: bool,
}

/// LLVM's numbers of the calling conventions of kernels and other entry points
/// (`llvm/IR/CallingConv.h`; they are part of bitcode): SPIR_KERNEL, AMDGPU_VS, AMDGPU_GS,
/// AMDGPU_PS, AMDGPU_CS, AMDGPU_KERNEL, AMDGPU_HS, AMDGPU_LS, AMDGPU_ES.
const ENTRY_CONVENTIONS: [u32; 9] = [76, 87, 88, 89, 90, 91, 93, 95, 96];

/// The features in LLVM's feature string, of which the last one of a name holds. A target ID
/// setting (xnack, sramecc) that is left open counts as on: code must be right for both, as LLVM's
/// own is.
fn subtarget_features(features: &str) -> Features {
    let last = |name: &str| {
        let signed = features.split(',').rev();
        let mut given = signed.filter(|one| one.get(1..) == Some(name));
        given.next().map(|one| one.starts_with('+'))
    };
    Features {
        xnack: last("xnack").unwrap_or(true),
        sram_ecc: last("sramecc").unwrap_or(true),
        tg_split: last("tgsplit").unwrap_or(false),
        precise_memory: last("precise-memory").unwrap_or(false),
    }
}

/// The largest workgroup of an attribute "amdgpu-flat-work-group-size"; 0 when unknown.
fn workgroup_size(range: &str) -> u32 {
    let largest = range.split_once(',').map(|(_, largest)| largest.trim());
    largest.and_then(|size| size.parse().ok()).unwrap_or(0)
}

/// The place in one of these spill slots; none where the access does not fit one.
fn spill_slot_of(access: &CdnaAccess, slots: &[bool]) -> Option<SpillSlot> {
    let index = access.frame_object.checked_sub(1)?;
    let is_slot = slots.get(index as usize).is_some_and(|&is_slot| is_slot);
    let unfit = access.flags & (CDNA_ACCESS_VOLATILE | CDNA_ACCESS_ATOMIC) != 0;
    let offset = u32::try_from(access.offset).ok()?;
    let end = u64::from(offset).checked_add(access.bytes)?;
    if !is_slot || unfit || end > u64::from(u32::MAX) {
        return None;
    }
    Some(SpillSlot { index, offset })
}

/// Whether the text of inline assembly waits for a counter itself.
fn waits(text: &[u8]) -> bool {
    let wait = b"s_waitcnt";
    let mut parts = text.windows(wait.len());
    parts.any(|part| part.eq_ignore_ascii_case(wait))
}

/// Flags that may come from outside.
const KNOWN_FLAGS: u32 = InstFlags::ALL.0
    & !InstFlags::INSERTED.0
    & !InstFlags::ASM_WAITS.0
    & !InstFlags::ASM_PARSED.0
    & !InstFlags::IN_ASM.0
    & !InstFlags::UNIQUE.0;
/// As above, of accesses.
const KNOWN_ACCESS_FLAGS: u32 = MemFlags::ALL.0 as u32;

/// What was found out about a function before its instructions are added.
struct Known<'a> {
    opcodes: &'a [UsedOpcode<'a>],
    texts: &'a Texts,
    /// By object of the frame: whether it holds spilled vector registers and nothing else.
    slots: Vec<bool>,
}

struct Tables<'a> {
    blocks: &'a [CdnaBlock],
    successors: &'a [u32],
    insts: &'a [CdnaInst],
    operands: &'a [CdnaOperand],
    accesses: &'a [CdnaAccess],
    edges: &'a [CdnaEdge],
    symbols: &'a [CdnaStr],
    frame_objects: &'a [CdnaFrameObject],
    /// The alias group of each access, and what is known of groups.
    aliases: (Vec<u32>, Vec<AliasFact>),
    /// What LLVM says of loads straight into LDS; none when nobody can be asked.
    analysis: Option<into_lds::Callbacks>,
    registers: Vec<RegRange>,
    locations: RawLocations<'a>,
}

impl<'a> Tables<'a> {
    /// # Safety
    /// As for [`function`].
    unsafe fn of(raw: &'a CdnaFunction) -> Result<Tables<'a>, Error> {
        // SAFETY: the caller vouches for the arrays.
        let (all, units, insts, accesses) = unsafe {
            (
                array(raw.registers, raw.register_count, "registers")?,
                array(raw.units, raw.unit_count, "register units")?,
                array(raw.insts, raw.inst_count, "instructions")?,
                array(raw.accesses, raw.access_count, "memory accesses")?,
            )
        };
        // SAFETY: the caller vouches for the arrays and for the names of the units.
        unsafe {
            Ok(Tables {
                blocks: array(raw.blocks, raw.block_count, "blocks")?,
                successors: array(raw.successors, raw.successor_count, "successors")?,
                insts,
                operands: array(raw.operands, raw.operand_count, "operands")?,
                accesses,
                edges: array(raw.edges, raw.edge_count, "dependence edges")?,
                symbols: array(raw.symbols, raw.symbol_count, "symbols")?,
                frame_objects: array(raw.frame_objects, raw.frame_object_count, "frame objects")?,
                aliases: aliases(raw, insts, accesses)?,
                analysis: into_lds::Callbacks::of(raw),
                registers: registers::tuples(all, units)?,
                locations: RawLocations::of(raw)?,
            })
        }
    }

    fn fill(&self, mut builder: Builder, known: &Known) -> Result<Function, Error> {
        let mut next = 0;
        // By LLVM's index: what is in inline assembly has ids between those of LLVM's instructions.
        let mut ids = Vec::with_capacity(self.insts.len());
        for block in self.blocks {
            let successors = range(
                self.successors,
                block.first_successor,
                block.successor_count,
                "successors",
            )?;
            let header =
                (block.loop_header != CDNASCHED_NONE).then_some(BlockId(block.loop_header));
            let successors = successors.iter().map(|&s| BlockId(s)).collect();
            builder.block(block.frequency, block.loop_depth, header, successors);
            if block.first_inst != next {
                return Err(Error::Value {
                    what: "first instruction of a block",
                    value: u64::from(block.first_inst),
                    expected: "the one after the last of the block before it",
                });
            }
            for inst in range(self.insts, block.first_inst, block.inst_count, "insts")? {
                let text = known.texts.get(ids.len() as u32);
                ids.push(self.inst(&mut builder, inst, known, text)?);
            }
            next += block.inst_count;
        }
        let id = |index: u32| Ok::<_, Error>(range(&ids, index, 1, "instructions")?[0]);
        for edge in self.edges {
            builder.edge(Edge {
                from: id(edge.from)?,
                to: id(edge.to)?,
                kind: dep_kind(edge.kind)?,
                llvm_latency: u16::try_from(edge.latency).unwrap_or(u16::MAX),
            });
        }
        builder.locations(self.locations.of_ids(&ids)?);
        for &fact in &self.aliases.1 {
            builder.alias_fact(fact);
        }
        let mut function = builder.finish()?;
        let accesses = into_lds::Accesses {
            numbers: &ids,
            insts: self.insts,
            accesses: self.accesses,
        };
        into_lds::order(&mut function, &accesses, self.analysis.as_ref());
        Ok(function)
    }

    fn inst(
        &self,
        builder: &mut Builder,
        inst: &CdnaInst,
        known: &Known,
        text: Result<&[AsmInst], &str>,
    ) -> Result<InstId, Error> {
        let (opcodes, slots) = (known.opcodes, &known.slots);
        let opcode = opcodes.get(inst.opcode as usize).ok_or(Error::Range {
            table: "opcodes",
            first: inst.opcode,
            count: 1,
            len: opcodes.len(),
        })?;
        let described = range(
            self.operands,
            inst.first_operand,
            inst.operand_count,
            "operands",
        )?;
        let mut operands = Vec::with_capacity(described.len());
        for operand in described {
            operands.push((self.operand(operand)?, OperandFlags(operand.flags)));
        }
        let accesses = range(
            self.accesses,
            inst.first_access,
            inst.access_count,
            "accesses",
        )?;
        let groups = &self.aliases.0[inst.first_access as usize..];
        let accesses = accesses.iter().zip(groups);
        let accesses = accesses.map(|(access, &alias_group)| MemAccess {
            flags: MemFlags((access.flags & KNOWN_ACCESS_FLAGS) as u8),
            space: AddressSpace(access.space),
            bytes: match access.bytes {
                u64::MAX => 0,
                known => u32::try_from(known).unwrap_or(u32::MAX),
            },
            alias_group,
            spill: spill_slot_of(access, slots),
        });
        let mut flags = InstFlags(inst.flags & KNOWN_FLAGS);
        if opcode.is_crossed {
            flags = InstFlags(flags.0 & !InstFlags::BOUNDARY.0);
        }
        if flags.has(InstFlags::GUARD | InstFlags::IN_BUNDLE) {
            guarded::without_masks(&mut operands);
            let about_exec = InstFlags::SIDE_EFFECTS | InstFlags::ORDERED_MEMORY;
            flags = InstFlags(flags.0 & !about_exec.0);
        }
        let is_asm = flags.has(InstFlags::INLINE_ASM);
        if is_asm {
            // What could not be parsed may do anything, whatever LLVM says.
            flags = match text {
                // A comment may mark its place.
                Ok(insts) if insts.is_empty() && !self.is_blank(described)? => {
                    flags | InstFlags::ASM_PARSED | InstFlags::UNIQUE
                }
                Ok(_) => flags | InstFlags::ASM_PARSED,
                Err(_) if waits(self.assembly(described)?) => {
                    flags | InstFlags::SIDE_EFFECTS | InstFlags::ASM_WAITS
                }
                Err(_) => flags | InstFlags::SIDE_EFFECTS,
            };
        }
        let latency_passes = (inst.latency, inst.passes);
        let id = builder.inst(opcode.id, flags, latency_passes, operands, accesses)?;
        match text {
            Ok(insts) if is_asm => insts.iter().try_for_each(|inst| asm_inst(builder, inst))?,
            Err(why) if is_asm => builder.unparsed(id, why.to_owned()),
            _ => {}
        }
        Ok(id)
    }

    /// The stack slots that hold spilled vector registers and nothing else.
    fn slots(&self, raw: &CdnaFunction, opcodes: &[UsedOpcode]) -> Result<Vec<bool>, Error> {
        let frame = Frame {
            convention: raw.calling_convention,
            objects: self.frame_objects,
            blocks: self.blocks,
            insts: self.insts,
            operands: self.operands,
            accesses: self.accesses,
            registers: &self.registers,
            names: opcodes.iter().map(|opcode| opcode.name).collect(),
        };
        frame.slots()
    }

    /// The text of inline assembly with its operands in their places, or why there is none.
    fn text(
        &self,
        inst: &CdnaInst,
        opcodes: &[UsedOpcode],
        variant: i32,
    ) -> Result<Result<String, String>, Error> {
        let (first, count) = (inst.first_operand, inst.operand_count);
        let described = range(self.operands, first, count, "operands")?;
        let operands = described.iter().map(|operand| self.operand(operand));
        let operands = operands.collect::<Result<Vec<_>, _>>()?;
        let opcode = range(opcodes, inst.opcode, 1, "opcodes")?;
        if opcode[0].name == "INLINEASM_BR" {
            return Ok(Err("it may branch".to_owned()));
        }
        let Ok(text) = std::str::from_utf8(self.assembly(described)?) else {
            return Ok(Err("its text is not UTF-8".to_owned()));
        };
        let template = Template {
            text,
            operands: &operands,
            variant,
        };
        Ok(template.expand().map_err(str::to_owned))
    }

    /// The text of inline assembly with these operands; empty where LLVM has none.
    fn assembly(&self, operands: &[CdnaOperand]) -> Result<&'a [u8], Error> {
        let text = operands
            .first()
            .filter(|first| u32::from(first.kind) == CDNA_OPERAND_SYMBOL);
        let Some(text) = text else { return Ok(&[]) };
        let symbol = range(self.symbols, text.index, 1, "symbols")?[0];
        // SAFETY: who made the tables vouched for all that they point to.
        unsafe { bytes(symbol, "text of inline assembly") }
    }

    /// Whether the text of inline assembly is nothing but blanks.
    fn is_blank(&self, operands: &[CdnaOperand]) -> Result<bool, Error> {
        Ok(self.assembly(operands)?.trim_ascii().is_empty())
    }

    fn operand(&self, operand: &CdnaOperand) -> Result<OperandKind, Error> {
        Ok(match u32::from(operand.kind) {
            CDNA_OPERAND_REGISTER => {
                OperandKind::Reg(*self.registers.get(operand.index as usize).ok_or(
                    Error::Range {
                        table: "registers",
                        first: operand.index,
                        count: 1,
                        len: self.registers.len(),
                    },
                )?)
            }
            CDNA_OPERAND_IMMEDIATE => OperandKind::Imm(operand.imm),
            CDNA_OPERAND_BLOCK => OperandKind::Block(BlockId(operand.index)),
            CDNA_OPERAND_REGISTER_MASK => OperandKind::RegMask,
            CDNA_OPERAND_NO_REGISTER => OperandKind::NoReg,
            CDNA_OPERAND_OPAQUE | CDNA_OPERAND_SYMBOL | CDNA_OPERAND_FRAME_INDEX => {
                OperandKind::Opaque
            }
            other => {
                return Err(Error::Value {
                    what: "kind of an operand",
                    value: u64::from(other),
                    expected: "a CdnaOperandKind",
                });
            }
        })
    }
}

/// Adds an instruction in the inline assembly before it.
fn asm_inst(builder: &mut Builder, inst: &AsmInst) -> Result<(), Error> {
    let (name, modifiers) = &inst.opcode;
    let opcode = builder.opcode(name, *modifiers)?;
    let flags = (InstFlags(inst.flags.0 & KNOWN_FLAGS), inst.line);
    builder.asm_inst(
        opcode,
        flags,
        inst.latency_passes,
        inst.operands.iter().copied(),
    )?;
    Ok(())
}

/// The alias group of each access, and what is known of groups.
///
/// # Safety
/// The callbacks must be valid for the duration of the call.
unsafe fn aliases(
    raw: &CdnaFunction,
    insts: &[CdnaInst],
    accesses: &[CdnaAccess],
) -> Result<(Vec<u32>, Vec<AliasFact>), Error> {
    for inst in insts {
        range(accesses, inst.first_access, inst.access_count, "accesses")?;
    }
    let (Some(exclusion), Some(may_alias)) = (raw.exclusion, raw.may_alias) else {
        return Ok((vec![0; accesses.len()], Vec::new()));
    };
    let callbacks = alias::Callbacks {
        analysis: raw.analysis,
        exclusion,
        may_alias,
    };
    Ok(alias::groups(insts, accesses, &callbacks))
}

fn dep_kind(kind: u32) -> Result<DepKind, Error> {
    Ok(match kind {
        CDNA_EDGE_TRUE => DepKind::True,
        CDNA_EDGE_ANTI => DepKind::Anti,
        CDNA_EDGE_OUTPUT => DepKind::Output,
        CDNA_EDGE_ORDER => DepKind::Order,
        other => {
            return Err(Error::Value {
                what: "kind of an edge",
                value: u64::from(other),
                expected: "a CdnaEdgeKind",
            });
        }
    })
}
