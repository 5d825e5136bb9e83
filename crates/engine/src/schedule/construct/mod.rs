//! Construction: list schedules under several priority functions.
//!
//! Every schedule is made against the simulator by one [`ListConfig`] and scored by simulating the
//! whole trace. Each is then *justified* ([`justify`]): a schedule shows how late every node could have
//! issued, and those slots are the priorities of the next one. The rest of the budget goes to the best
//! configurations, with changes drawn from a fixed seed and with what their last schedule taught: nodes
//! that others stalled for get a higher priority.

mod justify;
mod list;
mod paced;
mod priority;
mod reservation;

use smallvec::SmallVec;

use super::objective::{ONE, Score, score_of};
use super::problem::{Problem, Schedule};
use super::rng::Rng;
use super::run::SearchRun;
use super::stats::Origin;
use crate::machine::index::TypedVec;
use crate::timing::{Figures, OpId, OpRange, SimState};
use justify::{issue_slots, justified, live_out_latency};
use list::{Style, list};
use paced::paced;
use priority::{ByNode, Latencies, ListConfig, PriorityFn, by_node};
pub(crate) use reservation::ReservationTable;

/// Configurations that are kept for another try.
const ELITE: usize = 4;
/// Schedules that are made in a row from one changed configuration, each with what the last one taught.
const LESSONS: u32 = 4;
/// How often a schedule is justified and made again.
const JUSTIFICATIONS: u32 = 2;
/// Steps that making a list schedule costs, per instruction: it asks the simulator about several
/// nodes for each that it places.
const LIST_STEPS: u64 = 4;
/// A changed configuration is given up when its score is above the best one by more than one part in
/// this many.
const HOPELESS: u64 = 16;
/// The most that lessons add to the priority of a node.
const MOST_BIAS: i32 = 4096;
const SEED: u64 = 0x9e37_79b9_7f4a_7c15;

/// A priority function, a style, and the model that the schedule is made against.
type Config = (PriorityFn, Style, usize);

const fn style(stall_tolerance: u32, wait_penalty: u32) -> Style {
    Style {
        stall_tolerance,
        wait_penalty,
    }
}

/// The configurations that construction begins with outside loops, the most promising first.
const CONFIGS: [Config; 8] = [
    (PriorityFn::Height(0), style(0, 0), 0),
    (PriorityFn::Incoming, style(0, 8), 0),
    (PriorityFn::Blend(0), style(0, 8), 0),
    (PriorityFn::Height(0), style(0, 32), 0),
    (PriorityFn::Height(1), style(0, 8), 1),
    (PriorityFn::Incoming, style(0, 0), 0),
    (PriorityFn::Height(0), style(2, 2), 0),
    (PriorityFn::Blend(1), style(0, 8), 1),
];

/// The same for loops, where schedules are justified at once.
const LOOP_CONFIGS: [Config; 9] = [
    (PriorityFn::Height(0), style(2, 2), 0),
    (PriorityFn::Blend(1), style(0, 8), 1),
    (PriorityFn::Paced(1), style(2, 0), 1),
    (PriorityFn::Paced(0), style(1, 0), 0),
    (PriorityFn::Incoming, style(0, 0), 0),
    (PriorityFn::Height(0), style(0, 0), 0),
    (PriorityFn::Incoming, style(0, 8), 0),
    (PriorityFn::Blend(0), style(0, 8), 0),
    (PriorityFn::Height(0), style(0, 32), 0),
];

/// Makes list schedules until the steps spent by the run reach `until`, and offers them as candidates.
/// Gives the schedule of the best score, whether or not it may be taken.
pub(super) fn construct(run: &mut SearchRun<'_>, until: u64) -> Option<Schedule> {
    let problem = run.problem;
    let before = run.spent;
    let ops = problem.program.order();
    run.spent += 2 * ops.len() as u64;
    let mut construction = Construction {
        problem,
        latencies: Latencies::new(&problem.regions, &problem.program, &problem.costs),
        live_out: live_out_latency(problem, 0, problem.begins[0].clone(), &ops),
        elite: Vec::new(),
        best: None,
        run,
    };
    construction.explore(until);
    let best = construction.best.map(|(_, best)| best);
    let steps = run.spent - before;
    run.phase(Origin::Construct).steps += steps;
    best
}

/// The score of a list schedule. One whose score under the first model alone makes it unlikely to join
/// the elite is not simulated under the others; it ranks after all that are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Scored {
    Full(u64),
    Abandoned(u64),
}

/// Construction under way.
struct Construction<'s, 'r> {
    run: &'s mut SearchRun<'r>,
    problem: &'r Problem,
    latencies: Latencies,
    /// Slots before the end of their region by which nodes should issue for what comes after it.
    live_out: ByNode,
    /// The configurations with the lowest scores, best first.
    elite: Vec<(u64, ListConfig)>,
    best: Option<(Score, Schedule)>,
}

impl Construction<'_, '_> {
    fn explore(&mut self, until: u64) {
        self.try_all_configs(until);
        if self.run.spent < until && !self.problem.program.is_loop {
            self.justify_elite(until);
        }
        if self.run.spent < until {
            self.vary_elite(until);
        }
    }

    fn try_all_configs(&mut self, until: u64) {
        let unbiased: ByNode = by_node(&self.problem.regions);
        let models = self.problem.costs.len();
        let configs: &[Config] = if self.problem.program.is_loop {
            &LOOP_CONFIGS
        } else {
            &CONFIGS
        };
        for &(priority, style, model) in configs {
            if model >= models || priority.model().is_some_and(|m| m >= models) {
                continue;
            }
            let config = ListConfig {
                priority,
                style,
                model,
                deadlines: self.deadlines(priority),
                bias: unbiased.clone(),
            };
            let (schedule, score) = self.attempt(&config);
            if self.problem.program.is_loop {
                self.justify(config, schedule, score, until);
            }
            if self.run.spent >= until {
                return;
            }
        }
    }

    /// What the rates of the units say, for the priority function that is about them.
    fn deadlines(&self, priority: PriorityFn) -> Option<ByNode> {
        let PriorityFn::Paced(model) = priority else {
            return None;
        };
        Some(paced(self.problem, &self.latencies, model, &self.live_out))
    }

    /// Outside loops the budget allows little more than one schedule per configuration, so only the best
    /// ones are justified.
    fn justify_elite(&mut self, until: u64) {
        for (score, config) in self.elite.clone() {
            if self.run.spent >= until {
                return;
            }
            let schedule = self.attempt(&config).0;
            self.justify(config, schedule, Scored::Full(score), until);
        }
    }

    /// Tries changed configurations of the elite, the better ones more often.
    fn vary_elite(&mut self, until: u64) {
        let mut rng = Rng(SEED);
        while self.run.spent < until && !self.elite.is_empty() {
            let which = rng.index(self.elite.len()).min(rng.index(ELITE));
            let mut config = self.elite[which].1.clone();
            self.vary(&mut config, &mut rng);
            let mut before = None;
            for _ in 0..LESSONS {
                let (schedule, score) = self.attempt(&config);
                if self.run.spent >= until {
                    return;
                }
                let best = self.elite[0].0;
                if Some(score) == before || score > Scored::Full(best + best / HOPELESS) {
                    break;
                }
                before = Some(score);
                self.learn(&schedule.ops, &mut config);
            }
        }
    }

    /// Justifies a schedule and makes it again, as long as that helps.
    fn justify(
        &mut self,
        mut config: ListConfig,
        mut schedule: Schedule,
        mut score: Scored,
        until: u64,
    ) {
        for _ in 0..JUSTIFICATIONS {
            if self.run.spent >= until {
                return;
            }
            self.prioritise_by_slack(&schedule.ops, &mut config);
            let before = score;
            (schedule, score) = self.attempt(&config);
            if score >= before {
                return;
            }
        }
    }

    /// Changes one thing of a configuration.
    fn vary(&self, config: &mut ListConfig, rng: &mut Rng) {
        match rng.below(8) {
            0 => config.style.wait_penalty = [0, 2, 8, 32][rng.index(4)],
            1 => config.style.stall_tolerance = [0, 1, 2, 3][rng.index(4)],
            2 => config.model = rng.index(self.problem.costs.len()),
            3 => {
                config.priority = [
                    PriorityFn::Height(0),
                    PriorityFn::Blend(0),
                    PriorityFn::Incoming,
                ][rng.index(3)];
            }
            // Half of all changes: priorities of some or most nodes, up rather than down.
            _ => {
                let reach = 4 << rng.below(4);
                let sparse = 1 + rng.below(8);
                for bias in config.bias.iter_mut().flatten() {
                    if rng.below(sparse) == 0 {
                        *bias += rng.below(reach) as i32 - reach as i32 / 3;
                    }
                }
            }
        }
    }

    /// Makes a schedule and scores it; its configuration may join the elite.
    fn attempt(&mut self, config: &ListConfig) -> (Schedule, Scored) {
        let problem = self.problem;
        let priorities = config.priorities(&problem.regions, &self.latencies, &self.live_out);
        let begin = &problem.begins[config.model];
        let schedule = list_schedule(problem, &priorities, config, begin);
        self.run.spent += schedule.ops.len() as u64 * LIST_STEPS;
        let scored = self.score(&schedule);
        if let Scored::Full(score) = scored {
            let at = self.elite.partition_point(|e| e.0 < score);
            if at < ELITE && self.elite.get(at).is_none_or(|e| e.0 > score) {
                self.elite.insert(at, (score, config.clone()));
                self.elite.truncate(ELITE);
            }
        }
        (schedule, scored)
    }

    /// Scores a schedule, and offers it as a candidate.
    fn score(&mut self, schedule: &Schedule) -> Scored {
        let problem = self.problem;
        let length = schedule.ops.len() as u64;
        let mut score = Score::default();
        let mut figures: SmallVec<[Figures; 2]> = SmallVec::new();
        self.run.phase(Origin::Construct).schedules += 1;
        for (model, &incoming) in problem.incoming.iter().enumerate() {
            // A loop begins in the settled state of the incoming order: nearer to the one that it will
            // settle in than an idle state.
            let begin = problem.begins[model].clone();
            let single_wave = problem.simulation(model, &schedule.ops).run(begin).0;
            self.run.spent += length * if problem.program.is_loop { 2 } else { 1 };
            let part = score_of(single_wave, incoming);
            score.add(model, part);
            if model == 0 {
                let worst = self.elite.get(ELITE - 1).map_or(u64::MAX, |e| e.0);
                if part + ONE / 2 > worst {
                    return Scored::Abandoned(part);
                }
            }
            figures.push(single_wave);
        }
        let candidates = &mut self.run.candidates;
        let kept = candidates.offer(problem, schedule, &figures, Origin::Construct);
        self.run.phase(Origin::Construct).candidates += u64::from(kept);
        if self
            .best
            .as_ref()
            .is_none_or(|(best, _)| score.total() < best.total())
        {
            self.best = Some((score, schedule.clone()));
        }
        Scored::Full(score.total())
    }

    /// Sets the priorities to the slots that a schedule shows when it is justified.
    fn prioritise_by_slack(&mut self, ops: &[OpId], config: &mut ListConfig) {
        let (problem, model) = (self.problem, config.model);
        let begin = self.settled(ops, model);
        self.run.spent += ops.len() as u64 * 2;
        let slots = issue_slots(problem, model, begin, ops);
        config.style.wait_penalty = 0;
        let latencies = &self.latencies;
        config.deadlines = Some(justified(problem, latencies, model, &self.live_out, &slots));
    }

    /// The state in which an order begins; for a loop, after one iteration.
    fn settled(&mut self, ops: &[OpId], model: usize) -> SimState {
        let problem = self.problem;
        let mut state = problem.begins[model].clone();
        if problem.program.is_loop {
            self.run.spent += ops.len() as u64;
            state.run(&problem.program, &problem.costs[model], ops);
        }
        state
    }

    /// Raises the priority of nodes that others stalled for.
    fn learn(&mut self, ops: &[OpId], config: &mut ListConfig) {
        let problem = self.problem;
        let mut state = self.settled(ops, 0);
        self.run.spent += ops.len() as u64;
        for &op in ops {
            let (plan, at) = state.step(&problem.program, &problem.costs[0], op);
            let stall = at.saturating_sub(plan.without_stall);
            if stall == 0 || plan.ready < at {
                continue;
            }
            if let Some(&Some(home)) = problem.homes.get(plan.cause) {
                let bias = &mut config.bias[home.region][home.node];
                *bias = (*bias + stall as i32).min(MOST_BIAS);
            }
        }
    }
}

/// List schedules every region, one after the other, from `begin` on.
fn list_schedule(
    problem: &Problem,
    priorities: &ByNode,
    config: &ListConfig,
    begin: &SimState,
) -> Schedule {
    let (program, costs) = (&problem.program, &problem.costs[config.model]);
    let mut state = begin.clone();
    let mut schedule = Schedule {
        nodes: TypedVec::with_capacity(problem.regions.len()),
        ops: Vec::with_capacity(program.ops.len()),
    };
    for (region, priorities) in problem.regions.iter().zip(priorities) {
        let between = schedule.ops.len();
        let first = region.first_op.index();
        schedule.ops.extend(OpRange::between(between, first));
        state.run(program, costs, &schedule.ops[between..]);
        let nodes = if region.pinned {
            let ops: Vec<OpId> = region.op_range().into_iter().collect();
            state.run(program, costs, &ops);
            region.nodes.indices().collect()
        } else {
            list(region, program, costs, priorities, config.style, &mut state)
        };
        for &node in &nodes {
            schedule.ops.extend(region.nodes[node].op_range());
        }
        schedule.nodes.push(nodes);
    }
    let end = schedule.ops.len();
    schedule
        .ops
        .extend(OpRange::between(end, program.ops.len()));
    schedule
}
