; A loop that loads the next tile unless this is the last one begins with a copy that loads it in any case and is one block; the
; loop itself does the last iteration. The copy runs as long as the next iteration is known to load, which is computed at its end
; and before the first one. So does one of two ways, of which the first iterations go one. LLVM's machine verifier and our check of
; the final stream find nothing. Without overlap there is no copy.
; RUN: %cdna-llc -O3 -mcpu=gfx942 -cdna-sched-check=full -verify-machineinstrs -cdna-sched-report=%t.json \
; RUN:   -pass-remarks=cdna-sched -o %t.s %s 2> %t.remarks
; RUN: FileCheck %s < %t.s
; RUN: FileCheck --check-prefix=REMARK %s < %t.remarks
; RUN: FileCheck --check-prefix=REPORT %s < %t.json
; RUN: %cdna-llc -O3 -mcpu=gfx942 -cdna-sched-overlap=off -verify-machineinstrs -o - %s | FileCheck --check-prefix=OFF %s
; With debug values between the instructions there is a copy, too.
; RUN: opt -passes=debugify -S %s -o %t.debug.ll
; RUN: %cdna-llc -O3 -mcpu=gfx942 -cdna-sched-check=full -verify-machineinstrs -cdna-sched-report=%t.debug.json -filetype=obj \
; RUN:   -o %t.debug.o %t.debug.ll
; RUN: FileCheck --check-prefix=REPORT %s < %t.debug.json
; What is live around the loops, and where the last one leads, is not killed in the copy.
; RUN: %cdna-llc -O3 -mcpu=gfx942 -stop-after=cdna-sched -o - %s | FileCheck --check-prefix=KILLS %s
; KILLS: name: prefetched
; KILLS: bb.9.v21:
; KILLS: [[FOLLOWS:\$sgpr[0-9]+]] = S_CSELECT_B32 0, 1
; KILLS-NOT: killed [[FOLLOWS]],
; KILLS: S_CBRANCH_SCC1 %bb.9
; KILLS: bb.10.v21:
; KILLS: S_CMP_LG_U32 {{(killed )?}}[[FOLLOWS]], 0
; Hints about order may be crossed.
; RUN: %cdna-llc -O3 -mcpu=gfx942 -cdna-sched-walls=cross -cdna-sched-check=full -verify-machineinstrs -cdna-sched-report=%t.cross.json \
; RUN:   -o /dev/null %s
; RUN: FileCheck --check-prefix=REPORT %s < %t.cross.json
; Where the result is refused, blocks, branches, their chances and debug values are as LLVM had them.
; RUN: rm -rf %t.saved && mkdir %t.saved
; RUN: %load-llc -O3 -mcpu=gfx942 -stop-after=si-memory-legalizer -o %t.llvm.mir %t.debug.ll
; RUN: %refused-llc -O3 -mcpu=gfx942 -cdna-sched-fault=order -cdna-sched-save=%t.saved -stop-after=cdna-sched \
; RUN:   -o %t.refused.mir %t.debug.ll 2> %t.warnings
; RUN: FileCheck --check-prefix=REFUSED %s < %t.warnings
; RUN: cmp %t.llvm.mir %t.refused.mir
; REFUSED: refused stage schedule of function 'prefetched'
; Copies that are refused are left out, and nothing else.
; RUN: %refused-llc -O3 -mcpu=gfx942 -cdna-sched-fault=peel -cdna-sched-check=full -verify-machineinstrs -cdna-sched-save=%t.saved \
; RUN:   -cdna-sched-report=%t.without.json -o %t.without.s %s 2> %t.copies
; RUN: FileCheck --check-prefix=COPIES %s < %t.copies
; RUN: FileCheck --check-prefix=WITHOUT %s < %t.without.json
; RUN: FileCheck --check-prefix=OFF %s < %t.without.s
; COPIES-COUNT-1: refused the copies in front of loops of function 'prefetched' ({{.*}}an instruction is another one, or elsewhere); it was compiled without them; please report this with
; COPIES-NOT: function 'prefetched'
; COPIES: refused the copies in front of loops of function 'streamed'
; WITHOUT: "function":"prefetched"{{.*}}"regions_reordered":{{[1-9].*}}"peels":0,{{.*}}"left_alone":[{"what":"copies in front of loops","reason":"the check refused them
; CHECK-LABEL: prefetched:
; The loop, which LLVM lays out with its end in the middle.
; CHECK: [[LOOP:\.LBB0_[0-9]+]]:{{.*}} %v21
; CHECK: s_cmp_ge_i32
; CHECK: s_cbranch_scc1
; CHECK: s_endpgm
; Does the first iteration load, and is there another one behind it?
; CHECK: s_add_i32 [[NEXT:s[0-9]+]], [[K:s[0-9]+]], 1
; CHECK-NEXT: s_cmp_ge_i32 [[NEXT]], [[N:s[0-9]+]]
; CHECK-NEXT: s_cselect_b32 [[ALL:s[0-9]+]], 0, 1
; CHECK-NEXT: s_cmp_lg_u32 [[ALL]], 0
; CHECK-NEXT: s_cbranch_scc0 [[LOOP]]
; CHECK: [[COPY:\.LBB0_[0-9]+]]:{{.*}} %v21
; CHECK-NOT: s_cbranch
; CHECK: ds_write_b64
; CHECK-NOT: s_cbranch
; CHECK: global_load_dwordx2
; CHECK: s_cbranch_scc{{[01]}} [[COPY]]
; CHECK: s_cbranch_scc1 [[LOOP]]
; REMARK: a copy of one way through the loop, without branches, runs as long as iterations go that way
; REPORT: "function":"prefetched"{{.*}}"peels":1,
; REPORT: "function":"streamed"{{.*}}"peels":1,
; OFF-LABEL: prefetched:
; OFF-COUNT-2: global_load_dwordx2
; OFF-NOT: global_load_dwordx2
; OFF-LABEL: streamed:
; CHECK-LABEL: streamed:
; CHECK: s_endpgm
; CHECK: Inner Loop Header
; CHECK-NOT: s_cbranch
; CHECK-COUNT-2: global_load_dword
; CHECK: s_cbranch_scc1
; CHECK: .end_amdhsa_kernel

target triple = "amdgcn-amd-amdhsa"

; No more than one wave has room on a SIMD.
@lds = internal addrspace(3) global [8192 x <4 x half>] poison

define amdgpu_kernel void @prefetched(ptr addrspace(1) noalias noundef readonly captures(none) %a, ptr addrspace(1) noalias noundef writeonly captures(none) %c, i32 noundef %n) #0 {
v4:
  %v5 = call i32 @llvm.amdgcn.workitem.id.x()
  %v6 = zext nneg i32 %v5 to i64
  %v7 = icmp sgt i32 %n, 0
  br i1 %v7, label %v8, label %v18

v8:
  call void @llvm.amdgcn.s.setprio(i16 1)
  %v9 = getelementptr inbounds nuw <4 x half>, ptr addrspace(1) %a, i64 %v6
  %v10 = load <4 x half>, ptr addrspace(1) %v9, align 8
  %v11 = and i32 %v5, 63
  %v12 = getelementptr inbounds nuw <4 x half>, ptr addrspace(3) @lds, i32 %v5
  %v13 = getelementptr inbounds nuw <4 x half>, ptr addrspace(3) @lds, i32 %v11
  %v14 = getelementptr inbounds nuw i8, ptr addrspace(3) %v13, i32 512
  %v15 = getelementptr inbounds nuw i8, ptr addrspace(3) %v13, i32 1024
  br label %v21

v16:
  %v17 = fadd <16 x float> %v48, %v47
  br label %v18

v18:
  %v19 = phi <16 x float> [ zeroinitializer, %v4 ], [ %v17, %v16 ]
  %v20 = getelementptr inbounds nuw <16 x float>, ptr addrspace(1) %c, i64 %v6
  store <16 x float> %v19, ptr addrspace(1) %v20, align 64
  ret void

v21:
  %v22 = phi <16 x float> [ zeroinitializer, %v8 ], [ %v47, %v34 ]
  %v23 = phi <16 x float> [ zeroinitializer, %v8 ], [ %v48, %v34 ]
  %v24 = phi <4 x half> [ %v10, %v8 ], [ %v35, %v34 ]
  %k = phi i32 [ 0, %v8 ], [ %next, %v34 ]
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  store <4 x half> %v24, ptr addrspace(3) %v12, align 8
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %next = add nuw nsw i32 %k, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %v28, label %v34

v28:
  %v29 = shl nsw i32 %next, 8
  %v30 = add nuw nsw i32 %v29, %v5
  %v31 = zext nneg i32 %v30 to i64
  %v32 = getelementptr inbounds nuw <4 x half>, ptr addrspace(1) %a, i64 %v31
  %v33 = load <4 x half>, ptr addrspace(1) %v32, align 8
  br label %v34

v34:
  %v35 = phi <4 x half> [ %v33, %v28 ], [ %v24, %v21 ]
  %v36 = load <4 x half>, ptr addrspace(3) %v13, align 8
  %v37 = load <4 x half>, ptr addrspace(3) %v14, align 8
  %v38 = load <4 x half>, ptr addrspace(3) %v15, align 8
  %v39 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v36, <4 x half> %v37, <16 x float> %v22, i32 0, i32 0, i32 0)
  %v40 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v36, <4 x half> %v38, <16 x float> %v23, i32 0, i32 0, i32 0)
  %v41 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v37, <4 x half> %v38, <16 x float> %v39, i32 0, i32 0, i32 0)
  %v42 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v37, <4 x half> %v36, <16 x float> %v40, i32 0, i32 0, i32 0)
  %v43 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v38, <4 x half> %v36, <16 x float> %v41, i32 0, i32 0, i32 0)
  %v44 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v38, <4 x half> %v37, <16 x float> %v42, i32 0, i32 0, i32 0)
  %v45 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v36, <4 x half> %v36, <16 x float> %v43, i32 0, i32 0, i32 0)
  %v46 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v37, <4 x half> %v37, <16 x float> %v44, i32 0, i32 0, i32 0)
  %v47 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v38, <4 x half> %v38, <16 x float> %v45, i32 0, i32 0, i32 0)
  %v48 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v36, <4 x half> %v37, <16 x float> %v46, i32 0, i32 0, i32 0)
  %v49 = icmp eq i32 %next, %n
  br i1 %v49, label %v16, label %v21
}

; Memory takes the time: with a copy in front of it this loop would be no faster.
define amdgpu_kernel void @streamed(ptr addrspace(1) noalias %x, ptr addrspace(1) noalias %y, i32 %n, i32 %m) #0 {
entry:
  %lane = call i32 @llvm.amdgcn.workitem.id.x()
  br label %body

body:
  %k = phi i32 [ 0, %entry ], [ %next, %joined ]
  %sum = phi float [ 0.0, %entry ], [ %added, %joined ]
  %at = mul i32 %k, 256
  %index = add i32 %at, %lane
  %from = getelementptr inbounds float, ptr addrspace(1) %x, i32 %index
  %one = load float, ptr addrspace(1) %from
  %some = icmp slt i32 %k, %m
  br i1 %some, label %then, label %joined

then:
  %also = getelementptr inbounds float, ptr addrspace(1) %from, i32 %m
  %two = load float, ptr addrspace(1) %also
  br label %joined

joined:
  %v = phi float [ %two, %then ], [ 0.0, %body ]
  %both = fadd float %v, %one
  %added = fadd float %sum, %both
  %next = add i32 %k, 1
  %goes = icmp slt i32 %next, %n
  br i1 %goes, label %body, label %done

done:
  %to = getelementptr inbounds float, ptr addrspace(1) %y, i32 %lane
  store float %added, ptr addrspace(1) %to
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()
declare void @llvm.amdgcn.s.setprio(i16)
declare <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half>, <4 x half>, <16 x float>, i32 immarg, i32 immarg, i32 immarg)

attributes #0 = { "amdgpu-flat-work-group-size"="256,256" "amdgpu-agpr-alloc"="0" }
