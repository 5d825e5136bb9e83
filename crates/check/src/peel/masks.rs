//! Masks of lanes as polynomials over those that they are computed from.

use std::collections::BTreeSet;

use crate::machine::Reg;

/// A mask that nothing on the way computes: EXEC at the beginning, or what a pair of registers holds, whose first register it is, once
/// its halves were written so often.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Atom {
    Exec,
    Pair(Reg, [u32; 2]),
}

/// A mask: the lanes that are in an odd number of the products. Two that are the same function are equal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Mask(BTreeSet<BTreeSet<Atom>>);

/// Most products of a mask that is understood.
const MOST: usize = 64;

impl Mask {
    pub fn of(atom: Atom) -> Mask {
        Mask(BTreeSet::from([BTreeSet::from([atom])]))
    }

    /// The lanes in one of both and not in the other.
    pub fn differing(&self, other: &Mask) -> Mask {
        Mask(self.0.symmetric_difference(&other.0).cloned().collect())
    }

    /// The lanes in both; `None` where that is too involved.
    pub fn common(&self, other: &Mask) -> Option<Mask> {
        let mut products = BTreeSet::new();
        for one in &self.0 {
            for two in &other.0 {
                let product: BTreeSet<Atom> = one.union(two).copied().collect();
                if !products.remove(&product) {
                    products.insert(product);
                }
            }
        }
        (products.len() <= MOST).then_some(Mask(products))
    }

    /// What an instruction computes of its first and its second source; `None` where it is another one.
    pub fn computed(name: &str, one: &Mask, other: &Mask) -> Option<Mask> {
        let common = one.common(other)?;
        Some(match name {
            "AND" => common,
            "ANDN2" => one.differing(&common),
            "OR" => one.differing(other).differing(&common),
            "XOR" => one.differing(other),
            _ => return None,
        })
    }

    /// Whether all its lanes are in another one.
    pub fn is_within(&self, other: &Mask) -> bool {
        self.common(other).is_some_and(|common| common == *self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_that_are_the_same_are_equal() {
        let pair = |number| Atom::Pair(Reg::sgpr(number).expect("a register"), [0, 0]);
        let [exec, a, b] = [Atom::Exec, pair(2), pair(4)].map(Mask::of);
        let computed = |name, one: &Mask, other: &Mask| {
            Mask::computed(name, one, other).expect("a mask of few")
        };
        let inner = computed("AND", &a, &exec);
        let rest = computed("XOR", &exec, &inner);
        assert_eq!(rest, computed("ANDN2", &exec, &a));
        assert_eq!(computed("OR", &inner, &rest), exec);
        assert_ne!(computed("AND", &inner, &b), inner);
        assert_ne!(computed("OR", &a, &exec), exec);
        assert!(inner.is_within(&exec) && !exec.is_within(&inner) && !inner.is_within(&rest));
        assert_eq!(Mask::computed("NAND", &a, &b), None);
        // What a pair holds later is something else.
        let later = Mask::of(Atom::Pair(Reg::sgpr(2).expect("a register"), [1, 0]));
        assert_ne!(later, a);
    }
}
