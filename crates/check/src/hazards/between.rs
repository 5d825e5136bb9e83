//! What an instruction does to a path that passes it.

use super::second::Second;
use super::{Checker, CodePoint, LONGEST_NOP, acts, scalar_bit, via_bit};
use crate::gpu::{MatrixKind, OpTraits, Passes};
use crate::machine::{Function, InstId, Operand, RegRange, Role};
use crate::rules::{Producer, Via};

/// An instruction between the two of a pair, read once for all paths.
pub(super) struct Between {
    /// Wait states that it is, and where every `s_nop` is taken at its word.
    worth: u32,
    worth_at_its_word: u32,
    /// The run of memory instructions that it belongs to.
    run: Option<Producer>,
    /// What rules require in between.
    via: u8,
    /// What a matrix instruction writes.
    result: Option<RegRange>,
    /// Scalar registers that the scalar ALU is sure to write, by their number.
    scalars: u128,
}

impl Between {
    pub(super) fn of(function: &Function, inst: InstId) -> Between {
        let info = function.info(inst);
        let is_move = info.has(OpTraits::ACC_READ) || info.has(OpTraits::ACC_WRITE);
        let mut via = if is_move { via_bit(Via::AccMove) } else { 0 };
        let mut result = None;
        if let Some(matrix) = info.matrix {
            if matrix.kind == MatrixKind::Dgemm {
                via |= via_bit(Via::Dgemm);
            }
            match matrix.passes {
                Passes(8) => via |= via_bit(Via::EightPasses),
                Passes(16) => via |= via_bit(Via::SixteenPasses),
                _ => {}
            }
            result = function.operand(inst, Role::Dst).and_then(Operand::reg);
        }
        let replaced = acts::scalars_replaced(function, inst).flat_map(RegRange::regs);
        Between {
            worth: acts::worth(function, inst),
            worth_at_its_word: acts::worth_with_nops(function, inst, LONGEST_NOP),
            run: acts::run_of(function, inst).map(|(first, _)| first),
            via,
            result,
            scalars: replaced.fold(0, |all, reg| all | scalar_bit(reg)),
        }
    }
}

impl Checker<'_> {
    /// Extends a path backwards over an instruction.
    pub(super) fn pass(&self, case: &Second, inst: InstId, place: &mut CodePoint) {
        let between = &self.between[inst.index()];
        let worth = match self.instead {
            Some((nop, worth)) if nop == inst => worth,
            _ if self.long_nops => between.worth_at_its_word,
            _ => between.worth,
        };
        let issued = self.measure.gap(inst, &place.ahead) + u32::from(worth > 0);
        place.distance = (place.distance + worth).max(issued).min(case.window);
        self.measure.note(inst, place.distance, &mut place.ahead);
        if self.follows_scalars {
            place.replaced |= between.scalars & case.scalars;
        }
        if worth > 0 && (between.run.is_none() || between.run != case.run) {
            place.in_run = false;
        }
        place.via |= between.via;
        if let Some(result) = between.result {
            place.overwritten.add_those_in(result, &case.slots);
        }
    }
}
