//! Registers for the values of a loop in an order whose iterations overlap.
//!
//! First fit on a circle as long as an iteration. What an iteration leaves in a register for the next is respected in the
//! iteration's own time as well, so that the values fit in the order of the two parts, too, before the loop is rotated.

use std::cmp::Reverse;

use super::Loop;
use super::lives::{Moment, Use};
use super::placement::Placement;
use crate::machine::Reg;
use crate::transform::rename::{Web, shifted, shifts_of};
use crate::transform::targets::VECTOR_SLOTS;

/// A web with fewer choices than this comes before others.
const FEW_CHOICES: usize = 24;
/// How often a web for which no place was found is put first.
const MOST_AGAIN: usize = 30;

/// Finds registers for one order after the other.
pub(super) struct Palette<'a> {
    looped: &'a Loop,
    circle: Circle,
}

impl<'a> Palette<'a> {
    pub fn of(looped: &'a Loop) -> Palette<'a> {
        Palette {
            looped,
            circle: Circle::default(),
        }
    }

    /// By web: by how many slots it moves in an order; `None` if no place is found for all of them. `known`: what did for a
    /// similar order.
    pub fn colour(&mut self, placement: &Placement, known: Option<&[i32]>) -> Option<Vec<i32>> {
        let Loop {
            webs,
            lives,
            admitted,
            ..
        } = self.looped;
        let circle = &mut self.circle;
        circle.begin(lives.uses(placement), 2 * placement.length());
        let spans = lives.spans(placement, webs.len());
        let home = vec![0; webs.len()];
        let known = known.unwrap_or(&home);
        // By web: where it might be at all.
        let choices: Vec<Vec<i32>> = (webs.iter().zip(&spans).zip(known))
            .map(|((web, spans), &known)| {
                let admitted = &admitted[usize::from(web.writes_inactive)];
                circle.choices(web, spans, admitted, known)
            })
            .collect();
        let size = |web: usize| -> Moment {
            spans[web]
                .iter()
                .map(|(_, begin, end)| end - begin + 1)
                .sum()
        };
        let mut webs: Vec<usize> = (0..webs.len())
            .filter(|&web| !spans[web].is_empty())
            .collect();
        for fit in [Fit::Known, Fit::First, Fit::Best] {
            webs.sort_by_key(|&web| {
                let is_bound = choices[web].len() < FEW_CHOICES;
                let next = match fit {
                    Fit::Known | Fit::First => -size(web),
                    Fit::Best => spans[web].first().map_or(0, |span| span.1 % circle.length),
                };
                (!is_bound, Reverse(spans[web].len()), next, web)
            });
            let mut order = webs.clone();
            for again in 0..=MOST_AGAIN.min(order.len()) {
                circle.taken.iter_mut().for_each(Vec::clear);
                let mut shifts = vec![None; spans.len()];
                // Finds a place for a web that has none; whether there is none.
                let mut place = |web: usize, fit: Fit| {
                    if shifts[web].is_none() {
                        shifts[web] = circle.place(&spans[web], &choices[web], fit, known[web]);
                    }
                    shifts[web].is_none()
                };
                let others = match fit {
                    Fit::Known => Fit::First,
                    _ => fit,
                };
                if fit == Fit::Known {
                    // What keeps its place is there before others look for one, but for those that had none before.
                    let (urgent, rest) = order.split_at(again);
                    for &web in urgent {
                        place(web, others);
                    }
                    for &web in rest {
                        place(web, fit);
                    }
                }
                let failed = order.iter().position(|&web| place(web, others));
                match failed {
                    // What has no spans stays where it is.
                    None => {
                        return Some(shifts.into_iter().map(Option::unwrap_or_default).collect());
                    }
                    Some(0) => return None,
                    Some(at) => order[..=at].rotate_right(1),
                }
            }
        }
        None
    }
}

/// Which of the places where a web fits it gets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fit {
    /// The one that is known, and no other.
    Known,
    /// The first.
    First,
    /// The one that was in use last before it.
    Best,
}

/// The slots over an iteration.
#[derive(Default)]
struct Circle {
    uses: Vec<Use>,
    length: Moment,
    /// By slot: the moments in use, from the beginning of an iteration.
    taken: Vec<Vec<(Moment, Moment)>>,
}

impl Circle {
    fn begin(&mut self, uses: Vec<Use>, length: Moment) {
        self.uses = uses;
        self.length = length;
        self.taken.resize(VECTOR_SLOTS, Vec::new());
        self.taken.iter_mut().for_each(Vec::clear);
    }

    /// The shifts that would do if nothing else moved. AccVGPRs first: fewer instructions can use them.
    fn choices(
        &self,
        web: &Web,
        spans: &[(Reg, Moment, Moment)],
        admitted: &[bool],
        known: i32,
    ) -> Vec<i32> {
        let Some(&(first, ..)) = spans.first() else {
            return Vec::new();
        };
        let is_open = |shift: i32| {
            spans.iter().all(|&(reg, begin, end)| {
                let slot = shifted(reg, shift);
                (shift == 0 || shift == known || admitted[slot]) && self.is_free(slot, begin, end)
            })
        };
        let mut choices: Vec<i32> = shifts_of(web).filter(|&shift| is_open(shift)).collect();
        choices.sort_by_key(|&shift| shifted(first, shift) < VECTOR_SLOTS / 2);
        choices
    }

    /// Finds a place for a web and takes it.
    fn place(
        &mut self,
        spans: &[(Reg, Moment, Moment)],
        choices: &[i32],
        fit: Fit,
        known: i32,
    ) -> Option<i32> {
        let fits = |shift: &i32| {
            let mut spans = spans.iter();
            spans.all(|&(reg, begin, end)| self.is_free(shifted(reg, *shift), begin, end))
        };
        let mut fitting = choices.iter().copied().filter(fits);
        let shift = match fit {
            Fit::Known => (choices.contains(&known) && fits(&known)).then_some(known),
            Fit::First => fitting.next(),
            Fit::Best => fitting.min_by_key(|&shift| self.gap(spans, shift)),
        }?;
        for &(reg, begin, end) in spans {
            self.taken[shifted(reg, shift)].push((begin, end));
        }
        Some(shift)
    }

    /// For how long the slots of a place are free before they are used there.
    fn gap(&self, spans: &[(Reg, Moment, Moment)], shift: i32) -> Moment {
        let of_slot = |&(reg, begin, _): &(Reg, Moment, Moment)| {
            let before = self.taken[shifted(reg, shift)].iter();
            let gaps = before.map(|&(_, end)| (begin - end).rem_euclid(self.length));
            gaps.min().unwrap_or(self.length)
        };
        spans.iter().map(of_slot).sum()
    }

    fn is_free(&self, slot: usize, begin: Moment, end: Moment) -> bool {
        let is_open = match self.uses[slot] {
            Use::Never => false,
            Use::Free => true,
            Use::Between(from, until) => begin > from && end < until,
        };
        // Two spans meet on the circle if the later begins, counted from the earlier one's beginning, before that one's end.
        let meets = |&(from, until): &(Moment, Moment)| {
            let here = (begin - from).rem_euclid(self.length);
            let there = (from - begin).rem_euclid(self.length);
            here <= until - from || there <= end - begin
        };
        is_open && end - begin < self.length && !self.taken[slot].iter().any(meets)
    }
}
