//! Certificates: how long each region takes, and what no order of it can beat.

use crate::gpu::Cycles;
use crate::machine::{BlockId, Function};
use crate::schedule::exact::branch_and_bound::solve;
use crate::schedule::exact::region_problem::RegionProblem;
use crate::schedule::exact::walk::{Walk, begins, positions};
use crate::schedule::options::MOST_BOUNDED_NODES;
use crate::schedule::options::Options;
use crate::schedule::problem::{NodeOf, Region, regions_of};
use crate::timing::{
    Costs, EntryStates, HazardOracle, Period, Program, SimState, Simulation, Trace,
};

/// What is known of a region's order, for one wave under the first model. Time counts from the state
/// in which the region begins (of a loop: in its settled iteration) to the end of the issue of its
/// last instruction. What is proved is proved of that model and that state: see the head of
/// `branch_and_bound.rs`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Certificate {
    /// The block.
    pub block: BlockId,
    /// First position in the block's order.
    pub begin: usize,
    /// Instructions that take an issue slot.
    pub instructions: u32,
    /// What the order takes.
    pub length: Cycles,
    /// Proved: no order of the region that keeps its dependences takes less.
    pub bound: Cycles,
    /// What the shortest order known takes. The region may have another order for the sake of the code
    /// after it, of the other models, of several waves, or of fewer waits.
    pub best: Cycles,
    /// Proved: no order is shorter than this one that is no longer under the other models, each from
    /// the state in which the region begins under it, and needs no more waits and wait states.
    pub unbeaten: bool,
}

impl Certificate {
    /// Whether no order ends sooner.
    pub fn is_proved(&self) -> bool {
        self.length == self.bound
    }
}

/// Certificates for all regions whose order is free, in the function's present order.
pub fn certify(
    function: &Function,
    needs: &dyn HazardOracle,
    options: &Options,
) -> Vec<Certificate> {
    let models = options.models.len();
    let mut certificates = Vec::new();
    if models == 0 {
        return certificates;
    }
    let mut node_of = NodeOf::new(function);
    let mut entries = EntryStates::new(function, models);
    let budgets = options.effort.exact_budgets();
    let mut left = budgets.certify_steps_per_function;
    for trace in Trace::all(function) {
        let program = Program::compile(function, &trace, needs);
        let all = options.models.iter();
        let costs: Vec<Costs> = all.map(|m| program.costs(function, m)).collect();
        let order = program.order();
        let entered = (0..models).map(|m| SimState::new(&program, entries.of(function, &trace, m)));
        let states = begins(&program, &costs, &order, entered);
        for (model, (costs, begin)) in costs.iter().zip(&states).enumerate() {
            let simulation = Simulation {
                program: &program,
                costs,
                order: &order,
            };
            entries.record(function, &trace, model, simulation, begin.clone());
        }
        let mut walk = Walk::new(&program, &costs, states);
        for region in regions_of(function, &trace, options.walls, &mut node_of) {
            let around = walk.pass(&order, positions(&region));
            if region.pinned || region.ops < 2 {
                continue;
            }
            let problems =
                RegionProblem::by_model(&region, &program, &costs, &around, MOST_BOUNDED_NODES);
            let budget = budgets.certify_steps_per_instruction * u64::from(region.ops);
            let (certificate, spent) = prove(&region, &program, &problems, left.min(budget));
            left -= spent.min(left);
            certificates.push(certificate);
        }
    }
    certificates
}

/// The certificate of a region, and the steps it took. Half of the budget is for any order that is
/// shorter, the rest for one that also loses nowhere.
fn prove(
    region: &Region,
    program: &Program,
    problems: &[RegionProblem<'_>],
    budget: u64,
) -> (Certificate, u64) {
    let (problem, others) = (&problems[0], &problems[1..]);
    debug_assert!(problem.relaxed.bound <= problem.slots);
    let free = solve(region, program, problem, None, budget / 2);
    let bound = if free.exhausted {
        free.slots
    } else {
        problem.relaxed.bound
    };
    let left = budget - free.steps.min(budget);
    let (unbeaten, spent) = if bound == problem.slots {
        (true, 0)
    } else {
        let limited = solve(region, program, problem, Some(others), left);
        (limited.exhausted && limited.order.is_none(), limited.steps)
    };
    let clocks = |slots: u32| Period::over(slots, 1).cycles();
    let certificate = Certificate {
        block: region.block,
        begin: region.begin,
        instructions: region.ops,
        length: clocks(problem.slots),
        bound: clocks(bound),
        best: clocks(free.slots),
        unbeaten,
    };
    (certificate, free.steps + spent)
}
