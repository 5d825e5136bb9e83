//! What was done to a function: plain data.

use super::stats::SearchStats;
use crate::machine::BlockId;
use crate::timing::{ModelTiming, Robustness, Trace};
use crate::transform::rename::BlockWebs;

/// The outcome for a region.
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

/// A region and its outcome.
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
    /// Its outcome.
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
    /// Costs of its present order, by model.
    pub after: Vec<ModelTiming>,
    /// Costs of the order found without renaming, where registers were renamed for a better one.
    pub order_alone: Option<Vec<ModelTiming>>,
    /// What became of the values of its blocks when registers were renamed; empty where that was not tried.
    pub renamed: Vec<BlockWebs>,
    /// Its regions, in order.
    pub regions: Vec<RegionReport>,
    /// How its new order fares under perturbed parameter sets, once that is known.
    pub robustness: Option<Robustness>,
    /// What the search did.
    pub search: SearchStats,
    /// Why the profitability check reverted orders that it had, in words, in that order.
    pub reverted: Vec<&'static str>,
}

impl TraceReport {
    /// Whether any of its instructions is at another position than before.
    pub fn is_moved(&self) -> bool {
        self.regions.iter().any(|region| region.moved > 0)
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
        let regions = self.traces.iter().flat_map(|trace| &trace.regions);
        regions
            .filter(|region| region.decision == Decision::Reordered)
            .count()
    }
}
