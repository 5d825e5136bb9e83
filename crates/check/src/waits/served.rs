//! Missing waits that the mends of others serve.

use std::collections::HashMap;

use super::lines::Line;
use super::{OpenWait, emits_nothing, mnemonics};
use crate::gpu::Counter;
use crate::machine::{Function, InstId};

/// A wait that a mend puts before an instruction further up in the block.
struct Mend {
    number: usize,
    at: usize,
    /// Operations on lines since, each with its line.
    later: Vec<Line>,
}

/// For each of the missing waits whether the mend of another one serves it: accesses are complete in the order of their
/// issue on most lines, so a wait for a younger one completes the older ones. Only what comes before it in its block is
/// asked, so that none of them serves another that serves it.
///
/// `is_mended`: whether a wait is put at all where one relies on something; `instead_of`: whether the first one may be left out for
/// that of the second.
pub fn served(
    function: &Function,
    open: &[OpenWait],
    is_mended: impl Fn(usize) -> bool,
    instead_of: impl Fn(usize, usize) -> bool,
) -> Vec<bool> {
    let mut by_consumer: HashMap<InstId, Vec<usize>> = HashMap::new();
    for (number, wait) in open.iter().enumerate() {
        by_consumer.entry(wait.consumer).or_default().push(number);
    }
    let mut found = vec![false; open.len()];
    for block in function.blocks() {
        let mut mends: Vec<Mend> = Vec::new();
        let places: HashMap<InstId, usize> = block.order.iter().copied().zip(0..).collect();
        for (at, &inst) in block.order.iter().enumerate() {
            let here = by_consumer.get(&inst).into_iter().flatten();
            let (served, left): (Vec<usize>, Vec<usize>) = here.partition(|&&number| {
                let place = open[number].producer.and_then(|p| places.get(&p));
                let serves = |mend: &Mend| {
                    let between = place.is_some_and(|place| (mend.at..at).contains(place));
                    !between
                        && instead_of(number, mend.number)
                        && completes(function, &open[mend.number], &mend.later, &open[number])
                };
                mends.iter().any(serves)
            });
            served.into_iter().for_each(|number| found[number] = true);
            let left = left.into_iter().filter(|&number| is_mended(number));
            mends.extend(left.map(|number| Mend {
                number,
                at,
                later: Vec::new(),
            }));
            if mends.is_empty() || emits_nothing(function, inst) {
                continue;
            }
            for line in mnemonics::lines(function, inst) {
                mends.iter_mut().for_each(|mend| mend.later.push(line));
            }
        }
    }
    found
}

/// Whether the wait that mends one, with so many operations behind it, completes what the other relies on.
fn completes(function: &Function, mended: &OpenWait, later: &[Line], open: &OpenWait) -> bool {
    let Some(producer) = open.producer else {
        return false;
    };
    let lines = mnemonics::lines(function, producer);
    let mut lines = lines
        .into_iter()
        .filter(|line| line.counter() == open.counter);
    let is_complete = |line: Line| {
        let since = later.iter().filter(|&&other| other == line).count();
        let before = usize::from(open.count).checked_sub(since);
        mended.count == 0
            || line.in_order() && before.is_some_and(|n| n >= usize::from(mended.count))
    };
    mended.counter == open.counter && open.counter != Counter::Exp && lines.all(is_complete)
}
