; Inline assembly is parsed with its operands in place: its instructions take part in hazards and waits, and
; what they need goes around it. LLVM looks at its operands alone.
; RUN: llc -O3 -mcpu=gfx942 -o - %s | FileCheck --check-prefix=LLVM %s
; RUN: %cdna-llc -O3 -mcpu=gfx942 -cdna-sched-check=full -pass-remarks-missed=cdna-sched -o %t.s %s 2> %t.err
; RUN: FileCheck --check-prefixes=CHECK,GFX942 %s < %t.s
; RUN: FileCheck --check-prefix=SAID %s < %t.err
; RUN: %cdna-llc -O3 -mcpu=gfx90a -cdna-sched-check=full -o - %s 2>/dev/null | FileCheck --check-prefixes=CHECK,GFX90A %s
; RUN: %cdna-llc -O3 -mcpu=gfx950 -cdna-sched-check=full -o - %s 2>/dev/null | FileCheck --check-prefixes=CHECK,GFX950 %s
;
; SAID-NOT: please report
; SAID-DAG: warning: inline assembly in open_inside: line 2 ('v_add_f32_e32 {{.*}}') after line 1 ('v_mfma_f32_16x16x16_f16 {{.*}}') needs 7 more wait states, by rule cdna3.t37.
; SAID-DAG: warning: inline assembly in load_used_inside: line 2 ('v_add_u32_e32 {{.*}}') after line 1 ('global_load_dword {{.*}}') needs s_waitcnt vmcnt(0) before it; nothing is put into inline assembly
; SAID-DAG: remark: {{.*}}inline assembly could not be parsed (line 1: it has a label)
; SAID-DAG: remark: {{.*}}inline assembly could not be parsed (line 1: invalid instruction
; SAID-DAG: remark: {{.*}}inline assembly could not be parsed (line 2: a directive may be anything)

target triple = "amdgcn-amd-amdhsa"

; A matrix result is read too early without nops: the sum is of what the registers held before.
; LLVM-LABEL: matrix_result:
; LLVM: v_mfma_f32_16x16x16
; LLVM-NEXT: ASMEND
; LLVM-NEXT: s_nop 0
; LLVM-NEXT: v_pk_add_f32
; CHECK-LABEL: matrix_result:
; CHECK: v_mfma_f32_16x16x16
; CHECK-NEXT: ASMEND
; GFX942-NEXT: s_nop 6
; GFX950-NEXT: s_nop 7
; GFX90A-NEXT: s_nop 7
; GFX90A-NEXT: s_nop 2
; CHECK-NEXT: v_pk_add_f32
define amdgpu_kernel void @matrix_result(ptr addrspace(1) %out, <4 x half> %a) #0 {
  %m = call <4 x float> asm sideeffect "v_mfma_f32_16x16x16f16 $0, $1, $1, 0", "=v,v"(<4 x half> %a)
  %s = fadd <4 x float> %m, splat (float 1.0)
  store <4 x float> %s, ptr addrspace(1) %out
  ret void
}

; Its second instruction reads a matrix result; its first one is one of the wait states.
; CHECK-LABEL: second_reads:
; CHECK: v_mfma_f32_16x16x16
; GFX942: s_nop 5
; CHECK: ASMSTART
; CHECK-NEXT: s_mov_b32
; CHECK-NEXT: v_add_f32
; CHECK-NEXT: ASMEND
define amdgpu_kernel void @second_reads(ptr addrspace(1) %out, <4 x half> %a, <4 x float> %c) #0 {
  %m = call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %a, <4 x half> %a, <4 x float> %c, i32 0, i32 0, i32 0)
  %e = extractelement <4 x float> %m, i32 0
  %f = call float asm sideeffect "s_mov_b32 s20, 0\0Av_add_f32 $0, $1, $1", "=v,v,~{s20}"(float %e)
  store float %f, ptr addrspace(1) %out
  ret void
}

; What it loads has not arrived.
; LLVM-LABEL: load_inside:
; LLVM: global_load_dword
; LLVM-NEXT: ASMEND
; LLVM-NOT: vmcnt
; LLVM: v_add_u32
; CHECK-LABEL: load_inside:
; CHECK: global_load_dword
; CHECK-NEXT: ASMEND
; CHECK: s_waitcnt vmcnt(0)
; CHECK-NEXT: v_add_u32
define amdgpu_kernel void @load_inside(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %l = call i32 asm sideeffect "global_load_dword $0, $1, off", "=v,v"(ptr addrspace(1) %p)
  %s = add i32 %l, 1
  store i32 %s, ptr addrspace(1) %out
  ret void
}

; A wait of its own suffices.
; CHECK-LABEL: wait_inside:
; CHECK: global_load_dword
; CHECK-NEXT: s_waitcnt vmcnt(0)
; CHECK-NEXT: ASMEND
; CHECK-NOT: vmcnt
; CHECK: s_endpgm
define amdgpu_kernel void @wait_inside(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %l = call i32 asm sideeffect "global_load_dword $0, $1, off\0As_waitcnt vmcnt(0)", "=v,v"(ptr addrspace(1) %p)
  %s = add i32 %l, 1
  store i32 %s, ptr addrspace(1) %out
  ret void
}

; An empty one, as programs use to keep values apart, needs nothing.
; CHECK-LABEL: empty:
; GFX942: v_mfma_f32_16x16x16
; GFX942-NOT: s_nop
; GFX942: ASMSTART
; GFX942-NEXT: ASMEND
; GFX942: s_nop 6
; CHECK: global_store
define amdgpu_kernel void @empty(ptr addrspace(1) %out, <4 x half> %a, <4 x float> %c) #0 {
  %m = call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %a, <4 x half> %a, <4 x float> %c, i32 0, i32 0, i32 0)
  %n = call <4 x float> asm sideeffect "", "=v,0"(<4 x float> %m)
  store <4 x float> %n, ptr addrspace(1) %out
  ret void
}

; What is open between its own instructions stays, with a warning.
; CHECK-LABEL: open_inside:
; CHECK: v_mfma_f32_16x16x16
; CHECK-NEXT: v_add_f32
; CHECK-NEXT: ASMEND
define amdgpu_kernel void @open_inside(ptr addrspace(1) %out, <4 x half> %a) #0 {
  %m = call float asm sideeffect "v_mfma_f32_16x16x16f16 v[20:23], $1, $1, 0\0Av_add_f32 $0, v20, v21", "=v,v,~{v20},~{v21},~{v22},~{v23}"(<4 x half> %a)
  store float %m, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: load_used_inside:
; CHECK: global_load_dword
; CHECK-NEXT: v_add_u32
; CHECK-NEXT: ASMEND
define amdgpu_kernel void @load_used_inside(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %l = call i32 asm sideeffect "global_load_dword $0, $1, off\0Av_add_u32 $0, $0, $0", "=&v,v"(ptr addrspace(1) %p)
  store i32 %l, ptr addrspace(1) %out
  ret void
}

; What cannot be parsed may need everything, and may end with anything.
; CHECK-LABEL: has_a_label:
; CHECK: global_load_dword
; CHECK: s_waitcnt vmcnt(0)
; CHECK: ASMSTART
define amdgpu_kernel void @has_a_label(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %l = load i32, ptr addrspace(1) %p
  call void asm sideeffect "here_${:uid}:", ""()
  store i32 %l, ptr addrspace(1) %out
  ret void
}

define amdgpu_kernel void @no_instruction(ptr addrspace(1) %out) #0 {
  %l = call i32 asm sideeffect "v_no_such_thing $0", "=v"()
  store i32 %l, ptr addrspace(1) %out
  ret void
}

define amdgpu_kernel void @directive(ptr addrspace(1) %out) #0 {
  %l = call i32 asm sideeffect "v_mov_b32 $0, 1\0A.long 0xbf800000", "=v"()
  store i32 %l, ptr addrspace(1) %out
  ret void
}

; Operands, modifiers and variants are put in place as LLVM prints them.
; CHECK-LABEL: substituted:
; CHECK: v_mad_u32_u24 v{{[0-9]+}}, v{{[0-9]+}}, 7, -3
; CHECK-NEXT: ASMEND
define amdgpu_kernel void @substituted(ptr addrspace(1) %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %l = call i32 asm sideeffect "$(v_mad_u32_u24 ${0}, $1, ${2}, ${3:n}$|v_no_such_thing$)", "=v,v,i,i"(i32 %t, i32 7, i32 3)
  store i32 %l, ptr addrspace(1) %out
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half>, <4 x half>, <4 x float>, i32, i32, i32)
attributes #0 = { "amdgpu-agpr-alloc"="0" "amdgpu-flat-work-group-size"="64,64" }
