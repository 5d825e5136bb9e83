//! Numbers that look random.

/// Marsaglia's xorshift: small, and the same everywhere.
pub(crate) struct Rng(pub u64);

impl Rng {
    /// A number below `bound`.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % bound
    }
}
