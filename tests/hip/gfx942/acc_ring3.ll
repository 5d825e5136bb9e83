; ModuleID = 'styles.hip'
source_filename = "styles.hip"
target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@_ZZ9acc_ring3E2a0 = internal addrspace(3) global [4096 x i8] undef, align 16
@_ZZ9acc_ring3E2b0 = internal addrspace(3) global [4096 x i8] undef, align 16
@_ZZ9acc_ring3E2a1 = internal addrspace(3) global [4096 x i8] undef, align 16
@_ZZ9acc_ring3E2b1 = internal addrspace(3) global [4096 x i8] undef, align 16
@_ZZ9acc_ring3E2a2 = internal addrspace(3) global [4096 x i8] undef, align 16
@_ZZ9acc_ring3E2b2 = internal addrspace(3) global [4096 x i8] undef, align 16
@__hip_cuid_1c27e35a0b479dca = addrspace(1) global i8 0
@llvm.compiler.used = appending addrspace(1) global [1 x ptr] [ptr addrspacecast (ptr addrspace(1) @__hip_cuid_1c27e35a0b479dca to ptr)], section "llvm.metadata"

; Function Attrs: convergent mustprogress norecurse nounwind
define protected amdgpu_kernel void @acc_ring3(ptr addrspace(1) noalias noundef readonly captures(none) %0, ptr addrspace(1) noalias noundef readonly captures(none) %1, ptr addrspace(1) noalias noundef writeonly captures(none) %2, i32 noundef %3, i32 noundef %4) local_unnamed_addr #0 {
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
  %34 = getelementptr inbounds nuw i8, ptr addrspace(3) @_ZZ9acc_ring3E2a0, i32 %27
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly %14, ptr addrspace(3) %34, i32 4, i32 %26, i32 0, i32 0, i32 0)
  %35 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ9acc_ring3E2a0, i32 1024), i32 %27
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly %14, ptr addrspace(3) nonnull %35, i32 4, i32 %29, i32 0, i32 0, i32 0)
  %36 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ9acc_ring3E2a0, i32 2048), i32 %27
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly %14, ptr addrspace(3) nonnull %36, i32 4, i32 %31, i32 0, i32 0, i32 0)
  %37 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ9acc_ring3E2a0, i32 3072), i32 %27
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly %14, ptr addrspace(3) nonnull %37, i32 4, i32 %33, i32 0, i32 0, i32 0)
  %38 = getelementptr inbounds nuw i8, ptr addrspace(3) @_ZZ9acc_ring3E2b0, i32 %27
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly %20, ptr addrspace(3) %38, i32 4, i32 %26, i32 0, i32 0, i32 0)
  %39 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ9acc_ring3E2b0, i32 1024), i32 %27
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly %20, ptr addrspace(3) nonnull %39, i32 4, i32 %29, i32 0, i32 0, i32 0)
  %40 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ9acc_ring3E2b0, i32 2048), i32 %27
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly %20, ptr addrspace(3) nonnull %40, i32 4, i32 %31, i32 0, i32 0, i32 0)
  %41 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ9acc_ring3E2b0, i32 3072), i32 %27
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly %20, ptr addrspace(3) nonnull %41, i32 4, i32 %33, i32 0, i32 0, i32 0)
  %42 = getelementptr inbounds nuw i8, ptr addrspace(3) @_ZZ9acc_ring3E2a1, i32 %27
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly %14, ptr addrspace(3) %42, i32 4, i32 %26, i32 64, i32 0, i32 0)
  %43 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ9acc_ring3E2a1, i32 1024), i32 %27
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly %14, ptr addrspace(3) nonnull %43, i32 4, i32 %29, i32 64, i32 0, i32 0)
  %44 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ9acc_ring3E2a1, i32 2048), i32 %27
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly %14, ptr addrspace(3) nonnull %44, i32 4, i32 %31, i32 64, i32 0, i32 0)
  %45 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ9acc_ring3E2a1, i32 3072), i32 %27
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly %14, ptr addrspace(3) nonnull %45, i32 4, i32 %33, i32 64, i32 0, i32 0)
  %46 = getelementptr inbounds nuw i8, ptr addrspace(3) @_ZZ9acc_ring3E2b1, i32 %27
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly %20, ptr addrspace(3) %46, i32 4, i32 %26, i32 64, i32 0, i32 0)
  %47 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ9acc_ring3E2b1, i32 1024), i32 %27
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly %20, ptr addrspace(3) nonnull %47, i32 4, i32 %29, i32 64, i32 0, i32 0)
  %48 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ9acc_ring3E2b1, i32 2048), i32 %27
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly %20, ptr addrspace(3) nonnull %48, i32 4, i32 %31, i32 64, i32 0, i32 0)
  %49 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ9acc_ring3E2b1, i32 3072), i32 %27
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly %20, ptr addrspace(3) nonnull %49, i32 4, i32 %33, i32 64, i32 0, i32 0)
  %50 = lshr i32 %7, 7
  %51 = and i32 %6, 15
  %52 = shl i32 %50, 11
  %53 = shl nuw nsw i32 %51, 6
  %54 = and i32 %22, 3
  %55 = shl nuw nsw i32 %54, 3
  %56 = and i32 %8, 1
  %57 = shl nuw nsw i32 %56, 11
  %58 = icmp sgt i32 %3, 0
  br i1 %58, label %155, label %59

59:                                               ; preds = %155, %5
  %60 = phi <4 x float> [ zeroinitializer, %5 ], [ %234, %155 ]
  %61 = phi <4 x float> [ zeroinitializer, %5 ], [ %233, %155 ]
  %62 = phi <4 x float> [ zeroinitializer, %5 ], [ %230, %155 ]
  %63 = phi <4 x float> [ zeroinitializer, %5 ], [ %227, %155 ]
  tail call void asm sideeffect "s_nop 15", ""() #8, !srcloc !8
  %64 = shl nuw nsw i32 %50, 5
  %65 = add i32 %64, %10
  %66 = mul i32 %65, %4
  %67 = zext i32 %66 to i64
  %68 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %67
  %69 = zext i32 %16 to i64
  %70 = getelementptr inbounds nuw float, ptr addrspace(1) %68, i64 %69
  %71 = shl nuw nsw i32 %56, 5
  %72 = zext nneg i32 %71 to i64
  %73 = getelementptr inbounds nuw float, ptr addrspace(1) %70, i64 %72
  %74 = shl nuw nsw i32 %54, 2
  %75 = extractelement <4 x float> %63, i64 0
  %76 = mul nsw i32 %74, %4
  %77 = add i32 %51, %76
  %78 = sext i32 %77 to i64
  %79 = getelementptr inbounds float, ptr addrspace(1) %73, i64 %78
  store float %75, ptr addrspace(1) %79, align 4, !tbaa !9
  %80 = extractelement <4 x float> %63, i64 1
  %81 = or disjoint i32 %74, 1
  %82 = mul nsw i32 %81, %4
  %83 = add i32 %51, %82
  %84 = sext i32 %83 to i64
  %85 = getelementptr inbounds float, ptr addrspace(1) %73, i64 %84
  store float %80, ptr addrspace(1) %85, align 4, !tbaa !9
  %86 = extractelement <4 x float> %63, i64 2
  %87 = or disjoint i32 %74, 2
  %88 = mul nsw i32 %87, %4
  %89 = add i32 %51, %88
  %90 = sext i32 %89 to i64
  %91 = getelementptr inbounds float, ptr addrspace(1) %73, i64 %90
  store float %86, ptr addrspace(1) %91, align 4, !tbaa !9
  %92 = extractelement <4 x float> %63, i64 3
  %93 = or disjoint i32 %74, 3
  %94 = mul nsw i32 %93, %4
  %95 = add i32 %51, %94
  %96 = sext i32 %95 to i64
  %97 = getelementptr inbounds float, ptr addrspace(1) %73, i64 %96
  store float %92, ptr addrspace(1) %97, align 4, !tbaa !9
  %98 = or disjoint i32 %51, 16
  %99 = extractelement <4 x float> %62, i64 0
  %100 = add i32 %98, %76
  %101 = sext i32 %100 to i64
  %102 = getelementptr inbounds float, ptr addrspace(1) %73, i64 %101
  store float %99, ptr addrspace(1) %102, align 4, !tbaa !9
  %103 = extractelement <4 x float> %62, i64 1
  %104 = add i32 %98, %82
  %105 = sext i32 %104 to i64
  %106 = getelementptr inbounds float, ptr addrspace(1) %73, i64 %105
  store float %103, ptr addrspace(1) %106, align 4, !tbaa !9
  %107 = extractelement <4 x float> %62, i64 2
  %108 = add i32 %98, %88
  %109 = sext i32 %108 to i64
  %110 = getelementptr inbounds float, ptr addrspace(1) %73, i64 %109
  store float %107, ptr addrspace(1) %110, align 4, !tbaa !9
  %111 = extractelement <4 x float> %62, i64 3
  %112 = add i32 %98, %94
  %113 = sext i32 %112 to i64
  %114 = getelementptr inbounds float, ptr addrspace(1) %73, i64 %113
  store float %111, ptr addrspace(1) %114, align 4, !tbaa !9
  %115 = or disjoint i32 %74, 16
  %116 = extractelement <4 x float> %61, i64 0
  %117 = mul nsw i32 %115, %4
  %118 = add i32 %51, %117
  %119 = sext i32 %118 to i64
  %120 = getelementptr inbounds float, ptr addrspace(1) %73, i64 %119
  store float %116, ptr addrspace(1) %120, align 4, !tbaa !9
  %121 = extractelement <4 x float> %61, i64 1
  %122 = or disjoint i32 %74, 17
  %123 = mul nsw i32 %122, %4
  %124 = add i32 %51, %123
  %125 = sext i32 %124 to i64
  %126 = getelementptr inbounds float, ptr addrspace(1) %73, i64 %125
  store float %121, ptr addrspace(1) %126, align 4, !tbaa !9
  %127 = extractelement <4 x float> %61, i64 2
  %128 = or disjoint i32 %74, 18
  %129 = mul nsw i32 %128, %4
  %130 = add i32 %51, %129
  %131 = sext i32 %130 to i64
  %132 = getelementptr inbounds float, ptr addrspace(1) %73, i64 %131
  store float %127, ptr addrspace(1) %132, align 4, !tbaa !9
  %133 = extractelement <4 x float> %61, i64 3
  %134 = or disjoint i32 %74, 19
  %135 = mul nsw i32 %134, %4
  %136 = add i32 %51, %135
  %137 = sext i32 %136 to i64
  %138 = getelementptr inbounds float, ptr addrspace(1) %73, i64 %137
  store float %133, ptr addrspace(1) %138, align 4, !tbaa !9
  %139 = extractelement <4 x float> %60, i64 0
  %140 = add i32 %98, %117
  %141 = sext i32 %140 to i64
  %142 = getelementptr inbounds float, ptr addrspace(1) %73, i64 %141
  store float %139, ptr addrspace(1) %142, align 4, !tbaa !9
  %143 = extractelement <4 x float> %60, i64 1
  %144 = add i32 %98, %123
  %145 = sext i32 %144 to i64
  %146 = getelementptr inbounds float, ptr addrspace(1) %73, i64 %145
  store float %143, ptr addrspace(1) %146, align 4, !tbaa !9
  %147 = extractelement <4 x float> %60, i64 2
  %148 = add i32 %98, %129
  %149 = sext i32 %148 to i64
  %150 = getelementptr inbounds float, ptr addrspace(1) %73, i64 %149
  store float %147, ptr addrspace(1) %150, align 4, !tbaa !9
  %151 = extractelement <4 x float> %60, i64 3
  %152 = add i32 %98, %135
  %153 = sext i32 %152 to i64
  %154 = getelementptr inbounds float, ptr addrspace(1) %73, i64 %153
  store float %151, ptr addrspace(1) %154, align 4, !tbaa !9
  ret void

155:                                              ; preds = %5, %155
  %156 = phi ptr addrspace(3) [ %158, %155 ], [ @_ZZ9acc_ring3E2a2, %5 ]
  %157 = phi ptr addrspace(3) [ %156, %155 ], [ @_ZZ9acc_ring3E2a1, %5 ]
  %158 = phi ptr addrspace(3) [ %157, %155 ], [ @_ZZ9acc_ring3E2a0, %5 ]
  %159 = phi ptr addrspace(3) [ %161, %155 ], [ @_ZZ9acc_ring3E2b2, %5 ]
  %160 = phi ptr addrspace(3) [ %159, %155 ], [ @_ZZ9acc_ring3E2b1, %5 ]
  %161 = phi ptr addrspace(3) [ %160, %155 ], [ @_ZZ9acc_ring3E2b0, %5 ]
  %162 = phi <4 x float> [ %234, %155 ], [ zeroinitializer, %5 ]
  %163 = phi <4 x float> [ %233, %155 ], [ zeroinitializer, %5 ]
  %164 = phi <4 x float> [ %230, %155 ], [ zeroinitializer, %5 ]
  %165 = phi <4 x float> [ %227, %155 ], [ zeroinitializer, %5 ]
  %166 = phi i32 [ %235, %155 ], [ 0, %5 ]
  tail call void @llvm.amdgcn.s.waitcnt(i32 3960)
  tail call void @llvm.amdgcn.s.barrier()
  %167 = shl i32 %166, 6
  %168 = add i32 %167, 128
  %169 = getelementptr inbounds nuw i8, ptr addrspace(3) %156, i32 %27
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly %14, ptr addrspace(3) %169, i32 4, i32 %26, i32 %168, i32 0, i32 0)
  %170 = getelementptr inbounds nuw i8, ptr addrspace(3) %156, i32 1024
  %171 = getelementptr inbounds nuw i8, ptr addrspace(3) %170, i32 %27
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly %14, ptr addrspace(3) nonnull %171, i32 4, i32 %29, i32 %168, i32 0, i32 0)
  %172 = getelementptr inbounds nuw i8, ptr addrspace(3) %156, i32 2048
  %173 = getelementptr inbounds nuw i8, ptr addrspace(3) %172, i32 %27
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly %14, ptr addrspace(3) nonnull %173, i32 4, i32 %31, i32 %168, i32 0, i32 0)
  %174 = getelementptr inbounds nuw i8, ptr addrspace(3) %156, i32 3072
  %175 = getelementptr inbounds nuw i8, ptr addrspace(3) %174, i32 %27
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly %14, ptr addrspace(3) nonnull %175, i32 4, i32 %33, i32 %168, i32 0, i32 0)
  %176 = getelementptr inbounds nuw i8, ptr addrspace(3) %159, i32 %27
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly %20, ptr addrspace(3) %176, i32 4, i32 %26, i32 %168, i32 0, i32 0)
  %177 = getelementptr inbounds nuw i8, ptr addrspace(3) %159, i32 1024
  %178 = getelementptr inbounds nuw i8, ptr addrspace(3) %177, i32 %27
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly %20, ptr addrspace(3) nonnull %178, i32 4, i32 %29, i32 %168, i32 0, i32 0)
  %179 = getelementptr inbounds nuw i8, ptr addrspace(3) %159, i32 2048
  %180 = getelementptr inbounds nuw i8, ptr addrspace(3) %179, i32 %27
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly %20, ptr addrspace(3) nonnull %180, i32 4, i32 %31, i32 %168, i32 0, i32 0)
  %181 = getelementptr inbounds nuw i8, ptr addrspace(3) %159, i32 3072
  %182 = getelementptr inbounds nuw i8, ptr addrspace(3) %181, i32 %27
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly %20, ptr addrspace(3) nonnull %182, i32 4, i32 %33, i32 %168, i32 0, i32 0)
  %183 = getelementptr i8, ptr addrspace(3) %158, i32 %52
  %184 = getelementptr i8, ptr addrspace(3) %183, i32 %53
  %185 = getelementptr i8, ptr addrspace(3) %184, i32 %55
  %186 = getelementptr inbounds nuw i8, ptr addrspace(3) %161, i32 %57
  %187 = getelementptr inbounds nuw i8, ptr addrspace(3) %186, i32 %53
  %188 = getelementptr inbounds nuw i8, ptr addrspace(3) %187, i32 %55
  %189 = load <4 x half>, ptr addrspace(3) %185, align 8, !tbaa !11
  %190 = getelementptr i8, ptr addrspace(3) %185, i32 1024
  %191 = load <4 x half>, ptr addrspace(3) %190, align 8, !tbaa !11
  %192 = load <4 x half>, ptr addrspace(3) %188, align 8, !tbaa !11
  %193 = getelementptr inbounds nuw i8, ptr addrspace(3) %188, i32 1024
  %194 = load <4 x half>, ptr addrspace(3) %193, align 8, !tbaa !11
  %195 = shufflevector <4 x half> %192, <4 x half> %194, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %196 = shufflevector <4 x half> %189, <4 x half> %191, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  tail call void @llvm.amdgcn.s.setprio(i16 1)
  %197 = bitcast <8 x half> %196 to <2 x i64>
  %198 = bitcast <8 x half> %195 to <2 x i64>
  %199 = extractelement <2 x i64> %198, i64 0
  %200 = bitcast i64 %199 to <4 x half>
  %201 = extractelement <2 x i64> %197, i64 0
  %202 = bitcast i64 %201 to <4 x half>
  %203 = tail call contract <4 x float> asm sideeffect "v_mfma_f32_16x16x16_f16 $0, $1, $2, $0", "=a,v,v,0"(<4 x half> %202, <4 x half> %200, <4 x float> %165) #8, !srcloc !12
  %204 = extractelement <2 x i64> %198, i64 1
  %205 = bitcast i64 %204 to <4 x half>
  %206 = tail call contract <4 x float> asm sideeffect "v_mfma_f32_16x16x16_f16 $0, $1, $2, $0", "=a,v,v,0"(<4 x half> %202, <4 x half> %205, <4 x float> %164) #8, !srcloc !12
  %207 = extractelement <2 x i64> %197, i64 1
  %208 = bitcast i64 %207 to <4 x half>
  %209 = tail call contract <4 x float> asm sideeffect "v_mfma_f32_16x16x16_f16 $0, $1, $2, $0", "=a,v,v,0"(<4 x half> %208, <4 x half> %200, <4 x float> %163) #8, !srcloc !12
  %210 = tail call contract <4 x float> asm sideeffect "v_mfma_f32_16x16x16_f16 $0, $1, $2, $0", "=a,v,v,0"(<4 x half> %208, <4 x half> %205, <4 x float> %162) #8, !srcloc !12
  tail call void @llvm.amdgcn.s.setprio(i16 0)
  %211 = getelementptr i8, ptr addrspace(3) %185, i32 32
  %212 = load <4 x half>, ptr addrspace(3) %211, align 8, !tbaa !11
  %213 = getelementptr i8, ptr addrspace(3) %185, i32 1056
  %214 = load <4 x half>, ptr addrspace(3) %213, align 8, !tbaa !11
  %215 = getelementptr inbounds nuw i8, ptr addrspace(3) %188, i32 32
  %216 = load <4 x half>, ptr addrspace(3) %215, align 8, !tbaa !11
  %217 = getelementptr inbounds nuw i8, ptr addrspace(3) %188, i32 1056
  %218 = load <4 x half>, ptr addrspace(3) %217, align 8, !tbaa !11
  %219 = shufflevector <4 x half> %216, <4 x half> %218, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %220 = shufflevector <4 x half> %212, <4 x half> %214, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  tail call void @llvm.amdgcn.s.setprio(i16 1)
  %221 = bitcast <8 x half> %220 to <2 x i64>
  %222 = bitcast <8 x half> %219 to <2 x i64>
  %223 = extractelement <2 x i64> %222, i64 0
  %224 = bitcast i64 %223 to <4 x half>
  %225 = extractelement <2 x i64> %221, i64 0
  %226 = bitcast i64 %225 to <4 x half>
  %227 = tail call contract <4 x float> asm sideeffect "v_mfma_f32_16x16x16_f16 $0, $1, $2, $0", "=a,v,v,0"(<4 x half> %226, <4 x half> %224, <4 x float> %203) #8, !srcloc !12
  %228 = extractelement <2 x i64> %222, i64 1
  %229 = bitcast i64 %228 to <4 x half>
  %230 = tail call contract <4 x float> asm sideeffect "v_mfma_f32_16x16x16_f16 $0, $1, $2, $0", "=a,v,v,0"(<4 x half> %226, <4 x half> %229, <4 x float> %206) #8, !srcloc !12
  %231 = extractelement <2 x i64> %221, i64 1
  %232 = bitcast i64 %231 to <4 x half>
  %233 = tail call contract <4 x float> asm sideeffect "v_mfma_f32_16x16x16_f16 $0, $1, $2, $0", "=a,v,v,0"(<4 x half> %232, <4 x half> %224, <4 x float> %209) #8, !srcloc !12
  %234 = tail call contract <4 x float> asm sideeffect "v_mfma_f32_16x16x16_f16 $0, $1, $2, $0", "=a,v,v,0"(<4 x half> %232, <4 x half> %229, <4 x float> %210) #8, !srcloc !12
  tail call void @llvm.amdgcn.s.setprio(i16 0)
  %235 = add nuw nsw i32 %166, 1
  %236 = icmp eq i32 %235, %3
  br i1 %236, label %59, label %155, !llvm.loop !13
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

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn
declare void @llvm.amdgcn.s.setprio(i16 immarg) #4

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly captures(none), ptr addrspace(3) writeonly captures(none), i32 immarg, i32, i32, i32 immarg, i32 immarg) #5

; Function Attrs: mustprogress nocallback nofree nounwind willreturn
declare void @llvm.amdgcn.s.waitcnt(i32 immarg) #6

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) readnone, i16, i64, i32) #7

attributes #0 = { convergent mustprogress norecurse nounwind "amdgpu-agpr-alloc"="4" "amdgpu-flat-work-group-size"="256,256" "amdgpu-no-cluster-id-x" "amdgpu-no-cluster-id-y" "amdgpu-no-cluster-id-z" "amdgpu-no-completion-action" "amdgpu-no-default-queue" "amdgpu-no-dispatch-id" "amdgpu-no-dispatch-ptr" "amdgpu-no-flat-scratch-init" "amdgpu-no-heap-ptr" "amdgpu-no-hostcall-ptr" "amdgpu-no-implicitarg-ptr" "amdgpu-no-lds-kernel-id" "amdgpu-no-multigrid-sync-arg" "amdgpu-no-queue-ptr" "amdgpu-no-workgroup-id-x" "amdgpu-no-workgroup-id-z" "amdgpu-no-workitem-id-x" "amdgpu-no-workitem-id-y" "amdgpu-no-workitem-id-z" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="gfx942" "target-features"="+16-bit-insts,+atomic-buffer-global-pk-add-f16-insts,+atomic-ds-pk-add-16-insts,+atomic-fadd-rtn-insts,+atomic-flat-pk-add-16-insts,+atomic-fmin-fmax-global-f64,+atomic-global-pk-add-bf16-inst,+ci-insts,+cube-insts,+cvt-pknorm-vop2-insts,+dl-insts,+dot1-insts,+dot10-insts,+dot2-insts,+dot3-insts,+dot4-insts,+dot5-insts,+dot6-insts,+dot7-insts,+dpp,+fp8-conversion-insts,+fp8-insts,+gfx8-insts,+gfx9-insts,+gfx90a-insts,+gfx940-insts,+lerp-inst,+mai-insts,+qsad-insts,+s-memrealtime,+s-memtime-inst,+sad-insts,+wavefrontsize64,+xf32-insts" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { convergent mustprogress nocallback nocreateundeforpoison nofree nounwind willreturn memory(none) }
attributes #3 = { convergent mustprogress nocallback nofree nounwind willreturn }
attributes #4 = { mustprogress nocallback nofree nosync nounwind willreturn }
attributes #5 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #6 = { mustprogress nocallback nofree nounwind willreturn }
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
!8 = !{i64 7561}
!9 = !{!10, !10, i64 0}
!10 = !{!"float", !6, i64 0}
!11 = !{!6, !6, i64 0}
!12 = !{i64 2147529328}
!13 = distinct !{!13, !14, !15}
!14 = !{!"llvm.loop.mustprogress"}
!15 = !{!"llvm.loop.unroll.disable"}
