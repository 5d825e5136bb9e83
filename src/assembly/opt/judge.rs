//! Is the text that was written what was meant, and is that the program of the author?

use std::collections::HashMap;

use crate::assembly::program::Routine;
use crate::check;
use crate::machine::{BlockId, Function, InstId, OperandKind};
use crate::rules::Policy;

/// What a result is judged by.
pub(super) struct Meant<'a> {
    /// The function as it was in the text.
    pub(super) original: &'a Function,
    /// As the stages left it, with the numbers of the original's instructions.
    pub(super) function: &'a Function,
    /// The author's waits are believed where LDS is loaded directly.
    pub(super) trusts_lds: bool,
}

/// What is wrong with the text read again: nothing, or the first finding.
pub(super) fn judge(meant: &Meant<'_>, read: &Routine, policy: Policy) -> Result<(), String> {
    same(meant.function, &read.function)?;
    let mut read = read.function.clone();
    if meant.trusts_lds {
        read.trust_lds_waits();
    }
    let verdict = check::final_stream(&read, policy);
    let mut findings = verdict.findings();
    if let Some(finding) = findings.next() {
        return Err(finding.describe(&read));
    }
    memory(meant, &read)
}

/// Whether memory is accessed in the order that the text says, and what was complete where others may look still is.
/// `read` has the instructions of what was meant, place by place.
pub(super) fn memory(meant: &Meant<'_>, read: &Function) -> Result<(), String> {
    check::memory_order(meant.function, meant.original)
        .map_err(|wrong| wrong.describe(meant.function))?;
    promises(meant, read)
}

/// Both are the same instructions, block by block.
fn same(meant: &Function, read: &Function) -> Result<(), String> {
    let differs = |what: String| Err(format!("the text read again differs: {what}"));
    if meant.blocks().len() != read.blocks().len() {
        return differs("its blocks are others".into());
    }
    for block in meant.block_ids() {
        let (one, other) = (meant.block(block), read.block(block));
        if one.successors != other.successors || one.order.len() != other.order.len() {
            return differs(format!("block {} is another", block.0));
        }
        for (&wanted, &found) in one.order.iter().zip(&other.order) {
            if !same_inst(meant, wanted, read, found) {
                let (wanted, found) = (meant.asm(wanted), read.asm(found));
                return differs(format!("expected {wanted}, found {found}"));
            }
        }
    }
    Ok(())
}

fn same_inst(meant: &Function, wanted: InstId, read: &Function, found: InstId) -> bool {
    let kinds = |function: &Function, inst: InstId| -> Vec<OperandKind> {
        let operands = function.operands(inst).iter();
        operands.map(|operand| operand.kind).collect()
    };
    meant.opcode(wanted).name == read.opcode(found).name && {
        let (wanted, found) = (kinds(meant, wanted), kinds(read, found));
        // Waits and nops that were added have no implicit operands.
        match (wanted.first(), found.first()) {
            (Some(OperandKind::Imm(_)), Some(OperandKind::Imm(_))) if wanted.len() == 1 => {
                wanted[0] == found[0]
            }
            _ => wanted == found,
        }
    }
}

/// What was complete where others may look is complete there still.
fn promises(meant: &Meant<'_>, read: &Function) -> Result<(), String> {
    let mut number: HashMap<InstId, InstId> = HashMap::new();
    for block in meant.function.block_ids() {
        let pairs = meant
            .function
            .block(block)
            .order
            .iter()
            .zip(&read.block(block).order);
        number.extend(pairs.map(|(&meant, &read)| (meant, read)));
    }
    let now: HashMap<InstId, check::Promise> = check::promises(read)
        .into_iter()
        .map(|promise| (promise.inst, promise))
        .collect();
    let wanted: HashMap<InstId, InstId> =
        number.iter().map(|(&meant, &read)| (read, meant)).collect();
    let mut place: HashMap<InstId, (BlockId, usize)> = HashMap::new();
    for block in meant.original.block_ids() {
        let order = meant.original.block(block).order.iter().enumerate();
        place.extend(order.map(|(at, &inst)| (inst, (block, at))));
    }
    // What came behind an access in its block may be issued before it now, if the two are apart.
    let is_behind = |change: InstId, inst: InstId| match (place.get(&change), place.get(&inst)) {
        (Some((one, change)), Some((other, inst))) => one == other && change > inst,
        _ => false,
    };
    for was in check::promises(meant.original) {
        let is = number.get(&was.inst).and_then(|inst| now.get(inst));
        let looks = super::waits::observes(meant.original, was.inst);
        let kept = is.is_some_and(|is| {
            let mut changes = is.changes.iter().filter_map(|change| wanted.get(change));
            let may_be_open = |&change: &InstId| {
                was.changes.contains(&change)
                    || is_behind(change, was.inst)
                    || check::takes_effect_before(meant.original, change, was.inst)
            };
            changes.all(may_be_open) && is_kept(&was, is, looks)
        });
        if !kept {
            let inst = meant.original.asm(was.inst);
            return Err(format!("what was complete before {inst} would not be"));
        }
    }
    Ok(())
}

/// Loads into LDS and write-backs are as complete as they were; where others may look, so is all else.
fn is_kept(was: &check::Promise, is: &check::Promise, looks: bool) -> bool {
    // What moves values between lanes is nothing that others could see.
    let is_complete = |at: usize| is.most[at] == 0 || !is.accesses[at];
    let complete = (0..was.most.len()).all(|at| was.most[at] > 0 || is_complete(at));
    let apart = (was.loads_into_lds || !is.loads_into_lds) && (was.writes_back || !is.writes_back);
    apart && (complete || !looks)
}
