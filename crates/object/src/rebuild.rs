//! A file with other code objects in it.
//!
//! What keeps its length keeps its place. Code objects that have become longer are taken by themselves, in a bundle, and in a
//! compressed one: their containers are written anew. Elsewhere (host programs and libraries, archives) nothing may grow.

use std::collections::BTreeMap;
use std::io::Write as _;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use thiserror::Error;

use super::bundle;
use super::code::CodeObject;
use super::error::Error;
use super::walk::{Contents, Objects, read};

/// Entries of bundles begin at multiples of this many bytes, as loaders want code objects (`--bundle-align`).
const ENTRY_ALIGNMENT: usize = 4096;

/// Why a file cannot have other code objects.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum RebuildError {
    /// It cannot be read.
    #[error(transparent)]
    Read(#[from] Error),
    /// A code object is longer than before where that cannot be.
    #[error("the code object {0} has become longer, and its file cannot")]
    Longer(String),
    /// A compressed bundle inside another file has become longer.
    #[error(
        "the compressed bundle of {origin} takes {more} bytes more than before when it is compressed again, and its file cannot \
         grow; unpack it with clang-offload-bundler --unbundle and name the code objects"
    )]
    Compressed {
        /// Where the bundle is.
        origin: String,
        /// Bytes that are missing.
        more: usize,
    },
    /// The new file does not have the code objects that were put into it.
    #[error("the new file was refused, and nothing is written: its code objects are not those that were put into it; please report this with the file")]
    Refused,
}

/// Whether a code object of a file may become longer.
pub fn may_grow(file: &[u8], object: &CodeObject<'_>) -> bool {
    object.place() == Some(0..file.len()) || is_bundle(file) && is_entry(object)
}

fn is_bundle(bytes: &[u8]) -> bool {
    bytes.starts_with(bundle::MAGIC) || bytes.starts_with(bundle::COMPRESSED_MAGIC)
}

/// Whether a code object lies in a bundle of the file and in nothing else.
fn is_entry(object: &CodeObject<'_>) -> bool {
    let origin = object.origin.as_str();
    // Behind the first bundle there may be others: `#2/hip-...`.
    let entry = match origin.strip_prefix('#') {
        Some(rest) => rest.split_once('/').map_or("", |(_, entry)| entry),
        None => origin,
    };
    !entry.is_empty() && !entry.contains('/')
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
    let mut all = file.to_vec();
    let mut others: Vec<usize> = Vec::new();
    for (&number, bytes) in replaced {
        let object = objects.objects.get(number).ok_or(RebuildError::Refused)?;
        match object.place() {
            Some(place) if place.len() == bytes.len() => {
                all[place].copy_from_slice(bytes);
            }
            Some(place) if place == (0..file.len()) => return Ok(bytes.clone()),
            _ => others.push(number),
        }
    }
    if others.is_empty() {
        return Ok(all);
    }
    if is_bundle(file) {
        return bundles(file, &objects, replaced);
    }
    let compressed = |number: &&usize| objects.objects[**number].place().is_none();
    match others.iter().find(|number| !compressed(number)) {
        Some(&number) => Err(RebuildError::Longer(
            objects.objects[number].origin.clone(),
        )),
        None => inside(all, &objects, replaced),
    }
}

/// Bundles that lie one behind the other, written anew.
fn bundles(
    file: &[u8],
    objects: &Objects<'_>,
    replaced: &BTreeMap<usize, Vec<u8>>,
) -> Result<Vec<u8>, RebuildError> {
    let mut all = Vec::new();
    let mut at = 0;
    // Code objects are numbered in the order of the file.
    let mut number = 0;
    while let Some(zeros) = file[at..].iter().position(|&byte| byte != 0) {
        let begin = at + zeros;
        if !all.is_empty() {
            all.resize(usize::next_multiple_of(all.len(), ENTRY_ALIGNMENT), 0);
        }
        let rest = &file[begin..];
        let used = if rest.starts_with(bundle::COMPRESSED_MAGIC) {
            let (unpacked, used) = bundle::unpack(rest, super::UNPACKED_LIMIT_MIB << 20)?;
            let before = number;
            let new = one(&unpacked, objects, replaced, &mut number)?;
            match replaced.range(before..number).next() {
                Some(_) => all.extend(packed(&rest[..used], &new)?),
                None => all.extend(&rest[..used]),
            }
            used
        } else {
            let (_, used) = bundle::entries(rest)?;
            all.extend(one(&rest[..used], objects, replaced, &mut number)?);
            used
        };
        at = begin + used;
    }
    Ok(all)
}

/// A bundle, written anew where entries are longer.
fn one(
    bytes: &[u8],
    objects: &Objects<'_>,
    replaced: &BTreeMap<usize, Vec<u8>>,
    number: &mut usize,
) -> Result<Vec<u8>, RebuildError> {
    let (entries, _) = bundle::entries(bytes)?;
    let mut contents: Vec<&[u8]> = Vec::new();
    let mut longer = false;
    for entry in &entries {
        let old = bytes.get(entry.range.clone()).unwrap_or_default();
        // Entries for other GPUs, and empty ones, are not numbered.
        let is_next = objects
            .objects
            .get(*number)
            .is_some_and(|object| !old.is_empty() && object.file() == old);
        let mut new = old;
        if is_next {
            if let Some(other) = replaced.get(number) {
                new = other;
                longer |= new.len() != old.len();
            }
            *number += 1;
        }
        contents.push(new);
    }
    if !longer {
        let mut same = bytes.to_vec();
        for (entry, new) in entries.iter().zip(contents) {
            same[entry.range.clone()].copy_from_slice(new);
        }
        return Ok(same);
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
    // The hash names a bundle and is not checked; that of the old one would name another.
    let hash = hash(bundle);
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
    all.extend(hash.to_le_bytes());
    all.extend(data);
    Ok(all)
}

/// FNV-1a of 64 bits.
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    })
}

/// Compressed bundles inside another file, each in the place of the old one.
fn inside(
    mut file: Vec<u8>,
    objects: &Objects<'_>,
    replaced: &BTreeMap<usize, Vec<u8>>,
) -> Result<Vec<u8>, RebuildError> {
    for bundle in &objects.compressed {
        let numbers = bundle.objects.clone();
        if replaced.range(numbers.clone()).next().is_none() {
            continue;
        }
        let old = file.get(bundle.place.clone()).ok_or(RebuildError::Refused)?;
        let (unpacked, _) = bundle::unpack(old, super::UNPACKED_LIMIT_MIB << 20)?;
        let mut number = numbers.start;
        let new = one(&unpacked, objects, replaced, &mut number)?;
        let new = packed(old, &new)?;
        if let Some(more) = new.len().checked_sub(old.len()).filter(|&more| more > 0) {
            return Err(RebuildError::Compressed {
                origin: bundle.origin.clone(),
                more,
            });
        }
        let place = &mut file[bundle.place.clone()];
        place.fill(0);
        place[..new.len()].copy_from_slice(&new);
    }
    Ok(file)
}
