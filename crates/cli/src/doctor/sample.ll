; What `cdna-sched doctor` compiles for every GPU: matrix instructions, LDS, memory, a loop.
target triple = "amdgcn-amd-amdhsa"

@shared = internal addrspace(3) global [256 x <4 x half>] poison, align 16

declare i32 @llvm.amdgcn.workitem.id.x()
declare <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half>, <4 x half>, <16 x float>, i32 immarg, i32 immarg, i32 immarg)
declare void @llvm.amdgcn.s.barrier()

define amdgpu_kernel void @doctor(ptr addrspace(1) noalias %a, ptr addrspace(1) noalias %c, i32 %k) {
entry:
  %lane = call i32 @llvm.amdgcn.workitem.id.x()
  %slot = getelementptr [256 x <4 x half>], ptr addrspace(3) @shared, i32 0, i32 %lane
  %other = xor i32 %lane, 1
  %peer = getelementptr [256 x <4 x half>], ptr addrspace(3) @shared, i32 0, i32 %other
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi <16 x float> [ zeroinitializer, %entry ], [ %sum2, %loop ]
  %at = add i32 %i, %lane
  %from = getelementptr <4 x half>, ptr addrspace(1) %a, i32 %at
  %x = load <4 x half>, ptr addrspace(1) %from
  store <4 x half> %x, ptr addrspace(3) %slot
  call void @llvm.amdgcn.s.barrier()
  %y = load <4 x half>, ptr addrspace(3) %peer
  %sum1 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %x, <4 x half> %y, <16 x float> %sum, i32 0, i32 0, i32 0)
  %sum2 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %y, <4 x half> %x, <16 x float> %sum1, i32 0, i32 0, i32 0)
  %next = add i32 %i, 64
  %more = icmp ult i32 %next, %k
  br i1 %more, label %loop, label %end

end:
  %to = getelementptr <16 x float>, ptr addrspace(1) %c, i32 %lane
  store <16 x float> %sum2, ptr addrspace(1) %to
  ret void
}
