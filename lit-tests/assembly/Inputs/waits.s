	.amdgcn_target "amdgcn-amd-amdhsa--gfx942"
	.text
	.globl	waits
	.p2align	8
	.type	waits,@function
waits:
; %bb.0:
	s_load_dwordx4 s[0:3], s[0:1], 0x0
	v_lshlrev_b32_e32 v1, 4, v0 ; the offset
	s_waitcnt lgkmcnt(0)
	global_load_dwordx4 v[2:5], v1, s[0:1]
	s_nop 0
	v_mul_f32_e32 v6, 2.0, v0
	v_mul_f32_e32 v7, v6, v6
	s_waitcnt vmcnt(0)
	global_store_dwordx4 v1, v[2:5], s[2:3]
	v_add_f32_e32 v8, v7, v6
	s_waitcnt vmcnt(0)
	s_barrier
	ds_write_b32 v1, v8
	v_mul_f32_e32 v9, v8, v8
	s_waitcnt lgkmcnt(0)
	s_barrier
	ds_read_b32 v10, v1 offset:16
	; sched_barrier mask(0x00000000)
	v_mul_f32_e32 v11, v9, v9
	;;#ASMSTART
	v_add_f32 v12, v11, v11
	s_nop 4
	;;#ASMEND
	v_mul_f32_e32 v13, v12, v12
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v10, v10, v13
	global_store_dword v1, v10, s[2:3]
	s_endpgm
.Lfunc_end0:
	.size	waits, .Lfunc_end0-waits
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel waits
		.amdhsa_group_segment_fixed_size 4096
		.amdhsa_next_free_vgpr 14
		.amdhsa_next_free_sgpr 4
		.amdhsa_accum_offset 16
	.end_amdhsa_kernel
