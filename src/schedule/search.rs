//! Finding a better order for one stretch of code.
//!
//! Every candidate is a list schedule made by some [`Recipe`], and is judged by simulating the
//! whole stretch. Good recipes are tried again with experience: units that others stood still
//! for become more urgent, and when that leads nowhere, urgencies are shaken at random, with
//! a fixed seed. All budgets are numbers of simulated instructions.

use super::list::Style;
use super::local::Mover;
use super::region::UnitId;
use super::stretch::{Order, Stretch};
use super::urgency::{Basis, ByUnit, Latencies, Recipe};
use crate::timing::{ModelTiming, OpId, Period, State, own};

/// What the search found.
pub(crate) struct Found {
    pub order: Order,
    pub timings: Vec<ModelTiming>,
}

/// Why nothing better was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Failure {
    /// No candidate is faster for one wave under the first model.
    NoneFaster,
    /// Some are, but each loses under another model, at the kernel's number of waves, or by
    /// more waits or wait states.
    Worse,
}

/// Recipes worth another try.
const ELITE: usize = 4;
/// Rounds of experience in a row before urgencies are shaken.
const ROUNDS: u32 = 4;
/// The score of being as fast as the incoming order, under one model.
const UNIT: u64 = 1 << 20;
/// What each wait and wait state above the incoming number counts for in a score: such an
/// order cannot be taken, but may lead to one that can.
const EXCESS: u64 = UNIT / 100;
/// By how much a part of the time above the incoming one weighs more than a part below.
const LOSS: u64 = 4;
/// What making a list schedule costs, in simulated instructions per instruction.
const LIST_STEPS: u64 = 4;

/// How good an order is; less is better.
#[derive(Clone, Copy, Debug, Default)]
struct Score {
    /// Under the first model.
    first: u64,
    /// Under the others, and at the kernel's own number of waves.
    others: u64,
}

impl Score {
    fn total(&self) -> u64 {
        self.first + self.others
    }
}

/// Time in relation to the incoming order's; losses weigh more than gains.
fn rate(new: Period, old: Period) -> u64 {
    let rate = new.0 * UNIT / old.0.max(1);
    rate + rate.saturating_sub(UNIT) * LOSS
}

impl Stretch<'_> {
    /// Searches within a budget of simulated instructions.
    pub fn search(&self, incoming: &[ModelTiming], budget: u64) -> Result<Found, Failure> {
        let ops = self.program.order();
        let begins = (0..self.costs.len()).map(|model| match self.program.is_loop {
            true => self.evaluate(&ops, model).1,
            false => State::new(self.program, self.entries[model]),
        });
        let mut search = Search {
            stretch: self,
            incoming,
            begins: begins.collect(),
            latencies: Latencies::new(self.regions, self.program, self.costs),
            homes: self.homes(),
            elite: Vec::new(),
            leader: None,
            best: None,
            faster: false,
            spent: 0,
        };
        if self.program.is_loop {
            search.explore(budget / 2);
            search.polish(budget);
        } else {
            search.explore(budget);
        }
        match search.best {
            Some((_, found)) => Ok(found),
            None if search.faster => Err(Failure::Worse),
            None => Err(Failure::NoneFaster),
        }
    }
}

struct Search<'s, 'a> {
    stretch: &'s Stretch<'a>,
    incoming: &'s [ModelTiming],
    /// The state before the first instruction in the incoming order, by model.
    begins: Vec<State>,
    latencies: Latencies,
    homes: Vec<Option<(u32, UnitId)>>,
    /// The recipes with the lowest scores, best first.
    elite: Vec<(u64, Recipe)>,
    /// The order with the lowest score, whether or not it may be taken.
    leader: Option<(Score, Order)>,
    /// The best order that may be taken, with its key.
    best: Option<((u64, u64, u64), Found)>,
    /// Whether an order was found that is faster for one wave under the first model.
    faster: bool,
    spent: u64,
}

impl Search<'_, '_> {
    fn explore(&mut self, budget: u64) {
        let regions = self.stretch.regions.iter();
        let unbiased: ByUnit = regions.map(|r| vec![0; r.units.len()]).collect();
        let models = self.stretch.costs.len();
        let bases = [
            (Basis::Height(0), 0, 0, 0),
            (Basis::Incoming, 0, 8, 0),
            (Basis::Blend(0), 0, 8, 0),
            (Basis::Height(0), 0, 32, 0),
            (Basis::Height(1), 0, 8, 1),
            (Basis::Incoming, 0, 0, 0),
            (Basis::Height(0), 2, 2, 0),
            (Basis::Blend(1), 0, 8, 1),
        ];
        for (basis, slack, thrift, model) in bases {
            if self.spent >= budget {
                return;
            }
            if model >= models || matches!(basis, Basis::Height(m) | Basis::Blend(m) if m >= models)
            {
                continue;
            }
            let recipe = Recipe {
                basis,
                style: Style { slack, thrift },
                model,
                bias: unbiased.clone(),
            };
            self.attempt(recipe);
        }
        let mut random = Random(0x9e37_79b9_7f4a_7c15);
        while self.spent < budget && !self.elite.is_empty() {
            let which = random
                .below(self.elite.len() as u64)
                .min(random.below(ELITE as u64));
            let mut recipe = self.elite[which as usize].1.clone();
            self.vary(&mut recipe, &mut random);
            for _ in 0..ROUNDS {
                let (order, score) = self.attempt(recipe.clone());
                if self.spent >= budget {
                    return;
                }
                self.learn(&order.ops, &mut recipe);
                if score > self.elite[0].0 + self.elite[0].0 / 16 {
                    break;
                }
            }
        }
    }

    /// Changes a recipe a little.
    fn vary(&self, recipe: &mut Recipe, random: &mut Random) {
        match random.below(8) {
            0 => recipe.style.thrift = [0, 2, 8, 32][random.below(4) as usize],
            1 => recipe.style.slack = random.below(4) as u32,
            2 => recipe.model = random.below(self.stretch.costs.len() as u64) as usize,
            3 => {
                recipe.basis =
                    [Basis::Height(0), Basis::Blend(0), Basis::Incoming][random.below(3) as usize]
            }
            _ => {
                let reach = 4 << random.below(4);
                let sparse = 1 + random.below(8);
                for unit in recipe.bias.iter_mut().flatten() {
                    if random.below(sparse) == 0 {
                        *unit += random.below(reach) as i32 - reach as i32 / 3;
                    }
                }
            }
        }
    }

    /// Makes an order, scores it (lower is better), and keeps it if it is the best that may be
    /// taken.
    fn attempt(&mut self, recipe: Recipe) -> (Order, u64) {
        let stretch = self.stretch;
        let urgency = recipe.urgency(stretch.regions, &self.latencies);
        let order = stretch.relist(&urgency, &recipe, &self.begins[recipe.model]);
        self.spent += order.ops.len() as u64 * LIST_STEPS;
        let score = self.score(&order, None).total();
        let at = self.elite.partition_point(|e| e.0 < score);
        if at < ELITE && self.elite.get(at).is_none_or(|e| e.0 > score) {
            self.elite.insert(at, (score, recipe));
            self.elite.truncate(ELITE);
        }
        (order, score)
    }

    /// Scores an order, and keeps it if it is the best that may be taken. With a `rival`, what
    /// falls far behind it under the first model is not looked at any further.
    fn score(&mut self, order: &Order, rival: Option<Score>) -> Score {
        let stretch = self.stretch;
        let length = order.ops.len() as u64;
        let mut score = Score::default();
        let mut timings = Vec::with_capacity(self.incoming.len());
        for (model, old) in self.incoming.iter().enumerate() {
            let one = stretch.evaluate(&order.ops, model).0;
            self.spent += length * if stretch.program.is_loop { 3 } else { 1 };
            let excess = u64::from(one.nops.saturating_sub(old.one.nops))
                + u64::from(one.waits.saturating_sub(old.one.waits));
            let part = rate(one.period, old.one.period) + excess * EXCESS;
            if model > 0 {
                score.others += part;
            } else {
                score.first = part;
                if rival.is_some_and(|r| part > r.first + UNIT / 64) {
                    score.others = UNIT * 64;
                    return score;
                }
            }
            let own = one.period;
            timings.push(ModelTiming { one, own });
        }
        score.others += self.consider(order, timings);
        if self
            .leader
            .as_ref()
            .is_none_or(|(s, _)| score.total() < s.total())
        {
            self.leader = Some((score, order.clone()));
        }
        score
    }

    /// Improves the leader by small changes.
    fn polish(&mut self, budget: u64) {
        let stretch = self.stretch;
        let Some((mut score, mut order)) = self.leader.clone() else {
            return;
        };
        let mut mover = Mover::default();
        let mut random = Random(0xd1b5_4a32_d192_ed03);
        let mut hints = self.hints(&order);
        let mut stale = 0;
        while self.spent < budget {
            // Half of the moves begin where the wave stands still.
            let hinted = random.below(2) == 0 && !hints.is_empty();
            let (at, unit) = match hinted {
                true => hints[random.below(hints.len() as u64) as usize],
                false => {
                    let op = random.below(order.ops.len() as u64) as usize;
                    match self.homes[order.ops[op] as usize] {
                        Some(home) => home,
                        None => {
                            self.spent += 1;
                            continue;
                        }
                    }
                }
            };
            let region = &stretch.regions[at as usize];
            let units = &order.units[at as usize];
            let Some(from) = units.iter().position(|&u| u == unit) else {
                continue;
            };
            self.spent += 1 + units.len() as u64 / 16;
            let far = 2 << random.below(6);
            let reach = 1 + random.below(far) as usize;
            let to = match random.below(2) {
                0 => from.saturating_sub(reach),
                _ => (from + reach).min(units.len() - 1),
            };
            if region.pinned || to == from {
                continue;
            }
            let mut changed = order.clone();
            if mover
                .shift(region, &mut changed.units[at as usize], from, to)
                .is_none()
            {
                continue;
            }
            changed.expand(at as usize, region);
            let new = self.score(&changed, Some(score));
            stale += 1;
            if new.total() <= score.total() {
                if new.total() < score.total() || stale > 32 {
                    hints = self.hints(&changed);
                    stale = 0;
                }
                score = new;
                order = changed;
            }
        }
    }

    /// Units that stand still, and units they stand still for, in one run of an order.
    fn hints(&mut self, order: &Order) -> Vec<(u32, UnitId)> {
        let stretch = self.stretch;
        let mut state = self.begins[0].clone();
        state.run(stretch.program, &stretch.costs[0], &order.ops);
        self.spent += 2 * order.ops.len() as u64;
        let mut hints = Vec::new();
        for &op in &order.ops {
            let (plan, at) = state.step(stretch.program, &stretch.costs[0], op);
            if at > plan.unstalled || plan.waits + plan.nops > 0 {
                hints.extend(self.homes[op as usize]);
                hints.extend(self.homes.get(plan.cause as usize).copied().flatten());
            }
        }
        hints
    }

    /// Takes an order for the best if it loses nowhere and gains most. Returns by how much it
    /// is to be marked down.
    fn consider(&mut self, order: &Order, mut timings: Vec<ModelTiming>) -> u64 {
        let (new, old) = (timings[0].one, self.incoming[0].one);
        let gains =
            new.period < old.period || new.period == old.period && new.drained < old.drained;
        if !gains {
            return 0;
        }
        self.faster = true;
        let loses = timings.iter().zip(self.incoming).any(|(new, old)| {
            let (new, old) = (&new.one, &old.one);
            new.period > old.period || new.nops > old.nops || new.waits > old.waits
        });
        // Asking for several waves is dear: only where one wave gains as much as the best.
        let alone = |timings: &[ModelTiming]| -> u64 {
            let pairs = timings.iter().zip(self.incoming);
            pairs
                .map(|(new, old)| rate(new.one.period, old.one.period))
                .sum()
        };
        let behind = self
            .best
            .as_ref()
            .is_some_and(|(_, best)| alone(&timings) >= alone(&best.timings));
        if loses || behind {
            return 0;
        }
        let stretch = self.stretch;
        let length = order.ops.len() as u64;
        for (model, old) in self.incoming.iter().enumerate() {
            let (costs, entry) = (&stretch.costs[model], stretch.entries[model]);
            let one = timings[model].one;
            let own = own(
                stretch.program,
                costs,
                &order.ops,
                stretch.waves,
                entry,
                one,
            );
            if stretch.waves > 1 {
                self.spent += length * if stretch.program.is_loop { 16 } else { 2 };
            }
            timings[model].own = own;
            if own > old.own {
                return rate(own, old.own) - UNIT;
            }
        }
        let rates = timings
            .iter()
            .zip(self.incoming)
            .map(|(new, old)| rate(new.one.period, old.one.period) + rate(new.own, old.own));
        let key = (
            rates.sum(),
            u64::from(new.nops + new.waits),
            order.distance(),
        );
        if self.best.as_ref().is_none_or(|(k, _)| key < *k) {
            let order = order.clone();
            self.best = Some((key, Found { order, timings }));
        }
        0
    }

    /// Makes units more urgent that others stood still for.
    fn learn(&mut self, ops: &[OpId], recipe: &mut Recipe) {
        let stretch = self.stretch;
        let mut state = match stretch.program.is_loop {
            true => {
                self.spent += ops.len() as u64 * 3;
                let mut state = self.begins[0].clone();
                state.run(stretch.program, &stretch.costs[0], ops);
                state
            }
            false => State::new(stretch.program, stretch.entries[0]),
        };
        self.spent += ops.len() as u64;
        for &op in ops {
            let (plan, at) = state.step(stretch.program, &stretch.costs[0], op);
            let stall = at.saturating_sub(plan.unstalled);
            if stall == 0 || plan.ready < at {
                continue;
            }
            if let Some(&Some((region, unit))) = self.homes.get(plan.cause as usize) {
                let entry = &mut recipe.bias[region as usize][unit as usize];
                *entry = (*entry + stall as i32).min(4096);
            }
        }
    }
}

/// Marsaglia's xorshift: small, and the same everywhere.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % bound
    }
}
