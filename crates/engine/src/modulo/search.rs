//! Local search over stages and places: an instruction moves, alone or with what it depends on, and the new order stays if it
//! takes no longer.

use std::ops::Range;

use smallvec::SmallVec;

use super::Loop;
use super::lives::{Excess, Lives};
use super::placement::Placement;
use crate::schedule::{Incremental, Rng, Trial};
use crate::timing::{OpId, Period};

/// Steps that a trial costs besides the instructions that it simulates.
const TRIAL_STEPS: u64 = 8;
/// Trials after which the places where the wave stalls are looked for again.
const STALE: u32 = 100;
/// Parts of an issue slot in which costs are counted.
const PARTS: u64 = 256;
/// What each slot counts that another model has an order slower by than the loop is now.
const LOSS: u32 = 4;
/// How far an instruction moves at most, in places; the last is any.
const REACH: [i64; 4] = [4, 20, 90, i64::MAX];
/// What the first search's random numbers begin with, which is odd, and by how much those of each
/// further one differ, which is even: none is 0.
const SEED: u64 = 0x9e37_79b9_7f4a_7c15;
const NEXT_SEED: u64 = 0x5851_f42d_4c95_7f2e;

/// What an order takes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(super) struct Cost {
    /// All together, in parts of slots.
    pub total: u64,
    /// Issue slots under the first model.
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
    weight: u64,
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
pub(super) struct Search<'a> {
    looped: &'a Loop,
    /// What the loop takes one wave now, in issue slots, by model.
    now: &'a [u32],
    pub placement: Placement,
    lives: Lives,
    pub charge: Charge,
    ops: Vec<OpId>,
    iterations: Vec<Incremental>,
    /// By model: what the order that the last run ended with takes one wave.
    pub alone: Vec<Period>,
    trials: SmallVec<[Trial; 2]>,
    pub cost: Cost,
    hints: Vec<u32>,
    stale: u32,
    rng: Rng,
    /// Instructions that were simulated.
    pub spent: u64,
}

impl<'a> Search<'a> {
    pub fn new(
        looped: &'a Loop,
        now: &'a [u32],
        placement: Placement,
        charge: Charge,
        seed: u32,
    ) -> Search<'a> {
        let mut search = Search {
            looped,
            now,
            lives: looped.lives.clone(),
            ops: Vec::new(),
            placement,
            charge,
            iterations: Vec::new(),
            alone: Vec::new(),
            trials: SmallVec::new(),
            cost: Cost::default(),
            hints: Vec::new(),
            stale: 0,
            rng: Rng(SEED.wrapping_add(u64::from(seed).wrapping_mul(NEXT_SEED))),
            spent: 0,
        };
        search.ops = search.in_order();
        search.begin();
        search
    }

    /// Begins with a list schedule, if that is better.
    pub fn list(&mut self) {
        let Some(first) = self.iterations.first() else {
            return;
        };
        let (listed, steps) = self.looped.listed(&self.placement, first.begin().clone());
        self.spent += steps;
        let (cost, present) = (self.cost, self.placement.clone());
        self.restart(present.reordered(&listed));
        if self.cost > cost {
            self.restart(present);
        }
    }

    /// The instructions that issue, in order.
    pub fn issued(&self) -> &[OpId] {
        &self.ops
    }

    fn in_order(&self) -> Vec<OpId> {
        let order = self.placement.order.iter();
        order
            .filter_map(|&node| self.looped.ops[node as usize])
            .collect()
    }

    fn begin(&mut self) {
        let idle = self.looped.idle();
        self.iterations.clear();
        self.alone.clear();
        for model in 0..self.looped.costs.len() {
            let simulation = self.looped.simulation(model, &self.ops);
            let settled = simulation.settle(idle.clone());
            self.alone.push(settled.figures.period);
            let iteration = Incremental::new(simulation, &settled.begin);
            self.iterations.push(iteration);
        }
        self.cost = self.cost_now();
        self.find_hints();
    }

    /// Goes on from another order.
    pub fn restart(&mut self, placement: Placement) {
        self.placement = placement;
        self.ops = self.in_order();
        self.begin();
    }

    /// Counts registers in another way.
    pub fn charge(&mut self, charge: Charge) {
        self.charge = charge;
        self.cost = self.cost_now();
    }

    /// Goes on until this much was spent.
    pub fn run(&mut self, until: u64) {
        while self.spent < until {
            self.step();
        }
        // An iteration that begins as the settled one did is an estimate.
        self.begin();
    }

    /// Makes the order that was tried the present one.
    fn accept(&mut self, trials: &[Trial], from: usize) {
        for (model, trial) in trials.iter().enumerate() {
            let simulation = self.looped.simulation(model, &self.ops);
            self.spent += self.iterations[model].accept(simulation, from, trial);
        }
    }

    /// What the present order takes.
    fn cost_now(&mut self) -> Cost {
        let excess = self.lives.excess(&self.placement, self.charge.percent);
        self.cost_with(excess)
    }

    /// The same, with the registers that there are not.
    fn cost_with(&self, excess: Excess) -> Cost {
        let iterations = self.iterations.iter().enumerate();
        let sum: u32 = iterations
            .map(|(model, of)| self.weighed(model, of.cost.slots))
            .sum();
        Cost {
            total: PARTS * u64::from(sum) + self.charge.of(excess),
            slots: self.iterations.first().map_or(0, |of| of.cost.slots),
            excess: excess.most,
        }
    }

    /// What a model's time counts.
    fn weighed(&self, model: usize, slots: u32) -> u32 {
        match model {
            0 => slots,
            _ => slots.saturating_sub(self.now[model]) * LOSS,
        }
    }

    fn step(&mut self) {
        self.spent += 1;
        self.stale += 1;
        if self.stale > STALE {
            self.find_hints();
        }
        let Some(window) = self.propose() else { return };
        let window = self.rewrite(window);
        if !self.is_taken(window.clone()) {
            self.placement.undo();
            self.rewrite(window);
        }
    }

    /// Brings the instructions that issue in line with places that changed; gives theirs.
    fn rewrite(&mut self, places: Range<usize>) -> Range<usize> {
        if self.ops.len() != self.placement.order.len() {
            self.ops = self.in_order();
            return 0..self.ops.len();
        }
        for place in places.clone() {
            if let Some(op) = self.looped.ops[self.placement.order[place] as usize] {
                self.ops[place] = op;
            }
        }
        places
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

    /// Judges what changed in a window, and takes it if it is no worse.
    fn is_taken(&mut self, window: Range<usize>) -> bool {
        let mut trials = std::mem::take(&mut self.trials);
        trials.clear();
        let mut sum = 0;
        let mut is_good = true;
        let most_slots = (self.cost.total / PARTS) as u32;
        for model in 0..self.iterations.len() {
            let room = most_slots.saturating_sub(sum);
            let most = match model {
                0 => room,
                _ => self.now[model] + room / LOSS,
            };
            let simulation = self.looped.simulation(model, &self.ops);
            let trial = self.iterations[model].try_change(simulation, window.clone(), most);
            self.spent += trial.steps + TRIAL_STEPS;
            sum += self.weighed(model, trial.cost.slots);
            trials.push(trial);
            if sum > most_slots {
                is_good = false;
                break;
            }
        }
        if is_good {
            let excess = self.lives.excess(&self.placement, self.charge.percent);
            self.spent += TRIAL_STEPS;
            is_good = PARTS * u64::from(sum) + self.charge.of(excess) <= self.cost.total;
            if is_good {
                self.accept(&trials, window.start);
                self.cost = self.cost_with(excess);
            }
        }
        self.trials = trials;
        is_good
    }

    /// Finds the nodes that stall under the first model, and those that they stall for.
    fn find_hints(&mut self) {
        self.stale = 0;
        self.hints.clear();
        let Some(first) = self.iterations.first() else {
            return;
        };
        let mut state = first.begin().clone();
        self.spent += self.ops.len() as u64;
        let nodes = self
            .placement
            .order
            .iter()
            .filter(|&&node| self.looped.ops[node as usize].is_some());
        for (&op, &node) in self.ops.iter().zip(nodes) {
            let (plan, at) = state.step(&self.looped.program, &self.looped.costs[0], op);
            if at > plan.without_stall || plan.waits + plan.nops > 0 {
                self.hints.push(node);
                self.hints.extend(self.looped.nodes.get(plan.cause.index()));
            }
        }
    }
}
