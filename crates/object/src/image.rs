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
    may_grow: bool,
}

impl<'a> Image<'a> {
    pub(super) fn of_file(bytes: &'a [u8]) -> Image<'a> {
        Image {
            store: Store::File(bytes),
            range: 0..bytes.len(),
            may_grow: true,
        }
    }

    /// What was unpacked from it.
    pub(super) fn with(&self, unpacked: Vec<u8>) -> Image<'a> {
        Image {
            range: 0..unpacked.len(),
            store: Store::Unpacked(Arc::new(unpacked)),
            may_grow: self.may_grow,
        }
    }

    /// The same where addresses are fixed: nothing in it may become longer.
    pub(super) fn fixed(self) -> Image<'a> {
        Image {
            may_grow: false,
            ..self
        }
    }

    /// Whether a part of it may become longer.
    pub(super) fn may_grow(&self) -> bool {
        self.may_grow
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
            may_grow: self.may_grow,
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
