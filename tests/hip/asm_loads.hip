// Global loads in assembly into registers that matrix instructions outside read, with the author's waits; LDS by the compiler.
#include "common.h"
DEV half8 load(const void *base, u32 at) {
  half8 v;
  asm volatile("global_load_dwordx4 %0, %1, %2" : "=v"(v) : "v"(at), "s"(base) : "memory");
  return v;
}
GLOBAL __attribute__((amdgpu_flat_work_group_size(256, 256))) void NAME(const _Float16 *a, const _Float16 *b, float *c, int steps) {
  __attribute__((shared, aligned(16))) static half8 tile[2][TN * 4];
  const int thread = __builtin_amdgcn_workitem_id_x(), wave = __builtin_amdgcn_readfirstlane(thread / 64), lane = thread % 64;
  float4_ acc[TN / 16] = {};
  half8 next[TN / 64];
  for (int i = 0; i < TN / 64; ++i) next[i] = load(b, (i * 256 + thread) * 16);
#pragma unroll 1
  for (int k = 0; k < steps; ++k) {
    half8 left = *(const half8 *)(a + (wave * 16 + lane % 16) * 32 * steps + k * 32 + lane / 16 * 8);
    asm volatile("s_waitcnt vmcnt(1)" ::: "memory");
    __builtin_amdgcn_sched_barrier(0);
    for (int i = 0; i < TN / 64; ++i) tile[k & 1][i * 256 + thread] = next[i];
    for (int i = 0; i < TN / 64; ++i) next[i] = load(b, ((k + 1) * TN * 4 + i * 256 + thread) * 16);
    asm volatile("s_waitcnt lgkmcnt(0)\n\ts_barrier" ::: "memory");
#pragma unroll
    for (int j = 0; j < TN / 16; ++j) {
      half8 right = tile[k & 1][(j * 16 + lane % 16) * 4 + lane / 16];
      acc[j] = __builtin_amdgcn_mfma_f32_16x16x16f16(__builtin_shufflevector(left, left, 0, 1, 2, 3), __builtin_shufflevector(right, right, 0, 1, 2, 3), acc[j], 0, 0, 0);
      acc[j] = __builtin_amdgcn_mfma_f32_16x16x16f16(__builtin_shufflevector(left, left, 4, 5, 6, 7), __builtin_shufflevector(right, right, 4, 5, 6, 7), acc[j], 0, 0, 0);
    }
  }
  for (int j = 0; j < TN / 16; ++j)
    for (int e = 0; e < 4; ++e) c[(wave * 16 + lane / 16 * 4 + e) * TN + j * 16 + lane % 16] = acc[j][e];
}
