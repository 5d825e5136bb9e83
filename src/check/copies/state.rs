//! What both versions hold, lane state by lane state.

use super::masks::{Masks, Moves, ON, States, bit};
use super::steps::{Locations, Step};
use crate::machine::Reg;
use std::rc::Rc;

const NONE: u32 = u32::MAX;

/// Locations sorted into classes: those with the same label hold the same.
type Labels = Vec<u32>;

/// What lanes of one state hold.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Lanes {
    labels: Labels,
    /// What instructions find that look at lanes that are off, where what is undefined for them has been
    /// taken for something; `None` if that is the same as what the lanes hold. Lanes that go on again find
    /// what they hold.
    seen: Option<Labels>,
    /// Locations that the last write left out in all of these lanes.
    left_out: Vec<u64>,
}

/// Numbers the classes in the order of their first locations.
fn number(labels: &mut Labels) {
    let most = labels.iter().copied().max().unwrap_or(0);
    let mut new = vec![NONE; most as usize + 1];
    let mut next = 0;
    for label in labels {
        let number = &mut new[*label as usize];
        if *number == NONE {
            *number = next;
            next += 1;
        }
        *label = *number;
    }
}

/// What holds by both. Both are numbered, and so is what comes out.
fn meet(one: &Labels, other: &Labels) -> Labels {
    // For each class, the classes that it falls into: by the other's label, the new label.
    let mut first = vec![NONE; one.len()];
    let mut parts: Vec<(u32, u32)> = Vec::new();
    let both = one.iter().zip(other);
    let labels = both.map(|(&one, &other)| {
        let mut at = first[one as usize];
        while at != NONE && parts[at as usize].0 != other {
            at = parts[at as usize].1;
        }
        if at == NONE {
            at = parts.len() as u32;
            parts.push((other, first[one as usize]));
            first[one as usize] = at;
        }
        at
    });
    labels.collect()
}

impl Lanes {
    fn is_left_out(&self, location: u32) -> bool {
        self.left_out[location as usize / 64] >> (location % 64) & 1 == 1
    }
    fn leave_out(&mut self, location: u32, yes: bool) {
        let bit = 1 << (location % 64);
        let word = &mut self.left_out[location as usize / 64];
        *word = if yes { *word | bit } else { *word & !bit };
    }
    fn seen(&self) -> &Labels {
        self.seen.as_ref().unwrap_or(&self.labels)
    }
    fn number(&mut self) {
        number(&mut self.labels);
        self.seen.iter_mut().for_each(number);
    }

    /// What is seen here, but what is undefined here and not in `other` is taken for what is in the result's
    /// location that holds in `other` what the original's does.
    fn chosen(&self, other: &Lanes, of_result: &[bool]) -> Option<Labels> {
        let mut labels = None;
        let mut partners: Option<Vec<u32>> = None;
        for (word, (one, other_word)) in self.left_out.iter().zip(&other.left_out).enumerate() {
            let mut bits = one & !other_word;
            while bits != 0 {
                let location = word * 64 + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                if of_result[location] {
                    continue;
                }
                let theirs = other.seen();
                let partners = partners.get_or_insert_with(|| first_of_result(theirs, of_result));
                let partner = partners[theirs[location] as usize];
                if partner != NONE {
                    let labels = labels.get_or_insert_with(|| self.seen().clone());
                    labels[location] = self.seen()[partner as usize];
                }
            }
        }
        labels
    }

    /// What holds in lanes of either kind. Both are numbered, and so is what comes out. Whether this
    /// knew more, or something else was taken for what is undefined. Where `of_result` says which locations
    /// are the result's, what is undefined on one side alone is taken for what makes both alike.
    fn meet(&mut self, other: &Lanes, of_result: Option<&[bool]>) -> bool {
        let mut seen = None;
        if let Some(of_result) = of_result {
            let mine = self.chosen(other, of_result);
            let theirs = other.chosen(self, of_result);
            let chosen = mine.is_some() || theirs.is_some();
            if chosen || self.seen.is_some() || other.seen.is_some() {
                let mut mine = mine.unwrap_or_else(|| self.seen().clone());
                let mut theirs = theirs.unwrap_or_else(|| other.seen().clone());
                number(&mut mine);
                number(&mut theirs);
                seen = Some(meet(&mine, &theirs));
            }
        }
        let labels = meet(&self.labels, &other.labels);
        let mut changed = labels != self.labels || seen.as_ref().unwrap_or(&labels) != self.seen();
        self.seen = seen.filter(|seen| *seen != labels);
        self.labels = labels;
        for (word, other) in self.left_out.iter_mut().zip(&other.left_out) {
            changed |= *word & !other != 0;
            *word &= other;
        }
        changed
    }
}

/// By class, the first location of the result's in it.
fn first_of_result(labels: &Labels, of_result: &[bool]) -> Vec<u32> {
    let mut first = vec![NONE; labels.len()];
    for (at, &label) in labels.iter().enumerate().rev() {
        if of_result[at] {
            first[label as usize] = at as u32;
        }
    }
    first
}

/// What is known at a place of the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct State {
    masks: Masks,
    /// By lane state; `None` where there are no lanes.
    lanes: Vec<Option<Lanes>>,
    /// By location, whether it is the result's; `None` where nothing counts as undefined.
    of_result: Option<Rc<[bool]>>,
}

/// A slot that an instruction would find another value in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Differs {
    pub(super) reg: Reg,
    /// In lanes that are on.
    pub(super) active: bool,
}

impl State {
    pub(super) fn at_entry(locations: &Locations, strict: bool) -> State {
        let masks = Masks::at_entry();
        let mut entry = Lanes {
            labels: locations.at_entry(),
            seen: None,
            left_out: vec![0; locations.count().div_ceil(64)],
        };
        entry.number();
        let states = 0..States::BITS as usize;
        let lanes = states.map(|state| (masks.present & bit(state) != 0).then(|| entry.clone()));
        State {
            lanes: lanes.collect(),
            masks,
            of_result: (!strict).then(|| locations.of_result().into()),
        }
    }

    /// What holds in both. Whether this knew more.
    pub(super) fn join(&mut self, other: &State) -> bool {
        let mut changed = self.masks.join(&other.masks);
        for (state, (lanes, other)) in self.lanes.iter_mut().zip(&other.lanes).enumerate() {
            let of_result = self.of_result.as_deref().filter(|_| state != ON);
            changed |= match (&mut *lanes, other) {
                (_, None) => false,
                (Some(lanes), Some(other)) => lanes.meet(other, of_result),
                (None, Some(other)) => {
                    *lanes = Some(other.clone());
                    true
                }
            };
        }
        changed
    }

    /// No lane is on.
    pub(super) fn none_on(&mut self) {
        self.masks.none_on();
        self.lanes[ON] = None;
    }

    /// Numbers the classes anew, so that states can be compared.
    pub(super) fn number(&mut self) {
        self.lanes.iter_mut().flatten().for_each(Lanes::number);
    }

    /// Executes a step. `next` is the first label that is not in use.
    pub(super) fn step(
        &mut self,
        step: &Step,
        strict: bool,
        next: &mut u32,
    ) -> Result<(), Differs> {
        for (state, lanes) in self.lanes.iter_mut().enumerate() {
            if let Some(lanes) = lanes {
                lanes.step(step, state == ON, strict, *next)?;
            }
        }
        *next += (2 * step.results.len() + step.lost.len() + step.scalars.len()) as u32;
        let moves = step.mask.as_ref().and_then(|mask| self.masks.step(mask));
        if let Some(moves) = moves {
            self.move_lanes(&moves);
        }
        Ok(())
    }

    fn move_lanes(&mut self, moves: &Moves) {
        let of_result = self.of_result.clone();
        let was_on = self.lanes[ON].take();
        let mut on = was_on.clone().filter(|_| moves.stay);
        for state in 0..self.lanes.len() {
            if moves.on & bit(state) != 0 {
                add(&mut on, &self.lanes[state], None);
            }
            if moves.emptied & bit(state) != 0 {
                self.lanes[state] = None;
            }
        }
        if let Some(off) = moves.off {
            add(&mut self.lanes[off], &was_on, of_result.as_deref());
        }
        if let Some(on) = &mut on {
            on.seen = None;
        }
        self.lanes[ON] = on;
    }
}

/// Adds lanes to those of a state.
fn add(lanes: &mut Option<Lanes>, more: &Option<Lanes>, of_result: Option<&[bool]>) {
    let Some(more) = more else { return };
    match lanes {
        Some(lanes) => {
            let mut more = more.clone();
            more.number();
            lanes.number();
            lanes.meet(&more, of_result);
        }
        None => *lanes = Some(more.clone()),
    }
}

impl Lanes {
    /// What an instruction does in lanes of one state.
    fn step(&mut self, step: &Step, on: bool, strict: bool, next: u32) -> Result<(), Differs> {
        let found = self.reads(step, on, strict)?;
        let moves = step.moves.iter().filter(|copy| on || copy.past);
        let moves: Vec<_> = moves
            .map(|copy| (copy.to, copy.from, !on && self.is_left_out(copy.from)))
            .collect();
        let writes = on || step.writes_past;
        let labels = [
            (Some(&mut self.labels), found.held),
            (self.seen.as_mut(), found.seen),
        ];
        for (labels, same) in labels {
            let Some(labels) = labels else { continue };
            let mut fresh = next..;
            let mut fresh = || fresh.next().unwrap_or(NONE);
            let copied: Vec<u32> = moves.iter().map(|copy| labels[copy.1 as usize]).collect();
            for (&(to, ..), label) in moves.iter().zip(copied) {
                labels[to as usize] = label;
            }
            for &(was, is) in step.results.iter().filter(|_| writes) {
                let (one, other) = (fresh(), fresh());
                labels[was as usize] = one;
                labels[is as usize] = if same { one } else { other };
            }
            for &location in step.lost.iter().filter(|_| writes) {
                labels[location as usize] = fresh();
            }
            for &scalar in &step.scalars {
                labels[scalar as usize] = fresh();
            }
        }
        self.note_left_out(step, on, &moves, found.undefined);
        Ok(())
    }

    /// Notes which locations were written, and which were not although they were for other lanes.
    fn note_left_out(&mut self, step: &Step, on: bool, moves: &[(u32, u32, bool)], made: bool) {
        let left_out = step.moves.iter().filter(|copy| !on && !copy.past);
        for copy in left_out {
            self.leave_out(copy.to, true);
        }
        for &(to, _, left_out) in moves {
            self.leave_out(to, left_out);
        }
        let writes = on || step.writes_past;
        let results = step.results.iter().flat_map(|&(was, is)| [was, is]);
        for location in results {
            // What is made of something undefined is undefined.
            self.leave_out(location, !writes || made);
        }
        for &location in &step.lost {
            self.leave_out(location, !writes);
        }
    }

    /// What an instruction finds in its sources.
    fn reads(&self, step: &Step, on: bool, strict: bool) -> Result<Found, Differs> {
        let mut found = Found {
            held: true,
            seen: true,
            undefined: false,
        };
        if !on && !step.looks_past {
            return Ok(found);
        }
        for read in &step.reads {
            let same = |labels: &Labels| labels[read.was as usize] == labels[read.is as usize];
            found.held &= same(&self.labels);
            if same(self.seen()) {
                continue;
            }
            let left_out = self.is_left_out(read.was);
            if on || strict || !(left_out || read.own_lane) {
                return Err(Differs {
                    reg: read.reg,
                    active: on,
                });
            }
            found.seen = false;
            found.undefined |= left_out;
        }
        Ok(found)
    }
}

/// How what an instruction reads in lanes of one state compares.
struct Found {
    /// The lanes hold the same.
    held: bool,
    /// What it sees there is the same.
    seen: bool,
    /// Something that is not the same is undefined.
    undefined: bool,
}
