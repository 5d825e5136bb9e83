	.amdgcn_target "amdgcn-amd-amdhsa--gfx942"
	.text
	.globl	k
	.type	k,@function
k:
	.file	1 "/src" "kernel.py"
	.loc	1 3 0
	v_mov_b32_e32 v3, 0
	global_load_dword v1, v0, s[0:1]
.Lloop:
	.loc	1 5 9
	s_waitcnt vmcnt(0)
	v_add_f32_e32 v2, v1, v3
	global_load_dword v1, v0, s[0:1]
	s_nop 0
	v_mfma_f32_4x4x1_16b_f32 a[0:3], v2, v3, a[0:3]
	s_cmp_lg_u32 s4, 0
	s_cbranch_scc1 .Lloop
	.loc	1 8 1
	s_nop 1
	v_accvgpr_read_b32 v4, a1
	global_store_dword v0, v4, s[2:3]
	s_endpgm
	.amdhsa_kernel k
		.amdhsa_next_free_vgpr 32
		.amdhsa_next_free_sgpr 8
		.amdhsa_accum_offset 16
	.end_amdhsa_kernel
