//! What no order of a region can beat, under one model.
//!
//! Every unit gets a *head*, the first slot in which it can issue, and a *tail*, the least number
//! of slots from its issue to the end of the region. What one resource does alone (the issue slots
//! of the wave, the matrix pipe, the vector ALU, the LDS) is then scheduled with leave to
//! interrupt, which is easy to do best (Jackson's rule); no order can be faster than that. Heads
//! and tails grow when the same is asked of what must come before a unit, and behind it (Langevin
//! and Cerny; Rim and Jain).

use std::collections::BinaryHeap;

use crate::machine::DepKind;
use crate::schedule::problem::{Dep, NodeId, Region};
use crate::timing::{Awaited, Costs, MAX_QUEUE, OpId, Pipe, Program, SimState};

/// A piece of work for one resource.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Job {
    /// The slot before which it cannot begin.
    pub head: u32,
    /// FreeSlots that the resource is taken for.
    pub work: u32,
    /// FreeSlots from the end of its work to the end of the region; negative when the region may end
    /// before the work does.
    pub tail: i64,
}

/// The least slot in which all jobs and their tails are over, when one resource does them and may
/// interrupt them: it always works at the one with the longest tail.
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

/// A region as its bound sees it. FreeSlots count from the one in which it begins.
#[derive(Clone, Debug)]
pub(crate) struct HeadsTails {
    /// Issue slots that a unit takes in any order.
    pub issue: Vec<u32>,
    /// The first slot in which a unit can issue.
    pub head: Vec<u32>,
    /// The least number of slots from a unit's issue to the end of the region.
    pub tail: Vec<u32>,
    /// Least slots between the issue of two units, by link.
    pub latency: Vec<u32>,
    /// What no order can beat.
    pub bound: u32,
}

impl HeadsTails {
    /// Bounds the orders of a region that begins in the given state.
    /// Heads and tails grow in regions of up to `deep` units: that takes the square of their
    /// number.
    pub fn new(
        region: &Region,
        program: &Program,
        costs: &Costs,
        begin: &SimState,
        deep: usize,
    ) -> Self {
        let issue = region.units.iter().map(|u| {
            let ops = u.op_range().into_iter();
            ops.map(|op| least_issue(program, costs, op)).sum()
        });
        let issue: Vec<u32> = issue.collect();
        let links = region.links().iter();
        let mut relaxed = HeadsTails {
            latency: links
                .map(|link| latency(region, program, costs, link, &issue))
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
            matrix: Vec::new(),
        };
        let units = 0..region.units.len() as NodeId;
        jobs.matrix = units.map(|unit| jobs.work(unit, Pipe::Matrix)).collect();
        relaxed.bound = relaxed.longest().max(jobs.bound(&relaxed));
        if region.units.len() <= deep {
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
        let count = region.units.len();
        for from in 0..count {
            for at in region.link_range(from as NodeId) {
                let to = region.links()[at].unit as usize;
                self.head[to] = self.head[to].max(self.head[from] + self.latency[at]);
            }
        }
        for from in (0..count).rev() {
            for at in region.link_range(from as NodeId) {
                let to = region.links()[at].unit as usize;
                self.tail[from] = self.tail[from].max(self.latency[at] + self.tail[to]);
            }
        }
    }

    fn longest(&self) -> u32 {
        let ends = self.head.iter().zip(&self.tail).map(|(h, t)| h + t);
        ends.max().unwrap_or(0)
    }
}

/// FreeSlots an instruction takes in any order; a wait that finds nothing outstanding takes none.
fn least_issue(program: &Program, costs: &Costs, op: OpId) -> u32 {
    match program.ops[op].wait {
        Some(_) => 0,
        None => costs.ops[op].issue,
    }
}

/// The explicit wait that a unit is, if it is one.
fn wait_of(region: &Region, program: &Program, unit: NodeId) -> Option<OpId> {
    let unit = &region.units[unit as usize];
    (unit.ops == 1 && program.ops[unit.op].wait.is_some()).then_some(unit.op)
}

/// Whether an explicit wait lasts until an instruction before it has returned, whatever was
/// issued in between.
fn awaits(program: &Program, wait: OpId, from: OpId) -> bool {
    let from = &program.ops[from];
    match program.ops[wait].wait.map(|wait| wait.awaited) {
        Some(Awaited::Counters { vm, lgkm }) => from.vm && vm == 0 || from.lgkm && lgkm == 0,
        Some(Awaited::LdsDma) => from.lds_dma.is_some(),
        None => false,
    }
}

/// The one instruction of a unit, if it is no wait: its latency is its own.
fn alone(region: &Region, program: &Program, unit: NodeId) -> Option<OpId> {
    let unit = &region.units[unit as usize];
    (unit.ops == 1 && program.ops[unit.op].wait.is_none()).then_some(unit.op)
}

/// Whether the later of two instructions waits until the earlier has returned.
fn is_awaited(program: &Program, link: &Dep, from: OpId, to: OpId) -> bool {
    let (from, to) = (&program.ops[from], &program.ops[to]);
    match link.kind {
        DepKind::True => from.vm || from.lgkm,
        // A load of vector memory may overwrite the result of another.
        DepKind::Output => from.lgkm || from.vm && (!to.vm || to.lgkm),
        DepKind::Anti | DepKind::Order => false,
    }
}

/// Least slots between the issue of two units.
fn latency(region: &Region, program: &Program, costs: &Costs, link: &Dep, issue: &[u32]) -> u32 {
    let own = issue[link.from as usize];
    if region.units[link.unit as usize].ops == 0 {
        return own;
    }
    let Some(from) = alone(region, program, link.from) else {
        return own;
    };
    let Some(to) = alone(region, program, link.unit) else {
        return match wait_of(region, program, link.unit) {
            Some(wait) if awaits(program, wait, from) => own.max(costs.ops[from].result),
            _ => own,
        };
    };
    let result = match link.kind {
        DepKind::True => costs.ops[from].result,
        DepKind::Output if is_awaited(program, link, from, to) => costs.ops[from].result,
        _ => 0,
    };
    let states = program.hazards(to).iter().filter(|h| h.producer == from);
    let hazard = states.map(|h| h.need + 1).max().unwrap_or(0);
    own.max(result).max(hazard)
}

/// The first slots in which units can issue for what lies before the region.
fn heads(region: &Region, program: &Program, begin: &SimState) -> Vec<u32> {
    let now = begin.wave.now;
    let head = |unit: NodeId| {
        let wait = wait_of(region, program, unit);
        let Some(op) = alone(region, program, unit).or(wait) else {
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
    (0..region.units.len() as NodeId).map(head).collect()
}

/// The work of a region, resource by resource.
struct Jobs<'a> {
    region: &'a Region,
    program: &'a Program,
    costs: &'a Costs,
    begin: &'a SimState,
    /// By unit: issue slots, and slots of the matrix pipe.
    issue: Vec<u32>,
    matrix: Vec<Option<u32>>,
}

impl Jobs<'_> {
    /// The least slot in which every resource for itself can be done.
    fn bound(&self, relaxed: &HeadsTails) -> u32 {
        let mut jobs: Vec<Job> = self.issues(relaxed, 0..self.region.units.len());
        jobs.extend(self.waits(relaxed));
        let mut bound = jackson(&mut jobs);
        for pipe in [Pipe::Matrix, Pipe::Valu] {
            let units = 0..self.region.units.len() as NodeId;
            let jobs = units.filter_map(|unit| {
                let work = self.work(unit, pipe)?;
                let at = unit as usize;
                Some(Job {
                    head: relaxed.head[at],
                    work,
                    tail: i64::from(relaxed.tail[at]) - i64::from(work),
                })
            });
            bound = bound.max(jackson(&mut jobs.collect::<Vec<_>>()));
        }
        for (pipe, depth) in [
            (Pipe::Lds, self.costs.lds_queue),
            (Pipe::Vmem, self.costs.vmem_queue),
        ] {
            bound = bound.max(self.queue(relaxed, pipe, depth.min(MAX_QUEUE)));
        }
        bound
    }

    /// Issue slots.
    fn issues(&self, relaxed: &HeadsTails, units: impl Iterator<Item = usize>) -> Vec<Job> {
        let working = units.filter(|&at| relaxed.issue[at] > 0);
        working
            .map(|at| Job {
                head: relaxed.head[at],
                work: relaxed.issue[at],
                tail: i64::from(relaxed.tail[at]) - i64::from(relaxed.issue[at]),
            })
            .collect()
    }

    /// FreeSlots for which a unit takes a pipe.
    fn work(&self, unit: NodeId, pipe: Pipe) -> Option<u32> {
        let op = alone(self.region, self.program, unit)?;
        let cost = &self.costs.ops[op];
        match (self.program.ops[op].pipe, pipe) {
            (Pipe::Matrix, Pipe::Valu) => Some(cost.shadow),
            (of, wanted) if of == wanted => Some(cost.busy),
            _ => None,
        }
    }

    /// A memory unit serves in order, and its results come no sooner than it gets to them; its
    /// last instruction issues when the queue has room.
    fn queue(&self, relaxed: &HeadsTails, pipe: Pipe, depth: usize) -> u32 {
        let begin = self.begin;
        let free = begin.shared.free(pipe).saturating_sub(begin.wave.now);
        let (mut jobs, mut needed) = (Vec::new(), Vec::new());
        let mut last = u32::MAX;
        for unit in 0..self.region.units.len() as NodeId {
            let Some(work) = self.work(unit, pipe) else {
                continue;
            };
            let links = self.region.link_range(unit);
            let awaited = links.filter_map(|at| {
                let link = &self.region.links()[at];
                let from = alone(self.region, self.program, unit)?;
                let to = alone(self.region, self.program, link.unit)?;
                let result = self.costs.ops[from].result;
                is_awaited(self.program, link, from, to)
                    .then(|| i64::from(result + relaxed.tail[link.unit as usize]))
            });
            let job = |tail| Job {
                head: relaxed.head[unit as usize].max(free),
                work,
                tail,
            };
            // What nothing here waits for may be served when the region is over.
            needed.extend(awaited.max().map(|tail| job(tail - i64::from(work))));
            jobs.push(job(0));
            last = last.min(relaxed.tail[unit as usize]);
        }
        let served = jackson(&mut needed);
        if jobs.len() <= depth + 1 {
            return served;
        }
        // All but the queue's length and one have been served when the last one issues.
        jobs.sort_unstable_by_key(|j| j.work);
        let first = jobs.iter().map(|j| j.head).min().unwrap_or(0);
        let before = &jobs[..jobs.len() - depth - 1];
        let busy: u32 = before.iter().map(|j| j.work).sum();
        served.max(first + busy + last)
    }

    /// The waits on the way with the most: each takes a slot between the issue of what it waits
    /// for and the issue of what waits.
    fn waits(&self, relaxed: &HeadsTails) -> Vec<Job> {
        let (region, program) = (self.region, self.program);
        let count = region.units.len();
        let mut most = vec![0u32; count];
        // The last wait on that way: what for (nothing in the region: what is outstanding when it
        // begins), and who waits.
        let mut last: Vec<Option<(Option<NodeId>, NodeId)>> = vec![None; count];
        for from in 0..count {
            let unit = from as NodeId;
            let op = alone(region, program, unit);
            if let Some(op) = op
                && most[from] == 0
                && self.begin.wave.plan(program, op).waits > 0
            {
                (most[from], last[from]) = (1, Some((None, unit)));
            }
            for link in region.successors(unit) {
                let pair = (op, alone(region, program, link.unit));
                let (reached, wait) = match pair {
                    (Some(a), Some(b)) if is_awaited(program, link, a, b) => {
                        (most[from] + 1, Some((Some(unit), link.unit)))
                    }
                    _ => (most[from], last[from]),
                };
                let to = link.unit as usize;
                if reached > most[to] {
                    (most[to], last[to]) = (reached, wait);
                }
            }
        }
        let end = (0..count).max_by_key(|&at| most[at]);
        let mut wait = end.and_then(|at| last[at]);
        let mut jobs = Vec::new();
        while let Some((producer, waiting)) = wait {
            let after = |at: NodeId| relaxed.head[at as usize] + relaxed.issue[at as usize];
            jobs.push(Job {
                head: producer.map_or(0, after),
                work: 1,
                tail: i64::from(relaxed.tail[waiting as usize]),
            });
            wait = producer.and_then(|at| last[at as usize]);
        }
        jobs
    }

    /// Raises each unit's head to what its predecessors alone take.
    fn grow_heads(&self, relaxed: &mut HeadsTails) {
        let count = self.region.units.len();
        let mut way: Vec<Option<u32>> = vec![None; count];
        let mut jobs = Tasks::default();
        for unit in 0..count {
            way[..=unit].fill(None);
            way[unit] = Some(0);
            jobs.clear();
            for before in (0..unit).rev() {
                let links = self.region.link_range(before as NodeId);
                let ways = links.filter_map(|at| {
                    let to = self.region.links()[at].unit as usize;
                    (to <= unit)
                        .then_some(way[to]?)
                        .map(|way| way + relaxed.latency[at])
                });
                way[before] = ways.max();
                let Some(way) = way[before] else { continue };
                let head = relaxed.head[before];
                relaxed.head[unit] = relaxed.head[unit].max(head + way);
                jobs.add(self, unit, before, |work, same| {
                    let tail = i64::from(way) - i64::from(work);
                    let tail = if same { tail.max(0) } else { tail };
                    Job { head, work, tail }
                });
            }
            relaxed.head[unit] = relaxed.head[unit].max(jobs.end());
        }
    }

    /// Raises each unit's tail to what its successors alone take.
    fn grow_tails(&self, relaxed: &mut HeadsTails) {
        let count = self.region.units.len();
        let mut way: Vec<Option<u32>> = vec![None; count];
        let mut jobs = Tasks::default();
        for unit in (0..count).rev() {
            way[unit..].fill(None);
            way[unit] = Some(0);
            jobs.clear();
            for from in unit..count {
                let Some(so_far) = way[from] else { continue };
                for at in self.region.link_range(from as NodeId) {
                    let to = self.region.links()[at].unit as usize;
                    way[to] = way[to].max(Some(so_far + relaxed.latency[at]));
                }
                if from == unit {
                    continue;
                }
                let tail = relaxed.tail[from];
                relaxed.tail[unit] = relaxed.tail[unit].max(so_far + tail);
                let busy = self.matrix[unit].unwrap_or(0);
                jobs.add(self, unit, from, |work, same| Job {
                    head: if same { so_far.max(busy) } else { so_far },
                    work,
                    tail: i64::from(tail) - i64::from(work),
                });
            }
            relaxed.tail[unit] = relaxed.tail[unit].max(jobs.end());
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
    /// Adds the work of `other`, which must lie on one side of `unit`. `job` makes a job of work,
    /// and of whether both use the matrix pipe, where one begins when the other has ended.
    fn add(&mut self, of: &Jobs<'_>, unit: usize, other: usize, job: impl Fn(u32, bool) -> Job) {
        let issue = of.issue[other];
        if issue > 0 {
            self.issue.push(job(issue, false));
        }
        if let Some(busy) = of.matrix[other] {
            self.matrix.push(job(busy, of.matrix[unit].is_some()));
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
