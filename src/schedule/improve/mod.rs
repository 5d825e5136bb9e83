//! Small changes to a good order, judged one by one.

mod incremental;
mod moves;

use smallvec::SmallVec;

use crate::schedule::construct::Search;
use crate::schedule::improve::incremental::{Incremental, IterationCost, Trial};
use crate::schedule::improve::moves::MoveOp;
use crate::schedule::objective::{Score, UNIT, rate_of};
use crate::schedule::problem::NodeId;
use crate::schedule::problem::Schedule;
use crate::schedule::rng::Rng;
use crate::timing::{Figures, OpId, State};

/// A unit that is worth moving.
#[derive(Clone, Copy, Debug)]
struct Hint {
    /// Region and unit.
    home: (u32, NodeId),
    /// Which way: what stands still, rather later; what it stands still for, rather earlier.
    later: bool,
}

impl Search<'_> {
    /// Improves an order by small changes.
    pub(super) fn polish(&mut self, order: Option<Schedule>, budget: u64) {
        let problem = self.problem;
        let program = &problem.program;
        let Some(mut order) = order else {
            return;
        };
        let models = problem.costs.iter().zip(self.begins);
        let mut tracks: Vec<Incremental> = models
            .map(|(costs, begin)| Incremental::new(program, costs, &order.ops, begin))
            .collect();
        self.spent += tracks.len() as u64 * 2 * order.ops.len() as u64;
        let mut score = self.score_laps(tracks.iter().map(|t| t.lap));
        let mut mover = MoveOp::default();
        let mut random = Rng(0xd1b5_4a32_d192_ed03);
        let mut hints = self.hints(&order, tracks[0].begin());
        let mut stale = 0;
        let mut before = order.ops.clone();
        let mut trials: SmallVec<[Trial; 2]> = SmallVec::new();
        while self.spent < budget {
            self.spent += 1;
            // Half of the moves begin where the wave stands still.
            let hinted = random.below(2) == 0 && !hints.is_empty();
            let (home, later) = match hinted {
                true => {
                    let hint = hints[random.below(hints.len() as u64) as usize];
                    (Some(hint.home), hint.later != (random.below(4) == 0))
                }
                false => {
                    let op = random.below(order.ops.len() as u64) as usize;
                    (self.homes[order.ops[op] as usize], random.below(2) == 1)
                }
            };
            let Some((at, unit)) = home else { continue };
            let region = &problem.regions[at as usize];
            let units = &mut order.units[at as usize];
            let Some(from) = units.iter().position(|&u| u == unit) else {
                continue;
            };
            self.spent += units.len() as u64 / 32;
            let far = 2 << random.below(6);
            let reach = 1 + random.below(far) as usize;
            let to = match later {
                false => from.saturating_sub(reach),
                true => (from + reach).min(units.len() - 1),
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
                let old = self.incoming[model].single_wave;
                // What loses more than the whole gain can make up for is not run to its end.
                let room = score.total() + UNIT / 64 - new.total();
                let limit = (old.period.0 * room / UNIT / 64) as u32 + 1;
                let costs = &problem.costs[model];
                let trial = track.try_change(program, costs, &order.ops, window.clone(), limit);
                self.spent += trial.steps + 8;
                let part = self.score_lap(trial.lap, model);
                new.add(model, part);
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
            let models = tracks.iter_mut().zip(&problem.costs).zip(&trials);
            for ((track, costs), trial) in models {
                self.spent += track.accept(program, costs, &order.ops, window.start, trial);
            }
            before[window.clone()].copy_from_slice(&order.ops[window]);
            let gained = new.total() < score.total();
            score = self.score_laps(tracks.iter().map(|t| t.lap));
            if gained {
                let figures: SmallVec<[Figures; 2]> =
                    trials.iter().map(|t| t.lap.figures()).collect();
                self.finalists
                    .consider(&order, &figures, self.incoming, self.near);
            }
            if gained || stale > 64 {
                hints = self.hints(&order, tracks[0].begin());
                stale = 0;
            }
        }
    }

    fn score_lap(&self, lap: IterationCost, model: usize) -> u64 {
        rate_of(lap.figures(), self.incoming[model].single_wave)
    }

    fn score_laps(&self, laps: impl Iterator<Item = IterationCost>) -> Score {
        let mut score = Score::default();
        for (model, lap) in laps.enumerate() {
            let part = self.score_lap(lap, model);
            score.add(model, part);
        }
        score
    }

    /// Units that stand still, and units they stand still for, in one run of an order.
    fn hints(&mut self, order: &Schedule, begin: &State) -> Vec<Hint> {
        let problem = self.problem;
        let mut state = begin.clone();
        self.spent += order.ops.len() as u64;
        let mut hints = Vec::new();
        for &op in &order.ops {
            let (plan, at) = state.step(&problem.program, &problem.costs[0], op);
            if at > plan.unstalled || plan.waits + plan.nops > 0 {
                let of = |op: OpId, later| {
                    let home = self.homes.get(op as usize).copied().flatten();
                    home.map(|home| Hint { home, later })
                };
                hints.extend(of(op, true));
                hints.extend(of(plan.cause, false));
            }
        }
        hints
    }
}
