//! Tables with an entry for each counter.

use std::ops::{Index, IndexMut};

use super::Counter;

/// An entry for each [`Counter`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PerCounter<T>([T; Counter::COUNT]);

impl<T: Copy> PerCounter<T> {
    /// The same for all counters.
    pub const fn all(value: T) -> PerCounter<T> {
        PerCounter([value; Counter::COUNT])
    }
}

impl<T> PerCounter<T> {
    /// What a function says of each counter.
    pub fn of(each: impl FnMut(Counter) -> T) -> PerCounter<T> {
        PerCounter(Counter::ALL.map(each))
    }

    /// Each counter with its entry, in the order of [`Counter::ALL`].
    pub fn iter(&self) -> impl Iterator<Item = (Counter, &T)> {
        Counter::ALL.into_iter().zip(&self.0)
    }

    /// As [`PerCounter::iter`], to change the entries.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (Counter, &mut T)> {
        Counter::ALL.into_iter().zip(&mut self.0)
    }

    /// The entries, in the order of [`Counter::ALL`].
    pub fn values(&self) -> std::slice::Iter<'_, T> {
        self.0.iter()
    }
}

impl<T: Default> Default for PerCounter<T> {
    fn default() -> PerCounter<T> {
        PerCounter::of(|_| T::default())
    }
}

impl<T> Index<Counter> for PerCounter<T> {
    type Output = T;

    #[inline]
    fn index(&self, counter: Counter) -> &T {
        &self.0[counter.index()]
    }
}

impl<T> IndexMut<Counter> for PerCounter<T> {
    #[inline]
    fn index_mut(&mut self, counter: Counter) -> &mut T {
        &mut self.0[counter.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_counter_has_an_entry_of_its_own() {
        let mut names = PerCounter::of(Counter::name);
        for counter in Counter::ALL {
            assert_eq!(names[counter], counter.name());
        }
        names[Counter::Lgkm] = "other";
        let changed: Vec<Counter> = names
            .iter()
            .filter(|(counter, name)| **name != counter.name())
            .map(|(counter, _)| counter)
            .collect();
        assert_eq!(changed, [Counter::Lgkm]);
    }
}
