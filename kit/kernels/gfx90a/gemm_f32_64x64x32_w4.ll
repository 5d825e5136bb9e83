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
  %.frozen148 = freeze i32 %21
  %24 = sdiv i32 %.frozen, %.frozen148
  %25 = mul i32 %24, %.frozen148
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
  %61 = lshr i32 %28, 4
  %62 = and i32 %61, 15
  %63 = or disjoint i32 %62, 16
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
  %106 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %83
  store <4 x float> %76, ptr addrspace(3) %106, align 16
  %107 = getelementptr inbounds nuw i8, ptr addrspace(3) %106, i32 4096
  store <4 x float> %80, ptr addrspace(3) %107, align 16
  %108 = icmp sgt i32 %46, 63
  br i1 %108, label %.lr.ph, label %._crit_edge

.lr.ph:                                          
  %109 = and i32 %28, 48
  %110 = lshr exact i32 %109, 2
  %111 = shl nuw nsw i32 %32, 4
  %112 = mul nuw nsw i32 %31, 132
  %113 = xor i32 %112, %110
  %114 = or disjoint i32 %113, %111
  %115 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %114
  %116 = getelementptr inbounds nuw i8, ptr addrspace(3) %115, i32 64
  %117 = getelementptr inbounds nuw i8, ptr addrspace(3) %115, i32 4096
  %118 = getelementptr inbounds nuw i8, ptr addrspace(3) %115, i32 4160
  %119 = xor i32 %114, 16
  %120 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %119
  %121 = getelementptr inbounds nuw i8, ptr addrspace(3) %120, i32 64
  %122 = getelementptr inbounds nuw i8, ptr addrspace(3) %120, i32 4096
  %123 = getelementptr inbounds nuw i8, ptr addrspace(3) %120, i32 4160
  %124 = xor i32 %114, 32
  %125 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %124
  %126 = getelementptr inbounds nuw i8, ptr addrspace(3) %125, i32 64
  %127 = getelementptr inbounds nuw i8, ptr addrspace(3) %125, i32 4096
  %128 = getelementptr inbounds nuw i8, ptr addrspace(3) %125, i32 4160
  %129 = xor i32 %114, 48
  %130 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %129
  %131 = getelementptr inbounds nuw i8, ptr addrspace(3) %130, i32 64
  %132 = getelementptr inbounds nuw i8, ptr addrspace(3) %130, i32 4096
  %133 = getelementptr inbounds nuw i8, ptr addrspace(3) %130, i32 4160
  %134 = shl nuw nsw i32 %109, 4
  %135 = and i32 %28, 64
  %136 = tail call i32 @llvm.smax.i32(i32 %47, i32 2)
  %smax = add nsw i32 %136, -1
  %137 = add i32 %44, 32
  %138 = add i32 %45, 32
  %139 = add i32 %67, %81
  %140 = add i32 %68, %81
  %141 = sext i32 %137 to i64
  %142 = getelementptr float, ptr addrspace(1) %0, i64 %141
  %143 = sext i32 %138 to i64
  %144 = getelementptr float, ptr addrspace(1) %0, i64 %143
  %145 = load <4 x float>, ptr addrspace(1) %142, align 16
  %146 = load <4 x float>, ptr addrspace(1) %144, align 16
  tail call void @llvm.amdgcn.s.waitcnt(i32 49279)
  tail call void @llvm.amdgcn.s.barrier()
  %147 = load <1 x float>, ptr addrspace(3) %115, align 4
  %148 = extractelement <1 x float> %147, i64 0
  %149 = load <1 x float>, ptr addrspace(3) %116, align 4
  %150 = extractelement <1 x float> %149, i64 0
  %151 = load <1 x float>, ptr addrspace(3) %117, align 4
  %152 = extractelement <1 x float> %151, i64 0
  %153 = load <1 x float>, ptr addrspace(3) %118, align 4
  %154 = extractelement <1 x float> %153, i64 0
  %155 = load <1 x float>, ptr addrspace(3) %120, align 4
  %156 = extractelement <1 x float> %155, i64 0
  %157 = load <1 x float>, ptr addrspace(3) %121, align 4
  %158 = extractelement <1 x float> %157, i64 0
  %159 = load <1 x float>, ptr addrspace(3) %122, align 4
  %160 = extractelement <1 x float> %159, i64 0
  %161 = load <1 x float>, ptr addrspace(3) %123, align 4
  %162 = extractelement <1 x float> %161, i64 0
  %163 = load <1 x float>, ptr addrspace(3) %125, align 4
  %164 = extractelement <1 x float> %163, i64 0
  %165 = load <1 x float>, ptr addrspace(3) %126, align 4
  %166 = extractelement <1 x float> %165, i64 0
  %167 = load <1 x float>, ptr addrspace(3) %127, align 4
  %168 = extractelement <1 x float> %167, i64 0
  %169 = load <1 x float>, ptr addrspace(3) %128, align 4
  %170 = extractelement <1 x float> %169, i64 0
  %171 = load <1 x float>, ptr addrspace(3) %130, align 4
  %172 = extractelement <1 x float> %171, i64 0
  %173 = load <1 x float>, ptr addrspace(3) %131, align 4
  %174 = extractelement <1 x float> %173, i64 0
  %175 = load <1 x float>, ptr addrspace(3) %132, align 4
  %176 = extractelement <1 x float> %175, i64 0
  %177 = load <1 x float>, ptr addrspace(3) %133, align 4
  %178 = extractelement <1 x float> %177, i64 0
  %179 = sext i32 %139 to i64
  %180 = getelementptr float, ptr addrspace(1) %1, i64 %179
  %181 = sext i32 %140 to i64
  %182 = getelementptr float, ptr addrspace(1) %1, i64 %181
  %183 = load <4 x float>, ptr addrspace(1) %180, align 16
  %184 = load <4 x float>, ptr addrspace(1) %182, align 16
  %185 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %134
  %186 = getelementptr inbounds nuw i8, ptr addrspace(3) %185, i32 %135
  %187 = getelementptr inbounds nuw i8, ptr addrspace(3) %186, i32 %33
  %188 = load <1 x float>, ptr addrspace(3) %187, align 4
  %189 = extractelement <1 x float> %188, i64 0
  %190 = getelementptr inbounds nuw i8, ptr addrspace(3) %187, i32 1024
  %191 = load <1 x float>, ptr addrspace(3) %190, align 4
  %192 = extractelement <1 x float> %191, i64 0
  %193 = getelementptr inbounds nuw i8, ptr addrspace(3) %187, i32 2048
  %194 = load <1 x float>, ptr addrspace(3) %193, align 4
  %195 = extractelement <1 x float> %194, i64 0
  %196 = getelementptr inbounds nuw i8, ptr addrspace(3) %187, i32 3072
  %197 = load <1 x float>, ptr addrspace(3) %196, align 4
  %198 = extractelement <1 x float> %197, i64 0
  %199 = getelementptr inbounds nuw i8, ptr addrspace(3) %187, i32 4096
  %200 = load <1 x float>, ptr addrspace(3) %199, align 4
  %201 = extractelement <1 x float> %200, i64 0
  %202 = getelementptr inbounds nuw i8, ptr addrspace(3) %187, i32 5120
  %203 = load <1 x float>, ptr addrspace(3) %202, align 4
  %204 = extractelement <1 x float> %203, i64 0
  %205 = getelementptr inbounds nuw i8, ptr addrspace(3) %187, i32 6144
  %206 = load <1 x float>, ptr addrspace(3) %205, align 4
  %207 = extractelement <1 x float> %206, i64 0
  %208 = getelementptr inbounds nuw i8, ptr addrspace(3) %187, i32 7168
  %209 = load <1 x float>, ptr addrspace(3) %208, align 4
  %210 = extractelement <1 x float> %209, i64 0
  %211 = getelementptr inbounds nuw i8, ptr addrspace(3) %187, i32 128
  %212 = load <1 x float>, ptr addrspace(3) %211, align 4
  %213 = extractelement <1 x float> %212, i64 0
  %214 = getelementptr inbounds nuw i8, ptr addrspace(3) %187, i32 1152
  %215 = load <1 x float>, ptr addrspace(3) %214, align 4
  %216 = extractelement <1 x float> %215, i64 0
  %217 = getelementptr inbounds nuw i8, ptr addrspace(3) %187, i32 2176
  %218 = load <1 x float>, ptr addrspace(3) %217, align 4
  %219 = extractelement <1 x float> %218, i64 0
  %220 = getelementptr inbounds nuw i8, ptr addrspace(3) %187, i32 3200
  %221 = load <1 x float>, ptr addrspace(3) %220, align 4
  %222 = extractelement <1 x float> %221, i64 0
  %223 = getelementptr inbounds nuw i8, ptr addrspace(3) %187, i32 4224
  %224 = load <1 x float>, ptr addrspace(3) %223, align 4
  %225 = extractelement <1 x float> %224, i64 0
  %226 = getelementptr inbounds nuw i8, ptr addrspace(3) %187, i32 5248
  %227 = load <1 x float>, ptr addrspace(3) %226, align 4
  %228 = extractelement <1 x float> %227, i64 0
  %229 = getelementptr inbounds nuw i8, ptr addrspace(3) %187, i32 6272
  %230 = load <1 x float>, ptr addrspace(3) %229, align 4
  %231 = extractelement <1 x float> %230, i64 0
  %232 = getelementptr inbounds nuw i8, ptr addrspace(3) %187, i32 7296
  %233 = load <1 x float>, ptr addrspace(3) %232, align 4
  %234 = extractelement <1 x float> %233, i64 0
  %235 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %189, float %148, <4 x float> zeroinitializer, i32 0, i32 0, i32 0)
  %236 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %192, float %156, <4 x float> %235, i32 0, i32 0, i32 0)
  %237 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %195, float %164, <4 x float> %236, i32 0, i32 0, i32 0)
  %238 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %198, float %172, <4 x float> %237, i32 0, i32 0, i32 0)
  %239 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %201, float %150, <4 x float> %238, i32 0, i32 0, i32 0)
  %240 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %204, float %158, <4 x float> %239, i32 0, i32 0, i32 0)
  %241 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %207, float %166, <4 x float> %240, i32 0, i32 0, i32 0)
  %242 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %210, float %174, <4 x float> %241, i32 0, i32 0, i32 0)
  %243 = extractelement <4 x float> %242, i64 0
  %244 = extractelement <4 x float> %242, i64 1
  %245 = extractelement <4 x float> %242, i64 2
  %246 = extractelement <4 x float> %242, i64 3
  %247 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %213, float %148, <4 x float> zeroinitializer, i32 0, i32 0, i32 0)
  %248 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %216, float %156, <4 x float> %247, i32 0, i32 0, i32 0)
  %249 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %219, float %164, <4 x float> %248, i32 0, i32 0, i32 0)
  %250 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %222, float %172, <4 x float> %249, i32 0, i32 0, i32 0)
  %251 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %225, float %150, <4 x float> %250, i32 0, i32 0, i32 0)
  %252 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %228, float %158, <4 x float> %251, i32 0, i32 0, i32 0)
  %253 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %231, float %166, <4 x float> %252, i32 0, i32 0, i32 0)
  %254 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %234, float %174, <4 x float> %253, i32 0, i32 0, i32 0)
  %255 = extractelement <4 x float> %254, i64 0
  %256 = extractelement <4 x float> %254, i64 1
  %257 = extractelement <4 x float> %254, i64 2
  %258 = extractelement <4 x float> %254, i64 3
  %259 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %189, float %152, <4 x float> zeroinitializer, i32 0, i32 0, i32 0)
  %260 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %192, float %160, <4 x float> %259, i32 0, i32 0, i32 0)
  %261 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %195, float %168, <4 x float> %260, i32 0, i32 0, i32 0)
  %262 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %198, float %176, <4 x float> %261, i32 0, i32 0, i32 0)
  %263 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %201, float %154, <4 x float> %262, i32 0, i32 0, i32 0)
  %264 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %204, float %162, <4 x float> %263, i32 0, i32 0, i32 0)
  %265 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %207, float %170, <4 x float> %264, i32 0, i32 0, i32 0)
  %266 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %210, float %178, <4 x float> %265, i32 0, i32 0, i32 0)
  %267 = extractelement <4 x float> %266, i64 0
  %268 = extractelement <4 x float> %266, i64 1
  %269 = extractelement <4 x float> %266, i64 2
  %270 = extractelement <4 x float> %266, i64 3
  %271 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %213, float %152, <4 x float> zeroinitializer, i32 0, i32 0, i32 0)
  %272 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %216, float %160, <4 x float> %271, i32 0, i32 0, i32 0)
  %273 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %219, float %168, <4 x float> %272, i32 0, i32 0, i32 0)
  %274 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %222, float %176, <4 x float> %273, i32 0, i32 0, i32 0)
  %275 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %225, float %154, <4 x float> %274, i32 0, i32 0, i32 0)
  %276 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %228, float %162, <4 x float> %275, i32 0, i32 0, i32 0)
  %277 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %231, float %170, <4 x float> %276, i32 0, i32 0, i32 0)
  %278 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %234, float %178, <4 x float> %277, i32 0, i32 0, i32 0)
  %279 = extractelement <4 x float> %278, i64 0
  %280 = extractelement <4 x float> %278, i64 1
  %281 = extractelement <4 x float> %278, i64 2
  %282 = extractelement <4 x float> %278, i64 3
  tail call void @llvm.amdgcn.s.waitcnt(i32 49279)
  tail call void @llvm.amdgcn.s.barrier()
  %283 = shufflevector <4 x float> %145, <4 x float> poison, <1 x i32> zeroinitializer
  store <1 x float> %283, ptr addrspace(3) %87, align 4
  %284 = shufflevector <4 x float> %146, <4 x float> poison, <1 x i32> zeroinitializer
  store <1 x float> %284, ptr addrspace(3) %89, align 4
  %285 = shufflevector <4 x float> %145, <4 x float> poison, <1 x i32> <i32 1>
  store <1 x float> %285, ptr addrspace(3) %92, align 4
  %286 = shufflevector <4 x float> %146, <4 x float> poison, <1 x i32> <i32 1>
  store <1 x float> %286, ptr addrspace(3) %94, align 4
  %287 = shufflevector <4 x float> %145, <4 x float> poison, <1 x i32> <i32 2>
  store <1 x float> %287, ptr addrspace(3) %97, align 4
  %288 = shufflevector <4 x float> %146, <4 x float> poison, <1 x i32> <i32 2>
  store <1 x float> %288, ptr addrspace(3) %99, align 4
  %289 = shufflevector <4 x float> %145, <4 x float> poison, <1 x i32> <i32 3>
  store <1 x float> %289, ptr addrspace(3) %102, align 4
  %290 = shufflevector <4 x float> %146, <4 x float> poison, <1 x i32> <i32 3>
  store <1 x float> %290, ptr addrspace(3) %104, align 4
  store <4 x float> %183, ptr addrspace(3) %106, align 16
  store <4 x float> %184, ptr addrspace(3) %107, align 16
  %exitcond.peel.not = icmp eq i32 %smax, 1
  br i1 %exitcond.peel.not, label %._crit_edge, label %.peel.next

.peel.next:                                      
  %291 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %134
  %292 = getelementptr inbounds nuw i8, ptr addrspace(3) %291, i32 %135
  %293 = getelementptr inbounds nuw i8, ptr addrspace(3) %292, i32 %33
  %294 = getelementptr inbounds nuw i8, ptr addrspace(3) %293, i32 1024
  %295 = getelementptr inbounds nuw i8, ptr addrspace(3) %293, i32 2048
  %296 = getelementptr inbounds nuw i8, ptr addrspace(3) %293, i32 3072
  %297 = getelementptr inbounds nuw i8, ptr addrspace(3) %293, i32 4096
  %298 = getelementptr inbounds nuw i8, ptr addrspace(3) %293, i32 5120
  %299 = getelementptr inbounds nuw i8, ptr addrspace(3) %293, i32 6144
  %300 = getelementptr inbounds nuw i8, ptr addrspace(3) %293, i32 7168
  %301 = getelementptr inbounds nuw i8, ptr addrspace(3) %293, i32 128
  %302 = getelementptr inbounds nuw i8, ptr addrspace(3) %293, i32 1152
  %303 = getelementptr inbounds nuw i8, ptr addrspace(3) %293, i32 2176
  %304 = getelementptr inbounds nuw i8, ptr addrspace(3) %293, i32 3200
  %305 = getelementptr inbounds nuw i8, ptr addrspace(3) %293, i32 4224
  %306 = getelementptr inbounds nuw i8, ptr addrspace(3) %293, i32 5248
  %307 = getelementptr inbounds nuw i8, ptr addrspace(3) %293, i32 6272
  %308 = getelementptr inbounds nuw i8, ptr addrspace(3) %293, i32 7296
  br label %309

309:                                             
  %.pn2336 = phi i32 [ %140, %.peel.next ], [ %330, %309 ]
  %.pn3135 = phi i32 [ %139, %.peel.next ], [ %329, %309 ]
  %.pn734 = phi i32 [ %138, %.peel.next ], [ %328, %309 ]
  %.pn1533 = phi i32 [ %137, %.peel.next ], [ %327, %309 ]
  %310 = phi float [ %243, %.peel.next ], [ %419, %309 ]
  %311 = phi float [ %244, %.peel.next ], [ %420, %309 ]
  %312 = phi float [ %245, %.peel.next ], [ %421, %309 ]
  %313 = phi float [ %246, %.peel.next ], [ %422, %309 ]
  %314 = phi float [ %255, %.peel.next ], [ %435, %309 ]
  %315 = phi float [ %256, %.peel.next ], [ %436, %309 ]
  %316 = phi float [ %257, %.peel.next ], [ %437, %309 ]
  %317 = phi float [ %258, %.peel.next ], [ %438, %309 ]
  %318 = phi float [ %267, %.peel.next ], [ %451, %309 ]
  %319 = phi float [ %268, %.peel.next ], [ %452, %309 ]
  %320 = phi float [ %269, %.peel.next ], [ %453, %309 ]
  %321 = phi float [ %270, %.peel.next ], [ %454, %309 ]
  %322 = phi float [ %279, %.peel.next ], [ %467, %309 ]
  %323 = phi float [ %280, %.peel.next ], [ %468, %309 ]
  %324 = phi float [ %281, %.peel.next ], [ %469, %309 ]
  %325 = phi float [ %282, %.peel.next ], [ %470, %309 ]
  %326 = phi i32 [ 1, %.peel.next ], [ %479, %309 ]
  %327 = add i32 %.pn1533, 32
  %328 = add i32 %.pn734, 32
  %329 = add i32 %.pn3135, %81
  %330 = add i32 %.pn2336, %81
  %331 = sext i32 %327 to i64
  %332 = getelementptr float, ptr addrspace(1) %0, i64 %331
  %333 = sext i32 %328 to i64
  %334 = getelementptr float, ptr addrspace(1) %0, i64 %333
  %335 = load <4 x float>, ptr addrspace(1) %332, align 16
  %336 = load <4 x float>, ptr addrspace(1) %334, align 16
  tail call void @llvm.amdgcn.s.waitcnt(i32 49279)
  tail call void @llvm.amdgcn.s.barrier()
  %337 = load <1 x float>, ptr addrspace(3) %115, align 4
  %338 = extractelement <1 x float> %337, i64 0
  %339 = load <1 x float>, ptr addrspace(3) %116, align 4
  %340 = extractelement <1 x float> %339, i64 0
  %341 = load <1 x float>, ptr addrspace(3) %117, align 4
  %342 = extractelement <1 x float> %341, i64 0
  %343 = load <1 x float>, ptr addrspace(3) %118, align 4
  %344 = extractelement <1 x float> %343, i64 0
  %345 = load <1 x float>, ptr addrspace(3) %120, align 4
  %346 = extractelement <1 x float> %345, i64 0
  %347 = load <1 x float>, ptr addrspace(3) %121, align 4
  %348 = extractelement <1 x float> %347, i64 0
  %349 = load <1 x float>, ptr addrspace(3) %122, align 4
  %350 = extractelement <1 x float> %349, i64 0
  %351 = load <1 x float>, ptr addrspace(3) %123, align 4
  %352 = extractelement <1 x float> %351, i64 0
  %353 = load <1 x float>, ptr addrspace(3) %125, align 4
  %354 = extractelement <1 x float> %353, i64 0
  %355 = load <1 x float>, ptr addrspace(3) %126, align 4
  %356 = extractelement <1 x float> %355, i64 0
  %357 = load <1 x float>, ptr addrspace(3) %127, align 4
  %358 = extractelement <1 x float> %357, i64 0
  %359 = load <1 x float>, ptr addrspace(3) %128, align 4
  %360 = extractelement <1 x float> %359, i64 0
  %361 = load <1 x float>, ptr addrspace(3) %130, align 4
  %362 = extractelement <1 x float> %361, i64 0
  %363 = load <1 x float>, ptr addrspace(3) %131, align 4
  %364 = extractelement <1 x float> %363, i64 0
  %365 = load <1 x float>, ptr addrspace(3) %132, align 4
  %366 = extractelement <1 x float> %365, i64 0
  %367 = load <1 x float>, ptr addrspace(3) %133, align 4
  %368 = extractelement <1 x float> %367, i64 0
  %369 = sext i32 %329 to i64
  %370 = getelementptr float, ptr addrspace(1) %1, i64 %369
  %371 = sext i32 %330 to i64
  %372 = getelementptr float, ptr addrspace(1) %1, i64 %371
  %373 = load <4 x float>, ptr addrspace(1) %370, align 16
  %374 = load <4 x float>, ptr addrspace(1) %372, align 16
  %375 = load <1 x float>, ptr addrspace(3) %293, align 4
  %376 = extractelement <1 x float> %375, i64 0
  %377 = load <1 x float>, ptr addrspace(3) %294, align 4
  %378 = extractelement <1 x float> %377, i64 0
  %379 = load <1 x float>, ptr addrspace(3) %295, align 4
  %380 = extractelement <1 x float> %379, i64 0
  %381 = load <1 x float>, ptr addrspace(3) %296, align 4
  %382 = extractelement <1 x float> %381, i64 0
  %383 = load <1 x float>, ptr addrspace(3) %297, align 4
  %384 = extractelement <1 x float> %383, i64 0
  %385 = load <1 x float>, ptr addrspace(3) %298, align 4
  %386 = extractelement <1 x float> %385, i64 0
  %387 = load <1 x float>, ptr addrspace(3) %299, align 4
  %388 = extractelement <1 x float> %387, i64 0
  %389 = load <1 x float>, ptr addrspace(3) %300, align 4
  %390 = extractelement <1 x float> %389, i64 0
  %391 = load <1 x float>, ptr addrspace(3) %301, align 4
  %392 = extractelement <1 x float> %391, i64 0
  %393 = load <1 x float>, ptr addrspace(3) %302, align 4
  %394 = extractelement <1 x float> %393, i64 0
  %395 = load <1 x float>, ptr addrspace(3) %303, align 4
  %396 = extractelement <1 x float> %395, i64 0
  %397 = load <1 x float>, ptr addrspace(3) %304, align 4
  %398 = extractelement <1 x float> %397, i64 0
  %399 = load <1 x float>, ptr addrspace(3) %305, align 4
  %400 = extractelement <1 x float> %399, i64 0
  %401 = load <1 x float>, ptr addrspace(3) %306, align 4
  %402 = extractelement <1 x float> %401, i64 0
  %403 = load <1 x float>, ptr addrspace(3) %307, align 4
  %404 = extractelement <1 x float> %403, i64 0
  %405 = load <1 x float>, ptr addrspace(3) %308, align 4
  %406 = extractelement <1 x float> %405, i64 0
  %407 = insertelement <4 x float> poison, float %310, i64 0
  %408 = insertelement <4 x float> %407, float %311, i64 1
  %409 = insertelement <4 x float> %408, float %312, i64 2
  %410 = insertelement <4 x float> %409, float %313, i64 3
  %411 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %376, float %338, <4 x float> %410, i32 0, i32 0, i32 0)
  %412 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %378, float %346, <4 x float> %411, i32 0, i32 0, i32 0)
  %413 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %380, float %354, <4 x float> %412, i32 0, i32 0, i32 0)
  %414 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %382, float %362, <4 x float> %413, i32 0, i32 0, i32 0)
  %415 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %384, float %340, <4 x float> %414, i32 0, i32 0, i32 0)
  %416 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %386, float %348, <4 x float> %415, i32 0, i32 0, i32 0)
  %417 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %388, float %356, <4 x float> %416, i32 0, i32 0, i32 0)
  %418 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %390, float %364, <4 x float> %417, i32 0, i32 0, i32 0)
  %419 = extractelement <4 x float> %418, i64 0
  %420 = extractelement <4 x float> %418, i64 1
  %421 = extractelement <4 x float> %418, i64 2
  %422 = extractelement <4 x float> %418, i64 3
  %423 = insertelement <4 x float> poison, float %314, i64 0
  %424 = insertelement <4 x float> %423, float %315, i64 1
  %425 = insertelement <4 x float> %424, float %316, i64 2
  %426 = insertelement <4 x float> %425, float %317, i64 3
  %427 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %392, float %338, <4 x float> %426, i32 0, i32 0, i32 0)
  %428 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %394, float %346, <4 x float> %427, i32 0, i32 0, i32 0)
  %429 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %396, float %354, <4 x float> %428, i32 0, i32 0, i32 0)
  %430 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %398, float %362, <4 x float> %429, i32 0, i32 0, i32 0)
  %431 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %400, float %340, <4 x float> %430, i32 0, i32 0, i32 0)
  %432 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %402, float %348, <4 x float> %431, i32 0, i32 0, i32 0)
  %433 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %404, float %356, <4 x float> %432, i32 0, i32 0, i32 0)
  %434 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %406, float %364, <4 x float> %433, i32 0, i32 0, i32 0)
  %435 = extractelement <4 x float> %434, i64 0
  %436 = extractelement <4 x float> %434, i64 1
  %437 = extractelement <4 x float> %434, i64 2
  %438 = extractelement <4 x float> %434, i64 3
  %439 = insertelement <4 x float> poison, float %318, i64 0
  %440 = insertelement <4 x float> %439, float %319, i64 1
  %441 = insertelement <4 x float> %440, float %320, i64 2
  %442 = insertelement <4 x float> %441, float %321, i64 3
  %443 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %376, float %342, <4 x float> %442, i32 0, i32 0, i32 0)
  %444 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %378, float %350, <4 x float> %443, i32 0, i32 0, i32 0)
  %445 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %380, float %358, <4 x float> %444, i32 0, i32 0, i32 0)
  %446 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %382, float %366, <4 x float> %445, i32 0, i32 0, i32 0)
  %447 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %384, float %344, <4 x float> %446, i32 0, i32 0, i32 0)
  %448 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %386, float %352, <4 x float> %447, i32 0, i32 0, i32 0)
  %449 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %388, float %360, <4 x float> %448, i32 0, i32 0, i32 0)
  %450 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %390, float %368, <4 x float> %449, i32 0, i32 0, i32 0)
  %451 = extractelement <4 x float> %450, i64 0
  %452 = extractelement <4 x float> %450, i64 1
  %453 = extractelement <4 x float> %450, i64 2
  %454 = extractelement <4 x float> %450, i64 3
  %455 = insertelement <4 x float> poison, float %322, i64 0
  %456 = insertelement <4 x float> %455, float %323, i64 1
  %457 = insertelement <4 x float> %456, float %324, i64 2
  %458 = insertelement <4 x float> %457, float %325, i64 3
  %459 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %392, float %342, <4 x float> %458, i32 0, i32 0, i32 0)
  %460 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %394, float %350, <4 x float> %459, i32 0, i32 0, i32 0)
  %461 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %396, float %358, <4 x float> %460, i32 0, i32 0, i32 0)
  %462 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %398, float %366, <4 x float> %461, i32 0, i32 0, i32 0)
  %463 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %400, float %344, <4 x float> %462, i32 0, i32 0, i32 0)
  %464 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %402, float %352, <4 x float> %463, i32 0, i32 0, i32 0)
  %465 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %404, float %360, <4 x float> %464, i32 0, i32 0, i32 0)
  %466 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %406, float %368, <4 x float> %465, i32 0, i32 0, i32 0)
  %467 = extractelement <4 x float> %466, i64 0
  %468 = extractelement <4 x float> %466, i64 1
  %469 = extractelement <4 x float> %466, i64 2
  %470 = extractelement <4 x float> %466, i64 3
  tail call void @llvm.amdgcn.s.waitcnt(i32 49279)
  tail call void @llvm.amdgcn.s.barrier()
  %471 = shufflevector <4 x float> %335, <4 x float> poison, <1 x i32> zeroinitializer
  store <1 x float> %471, ptr addrspace(3) %87, align 4
  %472 = shufflevector <4 x float> %336, <4 x float> poison, <1 x i32> zeroinitializer
  store <1 x float> %472, ptr addrspace(3) %89, align 4
  %473 = shufflevector <4 x float> %335, <4 x float> poison, <1 x i32> <i32 1>
  store <1 x float> %473, ptr addrspace(3) %92, align 4
  %474 = shufflevector <4 x float> %336, <4 x float> poison, <1 x i32> <i32 1>
  store <1 x float> %474, ptr addrspace(3) %94, align 4
  %475 = shufflevector <4 x float> %335, <4 x float> poison, <1 x i32> <i32 2>
  store <1 x float> %475, ptr addrspace(3) %97, align 4
  %476 = shufflevector <4 x float> %336, <4 x float> poison, <1 x i32> <i32 2>
  store <1 x float> %476, ptr addrspace(3) %99, align 4
  %477 = shufflevector <4 x float> %335, <4 x float> poison, <1 x i32> <i32 3>
  store <1 x float> %477, ptr addrspace(3) %102, align 4
  %478 = shufflevector <4 x float> %336, <4 x float> poison, <1 x i32> <i32 3>
  store <1 x float> %478, ptr addrspace(3) %104, align 4
  store <4 x float> %373, ptr addrspace(3) %106, align 16
  store <4 x float> %374, ptr addrspace(3) %107, align 16
  %479 = add nuw nsw i32 %326, 1
  %exitcond.not = icmp eq i32 %479, %smax
  br i1 %exitcond.not, label %._crit_edge, label %309, !llvm.loop !2

._crit_edge:                                     
  %480 = phi float [ 0.000000e+00, %79 ], [ %243, %.lr.ph ], [ %419, %309 ]
  %481 = phi float [ 0.000000e+00, %79 ], [ %244, %.lr.ph ], [ %420, %309 ]
  %482 = phi float [ 0.000000e+00, %79 ], [ %245, %.lr.ph ], [ %421, %309 ]
  %483 = phi float [ 0.000000e+00, %79 ], [ %246, %.lr.ph ], [ %422, %309 ]
  %484 = phi float [ 0.000000e+00, %79 ], [ %255, %.lr.ph ], [ %435, %309 ]
  %485 = phi float [ 0.000000e+00, %79 ], [ %256, %.lr.ph ], [ %436, %309 ]
  %486 = phi float [ 0.000000e+00, %79 ], [ %257, %.lr.ph ], [ %437, %309 ]
  %487 = phi float [ 0.000000e+00, %79 ], [ %258, %.lr.ph ], [ %438, %309 ]
  %488 = phi float [ 0.000000e+00, %79 ], [ %267, %.lr.ph ], [ %451, %309 ]
  %489 = phi float [ 0.000000e+00, %79 ], [ %268, %.lr.ph ], [ %452, %309 ]
  %490 = phi float [ 0.000000e+00, %79 ], [ %269, %.lr.ph ], [ %453, %309 ]
  %491 = phi float [ 0.000000e+00, %79 ], [ %270, %.lr.ph ], [ %454, %309 ]
  %492 = phi float [ 0.000000e+00, %79 ], [ %279, %.lr.ph ], [ %467, %309 ]
  %493 = phi float [ 0.000000e+00, %79 ], [ %280, %.lr.ph ], [ %468, %309 ]
  %494 = phi float [ 0.000000e+00, %79 ], [ %281, %.lr.ph ], [ %469, %309 ]
  %495 = phi float [ 0.000000e+00, %79 ], [ %282, %.lr.ph ], [ %470, %309 ]
  tail call void @llvm.amdgcn.s.waitcnt(i32 49279)
  tail call void @llvm.amdgcn.s.barrier()
  br i1 %48, label %496, label %._crit_edge._crit_edge

496:                                             
  %497 = and i32 %28, 48
  %498 = shl nuw nsw i32 %497, 4
  %499 = and i32 %28, 64
  %500 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %498
  %501 = getelementptr inbounds nuw i8, ptr addrspace(3) %500, i32 %499
  %502 = getelementptr inbounds nuw i8, ptr addrspace(3) %501, i32 %33
  %503 = getelementptr inbounds nuw i8, ptr addrspace(3) %502, i32 7296
  %504 = load <1 x float>, ptr addrspace(3) %503, align 4
  %505 = extractelement <1 x float> %504, i64 0
  %506 = getelementptr inbounds nuw i8, ptr addrspace(3) %502, i32 6272
  %507 = load <1 x float>, ptr addrspace(3) %506, align 4
  %508 = extractelement <1 x float> %507, i64 0
  %509 = getelementptr inbounds nuw i8, ptr addrspace(3) %502, i32 5248
  %510 = load <1 x float>, ptr addrspace(3) %509, align 4
  %511 = extractelement <1 x float> %510, i64 0
  %512 = getelementptr inbounds nuw i8, ptr addrspace(3) %502, i32 4224
  %513 = load <1 x float>, ptr addrspace(3) %512, align 4
  %514 = extractelement <1 x float> %513, i64 0
  %515 = getelementptr inbounds nuw i8, ptr addrspace(3) %502, i32 3200
  %516 = load <1 x float>, ptr addrspace(3) %515, align 4
  %517 = extractelement <1 x float> %516, i64 0
  %518 = getelementptr inbounds nuw i8, ptr addrspace(3) %502, i32 2176
  %519 = load <1 x float>, ptr addrspace(3) %518, align 4
  %520 = extractelement <1 x float> %519, i64 0
  %521 = getelementptr inbounds nuw i8, ptr addrspace(3) %502, i32 1152
  %522 = load <1 x float>, ptr addrspace(3) %521, align 4
  %523 = extractelement <1 x float> %522, i64 0
  %524 = getelementptr inbounds nuw i8, ptr addrspace(3) %502, i32 128
  %525 = load <1 x float>, ptr addrspace(3) %524, align 4
  %526 = extractelement <1 x float> %525, i64 0
  %527 = getelementptr inbounds nuw i8, ptr addrspace(3) %502, i32 7168
  %528 = load <1 x float>, ptr addrspace(3) %527, align 4
  %529 = extractelement <1 x float> %528, i64 0
  %530 = getelementptr inbounds nuw i8, ptr addrspace(3) %502, i32 6144
  %531 = load <1 x float>, ptr addrspace(3) %530, align 4
  %532 = extractelement <1 x float> %531, i64 0
  %533 = getelementptr inbounds nuw i8, ptr addrspace(3) %502, i32 5120
  %534 = load <1 x float>, ptr addrspace(3) %533, align 4
  %535 = extractelement <1 x float> %534, i64 0
  %536 = getelementptr inbounds nuw i8, ptr addrspace(3) %502, i32 4096
  %537 = load <1 x float>, ptr addrspace(3) %536, align 4
  %538 = extractelement <1 x float> %537, i64 0
  %539 = getelementptr inbounds nuw i8, ptr addrspace(3) %502, i32 3072
  %540 = load <1 x float>, ptr addrspace(3) %539, align 4
  %541 = extractelement <1 x float> %540, i64 0
  %542 = getelementptr inbounds nuw i8, ptr addrspace(3) %502, i32 2048
  %543 = load <1 x float>, ptr addrspace(3) %542, align 4
  %544 = extractelement <1 x float> %543, i64 0
  %545 = getelementptr inbounds nuw i8, ptr addrspace(3) %502, i32 1024
  %546 = load <1 x float>, ptr addrspace(3) %545, align 4
  %547 = extractelement <1 x float> %546, i64 0
  %548 = load <1 x float>, ptr addrspace(3) %502, align 4
  %549 = extractelement <1 x float> %548, i64 0
  %550 = shl nuw nsw i32 %32, 4
  %551 = mul nuw nsw i32 %31, 132
  %552 = lshr exact i32 %497, 2
  %553 = xor i32 %551, %552
  %554 = or disjoint i32 %553, %550
  %555 = xor i32 %554, 48
  %556 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %555
  %557 = getelementptr inbounds nuw i8, ptr addrspace(3) %556, i32 4160
  %558 = load <1 x float>, ptr addrspace(3) %557, align 4
  %559 = extractelement <1 x float> %558, i64 0
  %560 = getelementptr inbounds nuw i8, ptr addrspace(3) %556, i32 4096
  %561 = load <1 x float>, ptr addrspace(3) %560, align 4
  %562 = extractelement <1 x float> %561, i64 0
  %563 = getelementptr inbounds nuw i8, ptr addrspace(3) %556, i32 64
  %564 = load <1 x float>, ptr addrspace(3) %563, align 4
  %565 = extractelement <1 x float> %564, i64 0
  %566 = load <1 x float>, ptr addrspace(3) %556, align 4
  %567 = extractelement <1 x float> %566, i64 0
  %568 = xor i32 %554, 32
  %569 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %568
  %570 = getelementptr inbounds nuw i8, ptr addrspace(3) %569, i32 4160
  %571 = load <1 x float>, ptr addrspace(3) %570, align 4
  %572 = extractelement <1 x float> %571, i64 0
  %573 = getelementptr inbounds nuw i8, ptr addrspace(3) %569, i32 4096
  %574 = load <1 x float>, ptr addrspace(3) %573, align 4
  %575 = extractelement <1 x float> %574, i64 0
  %576 = getelementptr inbounds nuw i8, ptr addrspace(3) %569, i32 64
  %577 = load <1 x float>, ptr addrspace(3) %576, align 4
  %578 = extractelement <1 x float> %577, i64 0
  %579 = load <1 x float>, ptr addrspace(3) %569, align 4
  %580 = extractelement <1 x float> %579, i64 0
  %581 = xor i32 %554, 16
  %582 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %581
  %583 = getelementptr inbounds nuw i8, ptr addrspace(3) %582, i32 4160
  %584 = load <1 x float>, ptr addrspace(3) %583, align 4
  %585 = extractelement <1 x float> %584, i64 0
  %586 = getelementptr inbounds nuw i8, ptr addrspace(3) %582, i32 4096
  %587 = load <1 x float>, ptr addrspace(3) %586, align 4
  %588 = extractelement <1 x float> %587, i64 0
  %589 = getelementptr inbounds nuw i8, ptr addrspace(3) %582, i32 64
  %590 = load <1 x float>, ptr addrspace(3) %589, align 4
  %591 = extractelement <1 x float> %590, i64 0
  %592 = load <1 x float>, ptr addrspace(3) %582, align 4
  %593 = extractelement <1 x float> %592, i64 0
  %594 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %554
  %595 = getelementptr inbounds nuw i8, ptr addrspace(3) %594, i32 4160
  %596 = load <1 x float>, ptr addrspace(3) %595, align 4
  %597 = extractelement <1 x float> %596, i64 0
  %598 = getelementptr inbounds nuw i8, ptr addrspace(3) %594, i32 4096
  %599 = load <1 x float>, ptr addrspace(3) %598, align 4
  %600 = extractelement <1 x float> %599, i64 0
  %601 = getelementptr inbounds nuw i8, ptr addrspace(3) %594, i32 64
  %602 = load <1 x float>, ptr addrspace(3) %601, align 4
  %603 = extractelement <1 x float> %602, i64 0
  %604 = load <1 x float>, ptr addrspace(3) %594, align 4
  %605 = extractelement <1 x float> %604, i64 0
  %606 = insertelement <4 x float> poison, float %480, i64 0
  %607 = insertelement <4 x float> %606, float %481, i64 1
  %608 = insertelement <4 x float> %607, float %482, i64 2
  %609 = insertelement <4 x float> %608, float %483, i64 3
  %610 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %549, float %605, <4 x float> %609, i32 0, i32 0, i32 0)
  %611 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %547, float %593, <4 x float> %610, i32 0, i32 0, i32 0)
  %612 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %544, float %580, <4 x float> %611, i32 0, i32 0, i32 0)
  %613 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %541, float %567, <4 x float> %612, i32 0, i32 0, i32 0)
  %614 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %538, float %603, <4 x float> %613, i32 0, i32 0, i32 0)
  %615 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %535, float %591, <4 x float> %614, i32 0, i32 0, i32 0)
  %616 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %532, float %578, <4 x float> %615, i32 0, i32 0, i32 0)
  %617 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %529, float %565, <4 x float> %616, i32 0, i32 0, i32 0)
  %618 = extractelement <4 x float> %617, i64 0
  %619 = extractelement <4 x float> %617, i64 1
  %620 = extractelement <4 x float> %617, i64 2
  %621 = extractelement <4 x float> %617, i64 3
  %622 = insertelement <4 x float> poison, float %484, i64 0
  %623 = insertelement <4 x float> %622, float %485, i64 1
  %624 = insertelement <4 x float> %623, float %486, i64 2
  %625 = insertelement <4 x float> %624, float %487, i64 3
  %626 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %526, float %605, <4 x float> %625, i32 0, i32 0, i32 0)
  %627 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %523, float %593, <4 x float> %626, i32 0, i32 0, i32 0)
  %628 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %520, float %580, <4 x float> %627, i32 0, i32 0, i32 0)
  %629 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %517, float %567, <4 x float> %628, i32 0, i32 0, i32 0)
  %630 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %514, float %603, <4 x float> %629, i32 0, i32 0, i32 0)
  %631 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %511, float %591, <4 x float> %630, i32 0, i32 0, i32 0)
  %632 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %508, float %578, <4 x float> %631, i32 0, i32 0, i32 0)
  %633 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %505, float %565, <4 x float> %632, i32 0, i32 0, i32 0)
  %634 = extractelement <4 x float> %633, i64 0
  %635 = extractelement <4 x float> %633, i64 1
  %636 = extractelement <4 x float> %633, i64 2
  %637 = extractelement <4 x float> %633, i64 3
  %638 = insertelement <4 x float> poison, float %488, i64 0
  %639 = insertelement <4 x float> %638, float %489, i64 1
  %640 = insertelement <4 x float> %639, float %490, i64 2
  %641 = insertelement <4 x float> %640, float %491, i64 3
  %642 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %549, float %600, <4 x float> %641, i32 0, i32 0, i32 0)
  %643 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %547, float %588, <4 x float> %642, i32 0, i32 0, i32 0)
  %644 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %544, float %575, <4 x float> %643, i32 0, i32 0, i32 0)
  %645 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %541, float %562, <4 x float> %644, i32 0, i32 0, i32 0)
  %646 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %538, float %597, <4 x float> %645, i32 0, i32 0, i32 0)
  %647 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %535, float %585, <4 x float> %646, i32 0, i32 0, i32 0)
  %648 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %532, float %572, <4 x float> %647, i32 0, i32 0, i32 0)
  %649 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %529, float %559, <4 x float> %648, i32 0, i32 0, i32 0)
  %650 = extractelement <4 x float> %649, i64 0
  %651 = extractelement <4 x float> %649, i64 1
  %652 = extractelement <4 x float> %649, i64 2
  %653 = extractelement <4 x float> %649, i64 3
  %654 = insertelement <4 x float> poison, float %492, i64 0
  %655 = insertelement <4 x float> %654, float %493, i64 1
  %656 = insertelement <4 x float> %655, float %494, i64 2
  %657 = insertelement <4 x float> %656, float %495, i64 3
  %658 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %526, float %600, <4 x float> %657, i32 0, i32 0, i32 0)
  %659 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %523, float %588, <4 x float> %658, i32 0, i32 0, i32 0)
  %660 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %520, float %575, <4 x float> %659, i32 0, i32 0, i32 0)
  %661 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %517, float %562, <4 x float> %660, i32 0, i32 0, i32 0)
  %662 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %514, float %597, <4 x float> %661, i32 0, i32 0, i32 0)
  %663 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %511, float %585, <4 x float> %662, i32 0, i32 0, i32 0)
  %664 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %508, float %572, <4 x float> %663, i32 0, i32 0, i32 0)
  %665 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %505, float %559, <4 x float> %664, i32 0, i32 0, i32 0)
  %666 = extractelement <4 x float> %665, i64 0
  %667 = extractelement <4 x float> %665, i64 1
  %668 = extractelement <4 x float> %665, i64 2
  %669 = extractelement <4 x float> %665, i64 3
  br label %._crit_edge._crit_edge

._crit_edge._crit_edge:                          
  %670 = phi float [ %669, %496 ], [ %495, %._crit_edge ]
  %671 = phi float [ %668, %496 ], [ %494, %._crit_edge ]
  %672 = phi float [ %667, %496 ], [ %493, %._crit_edge ]
  %673 = phi float [ %666, %496 ], [ %492, %._crit_edge ]
  %674 = phi float [ %653, %496 ], [ %491, %._crit_edge ]
  %675 = phi float [ %652, %496 ], [ %490, %._crit_edge ]
  %676 = phi float [ %651, %496 ], [ %489, %._crit_edge ]
  %677 = phi float [ %650, %496 ], [ %488, %._crit_edge ]
  %678 = phi float [ %637, %496 ], [ %487, %._crit_edge ]
  %679 = phi float [ %636, %496 ], [ %486, %._crit_edge ]
  %680 = phi float [ %635, %496 ], [ %485, %._crit_edge ]
  %681 = phi float [ %634, %496 ], [ %484, %._crit_edge ]
  %682 = phi float [ %621, %496 ], [ %483, %._crit_edge ]
  %683 = phi float [ %620, %496 ], [ %482, %._crit_edge ]
  %684 = phi float [ %619, %496 ], [ %481, %._crit_edge ]
  %685 = phi float [ %618, %496 ], [ %480, %._crit_edge ]
  %686 = lshr i32 %28, 2
  %687 = and i32 %686, 28
  %688 = or disjoint i32 %687, 32
  %689 = or disjoint i32 %36, %688
  %690 = or disjoint i32 %36, %687
  %691 = lshr exact i32 %32, 3
  %692 = or disjoint i32 %691, %31
  %693 = or disjoint i32 %692, 32
  %694 = or disjoint i32 %27, %693
  %695 = or disjoint i32 %27, %692
  %696 = mul i32 %27, %8
  %697 = mul i32 %8, %692
  %698 = mul i32 %8, %693
  %699 = add i32 %696, %36
  %700 = or disjoint i32 %699, %687
  %701 = add i32 %700, %697
  %702 = or disjoint i32 %699, %688
  %703 = add i32 %702, %697
  %704 = add i32 %700, %698
  %705 = add i32 %702, %698
  %706 = icmp slt i32 %695, %3
  %707 = icmp slt i32 %694, %3
  %708 = icmp slt i32 %690, %4
  %709 = icmp slt i32 %689, %4
  %710 = and i1 %706, %708
  %711 = and i1 %706, %709
  %712 = and i1 %707, %708
  %713 = and i1 %707, %709
  %714 = tail call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %2, i16 0, i64 2147483646, i32 159744)
  %715 = insertelement <4 x float> poison, float %685, i64 0
  %716 = insertelement <4 x float> %715, float %684, i64 1
  %717 = insertelement <4 x float> %716, float %683, i64 2
  %718 = insertelement <4 x float> %717, float %682, i64 3
  %719 = shl i32 %701, 2
  %720 = select i1 %710, i32 %719, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.v4f32(<4 x float> %718, ptr addrspace(8) %714, i32 %720, i32 0, i32 0)
  %721 = insertelement <4 x float> poison, float %681, i64 0
  %722 = insertelement <4 x float> %721, float %680, i64 1
  %723 = insertelement <4 x float> %722, float %679, i64 2
  %724 = insertelement <4 x float> %723, float %678, i64 3
  %725 = shl i32 %703, 2
  %726 = select i1 %711, i32 %725, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.v4f32(<4 x float> %724, ptr addrspace(8) %714, i32 %726, i32 0, i32 0)
  %727 = insertelement <4 x float> poison, float %677, i64 0
  %728 = insertelement <4 x float> %727, float %676, i64 1
  %729 = insertelement <4 x float> %728, float %675, i64 2
  %730 = insertelement <4 x float> %729, float %674, i64 3
  %731 = shl i32 %704, 2
  %732 = select i1 %712, i32 %731, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.v4f32(<4 x float> %730, ptr addrspace(8) %714, i32 %732, i32 0, i32 0)
  %733 = insertelement <4 x float> poison, float %673, i64 0
  %734 = insertelement <4 x float> %733, float %672, i64 1
  %735 = insertelement <4 x float> %734, float %671, i64 2
  %736 = insertelement <4 x float> %735, float %670, i64 3
  %737 = shl i32 %705, 2
  %738 = select i1 %713, i32 %737, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.v4f32(<4 x float> %736, ptr addrspace(8) %714, i32 %738, i32 0, i32 0)
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

declare i32 @llvm.smax.i32(i32, i32) #6

attributes #0 = { nofree norecurse nounwind "amdgpu-agpr-alloc"="0" "amdgpu-flat-work-group-size"="1,256" "amdgpu-no-cluster-id-x" "amdgpu-no-cluster-id-y" "amdgpu-no-cluster-id-z" "amdgpu-no-completion-action" "amdgpu-no-default-queue" "amdgpu-no-dispatch-id" "amdgpu-no-dispatch-ptr" "amdgpu-no-flat-scratch-init" "amdgpu-no-heap-ptr" "amdgpu-no-hostcall-ptr" "amdgpu-no-implicitarg-ptr" "amdgpu-no-lds-kernel-id" "amdgpu-no-multigrid-sync-arg" "amdgpu-no-queue-ptr" "amdgpu-no-workgroup-id-x" "amdgpu-no-workgroup-id-y" "amdgpu-no-workgroup-id-z" "amdgpu-no-workitem-id-x" "amdgpu-no-workitem-id-y" "amdgpu-no-workitem-id-z" "amdgpu-waves-per-eu"="0, 0" "denormal-fp-math-f32"="ieee" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { mustprogress nocallback nofree nounwind willreturn }
attributes #3 = { convergent mustprogress nocallback nofree nounwind willreturn }
attributes #4 = { convergent mustprogress nocallback nofree nosync nounwind willreturn memory(none) }
attributes #5 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: write) }
attributes #6 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }

!llvm.module.flags = !{!0, !1}

!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = !{i32 1, !"amdhsa_code_object_version", i32 500}
!2 = distinct !{!2, !3}
!3 = !{!"llvm.loop.peeled.count", i32 1}
