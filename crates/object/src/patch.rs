//! Other bytes for a part of the code, in the file that the code object came from.

use std::ops::Range;

use thiserror::Error;

use super::code::CodeObject;
use super::image::overlap;

/// Other bytes for a part of a section.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patch<'a> {
    /// Index into [`CodeObject::code`].
    pub section: usize,
    /// From the beginning of the section, in bytes.
    pub offset: usize,
    /// What goes there, as many bytes as it replaces.
    pub bytes: &'a [u8],
}

/// Why code is not replaced.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PatchError {
    /// The code was compressed in its file.
    #[error(
        "the code lies in a compressed bundle and cannot be changed in place; unpack it with \
         clang-offload-bundler --unbundle and name the code object"
    )]
    Compressed,
    /// It is another file than the code object was read from, or it has changed.
    #[error("the file is not the one that the code object was read from; read it again")]
    OtherFile,
    /// A patch reaches over the end of its section, or there is no such section.
    #[error("a patch of {length} bytes at {offset} does not lie in section {section} of the code")]
    Outside {
        /// Index of the section.
        section: usize,
        /// Offset in it, in bytes.
        offset: usize,
        /// Bytes of the patch.
        length: usize,
    },
    /// Two patches want the same bytes.
    #[error("two patches overlap")]
    Overlap,
    /// The linker will write there.
    #[error(
        "the linker will fill in what lies at {offset:#x} of section {section}, in the middle of a \
         patch; link the code object first"
    )]
    Relocated {
        /// The section's name.
        section: String,
        /// Offset in it, in bytes.
        offset: u64,
    },
}

impl CodeObject<'_> {
    /// The file with these patches in it, of the same length. `file` is what the code object was
    /// read from, perhaps with other code objects in it patched.
    ///
    /// # Errors
    /// When the code was compressed, the file is another one, or a patch does not fit.
    pub fn patch(&self, file: &[u8], patches: &[Patch<'_>]) -> Result<Vec<u8>, PatchError> {
        let place = self.place().ok_or(PatchError::Compressed)?;
        if file.get(place.clone()) != Some(self.file()) {
            return Err(PatchError::OtherFile);
        }
        let ranges = patches.iter().map(|patch| self.range_of(patch));
        let ranges: Vec<Range<usize>> = ranges.collect::<Result<_, _>>()?;
        if overlap(ranges.clone()) {
            return Err(PatchError::Overlap);
        }
        let mut patched = file.to_vec();
        for (patch, range) in patches.iter().zip(ranges) {
            patched[place.start + range.start..place.start + range.end]
                .copy_from_slice(patch.bytes);
        }
        Ok(patched)
    }

    /// Where a patch goes in the code object.
    fn range_of(&self, patch: &Patch<'_>) -> Result<Range<usize>, PatchError> {
        let outside = PatchError::Outside {
            section: patch.section,
            offset: patch.offset,
            length: patch.bytes.len(),
        };
        let section = self.code.get(patch.section).ok_or(outside.clone())?;
        let end = patch.offset.checked_add(patch.bytes.len());
        let Some(end) = end.filter(|end| *end <= section.range.len()) else {
            return Err(outside);
        };
        if let Some(relocation) = section.relocation_in(patch.offset as u64..end as u64) {
            return Err(PatchError::Relocated {
                section: section.name.clone(),
                offset: relocation.offset,
            });
        }
        let start = section.range.start;
        Ok(start + patch.offset..start + end)
    }
}
