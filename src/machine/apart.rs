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

/// Proofs about one iteration of every loop: of two instructions of a scheduling region, in the order that they had
/// when the function was made.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ApartFacts {
    facts: BTreeSet<(InstId, InstId, Meeting)>,
}

impl ApartFacts {
    pub(super) fn add(&mut self, earlier: InstId, later: InstId, meeting: Meeting) {
        self.facts.insert((earlier, later, meeting));
    }

    /// All of them, sorted.
    pub(super) fn all(&self) -> impl Iterator<Item = (InstId, InstId, Meeting)> + '_ {
        self.facts.iter().copied()
    }
}

impl Function {
    /// Says that two instructions do not meet.
    pub(crate) fn add_apart(&mut self, earlier: InstId, later: InstId, meeting: Meeting) {
        self.apart.add(earlier, later, meeting);
    }

    /// Whether two instructions, or what they are copies of, are proved not to meet in that order. In a rotated loop
    /// those of one iteration keep the order that they had, and those of two have the other: of these nothing is
    /// proved.
    pub(crate) fn is_apart(&self, earlier: InstId, later: InstId, meeting: Meeting) -> bool {
        let fact = (self.origin(earlier), self.origin(later), meeting);
        self.apart.facts.contains(&fact)
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
    fn a_proof_holds_in_one_order_and_for_copies() {
        let mut function = text::parse(BLOCK).expect("valid text");
        let (a, b) = (InstId(0), InstId(1));
        assert!(function.is_apart(a, b, Meeting::Lds));
        assert!(!function.is_apart(b, a, Meeting::Lds));
        assert!(!function.is_apart(a, b, Meeting::Memory));
        let copies = (function.add_copy(a), function.add_copy(b));
        assert!(function.is_apart(copies.0, copies.1, Meeting::Lds));
        let again = text::parse(&function.to_string()).expect("valid text");
        assert_eq!(again.to_string(), function.to_string());
        assert!(again.is_apart(a, b, Meeting::Lds));
    }
}
