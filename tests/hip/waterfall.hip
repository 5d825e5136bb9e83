// Each lane has a resource of its own: the compiler makes a loop over those that differ.
#include "common.h"
GLOBAL __attribute__((amdgpu_flat_work_group_size(256, 256))) void NAME(const void *const *tables, const half4 *w, float *o, int n) {
  const int thread = __builtin_amdgcn_workitem_id_x() + __builtin_amdgcn_workgroup_id_x() * 256, lane = thread % 64;
  float4_ acc = {};
#pragma unroll 1
  for (int i = 0; i < n; ++i) {
    auto r = resource(tables[(thread * 7 + i) % 16], 4096);
    typedef int int2_ __attribute__((ext_vector_type(2)));
    int2_ loaded = __builtin_amdgcn_raw_buffer_load_b64(r, lane * 8, 0, 0);
    acc = __builtin_amdgcn_mfma_f32_16x16x16f16(__builtin_bit_cast(half4, loaded), w[i * 64 + lane], acc, 0, 0, 0);
  }
  for (int e = 0; e < 4; ++e) o[thread * 4 + e] = acc[e];
}
