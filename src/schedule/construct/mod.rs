//! Finding a better order for one trace of code.
//!
//! Candidates are list schedules made by some [`ListConfig`], and are judged by simulating the whole
//! trace. Each is pushed towards its end and made anew by the urgency that this shows. Good recipes
//! are tried again with experience: units that others stood still for become more urgent, and
//! when that leads nowhere, urgencies are shaken at random, with a fixed seed. The best order of a
//! loop is then improved by small changes. All budgets are numbers of simulated instructions.

mod justify;
pub(in crate::schedule) mod list;
pub(in crate::schedule) mod priority;

use smallvec::SmallVec;

use crate::schedule::candidates::{Candidates, Failure, Findings};
use crate::schedule::construct::justify::{outward, pushed, slots};
use crate::schedule::construct::list::Style;
use crate::schedule::construct::priority::{ByNode, Latencies, ListConfig, PriorityFn};
use crate::schedule::objective::{Score, UNIT, rate_of};
use crate::schedule::problem::NodeId;
use crate::schedule::problem::{Problem, Schedule};
use crate::schedule::rng::Rng;
use crate::timing::{Figures, ModelTiming, OpId, State, steady_from};

/// Recipes worth another try.
const ELITE: usize = 4;
/// Rounds of experience in a row before urgencies are shaken.
const ROUNDS: u32 = 4;
/// Times that a schedule is pushed towards its end and made anew.
const PUSHES: u32 = 2;
/// What making a list schedule costs, in simulated instructions per instruction.
const LIST_STEPS: u64 = 4;

impl Problem {
    /// Searches within a budget of simulated instructions.
    pub fn search(&self, incoming: &[ModelTiming], budget: u64) -> Result<Findings, Failure> {
        let ops = self.program.order();
        let homes = self.homes();
        let mut search = Search {
            problem: self,
            incoming,
            begins: &self.begins,
            latencies: Latencies::new(&self.regions, &self.program, &self.costs),
            outward: outward(self, &homes, 0, self.begins[0].clone(), &ops),
            homes,
            elite: Vec::new(),
            leader: None,
            finalists: Candidates::default(),
            near: false,
            spent: 2 * ops.len() as u64,
        };
        if self.program.is_loop {
            search.explore(budget / 5);
            let leader = search.leader.take().map(|(_, order)| order);
            search.polish(leader, budget * 4 / 5);
            // Near an order that needs no more waits, and near the incoming one, there are gains
            // that lose nowhere else.
            search.near = true;
            let thrifty = search.finalists.thriftiest();
            let order = thrifty.unwrap_or_else(|| Schedule::incoming(self));
            search.polish(Some(order), budget);
        } else {
            search.explore(budget);
        }
        search.finalists.settle(self, incoming)
    }
}

/// A search under way.
pub(super) struct Search<'s> {
    pub(super) problem: &'s Problem,
    pub(super) incoming: &'s [ModelTiming],
    /// The state before the first instruction in the incoming order, by model.
    pub(super) begins: &'s [State],
    latencies: Latencies,
    /// What units must issue early for, behind their regions.
    outward: ByNode,
    pub(super) homes: Vec<Option<(u32, NodeId)>>,
    /// The recipes with the lowest scores, best first.
    elite: Vec<(u64, ListConfig)>,
    /// The order with the lowest score, whether or not it may be taken.
    pub(super) leader: Option<(Score, Schedule)>,
    pub(super) finalists: Candidates,
    /// Whether what is found now lies near an order that loses nowhere.
    pub(super) near: bool,
    pub(super) spent: u64,
}

impl Search<'_> {
    fn explore(&mut self, budget: u64) {
        let regions = self.problem.regions.iter();
        let unbiased: ByNode = regions.map(|r| vec![0; r.units.len()]).collect();
        let models = self.problem.costs.len();
        let bases = [
            (PriorityFn::Height(0), 0, 0, 0),
            (PriorityFn::Incoming, 0, 8, 0),
            (PriorityFn::Blend(0), 0, 8, 0),
            (PriorityFn::Height(0), 0, 32, 0),
            (PriorityFn::Height(1), 0, 8, 1),
            (PriorityFn::Incoming, 0, 0, 0),
            (PriorityFn::Height(0), 2, 2, 0),
            (PriorityFn::Blend(1), 0, 8, 1),
        ];
        for (basis, slack, thrift, model) in bases {
            if model >= models
                || matches!(basis, PriorityFn::Height(m) | PriorityFn::Blend(m) if m >= models)
            {
                continue;
            }
            let recipe = ListConfig {
                basis,
                style: Style { slack, thrift },
                model,
                pushed: None,
                bias: unbiased.clone(),
            };
            let (order, score) = self.attempt(&recipe);
            if self.problem.program.is_loop {
                self.push_on(recipe, order, score, budget);
            }
            if self.spent >= budget {
                return;
            }
        }
        if !self.problem.program.is_loop {
            // Here there is time for little more than one schedule of each kind.
            for (score, recipe) in self.elite.clone() {
                if self.spent >= budget {
                    return;
                }
                let order = self.attempt(&recipe).0;
                self.push_on(recipe, order, score, budget);
            }
        }
        let mut random = Rng(0x9e37_79b9_7f4a_7c15);
        while self.spent < budget && !self.elite.is_empty() {
            let which = random
                .below(self.elite.len() as u64)
                .min(random.below(ELITE as u64));
            let mut recipe = self.elite[which as usize].1.clone();
            self.vary(&mut recipe, &mut random);
            let mut before = u64::MAX;
            for _ in 0..ROUNDS {
                let (order, score) = self.attempt(&recipe);
                if self.spent >= budget {
                    return;
                }
                if score == before || score > self.elite[0].0 + self.elite[0].0 / 16 {
                    break;
                }
                before = score;
                self.learn(&order.ops, &mut recipe);
            }
        }
    }

    /// Pushes a schedule towards its end and makes it anew, as long as that helps.
    fn push_on(
        &mut self,
        mut recipe: ListConfig,
        mut order: Schedule,
        mut score: u64,
        budget: u64,
    ) {
        for _ in 0..PUSHES {
            if self.spent >= budget {
                return;
            }
            self.push(&order.ops, &mut recipe);
            let before = score;
            (order, score) = self.attempt(&recipe);
            if score >= before {
                return;
            }
        }
    }

    /// Changes a recipe a little.
    fn vary(&self, recipe: &mut ListConfig, random: &mut Rng) {
        match random.below(8) {
            0 => recipe.style.thrift = [0, 2, 8, 32][random.below(4) as usize],
            1 => recipe.style.slack = random.below(4) as u32,
            2 => recipe.model = random.below(self.problem.costs.len() as u64) as usize,
            3 => {
                recipe.basis = [
                    PriorityFn::Height(0),
                    PriorityFn::Blend(0),
                    PriorityFn::Incoming,
                ][random.below(3) as usize]
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
    fn attempt(&mut self, recipe: &ListConfig) -> (Schedule, u64) {
        let problem = self.problem;
        let urgency = recipe.urgency(&problem.regions, &self.latencies);
        let order = problem.relist(&urgency, recipe, &self.begins[recipe.model]);
        self.spent += order.ops.len() as u64 * LIST_STEPS;
        let score = self.score(&order).total();
        let at = self.elite.partition_point(|e| e.0 < score);
        if at < ELITE && self.elite.get(at).is_none_or(|e| e.0 > score) {
            self.elite.insert(at, (score, recipe.clone()));
            self.elite.truncate(ELITE);
        }
        (order, score)
    }

    /// Scores an order, and keeps it if it may be taken. Where one wave already loses more
    /// under the first model than the worst of the elite does over all, the others are not
    /// asked.
    fn score(&mut self, order: &Schedule) -> Score {
        let problem = self.problem;
        let length = order.ops.len() as u64;
        let mut score = Score::default();
        let mut figures: SmallVec<[Figures; 2]> = SmallVec::new();
        for (model, old) in self.incoming.iter().enumerate() {
            let one = match problem.program.is_loop {
                true => {
                    let begin = &self.begins[model];
                    let costs = &problem.costs[model];
                    steady_from(&problem.program, costs, &order.ops, begin.clone()).0
                }
                false => problem.evaluate(&order.ops, model).0,
            };
            self.spent += length * if problem.program.is_loop { 2 } else { 1 };
            let part = rate_of(one, old.single_wave);
            score.add(model, part);
            if model == 0 {
                let worst = self.elite.get(ELITE - 1).map_or(u64::MAX, |e| e.0);
                if part + UNIT / 2 > worst {
                    score.others = UNIT * 64;
                    return score;
                }
            }
            figures.push(one);
        }
        self.finalists
            .consider(order, &figures, self.incoming, self.near);
        if self
            .leader
            .as_ref()
            .is_none_or(|(s, _)| score.total() < s.total())
        {
            self.leader = Some((score, order.clone()));
        }
        score
    }

    /// Makes units as urgent as a schedule shows when it is pushed towards its end.
    fn push(&mut self, ops: &[OpId], recipe: &mut ListConfig) {
        let problem = self.problem;
        let model = recipe.model;
        let begin = self.settled(ops, model);
        self.spent += ops.len() as u64 * 2;
        let slots = slots(problem, &self.homes, model, begin, ops);
        recipe.style.thrift = 0;
        recipe.pushed = Some(pushed(
            problem,
            &self.latencies,
            model,
            &self.outward,
            &slots,
        ));
    }

    /// The state in which an order begins, of a loop after one iteration.
    fn settled(&mut self, ops: &[OpId], model: usize) -> State {
        let problem = self.problem;
        let mut state = self.begins[model].clone();
        if problem.program.is_loop {
            self.spent += ops.len() as u64;
            state.run(&problem.program, &problem.costs[model], ops);
        }
        state
    }

    /// Makes units more urgent that others stood still for.
    fn learn(&mut self, ops: &[OpId], recipe: &mut ListConfig) {
        let problem = self.problem;
        let mut state = self.settled(ops, 0);
        self.spent += ops.len() as u64;
        for &op in ops {
            let (plan, at) = state.step(&problem.program, &problem.costs[0], op);
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
