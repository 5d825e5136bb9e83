//! What one instruction does, in the classes of the table: the module a new [`Producer`] or
//! [`Consumer`] has to be recognised in.

mod consume;
mod produce;

pub(super) use consume::consumes;
pub(super) use produce::produces;

use crate::gpu::{Gpu, MatrixKind, OpInfo, OpTraits, Unit};
use crate::machine::{Function, InstFlags, InstId, Operand, RegRange};
use crate::rules::{Consumer, Producer, Via, passes_index};

/// What is seen of inline assembly whose text was parsed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum AsmView {
    /// Its instructions, as any others.
    Instructions,
    /// Its operands alone, as LLVM does; no instruction in it is one.
    Operands,
}

impl AsmView {
    /// Whether an instruction is none of those that are seen.
    pub(super) fn hides(self, f: &Function, id: InstId) -> bool {
        f.flags(id).has(match self {
            AsmView::Instructions => InstFlags::ASM_PARSED,
            AsmView::Operands => InstFlags::IN_ASM,
        })
    }
}

/// What a relation compares besides registers. Fields that no rule of the given classes compares
/// keep their default, so that instructions that behave alike compare equal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub(super) struct Detail {
    /// Index in [`super::Need::PerPasses`].
    pub(super) passes: u8,
    /// Kind, rows and passes of a matrix instruction; 0 for others.
    pub(super) shape: u32,
    /// Opcode of a dot product, and of its possible consumers.
    pub(super) opcode: u32,
    /// Number of the hardware register of `s_setreg` and `s_getreg`.
    pub(super) hw_reg: u8,
    /// Part in a run of memory instructions.
    pub(super) clause: ClausePart,
    /// Wait states that the second instruction itself puts between the first one and what is
    /// affected: the jump that leaves the function.
    pub(super) own_wait_states: u8,
}

impl Detail {
    fn of_clause(clause: ClausePart) -> Detail {
        Detail {
            clause,
            ..Detail::default()
        }
    }
}

/// What an instruction in a run of memory instructions does with a register.
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
    /// The registers; `None` when no rule of these classes compares registers.
    pub(super) regs: Option<RegRange>,
    pub(super) detail: Detail,
}

pub(super) type Produces = Act<u32>;
pub(super) type Consumes = Act<u64>;

/// Wait states that the instruction itself is.
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

/// Wait states that one `s_nop` can hold: 8 by MI200's ISA, 16 by later ones.
pub(super) fn longest_nop(gpu: Gpu) -> u8 {
    if gpu.is_gfx940_plus() { 16 } else { 8 }
}

/// Bits of [`Via`]: what the instruction is when it lies between two others.
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

/// The class of the run of memory instructions that the instruction starts or continues.
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

/// The registers of an instruction in a run of memory instructions, and what it does with each.
fn clause_registers(operands: &[Operand]) -> impl Iterator<Item = (RegRange, Detail)> + '_ {
    operands.iter().filter_map(|operand| {
        let part = if operand.is_def() {
            ClausePart::Write
        } else {
            ClausePart::Read
        };
        Some((operand.reg()?, Detail::of_clause(part)))
    })
}

/// Collects acts.
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
    fn always(&mut self, class: Producer) {
        self.add(&[class], None, Detail::default());
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
