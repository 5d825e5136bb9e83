//! Several waves on a SIMD that run the same code, each at its own pace: the wave that can issue first
//! does, and among equals the one that has waited longest.

use super::issue_plan::IssuePlan;
use super::shared_units::SharedUnits;
use super::wave::Wave;
use super::{Period, SimState, Simulation};
use crate::timing::program::{OpId, Pipe};
use crate::timing::stream::Stream;

/// Significant binary digits of a throughput: it is known to 0.1 to 0.2 percent. How it differs
/// beyond that depends on which wave meets which.
const DIGITS: u32 = 9;

impl<S: Stream> Simulation<'_, S> {
    /// Time of the SIMD per iteration (or run) when `waves` waves enter the trace in `entry`, given
    /// what an iteration takes one wave alone.
    pub fn throughput(self, waves: u32, entry: &SimState, alone: Period) -> Period {
        if waves <= 1 {
            return alone;
        }
        if self.order.is_empty() {
            return Period::default();
        }
        let simd = Simd::new(self, waves, entry, alone);
        let measured = if self.program.is_loop {
            simd.run_loop()
        } else {
            simd.run_once()
        };
        let work = self.order.iter().filter(|&&op| self.is_work(op)).count();
        Period::scaled(measured.slots, work as u64, measured.work as u64).rounded(DIGITS)
    }

    /// Whether an instruction counts as work. Waits and nops do not, whether they are in the
    /// stream or inserted, so that an order costs the same in both cases.
    fn is_work(self, op: OpId) -> bool {
        !self.program.ops[op].is_filler
    }
}

/// A length of time, and the instructions that all waves issued in it, waits and nops left out.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Throughput {
    slots: u32,
    work: usize,
}

/// A moment of the simulation.
#[derive(Clone, Copy, Default)]
struct Moment {
    slot: u32,
    /// Instructions of all waves until then, waits and nops left out.
    work: usize,
}

impl Moment {
    fn since(self, earlier: Moment) -> Throughput {
        Throughput {
            slots: self.slot - earlier.slot,
            work: self.work - earlier.work,
        }
    }
}

/// One of several waves, and what it issues next.
struct Runner {
    wave: Wave,
    plan: IssuePlan,
    op: OpId,
    /// The unit that `op` runs on.
    pipe: Pipe,
    /// The position of `op` in the order.
    position: usize,
    /// Iterations ended.
    iterations: usize,
    /// When it issued work last, as a running number over all waves: of waves that can issue in the
    /// same slot the one with the lowest number does.
    turn: u32,
}

/// A SIMD with several waves.
struct Simd<'a, S: Stream> {
    simulation: Simulation<'a, S>,
    runners: Vec<Runner>,
    shared: SharedUnits,
    next_turn: u32,
    /// Instructions that all waves have issued, waits and nops left out.
    work: usize,
}

/// What [`Simd::issue_next`] did.
struct IssueEvent {
    /// After the instruction, in its wave's time.
    moment: Moment,
    /// Index of its wave.
    wave: usize,
    /// Number of the iteration (from 1) that it was the last instruction of.
    ends: Option<usize>,
}

impl<'a, S: Stream> Simd<'a, S> {
    /// Waves that are about to enter the trace, of a loop one after the other: waves that start
    /// together may stay in step for ever, where real ones drift apart. They are spread evenly over
    /// the time that an iteration takes one wave alone.
    fn new(simulation: Simulation<'a, S>, waves: u32, entry: &SimState, alone: Period) -> Self {
        let apart = if simulation.program.is_loop {
            alone.slots() / waves
        } else {
            0
        };
        let op = simulation.order[0];
        let runners = (0..waves).map(|turn| {
            let mut wave = entry.wave.clone();
            wave.now += apart * turn;
            Runner {
                plan: wave.plan(simulation.program, op),
                wave,
                op,
                pipe: simulation.program.steps[op].pipe,
                position: 0,
                iterations: 0,
                turn,
            }
        });
        Simd {
            simulation,
            runners: runners.collect(),
            shared: entry.shared.clone(),
            next_turn: waves,
            work: 0,
        }
    }

    /// Index of the wave that issues next, and the slot.
    fn next(&self) -> (usize, u32) {
        let costs = self.simulation.costs;
        let (mut first, mut next) = (u64::MAX, 0);
        for (at, runner) in self.runners.iter().enumerate() {
            let cost = &costs.ops[runner.op];
            let accepts = self.shared.accepts(runner.pipe, cost, costs);
            let slot = runner.plan.ready.max(accepts);
            let key = u64::from(slot) << 32 | u64::from(runner.turn);
            if key < first {
                (first, next) = (key, at);
            }
        }
        (next, (first >> 32) as u32)
    }

    /// Issues one instruction of the wave that can issue first.
    fn issue_next(&mut self) -> IssueEvent {
        let Simulation {
            program,
            costs,
            order,
        } = self.simulation;
        let (which, slot) = self.next();
        let runner = &mut self.runners[which];
        let (op, plan) = (runner.op, runner.plan);
        runner
            .wave
            .issue(program, costs, &mut self.shared, op, &plan, slot);
        // A wait keeps the turn: it belongs to the instruction that it is for.
        if self.simulation.is_work(op) {
            runner.turn = self.next_turn;
            self.next_turn += 1;
            self.work += 1;
        }
        runner.position += 1;
        let ended = runner.position == order.len();
        if ended {
            runner.position = 0;
            runner.iterations += 1;
        }
        runner.op = order[runner.position];
        runner.pipe = program.steps[runner.op].pipe;
        runner.plan = runner.wave.plan(program, runner.op);
        if ended && !program.is_loop {
            runner.plan.ready = u32::MAX;
        }
        IssueEvent {
            moment: Moment {
                slot: runner.wave.now,
                work: self.work,
            },
            wave: which,
            ends: ended.then_some(runner.iterations),
        }
    }

    /// Runs until every wave has run the code once.
    fn run_once(mut self) -> Throughput {
        let mut window = FixedWindow::new(self.runners.len(), 0, 1);
        loop {
            let issued = self.issue_next();
            if let Some(all) = window.observe(&issued, &self.runners) {
                return all;
            }
        }
    }

    /// Runs a loop until one of the stop rules says what it is measured by.
    fn run_loop(mut self) -> Throughput {
        let iterations = iterations(self.runners.len(), self.simulation.order.len());
        let mut rhythm = SteadyRhythm::default();
        let mut states = RepeatedState::default();
        let mut window = FixedWindow::new(self.runners.len(), iterations, 2 * iterations);
        loop {
            let issued = self.issue_next();
            if issued.wave == 0 && issued.ends.is_some() {
                let moment = issued.moment;
                let measured = rhythm
                    .observe(moment)
                    .or_else(|| states.observe(self.digest(moment.slot), moment));
                if let Some(measured) = measured {
                    return measured;
                }
            }
            if let Some(measured) = window.observe(&issued, &self.runners) {
                return measured;
            }
        }
    }

    /// A hash of everything that decides how the waves continue, relative to slot `now`.
    fn digest(&self, now: u32) -> u64 {
        let program = self.simulation.program;
        self.runners.iter().fold(0, |hash: u64, runner| {
            let ready = runner.plan.ready.saturating_sub(now);
            let place = (runner.position as u64) << 32 | u64::from(ready);
            let hash = (hash ^ place).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            (hash ^ (hash >> 29) ^ runner.wave.digest(program, &self.shared))
                .wrapping_mul(0xbf58_476d_1ce4_e5b9)
        })
    }
}

/// Stop rule: iterations of the first wave in a row that are alike, in time and in what all waves
/// issued meanwhile, are how the loop continues.
#[derive(Default)]
struct SteadyRhythm {
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
    fn observe(&mut self, end: Moment) -> Option<Throughput> {
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
struct RepeatedState {
    /// A digest of all waves at the end of each iteration of the first one, and when that was.
    seen: Vec<(u64, Moment)>,
}

impl RepeatedState {
    /// Takes note of the end of an iteration of the first wave.
    fn observe(&mut self, digest: u64, end: Moment) -> Option<Throughput> {
        let earlier = self.seen.iter().find(|seen| seen.0 == digest);
        let measured = earlier.map(|&(_, earlier)| end.since(earlier));
        self.seen.push((digest, end));
        measured
    }
}

/// Stop rule: from when the slowest wave has run `begin` iterations to when the then slowest has run
/// `end`. Every instruction issued meanwhile counts, so that a wave that is ahead is no gain and no
/// loss.
struct FixedWindow {
    /// The iteration that all waves have to end next: `begin`, then `end`.
    target: usize,
    end: usize,
    /// Waves that have not ended it.
    missing: usize,
    began: Moment,
}

impl FixedWindow {
    fn new(waves: usize, begin: usize, end: usize) -> FixedWindow {
        FixedWindow {
            target: if begin == 0 { end } else { begin },
            end,
            missing: waves,
            began: Moment::default(),
        }
    }

    /// Takes note of an issued instruction.
    fn observe(&mut self, issued: &IssueEvent, runners: &[Runner]) -> Option<Throughput> {
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
fn iterations(waves: usize, instructions: usize) -> usize {
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
