//! Data flow over the blocks of a function: the checker's one way to a fixed point.
//!
//! A problem gives states to some blocks and says what a block makes of its state and to which blocks it hands that.
//! [`solve`] finds the least states that contain what is handed to them. It takes the blocks from a worklist, always
//! the first one in reverse post-order (against the edges: in post-order), so that a block is seldom taken before
//! those that it depends on. Where transfers are monotone the solution does not depend on that order.
//!
//! The makers have a solver of their own (`machine::dataflow`), which nothing here may use: a mistake in a shared one would
//! be made by the maker and missed by its judge.
//!
//! Not every walk over the graph is of this kind. The hazard check and the ways of missing waits go path by path on purpose
//! ([`super::hazards`], `waits/ways.rs`), loops are found by one depth-first walk, and what computes an address is
//! looked up backwards on demand, with a limited depth (`waits/handover/places.rs`).

use std::collections::BTreeSet;
use std::convert::Infallible;

use super::exits::Exit;
use crate::machine::{BlockId, Function, InstId};

/// A state that grows by what holds on other paths. It can grow only finitely often.
pub(super) trait Join: Clone {
    /// Takes in what holds on another path; whether that changed anything.
    fn join(&mut self, other: &Self) -> bool;
}

/// Whether something holds on some path.
impl Join for bool {
    fn join(&mut self, other: &bool) -> bool {
        let grown = *other && !*self;
        *self |= *other;
        grown
    }
}

/// Which way states flow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Direction {
    /// From a block to its successors.
    Forward,
    /// From a block to its predecessors.
    Backward,
}

/// All blocks in the order in which they are best taken.
pub(super) fn order(function: &Function, direction: Direction) -> Vec<BlockId> {
    let successors = |block: BlockId| function.block(block).successors.as_slice();
    let mut order = post_order(function.blocks().len(), successors);
    if direction == Direction::Forward {
        order.reverse();
    }
    order
}

/// The post-order of depth-first walks from the first block and then, block by block, from what none has reached: but for
/// edges that go around a cycle, a block comes behind its successors.
fn post_order<'s>(count: usize, successors: impl Fn(BlockId) -> &'s [BlockId]) -> Vec<BlockId> {
    enum Visit {
        Enter(BlockId),
        Leave(BlockId),
    }
    let mut entered = vec![false; count];
    let mut left = Vec::with_capacity(count);
    for root in (0..count as u32).map(BlockId) {
        let mut visits = vec![Visit::Enter(root)];
        while let Some(visit) = visits.pop() {
            match visit {
                Visit::Leave(block) => left.push(block),
                Visit::Enter(block) => {
                    if !std::mem::replace(&mut entered[block.index()], true) {
                        visits.push(Visit::Leave(block));
                        visits.extend(successors(block).iter().rev().map(|&to| Visit::Enter(to)));
                    }
                }
            }
        }
    }
    left
}

/// Where a block hands its states.
pub(super) struct Out<'s, S> {
    states: &'s mut [Option<S>],
    rank: &'s [usize],
    /// The blocks to take, by rank.
    pending: &'s mut BTreeSet<usize>,
}

impl<S: Join> Out<'_, S> {
    /// Hands a state to a block.
    pub(super) fn to(&mut self, block: BlockId, state: &S) {
        let grown = match &mut self.states[block.index()] {
            Some(known) => known.join(state),
            unknown => {
                *unknown = Some(state.clone());
                true
            }
        };
        if grown {
            self.pending.insert(self.rank[block.index()]);
        }
    }
}

/// The least fixed point above `states`, by block; `None` for blocks to which nothing is handed. `order` names every block
/// once. `transfer` gets a block and its state, and hands on what it makes of that; it sees every block that
/// has a state for the last time with that of the solution.
///
/// # Errors
/// The first of `transfer`.
pub(super) fn solve<S: Join, E>(
    order: &[BlockId],
    mut states: Vec<Option<S>>,
    mut transfer: impl FnMut(BlockId, S, &mut Out<'_, S>) -> Result<(), E>,
) -> Result<Vec<Option<S>>, E> {
    let mut rank = vec![0; states.len()];
    for (at, block) in order.iter().enumerate() {
        rank[block.index()] = at;
    }
    let known = |at: &usize| states[order[*at].index()].is_some();
    let mut pending: BTreeSet<usize> = (0..order.len()).filter(known).collect();
    while let Some(at) = pending.pop_first() {
        let block = order[at];
        let Some(state) = states[block.index()].clone() else {
            continue;
        };
        let mut out = Out {
            states: &mut states,
            rank: &rank,
            pending: &mut pending,
        };
        transfer(block, state, &mut out)?;
    }
    Ok(states)
}

/// The solution of a problem that gives every block a state, and in which a block hands one state to all its neighbours:
/// where blocks begin or, backwards, where they end.
pub(super) fn everywhere<S: Join>(
    function: &Function,
    direction: Direction,
    given: impl Fn(BlockId) -> S,
    mut transfer: impl FnMut(BlockId, S) -> S,
) -> Vec<S> {
    let mut neighbours: Vec<Vec<BlockId>> = vec![Vec::new(); function.blocks().len()];
    for from in function.block_ids() {
        for &to in &function.block(from).successors {
            let (hands, gets) = match direction {
                Direction::Forward => (from, to),
                Direction::Backward => (to, from),
            };
            neighbours[hands.index()].push(gets);
        }
    }
    let states = function.block_ids().map(|block| Some(given(block)));
    let order = order(function, direction);
    let Ok(states) = solve::<S, Infallible>(&order, states.collect(), |block, state, out| {
        let state = transfer(block, state);
        for &to in &neighbours[block.index()] {
            out.to(to, &state);
        }
        Ok(())
    });
    states.into_iter().flatten().collect()
}

/// The states where blocks begin, by following all ways from the entry, instruction by instruction; `None` where no way
/// leads. `ways`: out of each block. `step` takes a state over an instruction of a block, `leave` over a way out if that
/// changes it.
pub(super) fn from_entry<S: Join>(
    function: &Function,
    ways: &[Vec<Exit>],
    entry: S,
    step: impl Fn(BlockId, InstId, &mut S),
    leave: impl Fn(&Exit, &S) -> Option<S>,
) -> Vec<Option<S>> {
    let mut states = vec![None; function.blocks().len()];
    if let Some(first) = states.first_mut() {
        *first = Some(entry);
    }
    let order = order(function, Direction::Forward);
    let Ok(states) = solve::<S, Infallible>(&order, states, |block, mut state, out| {
        let ways = &ways[block.index()];
        let mut go = |executed: usize, state: &S| {
            for way in ways.iter().filter(|way| way.executed == executed) {
                match leave(way, state) {
                    Some(changed) => out.to(way.to, &changed),
                    None => out.to(way.to, state),
                }
            }
        };
        go(0, &state);
        for (at, &inst) in function.block(block).order.iter().enumerate() {
            step(block, inst, &mut state);
            go(at + 1, &state);
        }
        Ok(())
    });
    states
}

#[cfg(test)]
mod tests;
