//! What one instruction does, in the classes of the rule table, read from its operands.
//!
//! The sentences on [`Producer`] and [`Consumer`] are the specification; every arm here implements
//! one of them. This is a second implementation, independent of `hazard::describe`: keep it so.

use crate::gpu::{Gpu, MatrixKind, OpTraits, Passes, Unit, VmemKind};

use crate::machine::{
    Function, InstFlags, InstId, Operand, OperandFlags, OperandKind, Reg, RegFile, RegRange, Role,
};
use crate::rules::{Consumer, Producer};

/// One thing an instruction does, and the registers concerned; `None` when the class is about
/// no register.
pub(super) type Act<C> = (C, Option<RegRange>);

/// The SDWA destination select that leaves the result where it is (MI300 ISA, SDWA).
const WHOLE_DWORD: i64 = 6;
/// LLVM's source-modifier bits (SISrcMods): `op_sel` of a source, and of the destination, which
/// rides on the first source.
const OP_SEL_SOURCE: i64 = 4;
const OP_SEL_RESULT: i64 = 8;
/// Hardware register numbers (MI300 ISA, `s_getreg_b32`).
const MODE: u8 = 1;
const TRAPSTS: u8 = 3;
/// The mask of VSKIP in MODE (MI300 ISA, table of the Mode register).
const VSKIP: u64 = 0x1000_0000;

/// Emits no machine code: the header of a bundle, assembly whose instructions follow it, or a meta
/// instruction.
pub(super) fn emits_nothing(f: &Function, id: InstId) -> bool {
    let flags = f.flags(id);
    let headers = [InstFlags::META, InstFlags::BUNDLE, InstFlags::ASM_PARSED];
    headers.into_iter().any(|flag| flags.has(flag)) || f.info(id).unit == Unit::Meta
}

/// Wait states that the instruction is. Assembly that was not parsed counts as none.
pub(super) fn worth(f: &Function, id: InstId) -> u32 {
    // Before MI300 the documents guarantee no more than eight for one instruction.
    let most = if f.gpu.is_gfx940_plus() { 16 } else { 8 };
    worth_with_nops(f, id, most)
}

/// As [`worth`], where one `s_nop` is good for at most that many.
pub(super) fn worth_with_nops(f: &Function, id: InstId, most: i64) -> u32 {
    let unit = f.info(id).unit;
    if emits_nothing(f, id) || unit == Unit::InlineAsm || f.flags(id).has(InstFlags::INLINE_ASM) {
        return 0;
    }
    if unit != Unit::Nop {
        return 1;
    }
    let imm = f.operands(id).first().and_then(Operand::imm).unwrap_or(0);
    1 + imm.clamp(0, most - 1) as u32
}

/// The hardware register that `s_setreg` or `s_getreg` names: the low six bits of its last
/// immediate.
pub(super) fn hardware_register(f: &Function, id: InstId) -> Option<u8> {
    let setget = f.info(id).has(OpTraits::SETREG) || f.info(id).has(OpTraits::GETREG);
    let last = f.operands(id).iter().filter_map(Operand::imm).next_back();
    last.filter(|_| setget).map(|imm| (imm & 63) as u8)
}

fn vector(range: RegRange) -> bool {
    range.first().is_vector()
}

/// The GDS bit of an LDS opcode is its last immediate, after at least one offset; lane permutes
/// have an offset alone.
fn on_gds(f: &Function, id: InstId) -> bool {
    let operands = f.operands(id).iter();
    let imms: Vec<i64> = operands
        .filter(|o| o.is_explicit())
        .filter_map(Operand::imm)
        .collect();
    matches!(imms.as_slice(), [_, .., gds] if *gds != 0)
}

/// What the instruction does as the first of a pair.
pub(super) fn as_first(f: &Function, id: InstId) -> Vec<Act<Producer>> {
    use Producer::*;
    let mut acts: Vec<Act<Producer>> = Vec::new();
    if f.flags(id).has(InstFlags::BUNDLE) || f.flags(id).has(InstFlags::ASM_PARSED) {
        return acts;
    }
    let info = f.info(id);
    let any_write = if emits_nothing(f, id) {
        MetaWrite
    } else {
        VectorWrite
    };
    for operand in f.operands(id) {
        match operand.kind {
            OperandKind::Reg(range) if operand.is_def() => {
                if vector(range) {
                    acts.push((any_write, Some(range)));
                }
                if info.unit == Unit::Valu {
                    alu_result(f, id, operand, range, &mut acts);
                }
                if info.unit == Unit::InlineAsm {
                    asm_result(f, range, &mut acts);
                }
                if info.unit == Unit::Salu && range.contains(Reg::M0) {
                    acts.push((SaluM0, None));
                }
            }
            // A call may have written every VGPR by the time it returns.
            OperandKind::RegMask => {
                let halves = [0, 128].map(|n| RegRange::new(Reg::vgpr(n)?, 128));
                acts.extend(halves.map(|half| (any_write, half)));
            }
            _ => {}
        }
    }
    if let Some(matrix) = info.matrix {
        let result = f.operand(id, Role::Dst).and_then(Operand::reg);
        let class = match matrix.kind {
            MatrixKind::Xdl => Xdl,
            MatrixKind::Sgemm => Sgemm,
            MatrixKind::Dgemm if matrix.m == 4 => Dgemm4,
            MatrixKind::Dgemm => Dgemm16,
        };
        acts.extend(result.map(|range| (class, Some(range))));
        let accumulator = f.operand(id, Role::MatC).and_then(Operand::reg);
        match matrix.kind {
            MatrixKind::Xdl => acts.extend(accumulator.map(|range| (XdlReadsC, Some(range)))),
            MatrixKind::Dgemm => acts.push((DgemmIssue, None)),
            MatrixKind::Sgemm => {}
        }
    }
    if info.has(OpTraits::SETREG) {
        acts.push((Setreg, None));
        match hardware_register(f, id) {
            Some(MODE) if mode_bits(f, id) & VSKIP != 0 => acts.push((SetregMode, None)),
            Some(TRAPSTS) => acts.push((SetregTrapsts, None)),
            _ => {}
        }
    }
    if info.is_vmem() && info.unit != Unit::Vmem(VmemKind::Image) {
        let offset = f.operand(id, Role::SOffset).and_then(Operand::reg);
        let class = if offset.is_some() {
            WideStoreScalarOffset
        } else {
            WideStore
        };
        let data = f.operands(id).iter().filter(|o| o.role == Role::VData);
        let wide = data.filter_map(Operand::reg).filter(|r| r.len() > 2);
        acts.extend(wide.map(|range| (class, Some(range))));
    }
    acts.extend(run_of(f, id).map(|(first, _)| (first, None)));
    acts
}

/// The bits of its register that `s_setreg` writes: bits 6 to 10 of the immediate are the first
/// one, bits 11 to 15 the width less one.
fn mode_bits(f: &Function, id: InstId) -> u64 {
    let mut imms = f.operands(id).iter().filter_map(Operand::imm);
    let imm = imms.next_back().unwrap_or(0) as u64;
    let (offset, width) = (imm / 64 % 32, imm / 2048 % 32 + 1);
    ((1 << width) - 1) << offset
}

fn asm_result(f: &Function, range: RegRange, acts: &mut Vec<Act<Producer>>) {
    acts.push((Producer::Asm, Some(range)));
    let scalar = !vector(range);
    let exec = range.regs().any(Reg::is_exec);
    let tuple =
        range.len() > 1 && (f.gpu.unified_vector_file() || range.first().file() == RegFile::Agpr);
    for (holds, act) in [
        (
            range.regs().any(|reg| reg == Reg::M0),
            (Producer::AsmM0, None),
        ),
        (
            range.first().file() == RegFile::Vgpr,
            (Producer::AsmVgpr, Some(range)),
        ),
        (exec, (Producer::AsmExec, Some(range))),
        (scalar && !exec, (Producer::AsmScalar, Some(range))),
        (!scalar && tuple, (Producer::AsmMatrix, Some(range))),
    ] {
        if holds {
            acts.push(act);
        }
    }
}

/// Which of the four numbers of a row applies to the tuple that assembly has written: the one for
/// the largest power of two that it holds, sixteen at most.
pub(super) fn size_for_passes(act: &Act<Producer>) -> Option<Passes> {
    let (Producer::AsmMatrix, Some(range)) = act else {
        return None;
    };
    let mut size = 2;
    while size < 16 && size * 2 <= range.len() {
        size *= 2;
    }
    Some(Passes(size))
}

/// The wait states of the jump, if control leaves the function for other code; `None` otherwise.
pub(super) fn leaves(f: &Function, id: InstId) -> Option<u32> {
    let name = f.opcode(id).name.as_str();
    if emits_nothing(f, id) || name.starts_with("S_ENDPGM") {
        return None;
    }
    // The epilog of a shader directly follows it.
    if name == "SI_RETURN_TO_EPILOG" {
        return Some(0);
    }
    let flags = f.flags(id);
    let there = flags.has(InstFlags::CALL) || name.contains("SETPC") || name.contains("SWAPPC");
    (there || flags.has(InstFlags::RETURN)).then_some(1)
}

/// Writes a scalar register that is no part of EXEC.
pub(super) fn writes_scalar(f: &Function, id: InstId) -> bool {
    let results = f.operands(id).iter().filter(|o| o.is_def());
    let mut results = results.filter_map(Operand::reg);
    results.any(|range| !vector(range) && !range.first().is_exec())
}

/// Instructions of the scalar ALU that may leave their destination, or one that is not named, as it was.
const NOT_ALWAYS_WRITTEN: [&str; 2] = ["S_CMOV", "S_MOVREL"];

/// The scalar registers that an instruction of the scalar ALU is sure to write.
pub(super) fn scalars_replaced(f: &Function, id: InstId) -> impl Iterator<Item = RegRange> {
    let name = f.opcode(id).name.as_str();
    let sure = f.info(id).unit == Unit::Salu
        && !NOT_ALWAYS_WRITTEN
            .iter()
            .any(|start| name.starts_with(start));
    let results = f.operands(id).iter().filter(move |o| sure && o.is_def());
    results.filter_map(Operand::reg)
}

fn alu_result(
    f: &Function,
    id: InstId,
    operand: &Operand,
    range: RegRange,
    acts: &mut Vec<Act<Producer>>,
) {
    use Producer::*;
    let info = f.info(id);
    let mut add = |class| acts.push((class, Some(range)));
    if range.first().is_exec() {
        return add(ValuExec);
    }
    if !vector(range) {
        return add(ValuScalar);
    }
    let named = operand.role == Role::Dst;
    add(if named && info.has(OpTraits::DOT) {
        Dot
    } else {
        ValuVector
    });
    // An implicit result names the tuple of which this is one move.
    if info.has(OpTraits::ACC_WRITE) && operand.is_explicit() {
        add(AccWrite);
    }
    if info.has(OpTraits::ACC_READ) {
        add(AccRead);
    }
    if !named {
        return;
    }
    if info.has(OpTraits::TRANS) {
        add(Trans);
    }
    let name = &f.opcode(id).name;
    let mut modifiers = f.operands(id).iter().filter(|o| o.role == Role::Modifiers);
    let result_bit = |o: &Operand| o.imm().is_some_and(|imm| imm & OP_SEL_RESULT != 0);
    let first = modifiers.next().is_some_and(result_bit);
    if info.has(OpTraits::VOP3P) {
        if name.contains("_MIXHI_") {
            add(MixHigh);
        }
        if first {
            add(PackedHighSource);
        }
        return;
    }
    let select = f.operand(id, Role::DstSelect).and_then(Operand::imm);
    // The seed of a stochastic rounding selects the byte; it is the last source.
    let byte = {
        let last = modifiers.next_back().and_then(Operand::imm);
        name.contains("FP4") || last.is_some_and(|imm| imm & OP_SEL_SOURCE != 0)
    };
    let moved = if info.has(OpTraits::SDWA) {
        select.is_some_and(|s| s != WHOLE_DWORD)
    } else {
        first || info.has(OpTraits::BYTE_SELECT) && byte
    };
    if moved {
        add(Shifted);
    }
}

/// The run of memory instructions that the instruction belongs to, where runs matter: a run may
/// be replayed as a whole when XNACK is on.
pub(super) fn run_of(f: &Function, id: InstId) -> Option<(Producer, Consumer)> {
    match f.info(id).unit {
        Unit::Vmem(_) if f.features.xnack => Some((Producer::VmemClause, Consumer::VmemClause)),
        Unit::Smem if f.features.xnack => Some((Producer::SmemClause, Consumer::SmemClause)),
        _ => None,
    }
}

/// What the instruction does as the second of a pair.
pub(super) fn as_second(f: &Function, id: InstId) -> Vec<Act<Consumer>> {
    use Consumer::*;
    let mut acts: Vec<Act<Consumer>> = Vec::new();
    if emits_nothing(f, id) {
        return acts;
    }
    let info = f.info(id);
    let name = f.opcode(id).name.as_str();
    let alu = info.is_valu();
    let memory = info.is_vmem() || matches!(info.unit, Unit::Lds | Unit::Gws | Unit::Export);
    for operand in f.operands(id) {
        let Some(range) = operand.reg() else { continue };
        if alu {
            alu_operand(f, id, operand, range, &mut acts);
        } else if memory {
            memory_operand(f, id, operand, range, &mut acts);
        } else if info.unit == Unit::InlineAsm {
            let mut add = |class| acts.push((class, Some(range)));
            add(AsmTouch);
            match (vector(range), operand.is_def()) {
                (true, true) => {
                    add(AsmWrite);
                    add(DataOverwrite);
                }
                (true, false) => add(AsmRead),
                (false, false) => {
                    add(AsmScalar);
                    if range.contains(Reg::M0) {
                        acts.push((AsmM0, None));
                    }
                }
                (false, true) => {}
            }
        }
    }
    let has = |t| info.has(t);
    let lane_move = has(OpTraits::READLANE) || has(OpTraits::WRITELANE);
    let acc_write = f.gpu == Gpu::Gfx908 && has(OpTraits::ACC_WRITE);
    let gds = info.unit == Unit::Gws || info.unit == Unit::Lds && on_gds(f, id);
    let m0 = gds
        || has(OpTraits::LDS_DMA)
        || has(OpTraits::ADD_TID)
        || info.unit == Unit::Message
        || name.starts_with("S_MOVREL");
    let reads = |reg| {
        f.operands(id)
            .iter()
            .any(|o| o.is_use() && o.reg().is_some_and(|r| r.contains(reg)))
    };
    let swap = has(OpTraits::PERMLANE_SWAP);
    let fma64 = name.starts_with("V_FMA_F64") || name.starts_with("V_FMAC_F64");
    for (holds, class) in [
        (alu || memory, Vector),
        (info.unit == Unit::Matrix || acc_write, MatrixExec),
        (info.is_vmem(), VmemExec),
        (info.unit == Unit::InlineAsm, AsmExec),
        (alu && lane_move, LaneExec),
        (alu && has(OpTraits::DPP), DppExec),
        (alu && swap, SwapExec),
        (alu && fma64, Fma64),
        (m0, M0Reader),
        (
            alu && (name.contains("INTERP_") || reads(Reg::LDS_DIRECT)),
            M0Operand,
        ),
        (has(OpTraits::SETREG) || has(OpTraits::GETREG), HwReg),
        (name.starts_with("S_RFE"), Rfe),
    ] {
        if holds {
            acts.push((class, None));
        }
    }
    acts.extend(run_of(f, id).map(|(_, second)| (second, None)));
    acts
}

fn alu_operand(
    f: &Function,
    id: InstId,
    operand: &Operand,
    range: RegRange,
    acts: &mut Vec<Act<Consumer>>,
) {
    use Consumer::*;
    let info = f.info(id);
    let has = |t| info.has(t);
    let before_unification = f.gpu == Gpu::Gfx908;
    let mut add = |class| acts.push((class, Some(range)));
    add(ValuTouch);
    match (operand.is_def(), vector(range), operand.is_explicit()) {
        (true, true, true) => {
            add(DataOverwrite);
            if info.unit == Unit::Valu {
                add(ValuWrite);
            }
            if before_unification && has(OpTraits::ACC_WRITE) {
                add(AccTarget);
            }
        }
        (true, ..) => {}
        (false, true, explicit) => {
            if has(OpTraits::DPP) && range.first().file() == RegFile::Vgpr {
                add(DppRead);
            }
            // A byte or half that SDWA leaves alone is an operand that nothing names but the tie.
            if !has(OpTraits::TRANS) && (explicit || operand.flags.has(OperandFlags::TIED)) {
                add(NonTransRead);
            }
            if !explicit {
                return;
            }
            add(match (info.matrix.map(|m| m.kind), operand.role) {
                (Some(MatrixKind::Xdl), Role::MatC) => XdlC,
                (Some(MatrixKind::Sgemm), Role::MatC) => SgemmC,
                (Some(MatrixKind::Dgemm), Role::MatC) => DgemmC,
                (Some(_), _) => MatrixAb,
                (None, Role::Src2) => ValuReadC,
                (None, _) => ValuRead,
            });
            for (is, class) in [
                (has(OpTraits::READLANE), LaneSource),
                (has(OpTraits::PERMLANE_SWAP), SwapTouch),
                (before_unification && has(OpTraits::ACC_READ), AccSource),
                (
                    before_unification && has(OpTraits::ACC_WRITE),
                    AccWriteSource,
                ),
            ] {
                if is {
                    add(class);
                }
            }
        }
        (false, false, explicit) => {
            let vcc = range.first().is_vcc();
            // Implicit EXEC, MODE and M0 are no constants.
            if !explicit && !vcc {
                return;
            }
            add(match operand.role {
                Role::CarryIn => CarryIn,
                Role::LaneSelect => LaneSelect,
                _ => ValuConst,
            });
            if vcc && has(OpTraits::DIV_FMAS) {
                add(DivFmas);
            }
            // A mask's zero flag changes with the mask.
            for (flag, mask) in [(Reg::SRC_VCCZ, Reg::VCC_LO), (Reg::SRC_EXECZ, Reg::EXEC_LO)] {
                if range.contains(flag) {
                    acts.push((ZeroFlag, RegRange::new(mask, 2)));
                }
            }
        }
    }
}

fn memory_operand(
    f: &Function,
    id: InstId,
    operand: &Operand,
    range: RegRange,
    acts: &mut Vec<Act<Consumer>>,
) {
    use Consumer::*;
    let info = f.info(id);
    let dma = info.has(OpTraits::LDS_DMA);
    let mut add = |class| acts.push((class, Some(range)));
    if dma {
        add(LdsDmaTouch);
    }
    match (operand.is_def(), vector(range), operand.is_explicit()) {
        (true, true, true) => {
            add(MemWrite);
            add(OtherOverwrite);
        }
        (false, true, explicit) if explicit || operand.flags.has(OperandFlags::TIED) => {
            add(MemRead);
            if dma {
                add(LdsDmaRead);
            }
        }
        (false, false, _) if info.is_vmem() && !range.first().is_exec() => add(VmemScalar),
        _ => {}
    }
}
