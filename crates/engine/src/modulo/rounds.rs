//! The search in rounds: from several orders briefly, then from the best of these; after each round the order is timed at the
//! kernel's own number of waves, and its values get registers.

use super::colour::Palette;
use super::placement::Placement;
use super::search::{Charge, Search};
use super::{Loop, Request};
use crate::schedule::{OWN_WAVES, margin_of_others};
use crate::timing::{OpId, Period};

/// How many orders the search begins with: of list schedules near the present order, and of others.
const STARTS: usize = 3;
/// How many orders with few registers it begins with.
const FRUGAL: usize = 2;
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
/// A round after which there are not registers enough, or that several waves gain nothing by, is followed by one half as long, and
/// that is at least one part in this many of the budget: moves that take one wave no longer may take several much longer.
const SHORTEST_ROUND: u64 = 160;
/// A loop of fewer instructions may spend as much as one of so many.
const SHORTEST: usize = 250;

/// What an order takes under a model: one wave, and the SIMD at the kernel's own number of waves.
#[derive(Clone, Copy, Debug)]
struct Taken {
    alone: Period,
    own: Period,
}

impl Taken {
    /// What an order takes with slow starts of the vector ALU, which the search's moves know nothing of.
    fn of(looped: &Loop, model: usize, order: &[OpId], waves: u32) -> Taken {
        let simulation = looped.simulation_with_slow_starts(model, order);
        let idle = looped.idle();
        let alone = simulation.run(idle.clone()).0.period;
        let own = simulation.throughput(waves, &idle, alone);
        Taken { alone, own }
    }

    /// Both, of which that at the kernel's own number of waves counts [`OWN_WAVES`] times.
    fn weighed(self) -> u64 {
        self.alone.0 + OWN_WAVES * self.own.0
    }

    fn is_slower(self, than: Option<&Taken>) -> bool {
        than.is_some_and(|than| self.own > than.own || self.alone > than.alone)
    }

    /// Whether an order is behind what was before by more than a part of the time: both together, or several waves.
    fn is_behind(self, than: Option<&Taken>, margin: f64) -> bool {
        let is_more = |now: u64, before: u64| now as f64 > before as f64 * (1.0 + margin);
        than.is_some_and(|than| {
            is_more(self.weighed(), than.weighed()) || is_more(self.own.0, than.own.0)
        })
    }
}

/// An order that the search came by.
pub(super) struct Found {
    pub placement: Placement,
    /// Whether it is slower than the loop was under any model, for one wave or at the kernel's own number.
    is_slower: bool,
    /// What it takes under the first model ([`Taken::weighed`]).
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
        let models = 0..looped.costs.len();
        let now = models.map(|model| Taken::of(looped, model, &present, request.waves));
        Rounds {
            looped,
            waves: request.waves,
            least: request.least.map_or(0, |least| least.slots()),
            now: now.collect(),
            budget: request.steps * looped.graph.insts.len().max(SHORTEST) as u64,
        }
    }

    /// Begins with several orders; the best order for which there are registers.
    pub fn begin_with_several(&self, starts: &[Placement], seed: u32) -> Option<Good> {
        let mut near = self.searches(starts, seed);
        near.iter_mut().for_each(Search::list_near);
        let mut searches = near.clone();
        searches.iter_mut().for_each(Search::list_urgent);
        for all in [&mut near, &mut searches] {
            all.sort_by_key(|search| search.cost);
            all.truncate(STARTS);
        }
        searches.iter_mut().for_each(Search::relist);
        // What several waves take depends on more than what one does: some stay near the present order.
        searches.append(&mut near);
        self.narrow_down(searches)
    }

    /// The same from orders that need few registers, even if the present order uses nearly all of them.
    pub fn begin_with_few_registers(&self, starts: &[Placement], seed: u32) -> Option<Good> {
        let mut searches = self.searches(starts, seed);
        searches
            .iter_mut()
            .for_each(Search::list_with_few_registers);
        searches.sort_by_key(|search| search.cost);
        searches.truncate(FRUGAL);
        searches.iter_mut().for_each(Search::relist);
        self.narrow_down(searches)
    }

    fn searches(&self, starts: &[Placement], seed: u32) -> Vec<Search<'a>> {
        let starts = starts.iter().cloned();
        let search = |start| Search::new(self.looped, start, Charge::FIRST, seed);
        starts.map(search).collect()
    }

    /// Goes on with the searches that are best after brief ones, in the end with one.
    fn narrow_down(&self, mut searches: Vec<Search<'_>>) -> Option<Good> {
        for go_on in FINALISTS {
            let part = self.budget / BRIEF / searches.len().max(1) as u64;
            for search in &mut searches {
                search.run(search.spent + part);
            }
            searches.sort_by_cached_key(|search| self.weighed(search));
            searches.truncate(go_on);
        }
        let rest = self.budget - FINALISTS.len() as u64 * (self.budget / BRIEF);
        self.go_on(searches.into_iter().next()?, rest)
    }

    /// What a search's order takes under the first model, as [`Found::time`], with the registers that there are not.
    fn weighed(&self, search: &Search<'_>) -> u64 {
        self.taken(search, 0).weighed() + (1 + OWN_WAVES) * search.charged().0
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
                search.charge_more();
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
                // Nothing gained at the kernel's own number of waves, or too few registers: once more from there, another way.
                (None, Some(good)) => {
                    if is_better || self.waves > 1 {
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
            let is_at_least =
                good.is_some() && search.cost.slots <= self.least && search.cost.excess == 0;
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

    /// What a search's order takes.
    fn taken(&self, search: &Search<'_>, model: usize) -> Taken {
        Taken::of(self.looped, model, search.issued(), self.waves)
    }

    /// What the search has come by. Of one that is no better than another under the first model, the others are not asked.
    fn as_found(&self, search: &Search<'_>, best: Option<&Found>) -> Found {
        let first = self.taken(search, 0);
        let mut found = Found {
            placement: search.placement.clone(),
            is_slower: first.is_slower(self.now.first()),
            time: first.weighed(),
        };
        if !found.is_slower && best.is_none_or(|best| found.rank() < best.rank()) {
            let before = self.now.first().map_or(0, |now| now.weighed());
            let margin = margin_of_others(found.time as f64, before as f64);
            found.is_slower = (1..self.looped.costs.len()).any(|model| {
                let taken = self.taken(search, model);
                taken.is_behind(self.now.get(model), margin)
            });
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_gained_under_the_first_model_pays_for_a_quarter_of_it_under_others() {
        let taken = |alone: u64, own: u64| Taken {
            alone: Period(alone),
            own: Period(own),
        };
        let before = taken(6400, 3200);
        let is_behind = |now: u64, alone: u64, own: u64| {
            let margin = margin_of_others(now as f64, 12_000.0);
            taken(alone, own).is_behind(Some(&before), margin)
        };
        // Nothing gained: a 64th. A third: a twelfth.
        assert!(!is_behind(12_000, 6500, 3250) && is_behind(12_000, 6400, 3251));
        assert!(is_behind(12_000, 6701, 3200) && !is_behind(12_000, 6700, 3200));
        assert!(!is_behind(8000, 6900, 3466) && is_behind(8000, 6000, 3467));
        assert!(is_behind(8000, 8001, 3200) && !is_behind(8000, 8000, 3200));
        assert!(!taken(9000, 9000).is_behind(None, 0.0));
    }
}
