//! A file with other code objects in it.
//!
//! What keeps its length keeps its place. Around a code object that has become longer its containers are written anew: bundles,
//! also compressed ones, the section of a host object that is not linked yet, archives. In a linked program or library the section
//! of bundles moves ([`linked`]), where it can ([`CodeObject::may_grow`](super::CodeObject::may_grow)).

use std::collections::BTreeMap;
use std::io::Write as _;
use std::ops::Range;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use object::elf as format;
use object::endian::LittleEndian;
use object::read::elf::SectionHeader as _;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use thiserror::Error;

use super::elf::Elf;
use super::elf::fields::{SECTION_HEADER, SECTION_OFFSET_AT, SECTION_SIZE_AT};
use super::error::Error;
use super::walk::{self, Contents, Objects, read};
use super::{archive, bundle, linked};

/// Entries of bundles begin at multiples of this many bytes, as loaders want code objects (`--bundle-align`).
const ENTRY_ALIGNMENT: usize = 4096;
const LE: LittleEndian = LittleEndian;
/// Where bundles of a section began, and begin.
type Places = Vec<(usize, usize)>;

/// Why a file cannot have other code objects.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum RebuildError {
    /// It cannot be read.
    #[error(transparent)]
    Read(#[from] Error),
    /// What holds code objects has become longer where that cannot be.
    #[error(
        "what holds it takes {more} bytes more than before (a compressed bundle, compressed again), and the file around it cannot grow: {why}; \
         unpack it with clang-offload-bundler --unbundle and name the code object"
    )]
    Longer {
        /// The numbers of the code objects in [`Objects::objects`].
        objects: Range<usize>,
        /// Bytes that are missing.
        more: usize,
        /// Why the file cannot grow.
        why: &'static str,
    },
    /// The new file does not have the code objects that were put into it.
    #[error(
        "the new file was refused, and nothing is written: its code objects are not those that were put into it; please report \
         this with the file"
    )]
    Refused,
}

/// A file with other bytes for some of its code objects, by their numbers in [`Objects::objects`].
///
/// # Errors
/// When one is longer than before where it must not be.
pub fn rebuild(file: &[u8], replaced: &BTreeMap<usize, Vec<u8>>) -> Result<Vec<u8>, RebuildError> {
    if replaced.is_empty() {
        return Ok(file.to_vec());
    }
    let Contents::Objects(objects) = read(file)? else {
        return Err(RebuildError::Refused);
    };
    let mut writer = Writer {
        objects: &objects,
        replaced,
        next: 0,
    };
    writer.contents(file)
}

/// Writes what is in a file, part by part, in the order in which it was read.
struct Writer<'a> {
    objects: &'a Objects<'a>,
    replaced: &'a BTreeMap<usize, Vec<u8>>,
    /// The number of the next code object.
    next: usize,
}

impl Writer<'_> {
    /// A part of the file. What cannot be read stays as it is.
    fn contents(&mut self, bytes: &[u8]) -> Result<Vec<u8>, RebuildError> {
        if bytes.starts_with(&format::ELFMAG) {
            self.elf(bytes)
        } else if walk::is_bundle(bytes) {
            Ok(self.bundles(bytes)?.0)
        } else if bytes.starts_with(walk::ARCHIVE_MAGIC) {
            archive::rewrite(bytes, |member| self.contents(member))
        } else {
            Ok(bytes.to_vec())
        }
    }

    fn elf(&mut self, bytes: &[u8]) -> Result<Vec<u8>, RebuildError> {
        let object = self.objects.objects.get(self.next);
        if object.is_some_and(|object| object.file() == bytes) {
            self.next += 1;
            let new = self.replaced.get(&(self.next - 1));
            return Ok(new.map_or_else(|| bytes.to_vec(), Clone::clone));
        }
        let Ok(elf) = Elf::parse(bytes) else {
            return Ok(bytes.to_vec());
        };
        if elf.is_amdgpu() {
            return Ok(bytes.to_vec());
        }
        let mut new = bytes.to_vec();
        let mut moving = None;
        for (_, place) in walk::host_parts(&elf).unwrap_or_default() {
            let old = bytes.get(place.clone()).unwrap_or_default();
            let first = self.next;
            let (part, bundles) = match walk::is_bundle(old) {
                true => self.bundles(old)?,
                false => (self.contents(old)?, Vec::new()),
            };
            if let Some(more) = part.len().checked_sub(old.len()).filter(|&more| more > 0) {
                if elf.is_relocatable() {
                    move_section(&elf, &mut new, &place, &part)?;
                    continue;
                }
                let objects = first..self.next;
                let cannot = |why| RebuildError::Longer {
                    objects: objects.clone(),
                    more,
                    why,
                };
                if moving.is_some() {
                    return Err(cannot("another of its sections has moved already"));
                }
                let plan = linked::Plan::of(&elf, &place).map_err(cannot)?;
                let cannot = cannot("a pointer to its bundles is to no bundle's begin");
                moving = Some((plan, part, bundles, cannot));
            } else {
                // What a compressed bundle no longer needs is filled with zeros, as between bundles.
                new[place.clone()].fill(0);
                new[place.start..place.start + part.len()].copy_from_slice(&part);
            }
        }
        match moving {
            Some((plan, part, bundles, cannot)) => {
                let moved = plan.file(&elf, &new, &part, &bundles);
                moved.ok_or(cannot)
            }
            None => Ok(new),
        }
    }

    /// Bundles that lie one behind the other; and where each began, and begins.
    fn bundles(&mut self, bytes: &[u8]) -> Result<(Vec<u8>, Places), RebuildError> {
        let mut places = Vec::new();
        let mut all: Vec<u8> = Vec::new();
        let mut at = 0;
        while let Some(zeros) = bytes[at..].iter().position(|&byte| byte != 0) {
            let begin = at + zeros;
            let rest = &bytes[begin..];
            let Some((new, used)) = self.any_bundle(rest)? else {
                // Where the next one begins is not known either.
                at = begin;
                break;
            };
            // Where nothing has become longer, all bundles stay where they are.
            if all.len() <= begin {
                all.resize(begin, 0);
            } else {
                all.resize(all.len().next_multiple_of(ENTRY_ALIGNMENT), 0);
            }
            places.push((begin, all.len()));
            all.extend(new);
            at = begin + used;
        }
        // Zeros behind the last one, or what is no bundle.
        let rest = &bytes[at..];
        if all.len() <= at {
            all.resize(at, 0);
            all.extend(rest);
        } else if rest.iter().any(|&byte| byte != 0) {
            return Err(RebuildError::Refused);
        }
        Ok((all, places))
    }

    /// The bundle at the beginning of some bytes, and how many it has there.
    fn any_bundle(&mut self, bytes: &[u8]) -> Result<Option<(Vec<u8>, usize)>, RebuildError> {
        if !bytes.starts_with(bundle::COMPRESSED_MAGIC) {
            let Ok((entries, used)) = bundle::entries(bytes) else {
                return Ok(None);
            };
            let new = self.bundle(&bytes[..used], &entries)?;
            return Ok(Some((new, used)));
        }
        let Ok((unpacked, used)) = bundle::unpack(bytes, super::UNPACKED_LIMIT_MIB << 20) else {
            return Ok(None);
        };
        let Ok((entries, _)) = bundle::entries(&unpacked) else {
            return Ok(Some((bytes[..used].to_vec(), used)));
        };
        let first = self.next;
        let new = self.bundle(&unpacked, &entries)?;
        let packed = match self.replaced.range(first..self.next).next() {
            Some(_) => packed(&bytes[..used], &new)?,
            None => bytes[..used].to_vec(),
        };
        Ok(Some((packed, used)))
    }

    /// A bundle, laid out anew where entries are longer.
    fn bundle(&mut self, bytes: &[u8], entries: &[bundle::Entry]) -> Result<Vec<u8>, RebuildError> {
        let mut contents: Vec<Vec<u8>> = Vec::new();
        for entry in entries {
            let old = bytes.get(entry.range.clone()).unwrap_or_default();
            contents.push(match entry.id.starts_with(b"host") {
                true => old.to_vec(),
                false => self.contents(old)?,
            });
        }
        let same = entries
            .iter()
            .zip(&contents)
            .all(|(entry, new)| entry.range.len() == new.len());
        if same {
            let mut all = bytes.to_vec();
            for (entry, new) in entries.iter().zip(contents) {
                all[entry.range.clone()].copy_from_slice(&new);
            }
            return Ok(all);
        }
        let mut all = bundle::MAGIC.to_vec();
        all.extend((entries.len() as u64).to_le_bytes());
        let header: usize = entries.iter().map(|entry| 24 + entry.id.len()).sum();
        let mut place = all.len() + header;
        for (entry, new) in entries.iter().zip(&contents) {
            place = place.next_multiple_of(ENTRY_ALIGNMENT);
            for field in [place, new.len(), entry.id.len()] {
                all.extend((field as u64).to_le_bytes());
            }
            all.extend(&entry.id);
            place += new.len();
        }
        for new in contents {
            all.resize(all.len().next_multiple_of(ENTRY_ALIGNMENT), 0);
            all.extend(new);
        }
        Ok(all)
    }
}

/// Puts a section of a host object that is not linked behind its end: what refers to it does so by name.
fn move_section(
    elf: &Elf<'_>,
    file: &mut Vec<u8>,
    place: &Range<usize>,
    new: &[u8],
) -> Result<(), RebuildError> {
    let (number, section) = elf.section_at(place).ok_or(RebuildError::Refused)?;
    let alignment = section.sh_addralign(LE).max(1) as usize;
    let header = object::read::elf::FileHeader::e_shoff(elf.header, LE) as usize;
    let header = header + number * SECTION_HEADER;
    file.resize(file.len().next_multiple_of(alignment), 0);
    for (at, value) in [
        (SECTION_OFFSET_AT, file.len()),
        (SECTION_SIZE_AT, new.len()),
    ] {
        linked::put(file, header + at, value as u64).ok_or(RebuildError::Refused)?;
    }
    file.extend(new);
    Ok(())
}

/// A bundle compressed as another one was.
fn packed(like: &[u8], bundle: &[u8]) -> Result<Vec<u8>, RebuildError> {
    let damaged = || Error::Compressed("its header is not whole".to_owned());
    let field = |at: usize| {
        let bytes = like.get(at..at + 2).ok_or_else(damaged)?;
        Ok::<_, Error>(u16::from_le_bytes([bytes[0], bytes[1]]))
    };
    let (version, method) = (field(4)?, field(6)?);
    let data = match method {
        0 => {
            let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
            let written = encoder.write_all(bundle).and_then(|()| encoder.finish());
            written.map_err(|error| Error::Compressed(error.to_string()))?
        }
        _ => compress_to_vec(bundle, CompressionLevel::Fastest),
    };
    let mut all = like[..8].to_vec();
    let header = match version {
        1 => 20,
        2 => 24,
        _ => 32,
    };
    let total = header + data.len();
    match version {
        1 => all.extend((bundle.len() as u32).to_le_bytes()),
        2 => {
            all.extend((total as u32).to_le_bytes());
            all.extend((bundle.len() as u32).to_le_bytes());
        }
        _ => {
            all.extend((total as u64).to_le_bytes());
            all.extend((bundle.len() as u64).to_le_bytes());
        }
    }
    // The hash is to tell bundles apart; nobody recomputes it.
    all.extend(hash(bundle).to_le_bytes());
    all.extend(data);
    Ok(all)
}

/// FNV-1a of 64 bits.
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    })
}
