//! Order between accesses to the same memory, where the hardware keeps none: direct writes to
//! LDS before LDS accesses, and scalar loads before stores.
//!
//! For direct writes to LDS, [`Function::aliases`] tells what is known of two alias groups. A
//! proof that holds within one iteration of a loop says nothing of writes from iterations before:
//! those have slots of their own, which take over what is outstanding where control goes around a
//! loop. Of scalar loads and stores, different groups above 0 are different memory, and group 0
//! may be any.

use std::collections::{BTreeMap, BTreeSet};

use smallvec::SmallVec;

use super::Cause;
use super::facts::OpFacts;
use super::loops::PostDominance;
use super::mutant::{Meeting, Update, skipped};
use super::needs::{Need, Site};
use super::state::Board;
use crate::gpu::{Counter, Unit};
use crate::machine::{
    AddressSpace, AliasFacts, BlockId, Function, InstFlags, InstId, LdsDependence, MemAccess,
    MemFlags, Reg,
};

/// Slots of the board for one kind of access: all of them, those of which nothing is known,
/// and one slot for each group.
#[derive(Clone, Debug)]
struct Slots {
    any: usize,
    groups: Vec<u32>,
}

impl Slots {
    fn new(first: usize, groups: BTreeSet<u32>) -> Slots {
        Slots {
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
    /// Slots that an access of this group adds itself to.
    fn written(&self, group: u32) -> [usize; 2] {
        [self.any, self.group(group).unwrap_or(self.unknown())]
    }
    /// Slots that an access of this group may meet.
    fn met(&self, group: u32) -> SmallVec<[usize; 2]> {
        let met = match group {
            0 => [(Meeting::All, Some(self.any)), (Meeting::All, None)],
            _ => [
                (Meeting::Same, self.group(group)),
                (Meeting::Unknown, Some(self.unknown())),
            ],
        };
        let met = met
            .into_iter()
            .filter(|(how, _)| !skipped(Update::Meet(*how)));
        met.filter_map(|(_, slot)| slot).collect()
    }
}

/// Slots of the board for direct writes to LDS: all of them, those of which nothing is known, one
/// for each group and, where it matters, one for those of the group from before control last went
/// around a loop.
#[derive(Clone, Debug)]
struct LdsWrites {
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

impl LdsWrites {
    /// `written` are the groups of the function's direct writes, `accessing` those of its other
    /// accesses to LDS.
    fn new(
        first: usize,
        aliases: &AliasFacts,
        written: &BTreeSet<u32>,
        accessing: &BTreeSet<u32>,
    ) -> LdsWrites {
        let mut end = first + 2;
        let mut next = || {
            end += 1;
            end - 1
        };
        let limited = |load| {
            let earlier = LdsDependence::EarlierIterations;
            let mut accesses = accessing.iter();
            accesses.any(|&access| aliases.dependence(access, load) == earlier)
        };
        let known = written.iter().filter(|&&group| group != 0);
        let groups = known.map(|&group| WriteGroup {
            group,
            slot: next(),
            earlier: limited(group).then(&mut next),
        });
        let groups = groups.collect();
        LdsWrites {
            any: first,
            groups,
            end,
        }
    }
    fn unknown(&self) -> usize {
        self.any + 1
    }
    /// Slots that a direct write of this group adds itself to.
    fn written(&self, group: u32) -> [usize; 2] {
        let known = self.groups.iter().find(|known| known.group == group);
        [self.any, known.map_or(self.unknown(), |known| known.slot)]
    }
    /// Slots that an access of this group must wait for.
    fn met(&self, group: u32, aliases: &AliasFacts) -> SmallVec<[usize; 4]> {
        let mut met = SmallVec::new();
        let mut add = |how: Meeting, slot: usize| {
            if !skipped(Update::Meet(how)) {
                met.push(slot);
            }
        };
        if group == 0 {
            add(Meeting::All, self.any);
            return met;
        }
        add(Meeting::Unknown, self.unknown());
        for known in &self.groups {
            match (aliases.dependence(group, known.group), known.earlier) {
                (LdsDependence::All, _) => add(Meeting::Same, known.slot),
                (LdsDependence::EarlierIterations, Some(slot)) => add(Meeting::Earlier, slot),
                (LdsDependence::EarlierIterations, None) | (LdsDependence::None, _) => {}
            }
        }
        met
    }
    /// Pairs of slots of which the second takes over where control goes around a loop.
    fn around_loops(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let pairs = self.groups.iter();
        pairs.filter_map(|known| Some((known.slot, known.earlier?)))
    }
}

/// Memory accesses that the counters must order.
#[derive(Clone, Debug)]
pub(super) struct Memory {
    lds_writes: LdsWrites,
    scalar_reads: Slots,
    llvm: ScalarReads,
}

/// LLVM's account of scalar loads, which is kept for the whole function in the order of
/// visits and not along paths: a store to a group in it waits for everything on `lgkmcnt`. A
/// store on every path behind a load ends the account of it.
#[derive(Clone, Debug, Default)]
struct ScalarReads {
    groups: BTreeMap<u32, BlockId>,
    /// Stores that met a group in the account with something outstanding: LLVM never takes
    /// their wait back.
    stores: BTreeSet<InstId>,
    post_dominance: PostDominance,
    closed: bool,
}

impl Memory {
    pub(super) fn of(function: &Function, opcodes: &[OpFacts]) -> Memory {
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
        let lds_writes = LdsWrites::new(Reg::COUNT, &function.aliases, &written, &accessing);
        let scalar_reads = Slots::new(lds_writes.end, read);
        Memory {
            lds_writes,
            scalar_reads,
            llvm: ScalarReads::default(),
        }
    }
    /// Slots the board must have.
    pub(super) fn slots(&self) -> usize {
        self.scalar_reads.end()
    }
    /// The slot of all direct writes to LDS.
    pub(super) fn any_lds_write(&self) -> usize {
        self.lds_writes.any
    }

    /// Slots of which the second takes over what is outstanding where control goes around a loop.
    pub(super) fn around_loops(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.lds_writes.around_loops()
    }

    /// Ends LLVM's account: what it says now is final.
    pub(super) fn close(&mut self) {
        self.llvm.closed = true;
    }

    /// Notes a direct write to LDS that was just counted.
    pub(super) fn note_lds_write(&self, function: &Function, inst: InstId, board: &mut Board) {
        if skipped(Update::LdsWrite) {
            return;
        }
        for slot in self.lds_writes.written(lds_write_group(function, inst)) {
            board.depend(slot, Counter::Vm, inst);
        }
    }

    /// Notes a scalar load that was just counted.
    pub(super) fn note_scalar_read(&mut self, site: Site<'_>, board: &mut Board) {
        for group in scalar_read_groups(site.function, site.inst, site.facts) {
            for slot in self.scalar_reads.written(group) {
                if skipped(Update::ScalarRead) {
                    continue;
                }
                board.depend(slot, Counter::Lgkm, site.inst);
            }
            if group != 0 {
                self.llvm.groups.entry(group).or_insert(site.block);
            }
        }
    }

    /// LDS accesses do not see direct writes to LDS until `vmcnt` says that they are complete.
    pub(super) fn lds_before(&self, site: Site<'_>, board: &Board, need: &mut Need) {
        let facts = site.facts;
        if facts.writes_lds {
            return;
        }
        let aliases = &site.function.aliases;
        let groups = accessed_lds_groups(site.function, site.inst, facts);
        for slot in groups.flat_map(|g| self.lds_writes.met(g, aliases)) {
            if let Some((count, producer)) = board.wait_for(slot, Counter::Vm) {
                need.add(Counter::Vm, count, Cause::Lds { producer });
            }
        }
    }

    /// A store must not overtake a scalar load of the same memory.
    pub(super) fn stores_before(&mut self, site: Site<'_>, board: &Board, need: &mut Need) {
        let Site {
            function,
            block,
            inst,
            facts,
            ..
        } = site;
        for group in overwritten_groups(function, inst, facts) {
            for slot in self.scalar_reads.met(group) {
                if let Some((count, producer)) = board.wait_for(slot, Counter::Lgkm) {
                    need.add(Counter::Lgkm, count, Cause::ScalarRead { producer });
                }
            }
            let pending = board.pending(Counter::Lgkm);
            let load = self.llvm.groups.get(&group).copied();
            if let Some(load) = load.filter(|_| !self.llvm.closed) {
                if pending {
                    self.llvm.stores.insert(inst);
                }
                if self.llvm.post_dominance.query(function, block, load) {
                    self.llvm.groups.remove(&group);
                }
            }
            if pending && self.llvm.stores.contains(&inst) {
                need.add(Counter::Lgkm, 0, Cause::AfterScalarRead);
            }
        }
    }
}

/// The alias groups of an access to LDS that is no direct write; 0 when nothing is known.
fn accessed_lds_groups<'f>(
    function: &'f Function,
    inst: InstId,
    facts: &OpFacts,
) -> impl Iterator<Item = u32> + use<'f> {
    let accesses = function.accesses(inst);
    let unknown = accesses.is_empty() && facts.unit == Unit::Lds;
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
