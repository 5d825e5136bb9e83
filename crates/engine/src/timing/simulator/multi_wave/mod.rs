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
use crate::timing::model::Pairing;
use crate::timing::program::{NO_OP, OpId, Pipe};
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

/// What precedes the next instruction of a wave.
enum Next {
    /// So many wait states: it is plain, and needs no wait.
    Plain { nops: u32 },
    /// What is planned.
    Planned(IssuePlan),
}

/// One of several waves.
struct Runner<'a> {
    /// What it runs: all of it once, or again and again.
    order: &'a [OpId],
    wave: Wave,
    next: Next,
    /// The position of its next instruction in the order.
    position: usize,
    /// Iterations ended.
    iterations: usize,
    precedence: Precedence,
}

impl<'a> Runner<'a> {
    /// A wave before its first instruction.
    fn new(order: &'a [OpId], wave: Wave, turn: u32) -> Runner<'a> {
        Runner {
            order,
            wave,
            next: Next::Plain { nops: 0 },
            position: 0,
            iterations: 0,
            precedence: Precedence::new(turn),
        }
    }
}

/// What a wave issues next: as much of it as decides which wave issues. Those of all waves lie together, for each is looked at
/// for every instruction that any wave issues.
#[derive(Clone, Copy)]
struct Candidate {
    /// The slot from which its wave can issue it; [`NEVER`] if the wave waits at a barrier, or has nothing to issue any more.
    ready: u32,
    /// The number of its wave ([`Precedence`]).
    number: u32,
    op: OpId,
    /// The unit that it runs on.
    pipe: Pipe,
    /// How it shares its slot.
    pairing: Pairing,
}

impl Candidate {
    /// Before it is known.
    const NONE: Candidate = Candidate {
        ready: NEVER,
        number: 0,
        op: NO_OP,
        pipe: Pipe::None,
        pairing: Pairing::NEVER,
    };
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
    /// By wave.
    candidates: Vec<Candidate>,
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
        let mut runners = Vec::with_capacity(waves as usize);
        let mut waits = Vec::with_capacity(waves as usize);
        for turn in 0..waves {
            let index = turn as usize;
            let is_behind = meeting.staggered && barriers.is_in_second_half(index);
            if is_behind {
                barriers.issue(index);
            }
            let mut wave = entry.wave.clone();
            wave.now += apart * barriers.workgroup_of(index) as u32;
            runners.push(Runner::new(simulation.order, wave, turn));
            waits.push(is_behind);
        }
        Simd::of(simulation, runners, &waits, barriers, entry.shared.clone())
    }

    /// Waves before their first instructions; `waits`: those at a barrier, or that wait for another wave to end.
    fn of(
        simulation: Simulation<'a, S>,
        runners: Vec<Runner<'a>>,
        waits: &[bool],
        barriers: Barriers,
        shared: SharedUnits,
    ) -> Self {
        let mut simd = Simd {
            simulation,
            candidates: vec![Candidate::NONE; runners.len()],
            barriers,
            shared,
            next_turn: runners.len() as u32,
            runners,
            work: 0,
        };
        for (which, &waits) in waits.iter().enumerate() {
            simd.prepare(which, waits);
        }
        simd
    }

    /// Plans the next instruction of a wave; `waits`: it waits at a barrier, or for another wave.
    fn prepare(&mut self, which: usize, waits: bool) {
        let Simulation { program, costs, .. } = self.simulation;
        let (runner, candidate) = (&mut self.runners[which], &mut self.candidates[which]);
        let op = runner.order[runner.position];
        let step = &program.steps[op];
        let mut ready = match runner.wave.plan_plain(program, step) {
            Some(plan) => {
                runner.next = Next::Plain { nops: plan.nops };
                plan.ready
            }
            None => {
                let plan = runner.wave.plan(program, op);
                runner.next = Next::Planned(plan);
                plan.ready
            }
        };
        if waits || !program.is_loop && runner.iterations > 0 {
            ready = NEVER;
        }
        *candidate = Candidate {
            ready,
            number: runner.precedence.number(),
            op,
            pipe: step.pipe,
            pairing: costs.ops[op].pairing,
        };
    }

    /// Index of the wave that issues next, and the slot.
    #[inline(always)]
    fn next(&self) -> (usize, u32) {
        let costs = self.simulation.costs;
        let units = self.shared.accepting(costs);
        let (mut first, mut next) = (u64::MAX, 0);
        for (at, candidate) in self.candidates.iter().enumerate() {
            let cost = || &costs.ops[candidate.op];
            let accepts =
                units.accept(candidate.pipe, candidate.pairing, &self.shared, cost, costs);
            if cfg!(any(test, debug_assertions)) {
                let accepts_one = self.shared.accepts(candidate.pipe, cost(), costs);
                assert_eq!(accepts, accepts_one);
            }
            let slot = candidate.ready.max(accepts);
            let key = u64::from(slot) << 32 | u64::from(candidate.number);
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
        let (runner, op) = (&mut self.runners[which], self.candidates[which].op);
        let (wave, shared) = (&mut runner.wave, &mut self.shared);
        match &runner.next {
            &Next::Plain { nops } => wave.issue_plain(program, costs, shared, op, nops, slot),
            Next::Planned(plan) => wave.issue(program, costs, shared, op, plan, slot),
        }
        let step = &program.steps[op];
        // A wait keeps the turn: it belongs to the instruction that it is for.
        if !step.is_filler {
            runner.precedence.turn = self.next_turn;
            self.next_turn += 1;
            self.work += 1;
        }
        runner.position += 1;
        let ended = runner.position == runner.order.len();
        if ended {
            runner.position = 0;
            runner.iterations += 1;
        }
        let ends = ended.then_some(runner.iterations);
        match step.is_signal {
            true => self.signalled(which, op),
            false => self.prepare(which, false),
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

    /// A wave has issued a barrier, or changed its priority.
    #[inline(never)]
    fn signalled(&mut self, which: usize, op: OpId) {
        let info = &self.simulation.program.ops[op];
        if let Some(priority) = info.priority {
            self.runners[which].precedence.priority = priority;
        }
        match info.is_barrier {
            true => self.meet(which),
            false => self.prepare(which, false),
        }
    }

    /// A wave has issued a barrier. If it is the last one to arrive, its workgroup goes on when it does.
    /// Waves on other SIMDs are taken to be in step with those that meet here.
    fn meet(&mut self, arrived: usize) {
        let wave = &mut self.runners[arrived].wave;
        if self.barriers.meets(arrived) {
            wave.now -= wave.waited_at_barrier;
        }
        let now = wave.now;
        let released = self.barriers.issue(arrived);
        if released.is_empty() {
            self.prepare(arrived, true);
        }
        for which in released {
            self.runners[which].wave.now = now;
            self.prepare(which, false);
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
        self.runners.iter().zip(&self.candidates).fold(
            ports[0] << 32 | ports[1],
            |hash, (runner, candidate)| {
                let ready = match candidate.ready {
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
            },
        )
    }
}
