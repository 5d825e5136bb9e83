//! Accesses whose addresses are in one register at two times keep their order.
//!
//! LLVM's dependence graph has no edge between two accesses with the same base registers and other offsets, also where a base
//! is written in between; there the registers alone keep them in order (`SIInstrInfo::areMemAccessesTriviallyDisjoint`,
//! `ScheduleDAGInstrs`). Here it is seen from the places in the order alone: of two that changed places, the earlier and the
//! later read a register in common, and an instruction between them wrote it. By LLVM's names of what they are.

use super::super::Violation;
use super::super::memory_order::{Access, access};
use super::super::passing::{Passing, is_apart};
use super::is_reordered;
use crate::machine::{Function, InstFlags, InstId, Reg, RegRange};

/// # Errors
/// The first two accesses that changed places.
pub(super) fn in_order(
    original: &Function,
    passing: &Passing<'_>,
    place: &[u32],
) -> Result<(), Violation> {
    for block in original.block_ids() {
        let order = &original.block(block).order;
        if is_reordered(order, place) {
            keep_order(original, order, passing, place)?;
        }
    }
    Ok(())
}

/// An access, with its place in the block and what its address and its data are read from.
struct Placed {
    at: usize,
    access: Access,
    reads: Vec<RegRange>,
}

/// Looks at all pairs of accesses of a block, each in little time: blocks may have thousands.
fn keep_order(
    original: &Function,
    order: &[InstId],
    passing: &Passing<'_>,
    place: &[u32],
) -> Result<(), Violation> {
    let insts = order.iter().enumerate();
    let accesses: Vec<Placed> = insts
        .clone()
        .filter(|&(_, &inst)| !original.flags(inst).has(InstFlags::INLINE_ASM))
        .filter_map(|(at, &inst)| {
            Some(Placed {
                at,
                access: access(original, inst)?,
                reads: reads(original, inst),
            })
        })
        .collect();
    let writes: Vec<(usize, RegRange)> = insts
        .flat_map(|(at, &inst)| {
            let defs = original.operands(inst).iter().filter(|o| o.is_def());
            defs.filter_map(|o| o.reg()).map(move |range| (at, range))
        })
        .collect();
    for (number, later) in accesses.iter().enumerate() {
        let from = place[later.access.inst.index()];
        let mut written = None;
        for earlier in &accesses[..number] {
            let to = place[earlier.access.inst.index()];
            let changed = from < to && from != u32::MAX && to != u32::MAX;
            let (one, other) = (earlier.access.inst, later.access.inst);
            if !changed
                || !earlier.access.may_meet(&later.access)
                || passing.may_precede(other, one)
                || is_apart(original, one, other)
            {
                continue;
            }
            let written = written.get_or_insert_with(|| Written::of(later, &writes));
            if written.shares_with(earlier) {
                return Err(Violation::Dependence {
                    from: earlier.access.inst,
                    to: later.access.inst,
                });
            }
        }
    }
    Ok(())
}

fn reads(function: &Function, inst: InstId) -> Vec<RegRange> {
    let operands = function.operands(inst).iter();
    let sources = operands.filter(|o| o.is_explicit() && o.is_use());
    sources.filter_map(|o| o.reg()).collect()
}

/// What is written before an access of the registers that it reads.
struct Written<'p> {
    later: &'p Placed,
    /// By slot: behind which place the last write is that names the slot and something that the access reads; 0: nowhere.
    behind: Vec<usize>,
}

impl Written<'_> {
    fn of<'p>(later: &'p Placed, writes: &[(usize, RegRange)]) -> Written<'p> {
        let mut behind = vec![0; Reg::COUNT];
        let before = writes.partition_point(|&(at, _)| at < later.at);
        for &(at, range) in &writes[..before] {
            if later.reads.iter().any(|read| read.overlaps(range)) {
                range.regs().for_each(|reg| behind[reg.index()] = at + 1);
            }
        }
        Written { later, behind }
    }

    /// Whether an access reads something that this one reads, too, and it or what follows it up to this one writes that.
    fn shares_with(&self, earlier: &Placed) -> bool {
        let is_shared = |range: &&RegRange| self.later.reads.iter().any(|r| r.overlaps(**range));
        let mut shared = earlier.reads.iter().filter(is_shared);
        shared.any(|range| {
            range
                .regs()
                .any(|reg| self.behind[reg.index()] > earlier.at)
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::machine::text;

    /// As [`in_order`], from the sentence above it, with all that is between two accesses for each pair.
    fn pair_by_pair(original: &Function, place: &[u32]) -> Result<(), Violation> {
        for block in original.blocks() {
            for (at, &later) in block.order.iter().enumerate() {
                for (before, &earlier) in block.order[..at].iter().enumerate() {
                    let (Some(one), Some(other)) =
                        (access(original, earlier), access(original, later))
                    else {
                        continue;
                    };
                    let changed = place[later.index()] < place[earlier.index()];
                    let between = &block.order[before..at];
                    if changed && one.may_meet(&other) && has_other_base(original, between, later) {
                        return Err(Violation::Dependence {
                            from: earlier,
                            to: later,
                        });
                    }
                }
            }
        }
        Ok(())
    }

    /// Whether the first of some instructions reads a register that `later` reads, too, and one of them writes it.
    fn has_other_base(function: &Function, between: &[InstId], later: InstId) -> bool {
        let theirs = reads(function, later);
        let shared: Vec<RegRange> = reads(function, between[0])
            .into_iter()
            .filter(|range| theirs.iter().any(|other| range.overlaps(*other)))
            .collect();
        let is_shared = |range: RegRange| {
            let both = |some: &[RegRange]| some.iter().any(|s| s.overlaps(range));
            both(&shared) && both(&theirs)
        };
        let writes = between.iter().flat_map(|&inst| function.operands(inst));
        let mut defs = writes.filter(|o| o.is_def()).filter_map(|o| o.reg());
        !shared.is_empty() && defs.any(is_shared)
    }

    const INSTS: [&str; 8] = [
        "DS_WRITE_B32_gfx9 v{}, v9, #0, #0, imp exec | store lat=1",
        "DS_READ_B32_gfx9 def v{}, v1, #4, #0, imp exec | load lat=1",
        "DS_READ_B32_gfx9 def v8, v{}, #4, #0, imp exec | load lat=1",
        "GLOBAL_STORE_DWORD v[2:3], v{}, #0, #0, imp exec | store lat=1",
        "GLOBAL_LOAD_DWORD def v{}, v[2:3], #8, #0, imp exec | load lat=1",
        "V_MOV_B32_e32 def v{}, #1, imp exec",
        "V_LSHLREV_B64_e64 def v[1:2], #1, v[4:5], imp exec",
        "FLAT_STORE_DWORD v[0:1], v{}, #0, #0, imp exec | store lat=1",
    ];

    fn block(insts: impl Iterator<Item = (usize, u32)>) -> Function {
        let mut form = "cdna-flat 1\nfunction \"f\"\ngpu gfx942\n\
                        resources lds=0 workgroup=64 entry\nblock 0 frequency=1 depth=0\n"
            .to_owned();
        for (inst, reg) in insts {
            form.push_str(&INSTS[inst].replace("{}", &reg.to_string()));
            form.push('\n');
        }
        text::parse(&form).unwrap_or_else(|e| panic!("{e}\n{form}"))
    }

    proptest! {
        #[test]
        fn pairs_are_found_as_one_by_one(
            insts in prop::collection::vec((0..INSTS.len(), 0..5_u32), 2..14),
            keys in prop::collection::vec(any::<u8>(), 14),
        ) {
            let function = block(insts.iter().copied());
            let mut order: Vec<usize> = (0..insts.len()).collect();
            order.sort_by_key(|&at| keys[at]);
            let mut place = vec![0; insts.len()];
            for (at, &inst) in (0..).zip(&order) {
                place[inst] = at;
            }
            prop_assert_eq!(in_order(&function, &Passing::of(&function), &place), pair_by_pair(&function, &place));
        }
    }

    /// All in the opposite order, with one address that nothing writes: every pair is looked at.
    #[test]
    fn blocks_of_thousands_of_accesses_are_looked_at() {
        let count = 5000;
        let function = block((0..count).map(|at| (at % 2 * 2, 1)));
        let place: Vec<u32> = (0..count as u32).rev().collect();
        assert_eq!(in_order(&function, &Passing::of(&function), &place), Ok(()));
        // The loads write what the stores read as their data.
        let function = block((0..count).map(|at| [(0, 1), (2, 1), (1, 9)][at % 3]));
        assert!(in_order(&function, &Passing::of(&function), &place).is_err());
    }
}
