; ModuleID = 'dot_dpp.hip'
source_filename = "dot_dpp.hip"
target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@__hip_cuid_f3bdfff80384db7c = addrspace(1) global i8 0
@llvm.compiler.used = appending addrspace(1) global [1 x ptr] [ptr addrspacecast (ptr addrspace(1) @__hip_cuid_f3bdfff80384db7c to ptr)], section "llvm.metadata"

; Function Attrs: convergent mustprogress norecurse nounwind
define protected amdgpu_kernel void @dot_dpp(ptr addrspace(1) noundef readonly captures(none) %0, ptr addrspace(1) noundef readonly captures(none) %1, ptr addrspace(1) noundef readonly captures(none) %2, ptr addrspace(1) noundef readonly captures(none) %3, ptr addrspace(1) noundef writeonly captures(none) %4, i32 noundef %5) local_unnamed_addr #0 {
  %7 = tail call i32 @llvm.amdgcn.workitem.id.x()
  %8 = tail call i32 @llvm.amdgcn.workgroup.id.x()
  %9 = icmp slt i32 %7, %5
  br i1 %9, label %10, label %12

10:                                               ; preds = %6
  %11 = mul nsw i32 %5, %8
  br label %22

12:                                               ; preds = %22, %6
  %13 = phi float [ 0.000000e+00, %6 ], [ %72, %22 ]
  %14 = tail call contract noundef float asm sideeffect "s_nop 1\0A\09v_add_f32_dpp $0, $1, $1 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf", "=v,v"(float %13) #3, !srcloc !8
  %15 = tail call contract noundef float asm sideeffect "s_nop 1\0A\09v_add_f32_dpp $0, $1, $1 quad_perm:[2,3,0,1] row_mask:0xf bank_mask:0xf", "=v,v"(float %14) #3, !srcloc !9
  %16 = tail call contract noundef float asm "v_add_f32_dpp $0, $1, $1 row_half_mirror row_mask:0xf bank_mask:0xf", "=v,v"(float %15) #4, !srcloc !10
  %17 = tail call contract noundef float asm "v_add_f32_dpp $0, $1, $1 row_mirror row_mask:0xf bank_mask:0xf", "=v,v"(float %16) #4, !srcloc !11
  %18 = shl nsw i32 %8, 8
  %19 = add nsw i32 %18, %7
  %20 = sext i32 %19 to i64
  %21 = getelementptr inbounds float, ptr addrspace(1) %4, i64 %20
  store float %17, ptr addrspace(1) %21, align 4, !tbaa !12
  ret void

22:                                               ; preds = %10, %22
  %23 = phi float [ 0.000000e+00, %10 ], [ %72, %22 ]
  %24 = phi i32 [ %7, %10 ], [ %73, %22 ]
  %25 = add nsw i32 %24, %11
  %26 = sext i32 %25 to i64
  %27 = getelementptr inbounds <4 x i32>, ptr addrspace(1) %0, i64 %26
  %28 = load <4 x i32>, ptr addrspace(1) %27, align 16, !tbaa !14
  %29 = zext nneg i32 %24 to i64
  %30 = getelementptr inbounds nuw <4 x i32>, ptr addrspace(1) %1, i64 %29
  %31 = load <4 x i32>, ptr addrspace(1) %30, align 16, !tbaa !14
  %32 = getelementptr inbounds nuw <4 x i32>, ptr addrspace(1) %2, i64 %29
  %33 = load <4 x i32>, ptr addrspace(1) %32, align 16, !tbaa !14
  %34 = extractelement <4 x i32> %28, i64 0
  %35 = bitcast i32 %34 to <2 x half>
  %36 = extractelement <4 x i32> %31, i64 0
  %37 = extractelement <4 x i32> %33, i64 0
  %38 = bitcast i32 %37 to <2 x half>
  %39 = tail call noundef i32 asm "v_dot4_i32_i8 $0, $1, $2, $3", "=v,v,v,v"(i32 %34, i32 %36, i32 0) #4, !srcloc !15
  %40 = tail call contract float asm "v_dot2_f32_f16 $0, $1, $2, $0", "=v,v,v,0"(<2 x half> %35, <2 x half> %38, float 0.000000e+00) #4, !srcloc !16
  %41 = extractelement <4 x i32> %28, i64 1
  %42 = bitcast i32 %41 to <2 x half>
  %43 = extractelement <4 x i32> %31, i64 1
  %44 = extractelement <4 x i32> %33, i64 1
  %45 = bitcast i32 %44 to <2 x half>
  %46 = tail call noundef i32 asm "v_dot4_i32_i8 $0, $1, $2, $3", "=v,v,v,v"(i32 %41, i32 %43, i32 %39) #4, !srcloc !15
  %47 = tail call contract float asm "v_dot2_f32_f16 $0, $1, $2, $0", "=v,v,v,0"(<2 x half> %42, <2 x half> %45, float %40) #4, !srcloc !16
  %48 = extractelement <4 x i32> %28, i64 2
  %49 = bitcast i32 %48 to <2 x half>
  %50 = extractelement <4 x i32> %31, i64 2
  %51 = extractelement <4 x i32> %33, i64 2
  %52 = bitcast i32 %51 to <2 x half>
  %53 = tail call noundef i32 asm "v_dot4_i32_i8 $0, $1, $2, $3", "=v,v,v,v"(i32 %48, i32 %50, i32 %46) #4, !srcloc !15
  %54 = tail call contract float asm "v_dot2_f32_f16 $0, $1, $2, $0", "=v,v,v,0"(<2 x half> %49, <2 x half> %52, float %47) #4, !srcloc !16
  %55 = extractelement <4 x i32> %28, i64 3
  %56 = bitcast i32 %55 to <2 x half>
  %57 = extractelement <4 x i32> %31, i64 3
  %58 = extractelement <4 x i32> %33, i64 3
  %59 = bitcast i32 %58 to <2 x half>
  %60 = tail call noundef i32 asm "v_dot4_i32_i8 $0, $1, $2, $3", "=v,v,v,v"(i32 %55, i32 %57, i32 %53) #4, !srcloc !15
  %61 = tail call contract float asm "v_dot2_f32_f16 $0, $1, $2, $0", "=v,v,v,0"(<2 x half> %56, <2 x half> %59, float %54) #4, !srcloc !16
  %62 = getelementptr inbounds nuw float, ptr addrspace(1) %3, i64 %29
  %63 = load float, ptr addrspace(1) %62, align 4, !tbaa !12
  %64 = sitofp i32 %60 to float
  %65 = fmul contract float %63, %64
  %66 = fadd contract float %61, %65
  %67 = fadd contract float %23, %66
  %68 = tail call contract noundef float asm sideeffect "s_nop 1\0A\09v_add_f32_dpp $0, $1, $1 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf", "=v,v"(float %61) #3, !srcloc !8
  %69 = tail call contract noundef float asm sideeffect "s_nop 1\0A\09v_add_f32_dpp $0, $1, $1 quad_perm:[2,3,0,1] row_mask:0xf bank_mask:0xf", "=v,v"(float %68) #3, !srcloc !9
  %70 = tail call contract noundef float asm "v_add_f32_dpp $0, $1, $1 row_half_mirror row_mask:0xf bank_mask:0xf", "=v,v"(float %69) #4, !srcloc !10
  %71 = tail call contract noundef float asm "v_add_f32_dpp $0, $1, $1 row_mirror row_mask:0xf bank_mask:0xf", "=v,v"(float %70) #4, !srcloc !11
  %72 = tail call contract float @llvm.fma.f32(float %71, float 5.000000e-01, float %67)
  %73 = add nuw nsw i32 %24, 256
  %74 = icmp slt i32 %73, %5
  br i1 %74, label %22, label %12, !llvm.loop !17
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x() #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.amdgcn.workgroup.id.x() #1

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.fma.f32(float, float, float) #2

attributes #0 = { convergent mustprogress norecurse nounwind "amdgpu-agpr-alloc"="0" "amdgpu-flat-work-group-size"="256,256" "amdgpu-no-cluster-id-x" "amdgpu-no-cluster-id-y" "amdgpu-no-cluster-id-z" "amdgpu-no-completion-action" "amdgpu-no-default-queue" "amdgpu-no-dispatch-id" "amdgpu-no-dispatch-ptr" "amdgpu-no-flat-scratch-init" "amdgpu-no-heap-ptr" "amdgpu-no-hostcall-ptr" "amdgpu-no-implicitarg-ptr" "amdgpu-no-lds-kernel-id" "amdgpu-no-multigrid-sync-arg" "amdgpu-no-queue-ptr" "amdgpu-no-workgroup-id-x" "amdgpu-no-workgroup-id-y" "amdgpu-no-workgroup-id-z" "amdgpu-no-workitem-id-x" "amdgpu-no-workitem-id-y" "amdgpu-no-workitem-id-z" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="gfx90a" "target-features"="+16-bit-insts,+atomic-buffer-global-pk-add-f16-insts,+atomic-fadd-rtn-insts,+atomic-fmin-fmax-global-f64,+ci-insts,+cube-insts,+cvt-pknorm-vop2-insts,+dl-insts,+dot1-insts,+dot10-insts,+dot2-insts,+dot3-insts,+dot4-insts,+dot5-insts,+dot6-insts,+dot7-insts,+dpp,+gfx8-insts,+gfx9-insts,+gfx90a-insts,+lerp-inst,+mai-insts,+qsad-insts,+s-memrealtime,+s-memtime-inst,+sad-insts,+wavefrontsize64" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { convergent nounwind }
attributes #4 = { convergent nounwind memory(none) }

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
!8 = !{i64 445, i64 455}
!9 = !{i64 588, i64 598}
!10 = !{i64 722}
!11 = !{i64 841}
!12 = !{!13, !13, i64 0}
!13 = !{!"float", !6, i64 0}
!14 = !{!6, !6, i64 0}
!15 = !{i64 271}
!16 = !{i64 159}
!17 = distinct !{!17, !18, !19}
!18 = !{!"llvm.loop.mustprogress"}
!19 = !{!"llvm.loop.unroll.disable"}
