//! The hardware counters of what a wave has outstanding.

use smallvec::SmallVec;

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
    /// By sequence number modulo `N`: in a predicted stream, when the instruction and all before
    /// it have returned; in a finished one, when it has.
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
    /// How many may be outstanding for the counter to take one more.
    pub fn most_before_one_more(&self) -> u32 {
        N as u32 - 2
    }
    /// The slot from which one more can be outstanding.
    pub fn room(&self) -> u32 {
        self.return_of((self.issued + 2).saturating_sub(N as u32))
    }
    /// Counts one more, which returns when all before it have, at the earliest.
    pub fn push(&mut self, op: OpId, at: u32, unordered: bool) -> u32 {
        let before = self.returns[self.issued as usize % N];
        self.push_alone(op, at.max(before), unordered)
    }
    /// Counts one more, which returns in that slot.
    pub fn push_alone(&mut self, op: OpId, at: u32, unordered: bool) -> u32 {
        self.issued += 1;
        self.returns[self.issued as usize % N] = at;
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
    /// The slot from which no more than `keep` are outstanding, and who returns then. Everything
    /// that was pushed returns alone.
    pub fn falls_to(&self, keep: u32) -> (u32, OpId) {
        let most = self.issued.min(N as u32 - 1);
        let Some(awaited) = most.checked_sub(keep).filter(|&n| n > 0) else {
            return (0, NO_OP);
        };
        let first = self.issued - most;
        if self.unordered <= first {
            let seq = first + awaited;
            return (self.return_of(seq), self.who(seq));
        }
        let known = (first + 1..=self.issued).map(|seq| (self.return_of(seq), self.who(seq)));
        let mut known: SmallVec<[(u32, OpId); 64]> = known.collect();
        known.sort_unstable();
        known[awaited as usize - 1]
    }
    /// The sequence number that a wait for all but `keep` stands for, 0 if it has returned.
    pub fn all_but(&self, keep: u32) -> u32 {
        let seq = self.issued.saturating_sub(keep);
        if seq > self.waited { seq } else { 0 }
    }
}
