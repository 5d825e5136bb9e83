//! 64-bit shifts that read past the wave's registers.
//!
//! Such a shift reads its amount as a pair. When the amount is in the last register of an
//! allocation block (of eight), and the wave has no block after it, the hardware misreads it. No
//! number of wait states repairs that: the amount must be in another register. LLVM 22 rewrites the
//! instruction on gfx90a, later ones on all of gfx9 (llvm-project #183839).

use crate::gpu::Gpu;
use crate::machine::{Function, InstFlags, InstId, Operand, Reg, RegFile, Role};

const SHIFTS: [&str; 3] = [
    "V_LSHLREV_B64_e64",
    "V_LSHRREV_B64_e64",
    "V_ASHRREV_I64_e64",
];
/// Registers are allocated in blocks of this many (LLVM, SIRegisterInfo).
const BLOCK: u16 = 8;

/// How a shift can be made to take its amount from another register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShiftRepair {
    /// LLVM 22's hazard recogniser rewrites it.
    Llvm,
    /// A copy of the amount into the low half of the result, which the shift overwrites.
    Copy,
    /// None: the result is also what is shifted, and no other register is known to be free; or it is in
    /// inline assembly.
    None,
}

/// A shift whose amount is in the last register that the function names, at the end of an
/// allocation block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BlockEndShift {
    /// The shift.
    pub inst: InstId,
    /// The register of the amount.
    pub amount: Reg,
    /// What can be done.
    pub repair: ShiftRepair,
}

/// All such shifts, in program order.
pub fn block_end_shifts(f: &Function) -> Vec<BlockEndShift> {
    let insts = || f.blocks().iter().flat_map(|b| b.order.iter().copied());
    let named = |reg| {
        let regs = |id| f.operands(id).iter().filter_map(Operand::reg);
        insts().any(|id| regs(id).any(|range| range.contains(reg)))
    };
    let faulty = |inst: InstId| {
        let amount = f.operand(inst, Role::Src0)?.reg()?.first();
        let ends = amount.file() == RegFile::Vgpr && amount.number() % BLOCK == BLOCK - 1;
        let shift = SHIFTS.contains(&f.opcode(inst).name.as_str());
        let next = Reg::vgpr(amount.number() + 1);
        (shift && ends && !next.is_some_and(named)).then(|| BlockEndShift {
            inst,
            amount,
            repair: repair(f, inst),
        })
    };
    insts().filter_map(faulty).collect()
}

fn repair(f: &Function, inst: InstId) -> ShiftRepair {
    if f.flags(inst).has(InstFlags::IN_ASM) {
        return ShiftRepair::None;
    }
    if f.gpu == Gpu::Gfx90a {
        return ShiftRepair::Llvm;
    }
    let reg = |role| f.operand(inst, role).and_then(Operand::reg);
    let bundled = f.flags(inst).has(InstFlags::IN_BUNDLE);
    let in_place = match (reg(Role::Dst), reg(Role::Src1)) {
        (Some(result), Some(shifted)) => result.overlaps(shifted),
        (result, _) => result.is_none(),
    };
    if bundled || in_place {
        ShiftRepair::None
    } else {
        ShiftRepair::Copy
    }
}
