//! Nops of a loop that only its entry makes necessary go in front of the loop.

use std::collections::BTreeMap;

use smallvec::SmallVec;

use super::{Flow, State, Tail};
use crate::machine::{BlockId, InstId};

/// A block before a change.
pub(super) struct Before {
    /// In front of every instruction, in order.
    nops: Vec<u8>,
    out: SmallVec<[(BlockId, State); 2]>,
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
        let wanted = self.needs(block, others.clone());
        let total = |needs: &[(InstId, u8)]| needs.iter().map(|n| u32::from(n.1)).sum::<u32>();
        let now = self.needs(block, self.entry(block, |_| true));
        let saved = total(&now).saturating_sub(total(&wanted));
        let Some(&(consumer, _)) = now.iter().find(|n| !wanted.contains(n)) else {
            return;
        };
        // Fewest wait states at the end of every rare predecessor so that it asks no more of
        // the block than the others do.
        let mut tails = Vec::new();
        for &p in rare {
            let edge = self.entry(block, |from| from == p);
            let enough = (0..=saved.min(u32::from(u8::MAX)) as u8).find(|&more| {
                let (mut edge, mut state) = (edge.clone(), others.clone());
                edge.advance(self.facts, more);
                edge.normalise();
                state.join(&edge);
                self.needs(block, state) == wanted
            });
            let Some(more) = enough else { return };
            tails.push((p, more));
        }
        tails.retain(|(_, more)| *more > 0);
        // What it costs further on shows only when it is done.
        self.trial = Some(BTreeMap::new());
        let changed: Vec<u32> = tails.iter().map(|(p, _)| self.rank[p.index()]).collect();
        for (p, more) in tails {
            self.remember(p);
            let tail = &mut self.tail[p.index()];
            tail.wait_states += more;
            tail.consumer = Some(consumer);
        }
        self.visits.fill(0);
        self.solve(changed.into_iter());
        let trial = self.trial.take().unwrap_or_default();
        let (mut was, mut is) = (0.0, 0.0);
        for (&block, before) in &trial {
            let frequency = self.function.block(block).frequency;
            was += frequency * wait_states(&before.nops, before.tail);
            is += frequency * wait_states(&self.nops(block), self.tail[block.index()]);
        }
        if is >= was {
            for (block, before) in trial {
                let order = &self.function.block(block).order;
                for (inst, nops) in order.iter().zip(before.nops) {
                    self.before[inst.index()] = nops;
                }
                self.out[block.index()] = before.out;
                self.tail[block.index()] = before.tail;
            }
        }
    }

    fn nops(&self, block: BlockId) -> Vec<u8> {
        let order = &self.function.block(block).order;
        order.iter().map(|i| self.before[i.index()]).collect()
    }

    /// Keeps what a block is like for taking a trial back.
    pub(super) fn remember(&mut self, block: BlockId) {
        if self.trial.as_ref().is_some_and(|t| !t.contains_key(&block)) {
            let before = Before {
                nops: self.nops(block),
                out: self.out[block.index()].clone(),
                tail: self.tail[block.index()],
            };
            self.trial.get_or_insert_default().insert(block, before);
        }
    }
}
