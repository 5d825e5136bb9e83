//! Running a compiled trace: once, in steady state, and by several waves at a time.

use std::fmt;

use super::exit_state::ExitState;
use super::program::{Costs, OpId, Pipe, Program};
use super::shared::Shared;
use super::stream::Stream;
use super::wave::{Plan, Wave};
use crate::gpu::Cycles;

/// Time per iteration (or per run, for code that is no loop), in 64ths of an issue slot: fine
/// enough to compare averages as integers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Period(pub u64);

impl Period {
    /// `slots` issue slots over `runs` runs.
    pub(crate) fn over(slots: u32, runs: u32) -> Period {
        Period(u64::from(slots) * 64 / u64::from(runs.max(1)))
    }
    /// Rounded to [`DIGITS`] binary digits.
    fn rounded(self) -> Period {
        let spare = (u64::BITS - self.0.leading_zeros()).saturating_sub(DIGITS);
        let half = (1u64 << spare) / 2;
        Period((self.0 + half) >> spare << spare)
    }
    /// In clocks.
    pub fn clocks(self) -> f64 {
        self.0 as f64 / 16.0
    }
    /// In whole clocks, rounded up.
    pub fn cycles(self) -> Cycles {
        Cycles(self.0.div_ceil(16))
    }
}

impl fmt::Display for Period {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.clocks())
    }
}

/// How one wave fares.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Figures {
    /// Time until the last instruction has issued.
    pub period: Period,
    /// Time until everything issued has also returned; for a loop, the same as `period`.
    pub drained: Period,
    /// Wait states of `s_nop`, present ones and those the order needs.
    pub nops: u32,
    /// `s_waitcnt` instructions, present ones and those the order needs.
    pub waits: u32,
}

/// Iterations after which a loop that has not settled is averaged.
const SETTLE: usize = 12;

/// A wave and its SIMD at some point of the code.
#[derive(Clone, Debug)]
pub(crate) struct State {
    pub wave: Wave,
    pub shared: Shared,
}

impl State {
    pub fn new<S>(program: &Program<S>, entry: Option<&ExitState>) -> State {
        let (wave, shared) = match entry {
            Some(entry) => Wave::enter(program, entry),
            None => (Wave::new(program), Shared::new()),
        };
        State { wave, shared }
    }

    /// Issues one instruction as early as possible; returns its plan and its slot.
    #[inline(always)]
    pub fn step<S: Stream>(
        &mut self,
        program: &Program<S>,
        costs: &Costs,
        op: OpId,
    ) -> (Plan, u32) {
        let plan = self.wave.plan(program, op);
        let unit = self.shared.accepts(program.steps[op as usize].pipe, costs);
        let at = plan.ready.max(unit);
        self.wave
            .issue(program, costs, &mut self.shared, op, &plan, at);
        (plan, at)
    }

    /// Issues instructions one after the other.
    pub fn run<S: Stream>(&mut self, program: &Program<S>, costs: &Costs, order: &[OpId]) {
        for &op in order {
            self.step(program, costs, op);
        }
    }

    /// Becomes a copy of another state of the same program.
    pub fn copy(&mut self, other: &State) {
        self.wave.copy(&other.wave);
        self.shared.clone_from(&other.shared);
    }

    /// Whether the code behind runs as it does behind `other`, only at another time.
    pub fn is_equivalent(&self, other: &State) -> bool {
        self.wave
            .is_equivalent(&self.shared, &other.wave, &other.shared)
    }
}

/// Runs a trace that is no loop once, from the state it begins in.
pub(crate) fn straight<S: Stream>(
    program: &Program<S>,
    costs: &Costs,
    order: &[OpId],
    mut state: State,
) -> (Figures, State) {
    state.run(program, costs, order);
    let figures = Figures {
        period: Period::over(state.wave.now, 1),
        drained: Period::over(state.wave.drained(), 1),
        nops: state.wave.nops,
        waits: state.wave.waits,
    };
    (figures, state)
}

/// Runs a loop until its state at the end of an iteration repeats. The state returned is the
/// one at the beginning of an iteration.
pub(crate) fn steady<S: Stream>(
    program: &Program<S>,
    costs: &Costs,
    order: &[OpId],
) -> (Figures, State) {
    steady_from(program, costs, order, State::new(program, None))
}

/// The same from a state that is nearer to the steady one than an idle wave: sooner there, and
/// another period where a loop has several.
pub(crate) fn steady_from<S: Stream>(
    program: &Program<S>,
    costs: &Costs,
    order: &[OpId],
    mut state: State,
) -> (Figures, State) {
    let mut ends: Vec<(u64, u32)> = Vec::with_capacity(SETTLE + 1);
    let mut before = (0, 0);
    for _ in 0..SETTLE {
        before = (state.wave.nops, state.wave.waits);
        state.run(program, costs, order);
        let digest = state.wave.digest(program, &state.shared);
        let repeats = ends.iter().rposition(|&(d, _)| d == digest);
        ends.push((digest, state.wave.now));
        if let Some(since) = repeats {
            ends.drain(..since);
            break;
        }
    }
    // Without a repeat, leave out the first third, in which queues fill.
    let first = if ends.len() == SETTLE { SETTLE / 3 } else { 0 };
    let runs = ends.len() - 1 - first;
    let period = Period::over(ends[ends.len() - 1].1 - ends[first].1, runs as u32);
    let figures = Figures {
        period,
        drained: period,
        nops: state.wave.nops - before.0,
        waits: state.wave.waits - before.1,
    };
    (figures, state)
}

/// One of several waves, and what it does next.
struct Runner {
    wave: Wave,
    plan: Plan,
    op: OpId,
    /// The unit that `op` needs.
    pipe: Pipe,
    /// Where `op` is in the order.
    at: usize,
    /// Iterations begun.
    lap: usize,
    /// When it issued last, as a running number over all waves.
    turn: u32,
}

/// What the throughput of several waves is known to, in binary digits: 0.1 to 0.2 percent. How
/// it differs beyond that depends on which wave meets which.
const DIGITS: u32 = 9;
/// Iterations that the slowest wave runs while it is measured, and before.
const LAPS: usize = 8;
/// Iterations of all waves together that are enough for either.
const ENOUGH: usize = 32;
/// Instructions of all waves together that are enough, in no fewer than so many iterations.
const LONG: usize = 8192;
const FEWEST: usize = 4;
/// Iterations of the first wave in a row that must be alike for the rest to be so.
const ALIKE: usize = 2;

/// What decides how waves go on, relative to a slot.
fn digest<S: Stream>(program: &Program<S>, runners: &[Runner], shared: &Shared, now: u32) -> u64 {
    runners.iter().fold(0, |hash: u64, runner| {
        let place = (runner.at as u64) << 32 | u64::from(runner.plan.ready.saturating_sub(now));
        let hash = (hash ^ place).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (hash ^ (hash >> 29) ^ runner.wave.digest(program, shared))
            .wrapping_mul(0xbf58_476d_1ce4_e5b9)
    })
}

/// Time of the SIMD per iteration when `waves` waves run the same code, each at its own pace:
/// the wave that can issue first does, and among equals the one that has waited longest. Waves
/// enter a loop one after the other, spread over the time `alone` that an iteration takes one
/// wave. When iterations of the first wave are alike, with as many instructions issued by all
/// waves, so is the rest; and when all waves are as they were at the end of another of its
/// iterations, it is as in between. Else all waves run until the slowest is done, and every
/// instruction issued in between counts, so that a wave that is ahead is no gain and no loss.
pub(crate) fn throughput<S: Stream>(
    program: &Program<S>,
    costs: &Costs,
    order: &[OpId],
    waves: u32,
    start: State,
    alone: Period,
) -> Period {
    let Some(&first) = order.first() else {
        return Period::default();
    };
    let waves = waves.max(1) as usize;
    let mut shared = start.shared;
    // Waves that set off together may stay in step for ever, where real ones drift apart.
    let apart = match program.is_loop {
        true => (alone.0 / 64) as u32 / waves as u32,
        false => 0,
    };
    let runners = (0..waves as u32).map(|turn| {
        let mut wave = start.wave.clone();
        wave.now += apart * turn;
        Runner {
            plan: wave.plan(program, first),
            wave,
            op: first,
            pipe: program.steps[first as usize].pipe,
            at: 0,
            lap: 0,
            turn,
        }
    });
    let mut runners: Vec<Runner> = runners.collect();
    let is_work = |op: OpId| !program.ops[op as usize].is_filler;
    let length = order.iter().filter(|&&op| is_work(op)).count();
    let laps = (LONG / (waves * order.len()))
        .max(FEWEST)
        .min(ENOUGH / waves)
        .clamp(1, LAPS);
    let (begin, end) = match program.is_loop {
        true => (laps, 2 * laps),
        false => (0, 1),
    };
    let mut behind = waves;
    let mut lap = if begin == 0 { end } else { begin };
    let mut began = (0u32, 0usize);
    let mut turn = waves as u32;
    // The first wave's last iteration: when it ended, instructions of all waves until then;
    // the same for the iteration itself.
    let (mut issued, mut alike) = (0, 0);
    // What its iterations ended in: a digest of all waves, when, and instructions until then.
    let mut seen: Vec<(u64, u32, usize)> = Vec::new();
    let rate = |slots: u32, done: usize| {
        Period(u64::from(slots) * 64 * length as u64 / done.max(1) as u64).rounded()
    };
    let (mut last, mut rhythm) = ((0, 0), (0, 0));
    loop {
        let accepts = shared.accept_all(costs);
        let (mut first, mut which) = (u64::MAX, 0);
        for (at, runner) in runners.iter().enumerate() {
            let slot = runner.plan.ready.max(accepts[runner.pipe as usize]);
            let key = u64::from(slot) << 32 | u64::from(runner.turn);
            if key < first {
                (first, which) = (key, at);
            }
        }
        let slot = (first >> 32) as u32;
        let runner = &mut runners[which];
        runner
            .wave
            .issue(program, costs, &mut shared, runner.op, &runner.plan, slot);
        // A wait belongs to what it is for, whether it is in the code or put in front.
        let counts = is_work(runner.op);
        if counts {
            runner.turn = turn;
            turn += 1;
        }
        let now = runner.wave.now;
        runner.at += 1;
        let again = runner.at == order.len();
        if again {
            runner.at = 0;
            runner.lap += 1;
            behind -= usize::from(runner.lap == lap);
        }
        runner.op = order[runner.at];
        runner.pipe = program.steps[runner.op as usize].pipe;
        runner.plan = runner.wave.plan(program, runner.op);
        if again && !program.is_loop {
            runner.plan.ready = u32::MAX;
        }
        issued += usize::from(counts);
        if again && which == 0 && program.is_loop {
            let passed = (now - last.0, issued - last.1);
            alike = if passed == rhythm { alike + 1 } else { 0 };
            (last, rhythm) = ((now, issued), passed);
            if alike == ALIKE {
                return rate(passed.0, passed.1);
            }
            let state = digest(program, &runners, &shared, now);
            if let Some(&(_, at, done)) = seen.iter().find(|(s, ..)| *s == state) {
                return rate(now - at, issued - done);
            }
            seen.push((state, now, issued));
        }
        if behind > 0 {
            continue;
        }
        if lap == end {
            return rate(now - began.0, issued - began.1);
        }
        began = (now, issued);
        lap = end;
        behind = runners.iter().filter(|r| r.lap < end).count();
    }
}
