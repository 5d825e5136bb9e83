; ModuleID = 'asm_mma.hip'
source_filename = "asm_mma.hip"
target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@_ZZ15asm_mma_128x128E5tiles = internal addrspace(3) global [32768 x i8] undef, align 16
@__hip_cuid_82ef37c9b5528330 = addrspace(1) global i8 0
@llvm.compiler.used = appending addrspace(1) global [1 x ptr] [ptr addrspacecast (ptr addrspace(1) @__hip_cuid_82ef37c9b5528330 to ptr)], section "llvm.metadata"

; Function Attrs: convergent mustprogress norecurse nounwind
define protected amdgpu_kernel void @asm_mma_128x128(ptr addrspace(1) noundef readonly captures(none) %0, ptr addrspace(1) noundef readonly captures(none) %1, ptr addrspace(1) noundef writeonly %2, i32 noundef %3, i32 noundef %4) local_unnamed_addr #0 {
  %6 = tail call i32 @llvm.amdgcn.workitem.id.x()
  %7 = tail call i32 @llvm.amdgcn.readfirstlane.i32(i32 %6)
  %8 = lshr i32 %7, 6
  %9 = tail call i32 @llvm.amdgcn.workgroup.id.x()
  %10 = shl i32 %9, 7
  %11 = mul i32 %4, %10
  %12 = zext i32 %11 to i64
  %13 = getelementptr inbounds nuw half, ptr addrspace(1) %0, i64 %12
  %14 = tail call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %13, i16 0, i64 1073741824, i32 159744)
  %15 = tail call i32 @llvm.amdgcn.workgroup.id.y()
  %16 = shl i32 %15, 7
  %17 = mul i32 %4, %16
  %18 = zext i32 %17 to i64
  %19 = getelementptr inbounds nuw half, ptr addrspace(1) %1, i64 %18
  %20 = tail call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %19, i16 0, i64 1073741824, i32 159744)
  %21 = lshr i32 %6, 3
  %22 = and i32 %21, 126
  %23 = mul i32 %22, %4
  %24 = shl nuw nsw i32 %6, 2
  %25 = and i32 %24, 60
  %26 = add nsw i32 %23, %25
  %27 = shl nsw i32 %8, 8
  %28 = getelementptr i8, ptr addrspace(3) @_ZZ15asm_mma_128x128E5tiles, i32 %27
  %29 = shl i32 %4, 5
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %14, ptr addrspace(3) %28, i32 4, i32 %26, i32 0, i32 0, i32 0)
  %30 = getelementptr i8, ptr addrspace(3) %28, i32 1024
  %31 = add nsw i32 %26, %29
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %14, ptr addrspace(3) %30, i32 4, i32 %31, i32 0, i32 0, i32 0)
  %32 = getelementptr i8, ptr addrspace(3) %28, i32 2048
  %33 = shl i32 %4, 6
  %34 = add nsw i32 %26, %33
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %14, ptr addrspace(3) %32, i32 4, i32 %34, i32 0, i32 0, i32 0)
  %35 = getelementptr i8, ptr addrspace(3) %28, i32 3072
  %36 = mul i32 %4, 96
  %37 = add nsw i32 %26, %36
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %14, ptr addrspace(3) %35, i32 4, i32 %37, i32 0, i32 0, i32 0)
  %38 = getelementptr i8, ptr addrspace(3) %28, i32 4096
  %39 = shl i32 %4, 7
  %40 = add nsw i32 %26, %39
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %14, ptr addrspace(3) %38, i32 4, i32 %40, i32 0, i32 0, i32 0)
  %41 = getelementptr i8, ptr addrspace(3) %28, i32 5120
  %42 = mul i32 %4, 160
  %43 = add nsw i32 %26, %42
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %14, ptr addrspace(3) %41, i32 4, i32 %43, i32 0, i32 0, i32 0)
  %44 = getelementptr i8, ptr addrspace(3) %28, i32 6144
  %45 = mul i32 %4, 192
  %46 = add nsw i32 %26, %45
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %14, ptr addrspace(3) %44, i32 4, i32 %46, i32 0, i32 0, i32 0)
  %47 = getelementptr i8, ptr addrspace(3) %28, i32 7168
  %48 = mul i32 %4, 224
  %49 = add nsw i32 %26, %48
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %14, ptr addrspace(3) %47, i32 4, i32 %49, i32 0, i32 0, i32 0)
  %50 = getelementptr i8, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ15asm_mma_128x128E5tiles, i32 8192), i32 %27
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %20, ptr addrspace(3) %50, i32 4, i32 %26, i32 0, i32 0, i32 0)
  %51 = getelementptr i8, ptr addrspace(3) %50, i32 1024
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %20, ptr addrspace(3) %51, i32 4, i32 %31, i32 0, i32 0, i32 0)
  %52 = getelementptr i8, ptr addrspace(3) %50, i32 2048
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %20, ptr addrspace(3) %52, i32 4, i32 %34, i32 0, i32 0, i32 0)
  %53 = getelementptr i8, ptr addrspace(3) %50, i32 3072
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %20, ptr addrspace(3) %53, i32 4, i32 %37, i32 0, i32 0, i32 0)
  %54 = getelementptr i8, ptr addrspace(3) %50, i32 4096
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %20, ptr addrspace(3) %54, i32 4, i32 %40, i32 0, i32 0, i32 0)
  %55 = getelementptr i8, ptr addrspace(3) %50, i32 5120
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %20, ptr addrspace(3) %55, i32 4, i32 %43, i32 0, i32 0, i32 0)
  %56 = getelementptr i8, ptr addrspace(3) %50, i32 6144
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %20, ptr addrspace(3) %56, i32 4, i32 %46, i32 0, i32 0, i32 0)
  %57 = getelementptr i8, ptr addrspace(3) %50, i32 7168
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %20, ptr addrspace(3) %57, i32 4, i32 %49, i32 0, i32 0, i32 0)
  %58 = icmp sgt i32 %3, 0
  br i1 %58, label %62, label %59

59:                                               ; preds = %5
  %60 = lshr i32 %6, 2
  %61 = and i32 %60, 12
  br label %71

62:                                               ; preds = %5
  %63 = shl i32 %7, 4
  %64 = and i32 %63, -2048
  %65 = shl nuw nsw i32 %6, 5
  %66 = and i32 %65, 480
  %67 = lshr i32 %6, 2
  %68 = and i32 %67, 12
  %69 = shl i32 %8, 11
  %70 = and i32 %69, 2048
  br label %391

71:                                               ; preds = %391, %59
  %72 = phi i32 [ %61, %59 ], [ %68, %391 ]
  %73 = phi <4 x float> [ zeroinitializer, %59 ], [ %557, %391 ]
  %74 = phi <4 x float> [ zeroinitializer, %59 ], [ %556, %391 ]
  %75 = phi <4 x float> [ zeroinitializer, %59 ], [ %555, %391 ]
  %76 = phi <4 x float> [ zeroinitializer, %59 ], [ %554, %391 ]
  %77 = phi <4 x float> [ zeroinitializer, %59 ], [ %551, %391 ]
  %78 = phi <4 x float> [ zeroinitializer, %59 ], [ %550, %391 ]
  %79 = phi <4 x float> [ zeroinitializer, %59 ], [ %549, %391 ]
  %80 = phi <4 x float> [ zeroinitializer, %59 ], [ %548, %391 ]
  %81 = phi <4 x float> [ zeroinitializer, %59 ], [ %545, %391 ]
  %82 = phi <4 x float> [ zeroinitializer, %59 ], [ %544, %391 ]
  %83 = phi <4 x float> [ zeroinitializer, %59 ], [ %543, %391 ]
  %84 = phi <4 x float> [ zeroinitializer, %59 ], [ %542, %391 ]
  %85 = phi <4 x float> [ zeroinitializer, %59 ], [ %539, %391 ]
  %86 = phi <4 x float> [ zeroinitializer, %59 ], [ %536, %391 ]
  %87 = phi <4 x float> [ zeroinitializer, %59 ], [ %533, %391 ]
  %88 = phi <4 x float> [ zeroinitializer, %59 ], [ %530, %391 ]
  tail call void asm sideeffect "s_nop 15", ""() #7, !srcloc !8
  %89 = lshr i32 %7, 1
  %90 = and i32 %89, 2147483584
  %91 = add i32 %90, %10
  %92 = mul i32 %91, %4
  %93 = zext i32 %92 to i64
  %94 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %93
  %95 = zext i32 %16 to i64
  %96 = getelementptr inbounds nuw float, ptr addrspace(1) %94, i64 %95
  %97 = and i32 %7, 64
  %98 = zext nneg i32 %97 to i64
  %99 = getelementptr inbounds nuw float, ptr addrspace(1) %96, i64 %98
  %100 = and i32 %6, 15
  %101 = extractelement <4 x float> %88, i64 0
  %102 = mul nsw i32 %72, %4
  %103 = add i32 %100, %102
  %104 = sext i32 %103 to i64
  %105 = getelementptr inbounds float, ptr addrspace(1) %99, i64 %104
  store float %101, ptr addrspace(1) %105, align 4, !tbaa !9
  %106 = extractelement <4 x float> %88, i64 1
  %107 = or disjoint i32 %72, 1
  %108 = mul nsw i32 %107, %4
  %109 = add i32 %100, %108
  %110 = sext i32 %109 to i64
  %111 = getelementptr inbounds float, ptr addrspace(1) %99, i64 %110
  store float %106, ptr addrspace(1) %111, align 4, !tbaa !9
  %112 = extractelement <4 x float> %88, i64 2
  %113 = or disjoint i32 %72, 2
  %114 = mul nsw i32 %113, %4
  %115 = add i32 %100, %114
  %116 = sext i32 %115 to i64
  %117 = getelementptr inbounds float, ptr addrspace(1) %99, i64 %116
  store float %112, ptr addrspace(1) %117, align 4, !tbaa !9
  %118 = extractelement <4 x float> %88, i64 3
  %119 = or disjoint i32 %72, 3
  %120 = mul nsw i32 %119, %4
  %121 = add i32 %100, %120
  %122 = sext i32 %121 to i64
  %123 = getelementptr inbounds float, ptr addrspace(1) %99, i64 %122
  store float %118, ptr addrspace(1) %123, align 4, !tbaa !9
  %124 = or disjoint i32 %100, 16
  %125 = extractelement <4 x float> %87, i64 0
  %126 = add i32 %124, %102
  %127 = sext i32 %126 to i64
  %128 = getelementptr inbounds float, ptr addrspace(1) %99, i64 %127
  store float %125, ptr addrspace(1) %128, align 4, !tbaa !9
  %129 = extractelement <4 x float> %87, i64 1
  %130 = add i32 %124, %108
  %131 = sext i32 %130 to i64
  %132 = getelementptr inbounds float, ptr addrspace(1) %99, i64 %131
  store float %129, ptr addrspace(1) %132, align 4, !tbaa !9
  %133 = extractelement <4 x float> %87, i64 2
  %134 = add i32 %124, %114
  %135 = sext i32 %134 to i64
  %136 = getelementptr inbounds float, ptr addrspace(1) %99, i64 %135
  store float %133, ptr addrspace(1) %136, align 4, !tbaa !9
  %137 = extractelement <4 x float> %87, i64 3
  %138 = add i32 %124, %120
  %139 = sext i32 %138 to i64
  %140 = getelementptr inbounds float, ptr addrspace(1) %99, i64 %139
  store float %137, ptr addrspace(1) %140, align 4, !tbaa !9
  %141 = or disjoint i32 %100, 32
  %142 = extractelement <4 x float> %86, i64 0
  %143 = add i32 %141, %102
  %144 = sext i32 %143 to i64
  %145 = getelementptr inbounds float, ptr addrspace(1) %99, i64 %144
  store float %142, ptr addrspace(1) %145, align 4, !tbaa !9
  %146 = extractelement <4 x float> %86, i64 1
  %147 = add i32 %141, %108
  %148 = sext i32 %147 to i64
  %149 = getelementptr inbounds float, ptr addrspace(1) %99, i64 %148
  store float %146, ptr addrspace(1) %149, align 4, !tbaa !9
  %150 = extractelement <4 x float> %86, i64 2
  %151 = add i32 %141, %114
  %152 = sext i32 %151 to i64
  %153 = getelementptr inbounds float, ptr addrspace(1) %99, i64 %152
  store float %150, ptr addrspace(1) %153, align 4, !tbaa !9
  %154 = extractelement <4 x float> %86, i64 3
  %155 = add i32 %141, %120
  %156 = sext i32 %155 to i64
  %157 = getelementptr inbounds float, ptr addrspace(1) %99, i64 %156
  store float %154, ptr addrspace(1) %157, align 4, !tbaa !9
  %158 = or disjoint i32 %100, 48
  %159 = extractelement <4 x float> %85, i64 0
  %160 = add i32 %158, %102
  %161 = sext i32 %160 to i64
  %162 = getelementptr inbounds float, ptr addrspace(1) %99, i64 %161
  store float %159, ptr addrspace(1) %162, align 4, !tbaa !9
  %163 = extractelement <4 x float> %85, i64 1
  %164 = add i32 %158, %108
  %165 = sext i32 %164 to i64
  %166 = getelementptr inbounds float, ptr addrspace(1) %99, i64 %165
  store float %163, ptr addrspace(1) %166, align 4, !tbaa !9
  %167 = extractelement <4 x float> %85, i64 2
  %168 = add i32 %158, %114
  %169 = sext i32 %168 to i64
  %170 = getelementptr inbounds float, ptr addrspace(1) %99, i64 %169
  store float %167, ptr addrspace(1) %170, align 4, !tbaa !9
  %171 = extractelement <4 x float> %85, i64 3
  %172 = add i32 %158, %120
  %173 = sext i32 %172 to i64
  %174 = getelementptr inbounds float, ptr addrspace(1) %99, i64 %173
  store float %171, ptr addrspace(1) %174, align 4, !tbaa !9
  %175 = or disjoint i32 %72, 16
  %176 = extractelement <4 x float> %84, i64 0
  %177 = mul nsw i32 %175, %4
  %178 = add i32 %100, %177
  %179 = sext i32 %178 to i64
  %180 = getelementptr inbounds float, ptr addrspace(1) %99, i64 %179
  store float %176, ptr addrspace(1) %180, align 4, !tbaa !9
  %181 = extractelement <4 x float> %84, i64 1
  %182 = or disjoint i32 %72, 17
  %183 = mul nsw i32 %182, %4
  %184 = add i32 %100, %183
  %185 = sext i32 %184 to i64
  %186 = getelementptr inbounds float, ptr addrspace(1) %99, i64 %185
  store float %181, ptr addrspace(1) %186, align 4, !tbaa !9
  %187 = extractelement <4 x float> %84, i64 2
  %188 = or disjoint i32 %72, 18
  %189 = mul nsw i32 %188, %4
  %190 = add i32 %100, %189
  %191 = sext i32 %190 to i64
  %192 = getelementptr inbounds float, ptr addrspace(1) %99, i64 %191
  store float %187, ptr addrspace(1) %192, align 4, !tbaa !9
  %193 = extractelement <4 x float> %84, i64 3
  %194 = or disjoint i32 %72, 19
  %195 = mul nsw i32 %194, %4
  %196 = add i32 %100, %195
  %197 = sext i32 %196 to i64
  %198 = getelementptr inbounds float, ptr addrspace(1) %99, i64 %197
  store float %193, ptr addrspace(1) %198, align 4, !tbaa !9
  %199 = extractelement <4 x float> %83, i64 0
  %200 = add i32 %124, %177
  %201 = sext i32 %200 to i64
  %202 = getelementptr inbounds float, ptr addrspace(1) %99, i64 %201
  store float %199, ptr addrspace(1) %202, align 4, !tbaa !9
  %203 = extractelement <4 x float> %83, i64 1
  %204 = add i32 %124, %183
  %205 = sext i32 %204 to i64
  %206 = getelementptr inbounds float, ptr addrspace(1) %99, i64 %205
  store float %203, ptr addrspace(1) %206, align 4, !tbaa !9
  %207 = extractelement <4 x float> %83, i64 2
  %208 = add i32 %124, %189
  %209 = sext i32 %208 to i64
  %210 = getelementptr inbounds float, ptr addrspace(1) %99, i64 %209
  store float %207, ptr addrspace(1) %210, align 4, !tbaa !9
  %211 = extractelement <4 x float> %83, i64 3
  %212 = add i32 %124, %195
  %213 = sext i32 %212 to i64
  %214 = getelementptr inbounds float, ptr addrspace(1) %99, i64 %213
  store float %211, ptr addrspace(1) %214, align 4, !tbaa !9
  %215 = extractelement <4 x float> %82, i64 0
  %216 = add i32 %141, %177
  %217 = sext i32 %216 to i64
  %218 = getelementptr inbounds float, ptr addrspace(1) %99, i64 %217
  store float %215, ptr addrspace(1) %218, align 4, !tbaa !9
  %219 = extractelement <4 x float> %82, i64 1
  %220 = add i32 %141, %183
  %221 = sext i32 %220 to i64
  %222 = getelementptr inbounds float, ptr addrspace(1) %99, i64 %221
  store float %219, ptr addrspace(1) %222, align 4, !tbaa !9
  %223 = extractelement <4 x float> %82, i64 2
  %224 = add i32 %141, %189
  %225 = sext i32 %224 to i64
  %226 = getelementptr inbounds float, ptr addrspace(1) %99, i64 %225
  store float %223, ptr addrspace(1) %226, align 4, !tbaa !9
  %227 = extractelement <4 x float> %82, i64 3
  %228 = add i32 %141, %195
  %229 = sext i32 %228 to i64
  %230 = getelementptr inbounds float, ptr addrspace(1) %99, i64 %229
  store float %227, ptr addrspace(1) %230, align 4, !tbaa !9
  %231 = extractelement <4 x float> %81, i64 0
  %232 = add i32 %158, %177
  %233 = sext i32 %232 to i64
  %234 = getelementptr inbounds float, ptr addrspace(1) %99, i64 %233
  store float %231, ptr addrspace(1) %234, align 4, !tbaa !9
  %235 = extractelement <4 x float> %81, i64 1
  %236 = add i32 %158, %183
  %237 = sext i32 %236 to i64
  %238 = getelementptr inbounds float, ptr addrspace(1) %99, i64 %237
  store float %235, ptr addrspace(1) %238, align 4, !tbaa !9
  %239 = extractelement <4 x float> %81, i64 2
  %240 = add i32 %158, %189
  %241 = sext i32 %240 to i64
  %242 = getelementptr inbounds float, ptr addrspace(1) %99, i64 %241
  store float %239, ptr addrspace(1) %242, align 4, !tbaa !9
  %243 = extractelement <4 x float> %81, i64 3
  %244 = add i32 %158, %195
  %245 = sext i32 %244 to i64
  %246 = getelementptr inbounds float, ptr addrspace(1) %99, i64 %245
  store float %243, ptr addrspace(1) %246, align 4, !tbaa !9
  %247 = or disjoint i32 %72, 32
  %248 = extractelement <4 x float> %80, i64 0
  %249 = mul nsw i32 %247, %4
  %250 = add i32 %100, %249
  %251 = sext i32 %250 to i64
  %252 = getelementptr inbounds float, ptr addrspace(1) %99, i64 %251
  store float %248, ptr addrspace(1) %252, align 4, !tbaa !9
  %253 = extractelement <4 x float> %80, i64 1
  %254 = or disjoint i32 %72, 33
  %255 = mul nsw i32 %254, %4
  %256 = add i32 %100, %255
  %257 = sext i32 %256 to i64
  %258 = getelementptr inbounds float, ptr addrspace(1) %99, i64 %257
  store float %253, ptr addrspace(1) %258, align 4, !tbaa !9
  %259 = extractelement <4 x float> %80, i64 2
  %260 = or disjoint i32 %72, 34
  %261 = mul nsw i32 %260, %4
  %262 = add i32 %100, %261
  %263 = sext i32 %262 to i64
  %264 = getelementptr inbounds float, ptr addrspace(1) %99, i64 %263
  store float %259, ptr addrspace(1) %264, align 4, !tbaa !9
  %265 = extractelement <4 x float> %80, i64 3
  %266 = or disjoint i32 %72, 35
  %267 = mul nsw i32 %266, %4
  %268 = add i32 %100, %267
  %269 = sext i32 %268 to i64
  %270 = getelementptr inbounds float, ptr addrspace(1) %99, i64 %269
  store float %265, ptr addrspace(1) %270, align 4, !tbaa !9
  %271 = extractelement <4 x float> %79, i64 0
  %272 = add i32 %124, %249
  %273 = sext i32 %272 to i64
  %274 = getelementptr inbounds float, ptr addrspace(1) %99, i64 %273
  store float %271, ptr addrspace(1) %274, align 4, !tbaa !9
  %275 = extractelement <4 x float> %79, i64 1
  %276 = add i32 %124, %255
  %277 = sext i32 %276 to i64
  %278 = getelementptr inbounds float, ptr addrspace(1) %99, i64 %277
  store float %275, ptr addrspace(1) %278, align 4, !tbaa !9
  %279 = extractelement <4 x float> %79, i64 2
  %280 = add i32 %124, %261
  %281 = sext i32 %280 to i64
  %282 = getelementptr inbounds float, ptr addrspace(1) %99, i64 %281
  store float %279, ptr addrspace(1) %282, align 4, !tbaa !9
  %283 = extractelement <4 x float> %79, i64 3
  %284 = add i32 %124, %267
  %285 = sext i32 %284 to i64
  %286 = getelementptr inbounds float, ptr addrspace(1) %99, i64 %285
  store float %283, ptr addrspace(1) %286, align 4, !tbaa !9
  %287 = extractelement <4 x float> %78, i64 0
  %288 = add i32 %141, %249
  %289 = sext i32 %288 to i64
  %290 = getelementptr inbounds float, ptr addrspace(1) %99, i64 %289
  store float %287, ptr addrspace(1) %290, align 4, !tbaa !9
  %291 = extractelement <4 x float> %78, i64 1
  %292 = add i32 %141, %255
  %293 = sext i32 %292 to i64
  %294 = getelementptr inbounds float, ptr addrspace(1) %99, i64 %293
  store float %291, ptr addrspace(1) %294, align 4, !tbaa !9
  %295 = extractelement <4 x float> %78, i64 2
  %296 = add i32 %141, %261
  %297 = sext i32 %296 to i64
  %298 = getelementptr inbounds float, ptr addrspace(1) %99, i64 %297
  store float %295, ptr addrspace(1) %298, align 4, !tbaa !9
  %299 = extractelement <4 x float> %78, i64 3
  %300 = add i32 %141, %267
  %301 = sext i32 %300 to i64
  %302 = getelementptr inbounds float, ptr addrspace(1) %99, i64 %301
  store float %299, ptr addrspace(1) %302, align 4, !tbaa !9
  %303 = extractelement <4 x float> %77, i64 0
  %304 = add i32 %158, %249
  %305 = sext i32 %304 to i64
  %306 = getelementptr inbounds float, ptr addrspace(1) %99, i64 %305
  store float %303, ptr addrspace(1) %306, align 4, !tbaa !9
  %307 = extractelement <4 x float> %77, i64 1
  %308 = add i32 %158, %255
  %309 = sext i32 %308 to i64
  %310 = getelementptr inbounds float, ptr addrspace(1) %99, i64 %309
  store float %307, ptr addrspace(1) %310, align 4, !tbaa !9
  %311 = extractelement <4 x float> %77, i64 2
  %312 = add i32 %158, %261
  %313 = sext i32 %312 to i64
  %314 = getelementptr inbounds float, ptr addrspace(1) %99, i64 %313
  store float %311, ptr addrspace(1) %314, align 4, !tbaa !9
  %315 = extractelement <4 x float> %77, i64 3
  %316 = add i32 %158, %267
  %317 = sext i32 %316 to i64
  %318 = getelementptr inbounds float, ptr addrspace(1) %99, i64 %317
  store float %315, ptr addrspace(1) %318, align 4, !tbaa !9
  %319 = or disjoint i32 %72, 48
  %320 = extractelement <4 x float> %76, i64 0
  %321 = mul nsw i32 %319, %4
  %322 = add i32 %100, %321
  %323 = sext i32 %322 to i64
  %324 = getelementptr inbounds float, ptr addrspace(1) %99, i64 %323
  store float %320, ptr addrspace(1) %324, align 4, !tbaa !9
  %325 = extractelement <4 x float> %76, i64 1
  %326 = or disjoint i32 %72, 49
  %327 = mul nsw i32 %326, %4
  %328 = add i32 %100, %327
  %329 = sext i32 %328 to i64
  %330 = getelementptr inbounds float, ptr addrspace(1) %99, i64 %329
  store float %325, ptr addrspace(1) %330, align 4, !tbaa !9
  %331 = extractelement <4 x float> %76, i64 2
  %332 = or disjoint i32 %72, 50
  %333 = mul nsw i32 %332, %4
  %334 = add i32 %100, %333
  %335 = sext i32 %334 to i64
  %336 = getelementptr inbounds float, ptr addrspace(1) %99, i64 %335
  store float %331, ptr addrspace(1) %336, align 4, !tbaa !9
  %337 = extractelement <4 x float> %76, i64 3
  %338 = or disjoint i32 %72, 51
  %339 = mul nsw i32 %338, %4
  %340 = add i32 %100, %339
  %341 = sext i32 %340 to i64
  %342 = getelementptr inbounds float, ptr addrspace(1) %99, i64 %341
  store float %337, ptr addrspace(1) %342, align 4, !tbaa !9
  %343 = extractelement <4 x float> %75, i64 0
  %344 = add i32 %124, %321
  %345 = sext i32 %344 to i64
  %346 = getelementptr inbounds float, ptr addrspace(1) %99, i64 %345
  store float %343, ptr addrspace(1) %346, align 4, !tbaa !9
  %347 = extractelement <4 x float> %75, i64 1
  %348 = add i32 %124, %327
  %349 = sext i32 %348 to i64
  %350 = getelementptr inbounds float, ptr addrspace(1) %99, i64 %349
  store float %347, ptr addrspace(1) %350, align 4, !tbaa !9
  %351 = extractelement <4 x float> %75, i64 2
  %352 = add i32 %124, %333
  %353 = sext i32 %352 to i64
  %354 = getelementptr inbounds float, ptr addrspace(1) %99, i64 %353
  store float %351, ptr addrspace(1) %354, align 4, !tbaa !9
  %355 = extractelement <4 x float> %75, i64 3
  %356 = add i32 %124, %339
  %357 = sext i32 %356 to i64
  %358 = getelementptr inbounds float, ptr addrspace(1) %99, i64 %357
  store float %355, ptr addrspace(1) %358, align 4, !tbaa !9
  %359 = extractelement <4 x float> %74, i64 0
  %360 = add i32 %141, %321
  %361 = sext i32 %360 to i64
  %362 = getelementptr inbounds float, ptr addrspace(1) %99, i64 %361
  store float %359, ptr addrspace(1) %362, align 4, !tbaa !9
  %363 = extractelement <4 x float> %74, i64 1
  %364 = add i32 %141, %327
  %365 = sext i32 %364 to i64
  %366 = getelementptr inbounds float, ptr addrspace(1) %99, i64 %365
  store float %363, ptr addrspace(1) %366, align 4, !tbaa !9
  %367 = extractelement <4 x float> %74, i64 2
  %368 = add i32 %141, %333
  %369 = sext i32 %368 to i64
  %370 = getelementptr inbounds float, ptr addrspace(1) %99, i64 %369
  store float %367, ptr addrspace(1) %370, align 4, !tbaa !9
  %371 = extractelement <4 x float> %74, i64 3
  %372 = add i32 %141, %339
  %373 = sext i32 %372 to i64
  %374 = getelementptr inbounds float, ptr addrspace(1) %99, i64 %373
  store float %371, ptr addrspace(1) %374, align 4, !tbaa !9
  %375 = extractelement <4 x float> %73, i64 0
  %376 = add i32 %158, %321
  %377 = sext i32 %376 to i64
  %378 = getelementptr inbounds float, ptr addrspace(1) %99, i64 %377
  store float %375, ptr addrspace(1) %378, align 4, !tbaa !9
  %379 = extractelement <4 x float> %73, i64 1
  %380 = add i32 %158, %327
  %381 = sext i32 %380 to i64
  %382 = getelementptr inbounds float, ptr addrspace(1) %99, i64 %381
  store float %379, ptr addrspace(1) %382, align 4, !tbaa !9
  %383 = extractelement <4 x float> %73, i64 2
  %384 = add i32 %158, %333
  %385 = sext i32 %384 to i64
  %386 = getelementptr inbounds float, ptr addrspace(1) %99, i64 %385
  store float %383, ptr addrspace(1) %386, align 4, !tbaa !9
  %387 = extractelement <4 x float> %73, i64 3
  %388 = add i32 %158, %339
  %389 = sext i32 %388 to i64
  %390 = getelementptr inbounds float, ptr addrspace(1) %99, i64 %389
  store float %387, ptr addrspace(1) %390, align 4, !tbaa !9
  ret void

391:                                              ; preds = %62, %391
  %392 = phi <4 x float> [ zeroinitializer, %62 ], [ %557, %391 ]
  %393 = phi <4 x float> [ zeroinitializer, %62 ], [ %556, %391 ]
  %394 = phi <4 x float> [ zeroinitializer, %62 ], [ %555, %391 ]
  %395 = phi <4 x float> [ zeroinitializer, %62 ], [ %554, %391 ]
  %396 = phi <4 x float> [ zeroinitializer, %62 ], [ %551, %391 ]
  %397 = phi <4 x float> [ zeroinitializer, %62 ], [ %550, %391 ]
  %398 = phi <4 x float> [ zeroinitializer, %62 ], [ %549, %391 ]
  %399 = phi <4 x float> [ zeroinitializer, %62 ], [ %548, %391 ]
  %400 = phi <4 x float> [ zeroinitializer, %62 ], [ %545, %391 ]
  %401 = phi <4 x float> [ zeroinitializer, %62 ], [ %544, %391 ]
  %402 = phi <4 x float> [ zeroinitializer, %62 ], [ %543, %391 ]
  %403 = phi <4 x float> [ zeroinitializer, %62 ], [ %542, %391 ]
  %404 = phi <4 x float> [ zeroinitializer, %62 ], [ %539, %391 ]
  %405 = phi <4 x float> [ zeroinitializer, %62 ], [ %536, %391 ]
  %406 = phi <4 x float> [ zeroinitializer, %62 ], [ %533, %391 ]
  %407 = phi <4 x float> [ zeroinitializer, %62 ], [ %530, %391 ]
  %408 = phi i32 [ 0, %62 ], [ %409, %391 ]
  %409 = add nuw nsw i32 %408, 1
  %410 = shl i32 %408, 14
  %411 = and i32 %410, 16384
  %412 = xor i32 %411, 16384
  %413 = getelementptr inbounds nuw i8, ptr addrspace(3) @_ZZ15asm_mma_128x128E5tiles, i32 %412
  %414 = getelementptr i8, ptr addrspace(3) %413, i32 %27
  %415 = shl nsw i32 %409, 6
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %14, ptr addrspace(3) %414, i32 4, i32 %26, i32 %415, i32 0, i32 0)
  %416 = getelementptr i8, ptr addrspace(3) %414, i32 1024
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %14, ptr addrspace(3) %416, i32 4, i32 %31, i32 %415, i32 0, i32 0)
  %417 = getelementptr i8, ptr addrspace(3) %414, i32 2048
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %14, ptr addrspace(3) %417, i32 4, i32 %34, i32 %415, i32 0, i32 0)
  %418 = getelementptr i8, ptr addrspace(3) %414, i32 3072
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %14, ptr addrspace(3) %418, i32 4, i32 %37, i32 %415, i32 0, i32 0)
  %419 = getelementptr i8, ptr addrspace(3) %414, i32 4096
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %14, ptr addrspace(3) %419, i32 4, i32 %40, i32 %415, i32 0, i32 0)
  %420 = getelementptr i8, ptr addrspace(3) %414, i32 5120
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %14, ptr addrspace(3) %420, i32 4, i32 %43, i32 %415, i32 0, i32 0)
  %421 = getelementptr i8, ptr addrspace(3) %414, i32 6144
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %14, ptr addrspace(3) %421, i32 4, i32 %46, i32 %415, i32 0, i32 0)
  %422 = getelementptr i8, ptr addrspace(3) %414, i32 7168
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %14, ptr addrspace(3) %422, i32 4, i32 %49, i32 %415, i32 0, i32 0)
  %423 = getelementptr inbounds nuw i8, ptr addrspace(3) %413, i32 8192
  %424 = getelementptr i8, ptr addrspace(3) %423, i32 %27
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %20, ptr addrspace(3) %424, i32 4, i32 %26, i32 %415, i32 0, i32 0)
  %425 = getelementptr i8, ptr addrspace(3) %424, i32 1024
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %20, ptr addrspace(3) %425, i32 4, i32 %31, i32 %415, i32 0, i32 0)
  %426 = getelementptr i8, ptr addrspace(3) %424, i32 2048
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %20, ptr addrspace(3) %426, i32 4, i32 %34, i32 %415, i32 0, i32 0)
  %427 = getelementptr i8, ptr addrspace(3) %424, i32 3072
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %20, ptr addrspace(3) %427, i32 4, i32 %37, i32 %415, i32 0, i32 0)
  %428 = getelementptr i8, ptr addrspace(3) %424, i32 4096
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %20, ptr addrspace(3) %428, i32 4, i32 %40, i32 %415, i32 0, i32 0)
  %429 = getelementptr i8, ptr addrspace(3) %424, i32 5120
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %20, ptr addrspace(3) %429, i32 4, i32 %43, i32 %415, i32 0, i32 0)
  %430 = getelementptr i8, ptr addrspace(3) %424, i32 6144
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %20, ptr addrspace(3) %430, i32 4, i32 %46, i32 %415, i32 0, i32 0)
  %431 = getelementptr i8, ptr addrspace(3) %424, i32 7168
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %20, ptr addrspace(3) %431, i32 4, i32 %49, i32 %415, i32 0, i32 0)
  tail call void @llvm.amdgcn.s.waitcnt(i32 3952)
  tail call void @llvm.amdgcn.sched.barrier(i32 0)
  tail call void @llvm.amdgcn.s.waitcnt(i32 49279)
  tail call void @llvm.amdgcn.s.barrier()
  %432 = getelementptr inbounds nuw i8, ptr addrspace(3) @_ZZ15asm_mma_128x128E5tiles, i32 %411
  %433 = getelementptr half, ptr addrspace(3) %432, i32 %64
  %434 = getelementptr half, ptr addrspace(3) %433, i32 %66
  %435 = getelementptr inbounds nuw half, ptr addrspace(3) %434, i32 %68
  %436 = getelementptr inbounds nuw i8, ptr addrspace(3) %432, i32 8192
  %437 = getelementptr inbounds nuw half, ptr addrspace(3) %436, i32 %70
  %438 = getelementptr inbounds nuw half, ptr addrspace(3) %437, i32 %66
  %439 = getelementptr inbounds nuw half, ptr addrspace(3) %438, i32 %68
  %440 = load <4 x half>, ptr addrspace(3) %435, align 8, !tbaa !11
  %441 = getelementptr inbounds nuw i8, ptr addrspace(3) %435, i32 1024
  %442 = load <4 x half>, ptr addrspace(3) %441, align 8, !tbaa !11
  %443 = getelementptr inbounds nuw i8, ptr addrspace(3) %435, i32 2048
  %444 = load <4 x half>, ptr addrspace(3) %443, align 8, !tbaa !11
  %445 = shufflevector <4 x half> %444, <4 x half> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %446 = getelementptr inbounds nuw i8, ptr addrspace(3) %435, i32 3072
  %447 = load <4 x half>, ptr addrspace(3) %446, align 8, !tbaa !11
  %448 = shufflevector <4 x half> %447, <4 x half> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %449 = load <4 x half>, ptr addrspace(3) %439, align 8, !tbaa !11
  %450 = getelementptr inbounds nuw i8, ptr addrspace(3) %439, i32 1024
  %451 = load <4 x half>, ptr addrspace(3) %450, align 8, !tbaa !11
  %452 = shufflevector <4 x half> %449, <4 x half> %451, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %453 = getelementptr inbounds nuw i8, ptr addrspace(3) %439, i32 2048
  %454 = load <4 x half>, ptr addrspace(3) %453, align 8, !tbaa !11
  %455 = shufflevector <4 x half> %454, <4 x half> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %456 = shufflevector <16 x half> %452, <16 x half> %455, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 poison, i32 poison, i32 poison, i32 poison>
  %457 = getelementptr inbounds nuw i8, ptr addrspace(3) %439, i32 3072
  %458 = load <4 x half>, ptr addrspace(3) %457, align 8, !tbaa !11
  %459 = shufflevector <4 x half> %458, <4 x half> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %460 = shufflevector <16 x half> %456, <16 x half> %459, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 16, i32 17, i32 18, i32 19>
  %461 = shufflevector <4 x half> %440, <4 x half> %442, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %462 = shufflevector <16 x half> %461, <16 x half> %445, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 poison, i32 poison, i32 poison, i32 poison>
  %463 = shufflevector <16 x half> %462, <16 x half> %448, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 16, i32 17, i32 18, i32 19>
  %464 = bitcast <16 x half> %463 to <4 x i64>
  %465 = bitcast <16 x half> %460 to <4 x i64>
  %466 = extractelement <4 x i64> %465, i64 0
  %467 = bitcast i64 %466 to <4 x half>
  %468 = extractelement <4 x i64> %464, i64 0
  %469 = bitcast i64 %468 to <4 x half>
  %470 = tail call contract <4 x float> asm "v_mfma_f32_16x16x16_f16 $0, $1, $2, $0", "=v,v,v,0"(<4 x half> %469, <4 x half> %467, <4 x float> %407) #8, !srcloc !12
  %471 = extractelement <4 x i64> %465, i64 1
  %472 = bitcast i64 %471 to <4 x half>
  %473 = tail call contract <4 x float> asm "v_mfma_f32_16x16x16_f16 $0, $1, $2, $0", "=v,v,v,0"(<4 x half> %469, <4 x half> %472, <4 x float> %406) #8, !srcloc !12
  %474 = extractelement <4 x i64> %465, i64 2
  %475 = bitcast i64 %474 to <4 x half>
  %476 = tail call contract <4 x float> asm "v_mfma_f32_16x16x16_f16 $0, $1, $2, $0", "=v,v,v,0"(<4 x half> %469, <4 x half> %475, <4 x float> %405) #8, !srcloc !12
  %477 = extractelement <4 x i64> %465, i64 3
  %478 = bitcast i64 %477 to <4 x half>
  %479 = tail call contract <4 x float> asm "v_mfma_f32_16x16x16_f16 $0, $1, $2, $0", "=v,v,v,0"(<4 x half> %469, <4 x half> %478, <4 x float> %404) #8, !srcloc !12
  %480 = extractelement <4 x i64> %464, i64 1
  %481 = bitcast i64 %480 to <4 x half>
  %482 = tail call contract <4 x float> asm "v_mfma_f32_16x16x16_f16 $0, $1, $2, $0", "=v,v,v,0"(<4 x half> %481, <4 x half> %467, <4 x float> %403) #8, !srcloc !12
  %483 = tail call contract <4 x float> asm "v_mfma_f32_16x16x16_f16 $0, $1, $2, $0", "=v,v,v,0"(<4 x half> %481, <4 x half> %472, <4 x float> %402) #8, !srcloc !12
  %484 = tail call contract <4 x float> asm "v_mfma_f32_16x16x16_f16 $0, $1, $2, $0", "=v,v,v,0"(<4 x half> %481, <4 x half> %475, <4 x float> %401) #8, !srcloc !12
  %485 = tail call contract <4 x float> asm "v_mfma_f32_16x16x16_f16 $0, $1, $2, $0", "=v,v,v,0"(<4 x half> %481, <4 x half> %478, <4 x float> %400) #8, !srcloc !12
  %486 = extractelement <4 x i64> %464, i64 2
  %487 = bitcast i64 %486 to <4 x half>
  %488 = tail call contract <4 x float> asm "v_mfma_f32_16x16x16_f16 $0, $1, $2, $0", "=v,v,v,0"(<4 x half> %487, <4 x half> %467, <4 x float> %399) #8, !srcloc !12
  %489 = tail call contract <4 x float> asm "v_mfma_f32_16x16x16_f16 $0, $1, $2, $0", "=v,v,v,0"(<4 x half> %487, <4 x half> %472, <4 x float> %398) #8, !srcloc !12
  %490 = tail call contract <4 x float> asm "v_mfma_f32_16x16x16_f16 $0, $1, $2, $0", "=v,v,v,0"(<4 x half> %487, <4 x half> %475, <4 x float> %397) #8, !srcloc !12
  %491 = tail call contract <4 x float> asm "v_mfma_f32_16x16x16_f16 $0, $1, $2, $0", "=v,v,v,0"(<4 x half> %487, <4 x half> %478, <4 x float> %396) #8, !srcloc !12
  %492 = extractelement <4 x i64> %464, i64 3
  %493 = bitcast i64 %492 to <4 x half>
  %494 = tail call contract <4 x float> asm "v_mfma_f32_16x16x16_f16 $0, $1, $2, $0", "=v,v,v,0"(<4 x half> %493, <4 x half> %467, <4 x float> %395) #8, !srcloc !12
  %495 = tail call contract <4 x float> asm "v_mfma_f32_16x16x16_f16 $0, $1, $2, $0", "=v,v,v,0"(<4 x half> %493, <4 x half> %472, <4 x float> %394) #8, !srcloc !12
  %496 = tail call contract <4 x float> asm "v_mfma_f32_16x16x16_f16 $0, $1, $2, $0", "=v,v,v,0"(<4 x half> %493, <4 x half> %475, <4 x float> %393) #8, !srcloc !12
  %497 = tail call contract <4 x float> asm "v_mfma_f32_16x16x16_f16 $0, $1, $2, $0", "=v,v,v,0"(<4 x half> %493, <4 x half> %478, <4 x float> %392) #8, !srcloc !12
  %498 = getelementptr inbounds nuw i8, ptr addrspace(3) %435, i32 32
  %499 = load <4 x half>, ptr addrspace(3) %498, align 8, !tbaa !11
  %500 = getelementptr inbounds nuw i8, ptr addrspace(3) %435, i32 1056
  %501 = load <4 x half>, ptr addrspace(3) %500, align 8, !tbaa !11
  %502 = getelementptr inbounds nuw i8, ptr addrspace(3) %435, i32 2080
  %503 = load <4 x half>, ptr addrspace(3) %502, align 8, !tbaa !11
  %504 = shufflevector <4 x half> %503, <4 x half> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %505 = getelementptr inbounds nuw i8, ptr addrspace(3) %435, i32 3104
  %506 = load <4 x half>, ptr addrspace(3) %505, align 8, !tbaa !11
  %507 = shufflevector <4 x half> %506, <4 x half> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %508 = getelementptr inbounds nuw i8, ptr addrspace(3) %439, i32 32
  %509 = load <4 x half>, ptr addrspace(3) %508, align 8, !tbaa !11
  %510 = getelementptr inbounds nuw i8, ptr addrspace(3) %439, i32 1056
  %511 = load <4 x half>, ptr addrspace(3) %510, align 8, !tbaa !11
  %512 = shufflevector <4 x half> %509, <4 x half> %511, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %513 = getelementptr inbounds nuw i8, ptr addrspace(3) %439, i32 2080
  %514 = load <4 x half>, ptr addrspace(3) %513, align 8, !tbaa !11
  %515 = shufflevector <4 x half> %514, <4 x half> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %516 = shufflevector <16 x half> %512, <16 x half> %515, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 poison, i32 poison, i32 poison, i32 poison>
  %517 = getelementptr inbounds nuw i8, ptr addrspace(3) %439, i32 3104
  %518 = load <4 x half>, ptr addrspace(3) %517, align 8, !tbaa !11
  %519 = shufflevector <4 x half> %518, <4 x half> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %520 = shufflevector <16 x half> %516, <16 x half> %519, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 16, i32 17, i32 18, i32 19>
  %521 = shufflevector <4 x half> %499, <4 x half> %501, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %522 = shufflevector <16 x half> %521, <16 x half> %504, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 poison, i32 poison, i32 poison, i32 poison>
  %523 = shufflevector <16 x half> %522, <16 x half> %507, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 16, i32 17, i32 18, i32 19>
  %524 = bitcast <16 x half> %523 to <4 x i64>
  %525 = bitcast <16 x half> %520 to <4 x i64>
  %526 = extractelement <4 x i64> %525, i64 0
  %527 = bitcast i64 %526 to <4 x half>
  %528 = extractelement <4 x i64> %524, i64 0
  %529 = bitcast i64 %528 to <4 x half>
  %530 = tail call contract <4 x float> asm "v_mfma_f32_16x16x16_f16 $0, $1, $2, $0", "=v,v,v,0"(<4 x half> %529, <4 x half> %527, <4 x float> %470) #8, !srcloc !12
  %531 = extractelement <4 x i64> %525, i64 1
  %532 = bitcast i64 %531 to <4 x half>
  %533 = tail call contract <4 x float> asm "v_mfma_f32_16x16x16_f16 $0, $1, $2, $0", "=v,v,v,0"(<4 x half> %529, <4 x half> %532, <4 x float> %473) #8, !srcloc !12
  %534 = extractelement <4 x i64> %525, i64 2
  %535 = bitcast i64 %534 to <4 x half>
  %536 = tail call contract <4 x float> asm "v_mfma_f32_16x16x16_f16 $0, $1, $2, $0", "=v,v,v,0"(<4 x half> %529, <4 x half> %535, <4 x float> %476) #8, !srcloc !12
  %537 = extractelement <4 x i64> %525, i64 3
  %538 = bitcast i64 %537 to <4 x half>
  %539 = tail call contract <4 x float> asm "v_mfma_f32_16x16x16_f16 $0, $1, $2, $0", "=v,v,v,0"(<4 x half> %529, <4 x half> %538, <4 x float> %479) #8, !srcloc !12
  %540 = extractelement <4 x i64> %524, i64 1
  %541 = bitcast i64 %540 to <4 x half>
  %542 = tail call contract <4 x float> asm "v_mfma_f32_16x16x16_f16 $0, $1, $2, $0", "=v,v,v,0"(<4 x half> %541, <4 x half> %527, <4 x float> %482) #8, !srcloc !12
  %543 = tail call contract <4 x float> asm "v_mfma_f32_16x16x16_f16 $0, $1, $2, $0", "=v,v,v,0"(<4 x half> %541, <4 x half> %532, <4 x float> %483) #8, !srcloc !12
  %544 = tail call contract <4 x float> asm "v_mfma_f32_16x16x16_f16 $0, $1, $2, $0", "=v,v,v,0"(<4 x half> %541, <4 x half> %535, <4 x float> %484) #8, !srcloc !12
  %545 = tail call contract <4 x float> asm "v_mfma_f32_16x16x16_f16 $0, $1, $2, $0", "=v,v,v,0"(<4 x half> %541, <4 x half> %538, <4 x float> %485) #8, !srcloc !12
  %546 = extractelement <4 x i64> %524, i64 2
  %547 = bitcast i64 %546 to <4 x half>
  %548 = tail call contract <4 x float> asm "v_mfma_f32_16x16x16_f16 $0, $1, $2, $0", "=v,v,v,0"(<4 x half> %547, <4 x half> %527, <4 x float> %488) #8, !srcloc !12
  %549 = tail call contract <4 x float> asm "v_mfma_f32_16x16x16_f16 $0, $1, $2, $0", "=v,v,v,0"(<4 x half> %547, <4 x half> %532, <4 x float> %489) #8, !srcloc !12
  %550 = tail call contract <4 x float> asm "v_mfma_f32_16x16x16_f16 $0, $1, $2, $0", "=v,v,v,0"(<4 x half> %547, <4 x half> %535, <4 x float> %490) #8, !srcloc !12
  %551 = tail call contract <4 x float> asm "v_mfma_f32_16x16x16_f16 $0, $1, $2, $0", "=v,v,v,0"(<4 x half> %547, <4 x half> %538, <4 x float> %491) #8, !srcloc !12
  %552 = extractelement <4 x i64> %524, i64 3
  %553 = bitcast i64 %552 to <4 x half>
  %554 = tail call contract <4 x float> asm "v_mfma_f32_16x16x16_f16 $0, $1, $2, $0", "=v,v,v,0"(<4 x half> %553, <4 x half> %527, <4 x float> %494) #8, !srcloc !12
  %555 = tail call contract <4 x float> asm "v_mfma_f32_16x16x16_f16 $0, $1, $2, $0", "=v,v,v,0"(<4 x half> %553, <4 x half> %532, <4 x float> %495) #8, !srcloc !12
  %556 = tail call contract <4 x float> asm "v_mfma_f32_16x16x16_f16 $0, $1, $2, $0", "=v,v,v,0"(<4 x half> %553, <4 x half> %535, <4 x float> %496) #8, !srcloc !12
  %557 = tail call contract <4 x float> asm "v_mfma_f32_16x16x16_f16 $0, $1, $2, $0", "=v,v,v,0"(<4 x half> %553, <4 x half> %538, <4 x float> %497) #8, !srcloc !12
  tail call void @llvm.amdgcn.s.barrier()
  %558 = icmp eq i32 %409, %3
  br i1 %558, label %71, label %391, !llvm.loop !13
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x() #1

; Function Attrs: convergent mustprogress nocallback nocreateundeforpoison nofree nounwind willreturn memory(none)
declare i32 @llvm.amdgcn.readfirstlane.i32(i32) #2

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.amdgcn.workgroup.id.x() #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.amdgcn.workgroup.id.y() #1

; Function Attrs: mustprogress nocallback nofree nounwind willreturn
declare void @llvm.amdgcn.s.waitcnt(i32 immarg) #3

; Function Attrs: convergent mustprogress nocallback nofree nounwind willreturn
declare void @llvm.amdgcn.sched.barrier(i32 immarg) #4

; Function Attrs: convergent mustprogress nocallback nofree nounwind willreturn
declare void @llvm.amdgcn.s.barrier() #4

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly captures(none), ptr addrspace(3) writeonly captures(none), i32 immarg, i32, i32, i32 immarg, i32 immarg) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) readnone, i16, i64, i32) #6

attributes #0 = { convergent mustprogress norecurse nounwind "amdgpu-agpr-alloc"="0" "amdgpu-flat-work-group-size"="256,256" "amdgpu-no-cluster-id-x" "amdgpu-no-cluster-id-y" "amdgpu-no-cluster-id-z" "amdgpu-no-completion-action" "amdgpu-no-default-queue" "amdgpu-no-dispatch-id" "amdgpu-no-dispatch-ptr" "amdgpu-no-flat-scratch-init" "amdgpu-no-heap-ptr" "amdgpu-no-hostcall-ptr" "amdgpu-no-implicitarg-ptr" "amdgpu-no-lds-kernel-id" "amdgpu-no-multigrid-sync-arg" "amdgpu-no-queue-ptr" "amdgpu-no-workgroup-id-x" "amdgpu-no-workgroup-id-z" "amdgpu-no-workitem-id-x" "amdgpu-no-workitem-id-y" "amdgpu-no-workitem-id-z" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="gfx942" "target-features"="+16-bit-insts,+atomic-buffer-global-pk-add-f16-insts,+atomic-ds-pk-add-16-insts,+atomic-fadd-rtn-insts,+atomic-flat-pk-add-16-insts,+atomic-fmin-fmax-global-f64,+atomic-global-pk-add-bf16-inst,+ci-insts,+cube-insts,+cvt-pknorm-vop2-insts,+dl-insts,+dot1-insts,+dot10-insts,+dot2-insts,+dot3-insts,+dot4-insts,+dot5-insts,+dot6-insts,+dot7-insts,+dpp,+fp8-conversion-insts,+fp8-insts,+gfx8-insts,+gfx9-insts,+gfx90a-insts,+gfx940-insts,+lerp-inst,+mai-insts,+qsad-insts,+s-memrealtime,+s-memtime-inst,+sad-insts,+wavefrontsize64,+xf32-insts" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { convergent mustprogress nocallback nocreateundeforpoison nofree nounwind willreturn memory(none) }
attributes #3 = { mustprogress nocallback nofree nounwind willreturn }
attributes #4 = { convergent mustprogress nocallback nofree nounwind willreturn }
attributes #5 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
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
!8 = !{i64 2637}
!9 = !{!10, !10, i64 0}
!10 = !{!"float", !6, i64 0}
!11 = !{!6, !6, i64 0}
!12 = !{i64 413}
!13 = distinct !{!13, !14, !15}
!14 = !{!"llvm.loop.mustprogress"}
!15 = !{!"llvm.loop.unroll.disable"}
