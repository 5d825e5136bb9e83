; ModuleID = 'styles.hip'
source_filename = "styles.hip"
target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@_ZZ14pingpong_ring4E4pool = internal addrspace(3) global [65536 x i8] undef, align 16
@__hip_cuid_89dcabae5514c90e = addrspace(1) global i8 0
@llvm.compiler.used = appending addrspace(1) global [1 x ptr] [ptr addrspacecast (ptr addrspace(1) @__hip_cuid_89dcabae5514c90e to ptr)], section "llvm.metadata"

; Function Attrs: convergent mustprogress norecurse nounwind
define protected amdgpu_kernel void @pingpong_ring4(ptr addrspace(1) noalias noundef readonly captures(none) %0, ptr addrspace(1) noalias noundef readonly captures(none) %1, ptr addrspace(1) noalias noundef writeonly captures(none) %2, i32 noundef %3, i32 noundef %4) local_unnamed_addr #0 {
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
  %21 = shl nuw nsw i32 %6, 4
  %22 = lshr i32 %6, 2
  %23 = and i32 %22, 254
  %24 = mul i32 %23, %4
  %25 = and i32 %21, 112
  %26 = add nsw i32 %24, %25
  %27 = shl nsw i32 %8, 10
  %28 = shl i32 %4, 5
  %29 = add nsw i32 %26, %28
  %30 = getelementptr inbounds nuw i8, ptr addrspace(3) @_ZZ14pingpong_ring4E4pool, i32 %27
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly %14, ptr addrspace(3) %30, i32 16, i32 %26, i32 0, i32 0, i32 0)
  %31 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ14pingpong_ring4E4pool, i32 4096), i32 %27
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly %14, ptr addrspace(3) nonnull %31, i32 16, i32 %29, i32 0, i32 0, i32 0)
  %32 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ14pingpong_ring4E4pool, i32 8192), i32 %27
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly %20, ptr addrspace(3) nonnull %32, i32 16, i32 %26, i32 0, i32 0, i32 0)
  %33 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ14pingpong_ring4E4pool, i32 12288), i32 %27
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly %20, ptr addrspace(3) nonnull %33, i32 16, i32 %29, i32 0, i32 0, i32 0)
  %34 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ14pingpong_ring4E4pool, i32 16384), i32 %27
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly %14, ptr addrspace(3) nonnull %34, i32 16, i32 %26, i32 128, i32 0, i32 0)
  %35 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ14pingpong_ring4E4pool, i32 20480), i32 %27
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly %14, ptr addrspace(3) nonnull %35, i32 16, i32 %29, i32 128, i32 0, i32 0)
  %36 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ14pingpong_ring4E4pool, i32 24576), i32 %27
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly %20, ptr addrspace(3) nonnull %36, i32 16, i32 %26, i32 128, i32 0, i32 0)
  %37 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ14pingpong_ring4E4pool, i32 28672), i32 %27
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly %20, ptr addrspace(3) nonnull %37, i32 16, i32 %29, i32 128, i32 0, i32 0)
  %38 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ14pingpong_ring4E4pool, i32 32768), i32 %27
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly %14, ptr addrspace(3) nonnull %38, i32 16, i32 %26, i32 256, i32 0, i32 0)
  %39 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ14pingpong_ring4E4pool, i32 36864), i32 %27
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly %14, ptr addrspace(3) nonnull %39, i32 16, i32 %29, i32 256, i32 0, i32 0)
  %40 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ14pingpong_ring4E4pool, i32 40960), i32 %27
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly %20, ptr addrspace(3) nonnull %40, i32 16, i32 %26, i32 256, i32 0, i32 0)
  %41 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ14pingpong_ring4E4pool, i32 45056), i32 %27
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly %20, ptr addrspace(3) nonnull %41, i32 16, i32 %29, i32 256, i32 0, i32 0)
  %42 = lshr i32 %7, 7
  %43 = and i32 %6, 15
  %44 = shl i32 %42, 12
  %45 = shl nuw nsw i32 %43, 7
  %46 = or disjoint i32 %44, %45
  %47 = lshr i32 %6, 4
  %48 = and i32 %47, 3
  %49 = shl nuw nsw i32 %48, 4
  %50 = or disjoint i32 %46, %49
  tail call void asm sideeffect "s_waitcnt vmcnt($0)", "n,~{memory}"(i32 8) #8, !srcloc !8
  tail call void @llvm.amdgcn.s.barrier()
  %51 = add i32 %50, ptrtoint (ptr addrspace(3) @_ZZ14pingpong_ring4E4pool to i32)
  %52 = tail call contract noundef <8 x half> asm sideeffect "ds_read_b128 $0, $1", "=v,v,~{memory}"(i32 %51) #8, !srcloc !9
  %53 = add i32 %50, add (i32 ptrtoint (ptr addrspace(3) @_ZZ14pingpong_ring4E4pool to i32), i32 2048)
  %54 = tail call contract noundef <8 x half> asm sideeffect "ds_read_b128 $0, $1", "=v,v,~{memory}"(i32 %53) #8, !srcloc !9
  %55 = and i32 %8, 1
  %56 = shl nuw nsw i32 %55, 12
  %57 = or disjoint i32 %56, %45
  %58 = or disjoint i32 %57, %49
  %59 = add i32 %58, ptrtoint (ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ14pingpong_ring4E4pool, i32 8192) to i32)
  %60 = tail call contract noundef <8 x half> asm sideeffect "ds_read_b128 $0, $1", "=v,v,~{memory}"(i32 %59) #8, !srcloc !9
  %61 = add i32 %58, add (i32 ptrtoint (ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ14pingpong_ring4E4pool, i32 8192) to i32), i32 2048)
  %62 = tail call contract noundef <8 x half> asm sideeffect "ds_read_b128 $0, $1", "=v,v,~{memory}"(i32 %61) #8, !srcloc !9
  %63 = shufflevector <8 x half> %52, <8 x half> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  tail call void asm sideeffect "s_waitcnt lgkmcnt(0)", "~{memory}"() #8, !srcloc !10
  %64 = bitcast <16 x half> %63 to <2 x i128>
  %65 = extractelement <2 x i128> %64, i64 0
  %66 = bitcast i128 %65 to <8 x half>
  %67 = tail call contract <8 x half> asm sideeffect "", "=v,0"(<8 x half> %66) #8, !srcloc !11
  %68 = shufflevector <8 x half> %54, <8 x half> poison, <16 x i32> <i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %69 = bitcast <16 x half> %68 to <2 x i128>
  %70 = extractelement <2 x i128> %69, i64 1
  %71 = bitcast i128 %70 to <8 x half>
  %72 = tail call contract <8 x half> asm sideeffect "", "=v,0"(<8 x half> %71) #8, !srcloc !11
  %73 = shufflevector <8 x half> %60, <8 x half> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %74 = bitcast <16 x half> %73 to <2 x i128>
  %75 = extractelement <2 x i128> %74, i64 0
  %76 = bitcast i128 %75 to <8 x half>
  %77 = tail call contract <8 x half> asm sideeffect "", "=v,0"(<8 x half> %76) #8, !srcloc !12
  %78 = shufflevector <8 x half> %62, <8 x half> poison, <16 x i32> <i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %79 = bitcast <16 x half> %78 to <2 x i128>
  %80 = extractelement <2 x i128> %79, i64 1
  %81 = bitcast i128 %80 to <8 x half>
  %82 = tail call contract <8 x half> asm sideeffect "", "=v,0"(<8 x half> %81) #8, !srcloc !12
  %83 = shufflevector <8 x half> %77, <8 x half> %82, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %84 = shufflevector <8 x half> %67, <8 x half> %72, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %85 = icmp ugt i32 %7, 127
  br i1 %85, label %86, label %87

86:                                               ; preds = %5
  tail call void @llvm.amdgcn.s.barrier()
  br label %87

87:                                               ; preds = %86, %5
  %88 = icmp sgt i32 %3, 0
  br i1 %88, label %95, label %89

89:                                               ; preds = %95, %87
  %90 = phi <4 x float> [ zeroinitializer, %87 ], [ %130, %95 ]
  %91 = phi <4 x float> [ zeroinitializer, %87 ], [ %129, %95 ]
  %92 = phi <4 x float> [ zeroinitializer, %87 ], [ %126, %95 ]
  %93 = phi <4 x float> [ zeroinitializer, %87 ], [ %123, %95 ]
  %94 = icmp ult i32 %7, 128
  br i1 %94, label %163, label %164

95:                                               ; preds = %87, %95
  %96 = phi <4 x float> [ %130, %95 ], [ zeroinitializer, %87 ]
  %97 = phi <4 x float> [ %129, %95 ], [ zeroinitializer, %87 ]
  %98 = phi <4 x float> [ %126, %95 ], [ zeroinitializer, %87 ]
  %99 = phi <4 x float> [ %123, %95 ], [ zeroinitializer, %87 ]
  %100 = phi i32 [ %161, %95 ], [ 0, %87 ]
  %101 = phi <4 x ptr addrspace(3)> [ %159, %95 ], [ <ptr addrspace(3) @_ZZ14pingpong_ring4E4pool, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ14pingpong_ring4E4pool, i32 16384), ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ14pingpong_ring4E4pool, i32 32768), ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ14pingpong_ring4E4pool, i32 49152)>, %87 ]
  %102 = phi <4 x ptr addrspace(3)> [ %160, %95 ], [ <ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ14pingpong_ring4E4pool, i32 8192), ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ14pingpong_ring4E4pool, i32 24576), ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ14pingpong_ring4E4pool, i32 40960), ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ14pingpong_ring4E4pool, i32 57344)>, %87 ]
  %103 = phi <16 x half> [ %158, %95 ], [ %84, %87 ]
  %104 = phi <16 x half> [ %157, %95 ], [ %83, %87 ]
  tail call void asm sideeffect "s_waitcnt vmcnt($0)", "n,~{memory}"(i32 8) #8, !srcloc !8
  tail call void @llvm.amdgcn.s.barrier()
  tail call void @llvm.amdgcn.sched.barrier(i32 0)
  %105 = extractelement <4 x ptr addrspace(3)> %101, i64 1
  %106 = ptrtoint ptr addrspace(3) %105 to i32
  %107 = add i32 %50, %106
  %108 = tail call contract noundef <8 x half> asm sideeffect "ds_read_b128 $0, $1", "=v,v,~{memory}"(i32 %107) #8, !srcloc !9
  %109 = add i32 %107, 2048
  %110 = tail call contract noundef <8 x half> asm sideeffect "ds_read_b128 $0, $1", "=v,v,~{memory}"(i32 %109) #8, !srcloc !9
  %111 = extractelement <4 x ptr addrspace(3)> %102, i64 1
  %112 = ptrtoint ptr addrspace(3) %111 to i32
  %113 = add i32 %58, %112
  %114 = tail call contract noundef <8 x half> asm sideeffect "ds_read_b128 $0, $1", "=v,v,~{memory}"(i32 %113) #8, !srcloc !9
  %115 = add i32 %113, 2048
  %116 = tail call contract noundef <8 x half> asm sideeffect "ds_read_b128 $0, $1", "=v,v,~{memory}"(i32 %115) #8, !srcloc !9
  tail call void @llvm.amdgcn.sched.barrier(i32 0)
  tail call void @llvm.amdgcn.s.setprio(i16 1)
  %117 = bitcast <16 x half> %103 to <2 x i128>
  %118 = bitcast <16 x half> %104 to <2 x i128>
  %119 = extractelement <2 x i128> %118, i64 0
  %120 = bitcast i128 %119 to <8 x half>
  %121 = extractelement <2 x i128> %117, i64 0
  %122 = bitcast i128 %121 to <8 x half>
  %123 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %122, <8 x half> %120, <4 x float> %99, i32 0, i32 0, i32 0)
  %124 = extractelement <2 x i128> %118, i64 1
  %125 = bitcast i128 %124 to <8 x half>
  %126 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %122, <8 x half> %125, <4 x float> %98, i32 0, i32 0, i32 0)
  %127 = extractelement <2 x i128> %117, i64 1
  %128 = bitcast i128 %127 to <8 x half>
  %129 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %128, <8 x half> %120, <4 x float> %97, i32 0, i32 0, i32 0)
  %130 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %128, <8 x half> %125, <4 x float> %96, i32 0, i32 0, i32 0)
  %131 = shufflevector <8 x half> %108, <8 x half> %110, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  tail call void @llvm.amdgcn.s.setprio(i16 0)
  tail call void asm sideeffect "s_waitcnt lgkmcnt(0)", "~{memory}"() #8, !srcloc !10
  %132 = bitcast <16 x half> %131 to <2 x i128>
  %133 = extractelement <2 x i128> %132, i64 0
  %134 = bitcast i128 %133 to <8 x half>
  %135 = tail call contract <8 x half> asm sideeffect "", "=v,0"(<8 x half> %134) #8, !srcloc !13
  %136 = extractelement <2 x i128> %132, i64 1
  %137 = bitcast i128 %136 to <8 x half>
  %138 = tail call contract <8 x half> asm sideeffect "", "=v,0"(<8 x half> %137) #8, !srcloc !13
  %139 = shufflevector <8 x half> %114, <8 x half> %116, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %140 = bitcast <16 x half> %139 to <2 x i128>
  %141 = extractelement <2 x i128> %140, i64 0
  %142 = bitcast i128 %141 to <8 x half>
  %143 = tail call contract <8 x half> asm sideeffect "", "=v,0"(<8 x half> %142) #8, !srcloc !14
  %144 = extractelement <2 x i128> %140, i64 1
  %145 = bitcast i128 %144 to <8 x half>
  %146 = tail call contract <8 x half> asm sideeffect "", "=v,0"(<8 x half> %145) #8, !srcloc !14
  %147 = extractelement <4 x ptr addrspace(3)> %101, i64 3
  %148 = extractelement <4 x ptr addrspace(3)> %102, i64 3
  %149 = shl i32 %100, 7
  %150 = add i32 %149, 384
  %151 = getelementptr inbounds nuw i8, ptr addrspace(3) %147, i32 %27
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly %14, ptr addrspace(3) %151, i32 16, i32 %26, i32 %150, i32 0, i32 0)
  %152 = getelementptr inbounds nuw i8, ptr addrspace(3) %147, i32 4096
  %153 = getelementptr inbounds nuw i8, ptr addrspace(3) %152, i32 %27
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly %14, ptr addrspace(3) nonnull %153, i32 16, i32 %29, i32 %150, i32 0, i32 0)
  %154 = getelementptr inbounds nuw i8, ptr addrspace(3) %148, i32 %27
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly %20, ptr addrspace(3) %154, i32 16, i32 %26, i32 %150, i32 0, i32 0)
  %155 = getelementptr inbounds nuw i8, ptr addrspace(3) %148, i32 4096
  %156 = getelementptr inbounds nuw i8, ptr addrspace(3) %155, i32 %27
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly %20, ptr addrspace(3) nonnull %156, i32 16, i32 %29, i32 %150, i32 0, i32 0)
  %157 = shufflevector <8 x half> %143, <8 x half> %146, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %158 = shufflevector <8 x half> %135, <8 x half> %138, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %159 = shufflevector <4 x ptr addrspace(3)> %101, <4 x ptr addrspace(3)> poison, <4 x i32> <i32 1, i32 2, i32 3, i32 0>
  %160 = shufflevector <4 x ptr addrspace(3)> %102, <4 x ptr addrspace(3)> poison, <4 x i32> <i32 1, i32 2, i32 3, i32 0>
  %161 = add nuw nsw i32 %100, 1
  %162 = icmp eq i32 %161, %3
  br i1 %162, label %89, label %95, !llvm.loop !15

163:                                              ; preds = %89
  tail call void @llvm.amdgcn.s.barrier()
  br label %164

164:                                              ; preds = %163, %89
  %165 = shl nuw nsw i32 %42, 5
  %166 = add i32 %165, %10
  %167 = mul i32 %166, %4
  %168 = zext i32 %167 to i64
  %169 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %168
  %170 = zext i32 %16 to i64
  %171 = getelementptr inbounds nuw float, ptr addrspace(1) %169, i64 %170
  %172 = shl nuw nsw i32 %55, 5
  %173 = zext nneg i32 %172 to i64
  %174 = getelementptr inbounds nuw float, ptr addrspace(1) %171, i64 %173
  %175 = shl nuw nsw i32 %48, 2
  %176 = extractelement <4 x float> %93, i64 0
  %177 = mul nsw i32 %175, %4
  %178 = add i32 %43, %177
  %179 = sext i32 %178 to i64
  %180 = getelementptr inbounds float, ptr addrspace(1) %174, i64 %179
  store float %176, ptr addrspace(1) %180, align 4, !tbaa !18
  %181 = extractelement <4 x float> %93, i64 1
  %182 = or disjoint i32 %175, 1
  %183 = mul nsw i32 %182, %4
  %184 = add i32 %43, %183
  %185 = sext i32 %184 to i64
  %186 = getelementptr inbounds float, ptr addrspace(1) %174, i64 %185
  store float %181, ptr addrspace(1) %186, align 4, !tbaa !18
  %187 = extractelement <4 x float> %93, i64 2
  %188 = or disjoint i32 %175, 2
  %189 = mul nsw i32 %188, %4
  %190 = add i32 %43, %189
  %191 = sext i32 %190 to i64
  %192 = getelementptr inbounds float, ptr addrspace(1) %174, i64 %191
  store float %187, ptr addrspace(1) %192, align 4, !tbaa !18
  %193 = extractelement <4 x float> %93, i64 3
  %194 = or disjoint i32 %175, 3
  %195 = mul nsw i32 %194, %4
  %196 = add i32 %43, %195
  %197 = sext i32 %196 to i64
  %198 = getelementptr inbounds float, ptr addrspace(1) %174, i64 %197
  store float %193, ptr addrspace(1) %198, align 4, !tbaa !18
  %199 = or disjoint i32 %43, 16
  %200 = extractelement <4 x float> %92, i64 0
  %201 = add i32 %199, %177
  %202 = sext i32 %201 to i64
  %203 = getelementptr inbounds float, ptr addrspace(1) %174, i64 %202
  store float %200, ptr addrspace(1) %203, align 4, !tbaa !18
  %204 = extractelement <4 x float> %92, i64 1
  %205 = add i32 %199, %183
  %206 = sext i32 %205 to i64
  %207 = getelementptr inbounds float, ptr addrspace(1) %174, i64 %206
  store float %204, ptr addrspace(1) %207, align 4, !tbaa !18
  %208 = extractelement <4 x float> %92, i64 2
  %209 = add i32 %199, %189
  %210 = sext i32 %209 to i64
  %211 = getelementptr inbounds float, ptr addrspace(1) %174, i64 %210
  store float %208, ptr addrspace(1) %211, align 4, !tbaa !18
  %212 = extractelement <4 x float> %92, i64 3
  %213 = add i32 %199, %195
  %214 = sext i32 %213 to i64
  %215 = getelementptr inbounds float, ptr addrspace(1) %174, i64 %214
  store float %212, ptr addrspace(1) %215, align 4, !tbaa !18
  %216 = or disjoint i32 %175, 16
  %217 = extractelement <4 x float> %91, i64 0
  %218 = mul nsw i32 %216, %4
  %219 = add i32 %43, %218
  %220 = sext i32 %219 to i64
  %221 = getelementptr inbounds float, ptr addrspace(1) %174, i64 %220
  store float %217, ptr addrspace(1) %221, align 4, !tbaa !18
  %222 = extractelement <4 x float> %91, i64 1
  %223 = or disjoint i32 %175, 17
  %224 = mul nsw i32 %223, %4
  %225 = add i32 %43, %224
  %226 = sext i32 %225 to i64
  %227 = getelementptr inbounds float, ptr addrspace(1) %174, i64 %226
  store float %222, ptr addrspace(1) %227, align 4, !tbaa !18
  %228 = extractelement <4 x float> %91, i64 2
  %229 = or disjoint i32 %175, 18
  %230 = mul nsw i32 %229, %4
  %231 = add i32 %43, %230
  %232 = sext i32 %231 to i64
  %233 = getelementptr inbounds float, ptr addrspace(1) %174, i64 %232
  store float %228, ptr addrspace(1) %233, align 4, !tbaa !18
  %234 = extractelement <4 x float> %91, i64 3
  %235 = or disjoint i32 %175, 19
  %236 = mul nsw i32 %235, %4
  %237 = add i32 %43, %236
  %238 = sext i32 %237 to i64
  %239 = getelementptr inbounds float, ptr addrspace(1) %174, i64 %238
  store float %234, ptr addrspace(1) %239, align 4, !tbaa !18
  %240 = extractelement <4 x float> %90, i64 0
  %241 = add i32 %199, %218
  %242 = sext i32 %241 to i64
  %243 = getelementptr inbounds float, ptr addrspace(1) %174, i64 %242
  store float %240, ptr addrspace(1) %243, align 4, !tbaa !18
  %244 = extractelement <4 x float> %90, i64 1
  %245 = add i32 %199, %224
  %246 = sext i32 %245 to i64
  %247 = getelementptr inbounds float, ptr addrspace(1) %174, i64 %246
  store float %244, ptr addrspace(1) %247, align 4, !tbaa !18
  %248 = extractelement <4 x float> %90, i64 2
  %249 = add i32 %199, %230
  %250 = sext i32 %249 to i64
  %251 = getelementptr inbounds float, ptr addrspace(1) %174, i64 %250
  store float %248, ptr addrspace(1) %251, align 4, !tbaa !18
  %252 = extractelement <4 x float> %90, i64 3
  %253 = add i32 %199, %236
  %254 = sext i32 %253 to i64
  %255 = getelementptr inbounds float, ptr addrspace(1) %174, i64 %254
  store float %252, ptr addrspace(1) %255, align 4, !tbaa !18
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

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly captures(none), ptr addrspace(3) writeonly captures(none), i32 immarg, i32, i32, i32 immarg, i32 immarg) #5

; Function Attrs: convergent mustprogress nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half>, <8 x half>, <4 x float>, i32 immarg, i32 immarg, i32 immarg) #6

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) readnone, i16, i64, i32) #7

attributes #0 = { convergent mustprogress norecurse nounwind "amdgpu-agpr-alloc"="0" "amdgpu-flat-work-group-size"="256,256" "amdgpu-no-cluster-id-x" "amdgpu-no-cluster-id-y" "amdgpu-no-cluster-id-z" "amdgpu-no-completion-action" "amdgpu-no-default-queue" "amdgpu-no-dispatch-id" "amdgpu-no-dispatch-ptr" "amdgpu-no-flat-scratch-init" "amdgpu-no-heap-ptr" "amdgpu-no-hostcall-ptr" "amdgpu-no-implicitarg-ptr" "amdgpu-no-lds-kernel-id" "amdgpu-no-multigrid-sync-arg" "amdgpu-no-queue-ptr" "amdgpu-no-workgroup-id-x" "amdgpu-no-workgroup-id-z" "amdgpu-no-workitem-id-x" "amdgpu-no-workitem-id-y" "amdgpu-no-workitem-id-z" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="gfx950" "target-features"="+16-bit-insts,+ashr-pk-insts,+atomic-buffer-global-pk-add-f16-insts,+atomic-buffer-pk-add-bf16-inst,+atomic-ds-pk-add-16-insts,+atomic-fadd-rtn-insts,+atomic-flat-pk-add-16-insts,+atomic-fmin-fmax-global-f64,+atomic-global-pk-add-bf16-inst,+bf8-cvt-scale-insts,+bitop3-insts,+ci-insts,+cube-insts,+cvt-pknorm-vop2-insts,+dl-insts,+dot1-insts,+dot10-insts,+dot12-insts,+dot13-insts,+dot2-insts,+dot3-insts,+dot4-insts,+dot5-insts,+dot6-insts,+dot7-insts,+dpp,+f16bf16-to-fp6bf6-cvt-scale-insts,+f32-to-f16bf16-cvt-sr-insts,+fp4-cvt-scale-insts,+fp6bf6-cvt-scale-insts,+fp8-conversion-insts,+fp8-cvt-scale-insts,+fp8-insts,+gfx8-insts,+gfx9-insts,+gfx90a-insts,+gfx940-insts,+gfx950-insts,+lerp-inst,+mai-insts,+permlane16-swap,+permlane32-swap,+prng-inst,+qsad-insts,+s-memrealtime,+s-memtime-inst,+sad-insts,+wavefrontsize64" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { convergent mustprogress nocallback nocreateundeforpoison nofree nounwind willreturn memory(none) }
attributes #3 = { convergent mustprogress nocallback nofree nounwind willreturn }
attributes #4 = { mustprogress nocallback nofree nosync nounwind willreturn }
attributes #5 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #6 = { convergent mustprogress nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none) }
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
!8 = !{i64 1715}
!9 = !{i64 750}
!10 = !{i64 1892}
!11 = !{i64 5252}
!12 = !{i64 5314}
!13 = !{i64 7005}
!14 = !{i64 7117}
!15 = distinct !{!15, !16, !17}
!16 = !{!"llvm.loop.mustprogress"}
!17 = !{!"llvm.loop.unroll.disable"}
!18 = !{!19, !19, i64 0}
!19 = !{!"float", !6, i64 0}
