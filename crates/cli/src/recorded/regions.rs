//! The parts of a kernel that are compared: hot loops, iteration by iteration, or else whole waves.

use std::collections::BTreeMap;

use serde::Serialize;

use super::kind::{self, Kind};
use super::{Execution, Kernel, Wave};
use cdnasched_base::gpu::Unit;
use cdnasched_engine::timing::Event;

/// Something as it was measured and as the model has it, in clocks.
#[derive(Clone, Copy, PartialEq, Default, Debug, Serialize)]
pub struct Sides {
    /// On hardware.
    pub measured: f64,
    /// By the model.
    pub model: f64,
}

impl Sides {
    /// By how much the model is off, in clocks.
    pub fn off(self) -> f64 {
        self.model - self.measured
    }
    /// The same in percent of what was measured; `None` where that is nothing.
    pub fn percent(self) -> Option<f64> {
        (self.measured > 0.0).then(|| 100.0 * self.off() / self.measured)
    }
}

/// Which part.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Place {
    /// An innermost loop, by its first instruction.
    Loop(u32),
    /// All of a wave, up to its `s_endpgm`.
    Whole,
}

/// An instruction and the one before it: from issue to issue, without what waits and barriers stall.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Pair {
    /// The kind of the earlier one.
    pub before: Kind,
    /// The kind of the later one.
    pub kind: Kind,
    /// The later one reads what the earlier one writes.
    pub reads: bool,
    /// How often it was executed, for each iteration or wave.
    pub count: f64,
    /// Clocks of all of them, for each iteration or wave.
    pub clocks: Sides,
}

/// A part of a kernel, with some number of waves on the SIMD.
#[derive(Clone, PartialEq, Debug)]
pub struct Region {
    /// Which part.
    pub place: Place,
    /// Waves on the SIMD, throughout an iteration; of whole waves the most at any time.
    pub waves: usize,
    /// Iterations, or waves, that were compared.
    pub samples: usize,
    /// Clocks of the median one.
    pub all: Sides,
    /// The same without the stalls of waits and barriers.
    pub nowait: Sides,
    /// What waits and barriers stalled, by their kind, for each iteration or wave.
    pub stalls: Vec<(Kind, Sides)>,
    /// Where the difference comes from, the largest first.
    pub pairs: Vec<Pair>,
}

/// Loops with fewer iterations in all traced waves say little.
pub const FEW: usize = 4;
/// Loops that take a smaller part of the time of a kernel's waves are left out.
const SMALL: f64 = 0.1;
/// If loops take a smaller part than this, whole waves are compared, too.
const MOST: f64 = 0.5;
/// Clocks of an issue slot.
const SLOT: i64 = 4;

/// When one side executed something.
#[derive(Clone, Copy)]
struct Moment {
    /// When it issued; of a wait and a barrier its last slot.
    issue: i64,
    /// For how long a wait or barrier stalled.
    stall: i64,
}

impl Moment {
    fn new(unit: Unit, tried: i64, issue: i64, end: i64) -> Moment {
        match unit {
            Unit::Wait | Unit::Barrier => Moment {
                issue: end - SLOT,
                stall: (end - SLOT - tried).max(0),
            },
            // All the time of a nop counts as its stall.
            Unit::Nop => Moment {
                issue: tried,
                stall: 0,
            },
            _ => Moment { issue, stall: 0 },
        }
    }
}

/// A wave on both sides.
pub(super) struct Compared<'a> {
    wave: &'a Wave,
    kinds: Vec<Kind>,
    reads: Vec<bool>,
    measured: Vec<Moment>,
    model: Vec<Moment>,
}

impl<'a> Compared<'a> {
    /// What a wave executed, and what the model makes of it; `None` if that is something else.
    pub fn new(kernel: &Kernel, wave: &'a Wave, events: &[Event]) -> Option<Compared<'a>> {
        let path = kernel.path(wave).ok()?;
        if path.len() != events.len() {
            return None;
        }
        let function = &kernel.function;
        let unit = |at: usize| function.info(path[at].inst).unit;
        let measured = wave.executed.iter().enumerate().map(|(at, one)| {
            let issue = one.tried + i64::from(one.stall);
            Moment::new(unit(at), one.tried, issue, one.end())
        });
        let model = events.iter().enumerate().map(|(at, event)| {
            let [ready, issue, next] = [event.ready, event.issue, event.next].map(i64::from);
            let issue = if unit(at) == Unit::Nop {
                issue
            } else {
                issue.max(ready)
            };
            let tried = if unit(at) == Unit::Nop { issue } else { ready };
            Moment::new(unit(at), tried, issue, next)
        });
        let reads = path
            .iter()
            .enumerate()
            .map(|(at, step)| at > 0 && kind::reads(function, step.inst, path[at - 1].inst));
        Some(Compared {
            wave,
            kinds: path
                .iter()
                .map(|step| Kind::of(function, step.inst, step.taken))
                .collect(),
            reads: reads.collect(),
            measured: measured.collect(),
            model: model.collect(),
        })
    }

    fn executed(&self) -> &'a [Execution] {
        &self.wave.executed
    }

    /// Iterations of innermost loops: of which loop, and from where to where.
    fn iterations(&self) -> Vec<(u32, usize, usize)> {
        let inst = |at: usize| self.executed()[at].inst;
        let mut found = Vec::new();
        // Where control last went backwards to.
        let mut since = 0;
        for at in 1..self.executed().len() {
            if inst(at) > inst(at - 1) {
                continue;
            }
            // The first iteration is entered from above.
            if let Some(from) = (since..at).find(|&from| inst(from) == inst(at)) {
                found.push((inst(at), from, at));
            }
            since = at;
        }
        found
    }

    /// How many waves were on the SIMD from one execution to another, if always the same number.
    fn residents(&self, from: usize, to: usize) -> Option<usize> {
        let (from, to) = (self.measured[from].issue, self.measured[to].issue);
        self.wave.residents(from, to)
    }

    /// The most waves that were on the SIMD at a time.
    fn most_residents(&self) -> usize {
        let all = &self.wave.resident;
        let at = |clock: i64| all.iter().filter(|r| r.0 <= clock && clock < r.1).count();
        all.iter()
            .map(|r| at(r.0.max(self.wave.begin)))
            .max()
            .unwrap_or(0)
    }
}

/// What is known of a region so far.
#[derive(Default)]
struct Sum {
    all: [Vec<i64>; 2],
    nowait: [Vec<i64>; 2],
    stalls: BTreeMap<Kind, [i64; 2]>,
    pairs: BTreeMap<(Kind, Kind, bool), (usize, [i64; 2])>,
}

impl Sum {
    /// Adds what a wave did from one execution to another.
    fn add(&mut self, wave: &Compared<'_>, from: usize, to: usize) {
        let sides = [&wave.measured, &wave.model];
        for (side, moments) in sides.into_iter().enumerate() {
            let all = moments[to].issue - moments[from].issue;
            // The stall of an execution is before it issues.
            let stalls = moments[from + 1..=to].iter().map(|moment| moment.stall);
            self.all[side].push(all);
            self.nowait[side].push(all - stalls.sum::<i64>());
        }
        for at in from + 1..=to {
            let distance = sides.map(|m| m[at].issue - m[at - 1].issue - m[at].stall);
            let stall = sides.map(|moments| moments[at].stall);
            let kinds = (
                wave.kinds[at - 1].clone(),
                wave.kinds[at].clone(),
                wave.reads[at],
            );
            let pair = self.pairs.entry(kinds).or_default();
            pair.0 += 1;
            for (sum, clocks) in pair.1.iter_mut().zip(distance) {
                *sum += clocks;
            }
            if stall != [0, 0] {
                let sum = self.stalls.entry(wave.kinds[at].clone()).or_default();
                for (sum, clocks) in sum.iter_mut().zip(stall) {
                    *sum += clocks;
                }
            }
        }
    }

    fn region(self, place: Place, waves: usize) -> Region {
        let samples = self.all[0].len();
        let each = |sum: i64| sum as f64 / samples.max(1) as f64;
        let sides = |sums: [i64; 2]| Sides {
            measured: each(sums[0]),
            model: each(sums[1]),
        };
        let medians = |[measured, model]: [Vec<i64>; 2]| Sides {
            measured: median(measured),
            model: median(model),
        };
        let mut pairs: Vec<Pair> = self
            .pairs
            .into_iter()
            .map(|((before, kind, reads), (count, clocks))| Pair {
                before,
                kind,
                reads,
                count: each(count as i64),
                clocks: sides(clocks),
            })
            .collect();
        let size = |sides: Sides| sides.off().abs();
        pairs.sort_by(|a, b| size(b.clocks).total_cmp(&size(a.clocks)));
        let stalls = self.stalls.into_iter();
        Region {
            place,
            waves,
            samples,
            all: medians(self.all),
            nowait: medians(self.nowait),
            stalls: stalls.map(|(kind, sums)| (kind, sides(sums))).collect(),
            pairs,
        }
    }
}

pub(super) fn median(mut all: Vec<i64>) -> f64 {
    all.sort_unstable();
    let middle = all.len() / 2;
    match (all.len() % 2, all.get(middle)) {
        (_, None) => 0.0,
        (1, Some(&one)) => one as f64,
        (_, Some(&one)) => (one + all[middle - 1]) as f64 / 2.0,
    }
}

/// The parts of a kernel that are worth comparing, loops first.
pub(super) fn regions(waves: &[Compared<'_>]) -> Vec<Region> {
    let mut loops: BTreeMap<(Place, usize), Sum> = BTreeMap::new();
    let mut whole: BTreeMap<usize, Sum> = BTreeMap::new();
    let (mut time_of, mut time) = (BTreeMap::<Place, i64>::new(), 0);
    for wave in waves {
        for (header, from, to) in wave.iterations() {
            let place = Place::Loop(header);
            *time_of.entry(place).or_default() +=
                wave.measured[to].issue - wave.measured[from].issue;
            if let Some(residents) = wave.residents(from, to) {
                loops
                    .entry((place, residents))
                    .or_default()
                    .add(wave, from, to);
            }
        }
        // What s_endpgm waits for is no part of the kernel's code.
        let last = wave.executed().len().saturating_sub(2);
        if last > 0 {
            time += wave.measured[last].issue - wave.measured[0].issue;
            let residents = wave.most_residents();
            whole.entry(residents).or_default().add(wave, 0, last);
        }
    }
    let part = |clocks: i64| clocks as f64 / (time as f64).max(1.0);
    let is_hot = |place: &Place| {
        time_of
            .get(place)
            .is_some_and(|&clocks| part(clocks) >= SMALL)
    };
    let in_loops: i64 = time_of.values().sum();
    let mut regions: Vec<Region> = loops
        .into_iter()
        .filter(|((place, _), sum)| is_hot(place) && sum.all[0].len() >= FEW)
        .map(|((place, waves), sum)| sum.region(place, waves))
        .collect();
    if part(in_loops) < MOST {
        let whole = whole.into_iter();
        regions.extend(whole.map(|(waves, sum)| sum.region(Place::Whole, waves)));
    }
    regions
}
