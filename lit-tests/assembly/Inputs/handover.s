	.amdgcn_target "amdgcn-amd-amdhsa--gfx942"
	.text
	.globl reverse
	.p2align 8
	.type reverse,@function
reverse:
	v_lshlrev_b32_e32 v1, 2, v0
	v_sub_u32_e32 v2, 1020, v1
	ds_write_b32 v1, v0
	s_barrier
	ds_read_b32 v3, v2
	s_waitcnt lgkmcnt(0)
	global_store_dword v1, v3, s[0:1]
	s_endpgm

	.section .rodata,"a",@progbits
	.p2align 6
	.amdhsa_kernel reverse
		.amdhsa_group_segment_fixed_size 1024
		.amdhsa_next_free_vgpr 8
		.amdhsa_next_free_sgpr 8
		.amdhsa_accum_offset 8
	.end_amdhsa_kernel
