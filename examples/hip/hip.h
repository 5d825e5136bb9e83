// HIP's own header where there is one; without ROCm the few declarations the example needs.
#pragma once
#if defined(__has_include) && __has_include(<hip/hip_runtime.h>)
#include <hip/hip_runtime.h>
#else
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __launch_bounds__(n) __attribute__((amdgpu_flat_work_group_size(1, n)))
struct dim3 {
  unsigned x, y, z;
};
using hipError_t = int;
using hipStream_t = struct ihipStream_t *;
extern "C" hipError_t hipLaunchKernel(const void *, dim3, dim3, void **, unsigned long,
                                      hipStream_t);
#endif
