//! Finding a better order for one stretch of code.
//!
//! Every candidate is a list schedule under some urgency of the units, and is judged by
//! simulating the whole stretch. After each candidate, units that others stood still for
//! become more urgent; when that leads nowhere, urgencies are shaken at random, with a fixed
//! seed. All budgets are numbers of simulated instructions.

use super::list::list;
use super::region::{Region, UnitId};
use crate::machine::InstId;
use crate::timing::{
    Costs, Figures, Handover, ModelTiming, OpId, Program, State, steady, straight, time,
};

/// A stretch with its regions, its costs by model, and the state it begins in by model.
pub(crate) struct Stretch<'a> {
    pub program: &'a Program,
    pub regions: &'a [Region],
    pub costs: &'a [Costs],
    pub entries: Vec<Option<&'a Handover>>,
    pub waves: u32,
}

/// An order of a stretch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Order {
    /// By region.
    pub units: Vec<Vec<UnitId>>,
    /// The instructions that issue.
    pub ops: Vec<OpId>,
}

impl Order {
    /// The incoming order.
    pub fn incoming(stretch: &Stretch<'_>) -> Order {
        let regions = stretch.regions.iter();
        Order {
            units: regions
                .map(|r| (0..r.units.len() as UnitId).collect())
                .collect(),
            ops: stretch.program.order(),
        }
    }
    /// The instructions of a region in this order.
    pub fn insts(&self, at: usize, region: &Region) -> Vec<InstId> {
        let units = self.units[at].iter().map(|&u| &region.units[u as usize]);
        units
            .flat_map(|u| &region.insts[u.begin as usize..(u.begin + u.len) as usize])
            .copied()
            .collect()
    }
    /// Units that are not where they were, over all regions, by how far.
    fn distance(&self) -> u64 {
        let units = self.units.iter().flat_map(|r| r.iter().enumerate());
        units
            .map(|(at, &unit)| (at as u64).abs_diff(u64::from(unit)))
            .sum()
    }
}

/// A candidate and what it costs one wave under the first model.
#[derive(Clone, Debug)]
struct Candidate {
    order: Order,
    figures: Figures,
    distance: u64,
}

impl Candidate {
    fn key(&self) -> (u64, u64, u32, u32, u64) {
        let f = &self.figures;
        (f.period.0, f.drained.0, f.nops, f.waits, self.distance)
    }
}

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
    /// Some are, but each loses under another model or at the kernel's number of waves.
    Worse,
}

/// Candidates that go into the final comparison.
const FINALISTS: usize = 6;
/// Candidates in a row that may fail to improve before urgencies are shaken.
const PATIENCE: u32 = 6;

impl<'a> Stretch<'a> {
    /// Costs of an order, by model.
    pub fn timings(&self, ops: &[OpId]) -> Vec<ModelTiming> {
        let models = self.costs.iter().zip(&self.entries);
        models
            .map(|(costs, entry)| time(self.program, costs, ops, self.waves, *entry))
            .collect()
    }

    fn evaluate(&self, ops: &[OpId]) -> (Figures, State) {
        if self.program.is_loop {
            steady(self.program, &self.costs[0], ops)
        } else {
            straight(self.program, &self.costs[0], ops, self.entries[0])
        }
    }

    /// Searches within a budget of simulated instructions.
    pub fn search(&self, incoming: &[ModelTiming], budget: u64) -> Result<Found, Failure> {
        let mut search = Search {
            stretch: self,
            base: incoming[0].one,
            pool: Vec::new(),
            spent: 0,
            homes: self.homes(),
        };
        search.explore(budget);
        search.choose(incoming)
    }

    /// Region and unit of every instruction that issues.
    fn homes(&self) -> Vec<Option<(u32, UnitId)>> {
        let mut homes = vec![None; self.program.ops.len()];
        for (at, region) in self.regions.iter().enumerate() {
            for (unit, u) in region.units.iter().enumerate() {
                for op in u.op..u.op + u.ops {
                    homes[op as usize] = Some((at as u32, unit as UnitId));
                }
            }
        }
        homes
    }
}

struct Search<'s, 'a> {
    stretch: &'s Stretch<'a>,
    base: Figures,
    /// Best first, all different in cost.
    pool: Vec<Candidate>,
    spent: u64,
    homes: Vec<Option<(u32, UnitId)>>,
}

/// Urgency by region and unit.
type Urgency = Vec<Vec<i32>>;

impl Search<'_, '_> {
    fn explore(&mut self, budget: u64) {
        let stretch = self.stretch;
        let ops = stretch.program.order();
        let (_, mut begin) = stretch.evaluate(&ops);
        if !stretch.program.is_loop {
            begin = State::new(stretch.program, stretch.entries[0]);
        }
        let none: Urgency = self.zero();
        let mut seeds: Vec<(Urgency, u32)> = vec![(self.heights(0, &none), 0)];
        if stretch.costs.len() > 1 {
            seeds.push((self.heights(1, &none), 0));
        }
        let as_is: Urgency = stretch
            .regions
            .iter()
            .map(|r| (0..r.units.len() as i32).map(|u| -u).collect())
            .collect();
        seeds.push((as_is.clone(), 0));
        seeds.push((mix(&seeds[0].0, &as_is, 1), 0));
        seeds.push((seeds[0].0.clone(), 2));
        let mut best: Option<(Figures, Urgency)> = None;
        for (urgency, slack) in &seeds {
            if self.spent > budget {
                return;
            }
            let figures = self.attempt(urgency, *slack, &begin, None);
            if best.as_ref().is_none_or(|(f, _)| figures.period < f.period) {
                best = Some((figures, urgency.clone()));
            }
        }
        let mut random = Random(0x9e37_79b9_7f4a_7c15);
        let mut bias = none;
        let mut failures = 0;
        let Some((mut best, mut base)) = best else {
            return;
        };
        let mut leading = bias.clone();
        while self.spent < budget {
            let urgency = mix(&base, &bias, 1);
            let before = bias.clone();
            let figures = self.attempt(&urgency, 0, &begin, Some(&mut bias));
            if figures.period < best.period {
                best = figures;
                leading = before;
                failures = 0;
            } else {
                failures += 1;
            }
            if failures > PATIENCE {
                failures = 0;
                bias = leading.clone();
                for unit in bias.iter_mut().flatten() {
                    *unit += random.below(24) as i32 - 8;
                }
                if random.below(4) == 0 {
                    base = seeds[random.below(4) as usize % seeds.len()].0.clone();
                }
            }
        }
    }

    fn zero(&self) -> Urgency {
        let regions = self.stretch.regions.iter();
        regions.map(|r| vec![0; r.units.len()]).collect()
    }

    /// Longest way from each unit to the end of its region, in slots, plus `bias`.
    fn heights(&self, model: usize, bias: &Urgency) -> Urgency {
        let stretch = self.stretch;
        let regions = stretch.regions.iter().zip(bias);
        regions
            .map(|(region, bias)| {
                let mut height = vec![0i32; region.units.len()];
                for unit in (0..region.units.len() as UnitId).rev() {
                    let links = region.successors(unit).iter();
                    let longest = links
                        .map(|l| {
                            let latency = region.latency(stretch.program, &stretch.costs[model], l);
                            latency as i32 + height[l.unit as usize]
                        })
                        .max();
                    height[unit as usize] = longest.unwrap_or(0).max(0) + bias[unit as usize];
                }
                height
            })
            .collect()
    }

    /// Makes a candidate, and keeps it if it is among the best. Adds to `blame` what units
    /// stood still for.
    fn attempt(
        &mut self,
        urgency: &Urgency,
        slack: u32,
        begin: &State,
        blame: Option<&mut Urgency>,
    ) -> Figures {
        let stretch = self.stretch;
        let order = stretch.relist(urgency, slack, begin);
        let (figures, state) = stretch.evaluate(&order.ops);
        let length = order.ops.len() as u64;
        self.spent += length * if stretch.program.is_loop { 8 } else { 5 };
        if let Some(blame) = blame {
            let start = match stretch.program.is_loop {
                true => state,
                false => State::new(stretch.program, stretch.entries[0]),
            };
            self.assign_blame(&order.ops, start, blame);
            self.spent += length;
        }
        self.keep(order, figures);
        figures
    }

    fn keep(&mut self, order: Order, figures: Figures) {
        let base = &self.base;
        let admissible = figures.nops <= base.nops
            && figures.waits <= base.waits
            && (figures.period, figures.drained) < (base.period, base.drained)
            && figures.period <= base.period;
        if !admissible {
            return;
        }
        let candidate = Candidate {
            distance: order.distance(),
            order,
            figures,
        };
        let at = self.pool.partition_point(|c| c.key() < candidate.key());
        let known = self
            .pool
            .get(at)
            .is_some_and(|c| c.key() == candidate.key());
        if !known && at < FINALISTS {
            self.pool.insert(at, candidate);
            self.pool.truncate(FINALISTS);
        }
    }

    fn assign_blame(&self, ops: &[OpId], mut state: State, blame: &mut Urgency) {
        let stretch = self.stretch;
        for &op in ops {
            let (plan, at) = state.step(stretch.program, &stretch.costs[0], op);
            let stall = at.saturating_sub(plan.unstalled);
            if stall == 0 || plan.ready < at {
                continue;
            }
            if let Some(&Some((region, unit))) = self.homes.get(plan.cause as usize) {
                let entry = &mut blame[region as usize][unit as usize];
                *entry = (*entry + stall as i32).min(4096);
            }
        }
    }

    /// The best finalist that loses nowhere.
    fn choose(self, incoming: &[ModelTiming]) -> Result<Found, Failure> {
        if self.pool.is_empty() {
            return Err(Failure::NoneFaster);
        }
        let mut best: Option<(u64, Found)> = None;
        for candidate in self.pool {
            let timings = self.stretch.timings(&candidate.order.ops);
            let pairs = || timings.iter().zip(incoming);
            let loses = pairs().any(|(new, old)| {
                new.one.period > old.one.period
                    || new.own > old.own
                    || new.one.nops > old.one.nops
                    || new.one.waits > old.one.waits
            });
            if loses {
                continue;
            }
            // Relative time, summed over models and numbers of waves.
            let share = |new: u64, old: u64| new * (1 << 20) / old.max(1);
            let score = pairs()
                .map(|(new, old)| {
                    share(new.one.period.0, old.one.period.0) + share(new.own.0, old.own.0)
                })
                .sum();
            if best.as_ref().is_none_or(|(s, _)| score < *s) {
                let order = candidate.order;
                best = Some((score, Found { order, timings }));
            }
        }
        best.map(|(_, found)| found).ok_or(Failure::Worse)
    }
}

impl Stretch<'_> {
    /// List schedules every region, one after the other, from `begin` on.
    fn relist(&self, urgency: &Urgency, slack: u32, begin: &State) -> Order {
        let mut state = begin.clone();
        let mut order = Order {
            units: Vec::with_capacity(self.regions.len()),
            ops: Vec::with_capacity(self.program.ops.len()),
        };
        let costs = &self.costs[0];
        for (region, urgency) in self.regions.iter().zip(urgency) {
            for op in order.ops.len() as OpId..region.first_op {
                state.step(self.program, costs, op);
                order.ops.push(op);
            }
            let mut units = Vec::with_capacity(region.units.len());
            if region.pinned {
                units.extend(0..region.units.len() as UnitId);
                for op in region.first_op..region.first_op + region.ops {
                    state.step(self.program, costs, op);
                }
            } else {
                list(
                    region,
                    self.program,
                    costs,
                    urgency,
                    slack,
                    &mut state,
                    &mut units,
                );
            }
            for &unit in &units {
                let unit = &region.units[unit as usize];
                order.ops.extend(unit.op..unit.op + unit.ops);
            }
            order.units.push(units);
        }
        order
            .ops
            .extend(order.ops.len() as OpId..self.program.ops.len() as OpId);
        order
    }
}

fn mix(a: &Urgency, b: &Urgency, weight: i32) -> Urgency {
    let regions = a.iter().zip(b);
    regions
        .map(|(a, b)| a.iter().zip(b).map(|(a, b)| a + b * weight).collect())
        .collect()
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
