//! Random functions with many conflicts: few registers, all hazard classes, all counters, loops,
//! joins, early exits, inline assembly and bundles.

use cdnasched_base::gpu::Gpu;
use cdnasched_base::machine::{Function, InstFlags, InstId, Operand, text};
use cdnasched_base::rules::Policy;

/// Instructions over few registers, so that they conflict. `@v`, `@p` and `@q` are a VGPR, a pair
/// and a quad; `@a` and `@b` an AccVGPR and a quad; `@s` and `@t` an SGPR and a pair; `@n` a small number.
pub const KINDS: &[&str] = &[
    "V_MFMA_F32_16X16X16F16_vgprcd_e64 def early @q, @p, @p, @q, #0, #0, #0, imp mode, imp exec",
    "V_MFMA_F32_4X4X4F16_vgprcd_e64 def early @q, @p, @p, @q, #0, #0, #0, imp mode, imp exec",
    "V_MFMA_F32_16X16X1F32_vgprcd_e64 def early v[0:15], @v, @v, v[0:15], #0, #0, #0, imp mode, imp exec",
    "V_MFMA_F32_4X4X1F32_vgprcd_e64 def early @q, @v, @v, @q, #0, #0, #0, imp mode, imp exec",
    "V_MFMA_F64_4X4X4F64_vgprcd_e64 def @p, @p, @p, @p, #0, #0, #0, imp mode, imp exec",
    "V_ADD_U32_e32 def @v, @v, @v, imp exec",
    "V_ADD_U32_e32 def @v, @s, @v, imp exec",
    "V_FMA_F64_e64 def @p, @p, @p, @p, imp mode, imp exec",
    "V_EXP_F32_e32 def @v, @v, imp mode, imp exec",
    "V_DOT2C_F32_F16_e32 def v3, @v, @v, tied v3, imp mode, imp exec",
    "V_MOV_B32_dpp def v2, tied v2, @v, #257, #15, #15, #0, imp exec",
    "V_ADD_F16_sdwa def @v, #0, @v, #0, @v, #0, #@n, #0, #6, #5, imp mode, imp exec",
    "V_CMP_GT_I32_e32 @v, @v, def vcc, imp exec",
    "V_CMP_GT_I32_e64 def @t, @v, @v, imp exec",
    "V_CMPX_GT_I32_e32 @v, @v, def imp exec, imp exec | boundary",
    "V_CNDMASK_B32_e32 def @v, @v, @v, imp vcc, imp exec",
    "V_READLANE_B32 def @s, @v, @s",
    "V_READFIRSTLANE_B32 def @s, @v, imp exec",
    "GLOBAL_LOAD_DWORD def @v, @p, #0, #0, imp exec | load | read space=1 bytes=4",
    "GLOBAL_LOAD_DWORDX4_SADDR def @q, @t, @v, #0, #0, imp exec | load | read space=1 bytes=16",
    "GLOBAL_LOAD_SHORT_D16_HI def v5, @p, #0, #0, tied v5, imp exec | load | read space=1 bytes=2",
    "GLOBAL_STORE_DWORD @p, @v, #0, #0, imp exec | store | write space=1 bytes=4",
    "GLOBAL_STORE_DWORDX4 @p, @q, #0, #0, imp exec | store | write space=1 bytes=16",
    "BUFFER_STORE_DWORDX4_OFFSET @q, s[4:7], @s, #0, #0, #0, imp exec | store | write space=8 bytes=16",
    "FLAT_LOAD_DWORD def @v, @p, #0, #0, imp exec, imp flat_scratch | load | read space=0 bytes=4",
    "BUFFER_LOAD_DWORD_LDS_OFFSET s[4:7], @s, #0, #0, #0, imp exec, imp m0 | load store | read space=8 bytes=4 | write space=3 bytes=4 group=@n",
    "DS_READ_B32_gfx9 def @v, @v, #0, #0, imp exec | load | read space=3 bytes=4 group=@n",
    "DS_READ_B64_gfx9 def @p, @v, #0, #0, imp exec | load | read space=3 bytes=8",
    "DS_WRITE_B32_gfx9 @v, @v, #0, #0, imp exec | store | write space=3 bytes=4 group=@n",
    "S_LOAD_DWORD_IMM def @s, @t, #0, #0 | load | read invariant space=4 bytes=4",
    "S_LOAD_DWORDX2_IMM def @t, @t, #0, #0 | load | read space=4 bytes=8 group=@n",
    "S_MOV_B32 def @s, @s",
    "S_MOV_B32 def m0, @s",
    "S_NOP #@n",
    "S_WAITCNT #@w",
    "V_MFMA_F32_16X16X16F16_e64 def early @b, @p, @p, @b, #0, #0, #0, imp mode, imp exec",
    "V_ACCVGPR_WRITE_B32_e64 def @a, @v, imp exec",
    "V_ACCVGPR_READ_B32_e64 def @v, @a, imp exec",
    "V_DIV_FMAS_F32_e64 def @v, #0, @v, #0, @v, #0, @v, #0, #0, imp mode, imp vcc, imp exec",
    "V_PERMLANE16_SWAP_B32_e32 def tied v1, def tied v6, tied v1, tied v6, imp exec",
    "S_SETREG_IMM32_B32 #@n, #@n, imp mode | boundary effects",
    "S_GETREG_B32 def @s, #@n, imp mode | effects",
    "S_BARRIER | effects",
    "S_SENDMSG #@n, imp exec, imp m0 | effects",
    "BUFFER_WBINVL1_VOL imp exec | effects load store",
    "DS_GWS_BARRIER @v, #0, imp m0, imp exec | load store | read write space=0 bytes=4",
    "SI_CALL def s[30:31], @t, opaque, mask | call boundary",
    "BUNDLE imp def v6, imp def v7, imp v[0:1], imp v[2:3], imp exec | bundle load\n\
     GLOBAL_LOAD_DWORD def v6, v[0:1], #0, #0, imp exec | load inside | read space=1 bytes=4\n\
     GLOBAL_LOAD_DWORD def v7, v[2:3], #0, #0, imp exec | load inside | read space=1 bytes=4",
    "INLINEASM opaque, #33, #1245194, def @v, #1245193, @v, opaque | effects asm",
    "INLINEASM opaque, #33, #1245194, def @b, opaque | effects asm",
    "INLINEASM opaque, #33, #1245194, def @v, opaque | effects asm parsed\n\
     V_MOV_B32_e32 def @v, @v, imp exec | embedded inside line=1\n\
     GLOBAL_LOAD_DWORD def @v, @p, #0, #0, imp exec | load embedded inside line=2\n\
     V_MFMA_F32_16X16X16F16_e64 def early @b, @p, @p, @b, #0, #0, #0, imp mode, imp exec | embedded inside line=3",
    "INLINEASM opaque, #33, #1245194, def @v, opaque | effects asm parsed\n\
     DS_READ_B32_gfx9 def @v, @v, #0, #0, imp exec | load embedded inside line=1\n\
     S_WAITCNT #@w | effects embedded inside line=2\n\
     V_READFIRSTLANE_B32 def @s, @v, imp exec | embedded inside line=3\n\
     GLOBAL_STORE_DWORD @p, @v, #0, #0, imp exec | store embedded inside line=4",
    "INLINEASM opaque, #33, #1245193, @v, opaque | asm parsed",
    "INLINEASM opaque, #33, #1245194, def v6, #1245193, v7, opaque | asm parsed\n\
     V_ADD_F32_e32 def v6, v7, v7, imp mode, imp exec | embedded inside line=1\n\
     V_READFIRSTLANE_B32 def s4, v6, imp exec | embedded inside line=2",
    "INLINEASM opaque, #33, #1245194, def v6, #1245193, v7, opaque | asm parsed\n\
     V_ADD_F32_e32 def v6, v7, v7, imp mode, imp exec | embedded inside line=1\n\
     V_MUL_F32_e32 def v6, v6, v7, imp mode, imp exec | embedded inside line=3",
    "INLINEASM opaque, #33, #1245194, def @s, #1245193, m0, opaque | effects asm",
];

/// The instructions of a block, each an index of [`KINDS`] and its operands, and the block's end:
/// which of five kinds, and two blocks that it may branch to.
pub type BlockShape = (Vec<(usize, [u8; 5])>, (u8, u8, u8));

/// What a random function is made from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shape {
    /// The GPU's name.
    pub gpu: &'static str,
    /// It returns to a caller.
    pub callable: bool,
    /// The GPU may replay memory accesses.
    pub xnack: bool,
    /// Its blocks, at least one. Kinds are taken modulo their number.
    pub blocks: Vec<BlockShape>,
}

/// More would only be slower.
const MOST_BLOCKS: usize = 12;
const MOST_INSTS: usize = 24;

impl Shape {
    /// The shape, and the hazard policy, that some bytes stand for. Any bytes will do: what is
    /// missing is 0, and what is left over is ignored.
    pub fn from_bytes(bytes: &[u8]) -> (Shape, Policy) {
        let mut rest = bytes.iter().copied();
        let mut byte = || rest.next().unwrap_or(0);
        let gpu = Gpu::ALL[usize::from(byte()) % Gpu::ALL.len()].name();
        let hazards = Policy::ALL[usize::from(byte()) % Policy::ALL.len()];
        let (callable, xnack) = (byte() % 4 == 1, byte() % 4 == 1);
        let blocks = 1 + usize::from(byte()) % MOST_BLOCKS;
        let blocks = (0..blocks).map(|_| {
            let end = (byte() % 5, byte(), byte());
            let insts = usize::from(byte()) % (MOST_INSTS + 1);
            let insts = (0..insts).map(|_| (usize::from(byte()), std::array::from_fn(|_| byte())));
            (insts.collect(), end)
        });
        let shape = Shape {
            gpu,
            callable,
            xnack,
            blocks: blocks.collect(),
        };
        (shape, hazards)
    }
}

/// Immediates of the `S_WAITCNT`s that a user may have written.
const WAITS: [u16; 5] = [0x0f70, 0xc07f, 0, 0x0f71, 0xc17f];

fn inst(kind: usize, operands: &[u8; 5]) -> String {
    let mut text = String::new();
    let mut pieces = KINDS[kind % KINDS.len()].split('@');
    text.push_str(pieces.next().unwrap_or(""));
    let mut values = operands.iter().cycle();
    for piece in pieces {
        let n = values.next().copied().unwrap_or(0);
        let (class, rest) = piece.split_at(1);
        let tuple = |file: &str, first: u8, len: u8| format!("{file}[{first}:{}]", first + len - 1);
        text.push_str(&match class {
            "v" => format!("v{}", n % 8),
            "p" => tuple("v", n % 4 * 2, 2),
            "a" => format!("a{}", n % 4),
            "b" => tuple("a", n % 3 * 2, 4),
            "q" => tuple("v", n % 3 * 2, 4),
            "s" => format!("s{}", 4 + n % 4),
            "t" => tuple("s", 4 + n % 2 * 2, 2),
            "w" => WAITS[usize::from(n) % WAITS.len()].to_string(),
            _ => (n % 4).to_string(),
        });
        text.push_str(rest);
    }
    text
}

/// The function in the text form, with every dependence that LLVM would know of.
///
/// # Panics
/// When the text is none of a function.
pub fn whole_text_of(shape: &Shape) -> String {
    let mut text = text_of(shape);
    match text::parse(&text) {
        Ok(function) => text += &edges(&function),
        Err(error) => panic!("expected a valid function: {error}\n{text}"),
    }
    text
}

/// Dependences between any two instructions of a region that share a register or memory.
fn edges(function: &Function) -> String {
    let mut edges = String::new();
    for block in function.block_ids() {
        let ends = |i: &InstId| function.flags(*i).has(InstFlags::BOUNDARY);
        for region in function.block(block).order.split(ends) {
            let whole = |i: &InstId| !function.flags(*i).has(InstFlags::IN_BUNDLE);
            let units: Vec<InstId> = region.iter().copied().filter(whole).collect();
            for (at, &late) in units.iter().enumerate() {
                for &early in &units[..at] {
                    if let Some(kind) = dependence(function, early, late) {
                        edges += &format!("edge {} {} {kind} 4\n", early.0, late.0);
                    }
                }
            }
        }
    }
    edges
}

fn dependence(function: &Function, early: InstId, late: InstId) -> Option<&'static str> {
    // What is in assembly belongs to it, whether it names it or not.
    let parts = |inst: InstId| std::iter::once(inst).chain(function.instructions_of_asm(inst));
    let shares = |early_writes: bool, late_writes: bool| {
        let regs = |inst: InstId, written: bool| {
            let operands = parts(inst).flat_map(|part| function.operands(part));
            operands
                .filter(move |o| o.is_def() == written)
                .filter_map(Operand::reg)
        };
        regs(early, early_writes).any(|a| regs(late, late_writes).any(|b| a.overlaps(b)))
    };
    let has =
        |inst: InstId, flag: InstFlags| parts(inst).any(|part| function.flags(part).has(flag));
    let effects = |inst| has(inst, InstFlags::SIDE_EFFECTS);
    let stores = |inst| has(inst, InstFlags::MAY_STORE) || effects(inst);
    let touches = |inst| has(inst, InstFlags::MAY_LOAD) || stores(inst);
    let memory = touches(early) && touches(late) && (stores(early) || stores(late));
    [
        (shares(true, false), "true"),
        (shares(true, true), "output"),
        (shares(false, true), "anti"),
        (memory, "order"),
    ]
    .into_iter()
    .find_map(|(holds, kind)| holds.then_some(kind))
}

/// The function in the text form, without dependences, for stages that do not reorder.
pub fn text_of(shape: &Shape) -> String {
    let mut text = format!(
        "cdna-flat 1\nfunction \"f\"\ngpu {}\n{}resources lds=0 workgroup=0{}\n\
         opcode V_ADD_F16_sdwa modifiers=0xa\nopcode V_DIV_FMAS_F32_e64 modifiers=0x2a\n",
        shape.gpu,
        if shape.xnack { "features xnack\n" } else { "" },
        if shape.callable { "" } else { " entry" },
    );
    let last = shape.blocks.len() - 1;
    for (at, (insts, (way, one, other))) in shape.blocks.iter().enumerate() {
        let count = shape.blocks.len();
        let (one, other) = (usize::from(*one) % count, usize::from(*other) % count);
        let next = at + 1;
        let taken = format!("S_CBRANCH_SCC1 bb.{one}, imp scc | boundary term branch\n");
        let jump = format!("S_BRANCH bb.{other} | boundary term branch noreturn\n");
        let (successors, ends) = match (way, at == last) {
            (4, _) => (vec![one, other], taken + &jump),
            (3, _) if at != last => (vec![other], jump),
            (_, true) if shape.callable => (
                vec![],
                "S_SETPC_B64_return s[30:31] | boundary return term noreturn\n".to_owned(),
            ),
            (_, true) => (
                vec![],
                "S_ENDPGM #0 | boundary return term noreturn\n".to_owned(),
            ),
            (2, _) => (vec![one, next], taken),
            (1, _) => (
                vec![one, other, next],
                format!("{taken}S_CBRANCH_SCC0 bb.{other}, imp scc | boundary term branch\n"),
            ),
            _ => (vec![next], String::new()),
        };
        let mut successors: Vec<String> = successors.iter().map(usize::to_string).collect();
        successors.sort_unstable();
        successors.dedup();
        text += &format!("block {at} frequency={} depth=0", 1 + at % 3);
        if !successors.is_empty() {
            text += &format!(" successors={}", successors.join(","));
        }
        text.push('\n');
        for (kind, operands) in insts {
            text += &inst(*kind, operands);
            text.push('\n');
        }
        text += &ends;
    }
    text
}
