; With walls=cross neither priorities nor the pipeline that the author asks for keep a loop as it is: its iterations overlap, the check
; accepts that, and all hints are still there. Otherwise LLVM's order stays.
; RUN: %cdna-llc -O3 -mcpu=gfx942 -cdna-sched-check=full -cdna-sched-walls=cross -o %t.s %s 2>&1 -pass-remarks=cdna-sched \
; RUN:   | FileCheck %s --check-prefix=REMARK --implicit-check-not=warning
; RUN: FileCheck %s < %t.s
; RUN: %cdna-llc -O3 -mcpu=gfx942 -cdna-sched-check=full -o /dev/null %s -pass-remarks-missed=cdna-sched 2>&1 | FileCheck %s --check-prefix=HONOUR
; REMARK: iterations of the loop overlap
; HONOUR: iterations of the loop do not overlap: it prescribes an order of instructions (sched_group_barrier or iglp_opt; `walls=cross` looks past them)
; CHECK-LABEL: one:
; CHECK-COUNT-4: ; sched_group_barrier
; CHECK: .set one.num_vgpr

target triple = "amdgcn-amd-amdhsa"

@lds = internal addrspace(3) global [4096 x <8 x half>] poison

define amdgpu_kernel void @one(ptr addrspace(1) %out, ptr addrspace(1) %in, i32 %n) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %acc = phi <4 x float> [ zeroinitializer, %entry ], [ %sum1, %loop ]
  %at = add i32 %t, %i
  %pa = getelementptr <4 x half>, ptr addrspace(3) @lds, i32 %at
  %a0 = load <4 x half>, ptr addrspace(3) %pa
  %pb = getelementptr i8, ptr addrspace(3) %pa, i32 8192
  %b0 = load <4 x half>, ptr addrspace(3) %pb
  %pc = getelementptr i8, ptr addrspace(3) %pa, i32 16384
  %a1 = load <4 x half>, ptr addrspace(3) %pc
  %pd = getelementptr i8, ptr addrspace(3) %pa, i32 24576
  %b1 = load <4 x half>, ptr addrspace(3) %pd
  call void @llvm.amdgcn.s.setprio(i16 1)
  %sum0 = call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %a0, <4 x half> %b0, <4 x float> %acc, i32 0, i32 0, i32 0)
  %sum1 = call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %a1, <4 x half> %b1, <4 x float> %sum0, i32 0, i32 0, i32 0)
  call void @llvm.amdgcn.s.setprio(i16 0)
  call void @llvm.amdgcn.sched.group.barrier(i32 256, i32 4, i32 0)
  call void @llvm.amdgcn.sched.group.barrier(i32 8, i32 2, i32 0)
  call void @llvm.amdgcn.s.waitcnt(i32 49279)
  call void @llvm.amdgcn.s.barrier()
  %next = add nuw nsw i32 %i, 64
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  %q = getelementptr <4 x float>, ptr addrspace(1) %out, i32 %t
  store <4 x float> %sum1, ptr addrspace(1) %q
  ret void
}
attributes #0 = { "amdgpu-flat-work-group-size"="256,256" }
