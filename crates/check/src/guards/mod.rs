//! Is a function whose guarded code is no longer branched around the same program?
//!
//! In `original` a block narrows EXEC and ends in a branch, taken where no lane is left, around a block to the one that
//! restores EXEC. In `merged` the three are one block without the branch, and what is between the two instructions is a bundle whose
//! members are described as if EXEC stayed what it was: each reads the vector registers that it writes. That is the same program if
//! the code does nothing with no lanes but write scalar registers that nobody reads behind it. The
//! makers say which blocks are no longer branched around; that they were, what they do, and all instructions, blocks and ways of the
//! merged function are looked at here.

mod code;
#[cfg(test)]
mod tests;
mod ways;

use super::Violation;
use super::rotation::control::{Bit, parts};
use crate::machine::{
    BlockId, Function, InstId, MemAccess, Operand, OperandFlags, OperandKind, Reg, RegRange,
};
use code::{explicit, is_exec, narrows, writes_exec};

pub(super) use code::{is_member, is_odd, is_read, is_silent, is_summary, results};
pub(super) use ways::Ways;

/// Why blocks are not those of guarded code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Misguarded {
    /// The block is none of the original's, or another one's.
    Blocks,
    /// Another instruction, or in another place.
    Sequence,
    /// The bundle does not begin where EXEC is narrowed, or end where it is restored, or its header names other registers.
    Bundle,
    /// EXEC is not what it was behind the code.
    Exec,
    /// The code would do something where no lane is left.
    Acts,
    /// A scalar register is written where it was not, and read behind.
    Scalar,
    /// Control goes elsewhere.
    Ways,
}

impl Misguarded {
    /// Why, as the end of a sentence.
    pub(super) fn reason(self) -> &'static str {
        match self {
            Misguarded::Blocks => "it is no block of LLVM's function",
            Misguarded::Sequence => "it has other instructions",
            Misguarded::Bundle => "guarded code is not bundled as what it is",
            Misguarded::Exec => "EXEC is not restored",
            Misguarded::Acts => "the code would do something with no lanes",
            Misguarded::Scalar => "a scalar register is overwritten that is read behind the code",
            Misguarded::Ways => "control would go elsewhere",
        }
    }
}

/// Proves that `merged` is the program that `original` is, but for branches around the blocks `guarded` of the original.
///
/// # Errors
/// The first difference found.
pub fn guards(
    merged: &Function,
    original: &Function,
    guarded: &[BlockId],
) -> Result<(), Violation> {
    let mut proof = Proof {
        merged,
        original,
        chains: Vec::new(),
        home: vec![None; original.blocks().len()],
    };
    proof.find_chains(guarded)?;
    for (at, chain) in proof.chains.iter().enumerate() {
        let block = BlockId(at as u32);
        proof.contents(block, chain)?;
        proof.ways(block, chain)?;
    }
    Ok(())
}

fn wrong(block: BlockId, why: Misguarded) -> Violation {
    Violation::Guarded { block, why }
}

/// A block that ends in a branch around another one, and what becomes of both.
#[derive(Clone, Copy)]
struct Link {
    guarded: BlockId,
    behind: BlockId,
}

/// Whether two instructions are one, but for alias groups and the numbers of blocks, which become others.
pub(super) fn is_same(
    (now, is): (&Function, InstId),
    (former, was): (&Function, InstId),
    home: impl Fn(BlockId) -> Option<BlockId>,
) -> bool {
    let operands = (now.operands(is), former.operands(was));
    let same_operand = |(is, was): (&Operand, &Operand)| {
        let kind = match was.kind {
            OperandKind::Block(to) => home(to).map_or(was.kind, OperandKind::Block),
            kind => kind,
        };
        is.kind == kind && is.flags == was.flags
    };
    is_alike((now, is), (former, was))
        && now.flags(is) == former.flags(was)
        && operands.0.len() == operands.1.len()
        && operands.0.iter().zip(operands.1).all(same_operand)
}

/// Whether a member of a bundle is an instruction of the original, described as what keeps the lanes that are off.
pub(super) fn is_masked(
    (merged, is): (&Function, InstId),
    (original, was): (&Function, InstId),
) -> bool {
    let (present, former) = (merged.operands(is), original.operands(was));
    if !is_alike((merged, is), (original, was)) || present.len() < former.len() {
        return false;
    }
    let (named, added) = present.split_at(former.len());
    let internal = OperandFlags::INTERNAL.0;
    let is_masked = |(is, was): (&Operand, &Operand)| {
        let range = was
            .reg()
            .filter(|range| was.is_def() && range.regs().any(Reg::is_exec));
        match range {
            // EXEC is what was saved, which nobody needs any more.
            Some(_) if was.is_explicit() => {
                let saved = former
                    .iter()
                    .find(|o| o.is_use() && o.is_explicit() && !o.reg().is_some_and(is_exec));
                saved.is_some_and(|saved| is.kind == saved.kind)
                    && is.flags.0 == was.flags.0 | OperandFlags::DEAD.0
            }
            Some(_) => is.kind == OperandKind::NoReg,
            None => is.kind == was.kind && is.flags.0 & !internal == was.flags.0 & !internal,
        }
    };
    let kept = former
        .iter()
        .filter(|o| o.is_def())
        .filter_map(Operand::reg)
        .filter(|range| range.first().is_vector());
    let reads = added
        .iter()
        .filter(|o| o.is_use() && !o.is_explicit() && !o.flags.has(OperandFlags::INTERNAL))
        .filter_map(Operand::reg);
    named.iter().zip(former).all(is_masked) && reads.eq(kept)
}

fn is_alike((now, is): (&Function, InstId), (former, was): (&Function, InstId)) -> bool {
    let accesses = (now.accesses(is), former.accesses(was));
    let same_access = |(now, former): (&MemAccess, &MemAccess)| {
        (now.flags, now.space, now.bytes) == (former.flags, former.space, former.bytes)
    };
    now.opcode(is).name == former.opcode(was).name
        && accesses.0.len() == accesses.1.len()
        && accesses.0.iter().zip(accesses.1).all(same_access)
}

struct Proof<'f> {
    merged: &'f Function,
    original: &'f Function,
    /// By block of the merged function, the blocks of the original that it is: the first, and what follows it by way of branches
    /// around code.
    chains: Vec<(BlockId, Vec<Link>)>,
    /// By block of the original, the one that it is in.
    home: Vec<Option<BlockId>>,
}

impl Proof<'_> {
    /// The blocks that became one each. Those that begin one are there in the order in which they were.
    fn find_chains(&mut self, guarded: &[BlockId]) -> Result<(), Violation> {
        let count = self.original.blocks().len();
        if guarded.iter().any(|block| block.index() >= count) {
            return Err(wrong(BlockId(0), Misguarded::Blocks));
        }
        let mut link_of = vec![None; count];
        let mut is_inner = vec![false; count];
        for &block in guarded {
            let (from, link) = self.link(block).ok_or(wrong(block, Misguarded::Ways))?;
            link_of[from.index()] = Some(link);
            for inner in [link.guarded, link.behind] {
                let is_in_two = std::mem::replace(&mut is_inner[inner.index()], true);
                if is_in_two || inner == BlockId(0) {
                    return Err(wrong(inner, Misguarded::Blocks));
                }
            }
        }
        for first in self.original.layout() {
            if is_inner[first.index()] {
                continue;
            }
            let here = Some(BlockId(self.chains.len() as u32));
            let mut links = Vec::new();
            let mut last = first;
            self.home[first.index()] = here;
            while let Some(link) = link_of[last.index()] {
                self.home[link.guarded.index()] = here;
                self.home[link.behind.index()] = here;
                last = link.behind;
                links.push(link);
            }
            self.chains.push((first, links));
        }
        // Chains that lead into themselves have no first block.
        let is_whole = self.home.iter().all(Option::is_some);
        let is_laid_out = self.merged.layout().into_iter().eq(self.merged.block_ids());
        match is_whole && is_laid_out && self.chains.len() == self.merged.blocks().len() {
            true => Ok(()),
            false => Err(wrong(BlockId(0), Misguarded::Blocks)),
        }
    }

    /// The block that a branch leads around another one, and what is around it.
    fn link(&self, guarded: BlockId) -> Option<(BlockId, Link)> {
        let original = self.original;
        let (&[from], Ways::One(behind)) = (
            original.block(guarded).predecessors.as_slice(),
            Ways::of(original, guarded)?,
        ) else {
            return None;
        };
        let ways = Ways::of(original, from)?;
        let mut before = original.block(behind).predecessors.clone();
        before.sort_unstable();
        let mut both = [from, guarded];
        both.sort_unstable();
        let is_around = ways == Ways::Two(Bit::ExecIsZero, behind, guarded) && before == both;
        is_around.then_some((from, Link { guarded, behind }))
    }

    /// The instructions are those of the chain, each piece of guarded code in a bundle.
    fn contents(
        &self,
        block: BlockId,
        (first, links): &(BlockId, Vec<Link>),
    ) -> Result<(), Violation> {
        let (merged, original) = (self.merged, self.original);
        let fails = |why| Err(wrong(block, why));
        let body = |block: BlockId| parts(original, block).map(|(body, _)| body);
        let Some(begin) = body(*first) else {
            return fails(Misguarded::Ways);
        };
        let mut wanted: Vec<(InstId, bool)> = begin.iter().map(|&inst| (inst, false)).collect();
        for link in links {
            let (Some(code), Some(rest)) = (body(link.guarded), body(link.behind)) else {
                return fails(Misguarded::Ways);
            };
            let narrows = wanted
                .iter()
                .rposition(|&(inst, _)| writes_exec(original, inst));
            let (Some(narrows), Some((&restores, rest))) = (narrows, rest.split_first()) else {
                return fails(Misguarded::Exec);
            };
            self.code(block, &wanted[narrows..], code, restores, link.behind)?;
            wanted[narrows..]
                .iter_mut()
                .for_each(|(_, inside)| *inside = true);
            wanted.extend(code.iter().map(|&inst| (inst, true)));
            wanted.push((restores, true));
            wanted.extend(rest.iter().map(|&inst| (inst, false)));
        }
        let Some((body, _)) = parts(merged, block) else {
            return fails(Misguarded::Ways);
        };
        let mut present = body.iter().copied().peekable();
        let mut wanted = wanted.into_iter().peekable();
        while let Some(&(was, inside)) = wanted.peek() {
            if !inside {
                let is = present.next();
                if !is.is_some_and(|is| self.is_same(is, was)) {
                    return fails(Misguarded::Sequence);
                }
                wanted.next();
                continue;
            }
            let Some(header) = present.next().filter(|&inst| merged.is_guard(inst)) else {
                return fails(Misguarded::Bundle);
            };
            let mut members = Vec::new();
            while let Some(&(was, true)) = wanted.peek() {
                let is_first = members.is_empty();
                // The next piece of code narrows EXEC anew.
                if !is_first && narrows(original, was) {
                    break;
                }
                let Some(is) = present.next().filter(|&is| {
                    is_member(merged, is) && is_masked((merged, is), (original, was))
                }) else {
                    return fails(Misguarded::Bundle);
                };
                members.push(is);
                wanted.next();
            }
            if present.peek().is_some_and(|&inst| is_member(merged, inst))
                || !is_summary(merged, header, &members)
            {
                return fails(Misguarded::Bundle);
            }
        }
        match present.next() {
            Some(_) => fails(Misguarded::Sequence),
            None => Ok(()),
        }
    }

    /// The code from where EXEC is narrowed leaves EXEC and all that is read behind it as it was where no lane is left.
    fn code(
        &self,
        block: BlockId,
        before: &[(InstId, bool)],
        code: &[InstId],
        restores: InstId,
        behind: BlockId,
    ) -> Result<(), Violation> {
        let original = self.original;
        let fails = |why| Err(wrong(block, why));
        let Some(((first, false), between)) = before.split_first() else {
            return fails(Misguarded::Exec);
        };
        let saved = explicit(original, *first, true);
        let [saved] = saved[..] else {
            return fails(Misguarded::Exec);
        };
        let given_back = explicit(original, restores, false);
        let is_restored = original.opcode(restores).name == "S_OR_B64"
            && explicit(original, restores, true)
                .iter()
                .all(|range| is_exec(*range))
            && given_back.len() == 2
            && given_back.contains(&saved)
            && given_back.iter().any(|range| is_exec(*range));
        let is_nested = between.iter().any(|&(_, inside)| inside);
        let between: Vec<InstId> = between.iter().map(|&(inst, _)| inst).collect();
        let is_kept = between.iter().chain(code).all(|&inst| {
            let mut written = results(original, inst);
            // As a value, EXEC would be what it was.
            let named = [true, false]
                .map(|defs| explicit(original, inst, defs))
                .concat();
            written.all(|range| !range.overlaps(saved) && !range.regs().any(Reg::is_exec))
                && !named.iter().any(|range| range.regs().any(Reg::is_exec))
        });
        let is_needed = saved.regs().any(|reg| is_read(original, (behind, 1), reg));
        if !narrows(original, *first) || saved.len() != 2 || !is_restored || !is_kept || is_needed {
            return fails(Misguarded::Exec);
        }
        if is_nested || between.iter().any(|&inst| is_odd(original, inst)) {
            return fails(Misguarded::Acts);
        }
        for &inst in code {
            if is_odd(original, inst) || !is_silent(original, inst) {
                return fails(Misguarded::Acts);
            }
            let scalars = results(original, inst).filter(|range| !range.first().is_vector());
            if scalars
                .flat_map(RegRange::regs)
                .any(|reg| is_read(original, (behind, 0), reg))
            {
                return fails(Misguarded::Scalar);
            }
        }
        Ok(())
    }

    /// Whether two instructions are one, but for the numbers of blocks and alias groups.
    fn is_same(&self, is: InstId, was: InstId) -> bool {
        is_same((self.merged, is), (self.original, was), |block| {
            self.home[block.index()]
        })
    }

    /// Control goes where it went.
    fn ways(&self, block: BlockId, (first, links): &(BlockId, Vec<Link>)) -> Result<(), Violation> {
        let last = links.last().map_or(*first, |link| link.behind);
        let is = Ways::of(self.merged, block);
        let was = Ways::of(self.original, last);
        let Some((is, was)) = is.zip(was) else {
            // What is not understood has no guarded code around.
            let same = links.is_empty() && self.same_end(block, *first);
            return same.then_some(()).ok_or(wrong(block, Misguarded::Ways));
        };
        let mut listed = self.merged.block(block).successors.clone();
        let mut named = is.all();
        for list in [&mut listed, &mut named] {
            list.sort_unstable();
            list.dedup();
        }
        let goes =
            was.map(|to| self.home[to.index()].filter(|&home| self.chains[home.index()].0 == to));
        match goes == Some(is) && listed == named {
            true => Ok(()),
            false => Err(wrong(block, Misguarded::Ways)),
        }
    }

    fn same_end(&self, is: BlockId, was: BlockId) -> bool {
        let (Some((_, now)), Some((_, former))) =
            (parts(self.merged, is), parts(self.original, was))
        else {
            return false;
        };
        let successors = &self.original.block(was).successors;
        let homes: Option<Vec<BlockId>> =
            successors.iter().map(|to| self.home[to.index()]).collect();
        now.len() == former.len()
            && now
                .iter()
                .zip(former)
                .all(|(&is, &was)| self.is_same(is, was))
            && homes.as_ref() == Some(&self.merged.block(is).successors)
    }
}
