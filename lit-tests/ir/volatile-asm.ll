; Volatile inline assembly that is vector instructions alone is like any other: a load behind it may begin before it. LLVM
; keeps the two in order, and so do we where there is anything else in it.
; RUN: llc -O3 -mcpu=gfx942 -o - %s | FileCheck --check-prefixes=CHECK,ORDERED %s
; RUN: %cdna-llc -O3 -mcpu=gfx942 -cdna-sched-check=full -verify-machineinstrs -o - %s | FileCheck --check-prefixes=CHECK,FREE %s

target triple = "amdgcn-amd-amdhsa"

; CHECK-LABEL: vector:
; CHECK: global_load_dword v{{[0-9]+}}, v{{[0-9]+}}, s[{{[0-9:]+}}]{{$}}
; FREE: global_load_dword v{{[0-9]+}}, v{{[0-9]+}}, s[{{[0-9:]+}}] offset:256
; CHECK: v_exp_f32
; ORDERED: global_load_dword v{{[0-9]+}}, v{{[0-9]+}}, s[{{[0-9:]+}}] offset:256
; CHECK: v_log_f32
; CHECK: s_endpgm
define amdgpu_kernel void @vector(ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %in) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr float, ptr addrspace(1) %in, i32 %t
  %a = load float, ptr addrspace(1) %p
  %e = call float asm sideeffect "v_exp_f32 $0, $1", "=v,v"(float %a)
  %q = getelementptr i8, ptr addrspace(1) %p, i32 256
  %b = load float, ptr addrspace(1) %q
  %f = call float asm sideeffect "v_log_f32 $0, $1", "=v,v"(float %b)
  %s = fadd float %e, %f
  %o = getelementptr float, ptr addrspace(1) %out, i32 %t
  store float %s, ptr addrspace(1) %o
  ret void
}

; CHECK-LABEL: scalar_too:
; CHECK: global_load_dword v{{[0-9]+}}, v{{[0-9]+}}, s[{{[0-9:]+}}]{{$}}
; CHECK-NOT: global_load
; CHECK: v_exp_f32
; CHECK: global_load_dword v{{[0-9]+}}, v{{[0-9]+}}, s[{{[0-9:]+}}] offset:256
; CHECK: v_log_f32
; CHECK: s_endpgm
define amdgpu_kernel void @scalar_too(ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %in) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr float, ptr addrspace(1) %in, i32 %t
  %a = load float, ptr addrspace(1) %p
  %e = call float asm sideeffect "s_mov_b32 s20, 0\0Av_exp_f32 $0, $1", "=v,v,~{s20}"(float %a)
  %q = getelementptr i8, ptr addrspace(1) %p, i32 256
  %b = load float, ptr addrspace(1) %q
  %f = call float asm sideeffect "v_log_f32 $0, $1", "=v,v"(float %b)
  %s = fadd float %e, %f
  %o = getelementptr float, ptr addrspace(1) %out, i32 %t
  store float %s, ptr addrspace(1) %o
  ret void
}
attributes #0 = { "amdgpu-flat-work-group-size"="64,64" }
