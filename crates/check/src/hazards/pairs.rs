//! Which pairs of instructions a nop keeps apart, and how far apart pairs are.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::{Checker, LONGEST_NOP, Open, OpenHazard, acts};
use crate::exits::{Exit, exits};
use crate::gpu::{Unit, WaitStates};
use crate::machine::{BlockId, Function, InstId};
use crate::rules::{MAX_WINDOW, Policy};

/// Pairs of instructions of a function that a row of the table is about. Every `s_nop` is taken at its word.
pub struct Pairs<'a> {
    checker: Checker<'a>,
    exits: Vec<Vec<Exit>>,
    places: HashMap<InstId, (BlockId, usize)>,
}

impl<'a> Pairs<'a> {
    /// The pairs of a function by the numbers of a policy.
    pub fn new(function: &'a Function, policy: Policy) -> Pairs<'a> {
        let mut checker = Checker::new(function, policy);
        checker.long_nops = true;
        let mut places = HashMap::new();
        for block in function.block_ids() {
            for (at, &inst) in function.block(block).order.iter().enumerate() {
                places.insert(inst, (block, at));
            }
        }
        Pairs {
            exits: function.block_ids().map(|b| exits(function, b)).collect(),
            checker,
            places,
        }
    }

    /// The pairs that would be too close without a nop, or closer than they are, each with the wait states that it has
    /// with the nop. All other nops stay. Empty for what is no nop.
    pub fn kept_apart_by(&mut self, nop: InstId) -> Vec<OpenHazard> {
        let function = self.checker.function;
        let Some(&(block, at)) = self.places.get(&nop) else {
            return Vec::new();
        };
        if function.info(nop).unit != Unit::Nop {
            return Vec::new();
        }
        let near = near(function, &self.exits, block, at + 1);
        let with = self.open(near.iter().copied());
        self.checker.instead = Some((nop, 0));
        let without = self.open(near.iter().copied());
        self.checker.instead = None;
        let worth = acts::worth_with_nops(function, nop, LONGEST_NOP);
        let missing = |open: &OpenHazard| open.need - open.have;
        let mut kept = Vec::new();
        for (pair, mut open) in without {
            match with.get(&pair) {
                Some(same) if missing(same) >= missing(&open) => continue,
                Some(same) => open.have = same.have,
                None => open.have = WaitStates(open.have.0 + worth),
            }
            kept.push(open);
        }
        kept
    }

    /// The pairs with an instruction as the second one that are no further apart than the largest requirement on
    /// it. Of each pair the row and the path that come closest.
    pub fn with_second(&mut self, inst: InstId) -> Vec<OpenHazard> {
        let place = self.places.get(&inst).copied();
        self.all(place)
    }

    /// As [`Pairs::with_second`], with the instruction as the first one.
    pub fn with_first(&mut self, inst: InstId) -> Vec<OpenHazard> {
        let Some(&(block, at)) = self.places.get(&inst) else {
            return Vec::new();
        };
        let near = near(self.checker.function, &self.exits, block, at + 1);
        let mut pairs = self.all(near);
        pairs.retain(|pair| pair.producer == inst);
        pairs
    }

    fn all(&mut self, places: impl IntoIterator<Item = (BlockId, usize)>) -> Vec<OpenHazard> {
        self.checker.with_met = true;
        let found = self.open(places);
        self.checker.with_met = false;
        found.into_values().collect()
    }

    /// What is open at these places, in the order of the second instructions.
    fn open(
        &self,
        places: impl IntoIterator<Item = (BlockId, usize)>,
    ) -> BTreeMap<(BlockId, usize, InstId), OpenHazard> {
        let mut found = BTreeMap::new();
        for (block, at) in places {
            let mut open = Open::default();
            self.checker.consumer(block, at, &mut open);
            for hazard in open.between.into_iter().chain(open.in_asm) {
                found.insert((block, at, hazard.producer), hazard);
            }
        }
        found
    }
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
