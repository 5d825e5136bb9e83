//! The kernels of an AMDGPU ELF file: descriptors and metadata, put together.

use std::collections::{BTreeMap, BTreeSet};

use object::elf;
use object::endian::LittleEndian;
use object::read::elf::{Rela as _, SectionHeader as _};
use object::read::{SectionIndex, SymbolIndex};

use cdnasched_base::gpu::Gpu;

use super::code::{CodeSection, Kernel, Place, Symbol, SymbolKind};
use super::descriptor::{Descriptor, ENTRY_OFFSET_AT, PRELOAD_PROLOGUE, SIZE};
use super::elf::{Reader, damaged};
use super::error::Error;
use super::metadata::{self, KernelMetadata};

const LE: LittleEndian = LittleEndian;
/// `NT_AMDGPU_METADATA`, of the owner `AMDGPU`.
pub(super) const NT_AMDGPU_METADATA: u32 = 32;
const SUFFIX: &str = ".kd";

/// Symbols and addends by section of the file and offset.
type Fields = BTreeMap<(usize, u64), (Option<SymbolIndex>, i64)>;

/// A descriptor's symbol.
struct Found<'data> {
    name: String,
    section: SectionIndex,
    /// From the beginning of the section.
    offset: u64,
    /// From the beginning of the file.
    at: usize,
    address: u64,
    bytes: &'data [u8; SIZE],
}

impl<'data> Reader<'data> {
    pub(super) fn kernels(
        &mut self,
        code: &[CodeSection],
        symbols: &[Symbol],
        gpu: Gpu,
    ) -> Result<Vec<Kernel>, Error> {
        let mut kernels = BTreeMap::new();
        let fields = if self.elf.is_relocatable() {
            self.fields()?
        } else {
            Fields::new()
        };
        for found in self.descriptors()? {
            let descriptor = Descriptor::decode(found.bytes, gpu);
            let entry = if self.elf.is_relocatable() {
                self.relocated_entry(&found, code, &fields)?
            } else {
                let entry = found.address.checked_add_signed(descriptor.entry_offset);
                entry.and_then(|entry| place(code, entry))
            };
            if entry.is_none() {
                self.gaps.push(format!(
                    "the descriptor of kernel {} names no instruction as its first",
                    found.name
                ));
            }
            let preloads = descriptor.kernarg_preload_length != 0;
            let kernel = Kernel {
                name: found.name.clone(),
                entry,
                preloaded_entry: entry.filter(|_| preloads).and_then(|e| preloaded(code, e)),
                descriptor: Some(descriptor),
                descriptor_at: Some(found.at),
                metadata: None,
            };
            if kernels.insert(found.name.clone(), kernel).is_some() {
                self.gaps
                    .push(format!("kernel {} has two descriptors", found.name));
            }
        }
        for metadata in self.metadata()? {
            add_metadata(metadata, symbols, &mut kernels);
        }
        Ok(kernels.into_values().collect())
    }

    fn descriptors(&mut self) -> Result<Vec<Found<'data>>, Error> {
        let mut found = Vec::new();
        for (index, symbol) in self.symbols.enumerate() {
            if symbol.st_type() != elf::STT_OBJECT {
                continue;
            }
            let name = self.symbols.symbol_name(LE, symbol).map_err(damaged)?;
            let Some(name) = name.strip_suffix(SUFFIX.as_bytes()) else {
                continue;
            };
            let Some(section) = self.home(index, symbol)? else {
                continue;
            };
            let name = self.names.text(name)?;
            let header = self.elf.sections.section(section).map_err(damaged)?;
            let value = symbol.st_value.get(LE);
            let base = if self.elf.is_relocatable() {
                0
            } else {
                header.sh_addr.get(LE)
            };
            let bytes = self.elf.bytes(header)?;
            let offset = value.checked_sub(base);
            let at = offset.and_then(|offset| usize::try_from(offset).ok());
            let bytes = at
                .and_then(|at| bytes.get(at..))
                .and_then(|rest| rest.first_chunk::<SIZE>());
            match (offset, bytes) {
                (Some(offset), Some(bytes)) => found.push(Found {
                    name,
                    section,
                    offset,
                    at: (header.sh_offset.get(LE) + offset) as usize,
                    address: value,
                    bytes,
                }),
                _ => self.gaps.push(format!(
                    "the descriptor of kernel {name} does not lie in its section"
                )),
            }
        }
        Ok(found)
    }

    /// Relocations of everything but code, by section and offset.
    fn fields(&self) -> Result<Fields, Error> {
        let mut fields = Fields::new();
        for section in self.elf.sections.iter() {
            let list = section.rela(LE, self.elf.data).map_err(damaged)?;
            let target = section.sh_info(LE) as usize;
            for relocation in list.map_or(&[][..], |(list, _)| list) {
                let symbol = relocation.symbol(LE, false);
                let value = (symbol, relocation.r_addend.get(LE));
                fields.insert((target, relocation.r_offset.get(LE)), value);
            }
        }
        Ok(fields)
    }

    /// The first instruction of a kernel that has not been linked: the linker will write it where
    /// the descriptor says how far it is.
    fn relocated_entry(
        &self,
        found: &Found<'_>,
        code: &[CodeSection],
        fields: &Fields,
    ) -> Result<Option<Place>, Error> {
        let field = found.offset.checked_add(ENTRY_OFFSET_AT);
        let value = field.and_then(|field| fields.get(&(found.section.0, field)));
        let Some((Some(index), addend)) = value else {
            return Ok(None);
        };
        let place = self.place(*index, code)?;
        // Relative to the field, which is not where the descriptor begins.
        let addend = addend.checked_sub_unsigned(ENTRY_OFFSET_AT);
        Ok(place.zip(addend).and_then(|(place, addend)| {
            let address = place.address.checked_add_signed(addend)?;
            holds(&code[place.section], address).then_some(Place { address, ..place })
        }))
    }

    fn metadata(&mut self) -> Result<Vec<KernelMetadata>, Error> {
        for section in self.elf.sections.iter() {
            let notes = section.notes(LE, self.elf.data).map_err(damaged)?;
            let Some(mut notes) = notes else { continue };
            while let Some(note) = notes.next().map_err(damaged)? {
                if note.name() != b"AMDGPU" || note.n_type(LE).0 != NT_AMDGPU_METADATA {
                    continue;
                }
                let kernels = metadata::kernels(note.desc());
                return Ok(kernels.unwrap_or_else(|error| {
                    self.gaps
                        .push(format!("its metadata cannot be read: {error}"));
                    Vec::new()
                }));
            }
        }
        self.gaps.push("it has no metadata".to_owned());
        Ok(Vec::new())
    }
}

/// Gives metadata to the kernel of that descriptor; a kernel without one begins at the function of
/// its name.
fn add_metadata(
    metadata: KernelMetadata,
    symbols: &[Symbol],
    kernels: &mut BTreeMap<String, Kernel>,
) {
    let symbol = metadata.symbol.as_deref();
    let name = symbol.map(|symbol| symbol.strip_suffix(SUFFIX).unwrap_or(symbol));
    let Some(name) = name.or(metadata.name.as_deref()) else {
        return;
    };
    let name = cdnasched_base::escape::bytes(name.as_bytes());
    let kernel = kernels.entry(name.clone()).or_insert_with(|| {
        let function = symbols
            .iter()
            .find(|symbol| symbol.kind == SymbolKind::Function && symbol.name == name);
        Kernel {
            name,
            entry: function.map(|symbol| Place {
                section: symbol.section,
                address: symbol.address,
            }),
            preloaded_entry: None,
            descriptor: None,
            descriptor_at: None,
            metadata: None,
        }
    });
    kernel.metadata = Some(metadata);
}

/// The second entry of a kernel with preloaded arguments.
fn preloaded(code: &[CodeSection], entry: Place) -> Option<Place> {
    let address = entry.address.checked_add(PRELOAD_PROLOGUE)?;
    holds(&code[entry.section], address).then_some(Place { address, ..entry })
}

/// The section of an instruction.
fn place(code: &[CodeSection], address: u64) -> Option<Place> {
    let section = code.iter().position(|section| holds(section, address))?;
    Some(Place { section, address })
}

/// Whether an instruction can begin there.
fn holds(section: &CodeSection, address: u64) -> bool {
    let offset = address.checked_sub(section.address);
    offset.is_some_and(|offset| offset < section.range.len() as u64 && offset.is_multiple_of(4))
}

/// Tells the first instructions of kernels from functions.
pub(super) fn mark_entries(kernels: &[Kernel], symbols: &mut [Symbol]) {
    let entries: BTreeSet<Place> = kernels.iter().filter_map(|kernel| kernel.entry).collect();
    for symbol in symbols {
        let place = Place {
            section: symbol.section,
            address: symbol.address,
        };
        if symbol.kind == SymbolKind::Function && entries.contains(&place) {
            symbol.kind = SymbolKind::KernelEntry;
        }
    }
}
