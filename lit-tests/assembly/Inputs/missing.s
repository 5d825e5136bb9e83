	.amdgcn_target "amdgpu9.42-amd-amdhsa-unknown-gfx942"
	.text
	.globl	k
	.type	k,@function
	.macro	use_it reg
	v_add_f32_e32 v9, \reg, \reg
	.endm
k:
	s_load_dwordx2 s[2:3], s[0:1], 0x0
	s_cbranch_scc1 .LBB0_2
	s_waitcnt lgkmcnt(0)
.LBB0_2:
	global_load_dword v1, v0, s[2:3]
	use_it v1
	v_mfma_f32_32x32x8_f16 a[0:15], v[2:3], v[4:5], a[0:15]
	s_nop 3
	v_accvgpr_read_b32 v1, a0 ; too early
	s_endpgm
	.amdhsa_kernel k
		.amdhsa_next_free_vgpr 32
		.amdhsa_next_free_sgpr 8
		.amdhsa_accum_offset 16
		.amdhsa_of_a_later_llvm 1
	.end_amdhsa_kernel
