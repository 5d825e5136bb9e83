; A loop that branches around a load for some lanes becomes one block, and its iterations overlap: the load of the next one is
; begun before this one ends. LLVM's machine verifier and our check of the final stream find nothing. Without overlap the branch
; stays, and so it does where it leads around something that must not run with no lanes.
; RUN: %cdna-llc -O3 -mcpu=gfx942 -cdna-sched-check=full -verify-machineinstrs -cdna-sched-report=%t.json \
; RUN:   -pass-remarks=cdna-sched -o %t.s %s 2> %t.remarks
; RUN: FileCheck %s < %t.s
; RUN: FileCheck --check-prefix=REMARK %s < %t.remarks
; RUN: FileCheck --check-prefix=REPORT %s < %t.json
; RUN: %cdna-llc -O3 -mcpu=gfx942 -cdna-sched-overlap=off -verify-machineinstrs -o - %s | FileCheck --check-prefix=OFF %s
; RUN: sed 's/^  %cmp1 = /  call void @llvm.amdgcn.s.setprio(i16 1)\n&/' %s > %t.hint.ll
; RUN: echo 'declare void @llvm.amdgcn.s.setprio(i16)' >> %t.hint.ll
; RUN: %cdna-llc -O3 -mcpu=gfx942 -cdna-sched-walls=cross -cdna-sched-check=full -verify-machineinstrs -cdna-sched-report=%t.json -o /dev/null %t.hint.ll
; RUN: FileCheck --check-prefix=REPORT %s < %t.json
; Debug values between the instructions change nothing of the code.
; RUN: %cdna-llc -O3 -mcpu=gfx942 -filetype=obj -o %t.o %s
; RUN: opt -passes=debugify -S %s -o %t.debug.ll
; RUN: %cdna-llc -O3 -mcpu=gfx942 -verify-machineinstrs -filetype=obj -o %t.debug.o %t.debug.ll
; RUN: llvm-objdump -d --no-leading-addr %t.o | sed 1,3d > %t.dis
; RUN: llvm-objdump -d --no-leading-addr %t.debug.o | sed 1,3d > %t.debug.dis
; RUN: cmp %t.dis %t.debug.dis
; Where the result is refused, blocks, branches and debug values are as LLVM had them.
; RUN: rm -rf %t.saved && mkdir %t.saved
; RUN: %load-llc -O3 -mcpu=gfx942 -stop-after=si-memory-legalizer -o %t.llvm.mir %t.debug.ll
; RUN: %refused-llc -O3 -mcpu=gfx942 -cdna-sched-fault=order -cdna-sched-save=%t.saved -stop-after=cdna-sched \
; RUN:   -o %t.refused.mir %t.debug.ll 2> %t.warnings
; RUN: FileCheck --check-prefix=REFUSED %s < %t.warnings
; RUN: cmp %t.llvm.mir %t.refused.mir
; REFUSED: refused stage schedule of function 'guarded'
; CHECK-LABEL: guarded:
; CHECK: s_and_saveexec_b64 [[SAVED:s\[[0-9:]+\]]], vcc
; CHECK-NOT: s_cbranch_execz
; CHECK: global_load_dwordx4
; CHECK: s_or_b64 exec, exec, [[SAVED]]
; CHECK: [[LOOP:\.LBB0_[0-9]+]]:
; CHECK: s_waitcnt vmcnt(0)
; CHECK: s_and_saveexec_b64 [[SAVED]], vcc
; CHECK-NEXT: global_load_dwordx4
; CHECK-NEXT: s_or_b64 exec, exec, [[SAVED]]
; CHECK: v_exp_f32
; CHECK: s_cbranch_scc{{[01]}} [[LOOP]]
; REMARK: branches around code for some lanes that are gone from the loop, so that it is one block: 1
; REPORT: "guards":1,
; OFF-LABEL: guarded:
; OFF: s_cbranch_execz
; OFF-LABEL: sends:
; CHECK-LABEL: sends:
; CHECK: s_cbranch_execz

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @guarded(ptr addrspace(1) noalias noundef readonly captures(none) %x, ptr addrspace(1) noalias noundef writeonly captures(none) %y, i32 noundef %n) #0 {
entry:
  %0 = call i32 @llvm.amdgcn.workitem.id.x()
  %cmp38 = icmp sgt i32 %n, 0
  br i1 %cmp38, label %for.body, label %for.cond.cleanup

for.cond.cleanup:
  %s.0.lcssa = phi float [ 0.000000e+00, %entry ], [ %add10, %if.end ]
  %m.0.lcssa = phi float [ 0xC6293E5940000000, %entry ], [ %10, %if.end ]
  %vecinit = insertelement <2 x float> poison, float %m.0.lcssa, i64 0
  %vecinit12 = insertelement <2 x float> %vecinit, float %s.0.lcssa, i64 1
  %1 = call i32 @llvm.amdgcn.workgroup.id.x()
  %mul13 = shl i32 %1, 8
  %add14 = add i32 %mul13, %0
  %idxprom15 = zext i32 %add14 to i64
  %arrayidx16 = getelementptr inbounds nuw <2 x float>, ptr addrspace(1) %y, i64 %idxprom15
  store <2 x float> %vecinit12, ptr addrspace(1) %arrayidx16, align 8
  ret void

for.body:
  %m.041 = phi float [ %10, %if.end ], [ 0xC6293E5940000000, %entry ]
  %s.040 = phi float [ %add10, %if.end ], [ 0.000000e+00, %entry ]
  %k.039 = phi i32 [ %add11, %if.end ], [ 0, %entry ]
  %add = add nuw nsw i32 %k.039, %0
  %cmp1 = icmp slt i32 %add, %n
  br i1 %cmp1, label %if.then, label %if.end

if.then:
  %idxprom = zext nneg i32 %add to i64
  %arrayidx = getelementptr inbounds nuw <4 x float>, ptr addrspace(1) %x, i64 %idxprom
  %2 = load <4 x float>, ptr addrspace(1) %arrayidx, align 16
  br label %if.end

if.end:
  %v.0 = phi <4 x float> [ %2, %if.then ], [ splat (float 0xC6293E5940000000), %for.body ]
  %3 = extractelement <4 x float> %v.0, i64 0
  %4 = extractelement <4 x float> %v.0, i64 1
  %5 = call contract float @llvm.maxnum.f32(float %3, float %4)
  %6 = extractelement <4 x float> %v.0, i64 2
  %7 = extractelement <4 x float> %v.0, i64 3
  %8 = call contract float @llvm.maxnum.f32(float %6, float %7)
  %9 = call contract float @llvm.maxnum.f32(float %5, float %8)
  %10 = call contract float @llvm.maxnum.f32(float %m.041, float %9)
  %sub = fsub contract float %m.041, %10
  %11 = call contract float @llvm.amdgcn.exp2.f32(float %sub)
  %mul = fmul contract float %s.040, %11
  %sub3 = fsub contract float %3, %10
  %12 = call contract float @llvm.amdgcn.exp2.f32(float %sub3)
  %add4 = fadd contract float %12, %mul
  %sub5 = fsub contract float %4, %10
  %13 = call contract float @llvm.amdgcn.exp2.f32(float %sub5)
  %add6 = fadd contract float %13, %add4
  %sub7 = fsub contract float %6, %10
  %14 = call contract float @llvm.amdgcn.exp2.f32(float %sub7)
  %add8 = fadd contract float %14, %add6
  %sub9 = fsub contract float %7, %10
  %15 = call contract float @llvm.amdgcn.exp2.f32(float %sub9)
  %add10 = fadd contract float %15, %add8
  %add11 = add nuw nsw i32 %k.039, 256
  %cmp = icmp slt i32 %add11, %n
  br i1 %cmp, label %for.body, label %for.cond.cleanup
}
declare i32 @llvm.amdgcn.workitem.id.x()
declare float @llvm.maxnum.f32(float, float)
declare float @llvm.amdgcn.exp2.f32(float)
declare i32 @llvm.amdgcn.workgroup.id.x()

; The code sends a message, with or without lanes.
define amdgpu_kernel void @sends(ptr addrspace(1) noalias %x, ptr addrspace(1) noalias %y, i32 %n) #0 {
entry:
  %0 = call i32 @llvm.amdgcn.workitem.id.x()
  br label %for.body

for.body:
  %k = phi i32 [ 0, %entry ], [ %next, %if.end ]
  %sum = phi float [ 0.0, %entry ], [ %added, %if.end ]
  %lane = add i32 %k, %0
  %some = icmp slt i32 %lane, %n
  br i1 %some, label %if.then, label %if.end

if.then:
  %at = getelementptr inbounds float, ptr addrspace(1) %x, i32 %lane
  %loaded = load float, ptr addrspace(1) %at
  call void @llvm.amdgcn.s.sendmsg(i32 1, i32 0)
  br label %if.end

if.end:
  %v = phi float [ %loaded, %if.then ], [ 0.0, %for.body ]
  %added = fadd float %sum, %v
  %next = add i32 %k, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %for.body, label %done

done:
  %to = getelementptr inbounds float, ptr addrspace(1) %y, i32 %0
  store float %added, ptr addrspace(1) %to
  ret void
}

declare void @llvm.amdgcn.s.sendmsg(i32, i32)

attributes #0 = { "amdgpu-flat-work-group-size"="256,256" }
