//! Groups of LDS accesses for which LLVM's alias analysis gives the same answers, and what it says
//! of each pair of a load straight into LDS and another access to LDS.

use std::collections::HashMap;
use std::ffi::c_void;

use super::abi::*;
use crate::machine::{AddressSpace, AliasFact, AliasRelation};

/// Beyond so many groups of either kind the pairs are not worth their time: nothing is known of the
/// rest then.
const MAX_WRITERS: usize = 64;
const MAX_ROWS: usize = 256;

/// LLVM's alias analysis. Accesses and instructions are named by their place in the ABI's arrays.
pub(super) trait Analysis {
    /// Whether the no-alias list of `by` excludes the scopes of `access`.
    fn exclusion(&self, access: usize, by: usize) -> Option<AliasRelation>;
    fn may_alias(&self, inst: usize, other: usize) -> bool;
}

/// The callbacks of a `CdnaFunction`.
pub(super) struct Callbacks {
    pub(super) analysis: *mut c_void,
    pub(super) exclusion: unsafe extern "C" fn(*mut c_void, u32, u32) -> u32,
    pub(super) may_alias: unsafe extern "C" fn(*mut c_void, u32, u32) -> u32,
}

impl Analysis for Callbacks {
    fn exclusion(&self, access: usize, by: usize) -> Option<AliasRelation> {
        // SAFETY: whoever gave the callbacks vouches for them while the call lasts, and both
        // numbers are entries of the array of accesses.
        match unsafe { (self.exclusion)(self.analysis, access as u32, by as u32) } {
            CDNA_EXCLUSION_ALWAYS => Some(AliasRelation::Distinct),
            CDNA_EXCLUSION_IN_ITERATION => Some(AliasRelation::DistinctInIteration),
            _ => None,
        }
    }
    fn may_alias(&self, inst: usize, other: usize) -> bool {
        // SAFETY: as above, of the array of instructions.
        0 != unsafe { (self.may_alias)(self.analysis, inst as u32, other as u32) }
    }
}

/// Loads straight into LDS with the same alias metadata.
struct Writers {
    metadata: u32,
    /// The access of the first of them.
    access: usize,
    insts: Vec<usize>,
}

/// What distinguishes accesses for alias analysis: address, offset, size, metadata.
type Key = (u64, i64, u64, u32);

/// What is known of a group of accesses and each group of writers.
type Row = Vec<Option<AliasRelation>>;

/// The group of every access (0: nothing is known of it), and the facts about groups. Each
/// instruction comes with the range of its accesses, which must be inside the array.
pub(super) fn groups(
    insts: &[CdnaInst],
    accesses: &[CdnaAccess],
    analysis: &impl Analysis,
) -> (Vec<u32>, Vec<AliasFact>) {
    let mut made = Groups {
        accesses,
        analysis,
        writers: Vec::new(),
        known: HashMap::new(),
        rows: HashMap::new(),
        facts: Vec::new(),
    };
    let mut groups = vec![0; accesses.len()];
    for (at, inst) in insts.iter().enumerate() {
        made.add_writer(at, inst);
    }
    if !made.writers.is_empty() {
        for (at, inst) in insts.iter().enumerate() {
            for access in range(inst) {
                groups[access] = made.group(at, inst, access);
            }
        }
    }
    (groups, made.facts)
}

fn range(inst: &CdnaInst) -> std::ops::Range<usize> {
    inst.first_access as usize..(inst.first_access + inst.access_count) as usize
}

struct Groups<'a, A> {
    accesses: &'a [CdnaAccess],
    analysis: &'a A,
    /// Group `n` is entry `n - 1`; groups of other accesses follow.
    writers: Vec<Writers>,
    known: HashMap<Key, u32>,
    rows: HashMap<Row, u32>,
    facts: Vec<AliasFact>,
}

impl<A: Analysis> Groups<'_, A> {
    /// The store to LDS of an instruction that loads from other memory straight into LDS.
    fn load_into_lds(&self, inst: &CdnaInst) -> Option<usize> {
        let local = |at: &usize| self.accesses[*at].space == AddressSpace::LOCAL.0;
        let has = |at: &usize, flag| self.accesses[*at].flags & flag != 0;
        let writes =
            |at: &usize| local(at) && has(at, CDNA_ACCESS_STORE) && !has(at, CDNA_ACCESS_LOAD);
        let elsewhere = range(inst).any(|at| !local(&at) && has(&at, CDNA_ACCESS_LOAD));
        range(inst).find(writes).filter(|_| elsewhere)
    }

    fn add_writer(&mut self, at: usize, inst: &CdnaInst) {
        let Some(access) = self.load_into_lds(inst) else {
            return;
        };
        let metadata = self.accesses[access].metadata;
        let known = self.writers.iter_mut().find(|w| w.metadata == metadata);
        if let Some(writers) = known {
            writers.insts.push(at);
        } else if self.writers.len() < MAX_WRITERS {
            self.writers.push(Writers {
                metadata,
                access,
                insts: vec![at],
            });
        }
    }

    fn group(&mut self, at: usize, inst: &CdnaInst, access: usize) -> u32 {
        let CdnaAccess {
            space,
            address,
            offset,
            bytes,
            metadata,
            ..
        } = self.accesses[access];
        if ![AddressSpace::LOCAL, AddressSpace::FLAT].contains(&AddressSpace(space)) {
            return 0;
        }
        if let Some(store) = self.load_into_lds(inst) {
            let mut writers = self.writers.iter();
            let group = writers.position(|w| w.metadata == metadata);
            return group.map_or(0, |at| at as u32 + 1) * u32::from(store == access);
        }
        // The answers are about whole instructions.
        let is_alone = inst.access_count == 1;
        let key = (address, offset, bytes, metadata);
        if let (true, Some(&group)) = (is_alone, self.known.get(&key)) {
            return group;
        }
        let writers = self.writers.iter();
        let row: Row = writers.map(|w| self.relation(at, access, w)).collect();
        let group = self.group_of(row);
        if is_alone {
            self.known.insert(key, group);
        }
        group
    }

    fn group_of(&mut self, row: Row) -> u32 {
        if let Some(&group) = self.rows.get(&row) {
            return group;
        }
        if self.rows.len() == MAX_ROWS {
            return 0;
        }
        let access = (self.writers.len() + self.rows.len() + 1) as u32;
        for (load, relation) in (1..).zip(&row) {
            if let Some(relation) = *relation {
                self.facts.push(AliasFact {
                    access,
                    load,
                    relation,
                });
            }
        }
        self.rows.insert(row, access);
        access
    }

    /// What LLVM's wait inserter goes by, as of LLVM 22: it asks only for accesses with alias
    /// metadata and a known address, and finds only loads into LDS that have alias scopes.
    fn relation(&self, at: usize, access: usize, writers: &Writers) -> Option<AliasRelation> {
        let CdnaAccess {
            address, metadata, ..
        } = self.accesses[access];
        if address == 0 || metadata == 0 {
            return None;
        }
        // Either access may be excluded by the other's list; a proof for good wins.
        let there = self.analysis.exclusion(access, writers.access);
        let back = self.analysis.exclusion(writers.access, access);
        let proof = match (there, back) {
            (None, _) | (_, Some(AliasRelation::Distinct)) => back,
            _ => there,
        };
        if proof.is_some() {
            return proof;
        }
        let is_scoped = self.accesses[writers.access].flags & CDNA_ACCESS_SCOPED != 0;
        let mut insts = writers.insts.iter();
        let may_alias = is_scoped && insts.any(|&other| self.analysis.may_alias(at, other));
        (!may_alias).then_some(AliasRelation::Unproved)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    /// Answers by the places of accesses, and counts the questions.
    struct Answers {
        queries: Cell<usize>,
    }

    impl Analysis for Answers {
        fn exclusion(&self, access: usize, by: usize) -> Option<AliasRelation> {
            match (access, by) {
                (4, 1) => Some(AliasRelation::DistinctInIteration),
                (1, 4) => Some(AliasRelation::Distinct),
                (5, 1) => Some(AliasRelation::DistinctInIteration),
                _ => None,
            }
        }
        fn may_alias(&self, _: usize, other: usize) -> bool {
            self.queries.set(self.queries.get() + 1);
            other == 0
        }
    }

    fn access(flags: u32, space: AddressSpace, address: u64, metadata: u32) -> CdnaAccess {
        CdnaAccess {
            flags,
            space: space.0,
            bytes: 4,
            address,
            metadata,
            ..CdnaAccess::default()
        }
    }

    #[test]
    fn accesses_are_grouped_by_what_is_known_of_them() {
        use AddressSpace as Space;
        let (load, store) = (CDNA_ACCESS_LOAD, CDNA_ACCESS_STORE);
        let scoped = store | CDNA_ACCESS_SCOPED;
        let accesses = [
            // Two loads straight into LDS: one with scopes, one without.
            access(load, Space::GLOBAL, 1, 0),
            access(scoped, Space::LOCAL, 2, 1),
            access(load, Space::GLOBAL, 1, 0),
            access(store, Space::LOCAL, 3, 2),
            // Other accesses.
            access(load, Space::LOCAL, 4, 3),
            access(load, Space::LOCAL, 5, 4),
            access(load, Space::LOCAL, 6, 5),
            access(load, Space::LOCAL, 6, 5),
            access(load, Space::LOCAL, 7, 0),
            access(load, Space::GLOBAL, 8, 6),
        ];
        let inst = |first_access, access_count| CdnaInst {
            first_access,
            access_count,
            ..CdnaInst::default()
        };
        let mut insts = vec![inst(0, 2), inst(2, 2)];
        insts.extend((4..10).map(|at| inst(at, 1)));
        let answers = Answers {
            queries: Cell::new(0),
        };
        let (found, facts) = groups(&insts, &accesses, &answers);
        assert_eq!(found, [0, 1, 0, 2, 3, 4, 5, 5, 6, 0]);
        use AliasRelation::{Distinct, DistinctInIteration, Unproved};
        let facts: Vec<_> = facts
            .iter()
            .map(|f| (f.access, f.load, f.relation))
            .collect();
        let expected = [
            (3, 1, Distinct),
            (3, 2, Unproved),
            (4, 1, DistinctInIteration),
            (4, 2, Unproved),
            (5, 2, Unproved),
        ];
        assert_eq!(facts, expected);
        // Of the access that occurs twice, once.
        assert_eq!(answers.queries.get(), 1);
        // Without loads straight into LDS there is nothing to know.
        let (found, facts) = groups(&insts[2..], &accesses, &answers);
        assert!(found.iter().all(|&group| group == 0) && facts.is_empty());
    }
}
