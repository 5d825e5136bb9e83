target triple = "amdgcn-amd-amdhsa"
define amdgpu_kernel void @first(ptr addrspace(1) %p, float %a) {
  %x = load volatile float, ptr addrspace(1) %p
  %y = fadd float %x, %a
  store float %y, ptr addrspace(1) %p
  ret void
}
define amdgpu_kernel void @second(ptr addrspace(1) %p, float %a) {
  %x = load volatile float, ptr addrspace(1) %p
  %y = fmul float %x, %a
  store float %y, ptr addrspace(1) %p
  ret void
}
