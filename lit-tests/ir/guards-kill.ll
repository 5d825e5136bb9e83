; Guarded code that writes half of a pair, reads both halves and then the one that it wrote: the pair lives until then. Kill flags are those of
; the code that stands there in the end, which LLVM's verifier reads.
; RUN: %cdna-llc -O3 -mcpu=gfx942 -cdna-sched-check=full -cdna-sched-effort=fast -verify-machineinstrs -o %t.s %s
; RUN: FileCheck %s < %t.s
; CHECK-LABEL: k:
; CHECK: v_mad_u64_u32 {{.*}}, v[{{[0-9]+:[0-9]+}}]
; CHECK: .end_amdhsa_kernel

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) noundef captures(none) %0, ptr addrspace(1) noundef captures(none) %1, i32 noundef %2, i64 %3, i64 %4, i1 %5) #0 {
  %7 = tail call i32 @llvm.amdgcn.workitem.id.x()
  %8 = shl i32 1, 0
  %9 = icmp ult i32 %7, 1
  br label %10

10:
  %11 = phi i32 [ 0, %6 ], [ %40, %39 ]
  %12 = phi i32 [ 0, %6 ], [ %42, %39 ]
  %13 = phi float [ 0.000000e+00, %6 ], [ %45, %39 ]
  %14 = phi i64 [ 0, %6 ], [ %3, %39 ]
  %15 = tail call float @llvm.fmuladd.f32(float %13, float 0.000000e+00, float 0.000000e+00)
  %16 = insertelement <4 x i32> zeroinitializer, i32 %12, i64 0
  %17 = shufflevector <4 x i32> %16, <4 x i32> zeroinitializer, <4 x i32> zeroinitializer
  store <4 x i32> %17, ptr addrspace(1) null, align 16
  %18 = fcmp olt float %13, 1.000000e+00
  br i1 %18, label %19, label %27

19:
  %20 = add i32 %11, 1
  %21 = fmul float %15, 0.000000e+00
  %22 = bitcast float %21 to i32
  %23 = mul i32 %22, 170
  %24 = add i32 %23, %20
  %25 = tail call i32 @llvm.fshl.i32(i32 0, i32 %20, i32 21)
  %26 = load i32, ptr addrspace(3) null, align 4
  br label %27

27:
  %28 = phi i32 [ 0, %19 ], [ 0, %10 ]
  %29 = phi i32 [ %24, %19 ], [ 0, %10 ]
  %30 = phi i32 [ %25, %19 ], [ 0, %10 ]
  br i1 %9, label %31, label %39

31:
  %32 = tail call i32 @llvm.fshl.i32(i32 %29, i32 0, i32 0)
  %33 = add i32 %32, 0
  %34 = load i16, ptr addrspace(1) null, align 2
  %35 = zext i16 0 to i32
  %36 = and i32 %33, 1
  %37 = shl nuw i32 0, 0
  %38 = or disjoint i32 0, %36
  br label %39

39:
  %40 = phi i32 [ %38, %31 ], [ 0, %27 ]
  %41 = lshr i32 %30, 0
  %42 = and i32 %41, 1
  %43 = and i32 %40, 1
  %44 = uitofp nneg i32 %43 to float
  %45 = tail call float @llvm.fmuladd.f32(float 0.000000e+00, float %44, float 0.000000e+00)
  %46 = lshr i64 %4, 1
  %47 = icmp eq i64 %3, 0
  br i1 %5, label %48, label %10

48:
  ret void
}

declare noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x()

declare float @llvm.fmuladd.f32(float, float, float)

declare i32 @llvm.fshl.i32(i32, i32, i32)

attributes #0 = { "amdgpu-agpr-alloc"="0" "amdgpu-flat-work-group-size"="128,128" "amdgpu-num-vgpr"="48" }
