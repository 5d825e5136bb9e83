//! What runs when: some iterations of a loop (or one run of other code) of a finished stream, instruction by
//! instruction, as the simulator times them. Nothing decides by it; it is for people to look at.

mod periods;
#[cfg(test)]
mod tests;

use std::fmt;

use serde::Serialize;

use super::entry_states::EntryStates;
use super::model::Model;
use super::program::{OpId, Pipe, Program};
use super::simulator::{Issued, Period, SimState, Simulation};
use super::stream::Finished;
use super::trace::Trace;
use crate::machine::{Addresses, Function, InstId};

/// Why a wave did not issue.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Stall {
    /// It did.
    None,
    /// An `s_waitcnt` waits for vector memory.
    Vmcnt,
    /// An `s_waitcnt` waits for LDS, scalar memory or messages.
    Lgkmcnt,
    /// Other waves of the workgroup have yet to reach the barrier.
    Barrier,
    /// The result of arithmetic is not ready.
    Result,
    /// It keeps a distance from an instruction of another kind, whatever registers they touch.
    Distance,
    /// The matrix pipe is busy.
    MatrixBusy,
    /// The vector ALU is busy.
    ValuBusy,
    /// The vector ALUs of the compute unit start slowly after a pause.
    ValuStart,
    /// The port through which instructions go to LDS and vector memory is busy.
    PortBusy,
    /// LDS takes no more instructions.
    LdsFull,
    /// Vector memory takes no more instructions.
    VmemFull,
    /// The scalar unit is busy.
    ScalarBusy,
    /// A counter cannot count one more.
    CounterFull,
    /// It was recorded on hardware, which does not say.
    Unknown,
}

/// As a clause: what the wave does meanwhile.
impl fmt::Display for Stall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stall::None => "not at all",
            Stall::Vmcnt => "waiting for vector memory",
            Stall::Lgkmcnt => "waiting for LDS or scalar memory",
            Stall::Barrier => "waiting for other waves",
            Stall::Result => "waiting for a result",
            Stall::Distance => "keeping a distance from an instruction of another kind",
            Stall::MatrixBusy => "because the matrix pipe is busy",
            Stall::ValuBusy => "because the vector ALU is busy",
            Stall::ValuStart => "because the vector ALU starts slowly after a pause",
            Stall::PortBusy => "because the port of memory instructions is busy",
            Stall::LdsFull => "because the queue of LDS is full",
            Stall::VmemFull => "because the queue of vector memory is full",
            Stall::ScalarBusy => "because the scalar unit is busy",
            Stall::CounterFull => "because a counter is full",
            Stall::Unknown => "for a reason that the recording does not give",
        })
    }
}

/// The unit that an instruction occupies, as a lane of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Lane {
    /// The matrix pipe.
    Matrix,
    /// The vector ALU.
    Valu,
    /// LDS.
    Lds,
    /// Vector memory.
    Vmem,
    /// Scalar ALU and scalar memory.
    Scalar,
    /// Only an issue slot: waits, nops, branches, barriers, state.
    Issue,
}

impl Lane {
    /// The unit of an instruction.
    pub fn of_inst(function: &Function, inst: InstId) -> Lane {
        Lane::of(Pipe::of(function.info(inst)))
    }

    fn of(pipe: Pipe) -> Lane {
        match pipe {
            Pipe::None => Lane::Issue,
            Pipe::Salu | Pipe::Smem => Lane::Scalar,
            Pipe::Valu | Pipe::Packed => Lane::Valu,
            Pipe::Matrix => Lane::Matrix,
            Pipe::Lds => Lane::Lds,
            Pipe::Vmem => Lane::Vmem,
        }
    }
}

/// One execution of an instruction. Times are clocks from the beginning of the timeline.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Event {
    /// The instruction.
    pub inst: InstId,
    /// The unit it occupies.
    pub lane: Lane,
    /// The wave, from 0.
    pub wave: u32,
    /// The iteration of the wave, from 0.
    pub iteration: u32,
    /// When the wave could have issued it.
    pub ready: u32,
    /// When it issued; from `ready` to this the wave stalled.
    pub issue: u32,
    /// When the wave could go on.
    pub next: u32,
    /// When the unit began to work on it.
    pub start: u32,
    /// When the unit could take the next.
    pub busy: u32,
    /// When the result could be used, or memory had done it.
    pub done: u32,
    /// Why it stalled; of two reasons the longer one.
    pub stall: Stall,
    /// Index of the event for which it stalled; `None` also when that is before what is shown, and where a queue is
    /// full.
    pub cause: Option<u32>,
}

/// Where the time of an iteration goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Use {
    /// Issuing instructions other than waits and nops.
    Issue,
    /// Issuing `s_waitcnt` and `s_nop`.
    Fillers,
    /// Stalled.
    #[serde(untagged)]
    Stalled(Stall),
}

/// Some iterations, one after the other, settled into their rhythm.
#[derive(Clone, PartialEq, Debug)]
pub struct Timeline {
    /// Waves on the SIMD.
    pub waves: u32,
    /// Iterations of the first wave.
    pub iterations: u32,
    /// Time of the SIMD for one iteration (or run) of one wave.
    pub period: Period,
    /// By order of issue; of very long iterations of several waves those that begin them.
    pub events: Vec<Event>,
    /// Clocks of an iteration of one wave, on average over the iterations shown; with several waves divided by
    /// their number, as `period` is. What is most first.
    pub spent: Vec<(Use, f64)>,
    /// For how many clocks of `period` units work, by lane.
    pub busy: Vec<(Lane, f64)>,
}

/// Iterations shown of one wave.
const ITERATIONS: usize = 3;
/// Iterations shown of the first of several waves.
const ITERATIONS_OF_WAVES: usize = 2;
/// With more events than this, only one iteration is shown, and of that its begin.
const MANY_EVENTS: usize = 40_000;

impl Timeline {
    /// Watches a trace of a finished function under a model, with that many waves on a SIMD.
    pub fn of(function: &Function, trace: &Trace, model: &Model, waves: u32) -> Timeline {
        let program = Program::placed(function, trace, &Addresses::of(function));
        let costs = program.costs(function, model);
        let order = program.order();
        let simulation = Simulation {
            program: &program,
            costs: &costs,
            order: &order,
        };
        let entries = EntryStates::new(function, 1);
        let entry = SimState::new(&program, entries.of(function, trace, 0));
        let settled = simulation.settle(entry.clone());
        let alone = settled.figures.period;
        let in_long_run =
            |simulated| periods::in_long_run(simulated, &program, function, model, waves);
        let iterations = |most: usize| match trace.is_loop() {
            true if order.len() * most * waves as usize <= MANY_EVENTS => most,
            _ => 1,
        };
        let (shown, period, issued) = if waves <= 1 {
            let shown = iterations(ITERATIONS);
            (
                shown,
                in_long_run(alone),
                simulation.watch(settled.begin, shown),
            )
        } else {
            let shown = iterations(ITERATIONS_OF_WAVES);
            let period = in_long_run(simulation.throughput(waves, &entry, alone));
            let issued = simulation.watch_waves(waves, &entry, alone, shown);
            (shown, period, issued)
        };
        let mut events = events(&program, &issued, waves as usize);
        let runs = issued.len() as f64 / order.len().max(1) as f64;
        let length = events.iter().map(|event| event.next).max().unwrap_or(0);
        let busy = busy(&events, f64::from(length) / period.clocks().max(1.0));
        // Causes are earlier events, which stay.
        events.truncate(MANY_EVENTS);
        Timeline {
            waves,
            iterations: shown as u32,
            period,
            spent: spent(&program, &issued, runs * f64::from(waves)),
            busy,
            events,
        }
    }

    /// When the last shown instruction has issued and the wave could go on, in clocks.
    pub fn end(&self) -> u32 {
        self.events
            .iter()
            .map(|event| event.next)
            .max()
            .unwrap_or(0)
    }
}

/// Clocks of an issue slot.
pub(super) const CLOCKS_PER_SLOT: u32 = 4;

/// How an execution of an instruction divides up: what it stalled for and how long, in issue slots.
#[derive(Clone, Copy)]
struct Parts {
    /// For an operand, a counter or other waves, and how long.
    own: (Stall, u32),
    /// For its unit.
    unit: (Stall, u32),
}

impl Parts {
    fn of(program: &Program<Finished>, issued: &Issued) -> Parts {
        let op = &program.ops[issued.op];
        if op.wait.is_some() {
            // A wait issues in the first of the slots in which it stalls.
            let stalled = issued.next.saturating_sub(issued.from + 1);
            let why = match program.ops.get(issued.cause) {
                Some(cause) if cause.vm => Stall::Vmcnt,
                _ => Stall::Lgkmcnt,
            };
            return Parts {
                own: (why, stalled),
                unit: (Stall::None, 0),
            };
        }
        let stalled = issued.at.saturating_sub(issued.from);
        let unit = issued.at.saturating_sub(issued.ready).min(stalled);
        let own = stalled - unit;
        let why = match program.ops.get(issued.cause) {
            Some(cause) if cause.vm || cause.lgkm => Stall::CounterFull,
            Some(_) => Stall::Result,
            None => Stall::Distance,
        };
        Parts {
            own: (why, own),
            unit: (issued.unit, unit),
        }
    }

    /// The longer of the two.
    fn longer(self) -> Stall {
        let (why, slots) = if self.unit.1 > self.own.1 {
            self.unit
        } else {
            self.own
        };
        if slots == 0 { Stall::None } else { why }
    }
}

/// Slots that a barrier waits for other waves once it has issued.
fn waited_at_barrier(program: &Program<Finished>, issued: &Issued) -> u32 {
    match program.ops[issued.op].is_barrier {
        true => issued.next.saturating_sub(issued.at + 1),
        false => 0,
    }
}

/// What was issued, as events; clocks count from when the first wave came to the first of them.
pub(super) fn events(program: &Program<Finished>, issued: &[Issued], waves: usize) -> Vec<Event> {
    let origin = issued.first().map_or(0, |first| first.from);
    let clocks = |slot: u32| slot.saturating_sub(origin).saturating_mul(CLOCKS_PER_SLOT);
    // The last event of each instruction of each wave, and of each unit.
    let mut last: Vec<Vec<Option<u32>>> = vec![vec![None; program.ops.len()]; waves.max(1)];
    let mut units: [Option<u32>; Pipe::ALL.len()] = [None; Pipe::ALL.len()];
    let mut events = Vec::with_capacity(issued.len());
    for (at, one) in issued.iter().enumerate() {
        let op = &program.ops[one.op];
        let mut stall = Parts::of(program, one).longer();
        let barrier = waited_at_barrier(program, one);
        // At a barrier and at a wait the stall is shown before the instruction issues.
        let issue = if op.wait.is_some() || barrier > 0 {
            one.next.saturating_sub(1)
        } else {
            one.at
        };
        if barrier > 0 {
            stall = Stall::Barrier;
        }
        // Another wave may have stalled until the first shown instruction issued, which is before what is shown.
        if clocks(one.from) == clocks(issue) {
            stall = Stall::None;
        }
        let cause = match stall {
            Stall::None | Stall::Barrier | Stall::Distance => None,
            Stall::Vmcnt | Stall::Lgkmcnt | Stall::Result | Stall::CounterFull => {
                last_of(&last, one.wave, one.cause)
            }
            Stall::LdsFull | Stall::VmemFull => None,
            _ => blockers(stall, op.pipe)
                .iter()
                .filter_map(|&pipe| units[pipe as usize])
                .max(),
        };
        events.push(Event {
            inst: op.inst,
            lane: Lane::of(op.pipe),
            wave: one.wave as u32,
            iteration: one.iteration as u32,
            ready: clocks(one.from),
            issue: clocks(issue),
            next: clocks(one.next),
            start: clocks(one.work.start.max(one.at)),
            busy: clocks(one.work.busy.max(one.at)),
            done: clocks(one.work.done.max(one.at)),
            stall,
            cause,
        });
        if let Some(of) = last.get_mut(one.wave) {
            of[one.op.index()] = Some(at as u32);
        }
        units[op.pipe as usize] = Some(at as u32);
    }
    events
}

fn last_of(last: &[Vec<Option<u32>>], wave: usize, op: OpId) -> Option<u32> {
    // NO_OP is in no table.
    *last.get(wave)?.get(op.index())?
}

/// The units whose last instruction such a stall of an instruction for `pipe` may be for. A queue that is full is none:
/// what leaves it first was issued long before what entered it last.
fn blockers(stall: Stall, pipe: Pipe) -> &'static [Pipe] {
    match (stall, pipe) {
        (Stall::MatrixBusy, _) => &[Pipe::Matrix],
        (Stall::ValuBusy, _) => &[Pipe::Valu, Pipe::Packed, Pipe::Matrix],
        (Stall::PortBusy, _) => &[Pipe::Lds, Pipe::Vmem, Pipe::Matrix],
        (Stall::ScalarBusy, Pipe::Salu) => &[Pipe::Salu],
        (Stall::ScalarBusy, Pipe::Smem) => &[Pipe::Smem],
        _ => &[],
    }
}

/// Adds up where time goes, and divides it by so many runs.
fn spent(program: &Program<Finished>, issued: &[Issued], runs: f64) -> Vec<(Use, f64)> {
    let mut slots: Vec<(Use, u64)> = Vec::new();
    let mut add = |what: Use, count: u32| {
        if count == 0 {
            return;
        }
        match slots.iter_mut().find(|(of, _)| *of == what) {
            Some((_, sum)) => *sum += u64::from(count),
            None => slots.push((what, u64::from(count))),
        }
    };
    for one in issued {
        let op = &program.ops[one.op];
        let parts = Parts::of(program, one);
        let barrier = waited_at_barrier(program, one);
        let stalled = parts.own.1 + parts.unit.1 + barrier;
        let own = one.next.saturating_sub(one.from).saturating_sub(stalled);
        let what = if op.is_filler {
            Use::Fillers
        } else {
            Use::Issue
        };
        add(what, own);
        add(Use::Stalled(parts.own.0), parts.own.1);
        add(Use::Stalled(parts.unit.0), parts.unit.1);
        add(Use::Stalled(Stall::Barrier), barrier);
    }
    slots.sort_by_key(|&(what, count)| (u64::MAX - count, what));
    let clocks = |count: u64| (count * u64::from(CLOCKS_PER_SLOT)) as f64 / runs.max(1.0);
    let all = slots.into_iter();
    all.map(|(what, count)| (what, clocks(count))).collect()
}

/// How long units work, divided by so many periods.
fn busy(events: &[Event], periods: f64) -> Vec<(Lane, f64)> {
    const LANES: [Lane; 5] = [
        Lane::Matrix,
        Lane::Valu,
        Lane::Lds,
        Lane::Vmem,
        Lane::Scalar,
    ];
    let work = |lane: Lane| -> u64 {
        let of = events.iter().filter(|event| event.lane == lane);
        of.map(|event| u64::from(event.busy.saturating_sub(event.start)))
            .sum()
    };
    let lanes = LANES.into_iter();
    lanes
        .map(|lane| (lane, work(lane) as f64 / periods.max(1.0)))
        .collect()
}
