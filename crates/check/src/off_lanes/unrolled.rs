//! Some iterations of a loop whose iterations overlap, as one block without branches, beside as many of the original.

use std::collections::HashMap;

use super::super::overlapped::{Overlapped, Part};
use super::lane_insts;
use crate::machine::{BlockId, Function, InstId};

/// Both functions with some iterations of a loop in its block, which leaves the loop then. Instructions have the same
/// numbers in both.
pub(super) struct Unrolled {
    pub(super) function: Function,
    pub(super) original: Function,
}

/// Of the loop of a block; `None` when its parts are not there.
pub(super) fn of(
    function: &Function,
    original: &Function,
    overlapped: &Overlapped,
    block: BlockId,
    iterations: usize,
) -> Option<Unrolled> {
    let part = |wanted: Part| {
        let mut all = function.block_ids();
        all.find(|&it| overlapped.home(it) == block && overlapped.part(it) == Some(wanted))
    };
    let (guard, tail) = (part(Part::Guard)?, part(Part::Tail)?);
    let insts = lane_insts(original, block);
    let mut was = original.clone();
    let mut copies: HashMap<(InstId, usize), InstId> = HashMap::new();
    let mut order = Vec::new();
    for iteration in 0..iterations {
        for &inst in &insts {
            let copy = was.add_copy(inst);
            copies.insert((inst, iteration), copy);
            order.push(copy);
        }
    }
    let mut is = was.clone();
    was.set_order(block, order);
    // What control finds behind the loop is needed, and nothing of another iteration.
    let leaves = original.block(block).successors.iter().copied();
    was.set_successors(block, leaves.filter(|&to| to != block).collect());
    let mut order = Vec::new();
    let mut place = |from: BlockId, ahead: Option<usize>, behind: Option<usize>| {
        for inst in lane_insts(function, from) {
            let of = overlapped.original(inst);
            let iteration = match overlapped.is_ahead(of) {
                true => ahead?,
                false => behind?,
            };
            let copy = *copies.get(&(of, iteration))?;
            for (at, operand) in function.operands(inst).iter().enumerate() {
                if let Some(register) = operand.reg() {
                    is.set_register(copy, at, register);
                }
            }
            order.push(copy);
        }
        Some(())
    };
    place(guard, Some(0), None)?;
    for iteration in 1..iterations {
        place(block, Some(iteration), Some(iteration - 1))?;
    }
    place(tail, None, iterations.checked_sub(1))?;
    is.set_order(block, order);
    Some(Unrolled {
        function: is,
        original: was,
    })
}
