// Two kernels, a function that both call, data between the code, and a label.
  .amdgcn_target "amdgcn-amd-amdhsa--gfx942:sramecc+:xnack-"
  .amdhsa_code_object_version 5
  .text
  .p2align 8
  .globl first
  .type first,@function
first:
  s_load_dwordx2 s[2:3], s[0:1], 0x0
  s_waitcnt lgkmcnt(0)
.Lloop:
  s_sub_u32 s2, s2, 1
  s_cmp_lg_u32 s2, 0
named_label:
  s_cbranch_scc1 .Lloop
  s_endpgm
.Lfirst_end:
  .size first, .Lfirst_end-first
  .type table,@object
table:
  .long 0x12345678
  .size table, 4
  .type helper,@function
helper:
  v_mov_b32 v0, 0
  s_setpc_b64 s[30:31]
  .size helper, 8
  .p2align 8
  .globl second
  .type second,@function
second:
  s_getpc_b64 s[4:5]
  s_add_u32 s4, s4, helper@rel32@lo+4
  s_addc_u32 s5, s5, helper@rel32@hi+12
  s_swappc_b64 s[30:31], s[4:5]
  s_endpgm
.Lsecond_end:
  .size second, .Lsecond_end-second

  .rodata
  .p2align 6
  .amdhsa_kernel first
    .amdhsa_group_segment_fixed_size 1024
    .amdhsa_private_segment_fixed_size 16
    .amdhsa_kernarg_size 8
    .amdhsa_user_sgpr_kernarg_segment_ptr 1
    .amdhsa_user_sgpr_count 4
    .amdhsa_user_sgpr_kernarg_preload_length 2
    .amdhsa_next_free_vgpr 72
    .amdhsa_accum_offset 40
    .amdhsa_next_free_sgpr 32
    .amdhsa_reserve_vcc 0
    .amdhsa_tg_split 1
  .end_amdhsa_kernel
  .p2align 6
  .amdhsa_kernel second
    .amdhsa_next_free_vgpr 1
    .amdhsa_accum_offset 4
    .amdhsa_next_free_sgpr 32
  .end_amdhsa_kernel

  .amdgpu_metadata
amdhsa.version: [ 1, 2 ]
amdhsa.target: amdgcn-amd-amdhsa--gfx942:sramecc+:xnack-
amdhsa.kernels:
  - .name: first
    .symbol: first.kd
    .kernarg_segment_size: 8
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 1024
    .private_segment_fixed_size: 16
    .wavefront_size: 64
    .sgpr_count: 32
    .vgpr_count: 72
    .agpr_count: 32
    .max_flat_workgroup_size: 256
    .args:
      - .size: 8
        .offset: 0
        .value_kind: global_buffer
        .address_space: global
  - .name: second
    .symbol: second.kd
    .kernarg_segment_size: 0
    .kernarg_segment_align: 4
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 38
    .vgpr_count: 1
    .max_flat_workgroup_size: 1024
  .end_amdgpu_metadata
