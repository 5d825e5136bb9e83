; ModuleID = 'attention.hip'
source_filename = "attention.hip"
target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@_ZZ13attention_d64E4keys = internal addrspace(3) global [16384 x i8] undef, align 16
@_ZZ13attention_d64E6values = internal addrspace(3) global [16384 x i8] undef, align 16
@__hip_cuid_cf9b96b79411bfd5 = addrspace(1) global i8 0
@llvm.compiler.used = appending addrspace(1) global [1 x ptr] [ptr addrspacecast (ptr addrspace(1) @__hip_cuid_cf9b96b79411bfd5 to ptr)], section "llvm.metadata"

; Function Attrs: convergent mustprogress norecurse nounwind
define protected amdgpu_kernel void @attention_d64(ptr addrspace(1) noundef readonly captures(none) %0, ptr addrspace(1) noundef readonly captures(none) %1, ptr addrspace(1) noundef readonly captures(none) %2, ptr addrspace(1) noundef writeonly captures(none) %3, i32 noundef %4) local_unnamed_addr #0 {
  %6 = tail call i32 @llvm.amdgcn.workitem.id.x()
  %7 = tail call i32 @llvm.amdgcn.readfirstlane.i32(i32 %6)
  %8 = shl i32 %7, 4
  %9 = and i32 %8, -1024
  %10 = shl nuw nsw i32 %6, 6
  %11 = and i32 %10, 960
  %12 = or disjoint i32 %9, %11
  %13 = sext i32 %12 to i64
  %14 = getelementptr inbounds half, ptr addrspace(1) %0, i64 %13
  %15 = lshr i32 %6, 1
  %16 = and i32 %15, 24
  %17 = zext nneg i32 %16 to i64
  %18 = getelementptr inbounds nuw half, ptr addrspace(1) %14, i64 %17
  %19 = load <8 x half>, ptr addrspace(1) %18, align 16, !tbaa !8
  %20 = getelementptr inbounds nuw i8, ptr addrspace(1) %18, i64 64
  %21 = load <8 x half>, ptr addrspace(1) %20, align 16, !tbaa !8
  %22 = tail call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %1, i16 0, i64 1073741824, i32 159744)
  %23 = tail call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %2, i16 0, i64 1073741824, i32 159744)
  %24 = getelementptr inbounds i8, ptr addrspace(3) @_ZZ13attention_d64E4keys, i32 %9
  %25 = shl nuw nsw i32 %6, 4
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly %22, ptr addrspace(3) %24, i32 16, i32 %25, i32 0, i32 0, i32 0)
  %26 = getelementptr inbounds i8, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ13attention_d64E4keys, i32 4096), i32 %9
  %27 = add nuw nsw i32 %25, 4096
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly %22, ptr addrspace(3) %26, i32 16, i32 %27, i32 0, i32 0, i32 0)
  %28 = getelementptr inbounds i8, ptr addrspace(3) @_ZZ13attention_d64E6values, i32 %9
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly %23, ptr addrspace(3) %28, i32 16, i32 %25, i32 0, i32 0, i32 0)
  %29 = getelementptr inbounds i8, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ13attention_d64E6values, i32 4096), i32 %9
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly %23, ptr addrspace(3) %29, i32 16, i32 %27, i32 0, i32 0, i32 0)
  %30 = icmp sgt i32 %4, 0
  br i1 %30, label %31, label %51

31:                                               ; preds = %5
  %32 = and i32 %6, 63
  %33 = shufflevector <8 x half> %19, <8 x half> %21, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %34 = shl nuw nsw i32 %6, 7
  %35 = and i32 %34, 1920
  %36 = and i32 %6, 48
  %37 = add i32 %36, ptrtoint (ptr addrspace(3) @_ZZ13attention_d64E4keys to i32)
  %38 = add i32 %37, %35
  %39 = bitcast <16 x half> %33 to <2 x i128>
  %40 = shl nuw nsw i32 %32, 2
  %41 = xor i32 %40, 64
  %42 = xor i32 %40, 128
  %43 = shl nuw nsw i32 %32, 3
  %44 = add i32 %43, ptrtoint (ptr addrspace(3) @_ZZ13attention_d64E6values to i32)
  %45 = extractelement <2 x i128> %39, i64 0
  %46 = bitcast i128 %45 to <8 x half>
  %47 = extractelement <2 x i128> %39, i64 1
  %48 = bitcast i128 %47 to <8 x half>
  br label %107

49:                                               ; preds = %107
  %50 = bitcast <16 x float> %538 to <4 x i128>
  br label %51

51:                                               ; preds = %49, %5
  %52 = phi <4 x i128> [ zeroinitializer, %5 ], [ %50, %49 ]
  %53 = phi float [ 0.000000e+00, %5 ], [ %542, %49 ]
  %54 = lshr i32 %6, 2
  %55 = and i32 %54, 12
  %56 = or disjoint i32 %11, %55
  %57 = or disjoint i32 %56, %9
  %58 = extractelement <4 x i128> %52, i64 0
  %59 = bitcast i128 %58 to <4 x float>
  %60 = sext i32 %57 to i64
  %61 = getelementptr inbounds float, ptr addrspace(1) %3, i64 %60
  %62 = shufflevector <4 x float> %59, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %63 = insertelement <2 x float> poison, float %53, i64 0
  %64 = shufflevector <2 x float> %63, <2 x float> poison, <2 x i32> zeroinitializer
  %65 = fdiv contract <2 x float> %62, %64
  store <2 x float> %65, ptr addrspace(1) %61, align 4, !tbaa !9
  %66 = sext i32 %57 to i64
  %67 = getelementptr float, ptr addrspace(1) %3, i64 %66
  %68 = getelementptr i8, ptr addrspace(1) %67, i64 8
  %69 = shufflevector <4 x float> %59, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  %70 = fdiv contract <2 x float> %69, %64
  store <2 x float> %70, ptr addrspace(1) %68, align 4, !tbaa !9
  %71 = extractelement <4 x i128> %52, i64 1
  %72 = bitcast i128 %71 to <4 x float>
  %73 = sext i32 %57 to i64
  %74 = getelementptr float, ptr addrspace(1) %3, i64 %73
  %75 = getelementptr i8, ptr addrspace(1) %74, i64 64
  %76 = shufflevector <4 x float> %72, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %77 = fdiv contract <2 x float> %76, %64
  store <2 x float> %77, ptr addrspace(1) %75, align 4, !tbaa !9
  %78 = sext i32 %57 to i64
  %79 = getelementptr float, ptr addrspace(1) %3, i64 %78
  %80 = getelementptr i8, ptr addrspace(1) %79, i64 72
  %81 = shufflevector <4 x float> %72, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  %82 = fdiv contract <2 x float> %81, %64
  store <2 x float> %82, ptr addrspace(1) %80, align 4, !tbaa !9
  %83 = extractelement <4 x i128> %52, i64 2
  %84 = bitcast i128 %83 to <4 x float>
  %85 = sext i32 %57 to i64
  %86 = getelementptr float, ptr addrspace(1) %3, i64 %85
  %87 = getelementptr i8, ptr addrspace(1) %86, i64 128
  %88 = shufflevector <4 x float> %84, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %89 = fdiv contract <2 x float> %88, %64
  store <2 x float> %89, ptr addrspace(1) %87, align 4, !tbaa !9
  %90 = sext i32 %57 to i64
  %91 = getelementptr float, ptr addrspace(1) %3, i64 %90
  %92 = getelementptr i8, ptr addrspace(1) %91, i64 136
  %93 = shufflevector <4 x float> %84, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  %94 = fdiv contract <2 x float> %93, %64
  store <2 x float> %94, ptr addrspace(1) %92, align 4, !tbaa !9
  %95 = extractelement <4 x i128> %52, i64 3
  %96 = bitcast i128 %95 to <4 x float>
  %97 = sext i32 %57 to i64
  %98 = getelementptr float, ptr addrspace(1) %3, i64 %97
  %99 = getelementptr i8, ptr addrspace(1) %98, i64 192
  %100 = shufflevector <4 x float> %96, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %101 = fdiv contract <2 x float> %100, %64
  store <2 x float> %101, ptr addrspace(1) %99, align 4, !tbaa !9
  %102 = sext i32 %57 to i64
  %103 = getelementptr float, ptr addrspace(1) %3, i64 %102
  %104 = getelementptr i8, ptr addrspace(1) %103, i64 200
  %105 = shufflevector <4 x float> %96, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  %106 = fdiv contract <2 x float> %105, %64
  store <2 x float> %106, ptr addrspace(1) %104, align 4, !tbaa !9
  ret void

107:                                              ; preds = %31, %107
  %108 = phi float [ 0xC6293E5940000000, %31 ], [ %240, %107 ]
  %109 = phi float [ 0.000000e+00, %31 ], [ %542, %107 ]
  %110 = phi i32 [ 0, %31 ], [ %115, %107 ]
  %111 = phi i32 [ 0, %31 ], [ %114, %107 ]
  %112 = phi <16 x float> [ zeroinitializer, %31 ], [ %538, %107 ]
  %113 = phi <16 x half> [ zeroinitializer, %31 ], [ %460, %107 ]
  %114 = add nuw nsw i32 %111, 1
  %115 = xor i32 %110, 1
  %116 = shl nuw nsw i32 %115, 13
  %117 = getelementptr inbounds nuw i8, ptr addrspace(3) @_ZZ13attention_d64E4keys, i32 %116
  %118 = shl nsw i32 %114, 13
  %119 = getelementptr inbounds i8, ptr addrspace(3) %117, i32 %9
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly %22, ptr addrspace(3) %119, i32 16, i32 %25, i32 %118, i32 0, i32 0)
  %120 = getelementptr inbounds nuw i8, ptr addrspace(3) %117, i32 4096
  %121 = getelementptr inbounds i8, ptr addrspace(3) %120, i32 %9
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly %22, ptr addrspace(3) %121, i32 16, i32 %27, i32 %118, i32 0, i32 0)
  tail call void asm sideeffect "s_waitcnt vmcnt($0)", "n"(i32 4) #10, !srcloc !11
  tail call void @llvm.amdgcn.s.barrier()
  tail call void @llvm.amdgcn.sched.barrier(i32 0)
  %122 = shl nuw nsw i32 %110, 13
  %123 = add i32 %38, %122
  %124 = tail call contract <8 x half> asm sideeffect "ds_read_b128 $0, $1 offset:$2", "=v,v,n,~{memory}"(i32 %123, i32 0) #10, !srcloc !12
  %125 = tail call contract <8 x half> asm sideeffect "s_waitcnt lgkmcnt(0)", "=v,0"(<8 x half> %124) #10, !srcloc !13
  %126 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %125, <8 x half> %46, <4 x float> zeroinitializer, i32 0, i32 0, i32 0)
  %127 = shufflevector <4 x float> %126, <4 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %128 = shufflevector <16 x float> %127, <16 x float> <float poison, float poison, float poison, float poison, float 0.000000e+00, float 0.000000e+00, float 0.000000e+00, float 0.000000e+00, float 0.000000e+00, float 0.000000e+00, float 0.000000e+00, float 0.000000e+00, float 0.000000e+00, float 0.000000e+00, float 0.000000e+00, float 0.000000e+00>, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %129 = tail call contract <8 x half> asm sideeffect "ds_read_b128 $0, $1 offset:$2", "=v,v,n,~{memory}"(i32 %123, i32 0) #10, !srcloc !12
  %130 = tail call contract <8 x half> asm sideeffect "s_waitcnt lgkmcnt(0)", "=v,0"(<8 x half> %129) #10, !srcloc !13
  %131 = bitcast <16 x float> %128 to <4 x i128>
  %132 = extractelement <4 x i128> %131, i64 0
  %133 = bitcast i128 %132 to <4 x float>
  %134 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %130, <8 x half> %48, <4 x float> %133, i32 0, i32 0, i32 0)
  %135 = shufflevector <4 x float> %134, <4 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %136 = shufflevector <16 x float> %135, <16 x float> %128, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %137 = add i32 %123, 2048
  %138 = tail call contract <8 x half> asm sideeffect "ds_read_b128 $0, $1 offset:$2", "=v,v,n,~{memory}"(i32 %137, i32 0) #10, !srcloc !12
  %139 = tail call contract <8 x half> asm sideeffect "s_waitcnt lgkmcnt(0)", "=v,0"(<8 x half> %138) #10, !srcloc !13
  %140 = bitcast <16 x float> %136 to <4 x i128>
  %141 = extractelement <4 x i128> %140, i64 1
  %142 = bitcast i128 %141 to <4 x float>
  %143 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %139, <8 x half> %46, <4 x float> %142, i32 0, i32 0, i32 0)
  %144 = shufflevector <4 x float> %143, <4 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %145 = shufflevector <16 x float> %136, <16 x float> %144, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %146 = tail call contract <8 x half> asm sideeffect "ds_read_b128 $0, $1 offset:$2", "=v,v,n,~{memory}"(i32 %137, i32 0) #10, !srcloc !12
  %147 = tail call contract <8 x half> asm sideeffect "s_waitcnt lgkmcnt(0)", "=v,0"(<8 x half> %146) #10, !srcloc !13
  %148 = bitcast <16 x float> %145 to <4 x i128>
  %149 = extractelement <4 x i128> %148, i64 1
  %150 = bitcast i128 %149 to <4 x float>
  %151 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %147, <8 x half> %48, <4 x float> %150, i32 0, i32 0, i32 0)
  %152 = shufflevector <4 x float> %151, <4 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %153 = shufflevector <16 x float> %145, <16 x float> %152, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %154 = add i32 %123, 4096
  %155 = tail call contract <8 x half> asm sideeffect "ds_read_b128 $0, $1 offset:$2", "=v,v,n,~{memory}"(i32 %154, i32 0) #10, !srcloc !12
  %156 = tail call contract <8 x half> asm sideeffect "s_waitcnt lgkmcnt(0)", "=v,0"(<8 x half> %155) #10, !srcloc !13
  %157 = bitcast <16 x float> %153 to <4 x i128>
  %158 = extractelement <4 x i128> %157, i64 2
  %159 = bitcast i128 %158 to <4 x float>
  %160 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %156, <8 x half> %46, <4 x float> %159, i32 0, i32 0, i32 0)
  %161 = shufflevector <4 x float> %160, <4 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %162 = shufflevector <16 x float> %153, <16 x float> %161, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 12, i32 13, i32 14, i32 15>
  %163 = tail call contract <8 x half> asm sideeffect "ds_read_b128 $0, $1 offset:$2", "=v,v,n,~{memory}"(i32 %154, i32 0) #10, !srcloc !12
  %164 = tail call contract <8 x half> asm sideeffect "s_waitcnt lgkmcnt(0)", "=v,0"(<8 x half> %163) #10, !srcloc !13
  %165 = bitcast <16 x float> %162 to <4 x i128>
  %166 = extractelement <4 x i128> %165, i64 2
  %167 = bitcast i128 %166 to <4 x float>
  %168 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %164, <8 x half> %48, <4 x float> %167, i32 0, i32 0, i32 0)
  %169 = shufflevector <4 x float> %168, <4 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %170 = shufflevector <16 x float> %162, <16 x float> %169, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 12, i32 13, i32 14, i32 15>
  %171 = add i32 %123, 6144
  %172 = tail call contract <8 x half> asm sideeffect "ds_read_b128 $0, $1 offset:$2", "=v,v,n,~{memory}"(i32 %171, i32 0) #10, !srcloc !12
  %173 = tail call contract <8 x half> asm sideeffect "s_waitcnt lgkmcnt(0)", "=v,0"(<8 x half> %172) #10, !srcloc !13
  %174 = bitcast <16 x float> %170 to <4 x i128>
  %175 = extractelement <4 x i128> %174, i64 3
  %176 = bitcast i128 %175 to <4 x float>
  %177 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %173, <8 x half> %46, <4 x float> %176, i32 0, i32 0, i32 0)
  %178 = shufflevector <4 x float> %177, <4 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %179 = shufflevector <16 x float> %170, <16 x float> %178, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 16, i32 17, i32 18, i32 19>
  %180 = tail call contract <8 x half> asm sideeffect "ds_read_b128 $0, $1 offset:$2", "=v,v,n,~{memory}"(i32 %171, i32 0) #10, !srcloc !12
  %181 = tail call contract <8 x half> asm sideeffect "s_waitcnt lgkmcnt(0)", "=v,0"(<8 x half> %180) #10, !srcloc !13
  %182 = bitcast <16 x float> %179 to <4 x i128>
  %183 = extractelement <4 x i128> %182, i64 3
  %184 = bitcast i128 %183 to <4 x float>
  %185 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %181, <8 x half> %48, <4 x float> %184, i32 0, i32 0, i32 0)
  %186 = shufflevector <4 x float> %185, <4 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %187 = shufflevector <16 x float> %179, <16 x float> %186, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 16, i32 17, i32 18, i32 19>
  %188 = getelementptr inbounds nuw i8, ptr addrspace(3) @_ZZ13attention_d64E6values, i32 %116
  %189 = getelementptr inbounds i8, ptr addrspace(3) %188, i32 %9
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly %23, ptr addrspace(3) %189, i32 16, i32 %25, i32 %118, i32 0, i32 0)
  %190 = getelementptr inbounds nuw i8, ptr addrspace(3) %188, i32 4096
  %191 = getelementptr inbounds i8, ptr addrspace(3) %190, i32 %9
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly %23, ptr addrspace(3) %191, i32 16, i32 %27, i32 %118, i32 0, i32 0)
  %192 = bitcast <16 x float> %187 to <4 x i128>
  %193 = extractelement <4 x i128> %192, i64 0
  %194 = bitcast i128 %193 to <4 x float>
  %195 = extractelement <4 x float> %194, i64 0
  %196 = tail call contract float @llvm.maxnum.f32(float %108, float %195)
  %197 = extractelement <4 x float> %194, i64 1
  %198 = tail call contract float @llvm.maxnum.f32(float %196, float %197)
  %199 = extractelement <4 x float> %194, i64 2
  %200 = tail call contract float @llvm.maxnum.f32(float %198, float %199)
  %201 = extractelement <4 x float> %194, i64 3
  %202 = tail call contract float @llvm.maxnum.f32(float %200, float %201)
  %203 = extractelement <4 x i128> %192, i64 1
  %204 = bitcast i128 %203 to <4 x float>
  %205 = extractelement <4 x float> %204, i64 0
  %206 = tail call contract float @llvm.maxnum.f32(float %202, float %205)
  %207 = extractelement <4 x float> %204, i64 1
  %208 = tail call contract float @llvm.maxnum.f32(float %206, float %207)
  %209 = extractelement <4 x float> %204, i64 2
  %210 = tail call contract float @llvm.maxnum.f32(float %208, float %209)
  %211 = extractelement <4 x float> %204, i64 3
  %212 = tail call contract float @llvm.maxnum.f32(float %210, float %211)
  %213 = extractelement <4 x i128> %192, i64 2
  %214 = bitcast i128 %213 to <4 x float>
  %215 = extractelement <4 x float> %214, i64 0
  %216 = tail call contract float @llvm.maxnum.f32(float %212, float %215)
  %217 = extractelement <4 x float> %214, i64 1
  %218 = tail call contract float @llvm.maxnum.f32(float %216, float %217)
  %219 = extractelement <4 x float> %214, i64 2
  %220 = tail call contract float @llvm.maxnum.f32(float %218, float %219)
  %221 = extractelement <4 x float> %214, i64 3
  %222 = tail call contract float @llvm.maxnum.f32(float %220, float %221)
  %223 = extractelement <4 x i128> %192, i64 3
  %224 = bitcast i128 %223 to <4 x float>
  %225 = extractelement <4 x float> %224, i64 0
  %226 = tail call contract float @llvm.maxnum.f32(float %222, float %225)
  %227 = extractelement <4 x float> %224, i64 1
  %228 = tail call contract float @llvm.maxnum.f32(float %226, float %227)
  %229 = extractelement <4 x float> %224, i64 2
  %230 = tail call contract float @llvm.maxnum.f32(float %228, float %229)
  %231 = extractelement <4 x float> %224, i64 3
  %232 = tail call contract float @llvm.maxnum.f32(float %230, float %231)
  %233 = bitcast float %232 to i32
  %234 = tail call i32 @llvm.amdgcn.ds.bpermute(i32 %41, i32 %233)
  %235 = bitcast i32 %234 to float
  %236 = tail call contract float @llvm.maxnum.f32(float %232, float %235)
  %237 = bitcast float %236 to i32
  %238 = tail call i32 @llvm.amdgcn.ds.bpermute(i32 %42, i32 %237)
  %239 = bitcast i32 %238 to float
  %240 = tail call contract float @llvm.maxnum.f32(float %236, float %239)
  %241 = fsub contract float %108, %240
  %242 = tail call contract float @llvm.amdgcn.exp2.f32(float %241)
  %243 = fmul contract float %109, %242
  %244 = fsub contract float %195, %240
  %245 = tail call contract float @llvm.amdgcn.exp2.f32(float %244)
  %246 = fadd contract float %243, %245
  %247 = fptrunc contract float %245 to half
  %248 = bitcast <16 x half> %113 to <2 x i128>
  %249 = extractelement <2 x i128> %248, i64 0
  %250 = bitcast i128 %249 to <8 x half>
  %251 = shufflevector <8 x half> %250, <8 x half> poison, <16 x i32> <i32 poison, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %252 = insertelement <16 x half> %113, half %247, i64 0
  %253 = shufflevector <16 x half> %252, <16 x half> %251, <16 x i32> <i32 0, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %254 = fsub contract float %197, %240
  %255 = tail call contract float @llvm.amdgcn.exp2.f32(float %254)
  %256 = fadd contract float %246, %255
  %257 = fptrunc contract float %255 to half
  %258 = bitcast <16 x half> %253 to <2 x i128>
  %259 = extractelement <2 x i128> %258, i64 0
  %260 = bitcast i128 %259 to <8 x half>
  %261 = shufflevector <8 x half> %260, <8 x half> poison, <16 x i32> <i32 poison, i32 poison, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %262 = extractelement <8 x half> %260, i64 0
  %263 = insertelement <16 x half> %253, half %262, i64 0
  %264 = insertelement <16 x half> %263, half %257, i64 1
  %265 = shufflevector <16 x half> %264, <16 x half> %261, <16 x i32> <i32 0, i32 1, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %266 = fsub contract float %199, %240
  %267 = tail call contract float @llvm.amdgcn.exp2.f32(float %266)
  %268 = fadd contract float %256, %267
  %269 = fptrunc contract float %267 to half
  %270 = bitcast <16 x half> %265 to <2 x i128>
  %271 = extractelement <2 x i128> %270, i64 0
  %272 = bitcast i128 %271 to <8 x half>
  %273 = shufflevector <8 x half> %272, <8 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %274 = shufflevector <8 x half> %272, <8 x half> poison, <16 x i32> <i32 poison, i32 poison, i32 poison, i32 3, i32 4, i32 5, i32 6, i32 7, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %275 = shufflevector <16 x half> %273, <16 x half> %265, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %276 = shufflevector <8 x half> %272, <8 x half> poison, <16 x i32> <i32 poison, i32 1, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %277 = shufflevector <16 x half> %275, <16 x half> %276, <16 x i32> <i32 0, i32 17, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %278 = insertelement <16 x half> %277, half %269, i64 2
  %279 = shufflevector <16 x half> %278, <16 x half> %274, <16 x i32> <i32 0, i32 1, i32 2, i32 19, i32 20, i32 21, i32 22, i32 23, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %280 = fsub contract float %201, %240
  %281 = tail call contract float @llvm.amdgcn.exp2.f32(float %280)
  %282 = fadd contract float %268, %281
  %283 = fptrunc contract float %281 to half
  %284 = bitcast <16 x half> %279 to <2 x i128>
  %285 = extractelement <2 x i128> %284, i64 0
  %286 = bitcast i128 %285 to <8 x half>
  %287 = shufflevector <8 x half> %286, <8 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %288 = shufflevector <8 x half> %286, <8 x half> poison, <16 x i32> <i32 poison, i32 poison, i32 poison, i32 poison, i32 4, i32 5, i32 6, i32 7, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %289 = shufflevector <16 x half> %287, <16 x half> %279, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %290 = shufflevector <8 x half> %286, <8 x half> poison, <16 x i32> <i32 poison, i32 1, i32 2, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %291 = shufflevector <16 x half> %289, <16 x half> %290, <16 x i32> <i32 0, i32 17, i32 18, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %292 = insertelement <16 x half> %291, half %283, i64 3
  %293 = shufflevector <16 x half> %292, <16 x half> %288, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 20, i32 21, i32 22, i32 23, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %294 = fsub contract float %205, %240
  %295 = tail call contract float @llvm.amdgcn.exp2.f32(float %294)
  %296 = fadd contract float %282, %295
  %297 = fptrunc contract float %295 to half
  %298 = bitcast <16 x half> %293 to <2 x i128>
  %299 = extractelement <2 x i128> %298, i64 0
  %300 = bitcast i128 %299 to <8 x half>
  %301 = shufflevector <8 x half> %300, <8 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %302 = shufflevector <8 x half> %300, <8 x half> poison, <16 x i32> <i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 5, i32 6, i32 7, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %303 = shufflevector <16 x half> %301, <16 x half> %293, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %304 = shufflevector <8 x half> %300, <8 x half> poison, <16 x i32> <i32 poison, i32 1, i32 2, i32 3, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %305 = shufflevector <16 x half> %303, <16 x half> %304, <16 x i32> <i32 0, i32 17, i32 18, i32 19, i32 poison, i32 poison, i32 poison, i32 poison, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %306 = insertelement <16 x half> %305, half %297, i64 4
  %307 = shufflevector <16 x half> %306, <16 x half> %302, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 21, i32 22, i32 23, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %308 = fsub contract float %207, %240
  %309 = tail call contract float @llvm.amdgcn.exp2.f32(float %308)
  %310 = fadd contract float %296, %309
  %311 = fptrunc contract float %309 to half
  %312 = bitcast <16 x half> %307 to <2 x i128>
  %313 = extractelement <2 x i128> %312, i64 0
  %314 = bitcast i128 %313 to <8 x half>
  %315 = shufflevector <8 x half> %314, <8 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %316 = shufflevector <8 x half> %314, <8 x half> poison, <16 x i32> <i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 6, i32 7, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %317 = shufflevector <16 x half> %315, <16 x half> %307, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %318 = shufflevector <8 x half> %314, <8 x half> poison, <16 x i32> <i32 poison, i32 1, i32 2, i32 3, i32 4, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %319 = shufflevector <16 x half> %317, <16 x half> %318, <16 x i32> <i32 0, i32 17, i32 18, i32 19, i32 20, i32 poison, i32 poison, i32 poison, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %320 = insertelement <16 x half> %319, half %311, i64 5
  %321 = shufflevector <16 x half> %320, <16 x half> %316, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 22, i32 23, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %322 = fsub contract float %209, %240
  %323 = tail call contract float @llvm.amdgcn.exp2.f32(float %322)
  %324 = fadd contract float %310, %323
  %325 = fptrunc contract float %323 to half
  %326 = bitcast <16 x half> %321 to <2 x i128>
  %327 = extractelement <2 x i128> %326, i64 0
  %328 = bitcast i128 %327 to <8 x half>
  %329 = shufflevector <8 x half> %328, <8 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %330 = shufflevector <8 x half> %328, <8 x half> poison, <16 x i32> <i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 7, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %331 = shufflevector <16 x half> %329, <16 x half> %321, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %332 = shufflevector <8 x half> %328, <8 x half> poison, <16 x i32> <i32 poison, i32 1, i32 2, i32 3, i32 4, i32 5, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %333 = shufflevector <16 x half> %331, <16 x half> %332, <16 x i32> <i32 0, i32 17, i32 18, i32 19, i32 20, i32 21, i32 poison, i32 poison, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %334 = insertelement <16 x half> %333, half %325, i64 6
  %335 = shufflevector <16 x half> %334, <16 x half> %330, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 23, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %336 = fsub contract float %211, %240
  %337 = tail call contract float @llvm.amdgcn.exp2.f32(float %336)
  %338 = fadd contract float %324, %337
  %339 = fptrunc contract float %337 to half
  %340 = bitcast <16 x half> %335 to <2 x i128>
  %341 = extractelement <2 x i128> %340, i64 0
  %342 = bitcast i128 %341 to <8 x half>
  %343 = shufflevector <8 x half> %342, <8 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %344 = shufflevector <16 x half> %343, <16 x half> %335, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %345 = shufflevector <8 x half> %342, <8 x half> poison, <16 x i32> <i32 poison, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %346 = shufflevector <16 x half> %344, <16 x half> %345, <16 x i32> <i32 0, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 poison, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %347 = insertelement <16 x half> %346, half %339, i64 7
  %348 = fsub contract float %215, %240
  %349 = tail call contract float @llvm.amdgcn.exp2.f32(float %348)
  %350 = fadd contract float %338, %349
  %351 = fptrunc contract float %349 to half
  %352 = bitcast <16 x half> %347 to <2 x i128>
  %353 = extractelement <2 x i128> %352, i64 1
  %354 = bitcast i128 %353 to <8 x half>
  %355 = shufflevector <8 x half> %354, <8 x half> poison, <16 x i32> <i32 poison, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %356 = insertelement <16 x half> %347, half %351, i64 8
  %357 = shufflevector <16 x half> %356, <16 x half> %355, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %358 = fsub contract float %217, %240
  %359 = tail call contract float @llvm.amdgcn.exp2.f32(float %358)
  %360 = fadd contract float %350, %359
  %361 = fptrunc contract float %359 to half
  %362 = bitcast <16 x half> %357 to <2 x i128>
  %363 = extractelement <2 x i128> %362, i64 1
  %364 = bitcast i128 %363 to <8 x half>
  %365 = shufflevector <8 x half> %364, <8 x half> poison, <16 x i32> <i32 poison, i32 poison, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %366 = shufflevector <8 x half> %364, <8 x half> poison, <16 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %367 = shufflevector <16 x half> %357, <16 x half> %366, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %368 = insertelement <16 x half> %367, half %361, i64 9
  %369 = shufflevector <16 x half> %368, <16 x half> %365, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %370 = fsub contract float %219, %240
  %371 = tail call contract float @llvm.amdgcn.exp2.f32(float %370)
  %372 = fadd contract float %360, %371
  %373 = fptrunc contract float %371 to half
  %374 = bitcast <16 x half> %369 to <2 x i128>
  %375 = extractelement <2 x i128> %374, i64 1
  %376 = bitcast i128 %375 to <8 x half>
  %377 = shufflevector <8 x half> %376, <8 x half> poison, <16 x i32> <i32 poison, i32 poison, i32 poison, i32 3, i32 4, i32 5, i32 6, i32 7, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %378 = shufflevector <8 x half> %376, <8 x half> poison, <16 x i32> <i32 0, i32 1, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %379 = shufflevector <16 x half> %369, <16 x half> %378, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %380 = insertelement <16 x half> %379, half %373, i64 10
  %381 = shufflevector <16 x half> %380, <16 x half> %377, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 19, i32 20, i32 21, i32 22, i32 23>
  %382 = fsub contract float %221, %240
  %383 = tail call contract float @llvm.amdgcn.exp2.f32(float %382)
  %384 = fadd contract float %372, %383
  %385 = fptrunc contract float %383 to half
  %386 = bitcast <16 x half> %381 to <2 x i128>
  %387 = extractelement <2 x i128> %386, i64 1
  %388 = bitcast i128 %387 to <8 x half>
  %389 = shufflevector <8 x half> %388, <8 x half> poison, <16 x i32> <i32 poison, i32 poison, i32 poison, i32 poison, i32 4, i32 5, i32 6, i32 7, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %390 = shufflevector <8 x half> %388, <8 x half> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %391 = shufflevector <16 x half> %381, <16 x half> %390, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %392 = insertelement <16 x half> %391, half %385, i64 11
  %393 = shufflevector <16 x half> %392, <16 x half> %389, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 20, i32 21, i32 22, i32 23>
  %394 = insertelement <4 x float> poison, float %242, i64 0
  %395 = shufflevector <4 x float> %394, <4 x float> poison, <4 x i32> zeroinitializer
  %396 = bitcast <16 x float> %112 to <4 x i128>
  %397 = extractelement <4 x i128> %396, i64 0
  %398 = bitcast i128 %397 to <4 x float>
  %399 = fmul contract <4 x float> %395, %398
  %400 = shufflevector <4 x float> %399, <4 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %401 = shufflevector <16 x float> %400, <16 x float> %112, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %402 = bitcast <16 x float> %401 to <4 x i128>
  %403 = extractelement <4 x i128> %402, i64 1
  %404 = bitcast i128 %403 to <4 x float>
  %405 = fmul contract <4 x float> %395, %404
  %406 = shufflevector <4 x float> %405, <4 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %407 = shufflevector <16 x float> %401, <16 x float> %406, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %408 = bitcast <16 x float> %407 to <4 x i128>
  %409 = extractelement <4 x i128> %408, i64 2
  %410 = bitcast i128 %409 to <4 x float>
  %411 = bitcast <16 x float> %407 to <4 x i128>
  %412 = extractelement <4 x i128> %411, i64 3
  %413 = bitcast i128 %412 to <4 x float>
  %414 = shufflevector <4 x float> %394, <4 x float> poison, <16 x i32> zeroinitializer
  %415 = shufflevector <4 x float> %398, <4 x float> %404, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %416 = shufflevector <4 x float> %410, <4 x float> %413, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %417 = shufflevector <8 x float> %415, <8 x float> %416, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %418 = fmul contract <16 x float> %414, %417
  %419 = fsub contract float %225, %240
  %420 = tail call contract float @llvm.amdgcn.exp2.f32(float %419)
  %421 = fptrunc contract float %420 to half
  %422 = bitcast <16 x half> %393 to <2 x i128>
  %423 = extractelement <2 x i128> %422, i64 1
  %424 = bitcast i128 %423 to <8 x half>
  %425 = shufflevector <8 x half> %424, <8 x half> poison, <16 x i32> <i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 5, i32 6, i32 7, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %426 = shufflevector <8 x half> %424, <8 x half> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %427 = shufflevector <16 x half> %393, <16 x half> %426, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 poison, i32 poison, i32 poison, i32 poison>
  %428 = insertelement <16 x half> %427, half %421, i64 12
  %429 = shufflevector <16 x half> %428, <16 x half> %425, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 21, i32 22, i32 23>
  %430 = fsub contract float %227, %240
  %431 = tail call contract float @llvm.amdgcn.exp2.f32(float %430)
  %432 = fptrunc contract float %431 to half
  %433 = bitcast <16 x half> %429 to <2 x i128>
  %434 = extractelement <2 x i128> %433, i64 1
  %435 = bitcast i128 %434 to <8 x half>
  %436 = shufflevector <8 x half> %435, <8 x half> poison, <16 x i32> <i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 6, i32 7, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %437 = shufflevector <8 x half> %435, <8 x half> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %438 = shufflevector <16 x half> %429, <16 x half> %437, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 poison, i32 poison, i32 poison>
  %439 = insertelement <16 x half> %438, half %432, i64 13
  %440 = shufflevector <16 x half> %439, <16 x half> %436, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 22, i32 23>
  %441 = fsub contract float %229, %240
  %442 = tail call contract float @llvm.amdgcn.exp2.f32(float %441)
  %443 = fptrunc contract float %442 to half
  %444 = bitcast <16 x half> %440 to <2 x i128>
  %445 = extractelement <2 x i128> %444, i64 1
  %446 = bitcast i128 %445 to <8 x half>
  %447 = shufflevector <8 x half> %446, <8 x half> poison, <16 x i32> <i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 7, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %448 = shufflevector <8 x half> %446, <8 x half> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %449 = shufflevector <16 x half> %440, <16 x half> %448, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 poison, i32 poison>
  %450 = insertelement <16 x half> %449, half %443, i64 14
  %451 = shufflevector <16 x half> %450, <16 x half> %447, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 23>
  %452 = fsub contract float %231, %240
  %453 = tail call contract float @llvm.amdgcn.exp2.f32(float %452)
  %454 = fptrunc contract float %453 to half
  %455 = bitcast <16 x half> %451 to <2 x i128>
  %456 = extractelement <2 x i128> %455, i64 1
  %457 = bitcast i128 %456 to <8 x half>
  %458 = shufflevector <8 x half> %457, <8 x half> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %459 = shufflevector <16 x half> %451, <16 x half> %458, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 poison>
  %460 = insertelement <16 x half> %459, half %454, i64 15
  tail call void asm sideeffect "s_waitcnt vmcnt($0)", "n"(i32 4) #10, !srcloc !14
  tail call void @llvm.amdgcn.s.barrier()
  tail call void @llvm.amdgcn.sched.barrier(i32 0)
  tail call void @llvm.amdgcn.s.setprio(i16 1)
  %461 = add i32 %44, %122
  %462 = shufflevector <16 x half> %347, <16 x half> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %463 = shufflevector <16 x half> %460, <16 x half> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %464 = tail call contract noundef <4 x half> asm sideeffect "ds_read_b64_tr_b16 $0, $1 offset:$2", "=v,v,n,~{memory}"(i32 %461, i32 0) #10, !srcloc !15
  %465 = tail call contract noundef <4 x half> asm sideeffect "ds_read_b64_tr_b16 $0, $1 offset:$2", "=v,v,n,~{memory}"(i32 %461, i32 512) #10, !srcloc !15
  %466 = tail call contract noundef <4 x half> asm sideeffect "ds_read_b64_tr_b16 $0, $1 offset:$2", "=v,v,n,~{memory}"(i32 %461, i32 1024) #10, !srcloc !15
  %467 = tail call contract noundef <4 x half> asm sideeffect "ds_read_b64_tr_b16 $0, $1 offset:$2", "=v,v,n,~{memory}"(i32 %461, i32 1536) #10, !srcloc !15
  %468 = tail call contract { <4 x half>, <4 x half>, <4 x half>, <4 x half> } asm sideeffect "s_waitcnt lgkmcnt(0)", "=v,=v,=v,=v,0,1,2,3"(<4 x half> %464, <4 x half> %465, <4 x half> %466, <4 x half> %467) #10, !srcloc !16
  %469 = extractvalue { <4 x half>, <4 x half>, <4 x half>, <4 x half> } %468, 0
  %470 = extractvalue { <4 x half>, <4 x half>, <4 x half>, <4 x half> } %468, 1
  %471 = extractvalue { <4 x half>, <4 x half>, <4 x half>, <4 x half> } %468, 2
  %472 = extractvalue { <4 x half>, <4 x half>, <4 x half>, <4 x half> } %468, 3
  %473 = shufflevector <4 x half> %469, <4 x half> %470, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %474 = shufflevector <4 x half> %471, <4 x half> %472, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %475 = bitcast <16 x float> %418 to <4 x i128>
  %476 = extractelement <4 x i128> %475, i64 0
  %477 = bitcast i128 %476 to <4 x float>
  %478 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %473, <8 x half> %462, <4 x float> %477, i32 0, i32 0, i32 0)
  %479 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %474, <8 x half> %463, <4 x float> %478, i32 0, i32 0, i32 0)
  %480 = shufflevector <4 x float> %479, <4 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %481 = shufflevector <16 x float> %480, <16 x float> %418, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %482 = add i32 %461, 2048
  %483 = tail call contract noundef <4 x half> asm sideeffect "ds_read_b64_tr_b16 $0, $1 offset:$2", "=v,v,n,~{memory}"(i32 %482, i32 0) #10, !srcloc !15
  %484 = tail call contract noundef <4 x half> asm sideeffect "ds_read_b64_tr_b16 $0, $1 offset:$2", "=v,v,n,~{memory}"(i32 %482, i32 512) #10, !srcloc !15
  %485 = tail call contract noundef <4 x half> asm sideeffect "ds_read_b64_tr_b16 $0, $1 offset:$2", "=v,v,n,~{memory}"(i32 %482, i32 1024) #10, !srcloc !15
  %486 = tail call contract noundef <4 x half> asm sideeffect "ds_read_b64_tr_b16 $0, $1 offset:$2", "=v,v,n,~{memory}"(i32 %482, i32 1536) #10, !srcloc !15
  %487 = tail call contract { <4 x half>, <4 x half>, <4 x half>, <4 x half> } asm sideeffect "s_waitcnt lgkmcnt(0)", "=v,=v,=v,=v,0,1,2,3"(<4 x half> %483, <4 x half> %484, <4 x half> %485, <4 x half> %486) #10, !srcloc !16
  %488 = extractvalue { <4 x half>, <4 x half>, <4 x half>, <4 x half> } %487, 0
  %489 = extractvalue { <4 x half>, <4 x half>, <4 x half>, <4 x half> } %487, 1
  %490 = extractvalue { <4 x half>, <4 x half>, <4 x half>, <4 x half> } %487, 2
  %491 = extractvalue { <4 x half>, <4 x half>, <4 x half>, <4 x half> } %487, 3
  %492 = shufflevector <4 x half> %488, <4 x half> %489, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %493 = shufflevector <4 x half> %490, <4 x half> %491, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %494 = bitcast <16 x float> %481 to <4 x i128>
  %495 = extractelement <4 x i128> %494, i64 1
  %496 = bitcast i128 %495 to <4 x float>
  %497 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %492, <8 x half> %462, <4 x float> %496, i32 0, i32 0, i32 0)
  %498 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %493, <8 x half> %463, <4 x float> %497, i32 0, i32 0, i32 0)
  %499 = shufflevector <4 x float> %498, <4 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %500 = shufflevector <16 x float> %481, <16 x float> %499, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %501 = add i32 %461, 4096
  %502 = tail call contract noundef <4 x half> asm sideeffect "ds_read_b64_tr_b16 $0, $1 offset:$2", "=v,v,n,~{memory}"(i32 %501, i32 0) #10, !srcloc !15
  %503 = tail call contract noundef <4 x half> asm sideeffect "ds_read_b64_tr_b16 $0, $1 offset:$2", "=v,v,n,~{memory}"(i32 %501, i32 512) #10, !srcloc !15
  %504 = tail call contract noundef <4 x half> asm sideeffect "ds_read_b64_tr_b16 $0, $1 offset:$2", "=v,v,n,~{memory}"(i32 %501, i32 1024) #10, !srcloc !15
  %505 = tail call contract noundef <4 x half> asm sideeffect "ds_read_b64_tr_b16 $0, $1 offset:$2", "=v,v,n,~{memory}"(i32 %501, i32 1536) #10, !srcloc !15
  %506 = tail call contract { <4 x half>, <4 x half>, <4 x half>, <4 x half> } asm sideeffect "s_waitcnt lgkmcnt(0)", "=v,=v,=v,=v,0,1,2,3"(<4 x half> %502, <4 x half> %503, <4 x half> %504, <4 x half> %505) #10, !srcloc !16
  %507 = extractvalue { <4 x half>, <4 x half>, <4 x half>, <4 x half> } %506, 0
  %508 = extractvalue { <4 x half>, <4 x half>, <4 x half>, <4 x half> } %506, 1
  %509 = extractvalue { <4 x half>, <4 x half>, <4 x half>, <4 x half> } %506, 2
  %510 = extractvalue { <4 x half>, <4 x half>, <4 x half>, <4 x half> } %506, 3
  %511 = shufflevector <4 x half> %507, <4 x half> %508, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %512 = shufflevector <4 x half> %509, <4 x half> %510, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %513 = bitcast <16 x float> %500 to <4 x i128>
  %514 = extractelement <4 x i128> %513, i64 2
  %515 = bitcast i128 %514 to <4 x float>
  %516 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %511, <8 x half> %462, <4 x float> %515, i32 0, i32 0, i32 0)
  %517 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %512, <8 x half> %463, <4 x float> %516, i32 0, i32 0, i32 0)
  %518 = shufflevector <4 x float> %517, <4 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %519 = shufflevector <16 x float> %500, <16 x float> %518, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 12, i32 13, i32 14, i32 15>
  %520 = add i32 %461, 6144
  %521 = tail call contract noundef <4 x half> asm sideeffect "ds_read_b64_tr_b16 $0, $1 offset:$2", "=v,v,n,~{memory}"(i32 %520, i32 0) #10, !srcloc !15
  %522 = tail call contract noundef <4 x half> asm sideeffect "ds_read_b64_tr_b16 $0, $1 offset:$2", "=v,v,n,~{memory}"(i32 %520, i32 512) #10, !srcloc !15
  %523 = tail call contract noundef <4 x half> asm sideeffect "ds_read_b64_tr_b16 $0, $1 offset:$2", "=v,v,n,~{memory}"(i32 %520, i32 1024) #10, !srcloc !15
  %524 = tail call contract noundef <4 x half> asm sideeffect "ds_read_b64_tr_b16 $0, $1 offset:$2", "=v,v,n,~{memory}"(i32 %520, i32 1536) #10, !srcloc !15
  %525 = tail call contract { <4 x half>, <4 x half>, <4 x half>, <4 x half> } asm sideeffect "s_waitcnt lgkmcnt(0)", "=v,=v,=v,=v,0,1,2,3"(<4 x half> %521, <4 x half> %522, <4 x half> %523, <4 x half> %524) #10, !srcloc !16
  %526 = extractvalue { <4 x half>, <4 x half>, <4 x half>, <4 x half> } %525, 0
  %527 = extractvalue { <4 x half>, <4 x half>, <4 x half>, <4 x half> } %525, 1
  %528 = extractvalue { <4 x half>, <4 x half>, <4 x half>, <4 x half> } %525, 2
  %529 = extractvalue { <4 x half>, <4 x half>, <4 x half>, <4 x half> } %525, 3
  %530 = shufflevector <4 x half> %526, <4 x half> %527, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %531 = shufflevector <4 x half> %528, <4 x half> %529, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %532 = bitcast <16 x float> %519 to <4 x i128>
  %533 = extractelement <4 x i128> %532, i64 3
  %534 = bitcast i128 %533 to <4 x float>
  %535 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %530, <8 x half> %462, <4 x float> %534, i32 0, i32 0, i32 0)
  %536 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %531, <8 x half> %463, <4 x float> %535, i32 0, i32 0, i32 0)
  %537 = shufflevector <4 x float> %536, <4 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %538 = shufflevector <16 x float> %519, <16 x float> %537, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 16, i32 17, i32 18, i32 19>
  %539 = fadd contract float %384, %420
  %540 = fadd contract float %539, %431
  %541 = fadd contract float %540, %442
  %542 = fadd contract float %541, %453
  tail call void @llvm.amdgcn.s.setprio(i16 0)
  tail call void @llvm.amdgcn.s.barrier()
  %543 = icmp eq i32 %114, %4
  br i1 %543, label %49, label %107, !llvm.loop !17
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x() #1

; Function Attrs: convergent mustprogress nocallback nocreateundeforpoison nofree nounwind willreturn memory(none)
declare i32 @llvm.amdgcn.readfirstlane.i32(i32) #2

; Function Attrs: convergent mustprogress nocallback nofree nounwind willreturn
declare void @llvm.amdgcn.s.barrier() #3

; Function Attrs: convergent mustprogress nocallback nofree nounwind willreturn
declare void @llvm.amdgcn.sched.barrier(i32 immarg) #3

; Function Attrs: convergent mustprogress nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half>, <8 x half>, <4 x float>, i32 immarg, i32 immarg, i32 immarg) #4

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.maxnum.f32(float, float) #5

; Function Attrs: convergent mustprogress nocallback nofree nounwind willreturn memory(none)
declare i32 @llvm.amdgcn.ds.bpermute(i32, i32) #6

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.amdgcn.exp2.f32(float) #5

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn
declare void @llvm.amdgcn.s.setprio(i16 immarg) #7

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly captures(none), ptr addrspace(3) writeonly captures(none), i32 immarg, i32, i32, i32 immarg, i32 immarg) #8

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) readnone, i16, i64, i32) #9

attributes #0 = { convergent mustprogress norecurse nounwind "amdgpu-agpr-alloc"="0" "amdgpu-flat-work-group-size"="256,256" "amdgpu-no-cluster-id-x" "amdgpu-no-cluster-id-y" "amdgpu-no-cluster-id-z" "amdgpu-no-completion-action" "amdgpu-no-default-queue" "amdgpu-no-dispatch-id" "amdgpu-no-dispatch-ptr" "amdgpu-no-flat-scratch-init" "amdgpu-no-heap-ptr" "amdgpu-no-hostcall-ptr" "amdgpu-no-implicitarg-ptr" "amdgpu-no-lds-kernel-id" "amdgpu-no-multigrid-sync-arg" "amdgpu-no-queue-ptr" "amdgpu-no-workgroup-id-x" "amdgpu-no-workgroup-id-y" "amdgpu-no-workgroup-id-z" "amdgpu-no-workitem-id-x" "amdgpu-no-workitem-id-y" "amdgpu-no-workitem-id-z" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="gfx950" "target-features"="+16-bit-insts,+ashr-pk-insts,+atomic-buffer-global-pk-add-f16-insts,+atomic-buffer-pk-add-bf16-inst,+atomic-ds-pk-add-16-insts,+atomic-fadd-rtn-insts,+atomic-flat-pk-add-16-insts,+atomic-fmin-fmax-global-f64,+atomic-global-pk-add-bf16-inst,+bf8-cvt-scale-insts,+bitop3-insts,+ci-insts,+cube-insts,+cvt-pknorm-vop2-insts,+dl-insts,+dot1-insts,+dot10-insts,+dot12-insts,+dot13-insts,+dot2-insts,+dot3-insts,+dot4-insts,+dot5-insts,+dot6-insts,+dot7-insts,+dpp,+f16bf16-to-fp6bf6-cvt-scale-insts,+f32-to-f16bf16-cvt-sr-insts,+fp4-cvt-scale-insts,+fp6bf6-cvt-scale-insts,+fp8-conversion-insts,+fp8-cvt-scale-insts,+fp8-insts,+gfx8-insts,+gfx9-insts,+gfx90a-insts,+gfx940-insts,+gfx950-insts,+lerp-inst,+mai-insts,+permlane16-swap,+permlane32-swap,+prng-inst,+qsad-insts,+s-memrealtime,+s-memtime-inst,+sad-insts,+wavefrontsize64" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { convergent mustprogress nocallback nocreateundeforpoison nofree nounwind willreturn memory(none) }
attributes #3 = { convergent mustprogress nocallback nofree nounwind willreturn }
attributes #4 = { convergent mustprogress nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none) }
attributes #5 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #6 = { convergent mustprogress nocallback nofree nounwind willreturn memory(none) }
attributes #7 = { mustprogress nocallback nofree nosync nounwind willreturn }
attributes #8 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #9 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #10 = { convergent nounwind }

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
!8 = !{!6, !6, i64 0}
!9 = !{!10, !10, i64 0}
!10 = !{!"float", !6, i64 0}
!11 = !{i64 1480}
!12 = !{i64 1865}
!13 = !{i64 1999}
!14 = !{i64 2992}
!15 = !{i64 217}
!16 = !{i64 3487}
!17 = distinct !{!17, !18, !19}
!18 = !{!"llvm.loop.mustprogress"}
!19 = !{!"llvm.loop.unroll.disable"}
