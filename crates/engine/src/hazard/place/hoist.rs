//! Moving nops out of a loop to its entry, when only the entry makes them necessary.

use std::collections::BTreeMap;

use super::{Edges, Flow, HazardScoreboard, Tail};
use crate::machine::BlockId;

/// What a trial may change in a block, as it was before.
pub(super) struct SavedSlots {
    /// Nops before every instruction, in order.
    nops: Vec<u8>,
    out: Edges,
    tail: Tail,
}

fn wait_states(nops: &[u8], tail: Tail) -> f64 {
    nops.iter().map(|n| f64::from(*n)).sum::<f64>() + f64::from(tail.wait_states)
}

impl Flow<'_> {
    /// Moves nops that only rare predecessors make necessary to the ends of these.
    pub(super) fn hoist(&mut self) {
        for block in self.order.clone() {
            let function = self.function;
            let here = function.block(block);
            if !here.order.iter().any(|inst| self.before[inst.index()] > 0) {
                continue;
            }
            let rare: Vec<BlockId> = here
                .predecessors
                .iter()
                .copied()
                .filter(|&p| {
                    let from = function.block(p);
                    p != block && from.successors == [block] && from.frequency < here.frequency
                })
                .collect();
            if rare.is_empty() || rare.len() == here.predecessors.len() {
                continue;
            }
            self.hoist_from(block, &rare);
        }
    }

    fn hoist_from(&mut self, block: BlockId, rare: &[BlockId]) {
        let others = self.entry(block, |p| !rare.contains(&p));
        let needs = |state| self.decide(block, state, |_, need| need).0;
        let total = |nops: &[u8]| nops.iter().copied().map(u32::from).sum::<u32>();
        let (wanted, now) = (needs(others.clone()), needs(self.entry(block, |_| true)));
        let saved = total(&now).saturating_sub(total(&wanted));
        let Some(at) = (0..now.len()).find(|&at| now[at] > wanted[at]) else {
            return;
        };
        let consumer = self.function.block(block).order[at];
        // The fewest wait states at the end of every rare predecessor with which it requires no
        // more of the block than the other predecessors do.
        let mut tails = Vec::new();
        for &p in rare {
            let edge = self.entry(block, |from| from == p);
            let enough = (0..=saved.min(u32::from(u8::MAX)) as u8).find(|&more| {
                let mut state = others.clone();
                state.join(&self.later(&edge, more));
                needs(state) == wanted
            });
            let Some(more) = enough else { return };
            tails.push((p, more));
        }
        tails.retain(|(_, more)| *more > 0);
        self.attempt(|flow| {
            for &(p, more) in &tails {
                flow.set_tail(
                    p,
                    Tail {
                        wait_states: more,
                        consumer: Some(consumer),
                    },
                );
            }
            flow.solve_from(tails.iter().map(|(p, _)| *p));
            for &(p, _) in &tails {
                flow.attempt(|flow| flow.trim(p, block));
            }
        });
    }

    /// Removes wait states at the end of a predecessor that the nops left in the block make
    /// unnecessary.
    fn trim(&mut self, p: BlockId, block: BlockId) {
        let tail = self.tail[p.index()];
        let before = &self.before;
        let entry = self.entry(p, |_| true);
        let edges = self.walk(p, entry, 0, |_, inst, _| before[inst.index()]);
        let bare = edges.into_iter().find(|(to, _)| *to == block);
        let bare = bare.map_or_else(HazardScoreboard::default, |(_, state)| state);
        let nops = self.nops(block);
        let enough = (0..tail.wait_states).find(|&wait_states| {
            let entry = self.later(&bare, wait_states);
            let wanted = self.decide(block, entry, |inst, need| need.max(before[inst.index()]));
            wanted.0 == nops
        });
        if let Some(wait_states) = enough {
            self.set_tail(
                p,
                Tail {
                    wait_states,
                    ..tail
                },
            );
            self.solve_from([p].into_iter());
        }
    }

    /// The state, `wait_states` later.
    fn later(&self, state: &HazardScoreboard, wait_states: u8) -> HazardScoreboard {
        let mut state = state.clone();
        state.advance(self.facts, wait_states);
        state.normalise();
        state
    }

    fn set_tail(&mut self, block: BlockId, tail: Tail) {
        self.remember(block);
        self.tail[block.index()] = tail;
    }

    fn solve_from(&mut self, changed: impl Iterator<Item = BlockId>) {
        let ranks: Vec<u32> = changed.map(|block| self.rank[block.index()]).collect();
        self.solve(ranks.into_iter());
    }

    /// Makes a change, and reverts it unless fewer wait states are executed: its cost in later
    /// blocks is only known once it is made.
    fn attempt(&mut self, change: impl FnOnce(&mut Self)) {
        self.trials.push(BTreeMap::new());
        change(self);
        let trial = self.trials.pop().unwrap_or_default();
        let (mut was, mut is) = (0.0, 0.0);
        for (&block, before) in &trial {
            let frequency = self.function.block(block).frequency;
            was += frequency * wait_states(&before.nops, before.tail);
            is += frequency * wait_states(&self.nops(block), self.tail[block.index()]);
        }
        if is >= was {
            for (block, before) in trial {
                self.set_nops(block, &before.nops);
                self.out[block.index()] = before.out;
                self.tail[block.index()] = before.tail;
            }
        } else if let Some(outer) = self.trials.last_mut() {
            for (block, before) in trial {
                outer.entry(block).or_insert(before);
            }
        }
    }

    /// Saves a block before its first change in the current trial.
    pub(super) fn remember(&mut self, block: BlockId) {
        let known = |trial: &BTreeMap<BlockId, SavedSlots>| trial.contains_key(&block);
        if self.trials.last().is_none_or(known) {
            return;
        }
        let before = SavedSlots {
            nops: self.nops(block),
            out: self.out[block.index()].clone(),
            tail: self.tail[block.index()],
        };
        if let Some(trial) = self.trials.last_mut() {
            trial.insert(block, before);
        }
    }
}
