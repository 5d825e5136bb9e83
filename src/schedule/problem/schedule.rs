//! An order of a trace.

use super::{NodeId, Problem, Region, RegionId};
use crate::machine::index::TypedVec;
use crate::machine::{Function, InstId};
use crate::timing::{OpId, Trace};

/// An order of a trace: of the nodes of each region, and of all instructions that issue.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::schedule) struct Schedule {
    /// The nodes of each region, in order.
    pub nodes: TypedVec<RegionId, Vec<NodeId>>,
    /// The instructions that issue.
    pub ops: Vec<OpId>,
}

impl Schedule {
    /// The incoming order.
    pub fn incoming(problem: &Problem) -> Schedule {
        let regions = problem.regions.iter();
        Schedule {
            nodes: regions
                .map(|region| region.nodes.indices().collect())
                .collect(),
            ops: problem.program.order(),
        }
    }

    /// The instructions of a region in this order.
    pub fn insts(&self, at: RegionId, region: &Region) -> Vec<InstId> {
        let nodes = self.nodes[at].iter();
        nodes
            .flat_map(|&node| region.insts_of(node))
            .copied()
            .collect()
    }

    /// Brings `ops` in line with a range of a region's nodes that changed; gives the positions of
    /// their instructions.
    pub fn expand_window(
        &mut self,
        at: RegionId,
        region: &Region,
        range: std::ops::Range<usize>,
    ) -> std::ops::Range<usize> {
        let nodes = &self.nodes[at];
        let count = |n: &NodeId| region.nodes[*n].ops as usize;
        let before = nodes[..range.start].iter().map(count).sum::<usize>();
        let first = region.first_op.index() + before;
        let mut place = first;
        for &node in &nodes[range] {
            for op in region.nodes[node].op_range() {
                self.ops[place] = op;
                place += 1;
            }
        }
        first..place
    }

    /// How far nodes are from where they were, added up over all regions.
    pub fn distance(&self) -> u64 {
        let nodes = self
            .nodes
            .iter()
            .flat_map(|region| region.iter().enumerate());
        nodes
            .map(|(at, &node)| at.abs_diff(node.index()) as u64)
            .sum()
    }

    /// Gives the blocks of the trace this order, whatever order they had. What is in no region stays
    /// where it is.
    pub fn apply(
        &self,
        function: &mut Function,
        trace: &Trace,
        regions: &TypedVec<RegionId, Region>,
    ) {
        for &block in &trace.blocks {
            let mut order = function.block(block).order.clone();
            let own = regions.iter_enumerated().filter(|(_, r)| r.block == block);
            for (at, region) in own {
                let is_allowed = region.allows(&self.nodes[at]);
                debug_assert!(is_allowed);
                let insts = if is_allowed {
                    self.insts(at, region)
                } else {
                    region.insts.clone()
                };
                order[region.begin..region.begin + insts.len()].copy_from_slice(&insts);
            }
            function.set_order(block, order);
        }
    }
}
