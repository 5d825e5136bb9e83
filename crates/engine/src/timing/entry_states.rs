//! The states in which blocks are entered: as their most frequent predecessors end.

use super::simulator::{ExitState, SimState, Simulation};
use super::stream::Stream;
use super::trace::Trace;
use crate::machine::{BlockId, Function};

/// The states in which the blocks of a function end, as far as its traces have been simulated. Traces
/// are recorded in layout order, so states go forwards only.
pub(crate) struct EntryStates {
    /// By model and block.
    exits: Vec<Vec<Option<ExitState>>>,
}

impl EntryStates {
    /// No trace has been simulated.
    pub fn new(function: &Function, models: usize) -> EntryStates {
        EntryStates {
            exits: vec![vec![None; function.blocks().len()]; models],
        }
    }

    /// The state in which a trace is entered: as its most frequent predecessor ended. `None`, for
    /// idle, for loops and where no predecessor was simulated before.
    pub fn of(&self, function: &Function, trace: &Trace, model: usize) -> Option<&ExitState> {
        if trace.is_loop() {
            return None;
        }
        let mut best: Option<(f64, &ExitState)> = None;
        for &from in &function.block(trace.blocks[0]).predecessors {
            let frequency = function.block(from).frequency;
            if let Some(exit) = &self.exits[model][from.index()]
                && best.is_none_or(|(f, _)| frequency > f)
            {
                best = Some((frequency, exit));
            }
        }
        best.map(|(_, exit)| exit)
    }

    /// Records how the blocks of a trace end when it begins in a state ([`Simulation::begin`]).
    pub fn record<S: Stream>(
        &mut self,
        function: &Function,
        trace: &Trace,
        model: usize,
        simulation: Simulation<'_, S>,
        begin: SimState,
    ) {
        let Simulation {
            program,
            costs,
            order,
        } = simulation;
        let mut state = begin;
        let mut at = 0;
        for (&block, &end) in trace.blocks.iter().zip(&program.block_ends) {
            state.run(program, costs, &order[at..end]);
            at = end;
            if is_wanted(function, trace, block) {
                self.exits[model][block.index()] = Some(state.save(program));
            }
        }
    }
}

/// Whether a block outside the trace may be entered from this one.
fn is_wanted(function: &Function, trace: &Trace, block: BlockId) -> bool {
    let successors = &function.block(block).successors;
    successors.iter().any(|s| !trace.blocks.contains(s))
}
