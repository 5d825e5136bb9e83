//! Code of a loop that a branch leads around.

use std::collections::BTreeSet;

use crate::machine::edits::branch_target;
use crate::machine::{BlockId, Function, InstId};

/// Least part of the iterations in which code must run to be worth it in all. LLVM takes both ways for equally likely where it knows
/// nothing; where a profile or the author says that the code seldom runs, it stays branched around.
const SELDOM: f64 = 0.4;

/// Whether a block runs in so many of the iterations in which another one does.
pub(super) fn runs_often(function: &Function, code: BlockId, before: BlockId) -> bool {
    function.block(code).frequency >= SELDOM * function.block(before).frequency
}

/// Whether a block is in the loop of a header, in no loop in it, and not its first one.
pub(super) fn is_inside(function: &Function, block: BlockId, header: BlockId) -> bool {
    block != header && function.block(block).loop_header == Some(header)
}

/// A block that a branch leads around, and the block behind it.
#[derive(Clone, Copy)]
pub(super) struct Triangle {
    pub guarded: BlockId,
    pub behind: BlockId,
}

impl Triangle {
    /// What a branch of a block in the loop of a header leads around; `None` where that seldom runs, or where another way leads there, to
    /// what is behind it, or out of it.
    pub fn of(
        function: &Function,
        block: BlockId,
        branch: InstId,
        header: BlockId,
    ) -> Option<Triangle> {
        let behind = branch_target(function, branch)?;
        let here = function.block(block);
        let mut others = here.successors.iter().filter(|&&to| to != behind);
        let (Some(&guarded), None) = (others.next(), others.next()) else {
            return None;
        };
        let (within, after) = (function.block(guarded), function.block(behind));
        let is_own = |to: BlockId| is_inside(function, to, header);
        let before: BTreeSet<BlockId> = after.predecessors.iter().copied().collect();
        let is_triangle = within.predecessors == [block]
            && within.successors == [behind]
            && before == BTreeSet::from([block, guarded]);
        (runs_often(function, guarded, block) && is_triangle && is_own(guarded) && is_own(behind))
            .then_some(Triangle { guarded, behind })
    }
}
