//! List scheduling against the simulator itself: the next node is the one of the highest priority that
//! can issue at once, else the one that can issue first.

use crate::machine::index::TypedVec;
use crate::schedule::problem::{NodeId, Region};
use crate::timing::{Costs, Program, SimState};

/// How many of the ready nodes, the highest priorities first, are considered for each slot.
const LOOKAHEAD: usize = 32;

/// How the next node is chosen among those that are ready.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Style {
    /// Slots that the node of the highest priority may stall without losing its turn.
    pub stall_tolerance: u32,
    /// Slots that a wait or a wait state of `s_nop` counts for on top of its own.
    pub wait_penalty: u32,
}

/// A ready node.
#[derive(Clone, Copy)]
struct Ready {
    /// Larger goes first.
    priority: i32,
    node: NodeId,
    /// The slot before which it cannot issue, as far as is known.
    not_before: u32,
    /// How many nodes were placed when the simulator last planned its issue.
    planned_at: usize,
    /// Waits and wait states that it needed before it then, and how many outstanding operations the
    /// wait covered.
    overhead: u32,
    covers: u32,
}

impl Ready {
    fn new(node: NodeId, priority: i32) -> Ready {
        Ready {
            priority,
            node,
            not_before: 0,
            planned_at: usize::MAX,
            overhead: 0,
            covers: 0,
        }
    }

    /// What the simulator says that it needs if it is next.
    fn plan(&mut self, lister: &Lister<'_>, accepts: u32) {
        let op = lister.region.nodes[self.node].op;
        let plan = lister.state.wave.plan(lister.program, op);
        self.not_before = plan.ready.max(accepts);
        self.overhead = plan.waits + plan.nops;
        self.covers = plan.covers();
    }

    /// By priority; of equals, the one that comes first in the incoming order is the larger.
    fn key(&self) -> (i32, std::cmp::Reverse<NodeId>) {
        (self.priority, std::cmp::Reverse(self.node))
    }
}

/// A region whose list schedule is being made.
struct Lister<'a> {
    region: &'a Region,
    program: &'a Program,
    costs: &'a Costs,
    priorities: &'a TypedVec<NodeId, i32>,
    style: Style,
    state: &'a mut SimState,
    /// Predecessors that are not placed yet.
    missing: TypedVec<NodeId, u32>,
    /// Sorted by rising priority: the end is the cheap place to remove from.
    ready: Vec<Ready>,
    /// Ready nodes that take no issue slot: placed at once, nothing is gained by waiting.
    silent: Vec<NodeId>,
    order: Vec<NodeId>,
}

/// Orders one region by priority from `state` on, which runs through the result.
pub(super) fn list(
    region: &Region,
    program: &Program,
    costs: &Costs,
    priorities: &TypedVec<NodeId, i32>,
    style: Style,
    state: &mut SimState,
) -> Vec<NodeId> {
    let mut lister = Lister {
        region,
        program,
        costs,
        priorities,
        style,
        state,
        missing: region.nodes.indices().map(|n| region.indegree(n)).collect(),
        ready: Vec::new(),
        silent: Vec::new(),
        order: Vec::with_capacity(region.nodes.len()),
    };
    for node in region.nodes.indices().filter(|&n| region.indegree(n) == 0) {
        lister.release(node);
    }
    while let Some(node) = lister.silent.pop().or_else(|| lister.pick()) {
        lister.place(node);
    }
    lister.order
}

impl Lister<'_> {
    /// A node has no more predecessors to wait for.
    fn release(&mut self, node: NodeId) {
        if self.region.nodes[node].ops == 0 {
            self.silent.push(node);
            return;
        }
        let entry = Ready::new(node, self.priorities[node]);
        let at = self.ready.partition_point(|r| r.key() < entry.key());
        self.ready.insert(at, entry);
    }

    fn place(&mut self, node: NodeId) {
        self.order.push(node);
        let region = self.region;
        let ops = region.nodes[node].op_range();
        for op in ops {
            self.state.step(self.program, self.costs, op);
        }
        for dep in region.successors(node) {
            let left = &mut self.missing[dep.to];
            *left -= 1;
            if *left == 0 {
                self.release(dep.to);
            }
        }
    }

    /// Takes the node for the next slot out of `ready`.
    fn pick(&mut self) -> Option<NodeId> {
        let mut ready = std::mem::take(&mut self.ready);
        let at = self
            .first_without_stall(&mut ready)
            .or_else(|| self.earliest(&mut ready));
        let node = at.map(|at| ready.remove(at).node);
        self.ready = ready;
        node
    }

    /// The node of the highest priority that can issue at once and, where waits have a penalty, needs
    /// none.
    fn first_without_stall(&self, ready: &mut [Ready]) -> Option<usize> {
        let now = self.state.wave.now + self.style.stall_tolerance;
        let first = ready.len().saturating_sub(LOOKAHEAD);
        for at in (first..ready.len()).rev() {
            let entry = &mut ready[at];
            if entry.not_before > now {
                continue;
            }
            // If the unit is busy for longer, the operands do not matter.
            let unit = self.accepts(entry.node);
            if unit > now {
                entry.not_before = unit;
                continue;
            }
            entry.plan(self, unit);
            entry.planned_at = self.order.len();
            let waits = self.style.wait_penalty > 0 && entry.overhead > 0;
            if entry.not_before <= now && !waits {
                return Some(at);
            }
        }
        None
    }

    /// The node that can issue first, waits counted with their penalty.
    fn earliest(&self, ready: &mut [Ready]) -> Option<usize> {
        let first = ready.len().saturating_sub(LOOKAHEAD);
        let mut best: Option<((u32, std::cmp::Reverse<u32>), usize)> = None;
        for at in (first..ready.len()).rev() {
            let entry = &mut ready[at];
            if best.is_some_and(|((slot, _), _)| entry.not_before > slot) {
                continue;
            }
            if entry.planned_at != self.order.len() {
                let unit = self.accepts(entry.node);
                entry.plan(self, unit);
                entry.planned_at = self.order.len();
            }
            let slot = entry.not_before + self.style.wait_penalty * entry.overhead;
            // One wait for the youngest load serves the users of all loads before it.
            let covers = if self.style.wait_penalty > 0 {
                entry.covers
            } else {
                0
            };
            let key = (slot, std::cmp::Reverse(covers));
            if best.is_none_or(|(b, _)| key < b) {
                best = Some((key, at));
            }
        }
        best.map(|(_, at)| at)
    }

    /// The slot from which the unit that a node needs accepts it.
    fn accepts(&self, node: NodeId) -> u32 {
        let op = self.region.nodes[node].op;
        let (pipe, cost) = (self.program.steps[op].pipe, &self.costs.ops[op]);
        self.state.shared.accepts(pipe, cost, self.costs)
    }
}
