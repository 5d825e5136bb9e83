	.amdgcn_target "amdgcn-amd-amdhsa--gfx950"
	.text
	.globl k
	.type k,@function
k:
	s_mov_b32 s4, 8
.Lloop:
	s_nop 13
	v_add_f32_e32 v1, v0, v0
	v_add_f32_e32 v2, v0, v0
	s_sub_i32 s4, s4, 1
	s_cmp_lg_u32 s4, 0
	s_cbranch_scc1 .Lloop
	s_endpgm
	.section .rodata,"a",@progbits
	.p2align 6, 0x0
	.amdhsa_kernel k
		.amdhsa_next_free_vgpr 8
		.amdhsa_next_free_sgpr 8
		.amdhsa_accum_offset 8
	.end_amdhsa_kernel
