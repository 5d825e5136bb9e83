//! Loops that branch around code by a bit for all lanes, which begin with a loop of one block.
//!
//! `if (k + 1 < n) v = a[k + 1];` in a loop over `k` runs in all iterations but the last. The branch makes three blocks of the loop, which
//! cannot be overlapped. So in front of it a copy of it is put that has no such branch: it runs as long as what decides about the
//! code says so for the next iteration, too. That is computed at its end, by copies of the scalar instructions that compute it in the
//! loop, and before the first iteration. The loop itself does the iterations that are left. `check::peel` proves the same by its own
//! reading.

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use crate::gpu::Unit;
use crate::machine::edits::branch_target;
use crate::machine::liveness::Liveness;
use crate::machine::{
    BlockId, Function, InstFlags, InstId, Operand, OperandKind, Reg, RegFile, RegRange, RegSet,
    inverse_branch,
};
use crate::transform::rotate;
use crate::transform::triangle::Triangle;

/// A loop, and what is to be put in front of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Peel {
    /// The block that the loop is entered from.
    pub entry: BlockId,
    /// The block that it leaves to.
    pub exit: BlockId,
    /// Its blocks in the order in which they run where all its code does, the header first.
    pub blocks: Vec<BlockId>,
    /// What its last branch looks at.
    pub latch: Decision,
    /// What decides about the code that it branches around, in the order in which it runs.
    pub conditions: Vec<Condition>,
    /// A free scalar register that is to say whether another iteration follows.
    pub follows: Reg,
    /// A free scalar register that is to say whether one follows in which all of the code runs.
    pub all: Reg,
}

/// What a branch looks at, and for what it goes on with the loop or the code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decision {
    /// The pair of registers that is compared with zero; `None` for SCC.
    pub pair: Option<RegRange>,
    /// Whether it goes on where SCC is set, or the pair is zero.
    pub if_set: bool,
}

/// How it is computed whether code runs.
#[derive(Clone, PartialEq, Debug)]
pub struct Condition {
    /// Copies of instructions of the loop.
    pub steps: Vec<Step>,
    /// What they end in.
    pub decision: Decision,
}

/// A part of the computation of a condition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// A copy of an instruction with other registers, by the number of the operand.
    Copy(InstId, Vec<(usize, RegRange)>),
    /// A move to a free scalar register.
    Move {
        /// The free one.
        to: Reg,
        /// What it gets.
        from: Reg,
    },
}

/// Most instructions of a loop.
const MOST: usize = 1000;

/// Most instructions that compute one condition.
const MOST_STEPS: usize = 8;

/// Pairs of scalar registers that all GPUs have (MI300 ISA, section 3.1: s0 to s101).
const SCALAR_PAIRS: u16 = 51;

/// What is put in front of which loops, but those with the headers `except`. Of kernels without calls.
pub fn peels(function: &Function, except: &BTreeSet<BlockId>) -> Vec<Peel> {
    let mut insts = function.blocks().iter().flat_map(|block| &block.order);
    let is_kernel = function.resources.is_entry && !function.features.precise_memory;
    if !is_kernel || insts.any(|&inst| function.flags(inst).has(InstFlags::CALL)) {
        return Vec::new();
    }
    let is_wanted = |block: &BlockId| {
        function.block(*block).loop_header == Some(*block) && !except.contains(block)
    };
    let mut liveness = None;
    let headers = function.block_ids().filter(is_wanted);
    headers
        .filter_map(|header| {
            let path = Path::of(function, header)?;
            path.peel(liveness.get_or_insert_with(|| Liveness::of(function)))
        })
        .collect()
}

/// The way through a loop on which all of its code runs.
struct Path<'f> {
    function: &'f Function,
    blocks: Vec<BlockId>,
    /// The branches around code, and the number of blocks up to each.
    around: Vec<(InstId, usize)>,
    entry: BlockId,
    exit: BlockId,
    /// The branch that decides about another iteration, and whether it is taken for one.
    latch: (InstId, bool),
}

impl<'f> Path<'f> {
    fn of(function: &'f Function, header: BlockId) -> Option<Path<'f>> {
        let mut blocks = vec![header];
        let mut around = Vec::new();
        let mut block = header;
        let link = |block| {
            let branch = first_terminator(function, block)?;
            bit(function, branch)?;
            Some((branch, Triangle::of(function, block, branch, header)?))
        };
        while let Some((branch, Triangle { guarded, behind })) = link(block) {
            around.push((branch, blocks.len()));
            blocks.extend([guarded, behind]);
            block = behind;
        }
        let last = function.block(block);
        let mut exits = last.successors.iter().filter(|&&to| to != header);
        let (Some(&exit), None) = (exits.next(), exits.next()) else {
            return None;
        };
        let before = function.block(header).predecessors.iter();
        let mut entries = before.filter(|&&from| from != block);
        let (Some(&entry), None) = (entries.next(), entries.next()) else {
            return None;
        };
        let leads_here = function.block(entry).successors.contains(&header);
        let is_plain = [&[entry], &blocks[..]]
            .concat()
            .iter()
            .all(|&block| ends_plainly(function, block));
        let is_loop = last.successors.contains(&header) && leads_here && !around.is_empty();
        let branch = first_terminator(function, block)?;
        let taken = branch_target(function, branch)?;
        (is_loop && is_plain).then_some(Path {
            function,
            blocks,
            around,
            entry,
            exit,
            latch: (branch, taken == header),
        })
    }

    /// The instructions of the first blocks on the way, without branches.
    fn insts(&self, blocks: usize) -> impl DoubleEndedIterator<Item = InstId> + use<'_, 'f> {
        let order = self.blocks[..blocks]
            .iter()
            .flat_map(|&block| &self.function.block(block).order);
        order
            .copied()
            .filter(|&inst| !self.function.flags(inst).has(InstFlags::TERMINATOR))
    }

    fn peel(&self, liveness: &Liveness) -> Option<Peel> {
        let function = self.function;
        let count = self.insts(self.blocks.len()).count();
        let mut admitted = self
            .insts(self.blocks.len())
            .all(|inst| rotate::admits(function, inst).is_ok());
        let header = self.blocks[0];
        let scc = RegRange::parse("scc")?.first();
        // What is computed at the end writes SCC.
        admitted &= [header, self.exit]
            .iter()
            .all(|&block| !liveness.live_in[block].contains(scc));
        if !admitted || count > MOST {
            return None;
        }
        let mut free = self.free(liveness);
        let (latch, taken) = self.latch;
        let (bit, if_set) = bit(function, latch)?;
        let latch = Decision {
            pair: bit.is_vcc().then(vcc).flatten(),
            if_set: if_set == taken,
        };
        let pair = free.pop()?;
        let (follows, all) = (pair.first(), pair.regs().next_back()?);
        let conditions: Option<Vec<Condition>> = self
            .around
            .iter()
            .map(|&(branch, blocks)| self.condition(branch, blocks, &mut free))
            .collect();
        Some(Peel {
            entry: self.entry,
            exit: self.exit,
            blocks: self.blocks.clone(),
            latch,
            conditions: conditions?,
            follows,
            all,
        })
    }

    /// Pairs of scalar registers that the loop neither names nor keeps a value in, the lowest last.
    fn free(&self, liveness: &Liveness) -> Vec<RegRange> {
        let function = self.function;
        let mut taken = function.reserved;
        for &block in &self.blocks {
            taken.union(&liveness.live_in[block]);
            taken.union(&liveness.live_out[block]);
            for &inst in &function.block(block).order {
                let named = function.operands(inst).iter().filter_map(Operand::reg);
                named.for_each(|range| taken.insert_range(range));
            }
        }
        (0..SCALAR_PAIRS)
            .rev()
            .filter_map(|at| RegRange::new(Reg::sgpr(2 * at)?, 2))
            .filter(|&pair| !taken.touches(pair))
            .collect()
    }

    /// How what a branch looks at is computed from what there is at the beginning of an iteration.
    fn condition(
        &self,
        branch: InstId,
        blocks: usize,
        free: &mut Vec<RegRange>,
    ) -> Option<Condition> {
        let function = self.function;
        let (bit, if_set) = bit(function, branch)?;
        let mut needed = RegSet::default();
        let halves = if bit.is_vcc() {
            vcc()?
        } else {
            RegRange::new(bit, 1)?
        };
        needed.insert_range(halves);
        let mut slice = Vec::new();
        for inst in self.insts(blocks).rev() {
            if !written(function, inst).any(|reg| needed.contains(reg)) {
                continue;
            }
            if !computes(function, inst) || slice.len() == MOST_STEPS {
                return None;
            }
            written(function, inst).for_each(|reg| needed.remove(reg));
            let reads = function.operands(inst).iter().filter(|o| o.is_use());
            reads
                .filter_map(Operand::reg)
                .for_each(|range| needed.insert_range(range));
            slice.push(inst);
        }
        // What no instruction computes is the same in all iterations.
        if halves.regs().any(|reg| needed.contains(reg)) {
            return None;
        }
        slice.reverse();
        let mut renamed = Renamed::default();
        let mut steps = Vec::new();
        for inst in slice {
            renamed.copy(function, inst, free, &mut steps)?;
        }
        // The branch is taken around the code.
        let decision = Decision {
            pair: bit.is_vcc().then(|| renamed.of(halves)).flatten(),
            if_set: !if_set,
        };
        (bit.is_vcc() == decision.pair.is_some()).then_some(Condition { steps, decision })
    }
}

/// Whether a block ends in nothing, in a jump, in a conditional branch, or in one and a jump.
fn ends_plainly(function: &Function, block: BlockId) -> bool {
    let name = |inst: &InstId| function.opcode(*inst).name.as_str();
    let is_terminator = |inst: &InstId| function.flags(*inst).has(InstFlags::TERMINATOR);
    let order = &function.block(block).order;
    let begin = order.iter().position(is_terminator).unwrap_or(order.len());
    let (conditional, jump) = match &order[begin..] {
        [] => (None, None),
        [only] if name(only) == "S_BRANCH" => (None, Some(only)),
        [only] => (Some(only), None),
        [first, second] => (Some(first), Some(second)),
        _ => return false,
    };
    conditional.is_none_or(|inst| inverse_branch(name(inst)).is_some())
        && jump.is_none_or(|inst| name(inst) == "S_BRANCH")
}

fn first_terminator(function: &Function, block: BlockId) -> Option<InstId> {
    let is_terminator = |inst: &InstId| function.flags(*inst).has(InstFlags::TERMINATOR);
    let mut order = function.block(block).order.iter().copied();
    order.find(is_terminator)
}

/// What a branch looks at, SCC or VCC, and whether it is taken where that is set, or zero.
fn bit(function: &Function, branch: InstId) -> Option<(Reg, bool)> {
    let scc = RegRange::parse("scc")?.first();
    let vcc = vcc()?.first();
    match function.opcode(branch).name.as_str() {
        "S_CBRANCH_SCC0" => Some((scc, false)),
        "S_CBRANCH_SCC1" => Some((scc, true)),
        "S_CBRANCH_VCCNZ" => Some((vcc, false)),
        "S_CBRANCH_VCCZ" => Some((vcc, true)),
        _ => None,
    }
}

fn vcc() -> Option<RegRange> {
    RegRange::parse("vcc")
}

fn written(function: &Function, inst: InstId) -> impl Iterator<Item = Reg> {
    let defs = function.operands(inst).iter().filter(|o| o.is_def());
    defs.filter_map(Operand::reg).flat_map(RegRange::regs)
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
    RegRange::parse("scc") == Some(range)
}

/// Whether a register or an aligned pair, which any free pair may stand in for.
fn stands_for_itself(range: RegRange) -> bool {
    let first = range.first();
    let is_scalar = first.file() == RegFile::Sgpr || vcc() == Some(range);
    is_scalar && (range.len() == 1 || range.len() == 2 && first.number().is_multiple_of(2))
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
