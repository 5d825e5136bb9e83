//! Does it pay that iterations of a loop overlap? The loop takes less time, but a part of it runs before the
//! loop and a part behind it, without overlap.

use super::Incoming;
use super::finished_copy::FinishedCopy;
use crate::hazard::Facts;
use crate::machine::occupancy::occupancy;
use crate::machine::{BlockId, Function};
use crate::schedule;
use crate::timing::{Finished, ModelTiming, Timing, Trace};
use crate::transform::rotate::Rotated;
use crate::waitcnt;

/// A number of iterations that is small: the loop must not take longer with it either.
const FEW: f64 = 4.0;

/// Why a loop does not stay rotated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OverlapRefusal {
    /// No waits can be placed.
    NoWaits,
    /// An iteration does not take less time, or not enough to be worth the code.
    NotFaster,
    /// It takes longer under a model or at the kernel's own number of waves.
    SlowerElsewhere,
    /// The whole function takes longer.
    FunctionSlower,
    /// It takes longer with few iterations.
    SlowerWithFew,
    /// It takes longer under a perturbed model.
    Fragile,
}

impl OverlapRefusal {
    /// In words.
    pub fn text(self) -> &'static str {
        match self {
            OverlapRefusal::NoWaits => "no waits can be placed in it",
            OverlapRefusal::NotFaster => "no overlap is faster by enough to be worth the code",
            OverlapRefusal::SlowerElsewhere => {
                "overlapped iterations are slower under another model or at the kernel's number of waves"
            }
            OverlapRefusal::FunctionSlower => "the function would take longer",
            OverlapRefusal::SlowerWithFew => "a few iterations would take longer",
            OverlapRefusal::Fragile => "overlapped iterations are slower under a perturbed model",
        }
    }
}

/// Whether a rotated loop pays: with its waits and nops it is faster than before by at least the part `least`,
/// slower under no model, and neither the function nor a run of few iterations takes longer.
///
/// # Errors
/// The first reason why it does not.
pub fn overlap_pays(
    function: &Function,
    facts: &Facts,
    incoming: Incoming<'_>,
    options: &schedule::Options,
    at: Rotated,
    least: f64,
) -> Result<(), OverlapRefusal> {
    let waves = occupancy(function).max(1);
    let finish = |function: Function, facts: &Facts| {
        let copy = FinishedCopy::of(function, facts, waitcnt::Policy::Ours)?;
        let traces = Trace::all(&copy.function);
        let all = vec![true; traces.len()];
        Some(Timing::finished_some(
            &copy.function,
            &options.models,
            waves,
            traces,
            &all,
        ))
    };
    let old = finish(incoming.function, incoming.facts).ok_or(OverlapRefusal::NoWaits)?;
    let new = finish(function.clone(), facts).ok_or(OverlapRefusal::NoWaits)?;
    let (before, after) = (models(&old, at.block), models(&new, at.block));
    if gain(after, before, |t| t.single_wave.period.clocks()) < least
        && gain(after, before, |t| t.at_occupancy.clocks()) < least
    {
        return Err(OverlapRefusal::NotFaster);
    }
    schedule::is_level((after, before)).map_err(|_| OverlapRefusal::SlowerElsewhere)?;
    if schedule::is_function_slower(&new, &old, options.models.len()) {
        return Err(OverlapRefusal::FunctionSlower);
    }
    let ends = [at.prologue, at.epilogue].map(|block| models(&new, block));
    let clocks = |timing: &ModelTiming| timing.single_wave.period.clocks();
    let few = |model: usize| {
        let outside: f64 = ends
            .iter()
            .filter_map(|end| end.get(model))
            .map(clocks)
            .sum();
        outside + (FEW - 1.0) * clocks(&after[model]) > FEW * clocks(&before[model])
    };
    match (0..after.len().min(before.len())).any(few) {
        true => Err(OverlapRefusal::SlowerWithFew),
        false => Ok(()),
    }
}

/// The figures of the trace that begins with a block.
fn models(timing: &Timing<Finished>, block: BlockId) -> &[ModelTiming] {
    let mut traces = timing.traces.iter();
    let found = traces.find(|trace| trace.trace.blocks[0] == block);
    found.map_or(&[], |trace| &trace.models)
}

/// The part of the time that is saved under the first model.
fn gain(new: &[ModelTiming], old: &[ModelTiming], of: impl Fn(&ModelTiming) -> f64) -> f64 {
    match (new.first().map(&of), old.first().map(&of)) {
        (Some(new), Some(old)) if old > 0.0 => 1.0 - new / old,
        _ => 0.0,
    }
}
