; Code for some lanes in a loop, with an else part and nested: in front of the loop is a copy that is one block, in which each few instructions
; run with a mask of their own, whatever lanes are in it. A load and what needs it are apart, so iterations overlap. Where code looks at no
; lanes, as matrix instructions do, it must not run with none, and there is no copy.
; RUN: %cdna-llc -O3 -mcpu=gfx942 -cdna-sched-check=full -verify-machineinstrs -cdna-sched-report=%t.json \
; RUN:   -pass-remarks=cdna-sched -o %t.s %s 2> %t.remarks
; RUN: FileCheck %s < %t.s
; RUN: FileCheck --check-prefix=REMARK %s < %t.remarks
; RUN: FileCheck --check-prefix=REPORT %s < %t.json
; With debug values between the instructions there is a copy, too.
; RUN: opt -passes=debugify -S %s -o %t.debug.ll
; RUN: %cdna-llc -O3 -mcpu=gfx942 -cdna-sched-check=full -verify-machineinstrs -cdna-sched-report=%t.debug.json -filetype=obj \
; RUN:   -o %t.debug.o %t.debug.ll
; RUN: FileCheck --check-prefix=REPORT %s < %t.debug.json
; Where the result is refused, blocks, branches, their chances and debug values are as LLVM had them.
; RUN: rm -rf %t.saved && mkdir %t.saved
; RUN: %load-llc -O3 -mcpu=gfx942 -stop-after=si-memory-legalizer -o %t.llvm.mir %t.debug.ll
; RUN: %refused-llc -O3 -mcpu=gfx942 -cdna-sched-fault=order -cdna-sched-save=%t.saved -stop-after=cdna-sched \
; RUN:   -o %t.refused.mir %t.debug.ll 2> %t.warnings
; RUN: FileCheck --check-prefix=REFUSED %s < %t.warnings
; RUN: cmp %t.llvm.mir %t.refused.mir
; REFUSED: refused stage schedule of function 'either'
; REFUSED: refused stage schedule of function 'nested'
; CHECK-LABEL: either:
; The loop.
; CHECK: s_and_saveexec_b64
; CHECK: s_cbranch_execz
; CHECK: s_endpgm
; What EXEC is, and whether there are lanes.
; CHECK: s_mov_b64 [[WHOLE:s\[[0-9]+:[0-9]+\]]], exec
; CHECK-NEXT: s_cmp_eq_u64 exec, 0
; CHECK: Inner Loop Header
; CHECK-NOT: {{s_cbranch|_saveexec}}
; CHECK: s_mov_b64 exec, [[MASK:s\[[0-9]+:[0-9]+\]]]
; CHECK-NOT: {{s_cbranch|_saveexec}}
; CHECK: s_mov_b64 exec, [[WHOLE]]
; CHECK-NOT: {{s_cbranch|_saveexec}}
; CHECK: s_cbranch_scc
; CHECK-LABEL: nested:
; CHECK: s_endpgm
; CHECK: s_mov_b64 [[WHOLE:s\[[0-9]+:[0-9]+\]]], exec
; CHECK: Inner Loop Header
; CHECK: s_and_b64 [[INNER:s\[[0-9]+:[0-9]+\]]], s{{.*}}, s
; CHECK: s_mov_b64 exec, [[INNER]]
; CHECK: s_mov_b64 exec, [[WHOLE]]
; CHECK-LABEL: matrix:
; CHECK: s_cbranch_execz
; CHECK-NOT: s_mov_b64 exec
; CHECK: .end_amdhsa_kernel
; REMARK-COUNT-2: a copy of one way through the loop, without branches, runs as long as iterations go that way with all lanes
; REPORT: "function":"either"{{.*}}"peels":1,
; REPORT: "function":"nested"{{.*}}"peels":1,
; REPORT: "function":"matrix"{{.*}}"peels":0,

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @either(ptr addrspace(1) noalias noundef writeonly captures(none) %out, ptr addrspace(1) noalias noundef readonly captures(none) %a, ptr addrspace(1) noalias noundef readonly captures(none) %b, i32 noundef %n, i32 noundef %m) #0 {
entry:
  %t = tail call i32 @llvm.amdgcn.workitem.id.x()
  %cmp18 = icmp sgt i32 %n, 0
  br i1 %cmp18, label %for.body, label %for.cond.cleanup

for.cond.cleanup:
  %s.0.lcssa = phi float [ 0.000000e+00, %entry ], [ %3, %if.end ]
  %idxprom8 = zext nneg i32 %t to i64
  %arrayidx9 = getelementptr inbounds nuw float, ptr addrspace(1) %out, i64 %idxprom8
  store float %s.0.lcssa, ptr addrspace(1) %arrayidx9, align 4
  ret void

for.body:
  %k.020 = phi i32 [ %inc, %if.end ], [ 0, %entry ]
  %s.019 = phi float [ %3, %if.end ], [ 0.000000e+00, %entry ]
  %sub = sub nsw i32 %m, %k.020
  %cmp1 = icmp slt i32 %t, %sub
  %mul = shl nsw i32 %k.020, 8
  %add = add nuw nsw i32 %mul, %t
  %idxprom = zext nneg i32 %add to i64
  br i1 %cmp1, label %if.then, label %if.else

if.then:
  %arrayidx = getelementptr inbounds nuw float, ptr addrspace(1) %a, i64 %idxprom
  %1 = load float, ptr addrspace(1) %arrayidx, align 4
  %mul2 = fmul float %1, 3.000000e+00
  br label %if.end

if.else:
  %arrayidx6 = getelementptr inbounds nuw float, ptr addrspace(1) %b, i64 %idxprom
  %2 = load float, ptr addrspace(1) %arrayidx6, align 4
  br label %if.end

if.end:
  %x.0 = phi float [ %mul2, %if.then ], [ %2, %if.else ]
  %3 = tail call float @llvm.fmuladd.f32(float %s.019, float 5.000000e-01, float %x.0)
  %inc = add nuw nsw i32 %k.020, 1
  %exitcond.not = icmp eq i32 %inc, %n
  br i1 %exitcond.not, label %for.cond.cleanup, label %for.body
}

define amdgpu_kernel void @nested(ptr addrspace(1) noalias noundef writeonly captures(none) %out, ptr addrspace(1) noalias noundef readonly captures(none) %a, ptr addrspace(1) noalias noundef readonly captures(none) %b, i32 noundef %n, i32 noundef %m) #0 {
entry:
  %t = tail call i32 @llvm.amdgcn.workitem.id.x()
  %cmp28 = icmp sgt i32 %n, 0
  br i1 %cmp28, label %for.body.lr.ph, label %for.cond.cleanup

for.body.lr.ph:
  %cmp1 = icmp slt i32 %t, %m
  %and = and i32 %t, 1
  %tobool.not = icmp eq i32 %and, 0
  br label %for.body

for.cond.cleanup:
  %r.0.lcssa = phi float [ 1.000000e+00, %entry ], [ %r.2, %for.inc ]
  %s.0.lcssa = phi float [ 0.000000e+00, %entry ], [ %s.1, %for.inc ]
  %idxprom11 = zext nneg i32 %t to i64
  %arrayidx12 = getelementptr inbounds nuw float, ptr addrspace(1) %out, i64 %idxprom11
  store float %s.0.lcssa, ptr addrspace(1) %arrayidx12, align 4
  %arrayidx15 = getelementptr inbounds nuw i8, ptr addrspace(1) %arrayidx12, i64 1024
  store float %r.0.lcssa, ptr addrspace(1) %arrayidx15, align 4
  ret void

for.body:
  %s.031 = phi float [ 0.000000e+00, %for.body.lr.ph ], [ %s.1, %for.inc ]
  %k.030 = phi i32 [ 0, %for.body.lr.ph ], [ %inc, %for.inc ]
  %r.029 = phi float [ 1.000000e+00, %for.body.lr.ph ], [ %r.2, %for.inc ]
  br i1 %cmp1, label %if.then, label %for.inc

if.then:
  %mul = shl nsw i32 %k.030, 8
  %add = add nuw nsw i32 %mul, %t
  %idxprom = zext nneg i32 %add to i64
  %arrayidx = getelementptr inbounds nuw float, ptr addrspace(1) %a, i64 %idxprom
  %1 = load float, ptr addrspace(1) %arrayidx, align 4
  %2 = tail call float @llvm.fmuladd.f32(float %s.031, float 5.000000e-01, float %1)
  br i1 %tobool.not, label %for.inc, label %if.then3

if.then3:
  %arrayidx8 = getelementptr inbounds nuw float, ptr addrspace(1) %b, i64 %idxprom
  %3 = load float, ptr addrspace(1) %arrayidx8, align 4
  %mul9 = fmul float %2, %3
  %4 = tail call float @llvm.fmuladd.f32(float %r.029, float 2.500000e-01, float %mul9)
  br label %for.inc

for.inc:
  %r.2 = phi float [ %r.029, %for.body ], [ %4, %if.then3 ], [ %r.029, %if.then ]
  %s.1 = phi float [ %s.031, %for.body ], [ %2, %if.then3 ], [ %2, %if.then ]
  %inc = add nuw nsw i32 %k.030, 1
  %exitcond.not = icmp eq i32 %inc, %n
  br i1 %exitcond.not, label %for.cond.cleanup, label %for.body
}

define amdgpu_kernel void @matrix(ptr addrspace(1) noalias noundef writeonly captures(none) %out, ptr addrspace(1) noalias noundef readonly captures(none) %a, i32 noundef %n, i32 noundef %m) #0 {
entry:
  %t = tail call i32 @llvm.amdgcn.workitem.id.x()
  %cmp10 = icmp sgt i32 %n, 0
  br i1 %cmp10, label %for.body.lr.ph, label %for.cond.cleanup

for.body.lr.ph:
  %cmp1 = icmp slt i32 %t, %m
  br label %for.body

for.cond.cleanup:
  %s.0.lcssa = phi <16 x float> [ zeroinitializer, %entry ], [ %s.1, %for.inc ]
  %idxprom2 = zext nneg i32 %t to i64
  %arrayidx3 = getelementptr inbounds nuw <16 x float>, ptr addrspace(1) %out, i64 %idxprom2
  store <16 x float> %s.0.lcssa, ptr addrspace(1) %arrayidx3, align 64
  ret void

for.body:
  %s.012 = phi <16 x float> [ zeroinitializer, %for.body.lr.ph ], [ %s.1, %for.inc ]
  %k.011 = phi i32 [ 0, %for.body.lr.ph ], [ %inc, %for.inc ]
  br i1 %cmp1, label %if.then, label %for.inc

if.then:
  %mul = shl nsw i32 %k.011, 8
  %add = add nuw nsw i32 %mul, %t
  %idxprom = zext nneg i32 %add to i64
  %arrayidx = getelementptr inbounds nuw <4 x i16>, ptr addrspace(1) %a, i64 %idxprom
  %1 = load <4 x i16>, ptr addrspace(1) %arrayidx, align 8
  %2 = tail call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8bf16.1k(<4 x i16> %1, <4 x i16> %1, <16 x float> %s.012, i32 0, i32 0, i32 0)
  br label %for.inc

for.inc:
  %s.1 = phi <16 x float> [ %2, %if.then ], [ %s.012, %for.body ]
  %inc = add nuw nsw i32 %k.011, 1
  %exitcond.not = icmp eq i32 %inc, %n
  br i1 %exitcond.not, label %for.cond.cleanup, label %for.body
}

attributes #0 = { "amdgpu-flat-work-group-size"="256,256" }
