target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@global_smem = external addrspace(3) global [0 x i8], align 16

define amdgpu_kernel void @gemm_split_k(ptr addrspace(1) inreg readonly captures(none) %0, ptr addrspace(1) inreg readonly captures(none) %1, ptr addrspace(1) inreg captures(none) %2, i32 inreg %3, i32 inreg %4, i32 inreg %5, i32 inreg %6, i32 inreg %7, i32 inreg %8, ptr addrspace(1) inreg readnone captures(none) %9, ptr addrspace(1) inreg readnone captures(none) %10) local_unnamed_addr #0 {
  %12 = add i32 %4, 63
  %13 = sdiv i32 %12, 64
  %14 = tail call i32 @llvm.amdgcn.workgroup.id.x()
  %15 = tail call i32 @llvm.amdgcn.workgroup.id.y()
  %.frozen = freeze i32 %13
  %16 = sdiv i32 %14, %.frozen
  %17 = shl i32 %16, 6
  %18 = tail call i32 @llvm.amdgcn.workitem.id.x()
  %19 = and i32 %18, 248
  %20 = lshr exact i32 %19, 2
  %21 = or disjoint i32 %20, 1
  %22 = lshr exact i32 %19, 3
  %23 = shl nuw nsw i32 %18, 3
  %24 = and i32 %23, 56
  %25 = and i32 %18, 15
  %26 = or disjoint i32 %17, %22
  %27 = or disjoint i32 %26, 32
  %28 = mul i32 %16, %.frozen
  %.decomposed = sub i32 %14, %28
  %29 = shl nsw i32 %.decomposed, 6
  %30 = or disjoint i32 %29, %24
  %31 = shl i32 %15, 6
  %32 = srem i32 %26, %3
  %33 = srem i32 %27, %3
  %34 = mul i32 %32, %6
  %35 = mul i32 %33, %6
  %36 = or disjoint i32 %24, %31
  %37 = add i32 %36, %34
  %38 = add i32 %36, %35
  %39 = add i32 %5, 255
  %40 = icmp sgt i32 %39, 255
  %41 = tail call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %0, i16 0, i64 2147483646, i32 159744)
  %42 = shl i32 %37, 1
  %43 = select i1 %40, i32 %42, i32 -2147483648
  %44 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %41, i32 %43, i32 0, i32 0)
  %45 = bitcast <4 x i32> %44 to <8 x half>
  %46 = shl i32 %38, 1
  %47 = select i1 %40, i32 %46, i32 -2147483648
  %48 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %41, i32 %47, i32 0, i32 0)
  %49 = bitcast <4 x i32> %48 to <8 x half>
  %50 = mul i32 %7, %31
  %51 = srem i32 %30, %4
  %52 = mul i32 %7, %20
  %53 = mul i32 %7, %21
  %54 = add i32 %51, %50
  %55 = add i32 %54, %52
  %56 = add i32 %54, %53
  %57 = tail call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %1, i16 0, i64 2147483646, i32 159744)
  %58 = shl i32 %55, 1
  %59 = select i1 %40, i32 %58, i32 -2147483648
  %60 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %57, i32 %59, i32 0, i32 0)
  %61 = bitcast <4 x i32> %60 to <8 x half>
  %62 = shl i32 %56, 1
  %63 = select i1 %40, i32 %62, i32 -2147483648
  %64 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %57, i32 %63, i32 0, i32 0)
  %65 = bitcast <4 x i32> %64 to <8 x half>
  %66 = shl i32 %7, 8
  %67 = shl nuw nsw i32 %18, 4
  %68 = and i32 %67, 4080
  %69 = and i32 %18, 120
  %70 = xor i32 %68, %69
  %71 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %70
  %72 = shufflevector <8 x half> %45, <8 x half> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x half> %72, ptr addrspace(3) %71, align 8
  %73 = getelementptr inbounds nuw i8, ptr addrspace(3) %71, i32 4096
  %74 = shufflevector <8 x half> %49, <8 x half> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x half> %74, ptr addrspace(3) %73, align 8
  %75 = xor i32 %70, 8
  %76 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %75
  %77 = shufflevector <8 x half> %45, <8 x half> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x half> %77, ptr addrspace(3) %76, align 8
  %78 = getelementptr inbounds nuw i8, ptr addrspace(3) %76, i32 4096
  %79 = shufflevector <8 x half> %49, <8 x half> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x half> %79, ptr addrspace(3) %78, align 8
  %80 = and i32 %18, 6
  %81 = shl nuw nsw i32 %80, 10
  %82 = shl nuw nsw i32 %80, 2
  %83 = lshr exact i32 %19, 1
  %84 = and i32 %18, 1
  %85 = icmp eq i32 %84, 0
  %86 = select i1 %85, i32 0, i32 1088
  %87 = xor i32 %82, %83
  %88 = xor i32 %87, %86
  %89 = or disjoint i32 %88, %81
  %90 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %89
  %91 = shufflevector <8 x half> %61, <8 x half> %65, <2 x i32> <i32 0, i32 8>
  store <2 x half> %91, ptr addrspace(3) %90, align 4
  %92 = xor i32 %89, 136
  %93 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %92
  %94 = shufflevector <8 x half> %61, <8 x half> %65, <2 x i32> <i32 1, i32 9>
  store <2 x half> %94, ptr addrspace(3) %93, align 4
  %95 = xor i32 %89, 272
  %96 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %95
  %97 = shufflevector <8 x half> %61, <8 x half> %65, <2 x i32> <i32 2, i32 10>
  store <2 x half> %97, ptr addrspace(3) %96, align 4
  %98 = xor i32 %89, 408
  %99 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %98
  %100 = shufflevector <8 x half> %61, <8 x half> %65, <2 x i32> <i32 3, i32 11>
  store <2 x half> %100, ptr addrspace(3) %99, align 4
  %101 = xor i32 %89, 544
  %102 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %101
  %103 = shufflevector <8 x half> %61, <8 x half> %65, <2 x i32> <i32 4, i32 12>
  store <2 x half> %103, ptr addrspace(3) %102, align 4
  %104 = xor i32 %89, 680
  %105 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %104
  %106 = shufflevector <8 x half> %61, <8 x half> %65, <2 x i32> <i32 5, i32 13>
  store <2 x half> %106, ptr addrspace(3) %105, align 4
  %107 = xor i32 %89, 816
  %108 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %107
  %109 = shufflevector <8 x half> %61, <8 x half> %65, <2 x i32> <i32 6, i32 14>
  store <2 x half> %109, ptr addrspace(3) %108, align 4
  %110 = xor i32 %89, 952
  %111 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %110
  %112 = shufflevector <8 x half> %61, <8 x half> %65, <2 x i32> <i32 7, i32 15>
  store <2 x half> %112, ptr addrspace(3) %111, align 4
  %113 = icmp sgt i32 %39, 511
  br i1 %113, label %.lr.ph, label %._crit_edge

.lr.ph:
  %114 = lshr i32 %39, 8
  %115 = lshr i32 %18, 1
  %116 = and i32 %115, 24
  %117 = and i32 %67, 2048
  %118 = mul nuw nsw i32 %25, 136
  %119 = xor i32 %118, %116
  %120 = or disjoint i32 %119, %117
  %121 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %120
  %122 = getelementptr inbounds nuw i8, ptr addrspace(3) %121, i32 4096
  %123 = xor i32 %120, 32
  %124 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %123
  %125 = getelementptr inbounds nuw i8, ptr addrspace(3) %124, i32 4096
  %126 = xor i32 %120, 64
  %127 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %126
  %128 = getelementptr inbounds nuw i8, ptr addrspace(3) %127, i32 4096
  %129 = xor i32 %120, 96
  %130 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %129
  %131 = getelementptr inbounds nuw i8, ptr addrspace(3) %130, i32 4096
  %132 = and i32 %18, 64
  %133 = icmp eq i32 %132, 0
  %134 = select i1 %133, i32 0, i32 2056
  %135 = xor i32 %134, %116
  %136 = xor i32 %135, %118
  %137 = xor i32 %136, 32
  %138 = xor i32 %136, 64
  %139 = xor i32 %136, 96
  %140 = xor i32 %136, 4112
  %141 = xor i32 %136, 4144
  %142 = xor i32 %136, 4176
  %143 = xor i32 %136, 4208
  %smax = add nsw i32 %114, -1
  %144 = add i32 %37, 256
  %145 = add i32 %38, 256
  %146 = add i32 %55, %66
  %147 = add i32 %56, %66
  tail call void @llvm.amdgcn.s.waitcnt(i32 49279)
  tail call void @llvm.amdgcn.s.barrier()
  %148 = load <4 x half>, ptr addrspace(3) %121, align 8
  %149 = load <4 x half>, ptr addrspace(3) %122, align 8
  %150 = load <4 x half>, ptr addrspace(3) %124, align 8
  %151 = load <4 x half>, ptr addrspace(3) %125, align 8
  %152 = load <4 x half>, ptr addrspace(3) %127, align 8
  %153 = load <4 x half>, ptr addrspace(3) %128, align 8
  %154 = load <4 x half>, ptr addrspace(3) %130, align 8
  %155 = load <4 x half>, ptr addrspace(3) %131, align 8
  tail call void @llvm.amdgcn.s.setprio(i16 1)
  %156 = shl i32 %144, 1
  %157 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %41, i32 %156, i32 0, i32 0)
  %158 = bitcast <4 x i32> %157 to <8 x half>
  %159 = shl i32 %145, 1
  %160 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %41, i32 %159, i32 0, i32 0)
  %161 = bitcast <4 x i32> %160 to <8 x half>
  tail call void @llvm.amdgcn.sched.barrier(i32 0)
  %162 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %136
  %163 = load <4 x half>, ptr addrspace(3) %162, align 8
  %164 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %137
  %165 = load <4 x half>, ptr addrspace(3) %164, align 8
  %166 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %138
  %167 = load <4 x half>, ptr addrspace(3) %166, align 8
  %168 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %139
  %169 = load <4 x half>, ptr addrspace(3) %168, align 8
  %170 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %140
  %171 = load <4 x half>, ptr addrspace(3) %170, align 8
  %172 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %141
  %173 = load <4 x half>, ptr addrspace(3) %172, align 8
  %174 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %142
  %175 = load <4 x half>, ptr addrspace(3) %174, align 8
  %176 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %143
  %177 = load <4 x half>, ptr addrspace(3) %176, align 8
  tail call void @llvm.amdgcn.s.setprio(i16 0)
  %178 = shl i32 %146, 1
  %179 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %57, i32 %178, i32 0, i32 0)
  %180 = bitcast <4 x i32> %179 to <8 x half>
  %181 = shl i32 %147, 1
  %182 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %57, i32 %181, i32 0, i32 0)
  %183 = bitcast <4 x i32> %182 to <8 x half>
  tail call void @llvm.amdgcn.sched.barrier(i32 1)
  %184 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %163, <4 x half> %148, <4 x float> zeroinitializer, i32 0, i32 0, i32 0)
  tail call void @llvm.amdgcn.s.setprio(i16 1)
  %185 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %165, <4 x half> %150, <4 x float> %184, i32 0, i32 0, i32 0)
  %186 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %167, <4 x half> %152, <4 x float> %185, i32 0, i32 0, i32 0)
  %187 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %169, <4 x half> %154, <4 x float> %186, i32 0, i32 0, i32 0)
  %188 = extractelement <4 x float> %187, i64 0
  %189 = extractelement <4 x float> %187, i64 1
  %190 = extractelement <4 x float> %187, i64 2
  %191 = extractelement <4 x float> %187, i64 3
  %192 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %171, <4 x half> %148, <4 x float> zeroinitializer, i32 0, i32 0, i32 0)
  %193 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %173, <4 x half> %150, <4 x float> %192, i32 0, i32 0, i32 0)
  %194 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %175, <4 x half> %152, <4 x float> %193, i32 0, i32 0, i32 0)
  %195 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %177, <4 x half> %154, <4 x float> %194, i32 0, i32 0, i32 0)
  %196 = extractelement <4 x float> %195, i64 0
  %197 = extractelement <4 x float> %195, i64 1
  %198 = extractelement <4 x float> %195, i64 2
  %199 = extractelement <4 x float> %195, i64 3
  %200 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %163, <4 x half> %149, <4 x float> zeroinitializer, i32 0, i32 0, i32 0)
  %201 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %165, <4 x half> %151, <4 x float> %200, i32 0, i32 0, i32 0)
  %202 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %167, <4 x half> %153, <4 x float> %201, i32 0, i32 0, i32 0)
  %203 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %169, <4 x half> %155, <4 x float> %202, i32 0, i32 0, i32 0)
  %204 = extractelement <4 x float> %203, i64 0
  %205 = extractelement <4 x float> %203, i64 1
  %206 = extractelement <4 x float> %203, i64 2
  %207 = extractelement <4 x float> %203, i64 3
  %208 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %171, <4 x half> %149, <4 x float> zeroinitializer, i32 0, i32 0, i32 0)
  %209 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %173, <4 x half> %151, <4 x float> %208, i32 0, i32 0, i32 0)
  %210 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %175, <4 x half> %153, <4 x float> %209, i32 0, i32 0, i32 0)
  %211 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %177, <4 x half> %155, <4 x float> %210, i32 0, i32 0, i32 0)
  %212 = extractelement <4 x float> %211, i64 0
  %213 = extractelement <4 x float> %211, i64 1
  %214 = extractelement <4 x float> %211, i64 2
  %215 = extractelement <4 x float> %211, i64 3
  tail call void @llvm.amdgcn.s.setprio(i16 0)
  tail call void @llvm.amdgcn.s.waitcnt(i32 49279)
  tail call void @llvm.amdgcn.s.barrier()
  %216 = shufflevector <8 x half> %158, <8 x half> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x half> %216, ptr addrspace(3) %71, align 8
  %217 = shufflevector <8 x half> %161, <8 x half> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x half> %217, ptr addrspace(3) %73, align 8
  %218 = shufflevector <8 x half> %158, <8 x half> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x half> %218, ptr addrspace(3) %76, align 8
  %219 = shufflevector <8 x half> %161, <8 x half> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x half> %219, ptr addrspace(3) %78, align 8
  %220 = shufflevector <8 x half> %180, <8 x half> %183, <2 x i32> <i32 0, i32 8>
  store <2 x half> %220, ptr addrspace(3) %90, align 4
  %221 = shufflevector <8 x half> %180, <8 x half> %183, <2 x i32> <i32 1, i32 9>
  store <2 x half> %221, ptr addrspace(3) %93, align 4
  %222 = shufflevector <8 x half> %180, <8 x half> %183, <2 x i32> <i32 2, i32 10>
  store <2 x half> %222, ptr addrspace(3) %96, align 4
  %223 = shufflevector <8 x half> %180, <8 x half> %183, <2 x i32> <i32 3, i32 11>
  store <2 x half> %223, ptr addrspace(3) %99, align 4
  %224 = shufflevector <8 x half> %180, <8 x half> %183, <2 x i32> <i32 4, i32 12>
  store <2 x half> %224, ptr addrspace(3) %102, align 4
  %225 = shufflevector <8 x half> %180, <8 x half> %183, <2 x i32> <i32 5, i32 13>
  store <2 x half> %225, ptr addrspace(3) %105, align 4
  %226 = shufflevector <8 x half> %180, <8 x half> %183, <2 x i32> <i32 6, i32 14>
  store <2 x half> %226, ptr addrspace(3) %108, align 4
  %227 = shufflevector <8 x half> %180, <8 x half> %183, <2 x i32> <i32 7, i32 15>
  store <2 x half> %227, ptr addrspace(3) %111, align 4
  %exitcond.peel.not = icmp eq i32 %smax, 1
  br i1 %exitcond.peel.not, label %._crit_edge, label %.peel.next

.peel.next:
  %228 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %136
  %229 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %137
  %230 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %138
  %231 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %139
  %232 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %140
  %233 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %141
  %234 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %142
  %235 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %143
  br label %236

236:
  %.pn4783 = phi i32 [ %147, %.peel.next ], [ %257, %236 ]
  %.pn6382 = phi i32 [ %146, %.peel.next ], [ %256, %236 ]
  %.pn1581 = phi i32 [ %145, %.peel.next ], [ %255, %236 ]
  %.pn3180 = phi i32 [ %144, %.peel.next ], [ %254, %236 ]
  %237 = phi float [ %188, %.peel.next ], [ %294, %236 ]
  %238 = phi float [ %189, %.peel.next ], [ %295, %236 ]
  %239 = phi float [ %190, %.peel.next ], [ %296, %236 ]
  %240 = phi float [ %191, %.peel.next ], [ %297, %236 ]
  %241 = phi float [ %196, %.peel.next ], [ %306, %236 ]
  %242 = phi float [ %197, %.peel.next ], [ %307, %236 ]
  %243 = phi float [ %198, %.peel.next ], [ %308, %236 ]
  %244 = phi float [ %199, %.peel.next ], [ %309, %236 ]
  %245 = phi float [ %204, %.peel.next ], [ %318, %236 ]
  %246 = phi float [ %205, %.peel.next ], [ %319, %236 ]
  %247 = phi float [ %206, %.peel.next ], [ %320, %236 ]
  %248 = phi float [ %207, %.peel.next ], [ %321, %236 ]
  %249 = phi float [ %212, %.peel.next ], [ %330, %236 ]
  %250 = phi float [ %213, %.peel.next ], [ %331, %236 ]
  %251 = phi float [ %214, %.peel.next ], [ %332, %236 ]
  %252 = phi float [ %215, %.peel.next ], [ %333, %236 ]
  %253 = phi i32 [ 1, %.peel.next ], [ %346, %236 ]
  %254 = add i32 %.pn3180, 256
  %255 = add i32 %.pn1581, 256
  %256 = add i32 %.pn6382, %66
  %257 = add i32 %.pn4783, %66
  tail call void @llvm.amdgcn.s.waitcnt(i32 49279)
  tail call void @llvm.amdgcn.s.barrier()
  %258 = load <4 x half>, ptr addrspace(3) %121, align 8
  %259 = load <4 x half>, ptr addrspace(3) %122, align 8
  %260 = load <4 x half>, ptr addrspace(3) %124, align 8
  %261 = load <4 x half>, ptr addrspace(3) %125, align 8
  %262 = load <4 x half>, ptr addrspace(3) %127, align 8
  %263 = load <4 x half>, ptr addrspace(3) %128, align 8
  %264 = load <4 x half>, ptr addrspace(3) %130, align 8
  %265 = load <4 x half>, ptr addrspace(3) %131, align 8
  tail call void @llvm.amdgcn.s.setprio(i16 1)
  %266 = shl i32 %254, 1
  %267 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %41, i32 %266, i32 0, i32 0)
  %268 = bitcast <4 x i32> %267 to <8 x half>
  %269 = shl i32 %255, 1
  %270 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %41, i32 %269, i32 0, i32 0)
  %271 = bitcast <4 x i32> %270 to <8 x half>
  tail call void @llvm.amdgcn.sched.barrier(i32 0)
  %272 = load <4 x half>, ptr addrspace(3) %228, align 8
  %273 = load <4 x half>, ptr addrspace(3) %229, align 8
  %274 = load <4 x half>, ptr addrspace(3) %230, align 8
  %275 = load <4 x half>, ptr addrspace(3) %231, align 8
  %276 = load <4 x half>, ptr addrspace(3) %232, align 8
  %277 = load <4 x half>, ptr addrspace(3) %233, align 8
  %278 = load <4 x half>, ptr addrspace(3) %234, align 8
  %279 = load <4 x half>, ptr addrspace(3) %235, align 8
  tail call void @llvm.amdgcn.s.setprio(i16 0)
  %280 = shl i32 %256, 1
  %281 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %57, i32 %280, i32 0, i32 0)
  %282 = bitcast <4 x i32> %281 to <8 x half>
  %283 = shl i32 %257, 1
  %284 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %57, i32 %283, i32 0, i32 0)
  %285 = bitcast <4 x i32> %284 to <8 x half>
  tail call void @llvm.amdgcn.sched.barrier(i32 1)
  %286 = insertelement <4 x float> poison, float %237, i64 0
  %287 = insertelement <4 x float> %286, float %238, i64 1
  %288 = insertelement <4 x float> %287, float %239, i64 2
  %289 = insertelement <4 x float> %288, float %240, i64 3
  %290 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %272, <4 x half> %258, <4 x float> %289, i32 0, i32 0, i32 0)
  tail call void @llvm.amdgcn.s.setprio(i16 1)
  %291 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %273, <4 x half> %260, <4 x float> %290, i32 0, i32 0, i32 0)
  %292 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %274, <4 x half> %262, <4 x float> %291, i32 0, i32 0, i32 0)
  %293 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %275, <4 x half> %264, <4 x float> %292, i32 0, i32 0, i32 0)
  %294 = extractelement <4 x float> %293, i64 0
  %295 = extractelement <4 x float> %293, i64 1
  %296 = extractelement <4 x float> %293, i64 2
  %297 = extractelement <4 x float> %293, i64 3
  %298 = insertelement <4 x float> poison, float %241, i64 0
  %299 = insertelement <4 x float> %298, float %242, i64 1
  %300 = insertelement <4 x float> %299, float %243, i64 2
  %301 = insertelement <4 x float> %300, float %244, i64 3
  %302 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %276, <4 x half> %258, <4 x float> %301, i32 0, i32 0, i32 0)
  %303 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %277, <4 x half> %260, <4 x float> %302, i32 0, i32 0, i32 0)
  %304 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %278, <4 x half> %262, <4 x float> %303, i32 0, i32 0, i32 0)
  %305 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %279, <4 x half> %264, <4 x float> %304, i32 0, i32 0, i32 0)
  %306 = extractelement <4 x float> %305, i64 0
  %307 = extractelement <4 x float> %305, i64 1
  %308 = extractelement <4 x float> %305, i64 2
  %309 = extractelement <4 x float> %305, i64 3
  %310 = insertelement <4 x float> poison, float %245, i64 0
  %311 = insertelement <4 x float> %310, float %246, i64 1
  %312 = insertelement <4 x float> %311, float %247, i64 2
  %313 = insertelement <4 x float> %312, float %248, i64 3
  %314 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %272, <4 x half> %259, <4 x float> %313, i32 0, i32 0, i32 0)
  %315 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %273, <4 x half> %261, <4 x float> %314, i32 0, i32 0, i32 0)
  %316 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %274, <4 x half> %263, <4 x float> %315, i32 0, i32 0, i32 0)
  %317 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %275, <4 x half> %265, <4 x float> %316, i32 0, i32 0, i32 0)
  %318 = extractelement <4 x float> %317, i64 0
  %319 = extractelement <4 x float> %317, i64 1
  %320 = extractelement <4 x float> %317, i64 2
  %321 = extractelement <4 x float> %317, i64 3
  %322 = insertelement <4 x float> poison, float %249, i64 0
  %323 = insertelement <4 x float> %322, float %250, i64 1
  %324 = insertelement <4 x float> %323, float %251, i64 2
  %325 = insertelement <4 x float> %324, float %252, i64 3
  %326 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %276, <4 x half> %259, <4 x float> %325, i32 0, i32 0, i32 0)
  %327 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %277, <4 x half> %261, <4 x float> %326, i32 0, i32 0, i32 0)
  %328 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %278, <4 x half> %263, <4 x float> %327, i32 0, i32 0, i32 0)
  %329 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %279, <4 x half> %265, <4 x float> %328, i32 0, i32 0, i32 0)
  %330 = extractelement <4 x float> %329, i64 0
  %331 = extractelement <4 x float> %329, i64 1
  %332 = extractelement <4 x float> %329, i64 2
  %333 = extractelement <4 x float> %329, i64 3
  tail call void @llvm.amdgcn.s.setprio(i16 0)
  tail call void @llvm.amdgcn.s.waitcnt(i32 49279)
  tail call void @llvm.amdgcn.s.barrier()
  %334 = shufflevector <8 x half> %268, <8 x half> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x half> %334, ptr addrspace(3) %71, align 8
  %335 = shufflevector <8 x half> %271, <8 x half> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x half> %335, ptr addrspace(3) %73, align 8
  %336 = shufflevector <8 x half> %268, <8 x half> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x half> %336, ptr addrspace(3) %76, align 8
  %337 = shufflevector <8 x half> %271, <8 x half> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x half> %337, ptr addrspace(3) %78, align 8
  %338 = shufflevector <8 x half> %282, <8 x half> %285, <2 x i32> <i32 0, i32 8>
  store <2 x half> %338, ptr addrspace(3) %90, align 4
  %339 = shufflevector <8 x half> %282, <8 x half> %285, <2 x i32> <i32 1, i32 9>
  store <2 x half> %339, ptr addrspace(3) %93, align 4
  %340 = shufflevector <8 x half> %282, <8 x half> %285, <2 x i32> <i32 2, i32 10>
  store <2 x half> %340, ptr addrspace(3) %96, align 4
  %341 = shufflevector <8 x half> %282, <8 x half> %285, <2 x i32> <i32 3, i32 11>
  store <2 x half> %341, ptr addrspace(3) %99, align 4
  %342 = shufflevector <8 x half> %282, <8 x half> %285, <2 x i32> <i32 4, i32 12>
  store <2 x half> %342, ptr addrspace(3) %102, align 4
  %343 = shufflevector <8 x half> %282, <8 x half> %285, <2 x i32> <i32 5, i32 13>
  store <2 x half> %343, ptr addrspace(3) %105, align 4
  %344 = shufflevector <8 x half> %282, <8 x half> %285, <2 x i32> <i32 6, i32 14>
  store <2 x half> %344, ptr addrspace(3) %108, align 4
  %345 = shufflevector <8 x half> %282, <8 x half> %285, <2 x i32> <i32 7, i32 15>
  store <2 x half> %345, ptr addrspace(3) %111, align 4
  %346 = add nuw nsw i32 %253, 1
  %exitcond.not = icmp eq i32 %346, %smax
  br i1 %exitcond.not, label %._crit_edge, label %236, !llvm.loop !2

._crit_edge:
  %347 = phi float [ 0.000000e+00, %11 ], [ %188, %.lr.ph ], [ %294, %236 ]
  %348 = phi float [ 0.000000e+00, %11 ], [ %189, %.lr.ph ], [ %295, %236 ]
  %349 = phi float [ 0.000000e+00, %11 ], [ %190, %.lr.ph ], [ %296, %236 ]
  %350 = phi float [ 0.000000e+00, %11 ], [ %191, %.lr.ph ], [ %297, %236 ]
  %351 = phi float [ 0.000000e+00, %11 ], [ %196, %.lr.ph ], [ %306, %236 ]
  %352 = phi float [ 0.000000e+00, %11 ], [ %197, %.lr.ph ], [ %307, %236 ]
  %353 = phi float [ 0.000000e+00, %11 ], [ %198, %.lr.ph ], [ %308, %236 ]
  %354 = phi float [ 0.000000e+00, %11 ], [ %199, %.lr.ph ], [ %309, %236 ]
  %355 = phi float [ 0.000000e+00, %11 ], [ %204, %.lr.ph ], [ %318, %236 ]
  %356 = phi float [ 0.000000e+00, %11 ], [ %205, %.lr.ph ], [ %319, %236 ]
  %357 = phi float [ 0.000000e+00, %11 ], [ %206, %.lr.ph ], [ %320, %236 ]
  %358 = phi float [ 0.000000e+00, %11 ], [ %207, %.lr.ph ], [ %321, %236 ]
  %359 = phi float [ 0.000000e+00, %11 ], [ %212, %.lr.ph ], [ %330, %236 ]
  %360 = phi float [ 0.000000e+00, %11 ], [ %213, %.lr.ph ], [ %331, %236 ]
  %361 = phi float [ 0.000000e+00, %11 ], [ %214, %.lr.ph ], [ %332, %236 ]
  %362 = phi float [ 0.000000e+00, %11 ], [ %215, %.lr.ph ], [ %333, %236 ]
  tail call void @llvm.amdgcn.s.waitcnt(i32 49279)
  tail call void @llvm.amdgcn.s.barrier()
  %363 = and i32 %18, 128
  br i1 %40, label %364, label %._crit_edge._crit_edge

._crit_edge._crit_edge:
  %.pre117 = lshr i32 %18, 1
  br label %466

364:
  %365 = mul nuw nsw i32 %25, 136
  %366 = lshr i32 %18, 1
  %367 = and i32 %366, 24
  %368 = and i32 %18, 64
  %369 = icmp eq i32 %368, 0
  %370 = select i1 %369, i32 0, i32 2056
  %371 = xor i32 %370, %367
  %372 = xor i32 %371, %365
  %373 = xor i32 %372, 4208
  %374 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %373
  %375 = load <4 x half>, ptr addrspace(3) %374, align 8
  %376 = xor i32 %372, 4176
  %377 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %376
  %378 = load <4 x half>, ptr addrspace(3) %377, align 8
  %379 = xor i32 %372, 4144
  %380 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %379
  %381 = load <4 x half>, ptr addrspace(3) %380, align 8
  %382 = xor i32 %372, 4112
  %383 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %382
  %384 = load <4 x half>, ptr addrspace(3) %383, align 8
  %385 = xor i32 %372, 96
  %386 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %385
  %387 = load <4 x half>, ptr addrspace(3) %386, align 8
  %388 = xor i32 %372, 64
  %389 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %388
  %390 = load <4 x half>, ptr addrspace(3) %389, align 8
  %391 = xor i32 %372, 32
  %392 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %391
  %393 = load <4 x half>, ptr addrspace(3) %392, align 8
  %394 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %372
  %395 = load <4 x half>, ptr addrspace(3) %394, align 8
  %396 = shl nuw nsw i32 %363, 4
  %397 = xor i32 %365, %367
  %398 = or disjoint i32 %397, %396
  %399 = xor i32 %398, 96
  %400 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %399
  %401 = getelementptr inbounds nuw i8, ptr addrspace(3) %400, i32 4096
  %402 = load <4 x half>, ptr addrspace(3) %401, align 8
  %403 = load <4 x half>, ptr addrspace(3) %400, align 8
  %404 = xor i32 %398, 64
  %405 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %404
  %406 = getelementptr inbounds nuw i8, ptr addrspace(3) %405, i32 4096
  %407 = load <4 x half>, ptr addrspace(3) %406, align 8
  %408 = load <4 x half>, ptr addrspace(3) %405, align 8
  %409 = xor i32 %398, 32
  %410 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %409
  %411 = getelementptr inbounds nuw i8, ptr addrspace(3) %410, i32 4096
  %412 = load <4 x half>, ptr addrspace(3) %411, align 8
  %413 = load <4 x half>, ptr addrspace(3) %410, align 8
  %414 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %398
  %415 = getelementptr inbounds nuw i8, ptr addrspace(3) %414, i32 4096
  %416 = load <4 x half>, ptr addrspace(3) %415, align 8
  %417 = load <4 x half>, ptr addrspace(3) %414, align 8
  %418 = insertelement <4 x float> poison, float %347, i64 0
  %419 = insertelement <4 x float> %418, float %348, i64 1
  %420 = insertelement <4 x float> %419, float %349, i64 2
  %421 = insertelement <4 x float> %420, float %350, i64 3
  %422 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %395, <4 x half> %417, <4 x float> %421, i32 0, i32 0, i32 0)
  %423 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %393, <4 x half> %413, <4 x float> %422, i32 0, i32 0, i32 0)
  %424 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %390, <4 x half> %408, <4 x float> %423, i32 0, i32 0, i32 0)
  %425 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %387, <4 x half> %403, <4 x float> %424, i32 0, i32 0, i32 0)
  %426 = extractelement <4 x float> %425, i64 0
  %427 = extractelement <4 x float> %425, i64 1
  %428 = extractelement <4 x float> %425, i64 2
  %429 = extractelement <4 x float> %425, i64 3
  %430 = insertelement <4 x float> poison, float %351, i64 0
  %431 = insertelement <4 x float> %430, float %352, i64 1
  %432 = insertelement <4 x float> %431, float %353, i64 2
  %433 = insertelement <4 x float> %432, float %354, i64 3
  %434 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %384, <4 x half> %417, <4 x float> %433, i32 0, i32 0, i32 0)
  %435 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %381, <4 x half> %413, <4 x float> %434, i32 0, i32 0, i32 0)
  %436 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %378, <4 x half> %408, <4 x float> %435, i32 0, i32 0, i32 0)
  %437 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %375, <4 x half> %403, <4 x float> %436, i32 0, i32 0, i32 0)
  %438 = extractelement <4 x float> %437, i64 0
  %439 = extractelement <4 x float> %437, i64 1
  %440 = extractelement <4 x float> %437, i64 2
  %441 = extractelement <4 x float> %437, i64 3
  %442 = insertelement <4 x float> poison, float %355, i64 0
  %443 = insertelement <4 x float> %442, float %356, i64 1
  %444 = insertelement <4 x float> %443, float %357, i64 2
  %445 = insertelement <4 x float> %444, float %358, i64 3
  %446 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %395, <4 x half> %416, <4 x float> %445, i32 0, i32 0, i32 0)
  %447 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %393, <4 x half> %412, <4 x float> %446, i32 0, i32 0, i32 0)
  %448 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %390, <4 x half> %407, <4 x float> %447, i32 0, i32 0, i32 0)
  %449 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %387, <4 x half> %402, <4 x float> %448, i32 0, i32 0, i32 0)
  %450 = extractelement <4 x float> %449, i64 0
  %451 = extractelement <4 x float> %449, i64 1
  %452 = extractelement <4 x float> %449, i64 2
  %453 = extractelement <4 x float> %449, i64 3
  %454 = insertelement <4 x float> poison, float %359, i64 0
  %455 = insertelement <4 x float> %454, float %360, i64 1
  %456 = insertelement <4 x float> %455, float %361, i64 2
  %457 = insertelement <4 x float> %456, float %362, i64 3
  %458 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %384, <4 x half> %416, <4 x float> %457, i32 0, i32 0, i32 0)
  %459 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %381, <4 x half> %412, <4 x float> %458, i32 0, i32 0, i32 0)
  %460 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %378, <4 x half> %407, <4 x float> %459, i32 0, i32 0, i32 0)
  %461 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %375, <4 x half> %402, <4 x float> %460, i32 0, i32 0, i32 0)
  %462 = extractelement <4 x float> %461, i64 0
  %463 = extractelement <4 x float> %461, i64 1
  %464 = extractelement <4 x float> %461, i64 2
  %465 = extractelement <4 x float> %461, i64 3
  br label %466

466:
  %467 = phi float [ %362, %._crit_edge._crit_edge ], [ %465, %364 ]
  %468 = phi float [ %361, %._crit_edge._crit_edge ], [ %464, %364 ]
  %469 = phi float [ %360, %._crit_edge._crit_edge ], [ %463, %364 ]
  %470 = phi float [ %359, %._crit_edge._crit_edge ], [ %462, %364 ]
  %471 = phi float [ %358, %._crit_edge._crit_edge ], [ %453, %364 ]
  %472 = phi float [ %357, %._crit_edge._crit_edge ], [ %452, %364 ]
  %473 = phi float [ %356, %._crit_edge._crit_edge ], [ %451, %364 ]
  %474 = phi float [ %355, %._crit_edge._crit_edge ], [ %450, %364 ]
  %475 = phi float [ %354, %._crit_edge._crit_edge ], [ %441, %364 ]
  %476 = phi float [ %353, %._crit_edge._crit_edge ], [ %440, %364 ]
  %477 = phi float [ %352, %._crit_edge._crit_edge ], [ %439, %364 ]
  %478 = phi float [ %351, %._crit_edge._crit_edge ], [ %438, %364 ]
  %479 = phi float [ %350, %._crit_edge._crit_edge ], [ %429, %364 ]
  %480 = phi float [ %349, %._crit_edge._crit_edge ], [ %428, %364 ]
  %481 = phi float [ %348, %._crit_edge._crit_edge ], [ %427, %364 ]
  %482 = phi float [ %347, %._crit_edge._crit_edge ], [ %426, %364 ]
  %.pre-phi118 = phi i32 [ %.pre117, %._crit_edge._crit_edge ], [ %366, %364 ]
  %483 = shl nuw nsw i32 %25, 2
  %484 = or disjoint i32 %29, %483
  %485 = lshr i32 %18, 4
  %486 = or i32 %485, 48
  %487 = or disjoint i32 %17, %486
  %488 = and i32 %485, 15
  %489 = or disjoint i32 %488, 32
  %490 = or disjoint i32 %17, %489
  %491 = or disjoint i32 %488, 16
  %492 = or disjoint i32 %17, %491
  %493 = or disjoint i32 %17, %488
  %494 = or disjoint i32 %483, 3
  %495 = or disjoint i32 %483, 2
  %496 = or disjoint i32 %483, 1
  %497 = icmp slt i32 %493, %3
  %498 = icmp slt i32 %492, %3
  %499 = icmp slt i32 %490, %3
  %500 = icmp slt i32 %487, %3
  %501 = icmp slt i32 %484, %4
  %502 = and i1 %497, %501
  %503 = and i1 %498, %501
  %504 = and i1 %499, %501
  %505 = and i1 %500, %501
  %506 = mul i32 %17, %8
  %507 = mul i32 %8, %488
  %508 = mul i32 %8, %491
  %509 = mul i32 %8, %489
  %510 = mul i32 %8, %486
  %511 = add i32 %506, %29
  %512 = or disjoint i32 %511, %483
  %513 = add i32 %512, %507
  %514 = or disjoint i32 %511, %496
  %515 = add i32 %514, %507
  %516 = or disjoint i32 %511, %495
  %517 = add i32 %516, %507
  %518 = or disjoint i32 %511, %494
  %519 = add i32 %518, %507
  %520 = add i32 %512, %508
  %521 = add i32 %514, %508
  %522 = add i32 %516, %508
  %523 = add i32 %518, %508
  %524 = add i32 %512, %509
  %525 = add i32 %514, %509
  %526 = add i32 %516, %509
  %527 = add i32 %518, %509
  %528 = add i32 %512, %510
  %529 = add i32 %514, %510
  %530 = add i32 %516, %510
  %531 = add i32 %518, %510
  tail call void @llvm.amdgcn.s.waitcnt(i32 49279)
  tail call void @llvm.amdgcn.s.barrier()
  %532 = and i32 %18, 14
  %533 = shl nuw nsw i32 %532, 7
  %534 = shl nuw nsw i32 %532, 3
  %535 = and i32 %.pre-phi118, 48
  %536 = shl nuw nsw i32 %84, 11
  %537 = and i32 %18, 16
  %538 = shl nuw nsw i32 %537, 8
  %539 = or disjoint i32 %533, %536
  %540 = or disjoint i32 %538, %363
  %541 = or disjoint i32 %539, %540
  %542 = xor i32 %534, %535
  %543 = or disjoint i32 %541, %542
  %544 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %543
  %545 = insertelement <4 x float> poison, float %482, i64 0
  %546 = insertelement <4 x float> %545, float %481, i64 1
  %547 = insertelement <4 x float> %546, float %480, i64 2
  %548 = insertelement <4 x float> %547, float %479, i64 3
  store <4 x float> %548, ptr addrspace(3) %544, align 16
  %549 = xor i32 %543, 64
  %550 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %549
  %551 = insertelement <4 x float> poison, float %478, i64 0
  %552 = insertelement <4 x float> %551, float %477, i64 1
  %553 = insertelement <4 x float> %552, float %476, i64 2
  %554 = insertelement <4 x float> %553, float %475, i64 3
  store <4 x float> %554, ptr addrspace(3) %550, align 16
  fence syncscope("workgroup") release
  tail call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %555 = and i32 %23, 1904
  %556 = and i32 %.pre-phi118, 112
  %557 = shl nuw nsw i32 %84, 12
  %558 = shl nuw nsw i32 %537, 7
  %559 = xor i32 %555, %556
  %560 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %557
  %561 = getelementptr inbounds nuw i8, ptr addrspace(3) %560, i32 %558
  %562 = getelementptr inbounds nuw i8, ptr addrspace(3) %561, i32 %559
  %563 = load <4 x float>, ptr addrspace(3) %562, align 16
  %564 = getelementptr inbounds nuw i8, ptr addrspace(3) %562, i32 128
  %565 = load <4 x float>, ptr addrspace(3) %564, align 16
  fence syncscope("workgroup") release
  tail call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %566 = insertelement <4 x float> poison, float %474, i64 0
  %567 = insertelement <4 x float> %566, float %473, i64 1
  %568 = insertelement <4 x float> %567, float %472, i64 2
  %569 = insertelement <4 x float> %568, float %471, i64 3
  store <4 x float> %569, ptr addrspace(3) %544, align 16
  %570 = insertelement <4 x float> poison, float %470, i64 0
  %571 = insertelement <4 x float> %570, float %469, i64 1
  %572 = insertelement <4 x float> %571, float %468, i64 2
  %573 = insertelement <4 x float> %572, float %467, i64 3
  store <4 x float> %573, ptr addrspace(3) %550, align 16
  fence syncscope("workgroup") release
  tail call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %574 = load <4 x float>, ptr addrspace(3) %562, align 16
  %575 = load <4 x float>, ptr addrspace(3) %564, align 16
  %576 = tail call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %2, i16 0, i64 2147483646, i32 159744)
  %.extract = extractelement <4 x float> %563, i64 0
  %577 = shl i32 %513, 2
  %578 = select i1 %502, i32 %577, i32 -2147483648
  %579 = tail call float @llvm.amdgcn.raw.ptr.buffer.atomic.fadd.f32(float %.extract, ptr addrspace(8) %576, i32 %578, i32 0, i32 0)
  %.extract64 = extractelement <4 x float> %563, i64 1
  %580 = shl i32 %515, 2
  %581 = select i1 %502, i32 %580, i32 -2147483648
  %582 = tail call float @llvm.amdgcn.raw.ptr.buffer.atomic.fadd.f32(float %.extract64, ptr addrspace(8) %576, i32 %581, i32 0, i32 0)
  %.extract65 = extractelement <4 x float> %563, i64 2
  %583 = shl i32 %517, 2
  %584 = select i1 %502, i32 %583, i32 -2147483648
  %585 = tail call float @llvm.amdgcn.raw.ptr.buffer.atomic.fadd.f32(float %.extract65, ptr addrspace(8) %576, i32 %584, i32 0, i32 0)
  %.extract66 = extractelement <4 x float> %563, i64 3
  %586 = shl i32 %519, 2
  %587 = select i1 %502, i32 %586, i32 -2147483648
  %588 = tail call float @llvm.amdgcn.raw.ptr.buffer.atomic.fadd.f32(float %.extract66, ptr addrspace(8) %576, i32 %587, i32 0, i32 0)
  %.extract67 = extractelement <4 x float> %565, i64 0
  %589 = shl i32 %520, 2
  %590 = select i1 %503, i32 %589, i32 -2147483648
  %591 = tail call float @llvm.amdgcn.raw.ptr.buffer.atomic.fadd.f32(float %.extract67, ptr addrspace(8) %576, i32 %590, i32 0, i32 0)
  %.extract68 = extractelement <4 x float> %565, i64 1
  %592 = shl i32 %521, 2
  %593 = select i1 %503, i32 %592, i32 -2147483648
  %594 = tail call float @llvm.amdgcn.raw.ptr.buffer.atomic.fadd.f32(float %.extract68, ptr addrspace(8) %576, i32 %593, i32 0, i32 0)
  %.extract69 = extractelement <4 x float> %565, i64 2
  %595 = shl i32 %522, 2
  %596 = select i1 %503, i32 %595, i32 -2147483648
  %597 = tail call float @llvm.amdgcn.raw.ptr.buffer.atomic.fadd.f32(float %.extract69, ptr addrspace(8) %576, i32 %596, i32 0, i32 0)
  %.extract70 = extractelement <4 x float> %565, i64 3
  %598 = shl i32 %523, 2
  %599 = select i1 %503, i32 %598, i32 -2147483648
  %600 = tail call float @llvm.amdgcn.raw.ptr.buffer.atomic.fadd.f32(float %.extract70, ptr addrspace(8) %576, i32 %599, i32 0, i32 0)
  %.extract71 = extractelement <4 x float> %574, i64 0
  %601 = shl i32 %524, 2
  %602 = select i1 %504, i32 %601, i32 -2147483648
  %603 = tail call float @llvm.amdgcn.raw.ptr.buffer.atomic.fadd.f32(float %.extract71, ptr addrspace(8) %576, i32 %602, i32 0, i32 0)
  %.extract72 = extractelement <4 x float> %574, i64 1
  %604 = shl i32 %525, 2
  %605 = select i1 %504, i32 %604, i32 -2147483648
  %606 = tail call float @llvm.amdgcn.raw.ptr.buffer.atomic.fadd.f32(float %.extract72, ptr addrspace(8) %576, i32 %605, i32 0, i32 0)
  %.extract73 = extractelement <4 x float> %574, i64 2
  %607 = shl i32 %526, 2
  %608 = select i1 %504, i32 %607, i32 -2147483648
  %609 = tail call float @llvm.amdgcn.raw.ptr.buffer.atomic.fadd.f32(float %.extract73, ptr addrspace(8) %576, i32 %608, i32 0, i32 0)
  %.extract74 = extractelement <4 x float> %574, i64 3
  %610 = shl i32 %527, 2
  %611 = select i1 %504, i32 %610, i32 -2147483648
  %612 = tail call float @llvm.amdgcn.raw.ptr.buffer.atomic.fadd.f32(float %.extract74, ptr addrspace(8) %576, i32 %611, i32 0, i32 0)
  %.extract75 = extractelement <4 x float> %575, i64 0
  %613 = shl i32 %528, 2
  %614 = select i1 %505, i32 %613, i32 -2147483648
  %615 = tail call float @llvm.amdgcn.raw.ptr.buffer.atomic.fadd.f32(float %.extract75, ptr addrspace(8) %576, i32 %614, i32 0, i32 0)
  %.extract76 = extractelement <4 x float> %575, i64 1
  %616 = shl i32 %529, 2
  %617 = select i1 %505, i32 %616, i32 -2147483648
  %618 = tail call float @llvm.amdgcn.raw.ptr.buffer.atomic.fadd.f32(float %.extract76, ptr addrspace(8) %576, i32 %617, i32 0, i32 0)
  %.extract77 = extractelement <4 x float> %575, i64 2
  %619 = shl i32 %530, 2
  %620 = select i1 %505, i32 %619, i32 -2147483648
  %621 = tail call float @llvm.amdgcn.raw.ptr.buffer.atomic.fadd.f32(float %.extract77, ptr addrspace(8) %576, i32 %620, i32 0, i32 0)
  %.extract78 = extractelement <4 x float> %575, i64 3
  %622 = shl i32 %531, 2
  %623 = select i1 %505, i32 %622, i32 -2147483648
  %624 = tail call float @llvm.amdgcn.raw.ptr.buffer.atomic.fadd.f32(float %.extract78, ptr addrspace(8) %576, i32 %623, i32 0, i32 0)
  ret void
}

declare noundef i32 @llvm.amdgcn.workgroup.id.x() #1

declare noundef i32 @llvm.amdgcn.workgroup.id.y() #1

declare noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x() #1

declare ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) readnone, i16, i64, i32) #1

declare <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) readonly captures(none), i32, i32, i32 immarg) #2

declare void @llvm.amdgcn.s.waitcnt(i32 immarg) #3

declare void @llvm.amdgcn.s.barrier() #4

declare <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half>, <4 x half>, <4 x float>, i32 immarg, i32 immarg, i32 immarg) #5

declare float @llvm.amdgcn.raw.ptr.buffer.atomic.fadd.f32(float, ptr addrspace(8) captures(none), i32, i32, i32 immarg) #6

declare void @llvm.amdgcn.s.setprio(i16 immarg) #7

declare void @llvm.amdgcn.sched.barrier(i32 immarg) #4

attributes #0 = { nofree norecurse nounwind "amdgpu-agpr-alloc"="0" "amdgpu-flat-work-group-size"="1,256" "amdgpu-no-cluster-id-x" "amdgpu-no-cluster-id-y" "amdgpu-no-cluster-id-z" "amdgpu-no-completion-action" "amdgpu-no-default-queue" "amdgpu-no-dispatch-id" "amdgpu-no-dispatch-ptr" "amdgpu-no-flat-scratch-init" "amdgpu-no-heap-ptr" "amdgpu-no-hostcall-ptr" "amdgpu-no-implicitarg-ptr" "amdgpu-no-lds-kernel-id" "amdgpu-no-multigrid-sync-arg" "amdgpu-no-queue-ptr" "amdgpu-no-workgroup-id-x" "amdgpu-no-workgroup-id-z" "amdgpu-no-workitem-id-x" "amdgpu-no-workitem-id-y" "amdgpu-no-workitem-id-z" "amdgpu-waves-per-eu"="0, 0" "denormal-fp-math-f32"="ieee" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: read) }
attributes #3 = { mustprogress nocallback nofree nounwind willreturn }
attributes #4 = { convergent mustprogress nocallback nofree nounwind willreturn }
attributes #5 = { convergent mustprogress nocallback nofree nosync nounwind willreturn memory(none) }
attributes #6 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #7 = { mustprogress nocallback nofree nosync nounwind willreturn }

!llvm.module.flags = !{!0, !1}

!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = !{i32 1, !"amdhsa_code_object_version", i32 500}
!2 = distinct !{!2, !3}
!3 = !{!"llvm.loop.peeled.count", i32 1}
