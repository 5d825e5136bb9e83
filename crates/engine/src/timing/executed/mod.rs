//! What was executed, timed: paths through a finished function that waves are known to have taken, as traces of hardware
//! record them.

mod cold;
#[cfg(test)]
mod tests;

use super::model::Model;
use super::program::Program;
use super::simulator::{Begin, Simulation};
use super::timeline::{self, CLOCKS_PER_SLOT, Event};
use crate::machine::{Function, InstId};

/// An execution of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// The instruction.
    pub inst: InstId,
    /// Of a branch: whether it was taken.
    pub taken: bool,
}

/// When a wave begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start {
    /// In this clock.
    At(u32),
    /// When another wave has ended, and so many clocks later.
    After {
        /// The other wave, by index, which is lower than the own one; else it begins at once.
        wave: usize,
        /// How much later.
        clocks: u32,
    },
}

/// A wave, and what it executed from its beginning to its end.
#[derive(Clone, Copy, Debug)]
pub struct Wave<'a> {
    /// When it begins.
    pub start: Start,
    /// What it executed, in order.
    pub path: &'a [Step],
}

/// Executions of a function by the waves of a SIMD, timed under a model: all events, in the order of issue. Waves and causes
/// are indices; what takes no issue slot has no event.
#[derive(Clone, PartialEq, Debug)]
pub struct Executed {
    /// The events.
    pub events: Vec<Event>,
}

impl Executed {
    /// Times what these waves of a SIMD executed.
    pub fn of(function: &Function, model: &Model, waves: &[Wave<'_>]) -> Executed {
        let (program, found) = Program::executed(function);
        let costs = program.costs(function, model);
        let paths: Vec<Vec<_>> = waves
            .iter()
            .map(|wave| {
                let follows = matches!(wave.start, Start::After { .. });
                let mut asked = cold::Asked::nothing(function, follows);
                let steps = wave.path.iter();
                steps
                    .filter_map(|step| {
                        let is_first = asked.is_first(step.inst);
                        found.op(step.inst, step.taken || is_first)
                    })
                    .collect()
            })
            .collect();
        let numbers: Vec<usize> = (0..waves.len()).filter(|&w| !paths[w].is_empty()).collect();
        let running: Vec<_> = numbers
            .iter()
            .map(|&wave| (begin(waves, &numbers, wave), paths[wave].as_slice()))
            .collect();
        let simulation = Simulation {
            program: &program,
            costs: &costs,
            order: &[],
        };
        let issued = simulation.watch_paths(&running);
        let mut events = timeline::events(&program, &issued, running.len());
        for event in &mut events {
            event.wave = numbers[event.wave as usize] as u32;
        }
        Executed { events }
    }

    /// The events of each of so many waves, in order.
    pub fn by_wave(&self, waves: usize) -> Vec<Vec<Event>> {
        let mut all = vec![Vec::new(); waves];
        for event in &self.events {
            if let Some(of) = all.get_mut(event.wave as usize) {
                of.push(*event);
            }
        }
        all
    }
}

/// When a wave begins, among those (by number) that have instructions. One without any ends when it begins, and is left
/// out.
fn begin(waves: &[Wave<'_>], numbers: &[usize], mut number: usize) -> Begin {
    let mut later = 0u32;
    loop {
        match waves[number].start {
            Start::At(clock) => {
                return Begin::At(clock.saturating_add(later) / CLOCKS_PER_SLOT);
            }
            Start::After { wave, clocks } if wave < number => {
                later = later.saturating_add(clocks);
                if let Ok(before) = numbers.binary_search(&wave) {
                    return Begin::After(before, later / CLOCKS_PER_SLOT);
                }
                number = wave;
            }
            Start::After { .. } => return Begin::At(later / CLOCKS_PER_SLOT),
        }
    }
}
