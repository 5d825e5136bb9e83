//! What one instruction leaves outstanding, and on which lines it is until it completes.

use smallvec::SmallVec;

use crate::gpu::{Counter, Counts, OpTraits, Unit, VmemKind};
use crate::machine::{
    AddressSpace, AliasRelation, Function, InstFlags, InstId, LdsDma, MemAccess, MemFlags,
};
use crate::ordered::is_between_lanes;

/// Operations that complete in the order they were issued, or, if not
/// [`Line::in_order`], in any order. Between two lines there is no order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Line {
    /// Vector memory.
    Vector,
    /// The memory side of flat accesses that may go to LDS instead.
    FlatVector,
    /// LDS.
    Lds,
    /// The LDS side of flat accesses that may go to memory instead.
    FlatLds,
    /// GDS and global wave sync.
    Gds,
    /// Scalar memory.
    Scalar,
    /// Messages.
    Message,
    /// Registers that GDS has yet to read.
    GdsSource,
    /// Registers that an export has yet to read.
    Export,
    /// The same, of a position.
    Position,
    /// The same, of a parameter.
    Parameter,
}

impl Line {
    pub(super) fn bit(self) -> u16 {
        1 << self as u16
    }
    pub(crate) fn counter(self) -> Counter {
        match self {
            Line::Vector | Line::FlatVector => Counter::Vm,
            Line::Lds | Line::FlatLds | Line::Gds | Line::Scalar | Line::Message => Counter::Lgkm,
            Line::GdsSource | Line::Export | Line::Position | Line::Parameter => Counter::Exp,
        }
    }
    pub(crate) fn in_order(self) -> bool {
        !matches!(self, Line::FlatVector | Line::FlatLds | Line::Scalar)
    }
    /// Whether an operation is complete once as many others follow it as the counter can hold. LLVM takes that for
    /// granted of `expcnt`, and no document says it of the others.
    pub(super) fn completes_when_full(self) -> bool {
        self.counter() == Counter::Exp
    }
    /// All lines of a counter.
    pub(super) fn of(counter: Counter) -> u16 {
        match counter {
            Counter::Vm => Line::Vector.bit() | Line::FlatVector.bit(),
            Counter::Lgkm => {
                let memory = Line::Lds.bit() | Line::FlatLds.bit() | Line::Scalar.bit();
                memory | Line::Gds.bit() | Line::Message.bit()
            }
            Counter::Exp => {
                let exports = Line::Export.bit() | Line::Position.bit() | Line::Parameter.bit();
                Line::GdsSource.bit() | exports
            }
        }
    }
}

/// Vector memory returns its results in issue order within each of these kinds, so that an
/// access may overwrite the result of another of its kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Returns {
    Plain,
    Sampled,
}

/// The order in which what vector memory returns to an access is written. A flat access returns
/// from LDS as well, which [`Line::FlatLds`] and [`Line::Lds`] describe.
pub(super) fn returns(function: &Function, inst: InstId) -> Option<Returns> {
    let name = function.opcode(inst).name.as_str();
    let sampled = ["SAMPLE", "GATHER4", "GET_LOD"];
    match function.info(inst).unit {
        Unit::Vmem(VmemKind::Image) if sampled.iter().any(|s| name.contains(s)) => {
            Some(Returns::Sampled)
        }
        Unit::Vmem(_) => Some(Returns::Plain),
        _ => None,
    }
}

/// Whether everything the access returns comes from vector memory for certain.
pub(super) fn never_from_lds(function: &Function, inst: InstId) -> bool {
    function.info(inst).is_vmem() && function.info(inst).unit != Unit::Vmem(VmemKind::Flat)
}

/// Writes LDS directly from memory.
pub(super) fn writes_lds(function: &Function, inst: InstId) -> bool {
    let info = function.info(inst);
    let from_lds = || function.opcode(inst).name.starts_with("BUFFER_STORE_");
    info.is_vmem() && info.has(OpTraits::LDS_DMA) && !from_lds()
}

/// Whether what the instruction does in LDS is looked at where direct writes are waited for. As LLVM has it, the text
/// of inline assembly is no access to memory, and its author waits.
pub(super) fn is_judged_by_lds(function: &Function, inst: InstId) -> bool {
    match function.aliases.policy {
        LdsDma::Strict => true,
        LdsDma::Llvm => !function.flags(inst).has(InstFlags::IN_ASM),
    }
}

/// Whether an access to LDS of group `access` relies on a direct write of group `load` being
/// complete. `earlier`: control has gone around a loop since.
pub(super) fn relies_on_load(function: &Function, access: u32, load: u32, earlier: bool) -> bool {
    match function.aliases.relation(access, load) {
        None => true,
        Some(AliasRelation::Distinct) => false,
        Some(AliasRelation::DistinctInIteration) => earlier,
        Some(AliasRelation::Unproved) => function.aliases.policy == LdsDma::Strict,
    }
}

/// Whether two groups of memory outside LDS may be the same. 0 is unknown memory.
pub(super) fn may_alias(a: u32, b: u32) -> bool {
    a == b || a == 0 || b == 0
}

/// The group of LDS objects that a direct write goes to.
pub(super) fn written_lds(function: &Function, inst: InstId) -> u32 {
    let mut accesses = function.accesses(inst).iter();
    let write = |a: &&MemAccess| a.flags.has(MemFlags::STORE) && a.space == AddressSpace::LOCAL;
    accesses.find(write).map_or(0, |a| a.alias_group)
}

/// The groups of LDS objects that an access, other than a direct write, touches.
pub(super) fn touched_lds(function: &Function, inst: InstId) -> SmallVec<[u32; 2]> {
    let accesses = function.accesses(inst);
    if writes_lds(function, inst) || is_between_lanes(function, inst) {
        return SmallVec::new();
    }
    if accesses.is_empty() && function.info(inst).unit == Unit::Lds {
        return SmallVec::from_slice(&[0]);
    }
    let here = |a: &&MemAccess| [AddressSpace::LOCAL, AddressSpace::FLAT].contains(&a.space);
    let touched = accesses.iter().filter(here);
    touched.map(|a| a.alias_group).collect()
}

/// The memory that a scalar load reads and that may be written while it runs.
pub(super) fn read_by_scalar(function: &Function, inst: InstId) -> SmallVec<[u32; 2]> {
    let accesses = function.accesses(inst);
    if function.info(inst).unit != Unit::Smem {
        return SmallVec::new();
    }
    if accesses.is_empty() && function.opcode(inst).name.contains("_LOAD_") {
        return SmallVec::from_slice(&[0]);
    }
    let changing = accesses
        .iter()
        .filter(|a| !a.flags.has(MemFlags::INVARIANT));
    changing.map(|a| a.alias_group).collect()
}

/// The memory that a store writes where a scalar load may read it.
pub(super) fn stored(function: &Function, inst: InstId) -> SmallVec<[u32; 2]> {
    let accesses = function.accesses(inst);
    if !matches!(function.info(inst).unit, Unit::Vmem(_) | Unit::Smem) {
        return SmallVec::new();
    }
    if accesses.is_empty() && function.flags(inst).has(InstFlags::MAY_STORE) {
        return SmallVec::from_slice(&[0]);
    }
    let private = [
        AddressSpace::LOCAL,
        AddressSpace::REGION,
        AddressSpace::PRIVATE,
    ];
    let written = accesses
        .iter()
        .filter(|a| a.flags.has(MemFlags::STORE) && !private.contains(&a.space));
    written.map(|a| a.alias_group).collect()
}

/// What an `s_waitcnt` requires; `None` for every other instruction. Requests of the memory
/// model that are not yet turned into waits guarantee nothing.
pub(crate) fn request(function: &Function, inst: InstId) -> Option<Counts> {
    if function.opcode(inst).name != "S_WAITCNT" {
        return None;
    }
    let imm = function.operands(inst).first()?.imm()?;
    // The instruction has 16 bits for it.
    Some(Counts::decode(imm as u16))
}
