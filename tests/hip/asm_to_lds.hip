// Loads into LDS by assembly, LDS read by the compiler: attention as templates write it.
#include "common.h"
DEV void load_to_lds(u32 lds, int4_ from, u32 at, u32 base) {
  asm volatile("s_mov_b32 m0, %0\n\ts_nop 0\n\tbuffer_load_dword %1, %2, %3 offen lds" ::"s"(lds), "v"(at), "s"(from), "s"(base) : "memory");
}
DEV int4_ words(const void *p) {
  unsigned long long a = (unsigned long long)p;
  int4_ r = {(int)a, (int)(a >> 32), 1 << 30, 0x00027000};
  for (int i = 0; i < 4; ++i) r[i] = __builtin_amdgcn_readfirstlane(r[i]);
  return r;
}
GLOBAL __attribute__((amdgpu_flat_work_group_size(256, 256))) void NAME(const _Float16 *a, const _Float16 *b, float *c, int steps) {
  constexpr int TILE = TN * 64, PER = TILE / 1024;
  __attribute__((shared, aligned(16))) static _Float16 ring[TR][TILE / 2];
  const int thread = __builtin_amdgcn_workitem_id_x(), wave = __builtin_amdgcn_readfirstlane(thread / 64), lane = thread % 64;
  const int4_ from = words(b);
  auto load = [&](int stage, int step) {
#pragma unroll
    for (int i = 0; i < PER; ++i) load_to_lds(lds_address(ring[stage]) + i * 1024 + wave * 256, from, thread * 4, step * TILE + i * 1024);
  };
  for (int s = 0; s < TR - 1; ++s) load(s, s);
  float16_ acc[TN / 32] = {};
  int stage = 0;
  const half4 *row = (const half4 *)(a + (wave * 32 + lane % 32) * 32 * steps) + lane / 32;
#pragma unroll 1
  for (int k = 0; k < steps; ++k) {
    half4 left[4];
    for (int i = 0; i < 4; ++i) left[i] = row[i * 2];
    row += 8;
    asm volatile("s_waitcnt vmcnt(%0)" ::"n"(PER *(TR - 2) + 4) : "memory");
    __builtin_amdgcn_s_barrier();
    int next = stage + TR - 1 >= TR ? stage - 1 : stage + TR - 1;
    load(next, k + TR - 1);
#pragma unroll
    for (int n = 0; n < TN / 32; ++n)
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        half4 right = *(const half4 *)&ring[stage][(n * 32 + lane % 32) * 32 + i * 8 + lane / 32 * 4];
        acc[n] = __builtin_amdgcn_mfma_f32_32x32x8f16(left[i], right, acc[n], 0, 0, 0);
      }
    __builtin_amdgcn_s_barrier();
    stage = stage + 1 == TR ? 0 : stage + 1;
  }
  for (int n = 0; n < TN / 32; ++n)
    for (int e = 0; e < 16; ++e) c[(wave * 32 + e / 4 * 8 + lane / 32 * 4 + e % 4) * TN + n * 32 + lane % 32] = acc[n][e];
}
