target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@global_smem = external addrspace(3) global [0 x i8], align 16

define amdgpu_kernel void @gemm(ptr addrspace(1) inreg readonly captures(none) %0, ptr addrspace(1) inreg readonly captures(none) %1, ptr addrspace(1) inreg writeonly captures(none) %2, i32 inreg %3, i32 inreg %4, i32 inreg %5, i32 inreg %6, i32 inreg %7, i32 inreg %8, ptr addrspace(1) inreg readnone captures(none) %9, ptr addrspace(1) inreg readnone captures(none) %10) local_unnamed_addr #0 {
  %12 = tail call i32 @llvm.amdgcn.workgroup.id.x()
  %13 = add i32 %3, 63
  %14 = sdiv i32 %13, 64
  %15 = add i32 %4, 63
  %16 = sdiv i32 %15, 64
  %17 = shl nsw i32 %16, 3
  %18 = sdiv i32 %12, %17
  %19 = shl i32 %18, 3
  %20 = sub i32 %14, %19
  %21 = tail call i32 @llvm.smin.i32(i32 %20, i32 8)
  %22 = mul i32 %18, %17
  %23 = sub i32 %12, %22
  %.frozen = freeze i32 %23
  %.frozen150 = freeze i32 %21
  %24 = sdiv i32 %.frozen, %.frozen150
  %25 = mul i32 %24, %.frozen150
  %.decomposed = sub i32 %.frozen, %25
  %26 = add i32 %19, %.decomposed
  %27 = shl i32 %26, 6
  %28 = tail call i32 @llvm.amdgcn.workitem.id.x()
  %29 = lshr i32 %28, 3
  %30 = and i32 %29, 31
  %31 = and i32 %28, 15
  %32 = and i32 %28, 128
  %33 = shl nuw nsw i32 %31, 2
  %34 = or disjoint i32 %27, %30
  %35 = or disjoint i32 %34, 32
  %36 = shl i32 %24, 6
  %37 = or disjoint i32 %36, %33
  %38 = srem i32 %34, %3
  %39 = srem i32 %35, %3
  %40 = shl nuw nsw i32 %28, 2
  %41 = and i32 %40, 28
  %42 = mul i32 %38, %6
  %43 = mul i32 %39, %6
  %44 = add i32 %42, %41
  %45 = add i32 %43, %41
  %46 = add i32 %5, 31
  %47 = sdiv i32 %46, 32
  %48 = icmp sgt i32 %46, 31
  %49 = sext i32 %45 to i64
  %50 = getelementptr float, ptr addrspace(1) %0, i64 %49
  br i1 %48, label %51, label %55

51:                                              
  %52 = sext i32 %44 to i64
  %53 = getelementptr float, ptr addrspace(1) %0, i64 %52
  %54 = load <4 x float>, ptr addrspace(1) %53, align 16
  br label %55

55:                                              
  %56 = phi <4 x float> [ %54, %51 ], [ zeroinitializer, %11 ]
  br i1 %48, label %57, label %59

57:                                              
  %58 = load <4 x float>, ptr addrspace(1) %50, align 16
  br label %59

59:                                              
  %60 = phi <4 x float> [ %58, %57 ], [ zeroinitializer, %55 ]
  %61 = and i32 %28, 240
  %62 = lshr exact i32 %61, 3
  %63 = or disjoint i32 %62, 1
  %64 = srem i32 %37, %4
  %65 = mul i32 %7, %62
  %66 = mul i32 %7, %63
  %67 = add i32 %64, %65
  %68 = add i32 %64, %66
  %69 = sext i32 %68 to i64
  %70 = getelementptr float, ptr addrspace(1) %1, i64 %69
  br i1 %48, label %71, label %75

71:                                              
  %72 = sext i32 %67 to i64
  %73 = getelementptr float, ptr addrspace(1) %1, i64 %72
  %74 = load <4 x float>, ptr addrspace(1) %73, align 16
  br label %75

75:                                              
  %76 = phi <4 x float> [ %74, %71 ], [ zeroinitializer, %59 ]
  br i1 %48, label %77, label %79

77:                                              
  %78 = load <4 x float>, ptr addrspace(1) %70, align 16
  br label %79

79:                                              
  %80 = phi <4 x float> [ %78, %77 ], [ zeroinitializer, %75 ]
  %81 = shl i32 %7, 5
  %82 = shl nuw nsw i32 %28, 4
  %83 = and i32 %82, 4080
  %84 = lshr i32 %28, 1
  %85 = and i32 %84, 60
  %86 = xor i32 %83, %85
  %87 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %86
  %88 = shufflevector <4 x float> %56, <4 x float> poison, <1 x i32> zeroinitializer
  store <1 x float> %88, ptr addrspace(3) %87, align 4
  %89 = getelementptr inbounds nuw i8, ptr addrspace(3) %87, i32 4096
  %90 = shufflevector <4 x float> %60, <4 x float> poison, <1 x i32> zeroinitializer
  store <1 x float> %90, ptr addrspace(3) %89, align 4
  %91 = xor i32 %86, 4
  %92 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %91
  %93 = shufflevector <4 x float> %56, <4 x float> poison, <1 x i32> <i32 1>
  store <1 x float> %93, ptr addrspace(3) %92, align 4
  %94 = getelementptr inbounds nuw i8, ptr addrspace(3) %92, i32 4096
  %95 = shufflevector <4 x float> %60, <4 x float> poison, <1 x i32> <i32 1>
  store <1 x float> %95, ptr addrspace(3) %94, align 4
  %96 = xor i32 %86, 8
  %97 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %96
  %98 = shufflevector <4 x float> %56, <4 x float> poison, <1 x i32> <i32 2>
  store <1 x float> %98, ptr addrspace(3) %97, align 4
  %99 = getelementptr inbounds nuw i8, ptr addrspace(3) %97, i32 4096
  %100 = shufflevector <4 x float> %60, <4 x float> poison, <1 x i32> <i32 2>
  store <1 x float> %100, ptr addrspace(3) %99, align 4
  %101 = xor i32 %86, 12
  %102 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %101
  %103 = shufflevector <4 x float> %56, <4 x float> poison, <1 x i32> <i32 3>
  store <1 x float> %103, ptr addrspace(3) %102, align 4
  %104 = getelementptr inbounds nuw i8, ptr addrspace(3) %102, i32 4096
  %105 = shufflevector <4 x float> %60, <4 x float> poison, <1 x i32> <i32 3>
  store <1 x float> %105, ptr addrspace(3) %104, align 4
  %106 = shl nuw nsw i32 %31, 9
  %107 = and i32 %82, 48
  %108 = and i32 %28, 12
  %109 = lshr exact i32 %61, 1
  %110 = or disjoint i32 %107, %108
  %111 = xor i32 %110, %109
  %112 = or disjoint i32 %111, %106
  %113 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %112
  %114 = shufflevector <4 x float> %76, <4 x float> poison, <1 x i32> zeroinitializer
  store <1 x float> %114, ptr addrspace(3) %113, align 4
  %115 = xor i32 %112, 4
  %116 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %115
  %117 = shufflevector <4 x float> %80, <4 x float> poison, <1 x i32> zeroinitializer
  store <1 x float> %117, ptr addrspace(3) %116, align 4
  %118 = xor i32 %112, 132
  %119 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %118
  %120 = shufflevector <4 x float> %76, <4 x float> poison, <1 x i32> <i32 1>
  store <1 x float> %120, ptr addrspace(3) %119, align 4
  %121 = getelementptr inbounds nuw i8, ptr addrspace(3) %113, i32 128
  %122 = shufflevector <4 x float> %80, <4 x float> poison, <1 x i32> <i32 1>
  store <1 x float> %122, ptr addrspace(3) %121, align 4
  %123 = xor i32 %112, 264
  %124 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %123
  %125 = shufflevector <4 x float> %76, <4 x float> poison, <1 x i32> <i32 2>
  store <1 x float> %125, ptr addrspace(3) %124, align 4
  %126 = xor i32 %112, 268
  %127 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %126
  %128 = shufflevector <4 x float> %80, <4 x float> poison, <1 x i32> <i32 2>
  store <1 x float> %128, ptr addrspace(3) %127, align 4
  %129 = xor i32 %112, 396
  %130 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %129
  %131 = shufflevector <4 x float> %76, <4 x float> poison, <1 x i32> <i32 3>
  store <1 x float> %131, ptr addrspace(3) %130, align 4
  %132 = xor i32 %112, 392
  %133 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %132
  %134 = shufflevector <4 x float> %80, <4 x float> poison, <1 x i32> <i32 3>
  store <1 x float> %134, ptr addrspace(3) %133, align 4
  %135 = icmp sgt i32 %46, 63
  br i1 %135, label %.lr.ph, label %._crit_edge

.lr.ph:                                          
  %136 = lshr i32 %28, 2
  %137 = and i32 %136, 12
  %138 = shl nuw nsw i32 %32, 4
  %139 = mul nuw nsw i32 %31, 132
  %140 = xor i32 %139, %137
  %141 = or disjoint i32 %140, %138
  %142 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %141
  %143 = getelementptr inbounds nuw i8, ptr addrspace(3) %142, i32 64
  %144 = getelementptr inbounds nuw i8, ptr addrspace(3) %142, i32 4096
  %145 = getelementptr inbounds nuw i8, ptr addrspace(3) %142, i32 4160
  %146 = xor i32 %141, 16
  %147 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %146
  %148 = getelementptr inbounds nuw i8, ptr addrspace(3) %147, i32 64
  %149 = getelementptr inbounds nuw i8, ptr addrspace(3) %147, i32 4096
  %150 = getelementptr inbounds nuw i8, ptr addrspace(3) %147, i32 4160
  %151 = xor i32 %141, 32
  %152 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %151
  %153 = getelementptr inbounds nuw i8, ptr addrspace(3) %152, i32 64
  %154 = getelementptr inbounds nuw i8, ptr addrspace(3) %152, i32 4096
  %155 = getelementptr inbounds nuw i8, ptr addrspace(3) %152, i32 4160
  %156 = xor i32 %141, 48
  %157 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %156
  %158 = getelementptr inbounds nuw i8, ptr addrspace(3) %157, i32 64
  %159 = getelementptr inbounds nuw i8, ptr addrspace(3) %157, i32 4096
  %160 = getelementptr inbounds nuw i8, ptr addrspace(3) %157, i32 4160
  %161 = and i32 %28, 64
  %162 = icmp eq i32 %161, 0
  %163 = select i1 %162, i32 0, i32 2052
  %164 = xor i32 %163, %137
  %165 = xor i32 %164, %139
  %166 = xor i32 %165, 16
  %167 = xor i32 %165, 32
  %168 = xor i32 %165, 48
  %169 = xor i32 %165, 4104
  %170 = xor i32 %165, 4120
  %171 = xor i32 %165, 4136
  %172 = xor i32 %165, 4152
  %173 = tail call i32 @llvm.smax.i32(i32 %47, i32 2)
  %smax = add nsw i32 %173, -1
  %174 = add i32 %44, 32
  %175 = add i32 %45, 32
  %176 = add i32 %67, %81
  %177 = add i32 %68, %81
  tail call void @llvm.amdgcn.s.waitcnt(i32 49279)
  tail call void @llvm.amdgcn.s.barrier()
  %178 = load <1 x float>, ptr addrspace(3) %142, align 4
  %179 = extractelement <1 x float> %178, i64 0
  %180 = load <1 x float>, ptr addrspace(3) %143, align 4
  %181 = extractelement <1 x float> %180, i64 0
  %182 = load <1 x float>, ptr addrspace(3) %144, align 4
  %183 = extractelement <1 x float> %182, i64 0
  %184 = load <1 x float>, ptr addrspace(3) %145, align 4
  %185 = extractelement <1 x float> %184, i64 0
  %186 = load <1 x float>, ptr addrspace(3) %147, align 4
  %187 = extractelement <1 x float> %186, i64 0
  %188 = load <1 x float>, ptr addrspace(3) %148, align 4
  %189 = extractelement <1 x float> %188, i64 0
  %190 = load <1 x float>, ptr addrspace(3) %149, align 4
  %191 = extractelement <1 x float> %190, i64 0
  %192 = load <1 x float>, ptr addrspace(3) %150, align 4
  %193 = extractelement <1 x float> %192, i64 0
  %194 = load <1 x float>, ptr addrspace(3) %152, align 4
  %195 = extractelement <1 x float> %194, i64 0
  %196 = load <1 x float>, ptr addrspace(3) %153, align 4
  %197 = extractelement <1 x float> %196, i64 0
  %198 = load <1 x float>, ptr addrspace(3) %154, align 4
  %199 = extractelement <1 x float> %198, i64 0
  %200 = load <1 x float>, ptr addrspace(3) %155, align 4
  %201 = extractelement <1 x float> %200, i64 0
  %202 = load <1 x float>, ptr addrspace(3) %157, align 4
  %203 = extractelement <1 x float> %202, i64 0
  %204 = load <1 x float>, ptr addrspace(3) %158, align 4
  %205 = extractelement <1 x float> %204, i64 0
  %206 = load <1 x float>, ptr addrspace(3) %159, align 4
  %207 = extractelement <1 x float> %206, i64 0
  %208 = load <1 x float>, ptr addrspace(3) %160, align 4
  %209 = extractelement <1 x float> %208, i64 0
  tail call void @llvm.amdgcn.s.setprio(i16 1)
  %210 = sext i32 %174 to i64
  %211 = getelementptr float, ptr addrspace(1) %0, i64 %210
  %212 = sext i32 %175 to i64
  %213 = getelementptr float, ptr addrspace(1) %0, i64 %212
  %214 = load <4 x float>, ptr addrspace(1) %211, align 16
  %215 = load <4 x float>, ptr addrspace(1) %213, align 16
  tail call void @llvm.amdgcn.sched.barrier(i32 0)
  %216 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %165
  %217 = load <1 x float>, ptr addrspace(3) %216, align 4
  %218 = extractelement <1 x float> %217, i64 0
  %219 = getelementptr inbounds nuw i8, ptr addrspace(3) %216, i32 64
  %220 = load <1 x float>, ptr addrspace(3) %219, align 4
  %221 = extractelement <1 x float> %220, i64 0
  %222 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %166
  %223 = load <1 x float>, ptr addrspace(3) %222, align 4
  %224 = extractelement <1 x float> %223, i64 0
  %225 = getelementptr inbounds nuw i8, ptr addrspace(3) %222, i32 64
  %226 = load <1 x float>, ptr addrspace(3) %225, align 4
  %227 = extractelement <1 x float> %226, i64 0
  %228 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %167
  %229 = load <1 x float>, ptr addrspace(3) %228, align 4
  %230 = extractelement <1 x float> %229, i64 0
  %231 = getelementptr inbounds nuw i8, ptr addrspace(3) %228, i32 64
  %232 = load <1 x float>, ptr addrspace(3) %231, align 4
  %233 = extractelement <1 x float> %232, i64 0
  %234 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %168
  %235 = load <1 x float>, ptr addrspace(3) %234, align 4
  %236 = extractelement <1 x float> %235, i64 0
  %237 = getelementptr inbounds nuw i8, ptr addrspace(3) %234, i32 64
  %238 = load <1 x float>, ptr addrspace(3) %237, align 4
  %239 = extractelement <1 x float> %238, i64 0
  %240 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %169
  %241 = load <1 x float>, ptr addrspace(3) %240, align 4
  %242 = extractelement <1 x float> %241, i64 0
  %243 = getelementptr inbounds nuw i8, ptr addrspace(3) %240, i32 64
  %244 = load <1 x float>, ptr addrspace(3) %243, align 4
  %245 = extractelement <1 x float> %244, i64 0
  %246 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %170
  %247 = load <1 x float>, ptr addrspace(3) %246, align 4
  %248 = extractelement <1 x float> %247, i64 0
  %249 = getelementptr inbounds nuw i8, ptr addrspace(3) %246, i32 64
  %250 = load <1 x float>, ptr addrspace(3) %249, align 4
  %251 = extractelement <1 x float> %250, i64 0
  %252 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %171
  %253 = load <1 x float>, ptr addrspace(3) %252, align 4
  %254 = extractelement <1 x float> %253, i64 0
  %255 = getelementptr inbounds nuw i8, ptr addrspace(3) %252, i32 64
  %256 = load <1 x float>, ptr addrspace(3) %255, align 4
  %257 = extractelement <1 x float> %256, i64 0
  %258 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %172
  %259 = load <1 x float>, ptr addrspace(3) %258, align 4
  %260 = extractelement <1 x float> %259, i64 0
  %261 = getelementptr inbounds nuw i8, ptr addrspace(3) %258, i32 64
  %262 = load <1 x float>, ptr addrspace(3) %261, align 4
  %263 = extractelement <1 x float> %262, i64 0
  tail call void @llvm.amdgcn.s.setprio(i16 0)
  %264 = sext i32 %176 to i64
  %265 = getelementptr float, ptr addrspace(1) %1, i64 %264
  %266 = sext i32 %177 to i64
  %267 = getelementptr float, ptr addrspace(1) %1, i64 %266
  %268 = load <4 x float>, ptr addrspace(1) %265, align 16
  %269 = load <4 x float>, ptr addrspace(1) %267, align 16
  tail call void @llvm.amdgcn.sched.barrier(i32 1)
  %270 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %218, float %179, <4 x float> zeroinitializer, i32 0, i32 0, i32 0)
  tail call void @llvm.amdgcn.s.setprio(i16 1)
  %271 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %224, float %187, <4 x float> %270, i32 0, i32 0, i32 0)
  %272 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %230, float %195, <4 x float> %271, i32 0, i32 0, i32 0)
  %273 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %236, float %203, <4 x float> %272, i32 0, i32 0, i32 0)
  %274 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %221, float %181, <4 x float> %273, i32 0, i32 0, i32 0)
  %275 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %227, float %189, <4 x float> %274, i32 0, i32 0, i32 0)
  %276 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %233, float %197, <4 x float> %275, i32 0, i32 0, i32 0)
  %277 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %239, float %205, <4 x float> %276, i32 0, i32 0, i32 0)
  %278 = extractelement <4 x float> %277, i64 0
  %279 = extractelement <4 x float> %277, i64 1
  %280 = extractelement <4 x float> %277, i64 2
  %281 = extractelement <4 x float> %277, i64 3
  %282 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %242, float %179, <4 x float> zeroinitializer, i32 0, i32 0, i32 0)
  %283 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %248, float %187, <4 x float> %282, i32 0, i32 0, i32 0)
  %284 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %254, float %195, <4 x float> %283, i32 0, i32 0, i32 0)
  %285 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %260, float %203, <4 x float> %284, i32 0, i32 0, i32 0)
  %286 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %245, float %181, <4 x float> %285, i32 0, i32 0, i32 0)
  %287 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %251, float %189, <4 x float> %286, i32 0, i32 0, i32 0)
  %288 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %257, float %197, <4 x float> %287, i32 0, i32 0, i32 0)
  %289 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %263, float %205, <4 x float> %288, i32 0, i32 0, i32 0)
  %290 = extractelement <4 x float> %289, i64 0
  %291 = extractelement <4 x float> %289, i64 1
  %292 = extractelement <4 x float> %289, i64 2
  %293 = extractelement <4 x float> %289, i64 3
  %294 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %218, float %183, <4 x float> zeroinitializer, i32 0, i32 0, i32 0)
  %295 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %224, float %191, <4 x float> %294, i32 0, i32 0, i32 0)
  %296 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %230, float %199, <4 x float> %295, i32 0, i32 0, i32 0)
  %297 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %236, float %207, <4 x float> %296, i32 0, i32 0, i32 0)
  %298 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %221, float %185, <4 x float> %297, i32 0, i32 0, i32 0)
  %299 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %227, float %193, <4 x float> %298, i32 0, i32 0, i32 0)
  %300 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %233, float %201, <4 x float> %299, i32 0, i32 0, i32 0)
  %301 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %239, float %209, <4 x float> %300, i32 0, i32 0, i32 0)
  %302 = extractelement <4 x float> %301, i64 0
  %303 = extractelement <4 x float> %301, i64 1
  %304 = extractelement <4 x float> %301, i64 2
  %305 = extractelement <4 x float> %301, i64 3
  %306 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %242, float %183, <4 x float> zeroinitializer, i32 0, i32 0, i32 0)
  %307 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %248, float %191, <4 x float> %306, i32 0, i32 0, i32 0)
  %308 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %254, float %199, <4 x float> %307, i32 0, i32 0, i32 0)
  %309 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %260, float %207, <4 x float> %308, i32 0, i32 0, i32 0)
  %310 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %245, float %185, <4 x float> %309, i32 0, i32 0, i32 0)
  %311 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %251, float %193, <4 x float> %310, i32 0, i32 0, i32 0)
  %312 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %257, float %201, <4 x float> %311, i32 0, i32 0, i32 0)
  %313 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %263, float %209, <4 x float> %312, i32 0, i32 0, i32 0)
  %314 = extractelement <4 x float> %313, i64 0
  %315 = extractelement <4 x float> %313, i64 1
  %316 = extractelement <4 x float> %313, i64 2
  %317 = extractelement <4 x float> %313, i64 3
  tail call void @llvm.amdgcn.s.setprio(i16 0)
  tail call void @llvm.amdgcn.s.waitcnt(i32 49279)
  tail call void @llvm.amdgcn.s.barrier()
  %318 = shufflevector <4 x float> %214, <4 x float> poison, <1 x i32> zeroinitializer
  store <1 x float> %318, ptr addrspace(3) %87, align 4
  %319 = shufflevector <4 x float> %215, <4 x float> poison, <1 x i32> zeroinitializer
  store <1 x float> %319, ptr addrspace(3) %89, align 4
  %320 = shufflevector <4 x float> %214, <4 x float> poison, <1 x i32> <i32 1>
  store <1 x float> %320, ptr addrspace(3) %92, align 4
  %321 = shufflevector <4 x float> %215, <4 x float> poison, <1 x i32> <i32 1>
  store <1 x float> %321, ptr addrspace(3) %94, align 4
  %322 = shufflevector <4 x float> %214, <4 x float> poison, <1 x i32> <i32 2>
  store <1 x float> %322, ptr addrspace(3) %97, align 4
  %323 = shufflevector <4 x float> %215, <4 x float> poison, <1 x i32> <i32 2>
  store <1 x float> %323, ptr addrspace(3) %99, align 4
  %324 = shufflevector <4 x float> %214, <4 x float> poison, <1 x i32> <i32 3>
  store <1 x float> %324, ptr addrspace(3) %102, align 4
  %325 = shufflevector <4 x float> %215, <4 x float> poison, <1 x i32> <i32 3>
  store <1 x float> %325, ptr addrspace(3) %104, align 4
  %326 = shufflevector <4 x float> %268, <4 x float> poison, <1 x i32> zeroinitializer
  store <1 x float> %326, ptr addrspace(3) %113, align 4
  %327 = shufflevector <4 x float> %269, <4 x float> poison, <1 x i32> zeroinitializer
  store <1 x float> %327, ptr addrspace(3) %116, align 4
  %328 = shufflevector <4 x float> %268, <4 x float> poison, <1 x i32> <i32 1>
  store <1 x float> %328, ptr addrspace(3) %119, align 4
  %329 = shufflevector <4 x float> %269, <4 x float> poison, <1 x i32> <i32 1>
  store <1 x float> %329, ptr addrspace(3) %121, align 4
  %330 = shufflevector <4 x float> %268, <4 x float> poison, <1 x i32> <i32 2>
  store <1 x float> %330, ptr addrspace(3) %124, align 4
  %331 = shufflevector <4 x float> %269, <4 x float> poison, <1 x i32> <i32 2>
  store <1 x float> %331, ptr addrspace(3) %127, align 4
  %332 = shufflevector <4 x float> %268, <4 x float> poison, <1 x i32> <i32 3>
  store <1 x float> %332, ptr addrspace(3) %130, align 4
  %333 = shufflevector <4 x float> %269, <4 x float> poison, <1 x i32> <i32 3>
  store <1 x float> %333, ptr addrspace(3) %133, align 4
  %exitcond.peel.not = icmp eq i32 %smax, 1
  br i1 %exitcond.peel.not, label %._crit_edge, label %.peel.next

.peel.next:                                      
  %334 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %165
  %335 = getelementptr inbounds nuw i8, ptr addrspace(3) %334, i32 64
  %336 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %166
  %337 = getelementptr inbounds nuw i8, ptr addrspace(3) %336, i32 64
  %338 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %167
  %339 = getelementptr inbounds nuw i8, ptr addrspace(3) %338, i32 64
  %340 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %168
  %341 = getelementptr inbounds nuw i8, ptr addrspace(3) %340, i32 64
  %342 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %169
  %343 = getelementptr inbounds nuw i8, ptr addrspace(3) %342, i32 64
  %344 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %170
  %345 = getelementptr inbounds nuw i8, ptr addrspace(3) %344, i32 64
  %346 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %171
  %347 = getelementptr inbounds nuw i8, ptr addrspace(3) %346, i32 64
  %348 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %172
  %349 = getelementptr inbounds nuw i8, ptr addrspace(3) %348, i32 64
  br label %350

350:                                             
  %.pn2336 = phi i32 [ %177, %.peel.next ], [ %371, %350 ]
  %.pn3135 = phi i32 [ %176, %.peel.next ], [ %370, %350 ]
  %.pn734 = phi i32 [ %175, %.peel.next ], [ %369, %350 ]
  %.pn1533 = phi i32 [ %174, %.peel.next ], [ %368, %350 ]
  %351 = phi float [ %278, %.peel.next ], [ %460, %350 ]
  %352 = phi float [ %279, %.peel.next ], [ %461, %350 ]
  %353 = phi float [ %280, %.peel.next ], [ %462, %350 ]
  %354 = phi float [ %281, %.peel.next ], [ %463, %350 ]
  %355 = phi float [ %290, %.peel.next ], [ %476, %350 ]
  %356 = phi float [ %291, %.peel.next ], [ %477, %350 ]
  %357 = phi float [ %292, %.peel.next ], [ %478, %350 ]
  %358 = phi float [ %293, %.peel.next ], [ %479, %350 ]
  %359 = phi float [ %302, %.peel.next ], [ %492, %350 ]
  %360 = phi float [ %303, %.peel.next ], [ %493, %350 ]
  %361 = phi float [ %304, %.peel.next ], [ %494, %350 ]
  %362 = phi float [ %305, %.peel.next ], [ %495, %350 ]
  %363 = phi float [ %314, %.peel.next ], [ %508, %350 ]
  %364 = phi float [ %315, %.peel.next ], [ %509, %350 ]
  %365 = phi float [ %316, %.peel.next ], [ %510, %350 ]
  %366 = phi float [ %317, %.peel.next ], [ %511, %350 ]
  %367 = phi i32 [ 1, %.peel.next ], [ %528, %350 ]
  %368 = add i32 %.pn1533, 32
  %369 = add i32 %.pn734, 32
  %370 = add i32 %.pn3135, %81
  %371 = add i32 %.pn2336, %81
  tail call void @llvm.amdgcn.s.waitcnt(i32 49279)
  tail call void @llvm.amdgcn.s.barrier()
  %372 = load <1 x float>, ptr addrspace(3) %142, align 4
  %373 = extractelement <1 x float> %372, i64 0
  %374 = load <1 x float>, ptr addrspace(3) %143, align 4
  %375 = extractelement <1 x float> %374, i64 0
  %376 = load <1 x float>, ptr addrspace(3) %144, align 4
  %377 = extractelement <1 x float> %376, i64 0
  %378 = load <1 x float>, ptr addrspace(3) %145, align 4
  %379 = extractelement <1 x float> %378, i64 0
  %380 = load <1 x float>, ptr addrspace(3) %147, align 4
  %381 = extractelement <1 x float> %380, i64 0
  %382 = load <1 x float>, ptr addrspace(3) %148, align 4
  %383 = extractelement <1 x float> %382, i64 0
  %384 = load <1 x float>, ptr addrspace(3) %149, align 4
  %385 = extractelement <1 x float> %384, i64 0
  %386 = load <1 x float>, ptr addrspace(3) %150, align 4
  %387 = extractelement <1 x float> %386, i64 0
  %388 = load <1 x float>, ptr addrspace(3) %152, align 4
  %389 = extractelement <1 x float> %388, i64 0
  %390 = load <1 x float>, ptr addrspace(3) %153, align 4
  %391 = extractelement <1 x float> %390, i64 0
  %392 = load <1 x float>, ptr addrspace(3) %154, align 4
  %393 = extractelement <1 x float> %392, i64 0
  %394 = load <1 x float>, ptr addrspace(3) %155, align 4
  %395 = extractelement <1 x float> %394, i64 0
  %396 = load <1 x float>, ptr addrspace(3) %157, align 4
  %397 = extractelement <1 x float> %396, i64 0
  %398 = load <1 x float>, ptr addrspace(3) %158, align 4
  %399 = extractelement <1 x float> %398, i64 0
  %400 = load <1 x float>, ptr addrspace(3) %159, align 4
  %401 = extractelement <1 x float> %400, i64 0
  %402 = load <1 x float>, ptr addrspace(3) %160, align 4
  %403 = extractelement <1 x float> %402, i64 0
  tail call void @llvm.amdgcn.s.setprio(i16 1)
  %404 = sext i32 %368 to i64
  %405 = getelementptr float, ptr addrspace(1) %0, i64 %404
  %406 = sext i32 %369 to i64
  %407 = getelementptr float, ptr addrspace(1) %0, i64 %406
  %408 = load <4 x float>, ptr addrspace(1) %405, align 16
  %409 = load <4 x float>, ptr addrspace(1) %407, align 16
  tail call void @llvm.amdgcn.sched.barrier(i32 0)
  %410 = load <1 x float>, ptr addrspace(3) %334, align 4
  %411 = extractelement <1 x float> %410, i64 0
  %412 = load <1 x float>, ptr addrspace(3) %335, align 4
  %413 = extractelement <1 x float> %412, i64 0
  %414 = load <1 x float>, ptr addrspace(3) %336, align 4
  %415 = extractelement <1 x float> %414, i64 0
  %416 = load <1 x float>, ptr addrspace(3) %337, align 4
  %417 = extractelement <1 x float> %416, i64 0
  %418 = load <1 x float>, ptr addrspace(3) %338, align 4
  %419 = extractelement <1 x float> %418, i64 0
  %420 = load <1 x float>, ptr addrspace(3) %339, align 4
  %421 = extractelement <1 x float> %420, i64 0
  %422 = load <1 x float>, ptr addrspace(3) %340, align 4
  %423 = extractelement <1 x float> %422, i64 0
  %424 = load <1 x float>, ptr addrspace(3) %341, align 4
  %425 = extractelement <1 x float> %424, i64 0
  %426 = load <1 x float>, ptr addrspace(3) %342, align 4
  %427 = extractelement <1 x float> %426, i64 0
  %428 = load <1 x float>, ptr addrspace(3) %343, align 4
  %429 = extractelement <1 x float> %428, i64 0
  %430 = load <1 x float>, ptr addrspace(3) %344, align 4
  %431 = extractelement <1 x float> %430, i64 0
  %432 = load <1 x float>, ptr addrspace(3) %345, align 4
  %433 = extractelement <1 x float> %432, i64 0
  %434 = load <1 x float>, ptr addrspace(3) %346, align 4
  %435 = extractelement <1 x float> %434, i64 0
  %436 = load <1 x float>, ptr addrspace(3) %347, align 4
  %437 = extractelement <1 x float> %436, i64 0
  %438 = load <1 x float>, ptr addrspace(3) %348, align 4
  %439 = extractelement <1 x float> %438, i64 0
  %440 = load <1 x float>, ptr addrspace(3) %349, align 4
  %441 = extractelement <1 x float> %440, i64 0
  tail call void @llvm.amdgcn.s.setprio(i16 0)
  %442 = sext i32 %370 to i64
  %443 = getelementptr float, ptr addrspace(1) %1, i64 %442
  %444 = sext i32 %371 to i64
  %445 = getelementptr float, ptr addrspace(1) %1, i64 %444
  %446 = load <4 x float>, ptr addrspace(1) %443, align 16
  %447 = load <4 x float>, ptr addrspace(1) %445, align 16
  tail call void @llvm.amdgcn.sched.barrier(i32 1)
  %448 = insertelement <4 x float> poison, float %351, i64 0
  %449 = insertelement <4 x float> %448, float %352, i64 1
  %450 = insertelement <4 x float> %449, float %353, i64 2
  %451 = insertelement <4 x float> %450, float %354, i64 3
  %452 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %411, float %373, <4 x float> %451, i32 0, i32 0, i32 0)
  tail call void @llvm.amdgcn.s.setprio(i16 1)
  %453 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %415, float %381, <4 x float> %452, i32 0, i32 0, i32 0)
  %454 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %419, float %389, <4 x float> %453, i32 0, i32 0, i32 0)
  %455 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %423, float %397, <4 x float> %454, i32 0, i32 0, i32 0)
  %456 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %413, float %375, <4 x float> %455, i32 0, i32 0, i32 0)
  %457 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %417, float %383, <4 x float> %456, i32 0, i32 0, i32 0)
  %458 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %421, float %391, <4 x float> %457, i32 0, i32 0, i32 0)
  %459 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %425, float %399, <4 x float> %458, i32 0, i32 0, i32 0)
  %460 = extractelement <4 x float> %459, i64 0
  %461 = extractelement <4 x float> %459, i64 1
  %462 = extractelement <4 x float> %459, i64 2
  %463 = extractelement <4 x float> %459, i64 3
  %464 = insertelement <4 x float> poison, float %355, i64 0
  %465 = insertelement <4 x float> %464, float %356, i64 1
  %466 = insertelement <4 x float> %465, float %357, i64 2
  %467 = insertelement <4 x float> %466, float %358, i64 3
  %468 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %427, float %373, <4 x float> %467, i32 0, i32 0, i32 0)
  %469 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %431, float %381, <4 x float> %468, i32 0, i32 0, i32 0)
  %470 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %435, float %389, <4 x float> %469, i32 0, i32 0, i32 0)
  %471 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %439, float %397, <4 x float> %470, i32 0, i32 0, i32 0)
  %472 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %429, float %375, <4 x float> %471, i32 0, i32 0, i32 0)
  %473 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %433, float %383, <4 x float> %472, i32 0, i32 0, i32 0)
  %474 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %437, float %391, <4 x float> %473, i32 0, i32 0, i32 0)
  %475 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %441, float %399, <4 x float> %474, i32 0, i32 0, i32 0)
  %476 = extractelement <4 x float> %475, i64 0
  %477 = extractelement <4 x float> %475, i64 1
  %478 = extractelement <4 x float> %475, i64 2
  %479 = extractelement <4 x float> %475, i64 3
  %480 = insertelement <4 x float> poison, float %359, i64 0
  %481 = insertelement <4 x float> %480, float %360, i64 1
  %482 = insertelement <4 x float> %481, float %361, i64 2
  %483 = insertelement <4 x float> %482, float %362, i64 3
  %484 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %411, float %377, <4 x float> %483, i32 0, i32 0, i32 0)
  %485 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %415, float %385, <4 x float> %484, i32 0, i32 0, i32 0)
  %486 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %419, float %393, <4 x float> %485, i32 0, i32 0, i32 0)
  %487 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %423, float %401, <4 x float> %486, i32 0, i32 0, i32 0)
  %488 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %413, float %379, <4 x float> %487, i32 0, i32 0, i32 0)
  %489 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %417, float %387, <4 x float> %488, i32 0, i32 0, i32 0)
  %490 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %421, float %395, <4 x float> %489, i32 0, i32 0, i32 0)
  %491 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %425, float %403, <4 x float> %490, i32 0, i32 0, i32 0)
  %492 = extractelement <4 x float> %491, i64 0
  %493 = extractelement <4 x float> %491, i64 1
  %494 = extractelement <4 x float> %491, i64 2
  %495 = extractelement <4 x float> %491, i64 3
  %496 = insertelement <4 x float> poison, float %363, i64 0
  %497 = insertelement <4 x float> %496, float %364, i64 1
  %498 = insertelement <4 x float> %497, float %365, i64 2
  %499 = insertelement <4 x float> %498, float %366, i64 3
  %500 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %427, float %377, <4 x float> %499, i32 0, i32 0, i32 0)
  %501 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %431, float %385, <4 x float> %500, i32 0, i32 0, i32 0)
  %502 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %435, float %393, <4 x float> %501, i32 0, i32 0, i32 0)
  %503 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %439, float %401, <4 x float> %502, i32 0, i32 0, i32 0)
  %504 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %429, float %379, <4 x float> %503, i32 0, i32 0, i32 0)
  %505 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %433, float %387, <4 x float> %504, i32 0, i32 0, i32 0)
  %506 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %437, float %395, <4 x float> %505, i32 0, i32 0, i32 0)
  %507 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %441, float %403, <4 x float> %506, i32 0, i32 0, i32 0)
  %508 = extractelement <4 x float> %507, i64 0
  %509 = extractelement <4 x float> %507, i64 1
  %510 = extractelement <4 x float> %507, i64 2
  %511 = extractelement <4 x float> %507, i64 3
  tail call void @llvm.amdgcn.s.setprio(i16 0)
  tail call void @llvm.amdgcn.s.waitcnt(i32 49279)
  tail call void @llvm.amdgcn.s.barrier()
  %512 = shufflevector <4 x float> %408, <4 x float> poison, <1 x i32> zeroinitializer
  store <1 x float> %512, ptr addrspace(3) %87, align 4
  %513 = shufflevector <4 x float> %409, <4 x float> poison, <1 x i32> zeroinitializer
  store <1 x float> %513, ptr addrspace(3) %89, align 4
  %514 = shufflevector <4 x float> %408, <4 x float> poison, <1 x i32> <i32 1>
  store <1 x float> %514, ptr addrspace(3) %92, align 4
  %515 = shufflevector <4 x float> %409, <4 x float> poison, <1 x i32> <i32 1>
  store <1 x float> %515, ptr addrspace(3) %94, align 4
  %516 = shufflevector <4 x float> %408, <4 x float> poison, <1 x i32> <i32 2>
  store <1 x float> %516, ptr addrspace(3) %97, align 4
  %517 = shufflevector <4 x float> %409, <4 x float> poison, <1 x i32> <i32 2>
  store <1 x float> %517, ptr addrspace(3) %99, align 4
  %518 = shufflevector <4 x float> %408, <4 x float> poison, <1 x i32> <i32 3>
  store <1 x float> %518, ptr addrspace(3) %102, align 4
  %519 = shufflevector <4 x float> %409, <4 x float> poison, <1 x i32> <i32 3>
  store <1 x float> %519, ptr addrspace(3) %104, align 4
  %520 = shufflevector <4 x float> %446, <4 x float> poison, <1 x i32> zeroinitializer
  store <1 x float> %520, ptr addrspace(3) %113, align 4
  %521 = shufflevector <4 x float> %447, <4 x float> poison, <1 x i32> zeroinitializer
  store <1 x float> %521, ptr addrspace(3) %116, align 4
  %522 = shufflevector <4 x float> %446, <4 x float> poison, <1 x i32> <i32 1>
  store <1 x float> %522, ptr addrspace(3) %119, align 4
  %523 = shufflevector <4 x float> %447, <4 x float> poison, <1 x i32> <i32 1>
  store <1 x float> %523, ptr addrspace(3) %121, align 4
  %524 = shufflevector <4 x float> %446, <4 x float> poison, <1 x i32> <i32 2>
  store <1 x float> %524, ptr addrspace(3) %124, align 4
  %525 = shufflevector <4 x float> %447, <4 x float> poison, <1 x i32> <i32 2>
  store <1 x float> %525, ptr addrspace(3) %127, align 4
  %526 = shufflevector <4 x float> %446, <4 x float> poison, <1 x i32> <i32 3>
  store <1 x float> %526, ptr addrspace(3) %130, align 4
  %527 = shufflevector <4 x float> %447, <4 x float> poison, <1 x i32> <i32 3>
  store <1 x float> %527, ptr addrspace(3) %133, align 4
  %528 = add nuw nsw i32 %367, 1
  %exitcond.not = icmp eq i32 %528, %smax
  br i1 %exitcond.not, label %._crit_edge, label %350, !llvm.loop !2

._crit_edge:                                     
  %529 = phi float [ 0.000000e+00, %79 ], [ %278, %.lr.ph ], [ %460, %350 ]
  %530 = phi float [ 0.000000e+00, %79 ], [ %279, %.lr.ph ], [ %461, %350 ]
  %531 = phi float [ 0.000000e+00, %79 ], [ %280, %.lr.ph ], [ %462, %350 ]
  %532 = phi float [ 0.000000e+00, %79 ], [ %281, %.lr.ph ], [ %463, %350 ]
  %533 = phi float [ 0.000000e+00, %79 ], [ %290, %.lr.ph ], [ %476, %350 ]
  %534 = phi float [ 0.000000e+00, %79 ], [ %291, %.lr.ph ], [ %477, %350 ]
  %535 = phi float [ 0.000000e+00, %79 ], [ %292, %.lr.ph ], [ %478, %350 ]
  %536 = phi float [ 0.000000e+00, %79 ], [ %293, %.lr.ph ], [ %479, %350 ]
  %537 = phi float [ 0.000000e+00, %79 ], [ %302, %.lr.ph ], [ %492, %350 ]
  %538 = phi float [ 0.000000e+00, %79 ], [ %303, %.lr.ph ], [ %493, %350 ]
  %539 = phi float [ 0.000000e+00, %79 ], [ %304, %.lr.ph ], [ %494, %350 ]
  %540 = phi float [ 0.000000e+00, %79 ], [ %305, %.lr.ph ], [ %495, %350 ]
  %541 = phi float [ 0.000000e+00, %79 ], [ %314, %.lr.ph ], [ %508, %350 ]
  %542 = phi float [ 0.000000e+00, %79 ], [ %315, %.lr.ph ], [ %509, %350 ]
  %543 = phi float [ 0.000000e+00, %79 ], [ %316, %.lr.ph ], [ %510, %350 ]
  %544 = phi float [ 0.000000e+00, %79 ], [ %317, %.lr.ph ], [ %511, %350 ]
  tail call void @llvm.amdgcn.s.waitcnt(i32 49279)
  tail call void @llvm.amdgcn.s.barrier()
  br i1 %48, label %545, label %._crit_edge._crit_edge

._crit_edge._crit_edge:                          
  %.pre = lshr i32 %28, 2
  br label %727

545:                                             
  %546 = mul nuw nsw i32 %31, 132
  %547 = lshr i32 %28, 2
  %548 = and i32 %547, 12
  %549 = and i32 %28, 64
  %550 = icmp eq i32 %549, 0
  %551 = select i1 %550, i32 0, i32 2052
  %552 = xor i32 %551, %548
  %553 = xor i32 %552, %546
  %554 = xor i32 %553, 4152
  %555 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %554
  %556 = getelementptr inbounds nuw i8, ptr addrspace(3) %555, i32 64
  %557 = load <1 x float>, ptr addrspace(3) %556, align 4
  %558 = extractelement <1 x float> %557, i64 0
  %559 = load <1 x float>, ptr addrspace(3) %555, align 4
  %560 = extractelement <1 x float> %559, i64 0
  %561 = xor i32 %553, 4136
  %562 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %561
  %563 = getelementptr inbounds nuw i8, ptr addrspace(3) %562, i32 64
  %564 = load <1 x float>, ptr addrspace(3) %563, align 4
  %565 = extractelement <1 x float> %564, i64 0
  %566 = load <1 x float>, ptr addrspace(3) %562, align 4
  %567 = extractelement <1 x float> %566, i64 0
  %568 = xor i32 %553, 4120
  %569 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %568
  %570 = getelementptr inbounds nuw i8, ptr addrspace(3) %569, i32 64
  %571 = load <1 x float>, ptr addrspace(3) %570, align 4
  %572 = extractelement <1 x float> %571, i64 0
  %573 = load <1 x float>, ptr addrspace(3) %569, align 4
  %574 = extractelement <1 x float> %573, i64 0
  %575 = xor i32 %553, 4104
  %576 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %575
  %577 = getelementptr inbounds nuw i8, ptr addrspace(3) %576, i32 64
  %578 = load <1 x float>, ptr addrspace(3) %577, align 4
  %579 = extractelement <1 x float> %578, i64 0
  %580 = load <1 x float>, ptr addrspace(3) %576, align 4
  %581 = extractelement <1 x float> %580, i64 0
  %582 = xor i32 %553, 48
  %583 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %582
  %584 = getelementptr inbounds nuw i8, ptr addrspace(3) %583, i32 64
  %585 = load <1 x float>, ptr addrspace(3) %584, align 4
  %586 = extractelement <1 x float> %585, i64 0
  %587 = load <1 x float>, ptr addrspace(3) %583, align 4
  %588 = extractelement <1 x float> %587, i64 0
  %589 = xor i32 %553, 32
  %590 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %589
  %591 = getelementptr inbounds nuw i8, ptr addrspace(3) %590, i32 64
  %592 = load <1 x float>, ptr addrspace(3) %591, align 4
  %593 = extractelement <1 x float> %592, i64 0
  %594 = load <1 x float>, ptr addrspace(3) %590, align 4
  %595 = extractelement <1 x float> %594, i64 0
  %596 = xor i32 %553, 16
  %597 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %596
  %598 = getelementptr inbounds nuw i8, ptr addrspace(3) %597, i32 64
  %599 = load <1 x float>, ptr addrspace(3) %598, align 4
  %600 = extractelement <1 x float> %599, i64 0
  %601 = load <1 x float>, ptr addrspace(3) %597, align 4
  %602 = extractelement <1 x float> %601, i64 0
  %603 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %553
  %604 = getelementptr inbounds nuw i8, ptr addrspace(3) %603, i32 64
  %605 = load <1 x float>, ptr addrspace(3) %604, align 4
  %606 = extractelement <1 x float> %605, i64 0
  %607 = load <1 x float>, ptr addrspace(3) %603, align 4
  %608 = extractelement <1 x float> %607, i64 0
  %609 = shl nuw nsw i32 %32, 4
  %610 = xor i32 %546, %548
  %611 = or disjoint i32 %610, %609
  %612 = xor i32 %611, 48
  %613 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %612
  %614 = getelementptr inbounds nuw i8, ptr addrspace(3) %613, i32 4160
  %615 = load <1 x float>, ptr addrspace(3) %614, align 4
  %616 = extractelement <1 x float> %615, i64 0
  %617 = getelementptr inbounds nuw i8, ptr addrspace(3) %613, i32 4096
  %618 = load <1 x float>, ptr addrspace(3) %617, align 4
  %619 = extractelement <1 x float> %618, i64 0
  %620 = getelementptr inbounds nuw i8, ptr addrspace(3) %613, i32 64
  %621 = load <1 x float>, ptr addrspace(3) %620, align 4
  %622 = extractelement <1 x float> %621, i64 0
  %623 = load <1 x float>, ptr addrspace(3) %613, align 4
  %624 = extractelement <1 x float> %623, i64 0
  %625 = xor i32 %611, 32
  %626 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %625
  %627 = getelementptr inbounds nuw i8, ptr addrspace(3) %626, i32 4160
  %628 = load <1 x float>, ptr addrspace(3) %627, align 4
  %629 = extractelement <1 x float> %628, i64 0
  %630 = getelementptr inbounds nuw i8, ptr addrspace(3) %626, i32 4096
  %631 = load <1 x float>, ptr addrspace(3) %630, align 4
  %632 = extractelement <1 x float> %631, i64 0
  %633 = getelementptr inbounds nuw i8, ptr addrspace(3) %626, i32 64
  %634 = load <1 x float>, ptr addrspace(3) %633, align 4
  %635 = extractelement <1 x float> %634, i64 0
  %636 = load <1 x float>, ptr addrspace(3) %626, align 4
  %637 = extractelement <1 x float> %636, i64 0
  %638 = xor i32 %611, 16
  %639 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %638
  %640 = getelementptr inbounds nuw i8, ptr addrspace(3) %639, i32 4160
  %641 = load <1 x float>, ptr addrspace(3) %640, align 4
  %642 = extractelement <1 x float> %641, i64 0
  %643 = getelementptr inbounds nuw i8, ptr addrspace(3) %639, i32 4096
  %644 = load <1 x float>, ptr addrspace(3) %643, align 4
  %645 = extractelement <1 x float> %644, i64 0
  %646 = getelementptr inbounds nuw i8, ptr addrspace(3) %639, i32 64
  %647 = load <1 x float>, ptr addrspace(3) %646, align 4
  %648 = extractelement <1 x float> %647, i64 0
  %649 = load <1 x float>, ptr addrspace(3) %639, align 4
  %650 = extractelement <1 x float> %649, i64 0
  %651 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %611
  %652 = getelementptr inbounds nuw i8, ptr addrspace(3) %651, i32 4160
  %653 = load <1 x float>, ptr addrspace(3) %652, align 4
  %654 = extractelement <1 x float> %653, i64 0
  %655 = getelementptr inbounds nuw i8, ptr addrspace(3) %651, i32 4096
  %656 = load <1 x float>, ptr addrspace(3) %655, align 4
  %657 = extractelement <1 x float> %656, i64 0
  %658 = getelementptr inbounds nuw i8, ptr addrspace(3) %651, i32 64
  %659 = load <1 x float>, ptr addrspace(3) %658, align 4
  %660 = extractelement <1 x float> %659, i64 0
  %661 = load <1 x float>, ptr addrspace(3) %651, align 4
  %662 = extractelement <1 x float> %661, i64 0
  %663 = insertelement <4 x float> poison, float %529, i64 0
  %664 = insertelement <4 x float> %663, float %530, i64 1
  %665 = insertelement <4 x float> %664, float %531, i64 2
  %666 = insertelement <4 x float> %665, float %532, i64 3
  %667 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %608, float %662, <4 x float> %666, i32 0, i32 0, i32 0)
  %668 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %602, float %650, <4 x float> %667, i32 0, i32 0, i32 0)
  %669 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %595, float %637, <4 x float> %668, i32 0, i32 0, i32 0)
  %670 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %588, float %624, <4 x float> %669, i32 0, i32 0, i32 0)
  %671 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %606, float %660, <4 x float> %670, i32 0, i32 0, i32 0)
  %672 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %600, float %648, <4 x float> %671, i32 0, i32 0, i32 0)
  %673 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %593, float %635, <4 x float> %672, i32 0, i32 0, i32 0)
  %674 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %586, float %622, <4 x float> %673, i32 0, i32 0, i32 0)
  %675 = extractelement <4 x float> %674, i64 0
  %676 = extractelement <4 x float> %674, i64 1
  %677 = extractelement <4 x float> %674, i64 2
  %678 = extractelement <4 x float> %674, i64 3
  %679 = insertelement <4 x float> poison, float %533, i64 0
  %680 = insertelement <4 x float> %679, float %534, i64 1
  %681 = insertelement <4 x float> %680, float %535, i64 2
  %682 = insertelement <4 x float> %681, float %536, i64 3
  %683 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %581, float %662, <4 x float> %682, i32 0, i32 0, i32 0)
  %684 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %574, float %650, <4 x float> %683, i32 0, i32 0, i32 0)
  %685 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %567, float %637, <4 x float> %684, i32 0, i32 0, i32 0)
  %686 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %560, float %624, <4 x float> %685, i32 0, i32 0, i32 0)
  %687 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %579, float %660, <4 x float> %686, i32 0, i32 0, i32 0)
  %688 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %572, float %648, <4 x float> %687, i32 0, i32 0, i32 0)
  %689 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %565, float %635, <4 x float> %688, i32 0, i32 0, i32 0)
  %690 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %558, float %622, <4 x float> %689, i32 0, i32 0, i32 0)
  %691 = extractelement <4 x float> %690, i64 0
  %692 = extractelement <4 x float> %690, i64 1
  %693 = extractelement <4 x float> %690, i64 2
  %694 = extractelement <4 x float> %690, i64 3
  %695 = insertelement <4 x float> poison, float %537, i64 0
  %696 = insertelement <4 x float> %695, float %538, i64 1
  %697 = insertelement <4 x float> %696, float %539, i64 2
  %698 = insertelement <4 x float> %697, float %540, i64 3
  %699 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %608, float %657, <4 x float> %698, i32 0, i32 0, i32 0)
  %700 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %602, float %645, <4 x float> %699, i32 0, i32 0, i32 0)
  %701 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %595, float %632, <4 x float> %700, i32 0, i32 0, i32 0)
  %702 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %588, float %619, <4 x float> %701, i32 0, i32 0, i32 0)
  %703 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %606, float %654, <4 x float> %702, i32 0, i32 0, i32 0)
  %704 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %600, float %642, <4 x float> %703, i32 0, i32 0, i32 0)
  %705 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %593, float %629, <4 x float> %704, i32 0, i32 0, i32 0)
  %706 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %586, float %616, <4 x float> %705, i32 0, i32 0, i32 0)
  %707 = extractelement <4 x float> %706, i64 0
  %708 = extractelement <4 x float> %706, i64 1
  %709 = extractelement <4 x float> %706, i64 2
  %710 = extractelement <4 x float> %706, i64 3
  %711 = insertelement <4 x float> poison, float %541, i64 0
  %712 = insertelement <4 x float> %711, float %542, i64 1
  %713 = insertelement <4 x float> %712, float %543, i64 2
  %714 = insertelement <4 x float> %713, float %544, i64 3
  %715 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %581, float %657, <4 x float> %714, i32 0, i32 0, i32 0)
  %716 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %574, float %645, <4 x float> %715, i32 0, i32 0, i32 0)
  %717 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %567, float %632, <4 x float> %716, i32 0, i32 0, i32 0)
  %718 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %560, float %619, <4 x float> %717, i32 0, i32 0, i32 0)
  %719 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %579, float %654, <4 x float> %718, i32 0, i32 0, i32 0)
  %720 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %572, float %642, <4 x float> %719, i32 0, i32 0, i32 0)
  %721 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %565, float %629, <4 x float> %720, i32 0, i32 0, i32 0)
  %722 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %558, float %616, <4 x float> %721, i32 0, i32 0, i32 0)
  %723 = extractelement <4 x float> %722, i64 0
  %724 = extractelement <4 x float> %722, i64 1
  %725 = extractelement <4 x float> %722, i64 2
  %726 = extractelement <4 x float> %722, i64 3
  br label %727

727:                                             
  %728 = phi float [ %544, %._crit_edge._crit_edge ], [ %726, %545 ]
  %729 = phi float [ %543, %._crit_edge._crit_edge ], [ %725, %545 ]
  %730 = phi float [ %542, %._crit_edge._crit_edge ], [ %724, %545 ]
  %731 = phi float [ %541, %._crit_edge._crit_edge ], [ %723, %545 ]
  %732 = phi float [ %540, %._crit_edge._crit_edge ], [ %710, %545 ]
  %733 = phi float [ %539, %._crit_edge._crit_edge ], [ %709, %545 ]
  %734 = phi float [ %538, %._crit_edge._crit_edge ], [ %708, %545 ]
  %735 = phi float [ %537, %._crit_edge._crit_edge ], [ %707, %545 ]
  %736 = phi float [ %536, %._crit_edge._crit_edge ], [ %694, %545 ]
  %737 = phi float [ %535, %._crit_edge._crit_edge ], [ %693, %545 ]
  %738 = phi float [ %534, %._crit_edge._crit_edge ], [ %692, %545 ]
  %739 = phi float [ %533, %._crit_edge._crit_edge ], [ %691, %545 ]
  %740 = phi float [ %532, %._crit_edge._crit_edge ], [ %678, %545 ]
  %741 = phi float [ %531, %._crit_edge._crit_edge ], [ %677, %545 ]
  %742 = phi float [ %530, %._crit_edge._crit_edge ], [ %676, %545 ]
  %743 = phi float [ %529, %._crit_edge._crit_edge ], [ %675, %545 ]
  %.pre-phi = phi i32 [ %.pre, %._crit_edge._crit_edge ], [ %547, %545 ]
  %744 = and i32 %.pre-phi, 28
  %745 = or disjoint i32 %744, 32
  %746 = or disjoint i32 %36, %745
  %747 = or disjoint i32 %36, %744
  %748 = lshr exact i32 %32, 3
  %749 = or disjoint i32 %748, %31
  %750 = or disjoint i32 %749, 32
  %751 = or disjoint i32 %27, %750
  %752 = or disjoint i32 %27, %749
  %753 = mul i32 %27, %8
  %754 = mul i32 %8, %749
  %755 = mul i32 %8, %750
  %756 = add i32 %753, %36
  %757 = or disjoint i32 %756, %744
  %758 = add i32 %757, %754
  %759 = or disjoint i32 %756, %745
  %760 = add i32 %759, %754
  %761 = add i32 %757, %755
  %762 = add i32 %759, %755
  %763 = icmp slt i32 %752, %3
  %764 = icmp slt i32 %751, %3
  %765 = icmp slt i32 %747, %4
  %766 = icmp slt i32 %746, %4
  %767 = and i1 %763, %765
  %768 = and i1 %763, %766
  %769 = and i1 %764, %765
  %770 = and i1 %764, %766
  %771 = tail call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %2, i16 0, i64 2147483646, i32 159744)
  %772 = insertelement <4 x float> poison, float %743, i64 0
  %773 = insertelement <4 x float> %772, float %742, i64 1
  %774 = insertelement <4 x float> %773, float %741, i64 2
  %775 = insertelement <4 x float> %774, float %740, i64 3
  %776 = shl i32 %758, 2
  %777 = select i1 %767, i32 %776, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.v4f32(<4 x float> %775, ptr addrspace(8) %771, i32 %777, i32 0, i32 0)
  %778 = insertelement <4 x float> poison, float %739, i64 0
  %779 = insertelement <4 x float> %778, float %738, i64 1
  %780 = insertelement <4 x float> %779, float %737, i64 2
  %781 = insertelement <4 x float> %780, float %736, i64 3
  %782 = shl i32 %760, 2
  %783 = select i1 %768, i32 %782, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.v4f32(<4 x float> %781, ptr addrspace(8) %771, i32 %783, i32 0, i32 0)
  %784 = insertelement <4 x float> poison, float %735, i64 0
  %785 = insertelement <4 x float> %784, float %734, i64 1
  %786 = insertelement <4 x float> %785, float %733, i64 2
  %787 = insertelement <4 x float> %786, float %732, i64 3
  %788 = shl i32 %761, 2
  %789 = select i1 %769, i32 %788, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.v4f32(<4 x float> %787, ptr addrspace(8) %771, i32 %789, i32 0, i32 0)
  %790 = insertelement <4 x float> poison, float %731, i64 0
  %791 = insertelement <4 x float> %790, float %730, i64 1
  %792 = insertelement <4 x float> %791, float %729, i64 2
  %793 = insertelement <4 x float> %792, float %728, i64 3
  %794 = shl i32 %762, 2
  %795 = select i1 %770, i32 %794, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.v4f32(<4 x float> %793, ptr addrspace(8) %771, i32 %795, i32 0, i32 0)
  ret void
}

declare noundef i32 @llvm.amdgcn.workgroup.id.x() #1

declare i32 @llvm.smin.i32(i32, i32) #1

declare noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x() #1

declare void @llvm.amdgcn.s.waitcnt(i32 immarg) #2

declare void @llvm.amdgcn.s.barrier() #3

declare <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float, float, <4 x float>, i32 immarg, i32 immarg, i32 immarg) #4

declare ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) readnone, i16, i64, i32) #1

declare void @llvm.amdgcn.raw.ptr.buffer.store.v4f32(<4 x float>, ptr addrspace(8) writeonly captures(none), i32, i32, i32 immarg) #5

declare void @llvm.amdgcn.s.setprio(i16 immarg) #6

declare void @llvm.amdgcn.sched.barrier(i32 immarg) #3

declare i32 @llvm.smax.i32(i32, i32) #7

attributes #0 = { nofree norecurse nounwind "amdgpu-agpr-alloc"="0" "amdgpu-flat-work-group-size"="1,256" "amdgpu-no-cluster-id-x" "amdgpu-no-cluster-id-y" "amdgpu-no-cluster-id-z" "amdgpu-no-completion-action" "amdgpu-no-default-queue" "amdgpu-no-dispatch-id" "amdgpu-no-dispatch-ptr" "amdgpu-no-flat-scratch-init" "amdgpu-no-heap-ptr" "amdgpu-no-hostcall-ptr" "amdgpu-no-implicitarg-ptr" "amdgpu-no-lds-kernel-id" "amdgpu-no-multigrid-sync-arg" "amdgpu-no-queue-ptr" "amdgpu-no-workgroup-id-x" "amdgpu-no-workgroup-id-y" "amdgpu-no-workgroup-id-z" "amdgpu-no-workitem-id-x" "amdgpu-no-workitem-id-y" "amdgpu-no-workitem-id-z" "amdgpu-waves-per-eu"="0, 0" "denormal-fp-math-f32"="ieee" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { mustprogress nocallback nofree nounwind willreturn }
attributes #3 = { convergent mustprogress nocallback nofree nounwind willreturn }
attributes #4 = { convergent mustprogress nocallback nofree nosync nounwind willreturn memory(none) }
attributes #5 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: write) }
attributes #6 = { mustprogress nocallback nofree nosync nounwind willreturn }
attributes #7 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }

!llvm.module.flags = !{!0, !1}

!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = !{i32 1, !"amdhsa_code_object_version", i32 500}
!2 = distinct !{!2, !3}
!3 = !{!"llvm.loop.peeled.count", i32 1}
