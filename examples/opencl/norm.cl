// y = x / |x| for rows of 256, a wave of 64 work-items a row.
__attribute__((reqd_work_group_size(64, 1, 1))) __kernel void
norm(__global const float4 *restrict x, __global float4 *restrict y) {
  unsigned lane = __builtin_amdgcn_workitem_id_x();
  unsigned at = __builtin_amdgcn_workgroup_id_x() * 64 + lane;
  float4 v = x[at];
  float sum = v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
  for (unsigned mask = 32; mask > 0; mask /= 2)
    sum += as_float(__builtin_amdgcn_ds_bpermute((lane ^ mask) * 4, as_int(sum)));
  y[at] = v * __builtin_amdgcn_rsqf(sum);
}
