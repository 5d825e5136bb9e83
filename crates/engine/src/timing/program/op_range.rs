//! Indices of instructions, and ranges of them.

use std::ops::Range;

crate::define_index!(
    /// An instruction of a program: index into [`Program::ops`](super::Program::ops) and all tables
    /// by instruction.
    pub(crate) struct OpId(u32);
);

impl OpId {
    /// The instruction `count` places further on.
    pub fn plus(self, count: u32) -> OpId {
        OpId(self.0 + count)
    }
}

/// No instruction.
pub(crate) const NO_OP: OpId = OpId(u32::MAX);

/// Consecutive instructions of a program, in the order of the function. Iterates over their indices.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct OpRange {
    first: OpId,
    len: u32,
}

impl OpRange {
    /// `len` instructions from `first` on.
    pub fn new(first: OpId, len: u32) -> OpRange {
        OpRange { first, len }
    }
    /// Instructions from the index `start` up to, and without, the index `end`.
    pub fn between(start: usize, end: usize) -> OpRange {
        OpRange::new(OpId::new(start), (end - start) as u32)
    }
    /// The index after the last instruction.
    pub fn end(self) -> OpId {
        self.first.plus(self.len)
    }
    /// Whether an instruction is one of them.
    pub fn contains(self, op: OpId) -> bool {
        self.first <= op && op < self.end()
    }
    /// Their positions in the program's own order.
    pub fn positions(self) -> Range<usize> {
        self.first.index()..self.end().index()
    }
    /// The position of an instruction among them.
    pub fn place_of(self, op: OpId) -> usize {
        (op.0 - self.first.0) as usize
    }
}

impl IntoIterator for OpRange {
    type Item = OpId;
    type IntoIter = std::iter::Map<Range<u32>, fn(u32) -> OpId>;
    fn into_iter(self) -> Self::IntoIter {
        (self.first.0..self.first.0 + self.len).map(OpId)
    }
}
