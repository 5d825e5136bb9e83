//! What a stage leaves for the next ones, besides the function itself. Nothing of it is reported.

use std::collections::BTreeSet;

use crate::Outcome;
use crate::check::Request;
use crate::machine::{BlockId, Function};
use crate::report::{Clocks, LoopKey, Record};
use crate::transform::peel::Peel;
use crate::validate::Case;

/// What is known of a function between its stages.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Progress {
    /// Its line of the report, as far as it goes.
    pub record: Record,
    /// What the stages so far leave for those to come.
    pub(crate) handover: Handover,
    /// Loops, by their headers as LLVM numbers them, that do not gain by a copy in front of them, or whose copy was refused.
    pub not_peeled: BTreeSet<BlockId>,
    /// Copies in front of loops that the check refused, to be told when the stage has run again without them.
    pub(crate) wrong_copies: Option<Case>,
}

impl Progress {
    /// A result was refused: nothing of ours is in the function any more, and the report says only that.
    pub fn refuse(&mut self, reason: &str) {
        let Record { function, mcpu, .. } = std::mem::take(&mut self.record);
        self.record = Record {
            function,
            mcpu,
            ..Record::default()
        };
        self.record.left_alone("function", reason);
        self.handover = Handover {
            is_refused: true,
            ..Handover::default()
        };
    }

    /// The function that stage 1 is about to get without branches around some of its blocks, as LLVM had it.
    pub fn before_merging(&mut self, function: Function, guarded: Vec<BlockId>) {
        self.handover.unmerged = Some(Unmerged { function, guarded });
    }

    /// The function that stage 1 is about to get with copies of loops in front of them, as LLVM had it.
    pub fn before_peeling(&mut self, function: Function, peels: Vec<Peel>) {
        self.handover.unpeeled = Some(Unpeeled { function, peels });
    }

    /// Loops do not gain by copies in front of them: nothing is known of the function but that, and the stage is to run again.
    pub(crate) fn without_peeling(&mut self, headers: Vec<BlockId>) -> Outcome {
        let mut not_peeled = std::mem::take(&mut self.not_peeled);
        not_peeled.extend(headers);
        *self = Progress {
            not_peeled,
            wrong_copies: self.wrong_copies.take(),
            ..Progress::default()
        };
        Outcome {
            again: true,
            ..Outcome::default()
        }
    }

    /// The copies are another program: likewise, and the stage says so when it has run again.
    pub(crate) fn without_wrong_copies(&mut self, headers: Vec<BlockId>, wrong: Case) -> Outcome {
        self.wrong_copies = Some(wrong);
        self.without_peeling(headers)
    }

    /// Whether a result was refused: the function is compiled as LLVM would have.
    pub fn is_refused(&self) -> bool {
        self.handover.is_refused
    }
}

/// What the stages so far leave for those to come.
#[derive(Clone, PartialEq, Default, Debug)]
pub(crate) struct Handover {
    /// A result was refused.
    pub is_refused: bool,
    /// Waits as stage 1 left them, for stage 2.
    pub waits: Option<Vec<u16>>,
    /// Wait states of nops as stage 2 left them, for the audit.
    pub wait_states: Option<u32>,
    /// Loops that our waits and nops make slower than LLVM's own stream, which stage 1 said, by their first block.
    pub slower_by_rules: BTreeSet<u32>,
    /// The loops of LLVM's own stream, for the audit.
    pub llvm_loops: Vec<LlvmLoop>,
    /// What the function of stage 1 was, where branches around guarded code were taken out of it.
    pub unmerged: Option<Unmerged>,
    /// What the function of stage 1 was, where copies of loops were put in front of them.
    pub unpeeled: Option<Unpeeled>,
    /// What the search began with, where copies were taken out before.
    pub without_copies: Option<Function>,
    /// What the stream given to stage 1 requires to be complete, for the audit.
    pub requests: Vec<Request>,
}

/// A function with branches around guarded code.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Unmerged {
    /// As LLVM had it.
    pub function: Function,
    /// The blocks that are branched around no longer.
    pub guarded: Vec<BlockId>,
}

/// A function with loops that are about to get copies in front of them.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Unpeeled {
    /// As LLVM had it.
    pub function: Function,
    /// The loops.
    pub peels: Vec<Peel>,
}

/// A trace of a function that coalescing or overlap may change, as LLVM handed it to stage 1.
#[derive(Clone, PartialEq, Default, Debug)]
pub(crate) struct TraceBefore {
    /// Number of its first block.
    pub block: u32,
    /// How often it runs for one run of the function.
    pub frequency: f64,
    /// Its clocks, by parameter set.
    pub clocks: Vec<Clocks>,
}

/// What a loop is made of, apart from waits and nops: where two differ in it, a pass changed more than these.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub(crate) struct LoopBody {
    /// Blocks on the path through it.
    pub blocks: usize,
    /// Instructions.
    pub instructions: usize,
    /// Clocks for which bank conflicts that are known occupy LDS.
    pub conflicts: f64,
}

/// A loop of LLVM's own stream, beside ours as stage 1 left it.
#[derive(Clone, PartialEq, Default, Debug)]
pub(crate) struct LlvmLoop {
    /// What ours is recognised by.
    pub ours: LoopKey,
    /// Where ours would begin if nothing came to it behind stage 1 but waits and nops, in bytes.
    pub offset: u32,
    /// What ours is made of.
    pub body: LoopBody,
    /// Clocks of LLVM's under the first parameter set, by how many dwords later than expected it begins.
    pub clocks: Vec<Clocks>,
    /// Which of LLVM's holds, once that is known.
    pub place: Option<usize>,
    /// `s_waitcnt` of ours beyond LLVM's.
    pub waits: i32,
    /// Wait states of ours beyond LLVM's.
    pub wait_states: i32,
}
