//! Lanes that are not active keep what their registers hold.
//!
//! A write with fewer lanes in EXEC is a write of a part: what the others held is there still when they are active
//! again. Liveness of whole registers, which is what register allocation had and what [`super::liveness`] reads,
//! takes such a write for one of all, since compilers put a branch around what they write under a narrow mask. Authors of
//! text need not. Here every register is two, that of the lanes that are active and that of the others, and every
//! write of EXEC moves lanes from one to the other.
//!
//! Proved is, block by block: every instruction has the mask that it had, and finds in each lane what it found, by who
//! wrote it; and what is needed behind the block, in active lanes and in the others, is there. Masks are followed only
//! so far as to know where all lanes are active that ever are ([`mask`]).

mod live;
mod mask;
mod unrolled;
mod walk;

use std::collections::{BTreeSet, HashMap, HashSet};

use super::liveness::writes_exec;
use super::overlapped::Overlapped;
use crate::machine::{BlockId, Function, InstId, Operand, Reg, RegSet};
use mask::Whole;
use walk::{Found, Values, Walk, concerns_lanes};

/// A lane that would find another value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OtherLanes {
    /// The instruction that would, or whose mask would be another; `None`: something behind the block.
    inst: Option<InstId>,
    /// The register.
    reg: Option<Reg>,
}

impl OtherLanes {
    /// In words.
    pub fn describe(self, function: &Function) -> String {
        let reader = self.inst.map(|inst| function.asm(inst));
        let reader = reader.unwrap_or_else(|| "what follows".to_owned());
        match self.reg {
            Some(reg) => format!(
                "{reader} would find another value in {reg} in lanes that EXEC had turned off"
            ),
            None => format!("{reader} would be executed with another EXEC"),
        }
    }
}

/// Proves that each lane of a kernel finds what it found in `original`, whatever EXEC turns off. Instructions have
/// the numbers that they have there; those that only one of both has concern no lanes. Both have the same blocks: what is
/// needed behind a block is read off the original.
///
/// # Errors
/// The first lane that would not.
pub fn same_lanes(function: &Function, original: &Function) -> Result<(), OtherLanes> {
    let overlapped = same_blocks(function, original)?;
    let changed = |&block: &BlockId| {
        let (was, is) = (lane_insts(original, block), lane_insts(function, block));
        let renamed = |&inst: &InstId| function.operands(inst) != original.operands(inst);
        was != is || was.iter().any(renamed)
    };
    let is_loop = |&block: &BlockId| overlapped.part(block).is_some();
    let blocks = original.block_ids().filter(|block| !is_loop(block));
    same_in(
        function,
        original,
        &blocks.filter(changed).collect::<Vec<_>>(),
    )?;
    for block in original.block_ids().filter(is_loop) {
        for iterations in ITERATIONS {
            let both = unrolled::of(function, original, &overlapped, block, iterations);
            let both = both.ok_or(OtherLanes {
                inst: None,
                reg: None,
            })?;
            let same = same_in(&both.function, &both.original, &[block]);
            same.map_err(|other| OtherLanes {
                inst: other.inst.map(|inst| both.original.origin(inst)),
                ..other
            })?;
        }
    }
    Ok(())
}

/// How many iterations of a loop are compared: of the guard and the tail alone, and of the loop once and twice between them.
const ITERATIONS: [usize; 3] = [1, 2, 3];

/// The proof for some blocks, of which both functions have the same instructions.
fn same_in(function: &Function, original: &Function, blocks: &[BlockId]) -> Result<(), OtherLanes> {
    if blocks.is_empty() {
        return Ok(());
    }
    let whole = Whole::of(original);
    let needed = live::at_ends(original, &whole);
    for &block in blocks {
        let (was, is) = (lane_insts(original, block), lane_insts(function, block));
        let behind = behind(original, block, &whole);
        let mut named: HashSet<Reg> = HashSet::new();
        for (function, order) in [(original, &was), (function, &is)] {
            let ranges = order.iter().flat_map(|&inst| function.operands(inst));
            let ranges = ranges
                .filter_map(Operand::reg)
                .flat_map(|range| range.regs());
            named.extend(ranges.filter(|reg| reg.is_vector()));
        }
        let mut values = Values::default();
        let mut execute = |function: &Function, order: &[InstId]| {
            let mut walk = Walk {
                function,
                whole: &whole,
                values: &mut values,
                slots: HashMap::new(),
                mask: None,
            };
            walk.begin(block, named.iter().copied());
            let mut found: HashMap<InstId, Found> = HashMap::new();
            for inst in order {
                let all = behind.get(inst).copied().unwrap_or_default();
                found.insert(*inst, walk.step(*inst, all));
            }
            (found, walk.slots)
        };
        let (found, ends) = execute(original, &was);
        let (finds, end) = execute(function, &is);
        if let Some(&inst) = is.iter().find(|inst| !found.contains_key(inst)) {
            return Err(OtherLanes {
                inst: Some(inst),
                reg: None,
            });
        }
        for inst in was {
            same_found(inst, found.get(&inst), finds.get(&inst))?;
        }
        let needed = &needed[block.index()];
        let differs = |reg: &Reg, set: &RegSet, lanes: fn((u32, u32)) -> u32| {
            set.contains(*reg)
                && ends.get(reg).copied().map(lanes) != end.get(reg).copied().map(lanes)
        };
        let mut all: Vec<Reg> = named.into_iter().collect();
        all.sort_unstable();
        let lost = all.into_iter().find(|reg| {
            differs(reg, &needed.active, |(active, _)| active)
                || differs(reg, &needed.off, |(_, off)| off)
        });
        if let Some(reg) = lost {
            return Err(OtherLanes {
                inst: None,
                reg: Some(reg),
            });
        }
    }
    Ok(())
}

/// By block, whether all lanes that are ever active are where it begins.
pub fn lanes_at_begin(function: &Function) -> Vec<bool> {
    let whole = Whole::of(function);
    let blocks = function.block_ids();
    blocks.map(|block| whole.at_begin(block)).collect()
}

/// A block that only one has, or that goes elsewhere, would not be looked at.
fn same_blocks(function: &Function, original: &Function) -> Result<Overlapped, OtherLanes> {
    let other = |inst: Option<InstId>| OtherLanes { inst, reg: None };
    let overlapped = Overlapped::of(function, original).map_err(|_| other(None))?;
    for block in original.block_ids() {
        let order = &function.block(block).order;
        let goes = function.block(block).successors.iter();
        let goes = goes.map(|&to| overlapped.home(to));
        let to: BTreeSet<BlockId> = match overlapped.part(block) {
            // It goes on by way of its tail.
            Some(_) => {
                let writes = order.iter().find(|&&inst| writes_exec(function, inst));
                if let Some(&inst) = writes {
                    return Err(other(Some(inst)));
                }
                let behind = function.block_ids();
                let parts = behind.filter(|&part| part != block && overlapped.home(part) == block);
                let leaves = parts.flat_map(|part| &function.block(part).successors);
                goes.chain(leaves.map(|&to| overlapped.home(to))).collect()
            }
            None => goes.collect(),
        };
        let was = original.block(block).successors.iter().copied();
        if was.collect::<BTreeSet<_>>() != to {
            return Err(other(order.first().copied()));
        }
    }
    Ok(overlapped)
}

/// Whether an instruction finds what it found.
fn same_found(inst: InstId, was: Option<&Found>, is: Option<&Found>) -> Result<(), OtherLanes> {
    let wrong = |reg| OtherLanes {
        inst: Some(inst),
        reg,
    };
    let (Some((mask, was)), Some((same, is))) = (was, is) else {
        return Err(wrong(None));
    };
    if mask != same || was.len() != is.len() {
        return Err(wrong(None));
    }
    let mut pairs = was.iter().zip(is);
    let other = pairs.find(|((_, was), (_, is))| was != is);
    other.map_or(Ok(()), |(_, &(reg, _))| Err(wrong(Some(reg))))
}

/// A block's instructions that do something to lanes: inserted waits and nops are none of them.
fn lane_insts(function: &Function, block: BlockId) -> Vec<InstId> {
    let order = function.block(block).order.iter().copied();
    order
        .filter(|&inst| concerns_lanes(function, inst))
        .collect()
}

/// By instruction of a block, whether EXEC has all lanes directly behind it.
fn behind(function: &Function, block: BlockId, whole: &Whole) -> HashMap<InstId, bool> {
    let order = &function.block(block).order;
    let pairs = order.iter().zip(order.iter().skip(1));
    pairs
        .map(|(&inst, &next)| (inst, whole.before(next)))
        .collect()
}

/// The slots of vector registers that an instruction writes, or reads, with the place of their operand and their own
/// place in it.
fn vectors(
    function: &Function,
    inst: InstId,
    written: bool,
) -> impl Iterator<Item = (usize, usize, Reg)> {
    let operands = function.operands(inst).iter().enumerate();
    operands
        .filter(move |(_, operand)| operand.is_def() == written)
        .filter_map(|(at, operand)| Some((at, operand.reg()?)))
        .flat_map(|(at, range)| {
            let regs = range.regs().enumerate();
            regs.map(move |(part, reg)| (at, part, reg))
        })
        .filter(|(_, _, reg)| reg.is_vector())
}
