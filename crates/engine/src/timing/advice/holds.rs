//! What an instruction stands behind.

use crate::gpu::{OpTraits, Unit};
use crate::machine::{Function, InstFlags, InstId, RegRange};

/// What an instruction cannot pass, as far as the instructions themselves tell: addresses are not compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Holds {
    /// A barrier, a priority, inline assembly with effects, or a branch: nothing moves across it.
    Wall(InstId),
    /// It needs these registers, which the other writes.
    Value(InstId, RegRange),
    /// It overwrites these registers, which the other reads or writes.
    Reuse(InstId, RegRange),
    /// The other accesses the same memory, LDS or not, and one of the two stores.
    Memory(InstId),
    /// Nothing in the iteration.
    Nothing,
}

impl Holds {
    /// What keeps `inst` behind `other`, if anything does.
    pub(super) fn between(function: &Function, other: InstId, inst: InstId) -> Option<Holds> {
        if is_wall(function, other) {
            return Some(Holds::Wall(other));
        }
        let own = |wanted: bool| {
            let operands = function.operands(inst).iter();
            operands.filter_map(move |o| o.reg().filter(|_| o.is_def() == wanted))
        };
        for operand in function.operands(other) {
            let Some(range) = operand.reg() else { continue };
            let overlaps = |of: &RegRange| of.overlaps(range);
            if operand.is_def()
                && let Some(read) = own(false).find(overlaps)
            {
                return Some(Holds::Value(other, read));
            }
            if let Some(written) = own(true).find(overlaps) {
                return Some(Holds::Reuse(other, written));
            }
        }
        share_memory(function, other, inst).then_some(Holds::Memory(other))
    }

    /// The instruction that holds it.
    pub fn inst(self) -> Option<InstId> {
        match self {
            Holds::Wall(inst)
            | Holds::Value(inst, _)
            | Holds::Reuse(inst, _)
            | Holds::Memory(inst) => Some(inst),
            Holds::Nothing => None,
        }
    }
}

fn is_wall(function: &Function, inst: InstId) -> bool {
    let flags = function.flags(inst);
    let boundary = flags.has(InstFlags::BOUNDARY) || flags.has(InstFlags::TERMINATOR);
    let asm = flags.has(InstFlags::INLINE_ASM) && flags.has(InstFlags::SIDE_EFFECTS);
    let unit = function.info(inst).unit;
    // Waits and nops are placed where they are needed.
    let is_filler = matches!(unit, Unit::Wait | Unit::Nop);
    !is_filler && (boundary || asm || matches!(unit, Unit::Barrier | Unit::Control | Unit::State))
}

/// Which memory an instruction accesses: LDS, other memory; and whether it stores.
fn access(function: &Function, inst: InstId) -> Option<(bool, bool, bool)> {
    let info = function.info(inst);
    let dma = info.has(OpTraits::LDS_DMA);
    let stores = function.flags(inst).has(InstFlags::MAY_STORE) || dma;
    match info.unit {
        Unit::Lds => Some((true, false, stores)),
        Unit::Vmem(_) => Some((dma, true, stores)),
        Unit::Smem => Some((false, true, stores)),
        _ => None,
    }
}

fn share_memory(function: &Function, one: InstId, other: InstId) -> bool {
    let (Some(one), Some(other)) = (access(function, one), access(function, other)) else {
        return false;
    };
    (one.2 || other.2) && (one.0 && other.0 || one.1 && other.1)
}
