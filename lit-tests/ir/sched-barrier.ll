; sched_barrier holds back what its mask does not name, and nothing else.
; RUN: %cdna-llc -O3 -mcpu=gfx942 -cdna-sched-check=full -o - %s | FileCheck %s
; RUN: %cdna-llc -O3 -mcpu=gfx942 -cdna-sched-check=full -cdna-sched-walls=cross -o - %s | FileCheck %s --check-prefix=CROSS

target triple = "amdgcn-amd-amdhsa"

; Two LDS reads, then their users; a second, independent pair of reads after a barrier. Where LDS
; reads may pass, the second pair is issued before the wave waits for the first.
; CHECK-LABEL: nothing_passes:
; CHECK: v_exp_f32
; CHECK: ; sched_barrier mask(0x00000000)
; CHECK: ds_read
; CROSS-LABEL: nothing_passes:
; CROSS: ds_read
; CROSS: ds_read
; CROSS: v_exp_f32
define amdgpu_kernel void @nothing_passes(ptr addrspace(3) %lds, ptr addrspace(1) %out) {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p0 = getelementptr float, ptr addrspace(3) %lds, i32 %t
  %a = load float, ptr addrspace(3) %p0
  %ea = call float @llvm.amdgcn.exp2.f32(float %a)
  %eb = call float @llvm.amdgcn.exp2.f32(float %ea)
  call void @llvm.amdgcn.sched.barrier(i32 0)
  %p1 = getelementptr float, ptr addrspace(3) %p0, i32 1000
  %b = load float, ptr addrspace(3) %p1
  %s = fadd float %eb, %b
  store float %s, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: reads_pass:
; CHECK: ds_read
; CHECK: ds_read
; CHECK: v_exp_f32
; CHECK: v_exp_f32
; CHECK: ; sched_barrier mask(0x00000100)
; CHECK: v_add_f32
define amdgpu_kernel void @reads_pass(ptr addrspace(3) %lds, ptr addrspace(1) %out) {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p0 = getelementptr float, ptr addrspace(3) %lds, i32 %t
  %a = load float, ptr addrspace(3) %p0
  %ea = call float @llvm.amdgcn.exp2.f32(float %a)
  %eb = call float @llvm.amdgcn.exp2.f32(float %ea)
  call void @llvm.amdgcn.sched.barrier(i32 256)
  %p1 = getelementptr float, ptr addrspace(3) %p0, i32 1000
  %b = load float, ptr addrspace(3) %p1
  %s = fadd float %eb, %b
  store float %s, ptr addrspace(1) %out
  ret void
}

; Vector ALU passes, LDS does not: the read stays after the barrier.
; CHECK-LABEL: vector_passes:
; CHECK: ds_read
; CHECK: ; sched_barrier mask(0x00000402)
; CHECK: ds_read
define amdgpu_kernel void @vector_passes(ptr addrspace(3) %lds, ptr addrspace(1) %out) {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p0 = getelementptr float, ptr addrspace(3) %lds, i32 %t
  %a = load float, ptr addrspace(3) %p0
  %ea = call float @llvm.amdgcn.exp2.f32(float %a)
  call void @llvm.amdgcn.sched.barrier(i32 1026)
  %p1 = getelementptr float, ptr addrspace(3) %p0, i32 1000
  %b = load float, ptr addrspace(3) %p1
  %s = fadd float %ea, %b
  store float %s, ptr addrspace(1) %out
  ret void
}
