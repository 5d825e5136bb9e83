//! Is another version of a kernel taken? What two versions of one kernel cost is compared here.
//!
//! | version | must be |
//! |---|---|
//! | without copies | level with the present one, loop by loop and as a whole ([`Bar::Level`]); or hardly behind, and better when it has an order of its own ([`Bar::Promising`], [`keeps_promise`]) |
//! | in another order, with other registers | better than the present one, trace by trace; what is not is reverted ([`traces`]) |
//! | all rounds of renaming | not slower than the original under perturbed models ([`Bar::Robust`]) |
//! | with a rotated loop | faster by enough, slower nowhere under the first model, and hardly under others ([`rotation`]) |
//! | with waits at the entries of loops | not slower ([`takes_longer`]) |
//! | with a loop at another place in instruction memory | nowhere slower there ([`saves`]) |
//! | the final stream | hardly slower than what it replaces ([`is_slower_function`]) |
//!
//! What "better" and "level" mean for one trace is stated by [`crate::schedule::is_better`].

mod level;
mod llvm_baseline;
mod robustness;
mod rotation;
#[cfg(test)]
mod tests;
mod traces;

use std::rc::Rc;

use super::kernel::{Kernel, State};
use super::phases::Proposal;
use crate::figures;
use crate::machine::Function;
use crate::machine::occupancy::occupancy;
use crate::report::{Clocks, LoopKey, Record, TimingRecord, pairs};
use crate::schedule::{self, Report, TraceReport};
use crate::timing::{Finished, Model, ModelSets, Timing, Trace};
use crate::transform::rename;
use crate::waitcnt;
pub(crate) use level::keeps_promise;
pub(crate) use rotation::{OverlapOfLoop, OverlapRefusal};
use traces::{Incoming, Measure, Subject};

/// What a version has to be.
pub(crate) enum Bar {
    /// No loop takes longer than in the present version, and not the whole function either.
    Level,
    /// The same, but for what copies took to issue, which is free for others when it has an order of its own.
    Promising,
    /// Each trace that has another order is better than in the present version; those that are not get their next best
    /// order, in the end the present one.
    Traces {
        /// The present version is as LLVM made it: LLVM's own stream is a second thing to be level with.
        is_llvms: bool,
    },
    /// No loop loses against the original under a member of the family of perturbed models; one that does is given back
    /// what it was in another version.
    Robust {
        /// That version.
        fallback: Rc<State>,
    },
    /// A rotated loop pays.
    Rotation(OverlapOfLoop),
}

/// Why a version is not taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Refusal {
    /// A loop or the function takes longer.
    Slower,
    /// The rotated loop does not pay.
    Rotation(OverlapRefusal),
}

/// Whether a version is worth taking, by its bar. What need not be refused as a whole is mended in the proposal: traces
/// that do not pay are reverted.
///
/// # Errors
/// Why it is not taken.
pub(crate) fn accept(kernel: &Kernel<'_>, proposal: &mut Proposal) -> Result<(), Refusal> {
    let present = &kernel.state;
    let state = &mut proposal.state;
    let incoming = Incoming {
        function: &present.present,
        facts: &present.facts,
        is_llvms: false,
    };
    let measure = Measure {
        search: &kernel.search,
        followed: kernel.options.followed,
        waves: state.report.waves,
    };
    match &proposal.bar {
        Bar::Level | Bar::Promising => {
            let may_promise = matches!(proposal.bar, Bar::Promising);
            match level::is_level(state, incoming, measure, may_promise) {
                true => Ok(()),
                false => Err(Refusal::Slower),
            }
        }
        &Bar::Traces { is_llvms } => {
            let facts = Rc::clone(&state.facts);
            let subject = Subject {
                function: &mut state.present,
                report: &mut state.report,
                alternatives: &mut proposal.alternatives,
            };
            let incoming = Incoming {
                is_llvms,
                ..incoming
            };
            proposal.policy_costs = traces::apply(subject, incoming, &facts, measure);
            Ok(())
        }
        Bar::Robust { fallback } => {
            if revert_fragile(state, fallback, measure) {
                state.facts = kernel.facts_of(&state.present);
            }
            Ok(())
        }
        Bar::Rotation(rotated) => {
            rotation::pays(&state.present, &state.facts, incoming, measure, rotated)
                .and_then(|()| is_robust(state, incoming, measure, rotated))
                .map_err(Refusal::Rotation)
        }
    }
}

/// Gives loops that lose under a perturbed model against the original what they have in `fallback`. Whether there are any.
fn revert_fragile(state: &mut State, fallback: &State, measure: Measure<'_>) -> bool {
    let original = Rc::clone(&state.original);
    let incoming = Incoming {
        function: &original.ready,
        facts: &original.facts,
        is_llvms: false,
    };
    let fragile = fragile(state, incoming, measure, |trace| {
        trace.order_alone.is_some()
    });
    for lost in &fragile {
        let of = |report: &Report| report.traces.iter().position(|t| t.trace == *lost);
        let (Some(now), Some(former)) = (of(&state.report), of(&fallback.report)) else {
            continue;
        };
        rename::adopt(&mut state.present, &fallback.present, &lost.blocks);
        let trace = &mut state.report.traces[now];
        trace.clone_from(&fallback.report.traces[former]);
        trace.reverted.push("slower under a perturbed model");
    }
    !fragile.is_empty()
}

/// Whether a rotated loop loses under no perturbed model; how it fares is put into the report.
fn is_robust(
    state: &mut State,
    incoming: Incoming<'_>,
    measure: Measure<'_>,
    rotated: &OverlapOfLoop,
) -> Result<(), OverlapRefusal> {
    let of_loop = |trace: &TraceReport| trace.trace.blocks == [rotated.block];
    match fragile(state, incoming, measure, of_loop).is_empty() {
        true => Ok(()),
        false => Err(OverlapRefusal::Fragile),
    }
}

/// The wanted traces that lose under a member of the family of perturbed models; how each fares is put into the report.
fn fragile(
    state: &mut State,
    incoming: Incoming<'_>,
    measure: Measure<'_>,
    wanted: impl Fn(&TraceReport) -> bool,
) -> Vec<Trace> {
    let traces = state.report.traces.iter();
    let mut judged = Report {
        waves: state.report.waves,
        traces: traces.filter(|trace| wanted(trace)).cloned().collect(),
    };
    let lost = traces::fragile(&state.present, incoming, &state.facts, measure, &mut judged);
    let lost = lost.into_iter().map(|at| judged.traces[at].trace.clone());
    let lost = lost.collect();
    for new in judged.traces {
        let mut traces = state.report.traces.iter_mut();
        if let Some(trace) = traces.find(|trace| trace.trace == new.trace) {
            trace.robustness = new.robustness;
        }
    }
    lost
}

/// Whether a function with its waits takes longer than another, of which they are elsewhere, under any
/// model, for one wave or at the kernel's own number of waves. Nops are left out: both need the same.
pub(crate) fn takes_longer(new: &Function, old: &Function, models: &[Model]) -> bool {
    let [new, old] = [new, old].map(|function| {
        let mut copy = function.clone();
        waitcnt::drop_requests(&mut copy);
        Timing::finished(&copy, models, occupancy(function).max(1))
    });
    schedule::is_function_slower(&new, &old, models.len())
        || (0..models.len()).any(|m| new.clocks_at_occupancy(m) > old.clocks_at_occupancy(m))
}

/// Whether a finished function takes longer than another: for one wave, at the kernel's own number of waves under the first model by
/// more than a margin, and for one wave under the others by more than a margin.
pub(crate) fn is_behind(new: &Function, old: &Function, models: &[Model]) -> bool {
    let [new, old] =
        [new, old].map(|function| Timing::finished(function, models, occupancy(function).max(1)));
    let clocks = |timing: &Timing<Finished>, model: usize| {
        [timing.clocks(model), timing.clocks_at_occupancy(model)]
    };
    let [takes, took] = [&new, &old].map(|timing| {
        let [alone, own] = clocks(timing, 0);
        schedule::weighed_clocks(alone, own)
    });
    let margin = Margin::of(takes, took);
    (0..models.len()).any(|model| {
        let [alone, own] = clocks(&new, model);
        let [alone_before, own_before] = clocks(&old, model);
        alone > margin.alone(model, alone_before)
            || model == 0 && own > margin.beside_others(model, own_before)
    })
}

/// By how much a function or a loop may be behind at the kernel's own number of waves under the first model: what one takes there
/// is an average over waves that meet by chance, and what a function executes once, and the first iterations of its loops, are timed with
/// all waves in them at the same time.
const OWN_WAVES_MARGIN: f64 = 1.0 / 128.0;
/// By how much a version may be behind under models other than the first.
#[derive(Clone, Copy)]
struct Margin(f64);

impl Margin {
    /// Of what takes so long under the first model in place of what was before.
    fn of(new: f64, before: f64) -> Margin {
        Margin(schedule::margin_of_others(new, before))
    }

    /// What one wave may take at most where it took so long.
    fn alone(self, model: usize, before: f64) -> f64 {
        match model {
            0 => before,
            _ => before * (1.0 + self.0),
        }
    }

    /// What may be taken at most at the kernel's own number of waves, where it was so long.
    fn beside_others(self, model: usize, before: f64) -> f64 {
        match model {
            0 => before * (1.0 + OWN_WAVES_MARGIN),
            _ => before * (1.0 + self.0),
        }
    }
}

/// Whether a final stream takes longer than another: for one wave; by more than a margin at the kernel's own number of waves, as a
/// whole under the first model, loop by loop under all; under models other than the first by more than a margin in either case.
fn is_slower_stream(new: &Record, old: &Record) -> bool {
    let margin = |new: &[TimingRecord], old: &[TimingRecord]| {
        let [new, old] = [new, old].map(|clocks| {
            let first = clocks.first().map(|clocks| clocks.last);
            first.map_or(0.0, |last| {
                schedule::weighed_clocks(last.one_wave, last.own_waves)
            })
        });
        Margin::of(new, old)
    };
    let whole = margin(&new.clocks, &old.clocks);
    let alone = |model: usize, new: &TimingRecord, old: &TimingRecord| {
        new.last.one_wave > whole.alone(model, old.last.one_wave)
    };
    let mut both = new.clocks.iter().zip(&old.clocks).enumerate();
    let keys =
        |record: &Record| -> Vec<LoopKey> { record.loops.iter().map(LoopKey::from).collect() };
    let mut loops = pairs(&keys(new), &keys(old)).into_iter();
    let is_behind = |margin: Margin, model: usize, new: &TimingRecord, old: &TimingRecord| {
        new.last.own_waves > margin.beside_others(model, old.last.own_waves)
    };
    both.any(|(model, (new, old))| {
        alone(model, new, old) || model == 0 && is_behind(whole, model, new, old)
    }) || loops.any(|(at, before)| {
        let (new, old) = (&new.loops[at].clocks, &old.loops[before].clocks);
        let margin = margin(new, old);
        let mut both = new.iter().zip(old).enumerate();
        both.any(|(model, (new, old))| is_behind(margin, model, new, old))
    })
}

/// The same of a function, with what it took before.
pub fn is_slower_function(new: &Function, old: &Record, models: &ModelSets) -> bool {
    is_slower_stream(&figures(new, models), old)
}

/// How much more one stream takes than another.
pub(crate) fn above(new: Clocks, old: Clocks) -> Clocks {
    Clocks {
        one_wave: new.one_wave - old.one_wave,
        own_waves: new.own_waves - old.own_waves,
    }
}

/// Whether that is more anywhere.
pub(crate) fn is_more(above: Clocks) -> bool {
    above.one_wave > 0.0 || above.own_waves > 0.0
}

/// The most that a stream saves of another's clocks, where it is nowhere slower.
pub(crate) fn saves(new: Clocks, old: Clocks) -> Option<f64> {
    let saved = above(old, new);
    (!is_more(above(new, old))).then(|| saved.one_wave.max(saved.own_waves))
}
