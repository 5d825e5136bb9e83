//! `CdnaFunction` (untrusted) to [`Function`].

use std::ffi::OsString;
use std::slice;

use thiserror::Error;

use super::abi::*;
use crate::escape;
use crate::gpu::Gpu;
use crate::machine::{
    self, AddressSpace, AliasFact, AliasRelation, BlockId, Builder, DepKind, Edge, Features,
    Function, InstFlags, InstId, MemAccess, MemFlags, OpcodeId, OperandFlags, OperandKind, Reg,
    RegRange, Resources,
};

/// Names of the supported processors.
pub const SUPPORTED_CPUS: &str = "gfx908, gfx90a, gfx942, gfx950";

/// Why a description cannot be taken.
#[derive(Debug, Error)]
pub enum Error {
    /// The shim and the core were compiled from different headers.
    #[error(
        "the shim speaks version {found} of the C ABI with {found_size} bytes, the core version \
         {CDNASCHED_ABI_VERSION} with {size}; rebuild both from one tree"
    )]
    Version {
        /// Version the shim sent.
        found: u32,
        /// Struct size the shim sent.
        found_size: u32,
        /// Struct size the core has.
        size: usize,
    },
    /// A null pointer where data was announced.
    #[error(
        "the {what} are announced with {count} entries but their pointer is null; expected a pointer to \
         that many entries, or a count of 0"
    )]
    Null {
        /// Which array or string.
        what: &'static str,
        /// Entries announced.
        count: u64,
    },
    /// A range that leaves its array.
    #[error(
        "entries {first} to {first}+{count} were named of the {table}, which have {len}; expected a \
         range inside the array"
    )]
    Range {
        /// Which array.
        table: &'static str,
        /// First index.
        first: u32,
        /// Number of entries.
        count: u32,
        /// Entries there are.
        len: usize,
    },
    /// A value that is none of those the header allows.
    #[error("the {what} is {value}; expected {expected}")]
    Value {
        /// What it should be.
        what: &'static str,
        /// The value.
        value: u64,
        /// What the header allows.
        expected: &'static str,
    },
    /// A processor that is not supported.
    #[error("the processor is '{0}'; expected one of {names}; compile for one of them, or leave \
         the function to LLVM", names = SUPPORTED_CPUS)]
    Processor(String),
    /// A register the core cannot place.
    #[error(
        "register unit '{unit}' is not one the core knows; the function was left as LLVM had it"
    )]
    Register {
        /// LLVM's name of the unit's root register.
        unit: String,
    },
    /// A register whose units are no run of 32-bit slots.
    #[error(
        "register of units {units} is no tuple of 32-bit slots; the function was left as LLVM had it"
    )]
    Tuple {
        /// LLVM's names of the units' root registers.
        units: String,
    },
    /// Text that is not UTF-8.
    #[error("the {0} is not UTF-8; expected the name as LLVM has it")]
    Text(&'static str),
    /// The function itself does not hold together.
    #[error(transparent)]
    Machine(#[from] machine::BuildError),
}

/// Gives a slice of what a pointer and a count announce.
///
/// # Safety
/// If `count` is not 0 and `data` not null, `data` must point to that many valid entries.
unsafe fn array<'a, T>(data: *const T, count: u64, what: &'static str) -> Result<&'a [T], Error> {
    if count == 0 {
        return Ok(&[]);
    }
    if data.is_null() {
        return Err(Error::Null { what, count });
    }
    let count = usize::try_from(count).map_err(|_| Error::Value {
        what,
        value: count,
        expected: "a number of entries that fits the address space",
    })?;
    // SAFETY: not null, and the caller vouches for the entries.
    Ok(unsafe { slice::from_raw_parts(data, count) })
}

/// Reads a string of the ABI.
///
/// # Safety
/// As for [`array`].
pub unsafe fn text<'a>(value: CdnaStr, what: &'static str) -> Result<&'a str, Error> {
    // SAFETY: the caller vouches for the bytes.
    let bytes = unsafe { array(value.data.cast::<u8>(), value.size, what)? };
    std::str::from_utf8(bytes).map_err(|_| Error::Text(what))
}

/// Reads a symbol, which may be any bytes, as text: see [`escape::bytes`].
///
/// # Safety
/// As for [`array`].
pub unsafe fn symbol(value: CdnaStr) -> Result<String, Error> {
    // SAFETY: the caller vouches for the bytes.
    let bytes = unsafe { array(value.data.cast::<u8>(), value.size, "name")? };
    Ok(escape::bytes(bytes))
}

/// Reads the bytes of a string of the ABI.
///
/// # Safety
/// As for [`array`].
pub unsafe fn bytes<'a>(value: CdnaStr, what: &'static str) -> Result<&'a [u8], Error> {
    // SAFETY: the caller vouches for the bytes.
    unsafe { array(value.data.cast::<u8>(), value.size, what) }
}

/// Reads the values of the options, which may be any bytes where the system allows it.
///
/// # Safety
/// As for [`array`], for the values and what each points to.
pub unsafe fn values(values: *const CdnaStr, count: u64) -> Result<Vec<OsString>, Error> {
    // SAFETY: the caller vouches for the values.
    let values = unsafe { array(values, count, "values of the options")? };
    let value = |value: &CdnaStr| {
        #[cfg(unix)]
        {
            use std::os::unix::ffi::OsStringExt as _;
            // SAFETY: the caller vouches for what each points to.
            let bytes = unsafe { bytes(*value, "value of an option")? };
            Ok(OsString::from_vec(bytes.to_vec()))
        }
        #[cfg(not(unix))]
        {
            // SAFETY: as above.
            Ok(unsafe { text(*value, "value of an option")? }.into())
        }
    };
    values.iter().map(value).collect()
}

fn range<'a, T>(
    all: &'a [T],
    first: u32,
    count: u32,
    table: &'static str,
) -> Result<&'a [T], Error> {
    let begin = first as usize;
    all.get(begin..begin.saturating_add(count as usize))
        .ok_or(Error::Range {
            table,
            first,
            count,
            len: all.len(),
        })
}

/// Checks version and size of a top-level struct.
pub fn check_version(found: u32, found_size: u32, size: usize) -> Result<(), Error> {
    if found == CDNASCHED_ABI_VERSION && found_size as usize == size {
        Ok(())
    } else {
        Err(Error::Version {
            found,
            found_size,
            size,
        })
    }
}

/// Builds the flat function.
///
/// # Safety
/// Every pointer of `raw` that goes with a count other than 0 must point to that many valid
/// entries, for the duration of the call.
pub unsafe fn function(raw: &CdnaFunction) -> Result<Function, Error> {
    check_version(raw.abi_version, raw.struct_size, size_of::<CdnaFunction>())?;
    // SAFETY: the caller vouches for all arrays, and so for those that become Tables.
    let tables = unsafe { Tables::of(raw)? };
    // SAFETY: the caller vouches for the strings.
    let (name, cpu) = unsafe { (symbol(raw.name)?, text(raw.cpu, "processor")?) };
    let gpu = Gpu::from_name(cpu).ok_or_else(|| Error::Processor(cpu.to_owned()))?;
    let mut builder = Builder::new(&name, gpu);
    let flag = |bit| raw.flags & bit != 0;
    builder.features(Features {
        xnack: flag(CDNA_FUNCTION_XNACK),
        sram_ecc: flag(CDNA_FUNCTION_SRAM_ECC),
        tg_split: flag(CDNA_FUNCTION_TG_SPLIT),
        precise_memory: flag(CDNA_FUNCTION_PRECISE_MEMORY),
    });
    builder.resources(Resources {
        lds_bytes: raw.lds_bytes,
        workgroup_size: raw.workgroup_size,
        is_entry: flag(CDNA_FUNCTION_ENTRY),
    });
    // SAFETY: the caller vouches for the array.
    let used = unsafe { array(raw.opcodes, raw.opcode_count, "opcodes")? };
    let mut opcodes = Vec::with_capacity(used.len());
    for opcode in used {
        // SAFETY: the caller vouches for the names in the array, too.
        let name = unsafe { text(opcode.name, "name of an opcode")? };
        opcodes.push(builder.opcode(name, opcode.source_modifiers)?);
    }
    tables.fill(builder, &opcodes)
}

/// Maps each register's units to a run of 32-bit slots.
///
/// # Safety
/// As for [`text`], for every unit name.
unsafe fn registers(registers: &[CdnaRegister], units: &[CdnaStr]) -> Result<Vec<RegRange>, Error> {
    let mut ranges = Vec::with_capacity(registers.len());
    for register in registers {
        let units = range(units, register.first_unit, register.unit_count, "units")?;
        let mut slots: Vec<Reg> = Vec::with_capacity(units.len());
        let mut names = Vec::new();
        for unit in units {
            // SAFETY: the caller vouches for the names.
            let name = unsafe { text(*unit, "unit name")? };
            slots.push(Reg::from_llvm_unit(name).ok_or_else(|| Error::Register {
                unit: name.to_owned(),
            })?);
            names.push(name);
        }
        slots.sort_unstable();
        slots.dedup();
        let tuple = slots.first().zip(slots.last()).and_then(|(first, last)| {
            let len = last.index() - first.index() + 1;
            (len == slots.len()).then_some(())?;
            RegRange::new(*first, u8::try_from(len).ok()?)
        });
        ranges.push(tuple.ok_or_else(|| Error::Tuple {
            units: names.join(" "),
        })?);
    }
    Ok(ranges)
}

/// Flags that may come from outside.
const KNOWN_FLAGS: u32 = InstFlags::ALL.0 & !InstFlags::INSERTED.0;

struct Tables<'a> {
    blocks: &'a [CdnaBlock],
    successors: &'a [u32],
    insts: &'a [CdnaInst],
    operands: &'a [CdnaOperand],
    accesses: &'a [CdnaAccess],
    edges: &'a [CdnaEdge],
    alias_facts: &'a [CdnaAliasFact],
    registers: Vec<RegRange>,
}

impl<'a> Tables<'a> {
    /// # Safety
    /// As for [`function`].
    unsafe fn of(raw: &'a CdnaFunction) -> Result<Tables<'a>, Error> {
        // SAFETY: the caller vouches for the arrays.
        let (all, units) = unsafe {
            (
                array(raw.registers, raw.register_count, "registers")?,
                array(raw.units, raw.unit_count, "register units")?,
            )
        };
        // SAFETY: the caller vouches for the arrays and for the names of the units.
        unsafe {
            Ok(Tables {
                blocks: array(raw.blocks, raw.block_count, "blocks")?,
                successors: array(raw.successors, raw.successor_count, "successors")?,
                insts: array(raw.insts, raw.inst_count, "instructions")?,
                operands: array(raw.operands, raw.operand_count, "operands")?,
                accesses: array(raw.accesses, raw.access_count, "memory accesses")?,
                edges: array(raw.edges, raw.edge_count, "dependence edges")?,
                alias_facts: array(raw.alias_facts, raw.alias_fact_count, "alias facts")?,
                registers: registers(all, units)?,
            })
        }
    }

    fn fill(&self, mut builder: Builder, opcodes: &[OpcodeId]) -> Result<Function, Error> {
        let mut next = 0;
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
                self.inst(&mut builder, inst, opcodes)?;
            }
            next += block.inst_count;
        }
        for edge in self.edges {
            builder.edge(Edge {
                from: InstId(edge.from),
                to: InstId(edge.to),
                kind: dep_kind(edge.kind)?,
                llvm_latency: u16::try_from(edge.latency).unwrap_or(u16::MAX),
            });
        }
        for fact in self.alias_facts {
            builder.alias_fact(AliasFact {
                access: fact.access,
                load: fact.load,
                relation: relation(fact.relation)?,
            });
        }
        Ok(builder.finish()?)
    }

    fn inst(
        &self,
        builder: &mut Builder,
        inst: &CdnaInst,
        opcodes: &[OpcodeId],
    ) -> Result<(), Error> {
        let opcode = *opcodes.get(inst.opcode as usize).ok_or(Error::Range {
            table: "opcodes",
            first: inst.opcode,
            count: 1,
            len: opcodes.len(),
        })?;
        let mut operands = Vec::with_capacity(inst.operand_count as usize);
        for operand in range(
            self.operands,
            inst.first_operand,
            inst.operand_count,
            "operands",
        )? {
            operands.push((self.operand(operand)?, OperandFlags(operand.flags)));
        }
        let accesses = range(
            self.accesses,
            inst.first_access,
            inst.access_count,
            "accesses",
        )?;
        let accesses = accesses.iter().map(|access| MemAccess {
            flags: MemFlags(access.flags as u8),
            space: AddressSpace(access.space),
            bytes: access.bytes,
            alias_group: access.alias_group,
        });
        let latency_passes = (inst.latency, inst.passes);
        builder.inst(
            opcode,
            InstFlags(inst.flags & KNOWN_FLAGS),
            latency_passes,
            operands,
            accesses,
        )?;
        Ok(())
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
            CDNA_OPERAND_OPAQUE => OperandKind::Opaque,
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

fn relation(relation: u32) -> Result<AliasRelation, Error> {
    let known = AliasRelation::NAMES.iter().map(|(known, _)| *known);
    let mut found = known.filter(|known| *known as u32 == relation);
    found.next().ok_or(Error::Value {
        what: "relation of an alias fact",
        value: u64::from(relation),
        expected: "a CdnaAlias",
    })
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_supported_processor_is_named() {
        let names = crate::gpu::Gpu::ALL.map(crate::gpu::Gpu::name);
        assert_eq!(SUPPORTED_CPUS, names.join(", "));
    }

    #[test]
    fn flag_bits_are_those_of_the_header() {
        let insts = [
            (InstFlags::MAY_LOAD, CDNA_INST_MAY_LOAD),
            (InstFlags::MAY_STORE, CDNA_INST_MAY_STORE),
            (InstFlags::SIDE_EFFECTS, CDNA_INST_SIDE_EFFECTS),
            (InstFlags::CALL, CDNA_INST_CALL),
            (InstFlags::RETURN, CDNA_INST_RETURN),
            (InstFlags::TERMINATOR, CDNA_INST_TERMINATOR),
            (InstFlags::BRANCH, CDNA_INST_BRANCH),
            (InstFlags::BARRIER, CDNA_INST_BARRIER),
            (InstFlags::META, CDNA_INST_META),
            (InstFlags::INLINE_ASM, CDNA_INST_INLINE_ASM),
            (InstFlags::BUNDLE, CDNA_INST_BUNDLE),
            (InstFlags::IN_BUNDLE, CDNA_INST_IN_BUNDLE),
            (InstFlags::BOUNDARY, CDNA_INST_BOUNDARY),
            (InstFlags::ORDERED_MEMORY, CDNA_INST_ORDERED_MEMORY),
            (InstFlags::ASM_WAITS, CDNA_INST_ASM_WAITS),
        ];
        for (ours, abi) in insts {
            assert_eq!(ours.0, abi);
        }
        let operands = [
            (OperandFlags::DEF, CDNA_OPERAND_DEF),
            (OperandFlags::IMPLICIT, CDNA_OPERAND_IMPLICIT),
            (OperandFlags::DEAD, CDNA_OPERAND_DEAD),
            (OperandFlags::UNDEF, CDNA_OPERAND_UNDEF),
            (OperandFlags::TIED, CDNA_OPERAND_TIED),
            (OperandFlags::EARLY_CLOBBER, CDNA_OPERAND_EARLY_CLOBBER),
            (OperandFlags::INTERNAL, CDNA_OPERAND_INTERNAL_READ),
        ];
        for (ours, abi) in operands {
            assert_eq!(u32::from(ours.0), abi);
        }
        for (relation, abi) in [
            (AliasRelation::Distinct, CDNA_ALIAS_DISTINCT),
            (
                AliasRelation::DistinctInIteration,
                CDNA_ALIAS_DISTINCT_IN_ITERATION,
            ),
            (AliasRelation::Unproved, CDNA_ALIAS_UNPROVED),
        ] {
            assert_eq!(relation as u32, abi);
        }
        let accesses = [
            (MemFlags::LOAD, CDNA_ACCESS_LOAD),
            (MemFlags::STORE, CDNA_ACCESS_STORE),
            (MemFlags::VOLATILE, CDNA_ACCESS_VOLATILE),
            (MemFlags::ATOMIC, CDNA_ACCESS_ATOMIC),
            (MemFlags::INVARIANT, CDNA_ACCESS_INVARIANT),
            (MemFlags::NON_TEMPORAL, CDNA_ACCESS_NON_TEMPORAL),
        ];
        for (ours, abi) in accesses {
            assert_eq!(u32::from(ours.0), abi);
        }
    }
}
