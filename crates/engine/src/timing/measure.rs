//! What a function costs, trace by trace.

use std::marker::PhantomData;

use super::entry_states::EntryStates;
use super::hazard_oracle::HazardOracle;
use super::loop_bound::{Bound, LoopBound, in_the_long_run};
use super::model::Model;
use super::program::Program;
use super::simulator::{Figures, Period, SimState, Simulation};
use super::stream::{Finished, Predicted, Stream};
use super::trace::Trace;
use crate::machine::{Addresses, Function};

/// What a trace costs under one model, per iteration (or run).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ModelTiming {
    /// One wave alone on its SIMD.
    pub single_wave: Figures,
    /// Time of the SIMD per iteration (or run) of one wave, with as many waves as the kernel's
    /// occupancy allows.
    pub at_occupancy: Period,
}

impl ModelTiming {
    /// What a loop takes in the long run: what was simulated, of which queues and the end of the measure may hide a
    /// part, but no less than its bound.
    fn in_the_long_run(self, bound: Option<LoopBound>) -> ModelTiming {
        let Some(bound) = bound else { return self };
        let raised = |figure: Period, bound: Bound| match figure < bound.period {
            true => Period::of_clocks(in_the_long_run(figure.clocks(), bound.period.clocks())),
            false => figure,
        };
        ModelTiming {
            single_wave: Figures {
                period: raised(self.single_wave.period, bound.one_wave),
                drained: raised(self.single_wave.drained, bound.one_wave),
                ..self.single_wave
            },
            at_occupancy: raised(self.at_occupancy, bound.at_occupancy),
        }
    }
}

/// What a trace costs.
#[derive(Clone, PartialEq, Debug)]
pub struct TraceTiming {
    /// The trace.
    pub trace: Trace,
    /// How often it runs per run of the function.
    pub frequency: f64,
    /// By model, in the order given; empty for a trace that was not asked for.
    pub models: Vec<ModelTiming>,
    /// By model: what entering the loop takes at occupancy, in clocks of the SIMD for one wave per run of the function, beyond its
    /// settled iterations; 0 for what is no loop, and where the function as a whole is not asked for. Empty as `models` is.
    pub entering: Vec<f64>,
}

/// Iterations of a loop that are looked at when it is entered: behind them queues are full.
const FIRST: f64 = 4.0;

/// What entering a loop takes at occupancy per run of the function ([`TraceTiming::entering`]), where it runs and is entered so often. One
/// wave alone is not asked: loads that are waited for in each iteration are waited for in the first one, too.
fn entering<S: Stream>(
    simulation: Simulation<'_, S>,
    waves: u32,
    settled: Period,
    (runs, entered): (f64, f64),
) -> f64 {
    let is_empty = simulation.order.is_empty() || runs <= 0.0 || entered <= 0.0;
    if waves <= 1 || !simulation.program.is_loop || is_empty {
        return 0.0;
    }
    let iterations = (runs / entered).round().clamp(1.0, FIRST);
    let each = simulation.entering(waves, iterations as usize, settled);
    // No loop takes less than nothing.
    (entered * each).max(-runs * settled.clocks())
}

/// What a function costs, trace by trace: as a [`Predicted`] or as a [`Finished`] stream.
#[derive(Clone, PartialEq, Debug)]
pub struct Timing<S> {
    /// Waves per SIMD that `at_occupancy` is for.
    pub waves: u32,
    /// All traces, in layout order.
    pub traces: Vec<TraceTiming>,
    stream: PhantomData<S>,
}

/// How many waves run together, and what is asked of them.
#[derive(Clone, Copy)]
struct Crowd {
    waves: u32,
    asked: Asked,
}

/// What the figures at that number of waves are for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asked {
    /// The function as a whole, with what entering its loops takes.
    Function,
    /// Each trace by itself.
    Traces,
    /// Loops by themselves: other traces have one wave's time in its place.
    Loops,
}

impl Crowd {
    fn in_trace(self, trace: &Trace) -> u32 {
        match self.asked == Asked::Loops && !trace.is_loop() {
            true => 1,
            false => self.waves,
        }
    }
}

impl Timing<Predicted> {
    /// Simulates every trace of a function that has yet to get its waits and nops: loops in their
    /// settled iteration, other blocks once, from the state in which their most frequent predecessor
    /// ends.
    pub fn predicted(
        function: &Function,
        needs: &dyn HazardOracle,
        models: &[Model],
        waves: u32,
    ) -> Timing<Predicted> {
        let traces = Trace::all(function);
        let wanted = vec![true; traces.len()];
        let compile = |trace: &Trace| Program::compile(function, trace, needs);
        let asked = Asked::Function;
        Timing::new(
            function,
            models,
            Crowd { waves, asked },
            traces,
            &wanted,
            compile,
        )
    }
}

impl Timing<Finished> {
    /// Simulates every trace of a function that has all its waits and nops, likewise.
    pub fn finished(function: &Function, models: &[Model], waves: u32) -> Timing<Finished> {
        let traces = Trace::all(function);
        let wanted = vec![true; traces.len()];
        let asked = Asked::Function;
        let addresses = Addresses::of(function);
        Timing::placed(
            function,
            models,
            Crowd { waves, asked },
            (traces, &wanted),
            &addresses,
        )
    }

    /// The same for the `wanted` ones of `all` traces, without what entering loops takes; the others get no figures.
    pub fn finished_some(
        function: &Function,
        models: &[Model],
        waves: u32,
        all: Vec<Trace>,
        wanted: &[bool],
    ) -> Timing<Finished> {
        let asked = Asked::Traces;
        let addresses = Addresses::of(function);
        Timing::placed(
            function,
            models,
            Crowd { waves, asked },
            (all, wanted),
            &addresses,
        )
    }

    /// Every trace, only loops at that number of waves: other traces have one wave's time in its place. What entering loops takes is
    /// left out.
    pub fn finished_loops(
        function: &Function,
        models: &[Model],
        waves: u32,
        all: Vec<Trace>,
    ) -> Timing<Finished> {
        let wanted = vec![true; all.len()];
        let asked = Asked::Loops;
        let addresses = Addresses::of(function);
        Timing::placed(
            function,
            models,
            Crowd { waves, asked },
            (all, &wanted),
            &addresses,
        )
    }

    /// Loops alone, without what entering them takes, if the function began so many bytes into a block of instruction memory.
    pub fn loops_at(
        function: &Function,
        models: &[Model],
        waves: u32,
        all: &[Trace],
        start: u32,
    ) -> Timing<Finished> {
        let wanted: Vec<bool> = all.iter().map(Trace::is_loop).collect();
        let asked = Asked::Traces;
        let addresses = Addresses::from(function, start);
        Timing::placed(
            function,
            models,
            Crowd { waves, asked },
            (all.to_vec(), &wanted),
            &addresses,
        )
    }

    /// The wanted ones of all traces, with instructions at these addresses.
    fn placed(
        function: &Function,
        models: &[Model],
        crowd: Crowd,
        (all, wanted): (Vec<Trace>, &[bool]),
        addresses: &Addresses,
    ) -> Timing<Finished> {
        let compile = |trace: &Trace| Program::placed(function, trace, addresses);
        Timing::new(function, models, crowd, all, wanted, compile)
    }
}

impl<S> Timing<S> {
    fn new(
        function: &Function,
        models: &[Model],
        crowd: Crowd,
        all: Vec<Trace>,
        wanted: &[bool],
        compile: impl Fn(&Trace) -> Program<S>,
    ) -> Timing<S>
    where
        S: Stream,
    {
        let followed = followed(function, &all, wanted);
        let mut entries = EntryStates::new(function, models.len());
        let mut traces = Vec::new();
        for (at, trace) in all.into_iter().enumerate() {
            let (mut timings, mut first) = (Vec::new(), Vec::new());
            let waves = crowd.in_trace(&trace);
            if wanted[at] || followed[at] {
                let program = compile(&trace);
                let order = program.order();
                for (which, model) in models.iter().enumerate() {
                    let simulation = Simulation {
                        program: &program,
                        costs: &program.costs(function, model),
                        order: &order,
                    };
                    let entry = SimState::new(&program, entries.of(function, &trace, which));
                    let settled = simulation.settle(entry.clone());
                    if wanted[at] {
                        let single_wave = settled.figures;
                        let simulated = ModelTiming {
                            single_wave,
                            at_occupancy: simulation.throughput(waves, &entry, single_wave.period),
                        };
                        let bound = LoopBound::of_program(&program, function, model, waves);
                        let timing = simulated.in_the_long_run(bound);
                        first.push(match crowd.asked {
                            Asked::Function => {
                                let runs = function.block(trace.blocks[0]).frequency;
                                let often = (runs, trace.entered(function));
                                entering(simulation, waves, timing.at_occupancy, often)
                            }
                            Asked::Traces | Asked::Loops => 0.0,
                        });
                        timings.push(timing);
                    }
                    if followed[at] {
                        entries.record(function, &trace, which, simulation, settled.begin);
                    }
                }
            }
            traces.push(TraceTiming {
                frequency: function.block(trace.blocks[0]).frequency,
                trace,
                models: timings,
                entering: first,
            });
        }
        Timing::of_traces(crowd.waves, traces)
    }

    /// Puts the figures of all traces together.
    pub fn of_traces(waves: u32, traces: Vec<TraceTiming>) -> Timing<S> {
        Timing {
            waves,
            traces,
            stream: PhantomData,
        }
    }

    /// Clocks per run of the function by one wave alone, under a model, by index.
    pub fn clocks(&self, model: usize) -> f64 {
        self.sum(model, |t| t.single_wave.period)
    }
    /// Clocks of the SIMD per run of the function by one wave, with `waves` waves; with what entering its loops takes, if the function
    /// as a whole was asked for ([`Timing::finished`], [`Timing::predicted`]).
    pub fn clocks_at_occupancy(&self, model: usize) -> f64 {
        let entering = self.traces.iter().filter_map(|t| t.entering.get(model));
        self.sum(model, |t| t.at_occupancy) + entering.sum::<f64>()
    }
    fn sum(&self, model: usize, of: impl Fn(&ModelTiming) -> Period) -> f64 {
        let traces = self.traces.iter();
        traces
            .filter_map(|p| Some(p.frequency * of(p.models.get(model)?).clocks()))
            .sum()
    }
}

/// Which traces have to be simulated for the state in which a wanted one is entered.
fn followed(function: &Function, traces: &[Trace], wanted: &[bool]) -> Vec<bool> {
    let mut matters = vec![false; function.blocks().len()];
    let mut followed = vec![false; traces.len()];
    // A trace is entered as one before it in layout order ended, so one pass backwards is enough.
    for (at, trace) in traces.iter().enumerate().rev() {
        let successors = trace
            .blocks
            .iter()
            .flat_map(|&b| &function.block(b).successors);
        followed[at] = successors.copied().any(|b| matters[b.index()]);
        if !trace.is_loop() && (wanted[at] || followed[at]) {
            matters[trace.blocks[0].index()] = true;
        }
    }
    followed
}
