	.amdgcn_target "amdgcn-amd-amdhsa--gfx942"
	.text
	.globl k
	.type k,@function
k:
	v_readlane_b32 s4, v3, 0
	s_and_b32 s4, s4, 0xff
	v_mul_lo_u32 v2, v2, s4
	v_cndmask_b32_e64 v9, v2, v3, s[6:7]
	v_mov_b32_e32 v7, v2
	v_mov_b32_dpp v5, v9 row_shr:4 row_mask:0xf bank_mask:0xf
	v_cndmask_b32_e64 v8, v5, v2, s[6:7]
	v_mov_b32_e32 v7, v2
	v_mov_b32_dpp v6, v8 row_shr:8 row_mask:0xf bank_mask:0xf
	s_endpgm
	.amdhsa_kernel k
		.amdhsa_next_free_vgpr 16
		.amdhsa_next_free_sgpr 8
		.amdhsa_accum_offset 16
	.end_amdhsa_kernel
