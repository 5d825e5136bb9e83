//! The waits that were decided, and how they come into the blocks' orders.

use super::placement::{PlacedWait, Placement};
use super::requirement::Requirement;
use crate::gpu::{Counter, OpTraits, PerCounter, Unit};
use crate::machine::{BlockId, Function, InstFlags, InstId};

/// A wait to be in the finished order.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct PlannedWait {
    /// Position in the block's old order that it goes before.
    pub at: usize,
    /// The user's own wait, where that is the same.
    pub keep: Option<InstId>,
    /// The user's other waits, which it takes over for.
    pub replaces: Vec<InstId>,
    pub consumer: Option<InstId>,
    pub requirement: Requirement,
    /// LLVM's workaround: no `s_endpgm` directly after a wait for GWS.
    pub nop_after: bool,
}

/// The waits of one block, in order.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct BlockPlan {
    pub block: BlockId,
    pub waits: Vec<PlannedWait>,
    /// Counters on which something is outstanding at the end.
    pub pending: PerCounter<bool>,
}

/// Rewrites the blocks' orders.
pub(super) fn apply(function: &mut Function, plans: Vec<BlockPlan>) -> Placement {
    let mut placement = Placement::default();
    for BlockPlan { block, waits, .. } in plans {
        let old = function.block(block).order.clone();
        let mut order = Vec::with_capacity(old.len() + waits.len());
        let mut planned = waits.into_iter().peekable();
        for at in 0..=old.len() {
            while let Some(wait) = planned.next_if(|w| w.at == at) {
                insert(function, block, wait, &mut order, &mut placement);
            }
            let Some(&inst) = old.get(at) else { continue };
            let info = function.info(inst);
            let is_in_asm = function.flags(inst).has(InstFlags::IN_ASM);
            if info.unit != Unit::Wait || info.has(OpTraits::SOFT_WAIT) || is_in_asm {
                order.push(inst);
            } else if placement.waits.last().is_none_or(|w| w.inst != inst) {
                placement.removed.push(inst);
            }
        }
        function.set_order(block, order);
    }
    placement
}

fn insert(
    function: &mut Function,
    block: BlockId,
    wait: PlannedWait,
    order: &mut Vec<InstId>,
    placement: &mut Placement,
) {
    let counts = wait.requirement.counts();
    let inst = match wait.keep {
        Some(inst) => inst,
        None => function.add_inserted("S_WAITCNT", i64::from(counts.encode())),
    };
    order.push(inst);
    for user in wait.replaces {
        function.stand_in(inst, user);
    }
    if wait.nop_after {
        order.push(function.add_inserted("S_NOP", 0));
    }
    placement.waits.push(PlacedWait {
        inst,
        block,
        consumer: wait.consumer,
        counts,
        reasons: wait.requirement.reasons(),
    });
}

/// Ends of blocks at which everything on a counter is complete.
pub(super) type Flushes = [(BlockId, Counter)];
