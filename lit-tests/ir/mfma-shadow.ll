; Independent work goes into the shadow of a matrix instruction: no nop is left between the
; last matrix instruction and the use of its result. LLVM alone pays for some.
; RUN: llc -O3 -mcpu=gfx942 -o - %s | FileCheck --check-prefix=LLVM %s
; RUN: %cdna-llc -O3 -mcpu=gfx942 -o - %s | FileCheck %s
; LLVM: v_mfma_f32_16x16x16_f16
; LLVM: s_nop
; CHECK: v_mfma_f32_16x16x16_f16
; CHECK-NOT: s_nop
; CHECK: s_endpgm

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @shadow(ptr addrspace(1) %out, ptr addrspace(1) %in, <4 x half> %a, <4 x half> %b, <4 x float> %c) {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr <4 x float>, ptr addrspace(1) %in, i32 %t
  %x = load <4 x float>, ptr addrspace(1) %p
  %y0 = fmul <4 x float> %x, %x
  %y1 = fadd <4 x float> %y0, <float 1.0, float 2.0, float 3.0, float 4.0>
  %y2 = fmul <4 x float> %y1, %y0
  %y3 = fadd <4 x float> %y2, %y1
  %m = call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %a, <4 x half> %b, <4 x float> %c, i32 0, i32 0, i32 0)
  %s = fadd <4 x float> %m, %y3
  %q = getelementptr <4 x float>, ptr addrspace(1) %out, i32 %t
  store <4 x float> %s, ptr addrspace(1) %q
  ret void
}
