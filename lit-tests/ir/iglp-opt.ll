; A region with iglp_opt keeps the pipeline LLVM made of it, and the remark says so.
; RUN: %load-llc -O3 -mcpu=gfx942 -o %t.llvm.s %s
; RUN: %cdna-llc -O3 -mcpu=gfx942 -cdna-sched-check=full -cdna-sched-waits=false -cdna-sched-nops=false -o %t.s %s \
; RUN:   -pass-remarks-missed=cdna-sched 2>&1 | FileCheck %s
; RUN: cmp %t.llvm.s %t.s
; RUN: %cdna-llc -O3 -mcpu=gfx942 -cdna-sched-check=full -cdna-sched-walls=cross -o /dev/null %s -pass-remarks-missed=cdna-sched 2>&1 \
; RUN:   | FileCheck %s --check-prefix=CROSS
; CHECK: kept the order of a region of {{[0-9]+}} instructions: the user requested a pipeline in it (sched_group_barrier or iglp_opt; `walls=cross` looks past them)
; CROSS: kept the order
; CROSS-NOT: pipeline

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @pipeline(ptr addrspace(3) %lds, ptr addrspace(1) %out) {
  call void @llvm.amdgcn.iglp.opt(i32 0)
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p0 = getelementptr <4 x half>, ptr addrspace(3) %lds, i32 %t
  %a = load <4 x half>, ptr addrspace(3) %p0
  %p1 = getelementptr <4 x half>, ptr addrspace(3) %p0, i32 640
  %b = load <4 x half>, ptr addrspace(3) %p1
  %m0 = call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %a, <4 x half> %a, <4 x float> zeroinitializer, i32 0, i32 0, i32 0)
  %m1 = call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %b, <4 x half> %b, <4 x float> %m0, i32 0, i32 0, i32 0)
  store <4 x float> %m1, ptr addrspace(1) %out
  ret void
}
