//! The orders that may be taken in the end.

use smallvec::SmallVec;

use super::PRICE;
use super::objective::{UNIT, gains, is_thrifty, rate};
use super::problem::{Problem, Schedule};
use crate::timing::{Figures, ModelTiming, throughput_at_occupancy};

/// An order that loses nowhere, and what it costs.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub order: Schedule,
    pub timings: Vec<ModelTiming>,
}

/// What the search found.
pub(crate) struct Findings {
    /// The best order.
    pub best: Found,
    /// RunnersUp.
    pub others: RunnersUp,
}

/// Orders to fall back upon. Most are never asked for, and so they are measured then.
#[derive(Clone, Debug, Default)]
pub(crate) struct RunnersUp {
    /// Measured ones, the best last.
    measured: Vec<Found>,
    /// Candidates, the best last.
    waiting: Vec<(Key, Kind, Schedule)>,
    /// How many of each kind were found to lose nowhere.
    found: [usize; 3],
    /// Waits and wait states of the one that needs the least.
    least: Option<u32>,
}

impl RunnersUp {
    /// The next best order that loses nowhere.
    pub fn next(&mut self, problem: &Problem, incoming: &[ModelTiming]) -> Option<Found> {
        if let Some(found) = self.measured.pop() {
            return Some(found);
        }
        while let Some((key, kind, order)) = self.waiting.pop() {
            // The last of those that need more is to need less than the others.
            let wanted = match self.found[kind as usize] + 1 {
                ALTERNATIVES if kind == Kind::Lavish => {
                    self.least.is_none_or(|least| key.1 < least)
                }
                count => count <= ALTERNATIVES,
            };
            let thrifty = kind == Kind::Thrifty;
            if wanted && let Some(timings) = measured(problem, incoming, &order, thrifty) {
                self.least = Some(self.least.map_or(key.1, |least| least.min(key.1)));
                self.found[kind as usize] += 1;
                return Some(Found { order, timings });
            }
        }
        None
    }

    /// Puts an order in front of them.
    pub fn push(&mut self, found: Found) {
        self.measured.push(found);
    }
}

impl Found {
    /// What the search minimises: time for one wave in relation to the incoming order's, over
    /// all models.
    fn cost(&self, incoming: &[ModelTiming]) -> u64 {
        let pairs = self.timings.iter().zip(incoming);
        pairs
            .map(|(new, old)| rate(new.single_wave.period, old.single_wave.period))
            .sum()
    }
}

impl Findings {
    /// All of them.
    pub fn into_all(self) -> RunnersUp {
        let mut all = self.others;
        all.push(self.best);
        all
    }

    /// The better of two searches, with the best of the other behind.
    pub fn with(mut self, other: Findings, incoming: &[ModelTiming]) -> Findings {
        let mut second = other.best;
        if second.cost(incoming) < self.best.cost(incoming) {
            std::mem::swap(&mut second, &mut self.best);
        }
        if second.order != self.best.order {
            self.others.push(second);
        }
        self
    }
}

/// Why nothing better was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Failure {
    /// No candidate is faster for one wave under the first model.
    NoneFaster,
    /// Some are, but each loses under another model or at the kernel's number of waves.
    Worse,
}

/// Orders of each kind that are asked in the end how they fare at the kernel's own number of waves.
const KEPT: usize = 8;
/// Orders of each kind to fall back upon.
const ALTERNATIVES: usize = 3;
/// Kept orders differ by at least that much of the time for one wave.
const APART: u64 = UNIT / 512;

/// Time for one wave over all models, waits and wait states, distance from the incoming order.
type Key = (u64, u32, u64);

/// Where an order comes from: the kinds are kept apart, so that the guard of the pipeline has
/// something to fall back upon when it refuses the best.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Kind {
    /// Needs no more waits and wait states than the incoming order.
    Thrifty,
    /// Needs more.
    Lavish,
    /// Was found near an order that loses nowhere.
    Near,
}

/// Orders that seem to lose nowhere for one wave.
#[derive(Default)]
pub(crate) struct Candidates {
    /// By kind, best first.
    lists: [Vec<(Key, Schedule)>; 3],
    /// Whether an order was found that is faster for one wave under the first model.
    faster: bool,
}

impl Candidates {
    /// Notes an order with these figures by model if it gains for one wave under the first model,
    /// and loses under no other.
    pub fn consider(
        &mut self,
        order: &Schedule,
        figures: &[Figures],
        incoming: &[ModelTiming],
        near: bool,
    ) {
        if !gains(figures[0], incoming[0].single_wave) {
            return;
        }
        self.faster = true;
        let pairs = || figures.iter().zip(incoming);
        if pairs().any(|(new, old)| new.period > old.single_wave.period) {
            return;
        }
        let sum = pairs()
            .map(|(new, old)| rate(new.period, old.single_wave.period))
            .sum();
        let kind = match pairs().all(|(new, old)| is_thrifty(*new, old.single_wave)) {
            _ if near => Kind::Near,
            true => Kind::Thrifty,
            false => Kind::Lavish,
        };
        let key: Key = (sum, figures[0].nops + figures[0].waits, order.distance());
        let list = &mut self.lists[kind as usize];
        let at = list.partition_point(|(k, _)| *k < key);
        // One of several alike is enough: the fastest.
        if at > 0 && list[at - 1].0.0 + APART > sum {
            return;
        }
        while list.get(at).is_some_and(|(k, _)| sum + APART > k.0) {
            list.remove(at);
        }
        if at < KEPT {
            list.insert(at, (key, order.clone()));
            list.truncate(KEPT);
        }
    }

    /// The best order that needs no more waits and wait states than the incoming one.
    pub fn thriftiest(&self) -> Option<Schedule> {
        let best = self.lists[Kind::Thrifty as usize].first();
        best.map(|(_, order)| order.clone())
    }

    /// Measures the best ones in full, up to the first that loses nowhere.
    pub fn settle(self, problem: &Problem, incoming: &[ModelTiming]) -> Result<Findings, Failure> {
        let kinds = [Kind::Thrifty, Kind::Lavish, Kind::Near];
        let mut waiting: Vec<(Key, Kind, Schedule)> = Vec::new();
        for (kind, list) in kinds.into_iter().zip(self.lists) {
            waiting.extend(list.into_iter().map(|(key, order)| (key, kind, order)));
        }
        let spent = incoming
            .first()
            .map_or(0, |old| old.single_wave.nops + old.single_wave.waits);
        waiting.sort_by_key(|(key, kind, _)| {
            let excess = u64::from(key.1.saturating_sub(spent));
            std::cmp::Reverse((key.0 + excess * UNIT / u64::from(PRICE), *kind))
        });
        let mut others = RunnersUp {
            waiting,
            ..RunnersUp::default()
        };
        match others.next(problem, incoming) {
            Some(best) => Ok(Findings { best, others }),
            None if self.faster => Err(Failure::Worse),
            None => Err(Failure::NoneFaster),
        }
    }
}

/// The costs of an order, if it gains for one wave under the first model and loses nowhere; of one
/// that is to be thrifty, if it needs no more waits and wait states than the incoming order.
pub(super) fn measured(
    problem: &Problem,
    incoming: &[ModelTiming],
    order: &Schedule,
    thrifty: bool,
) -> Option<Vec<ModelTiming>> {
    let mut ones: SmallVec<[Figures; 2]> = SmallVec::new();
    for (model, old) in incoming.iter().enumerate() {
        let one = problem.evaluate(&order.ops, model).0;
        let fits = match model {
            0 => gains(one, old.single_wave),
            _ => one.period <= old.single_wave.period,
        };
        if !fits || thrifty && !is_thrifty(one, old.single_wave) {
            return None;
        }
        ones.push(one);
    }
    let mut timings = Vec::with_capacity(ones.len());
    for (model, (one, old)) in ones.into_iter().zip(incoming).enumerate() {
        let (costs, start) = (&problem.costs[model], &problem.starts[model]);
        let waves = problem.waves;
        let own = throughput_at_occupancy(&problem.program, costs, &order.ops, waves, start, one);
        if own > problem.incoming_at_occupancy(model, old.single_wave) {
            return None;
        }
        timings.push(ModelTiming {
            single_wave: one,
            at_occupancy: own,
        });
    }
    Some(timings)
}
