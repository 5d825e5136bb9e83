//! An order of a trace.

use super::{NodeId, Region, RegionId};
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::BlockId;
    use crate::schedule::tests::{function, problem_of, reordered};
    use crate::timing::Model;

    /// Two regions with a wall between them.
    const BLOCK: &str = "block 0 frequency=1 depth=0
  V_ADD_F32_e32 def v10, v2, v3
  V_ADD_F32_e32 def v11, v2, v3
  V_ADD_F32_e32 def v12, v2, v3
  S_BARRIER | boundary
  V_ADD_F32_e32 def v13, v2, v3
  V_ADD_F32_e32 def v14, v2, v3
  S_ENDPGM #0 | return term noreturn boundary
";

    fn order(function: &Function) -> Vec<u32> {
        let order = function.block(BlockId(0)).order.iter();
        order.map(|inst| inst.0).collect()
    }

    #[test]
    fn an_applied_schedule_orders_its_regions_and_nothing_else() {
        let mut f = function("gfx942", BLOCK);
        let problem = problem_of(&f, &Model::built_in(f.gpu));
        let trace = Trace::all(&f).remove(0);
        let schedule = reordered(&problem, &[2, 0, 1]);
        schedule.apply(&mut f, &trace, &problem.regions);
        assert_eq!(order(&f), [2, 0, 1, 3, 4, 5, 6]);
        // The order that the blocks had does not matter.
        schedule.apply(&mut f, &trace, &problem.regions);
        assert_eq!(order(&f), [2, 0, 1, 3, 4, 5, 6]);
        let incoming = problem.incoming_schedule();
        incoming.apply(&mut f, &trace, &problem.regions);
        assert_eq!(order(&f), [0, 1, 2, 3, 4, 5, 6]);
    }

    #[test]
    fn a_window_of_nodes_names_the_positions_of_its_instructions() {
        let f = function("gfx942", BLOCK);
        let problem = problem_of(&f, &Model::built_in(f.gpu));
        let second = RegionId::new(1);
        let region = &problem.regions[second];
        let mut schedule = reordered(&problem, &[2, 0, 1]);
        schedule.nodes[second].reverse();
        assert_eq!(schedule.expand_window(second, region, 1..2), 5..6);
        assert_eq!(schedule.expand_window(second, region, 0..2), 4..6);
        let ops: Vec<usize> = schedule.ops.iter().map(|op| op.index()).collect();
        assert_eq!(ops, [2, 0, 1, 3, 5, 4, 6]);
        assert_eq!(schedule.distance(), 4 + 2);
    }
}
