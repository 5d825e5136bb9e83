//! Whether a loop is worth a search, which cuts are, and what searches make of them.

use super::attempt::{Attempt, Candidate};
use super::{Current, Declined, LEAST_GAIN};
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
/// How many cuts that were searched in full are then renamed in turns with the search, which takes longest.
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

    /// Cuts a loop at several places, each followed by searches for an order and registers; the best first.
    pub(super) fn by_cuts(&self, current: &mut Current) -> Result<Vec<Candidate>, Declined> {
        current.are_cuts_tried = true;
        let (shape, trace) = (&current.shape, &current.trace);
        let most = self.search.effort_for(trace).cuts_of_overlap();
        if most == 0 {
            return Err(Declined::Brief);
        }
        let function = &self.kernel.state.present;
        let cuts = Cuts::new(function, shape, self.kernel.options.walls);
        let cuts = cuts.ok_or(Declined::Loop(Decline::Condition))?;
        let rotatable = Rotatable { shape, cuts: &cuts };
        let mut found = Vec::new();
        for cut in self.best_cuts(rotatable, trace, most)? {
            let mut arranged = function.clone();
            rotate::arrange(&mut arranged, shape, &cut);
            let mut candidate = self.rotated(arranged, shape, cut)?;
            self.order(&mut candidate, &self.search, trace);
            found.push(candidate);
        }
        let best_first = |one: &Candidate, other: &Candidate| {
            let [one, other] = [one, other].map(|candidate| candidate.clocks(trace));
            one.total_cmp(&other)
        };
        found.sort_by(best_first);
        if self.kernel.options.rename != rename::Renaming::Off {
            found.truncate(IN_TURNS);
            let renamed = found.into_iter().map(|found| self.renamed(found));
            found = renamed.collect::<Result<_, _>>()?;
            found.sort_by(best_first);
        }
        Ok(found)
    }

    /// So many cuts that are fastest after a brief search, the best first.
    pub(super) fn best_cuts(
        &self,
        Rotatable { shape, cuts }: Rotatable<'_>,
        trace: &Trace,
        most: usize,
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
        timed.truncate(most);
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
