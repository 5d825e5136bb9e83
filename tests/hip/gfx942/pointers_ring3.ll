; ModuleID = 'styles.hip'
source_filename = "styles.hip"
target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@_ZZ14pointers_ring3E2a0 = internal addrspace(3) global [4096 x i8] undef, align 16
@_ZZ14pointers_ring3E2b0 = internal addrspace(3) global [4096 x i8] undef, align 16
@_ZZ14pointers_ring3E2a1 = internal addrspace(3) global [4096 x i8] undef, align 16
@_ZZ14pointers_ring3E2b1 = internal addrspace(3) global [4096 x i8] undef, align 16
@_ZZ14pointers_ring3E2a2 = internal addrspace(3) global [4096 x i8] undef, align 16
@_ZZ14pointers_ring3E2b2 = internal addrspace(3) global [4096 x i8] undef, align 16
@__hip_cuid_36b97ed89859e9fb = addrspace(1) global i8 0
@llvm.compiler.used = appending addrspace(1) global [1 x ptr] [ptr addrspacecast (ptr addrspace(1) @__hip_cuid_36b97ed89859e9fb to ptr)], section "llvm.metadata"

; Function Attrs: convergent mustprogress norecurse nounwind
define protected amdgpu_kernel void @pointers_ring3(ptr addrspace(1) noalias noundef readonly captures(none) %0, ptr addrspace(1) noalias noundef readonly captures(none) %1, ptr addrspace(1) noalias noundef writeonly captures(none) %2, i32 noundef %3, i32 noundef %4) local_unnamed_addr #0 {
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
  %21 = shl nuw nsw i32 %6, 2
  %22 = lshr i32 %6, 4
  %23 = shl nuw nsw i32 %22, 1
  %24 = mul i32 %23, %4
  %25 = and i32 %21, 60
  %26 = add nsw i32 %24, %25
  %27 = shl nsw i32 %8, 8
  %28 = shl i32 %4, 5
  %29 = add nsw i32 %26, %28
  %30 = shl i32 %4, 6
  %31 = add nsw i32 %26, %30
  %32 = mul i32 %4, 96
  %33 = add nsw i32 %26, %32
  %34 = getelementptr inbounds nuw i8, ptr addrspace(3) @_ZZ14pointers_ring3E2a0, i32 %27
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly %14, ptr addrspace(3) %34, i32 4, i32 %26, i32 0, i32 0, i32 0)
  %35 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ14pointers_ring3E2a0, i32 1024), i32 %27
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly %14, ptr addrspace(3) nonnull %35, i32 4, i32 %29, i32 0, i32 0, i32 0)
  %36 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ14pointers_ring3E2a0, i32 2048), i32 %27
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly %14, ptr addrspace(3) nonnull %36, i32 4, i32 %31, i32 0, i32 0, i32 0)
  %37 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ14pointers_ring3E2a0, i32 3072), i32 %27
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly %14, ptr addrspace(3) nonnull %37, i32 4, i32 %33, i32 0, i32 0, i32 0)
  %38 = getelementptr inbounds nuw i8, ptr addrspace(3) @_ZZ14pointers_ring3E2b0, i32 %27
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly %20, ptr addrspace(3) %38, i32 4, i32 %26, i32 0, i32 0, i32 0)
  %39 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ14pointers_ring3E2b0, i32 1024), i32 %27
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly %20, ptr addrspace(3) nonnull %39, i32 4, i32 %29, i32 0, i32 0, i32 0)
  %40 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ14pointers_ring3E2b0, i32 2048), i32 %27
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly %20, ptr addrspace(3) nonnull %40, i32 4, i32 %31, i32 0, i32 0, i32 0)
  %41 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ14pointers_ring3E2b0, i32 3072), i32 %27
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly %20, ptr addrspace(3) nonnull %41, i32 4, i32 %33, i32 0, i32 0, i32 0)
  %42 = getelementptr inbounds nuw i8, ptr addrspace(3) @_ZZ14pointers_ring3E2a1, i32 %27
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly %14, ptr addrspace(3) %42, i32 4, i32 %26, i32 64, i32 0, i32 0)
  %43 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ14pointers_ring3E2a1, i32 1024), i32 %27
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly %14, ptr addrspace(3) nonnull %43, i32 4, i32 %29, i32 64, i32 0, i32 0)
  %44 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ14pointers_ring3E2a1, i32 2048), i32 %27
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly %14, ptr addrspace(3) nonnull %44, i32 4, i32 %31, i32 64, i32 0, i32 0)
  %45 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ14pointers_ring3E2a1, i32 3072), i32 %27
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly %14, ptr addrspace(3) nonnull %45, i32 4, i32 %33, i32 64, i32 0, i32 0)
  %46 = getelementptr inbounds nuw i8, ptr addrspace(3) @_ZZ14pointers_ring3E2b1, i32 %27
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly %20, ptr addrspace(3) %46, i32 4, i32 %26, i32 64, i32 0, i32 0)
  %47 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ14pointers_ring3E2b1, i32 1024), i32 %27
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly %20, ptr addrspace(3) nonnull %47, i32 4, i32 %29, i32 64, i32 0, i32 0)
  %48 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ14pointers_ring3E2b1, i32 2048), i32 %27
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly %20, ptr addrspace(3) nonnull %48, i32 4, i32 %31, i32 64, i32 0, i32 0)
  %49 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ14pointers_ring3E2b1, i32 3072), i32 %27
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly %20, ptr addrspace(3) nonnull %49, i32 4, i32 %33, i32 64, i32 0, i32 0)
  %50 = lshr i32 %7, 7
  %51 = and i32 %6, 15
  %52 = shl i32 %50, 11
  %53 = shl nuw nsw i32 %51, 6
  %54 = or disjoint i32 %52, %53
  %55 = and i32 %22, 3
  %56 = shl nuw nsw i32 %55, 3
  %57 = or disjoint i32 %54, %56
  tail call void asm sideeffect "s_waitcnt vmcnt($0)", "n,~{memory}"(i32 4) #6, !srcloc !8
  tail call void @llvm.amdgcn.s.barrier()
  %58 = add i32 %57, ptrtoint (ptr addrspace(3) @_ZZ14pointers_ring3E2a0 to i32)
  %59 = tail call contract noundef <4 x half> asm sideeffect "ds_read_b64 $0, $1", "=v,v,~{memory}"(i32 %58) #6, !srcloc !9
  %60 = add i32 %57, add (i32 ptrtoint (ptr addrspace(3) @_ZZ14pointers_ring3E2a0 to i32), i32 1024)
  %61 = tail call contract noundef <4 x half> asm sideeffect "ds_read_b64 $0, $1", "=v,v,~{memory}"(i32 %60) #6, !srcloc !9
  %62 = and i32 %8, 1
  %63 = shl nuw nsw i32 %62, 11
  %64 = or disjoint i32 %63, %53
  %65 = or disjoint i32 %64, %56
  %66 = add i32 %65, ptrtoint (ptr addrspace(3) @_ZZ14pointers_ring3E2b0 to i32)
  %67 = tail call contract noundef <4 x half> asm sideeffect "ds_read_b64 $0, $1", "=v,v,~{memory}"(i32 %66) #6, !srcloc !9
  %68 = add i32 %65, add (i32 ptrtoint (ptr addrspace(3) @_ZZ14pointers_ring3E2b0 to i32), i32 1024)
  %69 = tail call contract noundef <4 x half> asm sideeffect "ds_read_b64 $0, $1", "=v,v,~{memory}"(i32 %68) #6, !srcloc !9
  %70 = shufflevector <4 x half> %59, <4 x half> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 poison, i32 poison, i32 poison, i32 poison>
  tail call void asm sideeffect "s_waitcnt lgkmcnt(0)", "~{memory}"() #6, !srcloc !10
  %71 = bitcast <8 x half> %70 to <2 x i64>
  %72 = extractelement <2 x i64> %71, i64 0
  %73 = bitcast i64 %72 to <4 x half>
  %74 = tail call contract <4 x half> asm sideeffect "", "=v,0"(<4 x half> %73) #6, !srcloc !11
  %75 = shufflevector <4 x half> %74, <4 x half> %61, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %76 = bitcast <8 x half> %75 to <2 x i64>
  %77 = extractelement <2 x i64> %76, i64 1
  %78 = bitcast i64 %77 to <4 x half>
  %79 = tail call contract <4 x half> asm sideeffect "", "=v,0"(<4 x half> %78) #6, !srcloc !11
  %80 = shufflevector <4 x half> %67, <4 x half> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 poison, i32 poison, i32 poison, i32 poison>
  %81 = bitcast <8 x half> %80 to <2 x i64>
  %82 = extractelement <2 x i64> %81, i64 0
  %83 = bitcast i64 %82 to <4 x half>
  %84 = tail call contract <4 x half> asm sideeffect "", "=v,0"(<4 x half> %83) #6, !srcloc !12
  %85 = shufflevector <4 x half> %84, <4 x half> %69, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %86 = bitcast <8 x half> %85 to <2 x i64>
  %87 = extractelement <2 x i64> %86, i64 1
  %88 = bitcast i64 %87 to <4 x half>
  %89 = tail call contract <4 x half> asm sideeffect "", "=v,0"(<4 x half> %88) #6, !srcloc !12
  %90 = icmp sgt i32 %3, 0
  br i1 %90, label %91, label %100

91:                                               ; preds = %5
  %92 = shufflevector <4 x half> %79, <4 x half> poison, <8 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %93 = shufflevector <8 x half> %75, <8 x half> %92, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 poison, i32 poison, i32 poison>
  %94 = shufflevector <4 x half> %79, <4 x half> poison, <8 x i32> <i32 poison, i32 1, i32 2, i32 3, i32 poison, i32 poison, i32 poison, i32 poison>
  %95 = shufflevector <8 x half> %93, <8 x half> %94, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 9, i32 10, i32 11>
  %96 = shufflevector <4 x half> %89, <4 x half> poison, <8 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %97 = shufflevector <8 x half> %85, <8 x half> %96, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 poison, i32 poison, i32 poison>
  %98 = shufflevector <4 x half> %89, <4 x half> poison, <8 x i32> <i32 poison, i32 1, i32 2, i32 3, i32 poison, i32 poison, i32 poison, i32 poison>
  %99 = shufflevector <8 x half> %97, <8 x half> %98, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 9, i32 10, i32 11>
  br label %196

100:                                              ; preds = %196, %5
  %101 = phi <4 x float> [ zeroinitializer, %5 ], [ %233, %196 ]
  %102 = phi <4 x float> [ zeroinitializer, %5 ], [ %232, %196 ]
  %103 = phi <4 x float> [ zeroinitializer, %5 ], [ %229, %196 ]
  %104 = phi <4 x float> [ zeroinitializer, %5 ], [ %226, %196 ]
  tail call void asm sideeffect "s_nop 15", ""() #6, !srcloc !13
  %105 = shl nuw nsw i32 %50, 5
  %106 = add i32 %105, %10
  %107 = mul i32 %106, %4
  %108 = zext i32 %107 to i64
  %109 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %108
  %110 = zext i32 %16 to i64
  %111 = getelementptr inbounds nuw float, ptr addrspace(1) %109, i64 %110
  %112 = shl nuw nsw i32 %62, 5
  %113 = zext nneg i32 %112 to i64
  %114 = getelementptr inbounds nuw float, ptr addrspace(1) %111, i64 %113
  %115 = shl nuw nsw i32 %55, 2
  %116 = extractelement <4 x float> %104, i64 0
  %117 = mul nsw i32 %115, %4
  %118 = add i32 %51, %117
  %119 = sext i32 %118 to i64
  %120 = getelementptr inbounds float, ptr addrspace(1) %114, i64 %119
  store float %116, ptr addrspace(1) %120, align 4, !tbaa !14
  %121 = extractelement <4 x float> %104, i64 1
  %122 = or disjoint i32 %115, 1
  %123 = mul nsw i32 %122, %4
  %124 = add i32 %51, %123
  %125 = sext i32 %124 to i64
  %126 = getelementptr inbounds float, ptr addrspace(1) %114, i64 %125
  store float %121, ptr addrspace(1) %126, align 4, !tbaa !14
  %127 = extractelement <4 x float> %104, i64 2
  %128 = or disjoint i32 %115, 2
  %129 = mul nsw i32 %128, %4
  %130 = add i32 %51, %129
  %131 = sext i32 %130 to i64
  %132 = getelementptr inbounds float, ptr addrspace(1) %114, i64 %131
  store float %127, ptr addrspace(1) %132, align 4, !tbaa !14
  %133 = extractelement <4 x float> %104, i64 3
  %134 = or disjoint i32 %115, 3
  %135 = mul nsw i32 %134, %4
  %136 = add i32 %51, %135
  %137 = sext i32 %136 to i64
  %138 = getelementptr inbounds float, ptr addrspace(1) %114, i64 %137
  store float %133, ptr addrspace(1) %138, align 4, !tbaa !14
  %139 = or disjoint i32 %51, 16
  %140 = extractelement <4 x float> %103, i64 0
  %141 = add i32 %139, %117
  %142 = sext i32 %141 to i64
  %143 = getelementptr inbounds float, ptr addrspace(1) %114, i64 %142
  store float %140, ptr addrspace(1) %143, align 4, !tbaa !14
  %144 = extractelement <4 x float> %103, i64 1
  %145 = add i32 %139, %123
  %146 = sext i32 %145 to i64
  %147 = getelementptr inbounds float, ptr addrspace(1) %114, i64 %146
  store float %144, ptr addrspace(1) %147, align 4, !tbaa !14
  %148 = extractelement <4 x float> %103, i64 2
  %149 = add i32 %139, %129
  %150 = sext i32 %149 to i64
  %151 = getelementptr inbounds float, ptr addrspace(1) %114, i64 %150
  store float %148, ptr addrspace(1) %151, align 4, !tbaa !14
  %152 = extractelement <4 x float> %103, i64 3
  %153 = add i32 %139, %135
  %154 = sext i32 %153 to i64
  %155 = getelementptr inbounds float, ptr addrspace(1) %114, i64 %154
  store float %152, ptr addrspace(1) %155, align 4, !tbaa !14
  %156 = or disjoint i32 %115, 16
  %157 = extractelement <4 x float> %102, i64 0
  %158 = mul nsw i32 %156, %4
  %159 = add i32 %51, %158
  %160 = sext i32 %159 to i64
  %161 = getelementptr inbounds float, ptr addrspace(1) %114, i64 %160
  store float %157, ptr addrspace(1) %161, align 4, !tbaa !14
  %162 = extractelement <4 x float> %102, i64 1
  %163 = or disjoint i32 %115, 17
  %164 = mul nsw i32 %163, %4
  %165 = add i32 %51, %164
  %166 = sext i32 %165 to i64
  %167 = getelementptr inbounds float, ptr addrspace(1) %114, i64 %166
  store float %162, ptr addrspace(1) %167, align 4, !tbaa !14
  %168 = extractelement <4 x float> %102, i64 2
  %169 = or disjoint i32 %115, 18
  %170 = mul nsw i32 %169, %4
  %171 = add i32 %51, %170
  %172 = sext i32 %171 to i64
  %173 = getelementptr inbounds float, ptr addrspace(1) %114, i64 %172
  store float %168, ptr addrspace(1) %173, align 4, !tbaa !14
  %174 = extractelement <4 x float> %102, i64 3
  %175 = or disjoint i32 %115, 19
  %176 = mul nsw i32 %175, %4
  %177 = add i32 %51, %176
  %178 = sext i32 %177 to i64
  %179 = getelementptr inbounds float, ptr addrspace(1) %114, i64 %178
  store float %174, ptr addrspace(1) %179, align 4, !tbaa !14
  %180 = extractelement <4 x float> %101, i64 0
  %181 = add i32 %139, %158
  %182 = sext i32 %181 to i64
  %183 = getelementptr inbounds float, ptr addrspace(1) %114, i64 %182
  store float %180, ptr addrspace(1) %183, align 4, !tbaa !14
  %184 = extractelement <4 x float> %101, i64 1
  %185 = add i32 %139, %164
  %186 = sext i32 %185 to i64
  %187 = getelementptr inbounds float, ptr addrspace(1) %114, i64 %186
  store float %184, ptr addrspace(1) %187, align 4, !tbaa !14
  %188 = extractelement <4 x float> %101, i64 2
  %189 = add i32 %139, %170
  %190 = sext i32 %189 to i64
  %191 = getelementptr inbounds float, ptr addrspace(1) %114, i64 %190
  store float %188, ptr addrspace(1) %191, align 4, !tbaa !14
  %192 = extractelement <4 x float> %101, i64 3
  %193 = add i32 %139, %176
  %194 = sext i32 %193 to i64
  %195 = getelementptr inbounds float, ptr addrspace(1) %114, i64 %194
  store float %192, ptr addrspace(1) %195, align 4, !tbaa !14
  ret void

196:                                              ; preds = %91, %196
  %197 = phi ptr addrspace(3) [ @_ZZ14pointers_ring3E2a2, %91 ], [ %199, %196 ]
  %198 = phi ptr addrspace(3) [ @_ZZ14pointers_ring3E2a1, %91 ], [ %197, %196 ]
  %199 = phi ptr addrspace(3) [ @_ZZ14pointers_ring3E2a0, %91 ], [ %198, %196 ]
  %200 = phi ptr addrspace(3) [ @_ZZ14pointers_ring3E2b2, %91 ], [ %202, %196 ]
  %201 = phi ptr addrspace(3) [ @_ZZ14pointers_ring3E2b1, %91 ], [ %200, %196 ]
  %202 = phi ptr addrspace(3) [ @_ZZ14pointers_ring3E2b0, %91 ], [ %201, %196 ]
  %203 = phi <4 x float> [ zeroinitializer, %91 ], [ %233, %196 ]
  %204 = phi <4 x float> [ zeroinitializer, %91 ], [ %232, %196 ]
  %205 = phi <4 x float> [ zeroinitializer, %91 ], [ %229, %196 ]
  %206 = phi <4 x float> [ zeroinitializer, %91 ], [ %226, %196 ]
  %207 = phi i32 [ 0, %91 ], [ %268, %196 ]
  %208 = phi <8 x half> [ %95, %91 ], [ %267, %196 ]
  %209 = phi <8 x half> [ %99, %91 ], [ %266, %196 ]
  tail call void asm sideeffect "s_waitcnt vmcnt($0)", "n,~{memory}"(i32 4) #6, !srcloc !8
  tail call void @llvm.amdgcn.s.barrier()
  %210 = ptrtoint ptr addrspace(3) %198 to i32
  %211 = add i32 %57, %210
  %212 = tail call contract noundef <4 x half> asm sideeffect "ds_read_b64 $0, $1", "=v,v,~{memory}"(i32 %211) #6, !srcloc !9
  %213 = add i32 %211, 1024
  %214 = tail call contract noundef <4 x half> asm sideeffect "ds_read_b64 $0, $1", "=v,v,~{memory}"(i32 %213) #6, !srcloc !9
  %215 = ptrtoint ptr addrspace(3) %201 to i32
  %216 = add i32 %65, %215
  %217 = tail call contract noundef <4 x half> asm sideeffect "ds_read_b64 $0, $1", "=v,v,~{memory}"(i32 %216) #6, !srcloc !9
  %218 = add i32 %216, 1024
  %219 = tail call contract noundef <4 x half> asm sideeffect "ds_read_b64 $0, $1", "=v,v,~{memory}"(i32 %218) #6, !srcloc !9
  %220 = bitcast <8 x half> %208 to <2 x i64>
  %221 = bitcast <8 x half> %209 to <2 x i64>
  %222 = extractelement <2 x i64> %221, i64 0
  %223 = bitcast i64 %222 to <4 x half>
  %224 = extractelement <2 x i64> %220, i64 0
  %225 = bitcast i64 %224 to <4 x half>
  %226 = tail call contract <4 x float> asm "v_mfma_f32_16x16x16_f16 $0, $1, $2, $0", "=v,v,v,0"(<4 x half> %225, <4 x half> %223, <4 x float> %206) #7, !srcloc !16
  %227 = extractelement <2 x i64> %221, i64 1
  %228 = bitcast i64 %227 to <4 x half>
  %229 = tail call contract <4 x float> asm "v_mfma_f32_16x16x16_f16 $0, $1, $2, $0", "=v,v,v,0"(<4 x half> %225, <4 x half> %228, <4 x float> %205) #7, !srcloc !16
  %230 = extractelement <2 x i64> %220, i64 1
  %231 = bitcast i64 %230 to <4 x half>
  %232 = tail call contract <4 x float> asm "v_mfma_f32_16x16x16_f16 $0, $1, $2, $0", "=v,v,v,0"(<4 x half> %231, <4 x half> %223, <4 x float> %204) #7, !srcloc !16
  %233 = tail call contract <4 x float> asm "v_mfma_f32_16x16x16_f16 $0, $1, $2, $0", "=v,v,v,0"(<4 x half> %231, <4 x half> %228, <4 x float> %203) #7, !srcloc !16
  %234 = shufflevector <4 x half> %212, <4 x half> %214, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  tail call void asm sideeffect "s_waitcnt lgkmcnt(0)", "~{memory}"() #6, !srcloc !10
  %235 = bitcast <8 x half> %234 to <2 x i64>
  %236 = extractelement <2 x i64> %235, i64 0
  %237 = bitcast i64 %236 to <4 x half>
  %238 = tail call contract <4 x half> asm sideeffect "", "=v,0"(<4 x half> %237) #6, !srcloc !17
  %239 = extractelement <2 x i64> %235, i64 1
  %240 = bitcast i64 %239 to <4 x half>
  %241 = tail call contract <4 x half> asm sideeffect "", "=v,0"(<4 x half> %240) #6, !srcloc !17
  %242 = shufflevector <4 x half> %217, <4 x half> %219, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %243 = bitcast <8 x half> %242 to <2 x i64>
  %244 = extractelement <2 x i64> %243, i64 0
  %245 = bitcast i64 %244 to <4 x half>
  %246 = tail call contract <4 x half> asm sideeffect "", "=v,0"(<4 x half> %245) #6, !srcloc !18
  %247 = extractelement <2 x i64> %243, i64 1
  %248 = bitcast i64 %247 to <4 x half>
  %249 = tail call contract <4 x half> asm sideeffect "", "=v,0"(<4 x half> %248) #6, !srcloc !18
  %250 = shl i32 %207, 6
  %251 = add i32 %250, 128
  %252 = getelementptr inbounds nuw i8, ptr addrspace(3) %197, i32 %27
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly %14, ptr addrspace(3) %252, i32 4, i32 %26, i32 %251, i32 0, i32 0)
  %253 = getelementptr inbounds nuw i8, ptr addrspace(3) %197, i32 1024
  %254 = getelementptr inbounds nuw i8, ptr addrspace(3) %253, i32 %27
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly %14, ptr addrspace(3) nonnull %254, i32 4, i32 %29, i32 %251, i32 0, i32 0)
  %255 = getelementptr inbounds nuw i8, ptr addrspace(3) %197, i32 2048
  %256 = getelementptr inbounds nuw i8, ptr addrspace(3) %255, i32 %27
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly %14, ptr addrspace(3) nonnull %256, i32 4, i32 %31, i32 %251, i32 0, i32 0)
  %257 = getelementptr inbounds nuw i8, ptr addrspace(3) %197, i32 3072
  %258 = getelementptr inbounds nuw i8, ptr addrspace(3) %257, i32 %27
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly %14, ptr addrspace(3) nonnull %258, i32 4, i32 %33, i32 %251, i32 0, i32 0)
  %259 = getelementptr inbounds nuw i8, ptr addrspace(3) %200, i32 %27
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly %20, ptr addrspace(3) %259, i32 4, i32 %26, i32 %251, i32 0, i32 0)
  %260 = getelementptr inbounds nuw i8, ptr addrspace(3) %200, i32 1024
  %261 = getelementptr inbounds nuw i8, ptr addrspace(3) %260, i32 %27
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly %20, ptr addrspace(3) nonnull %261, i32 4, i32 %29, i32 %251, i32 0, i32 0)
  %262 = getelementptr inbounds nuw i8, ptr addrspace(3) %200, i32 2048
  %263 = getelementptr inbounds nuw i8, ptr addrspace(3) %262, i32 %27
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly %20, ptr addrspace(3) nonnull %263, i32 4, i32 %31, i32 %251, i32 0, i32 0)
  %264 = getelementptr inbounds nuw i8, ptr addrspace(3) %200, i32 3072
  %265 = getelementptr inbounds nuw i8, ptr addrspace(3) %264, i32 %27
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly %20, ptr addrspace(3) nonnull %265, i32 4, i32 %33, i32 %251, i32 0, i32 0)
  %266 = shufflevector <4 x half> %246, <4 x half> %249, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %267 = shufflevector <4 x half> %238, <4 x half> %241, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %268 = add nuw nsw i32 %207, 1
  %269 = icmp eq i32 %268, %3
  br i1 %269, label %100, label %196, !llvm.loop !19
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

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly captures(none), ptr addrspace(3) writeonly captures(none), i32 immarg, i32, i32, i32 immarg, i32 immarg) #4

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) readnone, i16, i64, i32) #5

attributes #0 = { convergent mustprogress norecurse nounwind "amdgpu-agpr-alloc"="0" "amdgpu-flat-work-group-size"="256,256" "amdgpu-no-cluster-id-x" "amdgpu-no-cluster-id-y" "amdgpu-no-cluster-id-z" "amdgpu-no-completion-action" "amdgpu-no-default-queue" "amdgpu-no-dispatch-id" "amdgpu-no-dispatch-ptr" "amdgpu-no-flat-scratch-init" "amdgpu-no-heap-ptr" "amdgpu-no-hostcall-ptr" "amdgpu-no-implicitarg-ptr" "amdgpu-no-lds-kernel-id" "amdgpu-no-multigrid-sync-arg" "amdgpu-no-queue-ptr" "amdgpu-no-workgroup-id-x" "amdgpu-no-workgroup-id-z" "amdgpu-no-workitem-id-x" "amdgpu-no-workitem-id-y" "amdgpu-no-workitem-id-z" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="gfx942" "target-features"="+16-bit-insts,+atomic-buffer-global-pk-add-f16-insts,+atomic-ds-pk-add-16-insts,+atomic-fadd-rtn-insts,+atomic-flat-pk-add-16-insts,+atomic-fmin-fmax-global-f64,+atomic-global-pk-add-bf16-inst,+ci-insts,+cube-insts,+cvt-pknorm-vop2-insts,+dl-insts,+dot1-insts,+dot10-insts,+dot2-insts,+dot3-insts,+dot4-insts,+dot5-insts,+dot6-insts,+dot7-insts,+dpp,+fp8-conversion-insts,+fp8-insts,+gfx8-insts,+gfx9-insts,+gfx90a-insts,+gfx940-insts,+lerp-inst,+mai-insts,+qsad-insts,+s-memrealtime,+s-memtime-inst,+sad-insts,+wavefrontsize64,+xf32-insts" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { convergent mustprogress nocallback nocreateundeforpoison nofree nounwind willreturn memory(none) }
attributes #3 = { convergent mustprogress nocallback nofree nounwind willreturn }
attributes #4 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #5 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #6 = { convergent nounwind }
attributes #7 = { convergent nounwind memory(none) }

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
!8 = !{i64 1715}
!9 = !{i64 825}
!10 = !{i64 1892}
!11 = !{i64 5252}
!12 = !{i64 5314}
!13 = !{i64 7561}
!14 = !{!15, !15, i64 0}
!15 = !{!"float", !6, i64 0}
!16 = !{i64 2147529380}
!17 = !{i64 7005}
!18 = !{i64 7117}
!19 = distinct !{!19, !20, !21}
!20 = !{!"llvm.loop.mustprogress"}
!21 = !{!"llvm.loop.unroll.disable"}
