//! LLVM's MC layer: assembly text and machine code as listings of instructions.
//!
//! Everything that comes from LLVM is copied and checked; a [`Listing`] holds no pointers.
#![deny(missing_docs)]

mod encodings;

/// The bindings of `cpp/machine_code.h`.
#[allow(missing_docs, dead_code, clippy::all)]
mod bindings {
    use cdnasched_abi::bindings::*;
    include!(concat!(env!("OUT_DIR"), "/machine_code.rs"));
}

use std::ops::Range;
use std::ptr::NonNull;
use std::sync::LazyLock;

use thiserror::Error;

use bindings::*;
use cdnasched_abi::bindings::*;
use cdnasched_abi::raw::{self, array, range, text};
use cdnasched_abi::registers;
use cdnasched_base::define_index;
use cdnasched_base::gpu::Gpu;
// Links LLVM.
use cdnasched_base::machine::{InstFlags, OperandClass, OperandFlags, Reg, RegRange, keeps_part};
#[cfg(feature = "shared")]
use llvm_sys as _;

pub use encodings::described_as;

define_index!(
    /// Names an instruction of a listing, in its order.
    pub struct ListedId(pub u32)
);

/// Why nothing can be read.
#[derive(Debug, Error)]
pub enum Error {
    /// LLVM has no such processor.
    #[error("LLVM does not know the processor {0}; this build lacks its AMDGPU back end")]
    Processor(Gpu),
    /// What LLVM sent does not hold together.
    #[error("LLVM's description of the code cannot be taken: {0}")]
    Description(#[from] raw::Error),
    /// LLVM and this program were compiled from different headers.
    #[error(
        "the reader of machine code speaks version {found}, expected {CDNASCHED_CODE_VERSION}; rebuild"
    )]
    Version {
        /// The version found.
        found: u32,
    },
}

/// What an operand of a listed instruction is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ListedOperand {
    /// A register or tuple.
    Reg(RegRange),
    /// A register that the core cannot place.
    UnknownRegister,
    /// No register.
    NoReg,
    /// An immediate.
    Imm(i64),
    /// An expression over symbols: its number among [`Listing::symbol`].
    Symbol(u32),
    /// Anything else.
    Opaque,
}

/// An opcode of a listing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListedOpcode {
    /// LLVM's name, as code generation knows it.
    pub name: String,
    /// Bit `i`: explicit operand `i` is a source-modifier immediate.
    pub source_modifiers: u64,
    /// By explicit operand: which vector registers it may be.
    pub classes: Vec<OperandClass>,
}

/// An instruction of a listing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listed {
    /// Its opcode; `None` for bytes that cannot be decoded.
    pub opcode: Option<u32>,
    /// What LLVM says of it.
    pub flags: InstFlags,
    /// Latency by LLVM's model in its cycles (1 = 4 clocks), and passes of the matrix pipe.
    pub latency_passes: (u16, u8),
    /// Line and column in a text, counted from 1; 0 where unknown. Of an instruction that a macro
    /// made, those of the macro's outermost use.
    pub line: u32,
    /// As above.
    pub column: u32,
    /// A macro or a repetition made it.
    pub nested: bool,
    /// A directive for data wrote it.
    pub is_data: bool,
    /// Bytes of unknown number may lie between the one before it and it.
    pub is_after_gap: bool,
    /// Its encoding depends on where something lies, which is left as zero in it.
    pub is_unplaced: bool,
    /// Size of its encoding in bytes.
    pub size: u32,
    /// In a text, the symbol that names its section.
    pub section: u32,
    /// In machine code, its address; 0 in a text.
    pub address: u64,
    operands: Range<u32>,
    /// Of a text: its encoding among all.
    encoding: Range<u32>,
}

/// A label of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// Its name.
    pub name: String,
    /// The instruction that follows, or the number of instructions.
    pub before: ListedId,
    /// The symbol that names its section.
    pub section: u32,
    /// Its line, counted from 1; 0 where unknown.
    pub line: u32,
}

/// What LLVM says about a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Message {
    /// An error; otherwise a warning.
    pub is_error: bool,
    /// Counted from 1; 0 where unknown.
    pub line: u32,
    /// As above.
    pub column: u32,
    /// What it says.
    pub text: String,
}

/// The instructions of a text or of a run of bytes.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Listing {
    /// In order.
    pub insts: Vec<Listed>,
    /// In order.
    pub labels: Vec<Label>,
    /// Errors and warnings, in order.
    pub messages: Vec<Message>,
    /// The opcodes that instructions name.
    pub opcodes: Vec<ListedOpcode>,
    symbols: Vec<String>,
    operands: Vec<(ListedOperand, OperandFlags)>,
    encodings: Vec<u8>,
}

impl Listing {
    /// The operands of an instruction, in LLVM's order.
    pub fn operands(&self, inst: &Listed) -> &[(ListedOperand, OperandFlags)] {
        &self.operands[inst.operands.start as usize..inst.operands.end as usize]
    }
    /// How an instruction of a text is encoded; `None` in machine code, and where it is not known.
    pub fn encoding(&self, inst: &Listed) -> Option<&[u8]> {
        let bytes = self
            .encodings
            .get(inst.encoding.start as usize..inst.encoding.end as usize)?;
        (!bytes.is_empty() && bytes.len() == inst.size as usize).then_some(bytes)
    }
    /// A symbol or expression as text.
    pub fn symbol(&self, number: u32) -> &str {
        self.symbols.get(number as usize).map_or("", String::as_str)
    }
    /// LLVM's name of an instruction's opcode; empty where bytes could not be decoded.
    pub fn name(&self, inst: &Listed) -> &str {
        let opcode = inst.opcode.and_then(|at| self.opcodes.get(at as usize));
        opcode.map_or("", |opcode| &opcode.name)
    }
}

/// The names of all opcodes of LLVM's back end, by number.
pub fn opcode_names() -> &'static [&'static str] {
    static NAMES: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
        let mut count = 0;
        // SAFETY: the count can be written; the names are static.
        unsafe {
            let names = cdnasched_code_opcodes(&mut count);
            let names = array(names, count, "opcode names").unwrap_or_default();
            let names = names.iter().map(|&name| text(name, "opcode name"));
            names.map(Result::unwrap_or_default).collect()
        }
    });
    &NAMES
}

/// An assembler and disassembler for one GPU.
#[derive(Debug)]
pub struct Reader {
    raw: NonNull<CdnaCodeReader>,
}

// SAFETY: a reader shares nothing with others, and is used by one thread at a time (`&mut`).
unsafe impl Send for Reader {}

impl Drop for Reader {
    fn drop(&mut self) {
        // SAFETY: opened by `open`, closed once.
        unsafe { cdnasched_code_close(self.raw.as_ptr()) }
    }
}

impl Reader {
    /// A reader for a GPU with LLVM's feature string (`+xnack,-sramecc`). `described_as` gives for
    /// each opcode the number of the one under which it is listed, or `u32::MAX`.
    ///
    /// # Errors
    /// [`Error::Processor`] when LLVM does not know the GPU.
    pub fn open(gpu: Gpu, features: &str, described_as: &[u32]) -> Result<Reader, Error> {
        let (cpu, features) = (CdnaStr::of(gpu.name()), CdnaStr::of(features));
        let count = described_as.len() as u64;
        // SAFETY: the strings and the table live as long as the call.
        let raw = unsafe { cdnasched_code_open(cpu, features, described_as.as_ptr(), count) };
        let raw = NonNull::new(raw).ok_or(Error::Processor(gpu))?;
        Ok(Reader { raw })
    }

    /// Reads assembly text. What LLVM complains about is in the listing's messages.
    ///
    /// # Errors
    /// When LLVM's description cannot be taken.
    pub fn parse(&mut self, source: &str) -> Result<Listing, Error> {
        let mut listing = CdnaListing::default();
        // SAFETY: the text lives as long as the call, and the listing can be written.
        unsafe {
            cdnasched_code_parse(self.raw.as_ptr(), CdnaStr::of(source), &mut listing);
            import(&listing)
        }
    }

    /// Decodes machine code at an address.
    ///
    /// # Errors
    /// When LLVM's description cannot be taken.
    pub fn decode(&mut self, bytes: &[u8], address: u64) -> Result<Listing, Error> {
        let mut listing = CdnaListing::default();
        let bytes = CdnaStr {
            data: bytes.as_ptr().cast(),
            size: bytes.len() as u64,
        };
        // SAFETY: the bytes live as long as the call, and the listing can be written.
        unsafe {
            cdnasched_code_decode(self.raw.as_ptr(), bytes, address, &mut listing);
            import(&listing)
        }
    }

    /// An instruction of the last listing as assembly text, with other registers for some operands;
    /// `None` when LLVM has no such instruction or register.
    pub fn print(&mut self, inst: ListedId, registers: &[(u32, RegRange)]) -> Option<String> {
        let names: Vec<String> = registers
            .iter()
            .map(|(_, range)| llvm_name(*range))
            .collect();
        let edits = registers.iter().zip(&names);
        let edits: Vec<CdnaOperandEdit> = edits
            .map(|(&(operand, _), name)| CdnaOperandEdit {
                target: inst.0,
                operand,
                name: CdnaStr::of(name),
            })
            .collect();
        let count = edits.len() as u64;
        // SAFETY: the edits and the names in them live as long as the call; the text lives until the
        // next call, which needs `&mut self`.
        let printed = unsafe {
            let printed = cdnasched_code_print(self.raw.as_ptr(), inst.0, edits.as_ptr(), count);
            text(printed, "instruction").ok()?
        };
        let printed = without_comments(printed);
        let printed = printed.trim();
        (!printed.is_empty()).then(|| printed.to_owned())
    }
}

/// A text without what LLVM says in it about registers that an opcode of code generation does not have, and that the assembler
/// takes for another opcode of the same name: `v[0:3]/*Invalid register, operand has 'AReg_128_Align2' register class*/`.
fn without_comments(printed: &str) -> String {
    let mut text = String::with_capacity(printed.len());
    let mut left = printed;
    while let Some((before, comment)) = left.split_once("/*") {
        text.push_str(before);
        left = comment.split_once("*/").map_or("", |(_, behind)| behind);
    }
    text + left
}

/// LLVM's name of a register or tuple: `VGPR4_VGPR5`.
fn llvm_name(range: RegRange) -> String {
    let names: Vec<String> = range.regs().map(Reg::llvm_name).collect();
    names.join("_")
}

/// An immediate as code generation has it: literals have 32 bits, and the assembler leaves their sign out.
fn immediate(value: i64) -> i64 {
    u32::try_from(value).map_or(value, |literal| i64::from(literal as i32))
}

/// # Safety
/// Every pointer of the listing must lead to as many entries as its count says.
unsafe fn import(raw: &CdnaListing) -> Result<Listing, Error> {
    if raw.version != CDNASCHED_CODE_VERSION || raw.struct_size as usize != size_of::<CdnaListing>()
    {
        return Err(Error::Version { found: raw.version });
    }
    // SAFETY: the caller vouches for the arrays and for what they point to.
    unsafe {
        let types = array(raw.operand_types, raw.operand_type_count, "operand types")?;
        let classes = array(
            raw.operand_classes,
            raw.operand_type_count,
            "operand classes",
        )?;
        let types_of = |opcode: &CdnaOpcode| {
            range(types, opcode.first_type, opcode.type_count, "operand types")
        };
        // The number of the type is private to LLVM's back end: read off an opcode that has it.
        let modifiers = match types_of(&raw.modified)? {
            [_, one, _, other, ..] if one == other => Some(one),
            _ => None,
        };
        let mut opcodes = Vec::new();
        for opcode in array(raw.opcodes, raw.opcode_count, "opcodes")? {
            let types = types_of(opcode)?.iter().take(64).enumerate();
            let classes = range(
                classes,
                opcode.first_type,
                opcode.type_count,
                "operand classes",
            )?;
            let classes = classes
                .iter()
                .map(|class| OperandClass(class & OperandClass::ALL.0));
            let is_modifier = types.filter(|(_, of)| Some(*of) == modifiers);
            opcodes.push(ListedOpcode {
                name: text(opcode.name, "name of an opcode")?.to_owned(),
                source_modifiers: is_modifier.fold(0, |bits, (at, _)| bits | 1 << at),
                classes: classes.collect(),
            });
        }
        let units = array(raw.units, raw.unit_count, "register units")?;
        let registers = array(raw.registers, raw.register_count, "registers")?;
        // Bytes that are no code may name registers that the core does not know.
        let known = |register| registers::tuple(register, units).ok();
        let registers: Vec<Option<RegRange>> = registers.iter().map(known).collect();
        let mut symbols = Vec::new();
        for &symbol in array(raw.symbols, raw.symbol_count, "symbols")? {
            symbols.push(String::from_utf8_lossy(raw::bytes(symbol, "symbol")?).into_owned());
        }
        let operands = array(raw.operands, raw.operand_count, "operands")?;
        let operands = operands.iter().map(|operand| {
            let kind = match u32::from(operand.kind) {
                CDNA_OPERAND_REGISTER => {
                    let register = range(&registers, operand.index, 1, "registers")?[0];
                    register.map_or(ListedOperand::UnknownRegister, ListedOperand::Reg)
                }
                CDNA_OPERAND_NO_REGISTER => ListedOperand::NoReg,
                CDNA_OPERAND_IMMEDIATE => ListedOperand::Imm(immediate(operand.imm)),
                CDNA_OPERAND_SYMBOL => ListedOperand::Symbol(operand.index),
                _ => ListedOperand::Opaque,
            };
            Ok((kind, OperandFlags(operand.flags)))
        });
        let all = operands.collect::<Result<Vec<_>, Error>>()?;
        let mut operands = Vec::with_capacity(all.len());
        let mut insts = Vec::new();
        for inst in array(raw.insts, raw.inst_count, "instructions")? {
            let begin = operands.len() as u32;
            let (first, count) = (inst.inst.first_operand, inst.inst.operand_count);
            let own = range(&all, first, count, "operands")?;
            operands.extend_from_slice(own);
            let mut inst = listed(inst);
            let opcode = inst.opcode.and_then(|opcode| opcodes.get(opcode as usize));
            operands.extend(opcode.and_then(|opcode| kept_source(opcode, own)));
            inst.operands = begin..operands.len() as u32;
            insts.push(inst);
        }
        let symbol = |number: u32| {
            let name = range(&symbols, number, 1, "symbols")?;
            Ok::<_, Error>(name[0].clone())
        };
        let mut labels = Vec::new();
        for label in array(raw.labels, raw.label_count, "labels")? {
            labels.push(Label {
                name: symbol(label.name)?,
                before: ListedId(label.before),
                section: label.section,
                line: label.line,
            });
        }
        let mut messages = Vec::new();
        for message in array(raw.messages, raw.message_count, "messages")? {
            messages.push(Message {
                is_error: message.severity == CDNA_CODE_ERROR,
                line: message.line,
                column: message.column,
                text: symbol(message.text)?,
            });
        }
        let encodings = array(raw.encodings, raw.encoding_count, "encodings")?.to_vec();
        Ok(Listing {
            insts,
            labels,
            messages,
            opcodes,
            symbols,
            operands,
            encodings,
        })
    }
}

/// The result's register as a source, where the result keeps something of what it held and no operand says so.
fn kept_source(
    opcode: &ListedOpcode,
    operands: &[(ListedOperand, OperandFlags)],
) -> Option<(ListedOperand, OperandFlags)> {
    let result = operands.first().copied();
    let (result, _) = result.filter(|(_, flags)| flags.has(OperandFlags::DEF))?;
    let is_source = |&(operand, flags): &(ListedOperand, OperandFlags)| {
        operand == result && flags.has(OperandFlags::TIED) && !flags.has(OperandFlags::DEF)
    };
    if operands.iter().any(is_source) {
        return None;
    }
    let immediates = operands.iter().enumerate().filter_map(|(at, operand)| {
        let is_modifier = at < 64 && opcode.source_modifiers >> at & 1 == 1;
        match operand.0 {
            ListedOperand::Imm(value) if !is_modifier => Some(value),
            _ => None,
        }
    });
    let sources = opcode.source_modifiers.count_ones() as usize;
    let kept = keeps_part(&opcode.name, sources, &immediates.collect::<Vec<_>>());
    kept.then_some((result, OperandFlags::IMPLICIT | OperandFlags::TIED))
}

fn listed(raw: &CdnaCodeInst) -> Listed {
    let inst = &raw.inst;
    Listed {
        opcode: (inst.opcode != CDNASCHED_NONE).then_some(inst.opcode),
        flags: InstFlags(inst.flags & InstFlags::ALL.0),
        latency_passes: (inst.latency, inst.passes),
        line: raw.line,
        column: raw.column,
        nested: raw.nested != 0,
        is_data: raw.marks & CDNA_CODE_DATA != 0,
        is_after_gap: raw.marks & CDNA_CODE_AFTER_GAP != 0,
        is_unplaced: raw.marks & CDNA_CODE_UNPLACED != 0,
        size: raw.size,
        section: raw.section,
        address: raw.address,
        operands: 0..0,
        encoding: match raw.first_byte {
            CDNASCHED_NONE => 0..0,
            first => first..first.saturating_add(raw.size),
        },
    }
}
