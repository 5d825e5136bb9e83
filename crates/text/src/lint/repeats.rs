//! Loads that are made twice.

use cdnasched_base::machine::{Function, InstFlags, InstId, Operand};
use cdnasched_check::{OpenWait, Reliance};

/// Whether the second access of a pair loads once more what the first one is yet to load, into the same registers:
/// whichever writes last, they hold the same. Both are in one block, and nothing between them changes the address,
/// the lanes or memory.
pub(super) fn repeats(function: &Function, open: &OpenWait) -> bool {
    let (Reliance::Overwrite(_), Some(first)) = (&open.reliance, open.producer) else {
        return false;
    };
    let second = open.consumer;
    let is_load = |inst| {
        let flags = function.flags(inst);
        flags.has(InstFlags::MAY_LOAD) && !flags.has(InstFlags::MAY_STORE)
    };
    let same = function.inst(first).opcode == function.inst(second).opcode
        && function.operands(first) == function.operands(second);
    if !(same && is_load(first) && is_load(second)) {
        return false;
    }
    let holds = |inst: &InstId| *inst == first;
    let Some(block) = function
        .blocks()
        .iter()
        .find(|block| block.order.iter().any(holds))
    else {
        return false;
    };
    let place = |inst| block.order.iter().position(|&other| other == inst);
    match (place(first), place(second)) {
        (Some(from), Some(to)) if from < to => block.order[from..to]
            .iter()
            .all(|&between| keeps(function, between, second)),
        _ => false,
    }
}

/// Whether an instruction leaves alone what a load depends on.
fn keeps(function: &Function, between: InstId, load: InstId) -> bool {
    let flags = function.flags(between);
    let opaque = [InstFlags::MAY_STORE, InstFlags::CALL, InstFlags::INLINE_ASM];
    if opaque.into_iter().any(|flag| flags.has(flag)) {
        return false;
    }
    let written = function.operands(between).iter().filter(|o| o.is_def());
    written.filter_map(Operand::reg).all(|result| {
        let read = function.operands(load).iter().filter(|o| !o.is_def());
        let mut read = read.filter_map(Operand::reg);
        !read.any(|source| source.overlaps(result))
    })
}
