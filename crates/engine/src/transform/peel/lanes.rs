//! Code for some lanes on the way through a loop, as it is in the copy.
//!
//! The loop narrows EXEC, branches around the code where no lane is left, and restores EXEC behind it. In the copy there is no branch:
//! with no lanes the code does nothing. What it runs with are masks in free registers, each computed once, and around each few
//! instructions EXEC is one of these, so that a load and what needs it are apart: others may be between. Elsewhere EXEC is what it
//! was at the beginning.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::mask::{Logic, Mask};
use super::path::{Full, Path, Skip};
use crate::gpu::Unit;
use crate::machine::liveness::Liveness;
use crate::machine::{Function, InstFlags, InstId, Operand, Reg, RegFile, RegRange};
use crate::transform::{guards, rotate};

/// The copy of a way with code for some lanes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lanes {
    /// A free pair of scalar registers that is to hold EXEC.
    pub whole: RegRange,
    /// What is in the copy, up to what decides about the next iteration.
    pub body: Vec<Part>,
}

/// A part of such a copy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// An instruction of the loop.
    Keep(InstId),
    /// Computes a mask.
    Mask {
        /// How.
        how: Logic,
        /// The free pair that gets it.
        to: RegRange,
        /// What of.
        of: [RegRange; 2],
    },
    /// What follows runs with the lanes of a mask.
    Narrow(RegRange),
    /// What follows runs with all lanes again.
    Widen,
}

/// Most pairs of registers for masks.
const MOST_PAIRS: usize = 16;

/// Most instructions that run with a mask as one.
const MOST_TOGETHER: usize = 12;

impl Lanes {
    /// How many pieces there are that run with a mask.
    pub(super) fn pieces(&self) -> usize {
        let narrows = |part: &&Part| matches!(part, Part::Narrow(_));
        self.body.iter().filter(narrows).count()
    }
}

/// The copy, and where the loop's EXEC is what it was at the beginning again.
pub(super) struct Walked {
    pub lanes: Lanes,
    /// The instructions behind which it is.
    pub widening: BTreeSet<InstId>,
}

/// What is known of masks and EXEC at a place on the way.
struct Walk<'p, 'f> {
    path: &'p Path<'f>,
    /// EXEC at the beginning.
    whole: Mask,
    /// EXEC in the loop.
    exec: Mask,
    /// How many masks there are that are computed from nothing.
    count: usize,
    /// The masks that registers of the loop hold, where no instruction on the way has computed them.
    held: Vec<(RegRange, Mask)>,
    /// By the first register of a pair: the masks that the loop has there, and the copy has not.
    missing: BTreeMap<Reg, (RegRange, Mask)>,
    /// The masks that free registers hold in the copy, the oldest first.
    present: VecDeque<(RegRange, Mask)>,
    /// How masks were computed.
    made: Vec<(Mask, Logic, Mask, Mask)>,
    free: Vec<RegRange>,
    /// Whether SCC in the copy may be another than in the loop.
    is_scc_lost: bool,
    /// What runs with a mask at this place: its registers, and how many instructions.
    narrowed: Option<(RegRange, usize)>,
    /// What is loaded by that.
    loaded: Vec<RegRange>,
    /// Comparisons that are taken to hold for all lanes, and where they put that.
    full: BTreeMap<InstId, RegRange>,
    body: Vec<Part>,
}

impl Path<'_> {
    /// The copy of a way with branches around code for some lanes, where these comparisons hold for all lanes and there are some; `None`
    /// where the code would do something with no lanes, or is too involved.
    pub(super) fn lanes(
        &self,
        liveness: &Liveness,
        full: &[Full],
        free: &mut Vec<RegRange>,
    ) -> Option<Walked> {
        let whole = free.pop()?;
        // The last ones are for what decides.
        let count = free.len().saturating_sub(4).min(MOST_PAIRS);
        let mut walk = Walk {
            path: self,
            whole: Mask::new(0),
            exec: Mask::new(0),
            count: 1,
            held: Vec::new(),
            missing: BTreeMap::new(),
            present: VecDeque::new(),
            made: Vec::new(),
            free: free.split_off(free.len() - count),
            is_scc_lost: false,
            narrowed: None,
            loaded: Vec::new(),
            full: full.iter().map(|full| (full.inst, full.mask)).collect(),
            body: Vec::new(),
        };
        let narrows = self.narrows();
        let mut lanes_at = Vec::new();
        let mut widening = BTreeSet::new();
        for (at, &block) in self.blocks.iter().enumerate() {
            let mut before = Vec::new();
            for &inst in &self.function.block(block).order {
                if self.function.flags(inst).has(InstFlags::TERMINATOR) {
                    let by_lanes = self.skips.iter().any(|skip| skip.blocks == at + 1);
                    if !by_lanes && !walk.is_there(inst) {
                        return None;
                    }
                    continue;
                }
                before.push((inst, walk.exec.clone()));
                if narrows != Some(inst) {
                    walk.pass(inst)?;
                    if self.function.writes_exec(inst) && walk.exec == walk.whole {
                        widening.insert(inst);
                    }
                } else if !walk.is_there(inst) {
                    return None;
                }
            }
            lanes_at.push((before, walk.exec.clone()));
        }
        walk.widen();
        free.append(&mut walk.free);
        let ends_whole = walk.exec == walk.whole;
        let are_dead = [self.blocks[0], self.exit].iter().all(|&block| {
            let mut missing = walk.missing.values();
            missing.all(|(range, _)| !liveness.live_in[block].touches(*range))
        });
        let lanes = Lanes {
            whole,
            body: walk.body,
        };
        // With all lanes, of which there are some, a branch past code is not taken.
        let is_taken = |skip: &&Skip| full.is_empty() || lanes_at[skip.blocks - 1].1 != walk.whole;
        let mut skips = self.skips.iter().filter(is_taken);
        let skips_nothing = skips.all(|skip| self.skips_nothing(skip, liveness, &lanes_at));
        // One piece of guarded code moves as a whole without a copy of the loop; several keep their order, by SCC and the registers that
        // EXEC is saved in.
        let is_guarded =
            || guards::makes_one_block(self.function, self.blocks[0], liveness, self.walls);
        let gains = !full.is_empty() || lanes.pieces() > 1 || lanes.pieces() == 1 && !is_guarded();
        (ends_whole && are_dead && skips_nothing && gains).then_some(Walked { lanes, widening })
    }

    /// Whether what is between a branch past code and where it leads does nothing with no lanes that anybody needs.
    fn skips_nothing(
        &self,
        skip: &Skip,
        liveness: &Liveness,
        lanes_at: &[(Vec<(InstId, Mask)>, Mask)],
    ) -> bool {
        let function = self.function;
        let lanes = &lanes_at[skip.blocks - 1].1;
        let Some((last, rest)) = skip.place else {
            return false;
        };
        let blocks = skip.blocks..=last;
        let mut between = blocks.flat_map(|at| {
            let insts = &lanes_at[at].0;
            &insts[..if at == last { rest } else { insts.len() }]
        });
        let (insts, behind) = &lanes_at[last];
        let there = insts.get(rest).map_or(behind, |(_, exec)| exec);
        let is_needed = |reg: Reg| {
            !reg.is_vector() && !reg.is_exec() && liveness.live_in[skip.to].contains(reg)
        };
        there.is_within(lanes)
            && between.all(|(inst, exec)| {
                let is_undefined = function.opcode(*inst).name == "IMPLICIT_DEF";
                exec.is_within(lanes)
                    && (is_undefined || guards::does_nothing_without_lanes(function, *inst))
                    && !function.written(*inst).any(is_needed)
            })
    }
}

impl Walk<'_, '_> {
    /// Whether the copy has what an instruction reads.
    fn is_there(&self, inst: InstId) -> bool {
        let function = self.path.function;
        let mut reads = function.operands(inst).iter().filter(|o| o.is_use());
        reads.all(|o| {
            o.reg().is_none_or(|range| {
                let is_scc = range.first() == Reg::SCC;
                !(self.is_missing(range) || is_scc && self.is_scc_lost)
            })
        })
    }

    fn is_missing(&self, range: RegRange) -> bool {
        self.missing.values().any(|(of, _)| of.overlaps(range))
    }

    /// What the copy does where the loop has an instruction.
    fn pass(&mut self, inst: InstId) -> Option<()> {
        let function = self.path.function;
        let is_whole = self.exec == self.whole;
        // The lanes that do not run keep their values.
        if !is_whole && function.opcode(inst).name == "IMPLICIT_DEF" {
            return Some(());
        }
        if let Some((how, to, sources)) = mask_of_two(function, inst) {
            let reads_exec = !is_whole && sources.iter().any(|of| of.first().is_exec());
            // Two comparisons that hold for all lanes do so together.
            let holds_for_all = |of: &RegRange| self.held.contains(&(*of, self.whole.clone()));
            let is_full = sources.iter().all(holds_for_all);
            let is_ours = to.first().is_exec() || reads_exec || is_full;
            if is_ours || sources.iter().any(|&of| self.is_missing(of)) {
                let of = [self.mask(sources[0])?, self.mask(sources[1])?];
                let made = self.make(how, of)?;
                self.is_scc_lost = true;
                return match to.first().is_exec() {
                    true => self.narrow(made),
                    false => {
                        self.forget(to);
                        self.missing.insert(to.first(), (to, made));
                        Some(())
                    }
                };
            }
        }
        if let Some((to, from)) = moved(function, inst).filter(|&(_, from)| self.is_missing(from)) {
            let mask = self.mask(from)?;
            self.forget(to);
            self.missing.insert(to.first(), (to, mask));
            return Some(());
        }
        if let Some((how, to, source)) = save_and_mask(function, inst) {
            let of = [self.mask(source)?, self.exec.clone()];
            let made = self.make(how, of)?;
            self.forget(to);
            self.missing.insert(to.first(), (to, self.exec.clone()));
            self.is_scc_lost = true;
            return self.narrow(made);
        }
        let is_scalar = function.info(inst).unit == Unit::Salu;
        // All others read EXEC where they run.
        let mut operands = function.operands(inst).iter();
        let names_exec = operands.any(|o| {
            let is_exec = o.reg().is_some_and(|range| range.first().is_exec());
            is_exec && (is_scalar || o.is_explicit())
        });
        if !self.is_there(inst) || function.writes_exec(inst) || names_exec && !is_whole {
            return None;
        }
        if is_whole || is_scalar {
            rotate::admits(function, inst, self.path.walls).ok()?;
            self.widen();
        } else {
            let fits = guards::is_plain(function, inst)
                && guards::does_nothing_without_lanes(function, inst);
            let mask = self.pair_of(&self.exec.clone()).filter(|_| fits)?;
            self.run_with(mask, inst);
        }
        self.body.push(Part::Keep(inst));
        for reg in function.written(inst) {
            if reg == Reg::SCC {
                self.is_scc_lost = false;
            } else if !reg.is_vector() {
                self.forget(RegRange::new(reg, 1)?);
            }
        }
        if let Some(&mask) = self.full.get(&inst) {
            is_whole.then_some(())?;
            self.held.push((mask, self.whole.clone()));
        }
        Some(())
    }

    /// What a register range holds as a mask.
    fn mask(&mut self, range: RegRange) -> Option<Mask> {
        if range.first().is_exec() {
            return Some(self.exec.clone());
        }
        if let Some((of, mask)) = self.missing.get(&range.first()) {
            return (*of == range).then(|| mask.clone());
        }
        if self.is_missing(range) {
            return None;
        }
        if let Some((_, mask)) = self.held.iter().find(|(of, _)| *of == range) {
            return Some(mask.clone());
        }
        let mask = Mask::new(self.count);
        self.count += 1;
        self.held.push((range, mask.clone()));
        Some(mask)
    }

    fn make(&mut self, how: Logic, of: [Mask; 2]) -> Option<Mask> {
        let made = Mask::computed(how, &of[0], &of[1])?;
        // What nothing computes is only where it is.
        if made.is_given() {
            return Some(made);
        }
        let [one, other] = of;
        self.made.push((made.clone(), how, one, other));
        Some(made)
    }

    /// The loop's EXEC is a mask from here on.
    fn narrow(&mut self, mask: Mask) -> Option<()> {
        self.widen();
        self.exec = mask;
        if self.exec == self.whole {
            return Some(());
        }
        self.pair_of(&self.exec.clone()).map(|_| ())
    }

    /// A pair of registers that holds a mask in the copy.
    fn found(&self, mask: &Mask) -> Option<RegRange> {
        if *mask == self.whole {
            return RegRange::new(Reg::EXEC_LO, 2);
        }
        let mut known = self.present.iter().chain(&self.held);
        let known = known.find(|(_, held)| held == mask);
        known.map(|&(range, _)| range)
    }

    /// A pair of registers that holds a mask in the copy, which may be computed for that.
    fn pair_of(&mut self, mask: &Mask) -> Option<RegRange> {
        if let Some(range) = self.found(mask) {
            return Some(range);
        }
        let (_, how, one, other) = self.made.iter().find(|(made, ..)| made == mask)?.clone();
        let of = [self.pair_of(&one)?, self.pair_of(&other)?];
        // The second may have taken the first one's registers.
        if self.found(&one) != Some(of[0]) {
            return None;
        }
        let is_used = |&(range, _): &(RegRange, Mask)| of.contains(&range);
        let to = match self.free.pop() {
            Some(free) => free,
            // Those of code around this are needed behind it.
            None => {
                let is_around = |(_, held): &(RegRange, Mask)| {
                    mask.is_within(held) || self.exec.is_within(held)
                };
                let mut others = self.present.iter();
                let at = others.position(|held| !is_used(held) && !is_around(held))?;
                self.present.remove(at)?.0
            }
        };
        self.widen();
        self.is_scc_lost = true;
        self.body.push(Part::Mask { how, to, of });
        self.present.push_back((to, mask.clone()));
        Some(to)
    }

    /// Registers hold something else from here on.
    fn forget(&mut self, range: RegRange) {
        self.held.retain(|(of, _)| !of.overlaps(range));
        self.missing.retain(|_, (of, _)| !of.overlaps(range));
    }

    /// The next instruction runs with a mask.
    fn run_with(&mut self, mask: RegRange, inst: InstId) {
        let function = self.path.function;
        let named = || function.operands(inst).iter().filter_map(Operand::reg);
        let goes_on = self.narrowed.is_some_and(|(of, count)| {
            of == mask
                && count < MOST_TOGETHER
                && !named().any(|range| self.loaded.iter().any(|of| of.overlaps(range)))
        });
        if !goes_on {
            self.widen();
            self.body.push(Part::Narrow(mask));
        }
        let count = self.narrowed.map_or(0, |(_, count)| count);
        self.narrowed = Some((mask, count + 1));
        if function.flags(inst).has(InstFlags::MAY_LOAD) {
            let results = function.operands(inst).iter().filter(|o| o.is_def());
            self.loaded.extend(results.filter_map(Operand::reg));
        }
    }

    /// What follows runs with all lanes.
    fn widen(&mut self) {
        if self.narrowed.take().is_some() {
            self.loaded.clear();
            self.body.push(Part::Widen);
        }
    }
}

/// The pairs that an instruction computes a mask of, but EXEC; none if it does not.
pub(super) fn masked_by(function: &Function, inst: InstId) -> Vec<RegRange> {
    let two = mask_of_two(function, inst).map(|(.., of)| of.to_vec());
    let one = save_and_mask(function, inst).map(|(.., of)| vec![of]);
    let mut of = two.or(one).unwrap_or_default();
    of.retain(|of| !of.first().is_exec());
    of
}

/// How an instruction computes a mask of two: the pair that gets it, and those that they are in.
fn mask_of_two(function: &Function, inst: InstId) -> Option<(Logic, RegRange, [RegRange; 2])> {
    let how = match function.opcode(inst).name.as_str() {
        "S_AND_B64" => Logic::And,
        "S_ANDN2_B64" => Logic::AndNot,
        "S_OR_B64" => Logic::Or,
        "S_XOR_B64" => Logic::Xor,
        _ => return None,
    };
    let [to, one, other, ..] = function.operands(inst) else {
        return None;
    };
    Some((how, pair(to)?, [pair(one)?, pair(other)?]))
}

/// The pairs that an instruction moves a mask to and from.
fn moved(function: &Function, inst: InstId) -> Option<(RegRange, RegRange)> {
    let [to, from, ..] = function.operands(inst) else {
        return None;
    };
    let (to, from) = (pair(to)?, pair(from)?);
    let is_plain = function.opcode(inst).name == "S_MOV_B64" && !to.first().is_exec();
    is_plain.then_some((to, from))
}

/// How an instruction that saves EXEC in a pair computes what it becomes, of a source and EXEC.
fn save_and_mask(function: &Function, inst: InstId) -> Option<(Logic, RegRange, RegRange)> {
    let how = match function.opcode(inst).name.as_str() {
        "S_AND_SAVEEXEC_B64" => Logic::And,
        "S_ANDN2_SAVEEXEC_B64" => Logic::AndNot,
        "S_OR_SAVEEXEC_B64" => Logic::Or,
        "S_XOR_SAVEEXEC_B64" => Logic::Xor,
        _ => return None,
    };
    let [to, source, ..] = function.operands(inst) else {
        return None;
    };
    Some((how, pair(to)?, pair(source)?))
}

/// A pair of registers that may hold a mask.
fn pair(operand: &Operand) -> Option<RegRange> {
    operand.reg().filter(|range| {
        let first = range.first();
        let is_scalar =
            first.file() == RegFile::Sgpr || first == Reg::VCC_LO || first == Reg::EXEC_LO;
        range.len() == 2 && is_scalar
    })
}
