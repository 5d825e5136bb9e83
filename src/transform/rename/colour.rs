//! Where each web goes: registers that leave the order of the block as much room as there is.
//!
//! The order and the registers that are found here fit each other by construction: a web moves only where
//! its slots are free for all the time that it needs them. What is sought is distance: between the last
//! access of one value and the first of the next in the same register, since the search may move
//! instructions that far.

use super::registers::{Occupancy, Targets, shifted};
use super::webs::{Moment, Span, Web};
use crate::machine::{BlockId, OperandClass, Reg, VECTOR_REGS};

/// Times that every web is looked at.
const PASSES: usize = 2;

/// Slots that each web of a block moves up by, in its present order; 0 for one that stays.
pub fn colour(webs: &[Web], block: BlockId, length: Moment, targets: &Targets) -> Vec<i32> {
    let mut shifts = vec![0i32; webs.len()];
    let mut occupancy = Occupancy::new(length);
    for (at, web) in webs.iter().enumerate() {
        occupancy.take(&web.spans, 0, at as u32);
    }
    // What is loaded first: it has furthest to go.
    let movable = |loaded: bool| {
        let all = webs.iter().enumerate();
        all.filter(move |(_, web)| web.pin.is_none() && web.is_loaded == loaded)
    };
    for _ in 0..PASSES {
        for (at, web) in movable(true).chain(movable(false)) {
            occupancy.free(&web.spans, shifts[at], at as u32);
            shifts[at] = best_shift(webs, at, shifts[at], block, &occupancy, targets);
            occupancy.take(&web.spans, shifts[at], at as u32);
        }
    }
    shifts
}

/// The shift with the least tightness; the present one among equals.
fn best_shift(
    webs: &[Web],
    at: usize,
    present: i32,
    block: BlockId,
    occupancy: &Occupancy,
    targets: &Targets,
) -> i32 {
    let web = &webs[at];
    let mut best = (tightness(webs, at, present, occupancy), present);
    for shift in shifts_of(web) {
        let admitted = |span: &Span| {
            let to = Reg::from_index(shifted(span.reg, shift));
            to.is_some_and(|to| targets.admits(block, to, web.writes_inactive))
        };
        // It may go back to where it was, whatever is said of the place.
        if shift == present || shift != 0 && !web.spans.iter().all(admitted) {
            continue;
        }
        if let Some(tightness) = tightness(webs, at, shift, occupancy)
            && best.0.is_none_or(|least| tightness < least)
        {
            best = (Some(tightness), shift);
        }
    }
    best.1
}

/// All shifts that keep a web in a file that its operands admit, at even numbers where they must be.
fn shifts_of(web: &Web) -> impl Iterator<Item = i32> + use<> {
    let registers = i32::from(VECTOR_REGS);
    let (first, last) = match (web.spans.first(), web.spans.last()) {
        (Some(first), Some(last)) => (first.reg.index() as i32, last.reg.index() as i32),
        _ => (0, registers),
    };
    let step = if web.class.has(OperandClass::EVEN) {
        2
    } else {
        1
    };
    let files = [(OperandClass::VGPR, 0), (OperandClass::AGPR, registers)];
    let class = web.class;
    let files = files.into_iter().filter(move |(file, _)| class.has(*file));
    files.flat_map(move |(_, base)| {
        let lowest = base - first;
        // The same parity as now.
        let lowest = lowest + (lowest.rem_euclid(step));
        (lowest..base + registers - last).step_by(step as usize)
    })
}

/// How tightly a web would sit between its neighbours: the sum over its slots of what the gaps on both
/// sides cost. `None` where there is no place.
fn tightness(webs: &[Web], at: usize, shift: i32, occupancy: &Occupancy) -> Option<u64> {
    /// A gap of one moment costs this.
    const UNIT: u64 = 1 << 20;
    /// A gap before a load counts as often as this many others.
    const LOADED: u64 = 4;
    let weight = |web: usize| match webs[web].is_loaded {
        true => LOADED,
        false => 1,
    };
    let mut sum = 0;
    for span in &webs[at].spans {
        let gaps = occupancy.gaps(shifted(span.reg, shift), span)?;
        let Some((before, after)) = gaps.neighbours else {
            continue;
        };
        let cost = |gap: Moment, weight: u64| UNIT * weight / u64::from(gap.max(1));
        sum += cost(gaps.before, weight(at)) + cost(gaps.after, weight(after as usize));
        // Between the neighbours there would otherwise be one gap.
        let whole = gaps.before + gaps.after + (span.end - span.begin);
        sum = sum.saturating_sub(cost(whole, weight(after as usize)));
        let _ = before;
    }
    Some(sum)
}
