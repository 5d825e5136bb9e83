//! Random functions: instructions of every class over few registers, so that they conflict, in
//! random control-flow graphs.

use cdnasched_base::gpu::Gpu;
use cdnasched_base::machine::{Function, text};

/// A generator of numbers that is the same on every machine (Knuth's MMIX constants).
pub struct Dice(pub u64);

impl Dice {
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
    fn pick<'a, T: ?Sized>(&mut self, list: &[&'a T]) -> &'a T {
        list[self.below(list.len())]
    }
}

/// Source-modifier operands, as LLVM describes the opcodes used here.
const MODIFIERS: &str = "opcode V_MAD_U16_gfx9_e64 modifiers=0x2a\nopcode V_PK_ADD_F16 modifiers=0xa\n\
    opcode V_PK_FMA_F16 modifiers=0x2a\nopcode V_FMA_MIXHI_F16 modifiers=0x2a\nopcode V_FMA_F32_e64 modifiers=0x2a\n\
    opcode V_FMA_F64_e64 modifiers=0x2a\nopcode V_CNDMASK_B32_e64 modifiers=0xa\nopcode V_DIV_FMAS_F32_e64 modifiers=0x2a\n\
    opcode V_ADD_U32_sdwa modifiers=0xa\nopcode V_ADD_F32_dpp modifiers=0x14\nopcode V_CVT_SR_FP8_F32_e64 modifiers=0x2a\n";

/// `{vN}`, `{aN}`: tuples of N; `{s}`, `{s2}`: scalars. `{d}`/`{t}`: the result of a line and
/// the same register again, tied.
const VALU: &[&str] = &[
    "V_MOV_B32_e32 def {v1}, {v1}, imp exec",
    "V_MOV_B32_e32 def {v1}, {s1}, imp exec",
    "V_ADD_U32_e32 def {v1}, {v1}, {v1}, imp exec",
    "V_FMA_F32_e64 def {v1}, #0, {v1}, #0, {v1}, #0, {v1}, #0, #0, imp mode, imp exec",
    "V_FMA_F64_e64 def {v2}, #0, {v2}, #0, {v2}, #0, {v2}, #0, #0, imp mode, imp exec",
    "V_EXP_F32_e32 def {v1}, {v1}, imp mode, imp exec",
    "V_RCP_F32_e32 def {v1}, {v1}, imp mode, imp exec",
    "V_MAD_U16_gfx9_e64 def {v1}, #8, {v1}, #0, {v1}, #0, {v1}, #0, #0, imp exec",
    "V_PK_ADD_F16 def {v1}, #8, {v1}, #8, {v1}, #0, #0, #0, #0, #0, imp mode, imp exec",
    "V_FMA_MIXHI_F16 def {d}, #0, {v1}, #0, {v1}, #0, {v1}, #0, tied {d}, #0, #0, imp mode, imp exec",
    "V_ADD_U32_sdwa def {v1}, #0, {v1}, #0, {v1}, #0, #1, #0, #6, #6, imp exec",
    "V_ADD_U32_sdwa def {v1}, #0, {v1}, #0, {v1}, #0, #6, #0, #6, #6, imp exec",
    "V_MOV_B32_dpp def {d}, tied {d}, {v1}, #1, #15, #15, #0, imp exec",
    "V_ADD_F32_dpp def {d}, tied {d}, #0, {v1}, #0, {v1}, #1, #15, #15, #0, imp mode, imp exec",
    "V_DOT2C_F32_F16_e32 def {d}, {v1}, {v1}, tied {d}, imp mode, imp exec",
    "V_CMP_EQ_U32_e32 {v1}, {v1}, imp def vcc, imp exec",
    "V_CMP_EQ_U32_e64 def {s2}, {v1}, {v1}, imp exec",
    "V_CMPX_EQ_U32_e32 {v1}, {v1}, imp def exec, imp def vcc, imp exec",
    "V_CNDMASK_B32_e64 def {v1}, #0, {v1}, #0, {v1}, {s2}, imp exec",
    "V_CNDMASK_B32_e32 def {v1}, {v1}, {v1}, imp vcc, imp exec",
    "V_ADDC_U32_e32 def {v1}, {v1}, {v1}, imp def vcc, imp vcc, imp exec",
    "V_DIV_FMAS_F32_e64 def {v1}, #0, {v1}, #0, {v1}, #0, {v1}, #0, #0, imp mode, imp vcc, imp exec",
    "V_READFIRSTLANE_B32 def {s1}, {v1}, imp exec",
    "V_READLANE_B32 def {s1}, {v1}, {s1}",
    "V_WRITELANE_B32 def {d}, #7, {s1}, tied {d}",
];
const MEMORY: &[&str] = &[
    "GLOBAL_LOAD_DWORD def {v1}, {v2}, #0, #0, imp exec | load",
    "GLOBAL_LOAD_DWORDX4 def {v4}, {v2}, #0, #0, imp exec | load",
    "GLOBAL_LOAD_DWORD_SADDR def {v1}, {s2}, {v1}, #0, #0, imp exec | load",
    "GLOBAL_STORE_DWORD {v2}, {v1}, #0, #0, imp exec | store",
    "GLOBAL_STORE_DWORDX4 {v2}, {v4}, #0, #0, imp exec | store",
    "BUFFER_STORE_DWORDX4_OFFSET {v4}, {s4}, {s1}, #0, #0, #0, imp exec | store",
    "BUFFER_STORE_DWORDX4_OFFSET {v4}, {s4}, #0, #0, #0, #0, imp exec | store",
    "BUFFER_LOAD_DWORD_OFFEN def {v1}, {v1}, {s4}, {s1}, #0, #0, #0, imp exec | load",
    "FLAT_LOAD_DWORD def {v1}, {v2}, #0, #0, imp exec, imp flat_scratch | load",
    "DS_READ_B32_gfx9 def {v1}, {v1}, #0, #0, imp exec | load",
    "DS_WRITE_B64_gfx9 {v1}, {v2}, #0, #0, imp exec | store",
];
const SCALAR: &[&str] = &[
    "S_MOV_B32 def {s1}, #0",
    "S_ADD_U32 def {s1}, {s1}, {s1}, imp def scc",
    "S_MOV_B32 def m0, #0",
    "S_SENDMSG #1, imp exec, imp m0 | effects",
    "S_SETREG_B32 {s1}, #-2045, imp def mode, imp mode",
    "S_GETREG_B32 def {s1}, #63491, imp mode | effects",
    "S_LOAD_DWORD_IMM def {s1}, {s2}, #0, #0 | load",
    "S_NOP #0",
    "S_NOP #2",
    "S_WAITCNT #0",
    "KILL {v1} | meta",
    "IMPLICIT_DEF def {v1} | meta",
    "INLINEASM opaque, #1, #9, {v1} | asm effects",
    "INLINEASM opaque, #1, #10, def {v1} | asm effects",
    "INLINEASM opaque, #1, #10, def {v4} | asm effects",
    "INLINEASM opaque, #1, #10, def {s2} | asm effects",
    "INLINEASM opaque, #1, #10, def m0 | asm effects",
    "INLINEASM opaque, #1, #9, m0 | asm effects",
];
const GFX908: &[&str] = &[
    "V_ACCVGPR_WRITE_B32_e64 def {a1}, {v1}, imp exec",
    "V_ACCVGPR_READ_B32_e64 def {v1}, {a1}, imp exec",
    "V_ACCVGPR_WRITE_B32_e64 def {a1}, {v1}, imp exec",
    "V_ACCVGPR_READ_B32_e64 def {v1}, {a1}, imp exec",
    "V_MFMA_F32_4X4X4F16_e64 def early {a4}, {v2}, {a2}, {a4}, #0, #0, #0, imp mode, imp exec",
    "V_MFMA_F32_4X4X4F16_e64 def early {a4}, {a2}, {v2}, {a4}, #0, #0, #0, imp mode, imp exec",
    "V_MFMA_F32_16X16X4F32_e64 def early {a4}, {v1}, {a1}, {a4}, #0, #0, #0, imp mode, imp exec",
    "V_MFMA_F32_16X16X16F16_e64 def early {a4}, {v2}, {v2}, {a4}, #0, #0, #0, imp mode, imp exec",
    "V_MFMA_F32_16X16X1F32_e64 def early {a16}, {v1}, {v1}, {a16}, #0, #0, #0, imp mode, imp exec",
    "V_MFMA_F32_32X32X8F16_e64 def early {a16}, {v2}, {v2}, {a16}, #0, #0, #0, imp mode, imp exec",
];
const GFX90A: &[&str] = &[
    "V_MFMA_F32_4X4X4F16_vgprcd_e64 def early {v4}, {v2}, {v2}, {v4}, #0, #0, #0, imp mode, imp exec",
    "V_MFMA_F32_16X16X16F16_vgprcd_e64 def early {v4}, {v2}, {v2}, {v4}, #0, #0, #0, imp mode, imp exec",
    "V_MFMA_F32_16X16X16F16_e64 def early {a4}, {v2}, {a2}, {a4}, #0, #0, #0, imp mode, imp exec",
    "V_MFMA_F32_16X16X4F32_vgprcd_e64 def early {v4}, {v1}, {v1}, {v4}, #0, #0, #0, imp mode, imp exec",
    "V_MFMA_F32_32X32X8F16_vgprcd_e64 def early {v16}, {v2}, {v2}, {v16}, #0, #0, #0, imp mode, imp exec",
    "V_MFMA_F32_32X32X2F32_vgprcd_e64 def early {v16}, {v1}, {v1}, {v16}, #0, #0, #0, imp mode, imp exec",
    "V_MFMA_F64_4X4X4F64_vgprcd_e64 def early {v2}, {v2}, {v2}, {v2}, #0, #0, #0, imp mode, imp exec",
    "V_MFMA_F64_16X16X4F64_vgprcd_e64 def early {v8}, {v2}, {v2}, {v8}, #0, #0, #0, imp mode, imp exec",
    "V_ACCVGPR_WRITE_B32_e64 def {a1}, {v1}, imp exec",
    "V_ACCVGPR_READ_B32_e64 def {v1}, {a1}, imp exec",
];
const GFX942: &[&str] = &[
    "V_SMFMAC_F32_16X16X32_F16_e64 def {d4}, {v2}, {v4}, {v1}, #0, #0, tied {d4}, imp mode, imp exec",
    "V_MFMA_F32_16X16X32_FP8_FP8_vgprcd_e64 def {v4}, {v2}, {v2}, {v4}, #0, #0, #0, imp mode, imp exec",
    "V_CVT_SR_FP8_F32_e64 def {d}, #0, {v1}, #0, {v1}, #4, tied {d}, #0, imp mode, imp exec",
];
const GFX950: &[&str] = &[
    "V_MFMA_F32_16X16X128_F8F6F4_f4_f4_vgprcd_e64 def {v4}, {v4}, {v4}, {v4}, #4, #4, imp mode, imp exec",
    "V_MFMA_F32_16X16X128_F8F6F4_f8_f8_vgprcd_e64 def {v4}, {v8}, {v8}, {v4}, #0, #0, imp mode, imp exec",
    "V_MFMA_F32_16X16X32_F16_vgprcd_e64 def {v4}, {v4}, {v4}, {v4}, #0, #0, #0, imp mode, imp exec",
    "V_PERMLANE16_SWAP_B32_e32 def {d}, def {e}, tied {d}, tied {e}, imp exec",
];

fn matrix(gpu: Gpu) -> Vec<&'static str> {
    match gpu {
        Gpu::Gfx908 => GFX908.to_vec(),
        Gpu::Gfx90a => GFX90A.to_vec(),
        Gpu::Gfx942 => [GFX90A, GFX942].concat(),
        Gpu::Gfx950 => [GFX90A, GFX942, GFX950].concat(),
    }
}

fn tuple(file: char, first: usize, len: usize) -> String {
    match len {
        1 => format!("{file}{first}"),
        _ => format!("{file}[{first}:{}]", first + len - 1),
    }
}

/// A register of a file, of few: tuples start at even numbers.
fn register(dice: &mut Dice, file: char, len: usize) -> String {
    let first = match (file, len) {
        ('s', 4) => 4 * dice.below(2),
        ('s', 2) => 2 * dice.below(3),
        ('s', _) => dice.below(6),
        (_, 1) => dice.below(12),
        _ => 2 * dice.below(5),
    };
    tuple(file, first, len)
}

fn fill(dice: &mut Dice, template: &str) -> String {
    let mut line = template.to_owned();
    let one = dice.below(12);
    // Two results of one instruction are never the same register.
    let other = (one + 1 + dice.below(11)) % 12;
    line = line.replace("{d4}", &tuple('v', one & !1, 4));
    line = line
        .replace("{d}", &tuple('v', one, 1))
        .replace("{e}", &tuple('v', other, 1));
    while let Some((before, rest)) = line.split_once('{') {
        let (hole, after) = rest.split_once('}').expect("a hole ends");
        let (file, len) = hole.split_at(1);
        let file = file.chars().next().unwrap_or('v');
        let reg = register(dice, file, len.parse().expect("a length"));
        line = format!("{before}{reg}{after}");
    }
    line
}

/// A function of one to six blocks. Every third one has a single block.
pub fn function(dice: &mut Dice, gpu: Gpu, name: &str) -> Function {
    let blocks = if dice.below(3) == 0 {
        1
    } else {
        2 + dice.below(5)
    };
    let features = if dice.below(8) == 0 {
        "features xnack\n"
    } else {
        ""
    };
    let matrix = matrix(gpu);
    let mut body = format!(
        "cdna-flat 1\nfunction \"{name}\"\ngpu {gpu}\n{features}resources lds=0 workgroup=0 entry\n{MODIFIERS}"
    );
    for block in 0..blocks {
        let next = block + 1;
        let target = dice.below(blocks);
        let (successors, end) = match if next == blocks { 0 } else { 1 + dice.below(3) } {
            0 => (
                String::new(),
                "S_ENDPGM #0 | return term noreturn\n".to_owned(),
            ),
            1 => (format!(" successors={next}"), String::new()),
            2 if target != next => (
                format!(" successors={target},{next}"),
                format!("S_CBRANCH_SCC1 bb.{target}, imp scc | term branch\n"),
            ),
            3 if target != next => (
                format!(" successors={target},{next}"),
                format!(
                    "S_CBRANCH_SCC1 bb.{target}, imp scc | term branch\nS_BRANCH bb.{next} | term branch noreturn\n"
                ),
            ),
            _ => (
                format!(" successors={next}"),
                format!("S_BRANCH bb.{next} | term branch noreturn\n"),
            ),
        };
        body += &format!("block {block} frequency=1 depth=0{successors}\n");
        let insts = if blocks == 1 {
            8 + dice.below(16)
        } else {
            1 + dice.below(7)
        };
        for _ in 0..insts {
            let list: &[&str] = match dice.below(10) {
                0..=3 => &matrix,
                4..=6 => VALU,
                7 | 8 => MEMORY,
                _ => SCALAR,
            };
            let template = dice.pick(list);
            body += &fill(dice, template);
            body.push('\n');
        }
        body += &end;
    }
    match text::parse(&body) {
        Ok(function) => function,
        Err(error) => panic!("{error}\n{body}"),
    }
}
