; Functions by name.
; RUN: %cdna-llc -O3 -mtriple=amdgcn -mcpu=gfx942 %s -o - -cdna-sched-report=%t.json -cdna-sched-only='^gemm_'
; RUN: FileCheck --check-prefix=ONLY %s < %t.json
; ONLY: "gemm_small"
; ONLY-NEXT: "gemm_large"
; ONLY-NOT: function
; RUN: %cdna-llc -O3 -mtriple=amdgcn -mcpu=gfx942 %s -o - -cdna-sched-report=%t.json -cdna-sched-only='^gemm_' -cdna-sched-skip='small|other'
; RUN: FileCheck --check-prefix=BOTH %s < %t.json
; BOTH-NOT: gemm_small
; BOTH: "gemm_large"
; BOTH-NOT: function

; A bad pattern ends the compilation, whichever option it is of.
; RUN: not %cdna-llc -O3 -mtriple=amdgcn -mcpu=gfx942 %s -o - -cdna-sched-only='gemm_[' 2>&1 | FileCheck --check-prefix=BAD %s
; RUN: not %cdna-llc -O3 -mtriple=amdgcn -mcpu=gfx942 %s -o - -cdna-sched-skip='gemm_[' 2>&1 | FileCheck --check-prefix=BAD %s
; BAD: cdna-sched: -cdna-sched-{{only|skip}}='gemm_[': expected a regular expression of symbol names, for example '^gemm_', but it has an error of syntax: unclosed character class

define amdgpu_kernel void @gemm_small(ptr addrspace(1) %p) {
  store i32 1, ptr addrspace(1) %p
  ret void
}

define amdgpu_kernel void @gemm_large(ptr addrspace(1) %p) {
  store i32 2, ptr addrspace(1) %p
  ret void
}

define amdgpu_kernel void @other(ptr addrspace(1) %p) {
  store i32 3, ptr addrspace(1) %p
  ret void
}
