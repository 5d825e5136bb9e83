// C = A * transpose(B): f16 in, f32 out, on the matrix cores. Rows of A and B are k long, k a
// multiple of 16. A block is one wave and makes 64 x 64 of C (with -DTILES=4 128 x 128): blocks
// (n / 64, m / 64).
#include "hip.h"

typedef _Float16 half4 __attribute__((ext_vector_type(4)));
typedef float float16 __attribute__((ext_vector_type(16)));

#ifndef TILES
#define TILES 2
#endif
constexpr int Tile = 32, Tiles = TILES, Step = 16;

__device__ inline float16 mfma(half4 a, half4 b, float16 c) {
#if defined(__AMDGCN__)
  return __builtin_amdgcn_mfma_f32_32x32x8f16(a, b, c, 0, 0, 0);
#else
  return c;
#endif
}

__global__ __launch_bounds__(64) void matmul(const _Float16 *__restrict a,
                                             const _Float16 *__restrict b, float *__restrict c,
                                             int n, int k) {
#if defined(__AMDGCN__)
  int lane = __builtin_amdgcn_workitem_id_x();
  int row = __builtin_amdgcn_workgroup_id_y() * Tile * Tiles;
  int column = __builtin_amdgcn_workgroup_id_x() * Tile * Tiles;
#else
  int lane = 0, row = 0, column = 0;
#endif
  // A lane holds four neighbours of row lane % 32, from column 4 * (lane / 32) on.
  int inner = lane % Tile, outer = lane / Tile * 4;
  float16 sum[Tiles][Tiles] = {};
  for (int at = 0; at < k; at += Step) {
    half4 x[Tiles][2], y[Tiles][2];
    for (int tile = 0; tile < Tiles; ++tile)
      for (int part = 0; part < 2; ++part) {
        int from = at + 8 * part + outer;
        x[tile][part] = *(const half4 *)(a + (row + tile * Tile + inner) * k + from);
        y[tile][part] = *(const half4 *)(b + (column + tile * Tile + inner) * k + from);
      }
    for (int part = 0; part < 2; ++part)
      for (int i = 0; i < Tiles; ++i)
        for (int j = 0; j < Tiles; ++j)
          sum[i][j] = mfma(x[i][part], y[j][part], sum[i][j]);
  }
  for (int i = 0; i < Tiles; ++i)
    for (int j = 0; j < Tiles; ++j)
      for (int r = 0; r < 16; ++r)
        c[(row + i * Tile + r / 4 * 8 + outer + r % 4) * n + column + j * Tile + inner] =
            sum[i][j][r];
}

// The same annotation leaves any function to LLVM.
__attribute__((annotate("cdna-sched=off"))) __global__ void left_to_llvm(float *x, float y) {
#if defined(__AMDGCN__)
  x[__builtin_amdgcn_workitem_id_x()] *= y;
#endif
}

int untouched(int x) { return x * 3 + 1; }
