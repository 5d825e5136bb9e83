//! Small changes to an order: a unit moves, and takes along what it must.

use crate::schedule::problem::{NodeId, Region};

/// Scratch space for moves: what must move along.
#[derive(Debug, Default)]
pub(crate) struct MoveOp {
    /// Marked in the move with this number.
    mark: Vec<u32>,
    round: u32,
    moving: Vec<NodeId>,
    staying: Vec<NodeId>,
    /// What stood in the range of the last move.
    old: Vec<NodeId>,
}

impl MoveOp {
    /// Moves the unit at `from` to `to` and, with it, the units between that it depends on (or
    /// that depend on it). Gives the range of positions that changed; `None` when nothing did.
    pub fn shift(
        &mut self,
        region: &Region,
        order: &mut [NodeId],
        from: usize,
        to: usize,
    ) -> Option<std::ops::Range<usize>> {
        self.round += 1;
        self.mark.resize(region.units.len().max(self.mark.len()), 0);
        self.moving.clear();
        self.staying.clear();
        let earlier = to < from;
        let range = from.min(to)..from.max(to) + 1;
        let take = |mover: &mut MoveOp, unit: NodeId| {
            mover.moving.push(unit);
            if earlier {
                for before in region.predecessors(unit) {
                    mover.mark[before as usize] = mover.round;
                }
            } else {
                for link in region.successors(unit) {
                    mover.mark[link.unit as usize] = mover.round;
                }
            }
        };
        take(self, order[from]);
        for step in 1..range.len() {
            let unit = order[if earlier { from - step } else { from + step }];
            if self.mark[unit as usize] == self.round {
                take(self, unit);
            } else {
                self.staying.push(unit);
            }
        }
        if self.staying.is_empty() {
            return None;
        }
        // Both lists run away from `from`.
        let window = &mut order[range.clone()];
        self.old.clear();
        self.old.extend_from_slice(window);
        if earlier {
            let new = self.moving.iter().rev().chain(self.staying.iter().rev());
            window.iter_mut().zip(new).for_each(|(at, &u)| *at = u);
        } else {
            let new = self.staying.iter().chain(&self.moving);
            window.iter_mut().zip(new).for_each(|(at, &u)| *at = u);
        }
        Some(range)
    }
    /// Takes the last move back, whose range is given.
    pub fn undo(&self, order: &mut [NodeId], range: std::ops::Range<usize>) {
        order[range].copy_from_slice(&self.old);
    }
}
