//! One region to be solved exactly.

use crate::schedule::exact::lower_bound::HeadsTails;
use crate::schedule::exact::walk::Around;
use crate::schedule::problem::Region;
use crate::timing::{Costs, Program, SimState};

/// A region under one model, in its present order.
pub(super) struct RegionProblem<'a> {
    pub costs: &'a Costs,
    /// The state in which it begins.
    pub begin: &'a SimState,
    pub relaxed: HeadsTails,
    /// Slots from its beginning to the end of its last issue.
    pub slots: u32,
    /// `s_waitcnt` that the order needs.
    pub waits: u32,
    /// Wait states that the order needs.
    pub nops: u32,
}

impl<'a> RegionProblem<'a> {
    /// A region that begins in one state and ends in another. One of up to `most_bounded` nodes gets
    /// the better lower bound.
    pub fn new(
        region: &Region,
        program: &Program,
        costs: &'a Costs,
        begin: &'a SimState,
        end: &SimState,
        most_bounded: usize,
    ) -> RegionProblem<'a> {
        RegionProblem {
            costs,
            begin,
            relaxed: HeadsTails::new(region, program, costs, begin, most_bounded),
            slots: end.wave.now - begin.wave.now,
            waits: end.wave.waits - begin.wave.waits,
            nops: end.wave.nops - begin.wave.nops,
        }
    }

    /// The same under each model; the first of them gets the better lower bound.
    pub fn by_model(
        region: &Region,
        program: &Program,
        costs: &'a [Costs],
        around: &'a Around,
        most_bounded: usize,
    ) -> Vec<RegionProblem<'a>> {
        let states = around.before.iter().zip(&around.after);
        let limits = std::iter::once(most_bounded).chain(std::iter::repeat(0));
        let models = costs.iter().zip(states).zip(limits);
        models
            .map(|((costs, (begin, end)), most_bounded)| {
                RegionProblem::new(region, program, costs, begin, end, most_bounded)
            })
            .collect()
    }

    /// Whether the present order is as short as its lower bound.
    pub fn is_at_bound(&self) -> bool {
        self.slots <= self.relaxed.bound
    }
}
