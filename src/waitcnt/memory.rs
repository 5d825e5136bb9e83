//! Order between accesses to the same memory, where the hardware keeps none: direct writes to
//! LDS before LDS accesses, and scalar loads before stores.
//!
//! [`MemAccess::alias_group`](crate::machine::MemAccess) tells what is known of the memory:
//! accesses in different groups above 0 touch different memory, and an access of group 0 may
//! touch any. All groups of a function are of one numbering.

use std::collections::{BTreeMap, BTreeSet};

use smallvec::SmallVec;

use super::Cause;
use super::facts::OpFacts;
use super::loops::PostDominance;
use super::mutant::{Meeting, Update, skipped};
use super::needs::{Need, Site};
use super::state::Board;
use crate::machine::{
    AddressSpace, BlockId, Function, InstFlags, InstId, MemAccess, MemFlags, Reg,
};
use crate::target::{Counter, Unit};

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

/// Memory accesses that the counters must order.
#[derive(Clone, Debug)]
pub(super) struct Memory {
    lds_writes: Slots,
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
        let (mut written, mut read) = (BTreeSet::new(), BTreeSet::new());
        for &inst in function.block_ids().flat_map(|b| &function.block(b).order) {
            let facts = &opcodes[function.inst(inst).opcode.index()];
            if facts.writes_lds {
                written.insert(lds_write_group(function, inst));
            }
            read.extend(scalar_read_groups(function, inst, facts));
        }
        let lds_writes = Slots::new(Reg::COUNT, written);
        let scalar_reads = Slots::new(lds_writes.end(), read);
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
        let accesses = site.function.accesses(site.inst);
        let unknown = accesses.is_empty() && facts.unit == Unit::Lds;
        let groups = accesses
            .iter()
            .filter(|a| [AddressSpace::LOCAL, AddressSpace::FLAT].contains(&a.space))
            .map(|a| a.alias_group)
            .chain(unknown.then_some(0));
        for slot in groups.flat_map(|g| self.lds_writes.met(g)) {
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
