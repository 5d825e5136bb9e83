//! Where each web goes: registers that leave the order of the block as much room as there is.
//!
//! The order and the registers that are found here fit each other by construction: a web moves only where
//! its slots are free for all the time that it needs them. What is sought is distance: between the last
//! access of one value and the first of the next in the same register, since the search may move
//! instructions that far.

use super::registers::{Occupancy, shifted};
use super::webs::{Moment, Span, Web};
use crate::machine::{OperandClass, VECTOR_REGS};

/// Times that every web is looked at.
const PASSES: usize = 2;

/// Slots that each web of a block moves up by, in its present order; 0 for one that stays.
/// `admitted` says by slot whether it is a target: for webs that write only active lanes, and for others.
pub fn colour(webs: &[Web], length: Moment, admitted: [Vec<bool>; 2]) -> Vec<i32> {
    let mut colouring = Colouring {
        webs,
        occupancy: Occupancy::new(length),
        admitted,
    };
    let mut shifts = vec![0i32; webs.len()];
    for (at, web) in webs.iter().enumerate() {
        colouring.occupancy.take(&web.spans, 0, at as u32);
    }
    // What is loaded first: it has furthest to go.
    let movable = |loaded: bool| {
        let all = webs.iter().enumerate();
        all.filter(move |(_, web)| web.pin.is_none() && web.is_loaded == loaded)
    };
    for _ in 0..PASSES {
        for (at, web) in movable(true).chain(movable(false)) {
            let occupancy = &mut colouring.occupancy;
            occupancy.free(&web.spans, shifts[at], at as u32);
            shifts[at] = colouring.best_shift(at, shifts[at]);
            let occupancy = &mut colouring.occupancy;
            occupancy.take(&web.spans, shifts[at], at as u32);
        }
    }
    shifts
}

struct Colouring<'a> {
    webs: &'a [Web],
    occupancy: Occupancy,
    /// By slot: whether it is a target, for webs that write only active lanes, and for others.
    admitted: [Vec<bool>; 2],
}

impl Colouring<'_> {
    /// The shift with the least tightness; the present one among equals.
    fn best_shift(&self, at: usize, present: i32) -> i32 {
        let web = &self.webs[at];
        let admitted = &self.admitted[usize::from(web.writes_inactive)];
        let tightness = self.tightness(at, present, u64::MAX);
        let mut best = (tightness.unwrap_or(u64::MAX), present);
        for shift in shifts_of(web) {
            let is_target = |span: &Span| admitted[shifted(span.reg, shift)];
            // It may go back to where it was, whatever is said of the place.
            if shift == present || shift != 0 && !web.spans.iter().all(is_target) {
                continue;
            }
            if let Some(tightness) = self.tightness(at, shift, best.0) {
                best = (tightness, shift);
            }
        }
        best.1
    }

    /// How tightly a web would sit between its neighbours: the sum over its slots of what the gaps on
    /// both sides cost. `None` where there is no place, or it is not below `limit`.
    fn tightness(&self, at: usize, shift: i32, limit: u64) -> Option<u64> {
        let mut sum = 0;
        for span in &self.webs[at].spans {
            let gaps = self.occupancy.gaps(shifted(span.reg, shift), span)?;
            if let Some(next) = gaps.next {
                let [own, other] = [at, next as usize].map(|web| self.weight(web));
                // Between the neighbours there would otherwise be one gap.
                let whole = gaps.before + gaps.after + (span.end - span.begin);
                let both = cost(gaps.before, own) + cost(gaps.after, other);
                sum += both.saturating_sub(cost(whole, other));
            }
            if sum >= limit {
                return None;
            }
        }
        Some(sum)
    }

    /// How often a gap before a web counts: loads are what the search moves furthest.
    fn weight(&self, web: usize) -> u64 {
        match self.webs[web].is_loaded {
            true => 4,
            false => 1,
        }
    }
}

/// What a gap costs: the less, the wider it is.
fn cost(gap: Moment, weight: u64) -> u64 {
    const ONE_MOMENT: u64 = 1 << 20;
    ONE_MOMENT * weight / u64::from(gap.max(1))
}

/// All shifts that keep a web in a file that its operands admit, at even numbers where they must be.
pub(crate) fn shifts_of(web: &Web) -> impl Iterator<Item = i32> + use<> {
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
