; ModuleID = 'styles.hip'
source_filename = "styles.hip"
target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@_ZZ11regs_groupsE4pool = internal addrspace(3) global [16384 x i8] undef, align 16
@__hip_cuid_96b252e54a8b75ea = addrspace(1) global i8 0
@llvm.compiler.used = appending addrspace(1) global [1 x ptr] [ptr addrspacecast (ptr addrspace(1) @__hip_cuid_96b252e54a8b75ea to ptr)], section "llvm.metadata"

; Function Attrs: convergent mustprogress norecurse nounwind
define protected amdgpu_kernel void @regs_groups(ptr addrspace(1) noalias noundef readonly captures(none) %0, ptr addrspace(1) noalias noundef readonly captures(none) %1, ptr addrspace(1) noalias noundef writeonly captures(none) %2, i32 noundef %3, i32 noundef %4) local_unnamed_addr #0 {
  %6 = tail call i32 @llvm.amdgcn.workitem.id.x()
  %7 = tail call i32 @llvm.amdgcn.readfirstlane.i32(i32 %6)
  %8 = tail call i32 @llvm.amdgcn.workgroup.id.x()
  %9 = shl i32 %8, 6
  %10 = mul i32 %4, %9
  %11 = zext i32 %10 to i64
  %12 = getelementptr inbounds nuw half, ptr addrspace(1) %0, i64 %11
  %13 = tail call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %12, i16 0, i64 1073741824, i32 159744)
  %14 = tail call i32 @llvm.amdgcn.workgroup.id.y()
  %15 = shl i32 %14, 6
  %16 = mul i32 %4, %15
  %17 = zext i32 %16 to i64
  %18 = getelementptr inbounds nuw half, ptr addrspace(1) %1, i64 %17
  %19 = tail call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %18, i16 0, i64 1073741824, i32 159744)
  %20 = shl nuw nsw i32 %6, 4
  %21 = lshr i32 %6, 1
  %22 = and i32 %21, 510
  %23 = mul i32 %22, %4
  %24 = and i32 %20, 48
  %25 = add nsw i32 %23, %24
  %26 = lshr i32 %7, 2
  %27 = and i32 %26, 1073741792
  %28 = and i32 %6, 15
  %29 = or disjoint i32 %27, %28
  %30 = shl nsw i32 %29, 6
  %31 = lshr i32 %6, 4
  %32 = and i32 %31, 3
  %33 = shl nuw nsw i32 %32, 3
  %34 = lshr i32 %7, 1
  %35 = and i32 %34, 32
  %36 = or disjoint i32 %35, %28
  %37 = shl nuw nsw i32 %36, 6
  %38 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) readonly %13, i32 %25, i32 0, i32 0)
  %39 = getelementptr inbounds nuw i8, ptr addrspace(3) @_ZZ11regs_groupsE4pool, i32 %20
  %40 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) readonly %19, i32 %25, i32 0, i32 0)
  %41 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ11regs_groupsE4pool, i32 4096), i32 %20
  store <4 x i32> %38, ptr addrspace(3) %39, align 16, !tbaa !8
  store <4 x i32> %40, ptr addrspace(3) %41, align 16, !tbaa !8
  %42 = icmp sgt i32 %3, 0
  br i1 %42, label %137, label %43

43:                                               ; preds = %137, %5
  %44 = phi <4 x float> [ zeroinitializer, %5 ], [ %204, %137 ]
  %45 = phi <4 x float> [ zeroinitializer, %5 ], [ %203, %137 ]
  %46 = phi <4 x float> [ zeroinitializer, %5 ], [ %200, %137 ]
  %47 = phi <4 x float> [ zeroinitializer, %5 ], [ %197, %137 ]
  tail call void asm sideeffect "s_nop 15", ""() #7, !srcloc !9
  %48 = add i32 %27, %9
  %49 = mul i32 %48, %4
  %50 = zext i32 %49 to i64
  %51 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %50
  %52 = zext i32 %15 to i64
  %53 = getelementptr inbounds nuw float, ptr addrspace(1) %51, i64 %52
  %54 = zext nneg i32 %35 to i64
  %55 = getelementptr inbounds nuw float, ptr addrspace(1) %53, i64 %54
  %56 = shl nuw nsw i32 %32, 2
  %57 = extractelement <4 x float> %47, i64 0
  %58 = mul nsw i32 %56, %4
  %59 = add i32 %28, %58
  %60 = sext i32 %59 to i64
  %61 = getelementptr inbounds float, ptr addrspace(1) %55, i64 %60
  store float %57, ptr addrspace(1) %61, align 4, !tbaa !10
  %62 = extractelement <4 x float> %47, i64 1
  %63 = or disjoint i32 %56, 1
  %64 = mul nsw i32 %63, %4
  %65 = add i32 %28, %64
  %66 = sext i32 %65 to i64
  %67 = getelementptr inbounds float, ptr addrspace(1) %55, i64 %66
  store float %62, ptr addrspace(1) %67, align 4, !tbaa !10
  %68 = extractelement <4 x float> %47, i64 2
  %69 = or disjoint i32 %56, 2
  %70 = mul nsw i32 %69, %4
  %71 = add i32 %28, %70
  %72 = sext i32 %71 to i64
  %73 = getelementptr inbounds float, ptr addrspace(1) %55, i64 %72
  store float %68, ptr addrspace(1) %73, align 4, !tbaa !10
  %74 = extractelement <4 x float> %47, i64 3
  %75 = or disjoint i32 %56, 3
  %76 = mul nsw i32 %75, %4
  %77 = add i32 %28, %76
  %78 = sext i32 %77 to i64
  %79 = getelementptr inbounds float, ptr addrspace(1) %55, i64 %78
  store float %74, ptr addrspace(1) %79, align 4, !tbaa !10
  %80 = or disjoint i32 %28, 16
  %81 = extractelement <4 x float> %46, i64 0
  %82 = add i32 %80, %58
  %83 = sext i32 %82 to i64
  %84 = getelementptr inbounds float, ptr addrspace(1) %55, i64 %83
  store float %81, ptr addrspace(1) %84, align 4, !tbaa !10
  %85 = extractelement <4 x float> %46, i64 1
  %86 = add i32 %80, %64
  %87 = sext i32 %86 to i64
  %88 = getelementptr inbounds float, ptr addrspace(1) %55, i64 %87
  store float %85, ptr addrspace(1) %88, align 4, !tbaa !10
  %89 = extractelement <4 x float> %46, i64 2
  %90 = add i32 %80, %70
  %91 = sext i32 %90 to i64
  %92 = getelementptr inbounds float, ptr addrspace(1) %55, i64 %91
  store float %89, ptr addrspace(1) %92, align 4, !tbaa !10
  %93 = extractelement <4 x float> %46, i64 3
  %94 = add i32 %80, %76
  %95 = sext i32 %94 to i64
  %96 = getelementptr inbounds float, ptr addrspace(1) %55, i64 %95
  store float %93, ptr addrspace(1) %96, align 4, !tbaa !10
  %97 = or disjoint i32 %56, 16
  %98 = extractelement <4 x float> %45, i64 0
  %99 = mul nsw i32 %97, %4
  %100 = add i32 %28, %99
  %101 = sext i32 %100 to i64
  %102 = getelementptr inbounds float, ptr addrspace(1) %55, i64 %101
  store float %98, ptr addrspace(1) %102, align 4, !tbaa !10
  %103 = extractelement <4 x float> %45, i64 1
  %104 = or disjoint i32 %56, 17
  %105 = mul nsw i32 %104, %4
  %106 = add i32 %28, %105
  %107 = sext i32 %106 to i64
  %108 = getelementptr inbounds float, ptr addrspace(1) %55, i64 %107
  store float %103, ptr addrspace(1) %108, align 4, !tbaa !10
  %109 = extractelement <4 x float> %45, i64 2
  %110 = or disjoint i32 %56, 18
  %111 = mul nsw i32 %110, %4
  %112 = add i32 %28, %111
  %113 = sext i32 %112 to i64
  %114 = getelementptr inbounds float, ptr addrspace(1) %55, i64 %113
  store float %109, ptr addrspace(1) %114, align 4, !tbaa !10
  %115 = extractelement <4 x float> %45, i64 3
  %116 = or disjoint i32 %56, 19
  %117 = mul nsw i32 %116, %4
  %118 = add i32 %28, %117
  %119 = sext i32 %118 to i64
  %120 = getelementptr inbounds float, ptr addrspace(1) %55, i64 %119
  store float %115, ptr addrspace(1) %120, align 4, !tbaa !10
  %121 = extractelement <4 x float> %44, i64 0
  %122 = add i32 %80, %99
  %123 = sext i32 %122 to i64
  %124 = getelementptr inbounds float, ptr addrspace(1) %55, i64 %123
  store float %121, ptr addrspace(1) %124, align 4, !tbaa !10
  %125 = extractelement <4 x float> %44, i64 1
  %126 = add i32 %80, %105
  %127 = sext i32 %126 to i64
  %128 = getelementptr inbounds float, ptr addrspace(1) %55, i64 %127
  store float %125, ptr addrspace(1) %128, align 4, !tbaa !10
  %129 = extractelement <4 x float> %44, i64 2
  %130 = add i32 %80, %111
  %131 = sext i32 %130 to i64
  %132 = getelementptr inbounds float, ptr addrspace(1) %55, i64 %131
  store float %129, ptr addrspace(1) %132, align 4, !tbaa !10
  %133 = extractelement <4 x float> %44, i64 3
  %134 = add i32 %80, %117
  %135 = sext i32 %134 to i64
  %136 = getelementptr inbounds float, ptr addrspace(1) %55, i64 %135
  store float %133, ptr addrspace(1) %136, align 4, !tbaa !10
  ret void

137:                                              ; preds = %5, %137
  %138 = phi <4 x float> [ %204, %137 ], [ zeroinitializer, %5 ]
  %139 = phi <4 x float> [ %203, %137 ], [ zeroinitializer, %5 ]
  %140 = phi <4 x float> [ %200, %137 ], [ zeroinitializer, %5 ]
  %141 = phi <4 x float> [ %197, %137 ], [ zeroinitializer, %5 ]
  %142 = phi i32 [ %147, %137 ], [ 0, %5 ]
  %143 = phi <2 x ptr addrspace(3)> [ %205, %137 ], [ <ptr addrspace(3) @_ZZ11regs_groupsE4pool, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ11regs_groupsE4pool, i32 8192)>, %5 ]
  %144 = phi <2 x ptr addrspace(3)> [ %206, %137 ], [ <ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ11regs_groupsE4pool, i32 4096), ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ11regs_groupsE4pool, i32 12288)>, %5 ]
  tail call void @llvm.amdgcn.s.waitcnt(i32 3952)
  tail call void @llvm.amdgcn.s.barrier()
  %145 = extractelement <2 x ptr addrspace(3)> %143, i64 1
  %146 = extractelement <2 x ptr addrspace(3)> %144, i64 1
  %147 = add nuw nsw i32 %142, 1
  %148 = shl nsw i32 %147, 6
  %149 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) readonly %13, i32 %25, i32 %148, i32 0)
  %150 = getelementptr inbounds nuw i8, ptr addrspace(3) %145, i32 %20
  store <4 x i32> %149, ptr addrspace(3) %150, align 16, !tbaa !8
  %151 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) readonly %19, i32 %25, i32 %148, i32 0)
  %152 = getelementptr inbounds nuw i8, ptr addrspace(3) %146, i32 %20
  store <4 x i32> %151, ptr addrspace(3) %152, align 16, !tbaa !8
  %153 = extractelement <2 x ptr addrspace(3)> %143, i64 0
  %154 = getelementptr inbounds nuw i8, ptr addrspace(3) %153, i32 %30
  %155 = getelementptr inbounds nuw i8, ptr addrspace(3) %154, i32 %33
  %156 = extractelement <2 x ptr addrspace(3)> %144, i64 0
  %157 = getelementptr inbounds nuw i8, ptr addrspace(3) %156, i32 %37
  %158 = getelementptr inbounds nuw i8, ptr addrspace(3) %157, i32 %33
  %159 = load <4 x half>, ptr addrspace(3) %155, align 8, !tbaa !8
  %160 = getelementptr inbounds nuw i8, ptr addrspace(3) %155, i32 1024
  %161 = load <4 x half>, ptr addrspace(3) %160, align 8, !tbaa !8
  %162 = load <4 x half>, ptr addrspace(3) %158, align 8, !tbaa !8
  %163 = getelementptr inbounds nuw i8, ptr addrspace(3) %158, i32 1024
  %164 = load <4 x half>, ptr addrspace(3) %163, align 8, !tbaa !8
  %165 = shufflevector <4 x half> %162, <4 x half> %164, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %166 = shufflevector <4 x half> %159, <4 x half> %161, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %167 = bitcast <8 x half> %166 to <2 x i64>
  %168 = bitcast <8 x half> %165 to <2 x i64>
  %169 = extractelement <2 x i64> %168, i64 0
  %170 = bitcast i64 %169 to <4 x half>
  %171 = extractelement <2 x i64> %167, i64 0
  %172 = bitcast i64 %171 to <4 x half>
  %173 = tail call contract <4 x float> asm "v_mfma_f32_16x16x16f16 $0, $1, $2, $0", "=a,v,v,0"(<4 x half> %172, <4 x half> %170, <4 x float> %141) #8, !srcloc !12
  %174 = extractelement <2 x i64> %168, i64 1
  %175 = bitcast i64 %174 to <4 x half>
  %176 = tail call contract <4 x float> asm "v_mfma_f32_16x16x16f16 $0, $1, $2, $0", "=a,v,v,0"(<4 x half> %172, <4 x half> %175, <4 x float> %140) #8, !srcloc !12
  %177 = extractelement <2 x i64> %167, i64 1
  %178 = bitcast i64 %177 to <4 x half>
  %179 = tail call contract <4 x float> asm "v_mfma_f32_16x16x16f16 $0, $1, $2, $0", "=a,v,v,0"(<4 x half> %178, <4 x half> %170, <4 x float> %139) #8, !srcloc !12
  %180 = tail call contract <4 x float> asm "v_mfma_f32_16x16x16f16 $0, $1, $2, $0", "=a,v,v,0"(<4 x half> %178, <4 x half> %175, <4 x float> %138) #8, !srcloc !12
  tail call void @llvm.amdgcn.sched.group.barrier(i32 8, i32 1, i32 0)
  tail call void @llvm.amdgcn.sched.group.barrier(i32 256, i32 1, i32 0)
  tail call void @llvm.amdgcn.sched.group.barrier(i32 32, i32 1, i32 0)
  tail call void @llvm.amdgcn.sched.group.barrier(i32 8, i32 1, i32 0)
  tail call void @llvm.amdgcn.sched.group.barrier(i32 256, i32 1, i32 0)
  tail call void @llvm.amdgcn.sched.group.barrier(i32 32, i32 1, i32 0)
  tail call void @llvm.amdgcn.sched.group.barrier(i32 8, i32 1, i32 0)
  tail call void @llvm.amdgcn.sched.group.barrier(i32 256, i32 1, i32 0)
  tail call void @llvm.amdgcn.sched.group.barrier(i32 32, i32 1, i32 0)
  tail call void @llvm.amdgcn.sched.group.barrier(i32 8, i32 1, i32 0)
  tail call void @llvm.amdgcn.sched.group.barrier(i32 256, i32 1, i32 0)
  tail call void @llvm.amdgcn.sched.group.barrier(i32 32, i32 1, i32 0)
  %181 = getelementptr inbounds nuw i8, ptr addrspace(3) %155, i32 32
  %182 = load <4 x half>, ptr addrspace(3) %181, align 8, !tbaa !8
  %183 = getelementptr inbounds nuw i8, ptr addrspace(3) %155, i32 1056
  %184 = load <4 x half>, ptr addrspace(3) %183, align 8, !tbaa !8
  %185 = getelementptr inbounds nuw i8, ptr addrspace(3) %158, i32 32
  %186 = load <4 x half>, ptr addrspace(3) %185, align 8, !tbaa !8
  %187 = getelementptr inbounds nuw i8, ptr addrspace(3) %158, i32 1056
  %188 = load <4 x half>, ptr addrspace(3) %187, align 8, !tbaa !8
  %189 = shufflevector <4 x half> %186, <4 x half> %188, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %190 = shufflevector <4 x half> %182, <4 x half> %184, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %191 = bitcast <8 x half> %190 to <2 x i64>
  %192 = bitcast <8 x half> %189 to <2 x i64>
  %193 = extractelement <2 x i64> %192, i64 0
  %194 = bitcast i64 %193 to <4 x half>
  %195 = extractelement <2 x i64> %191, i64 0
  %196 = bitcast i64 %195 to <4 x half>
  %197 = tail call contract <4 x float> asm "v_mfma_f32_16x16x16f16 $0, $1, $2, $0", "=a,v,v,0"(<4 x half> %196, <4 x half> %194, <4 x float> %173) #8, !srcloc !12
  %198 = extractelement <2 x i64> %192, i64 1
  %199 = bitcast i64 %198 to <4 x half>
  %200 = tail call contract <4 x float> asm "v_mfma_f32_16x16x16f16 $0, $1, $2, $0", "=a,v,v,0"(<4 x half> %196, <4 x half> %199, <4 x float> %176) #8, !srcloc !12
  %201 = extractelement <2 x i64> %191, i64 1
  %202 = bitcast i64 %201 to <4 x half>
  %203 = tail call contract <4 x float> asm "v_mfma_f32_16x16x16f16 $0, $1, $2, $0", "=a,v,v,0"(<4 x half> %202, <4 x half> %194, <4 x float> %179) #8, !srcloc !12
  %204 = tail call contract <4 x float> asm "v_mfma_f32_16x16x16f16 $0, $1, $2, $0", "=a,v,v,0"(<4 x half> %202, <4 x half> %199, <4 x float> %180) #8, !srcloc !12
  tail call void @llvm.amdgcn.sched.group.barrier(i32 8, i32 1, i32 0)
  tail call void @llvm.amdgcn.sched.group.barrier(i32 256, i32 1, i32 0)
  tail call void @llvm.amdgcn.sched.group.barrier(i32 32, i32 1, i32 0)
  tail call void @llvm.amdgcn.sched.group.barrier(i32 8, i32 1, i32 0)
  tail call void @llvm.amdgcn.sched.group.barrier(i32 256, i32 1, i32 0)
  tail call void @llvm.amdgcn.sched.group.barrier(i32 32, i32 1, i32 0)
  tail call void @llvm.amdgcn.sched.group.barrier(i32 8, i32 1, i32 0)
  tail call void @llvm.amdgcn.sched.group.barrier(i32 256, i32 1, i32 0)
  tail call void @llvm.amdgcn.sched.group.barrier(i32 32, i32 1, i32 0)
  tail call void @llvm.amdgcn.sched.group.barrier(i32 8, i32 1, i32 0)
  tail call void @llvm.amdgcn.sched.group.barrier(i32 256, i32 1, i32 0)
  tail call void @llvm.amdgcn.sched.group.barrier(i32 32, i32 1, i32 0)
  tail call void @llvm.amdgcn.s.barrier()
  %205 = shufflevector <2 x ptr addrspace(3)> %143, <2 x ptr addrspace(3)> poison, <2 x i32> <i32 1, i32 0>
  %206 = shufflevector <2 x ptr addrspace(3)> %144, <2 x ptr addrspace(3)> poison, <2 x i32> <i32 1, i32 0>
  %207 = icmp eq i32 %147, %3
  br i1 %207, label %43, label %137, !llvm.loop !13
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x() #1

; Function Attrs: convergent mustprogress nocallback nocreateundeforpoison nofree nounwind willreturn memory(none)
declare i32 @llvm.amdgcn.readfirstlane.i32(i32) #2

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.amdgcn.workgroup.id.x() #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.amdgcn.workgroup.id.y() #1

; Function Attrs: convergent mustprogress nocallback nofree nounwind willreturn
declare void @llvm.amdgcn.s.barrier() #3

; Function Attrs: convergent mustprogress nocallback nofree nounwind willreturn
declare void @llvm.amdgcn.sched.group.barrier(i32 immarg, i32 immarg, i32 immarg) #3

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: read)
declare <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) readonly captures(none), i32, i32, i32 immarg) #4

; Function Attrs: mustprogress nocallback nofree nounwind willreturn
declare void @llvm.amdgcn.s.waitcnt(i32 immarg) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) readnone, i16, i64, i32) #6

attributes #0 = { convergent mustprogress norecurse nounwind "amdgpu-agpr-alloc"="4" "amdgpu-flat-work-group-size"="256,256" "amdgpu-no-cluster-id-x" "amdgpu-no-cluster-id-y" "amdgpu-no-cluster-id-z" "amdgpu-no-completion-action" "amdgpu-no-default-queue" "amdgpu-no-dispatch-id" "amdgpu-no-dispatch-ptr" "amdgpu-no-flat-scratch-init" "amdgpu-no-heap-ptr" "amdgpu-no-hostcall-ptr" "amdgpu-no-implicitarg-ptr" "amdgpu-no-lds-kernel-id" "amdgpu-no-multigrid-sync-arg" "amdgpu-no-queue-ptr" "amdgpu-no-workgroup-id-x" "amdgpu-no-workgroup-id-z" "amdgpu-no-workitem-id-x" "amdgpu-no-workitem-id-y" "amdgpu-no-workitem-id-z" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="gfx90a" "target-features"="+16-bit-insts,+atomic-buffer-global-pk-add-f16-insts,+atomic-fadd-rtn-insts,+atomic-fmin-fmax-global-f64,+ci-insts,+cube-insts,+cvt-pknorm-vop2-insts,+dl-insts,+dot1-insts,+dot10-insts,+dot2-insts,+dot3-insts,+dot4-insts,+dot5-insts,+dot6-insts,+dot7-insts,+dpp,+gfx8-insts,+gfx9-insts,+gfx90a-insts,+lerp-inst,+mai-insts,+qsad-insts,+s-memrealtime,+s-memtime-inst,+sad-insts,+wavefrontsize64" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { convergent mustprogress nocallback nocreateundeforpoison nofree nounwind willreturn memory(none) }
attributes #3 = { convergent mustprogress nocallback nofree nounwind willreturn }
attributes #4 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: read) }
attributes #5 = { mustprogress nocallback nofree nounwind willreturn }
attributes #6 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #7 = { convergent nounwind }
attributes #8 = { convergent nounwind memory(none) }

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
!8 = !{!6, !6, i64 0}
!9 = !{i64 7561}
!10 = !{!11, !11, i64 0}
!11 = !{!"float", !6, i64 0}
!12 = !{i64 2147529292}
!13 = distinct !{!13, !14, !15}
!14 = !{!"llvm.loop.mustprogress"}
!15 = !{!"llvm.loop.unroll.disable"}
