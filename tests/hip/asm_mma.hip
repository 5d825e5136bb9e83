// Templates over a tile: loads into LDS with counted waits, matrix instructions in assembly.
#include "common.h"
template <int I, int END, class F> DEV void each(F f) {
  if constexpr (I < END) { f(__builtin_bit_cast(int, I)); each<I + 1, END>(f); }
}
DEV void mma(float4_ &c, half4 a, half4 b) {
#ifdef VOLATILE
  asm volatile("v_mfma_f32_16x16x16_f16 %0, %1, %2, %0" : "+v"(c) : "v"(a), "v"(b));
#else
  asm("v_mfma_f32_16x16x16_f16 %0, %1, %2, %0" : "+v"(c) : "v"(a), "v"(b));
#endif
}
GLOBAL __attribute__((amdgpu_flat_work_group_size(256, 256))) void NAME(const _Float16 *a, const _Float16 *b, float *c, int steps, int stride) {
  constexpr int M = TM, N = TN, A = M * 64, B = N * 64, STAGE = A + B;
  __attribute__((shared, aligned(16))) static char tiles[2 * STAGE];
  const int thread = __builtin_amdgcn_workitem_id_x(), wave = __builtin_amdgcn_readfirstlane(thread / 64), lane = thread % 64;
  auto ra = resource(a + __builtin_amdgcn_workgroup_id_x() * M * stride, 1 << 30), rb = resource(b + __builtin_amdgcn_workgroup_id_y() * N * stride, 1 << 30);
  const int at = thread / 16 * stride * 2 + thread % 16 * 4;
  auto load = [&](int buffer, int step) {
#pragma unroll
    for (int i = 0; i < A / 1024; ++i)
      __builtin_amdgcn_raw_ptr_buffer_load_lds(ra, (lds_char *)tiles + buffer * STAGE + i * 1024 + wave * 256, 4, at + i * 16 * stride * 2, step * 64, 0, 0);
#pragma unroll
    for (int i = 0; i < B / 1024; ++i)
      __builtin_amdgcn_raw_ptr_buffer_load_lds(rb, (lds_char *)tiles + buffer * STAGE + A + i * 1024 + wave * 256, 4, at + i * 16 * stride * 2, step * 64, 0, 0);
  };
  constexpr int MT = M / 32, NT = N / 32;
  float4_ acc[MT][NT] = {};
  load(0, 0);
#pragma unroll 1
  for (int k = 0; k < steps; ++k) {
    const int buffer = k & 1;
    load(buffer ^ 1, k + 1);
    __builtin_amdgcn_s_waitcnt(0xf70 | (A / 1024 + B / 1024));
    __builtin_amdgcn_sched_barrier(0);
    __builtin_amdgcn_s_waitcnt(0xc07f);
    __builtin_amdgcn_s_barrier();
    const _Float16 *la = (const _Float16 *)(tiles + buffer * STAGE) + ((wave / 2) * (M / 2) + lane % 16) * 32 + lane / 16 * 4;
    const _Float16 *lb = (const _Float16 *)(tiles + buffer * STAGE + A) + ((wave % 2) * (N / 2) + lane % 16) * 32 + lane / 16 * 4;
#pragma unroll
    for (int h = 0; h < 2; ++h) {
      half4 x[MT], y[NT];
      for (int i = 0; i < MT; ++i) x[i] = *(const half4 *)(la + i * 16 * 32 + h * 16);
      for (int j = 0; j < NT; ++j) y[j] = *(const half4 *)(lb + j * 16 * 32 + h * 16);
      for (int i = 0; i < MT; ++i)
        for (int j = 0; j < NT; ++j) mma(acc[i][j], x[i], y[j]);
    }
    __builtin_amdgcn_s_barrier();
  }
  asm volatile("s_nop 15");
  float *out = c + (__builtin_amdgcn_workgroup_id_x() * M + wave / 2 * (M / 2)) * stride + __builtin_amdgcn_workgroup_id_y() * N + wave % 2 * (N / 2);
  for (int i = 0; i < MT; ++i)
    for (int j = 0; j < NT; ++j)
      for (int e = 0; e < 4; ++e) out[(i * 16 + lane / 16 * 4 + e) * stride + j * 16 + lane % 16] = acc[i][j][e];
}
