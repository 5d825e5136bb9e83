//! Our own flushes: waits moved from loops to their entries.
//!
//! A wait in a loop must hold for the first iteration, which may find accesses from before the
//! loop outstanding, and for all later ones, which need not. Where everything is complete at the
//! loop's entry, the wait inside requires only what the steady state does.

use super::abstract_state::AbstractState;
use super::dataflow::{self, Input};
use super::loops;
use super::plan::{BlockPlan, PlannedWait};
use crate::gpu::{Counter, PerCounter};
use crate::machine::{BlockId, Function};

/// Flushes are tried one by one, each with an analysis of the whole function. A function gets at
/// most this many trials, and at most this many instructions analysed in all of them.
const MAX_TRIALS: usize = 16;
const MAX_INSTRUCTIONS: usize = 400_000;

/// Flushes counters at the entries of loops where the function's waits, each weighted by the
/// frequency of its block, become weaker in total, and no more of them.
pub(super) fn improve<S: AbstractState>(
    input: &Input<'_>,
    in_place: Vec<BlockPlan>,
) -> Vec<BlockPlan> {
    let function = input.function;
    let candidates = candidates(input, &in_place);
    if candidates.is_empty() {
        return in_place;
    }
    let trials = MAX_TRIALS.min(MAX_INSTRUCTIONS / function.inst_count().max(1));
    let mut best = in_place;
    let mut flushes = Vec::new();
    for candidate in candidates.into_iter().take(trials) {
        flushes.push(candidate);
        let tried = dataflow::analyse::<S>(input, &flushes);
        // The same numbers summed in another order are not less.
        let is_weaker = strength(function, &tried) < strength(function, &best) * (1.0 - 1e-9);
        if is_weaker && count(&tried) <= count(&best) {
            best = tried;
        } else {
            flushes.pop();
        }
    }
    best
}

/// Entries with something outstanding on a counter on which the loop waits.
fn candidates(input: &Input<'_>, plan: &[BlockPlan]) -> Vec<(BlockId, Counter)> {
    let mut waits = vec![PerCounter::all(false); input.function.blocks().len()];
    for planned in plan {
        for counts in planned.waits.iter().map(|wait| wait.requirement.counts()) {
            for counter in Counter::ALL {
                waits[planned.block.index()][counter] |= counts.get(counter).is_some();
            }
        }
    }
    let mut found = Vec::new();
    for (&block, plan) in input.rpo.iter().zip(plan) {
        if !plan.pending.values().any(|&pending| pending) {
            continue;
        }
        let Some(body) = loops::loop_after(input.function, block) else {
            continue;
        };
        found.extend(Counter::ALL.into_iter().filter_map(|counter| {
            let waits_there = |block: &BlockId| waits[block.index()][counter];
            let waited = plan.pending[counter] && body.iter().any(waits_there);
            waited.then_some((block, counter))
        }));
    }
    found
}

/// The strength of all waits while the function runs once. A counter's part in a wait is how many
/// fewer operations it leaves outstanding than the counter's maximum would.
fn strength(function: &Function, plan: &[BlockPlan]) -> f64 {
    let part = |(wait, counter): (&PlannedWait, Counter)| {
        let count = wait.requirement.counts().get(counter);
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
