//! What both versions hold, lane state by lane state.

use super::super::dataflow::Join;
use super::masks::{Masks, Moves, ON, States, bit};
use super::steps::{Locations, Step};
use crate::machine::Reg;

const NONE: u32 = u32::MAX;

/// What lanes of one state hold: locations with the same label hold the same.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Lanes {
    labels: Vec<u32>,
    /// Locations that the last write left out in all of these lanes.
    left_out: Vec<u64>,
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

    /// Numbers the classes in the order of their first locations.
    fn number(&mut self) {
        let most = self.labels.iter().copied().max().unwrap_or(0);
        let mut new = vec![NONE; most as usize + 1];
        let mut next = 0;
        for label in &mut self.labels {
            let number = &mut new[*label as usize];
            if *number == NONE {
                *number = next;
                next += 1;
            }
            *label = *number;
        }
    }

    /// What holds in lanes of either kind. Both are numbered, and so is what comes out. Whether this
    /// knew more.
    fn meet(&mut self, other: &Lanes) -> bool {
        // For each class, the classes that it falls into: by the other's label, the new label.
        let mut first = vec![NONE; self.labels.len()];
        let mut parts: Vec<(u32, u32)> = Vec::new();
        let mut changed = false;
        for (label, &other) in self.labels.iter_mut().zip(&other.labels) {
            let mut at = first[*label as usize];
            while at != NONE && parts[at as usize].0 != other {
                at = parts[at as usize].1;
            }
            if at == NONE {
                at = parts.len() as u32;
                parts.push((other, first[*label as usize]));
                first[*label as usize] = at;
            }
            changed |= at != *label;
            *label = at;
        }
        for (word, other) in self.left_out.iter_mut().zip(&other.left_out) {
            changed |= *word & !other != 0;
            *word &= other;
        }
        changed
    }
}

/// What is known at a place of the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct State {
    masks: Masks,
    /// By lane state; `None` where there are no lanes.
    lanes: Vec<Option<Lanes>>,
}

/// A slot that an instruction would find another value in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Differs {
    pub(super) reg: Reg,
    /// In lanes that are on.
    pub(super) active: bool,
}

impl State {
    pub(super) fn at_entry(locations: &Locations) -> State {
        let masks = Masks::at_entry();
        let mut entry = Lanes {
            labels: locations.at_entry(),
            left_out: vec![0; locations.count().div_ceil(64)],
        };
        entry.number();
        let states = 0..States::BITS as usize;
        let lanes = states.map(|state| (masks.present & bit(state) != 0).then(|| entry.clone()));
        State {
            lanes: lanes.collect(),
            masks,
        }
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
        let was_on = self.lanes[ON].take();
        let mut on = was_on.clone().filter(|_| moves.stay);
        for state in 0..self.lanes.len() {
            if moves.on & bit(state) != 0 {
                add(&mut on, &self.lanes[state]);
            }
            if moves.emptied & bit(state) != 0 {
                self.lanes[state] = None;
            }
        }
        if let Some(off) = moves.off {
            add(&mut self.lanes[off], &was_on);
        }
        // What a lane that goes on holds is what it held before writes left it out.
        if let Some(on) = &mut on {
            on.left_out.fill(0);
        }
        self.lanes[ON] = on;
    }
}

/// What holds on both paths.
impl Join for State {
    fn join(&mut self, other: &State) -> bool {
        let mut changed = self.masks.join(&other.masks);
        for (lanes, other) in self.lanes.iter_mut().zip(&other.lanes) {
            changed |= match (&mut *lanes, other) {
                (_, None) => false,
                (Some(lanes), Some(other)) => lanes.meet(other),
                (None, Some(other)) => {
                    *lanes = Some(other.clone());
                    true
                }
            };
        }
        changed
    }
}

/// Adds lanes to those of a state.
fn add(lanes: &mut Option<Lanes>, more: &Option<Lanes>) {
    let Some(more) = more else { return };
    match lanes {
        Some(lanes) => {
            let mut more = more.clone();
            more.number();
            lanes.number();
            lanes.meet(&more);
        }
        None => *lanes = Some(more.clone()),
    }
}

impl Lanes {
    /// What an instruction does in lanes of one state.
    fn step(&mut self, step: &Step, on: bool, strict: bool, next: u32) -> Result<(), Differs> {
        let (mut same, mut undefined) = (true, false);
        if on || step.looks_past {
            for read in &step.reads {
                if self.labels[read.was as usize] == self.labels[read.is as usize] {
                    continue;
                }
                let left_out = self.is_left_out(read.was);
                if on || strict || !(left_out || read.own_lane) {
                    return Err(Differs {
                        reg: read.reg,
                        active: on,
                    });
                }
                same = false;
                undefined |= left_out;
            }
        }
        let mut labels = next..;
        let mut fresh = || labels.next().unwrap_or(NONE);
        if on || step.writes_past {
            let values = step.moves.iter().map(|&(to, from)| {
                let left_out = !on && self.is_left_out(from);
                (to, self.labels[from as usize], left_out)
            });
            let values: Vec<_> = values.collect();
            for (to, label, left_out) in values {
                self.set(to, label, left_out);
            }
            // What is made of something undefined is undefined.
            for &(was, is) in &step.results {
                let (one, other) = (fresh(), fresh());
                // Who may leave lanes as they are leaves them the same only where they were.
                let unchanged =
                    on || !step.may_leave || self.labels[was as usize] == self.labels[is as usize];
                let undefined = undefined && !step.may_leave;
                self.set(was, one, undefined);
                self.set(is, if same && unchanged { one } else { other }, undefined);
            }
            for &location in &step.lost {
                self.set(location, fresh(), false);
            }
        } else {
            let moves = step.moves.iter().map(|&(to, _)| to);
            let results = step.results.iter().flat_map(|&(was, is)| [was, is]);
            for location in moves.chain(results).chain(step.lost.iter().copied()) {
                self.leave_out(location, true);
            }
        }
        for &scalar in &step.scalars {
            self.set(scalar, fresh(), false);
        }
        Ok(())
    }

    fn set(&mut self, location: u32, label: u32, left_out: bool) {
        self.labels[location as usize] = label;
        self.leave_out(location, left_out);
    }
}
