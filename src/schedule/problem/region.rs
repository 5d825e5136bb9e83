//! What may be reordered: scheduling regions as nodes and dependences.

use super::directives::{held_back, is_pipeline, is_priority, is_wall};
use crate::machine::{BlockId, DepKind, Function, InstFlags, InstId};
use crate::schedule::options::Walls;
use crate::timing::{Costs, OpId, OpRange, Program, Trace, issues};

/// Index of a node in its region.
pub(crate) type NodeId = u32;

/// What moves as one: an instruction, or a bundle with its header.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    /// Position of its first instruction, from the beginning of the region.
    pub begin: u32,
    /// Number of instructions.
    pub len: u32,
    /// Its first instruction in the compiled trace.
    pub op: OpId,
    /// Number of instructions that issue.
    pub ops: u32,
}

impl Node {
    /// Its instructions that issue.
    pub fn op_range(&self) -> OpRange {
        OpRange::new(self.op, self.ops)
    }
}

/// A dependence between two nodes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dep {
    /// The later node.
    pub to: NodeId,
    /// Why.
    pub kind: DepKind,
    /// The earlier node.
    pub from: NodeId,
}

/// A region that may be reordered.
#[derive(Clone, Debug)]
pub(crate) struct Region {
    /// The block it is in.
    pub block: BlockId,
    /// First position in the block's order.
    pub begin: usize,
    /// The instructions, in incoming order.
    pub insts: Vec<InstId>,
    /// The nodes, in incoming order.
    pub nodes: Vec<Node>,
    /// First instruction in the compiled trace; they are consecutive.
    pub first_op: OpId,
    /// Number of instructions that issue.
    pub ops: u32,
    /// Whether the order must stay as it is.
    pub pinned: bool,
    deps: Vec<Dep>,
    successors: Vec<u32>,
    /// Where the earlier ends of the dependences that reach each node begin in `backward`.
    backward_at: Vec<u32>,
    backward: Vec<NodeId>,
}

impl Region {
    /// Its instructions that issue.
    pub fn op_range(&self) -> OpRange {
        OpRange::new(self.first_op, self.ops)
    }
    /// Dependences that leave a node.
    pub fn successors(&self, node: NodeId) -> &[Dep] {
        &self.deps[self.dep_range(node)]
    }
    /// All dependences, by the earlier node.
    pub fn deps(&self) -> &[Dep] {
        &self.deps
    }
    /// Where the dependences that leave a node are among all.
    pub fn dep_range(&self, node: NodeId) -> std::ops::Range<usize> {
        let at = node as usize;
        self.successors[at] as usize..self.successors[at + 1] as usize
    }
    /// Units that must come before one.
    pub fn predecessors(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let at = node as usize;
        let range = self.backward_at[at] as usize..self.backward_at[at + 1] as usize;
        self.backward[range].iter().copied()
    }
    /// Number of dependences that reach a node.
    pub fn indegree(&self, node: NodeId) -> u32 {
        let at = node as usize;
        self.backward_at[at + 1] - self.backward_at[at]
    }
    /// Whether `order` names every node once and keeps all dependences.
    pub fn allows(&self, order: &[NodeId]) -> bool {
        let mut place = vec![u32::MAX; self.nodes.len()];
        for (at, &node) in order.iter().enumerate() {
            match place.get_mut(node as usize) {
                Some(place) if *place == u32::MAX => *place = at as u32,
                _ => return false,
            }
        }
        order.len() == self.nodes.len()
            && self
                .deps
                .iter()
                .all(|l| place[l.from as usize] < place[l.to as usize])
    }
    /// Slots from the issue of a node to that of one that depends on it, as list scheduling expects
    /// them. An estimate: for a lower bound see `exact/lower_bound.rs`.
    pub fn expected_latency(&self, program: &Program, costs: &Costs, dep: &Dep) -> u32 {
        let (from, to) = (self.nodes[dep.from as usize], self.nodes[dep.to as usize]);
        let result = |op: OpId| match dep.kind {
            DepKind::True => costs.ops[op].result.max(1),
            DepKind::Output if program.ops[op].lgkm || program.ops[op].vm => costs.ops[op].result,
            DepKind::Anti | DepKind::Output | DepKind::Order => 0,
        };
        let issue = u32::from(from.ops > 0 && to.ops > 0);
        let flow = from.op_range().into_iter().map(result).max().unwrap_or(0);
        let hazard = to
            .op_range()
            .into_iter()
            .flat_map(|op| program.hazards(op))
            .filter(|h| from.op_range().contains(h.producer))
            .map(|h| h.need + 1)
            .max()
            .unwrap_or(0);
        flow.max(hazard).max(issue)
    }

    /// The regions of a block, in order. `first_op` is the place of the block's first
    /// instruction in the compiled trace; `node_of` is scratch space, one entry per
    /// instruction of the function.
    pub fn of_block(
        function: &Function,
        block: BlockId,
        first_op: OpId,
        walls: Walls,
        node_of: &mut [NodeId],
    ) -> Vec<Region> {
        let order = &function.block(block).order;
        let mut regions = Vec::new();
        let mut begin = 0;
        let mut op = first_op;
        for at in 0..=order.len() {
            if order.get(at).is_some_and(|&i| !is_wall(function, i, walls)) {
                continue;
            }
            let ops = issuing(function, &order[begin..at]);
            if at - begin >= 2 {
                let region = Region::build(function, block, begin..at, op, walls, node_of);
                if region.nodes.len() >= 2 {
                    regions.push(region);
                }
            }
            let wall = order.get(at).map_or(0, |&i| u32::from(issues(function, i)));
            op = op.plus(ops + wall);
            begin = at + 1;
        }
        regions
    }

    fn build(
        function: &Function,
        block: BlockId,
        range: std::ops::Range<usize>,
        first_op: OpId,
        walls: Walls,
        node_of: &mut [NodeId],
    ) -> Region {
        let insts = function.block(block).order[range.clone()].to_vec();
        let mut nodes: Vec<Node> = Vec::with_capacity(insts.len());
        let mut op = first_op;
        for (at, &inst) in insts.iter().enumerate() {
            let counts = u32::from(issues(function, inst));
            match nodes.last_mut() {
                Some(node) if function.flags(inst).has(InstFlags::IN_BUNDLE) => {
                    node.len += 1;
                    node.ops += counts;
                }
                _ => nodes.push(Node {
                    begin: at as u32,
                    len: 1,
                    op,
                    ops: counts,
                }),
            }
            op = op.plus(counts);
            node_of[inst.index()] = nodes.len() as NodeId - 1;
        }
        let asked = asked_order(function, &insts, &nodes, walls);
        let mut asked = asked.into_iter().peekable();
        let mut deps = Vec::new();
        for (from, node) in nodes.iter().enumerate() {
            let header = insts[node.begin as usize];
            let edges = function.edges();
            let start = edges.partition_point(|e| e.from < header);
            for edge in edges[start..].iter().take_while(|e| e.from == header) {
                // An edge that leaves the region is kept by the wall between.
                let to = node_of[edge.to.index()];
                let inside = nodes
                    .get(to as usize)
                    .is_some_and(|u| insts[u.begin as usize] == edge.to);
                if inside {
                    deps.push(Dep {
                        to,
                        kind: edge.kind,
                        from: from as NodeId,
                    });
                }
            }
            while let Some((from, to)) = asked.next_if(|&(f, _)| f as usize == from) {
                let kind = DepKind::Order;
                deps.push(Dep { to, kind, from });
            }
        }
        let mut region = Region {
            block,
            begin: range.start,
            pinned: insts.iter().any(|&i| is_pipeline(function, i)),
            insts,
            ops: nodes.iter().map(|node| node.ops).sum(),
            nodes,
            first_op,
            deps: Vec::new(),
            successors: Vec::new(),
            backward_at: Vec::new(),
            backward: Vec::new(),
        };
        region.dep(deps);
        region
    }

    /// Sets the dependences, sorted by the earlier node.
    fn dep(&mut self, deps: Vec<Dep>) {
        let count = self.nodes.len();
        let mut successors = vec![0u32; count + 1];
        let mut backward_at = vec![0u32; count + 1];
        for dep in &deps {
            successors[dep.from as usize + 1] += 1;
            backward_at[dep.to as usize + 1] += 1;
        }
        for at in 0..count {
            successors[at + 1] += successors[at];
            backward_at[at + 1] += backward_at[at];
        }
        let mut fill = backward_at.clone();
        let mut backward = vec![0; deps.len()];
        for dep in &deps {
            let at = &mut fill[dep.to as usize];
            backward[*at as usize] = dep.from;
            *at += 1;
        }
        self.deps = deps;
        self.successors = successors;
        self.backward_at = backward_at;
        self.backward = backward;
    }

    /// The region with the anti and output dependences that a program's registers ask for, instead
    /// of those of the function's.
    pub fn relinked(&self, program: &Program) -> Region {
        let flow = |l: &&Dep| matches!(l.kind, DepKind::True | DepKind::Order);
        let mut deps: Vec<Dep> = self.deps.iter().filter(flow).copied().collect();
        let mut writers: Vec<Option<NodeId>> = vec![None; program.atom_count()];
        let mut readers: Vec<Vec<NodeId>> = vec![Vec::new(); program.atom_count()];
        for (at, node) in self.nodes.iter().enumerate() {
            let at = at as NodeId;
            let touched = |op: OpId| program.touched(&program.steps[op]);
            let ops = || node.op_range().into_iter();
            for &atom in ops().flat_map(|op| touched(op).0) {
                readers[usize::from(atom)].push(at);
            }
            for &atom in ops().flat_map(|op| touched(op).1) {
                let written = writers[usize::from(atom)].replace(at);
                let outputs = written.into_iter().map(|from| (from, DepKind::Output));
                let read = std::mem::take(&mut readers[usize::from(atom)]);
                let antis = read.into_iter().map(|from| (from, DepKind::Anti));
                let other = outputs.chain(antis).filter(|&(from, _)| from != at);
                deps.extend(other.map(|(from, kind)| Dep { to: at, kind, from }));
            }
        }
        deps.sort_by_key(|l| (l.from, l.to, l.kind as u8));
        deps.dedup_by_key(|l| (l.from, l.to, l.kind as u8));
        let mut region = self.clone();
        region.dep(deps);
        region
    }
}

/// The regions of a trace, in the order in which they run. `node_of` is scratch space, one entry per
/// instruction of the function.
pub(in crate::schedule) fn regions_of(
    function: &Function,
    trace: &Trace,
    walls: Walls,
    node_of: &mut [NodeId],
) -> Vec<Region> {
    let mut regions = Vec::new();
    let mut first_op = OpId::new(0);
    for &block in &trace.blocks {
        regions.extend(Region::of_block(function, block, first_op, walls, node_of));
        first_op = first_op.plus(issuing(function, &function.block(block).order));
    }
    regions
}

fn issuing(function: &Function, insts: &[InstId]) -> u32 {
    insts.iter().filter(|&&i| issues(function, i)).count() as u32
}

/// What the user's directives ask of the order, as pairs of nodes, sorted: each `sched_barrier`
/// stays between what it holds back, and priorities keep their order among themselves.
fn asked_order(
    function: &Function,
    insts: &[InstId],
    nodes: &[Node],
    walls: Walls,
) -> Vec<(NodeId, NodeId)> {
    let members = |u: &Node| &insts[u.begin as usize..(u.begin + u.len) as usize];
    let mut pairs = Vec::new();
    let mut priority = None;
    for (at, node) in nodes.iter().enumerate() {
        let (header, at) = (insts[node.begin as usize], at as NodeId);
        if is_priority(function, header) {
            pairs.extend(priority.replace(at).map(|before| (before, at)));
        }
        let Some(held) = held_back(function, header, walls) else {
            continue;
        };
        for (other, node) in nodes.iter().enumerate() {
            if held.holds(function, members(node)) {
                let other = other as NodeId;
                pairs.push((other.min(at), other.max(at)));
            }
        }
    }
    pairs.sort_unstable();
    pairs
}
