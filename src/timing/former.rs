//! Former names, until `schedule` calls [`Simulation`] itself.

use super::program::{Costs, OpId, Program};
use super::simulator::{Figures, Period, SimState, Simulation};
use super::stream::Stream;

fn simulation<'a, S: Stream>(
    program: &'a Program<S>,
    costs: &'a Costs,
    order: &'a [OpId],
) -> Simulation<'a, S> {
    Simulation {
        program,
        costs,
        order,
    }
}

/// See [`Simulation::run`].
pub(crate) fn straight(
    program: &Program,
    costs: &Costs,
    order: &[OpId],
    state: SimState,
) -> (Figures, SimState) {
    simulation(program, costs, order).run(state)
}

/// See [`Simulation::run`].
#[cfg(test)]
pub(crate) fn steady(program: &Program, costs: &Costs, order: &[OpId]) -> (Figures, SimState) {
    simulation(program, costs, order).run(SimState::new(program, None))
}

/// See [`Simulation::run`].
pub(crate) fn steady_from(
    program: &Program,
    costs: &Costs,
    order: &[OpId],
    state: SimState,
) -> (Figures, SimState) {
    simulation(program, costs, order).run(state)
}

/// See [`Simulation::throughput`].
pub(crate) fn throughput_at_occupancy(
    program: &Program,
    costs: &Costs,
    order: &[OpId],
    waves: u32,
    start: &SimState,
    one: Figures,
) -> Period {
    simulation(program, costs, order).throughput(waves, start, one.period)
}

impl Program {
    /// See [`Program::without_register_reuse`].
    pub(crate) fn renamed(&self) -> Program {
        self.without_register_reuse()
    }
}
