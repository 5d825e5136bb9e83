; ModuleID = 'ring.hip'
source_filename = "ring.hip"
target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@_ZZL4gemmILi128ELi128ELi4EEvPKDF16_S1_PfiiE5tiles = internal addrspace(3) global [65536 x i8] undef, align 16
@__hip_cuid_de4a1c839dac8016 = addrspace(1) global i8 0
@llvm.compiler.used = appending addrspace(1) global [1 x ptr] [ptr addrspacecast (ptr addrspace(1) @__hip_cuid_de4a1c839dac8016 to ptr)], section "llvm.metadata"

; Function Attrs: convergent mustprogress norecurse nounwind
define protected amdgpu_kernel void @ring_128x128_r4(ptr addrspace(1) noundef readonly captures(none) %0, ptr addrspace(1) noundef readonly captures(none) %1, ptr addrspace(1) noundef writeonly captures(none) %2, i32 noundef %3, i32 noundef %4) local_unnamed_addr #0 {
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
  %21 = lshr i32 %6, 2
  %22 = shl nuw nsw i32 %6, 4
  %23 = and i32 %22, 48
  %24 = shl nsw i32 %8, 10
  %25 = getelementptr i8, ptr addrspace(3) @_ZZL4gemmILi128ELi128ELi4EEvPKDF16_S1_PfiiE5tiles, i32 %24
  %26 = shl nuw nsw i32 %21, 1
  %27 = mul i32 %26, %4
  %28 = add nsw i32 %27, %23
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %14, ptr addrspace(3) %25, i32 16, i32 %28, i32 0, i32 0, i32 0)
  %29 = getelementptr inbounds nuw i8, ptr addrspace(3) %25, i32 8192
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %20, ptr addrspace(3) nonnull %29, i32 16, i32 %28, i32 0, i32 0, i32 0)
  %30 = getelementptr inbounds nuw i8, ptr addrspace(3) %25, i32 16384
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %14, ptr addrspace(3) nonnull %30, i32 16, i32 %28, i32 64, i32 0, i32 0)
  %31 = getelementptr inbounds nuw i8, ptr addrspace(3) %25, i32 24576
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %20, ptr addrspace(3) nonnull %31, i32 16, i32 %28, i32 64, i32 0, i32 0)
  %32 = getelementptr inbounds nuw i8, ptr addrspace(3) %25, i32 32768
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %14, ptr addrspace(3) nonnull %32, i32 16, i32 %28, i32 128, i32 0, i32 0)
  %33 = getelementptr inbounds nuw i8, ptr addrspace(3) %25, i32 40960
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %20, ptr addrspace(3) nonnull %33, i32 16, i32 %28, i32 128, i32 0, i32 0)
  %34 = lshr i32 %7, 8
  %35 = and i32 %6, 15
  %36 = shl i32 %34, 12
  %37 = shl nuw nsw i32 %35, 6
  %38 = lshr i32 %6, 4
  %39 = and i32 %38, 3
  %40 = shl nuw nsw i32 %39, 4
  %41 = and i32 %8, 3
  %42 = shl nuw nsw i32 %41, 11
  tail call void @llvm.amdgcn.s.waitcnt(i32 3956)
  %43 = icmp ugt i32 %7, 255
  br i1 %43, label %44, label %45

44:                                               ; preds = %5
  tail call void @llvm.amdgcn.s.barrier()
  br label %45

45:                                               ; preds = %44, %5
  %46 = icmp sgt i32 %3, 0
  br i1 %46, label %47, label %57

47:                                               ; preds = %45
  %48 = mul i32 %21, %4
  %49 = or disjoint i32 %40, %36
  %50 = or disjoint i32 %40, %42
  %51 = add i32 %37, add (i32 ptrtoint (ptr addrspace(3) @_ZZL4gemmILi128ELi128ELi4EEvPKDF16_S1_PfiiE5tiles to i32), i32 8192)
  %52 = add i32 %51, %50
  %53 = add i32 %37, ptrtoint (ptr addrspace(3) @_ZZL4gemmILi128ELi128ELi4EEvPKDF16_S1_PfiiE5tiles to i32)
  %54 = add i32 %53, %49
  %55 = shl i32 %48, 1
  %56 = add nsw i32 %55, %23
  br label %67

57:                                               ; preds = %67, %45
  %58 = phi <4 x float> [ zeroinitializer, %45 ], [ %126, %67 ]
  %59 = phi <4 x float> [ zeroinitializer, %45 ], [ %125, %67 ]
  %60 = phi <4 x float> [ zeroinitializer, %45 ], [ %122, %67 ]
  %61 = phi <4 x float> [ zeroinitializer, %45 ], [ %121, %67 ]
  %62 = phi <4 x float> [ zeroinitializer, %45 ], [ %118, %67 ]
  %63 = phi <4 x float> [ zeroinitializer, %45 ], [ %117, %67 ]
  %64 = phi <4 x float> [ zeroinitializer, %45 ], [ %114, %67 ]
  %65 = phi <4 x float> [ zeroinitializer, %45 ], [ %111, %67 ]
  %66 = icmp ult i32 %7, 256
  br i1 %66, label %132, label %133

67:                                               ; preds = %47, %67
  %68 = phi <4 x float> [ zeroinitializer, %47 ], [ %126, %67 ]
  %69 = phi <4 x float> [ zeroinitializer, %47 ], [ %125, %67 ]
  %70 = phi <4 x float> [ zeroinitializer, %47 ], [ %122, %67 ]
  %71 = phi <4 x float> [ zeroinitializer, %47 ], [ %121, %67 ]
  %72 = phi <4 x float> [ zeroinitializer, %47 ], [ %118, %67 ]
  %73 = phi <4 x float> [ zeroinitializer, %47 ], [ %117, %67 ]
  %74 = phi <4 x float> [ zeroinitializer, %47 ], [ %114, %67 ]
  %75 = phi <4 x float> [ zeroinitializer, %47 ], [ %111, %67 ]
  %76 = phi i32 [ 0, %47 ], [ %129, %67 ]
  %77 = phi i32 [ 0, %47 ], [ %130, %67 ]
  tail call void @llvm.amdgcn.s.waitcnt(i32 3956)
  tail call void @llvm.amdgcn.s.barrier()
  tail call void @llvm.amdgcn.sched.barrier(i32 0)
  %78 = shl nsw i32 %76, 14
  %79 = add i32 %52, %78
  %80 = tail call contract noundef <8 x half> asm sideeffect "ds_read_b128 $0, $1 offset:$2", "=v,v,i,~{memory}"(i32 %79, i32 0) #9, !srcloc !8
  %81 = add i32 %79, 1024
  %82 = tail call contract noundef <8 x half> asm sideeffect "ds_read_b128 $0, $1 offset:$2", "=v,v,i,~{memory}"(i32 %81, i32 0) #9, !srcloc !8
  %83 = add i32 %54, %78
  %84 = tail call contract noundef <8 x half> asm sideeffect "ds_read_b128 $0, $1 offset:$2", "=v,v,i,~{memory}"(i32 %83, i32 0) #9, !srcloc !8
  %85 = add i32 %83, 1024
  %86 = tail call contract noundef <8 x half> asm sideeffect "ds_read_b128 $0, $1 offset:$2", "=v,v,i,~{memory}"(i32 %85, i32 0) #9, !srcloc !8
  %87 = shufflevector <8 x half> %84, <8 x half> %86, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %88 = add i32 %83, 2048
  %89 = tail call contract noundef <8 x half> asm sideeffect "ds_read_b128 $0, $1 offset:$2", "=v,v,i,~{memory}"(i32 %88, i32 0) #9, !srcloc !8
  %90 = shufflevector <8 x half> %89, <8 x half> poison, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %91 = shufflevector <32 x half> %87, <32 x half> %90, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %92 = add i32 %83, 3072
  %93 = tail call contract noundef <8 x half> asm sideeffect "ds_read_b128 $0, $1 offset:$2", "=v,v,i,~{memory}"(i32 %92, i32 0) #9, !srcloc !8
  %94 = shufflevector <8 x half> %93, <8 x half> poison, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %95 = shufflevector <32 x half> %91, <32 x half> %94, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39>
  %96 = shufflevector <8 x half> %80, <8 x half> %82, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %97 = icmp sgt i32 %76, 0
  %98 = select i1 %97, i32 -1, i32 3
  %99 = add nsw i32 %98, %76
  %100 = shl nsw i32 %99, 14
  %101 = getelementptr i8, ptr addrspace(3) %25, i32 %100
  %102 = shl i32 %77, 6
  %103 = add i32 %102, 192
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %14, ptr addrspace(3) %101, i32 16, i32 %56, i32 %103, i32 0, i32 0)
  %104 = getelementptr inbounds nuw i8, ptr addrspace(3) %101, i32 8192
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %20, ptr addrspace(3) nonnull %104, i32 16, i32 %56, i32 %103, i32 0, i32 0)
  tail call void @llvm.amdgcn.s.waitcnt(i32 49279)
  tail call void @llvm.amdgcn.sched.barrier(i32 0)
  tail call void @llvm.amdgcn.s.setprio(i16 1)
  %105 = bitcast <32 x half> %95 to <4 x i128>
  %106 = bitcast <16 x half> %96 to <2 x i128>
  %107 = extractelement <2 x i128> %106, i64 0
  %108 = bitcast i128 %107 to <8 x half>
  %109 = extractelement <4 x i128> %105, i64 0
  %110 = bitcast i128 %109 to <8 x half>
  %111 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %110, <8 x half> %108, <4 x float> %75, i32 0, i32 0, i32 0)
  %112 = extractelement <2 x i128> %106, i64 1
  %113 = bitcast i128 %112 to <8 x half>
  %114 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %110, <8 x half> %113, <4 x float> %74, i32 0, i32 0, i32 0)
  %115 = extractelement <4 x i128> %105, i64 1
  %116 = bitcast i128 %115 to <8 x half>
  %117 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %116, <8 x half> %108, <4 x float> %73, i32 0, i32 0, i32 0)
  %118 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %116, <8 x half> %113, <4 x float> %72, i32 0, i32 0, i32 0)
  %119 = extractelement <4 x i128> %105, i64 2
  %120 = bitcast i128 %119 to <8 x half>
  %121 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %120, <8 x half> %108, <4 x float> %71, i32 0, i32 0, i32 0)
  %122 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %120, <8 x half> %113, <4 x float> %70, i32 0, i32 0, i32 0)
  %123 = extractelement <4 x i128> %105, i64 3
  %124 = bitcast i128 %123 to <8 x half>
  %125 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %124, <8 x half> %108, <4 x float> %69, i32 0, i32 0, i32 0)
  %126 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %124, <8 x half> %113, <4 x float> %68, i32 0, i32 0, i32 0)
  tail call void @llvm.amdgcn.s.setprio(i16 0)
  tail call void @llvm.amdgcn.s.waitcnt(i32 3956)
  tail call void @llvm.amdgcn.s.barrier()
  tail call void @llvm.amdgcn.sched.barrier(i32 0)
  %127 = add nsw i32 %76, 1
  %128 = icmp eq i32 %127, 4
  %129 = select i1 %128, i32 0, i32 %127
  %130 = add nuw nsw i32 %77, 1
  %131 = icmp eq i32 %130, %3
  br i1 %131, label %57, label %67, !llvm.loop !9

132:                                              ; preds = %57
  tail call void @llvm.amdgcn.s.barrier()
  br label %133

133:                                              ; preds = %132, %57
  %134 = shl nuw nsw i32 %34, 6
  %135 = add i32 %134, %10
  %136 = mul i32 %135, %4
  %137 = zext i32 %136 to i64
  %138 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %137
  %139 = zext i32 %16 to i64
  %140 = getelementptr inbounds nuw float, ptr addrspace(1) %138, i64 %139
  %141 = shl nuw nsw i32 %41, 5
  %142 = zext nneg i32 %141 to i64
  %143 = getelementptr inbounds nuw float, ptr addrspace(1) %140, i64 %142
  %144 = shl nuw nsw i32 %39, 2
  %145 = extractelement <4 x float> %65, i64 0
  %146 = mul nsw i32 %144, %4
  %147 = add i32 %35, %146
  %148 = sext i32 %147 to i64
  %149 = getelementptr inbounds float, ptr addrspace(1) %143, i64 %148
  store float %145, ptr addrspace(1) %149, align 4, !tbaa !12
  %150 = extractelement <4 x float> %65, i64 1
  %151 = or disjoint i32 %144, 1
  %152 = mul nsw i32 %151, %4
  %153 = add i32 %35, %152
  %154 = sext i32 %153 to i64
  %155 = getelementptr inbounds float, ptr addrspace(1) %143, i64 %154
  store float %150, ptr addrspace(1) %155, align 4, !tbaa !12
  %156 = extractelement <4 x float> %65, i64 2
  %157 = or disjoint i32 %144, 2
  %158 = mul nsw i32 %157, %4
  %159 = add i32 %35, %158
  %160 = sext i32 %159 to i64
  %161 = getelementptr inbounds float, ptr addrspace(1) %143, i64 %160
  store float %156, ptr addrspace(1) %161, align 4, !tbaa !12
  %162 = extractelement <4 x float> %65, i64 3
  %163 = or disjoint i32 %144, 3
  %164 = mul nsw i32 %163, %4
  %165 = add i32 %35, %164
  %166 = sext i32 %165 to i64
  %167 = getelementptr inbounds float, ptr addrspace(1) %143, i64 %166
  store float %162, ptr addrspace(1) %167, align 4, !tbaa !12
  %168 = or disjoint i32 %35, 16
  %169 = extractelement <4 x float> %64, i64 0
  %170 = add i32 %168, %146
  %171 = sext i32 %170 to i64
  %172 = getelementptr inbounds float, ptr addrspace(1) %143, i64 %171
  store float %169, ptr addrspace(1) %172, align 4, !tbaa !12
  %173 = extractelement <4 x float> %64, i64 1
  %174 = add i32 %168, %152
  %175 = sext i32 %174 to i64
  %176 = getelementptr inbounds float, ptr addrspace(1) %143, i64 %175
  store float %173, ptr addrspace(1) %176, align 4, !tbaa !12
  %177 = extractelement <4 x float> %64, i64 2
  %178 = add i32 %168, %158
  %179 = sext i32 %178 to i64
  %180 = getelementptr inbounds float, ptr addrspace(1) %143, i64 %179
  store float %177, ptr addrspace(1) %180, align 4, !tbaa !12
  %181 = extractelement <4 x float> %64, i64 3
  %182 = add i32 %168, %164
  %183 = sext i32 %182 to i64
  %184 = getelementptr inbounds float, ptr addrspace(1) %143, i64 %183
  store float %181, ptr addrspace(1) %184, align 4, !tbaa !12
  %185 = or disjoint i32 %144, 16
  %186 = extractelement <4 x float> %63, i64 0
  %187 = mul nsw i32 %185, %4
  %188 = add i32 %35, %187
  %189 = sext i32 %188 to i64
  %190 = getelementptr inbounds float, ptr addrspace(1) %143, i64 %189
  store float %186, ptr addrspace(1) %190, align 4, !tbaa !12
  %191 = extractelement <4 x float> %63, i64 1
  %192 = or disjoint i32 %144, 17
  %193 = mul nsw i32 %192, %4
  %194 = add i32 %35, %193
  %195 = sext i32 %194 to i64
  %196 = getelementptr inbounds float, ptr addrspace(1) %143, i64 %195
  store float %191, ptr addrspace(1) %196, align 4, !tbaa !12
  %197 = extractelement <4 x float> %63, i64 2
  %198 = or disjoint i32 %144, 18
  %199 = mul nsw i32 %198, %4
  %200 = add i32 %35, %199
  %201 = sext i32 %200 to i64
  %202 = getelementptr inbounds float, ptr addrspace(1) %143, i64 %201
  store float %197, ptr addrspace(1) %202, align 4, !tbaa !12
  %203 = extractelement <4 x float> %63, i64 3
  %204 = or disjoint i32 %144, 19
  %205 = mul nsw i32 %204, %4
  %206 = add i32 %35, %205
  %207 = sext i32 %206 to i64
  %208 = getelementptr inbounds float, ptr addrspace(1) %143, i64 %207
  store float %203, ptr addrspace(1) %208, align 4, !tbaa !12
  %209 = extractelement <4 x float> %62, i64 0
  %210 = add i32 %168, %187
  %211 = sext i32 %210 to i64
  %212 = getelementptr inbounds float, ptr addrspace(1) %143, i64 %211
  store float %209, ptr addrspace(1) %212, align 4, !tbaa !12
  %213 = extractelement <4 x float> %62, i64 1
  %214 = add i32 %168, %193
  %215 = sext i32 %214 to i64
  %216 = getelementptr inbounds float, ptr addrspace(1) %143, i64 %215
  store float %213, ptr addrspace(1) %216, align 4, !tbaa !12
  %217 = extractelement <4 x float> %62, i64 2
  %218 = add i32 %168, %199
  %219 = sext i32 %218 to i64
  %220 = getelementptr inbounds float, ptr addrspace(1) %143, i64 %219
  store float %217, ptr addrspace(1) %220, align 4, !tbaa !12
  %221 = extractelement <4 x float> %62, i64 3
  %222 = add i32 %168, %205
  %223 = sext i32 %222 to i64
  %224 = getelementptr inbounds float, ptr addrspace(1) %143, i64 %223
  store float %221, ptr addrspace(1) %224, align 4, !tbaa !12
  %225 = or disjoint i32 %144, 32
  %226 = extractelement <4 x float> %61, i64 0
  %227 = mul nsw i32 %225, %4
  %228 = add i32 %35, %227
  %229 = sext i32 %228 to i64
  %230 = getelementptr inbounds float, ptr addrspace(1) %143, i64 %229
  store float %226, ptr addrspace(1) %230, align 4, !tbaa !12
  %231 = extractelement <4 x float> %61, i64 1
  %232 = or disjoint i32 %144, 33
  %233 = mul nsw i32 %232, %4
  %234 = add i32 %35, %233
  %235 = sext i32 %234 to i64
  %236 = getelementptr inbounds float, ptr addrspace(1) %143, i64 %235
  store float %231, ptr addrspace(1) %236, align 4, !tbaa !12
  %237 = extractelement <4 x float> %61, i64 2
  %238 = or disjoint i32 %144, 34
  %239 = mul nsw i32 %238, %4
  %240 = add i32 %35, %239
  %241 = sext i32 %240 to i64
  %242 = getelementptr inbounds float, ptr addrspace(1) %143, i64 %241
  store float %237, ptr addrspace(1) %242, align 4, !tbaa !12
  %243 = extractelement <4 x float> %61, i64 3
  %244 = or disjoint i32 %144, 35
  %245 = mul nsw i32 %244, %4
  %246 = add i32 %35, %245
  %247 = sext i32 %246 to i64
  %248 = getelementptr inbounds float, ptr addrspace(1) %143, i64 %247
  store float %243, ptr addrspace(1) %248, align 4, !tbaa !12
  %249 = extractelement <4 x float> %60, i64 0
  %250 = add i32 %168, %227
  %251 = sext i32 %250 to i64
  %252 = getelementptr inbounds float, ptr addrspace(1) %143, i64 %251
  store float %249, ptr addrspace(1) %252, align 4, !tbaa !12
  %253 = extractelement <4 x float> %60, i64 1
  %254 = add i32 %168, %233
  %255 = sext i32 %254 to i64
  %256 = getelementptr inbounds float, ptr addrspace(1) %143, i64 %255
  store float %253, ptr addrspace(1) %256, align 4, !tbaa !12
  %257 = extractelement <4 x float> %60, i64 2
  %258 = add i32 %168, %239
  %259 = sext i32 %258 to i64
  %260 = getelementptr inbounds float, ptr addrspace(1) %143, i64 %259
  store float %257, ptr addrspace(1) %260, align 4, !tbaa !12
  %261 = extractelement <4 x float> %60, i64 3
  %262 = add i32 %168, %245
  %263 = sext i32 %262 to i64
  %264 = getelementptr inbounds float, ptr addrspace(1) %143, i64 %263
  store float %261, ptr addrspace(1) %264, align 4, !tbaa !12
  %265 = or disjoint i32 %144, 48
  %266 = extractelement <4 x float> %59, i64 0
  %267 = mul nsw i32 %265, %4
  %268 = add i32 %35, %267
  %269 = sext i32 %268 to i64
  %270 = getelementptr inbounds float, ptr addrspace(1) %143, i64 %269
  store float %266, ptr addrspace(1) %270, align 4, !tbaa !12
  %271 = extractelement <4 x float> %59, i64 1
  %272 = or disjoint i32 %144, 49
  %273 = mul nsw i32 %272, %4
  %274 = add i32 %35, %273
  %275 = sext i32 %274 to i64
  %276 = getelementptr inbounds float, ptr addrspace(1) %143, i64 %275
  store float %271, ptr addrspace(1) %276, align 4, !tbaa !12
  %277 = extractelement <4 x float> %59, i64 2
  %278 = or disjoint i32 %144, 50
  %279 = mul nsw i32 %278, %4
  %280 = add i32 %35, %279
  %281 = sext i32 %280 to i64
  %282 = getelementptr inbounds float, ptr addrspace(1) %143, i64 %281
  store float %277, ptr addrspace(1) %282, align 4, !tbaa !12
  %283 = extractelement <4 x float> %59, i64 3
  %284 = or disjoint i32 %144, 51
  %285 = mul nsw i32 %284, %4
  %286 = add i32 %35, %285
  %287 = sext i32 %286 to i64
  %288 = getelementptr inbounds float, ptr addrspace(1) %143, i64 %287
  store float %283, ptr addrspace(1) %288, align 4, !tbaa !12
  %289 = extractelement <4 x float> %58, i64 0
  %290 = add i32 %168, %267
  %291 = sext i32 %290 to i64
  %292 = getelementptr inbounds float, ptr addrspace(1) %143, i64 %291
  store float %289, ptr addrspace(1) %292, align 4, !tbaa !12
  %293 = extractelement <4 x float> %58, i64 1
  %294 = add i32 %168, %273
  %295 = sext i32 %294 to i64
  %296 = getelementptr inbounds float, ptr addrspace(1) %143, i64 %295
  store float %293, ptr addrspace(1) %296, align 4, !tbaa !12
  %297 = extractelement <4 x float> %58, i64 2
  %298 = add i32 %168, %279
  %299 = sext i32 %298 to i64
  %300 = getelementptr inbounds float, ptr addrspace(1) %143, i64 %299
  store float %297, ptr addrspace(1) %300, align 4, !tbaa !12
  %301 = extractelement <4 x float> %58, i64 3
  %302 = add i32 %168, %285
  %303 = sext i32 %302 to i64
  %304 = getelementptr inbounds float, ptr addrspace(1) %143, i64 %303
  store float %301, ptr addrspace(1) %304, align 4, !tbaa !12
  ret void
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
declare void @llvm.amdgcn.sched.barrier(i32 immarg) #3

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn
declare void @llvm.amdgcn.s.setprio(i16 immarg) #4

; Function Attrs: convergent mustprogress nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half>, <8 x half>, <4 x float>, i32 immarg, i32 immarg, i32 immarg) #5

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly captures(none), ptr addrspace(3) writeonly captures(none), i32 immarg, i32, i32, i32 immarg, i32 immarg) #6

; Function Attrs: mustprogress nocallback nofree nounwind willreturn
declare void @llvm.amdgcn.s.waitcnt(i32 immarg) #7

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) readnone, i16, i64, i32) #8

attributes #0 = { convergent mustprogress norecurse nounwind "amdgpu-agpr-alloc"="0" "amdgpu-flat-work-group-size"="512,512" "amdgpu-no-cluster-id-x" "amdgpu-no-cluster-id-y" "amdgpu-no-cluster-id-z" "amdgpu-no-completion-action" "amdgpu-no-default-queue" "amdgpu-no-dispatch-id" "amdgpu-no-dispatch-ptr" "amdgpu-no-flat-scratch-init" "amdgpu-no-heap-ptr" "amdgpu-no-hostcall-ptr" "amdgpu-no-implicitarg-ptr" "amdgpu-no-lds-kernel-id" "amdgpu-no-multigrid-sync-arg" "amdgpu-no-queue-ptr" "amdgpu-no-workgroup-id-x" "amdgpu-no-workgroup-id-z" "amdgpu-no-workitem-id-x" "amdgpu-no-workitem-id-y" "amdgpu-no-workitem-id-z" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="gfx950" "target-features"="+16-bit-insts,+ashr-pk-insts,+atomic-buffer-global-pk-add-f16-insts,+atomic-buffer-pk-add-bf16-inst,+atomic-ds-pk-add-16-insts,+atomic-fadd-rtn-insts,+atomic-flat-pk-add-16-insts,+atomic-fmin-fmax-global-f64,+atomic-global-pk-add-bf16-inst,+bf8-cvt-scale-insts,+bitop3-insts,+ci-insts,+cube-insts,+cvt-pknorm-vop2-insts,+dl-insts,+dot1-insts,+dot10-insts,+dot12-insts,+dot13-insts,+dot2-insts,+dot3-insts,+dot4-insts,+dot5-insts,+dot6-insts,+dot7-insts,+dpp,+f16bf16-to-fp6bf6-cvt-scale-insts,+f32-to-f16bf16-cvt-sr-insts,+fp4-cvt-scale-insts,+fp6bf6-cvt-scale-insts,+fp8-conversion-insts,+fp8-cvt-scale-insts,+fp8-insts,+gfx8-insts,+gfx9-insts,+gfx90a-insts,+gfx940-insts,+gfx950-insts,+lerp-inst,+mai-insts,+permlane16-swap,+permlane32-swap,+prng-inst,+qsad-insts,+s-memrealtime,+s-memtime-inst,+sad-insts,+wavefrontsize64" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { convergent mustprogress nocallback nocreateundeforpoison nofree nounwind willreturn memory(none) }
attributes #3 = { convergent mustprogress nocallback nofree nounwind willreturn }
attributes #4 = { mustprogress nocallback nofree nosync nounwind willreturn }
attributes #5 = { convergent mustprogress nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none) }
attributes #6 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #7 = { mustprogress nocallback nofree nounwind willreturn }
attributes #8 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #9 = { convergent nounwind }

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
!8 = !{i64 208}
!9 = distinct !{!9, !10, !11}
!10 = !{!"llvm.loop.mustprogress"}
!11 = !{!"llvm.loop.unroll.disable"}
!12 = !{!13, !13, i64 0}
!13 = !{!"float", !6, i64 0}
