//! Pseudo-random numbers, the same on every machine.

/// Marsaglia's xorshift generator; the state must not be 0.
#[derive(Clone)]
pub(crate) struct Rng(pub u64);

impl Rng {
    /// A number below `bound`.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % bound
    }

    /// An index into a table of `len` entries.
    pub fn index(&mut self, len: usize) -> usize {
        self.below(len as u64) as usize
    }
}
