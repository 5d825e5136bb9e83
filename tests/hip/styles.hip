// A tile product in the styles of several libraries: what is written in assembly, how LDS is laid out and filled, how many
// tiles are under way, and what schedules the loop are macros (build.sh).
#include "common.h"
#ifndef RING
#define RING 2
#endif
#ifndef BYTES
#define BYTES 4
#endif
#ifndef TILE_M
#define TILE_M 64
#endif
#ifndef TILE_N
#define TILE_N 64
#endif
#ifndef VM
#define VM 0
#endif
#ifndef IGLP
#define IGLP -1
#endif
#ifndef KREAD
#define KREAD 4
#endif
#define LDSP(x) ((lds_char *)(x))
#if KREAD == 8
typedef half8 frag;
#else
typedef half4 frag;
#endif
constexpr int FB = sizeof(frag);
DEV frag read(lds_char *at, int offset) {
#if ASM_READ
  frag v;
  u32 a = (u32)(__SIZE_TYPE__)at + offset;
#if KREAD == 8
  asm volatile("ds_read_b128 %0, %1" : "=v"(v) : "v"(a) : "memory");
#else
  asm volatile("ds_read_b64 %0, %1" : "=v"(v) : "v"(a) : "memory");
#endif
  return v;
#else
  return *(__attribute__((address_space(3))) frag *)(at + offset);
#endif
}
DEV void mma(float4_ &c, frag a, frag b) {
#if KREAD == 8
#define OPC "v_mfma_f32_16x16x32_f16"
#else
#if GPU90A
#define OPC "v_mfma_f32_16x16x16f16"
#else
#define OPC "v_mfma_f32_16x16x16_f16"
#endif
#endif
#if ASM_MMA == 1
  asm volatile(OPC " %0, %1, %2, %0" : "+v"(c) : "v"(a), "v"(b));
#elif ASM_MMA == 2
  asm volatile(OPC " %0, %1, %2, %0" : "+a"(c) : "v"(a), "v"(b));
#elif ASM_MMA == 3
  asm(OPC " %0, %1, %2, %0" : "+v"(c) : "v"(a), "v"(b));
#elif ASM_MMA == 4
  asm(OPC " %0, %1, %2, %0" : "+a"(c) : "v"(a), "v"(b));
#elif KREAD == 8
  c = __builtin_amdgcn_mfma_f32_16x16x32_f16(a, b, c, 0, 0, 0);
#else
  c = __builtin_amdgcn_mfma_f32_16x16x16f16(a, b, c, 0, 0, 0);
#endif
}
DEV void wait_vm() {
#if ASM_WAIT
  asm volatile("s_waitcnt vmcnt(%0)" ::"n"(VM) : "memory");
#else
  __builtin_amdgcn_s_waitcnt(0xf70 | (VM & 15) | (VM >> 4) << 14);
#endif
}
DEV void wait_lds() {
#if ASM_WAIT
  asm volatile("s_waitcnt lgkmcnt(0)" ::: "memory");
#else
  __builtin_amdgcn_s_waitcnt(0xc07f);
#endif
}
GLOBAL __attribute__((amdgpu_flat_work_group_size(256, 256))) void NAME(const _Float16 *__restrict a, const _Float16 *__restrict b, float *__restrict c, int steps, int stride) {
  constexpr int ROW = FB * 8, A = TILE_M * ROW, B = TILE_N * ROW;   // bytes of a stage
#if ARRAYS
  __attribute__((shared, aligned(16))) static char a0[A], b0[B], a1[A], b1[B];
#if RING > 2
  __attribute__((shared, aligned(16))) static char a2[A], b2[B];
#endif
#if RING > 3
  __attribute__((shared, aligned(16))) static char a3[A], b3[B];
#endif
#else
  __attribute__((shared, aligned(16))) static char pool[RING * (A + B)];
#endif
  const int thread = __builtin_amdgcn_workitem_id_x(), wave = __builtin_amdgcn_readfirstlane(thread / 64), lane = thread % 64;
  auto ra = resource(a + __builtin_amdgcn_workgroup_id_x() * TILE_M * stride, 1 << 30), rb = resource(b + __builtin_amdgcn_workgroup_id_y() * TILE_N * stride, 1 << 30);
  const int at = thread * BYTES / ROW * stride * 2 + thread * BYTES % ROW;
  auto one = [&](lds_char *to, __amdgpu_buffer_rsrc_t from, const _Float16 *p, int i, int step) {
#if GLOBAL_LDS
    __builtin_amdgcn_global_load_lds((__attribute__((address_space(1))) void *)((char *)p + at + i * 16 * stride * 2 + step * ROW), to + i * 256 * BYTES + wave * 64 * BYTES, BYTES, 0, 0);
#elif ASM_DMA
    u32 m = __builtin_amdgcn_readfirstlane((u32)(__SIZE_TYPE__)(to + i * 256 * BYTES + wave * 64 * BYTES));
    const unsigned long base = (unsigned long)p; int4_ r = {__builtin_amdgcn_readfirstlane((int)base), __builtin_amdgcn_readfirstlane((int)(base >> 32)), 1 << 30, 0x00027000};
    asm volatile("s_mov_b32 m0, %0\n\ts_nop 0\n\tbuffer_load_dword %1, %2, %3 offen lds" ::"s"(m), "v"(at + i * 16 * stride * 2), "s"(r), "s"(step * ROW) : "memory");
#elif REGS
    *(__attribute__((address_space(3))) int4_ *)(to + i * 4096 + thread * 16) = __builtin_amdgcn_raw_buffer_load_b128(from, at + i * 16 * stride * 2, step * ROW, 0);
#else
    __builtin_amdgcn_raw_ptr_buffer_load_lds(from, to + i * 256 * BYTES + wave * 64 * BYTES, BYTES, at + i * 16 * stride * 2, step * ROW, 0, 0);
#endif
  };
  auto load = [&](lds_char *ta, lds_char *tb, int step) {
#pragma unroll
    for (int i = 0; i < A / (256 * BYTES); ++i) one(ta, ra, a, i, step);
#pragma unroll
    for (int i = 0; i < B / (256 * BYTES); ++i) one(tb, rb, b, i, step);
  };
#if ARRAYS
  lds_char *pa[RING] = {LDSP(a0), LDSP(a1)
#if RING > 2
    , LDSP(a2)
#endif
#if RING > 3
    , LDSP(a3)
#endif
  }, *pb[RING] = {LDSP(b0), LDSP(b1)
#if RING > 2
    , LDSP(b2)
#endif
#if RING > 3
    , LDSP(b3)
#endif
  };
#else
  lds_char *pa[RING], *pb[RING];
  for (int i = 0; i < RING; ++i) pa[i] = LDSP(pool) + i * (A + B), pb[i] = pa[i] + A;
#endif
  constexpr int MT = TILE_M / 32, NT = TILE_N / 32;
  float4_ acc[MT][NT] = {};
  const int oa = (wave / 2 * (TILE_M / 2) + lane % 16) * ROW + lane / 16 * FB, ob = (wave % 2 * (TILE_N / 2) + lane % 16) * ROW + lane / 16 * FB;
  for (int i = 0; i < RING - 1; ++i) load(pa[i], pb[i], i);
  frag x[MT], y[NT];
#if AHEAD
  wait_vm();
  __builtin_amdgcn_s_barrier();
  for (int i = 0; i < MT; ++i) x[i] = read(pa[0], oa + i * 16 * ROW);
  for (int j = 0; j < NT; ++j) y[j] = read(pb[0], ob + j * 16 * ROW);
#if ASM_READ
  wait_lds();
  for (int i = 0; i < MT; ++i) asm volatile("" : "+v"(x[i]));
  for (int j = 0; j < NT; ++j) asm volatile("" : "+v"(y[j]));
#endif
#endif
#if PINGPONG
  if (wave >= 2) __builtin_amdgcn_s_barrier();
#endif
#pragma unroll 1
  for (int k = 0; k < steps; ++k) {
#if IGLP >= 0
    __builtin_amdgcn_iglp_opt(IGLP);
#endif
    wait_vm();
    __builtin_amdgcn_s_barrier();
#if SCHED == 1
    __builtin_amdgcn_sched_barrier(0);
#endif
#if EARLY
    load(pa[RING - 1], pb[RING - 1], k + RING - 1);
#endif
#if AHEAD
    frag nx[MT], ny[NT];
    for (int i = 0; i < MT; ++i) nx[i] = read(pa[1], oa + i * 16 * ROW);
    for (int j = 0; j < NT; ++j) ny[j] = read(pb[1], ob + j * 16 * ROW);
#else
#pragma unroll
    for (int h = 0; h < 2; ++h) {
    for (int i = 0; i < MT; ++i) x[i] = read(pa[0], oa + i * 16 * ROW + h * FB * 4);
    for (int j = 0; j < NT; ++j) y[j] = read(pb[0], ob + j * 16 * ROW + h * FB * 4);
#endif
#if ASM_READ && !AHEAD
    wait_lds();
    for (int i = 0; i < MT; ++i) asm volatile("" : "+v"(x[i]));
    for (int j = 0; j < NT; ++j) asm volatile("" : "+v"(y[j]));
#endif
#if SCHED == 1
    __builtin_amdgcn_sched_barrier(0);
#endif
#if PRIO
    __builtin_amdgcn_s_setprio(1);
#endif
#pragma unroll
    for (int i = 0; i < MT; ++i)
#pragma unroll
      for (int j = 0; j < NT; ++j) mma(acc[i][j], x[i], y[j]);
#if PRIO
    __builtin_amdgcn_s_setprio(0);
#endif
#if SCHED == 2
    for (int i = 0; i < 4; ++i) {
      __builtin_amdgcn_sched_group_barrier(8, 1, 0);
      __builtin_amdgcn_sched_group_barrier(0x100, 1, 0);
      __builtin_amdgcn_sched_group_barrier(0x20, 1, 0);
    }
#endif
#if SCHED == 3
    __builtin_amdgcn_sched_barrier(0x8 | 0x100);
#endif
#if AHEAD
#if ASM_READ
    wait_lds();
#endif
    for (int i = 0; i < MT; ++i) { x[i] = nx[i];
#if ASM_READ
      asm volatile("" : "+v"(x[i]));
#endif
    }
    for (int j = 0; j < NT; ++j) { y[j] = ny[j];
#if ASM_READ
      asm volatile("" : "+v"(y[j]));
#endif
    }
#else
    }
#endif
#if !EARLY
    load(pa[RING - 1], pb[RING - 1], k + RING - 1);
#endif
#if BARRIER2
    __builtin_amdgcn_s_barrier();
#endif
    lds_char *fa = pa[0], *fb = pb[0];
#pragma unroll
    for (int i = 0; i + 1 < RING; ++i) pa[i] = pa[i + 1], pb[i] = pb[i + 1];
    pa[RING - 1] = fa, pb[RING - 1] = fb;
  }
#if PINGPONG
  if (wave < 2) __builtin_amdgcn_s_barrier();
#endif
#if ASM_MMA
  asm volatile("s_nop 15");
#endif
  float *out = c + (__builtin_amdgcn_workgroup_id_x() * TILE_M + wave / 2 * (TILE_M / 2)) * stride + __builtin_amdgcn_workgroup_id_y() * TILE_N + wave % 2 * (TILE_N / 2);
  for (int i = 0; i < MT; ++i)
    for (int j = 0; j < NT; ++j)
      for (int e = 0; e < 4; ++e) out[(i * 16 + lane / 16 * 4 + e) * stride + j * 16 + lane % 16] = acc[i][j][e];
}
