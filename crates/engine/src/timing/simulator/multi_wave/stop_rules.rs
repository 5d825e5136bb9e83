//! When the simulation of several waves ends, and what it is measured by.

use super::{IssueEvent, Runner};

/// A length of time, and the instructions that all waves issued in it, waits and nops left out.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Throughput {
    pub slots: u32,
    pub work: usize,
}

/// A moment of the simulation.
#[derive(Clone, Copy, Default)]
pub(super) struct Moment {
    pub slot: u32,
    /// Instructions of all waves until then, waits and nops left out.
    pub work: usize,
}

impl Moment {
    fn since(self, earlier: Moment) -> Throughput {
        Throughput {
            slots: self.slot - earlier.slot,
            work: self.work - earlier.work,
        }
    }
}

/// Stop rule: iterations of the first wave in a row that are alike, in time and in what all waves
/// issued meanwhile, are how the loop continues.
#[derive(Default)]
pub(super) struct SteadyRhythm {
    /// The end of the first wave's last iteration.
    last: Moment,
    /// What passed in that iteration.
    passed: Throughput,
    /// How many iterations in a row were like the one before.
    alike: usize,
}

impl SteadyRhythm {
    /// Iterations like the one before that are enough.
    const ENOUGH: usize = 2;

    /// Takes note of the end of an iteration of the first wave.
    pub fn observe(&mut self, end: Moment) -> Option<Throughput> {
        let passed = end.since(self.last);
        self.alike = if passed == self.passed {
            self.alike + 1
        } else {
            0
        };
        (self.last, self.passed) = (end, passed);
        (self.alike == Self::ENOUGH).then_some(passed)
    }
}

/// Stop rule: when all waves are as they were at the end of an earlier iteration of the first wave,
/// the loop continues as it ran in between.
#[derive(Default)]
pub(super) struct RepeatedState {
    /// A digest of all waves at the end of each iteration of the first one, and when that was.
    seen: Vec<(u64, Moment)>,
}

impl RepeatedState {
    /// Takes note of the end of an iteration of the first wave.
    pub fn observe(&mut self, digest: u64, end: Moment) -> Option<Throughput> {
        let earlier = self.seen.iter().find(|seen| seen.0 == digest);
        let measured = earlier.map(|&(_, earlier)| end.since(earlier));
        self.seen.push((digest, end));
        measured
    }
}

/// Stop rule: from when the slowest wave has run `begin` iterations to when the then slowest has run
/// `end`. Every instruction issued meanwhile counts, so that a wave that is ahead is no gain and no
/// loss.
pub(super) struct FixedWindow {
    /// The iteration that all waves have to end next: `begin`, then `end`.
    target: usize,
    end: usize,
    /// Waves that have not ended it.
    missing: usize,
    began: Moment,
}

impl FixedWindow {
    pub fn new(waves: usize, begin: usize, end: usize) -> FixedWindow {
        FixedWindow {
            target: if begin == 0 { end } else { begin },
            end,
            missing: waves,
            began: Moment::default(),
        }
    }

    /// Takes note of an issued instruction.
    pub fn observe(&mut self, issued: &IssueEvent, runners: &[Runner<'_>]) -> Option<Throughput> {
        self.missing -= usize::from(issued.ends == Some(self.target));
        if self.missing > 0 {
            return None;
        }
        if self.target == self.end {
            return Some(issued.moment.since(self.began));
        }
        self.began = issued.moment;
        self.target = self.end;
        let slower = runners.iter().filter(|r| r.iterations < self.end);
        self.missing = slower.count();
        None
    }
}

/// Iterations that the slowest wave runs while a loop is measured by a [`FixedWindow`], and as many
/// before that to settle.
pub(super) fn iterations(waves: usize, instructions: usize) -> usize {
    /// Enough for any loop.
    const MOST: usize = 8;
    /// Enough iterations of all waves together.
    const ENOUGH_TOGETHER: usize = 32;
    /// Enough instructions of all waves together, ...
    const ENOUGH_INSTRUCTIONS: usize = 8192;
    /// ... but in no fewer iterations than this.
    const FEWEST_OF_LONG_LOOPS: usize = 4;

    (ENOUGH_INSTRUCTIONS / (waves * instructions))
        .max(FEWEST_OF_LONG_LOOPS)
        .min(ENOUGH_TOGETHER / waves)
        .clamp(1, MOST)
}
