//! Orders of one region that cannot be beaten: branch and bound.
//!
//! Every branch issues one more instruction in the simulator itself. A branch is cut off when its
//! bound is no better than the best order known, or when the same instructions were issued before
//! into a state that goes on alike and was reached no later.

use rustc_hash::FxHashMap;

use crate::schedule::exact::lower_bound::{HeadsTails, Job, jackson};
use crate::schedule::problem::{NodeId, Region};
use crate::timing::{Costs, Pipe, Program, State};

/// Regions with more units than this are not searched: a branch keeps a state a unit.
pub(crate) const MOST_UNITS: usize = 400;
/// States that are remembered.
const MEMORY: usize = 1 << 18;

/// What the search knows in the end.
pub(crate) struct Solved {
    /// FreeSlots of the best order found, from the beginning of the region to the end of its last
    /// issue.
    pub slots: u32,
    /// That order, if it is better than the one the search began with.
    pub order: Option<Vec<NodeId>>,
    /// Whether no order is better.
    pub exhausted: bool,
    /// Simulated instructions.
    pub steps: u64,
}

/// A region under one model, in the order it has.
pub(crate) struct RegionProblem<'a> {
    pub costs: &'a Costs,
    /// The state it begins in.
    pub begin: &'a State,
    pub relaxed: HeadsTails,
    /// What its order takes.
    pub slots: u32,
    /// `s_waitcnt` that its order needs.
    waits: u32,
    /// Wait states that its order needs.
    nops: u32,
}

impl<'a> RegionProblem<'a> {
    /// A region that begins in one state and ends in another. Its bound is the better one in
    /// regions of up to `deep` units.
    pub fn new(
        region: &Region,
        program: &Program,
        costs: &'a Costs,
        begin: &'a State,
        end: &State,
        deep: usize,
    ) -> RegionProblem<'a> {
        RegionProblem {
            costs,
            begin,
            relaxed: HeadsTails::new(region, program, costs, begin, deep),
            slots: end.wave.now - begin.wave.now,
            waits: end.wave.waits - begin.wave.waits,
            nops: end.wave.nops - begin.wave.nops,
        }
    }
}

/// Looks for a shorter order, for at most `budget` simulated instructions. With `others`, it must
/// be no longer under other models than the present one, and need no more waits and wait states.
pub(crate) fn solve(
    region: &Region,
    program: &Program,
    case: &RegionProblem<'_>,
    others: Option<&[RegionProblem<'_>]>,
    budget: u64,
) -> Solved {
    let &RegionProblem {
        costs,
        begin,
        ref relaxed,
        slots,
        ..
    } = case;
    let count = region.units.len();
    let mut solved = Solved {
        slots,
        order: None,
        exhausted: slots <= relaxed.bound,
        steps: 0,
    };
    if solved.exhausted || count > MOST_UNITS || budget == 0 {
        return solved;
    }
    let units = 0..count as NodeId;
    let mut by_tail: Vec<NodeId> = units.clone().collect();
    by_tail.sort_by_key(|&u| std::cmp::Reverse(relaxed.tail[u as usize]));
    let mut branching = Branching {
        region,
        program,
        costs,
        relaxed,
        begin: begin.wave.now,
        case,
        others,
        other_states: others.map_or_else(Vec::new, |others| {
            let states = others.iter().map(|o| vec![o.begin.clone(); count + 1]);
            states.collect()
        }),
        states: vec![begin.clone(); count + 1],
        heads: vec![relaxed.head.clone(); count + 1],
        missing: units.clone().map(|u| region.indegree(u)).collect(),
        placed: vec![false; count],
        order: Vec::with_capacity(count),
        twin: symmetric_predecessors(region, program, costs, relaxed),
        atoms: touched(region, program),
        by_tail,
        left: relaxed.issue.iter().sum(),
        seen: FxHashMap::default(),
        jobs: Vec::new(),
        best: slots,
        found: None,
        budget,
        steps: 0,
    };
    let complete = branching.descend(0);
    solved.exhausted = complete || branching.best <= relaxed.bound;
    solved.slots = branching.best;
    solved.order = branching.found;
    solved.steps = branching.steps;
    solved
}

/// By unit, the unit before it that is like it in everything that decides how a region goes on:
/// only orders in which that one comes first need be looked at.
fn symmetric_predecessors(
    region: &Region,
    program: &Program,
    costs: &Costs,
    relaxed: &HeadsTails,
) -> Vec<Option<NodeId>> {
    type Links = Vec<(NodeId, u32, u8)>;
    type Kind = (
        u32,
        u32,
        u32,
        u32,
        u32,
        Option<u32>,
        Option<u32>,
        bool,
        bool,
        Pipe,
    );
    let mut last: FxHashMap<(Kind, Links, Links), NodeId> = FxHashMap::default();
    let mut backward: Vec<Links> = vec![Vec::new(); region.units.len()];
    for (at, link) in region.links().iter().enumerate() {
        let entry = (link.from, relaxed.latency[at], link.kind as u8);
        backward[link.unit as usize].push(entry);
    }
    let units = region.units.iter().enumerate();
    units
        .map(|(at, unit)| {
            if unit.ops != 1 {
                return None;
            }
            let (op, cost) = (&program.ops[unit.op as usize], &costs.ops[unit.op as usize]);
            // What waits for something from before the region, or for wait states, is like
            // nothing else; so is an explicit wait.
            let plain = program.hazards(unit.op).is_empty()
                && op.wait.is_none()
                && relaxed.head[at] == 0
                && !is_producer(program, region, unit.op);
            if !plain {
                return None;
            }
            let kind = (
                cost.issue,
                cost.busy,
                cost.result,
                cost.shadow,
                op.states,
                op.dma,
                op.lds,
                op.vm,
                op.lgkm,
                op.pipe,
            );
            let mut forward: Links = Vec::new();
            for index in region.link_range(at as NodeId) {
                let link = &region.links()[index];
                forward.push((link.unit, relaxed.latency[index], link.kind as u8));
            }
            forward.sort_unstable();
            let mut before = std::mem::take(&mut backward[at]);
            before.sort_unstable();
            last.insert((kind, before, forward), at as NodeId)
        })
        .collect()
}

/// Whether any instruction of the region needs wait states behind this one.
fn is_producer(program: &Program, region: &Region, op: u32) -> bool {
    let ops = region.first_op..region.first_op + region.ops;
    ops.flat_map(|other| program.hazards(other))
        .any(|hazard| hazard.producer == op)
}

/// The atoms that a region touches.
fn touched(region: &Region, program: &Program) -> Vec<u16> {
    let steps = &program.steps[region.first_op as usize..(region.first_op + region.ops) as usize];
    let both = steps.iter().map(|step| program.touched(step));
    let mut atoms: Vec<u16> = both.flat_map(|(u, d)| u.iter().chain(d)).copied().collect();
    atoms.sort_unstable();
    atoms.dedup();
    atoms
}

struct Branching<'a> {
    region: &'a Region,
    program: &'a Program,
    costs: &'a Costs,
    relaxed: &'a HeadsTails,
    /// The slot in which the region begins.
    begin: u32,
    case: &'a RegionProblem<'a>,
    /// The same under other models, when their limits hold.
    others: Option<&'a [RegionProblem<'a>]>,
    /// States under them, by number of placed units.
    other_states: Vec<Vec<State>>,
    /// The state by number of placed units.
    states: Vec<State>,
    /// The first slots in which units can issue, by number of placed units.
    heads: Vec<Vec<u32>>,
    /// Predecessors that are not placed yet.
    missing: Vec<u32>,
    placed: Vec<bool>,
    order: Vec<NodeId>,
    twin: Vec<Option<NodeId>>,
    /// What the region touches.
    atoms: Vec<u16>,
    /// Units, the longest tail first.
    by_tail: Vec<NodeId>,
    /// Issue slots of what is not placed.
    left: u32,
    /// When a set of units was placed and led to a state.
    seen: FxHashMap<u64, u32>,
    jobs: Vec<Job>,
    best: u32,
    found: Option<Vec<NodeId>>,
    budget: u64,
    steps: u64,
}

/// A unit that may be next.
struct Candidate {
    unit: NodeId,
    /// The slot in which it would issue.
    at: u32,
}

impl Branching<'_> {
    /// Looks at all orders that begin as the present one. False when the budget ran out.
    fn descend(&mut self, depth: usize) -> bool {
        if depth == self.region.units.len() {
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
            if self.bound(candidate.unit, candidate.at) >= self.best {
                continue;
            }
            if self.steps >= self.budget {
                return false;
            }
            self.place(depth, candidate.unit);
            let complete = !self.fits(depth + 1)
                || self.remaining(depth + 1) >= self.best
                || self.descend(depth + 1);
            self.take_back(candidate.unit);
            if !complete {
                return false;
            }
            if self.best <= self.relaxed.bound {
                return true;
            }
        }
        true
    }

    /// Units that may be next, the most promising first.
    fn candidates(&mut self, depth: usize) -> Vec<Candidate> {
        let mut all = Vec::new();
        for unit in 0..self.region.units.len() as NodeId {
            let at = unit as usize;
            let twin_first = self.twin[at].is_some_and(|twin| !self.placed[twin as usize]);
            if self.placed[at] || self.missing[at] > 0 || twin_first {
                continue;
            }
            let state = &self.states[depth];
            let slot = match self.region.units[at].ops {
                // What takes no slot is placed at once: nothing is gained by waiting.
                0 => {
                    return vec![Candidate {
                        unit,
                        at: state.wave.now - self.begin,
                    }];
                }
                _ => {
                    let op = self.region.units[at].op;
                    let plan = state.wave.plan(self.program, op);
                    let pipe = self.program.ops[op as usize].pipe;
                    plan.ready.max(state.shared.accepts(pipe, self.costs)) - self.begin
                }
            };
            self.steps += 1;
            if self.bound(unit, slot) < self.best {
                all.push(Candidate { unit, at: slot });
            }
        }
        let key = |c: &Candidate| {
            let tail = self.relaxed.tail[c.unit as usize];
            (c.at, std::cmp::Reverse(tail), c.unit)
        };
        all.sort_unstable_by_key(key);
        all
    }

    /// The least length of an order that goes on with this unit in this slot.
    fn bound(&self, unit: NodeId, slot: u32) -> u32 {
        let at = unit as usize;
        let issue = self.relaxed.issue[at];
        let others = self.by_tail.iter();
        let next = others
            .copied()
            .find(|&u| u != unit && !self.placed[u as usize])
            .map_or(0, |u| self.relaxed.tail[u as usize]);
        (slot + self.relaxed.tail[at])
            .max(slot + issue + next)
            .max(slot + self.left)
    }

    fn place(&mut self, depth: usize, unit: NodeId) {
        let (before, after) = self.states.split_at_mut(depth + 1);
        let state = &mut after[0];
        state.copy(&before[depth]);
        let (old, new) = self.heads.split_at_mut(depth + 1);
        new[0].copy_from_slice(&old[depth]);
        let entry = &self.region.units[unit as usize];
        let mut first = None;
        for op in entry.op..entry.op + entry.ops {
            let at = state.step(self.program, self.costs, op).1;
            first.get_or_insert(at);
        }
        for (states, other) in self.other_states.iter_mut().zip(self.others.unwrap_or(&[])) {
            let (before, after) = states.split_at_mut(depth + 1);
            after[0].copy(&before[depth]);
            for op in entry.op..entry.op + entry.ops {
                after[0].step(self.program, other.costs, op);
            }
        }
        let models = 1 + self.other_states.len() as u64;
        self.steps += (u64::from(entry.ops) + 2) * models;
        let slot = first.unwrap_or(state.wave.now) - self.begin;
        for index in self.region.link_range(unit) {
            let to = self.region.links()[index].unit as usize;
            self.missing[to] -= 1;
            let head = &mut new[0][to];
            *head = (*head).max(slot + self.relaxed.latency[index]);
        }
        self.placed[unit as usize] = true;
        self.left -= self.relaxed.issue[unit as usize];
        self.order.push(unit);
    }

    /// Whether what was placed can still end within the limits of the other models, and of waits.
    fn fits(&self, depth: usize) -> bool {
        let Some(others) = self.others else {
            return true;
        };
        let (now, begin) = (&self.states[depth].wave, &self.case.begin.wave);
        let within = |other: &RegionProblem<'_>, state: &State| {
            let spent = state.wave.now - other.begin.wave.now;
            let tails = other.relaxed.tail.iter().zip(&self.placed);
            let behind = tails.filter(|(_, placed)| !**placed).map(|(tail, _)| *tail);
            let issue = other.relaxed.issue.iter().zip(&self.placed);
            let left: u32 = issue.filter(|(_, placed)| !**placed).map(|(i, _)| *i).sum();
            spent + behind.max().unwrap_or(0).max(left) <= other.slots
        };
        now.waits - begin.waits <= self.case.waits
            && now.nops - begin.nops <= self.case.nops
            && others
                .iter()
                .zip(&self.other_states)
                .all(|(other, states)| within(other, &states[depth]))
    }

    fn take_back(&mut self, unit: NodeId) {
        self.order.pop();
        self.left += self.relaxed.issue[unit as usize];
        self.placed[unit as usize] = false;
        for link in self.region.successors(unit) {
            self.missing[link.unit as usize] += 1;
        }
    }

    /// The least length by what is left of the issue slots and of the matrix pipe.
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
            for unit in (0..self.region.units.len()).filter(|&u| !self.placed[u]) {
                let entry = &self.region.units[unit];
                let work = match pipe {
                    Pipe::Matrix if entry.ops != 1 => 0,
                    Pipe::Matrix => match self.program.ops[entry.op as usize].pipe {
                        Pipe::Matrix => self.costs.ops[entry.op as usize].busy,
                        _ => 0,
                    },
                    _ => self.relaxed.issue[unit],
                };
                if work > 0 {
                    self.jobs.push(Job {
                        head: self.heads[depth][unit].max(now).max(free),
                        work,
                        tail: i64::from(self.relaxed.tail[unit]) - i64::from(work),
                    });
                }
            }
            least = least.max(jackson(&mut self.jobs));
        }
        self.steps += 2;
        least
    }

    /// Whether what was placed led to this state before, and no later.
    fn is_dominated(&mut self, depth: usize) -> bool {
        let state = &self.states[depth];
        // Sets are told apart by a sum of numbers that are as good as random.
        let scattered = |u: &NodeId| {
            let x = (u64::from(*u) + 1).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            (x ^ (x >> 31)).wrapping_mul(0x94d0_49bb_1331_11eb)
        };
        let set = self.order.iter().map(scattered).fold(0, u64::wrapping_add);
        let recent = self.order.iter().rev().take(24).map(|&u| {
            let unit = &self.region.units[u as usize];
            unit.op..unit.op + unit.ops
        });
        let mut recent: Vec<u32> = recent.flatten().collect();
        recent.sort_unstable();
        let mut print = state
            .wave
            .fingerprint(&state.shared, &self.atoms, recent.iter().copied());
        if self.others.is_some() {
            let spent = [state.wave.waits, state.wave.nops];
            let others = self.other_states.iter().map(|states| &states[depth]);
            for state in others {
                let other =
                    state
                        .wave
                        .fingerprint(&state.shared, &self.atoms, recent.iter().copied());
                print = mixed(print, other ^ u64::from(state.wave.now));
            }
            print = spent.iter().fold(print, |p, &n| mixed(p, u64::from(n)));
        }
        let key = set ^ print.rotate_left(17);
        let now = state.wave.now;
        let before = self.seen.get(&key).copied();
        if before.is_some() || self.seen.len() < MEMORY {
            self.seen.insert(key, now.min(before.unwrap_or(now)));
        }
        before.is_some_and(|before| before <= now)
    }
}

/// A hash of two numbers.
fn mixed(a: u64, b: u64) -> u64 {
    let x = (a.rotate_left(23) ^ b).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}
