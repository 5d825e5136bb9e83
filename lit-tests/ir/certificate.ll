; Each region is said to be proved shortest, or how far it may be from that; the recheck agrees.
; RUN: %cdna-llc -O3 -mcpu=gfx942 -cdna-sched-effort=max -cdna-sched-check=full -pass-remarks-analysis=cdna-sched -o /dev/null %s 2>&1 \
; RUN:   | FileCheck %s
; RUN: %cdna-llc -O3 -mcpu=gfx942 -cdna-sched-effort=max -cdna-sched-check=full -cdna-sched-report=%t.json -o /dev/null %s
; RUN: FileCheck %s --check-prefix=REPORT < %t.json

target triple = "amdgcn-amd-amdhsa"

; CHECK: region of {{[0-9]+}} instructions: [[CLOCKS:[0-9]+]] modelled clocks, proved shortest
; REPORT: "certificates":[{{.*}}"length":[[CLOCKS:[0-9]+]],"bound":[[CLOCKS]],"best":[[CLOCKS]],"proved":true,"unbeaten":true}
; REPORT-NOT: contradicts itself
define amdgpu_kernel void @proved(ptr addrspace(3) %lds, ptr addrspace(1) %out) {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p0 = getelementptr float, ptr addrspace(3) %lds, i32 %t
  %a = load float, ptr addrspace(3) %p0
  %p1 = getelementptr float, ptr addrspace(3) %p0, i32 1000
  %b = load float, ptr addrspace(3) %p1
  %s = fadd float %a, %b
  store float %s, ptr addrspace(1) %out
  ret void
}
