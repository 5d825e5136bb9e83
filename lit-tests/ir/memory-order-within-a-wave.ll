; Orders within one wave that neither the hardware nor LLVM 22's count of registers keeps.
; RUN: %cdna-llc -O3 -mcpu=gfx90a -cdna-sched-check=full -o - %s | FileCheck %s
; RUN: %cdna-llc -O3 -mcpu=gfx942 -cdna-sched-check=full -o - %s | FileCheck %s
; RUN: %cdna-llc -O3 -mcpu=gfx950 -cdna-sched-check=full -o - %s | FileCheck %s
; RUN: %load-llc -O3 -mcpu=gfx942 -o - %s | FileCheck %s --check-prefix=LLVM

target triple = "amdgcn-amd-amdhsa"

@tile = internal addrspace(3) global [256 x i32] poison, align 16

; A workgroup of one wave has no barrier, but the fence's wait stays: LDS and loads into LDS are
; not ordered among themselves (llvm-project #207473, #220288).
; CHECK-LABEL: read_then_load_into:
; CHECK: ds_read_b32
; CHECK: s_waitcnt lgkmcnt(0)
; CHECK-NOT: s_barrier
; CHECK: global_load_{{lds_dword|dword .* lds}}
; CHECK: s_endpgm
define amdgpu_kernel void @read_then_load_into(ptr addrspace(1) inreg %in, ptr addrspace(1) inreg %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %read = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %value = load i32, ptr addrspace(3) %read
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  call void @llvm.amdgcn.global.load.lds(ptr addrspace(1) %from, ptr addrspace(3) @tile, i32 4, i32 0, i32 0)
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %value, ptr addrspace(1) %to
  ret void
}

; A scalar load is complete before a store that may write what it reads. LLVM 22 waits only where
; both name the same pointer (llvm-project #203610).
; CHECK-LABEL: scalar_load_then_store:
; CHECK: s_load_dword [[LOADED:s[0-9]+]], s[{{[0-9:]+}}], 0x0
; CHECK: s_waitcnt lgkmcnt(0)
; CHECK: global_store_dword
; LLVM-LABEL: scalar_load_then_store:
; LLVM: s_load_dword [[LOADED:s[0-9]+]], s[{{[0-9:]+}}], 0x0
; LLVM-NOT: s_waitcnt
; LLVM: global_store_dword
define amdgpu_kernel void @scalar_load_then_store(ptr addrspace(1) inreg %in, ptr addrspace(1) inreg %out, ptr addrspace(1) inreg %more) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %value = load i32, ptr addrspace(1) %in
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %t, ptr addrspace(1) %to
  store i32 %value, ptr addrspace(1) %more
  ret void
}

declare void @llvm.amdgcn.global.load.lds(ptr addrspace(1), ptr addrspace(3), i32, i32, i32)
declare void @llvm.amdgcn.s.barrier()
declare i32 @llvm.amdgcn.workitem.id.x()
attributes #0 = { "amdgpu-flat-work-group-size"="64,64" }
