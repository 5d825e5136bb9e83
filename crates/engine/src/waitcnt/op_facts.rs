//! Facts about an opcode that matter to the counters, and questions to one instruction.

use crate::gpu::{CountRow, Counting, Counts, Gpu, OpTraits, Unit, VmemKind};
use crate::machine::{Function, InstFlags, InstId, Opcode, Operand, OperandFlags, OperandKind};

/// The meaning of a wait that is already in the stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum WaitKind {
    /// Written by the user or by an earlier stage: stays as strict as it is.
    Hard,
    /// From the memory legaliser: applies to what is outstanding.
    Soft,
    /// From the memory legaliser: applies to direct writes to LDS only.
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
    /// Which counters it raises.
    pub row: &'static CountRow,
    pub wait: Option<WaitKind>,
    /// The order in which it writes registers; `None` for flat accesses, which may return from
    /// LDS, and for what is not vector memory.
    pub write_order: Option<WriteOrder>,
    /// Writes LDS directly from memory.
    pub writes_lds: bool,
    /// Writes the L2 back; the memory model waits for it with `vmcnt(0)`.
    pub write_back: bool,
    /// Invalidates the vector cache in the old form, before which loads must be complete.
    pub old_invalidate: bool,
    /// Global wave sync and ordered count: always on GDS hardware.
    pub is_gws: bool,
    /// Sends a message: `s_sendmsg` and `s_sendmsghalt`.
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
            writes_lds: lds_dma && !name.starts_with("BUFFER_STORE_"),
            write_back: row.counting == Counting::UntilZero,
            old_invalidate: cache_control && name.starts_with("BUFFER_WBINVL1"),
            is_gws: info.unit == Unit::Gws,
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

/// The facts about all opcodes of a function.
pub(super) fn of_function(function: &Function) -> Vec<OpFacts> {
    let opcodes = function.opcodes().iter();
    opcodes
        .map(|opcode| OpFacts::of(opcode, function.gpu))
        .collect()
}

/// An image instruction that uses a sampler.
fn samples(name: &str) -> bool {
    ["IMAGE_SAMPLE", "IMAGE_GATHER4", "IMAGE_GET_LOD"]
        .iter()
        .any(|p| name.starts_with(p))
}

/// Emits nothing and waits for nothing. A bundle's header is not among these: it has the operands
/// of its members.
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

pub(super) fn sends_gs_done(function: &Function, inst: InstId, facts: &OpFacts) -> bool {
    let number = || function.operands(inst).first().and_then(Operand::imm);
    facts.sends && number().is_some_and(|n| n & 0xf == GS_DONE)
}

/// The request of a wait in the stream; `None` when its operand is not an immediate.
pub fn wait_request(function: &Function, inst: InstId) -> Option<Counts> {
    let imm = function.operands(inst).first()?.imm()?;
    // Only 16 bits are encoded.
    Some(Counts::decode(imm as u16))
}

/// Reads its register only because it is tied to the result: the hardware keeps the part of the
/// register that it does not write.
pub(super) fn is_unread_tie(operand: &Operand, facts: &OpFacts) -> bool {
    facts.tied_unread
        && !operand.is_def()
        && operand.flags.has(OperandFlags::TIED)
        && matches!(operand.kind, OperandKind::Reg(_))
}
