target triple = "amdgcn-amd-amdhsa"
declare void @llvm.amdgcn.s.sleep.var(i32)
define amdgpu_kernel void @k(i32 %i) {
  call void @llvm.amdgcn.s.sleep.var(i32 %i)
  ret void
}
