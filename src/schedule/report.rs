//! What was done to a function.

use std::cell::OnceCell;

use super::candidates::{Found, RunnersUp};
use super::options::Effort;
use super::problem::Problem;
use super::{block_orders, find, report_regions};
use crate::machine::{BlockId, Function, InstId};
use crate::timing::{Model, ModelTiming, Robustness, State, Trace};

/// What became of a region.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// It has a new order.
    Reordered,
    /// The incoming order stayed.
    Kept(Reason),
}

/// Why an incoming order stayed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The region holds a `sched_group_barrier` or `iglp_opt`, whose order it already has.
    Directive,
    /// No order tried is faster for one wave under the first model.
    NoneFaster,
    /// Faster orders were found, but each is slower under another model or at the kernel's own
    /// number of waves, or the function would need more waits or wait states.
    SlowerElsewhere,
    /// The trace was reordered, but not in this region.
    Unmoved,
}

/// A region and what became of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RegionReport {
    /// The block.
    pub block: BlockId,
    /// First position in the block's order.
    pub begin: usize,
    /// Number of instructions, bundle headers and meta instructions included.
    pub instructions: usize,
    /// How many of them are at another position than before.
    pub moved: usize,
    /// What became of it.
    pub decision: Decision,
}

/// A trace (an innermost loop, or a block outside them) and what it costs.
#[derive(Clone, Debug)]
pub struct TraceReport {
    /// The trace.
    pub trace: Trace,
    /// How often it runs for one run of the function.
    pub frequency: f64,
    /// Costs of the incoming order, by model.
    pub before: Vec<ModelTiming>,
    /// Costs of the order it now has, by model.
    pub after: Vec<ModelTiming>,
    /// Its regions, in order.
    pub regions: Vec<RegionReport>,
    /// How its new order fares under perturbed parameter sets, once that was looked at.
    pub robustness: Option<Robustness>,
    /// Other orders that are faster than the incoming one.
    pub(super) others: RunnersUp,
    pub(super) problem: Problem,
}

/// An order of a trace, to come back to.
pub struct Kept {
    orders: Vec<Vec<InstId>>,
    after: Vec<ModelTiming>,
    regions: Vec<RegionReport>,
}

impl TraceReport {
    /// The order it has now.
    pub fn keep(&self, function: &Function) -> Kept {
        let blocks = self.trace.blocks.iter();
        Kept {
            orders: blocks.map(|&b| function.block(b).order.clone()).collect(),
            after: self.after.clone(),
            regions: self.regions.clone(),
        }
    }

    /// Gives it back an order that it had.
    pub fn restore(&mut self, function: &mut Function, kept: Kept) {
        for (&block, order) in self.trace.blocks.iter().zip(kept.orders) {
            function.set_order(block, order);
        }
        (self.after, self.regions) = (kept.after, kept.regions);
        self.robustness = None;
    }

    fn adopt(&mut self, function: &mut Function, original: &[Vec<InstId>], found: Found) {
        let blocks = self.trace.blocks.iter();
        let orders = blocks.map(|b| original[b.index()].clone()).collect();
        let regions = &self.problem.regions;
        let orders = block_orders(orders, &self.trace, regions, &found.order);
        for (&block, order) in self.trace.blocks.iter().zip(orders) {
            function.set_order(block, order);
        }
        self.regions = report_regions(regions, &found.order, None);
        self.after = found.timings;
    }

    /// Searches a loop again, for an order that loses under none of these parameter sets either;
    /// gives it that order and forgets all others. Whether there is one.
    pub fn search_again(
        &mut self,
        function: &mut Function,
        original: &[Vec<InstId>],
        models: &[Model],
        effort: Effort,
    ) -> bool {
        if !self.trace.is_loop() {
            return false;
        }
        let mut problem = self.problem.clone();
        for model in models {
            let costs = problem.program.costs(function, model);
            problem.costs.push(costs);
            problem.starts.push(State::new(&problem.program, None));
            problem.incoming_at_occupancy.push(OnceCell::new());
        }
        let before = problem.begin();
        let Ok(found) = find(&problem, &before, effort) else {
            return false;
        };
        self.before.extend_from_slice(&before[self.before.len()..]);
        (self.problem, self.others) = (problem, found.others);
        self.robustness = None;
        self.adopt(function, original, found.best);
        true
    }

    /// Gives the trace the next best order: in the end, its incoming one.
    pub fn take_back(&mut self, function: &mut Function, original: &[Vec<InstId>]) {
        self.robustness = None;
        if let Some(found) = self.others.next(&self.problem, &self.before) {
            self.adopt(function, original, found);
            return;
        }
        for &block in &self.trace.blocks {
            function.set_order(block, original[block.index()].clone());
        }
        self.after.clone_from(&self.before);
        for region in &mut self.regions {
            region.moved = 0;
            if region.decision == Decision::Reordered {
                region.decision = Decision::Kept(Reason::SlowerElsewhere);
            }
        }
    }
}

/// What was done to a function.
#[derive(Clone, Debug)]
pub struct Report {
    /// Waves per SIMD that were assumed.
    pub waves: u32,
    /// All traces, in layout order.
    pub traces: Vec<TraceReport>,
}

impl Report {
    /// Number of regions with a new order.
    pub fn reordered(&self) -> usize {
        let regions = self.traces.iter().flat_map(|p| &p.regions);
        regions
            .filter(|r| r.decision == Decision::Reordered)
            .count()
    }
}
