//! Random functions of memory instructions over few registers, so that they meet, in random
//! control-flow graphs. They are written as LLVM's MIR.

use cdnasched_base::gpu::Gpu;

/// A generator of numbers that is the same on every machine (Knuth's MMIX constants).
pub struct Dice(pub u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
    fn pick<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len())]
    }
}

/// `{vN}`, `{aN}`, `{sN}`: tuples of N. `{d}`: the result of a line and the same register again.
/// `{f}`, `{i}`: what is read or written in LDS: one of two objects with alias scopes, or unknown.
/// `{g}`, `{o}`: one of two objects in memory, read or written. `{w}`: an immediate of `s_waitcnt`.
const VECTOR: &[&str] = &[
    "{v1} = GLOBAL_LOAD_DWORD {v2}, 0, 0, implicit $exec :: (load (s32), addrspace 1)",
    "{v4} = GLOBAL_LOAD_DWORDX4_SADDR {s2}, {v1}, 0, 0, implicit $exec :: (load (s128), addrspace 1)",
    "{d} = GLOBAL_LOAD_SHORT_D16_HI {v2}, 0, 0, {d}(tied-def 0), implicit $exec :: (load (s16), addrspace 1)",
    "{v1} = BUFFER_LOAD_DWORD_OFFSET {s4}, 0, 0, 0, 0, implicit $exec :: (load (s32), addrspace 8)",
    "{v1} = SCRATCH_LOAD_DWORD_SADDR {s1}, 0, 0, implicit $exec, implicit $flat_scr :: (load (s32), addrspace 5)",
    "GLOBAL_STORE_DWORD {v2}, {v1}, 0, 0, implicit $exec :: (store (s32), addrspace 1)",
    "GLOBAL_STORE_DWORD {v2}, {v1}, 0, 0, implicit $exec :: (store (s32){o}, addrspace 1)",
    "BUFFER_STORE_DWORDX4_OFFSET {v4}, {s4}, {s1}, 0, 0, 0, implicit $exec :: (store (s128), addrspace 8)",
    "GLOBAL_ATOMIC_ADD {v2}, {v1}, 0, 0, implicit $exec :: (load store monotonic (s32), addrspace 1)",
    "{v1} = GLOBAL_ATOMIC_ADD_RTN {v2}, {v1}, 0, 1, implicit $exec :: (load store monotonic (s32), addrspace 1)",
    "BUFFER_LOAD_DWORD_LDS_OFFSET {s4}, 0, 0, 0, 0, implicit $exec, implicit $m0 :: (load (s32) from @g0, addrspace 1), (store (s32){i}, addrspace 3)",
];
const FLAT: &[&str] = &[
    "{v1} = FLAT_LOAD_DWORD {v2}, 0, 0, implicit $exec, implicit $flat_scr :: (load (s32))",
    "{v1} = FLAT_LOAD_DWORD {v2}, 0, 0, implicit $exec, implicit $flat_scr",
    "{v1} = FLAT_LOAD_DWORD {v2}, 0, 0, implicit $exec, implicit $flat_scr :: (load (s32), addrspace 1)",
    "{v1} = FLAT_LOAD_DWORD {v2}, 0, 0, implicit $exec, implicit $flat_scr :: (load (s32), addrspace 3)",
    "FLAT_STORE_DWORD {v2}, {v1}, 0, 0, implicit $exec, implicit $flat_scr :: (store (s32))",
    "{v1} = FLAT_ATOMIC_ADD_RTN {v2}, {v1}, 0, 1, implicit $exec, implicit $flat_scr :: (load store monotonic (s32))",
];
const LDS: &[&str] = &[
    "{v1} = DS_READ_B32_gfx9 {v1}, 0, 0, implicit $exec :: (load (s32){f}, addrspace 3)",
    "{v4} = DS_READ_B128_gfx9 {v1}, 0, 0, implicit $exec :: (load (s128){f}, addrspace 3)",
    "DS_WRITE_B32_gfx9 {v1}, {v1}, 0, 0, implicit $exec :: (store (s32){i}, addrspace 3)",
    "DS_ADD_U32_gfx9 {v1}, {v1}, 0, 0, implicit $exec :: (load store monotonic (s32), addrspace 3)",
    "{v1} = DS_ADD_RTN_U32_gfx9 {v1}, {v1}, 0, 0, implicit $exec :: (load store monotonic (s32), addrspace 3)",
    "{v1} = DS_BPERMUTE_B32 {v1}, {v1}, 0, implicit $exec",
    "{v1} = DS_READ_B32_gfx9 {v1}, 0, 0, implicit $exec",
];
const SCALAR: &[&str] = &[
    "{s1} = S_LOAD_DWORD_IMM {s2}, 0, 0 :: (invariant load (s32), addrspace 4)",
    "{s1} = S_LOAD_DWORD_IMM {s2}, 0, 0 :: (load (s32){g}, addrspace 1)",
    "{s4} = S_LOAD_DWORDX4_IMM {s2}, 0, 0 :: (invariant load (s128), addrspace 4)",
    "$vcc = S_LOAD_DWORDX2_IMM {s2}, 0, 0 :: (invariant load (s64), addrspace 4)",
    "{s2} = S_MEMTIME",
    "{s2} = S_MEMREALTIME",
    "S_DCACHE_INV",
];
const ALU: &[&str] = &[
    "{v1} = V_MOV_B32_e32 {v1}, implicit $exec",
    "{v1} = V_ADD_U32_e32 {v1}, {v1}, implicit $exec",
    "{v1} = V_ADD_U32_e32 {s1}, {v1}, implicit $exec",
    "{s1} = V_READFIRSTLANE_B32 {v1}, implicit $exec",
    "{s1} = S_MOV_B32 {s1}",
    "{s2} = S_MOV_B64 {s2}",
    "$m0 = S_MOV_B32 {s1}",
    "$exec = S_MOV_B64 {s2}",
    "{v1} = V_CNDMASK_B32_e32 {v1}, {v1}, implicit $vcc, implicit $exec",
    "{a1} = V_ACCVGPR_WRITE_B32_e64 {v1}, implicit $exec",
    "{v1} = V_ACCVGPR_READ_B32_e64 {a1}, implicit $exec",
    "INLINEASM &\"\", 1, 10, def {v1}",
];
const OTHER: &[&str] = &[
    "S_BARRIER",
    "S_WAITCNT {w}",
    "S_WAITCNT {w}",
    "S_WAITCNT_soft {w}",
    "S_WAITCNT_soft {w}",
    "S_WAITCNT_lds_direct",
    "S_SENDMSG 1, implicit $exec, implicit $m0",
    "S_SENDMSG 3, implicit $exec, implicit $m0",
    "$sgpr30_sgpr31 = SI_CALL {s2}, 0, csr_amdgpu",
];
const GFX908: &[&str] = &[
    "DS_GWS_BARRIER {v1}, 0, implicit $m0, implicit $exec",
    "{v1} = DS_READ_B32_gfx9 {v1}, 0, -1, implicit $exec :: (load (s32), addrspace 2)",
    "DS_WRITE_B32_gfx9 {v1}, {v1}, 0, -1, implicit $exec :: (store (s32), addrspace 2)",
    "BUFFER_WBINVL1_VOL implicit $exec",
];
const GFX90A: &[&str] = &[
    "DS_GWS_BARRIER {v2}, 0, implicit $m0, implicit $exec",
    "{a1} = GLOBAL_LOAD_DWORD {v2}, 0, 0, implicit $exec :: (load (s32), addrspace 1)",
    "{a1} = DS_READ_B32_gfx9 {v1}, 0, 0, implicit $exec :: (load (s32), addrspace 3)",
    "BUFFER_WBINVL1_VOL implicit $exec",
];
const GFX942: &[&str] = &[
    "DS_GWS_BARRIER {v2}, 0, implicit $m0, implicit $exec",
    "{a1} = GLOBAL_LOAD_DWORD {v2}, 0, 0, implicit $exec :: (load (s32), addrspace 1)",
    "{a1} = DS_READ_B32_gfx9 {v1}, 0, 0, implicit $exec :: (load (s32), addrspace 3)",
    "BUFFER_INV 16, implicit $exec",
    "BUFFER_WBL2 16, implicit $exec",
];
/// What users require: zero, and more.
const WAITS: &[&str] = &[
    "3952", "49279", "112", "0", "3953", "3954", "49535", "53119",
];
const LDS_OBJECTS: &[&str] = &[
    "",
    "@lds0, !alias.scope !3, !noalias !4",
    "@lds1, !alias.scope !4, !noalias !3",
];
const OBJECTS: &[&str] = &["@g0", "@g1"];

fn tuple(file: &str, first: usize, len: usize) -> String {
    let names: Vec<String> = (first..first + len).map(|n| format!("{file}{n}")).collect();
    format!("${}", names.join("_"))
}

fn fill(dice: &mut Dice, template: &str) -> String {
    let mut line = template.replace("{d}", &tuple("vgpr", dice.below(8), 1));
    while let Some((before, rest)) = line.split_once('{') {
        let (hole, after) = rest.split_once('}').expect("a hole ends");
        let value = match hole.split_at(1) {
            (kind @ ("f" | "i" | "g" | "o"), _) => {
                let lds = kind == "f" || kind == "i";
                let object = dice.pick(if lds { LDS_OBJECTS } else { OBJECTS });
                let reads = kind == "f" || kind == "g";
                match (object, reads) {
                    ("", _) => String::new(),
                    (object, true) => format!(" from {object}"),
                    (object, false) => format!(" into {object}"),
                }
            }
            ("w", _) => dice.pick(WAITS).to_owned(),
            (file, len) => {
                let len = len.parse().expect("a length");
                match file {
                    "v" if len == 1 => tuple("vgpr", dice.below(8), 1),
                    "v" => tuple("vgpr", 2 * dice.below(3), len),
                    "a" => tuple("agpr", dice.below(4), len),
                    _ if len == 1 => tuple("sgpr", 4 + dice.below(6), 1),
                    _ => tuple("sgpr", 4 + len * dice.below(2), len),
                }
            }
        };
        line = format!("{before}{value}{after}");
    }
    line
}

/// A module of functions named `r<first>` and on.
pub fn module(dice: &mut Dice, gpu: Gpu, first: usize, count: usize) -> String {
    let mut module = String::from(
        "--- |\n  @lds0 = internal addrspace(3) global i32 poison\n  \
         @lds1 = internal addrspace(3) global i32 poison\n  \
         @g0 = external addrspace(1) global i32\n  @g1 = external addrspace(1) global i32\n",
    );
    let mut bodies = String::new();
    for number in first..first + count {
        let entry = dice.below(5) != 0;
        let convention = if entry { "amdgpu_kernel " } else { "" };
        module += &format!("  define {convention}void @r{number}() {{ ret void }}\n");
        bodies += &function(dice, gpu, number, entry);
    }
    module += "  !0 = distinct !{!0}\n  !1 = distinct !{!1, !0}\n  !2 = distinct !{!2, !0}\n  \
               !3 = !{!1}\n  !4 = !{!2}\n...\n";
    module + &bodies
}

/// A function of one to six blocks. Every third one has a single block.
fn function(dice: &mut Dice, gpu: Gpu, number: usize, entry: bool) -> String {
    let blocks = match dice.below(3) {
        0 => 1,
        _ => 2 + dice.below(5),
    };
    let special = match gpu {
        Gpu::Gfx908 => GFX908,
        Gpu::Gfx90a => GFX90A,
        Gpu::Gfx942 | Gpu::Gfx950 => GFX942,
    };
    let mut body = format!(
        "---\nname: r{number}\nmachineFunctionInfo:\n  isEntryFunction: {entry}\nbody: |\n"
    );
    // Kinds that force a wait for everything are rare, or nothing else would be seen.
    let mixed = dice.below(3) == 0;
    for block in 0..blocks {
        let next = block + 1;
        let target = dice.below(blocks);
        let (successors, end) = match if next == blocks { 0 } else { 1 + dice.below(3) } {
            0 if entry => (String::new(), "S_ENDPGM 0".to_owned()),
            0 => (
                String::new(),
                "S_SETPC_B64_return $sgpr30_sgpr31".to_owned(),
            ),
            2 if target != next => (
                format!("%bb.{target}, %bb.{next}"),
                format!("S_CBRANCH_SCC1 %bb.{target}, implicit $scc"),
            ),
            3 if target != next => (
                format!("%bb.{target}, %bb.{next}"),
                format!("S_CBRANCH_SCC1 %bb.{target}, implicit $scc\n    S_BRANCH %bb.{next}"),
            ),
            1 => (format!("%bb.{next}"), String::new()),
            _ => (format!("%bb.{next}"), format!("S_BRANCH %bb.{next}")),
        };
        body += &format!("  bb.{block}:\n");
        if !successors.is_empty() {
            body += &format!("    successors: {successors}\n");
        }
        let insts = match blocks {
            1 => 8 + dice.below(16),
            _ => 1 + dice.below(7),
        };
        for _ in 0..insts {
            let list = match dice.below(if mixed { 16 } else { 12 }) {
                0..=2 => VECTOR,
                3..=5 => LDS,
                6..=10 => ALU,
                11 if dice.below(2) == 0 => special,
                11 | 12 => OTHER,
                13 | 14 => SCALAR,
                _ => FLAT,
            };
            let template = dice.pick(list);
            body += &format!("    {}\n", fill(dice, template));
        }
        if !end.is_empty() {
            body += &format!("    {end}\n");
        }
    }
    body + "...\n"
}
