; A kernel that calls a function with matrix instructions in a loop.
target triple = "amdgcn-amd-amdhsa"

define <4 x float> @step(<4 x float> %c, ptr addrspace(1) %p, i32 %i) #1 {
  %a0 = getelementptr <4 x half>, ptr addrspace(1) %p, i32 %i
  %a = load <4 x half>, ptr addrspace(1) %a0
  %b0 = getelementptr <4 x half>, ptr addrspace(1) %a0, i32 64
  %b = load <4 x half>, ptr addrspace(1) %b0
  %d0 = getelementptr <4 x half>, ptr addrspace(1) %a0, i32 128
  %d = load <4 x half>, ptr addrspace(1) %d0
  %r = call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %a, <4 x half> %b, <4 x float> %c, i32 0, i32 0, i32 0)
  %s = call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %d, <4 x half> %b, <4 x float> %r, i32 0, i32 0, i32 0)
  ret <4 x float> %s
}

define amdgpu_kernel void @caller(ptr addrspace(1) %p, ptr addrspace(1) %o, i32 %n) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %c = phi <4 x float> [ zeroinitializer, %entry ], [ %r2, %loop ]
  %k = add i32 %i, %t
  %r = call <4 x float> @step(<4 x float> %c, ptr addrspace(1) %p, i32 %k)
  %x0 = getelementptr <4 x float>, ptr addrspace(1) %p, i32 %k
  %x = load <4 x float>, ptr addrspace(1) %x0
  %y0 = getelementptr <4 x float>, ptr addrspace(1) %x0, i32 64
  %y = load <4 x float>, ptr addrspace(1) %y0
  %m = fmul <4 x float> %x, %y
  %r2 = fadd <4 x float> %r, %m
  %j = add i32 %i, 1
  %e = icmp eq i32 %j, %n
  br i1 %e, label %end, label %loop
end:
  %q = getelementptr <4 x float>, ptr addrspace(1) %o, i32 %t
  store <4 x float> %r2, ptr addrspace(1) %q
  ret void
}
declare <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half>, <4 x half>, <4 x float>, i32, i32, i32)
declare i32 @llvm.amdgcn.workitem.id.x()
attributes #0 = { nounwind "amdgpu-flat-work-group-size"="64,64" }
attributes #1 = { noinline nounwind }
