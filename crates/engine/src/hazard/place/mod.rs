//! Placing `s_nop`s over the control-flow graph.
//!
//! Forward dataflow: the state at the start of a block is the join of the states on its incoming
//! edges, and nops are decided where the analysis finds an unmet requirement. Inserting one
//! increases the distance to everything later, so the transfer function is not monotone: two
//! instructions of a loop may each make the other's nops unnecessary. The iteration therefore
//! runs freely for a number of rounds, which almost always reaches a fixed point, that is, a
//! placement without slack. After that, insertions may only grow, which guarantees termination.

mod hoist;

use std::collections::{BTreeMap, BTreeSet};

use smallvec::SmallVec;

use super::describe::longest_nop;
use super::facts::{Facts, Hazard};
use super::scoreboard::HazardScoreboard;
use crate::gpu::WaitStates;
use crate::machine::{BlockId, Function, InstFlags, InstId, OperandKind, Reg, cfg};
use crate::rules::{Policy, Rule};

/// Visits of one block after which its insertions only grow.
const FREE_VISITS: u16 = 12;

/// One `s_nop` that was put in, and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Insertion {
    /// The `S_NOP`.
    pub nop: InstId,
    /// The instruction that must wait.
    pub consumer: InstId,
    /// Wait states the nop holds.
    pub wait_states: WaitStates,
    /// The row that governs; `None` where only an earlier round of the iteration required it.
    pub rule: Option<&'static Rule>,
    /// The first register concerned; `None` when the rule is not about registers.
    pub register: Option<Reg>,
    /// The block that holds the nop, when that is not the consumer's.
    pub hoisted_to: Option<BlockId>,
}

/// What [`place`] did.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Placement {
    /// Every nop, in layout order of the consumers.
    pub insertions: Vec<Insertion>,
}

impl Placement {
    /// Wait states of all nops together (static).
    pub fn wait_states(&self) -> WaitStates {
        WaitStates(self.insertions.iter().map(|i| i.wait_states.0).sum())
    }
}

/// Inserts the `S_NOP`s that a function needs under a policy, over its whole control-flow graph.
///
/// Nops go directly before the instruction that needs them, or to the end of a less frequent
/// predecessor when that costs less and suffices on every path. Inside a bundle they go between
/// its members; those for the first member go before the bundle. What instructions in inline assembly
/// need goes before the assembly, and what they need among themselves is their author's. Existing nops
/// count.
pub fn place(function: &mut Function, policy: Policy) -> Placement {
    let facts = Facts::new(function, policy);
    place_by(function, &facts)
}

/// As [`place`], with facts read from the same function before waits were inserted.
pub fn place_by(function: &mut Function, facts: &Facts) -> Placement {
    let mut flow = Flow::new(function, facts);
    flow.solve(0..flow.order.len() as u32);
    flow.hoist();
    let plan = flow.plan();
    materialise(function, plan)
}

/// Nops decided for one place.
struct Planned {
    block: BlockId,
    /// Position in the block's order before which they go.
    at: usize,
    wait_states: u8,
    consumer: InstId,
    rule: Option<&'static Rule>,
    register: Option<Reg>,
    hoisted: bool,
}

/// HazardScoreboard on the edges out of a block, by successor.
type Edges = SmallVec<[(BlockId, HazardScoreboard); 2]>;

struct Flow<'a> {
    function: &'a Function,
    facts: &'a Facts,
    /// Wait states inserted before every instruction.
    before: Vec<u8>,
    /// Wait states inserted before the first terminator of every block.
    tail: Vec<Tail>,
    /// HazardScoreboard on the edges out of every block, by successor.
    out: Vec<Edges>,
    /// Visits of every block while solving.
    visits: Vec<u16>,
    order: Vec<BlockId>,
    rank: Vec<u32>,
    /// For each nested trial, the outermost first: the blocks it changed, as they were before.
    trials: Vec<BTreeMap<BlockId, hoist::SavedSlots>>,
}

#[derive(Clone, Copy, Default)]
struct Tail {
    wait_states: u8,
    /// The instruction they are for.
    consumer: Option<InstId>,
}

impl<'a> Flow<'a> {
    fn new(function: &'a Function, facts: &'a Facts) -> Flow<'a> {
        let blocks = function.blocks().len();
        let order = cfg::reverse_post_order_of_all(function);
        let mut rank = vec![u32::MAX; blocks];
        for (at, block) in order.iter().enumerate() {
            rank[block.index()] = at as u32;
        }
        Flow {
            function,
            facts,
            before: vec![0; function.inst_count()],
            tail: vec![Tail::default(); blocks],
            out: vec![Edges::new(); blocks],
            visits: vec![0; blocks],
            order,
            rank,
            trials: Vec::new(),
        }
    }

    /// Runs to the fixed point from these blocks (by rank): blocks whose input changed, in
    /// reverse post-order, round by round. It is not a `machine::dataflow` problem: it goes on from the last solution
    /// where a trial changed a few blocks, which can be taken back, and what a block needs may also become less.
    fn solve(&mut self, from: impl Iterator<Item = u32>) {
        let mut visited = Vec::new();
        let mut round: BTreeSet<u32> = from.collect();
        while !round.is_empty() {
            let mut next = BTreeSet::new();
            while let Some(at) = round.pop_first() {
                let block = self.order[at as usize];
                visited.push(block);
                for successor in self.visit(block) {
                    let rank = self.rank[successor.index()];
                    // A block that is still to come in this round needs no second visit.
                    if !round.contains(&rank) {
                        next.insert(rank);
                    }
                }
            }
            round = next;
        }
        for block in visited {
            self.visits[block.index()] = 0;
        }
    }

    /// Recomputes a block; returns the successors whose input changed.
    fn visit(&mut self, block: BlockId) -> SmallVec<[BlockId; 2]> {
        self.remember(block);
        let visits = &mut self.visits[block.index()];
        *visits = visits.saturating_add(1);
        let only_grow = *visits > FREE_VISITS;
        let entry = self.entry(block, |_| true);
        let (nops, out) = self.decide(block, entry, |inst, need| {
            if only_grow {
                need.max(self.before[inst.index()])
            } else {
                need
            }
        });
        self.set_nops(block, &nops);
        let old = std::mem::replace(&mut self.out[block.index()], out);
        let new = &self.out[block.index()];
        let changed = new.iter().filter(|edge| !old.contains(edge));
        changed.map(|(successor, _)| *successor).collect()
    }

    /// Runs a state through a block. `nops` decides the wait states before an instruction from
    /// those it misses. Returns them for every instruction, and the states on the edges.
    fn decide(
        &self,
        block: BlockId,
        entry: HazardScoreboard,
        nops: impl Fn(InstId, u8) -> u8,
    ) -> (Vec<u8>, Edges) {
        let mut decided = Vec::with_capacity(self.function.block(block).order.len());
        let tail = self.tail[block.index()].wait_states;
        let edges = self.walk(block, entry, tail, |state, inst, _| {
            let wait_states = nops(inst, self.need(state, inst));
            decided.push(wait_states);
            wait_states
        });
        (decided, edges)
    }

    /// Wait states missing before an instruction. What is missing inside inline assembly goes before it, as
    /// far as the outstanding instruction is before it as well.
    fn need(&self, state: &HazardScoreboard, inst: InstId) -> u8 {
        let (function, facts) = (self.function, self.facts);
        if function.flags(inst).has(InstFlags::IN_ASM) {
            return 0;
        }
        if !facts.looks_into(function, inst) {
            return state.need(facts, inst);
        }
        let mut state = state.clone();
        let members = function.instructions_of_asm(inst);
        let needs = members.map(|member| {
            let need = state.need(facts, member);
            state.age(facts, member);
            need
        });
        needs.max().unwrap_or(0)
    }

    /// What misses the most wait states before an instruction, and where that is an instruction in inline
    /// assembly, which one.
    fn worst(&self, state: &HazardScoreboard, inst: InstId) -> (InstId, Option<Hazard>) {
        let (function, facts) = (self.function, self.facts);
        if !facts.looks_into(function, inst) {
            return (inst, state.worst(facts, inst));
        }
        let mut state = state.clone();
        let mut worst: (InstId, Option<Hazard>) = (inst, None);
        for member in function.instructions_of_asm(inst) {
            let hazard = state.worst(facts, member);
            let missing = |hazard: &Option<Hazard>| hazard.as_ref().map(|h| h.wait_states);
            if missing(&worst.1) < missing(&hazard) {
                worst = (member, hazard);
            }
            state.age(facts, member);
        }
        worst
    }

    /// Nops before every instruction of a block.
    fn nops(&self, block: BlockId) -> Vec<u8> {
        let order = &self.function.block(block).order;
        order.iter().map(|i| self.before[i.index()]).collect()
    }

    fn set_nops(&mut self, block: BlockId, nops: &[u8]) {
        let order = &self.function.block(block).order;
        for (inst, nops) in order.iter().zip(nops) {
            self.before[inst.index()] = *nops;
        }
    }

    /// The state at the start of a block, joined over the predecessors that `which` selects.
    fn entry(&self, block: BlockId, which: impl Fn(BlockId) -> bool) -> HazardScoreboard {
        let mut state = HazardScoreboard::default();
        for &from in &self.function.block(block).predecessors {
            if which(from) {
                for (_, edge) in self.out[from.index()].iter().filter(|(to, _)| *to == block) {
                    state.join(edge);
                }
            }
        }
        state
    }

    /// What was decided, with the row that requires it.
    fn plan(&self) -> Vec<Planned> {
        let mut plan = Vec::new();
        for &block in &self.order {
            let state = self.entry(block, |_| true);
            let tail = self.tail[block.index()];
            let order = &self.function.block(block).order;
            if let (1.., Some(consumer)) = (tail.wait_states, tail.consumer) {
                let at = order.iter().position(|i| is_terminator(self.function, *i));
                let reason = self.reason_for_tail(block, consumer);
                plan.push(Planned {
                    block,
                    at: at.unwrap_or(order.len()),
                    wait_states: tail.wait_states,
                    consumer,
                    rule: reason.map(|(rule, _)| rule),
                    register: reason.and_then(|(_, register)| register),
                    hoisted: true,
                });
            }
            self.walk(block, state, tail.wait_states, |state, inst, at| {
                let wait_states = self.before[inst.index()];
                // Every wait state that the walk counted must be inserted, even if nothing
                // requires it any more at the fixed point.
                if wait_states > 0 {
                    let (consumer, hazard) = self.worst(state, inst);
                    plan.push(Planned {
                        block,
                        at,
                        wait_states,
                        consumer,
                        rule: hazard.as_ref().map(|hazard| hazard.rule),
                        register: hazard.and_then(|hazard| hazard.register),
                        hoisted: false,
                    });
                }
                wait_states
            });
        }
        plan
    }

    /// The row and register of the requirement that the nops at the end of a block satisfy.
    fn reason_for_tail(
        &self,
        block: BlockId,
        consumer: InstId,
    ) -> Option<(&'static Rule, Option<Reg>)> {
        let before = &self.before;
        let entry = self.entry(block, |_| true);
        let edges = self.walk(block, entry, 0, |_, inst, _| before[inst.index()]);
        let (successor, entry) = edges.into_iter().next()?;
        let mut reason = None;
        self.walk(successor, entry, 0, |state, inst, _| {
            if inst == consumer && reason.is_none() {
                let (_, hazard) = self.worst(state, inst);
                reason = hazard.map(|hazard| (hazard.rule, hazard.register));
            }
            before[inst.index()]
        });
        reason
    }

    /// Runs a state through a block. `nops` decides how many wait states go before an
    /// instruction, given the state there and its position. Returns the state on every edge.
    fn walk(
        &self,
        block: BlockId,
        mut state: HazardScoreboard,
        tail: u8,
        mut nops: impl FnMut(&HazardScoreboard, InstId, usize) -> u8,
    ) -> Edges {
        let (function, facts) = (self.function, self.facts);
        let here = function.block(block);
        let mut edges = Edges::new();
        let mut indirect: Option<HazardScoreboard> = None;
        let mut falls_through = true;
        let mut tail_done = tail == 0;
        for (at, &inst) in here.order.iter().enumerate() {
            let terminator = is_terminator(function, inst);
            if terminator && !tail_done {
                state.advance(facts, tail);
                tail_done = true;
            }
            let wait = nops(&state, inst, at);
            state.advance(facts, wait);
            state.issue(facts, inst);
            if !terminator {
                continue;
            }
            let flags = function.flags(inst);
            let mut direct = false;
            for operand in function.operands(inst) {
                if let OperandKind::Block(to) = operand.kind {
                    direct = true;
                    leave(&mut edges, to, &state);
                }
            }
            if flags.has(InstFlags::BRANCH) && !direct {
                indirect
                    .get_or_insert_with(HazardScoreboard::default)
                    .join(&normal(&state));
            }
            if flags.has(InstFlags::BARRIER) && !flags.has(InstFlags::IN_BUNDLE) {
                falls_through = false;
            }
        }
        if !tail_done {
            state.advance(facts, tail);
        }
        for &successor in &here.successors {
            let named = edges.iter().any(|(to, _)| *to == successor);
            let next = function.next_in_layout(block) == Some(successor);
            if falls_through && next || !named && indirect.is_none() {
                leave(&mut edges, successor, &state);
            }
            if let (false, Some(indirect)) = (named, &indirect) {
                leave(&mut edges, successor, indirect);
            }
        }
        edges
    }
}

fn is_terminator(function: &Function, inst: InstId) -> bool {
    function.flags(inst).has(InstFlags::TERMINATOR)
}

fn normal(state: &HazardScoreboard) -> HazardScoreboard {
    let mut state = state.clone();
    state.normalise();
    state
}

fn leave(edges: &mut Edges, to: BlockId, state: &HazardScoreboard) {
    let state = normal(state);
    match edges.iter_mut().find(|(b, _)| *b == to) {
        Some((_, edge)) => edge.join(&state),
        None => edges.push((to, state)),
    }
}

/// Adds the nops to the function.
fn materialise(function: &mut Function, mut plan: Vec<Planned>) -> Placement {
    let longest = longest_nop(function.gpu);
    let mut placement = Placement::default();
    plan.sort_by_key(|p| (p.block, p.at, !p.hoisted));
    for group in plan.chunk_by(|a, b| a.block == b.block) {
        let Some(block) = group.first().map(|p| p.block) else {
            continue;
        };
        let old = function.block(block).order.clone();
        let mut new = Vec::with_capacity(old.len() + group.len());
        let mut done = 0;
        for planned in group {
            let at = before_bundle(function, &old, planned.at);
            new.extend_from_slice(&old[done..at]);
            done = at;
            let mut rest = planned.wait_states;
            while rest > 0 {
                let now = rest.min(longest);
                rest -= now;
                let nop = function.add_inserted("S_NOP", i64::from(now) - 1);
                new.push(nop);
                placement.insertions.push(Insertion {
                    nop,
                    consumer: planned.consumer,
                    wait_states: WaitStates(u32::from(now)),
                    rule: planned.rule,
                    register: planned.register,
                    hoisted_to: planned.hoisted.then_some(block),
                });
            }
        }
        new.extend_from_slice(&old[done..]);
        function.set_order(block, new);
    }
    placement
}

/// Nops for the first member of a bundle go before the bundle.
fn before_bundle(function: &Function, order: &[InstId], at: usize) -> usize {
    match at.checked_sub(1).and_then(|before| order.get(before)) {
        Some(&inst) if function.flags(inst).has(InstFlags::BUNDLE) => at - 1,
        _ => at,
    }
}
