// A quantised row times a vector: dot products and reductions over lanes in assembly.
#include "common.h"
DEV void dot2(float &acc, half2 a, half2 b) { asm("v_dot2_f32_f16 %0, %1, %2, %0" : "+v"(acc) : "v"(a), "v"(b)); }
DEV int dot4(int a, int b, int c) { int r; asm("v_dot4_i32_i8 %0, %1, %2, %3" : "=v"(r) : "v"(a), "v"(b), "v"(c)); return r; }
template <int W> DEV float add_dpp(float x) {
  float r;
  if constexpr (W == 1) asm volatile("s_nop 1\n\tv_add_f32_dpp %0, %1, %1 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf" : "=v"(r) : "v"(x));
  if constexpr (W == 2) asm volatile("s_nop 1\n\tv_add_f32_dpp %0, %1, %1 quad_perm:[2,3,0,1] row_mask:0xf bank_mask:0xf" : "=v"(r) : "v"(x));
  if constexpr (W == 4) asm("v_add_f32_dpp %0, %1, %1 row_half_mirror row_mask:0xf bank_mask:0xf" : "=v"(r) : "v"(x));
  if constexpr (W == 8) asm("v_add_f32_dpp %0, %1, %1 row_mirror row_mask:0xf bank_mask:0xf" : "=v"(r) : "v"(x));
  return r;
}
GLOBAL __attribute__((amdgpu_flat_work_group_size(256, 256))) void NAME(const int4_ *m, const int4_ *x, const int4_ *y, const float *scale, float *o, int blocks) {
  const int thread = __builtin_amdgcn_workitem_id_x(), row = __builtin_amdgcn_workgroup_id_x();
  float sum = 0;
#pragma unroll 1
  for (int b = thread; b < blocks; b += 256) {
    int4_ q = m[row * blocks + b], v = x[b], w = y[b];
    int i = 0;
    float f = 0;
#pragma unroll
    for (int e = 0; e < 4; ++e) {
      int qe = q[e], ve = v[e], we = w[e]; i = dot4(qe, ve, i);
      dot2(f, __builtin_bit_cast(half2, qe), __builtin_bit_cast(half2, we));
    }
    sum += scale[b] * (float)i + f;
    float s = add_dpp<8>(add_dpp<4>(add_dpp<2>(add_dpp<1>(f))));
    sum = __builtin_fmaf(s, 0.5f, sum);
  }
  o[row * 256 + thread] = add_dpp<8>(add_dpp<4>(add_dpp<2>(add_dpp<1>(sum))));
}
