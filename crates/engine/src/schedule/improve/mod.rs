//! Improvement of a loop's schedule by local search: a node moves, with what must move along, and the
//! new schedule stays if it scores no worse.
//!
//! Three of four moves begin where the wave stalls, the others anywhere. A move is evaluated by simulating the
//! part of an iteration that it changes ([`incremental`]). Schedules that lower the score are offered as
//! candidates.

mod incremental;
mod moves;

use smallvec::SmallVec;

use super::candidates::{Accepted, Candidates, measure};
use super::objective::{ONE, Score, score_of};
use super::options::Effort;
use super::problem::{Home, Problem, RegionId, Schedule};
use super::rng::Rng;
use super::run::SearchRun;
use super::stats::{Origin, SearchStats};
use crate::timing::{Figures, OpId, Period, Pipe, SimState};
pub(crate) use incremental::Incremental;
use incremental::{IterationCost, Trial};
use moves::MoveOp;

/// Trials without a gain after which the places where the wave stalls are looked for again.
const STALE: u32 = 64;
/// Steps, for each instruction of the loop, that pass before they are looked for again after a gain.
const HINT_INTERVAL: u64 = 3;
/// How often a node is drawn, at most, until one occupies a unit other than the vector ALU.
const DRAWS: u32 = 4;
/// By how much a trial may score above the present schedule under the models simulated so far without
/// being given up: the remaining models may make up for it.
const SLACK: u64 = ONE / 64;
/// Steps that a trial costs besides the instructions that it simulates.
const TRIAL_STEPS: u64 = 8;
/// Nodes of a region that can be searched for the cost of one step.
const NODES_PER_STEP: u64 = 32;
/// What an order must gain before it is measured at the kernel's own number of waves.
const LEAST_GAIN: u64 = ONE / 256;
/// Iterations that such a measurement takes, about, under all models.
const MEASURED_ITERATIONS: u64 = 12;
const SEED: u64 = 0xd1b5_4a32_d192_ed03;

/// A node that is worth moving.
#[derive(Clone, Copy, Debug)]
struct Hint {
    home: Home,
    /// Where it should go: what stalls later, what it stalls for earlier.
    later: bool,
}

/// A move that has been made and has to be judged.
struct Proposal {
    region: RegionId,
    /// The nodes that changed places.
    nodes: std::ops::Range<usize>,
    /// The positions of their instructions.
    window: std::ops::Range<usize>,
}

/// Improves a schedule until the steps spent by the run reach `until`.
pub(super) fn improve(run: &mut SearchRun<'_>, start: Schedule, origin: Origin, until: u64) {
    let before = run.spent;
    let mut search = LocalSearch::new(run, start, origin);
    while search.run.spent < until {
        search.step();
    }
    let steps = run.spent - before;
    run.phase(origin).steps += steps;
}

/// Improves the incoming order, and measures on the way: what is not better at the kernel's own number of
/// waves too is given up, and the search goes on from the last order that was. Returns those, the best last.
pub(super) fn improve_guarded(
    problem: &Problem,
    effort: Effort,
    stats: &mut SearchStats,
) -> Vec<Accepted> {
    let instructions = problem.program.ops.len();
    let until = effort.budgets().steps(true, instructions).improve_guarded;
    let price = instructions as u64 * u64::from(problem.waves) * MEASURED_ITERATIONS;
    let origin = Origin::ImproveGuarded;
    let mut run = SearchRun {
        problem,
        candidates: Candidates::default(),
        stats,
        spent: 0,
    };
    let mut search = LocalSearch::new(&mut run, problem.incoming_schedule(), origin);
    let mut good: Vec<Accepted> = Vec::new();
    let mut good_score = search.score.total();
    while search.run.spent < until {
        search.step();
        if search.score.total() + LEAST_GAIN > good_score {
            continue;
        }
        search.run.spent += price;
        match measure(problem, &search.schedule, false) {
            Ok(timings) => {
                good_score = search.score.total();
                good.push(Accepted {
                    schedule: search.schedule.clone(),
                    timings,
                    origin,
                });
            }
            Err(refusal) => {
                search.run.stats.refuse(refusal);
                let last = good.last().map(|accepted| accepted.schedule.clone());
                search.restart(last.unwrap_or_else(|| problem.incoming_schedule()));
            }
        }
    }
    run.phase(origin).steps += run.spent;
    good
}

struct LocalSearch<'s, 'r> {
    run: &'s mut SearchRun<'r>,
    origin: Origin,
    schedule: Schedule,
    score: Score,
    /// The settled iteration of the schedule, by model.
    iterations: Vec<Incremental>,
    /// The outcome of the last proposal, by model.
    trials: SmallVec<[Trial; 2]>,
    /// The schedule's instructions before the last proposal.
    before: Vec<OpId>,
    moves: MoveOp,
    hints: Vec<Hint>,
    /// Trials since `hints` were found.
    stale: u32,
    /// After a gain they are looked for again only once the run has spent this many steps.
    next_hints: u64,
    rng: Rng,
}

impl<'s, 'r> LocalSearch<'s, 'r> {
    fn new(run: &'s mut SearchRun<'r>, schedule: Schedule, origin: Origin) -> LocalSearch<'s, 'r> {
        let problem = run.problem;
        let models = problem.begins.iter().enumerate();
        let iterations: Vec<Incremental> = models
            .map(|(model, begin)| Incremental::new(problem.simulation(model, &schedule.ops), begin))
            .collect();
        run.spent += iterations.len() as u64 * 2 * schedule.ops.len() as u64;
        let mut search = LocalSearch {
            run,
            origin,
            score: score(problem, iterations.iter().map(|i| i.cost)),
            before: schedule.ops.clone(),
            schedule,
            iterations,
            trials: SmallVec::new(),
            moves: MoveOp::default(),
            hints: Vec::new(),
            stale: 0,
            next_hints: 0,
            rng: Rng(SEED),
        };
        search.find_hints();
        search
    }

    /// Goes on from another schedule.
    fn restart(&mut self, schedule: Schedule) {
        let problem = self.run.problem;
        let models = problem.begins.iter().enumerate();
        self.iterations = models
            .map(|(model, begin)| Incremental::new(problem.simulation(model, &schedule.ops), begin))
            .collect();
        self.run.spent += self.iterations.len() as u64 * 2 * schedule.ops.len() as u64;
        self.score = score(problem, self.iterations.iter().map(|i| i.cost));
        self.before.clone_from(&schedule.ops);
        self.schedule = schedule;
        self.find_hints();
        self.stale = 0;
    }

    /// Tries one move.
    fn step(&mut self) {
        self.run.spent += 1;
        let Some(proposal) = self.propose() else {
            return;
        };
        match self.evaluate(&proposal) {
            Some(score) => self.accept(proposal, score),
            None => self.undo(proposal),
        }
    }

    /// A node to move, and whether to a later place: rather one that occupies a unit other than the vector
    /// ALU. In loops that are worth the effort most instructions are vector arithmetic, and few of their moves
    /// gain anything.
    fn choose(&mut self) -> Option<(Home, bool)> {
        let problem = self.run.problem;
        let hinted = self.rng.below(4) > 0 && !self.hints.is_empty();
        let mut chosen = None;
        for _ in 0..DRAWS {
            let (home, later) = if hinted {
                let hint = self.hints[self.rng.index(self.hints.len())];
                (Some(hint.home), hint.later)
            } else {
                let op = self.schedule.ops[self.rng.index(self.schedule.ops.len())];
                (problem.homes[op], self.rng.below(2) == 1)
            };
            let Some(home) = home else { continue };
            chosen = Some((home, later));
            let op = problem.regions[home.region].nodes[home.node].op;
            match problem.program.ops[op].pipe {
                Pipe::None | Pipe::Valu | Pipe::Packed => {}
                Pipe::Salu | Pipe::Matrix | Pipe::Smem | Pipe::Lds | Pipe::Vmem => break,
            }
        }
        let (home, later) = chosen?;
        // One time in four, the other way than the hint says.
        Some((home, later != (hinted && self.rng.below(4) == 0)))
    }

    /// Moves a node, if its dependences allow it.
    fn propose(&mut self) -> Option<Proposal> {
        let problem = self.run.problem;
        let (Home { region: at, node }, later) = self.choose()?;
        let region = &problem.regions[at];
        let nodes = &mut self.schedule.nodes[at];
        let from = nodes.iter().position(|&n| n == node)?;
        self.run.spent += nodes.len() as u64 / NODES_PER_STEP;
        // Short moves more often than long ones: up to 2, 4 ... 64 nodes.
        let far = 2 << self.rng.below(6);
        let reach = 1 + self.rng.index(far);
        let to = if later {
            (from + reach).min(nodes.len() - 1)
        } else {
            from.saturating_sub(reach)
        };
        if region.pinned || to == from {
            return None;
        }
        let moved = self.moves.shift(region, nodes, from, to)?;
        let window = self.schedule.expand_window(at, region, moved.clone());
        Some(Proposal {
            region: at,
            nodes: moved,
            window,
        })
    }

    /// The score with a move; `None` when it is worse than without.
    fn evaluate(&mut self, proposal: &Proposal) -> Option<Score> {
        let problem = self.run.problem;
        self.stale += 1;
        self.trials.clear();
        let mut new = Score::default();
        for (model, iteration) in self.iterations.iter_mut().enumerate() {
            // A trial is abandoned once it loses more than the other models can make up for.
            let margin = self.score.total() + SLACK - new.total();
            let most = Period(problem.incoming[model].period.0 * margin / ONE);
            let simulation = problem.simulation(model, &self.schedule.ops);
            let trial = iteration.try_change(simulation, proposal.window.clone(), most.slots() + 1);
            self.run.spent += trial.steps + TRIAL_STEPS;
            let part = score_of(trial.cost.figures(), problem.incoming[model]);
            new.add(model, part);
            self.trials.push(trial);
            let most = if model == 0 {
                self.score.first + SLACK
            } else {
                self.score.total()
            };
            if new.total() > most {
                return None;
            }
        }
        (new.total() <= self.score.total()).then_some(new)
    }

    fn accept(&mut self, proposal: Proposal, new: Score) {
        let problem = self.run.problem;
        let window = proposal.window;
        for (model, (iteration, trial)) in self.iterations.iter_mut().zip(&self.trials).enumerate()
        {
            let simulation = problem.simulation(model, &self.schedule.ops);
            self.run.spent += iteration.accept(simulation, window.start, trial);
        }
        self.before[window.clone()].copy_from_slice(&self.schedule.ops[window]);
        let gained = new.total() < self.score.total();
        self.score = score(problem, self.iterations.iter().map(|i| i.cost));
        if gained {
            let trials = self.trials.iter();
            let figures: SmallVec<[Figures; 2]> = trials.map(|t| t.cost.figures()).collect();
            let kept = self
                .run
                .candidates
                .offer(problem, &self.schedule, &figures, self.origin);
            let stats = self.run.phase(self.origin);
            stats.schedules += 1;
            stats.candidates += u64::from(kept);
        }
        if (gained && self.run.spent >= self.next_hints) || self.stale > STALE {
            self.find_hints();
            self.stale = 0;
        }
    }

    fn undo(&mut self, proposal: Proposal) {
        let Proposal {
            region,
            nodes,
            window,
        } = proposal;
        self.moves.undo(&mut self.schedule.nodes[region], nodes);
        self.schedule.ops[window.clone()].copy_from_slice(&self.before[window]);
    }

    /// Finds the nodes that stall, and those that they stall for, in one run of the schedule.
    fn find_hints(&mut self) {
        let problem = self.run.problem;
        let mut state: SimState = self.iterations[0].begin().clone();
        self.run.spent += self.schedule.ops.len() as u64;
        self.hints.clear();
        self.next_hints = self.run.spent + HINT_INTERVAL * self.schedule.ops.len() as u64;
        for &op in &self.schedule.ops {
            let (plan, at) = state.step(&problem.program, &problem.costs[0], op);
            if at > plan.without_stall || plan.waits + plan.nops > 0 {
                let hint = |op: OpId, later| {
                    let home = problem.homes.get(op).copied().flatten();
                    home.map(|home| Hint { home, later })
                };
                self.hints.extend(hint(op, true));
                self.hints.extend(hint(plan.cause, false));
            }
        }
    }
}

/// The score of a schedule whose iteration costs this much, by model.
fn score(problem: &Problem, iterations: impl Iterator<Item = IterationCost>) -> Score {
    let mut score = Score::default();
    for (model, (cost, &incoming)) in iterations.zip(&problem.incoming).enumerate() {
        score.add(model, score_of(cost.figures(), incoming));
    }
    score
}
