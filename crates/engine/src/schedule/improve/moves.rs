//! Moves: a node changes its position, and takes along the nodes that must stay before (or after) it.

use std::ops::Range;

use crate::machine::index::TypedVec;
use crate::schedule::problem::{NodeId, Region};

/// Makes moves and undoes them; keeps its scratch space from move to move.
#[derive(Debug, Default)]
pub(super) struct MoveOp {
    /// The last move in which each node had to move along.
    required_in: TypedVec<NodeId, u32>,
    /// The number of this move.
    number: u32,
    moving: Vec<NodeId>,
    staying: Vec<NodeId>,
    /// The nodes in the range of the last move, as they were before it.
    old: Vec<NodeId>,
}

impl MoveOp {
    /// Moves the node at `from` to `to` and, with it, the nodes in between that it depends on (or that
    /// depend on it). Returns the range of positions that changed; `None` when nothing did.
    pub fn shift(
        &mut self,
        region: &Region,
        order: &mut [NodeId],
        from: usize,
        to: usize,
    ) -> Option<Range<usize>> {
        self.number += 1;
        let nodes = region.nodes.len().max(self.required_in.len());
        self.required_in.resize(nodes, 0);
        self.moving.clear();
        self.staying.clear();
        let earlier = to < from;
        let range = from.min(to)..from.max(to) + 1;
        self.take(region, order[from], earlier);
        for step in 1..range.len() {
            let node = order[if earlier { from - step } else { from + step }];
            if self.required_in[node] == self.number {
                self.take(region, node, earlier);
            } else {
                self.staying.push(node);
            }
        }
        if self.staying.is_empty() {
            return None;
        }
        // Both lists lead away from `from`.
        let window = &mut order[range.clone()];
        self.old.clear();
        self.old.extend_from_slice(window);
        if earlier {
            let new = self.moving.iter().rev().chain(self.staying.iter().rev());
            window
                .iter_mut()
                .zip(new)
                .for_each(|(at, &node)| *at = node);
        } else {
            let new = self.staying.iter().chain(&self.moving);
            window
                .iter_mut()
                .zip(new)
                .for_each(|(at, &node)| *at = node);
        }
        Some(range)
    }

    /// Moves a node along; what it depends on (or what depends on it) then has to move too.
    fn take(&mut self, region: &Region, node: NodeId, earlier: bool) {
        self.moving.push(node);
        if earlier {
            for before in region.predecessors(node) {
                self.required_in[before] = self.number;
            }
        } else {
            for dep in region.successors(node) {
                self.required_in[dep.to] = self.number;
            }
        }
    }

    /// Undoes the last move, whose range is given.
    pub fn undo(&self, order: &mut [NodeId], range: Range<usize>) {
        order[range].copy_from_slice(&self.old);
    }
}
