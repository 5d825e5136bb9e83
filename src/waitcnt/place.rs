//! From planned waits to the finished order.

use super::flow::BlockPlan;
use super::{PlacedWait, Placement};
use crate::gpu::{OpTraits, Unit};
use crate::machine::Function;

/// Rewrites the blocks' orders.
pub(super) fn apply(function: &mut Function, plans: Vec<BlockPlan>) -> Placement {
    let mut placement = Placement::default();
    for BlockPlan { block, waits, .. } in plans {
        let old = function.block(block).order.clone();
        let mut order = Vec::with_capacity(old.len() + waits.len());
        let mut planned = waits.into_iter().peekable();
        for at in 0..=old.len() {
            while let Some(wait) = planned.next_if(|w| w.at == at) {
                let counts = wait.need.counts();
                let inst = match wait.keep {
                    Some(inst) => inst,
                    None => function.add_inserted("S_WAITCNT", i64::from(counts.encode())),
                };
                order.push(inst);
                for user in wait.replaces {
                    function.stand_in(inst, user);
                }
                if wait.nop_behind {
                    order.push(function.add_inserted("S_NOP", 0));
                }
                placement.waits.push(PlacedWait {
                    inst,
                    block,
                    consumer: wait.consumer,
                    counts,
                    reasons: wait.need.reasons(),
                });
            }
            let Some(&inst) = old.get(at) else { continue };
            let info = function.info(inst);
            if info.unit != Unit::Wait || info.has(OpTraits::SOFT_WAIT) {
                order.push(inst);
            } else if placement.waits.last().is_none_or(|w| w.inst != inst) {
                placement.removed.push(inst);
            }
        }
        function.set_order(block, order);
    }
    placement
}
