; What the user says about order is law.
; RUN: %cdna-llc -O3 -mcpu=gfx942 -o - %s | FileCheck %s

target triple = "amdgcn-amd-amdhsa"

; Nothing crosses sched_barrier 0 or s_setprio.
; CHECK-LABEL: walls:
; CHECK: v_mul_f32
; CHECK: s_setprio 1
; CHECK-NEXT: v_exp_f32
; CHECK: s_setprio 0
; CHECK: v_add_f32
; CHECK: ; sched_barrier mask(0x00000000)
; CHECK-NEXT: v_sqrt_f32
define amdgpu_kernel void @walls(ptr addrspace(1) %out, float %a, float %b) {
  %x = fmul float %a, %b
  call void @llvm.amdgcn.s.setprio(i16 1)
  %y = call float @llvm.amdgcn.exp2.f32(float %x)
  call void @llvm.amdgcn.s.setprio(i16 0)
  %z = fadd float %y, %a
  call void @llvm.amdgcn.sched.barrier(i32 0)
  %w = call float @llvm.amdgcn.sqrt.f32(float %z)
  store float %w, ptr addrspace(1) %out
  ret void
}

; Inline assembly with side effects is a wall as well: it may hold a wait for what it loaded.
; CHECK-LABEL: assembly:
; CHECK: global_load_dword [[X:v[0-9]+]]
; CHECK: s_waitcnt vmcnt(0)
; CHECK: v_add_f32_e32 {{v[0-9]+}}, {{.*}}[[X]]
define amdgpu_kernel void @assembly(ptr addrspace(1) %in, ptr addrspace(1) %out, float %a) {
  %x = call float asm sideeffect "global_load_dword $0, $1, off", "=v,v"(ptr addrspace(1) %in)
  call void asm sideeffect "s_waitcnt vmcnt(0)", ""()
  %y = fadd float %x, %a
  store float %y, ptr addrspace(1) %out
  ret void
}

; A user's own pipeline of schedule groups keeps the order LLVM gave it.
; CHECK-LABEL: groups:
; CHECK: ds_read
; CHECK: ; sched_group_barrier mask(0x00000100)
; CHECK: v_mfma
; CHECK: ; sched_group_barrier mask(0x00000008)
; CHECK: ; sched_group_barrier mask(0x00000100)
; CHECK: v_mfma
; CHECK: ; sched_group_barrier mask(0x00000008)
define amdgpu_kernel void @groups(ptr addrspace(3) %lds, ptr addrspace(1) %out) {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p0 = getelementptr <4 x half>, ptr addrspace(3) %lds, i32 %t
  %a = load <4 x half>, ptr addrspace(3) %p0
  %p1 = getelementptr <4 x half>, ptr addrspace(3) %p0, i32 64
  %b = load <4 x half>, ptr addrspace(3) %p1
  %m0 = call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %a, <4 x half> %a, <4 x float> zeroinitializer, i32 0, i32 0, i32 0)
  %m1 = call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %b, <4 x half> %b, <4 x float> %m0, i32 0, i32 0, i32 0)
  call void @llvm.amdgcn.sched.group.barrier(i32 256, i32 1, i32 0)
  call void @llvm.amdgcn.sched.group.barrier(i32 8, i32 1, i32 0)
  call void @llvm.amdgcn.sched.group.barrier(i32 256, i32 1, i32 0)
  call void @llvm.amdgcn.sched.group.barrier(i32 8, i32 1, i32 0)
  store <4 x float> %m1, ptr addrspace(1) %out
  ret void
}
