#!/bin/bash
# Makes the modules beside this file from the sources beside it; it needs no ROCm.
set -euo pipefail
cd "$(dirname "$0")"
cc() {
  name=$1 source=$2 gpu=$3
  shift 3
  "${CLANG:-/usr/lib/llvm-22/bin/clang}" -x hip --offload-arch="$gpu" --offload-device-only -nogpuinc -nogpulib -O3 \
    -S -emit-llvm -std=c++20 -w -fno-ident -DNAME="$name" "$@" "$source.hip" -o "$gpu/$name.ll"
}
cc ring_256x128_r3 ring gfx950 -DTM=256 -DTN=128 -DTR=3
cc ring_128x128_r4 ring gfx950 -DTM=128 -DTN=128 -DTR=4
cc attention_d64 attention gfx950 -DTD=64
cc asm_to_lds_64_r3 asm_to_lds gfx942 -DTN=64 -DTR=3
cc asm_to_lds_128_r2 asm_to_lds gfx942 -DTN=128 -DTR=2
cc asm_mma_64x64 asm_mma gfx942 -DTM=64 -DTN=64
cc asm_mma_128x128 asm_mma gfx942 -DTM=128 -DTN=128
cc waterfall waterfall gfx942
cc waterfall waterfall gfx90a
cc dot_dpp dot_dpp gfx942
cc dot_dpp dot_dpp gfx90a
cc asm_loads_64 asm_loads gfx942 -DTN=64
cc ahead_128x128 ahead gfx950 '-DREAD(at)=*(__attribute__((address_space(3))) half8 *)(at)' '-DWAITS=__builtin_amdgcn_s_waitcnt(0xc07f);__builtin_amdgcn_s_waitcnt(0xf70)'
cc acc_ring3 styles gfx942 -DRING=3 -DARRAYS=1 -DASM_MMA=2 -DPRIO=1 -DVM=8 -DEARLY=1
cc global_iglp styles gfx942 -DGLOBAL_LDS=1 -DIGLP=0 -DBARRIER2=1
cc pointers_ring3 styles gfx942 -DRING=3 -DARRAYS=1 -DAHEAD=1 -DASM_READ=1 -DASM_WAIT=1 -DASM_MMA=3 -DVM=4
cc pingpong_ring4 styles gfx950 -DKREAD=8 -DBYTES=16 -DRING=4 -DPINGPONG=1 -DASM_READ=1 -DASM_WAIT=1 -DAHEAD=1 -DSCHED=1 -DPRIO=1 -DVM=8
cc asm_dma_ring4 styles gfx950 -DRING=4 -DARRAYS=1 -DASM_DMA=1 -DSCHED=3 -DBARRIER2=1
cc regs_groups styles gfx90a -DGPU90A=1 -DREGS=1 -DBYTES=16 -DASM_MMA=4 -DSCHED=2 -DEARLY=1 -DBARRIER2=1
