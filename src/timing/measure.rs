//! What a function costs, trace by trace.

use std::marker::PhantomData;

use super::Model;
use super::exit_state::ExitState;
use super::hazard_oracle::HazardOracle;
use super::program::{Costs, OpId, Program};
use super::run::{self, Figures, Period, State};
use super::stream::{Finished, Predicted, Stream};
use super::trace::Trace;
use crate::machine::{BlockId, Function};

/// Costs of a trace under one model.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ModelTiming {
    /// One wave alone on its SIMD.
    pub single_wave: Figures,
    /// Time of the SIMD per iteration at the kernel's own number of waves.
    pub at_occupancy: Period,
}

/// Costs of a trace.
#[derive(Clone, PartialEq, Debug)]
pub struct TraceTiming {
    /// The trace.
    pub trace: Trace,
    /// How often it runs for one run of the function.
    pub frequency: f64,
    /// By model, in the order of the models given.
    pub models: Vec<ModelTiming>,
}

/// Costs of a function: predicted ones, or those of a finished stream.
#[derive(Clone, PartialEq, Debug)]
pub struct Timing<S> {
    /// Waves per SIMD that `own` figures are for.
    pub waves: u32,
    /// All traces, in layout order.
    pub traces: Vec<TraceTiming>,
    stream: PhantomData<S>,
}

impl Timing<Predicted> {
    /// Simulates every trace of a function that has yet to get its waits and nops: loops in
    /// steady state, other blocks once, from the state in which their most frequent predecessor
    /// leaves off.
    pub fn predicted(
        function: &Function,
        needs: &dyn HazardOracle,
        models: &[Model],
        waves: u32,
    ) -> Timing<Predicted> {
        let traces = Trace::all(function);
        let wanted = vec![true; traces.len()];
        let compile = |trace: &Trace| Program::compile(function, &trace.blocks, trace.next, needs);
        Timing::new(function, models, waves, traces, &wanted, compile)
    }
}

impl Timing<Finished> {
    /// The same for a function with all its waits and nops in it.
    pub fn finished(function: &Function, models: &[Model], waves: u32) -> Timing<Finished> {
        let traces = Trace::all(function);
        let wanted = vec![true; traces.len()];
        Timing::finished_some(function, models, waves, traces, &wanted)
    }

    /// The same for some of all traces; the others have no figures.
    pub fn finished_some(
        function: &Function,
        models: &[Model],
        waves: u32,
        all: Vec<Trace>,
        wanted: &[bool],
    ) -> Timing<Finished> {
        let compile = |trace: &Trace| Program::finished(function, &trace.blocks, trace.next);
        Timing::new(function, models, waves, all, wanted, compile)
    }
}

impl<S> Timing<S> {
    fn new(
        function: &Function,
        models: &[Model],
        waves: u32,
        all: Vec<Trace>,
        wanted: &[bool],
        compile: impl Fn(&Trace) -> Program<S>,
    ) -> Timing<S>
    where
        S: Stream,
    {
        let followed = followed(function, &all, wanted);
        let mut entries = Entries::new(function, models.len());
        let mut traces = Vec::new();
        for (at, trace) in all.into_iter().enumerate() {
            if !wanted[at] && !followed[at] {
                traces.push(TraceTiming {
                    frequency: function.block(trace.blocks[0]).frequency,
                    trace,
                    models: Vec::new(),
                });
                continue;
            }
            let program = compile(&trace);
            let order = program.order();
            let mut timings = Vec::with_capacity(models.len());
            for (which, model) in models.iter().enumerate() {
                let costs = program.costs(function, model);
                if wanted[at] {
                    let start = State::new(&program, entries.of(function, &trace, which));
                    timings.push(time(&program, &costs, &order, waves, &start));
                }
                if followed[at] {
                    entries.leave(function, &trace, which, &program, &costs, &order);
                }
            }
            traces.push(TraceTiming {
                frequency: function.block(trace.blocks[0]).frequency,
                trace,
                models: timings,
            });
        }
        Timing::of_traces(waves, traces)
    }

    /// Puts the costs of all traces together.
    pub(crate) fn of_traces(waves: u32, traces: Vec<TraceTiming>) -> Timing<S> {
        Timing {
            waves,
            traces,
            stream: PhantomData,
        }
    }

    /// Clocks for one run of the function by one wave alone, under the `model`th model.
    pub fn clocks(&self, model: usize) -> f64 {
        self.sum(model, |t| t.single_wave.period)
    }
    /// Clocks of the SIMD for one run of the function, at the kernel's own number of waves.
    pub fn own_clocks(&self, model: usize) -> f64 {
        self.sum(model, |t| t.at_occupancy)
    }
    fn sum(&self, model: usize, of: impl Fn(&ModelTiming) -> Period) -> f64 {
        let traces = self.traces.iter();
        traces
            .filter_map(|p| Some(p.frequency * of(p.models.get(model)?).clocks()))
            .sum()
    }
}

/// Which traces leave a state in which a wanted one begins, or one that hands it on.
fn followed(function: &Function, traces: &[Trace], wanted: &[bool]) -> Vec<bool> {
    let mut matters = vec![false; function.blocks().len()];
    let mut followed = vec![false; traces.len()];
    // States go forwards only: a trace begins as one that was simulated before it left off.
    for (at, trace) in traces.iter().enumerate().rev() {
        let behind = trace
            .blocks
            .iter()
            .flat_map(|&b| &function.block(b).successors);
        followed[at] = behind.copied().any(|b| matters[b.index()]);
        if !trace.is_loop() && (wanted[at] || followed[at]) {
            matters[trace.blocks[0].index()] = true;
        }
    }
    followed
}

/// Both figures of a trace that begins in a state; a loop begins in an idle one.
fn time<S: Stream>(
    program: &Program<S>,
    costs: &Costs,
    order: &[OpId],
    waves: u32,
    start: &State,
) -> ModelTiming {
    let one = match program.is_loop {
        true => run::steady_from(program, costs, order, start.clone()).0,
        false => run::straight(program, costs, order, start.clone()).0,
    };
    ModelTiming {
        at_occupancy: throughput_at_occupancy(program, costs, order, waves, start, one),
        single_wave: one,
    }
}

/// Time of the SIMD per iteration at a number of waves, given what one wave costs.
pub(crate) fn throughput_at_occupancy<S: Stream>(
    program: &Program<S>,
    costs: &Costs,
    order: &[OpId],
    waves: u32,
    start: &State,
    one: Figures,
) -> Period {
    match waves {
        0 | 1 => one.period,
        _ => run::throughput(program, costs, order, waves, start.clone(), one.period),
    }
}

/// The states in which blocks leave off, by block and model.
pub(crate) struct Entries {
    left: Vec<Vec<Option<ExitState>>>,
}

impl Entries {
    pub fn new(function: &Function, models: usize) -> Entries {
        Entries {
            left: vec![vec![None; function.blocks().len()]; models],
        }
    }

    /// The state a trace begins in: as its most frequent predecessor left off. `None` for
    /// loops, and where no predecessor was simulated before it.
    pub fn of(&self, function: &Function, trace: &Trace, model: usize) -> Option<&ExitState> {
        if trace.is_loop() {
            return None;
        }
        let mut best: Option<(f64, &ExitState)> = None;
        for &from in &function.block(trace.blocks[0]).predecessors {
            let frequency = function.block(from).frequency;
            if let Some(left) = &self.left[model][from.index()]
                && best.is_none_or(|(f, _)| frequency > f)
            {
                best = Some((frequency, left));
            }
        }
        best.map(|(_, left)| left)
    }

    /// Records how the blocks of a trace leave off when it runs in the given order.
    pub fn leave<S: Stream>(
        &mut self,
        function: &Function,
        trace: &Trace,
        model: usize,
        program: &Program<S>,
        costs: &Costs,
        order: &[OpId],
    ) {
        let mut state = if trace.is_loop() {
            run::steady(program, costs, order).1
        } else {
            State::new(program, self.of(function, trace, model))
        };
        let mut at = 0;
        for (&block, &end) in trace.blocks.iter().zip(&program.block_ends) {
            state.run(program, costs, &order[at..end]);
            at = end;
            if self.is_wanted(function, trace, block) {
                self.left[model][block.index()] = Some(state.wave.leave(program, &state.shared));
            }
        }
    }

    /// Whether a block outside the trace may begin where this one ends.
    fn is_wanted(&self, function: &Function, trace: &Trace, block: BlockId) -> bool {
        let successors = &function.block(block).successors;
        successors.iter().any(|s| !trace.blocks.contains(s))
    }
}
