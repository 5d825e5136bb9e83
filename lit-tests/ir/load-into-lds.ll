; A load from memory into LDS counts on vmcnt alone. An LDS read that moved before it is
; waited for with lgkmcnt(0): nothing counts after it on that counter. LLVM 22 counts the load on
; lgkmcnt as well (llvm-project #179305); its own pass, after ours, leaves the wait as it is.
; RUN: %cdna-llc -O3 -cdna-sched-overlap=off -mcpu=gfx942 -cdna-sched-check=full -o - %s | FileCheck %s --check-prefixes=CHECK,MOVED
; RUN: %cdna-llc -O3 -cdna-sched-overlap=off -mcpu=gfx950 -cdna-sched-check=full -o - %s | FileCheck %s

target triple = "amdgcn-amd-amdhsa"

@a = internal addrspace(3) global [4096 x i32] poison, align 16
@b = internal addrspace(3) global [1024 x i32] poison, align 16

; CHECK-LABEL: read_before_load:
; CHECK: [[LOOP:.LBB0_[0-9]+]]:
; CHECK: ds_read_b32
; MOVED: global_load_lds_dword
; CHECK: s_waitcnt lgkmcnt(0)
; CHECK-NOT: s_waitcnt
; CHECK: s_cbranch_scc{{[01]}} [[LOOP]]
define amdgpu_kernel void @read_before_load(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %written = getelementptr i32, ptr addrspace(3) @b, i32 %t
  store i32 %t, ptr addrspace(3) %written
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %total, %loop ]
  %offset = shl i32 %i, 6
  %index = add i32 %offset, %t
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %index
  %to = getelementptr i32, ptr addrspace(3) @a, i32 %offset
  call void @llvm.amdgcn.global.load.lds(ptr addrspace(1) %from, ptr addrspace(3) %to, i32 4, i32 0, i32 0)
  %mixed = xor i32 %t, %i
  %lane = and i32 %mixed, 63
  %read = getelementptr i32, ptr addrspace(3) @b, i32 %lane
  %value = load i32, ptr addrspace(3) %read
  %tripled = mul i32 %value, 3
  %more = add i32 %sum, %tripled
  %total = add i32 %more, 1
  %next = add i32 %i, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  %result = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %total, ptr addrspace(1) %result
  ret void
}
declare void @llvm.amdgcn.global.load.lds(ptr addrspace(1), ptr addrspace(3), i32, i32, i32)
declare i32 @llvm.amdgcn.workitem.id.x()
attributes #0 = { "amdgpu-flat-work-group-size"="64,64" }
