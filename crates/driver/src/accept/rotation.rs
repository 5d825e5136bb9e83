//! Does it pay that iterations of a loop overlap? The loop takes less time, but a part of it runs before the
//! loop and a part behind it, without overlap.

use std::rc::Rc;

use super::Margin;
use super::traces::{Incoming, Measure};
use crate::finish::FinishedCopy;
use crate::hazard::Facts;
use crate::machine::occupancy::occupancy;
use crate::machine::{BlockId, Function};
use crate::schedule;
use crate::timing::{Finished, Model, ModelTiming, Timing, Trace};
use crate::transform::rotate::Rotated;
use crate::waitcnt;

/// A number of iterations that is small: the loop must not take longer with it either.
const FEW: usize = 4;

/// A loop that was rotated, and what is known of how it runs.
#[derive(Clone)]
pub struct OverlapOfLoop {
    /// The block that it was.
    pub block: BlockId,
    /// Its blocks.
    pub at: Rotated,
    /// The block behind it.
    pub exit: BlockId,
    /// How often it is entered for one run of the function.
    pub entered: f64,
    /// How many iterations it has each time, as LLVM estimates it.
    pub iterations: f64,
    /// The least part of its time that is worth the code.
    pub least_gain: f64,
    /// What the function takes as LLVM's own stream; `None` if no waits can be placed in it.
    pub llvm: Option<Rc<Timing<Finished>>>,
}

/// Why a loop does not stay rotated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OverlapRefusal {
    /// No waits can be placed.
    NoWaits,
    /// An iteration does not take less time, or not enough to be worth the code.
    NotFaster,
    /// It takes longer than it may under a model or at the kernel's own number of waves.
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

/// Whether a rotated loop pays: with its waits and nops it is faster than before by at least the part `loops.least_gain`, and
/// neither it nor the function nor a run of few iterations takes longer, hardly longer under models other than the first. At the
/// kernel's own number of waves the function may take longer than before under the first model, and anything under the others.
/// What takes longer than before is not behind LLVM's own stream by more than a margin, but for a few iterations.
///
/// # Errors
/// The first reason why it does not.
pub(super) fn pays(
    function: &Function,
    facts: &Facts,
    incoming: Incoming<'_>,
    measure: Measure<'_>,
    loops: &OverlapOfLoop,
) -> Result<(), OverlapRefusal> {
    let at = loops.at;
    let finish = |function: &Function, facts: &Facts| {
        let policy = waitcnt::Policy::Ours;
        let copy = FinishedCopy::of(function.clone(), facts, policy, measure.followed);
        copy.map(|copy| copy.function)
            .ok_or(OverlapRefusal::NoWaits)
    };
    let old = finish(incoming.function, incoming.facts)?;
    let new = finish(function, facts)?;
    let models = &measure.search.models;
    let waves = occupancy(function).max(1);
    let time = |function: &Function| Timing::finished(function, models, waves);
    let (old_timing, new_timing) = (time(&old), time(&new));
    let (before, after) = (of(&old_timing, at.block), of(&new_timing, at.block));
    if gain(after, before) < loops.least_gain {
        return Err(OverlapRefusal::NotFaster);
    }
    let llvm = loops.llvm.as_deref();
    let of_llvm = llvm.map_or(&[][..], |llvm| of(llvm, at.block));
    if !is_level(after, before, of_llvm) {
        return Err(OverlapRefusal::SlowerElsewhere);
    }
    let clocks = |timing: &Timing<Finished>, model: usize| {
        [timing.clocks(model), timing.clocks_at_occupancy(model)]
    };
    let [takes, took] = [&new_timing, &old_timing].map(|timing| {
        let [alone, own] = clocks(timing, 0);
        schedule::weighed_clocks(alone, own)
    });
    let margin = Margin::of(takes, took);
    let is_slower = |model: usize| {
        let [new, new_own] = clocks(&new_timing, model);
        let [old, old_own] = clocks(&old_timing, model);
        let [llvm, llvm_own] = llvm.map_or([f64::INFINITY; 2], |llvm| clocks(llvm, model));
        new > old.max(margin.alone(model, old.min(llvm)))
            || model == 0 && new_own > old_own.max(margin.beside_others(model, llvm_own))
    };
    if (0..models.len()).any(is_slower) {
        return Err(OverlapRefusal::FunctionSlower);
    }

    // The first iterations begin with nothing under way, in both.
    let plain = [vec![at.block; FEW], vec![loops.exit]].concat();
    let mut rotated = vec![at.prologue];
    rotated.resize(FEW, at.block);
    rotated.extend([at.epilogue, loops.exit]);
    // All waves at once under the first model alone.
    let (first, others) = models.split_at(models.len().min(1));
    let few = [(&old, plain), (&new, rotated)].map(|(function, blocks)| {
        let mut taken = run(function, blocks.clone(), first, waves);
        taken.extend(run(function, blocks, others, 1));
        taken
    });
    let more = (loops.iterations - FEW as f64).max(0.0);
    let rest = |timing: &Timing<Finished>, model: usize| -> f64 {
        let inside = [at.block, at.prologue, at.epilogue, loops.exit];
        let traces = timing.traces.iter();
        let others = traces.filter(|trace| !inside.contains(&trace.trace.blocks[0]));
        others
            .filter_map(|t| Some(t.frequency * t.models.get(model)?.single_wave.period.clocks()))
            .sum()
    };
    let margin = match (few[0].first(), few[1].first()) {
        (Some(before), Some(after)) => Margin::of(after.alone, before.alone),
        _ => Margin::of(0.0, 0.0),
    };
    for model in 0..before.len().min(after.len()) {
        let [few_before, few_after] = [&few[0], &few[1]].map(|few| few[model].alone);
        if few_after > margin.alone(model, few_before) {
            return Err(OverlapRefusal::SlowerWithFew);
        }
        let total = |few: f64, settled: &ModelTiming, timing| {
            loops.entered * (few + more * settled.single_wave.period.clocks()) + rest(timing, model)
        };
        let was = total(few_before, &before[model], &old_timing);
        if total(few_after, &after[model], &new_timing) > margin.alone(model, was) {
            return Err(OverlapRefusal::FunctionSlower);
        }
    }
    // The same for all waves that the kernel may have, as one piece of code: what blocks take one by one does not add up to it.
    let total = |few: &[Taken], settled: &[ModelTiming]| {
        Some(few.first()?.own + more * settled.first()?.at_occupancy.clocks())
    };
    match (total(&few[0], before), total(&few[1], after)) {
        (Some(was), Some(is)) if is > margin.beside_others(0, was) => {
            Err(OverlapRefusal::FunctionSlower)
        }
        _ => Ok(()),
    }
}

/// Whether a loop takes no longer under the first model, for one wave and at the kernel's own number of waves, and hardly
/// longer for both together under the others, where it is not behind LLVM's at the own number of waves.
fn is_level(new: &[ModelTiming], old: &[ModelTiming], llvm: &[ModelTiming]) -> bool {
    let count = new.len().min(old.len()).min(1);
    let is_level = schedule::is_level((&new[..count], &old[..count])).is_ok();
    let [takes, took] = [new, old].map(|figures| figures.first().map_or(0.0, schedule::weighed));
    let margin = Margin::of(takes, took);
    let mut others = new.iter().zip(old).enumerate().skip(1);
    is_level
        && others.all(|(model, (new, old))| {
            let [own, own_before] = [new, old].map(|timing| timing.at_occupancy.clocks());
            let llvm = llvm
                .get(model)
                .map_or(own_before, |llvm| llvm.at_occupancy.clocks());
            schedule::weighed(new) <= margin.alone(model, schedule::weighed(old))
                && own <= own_before.max(margin.beside_others(model, llvm))
        })
}

/// Clocks of a piece of code.
struct Taken {
    alone: f64,
    own: f64,
}

/// What blocks that run one after the other take, by model, with nothing under way before: one wave, and so many that begin together.
fn run(function: &Function, blocks: Vec<BlockId>, models: &[Model], waves: u32) -> Vec<Taken> {
    let trace = Trace { blocks, next: None };
    let timing = Timing::finished_some(function, models, waves, vec![trace], &[true]);
    let figures = timing.traces.iter().flat_map(|trace| &trace.models);
    let taken = |timing: &ModelTiming| Taken {
        alone: timing.single_wave.period.clocks(),
        own: timing.at_occupancy.clocks(),
    };
    figures.map(taken).collect()
}

/// The figures of the trace that begins with a block.
fn of(timing: &Timing<Finished>, block: BlockId) -> &[ModelTiming] {
    let mut traces = timing.traces.iter();
    let found = traces.find(|trace| trace.trace.blocks[0] == block);
    found.map_or(&[], |trace| &trace.models)
}

/// The part of the time ([`schedule::weighed`]) that is saved under the first model.
fn gain(new: &[ModelTiming], old: &[ModelTiming]) -> f64 {
    match [new, old].map(|figures| figures.first().map(schedule::weighed)) {
        [Some(new), Some(old)] => schedule::part_gained(new, old),
        _ => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::timing::{Figures, Period};

    /// What a loop takes one wave, and at the kernel's own number of waves, by model.
    fn timings(models: [(u64, u64); 2]) -> [ModelTiming; 2] {
        models.map(|(alone, own)| ModelTiming {
            single_wave: Figures {
                period: Period(alone),
                ..Figures::default()
            },
            at_occupancy: Period(own),
        })
    }

    #[test]
    fn a_loop_may_be_hardly_slower_where_that_is_not_what_was_measured() {
        let old = timings([(6400, 3200), (6400, 3200)]);
        let llvm = timings([(6400, 3200), (6400, 3136)]);
        for (new, is_as_good) in [
            ([(6400, 3200), (6400, 3200)], true),
            ([(6401, 3000), (6400, 3200)], false),
            ([(6400, 3201), (6400, 3200)], false),
            // Under the second model one wave and four times the others count together.
            ([(6400, 3200), (6700, 3200)], true),
            ([(6400, 3200), (6701, 3200)], false),
            ([(6400, 3200), (6400, 3276)], false),
            // LLVM's takes 3136 at the own number of waves.
            ([(6000, 3200), (5000, 3185)], true),
            ([(6000, 3180), (5000, 3186)], true),
            ([(6000, 3180), (5000, 3201)], false),
            // What is a third faster under the first model may lose a twelfth under the second.
            ([(3200, 2400), (7200, 3397)], true),
            ([(3200, 2400), (7220, 3397)], false),
            ([(3200, 2400), (6400, 3398)], false),
        ] {
            assert_eq!(is_level(&timings(new), &old, &llvm), is_as_good, "{new:?}");
        }
        let [now, later] =
            [(6400, 3200), (6400, 3201)].map(|second| timings([(6400, 3200), second]));
        assert!(is_level(&now, &old, &[]) && is_level(&later, &old, &[]));
    }
}
