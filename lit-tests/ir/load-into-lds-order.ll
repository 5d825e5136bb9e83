; A load straight into LDS of what the wave has just stored. LLVM's memory operand says that such a load reads from
; poison: its own graph lets the load pass the store, and so it did here. LLVM's schedulers, which make the same
; mistake, are off.
; RUN: %cdna-llc -O3 -enable-misched=false -enable-post-misched=false -mcpu=gfx942 -cdna-sched-check=full -o - %s | FileCheck %s
; RUN: %cdna-llc -O3 -enable-misched=false -enable-post-misched=false -mcpu=gfx942 -cdna-sched-overlap=on -cdna-sched-walls=cross -cdna-sched-lds-dma=strict -cdna-sched-check=full -o - %s | FileCheck %s

target triple = "amdgcn-amd-amdhsa"

@tile = internal addrspace(3) global [64 x i32] poison, align 16

; CHECK-LABEL: stored_and_loaded:
; CHECK-NOT: global_load_lds_dword
; CHECK: global_store_dwordx4
; CHECK: global_load_lds_dword
; CHECK-NOT: global_store_dwordx4
; CHECK: s_cbranch_scc{{[01]}}
define amdgpu_kernel void @stored_and_loaded(ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(1) %c, i32 %n) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %row = shl i32 %t, 5
  %line = getelementptr i32, ptr addrspace(1) %a, i32 %row
  %from = getelementptr i8, ptr addrspace(1) %line, i64 12
  %slot = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ %t, %entry ], [ %total, %loop ]
  %masked = and i32 %sum, 511
  %at = getelementptr i32, ptr addrspace(1) %c, i32 %masked
  %z = load i32, ptr addrspace(1) %at
  %more = add i32 %z, %i
  %one = insertelement <4 x i32> poison, i32 %sum, i64 0
  %two = insertelement <4 x i32> %one, i32 %i, i64 1
  %three = insertelement <4 x i32> %two, i32 %z, i64 2
  %four = insertelement <4 x i32> %three, i32 %more, i64 3
  %quarter = shl i32 %i, 2
  %place = and i32 %quarter, 12
  %to = getelementptr i32, ptr addrspace(1) %line, i32 %place
  store <4 x i32> %four, ptr addrspace(1) %to
  call void @llvm.amdgcn.global.load.lds(ptr addrspace(1) %from, ptr addrspace(3) @tile, i32 4, i32 0, i32 0)
  call void @llvm.amdgcn.s.waitcnt(i32 3952)
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %value = load i32, ptr addrspace(3) %slot
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %product = mul i32 %value, %z
  %total = xor i32 %product, %sum
  %next = add i32 %i, 1
  %done = icmp eq i32 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  %out = getelementptr i32, ptr addrspace(1) %b, i32 %t
  store i32 %total, ptr addrspace(1) %out
  ret void
}

attributes #0 = { "amdgpu-flat-work-group-size"="64,64" }
