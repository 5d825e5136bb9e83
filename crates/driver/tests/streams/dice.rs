//! Random choices that are the same on every machine.

use super::lanes::mix;

/// A seed, and how many choices were made, to begin with any number.
pub struct Dice(pub u64, pub u64);

impl Dice {
    /// A number below another.
    pub fn below(&mut self, n: usize) -> usize {
        self.1 += 1;
        mix(self.0, self.1) as usize % n
    }

    /// Once in so many times.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// One of several.
    pub fn of<'t, T>(&mut self, all: &'t [T]) -> &'t T {
        &all[self.below(all.len())]
    }
}
