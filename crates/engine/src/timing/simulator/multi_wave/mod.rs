//! Several waves on a SIMD that run the same code, each at its own pace: the wave that can issue first
//! does, among equals the one with the highest priority, and among those the one that has waited
//! longest. Waves of one workgroup meet at every barrier.

mod barriers;
mod executed;
mod stop_rules;
#[cfg(test)]
mod tests;
mod watch;

use barriers::Barriers;
pub(in crate::timing) use executed::Begin;
use stop_rules::{FixedWindow, Moment, RepeatedState, SteadyRhythm, Throughput, iterations};

use super::issue_plan::IssuePlan;
use super::shared_units::SharedUnits;
use super::wave::Wave;
use super::{Period, SimState, Simulation};
use crate::timing::program::{OpId, Pipe, Program};
use crate::timing::stream::Stream;

/// Significant binary digits of a throughput: it is known to 0.1 to 0.2 percent. How it differs
/// beyond that depends on which wave meets which.
const DIGITS: u32 = 9;

impl Period {
    /// Rounded as the throughput of so many waves is.
    pub(in crate::timing) fn as_throughput(self, waves: u32) -> Period {
        if waves <= 1 {
            return self;
        }
        self.rounded(DIGITS)
    }
}

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
        Period::scaled(measured.slots, self.work() as u64, measured.work as u64)
            .as_throughput(waves)
    }

    /// Instructions of an iteration (or run) that count as work.
    fn work(self) -> usize {
        self.order.iter().filter(|&&op| self.is_work(op)).count()
    }

    /// Whether an instruction counts as work. Waits and nops do not, whether they are in the
    /// stream or inserted, so that an order costs the same in both cases.
    fn is_work(self, op: OpId) -> bool {
        !self.program.ops[op].is_filler
    }
}

impl<S: Stream> Simulation<'_, S> {
    /// Slots until each of several waves has run a loop that often, from when they enter it.
    pub(in crate::timing) fn slots_for(self, waves: u32, iterations: usize) -> u32 {
        self.first_iterations(waves, iterations).slots
    }

    /// What several waves that enter a loop together, with nothing under way, take until each has run it that often, beyond what as much
    /// work takes later: in clocks of the SIMD for one wave.
    pub(in crate::timing) fn entering(self, waves: u32, iterations: usize, settled: Period) -> f64 {
        let first = self.first_iterations(waves, iterations);
        // Some waves are ahead when the last one is there.
        let done = first.work as f64 / (self.work().max(1) as f64 * f64::from(waves.max(1)));
        Period::over(first.slots, waves.max(1)).clocks() - done * settled.clocks()
    }

    fn first_iterations(self, waves: u32, iterations: usize) -> Throughput {
        let entry = SimState::new(self.program, None);
        let mut simd = Simd::new(self, waves, &entry, Period::default());
        let mut window = FixedWindow::new(waves as usize, 0, iterations);
        loop {
            let issued = simd.issue_next();
            if let Some(all) = window.observe(&issued, &simd.runners) {
                return all;
            }
        }
    }
}

/// One of several waves, and what it issues next.
struct Runner<'a> {
    /// What it runs: all of it once, or again and again.
    order: &'a [OpId],
    wave: Wave,
    plan: IssuePlan,
    op: OpId,
    /// The unit that `op` runs on.
    pipe: Pipe,
    /// The position of `op` in the order.
    position: usize,
    /// Iterations ended.
    iterations: usize,
    precedence: Precedence,
}

impl<'a> Runner<'a> {
    /// A wave before its first instruction; `waits`: at a barrier, or for another wave to end.
    fn new<S: Stream>(
        program: &Program<S>,
        order: &'a [OpId],
        wave: Wave,
        turn: u32,
        waits: bool,
    ) -> Runner<'a> {
        let op = order[0];
        let mut runner = Runner {
            order,
            plan: wave.plan(program, op),
            wave,
            op,
            pipe: program.steps[op].pipe,
            position: 0,
            iterations: 0,
            precedence: Precedence::new(turn),
        };
        runner.prepare(program, waits);
        runner
    }

    /// Plans the next instruction. A wave that waits at a barrier, or has nothing to issue any more, never
    /// issues it.
    fn prepare<S: Stream>(&mut self, program: &Program<S>, waits: bool) {
        self.plan = self.wave.plan(program, self.op);
        if waits || !program.is_loop && self.iterations > 0 {
            self.plan.ready = NEVER;
        }
    }
}

/// A slot that is never reached.
const NEVER: u32 = u32::MAX;

/// Which of the waves that can issue in the same slot does: the one with the lowest number. That is when
/// it issued work last, as a running number over all waves, later for a lower priority: a wave of
/// higher priority goes first, but not for ever, so that every simulation comes to an end.
#[derive(Clone, Copy)]
struct Precedence {
    turn: u32,
    priority: u8,
}

impl Precedence {
    /// The highest priority of `s_setprio`.
    const HIGHEST: u8 = 3;
    /// Instructions that a wave with one priority more may issue before another that is ready, too.
    const AHEAD: u32 = 64;
    /// Instructions that the highest priority overtakes at most.
    const LONGEST: u32 = Self::AHEAD * 3;

    /// Of a wave of the lowest priority, which waves begin with.
    fn new(turn: u32) -> Precedence {
        Precedence { turn, priority: 0 }
    }
    fn number(self) -> u32 {
        let lower = Self::HIGHEST.saturating_sub(self.priority);
        self.turn + Self::AHEAD * u32::from(lower)
    }
}

/// A SIMD with several waves.
struct Simd<'a, S: Stream> {
    simulation: Simulation<'a, S>,
    runners: Vec<Runner<'a>>,
    barriers: Barriers,
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
    /// the time that an iteration takes one wave alone. Waves that meet in the loop have met before it,
    /// too: workgroups are spread, and the waves of one begin together, or the second half when the first
    /// is at its first barrier.
    fn new(simulation: Simulation<'a, S>, waves: u32, entry: &SimState, alone: Period) -> Self {
        let program = simulation.program;
        let meeting = program.meeting;
        let mut barriers = Barriers::new(waves as usize, meeting.waves as usize);
        let apart = if program.is_loop {
            alone.slots() / barriers.workgroups() as u32
        } else {
            0
        };
        let runners = (0..waves).map(|turn| {
            let index = turn as usize;
            let is_behind = meeting.staggered && barriers.is_in_second_half(index);
            if is_behind {
                barriers.issue(index);
            }
            let mut wave = entry.wave.clone();
            wave.now += apart * barriers.workgroup_of(index) as u32;
            Runner::new(program, simulation.order, wave, turn, is_behind)
        });
        Simd {
            simulation,
            runners: runners.collect(),
            barriers,
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
            let key = |slot: u32| u64::from(slot) << 32 | u64::from(runner.precedence.number());
            // Whatever its unit does, it is not the first.
            if key(runner.plan.ready) >= first {
                continue;
            }
            let cost = &costs.ops[runner.op];
            let accepts = self.shared.accepts(runner.pipe, cost, costs);
            let key = key(runner.plan.ready.max(accepts));
            if key < first {
                (first, next) = (key, at);
            }
        }
        (next, (first >> 32) as u32)
    }

    /// Issues one instruction of the wave that can issue first.
    fn issue_next(&mut self) -> IssueEvent {
        let Simulation { program, costs, .. } = self.simulation;
        let (which, slot) = self.next();
        let runner = &mut self.runners[which];
        let (op, plan) = (runner.op, runner.plan);
        runner
            .wave
            .issue(program, costs, &mut self.shared, op, &plan, slot);
        let info = &program.ops[op];
        // A wait keeps the turn: it belongs to the instruction that it is for.
        if !info.is_filler {
            runner.precedence.turn = self.next_turn;
            self.next_turn += 1;
            self.work += 1;
        }
        if let Some(priority) = info.priority {
            runner.precedence.priority = priority;
        }
        runner.position += 1;
        let ended = runner.position == runner.order.len();
        if ended {
            runner.position = 0;
            runner.iterations += 1;
        }
        runner.op = runner.order[runner.position];
        runner.pipe = program.steps[runner.op].pipe;
        let ends = ended.then_some(runner.iterations);
        if info.is_barrier {
            self.meet(which);
        } else {
            runner.prepare(program, false);
        }
        IssueEvent {
            moment: Moment {
                slot: self.runners[which].wave.now,
                work: self.work,
            },
            wave: which,
            ends,
        }
    }

    /// A wave has issued a barrier. If it is the last one to arrive, its workgroup goes on when it does.
    /// Waves on other SIMDs are taken to be in step with those that meet here.
    fn meet(&mut self, arrived: usize) {
        let program = self.simulation.program;
        let wave = &mut self.runners[arrived].wave;
        if self.barriers.meets(arrived) {
            wave.now -= wave.waited_at_barrier;
        }
        let now = wave.now;
        let released = self.barriers.issue(arrived);
        if released.is_empty() {
            self.runners[arrived].prepare(program, true);
        }
        for runner in &mut self.runners[released] {
            runner.wave.now = now;
            runner.prepare(program, false);
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
        let ports = [self.shared.lds.port, self.shared.vmem.port];
        let ports = ports.map(|port| u64::from(port.saturating_sub(now)));
        let first = self.runners[0].precedence.priority;
        let mut runners = self.runners.iter();
        let priorities_differ = runners.any(|runner| runner.precedence.priority != first);
        self.runners
            .iter()
            .fold(ports[0] << 32 | ports[1], |hash, runner| {
                let ready = match runner.plan.ready {
                    // The state of a wave is relative to its own time, which stands still while it waits.
                    NEVER => !now.saturating_sub(runner.wave.now),
                    ready => ready.saturating_sub(now),
                };
                let before =
                    |other: &&Runner<'_>| other.precedence.number() < runner.precedence.number();
                let rank = self.runners.iter().filter(before).count() as u64;
                let priority = u64::from(runner.precedence.priority);
                let place =
                    (runner.position as u64) << 40 | rank << 34 | priority << 32 | u64::from(ready);
                // How long a wave of a higher priority stays ahead depends on how far apart their turns are.
                let since = (self.next_turn - runner.precedence.turn).min(Precedence::LONGEST);
                let since = if priorities_differ { since } else { 0 };
                let hash = (hash ^ place).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                let hash = (hash ^ u64::from(since)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                (hash ^ (hash >> 29) ^ runner.wave.digest(program, &self.shared))
                    .wrapping_mul(0xbf58_476d_1ce4_e5b9)
            })
    }
}
