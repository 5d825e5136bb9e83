//! A section of bundles in a linked program or library that has become longer: it moves behind the end of the last segment.
//!
//! Addresses in a linked file are fixed, but the bundles are found by pointers alone: the HIP runtime is given the address of a wrapper
//! (`clang/lib/CodeGen/CGCUDANV.cpp`, `__hip_fatbin_wrapper` in `.hipFatBinSegment`), which has the address of its bundle. So the last segment
//! to be loaded becomes longer (what the program begins with zeros becomes zeros of the file), the new section lies behind it, and
//! the wrappers, and the relocations by which a loader fills them, get new addresses. Where the old section was are zeros.

use std::ops::Range;

use object::elf;
use object::endian::LittleEndian;
use object::read::elf::{FileHeader as _, ProgramHeader as _, Rela as _, SectionHeader as _};

use super::elf::fields::{
    ADDEND_AT, PROGRAM_HEADER, RELOCATION, SECTION_ADDRESS_AT, SECTION_HEADER, SECTION_OFFSET_AT,
    SECTION_SIZE_AT, SECTIONS_AT, SEGMENT_FILE_SIZE_AT, SEGMENT_MEMORY_SIZE_AT, SYMBOL,
    SYMBOL_SECTION_AT, SYMBOL_VALUE_AT,
};
use super::elf::{Elf, Section};
use super::image::range;

const LE: LittleEndian = LittleEndian;

/// Where the wrappers are.
const WRAPPERS: &[u8] = b".hipFatBinSegment";
/// A wrapper: a magic number, a version, the address of a bundle, and what is not used.
const WRAPPER: usize = 24;
const WRAPPER_MAGIC: u32 = 0x4849_5046;
const WRAPPER_VERSION: u32 = 1;
const WRAPPER_ADDRESS_AT: usize = 8;
/// Bundles begin at pages, as compilers have them.
const PAGE: u64 = 4096;
/// The most zeros that a program begins with and that become part of the file, in bytes.
const ZEROS_LIMIT: u64 = 64 << 20;

/// A pointer to a bundle.
struct Pointer {
    /// Where it is in the file.
    place: usize,
    /// Where the addend is that a loader puts there, if one does.
    addend: Option<usize>,
    /// Which byte of the section it points to.
    to: usize,
}

/// How a section of a linked file can move.
pub(super) struct Plan {
    /// Its number.
    section: usize,
    /// Its place in the file.
    old: Range<usize>,
    /// The number of the last segment, and where it begins in memory.
    segment: usize,
    begin: u64,
    /// Where it ends in the file.
    tail: usize,
    /// Where the new section will be in memory, and in the file.
    address: u64,
    offset: usize,
    pointers: Vec<Pointer>,
}

impl Plan {
    /// How the section at that place of the file can move; else why it cannot.
    pub(super) fn of(file: &Elf<'_>, place: &Range<usize>) -> Result<Plan, &'static str> {
        if file.header.e_machine(LE) != elf::EM_X86_64 {
            return Err("it is not for x86-64");
        }
        let (section, header) = file.section_at(place).ok_or("its section is not found")?;
        let (segment, [begin, offset, file_size, memory_size]) = last_segment(file)?;
        let tail = offset + file_size;
        let new = (begin + memory_size).next_multiple_of(PAGE);
        let (tail, offset) = range(tail, 0)
            .zip(range(offset + (new - begin), 0))
            .map(|(tail, new)| (tail.start, new.start))
            .ok_or("its segments are longer than memory")?;
        let pointers = pointers(file, header.sh_addr(LE), place.len())?;
        Ok(Plan {
            section,
            old: place.clone(),
            segment,
            begin,
            tail,
            address: new,
            offset,
            pointers,
        })
    }

    /// The file with a new section; `old` is the file as it is by now. `bundles`: where each bundle began in the old one, and begins in the new one.
    pub(super) fn file(
        &self,
        file: &Elf<'_>,
        old: &[u8],
        new: &[u8],
        bundles: &[(usize, usize)],
    ) -> Option<Vec<u8>> {
        let end = self.offset + new.len();
        let moved = (end - self.tail).next_multiple_of(PAGE as usize);
        let mut all = old.get(..self.tail)?.to_vec();
        all.resize(self.offset, 0);
        all.extend_from_slice(new);
        all.resize(self.tail + moved, 0);
        all.extend_from_slice(old.get(self.tail..)?);
        // Whatever else should point there finds no code rather than the old one.
        all.get_mut(self.old.clone())?.fill(0);
        let to = |at: usize| {
            let found = bundles.iter().find(|(old, _)| *old == at);
            found.map(|(_, new)| self.address + *new as u64)
        };
        for pointer in &self.pointers {
            let address = to(pointer.to)?;
            if let Some(addend) = pointer.addend {
                put(&mut all, addend, address)?;
            }
            // Where a loader fills it in, zeros may stand there.
            let is_filled = old
                .get(pointer.place..pointer.place + 8)?
                .iter()
                .any(|&byte| byte != 0);
            if pointer.addend.is_none() || is_filled {
                put(&mut all, pointer.place, address)?;
            }
        }
        let header = file.header.e_phoff(LE) as usize + self.segment * PROGRAM_HEADER;
        let length = self.address - self.begin + new.len() as u64;
        put(&mut all, header + SEGMENT_FILE_SIZE_AT, length)?;
        put(&mut all, header + SEGMENT_MEMORY_SIZE_AT, length)?;
        self.sections(file, &mut all, moved, new.len(), &to)?;
        Some(all)
    }

    /// Brings headers of sections up to date, and symbols of the one that has moved.
    fn sections(
        &self,
        file: &Elf<'_>,
        all: &mut [u8],
        moved: usize,
        length: usize,
        to: &dyn Fn(usize) -> Option<u64>,
    ) -> Option<()> {
        let mut headers = file.header.e_shoff(LE) as usize;
        if headers >= self.tail {
            headers += moved;
            put(all, SECTIONS_AT, headers as u64)?;
        }
        let old = file.sections.iter().nth(self.section)?.sh_addr(LE);
        for (number, section) in file.sections.iter().enumerate() {
            let header = headers + number * SECTION_HEADER;
            let begin = section.sh_offset(LE) as usize;
            if number == self.section {
                put(all, header + SECTION_ADDRESS_AT, self.address)?;
                put(all, header + SECTION_OFFSET_AT, self.offset as u64)?;
                put(all, header + SECTION_SIZE_AT, length as u64)?;
            } else if begin >= self.tail && !is_loaded(section) {
                put(all, header + SECTION_OFFSET_AT, (begin + moved) as u64)?;
            }
            let is_symbols = [elf::SHT_SYMTAB, elf::SHT_DYNSYM].contains(&section.sh_type(LE));
            if !is_symbols {
                continue;
            }
            let (begin, size) = section.file_range(LE)?;
            let place = range(begin, size)?;
            let shift = if place.start >= self.tail { moved } else { 0 };
            for at in place.step_by(SYMBOL).map(|at| at + shift) {
                let of = all.get(at + SYMBOL_SECTION_AT..at + SYMBOL_SECTION_AT + 2)?;
                if usize::from(u16::from_le_bytes(of.try_into().ok()?)) == self.section {
                    let value = number_at(all, at + SYMBOL_VALUE_AT)?;
                    let value = to(value.wrapping_sub(old) as usize).unwrap_or(self.address);
                    put(all, at + SYMBOL_VALUE_AT, value)?;
                }
            }
        }
        Some(())
    }
}

fn is_loaded(section: &Section) -> bool {
    section.sh_flags(LE).0 & elf::SHF_ALLOC.0 != 0
}

/// The number of the segment that ends last, in memory and in the file, and its address, its offset in the file, and its sizes in the file and in
/// memory.
fn last_segment(file: &Elf<'_>) -> Result<(usize, [u64; 4]), &'static str> {
    let headers = file.header.program_headers(LE, file.data);
    let headers = headers.map_err(|_| "its program headers cannot be read")?;
    let end = |(address, size): (u64, u64)| address.checked_add(size);
    let in_file = |header: &elf::ProgramHeader64<LittleEndian>| {
        end((header.p_offset(LE), header.p_filesz(LE))).filter(|&end| end <= file.data.len() as u64)
    };
    let loads = headers.iter().enumerate();
    let loads = loads.filter(|(_, header)| header.p_type(LE) == elf::PT_LOAD);
    let last = loads.max_by_key(|(_, header)| header.p_vaddr(LE));
    let (number, last) = last.ok_or("it has no segment")?;
    let sizes = [
        last.p_vaddr(LE),
        last.p_offset(LE),
        last.p_filesz(LE),
        last.p_memsz(LE),
    ];
    let [address, offset, file_size, memory_size] = sizes;
    let tail = in_file(last).ok_or("its last segment ends behind it")?;
    // The room between here and overflow is more than any file has.
    let is_sane = memory_size >= file_size
        && end((address, memory_size)).is_some_and(|end| end < u64::MAX / 2)
        && offset % PAGE == address % PAGE;
    if !is_sane {
        return Err("its last segment is none that a loader would take");
    }
    if memory_size - file_size > ZEROS_LIMIT {
        return Err(
            "it begins with more than 64 MiB of zeros, which would become part of the file",
        );
    }
    let ends_last = headers.iter().all(|header| {
        let is_behind = end((header.p_vaddr(LE), header.p_memsz(LE)))
            .is_none_or(|end| end > address + memory_size);
        let is_load = header.p_type(LE) == elf::PT_LOAD;
        header.p_filesz(LE) == 0 && !is_load
            || in_file(header).is_some_and(|end| end <= tail) && !(is_load && is_behind)
    });
    let sections = file.sections.iter();
    let mut contents = sections.filter(|section| is_loaded(section));
    let all_before = contents.all(|section| {
        let place = section.file_range(LE);
        place.is_none_or(|place| end(place).is_some_and(|end| end <= tail))
    });
    match ends_last && all_before {
        true => Ok((number, sizes)),
        false => Err("something that is loaded lies behind its last segment"),
    }
}

/// The pointers to bundles of a section at that address: those of the wrappers, and no others.
fn pointers(file: &Elf<'_>, address: u64, length: usize) -> Result<Vec<Pointer>, &'static str> {
    let inside = |to: u64| to.checked_sub(address).filter(|&at| at < length as u64);
    let relocations = relocations(file, &inside)?;
    let wrappers = file.sections.section_by_name(LE, WRAPPERS);
    let (_, wrappers) = wrappers.ok_or("it has no .hipFatBinSegment")?;
    let bytes = file
        .bytes(wrappers)
        .map_err(|_| "its .hipFatBinSegment cannot be read")?;
    if bytes.is_empty() || bytes.len() % WRAPPER != 0 {
        return Err("its .hipFatBinSegment is not one of wrappers");
    }
    let mut pointers = Vec::new();
    for (number, wrapper) in bytes.chunks_exact(WRAPPER).enumerate() {
        let word = |at: usize| {
            wrapper
                .get(at..at + 4)
                .and_then(|word| word.try_into().ok())
                .map(u32::from_le_bytes)
        };
        if (word(0), word(4)) != (Some(WRAPPER_MAGIC), Some(WRAPPER_VERSION)) {
            return Err("a wrapper in its .hipFatBinSegment is not of a known version");
        }
        let at = number * WRAPPER + WRAPPER_ADDRESS_AT;
        let own = wrappers.sh_addr(LE) + at as u64;
        let relocation = relocations.iter().find(|relocation| relocation.at == own);
        let there = number_at(wrapper, WRAPPER_ADDRESS_AT).unwrap_or(0);
        let to = match relocation {
            // What stands there is replaced, if anything does.
            Some(relocation) if there == 0 || there == relocation.to => relocation.to,
            Some(_) => return Err("a wrapper and its relocation have two addresses"),
            None => there,
        };
        if let Some(to) = inside(to) {
            pointers.push(Pointer {
                place: wrappers.sh_offset(LE) as usize + at,
                addend: relocation.map(|relocation| relocation.addend),
                to: to as usize,
            });
        }
    }
    let by_relocation = pointers.iter().filter(|pointer| pointer.addend.is_some());
    match (
        pointers.is_empty(),
        by_relocation.count() == relocations.len(),
    ) {
        (true, _) => Err("no wrapper has the address of a bundle"),
        (_, false) => Err("something else than its wrappers has the address of a bundle"),
        (false, true) => Ok(pointers),
    }
}

/// A relocation that puts an address of a section somewhere.
struct Relocation {
    at: u64,
    to: u64,
    /// Where its addend is in the file.
    addend: usize,
}

fn relocations(
    file: &Elf<'_>,
    inside: &dyn Fn(u64) -> Option<u64>,
) -> Result<Vec<Relocation>, &'static str> {
    let mut found = Vec::new();
    for section in file.sections.iter().filter(|section| is_loaded(section)) {
        let rela = section.rela(LE, file.data);
        let rela = rela.map_err(|_| "its relocations cannot be read")?;
        let Some((entries, _)) = rela else { continue };
        for (number, entry) in entries.iter().enumerate() {
            let is_relative = entry.r_type(LE, false) == elf::R_X86_64_RELATIVE;
            let to = entry.r_addend(LE) as u64;
            if is_relative && inside(to).is_some() {
                found.push(Relocation {
                    at: entry.r_offset(LE),
                    to,
                    addend: section.sh_offset(LE) as usize + number * RELOCATION + ADDEND_AT,
                });
            }
        }
    }
    Ok(found)
}

fn number_at(bytes: &[u8], at: usize) -> Option<u64> {
    let field = bytes.get(at..at.checked_add(8)?)?;
    Some(u64::from_le_bytes(field.try_into().ok()?))
}

/// Writes a field; `None` where there is none.
pub(super) fn put(bytes: &mut [u8], at: usize, value: u64) -> Option<()> {
    bytes
        .get_mut(at..at.checked_add(8)?)?
        .copy_from_slice(&value.to_le_bytes());
    Some(())
}
