//! What each instruction of a function is to the interpreter.

use cdnasched_base::machine::{AddressSpace, Function, InstFlags, InstId, MemFlags, OperandKind};

use crate::counters::{self, Raises, Reach};

/// Kinds of memory that waves share.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Spaces(u8);

impl Spaces {
    pub const NONE: Spaces = Spaces(0);
    pub const LDS: Spaces = Spaces(1);
    pub const GLOBAL: Spaces = Spaces(2);
    pub const BOTH: Spaces = Spaces(3);

    pub fn meets(self, other: Spaces) -> bool {
        self.0 & other.0 != 0
    }
    pub fn is_none(self) -> bool {
        self == Spaces::NONE
    }
}

/// A wait in a stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wait {
    /// `s_waitcnt` with this immediate.
    Hard(i64),
    /// A request of the memory legaliser with this immediate.
    Soft(i64),
    /// The memory legaliser's request for all loads into LDS.
    LoadsIntoLds,
}

/// What one instruction is.
#[derive(Clone, Debug)]
pub struct Operation {
    /// What it raises.
    pub raises: Raises,
    /// What it reads and writes of the memory that waves share.
    pub reads: Spaces,
    pub writes: Spaces,
    /// It loads into LDS.
    pub into_lds: bool,
    /// Others are concerned with whether it is complete: it moves what they share, or writes it back.
    pub shared: bool,
    /// It does nothing but read, and says nothing of order.
    pub plain_load: bool,
    /// It tells others that what was before it is done: a barrier, an atomic, a cache control, a
    /// message.
    pub publishes: bool,
    /// All waves of the workgroup meet here.
    pub barrier: bool,
    pub wait: Option<Wait>,
}

impl Operation {
    pub fn of(function: &Function, inst: InstId) -> Operation {
        let name = function.opcode(inst).name.as_str();
        let flags = function.flags(inst);
        let into_lds =
            has_prefix(name, VECTOR) && name.contains("_LOAD_") && name.contains("_LDS_");
        let raises = counters::raises(name, reach(function, inst), function.gpu);
        let cache_control = has_prefix(name, CACHE_CONTROLS);
        let spaces = if raises.is_empty() || cache_control {
            Spaces::NONE
        } else {
            spaces(function, inst)
        };
        let only = |flag, spaces| {
            if flags.has(flag) {
                spaces
            } else {
                Spaces::NONE
            }
        };
        let (reads, writes) = if into_lds {
            (Spaces::GLOBAL, Spaces::LDS)
        } else {
            let reads = only(InstFlags::MAY_LOAD, spaces);
            (reads, only(InstFlags::MAY_STORE, spaces))
        };
        let imm = || match function.operands(inst).first().map(|o| o.kind) {
            Some(OperandKind::Imm(imm)) => imm,
            _ => 0,
        };
        let barrier = name == "S_BARRIER";
        let ordered = flags.has(InstFlags::ORDERED_MEMORY) && !raises.is_empty();
        let moves = !reads.is_none() || !writes.is_none();
        Operation {
            raises,
            reads,
            writes,
            into_lds,
            plain_load: writes.is_none() && !ordered && !cache_control,
            shared: moves || has_prefix(name, WRITE_BACKS),
            publishes: barrier || cache_control || ordered || name.starts_with("S_SENDMSG"),
            barrier,
            wait: match name {
                "S_WAITCNT" => Some(Wait::Hard(imm())),
                "S_WAITCNT_soft" => Some(Wait::Soft(imm())),
                "S_WAITCNT_lds_direct" => Some(Wait::LoadsIntoLds),
                _ => None,
            },
        }
    }
}

const VECTOR: &[&str] = &["BUFFER_", "TBUFFER_", "GLOBAL_", "SCRATCH_"];
const WRITE_BACKS: &[&str] = &["BUFFER_WBL2", "S_DCACHE_WB"];
const CACHE_CONTROLS: &[&str] = &["BUFFER_WB", "BUFFER_INV", "S_DCACHE_"];

fn has_prefix(name: &str, prefixes: &[&str]) -> bool {
    prefixes.iter().any(|prefix| name.starts_with(prefix))
}

fn is_flat(name: &str) -> bool {
    name.starts_with("FLAT_")
}

fn is_gds(function: &Function, inst: InstId) -> bool {
    let accesses = function.accesses(inst);
    let named = accesses.iter().any(|a| a.space == AddressSpace::REGION);
    // Every access of LDS ends with offset and gds; those without memory have no gds.
    let explicit = function.operands(inst).iter().filter(|o| o.is_explicit());
    let imms: Vec<i64> = explicit.filter_map(|o| o.imm()).collect();
    named || (imms.len() > 1 && imms.last() != Some(&0))
}

fn reach(function: &Function, inst: InstId) -> Reach {
    let name = function.opcode(inst).name.as_str();
    if name.starts_with("DS_") {
        return if is_gds(function, inst) {
            Reach::Gds
        } else {
            Reach::Lds
        };
    }
    let accesses = function.accesses(inst);
    let local = |space| space == AddressSpace::LOCAL;
    let unknown = |space| space == AddressSpace::FLAT;
    if !is_flat(name) || accesses.is_empty() || accesses.iter().any(|a| unknown(a.space)) {
        return Reach::Either;
    }
    match accesses.iter().filter(|a| local(a.space)).count() {
        0 => Reach::Memory,
        n if n == accesses.len() => Reach::Lds,
        _ => Reach::Either,
    }
}

/// Which memory an access other than one into LDS can touch. Scratch is private, GDS is left
/// out, and memory that never changes is read by nobody who must see a write.
fn spaces(function: &Function, inst: InstId) -> Spaces {
    let name = function.opcode(inst).name.as_str();
    let accesses = function.accesses(inst);
    let all = |test: &dyn Fn(AddressSpace) -> bool| {
        !accesses.is_empty() && accesses.iter().all(|a| test(a.space))
    };
    let unchanging = accesses
        .iter()
        .all(|a| a.flags.has(MemFlags::INVARIANT) || a.space == AddressSpace::CONSTANT);
    if name.starts_with("DS_") {
        let crossing = ["DS_PERMUTE", "DS_BPERMUTE", "DS_SWIZZLE", "DS_GWS_"];
        return if has_prefix(name, &crossing) || is_gds(function, inst) {
            Spaces::NONE
        } else {
            Spaces::LDS
        };
    }
    match reach(function, inst) {
        _ if !accesses.is_empty() && unchanging => Spaces::NONE,
        _ if name.starts_with("SCRATCH_") || all(&|s| s == AddressSpace::PRIVATE) => Spaces::NONE,
        _ if ["S_MEMTIME", "S_MEMREALTIME", "S_SENDMSG"].contains(&name) => Spaces::NONE,
        Reach::Lds => Spaces::LDS,
        Reach::Either if is_flat(name) => Spaces::BOTH,
        _ => Spaces::GLOBAL,
    }
}
