//! Never slower, and never more waits or nops, than the incoming order would have been.
//!
//! The scheduler works with the waits and nops that its cost model thinks an order needs. What
//! a whole function really gets, over joins and back edges, only the rooms that place them
//! know. So both orders, the incoming and the new one, are finished here on copies, and the
//! cost model times the finished streams. Stretches that lose anywhere are taken back, and so
//! are the least useful of those that need more waits or wait states, until the function as a
//! whole needs no more of either and takes no longer.

use crate::hazard::{self, Facts, Policy};
use crate::machine::{Function, InstId};
use crate::schedule::{PathReport, Report};
use crate::target::{Unit, WaitStates};
use crate::timing::{HazardNeeds, Model, PathTiming, Timing};
use crate::waitcnt;

/// Rounds of taking single stretches back, before everything is.
const ROUNDS: usize = 12;

/// The hazard table for a function and the waits and nops inserted since.
struct Needs<'a> {
    facts: &'a Facts,
    /// Number of instructions that the facts are about.
    known: usize,
}

impl HazardNeeds for Needs<'_> {
    fn between(&self, producer: InstId, consumer: InstId) -> WaitStates {
        if producer.index().max(consumer.index()) < self.known {
            self.facts.between(producer, consumer)
        } else {
            WaitStates(0)
        }
    }
}

/// A function with its waits and nops.
struct Finished {
    /// By block: `s_waitcnt` instructions, wait states of `s_nop`.
    blocks: Vec<(u32, u32)>,
    timing: Timing,
}

impl Finished {
    /// Finishes a copy. `None` when no waits can be placed.
    fn of(function: &Function, facts: &Facts, models: &[Model], waves: u32) -> Option<Finished> {
        let mut copy = function.clone();
        waitcnt::place(&mut copy).ok()?;
        hazard::place(&mut copy, Policy::Safe);
        let count = |order: &Vec<InstId>| {
            let mut sum = (0, 0);
            for &inst in order {
                match copy.info(inst).unit {
                    Unit::Wait => sum.0 += 1,
                    Unit::Nop => sum.1 += super::metrics::nop_wait_states(&copy, inst),
                    _ => {}
                }
            }
            sum
        };
        let needs = Needs {
            facts,
            known: function.inst_count(),
        };
        Some(Finished {
            blocks: copy.blocks().iter().map(|b| count(&b.order)).collect(),
            timing: Timing::of(&copy, &needs, models, waves),
        })
    }

    /// Waits and wait states of the function.
    fn total(&self) -> (u32, u32) {
        let sum = |(w, n): (u32, u32), b: &(u32, u32)| (w + b.0, n + b.1);
        self.blocks.iter().fold((0, 0), sum)
    }

    /// Waits and wait states of a stretch above those of `other`.
    fn excess(&self, other: &Finished, path: &PathReport) -> u32 {
        let blocks = path.path.blocks.iter().map(|b| b.index());
        let (mut waits, mut nops) = (0i64, 0i64);
        for (now, was) in blocks.map(|b| (self.blocks[b], other.blocks[b])) {
            waits += i64::from(now.0) - i64::from(was.0);
            nops += i64::from(now.1) - i64::from(was.1);
        }
        (waits.max(0) + nops.max(0)) as u32
    }

    /// Clocks of the function that are above those of `other`, under any model.
    fn is_slower(&self, other: &Finished, models: usize) -> bool {
        (0..models).any(|m| {
            self.timing.clocks(m) > other.timing.clocks(m)
                || self.timing.own_clocks(m) > other.timing.own_clocks(m)
        })
    }
}

/// Whether a stretch loses under any model, alone or in company, or does not gain under the
/// first for one wave.
fn loses(new: &PathTiming, old: &PathTiming) -> bool {
    let mut models = new.models.iter().zip(&old.models);
    let gains = match (new.models.first(), old.models.first()) {
        (Some(new), Some(old)) => {
            (new.one.period, new.one.drained) < (old.one.period, old.one.drained)
        }
        _ => false,
    };
    !gains || models.any(|(new, old)| new.one.period > old.one.period || new.own > old.own)
}

/// Clocks that a stretch saves one wave under the first model, over a run of the function.
fn gain(new: &PathTiming, old: &PathTiming) -> f64 {
    match (new.models.first(), old.models.first()) {
        (Some(new), Some(now)) => {
            old.frequency * (now.one.period.clocks() - new.one.period.clocks())
        }
        _ => 0.0,
    }
}

/// Takes stretches back, to an order that needs fewer waits if there is one and then to the
/// incoming one, until the finished function is nowhere slower than its incoming order
/// finished, and needs no more waits and no more wait states.
pub fn apply(
    function: &mut Function,
    original: &[Vec<InstId>],
    facts: &Facts,
    models: &[Model],
    report: &mut Report,
) {
    let is_moved = |path: &PathReport| path.regions.iter().any(|r| r.moved > 0);
    if !report.paths.iter().any(is_moved) {
        return;
    }
    let mut incoming = function.clone();
    for (block, order) in function.block_ids().zip(original) {
        incoming.set_order(block, order.clone());
    }
    // Without waits there is no finished stream; the scheduler's own figures have to do.
    let Some(incoming) = Finished::of(&incoming, facts, models, report.waves) else {
        return;
    };
    for _ in 0..ROUNDS {
        let Some(new) = Finished::of(function, facts, models, report.waves) else {
            return;
        };
        let pairs = || new.timing.paths.iter().zip(&incoming.timing.paths);
        let mut back: Vec<usize> = (0..report.paths.len())
            .zip(pairs())
            .filter(|&(at, (new, old))| is_moved(&report.paths[at]) && loses(new, old))
            .map(|(at, _)| at)
            .collect();
        let (now, was) = (new.total(), incoming.total());
        let dear = now.0 > was.0 || now.1 > was.1;
        if back.is_empty() && !dear && !new.is_slower(&incoming, models.len()) {
            return;
        }
        if back.is_empty() {
            // The least gain for each wait too many; without such, the least gain.
            let worth = |at: usize| {
                let excess = new.excess(&incoming, &report.paths[at]);
                let (new, old) = (&new.timing.paths[at], &incoming.timing.paths[at]);
                let gain = gain(new, old);
                match excess {
                    0 => (true, gain),
                    _ => (false, gain / f64::from(excess)),
                }
            };
            let moved = (0..report.paths.len()).filter(|&at| is_moved(&report.paths[at]));
            let least = moved.min_by(|&a, &b| {
                let (a, b) = (worth(a), worth(b));
                a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
            });
            back.extend(least);
        }
        if back.is_empty() {
            return;
        }
        for at in back {
            report.paths[at].take_back(function, original);
        }
    }
    for path in report.paths.iter_mut() {
        while is_moved(path) {
            path.take_back(function, original);
        }
    }
}
