//! Registers for the values of a loop in an order whose iterations overlap.
//!
//! On a circle as long as an iteration: first fit, begun again with those first that found no place; where that fails, values take
//! the place of others, which look for another. What an iteration leaves in a register for the next is respected in the
//! iteration's own time as well, so that the values fit in the order of the two parts, too, before the loop is rotated.

use std::cmp::Reverse;

use smallvec::SmallVec;

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
/// How often webs may take the place of others, all together.
const MOST_EVICTIONS: u32 = 500;

/// A slot that a web uses, and from when until when.
type Span = (Reg, Moment, Moment);

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
        webs.sort_by_key(|&web| {
            let is_bound = choices[web].len() < FEW_CHOICES;
            (!is_bound, Reverse(spans[web].len()), -size(web), web)
        });
        if webs.iter().any(|&web| choices[web].is_empty()) {
            return None;
        }
        for fit in [Fit::Known, Fit::First] {
            let mut order = webs.clone();
            for again in 0..=MOST_AGAIN.min(order.len()) {
                circle.taken.iter_mut().for_each(Vec::clear);
                let mut shifts = vec![None; spans.len()];
                // Finds a place for a web that has none; whether there is none.
                let mut place = |web: usize, fit: Fit| {
                    if shifts[web].is_none() {
                        shifts[web] =
                            circle.place(web, &spans[web], &choices[web], fit, known[web]);
                    }
                    shifts[web].is_none()
                };
                if fit == Fit::Known {
                    // What keeps its place is there before others look for one, but for those that had none before.
                    let (urgent, rest) = order.split_at(again);
                    for &web in urgent {
                        place(web, Fit::First);
                    }
                    for &web in rest {
                        place(web, fit);
                    }
                }
                let failed = order.iter().position(|&web| place(web, Fit::First));
                match failed {
                    None => return Some(all_of(shifts)),
                    Some(at) => order[..=at].rotate_right(1),
                }
            }
        }
        circle.fill(&webs, &spans, &choices)
    }
}

/// Which of the places where a web fits it gets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fit {
    /// The one that is known, and no other.
    Known,
    /// The first.
    First,
}

/// Where a web may be.
struct Place {
    shift: i32,
    /// The weights of the webs that would have to leave, and for how long its slots are free before.
    cost: (u64, Moment),
    /// Those webs.
    others: SmallVec<[usize; 8]>,
}

/// What has no spans stays where it is.
fn all_of(shifts: Vec<Option<i32>>) -> Vec<i32> {
    shifts.into_iter().map(Option::unwrap_or_default).collect()
}

/// The slots over an iteration.
#[derive(Default)]
struct Circle {
    uses: Vec<Use>,
    length: Moment,
    /// By slot: the moments in use, from the beginning of an iteration, and the webs that use it.
    taken: Vec<Vec<(Moment, Moment, usize)>>,
}

impl Circle {
    fn begin(&mut self, uses: Vec<Use>, length: Moment) {
        self.uses = uses;
        self.length = length;
        self.taken.resize(VECTOR_SLOTS, Vec::new());
    }

    /// The shifts that would do if nothing else moved. AccVGPRs first: fewer instructions can use them.
    fn choices(&self, web: &Web, spans: &[Span], admitted: &[bool], known: i32) -> Vec<i32> {
        let Some(&(first, ..)) = spans.first() else {
            return Vec::new();
        };
        let is_open = |shift: i32| {
            spans.iter().all(|&(reg, begin, end)| {
                let slot = shifted(reg, shift);
                (shift == 0 || shift == known || admitted[slot]) && self.is_open(slot, begin, end)
            })
        };
        let mut choices: Vec<i32> = shifts_of(web).filter(|&shift| is_open(shift)).collect();
        choices.sort_by_key(|&shift| shifted(first, shift) < VECTOR_SLOTS / 2);
        choices
    }

    /// Finds a place for a web and takes it.
    fn place(
        &mut self,
        web: usize,
        spans: &[Span],
        choices: &[i32],
        fit: Fit,
        known: i32,
    ) -> Option<i32> {
        let fits = |shift: &i32| {
            let mut spans = spans.iter();
            spans.all(|&(reg, begin, end)| self.is_free(shifted(reg, *shift), begin, end))
        };
        let shift = match fit {
            Fit::Known => (choices.contains(&known) && fits(&known)).then_some(known),
            Fit::First => choices.iter().copied().find(fits),
        }?;
        self.take(web, spans, shift);
        Some(shift)
    }

    /// Places all webs anew, those first that come first; where one does not fit, it takes the place of others, which look for another.
    fn fill(
        &mut self,
        webs: &[usize],
        spans: &[Vec<Span>],
        choices: &[Vec<i32>],
    ) -> Option<Vec<i32>> {
        self.taken.iter_mut().for_each(Vec::clear);
        let mut shifts: Vec<Option<i32>> = vec![None; spans.len()];
        // The registers of a web count once more each time that it takes a place of others, or loses its own.
        let mut weights: Vec<u64> = spans.iter().map(|spans| spans.len() as u64).collect();
        let mut open: Vec<usize> = webs.iter().rev().copied().collect();
        let mut evictions = 0;
        while let Some(web) = open.pop() {
            let Place { shift, others, .. } =
                self.cheapest(&spans[web], &choices[web], &weights)?;
            if !others.is_empty() {
                if evictions == MOST_EVICTIONS {
                    return None;
                }
                evictions += 1;
                weights[web] += spans[web].len() as u64;
            }
            for other in others {
                let place = shifts[other].take().unwrap_or_default();
                self.leave(other, &spans[other], place);
                weights[other] += spans[other].len() as u64;
                open.push(other);
            }
            self.take(web, &spans[web], shift);
            shifts[web] = Some(shift);
        }
        Some(all_of(shifts))
    }

    /// The place of a web that costs others least: the sum of their weights. Of equals, the one that was in use last before it.
    fn cheapest(&self, spans: &[Span], choices: &[i32], weights: &[u64]) -> Option<Place> {
        let mut best: Option<Place> = None;
        for &shift in choices {
            let (mut weight, mut gap, mut others) = (0, 0, SmallVec::new());
            for &(reg, begin, end) in spans {
                let mut least = self.length;
                for &(from, until, other) in &self.taken[shifted(reg, shift)] {
                    if !self.meet((from, until), (begin, end)) {
                        least = least.min((begin - until).rem_euclid(self.length));
                    } else if !others.contains(&other) {
                        others.push(other);
                        weight += weights[other];
                    }
                }
                gap += least;
            }
            let cost = (weight, gap);
            if best.as_ref().is_none_or(|best| cost < best.cost) {
                best = Some(Place {
                    shift,
                    cost,
                    others,
                });
            }
        }
        best
    }

    fn take(&mut self, web: usize, spans: &[Span], shift: i32) {
        for &(reg, begin, end) in spans {
            self.taken[shifted(reg, shift)].push((begin, end, web));
        }
    }

    fn leave(&mut self, web: usize, spans: &[Span], shift: i32) {
        for &(reg, ..) in spans {
            self.taken[shifted(reg, shift)].retain(|&(.., other)| other != web);
        }
    }

    fn is_free(&self, slot: usize, begin: Moment, end: Moment) -> bool {
        let mut taken = self.taken[slot].iter();
        self.is_open(slot, begin, end)
            && !taken.any(|&(from, until, _)| self.meet((from, until), (begin, end)))
    }

    /// Two spans meet on the circle if the later begins, counted from the earlier one's beginning, before that one's end.
    fn meet(&self, one: (Moment, Moment), other: (Moment, Moment)) -> bool {
        (other.0 - one.0).rem_euclid(self.length) <= one.1 - one.0
            || (one.0 - other.0).rem_euclid(self.length) <= other.1 - other.0
    }

    /// Whether a slot may be in use for so long.
    fn is_open(&self, slot: usize, begin: Moment, end: Moment) -> bool {
        let is_open = match self.uses[slot] {
            Use::Never => false,
            Use::Free => true,
            Use::Between(from, until) => begin > from && end < until,
        };
        is_open && end - begin < self.length
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const LENGTH: Moment = 20;

    /// A circle with so many slots.
    fn circle(slots: usize) -> Circle {
        let mut uses = vec![Use::Never; VECTOR_SLOTS];
        uses[..slots].fill(Use::Free);
        let mut circle = Circle::default();
        circle.begin(uses, LENGTH);
        circle
    }

    /// The slots from the first on, between two moments.
    fn spans(slots: usize, begin: Moment, end: Moment) -> Vec<Span> {
        let slots = (0..slots).filter_map(Reg::from_index);
        slots.map(|reg| (reg, begin, end)).collect()
    }

    fn fill(circle: &mut Circle, spans: &[Vec<Span>], choices: &[Vec<i32>]) -> Option<Vec<i32>> {
        let webs: Vec<usize> = (0..spans.len()).collect();
        circle.fill(&webs, spans, choices)
    }

    #[test]
    fn a_value_that_fits_nowhere_takes_the_place_of_one_that_fits_elsewhere() {
        let spans = [spans(1, 0, 9), spans(1, 15, 18), spans(1, 5, 14)];
        let choices = [vec![0, 1], vec![0, 1], vec![0]];
        let found = fill(&mut circle(2), &spans, &choices);
        assert_eq!(found, Some(vec![1, 0, 0]));
        let choices = [vec![0], vec![0], vec![0]];
        assert_eq!(fill(&mut circle(1), &spans, &choices), None);
    }

    #[test]
    fn a_value_of_several_registers_takes_the_place_of_all_that_are_in_it() {
        let spans = [spans(1, 0, 9), spans(1, 3, 12), spans(2, 0, 19)];
        let choices = [vec![0, 2], vec![1, 3], vec![0]];
        let found = fill(&mut circle(4), &spans, &choices);
        assert_eq!(found, Some(vec![2, 3, 0]));
    }

    #[test]
    fn of_places_that_are_free_a_value_gets_the_one_that_was_in_use_last() {
        let spans = [spans(1, 0, 4), spans(1, 0, 8), spans(1, 10, 15)];
        let choices = [vec![0], vec![1], vec![0, 1, 2]];
        assert_eq!(fill(&mut circle(3), &spans, &choices), Some(vec![0, 1, 1]));
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn no_two_values_are_in_a_slot_at_the_same_time(
            values in prop::collection::vec((1usize..3, 0..2 * LENGTH, 0..LENGTH - 1), 1..12),
            slots in 2usize..8,
        ) {
            let spans: Vec<Vec<Span>> = values
                .iter()
                .map(|&(count, begin, length)| self::spans(count, begin, begin + length))
                .collect();
            let choices: Vec<Vec<i32>> = values
                .iter()
                .map(|&(count, ..)| (0..(slots - count + 1) as i32).collect())
                .collect();
            let mut circle = circle(slots);
            let Some(shifts) = fill(&mut circle, &spans, &choices) else {
                return Ok(());
            };
            let mut in_use = Vec::new();
            for (web, shift) in shifts.into_iter().enumerate() {
                assert!(choices[web].contains(&shift));
                for &(reg, begin, end) in &spans[web] {
                    let moments = (begin..=end).map(|moment| moment.rem_euclid(LENGTH));
                    in_use.extend(moments.map(|moment| (shifted(reg, shift), moment)));
                }
            }
            let all = in_use.len();
            in_use.sort_unstable();
            in_use.dedup();
            assert_eq!(in_use.len(), all);
            // What left its place is no longer there.
            let taken = circle.taken.iter().flatten();
            assert_eq!(taken.count(), spans.iter().flatten().count());
        }

        #[test]
        fn values_that_fit_are_placed_however_they_come(
            order in Just((0..8usize).collect::<Vec<_>>()).prop_shuffle(),
        ) {
            // Four slots, in each of which two values share the iteration, at another moment each.
            let spans: Vec<Vec<Span>> = (0..8)
                .map(|value: i64| {
                    let (slot, second) = (value / 2, value % 2);
                    let (begin, length) = match second {
                        0 => (3 * slot, 8 + slot),
                        _ => (3 * slot + 8 + slot + 1, LENGTH - 8 - slot - 2),
                    };
                    self::spans(1, begin, begin + length)
                })
                .collect();
            let choices = vec![vec![0, 1, 2, 3]; spans.len()];
            assert!(circle(4).fill(&order, &spans, &choices).is_some());
        }
    }
}
