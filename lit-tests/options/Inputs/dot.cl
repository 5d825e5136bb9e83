__attribute__((reqd_work_group_size(64, 1, 1)))
kernel void dot_rows(global const float *restrict a,
                     global const float *restrict b,
                     global float *restrict out, int n) {
  local float tile[64];
  size_t lane = __builtin_amdgcn_workitem_id_x();
  float sum = 0.0f;
#pragma unroll 1
  for (int k = 0; k < n; ++k) {
    tile[lane] = a[k * 64 + lane];
    __builtin_amdgcn_s_barrier();
    sum += tile[63 - lane] * b[k * 64 + lane];
    __builtin_amdgcn_s_barrier();
  }
  out[lane] = sum;
}
