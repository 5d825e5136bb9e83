; Nothing moves across s_setprio, unless the user wants to look past it.
; RUN: %cdna-llc -O3 -mcpu=gfx942 -cdna-sched-check=full -o - %s | FileCheck %s
; RUN: %cdna-llc -O3 -mcpu=gfx942 -cdna-sched-check=full -cdna-sched-walls=cross -o - %s | FileCheck %s --check-prefix=CROSS
; RUN: %cdna-llc -O3 -mcpu=gfx942 -cdna-sched-walls=cross -o - %s | FileCheck %s --check-prefix=ORDER

target triple = "amdgcn-amd-amdhsa"

; CHECK-LABEL: priorities:
; CHECK: ds_read_b64
; CHECK-NOT: ds_read
; CHECK: s_setprio 1
; CHECK-NOT: ds_read
; CHECK: v_mfma
; CHECK: s_setprio 0
; CHECK: ds_read
; CROSS-LABEL: priorities:
; CROSS: ds_read
; CROSS: ds_read
; CROSS: v_mfma
; Both priorities are still there, in their order.
; ORDER-LABEL: priorities:
; ORDER: s_setprio 1
; ORDER: s_setprio 0
; ORDER-LABEL: raw_wait:
define amdgpu_kernel void @priorities(ptr addrspace(3) %lds, ptr addrspace(1) %out) {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p0 = getelementptr <4 x half>, ptr addrspace(3) %lds, i32 %t
  %a = load <4 x half>, ptr addrspace(3) %p0
  call void @llvm.amdgcn.s.setprio(i16 1)
  %m0 = call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %a, <4 x half> %a, <4 x float> zeroinitializer, i32 0, i32 0, i32 0)
  call void @llvm.amdgcn.s.setprio(i16 0)
  %p1 = getelementptr <4 x half>, ptr addrspace(3) %p0, i32 640
  %b = load <4 x half>, ptr addrspace(3) %p1
  %m1 = call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %b, <4 x half> %b, <4 x float> %m0, i32 0, i32 0, i32 0)
  store <4 x float> %m1, ptr addrspace(1) %out
  ret void
}

; What the wait guards does not come before it, and what it waits for does not go after it, whatever
; hints are looked past.
; CHECK-LABEL: raw_wait:
; CHECK: buffer_load_dword {{.*}} lds
; CHECK: s_waitcnt vmcnt(0)
; CHECK: ds_read
; CROSS-LABEL: raw_wait:
; CROSS: buffer_load_dword {{.*}} lds
; CROSS: s_waitcnt vmcnt(0)
; CROSS: ds_read
define amdgpu_kernel void @raw_wait(ptr addrspace(8) %rsrc, ptr addrspace(3) %lds, ptr addrspace(1) %out) {
  call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %rsrc, ptr addrspace(3) %lds, i32 4, i32 0, i32 0, i32 0, i32 0)
  call void @llvm.amdgcn.s.setprio(i16 1)
  call void @llvm.amdgcn.s.waitcnt(i32 3952)
  call void @llvm.amdgcn.sched.barrier(i32 0)
  %b = load float, ptr addrspace(3) %lds
  store float %b, ptr addrspace(1) %out
  ret void
}
