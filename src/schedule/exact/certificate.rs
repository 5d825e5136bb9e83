//! Certificates: how long each region takes, and what no order of it can beat.

use crate::gpu::Cycles;
use crate::machine::{BlockId, Function};
use crate::schedule::Options;
use crate::schedule::exact::branch_and_bound::{RegionProblem, solve};
use crate::schedule::options::MOST_BOUNDED_NODES;
use crate::schedule::problem::Region;
use crate::schedule::problem::regions_of;
use crate::timing::{Costs, Entries, HazardOracle, Program, State, Trace, steady};

/// What is known of a region's order, for one wave under the first model. Time counts from the
/// state in which the region begins (of a loop: in its settled iteration) to the end of the issue
/// of its last instruction.
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
    /// What no order of the region takes less than.
    pub bound: Cycles,
    /// The best order the proof came across; the region may have another for what lies behind it,
    /// or for the sake of other latencies, more waves, and fewer waits.
    pub best: Cycles,
    /// No order is shorter that is no longer under the other models and needs no more waits and
    /// wait states.
    pub unbeaten: bool,
}

impl Certificate {
    /// Whether no order ends sooner.
    pub fn is_proved(&self) -> bool {
        self.length == self.bound
    }
    /// Whether it is at most that much per cent above the bound.
    pub fn is_within(&self, percent: u64) -> bool {
        self.length.0 * 100 <= self.bound.0 * (100 + percent)
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
    let mut unit_of = vec![u32::MAX; function.inst_count()];
    let mut entries = Entries::new(function, models);
    let budgets = options.effort.exact_budgets();
    let mut left = budgets.certify_steps_per_function;
    for trace in Trace::all(function) {
        let program = Program::compile(function, &trace.blocks, trace.next, needs);
        let all = options.models.iter();
        let costs: Vec<Costs> = all.map(|m| program.costs(function, m)).collect();
        let order = program.order();
        let begins = costs
            .iter()
            .enumerate()
            .map(|(m, costs)| match program.is_loop {
                true => steady(&program, costs, &order).1,
                false => State::new(&program, entries.of(function, &trace, m)),
            });
        let mut states: Vec<State> = begins.collect();
        let mut at = 0;
        for region in regions_of(function, &trace, options.walls, &mut unit_of) {
            let std::ops::Range { start: first, end } = region.op_range().positions();
            for (state, costs) in states.iter_mut().zip(&costs) {
                state.run(&program, costs, &order[at..first]);
            }
            let begins = states.clone();
            for (state, costs) in states.iter_mut().zip(&costs) {
                state.run(&program, costs, &order[first..end]);
            }
            at = end;
            if region.pinned || region.ops < 2 {
                continue;
            }
            let ends = costs.iter().zip(&begins).zip(&states);
            let cases: Vec<RegionProblem<'_>> = ends
                .zip([MOST_BOUNDED_NODES].into_iter().chain(std::iter::repeat(0)))
                .map(|(((costs, begin), end), deep)| {
                    RegionProblem::new(&region, &program, costs, begin, end, deep)
                })
                .collect();
            let steps = left.min(budgets.certify_steps_per_instruction * u64::from(region.ops));
            let (certificate, spent) = prove(&region, &program, &cases, steps);
            left -= spent.min(left);
            certificates.push(certificate);
        }
        for (model, costs) in costs.iter().enumerate() {
            entries.leave(function, &trace, model, &program, costs, &order);
        }
    }
    certificates
}

/// Half of the budget is for orders of all kinds, the rest for those that lose nowhere.
fn prove(
    region: &Region,
    program: &Program,
    cases: &[RegionProblem<'_>],
    budget: u64,
) -> (Certificate, u64) {
    let (case, others) = (&cases[0], &cases[1..]);
    debug_assert!(case.relaxed.bound <= case.slots);
    let free = solve(region, program, case, None, budget / 2);
    let bound = match free.exhausted {
        true => free.slots,
        false => case.relaxed.bound,
    };
    let left = budget - free.steps.min(budget);
    let (unbeaten, spent) = match bound == case.slots {
        true => (true, 0),
        false => {
            let held = solve(region, program, case, Some(others), left);
            (held.exhausted && held.order.is_none(), held.steps)
        }
    };
    let clocks = |slots: u32| Cycles(u64::from(slots) * 4);
    let certificate = Certificate {
        block: region.block,
        begin: region.begin,
        instructions: region.ops,
        length: clocks(case.slots),
        bound: clocks(bound),
        best: clocks(free.slots),
        unbeaten,
    };
    (certificate, free.steps + spent)
}
