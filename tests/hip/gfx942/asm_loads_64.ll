; ModuleID = 'asm_loads.hip'
source_filename = "asm_loads.hip"
target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@_ZZ12asm_loads_64E4tile = internal unnamed_addr addrspace(3) global [2 x [256 x <8 x half>]] undef, align 16
@__hip_cuid_7005468a825c35f2 = addrspace(1) global i8 0
@llvm.compiler.used = appending addrspace(1) global [1 x ptr] [ptr addrspacecast (ptr addrspace(1) @__hip_cuid_7005468a825c35f2 to ptr)], section "llvm.metadata"

; Function Attrs: convergent mustprogress norecurse nounwind
define protected amdgpu_kernel void @asm_loads_64(ptr addrspace(1) noundef readonly captures(none) %0, ptr addrspace(1) noundef %1, ptr addrspace(1) noundef writeonly captures(none) %2, i32 noundef %3) local_unnamed_addr #0 {
  %5 = ptrtoint ptr addrspace(1) %1 to i64
  %6 = inttoptr i64 %5 to ptr
  %7 = tail call i32 @llvm.amdgcn.workitem.id.x()
  %8 = tail call i32 @llvm.amdgcn.readfirstlane.i32(i32 %7)
  %9 = lshr i32 %8, 6
  %10 = shl nuw nsw i32 %7, 4
  %11 = tail call contract noundef <8 x half> asm sideeffect "global_load_dwordx4 $0, $1, $2", "=v,v,s,~{memory}"(i32 %10, ptr %6) #5, !srcloc !8
  %12 = icmp sgt i32 %3, 0
  %13 = and i32 %7, 15
  br i1 %12, label %14, label %33

14:                                               ; preds = %4
  %15 = shl i32 %9, 9
  %16 = shl nuw nsw i32 %13, 5
  %17 = or disjoint i32 %15, %16
  %18 = mul nsw i32 %17, %3
  %19 = sext i32 %18 to i64
  %20 = getelementptr inbounds half, ptr addrspace(1) %0, i64 %19
  %21 = lshr i32 %7, 4
  %22 = and i32 %21, 3
  %23 = shl nuw nsw i32 %22, 3
  %24 = zext nneg i32 %23 to i64
  %25 = getelementptr inbounds nuw half, ptr addrspace(1) %20, i64 %24
  %26 = getelementptr inbounds nuw <8 x half>, ptr addrspace(3) @_ZZ12asm_loads_64E4tile, i32 %7
  %27 = shl nuw nsw i32 %13, 6
  %28 = getelementptr inbounds nuw i8, ptr addrspace(3) @_ZZ12asm_loads_64E4tile, i32 %27
  %29 = getelementptr inbounds nuw <8 x half>, ptr addrspace(3) %28, i32 %22
  %30 = add nuw nsw i32 %10, 4096
  br label %121

31:                                               ; preds = %121
  %32 = bitcast <16 x float> %179 to <4 x i128>
  br label %33

33:                                               ; preds = %4, %31
  %34 = phi <4 x i128> [ %32, %31 ], [ zeroinitializer, %4 ]
  %35 = shl nuw nsw i32 %9, 4
  %36 = lshr i32 %7, 2
  %37 = and i32 %36, 12
  %38 = or disjoint i32 %35, %37
  %39 = extractelement <4 x i128> %34, i64 0
  %40 = bitcast i128 %39 to <4 x float>
  %41 = extractelement <4 x float> %40, i64 0
  %42 = shl nsw i32 %38, 6
  %43 = or disjoint i32 %42, %13
  %44 = zext nneg i32 %43 to i64
  %45 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %44
  store float %41, ptr addrspace(1) %45, align 4, !tbaa !9
  %46 = extractelement <4 x float> %40, i64 1
  %47 = shl i32 %38, 6
  %48 = or disjoint i32 %47, 64
  %49 = or disjoint i32 %48, %13
  %50 = zext nneg i32 %49 to i64
  %51 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %50
  store float %46, ptr addrspace(1) %51, align 4, !tbaa !9
  %52 = extractelement <4 x float> %40, i64 2
  %53 = shl i32 %38, 6
  %54 = or disjoint i32 %53, 128
  %55 = or disjoint i32 %54, %13
  %56 = zext nneg i32 %55 to i64
  %57 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %56
  store float %52, ptr addrspace(1) %57, align 4, !tbaa !9
  %58 = extractelement <4 x float> %40, i64 3
  %59 = shl i32 %38, 6
  %60 = or disjoint i32 %59, 192
  %61 = or disjoint i32 %60, %13
  %62 = zext nneg i32 %61 to i64
  %63 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %62
  store float %58, ptr addrspace(1) %63, align 4, !tbaa !9
  %64 = extractelement <4 x i128> %34, i64 1
  %65 = bitcast i128 %64 to <4 x float>
  %66 = or disjoint i32 %13, 16
  %67 = extractelement <4 x float> %65, i64 0
  %68 = or disjoint i32 %42, %66
  %69 = zext nneg i32 %68 to i64
  %70 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %69
  store float %67, ptr addrspace(1) %70, align 4, !tbaa !9
  %71 = extractelement <4 x float> %65, i64 1
  %72 = or disjoint i32 %48, %66
  %73 = zext nneg i32 %72 to i64
  %74 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %73
  store float %71, ptr addrspace(1) %74, align 4, !tbaa !9
  %75 = extractelement <4 x float> %65, i64 2
  %76 = or disjoint i32 %54, %66
  %77 = zext nneg i32 %76 to i64
  %78 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %77
  store float %75, ptr addrspace(1) %78, align 4, !tbaa !9
  %79 = extractelement <4 x float> %65, i64 3
  %80 = or disjoint i32 %60, %66
  %81 = zext nneg i32 %80 to i64
  %82 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %81
  store float %79, ptr addrspace(1) %82, align 4, !tbaa !9
  %83 = extractelement <4 x i128> %34, i64 2
  %84 = bitcast i128 %83 to <4 x float>
  %85 = or disjoint i32 %13, 32
  %86 = extractelement <4 x float> %84, i64 0
  %87 = or disjoint i32 %42, %85
  %88 = zext nneg i32 %87 to i64
  %89 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %88
  store float %86, ptr addrspace(1) %89, align 4, !tbaa !9
  %90 = extractelement <4 x float> %84, i64 1
  %91 = or disjoint i32 %48, %85
  %92 = zext nneg i32 %91 to i64
  %93 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %92
  store float %90, ptr addrspace(1) %93, align 4, !tbaa !9
  %94 = extractelement <4 x float> %84, i64 2
  %95 = or disjoint i32 %54, %85
  %96 = zext nneg i32 %95 to i64
  %97 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %96
  store float %94, ptr addrspace(1) %97, align 4, !tbaa !9
  %98 = extractelement <4 x float> %84, i64 3
  %99 = or disjoint i32 %60, %85
  %100 = zext nneg i32 %99 to i64
  %101 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %100
  store float %98, ptr addrspace(1) %101, align 4, !tbaa !9
  %102 = extractelement <4 x i128> %34, i64 3
  %103 = bitcast i128 %102 to <4 x float>
  %104 = or disjoint i32 %13, 48
  %105 = extractelement <4 x float> %103, i64 0
  %106 = or disjoint i32 %42, %104
  %107 = zext nneg i32 %106 to i64
  %108 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %107
  store float %105, ptr addrspace(1) %108, align 4, !tbaa !9
  %109 = extractelement <4 x float> %103, i64 1
  %110 = or disjoint i32 %48, %104
  %111 = zext nneg i32 %110 to i64
  %112 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %111
  store float %109, ptr addrspace(1) %112, align 4, !tbaa !9
  %113 = extractelement <4 x float> %103, i64 2
  %114 = or disjoint i32 %54, %104
  %115 = zext nneg i32 %114 to i64
  %116 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %115
  store float %113, ptr addrspace(1) %116, align 4, !tbaa !9
  %117 = extractelement <4 x float> %103, i64 3
  %118 = or disjoint i32 %60, %104
  %119 = zext nneg i32 %118 to i64
  %120 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %119
  store float %117, ptr addrspace(1) %120, align 4, !tbaa !9
  ret void

121:                                              ; preds = %14, %121
  %122 = phi i32 [ 0, %14 ], [ %180, %121 ]
  %123 = phi <16 x float> [ zeroinitializer, %14 ], [ %179, %121 ]
  %124 = phi <8 x half> [ %11, %14 ], [ %133, %121 ]
  %125 = shl nsw i32 %122, 5
  %126 = zext nneg i32 %125 to i64
  %127 = getelementptr inbounds nuw half, ptr addrspace(1) %25, i64 %126
  %128 = load <8 x half>, ptr addrspace(1) %127, align 16, !tbaa !11
  tail call void asm sideeffect "s_waitcnt vmcnt(1)", "~{memory}"() #5, !srcloc !12
  tail call void @llvm.amdgcn.sched.barrier(i32 0)
  %129 = and i32 %122, 1
  %130 = getelementptr inbounds nuw [256 x <8 x half>], ptr addrspace(3) %26, i32 %129
  store <8 x half> %124, ptr addrspace(3) %130, align 16, !tbaa !11
  %131 = shl i32 %122, 12
  %132 = add i32 %131, %30
  %133 = tail call contract noundef <8 x half> asm sideeffect "global_load_dwordx4 $0, $1, $2", "=v,v,s,~{memory}"(i32 %132, ptr %6) #5, !srcloc !8
  tail call void asm sideeffect "s_waitcnt lgkmcnt(0)\0A\09s_barrier", "~{memory}"() #5, !srcloc !13
  %134 = getelementptr inbounds nuw [256 x <8 x half>], ptr addrspace(3) %29, i32 %129
  %135 = shufflevector <8 x half> %128, <8 x half> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %136 = shufflevector <8 x half> %128, <8 x half> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %137 = load <8 x half>, ptr addrspace(3) %134, align 16, !tbaa !11
  %138 = shufflevector <8 x half> %137, <8 x half> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %139 = bitcast <16 x float> %123 to <4 x i128>
  %140 = extractelement <4 x i128> %139, i64 0
  %141 = bitcast i128 %140 to <4 x float>
  %142 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %135, <4 x half> %138, <4 x float> %141, i32 0, i32 0, i32 0)
  %143 = shufflevector <8 x half> %137, <8 x half> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %144 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %136, <4 x half> %143, <4 x float> %142, i32 0, i32 0, i32 0)
  %145 = shufflevector <4 x float> %144, <4 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %146 = shufflevector <16 x float> %145, <16 x float> %123, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %147 = getelementptr inbounds nuw i8, ptr addrspace(3) %134, i32 1024
  %148 = load <8 x half>, ptr addrspace(3) %147, align 16, !tbaa !11
  %149 = shufflevector <8 x half> %148, <8 x half> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %150 = bitcast <16 x float> %146 to <4 x i128>
  %151 = extractelement <4 x i128> %150, i64 1
  %152 = bitcast i128 %151 to <4 x float>
  %153 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %135, <4 x half> %149, <4 x float> %152, i32 0, i32 0, i32 0)
  %154 = shufflevector <8 x half> %148, <8 x half> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %155 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %136, <4 x half> %154, <4 x float> %153, i32 0, i32 0, i32 0)
  %156 = shufflevector <4 x float> %155, <4 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %157 = shufflevector <16 x float> %146, <16 x float> %156, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %158 = getelementptr inbounds nuw i8, ptr addrspace(3) %134, i32 2048
  %159 = load <8 x half>, ptr addrspace(3) %158, align 16, !tbaa !11
  %160 = shufflevector <8 x half> %159, <8 x half> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %161 = bitcast <16 x float> %157 to <4 x i128>
  %162 = extractelement <4 x i128> %161, i64 2
  %163 = bitcast i128 %162 to <4 x float>
  %164 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %135, <4 x half> %160, <4 x float> %163, i32 0, i32 0, i32 0)
  %165 = shufflevector <8 x half> %159, <8 x half> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %166 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %136, <4 x half> %165, <4 x float> %164, i32 0, i32 0, i32 0)
  %167 = shufflevector <4 x float> %166, <4 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %168 = shufflevector <16 x float> %157, <16 x float> %167, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 12, i32 13, i32 14, i32 15>
  %169 = getelementptr inbounds nuw i8, ptr addrspace(3) %134, i32 3072
  %170 = load <8 x half>, ptr addrspace(3) %169, align 16, !tbaa !11
  %171 = shufflevector <8 x half> %170, <8 x half> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %172 = bitcast <16 x float> %168 to <4 x i128>
  %173 = extractelement <4 x i128> %172, i64 3
  %174 = bitcast i128 %173 to <4 x float>
  %175 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %135, <4 x half> %171, <4 x float> %174, i32 0, i32 0, i32 0)
  %176 = shufflevector <8 x half> %170, <8 x half> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %177 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %136, <4 x half> %176, <4 x float> %175, i32 0, i32 0, i32 0)
  %178 = shufflevector <4 x float> %177, <4 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %179 = shufflevector <16 x float> %168, <16 x float> %178, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 16, i32 17, i32 18, i32 19>
  %180 = add nuw nsw i32 %122, 1
  %181 = icmp eq i32 %180, %3
  br i1 %181, label %31, label %121, !llvm.loop !14
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x() #1

; Function Attrs: convergent mustprogress nocallback nocreateundeforpoison nofree nounwind willreturn memory(none)
declare i32 @llvm.amdgcn.readfirstlane.i32(i32) #2

; Function Attrs: convergent mustprogress nocallback nofree nounwind willreturn
declare void @llvm.amdgcn.sched.barrier(i32 immarg) #3

; Function Attrs: convergent mustprogress nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half>, <4 x half>, <4 x float>, i32 immarg, i32 immarg, i32 immarg) #4

attributes #0 = { convergent mustprogress norecurse nounwind "amdgpu-agpr-alloc"="0" "amdgpu-flat-work-group-size"="256,256" "amdgpu-no-cluster-id-x" "amdgpu-no-cluster-id-y" "amdgpu-no-cluster-id-z" "amdgpu-no-completion-action" "amdgpu-no-default-queue" "amdgpu-no-dispatch-id" "amdgpu-no-dispatch-ptr" "amdgpu-no-flat-scratch-init" "amdgpu-no-heap-ptr" "amdgpu-no-hostcall-ptr" "amdgpu-no-implicitarg-ptr" "amdgpu-no-lds-kernel-id" "amdgpu-no-multigrid-sync-arg" "amdgpu-no-queue-ptr" "amdgpu-no-workgroup-id-x" "amdgpu-no-workgroup-id-y" "amdgpu-no-workgroup-id-z" "amdgpu-no-workitem-id-x" "amdgpu-no-workitem-id-y" "amdgpu-no-workitem-id-z" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="gfx942" "target-features"="+16-bit-insts,+atomic-buffer-global-pk-add-f16-insts,+atomic-ds-pk-add-16-insts,+atomic-fadd-rtn-insts,+atomic-flat-pk-add-16-insts,+atomic-fmin-fmax-global-f64,+atomic-global-pk-add-bf16-inst,+ci-insts,+cube-insts,+cvt-pknorm-vop2-insts,+dl-insts,+dot1-insts,+dot10-insts,+dot2-insts,+dot3-insts,+dot4-insts,+dot5-insts,+dot6-insts,+dot7-insts,+dpp,+fp8-conversion-insts,+fp8-insts,+gfx8-insts,+gfx9-insts,+gfx90a-insts,+gfx940-insts,+lerp-inst,+mai-insts,+qsad-insts,+s-memrealtime,+s-memtime-inst,+sad-insts,+wavefrontsize64,+xf32-insts" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { convergent mustprogress nocallback nocreateundeforpoison nofree nounwind willreturn memory(none) }
attributes #3 = { convergent mustprogress nocallback nofree nounwind willreturn }
attributes #4 = { convergent mustprogress nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none) }
attributes #5 = { convergent nounwind }

!llvm.module.flags = !{!0, !1, !2, !3}
!llvm.errno.tbaa = !{!4}

!0 = !{i32 1, !"amdhsa_code_object_version", i32 600}
!1 = !{i32 1, !"amdgpu_printf_kind", !"hostcall"}
!2 = !{i32 1, !"wchar_size", i32 4}
!3 = !{i32 8, !"PIC Level", i32 2}
!4 = !{!5, !5, i64 0}
!5 = !{!"int", !6, i64 0}
!6 = !{!"omnipotent char", !7, i64 0}
!7 = !{!"Simple C++ TBAA"}
!8 = !{i64 219}
!9 = !{!10, !10, i64 0}
!10 = !{!"float", !6, i64 0}
!11 = !{!6, !6, i64 0}
!12 = !{i64 943}
!13 = !{i64 1215, i64 1238}
!14 = distinct !{!14, !15, !16}
!15 = !{!"llvm.loop.mustprogress"}
!16 = !{!"llvm.loop.unroll.disable"}
