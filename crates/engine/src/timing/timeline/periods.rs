//! What an iteration takes, without what ran when: under several parameter sets and with several numbers of waves.

use super::super::loop_bound::LoopBound;
use super::{EntryStates, Finished, Model, Period, Program, SimState, Simulation, Timeline, Trace};
use crate::machine::{Addresses, Function};

/// What a loop takes in the long run: no less than its bound.
pub(super) fn in_long_run(
    simulated: Period,
    program: &Program<Finished>,
    function: &Function,
    model: &Model,
    waves: u32,
) -> Period {
    let bound = LoopBound::of_program(program, function, model, waves);
    simulated.max(bound.map_or(Period::default(), |bound| bound.at_occupancy.period))
}

impl Timeline {
    /// By model, then by number of waves on the SIMD: the [`Timeline::period`] of a trace of a finished function.
    pub fn periods(
        function: &Function,
        trace: &Trace,
        models: &[Model],
        crowds: &[u32],
    ) -> Vec<Vec<Period>> {
        let program = Program::placed(function, trace, &Addresses::of(function));
        let order = program.order();
        let entries = EntryStates::new(function, 1);
        let entry = SimState::new(&program, entries.of(function, trace, 0));
        let of_model = |model: &Model| {
            let costs = program.costs(function, model);
            let simulation = Simulation {
                program: &program,
                costs: &costs,
                order: &order,
            };
            let alone = simulation.settle(entry.clone()).figures.period;
            let with = |&waves: &u32| {
                let simulated = simulation.throughput(waves, &entry, alone);
                in_long_run(simulated, &program, function, model, waves)
            };
            crowds.iter().map(with).collect()
        };
        models.iter().map(of_model).collect()
    }
}
