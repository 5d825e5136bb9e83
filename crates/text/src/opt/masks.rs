//! Lanes that are turned off for several blocks, with no branch around these.
//!
//! Liveness counts a write under a narrow mask as one of the whole register: compilers narrow EXEC in front of a branch
//! that goes around what follows (`s_cbranch_execz`), and by way of that what other lanes hold stays alive. Authors leave the
//! branch out where some lanes are always on; what their registers hold in the others looks dead then, and is not.

use cdnasched_base::machine::{Block, BlockId, Function, InstId, Operand, Reg, RegRange};

/// An instruction that turns lanes off for other blocks than its own, without such a branch.
pub(super) fn narrowed_without_branch(function: &Function) -> Option<InstId> {
    #[cfg(test)]
    if super::tests::faults::is_in(super::tests::faults::Fault::Lanes) {
        return None;
    }
    function.blocks().iter().find_map(|block| {
        // Where the first write is that turned lanes off, if they are off still.
        let mut narrowed: Option<usize> = None;
        for (at, &inst) in block.order.iter().enumerate() {
            if function.writes_exec(inst) {
                let before = &block.order[..at];
                narrowed = match narrowed {
                    None => (!turns_lanes_on(function, inst, before)).then_some(at),
                    Some(since) => (!restores(function, inst, before, since)).then_some(since),
                };
            }
        }
        let last = block.successors.is_empty();
        narrowed
            .map(|at| block.order[at])
            .filter(|_| !last && !goes_around(function, block))
    })
}

/// Whether a block ends with a branch for when no lane is on, to where lanes are turned on before anything is done in
/// those that are.
fn goes_around(function: &Function, block: &Block) -> bool {
    let branches = |&inst: &InstId| {
        let name = function.opcode(inst).name.as_str();
        name.starts_with("S_CBRANCH_EXEC")
    };
    let begins_with_lanes = |&block: &BlockId| {
        let mut order = function.block(block).order.iter();
        let is_scalar = |inst: InstId| function.opcode(inst).name.starts_with("S_");
        let first = order.find(|&&inst| function.writes_exec(inst) || !is_scalar(inst));
        first.is_none_or(|&inst| function.writes_exec(inst))
    };
    block.order.iter().any(branches) && block.successors.iter().any(begins_with_lanes)
}

/// Whether a write of EXEC turns all lanes on again that were on before the write at `since`: all lanes there are, or a mask
/// that was kept no later than that.
fn restores(function: &Function, inst: InstId, before: &[InstId], since: usize) -> bool {
    let name = function.opcode(inst).name.as_str();
    let is_union = name.starts_with("S_OR_B64");
    if !is_union && !name.starts_with("S_MOV_B64") {
        return false;
    }
    let sources = function.operands(inst).iter();
    let mut sources = sources.filter(|o| !o.is_def() && o.is_explicit() && !is_exec(o));
    sources.any(|source| {
        let kept = |mask: RegRange| {
            let behind = &before[since + 1..];
            let changed = behind.iter().any(|&inst| writes(function, inst, mask));
            !changed && keeps_exec(function, mask, before)
        };
        source.imm() == Some(-1) || source.reg().is_some_and(kept)
    })
}

/// Whether an instruction writes a register of the range.
fn writes(function: &Function, inst: InstId, mask: RegRange) -> bool {
    let defs = function.operands(inst).iter().filter(|o| o.is_def());
    let mut ranges = defs.filter_map(Operand::reg);
    ranges.any(|range| range.overlaps(mask))
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
    let writes = |inst: &&InstId| writes(function, **inst, mask);
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
