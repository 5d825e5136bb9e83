//! What the user's directives hold back: walls, and the classes of `sched_barrier`.

use super::{Function, InstFlags, InstId};
use crate::gpu::{OpTraits, Unit};

/// Whether the user's hints about order are honoured.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Walls {
    /// All of them, as LLVM defines them.
    #[default]
    Honour,
    /// `s_setprio`, `sched_barrier`, `sched_group_barrier` and `iglp_opt` hold nothing back and prescribe no order.
    Cross,
}

impl Walls {
    /// All of them, the default first.
    pub const ALL: [Walls; 2] = [Walls::Honour, Walls::Cross];

    /// The name that the command line knows it by.
    pub fn name(self) -> &'static str {
        match self {
            Walls::Honour => "honour",
            Walls::Cross => "cross",
        }
    }
}

// Bits of a mask, as LLVM's intrinsics document them.
const ALU: i64 = 1;
const VALU: i64 = 1 << 1;
const SALU: i64 = 1 << 2;
const MFMA: i64 = 1 << 3;
const VMEM: i64 = 1 << 4;
const VMEM_READ: i64 = 1 << 5;
const VMEM_WRITE: i64 = 1 << 6;
const DS: i64 = 1 << 7;
const DS_READ: i64 = 1 << 8;
const DS_WRITE: i64 = 1 << 9;
const TRANS: i64 = 1 << 10;

const PIPELINES: [&str; 2] = ["SCHED_GROUP_BARRIER", "IGLP_OPT"];

/// Whether nothing moves across an instruction: LLVM's boundaries; state that a user set; the waits that a user wrote,
/// where [they are walls](waits_are_walls); and, unless `walls` says to ignore them, `s_setprio` and a `sched_barrier` that
/// lets nothing pass. Elsewhere such a wait is anchored by the placement of waits: memory keeps its side of it, and what
/// arithmetic reads has waits of our own.
pub fn is_wall(function: &Function, inst: InstId, walls: Walls) -> bool {
    let info = function.info(inst);
    if is_hint(function, inst) {
        return walls == Walls::Honour && mask(function, inst).is_none_or(|mask| mask == 0);
    }
    function.flags(inst).has(InstFlags::BOUNDARY)
        || info.unit == Unit::Wait
            && !info.has(OpTraits::SOFT_WAIT)
            && waits_are_walls(function, walls)
        || info.unit == Unit::State
}

/// Whether nothing crosses an inline assembly, though LLVM would have it: what is not known to be plain arithmetic on declared
/// registers may do anything, set priorities or branch. What waits and meets barriers, and does nothing else, holds back what such
/// instructions of LLVM's hold back, where waits [are no walls](waits_are_walls).
pub fn is_wall_of_asm(function: &Function, inst: InstId, walls: Walls) -> bool {
    function.flags(inst).has(InstFlags::INLINE_ASM)
        && !function.is_free_asm(inst)
        && (!function.is_asm_of_waits(inst) || waits_are_walls(function, walls))
}

/// Whether the waits that a user wrote hold everything back: in functions with inline assembly that may have begun what they are for
/// (or calls beside inline assembly), and in those with `sched_group_barrier` or `iglp_opt`, whose regions keep LLVM's order and would grow,
/// unless `walls` says to ignore those.
fn waits_are_walls(function: &Function, walls: Walls) -> bool {
    let names = || function.opcodes().iter().map(|opcode| opcode.name.as_str());
    let insts = || function.blocks().iter().flat_map(|block| &block.order);
    walls == Walls::Honour && names().any(|name| PIPELINES.contains(&name))
        || names().any(|name| name.starts_with("INLINEASM"))
            && insts().any(|&inst| {
                function.may_begin_in_asm(inst) || function.flags(inst).has(InstFlags::CALL)
            })
}

/// `s_setprio` and `sched_barrier`: they say what the user wants, and correctness needs neither.
pub(super) fn is_hint(function: &Function, inst: InstId) -> bool {
    is_priority(function, inst) || function.opcode(inst).name == "SCHED_BARRIER"
}

/// Whether it is `s_setprio`.
pub fn is_priority(function: &Function, inst: InstId) -> bool {
    function.opcode(inst).name == "S_SETPRIO"
}

/// Whether an instruction prescribes an order inside its region, which the incoming order has, and `walls` does not say to ignore it.
pub fn is_pipeline(function: &Function, inst: InstId, walls: Walls) -> bool {
    walls == Walls::Honour && PIPELINES.contains(&function.opcode(inst).name.as_str())
}

/// The mask of a `sched_barrier`: the classes that may pass it.
fn mask(function: &Function, inst: InstId) -> Option<i64> {
    let is_barrier = function.opcode(inst).name == "SCHED_BARRIER";
    let imm = || function.operands(inst).first().and_then(|o| o.imm());
    is_barrier.then(|| imm().unwrap_or(0))
}

/// The classes that a `sched_barrier` holds back; `None` for other instructions.
pub fn held_back(function: &Function, inst: InstId, walls: Walls) -> Option<Held> {
    let mask = mask(function, inst)?;
    (walls == Walls::Honour).then(|| Held::by(mask))
}

/// Classes of instructions, as bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Held(i64);

impl Held {
    /// What is not in the mask. A class that may pass takes its parts along; where a part may
    /// pass, the whole is not held back but for its other parts.
    fn by(mask: i64) -> Held {
        let mut held = !mask;
        for (whole, parts) in [
            (ALU, VALU | SALU | MFMA | TRANS),
            (VMEM, VMEM_READ | VMEM_WRITE),
            (DS, DS_READ | DS_WRITE),
        ] {
            if held & whole == 0 {
                held &= !parts;
            } else if held & parts != parts {
                held &= !whole;
            }
        }
        Held(held)
    }

    /// Whether it holds these instructions back: a bundle is held back when all of it is.
    pub fn holds(self, function: &Function, insts: &[InstId]) -> bool {
        let mut members = insts
            .iter()
            .filter(|&&i| !function.flags(i).has(InstFlags::BUNDLE))
            .peekable();
        members.peek().is_some() && members.all(|&i| self.0 & classes(function, i) != 0)
    }
}

/// The classes an instruction is in. Scalar memory, exports and inline assembly are in none, and
/// so pass every `sched_barrier` that lets anything pass.
fn classes(function: &Function, inst: InstId) -> i64 {
    let info = function.info(inst);
    let flags = function.flags(inst);
    if flags.has(InstFlags::META) {
        return 0;
    }
    let memory = |whole, read, write| {
        let loads = flags.has(InstFlags::MAY_LOAD);
        let stores = flags.has(InstFlags::MAY_STORE);
        whole
            | match (loads, stores) {
                (true, false) => read,
                (false, true) => write,
                // Caches and what moves data between lanes do neither: a mask that names one part does not name them.
                _ => read | write,
            }
    };
    match info.unit {
        Unit::Matrix => ALU | MFMA,
        Unit::Valu if info.has(OpTraits::TRANS) => ALU | TRANS,
        Unit::Valu => ALU | VALU,
        Unit::Salu
        | Unit::Control
        | Unit::Wait
        | Unit::Nop
        | Unit::Barrier
        | Unit::State
        | Unit::Message => ALU | SALU,
        Unit::Vmem(_) => memory(VMEM, VMEM_READ, VMEM_WRITE),
        Unit::Lds | Unit::Gws => memory(DS, DS_READ, DS_WRITE),
        Unit::Smem | Unit::Export | Unit::InlineAsm | Unit::Meta | Unit::Unknown => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::text;

    /// One instruction of each kind, and which bits of a mask name it.
    const KINDS: [(&str, i64); 12] = [
        ("V_ADD_F32_e32 def v0, v1, v2", ALU | VALU),
        ("V_EXP_F32_e32 def v0, v1", ALU | TRANS),
        ("S_ADD_I32 def s0, s1, #1", ALU | SALU),
        (
            "V_MFMA_F32_16X16X16F16_vgprcd_e64 def early v[8:11], v[64:65], v[68:69], v[80:83], #0, #0, #0",
            ALU | MFMA,
        ),
        (
            "GLOBAL_LOAD_DWORD_SADDR def v3, v0, s[2:3], #0, #0 | load",
            VMEM | VMEM_READ,
        ),
        (
            "GLOBAL_STORE_DWORD_SADDR v3, v0, s[2:3], #0, #0 | store",
            VMEM | VMEM_WRITE,
        ),
        ("DS_READ_B32_gfx9 def v3, v0, #0, #0 | load", DS | DS_READ),
        ("DS_WRITE_B32_gfx9 v3, v0, #0, #0 | store", DS | DS_WRITE),
        ("DS_PERMUTE_B32 def v3, v0, v1, #0", DS),
        ("BUFFER_INVL2 | effects", VMEM),
        ("S_LOAD_DWORD_IMM def s0, s[2:3], #0, #0 | load", 0),
        ("SCHED_BARRIER #1 | meta", 0),
    ];

    #[test]
    fn inline_assembly_is_a_wall_unless_it_is_understood() {
        const SUM: &str = "V_ADD_F32_e32 def v1, v2, v3, imp mode, imp exec";
        const WAIT: &str = "S_WAITCNT #49279";
        const BARRIER: &str = "S_BARRIER | effects";
        let is_wall_with = |walls: Walls, flags: &str, inside: &[&str], behind: &str| {
            let inside = inside.iter().map(|line| {
                let (line, flags) = line.split_once(" | ").unwrap_or((line, ""));
                format!("  {line} | {flags} embedded inside line=1\n")
            });
            let text = format!(
                "cdna-flat 1\nfunction \"f\"\ngpu gfx942\nblock 0 frequency=1 depth=0\n  \
                 INLINEASM opaque, #1, #10, def v1, #9, v2, #9, v3 | asm {flags}\n{}{behind}",
                inside.collect::<String>()
            );
            is_wall_of_asm(&text::parse(&text).expect("valid text"), InstId(0), walls)
        };
        let is_wall = |flags: &str, inside: &[&str], behind: &str| {
            is_wall_with(Walls::Honour, flags, inside, behind)
        };
        let volatile = "parsed effects";
        let memory = "parsed effects load store";
        assert!(!is_wall("parsed", &[SUM], "") && !is_wall(volatile, &[SUM], ""));
        assert!(!is_wall("parsed", &[SUM, "S_NOP #0"], ""));
        assert!(is_wall(volatile, &[SUM, "S_NOP #0"], ""));
        assert!(is_wall(memory, &[SUM], "") && is_wall("effects", &[], ""));
        assert!(is_wall(volatile, &["S_SETPRIO #1 | effects"], ""));
        assert!(is_wall(
            volatile,
            &["V_ADD_F32_e32 def v1, v2, v9, imp mode, imp exec"],
            ""
        ));
        assert!(is_wall("parsed effects unique", &[], "") && is_wall("parsed unique", &[], ""));
        assert!(!is_wall("parsed effects", &[], ""));
        for sync in [&[WAIT][..], &[WAIT, BARRIER], &[BARRIER]] {
            assert!(!is_wall(volatile, sync, "") && !is_wall(memory, sync, ""));
            assert!(is_wall("parsed", sync, "") && is_wall("parsed load store", sync, ""));
            assert!(is_wall(
                volatile,
                sync,
                "  S_SWAPPC_B64 def s[30:31], s[4:5] | call\n"
            ));
            let load = "  INLINEASM opaque, #1 | asm parsed effects\n  \
                        DS_READ_B32_gfx9 def v5, v6, #0, #0 | load embedded inside line=1\n";
            assert!(is_wall(volatile, sync, load));
            let pipeline = "  SCHED_GROUP_BARRIER #1, #1, #0 | effects\n";
            assert!(is_wall(volatile, sync, pipeline));
            assert!(!is_wall_with(Walls::Cross, volatile, sync, pipeline));
        }
        assert!(is_wall(volatile, &[WAIT, "S_SLEEP #1 | effects"], ""));
    }

    #[test]
    fn a_mask_lets_pass_what_llvm_documents() {
        let lines: Vec<&str> = KINDS.iter().map(|k| k.0).collect();
        let text = format!(
            "cdna-flat 1\nfunction \"f\"\ngpu gfx942\nblock 0 frequency=1 depth=0\n  {}\n",
            lines.join("\n  ")
        );
        let function = text::parse(&text).expect("valid text");
        for bit in 0..11 {
            let mask = 1 << bit;
            for (at, (kind, bits)) in KINDS.iter().enumerate() {
                let holds = Held::by(mask).holds(&function, &[InstId(at as u32)]);
                // Nothing holds back what is in no class, and the class of a bit passes.
                assert_eq!(holds, *bits != 0 && bits & mask == 0, "{mask:#x}: {kind}");
            }
        }
        // Reads and writes together are all of vector memory.
        let held = Held::by(VMEM_READ | VMEM_WRITE);
        assert!(
            [4, 5, 9]
                .iter()
                .all(|&at| !held.holds(&function, &[InstId(at)]))
        );
        // A bundle of a load and a store passes as soon as one of them may.
        let bundle = [InstId(4), InstId(5)];
        assert!(!Held::by(VMEM_READ).holds(&function, &bundle));
        assert!(Held::by(DS).holds(&function, &bundle));
    }
}
