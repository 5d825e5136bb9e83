//! A new segment behind the end of a linked code object, with a section of its own.
//!
//! Program headers lie between the file's header and what is loaded, so that none can be added. The header that says whether
//! a host's stack is executable (`PT_GNU_STACK`), which GPUs do not have, becomes that of the segment.

use object::elf;
use object::endian::LittleEndian;
use object::read::elf::{FileHeader as _, ProgramHeader as _};

use super::super::elf::fields::{
    PROGRAM_HEADER, SECTION_HEADER, SECTION_OFFSET_AT, SECTION_SIZE_AT, SECTIONS_AT,
};
use super::super::elf::{Elf, damaged};
use super::super::error::Error;
use super::{FETCHED_AHEAD, NOP, put};

const LE: LittleEndian = LittleEndian;
/// Kernels begin at multiples of this many bytes (AMDGPUUsage, "Kernel Descriptor").
const KERNEL_ALIGNMENT: usize = 256;
const NAME: &[u8] = b".text.cdna_sched\0";
/// Where the file's header says how many section headers there are.
const SECTION_COUNT_AT: usize = 0x3c;

/// Where in a file the program header lies that can be given to a new segment.
pub(super) fn header_to_take(file: &[u8]) -> Option<usize> {
    let elf = Elf::parse(file).ok()?;
    let headers = elf.header.program_headers(LE, elf.data).ok()?;
    let found = headers
        .iter()
        .position(|header| header.p_type(LE) == elf::PT_GNU_STACK)?;
    // The loader takes segments in the order of their addresses.
    let loads_behind = headers[found..]
        .iter()
        .any(|header| header.p_type(LE) == elf::PT_LOAD);
    (!loads_behind).then(|| elf.header.e_phoff(LE) as usize + found * PROGRAM_HEADER)
}

/// Code behind the end.
pub(super) struct NewSegment {
    /// Where the program header is that it takes.
    header: usize,
    /// Where it begins in the file.
    offset: usize,
    address: u64,
    alignment: u64,
    bytes: Vec<u8>,
}

impl NewSegment {
    /// An empty one.
    pub(super) fn behind(file: &[u8]) -> Result<NewSegment, Error> {
        let elf = Elf::parse(file)?;
        let missing = || Error::Elf("it has no program header to spare".to_owned());
        let header = header_to_take(file).ok_or_else(missing)?;
        let headers = elf.header.program_headers(LE, elf.data).map_err(damaged)?;
        let loads = headers
            .iter()
            .filter(|header| header.p_type(LE) == elf::PT_LOAD);
        let (mut end, mut alignment) = (0u64, KERNEL_ALIGNMENT as u64);
        for load in loads {
            end = end.max(load.p_vaddr(LE).saturating_add(load.p_memsz(LE)));
            alignment = alignment.max(load.p_align(LE));
        }
        let offset = file.len().next_multiple_of(KERNEL_ALIGNMENT);
        let too_far = || Error::Elf("its segments end behind the last address".to_owned());
        let page = alignment
            .is_power_of_two()
            .then(|| end.checked_next_multiple_of(alignment))
            .flatten()
            .ok_or_else(too_far)?;
        // A segment lies at the same distance from a page in the file and in memory.
        let address = page
            .checked_add(offset as u64 % alignment)
            .ok_or_else(too_far)?;
        Ok(NewSegment {
            header,
            offset,
            address,
            alignment,
            bytes: Vec::new(),
        })
    }

    /// Where the next code goes.
    pub(super) fn next_address(&self) -> u64 {
        self.address + self.bytes.len().next_multiple_of(KERNEL_ALIGNMENT) as u64
    }

    /// Adds code.
    pub(super) fn add(&mut self, code: &[u8]) {
        self.fill_to(self.bytes.len().next_multiple_of(KERNEL_ALIGNMENT));
        self.bytes.extend(code);
    }

    fn fill_to(&mut self, length: usize) {
        while self.bytes.len() < length {
            self.bytes.extend(NOP);
        }
    }

    /// The file with the segment, and a section for it.
    pub(super) fn write(mut self, mut file: Vec<u8>) -> Result<Vec<u8>, Error> {
        self.fill_to(self.bytes.len() + FETCHED_AHEAD);
        let old = file.clone();
        let elf = Elf::parse(&old)?;
        let size = self.bytes.len() as u64;
        file.resize(self.offset, 0);
        file.extend(&self.bytes);
        // Names of sections, with one more.
        let names_number = usize::from(elf.header.e_shstrndx(LE).0);
        let names = elf.sections.section(object::SectionIndex(names_number));
        let mut names = elf.bytes(names.map_err(damaged)?)?.to_vec();
        let name = names.len() as u32;
        names.extend(NAME);
        let names_at = file.len();
        file.extend(&names);
        file.resize(file.len().next_multiple_of(8), 0);
        // Section headers, with one more.
        let headers_at = file.len();
        let first = elf.header.e_shoff(LE) as usize;
        let count = elf.sections.len();
        let headers = old.get(first..first + count * SECTION_HEADER);
        let headers = headers.ok_or_else(|| Error::Elf("its sections are not whole".to_owned()))?;
        file.extend(headers);
        let names_header = headers_at + names_number * SECTION_HEADER;
        put(&mut file, names_header + SECTION_OFFSET_AT, names_at as u64);
        put(
            &mut file,
            names_header + SECTION_SIZE_AT,
            names.len() as u64,
        );
        let flags = elf::SHF_ALLOC.0 | elf::SHF_EXECINSTR.0;
        file.extend(name.to_le_bytes());
        file.extend(elf::SHT_PROGBITS.0.to_le_bytes());
        let rest = [
            flags,
            self.address,
            self.offset as u64,
            size,
            // No section is linked, and there is no other information.
            0,
            KERNEL_ALIGNMENT as u64,
            0,
        ];
        file.extend(rest.iter().flat_map(|number| number.to_le_bytes()));
        put(&mut file, SECTIONS_AT, headers_at as u64);
        file[SECTION_COUNT_AT..SECTION_COUNT_AT + 2]
            .copy_from_slice(&(count as u16 + 1).to_le_bytes());
        let header = &mut file[self.header..self.header + PROGRAM_HEADER];
        header[..4].copy_from_slice(&elf::PT_LOAD.0.to_le_bytes());
        header[4..8].copy_from_slice(&(elf::PF_R.0 | elf::PF_X.0).to_le_bytes());
        let fields = [
            self.offset as u64,
            self.address,
            self.address,
            size,
            size,
            self.alignment,
        ];
        for (number, field) in fields.into_iter().enumerate() {
            put(header, 8 + 8 * number, field);
        }
        Ok(file)
    }
}
