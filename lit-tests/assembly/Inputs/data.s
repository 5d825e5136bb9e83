	.amdgcn_target "amdgcn-amd-amdhsa--gfx942"
	.text
	.globl	data
	.p2align	8
	.type	data,@function
data:
	s_load_dwordx4 s[0:3], s[0:1], 0x0
	v_lshlrev_b32_e32 v1, 2, v0
	s_waitcnt lgkmcnt(0)
	global_load_dword v11, v1, s[0:1]
	global_load_dword v10, v1, s[0:1] offset:256
	s_waitcnt vmcnt(1)
	v_xor_b32_e32 v50, v1, v11
	.long 0x68641481 ; v_add_u32 v50, 1, v10
	v_add_u32_e32 v51, v50, v10
	global_store_dword v1, v51, s[2:3]
	s_endpgm
	.amdhsa_kernel data
		.amdhsa_next_free_vgpr 52
		.amdhsa_next_free_sgpr 8
		.amdhsa_accum_offset 52
	.end_amdhsa_kernel
