//! AMDGPU ELF files: LLVM's AMDGPUUsage, "ELF Code Object".

use std::collections::BTreeMap;
use std::ops::Range;

use object::elf;
use object::endian::LittleEndian;
use object::read::elf::{FileHeader, SymbolTable};
use object::read::elf::{Rela as _, SectionHeader as _, SectionTable};
use object::read::{SectionIndex, SymbolIndex};

use cdnasched_base::escape;

use super::code::{Binding, CodeObject, CodeSection, Place, Relocation, Symbol, SymbolKind};
use super::error::Error;
use super::image::{Image, overlap, range};
use super::kernels;
use super::target::Target;

pub(super) type Header = elf::FileHeader64<LittleEndian>;
pub(super) type Section = elf::SectionHeader64<LittleEndian>;
type Sections<'data> = SectionTable<'data, Header>;
type Symbols<'data> = SymbolTable<'data, Header>;

const LE: LittleEndian = LittleEndian;
/// `ELFOSABI_AMDGPU_HSA`.
const OSABI_HSA: u8 = 64;

/// Bytes of headers and table entries, and where fields are in them (the ELF specification, for 64 bits).
pub(super) mod fields {
    pub(in super::super) const PROGRAM_HEADER: usize = 56;
    pub(in super::super) const SEGMENT_FILE_SIZE_AT: usize = 32;
    pub(in super::super) const SEGMENT_MEMORY_SIZE_AT: usize = 40;
    /// In the file's header: where section headers are.
    pub(in super::super) const SECTIONS_AT: usize = 40;
    pub(in super::super) const SECTION_HEADER: usize = 64;
    pub(in super::super) const SECTION_ADDRESS_AT: usize = 16;
    pub(in super::super) const SECTION_OFFSET_AT: usize = 24;
    pub(in super::super) const SECTION_SIZE_AT: usize = 32;
    pub(in super::super) const RELOCATION: usize = 24;
    pub(in super::super) const ADDEND_AT: usize = 16;
    pub(in super::super) const SYMBOL: usize = 24;
    pub(in super::super) const SYMBOL_SECTION_AT: usize = 6;
    pub(in super::super) const SYMBOL_VALUE_AT: usize = 8;
    pub(in super::super) const SYMBOL_SIZE_AT: usize = 16;
}

/// An ELF file of 64 bits, its tables checked as far as they are read here.
pub(super) struct Elf<'data> {
    pub(super) data: &'data [u8],
    pub(super) header: &'data Header,
    pub(super) sections: Sections<'data>,
}

/// What the reader of ELF files has to say.
pub(super) fn damaged(error: object::read::Error) -> Error {
    Error::Elf(error.to_string())
}

impl<'data> Elf<'data> {
    pub(super) fn parse(data: &'data [u8]) -> Result<Elf<'data>, Error> {
        // EI_CLASS and EI_DATA.
        if data.get(4..6).is_some_and(|kind| kind != [2, 1]) {
            return Err(Error::Unsupported(
                "an ELF file of 32 bits or big-endian".to_owned(),
                "a little-endian one of 64 bits",
            ));
        }
        let header = Header::parse(data).map_err(damaged)?;
        let sections = header.sections(LE, data).map_err(damaged)?;
        let sizes = sections.iter().filter_map(|section| section.file_range(LE));
        let total = sizes.fold(0u64, |sum, (_, size)| sum.saturating_add(size));
        // With sections over each other, a short file would take long to read.
        if total > data.len() as u64 {
            return Err(Error::Elf(format!(
                "its sections claim {total} bytes, but it has {}",
                data.len()
            )));
        }
        Ok(Elf {
            data,
            header,
            sections,
        })
    }

    pub(super) fn is_amdgpu(&self) -> bool {
        self.header.e_machine(LE) == elf::EM_AMDGPU
    }

    /// The bytes of a section; none for `SHT_NOBITS`.
    pub(super) fn bytes(&self, section: &Section) -> Result<&'data [u8], Error> {
        section.data(LE, self.data).map_err(damaged)
    }

    /// The bytes of the section of that name, if there is one.
    pub(super) fn named(&self, name: &[u8]) -> Result<Option<&'data [u8]>, Error> {
        let found = self.sections.section_by_name(LE, name);
        found.map(|(_, section)| self.bytes(section)).transpose()
    }

    /// The number of the section at that place of the file, and its header.
    pub(super) fn section_at(&self, place: &Range<usize>) -> Option<(usize, &'data Section)> {
        let here = Some((place.start as u64, place.len() as u64));
        let mut sections = self.sections.iter().enumerate();
        sections.find(|(_, section)| section.file_range(LE) == here)
    }

    pub(super) fn is_relocatable(&self) -> bool {
        self.header.e_type(LE) == elf::ET_REL
    }
}

/// A limit on the names that are copied: each is terminated in a table of the file, but any number
/// of symbols may point to the beginning of a long one.
pub(super) struct Names {
    left: usize,
}

impl Names {
    /// No compiler comes near: symbols do not share their names.
    fn of(file: &[u8]) -> Names {
        Names {
            left: file.len().saturating_mul(4).saturating_add(1 << 20),
        }
    }

    pub(super) fn text(&mut self, name: &[u8]) -> Result<String, Error> {
        let left = self.left.checked_sub(name.len());
        self.left = left.ok_or_else(|| {
            Error::Elf("its symbols have longer names than fit into the file".to_owned())
        })?;
        Ok(escape::bytes(name))
    }
}

/// Everything of an AMDGPU ELF file that later steps share.
pub(super) struct Reader<'data> {
    pub(super) elf: Elf<'data>,
    pub(super) symbols: Symbols<'data>,
    /// From sections of the file to sections of code.
    pub(super) code_index: BTreeMap<usize, usize>,
    pub(super) names: Names,
    pub(super) gaps: Vec<String>,
}

/// What an AMDGPU ELF file is for, from its header alone.
pub(super) fn target(data: &[u8]) -> Result<Target, Error> {
    let header = Header::parse(data).map_err(damaged)?;
    let version = version(header)?;
    Ok(Target::from_flags(header.e_flags(LE).0, version)?)
}

/// Reads an AMDGPU ELF file.
pub(super) fn read<'a>(image: &Image<'a>, origin: &str) -> Result<CodeObject<'a>, Error> {
    let elf = Elf::parse(image.bytes())?;
    let version = version(elf.header)?;
    let target = Target::from_flags(elf.header.e_flags(LE).0, version)?;
    let symbols = symbols_of(&elf)?;
    let relocatable = elf.is_relocatable();
    let mut reader = Reader {
        names: Names::of(elf.data),
        code_index: BTreeMap::new(),
        gaps: Vec::new(),
        symbols,
        elf,
    };
    let mut code = reader.code()?;
    if relocatable {
        reader.relocations(&mut code)?;
    }
    let mut symbols = reader.code_symbols(&code)?;
    let kernels = reader.kernels(&code, &symbols, target.gpu)?;
    kernels::mark_entries(&kernels, &mut symbols);
    symbols.sort();
    Ok(CodeObject {
        origin: origin.to_owned(),
        target,
        version,
        relocatable,
        code,
        symbols,
        kernels,
        gaps: reader.gaps,
        image: image.clone(),
    })
}

/// The version of the code object format.
fn version(header: &Header) -> Result<u8, Error> {
    let unsupported =
        |found: String, expected| -> Result<u8, Error> { Err(Error::Unsupported(found, expected)) };
    let kind = header.e_type(LE);
    if kind != elf::ET_DYN && kind != elf::ET_REL {
        let found = format!("an AMDGPU ELF file of type {}", kind.0);
        return unsupported(found, "a linked (ET_DYN) or relocatable (ET_REL) one");
    }
    let ident = header.e_ident();
    if ident.os_abi.0 != OSABI_HSA {
        let found = format!("an AMDGPU ELF file of OS/ABI {}", ident.os_abi.0);
        return unsupported(found, "64, AMDGPU - HSA (triple amdgcn-amd-amdhsa)");
    }
    match ident.abi_version {
        version @ 1..=4 => Ok(version + 2),
        0 => unsupported(
            "a code object of version 2".to_owned(),
            "version 3 or later (-mcode-object-version)",
        ),
        newer => unsupported(
            format!("a code object of ABI version {newer}"),
            "ABI version 1 to 4 (code object version 3 to 6)",
        ),
    }
}

/// The symbol table; of a stripped file what is left for the loader.
fn symbols_of<'data>(elf: &Elf<'data>) -> Result<Symbols<'data>, Error> {
    for kind in [elf::SHT_SYMTAB, elf::SHT_DYNSYM] {
        let symbols = elf.sections.symbols(LE, elf.data, kind).map_err(damaged)?;
        if !symbols.is_empty() {
            return Ok(symbols);
        }
    }
    Ok(SymbolTable::default())
}

impl<'data> Reader<'data> {
    fn code(&mut self) -> Result<Vec<CodeSection>, Error> {
        let mut code = Vec::new();
        for (index, section) in self.elf.sections.enumerate() {
            let flags = section.sh_flags(LE).0;
            let has_bytes = section.sh_type(LE) != elf::SHT_NOBITS;
            if flags & elf::SHF_EXECINSTR.0 == 0 || !has_bytes || section.sh_size.get(LE) == 0 {
                continue;
            }
            self.elf.bytes(section)?;
            let name = self.elf.sections.section_name(LE, section);
            let name = self.names.text(name.map_err(damaged)?)?;
            let size = section.sh_size.get(LE);
            let address = section.sh_addr.get(LE);
            let place = range(section.sh_offset.get(LE), size);
            let (Some(range), Some(_)) = (place, address.checked_add(size)) else {
                return Err(Error::Elf(format!(
                    "section {name} ends behind the last address"
                )));
            };
            self.code_index.insert(index.0, code.len());
            code.push(CodeSection {
                name,
                address,
                range,
                relocations: Vec::new(),
            });
        }
        if overlap(code.iter().map(|section| section.range.clone()).collect()) {
            return Err(Error::Elf("executable sections overlap".to_owned()));
        }
        if code.is_empty() {
            self.gaps
                .push("it has no executable section, or no section table".to_owned());
        }
        Ok(code)
    }

    /// Index into the code of a section of the file.
    pub(super) fn code_section(&self, index: SectionIndex) -> Option<usize> {
        self.code_index.get(&index.0).copied()
    }

    /// The section that a symbol lies in.
    pub(super) fn home(
        &self,
        index: SymbolIndex,
        symbol: &elf::Sym64<LittleEndian>,
    ) -> Result<Option<SectionIndex>, Error> {
        self.symbols
            .symbol_section(LE, symbol, index)
            .map_err(damaged)
    }

    /// A symbol's address. In `ET_REL` files its value is an offset.
    pub(super) fn address(
        &self,
        section: &CodeSection,
        symbol: &elf::Sym64<LittleEndian>,
    ) -> Option<u64> {
        let value = symbol.st_value.get(LE);
        let address = if self.elf.is_relocatable() {
            section.address.checked_add(value)?
        } else {
            value
        };
        let inside = address.checked_sub(section.address)? <= section.range.len() as u64;
        inside.then_some(address)
    }

    fn code_symbols(&mut self, code: &[CodeSection]) -> Result<Vec<Symbol>, Error> {
        let mut found = Vec::new();
        let mut outside = 0usize;
        for (index, symbol) in self.symbols.enumerate() {
            let kind = match symbol.st_type() {
                elf::STT_FUNC | elf::STT_GNU_IFUNC => SymbolKind::Function,
                elf::STT_NOTYPE => SymbolKind::Label,
                elf::STT_OBJECT => SymbolKind::Data,
                _ => continue,
            };
            let home = self.home(index, symbol)?;
            let Some(section) = home.and_then(|home| self.code_section(home)) else {
                continue;
            };
            let Some(address) = self.address(&code[section], symbol) else {
                outside += 1;
                continue;
            };
            let name = self.symbols.symbol_name(LE, symbol).map_err(damaged)?;
            found.push(Symbol {
                section,
                address,
                name: self.names.text(name)?,
                kind,
                binding: match symbol.st_bind() {
                    elf::STB_LOCAL => Binding::Local,
                    elf::STB_WEAK => Binding::Weak,
                    _ => Binding::Global,
                },
                size: symbol.st_size.get(LE),
            });
        }
        if outside != 0 {
            self.gaps.push(format!(
                "{outside} symbols lie outside the section that they name"
            ));
        }
        Ok(found)
    }

    fn relocations(&mut self, code: &mut [CodeSection]) -> Result<(), Error> {
        for section in self.elf.sections.iter() {
            let found = section.rela(LE, self.elf.data).map_err(damaged)?;
            let Some((list, symbols)) = found else {
                continue;
            };
            let Some(place) = self.code_section(SectionIndex(section.sh_info(LE) as usize)) else {
                continue;
            };
            if symbols != self.symbols.section() {
                return Err(Error::Elf(
                    "relocations belong to another table of symbols".to_owned(),
                ));
            }
            for relocation in list {
                let (symbol, at) = match relocation.symbol(LE, false) {
                    Some(symbol) => (self.symbol_or_section(symbol)?, self.place(symbol, code)?),
                    None => (String::new(), None),
                };
                code[place].relocations.push(Relocation {
                    offset: relocation.r_offset.get(LE),
                    kind: relocation.r_type(LE, false).0,
                    symbol,
                    place: at,
                    addend: relocation.r_addend.get(LE),
                });
            }
        }
        for section in code {
            section.relocations.sort_by_key(|place| place.offset);
        }
        Ok(())
    }

    /// Where a symbol is, if it lies in code.
    pub(super) fn place(
        &self,
        index: SymbolIndex,
        code: &[CodeSection],
    ) -> Result<Option<Place>, Error> {
        let symbol = self.symbols.symbol(index).map_err(damaged)?;
        let home = self.home(index, symbol)?;
        let Some(section) = home.and_then(|home| self.code_section(home)) else {
            return Ok(None);
        };
        let address = self.address(&code[section], symbol);
        Ok(address.map(|address| Place { section, address }))
    }

    /// A symbol's name; of a section's symbol the section's.
    fn symbol_or_section(&mut self, index: SymbolIndex) -> Result<String, Error> {
        let symbol = self.symbols.symbol(index).map_err(damaged)?;
        if symbol.st_type() == elf::STT_SECTION
            && let Some(home) = self.home(index, symbol)?
        {
            let section = self.elf.sections.section(home).map_err(damaged)?;
            let name = self.elf.sections.section_name(LE, section);
            return self.names.text(name.map_err(damaged)?);
        }
        let name = self.symbols.symbol_name(LE, symbol).map_err(damaged)?;
        self.names.text(name)
    }
}
