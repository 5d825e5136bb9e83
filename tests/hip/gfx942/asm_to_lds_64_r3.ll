; ModuleID = 'asm_to_lds.hip'
source_filename = "asm_to_lds.hip"
target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@_ZZ16asm_to_lds_64_r3E4ring = internal addrspace(3) global [3 x [2048 x half]] undef, align 16
@__hip_cuid_c9fedcfd0f98af73 = addrspace(1) global i8 0
@llvm.compiler.used = appending addrspace(1) global [1 x ptr] [ptr addrspacecast (ptr addrspace(1) @__hip_cuid_c9fedcfd0f98af73 to ptr)], section "llvm.metadata"

; Function Attrs: convergent mustprogress norecurse nounwind
define protected amdgpu_kernel void @asm_to_lds_64_r3(ptr addrspace(1) noundef readonly captures(none) %0, ptr addrspace(1) noundef %1, ptr addrspace(1) noundef writeonly captures(none) %2, i32 noundef %3) local_unnamed_addr #0 {
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
  %17 = shl nuw nsw i32 %13, 2
  %18 = add nuw i32 %16, 1024
  %19 = add nuw i32 %16, 2048
  %20 = add nuw i32 %16, 3072
  %21 = add i32 %16, ptrtoint (ptr addrspace(3) @_ZZ16asm_to_lds_64_r3E4ring to i32)
  tail call void asm sideeffect "s_mov_b32 m0, $0\0A\09s_nop 0\0A\09buffer_load_dword $1, $2, $3 offen lds", "s,v,s,s,~{memory}"(i32 %21, i32 %17, <4 x i32> %12, i32 0) #6, !srcloc !8
  %22 = add i32 %16, add (i32 ptrtoint (ptr addrspace(3) @_ZZ16asm_to_lds_64_r3E4ring to i32), i32 1024)
  tail call void asm sideeffect "s_mov_b32 m0, $0\0A\09s_nop 0\0A\09buffer_load_dword $1, $2, $3 offen lds", "s,v,s,s,~{memory}"(i32 %22, i32 %17, <4 x i32> %12, i32 1024) #6, !srcloc !8
  %23 = add i32 %16, add (i32 ptrtoint (ptr addrspace(3) @_ZZ16asm_to_lds_64_r3E4ring to i32), i32 2048)
  tail call void asm sideeffect "s_mov_b32 m0, $0\0A\09s_nop 0\0A\09buffer_load_dword $1, $2, $3 offen lds", "s,v,s,s,~{memory}"(i32 %23, i32 %17, <4 x i32> %12, i32 2048) #6, !srcloc !8
  %24 = add i32 %16, add (i32 ptrtoint (ptr addrspace(3) @_ZZ16asm_to_lds_64_r3E4ring to i32), i32 3072)
  tail call void asm sideeffect "s_mov_b32 m0, $0\0A\09s_nop 0\0A\09buffer_load_dword $1, $2, $3 offen lds", "s,v,s,s,~{memory}"(i32 %24, i32 %17, <4 x i32> %12, i32 3072) #6, !srcloc !8
  %25 = add i32 %16, ptrtoint (ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ16asm_to_lds_64_r3E4ring, i32 4096) to i32)
  tail call void asm sideeffect "s_mov_b32 m0, $0\0A\09s_nop 0\0A\09buffer_load_dword $1, $2, $3 offen lds", "s,v,s,s,~{memory}"(i32 %25, i32 %17, <4 x i32> %12, i32 4096) #6, !srcloc !8
  %26 = add i32 %16, add (i32 ptrtoint (ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ16asm_to_lds_64_r3E4ring, i32 4096) to i32), i32 1024)
  tail call void asm sideeffect "s_mov_b32 m0, $0\0A\09s_nop 0\0A\09buffer_load_dword $1, $2, $3 offen lds", "s,v,s,s,~{memory}"(i32 %26, i32 %17, <4 x i32> %12, i32 5120) #6, !srcloc !8
  %27 = add i32 %16, add (i32 ptrtoint (ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ16asm_to_lds_64_r3E4ring, i32 4096) to i32), i32 2048)
  tail call void asm sideeffect "s_mov_b32 m0, $0\0A\09s_nop 0\0A\09buffer_load_dword $1, $2, $3 offen lds", "s,v,s,s,~{memory}"(i32 %27, i32 %17, <4 x i32> %12, i32 6144) #6, !srcloc !8
  %28 = add i32 %16, add (i32 ptrtoint (ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ16asm_to_lds_64_r3E4ring, i32 4096) to i32), i32 3072)
  tail call void asm sideeffect "s_mov_b32 m0, $0\0A\09s_nop 0\0A\09buffer_load_dword $1, $2, $3 offen lds", "s,v,s,s,~{memory}"(i32 %28, i32 %17, <4 x i32> %12, i32 7168) #6, !srcloc !8
  %29 = and i32 %13, 31
  %30 = lshr i32 %13, 5
  %31 = and i32 %30, 1
  %32 = icmp sgt i32 %3, 0
  br i1 %32, label %33, label %157

33:                                               ; preds = %4
  %34 = shl i32 %15, 10
  %35 = shl nuw nsw i32 %29, 5
  %36 = or disjoint i32 %34, %35
  %37 = mul nsw i32 %36, %3
  %38 = sext i32 %37 to i64
  %39 = getelementptr inbounds half, ptr addrspace(1) %0, i64 %38
  %40 = zext nneg i32 %31 to i64
  %41 = getelementptr inbounds nuw <4 x half>, ptr addrspace(1) %39, i64 %40
  %42 = shl nuw nsw i32 %31, 3
  %43 = getelementptr i8, ptr addrspace(3) @_ZZ16asm_to_lds_64_r3E4ring, i32 %42
  %44 = getelementptr half, ptr addrspace(3) %43, i32 %35
  br label %45

45:                                               ; preds = %33, %45
  %46 = phi i32 [ 0, %33 ], [ %152, %45 ]
  %47 = phi i32 [ 0, %33 ], [ %153, %45 ]
  %48 = phi ptr addrspace(1) [ %41, %33 ], [ %149, %45 ]
  %49 = phi <32 x float> [ zeroinitializer, %33 ], [ %148, %45 ]
  %50 = load <4 x half>, ptr addrspace(1) %48, align 8, !tbaa !9
  %51 = getelementptr inbounds nuw i8, ptr addrspace(1) %48, i64 16
  %52 = load <4 x half>, ptr addrspace(1) %51, align 8, !tbaa !9
  %53 = shufflevector <4 x half> %50, <4 x half> %52, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %54 = getelementptr inbounds nuw i8, ptr addrspace(1) %48, i64 32
  %55 = load <4 x half>, ptr addrspace(1) %54, align 8, !tbaa !9
  %56 = shufflevector <4 x half> %55, <4 x half> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %57 = shufflevector <16 x half> %53, <16 x half> %56, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 poison, i32 poison, i32 poison, i32 poison>
  %58 = getelementptr inbounds nuw i8, ptr addrspace(1) %48, i64 48
  %59 = load <4 x half>, ptr addrspace(1) %58, align 8, !tbaa !9
  %60 = shufflevector <4 x half> %59, <4 x half> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %61 = shufflevector <16 x half> %57, <16 x half> %60, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 16, i32 17, i32 18, i32 19>
  tail call void asm sideeffect "s_waitcnt vmcnt($0)", "n,~{memory}"(i32 8) #6, !srcloc !10
  tail call void @llvm.amdgcn.s.barrier()
  %62 = icmp sgt i32 %46, 0
  %63 = select i1 %62, i32 -1, i32 2
  %64 = getelementptr [2048 x half], ptr addrspace(3) @_ZZ16asm_to_lds_64_r3E4ring, i32 %46
  %65 = getelementptr [2048 x half], ptr addrspace(3) %64, i32 %63
  %66 = ptrtoint ptr addrspace(3) %65 to i32
  %67 = shl i32 %47, 12
  %68 = add i32 %67, 8192
  %69 = add i32 %16, %66
  tail call void asm sideeffect "s_mov_b32 m0, $0\0A\09s_nop 0\0A\09buffer_load_dword $1, $2, $3 offen lds", "s,v,s,s,~{memory}"(i32 %69, i32 %17, <4 x i32> %12, i32 %68) #6, !srcloc !8
  %70 = add i32 %18, %66
  %71 = or disjoint i32 %68, 1024
  tail call void asm sideeffect "s_mov_b32 m0, $0\0A\09s_nop 0\0A\09buffer_load_dword $1, $2, $3 offen lds", "s,v,s,s,~{memory}"(i32 %70, i32 %17, <4 x i32> %12, i32 %71) #6, !srcloc !8
  %72 = add i32 %19, %66
  %73 = or disjoint i32 %68, 2048
  tail call void asm sideeffect "s_mov_b32 m0, $0\0A\09s_nop 0\0A\09buffer_load_dword $1, $2, $3 offen lds", "s,v,s,s,~{memory}"(i32 %72, i32 %17, <4 x i32> %12, i32 %73) #6, !srcloc !8
  %74 = add i32 %20, %66
  %75 = or disjoint i32 %68, 3072
  tail call void asm sideeffect "s_mov_b32 m0, $0\0A\09s_nop 0\0A\09buffer_load_dword $1, $2, $3 offen lds", "s,v,s,s,~{memory}"(i32 %74, i32 %17, <4 x i32> %12, i32 %75) #6, !srcloc !8
  %76 = getelementptr [2048 x half], ptr addrspace(3) %44, i32 %46
  %77 = bitcast <16 x half> %61 to <4 x i64>
  %78 = load <4 x half>, ptr addrspace(3) %76, align 8, !tbaa !9
  %79 = extractelement <4 x i64> %77, i64 0
  %80 = bitcast i64 %79 to <4 x half>
  %81 = bitcast <32 x float> %49 to <2 x i512>
  %82 = extractelement <2 x i512> %81, i64 0
  %83 = bitcast i512 %82 to <16 x float>
  %84 = tail call contract <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %80, <4 x half> %78, <16 x float> %83, i32 0, i32 0, i32 0)
  %85 = shufflevector <16 x float> %84, <16 x float> poison, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %86 = shufflevector <32 x float> %85, <32 x float> %49, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63>
  %87 = getelementptr inbounds nuw i8, ptr addrspace(3) %76, i32 16
  %88 = load <4 x half>, ptr addrspace(3) %87, align 8, !tbaa !9
  %89 = extractelement <4 x i64> %77, i64 1
  %90 = bitcast i64 %89 to <4 x half>
  %91 = bitcast <32 x float> %86 to <2 x i512>
  %92 = extractelement <2 x i512> %91, i64 0
  %93 = bitcast i512 %92 to <16 x float>
  %94 = tail call contract <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %90, <4 x half> %88, <16 x float> %93, i32 0, i32 0, i32 0)
  %95 = shufflevector <16 x float> %94, <16 x float> poison, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %96 = shufflevector <32 x float> %95, <32 x float> %86, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63>
  %97 = getelementptr inbounds nuw i8, ptr addrspace(3) %76, i32 32
  %98 = load <4 x half>, ptr addrspace(3) %97, align 8, !tbaa !9
  %99 = extractelement <4 x i64> %77, i64 2
  %100 = bitcast i64 %99 to <4 x half>
  %101 = bitcast <32 x float> %96 to <2 x i512>
  %102 = extractelement <2 x i512> %101, i64 0
  %103 = bitcast i512 %102 to <16 x float>
  %104 = tail call contract <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %100, <4 x half> %98, <16 x float> %103, i32 0, i32 0, i32 0)
  %105 = shufflevector <16 x float> %104, <16 x float> poison, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %106 = shufflevector <32 x float> %105, <32 x float> %96, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63>
  %107 = getelementptr inbounds nuw i8, ptr addrspace(3) %76, i32 48
  %108 = load <4 x half>, ptr addrspace(3) %107, align 8, !tbaa !9
  %109 = extractelement <4 x i64> %77, i64 3
  %110 = bitcast i64 %109 to <4 x half>
  %111 = bitcast <32 x float> %106 to <2 x i512>
  %112 = extractelement <2 x i512> %111, i64 0
  %113 = bitcast i512 %112 to <16 x float>
  %114 = tail call contract <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %110, <4 x half> %108, <16 x float> %113, i32 0, i32 0, i32 0)
  %115 = shufflevector <16 x float> %114, <16 x float> poison, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %116 = shufflevector <32 x float> %115, <32 x float> %106, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63>
  %117 = getelementptr inbounds nuw i8, ptr addrspace(3) %76, i32 2048
  %118 = load <4 x half>, ptr addrspace(3) %117, align 8, !tbaa !9
  %119 = bitcast <32 x float> %116 to <2 x i512>
  %120 = extractelement <2 x i512> %119, i64 1
  %121 = bitcast i512 %120 to <16 x float>
  %122 = tail call contract <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %80, <4 x half> %118, <16 x float> %121, i32 0, i32 0, i32 0)
  %123 = shufflevector <16 x float> %122, <16 x float> poison, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %124 = shufflevector <32 x float> %116, <32 x float> %123, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47>
  %125 = getelementptr inbounds nuw i8, ptr addrspace(3) %76, i32 2064
  %126 = load <4 x half>, ptr addrspace(3) %125, align 8, !tbaa !9
  %127 = bitcast <32 x float> %124 to <2 x i512>
  %128 = extractelement <2 x i512> %127, i64 1
  %129 = bitcast i512 %128 to <16 x float>
  %130 = tail call contract <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %90, <4 x half> %126, <16 x float> %129, i32 0, i32 0, i32 0)
  %131 = shufflevector <16 x float> %130, <16 x float> poison, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %132 = shufflevector <32 x float> %124, <32 x float> %131, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47>
  %133 = getelementptr inbounds nuw i8, ptr addrspace(3) %76, i32 2080
  %134 = load <4 x half>, ptr addrspace(3) %133, align 8, !tbaa !9
  %135 = bitcast <32 x float> %132 to <2 x i512>
  %136 = extractelement <2 x i512> %135, i64 1
  %137 = bitcast i512 %136 to <16 x float>
  %138 = tail call contract <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %100, <4 x half> %134, <16 x float> %137, i32 0, i32 0, i32 0)
  %139 = shufflevector <16 x float> %138, <16 x float> poison, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %140 = shufflevector <32 x float> %132, <32 x float> %139, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47>
  %141 = getelementptr inbounds nuw i8, ptr addrspace(3) %76, i32 2096
  %142 = load <4 x half>, ptr addrspace(3) %141, align 8, !tbaa !9
  %143 = bitcast <32 x float> %140 to <2 x i512>
  %144 = extractelement <2 x i512> %143, i64 1
  %145 = bitcast i512 %144 to <16 x float>
  %146 = tail call contract <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %110, <4 x half> %142, <16 x float> %145, i32 0, i32 0, i32 0)
  %147 = shufflevector <16 x float> %146, <16 x float> poison, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %148 = shufflevector <32 x float> %140, <32 x float> %147, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47>
  %149 = getelementptr inbounds nuw i8, ptr addrspace(1) %48, i64 64
  tail call void @llvm.amdgcn.s.barrier()
  %150 = add nsw i32 %46, 1
  %151 = icmp eq i32 %150, 3
  %152 = select i1 %151, i32 0, i32 %150
  %153 = add nuw nsw i32 %47, 1
  %154 = icmp eq i32 %153, %3
  br i1 %154, label %155, label %45, !llvm.loop !11

155:                                              ; preds = %45
  %156 = bitcast <32 x float> %148 to <2 x i512>
  br label %157

157:                                              ; preds = %155, %4
  %158 = phi <2 x i512> [ zeroinitializer, %4 ], [ %156, %155 ]
  %159 = shl nuw nsw i32 %15, 5
  %160 = shl nuw nsw i32 %31, 2
  %161 = or disjoint i32 %159, %160
  %162 = extractelement <2 x i512> %158, i64 0
  %163 = bitcast i512 %162 to <16 x float>
  %164 = extractelement <16 x float> %163, i64 0
  %165 = shl nsw i32 %161, 6
  %166 = or disjoint i32 %165, %29
  %167 = zext nneg i32 %166 to i64
  %168 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %167
  store float %164, ptr addrspace(1) %168, align 4, !tbaa !14
  %169 = extractelement <16 x float> %163, i64 1
  %170 = shl i32 %161, 6
  %171 = or disjoint i32 %170, 64
  %172 = or disjoint i32 %171, %29
  %173 = zext nneg i32 %172 to i64
  %174 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %173
  store float %169, ptr addrspace(1) %174, align 4, !tbaa !14
  %175 = extractelement <16 x float> %163, i64 2
  %176 = shl i32 %161, 6
  %177 = or disjoint i32 %176, 128
  %178 = or disjoint i32 %177, %29
  %179 = zext nneg i32 %178 to i64
  %180 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %179
  store float %175, ptr addrspace(1) %180, align 4, !tbaa !14
  %181 = extractelement <16 x float> %163, i64 3
  %182 = shl i32 %161, 6
  %183 = or disjoint i32 %182, 192
  %184 = or disjoint i32 %183, %29
  %185 = zext nneg i32 %184 to i64
  %186 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %185
  store float %181, ptr addrspace(1) %186, align 4, !tbaa !14
  %187 = extractelement <16 x float> %163, i64 4
  %188 = shl i32 %161, 6
  %189 = or disjoint i32 %188, 512
  %190 = or disjoint i32 %189, %29
  %191 = zext nneg i32 %190 to i64
  %192 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %191
  store float %187, ptr addrspace(1) %192, align 4, !tbaa !14
  %193 = extractelement <16 x float> %163, i64 5
  %194 = shl i32 %161, 6
  %195 = or disjoint i32 %194, 576
  %196 = or disjoint i32 %195, %29
  %197 = zext nneg i32 %196 to i64
  %198 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %197
  store float %193, ptr addrspace(1) %198, align 4, !tbaa !14
  %199 = extractelement <16 x float> %163, i64 6
  %200 = shl i32 %161, 6
  %201 = or disjoint i32 %200, 640
  %202 = or disjoint i32 %201, %29
  %203 = zext nneg i32 %202 to i64
  %204 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %203
  store float %199, ptr addrspace(1) %204, align 4, !tbaa !14
  %205 = extractelement <16 x float> %163, i64 7
  %206 = shl i32 %161, 6
  %207 = or disjoint i32 %206, 704
  %208 = or disjoint i32 %207, %29
  %209 = zext nneg i32 %208 to i64
  %210 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %209
  store float %205, ptr addrspace(1) %210, align 4, !tbaa !14
  %211 = extractelement <16 x float> %163, i64 8
  %212 = shl i32 %161, 6
  %213 = or disjoint i32 %212, 1024
  %214 = or disjoint i32 %213, %29
  %215 = zext nneg i32 %214 to i64
  %216 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %215
  store float %211, ptr addrspace(1) %216, align 4, !tbaa !14
  %217 = extractelement <16 x float> %163, i64 9
  %218 = shl i32 %161, 6
  %219 = or disjoint i32 %218, 1088
  %220 = or disjoint i32 %219, %29
  %221 = zext nneg i32 %220 to i64
  %222 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %221
  store float %217, ptr addrspace(1) %222, align 4, !tbaa !14
  %223 = extractelement <16 x float> %163, i64 10
  %224 = shl i32 %161, 6
  %225 = or disjoint i32 %224, 1152
  %226 = or disjoint i32 %225, %29
  %227 = zext nneg i32 %226 to i64
  %228 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %227
  store float %223, ptr addrspace(1) %228, align 4, !tbaa !14
  %229 = extractelement <16 x float> %163, i64 11
  %230 = shl i32 %161, 6
  %231 = or disjoint i32 %230, 1216
  %232 = or disjoint i32 %231, %29
  %233 = zext nneg i32 %232 to i64
  %234 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %233
  store float %229, ptr addrspace(1) %234, align 4, !tbaa !14
  %235 = extractelement <16 x float> %163, i64 12
  %236 = shl i32 %161, 6
  %237 = or disjoint i32 %236, 1536
  %238 = or disjoint i32 %237, %29
  %239 = zext nneg i32 %238 to i64
  %240 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %239
  store float %235, ptr addrspace(1) %240, align 4, !tbaa !14
  %241 = extractelement <16 x float> %163, i64 13
  %242 = shl i32 %161, 6
  %243 = or disjoint i32 %242, 1600
  %244 = or disjoint i32 %243, %29
  %245 = zext nneg i32 %244 to i64
  %246 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %245
  store float %241, ptr addrspace(1) %246, align 4, !tbaa !14
  %247 = extractelement <16 x float> %163, i64 14
  %248 = shl i32 %161, 6
  %249 = or disjoint i32 %248, 1664
  %250 = or disjoint i32 %249, %29
  %251 = zext nneg i32 %250 to i64
  %252 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %251
  store float %247, ptr addrspace(1) %252, align 4, !tbaa !14
  %253 = extractelement <16 x float> %163, i64 15
  %254 = shl i32 %161, 6
  %255 = or disjoint i32 %254, 1728
  %256 = or disjoint i32 %255, %29
  %257 = zext nneg i32 %256 to i64
  %258 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %257
  store float %253, ptr addrspace(1) %258, align 4, !tbaa !14
  %259 = extractelement <2 x i512> %158, i64 1
  %260 = bitcast i512 %259 to <16 x float>
  %261 = or disjoint i32 %29, 32
  %262 = extractelement <16 x float> %260, i64 0
  %263 = or disjoint i32 %165, %261
  %264 = zext nneg i32 %263 to i64
  %265 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %264
  store float %262, ptr addrspace(1) %265, align 4, !tbaa !14
  %266 = extractelement <16 x float> %260, i64 1
  %267 = or disjoint i32 %171, %261
  %268 = zext nneg i32 %267 to i64
  %269 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %268
  store float %266, ptr addrspace(1) %269, align 4, !tbaa !14
  %270 = extractelement <16 x float> %260, i64 2
  %271 = or disjoint i32 %177, %261
  %272 = zext nneg i32 %271 to i64
  %273 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %272
  store float %270, ptr addrspace(1) %273, align 4, !tbaa !14
  %274 = extractelement <16 x float> %260, i64 3
  %275 = or disjoint i32 %183, %261
  %276 = zext nneg i32 %275 to i64
  %277 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %276
  store float %274, ptr addrspace(1) %277, align 4, !tbaa !14
  %278 = extractelement <16 x float> %260, i64 4
  %279 = or disjoint i32 %189, %261
  %280 = zext nneg i32 %279 to i64
  %281 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %280
  store float %278, ptr addrspace(1) %281, align 4, !tbaa !14
  %282 = extractelement <16 x float> %260, i64 5
  %283 = or disjoint i32 %195, %261
  %284 = zext nneg i32 %283 to i64
  %285 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %284
  store float %282, ptr addrspace(1) %285, align 4, !tbaa !14
  %286 = extractelement <16 x float> %260, i64 6
  %287 = or disjoint i32 %201, %261
  %288 = zext nneg i32 %287 to i64
  %289 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %288
  store float %286, ptr addrspace(1) %289, align 4, !tbaa !14
  %290 = extractelement <16 x float> %260, i64 7
  %291 = or disjoint i32 %207, %261
  %292 = zext nneg i32 %291 to i64
  %293 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %292
  store float %290, ptr addrspace(1) %293, align 4, !tbaa !14
  %294 = extractelement <16 x float> %260, i64 8
  %295 = or disjoint i32 %213, %261
  %296 = zext nneg i32 %295 to i64
  %297 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %296
  store float %294, ptr addrspace(1) %297, align 4, !tbaa !14
  %298 = extractelement <16 x float> %260, i64 9
  %299 = or disjoint i32 %219, %261
  %300 = zext nneg i32 %299 to i64
  %301 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %300
  store float %298, ptr addrspace(1) %301, align 4, !tbaa !14
  %302 = extractelement <16 x float> %260, i64 10
  %303 = or disjoint i32 %225, %261
  %304 = zext nneg i32 %303 to i64
  %305 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %304
  store float %302, ptr addrspace(1) %305, align 4, !tbaa !14
  %306 = extractelement <16 x float> %260, i64 11
  %307 = or disjoint i32 %231, %261
  %308 = zext nneg i32 %307 to i64
  %309 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %308
  store float %306, ptr addrspace(1) %309, align 4, !tbaa !14
  %310 = extractelement <16 x float> %260, i64 12
  %311 = or disjoint i32 %237, %261
  %312 = zext nneg i32 %311 to i64
  %313 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %312
  store float %310, ptr addrspace(1) %313, align 4, !tbaa !14
  %314 = extractelement <16 x float> %260, i64 13
  %315 = or disjoint i32 %243, %261
  %316 = zext nneg i32 %315 to i64
  %317 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %316
  store float %314, ptr addrspace(1) %317, align 4, !tbaa !14
  %318 = extractelement <16 x float> %260, i64 14
  %319 = or disjoint i32 %249, %261
  %320 = zext nneg i32 %319 to i64
  %321 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %320
  store float %318, ptr addrspace(1) %321, align 4, !tbaa !14
  %322 = extractelement <16 x float> %260, i64 15
  %323 = or disjoint i32 %255, %261
  %324 = zext nneg i32 %323 to i64
  %325 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %324
  store float %322, ptr addrspace(1) %325, align 4, !tbaa !14
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
