//! Is a function with copies of loops in front of them the same program?
//!
//! A loop of `original` branches by bits for all lanes, or lanes leave it one by one. In `peeled` three blocks are more for each such
//! loop, behind all others: one that the loop is entered by, which decides whether the first iteration goes a certain way through it; a
//! copy of the blocks on that way as one, which decides the same for the next iteration; and one behind that, which goes on with the
//! loop, or where the loop would leave to. That is the same program if the copy does what the loop does on that way; if what decides
//! has the values that the loop's branches would look at; and if it writes nothing that anybody reads behind it. Where lanes leave, the
//! copy goes on with itself only if none does: then the instruction that takes them from EXEC, which is behind the copy, would have
//! changed nothing. Which way through the loop that is the makers say; what is on it, and all else, is looked at here.

#[cfg(test)]
mod tests;
mod values;

use super::Violation;
use super::guards::{Ways, is_read, is_same};
use super::liveness::writes_exec;
use super::rotation::control::{Bit, parts};
use crate::machine::{
    BlockId, Function, InstFlags, InstId, Operand, OperandKind, Reg, RegFile, RegRange,
};
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
            Mispeeled::Register => "a register is written that somebody needs",
        }
    }
}

/// Proves that `peeled` is the program that `original` is, but for copies of `loops` in front of them. Of each loop it takes the
/// blocks of the way that is copied, in their order.
///
/// # Errors
/// The first difference found.
pub fn peel(
    peeled: &Function,
    original: &Function,
    loops: &[Vec<BlockId>],
) -> Result<(), Violation> {
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
    if !loops.iter().flatten().all(known) || !is_laid_out(peeled) || !is_laid_out(original) {
        return Err(wrong(BlockId(0), Mispeeled::Blocks));
    }
    let proof = Proof {
        peeled,
        original,
        loops,
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
    loops: &'f [Vec<BlockId>],
}

/// What a branch looks at, and the value for which control goes on.
struct Decision {
    of: Asked,
    if_set: bool,
}

/// What is asked of values.
enum Asked {
    /// A bit itself.
    Scc(Value),
    /// Whether a pair is zero.
    Pair(Vec<Value>),
    /// Whether two pairs have a bit in common.
    Common(Vec<Value>),
}

/// What decides about another iteration of a loop.
enum Latch {
    /// A bit, and the value for which it follows.
    Bit(Bit, bool),
    /// The lanes that this instruction, the loop's last one, leaves in EXEC.
    Lanes {
        narrows: InstId,
        /// The lanes that leave.
        mask: RegRange,
    },
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
            let entered = self.loops.iter().position(|l| l.first() == Some(&to));
            match entered {
                Some(at) if !self.loops[at].contains(&block) => self.new_blocks(at).first,
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
        let path = &self.loops[at];
        let mut values = Values::default();
        let (Some((latch, exit)), Some(&header)) = (self.latch(path), path.first()) else {
            return Err(wrong(copy, Mispeeled::Ways));
        };
        // Where lanes leave, EXEC is the same from the first iteration to the end of the copy.
        let keeps_exec = |&inst: &InstId| {
            !writes_exec(self.original, inst)
                || matches!(latch, Latch::Lanes { narrows, .. } if narrows == inst)
        };
        let is_kept = path.iter().all(|&block| {
            parts(self.original, block).is_some_and(|(body, _)| body.iter().all(keeps_exec))
        });
        if matches!(latch, Latch::Lanes { .. }) && !is_kept {
            return Err(wrong(copy, Mispeeled::Sequence));
        }
        let decisions = self
            .decisions(path, &mut values)
            .ok_or(wrong(copy, Mispeeled::Ways))?;
        let tail = self.behind_the_copy(path, &latch, copy)?;
        let body = |block: BlockId| parts(self.peeled, block).map(|(body, _)| body);
        let (Some(before), Some(after)) = (body(first), body(behind)) else {
            return Err(wrong(first, Mispeeled::Sequence));
        };
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
            ([], Latch::Bit(..)) => return Err(wrong(copy, Mispeeled::Ways)),
            _ => {
                leads(first, Ways::Two(Bit::Scc, copy, header))?;
                leads(copy, Ways::Two(Bit::Scc, copy, behind))?;
                // Before the first iteration nothing decides whether it follows, but lanes.
                let begins = matches!(latch, Latch::Lanes { .. }).then_some(&begins);
                self.decides(first, before, begins, &decisions, &mut values)?;
                self.decides(copy, tail, Some(&ends), &decisions, &mut values)?
            }
        };
        let mut new = vec![(first, before), (copy, tail)];
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
                .all(|&inst| self.harms_nobody(inst, [header, exit]))
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

    /// What the loop's last branch looks at, and where it leaves to.
    fn latch(&self, path: &[BlockId]) -> Option<(Latch, BlockId)> {
        let (&header, &last) = (path.first()?, path.last()?);
        match Ways::of(self.original, last)? {
            Ways::Two(Bit::ExecIsZero, exit, clear) if clear == header && exit != header => {
                Some((self.lanes(last)?, exit))
            }
            Ways::Two(Bit::ExecIsZero, ..) => None,
            Ways::Two(bit, set, clear) if set == header && clear != header => {
                Some((Latch::Bit(bit, true), clear))
            }
            Ways::Two(bit, set, clear) if clear == header && set != header => {
                Some((Latch::Bit(bit, false), set))
            }
            _ => None,
        }
    }

    /// The last instruction of a block takes lanes from EXEC and does nothing else.
    fn lanes(&self, block: BlockId) -> Option<Latch> {
        let original = self.original;
        let narrows = *parts(original, block)?.0.last()?;
        let [to, of, mask, scc_too] = original.operands(narrows) else {
            return None;
        };
        let is = |o: &Operand, regs: &[Reg]| {
            o.reg()
                .is_some_and(|range| range.regs().eq(regs.iter().copied()))
        };
        let mask = mask.reg().filter(|range| {
            mask.is_use() && range.len() == 2 && range.regs().all(|reg| reg.file() == RegFile::Sgpr)
        })?;
        let takes = original.opcode(narrows).name == "S_ANDN2_B64"
            && to.is_def()
            && of.is_use()
            && scc_too.is_def()
            && is(to, &EXEC)
            && is(of, &EXEC)
            && is(scc_too, &[Reg::SCC]);
        takes.then_some(Latch::Lanes { narrows, mask })
    }

    /// What there is behind instructions that make SCC the answer to a question, and compute nothing else than scalar values.
    fn asks(&self, insts: &[InstId], wanted: &Decision, values: &mut Values) -> Option<State> {
        let mut state = State::default();
        for &inst in insts {
            is_computation(self.peeled, inst).then_some(())?;
            state.pass(values, self.peeled, inst);
        }
        let bit = state.get(values, Reg::SCC);
        is_bit(values, bit, wanted).then_some(state)
    }

    /// What the branches on the way look at, as values of the beginning of an iteration.
    fn decisions(&self, path: &[BlockId], values: &mut Values) -> Option<Vec<Decision>> {
        let original = self.original;
        let mut state = State::default();
        let mut decisions = Vec::new();
        for (at, &block) in path.iter().enumerate() {
            for &inst in parts(original, block)?.0 {
                // Nobody says here what a call leaves alone.
                if original.flags(inst).has(InstFlags::CALL) {
                    return None;
                }
                state.pass(values, original, inst);
            }
            let Some(&next) = path.get(at + 1) else {
                break;
            };
            let (bit, if_set) = match Ways::of(original, block)? {
                Ways::One(to) if to == next => continue,
                Ways::Two(bit, set, clear) if set == next && clear != next => (bit, true),
                Ways::Two(bit, set, clear) if clear == next && set != next => (bit, false),
                _ => return None,
            };
            let of = match bit {
                Bit::Scc => Asked::Scc(state.get(values, Reg::SCC)),
                Bit::VccIsZero => Asked::Pair(VCC.map(|reg| state.get(values, reg)).to_vec()),
                Bit::ExecIsZero => return None,
            };
            decisions.push(Decision { of, if_set });
        }
        Some(decisions)
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

    /// Instructions make SCC whether all decisions are for going on, beginning with the latch's. What there is behind them, and the
    /// value that says whether the latch goes on.
    fn decides(
        &self,
        block: BlockId,
        insts: &[InstId],
        latch: Option<&Decision>,
        decisions: &[Decision],
        values: &mut Values,
    ) -> Result<(State, Option<Value>), Violation> {
        let peeled = self.peeled;
        let mut steps = latch.into_iter().chain(decisions).peekable();
        let mut state = State::default();
        let (mut before, mut follows) = (None, None);
        for &inst in insts {
            if !is_computation(peeled, inst) {
                return Err(wrong(block, Mispeeled::Sequence));
            }
            let bit = state.get(values, Reg::SCC);
            let is_step = steps.peek().copied().is_some_and(|step| {
                is_bit(values, bit, step) && self.selects(inst, step.if_set, before, &state, values)
            });
            state.pass(values, peeled, inst);
            if is_step {
                let result = peeled.operands(inst).first().and_then(Operand::reg);
                before = result.map(|range| state.get(values, range.first()));
                if latch.is_some() && follows.is_none() {
                    follows = before;
                }
                steps.next();
            }
        }
        let decided = state.get(values, Reg::SCC);
        let is_decided = before.is_some_and(|all| {
            steps.peek().is_none() && values.is_comparison(decided, NOT_ZERO, &[all])
        });
        match is_decided {
            true => Ok((state, follows)),
            false => Err(wrong(block, Mispeeled::Decision)),
        }
    }

    /// Whether an instruction gives what was decided before, or one if nothing was, where SCC is `if_set`, and zero elsewhere.
    fn selects(
        &self,
        inst: InstId,
        if_set: bool,
        before: Option<Value>,
        state: &State,
        values: &mut Values,
    ) -> bool {
        let operands = self.peeled.operands(inst);
        let [_, set, clear, ..] = operands else {
            return false;
        };
        let (goes_on, stops) = if if_set { (set, clear) } else { (clear, set) };
        let is_before = match (goes_on.kind, before) {
            (OperandKind::Imm(one), None) => one == 1,
            (OperandKind::Reg(range), Some(before)) => {
                range.len() == 1 && state.get(values, range.first()) == before
            }
            _ => false,
        };
        self.peeled.opcode(inst).name == "S_CSELECT_B32"
            && is_before
            && stops.kind == OperandKind::Imm(0)
    }

    /// Whether all that an instruction writes are scalar registers that are free to use and not read behind it.
    fn harms_nobody(&self, inst: InstId, behind: [BlockId; 2]) -> bool {
        let original = self.original;
        let results = self.peeled.operands(inst).iter().filter(|o| o.is_def());
        let mut regs = results.filter_map(Operand::reg).flat_map(RegRange::regs);
        regs.all(|reg| {
            let is_free = reg.file() == RegFile::Sgpr || reg == Reg::SCC;
            is_free
                && !original.reserved.contains(reg)
                && !behind
                    .iter()
                    .any(|&block| is_read(original, (block, 0), reg))
        })
    }
}

const EXEC: [Reg; 2] = [Reg::EXEC_LO, Reg::EXEC_HI];
const VCC: [Reg; 2] = [Reg::VCC_LO, Reg::VCC_HI];

/// Not whether a register is zero.
const NOT_ZERO: &str = "S_CMP_LG_U32";

/// Whether SCC is what a decision looks at.
fn is_bit(values: &Values, bit: Value, decision: &Decision) -> bool {
    match &decision.of {
        Asked::Scc(scc) => bit == *scc,
        Asked::Pair(pair) => values.is_comparison(bit, "S_CMP_EQ_U64", pair),
        Asked::Common(pairs) => values.is_result(bit, "S_AND_B64", pairs),
    }
}
