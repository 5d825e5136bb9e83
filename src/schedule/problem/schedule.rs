//! An order of a trace.

use super::{NodeId, Problem, Region};
use crate::machine::{Function, InstId};
use crate::timing::{OpId, Trace};

/// An order of a trace: of the nodes of each region, and of all instructions that issue.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::schedule) struct Schedule {
    /// By region.
    pub nodes: Vec<Vec<NodeId>>,
    /// The instructions that issue.
    pub ops: Vec<OpId>,
}

impl Schedule {
    /// The incoming order.
    pub fn incoming(problem: &Problem) -> Schedule {
        let regions = problem.regions.iter();
        Schedule {
            nodes: regions
                .map(|region| (0..region.nodes.len() as NodeId).collect())
                .collect(),
            ops: problem.program.order(),
        }
    }

    /// The instructions of a region in this order.
    pub fn insts(&self, at: usize, region: &Region) -> Vec<InstId> {
        let nodes = self.nodes[at].iter().map(|&n| &region.nodes[n as usize]);
        nodes
            .flat_map(|n| &region.insts[n.begin as usize..(n.begin + n.len) as usize])
            .copied()
            .collect()
    }

    /// Brings `ops` in line with a range of a region's nodes that changed; gives the positions of
    /// their instructions.
    pub fn expand_window(
        &mut self,
        at: usize,
        region: &Region,
        range: std::ops::Range<usize>,
    ) -> std::ops::Range<usize> {
        let nodes = &self.nodes[at];
        let count = |n: &NodeId| region.nodes[*n as usize].ops as usize;
        let before = nodes[..range.start].iter().map(count).sum::<usize>();
        let first = region.first_op.index() + before;
        let mut place = first;
        for &node in &nodes[range] {
            let node = &region.nodes[node as usize];
            for op in node.op_range() {
                self.ops[place] = op;
                place += 1;
            }
        }
        first..place
    }

    /// By how far nodes are not where they were, added up over all regions.
    pub fn distance(&self) -> u64 {
        let nodes = self
            .nodes
            .iter()
            .flat_map(|region| region.iter().enumerate());
        nodes
            .map(|(at, &node)| (at as u64).abs_diff(u64::from(node)))
            .sum()
    }

    /// Gives the blocks of the trace this order, whatever order they had. What is in no region stays
    /// where it is.
    pub fn apply(&self, function: &mut Function, trace: &Trace, regions: &[Region]) {
        for &block in &trace.blocks {
            let mut order = function.block(block).order.clone();
            let own = regions.iter().enumerate().filter(|(_, r)| r.block == block);
            for (at, region) in own {
                debug_assert!(region.allows(&self.nodes[at]));
                let insts = if region.allows(&self.nodes[at]) {
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
