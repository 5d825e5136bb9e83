//! How it is computed ahead whether an iteration goes the way that is copied.

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use super::path::{Branch, Full, Path, bit};
use super::{Condition, Decision, Step};
use crate::gpu::Unit;
use crate::machine::{
    Function, InstFlags, InstId, Operand, OperandKind, Reg, RegFile, RegRange, RegSet,
};

/// Most instructions that compute one condition.
pub(super) const MOST_STEPS: usize = 8;

/// Registers that copies of instructions may write.
#[derive(Clone)]
pub(super) struct Free {
    /// Aligned pairs of scalar registers.
    pub pairs: Vec<RegRange>,
    /// Single vector registers.
    pub vectors: Vec<RegRange>,
    pub is_vcc_free: bool,
}

impl Path<'_> {
    /// How it is computed whether an iteration goes this way, in the order of the way: branches, and comparisons that are to hold for all
    /// lanes. Behind some instructions EXEC is what it is at the beginning.
    pub(super) fn conditions(
        &self,
        full: &[Full],
        widening: &BTreeSet<InstId>,
        free: &Free,
    ) -> Option<Vec<Condition>> {
        let (mut conditions, mut asked) = (Vec::new(), Vec::new());
        for blocks in 1..=self.blocks.len() {
            for full in full.iter().filter(|full| full.blocks == blocks) {
                // What each is computed in is free again behind it.
                let condition = self.for_all_lanes(full, widening, free.clone())?;
                // Loads and what needs them ask for the same.
                let is_asked = |other: &Condition| is_same(self.function, other, &condition);
                if !asked.iter().any(is_asked) {
                    asked.push(condition.clone());
                    conditions.push(condition);
                }
            }
            let ends = |branch: &&Branch| branch.blocks == blocks;
            for branch in self.branches.iter().filter(ends) {
                conditions.push(self.condition(branch, widening, free.clone())?);
            }
        }
        Some(conditions)
    }

    /// How what a branch looks at is computed from what there is at the beginning of an iteration.
    fn condition(
        &self,
        branch: &Branch,
        widening: &BTreeSet<InstId>,
        mut free: Free,
    ) -> Option<Condition> {
        let (bit, if_set) = bit(self.function, branch.inst)?;
        let insts = self.insts(branch.blocks).rev();
        let (steps, renamed) = self.ahead(bit, insts, widening, &mut free)?;
        let is_by_lane = |step: &Step| matches!(step, Step::Copy(inst, _) if computes_by_lane(self.function, *inst));
        if steps.iter().any(is_by_lane) {
            return None;
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

    /// How it is computed whether there is no lane that a comparison does not hold for.
    fn for_all_lanes(
        &self,
        full: &Full,
        widening: &BTreeSet<InstId>,
        mut free: Free,
    ) -> Option<Condition> {
        let insts = self.insts(full.blocks).rev();
        let insts = insts.skip_while(|&inst| inst != full.inst);
        let (mut steps, renamed) = self.ahead(full.mask, insts, widening, &mut free)?;
        let (to, mask) = (free.pairs.pop()?, renamed.of(full.mask)?);
        steps.push(Step::Inverse { to, mask });
        let decision = Decision {
            pair: Some(to),
            if_set: true,
        };
        Some(Condition { steps, decision })
    }

    /// Copies of those of these instructions, the last one first, that compute a register, from what there is at the beginning of an
    /// iteration.
    fn ahead(
        &self,
        wanted: RegRange,
        insts: impl Iterator<Item = InstId>,
        widening: &BTreeSet<InstId>,
        free: &mut Free,
    ) -> Option<(Vec<Step>, Renamed)> {
        let function = self.function;
        let mut needed = RegSet::default();
        needed.insert_range(wanted);
        let mut slice = Vec::new();
        for inst in insts {
            if widening.contains(&inst) {
                needed.remove(Reg::EXEC_LO);
                needed.remove(Reg::EXEC_HI);
            }
            if !function.written(inst).any(|reg| needed.contains(reg)) {
                continue;
            }
            let by_lane = ByLane::of(function, inst);
            let is_computation =
                by_lane.is_some() || computes(function, inst) || computes_by_lane(function, inst);
            if !is_computation || slice.len() == MOST_STEPS {
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
        // What no instruction computes is the same in all iterations.
        if needed.touches(wanted) {
            return None;
        }
        // Where a mask is inverted there is no vector register in the copy that another instruction could read.
        let inverts = slice.iter().any(|(_, by_lane)| by_lane.is_some());
        let has_others = slice
            .iter()
            .any(|&(inst, by_lane)| by_lane.is_none() && computes_by_lane(function, inst));
        if inverts && has_others {
            return None;
        }
        slice.reverse();
        let mut renamed = Renamed::default();
        let mut steps = Vec::new();
        for (inst, by_lane) in slice {
            match by_lane {
                Some(ByLane::Bits { bits, mask }) => {
                    let (mask, to) = (renamed.of(mask)?, free.pairs.pop()?);
                    steps.push(Step::Inverse { to, mask });
                    renamed.pairs.push((bits, to));
                }
                Some(ByLane::Inverse { mask, bits }) => {
                    let inverse = renamed.of(bits).filter(|&inverse| inverse != bits)?;
                    renamed.pairs.push((mask, inverse));
                }
                None => renamed.copy(function, inst, free, &mut steps)?,
            }
        }
        Some((steps, renamed))
    }
}

/// Whether two comparisons for all lanes are the same one of the same values, wherever they put the lanes.
fn is_same(function: &Function, one: &Condition, other: &Condition) -> bool {
    let named = |step: &Step| match step {
        Step::Copy(inst, edits) => {
            let name = function.opcode(*inst).name.as_str();
            let compared = name.starts_with("V_CMP_").then(|| name.rsplit_once('_'));
            let stem = compared.flatten().map(|(stem, _)| stem);
            let operands = function.operands(*inst).iter().enumerate();
            let operands = operands.filter(|(_, o)| o.is_use() || stem.is_none());
            let kind = |(at, operand): (usize, &Operand)| {
                let edit = edits.iter().find(|&&(edited, _)| edited == at);
                edit.map_or(operand.kind, |&(_, to)| OperandKind::Reg(to))
            };
            Ok((stem.unwrap_or(name), operands.map(kind).collect::<Vec<_>>()))
        }
        other => Err(other.clone()),
    };
    match (one.steps.split_last(), other.steps.split_last()) {
        (Some((Step::Inverse { .. }, one)), Some((Step::Inverse { .. }, other))) => {
            one.iter().map(named).eq(other.iter().map(named))
        }
        _ => false,
    }
}

/// Parts of the names of scalar instructions that depend on more than the registers that they name: hardware registers, the
/// program's place, registers by an index, and what is in their result (LLVM SOPInstructions.td, MI300 ISA, sections 12.1 and 12.3).
const DEPENDS_ON_MORE: [&str; 4] = ["GETREG", "GETPC", "MOVREL", "CMOV"];

/// What is not copied.
const ODD: [InstFlags; 9] = [
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

/// Beginnings of names of vector instructions on integers that compute each lane from that lane of what they read, and nothing else (MI300
/// ISA, sections 12.7 to 12.10).
const BY_LANE: [&str; 12] = [
    "V_CMP_",
    "V_ADD_U32_",
    "V_ADD3_U32_",
    "V_ADD_LSHL_U32_",
    "V_SUB_U32_",
    "V_SUBREV_U32_",
    "V_LSHLREV_B32_",
    "V_LSHL_ADD_U32_",
    "V_LSHL_OR_B32_",
    "V_AND_B32_",
    "V_OR_B32_",
    "V_OR3_B32_",
];

/// Whether an instruction computes lanes of a vector register, or a mask, and may be copied.
fn computes_by_lane(function: &Function, inst: InstId) -> bool {
    let flags = function.flags(inst);
    let name = function.opcode(inst).name.as_str();
    let begins = BY_LANE.iter().find(|&&start| name.starts_with(start));
    let is_plain = name.ends_with("_e32") || name.ends_with("_e64");
    let kind = name
        .strip_prefix("V_CMP_")
        .and_then(|rest| rest.split('_').nth(1));
    let is_integer = kind.is_none_or(|kind| ["I32", "U32", "I64", "U64"].contains(&kind));
    let fits = function.operands(inst).iter().all(|o| match o.kind {
        OperandKind::Imm(_) => true,
        OperandKind::Reg(range) => {
            let is_lane = range.len() == 1 && range.first().file() == RegFile::Vgpr;
            o.is_use() || is_lane || range.len() == 2 && stands_for_itself(range)
        }
        _ => false,
    });
    begins.is_some() && is_plain && is_integer && fits && !ODD.iter().any(|&flag| flags.has(flag))
}

/// Whether an instruction computes scalar registers from registers, and may be copied.
fn computes(function: &Function, inst: InstId) -> bool {
    let flags = function.flags(inst);
    let name = function.opcode(inst).name.as_str();
    let is_scalar = function.info(inst).unit == Unit::Salu
        && !DEPENDS_ON_MORE.iter().any(|part| name.contains(part));
    let fits = function.operands(inst).iter().all(|o| match o.kind {
        OperandKind::Imm(_) => true,
        OperandKind::Reg(range) => o.is_use() || is_scc(range) || stands_for_itself(range),
        _ => false,
    });
    is_scalar && fits && !ODD.iter().any(|&flag| flags.has(flag))
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
        free: &mut Free,
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
            let to = match range.first().is_vector() {
                true => free.vectors.pop()?,
                false => RegRange::new(free.pairs.pop()?.first(), range.len())?,
            };
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
        let hidden = || operands.iter().filter(|o| !o.is_explicit());
        let is_free = |range: RegRange| free.is_vcc_free && range.first() == Reg::VCC_LO;
        let is_known = hidden().all(|o| {
            o.reg().is_none_or(|range| {
                is_scc(range)
                    || o.is_use() && self.of(range) == Some(range)
                    || o.is_def() && is_free(range)
            })
        });
        let written = hidden().filter(|o| o.is_def()).filter_map(Operand::reg);
        self.pairs.extend(written.map(|range| (range, range)));
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
