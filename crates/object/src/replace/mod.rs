//! Other code for whole kernels: in place, or in a new segment behind the end of the file.

mod metadata;
mod segment;

use std::collections::BTreeMap;
use std::ops::Range;

use object::elf;
use object::endian::LittleEndian;
use object::read::elf::{FileHeader as _, SectionHeader as _};
use thiserror::Error;

use super::code::{CodeObject, CodeSection};
use super::descriptor::{self, Registers};
use super::elf::fields::{SYMBOL, SYMBOL_SECTION_AT, SYMBOL_SIZE_AT, SYMBOL_VALUE_AT};
use super::elf::{Elf, damaged};
use super::patch::PatchError;
use segment::NewSegment;

const LE: LittleEndian = LittleEndian;
/// `s_nop 0`, with which assemblers fill gaps between code.
pub const NOP: [u8; 4] = 0xbf80_0000_u32.to_le_bytes();
/// Bytes behind the last instruction of a section that the processor may fetch before it is known that they are not needed
/// (`AMDGPUTargetELFStreamer::EmitCodeEnd`).
pub const FETCHED_AHEAD: usize = 1024;

/// Other code for a kernel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewCode {
    /// Index into [`CodeObject::kernels`].
    pub kernel: usize,
    /// Index into [`CodeObject::code`].
    pub section: usize,
    /// The addresses of the code that is replaced; it begins with the kernel's entry.
    pub old: Range<u64>,
    /// Bytes from there that belong to the kernel or to nothing: its code, and filling behind it.
    pub room: u64,
    /// The code.
    pub bytes: Vec<u8>,
    /// For each address in `old` that a symbol may have: where its instruction is in `bytes`.
    pub places: BTreeMap<u64, u64>,
    /// Addresses that the code computes from where it lies.
    pub relative: Vec<Relative>,
    /// The vector registers that the kernel needs now, where it is more than it had.
    pub registers: Option<Registers>,
}

/// An address that code computes from its own (`s_getpc_b64` and an addition of 64 bits). It stays the same wherever the code
/// goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Relative {
    /// The address.
    pub target: u64,
    /// Where the instruction behind the `s_getpc_b64` is in the code, in bytes.
    pub counted_from: u64,
    /// Where the literal with the lower half of what is added is in the code, in bytes.
    pub low: usize,
    /// The upper half.
    pub high: High,
}

/// The upper half of what is added to an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum High {
    /// A literal, and where it is in the code, in bytes.
    Literal(usize),
    /// A constant inside the instruction.
    Constant(u32),
}

impl NewCode {
    /// Whether it takes no more bytes than there are in its place.
    pub fn fits(&self) -> bool {
        self.bytes.len() as u64 <= self.room
    }

    /// The code as it is at an address.
    fn placed(&self, begin: u64) -> Result<Vec<u8>, ReplaceError> {
        let mut bytes = self.bytes.clone();
        for relative in &self.relative {
            let from = begin.wrapping_add(relative.counted_from);
            let distance = relative.target.wrapping_sub(from);
            let mut literal = |at: usize, value: u32| {
                let place = bytes.get_mut(at..at.saturating_add(4));
                let place = place.ok_or(ReplaceError::Relative(relative.target))?;
                place.copy_from_slice(&value.to_le_bytes());
                Ok::<_, ReplaceError>(())
            };
            let high = (distance >> 32) as u32;
            literal(relative.low, distance as u32)?;
            match relative.high {
                High::Literal(at) => literal(at, high)?,
                High::Constant(value) if value == high => {}
                High::Constant(_) => return Err(ReplaceError::Relative(relative.target)),
            }
        }
        Ok(bytes)
    }
}

/// Why code is not replaced.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ReplaceError {
    /// The file cannot be changed.
    #[error(transparent)]
    Patch(#[from] PatchError),
    /// The file cannot be read again.
    #[error(transparent)]
    Damaged(#[from] super::error::Error),
    /// Code is longer than its place, and nothing can lie behind the end.
    #[error("the code of {kernel} takes {more} bytes more than there are, and {why}")]
    Room {
        /// The kernel.
        kernel: String,
        /// Bytes that are missing.
        more: u64,
        /// Why it cannot lie behind the end.
        why: &'static str,
    },
    /// Something stands in the middle of an instruction.
    #[error("symbol {0} stands in the code where no instruction begins any more")]
    Symbol(String),
    /// An address that the code computes cannot be reached from where the code is now.
    #[error("{0:#x} cannot be reached from where the code would be")]
    Relative(u64),
    /// A number of the metadata needs more bytes than it has.
    #[error("the metadata have no room for the numbers of registers of {0}")]
    Metadata(String),
    /// The kernel has no descriptor that could be brought up to date.
    #[error("kernel {0} has no descriptor")]
    Descriptor(String),
}

impl CodeObject<'_> {
    /// Why code cannot lie behind the end of the code object; `None` when it can.
    pub fn why_it_cannot_grow(&self) -> Option<&'static str> {
        if self.relocatable {
            return Some("the code object is not linked yet");
        }
        match segment::header_to_take(self.file()) {
            None => Some("no program header of the code object is free"),
            Some(_) => None,
        }
    }

    /// The code object with other code for some kernels, and symbols, descriptors and metadata that say so. It is longer only
    /// when some code does not fit into its place.
    ///
    /// # Errors
    /// When something does not fit, or a symbol would lose its place.
    pub fn replace(&self, codes: &[NewCode]) -> Result<Vec<u8>, ReplaceError> {
        let mut bytes = self.file().to_vec();
        let elf = Elf::parse(self.file())?;
        let mut segment: Option<NewSegment> = None;
        for code in codes {
            let section = self.section_of(code)?;
            let first = code.old.start - section.address;
            if let Some(relocation) = section.relocation_in(first..first + code.room) {
                return Err(PatchError::Relocated {
                    section: section.name.clone(),
                    offset: relocation.offset,
                }
                .into());
            }
            let kernel = &self.kernels[code.kernel];
            let begin = if code.fits() {
                let begin = code.old.start;
                in_place(&mut bytes, section, code, &code.placed(begin)?);
                begin
            } else {
                if let Some(why) = self.why_it_cannot_grow() {
                    return Err(ReplaceError::Room {
                        kernel: kernel.name.clone(),
                        more: code.bytes.len() as u64 - code.room,
                        why,
                    });
                }
                let segment = match &mut segment {
                    Some(segment) => segment,
                    none => none.insert(NewSegment::behind(self.file())?),
                };
                let begin = segment.next_address();
                segment.add(&code.placed(begin)?);
                let descriptor = self.descriptor_of(code)?;
                let moved = begin.wrapping_sub(code.old.start);
                let entry = descriptor.start + descriptor::ENTRY_OFFSET_AT as usize;
                let offset = u64::from_le_bytes(eight(&bytes, entry)).wrapping_add(moved);
                put(&mut bytes, entry, offset);
                begin
            };
            let into = (!code.fits()).then(|| elf.sections.len() as u16);
            move_symbols(&elf, &mut bytes, section, code, begin, into)?;
            if let Some(registers) = code.registers {
                let descriptor = self.descriptor_of(code)?;
                registers.encode(&mut bytes[descriptor], self.target.gpu);
                metadata::set_registers(&elf, &mut bytes, &kernel.name, registers)?;
            }
        }
        match segment {
            Some(segment) => Ok(segment.write(bytes)?),
            None => Ok(bytes),
        }
    }

    /// Whether the numbers of a kernel's registers fit into its metadata.
    pub fn has_room_for(&self, kernel: usize, registers: Registers) -> bool {
        let (Some(kernel), Ok(elf)) = (self.kernels.get(kernel), Elf::parse(self.file())) else {
            return false;
        };
        let mut bytes = self.file().to_vec();
        metadata::set_registers(&elf, &mut bytes, &kernel.name, registers).is_ok()
    }

    /// Where the tables of symbols are in [`CodeObject::file`].
    pub fn symbol_tables(&self) -> Vec<Range<usize>> {
        self.sections_of_type(&[elf::SHT_SYMTAB, elf::SHT_DYNSYM])
    }

    /// Where notes are in [`CodeObject::file`], the metadata among them.
    pub fn notes(&self) -> Vec<Range<usize>> {
        self.sections_of_type(&[elf::SHT_NOTE])
    }

    fn sections_of_type(&self, types: &[elf::SectionType]) -> Vec<Range<usize>> {
        let Ok(elf) = Elf::parse(self.file()) else {
            return Vec::new();
        };
        let of_type = elf
            .sections
            .iter()
            .filter(|section| types.contains(&section.sh_type(LE)));
        of_type
            .filter_map(|section| {
                let (start, size) = section.file_range(LE)?;
                super::image::range(start, size)
            })
            .collect()
    }

    /// What of [`CodeObject::file`] says where its segments and sections are.
    pub fn headers(&self) -> Range<usize> {
        let end = Elf::parse(self.file()).ok().and_then(|elf| {
            let headers = elf.header.program_headers(LE, elf.data).ok()?;
            let first = usize::try_from(elf.header.e_phoff(LE)).ok()?;
            first.checked_add(size_of_val(headers))
        });
        0..end.unwrap_or(0)
    }

    fn section_of(&self, code: &NewCode) -> Result<&CodeSection, ReplaceError> {
        let outside = || PatchError::Outside {
            section: code.section,
            offset: 0,
            length: code.bytes.len(),
        };
        let section = self.code.get(code.section).ok_or_else(outside)?;
        let end = section.address + section.range.len() as u64;
        let last = code.old.start.checked_add(code.room);
        let inside = code.old.start >= section.address
            && last.is_some_and(|last| last <= end && code.old.end <= last)
            && code.kernel < self.kernels.len();
        inside.then_some(section).ok_or_else(|| outside().into())
    }

    fn descriptor_of(&self, code: &NewCode) -> Result<Range<usize>, ReplaceError> {
        let kernel = &self.kernels[code.kernel];
        let at = kernel.descriptor_at;
        at.map(|at| at..at + descriptor::SIZE)
            .ok_or_else(|| ReplaceError::Descriptor(kernel.name.clone()))
    }
}

/// Puts code where the old one was; what it does not need is filled as assemblers fill gaps.
fn in_place(bytes: &mut [u8], section: &CodeSection, code: &NewCode, new: &[u8]) {
    let begin = section.range.start + (code.old.start - section.address) as usize;
    let end = begin + new.len();
    let old_end = begin + (code.old.end - code.old.start) as usize;
    bytes[begin..end].copy_from_slice(new);
    for word in bytes[end..old_end.max(end)].chunks_exact_mut(NOP.len()) {
        word.copy_from_slice(&NOP);
    }
}

fn eight(bytes: &[u8], at: usize) -> [u8; 8] {
    let mut all = [0; 8];
    all.copy_from_slice(&bytes[at..at + 8]);
    all
}

/// Brings the symbols of the code up to date: their addresses, how long the kernel is, and, where it went `into` another section,
/// which.
fn move_symbols(
    elf: &Elf<'_>,
    bytes: &mut [u8],
    section: &CodeSection,
    code: &NewCode,
    begin: u64,
    into: Option<u16>,
) -> Result<(), ReplaceError> {
    let is_of = |header: &&super::elf::Section| {
        header.sh_offset(LE) == section.range.start as u64
            && header.sh_flags(LE).0 & elf::SHF_EXECINSTR.0 != 0
    };
    let number = elf.sections.iter().position(|header| is_of(&header));
    let base = match elf.is_relocatable() {
        true => section.address,
        false => 0,
    };
    for table in elf.sections.iter() {
        if ![elf::SHT_SYMTAB, elf::SHT_DYNSYM].contains(&table.sh_type(LE)) {
            continue;
        }
        let names = elf
            .sections
            .section(object::SectionIndex(table.sh_link(LE) as usize));
        let names = names.map_err(damaged)?;
        let names = elf.bytes(names)?;
        let start = table.sh_offset(LE) as usize;
        let count = elf.bytes(table)?.len() / SYMBOL;
        for symbol in (0..count).map(|number| start + number * SYMBOL) {
            let home = u16::from_le_bytes([
                bytes[symbol + SYMBOL_SECTION_AT],
                bytes[symbol + SYMBOL_SECTION_AT + 1],
            ]);
            let kind = bytes[symbol + 4] & 0xf;
            let value = u64::from_le_bytes(eight(bytes, symbol + SYMBOL_VALUE_AT));
            let address = base.wrapping_add(value);
            if Some(usize::from(home)) != number
                || kind == elf::STT_SECTION.0
                || !code.old.contains(&address)
            {
                continue;
            }
            let Some(place) = code.places.get(&address) else {
                let name = u32::from_le_bytes([0, 1, 2, 3].map(|at| bytes[symbol + at]));
                return Err(ReplaceError::Symbol(name_at(names, name)));
            };
            let value = (begin + place).wrapping_sub(base);
            put(bytes, symbol + SYMBOL_VALUE_AT, value);
            if let Some(into) = into {
                let at = symbol + SYMBOL_SECTION_AT;
                bytes[at..at + 2].copy_from_slice(&into.to_le_bytes());
            }
            let size = u64::from_le_bytes(eight(bytes, symbol + SYMBOL_SIZE_AT));
            if address == code.old.start && size != 0 {
                put(bytes, symbol + SYMBOL_SIZE_AT, code.bytes.len() as u64);
            }
        }
    }
    Ok(())
}

fn put(bytes: &mut [u8], at: usize, value: u64) {
    bytes[at..at + 8].copy_from_slice(&value.to_le_bytes());
}

fn name_at(names: &[u8], at: u32) -> String {
    let rest = names.get(at as usize..).unwrap_or_default();
    let end = rest
        .iter()
        .position(|&byte| byte == 0)
        .unwrap_or(rest.len());
    cdnasched_base::escape::bytes(&rest[..end])
}
