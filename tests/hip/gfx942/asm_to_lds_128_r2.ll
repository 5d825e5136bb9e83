; ModuleID = 'asm_to_lds.hip'
source_filename = "asm_to_lds.hip"
target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@_ZZ17asm_to_lds_128_r2E4ring = internal addrspace(3) global [2 x [4096 x half]] undef, align 16
@__hip_cuid_a1b4eb39123e6cbe = addrspace(1) global i8 0
@llvm.compiler.used = appending addrspace(1) global [1 x ptr] [ptr addrspacecast (ptr addrspace(1) @__hip_cuid_a1b4eb39123e6cbe to ptr)], section "llvm.metadata"

; Function Attrs: convergent mustprogress norecurse nounwind
define protected amdgpu_kernel void @asm_to_lds_128_r2(ptr addrspace(1) noundef readonly captures(none) %0, ptr addrspace(1) noundef %1, ptr addrspace(1) noundef writeonly %2, i32 noundef %3) local_unnamed_addr #0 {
  %5 = ptrtoint ptr addrspace(1) %1 to i64
  %6 = tail call i64 @llvm.amdgcn.readfirstlane.i64(i64 %5)
  %7 = trunc i64 %6 to i32
  %8 = tail call i64 @llvm.amdgcn.readfirstlane.i64(i64 %5)
  %9 = lshr i64 %8, 32
  %10 = trunc nuw i64 %9 to i32
  %11 = insertelement <4 x i32> <i32 poison, i32 poison, i32 1073741824, i32 159744>, i32 %7, i64 0
  %12 = insertelement <4 x i32> %11, i32 %10, i64 1
  %13 = tail call i32 @llvm.amdgcn.workitem.id.x()
  %14 = tail call i32 @llvm.amdgcn.readfirstlane.i32(i32 %13)
  %15 = lshr i32 %14, 6
  %16 = shl nsw i32 %15, 8
  %17 = add i32 %16, ptrtoint (ptr addrspace(3) @_ZZ17asm_to_lds_128_r2E4ring to i32)
  %18 = shl nuw nsw i32 %13, 2
  %19 = add i32 %16, add (i32 ptrtoint (ptr addrspace(3) @_ZZ17asm_to_lds_128_r2E4ring to i32), i32 1024)
  %20 = add i32 %16, add (i32 ptrtoint (ptr addrspace(3) @_ZZ17asm_to_lds_128_r2E4ring to i32), i32 2048)
  %21 = add i32 %16, add (i32 ptrtoint (ptr addrspace(3) @_ZZ17asm_to_lds_128_r2E4ring to i32), i32 3072)
  %22 = add i32 %16, add (i32 ptrtoint (ptr addrspace(3) @_ZZ17asm_to_lds_128_r2E4ring to i32), i32 4096)
  %23 = add i32 %16, add (i32 ptrtoint (ptr addrspace(3) @_ZZ17asm_to_lds_128_r2E4ring to i32), i32 5120)
  %24 = add i32 %16, add (i32 ptrtoint (ptr addrspace(3) @_ZZ17asm_to_lds_128_r2E4ring to i32), i32 6144)
  %25 = add i32 %16, add (i32 ptrtoint (ptr addrspace(3) @_ZZ17asm_to_lds_128_r2E4ring to i32), i32 7168)
  tail call void asm sideeffect "s_mov_b32 m0, $0\0A\09s_nop 0\0A\09buffer_load_dword $1, $2, $3 offen lds", "s,v,s,s,~{memory}"(i32 %17, i32 %18, <4 x i32> %12, i32 0) #6, !srcloc !8
  tail call void asm sideeffect "s_mov_b32 m0, $0\0A\09s_nop 0\0A\09buffer_load_dword $1, $2, $3 offen lds", "s,v,s,s,~{memory}"(i32 %19, i32 %18, <4 x i32> %12, i32 1024) #6, !srcloc !8
  tail call void asm sideeffect "s_mov_b32 m0, $0\0A\09s_nop 0\0A\09buffer_load_dword $1, $2, $3 offen lds", "s,v,s,s,~{memory}"(i32 %20, i32 %18, <4 x i32> %12, i32 2048) #6, !srcloc !8
  tail call void asm sideeffect "s_mov_b32 m0, $0\0A\09s_nop 0\0A\09buffer_load_dword $1, $2, $3 offen lds", "s,v,s,s,~{memory}"(i32 %21, i32 %18, <4 x i32> %12, i32 3072) #6, !srcloc !8
  tail call void asm sideeffect "s_mov_b32 m0, $0\0A\09s_nop 0\0A\09buffer_load_dword $1, $2, $3 offen lds", "s,v,s,s,~{memory}"(i32 %22, i32 %18, <4 x i32> %12, i32 4096) #6, !srcloc !8
  tail call void asm sideeffect "s_mov_b32 m0, $0\0A\09s_nop 0\0A\09buffer_load_dword $1, $2, $3 offen lds", "s,v,s,s,~{memory}"(i32 %23, i32 %18, <4 x i32> %12, i32 5120) #6, !srcloc !8
  tail call void asm sideeffect "s_mov_b32 m0, $0\0A\09s_nop 0\0A\09buffer_load_dword $1, $2, $3 offen lds", "s,v,s,s,~{memory}"(i32 %24, i32 %18, <4 x i32> %12, i32 6144) #6, !srcloc !8
  tail call void asm sideeffect "s_mov_b32 m0, $0\0A\09s_nop 0\0A\09buffer_load_dword $1, $2, $3 offen lds", "s,v,s,s,~{memory}"(i32 %25, i32 %18, <4 x i32> %12, i32 7168) #6, !srcloc !8
  %26 = and i32 %13, 31
  %27 = lshr i32 %13, 5
  %28 = and i32 %27, 1
  %29 = icmp sgt i32 %3, 0
  br i1 %29, label %30, label %153

30:                                               ; preds = %4
  %31 = shl i32 %15, 10
  %32 = shl nuw nsw i32 %26, 5
  %33 = or disjoint i32 %31, %32
  %34 = mul nsw i32 %33, %3
  %35 = sext i32 %34 to i64
  %36 = getelementptr inbounds half, ptr addrspace(1) %0, i64 %35
  %37 = zext nneg i32 %28 to i64
  %38 = getelementptr inbounds nuw <4 x half>, ptr addrspace(1) %36, i64 %37
  %39 = add nuw i32 %16, 1024
  %40 = add nuw i32 %16, 2048
  %41 = add nuw i32 %16, 3072
  %42 = add nuw i32 %16, 4096
  %43 = add nuw i32 %16, 5120
  %44 = add nuw i32 %16, 6144
  %45 = add nuw i32 %16, 7168
  %46 = shl nuw nsw i32 %28, 3
  %47 = getelementptr i8, ptr addrspace(3) @_ZZ17asm_to_lds_128_r2E4ring, i32 %46
  %48 = getelementptr half, ptr addrspace(3) %47, i32 %32
  br label %49

49:                                               ; preds = %30, %49
  %50 = phi <16 x float> [ zeroinitializer, %30 ], [ %148, %49 ]
  %51 = phi <16 x float> [ zeroinitializer, %30 ], [ %136, %49 ]
  %52 = phi <16 x float> [ zeroinitializer, %30 ], [ %124, %49 ]
  %53 = phi <16 x float> [ zeroinitializer, %30 ], [ %112, %49 ]
  %54 = phi i32 [ 0, %30 ], [ %151, %49 ]
  %55 = phi i32 [ 0, %30 ], [ %73, %49 ]
  %56 = phi ptr addrspace(1) [ %38, %30 ], [ %149, %49 ]
  %57 = load <4 x half>, ptr addrspace(1) %56, align 8, !tbaa !9
  %58 = getelementptr inbounds nuw i8, ptr addrspace(1) %56, i64 16
  %59 = load <4 x half>, ptr addrspace(1) %58, align 8, !tbaa !9
  %60 = shufflevector <4 x half> %57, <4 x half> %59, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %61 = getelementptr inbounds nuw i8, ptr addrspace(1) %56, i64 32
  %62 = load <4 x half>, ptr addrspace(1) %61, align 8, !tbaa !9
  %63 = shufflevector <4 x half> %62, <4 x half> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %64 = shufflevector <16 x half> %60, <16 x half> %63, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 poison, i32 poison, i32 poison, i32 poison>
  %65 = getelementptr inbounds nuw i8, ptr addrspace(1) %56, i64 48
  %66 = load <4 x half>, ptr addrspace(1) %65, align 8, !tbaa !9
  %67 = shufflevector <4 x half> %66, <4 x half> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %68 = shufflevector <16 x half> %64, <16 x half> %67, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 16, i32 17, i32 18, i32 19>
  tail call void asm sideeffect "s_waitcnt vmcnt($0)", "n,~{memory}"(i32 4) #6, !srcloc !10
  tail call void @llvm.amdgcn.s.barrier()
  %69 = icmp sgt i32 %54, 0
  %70 = add nsw i32 %54, -1
  %71 = add nsw i32 %54, 1
  %72 = select i1 %69, i32 %70, i32 %71
  %73 = add nuw nsw i32 %55, 1
  %74 = getelementptr inbounds [4096 x half], ptr addrspace(3) @_ZZ17asm_to_lds_128_r2E4ring, i32 %72
  %75 = ptrtoint ptr addrspace(3) %74 to i32
  %76 = shl nsw i32 %73, 13
  %77 = add i32 %16, %75
  tail call void asm sideeffect "s_mov_b32 m0, $0\0A\09s_nop 0\0A\09buffer_load_dword $1, $2, $3 offen lds", "s,v,s,s,~{memory}"(i32 %77, i32 %18, <4 x i32> %12, i32 %76) #6, !srcloc !8
  %78 = add i32 %39, %75
  %79 = or disjoint i32 %76, 1024
  tail call void asm sideeffect "s_mov_b32 m0, $0\0A\09s_nop 0\0A\09buffer_load_dword $1, $2, $3 offen lds", "s,v,s,s,~{memory}"(i32 %78, i32 %18, <4 x i32> %12, i32 %79) #6, !srcloc !8
  %80 = add i32 %40, %75
  %81 = or disjoint i32 %76, 2048
  tail call void asm sideeffect "s_mov_b32 m0, $0\0A\09s_nop 0\0A\09buffer_load_dword $1, $2, $3 offen lds", "s,v,s,s,~{memory}"(i32 %80, i32 %18, <4 x i32> %12, i32 %81) #6, !srcloc !8
  %82 = add i32 %41, %75
  %83 = or disjoint i32 %76, 3072
  tail call void asm sideeffect "s_mov_b32 m0, $0\0A\09s_nop 0\0A\09buffer_load_dword $1, $2, $3 offen lds", "s,v,s,s,~{memory}"(i32 %82, i32 %18, <4 x i32> %12, i32 %83) #6, !srcloc !8
  %84 = add i32 %42, %75
  %85 = or disjoint i32 %76, 4096
  tail call void asm sideeffect "s_mov_b32 m0, $0\0A\09s_nop 0\0A\09buffer_load_dword $1, $2, $3 offen lds", "s,v,s,s,~{memory}"(i32 %84, i32 %18, <4 x i32> %12, i32 %85) #6, !srcloc !8
  %86 = add i32 %43, %75
  %87 = or disjoint i32 %76, 5120
  tail call void asm sideeffect "s_mov_b32 m0, $0\0A\09s_nop 0\0A\09buffer_load_dword $1, $2, $3 offen lds", "s,v,s,s,~{memory}"(i32 %86, i32 %18, <4 x i32> %12, i32 %87) #6, !srcloc !8
  %88 = add i32 %44, %75
  %89 = or disjoint i32 %76, 6144
  tail call void asm sideeffect "s_mov_b32 m0, $0\0A\09s_nop 0\0A\09buffer_load_dword $1, $2, $3 offen lds", "s,v,s,s,~{memory}"(i32 %88, i32 %18, <4 x i32> %12, i32 %89) #6, !srcloc !8
  %90 = add i32 %45, %75
  %91 = or disjoint i32 %76, 7168
  tail call void asm sideeffect "s_mov_b32 m0, $0\0A\09s_nop 0\0A\09buffer_load_dword $1, $2, $3 offen lds", "s,v,s,s,~{memory}"(i32 %90, i32 %18, <4 x i32> %12, i32 %91) #6, !srcloc !8
  %92 = getelementptr [4096 x half], ptr addrspace(3) %48, i32 %54
  %93 = bitcast <16 x half> %68 to <4 x i64>
  %94 = load <4 x half>, ptr addrspace(3) %92, align 8, !tbaa !9
  %95 = extractelement <4 x i64> %93, i64 0
  %96 = bitcast i64 %95 to <4 x half>
  %97 = tail call contract <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %96, <4 x half> %94, <16 x float> %53, i32 0, i32 0, i32 0)
  %98 = getelementptr inbounds nuw i8, ptr addrspace(3) %92, i32 16
  %99 = load <4 x half>, ptr addrspace(3) %98, align 8, !tbaa !9
  %100 = extractelement <4 x i64> %93, i64 1
  %101 = bitcast i64 %100 to <4 x half>
  %102 = tail call contract <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %101, <4 x half> %99, <16 x float> %97, i32 0, i32 0, i32 0)
  %103 = getelementptr inbounds nuw i8, ptr addrspace(3) %92, i32 32
  %104 = load <4 x half>, ptr addrspace(3) %103, align 8, !tbaa !9
  %105 = extractelement <4 x i64> %93, i64 2
  %106 = bitcast i64 %105 to <4 x half>
  %107 = tail call contract <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %106, <4 x half> %104, <16 x float> %102, i32 0, i32 0, i32 0)
  %108 = getelementptr inbounds nuw i8, ptr addrspace(3) %92, i32 48
  %109 = load <4 x half>, ptr addrspace(3) %108, align 8, !tbaa !9
  %110 = extractelement <4 x i64> %93, i64 3
  %111 = bitcast i64 %110 to <4 x half>
  %112 = tail call contract <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %111, <4 x half> %109, <16 x float> %107, i32 0, i32 0, i32 0)
  %113 = getelementptr inbounds nuw i8, ptr addrspace(3) %92, i32 2048
  %114 = load <4 x half>, ptr addrspace(3) %113, align 8, !tbaa !9
  %115 = tail call contract <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %96, <4 x half> %114, <16 x float> %52, i32 0, i32 0, i32 0)
  %116 = getelementptr inbounds nuw i8, ptr addrspace(3) %92, i32 2064
  %117 = load <4 x half>, ptr addrspace(3) %116, align 8, !tbaa !9
  %118 = tail call contract <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %101, <4 x half> %117, <16 x float> %115, i32 0, i32 0, i32 0)
  %119 = getelementptr inbounds nuw i8, ptr addrspace(3) %92, i32 2080
  %120 = load <4 x half>, ptr addrspace(3) %119, align 8, !tbaa !9
  %121 = tail call contract <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %106, <4 x half> %120, <16 x float> %118, i32 0, i32 0, i32 0)
  %122 = getelementptr inbounds nuw i8, ptr addrspace(3) %92, i32 2096
  %123 = load <4 x half>, ptr addrspace(3) %122, align 8, !tbaa !9
  %124 = tail call contract <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %111, <4 x half> %123, <16 x float> %121, i32 0, i32 0, i32 0)
  %125 = getelementptr inbounds nuw i8, ptr addrspace(3) %92, i32 4096
  %126 = load <4 x half>, ptr addrspace(3) %125, align 8, !tbaa !9
  %127 = tail call contract <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %96, <4 x half> %126, <16 x float> %51, i32 0, i32 0, i32 0)
  %128 = getelementptr inbounds nuw i8, ptr addrspace(3) %92, i32 4112
  %129 = load <4 x half>, ptr addrspace(3) %128, align 8, !tbaa !9
  %130 = tail call contract <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %101, <4 x half> %129, <16 x float> %127, i32 0, i32 0, i32 0)
  %131 = getelementptr inbounds nuw i8, ptr addrspace(3) %92, i32 4128
  %132 = load <4 x half>, ptr addrspace(3) %131, align 8, !tbaa !9
  %133 = tail call contract <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %106, <4 x half> %132, <16 x float> %130, i32 0, i32 0, i32 0)
  %134 = getelementptr inbounds nuw i8, ptr addrspace(3) %92, i32 4144
  %135 = load <4 x half>, ptr addrspace(3) %134, align 8, !tbaa !9
  %136 = tail call contract <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %111, <4 x half> %135, <16 x float> %133, i32 0, i32 0, i32 0)
  %137 = getelementptr inbounds nuw i8, ptr addrspace(3) %92, i32 6144
  %138 = load <4 x half>, ptr addrspace(3) %137, align 8, !tbaa !9
  %139 = tail call contract <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %96, <4 x half> %138, <16 x float> %50, i32 0, i32 0, i32 0)
  %140 = getelementptr inbounds nuw i8, ptr addrspace(3) %92, i32 6160
  %141 = load <4 x half>, ptr addrspace(3) %140, align 8, !tbaa !9
  %142 = tail call contract <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %101, <4 x half> %141, <16 x float> %139, i32 0, i32 0, i32 0)
  %143 = getelementptr inbounds nuw i8, ptr addrspace(3) %92, i32 6176
  %144 = load <4 x half>, ptr addrspace(3) %143, align 8, !tbaa !9
  %145 = tail call contract <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %106, <4 x half> %144, <16 x float> %142, i32 0, i32 0, i32 0)
  %146 = getelementptr inbounds nuw i8, ptr addrspace(3) %92, i32 6192
  %147 = load <4 x half>, ptr addrspace(3) %146, align 8, !tbaa !9
  %148 = tail call contract <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %111, <4 x half> %147, <16 x float> %145, i32 0, i32 0, i32 0)
  %149 = getelementptr inbounds nuw i8, ptr addrspace(1) %56, i64 64
  tail call void @llvm.amdgcn.s.barrier()
  %150 = icmp eq i32 %71, 2
  %151 = select i1 %150, i32 0, i32 %71
  %152 = icmp eq i32 %73, %3
  br i1 %152, label %153, label %49, !llvm.loop !11

153:                                              ; preds = %49, %4
  %154 = phi <16 x float> [ zeroinitializer, %4 ], [ %148, %49 ]
  %155 = phi <16 x float> [ zeroinitializer, %4 ], [ %136, %49 ]
  %156 = phi <16 x float> [ zeroinitializer, %4 ], [ %124, %49 ]
  %157 = phi <16 x float> [ zeroinitializer, %4 ], [ %112, %49 ]
  %158 = shl nuw nsw i32 %15, 5
  %159 = shl nuw nsw i32 %28, 2
  %160 = or disjoint i32 %158, %159
  %161 = extractelement <16 x float> %157, i64 0
  %162 = shl nsw i32 %160, 7
  %163 = or disjoint i32 %162, %26
  %164 = zext nneg i32 %163 to i64
  %165 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %164
  store float %161, ptr addrspace(1) %165, align 4, !tbaa !14
  %166 = extractelement <16 x float> %157, i64 1
  %167 = shl i32 %160, 7
  %168 = or disjoint i32 %167, 128
  %169 = or disjoint i32 %168, %26
  %170 = zext nneg i32 %169 to i64
  %171 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %170
  store float %166, ptr addrspace(1) %171, align 4, !tbaa !14
  %172 = extractelement <16 x float> %157, i64 2
  %173 = shl i32 %160, 7
  %174 = or disjoint i32 %173, 256
  %175 = or disjoint i32 %174, %26
  %176 = zext nneg i32 %175 to i64
  %177 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %176
  store float %172, ptr addrspace(1) %177, align 4, !tbaa !14
  %178 = extractelement <16 x float> %157, i64 3
  %179 = shl i32 %160, 7
  %180 = or disjoint i32 %179, 384
  %181 = or disjoint i32 %180, %26
  %182 = zext nneg i32 %181 to i64
  %183 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %182
  store float %178, ptr addrspace(1) %183, align 4, !tbaa !14
  %184 = extractelement <16 x float> %157, i64 4
  %185 = shl i32 %160, 7
  %186 = or disjoint i32 %185, 1024
  %187 = or disjoint i32 %186, %26
  %188 = zext nneg i32 %187 to i64
  %189 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %188
  store float %184, ptr addrspace(1) %189, align 4, !tbaa !14
  %190 = extractelement <16 x float> %157, i64 5
  %191 = shl i32 %160, 7
  %192 = or disjoint i32 %191, 1152
  %193 = or disjoint i32 %192, %26
  %194 = zext nneg i32 %193 to i64
  %195 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %194
  store float %190, ptr addrspace(1) %195, align 4, !tbaa !14
  %196 = extractelement <16 x float> %157, i64 6
  %197 = shl i32 %160, 7
  %198 = or disjoint i32 %197, 1280
  %199 = or disjoint i32 %198, %26
  %200 = zext nneg i32 %199 to i64
  %201 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %200
  store float %196, ptr addrspace(1) %201, align 4, !tbaa !14
  %202 = extractelement <16 x float> %157, i64 7
  %203 = shl i32 %160, 7
  %204 = or disjoint i32 %203, 1408
  %205 = or disjoint i32 %204, %26
  %206 = zext nneg i32 %205 to i64
  %207 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %206
  store float %202, ptr addrspace(1) %207, align 4, !tbaa !14
  %208 = extractelement <16 x float> %157, i64 8
  %209 = shl i32 %160, 7
  %210 = or disjoint i32 %209, 2048
  %211 = or disjoint i32 %210, %26
  %212 = zext nneg i32 %211 to i64
  %213 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %212
  store float %208, ptr addrspace(1) %213, align 4, !tbaa !14
  %214 = extractelement <16 x float> %157, i64 9
  %215 = shl i32 %160, 7
  %216 = or disjoint i32 %215, 2176
  %217 = or disjoint i32 %216, %26
  %218 = zext nneg i32 %217 to i64
  %219 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %218
  store float %214, ptr addrspace(1) %219, align 4, !tbaa !14
  %220 = extractelement <16 x float> %157, i64 10
  %221 = shl i32 %160, 7
  %222 = or disjoint i32 %221, 2304
  %223 = or disjoint i32 %222, %26
  %224 = zext nneg i32 %223 to i64
  %225 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %224
  store float %220, ptr addrspace(1) %225, align 4, !tbaa !14
  %226 = extractelement <16 x float> %157, i64 11
  %227 = shl i32 %160, 7
  %228 = or disjoint i32 %227, 2432
  %229 = or disjoint i32 %228, %26
  %230 = zext nneg i32 %229 to i64
  %231 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %230
  store float %226, ptr addrspace(1) %231, align 4, !tbaa !14
  %232 = extractelement <16 x float> %157, i64 12
  %233 = shl i32 %160, 7
  %234 = or disjoint i32 %233, 3072
  %235 = or disjoint i32 %234, %26
  %236 = zext nneg i32 %235 to i64
  %237 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %236
  store float %232, ptr addrspace(1) %237, align 4, !tbaa !14
  %238 = extractelement <16 x float> %157, i64 13
  %239 = shl i32 %160, 7
  %240 = or disjoint i32 %239, 3200
  %241 = or disjoint i32 %240, %26
  %242 = zext nneg i32 %241 to i64
  %243 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %242
  store float %238, ptr addrspace(1) %243, align 4, !tbaa !14
  %244 = extractelement <16 x float> %157, i64 14
  %245 = shl i32 %160, 7
  %246 = or disjoint i32 %245, 3328
  %247 = or disjoint i32 %246, %26
  %248 = zext nneg i32 %247 to i64
  %249 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %248
  store float %244, ptr addrspace(1) %249, align 4, !tbaa !14
  %250 = extractelement <16 x float> %157, i64 15
  %251 = shl i32 %160, 7
  %252 = or disjoint i32 %251, 3456
  %253 = or disjoint i32 %252, %26
  %254 = zext nneg i32 %253 to i64
  %255 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %254
  store float %250, ptr addrspace(1) %255, align 4, !tbaa !14
  %256 = or disjoint i32 %26, 32
  %257 = extractelement <16 x float> %156, i64 0
  %258 = or disjoint i32 %162, %256
  %259 = zext nneg i32 %258 to i64
  %260 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %259
  store float %257, ptr addrspace(1) %260, align 4, !tbaa !14
  %261 = extractelement <16 x float> %156, i64 1
  %262 = or disjoint i32 %168, %256
  %263 = zext nneg i32 %262 to i64
  %264 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %263
  store float %261, ptr addrspace(1) %264, align 4, !tbaa !14
  %265 = extractelement <16 x float> %156, i64 2
  %266 = or disjoint i32 %174, %256
  %267 = zext nneg i32 %266 to i64
  %268 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %267
  store float %265, ptr addrspace(1) %268, align 4, !tbaa !14
  %269 = extractelement <16 x float> %156, i64 3
  %270 = or disjoint i32 %180, %256
  %271 = zext nneg i32 %270 to i64
  %272 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %271
  store float %269, ptr addrspace(1) %272, align 4, !tbaa !14
  %273 = extractelement <16 x float> %156, i64 4
  %274 = or disjoint i32 %186, %256
  %275 = zext nneg i32 %274 to i64
  %276 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %275
  store float %273, ptr addrspace(1) %276, align 4, !tbaa !14
  %277 = extractelement <16 x float> %156, i64 5
  %278 = or disjoint i32 %192, %256
  %279 = zext nneg i32 %278 to i64
  %280 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %279
  store float %277, ptr addrspace(1) %280, align 4, !tbaa !14
  %281 = extractelement <16 x float> %156, i64 6
  %282 = or disjoint i32 %198, %256
  %283 = zext nneg i32 %282 to i64
  %284 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %283
  store float %281, ptr addrspace(1) %284, align 4, !tbaa !14
  %285 = extractelement <16 x float> %156, i64 7
  %286 = or disjoint i32 %204, %256
  %287 = zext nneg i32 %286 to i64
  %288 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %287
  store float %285, ptr addrspace(1) %288, align 4, !tbaa !14
  %289 = extractelement <16 x float> %156, i64 8
  %290 = or disjoint i32 %210, %256
  %291 = zext nneg i32 %290 to i64
  %292 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %291
  store float %289, ptr addrspace(1) %292, align 4, !tbaa !14
  %293 = extractelement <16 x float> %156, i64 9
  %294 = or disjoint i32 %216, %256
  %295 = zext nneg i32 %294 to i64
  %296 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %295
  store float %293, ptr addrspace(1) %296, align 4, !tbaa !14
  %297 = extractelement <16 x float> %156, i64 10
  %298 = or disjoint i32 %222, %256
  %299 = zext nneg i32 %298 to i64
  %300 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %299
  store float %297, ptr addrspace(1) %300, align 4, !tbaa !14
  %301 = extractelement <16 x float> %156, i64 11
  %302 = or disjoint i32 %228, %256
  %303 = zext nneg i32 %302 to i64
  %304 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %303
  store float %301, ptr addrspace(1) %304, align 4, !tbaa !14
  %305 = extractelement <16 x float> %156, i64 12
  %306 = or disjoint i32 %234, %256
  %307 = zext nneg i32 %306 to i64
  %308 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %307
  store float %305, ptr addrspace(1) %308, align 4, !tbaa !14
  %309 = extractelement <16 x float> %156, i64 13
  %310 = or disjoint i32 %240, %256
  %311 = zext nneg i32 %310 to i64
  %312 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %311
  store float %309, ptr addrspace(1) %312, align 4, !tbaa !14
  %313 = extractelement <16 x float> %156, i64 14
  %314 = or disjoint i32 %246, %256
  %315 = zext nneg i32 %314 to i64
  %316 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %315
  store float %313, ptr addrspace(1) %316, align 4, !tbaa !14
  %317 = extractelement <16 x float> %156, i64 15
  %318 = or disjoint i32 %252, %256
  %319 = zext nneg i32 %318 to i64
  %320 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %319
  store float %317, ptr addrspace(1) %320, align 4, !tbaa !14
  %321 = or disjoint i32 %26, 64
  %322 = extractelement <16 x float> %155, i64 0
  %323 = or disjoint i32 %162, %321
  %324 = zext nneg i32 %323 to i64
  %325 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %324
  store float %322, ptr addrspace(1) %325, align 4, !tbaa !14
  %326 = extractelement <16 x float> %155, i64 1
  %327 = or disjoint i32 %168, %321
  %328 = zext nneg i32 %327 to i64
  %329 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %328
  store float %326, ptr addrspace(1) %329, align 4, !tbaa !14
  %330 = extractelement <16 x float> %155, i64 2
  %331 = or disjoint i32 %174, %321
  %332 = zext nneg i32 %331 to i64
  %333 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %332
  store float %330, ptr addrspace(1) %333, align 4, !tbaa !14
  %334 = extractelement <16 x float> %155, i64 3
  %335 = or disjoint i32 %180, %321
  %336 = zext nneg i32 %335 to i64
  %337 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %336
  store float %334, ptr addrspace(1) %337, align 4, !tbaa !14
  %338 = extractelement <16 x float> %155, i64 4
  %339 = or disjoint i32 %186, %321
  %340 = zext nneg i32 %339 to i64
  %341 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %340
  store float %338, ptr addrspace(1) %341, align 4, !tbaa !14
  %342 = extractelement <16 x float> %155, i64 5
  %343 = or disjoint i32 %192, %321
  %344 = zext nneg i32 %343 to i64
  %345 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %344
  store float %342, ptr addrspace(1) %345, align 4, !tbaa !14
  %346 = extractelement <16 x float> %155, i64 6
  %347 = or disjoint i32 %198, %321
  %348 = zext nneg i32 %347 to i64
  %349 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %348
  store float %346, ptr addrspace(1) %349, align 4, !tbaa !14
  %350 = extractelement <16 x float> %155, i64 7
  %351 = or disjoint i32 %204, %321
  %352 = zext nneg i32 %351 to i64
  %353 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %352
  store float %350, ptr addrspace(1) %353, align 4, !tbaa !14
  %354 = extractelement <16 x float> %155, i64 8
  %355 = or disjoint i32 %210, %321
  %356 = zext nneg i32 %355 to i64
  %357 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %356
  store float %354, ptr addrspace(1) %357, align 4, !tbaa !14
  %358 = extractelement <16 x float> %155, i64 9
  %359 = or disjoint i32 %216, %321
  %360 = zext nneg i32 %359 to i64
  %361 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %360
  store float %358, ptr addrspace(1) %361, align 4, !tbaa !14
  %362 = extractelement <16 x float> %155, i64 10
  %363 = or disjoint i32 %222, %321
  %364 = zext nneg i32 %363 to i64
  %365 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %364
  store float %362, ptr addrspace(1) %365, align 4, !tbaa !14
  %366 = extractelement <16 x float> %155, i64 11
  %367 = or disjoint i32 %228, %321
  %368 = zext nneg i32 %367 to i64
  %369 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %368
  store float %366, ptr addrspace(1) %369, align 4, !tbaa !14
  %370 = extractelement <16 x float> %155, i64 12
  %371 = or disjoint i32 %234, %321
  %372 = zext nneg i32 %371 to i64
  %373 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %372
  store float %370, ptr addrspace(1) %373, align 4, !tbaa !14
  %374 = extractelement <16 x float> %155, i64 13
  %375 = or disjoint i32 %240, %321
  %376 = zext nneg i32 %375 to i64
  %377 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %376
  store float %374, ptr addrspace(1) %377, align 4, !tbaa !14
  %378 = extractelement <16 x float> %155, i64 14
  %379 = or disjoint i32 %246, %321
  %380 = zext nneg i32 %379 to i64
  %381 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %380
  store float %378, ptr addrspace(1) %381, align 4, !tbaa !14
  %382 = extractelement <16 x float> %155, i64 15
  %383 = or disjoint i32 %252, %321
  %384 = zext nneg i32 %383 to i64
  %385 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %384
  store float %382, ptr addrspace(1) %385, align 4, !tbaa !14
  %386 = or disjoint i32 %26, 96
  %387 = extractelement <16 x float> %154, i64 0
  %388 = or disjoint i32 %162, %386
  %389 = zext nneg i32 %388 to i64
  %390 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %389
  store float %387, ptr addrspace(1) %390, align 4, !tbaa !14
  %391 = extractelement <16 x float> %154, i64 1
  %392 = or disjoint i32 %168, %386
  %393 = zext nneg i32 %392 to i64
  %394 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %393
  store float %391, ptr addrspace(1) %394, align 4, !tbaa !14
  %395 = extractelement <16 x float> %154, i64 2
  %396 = or disjoint i32 %174, %386
  %397 = zext nneg i32 %396 to i64
  %398 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %397
  store float %395, ptr addrspace(1) %398, align 4, !tbaa !14
  %399 = extractelement <16 x float> %154, i64 3
  %400 = or disjoint i32 %180, %386
  %401 = zext nneg i32 %400 to i64
  %402 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %401
  store float %399, ptr addrspace(1) %402, align 4, !tbaa !14
  %403 = extractelement <16 x float> %154, i64 4
  %404 = or disjoint i32 %186, %386
  %405 = zext nneg i32 %404 to i64
  %406 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %405
  store float %403, ptr addrspace(1) %406, align 4, !tbaa !14
  %407 = extractelement <16 x float> %154, i64 5
  %408 = or disjoint i32 %192, %386
  %409 = zext nneg i32 %408 to i64
  %410 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %409
  store float %407, ptr addrspace(1) %410, align 4, !tbaa !14
  %411 = extractelement <16 x float> %154, i64 6
  %412 = or disjoint i32 %198, %386
  %413 = zext nneg i32 %412 to i64
  %414 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %413
  store float %411, ptr addrspace(1) %414, align 4, !tbaa !14
  %415 = extractelement <16 x float> %154, i64 7
  %416 = or disjoint i32 %204, %386
  %417 = zext nneg i32 %416 to i64
  %418 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %417
  store float %415, ptr addrspace(1) %418, align 4, !tbaa !14
  %419 = extractelement <16 x float> %154, i64 8
  %420 = or disjoint i32 %210, %386
  %421 = zext nneg i32 %420 to i64
  %422 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %421
  store float %419, ptr addrspace(1) %422, align 4, !tbaa !14
  %423 = extractelement <16 x float> %154, i64 9
  %424 = or disjoint i32 %216, %386
  %425 = zext nneg i32 %424 to i64
  %426 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %425
  store float %423, ptr addrspace(1) %426, align 4, !tbaa !14
  %427 = extractelement <16 x float> %154, i64 10
  %428 = or disjoint i32 %222, %386
  %429 = zext nneg i32 %428 to i64
  %430 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %429
  store float %427, ptr addrspace(1) %430, align 4, !tbaa !14
  %431 = extractelement <16 x float> %154, i64 11
  %432 = or disjoint i32 %228, %386
  %433 = zext nneg i32 %432 to i64
  %434 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %433
  store float %431, ptr addrspace(1) %434, align 4, !tbaa !14
  %435 = extractelement <16 x float> %154, i64 12
  %436 = or disjoint i32 %234, %386
  %437 = zext nneg i32 %436 to i64
  %438 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %437
  store float %435, ptr addrspace(1) %438, align 4, !tbaa !14
  %439 = extractelement <16 x float> %154, i64 13
  %440 = or disjoint i32 %240, %386
  %441 = zext nneg i32 %440 to i64
  %442 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %441
  store float %439, ptr addrspace(1) %442, align 4, !tbaa !14
  %443 = extractelement <16 x float> %154, i64 14
  %444 = or disjoint i32 %246, %386
  %445 = zext nneg i32 %444 to i64
  %446 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %445
  store float %443, ptr addrspace(1) %446, align 4, !tbaa !14
  %447 = extractelement <16 x float> %154, i64 15
  %448 = or disjoint i32 %252, %386
  %449 = zext nneg i32 %448 to i64
  %450 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %449
  store float %447, ptr addrspace(1) %450, align 4, !tbaa !14
  ret void
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x() #1

; Function Attrs: convergent mustprogress nocallback nocreateundeforpoison nofree nounwind willreturn memory(none)
declare i32 @llvm.amdgcn.readfirstlane.i32(i32) #2

; Function Attrs: convergent mustprogress nocallback nofree nounwind willreturn
declare void @llvm.amdgcn.s.barrier() #3

; Function Attrs: convergent mustprogress nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half>, <4 x half>, <16 x float>, i32 immarg, i32 immarg, i32 immarg) #4

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nounwind willreturn memory(none)
declare i64 @llvm.amdgcn.readfirstlane.i64(i64) #5

attributes #0 = { convergent mustprogress norecurse nounwind "amdgpu-agpr-alloc"="0" "amdgpu-flat-work-group-size"="256,256" "amdgpu-no-cluster-id-x" "amdgpu-no-cluster-id-y" "amdgpu-no-cluster-id-z" "amdgpu-no-completion-action" "amdgpu-no-default-queue" "amdgpu-no-dispatch-id" "amdgpu-no-dispatch-ptr" "amdgpu-no-flat-scratch-init" "amdgpu-no-heap-ptr" "amdgpu-no-hostcall-ptr" "amdgpu-no-implicitarg-ptr" "amdgpu-no-lds-kernel-id" "amdgpu-no-multigrid-sync-arg" "amdgpu-no-queue-ptr" "amdgpu-no-workgroup-id-x" "amdgpu-no-workgroup-id-y" "amdgpu-no-workgroup-id-z" "amdgpu-no-workitem-id-x" "amdgpu-no-workitem-id-y" "amdgpu-no-workitem-id-z" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="gfx942" "target-features"="+16-bit-insts,+atomic-buffer-global-pk-add-f16-insts,+atomic-ds-pk-add-16-insts,+atomic-fadd-rtn-insts,+atomic-flat-pk-add-16-insts,+atomic-fmin-fmax-global-f64,+atomic-global-pk-add-bf16-inst,+ci-insts,+cube-insts,+cvt-pknorm-vop2-insts,+dl-insts,+dot1-insts,+dot10-insts,+dot2-insts,+dot3-insts,+dot4-insts,+dot5-insts,+dot6-insts,+dot7-insts,+dpp,+fp8-conversion-insts,+fp8-insts,+gfx8-insts,+gfx9-insts,+gfx90a-insts,+gfx940-insts,+lerp-inst,+mai-insts,+qsad-insts,+s-memrealtime,+s-memtime-inst,+sad-insts,+wavefrontsize64,+xf32-insts" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { convergent mustprogress nocallback nocreateundeforpoison nofree nounwind willreturn memory(none) }
attributes #3 = { convergent mustprogress nocallback nofree nounwind willreturn }
attributes #4 = { convergent mustprogress nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none) }
attributes #5 = { convergent nocallback nocreateundeforpoison nofree nounwind willreturn memory(none) }
attributes #6 = { convergent nounwind }

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
!8 = !{i64 189, i64 208, i64 219}
!9 = !{!6, !6, i64 0}
!10 = !{i64 1507}
!11 = distinct !{!11, !12, !13}
!12 = !{!"llvm.loop.mustprogress"}
!13 = !{!"llvm.loop.unroll.disable"}
!14 = !{!15, !15, i64 0}
!15 = !{!"float", !6, i64 0}
