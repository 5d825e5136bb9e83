//! The way through a loop that is copied.

use std::collections::BTreeSet;

use super::course::{Course, Courses};
use super::lanes::masked_by;
use crate::machine::edits::branch_target;
use crate::machine::{
    BlockId, Function, InstFlags, InstId, Operand, Reg, RegFile, RegRange, Walls, inverse_branch,
};
use crate::transform::triangle::{is_inside, runs_often};

/// Branches that are taken where EXEC is zero, and where it is not.
const BY_LANES: [&str; 2] = ["S_CBRANCH_EXECZ", "S_CBRANCH_EXECNZ"];

/// A way through a loop, from its first block to its last one.
pub(super) struct Path<'f> {
    pub function: &'f Function,
    pub walls: Walls,
    pub blocks: Vec<BlockId>,
    /// The branches by bits for all lanes on it but the last one.
    pub branches: Vec<Branch>,
    /// Its branches around code for some lanes.
    pub skips: Vec<Skip>,
    /// Comparisons on it that mask code for some lanes, and hold for all lanes in the first iterations.
    pub full: Vec<Full>,
    pub entry: BlockId,
    pub exit: BlockId,
    /// The branch that decides about another iteration, and whether it is taken for one.
    pub latch: (InstId, bool),
}

/// A branch on the way through a loop.
pub(super) struct Branch {
    pub inst: InstId,
    /// How many blocks of the way there are up to it.
    pub blocks: usize,
    /// Whether it is taken on the way.
    pub taken: bool,
}

/// A branch on the way that is taken where no lane is left, past code for some lanes.
pub(super) struct Skip {
    /// How many blocks of the way there are up to it.
    pub blocks: usize,
    /// Where it leads.
    pub to: BlockId,
    /// The place on the way that it comes to: a block's number on it, and that of an instruction in the block. Where LLVM has
    /// the end of a block twice, it is in the block on the way. `None` where it is not on the way.
    pub place: Option<(usize, usize)>,
}

/// A comparison that tells for each lane whether it goes on, and does so for all lanes in the first iterations.
#[derive(Clone, Copy)]
pub(super) struct Full {
    pub inst: InstId,
    /// How many blocks of the way there are up to it.
    pub blocks: usize,
    /// The pair of registers that gets the lanes.
    pub mask: RegRange,
}

impl<'f> Path<'f> {
    pub fn of(function: &'f Function, header: BlockId, walls: Walls) -> Option<Path<'f>> {
        // One block that ends in a branch by a bit needs no copy.
        let is_one_block = function.block(header).successors.contains(&header);
        let by_bit = first_terminator(function, header).and_then(|inst| bit(function, inst));
        if is_one_block && by_bit.is_some() {
            return None;
        }
        let all = blocks_of_loop(function, header);
        let is_own = |&block: &BlockId| function.block(block).loop_header == Some(header);
        if !all.iter().all(is_own) {
            return None;
        }
        let mut courses = Courses::of(function, &all);
        let mut blocks = vec![header];
        let mut branches = Vec::new();
        let mut around = Vec::new();
        let mut full = Vec::new();
        let mut block = header;
        loop {
            let order = &function.block(block).order;
            for &inst in order {
                courses.pass(inst);
                let mask = compared(function, inst);
                if let Some(mask) = mask.filter(|&mask| courses.get(mask) == Course::SetFirst) {
                    full.push(Full {
                        inst,
                        blocks: blocks.len(),
                        mask,
                    });
                }
            }
            if function.block(block).successors.contains(&header) {
                break;
            }
            let next = if function.block(block).successors.len() > 1 {
                let inst = first_terminator(function, block)?;
                if let Some((next, to)) = with_lanes(function, block, header) {
                    around.push((blocks.len(), to));
                    next
                } else {
                    let next = way(function, block, inst, &courses, header)?;
                    branches.push(Branch {
                        inst,
                        blocks: blocks.len(),
                        taken: branch_target(function, inst)? == next,
                    });
                    next
                }
            } else {
                likely(function, block, header)?
            };
            if blocks.contains(&next) {
                return None;
            }
            blocks.push(next);
            block = next;
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
        // What is behind one loop is not in front of the copy of the next one.
        let is_followed = function.block(exit).loop_header == Some(exit);
        let is_plain = [&[entry], &blocks[..]]
            .concat()
            .iter()
            .all(|&block| ends_plainly(function, block));
        let branch = first_terminator(function, block)?;
        let taken = branch_target(function, branch)?;
        let skips = around.into_iter().map(|(before, to)| Skip {
            blocks: before,
            to,
            place: place_on(function, &blocks, before, to),
        });
        let mut path = Path {
            function,
            walls,
            skips: skips.collect(),
            blocks,
            branches,
            full: Vec::new(),
            entry,
            exit,
            latch: (branch, taken == header),
        };
        full.retain(|full| path.masks(full));
        path.full = full;
        // Lanes leave at the end, not one in the first iteration and one in another.
        let leave_last = path.narrows().is_none_or(|narrows| {
            let mask = function.operands(narrows).get(2).and_then(Operand::reg);
            mask.is_some_and(|mask| courses.get(mask) == Course::SetLast)
        });
        (is_plain && leads_here && leave_last && !is_followed).then_some(path)
    }

    /// The instructions of the first blocks on the way, without branches.
    pub fn insts(&self, blocks: usize) -> impl DoubleEndedIterator<Item = InstId> + use<'_, 'f> {
        let order = self.blocks[..blocks]
            .iter()
            .flat_map(|&block| &self.function.block(block).order);
        order
            .copied()
            .filter(|&inst| !self.function.flags(inst).has(InstFlags::TERMINATOR))
    }

    /// Whether what a comparison says becomes a part of EXEC, or of a mask.
    fn masks(&self, full: &Full) -> bool {
        let function = self.function;
        let rest = self.insts(self.blocks.len());
        let mut rest = rest.skip_while(|&inst| inst != full.inst).skip(1);
        let reads = |inst: InstId| masked_by(function, inst).contains(&full.mask);
        let ends = |inst: InstId| function.written(inst).any(|reg| full.mask.contains(reg));
        // An instruction that reads it may put something else there.
        rest.find(|&inst| reads(inst) || ends(inst))
            .is_some_and(reads)
    }

    /// The instruction that takes lanes from EXEC, where those that are left decide about another iteration.
    pub fn narrows(&self) -> Option<InstId> {
        let function = self.function;
        let (branch, taken) = self.latch;
        let goes_on_with_lanes = function.opcode(branch).name == BY_LANES[usize::from(taken)];
        let last = self.insts(self.blocks.len()).next_back()?;
        let exec = RegRange::new(Reg::EXEC_LO, 2)?;
        let [to, of, mask, ..] = function.operands(last) else {
            return None;
        };
        let takes = function.opcode(last).name == "S_ANDN2_B64"
            && to.is_def()
            && [to, of].iter().all(|o| o.reg() == Some(exec))
            && mask.is_use()
            && mask
                .reg()
                .is_some_and(|mask| mask.first().file() == RegFile::Sgpr && mask.len() == 2);
        (goes_on_with_lanes && takes).then_some(last)
    }
}

/// Where control goes behind a branch by lanes with some lanes, and where it goes with none, if that code runs often enough.
fn with_lanes(function: &Function, block: BlockId, header: BlockId) -> Option<(BlockId, BlockId)> {
    let (of, skip, next) = ends(function, block)?;
    let next = next.filter(|_| of.first().is_exec())?;
    let fits = is_inside(function, next, header) && is_inside(function, skip, header);
    (fits && runs_often(function, next, block)).then_some((next, skip))
}

/// The pair of registers that gets the lanes that a comparison holds for, if an instruction is one and does nothing else.
fn compared(function: &Function, inst: InstId) -> Option<RegRange> {
    let name = function.opcode(inst).name.as_str();
    let mut results = function.operands(inst).iter().filter(|o| o.is_def());
    let (result, others) = (results.next()?.reg()?, results.next());
    let fits = name.starts_with("V_CMP_") && others.is_none() && result.len() == 2;
    (fits && !result.first().is_exec()).then_some(result)
}

/// The place on a way, behind its first blocks, that a block leads to or is another copy of.
fn place_on(
    function: &Function,
    blocks: &[BlockId],
    before: usize,
    to: BlockId,
) -> Option<(usize, usize)> {
    if let Some(at) = blocks.iter().position(|&block| block == to) {
        return (at >= before).then_some((at, 0));
    }
    let is_branch = |inst: &InstId| function.flags(*inst).has(InstFlags::TERMINATOR);
    let body = |block: BlockId| -> Vec<InstId> {
        let order = function.block(block).order.iter().copied();
        order.take_while(|inst| !is_branch(inst)).collect()
    };
    let is_same = |(&one, &other): (&InstId, &InstId)| {
        let named = |inst: InstId| {
            let operands = function.operands(inst).iter();
            let named = operands.map(|o| (o.kind, o.flags.0));
            (
                function.opcode(inst).name.as_str(),
                named.collect::<Vec<_>>(),
            )
        };
        named(one) == named(other)
    };
    let wanted = body(to);
    (before..blocks.len()).find_map(|at| {
        let body = body(blocks[at]);
        let from = body.len().checked_sub(wanted.len())?;
        let fits = !wanted.is_empty()
            && ends(function, to).is_some_and(|to| ends(function, blocks[at]) == Some(to))
            && body[from..].iter().zip(&wanted).all(is_same);
        fits.then_some((at, from))
    })
}

/// What a block ends in: what its branch looks at, and where control goes where that is set, or zero, and where it is not; the one block
/// that it leads to without a branch.
fn ends(function: &Function, block: BlockId) -> Option<(RegRange, BlockId, Option<BlockId>)> {
    let successors = &function.block(block).successors;
    let branch = first_terminator(function, block);
    let conditional = branch.filter(|&inst| function.opcode(inst).name != "S_BRANCH");
    let Some(inst) = conditional else {
        let &[only] = &successors[..] else {
            return None;
        };
        return Some((RegRange::new(Reg::SCC, 1)?, only, None));
    };
    let mut by_lanes = BY_LANES.iter();
    let (of, if_set) = match by_lanes.position(|&name| name == function.opcode(inst).name) {
        Some(at) => (RegRange::new(Reg::EXEC_LO, 2)?, at == 0),
        None => bit(function, inst)?,
    };
    let target = branch_target(function, inst)?;
    let &other = successors.iter().find(|&&to| to != target)?;
    let (set, clear) = if if_set {
        (target, other)
    } else {
        (other, target)
    };
    Some((of, set, Some(clear)))
}

/// The blocks of a loop, those of loops in it included.
fn blocks_of_loop(function: &Function, header: BlockId) -> BTreeSet<BlockId> {
    let mut blocks = BTreeSet::from([header]);
    let is_latch = |block: &&BlockId| function.block(**block).loop_header == Some(header);
    let before = function.block(header).predecessors.iter();
    let mut pending: Vec<BlockId> = before.filter(is_latch).copied().collect();
    while let Some(block) = pending.pop() {
        if blocks.insert(block) {
            pending.extend(&function.block(block).predecessors);
        }
    }
    blocks
}

/// Where the first iterations go behind a branch, which is where all or most of them go.
fn way(
    function: &Function,
    block: BlockId,
    branch: InstId,
    courses: &Courses<'_>,
    header: BlockId,
) -> Option<BlockId> {
    let (bit, is_taken_if_set) = bit(function, branch)?;
    let is_set_first = match courses.get(bit) {
        Course::Same => return likely(function, block, header),
        Course::SetFirst => true,
        Course::SetLast => false,
        _ => return None,
    };
    // A pair of registers that is set is not zero.
    let is_taken = (is_taken_if_set != bit.first().is_vcc()) == is_set_first;
    let target = branch_target(function, branch)?;
    let mut ways = function.block(block).successors.iter().copied();
    let next = ways.find(|&to| (to == target) == is_taken)?;
    (is_inside(function, next, header) && runs_often(function, next, block)).then_some(next)
}

/// Where the way through a loop goes on behind one of its blocks if all iterations go the same way: not out of it; into code that a
/// branch leads around, unless that seldom runs; else where it mostly goes.
fn likely(function: &Function, block: BlockId, header: BlockId) -> Option<BlockId> {
    let ways = function.block(block).successors.iter().copied();
    let inside: Vec<BlockId> = ways.filter(|&to| is_inside(function, to, header)).collect();
    match inside[..] {
        [only] => Some(only),
        [one, other] => {
            let both = [(one, other), (other, one)];
            let mut around = both.into_iter();
            Some(
                match around.find(|&(code, behind)| leads_to(function, code, behind, header)) {
                    Some((code, _)) if runs_often(function, code, block) => code,
                    Some((_, behind)) => behind,
                    None => {
                        let weight = |block| {
                            let block = function.block(block);
                            (block.frequency, block.order.len())
                        };
                        if weight(one) < weight(other) {
                            other
                        } else {
                            one
                        }
                    }
                },
            )
        }
        _ => None,
    }
}

/// Whether a way leads from one block of a loop to another within an iteration.
fn leads_to(function: &Function, from: BlockId, to: BlockId, header: BlockId) -> bool {
    let mut seen = BTreeSet::from([header]);
    let mut pending = vec![from];
    while let Some(block) = pending.pop() {
        if block == to {
            return true;
        }
        if seen.insert(block) {
            pending.extend(&function.block(block).successors);
        }
    }
    false
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
    let by_lanes = |inst| BY_LANES.contains(&name(inst));
    conditional.is_none_or(|inst| inverse_branch(name(inst)).is_some() || by_lanes(inst))
        && jump.is_none_or(|inst| name(inst) == "S_BRANCH")
}

fn first_terminator(function: &Function, block: BlockId) -> Option<InstId> {
    let is_terminator = |inst: &InstId| function.flags(*inst).has(InstFlags::TERMINATOR);
    let mut order = function.block(block).order.iter().copied();
    order.find(is_terminator)
}

/// What a branch looks at, SCC or VCC, and whether it is taken where that is set, or zero.
pub(super) fn bit(function: &Function, branch: InstId) -> Option<(RegRange, bool)> {
    let (first, count, if_set) = match function.opcode(branch).name.as_str() {
        "S_CBRANCH_SCC0" => (Reg::SCC, 1, false),
        "S_CBRANCH_SCC1" => (Reg::SCC, 1, true),
        "S_CBRANCH_VCCNZ" => (Reg::VCC_LO, 2, false),
        "S_CBRANCH_VCCZ" => (Reg::VCC_LO, 2, true),
        _ => return None,
    };
    Some((RegRange::new(first, count)?, if_set))
}
