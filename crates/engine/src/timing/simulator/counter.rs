//! The hardware counters of outstanding instructions, `vmcnt` and `lgkmcnt`, of one wave.
//!
//! Instructions are numbered as they are counted, from 1; 0 stands for none.

use smallvec::SmallVec;

use crate::timing::program::{NO_OP, OpId};

/// The outstanding instructions of one hardware counter that has `N` values: up to `N - 1` may be
/// outstanding.
#[derive(Clone, Debug)]
pub(crate) struct CounterModel<const N: usize> {
    /// Sequence number of the youngest instruction.
    pub issued: u32,
    /// All instructions up to this one have been waited for.
    pub waited: u32,
    /// The youngest instruction that returns out of order.
    pub unordered: u32,
    /// By sequence number modulo `N`: in a predicted stream, the slot in which the instruction and
    /// all before it have returned; in a finished one, the slot in which it has.
    pub returns: [u32; N],
    /// By sequence number modulo `N`: the instruction.
    pub ops: [OpId; N],
}

impl<const N: usize> CounterModel<N> {
    pub fn new() -> Self {
        CounterModel {
            issued: 0,
            waited: 0,
            unordered: 0,
            returns: [0; N],
            ops: [NO_OP; N],
        }
    }
    /// The slot in which `seq` and all before it have returned. The counter's width bounds what can
    /// be outstanding, so older entries have certainly returned.
    pub fn return_of(&self, seq: u32) -> u32 {
        if self.issued - seq >= N as u32 {
            return 0;
        }
        self.returns[seq as usize % N]
    }
    pub fn op_of(&self, seq: u32) -> OpId {
        self.ops[seq as usize % N]
    }
    /// How many may be outstanding for one more to be counted.
    pub fn most_before_one_more(&self) -> u32 {
        N as u32 - 2
    }
    /// The slot from which one more can be counted.
    pub fn accepts_from(&self) -> u32 {
        self.return_of((self.issued + 2).saturating_sub(N as u32))
    }
    /// Counts an instruction that returns in slot `at`, or when all before it have, if that is
    /// later. Gives its sequence number.
    pub fn push_in_order(&mut self, op: OpId, at: u32, unordered: bool) -> u32 {
        let before = self.returns[self.issued as usize % N];
        self.push(op, at.max(before), unordered)
    }
    /// Counts an instruction that returns in slot `at`. Gives its sequence number.
    pub fn push(&mut self, op: OpId, at: u32, unordered: bool) -> u32 {
        self.issued += 1;
        self.returns[self.issued as usize % N] = at;
        self.ops[self.issued as usize % N] = op;
        if unordered {
            self.unordered = self.issued;
        }
        self.issued
    }
    /// Widens a wait for `seq` to all instructions where the order of returns is unknown.
    pub fn widened(&self, seq: u32) -> u32 {
        if seq > 0 && self.unordered > self.waited {
            self.issued
        } else {
            seq
        }
    }
    /// In a finished stream: the slot from which at most `keep` are outstanding, and the instruction
    /// that returns in it.
    pub fn falls_to(&self, keep: u32) -> (u32, OpId) {
        let most = self.issued.min(N as u32 - 1);
        let Some(awaited) = most.checked_sub(keep).filter(|&n| n > 0) else {
            return (0, NO_OP);
        };
        let first = self.issued - most;
        if self.unordered <= first {
            let seq = first + awaited;
            return (self.return_of(seq), self.op_of(seq));
        }
        let returns = (first + 1..=self.issued).map(|seq| (self.return_of(seq), self.op_of(seq)));
        let mut returns: SmallVec<[(u32, OpId); 64]> = returns.collect();
        returns.sort_unstable();
        returns[awaited as usize - 1]
    }
    /// The sequence number that a wait for all but `keep` waits for; 0 if it was waited for before.
    pub fn all_but(&self, keep: u32) -> u32 {
        let seq = self.issued.saturating_sub(keep);
        if seq > self.waited { seq } else { 0 }
    }
    /// Number of instructions that have not been waited for.
    pub fn outstanding(&self) -> u32 {
        self.issued - self.waited
    }
    /// Whether instructions that have not been waited for may return out of order.
    pub fn is_unordered(&self) -> bool {
        self.unordered > self.waited
    }
    /// The same counter seen by code that begins in slot `now` and has none of these instructions.
    pub fn rebased(&self, now: u32) -> Self {
        CounterModel {
            returns: self.returns.map(|at| at.saturating_sub(now)),
            ops: [NO_OP; N],
            ..*self
        }
    }
}
