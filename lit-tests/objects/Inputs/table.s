	.amdgcn_target "amdgcn-amd-amdhsa--gfx942"
	.section .rodata,"a",@progbits
	.p2align 6
table:
	.long 1, 2, 3, 4
	.text
	.globl k
	.p2align 8
	.type k,@function
k:
	s_load_dwordx2 s[2:3], s[0:1], 0x0
	v_lshlrev_b32_e32 v1, 2, v0
	s_getpc_b64 s[4:5]
	s_add_u32 s4, s4, table@rel32@lo+4
	s_addc_u32 s5, s5, table@rel32@hi+12
	s_load_dword s6, s[4:5], 0x0
	s_waitcnt lgkmcnt(0)
	s_mov_b32 s7, 0
	v_mov_b32_e32 v3, 0
inside:
	global_load_dword v2, v1, s[2:3]
	s_waitcnt vmcnt(0)
	v_mul_u32_u24_e32 v2, s6, v2
	s_nop 7
	v_add_u32_e32 v3, v3, v2
	global_load_dword v4, v1, s[2:3] offset:4
	s_waitcnt vmcnt(0)
	v_mul_u32_u24_e32 v4, s6, v4
	v_add_u32_e32 v3, v3, v4
	v_mfma_f32_32x32x8_f16 a[0:15], v[10:11], v[12:13], a[0:15]
	v_mfma_f32_32x32x8_f16 a[16:31], v[10:11], v[12:13], a[16:31]
	v_add_u32_e32 v1, 8, v1
	s_add_i32 s7, s7, 1
	s_cmp_lt_i32 s7, 64
	s_cbranch_scc1 inside
	s_nop 15
	s_nop 15
	v_accvgpr_read_b32 v5, a0
	v_add_u32_e32 v3, v3, v5
	global_store_dword v1, v3, s[2:3]
	s_endpgm
	.size k, .-k
	.rept 256
	s_nop 0
	.endr
	.section .rodata
	.p2align 6
	.amdhsa_kernel k
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_next_free_vgpr 48
		.amdhsa_accum_offset 16
		.amdhsa_next_free_sgpr 16
	.end_amdhsa_kernel
	.amdgpu_metadata
---
amdhsa.version: [ 1, 2 ]
amdhsa.kernels:
  - .name: k
    .symbol: k.kd
    .kernarg_segment_size: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .kernarg_segment_align: 8
    .wavefront_size: 64
    .sgpr_count: 16
    .vgpr_count: 48
    .agpr_count: 32
    .max_flat_workgroup_size: 256
    .args:
      - { .name: p, .offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global }
...
	.end_amdgpu_metadata
