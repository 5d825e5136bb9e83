; A loop whose iterations overlap, to the end of llc: while the matrix pipe works, the reads of the next
; iteration are under way. Neither LLVM's passes behind it nor the check of the final stream find anything.
; RUN: %cdna-llc -O3 -mcpu=gfx942 -cdna-sched-overlap=on -cdna-sched-check=full -o %t.s %s
; RUN: FileCheck %s < %t.s
; RUN: llvm-mc -triple=amdgcn-amd-amdhsa -mcpu=gfx942 -filetype=obj -o %t.mc.o %t.s
; RUN: %cdna-llc -O3 -mcpu=gfx942 -cdna-sched-overlap=on -filetype=obj -o %t.o %s
; RUN: llvm-objdump -d %t.o | FileCheck --check-prefix=OBJECT %s
; CHECK-LABEL: one:
; CHECK: s_cmp_lt_i32
; CHECK: ds_read2st64_b64
; CHECK: ds_read2st64_b64
; CHECK: s_cbranch_scc0 [[EPILOGUE:\.LBB0_[0-9]+]]
; CHECK: [[LOOP:\.LBB0_[0-9]+]]:
; CHECK: v_mfma_f32_16x16x16_f16
; CHECK: ds_read2st64_b64
; CHECK: v_mfma_f32_16x16x16_f16
; CHECK: ds_read2st64_b64
; CHECK: s_cbranch_scc1 [[LOOP]]
; CHECK: [[EPILOGUE]]:
; CHECK-NOT: ds_read
; CHECK: v_mfma_f32_16x16x16_f16
; CHECK: v_mfma_f32_16x16x16_f16
; CHECK: global_store_dwordx4
; OBJECT-COUNT-4: v_mfma_f32_16x16x16_f16

target triple = "amdgcn-amd-amdhsa"

@lds = internal addrspace(3) global [4096 x <8 x half>] poison

define amdgpu_kernel void @one(ptr addrspace(1) %out, ptr addrspace(1) %in, i32 %n) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %acc = phi <4 x float> [ zeroinitializer, %entry ], [ %sum1, %loop ]
  %at = add i32 %t, %i
  %pa = getelementptr <4 x half>, ptr addrspace(3) @lds, i32 %at
  %a0 = load <4 x half>, ptr addrspace(3) %pa
  %pb = getelementptr i8, ptr addrspace(3) %pa, i32 8192
  %b0 = load <4 x half>, ptr addrspace(3) %pb
  %pc = getelementptr i8, ptr addrspace(3) %pa, i32 16384
  %a1 = load <4 x half>, ptr addrspace(3) %pc
  %pd = getelementptr i8, ptr addrspace(3) %pa, i32 24576
  %b1 = load <4 x half>, ptr addrspace(3) %pd
  %sum0 = call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %a0, <4 x half> %b0, <4 x float> %acc, i32 0, i32 0, i32 0)
  %sum1 = call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %a1, <4 x half> %b1, <4 x float> %sum0, i32 0, i32 0, i32 0)
  %next = add nuw nsw i32 %i, 64
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  %q = getelementptr <4 x float>, ptr addrspace(1) %out, i32 %t
  store <4 x float> %sum1, ptr addrspace(1) %q
  ret void
}
attributes #0 = { "amdgpu-flat-work-group-size"="64,64" }
