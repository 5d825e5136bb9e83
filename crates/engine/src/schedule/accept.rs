//! When is a new order better than the incoming one?
//!
//! **The incoming order stays unless the new one is strictly better**: one wave is faster under the
//! first parameter set of the cost model (or as fast, with everything it loaded back sooner), slower
//! under no other set, and no slower at the kernel's own number of waves under any of them.
//! [`is_better`] is that rule, and the only place that states it. The scheduler applies it (`candidates.rs`) to
//! predicted streams, the profitability check of the pipeline about finished ones; the latter also
//! compares with LLVM's own stream, to which the new order need only be level ([`is_level`]).
//!
//! A new order may need more `s_waitcnt` and wait states of `s_nop` than the incoming one, its
//! [`Overhead`]. Outside loops the function has to make up for them elsewhere; a loop may buy some with
//! the time that it saves ([`affordable`]).

use crate::timing::{Figures, Finished, ModelTiming, Period, Timing};

/// Each wait and wait state of a loop above the incoming number must save what an instruction of the
/// loop takes on average; in loops with fewer instructions than this, one part in this many of the loop's
/// time. A choice, not a measurement: they cost power and code size that no model counts.
const LEAST_PARTS: u32 = 32;

/// What the clocks at the kernel's own number of waves count where two orders cannot both be had, each of one wave's being 1.
pub const OWN_WAVES: u64 = 4;

/// Which part of what is gained under the first model may be lost under others ...
const PART_OF_GAIN: f64 = 1.0 / 4.0;
/// ... and which part of the time in any case: they are second opinions, and the first is what was measured.
const SECOND_OPINION: f64 = 1.0 / 64.0;

/// By which part of the time a version may be behind under models other than the first, where it takes so long under that in place
/// of what was before.
pub fn margin_of_others(new: f64, before: f64) -> f64 {
    (PART_OF_GAIN * part_gained(new, before)).max(SECOND_OPINION)
}

/// The part of the time that is gained by what takes so long in place of what was before.
pub fn part_gained(new: f64, before: f64) -> f64 {
    match before > 0.0 {
        true => 1.0 - new / before,
        false => 0.0,
    }
}

/// What a loop takes, in clocks: those of one wave, and those at the kernel's own number of waves [`OWN_WAVES`] times.
pub fn weighed(timing: &ModelTiming) -> f64 {
    weighed_clocks(
        timing.single_wave.period.clocks(),
        timing.at_occupancy.clocks(),
    )
}

/// The same of what one wave takes and what an iteration takes at the kernel's own number of waves.
pub fn weighed_clocks(alone: f64, own_waves: f64) -> f64 {
    alone + OWN_WAVES as f64 * own_waves
}

/// Why an order is not taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// One wave is not faster under the first parameter set, nor as fast with everything back sooner.
    NotFaster,
    /// One wave is slower under another parameter set.
    SlowerUnderOtherModel,
    /// It is slower at the kernel's own number of waves.
    SlowerAtOccupancy,
    /// It needs more waits or wait states than it may.
    TooMuchOverhead,
}

impl Refusal {
    /// All of them, in the order in which they are checked.
    pub const ALL: [Refusal; 4] = [
        Refusal::NotFaster,
        Refusal::TooMuchOverhead,
        Refusal::SlowerUnderOtherModel,
        Refusal::SlowerAtOccupancy,
    ];

    /// In words, for the log of a search.
    pub fn name(self) -> &'static str {
        match self {
            Refusal::NotFaster => "not faster",
            Refusal::SlowerUnderOtherModel => "slower under another model",
            Refusal::SlowerAtOccupancy => "slower at the kernel's number of waves",
            Refusal::TooMuchOverhead => "too many waits or wait states",
        }
    }
}

/// What a comparison needs to know: the figures of the new order and of the old one under a model.
/// They are requested one by one, the expensive ones last and only when all others have passed.
pub trait Comparison {
    /// Number of parameter sets.
    fn models(&self) -> usize;
    /// One wave: the new order, the old one.
    fn single_wave(&mut self, model: usize) -> (Figures, Figures);
    /// The kernel's own number of waves: the new order, the old one.
    fn at_occupancy(&mut self, model: usize) -> (Period, Period);
    /// Whether the new order may need more waits and wait states than the old one.
    fn allows_overhead(&self) -> bool {
        true
    }
}

/// Figures that are known already: the new order's, the old one's.
impl Comparison for (&[ModelTiming], &[ModelTiming]) {
    fn models(&self) -> usize {
        self.0.len().min(self.1.len())
    }
    fn single_wave(&mut self, model: usize) -> (Figures, Figures) {
        (self.0[model].single_wave, self.1[model].single_wave)
    }
    fn at_occupancy(&mut self, model: usize) -> (Period, Period) {
        (self.0[model].at_occupancy, self.1[model].at_occupancy)
    }
}

/// Whether a new order is better than an old one: the rule at the head of this module.
///
/// # Errors
/// The first reason why it is not.
pub fn is_better(figures: impl Comparison) -> Result<(), Refusal> {
    compare(figures, true)
}

/// Whether a new order is nowhere slower than an old one.
///
/// # Errors
/// Where it is.
pub fn is_level(figures: impl Comparison) -> Result<(), Refusal> {
    compare(figures, false)
}

fn compare(mut figures: impl Comparison, must_gain: bool) -> Result<(), Refusal> {
    if must_gain && figures.models() == 0 {
        return Err(Refusal::NotFaster);
    }
    for model in 0..figures.models() {
        let (new, old) = figures.single_wave(model);
        single_wave(model, new, old, must_gain)?;
        let excess = Overhead::of(new).excess_over(Overhead::of(old));
        if excess > 0 && !figures.allows_overhead() {
            return Err(Refusal::TooMuchOverhead);
        }
    }
    for model in 0..figures.models() {
        let (new, old) = figures.at_occupancy(model);
        if new > old {
            return Err(Refusal::SlowerAtOccupancy);
        }
    }
    Ok(())
}

/// The rule for one wave under one parameter set: all that the search can afford to check for every
/// order that it tries.
pub(super) fn single_wave(
    model: usize,
    new: Figures,
    old: Figures,
    must_gain: bool,
) -> Result<(), Refusal> {
    if must_gain && model == 0 && (new.period, new.drained) >= (old.period, old.drained) {
        return Err(Refusal::NotFaster);
    }
    if new.period > old.period {
        return Err(Refusal::SlowerUnderOtherModel);
    }
    Ok(())
}

/// Whether a whole function takes longer under any of the first `models` parameter sets, for one
/// wave. At several waves traces are compared one by one: how a trace with the same instructions
/// fares after one that changed depends on which wave meets which.
pub fn is_function_slower(new: &Timing<Finished>, old: &Timing<Finished>, models: usize) -> bool {
    (0..models).any(|model| new.clocks(model) > old.clocks(model))
}

/// The `s_waitcnt` instructions and the wait states of `s_nop` that a stream has, or needs.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Overhead {
    /// `s_waitcnt` instructions.
    pub waits: u32,
    /// Wait states of `s_nop`.
    pub nops: u32,
}

impl Overhead {
    /// What one wave's figures say.
    pub fn of(figures: Figures) -> Overhead {
        Overhead {
            waits: figures.waits,
            nops: figures.nops,
        }
    }

    /// Both together: each takes an issue slot.
    pub fn total(self) -> u32 {
        self.waits + self.nops
    }

    /// Waits, and wait states, that `other` does not have. Fewer of one do not make up for more of
    /// the other.
    pub fn excess_over(self, other: Overhead) -> u32 {
        self.waits.saturating_sub(other.waits) + self.nops.saturating_sub(other.nops)
    }
}

impl std::ops::Add for Overhead {
    type Output = Overhead;
    fn add(self, other: Overhead) -> Overhead {
        Overhead {
            waits: self.waits + other.waits,
            nops: self.nops + other.nops,
        }
    }
}

impl std::iter::Sum for Overhead {
    fn sum<I: Iterator<Item = Overhead>>(all: I) -> Overhead {
        all.fold(Overhead::default(), std::ops::Add::add)
    }
}

/// Part of a time of `whole` that an excess of waits and wait states must save in a trace of that many
/// instructions.
pub(super) fn price_of(excess: u32, whole: u64, instructions: usize) -> u64 {
    u64::from(excess) * whole / u64::from(parts(instructions))
}

fn parts(instructions: usize) -> u32 {
    u32::try_from(instructions).map_or(u32::MAX, |count| count.max(LEAST_PARTS))
}

/// How many waits and wait states above the incoming number are worth the time that one wave saves under
/// the first parameter set in a loop of that many instructions.
pub fn affordable(new: &[ModelTiming], old: &[ModelTiming], instructions: usize) -> u32 {
    let (Some(new), Some(old)) = (new.first(), old.first()) else {
        return 0;
    };
    let (new, old) = (
        new.single_wave.period.clocks(),
        old.single_wave.period.clocks(),
    );
    ((old - new) / old.max(1.0) * f64::from(parts(instructions))) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By model: time of one wave, until everything has returned, and at the kernel's own waves.
    fn timings(models: &[(u64, u64, u64)]) -> Vec<ModelTiming> {
        let timing = |&(period, drained, at_occupancy)| ModelTiming {
            single_wave: Figures {
                period: Period(period),
                drained: Period(drained),
                ..Figures::default()
            },
            at_occupancy: Period(at_occupancy),
        };
        models.iter().map(timing).collect()
    }

    #[test]
    fn a_new_order_gains_for_one_wave_and_loses_under_no_model_and_at_no_occupancy() {
        let old = timings(&[(100, 120, 50), (80, 90, 40)]);
        let refusal =
            |models: [(u64, u64, u64); 2]| is_better((&timings(&models)[..], &old[..])).err();
        assert_eq!(refusal([(99, 120, 50), (80, 90, 40)]), None);
        assert_eq!(refusal([(99, 130, 49), (79, 99, 39)]), None);
        assert_eq!(
            refusal([(100, 119, 50), (80, 90, 40)]),
            None,
            "drained sooner"
        );
        let not_faster = Some(Refusal::NotFaster);
        assert_eq!(refusal([(100, 120, 50), (80, 90, 40)]), not_faster, "equal");
        assert_eq!(
            refusal([(100, 120, 40), (70, 80, 30)]),
            not_faster,
            "only elsewhere"
        );
        let occupancy = Some(Refusal::SlowerAtOccupancy);
        assert_eq!(refusal([(90, 100, 51), (80, 90, 40)]), occupancy);
        assert_eq!(
            refusal([(90, 100, 50), (80, 90, 41)]),
            occupancy,
            "second model"
        );
        let other = Some(Refusal::SlowerUnderOtherModel);
        assert_eq!(refusal([(90, 100, 50), (81, 90, 40)]), other);
        assert_eq!(is_better((&[][..], &[][..])), Err(Refusal::NotFaster));
    }

    #[test]
    fn a_wait_is_worth_what_an_instruction_takes() {
        let timed = |clocks: u64| timings(&[(clocks * 16, clocks * 16, clocks * 16)]);
        let worth = |clocks| affordable(&timed(clocks), &timed(320), 10);
        assert_eq!(
            [321, 320, 311, 310, 301, 290].map(worth),
            [0, 0, 0, 1, 1, 3]
        );
        assert_eq!(affordable(&timed(310), &timed(320), 320), 10);
        assert_eq!((price_of(2, 320, 10), price_of(2, 320, 160)), (20, 4));
    }

    #[test]
    fn waits_and_wait_states_do_not_make_up_for_each_other() {
        let overhead = |waits, nops| Overhead { waits, nops };
        assert_eq!(overhead(3, 1).excess_over(overhead(2, 9)), 1);
        assert_eq!(overhead(3, 1).excess_over(overhead(2, 0)), 2);
        assert_eq!(overhead(3, 1).total(), 4);
    }
}
