source_filename = "dot.cl"
target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@dot_rows.tile = external hidden unnamed_addr addrspace(3) global [64 x float], align 4, !dbg !0

; Function Attrs: convergent nofree norecurse nounwind
define protected amdgpu_kernel void @dot_rows(ptr addrspace(1) noalias noundef readonly align 4 captures(none) %0, ptr addrspace(1) noalias noundef readonly align 4 captures(none) %1, ptr addrspace(1) noalias noundef writeonly align 4 captures(none) %2, i32 noundef %3) local_unnamed_addr #0 !dbg !41 !kernel_arg_addr_space !47 !kernel_arg_access_qual !48 !kernel_arg_type !49 !kernel_arg_base_type !49 !kernel_arg_type_qual !50 !reqd_work_group_size !51 {
    #dbg_value(ptr addrspace(1) %0, !43, !DIExpression(DW_OP_constu, 5, DW_OP_swap, DW_OP_xderef), !52)
    #dbg_value(ptr addrspace(1) %1, !44, !DIExpression(DW_OP_constu, 5, DW_OP_swap, DW_OP_xderef), !52)
    #dbg_value(ptr addrspace(1) %2, !45, !DIExpression(DW_OP_constu, 5, DW_OP_swap, DW_OP_xderef), !52)
    #dbg_value(i32 %3, !46, !DIExpression(DW_OP_constu, 5, DW_OP_swap, DW_OP_xderef), !52)
  tail call void @llvm.experimental.noalias.scope.decl(metadata !53), !dbg !56
  tail call void @llvm.experimental.noalias.scope.decl(metadata !57), !dbg !56
  tail call void @llvm.experimental.noalias.scope.decl(metadata !59), !dbg !56
    #dbg_value(ptr addrspace(1) %0, !16, !DIExpression(DW_OP_constu, 5, DW_OP_swap, DW_OP_xderef), !61)
    #dbg_value(ptr addrspace(1) %1, !17, !DIExpression(DW_OP_constu, 5, DW_OP_swap, DW_OP_xderef), !61)
    #dbg_value(ptr addrspace(1) %2, !18, !DIExpression(DW_OP_constu, 5, DW_OP_swap, DW_OP_xderef), !61)
    #dbg_value(i32 %3, !19, !DIExpression(DW_OP_constu, 5, DW_OP_swap, DW_OP_xderef), !61)
  %5 = tail call i32 @llvm.amdgcn.workitem.id.x(), !dbg !63
    #dbg_value(i32 %5, !20, !DIExpression(DW_OP_LLVM_convert, 32, DW_ATE_unsigned, DW_OP_LLVM_convert, 64, DW_ATE_unsigned, DW_OP_constu, 5, DW_OP_swap, DW_OP_xderef, DW_OP_stack_value), !61)
    #dbg_value(float 0.000000e+00, !24, !DIExpression(DW_OP_constu, 5, DW_OP_swap, DW_OP_xderef), !61)
    #dbg_value(i32 0, !25, !DIExpression(DW_OP_constu, 5, DW_OP_swap, DW_OP_xderef), !64)
  %6 = icmp sgt i32 %3, 0, !dbg !65
  br i1 %6, label %7, label %25, !dbg !67

7:                                                ; preds = %4
  %8 = getelementptr inbounds nuw float, ptr addrspace(3) @dot_rows.tile, i32 %5
  %9 = sub nsw i32 63, %5
  %10 = getelementptr inbounds nuw float, ptr addrspace(3) @dot_rows.tile, i32 %9
  br label %11, !dbg !67

11:                                               ; preds = %11, %7
  %12 = phi i32 [ 0, %7 ], [ %23, %11 ]
  %13 = phi float [ 0.000000e+00, %7 ], [ %22, %11 ]
    #dbg_value(i32 %12, !25, !DIExpression(DW_OP_constu, 5, DW_OP_swap, DW_OP_xderef), !64)
    #dbg_value(float %13, !24, !DIExpression(DW_OP_constu, 5, DW_OP_swap, DW_OP_xderef), !61)
  %14 = shl nsw i32 %12, 6, !dbg !68
  %15 = add nuw i32 %14, %5, !dbg !70
  %16 = zext i32 %15 to i64, !dbg !70
  %17 = getelementptr inbounds nuw float, ptr addrspace(1) %0, i64 %16, !dbg !71
  %18 = load float, ptr addrspace(1) %17, align 4, !dbg !71, !tbaa !72, !alias.scope !53, !noalias !74, !amdgpu.noclobber !75
  store float %18, ptr addrspace(3) %8, align 4, !dbg !76, !tbaa !72, !noalias !77
  tail call void @llvm.amdgcn.s.barrier(), !dbg !78, !noalias !77
  %19 = load float, ptr addrspace(3) %10, align 4, !dbg !79, !tbaa !72, !noalias !77
  %20 = getelementptr inbounds nuw float, ptr addrspace(1) %1, i64 %16, !dbg !80
  %21 = load float, ptr addrspace(1) %20, align 4, !dbg !80, !tbaa !72, !alias.scope !57, !noalias !81, !amdgpu.noclobber !75
  %22 = tail call float @llvm.fmuladd.f32(float %19, float %21, float %13), !dbg !82
    #dbg_value(float %22, !24, !DIExpression(DW_OP_constu, 5, DW_OP_swap, DW_OP_xderef), !61)
  tail call void @llvm.amdgcn.s.barrier(), !dbg !83, !noalias !77
  %23 = add nuw nsw i32 %12, 1, !dbg !84
    #dbg_value(i32 %23, !25, !DIExpression(DW_OP_constu, 5, DW_OP_swap, DW_OP_xderef), !64)
  %24 = icmp eq i32 %23, %3, !dbg !65
  br i1 %24, label %25, label %11, !dbg !67, !llvm.loop !85

25:                                               ; preds = %11, %4
  %26 = phi float [ 0.000000e+00, %4 ], [ %22, %11 ], !dbg !61
  %27 = zext nneg i32 %5 to i64, !dbg !63
    #dbg_value(i64 %27, !20, !DIExpression(DW_OP_constu, 5, DW_OP_swap, DW_OP_xderef), !61)
  %28 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %27, !dbg !88
  store float %26, ptr addrspace(1) %28, align 4, !dbg !89, !tbaa !72, !alias.scope !59, !noalias !90
  ret void, !dbg !91
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x() #1

; Function Attrs: convergent nocallback nofree nounwind willreturn
declare void @llvm.amdgcn.s.barrier() #2

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.fmuladd.f32(float, float, float) #3

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.experimental.noalias.scope.decl(metadata) #4

attributes #0 = { convergent nofree norecurse nounwind "amdgpu-agpr-alloc"="0" "amdgpu-flat-work-group-size"="64,64" "amdgpu-no-cluster-id-x" "amdgpu-no-cluster-id-y" "amdgpu-no-cluster-id-z" "amdgpu-no-completion-action" "amdgpu-no-default-queue" "amdgpu-no-dispatch-id" "amdgpu-no-dispatch-ptr" "amdgpu-no-flat-scratch-init" "amdgpu-no-heap-ptr" "amdgpu-no-hostcall-ptr" "amdgpu-no-implicitarg-ptr" "amdgpu-no-lds-kernel-id" "amdgpu-no-multigrid-sync-arg" "amdgpu-no-queue-ptr" "amdgpu-no-workgroup-id-x" "amdgpu-no-workgroup-id-y" "amdgpu-no-workgroup-id-z" "amdgpu-no-workitem-id-x" "amdgpu-no-workitem-id-y" "amdgpu-no-workitem-id-z" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="gfx942" "target-features"="+16-bit-insts,+atomic-buffer-global-pk-add-f16-insts,+atomic-ds-pk-add-16-insts,+atomic-fadd-rtn-insts,+atomic-flat-pk-add-16-insts,+atomic-fmin-fmax-global-f64,+atomic-global-pk-add-bf16-inst,+ci-insts,+cube-insts,+cvt-pknorm-vop2-insts,+dl-insts,+dot1-insts,+dot10-insts,+dot2-insts,+dot3-insts,+dot4-insts,+dot5-insts,+dot6-insts,+dot7-insts,+dpp,+fp8-conversion-insts,+fp8-insts,+gfx8-insts,+gfx9-insts,+gfx90a-insts,+gfx940-insts,+lerp-inst,+mai-insts,+qsad-insts,+s-memrealtime,+s-memtime-inst,+sad-insts,+wavefrontsize64,+xf32-insts" "uniform-work-group-size"="false" }
attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { convergent nocallback nofree nounwind willreturn }
attributes #3 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #4 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) }

!llvm.dbg.cu = !{!13}
!llvm.module.flags = !{!30, !31, !32, !33, !34}
!opencl.ocl.version = !{!35}
!llvm.errno.tbaa = !{!37}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression(DW_OP_constu, 3, DW_OP_swap, DW_OP_xderef))
!1 = distinct !DIGlobalVariable(name: "tile", scope: !2, file: !3, line: 5, type: !27, isLocal: true, isDefinition: true)
!2 = distinct !DISubprogram(name: "dot_rows", linkageName: "__clang_ocl_kern_imp_dot_rows", scope: !3, file: !3, line: 2, type: !4, scopeLine: 4, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !13, retainedNodes: !15)
!3 = !DIFile(filename: "dot.cl", directory: "/src", checksumkind: CSK_MD5, checksum: "4860fbedea204f4e9899b99dbc8ed012")
!4 = !DISubroutineType(cc: DW_CC_LLVM_DeviceKernel, types: !5)
!5 = !{null, !6, !6, !10, !12}
!6 = !DIDerivedType(tag: DW_TAG_restrict_type, baseType: !7)
!7 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !8, size: 64)
!8 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !9)
!9 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!10 = !DIDerivedType(tag: DW_TAG_restrict_type, baseType: !11)
!11 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !9, size: 64)
!12 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!13 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !3, producer: "clang", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, globals: !14, splitDebugInlining: false, nameTableKind: None)
!14 = !{!0}
!15 = !{!16, !17, !18, !19, !20, !24, !25}
!16 = !DILocalVariable(name: "a", arg: 1, scope: !2, file: !3, line: 2, type: !6)
!17 = !DILocalVariable(name: "b", arg: 2, scope: !2, file: !3, line: 3, type: !6)
!18 = !DILocalVariable(name: "out", arg: 3, scope: !2, file: !3, line: 4, type: !10)
!19 = !DILocalVariable(name: "n", arg: 4, scope: !2, file: !3, line: 4, type: !12)
!20 = !DILocalVariable(name: "lane", scope: !2, file: !3, line: 6, type: !21)
!21 = !DIDerivedType(tag: DW_TAG_typedef, name: "size_t", file: !22, line: 51, baseType: !23)
!22 = !DIFile(filename: "opencl-c-base.h", directory: "", checksumkind: CSK_MD5, checksum: "be11a690c37450a0034f006875ffc62b")
!23 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!24 = !DILocalVariable(name: "sum", scope: !2, file: !3, line: 7, type: !9)
!25 = !DILocalVariable(name: "k", scope: !26, file: !3, line: 9, type: !12)
!26 = distinct !DILexicalBlock(scope: !2, file: !3, line: 9, column: 3)
!27 = !DICompositeType(tag: DW_TAG_array_type, baseType: !9, size: 2048, elements: !28)
!28 = !{!29}
!29 = !DISubrange(count: 64)
!30 = !{i32 1, !"amdhsa_code_object_version", i32 600}
!31 = !{i32 7, !"Dwarf Version", i32 5}
!32 = !{i32 2, !"Debug Info Version", i32 3}
!33 = !{i32 1, !"wchar_size", i32 4}
!34 = !{i32 8, !"PIC Level", i32 2}
!35 = !{i32 2, i32 0}
!36 = !{!"clang"}
!37 = !{!38, !38, i64 0}
!38 = !{!"int", !39, i64 0}
!39 = !{!"omnipotent char", !40, i64 0}
!40 = !{!"Simple C/C++ TBAA"}
!41 = distinct !DISubprogram(name: "dot_rows", scope: !3, file: !3, line: 2, type: !4, scopeLine: 4, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !13, retainedNodes: !42)
!42 = !{!43, !44, !45, !46}
!43 = !DILocalVariable(name: "a", arg: 1, scope: !41, file: !3, line: 2, type: !6)
!44 = !DILocalVariable(name: "b", arg: 2, scope: !41, file: !3, line: 3, type: !6)
!45 = !DILocalVariable(name: "out", arg: 3, scope: !41, file: !3, line: 4, type: !10)
!46 = !DILocalVariable(name: "n", arg: 4, scope: !41, file: !3, line: 4, type: !12)
!47 = !{i32 1, i32 1, i32 1, i32 0}
!48 = !{!"none", !"none", !"none", !"none"}
!49 = !{!"float*", !"float*", !"float*", !"int"}
!50 = !{!"restrict const", !"restrict const", !"restrict", !""}
!51 = !{i32 64, i32 1, i32 1}
!52 = !DILocation(line: 0, scope: !41)
!53 = !{!54}
!54 = distinct !{!54, !55, !"__clang_ocl_kern_imp_dot_rows: argument 0"}
!55 = distinct !{!55, !"__clang_ocl_kern_imp_dot_rows"}
!56 = !DILocation(line: 4, column: 57, scope: !41)
!57 = !{!58}
!58 = distinct !{!58, !55, !"__clang_ocl_kern_imp_dot_rows: argument 1"}
!59 = !{!60}
!60 = distinct !{!60, !55, !"__clang_ocl_kern_imp_dot_rows: argument 2"}
!61 = !DILocation(line: 0, scope: !2, inlinedAt: !62)
!62 = distinct !DILocation(line: 4, column: 57, scope: !41)
!63 = !DILocation(line: 6, column: 17, scope: !2, inlinedAt: !62)
!64 = !DILocation(line: 0, scope: !26, inlinedAt: !62)
!65 = !DILocation(line: 9, column: 21, scope: !66, inlinedAt: !62)
!66 = distinct !DILexicalBlock(scope: !26, file: !3, line: 9, column: 3)
!67 = !DILocation(line: 9, column: 3, scope: !26, inlinedAt: !62)
!68 = !DILocation(line: 10, column: 22, scope: !69, inlinedAt: !62)
!69 = distinct !DILexicalBlock(scope: !66, file: !3, line: 9, column: 31)
!70 = !DILocation(line: 10, column: 27, scope: !69, inlinedAt: !62)
!71 = !DILocation(line: 10, column: 18, scope: !69, inlinedAt: !62)
!72 = !{!73, !73, i64 0}
!73 = !{!"float", !39, i64 0}
!74 = !{!58, !60}
!75 = !{}
!76 = !DILocation(line: 10, column: 16, scope: !69, inlinedAt: !62)
!77 = !{!54, !58, !60}
!78 = !DILocation(line: 11, column: 5, scope: !69, inlinedAt: !62)
!79 = !DILocation(line: 12, column: 12, scope: !69, inlinedAt: !62)
!80 = !DILocation(line: 12, column: 30, scope: !69, inlinedAt: !62)
!81 = !{!54, !60}
!82 = !DILocation(line: 12, column: 9, scope: !69, inlinedAt: !62)
!83 = !DILocation(line: 13, column: 5, scope: !69, inlinedAt: !62)
!84 = !DILocation(line: 9, column: 26, scope: !66, inlinedAt: !62)
!85 = distinct !{!85, !67, !86, !87}
!86 = !DILocation(line: 14, column: 3, scope: !26, inlinedAt: !62)
!87 = !{!"llvm.loop.unroll.disable"}
!88 = !DILocation(line: 15, column: 3, scope: !2, inlinedAt: !62)
!89 = !DILocation(line: 15, column: 13, scope: !2, inlinedAt: !62)
!90 = !{!54, !58}
!91 = !DILocation(line: 16, column: 1, scope: !41)
