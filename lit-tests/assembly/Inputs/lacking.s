	.amdgcn_target "amdgcn-amd-amdhsa--gfx942"
	.text
	.globl lacking
	.p2align 8
	.type lacking,@function
lacking:
	s_load_dwordx2 s[4:5], s[0:1], 0x0
	v_lshlrev_b32_e32 v1, 2, v0
	global_load_dword v2, v1, s[4:5]
	global_load_dword v3, v1, s[4:5] offset:512
	v_mul_f32_e32 v2, v2, v3
	v_readlane_b32 s6, v2, 0
	v_readlane_b32 s7, v2, s6
	v_mov_b32_e32 v3, s7
	global_store_dword v1, v3, s[4:5] offset:1024
	s_endpgm

	.section .rodata,"a",@progbits
	.p2align 6
	.amdhsa_kernel lacking
		.amdhsa_next_free_vgpr 8
		.amdhsa_next_free_sgpr 16
		.amdhsa_accum_offset 8
	.end_amdhsa_kernel
