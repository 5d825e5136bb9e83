//! Order between accesses to the same memory, where the hardware keeps none: direct writes to
//! LDS before LDS accesses, and scalar loads before stores.
//!
//! For direct writes to LDS, [`Function::aliases`] tells what is known of two alias groups. A
//! proof that holds within one iteration of a loop says nothing about writes of earlier iterations:
//! those have slots of their own, to which what is outstanding is copied where control goes around
//! a loop. For scalar loads and stores, different groups above 0 are different memory, and group 0
//! may be any.

use std::collections::{BTreeMap, BTreeSet};

use smallvec::SmallVec;

use super::Cause;
use super::abstract_state::AbstractState;
use super::loops::PostDominance;
use super::op_facts::OpFacts;
use super::requirement::Site;
use crate::gpu::{Counter, Unit};
use crate::machine::{
    AddressSpace, AliasFacts, BlockId, Function, InstFlags, InstId, LdsDependence, LdsDma,
    MemAccess, MemFlags, Reg,
};

/// The slots of scalar loads: one for all of them, one for those of which nothing is known, and
/// one for each group.
#[derive(Clone, Debug)]
struct ScalarReadSlots {
    any: usize,
    groups: Vec<u32>,
}

impl ScalarReadSlots {
    fn new(first: usize, groups: BTreeSet<u32>) -> ScalarReadSlots {
        ScalarReadSlots {
            any: first,
            groups: groups.into_iter().filter(|&g| g != 0).collect(),
        }
    }
    fn end(&self) -> usize {
        self.any + 2 + self.groups.len()
    }
    fn unknown(&self) -> usize {
        self.any + 1
    }
    fn group(&self, group: u32) -> Option<usize> {
        let at = self.groups.binary_search(&group).ok()?;
        Some(self.any + 2 + at)
    }
    /// The slots that depend on a load of this group.
    fn of_load(&self, group: u32) -> [usize; 2] {
        [self.any, self.group(group).unwrap_or(self.unknown())]
    }
    /// The slots of the loads that a store of this group may overtake.
    fn of_store(&self, group: u32) -> SmallVec<[usize; 2]> {
        match group {
            0 => SmallVec::from_slice(&[self.any]),
            _ => self
                .group(group)
                .into_iter()
                .chain([self.unknown()])
                .collect(),
        }
    }
}

/// The slots of direct writes to LDS: one for all of them, one for those of which nothing is known,
/// one for each group and, where it matters, one for those of the group from before control last
/// went around a loop.
#[derive(Clone, Debug)]
struct LdsWriteSlots {
    any: usize,
    groups: Vec<WriteGroup>,
    end: usize,
}

#[derive(Clone, Copy, Debug)]
struct WriteGroup {
    group: u32,
    slot: usize,
    earlier: Option<usize>,
}

impl LdsWriteSlots {
    /// `written` are the groups of the function's direct writes, `accessing` those of its other
    /// accesses to LDS.
    fn new(
        first: usize,
        aliases: &AliasFacts,
        written: &BTreeSet<u32>,
        accessing: &BTreeSet<u32>,
    ) -> LdsWriteSlots {
        let mut end = first + 2;
        let mut next = || {
            end += 1;
            end - 1
        };
        let meets_earlier = |load| {
            let earlier = LdsDependence::EarlierIterations;
            let mut accesses = accessing.iter();
            accesses.any(|&access| aliases.dependence(access, load) == earlier)
        };
        let known = written.iter().filter(|&&group| group != 0);
        let groups = known.map(|&group| WriteGroup {
            group,
            slot: next(),
            earlier: meets_earlier(group).then(&mut next),
        });
        let groups = groups.collect();
        LdsWriteSlots {
            any: first,
            groups,
            end,
        }
    }
    fn unknown(&self) -> usize {
        self.any + 1
    }
    /// The slots that depend on a direct write of this group.
    fn of_write(&self, group: u32) -> [usize; 2] {
        let known = self.groups.iter().find(|known| known.group == group);
        [self.any, known.map_or(self.unknown(), |known| known.slot)]
    }
    /// The slots of the direct writes that an access of this group must wait for.
    fn of_access(&self, group: u32, aliases: &AliasFacts) -> SmallVec<[usize; 4]> {
        if group == 0 {
            return SmallVec::from_slice(&[self.any]);
        }
        let mut slots = SmallVec::from_slice(&[self.unknown()]);
        for known in &self.groups {
            match (aliases.dependence(group, known.group), known.earlier) {
                (LdsDependence::All, _) => slots.push(known.slot),
                (LdsDependence::EarlierIterations, Some(slot)) => slots.push(slot),
                (LdsDependence::EarlierIterations, None) | (LdsDependence::None, _) => {}
            }
        }
        slots
    }
    /// Pairs of slots: what is outstanding on the first is copied to the second where control goes
    /// around a loop.
    fn carried_around_loops(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let pairs = self.groups.iter();
        pairs.filter_map(|known| Some((known.slot, known.earlier?)))
    }
}

/// Memory accesses that the counters must order.
#[derive(Clone, Debug)]
pub(super) struct MemoryOrder {
    lds_writes: LdsWriteSlots,
    scalar_reads: ScalarReadSlots,
    llvm: LlvmScalarReads,
}

/// LLVM's record of scalar loads, which is kept for the whole function in the order of visits and
/// not along paths: a store to a group in it waits for everything on `lgkmcnt`. A store on every
/// path from a load removes the group of the load.
#[derive(Clone, Debug, Default)]
struct LlvmScalarReads {
    groups: BTreeMap<u32, BlockId>,
    /// Stores that met a recorded group with something outstanding: LLVM never removes their
    /// waits.
    stores: BTreeSet<InstId>,
    post_dominance: PostDominance,
    closed: bool,
}

impl MemoryOrder {
    pub(super) fn of(function: &Function, opcodes: &[OpFacts]) -> MemoryOrder {
        let (mut written, mut accessing) = (BTreeSet::new(), BTreeSet::new());
        let mut read = BTreeSet::new();
        for &inst in function.block_ids().flat_map(|b| &function.block(b).order) {
            let facts = &opcodes[function.inst(inst).opcode.index()];
            if facts.writes_lds {
                written.insert(lds_write_group(function, inst));
            } else {
                accessing.extend(accessed_lds_groups(function, inst, facts));
            }
            read.extend(scalar_read_groups(function, inst, facts));
        }
        let lds_writes = LdsWriteSlots::new(Reg::COUNT, &function.aliases, &written, &accessing);
        let scalar_reads = ScalarReadSlots::new(lds_writes.end, read);
        MemoryOrder {
            lds_writes,
            scalar_reads,
            llvm: LlvmScalarReads::default(),
        }
    }
    /// The number of slots, those of the registers included.
    pub(super) fn slots(&self) -> usize {
        self.scalar_reads.end()
    }
    /// The slot of all direct writes to LDS.
    pub(super) fn any_lds_write(&self) -> usize {
        self.lds_writes.any
    }

    /// Pairs of slots: what is outstanding on the first is copied to the second where control goes
    /// around a loop.
    pub(super) fn carried_around_loops(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.lds_writes.carried_around_loops()
    }

    /// Ends LLVM's record: what it says now is final.
    pub(super) fn close(&mut self) {
        self.llvm.closed = true;
    }

    /// Notes a direct write to LDS that was just counted.
    pub(super) fn note_lds_write<S: AbstractState>(
        &self,
        function: &Function,
        inst: InstId,
        state: &mut S,
    ) {
        if is_left_to_author(function, inst) {
            return;
        }
        for slot in self.lds_writes.of_write(lds_write_group(function, inst)) {
            state.depend(slot, Counter::Vm, inst);
        }
    }

    /// Notes a scalar load that was just counted.
    pub(super) fn note_scalar_read<S: AbstractState>(&mut self, site: Site<'_>, state: &mut S) {
        for group in scalar_read_groups(site.function, site.inst, site.facts) {
            for slot in self.scalar_reads.of_load(group) {
                state.depend(slot, Counter::Lgkm, site.inst);
            }
            if group != 0 {
                self.llvm.groups.entry(group).or_insert(site.block);
            }
        }
    }

    /// LDS accesses do not see direct writes to LDS until `vmcnt` says that they are complete.
    pub(super) fn require_lds_writes<S: AbstractState>(&self, site: Site<'_>, state: &mut S) {
        let facts = site.facts;
        if facts.writes_lds || is_left_to_author(site.function, site.inst) {
            return;
        }
        let aliases = &site.function.aliases;
        let groups = accessed_lds_groups(site.function, site.inst, facts);
        for slot in groups.flat_map(|g| self.lds_writes.of_access(g, aliases)) {
            state.require_slot(slot, Counter::Vm, |producer| Cause::Lds { producer });
        }
    }

    /// A store must not overtake a scalar load of the same memory.
    pub(super) fn require_scalar_reads<S: AbstractState>(&mut self, site: Site<'_>, state: &mut S) {
        for group in overwritten_groups(site.function, site.inst, site.facts) {
            for slot in self.scalar_reads.of_store(group) {
                let cause = |producer| Cause::ScalarRead { producer };
                state.require_slot(slot, Counter::Lgkm, cause);
            }
            if self
                .llvm
                .waits_for(group, site, state.is_pending(Counter::Lgkm))
            {
                state.require(Counter::Lgkm, 0, Cause::AfterScalarRead);
            }
        }
    }
}

impl LlvmScalarReads {
    /// Whether LLVM waits for `lgkmcnt(0)` before a store to this group; `pending`: whether
    /// something is outstanding there.
    fn waits_for(&mut self, group: u32, site: Site<'_>, pending: bool) -> bool {
        let load = self.groups.get(&group).copied();
        if let Some(load) = load.filter(|_| !self.closed) {
            if pending {
                self.stores.insert(site.inst);
            }
            if self.post_dominance.query(site.function, site.block, load) {
                self.groups.remove(&group);
            }
        }
        pending && self.stores.contains(&site.inst)
    }
}

/// Whether the author's own waits are believed where LDS is written directly: in inline assembly, into which LLVM
/// does not look, so that it neither waits for what is accessed there nor for what is written from there.
fn is_left_to_author(function: &Function, inst: InstId) -> bool {
    function.aliases.policy == LdsDma::Llvm && function.flags(inst).has(InstFlags::IN_ASM)
}

/// The alias groups of an access to LDS that is not a direct write; 0 when nothing is known. What moves values between
/// lanes by the hardware of LDS neither loads nor stores for LLVM.
fn accessed_lds_groups<'f>(
    function: &'f Function,
    inst: InstId,
    facts: &OpFacts,
) -> impl Iterator<Item = u32> + use<'f> {
    let accesses = function.accesses(inst);
    let flags = function.flags(inst);
    let is_access = flags.has(InstFlags::MAY_LOAD) || flags.has(InstFlags::MAY_STORE);
    let unknown = accesses.is_empty() && facts.unit == Unit::Lds && is_access;
    let reaches = |a: &&MemAccess| [AddressSpace::LOCAL, AddressSpace::FLAT].contains(&a.space);
    let known = accesses.iter().filter(reaches).map(|a| a.alias_group);
    known.chain(unknown.then_some(0))
}

/// The group of LDS that a direct write to LDS goes to; 0 when unknown.
fn lds_write_group(function: &Function, inst: InstId) -> u32 {
    let to_lds = |a: &&MemAccess| a.flags.has(MemFlags::STORE) && a.space == AddressSpace::LOCAL;
    let access = function.accesses(inst).iter().find(to_lds);
    access.map_or(0, |a| a.alias_group)
}

/// Groups that a scalar load reads and that may change while the function runs.
fn scalar_read_groups(function: &Function, inst: InstId, facts: &OpFacts) -> SmallVec<[u32; 2]> {
    let accesses = function.accesses(inst);
    if facts.unit != Unit::Smem {
        SmallVec::new()
    } else if accesses.is_empty() && facts.scalar_load {
        SmallVec::from_slice(&[0])
    } else {
        accesses
            .iter()
            .filter(|a| !a.flags.has(MemFlags::INVARIANT))
            .map(|a| a.alias_group)
            .collect()
    }
}

/// Groups of the memory that an instruction stores to where a scalar load may read: vector and
/// scalar stores, but not to LDS, GDS or scratch.
fn overwritten_groups(function: &Function, inst: InstId, facts: &OpFacts) -> SmallVec<[u32; 2]> {
    const ELSEWHERE: [AddressSpace; 3] = [
        AddressSpace::LOCAL,
        AddressSpace::REGION,
        AddressSpace::PRIVATE,
    ];
    let accesses = function.accesses(inst);
    if !matches!(facts.unit, Unit::Vmem(_) | Unit::Smem) {
        SmallVec::new()
    } else if accesses.is_empty() && function.flags(inst).has(InstFlags::MAY_STORE) {
        SmallVec::from_slice(&[0])
    } else {
        accesses
            .iter()
            .filter(|a| a.flags.has(MemFlags::STORE) && !ELSEWHERE.contains(&a.space))
            .map(|a| a.alias_group)
            .collect()
    }
}
