//! Is a function with copies of loops in front of them the same program?
//!
//! A loop of `original` branches by bits for all lanes, or lanes leave it one by one. In `peeled` three blocks are more for each such
//! loop, behind all others: one that the loop is entered by, which decides whether the first iteration goes a certain way through it; a
//! copy of the blocks on that way as one, which decides the same for the next iteration; and one behind that, which goes on with the
//! loop, or where the loop would leave to. That is the same program if the copy does what the loop does on that way; if what decides
//! has the values that the loop's branches would look at; and if it writes nothing that anybody reads behind it. Where lanes leave, the
//! copy goes on with itself only if none does: then the instruction that takes them from EXEC, which is behind the copy, would have
//! changed nothing. Which way through the loop that is the makers say, and which comparisons on it hold for all lanes; what is on it, that
//! they do, and all else, is looked at here.

mod bundles;
mod decisions;
mod lanes;
mod latch;
mod masks;
#[cfg(test)]
mod tests;
mod values;

use std::cell::OnceCell;

use super::Violation;
use super::guards::{Ways, is_read, is_same, results};
use super::liveness::{live_out_in_lanes, writes_exec};
use super::rotation::control::{Bit, parts};
use crate::machine::{BlockId, Function, InstId, Reg, RegFile, RegRange, RegSet};
use decisions::{Asked, Decision, NOT_ZERO};
use latch::Latch;
use values::{Kind, State, Value, Values, is_computation};

/// Why blocks are not a copy of a loop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mispeeled {
    /// There are more blocks, or fewer.
    Blocks,
    /// Another instruction, or in another place.
    Sequence,
    /// Control goes elsewhere.
    Ways,
    /// It is decided otherwise than the loop's branches do.
    Decision,
    /// Code runs with other lanes, or does something where the loop branches around it.
    Lanes,
    /// A register is written that is read behind, or that is not to be used.
    Register,
}

impl Mispeeled {
    /// Why, as the end of a sentence.
    pub(super) fn reason(self) -> &'static str {
        match self {
            Mispeeled::Blocks => "there is no such block, or one too many",
            Mispeeled::Sequence => "an instruction is another one, or elsewhere",
            Mispeeled::Ways => "control would go elsewhere",
            Mispeeled::Decision => {
                "what decides about the next iteration is not what the loop's branches look at"
            }
            Mispeeled::Lanes => {
                "code for some lanes would run with others, or do something with none"
            }
            Mispeeled::Register => "a register is written that somebody needs",
        }
    }
}

/// The way through a loop that is copied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CopiedWay {
    /// Its blocks, in their order.
    pub blocks: Vec<BlockId>,
    /// Comparisons on it that are said to hold for all lanes where the copy runs.
    pub full: Vec<InstId>,
}

/// Proves that `peeled` is the program that `original` is, but for copies of `loops` in front of them.
///
/// # Errors
/// The first difference found.
pub fn peel(peeled: &Function, original: &Function, loops: &[CopiedWay]) -> Result<(), Violation> {
    let count = original.blocks().len();
    let more = peeled.blocks().len().checked_sub(count);
    let loops = match more {
        // Nothing was done after all.
        Some(0) => &[],
        Some(more) if more == 3 * loops.len() => loops,
        _ => return Err(wrong(BlockId(0), Mispeeled::Blocks)),
    };
    let is_laid_out = |f: &Function| f.layout().into_iter().eq(f.block_ids());
    let known = |block: &BlockId| block.index() < count;
    if !loops.iter().flat_map(|way| &way.blocks).all(known)
        || !is_laid_out(peeled)
        || !is_laid_out(original)
    {
        return Err(wrong(BlockId(0), Mispeeled::Blocks));
    }
    let proof = Proof {
        peeled,
        original,
        loops,
        live_out: OnceCell::new(),
    };
    for block in original.block_ids() {
        proof.stays(block)?;
    }
    (0..loops.len()).try_for_each(|at| proof.copied(at))
}

fn wrong(block: BlockId, why: Mispeeled) -> Violation {
    Violation::Peeled { block, why }
}

struct Proof<'f> {
    peeled: &'f Function,
    original: &'f Function,
    loops: &'f [CopiedWay],
    /// By block of the original, the vector registers that are live where it ends, once that was asked for.
    live_out: OnceCell<Vec<RegSet>>,
}

/// The new blocks of a loop.
struct New {
    first: BlockId,
    copy: BlockId,
    behind: BlockId,
}

impl Proof<'_> {
    fn new_blocks(&self, at: usize) -> New {
        let first = (self.original.blocks().len() + 3 * at) as u32;
        New {
            first: BlockId(first),
            copy: BlockId(first + 1),
            behind: BlockId(first + 2),
        }
    }

    /// A block of the original is what it was, but leads to what is in front of a loop where it led to that.
    fn stays(&self, block: BlockId) -> Result<(), Violation> {
        let (peeled, original) = (self.peeled, self.original);
        let to = |to: BlockId| {
            let entered = self
                .loops
                .iter()
                .position(|l| l.blocks.first() == Some(&to));
            match entered {
                Some(at) if !self.loops[at].blocks.contains(&block) => self.new_blocks(at).first,
                _ => to,
            }
        };
        let (Some((is, _)), Some((was, _))) = (parts(peeled, block), parts(original, block)) else {
            return Err(wrong(block, Mispeeled::Sequence));
        };
        let same = |(&is, &was): (&InstId, &InstId)| is_same((peeled, is), (original, was), Some);
        if is.len() != was.len() || !is.iter().zip(was).all(same) {
            return Err(wrong(block, Mispeeled::Sequence));
        }
        let mut successors = peeled.block(block).successors.clone();
        let mut wanted: Vec<BlockId> = original
            .block(block)
            .successors
            .iter()
            .map(|&b| to(b))
            .collect();
        let leads = match (Ways::of(peeled, block), Ways::of(original, block)) {
            (Some(is), Some(was)) if was != Ways::Nowhere => was.map(|b| Some(to(b))) == Some(is),
            // What is not understood, and what ends the program, is the same.
            _ => {
                let ends =
                    |f: &Function| parts(f, block).map_or(Vec::new(), |(_, ends)| ends.to_vec());
                let (is, was) = (ends(peeled), ends(original));
                wanted == original.block(block).successors
                    && is.len() == was.len()
                    && is.iter().zip(&was).all(same)
            }
        };
        successors.sort_unstable();
        wanted.sort_unstable();
        match leads && successors == wanted {
            true => Ok(()),
            false => Err(wrong(block, Mispeeled::Ways)),
        }
    }

    fn copied(&self, at: usize) -> Result<(), Violation> {
        let New {
            first,
            copy,
            behind,
        } = self.new_blocks(at);
        let way = &self.loops[at];
        let path = &way.blocks;
        let mut values = Values::default();
        let ends = path.first().zip(path.last());
        let (Some((latch, exit)), Some((&header, &last))) = (self.latch(path), ends) else {
            return Err(wrong(copy, Mispeeled::Ways));
        };
        let lanes = self.has_lanes(path);
        // Where lanes leave, EXEC is the same from the first iteration to the end of the copy.
        let keeps_exec = |&inst: &InstId| {
            !writes_exec(self.original, inst)
                || matches!(latch, Latch::Lanes { narrows, .. } if narrows == inst)
        };
        let is_kept = path.iter().all(|&block| {
            parts(self.original, block).is_some_and(|(body, _)| body.iter().all(keeps_exec))
        });
        if matches!(latch, Latch::Lanes { .. }) && !is_kept && !lanes {
            return Err(wrong(copy, Mispeeled::Sequence));
        }
        let followed = match lanes {
            true => {
                let (narrows, asked) = match latch {
                    Latch::Lanes { narrows, mask } => (Some(narrows), mask.regs().collect()),
                    Latch::Bit(Bit::Scc, _) => (None, vec![Reg::SCC]),
                    Latch::Bit(..) => (None, VCC.to_vec()),
                };
                Some(self.follow(way, copy, (narrows, &asked), [header, exit])?)
            }
            false => None,
        };
        let widening = followed
            .as_ref()
            .map_or(&[][..], |followed| &followed.widening);
        let decisions = self
            .decisions(way, widening, &mut values)
            .ok_or(wrong(copy, Mispeeled::Ways))?;
        let tail = match &followed {
            Some(followed) => followed.tail,
            None => self.behind_the_copy(path, &latch, copy)?,
        };
        let body = |block: BlockId| parts(self.peeled, block).map(|(body, _)| body);
        let (Some(mut before), Some(after)) = (body(first), body(behind)) else {
            return Err(wrong(first, Mispeeled::Sequence));
        };
        let mut new = Vec::new();
        if let Some(followed) = &followed {
            new.push((copy, &followed.new[..]));
        }
        if let Some(whole) = followed.as_ref().and_then(|followed| followed.whole) {
            let saves = |inst: &InstId| self.saves(*inst, whole);
            let saved = before.split_first().filter(|(inst, _)| saves(inst));
            let (save, rest) = saved.ok_or(wrong(first, Mispeeled::Sequence))?;
            new.push((first, std::slice::from_ref(save)));
            before = rest;
            // `follow` has seen to the rest of the copy.
            if before.iter().any(|&inst| self.writes(inst, whole)) {
                return Err(wrong(first, Mispeeled::Register));
            }
        }
        let leads = |block, ways: Ways| self.leads(block, ways);
        // What the loop asks at its end, of the values that there are behind the copy.
        let state = State::default();
        let mut held = |regs: &[Reg]| -> Vec<Value> {
            let each = regs.iter();
            each.map(|&reg| state.get(&mut values, reg)).collect()
        };
        let ends = match latch {
            Latch::Bit(Bit::Scc, if_set) => Decision {
                of: Asked::Scc(held(&[Reg::SCC])[0]),
                if_set,
            },
            Latch::Bit(_, if_set) => Decision {
                of: Asked::Pair(held(&VCC)),
                if_set,
            },
            Latch::Lanes { mask, .. } => Decision {
                of: Asked::Common([held(&EXEC), held(&mask.regs().collect::<Vec<_>>())].concat()),
                if_set: false,
            },
        };
        // With no lanes the loop would end, and the copy would not.
        let begins = Decision {
            of: Asked::Pair(held(&EXEC)),
            if_set: false,
        };
        let (mut state, follows) = match (&decisions[..], &latch) {
            // Only whether there are lanes, and whether any leaves.
            ([], Latch::Lanes { .. }) => {
                leads(first, Ways::Two(Bit::Scc, header, copy))?;
                leads(copy, Ways::Two(Bit::Scc, behind, copy))?;
                let is_decided =
                    |block, state: Option<State>| state.ok_or(wrong(block, Mispeeled::Decision));
                is_decided(first, self.asks(before, &begins, &mut values))?;
                let state = is_decided(copy, self.asks(tail, &ends, &mut values))?;
                (state, None)
            }
            // Only whether there are lanes, and the loop's own bit.
            ([], Latch::Bit(..)) if lanes => {
                leads(first, Ways::Two(Bit::Scc, header, copy))?;
                let ways = match ends.if_set {
                    true => Ways::Two(Bit::Scc, copy, behind),
                    false => Ways::Two(Bit::Scc, behind, copy),
                };
                leads(copy, ways)?;
                let begun = self.asks(before, &begins, &mut values);
                let state = begun.and(self.asks(tail, &ends, &mut values));
                (state.ok_or(wrong(copy, Mispeeled::Decision))?, None)
            }
            ([], Latch::Bit(..)) => return Err(wrong(copy, Mispeeled::Ways)),
            _ => {
                leads(first, Ways::Two(Bit::Scc, copy, header))?;
                leads(copy, Ways::Two(Bit::Scc, copy, behind))?;
                // Before the first iteration nothing decides whether it follows, but lanes.
                let asks_for_lanes = matches!(latch, Latch::Lanes { .. }) || !way.full.is_empty();
                let begins = asks_for_lanes.then_some(&begins);
                self.decides(first, before, begins, &decisions, &mut values)?;
                self.decides(copy, tail, Some(&ends), &decisions, &mut values)?
            }
        };
        new.extend([(first, before), (copy, tail)]);
        match latch {
            Latch::Lanes { narrows, mask } => {
                // What lanes are taken by is what was asked for.
                let same = |reg| state.get(&mut values, reg) == values.number(Kind::Held(reg));
                if !EXEC.into_iter().chain(mask.regs()).all(same) {
                    return Err(wrong(copy, Mispeeled::Register));
                }
                leads(behind, Ways::Two(Bit::ExecIsZero, exit, header))?;
                let same =
                    |&is: &InstId| is_same((self.peeled, is), (self.original, narrows), Some);
                if after.len() != 1 || !after.iter().all(same) {
                    return Err(wrong(behind, Mispeeled::Sequence));
                }
            }
            // The copy did all iterations.
            Latch::Bit(..) if decisions.is_empty() => {
                leads(behind, Ways::One(exit))?;
                if !after.is_empty() {
                    return Err(wrong(behind, Mispeeled::Sequence));
                }
            }
            Latch::Bit(..) => {
                leads(behind, Ways::Two(Bit::Scc, header, exit))?;
                let follows = follows.ok_or(wrong(copy, Mispeeled::Decision))?;
                if after.len() != 1 || !is_computation(self.peeled, after[0]) {
                    return Err(wrong(behind, Mispeeled::Sequence));
                }
                state.pass(&mut values, self.peeled, after[0]);
                let decided = state.get(&mut values, Reg::SCC);
                if !values.is_comparison(decided, NOT_ZERO, &[follows]) {
                    return Err(wrong(behind, Mispeeled::Decision));
                }
                new.push((behind, after));
            }
        }
        for (block, insts) in new {
            if !insts
                .iter()
                .all(|&inst| self.harms_nobody(inst, last, [header, exit]))
            {
                return Err(wrong(block, Mispeeled::Register));
            }
        }
        Ok(())
    }

    /// A new block leads where it has to, and nowhere else.
    fn leads(&self, block: BlockId, wanted: Ways) -> Result<(), Violation> {
        let mut successors = self.peeled.block(block).successors.clone();
        let mut all = match wanted {
            Ways::Two(_, set, clear) => vec![set, clear],
            Ways::One(to) => vec![to],
            Ways::Nowhere => Vec::new(),
        };
        successors.sort_unstable();
        all.sort_unstable();
        match Ways::of(self.peeled, block) == Some(wanted) && successors == all {
            true => Ok(()),
            false => Err(wrong(block, Mispeeled::Ways)),
        }
    }

    /// Whether an instruction keeps EXEC in a pair, and does nothing else.
    fn saves(&self, inst: InstId, whole: RegRange) -> bool {
        let peeled = self.peeled;
        let [to, from] = peeled.operands(inst) else {
            return false;
        };
        let is_exec = |range: RegRange| range.regs().eq(EXEC);
        peeled.opcode(inst).name == "S_MOV_B64"
            && is_computation(peeled, inst)
            && to.is_def()
            && to.reg() == Some(whole)
            && from.is_use()
            && from.reg().is_some_and(is_exec)
    }

    fn writes(&self, inst: InstId, range: RegRange) -> bool {
        results(self.peeled, inst).any(|of| of.overlaps(range))
    }

    /// What is in the copy behind the instructions of the loop.
    fn behind_the_copy(
        &self,
        path: &[BlockId],
        latch: &Latch,
        copy: BlockId,
    ) -> Result<&[InstId], Violation> {
        let (peeled, original) = (self.peeled, self.original);
        let fails = wrong(copy, Mispeeled::Sequence);
        let (body, _) = parts(peeled, copy).ok_or(fails.clone())?;
        let bodies: Option<Vec<&[InstId]>> = path
            .iter()
            .map(|&block| parts(original, block).map(|(body, _)| body))
            .collect();
        let mut was = bodies.ok_or(fails.clone())?.concat();
        if let Latch::Lanes { narrows, .. } = latch {
            was.retain(|inst| inst != narrows);
        }
        let (is, tail) = body.split_at_checked(was.len()).ok_or(fails.clone())?;
        let same = is
            .iter()
            .zip(&was)
            .all(|(&is, &was)| is_same((peeled, is), (original, was), Some));
        same.then_some(tail).ok_or(fails)
    }

    /// Whether all that an instruction writes are registers that are free to use and not read behind it: where the last block of the way
    /// leads to.
    fn harms_nobody(&self, inst: InstId, last: BlockId, behind: [BlockId; 2]) -> bool {
        let original = self.original;
        let mut regs = results(self.peeled, inst).flat_map(RegRange::regs);
        regs.all(|reg| {
            let is_free = match reg.file() {
                RegFile::Vgpr => !self.is_live_behind(last, reg),
                file => file == RegFile::Sgpr || reg == Reg::SCC || reg.is_vcc(),
            };
            is_free
                && !original.reserved.contains(reg)
                && !behind
                    .iter()
                    .any(|&block| is_read(original, (block, 0), reg))
        })
    }

    /// Whether a vector register may be read behind a block, in lanes that were not written since.
    fn is_live_behind(&self, block: BlockId, reg: Reg) -> bool {
        let live_out = self
            .live_out
            .get_or_init(|| live_out_in_lanes(self.original));
        live_out[block.index()].contains(reg)
    }
}

const EXEC: [Reg; 2] = [Reg::EXEC_LO, Reg::EXEC_HI];
const VCC: [Reg; 2] = [Reg::VCC_LO, Reg::VCC_HI];
