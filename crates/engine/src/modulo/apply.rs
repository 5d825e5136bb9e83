//! A plan, made.

use super::Plan;
use crate::machine::{BlockId, Edge, Function};
use crate::transform::relink::{Relink, is_reuse, relink};
use crate::transform::rotate::{self, LoopShape};

impl Plan {
    /// Gives a loop the plan's registers, and the order of its two parts. The program stays the same.
    pub fn arrange(&self, function: &mut Function, shape: &LoopShape) {
        for &(inst, operand, range) in &self.registers {
            function.set_register(inst, operand as usize, range);
        }
        rotate::arrange(function, shape, &self.cut);
        relink(function, &[shape.block], Relink::Reuse);
    }

    /// Gives the block of the rotated loop the plan's order, as far as its dependences allow: what the rotated function
    /// requires beyond the plan's dependences comes first.
    pub fn order(&self, function: &mut Function, block: BlockId) {
        let holds = |edge: &Edge| !is_reuse(function, edge);
        let order = rotate::nearest(function, block, &self.order, holds);
        function.set_order(block, order);
        relink(function, &[block], Relink::Reuse);
    }
}
