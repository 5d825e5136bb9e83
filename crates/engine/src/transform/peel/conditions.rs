//! How it is computed ahead whether an iteration goes the way that is copied.

use std::collections::BTreeSet;

use super::path::{Branch, Path, bit};
use super::{Condition, Decision, Step};
use crate::gpu::Unit;
use crate::machine::{
    Function, InstFlags, InstId, Operand, OperandKind, Reg, RegFile, RegRange, RegSet,
};

/// Most instructions that compute one condition.
pub(super) const MOST_STEPS: usize = 8;

impl Path<'_> {
    /// How what a branch looks at is computed from what there is at the beginning of an iteration. Behind some instructions EXEC is
    /// what it is there.
    pub(super) fn condition(
        &self,
        branch: &Branch,
        widening: &BTreeSet<InstId>,
        mut free: Vec<RegRange>,
    ) -> Option<Condition> {
        let function = self.function;
        let (bit, if_set) = bit(function, branch.inst)?;
        let mut needed = RegSet::default();
        needed.insert_range(bit);
        let mut slice = Vec::new();
        for inst in self.insts(branch.blocks).rev() {
            if widening.contains(&inst) {
                needed.remove(Reg::EXEC_LO);
                needed.remove(Reg::EXEC_HI);
            }
            if !function.written(inst).any(|reg| needed.contains(reg)) {
                continue;
            }
            let by_lane = ByLane::of(function, inst);
            if by_lane.is_none() && !computes(function, inst) || slice.len() == MOST_STEPS {
                return None;
            }
            // What takes the place of these writes SCC.
            if by_lane.is_some() && needed.contains(Reg::SCC) {
                return None;
            }
            function.written(inst).for_each(|reg| needed.remove(reg));
            match by_lane {
                Some(ByLane::Bits { mask: read, .. } | ByLane::Inverse { bits: read, .. }) => {
                    needed.insert_range(read);
                    needed.insert_range(RegRange::new(Reg::EXEC_LO, 2)?);
                }
                None => {
                    let reads = function.operands(inst).iter().filter(|o| o.is_use());
                    reads
                        .filter_map(Operand::reg)
                        .for_each(|range| needed.insert_range(range));
                }
            }
            slice.push((inst, by_lane));
        }
        // What no instruction computes is the same in all iterations, and vector registers may not be copied.
        if needed.iter().any(Reg::is_vector) || needed.touches(bit) {
            return None;
        }
        slice.reverse();
        let mut renamed = Renamed::default();
        let mut steps = Vec::new();
        for (inst, by_lane) in slice {
            match by_lane {
                Some(ByLane::Bits { bits, mask }) => {
                    let (mask, to) = (renamed.of(mask)?, free.pop()?);
                    steps.push(Step::Inverse { to, mask });
                    renamed.pairs.push((bits, to));
                }
                Some(ByLane::Inverse { mask, bits }) => {
                    let inverse = renamed.of(bits).filter(|&inverse| inverse != bits)?;
                    renamed.pairs.push((mask, inverse));
                }
                None => renamed.copy(function, inst, &mut free, &mut steps)?,
            }
        }
        let pair = match is_scc(bit) {
            true => None,
            false => Some(renamed.of(bit)?),
        };
        let decision = Decision {
            pair,
            if_set: if_set == branch.taken,
        };
        Some(Condition { steps, decision })
    }
}

/// Parts of the names of scalar instructions that depend on more than the registers that they name: hardware registers, the
/// program's place, registers by an index, and what is in their result (LLVM SOPInstructions.td, MI300 ISA, sections 12.1 and 12.3).
const DEPENDS_ON_MORE: [&str; 4] = ["GETREG", "GETPC", "MOVREL", "CMOV"];

/// Whether an instruction computes scalar registers from registers, and may be copied.
fn computes(function: &Function, inst: InstId) -> bool {
    let flags = function.flags(inst);
    let odd = [
        InstFlags::MAY_LOAD,
        InstFlags::MAY_STORE,
        InstFlags::SIDE_EFFECTS,
        InstFlags::META,
        InstFlags::INLINE_ASM,
        InstFlags::BUNDLE,
        InstFlags::IN_BUNDLE,
        InstFlags::IN_ASM,
        InstFlags::BOUNDARY,
    ];
    let name = function.opcode(inst).name.as_str();
    let is_scalar = function.info(inst).unit == Unit::Salu
        && !DEPENDS_ON_MORE.iter().any(|part| name.contains(part));
    let fits = function.operands(inst).iter().all(|o| match o.kind {
        OperandKind::Imm(_) => true,
        OperandKind::Reg(range) => o.is_use() || is_scc(range) || stands_for_itself(range),
        _ => false,
    });
    is_scalar && fits && !odd.iter().any(|&flag| flags.has(flag))
}

fn is_scc(range: RegRange) -> bool {
    range.len() == 1 && range.first() == Reg::SCC
}

/// Whether a register or an aligned pair, which any free pair may stand in for.
fn stands_for_itself(range: RegRange) -> bool {
    let first = range.first();
    let is_scalar = first.file() == RegFile::Sgpr || first == Reg::VCC_LO && range.len() == 2;
    is_scalar && (range.len() == 1 || range.len() == 2 && first.number().is_multiple_of(2))
}

/// What LLVM inverts a mask by: a one in each lane of it, and a comparison of these with one.
#[derive(Clone, Copy)]
enum ByLane {
    Bits { bits: RegRange, mask: RegRange },
    Inverse { mask: RegRange, bits: RegRange },
}

impl ByLane {
    fn of(function: &Function, inst: InstId) -> Option<ByLane> {
        match (function.opcode(inst).name.as_str(), function.operands(inst)) {
            ("V_CNDMASK_B32_e64", [to, modifier, zero, other_modifier, one, mask, ..])
                if [modifier, zero, other_modifier, one].map(Operand::imm)
                    == [Some(0), Some(0), Some(0), Some(1)] =>
            {
                let (bits, mask) = (to.reg()?, mask.reg()?);
                stands_for_itself(mask).then_some(ByLane::Bits { bits, mask })
            }
            ("V_CMP_NE_U32_e64", [to, one, bits, ..]) if one.imm() == Some(1) => {
                let (mask, bits) = (to.reg()?, bits.reg()?);
                let fits = stands_for_itself(mask) && bits.first().file() == RegFile::Vgpr;
                fits.then_some(ByLane::Inverse { mask, bits })
            }
            _ => None,
        }
    }
}

/// What the registers are called that copies have written.
#[derive(Default)]
struct Renamed {
    pairs: Vec<(RegRange, RegRange)>,
}

impl Renamed {
    /// What a range is called now; `None` where a part of it has another name.
    fn of(&self, range: RegRange) -> Option<RegRange> {
        let mut last = self.pairs.iter().rev();
        match last.find(|(from, _)| from.overlaps(range)) {
            Some(&(from, to)) => (from == range).then_some(to),
            None => Some(range),
        }
    }

    /// Copies an instruction, with its results in free registers.
    fn copy(
        &mut self,
        function: &Function,
        inst: InstId,
        free: &mut Vec<RegRange>,
        steps: &mut Vec<Step>,
    ) -> Option<()> {
        let operands = function.operands(inst);
        let explicit = || operands.iter().enumerate().filter(|(_, o)| o.is_explicit());
        let mut edits = Vec::new();
        for (at, operand) in explicit().filter(|(_, o)| o.is_use()) {
            if let Some(range) = operand.reg() {
                edits.push((at, self.of(range)?));
            }
        }
        for (at, operand) in explicit().filter(|(_, o)| o.is_def()) {
            let Some(range) = operand.reg() else { continue };
            let to = RegRange::new(free.pop()?.first(), range.len())?;
            // `s_addk_i32 s0, 4` adds to what is there.
            if let Some((tied, source)) = tied(function, inst, at) {
                let from = self.of(source)?;
                for (to, from) in to.regs().zip(from.regs()) {
                    steps.push(Step::Move { to, from });
                }
                edits.retain(|&(operand, _)| operand != tied);
                edits.push((tied, to));
            }
            self.pairs.push((range, to));
            edits.push((at, to));
        }
        // Implicit results have no other name.
        let mut hidden = operands.iter().filter(|o| !o.is_explicit());
        let is_known = hidden.all(|o| {
            o.reg()
                .is_none_or(|range| is_scc(range) || o.is_use() && self.of(range) == Some(range))
        });
        edits.retain(|&(at, to)| operands[at].reg() != Some(to));
        steps.push(Step::Copy(inst, edits));
        is_known.then_some(())
    }
}

/// The source that has to be the register of a result.
fn tied(function: &Function, inst: InstId, def: usize) -> Option<(usize, RegRange)> {
    let operands = function.operands(inst);
    let is_tied = |o: &Operand| o.flags.has(crate::machine::OperandFlags::TIED);
    let result = operands[def].reg().filter(|_| is_tied(&operands[def]))?;
    let mut sources = operands.iter().enumerate().skip(def + 1);
    let (at, _) = sources.find(|(_, o)| o.is_use() && is_tied(o) && o.reg() == Some(result))?;
    Some((at, result))
}
