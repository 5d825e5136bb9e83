//! Random functions, written as LLVM's MIR, in which waves hand memory to each other: loads into
//! LDS of all encodings, LDS accesses, loads and stores, arithmetic, and between them barriers with
//! what LLVM's memory legaliser and users put around them.

use cdnasched_base::gpu::Gpu;

use crate::path::mix;

/// Numbers that are the same on every machine.
pub struct Dice {
    seed: u64,
    rolled: u64,
}

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice { seed, rolled: 0 }
    }
    fn below(&mut self, n: usize) -> usize {
        self.rolled += 1;
        mix(self.seed, self.rolled) as usize % n
    }
    fn pick<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len())]
    }
}

/// `{vN}` and `{sN}` are tuples of N registers; `{l}` is what is known of a place in LDS, `{d}` of
/// one that is loaded into.
const INTO_LDS: &[&str] = &[
    "BUFFER_LOAD_DWORD_LDS_OFFSET {s4}, 0, 0, 0, 0, implicit $exec, implicit $m0 :: (load (s32) from @g0, addrspace 1), (store (s32) into {d}, addrspace 3)",
    "BUFFER_LOAD_DWORD_LDS_OFFEN {v1}, {s4}, 0, 0, 0, 0, implicit $exec, implicit $m0 :: (load (s32) from @g0, addrspace 1), (store (s32) into {d}, addrspace 3)",
];
const INTO_LDS_GFX942: &[&str] = &[
    "GLOBAL_LOAD_LDS_DWORD {v2}, 0, 0, implicit $exec, implicit $m0 :: (load (s32) from @g0, addrspace 1), (store (s32) into {d}, addrspace 3)",
    "GLOBAL_LOAD_LDS_DWORD_SADDR {s2}, {v1}, 0, 0, implicit $exec, implicit $m0 :: (load (s32) from @g0, addrspace 1), (store (s32) into {d}, addrspace 3)",
    "SCRATCH_LOAD_LDS_DWORD_SADDR {s1}, 0, 0, implicit $exec, implicit $flat_scr, implicit $m0 :: (load (s32), addrspace 5), (store (s32) into {d}, addrspace 3)",
    "BUFFER_LOAD_DWORD_LDS_OFFEN {v1}, {s4}, 0, 0, 0, 0, implicit $exec, implicit $m0 :: (load (s32) from @g0, addrspace 1), (store (s32) into {d}, addrspace 3)",
];
const LDS: &[&str] = &[
    "{v1} = DS_READ_B32_gfx9 {v1}, 0, 0, implicit $exec :: (load (s32) from {l}, addrspace 3)",
    "{v1} = DS_READ_B32_gfx9 {v1}, 64, 0, implicit $exec :: (load (s32) from {l}, addrspace 3)",
    "{v2} = DS_READ_B64_gfx9 {v1}, 0, 0, implicit $exec :: (load (s64) from {l}, addrspace 3)",
    "{v4} = DS_READ_B128_gfx9 {v1}, 0, 0, implicit $exec :: (load (s128) from {l}, addrspace 3)",
    "DS_WRITE_B32_gfx9 {v1}, {v1}, 0, 0, implicit $exec :: (store (s32) into {l}, addrspace 3)",
    "{v1} = DS_ADD_RTN_U32_gfx9 {v1}, {v1}, 0, 0, implicit $exec :: (load store monotonic (s32), addrspace 3)",
    "{v1} = DS_BPERMUTE_B32 {v1}, {v1}, 0, implicit $exec",
];
const MEMORY: &[&str] = &[
    "{v1} = GLOBAL_LOAD_DWORD {v2}, 0, 0, implicit $exec :: (load (s32) from @g1, addrspace 1)",
    "{v4} = GLOBAL_LOAD_DWORDX4_SADDR {s2}, {v1}, 0, 0, implicit $exec :: (load (s128) from @g0, addrspace 1)",
    "{v1} = BUFFER_LOAD_DWORD_OFFEN {v1}, {s4}, 0, 0, 0, 0, implicit $exec :: (load (s32) from @g0, addrspace 1)",
    "GLOBAL_STORE_DWORD {v2}, {v1}, 0, 0, implicit $exec :: (store (s32) into @g1, addrspace 1)",
    "GLOBAL_ATOMIC_ADD {v2}, {v1}, 0, 0, implicit $exec :: (load store monotonic (s32), addrspace 1)",
    "{s1} = S_LOAD_DWORD_IMM {s2}, 0, 0 :: (invariant load (s32), addrspace 4)",
    "{v1} = FLAT_LOAD_DWORD {v2}, 0, 0, implicit $exec, implicit $flat_scr :: (load (s32))",
];
const ARITHMETIC: &[&str] = &[
    "{v1} = V_ADD_U32_e32 {v1}, {v1}, implicit $exec",
    "{v1} = V_ADD_U32_e32 {s1}, {v1}, implicit $exec",
    "{v1} = V_MUL_LO_U32_e64 {v1}, {v1}, implicit $exec",
    "{v4} = V_MFMA_F32_4X4X4F16_vgprcd_e64 {v2}, {v2}, {v4}, 0, 0, 0, implicit $mode, implicit $exec",
    "{s1} = S_MOV_B32 {s1}",
    "$m0 = S_MOV_B32 {s1}",
];
/// What is between waves.
const HANDOVERS: &[&[&str]] = &[
    &["S_BARRIER"],
    &["S_WAITCNT_soft 49279", "S_BARRIER"],
    &["S_WAITCNT_lds_direct", "S_BARRIER"],
    &[
        "S_WAITCNT_soft 49279",
        "S_WAITCNT_lds_direct",
        "S_BARRIER",
        "S_WAITCNT_soft 49279",
    ],
    &[
        "S_WAITCNT_lds_direct",
        "S_WAITCNT_soft 49279",
        "S_BARRIER",
        "S_WAITCNT_soft 49279",
    ],
    &[
        "S_BARRIER",
        "S_WAITCNT_soft 53119",
        "S_WAITCNT_lds_direct",
        "S_BARRIER",
        "S_WAITCNT_soft 53119",
    ],
    &["S_WAITCNT_soft 112", "S_BARRIER", "S_WAITCNT_soft 112"],
    &["S_WAITCNT 3952", "S_WAITCNT_soft 49279", "S_BARRIER"],
    &["S_WAITCNT_lds_direct"],
    &["S_WAITCNT_soft 112"],
];
/// The user's waits, which leave some operations outstanding.
const COUNTED: &[&[&str]] = &[
    &["S_WAITCNT 3953", "S_BARRIER"],
    &["S_WAITCNT 3954", "S_BARRIER"],
    &["S_WAITCNT 49535", "S_BARRIER"],
];
const HANDOVERS_GFX942: &[&[&str]] = &[
    &[
        "BUFFER_WBL2 16, implicit $exec",
        "S_WAITCNT_soft 112",
        "S_WAITCNT_lds_direct",
        "GLOBAL_STORE_DWORD {v2}, {v1}, 0, 0, implicit $exec :: (store release (s32), addrspace 1)",
    ],
    &[
        "{v1} = GLOBAL_LOAD_DWORD {v2}, 0, 0, implicit $exec :: (load acquire (s32), addrspace 1)",
        "S_WAITCNT_soft 3952",
        "BUFFER_INV 16, implicit $exec",
    ],
];
/// Nothing, either of two objects, and as Triton marks its loads and its reads.
const PLACES: &[&str] = &[
    "@lds",
    "@lds, !alias.scope !3, !noalias !4",
    "@lds, !alias.scope !4, !noalias !3",
    "@lds, !alias.scope !4, !noalias !3",
];
const DESTINATIONS: &[&str] = &[
    "@lds",
    "@lds, !alias.scope !3, !noalias !4",
    "@lds, !alias.scope !3",
];

/// What is around the barriers of a module.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Waits {
    /// Markers of the memory legaliser, and the user's waits for everything.
    Markers,
    /// The user's waits, which leave some operations outstanding.
    Counted,
}

/// A module of functions named `r0` and on.
pub fn module(dice: &mut Dice, gpu: Gpu, waits: Waits, count: usize) -> String {
    let mut module = String::from(
        "--- |\n  @lds = internal addrspace(3) global [1024 x i32] poison\n  \
         @g0 = external addrspace(1) global i32\n  @g1 = external addrspace(1) global i32\n",
    );
    let mut bodies = String::new();
    for number in 0..count {
        module += &format!("  define amdgpu_kernel void @r{number}() #0 {{ ret void }}\n");
        bodies += &function(dice, gpu, waits, number);
    }
    module += "  attributes #0 = { \"amdgpu-flat-work-group-size\"=\"256,256\" }\n  \
               !0 = distinct !{!0}\n  !1 = distinct !{!1, !0}\n  !2 = distinct !{!2, !0}\n  \
               !3 = !{!1}\n  !4 = !{!2}\n...\n";
    module + &bodies
}

/// A straight line, or a loop of one block between two others.
fn function(dice: &mut Dice, gpu: Gpu, waits: Waits, number: usize) -> String {
    let mut body = format!(
        "---\nname: r{number}\nmachineFunctionInfo:\n  isEntryFunction: true\nbody: |\n  bb.0:\n"
    );
    if dice.below(2) == 0 {
        body += &lines(dice, gpu, waits, 24);
    } else {
        body += "    successors: %bb.1\n";
        body += &lines(dice, gpu, waits, 4);
        body += "  bb.1:\n    successors: %bb.1, %bb.2\n";
        body += &lines(dice, gpu, waits, 20);
        body += "    S_CBRANCH_SCC1 %bb.1, implicit $scc\n  bb.2:\n";
        body += &lines(dice, gpu, waits, 4);
    }
    body + "    S_ENDPGM 0\n...\n"
}

fn lines(dice: &mut Dice, gpu: Gpu, waits: Waits, most: usize) -> String {
    let late = gpu >= Gpu::Gfx942;
    let mut lines = String::new();
    for _ in 0..=dice.below(most) {
        let list = match dice.below(20) {
            0..=3 if late => INTO_LDS_GFX942,
            0..=3 => INTO_LDS,
            4..=8 => LDS,
            9..=11 => MEMORY,
            12..=16 => ARITHMETIC,
            17 if late && waits == Waits::Markers && dice.below(2) == 0 => {
                HANDOVERS_GFX942[dice.below(HANDOVERS_GFX942.len())]
            }
            _ if waits == Waits::Counted => COUNTED[dice.below(COUNTED.len())],
            _ => HANDOVERS[dice.below(HANDOVERS.len())],
        };
        let whole = list
            .iter()
            .any(|l| l.starts_with("S_WAITCNT") || *l == "S_BARRIER");
        let one = [dice.pick(list)];
        for template in if whole { list } else { &one[..] } {
            lines += &format!("    {}\n", fill(dice, template));
        }
    }
    lines
}

fn tuple(file: &str, first: usize, len: usize) -> String {
    let names: Vec<String> = (first..first + len).map(|n| format!("{file}{n}")).collect();
    format!("${}", names.join("_"))
}

fn fill(dice: &mut Dice, template: &str) -> String {
    let mut line = template.to_owned();
    while let Some((before, rest)) = line.split_once('{') {
        let (hole, after) = rest.split_once('}').expect("a hole is closed");
        let value = match hole {
            "l" => dice.pick(PLACES).to_owned(),
            "d" => dice.pick(DESTINATIONS).to_owned(),
            _ => {
                let (file, len) = hole.split_at(1);
                let len: usize = len.parse().expect("a number of registers");
                match file {
                    "v" => tuple("vgpr", dice.below(12 / len) * len, len),
                    _ => tuple("sgpr", 4 + dice.below(8 / len) * len, len),
                }
            }
        };
        line = format!("{before}{value}{after}");
    }
    line
}
