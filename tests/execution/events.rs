//! Runs of instructions, and sets of them.

use cdnasched_base::machine::InstId;

/// One run of an instruction: by which wave, at which block of the path.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Event {
    pub wave: usize,
    pub visit: usize,
    pub inst: InstId,
}

/// A set of numbered events.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Events(Vec<u64>);

impl Events {
    pub fn of(count: usize) -> Events {
        Events(vec![0; count.div_ceil(64)])
    }
    pub fn insert(&mut self, event: usize) {
        self.0[event / 64] |= 1 << (event % 64);
    }
    pub fn remove(&mut self, event: usize) {
        self.0[event / 64] &= !(1 << (event % 64));
    }
    /// Keeps what both have.
    pub fn intersect(&mut self, other: &Events) {
        let words = self.0.iter_mut().zip(&other.0);
        words.for_each(|(word, other)| *word &= other);
    }
    /// Adds what the other has.
    pub fn unite(&mut self, other: &Events) {
        let words = self.0.iter_mut().zip(&other.0);
        words.for_each(|(word, other)| *word |= other);
    }
    /// How many there are.
    pub fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }
    /// What the other lacks.
    pub fn without<'a>(&'a self, other: &'a Events) -> impl Iterator<Item = usize> + 'a {
        let words = self.0.iter().zip(&other.0).enumerate();
        words.flat_map(|(at, (&mine, &theirs))| {
            let left = mine & !theirs;
            (0..64)
                .filter(move |bit| left >> bit & 1 == 1)
                .map(move |bit| at * 64 + bit)
        })
    }
}
