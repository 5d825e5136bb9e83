; Each function is saved in files of its own, whatever it is called; the names differ by more than case.
; RUN: rm -rf %t && mkdir %t
; RUN: %cdna-llc -O3 -mcpu=gfx942 -cdna-sched-save=%t/saved %s -o /dev/null
; RUN: ls %t/saved | tr A-Z a-z | sort -u | count 30
; RUN: ls %t/saved | FileCheck %s
; CHECK-DAG: {{^}}a.flat
; CHECK-DAG: {{^}}a.nops.flat
; CHECK-DAG: {{^}}a.search.txt
; CHECK-DAG: {{^}}a.nops~{{[0-9a-f]+}}.flat
; CHECK-DAG: {{^}}a.nops~{{[0-9a-f]+}}.nops.flat
; CHECK-DAG: {{^}}A~{{[0-9a-f]+}}.flat
; CHECK-DAG: {{^}}a_b.flat
; CHECK-DAG: {{^}}a_b~{{[0-9a-f]+}}.flat
; CHECK-DAG: {{^}}a_xff~{{[0-9a-f]+}}.flat
; CHECK-DAG: {{^}}a__xff~{{[0-9a-f]+}}.flat
; CHECK-DAG: {{^}}lonely{{y+}}~{{[0-9a-f]+}}.flat
; CHECK-DAG: {{^}}~unnamed.flat
; CHECK-DAG: {{^}}~unnamed~2.flat
; CHECK-DAG: {{^}}~unnamed~2.nops.flat

; All of them can be read again.
; RUN: %cli replay %t/saved/a_b.flat | FileCheck %s --check-prefix=AGAIN
; RUN: sh -c 'for case in %t/saved/*.flat; do %cli replay "$case" || exit 1; done' | FileCheck %s --check-prefix=AGAIN
; AGAIN: nothing found

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @"a/b"(ptr addrspace(1) %p) {
  store i32 0, ptr addrspace(1) %p
  ret void
}
define amdgpu_kernel void @"a_b"(ptr addrspace(1) %p) {
  store i32 1, ptr addrspace(1) %p
  ret void
}
define amdgpu_kernel void @a(ptr addrspace(1) %p) {
  store i32 2, ptr addrspace(1) %p
  ret void
}
define amdgpu_kernel void @A(ptr addrspace(1) %p) {
  store i32 3, ptr addrspace(1) %p
  ret void
}
define amdgpu_kernel void @"a.nops"(ptr addrspace(1) %p) {
  store i32 4, ptr addrspace(1) %p
  ret void
}
define amdgpu_kernel void @"a\FF"(ptr addrspace(1) %p) {
  store i32 5, ptr addrspace(1) %p
  ret void
}
define amdgpu_kernel void @"a\5Cxff"(ptr addrspace(1) %p) {
  store i32 6, ptr addrspace(1) %p
  ret void
}
define amdgpu_kernel void @0(ptr addrspace(1) %p) {
  store i32 7, ptr addrspace(1) %p
  ret void
}
define amdgpu_kernel void @1(ptr addrspace(1) %p) {
  store i32 8, ptr addrspace(1) %p
  ret void
}
define amdgpu_kernel void @lonelyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy(ptr addrspace(1) %p) {
  store i32 9, ptr addrspace(1) %p
  ret void
}
