; The stages are passes like any other: they can be stopped at, printed after and timed, and
; they stand where they should.
; RUN: %cdna-llc -O3 -mcpu=gfx942 -stop-before=cdna-sched -o - %s | FileCheck --check-prefix=BEFORE %s
; BEFORE: name: copy
; BEFORE-NOT: S_WAITCNT
; RUN: %cdna-llc -O3 -mcpu=gfx942 -stop-after=cdna-sched -o - %s | FileCheck --check-prefix=AFTER %s
; AFTER: GLOBAL_LOAD_DWORD
; AFTER: S_WAITCNT
; AFTER-NEXT: GLOBAL_STORE_DWORD
; RUN: %cdna-llc -O3 -mcpu=gfx942 -print-after=cdna-sched-nops -o /dev/null %s 2>&1 | FileCheck --check-prefix=PRINT %s
; PRINT: IR Dump After CDNA nops
; RUN: %cdna-llc -O3 -mcpu=gfx942 -time-passes -o /dev/null %s 2>&1 | FileCheck --check-prefix=TIME %s
; TIME: CDNA scheduling and waits
; RUN: %cdna-llc -O3 -mcpu=gfx942 -debug-pass=Structure -o /dev/null %s 2>&1 | FileCheck --check-prefix=ORDER %s
; ORDER: SI Memory Legalizer
; ORDER: CDNA scheduling and waits
; ORDER: SI insert wait instructions
; ORDER: SI peephole optimizations
; ORDER: CDNA nops
; ORDER: Post RA hazard recognizer
; ORDER: CDNA audit

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @copy(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %a = getelementptr i32, ptr addrspace(1) %p, i32 %t
  %b = getelementptr i32, ptr addrspace(1) %q, i32 %t
  %x = load i32, ptr addrspace(1) %a
  store i32 %x, ptr addrspace(1) %b
  ret void
}
