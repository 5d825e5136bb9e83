//! Masks of lanes as Boolean functions of those that they are computed from.

/// Most masks that one is computed from: a bit of a table for each combination.
const MOST: usize = 6;

/// The lanes that are in a mask, by those that they are computed from: a table with a bit for each combination, in the order of the
/// numbers whose bits say which of them a lane is in. Two that are the same function are equal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Mask {
    of: Vec<usize>,
    table: u64,
}

/// How a mask is computed of two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Logic {
    /// The lanes in both.
    And,
    /// The lanes in the first and not in the second.
    AndNot,
    /// The lanes in either.
    Or,
    /// The lanes in one and not in the other.
    Xor,
}

impl Logic {
    fn apply(self, a: bool, b: bool) -> bool {
        match self {
            Logic::And => a && b,
            Logic::AndNot => a && !b,
            Logic::Or => a || b,
            Logic::Xor => a != b,
        }
    }
}

impl Mask {
    /// One that is computed from nothing.
    pub fn new(number: usize) -> Mask {
        Mask {
            of: vec![number],
            table: 0b10,
        }
    }

    /// `None` where it depends on too many.
    pub fn computed(how: Logic, one: &Mask, other: &Mask) -> Option<Mask> {
        let mut of = [&one.of[..], &other.of].concat();
        of.sort_unstable();
        of.dedup();
        if of.len() > MOST {
            return None;
        }
        let value = |mask: &Mask, lane: usize| {
            let bits = mask.of.iter().enumerate().map(|(bit, number)| {
                let at = of.iter().position(|of| of == number);
                at.map_or(0, |at| (lane >> at & 1) << bit)
            });
            mask.table >> bits.sum::<usize>() & 1 == 1
        };
        let table = (0..1_usize << of.len())
            .filter(|&lane| how.apply(value(one, lane), value(other, lane)))
            .fold(0, |table, lane| table | 1 << lane);
        Some(Mask { of, table }.reduced())
    }

    /// Whether nothing computes it.
    pub fn is_given(&self) -> bool {
        self.of.len() == 1 && *self == Mask::new(self.of[0])
    }

    /// Whether it has no lane that another one has not.
    pub fn is_within(&self, other: &Mask) -> bool {
        let rest = Mask::computed(Logic::AndNot, self, other);
        rest.is_some_and(|rest| rest.table == 0)
    }

    /// Without what it does not depend on.
    fn reduced(mut self) -> Mask {
        for at in (0..self.of.len()).rev() {
            let lanes = || (0..1_usize << self.of.len()).filter(|lane| lane >> at & 1 == 0);
            let bit = |lane: usize| self.table >> lane & 1;
            if lanes().all(|lane| bit(lane) == bit(lane | 1 << at)) {
                let table = lanes().enumerate();
                self.table = table.fold(0, |table, (to, lane)| table | bit(lane) << to);
                self.of.remove(at);
            }
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn computed(how: Logic, one: &Mask, other: &Mask) -> Mask {
        Mask::computed(how, one, other).expect("a mask of few")
    }

    #[test]
    fn functions_that_are_the_same_are_equal() {
        let [exec, a, b] = [0, 3, 7].map(Mask::new);
        let inner = computed(Logic::And, &a, &exec);
        let rest = computed(Logic::Xor, &exec, &inner);
        assert_eq!(rest, computed(Logic::AndNot, &exec, &a));
        assert_eq!(computed(Logic::Or, &inner, &rest), exec);
        assert_eq!(computed(Logic::Or, &exec, &inner), exec);
        assert_ne!(computed(Logic::And, &inner, &b), inner);
        assert!(inner.is_within(&exec) && !exec.is_within(&inner) && !inner.is_within(&rest));
        let none = computed(Logic::And, &inner, &rest);
        assert!(none.is_within(&inner) && none.is_within(&b));
        assert!(exec.is_given() && !inner.is_given() && !none.is_given());
        assert!(computed(Logic::Or, &inner, &rest).is_given());
    }

    #[test]
    fn a_mask_of_too_many_is_not_known() {
        let mut all = Mask::new(0);
        for number in 1..MOST {
            all = computed(Logic::And, &all, &Mask::new(number));
        }
        assert_eq!(Mask::computed(Logic::Or, &all, &Mask::new(MOST)), None);
    }
}
