//! May each operand name the register that it names now?
//!
//! A local check of every operand that names another register than in the original, without a look at
//! how the new register was chosen; that values still flow as they did is what [`super::order`] and
//! [`super::same_values`] prove.
//!
//! * Only vector registers change, and not those of instructions that must keep theirs (a table in
//!   `check/lanes.rs`).
//! * The operand's class admits the new register. Implicit operands stay the same part of the explicit
//!   operand that they belong to.
//! * Operands of one instruction do not overlap where they did not: early clobbers, tied operands and
//!   accumulators stay what they are.
//! * Registers that LLVM keeps for itself, or that callers find unchanged, are left alone.
//! * Who writes all lanes, active or not, does so only where no lane can have left that still needs
//!   the register.
//! * As many waves fit on a SIMD as before.

mod overlap;
mod waves;

use super::changes::{Change, Changes};
use super::dataflow::{Direction, everywhere};
use super::lanes::{begins_indexing, is_fixed, writes_all_lanes};
use super::liveness::writes_exec;
use super::violation::{Refused, Violation};
use crate::machine::{
    BlockId, Function, InstFlags, InstId, OperandClass, RegFile, RegRange, RegSet,
};
pub(super) use waves::as_many as as_many_waves;

/// Proves that every operand may name the register that it names now.
///
/// # Errors
/// The first operand that may not, or fewer waves than before.
pub fn renaming(function: &Function, original: &Function) -> Result<(), Violation> {
    let changes = Changes::of(function, original)?;
    if changes.is_empty() {
        return Ok(());
    }
    let facts = Facts::of(original);
    for block in original.block_ids() {
        let changed = changes.of_block(block);
        if changed.is_empty() {
            continue;
        }
        let order = &original.block(block).order;
        let indexed = order.iter().any(|&inst| begins_indexing(original, inst));
        for of_inst in changed.chunk_by(|a, b| a.inst == b.inst) {
            let place = Place {
                original,
                function,
                facts: &facts,
                block,
                inst: of_inst[0].inst,
            };
            if indexed || is_fixed(original, place.inst) {
                return Err(place.refused(&of_inst[0], Refused::Instruction));
            }
            for change in of_inst {
                place.operand(change, of_inst)?;
            }
            if let Some(operand) = overlap::differs(original, function, place.inst) {
                let change = of_inst.iter().find(|change| change.operand == operand);
                return Err(place.refused(change.unwrap_or(&of_inst[0]), Refused::Overlap));
            }
        }
    }
    waves::as_many(function, original)
}

/// What the original's operands say of its registers and its control flow.
struct Facts {
    /// Named by some operand.
    named: RegSet,
    /// Written by some operand.
    written: RegSet,
    /// By block: EXEC may have been written on the way to one of its instructions.
    after_exec: Vec<bool>,
}

impl Facts {
    fn of(original: &Function) -> Facts {
        let mut facts = Facts {
            named: RegSet::default(),
            written: RegSet::default(),
            after_exec: Vec::new(),
        };
        let mut writes = vec![false; original.blocks().len()];
        for block in original.block_ids() {
            for &inst in &original.block(block).order {
                for operand in original.operands(inst) {
                    let Some(range) = operand.reg() else { continue };
                    facts.named.insert_range(range);
                    if operand.is_def() {
                        facts.written.insert_range(range);
                    }
                }
                writes[block.index()] |= writes_exec(original, inst);
            }
        }
        let writes = |block: BlockId| writes[block.index()];
        facts.after_exec = everywhere(original, Direction::Forward, writes, |_, after| after);
        facts
    }
}

/// An instruction with renamed operands.
struct Place<'c> {
    original: &'c Function,
    function: &'c Function,
    facts: &'c Facts,
    block: BlockId,
    inst: InstId,
}

impl Place<'_> {
    fn refused(&self, change: &Change, why: Refused) -> Violation {
        Violation::Register {
            block: self.block,
            inst: self.inst,
            old: change.old,
            new: change.new,
            why,
        }
    }

    /// One operand, with all changes of its instruction.
    fn operand(&self, change: &Change, of_inst: &[Change]) -> Result<(), Violation> {
        match self.reason(change, of_inst) {
            Some(why) => Err(self.refused(change, why)),
            None => Ok(()),
        }
    }

    fn reason(&self, change: &Change, of_inst: &[Change]) -> Option<Refused> {
        let (original, facts) = (self.original, self.facts);
        let reserved = &original.reserved;
        if reserved.touches(change.old) || reserved.touches(change.new) {
            return Some(Refused::Reserved);
        }
        if original.callee_saved.touches(change.new) {
            return Some(Refused::CalleeSaved);
        }
        let operand = &original.operands(self.inst)[change.operand];
        let meta = original.flags(self.inst).has(InstFlags::META);
        if operand.is_explicit() {
            if !meta && !admits(self.function, self.inst, change) {
                return Some(Refused::Class);
            }
        } else if !meta && !belongs(original, self.inst, change, of_inst) {
            return Some(Refused::Implicit);
        }
        let kernel = original.resources.is_entry;
        if !kernel && !change.new.regs().all(|reg| facts.written.contains(reg)) {
            return Some(Refused::Caller);
        }
        // A caller's lanes may have left a loop as well.
        let may_have_left =
            !kernel || facts.after_exec[self.block.index()] && facts.named.touches(change.new);
        if operand.is_def() && !meta && may_have_left && writes_all_lanes(original, self.inst) {
            return Some(Refused::InactiveLanes);
        }
        None
    }
}

/// Whether the class of an explicit operand admits its new register.
fn admits(function: &Function, inst: InstId, change: &Change) -> bool {
    let Some(class) = function.opcode(inst).classes.get(change.operand) else {
        return false;
    };
    let file = match change.new.first().file() {
        RegFile::Vgpr => OperandClass::VGPR,
        RegFile::Agpr => OperandClass::AGPR,
        _ => return false,
    };
    let even = change.new.len() < 2 || change.new.first().number().is_multiple_of(2);
    class.has(file) && (even || !class.has(OperandClass::EVEN))
}

/// Whether an implicit operand moved as far as an explicit one of the same instruction that it
/// overlaps.
fn belongs(original: &Function, inst: InstId, change: &Change, of_inst: &[Change]) -> bool {
    let shift = |change: &Change| distance(change.old, change.new);
    of_inst.iter().any(|other| {
        original.operands(inst)[other.operand].is_explicit()
            && other.old.overlaps(change.old)
            && shift(other) == shift(change)
    })
}

/// How many slots lie between the beginnings of two tuples.
fn distance(from: RegRange, to: RegRange) -> isize {
    to.first().index() as isize - from.first().index() as isize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::narrowed;

    #[test]
    fn whatever_follows_a_write_of_exec_is_behind_it() {
        let facts = Facts::of(&narrowed());
        assert_eq!(facts.after_exec, [false, true, true, true, false]);
    }
}
