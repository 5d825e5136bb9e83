//! Classification of opcodes by LLVM's names.
//!
//! Names are LLVM's public interface to its opcodes (`TargetInstrInfo::getName`); the bit
//! positions of TSFlags are not, and move between versions.

mod classify;

use super::Matrix;

/// The flavour of a vector-memory instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum VmemKind {
    /// `buffer_*` (MUBUF).
    Buffer,
    /// `tbuffer_*` (MTBUF).
    TypedBuffer,
    /// `flat_*`: global, LDS or scratch, by address.
    Flat,
    /// `global_*`.
    Global,
    /// `scratch_*`.
    Scratch,
    /// `image_*` (MIMG).
    Image,
}

/// Which part of the machine executes an opcode.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Unit {
    /// Not known to the core.
    Unknown,
    /// Emits no machine code.
    Meta,
    /// Inline assembly.
    InlineAsm,
    /// Scalar ALU, including moves to M0, EXEC and VCC.
    Salu,
    /// Vector ALU.
    Valu,
    /// The matrix pipe.
    Matrix,
    /// Scalar memory, data-cache control and time reads.
    Smem,
    /// Vector memory.
    Vmem(VmemKind),
    /// LDS.
    Lds,
    /// GDS and global wave sync.
    Gws,
    /// Export.
    Export,
    /// `s_sendmsg` and `s_ttracedata`.
    Message,
    /// Branches, returns by jump, calls, `s_endpgm`, `s_trap`.
    Control,
    /// `s_waitcnt` in all its forms.
    Wait,
    /// `s_nop`.
    Nop,
    /// `s_barrier`.
    Barrier,
    /// Hints and state with no data result: `s_setprio`, `s_sleep`, `s_sethalt`, `s_icache_inv` …
    State,
}

macro_rules! traits {
    ($($(#[$m:meta])* $name:ident = $bit:expr;)*) => {
        /// Properties of an opcode that hazards, counters and latencies depend on.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
        pub struct OpTraits(pub u32);
        impl OpTraits {
            $($(#[$m])* pub const $name: OpTraits = OpTraits(1 << $bit);)*
            /// Whether all bits of `other` are set.
            pub fn has(self, other: OpTraits) -> bool {
                self.0 & other.0 == other.0
            }
            fn set(&mut self, other: OpTraits, on: bool) {
                if on {
                    self.0 |= other.0;
                }
            }
        }
    };
}
traits! {
    /// Transcendental (MI300 ISA Table 12).
    TRANS = 0;
    /// Dot product ("DLops").
    DOT = 1;
    /// VOP3P encoding: packed, dot, mix, matrix.
    VOP3P = 2;
    /// SDWA encoding.
    SDWA = 3;
    /// DPP encoding.
    DPP = 4;
    /// VOP3 encoding.
    VOP3 = 5;
    /// `v_cmpx`: writes EXEC.
    CMPX = 6;
    /// `v_readlane` or `v_readfirstlane`.
    READLANE = 7;
    /// `v_writelane`.
    WRITELANE = 8;
    /// `v_div_fmas`.
    DIV_FMAS = 9;
    /// Reads a lane mask as carry-in or select (`v_addc`, `v_subb`, `v_cndmask`).
    CARRY_IN = 10;
    /// `v_accvgpr_read`.
    ACC_READ = 11;
    /// `v_accvgpr_write`.
    ACC_WRITE = 12;
    /// `v_permlane16_swap`, `v_permlane32_swap`.
    PERMLANE_SWAP = 13;
    /// Memory access that writes LDS directly from memory.
    LDS_DMA = 14;
    /// Read-modify-write of memory.
    ATOMIC = 15;
    /// Cache maintenance (invalidate, write back).
    CACHE_CONTROL = 16;
    /// `s_setreg`.
    SETREG = 17;
    /// `s_getreg`.
    GETREG = 18;
    /// Double precision arithmetic.
    F64 = 19;
    /// LDS access addressed by thread id and M0.
    ADD_TID = 20;
    /// Quarter-rate integer multiply and wide multiply-add.
    QUARTER_RATE = 21;
    /// Converts to fp8/bf8/fp4 with a destination byte select.
    BYTE_SELECT = 22;
    /// Reads a VGPR index from M0 or the index mode (`v_movrel`, `s_set_gpr_idx`).
    INDEXED = 23;
    /// Wait inserted by the memory legaliser: its meaning must be kept, not its form.
    SOFT_WAIT = 24;
    /// Packed f32 arithmetic: two results a lane.
    PACKED_F32 = 25;
    /// Vector instruction at half rate.
    HALF_RATE = 26;
    /// Vector instruction that may issue together with one of another wave, where the GPU pairs them.
    PAIRS = 27;
    /// `ds_permute`, `ds_bpermute`.
    LDS_PERMUTE = 28;
}

/// The classification of an opcode.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct OpInfo {
    /// Where it executes.
    pub unit: Unit,
    /// Its properties.
    pub traits: OpTraits,
    /// Shape and passes, for matrix instructions.
    pub matrix: Option<Matrix>,
}

impl OpInfo {
    /// Whether the opcode could be classified.
    pub fn is_known(&self) -> bool {
        self.unit != Unit::Unknown
    }
    /// Vector ALU or matrix: what LLVM and the ISA documents call a VALU instruction.
    pub fn is_valu(&self) -> bool {
        matches!(self.unit, Unit::Valu | Unit::Matrix)
    }
    /// A final `s_waitcnt`, as opposed to a request of the memory legaliser, which LLVM's wait
    /// inserter turns into one where something is outstanding.
    pub fn is_standing_wait(&self) -> bool {
        self.unit == Unit::Wait && !self.has(OpTraits::SOFT_WAIT)
    }
    /// Vector memory of any kind.
    pub fn is_vmem(&self) -> bool {
        matches!(self.unit, Unit::Vmem(_))
    }
    /// Whether all these traits hold.
    pub fn has(&self, traits: OpTraits) -> bool {
        self.traits.has(traits)
    }
}
