; What the memory model puts before a barrier stays there, whoever places the waits: the loads
; into LDS are complete before the second barrier.
; RUN: %cdna-llc -O3 -mcpu=gfx950 -cdna-sched-check=full %kernels/gfx950/gemm_f16_256x256x64_async_pp.ll -o - | FileCheck %s
; RUN: %cdna-llc -O3 -mcpu=gfx950 -cdna-sched-waits=false %kernels/gfx950/gemm_f16_256x256x64_async_pp.ll -o - | FileCheck %s
; CHECK: buffer_load_dwordx4 {{.*}} lds
; CHECK: s_waitcnt vmcnt(8) lgkmcnt(0)
; CHECK-NEXT: s_barrier
; CHECK-NEXT: s_waitcnt vmcnt(0)
; CHECK-NEXT: s_barrier
