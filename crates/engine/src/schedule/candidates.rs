//! The schedules that may be taken in the end: the best ones of the search, kept in groups, so that there
//! are others to fall back upon when the best is refused or reverted.

use super::accept::{self, Comparison, Overhead, Refusal};
use super::objective::{ONE, relative_time};
use super::problem::{Problem, Schedule};
use super::stats::{Origin, SearchStats};
use crate::timing::{Figures, ModelTiming, Period};

/// Schedules of each group that are kept for the measurement at the kernel's own number of waves.
const KEPT: usize = 8;
/// Schedules of each group that may be accepted, one after the other.
const ALTERNATIVES: usize = 3;
/// Schedules that may turn out slower at the kernel's own number of waves before no other is measured: what
/// is still waiting then would most likely be refused as well, and several waves take long to simulate.
const MOST_REFUSED: usize = 8;
/// Schedules of a group that are kept differ by at least this much in time, relative to the incoming
/// order's: of several that take nearly as long, one is enough.
const LEAST_DIFFERENCE: u64 = ONE / 512;

/// A schedule that passed [`accept::is_better`], and what it costs.
#[derive(Clone, Debug)]
pub(super) struct Accepted {
    pub schedule: Schedule,
    pub timings: Vec<ModelTiming>,
    pub origin: Origin,
}

/// What decides between two schedules: the first field that differs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Rank {
    /// Time of one wave over all models, in relation to the incoming order's.
    time: u64,
    /// Waits and wait states, under the first model.
    overhead: u32,
    /// From the incoming order.
    distance: u64,
}

impl Rank {
    fn of(problem: &Problem, schedule: &Schedule, figures: &[Figures]) -> Rank {
        let pairs = figures.iter().zip(&problem.incoming);
        Rank {
            time: pairs
                .map(|(new, old)| relative_time(new.period, old.period))
                .sum(),
            overhead: Overhead::of(figures[0]).total(),
            distance: schedule.distance(),
        }
    }
}

/// Schedules of different groups do not compete for space.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Group {
    /// Needs no more waits and wait states than the incoming order.
    NoExtraWaits,
    /// Needs more.
    ExtraWaits,
    /// Was found near an order that loses nowhere.
    Nearby,
}

impl Group {
    fn of(problem: &Problem, figures: &[Figures], origin: Origin) -> Group {
        let mut pairs = figures.iter().zip(&problem.incoming);
        let excess = |new: Figures, old| Overhead::of(new).excess_over(Overhead::of(old));
        if origin == Origin::ImproveNearby {
            Group::Nearby
        } else if pairs.all(|(&new, &old)| excess(new, old) == 0) {
            Group::NoExtraWaits
        } else {
            Group::ExtraWaits
        }
    }
}

#[derive(Clone, Debug)]
struct Candidate {
    rank: Rank,
    group: Group,
    schedule: Schedule,
    origin: Origin,
}

/// The best schedules found so far that pass the rule for one wave, by group, best first.
#[derive(Default)]
pub(super) struct Candidates {
    groups: [Vec<Candidate>; 3],
    /// Whether any schedule was faster for one wave under the first model.
    any_faster: bool,
}

impl Candidates {
    /// Keeps a schedule with these figures by model if it is better for one wave. Returns whether it
    /// was kept.
    pub fn offer(
        &mut self,
        problem: &Problem,
        schedule: &Schedule,
        figures: &[Figures],
        origin: Origin,
    ) -> bool {
        for (model, (new, old)) in figures.iter().zip(&problem.incoming).enumerate() {
            let judged = accept::single_wave(model, *new, *old, true);
            self.any_faster |= model == 0 && judged.is_ok();
            if judged.is_err() {
                return false;
            }
        }
        let rank = Rank::of(problem, schedule, figures);
        let group = Group::of(problem, figures, origin);
        let list = &mut self.groups[group as usize];
        let at = list.partition_point(|kept| kept.rank < rank);
        if at > 0 && list[at - 1].rank.time + LEAST_DIFFERENCE > rank.time {
            return false;
        }
        while list
            .get(at)
            .is_some_and(|kept| rank.time + LEAST_DIFFERENCE > kept.rank.time)
        {
            list.remove(at);
        }
        if at >= KEPT {
            return false;
        }
        let schedule = schedule.clone();
        list.insert(
            at,
            Candidate {
                rank,
                group,
                schedule,
                origin,
            },
        );
        list.truncate(KEPT);
        true
    }

    /// The best schedule that needs no more waits and wait states than the incoming order.
    pub fn best_without_extra_waits(&self) -> Option<Schedule> {
        let best = self.groups[Group::NoExtraWaits as usize].first();
        best.map(|candidate| candidate.schedule.clone())
    }

    /// Measures the best ones in full, up to the first that is accepted.
    pub fn select(self, problem: &Problem, stats: &mut SearchStats) -> Selection {
        let incoming = problem.incoming.first();
        let overhead = incoming.map_or(0, |old| Overhead::of(*old).total());
        let mut waiting: Vec<Candidate> = self.groups.into_iter().flatten().collect();
        waiting.sort_by_key(|candidate| {
            let excess = candidate.rank.overhead.saturating_sub(overhead);
            let time =
                candidate.rank.time + accept::price_of(excess, ONE, problem.program.ops.len());
            std::cmp::Reverse((time, candidate.group))
        });
        let mut runners_up = RunnersUp {
            waiting,
            ..RunnersUp::default()
        };
        match runners_up.next(problem, stats) {
            Some(best) => Selection::Better { best, runners_up },
            None => Selection::Nothing {
                any_faster: self.any_faster,
            },
        }
    }
}

/// The outcome of a search.
pub(super) enum Selection {
    /// A schedule that is accepted, and others.
    Better {
        best: Accepted,
        runners_up: RunnersUp,
    },
    /// No schedule is accepted.
    Nothing {
        /// Some were faster for one wave under the first model, but slower elsewhere.
        any_faster: bool,
    },
}

impl Selection {
    /// The better of two selections, with the best of the other first among the others.
    pub fn merge(self, other: Selection, problem: &Problem) -> Selection {
        let (mut best, mut runners_up, mut second) = match (self, other) {
            (
                Selection::Better { best, runners_up },
                Selection::Better {
                    best: second_best, ..
                },
            ) => (best, runners_up, second_best),
            (better @ Selection::Better { .. }, _) => return better,
            (Selection::Nothing { .. }, other) => return other,
        };
        if second.time(problem) < best.time(problem) {
            std::mem::swap(&mut second, &mut best);
        }
        if second.schedule != best.schedule {
            runners_up.accepted.push(second);
        }
        Selection::Better { best, runners_up }
    }

    /// Schedules that are accepted, the best last, if nothing else was.
    pub fn or(self, mut accepted: Vec<Accepted>) -> Selection {
        match (self, accepted.pop()) {
            (Selection::Nothing { .. }, Some(best)) => Selection::Better {
                best,
                runners_up: RunnersUp::of(accepted),
            },
            (selection, _) => selection,
        }
    }

    /// The best schedule, if any.
    pub fn schedule(&self) -> Option<&Schedule> {
        match self {
            Selection::Better { best, .. } => Some(&best.schedule),
            Selection::Nothing { .. } => None,
        }
    }

    /// With a schedule that is better than all of them.
    pub fn improved_by(self, best: Accepted) -> Selection {
        let runners_up = match self {
            Selection::Better {
                best: second,
                mut runners_up,
            } => {
                runners_up.accepted.push(second);
                runners_up
            }
            Selection::Nothing { .. } => RunnersUp::default(),
        };
        Selection::Better { best, runners_up }
    }
}

/// Schedules to fall back upon. Most are never needed, so each is measured only when it is requested.
#[derive(Clone, Debug, Default)]
pub(super) struct RunnersUp {
    /// Those that are accepted, the best last.
    accepted: Vec<Accepted>,
    /// Candidates, the best last.
    waiting: Vec<Candidate>,
    /// How many of each group were returned by [`RunnersUp::next`].
    given: [usize; 3],
    /// The least number of waits and wait states that any of those needs.
    least_overhead: Option<u32>,
    /// How many were measured and are slower at the kernel's own number of waves.
    slower_at_occupancy: usize,
}

impl RunnersUp {
    /// Schedules that are accepted, the best last.
    pub fn of(accepted: Vec<Accepted>) -> RunnersUp {
        RunnersUp {
            accepted,
            ..RunnersUp::default()
        }
    }

    /// The next best schedule that is accepted.
    pub fn next(&mut self, problem: &Problem, stats: &mut SearchStats) -> Option<Accepted> {
        if let Some(accepted) = self.accepted.pop() {
            return Some(accepted);
        }
        while let Some(candidate) = self.waiting.pop() {
            let Candidate {
                rank: Rank { overhead, .. },
                group,
                schedule,
                origin,
            } = candidate;
            // The last of those that need more waits must need fewer than the others.
            let wanted = match self.given[group as usize] + 1 {
                ALTERNATIVES if group == Group::ExtraWaits => {
                    self.least_overhead.is_none_or(|least| overhead < least)
                }
                count => count <= ALTERNATIVES,
            };
            if !wanted {
                continue;
            }
            match measure(problem, &schedule, group != Group::NoExtraWaits) {
                Ok(timings) => {
                    let least = self.least_overhead.map_or(overhead, |l| l.min(overhead));
                    self.least_overhead = Some(least);
                    self.given[group as usize] += 1;
                    return Some(Accepted {
                        schedule,
                        timings,
                        origin,
                    });
                }
                Err(refusal) => {
                    stats.refuse(refusal);
                    self.slower_at_occupancy += usize::from(refusal == Refusal::SlowerAtOccupancy);
                    if self.slower_at_occupancy >= MOST_REFUSED {
                        self.waiting.clear();
                    }
                }
            }
        }
        None
    }
}

impl Accepted {
    /// Time of one wave in relation to the incoming order's, over all models.
    fn time(&self, problem: &Problem) -> u64 {
        let pairs = self.timings.iter().zip(&problem.incoming);
        pairs
            .map(|(new, old)| relative_time(new.single_wave.period, old.period))
            .sum()
    }
}

/// A schedule compared with the incoming order, measured as far as the rule requires.
struct Measurement<'a> {
    problem: &'a Problem,
    schedule: &'a Schedule,
    allows_overhead: bool,
    /// What was measured, by model.
    timings: Vec<ModelTiming>,
}

impl Comparison for &mut Measurement<'_> {
    fn models(&self) -> usize {
        self.problem.incoming.len()
    }

    fn single_wave(&mut self, model: usize) -> (Figures, Figures) {
        let single_wave = self.problem.evaluate(&self.schedule.ops, model).0;
        self.timings.push(ModelTiming {
            single_wave,
            at_occupancy: Period::default(),
        });
        (single_wave, self.problem.incoming[model])
    }

    fn at_occupancy(&mut self, model: usize) -> (Period, Period) {
        let timing = &mut self.timings[model];
        let single_wave = timing.single_wave;
        let ops = &self.schedule.ops;
        timing.at_occupancy = self.problem.throughput(ops, model, single_wave);
        (
            timing.at_occupancy,
            self.problem.incoming_at_occupancy(model),
        )
    }

    fn allows_overhead(&self) -> bool {
        self.allows_overhead
    }
}

/// The costs of a schedule by model, if it is better than the incoming order.
///
/// # Errors
/// Why it is not.
pub(super) fn measure(
    problem: &Problem,
    schedule: &Schedule,
    allows_overhead: bool,
) -> Result<Vec<ModelTiming>, Refusal> {
    let mut measurement = Measurement {
        problem,
        schedule,
        allows_overhead,
        timings: Vec::with_capacity(problem.incoming.len()),
    };
    accept::is_better(&mut measurement)?;
    Ok(measurement.timings)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::tests::{function, problem_of, reordered};
    use crate::timing::Model;

    /// Of a block with independent instructions, under one model.
    fn problem() -> Problem {
        let body: String = (0..12)
            .map(|n| format!("  V_EXP_F32_e32 def v{}, v2\n", 10 + n))
            .collect();
        let f = function("gfx942", &format!("block 0 frequency=1 depth=0\n{body}"));
        problem_of(&f, &Model::built_in(f.gpu)[..1])
    }

    /// A schedule that moves the first node `by` places.
    fn shifted(problem: &Problem, by: usize) -> Schedule {
        let nodes: Vec<usize> = (1..=by).chain([0]).chain(by + 1..12).collect();
        reordered(problem, &nodes)
    }

    /// The incoming order's figures, faster by `thousandths` of its time, with `waits` more waits.
    fn faster(problem: &Problem, thousandths: u64, waits: u32) -> [Figures; 1] {
        let mut figures = problem.incoming[0];
        figures.period.0 -= figures.period.0 * thousandths / 1000;
        figures.waits += waits;
        [figures]
    }

    /// How far the first node moved in the kept schedules of a group, best first.
    fn kept(candidates: &Candidates, group: Group) -> Vec<u64> {
        let list = &candidates.groups[group as usize];
        list.iter().map(|kept| kept.rank.distance / 2).collect()
    }

    #[test]
    fn only_what_is_faster_for_one_wave_is_kept() {
        let problem = problem();
        let mut candidates = Candidates::default();
        let schedule = shifted(&problem, 1);
        assert!(!candidates.offer(&problem, &schedule, &problem.incoming, Origin::Construct));
        assert!(!candidates.any_faster);
        let figures = faster(&problem, 100, 0);
        assert!(candidates.offer(&problem, &schedule, &figures, Origin::Construct));
        assert!(candidates.any_faster);
    }

    #[test]
    fn time_ranks_first_then_overhead_then_distance() {
        let rank = |time, overhead, distance| Rank {
            time,
            overhead,
            distance,
        };
        assert!(rank(1, 9, 9) < rank(2, 0, 0));
        assert!(rank(1, 0, 9) < rank(1, 1, 0));
        assert!(rank(1, 0, 0) < rank(1, 0, 1));
        let problem = problem();
        let mut candidates = Candidates::default();
        for (by, thousandths) in [(1, 100), (2, 300), (3, 200)] {
            let figures = faster(&problem, thousandths, 0);
            let schedule = shifted(&problem, by);
            assert!(candidates.offer(&problem, &schedule, &figures, Origin::Improve));
        }
        assert_eq!(kept(&candidates, Group::NoExtraWaits), [2, 3, 1]);
        let best = candidates.best_without_extra_waits();
        assert_eq!(best, Some(shifted(&problem, 2)));
    }

    #[test]
    fn of_schedules_that_take_nearly_as_long_the_best_is_kept() {
        let problem = problem();
        let mut candidates = Candidates::default();
        let mut offer = |by, thousandths| {
            let figures = faster(&problem, thousandths, 0);
            candidates.offer(&problem, &shifted(&problem, by), &figures, Origin::Improve)
        };
        assert!(offer(1, 200));
        // LEAST_DIFFERENCE is nearly two thousandths.
        assert!(!offer(2, 199), "nearly as fast");
        assert!(offer(3, 190));
        assert!(offer(4, 201), "takes the place of the first");
        assert!(offer(5, 195));
        assert_eq!(kept(&candidates, Group::NoExtraWaits), [4, 5, 3]);
    }

    #[test]
    fn a_group_keeps_the_eight_best() {
        let problem = problem();
        let mut candidates = Candidates::default();
        for by in 1..12 {
            let figures = faster(&problem, 50 * by as u64, 0);
            candidates.offer(&problem, &shifted(&problem, by), &figures, Origin::Improve);
        }
        let best_first: Vec<u64> = (4..12).rev().collect();
        assert_eq!(kept(&candidates, Group::NoExtraWaits), best_first);
    }

    #[test]
    fn what_costs_waits_does_not_displace_what_costs_none() {
        let problem = problem();
        let mut candidates = Candidates::default();
        for (by, waits, origin) in [
            (1, 0, Origin::Construct),
            (2, 1, Origin::Improve),
            (3, 0, Origin::ImproveNearby),
            (4, 1, Origin::ImproveNearby),
        ] {
            let figures = faster(&problem, 100 * by as u64, waits);
            assert!(candidates.offer(&problem, &shifted(&problem, by), &figures, origin));
        }
        assert_eq!(kept(&candidates, Group::NoExtraWaits), [1]);
        assert_eq!(kept(&candidates, Group::ExtraWaits), [2]);
        assert_eq!(kept(&candidates, Group::Nearby), [4, 3]);
    }
}
