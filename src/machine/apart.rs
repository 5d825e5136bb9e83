//! Which accesses are proved apart from loads straight into LDS, pair by pair.
//!
//! LLVM's dependence graph takes the memory that such a load reads for none, and what it writes for the part of one
//! lane. So the order of these loads is the core's affair, and so are the proofs that one does not matter.

use std::collections::BTreeSet;

use super::{Function, InstId};

/// Where a load straight into LDS and another access may meet.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Meeting {
    /// In the memory that the load reads.
    Memory,
    /// In LDS.
    Lds,
}

impl Meeting {
    /// All of them, with the words the text form uses.
    pub(crate) const NAMES: [(Meeting, &str); 2] =
        [(Meeting::Memory, "memory"), (Meeting::Lds, "lds")];
}

/// Proofs about two instructions of a scheduling region, in one iteration of every loop.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ApartFacts {
    facts: BTreeSet<(InstId, InstId, Meeting)>,
}

impl ApartFacts {
    pub(super) fn add(&mut self, one: InstId, other: InstId, meeting: Meeting) {
        self.facts.insert((one.min(other), one.max(other), meeting));
    }

    /// All of them, sorted.
    pub(super) fn all(&self) -> impl Iterator<Item = (InstId, InstId, Meeting)> + '_ {
        self.facts.iter().copied()
    }
}

impl Function {
    /// Says that two instructions do not meet.
    #[cfg(feature = "ffi")]
    pub(crate) fn add_apart(&mut self, one: InstId, other: InstId, meeting: Meeting) {
        self.apart.add(one, other, meeting);
    }

    /// Whether two instructions, or what they are copies of, are proved not to meet.
    pub(crate) fn is_apart(&self, one: InstId, other: InstId, meeting: Meeting) -> bool {
        let (one, other) = (self.origin(one), self.origin(other));
        let fact = (one.min(other), one.max(other), meeting);
        self.apart.facts.contains(&fact)
    }

    /// Forgets what is proved between two sets of instructions, which are of two iterations from now on.
    pub(crate) fn forget_apart(&mut self, some: &[InstId], others: &[InstId]) {
        let origins = |insts: &[InstId]| -> BTreeSet<InstId> {
            insts.iter().map(|&inst| self.origin(inst)).collect()
        };
        let (some, others) = (origins(some), origins(others));
        let between = |a: &InstId, b: &InstId| some.contains(a) && others.contains(b);
        self.apart
            .facts
            .retain(|(one, other, _)| !between(one, other) && !between(other, one));
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
apart 0 1 lds
"#;

    #[test]
    fn a_proof_holds_for_copies_until_it_is_forgotten() {
        let mut function = text::parse(BLOCK).expect("valid text");
        let (a, b) = (InstId(0), InstId(1));
        let both = |f: &Function| {
            (
                f.is_apart(a, b, Meeting::Lds),
                f.is_apart(b, a, Meeting::Lds),
            )
        };
        assert_eq!(both(&function), (true, true));
        assert!(!function.is_apart(a, b, Meeting::Memory));
        let copies = (function.add_copy(a), function.add_copy(b));
        assert!(function.is_apart(copies.0, copies.1, Meeting::Lds));
        let again = text::parse(&function.to_string()).expect("valid text");
        assert_eq!(both(&again), (true, true));
        function.forget_apart(&[b], &[b]);
        assert_eq!(both(&function), (true, true));
        function.forget_apart(&[b], &[a]);
        assert_eq!(both(&function), (false, false));
        assert!(!function.is_apart(copies.0, copies.1, Meeting::Lds));
        assert!(text::parse(&BLOCK.replace("apart 0 1", "apart 0 2")).is_err());
    }
}
