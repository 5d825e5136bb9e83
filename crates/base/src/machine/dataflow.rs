//! Data flow over the control-flow graph: the solver of what makes streams.
//!
//! A [`Problem`] says what blocks are given, what each makes of its state, and what becomes of that along an edge;
//! [`solve`] finds the fixed point. Of the blocks whose state has changed the first one in the order of the [`Graph`] is
//! taken next: reverse post-order, or post-order against the edges. The order is part of the result where a problem widens
//! ([`Problem::join`]).
//!
//! The checker has a solver of its own and does not use this one, so that it cannot make the same mistake.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::cfg::reverse_post_order_of_all;
use super::index::TypedVec;
use super::{BlockId, Function};

/// The edges of a function in one direction, with the order in which blocks are best taken.
pub struct Graph<'f> {
    function: &'f Function,
    order: Vec<BlockId>,
    /// By block: its place in the order.
    rank: TypedVec<BlockId, u32>,
    backward: bool,
}

impl<'f> Graph<'f> {
    /// States flow from where blocks begin to the beginnings of their successors.
    pub fn forward(function: &'f Function) -> Graph<'f> {
        Graph::new(function, reverse_post_order_of_all(function), false)
    }

    /// States flow from where blocks end to the ends of their predecessors.
    pub fn backward(function: &'f Function) -> Graph<'f> {
        let mut order = reverse_post_order_of_all(function);
        order.reverse();
        Graph::new(function, order, true)
    }

    fn new(function: &'f Function, order: Vec<BlockId>, backward: bool) -> Graph<'f> {
        let mut rank = TypedVec::from_elem(0, function.blocks().len());
        for (at, &block) in (0..).zip(&order) {
            rank[block] = at;
        }
        Graph {
            function,
            order,
            rank,
            backward,
        }
    }

    fn neighbours(&self, block: BlockId) -> &'f [BlockId] {
        let block = self.function.block(block);
        match self.backward {
            true => &block.predecessors,
            false => &block.successors,
        }
    }
}

/// A dataflow problem. States change in one direction only, and finitely often.
pub trait Problem {
    /// What is known where a block begins or, backwards, ends.
    type State: Clone;

    /// What a block is given, whatever leads to it; `None`: nothing, and a block that no state reaches has none.
    fn given(&self, block: BlockId) -> Option<Self::State>;

    /// What a block makes of its state.
    fn transfer(&self, block: BlockId, state: Self::State) -> Self::State;

    /// What comes of that along an edge; `None`: nothing.
    fn along<'s>(
        &self,
        _from: BlockId,
        _to: BlockId,
        state: &'s Self::State,
    ) -> Option<Cow<'s, Self::State>> {
        Some(Cow::Borrowed(state))
    }

    /// Takes another state into the one that is known; whether that changed it. `changes`: how often the state of the block has
    /// changed before, for problems that have to widen.
    fn join(&self, known: &mut Self::State, other: &Self::State, changes: u32) -> bool;
}

/// The states at the fixed point; `None` for blocks that no state reaches.
pub fn solve<P: Problem>(graph: &Graph<'_>, problem: &P) -> TypedVec<BlockId, Option<P::State>> {
    let blocks = graph.function.block_ids();
    let mut states: TypedVec<BlockId, Option<P::State>> =
        blocks.map(|block| problem.given(block)).collect();
    let mut changes: TypedVec<BlockId, u32> = TypedVec::from_elem(0, graph.order.len());
    let mut is_waiting: TypedVec<BlockId, bool> = TypedVec::from_elem(false, graph.order.len());
    let mut waiting = BinaryHeap::new();
    for &block in &graph.order {
        if states[block].is_some() {
            is_waiting[block] = true;
            waiting.push(Reverse(graph.rank[block]));
        }
    }
    while let Some(Reverse(at)) = waiting.pop() {
        let block = graph.order[at as usize];
        is_waiting[block] = false;
        let Some(state) = states[block].clone() else {
            continue;
        };
        let state = problem.transfer(block, state);
        for &to in graph.neighbours(block) {
            let Some(handed) = problem.along(block, to, &state) else {
                continue;
            };
            let changed = match &mut states[to] {
                Some(known) => problem.join(known, &handed, changes[to]),
                unknown => {
                    *unknown = Some(handed.into_owned());
                    true
                }
            };
            if changed {
                changes[to] += 1;
                if !std::mem::replace(&mut is_waiting[to], true) {
                    waiting.push(Reverse(graph.rank[to]));
                }
            }
        }
    }
    states
}

/// The blocks that hold one of these, or that can be reached from one: what [`Problem`]s of one bit come to.
pub fn reached_from(
    function: &Function,
    is_source: impl Fn(BlockId) -> bool,
) -> TypedVec<BlockId, bool> {
    struct Reached<F>(F);
    impl<F: Fn(BlockId) -> bool> Problem for Reached<F> {
        type State = ();
        fn given(&self, block: BlockId) -> Option<()> {
            (self.0)(block).then_some(())
        }
        fn transfer(&self, _: BlockId, (): ()) {}
        fn join(&self, (): &mut (), (): &(), _: u32) -> bool {
            false
        }
    }
    let states = solve(&Graph::forward(function), &Reached(is_source));
    function
        .block_ids()
        .map(|block| states[block].is_some())
        .collect()
}

#[cfg(test)]
mod tests;
