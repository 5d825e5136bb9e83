//! Which operands name other registers than in the original.

use super::Violation;
use crate::machine::{BlockId, Function, InstId, RegRange, RegSet};

/// An operand that names another register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Change {
    pub(super) block: BlockId,
    pub(super) inst: InstId,
    pub(super) operand: usize,
    pub(super) old: RegRange,
    pub(super) new: RegRange,
}

/// Every operand that names another register, block by block in the original's order.
#[derive(Default)]
pub(super) struct Changes {
    all: Vec<Change>,
    /// By block, the end of its part of `all`; empty when nothing changed.
    ends: Vec<usize>,
}

impl Changes {
    /// Compares every instruction of the original with what it is now.
    ///
    /// # Errors
    /// The first instruction that differs by more than vector registers of the same width.
    pub(super) fn of(function: &Function, original: &Function) -> Result<Changes, Violation> {
        let mut changes = Changes::default();
        for block in original.block_ids() {
            for &inst in &original.block(block).order {
                let (was, is) = (original.operands(inst), function.operands(inst));
                let opcode = |f: &Function| f.inst(inst).opcode;
                if was == is && opcode(original) == opcode(function) {
                    continue;
                }
                if was.len() != is.len() || opcode(original) != opcode(function) {
                    return Err(Violation::Operand { block, inst });
                }
                for (operand, (was, is)) in was.iter().zip(is).enumerate() {
                    if was == is {
                        continue;
                    }
                    let (Some(old), Some(new)) = (was.reg(), is.reg()) else {
                        return Err(Violation::Operand { block, inst });
                    };
                    let vector = old.first().is_vector() && new.first().is_vector();
                    let marks = was.flags == is.flags && was.role == is.role;
                    if !vector || !marks || old.len() != new.len() {
                        return Err(Violation::Operand { block, inst });
                    }
                    changes.all.push(Change {
                        block,
                        inst,
                        operand,
                        old,
                        new,
                    });
                }
            }
            changes.ends.push(changes.all.len());
        }
        if changes.all.is_empty() {
            changes.ends.clear();
        }
        Ok(changes)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Those of a block.
    pub(super) fn of_block(&self, block: BlockId) -> &[Change] {
        let end = self.ends.get(block.index()).copied().unwrap_or(0);
        let before = block.index().checked_sub(1);
        let begin = before.and_then(|at| self.ends.get(at)).copied();
        &self.all[begin.unwrap_or(0).min(end)..end]
    }

    /// The slots of a block that its changed operands named or name.
    pub(super) fn slots(&self, block: BlockId) -> RegSet {
        let mut slots = RegSet::default();
        for change in self.of_block(block) {
            slots.insert_range(change.old);
            slots.insert_range(change.new);
        }
        slots
    }
}
