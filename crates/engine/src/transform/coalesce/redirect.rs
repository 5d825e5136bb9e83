//! Reads that take their value from where a copy took it.

use super::placement::Placement;
use super::webs::{Touch, WebId};
use crate::machine::{Function, InstId, OperandClass, OperandFlags, RegFile};
use crate::transform::operands::{admitted, is_bundled, is_fixed};

/// Lets all reads of a copied value read its source instead, where all of them can: for the values of
/// copies in loops that would otherwise stay.
pub fn redirect(function: &Function, placement: &mut Placement<'_>, strict: bool) {
    let webs = placement.webs;
    for block in function.block_ids() {
        if function.block(block).loop_depth == 0 {
            continue;
        }
        for &inst in &function.block(block).order {
            let copies = webs.copies.by(inst);
            let Some(copy) = copies.first().filter(|_| !placement.is_needless(inst)) else {
                continue;
            };
            let written = (0..).zip(function.operands(inst));
            let mut written = written.filter(|(_, o)| o.is_def() && o.is_explicit());
            let Some(web) = written.next().and_then(|(at, _)| webs.of_operand(inst, at)) else {
                continue;
            };
            let event = webs.events[copy.to as usize]
                .iter()
                .find(|event| event.inst == inst && matches!(event.touch, Touch::Copied { .. }));
            let Some(Touch::Copied { from, source, .. }) = event.map(|event| event.touch) else {
                continue;
            };
            let [to, read] = [web, source].map(|web| &webs.webs[web as usize]);
            if !to.is_whole || !read.is_whole || strict && to.reads_past_exec {
                continue;
            }
            let distance = from as i32 + placement.shift(source) - copy.to as i32;
            redirect_all(function, placement, web, distance);
        }
    }
}

/// All reads of a web, or none.
fn redirect_all(function: &Function, placement: &mut Placement<'_>, web: WebId, shift: i32) {
    let facts = &placement.webs.webs[web as usize];
    let mut done: Vec<(InstId, u32)> = Vec::new();
    let mut all = true;
    for &(inst, operand) in &facts.operands {
        let is_def = function.operands(inst)[operand as usize].is_def();
        if is_def || placement.is_needless(inst) {
            continue;
        }
        all = admits(function, placement, inst, operand, shift);
        if !all {
            break;
        }
        placement.redirect(inst, operand, Some(shift));
        done.push((inst, operand));
        all = is_right(placement, inst, operand);
        if !all {
            break;
        }
    }
    if !all {
        for (inst, operand) in done {
            placement.redirect(inst, operand, None);
        }
    }
}

/// Whether an operand can read a register `shift` slots away.
fn admits(
    function: &Function,
    placement: &Placement<'_>,
    inst: InstId,
    operand: u32,
    shift: i32,
) -> bool {
    let index = operand as usize;
    let operand = &function.operands(inst)[index];
    let old = operand.reg();
    let range = old.and_then(|range| super::webs::shifted(range, shift));
    let tied = operand.flags.has(OperandFlags::TIED);
    let implicit = !operand.is_explicit();
    let (Some(range), false) = (range, tied || implicit) else {
        return false;
    };
    let reserved = |range| function.reserved.touches(range);
    if reserved(range) || old.is_some_and(reserved) {
        return false;
    }
    let already = placement.is_redirected(inst, index as u32);
    if already || is_fixed(function, inst) || is_bundled(function, inst) {
        return false;
    }
    let (class, even) = admitted(function, inst, index, operand);
    let file = match range.first().file() {
        RegFile::Vgpr => OperandClass::VGPR,
        _ => OperandClass::AGPR,
    };
    class.has(file) && (!even || range.first().number().is_multiple_of(2))
}

fn is_right(placement: &Placement<'_>, inst: InstId, operand: u32) -> bool {
    let Some(range) = placement.range(inst, operand as usize) else {
        return false;
    };
    let mut slots = range.regs();
    slots.all(|reg| placement.check(reg.index() as u32).is_ok())
        && placement.check_operands(inst).is_ok()
}
