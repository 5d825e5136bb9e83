//! What no order of a region can beat, under one model.
//!
//! Every node gets a *head*, the first slot in which it can issue, and a *tail*, the least number
//! of slots from its issue to the end of the region. The end is when the last instruction has issued,
//! so that a tail counts issue slots and latencies of what depends on the node, not its own result.
//!
//! The work of one resource alone (the issue slots of the wave, the matrix pipe, the vector ALU, LDS
//! or vector memory) is then scheduled preemptively between heads and tails. Jackson's rule solves this
//! relaxation exactly; a real order keeps all its constraints and more, so that none is shorter. Heads
//! and tails grow when the same relaxation is solved for the predecessors of a node, and for its
//! successors (Langevin and Cerny; Rim and Jain).
//!
//! Each latency used here is a least one: what the simulator adds for waits, queues or other
//! instructions makes an order longer, never shorter. `region.rs` has estimates of the same latencies,
//! which guide list scheduling and prove nothing.

use std::collections::BinaryHeap;

use crate::machine::DepKind;
use crate::machine::index::TypedVec;
use crate::schedule::problem::{Dep, NodeId, Region};
use crate::timing::{Awaited, Costs, MAX_QUEUE, OpId, OpRange, Pipe, Program, SimState};

/// A piece of work for one resource.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Job {
    /// The slot before which it cannot begin.
    pub head: u32,
    /// Slots for which it takes the resource.
    pub work: u32,
    /// Slots from the end of its work to the end of the region; negative when the region may end
    /// before the work does.
    pub tail: i64,
}

/// The first slot in which all jobs and their tails can be over when one resource does them, one at a
/// time, and may interrupt them: it always works on the one with the longest tail (Jackson's rule).
pub(crate) fn jackson(jobs: &mut [Job]) -> u32 {
    jobs.sort_unstable_by_key(|j| j.head);
    let mut waiting: BinaryHeap<(i64, u32)> = BinaryHeap::with_capacity(jobs.len());
    let (mut now, mut end, mut next) = (0, 0i64, 0);
    loop {
        if waiting.is_empty() {
            match jobs.get(next) {
                Some(job) => now = job.head.max(now),
                None => return end.max(0) as u32,
            }
        }
        while let Some(job) = jobs.get(next).filter(|j| j.head <= now) {
            waiting.push((job.tail, job.work));
            next += 1;
        }
        let Some((tail, left)) = waiting.pop() else {
            continue;
        };
        let free = jobs.get(next).map_or(u32::MAX, |job| job.head - now);
        if left <= free {
            now += left;
            end = end.max(i64::from(now) + tail);
        } else {
            now += free;
            waiting.push((tail, left - free));
        }
    }
}

/// The relaxation of a region. Slots count from the one in which it begins.
#[derive(Clone, Debug)]
pub(crate) struct HeadsTails {
    /// By node: issue slots that it takes in any order.
    pub issue: TypedVec<NodeId, u32>,
    /// By node: the first slot in which it can issue.
    pub head: TypedVec<NodeId, u32>,
    /// By node: the least number of slots from its issue to the end of the region.
    pub tail: TypedVec<NodeId, u32>,
    /// By dependence: the least number of slots from the issue of one node to that of the other.
    pub latency: Vec<u32>,
    /// What no order can beat.
    pub bound: u32,
}

impl HeadsTails {
    /// Bounds the orders of a region that begins in the given state. In regions of up to
    /// `most_grown` nodes, heads and tails grow by relaxations of their own, which takes time that
    /// grows with the square of that number.
    pub fn new(
        region: &Region,
        program: &Program,
        costs: &Costs,
        begin: &SimState,
        most_grown: usize,
    ) -> Self {
        let issue = region.nodes.iter().map(|u| {
            let ops = u.op_range().into_iter();
            ops.map(|op| least_issue(program, costs, op)).sum()
        });
        let issue: TypedVec<NodeId, u32> = issue.collect();
        let deps = region.deps().iter();
        let mut relaxed = HeadsTails {
            latency: deps
                .map(|dep| least_latency(region, program, costs, dep, &issue))
                .collect(),
            head: heads(region, program, begin),
            tail: issue.clone(),
            issue,
            bound: 0,
        };
        relaxed.spread(region);
        let mut jobs = Jobs {
            region,
            program,
            costs,
            begin,
            issue: relaxed.issue.clone(),
            matrix: TypedVec::new(),
        };
        let nodes = region.nodes.indices();
        jobs.matrix = nodes.map(|node| jobs.work(node, Pipe::Matrix)).collect();
        relaxed.bound = relaxed.longest().max(jobs.bound(&relaxed));
        if region.nodes.len() <= most_grown {
            jobs.grow_heads(&mut relaxed);
            jobs.grow_tails(&mut relaxed);
            relaxed.spread(region);
            let grown = relaxed.longest().max(jobs.bound(&relaxed));
            relaxed.bound = relaxed.bound.max(grown);
        }
        relaxed
    }

    /// Carries heads and tails along the dependences.
    fn spread(&mut self, region: &Region) {
        for from in region.nodes.indices() {
            for at in region.dep_range(from) {
                let to = region.deps()[at].to;
                self.head[to] = self.head[to].max(self.head[from] + self.latency[at]);
            }
        }
        for from in region.nodes.indices().rev() {
            for at in region.dep_range(from) {
                let to = region.deps()[at].to;
                self.tail[from] = self.tail[from].max(self.latency[at] + self.tail[to]);
            }
        }
    }

    fn longest(&self) -> u32 {
        let ends = self.head.iter().zip(&self.tail).map(|(h, t)| h + t);
        ends.max().unwrap_or(0)
    }
}

/// Issue slots that an instruction takes in any order; a wait that finds nothing outstanding takes none.
fn least_issue(program: &Program, costs: &Costs, op: OpId) -> u32 {
    match program.ops[op].wait {
        Some(_) => 0,
        None => costs.ops[op].issue,
    }
}

/// The instruction of a node that is an explicit wait.
fn wait_of(region: &Region, program: &Program, node: NodeId) -> Option<OpId> {
    let node = &region.nodes[node];
    (node.ops == 1 && program.ops[node.op].wait.is_some()).then_some(node.op)
}

/// Whether an explicit wait lasts until an instruction before it has returned, whatever issues in
/// between.
fn awaits(program: &Program, wait: OpId, from: OpId) -> bool {
    let from = &program.ops[from];
    match program.ops[wait].wait.map(|wait| wait.awaited) {
        Some(Awaited::Counters { vm, lgkm }) => from.vm && vm == 0 || from.lgkm && lgkm == 0,
        Some(Awaited::LdsDma) => from.lds_dma.is_some(),
        None => false,
    }
}

/// The instruction of a node that has one and is no wait: its latencies are the node's.
fn alone(region: &Region, program: &Program, node: NodeId) -> Option<OpId> {
    let node = &region.nodes[node];
    (node.ops == 1 && program.ops[node.op].wait.is_none()).then_some(node.op)
}

/// Whether the later of two dependent instructions waits until the earlier has returned.
fn is_awaited(program: &Program, dep: &Dep, from: OpId, to: OpId) -> bool {
    let feeds = dep.kind == DepKind::True && program.feeds(from, to);
    let (from, to) = (&program.ops[from], &program.ops[to]);
    match dep.kind {
        DepKind::True => feeds && (from.vm || from.lgkm),
        // A load of vector memory may overwrite the result of another.
        DepKind::Output => from.lgkm || from.vm && (!to.vm || to.lgkm),
        DepKind::Anti | DepKind::Order => false,
    }
}

/// The least number of slots from the issue of a node to that of one that depends on it, in any order.
fn least_latency(
    region: &Region,
    program: &Program,
    costs: &Costs,
    dep: &Dep,
    issue: &TypedVec<NodeId, u32>,
) -> u32 {
    let own = issue[dep.from];
    if region.nodes[dep.to].ops == 0 {
        return own;
    }
    let Some(from) = alone(region, program, dep.from) else {
        return own;
    };
    let Some(to) = alone(region, program, dep.to) else {
        return match wait_of(region, program, dep.to) {
            Some(wait) if awaits(program, wait, from) => own.max(costs.ops[from].result),
            _ => own,
        };
    };
    let result = match dep.kind {
        DepKind::True if program.feeds(from, to) => costs.ops[from].result,
        DepKind::Output if is_awaited(program, dep, from, to) => costs.ops[from].result,
        _ => 0,
    };
    let hazard = program.slots_for_hazards(OpRange::new(from, 1), to);
    own.max(result).max(hazard)
}

/// By node: the first slot in which it can issue, as far as the state decides in which the region
/// begins.
fn heads(region: &Region, program: &Program, begin: &SimState) -> TypedVec<NodeId, u32> {
    let now = begin.wave.now;
    let head = |node: NodeId| {
        let wait = wait_of(region, program, node);
        let Some(op) = alone(region, program, node).or(wait) else {
            return 0;
        };
        let plan = begin.wave.plan(program, op);
        // Other instructions may fill the wait states, but nothing makes them pass sooner.
        let ready = (plan.ready - plan.nops).max(now + plan.nops);
        let free = begin.shared.free(program.ops[op].pipe);
        // A queue takes instructions while its unit is busy.
        match program.ops[op].pipe {
            Pipe::Lds | Pipe::Vmem => ready - now,
            _ => ready.max(free) - now,
        }
    };
    region.nodes.indices().map(head).collect()
}

/// The work of a region, resource by resource.
struct Jobs<'a> {
    region: &'a Region,
    program: &'a Program,
    costs: &'a Costs,
    begin: &'a SimState,
    /// By node: issue slots, and slots of the matrix pipe.
    issue: TypedVec<NodeId, u32>,
    matrix: TypedVec<NodeId, Option<u32>>,
}

impl Jobs<'_> {
    /// The first slot in which each resource alone can be done, and the largest of these.
    fn bound(&self, relaxed: &HeadsTails) -> u32 {
        let mut jobs: Vec<Job> = self.issues(relaxed);
        jobs.extend(self.waits(relaxed));
        let mut bound = jackson(&mut jobs);
        for pipe in [Pipe::Matrix, Pipe::Valu] {
            let jobs = self.region.nodes.indices().filter_map(|node| {
                let work = self.work(node, pipe)?;
                Some(Job {
                    head: relaxed.head[node],
                    work,
                    tail: i64::from(relaxed.tail[node]) - i64::from(work),
                })
            });
            bound = bound.max(jackson(&mut jobs.collect::<Vec<_>>()));
        }
        for (pipe, depth) in [
            (Pipe::Lds, self.costs.limits.lds_queue),
            (Pipe::Vmem, self.costs.limits.vmem_queue),
        ] {
            bound = bound.max(self.queue(relaxed, pipe, depth.min(MAX_QUEUE)));
        }
        bound
    }

    /// Issue slots.
    fn issues(&self, relaxed: &HeadsTails) -> Vec<Job> {
        let nodes = self.region.nodes.indices();
        nodes
            .filter(|&node| relaxed.issue[node] > 0)
            .map(|node| Job {
                head: relaxed.head[node],
                work: relaxed.issue[node],
                tail: i64::from(relaxed.tail[node]) - i64::from(relaxed.issue[node]),
            })
            .collect()
    }

    /// Slots for which a node takes a unit.
    fn work(&self, node: NodeId, pipe: Pipe) -> Option<u32> {
        let op = alone(self.region, self.program, node)?;
        let cost = &self.costs.ops[op];
        match (self.program.ops[op].pipe, pipe) {
            (Pipe::Matrix, Pipe::Valu) => Some(cost.shadow),
            (Pipe::Packed, Pipe::Valu) => Some(cost.busy),
            (of, wanted) if of == wanted => Some(cost.busy),
            _ => None,
        }
    }

    /// A memory unit serves in order: a result comes no sooner than the unit gets to it, and its last
    /// instruction issues when the queue has space.
    fn queue(&self, relaxed: &HeadsTails, pipe: Pipe, depth: usize) -> u32 {
        let begin = self.begin;
        let free = begin.shared.free(pipe).saturating_sub(begin.wave.now);
        let (mut jobs, mut needed) = (Vec::new(), Vec::new());
        let mut last = u32::MAX;
        for node in self.region.nodes.indices() {
            let Some(work) = self.work(node, pipe) else {
                continue;
            };
            let deps = self.region.dep_range(node);
            let awaited = deps.filter_map(|at| {
                let dep = &self.region.deps()[at];
                let from = alone(self.region, self.program, node)?;
                let to = alone(self.region, self.program, dep.to)?;
                let result = self.costs.ops[from].result;
                is_awaited(self.program, dep, from, to)
                    .then(|| i64::from(result + relaxed.tail[dep.to]))
            });
            let job = |tail| Job {
                head: relaxed.head[node].max(free),
                work,
                tail,
            };
            // An access that nothing in the region waits for may still be served when the region ends.
            needed.extend(awaited.max().map(|tail| job(tail - i64::from(work))));
            jobs.push(job(0));
            last = last.min(relaxed.tail[node]);
        }
        // Results of LDS may be ahead of the rate at which it serves.
        let ahead = match pipe {
            Pipe::Lds => self.costs.limits.lds_ahead,
            _ => 0,
        };
        let served = jackson(&mut needed).saturating_sub(ahead);
        if jobs.len() <= depth + 1 {
            return served;
        }
        // When the last one issues, all before it have been served but for those in the queue and the
        // one in service.
        jobs.sort_unstable_by_key(|j| j.work);
        let first = jobs.iter().map(|j| j.head).min().unwrap_or(0);
        let before = &jobs[..jobs.len() - depth - 1];
        let busy: u32 = before.iter().map(|j| j.work).sum();
        served.max(first + busy + last)
    }

    /// The waits on the path with the most: each takes a slot between the issue of what it waits for
    /// and the issue of what waits. Two of them are two instructions, as the second waits for something
    /// that issues after what the first was for.
    fn waits(&self, relaxed: &HeadsTails) -> Vec<Job> {
        let (region, program) = (self.region, self.program);
        let count = region.nodes.len();
        let mut most: TypedVec<NodeId, u32> = TypedVec::from_elem(0, count);
        // The last wait on that path: for which node (none: for what is outstanding when the region
        // begins), and which node waits.
        let mut last: TypedVec<NodeId, Option<(Option<NodeId>, NodeId)>> =
            TypedVec::from_elem(None, count);
        for from in region.nodes.indices() {
            let op = alone(region, program, from);
            if let Some(op) = op
                && most[from] == 0
                && self.begin.wave.plan(program, op).waits > 0
            {
                (most[from], last[from]) = (1, Some((None, from)));
            }
            for dep in region.successors(from) {
                let pair = (op, alone(region, program, dep.to));
                let (reached, wait) = match pair {
                    (Some(a), Some(b)) if is_awaited(program, dep, a, b) => {
                        (most[from] + 1, Some((Some(from), dep.to)))
                    }
                    _ => (most[from], last[from]),
                };
                let to = dep.to;
                if reached > most[to] {
                    (most[to], last[to]) = (reached, wait);
                }
            }
        }
        let end = region.nodes.indices().max_by_key(|&at| most[at]);
        let mut wait = end.and_then(|at| last[at]);
        let mut jobs = Vec::new();
        while let Some((producer, waiting)) = wait {
            let after = |at: NodeId| relaxed.head[at] + relaxed.issue[at];
            jobs.push(Job {
                head: producer.map_or(0, after),
                work: 1,
                tail: i64::from(relaxed.tail[waiting]),
            });
            wait = producer.and_then(|at| last[at]);
        }
        jobs
    }

    /// Raises each node's head to what its predecessors alone take.
    fn grow_heads(&self, relaxed: &mut HeadsTails) {
        let count = self.region.nodes.len();
        let mut path: TypedVec<NodeId, Option<u32>> = TypedVec::from_elem(None, count);
        let mut jobs = Tasks::default();
        for node in self.region.nodes.indices() {
            path.as_mut_slice()[..=node.index()].fill(None);
            path[node] = Some(0);
            jobs.clear();
            for before in (0..node.index()).rev().map(NodeId::new) {
                let deps = self.region.dep_range(before);
                let paths = deps.filter_map(|at| {
                    let to = self.region.deps()[at].to;
                    (to <= node)
                        .then_some(path[to]?)
                        .map(|path| path + relaxed.latency[at])
                });
                path[before] = paths.max();
                let Some(path) = path[before] else { continue };
                let head = relaxed.head[before];
                relaxed.head[node] = relaxed.head[node].max(head + path);
                jobs.add(self, node, before, |work, same| {
                    let tail = i64::from(path) - i64::from(work);
                    let tail = if same { tail.max(0) } else { tail };
                    Job { head, work, tail }
                });
            }
            relaxed.head[node] = relaxed.head[node].max(jobs.end());
        }
    }

    /// Raises each node's tail to what its successors alone take.
    fn grow_tails(&self, relaxed: &mut HeadsTails) {
        let count = self.region.nodes.len();
        let mut path: TypedVec<NodeId, Option<u32>> = TypedVec::from_elem(None, count);
        let mut jobs = Tasks::default();
        for node in self.region.nodes.indices().rev() {
            path.as_mut_slice()[node.index()..].fill(None);
            path[node] = Some(0);
            jobs.clear();
            for from in (node.index()..count).map(NodeId::new) {
                let Some(so_far) = path[from] else { continue };
                for at in self.region.dep_range(from) {
                    let to = self.region.deps()[at].to;
                    path[to] = path[to].max(Some(so_far + relaxed.latency[at]));
                }
                if from == node {
                    continue;
                }
                let tail = relaxed.tail[from];
                relaxed.tail[node] = relaxed.tail[node].max(so_far + tail);
                let busy = self.matrix[node].unwrap_or(0);
                jobs.add(self, node, from, |work, same| Job {
                    head: if same { so_far.max(busy) } else { so_far },
                    work,
                    tail: i64::from(tail) - i64::from(work),
                });
            }
            relaxed.tail[node] = relaxed.tail[node].max(jobs.end());
        }
    }
}

/// Jobs for the issue slots and the matrix pipe.
#[derive(Default)]
struct Tasks {
    issue: Vec<Job>,
    matrix: Vec<Job>,
}

impl Tasks {
    fn clear(&mut self) {
        self.issue.clear();
        self.matrix.clear();
    }
    /// Adds the work of `other`, which comes before `node` in any order, or after it. `job` makes a job
    /// of the work, and of whether both use the matrix pipe: there one begins when the other has ended.
    fn add(&mut self, of: &Jobs<'_>, node: NodeId, other: NodeId, job: impl Fn(u32, bool) -> Job) {
        let issue = of.issue[other];
        if issue > 0 {
            self.issue.push(job(issue, false));
        }
        if let Some(busy) = of.matrix[other] {
            self.matrix.push(job(busy, of.matrix[node].is_some()));
        }
    }
    fn end(&mut self) -> u32 {
        let issue = jackson(&mut self.issue);
        match self.matrix.len() {
            0 | 1 => issue,
            _ => issue.max(jackson(&mut self.matrix)),
        }
    }
}
