//! Accesses whose addresses are in one register at two times keep their order.
//!
//! LLVM's dependence graph has no edge between two accesses with the same base registers and other offsets, also where a base
//! is written in between; there the registers alone keep them in order (`SIInstrInfo::areMemAccessesTriviallyDisjoint`,
//! `ScheduleDAGInstrs`). Here it is seen from the places in the order alone: of two that changed places, the earlier and the
//! later read a register in common, and an instruction between them wrote it. By LLVM's names of what they are.

use super::super::Violation;
use super::super::memory_order::{Access, access};
use crate::machine::{Function, InstFlags, InstId, RegRange};

/// # Errors
/// The first two accesses that changed places.
pub(super) fn in_order(original: &Function, place: &[u32]) -> Result<(), Violation> {
    for block in original.block_ids() {
        let order = &original.block(block).order;
        let moved = order.windows(2).any(|pair| {
            let place = |inst: InstId| place[inst.index()];
            place(pair[0]) > place(pair[1])
        });
        if !moved {
            continue;
        }
        let insts = order.iter().enumerate();
        let accesses: Vec<(usize, Access)> = insts
            .filter(|&(_, &inst)| !original.flags(inst).has(InstFlags::INLINE_ASM))
            .filter_map(|(at, &inst)| Some((at, access(original, inst)?)))
            .collect();
        for (number, (at, later)) in accesses.iter().enumerate() {
            let from = place[later.inst.index()];
            for (before, earlier) in &accesses[..number] {
                let to = place[earlier.inst.index()];
                let changed = from < to && from != u32::MAX && to != u32::MAX;
                if changed
                    && earlier.may_meet(later)
                    && has_other_base(original, &order[*before..*at], later.inst)
                {
                    return Err(Violation::Dependence {
                        from: earlier.inst,
                        to: later.inst,
                    });
                }
            }
        }
    }
    Ok(())
}

/// Whether the first of some instructions reads a register that `later` reads, too, and one of them writes it.
fn has_other_base(function: &Function, between: &[InstId], later: InstId) -> bool {
    let reads = |inst: InstId| -> Vec<RegRange> {
        let operands = function.operands(inst).iter();
        let sources = operands.filter(|o| o.is_explicit() && o.is_use());
        sources.filter_map(|o| o.reg()).collect()
    };
    let (Some(&earlier), theirs) = (between.first(), reads(later)) else {
        return false;
    };
    let shared: Vec<RegRange> = reads(earlier)
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
