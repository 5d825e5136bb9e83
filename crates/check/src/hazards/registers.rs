//! Sets of registers.

use crate::machine::{Reg, RegRange};

/// A set of vector registers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(super) struct Registers([u128; 4]);

impl Registers {
    pub(super) const ALL: Registers = Registers([u128::MAX; 4]);

    pub(super) fn insert(&mut self, range: RegRange) {
        for reg in range.regs().filter(|reg| reg.is_vector()) {
            self.0[reg.index() / 128] |= 1 << (reg.index() % 128);
        }
    }
    pub(super) fn contains(&self, reg: Reg) -> bool {
        reg.is_vector() && self.0[reg.index() / 128] >> (reg.index() % 128) & 1 == 1
    }
    /// Adds those of a tuple that are in another set.
    pub(super) fn add_those_in(&mut self, range: RegRange, of: &Registers) {
        let mut all = Registers::default();
        all.insert(range);
        for ((mine, new), of) in self.0.iter_mut().zip(all.0).zip(of.0) {
            *mine |= new & of;
        }
    }
}
