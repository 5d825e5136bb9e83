//! The shortest order of one region: branch and bound over the simulator's own states.
//!
//! # The search
//!
//! A branch is a *prefix*: the nodes issued so far, in order. It is extended by every node that is
//! ready, by issuing that node in the simulator itself; so the length of a complete order is not
//! estimated, it is what the cost model says. Depth first, the most promising node first. What is
//! cut off needs a reason why the shortest order is still found; there are four.
//!
//! * **Bounds.** A prefix is cut off when no completion can be shorter than the best order known.
//!   A completion takes at least: the slot of the next node and its tail; that slot, the issue slots
//!   of the node and the longest tail among the others, as those issue after it; that slot and all
//!   issue slots that are left, as one wave issues in order. After the node has issued: the least
//!   schedule of the remaining work on the issue slots, and of that on the matrix pipe, in which
//!   work may be interrupted ([`jackson`]), each piece between the slot before which its
//!   predecessors forbid it and its tail. `lower_bound.rs` says why a tail is a bound.
//! * **Nodes without a slot** issue as soon as they are ready. They change no state, so that moving
//!   one to the front of an order, up to its last predecessor, leaves its length as it is.
//! * **Symmetry.** Of identical nodes the one that comes first in the source issues first:
//!   [`symmetric_predecessors`].
//! * **Dominance.** A prefix is cut off when another with the same nodes was searched that *continues
//!   alike* and *was reached no later*.
//!
//! The second and third rule leave a set of orders that holds a shortest one: both exchange nodes
//! of an order at no loss until the rules hold. Which nodes they allow next depends on the set of
//! nodes issued alone. So two prefixes of the same nodes have the same completions, and dominance
//! may be decided among these.
//!
//! # Dominance
//!
//! A *state* is the set of issued nodes, and all that the remaining instructions can tell of what
//! these left in the simulator, relative to the present slot:
//!
//! * of each register that one of them touches: in how many slots it is ready, and where its memory
//!   operation stands among those that have not been waited for;
//! * of each counter: how many operations have not been waited for, whether one of them returns out
//!   of order, and in how many slots each returns (a full counter stalls, and a wait may be for any);
//! * loads into LDS that have not been waited for, by alias group;
//! * of each instruction, in the region or before it, after which one of them needs wait states: how
//!   many are missing. No window is assumed: the instruction counts until its largest need in the
//!   region has passed, however many nodes ago it issued;
//! * the run of memory instructions that the next one may continue: its kind, whether it loaded or
//!   has to end, and which producers are in it;
//! * of each unit that one of them uses: in how many slots it is free; of a memory unit also its queue
//!   and its last return.
//!
//! Two prefixes *continue alike* when their states are equal, under every model that counts. Then each
//! completion takes the same slots, waits and wait states after either: by induction over its
//! instructions, as [`SimState::write_relative`] holds all that issuing one reads, and what this writes
//! depends on no more. One *was reached no later* when it has taken no more slots under the first
//! model and, with limits, no more under any other and no more waits and wait states. So if a
//! completion of the later prefix is within the limits, the same completion of the earlier is too,
//! and is no longer: it was found, or was itself cut off for one of these four reasons, when the
//! earlier prefix was searched. As the search is depth first and the two are equally long, that was
//! done before the later one is reached.
//!
//! States are compared as bytes, and a hash only leads to those to compare with ([`Visited`]). When
//! their memory is full, no more are added, and the search takes longer.
//!
//! # What is proved
//!
//! When the search ends within its budget, no order of the region that keeps its dependences takes
//! fewer slots under the cost model, from the state in which it begins to the end of its last issue
//! (with limits: none that keeps them). This is relative to that model, to that state, which the code
//! before the region decides, and to the dependences and needs of wait states that were given. It says
//! nothing of the hardware, nor of the code after the region.

use crate::machine::index::TypedVec;
use crate::schedule::exact::lower_bound::{HeadsTails, Job, jackson};
use crate::schedule::exact::region_problem::RegionProblem;
use crate::schedule::exact::symmetry::symmetric_predecessors;
use crate::schedule::exact::visited::Visited;
use crate::schedule::options::{MOST_SEARCHED_NODES, VISITED_BYTES};
use crate::schedule::problem::{NodeId, Region};
use crate::timing::{Costs, Pipe, Program, Remainder, SimState};

/// The outcome of a search.
pub(super) struct Solved {
    /// Length of the shortest order that is known, in slots.
    pub slots: u32,
    /// That order, if it is shorter than the one the search began with.
    pub order: Option<Vec<NodeId>>,
    /// Whether no order is shorter: the search ended within its budget, or met the bound.
    pub exhausted: bool,
    /// Instructions issued or considered in the simulator.
    pub steps: u64,
}

/// Searches for a shorter order of a region, in at most `budget` steps. With `others`, the region
/// under further models, it must be no longer than the present one under them, and need no more
/// waits and wait states.
pub(super) fn solve(
    region: &Region,
    program: &Program,
    problem: &RegionProblem<'_>,
    others: Option<&[RegionProblem<'_>]>,
    budget: u64,
) -> Solved {
    let mut solved = Solved {
        slots: problem.slots,
        order: None,
        exhausted: problem.is_at_bound(),
        steps: 0,
    };
    if solved.exhausted || region.nodes.len() > MOST_SEARCHED_NODES || budget == 0 {
        return solved;
    }
    let mut branching = Branching::new(region, program, problem, others, budget);
    let complete = branching.descend(0);
    solved.exhausted = complete || branching.best <= problem.relaxed.bound;
    solved.slots = branching.best;
    solved.order = branching.found;
    solved.steps = branching.steps;
    solved
}

/// Waits and wait states: what else must not grow when there are limits.
const LIMITS: usize = 2;

struct Branching<'a> {
    region: &'a Region,
    program: &'a Program,
    costs: &'a Costs,
    relaxed: &'a HeadsTails,
    /// The slot in which the region begins.
    begin: u32,
    problem: &'a RegionProblem<'a>,
    /// The same under the other models, when the limits apply.
    others: Option<&'a [RegionProblem<'a>]>,
    /// By other model, the states after 0, 1, 2 ... nodes of the prefix.
    other_states: Vec<Vec<SimState>>,
    /// The states after 0, 1, 2 ... nodes of the prefix.
    states: Vec<SimState>,
    /// The same for the first slot in which each node can issue.
    heads: Vec<TypedVec<NodeId, u32>>,
    /// By node, predecessors that are not in the prefix.
    missing: TypedVec<NodeId, u32>,
    /// By node, whether it is in the prefix.
    placed: TypedVec<NodeId, bool>,
    /// The same, eight nodes a byte.
    placed_set: Vec<u8>,
    /// The prefix.
    order: Vec<NodeId>,
    symmetric: TypedVec<NodeId, Option<NodeId>>,
    /// The instructions that are not in the prefix.
    remainder: Remainder,
    /// Nodes, the longest tail first.
    by_tail: Vec<NodeId>,
    /// Least issue slots of the nodes that are not in the prefix.
    left: u32,
    visited: Visited,
    /// Scratch space: a state, and what it took to reach it.
    state_bytes: Vec<u8>,
    reached: Vec<u32>,
    /// Scratch space.
    jobs: Vec<Job>,
    /// Slots of the shortest order known, and the order if the search found it.
    best: u32,
    found: Option<Vec<NodeId>>,
    budget: u64,
    steps: u64,
}

/// A node that may be next.
struct NextNode {
    node: NodeId,
    /// The slot in which it would issue, from the beginning of the region.
    at: u32,
}

impl<'a> Branching<'a> {
    /// The empty prefix.
    fn new(
        region: &'a Region,
        program: &'a Program,
        problem: &'a RegionProblem<'a>,
        others: Option<&'a [RegionProblem<'a>]>,
        budget: u64,
    ) -> Branching<'a> {
        let RegionProblem { costs, begin, .. } = *problem;
        let relaxed = &problem.relaxed;
        let count = region.nodes.len();
        let mut by_tail: Vec<NodeId> = region.nodes.indices().collect();
        by_tail.sort_by_key(|&node| std::cmp::Reverse(relaxed.tail[node]));
        let mut models = vec![problem];
        models.extend(others.unwrap_or(&[]));
        let limits = if others.is_some() { LIMITS } else { 0 };
        let states_of = |problem: &RegionProblem<'_>| vec![problem.begin.clone(); count + 1];
        Branching {
            region,
            program,
            costs,
            relaxed,
            begin: begin.wave.now,
            problem,
            others,
            other_states: others.unwrap_or(&[]).iter().map(states_of).collect(),
            states: states_of(problem),
            heads: vec![relaxed.head.clone(); count + 1],
            missing: region
                .nodes
                .indices()
                .map(|node| region.indegree(node))
                .collect(),
            placed: TypedVec::from_elem(false, count),
            placed_set: vec![0; count.div_ceil(8)],
            order: Vec::with_capacity(count),
            symmetric: symmetric_predecessors(region, program, &models),
            remainder: Remainder::new(program, region.op_range()),
            by_tail,
            left: relaxed.issue.iter().sum(),
            visited: Visited::new(models.len() + limits, VISITED_BYTES),
            state_bytes: Vec::new(),
            reached: Vec::new(),
            jobs: Vec::new(),
            best: problem.slots,
            found: None,
            budget,
            steps: 0,
        }
    }

    /// Searches all orders that begin with the prefix. False when the budget ran out.
    fn descend(&mut self, depth: usize) -> bool {
        if depth == self.region.nodes.len() {
            let slots = self.states[depth].wave.now - self.begin;
            if slots < self.best {
                self.best = slots;
                self.found = Some(self.order.clone());
            }
            return true;
        }
        if self.is_dominated(depth) {
            return true;
        }
        for candidate in self.candidates(depth) {
            // Another branch may have found a better order since.
            if self.bound(candidate.node, candidate.at) >= self.best {
                continue;
            }
            if self.steps >= self.budget {
                return false;
            }
            self.place(depth, candidate.node);
            let complete = !self.fits(depth + 1)
                || self.remaining(depth + 1) >= self.best
                || self.descend(depth + 1);
            self.remove_last(candidate.node);
            if !complete {
                return false;
            }
            if self.best <= self.relaxed.bound {
                return true;
            }
        }
        true
    }

    /// Nodes that may be next, the most promising first: as early as possible, then the longest tail.
    fn candidates(&mut self, depth: usize) -> Vec<NextNode> {
        let mut all = Vec::new();
        for (node, entry) in self.region.nodes.iter_enumerated() {
            let not_yet = self.symmetric[node].is_some_and(|first| !self.placed[first]);
            if self.placed[node] || self.missing[node] > 0 || not_yet {
                continue;
            }
            let state = &self.states[depth];
            if entry.ops == 0 {
                // A node without a slot issues as soon as it can.
                let at = state.wave.now - self.begin;
                return vec![NextNode { node, at }];
            }
            let plan = state.wave.plan(self.program, entry.op);
            let pipe = self.program.ops[entry.op].pipe;
            let cost = &self.costs.ops[entry.op];
            let unit = state.shared.accepts(pipe, cost, self.costs);
            let slot = plan.ready.max(unit) - self.begin;
            self.steps += 1;
            if self.bound(node, slot) < self.best {
                all.push(NextNode { node, at: slot });
            }
        }
        let key = |c: &NextNode| {
            let tail = self.relaxed.tail[c.node];
            (c.at, std::cmp::Reverse(tail), c.node)
        };
        all.sort_unstable_by_key(key);
        all
    }

    /// What an order takes at least if it goes on with this node in this slot.
    fn bound(&self, node: NodeId, slot: u32) -> u32 {
        let issue = self.relaxed.issue[node];
        let others = self.by_tail.iter();
        let next = others
            .copied()
            .find(|&other| other != node && !self.placed[other])
            .map_or(0, |other| self.relaxed.tail[other]);
        (slot + self.relaxed.tail[node])
            .max(slot + issue + next)
            .max(slot + self.left)
    }

    /// Appends a node to the prefix.
    fn place(&mut self, depth: usize, node: NodeId) {
        let (before, after) = self.states.split_at_mut(depth + 1);
        let state = &mut after[0];
        state.copy(&before[depth]);
        let (old, new) = self.heads.split_at_mut(depth + 1);
        new[0].as_mut_slice().copy_from_slice(old[depth].as_slice());
        let entry = &self.region.nodes[node];
        let mut first = None;
        for op in entry.op_range() {
            let at = state.step(self.program, self.costs, op).1;
            first.get_or_insert(at);
            self.remainder.take(self.program, op);
        }
        for (states, other) in self.other_states.iter_mut().zip(self.others.unwrap_or(&[])) {
            let (before, after) = states.split_at_mut(depth + 1);
            after[0].copy(&before[depth]);
            for op in entry.op_range() {
                after[0].step(self.program, other.costs, op);
            }
        }
        let models = 1 + self.other_states.len() as u64;
        self.steps += (u64::from(entry.ops) + 2) * models;
        let slot = first.unwrap_or(state.wave.now) - self.begin;
        for index in self.region.dep_range(node) {
            let to = self.region.deps()[index].to;
            self.missing[to] -= 1;
            let head = &mut new[0][to];
            *head = (*head).max(slot + self.relaxed.latency[index]);
        }
        self.flip(node);
        self.left -= self.relaxed.issue[node];
        self.order.push(node);
    }

    /// Whether the prefix can still be completed within the limits, if there are any.
    fn fits(&self, depth: usize) -> bool {
        let Some(others) = self.others else {
            return true;
        };
        let (now, begin) = (&self.states[depth].wave, &self.problem.begin.wave);
        let within = |other: &RegionProblem<'_>, state: &SimState| {
            let spent = state.wave.now - other.begin.wave.now;
            let tails = other.relaxed.tail.iter().zip(&self.placed);
            let after = tails.filter(|(_, placed)| !**placed).map(|(tail, _)| *tail);
            let issue = other.relaxed.issue.iter().zip(&self.placed);
            let left: u32 = issue.filter(|(_, placed)| !**placed).map(|(i, _)| *i).sum();
            spent + after.max().unwrap_or(0).max(left) <= other.slots
        };
        now.waits - begin.waits <= self.problem.waits
            && now.nops - begin.nops <= self.problem.nops
            && others
                .iter()
                .zip(&self.other_states)
                .all(|(other, states)| within(other, &states[depth]))
    }

    /// Adds a node to the set of the prefix, or removes it.
    fn flip(&mut self, node: NodeId) {
        let at = node.index();
        self.placed[node] = !self.placed[node];
        self.placed_set[at / 8] ^= 1 << (at % 8);
    }

    /// Removes the last node from the prefix.
    fn remove_last(&mut self, node: NodeId) {
        self.order.pop();
        self.left += self.relaxed.issue[node];
        self.flip(node);
        let entry = &self.region.nodes[node];
        for op in entry.op_range() {
            self.remainder.put_back(self.program, op);
        }
        for dep in self.region.successors(node) {
            self.missing[dep.to] += 1;
        }
    }

    /// What a completion takes at least: the remaining work on the issue slots, and on the matrix pipe.
    fn remaining(&mut self, depth: usize) -> u32 {
        let state = &self.states[depth];
        let now = state.wave.now - self.begin;
        let mut least = now;
        for pipe in [Pipe::None, Pipe::Matrix] {
            let free = match pipe {
                Pipe::Matrix => state.shared.free(pipe).saturating_sub(self.begin),
                _ => 0,
            };
            self.jobs.clear();
            let nodes = self.region.nodes.iter_enumerated();
            for (node, entry) in nodes.filter(|&(node, _)| !self.placed[node]) {
                let work = match pipe {
                    Pipe::Matrix if entry.ops != 1 => 0,
                    Pipe::Matrix => match self.program.ops[entry.op].pipe {
                        Pipe::Matrix => self.costs.ops[entry.op].busy,
                        _ => 0,
                    },
                    _ => self.relaxed.issue[node],
                };
                if work > 0 {
                    self.jobs.push(Job {
                        head: self.heads[depth][node].max(now).max(free),
                        work,
                        tail: i64::from(self.relaxed.tail[node]) - i64::from(work),
                    });
                }
            }
            least = least.max(jackson(&mut self.jobs));
        }
        self.steps += 2;
        least
    }

    /// Whether a prefix of the same nodes was searched that continues alike and was reached no later.
    fn is_dominated(&mut self, depth: usize) -> bool {
        let Branching {
            state_bytes,
            reached,
            ..
        } = self;
        state_bytes.clear();
        reached.clear();
        state_bytes.extend_from_slice(&self.placed_set);
        let others = self.other_states.iter().map(|states| &states[depth]);
        for state in std::iter::once(&self.states[depth]).chain(others) {
            state.write_relative(self.program, &self.remainder, state_bytes);
            reached.push(state.wave.now);
        }
        if self.others.is_some() {
            let wave = &self.states[depth].wave;
            reached.extend([wave.waits, wave.nops]);
        }
        self.visited.dominates(state_bytes, reached)
    }
}
