; -O0, optnone and the attribute leave a function as LLVM has it.
; RUN: llc -O0 -mcpu=gfx942 %s -o %t.llvm.s
; RUN: %cdna-llc -O0 -mcpu=gfx942 %s -o %t.ours.s
; RUN: cmp %t.llvm.s %t.ours.s
; RUN: llc -O3 -mcpu=gfx942 %s -o %t.llvm.s
; RUN: %cdna-llc -O3 -mcpu=gfx942 -cdna-sched-report=%t.json %s -o %t.ours.s
; RUN: cmp %t.llvm.s %t.ours.s
; RUN: count 0 < %t.json

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @none(ptr addrspace(1) %p, ptr addrspace(1) %q) #0 {
  %x = load <4 x float>, ptr addrspace(1) %p
  %y = load <4 x float>, ptr addrspace(1) %q
  %z = fadd <4 x float> %x, %y
  store <4 x float> %z, ptr addrspace(1) %p
  ret void
}

define amdgpu_kernel void @off(ptr addrspace(1) %p, ptr addrspace(1) %q) #1 {
  %x = load <4 x float>, ptr addrspace(1) %p
  %y = load <4 x float>, ptr addrspace(1) %q
  %z = fadd <4 x float> %x, %y
  store <4 x float> %z, ptr addrspace(1) %p
  ret void
}

attributes #0 = { noinline optnone }
attributes #1 = { "cdna-sched"="off" }
