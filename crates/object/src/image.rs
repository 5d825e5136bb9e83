//! A range of the file, or of what was unpacked from it.

use std::ops::Range;
use std::sync::Arc;

#[derive(Clone)]
enum Store<'a> {
    File(&'a [u8]),
    Unpacked(Arc<Vec<u8>>),
}

/// Bytes that are shared, not copied: the entries of a bundle are many.
#[derive(Clone)]
pub(super) struct Image<'a> {
    store: Store<'a>,
    range: Range<usize>,
}

impl<'a> Image<'a> {
    pub(super) fn of_file(bytes: &'a [u8]) -> Image<'a> {
        Image {
            store: Store::File(bytes),
            range: 0..bytes.len(),
        }
    }

    pub(super) fn unpacked(bytes: Vec<u8>) -> Image<'a> {
        let range = 0..bytes.len();
        Image {
            store: Store::Unpacked(Arc::new(bytes)),
            range,
        }
    }

    pub(super) fn bytes(&self) -> &[u8] {
        let all: &[u8] = match &self.store {
            Store::File(bytes) => bytes,
            Store::Unpacked(bytes) => bytes,
        };
        &all[self.range.clone()]
    }

    /// A part of it; `None` when it does not lie inside.
    pub(super) fn part(&self, range: Range<usize>) -> Option<Image<'a>> {
        self.bytes().get(range.clone())?;
        let start = self.range.start;
        Some(Image {
            store: self.store.clone(),
            range: start + range.start..start + range.end,
        })
    }

    /// Where it lies in the file; `None` when it was unpacked.
    pub(super) fn place(&self) -> Option<Range<usize>> {
        match self.store {
            Store::File(_) => Some(self.range.clone()),
            Store::Unpacked(_) => None,
        }
    }
}

/// The range of numbers that a file gives; `None` when it is not one of this machine.
pub(super) fn range(start: u64, size: u64) -> Option<Range<usize>> {
    let end = start.checked_add(size)?;
    Some(usize::try_from(start).ok()?..usize::try_from(end).ok()?)
}

/// Whether two of the ranges have a byte in common.
pub(super) fn overlap(mut ranges: Vec<Range<usize>>) -> bool {
    ranges.retain(|range| !range.is_empty());
    ranges.sort_by_key(|range| range.start);
    ranges.windows(2).any(|pair| pair[0].end > pair[1].start)
}
