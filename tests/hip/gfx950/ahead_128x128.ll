; ModuleID = 'ahead.hip'
source_filename = "ahead.hip"
target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@_ZZ13ahead_128x128E5tiles = internal addrspace(3) global [32768 x i8] undef, align 16
@__hip_cuid_5a1c455e138646ca = addrspace(1) global i8 0
@llvm.compiler.used = appending addrspace(1) global [1 x ptr] [ptr addrspacecast (ptr addrspace(1) @__hip_cuid_5a1c455e138646ca to ptr)], section "llvm.metadata"

; Function Attrs: convergent mustprogress norecurse nounwind
define protected amdgpu_kernel void @ahead_128x128(ptr addrspace(1) noundef readonly captures(none) %0, ptr addrspace(1) noundef readonly captures(none) %1, ptr addrspace(1) noundef writeonly %2, i32 noundef %3, i32 noundef %4) local_unnamed_addr #0 {
  %6 = tail call i32 @llvm.amdgcn.workitem.id.x()
  %7 = tail call i32 @llvm.amdgcn.readfirstlane.i32(i32 %6)
  %8 = lshr i32 %7, 6
  %9 = tail call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %0, i16 0, i64 1073741824, i32 159744)
  %10 = tail call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %1, i16 0, i64 1073741824, i32 159744)
  %11 = lshr i32 %6, 1
  %12 = and i32 %11, 510
  %13 = mul i32 %12, %4
  %14 = shl nuw nsw i32 %6, 4
  %15 = and i32 %14, 48
  %16 = add nsw i32 %13, %15
  %17 = lshr i32 %7, 7
  %18 = and i32 %6, 15
  %19 = shl i32 %17, 12
  %20 = shl nuw nsw i32 %18, 6
  %21 = lshr i32 %6, 4
  %22 = and i32 %21, 3
  %23 = shl nuw nsw i32 %22, 4
  %24 = add i32 %20, ptrtoint (ptr addrspace(3) @_ZZ13ahead_128x128E5tiles to i32)
  %25 = add i32 %24, %23
  %26 = add i32 %25, %19
  %27 = and i32 %8, 1
  %28 = shl nuw nsw i32 %27, 12
  %29 = add i32 %20, add (i32 ptrtoint (ptr addrspace(3) @_ZZ13ahead_128x128E5tiles to i32), i32 8192)
  %30 = add i32 %29, %23
  %31 = add i32 %30, %28
  %32 = shl nsw i32 %8, 10
  %33 = getelementptr inbounds nuw i8, ptr addrspace(3) @_ZZ13ahead_128x128E5tiles, i32 %32
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %9, ptr addrspace(3) %33, i32 16, i32 %16, i32 0, i32 0, i32 0)
  %34 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ13ahead_128x128E5tiles, i32 8192), i32 %32
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %10, ptr addrspace(3) nonnull %34, i32 16, i32 %16, i32 0, i32 0, i32 0)
  %35 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ13ahead_128x128E5tiles, i32 4096), i32 %32
  %36 = shl i32 %4, 7
  %37 = add nsw i32 %16, %36
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %9, ptr addrspace(3) nonnull %35, i32 16, i32 %37, i32 0, i32 0, i32 0)
  %38 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ13ahead_128x128E5tiles, i32 12288), i32 %32
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %10, ptr addrspace(3) nonnull %38, i32 16, i32 %37, i32 0, i32 0, i32 0)
  %39 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ13ahead_128x128E5tiles, i32 16384), i32 %32
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %9, ptr addrspace(3) nonnull %39, i32 16, i32 %16, i32 64, i32 0, i32 0)
  %40 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ13ahead_128x128E5tiles, i32 24576), i32 %32
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %10, ptr addrspace(3) nonnull %40, i32 16, i32 %16, i32 64, i32 0, i32 0)
  %41 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ13ahead_128x128E5tiles, i32 20480), i32 %32
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %9, ptr addrspace(3) nonnull %41, i32 16, i32 %37, i32 64, i32 0, i32 0)
  %42 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ13ahead_128x128E5tiles, i32 28672), i32 %32
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %10, ptr addrspace(3) nonnull %42, i32 16, i32 %37, i32 64, i32 0, i32 0)
  tail call void @llvm.amdgcn.s.waitcnt(i32 3956)
  tail call void @llvm.amdgcn.s.barrier()
  %43 = tail call contract noundef <8 x half> asm sideeffect "ds_read_b128 $0, $1 offset:$2", "=v,v,i,~{memory}"(i32 %26, i32 0) #8, !srcloc !8
  %44 = tail call contract noundef <8 x half> asm sideeffect "ds_read_b128 $0, $1 offset:$2", "=v,v,i,~{memory}"(i32 %31, i32 0) #8, !srcloc !8
  %45 = add i32 %26, 1024
  %46 = tail call contract noundef <8 x half> asm sideeffect "ds_read_b128 $0, $1 offset:$2", "=v,v,i,~{memory}"(i32 %45, i32 0) #8, !srcloc !8
  %47 = add nuw i32 %31, 1024
  %48 = tail call contract noundef <8 x half> asm sideeffect "ds_read_b128 $0, $1 offset:$2", "=v,v,i,~{memory}"(i32 %47, i32 0) #8, !srcloc !8
  %49 = add i32 %26, 2048
  %50 = tail call contract noundef <8 x half> asm sideeffect "ds_read_b128 $0, $1 offset:$2", "=v,v,i,~{memory}"(i32 %49, i32 0) #8, !srcloc !8
  %51 = add nuw i32 %31, 2048
  %52 = tail call contract noundef <8 x half> asm sideeffect "ds_read_b128 $0, $1 offset:$2", "=v,v,i,~{memory}"(i32 %51, i32 0) #8, !srcloc !8
  %53 = add i32 %26, 3072
  %54 = tail call contract noundef <8 x half> asm sideeffect "ds_read_b128 $0, $1 offset:$2", "=v,v,i,~{memory}"(i32 %53, i32 0) #8, !srcloc !8
  %55 = add nuw i32 %31, 3072
  %56 = tail call contract noundef <8 x half> asm sideeffect "ds_read_b128 $0, $1 offset:$2", "=v,v,i,~{memory}"(i32 %55, i32 0) #8, !srcloc !8
  %57 = icmp sgt i32 %3, 0
  br i1 %57, label %58, label %69

58:                                               ; preds = %5
  %59 = shufflevector <8 x half> %44, <8 x half> %48, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %60 = shufflevector <8 x half> %52, <8 x half> poison, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %61 = shufflevector <32 x half> %59, <32 x half> %60, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %62 = shufflevector <8 x half> %56, <8 x half> poison, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %63 = shufflevector <32 x half> %61, <32 x half> %62, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39>
  %64 = shufflevector <8 x half> %43, <8 x half> %46, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %65 = shufflevector <8 x half> %50, <8 x half> poison, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %66 = shufflevector <32 x half> %64, <32 x half> %65, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %67 = shufflevector <8 x half> %54, <8 x half> poison, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %68 = shufflevector <32 x half> %66, <32 x half> %67, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39>
  br label %381

69:                                               ; preds = %381, %5
  %70 = phi <4 x float> [ zeroinitializer, %5 ], [ %476, %381 ]
  %71 = phi <4 x float> [ zeroinitializer, %5 ], [ %475, %381 ]
  %72 = phi <4 x float> [ zeroinitializer, %5 ], [ %474, %381 ]
  %73 = phi <4 x float> [ zeroinitializer, %5 ], [ %473, %381 ]
  %74 = phi <4 x float> [ zeroinitializer, %5 ], [ %470, %381 ]
  %75 = phi <4 x float> [ zeroinitializer, %5 ], [ %469, %381 ]
  %76 = phi <4 x float> [ zeroinitializer, %5 ], [ %468, %381 ]
  %77 = phi <4 x float> [ zeroinitializer, %5 ], [ %467, %381 ]
  %78 = phi <4 x float> [ zeroinitializer, %5 ], [ %464, %381 ]
  %79 = phi <4 x float> [ zeroinitializer, %5 ], [ %463, %381 ]
  %80 = phi <4 x float> [ zeroinitializer, %5 ], [ %462, %381 ]
  %81 = phi <4 x float> [ zeroinitializer, %5 ], [ %461, %381 ]
  %82 = phi <4 x float> [ zeroinitializer, %5 ], [ %458, %381 ]
  %83 = phi <4 x float> [ zeroinitializer, %5 ], [ %455, %381 ]
  %84 = phi <4 x float> [ zeroinitializer, %5 ], [ %452, %381 ]
  %85 = phi <4 x float> [ zeroinitializer, %5 ], [ %449, %381 ]
  %86 = shl nuw nsw i32 %17, 6
  %87 = shl nuw nsw i32 %22, 2
  %88 = or disjoint i32 %86, %87
  %89 = shl nuw nsw i32 %27, 6
  %90 = or disjoint i32 %89, %18
  %91 = extractelement <4 x float> %85, i64 0
  %92 = mul nsw i32 %88, %4
  %93 = add i32 %90, %92
  %94 = sext i32 %93 to i64
  %95 = getelementptr inbounds float, ptr addrspace(1) %2, i64 %94
  store float %91, ptr addrspace(1) %95, align 4, !tbaa !9
  %96 = extractelement <4 x float> %85, i64 1
  %97 = or disjoint i32 %88, 1
  %98 = mul nsw i32 %97, %4
  %99 = add i32 %90, %98
  %100 = sext i32 %99 to i64
  %101 = getelementptr inbounds float, ptr addrspace(1) %2, i64 %100
  store float %96, ptr addrspace(1) %101, align 4, !tbaa !9
  %102 = extractelement <4 x float> %85, i64 2
  %103 = or disjoint i32 %88, 2
  %104 = mul nsw i32 %103, %4
  %105 = add i32 %90, %104
  %106 = sext i32 %105 to i64
  %107 = getelementptr inbounds float, ptr addrspace(1) %2, i64 %106
  store float %102, ptr addrspace(1) %107, align 4, !tbaa !9
  %108 = extractelement <4 x float> %85, i64 3
  %109 = or disjoint i32 %88, 3
  %110 = mul nsw i32 %109, %4
  %111 = add i32 %90, %110
  %112 = sext i32 %111 to i64
  %113 = getelementptr inbounds float, ptr addrspace(1) %2, i64 %112
  store float %108, ptr addrspace(1) %113, align 4, !tbaa !9
  %114 = or disjoint i32 %90, 16
  %115 = extractelement <4 x float> %84, i64 0
  %116 = add i32 %114, %92
  %117 = sext i32 %116 to i64
  %118 = getelementptr inbounds float, ptr addrspace(1) %2, i64 %117
  store float %115, ptr addrspace(1) %118, align 4, !tbaa !9
  %119 = extractelement <4 x float> %84, i64 1
  %120 = add i32 %114, %98
  %121 = sext i32 %120 to i64
  %122 = getelementptr inbounds float, ptr addrspace(1) %2, i64 %121
  store float %119, ptr addrspace(1) %122, align 4, !tbaa !9
  %123 = extractelement <4 x float> %84, i64 2
  %124 = add i32 %114, %104
  %125 = sext i32 %124 to i64
  %126 = getelementptr inbounds float, ptr addrspace(1) %2, i64 %125
  store float %123, ptr addrspace(1) %126, align 4, !tbaa !9
  %127 = extractelement <4 x float> %84, i64 3
  %128 = add i32 %114, %110
  %129 = sext i32 %128 to i64
  %130 = getelementptr inbounds float, ptr addrspace(1) %2, i64 %129
  store float %127, ptr addrspace(1) %130, align 4, !tbaa !9
  %131 = or disjoint i32 %90, 32
  %132 = extractelement <4 x float> %83, i64 0
  %133 = add i32 %131, %92
  %134 = sext i32 %133 to i64
  %135 = getelementptr inbounds float, ptr addrspace(1) %2, i64 %134
  store float %132, ptr addrspace(1) %135, align 4, !tbaa !9
  %136 = extractelement <4 x float> %83, i64 1
  %137 = add i32 %131, %98
  %138 = sext i32 %137 to i64
  %139 = getelementptr inbounds float, ptr addrspace(1) %2, i64 %138
  store float %136, ptr addrspace(1) %139, align 4, !tbaa !9
  %140 = extractelement <4 x float> %83, i64 2
  %141 = add i32 %131, %104
  %142 = sext i32 %141 to i64
  %143 = getelementptr inbounds float, ptr addrspace(1) %2, i64 %142
  store float %140, ptr addrspace(1) %143, align 4, !tbaa !9
  %144 = extractelement <4 x float> %83, i64 3
  %145 = add i32 %131, %110
  %146 = sext i32 %145 to i64
  %147 = getelementptr inbounds float, ptr addrspace(1) %2, i64 %146
  store float %144, ptr addrspace(1) %147, align 4, !tbaa !9
  %148 = or disjoint i32 %90, 48
  %149 = extractelement <4 x float> %82, i64 0
  %150 = add i32 %148, %92
  %151 = sext i32 %150 to i64
  %152 = getelementptr inbounds float, ptr addrspace(1) %2, i64 %151
  store float %149, ptr addrspace(1) %152, align 4, !tbaa !9
  %153 = extractelement <4 x float> %82, i64 1
  %154 = add i32 %148, %98
  %155 = sext i32 %154 to i64
  %156 = getelementptr inbounds float, ptr addrspace(1) %2, i64 %155
  store float %153, ptr addrspace(1) %156, align 4, !tbaa !9
  %157 = extractelement <4 x float> %82, i64 2
  %158 = add i32 %148, %104
  %159 = sext i32 %158 to i64
  %160 = getelementptr inbounds float, ptr addrspace(1) %2, i64 %159
  store float %157, ptr addrspace(1) %160, align 4, !tbaa !9
  %161 = extractelement <4 x float> %82, i64 3
  %162 = add i32 %148, %110
  %163 = sext i32 %162 to i64
  %164 = getelementptr inbounds float, ptr addrspace(1) %2, i64 %163
  store float %161, ptr addrspace(1) %164, align 4, !tbaa !9
  %165 = or disjoint i32 %88, 16
  %166 = extractelement <4 x float> %81, i64 0
  %167 = mul nsw i32 %165, %4
  %168 = add i32 %90, %167
  %169 = sext i32 %168 to i64
  %170 = getelementptr inbounds float, ptr addrspace(1) %2, i64 %169
  store float %166, ptr addrspace(1) %170, align 4, !tbaa !9
  %171 = extractelement <4 x float> %81, i64 1
  %172 = or disjoint i32 %88, 17
  %173 = mul nsw i32 %172, %4
  %174 = add i32 %90, %173
  %175 = sext i32 %174 to i64
  %176 = getelementptr inbounds float, ptr addrspace(1) %2, i64 %175
  store float %171, ptr addrspace(1) %176, align 4, !tbaa !9
  %177 = extractelement <4 x float> %81, i64 2
  %178 = or disjoint i32 %88, 18
  %179 = mul nsw i32 %178, %4
  %180 = add i32 %90, %179
  %181 = sext i32 %180 to i64
  %182 = getelementptr inbounds float, ptr addrspace(1) %2, i64 %181
  store float %177, ptr addrspace(1) %182, align 4, !tbaa !9
  %183 = extractelement <4 x float> %81, i64 3
  %184 = or disjoint i32 %88, 19
  %185 = mul nsw i32 %184, %4
  %186 = add i32 %90, %185
  %187 = sext i32 %186 to i64
  %188 = getelementptr inbounds float, ptr addrspace(1) %2, i64 %187
  store float %183, ptr addrspace(1) %188, align 4, !tbaa !9
  %189 = extractelement <4 x float> %80, i64 0
  %190 = add i32 %114, %167
  %191 = sext i32 %190 to i64
  %192 = getelementptr inbounds float, ptr addrspace(1) %2, i64 %191
  store float %189, ptr addrspace(1) %192, align 4, !tbaa !9
  %193 = extractelement <4 x float> %80, i64 1
  %194 = add i32 %114, %173
  %195 = sext i32 %194 to i64
  %196 = getelementptr inbounds float, ptr addrspace(1) %2, i64 %195
  store float %193, ptr addrspace(1) %196, align 4, !tbaa !9
  %197 = extractelement <4 x float> %80, i64 2
  %198 = add i32 %114, %179
  %199 = sext i32 %198 to i64
  %200 = getelementptr inbounds float, ptr addrspace(1) %2, i64 %199
  store float %197, ptr addrspace(1) %200, align 4, !tbaa !9
  %201 = extractelement <4 x float> %80, i64 3
  %202 = add i32 %114, %185
  %203 = sext i32 %202 to i64
  %204 = getelementptr inbounds float, ptr addrspace(1) %2, i64 %203
  store float %201, ptr addrspace(1) %204, align 4, !tbaa !9
  %205 = extractelement <4 x float> %79, i64 0
  %206 = add i32 %131, %167
  %207 = sext i32 %206 to i64
  %208 = getelementptr inbounds float, ptr addrspace(1) %2, i64 %207
  store float %205, ptr addrspace(1) %208, align 4, !tbaa !9
  %209 = extractelement <4 x float> %79, i64 1
  %210 = add i32 %131, %173
  %211 = sext i32 %210 to i64
  %212 = getelementptr inbounds float, ptr addrspace(1) %2, i64 %211
  store float %209, ptr addrspace(1) %212, align 4, !tbaa !9
  %213 = extractelement <4 x float> %79, i64 2
  %214 = add i32 %131, %179
  %215 = sext i32 %214 to i64
  %216 = getelementptr inbounds float, ptr addrspace(1) %2, i64 %215
  store float %213, ptr addrspace(1) %216, align 4, !tbaa !9
  %217 = extractelement <4 x float> %79, i64 3
  %218 = add i32 %131, %185
  %219 = sext i32 %218 to i64
  %220 = getelementptr inbounds float, ptr addrspace(1) %2, i64 %219
  store float %217, ptr addrspace(1) %220, align 4, !tbaa !9
  %221 = extractelement <4 x float> %78, i64 0
  %222 = add i32 %148, %167
  %223 = sext i32 %222 to i64
  %224 = getelementptr inbounds float, ptr addrspace(1) %2, i64 %223
  store float %221, ptr addrspace(1) %224, align 4, !tbaa !9
  %225 = extractelement <4 x float> %78, i64 1
  %226 = add i32 %148, %173
  %227 = sext i32 %226 to i64
  %228 = getelementptr inbounds float, ptr addrspace(1) %2, i64 %227
  store float %225, ptr addrspace(1) %228, align 4, !tbaa !9
  %229 = extractelement <4 x float> %78, i64 2
  %230 = add i32 %148, %179
  %231 = sext i32 %230 to i64
  %232 = getelementptr inbounds float, ptr addrspace(1) %2, i64 %231
  store float %229, ptr addrspace(1) %232, align 4, !tbaa !9
  %233 = extractelement <4 x float> %78, i64 3
  %234 = add i32 %148, %185
  %235 = sext i32 %234 to i64
  %236 = getelementptr inbounds float, ptr addrspace(1) %2, i64 %235
  store float %233, ptr addrspace(1) %236, align 4, !tbaa !9
  %237 = or disjoint i32 %88, 32
  %238 = extractelement <4 x float> %77, i64 0
  %239 = mul nsw i32 %237, %4
  %240 = add i32 %90, %239
  %241 = sext i32 %240 to i64
  %242 = getelementptr inbounds float, ptr addrspace(1) %2, i64 %241
  store float %238, ptr addrspace(1) %242, align 4, !tbaa !9
  %243 = extractelement <4 x float> %77, i64 1
  %244 = or disjoint i32 %88, 33
  %245 = mul nsw i32 %244, %4
  %246 = add i32 %90, %245
  %247 = sext i32 %246 to i64
  %248 = getelementptr inbounds float, ptr addrspace(1) %2, i64 %247
  store float %243, ptr addrspace(1) %248, align 4, !tbaa !9
  %249 = extractelement <4 x float> %77, i64 2
  %250 = or disjoint i32 %88, 34
  %251 = mul nsw i32 %250, %4
  %252 = add i32 %90, %251
  %253 = sext i32 %252 to i64
  %254 = getelementptr inbounds float, ptr addrspace(1) %2, i64 %253
  store float %249, ptr addrspace(1) %254, align 4, !tbaa !9
  %255 = extractelement <4 x float> %77, i64 3
  %256 = or disjoint i32 %88, 35
  %257 = mul nsw i32 %256, %4
  %258 = add i32 %90, %257
  %259 = sext i32 %258 to i64
  %260 = getelementptr inbounds float, ptr addrspace(1) %2, i64 %259
  store float %255, ptr addrspace(1) %260, align 4, !tbaa !9
  %261 = extractelement <4 x float> %76, i64 0
  %262 = add i32 %114, %239
  %263 = sext i32 %262 to i64
  %264 = getelementptr inbounds float, ptr addrspace(1) %2, i64 %263
  store float %261, ptr addrspace(1) %264, align 4, !tbaa !9
  %265 = extractelement <4 x float> %76, i64 1
  %266 = add i32 %114, %245
  %267 = sext i32 %266 to i64
  %268 = getelementptr inbounds float, ptr addrspace(1) %2, i64 %267
  store float %265, ptr addrspace(1) %268, align 4, !tbaa !9
  %269 = extractelement <4 x float> %76, i64 2
  %270 = add i32 %114, %251
  %271 = sext i32 %270 to i64
  %272 = getelementptr inbounds float, ptr addrspace(1) %2, i64 %271
  store float %269, ptr addrspace(1) %272, align 4, !tbaa !9
  %273 = extractelement <4 x float> %76, i64 3
  %274 = add i32 %114, %257
  %275 = sext i32 %274 to i64
  %276 = getelementptr inbounds float, ptr addrspace(1) %2, i64 %275
  store float %273, ptr addrspace(1) %276, align 4, !tbaa !9
  %277 = extractelement <4 x float> %75, i64 0
  %278 = add i32 %131, %239
  %279 = sext i32 %278 to i64
  %280 = getelementptr inbounds float, ptr addrspace(1) %2, i64 %279
  store float %277, ptr addrspace(1) %280, align 4, !tbaa !9
  %281 = extractelement <4 x float> %75, i64 1
  %282 = add i32 %131, %245
  %283 = sext i32 %282 to i64
  %284 = getelementptr inbounds float, ptr addrspace(1) %2, i64 %283
  store float %281, ptr addrspace(1) %284, align 4, !tbaa !9
  %285 = extractelement <4 x float> %75, i64 2
  %286 = add i32 %131, %251
  %287 = sext i32 %286 to i64
  %288 = getelementptr inbounds float, ptr addrspace(1) %2, i64 %287
  store float %285, ptr addrspace(1) %288, align 4, !tbaa !9
  %289 = extractelement <4 x float> %75, i64 3
  %290 = add i32 %131, %257
  %291 = sext i32 %290 to i64
  %292 = getelementptr inbounds float, ptr addrspace(1) %2, i64 %291
  store float %289, ptr addrspace(1) %292, align 4, !tbaa !9
  %293 = extractelement <4 x float> %74, i64 0
  %294 = add i32 %148, %239
  %295 = sext i32 %294 to i64
  %296 = getelementptr inbounds float, ptr addrspace(1) %2, i64 %295
  store float %293, ptr addrspace(1) %296, align 4, !tbaa !9
  %297 = extractelement <4 x float> %74, i64 1
  %298 = add i32 %148, %245
  %299 = sext i32 %298 to i64
  %300 = getelementptr inbounds float, ptr addrspace(1) %2, i64 %299
  store float %297, ptr addrspace(1) %300, align 4, !tbaa !9
  %301 = extractelement <4 x float> %74, i64 2
  %302 = add i32 %148, %251
  %303 = sext i32 %302 to i64
  %304 = getelementptr inbounds float, ptr addrspace(1) %2, i64 %303
  store float %301, ptr addrspace(1) %304, align 4, !tbaa !9
  %305 = extractelement <4 x float> %74, i64 3
  %306 = add i32 %148, %257
  %307 = sext i32 %306 to i64
  %308 = getelementptr inbounds float, ptr addrspace(1) %2, i64 %307
  store float %305, ptr addrspace(1) %308, align 4, !tbaa !9
  %309 = or disjoint i32 %88, 48
  %310 = extractelement <4 x float> %73, i64 0
  %311 = mul nsw i32 %309, %4
  %312 = add i32 %90, %311
  %313 = sext i32 %312 to i64
  %314 = getelementptr inbounds float, ptr addrspace(1) %2, i64 %313
  store float %310, ptr addrspace(1) %314, align 4, !tbaa !9
  %315 = extractelement <4 x float> %73, i64 1
  %316 = or disjoint i32 %88, 49
  %317 = mul nsw i32 %316, %4
  %318 = add i32 %90, %317
  %319 = sext i32 %318 to i64
  %320 = getelementptr inbounds float, ptr addrspace(1) %2, i64 %319
  store float %315, ptr addrspace(1) %320, align 4, !tbaa !9
  %321 = extractelement <4 x float> %73, i64 2
  %322 = or disjoint i32 %88, 50
  %323 = mul nsw i32 %322, %4
  %324 = add i32 %90, %323
  %325 = sext i32 %324 to i64
  %326 = getelementptr inbounds float, ptr addrspace(1) %2, i64 %325
  store float %321, ptr addrspace(1) %326, align 4, !tbaa !9
  %327 = extractelement <4 x float> %73, i64 3
  %328 = or disjoint i32 %88, 51
  %329 = mul nsw i32 %328, %4
  %330 = add i32 %90, %329
  %331 = sext i32 %330 to i64
  %332 = getelementptr inbounds float, ptr addrspace(1) %2, i64 %331
  store float %327, ptr addrspace(1) %332, align 4, !tbaa !9
  %333 = extractelement <4 x float> %72, i64 0
  %334 = add i32 %114, %311
  %335 = sext i32 %334 to i64
  %336 = getelementptr inbounds float, ptr addrspace(1) %2, i64 %335
  store float %333, ptr addrspace(1) %336, align 4, !tbaa !9
  %337 = extractelement <4 x float> %72, i64 1
  %338 = add i32 %114, %317
  %339 = sext i32 %338 to i64
  %340 = getelementptr inbounds float, ptr addrspace(1) %2, i64 %339
  store float %337, ptr addrspace(1) %340, align 4, !tbaa !9
  %341 = extractelement <4 x float> %72, i64 2
  %342 = add i32 %114, %323
  %343 = sext i32 %342 to i64
  %344 = getelementptr inbounds float, ptr addrspace(1) %2, i64 %343
  store float %341, ptr addrspace(1) %344, align 4, !tbaa !9
  %345 = extractelement <4 x float> %72, i64 3
  %346 = add i32 %114, %329
  %347 = sext i32 %346 to i64
  %348 = getelementptr inbounds float, ptr addrspace(1) %2, i64 %347
  store float %345, ptr addrspace(1) %348, align 4, !tbaa !9
  %349 = extractelement <4 x float> %71, i64 0
  %350 = add i32 %131, %311
  %351 = sext i32 %350 to i64
  %352 = getelementptr inbounds float, ptr addrspace(1) %2, i64 %351
  store float %349, ptr addrspace(1) %352, align 4, !tbaa !9
  %353 = extractelement <4 x float> %71, i64 1
  %354 = add i32 %131, %317
  %355 = sext i32 %354 to i64
  %356 = getelementptr inbounds float, ptr addrspace(1) %2, i64 %355
  store float %353, ptr addrspace(1) %356, align 4, !tbaa !9
  %357 = extractelement <4 x float> %71, i64 2
  %358 = add i32 %131, %323
  %359 = sext i32 %358 to i64
  %360 = getelementptr inbounds float, ptr addrspace(1) %2, i64 %359
  store float %357, ptr addrspace(1) %360, align 4, !tbaa !9
  %361 = extractelement <4 x float> %71, i64 3
  %362 = add i32 %131, %329
  %363 = sext i32 %362 to i64
  %364 = getelementptr inbounds float, ptr addrspace(1) %2, i64 %363
  store float %361, ptr addrspace(1) %364, align 4, !tbaa !9
  %365 = extractelement <4 x float> %70, i64 0
  %366 = add i32 %148, %311
  %367 = sext i32 %366 to i64
  %368 = getelementptr inbounds float, ptr addrspace(1) %2, i64 %367
  store float %365, ptr addrspace(1) %368, align 4, !tbaa !9
  %369 = extractelement <4 x float> %70, i64 1
  %370 = add i32 %148, %317
  %371 = sext i32 %370 to i64
  %372 = getelementptr inbounds float, ptr addrspace(1) %2, i64 %371
  store float %369, ptr addrspace(1) %372, align 4, !tbaa !9
  %373 = extractelement <4 x float> %70, i64 2
  %374 = add i32 %148, %323
  %375 = sext i32 %374 to i64
  %376 = getelementptr inbounds float, ptr addrspace(1) %2, i64 %375
  store float %373, ptr addrspace(1) %376, align 4, !tbaa !9
  %377 = extractelement <4 x float> %70, i64 3
  %378 = add i32 %148, %329
  %379 = sext i32 %378 to i64
  %380 = getelementptr inbounds float, ptr addrspace(1) %2, i64 %379
  store float %377, ptr addrspace(1) %380, align 4, !tbaa !9
  ret void

381:                                              ; preds = %58, %381
  %382 = phi <4 x float> [ zeroinitializer, %58 ], [ %476, %381 ]
  %383 = phi <4 x float> [ zeroinitializer, %58 ], [ %475, %381 ]
  %384 = phi <4 x float> [ zeroinitializer, %58 ], [ %474, %381 ]
  %385 = phi <4 x float> [ zeroinitializer, %58 ], [ %473, %381 ]
  %386 = phi <4 x float> [ zeroinitializer, %58 ], [ %470, %381 ]
  %387 = phi <4 x float> [ zeroinitializer, %58 ], [ %469, %381 ]
  %388 = phi <4 x float> [ zeroinitializer, %58 ], [ %468, %381 ]
  %389 = phi <4 x float> [ zeroinitializer, %58 ], [ %467, %381 ]
  %390 = phi <4 x float> [ zeroinitializer, %58 ], [ %464, %381 ]
  %391 = phi <4 x float> [ zeroinitializer, %58 ], [ %463, %381 ]
  %392 = phi <4 x float> [ zeroinitializer, %58 ], [ %462, %381 ]
  %393 = phi <4 x float> [ zeroinitializer, %58 ], [ %461, %381 ]
  %394 = phi <4 x float> [ zeroinitializer, %58 ], [ %458, %381 ]
  %395 = phi <4 x float> [ zeroinitializer, %58 ], [ %455, %381 ]
  %396 = phi <4 x float> [ zeroinitializer, %58 ], [ %452, %381 ]
  %397 = phi <4 x float> [ zeroinitializer, %58 ], [ %449, %381 ]
  %398 = phi i32 [ 0, %58 ], [ %511, %381 ]
  %399 = phi i32 [ 0, %58 ], [ %413, %381 ]
  %400 = phi <32 x half> [ %68, %58 ], [ %506, %381 ]
  %401 = phi <32 x half> [ %63, %58 ], [ %510, %381 ]
  tail call void @llvm.amdgcn.s.waitcnt(i32 49279)
  tail call void @llvm.amdgcn.s.waitcnt(i32 3952)
  tail call void @llvm.amdgcn.s.barrier()
  %402 = shl nuw nsw i32 %399, 14
  %403 = getelementptr inbounds nuw i8, ptr addrspace(3) @_ZZ13ahead_128x128E5tiles, i32 %402
  %404 = shl i32 %398, 6
  %405 = add i32 %404, 128
  %406 = getelementptr inbounds nuw i8, ptr addrspace(3) %403, i32 8192
  %407 = getelementptr inbounds nuw i8, ptr addrspace(3) %403, i32 %32
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %9, ptr addrspace(3) %407, i32 16, i32 %16, i32 %405, i32 0, i32 0)
  %408 = getelementptr inbounds nuw i8, ptr addrspace(3) %406, i32 %32
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %10, ptr addrspace(3) nonnull %408, i32 16, i32 %16, i32 %405, i32 0, i32 0)
  %409 = getelementptr inbounds nuw i8, ptr addrspace(3) %403, i32 4096
  %410 = getelementptr inbounds nuw i8, ptr addrspace(3) %409, i32 %32
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %9, ptr addrspace(3) nonnull %410, i32 16, i32 %37, i32 %405, i32 0, i32 0)
  %411 = getelementptr inbounds nuw i8, ptr addrspace(3) %403, i32 12288
  %412 = getelementptr inbounds nuw i8, ptr addrspace(3) %411, i32 %32
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %10, ptr addrspace(3) nonnull %412, i32 16, i32 %37, i32 %405, i32 0, i32 0)
  %413 = xor i32 %399, 1
  %414 = shl nuw nsw i32 %413, 14
  %415 = add i32 %414, %26
  %416 = add i32 %414, %31
  %417 = inttoptr i32 %415 to ptr addrspace(3)
  %418 = load <8 x half>, ptr addrspace(3) %417, align 16, !tbaa !11
  %419 = inttoptr i32 %416 to ptr addrspace(3)
  %420 = load <8 x half>, ptr addrspace(3) %419, align 16, !tbaa !11
  %421 = add i32 %415, 1024
  %422 = inttoptr i32 %421 to ptr addrspace(3)
  %423 = load <8 x half>, ptr addrspace(3) %422, align 16, !tbaa !11
  %424 = add i32 %416, 1024
  %425 = inttoptr i32 %424 to ptr addrspace(3)
  %426 = load <8 x half>, ptr addrspace(3) %425, align 16, !tbaa !11
  %427 = add i32 %415, 2048
  %428 = inttoptr i32 %427 to ptr addrspace(3)
  %429 = load <8 x half>, ptr addrspace(3) %428, align 16, !tbaa !11
  %430 = shufflevector <8 x half> %429, <8 x half> poison, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %431 = add i32 %416, 2048
  %432 = inttoptr i32 %431 to ptr addrspace(3)
  %433 = load <8 x half>, ptr addrspace(3) %432, align 16, !tbaa !11
  %434 = shufflevector <8 x half> %433, <8 x half> poison, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %435 = add i32 %415, 3072
  %436 = inttoptr i32 %435 to ptr addrspace(3)
  %437 = load <8 x half>, ptr addrspace(3) %436, align 16, !tbaa !11
  %438 = shufflevector <8 x half> %437, <8 x half> poison, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %439 = add i32 %416, 3072
  %440 = inttoptr i32 %439 to ptr addrspace(3)
  %441 = load <8 x half>, ptr addrspace(3) %440, align 16, !tbaa !11
  %442 = shufflevector <8 x half> %441, <8 x half> poison, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %443 = bitcast <32 x half> %400 to <4 x i128>
  %444 = bitcast <32 x half> %401 to <4 x i128>
  %445 = extractelement <4 x i128> %444, i64 0
  %446 = bitcast i128 %445 to <8 x half>
  %447 = extractelement <4 x i128> %443, i64 0
  %448 = bitcast i128 %447 to <8 x half>
  %449 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %448, <8 x half> %446, <4 x float> %397, i32 0, i32 0, i32 0)
  %450 = extractelement <4 x i128> %444, i64 1
  %451 = bitcast i128 %450 to <8 x half>
  %452 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %448, <8 x half> %451, <4 x float> %396, i32 0, i32 0, i32 0)
  %453 = extractelement <4 x i128> %444, i64 2
  %454 = bitcast i128 %453 to <8 x half>
  %455 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %448, <8 x half> %454, <4 x float> %395, i32 0, i32 0, i32 0)
  %456 = extractelement <4 x i128> %444, i64 3
  %457 = bitcast i128 %456 to <8 x half>
  %458 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %448, <8 x half> %457, <4 x float> %394, i32 0, i32 0, i32 0)
  %459 = extractelement <4 x i128> %443, i64 1
  %460 = bitcast i128 %459 to <8 x half>
  %461 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %460, <8 x half> %446, <4 x float> %393, i32 0, i32 0, i32 0)
  %462 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %460, <8 x half> %451, <4 x float> %392, i32 0, i32 0, i32 0)
  %463 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %460, <8 x half> %454, <4 x float> %391, i32 0, i32 0, i32 0)
  %464 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %460, <8 x half> %457, <4 x float> %390, i32 0, i32 0, i32 0)
  %465 = extractelement <4 x i128> %443, i64 2
  %466 = bitcast i128 %465 to <8 x half>
  %467 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %466, <8 x half> %446, <4 x float> %389, i32 0, i32 0, i32 0)
  %468 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %466, <8 x half> %451, <4 x float> %388, i32 0, i32 0, i32 0)
  %469 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %466, <8 x half> %454, <4 x float> %387, i32 0, i32 0, i32 0)
  %470 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %466, <8 x half> %457, <4 x float> %386, i32 0, i32 0, i32 0)
  %471 = extractelement <4 x i128> %443, i64 3
  %472 = bitcast i128 %471 to <8 x half>
  %473 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %472, <8 x half> %446, <4 x float> %385, i32 0, i32 0, i32 0)
  %474 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %472, <8 x half> %451, <4 x float> %384, i32 0, i32 0, i32 0)
  %475 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %472, <8 x half> %454, <4 x float> %383, i32 0, i32 0, i32 0)
  %476 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %472, <8 x half> %457, <4 x float> %382, i32 0, i32 0, i32 0)
  %477 = shufflevector <8 x half> %418, <8 x half> %423, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %478 = shufflevector <8 x half> %420, <8 x half> %426, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %479 = shufflevector <32 x half> %477, <32 x half> %430, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %480 = shufflevector <32 x half> %478, <32 x half> %434, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %481 = shufflevector <32 x half> %479, <32 x half> %438, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39>
  %482 = shufflevector <32 x half> %480, <32 x half> %442, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39>
  %483 = bitcast <32 x half> %481 to <4 x i128>
  %484 = bitcast <32 x half> %482 to <4 x i128>
  %485 = extractelement <4 x i128> %483, i64 0
  %486 = bitcast i128 %485 to <8 x half>
  %487 = extractelement <4 x i128> %484, i64 0
  %488 = bitcast i128 %487 to <8 x half>
  %489 = extractelement <4 x i128> %483, i64 1
  %490 = bitcast i128 %489 to <8 x half>
  %491 = shufflevector <8 x half> %486, <8 x half> %490, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %492 = extractelement <4 x i128> %484, i64 1
  %493 = bitcast i128 %492 to <8 x half>
  %494 = shufflevector <8 x half> %488, <8 x half> %493, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %495 = extractelement <4 x i128> %483, i64 2
  %496 = bitcast i128 %495 to <8 x half>
  %497 = shufflevector <8 x half> %496, <8 x half> poison, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %498 = shufflevector <32 x half> %491, <32 x half> %497, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %499 = extractelement <4 x i128> %484, i64 2
  %500 = bitcast i128 %499 to <8 x half>
  %501 = shufflevector <8 x half> %500, <8 x half> poison, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %502 = shufflevector <32 x half> %494, <32 x half> %501, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %503 = extractelement <4 x i128> %483, i64 3
  %504 = bitcast i128 %503 to <8 x half>
  %505 = shufflevector <8 x half> %504, <8 x half> poison, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %506 = shufflevector <32 x half> %498, <32 x half> %505, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39>
  %507 = extractelement <4 x i128> %484, i64 3
  %508 = bitcast i128 %507 to <8 x half>
  %509 = shufflevector <8 x half> %508, <8 x half> poison, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %510 = shufflevector <32 x half> %502, <32 x half> %509, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39>
  %511 = add nuw nsw i32 %398, 1
  %512 = icmp eq i32 %511, %3
  br i1 %512, label %69, label %381, !llvm.loop !12
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x() #1

; Function Attrs: convergent mustprogress nocallback nocreateundeforpoison nofree nounwind willreturn memory(none)
declare i32 @llvm.amdgcn.readfirstlane.i32(i32) #2

; Function Attrs: mustprogress nocallback nofree nounwind willreturn
declare void @llvm.amdgcn.s.waitcnt(i32 immarg) #3

; Function Attrs: convergent mustprogress nocallback nofree nounwind willreturn
declare void @llvm.amdgcn.s.barrier() #4

; Function Attrs: convergent mustprogress nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half>, <8 x half>, <4 x float>, i32 immarg, i32 immarg, i32 immarg) #5

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly captures(none), ptr addrspace(3) writeonly captures(none), i32 immarg, i32, i32, i32 immarg, i32 immarg) #6

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) readnone, i16, i64, i32) #7

attributes #0 = { convergent mustprogress norecurse nounwind "amdgpu-agpr-alloc"="0" "amdgpu-flat-work-group-size"="256,256" "amdgpu-no-cluster-id-x" "amdgpu-no-cluster-id-y" "amdgpu-no-cluster-id-z" "amdgpu-no-completion-action" "amdgpu-no-default-queue" "amdgpu-no-dispatch-id" "amdgpu-no-dispatch-ptr" "amdgpu-no-flat-scratch-init" "amdgpu-no-heap-ptr" "amdgpu-no-hostcall-ptr" "amdgpu-no-implicitarg-ptr" "amdgpu-no-lds-kernel-id" "amdgpu-no-multigrid-sync-arg" "amdgpu-no-queue-ptr" "amdgpu-no-workgroup-id-x" "amdgpu-no-workgroup-id-y" "amdgpu-no-workgroup-id-z" "amdgpu-no-workitem-id-x" "amdgpu-no-workitem-id-y" "amdgpu-no-workitem-id-z" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="gfx950" "target-features"="+16-bit-insts,+ashr-pk-insts,+atomic-buffer-global-pk-add-f16-insts,+atomic-buffer-pk-add-bf16-inst,+atomic-ds-pk-add-16-insts,+atomic-fadd-rtn-insts,+atomic-flat-pk-add-16-insts,+atomic-fmin-fmax-global-f64,+atomic-global-pk-add-bf16-inst,+bf8-cvt-scale-insts,+bitop3-insts,+ci-insts,+cube-insts,+cvt-pknorm-vop2-insts,+dl-insts,+dot1-insts,+dot10-insts,+dot12-insts,+dot13-insts,+dot2-insts,+dot3-insts,+dot4-insts,+dot5-insts,+dot6-insts,+dot7-insts,+dpp,+f16bf16-to-fp6bf6-cvt-scale-insts,+f32-to-f16bf16-cvt-sr-insts,+fp4-cvt-scale-insts,+fp6bf6-cvt-scale-insts,+fp8-conversion-insts,+fp8-cvt-scale-insts,+fp8-insts,+gfx8-insts,+gfx9-insts,+gfx90a-insts,+gfx940-insts,+gfx950-insts,+lerp-inst,+mai-insts,+permlane16-swap,+permlane32-swap,+prng-inst,+qsad-insts,+s-memrealtime,+s-memtime-inst,+sad-insts,+wavefrontsize64" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { convergent mustprogress nocallback nocreateundeforpoison nofree nounwind willreturn memory(none) }
attributes #3 = { mustprogress nocallback nofree nounwind willreturn }
attributes #4 = { convergent mustprogress nocallback nofree nounwind willreturn }
attributes #5 = { convergent mustprogress nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none) }
attributes #6 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #7 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #8 = { convergent nounwind }

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
!8 = !{i64 197}
!9 = !{!10, !10, i64 0}
!10 = !{!"float", !6, i64 0}
!11 = !{!6, !6, i64 0}
!12 = distinct !{!12, !13, !14}
!13 = !{!"llvm.loop.mustprogress"}
!14 = !{!"llvm.loop.unroll.disable"}
