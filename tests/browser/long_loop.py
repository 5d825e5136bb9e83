"""Assembly text of a kernel with a long loop: matrix instructions, reads of LDS, loads, arithmetic, and the waits that they need."""


def long_loop(instructions: int) -> str:
    body = []
    while len(body) < instructions:
        slot = len(body) // 10 % 8
        data, accumulators = 16 + 4 * slot, 4 * slot
        body += [
            f"ds_read_b128 v[{data}:{data + 3}], v0 offset:{16 * slot}",
            f"v_add_u32_e32 v{64 + slot}, v{64 + slot}, v1",
            f"global_load_dwordx4 v[{80 + 4 * slot}:{83 + 4 * slot}], v1, s[2:3] offset:{16 * slot}",
            f"v_mul_f32_e32 v{72 + slot}, v{72 + slot}, v{72 + slot}",
            "s_waitcnt lgkmcnt(0)",
            f"v_mfma_f32_16x16x16_f16 a[{accumulators}:{accumulators + 3}], v[{data}:{data + 1}], v[{data + 2}:{data + 3}],"
            f" a[{accumulators}:{accumulators + 3}]",
            f"v_add_u32_e32 v{64 + slot}, v{72 + slot}, v{64 + slot}",
            "s_waitcnt vmcnt(0)",
            f"v_add_f32_e32 v{72 + slot}, v{80 + 4 * slot}, v{72 + slot}",
            f"v_xor_b32_e32 v{64 + slot}, v{72 + slot}, v{64 + slot}",
        ]
    body = body[: instructions - 3] + ["s_add_i32 s4, s4, -1", "s_cmp_lg_u32 s4, 0"]
    lines = "\n".join(f"\t{line}" for line in body[:-1])
    return f"""\t.amdgcn_target "amdgcn-amd-amdhsa--gfx942"
\t.amdhsa_code_object_version 5
\t.text
\t.globl\tlong_loop
\t.p2align\t8
\t.type\tlong_loop,@function
long_loop:
\ts_load_dword s4, s[0:1], 0x8
\ts_load_dwordx2 s[2:3], s[0:1], 0x0
\tv_mov_b32_e32 v1, 0
\ts_waitcnt lgkmcnt(0)
.LBB0_1:
{lines}
\t{body[-1]}
\ts_cbranch_scc1 .LBB0_1
\ts_waitcnt vmcnt(0) lgkmcnt(0)
\ts_endpgm
.Lfunc_end0:
\t.size\tlong_loop, .Lfunc_end0-long_loop
\t.section\t.rodata,"a",@progbits
\t.p2align\t6, 0x0
\t.amdhsa_kernel long_loop
\t\t.amdhsa_group_segment_fixed_size 4096
\t\t.amdhsa_user_sgpr_kernarg_segment_ptr 1
\t\t.amdhsa_next_free_vgpr 160
\t\t.amdhsa_next_free_sgpr 16
\t\t.amdhsa_accum_offset 128
\t.end_amdhsa_kernel
"""
