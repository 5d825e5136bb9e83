//! Bounds against long runs: the check that a bound is one.

use super::{Bound, LoopBound};
use crate::machine::{Addresses, Function};
use crate::timing::model::Model;
use crate::timing::program::Program;
use crate::timing::simulator::{Period, SimState, Simulation};
use crate::timing::trace::Trace;

/// Iterations that fill queues, and as many that are measured behind them.
const ITERATIONS: u32 = 100;
/// One part in so many of the measured time may be missing: waves that are ahead when the measure ends.
const PRECISION: u64 = 200;

/// A loop that takes less in the long run than it can: its bound, or the simulator, is wrong.
#[derive(Clone, PartialEq, Debug)]
pub struct Beaten {
    /// The loop.
    pub trace: Trace,
    /// The parameter set.
    pub model: String,
    /// Waves on the SIMD.
    pub waves: u32,
    /// What it should take at least.
    pub bound: Bound,
    /// What it takes.
    pub period: Period,
}

/// The loops of a finished function that run faster than their bounds, one wave alone or so many together.
pub fn beaten(function: &Function, models: &[Model], waves: u32) -> Vec<Beaten> {
    let addresses = Addresses::of(function);
    let mut found = Vec::new();
    for trace in Trace::all(function) {
        let program = Program::placed(function, &trace, &addresses);
        let order = program.order();
        for model in models {
            let Some(bound) = LoopBound::of_program(&program, function, model, waves) else {
                continue;
            };
            let simulation = Simulation {
                program: &program,
                costs: &program.costs(function, model),
                order: &order,
            };
            let alone = of_one_wave(simulation, &program);
            let together = simulation.slots_for(waves, 2 * ITERATIONS as usize)
                - simulation.slots_for(waves, ITERATIONS as usize);
            let together = Period::over(together, ITERATIONS).shared_by(waves);
            for (waves, bound, period) in [
                (1, bound.one_wave, alone),
                (waves, bound.at_occupancy, together),
            ] {
                if period.0 + bound.period.0 / PRECISION < bound.period.0 {
                    found.push(Beaten {
                        trace: trace.clone(),
                        model: model.name().to_owned(),
                        waves,
                        bound,
                        period,
                    });
                }
            }
        }
    }
    found
}

fn of_one_wave<S: crate::timing::stream::Stream>(
    simulation: Simulation<'_, S>,
    program: &Program<S>,
) -> Period {
    let mut state = SimState::new(program, None);
    let mut run = || {
        for _ in 0..ITERATIONS {
            state.run(program, simulation.costs, simulation.order);
        }
        state.wave.now
    };
    let begin = run();
    Period::over(run() - begin, ITERATIONS)
}
