//! What LLVM's last peephole (`si-pre-emit-peephole`) does to an order that is finished but for
//! its nops.
//!
//! On gfx942 and gfx950 it takes packed FP32 instructions in the shadow of a matrix instruction
//! apart into two, each of which may run beside it. Which ones depends on the order: so two
//! orders of one function need not end with the same number of instructions.

use crate::gpu::{MatrixKind, OpTraits, Unit};
use crate::machine::{Function, InstFlags, InstId, Operand, OperandKind, Reg, RegRange, Role};

/// Packed instructions, and what each becomes two of.
const PACKED: [(&str, &str); 3] = [
    ("V_PK_ADD_F32", "V_ADD_F32_e64"),
    ("V_PK_MUL_F32", "V_MUL_F32_e64"),
    ("V_PK_FMA_F32", "V_FMA_F32_e64"),
];

/// Other vector instructions that LLVM lets nothing run beside, apart from packed,
/// transcendental, dot product and matrix instructions.
const ALONE: [&str; 5] = [
    "V_CVT_PK_BF8_F32_e64",
    "V_CVT_PK_FP8_F32_e64",
    "V_MQSAD_PK_U16_U8_e64",
    "V_MQSAD_U32_U8_e64",
    "V_QSAD_PK_U16_U8_e64",
];

/// A source modifier that selects the high register of a pair: for the low half of the result,
/// and for the high half.
const SELECT_HIGH: [i64; 2] = [1 << 2, 1 << 3];

/// Takes apart what LLVM will; says whether that was anything.
pub(super) fn unpack(function: &mut Function) -> bool {
    let has = |is: fn(&str) -> bool| function.opcodes().iter().any(|o| is(&o.name));
    let applies = function.gpu.is_gfx940_plus();
    let is_matrix = |name: &str| name.starts_with("V_MFMA") || name.starts_with("V_SMFMAC");
    if !applies || !has(|name| apart(name).is_some()) || !has(is_matrix) {
        return false;
    }
    let mut any = false;
    for block in function.block_ids() {
        let order = function.block(block).order.clone();
        let mut chosen = vec![false; order.len()];
        for (at, &inst) in order.iter().enumerate() {
            let in_asm = function.flags(inst).has(InstFlags::IN_ASM);
            if function.info(inst).unit == Unit::Matrix && !in_asm {
                choose(function, &order, at, &mut chosen);
            }
        }
        if !chosen.contains(&true) {
            continue;
        }
        any = true;
        let mut new = Vec::with_capacity(order.len() + 8);
        for (inst, chosen) in order.into_iter().zip(chosen) {
            match apart(&function.opcode(inst).name).filter(|_| chosen) {
                Some(name) => new.extend([0, 1].map(|half| add_half(function, inst, name, half))),
                None => new.push(inst),
            }
        }
        function.set_order(block, new);
    }
    any
}

fn apart(name: &str) -> Option<&'static str> {
    let pair = PACKED.iter().find(|(packed, _)| *packed == name);
    pair.map(|&(_, half)| half)
}

/// Marks the packed instructions that LLVM takes apart after the matrix instruction `order[at]`.
/// It counts one pass for every instruction, and two for one taken apart.
fn choose(function: &Function, order: &[InstId], at: usize, chosen: &mut [bool]) {
    let matrix = order[at];
    let info = function.info(matrix);
    let (Some(kind), Some(result)) = (info.matrix.map(|m| m.kind), first_reg(function, matrix))
    else {
        return;
    };
    // The slot in which it issues does not count as shadow; double precision casts none.
    let shadow = if matches!(kind, MatrixKind::Dgemm) {
        0
    } else {
        u32::from(function.inst(matrix).llvm_passes).saturating_sub(1)
    };
    let mut passes = 0;
    for (place, &inst) in order.iter().enumerate().skip(at + 1) {
        let flags = function.flags(inst);
        // What is in inline assembly LLVM does not see.
        if flags.has(InstFlags::META) || flags.has(InstFlags::IN_ASM) {
            continue;
        }
        let packed = apart(&function.opcode(inst).name).is_some();
        if flags.has(InstFlags::TERMINATOR) || !packed && runs_alone(function, inst) {
            return;
        }
        passes += 1;
        let mut regs = function.operands(inst).iter().filter_map(Operand::reg);
        if passes >= shadow || regs.any(|reg| reg.overlaps(result)) {
            return;
        }
        if packed {
            if overwrites_own_source(function, inst) {
                return;
            }
            passes += 1;
            chosen[place] |= passes < shadow;
        }
    }
}

fn first_reg(function: &Function, inst: InstId) -> Option<RegRange> {
    function.operands(inst).first()?.reg()
}

/// Whether LLVM lets it run beside no matrix instruction.
fn runs_alone(function: &Function, inst: InstId) -> bool {
    let opcode = function.opcode(inst);
    let (name, info) = (opcode.name.as_str(), &opcode.info);
    match info.unit {
        Unit::Matrix => true,
        Unit::Valu => {
            info.has(OpTraits::TRANS)
                || info.has(OpTraits::DOT)
                || name.starts_with("V_PK_")
                || ALONE.contains(&name)
        }
        _ => false,
    }
}

/// Whether the low half writes what the high half reads.
fn overwrites_own_source(function: &Function, inst: InstId) -> bool {
    let Some(written) = first_reg(function, inst).map(RegRange::first) else {
        return true;
    };
    let sources = halves(function.operands(inst), 1);
    sources.into_iter().any(|(_, read)| read == written)
}

/// Of every source that is a register: which operand, and what half `half` of the result reads
/// of it.
fn halves(operands: &[Operand], half: usize) -> Vec<(usize, Reg)> {
    let pairs = operands.windows(2).enumerate();
    let sources = pairs.filter(|(_, pair)| pair[0].role == Role::Modifiers);
    let read = sources.filter_map(|(at, pair)| {
        let (modifiers, source) = (pair[0].imm()?, pair[1].reg()?);
        let high = modifiers & SELECT_HIGH[half] != 0 && source.len() > 1;
        Some((at + 1, source.regs().nth(usize::from(high))?))
    });
    read.collect()
}

/// Adds one half of a packed instruction to the pool.
fn add_half(function: &mut Function, packed: InstId, name: &str, half: usize) -> InstId {
    let mut operands = function.operands(packed).to_vec();
    let mut narrow = |at: usize, reg: Reg| {
        if let Some(range) = RegRange::new(reg, 1) {
            operands[at].kind = OperandKind::Reg(range);
        }
    };
    for (at, read) in halves(function.operands(packed), half) {
        narrow(at, read);
    }
    let result = first_reg(function, packed);
    if let Some(written) = result.and_then(|r| r.regs().nth(half)) {
        narrow(0, written);
    }
    for operand in &mut operands {
        if operand.role == Role::Modifiers {
            operand.kind = OperandKind::Imm(0);
        }
    }
    function.add_like(packed, name, operands)
}

#[cfg(test)]
mod tests;
