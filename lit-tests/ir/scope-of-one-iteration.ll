; Alias scopes that are declared inside a loop say nothing about other iterations: what one iteration
; loads into LDS, the next one reads, and must wait for. LLVM 22 does not wait.
; RUN: %cdna-llc -O3 -mcpu=gfx942 -cdna-sched-check=full %s -o - | FileCheck %s
; RUN: %cdna-llc -O3 -mcpu=gfx950 -cdna-sched-check=full %s -o - | FileCheck %s
; CHECK-LABEL: %loop
; CHECK: global_load_lds_dword
; CHECK: s_waitcnt vmcnt(2)
; CHECK-NEXT: ds_read_b32
; CHECK: global_store_dword
; CHECK: s_cbranch
target triple = "amdgcn-amd-amdhsa"
@lds = internal addrspace(3) global [2 x [64 x i32]] poison, align 16
declare void @llvm.amdgcn.global.load.lds(ptr addrspace(1), ptr addrspace(3), i32, i32, i32)
declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.experimental.noalias.scope.decl(metadata)
define amdgpu_kernel void @ping_pong(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) #0 {
entry:
  %lane = call i32 @llvm.amdgcn.workitem.id.x()
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  call void @llvm.experimental.noalias.scope.decl(metadata !1)
  call void @llvm.experimental.noalias.scope.decl(metadata !2)
  %this = and i32 %i, 1
  %other = xor i32 %this, 1
  %to = getelementptr [64 x i32], ptr addrspace(3) @lds, i32 %this
  %from = getelementptr [64 x i32], ptr addrspace(3) @lds, i32 %other
  %row = shl i32 %i, 6
  %at = add i32 %row, %lane
  %source = getelementptr i32, ptr addrspace(1) %in, i32 %at
  %target = getelementptr i32, ptr addrspace(1) %out, i32 %at
  call void @llvm.amdgcn.global.load.lds(ptr addrspace(1) %source, ptr addrspace(3) %to, i32 4, i32 0, i32 0), !alias.scope !1, !noalias !2
  %mine = getelementptr i32, ptr addrspace(3) %from, i32 %lane
  %value = load i32, ptr addrspace(3) %mine, !alias.scope !2, !noalias !1
  store i32 %value, ptr addrspace(1) %target
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}
attributes #0 = { "amdgpu-flat-work-group-size"="64,64" }
!0 = distinct !{!0, !"domain"}
!1 = !{!3}
!2 = !{!4}
!3 = distinct !{!3, !0, !"to"}
!4 = distinct !{!4, !0, !"from"}
