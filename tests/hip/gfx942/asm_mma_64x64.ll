; ModuleID = 'asm_mma.hip'
source_filename = "asm_mma.hip"
target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@_ZZ13asm_mma_64x64E5tiles = internal addrspace(3) global [16384 x i8] undef, align 16
@__hip_cuid_5bbd7dbb96b7ae22 = addrspace(1) global i8 0
@llvm.compiler.used = appending addrspace(1) global [1 x ptr] [ptr addrspacecast (ptr addrspace(1) @__hip_cuid_5bbd7dbb96b7ae22 to ptr)], section "llvm.metadata"

; Function Attrs: convergent mustprogress norecurse nounwind
define protected amdgpu_kernel void @asm_mma_64x64(ptr addrspace(1) noundef readonly captures(none) %0, ptr addrspace(1) noundef readonly captures(none) %1, ptr addrspace(1) noundef writeonly captures(none) %2, i32 noundef %3, i32 noundef %4) local_unnamed_addr #0 {
  %6 = tail call i32 @llvm.amdgcn.workitem.id.x()
  %7 = tail call i32 @llvm.amdgcn.readfirstlane.i32(i32 %6)
  %8 = lshr i32 %7, 6
  %9 = tail call i32 @llvm.amdgcn.workgroup.id.x()
  %10 = shl i32 %9, 6
  %11 = mul i32 %4, %10
  %12 = zext i32 %11 to i64
  %13 = getelementptr inbounds nuw half, ptr addrspace(1) %0, i64 %12
  %14 = tail call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %13, i16 0, i64 1073741824, i32 159744)
  %15 = tail call i32 @llvm.amdgcn.workgroup.id.y()
  %16 = shl i32 %15, 6
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
  %28 = getelementptr i8, ptr addrspace(3) @_ZZ13asm_mma_64x64E5tiles, i32 %27
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
  %38 = getelementptr i8, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ13asm_mma_64x64E5tiles, i32 4096), i32 %27
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %20, ptr addrspace(3) %38, i32 4, i32 %26, i32 0, i32 0, i32 0)
  %39 = getelementptr i8, ptr addrspace(3) %38, i32 1024
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %20, ptr addrspace(3) %39, i32 4, i32 %31, i32 0, i32 0, i32 0)
  %40 = getelementptr i8, ptr addrspace(3) %38, i32 2048
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %20, ptr addrspace(3) %40, i32 4, i32 %34, i32 0, i32 0, i32 0)
  %41 = getelementptr i8, ptr addrspace(3) %38, i32 3072
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %20, ptr addrspace(3) %41, i32 4, i32 %37, i32 0, i32 0, i32 0)
  %42 = icmp sgt i32 %3, 0
  br i1 %42, label %46, label %43

43:                                               ; preds = %5
  %44 = lshr i32 %6, 2
  %45 = and i32 %44, 12
  br label %55

46:                                               ; preds = %5
  %47 = shl i32 %7, 3
  %48 = and i32 %47, -1024
  %49 = shl nuw nsw i32 %6, 5
  %50 = and i32 %49, 480
  %51 = lshr i32 %6, 2
  %52 = and i32 %51, 12
  %53 = shl i32 %8, 10
  %54 = and i32 %53, 1024
  br label %154

55:                                               ; preds = %154, %43
  %56 = phi i32 [ %45, %43 ], [ %52, %154 ]
  %57 = phi <4 x float> [ zeroinitializer, %43 ], [ %228, %154 ]
  %58 = phi <4 x float> [ zeroinitializer, %43 ], [ %227, %154 ]
  %59 = phi <4 x float> [ zeroinitializer, %43 ], [ %224, %154 ]
  %60 = phi <4 x float> [ zeroinitializer, %43 ], [ %221, %154 ]
  tail call void asm sideeffect "s_nop 15", ""() #7, !srcloc !8
  %61 = lshr i32 %7, 2
  %62 = and i32 %61, 1073741792
  %63 = add i32 %62, %10
  %64 = mul i32 %63, %4
  %65 = zext i32 %64 to i64
  %66 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %65
  %67 = zext i32 %16 to i64
  %68 = getelementptr inbounds nuw float, ptr addrspace(1) %66, i64 %67
  %69 = shl nuw nsw i32 %8, 5
  %70 = and i32 %69, 32
  %71 = zext nneg i32 %70 to i64
  %72 = getelementptr inbounds nuw float, ptr addrspace(1) %68, i64 %71
  %73 = and i32 %6, 15
  %74 = extractelement <4 x float> %60, i64 0
  %75 = mul nsw i32 %56, %4
  %76 = add i32 %73, %75
  %77 = sext i32 %76 to i64
  %78 = getelementptr inbounds float, ptr addrspace(1) %72, i64 %77
  store float %74, ptr addrspace(1) %78, align 4, !tbaa !9
  %79 = extractelement <4 x float> %60, i64 1
  %80 = or disjoint i32 %56, 1
  %81 = mul nsw i32 %80, %4
  %82 = add i32 %73, %81
  %83 = sext i32 %82 to i64
  %84 = getelementptr inbounds float, ptr addrspace(1) %72, i64 %83
  store float %79, ptr addrspace(1) %84, align 4, !tbaa !9
  %85 = extractelement <4 x float> %60, i64 2
  %86 = or disjoint i32 %56, 2
  %87 = mul nsw i32 %86, %4
  %88 = add i32 %73, %87
  %89 = sext i32 %88 to i64
  %90 = getelementptr inbounds float, ptr addrspace(1) %72, i64 %89
  store float %85, ptr addrspace(1) %90, align 4, !tbaa !9
  %91 = extractelement <4 x float> %60, i64 3
  %92 = or disjoint i32 %56, 3
  %93 = mul nsw i32 %92, %4
  %94 = add i32 %73, %93
  %95 = sext i32 %94 to i64
  %96 = getelementptr inbounds float, ptr addrspace(1) %72, i64 %95
  store float %91, ptr addrspace(1) %96, align 4, !tbaa !9
  %97 = or disjoint i32 %73, 16
  %98 = extractelement <4 x float> %59, i64 0
  %99 = add i32 %97, %75
  %100 = sext i32 %99 to i64
  %101 = getelementptr inbounds float, ptr addrspace(1) %72, i64 %100
  store float %98, ptr addrspace(1) %101, align 4, !tbaa !9
  %102 = extractelement <4 x float> %59, i64 1
  %103 = add i32 %97, %81
  %104 = sext i32 %103 to i64
  %105 = getelementptr inbounds float, ptr addrspace(1) %72, i64 %104
  store float %102, ptr addrspace(1) %105, align 4, !tbaa !9
  %106 = extractelement <4 x float> %59, i64 2
  %107 = add i32 %97, %87
  %108 = sext i32 %107 to i64
  %109 = getelementptr inbounds float, ptr addrspace(1) %72, i64 %108
  store float %106, ptr addrspace(1) %109, align 4, !tbaa !9
  %110 = extractelement <4 x float> %59, i64 3
  %111 = add i32 %97, %93
  %112 = sext i32 %111 to i64
  %113 = getelementptr inbounds float, ptr addrspace(1) %72, i64 %112
  store float %110, ptr addrspace(1) %113, align 4, !tbaa !9
  %114 = or disjoint i32 %56, 16
  %115 = extractelement <4 x float> %58, i64 0
  %116 = mul nsw i32 %114, %4
  %117 = add i32 %73, %116
  %118 = sext i32 %117 to i64
  %119 = getelementptr inbounds float, ptr addrspace(1) %72, i64 %118
  store float %115, ptr addrspace(1) %119, align 4, !tbaa !9
  %120 = extractelement <4 x float> %58, i64 1
  %121 = or disjoint i32 %56, 17
  %122 = mul nsw i32 %121, %4
  %123 = add i32 %73, %122
  %124 = sext i32 %123 to i64
  %125 = getelementptr inbounds float, ptr addrspace(1) %72, i64 %124
  store float %120, ptr addrspace(1) %125, align 4, !tbaa !9
  %126 = extractelement <4 x float> %58, i64 2
  %127 = or disjoint i32 %56, 18
  %128 = mul nsw i32 %127, %4
  %129 = add i32 %73, %128
  %130 = sext i32 %129 to i64
  %131 = getelementptr inbounds float, ptr addrspace(1) %72, i64 %130
  store float %126, ptr addrspace(1) %131, align 4, !tbaa !9
  %132 = extractelement <4 x float> %58, i64 3
  %133 = or disjoint i32 %56, 19
  %134 = mul nsw i32 %133, %4
  %135 = add i32 %73, %134
  %136 = sext i32 %135 to i64
  %137 = getelementptr inbounds float, ptr addrspace(1) %72, i64 %136
  store float %132, ptr addrspace(1) %137, align 4, !tbaa !9
  %138 = extractelement <4 x float> %57, i64 0
  %139 = add i32 %97, %116
  %140 = sext i32 %139 to i64
  %141 = getelementptr inbounds float, ptr addrspace(1) %72, i64 %140
  store float %138, ptr addrspace(1) %141, align 4, !tbaa !9
  %142 = extractelement <4 x float> %57, i64 1
  %143 = add i32 %97, %122
  %144 = sext i32 %143 to i64
  %145 = getelementptr inbounds float, ptr addrspace(1) %72, i64 %144
  store float %142, ptr addrspace(1) %145, align 4, !tbaa !9
  %146 = extractelement <4 x float> %57, i64 2
  %147 = add i32 %97, %128
  %148 = sext i32 %147 to i64
  %149 = getelementptr inbounds float, ptr addrspace(1) %72, i64 %148
  store float %146, ptr addrspace(1) %149, align 4, !tbaa !9
  %150 = extractelement <4 x float> %57, i64 3
  %151 = add i32 %97, %134
  %152 = sext i32 %151 to i64
  %153 = getelementptr inbounds float, ptr addrspace(1) %72, i64 %152
  store float %150, ptr addrspace(1) %153, align 4, !tbaa !9
  ret void

154:                                              ; preds = %46, %154
  %155 = phi <4 x float> [ zeroinitializer, %46 ], [ %228, %154 ]
  %156 = phi <4 x float> [ zeroinitializer, %46 ], [ %227, %154 ]
  %157 = phi <4 x float> [ zeroinitializer, %46 ], [ %224, %154 ]
  %158 = phi <4 x float> [ zeroinitializer, %46 ], [ %221, %154 ]
  %159 = phi i32 [ 0, %46 ], [ %160, %154 ]
  %160 = add nuw nsw i32 %159, 1
  %161 = shl i32 %159, 13
  %162 = and i32 %161, 8192
  %163 = xor i32 %162, 8192
  %164 = getelementptr inbounds nuw i8, ptr addrspace(3) @_ZZ13asm_mma_64x64E5tiles, i32 %163
  %165 = getelementptr i8, ptr addrspace(3) %164, i32 %27
  %166 = shl nsw i32 %160, 6
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %14, ptr addrspace(3) %165, i32 4, i32 %26, i32 %166, i32 0, i32 0)
  %167 = getelementptr i8, ptr addrspace(3) %165, i32 1024
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %14, ptr addrspace(3) %167, i32 4, i32 %31, i32 %166, i32 0, i32 0)
  %168 = getelementptr i8, ptr addrspace(3) %165, i32 2048
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %14, ptr addrspace(3) %168, i32 4, i32 %34, i32 %166, i32 0, i32 0)
  %169 = getelementptr i8, ptr addrspace(3) %165, i32 3072
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %14, ptr addrspace(3) %169, i32 4, i32 %37, i32 %166, i32 0, i32 0)
  %170 = getelementptr inbounds nuw i8, ptr addrspace(3) %164, i32 4096
  %171 = getelementptr i8, ptr addrspace(3) %170, i32 %27
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %20, ptr addrspace(3) %171, i32 4, i32 %26, i32 %166, i32 0, i32 0)
  %172 = getelementptr i8, ptr addrspace(3) %171, i32 1024
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %20, ptr addrspace(3) %172, i32 4, i32 %31, i32 %166, i32 0, i32 0)
  %173 = getelementptr i8, ptr addrspace(3) %171, i32 2048
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %20, ptr addrspace(3) %173, i32 4, i32 %34, i32 %166, i32 0, i32 0)
  %174 = getelementptr i8, ptr addrspace(3) %171, i32 3072
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %20, ptr addrspace(3) %174, i32 4, i32 %37, i32 %166, i32 0, i32 0)
  tail call void @llvm.amdgcn.s.waitcnt(i32 3960)
  tail call void @llvm.amdgcn.sched.barrier(i32 0)
  tail call void @llvm.amdgcn.s.waitcnt(i32 49279)
  tail call void @llvm.amdgcn.s.barrier()
  %175 = getelementptr inbounds nuw i8, ptr addrspace(3) @_ZZ13asm_mma_64x64E5tiles, i32 %162
  %176 = getelementptr half, ptr addrspace(3) %175, i32 %48
  %177 = getelementptr half, ptr addrspace(3) %176, i32 %50
  %178 = getelementptr inbounds nuw half, ptr addrspace(3) %177, i32 %52
  %179 = getelementptr inbounds nuw i8, ptr addrspace(3) %175, i32 4096
  %180 = getelementptr inbounds nuw half, ptr addrspace(3) %179, i32 %54
  %181 = getelementptr inbounds nuw half, ptr addrspace(3) %180, i32 %50
  %182 = getelementptr inbounds nuw half, ptr addrspace(3) %181, i32 %52
  %183 = load <4 x half>, ptr addrspace(3) %178, align 8, !tbaa !11
  %184 = getelementptr inbounds nuw i8, ptr addrspace(3) %178, i32 1024
  %185 = load <4 x half>, ptr addrspace(3) %184, align 8, !tbaa !11
  %186 = load <4 x half>, ptr addrspace(3) %182, align 8, !tbaa !11
  %187 = getelementptr inbounds nuw i8, ptr addrspace(3) %182, i32 1024
  %188 = load <4 x half>, ptr addrspace(3) %187, align 8, !tbaa !11
  %189 = shufflevector <4 x half> %186, <4 x half> %188, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %190 = shufflevector <4 x half> %183, <4 x half> %185, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %191 = bitcast <8 x half> %190 to <2 x i64>
  %192 = bitcast <8 x half> %189 to <2 x i64>
  %193 = extractelement <2 x i64> %192, i64 0
  %194 = bitcast i64 %193 to <4 x half>
  %195 = extractelement <2 x i64> %191, i64 0
  %196 = bitcast i64 %195 to <4 x half>
  %197 = tail call contract <4 x float> asm "v_mfma_f32_16x16x16_f16 $0, $1, $2, $0", "=v,v,v,0"(<4 x half> %196, <4 x half> %194, <4 x float> %158) #8, !srcloc !12
  %198 = extractelement <2 x i64> %192, i64 1
  %199 = bitcast i64 %198 to <4 x half>
  %200 = tail call contract <4 x float> asm "v_mfma_f32_16x16x16_f16 $0, $1, $2, $0", "=v,v,v,0"(<4 x half> %196, <4 x half> %199, <4 x float> %157) #8, !srcloc !12
  %201 = extractelement <2 x i64> %191, i64 1
  %202 = bitcast i64 %201 to <4 x half>
  %203 = tail call contract <4 x float> asm "v_mfma_f32_16x16x16_f16 $0, $1, $2, $0", "=v,v,v,0"(<4 x half> %202, <4 x half> %194, <4 x float> %156) #8, !srcloc !12
  %204 = tail call contract <4 x float> asm "v_mfma_f32_16x16x16_f16 $0, $1, $2, $0", "=v,v,v,0"(<4 x half> %202, <4 x half> %199, <4 x float> %155) #8, !srcloc !12
  %205 = getelementptr inbounds nuw i8, ptr addrspace(3) %178, i32 32
  %206 = load <4 x half>, ptr addrspace(3) %205, align 8, !tbaa !11
  %207 = getelementptr inbounds nuw i8, ptr addrspace(3) %178, i32 1056
  %208 = load <4 x half>, ptr addrspace(3) %207, align 8, !tbaa !11
  %209 = getelementptr inbounds nuw i8, ptr addrspace(3) %182, i32 32
  %210 = load <4 x half>, ptr addrspace(3) %209, align 8, !tbaa !11
  %211 = getelementptr inbounds nuw i8, ptr addrspace(3) %182, i32 1056
  %212 = load <4 x half>, ptr addrspace(3) %211, align 8, !tbaa !11
  %213 = shufflevector <4 x half> %210, <4 x half> %212, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %214 = shufflevector <4 x half> %206, <4 x half> %208, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %215 = bitcast <8 x half> %214 to <2 x i64>
  %216 = bitcast <8 x half> %213 to <2 x i64>
  %217 = extractelement <2 x i64> %216, i64 0
  %218 = bitcast i64 %217 to <4 x half>
  %219 = extractelement <2 x i64> %215, i64 0
  %220 = bitcast i64 %219 to <4 x half>
  %221 = tail call contract <4 x float> asm "v_mfma_f32_16x16x16_f16 $0, $1, $2, $0", "=v,v,v,0"(<4 x half> %220, <4 x half> %218, <4 x float> %197) #8, !srcloc !12
  %222 = extractelement <2 x i64> %216, i64 1
  %223 = bitcast i64 %222 to <4 x half>
  %224 = tail call contract <4 x float> asm "v_mfma_f32_16x16x16_f16 $0, $1, $2, $0", "=v,v,v,0"(<4 x half> %220, <4 x half> %223, <4 x float> %200) #8, !srcloc !12
  %225 = extractelement <2 x i64> %215, i64 1
  %226 = bitcast i64 %225 to <4 x half>
  %227 = tail call contract <4 x float> asm "v_mfma_f32_16x16x16_f16 $0, $1, $2, $0", "=v,v,v,0"(<4 x half> %226, <4 x half> %218, <4 x float> %203) #8, !srcloc !12
  %228 = tail call contract <4 x float> asm "v_mfma_f32_16x16x16_f16 $0, $1, $2, $0", "=v,v,v,0"(<4 x half> %226, <4 x half> %223, <4 x float> %204) #8, !srcloc !12
  tail call void @llvm.amdgcn.s.barrier()
  %229 = icmp eq i32 %160, %3
  br i1 %229, label %55, label %154, !llvm.loop !13
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
