//! Instructions, their operands and their memory accesses.

use std::ops::{BitOr, Range};

use super::RegRange;
use crate::define_index;
use crate::gpu::OpInfo;

define_index!(
    /// Names a basic block; a function's own blocks are numbered in layout order.
    pub struct BlockId(pub u32)
);
define_index!(
    /// Names an instruction of a function, for life: ids survive reordering.
    pub struct InstId(pub u32)
);
define_index!(
    /// Names an entry of [`Function::opcodes`](super::Function::opcodes).
    pub struct OpcodeId(pub u32)
);

/// The use an instruction makes of an operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Role {
    /// Anything not listed here.
    Other,
    /// The result.
    Dst,
    /// A second, scalar result (carry-out, `v_div_scale`'s VCC).
    ScalarDst,
    /// First source of a vector ALU instruction.
    Src0,
    /// Second source.
    Src1,
    /// Third source.
    Src2,
    /// Lane mask read as carry-in or select.
    CarryIn,
    /// Lane number of `v_readlane` and `v_writelane`.
    LaneSelect,
    /// The prior value a DPP instruction keeps in disabled lanes.
    DppOld,
    /// Source-modifier immediate (neg, abs, sext, op_sel) of the source that follows.
    Modifiers,
    /// SDWA destination select.
    DstSelect,
    /// Matrix A.
    MatA,
    /// Matrix B.
    MatB,
    /// Accumulator input (SrcC; for `v_smfmac` the tied destination).
    MatC,
    /// Sparse index of `v_smfmac`.
    MatIndex,
    /// Block scale of a scaled matrix instruction.
    MatScale,
    /// Vector address.
    VAddr,
    /// Data written to memory, LDS or GDS.
    VData,
    /// Scalar address or base.
    SAddr,
    /// Buffer or image resource descriptor.
    SRsrc,
    /// Scalar offset of a buffer access (a register or an immediate).
    SOffset,
}

macro_rules! flags {
    ($(#[$meta:meta])* $name:ident: $repr:ty { $($(#[$fm:meta])* $flag:ident = $bit:expr, $text:literal;)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
        pub struct $name(pub $repr);
        impl $name {
            $($(#[$fm])* pub const $flag: $name = $name(1 << $bit);)*
            /// Every flag with the word the text form uses for it.
            pub const NAMES: &[($name, &str)] = &[$(($name::$flag, $text)),*];
            /// All bits that have a meaning.
            pub const ALL: $name = $name(0 $(| 1 << $bit)*);
            /// No flag set.
            pub const NONE: $name = $name(0);
            /// Whether all bits of `other` are set.
            pub fn has(self, other: $name) -> bool {
                self.0 & other.0 == other.0
            }
        }
        impl BitOr for $name {
            type Output = $name;
            fn bitor(self, other: $name) -> $name {
                $name(self.0 | other.0)
            }
        }
    };
}

flags!(
    /// What LLVM knows of an instruction (MachineInstr and MCInstrDesc), and its place in a bundle.
    /// The bits are those of `cpp/cdnasched.h`.
    InstFlags: u32 {
        /// May read memory.
        MAY_LOAD = 0, "load";
        /// May write memory.
        MAY_STORE = 1, "store";
        /// Has side effects LLVM does not model.
        SIDE_EFFECTS = 2, "effects";
        /// A call.
        CALL = 3, "call";
        /// A return, `s_endpgm` included.
        RETURN = 4, "return";
        /// A block terminator.
        TERMINATOR = 5, "term";
        /// A branch.
        BRANCH = 6, "branch";
        /// Control flow never continues after it.
        BARRIER = 7, "noreturn";
        /// Emits no machine code (KILL, IMPLICIT_DEF, SCHED_BARRIER, CFI …): 0 wait states.
        META = 8, "meta";
        /// Inline assembly. Its instructions follow it if it is [`InstFlags::ASM_PARSED`]; otherwise its
        /// content is unknown.
        INLINE_ASM = 9, "asm";
        /// The header of a bundle: emits nothing, its operands summarise its members.
        BUNDLE = 10, "bundle";
        /// Bundled with the instruction before it.
        IN_BUNDLE = 11, "inside";
        /// LLVM's `isSchedulingBoundary`: nothing moves across it.
        BOUNDARY = 12, "boundary";
        /// Has an access that must keep its order among all accesses (volatile, atomic).
        ORDERED_MEMORY = 13, "ordered";
        /// Inline assembly of unknown content whose text has an `s_waitcnt`.
        ASM_WAITS = 14, "waits";
        /// Inserted by the core; has no counterpart in LLVM's function.
        INSERTED = 15, "inserted";
        /// Inline assembly whose instructions are known: those directly behind it that are
        /// [`InstFlags::IN_ASM`]. It emits nothing itself; its operands are what its author declared.
        ASM_PARSED = 16, "parsed";
        /// An instruction of the text of the inline assembly before it, always [`InstFlags::IN_BUNDLE`] as
        /// well. LLVM has no instruction for it, and nothing can be put before it.
        IN_ASM = 17, "embedded";
        /// It stands where it is and nowhere else: of a text, what no second line can be written for.
        UNIQUE = 18, "unique";
        /// Of a bundle from where EXEC is narrowed to where it is restored, its header included. It moves as a whole, and can be
        /// copied.
        GUARD = 19, "guard";
    }
);

flags!(
    /// Marks of an operand. The bits are those of `cpp/cdnasched.h`.
    OperandFlags: u8 {
        /// Written (otherwise read).
        DEF = 0, "def";
        /// Not part of the assembly text.
        IMPLICIT = 1, "imp";
        /// The value written is never read.
        DEAD = 2, "dead";
        /// The value read does not matter.
        UNDEF = 3, "undef";
        /// Shares its register with a def (for a use) or a use (for a def).
        TIED = 4, "tied";
        /// Written before all sources are read.
        EARLY_CLOBBER = 5, "early";
        /// Read from inside the same bundle.
        INTERNAL = 6, "internal";
    }
);

flags!(
    /// Properties of a memory access. The bits are those of `cpp/cdnasched.h`.
    MemFlags: u8 {
        /// Reads.
        LOAD = 0, "read";
        /// Writes.
        STORE = 1, "write";
        /// Volatile.
        VOLATILE = 2, "volatile";
        /// Atomic (any ordering).
        ATOMIC = 3, "atomic";
        /// The memory never changes while the function runs.
        INVARIANT = 4, "invariant";
        /// Non-temporal.
        NON_TEMPORAL = 5, "nontemporal";
    }
);

flags!(
    /// Which registers the class of an operand admits (LLVM's register classes, for the function's
    /// subtarget). The bits are those of `cpp/cdnasched.h`.
    OperandClass: u8 {
        /// VGPRs.
        VGPR = 0, "v";
        /// AccVGPRs.
        AGPR = 1, "a";
        /// Tuples that begin at an even number only (gfx90a and later).
        EVEN = 2, "e";
    }
);

/// AMDGPU address space of an access (LLVM AMDGPUUsage, "Address Spaces").
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct AddressSpace(pub u32);

impl AddressSpace {
    /// Generic: global, LDS or scratch.
    pub const FLAT: AddressSpace = AddressSpace(0);
    /// Global memory.
    pub const GLOBAL: AddressSpace = AddressSpace(1);
    /// GDS.
    pub const REGION: AddressSpace = AddressSpace(2);
    /// LDS.
    pub const LOCAL: AddressSpace = AddressSpace(3);
    /// Constant memory.
    pub const CONSTANT: AddressSpace = AddressSpace(4);
    /// Scratch.
    pub const PRIVATE: AddressSpace = AddressSpace(5);

    /// Reaches global memory and nothing else: constant memory (also by 32-bit pointers, 6) and what buffers point to
    /// (fat pointers, resources and strided ones, 7 to 9) is global memory.
    pub fn is_global(self) -> bool {
        matches!(self.0, 1 | 4 | 6..=9)
    }
}

/// A place in a stack slot of LLVM's that holds what vector registers held, lane by lane.
///
/// Only those of kernels are named, and none that does anything else: those of scalar registers, those that are written or read
/// while EXEC is widened for it (whole-wave mode), and those with any access that is no plain load or store
/// of as many registers as it has words. No pointer leads to a slot: memory accesses without a spill slot
/// leave it alone, as do calls.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SpillSlot {
    /// LLVM's frame index: only tells slots of one function apart.
    pub index: u32,
    /// Bytes from the beginning of the slot.
    pub offset: u32,
}

/// One memory access of an instruction (LLVM's MachineMemOperand).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MemAccess {
    /// Read, write and ordering properties.
    pub flags: MemFlags,
    /// Address space.
    pub space: AddressSpace,
    /// Size in bytes; 0 when unknown.
    pub bytes: u32,
    /// Group of accesses to LDS for which LLVM's alias analysis gives the same answers; 0 when
    /// nothing is known. [`Function::aliases`](super::Function::aliases) relates two groups.
    pub alias_group: u32,
    /// Where it goes in which spill slot; `None` when it is no access of one.
    pub spill: Option<SpillSlot>,
}

/// What an operand is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum OperandKind {
    /// A register or tuple.
    Reg(RegRange),
    /// An immediate.
    Imm(i64),
    /// A block of this function (branch target).
    Block(BlockId),
    /// A call's register mask: every register not preserved by the callee is written.
    RegMask,
    /// A register operand that names no register (LLVM's `$noreg`).
    NoReg,
    /// Anything without a meaning for the core: symbols, frame indices, metadata.
    Opaque,
}

/// One operand of an instruction, in LLVM's operand order.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Operand {
    /// What it is.
    pub kind: OperandKind,
    /// Its marks.
    pub flags: OperandFlags,
    /// What the instruction uses it for; [`Role::Other`] where no rule depends on it.
    pub role: Role,
}

impl Operand {
    /// The registers, if it is a register operand.
    pub fn reg(&self) -> Option<RegRange> {
        match self.kind {
            OperandKind::Reg(range) => Some(range),
            _ => None,
        }
    }
    /// The value, if it is an immediate.
    pub fn imm(&self) -> Option<i64> {
        match self.kind {
            OperandKind::Imm(value) => Some(value),
            _ => None,
        }
    }
    /// Writes a register.
    pub fn is_def(&self) -> bool {
        self.flags.has(OperandFlags::DEF)
    }
    /// Reads a register (an `undef` read counts: the hardware still reads it).
    pub fn is_use(&self) -> bool {
        !self.is_def() && self.reg().is_some()
    }
    /// Part of the assembly text.
    pub fn is_explicit(&self) -> bool {
        !self.flags.has(OperandFlags::IMPLICIT)
    }
}

/// An opcode that a function uses: LLVM's name for it and its classification.
#[derive(Clone, PartialEq, Debug)]
pub struct Opcode {
    /// LLVM's opcode name, for example `V_MFMA_F32_16X16X16F16_e64`.
    pub name: String,
    /// Classification for the function's GPU.
    pub info: OpInfo,
    /// Bit `i`: explicit operand `i` is a source-modifier immediate (neg, abs, sext, op_sel).
    pub source_modifiers: u64,
    /// By explicit operand: which vector registers it may be. Operands beyond the end of the list
    /// must keep their registers.
    pub classes: Vec<OperandClass>,
}

/// What is known of bank conflicts of an access to LDS.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum BankConflicts {
    /// It is no access to LDS with an address for each lane, or nobody has looked.
    #[default]
    None,
    /// The addresses are not known well enough.
    Unknown,
    /// The time that it takes in LDS, in eighths of the time without conflicts.
    Eighths(u16),
}

impl BankConflicts {
    /// Eighths of the time without conflicts.
    pub const FREE: u16 = 8;

    /// Whether conflicts are known to lengthen it.
    pub fn is_longer(self) -> bool {
        matches!(self, BankConflicts::Eighths(eighths) if eighths > BankConflicts::FREE)
    }
}

/// One instruction.
#[derive(Clone, PartialEq, Debug)]
pub struct Inst {
    /// Which opcode.
    pub opcode: OpcodeId,
    /// What LLVM knows of it.
    pub flags: InstFlags,
    /// LLVM's own latency for it, in LLVM cycles (1 = 4 clocks); 0 when unknown.
    pub llvm_latency: u16,
    /// Matrix-pipe passes by LLVM's scheduling model; 0 when it is no matrix instruction.
    pub llvm_passes: u8,
    /// How bank conflicts lengthen it. Not part of the text form: it follows from the function.
    pub bank_conflicts: BankConflicts,
    /// The instruction that this one was copied from, which is no copy itself.
    pub(super) origin: Option<InstId>,
    /// Of an instruction in inline assembly: its line in the text, from 1; 0 for all others.
    pub(super) asm_line: u32,
    pub(super) operands: Range<u32>,
    pub(super) accesses: Range<u32>,
}
