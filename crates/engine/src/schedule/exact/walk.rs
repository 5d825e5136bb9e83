//! A walk through a trace, region by region: the states around each region, by model.

use std::ops::Range;

use crate::schedule::problem::Region;
use crate::timing::{Costs, OpId, Program, SimState, Simulation};

/// A walk through a trace, from its beginning. What it passes may have any order that the dependences
/// allow.
pub(super) struct Walk<'a> {
    program: &'a Program,
    /// By model.
    costs: &'a [Costs],
    /// Instructions that it has passed.
    passed: usize,
    /// States after them, by model.
    states: Vec<SimState>,
}

/// The states around a part of a trace, by model.
pub(super) struct Around {
    pub before: Vec<SimState>,
    pub after: Vec<SimState>,
}

impl<'a> Walk<'a> {
    /// From the states in which the trace begins, by model.
    pub fn new(program: &'a Program, costs: &'a [Costs], begins: Vec<SimState>) -> Walk<'a> {
        Walk {
            program,
            costs,
            passed: 0,
            states: begins,
        }
    }

    /// Goes on to the first of these positions of `order`, and past the last.
    pub fn pass(&mut self, order: &[OpId], range: Range<usize>) -> Around {
        self.run(&order[self.passed.min(range.start)..range.start]);
        let before = self.states.clone();
        self.run(&order[range.clone()]);
        self.passed = range.end;
        Around {
            before,
            after: self.states.clone(),
        }
    }

    /// Passes what was passed last in another order, from the states before it.
    pub fn pass_again(&mut self, before: Vec<SimState>, order: &[OpId]) {
        self.states = before;
        self.run(order);
    }

    fn run(&mut self, order: &[OpId]) {
        for (state, costs) in self.states.iter_mut().zip(self.costs) {
            state.run(self.program, costs, order);
        }
    }
}

/// The states in which a trace begins in an order, by model, when it is entered in these.
pub(super) fn begins(
    program: &Program,
    costs: &[Costs],
    order: &[OpId],
    entries: impl IntoIterator<Item = SimState>,
) -> Vec<SimState> {
    let simulations = costs.iter().map(|costs| Simulation {
        program,
        costs,
        order,
    });
    let entered = simulations.zip(entries);
    entered
        .map(|(simulation, entry)| simulation.begin(entry))
        .collect()
}

/// Where a region's instructions are in any order of the trace.
pub(super) fn positions(region: &Region) -> Range<usize> {
    region.op_range().positions()
}
