//! Loops that branch by bits for all lanes, and loops that lanes leave one by one, which get a loop of one block in front of them.
//!
//! `if (k + 1 < n) v = a[k + 1];` in a loop over `k` runs in all iterations but the last. The branch makes three blocks of the loop, which
//! cannot be overlapped. So in front of it a copy of one way through it is put that has no such branch: it runs as long as what is
//! branched by says that the next iteration goes that way, too. That is computed at its end, by copies of the scalar instructions that
//! compute it in the loop, and before the first iteration. The loop itself does the iterations that are left.
//!
//! `if (k + lane < n)` in a loop over `k` holds for all lanes in all iterations but the last. Where the code behind it must not run
//! with a mask, as matrix instructions must not, the copy runs as long as it holds for all lanes of the next iteration.
//!
//! `for (i = lane; i < n; i += 64)` takes lanes from EXEC at its end until none is left. A copy of it runs as long as none would be
//! taken, with EXEC as it is. `check::peel` proves both by its own reading.

mod conditions;
mod course;
mod lanes;
mod mask;
mod path;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use crate::machine::liveness::Liveness;
use crate::machine::occupancy;
use crate::machine::{BlockId, Function, InstFlags, InstId, Operand, Reg, RegRange, RegSet, Walls};
use crate::transform::rotate;
use conditions::Free;
pub use lanes::{Lanes, Part};
pub use mask::Logic;
use path::{Full, Path, bit};

/// A loop, and what is to be put in front of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Peel {
    /// The block that the loop is entered from.
    pub entry: BlockId,
    /// The block that it leaves to.
    pub exit: BlockId,
    /// The blocks of the way that is copied, in the order in which they run, the header first.
    pub blocks: Vec<BlockId>,
    /// What decides about another iteration.
    pub latch: Latch,
    /// What decides whether an iteration goes that way: branch by branch, and comparison by comparison that holds for all lanes.
    pub conditions: Vec<Condition>,
    /// The comparisons that mask code for some lanes in the loop and hold for all lanes in the copy, which runs only where there are
    /// lanes.
    pub full: Vec<InstId>,
    /// The copy, where there is code for some lanes in it; `None` where it is the instructions of the blocks.
    pub lanes: Option<Lanes>,
    /// A free scalar register that is to say whether another iteration follows, for all lanes.
    pub follows: Reg,
    /// A free scalar register that is to say whether one follows that goes that way.
    pub all: Reg,
}

/// What a branch looks at, and for what it goes on with the loop or the way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decision {
    /// The pair of registers that is compared with zero; `None` for SCC.
    pub pair: Option<RegRange>,
    /// Whether it goes on where SCC is set, or the pair is zero.
    pub if_set: bool,
}

/// What decides about another iteration of a loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Latch {
    /// What its last branch looks at.
    Bit(Decision),
    /// Lanes leave one by one: its last instruction takes those from EXEC that a mask names, and its branch asks whether any is left.
    Lanes {
        /// That instruction.
        narrows: InstId,
        /// A free pair of scalar registers.
        free: RegRange,
    },
}

/// How it is computed whether a branch goes the way that is copied, or a comparison holds for all lanes.
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
    /// The lanes in EXEC that are not in a mask, to a free pair of scalar registers.
    Inverse {
        /// The free pair.
        to: RegRange,
        /// The mask.
        mask: RegRange,
    },
    /// A move to a free scalar register.
    Move {
        /// The free one.
        to: Reg,
        /// What it gets.
        from: Reg,
    },
}

/// Most instructions of a loop.
const MOST: usize = 2500;

/// Pairs of scalar registers that all GPUs have (MI300 ISA, section 3.1: s0 to s101).
const SCALAR_PAIRS: u16 = 51;

/// What is put in front of which loops, but those with the headers `except`. Of kernels without calls.
pub fn peels(function: &Function, except: &BTreeSet<BlockId>, walls: Walls) -> Vec<Peel> {
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
            let path = Path::of(function, header, walls)?;
            path.peel(liveness.get_or_insert_with(|| Liveness::of(function)))
        })
        .collect()
}

impl Path<'_> {
    fn peel(&self, liveness: &Liveness) -> Option<Peel> {
        let function = self.function;
        let narrows = self.narrows();
        let mut body = self.insts(self.blocks.len());
        // What is computed at the end writes SCC.
        let is_scc_read = [self.blocks[0], self.exit]
            .iter()
            .any(|&block| liveness.live_in[block].contains(Reg::SCC));
        let admitted =
            |inst| narrows == Some(inst) || rotate::admits(function, inst, self.walls).is_ok();
        let has_lanes = !self.skips.is_empty();
        let gains = narrows.is_some() || !self.branches.is_empty() || has_lanes;
        let is_long = self.insts(self.blocks.len()).count() > MOST;
        if !gains || is_scc_read || is_long || !has_lanes && !body.all(admitted) {
            return None;
        }
        let mut free = self.free(liveness);
        // Masks do for all iterations. Where there can be none, all lanes do for the first ones.
        let (mut full, mut walked) = (&[][..], None);
        if has_lanes {
            let walk = |full: &[Full]| {
                let mut rest = free.clone();
                let walked = self.lanes(liveness, full, &mut rest)?;
                Some((walked, rest))
            };
            let found = walk(full).or_else(|| {
                full = &self.full;
                (!full.is_empty()).then(|| walk(full))?
            });
            let (found, rest) = found?;
            (walked, free) = (Some(found), rest);
        }
        let (lanes, widening) = walked.map(|walked| (walked.lanes, walked.widening)).unzip();
        let widening = widening.unwrap_or_default();
        let latch = match narrows {
            Some(narrows) => Latch::Lanes {
                narrows,
                free: free.pop()?,
            },
            None => {
                let (inst, taken) = self.latch;
                let (bit, if_set) = bit(function, inst)?;
                Latch::Bit(Decision {
                    pair: Some(bit).filter(|bit| bit.first().is_vcc()),
                    if_set: if_set == taken,
                })
            }
        };
        let pair = free.pop()?;
        let (follows, all) = (pair.first(), pair.regs().next_back()?);
        let is_vcc_free = [self.blocks[0], self.exit].iter().all(|&block| {
            RegRange::new(Reg::VCC_LO, 2).is_some_and(|vcc| !liveness.live_in[block].touches(vcc))
        });
        let free = Free {
            pairs: free,
            vectors: match full {
                [] => Vec::new(),
                _ => self.free_vectors(liveness),
            },
            is_vcc_free,
        };
        let conditions = self.conditions(full, &widening, &free)?;
        Some(Peel {
            entry: self.entry,
            exit: self.exit,
            blocks: self.blocks.clone(),
            latch,
            conditions,
            full: full.iter().map(|full| full.inst).collect(),
            lanes,
            follows,
            all,
        })
    }

    /// Pairs of scalar registers that the loop neither names nor keeps a value in, the lowest last.
    fn free(&self, liveness: &Liveness) -> Vec<RegRange> {
        let taken = self.taken(liveness);
        (0..SCALAR_PAIRS)
            .rev()
            .filter_map(|at| RegRange::new(Reg::sgpr(2 * at)?, 2))
            .filter(|&pair| !taken.touches(pair))
            .collect()
    }

    /// Vector registers of that kind that cost no wave, the lowest last.
    fn free_vectors(&self, liveness: &Liveness) -> Vec<RegRange> {
        let taken = self.taken(liveness);
        let vgprs = occupancy::budget(self.function).vgprs;
        (0..vgprs)
            .rev()
            .filter_map(|number| RegRange::new(Reg::vgpr(u16::try_from(number).ok()?)?, 1))
            .filter(|&reg| !taken.touches(reg))
            .collect()
    }

    /// What the loop names or keeps a value in.
    fn taken(&self, liveness: &Liveness) -> RegSet {
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
        taken
    }
}
