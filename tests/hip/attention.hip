// Attention's second product: V read transposed by assembly, softmax weights in registers, waits in assembly.
#include "common.h"
template <int OFFSET> DEV half4 read_transposed(u32 at) {
  half4 v;
  asm volatile("ds_read_b64_tr_b16 %0, %1 offset:%2" : "=v"(v) : "v"(at), "n"(OFFSET) : "memory");
  return v;
}
GLOBAL __attribute__((amdgpu_flat_work_group_size(256, 256))) void NAME(const _Float16 *q, const _Float16 *k, const _Float16 *v, float *o, int tiles) {
  constexpr int D = TD, TILE = 64 * D * 2;
  __attribute__((shared, aligned(16))) static char keys[2 * TILE], values[2 * TILE];
  const int thread = __builtin_amdgcn_workitem_id_x(), wave = __builtin_amdgcn_readfirstlane(thread / 64), lane = thread % 64;
  auto rk = resource(k, 1 << 30), rv = resource(v, 1 << 30);
  auto load = [&](char *lds, __amdgpu_buffer_rsrc_t from, int tile, int buffer) {
#pragma unroll
    for (int i = 0; i < TILE / 4096; ++i)
      __builtin_amdgcn_raw_ptr_buffer_load_lds(from, (lds_char *)lds + buffer * TILE + i * 4096 + wave * 1024, 16, thread * 16 + i * 4096, tile * TILE, 0, 0);
  };
  half8 query[D / 32];
  for (int i = 0; i < D / 32; ++i) query[i] = *(const half8 *)(q + (wave * 16 + lane % 16) * D + i * 32 + lane / 16 * 8);
  load(keys, rk, 0, 0);
  load(values, rv, 0, 0);
  float4_ out[D / 16] = {};
  float most = -1e30f, sum = 0;
  int buffer = 0;
#pragma unroll 1
  for (int tile = 0; tile < tiles; ++tile) {
    load(keys, rk, tile + 1, buffer ^ 1);
    asm volatile("s_waitcnt vmcnt(%0)" ::"n"(2 * (TILE / 4096)));
    __builtin_amdgcn_s_barrier();
    __builtin_amdgcn_sched_barrier(0);
    float4_ score[4] = {};
    const u32 at_k = lds_address(keys) + buffer * TILE + lane % 16 * D * 2 + lane / 16 * 16;
#pragma unroll
    for (int n = 0; n < 4; ++n)
#pragma unroll
      for (int d = 0; d < D / 32; ++d) {
        half8 key;
        asm volatile("ds_read_b128 %0, %1 offset:%2" : "=v"(key) : "v"(at_k + n * 16 * D * 2), "n"(0) : "memory");
        key = key;
        asm volatile("s_waitcnt lgkmcnt(0)" : "+v"(key));
        score[n] = __builtin_amdgcn_mfma_f32_16x16x32_f16(key, query[d], score[n], 0, 0, 0);
        (void)d;
      }
    load(values, rv, tile + 1, buffer ^ 1);
    float top = most;
    for (int n = 0; n < 4; ++n)
      for (int e = 0; e < 4; ++e) top = __builtin_fmaxf(top, score[n][e]);
    top = __builtin_fmaxf(top, __builtin_bit_cast(float, __builtin_amdgcn_ds_bpermute((lane ^ 16) * 4, __builtin_bit_cast(int, top))));
    top = __builtin_fmaxf(top, __builtin_bit_cast(float, __builtin_amdgcn_ds_bpermute((lane ^ 32) * 4, __builtin_bit_cast(int, top))));
    const float scale = __builtin_amdgcn_exp2f(most - top);
    most = top;
    sum *= scale;
    half8 weight[2];
    for (int n = 0; n < 4; ++n)
      for (int e = 0; e < 4; ++e) {
        float p = __builtin_amdgcn_exp2f(score[n][e] - top);
        sum += p;
        weight[n / 2][n % 2 * 4 + e] = (_Float16)p;
      }
    for (int d = 0; d < D / 16; ++d) out[d] *= scale;
    asm volatile("s_waitcnt vmcnt(%0)" ::"n"(2 * (TILE / 4096)));
    __builtin_amdgcn_s_barrier();
    __builtin_amdgcn_sched_barrier(0);
    const u32 at_v = lds_address(values) + buffer * TILE + lane * 8;
    __builtin_amdgcn_s_setprio(1);
#pragma unroll
    for (int d = 0; d < D / 16; ++d) {
      half4 a = read_transposed<0>(at_v + d * 2048), b = read_transposed<512>(at_v + d * 2048);
      half4 e = read_transposed<1024>(at_v + d * 2048), f = read_transposed<1536>(at_v + d * 2048);
      asm volatile("s_waitcnt lgkmcnt(0)" : "+v"(a), "+v"(b), "+v"(e), "+v"(f));
      half8 first = __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7), second = __builtin_shufflevector(e, f, 0, 1, 2, 3, 4, 5, 6, 7);
      out[d] = __builtin_amdgcn_mfma_f32_16x16x32_f16(first, weight[0], out[d], 0, 0, 0);
      out[d] = __builtin_amdgcn_mfma_f32_16x16x32_f16(second, weight[1], out[d], 0, 0, 0);
    }
    __builtin_amdgcn_s_setprio(0);
    __builtin_amdgcn_s_barrier();
    buffer ^= 1;
  }
  for (int d = 0; d < D / 16; ++d)
    for (int e = 0; e < 4; ++e) o[(wave * 16 + lane % 16) * D + d * 16 + lane / 16 * 4 + e] = out[d][e] / sum;
}
