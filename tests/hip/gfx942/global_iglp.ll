; ModuleID = 'styles.hip'
source_filename = "styles.hip"
target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@_ZZ11global_iglpE4pool = internal addrspace(3) global [16384 x i8] undef, align 16
@__hip_cuid_1e8954e69d6a157d = addrspace(1) global i8 0
@llvm.compiler.used = appending addrspace(1) global [1 x ptr] [ptr addrspacecast (ptr addrspace(1) @__hip_cuid_1e8954e69d6a157d to ptr)], section "llvm.metadata"

; Function Attrs: convergent mustprogress nofree norecurse nounwind
define protected amdgpu_kernel void @global_iglp(ptr addrspace(1) noalias noundef captures(none) %0, ptr addrspace(1) noalias noundef captures(none) %1, ptr addrspace(1) noalias noundef writeonly captures(none) %2, i32 noundef %3, i32 noundef %4) local_unnamed_addr #0 {
  %6 = tail call i32 @llvm.amdgcn.workitem.id.x()
  %7 = tail call i32 @llvm.amdgcn.readfirstlane.i32(i32 %6)
  %8 = lshr i32 %7, 6
  %9 = shl nuw nsw i32 %6, 2
  %10 = lshr i32 %6, 4
  %11 = shl nuw nsw i32 %10, 1
  %12 = mul i32 %11, %4
  %13 = and i32 %9, 60
  %14 = add nsw i32 %12, %13
  %15 = lshr i32 %7, 7
  %16 = and i32 %6, 15
  %17 = shl i32 %15, 11
  %18 = shl nuw nsw i32 %16, 6
  %19 = and i32 %10, 3
  %20 = shl nuw nsw i32 %19, 3
  %21 = and i32 %8, 1
  %22 = shl nuw nsw i32 %21, 11
  %23 = sext i32 %14 to i64
  %24 = getelementptr inbounds i8, ptr addrspace(1) %0, i64 %23
  %25 = shl nsw i32 %8, 8
  %26 = getelementptr inbounds nuw i8, ptr addrspace(3) @_ZZ11global_iglpE4pool, i32 %25
  %27 = shl i32 %4, 5
  %28 = sext i32 %27 to i64
  %29 = getelementptr inbounds i8, ptr addrspace(1) %24, i64 %28
  %30 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ11global_iglpE4pool, i32 1024), i32 %25
  %31 = shl i32 %4, 6
  %32 = sext i32 %31 to i64
  %33 = getelementptr inbounds i8, ptr addrspace(1) %24, i64 %32
  %34 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ11global_iglpE4pool, i32 2048), i32 %25
  %35 = mul i32 %4, 96
  %36 = sext i32 %35 to i64
  %37 = getelementptr inbounds i8, ptr addrspace(1) %24, i64 %36
  %38 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ11global_iglpE4pool, i32 3072), i32 %25
  %39 = getelementptr inbounds i8, ptr addrspace(1) %1, i64 %23
  %40 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ11global_iglpE4pool, i32 4096), i32 %25
  %41 = getelementptr inbounds i8, ptr addrspace(1) %39, i64 %28
  %42 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ11global_iglpE4pool, i32 5120), i32 %25
  %43 = getelementptr inbounds i8, ptr addrspace(1) %39, i64 %32
  %44 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ11global_iglpE4pool, i32 6144), i32 %25
  %45 = getelementptr inbounds i8, ptr addrspace(1) %39, i64 %36
  %46 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ11global_iglpE4pool, i32 7168), i32 %25
  tail call void @llvm.amdgcn.global.load.lds(ptr addrspace(1) %24, ptr addrspace(3) %26, i32 4, i32 0, i32 0)
  tail call void @llvm.amdgcn.global.load.lds(ptr addrspace(1) %29, ptr addrspace(3) nonnull %30, i32 4, i32 0, i32 0)
  tail call void @llvm.amdgcn.global.load.lds(ptr addrspace(1) %33, ptr addrspace(3) nonnull %34, i32 4, i32 0, i32 0)
  tail call void @llvm.amdgcn.global.load.lds(ptr addrspace(1) %37, ptr addrspace(3) nonnull %38, i32 4, i32 0, i32 0)
  tail call void @llvm.amdgcn.global.load.lds(ptr addrspace(1) %39, ptr addrspace(3) nonnull %40, i32 4, i32 0, i32 0)
  tail call void @llvm.amdgcn.global.load.lds(ptr addrspace(1) %41, ptr addrspace(3) nonnull %42, i32 4, i32 0, i32 0)
  tail call void @llvm.amdgcn.global.load.lds(ptr addrspace(1) %43, ptr addrspace(3) nonnull %44, i32 4, i32 0, i32 0)
  tail call void @llvm.amdgcn.global.load.lds(ptr addrspace(1) %45, ptr addrspace(3) nonnull %46, i32 4, i32 0, i32 0)
  %47 = icmp sgt i32 %3, 0
  br i1 %47, label %148, label %48

48:                                               ; preds = %148, %5
  %49 = phi <4 x float> [ zeroinitializer, %5 ], [ %209, %148 ]
  %50 = phi <4 x float> [ zeroinitializer, %5 ], [ %208, %148 ]
  %51 = phi <4 x float> [ zeroinitializer, %5 ], [ %205, %148 ]
  %52 = phi <4 x float> [ zeroinitializer, %5 ], [ %202, %148 ]
  %53 = tail call i32 @llvm.amdgcn.workgroup.id.y()
  %54 = shl i32 %53, 6
  %55 = tail call i32 @llvm.amdgcn.workgroup.id.x()
  %56 = shl i32 %55, 6
  %57 = shl nuw nsw i32 %15, 5
  %58 = add i32 %57, %56
  %59 = mul i32 %58, %4
  %60 = zext i32 %59 to i64
  %61 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %60
  %62 = zext i32 %54 to i64
  %63 = getelementptr inbounds nuw float, ptr addrspace(1) %61, i64 %62
  %64 = shl nuw nsw i32 %21, 5
  %65 = zext nneg i32 %64 to i64
  %66 = getelementptr inbounds nuw float, ptr addrspace(1) %63, i64 %65
  %67 = shl nuw nsw i32 %19, 2
  %68 = extractelement <4 x float> %52, i64 0
  %69 = mul nsw i32 %67, %4
  %70 = add i32 %16, %69
  %71 = sext i32 %70 to i64
  %72 = getelementptr inbounds float, ptr addrspace(1) %66, i64 %71
  store float %68, ptr addrspace(1) %72, align 4, !tbaa !8
  %73 = extractelement <4 x float> %52, i64 1
  %74 = or disjoint i32 %67, 1
  %75 = mul nsw i32 %74, %4
  %76 = add i32 %16, %75
  %77 = sext i32 %76 to i64
  %78 = getelementptr inbounds float, ptr addrspace(1) %66, i64 %77
  store float %73, ptr addrspace(1) %78, align 4, !tbaa !8
  %79 = extractelement <4 x float> %52, i64 2
  %80 = or disjoint i32 %67, 2
  %81 = mul nsw i32 %80, %4
  %82 = add i32 %16, %81
  %83 = sext i32 %82 to i64
  %84 = getelementptr inbounds float, ptr addrspace(1) %66, i64 %83
  store float %79, ptr addrspace(1) %84, align 4, !tbaa !8
  %85 = extractelement <4 x float> %52, i64 3
  %86 = or disjoint i32 %67, 3
  %87 = mul nsw i32 %86, %4
  %88 = add i32 %16, %87
  %89 = sext i32 %88 to i64
  %90 = getelementptr inbounds float, ptr addrspace(1) %66, i64 %89
  store float %85, ptr addrspace(1) %90, align 4, !tbaa !8
  %91 = or disjoint i32 %16, 16
  %92 = extractelement <4 x float> %51, i64 0
  %93 = add i32 %91, %69
  %94 = sext i32 %93 to i64
  %95 = getelementptr inbounds float, ptr addrspace(1) %66, i64 %94
  store float %92, ptr addrspace(1) %95, align 4, !tbaa !8
  %96 = extractelement <4 x float> %51, i64 1
  %97 = add i32 %91, %75
  %98 = sext i32 %97 to i64
  %99 = getelementptr inbounds float, ptr addrspace(1) %66, i64 %98
  store float %96, ptr addrspace(1) %99, align 4, !tbaa !8
  %100 = extractelement <4 x float> %51, i64 2
  %101 = add i32 %91, %81
  %102 = sext i32 %101 to i64
  %103 = getelementptr inbounds float, ptr addrspace(1) %66, i64 %102
  store float %100, ptr addrspace(1) %103, align 4, !tbaa !8
  %104 = extractelement <4 x float> %51, i64 3
  %105 = add i32 %91, %87
  %106 = sext i32 %105 to i64
  %107 = getelementptr inbounds float, ptr addrspace(1) %66, i64 %106
  store float %104, ptr addrspace(1) %107, align 4, !tbaa !8
  %108 = or disjoint i32 %67, 16
  %109 = extractelement <4 x float> %50, i64 0
  %110 = mul nsw i32 %108, %4
  %111 = add i32 %16, %110
  %112 = sext i32 %111 to i64
  %113 = getelementptr inbounds float, ptr addrspace(1) %66, i64 %112
  store float %109, ptr addrspace(1) %113, align 4, !tbaa !8
  %114 = extractelement <4 x float> %50, i64 1
  %115 = or disjoint i32 %67, 17
  %116 = mul nsw i32 %115, %4
  %117 = add i32 %16, %116
  %118 = sext i32 %117 to i64
  %119 = getelementptr inbounds float, ptr addrspace(1) %66, i64 %118
  store float %114, ptr addrspace(1) %119, align 4, !tbaa !8
  %120 = extractelement <4 x float> %50, i64 2
  %121 = or disjoint i32 %67, 18
  %122 = mul nsw i32 %121, %4
  %123 = add i32 %16, %122
  %124 = sext i32 %123 to i64
  %125 = getelementptr inbounds float, ptr addrspace(1) %66, i64 %124
  store float %120, ptr addrspace(1) %125, align 4, !tbaa !8
  %126 = extractelement <4 x float> %50, i64 3
  %127 = or disjoint i32 %67, 19
  %128 = mul nsw i32 %127, %4
  %129 = add i32 %16, %128
  %130 = sext i32 %129 to i64
  %131 = getelementptr inbounds float, ptr addrspace(1) %66, i64 %130
  store float %126, ptr addrspace(1) %131, align 4, !tbaa !8
  %132 = extractelement <4 x float> %49, i64 0
  %133 = add i32 %91, %110
  %134 = sext i32 %133 to i64
  %135 = getelementptr inbounds float, ptr addrspace(1) %66, i64 %134
  store float %132, ptr addrspace(1) %135, align 4, !tbaa !8
  %136 = extractelement <4 x float> %49, i64 1
  %137 = add i32 %91, %116
  %138 = sext i32 %137 to i64
  %139 = getelementptr inbounds float, ptr addrspace(1) %66, i64 %138
  store float %136, ptr addrspace(1) %139, align 4, !tbaa !8
  %140 = extractelement <4 x float> %49, i64 2
  %141 = add i32 %91, %122
  %142 = sext i32 %141 to i64
  %143 = getelementptr inbounds float, ptr addrspace(1) %66, i64 %142
  store float %140, ptr addrspace(1) %143, align 4, !tbaa !8
  %144 = extractelement <4 x float> %49, i64 3
  %145 = add i32 %91, %128
  %146 = sext i32 %145 to i64
  %147 = getelementptr inbounds float, ptr addrspace(1) %66, i64 %146
  store float %144, ptr addrspace(1) %147, align 4, !tbaa !8
  ret void

148:                                              ; preds = %5, %148
  %149 = phi <4 x float> [ %209, %148 ], [ zeroinitializer, %5 ]
  %150 = phi <4 x float> [ %208, %148 ], [ zeroinitializer, %5 ]
  %151 = phi <4 x float> [ %205, %148 ], [ zeroinitializer, %5 ]
  %152 = phi <4 x float> [ %202, %148 ], [ zeroinitializer, %5 ]
  %153 = phi i32 [ %212, %148 ], [ 0, %5 ]
  %154 = phi <2 x ptr addrspace(3)> [ %237, %148 ], [ <ptr addrspace(3) @_ZZ11global_iglpE4pool, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ11global_iglpE4pool, i32 8192)>, %5 ]
  %155 = phi <2 x ptr addrspace(3)> [ %238, %148 ], [ <ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ11global_iglpE4pool, i32 4096), ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ11global_iglpE4pool, i32 12288)>, %5 ]
  tail call void @llvm.amdgcn.iglp.opt(i32 0)
  tail call void @llvm.amdgcn.s.waitcnt(i32 3952)
  tail call void @llvm.amdgcn.s.barrier()
  %156 = extractelement <2 x ptr addrspace(3)> %154, i64 0
  %157 = getelementptr i8, ptr addrspace(3) %156, i32 %17
  %158 = getelementptr i8, ptr addrspace(3) %157, i32 %18
  %159 = getelementptr i8, ptr addrspace(3) %158, i32 %20
  %160 = extractelement <2 x ptr addrspace(3)> %155, i64 0
  %161 = getelementptr inbounds nuw i8, ptr addrspace(3) %160, i32 %22
  %162 = getelementptr inbounds nuw i8, ptr addrspace(3) %161, i32 %18
  %163 = getelementptr inbounds nuw i8, ptr addrspace(3) %162, i32 %20
  %164 = load <4 x half>, ptr addrspace(3) %159, align 8, !tbaa !10
  %165 = getelementptr i8, ptr addrspace(3) %159, i32 1024
  %166 = load <4 x half>, ptr addrspace(3) %165, align 8, !tbaa !10
  %167 = load <4 x half>, ptr addrspace(3) %163, align 8, !tbaa !10
  %168 = getelementptr inbounds nuw i8, ptr addrspace(3) %163, i32 1024
  %169 = load <4 x half>, ptr addrspace(3) %168, align 8, !tbaa !10
  %170 = shufflevector <4 x half> %167, <4 x half> %169, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %171 = shufflevector <4 x half> %164, <4 x half> %166, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %172 = bitcast <8 x half> %171 to <2 x i64>
  %173 = bitcast <8 x half> %170 to <2 x i64>
  %174 = extractelement <2 x i64> %173, i64 0
  %175 = bitcast i64 %174 to <4 x half>
  %176 = extractelement <2 x i64> %172, i64 0
  %177 = bitcast i64 %176 to <4 x half>
  %178 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %177, <4 x half> %175, <4 x float> %152, i32 0, i32 0, i32 0)
  %179 = extractelement <2 x i64> %173, i64 1
  %180 = bitcast i64 %179 to <4 x half>
  %181 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %177, <4 x half> %180, <4 x float> %151, i32 0, i32 0, i32 0)
  %182 = extractelement <2 x i64> %172, i64 1
  %183 = bitcast i64 %182 to <4 x half>
  %184 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %183, <4 x half> %175, <4 x float> %150, i32 0, i32 0, i32 0)
  %185 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %183, <4 x half> %180, <4 x float> %149, i32 0, i32 0, i32 0)
  %186 = getelementptr i8, ptr addrspace(3) %159, i32 32
  %187 = load <4 x half>, ptr addrspace(3) %186, align 8, !tbaa !10
  %188 = getelementptr i8, ptr addrspace(3) %159, i32 1056
  %189 = load <4 x half>, ptr addrspace(3) %188, align 8, !tbaa !10
  %190 = getelementptr inbounds nuw i8, ptr addrspace(3) %163, i32 32
  %191 = load <4 x half>, ptr addrspace(3) %190, align 8, !tbaa !10
  %192 = getelementptr inbounds nuw i8, ptr addrspace(3) %163, i32 1056
  %193 = load <4 x half>, ptr addrspace(3) %192, align 8, !tbaa !10
  %194 = shufflevector <4 x half> %191, <4 x half> %193, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %195 = shufflevector <4 x half> %187, <4 x half> %189, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %196 = bitcast <8 x half> %195 to <2 x i64>
  %197 = bitcast <8 x half> %194 to <2 x i64>
  %198 = extractelement <2 x i64> %197, i64 0
  %199 = bitcast i64 %198 to <4 x half>
  %200 = extractelement <2 x i64> %196, i64 0
  %201 = bitcast i64 %200 to <4 x half>
  %202 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %201, <4 x half> %199, <4 x float> %178, i32 0, i32 0, i32 0)
  %203 = extractelement <2 x i64> %197, i64 1
  %204 = bitcast i64 %203 to <4 x half>
  %205 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %201, <4 x half> %204, <4 x float> %181, i32 0, i32 0, i32 0)
  %206 = extractelement <2 x i64> %196, i64 1
  %207 = bitcast i64 %206 to <4 x half>
  %208 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %207, <4 x half> %199, <4 x float> %184, i32 0, i32 0, i32 0)
  %209 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %207, <4 x half> %204, <4 x float> %185, i32 0, i32 0, i32 0)
  %210 = extractelement <2 x ptr addrspace(3)> %154, i64 1
  %211 = extractelement <2 x ptr addrspace(3)> %155, i64 1
  %212 = add nuw nsw i32 %153, 1
  %213 = shl nsw i32 %212, 6
  %214 = zext nneg i32 %213 to i64
  %215 = getelementptr inbounds nuw i8, ptr addrspace(1) %24, i64 %214
  %216 = getelementptr inbounds nuw i8, ptr addrspace(3) %210, i32 %25
  tail call void @llvm.amdgcn.global.load.lds(ptr addrspace(1) nonnull %215, ptr addrspace(3) %216, i32 4, i32 0, i32 0)
  %217 = getelementptr inbounds nuw i8, ptr addrspace(1) %29, i64 %214
  %218 = getelementptr inbounds nuw i8, ptr addrspace(3) %210, i32 1024
  %219 = getelementptr inbounds nuw i8, ptr addrspace(3) %218, i32 %25
  tail call void @llvm.amdgcn.global.load.lds(ptr addrspace(1) nonnull %217, ptr addrspace(3) nonnull %219, i32 4, i32 0, i32 0)
  %220 = getelementptr inbounds nuw i8, ptr addrspace(1) %33, i64 %214
  %221 = getelementptr inbounds nuw i8, ptr addrspace(3) %210, i32 2048
  %222 = getelementptr inbounds nuw i8, ptr addrspace(3) %221, i32 %25
  tail call void @llvm.amdgcn.global.load.lds(ptr addrspace(1) nonnull %220, ptr addrspace(3) nonnull %222, i32 4, i32 0, i32 0)
  %223 = getelementptr inbounds nuw i8, ptr addrspace(1) %37, i64 %214
  %224 = getelementptr inbounds nuw i8, ptr addrspace(3) %210, i32 3072
  %225 = getelementptr inbounds nuw i8, ptr addrspace(3) %224, i32 %25
  tail call void @llvm.amdgcn.global.load.lds(ptr addrspace(1) nonnull %223, ptr addrspace(3) nonnull %225, i32 4, i32 0, i32 0)
  %226 = getelementptr inbounds nuw i8, ptr addrspace(1) %39, i64 %214
  %227 = getelementptr inbounds nuw i8, ptr addrspace(3) %211, i32 %25
  tail call void @llvm.amdgcn.global.load.lds(ptr addrspace(1) nonnull %226, ptr addrspace(3) %227, i32 4, i32 0, i32 0)
  %228 = getelementptr inbounds nuw i8, ptr addrspace(1) %41, i64 %214
  %229 = getelementptr inbounds nuw i8, ptr addrspace(3) %211, i32 1024
  %230 = getelementptr inbounds nuw i8, ptr addrspace(3) %229, i32 %25
  tail call void @llvm.amdgcn.global.load.lds(ptr addrspace(1) nonnull %228, ptr addrspace(3) nonnull %230, i32 4, i32 0, i32 0)
  %231 = getelementptr inbounds nuw i8, ptr addrspace(1) %43, i64 %214
  %232 = getelementptr inbounds nuw i8, ptr addrspace(3) %211, i32 2048
  %233 = getelementptr inbounds nuw i8, ptr addrspace(3) %232, i32 %25
  tail call void @llvm.amdgcn.global.load.lds(ptr addrspace(1) nonnull %231, ptr addrspace(3) nonnull %233, i32 4, i32 0, i32 0)
  %234 = getelementptr inbounds nuw i8, ptr addrspace(1) %45, i64 %214
  %235 = getelementptr inbounds nuw i8, ptr addrspace(3) %211, i32 3072
  %236 = getelementptr inbounds nuw i8, ptr addrspace(3) %235, i32 %25
  tail call void @llvm.amdgcn.global.load.lds(ptr addrspace(1) nonnull %234, ptr addrspace(3) nonnull %236, i32 4, i32 0, i32 0)
  tail call void @llvm.amdgcn.s.barrier()
  %237 = shufflevector <2 x ptr addrspace(3)> %154, <2 x ptr addrspace(3)> poison, <2 x i32> <i32 1, i32 0>
  %238 = shufflevector <2 x ptr addrspace(3)> %155, <2 x ptr addrspace(3)> poison, <2 x i32> <i32 1, i32 0>
  %239 = icmp eq i32 %212, %3
  br i1 %239, label %48, label %148, !llvm.loop !11
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
declare void @llvm.amdgcn.iglp.opt(i32 immarg) #3

; Function Attrs: convergent mustprogress nocallback nofree nounwind willreturn
declare void @llvm.amdgcn.s.barrier() #3

; Function Attrs: mustprogress nocallback nofree nounwind willreturn
declare void @llvm.amdgcn.global.load.lds(ptr addrspace(1) captures(none), ptr addrspace(3) captures(none), i32 immarg, i32 immarg, i32 immarg) #4

; Function Attrs: mustprogress nocallback nofree nounwind willreturn
declare void @llvm.amdgcn.s.waitcnt(i32 immarg) #4

; Function Attrs: convergent mustprogress nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half>, <4 x half>, <4 x float>, i32 immarg, i32 immarg, i32 immarg) #5

attributes #0 = { convergent mustprogress nofree norecurse nounwind "amdgpu-agpr-alloc"="0" "amdgpu-flat-work-group-size"="256,256" "amdgpu-no-cluster-id-x" "amdgpu-no-cluster-id-y" "amdgpu-no-cluster-id-z" "amdgpu-no-completion-action" "amdgpu-no-default-queue" "amdgpu-no-dispatch-id" "amdgpu-no-dispatch-ptr" "amdgpu-no-flat-scratch-init" "amdgpu-no-heap-ptr" "amdgpu-no-hostcall-ptr" "amdgpu-no-implicitarg-ptr" "amdgpu-no-lds-kernel-id" "amdgpu-no-multigrid-sync-arg" "amdgpu-no-queue-ptr" "amdgpu-no-workgroup-id-x" "amdgpu-no-workgroup-id-z" "amdgpu-no-workitem-id-x" "amdgpu-no-workitem-id-y" "amdgpu-no-workitem-id-z" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="gfx942" "target-features"="+16-bit-insts,+atomic-buffer-global-pk-add-f16-insts,+atomic-ds-pk-add-16-insts,+atomic-fadd-rtn-insts,+atomic-flat-pk-add-16-insts,+atomic-fmin-fmax-global-f64,+atomic-global-pk-add-bf16-inst,+ci-insts,+cube-insts,+cvt-pknorm-vop2-insts,+dl-insts,+dot1-insts,+dot10-insts,+dot2-insts,+dot3-insts,+dot4-insts,+dot5-insts,+dot6-insts,+dot7-insts,+dpp,+fp8-conversion-insts,+fp8-insts,+gfx8-insts,+gfx9-insts,+gfx90a-insts,+gfx940-insts,+lerp-inst,+mai-insts,+qsad-insts,+s-memrealtime,+s-memtime-inst,+sad-insts,+wavefrontsize64,+xf32-insts" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { convergent mustprogress nocallback nocreateundeforpoison nofree nounwind willreturn memory(none) }
attributes #3 = { convergent mustprogress nocallback nofree nounwind willreturn }
attributes #4 = { mustprogress nocallback nofree nounwind willreturn }
attributes #5 = { convergent mustprogress nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none) }

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
!8 = !{!9, !9, i64 0}
!9 = !{!"float", !6, i64 0}
!10 = !{!6, !6, i64 0}
!11 = distinct !{!11, !12, !13}
!12 = !{!"llvm.loop.mustprogress"}
!13 = !{!"llvm.loop.unroll.disable"}
