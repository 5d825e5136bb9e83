//! What an opcode and an instruction do to the counters.

use smallvec::SmallVec;

use super::mutant::{Update, skipped};
use crate::gpu::{
    Amount, CountRow, Counter, Counting, Counts, Event, Gpu, OpTraits, Raise, Unit, VmemKind, When,
};
use crate::machine::{
    AddressSpace, Function, InstFlags, InstId, Opcode, Operand, OperandFlags, OperandKind, Role,
};

/// How a wait that is already in the stream is to be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum WaitKind {
    /// Written by the user or by an earlier stage: holds as it stands.
    Hard,
    /// From the memory legaliser: holds for what is outstanding.
    Soft,
    /// From the memory legaliser: wait for direct writes to LDS only.
    LdsDirect,
}

/// Vector-memory instructions that write registers in issue order among themselves, so that
/// one may overwrite the result of another without a wait.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum WriteOrder {
    /// Buffer, global, scratch, and images without a sampler.
    Plain,
    /// Images through a sampler.
    Sampler,
}

impl WriteOrder {
    pub(super) fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// Facts about one opcode, read from its name once per function.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpFacts {
    pub unit: Unit,
    /// What it raises.
    row: &'static CountRow,
    pub wait: Option<WaitKind>,
    /// Counts on `vmcnt` only and writes registers in this order; `None` for flat accesses
    /// and for what is no vector memory.
    pub write_order: Option<WriteOrder>,
    /// Reads or writes LDS directly from or to memory.
    pub lds_dma: bool,
    /// Writes LDS directly from memory.
    pub writes_lds: bool,
    /// Writes the L2 back; the memory model waits for it with `vmcnt(0)`.
    pub write_back: bool,
    /// Invalidates the vector cache in the old form, before which loads must be complete.
    pub old_invalidate: bool,
    /// Global wave sync and ordered count: always on GDS hardware.
    pub always_gds: bool,
    /// `s_sendmsg` and `s_sendmsghalt`.
    pub sends: bool,
    /// Ends the wave: the hardware completes what is outstanding.
    pub ends: bool,
    /// Leaves a tied source unread (d16 loads keep the other half of the register).
    pub tied_unread: bool,
    pub inline_asm: bool,
    pub scalar_load: bool,
}

impl OpFacts {
    pub(super) fn of(opcode: &Opcode, gpu: Gpu) -> OpFacts {
        let (info, name) = (&opcode.info, opcode.name.as_str());
        let vmem = match info.unit {
            Unit::Vmem(kind) => Some(kind),
            _ => None,
        };
        let cache_control = vmem.is_some() && info.has(OpTraits::CACHE_CONTROL);
        let lds_dma = vmem.is_some() && info.has(OpTraits::LDS_DMA);
        let row = CountRow::of(info.unit, name, gpu);
        OpFacts {
            unit: info.unit,
            row,
            wait: match name {
                "S_WAITCNT" => Some(WaitKind::Hard),
                "S_WAITCNT_soft" => Some(WaitKind::Soft),
                "S_WAITCNT_lds_direct" => Some(WaitKind::LdsDirect),
                _ => None,
            },
            write_order: match vmem {
                None | Some(VmemKind::Flat) => None,
                Some(VmemKind::Image) if samples(name) => Some(WriteOrder::Sampler),
                Some(_) => Some(WriteOrder::Plain),
            },
            lds_dma,
            writes_lds: lds_dma && !name.starts_with("BUFFER_STORE_"),
            write_back: row.counting == Counting::UntilZero,
            old_invalidate: cache_control && name.starts_with("BUFFER_WBINVL1"),
            always_gds: info.unit == Unit::Gws,
            sends: name == "S_SENDMSG" || name == "S_SENDMSGHALT",
            ends: name == "S_ENDPGM" || name == "S_ENDPGM_SAVED",
            tied_unread: vmem.is_some() && !info.has(OpTraits::ATOMIC),
            inline_asm: info.unit == Unit::InlineAsm,
            scalar_load: name.starts_with("S_LOAD_")
                || name.starts_with("S_BUFFER_LOAD_")
                || name.starts_with("S_SCRATCH_LOAD_"),
        }
    }
}

fn samples(name: &str) -> bool {
    ["IMAGE_SAMPLE", "IMAGE_GATHER4", "IMAGE_GET_LOD"]
        .iter()
        .any(|p| name.starts_with(p))
}

/// Emits nothing and waits for nothing. A bundle's header is not among them: it stands for
/// its members' operands.
pub(super) fn is_meta(function: &Function, inst: InstId) -> bool {
    let flags = function.flags(inst);
    !flags.has(InstFlags::BUNDLE)
        && (flags.has(InstFlags::META) || function.info(inst).unit == Unit::Meta)
}

/// A return to a caller, other than by a tail call.
pub(super) fn returns(function: &Function, inst: InstId, facts: &OpFacts) -> bool {
    let flags = function.flags(inst);
    flags.has(InstFlags::RETURN) && !flags.has(InstFlags::CALL) && !facts.ends
}

/// The message number of `GS_DONE`, before which vector memory must be complete.
const GS_DONE: i64 = 3;

/// Sends `GS_DONE`.
pub(super) fn sends_gs_done(function: &Function, inst: InstId, facts: &OpFacts) -> bool {
    let number = || function.operands(inst).first().and_then(Operand::imm);
    facts.sends && number().is_some_and(|n| n & 0xf == GS_DONE)
}

/// An LDS opcode with its GDS bit set. The bit is the last immediate, after one or two
/// offsets; lane permutes have an offset only.
fn has_gds_bit(function: &Function, inst: InstId) -> bool {
    let mut imms = function
        .operands(inst)
        .iter()
        .filter(|o| o.is_explicit())
        .filter_map(Operand::imm);
    let last = imms.next_back();
    imms.next_back().is_some() && last.is_some_and(|gds| gds != 0)
}

/// What an instruction makes outstanding, in the order it is counted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Issued {
    pub events: SmallVec<[Event; 2]>,
    /// A flat access that may go either way, so that either counter may be the late one.
    pub flat_both: bool,
}

/// What an instruction raises, by its row and its operands.
fn raised(
    function: &Function,
    inst: InstId,
    row: &'static CountRow,
) -> impl Iterator<Item = Raise> {
    let counts = row.counting == Counting::Surely;
    let raises = if counts { row.raises } else { &[] };
    let applies = move |raise: &Raise| match raise.when {
        When::Always => true,
        When::ReachesMemory => flat_may_access_vmem(function, inst),
        When::ReachesLds => flat_may_access_lds(function, inst),
        When::Gds => has_gds_bit(function, inst),
        When::NotGds => !has_gds_bit(function, inst),
        When::Target(first, last) => {
            let target = function.operands(inst).first().and_then(Operand::imm);
            (i64::from(first)..=i64::from(last)).contains(&target.unwrap_or(0))
        }
    };
    raises.iter().copied().filter(applies)
}

/// The events of an instruction.
pub(super) fn issued(function: &Function, inst: InstId, facts: &OpFacts) -> Issued {
    let raised = raised(function, inst, facts.row);
    let mut events: SmallVec<[Event; 2]> = raised.map(|raise| raise.event).collect();
    if events.is_empty() && skipped(Update::Silent(facts.unit)) {
        events.push(match facts.unit {
            Unit::Message => Event::Message,
            _ => Event::Vmem,
        });
    }
    if facts.lds_dma && skipped(Update::MemoryOnly) {
        events.push(Event::Lds);
    }
    let flat_both = facts.unit == Unit::Vmem(VmemKind::Flat) && events.len() > 1;
    events.retain(|event| !skipped(Update::Count(facts.unit, *event)));
    Issued { events, flat_both }
}

/// Whether a flat access may go to global memory or scratch: unless all its accesses
/// are known to be to LDS, or LDS cannot be reached at all.
pub(super) fn flat_may_access_vmem(function: &Function, inst: InstId) -> bool {
    let accesses = function.accesses(inst);
    function.features.tg_split
        || accesses.is_empty()
        || skipped(Update::Space(Counter::Vm))
        || accesses.iter().any(|a| a.space != AddressSpace::LOCAL)
}

/// Whether a flat access may go to LDS. In threadgroup split mode none does.
fn flat_may_access_lds(function: &Function, inst: InstId) -> bool {
    let accesses = function.accesses(inst);
    (!function.features.tg_split || skipped(Update::Split))
        && (accesses.is_empty()
            || skipped(Update::Space(Counter::Lgkm))
            || accesses
                .iter()
                .any(|a| a.space == AddressSpace::LOCAL || a.space == AddressSpace::FLAT))
}

/// The request of a wait in the stream; `None` when its operand is no immediate.
pub(crate) fn wait_request(function: &Function, inst: InstId) -> Option<Counts> {
    let imm = function.operands(inst).first()?.imm()?;
    // Only 16 bits are encoded.
    Some(Counts::decode(imm as u16))
}

/// What an instruction adds to the hardware's counters, for a cost model.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counted {
    /// `vmcnt` goes up by this.
    pub vm: u8,
    /// `lgkmcnt` goes up by this for LDS and the LDS side of flat accesses.
    pub lds: u8,
    /// `lgkmcnt` goes up by this for scalar memory: 1 for one dword, 2 for more.
    pub smem: u8,
    /// `lgkmcnt` goes up by this for GDS and messages.
    pub other: u8,
    /// `expcnt` goes up by this.
    pub exp: u8,
    /// It completes in issue order among operations that count alike, so that a wait for a
    /// number above 0 can mean this one. Not so for scalar memory and for flat accesses that
    /// may go to LDS or to memory.
    pub in_order: bool,
}

/// What an instruction adds to the counters and whether it completes in order. A bundle's
/// header adds nothing: ask its members.
pub fn counted(function: &Function, inst: InstId) -> Counted {
    let facts = OpFacts::of(function.opcode(inst), function.gpu);
    let mut counted = Counted {
        in_order: !issued(function, inst, &facts).flat_both,
        ..Counted::default()
    };
    for raise in raised(function, inst, facts.row) {
        counted.in_order &= raise.event.in_order();
        let counter = match raise.event {
            Event::Vmem => &mut counted.vm,
            Event::Lds => &mut counted.lds,
            Event::Smem => &mut counted.smem,
            Event::Gds | Event::Message => &mut counted.other,
            Event::GdsRead | Event::Export | Event::ExportPosition | Event::ExportParameter => {
                &mut counted.exp
            }
        };
        *counter += match raise.amount {
            Amount::One => 1,
            Amount::ScalarDwords => smem_dwords(function, inst).clamp(1, 2),
        };
    }
    counted
}

fn smem_dwords(function: &Function, inst: InstId) -> u8 {
    let operand = function
        .operand(inst, Role::Dst)
        .or_else(|| function.operands(inst).first());
    operand.and_then(Operand::reg).map_or(1, |r| r.len())
}

/// Reads its register by way of a tie only: the hardware keeps what it does not write.
pub(super) fn is_unread_tie(operand: &Operand, facts: &OpFacts) -> bool {
    facts.tied_unread
        && !operand.is_def()
        && operand.flags.has(OperandFlags::TIED)
        && matches!(operand.kind, OperandKind::Reg(_))
}
