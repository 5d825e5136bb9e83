//! Nops that no rule needs.

use std::collections::BTreeSet;

use super::pairs::near;
use super::{Checker, LONGEST_NOP, Open, OpenHazard, acts};
use crate::exits::{Exit, exits};
use crate::gpu::{Unit, WaitStates};
use crate::machine::{BlockId, Function, InstId};
use crate::rules::Policy;

/// Nops that are longer than the rules require while all others stay, with the wait states that suffice.
pub fn idle_nops(function: &Function, policy: Policy) -> Vec<(InstId, WaitStates)> {
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
