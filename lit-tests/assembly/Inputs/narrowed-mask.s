	.amdgcn_target "amdgcn-amd-amdhsa--gfx942"
	.text
	.globl	narrowed
	.p2align	8
	.type	narrowed,@function
narrowed:
	v_mov_b32_e32 v1, v0
	v_mov_b32_e32 v2, v0
	v_mov_b32_e32 v7, v0
	v_mov_b32_e32 v8, v0
	v_mov_b32_e32 v9, 1.0
	s_mov_b32 s8, 4
.Lloop:
	global_load_dword v3, v0, s[2:3]
	s_waitcnt vmcnt(0)
	v_add_f32_e32 v4, v3, v3
	v_mul_f32_e32 v5, v4, v4
	global_load_dword v3, v0, s[4:5]
	s_waitcnt vmcnt(0)
	v_add_f32_e32 v4, v3, v3
	v_mul_f32_e32 v6, v4, v4
	global_load_dword v3, v0, s[6:7]
	s_waitcnt vmcnt(0)
	v_add_f32_e32 v4, v3, v5
	v_add_f32_e32 v4, v4, v6
	s_sub_u32 s8, s8, 1
	s_cmp_lg_u32 s8, 0
	s_cbranch_scc1 .Lloop
	v_cmp_gt_u32_e32 vcc, 32, v0
	s_nop 4
	s_and_saveexec_b64 s[10:11], vcc
.Lmasked:
	v_mov_b32_e32 v9, v4
	s_add_u32 s8, s8, 1
	s_cmp_lg_u32 s8, 3
	s_cbranch_scc1 .Lmasked
	s_nop 0
.Lbehind:
	s_or_b64 exec, exec, s[10:11]
	s_nop 0
	global_store_dword v0, v9, s[2:3]
	global_store_dword v0, v1, s[2:3] offset:4
	global_store_dword v0, v2, s[4:5] offset:8
	global_store_dword v0, v7, s[6:7] offset:12
	global_store_dword v0, v8, s[2:3] offset:16
	s_endpgm
.Lend:
	.size	narrowed, .Lend-narrowed
	.section	.rodata,"a",@progbits
	.amdhsa_kernel narrowed
		.amdhsa_next_free_vgpr 10
		.amdhsa_next_free_sgpr 16
		.amdhsa_accum_offset 12
	.end_amdhsa_kernel
