// As ring.hip, but registers are read one step ahead: what was read last is what is multiplied next.
#include "common.h"
template <int OFFSET> DEV half8 read(u32 at) {
  half8 v;
  asm volatile("ds_read_b128 %0, %1 offset:%2" : "=v"(v) : "v"(at), "i"(OFFSET) : "memory");
  return v;
}
GLOBAL __attribute__((amdgpu_flat_work_group_size(256, 256))) void NAME(const _Float16 *a, const _Float16 *b, float *c, int steps, int stride) {
  constexpr int A = 128 * 64, STAGE = 2 * A;
  __attribute__((shared, aligned(16))) static char tiles[2 * STAGE];
  const int thread = __builtin_amdgcn_workitem_id_x(), wave = __builtin_amdgcn_readfirstlane(thread / 64), lane = thread % 64;
  auto ra = resource(a, 1 << 30), rb = resource(b, 1 << 30);
  const int at = thread / 4 * stride * 2 + thread % 4 * 16;
  auto load = [&](int buffer, int step) {
#pragma unroll
    for (int i = 0; i < 2; ++i) {
      __builtin_amdgcn_raw_ptr_buffer_load_lds(ra, (lds_char *)tiles + buffer * STAGE + i * 4096 + wave * 1024, 16, at + i * 64 * stride * 2, step * 64, 0, 0);
      __builtin_amdgcn_raw_ptr_buffer_load_lds(rb, (lds_char *)tiles + buffer * STAGE + A + i * 4096 + wave * 1024, 16, at + i * 64 * stride * 2, step * 64, 0, 0);
    }
  };
  float4_ acc[4][4] = {};
  const u32 la = lds_address(tiles) + (wave / 2 * 64 + lane % 16) * 64 + lane / 16 * 16, lb = lds_address(tiles) + A + (wave % 2 * 64 + lane % 16) * 64 + lane / 16 * 16;
  load(0, 0);
  load(1, 1);
  __builtin_amdgcn_s_waitcnt(0xf74);
  __builtin_amdgcn_s_barrier();
  half8 x[4], y[4];
  for (int i = 0; i < 4; ++i) x[i] = read<0>(la + i * 1024), y[i] = read<0>(lb + i * 1024);
  int buffer = 0;
#pragma unroll 1
  for (int k = 0; k < steps; ++k) {
    WAITS;
    __builtin_amdgcn_s_barrier();
    load(buffer, k + 2);
    buffer ^= 1;
    half8 nx[4], ny[4];
    for (int i = 0; i < 4; ++i) nx[i] = READ(la + buffer * STAGE + i * 1024), ny[i] = READ(lb + buffer * STAGE + i * 1024);
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j) acc[i][j] = __builtin_amdgcn_mfma_f32_16x16x32_f16(x[i], y[j], acc[i][j], 0, 0, 0);
    for (int i = 0; i < 4; ++i) x[i] = nx[i], y[i] = ny[i];
  }
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      for (int e = 0; e < 4; ++e) c[(wave / 2 * 64 + i * 16 + lane / 16 * 4 + e) * stride + wave % 2 * 64 + j * 16 + lane % 16] = acc[i][j][e];
}
