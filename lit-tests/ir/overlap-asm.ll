; Iterations of a loop with inline assembly overlap: an asm statement whose text was parsed is copied as a whole, with its
; marks. One that is volatile and nothing but arithmetic moves as LLVM's dependences allow; others keep their place in the
; loop's round.
; RUN: %cdna-llc -O3 -mcpu=gfx942 -cdna-sched-check=full -verify-machineinstrs -pass-remarks=cdna-sched \
; RUN:   -pass-remarks-missed=cdna-sched -o %t.s %s 2> %t.err
; RUN: FileCheck %s < %t.s
; RUN: FileCheck --check-prefix=SAID %s < %t.err
; RUN: llvm-mc -triple=amdgcn-amd-amdhsa -mcpu=gfx942 -filetype=obj -o %t.o %t.s
;
; SAID: iterations of the loop overlap
; SAID: iterations of the loop overlap
; SAID: iterations of the loop overlap
; SAID: iterations of the loop do not overlap: it has a call, a return, or inline assembly that could not be parsed

target triple = "amdgcn-amd-amdhsa"

@lds = internal addrspace(3) global [4096 x <8 x half>] poison

; CHECK-LABEL: arithmetic:
; CHECK: s_cbranch_scc0 [[EPILOGUE:\.LBB0_[0-9]+]]
; CHECK: [[LOOP:\.LBB0_[0-9]+]]:
; CHECK: ;;#ASMSTART
; CHECK-NEXT: v_mul_f32
; CHECK-NEXT: v_exp_f32
; CHECK-NEXT: ;;#ASMEND
; CHECK: s_cbranch_scc1 [[LOOP]]
; CHECK: [[EPILOGUE]]:
; CHECK: ;;#ASMSTART
; CHECK-NEXT: v_mul_f32
; CHECK-NEXT: v_exp_f32
; CHECK-NEXT: ;;#ASMEND
; CHECK: s_endpgm
define amdgpu_kernel void @arithmetic(ptr addrspace(1) %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more.sum, %loop ]
  %at = add i32 %t, %i
  %pa = getelementptr <4 x half>, ptr addrspace(3) @lds, i32 %at
  %a = load <4 x half>, ptr addrspace(3) %pa
  %pb = getelementptr i8, ptr addrspace(3) %pa, i32 8192
  %b = load <4 x half>, ptr addrspace(3) %pb
  %m = call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %a, <4 x half> %b, <4 x float> zeroinitializer, i32 0, i32 0, i32 0)
  %x = extractelement <4 x float> %m, i32 0
  %e = call float asm sideeffect "v_mul_f32 $0, 2.0, $1\0Av_exp_f32 $0, $0", "=&v,v"(float %x)
  %more.sum = fadd float %sum, %e
  %next = add nuw nsw i32 %i, 64
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  %q = getelementptr float, ptr addrspace(1) %out, i32 %t
  store float %more.sum, ptr addrspace(1) %q
  ret void
}

; CHECK-LABEL: wall:
; CHECK: [[LOOP:\.LBB1_[0-9]+]]:
; CHECK: s_sleep
; CHECK: s_cbranch_scc1 [[LOOP]]
; CHECK: s_endpgm
define amdgpu_kernel void @wall(ptr addrspace(1) %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi <4 x float> [ zeroinitializer, %entry ], [ %more.sum, %loop ]
  call void asm sideeffect "s_sleep 1", ""()
  %at = add i32 %t, %i
  %pa = getelementptr <4 x half>, ptr addrspace(3) @lds, i32 %at
  %a = load <4 x half>, ptr addrspace(3) %pa
  %pb = getelementptr i8, ptr addrspace(3) %pa, i32 8192
  %b = load <4 x half>, ptr addrspace(3) %pb
  %m = call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %a, <4 x half> %b, <4 x float> zeroinitializer, i32 0, i32 0, i32 0)
  %m2 = call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %b, <4 x half> %b, <4 x float> %m, i32 0, i32 0, i32 0)
  %more.sum = fadd <4 x float> %sum, %m2
  %next = add nuw nsw i32 %i, 64
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  %q = getelementptr <4 x float>, ptr addrspace(1) %out, i32 %t
  store <4 x float> %more.sum, ptr addrspace(1) %q
  ret void
}

; Waits and barriers alone hold back accesses to memory, and not matrix instructions.
; CHECK-LABEL: synchronized:
; CHECK: [[LOOP:\.LBB2_[0-9]+]]:
; CHECK: ;;#ASMSTART
; CHECK-NEXT: s_waitcnt lgkmcnt(0)
; CHECK-NEXT: s_barrier
; CHECK-NEXT: ;;#ASMEND
; CHECK-NOT: s_cbranch
; CHECK: v_mfma
; CHECK-NOT: s_cbranch
; CHECK: ;;#ASMSTART
; CHECK: s_cbranch_scc1 [[LOOP]]
; CHECK: s_endpgm
define amdgpu_kernel void @synchronized(ptr addrspace(1) %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi <4 x float> [ zeroinitializer, %entry ], [ %m2, %loop ]
  %at = add i32 %t, %i
  %pa = getelementptr <4 x half>, ptr addrspace(3) @lds, i32 %at
  %a = load <4 x half>, ptr addrspace(3) %pa
  %pb = getelementptr i8, ptr addrspace(3) %pa, i32 8192
  %b = load <4 x half>, ptr addrspace(3) %pb
  call void asm sideeffect "s_waitcnt lgkmcnt(0)\0As_barrier", "~{memory}"()
  %m = call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %a, <4 x half> %b, <4 x float> %sum, i32 0, i32 0, i32 0)
  %m2 = call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %b, <4 x half> %b, <4 x float> %m, i32 0, i32 0, i32 0)
  store <4 x half> %a, ptr addrspace(3) %pb
  call void asm sideeffect "s_waitcnt lgkmcnt(0)\0As_barrier", "~{memory}"()
  %next = add nuw nsw i32 %i, 64
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  %q = getelementptr <4 x float>, ptr addrspace(1) %out, i32 %t
  store <4 x float> %m2, ptr addrspace(1) %q
  ret void
}

define amdgpu_kernel void @unknown(ptr addrspace(1) %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi <4 x float> [ zeroinitializer, %entry ], [ %m, %loop ]
  %at = add i32 %t, %i
  %pa = getelementptr <4 x half>, ptr addrspace(3) @lds, i32 %at
  %a = load <4 x half>, ptr addrspace(3) %pa
  call void asm sideeffect ".p2align 4", ""()
  %m = call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %a, <4 x half> %a, <4 x float> %sum, i32 0, i32 0, i32 0)
  %next = add nuw nsw i32 %i, 64
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  %q = getelementptr <4 x float>, ptr addrspace(1) %out, i32 %t
  store <4 x float> %m, ptr addrspace(1) %q
  ret void
}
attributes #0 = { "amdgpu-flat-work-group-size"="64,64" }
