"""Kernels for the tests."""

HEAD = '\t.amdgcn_target "amdgcn-amd-amdhsa--gfx942"\n\t.text\n'

LOOP = """\t.globl k
\t.type k,@function
k:
\ts_mov_b32 s4, 0
.LBB0_1:
\tv_mul_f32_e32 v5, v0, v0
\tv_mul_f32_e32 v6, v5, v5
\tglobal_load_dword v1, v0, s[0:1]
\ts_waitcnt vmcnt(0)
\tv_add_f32_e32 v2, v1, v1
\ts_add_i32 s4, s4, 1
\ts_cmp_lt_i32 s4, 16
\ts_cbranch_scc1 .LBB0_1
\tglobal_store_dword v0, v2, s[0:1]
\ts_endpgm
\t.amdhsa_kernel k
\t\t.amdhsa_next_free_vgpr 16
\t\t.amdhsa_next_free_sgpr 16
\t\t.amdhsa_accum_offset 16
\t.end_amdhsa_kernel
"""

GOOD = HEAD + LOOP
"""A loop in which a load could begin earlier."""

WAIT = "\ts_waitcnt vmcnt(0)\n"
NO_WAIT = GOOD.replace(WAIT, "")
"""The same without its wait."""

MATRIX = "\tv_mfma_f32_4x4x1f32 a[0:3], v0, v0, a[0:3]\n"
SHORT = GOOD.replace("\ts_endpgm\n", MATRIX + "\tv_accvgpr_read_b32 v3, a0\n\ts_endpgm\n")
"""The result of a matrix instruction is read too early."""

TWO = GOOD + LOOP.replace("k:", "other:").replace(" k", " other").replace("LBB0", "LBB1")
"""Two kernels."""
