//! What decides about another iteration of a loop.

use super::super::guards::Ways;
use super::super::rotation::control::{Bit, parts};
use super::{EXEC, Proof};
use crate::machine::{BlockId, InstId, Operand, Reg, RegFile, RegRange};

/// What decides about another iteration of a loop.
pub(super) enum Latch {
    /// A bit, and the value for which it follows.
    Bit(Bit, bool),
    /// The lanes that this instruction, the loop's last one, leaves in EXEC.
    Lanes {
        narrows: InstId,
        /// The lanes that leave.
        mask: RegRange,
    },
}

impl Proof<'_> {
    /// What the loop's last branch looks at, and where it leaves to.
    pub(super) fn latch(&self, path: &[BlockId]) -> Option<(Latch, BlockId)> {
        let (&header, &last) = (path.first()?, path.last()?);
        match Ways::of(self.original, last)? {
            Ways::Two(Bit::ExecIsZero, exit, clear) if clear == header && exit != header => {
                Some((self.lanes(last)?, exit))
            }
            Ways::Two(Bit::ExecIsZero, ..) => None,
            Ways::Two(bit, set, clear) if set == header && clear != header => {
                Some((Latch::Bit(bit, true), clear))
            }
            Ways::Two(bit, set, clear) if clear == header && set != header => {
                Some((Latch::Bit(bit, false), set))
            }
            _ => None,
        }
    }

    /// The last instruction of a block takes lanes from EXEC and does nothing else.
    fn lanes(&self, block: BlockId) -> Option<Latch> {
        let original = self.original;
        let narrows = *parts(original, block)?.0.last()?;
        let [to, of, mask, scc_too] = original.operands(narrows) else {
            return None;
        };
        let is = |o: &Operand, regs: &[Reg]| {
            o.reg()
                .is_some_and(|range| range.regs().eq(regs.iter().copied()))
        };
        let mask = mask.reg().filter(|range| {
            mask.is_use() && range.len() == 2 && range.regs().all(|reg| reg.file() == RegFile::Sgpr)
        })?;
        let takes = original.opcode(narrows).name == "S_ANDN2_B64"
            && to.is_def()
            && of.is_use()
            && scc_too.is_def()
            && is(to, &EXEC)
            && is(of, &EXEC)
            && is(scc_too, &[Reg::SCC]);
        takes.then_some(Latch::Lanes { narrows, mask })
    }
}
