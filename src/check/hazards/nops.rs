//! Nops that no rule needs.

use std::collections::{BTreeSet, HashMap};

use super::{Checker, LONGEST_NOP, Open, OpenHazard, acts};
use crate::check::exits::{Exit, exits};
use crate::gpu::{Unit, WaitStates};
use crate::machine::{BlockId, Function, InstId};
use crate::rules::{MAX_WINDOW, Policy};

/// Nops that are longer than the rules require while all others stay, with the wait states that suffice.
#[cfg(feature = "mc")]
pub(crate) fn idle_nops(function: &Function, policy: Policy) -> Vec<(InstId, WaitStates)> {
    let mut checker = Checker::new(function, policy);
    checker.long_nops = true;
    let exits: Vec<Vec<Exit>> = function.block_ids().map(|b| exits(function, b)).collect();
    let mut found = Vec::new();
    for block in function.block_ids() {
        for (at, &nop) in function.block(block).order.iter().enumerate() {
            if function.info(nop).unit != Unit::Nop {
                continue;
            }
            let near = near(function, &exits, block, at + 1);
            checker.instead = None;
            let as_it_is = open(&checker, &near);
            let enough = (0..acts::worth_with_nops(function, nop, LONGEST_NOP)).find(|&worth| {
                checker.instead = Some((nop, worth));
                open(&checker, &near) == as_it_is
            });
            found.extend(enough.map(|enough| (nop, WaitStates(enough))));
        }
    }
    found
}

/// What is open at these places: the pairs, and how many wait states they lack.
#[cfg(feature = "mc")]
fn open(checker: &Checker<'_>, places: &BTreeSet<(BlockId, usize)>) -> Vec<(InstId, InstId, u32)> {
    let mut open = Open::default();
    for &(block, at) in places {
        checker.consumer(block, at, &mut open);
    }
    let of = |h: OpenHazard| (h.producer, h.consumer, h.need.0.saturating_sub(h.have.0));
    open.between
        .into_iter()
        .chain(open.in_asm)
        .map(of)
        .collect()
}

/// The places that a nop before them can matter to.
pub(super) fn near(
    function: &Function,
    exits: &[Vec<Exit>],
    block: BlockId,
    from: usize,
) -> BTreeSet<(BlockId, usize)> {
    let mut near = BTreeSet::new();
    let mut entered: HashMap<BlockId, u32> = HashMap::new();
    let mut open = vec![(block, from, 0)];
    while let Some((block, from, mut distance)) = open.pop() {
        let order = &function.block(block).order;
        for at in from..=order.len() {
            for way in exits[block.index()].iter().filter(|way| way.executed == at) {
                if entered.get(&way.to).is_none_or(|&known| distance < known) {
                    entered.insert(way.to, distance);
                    open.push((way.to, 0, distance));
                }
            }
            let Some(&inst) = order.get(at) else { break };
            near.insert((block, at));
            distance += acts::worth(function, inst);
            // A run of memory instructions matters however long it is.
            if distance > MAX_WINDOW.0 && acts::run_of(function, inst).is_none() {
                break;
            }
        }
    }
    near
}
