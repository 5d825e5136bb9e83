//! Containers inside containers.

use std::ops::Range;

use object::elf as format;
use object::endian::LittleEndian;
use object::read::archive::ArchiveFile;
use object::read::elf::SectionHeader as _;

use cdnasched_base::escape;

use super::bundle;
use super::code::CodeObject;
use super::elf::{self, Elf, damaged};
use super::error::Error;
use super::image::{Image, range};
use super::linked;
use super::target::TargetError;

/// An archive of libraries of compressed bundles of code objects has four.
const NESTED_LIMIT: usize = 8;
/// Section of a host program with its bundles.
const FAT_BINARY: &[u8] = b".hip_fatbin";
/// Host ELF files of compilers before bundles of their own name a section for each entry.
const ENTRY_SECTION: &[u8] = b"__CLANG_OFFLOAD_BUNDLE__";
pub(super) const ARCHIVE_MAGIC: &[u8] = b"!<arch>\n";
const THIN_ARCHIVE_MAGIC: &[u8] = b"!<thin>\n";

/// What is in a file.
pub enum Contents<'a> {
    /// Text, presumably assembly.
    Text(&'a str),
    /// Machine code.
    Objects(Objects<'a>),
}

/// The code objects of a file, in its order.
#[derive(Default)]
pub struct Objects<'a> {
    /// Those that could be read.
    pub objects: Vec<CodeObject<'a>>,
    /// Parts that hold no machine code for a GPU of ours. Nothing is wrong with them.
    pub skipped: Vec<Part>,
    /// Parts that are broken, or not understood. The others are still good.
    pub damaged: Vec<Part>,
}

/// A part of a file that is not read, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// Where it is, as [`CodeObject::origin`] says it.
    pub origin: String,
    /// Why it is not read.
    pub reason: Error,
}

/// Reads a file: its text, or the code objects in it.
///
/// # Errors
/// When it is none of what is read, or broken as a whole. Parts that are broken are in
/// [`Objects::damaged`].
pub fn read(bytes: &[u8]) -> Result<Contents<'_>, Error> {
    let mut walk = Walk {
        found: Objects::default(),
        unpacked_left: super::UNPACKED_LIMIT_MIB << 20,
    };
    if !is_container(bytes) {
        return text(bytes).map(Contents::Text);
    }
    let image = Image::of_file(bytes);
    if let Err(reason) = walk.visit(&image, "", 0) {
        let other = matches!(reason, Error::Target(TargetError::Processor(_)));
        let found = &walk.found;
        if other || !found.objects.is_empty() || !found.damaged.is_empty() {
            walk.put_aside(String::new(), reason);
        } else {
            return Err(reason);
        }
    }
    Ok(Contents::Objects(walk.found))
}

/// Whether a file begins like one that may hold code objects.
pub fn is_container(bytes: &[u8]) -> bool {
    let magics = [
        &format::ELFMAG[..],
        bundle::MAGIC,
        bundle::COMPRESSED_MAGIC,
        ARCHIVE_MAGIC,
        THIN_ARCHIVE_MAGIC,
    ];
    // A bundle of text has the same beginning behind a comment sign, and is text.
    magics.iter().any(|magic| bytes.starts_with(magic))
}

/// Whether a file, or its beginning, is LLVM IR: bitcode, or text with a line as only LLVM IR has them.
pub fn is_module(beginning: &[u8]) -> bool {
    const BITCODE: [&[u8]; 2] = [b"BC\xc0\xde", b"\xde\xc0\x17\x0b"];
    /// What stands at the beginning of lines of LLVM IR alone.
    const LINES: [&str; 6] = [
        "; ModuleID",
        "source_filename",
        "target datalayout",
        "target triple",
        "define ",
        "declare ",
    ];
    let is_ir = |line: &str| LINES.iter().any(|begin| line.starts_with(begin));
    BITCODE.iter().any(|magic| beginning.starts_with(magic))
        || String::from_utf8_lossy(beginning).lines().any(is_ir)
}

fn text(bytes: &[u8]) -> Result<&str, Error> {
    if let Some(what) = known_by_magic(bytes) {
        return Err(Error::Unrecognised(what.to_owned()));
    }
    match str::from_utf8(bytes) {
        Ok(text) if text.contains(bundle::TEXT_MAGIC) => Err(Error::Unsupported(
            "a bundle of assembly for several targets".to_owned(),
            "the assembly of one target (clang-offload-bundler --unbundle --type=s)",
        )),
        Ok(text) if !text.contains('\0') => Ok(text),
        Ok(_) => Err(unknown(bytes)),
        Err(_) if bytes.contains(&0) => Err(unknown(bytes)),
        Err(error) => Err(Error::Unrecognised(format!(
            "not UTF-8 text: byte {} is invalid",
            error.valid_up_to()
        ))),
    }
}

fn unknown(bytes: &[u8]) -> Error {
    let first: Vec<_> = bytes.iter().take(8).map(|b| format!("{b:02x}")).collect();
    Error::Unrecognised(format!("binary data that begins with {}", first.join(" ")))
}

/// Files that are easily taken for ours.
const OTHERS: &[(&[u8], &str)] = &[
    (
        b"BC\xc0\xde",
        "LLVM bitcode, which is no machine code yet (compile it by llc, or give it to `cdna-sched compare`, `view` or `pick`)",
    ),
    (
        b"\x10\xff\x10\xad",
        "an offload binary of LLVM (clang-offload-packager)",
    ),
    (b"MZ", "a Windows program or library"),
    (b"\x03\x02\x23\x07", "SPIR-V, which is no machine code yet"),
    (b"\x1f\x8b", "a file compressed with gzip"),
    (b"\x28\xb5\x2f\xfd", "a file compressed with zstd"),
    (b"PK\x03\x04", "a ZIP archive"),
];

fn known_by_magic(bytes: &[u8]) -> Option<&'static str> {
    // Text may begin with "MZ" or "PK".
    let is_text = bytes.len() > 4 && !bytes.contains(&0) && str::from_utf8(bytes).is_ok();
    let mut others = OTHERS.iter().filter(|_| !is_text);
    let found = others.find(|(magic, _)| bytes.starts_with(magic));
    found.map(|(_, what)| *what)
}

struct Walk<'a> {
    found: Objects<'a>,
    unpacked_left: usize,
}

impl<'a> Walk<'a> {
    /// Reads a part of the file. An error says that it, not one of its parts, cannot be read.
    fn visit(&mut self, image: &Image<'a>, origin: &str, depth: usize) -> Result<(), Error> {
        if depth > NESTED_LIMIT {
            return Err(Error::Nested(NESTED_LIMIT));
        }
        let bytes = image.bytes();
        if bytes.starts_with(&format::ELFMAG) {
            self.elf(image, origin, depth)
        } else if is_bundle(bytes) {
            self.bundles(image, origin, depth)
        } else if bytes.starts_with(ARCHIVE_MAGIC) || bytes.starts_with(THIN_ARCHIVE_MAGIC) {
            self.archive(image, origin, depth)
        } else if let Some(what) = known_by_magic(bytes) {
            Err(Error::Unrecognised(what.to_owned()))
        } else {
            Err(unknown(bytes))
        }
    }

    /// Reads a part of a container; what is wrong with it is wrong with it alone.
    fn part(&mut self, image: &Image<'a>, origin: String, depth: usize) {
        if let Err(reason) = self.visit(image, &origin, depth + 1) {
            self.put_aside(origin, reason);
        }
    }

    fn put_aside(&mut self, origin: String, reason: Error) {
        let nothing_wrong = match &reason {
            Error::Target(TargetError::Processor(_)) => true,
            Error::Unrecognised(what) => OTHERS.iter().any(|(_, other)| what == other),
            _ => false,
        };
        let part = Part { origin, reason };
        if nothing_wrong {
            self.found.skipped.push(part);
        } else {
            self.found.damaged.push(part);
        }
    }

    fn elf(&mut self, image: &Image<'a>, origin: &str, depth: usize) -> Result<(), Error> {
        let file = Elf::parse(image.bytes())?;
        if file.is_amdgpu() {
            let object = elf::read(image, origin)?;
            self.found.objects.push(object);
            return Ok(());
        }
        let parts = host_parts(&file)?;
        if parts.is_empty() {
            return Err(Error::Unrecognised(
                "a host ELF file without a .hip_fatbin section".to_owned(),
            ));
        }
        for (name, place) in parts {
            let part = image
                .part(place.clone())
                .ok_or_else(|| Error::Elf(format!("section {name} ends behind the file")))?;
            let part = match file.is_relocatable() || linked::Plan::of(&file, &place).is_ok() {
                true => part,
                false => part.fixed(),
            };
            self.part(&part, join(origin, &name), depth);
        }
        Ok(())
    }

    /// Bundles one after the other: the linker puts those of all source files into one section,
    /// at multiples of 4096 bytes.
    fn bundles(&mut self, image: &Image<'a>, origin: &str, depth: usize) -> Result<(), Error> {
        let bytes = image.bytes();
        let mut at = 0;
        let mut number = 0usize;
        while let Some(zeros) = bytes[at..].iter().position(|byte| *byte != 0) {
            at += zeros;
            number += 1;
            let origin = if number == 1 {
                origin.to_owned()
            } else {
                format!("{origin}#{number}")
            };
            if !is_bundle(&bytes[at..]) {
                return Err(Error::Bundle(format!(
                    "at byte {at}, behind bundle {}, is no bundle, but {}",
                    number - 1,
                    unknown(&bytes[at..])
                )));
            }
            let Some(rest) = image.part(at..bytes.len()) else {
                return Ok(());
            };
            let used = self.bundle(&rest, &origin, depth);
            match used {
                Ok(used) => at += used,
                // Where the next one begins is not known either.
                Err(reason) => {
                    if number == 1 {
                        return Err(reason);
                    }
                    self.put_aside(origin, reason);
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Reads one bundle. Returns its length.
    fn bundle(&mut self, image: &Image<'a>, origin: &str, depth: usize) -> Result<usize, Error> {
        let bytes = image.bytes();
        if bytes.starts_with(bundle::COMPRESSED_MAGIC) {
            let (unpacked, end) = bundle::unpack(bytes, self.unpacked_left)?;
            self.unpacked_left -= unpacked.len();
            if !unpacked.starts_with(bundle::MAGIC) {
                return Err(Error::Compressed("what is in it is no bundle".to_owned()));
            }
            let unpacked = image.with(unpacked);
            self.bundle(&unpacked, origin, depth + 1)?;
            return Ok(end);
        }
        let (entries, end) = bundle::entries(bytes)?;
        for entry in entries {
            // Host entries are empty: the host's code is around the bundle.
            if entry.id.starts_with(b"host") || entry.range.is_empty() {
                continue;
            }
            let origin = join(origin, &escape::bytes(&entry.id));
            if let Some(part) = image.part(entry.range) {
                self.part(&part, origin, depth);
            }
        }
        Ok(end)
    }

    fn archive(&mut self, image: &Image<'a>, origin: &str, depth: usize) -> Result<(), Error> {
        let bad = |error: object::read::Error| Error::Archive(error.to_string());
        let archive = ArchiveFile::parse(image.bytes()).map_err(bad)?;
        if archive.is_thin() {
            return Err(Error::Unsupported(
                "a thin archive, which only names other files".to_owned(),
                "those files, or an archive with its members inside",
            ));
        }
        let mut members = Vec::new();
        for member in archive.members() {
            let member = member.map_err(bad)?;
            let (start, size) = member.file_range();
            let place = range(start, size).and_then(|place| image.part(place));
            let name = escape::bytes(member.name());
            let Some(part) = place else {
                return Err(Error::Archive(format!("member {name} is not whole")));
            };
            members.push((name, part));
        }
        for (name, part) in members {
            self.member(&part, join(origin, &name), depth);
        }
        Ok(())
    }

    /// A member of an archive. Libraries have members with host code alone.
    fn member(&mut self, image: &Image<'a>, origin: String, depth: usize) {
        let host = Elf::parse(image.bytes()).is_ok_and(|file| {
            !file.is_amdgpu() && host_parts(&file).is_ok_and(|parts| parts.is_empty())
        });
        if !host {
            self.part(image, origin, depth);
        }
    }
}

pub(super) fn is_bundle(bytes: &[u8]) -> bool {
    bytes.starts_with(bundle::MAGIC) || bytes.starts_with(bundle::COMPRESSED_MAGIC)
}

fn join(origin: &str, part: &str) -> String {
    if origin.is_empty() {
        part.to_owned()
    } else {
        format!("{origin}/{part}")
    }
}

/// The sections of a host ELF file with code for GPUs: their names, and where they are.
pub(super) fn host_parts(file: &Elf<'_>) -> Result<Vec<(String, Range<usize>)>, Error> {
    let mut parts = Vec::new();
    for section in file.sections.iter() {
        let name = file.sections.section_name(LittleEndian, section);
        let name = name.map_err(damaged)?;
        let entry = name.strip_prefix(ENTRY_SECTION);
        if name != FAT_BINARY && entry.is_none_or(|id| id.starts_with(b"host")) {
            continue;
        }
        let place = section.file_range(LittleEndian);
        let place = place.and_then(|(start, size)| range(start, size));
        let place = place.filter(|place| !place.is_empty());
        parts.extend(place.map(|place| (escape::bytes(name), place)));
    }
    Ok(parts)
}
