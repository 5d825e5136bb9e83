//! What one instruction does, in the classes of the table.

mod consume;

pub(super) use consume::consumes;

use super::rule::{Consumer, Producer, Via, passes_index};
use crate::gpu::{Gpu, MatrixKind, OpInfo, OpTraits, Unit, VmemKind};
use crate::machine::{
    Function, InstFlags, InstId, Operand, OperandKind, Reg, RegFile, RegRange, Role,
};

/// What a relation compares besides registers. Fields that no rule of the classes at hand looks
/// at stay at their default, so that like instructions compare equal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub(super) struct Detail {
    /// Place in [`super::Need::PerPasses`].
    pub(super) passes: u8,
    /// Kind, rows and passes of a matrix instruction; 0 for others.
    pub(super) shape: u32,
    /// Opcode of a dot product, and of what may follow it.
    pub(super) opcode: u32,
    /// Number of the hardware register of `s_setreg` and `s_getreg`.
    pub(super) hw_reg: u8,
    /// Part in a run of memory instructions.
    pub(super) clause: ClausePart,
    /// Wait states that the second instruction itself puts between the first one and what is
    /// affected: the jump that leaves the function.
    pub(super) own_wait_states: u8,
}

/// What a register is for an instruction inside a run of memory instructions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub(super) enum ClausePart {
    /// Read.
    #[default]
    Read,
    /// Loaded.
    Write,
    /// The instruction conflicts with every load: it stores, or loads what it reads.
    Breaks,
}

/// One thing an instruction does as first (`C` = `u32`, producers) or second (`u64`, consumers)
/// instruction of a rule.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Act<C> {
    /// Mask of classes.
    pub(super) classes: C,
    /// The registers; `None` when no register is looked at.
    pub(super) regs: Option<RegRange>,
    pub(super) detail: Detail,
}

pub(super) type Produces = Act<u32>;
pub(super) type Consumes = Act<u64>;

/// Number of TRAPSTS and MODE among the hardware registers (MI300 ISA, S_GETREG_B32).
const HW_MODE: u8 = 1;
const HW_TRAPSTS: u8 = 3;
/// VSKIP in MODE (MI300 ISA, Mode register fields).
const VSKIP_BIT: u8 = 28;
/// SDWA destination select of the whole register (MI300 ISA, SDWA).
const SDWA_DWORD: i64 = 6;
/// Bits of a VOP3 source-modifier operand, as LLVM encodes them (SISrcMods).
const OP_SEL_0: i64 = 4;
const DST_OP_SEL: i64 = 8;

/// Wait states that an instruction counts by itself.
pub(super) fn wait_states(f: &Function, id: InstId) -> u8 {
    let flags = f.flags(id);
    let unit = f.info(id).unit;
    let silent = InstFlags::META.0 | InstFlags::BUNDLE.0 | InstFlags::INLINE_ASM.0;
    if flags.0 & silent != 0 || matches!(unit, Unit::Meta | Unit::InlineAsm) {
        return 0;
    }
    if unit == Unit::Nop {
        let imm = f.operands(id).iter().find_map(Operand::imm).unwrap_or(0);
        return imm.clamp(0, i64::from(longest_nop(f.gpu)) - 1) as u8 + 1;
    }
    1
}

/// Wait states that one `s_nop` can hold: MI200's ISA promises 8, later ones 16.
pub(super) fn longest_nop(gpu: Gpu) -> u8 {
    if gpu.is_gfx940_plus() { 16 } else { 8 }
}

/// What the instruction is between two others: bits of [`Via`].
pub(super) fn via(info: &OpInfo) -> u8 {
    let passes = |n| info.matrix.is_some_and(|m| m.passes.0 == n);
    let kinds = [
        (
            Via::Dgemm,
            info.matrix.is_some_and(|m| m.kind == MatrixKind::Dgemm),
        ),
        (
            Via::AccMove,
            info.has(OpTraits::ACC_READ) || info.has(OpTraits::ACC_WRITE),
        ),
        (Via::EightPasses, passes(8)),
        (Via::SixteenPasses, passes(16)),
    ];
    let on = kinds.iter().filter(|(_, on)| *on);
    on.fold(0, |mask, (via, _)| mask | via.bit())
}

fn shape(info: &OpInfo) -> (u32, u8) {
    match info.matrix {
        Some(m) => (
            1 + (m.kind as u32) + (u32::from(m.m) << 2) + (u32::from(m.passes.0) << 16),
            passes_index(m.passes) as u8,
        ),
        None => (0, 0),
    }
}

fn is_vector(range: RegRange) -> bool {
    range.first().is_vector()
}

fn hw_reg(f: &Function, id: InstId) -> u8 {
    let last = f.operands(id).iter().rev().find_map(Operand::imm);
    (last.unwrap_or(0) & 0x3f) as u8
}

/// Whether the bits of `s_setreg`'s last immediate (first bit, and their number less one)
/// include VSKIP.
fn writes_vskip(f: &Function, id: InstId) -> bool {
    let imm = f.operands(id).iter().rev().find_map(Operand::imm);
    let field = |shift: u32| (imm.unwrap_or(0) >> shift & 0x1f) as u8;
    let (first, more) = (field(6), field(11));
    (first..=first + more).contains(&VSKIP_BIT)
}

/// `gds` is the last immediate of an LDS instruction that has it; the permutes have none.
fn is_gds(f: &Function, id: InstId) -> bool {
    let name = &f.opcode(id).name;
    if name.contains("PERMUTE") || name.starts_with("DS_NOP") {
        return false;
    }
    let mut immediates = f.operands(id).iter().filter_map(Operand::imm);
    immediates.next_back().is_some_and(|gds| gds != 0)
}

fn is_clause(f: &Function, unit: Unit) -> Option<(Producer, Consumer)> {
    match unit {
        Unit::Vmem(_) if f.features.xnack => Some((Producer::VmemClause, Consumer::VmemClause)),
        Unit::Smem if f.features.xnack => Some((Producer::SmemClause, Consumer::SmemClause)),
        _ => None,
    }
}

/// Whether the instruction keeps a run of memory instructions of that class going.
pub(super) fn clause_class(f: &Function, id: InstId) -> Option<Producer> {
    is_clause(f, f.info(id).unit).map(|(producer, _)| producer)
}

fn loads_what_it_reads(operands: &[Operand]) -> bool {
    let regs = |def| {
        operands
            .iter()
            .filter(move |o| o.is_def() == def)
            .filter_map(Operand::reg)
    };
    regs(true).any(|d| regs(false).any(|u| u.overlaps(d)))
}

struct Sink<C> {
    acts: Vec<Act<C>>,
}

impl Sink<u32> {
    fn add(&mut self, classes: &[Producer], regs: Option<RegRange>, detail: Detail) {
        let classes = classes.iter().fold(0, |mask, c| mask | c.bit());
        self.acts.push(Act {
            classes,
            regs,
            detail,
        });
    }
    fn regs(&mut self, class: Producer, regs: RegRange) {
        self.add(&[class], Some(regs), Detail::default());
    }
}

impl Sink<u64> {
    fn add(&mut self, classes: &[Consumer], regs: Option<RegRange>, detail: Detail) {
        let classes = classes.iter().fold(0, |mask, c| mask | c.bit());
        if classes != 0 {
            self.acts.push(Act {
                classes,
                regs,
                detail,
            });
        }
    }
    fn always(&mut self, class: Consumer) {
        self.add(&[class], None, Detail::default());
    }
}

/// What the instruction does as the first of a pair.
pub(super) fn produces(f: &Function, id: InstId) -> Vec<Produces> {
    let mut sink = Sink { acts: Vec::new() };
    let info = f.info(id);
    let operands = f.operands(id);
    if f.flags(id).has(InstFlags::BUNDLE) {
        return sink.acts;
    }
    let defs = || {
        operands
            .iter()
            .filter(|o| o.is_def())
            .filter_map(Operand::reg)
    };
    match info.unit {
        Unit::Matrix => matrix_produces(f, id, &mut sink),
        Unit::Valu => valu_produces(f, id, &mut sink),
        Unit::InlineAsm => asm_produces(f, operands, &mut sink),
        Unit::Salu => {
            if defs().any(|r| r.contains(Reg::M0)) {
                sink.add(&[Producer::SaluM0], None, Detail::default());
            }
            if info.has(OpTraits::SETREG) {
                let hw_reg = hw_reg(f, id);
                let detail = Detail {
                    hw_reg,
                    ..Detail::default()
                };
                sink.add(&[Producer::Setreg], None, detail);
                match hw_reg {
                    HW_TRAPSTS => sink.add(&[Producer::SetregTrapsts], None, Detail::default()),
                    HW_MODE if writes_vskip(f, id) => {
                        sink.add(&[Producer::SetregMode], None, Detail::default());
                    }
                    _ => {}
                }
            }
        }
        Unit::Vmem(kind) if kind != VmemKind::Image => wide_store(operands, &mut sink),
        _ => {}
    }
    let write = if f.flags(id).has(InstFlags::META) || info.unit == Unit::Meta {
        Producer::MetaWrite
    } else {
        Producer::VectorWrite
    };
    for range in defs().filter(|r| is_vector(*r)) {
        sink.regs(write, range);
    }
    if operands.iter().any(|o| o.kind == OperandKind::RegMask) {
        for range in every_vgpr() {
            sink.regs(write, range);
        }
    }
    if let Some((class, _)) = is_clause(f, info.unit) {
        for operand in operands {
            let clause = if operand.is_def() {
                ClausePart::Write
            } else {
                ClausePart::Read
            };
            if let Some(range) = operand.reg() {
                sink.add(
                    &[class],
                    Some(range),
                    Detail {
                        clause,
                        ..Detail::default()
                    },
                );
            }
        }
        if loads_what_it_reads(operands) {
            let clause = ClausePart::Breaks;
            sink.add(
                &[class],
                None,
                Detail {
                    clause,
                    ..Detail::default()
                },
            );
        }
    }
    sink.acts
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
            sink.add(&[Producer::AsmM0], None, Detail::default());
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

/// Place of a tuple of so many registers in [`super::Need::PerPasses`]: 2, 4, 8, 16.
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
        sink.add(&[Producer::DgemmIssue], None, Detail::default());
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
