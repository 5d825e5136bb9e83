//! From a finished function back to lines of the text.

use std::collections::HashSet;

use super::rotated;
use crate::edit::{Edits, Lines};
use crate::program::Routine;
use cdnasched_base::gpu::{Counts, Unit};
use cdnasched_base::machine::{BlockId, Function, InstId, Operand, OperandFlags, RegRange};
use cdnasched_mc::{ListedId, Listing};

/// Prints an instruction of the text with other registers.
pub(super) type Print<'a> = dyn FnMut(ListedId, &[(u32, RegRange)]) -> Option<String> + 'a;

/// A text: what LLVM made of it, and its lines.
#[derive(Clone, Copy)]
pub(super) struct Site<'a> {
    pub(super) listing: &'a Listing,
    pub(super) lines: &'a Lines<'a>,
}

/// The changes that make a function of a text what the stages made of it.
pub(super) fn edits(
    function: &Function,
    routine: &Routine,
    site: Site<'_>,
    print: &mut Print<'_>,
) -> Result<Edits, String> {
    let Site { listing, lines } = site;
    let mut edits = Edits::new();
    let rotated = rotated::write(function, routine, listing, print, &mut edits)?;
    let others = || {
        let blocks = routine.function.block_ids();
        blocks.filter(|block| !rotated.contains(block))
    };
    renamed(function, routine, others(), print, &mut edits)?;
    for block in others() {
        let old = &routine.function.block(block).order;
        let new = matched(function, routine, old, &function.block(block).order);
        if new
            .iter()
            .map(|&(inst, _)| inst)
            .eq(old.iter().copied().map(Some))
        {
            continue;
        }
        changed_block(function, routine, lines, old, &new, &mut edits)?;
    }
    Ok(edits)
}

/// Instructions that name other registers.
fn renamed(
    function: &Function,
    routine: &Routine,
    blocks: impl Iterator<Item = BlockId>,
    print: &mut Print<'_>,
    edits: &mut Edits,
) -> Result<(), String> {
    for &inst in blocks.flat_map(|block| &routine.function.block(block).order) {
        let operands = other_registers(routine.function.operands(inst), function.operands(inst));
        if operands.is_empty() {
            continue;
        }
        let at = routine.listed(inst).ok_or("an instruction has no line")?;
        let text = match becomes_another_move(function, inst, &routine.function, inst) {
            true => function.asm(inst),
            false => print(at, &operands).ok_or_else(|| unprintable(function, inst))?,
        };
        edits.replace(at, text);
    }
    Ok(())
}

/// Whether an instruction is a move with another opcode than before, since its registers are of other files.
pub(super) fn becomes_another_move(
    function: &Function,
    inst: InstId,
    original: &Function,
    of: InstId,
) -> bool {
    is_move(function, inst) && function.opcode(inst).name != original.opcode(of).name
}

/// Registers of operands that are others than they were.
pub(super) fn other_registers(was: &[Operand], is: &[Operand]) -> Vec<(u32, RegRange)> {
    let both = was.iter().zip(is).enumerate();
    let others = both.filter_map(|(at, (was, is))| {
        // Not what a result keeps of its register ([`Listing`] adds it behind LLVM's operands): it follows the result.
        let is_written = !is.flags.has(OperandFlags::IMPLICIT);
        let register = is.reg().filter(|_| is_written && was.kind != is.kind)?;
        Some((at as u32, register))
    });
    others.collect()
}

/// That an instruction has other registers now, with which LLVM does not print it.
pub(super) fn unprintable(function: &Function, inst: InstId) -> String {
    let asm = function.asm(inst);
    format!("LLVM cannot print '{asm}', an instruction of the text with other registers")
}

/// An instruction of the text, or a new one.
type Item = (Option<InstId>, InstId);

/// The new order, in which waits and nops that the text has between the same instructions are those of the text.
fn matched(function: &Function, routine: &Routine, old: &[InstId], new: &[InstId]) -> Vec<Item> {
    let is_old = |inst: InstId| inst.index() < routine.listed.len();
    let text = |function: &Function, inst: InstId| new_text(function, inst).ok();
    let mut items: Vec<Item> = new
        .iter()
        .map(|&inst| (is_old(inst).then_some(inst), inst))
        .collect();
    let kept: HashSet<InstId> = new.iter().copied().collect();
    // Where an instruction of the text is followed by what is removed and then by what follows it still.
    for (at, &gone) in old.iter().enumerate() {
        if kept.contains(&gone) {
            continue;
        }
        let next = old[at + 1..].iter().find(|inst| kept.contains(inst));
        let previous = old[..at].iter().rev().find(|inst| kept.contains(inst));
        let place = |inst: Option<&InstId>| {
            inst.and_then(|inst| items.iter().position(|&(_, other)| other == *inst))
        };
        let begin = match (previous, place(previous)) {
            (None, _) => 0,
            (Some(_), Some(at)) => at + 1,
            _ => continue,
        };
        let end = match (next, place(next)) {
            (None, _) => items.len(),
            (Some(_), Some(at)) => at,
            _ => continue,
        };
        if begin > end {
            continue;
        }
        let between = &mut items[begin..end];
        let all_new = between
            .iter()
            .all(|&(old, inst)| old.is_none() || !is_old(inst));
        let taken = between.iter().rposition(|&(old, _)| old.is_some());
        let same = |&(old, inst): &Item| {
            old.is_none() && text(function, inst) == text(&routine.function, gone)
        };
        let from = taken.map_or(0, |taken| taken + 1);
        if all_new && let Some(found) = between[from..].iter_mut().find(|item| same(item)) {
            found.0 = Some(gone);
        }
    }
    items
}

fn changed_block(
    function: &Function,
    routine: &Routine,
    lines: &Lines<'_>,
    old: &[InstId],
    new: &[Item],
    edits: &mut Edits,
) -> Result<(), String> {
    let listed = |inst: InstId| routine.listed(inst).ok_or("an instruction has no line");
    let mut kept: Vec<InstId> = new.iter().filter_map(|&(old, _)| old).collect();
    // Where nothing stays but other waits or nops are needed, the first of the text gives its line to one of these.
    let replaced = old
        .first()
        .copied()
        .filter(|_| kept.is_empty() && !new.is_empty());
    kept.extend(replaced);
    for &inst in old.iter().filter(|inst| !kept.contains(inst)) {
        edits.remove(listed(inst)?);
    }
    let mut before: Vec<String> = Vec::new();
    let mut last: Option<ListedId> = None;
    for &(of_text, inst) in new {
        let Some(of_text) = of_text else {
            before.push(new_text(function, inst)?);
            continue;
        };
        let at = listed(of_text)?;
        // Inside an inline assembly, or outside of marked regions, nothing changes.
        let inside = lines.kept_by(at).filter(|_| {
            last.is_some_and(|last| {
                lines.is_kept(last) && last.0 + 1 == at.0 && lines.wall_between(last, at).is_none()
            })
        });
        if let Some(keeps) = inside
            && let Some(needed) = before.first()
        {
            let line = lines.number(at);
            return Err(format!("line {line}: {keeps} needs {needed} inside"));
        }
        for text in before.drain(..) {
            edits.insert_before(at, text);
        }
        last = Some(at);
    }
    if let Some(last) = last {
        for text in before {
            edits.insert_after(last, text);
        }
    } else if !before.is_empty() {
        let replaced = replaced.ok_or("an empty block would need a wait or nop")?;
        let line = listed(replaced)?;
        let mut texts = before.into_iter();
        if let Some(first) = texts.next() {
            edits.replace(line, first);
        }
        for text in texts {
            edits.insert_after(line, text);
        }
    }
    let order = |insts: &[InstId]| {
        insts
            .iter()
            .map(|&inst| listed(inst))
            .collect::<Result<Vec<_>, _>>()
    };
    edits.reorder(order(old)?, order(&kept)?);
    Ok(())
}

fn is_move(function: &Function, inst: InstId) -> bool {
    let name = function.opcode(inst).name.as_str();
    name == "V_MOV_B32_e32" || name.starts_with("V_ACCVGPR_")
}

/// A new instruction as text.
pub(super) fn new_text(function: &Function, inst: InstId) -> Result<String, String> {
    let imm = function.operands(inst).first().and_then(|o| o.imm());
    match (function.info(inst).unit, imm) {
        (Unit::Nop, Some(imm)) => Ok(format!("s_nop {imm}")),
        (Unit::Wait, Some(imm)) => {
            let counts = Counts::decode(imm as u16);
            if counts.is_none() {
                return Err("a wait for nothing would be needed".into());
            }
            Ok(format!("s_waitcnt {counts}"))
        }
        _ if is_move(function, inst) => Ok(function.asm(inst)),
        _ => Err(format!("{} would be new", function.opcode(inst).name)),
    }
}
