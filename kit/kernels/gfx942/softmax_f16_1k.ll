target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@global_smem = external local_unnamed_addr addrspace(3) global [0 x i8], align 16

declare float @llvm.exp2.f32(float) #0

define amdgpu_kernel void @softmax_row(ptr addrspace(1) inreg readonly captures(none) %0, ptr addrspace(1) inreg writeonly captures(none) %1, i32 inreg %2, i32 inreg %3, i32 inreg %4, ptr addrspace(1) inreg readnone captures(none) %5, ptr addrspace(1) inreg readnone captures(none) %6) local_unnamed_addr #1 {
  %8 = tail call i32 @llvm.amdgcn.workgroup.id.x()
  %9 = tail call i32 @llvm.amdgcn.workitem.id.x()
  %10 = and i32 %9, 255
  %11 = and i32 %9, 63
  %12 = lshr i32 %10, 6
  %13 = shl nuw nsw i32 %9, 2
  %14 = and i32 %13, 1020
  %15 = icmp slt i32 %14, %2
  %16 = mul i32 %3, %8
  %17 = add i32 %16, %14
  %18 = tail call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %0, i16 0, i64 2147483646, i32 159744)
  %19 = shl i32 %17, 1
  %20 = select i1 %15, i32 %19, i32 -2147483648
  %21 = tail call <2 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v2i32(ptr addrspace(8) %18, i32 %20, i32 0, i32 0)
  %22 = bitcast <2 x i32> %21 to <4 x half>
  %23 = select i1 %15, <4 x half> %22, <4 x half> splat (half 0xHFC00)
  %24 = extractelement <4 x half> %23, i64 0
  %25 = extractelement <4 x half> %23, i64 1
  %26 = extractelement <4 x half> %23, i64 2
  %27 = extractelement <4 x half> %23, i64 3
  %28 = fpext half %24 to float
  %29 = fpext half %25 to float
  %30 = fpext half %26 to float
  %31 = fpext half %27 to float
  %32 = tail call float @llvm.maxnum.f32(float %28, float %29)
  %33 = tail call float @llvm.maxnum.f32(float %32, float %30)
  %34 = tail call float @llvm.maxnum.f32(float %33, float %31)
  %35 = tail call float @llvm.amdgcn.update.dpp.f32(float poison, float %34, i32 280, i32 15, i32 15, i1 true)
  %36 = tail call float @llvm.maxnum.f32(float %34, float %35)
  %37 = tail call float @llvm.amdgcn.update.dpp.f32(float poison, float %36, i32 276, i32 15, i32 15, i1 true)
  %38 = tail call float @llvm.maxnum.f32(float %36, float %37)
  %39 = tail call float @llvm.amdgcn.update.dpp.f32(float poison, float %38, i32 274, i32 15, i32 15, i1 true)
  %40 = tail call float @llvm.maxnum.f32(float %38, float %39)
  %41 = tail call float @llvm.amdgcn.update.dpp.f32(float poison, float %40, i32 273, i32 15, i32 15, i1 true)
  %42 = tail call float @llvm.maxnum.f32(float %40, float %41)
  %43 = tail call float @llvm.amdgcn.update.dpp.f32(float %42, float %42, i32 322, i32 10, i32 15, i1 true)
  %44 = tail call float @llvm.maxnum.f32(float %42, float %43)
  %45 = tail call float @llvm.amdgcn.update.dpp.f32(float poison, float %44, i32 323, i32 15, i32 15, i1 true)
  %46 = tail call float @llvm.maxnum.f32(float %44, float %45)
  %47 = tail call float @llvm.amdgcn.readlane.f32(float %46, i32 63)
  %48 = icmp eq i32 %11, 0
  %49 = getelementptr float, ptr addrspace(3) @global_smem, i32 %12
  br i1 %48, label %50, label %51

50:                                              
  store float %47, ptr addrspace(3) %49, align 4
  br label %51

51:                                              
  fence syncscope("workgroup") release
  tail call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %52 = icmp samesign ult i32 %10, 4
  %53 = getelementptr float, ptr addrspace(3) @global_smem, i32 %10
  br i1 %52, label %54, label %56

54:                                              
  %55 = load float, ptr addrspace(3) %53, align 4
  br label %56

56:                                              
  %57 = phi float [ %55, %54 ], [ 0.000000e+00, %51 ]
  %58 = bitcast float %57 to i32
  %59 = tail call i32 @llvm.amdgcn.update.dpp.i32(i32 %58, i32 %58, i32 78, i32 15, i32 15, i1 false)
  %60 = bitcast i32 %59 to float
  %61 = tail call float @llvm.maxnum.f32(float %57, float %60)
  %62 = bitcast float %61 to i32
  %63 = tail call i32 @llvm.amdgcn.update.dpp.i32(i32 %62, i32 %62, i32 177, i32 15, i32 15, i1 false)
  %64 = and i32 %9, 3
  %65 = icmp eq i32 %64, 0
  %66 = and i1 %52, %65
  br i1 %66, label %67, label %70

67:                                              
  %68 = bitcast i32 %63 to float
  %69 = tail call float @llvm.maxnum.f32(float %61, float %68)
  store float %69, ptr addrspace(3) %53, align 4
  br label %70

70:                                              
  fence syncscope("workgroup") release
  tail call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %71 = load float, ptr addrspace(3) @global_smem, align 16
  %72 = fsub float %28, %71
  %73 = fsub float %29, %71
  %74 = fsub float %30, %71
  %75 = fsub float %31, %71
  %76 = fmul float %72, 0x3FF7154760000000
  %77 = tail call float @llvm.exp2.f32(float %76)
  %78 = fmul float %73, 0x3FF7154760000000
  %79 = tail call float @llvm.exp2.f32(float %78)
  %80 = fmul float %74, 0x3FF7154760000000
  %81 = tail call float @llvm.exp2.f32(float %80)
  %82 = fmul float %75, 0x3FF7154760000000
  %83 = tail call float @llvm.exp2.f32(float %82)
  tail call void @llvm.amdgcn.s.waitcnt(i32 49279)
  tail call void @llvm.amdgcn.s.barrier()
  %84 = fadd float %77, %79
  %85 = fadd float %81, %84
  %86 = fadd float %83, %85
  %87 = tail call float @llvm.amdgcn.update.dpp.f32(float poison, float %86, i32 280, i32 15, i32 15, i1 true)
  %88 = fadd float %87, %86
  %89 = tail call float @llvm.amdgcn.update.dpp.f32(float poison, float %88, i32 276, i32 15, i32 15, i1 true)
  %90 = fadd float %89, %88
  %91 = tail call float @llvm.amdgcn.update.dpp.f32(float poison, float %90, i32 274, i32 15, i32 15, i1 true)
  %92 = fadd float %91, %90
  %93 = tail call float @llvm.amdgcn.update.dpp.f32(float poison, float %92, i32 273, i32 15, i32 15, i1 true)
  %94 = fadd float %93, %92
  %95 = tail call float @llvm.amdgcn.update.dpp.f32(float %94, float %94, i32 322, i32 10, i32 15, i1 true)
  %96 = fadd float %95, %94
  %97 = tail call float @llvm.amdgcn.update.dpp.f32(float poison, float %96, i32 323, i32 15, i32 15, i1 true)
  %98 = fadd float %97, %96
  %99 = tail call float @llvm.amdgcn.readlane.f32(float %98, i32 63)
  br i1 %48, label %100, label %101

100:                                             
  store float %99, ptr addrspace(3) %49, align 4
  br label %101

101:                                             
  fence syncscope("workgroup") release
  tail call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  br i1 %52, label %102, label %104

102:                                             
  %103 = load float, ptr addrspace(3) %53, align 4
  br label %104

104:                                             
  %105 = phi float [ %103, %102 ], [ 0.000000e+00, %101 ]
  %106 = bitcast float %105 to i32
  %107 = tail call i32 @llvm.amdgcn.update.dpp.i32(i32 %106, i32 %106, i32 78, i32 15, i32 15, i1 false)
  %108 = bitcast i32 %107 to float
  %109 = fadd float %105, %108
  %110 = bitcast float %109 to i32
  %111 = tail call i32 @llvm.amdgcn.update.dpp.i32(i32 %110, i32 %110, i32 177, i32 15, i32 15, i1 false)
  br i1 %66, label %112, label %115

112:                                             
  %113 = bitcast i32 %111 to float
  %114 = fadd float %109, %113
  store float %114, ptr addrspace(3) %53, align 4
  br label %115

115:                                             
  %116 = mul i32 %4, %8
  %117 = add i32 %116, %14
  fence syncscope("workgroup") release
  tail call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %118 = load float, ptr addrspace(3) @global_smem, align 16
  %119 = fdiv float %77, %118
  %120 = fdiv float %79, %118
  %121 = fdiv float %81, %118
  %122 = fdiv float %83, %118
  %123 = fptrunc float %119 to half
  %124 = fptrunc float %120 to half
  %125 = fptrunc float %121 to half
  %126 = fptrunc float %122 to half
  %127 = tail call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %1, i16 0, i64 2147483646, i32 159744)
  %128 = insertelement <4 x half> poison, half %123, i64 0
  %129 = insertelement <4 x half> %128, half %124, i64 1
  %130 = insertelement <4 x half> %129, half %125, i64 2
  %131 = insertelement <4 x half> %130, half %126, i64 3
  %132 = bitcast <4 x half> %131 to <2 x i32>
  %133 = shl i32 %117, 1
  %134 = select i1 %15, i32 %133, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.v2i32(<2 x i32> %132, ptr addrspace(8) %127, i32 %134, i32 0, i32 0)
  ret void
}

declare noundef i32 @llvm.amdgcn.workgroup.id.x() #0

declare noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x() #0

declare ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) readnone, i16, i64, i32) #0

declare <2 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v2i32(ptr addrspace(8) readonly captures(none), i32, i32, i32 immarg) #2

declare float @llvm.maxnum.f32(float, float) #0

declare float @llvm.amdgcn.update.dpp.f32(float, float, i32 immarg, i32 immarg, i32 immarg, i1 immarg) #3

declare void @llvm.amdgcn.s.barrier() #4

declare i32 @llvm.amdgcn.update.dpp.i32(i32, i32, i32 immarg, i32 immarg, i32 immarg, i1 immarg) #3

declare void @llvm.amdgcn.s.waitcnt(i32 immarg) #5

declare void @llvm.amdgcn.raw.ptr.buffer.store.v2i32(<2 x i32>, ptr addrspace(8) writeonly captures(none), i32, i32, i32 immarg) #6

declare float @llvm.amdgcn.readlane.f32(float, i32) #7

attributes #0 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { mustprogress nofree norecurse nounwind willreturn "amdgpu-agpr-alloc"="0" "amdgpu-flat-work-group-size"="1,256" "amdgpu-no-cluster-id-x" "amdgpu-no-cluster-id-y" "amdgpu-no-cluster-id-z" "amdgpu-no-completion-action" "amdgpu-no-default-queue" "amdgpu-no-dispatch-id" "amdgpu-no-dispatch-ptr" "amdgpu-no-flat-scratch-init" "amdgpu-no-heap-ptr" "amdgpu-no-hostcall-ptr" "amdgpu-no-implicitarg-ptr" "amdgpu-no-lds-kernel-id" "amdgpu-no-multigrid-sync-arg" "amdgpu-no-queue-ptr" "amdgpu-no-workgroup-id-x" "amdgpu-no-workgroup-id-y" "amdgpu-no-workgroup-id-z" "amdgpu-no-workitem-id-x" "amdgpu-no-workitem-id-y" "amdgpu-no-workitem-id-z" "amdgpu-waves-per-eu"="0, 0" "denormal-fp-math-f32"="ieee" "uniform-work-group-size"="true" }
attributes #2 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: read) }
attributes #3 = { convergent mustprogress nocallback nofree nounwind willreturn memory(none) }
attributes #4 = { convergent mustprogress nocallback nofree nounwind willreturn }
attributes #5 = { mustprogress nocallback nofree nounwind willreturn }
attributes #6 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: write) }
attributes #7 = { convergent nocallback nofree nounwind willreturn memory(none) }

!llvm.module.flags = !{!0, !1}

!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = !{i32 1, !"amdhsa_code_object_version", i32 500}
