//! Bundles of clang-offload-bundler: LLVM's `clang/lib/Driver/OffloadBundler.cpp`, and "Bundled
//! Code Object File Layout" in `clang/docs/ClangOffloadBundler.rst`.

use std::io::Read as _;
use std::ops::Range;

use flate2::read::ZlibDecoder;
use ruzstd::decoding::StreamingDecoder;

use super::error::Error;
use super::image::{overlap, range};

/// First bytes of a bundle.
pub(super) const MAGIC: &[u8] = b"__CLANG_OFFLOAD_BUNDLE__";
/// First bytes of a compressed bundle.
pub(super) const COMPRESSED_MAGIC: &[u8] = b"CCOB";
/// What marks the parts of a bundle of text files, behind a comment sign.
pub(super) const TEXT_MAGIC: &str = "__CLANG_OFFLOAD_BUNDLE____START__ ";

/// One file of a bundle.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Entry {
    /// Kind, triple and target ID: `hipv4-amdgcn-amd-amdhsa--gfx942:xnack-`.
    pub(super) id: Vec<u8>,
    /// Where it is, from the beginning of the bundle.
    pub(super) range: Range<usize>,
}

/// The entries of the bundle at the beginning of these bytes, and where it ends.
pub(super) fn entries(bytes: &[u8]) -> Result<(Vec<Entry>, usize), Error> {
    let mut header = Header { bytes, at: 0 };
    header.take(MAGIC.len())?;
    let count = header.number()?;
    let mut entries = Vec::new();
    let mut end = 0;
    for _ in 0..count {
        let (start, size, length) = (header.number()?, header.number()?, header.number()?);
        let length = usize::try_from(length).unwrap_or(usize::MAX);
        let id = header.take(length)?.to_vec();
        let range = range(start, size).filter(|range| range.end <= bytes.len());
        let Some(range) = range else {
            return Err(Error::Bundle(format!(
                "entry {} claims {size} bytes at {start}, but {} are there",
                entries.len(),
                bytes.len()
            )));
        };
        end = end.max(range.end);
        entries.push(Entry { id, range });
    }
    let mut ranges: Vec<_> = entries.iter().map(|entry| entry.range.clone()).collect();
    ranges.push(0..header.at);
    if overlap(ranges) {
        return Err(Error::Bundle("its entries overlap".to_owned()));
    }
    Ok((entries, end.max(header.at)))
}

struct Header<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Header<'a> {
    fn take(&mut self, length: usize) -> Result<&'a [u8], Error> {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let found = rest.get(..length).ok_or_else(|| {
            Error::Bundle(format!("its table of entries ends at byte {}", rest.len()))
        })?;
        self.at += length;
        Ok(found)
    }

    fn number(&mut self) -> Result<u64, Error> {
        let mut number = [0; 8];
        number.copy_from_slice(self.take(8)?);
        Ok(u64::from_le_bytes(number))
    }
}

/// Sizes and method of a compressed bundle.
struct Compressed {
    header: usize,
    /// Of the whole, header included. Version 1 does not tell.
    total: Option<u64>,
    unpacked: u64,
    zstd: bool,
}

/// Unpacks the compressed bundle at the beginning of these bytes into at most `limit` bytes.
/// Also returns where it ends.
pub(super) fn unpack(bytes: &[u8], limit: usize) -> Result<(Vec<u8>, usize), Error> {
    let header = compressed_header(bytes)?;
    let declared = usize::try_from(header.unpacked).unwrap_or(usize::MAX);
    if declared > limit {
        return Err(Error::Large(super::UNPACKED_LIMIT_MIB));
    }
    let end = match header.total {
        Some(total) => usize::try_from(total).unwrap_or(usize::MAX),
        None => bytes.len(),
    };
    let Some(packed) = bytes.get(header.header..end) else {
        return Err(Error::Compressed(format!(
            "it claims to have {end} bytes, but {} are there",
            bytes.len()
        )));
    };
    // One byte more than declared, to see that no more comes; the vector grows with what comes,
    // so that a header alone takes no memory.
    let mut unpacked = Vec::new();
    let mut rest = packed;
    let take = declared as u64 + 1;
    let read = if header.zstd {
        let decoder = StreamingDecoder::new_with_max_window_size(&mut rest, window(declared));
        let decoder = decoder.map_err(|error| Error::Compressed(error.to_string()))?;
        decoder.take(take).read_to_end(&mut unpacked)
    } else {
        let mut decoder = ZlibDecoder::new(packed);
        let read = decoder.by_ref().take(take).read_to_end(&mut unpacked);
        let used = usize::try_from(decoder.total_in()).unwrap_or(usize::MAX);
        rest = packed.get(used..).unwrap_or_default();
        read
    };
    read.map_err(|error| Error::Compressed(error.to_string()))?;
    if unpacked.len() != declared {
        return Err(Error::Compressed(format!(
            "its header says that {declared} bytes are in it, which is not so"
        )));
    }
    let used = header.total.map_or(bytes.len() - rest.len(), |_| end);
    Ok((unpacked, used))
}

/// LLVM compresses with long distances, whose window may be larger than what is compressed.
fn window(declared: usize) -> u64 {
    const LONG_DISTANCE: u64 = 1 << 27;
    LONG_DISTANCE.max(declared as u64)
}

/// `RawCompressedBundleHeader`: magic, version, method, then sizes of 4 bytes (of 8 in version 3)
/// and a hash, which LLVM does not look at either.
fn compressed_header(bytes: &[u8]) -> Result<Compressed, Error> {
    let short = || Error::Compressed("its header is not whole".to_owned());
    let number = |at: usize, size: usize| -> Result<u64, Error> {
        let field = bytes.get(at..at + size).ok_or_else(short)?;
        let mut number = [0; 8];
        number[..size].copy_from_slice(field);
        Ok(u64::from_le_bytes(number))
    };
    let (version, method) = (number(4, 2)?, number(6, 2)?);
    let (total, unpacked, header) = match version {
        1 => (None, number(8, 4)?, 20),
        2 => (Some(number(8, 4)?), number(12, 4)?, 24),
        3 => (Some(number(8, 8)?), number(16, 8)?, 32),
        _ => {
            return Err(Error::Compressed(format!(
                "version {version} of the format is unknown; known are 1 to 3"
            )));
        }
    };
    let zstd = match method {
        0 => false,
        1 => true,
        _ => {
            return Err(Error::Compressed(format!(
                "compression method {method} is unknown; known are 0 (zlib) and 1 (zstd)"
            )));
        }
    };
    if bytes.len() < header {
        return Err(short());
    }
    Ok(Compressed {
        header,
        total,
        unpacked,
        zstd,
    })
}
