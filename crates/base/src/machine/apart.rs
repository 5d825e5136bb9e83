//! Which accesses of LDS are proved apart from loads straight into it, pair by pair.
//!
//! LLVM's dependence graph takes the memory that such a load reads for none, and what it writes for the part of one
//! lane. So the order of these loads is the core's affair, and so are the proofs that one does not matter.

use std::collections::BTreeSet;

use super::{Function, InstId};

/// Proofs about two instructions of a scheduling region, in one iteration of every loop.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ApartFacts {
    facts: BTreeSet<(InstId, InstId)>,
}

impl ApartFacts {
    pub(super) fn add(&mut self, one: InstId, other: InstId) {
        self.facts.insert((one.min(other), one.max(other)));
    }

    /// All of them, sorted.
    pub(super) fn all(&self) -> impl Iterator<Item = (InstId, InstId)> + '_ {
        self.facts.iter().copied()
    }
}

impl Function {
    /// Says that two instructions do not meet.
    pub fn add_apart(&mut self, one: InstId, other: InstId) {
        self.apart.add(one, other);
    }

    /// Whether two instructions, or what they are copies of, are proved not to meet in LDS.
    pub fn is_apart(&self, one: InstId, other: InstId) -> bool {
        let (one, other) = (self.origin(one), self.origin(other));
        let fact = (one.min(other), one.max(other));
        self.apart.facts.contains(&fact)
    }

    /// Forgets what is proved between two sets of instructions, which are of two iterations from now on.
    pub fn forget_apart(&mut self, some: &[InstId], others: &[InstId]) {
        let origins = |insts: &[InstId]| -> BTreeSet<InstId> {
            insts.iter().map(|&inst| self.origin(inst)).collect()
        };
        let (some, others) = (origins(some), origins(others));
        let between = |a: &InstId, b: &InstId| some.contains(a) && others.contains(b);
        self.apart
            .facts
            .retain(|(one, other)| !between(one, other) && !between(other, one));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::text;

    const BLOCK: &str = r#"cdna-flat 1
function "f"
gpu gfx942
resources lds=0 workgroup=64 entry
block 0 frequency=1 depth=0
  S_NOP #0 | lat=1
  S_NOP #1 | lat=1
apart 0 1
"#;

    #[test]
    fn a_proof_holds_for_copies_until_it_is_forgotten() {
        let mut function = text::parse(BLOCK).expect("valid text");
        let (a, b) = (InstId(0), InstId(1));
        let both = |f: &Function| (f.is_apart(a, b), f.is_apart(b, a));
        assert_eq!(both(&function), (true, true));
        let copies = (function.add_copy(a), function.add_copy(b));
        assert!(function.is_apart(copies.0, copies.1));
        let again = text::parse(&function.to_string()).expect("valid text");
        assert_eq!(both(&again), (true, true));
        function.forget_apart(&[b], &[b]);
        assert_eq!(both(&function), (true, true));
        function.forget_apart(&[b], &[a]);
        assert_eq!(both(&function), (false, false));
        assert!(!function.is_apart(copies.0, copies.1));
        assert!(text::parse(&BLOCK.replace("apart 0 1", "apart 0 2")).is_err());
    }
}
