//! What an instruction does as the first of a pair.

use super::{
    AsmView, ClausePart, Detail, Produces, Sink, clause_registers, hw_reg, is_clause, is_vector,
    loads_what_it_reads, shape,
};
use crate::gpu::{Gpu, MatrixKind, OpTraits, Unit, VmemKind};
use crate::machine::{
    Function, InstFlags, InstId, Operand, OperandKind, Reg, RegFile, RegRange, Role,
};
use crate::rules::Producer;

/// Numbers of MODE and TRAPSTS among the hardware registers (MI300 ISA, S_GETREG_B32).
const HW_MODE: u8 = 1;
const HW_TRAPSTS: u8 = 3;
/// VSKIP in MODE (MI300 ISA, Mode register fields).
const VSKIP_BIT: u8 = 28;
/// SDWA destination select of the whole register (MI300 ISA, SDWA).
const SDWA_DWORD: i64 = 6;
/// Bits of a VOP3 source-modifier operand, as LLVM encodes them (SISrcMods).
const OP_SEL_0: i64 = 4;
const DST_OP_SEL: i64 = 8;

/// What the instruction does as the first of a pair.
pub(in crate::hazard) fn produces(f: &Function, id: InstId, view: AsmView) -> Vec<Produces> {
    let mut sink = Sink { acts: Vec::new() };
    let info = f.info(id);
    let operands = f.operands(id);
    let flags = f.flags(id);
    if flags.has(InstFlags::BUNDLE) || view.hides(f, id) {
        return sink.acts;
    }
    match info.unit {
        Unit::Matrix => matrix_produces(f, id, &mut sink),
        Unit::Valu => valu_produces(f, id, &mut sink),
        Unit::InlineAsm => asm_produces(f, operands, &mut sink),
        Unit::Salu => salu_produces(f, id, &mut sink),
        Unit::Vmem(kind) if kind != VmemKind::Image => wide_store(operands, &mut sink),
        _ => {}
    }
    vector_writes(f, id, &mut sink);
    if let Some((class, _)) = is_clause(f, info.unit) {
        clause_produces(class, operands, &mut sink);
    }
    sink.acts
}

fn defs(operands: &[Operand]) -> impl Iterator<Item = RegRange> {
    let defs = operands.iter().filter(|o| o.is_def());
    defs.filter_map(Operand::reg)
}

/// The vector registers that any instruction writes, a call's register mask included.
fn vector_writes(f: &Function, id: InstId, sink: &mut Sink<u32>) {
    let operands = f.operands(id);
    let class = if f.flags(id).has(InstFlags::META) || f.info(id).unit == Unit::Meta {
        Producer::MetaWrite
    } else {
        Producer::VectorWrite
    };
    for range in defs(operands).filter(|r| is_vector(*r)) {
        sink.regs(class, range);
    }
    if operands.iter().any(|o| o.kind == OperandKind::RegMask) {
        for range in every_vgpr() {
            sink.regs(class, range);
        }
    }
}

fn salu_produces(f: &Function, id: InstId, sink: &mut Sink<u32>) {
    if defs(f.operands(id)).any(|r| r.contains(Reg::M0)) {
        sink.always(Producer::SaluM0);
    }
    if f.info(id).has(OpTraits::SETREG) {
        let hw_reg = hw_reg(f, id);
        let detail = Detail {
            hw_reg,
            ..Detail::default()
        };
        sink.add(&[Producer::Setreg], None, detail);
        match hw_reg {
            HW_TRAPSTS => sink.always(Producer::SetregTrapsts),
            HW_MODE if writes_vskip(f, id) => sink.always(Producer::SetregMode),
            _ => {}
        }
    }
}

/// What an instruction in a run of memory instructions does with its registers.
fn clause_produces(class: Producer, operands: &[Operand], sink: &mut Sink<u32>) {
    for (range, detail) in clause_registers(operands) {
        sink.add(&[class], Some(range), detail);
    }
    if loads_what_it_reads(operands) {
        sink.add(&[class], None, Detail::of_clause(ClausePart::Breaks));
    }
}

/// Whether the bits of `s_setreg`'s last immediate (first bit, and their number less one)
/// include VSKIP.
fn writes_vskip(f: &Function, id: InstId) -> bool {
    let imm = f.operands(id).iter().rev().find_map(Operand::imm);
    let field = |shift: u32| (imm.unwrap_or(0) >> shift & 0x1f) as u8;
    let (first, more) = (field(6), field(11));
    (first..=first + more).contains(&VSKIP_BIT)
}

/// Inline assembly may end with the strictest instruction that has such a result.
fn asm_produces(f: &Function, operands: &[Operand], sink: &mut Sink<u32>) {
    for operand in operands.iter().filter(|o| o.is_def()) {
        let Some(range) = operand.reg() else { continue };
        sink.regs(Producer::Asm, range);
        if range.first().file() == RegFile::Vgpr {
            sink.regs(Producer::AsmVgpr, range);
        }
        if range.contains(Reg::M0) {
            sink.always(Producer::AsmM0);
        }
        if range.first().is_exec() {
            sink.regs(Producer::AsmExec, range);
        } else if !is_vector(range) {
            sink.regs(Producer::AsmScalar, range);
        } else if range.len() > 1 && (f.gpu != Gpu::Gfx908 || range.first().file() == RegFile::Agpr)
        {
            let detail = Detail {
                passes: tuple_index(range.len()),
                ..Detail::default()
            };
            sink.add(&[Producer::AsmMatrix], Some(range), detail);
        }
    }
}

/// Index of a tuple of `len` registers in [`crate::rules::Need::PerPasses`]: 2, 4, 8, 16.
fn tuple_index(len: u8) -> u8 {
    match len {
        0..=3 => 0,
        4..=7 => 1,
        8..=15 => 2,
        _ => 3,
    }
}

/// The architectural vector registers, in two ranges.
fn every_vgpr() -> impl Iterator<Item = RegRange> {
    [0u16, 128]
        .into_iter()
        .filter_map(|n| RegRange::new(Reg::vgpr(n)?, 128))
}

fn matrix_produces(f: &Function, id: InstId, sink: &mut Sink<u32>) {
    let info = f.info(id);
    let Some(matrix) = info.matrix else { return };
    let (shape, passes) = shape(info);
    let class = match (matrix.kind, matrix.m) {
        (MatrixKind::Xdl, _) => Producer::Xdl,
        (MatrixKind::Sgemm, _) => Producer::Sgemm,
        (MatrixKind::Dgemm, 4) => Producer::Dgemm4,
        (MatrixKind::Dgemm, _) => Producer::Dgemm16,
    };
    let detail = Detail {
        passes,
        shape,
        ..Detail::default()
    };
    if let Some(range) = f.operand(id, Role::Dst).and_then(Operand::reg) {
        sink.add(&[class], Some(range), detail);
    }
    if matrix.kind == MatrixKind::Xdl
        && let Some(range) = f.operand(id, Role::MatC).and_then(Operand::reg)
    {
        let detail = Detail {
            passes,
            ..Detail::default()
        };
        sink.add(&[Producer::XdlReadsC], Some(range), detail);
    }
    if matrix.kind == MatrixKind::Dgemm {
        sink.always(Producer::DgemmIssue);
    }
}

fn valu_produces(f: &Function, id: InstId, sink: &mut Sink<u32>) {
    let info = f.info(id);
    let dot = info.has(OpTraits::DOT);
    for operand in f.operands(id).iter().filter(|o| o.is_def()) {
        let Some(range) = operand.reg() else { continue };
        let mut classes = Vec::new();
        let mut detail = Detail::default();
        if is_vector(range) {
            if dot && operand.role == Role::Dst {
                classes.push(Producer::Dot);
                detail.opcode = f.inst(id).opcode.0;
            } else {
                classes.push(Producer::ValuVector);
            }
            if operand.role == Role::Dst {
                if info.has(OpTraits::TRANS) {
                    classes.push(Producer::Trans);
                }
                classes.extend(moved_result(f, id));
            }
            // The first copy of a tuple names the whole tuple as an implicit result. LLVM's other
            // rules take that for written, this one does not, as the hardware.
            if info.has(OpTraits::ACC_WRITE) && operand.is_explicit() {
                classes.push(Producer::AccWrite);
            }
            if info.has(OpTraits::ACC_READ) {
                classes.push(Producer::AccRead);
            }
        } else if range.first().is_exec() {
            classes.push(Producer::ValuExec);
        } else {
            classes.push(Producer::ValuScalar);
        }
        sink.add(&classes, Some(range), detail);
    }
}

/// Classes of a result that lands in other bits than those it was computed in.
fn moved_result(f: &Function, id: InstId) -> Option<Producer> {
    let info = f.info(id);
    let opcode = f.opcode(id);
    if info.has(OpTraits::SDWA) {
        let select = f.operand(id, Role::DstSelect).and_then(Operand::imm);
        return select
            .is_some_and(|s| s != SDWA_DWORD)
            .then_some(Producer::Shifted);
    }
    let modifiers = |n: usize| {
        let mut list = f.operands(id).iter().filter(|o| o.role == Role::Modifiers);
        list.nth(n).and_then(Operand::imm).unwrap_or(0)
    };
    let first = modifiers(0) & DST_OP_SEL != 0;
    if opcode.name.contains("_MIXHI_") {
        return Some(if first {
            Producer::Shifted
        } else {
            Producer::MixHigh
        });
    }
    if info.has(OpTraits::VOP3P) {
        return first.then_some(Producer::PackedHighSource);
    }
    let byte = info.has(OpTraits::BYTE_SELECT)
        && (opcode.name.contains("FP4") || modifiers(2) & OP_SEL_0 != 0);
    (first || byte).then_some(Producer::Shifted)
}

fn wide_store(operands: &[Operand], sink: &mut Sink<u32>) {
    let data = operands
        .iter()
        .filter(|o| o.role == Role::VData)
        .filter_map(Operand::reg);
    let scalar_offset = operands
        .iter()
        .any(|o| o.role == Role::SOffset && o.reg().is_some());
    let class = if scalar_offset {
        Producer::WideStoreScalarOffset
    } else {
        Producer::WideStore
    };
    for range in data.filter(|r| r.len() > 2) {
        sink.regs(class, range);
    }
}
