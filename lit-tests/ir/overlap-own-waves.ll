; Tiles through LDS. Its eight waves run the loop as fast as memory allows, and one wave alone waits for its loads: iterations
; overlap, which costs the eight nothing, for what the first iteration waits for counts before and after.
; RUN: %cdna-llc -O3 -mcpu=gfx942 -cdna-sched-check=full -pass-remarks=cdna-sched -o %t.s %s 2>&1 | FileCheck %s
; RUN: FileCheck --check-prefix=CODE %s < %t.s
; CHECK: iterations of the loop overlap
; CODE-COUNT-2: global_load_dwordx2
; CODE: s_cbranch_scc0 [[EPILOGUE:\.LBB0_[0-9]+]]
; CODE: [[LOOP:\.LBB0_[0-9]+]]:
; CODE: ds_write
; CODE-COUNT-2: global_load_dwordx2
; CODE: s_barrier
; CODE-COUNT-2: v_mfma_f32_16x16x16_f16
; CODE: s_cbranch_scc1 [[LOOP]]
; CODE: [[EPILOGUE]]:
; CODE-NOT: global_load
; CODE: ds_write
; CODE-COUNT-2: v_mfma_f32_16x16x16_f16
; CODE: global_store_dwordx4

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @tiles(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, ptr addrspace(3) noalias %lds, i32 %n) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %put = getelementptr <4 x half>, ptr addrspace(3) %lds, i32 %t
  %put1 = getelementptr i8, ptr addrspace(3) %put, i32 2048
  %lane = and i32 %t, 63
  %get = getelementptr <4 x half>, ptr addrspace(3) %lds, i32 %lane
  %get1 = getelementptr i8, ptr addrspace(3) %get, i32 2048
  %get2 = getelementptr i8, ptr addrspace(3) %get, i32 512
  %get3 = getelementptr i8, ptr addrspace(3) %get, i32 2560
  br label %loop
loop:
  %acc = phi <4 x float> [ zeroinitializer, %entry ], [ %sum1, %loop ]
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %row = shl nsw i32 %i, 9
  %at = add nuw nsw i32 %row, %t
  %wide = zext nneg i32 %at to i64
  %from = getelementptr <4 x half>, ptr addrspace(1) %in, i64 %wide
  %a = load <4 x half>, ptr addrspace(1) %from
  %from1 = getelementptr i8, ptr addrspace(1) %from, i64 2048
  %b = load <4 x half>, ptr addrspace(1) %from1
  call void @llvm.amdgcn.s.barrier()
  store <4 x half> %a, ptr addrspace(3) %put
  store <4 x half> %b, ptr addrspace(3) %put1
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %a0 = load <4 x half>, ptr addrspace(3) %get
  %b0 = load <4 x half>, ptr addrspace(3) %get1
  %sum0 = call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %a0, <4 x half> %b0, <4 x float> %acc, i32 0, i32 0, i32 0)
  %a1 = load <4 x half>, ptr addrspace(3) %get2
  %b1 = load <4 x half>, ptr addrspace(3) %get3
  %sum1 = call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %a1, <4 x half> %b1, <4 x float> %sum0, i32 0, i32 0, i32 0)
  %next = add nuw nsw i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  %to = getelementptr <4 x float>, ptr addrspace(1) %out, i32 %t
  store <4 x float> %sum1, ptr addrspace(1) %to
  ret void
}
attributes #0 = { "amdgpu-flat-work-group-size"="256,256" }
