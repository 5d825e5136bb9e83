//! Which accesses to LDS may alias loads straight into LDS, pair by pair.

/// What is known of an access to LDS and a load straight into LDS, other than that they may access
/// the same memory.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum AliasRelation {
    /// Alias scopes prove them distinct.
    Distinct,
    /// Alias scopes prove them distinct within one iteration of every loop: the scopes are
    /// declared inside a loop (LLVM LangRef, `llvm.experimental.noalias.scope.decl`).
    DistinctInIteration,
    /// Nothing proves them distinct, but LLVM 22's wait inserter does not wait: the access has
    /// alias metadata, and the load none that would connect the two.
    Unproved,
}

impl AliasRelation {
    /// All of them, with the words the text form uses.
    pub const NAMES: [(AliasRelation, &str); 3] = [
        (AliasRelation::Distinct, "distinct"),
        (AliasRelation::DistinctInIteration, "iteration"),
        (AliasRelation::Unproved, "unproved"),
    ];
}

/// What is known of two alias groups.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct AliasFact {
    /// Alias group of accesses to LDS.
    pub access: u32,
    /// Alias group of loads straight into LDS.
    pub load: u32,
    /// What is known of them.
    pub relation: AliasRelation,
}

/// Which loads straight into LDS an access to LDS waits for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum LdsDma {
    /// Those that LLVM 22's wait inserter waits for. It leaves dependences between threads to the
    /// memory model (llvm-project pull requests 131842 and 157821).
    #[default]
    Llvm,
    /// All that are not proved distinct.
    Strict,
}

impl LdsDma {
    /// All of them.
    pub const ALL: [LdsDma; 2] = [LdsDma::Llvm, LdsDma::Strict];
    /// The name used on the command line.
    pub fn name(self) -> &'static str {
        match self {
            LdsDma::Llvm => "llvm",
            LdsDma::Strict => "strict",
        }
    }
    /// The policy of that name; `None` when there is none.
    pub fn from_name(name: &str) -> Option<LdsDma> {
        LdsDma::ALL.into_iter().find(|one| one.name() == name)
    }
}

/// Which loads straight into LDS, of one group, must be complete before an access to LDS.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LdsDependence {
    /// None.
    None,
    /// Those that were issued before control last went around a loop.
    EarlierIterations,
    /// All of them.
    All,
}

/// Facts about the alias groups of one function, and the dependences that follow from them.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct AliasFacts {
    /// Sorted by access, then by load.
    facts: Vec<AliasFact>,
    /// What an access waits for when nothing is proved.
    pub policy: LdsDma,
}

impl AliasFacts {
    /// Adds a fact; the first one about two groups holds.
    pub(super) fn add(&mut self, fact: AliasFact) {
        let key = |f: &AliasFact| (f.access, f.load);
        if let Err(at) = self.facts.binary_search_by_key(&key(&fact), key) {
            self.facts.insert(at, fact);
        }
    }

    /// Follows LLVM 22's wait inserter, which takes a proof for one iteration as one for all.
    pub fn follow_llvm(&mut self) {
        self.policy = LdsDma::Llvm;
        for fact in &mut self.facts {
            if fact.relation == AliasRelation::DistinctInIteration {
                fact.relation = AliasRelation::Distinct;
            }
        }
    }

    /// All facts, sorted.
    pub fn all(&self) -> &[AliasFact] {
        &self.facts
    }

    /// What is known of two groups; `None` when they may access the same memory.
    pub fn relation(&self, access: u32, load: u32) -> Option<AliasRelation> {
        let key = |f: &AliasFact| (f.access, f.load);
        let at = self.facts.binary_search_by_key(&(access, load), key).ok()?;
        (access != 0 && load != 0).then(|| self.facts[at].relation)
    }

    /// Which loads of a group must be complete before an access of another.
    pub fn dependence(&self, access: u32, load: u32) -> LdsDependence {
        match (self.relation(access, load), self.policy) {
            (Some(AliasRelation::Distinct), _) => LdsDependence::None,
            (Some(AliasRelation::Unproved), LdsDma::Llvm) => LdsDependence::None,
            (Some(AliasRelation::DistinctInIteration), _) => LdsDependence::EarlierIterations,
            (Some(AliasRelation::Unproved), LdsDma::Strict) | (None, _) => LdsDependence::All,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_policy_decides_what_is_not_proved() {
        let mut facts = AliasFacts::default();
        for (load, (relation, _)) in (1..).zip(AliasRelation::NAMES) {
            let access = 9;
            facts.add(AliasFact {
                access,
                load,
                relation,
            });
        }
        let of = |facts: &AliasFacts| [1, 2, 3, 4].map(|load| facts.dependence(9, load));
        use LdsDependence::{All, EarlierIterations, None};
        assert_eq!(of(&facts), [None, EarlierIterations, None, All]);
        facts.policy = LdsDma::Strict;
        assert_eq!(of(&facts), [None, EarlierIterations, All, All]);
        facts.follow_llvm();
        assert_eq!(of(&facts), [None, None, None, All]);
        assert_eq!(facts.dependence(0, 1), All);
        assert_eq!(facts.dependence(9, 0), All);
    }
}
