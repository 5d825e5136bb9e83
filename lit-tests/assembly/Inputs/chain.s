	.amdgcn_target "amdgcn-amd-amdhsa--gfx942"
	.text
	.globl	chain
	.p2align	8
	.type	chain,@function
chain:
	s_load_dwordx4 s[0:3], s[0:1], 0x0
	v_lshlrev_b32_e32 v1, 2, v0
	s_waitcnt lgkmcnt(0)
	global_load_dword v2, v1, s[0:1]
	; about the first
	s_waitcnt vmcnt(0)
	v_mul_f32_e32 v2, v2, v2 ; squared
	s_nop 0
	global_load_dword v3, v1, s[0:1] offset:512
	s_waitcnt vmcnt(0)
	v_mul_f32_e32 v3, v3, v3
	v_add_f32_e32 v2, v2, v3
	global_store_dword v1, v2, s[2:3]
	s_endpgm
	.amdhsa_kernel chain
		.amdhsa_next_free_vgpr 4
		.amdhsa_next_free_sgpr 4
		.amdhsa_accum_offset 4
	.end_amdhsa_kernel
