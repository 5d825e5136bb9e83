	.amdgcn_target "amdgcn-amd-amdhsa--gfx942"
	.amdhsa_code_object_version 6
	.text
	.protected	sum                     ; -- Begin function sum
	.globl	sum
	.p2align	8
	.type	sum,@function
sum:                                    ; @sum
.Lfunc_begin0:
	.file	0 "/src/sums" "sum.cl" md5 0xe27864aae109fd12df6c124edbae32da
	.cfi_sections .debug_frame
	.cfi_startproc
; %bb.0:
	.loc	0 3 11 prologue_end             ; sum.cl:3:11 @[ sum.cl:2:70 ]
	s_load_dword s2, s[0:1], 0x10
.Ltmp0:
	s_load_dwordx4 s[4:7], s[0:1], 0x0
	v_mov_b32_e32 v1, 0
.Ltmp1:
	.loc	0 5 21                          ; sum.cl:5:21 @[ sum.cl:2:70 ]
	s_waitcnt lgkmcnt(0)
	s_cmp_lt_i32 s2, 1
.Ltmp2:
	.loc	0 0 21 is_stmt 0                ; sum.cl:0:21
	v_lshlrev_b32_e32 v0, 2, v0
.Ltmp3:
	.loc	0 5 3                           ; sum.cl:5:3 @[ sum.cl:2:70 ]
	s_cbranch_scc1 .LBB0_3
.Ltmp4:
; %bb.1:
	v_lshl_add_u64 v[2:3], s[6:7], 0, v[0:1]
	v_mov_b32_e32 v4, 0
	s_mov_b64 s[0:1], 0x100
.Ltmp5:
.LBB0_2:                                ; =>This Inner Loop Header: Depth=1
	.loc	0 6 16 is_stmt 1                ; sum.cl:6:16 @[ sum.cl:2:70 ]
	global_load_dword v1, v[2:3], off
	.loc	0 5 21                          ; sum.cl:5:21 @[ sum.cl:2:70 ]
	s_add_i32 s2, s2, -1
	v_lshl_add_u64 v[2:3], v[2:3], 0, s[0:1]
.Ltmp6:
	s_cmp_lg_u32 s2, 0
.Ltmp7:
	.file	1 "." "add.h" md5 0xe1535f8c20b0b573320d6f1ebb5ab1a7
	.loc	1 1 61                          ; ./add.h:1:61 @[ sum.cl:6:9 @[ sum.cl:2:70 ] ]
	s_waitcnt vmcnt(0)
	v_fmac_f32_e32 v1, 0x40400000, v4
.Ltmp8:
	.loc	1 0 61 is_stmt 0                ; ./add.h:0:61
	v_mov_b32_e32 v4, v1
.Ltmp9:
	.loc	0 5 3 is_stmt 1                 ; sum.cl:5:3 @[ sum.cl:2:70 ]
	s_cbranch_scc1 .LBB0_2
.Ltmp10:
.LBB0_3:
	.loc	0 7 8                           ; sum.cl:7:8 @[ sum.cl:2:70 ]
	global_store_dword v0, v1, s[4:5]
.Ltmp11:
	.loc	0 8 1                           ; sum.cl:8:1
	s_endpgm
.Ltmp12:
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel sum
		.amdhsa_group_segment_fixed_size 0
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 20
		.amdhsa_user_sgpr_count 2
		.amdhsa_user_sgpr_dispatch_ptr 0
		.amdhsa_user_sgpr_queue_ptr 0
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_user_sgpr_dispatch_id 0
		.amdhsa_user_sgpr_kernarg_preload_length 0
		.amdhsa_user_sgpr_kernarg_preload_offset 0
		.amdhsa_user_sgpr_private_segment_size 0
		.amdhsa_uses_dynamic_stack 0
		.amdhsa_enable_private_segment 0
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_system_sgpr_workgroup_id_y 0
		.amdhsa_system_sgpr_workgroup_id_z 0
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 0
		.amdhsa_next_free_vgpr 5
		.amdhsa_next_free_sgpr 8
		.amdhsa_accum_offset 8
		.amdhsa_reserve_vcc 0
		.amdhsa_float_round_mode_32 0
		.amdhsa_float_round_mode_16_64 0
		.amdhsa_float_denorm_mode_32 3
		.amdhsa_float_denorm_mode_16_64 3
		.amdhsa_dx10_clamp 1
		.amdhsa_ieee_mode 1
		.amdhsa_fp16_overflow 0
		.amdhsa_tg_split 0
		.amdhsa_exception_fp_ieee_invalid_op 0
		.amdhsa_exception_fp_denorm_src 0
		.amdhsa_exception_fp_ieee_div_zero 0
		.amdhsa_exception_fp_ieee_overflow 0
		.amdhsa_exception_fp_ieee_underflow 0
		.amdhsa_exception_fp_ieee_inexact 0
		.amdhsa_exception_int_div_zero 0
	.end_amdhsa_kernel
	.text
.Lfunc_end0:
	.cfi_endproc
