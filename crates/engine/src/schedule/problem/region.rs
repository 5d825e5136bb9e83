//! What may be reordered: scheduling regions as nodes and dependences.

use crate::machine::index::TypedVec;
use crate::machine::{
    BlockId, DepKind, Function, InstFlags, InstId, Walls, held_back, is_pipeline, is_priority,
    is_wall,
};
use crate::timing::{AtomId, Costs, OpId, OpRange, Program, Trace, issues};

crate::define_index!(
    /// A node of a region: its position in the incoming order.
    pub(crate) struct NodeId(pub u32);
);
crate::define_index!(
    /// A region of a trace, in the order in which they run.
    pub(crate) struct RegionId(u32);
);

/// By instruction of the function, the node that it belongs to: scratch space of [`regions_of`], which
/// overwrites only what belongs to the regions it makes.
pub(in crate::schedule) struct NodeOf(TypedVec<InstId, NodeId>);

impl NodeOf {
    pub fn new(function: &Function) -> NodeOf {
        NodeOf(TypedVec::from_elem(NodeId(u32::MAX), function.inst_count()))
    }
}

/// What moves as one: an instruction, or a bundle with its header.
#[derive(Clone, Copy, Debug)]
pub struct Node {
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
    /// Its instructions, of those of its region.
    fn insts(self, region: &[InstId]) -> &[InstId] {
        &region[self.begin as usize..(self.begin + self.len) as usize]
    }
    /// Its first instruction, of those of its region: a bundle's header.
    fn header(self, region: &[InstId]) -> InstId {
        region[self.begin as usize]
    }
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
    /// What the later one needs of the earlier.
    pub kind: DepKind,
    /// The earlier node.
    pub from: NodeId,
}

/// A region that may be reordered.
#[derive(Clone, Debug)]
pub struct Region {
    /// The block it is in.
    pub block: BlockId,
    /// First position in the block's order.
    pub begin: usize,
    /// The instructions, in incoming order.
    pub insts: Vec<InstId>,
    /// The nodes, in incoming order.
    pub nodes: TypedVec<NodeId, Node>,
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
    /// The instructions of a node, those that do not issue included.
    pub fn insts_of(&self, node: NodeId) -> &[InstId] {
        self.nodes[node].insts(&self.insts)
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
        let at = node.index();
        self.successors[at] as usize..self.successors[at + 1] as usize
    }
    /// Nodes that must come before one.
    pub fn predecessors(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let at = node.index();
        let range = self.backward_at[at] as usize..self.backward_at[at + 1] as usize;
        self.backward[range].iter().copied()
    }
    /// Number of dependences that reach a node.
    pub fn indegree(&self, node: NodeId) -> u32 {
        let at = node.index();
        self.backward_at[at + 1] - self.backward_at[at]
    }
    /// Whether `order` names every node once and keeps all dependences.
    pub fn allows(&self, order: &[NodeId]) -> bool {
        let mut place: TypedVec<NodeId, Option<usize>> =
            TypedVec::from_elem(None, self.nodes.len());
        for (at, &node) in order.iter().enumerate() {
            match place.get_mut(node) {
                Some(place @ None) => *place = Some(at),
                _ => return false,
            }
        }
        order.len() == self.nodes.len()
            && self.deps.iter().all(|dep| place[dep.from] < place[dep.to])
    }
    /// Slots from the issue of a node to that of one that depends on it, as list scheduling expects
    /// them. An estimate: for a lower bound see `exact/lower_bound.rs`.
    pub fn expected_latency(&self, program: &Program, costs: &Costs, dep: &Dep) -> u32 {
        let (from, to) = (self.nodes[dep.from], self.nodes[dep.to]);
        let result = |op: OpId| match dep.kind {
            DepKind::True => costs.ops[op].result.max(1),
            DepKind::Output if program.ops[op].lgkm || program.ops[op].vm => costs.ops[op].result,
            DepKind::Anti | DepKind::Output | DepKind::Order => 0,
        };
        let issue = u32::from(from.ops > 0 && to.ops > 0);
        let flow = from.op_range().into_iter().map(result).max().unwrap_or(0);
        let hazard = |op: OpId| program.slots_for_hazards(from.op_range(), op);
        let hazard = to.op_range().into_iter().map(hazard).max().unwrap_or(0);
        flow.max(hazard).max(issue)
    }

    /// The regions of a block, in order. `first_op` is the place of the block's first
    /// instruction in the compiled trace.
    fn of_block(
        function: &Function,
        block: BlockId,
        first_op: OpId,
        walls: Walls,
        node_of: &mut NodeOf,
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
        node_of: &mut NodeOf,
    ) -> Region {
        let insts = function.block(block).order[range.clone()].to_vec();
        let nodes = nodes_of(function, &insts, first_op, node_of);
        let deps = deps_between(function, &insts, &nodes, walls, node_of);
        let mut region = Region {
            block,
            begin: range.start,
            pinned: insts.iter().any(|&i| is_pipeline(function, i, walls)),
            insts,
            ops: nodes.iter().map(|node| node.ops).sum(),
            nodes,
            first_op,
            deps: Vec::new(),
            successors: Vec::new(),
            backward_at: Vec::new(),
            backward: Vec::new(),
        };
        region.set_deps(deps);
        region
    }

    /// Sets the dependences, sorted by the earlier node.
    fn set_deps(&mut self, deps: Vec<Dep>) {
        let count = self.nodes.len();
        let mut successors = vec![0u32; count + 1];
        let mut backward_at = vec![0u32; count + 1];
        for dep in &deps {
            successors[dep.from.index() + 1] += 1;
            backward_at[dep.to.index() + 1] += 1;
        }
        for at in 0..count {
            successors[at + 1] += successors[at];
            backward_at[at + 1] += backward_at[at];
        }
        let mut fill = backward_at.clone();
        let mut backward = vec![NodeId(0); deps.len()];
        for dep in &deps {
            let at = &mut fill[dep.to.index()];
            backward[*at as usize] = dep.from;
            *at += 1;
        }
        self.deps = deps;
        self.successors = successors;
        self.backward_at = backward_at;
        self.backward = backward;
    }

    /// The region with the anti and output dependences that a program's registers require, instead
    /// of those that the function's registers do.
    pub fn relinked(&self, program: &Program) -> Region {
        let flow = |dep: &&Dep| matches!(dep.kind, DepKind::True | DepKind::Order);
        let mut deps: Vec<Dep> = self.deps.iter().filter(flow).copied().collect();
        let mut writers: TypedVec<AtomId, Option<NodeId>> =
            TypedVec::from_elem(None, program.atom_count());
        let mut readers: TypedVec<AtomId, Vec<NodeId>> =
            TypedVec::from_elem(Vec::new(), program.atom_count());
        for (to, node) in self.nodes.iter_enumerated() {
            let touched = |op: OpId| program.touched(&program.steps[op]);
            let ops = || node.op_range().into_iter();
            for &atom in ops().flat_map(|op| touched(op).0) {
                readers[atom].push(to);
            }
            for &atom in ops().flat_map(|op| touched(op).1) {
                let written = writers[atom].replace(to);
                let outputs = written.into_iter().map(|from| (from, DepKind::Output));
                let read = std::mem::take(&mut readers[atom]);
                let antis = read.into_iter().map(|from| (from, DepKind::Anti));
                let other = outputs.chain(antis).filter(|&(from, _)| from != to);
                deps.extend(other.map(|(from, kind)| Dep { to, kind, from }));
            }
        }
        deps.sort_by_key(|dep| (dep.from, dep.to, dep.kind as u8));
        deps.dedup_by_key(|dep| (dep.from, dep.to, dep.kind as u8));
        let mut region = self.clone();
        region.set_deps(deps);
        region
    }
}

/// The regions of a trace, in the order in which they run.
pub(in crate::schedule) fn regions_of(
    function: &Function,
    trace: &Trace,
    walls: Walls,
    node_of: &mut NodeOf,
) -> TypedVec<RegionId, Region> {
    let mut regions = TypedVec::new();
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

/// The nodes of a region, and in `node_of` to which each instruction belongs.
fn nodes_of(
    function: &Function,
    insts: &[InstId],
    first_op: OpId,
    node_of: &mut NodeOf,
) -> TypedVec<NodeId, Node> {
    let mut nodes: TypedVec<NodeId, Node> = TypedVec::with_capacity(insts.len());
    let mut op = first_op;
    for (begin, &inst) in (0u32..).zip(insts) {
        let ops = u32::from(issues(function, inst));
        match nodes.last_mut() {
            Some(node) if function.flags(inst).has(InstFlags::IN_BUNDLE) => {
                node.len += 1;
                node.ops += ops;
            }
            _ => {
                nodes.push(Node {
                    begin,
                    len: 1,
                    op,
                    ops,
                });
            }
        }
        op = op.plus(ops);
        node_of.0[inst] = NodeId::new(nodes.len() - 1);
    }
    nodes
}

/// LLVM's dependences inside a region, and those of the user's directives, sorted by the earlier node.
fn deps_between(
    function: &Function,
    insts: &[InstId],
    nodes: &TypedVec<NodeId, Node>,
    walls: Walls,
    node_of: &NodeOf,
) -> Vec<Dep> {
    let mut directives = directive_deps(function, insts, nodes, walls)
        .into_iter()
        .peekable();
    let edges = function.edges();
    let mut deps = Vec::new();
    for (from, node) in nodes.iter_enumerated() {
        let header = node.header(insts);
        let first = edges.partition_point(|e| e.from < header);
        for edge in edges[first..].iter().take_while(|e| e.from == header) {
            // An edge that leaves the region is kept by the wall between.
            let to = node_of.0[edge.to];
            let inside = nodes
                .get(to)
                .is_some_and(|node| node.header(insts) == edge.to);
            if inside {
                let kind = edge.kind;
                deps.push(Dep { to, kind, from });
            }
        }
        while let Some((from, to)) = directives.next_if(|&(earlier, _)| earlier == from) {
            let kind = DepKind::Order;
            deps.push(Dep { to, kind, from });
        }
    }
    deps
}

/// What the user's directives require of the order, as pairs of nodes, sorted: each `sched_barrier`
/// stays between what it holds back, and priorities keep their order among themselves.
fn directive_deps(
    function: &Function,
    insts: &[InstId],
    nodes: &TypedVec<NodeId, Node>,
    walls: Walls,
) -> Vec<(NodeId, NodeId)> {
    let mut pairs = Vec::new();
    let mut priority = None;
    for (at, node) in nodes.iter_enumerated() {
        let header = node.header(insts);
        if is_priority(function, header) {
            pairs.extend(priority.replace(at).map(|before| (before, at)));
        }
        let Some(held) = held_back(function, header, walls) else {
            continue;
        };
        for (other, node) in nodes.iter_enumerated() {
            if held.holds(function, node.insts(insts)) {
                pairs.push((other.min(at), other.max(at)));
            }
        }
    }
    pairs.sort_unstable();
    pairs
}
