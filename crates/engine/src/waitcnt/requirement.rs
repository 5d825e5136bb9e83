//! A wait that is being collected for one instruction.

use super::cause::{Cause, Reason};
use super::op_facts::OpFacts;
use crate::gpu::{Counter, Counts, PerCounter};
use crate::machine::{BlockId, Function, InstId};

/// A wait being collected, with the cause of each of its counts.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Requirement {
    counts: Counts,
    causes: PerCounter<Option<Cause>>,
}

impl Requirement {
    pub(super) fn counts(&self) -> Counts {
        self.counts
    }
    /// Adds a count; the first cause of the strictest count is kept.
    pub(super) fn add(&mut self, counter: Counter, count: u8, cause: Cause) {
        if self.counts.get(counter).is_none_or(|mine| count < mine) {
            self.counts = self.counts.with(counter, Some(count));
            self.causes[counter] = Some(cause);
        }
    }
    /// Adds what another one has for a counter.
    pub(super) fn add_of(&mut self, other: &Requirement, counter: Counter) {
        let cause = other.causes[counter];
        if let (Some(count), Some(cause)) = (other.counts.get(counter), cause) {
            self.add(counter, count, cause);
        }
    }
    /// Keeps only these of its counts.
    pub(super) fn restrict(&mut self, left: Counts) {
        self.counts = left;
        for counter in Counter::ALL {
            if left.get(counter).is_none() {
                self.causes[counter] = None;
            }
        }
    }
    pub(super) fn reasons(&self) -> Vec<Reason> {
        let reason = |counter: Counter| {
            Some(Reason {
                counter,
                count: self.counts.get(counter)?,
                cause: self.causes[counter]?,
            })
        };
        Counter::ALL.into_iter().filter_map(reason).collect()
    }
}

/// An instruction in its place.
#[derive(Clone, Copy)]
pub(super) struct Site<'a> {
    pub function: &'a Function,
    pub block: BlockId,
    pub inst: InstId,
    pub facts: &'a OpFacts,
    /// LLVM takes it for a memory access; for a bundle's header, any member counts.
    pub accesses_memory: bool,
}
