//! The search in rounds: from several orders briefly, then from the best of these; after each round the order is timed at the
//! kernel's own number of waves.

use super::colour::Palette;
use super::placement::Placement;
use super::search::Search;
use super::{Loop, Request};
use crate::timing::Period;

/// How many of the searches go on when each part of the budget is used up: from all starts, then from the best ...
const FINALISTS: [usize; 2] = [2, 1];
/// ... and which part of it they get together: one in this many.
const BRIEF: u64 = 4;
/// Rounds that the rest is for, of kernels with one wave on a SIMD, and with several.
const ROUNDS: u64 = 8;
const GUARDED_ROUNDS: u64 = 12;
/// A round in which less than one part in this many is gained is in vain ...
const LEAST_GAIN: u64 = 512;
/// ... and so many in a row are the last.
const MOST_IN_VAIN: u32 = 4;
/// Hundredths of the registers that may be used before it costs: at first, by how many less each time that no registers are
/// found, and at least.
const MOST_PERCENT: i32 = 96;
const LESS_PERCENT: i32 = 3;
const LEAST_PERCENT: i32 = 80;

/// How often the time at the kernel's own number of waves counts, and that of one wave once.
const OWN_WAVES: u64 = 4;

/// What an order takes under a model: one wave, and the SIMD at the kernel's own number of waves.
#[derive(Clone, Copy, Debug)]
struct Taken {
    alone: Period,
    own: Period,
}

/// An order that the search came by.
struct Found {
    placement: Placement,
    /// Whether it is slower than the loop was under any model, for one wave or at the kernel's own number.
    is_slower: bool,
    /// What it takes under the first model: at the kernel's own number of waves, which count [`OWN_WAVES`] times, and one wave.
    time: u64,
}

/// Runs the search; the best order for which there are registers, with the slots that each web moves by.
pub(super) fn run(
    looped: &Loop,
    request: &Request<'_>,
    starts: Vec<Placement>,
) -> Option<(Placement, Vec<i32>)> {
    let present = looped.program.order();
    let idle = looped.idle();
    let now: Vec<Taken> = (0..looped.costs.len())
        .map(|model| {
            let simulation = looped.simulation(model, &present);
            let alone = simulation.run(idle.clone()).0.period;
            let own = simulation.throughput(request.waves, &idle, alone);
            Taken { alone, own }
        })
        .collect();
    let slots: Vec<u32> = now.iter().map(|taken| taken.alone.slots()).collect();
    let budget = request.steps * looped.graph.insts.len() as u64;
    let mut searches: Vec<Search<'_>> = (starts.into_iter())
        .map(|start| Search::new(looped, &slots, start, MOST_PERCENT))
        .collect();
    for go_on in FINALISTS {
        let part = budget / BRIEF / searches.len().max(1) as u64;
        for search in &mut searches {
            search.run(search.spent + part);
        }
        searches.sort_by_key(|search| search.cost);
        searches.truncate(go_on);
    }
    let mut search = searches.into_iter().next()?;
    let least = request.least.map_or(0, |least| least.slots());
    let rounds = match request.waves {
        0 | 1 => ROUNDS,
        _ => GUARDED_ROUNDS,
    };
    let part = (budget - FINALISTS.len() as u64 * (budget / BRIEF)) / rounds;
    let mut palette = Palette::of(looped);
    let mut good: Option<Good> = None;
    let mut in_vain = 0;
    for round in 0..=rounds {
        let found = as_found(looped, request, &search, &now);
        let is_better = good
            .as_ref()
            .is_none_or(|good| found.rank() < good.found.rank());
        let shifts = match is_better {
            true => palette.colour(&found.placement, good.as_ref().map(|good| &*good.shifts)),
            false => None,
        };
        if is_better && shifts.is_none() {
            search.allow((search.percent - LESS_PERCENT).max(LEAST_PERCENT));
        }
        let gained = match (shifts, &good) {
            (Some(shifts), _) => {
                let gained = good.as_ref().is_none_or(|good| {
                    found.time * LEAST_GAIN < good.found.time * (LEAST_GAIN - 1)
                });
                good = Some(Good { found, shifts });
                gained
            }
            // One wave gained and several lose, or there are too few registers: once more from there, another way.
            (None, Some(good)) => {
                search.restart(good.found.placement.clone());
                false
            }
            (None, None) => false,
        };
        in_vain = if gained { 0 } else { in_vain + 1 };
        let is_at_least = search.cost.slots <= least && search.cost.excess == 0;
        if round == rounds || in_vain == MOST_IN_VAIN || is_at_least {
            break;
        }
        search.run(search.spent + part);
    }
    let good = good?;
    Some((good.found.placement, good.shifts))
}

/// An order for which there are registers.
struct Good {
    found: Found,
    /// By web: the slots that it moves by.
    shifts: Vec<i32>,
}

impl Found {
    /// The less, the better.
    fn rank(&self) -> (bool, u64) {
        (self.is_slower, self.time)
    }
}

fn as_found(looped: &Loop, request: &Request<'_>, search: &Search<'_>, now: &[Taken]) -> Found {
    let idle = looped.idle();
    let models = search.alone.iter().enumerate();
    let taken: Vec<Taken> = models
        .map(|(model, &alone)| {
            let simulation = looped.simulation(model, search.issued());
            let own = simulation.throughput(request.waves, &idle, alone);
            Taken { alone, own }
        })
        .collect();
    Found {
        placement: search.placement.clone(),
        is_slower: taken
            .iter()
            .zip(now)
            .any(|(new, old)| new.own > old.own || new.alone > old.alone),
        time: taken
            .first()
            .map_or(u64::MAX, |taken| taken.alone.0 + OWN_WAVES * taken.own.0),
    }
}
