//! Is a copy without branches around code for some lanes what the loop does?
//!
//! The copy and the way through the loop are followed side by side, with EXEC and all masks that are computed as functions of EXEC at
//! the beginning and of what registers hold. Each instruction of the way that is not about masks is in the copy, runs there with the
//! same lanes, and reads scalar registers that hold the same. What the copy has beside these computes masks in free registers, or sets
//! EXEC around instructions that are a bundle. A branch past code is not in the copy: what it leads around runs with a part of the
//! lanes that the branch asks for, so with none it does nothing, and the scalar registers that it writes are not read from where the
//! branch leads to. Where comparisons are said to hold for all lanes, of which there are some, a branch with all lanes is not taken.

#[cfg(test)]
mod full;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use super::super::Violation;
use super::super::guards::{
    Ways, is_masked, is_member, is_odd, is_read, is_same, is_silent, results,
};
use super::super::liveness::writes_exec;
use super::super::rotation::control::{Bit, parts};
use super::bundles::{sets_exec, whole};
use super::masks::{Atom, Mask};
use super::values::comparison;
use super::{CopiedWay, Mispeeled, Proof, wrong};
use crate::machine::{
    BlockId, Function, InstFlags, InstId, Operand, OperandFlags, Reg, RegFile, RegRange,
};

/// What the copy of a way is.
pub(super) struct Followed<'f> {
    /// What is behind it in its block.
    pub tail: &'f [InstId],
    /// What it has beside the loop's instructions, but headers of bundles.
    pub new: Vec<InstId>,
    /// The loop's instructions behind which EXEC is what it was at the beginning again.
    pub widening: Vec<InstId>,
    /// The pair that has to hold EXEC when the copy is entered, if there is one.
    pub whole: Option<RegRange>,
}

/// One of the two sides.
struct Side<'f> {
    function: &'f Function,
    exec: Mask,
    /// The masks that pairs hold which the other side may not have there, or that are computed, by their first registers.
    masks: BTreeMap<Reg, Mask>,
    /// Registers that the other side does not have, the other halves of whose pairs were written by instructions that both have.
    unknown: BTreeSet<Reg>,
}

/// Both sides.
struct Both<'f> {
    is: Side<'f>,
    was: Side<'f>,
    /// What the loop's instructions on the way name.
    named: BTreeSet<Reg>,
    /// How often instructions that both have wrote a register.
    written: BTreeMap<Reg, u32>,
    /// Whether SCC is the same.
    is_scc_same: bool,
}

/// A way past code.
struct Skip {
    /// The lanes that the branch asks for.
    lanes: Mask,
    /// Where it leads.
    to: BlockId,
    /// The place on the way where that is: how many blocks and instructions before it.
    place: (usize, usize),
}

impl Proof<'_> {
    /// Whether a way has branches around code for some lanes.
    pub(super) fn has_lanes(&self, path: &[BlockId]) -> bool {
        let (_, inner) = path.split_last().unwrap_or((&BlockId(0), &[]));
        inner.iter().any(|&block| {
            matches!(
                Ways::of(self.original, block),
                Some(Ways::Two(Bit::ExecIsZero, ..))
            )
        })
    }

    /// Follows the copy and a way through the loop side by side. The instruction that takes lanes at the way's end, if there is one, is
    /// behind the copy; `asked` are registers that are looked at there, and `behind` where control goes then.
    pub(super) fn follow(
        &self,
        way: &CopiedWay,
        copy: BlockId,
        (narrows, asked): (Option<InstId>, &[Reg]),
        behind: [BlockId; 2],
    ) -> Result<Followed<'_>, Violation> {
        let path = &way.blocks;
        let fails = |why| wrong(copy, why);
        let sequence = || fails(Mispeeled::Sequence);
        let (peeled, original) = (self.peeled, self.original);
        let (body, _) = parts(peeled, copy).ok_or(sequence())?;
        let whole = whole(peeled, body).map_err(|()| sequence())?;
        let side = |function| Side {
            function,
            exec: Mask::of(Atom::Exec),
            masks: BTreeMap::new(),
            unknown: BTreeSet::new(),
        };
        let mut both = Both {
            is: side(peeled),
            was: side(original),
            named: self.named(path),
            written: BTreeMap::new(),
            is_scc_same: true,
        };
        both.is
            .masks
            .extend(whole.map(|whole| (whole.first(), Mask::of(Atom::Exec))));
        let mut present = body.iter().copied().peekable();
        let mut new = Vec::new();
        let mut widening = Vec::new();
        let mut skips: Vec<Skip> = Vec::new();
        for (at, &block) in path.iter().enumerate() {
            let (insts, _) = parts(original, block).ok_or(sequence())?;
            for (place, &was) in insts.iter().enumerate() {
                let here = (at, place);
                for skip in skips.iter().filter(|skip| skip.place == here) {
                    if !both.was.exec.is_within(&skip.lanes) {
                        return Err(fails(Mispeeled::Lanes));
                    }
                }
                let mut skipped = skips.iter().filter(|skip| skip.place > here);
                if !skipped.all(|skip| self.does_nothing(was, &both.was.exec, skip)) {
                    return Err(fails(Mispeeled::Lanes));
                }
                if narrows == Some(was) {
                    continue;
                }
                loop {
                    let is = present.peek().copied();
                    if is.is_some_and(|is| both.passes(is, was)) {
                        if way.full.contains(&was) {
                            both.holds_for_all(was).ok_or(fails(Mispeeled::Lanes))?;
                        }
                        present.next();
                        break;
                    }
                    if is.is_some_and(|is| both.is_new(is)) {
                        new.extend(present.next());
                        continue;
                    }
                    // What is undefined may be what it was.
                    if original.opcode(was).name == "IMPLICIT_DEF" {
                        break;
                    }
                    both.was.masks_pass(was, &both.written).ok_or(sequence())?;
                    both.is_scc_same &= !writes_scc(original, was);
                    if writes_exec(original, was) && both.was.exec == Mask::of(Atom::Exec) {
                        widening.push(was);
                    }
                    break;
                }
            }
            let end = (at, insts.len());
            for skip in skips.iter().filter(|skip| skip.place == end) {
                if !both.was.exec.is_within(&skip.lanes) {
                    return Err(fails(Mispeeled::Lanes));
                }
            }
            let Some(&next) = path.get(at + 1) else {
                break;
            };
            match Ways::of(original, block) {
                Some(Ways::Two(Bit::ExecIsZero, to, with)) if with == next && to != next => {
                    // With all lanes, of which there are some where the copy begins, it is not taken.
                    if way.full.is_empty() || both.was.exec != Mask::of(Atom::Exec) {
                        let place = self.place(path, at + 1, to).ok_or(fails(Mispeeled::Ways))?;
                        skips.push(Skip {
                            lanes: both.was.exec.clone(),
                            to,
                            place,
                        });
                    }
                }
                // What these ask for is compared where it is decided ahead.
                Some(Ways::Two(..) | Ways::One(_)) => {}
                _ => return Err(fails(Mispeeled::Ways)),
            }
        }
        new.retain(|&inst| !peeled.is_guard(inst));
        // EXEC is set back behind the last one.
        while both.is.exec != Mask::of(Atom::Exec) {
            let is = present.next().filter(|&is| both.is_new(is));
            new.push(is.ok_or(sequence())?);
        }
        let all = Mask::of(Atom::Exec);
        let ends_whole = both.was.exec == all
            && whole.is_none_or(|whole| both.is.masks.get(&whole.first()) == Some(&all));
        let is_asked_same = asked.iter().all(|&reg| both.is_same(reg));
        if !ends_whole || !is_asked_same {
            return Err(fails(Mispeeled::Lanes));
        }
        let first = body.len() - present.count();
        let tail = &body[first..];
        let keeps_whole = |&inst: &InstId| whole.is_none_or(|whole| !self.writes(inst, whole));
        let is_needed = |reg: Reg| {
            behind
                .iter()
                .any(|&block| is_read(original, (block, 0), reg))
        };
        let known = both.was.masks.keys().chain(both.is.masks.keys());
        let known = known.flat_map(|&first| halves(first));
        let mut differing = known.chain(both.was.unknown.iter().copied());
        if differing.any(|reg| !both.is_same(reg) && is_needed(reg))
            || !both.is_scc_same && is_needed(Reg::SCC)
            || !body.iter().all(keeps_whole)
            || !self.are_bundles(body)
        {
            return Err(fails(Mispeeled::Register));
        }
        Ok(Followed {
            tail,
            new,
            widening,
            whole,
        })
    }

    /// The place on a way, behind its first blocks, that a block is, or that has the same instructions and ways on.
    fn place(&self, path: &[BlockId], before: usize, to: BlockId) -> Option<(usize, usize)> {
        if let Some(at) = path.iter().position(|&block| block == to) {
            return (at >= before).then_some((at, 0));
        }
        let original = self.original;
        let (wanted, _) = parts(original, to)?;
        let ways = Ways::of(original, to)?;
        (before..path.len()).find_map(|at| {
            let (body, _) = parts(original, path[at])?;
            let from = body.len().checked_sub(wanted.len())?;
            let mut pairs = body[from..].iter().zip(wanted);
            let is_one = pairs.all(|(&a, &b)| is_same((original, a), (original, b), Some));
            (is_one && Ways::of(original, path[at])? == ways).then_some((at, from))
        })
    }

    /// The registers that a way's instructions name.
    fn named(&self, path: &[BlockId]) -> BTreeSet<Reg> {
        let original = self.original;
        let orders = path.iter().flat_map(|&block| &original.block(block).order);
        let operands = orders.flat_map(|&inst| original.operands(inst));
        operands
            .filter_map(Operand::reg)
            .flat_map(RegRange::regs)
            .collect()
    }

    /// Whether an instruction past which a way leads does nothing with no lanes that is needed there.
    fn does_nothing(&self, inst: InstId, exec: &Mask, skip: &Skip) -> bool {
        let original = self.original;
        let mut scalars = results(original, inst)
            .filter(|range| !range.first().is_vector())
            .flat_map(RegRange::regs)
            .filter(|reg| !reg.is_exec());
        let is_about_lanes =
            writes_exec(original, inst) || original.opcode(inst).name == "IMPLICIT_DEF";
        exec.is_within(&skip.lanes)
            && (is_about_lanes || !is_odd(original, inst) && is_silent(original, inst))
            && scalars.all(|reg| !is_read(original, (skip.to, 0), reg))
    }
}

/// The pair that gets the lanes that a comparison holds for, those in EXEC alone.
pub(super) fn lanes_of(function: &Function, inst: InstId) -> Option<RegRange> {
    comparison(function, inst)?;
    let mask = results(function, inst).next()?;
    (pair_of(mask.first()) == Some(mask)).then_some(mask)
}

fn writes_scc(function: &Function, inst: InstId) -> bool {
    results(function, inst).any(|range| range.contains(Reg::SCC))
}

/// The pair of scalar registers that a register is in, but EXEC.
fn pair_of(reg: Reg) -> Option<RegRange> {
    let first = match reg.file() {
        RegFile::Sgpr => Reg::sgpr(reg.number() & !1)?,
        _ if reg.is_vcc() => Reg::VCC_LO,
        _ => return None,
    };
    RegRange::new(first, 2)
}

fn halves(first: Reg) -> impl Iterator<Item = Reg> {
    RegRange::new(first, 2).into_iter().flat_map(RegRange::regs)
}

/// A pair of registers that masks are in.
pub(super) fn pair(operand: &Operand) -> Option<RegRange> {
    let range = operand.reg()?;
    let first = range.first();
    let is_scalar = first.file() == RegFile::Sgpr && first.number().is_multiple_of(2)
        || first == Reg::VCC_LO
        || first == Reg::EXEC_LO;
    (range.len() == 2 && is_scalar).then_some(range)
}

impl Side<'_> {
    /// The mask that a pair holds.
    fn mask(&self, range: RegRange, written: &BTreeMap<Reg, u32>) -> Option<Mask> {
        let first = range.first();
        if first.is_exec() {
            return Some(self.exec.clone());
        }
        if let Some(mask) = self.masks.get(&first) {
            return Some(mask.clone());
        }
        if range.regs().any(|reg| self.unknown.contains(&reg)) {
            return None;
        }
        let mut counts = range
            .regs()
            .map(|reg| written.get(&reg).copied().unwrap_or(0));
        Some(Mask::of(Atom::Pair(
            first,
            [counts.next()?, counts.next()?],
        )))
    }

    /// Follows an instruction that computes a mask (MI300 ISA, sections 12.1 and 12.3); `None` where it is another one.
    fn masks_pass(&mut self, inst: InstId, written: &BTreeMap<Reg, u32>) -> Option<()> {
        let function = self.function;
        let name = function.opcode(inst).name.as_str();
        let how = name.strip_prefix("S_")?.strip_suffix("_B64")?;
        let operands = function.operands(inst);
        let of = |at: usize| {
            operands
                .get(at)
                .filter(|o| o.is_use() && !o.flags.has(OperandFlags::UNDEF))
                .and_then(pair)
        };
        let is_plain = operands.iter().all(|o| match o.reg() {
            Some(range) => range.len() == 2 || range.first() == Reg::SCC,
            None => false,
        });
        let to = operands
            .first()
            .filter(|o| is_plain && o.is_def())
            .and_then(pair)?;
        let made = match how.strip_suffix("_SAVEEXEC") {
            Some(how) => {
                let source = self.mask(of(1)?, written)?;
                let made = Mask::computed(how, &source, &self.exec)?;
                let saved = std::mem::replace(&mut self.exec, made);
                self.put(to, saved);
                return (!to.first().is_exec()).then_some(());
            }
            None if how == "MOV" => self.mask(of(1)?, written)?,
            None => {
                let (one, other) = (self.mask(of(1)?, written)?, self.mask(of(2)?, written)?);
                Mask::computed(how, &one, &other)?
            }
        };
        match to.first().is_exec() {
            true => self.exec = made,
            false => self.put(to, made),
        }
        Some(())
    }

    fn put(&mut self, to: RegRange, mask: Mask) {
        to.regs().for_each(|reg| {
            self.unknown.remove(&reg);
        });
        self.masks.insert(to.first(), mask);
    }
}

impl Both<'_> {
    /// Whether a register holds the same on both sides.
    fn is_same(&self, reg: Reg) -> bool {
        if reg == Reg::SCC {
            return self.is_scc_same;
        }
        if reg.is_exec() {
            return self.is.exec == self.was.exec;
        }
        let of = |side: &Side<'_>| side.mask(pair_of(reg)?, &self.written);
        let mut sides = [&self.is, &self.was].into_iter();
        sides.all(|side| !side.unknown.contains(&reg)) && of(&self.is) == of(&self.was)
    }

    /// Follows an instruction that both sides have, if it does the same on both.
    fn passes(&mut self, is: InstId, was: InstId) -> bool {
        let (peeled, original) = (self.is.function, self.was.function);
        let is_one = match is_member(peeled, is) {
            true => is_masked((peeled, is), (original, was)),
            false => is_same((peeled, is), (original, was), Some),
        };
        let reads = original
            .operands(was)
            .iter()
            .filter(|o| o.is_use() && !o.flags.has(OperandFlags::UNDEF));
        let mut read = reads.filter_map(Operand::reg).flat_map(RegRange::regs);
        let is_call = original.flags(was).has(InstFlags::CALL);
        // Scalar instructions that look at EXEC name it.
        let is_scalar = original.opcode(was).name.starts_with("S_");
        let has_lanes = is_scalar || self.is.exec == self.was.exec;
        let is_admitted = is_one && !is_call && has_lanes && !writes_exec(original, was);
        if !is_admitted || !read.all(|reg| self.is_same(reg)) {
            return false;
        }
        let written: Vec<RegRange> = results(original, was).collect();
        // The other half of a pair is what it was, but no known mask any more.
        let regs = || written.iter().copied().flat_map(RegRange::regs);
        let others = regs().filter_map(pair_of).flat_map(RegRange::regs);
        let differing: Vec<Reg> = others.filter(|&half| !self.is_same(half)).collect();
        for side in [&mut self.is, &mut self.was] {
            side.unknown.extend(&differing);
        }
        for reg in regs() {
            self.is_scc_same |= reg == Reg::SCC;
            let Some(pair) = pair_of(reg) else { continue };
            for side in [&mut self.is, &mut self.was] {
                side.unknown.remove(&reg);
                side.masks.remove(&pair.first());
            }
            *self.written.entry(reg).or_default() += 1;
        }
        true
    }

    /// A comparison that both sides have passed holds for all lanes of the beginning; `None` where it is none, or ran with others.
    fn holds_for_all(&mut self, was: InstId) -> Option<()> {
        let all = Mask::of(Atom::Exec);
        let mask = lanes_of(self.was.function, was)?;
        let is_whole = [&self.is, &self.was].iter().all(|side| side.exec == all);
        for side in [&mut self.is, &mut self.was] {
            side.put(mask, all.clone());
        }
        is_whole.then_some(())
    }

    /// Follows an instruction that only the copy has, and that is about masks.
    fn is_new(&mut self, is: InstId) -> bool {
        let function = self.is.function;
        if function.is_guard(is) {
            return true;
        }
        if let Some(from) = sets_exec(function, is) {
            let Some(mask) = self.is.mask(from, &self.written) else {
                return false;
            };
            // Behind a bundle EXEC is what it was before.
            let whole = Mask::of(Atom::Exec);
            let is_known = self.is.exec == whole || mask == whole;
            self.is.exec = mask;
            return is_known;
        }
        // What the loop names is not for masks of the copy.
        let mut results = results(function, is).flat_map(RegRange::regs);
        let passed = !is_member(function, is)
            && results.all(|reg| reg == Reg::SCC || !reg.is_exec() && !self.named.contains(&reg))
            && self.is.masks_pass(is, &self.written).is_some();
        if passed {
            self.is_scc_same &= !writes_scc(function, is);
        }
        passed
    }
}
