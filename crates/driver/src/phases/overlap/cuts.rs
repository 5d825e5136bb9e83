//! Whether a loop is worth a search, which cuts are, and what searches make of them.

use super::super::further::is_long;
use super::super::renaming::Rename;
use super::{Attempt, Candidate, Current, Declined, LEAST_GAIN};
use crate::kernel::Ready;
use crate::schedule::{self, Effort};
use crate::table_oracle::TableOracle;
use crate::timing::{LoopBound, ModelTiming, Period, Trace};
use crate::transform::rename;
use crate::transform::rotate::{self, Cut, Cuts, Decline, LoopShape};

/// Shares of the loop's work, in sixteenths, that the cuts which are tried leave for the next round.
const SHARES: [usize; 6] = [1, 3, 6, 9, 12, 16];
/// Where less than one part in this many of a loop can wait for the next round, a brief search decides whether more
/// is tried.
const CONFINED: usize = 4;
/// How many cuts, the best ones after brief searches, are searched in full.
const IN_FULL: usize = 3;
/// How many of these are then renamed in turns with the search, which takes longest.
const IN_TURNS: usize = 2;

/// A loop of the right shape, and where it may be cut.
#[derive(Clone, Copy)]
pub(super) struct Rotatable<'a> {
    pub shape: &'a LoopShape,
    pub cuts: &'a Cuts<'a>,
}

/// Whether walls leave little of a loop for the next round.
pub(super) fn is_confined(Rotatable { shape, cuts }: Rotatable<'_>) -> bool {
    CONFINED * cuts.before(0).second.len() < shape.body.len()
}

impl Attempt<'_> {
    /// What no order of a loop takes less than, under the first model.
    pub(super) fn bound(&self, trace: &Trace) -> Option<LoopBound> {
        let state = &self.kernel.state;
        let model = self.search.models.first()?;
        LoopBound::of(&state.present, trace, model, state.report.waves)
    }

    /// Whether a loop takes hardly more than its bound.
    pub(super) fn is_at_bound(&self, present: &[ModelTiming], bound: Option<&LoopBound>) -> bool {
        let Some(present) = present.first() else {
            return true;
        };
        let Some(bound) = bound else {
            return false;
        };
        let is_near =
            |time: Period, least: Period| time.clocks() * (1.0 - LEAST_GAIN) <= least.clocks();
        is_near(present.single_wave.period, bound.one_wave.period)
            && is_near(present.at_occupancy, bound.at_occupancy.period)
    }

    /// Whether a brief search finds something better for the loop, cut in the middle, if the reuse of registers
    /// held nothing back.
    pub(super) fn might_gain(
        &self,
        Rotatable { shape, cuts }: Rotatable<'_>,
        trace: &Trace,
        present: &[ModelTiming],
    ) -> bool {
        let mut function = self.kernel.state.present.clone();
        let cut = cuts.leaving(&function, 9, 16);
        rotate::arrange(&mut function, shape, &cut);
        if cut.second.is_empty() || rotate::rotate(&mut function, shape, &cut).is_none() {
            return true;
        }
        let search = schedule::Options {
            effort: Effort::Fast,
            ..self.search.clone()
        };
        let needs = TableOracle(self.kernel.facts_of(&function));
        let free = schedule::without_reuse(&function, trace, &needs, &search);
        let now = present
            .first()
            .map(|timing| timing.single_wave.period.cycles());
        match (free, now) {
            (Some(free), Some(now)) => (free.0 as f64) < now.0 as f64 * (1.0 - LEAST_GAIN),
            _ => true,
        }
    }

    /// Cuts a loop at several places, each followed by searches for an order and registers.
    pub(super) fn by_cuts(&self, current: &mut Current) -> Result<Vec<Candidate>, Declined> {
        current.are_cuts_tried = true;
        let (shape, trace) = (&current.shape, &current.trace);
        let function = &self.kernel.state.present;
        let limits = match is_long(function, trace) {
            true => current.present.clone(),
            false => Vec::new(),
        };
        let cuts = Cuts::new(function, shape, self.kernel.options.walls);
        let cuts = cuts.ok_or(Declined::Loop(Decline::Condition))?;
        let rotatable = Rotatable { shape, cuts: &cuts };
        let mut found = Vec::new();
        for cut in self.best_cuts(rotatable, trace)? {
            let mut arranged = function.clone();
            rotate::arrange(&mut arranged, shape, &cut);
            found.push(self.ordered(arranged, shape, cut, trace)?);
        }
        found.sort_by(|one, other| one.clocks(trace).total_cmp(&other.clocks(trace)));
        if self.kernel.options.rename != rename::Renaming::Off {
            found.truncate(IN_TURNS);
            let order =
                |of: &Candidate| of.cut.in_order(&of.state.present.block(shape.block).order);
            let best = found.first().map(order);
            let renamed = found
                .into_iter()
                .map(|found| self.in_rounds(found, &[], Rename::begin));
            found = renamed.collect::<Result<_, _>>()?;
            if let Some(cut) = best {
                // Stricter steps lead to the better end in some loops, looser ones in others.
                let loose = (!limits.is_empty()).then_some(&*limits);
                for limits in [Some(&[][..]), loose].into_iter().flatten() {
                    found.extend(self.renamed_over_cut(shape, cut.clone(), trace, limits)?);
                }
            }
        }
        found.sort_by(|one, other| one.clocks(trace).total_cmp(&other.clocks(trace)));
        if is_long(function, trace) && !found.is_empty() {
            let best = self.go_on(found.remove(0), trace, &limits)?;
            found.insert(0, best);
        }
        Ok(found)
    }

    /// A function whose loop has the order of a cut, rotated, and in the order that the search finds.
    fn ordered(
        &self,
        arranged: Ready,
        shape: &LoopShape,
        cut: Cut,
        trace: &Trace,
    ) -> Result<Candidate, Declined> {
        let mut found = self.rotated(arranged, shape, cut)?;
        self.order(&mut found, &self.search, trace);
        Ok(found)
    }

    /// Gives values that are carried from one round to the next other registers, too: inside an iteration, before
    /// it is cut, they are like all others. `cut` has the order that the search found for its parts; `may_take`: as in
    /// [`schedule::Options`].
    fn renamed_over_cut(
        &self,
        shape: &LoopShape,
        cut: Cut,
        trace: &Trace,
        may_take: &[ModelTiming],
    ) -> Result<Option<Candidate>, Declined> {
        let mut arranged = self.kernel.state.present.clone();
        rotate::arrange(&mut arranged, shape, &cut);
        let mode = self.kernel.options.rename;
        if rename::rename(&mut arranged, &trace.blocks, mode).is_empty() {
            return Ok(None);
        }
        let found = self.ordered(arranged, shape, cut, trace)?;
        self.in_rounds(found, may_take, Rename::begin).map(Some)
    }

    /// The cuts that are fastest after a brief search, the best first.
    pub(super) fn best_cuts(
        &self,
        Rotatable { shape, cuts }: Rotatable<'_>,
        trace: &Trace,
    ) -> Result<Vec<Cut>, Declined> {
        let mut tried: Vec<Cut> = Vec::new();
        for share in SHARES {
            let cut = cuts.leaving(&self.kernel.state.present, share, 16);
            if !cut.second.is_empty() && !tried.contains(&cut) {
                tried.push(cut);
            }
        }
        let loads = cuts.of_loads(&self.kernel.state.present);
        tried.extend(loads.filter(|cut| !cut.second.is_empty() && !tried.contains(cut)));
        let timed = tried.into_iter().filter_map(|cut| {
            let clocks = self.brief(shape, &cut, trace)?;
            Some((clocks, cut))
        });
        let mut timed: Vec<(f64, Cut)> = timed.collect();
        timed.sort_by(|(one, _), (other, _)| one.total_cmp(other));
        timed.truncate(IN_FULL);
        match timed.is_empty() {
            true => Err(Declined::Loop(Decline::NoCut)),
            false => Ok(timed.into_iter().map(|(_, cut)| cut).collect()),
        }
    }

    /// What a brief search makes of a cut, in clocks: one wave's, and the loop's own waves'.
    fn brief(&self, shape: &LoopShape, cut: &Cut, trace: &Trace) -> Option<f64> {
        let search = schedule::Options {
            effort: Effort::Fast,
            models: self.search.models.get(..1)?.to_vec(),
            own_figures: true,
            ..self.search.clone()
        };
        let mut function = self.kernel.state.present.clone();
        rotate::arrange(&mut function, shape, cut);
        rotate::rotate(&mut function, shape, cut)?;
        let mut function = Ready::with_new_blocks(function);
        let needs = TableOracle(self.kernel.facts_of(&function));
        let (found, _) =
            schedule::schedule_traces(&mut function, &needs, &search, vec![trace.clone()]);
        let timing = found.traces.first()?.after.first()?;
        Some(timing.single_wave.period.clocks() + timing.at_occupancy.clocks())
    }
}
