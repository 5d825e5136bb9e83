//! Lanes that are turned off for several blocks, with no branch around these.
//!
//! Liveness counts a write under a narrow mask as one of the whole register: compilers narrow EXEC in front of a branch
//! that goes around what follows (`s_cbranch_execz`), and by way of that what other lanes hold stays alive. Authors leave the
//! branch out where some lanes are always on; what their registers hold in the others looks dead then, and is not.

use crate::machine::{Function, InstId, Operand, Reg, RegRange};

/// An instruction that turns lanes off for other blocks than its own, without such a branch.
pub(super) fn narrowed_without_branch(function: &Function) -> Option<InstId> {
    function.blocks().iter().find_map(|block| {
        let mut narrowed = None;
        for (at, &inst) in block.order.iter().enumerate() {
            if function.writes_exec(inst) {
                let before = &block.order[..at];
                narrowed = (!turns_lanes_on(function, inst, before)).then_some(inst);
            }
        }
        let goes_around = |&inst: &InstId| {
            let name = function.opcode(inst).name.as_str();
            name.starts_with("S_CBRANCH_EXEC")
        };
        let last = block.successors.is_empty();
        narrowed.filter(|_| !last && !block.order.iter().any(goes_around))
    })
}

/// Whether a write of EXEC only adds lanes to those that the blocks around it have: it is a union with EXEC, all lanes, or
/// a mask that was kept.
fn turns_lanes_on(function: &Function, inst: InstId, before: &[InstId]) -> bool {
    let name = function.opcode(inst).name.as_str();
    let mut sources = function.operands(inst).iter().filter(|o| !o.is_def());
    if name.starts_with("S_OR_SAVEEXEC_B64") {
        return true;
    }
    if name.starts_with("S_OR_B64") || name.starts_with("S_WQM_B64") {
        return sources.any(is_exec);
    }
    name.starts_with("S_MOV_B64")
        && sources.filter(|o| o.is_explicit()).all(|source| {
            let all = source.imm() == Some(-1);
            all || source
                .reg()
                .is_some_and(|mask| keeps_exec(function, mask, before))
        })
}

/// Whether a pair of scalar registers holds what EXEC held: by who wrote it last in the block, or by all who ever write it.
fn keeps_exec(function: &Function, mask: RegRange, before: &[InstId]) -> bool {
    let writes = |inst: &&InstId| {
        let defs = function.operands(**inst).iter().filter(|o| o.is_def());
        let mut ranges = defs.filter_map(Operand::reg);
        ranges.any(|range| range.overlaps(mask))
    };
    let saves = |&inst: &InstId| {
        let name = function.opcode(inst).name.as_str();
        let mut sources = function.operands(inst).iter().filter(|o| !o.is_def());
        name.contains("SAVEEXEC") || name.starts_with("S_MOV_B64") && sources.any(is_exec)
    };
    if let Some(last) = before.iter().rev().find(writes) {
        return saves(last);
    }
    let all = function.blocks().iter().flat_map(|block| &block.order);
    let mut writers = all.filter(writes).peekable();
    writers.peek().is_some() && writers.all(saves)
}

fn is_exec(operand: &Operand) -> bool {
    operand
        .reg()
        .is_some_and(|range| range.regs().any(Reg::is_exec))
}
