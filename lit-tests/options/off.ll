; Loaded but not switched on, the plugin changes nothing.
; RUN: llc -O3 -mcpu=gfx942 %kernels/gfx942/softmax_f16_1k.ll -o %t.llvm.s
; RUN: %load-llc -O3 -mcpu=gfx942 %kernels/gfx942/softmax_f16_1k.ll -o %t.ours.s
; RUN: cmp %t.llvm.s %t.ours.s
