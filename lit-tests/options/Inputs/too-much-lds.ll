target triple = "amdgcn-amd-amdhsa"
@lds = internal addrspace(3) global [100000 x i32] undef
define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %i) {
  %q = getelementptr [100000 x i32], ptr addrspace(3) @lds, i32 0, i32 %i
  store i32 1, ptr addrspace(3) %q
  %x = load i32, ptr addrspace(3) %q
  store i32 %x, ptr addrspace(1) %p
  ret void
}
