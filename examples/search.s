; The inner loop of a matrix product on gfx942, written down in the order in which one thinks of it:
; each tile is read from LDS, waited for and multiplied before the next one is touched.
	.amdgcn_target "amdgcn-amd-amdhsa--gfx942"
	.text
	.globl	tiles
	.p2align	8
	.type	tiles,@function
tiles:
	s_load_dwordx4 s[4:7], s[0:1], 0x0
	v_lshlrev_b32_e32 v1, 4, v0
	v_and_b32_e32 v2, 0x3f0, v1
	v_mov_b32_e32 v3, v1
	v_accvgpr_write_b32 a0, 0
	v_accvgpr_write_b32 a1, 0
	v_accvgpr_write_b32 a2, 0
	v_accvgpr_write_b32 a3, 0
	v_accvgpr_write_b32 a4, 0
	v_accvgpr_write_b32 a5, 0
	v_accvgpr_write_b32 a6, 0
	v_accvgpr_write_b32 a7, 0
	v_accvgpr_write_b32 a8, 0
	v_accvgpr_write_b32 a9, 0
	v_accvgpr_write_b32 a10, 0
	v_accvgpr_write_b32 a11, 0
	v_accvgpr_write_b32 a12, 0
	v_accvgpr_write_b32 a13, 0
	v_accvgpr_write_b32 a14, 0
	v_accvgpr_write_b32 a15, 0
	v_accvgpr_write_b32 a16, 0
	v_accvgpr_write_b32 a17, 0
	v_accvgpr_write_b32 a18, 0
	v_accvgpr_write_b32 a19, 0
	v_accvgpr_write_b32 a20, 0
	v_accvgpr_write_b32 a21, 0
	v_accvgpr_write_b32 a22, 0
	v_accvgpr_write_b32 a23, 0
	v_accvgpr_write_b32 a24, 0
	v_accvgpr_write_b32 a25, 0
	v_accvgpr_write_b32 a26, 0
	v_accvgpr_write_b32 a27, 0
	v_accvgpr_write_b32 a28, 0
	v_accvgpr_write_b32 a29, 0
	v_accvgpr_write_b32 a30, 0
	v_accvgpr_write_b32 a31, 0
	v_accvgpr_write_b32 a32, 0
	v_accvgpr_write_b32 a33, 0
	v_accvgpr_write_b32 a34, 0
	v_accvgpr_write_b32 a35, 0
	v_accvgpr_write_b32 a36, 0
	v_accvgpr_write_b32 a37, 0
	v_accvgpr_write_b32 a38, 0
	v_accvgpr_write_b32 a39, 0
	v_accvgpr_write_b32 a40, 0
	v_accvgpr_write_b32 a41, 0
	v_accvgpr_write_b32 a42, 0
	v_accvgpr_write_b32 a43, 0
	v_accvgpr_write_b32 a44, 0
	v_accvgpr_write_b32 a45, 0
	v_accvgpr_write_b32 a46, 0
	v_accvgpr_write_b32 a47, 0
	v_accvgpr_write_b32 a48, 0
	v_accvgpr_write_b32 a49, 0
	v_accvgpr_write_b32 a50, 0
	v_accvgpr_write_b32 a51, 0
	v_accvgpr_write_b32 a52, 0
	v_accvgpr_write_b32 a53, 0
	v_accvgpr_write_b32 a54, 0
	v_accvgpr_write_b32 a55, 0
	v_accvgpr_write_b32 a56, 0
	v_accvgpr_write_b32 a57, 0
	v_accvgpr_write_b32 a58, 0
	v_accvgpr_write_b32 a59, 0
	v_accvgpr_write_b32 a60, 0
	v_accvgpr_write_b32 a61, 0
	v_accvgpr_write_b32 a62, 0
	v_accvgpr_write_b32 a63, 0
	v_accvgpr_write_b32 a64, 0
	v_accvgpr_write_b32 a65, 0
	v_accvgpr_write_b32 a66, 0
	v_accvgpr_write_b32 a67, 0
	v_accvgpr_write_b32 a68, 0
	v_accvgpr_write_b32 a69, 0
	v_accvgpr_write_b32 a70, 0
	v_accvgpr_write_b32 a71, 0
	v_accvgpr_write_b32 a72, 0
	v_accvgpr_write_b32 a73, 0
	v_accvgpr_write_b32 a74, 0
	v_accvgpr_write_b32 a75, 0
	v_accvgpr_write_b32 a76, 0
	v_accvgpr_write_b32 a77, 0
	v_accvgpr_write_b32 a78, 0
	v_accvgpr_write_b32 a79, 0
	v_accvgpr_write_b32 a80, 0
	v_accvgpr_write_b32 a81, 0
	v_accvgpr_write_b32 a82, 0
	v_accvgpr_write_b32 a83, 0
	v_accvgpr_write_b32 a84, 0
	v_accvgpr_write_b32 a85, 0
	v_accvgpr_write_b32 a86, 0
	v_accvgpr_write_b32 a87, 0
	v_accvgpr_write_b32 a88, 0
	v_accvgpr_write_b32 a89, 0
	v_accvgpr_write_b32 a90, 0
	v_accvgpr_write_b32 a91, 0
	v_accvgpr_write_b32 a92, 0
	v_accvgpr_write_b32 a93, 0
	v_accvgpr_write_b32 a94, 0
	v_accvgpr_write_b32 a95, 0
	v_accvgpr_write_b32 a96, 0
	v_accvgpr_write_b32 a97, 0
	v_accvgpr_write_b32 a98, 0
	v_accvgpr_write_b32 a99, 0
	v_accvgpr_write_b32 a100, 0
	v_accvgpr_write_b32 a101, 0
	v_accvgpr_write_b32 a102, 0
	v_accvgpr_write_b32 a103, 0
	v_accvgpr_write_b32 a104, 0
	v_accvgpr_write_b32 a105, 0
	v_accvgpr_write_b32 a106, 0
	v_accvgpr_write_b32 a107, 0
	v_accvgpr_write_b32 a108, 0
	v_accvgpr_write_b32 a109, 0
	v_accvgpr_write_b32 a110, 0
	v_accvgpr_write_b32 a111, 0
	v_accvgpr_write_b32 a112, 0
	v_accvgpr_write_b32 a113, 0
	v_accvgpr_write_b32 a114, 0
	v_accvgpr_write_b32 a115, 0
	v_accvgpr_write_b32 a116, 0
	v_accvgpr_write_b32 a117, 0
	v_accvgpr_write_b32 a118, 0
	v_accvgpr_write_b32 a119, 0
	v_accvgpr_write_b32 a120, 0
	v_accvgpr_write_b32 a121, 0
	v_accvgpr_write_b32 a122, 0
	v_accvgpr_write_b32 a123, 0
	v_accvgpr_write_b32 a124, 0
	v_accvgpr_write_b32 a125, 0
	v_accvgpr_write_b32 a126, 0
	v_accvgpr_write_b32 a127, 0
	s_mov_b32 s8, 0
	s_waitcnt lgkmcnt(0)
	global_load_dwordx4 v[64:67], v3, s[4:5]
	global_load_dwordx4 v[68:71], v3, s[4:5] offset:1024
	global_load_dwordx4 v[72:75], v3, s[4:5] offset:2048
	global_load_dwordx4 v[76:79], v3, s[4:5] offset:3072
.LOOP:
	ds_read_b128 v[8:11], v2 offset:0
	ds_read_b128 v[24:27], v2 offset:8192
	ds_read_b128 v[12:15], v2 offset:1024
	ds_read_b128 v[28:31], v2 offset:9216
	ds_read_b128 v[16:19], v2 offset:2048
	ds_read_b128 v[20:23], v2 offset:3072
	s_waitcnt lgkmcnt(0)
	v_mfma_f32_32x32x8_f16 a[0:15], v[8:9], v[24:25], a[0:15]
	v_mfma_f32_32x32x8_f16 a[0:15], v[10:11], v[26:27], a[0:15]
	v_mfma_f32_32x32x8_f16 a[16:31], v[8:9], v[28:29], a[16:31]
	v_mfma_f32_32x32x8_f16 a[16:31], v[10:11], v[30:31], a[16:31]
	v_mfma_f32_32x32x8_f16 a[32:47], v[12:13], v[24:25], a[32:47]
	v_mfma_f32_32x32x8_f16 a[32:47], v[14:15], v[26:27], a[32:47]
	v_mfma_f32_32x32x8_f16 a[48:63], v[12:13], v[28:29], a[48:63]
	v_mfma_f32_32x32x8_f16 a[48:63], v[14:15], v[30:31], a[48:63]
	v_mfma_f32_32x32x8_f16 a[64:79], v[16:17], v[24:25], a[64:79]
	v_mfma_f32_32x32x8_f16 a[64:79], v[18:19], v[26:27], a[64:79]
	v_mfma_f32_32x32x8_f16 a[80:95], v[16:17], v[28:29], a[80:95]
	v_mfma_f32_32x32x8_f16 a[80:95], v[18:19], v[30:31], a[80:95]
	v_mfma_f32_32x32x8_f16 a[96:111], v[20:21], v[24:25], a[96:111]
	v_mfma_f32_32x32x8_f16 a[96:111], v[22:23], v[26:27], a[96:111]
	v_mfma_f32_32x32x8_f16 a[112:127], v[20:21], v[28:29], a[112:127]
	v_mfma_f32_32x32x8_f16 a[112:127], v[22:23], v[30:31], a[112:127]
	v_add_u32_e32 v40, 0x200, v1
	v_xor_b32_e32 v44, v40, v2
	v_add_u32_e32 v41, 0x400, v1
	v_xor_b32_e32 v45, v41, v2
	v_add_u32_e32 v42, 0x600, v1
	v_xor_b32_e32 v46, v42, v2
	v_add_u32_e32 v43, 0x800, v1
	v_xor_b32_e32 v47, v43, v2
	s_waitcnt vmcnt(0)
	ds_write_b128 v44, v[64:67] offset:16384
	ds_write_b128 v45, v[68:71] offset:16384
	ds_write_b128 v46, v[72:75] offset:16384
	ds_write_b128 v47, v[76:79] offset:16384
	v_add_u32_e32 v3, 0x1000, v3
	global_load_dwordx4 v[64:67], v3, s[4:5]
	global_load_dwordx4 v[68:71], v3, s[4:5] offset:1024
	global_load_dwordx4 v[72:75], v3, s[4:5] offset:2048
	global_load_dwordx4 v[76:79], v3, s[4:5] offset:3072
	s_add_i32 s8, s8, 1
	s_cmp_lt_i32 s8, 64
	s_cbranch_scc1 .LOOP
	s_waitcnt vmcnt(0)
	s_nop 7
	s_nop 7
	s_nop 1
	v_accvgpr_read_b32 v64, a0
	v_accvgpr_read_b32 v65, a1
	v_accvgpr_read_b32 v66, a2
	v_accvgpr_read_b32 v67, a3
	global_store_dwordx4 v1, v[64:67], s[6:7]
	v_accvgpr_read_b32 v68, a16
	v_accvgpr_read_b32 v69, a17
	v_accvgpr_read_b32 v70, a18
	v_accvgpr_read_b32 v71, a19
	global_store_dwordx4 v1, v[68:71], s[6:7] offset:512
	v_accvgpr_read_b32 v72, a32
	v_accvgpr_read_b32 v73, a33
	v_accvgpr_read_b32 v74, a34
	v_accvgpr_read_b32 v75, a35
	global_store_dwordx4 v1, v[72:75], s[6:7] offset:1024
	v_accvgpr_read_b32 v76, a48
	v_accvgpr_read_b32 v77, a49
	v_accvgpr_read_b32 v78, a50
	v_accvgpr_read_b32 v79, a51
	global_store_dwordx4 v1, v[76:79], s[6:7] offset:1536
	v_accvgpr_read_b32 v64, a64
	v_accvgpr_read_b32 v65, a65
	v_accvgpr_read_b32 v66, a66
	v_accvgpr_read_b32 v67, a67
	global_store_dwordx4 v1, v[64:67], s[6:7] offset:2048
	v_accvgpr_read_b32 v68, a80
	v_accvgpr_read_b32 v69, a81
	v_accvgpr_read_b32 v70, a82
	v_accvgpr_read_b32 v71, a83
	global_store_dwordx4 v1, v[68:71], s[6:7] offset:2560
	v_accvgpr_read_b32 v72, a96
	v_accvgpr_read_b32 v73, a97
	v_accvgpr_read_b32 v74, a98
	v_accvgpr_read_b32 v75, a99
	global_store_dwordx4 v1, v[72:75], s[6:7] offset:3072
	v_accvgpr_read_b32 v76, a112
	v_accvgpr_read_b32 v77, a113
	v_accvgpr_read_b32 v78, a114
	v_accvgpr_read_b32 v79, a115
	global_store_dwordx4 v1, v[76:79], s[6:7] offset:3584
	s_endpgm
.Lend:
	.size	tiles, .Lend-tiles

	.section	.rodata,"a",@progbits
	.p2align	6
	.amdhsa_kernel tiles
		.amdhsa_group_segment_fixed_size 32768
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_next_free_vgpr 208
		.amdhsa_next_free_sgpr 16
		.amdhsa_accum_offset 80
	.end_amdhsa_kernel
