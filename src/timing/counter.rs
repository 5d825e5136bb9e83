//! The hardware counters of what a wave has outstanding.

use super::program::{NO_OP, OpId};

/// The outstanding instructions of one hardware counter with `N` values.
#[derive(Clone, Debug)]
pub(crate) struct Counter<const N: usize> {
    /// Sequence number of the youngest.
    pub issued: u32,
    /// All up to this one are known to have returned.
    pub waited: u32,
    /// The youngest that returns out of order.
    pub unordered: u32,
    /// When the instruction and all before it have returned, by sequence number modulo `N`.
    pub returns: [u32; N],
    /// Who it is.
    pub who: [OpId; N],
}

impl<const N: usize> Counter<N> {
    pub fn new() -> Self {
        Counter {
            issued: 0,
            waited: 0,
            unordered: 0,
            returns: [0; N],
            who: [NO_OP; N],
        }
    }
    /// When `seq` and all before it have returned. The counter's width bounds what is
    /// outstanding, so that older entries have returned for certain.
    pub fn return_of(&self, seq: u32) -> u32 {
        if self.issued - seq >= N as u32 {
            return 0;
        }
        self.returns[seq as usize % N]
    }
    pub fn who(&self, seq: u32) -> OpId {
        self.who[seq as usize % N]
    }
    /// The slot from which one more can be outstanding.
    pub fn room(&self) -> u32 {
        self.return_of((self.issued + 2).saturating_sub(N as u32))
    }
    pub fn push(&mut self, op: OpId, at: u32, unordered: bool) -> u32 {
        let before = self.returns[self.issued as usize % N];
        self.issued += 1;
        self.returns[self.issued as usize % N] = at.max(before);
        self.who[self.issued as usize % N] = op;
        if unordered {
            self.unordered = self.issued;
        }
        self.issued
    }
    /// Widens a wait for `seq` to everything where the order of returns is not known.
    pub fn required(&self, seq: u32) -> u32 {
        if seq > 0 && self.unordered > self.waited {
            self.issued
        } else {
            seq
        }
    }
    /// The sequence number that a wait for all but `keep` stands for, 0 if it has returned.
    pub fn all_but(&self, keep: u32) -> u32 {
        let seq = self.issued.saturating_sub(keep);
        if seq > self.waited { seq } else { 0 }
    }
}
