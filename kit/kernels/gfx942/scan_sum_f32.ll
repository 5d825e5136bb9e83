target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@global_smem = external local_unnamed_addr addrspace(3) global [0 x i8], align 16

define amdgpu_kernel void @scan_sum_rows(ptr addrspace(1) inreg readonly captures(none) %0, ptr addrspace(1) inreg writeonly captures(none) %1, i32 inreg %2, i32 inreg %3, ptr addrspace(1) inreg readnone captures(none) %4, ptr addrspace(1) inreg readnone captures(none) %5) local_unnamed_addr #0 {
  %7 = tail call i32 @llvm.amdgcn.workitem.id.x()
  %8 = shl nuw nsw i32 %7, 2
  %9 = and i32 %8, 1020
  %10 = icmp sgt i32 %2, 0
  br i1 %10, label %.lr.ph, label %._crit_edge

.lr.ph:                                          
  %11 = tail call i32 @llvm.amdgcn.workgroup.id.x()
  %12 = mul i32 %3, %11
  %13 = and i32 %7, 255
  %14 = lshr i32 %13, 6
  %15 = and i32 %7, 63
  %16 = add i32 %12, %9
  %17 = tail call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %0, i16 0, i64 2147483646, i32 159744)
  %18 = tail call i32 @llvm.usub.sat.i32(i32 %15, i32 1)
  %19 = shl nuw nsw i32 %18, 2
  %.not = icmp eq i32 %15, 0
  %20 = icmp samesign ult i32 %15, 2
  %21 = shl nuw nsw i32 %15, 2
  %22 = add nsw i32 %21, -8
  %23 = select i1 %20, i32 %21, i32 %22
  %24 = icmp samesign ugt i32 %15, 1
  %25 = icmp samesign ult i32 %15, 4
  %26 = add nsw i32 %21, -16
  %27 = select i1 %25, i32 %21, i32 %26
  %28 = icmp samesign ugt i32 %15, 3
  %29 = icmp samesign ult i32 %15, 8
  %30 = add nsw i32 %21, -32
  %31 = select i1 %29, i32 %21, i32 %30
  %32 = icmp samesign ugt i32 %15, 7
  %33 = icmp samesign ult i32 %15, 16
  %34 = add nsw i32 %21, -64
  %35 = select i1 %33, i32 %21, i32 %34
  %36 = icmp samesign ugt i32 %15, 15
  %37 = icmp samesign ult i32 %15, 32
  %38 = add nsw i32 %21, -128
  %39 = select i1 %37, i32 %21, i32 %38
  %40 = icmp samesign ugt i32 %15, 31
  %41 = icmp eq i32 %15, 63
  %42 = getelementptr float, ptr addrspace(3) @global_smem, i32 %14
  %43 = icmp samesign ugt i32 %13, 63
  %44 = icmp ne i32 %15, 0
  %45 = or i1 %43, %44
  %46 = icmp samesign ugt i32 %13, 127
  %47 = icmp eq i32 %14, 3
  %48 = tail call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %1, i16 0, i64 2147483646, i32 159744)
  %49 = icmp samesign ult i32 %13, 4
  %50 = getelementptr float, ptr addrspace(3) @global_smem, i32 %13
  %51 = and i32 %7, 3
  %52 = icmp eq i32 %51, 0
  %53 = and i1 %49, %52
  br label %54

54:                                              
  %55 = phi float [ 0.000000e+00, %.lr.ph ], [ %162, %160 ]
  %56 = phi i32 [ 0, %.lr.ph ], [ %163, %160 ]
  %57 = or disjoint i32 %56, %9
  %58 = icmp slt i32 %57, %2
  %59 = add i32 %16, %56
  %60 = shl i32 %59, 2
  %61 = select i1 %58, i32 %60, i32 -2147483648
  %62 = tail call <4 x float> @llvm.amdgcn.raw.ptr.buffer.load.v4f32(ptr addrspace(8) %17, i32 %61, i32 0, i32 0)
  %63 = extractelement <4 x float> %62, i64 0
  %64 = extractelement <4 x float> %62, i64 1
  %65 = extractelement <4 x float> %62, i64 2
  %66 = extractelement <4 x float> %62, i64 3
  tail call void @llvm.amdgcn.s.waitcnt(i32 49279)
  tail call void @llvm.amdgcn.s.barrier()
  %67 = fadd float %63, %64
  %68 = fadd float %65, %67
  %69 = fadd float %66, %68
  %70 = bitcast float %69 to i32
  %71 = tail call i32 @llvm.amdgcn.ds.bpermute(i32 %19, i32 %70)
  %72 = bitcast i32 %71 to float
  %73 = fadd float %69, %72
  %74 = select i1 %.not, float %69, float %73
  %75 = bitcast float %74 to i32
  %76 = tail call i32 @llvm.amdgcn.ds.bpermute(i32 %23, i32 %75)
  %77 = bitcast i32 %76 to float
  %78 = fadd float %74, %77
  %79 = select i1 %24, float %78, float %74
  %80 = bitcast float %79 to i32
  %81 = tail call i32 @llvm.amdgcn.ds.bpermute(i32 %27, i32 %80)
  %82 = bitcast i32 %81 to float
  %83 = fadd float %79, %82
  %84 = select i1 %28, float %83, float %79
  %85 = bitcast float %84 to i32
  %86 = tail call i32 @llvm.amdgcn.ds.bpermute(i32 %31, i32 %85)
  %87 = bitcast i32 %86 to float
  %88 = fadd float %84, %87
  %89 = select i1 %32, float %88, float %84
  %90 = bitcast float %89 to i32
  %91 = tail call i32 @llvm.amdgcn.ds.bpermute(i32 %35, i32 %90)
  %92 = bitcast i32 %91 to float
  %93 = fadd float %89, %92
  %94 = select i1 %36, float %93, float %89
  %95 = bitcast float %94 to i32
  %96 = tail call i32 @llvm.amdgcn.ds.bpermute(i32 %39, i32 %95)
  %97 = bitcast i32 %96 to float
  %98 = fadd float %94, %97
  %99 = select i1 %40, float %98, float %94
  br i1 %41, label %100, label %101

100:                                             
  store float %98, ptr addrspace(3) %42, align 4
  br label %101

101:                                             
  fence syncscope("workgroup") release
  tail call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %102 = load <2 x float>, ptr addrspace(3) @global_smem, align 16
  %103 = extractelement <2 x float> %102, i64 0
  %shift = shufflevector <2 x float> %102, <2 x float> poison, <2 x i32> <i32 1, i32 poison>
  %foldExtExtBinop = fadd <2 x float> %102, %shift
  %104 = extractelement <2 x float> %foldExtExtBinop, i64 0
  %105 = select i1 %46, float %104, float %103
  %106 = load float, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8), align 8
  %107 = fadd float %104, %106
  %108 = select i1 %47, float %107, float %105
  %109 = fadd float %99, %108
  %110 = select i1 %43, float %109, float %99
  %111 = bitcast float %110 to i32
  %112 = tail call i32 @llvm.amdgcn.ds.bpermute(i32 %19, i32 %111)
  %113 = bitcast i32 %112 to float
  %114 = select i1 %44, float %113, float %108
  %115 = fadd float %68, %114
  %116 = select i1 %45, float %115, float %68
  %117 = fadd float %67, %114
  %118 = select i1 %45, float %117, float %67
  %119 = fadd float %63, %114
  %120 = select i1 %45, float %119, float %63
  %121 = fadd float %55, %120
  %122 = fadd float %55, %118
  %123 = insertelement <2 x float> poison, float %55, i64 0
  %124 = shufflevector <2 x float> %123, <2 x float> poison, <2 x i32> zeroinitializer
  %125 = insertelement <2 x float> poison, float %116, i64 0
  %126 = insertelement <2 x float> %125, float %110, i64 1
  %127 = fadd <2 x float> %124, %126
  %128 = insertelement <4 x float> poison, float %121, i64 0
  %129 = insertelement <4 x float> %128, float %122, i64 1
  %130 = shufflevector <2 x float> %127, <2 x float> poison, <4 x i32> <i32 0, i32 1, i32 poison, i32 poison>
  %131 = shufflevector <4 x float> %129, <4 x float> %130, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.v4f32(<4 x float> %131, ptr addrspace(8) %48, i32 %61, i32 0, i32 0)
  tail call void @llvm.amdgcn.s.waitcnt(i32 49279)
  tail call void @llvm.amdgcn.s.barrier()
  %132 = tail call float @llvm.amdgcn.update.dpp.f32(float poison, float %69, i32 280, i32 15, i32 15, i1 true)
  %133 = fadd float %69, %132
  %134 = tail call float @llvm.amdgcn.update.dpp.f32(float poison, float %133, i32 276, i32 15, i32 15, i1 true)
  %135 = fadd float %133, %134
  %136 = tail call float @llvm.amdgcn.update.dpp.f32(float poison, float %135, i32 274, i32 15, i32 15, i1 true)
  %137 = fadd float %135, %136
  %138 = tail call float @llvm.amdgcn.update.dpp.f32(float poison, float %137, i32 273, i32 15, i32 15, i1 true)
  %139 = fadd float %137, %138
  %140 = tail call float @llvm.amdgcn.update.dpp.f32(float %139, float %139, i32 322, i32 10, i32 15, i1 true)
  %141 = fadd float %139, %140
  %142 = tail call float @llvm.amdgcn.update.dpp.f32(float poison, float %141, i32 323, i32 15, i32 15, i1 true)
  %143 = fadd float %141, %142
  %144 = tail call float @llvm.amdgcn.readlane.f32(float %143, i32 63)
  br i1 %.not, label %145, label %146

145:                                             
  store float %144, ptr addrspace(3) %42, align 4
  br label %146

146:                                             
  fence syncscope("workgroup") release
  tail call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  br i1 %49, label %147, label %149

147:                                             
  %148 = load float, ptr addrspace(3) %50, align 4
  br label %149

149:                                             
  %150 = phi float [ %148, %147 ], [ 0.000000e+00, %146 ]
  %151 = bitcast float %150 to i32
  %152 = tail call i32 @llvm.amdgcn.update.dpp.i32(i32 %151, i32 %151, i32 78, i32 15, i32 15, i1 false)
  %153 = bitcast i32 %152 to float
  %154 = fadd float %150, %153
  %155 = bitcast float %154 to i32
  %156 = tail call i32 @llvm.amdgcn.update.dpp.i32(i32 %155, i32 %155, i32 177, i32 15, i32 15, i1 false)
  br i1 %53, label %157, label %160

157:                                             
  %158 = bitcast i32 %156 to float
  %159 = fadd float %154, %158
  store float %159, ptr addrspace(3) %50, align 4
  br label %160

160:                                             
  fence syncscope("workgroup") release
  tail call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %161 = load float, ptr addrspace(3) @global_smem, align 16
  %162 = fadd float %55, %161
  %163 = add i32 %56, 1024
  %164 = icmp slt i32 %163, %2
  br i1 %164, label %54, label %._crit_edge

._crit_edge:                                     
  ret void
}

declare noundef i32 @llvm.amdgcn.workgroup.id.x() #1

declare noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x() #1

declare ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) readnone, i16, i64, i32) #1

declare <4 x float> @llvm.amdgcn.raw.ptr.buffer.load.v4f32(ptr addrspace(8) readonly captures(none), i32, i32, i32 immarg) #2

declare void @llvm.amdgcn.s.waitcnt(i32 immarg) #3

declare void @llvm.amdgcn.s.barrier() #4

declare i32 @llvm.amdgcn.ds.bpermute(i32, i32) #5

declare void @llvm.amdgcn.raw.ptr.buffer.store.v4f32(<4 x float>, ptr addrspace(8) writeonly captures(none), i32, i32, i32 immarg) #6

declare float @llvm.amdgcn.update.dpp.f32(float, float, i32 immarg, i32 immarg, i32 immarg, i1 immarg) #5

declare i32 @llvm.amdgcn.update.dpp.i32(i32, i32, i32 immarg, i32 immarg, i32 immarg, i1 immarg) #5

declare i32 @llvm.usub.sat.i32(i32, i32) #7

declare float @llvm.amdgcn.readlane.f32(float, i32) #8

attributes #0 = { nofree norecurse nounwind "amdgpu-agpr-alloc"="0" "amdgpu-flat-work-group-size"="1,256" "amdgpu-no-cluster-id-x" "amdgpu-no-cluster-id-y" "amdgpu-no-cluster-id-z" "amdgpu-no-completion-action" "amdgpu-no-default-queue" "amdgpu-no-dispatch-id" "amdgpu-no-dispatch-ptr" "amdgpu-no-flat-scratch-init" "amdgpu-no-heap-ptr" "amdgpu-no-hostcall-ptr" "amdgpu-no-implicitarg-ptr" "amdgpu-no-lds-kernel-id" "amdgpu-no-multigrid-sync-arg" "amdgpu-no-queue-ptr" "amdgpu-no-workgroup-id-x" "amdgpu-no-workgroup-id-y" "amdgpu-no-workgroup-id-z" "amdgpu-no-workitem-id-x" "amdgpu-no-workitem-id-y" "amdgpu-no-workitem-id-z" "amdgpu-waves-per-eu"="0, 0" "denormal-fp-math-f32"="ieee" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: read) }
attributes #3 = { mustprogress nocallback nofree nounwind willreturn }
attributes #4 = { convergent mustprogress nocallback nofree nounwind willreturn }
attributes #5 = { convergent mustprogress nocallback nofree nounwind willreturn memory(none) }
attributes #6 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: write) }
attributes #7 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #8 = { convergent nocallback nofree nounwind willreturn memory(none) }

!llvm.module.flags = !{!0, !1}

!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = !{i32 1, !"amdhsa_code_object_version", i32 500}
