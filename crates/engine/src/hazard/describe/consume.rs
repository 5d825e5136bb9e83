//! What an instruction does as the second of a pair.

use smallvec::{SmallVec, smallvec};

use super::{
    AsmView, ClausePart, Consumes, Detail, Sink, clause_registers, hw_reg, is_clause, is_gds,
    is_vector, loads_what_it_reads, shape,
};
use crate::gpu::{Gpu, MatrixKind, OpInfo, OpTraits, Unit};
use crate::machine::{
    Function, InstFlags, InstId, Operand, OperandFlags, Reg, RegFile, RegRange, Role,
};
use crate::rules::Consumer;

/// Classes of one operand.
type Classes = SmallVec<[Consumer; 8]>;

/// What the instruction does as the second of a pair.
pub(in crate::hazard) fn consumes(f: &Function, id: InstId, view: AsmView) -> Vec<Consumes> {
    let info = f.info(id);
    let operands = f.operands(id);
    let mut sink = Sink {
        acts: Vec::with_capacity(operands.len() + 1),
    };
    let flags = f.flags(id);
    let silent = [InstFlags::BUNDLE, InstFlags::META];
    if silent.into_iter().any(|flag| flags.has(flag)) || view.hides(f, id) {
        return sink.acts;
    }
    match info.unit {
        Unit::Matrix | Unit::Valu => {
            alu_consumes(f, id, &mut sink);
            sink.always(Consumer::Vector);
        }
        Unit::Vmem(_) | Unit::Lds | Unit::Gws | Unit::Export => {
            memory_consumes(f, id, &mut sink);
            sink.always(Consumer::Vector);
        }
        Unit::InlineAsm => asm_consumes(operands, &mut sink),
        Unit::Message => sink.always(Consumer::M0Reader),
        Unit::Salu => {
            if info.has(OpTraits::SETREG) || info.has(OpTraits::GETREG) {
                let detail = Detail {
                    hw_reg: hw_reg(f, id),
                    ..Detail::default()
                };
                sink.add(&[Consumer::HwReg], None, detail);
            }
            if f.opcode(id).name.starts_with("S_MOVREL") {
                sink.always(Consumer::M0Reader);
            }
        }
        Unit::Control if f.opcode(id).name.starts_with("S_RFE") => sink.always(Consumer::Rfe),
        _ => {}
    }
    if let Some(own_wait_states) = leaves(f, id) {
        let detail = Detail {
            own_wait_states,
            ..Detail::default()
        };
        sink.add(&[Consumer::Leave], None, detail);
    }
    if let Some((_, class)) = is_clause(f, info.unit) {
        clause_consumes(class, flags, operands, &mut sink);
    }
    sink.acts
}

/// What an instruction in a run of memory instructions does with its registers.
fn clause_consumes(class: Consumer, flags: InstFlags, operands: &[Operand], sink: &mut Sink<u64>) {
    for (range, detail) in clause_registers(operands) {
        sink.add(&[class], Some(range), detail);
    }
    let part = if flags.has(InstFlags::MAY_STORE) || loads_what_it_reads(operands) {
        ClausePart::Breaks
    } else {
        ClausePart::Read
    };
    sink.add(&[class], None, Detail::of_clause(part));
}

/// The wait states of the jump itself, if control leaves for code of another function: 0 where a
/// shader runs on into its epilog. `None` if control does not leave.
fn leaves(f: &Function, id: InstId) -> Option<u8> {
    let flags = f.flags(id);
    let name = f.opcode(id).name.as_str();
    // Long branches within a function appear only after the last stage.
    let jumps = flags.has(InstFlags::CALL)
        || flags.has(InstFlags::RETURN)
        || name.starts_with("S_SETPC_B64");
    let ends = name.starts_with("S_ENDPGM");
    (jumps && !ends).then(|| u8::from(name != "SI_RETURN_TO_EPILOG"))
}

fn alu_consumes(f: &Function, id: InstId, sink: &mut Sink<u64>) {
    use Consumer::*;
    let info = f.info(id);
    let has = |t| info.has(t);
    let matrix = info.unit == Unit::Matrix;
    let acc_write = f.gpu == Gpu::Gfx908 && has(OpTraits::ACC_WRITE);
    let (shape, passes) = shape(info);
    let detail = Detail {
        passes,
        shape,
        opcode: f.inst(id).opcode.0,
        ..Detail::default()
    };
    for operand in f.operands(id) {
        let Some(range) = operand.reg() else { continue };
        let mut classes: Classes = smallvec![ValuTouch];
        if operand.is_def() {
            if operand.is_explicit() && is_vector(range) {
                classes.push(DataOverwrite);
                if !matrix {
                    classes.push(ValuWrite);
                }
                if acc_write {
                    classes.push(AccTarget);
                }
            }
        } else if is_vector(range) {
            vector_use(f, id, operand, &mut classes);
        } else {
            scalar_use(info, operand, range, &mut classes);
            // The flag of a mask is written with the mask.
            for (flag, mask) in [(Reg::SRC_VCCZ, Reg::VCC_LO), (Reg::SRC_EXECZ, Reg::EXEC_LO)] {
                if range.contains(flag) {
                    sink.add(&[ZeroFlag], RegRange::new(mask, 2), detail);
                }
            }
        }
        if has(OpTraits::PERMLANE_SWAP) && operand.is_explicit() && !operand.is_def() {
            classes.push(SwapTouch);
        }
        sink.add(&classes, Some(range), detail);
    }
    let lane = has(OpTraits::READLANE) || has(OpTraits::WRITELANE);
    let name = &f.opcode(id).name;
    let fma64 = name.starts_with("V_FMA_F64") || name.starts_with("V_FMAC_F64");
    let direct = |o: &Operand| o.is_use() && o.reg().is_some_and(|r| r.contains(Reg::LDS_DIRECT));
    let m0 = name.starts_with("V_INTERP_") || f.operands(id).iter().any(direct);
    for (class, on) in [
        (M0Operand, m0),
        (MatrixExec, matrix || acc_write),
        (LaneExec, lane),
        (DppExec, has(OpTraits::DPP)),
        (SwapExec, has(OpTraits::PERMLANE_SWAP)),
        (Fma64, fma64),
    ] {
        if on {
            sink.always(class);
        }
    }
}

fn vector_use(f: &Function, id: InstId, operand: &Operand, classes: &mut Classes) {
    use Consumer::*;
    let info = f.info(id);
    let vgpr = operand
        .reg()
        .is_some_and(|r| r.first().file() == RegFile::Vgpr);
    if info.has(OpTraits::DPP) && vgpr {
        classes.push(DppRead);
    }
    // What a result keeps of its register is read, too.
    let is_kept = operand.flags.has(OperandFlags::TIED);
    if !info.has(OpTraits::TRANS) && (operand.is_explicit() || is_kept) {
        classes.push(NonTransRead);
    }
    if !operand.is_explicit() {
        return;
    }
    if let Some(matrix) = info.matrix {
        classes.push(match (operand.role, matrix.kind) {
            (Role::MatC, MatrixKind::Xdl) => XdlC,
            (Role::MatC, MatrixKind::Sgemm) => SgemmC,
            (Role::MatC, MatrixKind::Dgemm) => DgemmC,
            _ => MatrixAb,
        });
        return;
    }
    classes.push(if operand.role == Role::Src2 {
        ValuReadC
    } else {
        ValuRead
    });
    if info.has(OpTraits::READLANE) {
        classes.push(LaneSource);
    }
    if f.gpu == Gpu::Gfx908 && info.has(OpTraits::ACC_READ) {
        classes.push(AccSource);
    }
    if f.gpu == Gpu::Gfx908 && info.has(OpTraits::ACC_WRITE) {
        classes.push(AccWriteSource);
    }
}

fn scalar_use(info: &OpInfo, operand: &Operand, range: RegRange, classes: &mut Classes) {
    use Consumer::*;
    let vcc = range.first().is_vcc();
    if !operand.is_explicit() && !vcc {
        return;
    }
    classes.push(match operand.role {
        Role::CarryIn => CarryIn,
        Role::LaneSelect => LaneSelect,
        _ => ValuConst,
    });
    if info.has(OpTraits::DIV_FMAS) && vcc {
        classes.push(DivFmas);
    }
}

fn memory_consumes(f: &Function, id: InstId, sink: &mut Sink<u64>) {
    use Consumer::*;
    let info = f.info(id);
    let dma = info.has(OpTraits::LDS_DMA);
    let vmem = info.is_vmem();
    let detail = Detail {
        opcode: f.inst(id).opcode.0,
        ..Detail::default()
    };
    for operand in f.operands(id) {
        let Some(range) = operand.reg() else { continue };
        let mut classes = Vec::new();
        if dma {
            classes.push(LdsDmaTouch);
        }
        if is_vector(range) {
            // What a load into one half keeps may have no name in the encoding.
            let is_kept = operand.flags.has(OperandFlags::TIED);
            match (operand.is_explicit(), operand.is_def()) {
                (true, true) => classes.extend([MemWrite, OtherOverwrite]),
                (explicit, false) if explicit || is_kept => {
                    classes.push(MemRead);
                    if dma {
                        classes.push(LdsDmaRead);
                    }
                }
                _ => {}
            }
        } else if vmem && !operand.is_def() && !range.first().is_exec() {
            classes.push(VmemScalar);
        }
        sink.add(&classes, Some(range), detail);
    }
    if vmem {
        sink.always(VmemExec);
    }
    let gds = info.unit == Unit::Gws || info.unit == Unit::Lds && is_gds(f, id);
    if dma || gds || info.has(OpTraits::ADD_TID) {
        sink.always(M0Reader);
    }
}

fn asm_consumes(operands: &[Operand], sink: &mut Sink<u64>) {
    use Consumer::*;
    for operand in operands {
        let Some(range) = operand.reg() else { continue };
        let mut classes = vec![AsmTouch];
        match (is_vector(range), operand.is_def()) {
            (true, true) => classes.extend([AsmWrite, DataOverwrite]),
            (true, false) => classes.push(AsmRead),
            (false, false) => classes.push(AsmScalar),
            (false, true) => {}
        }
        sink.add(&classes, Some(range), Detail::default());
        if !operand.is_def() && range.contains(Reg::M0) {
            sink.always(AsmM0);
        }
    }
    sink.always(AsmExec);
}
