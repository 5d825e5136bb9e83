//! The types of the flat function.

use crate::machine::Role;
use std::ops::{BitOr, Range};

use super::index::TypedVec;
use super::{AliasFacts, RegRange};
use crate::define_index;
use crate::gpu::{Gpu, OpInfo};

define_index!(
    /// Names an instruction of a function, for life: ids survive reordering.
    pub struct InstId(pub u32)
);
define_index!(
    /// Names a basic block; blocks are numbered in layout order.
    pub struct BlockId(pub u32)
);
define_index!(
    /// Names an entry of [`Function::opcodes`].
    pub struct OpcodeId(pub u32)
);

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
    /// What LLVM says of an instruction (MachineInstr and MCInstrDesc), and its place in a bundle.
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
        /// Control flow never continues behind it.
        BARRIER = 7, "noreturn";
        /// Emits no machine code (KILL, IMPLICIT_DEF, SCHED_BARRIER, CFI …): 0 wait states.
        META = 8, "meta";
        /// Inline assembly; its content is unknown to the core.
        INLINE_ASM = 9, "asm";
        /// The header of a bundle: emits nothing, its operands summarise its members.
        BUNDLE = 10, "bundle";
        /// Bundled with the instruction before it.
        IN_BUNDLE = 11, "inside";
        /// LLVM's `isSchedulingBoundary`: nothing moves across it.
        BOUNDARY = 12, "boundary";
        /// Has an access that must keep its order among all accesses (volatile, atomic).
        ORDERED_MEMORY = 13, "ordered";
        /// Inline assembly whose text has an `s_waitcnt`.
        ASM_WAITS = 14, "waits";
        /// Put in by the core; has no counterpart in LLVM's function.
        INSERTED = 15, "inserted";
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
    /// Group of accesses to LDS for which LLVM's alias analysis has the same answers; 0 when
    /// nothing is known. [`Function::aliases`] says what is known of two groups.
    pub alias_group: u32,
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
    /// What the instruction uses it for; [`Role::Other`] where that does not matter.
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

/// An opcode that a function uses: LLVM's name and what the core knows about it.
#[derive(Clone, PartialEq, Debug)]
pub struct Opcode {
    /// LLVM's opcode name, for example `V_MFMA_F32_16X16X16F16_e64`.
    pub name: String,
    /// Classification for the function's GPU.
    pub info: OpInfo,
    /// Bit `i`: explicit operand `i` is a source-modifier immediate (neg, abs, sext, op_sel).
    pub source_modifiers: u64,
}

/// One instruction.
#[derive(Clone, PartialEq, Debug)]
pub struct Inst {
    /// Which opcode.
    pub opcode: OpcodeId,
    /// What LLVM says of it.
    pub flags: InstFlags,
    /// LLVM's own latency for it, in LLVM cycles (1 = 4 clocks); 0 when unknown.
    pub llvm_latency: u16,
    /// Matrix-pipe passes by LLVM's scheduling model; 0 when it is no matrix instruction.
    pub llvm_passes: u8,
    pub(super) operands: Range<u32>,
    pub(super) accesses: Range<u32>,
}

/// Kind of a dependence edge, as LLVM's ScheduleDAGInstrs has it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DepKind {
    /// The later instruction reads what the earlier one writes.
    True,
    /// The later instruction writes what the earlier one reads.
    Anti,
    /// Both write.
    Output,
    /// Memory, side effects, or an artificial order.
    Order,
}

/// A dependence edge inside one region: `to` must stay behind `from`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Edge {
    /// The earlier instruction (the header, for a bundle).
    pub from: InstId,
    /// The later instruction (the header, for a bundle).
    pub to: InstId,
    /// Why.
    pub kind: DepKind,
    /// Latency by LLVM's model, in LLVM cycles (1 = 4 clocks).
    pub llvm_latency: u16,
}

/// A basic block.
#[derive(Clone, PartialEq, Debug)]
pub struct Block {
    /// Instructions in program order.
    pub order: Vec<InstId>,
    /// Successor blocks.
    pub successors: Vec<BlockId>,
    /// Predecessor blocks, derived from the successors.
    pub predecessors: Vec<BlockId>,
    /// How often it runs for one run of the function, by LLVM's block frequencies.
    pub frequency: f64,
    /// Loop nesting depth; 0 outside all loops.
    pub loop_depth: u32,
    /// Header of the innermost loop that contains the block.
    pub loop_header: Option<BlockId>,
}

/// Subtarget features that change what the core does.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Features {
    /// XNACK replay is on: load clauses have rules of their own.
    pub xnack: bool,
    /// SRAM-ECC is on: sub-dword writes read the rest of the register.
    pub sram_ecc: bool,
    /// Threadgroup split mode.
    pub tg_split: bool,
    /// Precise memory: LLVM waits behind every access, so that an exception is reported there.
    pub precise_memory: bool,
}

/// Launch resources outside the instruction stream.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Resources {
    /// Static LDS of the kernel in bytes; 0 when unknown or none.
    pub lds_bytes: u32,
    /// Largest workgroup the kernel may be launched with, in work-items; 0 when unknown.
    pub workgroup_size: u32,
    /// The function is a kernel or another entry point (not callable).
    pub is_entry: bool,
}

/// A machine function, flat.
#[derive(Clone, PartialEq, Debug)]
pub struct Function {
    /// Symbol name.
    pub name: String,
    /// The GPU it is compiled for.
    pub gpu: Gpu,
    /// Subtarget features.
    pub features: Features,
    /// Launch resources.
    pub resources: Resources,
    pub(super) opcodes: TypedVec<OpcodeId, Opcode>,
    pub(super) insts: TypedVec<InstId, Inst>,
    pub(super) operands: Vec<Operand>,
    pub(super) accesses: Vec<MemAccess>,
    pub(super) blocks: TypedVec<BlockId, Block>,
    pub(super) edges: Vec<Edge>,
    pub(super) stand_ins: Vec<(InstId, InstId)>,
    /// Which accesses to LDS may meet loads straight into LDS.
    pub aliases: AliasFacts,
}

impl Function {
    /// Blocks in layout order.
    pub fn blocks(&self) -> &[Block] {
        self.blocks.as_slice()
    }
    /// Ids of all blocks in layout order.
    pub fn block_ids(
        &self,
    ) -> impl DoubleEndedIterator<Item = BlockId> + ExactSizeIterator + use<> {
        self.blocks.indices()
    }
    /// The block of that id.
    pub fn block(&self, id: BlockId) -> &Block {
        &self.blocks[id]
    }
    /// Number of instructions in the pool, removed ones included; ids are below it.
    pub fn inst_count(&self) -> usize {
        self.insts.len()
    }
    /// The instruction of that id.
    pub fn inst(&self, id: InstId) -> &Inst {
        &self.insts[id]
    }
    /// Its flags.
    pub fn flags(&self, id: InstId) -> InstFlags {
        self.insts[id].flags
    }
    /// Its opcode.
    pub fn opcode(&self, id: InstId) -> &Opcode {
        &self.opcodes[self.insts[id].opcode]
    }
    /// What the core knows about its opcode.
    pub fn info(&self, id: InstId) -> &OpInfo {
        &self.opcode(id).info
    }
    /// Its operands.
    pub fn operands(&self, id: InstId) -> &[Operand] {
        let range = &self.insts[id].operands;
        &self.operands[range.start as usize..range.end as usize]
    }
    /// Its memory accesses; empty when LLVM knows nothing about them.
    pub fn accesses(&self, id: InstId) -> &[MemAccess] {
        let range = &self.insts[id].accesses;
        &self.accesses[range.start as usize..range.end as usize]
    }
    /// The first operand with that role.
    pub fn operand(&self, id: InstId, role: Role) -> Option<&Operand> {
        self.operands(id).iter().find(|o| o.role == role)
    }
    /// Dependence edges of all regions, grouped by region, sources in original order.
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }
    /// Opcodes the function uses.
    pub fn opcodes(&self) -> &[Opcode] {
        self.opcodes.as_slice()
    }
    /// Replaces a block's order. The caller answers for it being a permutation; `check`
    /// proves it before anything is sent back to LLVM.
    pub fn set_order(&mut self, block: BlockId, order: Vec<InstId>) {
        self.blocks[block].order = order;
    }
    /// Notes that `wait` does in its place what the user's own wait `user`, which the order no
    /// longer names, asked for.
    pub fn stand_in(&mut self, wait: InstId, user: InstId) {
        let at = self.stand_ins.partition_point(|&pair| pair < (wait, user));
        self.stand_ins.insert(at, (wait, user));
    }
    /// The user's own waits that a wait took over for.
    pub fn stands_in_for(&self, wait: InstId) -> impl Iterator<Item = InstId> {
        let first = self.stand_ins.partition_point(|pair| pair.0 < wait);
        let pairs = self.stand_ins[first..].iter();
        pairs
            .take_while(move |pair| pair.0 == wait)
            .map(|pair| pair.1)
    }
    /// Adds an instruction with one immediate to the pool (`S_NOP`, `S_WAITCNT`); it runs
    /// nowhere until a block's order names it.
    pub fn add_inserted(&mut self, name: &str, imm: i64) -> InstId {
        let operand = Operand {
            kind: OperandKind::Imm(imm),
            flags: OperandFlags::NONE,
            role: Role::Other,
        };
        let inst = Inst {
            opcode: self.opcode_named(name),
            flags: InstFlags::INSERTED | InstFlags::SIDE_EFFECTS,
            llvm_latency: 1,
            llvm_passes: 0,
            operands: 0..0,
            accesses: 0..0,
        };
        self.add(inst, vec![operand])
    }
    /// Adds an instruction to the pool that is as `model` but for its opcode and operands; it
    /// runs nowhere until a block's order names it.
    pub fn add_like(&mut self, model: InstId, name: &str, operands: Vec<Operand>) -> InstId {
        let model = self.inst(model).clone();
        let inst = Inst {
            opcode: self.opcode_named(name),
            flags: model.flags | InstFlags::INSERTED,
            ..model
        };
        self.add(inst, operands)
    }
    fn opcode_named(&mut self, name: &str) -> OpcodeId {
        let known = self.opcodes.iter().position(|o| o.name == name);
        known.map(OpcodeId::new).unwrap_or_else(|| {
            self.opcodes.push(Opcode {
                name: name.to_owned(),
                info: OpInfo::classify(name, self.gpu),
                source_modifiers: 0,
            })
        })
    }
    fn add(&mut self, inst: Inst, operands: Vec<Operand>) -> InstId {
        let at = self.operands.len() as u32;
        self.operands.extend(operands);
        self.insts.push(Inst {
            operands: at..self.operands.len() as u32,
            ..inst
        })
    }
    /// Adds dependence edges that are not there yet. The caller answers for each of them going
    /// forwards inside one region.
    pub fn add_edges(&mut self, edges: impl IntoIterator<Item = Edge>) {
        let key = |e: &Edge| (e.from, e.to);
        let known: Vec<_> = self.edges.iter().map(key).collect();
        let new = edges.into_iter();
        self.edges
            .extend(new.filter(|e| known.binary_search(&key(e)).is_err()));
        self.edges.sort_by_key(key);
    }

    /// Makes more instructions boundaries, and drops the edges that this makes redundant:
    /// those that touch or cross one.
    pub fn add_boundaries(&mut self, is_boundary: impl Fn(&Function, InstId) -> bool) {
        let ids = self.insts.indices();
        let added: Vec<InstId> = ids
            .filter(|&id| !self.flags(id).has(InstFlags::BOUNDARY) && is_boundary(self, id))
            .collect();
        if added.is_empty() {
            return;
        }
        for id in added {
            let flags = &mut self.insts[id].flags;
            *flags = *flags | InstFlags::BOUNDARY;
        }
        let mut region = TypedVec::<InstId, _>::from_elem(None, self.insts.len());
        let mut current = 0u32;
        for block in &self.blocks {
            current += 1;
            for &id in &block.order {
                if self.insts[id].flags.has(InstFlags::BOUNDARY) {
                    current += 1;
                } else {
                    region[id] = Some(current);
                }
            }
        }
        self.edges.retain(|edge| {
            let from = region[edge.from];
            from.is_some() && from == region[edge.to]
        });
    }
}
