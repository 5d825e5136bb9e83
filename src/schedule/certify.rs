//! Certificates: how long each region takes, and what no order of it can beat.

use super::bound::Relaxed;
use super::exact::solve;
use super::region::Region;
use super::{Effort, Options, regions_of};
use crate::machine::{BlockId, Function};
use crate::target::Cycles;
use crate::timing::{Costs, Entries, HazardNeeds, Path, Program, State, steady};

/// Simulated instructions per instruction of a region, and for the whole of a function, that the
/// proof of a region that does not meet its bound may take.
fn budget(effort: Effort) -> (u64, u64) {
    match effort {
        Effort::Fast => (0, 0),
        Effort::Default => (100, 400_000),
        Effort::Max => (20_000, 40_000_000),
    }
}

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
    /// or for the sake of other latencies and more waves.
    pub best: Cycles,
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
    needs: &dyn HazardNeeds,
    options: &Options,
) -> Vec<Certificate> {
    let Some(model) = options.models.first() else {
        return Vec::new();
    };
    let mut unit_of = vec![u32::MAX; function.inst_count()];
    let mut entries = Entries::new(function, 1);
    let mut certificates = Vec::new();
    let (per_instruction, mut left) = budget(options.effort);
    for path in Path::all(function) {
        let program = Program::compile(function, &path.blocks, path.next, needs);
        let costs = program.costs(function, model);
        let order = program.order();
        let mut state = match program.is_loop {
            true => steady(&program, &costs, &order).1,
            false => State::new(&program, entries.of(function, &path, 0)),
        };
        let mut at = 0;
        for region in regions_of(function, &path, options.walls, &mut unit_of) {
            state.run(&program, &costs, &order[at..region.first_op as usize]);
            at = (region.first_op + region.ops) as usize;
            let begin = state.clone();
            state.run(&program, &costs, &order[region.first_op as usize..at]);
            if region.pinned || region.ops < 2 {
                continue;
            }
            let slots = state.wave.now - begin.wave.now;
            let steps = left.min(per_instruction * u64::from(region.ops));
            let (certificate, spent) = prove(&region, &program, &costs, &begin, slots, steps);
            left -= spent.min(left);
            certificates.push(certificate);
        }
        entries.leave(function, &path, 0, &program, &costs, &order);
    }
    certificates
}

fn prove(
    region: &Region,
    program: &Program,
    costs: &Costs,
    begin: &State,
    slots: u32,
    budget: u64,
) -> (Certificate, u64) {
    let relaxed = Relaxed::new(region, program, costs, Some(begin));
    debug_assert!(relaxed.bound <= slots);
    let solved = solve(region, program, costs, begin, &relaxed, slots, budget);
    let bound = match solved.exhausted {
        true => solved.slots,
        false => relaxed.bound,
    };
    let clocks = |slots: u32| Cycles(u64::from(slots) * 4);
    let certificate = Certificate {
        block: region.block,
        begin: region.begin,
        instructions: region.ops,
        length: clocks(slots),
        bound: clocks(bound),
        best: clocks(solved.slots),
    };
    (certificate, solved.steps)
}
