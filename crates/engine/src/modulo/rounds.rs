//! The search in rounds: from several orders briefly, then from the best of these; after each round the order is timed at the
//! kernel's own number of waves, and its values get registers.

use super::colour::Palette;
use super::placement::Placement;
use super::search::{Charge, Search};
use super::{Loop, Request};
use crate::schedule::OWN_WAVES;
use crate::timing::{Period, SimState, Simulation};

/// How many of the searches go on when each part of the budget is used up: from all starts, then from the best ...
const FINALISTS: [usize; 2] = [2, 1];
/// ... and which part of it they get together: one in this many.
const BRIEF: u64 = 4;
/// Rounds that the rest is for ...
const ROUNDS: u64 = 8;
/// ... and how many in vain in a row are the last.
const MOST_IN_VAIN: u32 = 4;
/// As long as there are no registers for any order, fewer in vain are the last.
const WITHOUT_REGISTERS: u32 = 3;
/// A round in which less than one part in this many is gained is in vain.
const LEAST_GAIN: u64 = 512;
/// A round after which there are not registers enough is followed by one half as long, and that is at least one part in this
/// many of the budget.
const SHORTEST_ROUND: u64 = 160;
/// By what part an order may be behind what the loop takes where that is no reason to refuse it: half of what it may be behind once
/// it has its waits and nops.
const MARGIN: u64 = 128;
/// A loop of fewer instructions may spend as much as one of so many.
const SHORTEST: usize = 250;

/// What an order takes under a model: one wave, and the SIMD at the kernel's own number of waves.
#[derive(Clone, Copy, Debug)]
struct Taken {
    alone: Period,
    own: Period,
}

impl Taken {
    /// Of an order that takes one wave so long.
    fn of(simulation: Simulation<'_>, waves: u32, idle: &SimState, alone: Period) -> Taken {
        let own = simulation.throughput(waves, idle, alone);
        Taken { alone, own }
    }

    /// Of any order.
    fn simulated(simulation: Simulation<'_>, waves: u32, idle: &SimState) -> Taken {
        let alone = simulation.run(idle.clone()).0.period;
        Taken::of(simulation, waves, idle, alone)
    }

    /// [`OWN_WAVES`] times what it takes at the kernel's own number of waves, and one wave.
    fn time(self) -> u64 {
        self.alone.0 + OWN_WAVES * self.own.0
    }

    /// Whether it is slower under a model than the loop was: at the kernel's own number of waves under the first, which is what
    /// was measured, hardly for one wave, and hardly for both together under the others.
    fn is_slower(self, model: usize, than: Option<&Taken>) -> bool {
        let behind = |time: u64| time + time / MARGIN;
        than.is_some_and(|than| match model {
            0 => {
                let alone = self.alone.0 > behind(than.alone.0);
                alone || self.own > than.own || self.time() > than.time()
            }
            _ => self.time() > behind(than.time()),
        })
    }
}

/// An order that the search came by.
pub(super) struct Found {
    pub placement: Placement,
    /// Whether it is slower than the loop was under any model.
    is_slower: bool,
    /// What it takes under the first model: at the kernel's own number of waves, which count [`OWN_WAVES`] times, and one wave.
    time: u64,
}

/// An order for which there are registers.
pub(super) struct Good {
    pub found: Found,
    /// By web: the slots that it moves by.
    pub shifts: Vec<i32>,
}

impl Found {
    /// The less, the better.
    pub fn rank(&self) -> (bool, u64) {
        (self.is_slower, self.time)
    }
}

/// The search for one loop.
pub(super) struct Rounds<'a> {
    looped: &'a Loop,
    /// Waves on a SIMD.
    waves: u32,
    /// What no order takes less than, one wave under the first model, in issue slots.
    least: u32,
    /// By model: what the loop takes now.
    now: Vec<Taken>,
    /// Simulated instructions that each search may spend.
    budget: u64,
}

impl<'a> Rounds<'a> {
    pub fn of(looped: &'a Loop, request: &Request<'_>) -> Rounds<'a> {
        let present = looped.program.order();
        let idle = looped.idle();
        let now: Vec<Taken> = (0..looped.costs.len())
            .map(|model| {
                let simulation = looped.simulation(model, &present);
                Taken::simulated(simulation, request.waves, &idle)
            })
            .collect();
        Rounds {
            looped,
            waves: request.waves,
            least: request.least.map_or(0, |least| least.slots()),
            now,
            budget: request.steps * looped.graph.insts.len().max(SHORTEST) as u64,
        }
    }

    /// Begins with several orders; the best order for which there are registers.
    pub fn begin_with_several(&self, starts: &[Placement], seed: u32) -> Option<Good> {
        let mut searches: Vec<Search<'_>> = (starts.iter().cloned())
            .map(|start| Search::new(self.looped, start, Charge::FIRST, seed))
            .collect();
        searches.iter_mut().for_each(Search::list);
        for go_on in FINALISTS {
            let part = self.budget / BRIEF / searches.len().max(1) as u64;
            for search in &mut searches {
                search.run(search.spent + part);
            }
            searches.sort_by_key(|search| search.cost);
            searches.truncate(go_on);
        }
        let rest = self.budget - FINALISTS.len() as u64 * (self.budget / BRIEF);
        self.go_on(searches.into_iter().next()?, rest)
    }

    /// The same from an order for which the present registers do.
    pub fn begin_with_one(&self, start: Placement, seed: u32) -> Option<Good> {
        let search = Search::new(self.looped, start, Charge::TIGHT, seed);
        self.go_on(search, self.budget)
    }

    fn go_on(&self, mut search: Search<'_>, budget: u64) -> Option<Good> {
        let mut palette = Palette::of(self.looped);
        let mut good: Option<Good> = None;
        let whole = budget / ROUNDS;
        let mut part = whole;
        let end = search.spent + budget;
        let mut gained_at = search.spent;
        loop {
            let found = self.as_found(&search, good.as_ref().map(|good| &good.found));
            let is_better = good
                .as_ref()
                .is_none_or(|good| found.rank() < good.found.rank());
            let shifts = match is_better {
                true => palette.colour(&found.placement, good.as_ref().map(|good| &*good.shifts)),
                false => None,
            };
            if is_better && shifts.is_none() {
                search.charge(search.charge.raised(search.cost.excess));
            }
            let gained = match (shifts, &good) {
                (Some(shifts), _) => {
                    part = (2 * part).min(whole);
                    let gained = good.as_ref().is_none_or(|good| {
                        found.time * LEAST_GAIN < good.found.time * (LEAST_GAIN - 1)
                    });
                    good = Some(Good { found, shifts });
                    gained
                }
                // One wave gained and several lose, or there are too few registers: once more from there, another way.
                (None, Some(good)) => {
                    if is_better {
                        part = (part / 2).max(budget / SHORTEST_ROUND);
                    }
                    search.restart(good.found.placement.clone());
                    false
                }
                (None, None) => false,
            };
            if gained {
                gained_at = search.spent;
            }
            let is_at_least = search.cost.slots <= self.least && search.cost.excess == 0;
            let most_in_vain = match good {
                Some(_) => MOST_IN_VAIN,
                None => WITHOUT_REGISTERS,
            };
            let in_vain = search.spent - gained_at;
            if search.spent >= end || in_vain >= whole * u64::from(most_in_vain) || is_at_least {
                break;
            }
            search.run(search.spent + part);
        }
        good
    }

    /// What the search has come by. Of one that is no better than another under the first model, the others are not asked.
    fn as_found(&self, search: &Search<'_>, best: Option<&Found>) -> Found {
        let idle = self.looped.idle();
        let simulation = |model: usize| self.looped.simulation(model, search.issued());
        let first = Taken::of(simulation(0), self.waves, &idle, search.alone);
        let mut found = Found {
            placement: search.placement.clone(),
            is_slower: first.is_slower(0, self.now.first()),
            time: first.time(),
        };
        if !found.is_slower && best.is_none_or(|best| found.rank() < best.rank()) {
            found.is_slower = (1..self.looped.costs.len()).any(|model| {
                let taken = Taken::simulated(simulation(model), self.waves, &idle);
                taken.is_slower(model, self.now.get(model))
            });
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_may_be_hardly_slower_where_that_is_not_what_was_measured_at_its_own_waves() {
        let taken = |alone, own| Taken {
            alone: Period(alone),
            own: Period(own),
        };
        let now = taken(6400, 3200);
        for (model, new, is_slower) in [
            (0, taken(6400, 3200), false),
            // What one wave loses the others must gain.
            (0, taken(6450, 3188), true),
            (0, taken(6450, 3187), false),
            (0, taken(6451, 3000), true),
            (0, taken(6000, 3201), true),
            (1, taken(6550, 3200), false),
            (1, taken(6551, 3200), true),
        ] {
            assert_eq!(
                new.is_slower(model, Some(&now)),
                is_slower,
                "{model} {new:?}"
            );
        }
        assert!(!taken(1, 1).is_slower(0, None));
    }
}
