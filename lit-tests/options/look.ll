; With every stage off the code is LLVM's to the byte, though bundles were taken apart and put
; together again, and the report still describes it.
; RUN: llc -O3 -mcpu=gfx942 %kernels/gfx942/gemm_bf16_128x128x64_w4_s2.ll -o %t.llvm.s
; RUN: %cdna-llc -cdna-sched-schedule=false -cdna-sched-waits=false -cdna-sched-nops=false \
; RUN:   -cdna-sched-report=%t.json -O3 -mcpu=gfx942 \
; RUN:   %kernels/gfx942/gemm_bf16_128x128x64_w4_s2.ll -o %t.ours.s
; RUN: cmp %t.llvm.s %t.ours.s
; RUN: FileCheck %s < %t.json
; CHECK: "function":"gemm","mcpu":"gfx942"
; CHECK-SAME: "moved":0
; CHECK-SAME: "added_by_llvm":{"nop_wait_states":0,"waits":0}
