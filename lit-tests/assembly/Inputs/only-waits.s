	.amdgcn_target "amdgcn-amd-amdhsa--gfx942"
	.text
	.globl	only_waits
	.p2align	8
	.type	only_waits,@function
only_waits:
	global_load_dword v3, v0, s[2:3]
	s_waitcnt vmcnt(0)
	v_add_f32_e32 v4, v3, v3
	global_load_dword v5, v0, s[4:5]
	s_waitcnt vmcnt(0)
	v_add_f32_e32 v6, v5, v4
	global_store_dword v0, v6, s[2:3]
	s_cbranch_scc0 .L1
	s_waitcnt vmcnt(0) lgkmcnt(0)
.L1:
	s_barrier
	global_store_dword v0, v4, s[4:5]
	s_endpgm
.Lend:
	.size	only_waits, .Lend-only_waits
	.section	.rodata,"a",@progbits
	.amdhsa_kernel only_waits
		.amdhsa_next_free_vgpr 16
		.amdhsa_next_free_sgpr 16
		.amdhsa_accum_offset 16
	.end_amdhsa_kernel
