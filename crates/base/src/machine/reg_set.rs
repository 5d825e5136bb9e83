//! Sets of register slots.

use super::{Reg, RegRange};

const WORDS: usize = Reg::COUNT.div_ceil(64);

/// A set of register slots.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct RegSet([u64; WORDS]);

impl RegSet {
    /// Adds a slot. Whether it was not there.
    pub fn insert(&mut self, reg: Reg) -> bool {
        let (word, bit) = (reg.index() / 64, 1 << (reg.index() % 64));
        let is_new = self.0[word] & bit == 0;
        self.0[word] |= bit;
        is_new
    }
    /// Adds all slots of a tuple.
    pub fn insert_range(&mut self, range: RegRange) {
        for reg in range.regs() {
            self.insert(reg);
        }
    }
    /// Takes a slot out.
    pub fn remove(&mut self, reg: Reg) {
        self.0[reg.index() / 64] &= !(1 << (reg.index() % 64));
    }
    /// Whether a slot is in it.
    pub fn contains(&self, reg: Reg) -> bool {
        self.0[reg.index() / 64] >> (reg.index() % 64) & 1 != 0
    }
    /// Whether any slot of a tuple is in it.
    pub fn touches(&self, range: RegRange) -> bool {
        range.regs().any(|reg| self.contains(reg))
    }
    /// Adds all slots of another set. Whether any was not there.
    pub fn union(&mut self, other: &RegSet) -> bool {
        let before = *self;
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word |= other;
        }
        *self != before
    }
    /// Takes all slots of another set out.
    pub fn subtract(&mut self, other: &RegSet) {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word &= !other;
        }
    }
    /// Whether it has no slot.
    pub fn is_empty(&self) -> bool {
        *self == RegSet::default()
    }
    /// The slots, in order.
    pub fn iter(&self) -> impl Iterator<Item = Reg> + '_ {
        let slots = (0..Reg::COUNT).filter_map(Reg::from_index);
        slots.filter(|&reg| self.contains(reg))
    }
}

impl FromIterator<Reg> for RegSet {
    fn from_iter<I: IntoIterator<Item = Reg>>(slots: I) -> RegSet {
        let mut set = RegSet::default();
        for reg in slots {
            set.insert(reg);
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_hold_what_was_put_in() {
        let range = |text| RegRange::parse(text).expect("a range");
        let mut set = RegSet::default();
        set.insert_range(range("v[62:65]"));
        assert!(set.contains(range("v64").first()) && !set.contains(range("v66").first()));
        assert!(set.touches(range("v[65:66]")) && !set.touches(range("a[62:65]")));
        let other: RegSet = range("v[64:65]").regs().collect();
        assert!(!set.union(&other));
        set.subtract(&other);
        assert_eq!(
            set.iter().collect::<RegSet>(),
            range("v[62:63]").regs().collect()
        );
        set.remove(range("v62").first());
        set.remove(range("v63").first());
        assert!(set.is_empty());
    }
}
