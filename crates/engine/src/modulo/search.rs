//! Local search over stages and places: an instruction moves, alone or with what it depends on, and the new order stays if it
//! takes no longer under the first model.

use std::ops::Range;

use super::Loop;
use super::counts::Excess;
use super::lives::Lives;
use super::placement::Placement;
use crate::schedule::{Incremental, Rng};
use crate::timing::{OpId, Period, SimState};

/// Steps that a trial costs besides the instructions that it simulates.
const TRIAL_STEPS: u64 = 8;
/// Iterations that are simulated until one begins as the one before, about.
const ITERATIONS: u64 = 3;
/// Trials after which the places where the wave stalls are looked for again.
const STALE: u32 = 100;
/// Parts of an issue slot in which costs are counted.
const PARTS: u64 = 256;
/// How far an instruction moves at most, in places; the last is any.
const REACH: [i64; 3] = [20, 90, i64::MAX];
/// What the first search's random numbers begin with, which is odd, and by how much those of each
/// further one differ, which is even: none is 0.
const SEED: u64 = 0x9e37_79b9_7f4a_7c15;
const NEXT_SEED: u64 = 0x5851_f42d_4c95_7f2e;

/// What an order takes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(super) struct Cost {
    /// All together, in parts of slots.
    pub total: u64,
    /// Issue slots.
    pub slots: u32,
    /// Registers that there are not, at most at any time.
    pub excess: u32,
}

/// How registers count that an order needs beyond those that there are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Charge {
    /// Of the registers that there are, how many hundredths may be used before it costs.
    pub percent: i32,
    /// How often they count.
    pub weight: u64,
}

impl Charge {
    /// What a search begins with: some registers stay free for values that do not fit beside each other ...
    pub const FIRST: Charge = Charge {
        percent: 96,
        weight: 1,
    };
    /// ... and where the present registers do, so that all may be in use.
    pub const TIGHT: Charge = Charge {
        percent: 100,
        weight: 4,
    };
    const LESS_PERCENT: i32 = 3;
    const LEAST_PERCENT: i32 = 80;
    const MOST_WEIGHT: u64 = 16;

    /// After no registers were found for an order that needs so many too many: these count twice; if there are none, fewer
    /// may be used.
    pub fn raised(self, excess: u32) -> Charge {
        match excess {
            0 => Charge {
                percent: (self.percent - Self::LESS_PERCENT).max(Self::LEAST_PERCENT),
                ..self
            },
            _ => Charge {
                weight: (2 * self.weight).min(Self::MOST_WEIGHT),
                ..self
            },
        }
    }

    /// In parts of slots: by the most at any time, and by how long there are too few.
    pub fn of(self, excess: Excess) -> u64 {
        let whole = PARTS * u64::from(2 * excess.most + 4 * excess.mean);
        let rest = PARTS * 4 * u64::from(excess.rest) / u64::from(excess.length.max(1));
        self.weight * (whole + rest)
    }
}

/// A search that goes on as often as it is asked to.
#[derive(Clone)]
pub(super) struct Search<'a> {
    pub(super) looped: &'a Loop,
    pub placement: Placement,
    lives: Lives,
    charge: Charge,
    ops: Vec<OpId>,
    iteration: Incremental,
    pub cost: Cost,
    hints: Vec<u32>,
    stale: u32,
    rng: Rng,
    /// Instructions that were simulated.
    pub spent: u64,
}

impl<'a> Search<'a> {
    pub fn new(looped: &'a Loop, placement: Placement, charge: Charge, seed: u32) -> Search<'a> {
        let ops = looped.in_order(&placement);
        let iteration = settled(looped, &ops);
        let mut search = Search {
            looped,
            lives: looped.lives.clone(),
            ops,
            placement,
            charge,
            iteration,
            cost: Cost::default(),
            hints: Vec::new(),
            stale: 0,
            rng: Rng(SEED.wrapping_add(u64::from(seed).wrapping_mul(NEXT_SEED))),
            spent: 0,
        };
        search.cost = search.cost_now();
        search.find_hints();
        search
    }

    /// The instructions that issue, in order.
    pub fn issued(&self) -> &[OpId] {
        &self.ops
    }

    /// What the registers count as that the present order needs and there are not.
    pub fn charged(&self) -> Period {
        let parts = self.cost.total - PARTS * u64::from(self.cost.slots);
        Period::over(u32::try_from(parts).unwrap_or(u32::MAX), PARTS as u32)
    }

    /// The state in which an iteration begins, under the first model.
    pub fn state(&self) -> &SimState {
        self.iteration.begin()
    }

    /// Goes on from another order if that is better, as far as one iteration shows that begins as the present ones do.
    pub fn improve_by(&mut self, placement: Placement) -> bool {
        let ops = self.looped.in_order(&placement);
        let simulation = self.looped.simulation(0, &ops);
        let iteration = Incremental::new(simulation, self.iteration.begin());
        self.spent += ITERATIONS * ops.len() as u64;
        let (known, present) = (self.cost, std::mem::replace(&mut self.placement, placement));
        let before = std::mem::replace(&mut self.iteration, iteration);
        self.cost = self.cost_now();
        let is_better = self.cost < known;
        match is_better {
            true => self.ops = ops,
            false => {
                (self.placement, self.iteration) = (present, before);
                self.cost = self.cost_now();
                if cfg!(any(test, debug_assertions)) {
                    assert_eq!(self.cost, known);
                }
            }
        }
        is_better
    }

    /// An iteration that begins as another order's did is an estimate: simulates what the present order takes.
    pub fn begin(&mut self) {
        self.iteration = settled(self.looped, &self.ops);
        self.cost = self.cost_now();
        self.find_hints();
    }

    /// Goes on from another order.
    pub fn restart(&mut self, placement: Placement) {
        self.placement = placement;
        self.ops = self.looped.in_order(&self.placement);
        self.begin();
    }

    /// How many hundredths of the registers may be used before it costs.
    pub fn percent(&self) -> i32 {
        self.charge.percent
    }

    /// Counts registers more often, after none were found for the present order.
    pub fn charge_more(&mut self) {
        self.charge = self.charge.raised(self.cost.excess);
        self.cost = self.cost_now();
    }

    /// Goes on until this much was spent.
    pub fn run(&mut self, until: u64) {
        while self.spent < until {
            self.step();
        }
        self.begin();
    }

    /// What the present order takes.
    fn cost_now(&mut self) -> Cost {
        let excess = self.lives.excess(&self.placement, self.charge.percent);
        self.cost_with(excess)
    }

    /// The same, with the registers that there are not.
    fn cost_with(&self, excess: Excess) -> Cost {
        let slots = self.iteration.cost.slots;
        Cost {
            total: PARTS * u64::from(slots) + self.charge.of(excess),
            slots,
            excess: excess.most,
        }
    }

    fn step(&mut self) {
        self.spent += 1;
        self.stale += 1;
        if self.stale > STALE {
            self.find_hints();
        }
        let Some(places) = self.propose() else { return };
        let window = self.rewrite(places.clone());
        if !self.is_taken(window, places.clone()) {
            self.placement.undo();
            self.rewrite(places);
        }
        // What was counted step by step is what there is.
        if cfg!(any(test, debug_assertions)) {
            let percent = self.charge.percent;
            let excess = self.lives.clone().excess(&self.placement, percent);
            assert_eq!(self.cost, self.cost_with(excess));
        }
    }

    /// Brings the instructions that issue in line with places that changed; gives theirs.
    fn rewrite(&mut self, places: Range<usize>) -> Range<usize> {
        let before = self.looped.uneven.iter();
        let before = before.filter(|(node, _)| self.placement.place(*node) < places.start);
        let more: i64 = before.map(|(_, more)| more).sum();
        let begin = (places.start as i64 + more) as usize;
        let mut end = begin;
        for &node in &self.placement.order[places] {
            for op in self.looped.ops[node as usize] {
                self.ops[end] = op;
                end += 1;
            }
        }
        begin..end
    }

    fn propose(&mut self) -> Option<Range<usize>> {
        let graph = &self.looped.graph;
        let node = self.choose();
        if node as usize >= graph.movable {
            return None;
        }
        let time = self.placement.time(node);
        let along = self.rng.below(3) == 0;
        let (mut first, mut last) = self.placement.window(graph, node);
        if along {
            (first, last) = (0, self.placement.last());
        }
        let reach = REACH[self.rng.index(REACH.len())];
        first = first.max(time.saturating_sub(reach));
        last = last.min(time.saturating_add(reach));
        let places = u64::try_from(last - first + 1)
            .ok()
            .filter(|&places| places > 1)?;
        let to = first + self.rng.below(places) as i64;
        if to == time {
            return None;
        }
        self.placement.shift(graph, node, to, along)
    }

    /// A node to move: half of the time one that stalls, one beside it, or one that it depends on.
    fn choose(&mut self) -> u32 {
        let nodes = self.placement.order.len();
        if self.hints.is_empty() || self.rng.below(2) == 0 {
            return self.rng.index(nodes) as u32;
        }
        let hint = self.hints[self.rng.index(self.hints.len())];
        match self.rng.below(3) {
            0 => hint,
            1 => {
                let place = self.placement.place(hint) + self.rng.index(5);
                self.placement.order[place.saturating_sub(2).min(nodes - 1)]
            }
            _ => {
                let before = &self.looped.graph.before[hint as usize];
                match before.is_empty() {
                    true => hint,
                    false => before[self.rng.index(before.len())].node,
                }
            }
        }
    }

    /// Judges what changed in a window of what issues, at these places of the order, and takes it if it is no worse.
    fn is_taken(&mut self, window: Range<usize>, places: Range<usize>) -> bool {
        let from = window.start;
        let most = (self.cost.total / PARTS) as u32;
        let simulation = self.looped.simulation(0, &self.ops);
        let trial = self.iteration.try_change(simulation, window, most);
        self.spent += trial.steps + TRIAL_STEPS;
        if trial.cost.slots > most {
            return false;
        }
        let excess = self
            .lives
            .excess_after(&self.placement, self.charge.percent, places);
        self.spent += TRIAL_STEPS;
        let total = PARTS * u64::from(trial.cost.slots) + self.charge.of(excess);
        let is_good = total <= self.cost.total;
        match is_good {
            true => {
                self.spent += self.iteration.accept(simulation, from, &trial);
                self.cost = self.cost_with(excess);
            }
            false => self.lives.undo(),
        }
        is_good
    }

    /// Finds the nodes that stall, and those that they stall for.
    fn find_hints(&mut self) {
        self.stale = 0;
        self.hints.clear();
        let mut state = self.iteration.begin().clone();
        self.spent += self.ops.len() as u64;
        for &op in &self.ops {
            let (plan, at) = state.step(&self.looped.program, &self.looped.costs[0], op);
            if at > plan.without_stall || plan.waits + plan.nops > 0 {
                self.hints.push(self.looped.nodes[op.index()]);
                self.hints.extend(self.looped.nodes.get(plan.cause.index()));
            }
        }
    }
}

/// The settled iteration of an order.
fn settled(looped: &Loop, ops: &[OpId]) -> Incremental {
    let simulation = looped.simulation(0, ops);
    let settled = simulation.settle(looped.idle());
    Incremental::new(simulation, &settled.begin)
}
