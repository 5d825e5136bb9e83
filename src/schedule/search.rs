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
use super::track::{Lap, Track, Trial};
use super::urgency::{Basis, ByUnit, Latencies, Recipe};
use crate::timing::{Figures, ModelTiming, OpId, Period, State, own, steady_from};
use smallvec::SmallVec;

/// An order that loses nowhere, and what it costs.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub order: Order,
    pub timings: Vec<ModelTiming>,
}

/// What the search found.
pub(crate) struct Findings {
    /// The best order.
    pub best: Found,
    /// Others.
    pub others: Others,
}

/// Orders to fall back upon. Most are never asked for, and so they are measured then.
#[derive(Clone, Debug, Default)]
pub(crate) struct Others {
    /// Measured ones, the best last.
    measured: Vec<Found>,
    /// Finalists, the best last: those that need more waits or wait states than the incoming
    /// order have kind 1.
    waiting: Vec<(Key, usize, Order)>,
    /// How many of each kind were found to lose nowhere.
    found: [usize; 2],
    /// Waits and wait states of the one that needs the least.
    least: u32,
}

impl Others {
    /// The next best order that loses nowhere.
    pub fn next(&mut self, stretch: &Stretch, incoming: &[ModelTiming]) -> Option<Found> {
        if let Some(found) = self.measured.pop() {
            return Some(found);
        }
        while self.found[0] < ALTERNATIVES {
            let (key, kind, order) = self.waiting.pop()?;
            // The last of those that need more is to need less than the others.
            let wanted = match self.found[kind] + 1 {
                ALTERNATIVES if kind == 1 => key.1 < self.least,
                count => count <= ALTERNATIVES,
            };
            if wanted && let Some(found) = stretch.measured(incoming, order, kind == 0) {
                self.least = self.least.min(key.1);
                self.found[kind] += 1;
                return Some(found);
            }
        }
        None
    }

    /// Puts an order in front of them.
    pub fn push(&mut self, found: Found) {
        self.measured.push(found);
    }
}

impl Found {
    /// What the search minimises: time for one wave in relation to the incoming order's, over
    /// all models.
    fn cost(&self, incoming: &[ModelTiming]) -> u64 {
        let pairs = self.timings.iter().zip(incoming);
        pairs
            .map(|(new, old)| rate(new.one.period, old.one.period))
            .sum()
    }
}

impl Findings {
    /// All of them.
    pub fn into_all(self) -> Others {
        let mut all = self.others;
        all.push(self.best);
        all
    }

    /// With the best of another search beside the best of this one.
    pub fn with(mut self, other: Findings, incoming: &[ModelTiming]) -> Findings {
        let mut second = other.best;
        if second.cost(incoming) < self.best.cost(incoming) {
            std::mem::swap(&mut second, &mut self.best);
        }
        if second.order != self.best.order {
            self.others.push(second);
        }
        self
    }
}

/// Why nothing better was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Failure {
    /// No candidate is faster for one wave under the first model.
    NoneFaster,
    /// Some are, but each loses under another model or at the kernel's number of waves.
    Worse,
}

/// Recipes worth another try.
const ELITE: usize = 4;
/// Rounds of experience in a row before urgencies are shaken.
const ROUNDS: u32 = 4;
/// The score of being as fast as the incoming order, under one model.
const UNIT: u64 = 1 << 20;
/// What each wait and wait state above the incoming number counts for in a score: the function
/// may not afford them.
const EXCESS: u64 = UNIT / 512;
/// Orders that are asked in the end how they fare at the kernel's own number of waves.
const FINALISTS: usize = 8;
/// Orders of each kind to fall back upon.
const ALTERNATIVES: usize = 3;
/// Finalists differ by at least that much of the time for one wave.
const APART: u64 = UNIT / 512;
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

/// The same, with waits and wait states above the incoming number.
fn rate_of(new: Figures, old: Figures) -> u64 {
    let excess = new.nops.saturating_sub(old.nops) + new.waits.saturating_sub(old.waits);
    rate(new.period, old.period) + u64::from(excess) * EXCESS
}

/// Whether one wave is faster, or as fast with everything returned sooner.
fn gains(new: Figures, old: Figures) -> bool {
    new.period < old.period || new.period == old.period && new.drained < old.drained
}

fn is_thrifty(new: Figures, old: Figures) -> bool {
    new.nops <= old.nops && new.waits <= old.waits
}

impl Stretch {
    /// Searches within a budget of simulated instructions.
    pub fn search(&self, incoming: &[ModelTiming], budget: u64) -> Result<Findings, Failure> {
        let mut search = Search {
            stretch: self,
            incoming,
            begins: &self.begins,
            latencies: Latencies::new(&self.regions, &self.program, &self.costs),
            homes: self.homes(),
            elite: Vec::new(),
            leader: None,
            finalists: [Vec::new(), Vec::new()],
            faster: false,
            spent: 0,
        };
        if self.program.is_loop {
            search.explore(budget * 2 / 5);
            let leader = search.leader.take().map(|(_, order)| order);
            search.polish(leader, budget * 4 / 5);
            // Near the incoming order there are gains that lose nowhere else.
            search.polish(Some(Order::incoming(self)), budget);
        } else {
            search.explore(budget);
        }
        search.settle()
    }

    /// The costs of an order, if it gains and loses nowhere against the incoming one.
    fn measured(&self, incoming: &[ModelTiming], order: Order, thrifty: bool) -> Option<Found> {
        let mut timings = Vec::with_capacity(incoming.len());
        for (model, old) in incoming.iter().enumerate() {
            let one = self.evaluate(&order.ops, model).0;
            let fits = if model == 0 {
                gains(one, old.one)
            } else {
                one.period <= old.one.period
            };
            if !fits || thrifty && !is_thrifty(one, old.one) {
                return None;
            }
            timings.push(ModelTiming {
                one,
                own: one.period,
            });
        }
        for (model, old) in incoming.iter().enumerate() {
            let (costs, start) = (&self.costs[model], &self.starts[model]);
            let one = timings[model].one;
            let own = own(&self.program, costs, &order.ops, self.waves, start, one);
            if own > self.incoming_own(model, old.one) {
                return None;
            }
            timings[model].own = own;
        }
        Some(Found { order, timings })
    }
}

struct Search<'s> {
    stretch: &'s Stretch,
    incoming: &'s [ModelTiming],
    /// The state before the first instruction in the incoming order, by model.
    begins: &'s [State],
    latencies: Latencies,
    homes: Vec<Option<(u32, UnitId)>>,
    /// The recipes with the lowest scores, best first.
    elite: Vec<(u64, Recipe)>,
    /// The order with the lowest score, whether or not it may be taken.
    leader: Option<(Score, Order)>,
    /// Orders that seem to lose nowhere for one wave, best first: those that need no more
    /// waits and wait states than the incoming order, and all others.
    finalists: [Vec<(Key, Order)>; 2],
    /// Whether an order was found that is faster for one wave under the first model.
    faster: bool,
    spent: u64,
}

/// Time for one wave over all models, waits and wait states, distance from the incoming order.
type Key = (u64, u32, u64);

impl Search<'_> {
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

    /// Makes an order, scores it (lower is better), and keeps it if it may be taken.
    fn attempt(&mut self, recipe: Recipe) -> (Order, u64) {
        let stretch = self.stretch;
        let urgency = recipe.urgency(&stretch.regions, &self.latencies);
        let order = stretch.relist(&urgency, &recipe, &self.begins[recipe.model]);
        self.spent += order.ops.len() as u64 * LIST_STEPS;
        let score = self.score(&order).total();
        let at = self.elite.partition_point(|e| e.0 < score);
        if at < ELITE && self.elite.get(at).is_none_or(|e| e.0 > score) {
            self.elite.insert(at, (score, recipe));
            self.elite.truncate(ELITE);
        }
        (order, score)
    }

    /// Scores an order, and keeps it if it may be taken. Where one wave already loses more
    /// under the first model than the worst of the elite does over all, the others are not
    /// asked.
    fn score(&mut self, order: &Order) -> Score {
        let stretch = self.stretch;
        let length = order.ops.len() as u64;
        let mut score = Score::default();
        let mut figures: SmallVec<[Figures; 2]> = SmallVec::new();
        for (model, old) in self.incoming.iter().enumerate() {
            let one = match stretch.program.is_loop {
                true => {
                    let begin = &self.begins[model];
                    let costs = &stretch.costs[model];
                    steady_from(&stretch.program, costs, &order.ops, begin.clone()).0
                }
                false => stretch.evaluate(&order.ops, model).0,
            };
            self.spent += length * if stretch.program.is_loop { 2 } else { 1 };
            let part = rate_of(one, old.one);
            if model > 0 {
                score.others += part;
            } else {
                score.first = part;
                let worst = self.elite.get(ELITE - 1).map_or(u64::MAX, |e| e.0);
                if part + UNIT / 2 > worst {
                    score.others = UNIT * 64;
                    return score;
                }
            }
            figures.push(one);
        }
        self.consider(order, &figures);
        if self
            .leader
            .as_ref()
            .is_none_or(|(s, _)| score.total() < s.total())
        {
            self.leader = Some((score, order.clone()));
        }
        score
    }

    /// Improves an order by small changes.
    fn polish(&mut self, order: Option<Order>, budget: u64) {
        let stretch = self.stretch;
        let program = &stretch.program;
        let Some(mut order) = order else {
            return;
        };
        let models = stretch.costs.iter().zip(self.begins);
        let mut tracks: Vec<Track> = models
            .map(|(costs, begin)| Track::new(program, costs, &order.ops, begin))
            .collect();
        self.spent += tracks.len() as u64 * 2 * order.ops.len() as u64;
        let mut score = self.score_laps(tracks.iter().map(|t| t.lap));
        let mut mover = Mover::default();
        let mut random = Random(0xd1b5_4a32_d192_ed03);
        let mut hints = self.hints(&order, tracks[0].begin());
        let mut stale = 0;
        let mut before = order.ops.clone();
        let mut trials: SmallVec<[Trial; 2]> = SmallVec::new();
        while self.spent < budget {
            self.spent += 1;
            // Half of the moves begin where the wave stands still.
            let hinted = random.below(2) == 0 && !hints.is_empty();
            let home = match hinted {
                true => Some(hints[random.below(hints.len() as u64) as usize]),
                false => {
                    let op = random.below(order.ops.len() as u64) as usize;
                    self.homes[order.ops[op] as usize]
                }
            };
            let Some((at, unit)) = home else { continue };
            let region = &stretch.regions[at as usize];
            let units = &mut order.units[at as usize];
            let Some(from) = units.iter().position(|&u| u == unit) else {
                continue;
            };
            self.spent += units.len() as u64 / 32;
            let far = 2 << random.below(6);
            let reach = 1 + random.below(far) as usize;
            let to = match random.below(2) {
                0 => from.saturating_sub(reach),
                _ => (from + reach).min(units.len() - 1),
            };
            if region.pinned || to == from {
                continue;
            }
            let Some(moved) = mover.shift(region, units, from, to) else {
                continue;
            };
            let window = order.expand_window(at as usize, region, moved.clone());
            trials.clear();
            let mut new = Score::default();
            for (model, track) in tracks.iter_mut().enumerate() {
                let old = self.incoming[model].one;
                // What loses more than the whole gain can make up for is not run to its end.
                let room = score.total() + UNIT / 64 - new.total();
                let limit = (old.period.0 * room / UNIT / 64) as u32 + 1;
                let costs = &stretch.costs[model];
                let trial = track.try_change(program, costs, &order.ops, window.clone(), limit);
                self.spent += trial.steps + 8;
                let part = self.score_lap(trial.lap, model);
                match model {
                    0 => new.first = part,
                    _ => new.others += part,
                }
                trials.push(trial);
                let least = match model {
                    0 => score.first + UNIT / 64,
                    _ => score.total(),
                };
                if new.total() > least {
                    new.others = u64::MAX / 4;
                    break;
                }
            }
            stale += 1;
            if new.total() > score.total() {
                mover.undo(&mut order.units[at as usize], moved);
                order.ops[window.clone()].copy_from_slice(&before[window]);
                continue;
            }
            let models = tracks.iter_mut().zip(&stretch.costs).zip(&trials);
            for ((track, costs), trial) in models {
                self.spent += track.accept(program, costs, &order.ops, window.start, trial);
            }
            before[window.clone()].copy_from_slice(&order.ops[window]);
            let gained = new.total() < score.total();
            score = self.score_laps(tracks.iter().map(|t| t.lap));
            if gained {
                let figures: SmallVec<[Figures; 2]> =
                    trials.iter().map(|t| t.lap.figures()).collect();
                self.consider(&order, &figures);
            }
            if gained || stale > 64 {
                hints = self.hints(&order, tracks[0].begin());
                stale = 0;
            }
        }
    }

    fn score_lap(&self, lap: Lap, model: usize) -> u64 {
        rate_of(lap.figures(), self.incoming[model].one)
    }

    fn score_laps(&self, laps: impl Iterator<Item = Lap>) -> Score {
        let mut score = Score::default();
        for (model, lap) in laps.enumerate() {
            let part = self.score_lap(lap, model);
            match model {
                0 => score.first = part,
                _ => score.others += part,
            }
        }
        score
    }

    /// Units that stand still, and units they stand still for, in one run of an order.
    fn hints(&mut self, order: &Order, begin: &State) -> Vec<(u32, UnitId)> {
        let stretch = self.stretch;
        let mut state = begin.clone();
        self.spent += order.ops.len() as u64;
        let mut hints = Vec::new();
        for &op in &order.ops {
            let (plan, at) = state.step(&stretch.program, &stretch.costs[0], op);
            if at > plan.unstalled || plan.waits + plan.nops > 0 {
                hints.extend(self.homes[op as usize]);
                hints.extend(self.homes.get(plan.cause as usize).copied().flatten());
            }
        }
        hints
    }

    /// Notes an order for the end if it gains for one wave under the first model, and loses
    /// under no other.
    fn consider(&mut self, order: &Order, figures: &[Figures]) {
        if !gains(figures[0], self.incoming[0].one) {
            return;
        }
        self.faster = true;
        let pairs = || figures.iter().zip(self.incoming);
        if pairs().any(|(new, old)| new.period > old.one.period) {
            return;
        }
        let sum = pairs()
            .map(|(new, old)| rate(new.period, old.one.period))
            .sum();
        let thrifty = pairs().all(|(new, old)| is_thrifty(*new, old.one));
        let key: Key = (sum, figures[0].nops + figures[0].waits, order.distance());
        let list = &mut self.finalists[usize::from(!thrifty)];
        let at = list.partition_point(|(k, _)| *k < key);
        // One of each kind is enough: the fastest.
        if at > 0 && list[at - 1].0.0 + APART > sum {
            return;
        }
        while list.get(at).is_some_and(|(k, _)| sum + APART > k.0) {
            list.remove(at);
        }
        if at < FINALISTS {
            list.insert(at, (key, order.clone()));
            list.truncate(FINALISTS);
        }
    }

    /// Measures the finalists in full, the best of either kind first, up to the first that loses
    /// nowhere.
    fn settle(self) -> Result<Findings, Failure> {
        let mut waiting: Vec<(Key, usize, Order)> = Vec::new();
        for (kind, list) in self.finalists.into_iter().enumerate() {
            waiting.extend(list.into_iter().map(|(key, order)| (key, kind, order)));
        }
        waiting.sort_by_key(|(key, kind, _)| (key.0, *kind));
        waiting.reverse();
        let mut others = Others {
            waiting,
            least: u32::MAX,
            ..Others::default()
        };
        match others.next(self.stretch, self.incoming) {
            Some(best) => Ok(Findings { best, others }),
            None if self.faster => Err(Failure::Worse),
            None => Err(Failure::NoneFaster),
        }
    }

    /// Makes units more urgent that others stood still for.
    fn learn(&mut self, ops: &[OpId], recipe: &mut Recipe) {
        let stretch = self.stretch;
        let mut state = match stretch.program.is_loop {
            true => {
                self.spent += ops.len() as u64 * 3;
                let mut state = self.begins[0].clone();
                state.run(&stretch.program, &stretch.costs[0], ops);
                state
            }
            false => stretch.starts[0].clone(),
        };
        self.spent += ops.len() as u64;
        for &op in ops {
            let (plan, at) = state.step(&stretch.program, &stretch.costs[0], op);
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
