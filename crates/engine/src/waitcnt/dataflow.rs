//! The dataflow analysis: what is outstanding where each block begins, and the waits that follow.
//!
//! [`Analysis::transfer`] (in `transfer`) walks one block. This file decides which blocks are
//! walked, with what, and how often.
//!
//! It is not a `machine::dataflow` problem: rounds and first visits decide what LLVM decides in them, transfers change the
//! analysis itself (what is carried around loops), and the fixed point is narrowed afterwards.

use super::abstract_state::AbstractState;
use super::inst_facts::InstFacts;
use super::memory::MemoryOrder;
use super::plan::{BlockPlan, Flushes};
use super::snapshot::Snapshot;
use crate::gpu::PerCounter;
use crate::machine::cfg::{self, Exit};
use crate::machine::{BlockId, Function};

/// A function as the analysis sees it, which is the same in all its runs.
pub(super) struct Input<'a> {
    pub function: &'a Function,
    pub facts: &'a InstFacts,
    /// The blocks that can be reached, in reverse post-order.
    pub rpo: Vec<BlockId>,
    /// Per block: its place in that order.
    position: Vec<usize>,
    /// Per block: branches that leave it before its end when they are taken.
    pub early_exits: Vec<Vec<Exit>>,
}

impl<'a> Input<'a> {
    pub fn new(function: &'a Function, facts: &'a InstFacts) -> Input<'a> {
        let rpo = cfg::reverse_post_order(function);
        let mut position = vec![0; function.blocks().len()];
        for (at, block) in rpo.iter().enumerate() {
            position[block.index()] = at;
        }
        let early_exits = function.block_ids().map(|block| {
            let mut exits = cfg::exits(function, block);
            exits.retain(|exit| exit.executed < function.block(block).order.len());
            exits
        });
        Input {
            function,
            facts,
            rpo,
            position,
            early_exits: early_exits.collect(),
        }
    }

    /// Whether an edge goes around a loop.
    fn is_backward(&self, from: BlockId, to: BlockId) -> bool {
        self.position[to.index()] <= self.position[from.index()]
    }
}

/// Finds the waits, in reverse post-order, when these counters are flushed.
pub(super) fn analyse<S: AbstractState>(input: &Input<'_>, flushes: &Flushes) -> Vec<BlockPlan> {
    let mut analysis = Analysis::<S>::new(input, flushes);
    let mut solution = analysis.fixed_point();
    analysis.memory.close();
    if solution.has_loops {
        solution.incoming = analysis.narrow(solution.incoming, solution.outgoing);
    }
    let mut plans = Vec::new();
    for &block in &input.rpo {
        let mut waits = Vec::new();
        let incoming = solution.incoming[block.index()].as_ref();
        analysis.transfer(block, incoming, Some(&mut waits));
        plans.push(BlockPlan {
            block,
            waits,
            pending: PerCounter::of(|counter| analysis.state.is_pending(counter)),
        });
    }
    plans
}

/// What each block finds; `None` when nothing is outstanding there.
type Incoming = Vec<Option<Snapshot>>;

/// What a block leaves, edge by edge.
type EdgeStates = Vec<(BlockId, Snapshot)>;

/// What [`Analysis::fixed_point`] found.
struct Solution {
    incoming: Incoming,
    outgoing: Vec<EdgeStates>,
    has_loops: bool,
}

/// Rounds of [`Analysis::narrow`]. One or two are enough for nearly all functions.
const NARROWING_ROUNDS: usize = 6;

/// One run of the analysis.
pub(super) struct Analysis<'a, S> {
    pub input: &'a Input<'a>,
    pub flushes: &'a Flushes,
    pub memory: MemoryOrder,
    pub state: S,
    /// Per block: whether LLVM flushes vector memory at its end, for the loop that begins after
    /// it. Decided on the first visit, as LLVM does.
    pub llvm_flushes: Vec<Option<bool>>,
    /// What the block walked last leaves where branches before its end are taken.
    pub left_early: EdgeStates,
}

impl<'a, S: AbstractState> Analysis<'a, S> {
    fn new(input: &'a Input<'a>, flushes: &'a Flushes) -> Analysis<'a, S> {
        let memory = input.facts.memory.clone();
        Analysis {
            input,
            flushes,
            state: S::new(memory.slots()),
            memory,
            llvm_flushes: vec![None; input.function.blocks().len()],
            left_early: EdgeStates::new(),
        }
    }

    /// Visits blocks in reverse post-order until nothing changes. The order matters for what is
    /// decided on first visits.
    fn fixed_point(&mut self) -> Solution {
        let input = self.input;
        let count = input.function.blocks().len();
        let mut incoming: Incoming = vec![None; count];
        let mut outgoing = vec![EdgeStates::new(); count];
        let mut dirty = vec![true; count];
        let mut has_loops = false;
        let mut again = true;
        while again {
            again = false;
            for &block in &input.rpo {
                if !std::mem::take(&mut dirty[block.index()]) {
                    continue;
                }
                let edges = self.edge_states(block, &incoming);
                for (successor, left) in &edges {
                    let backward = input.is_backward(block, *successor);
                    has_loops |= backward;
                    if join::<S>(&mut incoming[successor.index()], left) {
                        dirty[successor.index()] = true;
                        again |= backward;
                    }
                }
                outgoing[block.index()] = edges;
            }
        }
        Solution {
            incoming,
            outgoing,
            has_loops,
        }
    }

    /// Drops what was outstanding on early visits only, before the waits were known that complete
    /// it: computes all states again from what the blocks left in the last round. A state is
    /// sound when a round that begins with it finds no more than it.
    ///
    /// `outgoing` is what the blocks leave when they find `wide`; only blocks that find something
    /// else are walked again.
    fn narrow(&mut self, wide: Incoming, mut outgoing: Vec<EdgeStates>) -> Incoming {
        let rpo = &self.input.rpo;
        let mut narrowest_sound = wide.clone();
        let mut now = wide;
        for _ in 0..NARROWING_ROUNDS {
            let mut next: Incoming = vec![None; now.len()];
            for (successor, left) in rpo.iter().flat_map(|b| &outgoing[b.index()]) {
                join::<S>(&mut next[successor.index()], left);
            }
            let is_sound = all_within::<S>(&next, &now);
            let is_settled = is_sound && all_within::<S>(&now, &next);
            if !is_settled {
                for &block in rpo {
                    if next[block.index()] != now[block.index()] {
                        outgoing[block.index()] = self.edge_states(block, &next);
                    }
                }
            }
            if is_sound {
                narrowest_sound = now;
            }
            now = next;
            if is_settled {
                break;
            }
        }
        narrowest_sound
    }

    /// What a block leaves on each edge, given what it finds.
    fn edge_states(&mut self, block: BlockId, incoming: &[Option<Snapshot>]) -> EdgeStates {
        self.left_early.clear();
        self.transfer(block, incoming[block.index()].as_ref(), None);
        let mut edges = std::mem::take(&mut self.left_early);
        if let Some(left) = self.state.leave_block() {
            let successors = &self.input.function.block(block).successors;
            edges.extend(successors.iter().map(|&to| (to, left.clone())));
        }
        for (to, left) in &mut edges {
            if self.input.is_backward(block, *to) {
                S::carry_around_loop(left, self.memory.carried_around_loops());
            }
        }
        edges
    }
}

/// Adds what is outstanding on another path; whether that changed anything.
fn join<S: AbstractState>(incoming: &mut Option<Snapshot>, left: &Snapshot) -> bool {
    match incoming {
        Some(joined) => S::join(joined, left),
        None => {
            *incoming = Some(left.clone());
            true
        }
    }
}

/// Whether each of the states is covered by the other one of its block.
fn all_within<S: AbstractState>(inner: &[Option<Snapshot>], outer: &[Option<Snapshot>]) -> bool {
    inner.iter().zip(outer).all(|pair| match pair {
        (None, _) => true,
        (Some(_), None) => false,
        (Some(inner), Some(outer)) => !S::join(&mut outer.clone(), inner),
    })
}
