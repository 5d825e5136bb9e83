; A matrix result that a function returns, or gets from its caller: wait states before the jump,
; which counts as one. LLVM has no rule for calls and returns.
; RUN: llc -O3 -mcpu=gfx942 -o - %s | FileCheck --check-prefix=LLVM %s
; RUN: %cdna-llc -O3 -mcpu=gfx942 -cdna-sched-check=full -o - %s | FileCheck %s
; RUN: %cdna-llc -O3 -mcpu=gfx942 -cdna-sched-check=full -cdna-sched-hazards=exact -o - %s | FileCheck %s
; RUN: %cdna-llc -O3 -mcpu=gfx942 -cdna-sched-check=full -cdna-sched-hazards=isa -o - %s | FileCheck %s
; RUN: %cdna-llc -O3 -mcpu=gfx942 -cdna-sched-check=full -cdna-sched-hazards=llvm -o - %s | FileCheck --check-prefix=LLVM %s

target triple = "amdgcn-amd-amdhsa"

; LLVM-LABEL: product:
; LLVM: v_mfma_f32_32x32x8_f16
; LLVM-NEXT: s_setpc_b64
; CHECK-LABEL: product:
; CHECK: v_mfma_f32_32x32x8_f16
; CHECK-NEXT: s_nop 9
; CHECK-NEXT: s_setpc_b64
define <16 x float> @product(<16 x float> %c, <4 x half> %a, <4 x half> %b) #0 {
  %r = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %a, <4 x half> %b, <16 x float> %c, i32 0, i32 0, i32 0)
  ret <16 x float> %r
}

; LLVM-LABEL: in_tail_position:
; LLVM: v_mfma_f32_32x32x8_f16
; LLVM-NOT: s_nop
; LLVM: s_setpc_b64
; CHECK-LABEL: in_tail_position:
; CHECK: v_mfma_f32_32x32x8_f16
; CHECK: s_nop
; CHECK: s_setpc_b64
define <16 x float> @in_tail_position(<16 x float> %c, <4 x half> %a, <4 x half> %b) #0 {
  %r = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %a, <4 x half> %b, <16 x float> %c, i32 0, i32 0, i32 0)
  %t = tail call <16 x float> @product(<16 x float> %r, <4 x half> %a, <4 x half> %b)
  ret <16 x float> %t
}

declare <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half>, <4 x half>, <16 x float>, i32, i32, i32)

attributes #0 = { noinline nounwind "amdgpu-agpr-alloc"="0" }
