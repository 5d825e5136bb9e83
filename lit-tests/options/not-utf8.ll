; LLVM takes any bytes as a symbol: what is no UTF-8 is written out in the report, and no two symbols
; look alike in it.
; RUN: %cdna-llc -O3 -mcpu=gfx942 -cdna-sched-report=%t.json %s -o %t.s 2>&1 | count 0
; RUN: FileCheck %s < %t.json
; CHECK: {"function":"bad\\xffname","mcpu":"gfx942",{{.*}}"left_alone":[]}
; CHECK-NEXT: {"function":"bad\\\\xffname","mcpu":"gfx942",{{.*}}"left_alone":[]}
; CHECK-NEXT: {"function":"{{.*}}name","mcpu":"gfx942",{{.*}}"left_alone":[]}
; RUN: %cli compare %s | FileCheck %s --check-prefix=COMPARE
; COMPARE: {{^}}bad\xffname (gfx942,
; COMPARE: {{^}}bad\\xffname (gfx942,

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @"bad\FFname"(ptr addrspace(1) %p) {
  store i32 1, ptr addrspace(1) %p
  ret void
}

define amdgpu_kernel void @"bad\5Cxffname"(ptr addrspace(1) %p) {
  store i32 2, ptr addrspace(1) %p
  ret void
}

define amdgpu_kernel void @"b\C3\A9name"(ptr addrspace(1) %p) {
  store i32 3, ptr addrspace(1) %p
  ret void
}
