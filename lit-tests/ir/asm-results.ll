; What inline assembly writes is resolved as for the instruction that writes it, and where its text cannot
; be parsed as for the strictest one that it may end with. LLVM knows of a moved result only.
; RUN: llc -O3 -mcpu=gfx942 -o - %s | FileCheck --check-prefix=LLVM %s
; RUN: %cdna-llc -O3 -mcpu=gfx942 -cdna-sched-check=full -o - %s | FileCheck %s

target triple = "amdgcn-amd-amdhsa"

; LLVM-LABEL: scalar_offset:
; LLVM: v_readfirstlane_b32
; LLVM-NOT: s_nop
; LLVM: buffer_load_dword
; CHECK-LABEL: scalar_offset:
; CHECK: v_readfirstlane_b32
; CHECK-NEXT: ASMEND
; CHECK: s_waitcnt lgkmcnt(0)
; CHECK-NEXT: s_nop 3
; CHECK-NEXT: buffer_load_dword
define amdgpu_kernel void @scalar_offset(ptr addrspace(8) %in, ptr addrspace(1) %out) {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %o = call i32 asm "v_readfirstlane_b32 $0, $1", "=s,v"(i32 %t)
  %l = call i32 @llvm.amdgcn.raw.ptr.buffer.load.i32(ptr addrspace(8) %in, i32 %t, i32 %o, i32 0)
  store i32 %l, ptr addrspace(1) %out
  ret void
}

; LLVM-LABEL: matrix_result:
; LLVM: v_mfma_f32_16x16x16_f16
; LLVM-NEXT: ASMEND
; LLVM-NEXT: s_nop 0
; LLVM-NEXT: v_pk_add_f32
; CHECK-LABEL: matrix_result:
; CHECK: v_mfma_f32_16x16x16_f16
; CHECK-NEXT: ASMEND
; CHECK-NEXT: s_nop 6
; CHECK-NEXT: v_pk_add_f32
define amdgpu_kernel void @matrix_result(ptr addrspace(1) %out, <4 x half> %a) {
  %m = call <4 x float> asm sideeffect "v_mfma_f32_16x16x16_f16 $0, $1, $1, 0", "=v,v"(<4 x half> %a)
  %s = fadd <4 x float> %m, splat (float 1.0)
  store <4 x float> %s, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: not_parsed:
; CHECK: v_mfma_f32_16x16x16_f16
; CHECK-NEXT: ASMEND
; CHECK-NEXT: s_waitcnt vmcnt(0) lgkmcnt(0)
; CHECK-NEXT: s_nop 9
; CHECK-NEXT: v_pk_add_f32
define amdgpu_kernel void @not_parsed(ptr addrspace(1) %out, <4 x half> %a) {
  %m = call <4 x float> asm sideeffect "here_${:uid}: v_mfma_f32_16x16x16_f16 $0, $1, $1, 0", "=v,v"(<4 x half> %a)
  %s = fadd <4 x float> %m, splat (float 1.0)
  store <4 x float> %s, ptr addrspace(1) %out
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.raw.ptr.buffer.load.i32(ptr addrspace(8), i32, i32, i32)
