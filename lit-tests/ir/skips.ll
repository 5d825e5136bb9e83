; LLVM takes out a branch past code that is cheaper to run with no lanes, and counts matrix instructions among it, though these add to sums
; of lanes that are off. It leaves the branch where a wait is in the code; the waits of ours are elsewhere, and the branch stays all the same.
; RUN: %load-llc -O3 -mcpu=gfx942 -o %t.llvm.s %s
; RUN: FileCheck --check-prefix=LLVM %s < %t.llvm.s
; RUN: %cdna-llc -O3 -mcpu=gfx942 -cdna-sched-check=full -verify-machineinstrs -o %t.s %s
; RUN: FileCheck %s < %t.s
; RUN: %cdna-llc -O3 -mcpu=gfx942 -stop-after=cdna-sched -o - %s | FileCheck --check-prefix=KEPT %s
; RUN: %cdna-llc -O3 -mcpu=gfx942 -stop-after=cdna-sched-nops -o - %s | FileCheck --check-prefix=GONE %s
; LLVM: s_and_saveexec_b64
; LLVM-NOT: s_cbranch_execz
; LLVM: v_mfma
; CHECK: s_and_saveexec_b64
; CHECK: s_cbranch_execz
; CHECK-NOT: ASM
; CHECK: v_mfma
; KEPT: S_CBRANCH_EXECZ
; KEPT: INLINEASM &"; matrix instructions, for some lanes", {{.*}}sideeffect
; KEPT: V_MFMA
; GONE-NOT: INLINEASM
; GONE: S_CBRANCH_EXECZ
; GONE-NOT: INLINEASM

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @sum(ptr addrspace(1) noalias readonly %a, ptr addrspace(1) noalias %out, i32 %m) #0 {
entry:
  %t = tail call i32 @llvm.amdgcn.workitem.id.x()
  %at = getelementptr inbounds <2 x i32>, ptr addrspace(1) %a, i32 %t
  %x = load <2 x i32>, ptr addrspace(1) %at
  %bt = getelementptr inbounds <2 x i32>, ptr addrspace(1) %at, i32 64
  %y = load <2 x i32>, ptr addrspace(1) %bt
  %z = mul <2 x i32> %x, %x
  %w = mul <2 x i32> %y, %z
  %h = bitcast <2 x i32> %w to <4 x half>
  %some = icmp ult i32 %t, %m
  br i1 %some, label %then, label %exit

then:
  %s0 = tail call <4 x float> @llvm.amdgcn.mfma.f32.4x4x4f16(<4 x half> %h, <4 x half> %h, <4 x float> splat (float 1.0), i32 0, i32 0, i32 0)
  br label %exit

exit:
  %s = phi <4 x float> [ splat (float 2.0), %entry ], [ %s0, %then ]
  %o = getelementptr inbounds <4 x float>, ptr addrspace(1) %out, i32 %t
  store <4 x float> %s, ptr addrspace(1) %o
  %v = getelementptr inbounds <2 x i32>, ptr addrspace(1) %out, i32 %m
  %vt = getelementptr inbounds <2 x i32>, ptr addrspace(1) %v, i32 %t
  store <2 x i32> %w, ptr addrspace(1) %vt
  ret void
}

attributes #0 = { "amdgpu-agpr-alloc"="0" }
