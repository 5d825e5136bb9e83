// Eight waves in ping-pong: loads straight into a ring of buffers, LDS read by assembly, waits of the author's.
#include "common.h"
template <int OFFSET> DEV half8 read(u32 at) {
  half8 v;
  asm volatile("ds_read_b128 %0, %1 offset:%2" : "=v"(v) : "v"(at), "i"(OFFSET) : "memory");
  return v;
}
template <int VM> DEV void wait_vm() { __builtin_amdgcn_s_waitcnt(0xf70 | (VM & 15) | (VM >> 4) << 14); }
DEV void wait_lds() { __builtin_amdgcn_s_waitcnt(0xc07f); }
template <int M, int N, int RING>
DEV void gemm(const _Float16 *a, const _Float16 *b, float *c, int k_steps, int stride) {
  constexpr int A = M * 64, B = N * 64, STAGE = A + B; // bytes: 32 halves a row
  __attribute__((shared, aligned(16))) static char tiles[RING * STAGE];
  const int thread = __builtin_amdgcn_workitem_id_x(), wave = __builtin_amdgcn_readfirstlane(thread / 64), lane = thread % 64;
  auto from_a = resource(a + __builtin_amdgcn_workgroup_id_x() * M * stride, 1 << 30);
  auto from_b = resource(b + __builtin_amdgcn_workgroup_id_y() * N * stride, 1 << 30);
  const int row = thread / 4, column = thread % 4 * 16;
  auto load = [&](int stage, int step) {
    lds_char *to = (lds_char *)tiles + stage * STAGE + wave * 1024;
#pragma unroll
    for (int i = 0; i < A / 8192; ++i)
      __builtin_amdgcn_raw_ptr_buffer_load_lds(from_a, to + i * 8192, 16, (row + i * 128) * stride * 2 + column, step * 64, 0, 0);
#pragma unroll
    for (int i = 0; i < B / 8192; ++i)
      __builtin_amdgcn_raw_ptr_buffer_load_lds(from_b, to + A + i * 8192, 16, (row + i * 128) * stride * 2 + column, step * 64, 0, 0);
  };
  constexpr int PER = A / 8192 + B / 8192, MT = M / 2 / 16, NT = N / 4 / 16;
  float4_ acc[MT][NT] = {};
  for (int s = 0; s < RING - 1; ++s) load(s, s);
  const u32 at_a = lds_address(tiles) + ((wave / 4) * (M / 2) + lane % 16) * 64 + lane / 16 * 16;
  const u32 at_b = lds_address(tiles) + A + ((wave % 4) * (N / 4) + lane % 16) * 64 + lane / 16 * 16;
  // The second half of the waves is half an iteration behind: what it loaded for the first must be there.
  wait_vm<PER *(RING - 2)>();
  if (wave >= 4) __builtin_amdgcn_s_barrier();
  int stage = 0;
#pragma unroll 1
  for (int k = 0; k < k_steps; ++k) {
    wait_vm<PER *(RING - 2)>();
    __builtin_amdgcn_s_barrier();
    __builtin_amdgcn_sched_barrier(0);
    half8 ra[MT], rb[NT];
    const u32 here = stage * STAGE;
#pragma unroll
    for (int i = 0; i < NT; ++i) rb[i] = read<0>(at_b + here + i * 1024);
#pragma unroll
    for (int i = 0; i < MT; ++i) ra[i] = read<0>(at_a + here + i * 1024);
    int next = stage + RING - 1;
    next = next >= RING ? next - RING : next;
    load(next, k + RING - 1);
    wait_lds();
    __builtin_amdgcn_sched_barrier(0);
    __builtin_amdgcn_s_setprio(1);
#pragma unroll
    for (int i = 0; i < MT; ++i)
#pragma unroll
      for (int j = 0; j < NT; ++j)
        acc[i][j] = __builtin_amdgcn_mfma_f32_16x16x32_f16(ra[i], rb[j], acc[i][j], 0, 0, 0);
    __builtin_amdgcn_s_setprio(0);
    wait_vm<PER *(RING - 2)>();
    __builtin_amdgcn_s_barrier();
    __builtin_amdgcn_sched_barrier(0);
    stage = stage + 1 == RING ? 0 : stage + 1;
  }
  if (wave < 4) __builtin_amdgcn_s_barrier();
  float *out = c + (__builtin_amdgcn_workgroup_id_x() * M + wave / 4 * (M / 2)) * stride + __builtin_amdgcn_workgroup_id_y() * N + wave % 4 * (N / 4);
  for (int i = 0; i < MT; ++i)
    for (int j = 0; j < NT; ++j)
      for (int e = 0; e < 4; ++e) out[(i * 16 + lane / 16 * 4 + e) * stride + j * 16 + lane % 16] = acc[i][j][e];
}
GLOBAL __attribute__((amdgpu_flat_work_group_size(512, 512))) void NAME(const _Float16 *a, const _Float16 *b, float *c, int k_steps, int stride) {
  gemm<TM, TN, TR>(a, b, c, k_steps, stride);
}
