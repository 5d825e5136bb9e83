//! Waits moved from loops to their entries.
//!
//! A wait in a loop must hold for the first iteration, which may find accesses from before the
//! loop outstanding, and for all later ones, which need not. Where everything is complete at the
//! loop's entry, the wait inside asks for what the steady state needs.

use super::flow::{self, BlockPlan, PlannedWait};
use super::known::Known;
use super::loops;
use crate::gpu::Counter;
use crate::machine::{BlockId, Function};

/// Ends of blocks at which everything on a counter is complete.
pub(super) type Flushes = [(BlockId, Counter)];

/// Entries are tried one by one, each by a walk over the whole function. A function gets as many
/// as it has room for: so many, and so many instructions in all.
const MOST_TRIALS: usize = 16;
const MOST_INSTRUCTIONS: usize = 400_000;

/// Flushes counters at the entries of loops where the function's waits thereby become weaker in
/// all, each counted as often as its block runs, and no more.
pub(super) fn improve(
    function: &Function,
    known: &Known,
    rpo: &[BlockId],
    first: Vec<BlockPlan>,
) -> Vec<BlockPlan> {
    let candidates = candidates(function, rpo, &first);
    if candidates.is_empty() {
        return first;
    }
    let trials = MOST_TRIALS.min(MOST_INSTRUCTIONS / function.inst_count().max(1));
    let mut best = first;
    let mut flushes = Vec::new();
    for candidate in candidates.into_iter().take(trials) {
        flushes.push(candidate);
        let tried = flow::walk(function, known, rpo, &flushes);
        // Sums of the same numbers in another order are not less.
        let weaker = strength(function, &tried) < strength(function, &best) * (1.0 - 1e-9);
        if weaker && count(&tried) <= count(&best) {
            best = tried;
        } else {
            flushes.pop();
        }
    }
    best
}

/// Entries with something outstanding on a counter on which the loop waits.
fn candidates(function: &Function, rpo: &[BlockId], plan: &[BlockPlan]) -> Vec<(BlockId, Counter)> {
    let mut waits = vec![[false; Counter::ALL.len()]; function.blocks().len()];
    for BlockPlan {
        block, waits: here, ..
    } in plan
    {
        for (wait, counter) in here.iter().flat_map(|w| Counter::ALL.map(|c| (w, c))) {
            waits[block.index()][counter.index()] |= wait.need.counts().get(counter).is_some();
        }
    }
    let mut found = Vec::new();
    for (&block, plan) in rpo.iter().zip(plan) {
        if plan.pending == [false; Counter::ALL.len()] {
            continue;
        }
        let Some(body) = loops::loop_behind(function, block) else {
            continue;
        };
        found.extend(Counter::ALL.into_iter().filter_map(|counter| {
            let at = counter.index();
            let waited = plan.pending[at] && body.iter().any(|b| waits[b.index()][at]);
            waited.then_some((block, counter))
        }));
    }
    found
}

/// The strength of all waits while the function runs once. A counter's part in a wait is how
/// many more operations its maximum would leave outstanding.
fn strength(function: &Function, plan: &[BlockPlan]) -> f64 {
    let part = |(wait, counter): (&PlannedWait, Counter)| {
        let count = wait.need.counts().get(counter);
        u32::from(count.map_or(0, |count| counter.max() - count))
    };
    let blocks = plan.iter().map(|plan| {
        let waits = plan.waits.iter();
        let parts = waits.flat_map(|wait| Counter::ALL.map(|counter| (wait, counter)));
        function.block(plan.block).frequency * f64::from(parts.map(part).sum::<u32>())
    });
    blocks.sum()
}

fn count(plan: &[BlockPlan]) -> usize {
    plan.iter().map(|plan| plan.waits.len()).sum()
}
