//! What the simulator has to know of a single instruction.

use crate::gpu::{ClauseRole, Counter, Counts, OpInfo, OpTraits, Unit};
use crate::machine::{AddressSpace, Function, InstFlags, InstId};
use crate::waitcnt::counted;

/// The unit that an instruction occupies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Pipe {
    /// Nothing but the issue slot of its own wave.
    None,
    /// The scalar ALU.
    Salu,
    /// The vector ALU.
    Valu,
    /// The vector ALU, apart from matrix instructions.
    Packed,
    /// The matrix pipe.
    Matrix,
    /// Scalar memory.
    Smem,
    /// LDS.
    Lds,
    /// Vector memory.
    Vmem,
}

impl Pipe {
    /// All of them, in order.
    pub const ALL: [Pipe; 8] = [
        Pipe::None,
        Pipe::Salu,
        Pipe::Valu,
        Pipe::Packed,
        Pipe::Matrix,
        Pipe::Smem,
        Pipe::Lds,
        Pipe::Vmem,
    ];

    /// The unit of an instruction.
    pub(in crate::timing) fn of(info: &OpInfo) -> Pipe {
        match info.unit {
            Unit::Salu => Pipe::Salu,
            Unit::Valu if info.has(OpTraits::PACKED_F32) => Pipe::Packed,
            Unit::Valu => Pipe::Valu,
            Unit::Matrix => Pipe::Matrix,
            Unit::Smem => Pipe::Smem,
            Unit::Lds => Pipe::Lds,
            Unit::Vmem(_) => Pipe::Vmem,
            _ => Pipe::None,
        }
    }
}

/// What an explicit wait waits for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Awaited {
    /// The counters of an `s_waitcnt` to fall to these values; a value at its maximum waits for
    /// nothing.
    Counters { vm: u32, lgkm: u32 },
    /// `S_WAITCNT_lds_direct`: loads into LDS alone, whatever else is outstanding.
    LdsDma,
}

/// An explicit wait.
#[derive(Clone, Copy, Debug)]
pub struct Wait {
    pub awaited: Awaited,
    /// A marker of the memory legaliser: no instruction where nothing that it waits for is
    /// outstanding.
    pub soft: bool,
}

/// An instruction that takes an issue slot.
#[derive(Clone, Debug)]
pub(crate) struct Op {
    pub inst: InstId,
    pub pipe: Pipe,
    /// Counts on the counter of vector memory.
    pub vm: bool,
    /// Counts on the counter of LDS, scalar memory and messages.
    pub lgkm: bool,
    /// Returns out of order: only a wait for everything covers it.
    pub unordered: bool,
    /// Loads from memory into LDS: the alias group of the destination.
    pub lds_dma: Option<u32>,
    /// Accesses LDS otherwise: the alias group.
    pub lds: Option<u32>,
    /// An explicit wait.
    pub wait: Option<Wait>,
    /// What it is in a clause of memory instructions.
    pub clause: Option<ClauseRole>,
    /// An `s_waitcnt` or `s_nop`.
    pub is_filler: bool,
    /// An `s_barrier`.
    pub is_barrier: bool,
    /// The priority that an `s_setprio` gives its wave, 0 to 3 (MI300 ISA, SOPP instructions, S_SETPRIO).
    pub priority: Option<u8>,
    /// Wait states it counts as.
    pub wait_states: u32,
}

impl Op {
    /// Reads an instruction; its role in a clause is set by the caller.
    pub(super) fn of(function: &Function, inst: InstId) -> Op {
        let info = function.info(inst);
        let counted = counted(function, inst);
        let is_dma = info.has(OpTraits::LDS_DMA);
        let immediate = || function.operands(inst).iter().find_map(|o| o.imm());
        let is_lds = !is_dma && counted.lds > 0 && touches_lds(function, inst);
        Op {
            inst,
            pipe: Pipe::of(info),
            vm: counted.vm > 0,
            lgkm: counted.lds + counted.smem + counted.other > 0,
            // Messages and GDS return in order among themselves, but not with LDS.
            unordered: !counted.in_order || counted.other > 0,
            lds_dma: is_dma.then(|| lds_group(function, inst)),
            lds: is_lds.then(|| lds_group(function, inst)),
            wait: (info.unit == Unit::Wait).then(|| Wait {
                awaited: match function.opcode(inst).name.as_ref() {
                    "S_WAITCNT_lds_direct" => Awaited::LdsDma,
                    _ => awaited_counters(immediate().unwrap_or(0)),
                },
                soft: info.has(OpTraits::SOFT_WAIT),
            }),
            clause: None,
            is_filler: matches!(info.unit, Unit::Wait | Unit::Nop),
            is_barrier: info.unit == Unit::Barrier,
            priority: (info.unit == Unit::State && function.opcode(inst).name == "S_SETPRIO")
                .then(|| (immediate().unwrap_or(0) & 3) as u8),
            wait_states: match info.unit {
                Unit::Nop => immediate().unwrap_or(0).clamp(0, 15) as u32 + 1,
                // What is in it is unknown, so nothing may rely on it.
                Unit::InlineAsm => 0,
                _ => 1,
            },
        }
    }

    /// Nothing but arithmetic: no wait, on no counter, no access to LDS, not part of a clause, no
    /// barrier.
    pub(super) fn is_plain(&self) -> bool {
        let counts = self.vm || self.lgkm || self.lds_dma.is_some() || self.lds.is_some();
        !counts && self.wait.is_none() && self.clause.is_none() && !self.is_barrier
    }
}

/// Whether an instruction takes an issue slot.
pub fn issues(function: &Function, inst: InstId) -> bool {
    let flags = function.flags(inst);
    let silent = [InstFlags::META, InstFlags::BUNDLE, InstFlags::ASM_PARSED];
    !silent.into_iter().any(|flag| flags.has(flag)) && function.info(inst).unit != Unit::Meta
}

fn may_be_lds(space: AddressSpace) -> bool {
    space == AddressSpace::LOCAL || space == AddressSpace::FLAT
}

fn touches_lds(function: &Function, inst: InstId) -> bool {
    let mut accesses = function.accesses(inst).iter();
    accesses.any(|access| may_be_lds(access.space))
}

/// The alias group of an access to LDS; 0, which may alias anything, if it is not known.
fn lds_group(function: &Function, inst: InstId) -> u32 {
    let mut accesses = function.accesses(inst).iter();
    accesses
        .find(|access| may_be_lds(access.space))
        .map_or(0, |access| access.alias_group)
}

fn awaited_counters(imm: i64) -> Awaited {
    // Only 16 bits are encoded.
    let counts = Counts::decode(imm as u16);
    let field = |counter: Counter| u32::from(counts.get(counter).unwrap_or(counter.max()));
    Awaited::Counters {
        vm: field(Counter::Vm),
        lgkm: field(Counter::Lgkm),
    }
}
