; A scalar write of M0 before an interpolation: under rules that leave LLVM's recogniser out
; the nop is ours.
; RUN: %cdna-llc -O3 -mtriple=amdgcn-amd-amdpal -mcpu=gfx908 -cdna-sched-check=full -cdna-sched-hazards=exact -o - %s | FileCheck %s
; RUN: %cdna-llc -O3 -mtriple=amdgcn-amd-amdpal -mcpu=gfx908 -cdna-sched-check=full -cdna-sched-hazards=isa -o - %s | FileCheck %s
; RUN: %cdna-llc -O3 -mtriple=amdgcn-amd-amdpal -mcpu=gfx908 -cdna-sched-check=full -o - %s | FileCheck %s
; CHECK: s_mov_b32 m0
; CHECK-NEXT: s_nop 0
; CHECK-NEXT: v_interp_p1_f32
define amdgpu_ps float @shader(float %i, float %j, i32 inreg %m) {
  %p0 = call float @llvm.amdgcn.interp.p1(float %i, i32 0, i32 0, i32 %m)
  %p1 = call float @llvm.amdgcn.interp.p2(float %p0, float %j, i32 0, i32 0, i32 %m)
  ret float %p1
}

declare float @llvm.amdgcn.interp.p1(float, i32, i32, i32)
declare float @llvm.amdgcn.interp.p2(float, float, i32, i32, i32)
