; Iterations overlap around the barriers of a workgroup of one wave, which are no code: every write of LDS stays ahead of the
; one and behind the other, and complete where it stands, in the loop and in front of it. The check finds nothing.
; RUN: %cdna-llc -O3 -mcpu=gfx942 -cdna-sched-overlap=on -cdna-sched-check=full -pass-remarks=cdna-sched -pass-remarks-missed=cdna-sched -o %t.s %s 2> %t.err
; RUN: FileCheck %s < %t.s
; RUN: FileCheck --check-prefix=SAID --implicit-check-not=refused %s < %t.err
; SAID: iterations of the loop overlap
; CHECK-LABEL: loop:
; CHECK: ds_write_b32
; CHECK-NOT: ds_
; CHECK: s_waitcnt lgkmcnt(0)
; CHECK-NEXT: wave barrier
; CHECK-NEXT: ds_read_b32
; CHECK-NOT: ds_
; CHECK: s_cbranch_scc0 [[END:.LBB0_[0-9]+]]
; CHECK: [[LOOP:.LBB0_[0-9]+]]:
; CHECK-NOT: ds_
; CHECK: s_waitcnt lgkmcnt(0)
; CHECK-NOT: ds_
; CHECK: wave barrier
; CHECK-NOT: ds_
; CHECK: ds_write_b32
; CHECK-NOT: ds_
; CHECK: s_waitcnt lgkmcnt(0)
; CHECK-NEXT: wave barrier
; CHECK-NEXT: ds_read_b32
; CHECK-NOT: ds_
; CHECK: s_cbranch_scc1 [[LOOP]]
; CHECK: [[END]]:
; CHECK-NOT: ds_
; CHECK: s_waitcnt lgkmcnt(0)
; CHECK-NOT: ds_
; CHECK: wave barrier
target triple = "amdgcn-amd-amdhsa"
@lds = internal addrspace(3) global [1024 x float] poison, align 16
define amdgpu_kernel void @loop(ptr addrspace(1) noalias %a, ptr addrspace(1) noalias %out, i32 %n) #0 {
entry:
  %lane = tail call i32 @llvm.amdgcn.workitem.id.x()
  %mine = getelementptr float, ptr addrspace(3) @lds, i32 %lane
  %turned = xor i32 %lane, 1
  %other = getelementptr float, ptr addrspace(3) @lds, i32 %turned
  br label %body
body:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %c = phi <4 x float> [ zeroinitializer, %entry ], [ %sum, %body ]
  %at = mul i32 %i, 64
  %index = add i32 %at, %lane
  %from = getelementptr float, ptr addrspace(1) %a, i32 %index
  %x = load float, ptr addrspace(1) %from
  store float %x, ptr addrspace(3) %mine
  fence syncscope("workgroup") release
  tail call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %y = load float, ptr addrspace(3) %other
  %s = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %x, float %y, <4 x float> %c, i32 0, i32 0, i32 0)
  %sum = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %y, float %x, <4 x float> %s, i32 0, i32 0, i32 0)
  fence syncscope("workgroup") release
  tail call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %body, label %exit
exit:
  %to = getelementptr <4 x float>, ptr addrspace(1) %out, i32 %lane
  store <4 x float> %sum, ptr addrspace(1) %to
  ret void
}
declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()
declare <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float, float, <4 x float>, i32, i32, i32)
attributes #0 = { "amdgpu-flat-work-group-size"="64,64" }
