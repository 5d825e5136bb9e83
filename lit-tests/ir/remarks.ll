; Each thing that is inserted is explained.
; RUN: %cdna-llc -O3 -mcpu=gfx942 -pass-remarks=cdna-sched -pass-remarks-analysis=cdna-sched \
; RUN:   -pass-remarks-missed=cdna-sched -o /dev/null %s 2>&1 | FileCheck %s
; CHECK-DAG: remark: {{.*}}moved {{[0-9]+}} instructions in {{[0-9]+}} of {{[0-9]+}} regions; the function takes {{[0-9]+}} -> {{[0-9]+}} modelled clocks with its
; CHECK-DAG: remark: {{.*}}s_waitcnt before 'global_store_dword v{{[0-9]+}}, v{{[0-9]+}}, s[{{[0-9:]+}}]': vmcnt(0): v{{[0-9]+}} is loaded by 'global_load_dword v
; CHECK-DAG: remark: {{.*}}s_nop for {{[0-9]+}} wait states before 'global_store_dwordx4 {{.*}}': rule cdna3.t37.106 on {{[av]}}{{[0-9]+}}
; RUN: %cdna-llc -O3 -mcpu=gfx942 -pass-remarks-output=%t.yaml -o /dev/null %s
; RUN: FileCheck --check-prefix=YAML %s < %t.yaml
; YAML: Pass: cdna-sched

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @copy(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %q = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %x = load i32, ptr addrspace(1) %p
  store i32 %x, ptr addrspace(1) %q
  ret void
}

define amdgpu_kernel void @mfma(ptr addrspace(1) %out, <4 x half> %a, <4 x float> %c) {
  %m = call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %a, <4 x half> %a, <4 x float> %c, i32 0, i32 0, i32 0)
  store <4 x float> %m, ptr addrspace(1) %out
  ret void
}
