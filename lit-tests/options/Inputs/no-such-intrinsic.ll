target triple = "amdgcn-amd-amdhsa"
declare <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.f16(<8 x half>, <8 x half>, <16 x float>, i32 immarg, i32 immarg, i32 immarg)
define amdgpu_kernel void @gfx950_only(ptr addrspace(1) %p, <8 x half> %a, <16 x float> %c) {
  %d = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.f16(<8 x half> %a, <8 x half> %a, <16 x float> %c, i32 0, i32 0, i32 0)
  store <16 x float> %d, ptr addrspace(1) %p
  ret void
}
