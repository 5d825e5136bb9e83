; Loops that lanes leave one by one begin with a copy that runs as long as no lane leaves and does not write EXEC: its iterations
; overlap. What takes lanes from EXEC stands behind it, and the loop itself does what is left. A branch that looks at what is the same
; in all iterations is gone from the copy, too. There is no copy where what was loaded decides which lanes leave, and none where it
; would not pay.
; RUN: %cdna-llc -O3 -mcpu=gfx942 -cdna-sched-check=full -verify-machineinstrs -cdna-sched-report=%t.json \
; RUN:   -pass-remarks=cdna-sched -o %t.s %s 2> %t.remarks
; RUN: FileCheck %s < %t.s
; RUN: FileCheck --check-prefix=REMARK %s < %t.remarks
; RUN: FileCheck --check-prefix=REPORT %s < %t.json
; RUN: %cdna-llc -O3 -mcpu=gfx942 -cdna-sched-overlap=off -verify-machineinstrs -cdna-sched-report=%t.off.json -o /dev/null %s
; RUN: FileCheck --check-prefix=OFF %s < %t.off.json
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
; REFUSED: refused stage schedule of function 'strided'
; REFUSED: refused stage schedule of function 'scaled'
; CHECK-LABEL: strided:
; The loop.
; CHECK: [[LOOP:\.LBB0_[0-9]+]]:{{.*}} %v11
; CHECK: s_andn2_b64 exec, exec, [[MASK:s\[[0-9]+:[0-9]+\]]]
; CHECK-NEXT: s_cbranch_execnz [[LOOP]]
; CHECK: s_endpgm
; The copy: is there a lane that leaves?
; CHECK: Inner Loop Header
; CHECK-NOT: {{s_cbranch|s_[a-z0-9_]+ exec,}}
; CHECK: s_and_b64 s[{{[0-9]+:[0-9]+}}], exec, [[MASK]]
; CHECK-NOT: {{s_cbranch|s_[a-z0-9_]+ exec,}}
; CHECK: s_cbranch_scc0
; CHECK: s_andn2_b64 exec, exec, [[MASK]]
; CHECK-NEXT: s_cbranch_execnz [[LOOP]]
; CHECK-LABEL: scaled:
; CHECK: s_endpgm
; CHECK: Inner Loop Header
; CHECK-NOT: {{s_cbranch|s_[a-z0-9_]+ exec,}}
; CHECK: v_exp_f32
; CHECK-NOT: {{s_cbranch|s_[a-z0-9_]+ exec,}}
; CHECK: s_cbranch_scc{{[01]}}
; CHECK: s_andn2_b64 exec, exec,
; CHECK-LABEL: searched:
; CHECK-NOT: s_and_b64 s{{.*}}, exec
; CHECK-LABEL: added:
; CHECK: s_andn2_b64 exec, exec,
; CHECK-NEXT: s_cbranch_execnz
; CHECK-NOT: s_and_b64 s{{.*}}, exec
; CHECK: .end_amdhsa_kernel
; REMARK-COUNT-2: a copy of one way through the loop, without branches, runs as long as iterations go that way with all lanes
; REPORT: "function":"strided"{{.*}}"peels":1,
; REPORT: "function":"scaled"{{.*}}"peels":1,
; REPORT: "function":"searched"{{.*}}"peels":0,
; REPORT: "function":"added"{{.*}}"peels":0,
; OFF-COUNT-4: "peels":0,

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @strided(ptr addrspace(1) noalias noundef writeonly captures(none) %v0, ptr addrspace(1) noalias noundef readonly captures(none) %v1, ptr addrspace(1) noalias noundef readonly captures(none) %v2, i32 noundef %v3) #0 {
v4:
  %v5 = tail call i32 @llvm.amdgcn.workitem.id.x()
  %v6 = icmp slt i32 %v5, %v3
  br i1 %v6, label %v11, label %v7

v7:
  %v8 = phi float [ 0.000000e+00, %v4 ], [ %v24, %v11 ]
  %v9 = zext nneg i32 %v5 to i64
  %v10 = getelementptr inbounds nuw float, ptr addrspace(1) %v0, i64 %v9
  store float %v8, ptr addrspace(1) %v10, align 4
  ret void

v11:
  %v12 = phi float [ %v24, %v11 ], [ 0.000000e+00, %v4 ]
  %v13 = phi i32 [ %v25, %v11 ], [ %v5, %v4 ]
  %v14 = zext nneg i32 %v13 to i64
  %v15 = getelementptr inbounds nuw float, ptr addrspace(1) %v1, i64 %v14
  %v16 = load float, ptr addrspace(1) %v15, align 4
  %v17 = getelementptr inbounds nuw float, ptr addrspace(1) %v2, i64 %v14
  %v18 = load float, ptr addrspace(1) %v17, align 4
  %v19 = tail call float @llvm.fmuladd.f32(float %v16, float %v18, float %v16)
  %v20 = tail call float @llvm.amdgcn.exp2.f32(float %v19)
  %v21 = fadd float %v18, %v20
  %v22 = tail call float @llvm.amdgcn.rcp.f32(float %v21)
  %v23 = tail call float @llvm.fmuladd.f32(float %v20, float %v16, float %v22)
  %v24 = fadd float %v12, %v23
  %v25 = add nuw nsw i32 %v13, 256
  %v26 = icmp slt i32 %v25, %v3
  br i1 %v26, label %v11, label %v7
}

declare noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x()

declare float @llvm.fmuladd.f32(float, float, float)

declare float @llvm.amdgcn.exp2.f32(float)

declare float @llvm.amdgcn.rcp.f32(float)

define amdgpu_kernel void @scaled(ptr addrspace(1) noalias noundef writeonly captures(none) %v0, ptr addrspace(1) noalias noundef readonly captures(none) %v1, ptr addrspace(1) noalias noundef readonly captures(none) %v2, i32 noundef %v3, float noundef %v4) #0 {
v5:
  %v6 = tail call i32 @llvm.amdgcn.workitem.id.x()
  %v7 = icmp slt i32 %v6, %v3
  br i1 %v7, label %v8, label %v10

v8:
  %v9 = fcmp une float %v4, 1.000000e+00
  br label %v14

v10:
  %v11 = phi float [ 0.000000e+00, %v5 ], [ %v30, %v26 ]
  %v12 = zext nneg i32 %v6 to i64
  %v13 = getelementptr inbounds nuw float, ptr addrspace(1) %v0, i64 %v12
  store float %v11, ptr addrspace(1) %v13, align 4
  ret void

v14:
  %v15 = phi i32 [ %v6, %v8 ], [ %v31, %v26 ]
  %v16 = phi float [ 0.000000e+00, %v8 ], [ %v30, %v26 ]
  %v17 = zext nneg i32 %v15 to i64
  %v18 = getelementptr inbounds nuw float, ptr addrspace(1) %v1, i64 %v17
  %v19 = load float, ptr addrspace(1) %v18, align 4
  br i1 %v9, label %v20, label %v26

v20:
  %v21 = getelementptr inbounds nuw float, ptr addrspace(1) %v2, i64 %v17
  %v22 = fmul float %v4, %v19
  %v23 = tail call float @llvm.amdgcn.exp2.f32(float %v22)
  %v24 = load float, ptr addrspace(1) %v21, align 4
  %v25 = fmul float %v23, %v24
  br label %v26

v26:
  %v27 = phi float [ %v25, %v20 ], [ %v19, %v14 ]
  %v28 = tail call float @llvm.fmuladd.f32(float %v27, float %v27, float %v16)
  %v29 = fadd float %v27, %v28
  %v30 = tail call float @llvm.amdgcn.rcp.f32(float %v29)
  %v31 = add nuw nsw i32 %v15, 256
  %v32 = icmp slt i32 %v31, %v3
  br i1 %v32, label %v14, label %v10
}

define amdgpu_kernel void @searched(ptr addrspace(1) noalias noundef writeonly captures(none) %v0, ptr addrspace(1) noalias noundef readonly captures(none) %v1, float noundef %v2) #0 {
v3:
  %v4 = tail call i32 @llvm.amdgcn.workitem.id.x()
  br label %v5

v5:
  %v6 = phi i32 [ %v4, %v3 ], [ %v14, %v5 ]
  %v7 = phi float [ 0.000000e+00, %v3 ], [ %v12, %v5 ]
  %v8 = zext nneg i32 %v6 to i64
  %v9 = getelementptr inbounds nuw float, ptr addrspace(1) %v1, i64 %v8
  %v10 = load float, ptr addrspace(1) %v9, align 4
  %v11 = tail call float @llvm.amdgcn.exp2.f32(float %v10)
  %v12 = fadd float %v7, %v11
  %v13 = fcmp ogt float %v12, %v2
  %v14 = add nuw nsw i32 %v6, 256
  br i1 %v13, label %v15, label %v5

v15:
  %v16 = zext nneg i32 %v4 to i64
  %v17 = getelementptr inbounds nuw float, ptr addrspace(1) %v0, i64 %v16
  store float %v12, ptr addrspace(1) %v17, align 4
  ret void
}

define amdgpu_kernel void @added(ptr addrspace(1) noalias %out, ptr addrspace(1) noalias readonly %a, i32 %n) #0 {
entry:
  %lane = call i32 @llvm.amdgcn.workitem.id.x()
  %any = icmp slt i32 %lane, %n
  br i1 %any, label %body, label %done

body:
  %i = phi i32 [ %lane, %entry ], [ %next, %body ]
  %sum = phi float [ 0.0, %entry ], [ %more, %body ]
  %at = zext nneg i32 %i to i64
  %from = getelementptr inbounds nuw float, ptr addrspace(1) %a, i64 %at
  %one = load float, ptr addrspace(1) %from
  %more = fadd float %sum, %one
  %next = add nuw nsw i32 %i, 256
  %goes = icmp slt i32 %next, %n
  br i1 %goes, label %body, label %done

done:
  %all = phi float [ 0.0, %entry ], [ %more, %body ]
  %index = zext nneg i32 %lane to i64
  %to = getelementptr inbounds nuw float, ptr addrspace(1) %out, i64 %index
  store float %all, ptr addrspace(1) %to
  ret void
}

attributes #0 = { nounwind "amdgpu-flat-work-group-size"="256,256" }
