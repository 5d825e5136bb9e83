//! Texts that no kernel of the tests has; those of real kernels are compared with LLVM's in `tests/`.

use super::super::text;
use crate::gpu::Gpu;
use crate::machine::{Function, InstId};

fn parse(gpu: Gpu, body: &str) -> Function {
    let form =
        format!("cdna-flat 1\nfunction \"f\"\ngpu {gpu}\nblock 0 frequency=1 depth=0\n{body}\n");
    text::parse(&form).unwrap_or_else(|e| panic!("{e}\n{form}"))
}

#[track_caller]
fn same(gpu: Gpu, instruction: &str, assembly: &str) {
    assert_eq!(parse(gpu, instruction).asm(InstId(0)), assembly);
}

#[test]
fn a_gpu_has_its_own_spelling() {
    let mfma =
        "V_MFMA_F32_16X16X16BF16_1K_vgprcd_e64 def v[0:3], v[4:5], v[6:7], v[0:3], #0, #1, #2";
    let operands = "v[0:3], v[4:5], v[6:7], v[0:3] abid:1 blgp:2";
    same(
        Gpu::Gfx90a,
        mfma,
        &format!("v_mfma_f32_16x16x16bf16_1k {operands}"),
    );
    same(
        Gpu::Gfx942,
        mfma,
        &format!("v_mfma_f32_16x16x16_bf16 {operands}"),
    );
    let load = "GLOBAL_LOAD_DWORD def v28, v[2:3], #-16, #17";
    same(
        Gpu::Gfx90a,
        load,
        "global_load_dword v28, v[2:3], off offset:-16 glc scc",
    );
    same(
        Gpu::Gfx942,
        load,
        "global_load_dword v28, v[2:3], off offset:-16 sc0 sc1",
    );
}

#[test]
fn waits_and_nops() {
    same(
        Gpu::Gfx942,
        "S_WAITCNT #112",
        "s_waitcnt vmcnt(0) lgkmcnt(0)",
    );
    same(Gpu::Gfx942, "S_NOP #1", "s_nop 1");
    same(Gpu::Gfx942, "S_ENDPGM #0", "s_endpgm");
}

#[test]
fn patterns_of_swizzle() {
    for (pattern, text) in [
        (0x041f, "swizzle(SWAP,1)"),
        (0x1c1f, "swizzle(REVERSE,8)"),
        (0x0018, "swizzle(BROADCAST,8,0)"),
        (0x80e4, "swizzle(QUAD_PERM,0,1,2,3)"),
        (0x0403, "swizzle(BITMASK_PERM,\"000pi\")"),
    ] {
        let inst = format!("DS_SWIZZLE_B32 def v1, v2, #{pattern}, #0");
        same(
            Gpu::Gfx942,
            &inst,
            &format!("ds_swizzle_b32 v1, v2 offset:{text}"),
        );
    }
}

#[test]
fn immediates_follow_the_type_of_the_source() {
    let gpu = Gpu::Gfx942;
    same(
        gpu,
        "V_MUL_F32_e32 def v0, #1073741824, v1",
        "v_mul_f32_e32 v0, 2.0, v1",
    );
    same(
        gpu,
        "V_MUL_F16_e32 def v0, #16384, v1",
        "v_mul_f16_e32 v0, 2.0, v1",
    );
    same(
        gpu,
        "S_MOV_B64 def s[0:1], #4611686018427387904",
        "s_mov_b64 s[0:1], 2.0",
    );
    same(gpu, "S_MOV_B32 def s0, #-17", "s_mov_b32 s0, 0xffffffef");
    same(gpu, "S_MOVK_I32 def s0, #-17", "s_movk_i32 s0, 0xffef");
}

#[test]
fn what_is_not_known_is_left_out() {
    same(
        Gpu::Gfx942,
        "IMAGE_LOAD_V4_V2 def v[0:3], v[4:5], s[0:7], #15",
        "image_load v[0:3], v[4:5], s[0:7]",
    );
    same(Gpu::Gfx942, "V_MUL_F32_e32", "v_mul_f32_e32");
    same(Gpu::Gfx942, "V_MOV_B32_dpp #1", "v_mov_b32_dpp 1");
    same(Gpu::Gfx942, "S_WAITCNT", "s_waitcnt");
}
