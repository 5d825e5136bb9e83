; Code for some lanes with matrix instructions, which must not run with a mask: in front of the loop is a copy without masks, which runs as
; long as there are lanes and the comparison holds for all of them in the next iteration. Iterations overlap in it; the loop itself does the
; last ones. Where it is not known which iterations that are, there is no copy.
; RUN: %cdna-llc -O3 -mcpu=gfx942 -cdna-sched-check=full -verify-machineinstrs -cdna-sched-report=%t.json \
; RUN:   -pass-remarks=cdna-sched -o %t.s %s 2> %t.remarks
; RUN: FileCheck %s < %t.s
; RUN: FileCheck --check-prefix=REMARK %s < %t.remarks
; RUN: FileCheck --check-prefix=REPORT %s < %t.json
; With debug values between the instructions there is a copy, too, and on other GPUs.
; RUN: opt -passes=debugify -S %s -o %t.debug.ll
; RUN: %cdna-llc -O3 -mcpu=gfx942 -cdna-sched-check=full -verify-machineinstrs -cdna-sched-report=%t.debug.json -filetype=obj \
; RUN:   -o %t.debug.o %t.debug.ll
; RUN: FileCheck --check-prefix=REPORT %s < %t.debug.json
; RUN: %cdna-llc -O3 -mcpu=gfx950 -cdna-sched-check=full -verify-machineinstrs -cdna-sched-report=%t.950.json -o %t.950.s %s
; RUN: FileCheck --check-prefix=REPORT %s < %t.950.json
; Where the copy is wrong, it is gone.
; RUN: rm -rf %t.saved && mkdir %t.saved
; RUN: %load-llc -O3 -mcpu=gfx942 -cdna-sched -cdna-sched-fault=peel -cdna-sched-save=%t.saved -o %t.wrong.s %s 2> %t.wrong
; RUN: FileCheck --check-prefix=WRONG %s < %t.wrong
; WRONG: the check refused the copies in front of loops of function 'matrix'
; CHECK-LABEL: matrix:
; The loop.
; CHECK: s_and_saveexec_b64
; CHECK: s_cbranch_execz
; CHECK: s_endpgm
; Whether there are lanes, and one that the comparison does not hold for.
; CHECK: s_cmp_eq_u64 exec, 0
; CHECK: v_cmp_gt_u32_e32 vcc
; CHECK: s_andn2_b64 [[REST:s\[[0-9]+:[0-9]+\]]], exec, vcc
; CHECK: s_cmp_eq_u64 [[REST]], 0
; CHECK: Inner Loop Header
; CHECK-NOT: {{s_cbranch|exec_b|, exec$}}
; CHECK: s_andn2_b64 [[REST:s\[[0-9]+:[0-9]+\]]], exec, vcc
; CHECK: s_cmp_eq_u64 [[REST]], 0
; CHECK: s_cbranch_scc
; CHECK: .end_amdhsa_kernel
; REMARK-COUNT-1: a copy of one way through the loop, without branches, runs as long as iterations go that way with all lanes
; REPORT: "function":"matrix"{{.*}}"peels":1,
; REPORT: "function":"loaded"{{.*}}"peels":0,

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @matrix(ptr addrspace(1) noalias readonly %a, ptr addrspace(1) noalias readonly %b, ptr addrspace(1) noalias %out, i32 %n) #0 {
entry:
  %t = tail call i32 @llvm.amdgcn.workitem.id.x()
  br label %loop

loop:
  %acc = phi <16 x float> [ zeroinitializer, %entry ], [ %sum, %latch ]
  %k = phi i32 [ 0, %entry ], [ %next, %latch ]
  %i = add i32 %k, %t
  %some = icmp ult i32 %i, %n
  br i1 %some, label %then, label %latch

then:
  %j = zext i32 %i to i64
  %at = getelementptr inbounds <8 x half>, ptr addrspace(1) %a, i64 %j
  %x = load <8 x half>, ptr addrspace(1) %at
  %bt = getelementptr inbounds <8 x half>, ptr addrspace(1) %b, i64 %j
  %y = load <8 x half>, ptr addrspace(1) %bt
  %x0 = shufflevector <8 x half> %x, <8 x half> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %x1 = shufflevector <8 x half> %x, <8 x half> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %y0 = shufflevector <8 x half> %y, <8 x half> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %y1 = shufflevector <8 x half> %y, <8 x half> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %s0 = tail call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %x0, <4 x half> %y0, <16 x float> %acc, i32 0, i32 0, i32 0)
  %s1 = tail call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %x1, <4 x half> %y1, <16 x float> %s0, i32 0, i32 0, i32 0)
  br label %latch

latch:
  %sum = phi <16 x float> [ %acc, %loop ], [ %s1, %then ]
  %next = add nuw i32 %k, 64
  %again = icmp ult i32 %next, %n
  br i1 %again, label %loop, label %exit

exit:
  %o = getelementptr inbounds <16 x float>, ptr addrspace(1) %out, i32 %t
  store <16 x float> %sum, ptr addrspace(1) %o
  ret void
}

; Which lanes multiply is loaded.
define amdgpu_kernel void @loaded(ptr addrspace(1) noalias readonly %a, ptr addrspace(1) noalias readonly %b, ptr addrspace(1) noalias %out, i32 %n) #0 {
entry:
  %t = tail call i32 @llvm.amdgcn.workitem.id.x()
  br label %loop

loop:
  %acc = phi <16 x float> [ zeroinitializer, %entry ], [ %sum, %latch ]
  %k = phi i32 [ 0, %entry ], [ %next, %latch ]
  %i = add i32 %k, %t
  %j = zext i32 %i to i64
  %bt = getelementptr inbounds i32, ptr addrspace(1) %b, i64 %j
  %y = load i32, ptr addrspace(1) %bt
  %some = icmp ult i32 %y, %n
  br i1 %some, label %then, label %latch

then:
  %at = getelementptr inbounds <4 x half>, ptr addrspace(1) %a, i64 %j
  %x = load <4 x half>, ptr addrspace(1) %at
  %s0 = tail call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %x, <4 x half> %x, <16 x float> %acc, i32 0, i32 0, i32 0)
  br label %latch

latch:
  %sum = phi <16 x float> [ %acc, %loop ], [ %s0, %then ]
  %next = add nuw i32 %k, 64
  %again = icmp ult i32 %next, %n
  br i1 %again, label %loop, label %exit

exit:
  %o = getelementptr inbounds <16 x float>, ptr addrspace(1) %out, i32 %t
  store <16 x float> %sum, ptr addrspace(1) %o
  ret void
}

; Sums are in VGPRs.
attributes #0 = { "amdgpu-agpr-alloc"="0" }
