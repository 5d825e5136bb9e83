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
  %33 = lshr i32 %28, 2
  %34 = and i32 %33, 28
  %35 = shl nuw nsw i32 %31, 2
  %36 = or disjoint i32 %27, %30
  %37 = or disjoint i32 %36, 32
  %38 = shl i32 %24, 6
  %39 = or disjoint i32 %38, %35
  %40 = srem i32 %36, %3
  %41 = srem i32 %37, %3
  %42 = shl nuw nsw i32 %28, 2
  %43 = and i32 %42, 28
  %44 = mul i32 %40, %6
  %45 = mul i32 %41, %6
  %46 = add i32 %44, %43
  %47 = add i32 %45, %43
  %48 = add i32 %5, 31
  %49 = sdiv i32 %48, 32
  %50 = icmp sgt i32 %48, 31
  %51 = sext i32 %47 to i64
  %52 = getelementptr float, ptr addrspace(1) %0, i64 %51
  br i1 %50, label %53, label %57

53:                                              
  %54 = sext i32 %46 to i64
  %55 = getelementptr float, ptr addrspace(1) %0, i64 %54
  %56 = load <4 x float>, ptr addrspace(1) %55, align 16
  br label %57

57:                                              
  %58 = phi <4 x float> [ %56, %53 ], [ zeroinitializer, %11 ]
  br i1 %50, label %59, label %61

59:                                              
  %60 = load <4 x float>, ptr addrspace(1) %52, align 16
  br label %61

61:                                              
  %62 = phi <4 x float> [ %60, %59 ], [ zeroinitializer, %57 ]
  %63 = lshr i32 %28, 4
  %64 = and i32 %63, 15
  %65 = or disjoint i32 %64, 16
  %66 = srem i32 %39, %4
  %67 = mul i32 %7, %64
  %68 = mul i32 %7, %65
  %69 = add i32 %66, %67
  %70 = add i32 %66, %68
  %71 = sext i32 %70 to i64
  %72 = getelementptr float, ptr addrspace(1) %1, i64 %71
  br i1 %50, label %73, label %77

73:                                              
  %74 = sext i32 %69 to i64
  %75 = getelementptr float, ptr addrspace(1) %1, i64 %74
  %76 = load <4 x float>, ptr addrspace(1) %75, align 16
  br label %77

77:                                              
  %78 = phi <4 x float> [ %76, %73 ], [ zeroinitializer, %61 ]
  br i1 %50, label %79, label %81

79:                                              
  %80 = load <4 x float>, ptr addrspace(1) %72, align 16
  br label %81

81:                                              
  %82 = phi <4 x float> [ %80, %79 ], [ zeroinitializer, %77 ]
  %83 = shl i32 %7, 5
  %84 = shl nuw nsw i32 %28, 4
  %85 = and i32 %84, 4080
  %86 = xor i32 %85, %34
  %87 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %86
  %88 = shufflevector <4 x float> %58, <4 x float> poison, <1 x i32> zeroinitializer
  store <1 x float> %88, ptr addrspace(3) %87, align 4
  %89 = getelementptr inbounds nuw i8, ptr addrspace(3) %87, i32 4096
  %90 = shufflevector <4 x float> %62, <4 x float> poison, <1 x i32> zeroinitializer
  store <1 x float> %90, ptr addrspace(3) %89, align 4
  %91 = xor i32 %86, 4
  %92 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %91
  %93 = shufflevector <4 x float> %58, <4 x float> poison, <1 x i32> <i32 1>
  store <1 x float> %93, ptr addrspace(3) %92, align 4
  %94 = getelementptr inbounds nuw i8, ptr addrspace(3) %92, i32 4096
  %95 = shufflevector <4 x float> %62, <4 x float> poison, <1 x i32> <i32 1>
  store <1 x float> %95, ptr addrspace(3) %94, align 4
  %96 = xor i32 %86, 8
  %97 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %96
  %98 = shufflevector <4 x float> %58, <4 x float> poison, <1 x i32> <i32 2>
  store <1 x float> %98, ptr addrspace(3) %97, align 4
  %99 = getelementptr inbounds nuw i8, ptr addrspace(3) %97, i32 4096
  %100 = shufflevector <4 x float> %62, <4 x float> poison, <1 x i32> <i32 2>
  store <1 x float> %100, ptr addrspace(3) %99, align 4
  %101 = xor i32 %86, 12
  %102 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %101
  %103 = shufflevector <4 x float> %58, <4 x float> poison, <1 x i32> <i32 3>
  store <1 x float> %103, ptr addrspace(3) %102, align 4
  %104 = getelementptr inbounds nuw i8, ptr addrspace(3) %102, i32 4096
  %105 = shufflevector <4 x float> %62, <4 x float> poison, <1 x i32> <i32 3>
  store <1 x float> %105, ptr addrspace(3) %104, align 4
  %106 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %85
  store <4 x float> %78, ptr addrspace(3) %106, align 16
  %107 = getelementptr inbounds nuw i8, ptr addrspace(3) %106, i32 4096
  store <4 x float> %82, ptr addrspace(3) %107, align 16
  %108 = icmp sgt i32 %48, 63
  br i1 %108, label %.lr.ph, label %._crit_edge

.lr.ph:                                          
  %109 = shl nuw nsw i32 %31, 7
  %110 = shl nuw nsw i32 %28, 1
  %111 = and i32 %110, 28
  %112 = and i32 %28, 48
  %113 = lshr exact i32 %112, 2
  %114 = shl nuw nsw i32 %32, 4
  %115 = or disjoint i32 %109, %111
  %116 = xor i32 %115, %113
  %117 = or disjoint i32 %116, %114
  %118 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %117
  %119 = getelementptr inbounds nuw i8, ptr addrspace(3) %118, i32 32
  %120 = getelementptr inbounds nuw i8, ptr addrspace(3) %118, i32 64
  %121 = getelementptr inbounds nuw i8, ptr addrspace(3) %118, i32 96
  %122 = getelementptr inbounds nuw i8, ptr addrspace(3) %118, i32 4096
  %123 = getelementptr inbounds nuw i8, ptr addrspace(3) %118, i32 4128
  %124 = getelementptr inbounds nuw i8, ptr addrspace(3) %118, i32 4160
  %125 = getelementptr inbounds nuw i8, ptr addrspace(3) %118, i32 4192
  %126 = xor i32 %117, 16
  %127 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %126
  %128 = getelementptr inbounds nuw i8, ptr addrspace(3) %127, i32 32
  %129 = getelementptr inbounds nuw i8, ptr addrspace(3) %127, i32 64
  %130 = getelementptr inbounds nuw i8, ptr addrspace(3) %127, i32 96
  %131 = getelementptr inbounds nuw i8, ptr addrspace(3) %127, i32 4096
  %132 = getelementptr inbounds nuw i8, ptr addrspace(3) %127, i32 4128
  %133 = getelementptr inbounds nuw i8, ptr addrspace(3) %127, i32 4160
  %134 = getelementptr inbounds nuw i8, ptr addrspace(3) %127, i32 4192
  %135 = shl nuw nsw i32 %112, 4
  %136 = and i32 %28, 64
  %137 = tail call i32 @llvm.smax.i32(i32 %49, i32 2)
  %smax = add nsw i32 %137, -1
  %138 = add i32 %46, 32
  %139 = add i32 %47, 32
  %140 = add i32 %69, %83
  %141 = add i32 %70, %83
  %142 = sext i32 %138 to i64
  %143 = getelementptr float, ptr addrspace(1) %0, i64 %142
  %144 = sext i32 %139 to i64
  %145 = getelementptr float, ptr addrspace(1) %0, i64 %144
  %146 = load <4 x float>, ptr addrspace(1) %143, align 16
  %147 = load <4 x float>, ptr addrspace(1) %145, align 16
  tail call void @llvm.amdgcn.s.waitcnt(i32 49279)
  tail call void @llvm.amdgcn.s.barrier()
  %148 = load <1 x float>, ptr addrspace(3) %118, align 4
  %149 = extractelement <1 x float> %148, i64 0
  %150 = load <1 x float>, ptr addrspace(3) %119, align 4
  %151 = extractelement <1 x float> %150, i64 0
  %152 = load <1 x float>, ptr addrspace(3) %120, align 4
  %153 = extractelement <1 x float> %152, i64 0
  %154 = load <1 x float>, ptr addrspace(3) %121, align 4
  %155 = extractelement <1 x float> %154, i64 0
  %156 = load <1 x float>, ptr addrspace(3) %122, align 4
  %157 = extractelement <1 x float> %156, i64 0
  %158 = load <1 x float>, ptr addrspace(3) %123, align 4
  %159 = extractelement <1 x float> %158, i64 0
  %160 = load <1 x float>, ptr addrspace(3) %124, align 4
  %161 = extractelement <1 x float> %160, i64 0
  %162 = load <1 x float>, ptr addrspace(3) %125, align 4
  %163 = extractelement <1 x float> %162, i64 0
  %164 = load <1 x float>, ptr addrspace(3) %127, align 4
  %165 = extractelement <1 x float> %164, i64 0
  %166 = load <1 x float>, ptr addrspace(3) %128, align 4
  %167 = extractelement <1 x float> %166, i64 0
  %168 = load <1 x float>, ptr addrspace(3) %129, align 4
  %169 = extractelement <1 x float> %168, i64 0
  %170 = load <1 x float>, ptr addrspace(3) %130, align 4
  %171 = extractelement <1 x float> %170, i64 0
  %172 = load <1 x float>, ptr addrspace(3) %131, align 4
  %173 = extractelement <1 x float> %172, i64 0
  %174 = load <1 x float>, ptr addrspace(3) %132, align 4
  %175 = extractelement <1 x float> %174, i64 0
  %176 = load <1 x float>, ptr addrspace(3) %133, align 4
  %177 = extractelement <1 x float> %176, i64 0
  %178 = load <1 x float>, ptr addrspace(3) %134, align 4
  %179 = extractelement <1 x float> %178, i64 0
  %180 = sext i32 %140 to i64
  %181 = getelementptr float, ptr addrspace(1) %1, i64 %180
  %182 = sext i32 %141 to i64
  %183 = getelementptr float, ptr addrspace(1) %1, i64 %182
  %184 = load <4 x float>, ptr addrspace(1) %181, align 16
  %185 = load <4 x float>, ptr addrspace(1) %183, align 16
  %186 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %135
  %187 = getelementptr inbounds nuw i8, ptr addrspace(3) %186, i32 %136
  %188 = getelementptr inbounds nuw i8, ptr addrspace(3) %187, i32 %35
  %189 = load <1 x float>, ptr addrspace(3) %188, align 4
  %190 = extractelement <1 x float> %189, i64 0
  %191 = getelementptr inbounds nuw i8, ptr addrspace(3) %188, i32 1024
  %192 = load <1 x float>, ptr addrspace(3) %191, align 4
  %193 = extractelement <1 x float> %192, i64 0
  %194 = getelementptr inbounds nuw i8, ptr addrspace(3) %188, i32 2048
  %195 = load <1 x float>, ptr addrspace(3) %194, align 4
  %196 = extractelement <1 x float> %195, i64 0
  %197 = getelementptr inbounds nuw i8, ptr addrspace(3) %188, i32 3072
  %198 = load <1 x float>, ptr addrspace(3) %197, align 4
  %199 = extractelement <1 x float> %198, i64 0
  %200 = getelementptr inbounds nuw i8, ptr addrspace(3) %188, i32 4096
  %201 = load <1 x float>, ptr addrspace(3) %200, align 4
  %202 = extractelement <1 x float> %201, i64 0
  %203 = getelementptr inbounds nuw i8, ptr addrspace(3) %188, i32 5120
  %204 = load <1 x float>, ptr addrspace(3) %203, align 4
  %205 = extractelement <1 x float> %204, i64 0
  %206 = getelementptr inbounds nuw i8, ptr addrspace(3) %188, i32 6144
  %207 = load <1 x float>, ptr addrspace(3) %206, align 4
  %208 = extractelement <1 x float> %207, i64 0
  %209 = getelementptr inbounds nuw i8, ptr addrspace(3) %188, i32 7168
  %210 = load <1 x float>, ptr addrspace(3) %209, align 4
  %211 = extractelement <1 x float> %210, i64 0
  %212 = getelementptr inbounds nuw i8, ptr addrspace(3) %188, i32 128
  %213 = load <1 x float>, ptr addrspace(3) %212, align 4
  %214 = extractelement <1 x float> %213, i64 0
  %215 = getelementptr inbounds nuw i8, ptr addrspace(3) %188, i32 1152
  %216 = load <1 x float>, ptr addrspace(3) %215, align 4
  %217 = extractelement <1 x float> %216, i64 0
  %218 = getelementptr inbounds nuw i8, ptr addrspace(3) %188, i32 2176
  %219 = load <1 x float>, ptr addrspace(3) %218, align 4
  %220 = extractelement <1 x float> %219, i64 0
  %221 = getelementptr inbounds nuw i8, ptr addrspace(3) %188, i32 3200
  %222 = load <1 x float>, ptr addrspace(3) %221, align 4
  %223 = extractelement <1 x float> %222, i64 0
  %224 = getelementptr inbounds nuw i8, ptr addrspace(3) %188, i32 4224
  %225 = load <1 x float>, ptr addrspace(3) %224, align 4
  %226 = extractelement <1 x float> %225, i64 0
  %227 = getelementptr inbounds nuw i8, ptr addrspace(3) %188, i32 5248
  %228 = load <1 x float>, ptr addrspace(3) %227, align 4
  %229 = extractelement <1 x float> %228, i64 0
  %230 = getelementptr inbounds nuw i8, ptr addrspace(3) %188, i32 6272
  %231 = load <1 x float>, ptr addrspace(3) %230, align 4
  %232 = extractelement <1 x float> %231, i64 0
  %233 = getelementptr inbounds nuw i8, ptr addrspace(3) %188, i32 7296
  %234 = load <1 x float>, ptr addrspace(3) %233, align 4
  %235 = extractelement <1 x float> %234, i64 0
  %236 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %190, float %149, <4 x float> zeroinitializer, i32 0, i32 0, i32 0)
  %237 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %193, float %165, <4 x float> %236, i32 0, i32 0, i32 0)
  %238 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %196, float %151, <4 x float> %237, i32 0, i32 0, i32 0)
  %239 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %199, float %167, <4 x float> %238, i32 0, i32 0, i32 0)
  %240 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %202, float %153, <4 x float> %239, i32 0, i32 0, i32 0)
  %241 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %205, float %169, <4 x float> %240, i32 0, i32 0, i32 0)
  %242 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %208, float %155, <4 x float> %241, i32 0, i32 0, i32 0)
  %243 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %211, float %171, <4 x float> %242, i32 0, i32 0, i32 0)
  %244 = extractelement <4 x float> %243, i64 0
  %245 = extractelement <4 x float> %243, i64 1
  %246 = extractelement <4 x float> %243, i64 2
  %247 = extractelement <4 x float> %243, i64 3
  %248 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %214, float %149, <4 x float> zeroinitializer, i32 0, i32 0, i32 0)
  %249 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %217, float %165, <4 x float> %248, i32 0, i32 0, i32 0)
  %250 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %220, float %151, <4 x float> %249, i32 0, i32 0, i32 0)
  %251 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %223, float %167, <4 x float> %250, i32 0, i32 0, i32 0)
  %252 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %226, float %153, <4 x float> %251, i32 0, i32 0, i32 0)
  %253 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %229, float %169, <4 x float> %252, i32 0, i32 0, i32 0)
  %254 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %232, float %155, <4 x float> %253, i32 0, i32 0, i32 0)
  %255 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %235, float %171, <4 x float> %254, i32 0, i32 0, i32 0)
  %256 = extractelement <4 x float> %255, i64 0
  %257 = extractelement <4 x float> %255, i64 1
  %258 = extractelement <4 x float> %255, i64 2
  %259 = extractelement <4 x float> %255, i64 3
  %260 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %190, float %157, <4 x float> zeroinitializer, i32 0, i32 0, i32 0)
  %261 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %193, float %173, <4 x float> %260, i32 0, i32 0, i32 0)
  %262 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %196, float %159, <4 x float> %261, i32 0, i32 0, i32 0)
  %263 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %199, float %175, <4 x float> %262, i32 0, i32 0, i32 0)
  %264 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %202, float %161, <4 x float> %263, i32 0, i32 0, i32 0)
  %265 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %205, float %177, <4 x float> %264, i32 0, i32 0, i32 0)
  %266 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %208, float %163, <4 x float> %265, i32 0, i32 0, i32 0)
  %267 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %211, float %179, <4 x float> %266, i32 0, i32 0, i32 0)
  %268 = extractelement <4 x float> %267, i64 0
  %269 = extractelement <4 x float> %267, i64 1
  %270 = extractelement <4 x float> %267, i64 2
  %271 = extractelement <4 x float> %267, i64 3
  %272 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %214, float %157, <4 x float> zeroinitializer, i32 0, i32 0, i32 0)
  %273 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %217, float %173, <4 x float> %272, i32 0, i32 0, i32 0)
  %274 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %220, float %159, <4 x float> %273, i32 0, i32 0, i32 0)
  %275 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %223, float %175, <4 x float> %274, i32 0, i32 0, i32 0)
  %276 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %226, float %161, <4 x float> %275, i32 0, i32 0, i32 0)
  %277 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %229, float %177, <4 x float> %276, i32 0, i32 0, i32 0)
  %278 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %232, float %163, <4 x float> %277, i32 0, i32 0, i32 0)
  %279 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %235, float %179, <4 x float> %278, i32 0, i32 0, i32 0)
  %280 = extractelement <4 x float> %279, i64 0
  %281 = extractelement <4 x float> %279, i64 1
  %282 = extractelement <4 x float> %279, i64 2
  %283 = extractelement <4 x float> %279, i64 3
  tail call void @llvm.amdgcn.s.waitcnt(i32 49279)
  tail call void @llvm.amdgcn.s.barrier()
  %284 = shufflevector <4 x float> %146, <4 x float> poison, <1 x i32> zeroinitializer
  store <1 x float> %284, ptr addrspace(3) %87, align 4
  %285 = shufflevector <4 x float> %147, <4 x float> poison, <1 x i32> zeroinitializer
  store <1 x float> %285, ptr addrspace(3) %89, align 4
  %286 = shufflevector <4 x float> %146, <4 x float> poison, <1 x i32> <i32 1>
  store <1 x float> %286, ptr addrspace(3) %92, align 4
  %287 = shufflevector <4 x float> %147, <4 x float> poison, <1 x i32> <i32 1>
  store <1 x float> %287, ptr addrspace(3) %94, align 4
  %288 = shufflevector <4 x float> %146, <4 x float> poison, <1 x i32> <i32 2>
  store <1 x float> %288, ptr addrspace(3) %97, align 4
  %289 = shufflevector <4 x float> %147, <4 x float> poison, <1 x i32> <i32 2>
  store <1 x float> %289, ptr addrspace(3) %99, align 4
  %290 = shufflevector <4 x float> %146, <4 x float> poison, <1 x i32> <i32 3>
  store <1 x float> %290, ptr addrspace(3) %102, align 4
  %291 = shufflevector <4 x float> %147, <4 x float> poison, <1 x i32> <i32 3>
  store <1 x float> %291, ptr addrspace(3) %104, align 4
  store <4 x float> %184, ptr addrspace(3) %106, align 16
  store <4 x float> %185, ptr addrspace(3) %107, align 16
  %exitcond.peel.not = icmp eq i32 %smax, 1
  br i1 %exitcond.peel.not, label %._crit_edge, label %.peel.next

.peel.next:                                      
  %292 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %135
  %293 = getelementptr inbounds nuw i8, ptr addrspace(3) %292, i32 %136
  %294 = getelementptr inbounds nuw i8, ptr addrspace(3) %293, i32 %35
  %295 = getelementptr inbounds nuw i8, ptr addrspace(3) %294, i32 1024
  %296 = getelementptr inbounds nuw i8, ptr addrspace(3) %294, i32 2048
  %297 = getelementptr inbounds nuw i8, ptr addrspace(3) %294, i32 3072
  %298 = getelementptr inbounds nuw i8, ptr addrspace(3) %294, i32 4096
  %299 = getelementptr inbounds nuw i8, ptr addrspace(3) %294, i32 5120
  %300 = getelementptr inbounds nuw i8, ptr addrspace(3) %294, i32 6144
  %301 = getelementptr inbounds nuw i8, ptr addrspace(3) %294, i32 7168
  %302 = getelementptr inbounds nuw i8, ptr addrspace(3) %294, i32 128
  %303 = getelementptr inbounds nuw i8, ptr addrspace(3) %294, i32 1152
  %304 = getelementptr inbounds nuw i8, ptr addrspace(3) %294, i32 2176
  %305 = getelementptr inbounds nuw i8, ptr addrspace(3) %294, i32 3200
  %306 = getelementptr inbounds nuw i8, ptr addrspace(3) %294, i32 4224
  %307 = getelementptr inbounds nuw i8, ptr addrspace(3) %294, i32 5248
  %308 = getelementptr inbounds nuw i8, ptr addrspace(3) %294, i32 6272
  %309 = getelementptr inbounds nuw i8, ptr addrspace(3) %294, i32 7296
  br label %310

310:                                             
  %.pn2336 = phi i32 [ %141, %.peel.next ], [ %331, %310 ]
  %.pn3135 = phi i32 [ %140, %.peel.next ], [ %330, %310 ]
  %.pn734 = phi i32 [ %139, %.peel.next ], [ %329, %310 ]
  %.pn1533 = phi i32 [ %138, %.peel.next ], [ %328, %310 ]
  %311 = phi float [ %244, %.peel.next ], [ %420, %310 ]
  %312 = phi float [ %245, %.peel.next ], [ %421, %310 ]
  %313 = phi float [ %246, %.peel.next ], [ %422, %310 ]
  %314 = phi float [ %247, %.peel.next ], [ %423, %310 ]
  %315 = phi float [ %256, %.peel.next ], [ %436, %310 ]
  %316 = phi float [ %257, %.peel.next ], [ %437, %310 ]
  %317 = phi float [ %258, %.peel.next ], [ %438, %310 ]
  %318 = phi float [ %259, %.peel.next ], [ %439, %310 ]
  %319 = phi float [ %268, %.peel.next ], [ %452, %310 ]
  %320 = phi float [ %269, %.peel.next ], [ %453, %310 ]
  %321 = phi float [ %270, %.peel.next ], [ %454, %310 ]
  %322 = phi float [ %271, %.peel.next ], [ %455, %310 ]
  %323 = phi float [ %280, %.peel.next ], [ %468, %310 ]
  %324 = phi float [ %281, %.peel.next ], [ %469, %310 ]
  %325 = phi float [ %282, %.peel.next ], [ %470, %310 ]
  %326 = phi float [ %283, %.peel.next ], [ %471, %310 ]
  %327 = phi i32 [ 1, %.peel.next ], [ %480, %310 ]
  %328 = add i32 %.pn1533, 32
  %329 = add i32 %.pn734, 32
  %330 = add i32 %.pn3135, %83
  %331 = add i32 %.pn2336, %83
  %332 = sext i32 %328 to i64
  %333 = getelementptr float, ptr addrspace(1) %0, i64 %332
  %334 = sext i32 %329 to i64
  %335 = getelementptr float, ptr addrspace(1) %0, i64 %334
  %336 = load <4 x float>, ptr addrspace(1) %333, align 16
  %337 = load <4 x float>, ptr addrspace(1) %335, align 16
  tail call void @llvm.amdgcn.s.waitcnt(i32 49279)
  tail call void @llvm.amdgcn.s.barrier()
  %338 = load <1 x float>, ptr addrspace(3) %118, align 4
  %339 = extractelement <1 x float> %338, i64 0
  %340 = load <1 x float>, ptr addrspace(3) %119, align 4
  %341 = extractelement <1 x float> %340, i64 0
  %342 = load <1 x float>, ptr addrspace(3) %120, align 4
  %343 = extractelement <1 x float> %342, i64 0
  %344 = load <1 x float>, ptr addrspace(3) %121, align 4
  %345 = extractelement <1 x float> %344, i64 0
  %346 = load <1 x float>, ptr addrspace(3) %122, align 4
  %347 = extractelement <1 x float> %346, i64 0
  %348 = load <1 x float>, ptr addrspace(3) %123, align 4
  %349 = extractelement <1 x float> %348, i64 0
  %350 = load <1 x float>, ptr addrspace(3) %124, align 4
  %351 = extractelement <1 x float> %350, i64 0
  %352 = load <1 x float>, ptr addrspace(3) %125, align 4
  %353 = extractelement <1 x float> %352, i64 0
  %354 = load <1 x float>, ptr addrspace(3) %127, align 4
  %355 = extractelement <1 x float> %354, i64 0
  %356 = load <1 x float>, ptr addrspace(3) %128, align 4
  %357 = extractelement <1 x float> %356, i64 0
  %358 = load <1 x float>, ptr addrspace(3) %129, align 4
  %359 = extractelement <1 x float> %358, i64 0
  %360 = load <1 x float>, ptr addrspace(3) %130, align 4
  %361 = extractelement <1 x float> %360, i64 0
  %362 = load <1 x float>, ptr addrspace(3) %131, align 4
  %363 = extractelement <1 x float> %362, i64 0
  %364 = load <1 x float>, ptr addrspace(3) %132, align 4
  %365 = extractelement <1 x float> %364, i64 0
  %366 = load <1 x float>, ptr addrspace(3) %133, align 4
  %367 = extractelement <1 x float> %366, i64 0
  %368 = load <1 x float>, ptr addrspace(3) %134, align 4
  %369 = extractelement <1 x float> %368, i64 0
  %370 = sext i32 %330 to i64
  %371 = getelementptr float, ptr addrspace(1) %1, i64 %370
  %372 = sext i32 %331 to i64
  %373 = getelementptr float, ptr addrspace(1) %1, i64 %372
  %374 = load <4 x float>, ptr addrspace(1) %371, align 16
  %375 = load <4 x float>, ptr addrspace(1) %373, align 16
  %376 = load <1 x float>, ptr addrspace(3) %294, align 4
  %377 = extractelement <1 x float> %376, i64 0
  %378 = load <1 x float>, ptr addrspace(3) %295, align 4
  %379 = extractelement <1 x float> %378, i64 0
  %380 = load <1 x float>, ptr addrspace(3) %296, align 4
  %381 = extractelement <1 x float> %380, i64 0
  %382 = load <1 x float>, ptr addrspace(3) %297, align 4
  %383 = extractelement <1 x float> %382, i64 0
  %384 = load <1 x float>, ptr addrspace(3) %298, align 4
  %385 = extractelement <1 x float> %384, i64 0
  %386 = load <1 x float>, ptr addrspace(3) %299, align 4
  %387 = extractelement <1 x float> %386, i64 0
  %388 = load <1 x float>, ptr addrspace(3) %300, align 4
  %389 = extractelement <1 x float> %388, i64 0
  %390 = load <1 x float>, ptr addrspace(3) %301, align 4
  %391 = extractelement <1 x float> %390, i64 0
  %392 = load <1 x float>, ptr addrspace(3) %302, align 4
  %393 = extractelement <1 x float> %392, i64 0
  %394 = load <1 x float>, ptr addrspace(3) %303, align 4
  %395 = extractelement <1 x float> %394, i64 0
  %396 = load <1 x float>, ptr addrspace(3) %304, align 4
  %397 = extractelement <1 x float> %396, i64 0
  %398 = load <1 x float>, ptr addrspace(3) %305, align 4
  %399 = extractelement <1 x float> %398, i64 0
  %400 = load <1 x float>, ptr addrspace(3) %306, align 4
  %401 = extractelement <1 x float> %400, i64 0
  %402 = load <1 x float>, ptr addrspace(3) %307, align 4
  %403 = extractelement <1 x float> %402, i64 0
  %404 = load <1 x float>, ptr addrspace(3) %308, align 4
  %405 = extractelement <1 x float> %404, i64 0
  %406 = load <1 x float>, ptr addrspace(3) %309, align 4
  %407 = extractelement <1 x float> %406, i64 0
  %408 = insertelement <4 x float> poison, float %311, i64 0
  %409 = insertelement <4 x float> %408, float %312, i64 1
  %410 = insertelement <4 x float> %409, float %313, i64 2
  %411 = insertelement <4 x float> %410, float %314, i64 3
  %412 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %377, float %339, <4 x float> %411, i32 0, i32 0, i32 0)
  %413 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %379, float %355, <4 x float> %412, i32 0, i32 0, i32 0)
  %414 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %381, float %341, <4 x float> %413, i32 0, i32 0, i32 0)
  %415 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %383, float %357, <4 x float> %414, i32 0, i32 0, i32 0)
  %416 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %385, float %343, <4 x float> %415, i32 0, i32 0, i32 0)
  %417 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %387, float %359, <4 x float> %416, i32 0, i32 0, i32 0)
  %418 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %389, float %345, <4 x float> %417, i32 0, i32 0, i32 0)
  %419 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %391, float %361, <4 x float> %418, i32 0, i32 0, i32 0)
  %420 = extractelement <4 x float> %419, i64 0
  %421 = extractelement <4 x float> %419, i64 1
  %422 = extractelement <4 x float> %419, i64 2
  %423 = extractelement <4 x float> %419, i64 3
  %424 = insertelement <4 x float> poison, float %315, i64 0
  %425 = insertelement <4 x float> %424, float %316, i64 1
  %426 = insertelement <4 x float> %425, float %317, i64 2
  %427 = insertelement <4 x float> %426, float %318, i64 3
  %428 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %393, float %339, <4 x float> %427, i32 0, i32 0, i32 0)
  %429 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %395, float %355, <4 x float> %428, i32 0, i32 0, i32 0)
  %430 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %397, float %341, <4 x float> %429, i32 0, i32 0, i32 0)
  %431 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %399, float %357, <4 x float> %430, i32 0, i32 0, i32 0)
  %432 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %401, float %343, <4 x float> %431, i32 0, i32 0, i32 0)
  %433 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %403, float %359, <4 x float> %432, i32 0, i32 0, i32 0)
  %434 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %405, float %345, <4 x float> %433, i32 0, i32 0, i32 0)
  %435 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %407, float %361, <4 x float> %434, i32 0, i32 0, i32 0)
  %436 = extractelement <4 x float> %435, i64 0
  %437 = extractelement <4 x float> %435, i64 1
  %438 = extractelement <4 x float> %435, i64 2
  %439 = extractelement <4 x float> %435, i64 3
  %440 = insertelement <4 x float> poison, float %319, i64 0
  %441 = insertelement <4 x float> %440, float %320, i64 1
  %442 = insertelement <4 x float> %441, float %321, i64 2
  %443 = insertelement <4 x float> %442, float %322, i64 3
  %444 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %377, float %347, <4 x float> %443, i32 0, i32 0, i32 0)
  %445 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %379, float %363, <4 x float> %444, i32 0, i32 0, i32 0)
  %446 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %381, float %349, <4 x float> %445, i32 0, i32 0, i32 0)
  %447 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %383, float %365, <4 x float> %446, i32 0, i32 0, i32 0)
  %448 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %385, float %351, <4 x float> %447, i32 0, i32 0, i32 0)
  %449 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %387, float %367, <4 x float> %448, i32 0, i32 0, i32 0)
  %450 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %389, float %353, <4 x float> %449, i32 0, i32 0, i32 0)
  %451 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %391, float %369, <4 x float> %450, i32 0, i32 0, i32 0)
  %452 = extractelement <4 x float> %451, i64 0
  %453 = extractelement <4 x float> %451, i64 1
  %454 = extractelement <4 x float> %451, i64 2
  %455 = extractelement <4 x float> %451, i64 3
  %456 = insertelement <4 x float> poison, float %323, i64 0
  %457 = insertelement <4 x float> %456, float %324, i64 1
  %458 = insertelement <4 x float> %457, float %325, i64 2
  %459 = insertelement <4 x float> %458, float %326, i64 3
  %460 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %393, float %347, <4 x float> %459, i32 0, i32 0, i32 0)
  %461 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %395, float %363, <4 x float> %460, i32 0, i32 0, i32 0)
  %462 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %397, float %349, <4 x float> %461, i32 0, i32 0, i32 0)
  %463 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %399, float %365, <4 x float> %462, i32 0, i32 0, i32 0)
  %464 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %401, float %351, <4 x float> %463, i32 0, i32 0, i32 0)
  %465 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %403, float %367, <4 x float> %464, i32 0, i32 0, i32 0)
  %466 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %405, float %353, <4 x float> %465, i32 0, i32 0, i32 0)
  %467 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %407, float %369, <4 x float> %466, i32 0, i32 0, i32 0)
  %468 = extractelement <4 x float> %467, i64 0
  %469 = extractelement <4 x float> %467, i64 1
  %470 = extractelement <4 x float> %467, i64 2
  %471 = extractelement <4 x float> %467, i64 3
  tail call void @llvm.amdgcn.s.waitcnt(i32 49279)
  tail call void @llvm.amdgcn.s.barrier()
  %472 = shufflevector <4 x float> %336, <4 x float> poison, <1 x i32> zeroinitializer
  store <1 x float> %472, ptr addrspace(3) %87, align 4
  %473 = shufflevector <4 x float> %337, <4 x float> poison, <1 x i32> zeroinitializer
  store <1 x float> %473, ptr addrspace(3) %89, align 4
  %474 = shufflevector <4 x float> %336, <4 x float> poison, <1 x i32> <i32 1>
  store <1 x float> %474, ptr addrspace(3) %92, align 4
  %475 = shufflevector <4 x float> %337, <4 x float> poison, <1 x i32> <i32 1>
  store <1 x float> %475, ptr addrspace(3) %94, align 4
  %476 = shufflevector <4 x float> %336, <4 x float> poison, <1 x i32> <i32 2>
  store <1 x float> %476, ptr addrspace(3) %97, align 4
  %477 = shufflevector <4 x float> %337, <4 x float> poison, <1 x i32> <i32 2>
  store <1 x float> %477, ptr addrspace(3) %99, align 4
  %478 = shufflevector <4 x float> %336, <4 x float> poison, <1 x i32> <i32 3>
  store <1 x float> %478, ptr addrspace(3) %102, align 4
  %479 = shufflevector <4 x float> %337, <4 x float> poison, <1 x i32> <i32 3>
  store <1 x float> %479, ptr addrspace(3) %104, align 4
  store <4 x float> %374, ptr addrspace(3) %106, align 16
  store <4 x float> %375, ptr addrspace(3) %107, align 16
  %480 = add nuw nsw i32 %327, 1
  %exitcond.not = icmp eq i32 %480, %smax
  br i1 %exitcond.not, label %._crit_edge, label %310, !llvm.loop !2

._crit_edge:                                     
  %481 = phi float [ 0.000000e+00, %81 ], [ %244, %.lr.ph ], [ %420, %310 ]
  %482 = phi float [ 0.000000e+00, %81 ], [ %245, %.lr.ph ], [ %421, %310 ]
  %483 = phi float [ 0.000000e+00, %81 ], [ %246, %.lr.ph ], [ %422, %310 ]
  %484 = phi float [ 0.000000e+00, %81 ], [ %247, %.lr.ph ], [ %423, %310 ]
  %485 = phi float [ 0.000000e+00, %81 ], [ %256, %.lr.ph ], [ %436, %310 ]
  %486 = phi float [ 0.000000e+00, %81 ], [ %257, %.lr.ph ], [ %437, %310 ]
  %487 = phi float [ 0.000000e+00, %81 ], [ %258, %.lr.ph ], [ %438, %310 ]
  %488 = phi float [ 0.000000e+00, %81 ], [ %259, %.lr.ph ], [ %439, %310 ]
  %489 = phi float [ 0.000000e+00, %81 ], [ %268, %.lr.ph ], [ %452, %310 ]
  %490 = phi float [ 0.000000e+00, %81 ], [ %269, %.lr.ph ], [ %453, %310 ]
  %491 = phi float [ 0.000000e+00, %81 ], [ %270, %.lr.ph ], [ %454, %310 ]
  %492 = phi float [ 0.000000e+00, %81 ], [ %271, %.lr.ph ], [ %455, %310 ]
  %493 = phi float [ 0.000000e+00, %81 ], [ %280, %.lr.ph ], [ %468, %310 ]
  %494 = phi float [ 0.000000e+00, %81 ], [ %281, %.lr.ph ], [ %469, %310 ]
  %495 = phi float [ 0.000000e+00, %81 ], [ %282, %.lr.ph ], [ %470, %310 ]
  %496 = phi float [ 0.000000e+00, %81 ], [ %283, %.lr.ph ], [ %471, %310 ]
  tail call void @llvm.amdgcn.s.waitcnt(i32 49279)
  tail call void @llvm.amdgcn.s.barrier()
  br i1 %50, label %497, label %._crit_edge._crit_edge

497:                                             
  %498 = and i32 %28, 48
  %499 = shl nuw nsw i32 %498, 4
  %500 = and i32 %28, 64
  %501 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %499
  %502 = getelementptr inbounds nuw i8, ptr addrspace(3) %501, i32 %500
  %503 = getelementptr inbounds nuw i8, ptr addrspace(3) %502, i32 %35
  %504 = getelementptr inbounds nuw i8, ptr addrspace(3) %503, i32 7296
  %505 = load <1 x float>, ptr addrspace(3) %504, align 4
  %506 = extractelement <1 x float> %505, i64 0
  %507 = getelementptr inbounds nuw i8, ptr addrspace(3) %503, i32 6272
  %508 = load <1 x float>, ptr addrspace(3) %507, align 4
  %509 = extractelement <1 x float> %508, i64 0
  %510 = getelementptr inbounds nuw i8, ptr addrspace(3) %503, i32 5248
  %511 = load <1 x float>, ptr addrspace(3) %510, align 4
  %512 = extractelement <1 x float> %511, i64 0
  %513 = getelementptr inbounds nuw i8, ptr addrspace(3) %503, i32 4224
  %514 = load <1 x float>, ptr addrspace(3) %513, align 4
  %515 = extractelement <1 x float> %514, i64 0
  %516 = getelementptr inbounds nuw i8, ptr addrspace(3) %503, i32 3200
  %517 = load <1 x float>, ptr addrspace(3) %516, align 4
  %518 = extractelement <1 x float> %517, i64 0
  %519 = getelementptr inbounds nuw i8, ptr addrspace(3) %503, i32 2176
  %520 = load <1 x float>, ptr addrspace(3) %519, align 4
  %521 = extractelement <1 x float> %520, i64 0
  %522 = getelementptr inbounds nuw i8, ptr addrspace(3) %503, i32 1152
  %523 = load <1 x float>, ptr addrspace(3) %522, align 4
  %524 = extractelement <1 x float> %523, i64 0
  %525 = getelementptr inbounds nuw i8, ptr addrspace(3) %503, i32 128
  %526 = load <1 x float>, ptr addrspace(3) %525, align 4
  %527 = extractelement <1 x float> %526, i64 0
  %528 = getelementptr inbounds nuw i8, ptr addrspace(3) %503, i32 7168
  %529 = load <1 x float>, ptr addrspace(3) %528, align 4
  %530 = extractelement <1 x float> %529, i64 0
  %531 = getelementptr inbounds nuw i8, ptr addrspace(3) %503, i32 6144
  %532 = load <1 x float>, ptr addrspace(3) %531, align 4
  %533 = extractelement <1 x float> %532, i64 0
  %534 = getelementptr inbounds nuw i8, ptr addrspace(3) %503, i32 5120
  %535 = load <1 x float>, ptr addrspace(3) %534, align 4
  %536 = extractelement <1 x float> %535, i64 0
  %537 = getelementptr inbounds nuw i8, ptr addrspace(3) %503, i32 4096
  %538 = load <1 x float>, ptr addrspace(3) %537, align 4
  %539 = extractelement <1 x float> %538, i64 0
  %540 = getelementptr inbounds nuw i8, ptr addrspace(3) %503, i32 3072
  %541 = load <1 x float>, ptr addrspace(3) %540, align 4
  %542 = extractelement <1 x float> %541, i64 0
  %543 = getelementptr inbounds nuw i8, ptr addrspace(3) %503, i32 2048
  %544 = load <1 x float>, ptr addrspace(3) %543, align 4
  %545 = extractelement <1 x float> %544, i64 0
  %546 = getelementptr inbounds nuw i8, ptr addrspace(3) %503, i32 1024
  %547 = load <1 x float>, ptr addrspace(3) %546, align 4
  %548 = extractelement <1 x float> %547, i64 0
  %549 = load <1 x float>, ptr addrspace(3) %503, align 4
  %550 = extractelement <1 x float> %549, i64 0
  %551 = shl nuw nsw i32 %32, 4
  %552 = shl nuw nsw i32 %31, 7
  %553 = shl nuw nsw i32 %28, 1
  %554 = and i32 %553, 28
  %555 = or disjoint i32 %552, %554
  %556 = lshr exact i32 %498, 2
  %557 = xor i32 %555, %556
  %558 = or disjoint i32 %557, %551
  %559 = xor i32 %558, 16
  %560 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %559
  %561 = getelementptr inbounds nuw i8, ptr addrspace(3) %560, i32 4192
  %562 = load <1 x float>, ptr addrspace(3) %561, align 4
  %563 = extractelement <1 x float> %562, i64 0
  %564 = getelementptr inbounds nuw i8, ptr addrspace(3) %560, i32 4160
  %565 = load <1 x float>, ptr addrspace(3) %564, align 4
  %566 = extractelement <1 x float> %565, i64 0
  %567 = getelementptr inbounds nuw i8, ptr addrspace(3) %560, i32 4128
  %568 = load <1 x float>, ptr addrspace(3) %567, align 4
  %569 = extractelement <1 x float> %568, i64 0
  %570 = getelementptr inbounds nuw i8, ptr addrspace(3) %560, i32 4096
  %571 = load <1 x float>, ptr addrspace(3) %570, align 4
  %572 = extractelement <1 x float> %571, i64 0
  %573 = getelementptr inbounds nuw i8, ptr addrspace(3) %560, i32 96
  %574 = load <1 x float>, ptr addrspace(3) %573, align 4
  %575 = extractelement <1 x float> %574, i64 0
  %576 = getelementptr inbounds nuw i8, ptr addrspace(3) %560, i32 64
  %577 = load <1 x float>, ptr addrspace(3) %576, align 4
  %578 = extractelement <1 x float> %577, i64 0
  %579 = getelementptr inbounds nuw i8, ptr addrspace(3) %560, i32 32
  %580 = load <1 x float>, ptr addrspace(3) %579, align 4
  %581 = extractelement <1 x float> %580, i64 0
  %582 = load <1 x float>, ptr addrspace(3) %560, align 4
  %583 = extractelement <1 x float> %582, i64 0
  %584 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %558
  %585 = getelementptr inbounds nuw i8, ptr addrspace(3) %584, i32 4192
  %586 = load <1 x float>, ptr addrspace(3) %585, align 4
  %587 = extractelement <1 x float> %586, i64 0
  %588 = getelementptr inbounds nuw i8, ptr addrspace(3) %584, i32 4160
  %589 = load <1 x float>, ptr addrspace(3) %588, align 4
  %590 = extractelement <1 x float> %589, i64 0
  %591 = getelementptr inbounds nuw i8, ptr addrspace(3) %584, i32 4128
  %592 = load <1 x float>, ptr addrspace(3) %591, align 4
  %593 = extractelement <1 x float> %592, i64 0
  %594 = getelementptr inbounds nuw i8, ptr addrspace(3) %584, i32 4096
  %595 = load <1 x float>, ptr addrspace(3) %594, align 4
  %596 = extractelement <1 x float> %595, i64 0
  %597 = getelementptr inbounds nuw i8, ptr addrspace(3) %584, i32 96
  %598 = load <1 x float>, ptr addrspace(3) %597, align 4
  %599 = extractelement <1 x float> %598, i64 0
  %600 = getelementptr inbounds nuw i8, ptr addrspace(3) %584, i32 64
  %601 = load <1 x float>, ptr addrspace(3) %600, align 4
  %602 = extractelement <1 x float> %601, i64 0
  %603 = getelementptr inbounds nuw i8, ptr addrspace(3) %584, i32 32
  %604 = load <1 x float>, ptr addrspace(3) %603, align 4
  %605 = extractelement <1 x float> %604, i64 0
  %606 = load <1 x float>, ptr addrspace(3) %584, align 4
  %607 = extractelement <1 x float> %606, i64 0
  %608 = insertelement <4 x float> poison, float %481, i64 0
  %609 = insertelement <4 x float> %608, float %482, i64 1
  %610 = insertelement <4 x float> %609, float %483, i64 2
  %611 = insertelement <4 x float> %610, float %484, i64 3
  %612 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %550, float %607, <4 x float> %611, i32 0, i32 0, i32 0)
  %613 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %548, float %583, <4 x float> %612, i32 0, i32 0, i32 0)
  %614 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %545, float %605, <4 x float> %613, i32 0, i32 0, i32 0)
  %615 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %542, float %581, <4 x float> %614, i32 0, i32 0, i32 0)
  %616 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %539, float %602, <4 x float> %615, i32 0, i32 0, i32 0)
  %617 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %536, float %578, <4 x float> %616, i32 0, i32 0, i32 0)
  %618 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %533, float %599, <4 x float> %617, i32 0, i32 0, i32 0)
  %619 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %530, float %575, <4 x float> %618, i32 0, i32 0, i32 0)
  %620 = extractelement <4 x float> %619, i64 0
  %621 = extractelement <4 x float> %619, i64 1
  %622 = extractelement <4 x float> %619, i64 2
  %623 = extractelement <4 x float> %619, i64 3
  %624 = insertelement <4 x float> poison, float %485, i64 0
  %625 = insertelement <4 x float> %624, float %486, i64 1
  %626 = insertelement <4 x float> %625, float %487, i64 2
  %627 = insertelement <4 x float> %626, float %488, i64 3
  %628 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %527, float %607, <4 x float> %627, i32 0, i32 0, i32 0)
  %629 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %524, float %583, <4 x float> %628, i32 0, i32 0, i32 0)
  %630 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %521, float %605, <4 x float> %629, i32 0, i32 0, i32 0)
  %631 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %518, float %581, <4 x float> %630, i32 0, i32 0, i32 0)
  %632 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %515, float %602, <4 x float> %631, i32 0, i32 0, i32 0)
  %633 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %512, float %578, <4 x float> %632, i32 0, i32 0, i32 0)
  %634 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %509, float %599, <4 x float> %633, i32 0, i32 0, i32 0)
  %635 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %506, float %575, <4 x float> %634, i32 0, i32 0, i32 0)
  %636 = extractelement <4 x float> %635, i64 0
  %637 = extractelement <4 x float> %635, i64 1
  %638 = extractelement <4 x float> %635, i64 2
  %639 = extractelement <4 x float> %635, i64 3
  %640 = insertelement <4 x float> poison, float %489, i64 0
  %641 = insertelement <4 x float> %640, float %490, i64 1
  %642 = insertelement <4 x float> %641, float %491, i64 2
  %643 = insertelement <4 x float> %642, float %492, i64 3
  %644 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %550, float %596, <4 x float> %643, i32 0, i32 0, i32 0)
  %645 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %548, float %572, <4 x float> %644, i32 0, i32 0, i32 0)
  %646 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %545, float %593, <4 x float> %645, i32 0, i32 0, i32 0)
  %647 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %542, float %569, <4 x float> %646, i32 0, i32 0, i32 0)
  %648 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %539, float %590, <4 x float> %647, i32 0, i32 0, i32 0)
  %649 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %536, float %566, <4 x float> %648, i32 0, i32 0, i32 0)
  %650 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %533, float %587, <4 x float> %649, i32 0, i32 0, i32 0)
  %651 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %530, float %563, <4 x float> %650, i32 0, i32 0, i32 0)
  %652 = extractelement <4 x float> %651, i64 0
  %653 = extractelement <4 x float> %651, i64 1
  %654 = extractelement <4 x float> %651, i64 2
  %655 = extractelement <4 x float> %651, i64 3
  %656 = insertelement <4 x float> poison, float %493, i64 0
  %657 = insertelement <4 x float> %656, float %494, i64 1
  %658 = insertelement <4 x float> %657, float %495, i64 2
  %659 = insertelement <4 x float> %658, float %496, i64 3
  %660 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %527, float %596, <4 x float> %659, i32 0, i32 0, i32 0)
  %661 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %524, float %572, <4 x float> %660, i32 0, i32 0, i32 0)
  %662 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %521, float %593, <4 x float> %661, i32 0, i32 0, i32 0)
  %663 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %518, float %569, <4 x float> %662, i32 0, i32 0, i32 0)
  %664 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %515, float %590, <4 x float> %663, i32 0, i32 0, i32 0)
  %665 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %512, float %566, <4 x float> %664, i32 0, i32 0, i32 0)
  %666 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %509, float %587, <4 x float> %665, i32 0, i32 0, i32 0)
  %667 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %506, float %563, <4 x float> %666, i32 0, i32 0, i32 0)
  %668 = extractelement <4 x float> %667, i64 0
  %669 = extractelement <4 x float> %667, i64 1
  %670 = extractelement <4 x float> %667, i64 2
  %671 = extractelement <4 x float> %667, i64 3
  br label %._crit_edge._crit_edge

._crit_edge._crit_edge:                          
  %672 = phi float [ %671, %497 ], [ %496, %._crit_edge ]
  %673 = phi float [ %670, %497 ], [ %495, %._crit_edge ]
  %674 = phi float [ %669, %497 ], [ %494, %._crit_edge ]
  %675 = phi float [ %668, %497 ], [ %493, %._crit_edge ]
  %676 = phi float [ %655, %497 ], [ %492, %._crit_edge ]
  %677 = phi float [ %654, %497 ], [ %491, %._crit_edge ]
  %678 = phi float [ %653, %497 ], [ %490, %._crit_edge ]
  %679 = phi float [ %652, %497 ], [ %489, %._crit_edge ]
  %680 = phi float [ %639, %497 ], [ %488, %._crit_edge ]
  %681 = phi float [ %638, %497 ], [ %487, %._crit_edge ]
  %682 = phi float [ %637, %497 ], [ %486, %._crit_edge ]
  %683 = phi float [ %636, %497 ], [ %485, %._crit_edge ]
  %684 = phi float [ %623, %497 ], [ %484, %._crit_edge ]
  %685 = phi float [ %622, %497 ], [ %483, %._crit_edge ]
  %686 = phi float [ %621, %497 ], [ %482, %._crit_edge ]
  %687 = phi float [ %620, %497 ], [ %481, %._crit_edge ]
  %688 = or disjoint i32 %34, 32
  %689 = or disjoint i32 %38, %688
  %690 = or disjoint i32 %38, %34
  %691 = lshr exact i32 %32, 3
  %692 = or disjoint i32 %691, %31
  %693 = or disjoint i32 %692, 32
  %694 = or disjoint i32 %27, %693
  %695 = or disjoint i32 %27, %692
  %696 = mul i32 %27, %8
  %697 = mul i32 %8, %692
  %698 = mul i32 %8, %693
  %699 = add i32 %696, %38
  %700 = or disjoint i32 %699, %34
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
  %715 = insertelement <4 x float> poison, float %687, i64 0
  %716 = insertelement <4 x float> %715, float %686, i64 1
  %717 = insertelement <4 x float> %716, float %685, i64 2
  %718 = insertelement <4 x float> %717, float %684, i64 3
  %719 = shl i32 %701, 2
  %720 = select i1 %710, i32 %719, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.v4f32(<4 x float> %718, ptr addrspace(8) %714, i32 %720, i32 0, i32 0)
  %721 = insertelement <4 x float> poison, float %683, i64 0
  %722 = insertelement <4 x float> %721, float %682, i64 1
  %723 = insertelement <4 x float> %722, float %681, i64 2
  %724 = insertelement <4 x float> %723, float %680, i64 3
  %725 = shl i32 %703, 2
  %726 = select i1 %711, i32 %725, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.v4f32(<4 x float> %724, ptr addrspace(8) %714, i32 %726, i32 0, i32 0)
  %727 = insertelement <4 x float> poison, float %679, i64 0
  %728 = insertelement <4 x float> %727, float %678, i64 1
  %729 = insertelement <4 x float> %728, float %677, i64 2
  %730 = insertelement <4 x float> %729, float %676, i64 3
  %731 = shl i32 %704, 2
  %732 = select i1 %712, i32 %731, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.v4f32(<4 x float> %730, ptr addrspace(8) %714, i32 %732, i32 0, i32 0)
  %733 = insertelement <4 x float> poison, float %675, i64 0
  %734 = insertelement <4 x float> %733, float %674, i64 1
  %735 = insertelement <4 x float> %734, float %673, i64 2
  %736 = insertelement <4 x float> %735, float %672, i64 3
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
