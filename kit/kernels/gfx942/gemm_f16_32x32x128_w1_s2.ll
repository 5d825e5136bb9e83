target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@global_smem = external addrspace(3) global [0 x i8], align 16

define amdgpu_kernel void @gemm(ptr addrspace(1) inreg readonly captures(none) %0, ptr addrspace(1) inreg readonly captures(none) %1, ptr addrspace(1) inreg writeonly captures(none) %2, i32 inreg %3, i32 inreg %4, i32 inreg %5, i32 inreg %6, i32 inreg %7, i32 inreg %8, ptr addrspace(1) inreg readnone captures(none) %9, ptr addrspace(1) inreg readnone captures(none) %10) local_unnamed_addr #0 {
  %12 = tail call i32 @llvm.amdgcn.workgroup.id.x()
  %13 = add i32 %3, 31
  %14 = sdiv i32 %13, 32
  %15 = add i32 %4, 31
  %16 = sdiv i32 %15, 32
  %17 = shl nsw i32 %16, 3
  %18 = sdiv i32 %12, %17
  %19 = shl i32 %18, 3
  %20 = sub i32 %14, %19
  %21 = tail call i32 @llvm.smin.i32(i32 %20, i32 8)
  %22 = mul i32 %18, %17
  %23 = sub i32 %12, %22
  %.frozen = freeze i32 %23
  %.frozen383 = freeze i32 %21
  %24 = sdiv i32 %.frozen, %.frozen383
  %25 = mul i32 %24, %.frozen383
  %.decomposed = sub i32 %.frozen, %25
  %26 = add i32 %19, %.decomposed
  %27 = shl i32 %26, 5
  %28 = tail call i32 @llvm.amdgcn.workitem.id.x()
  %29 = and i32 %28, 48
  %30 = lshr exact i32 %29, 4
  %31 = and i32 %28, 15
  %32 = shl nuw nsw i32 %28, 3
  %33 = and i32 %32, 24
  %34 = or disjoint i32 %27, %30
  %35 = or disjoint i32 %34, 4
  %36 = or disjoint i32 %34, 8
  %37 = or disjoint i32 %34, 12
  %38 = or disjoint i32 %34, 16
  %39 = or disjoint i32 %34, 20
  %40 = or disjoint i32 %34, 24
  %41 = or disjoint i32 %34, 28
  %42 = shl i32 %24, 5
  %43 = or disjoint i32 %42, %33
  %44 = srem i32 %34, %3
  %45 = srem i32 %35, %3
  %46 = srem i32 %36, %3
  %47 = srem i32 %37, %3
  %48 = srem i32 %38, %3
  %49 = srem i32 %39, %3
  %50 = srem i32 %40, %3
  %51 = srem i32 %41, %3
  %52 = shl nuw nsw i32 %31, 3
  %53 = mul i32 %44, %6
  %54 = mul i32 %45, %6
  %55 = mul i32 %46, %6
  %56 = mul i32 %47, %6
  %57 = mul i32 %48, %6
  %58 = mul i32 %49, %6
  %59 = mul i32 %50, %6
  %60 = mul i32 %51, %6
  %61 = add i32 %53, %52
  %62 = add i32 %54, %52
  %63 = add i32 %55, %52
  %64 = add i32 %56, %52
  %65 = add i32 %57, %52
  %66 = add i32 %58, %52
  %67 = add i32 %59, %52
  %68 = add i32 %60, %52
  %69 = add i32 %5, 127
  %70 = icmp sgt i32 %69, 127
  %71 = tail call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %0, i16 0, i64 2147483646, i32 159744)
  %72 = shl i32 %61, 1
  %73 = select i1 %70, i32 %72, i32 -2147483648
  %74 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %71, i32 %73, i32 0, i32 0)
  %75 = bitcast <4 x i32> %74 to <8 x half>
  %76 = shl i32 %62, 1
  %77 = select i1 %70, i32 %76, i32 -2147483648
  %78 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %71, i32 %77, i32 0, i32 0)
  %79 = bitcast <4 x i32> %78 to <8 x half>
  %80 = shl i32 %63, 1
  %81 = select i1 %70, i32 %80, i32 -2147483648
  %82 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %71, i32 %81, i32 0, i32 0)
  %83 = bitcast <4 x i32> %82 to <8 x half>
  %84 = shl i32 %64, 1
  %85 = select i1 %70, i32 %84, i32 -2147483648
  %86 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %71, i32 %85, i32 0, i32 0)
  %87 = bitcast <4 x i32> %86 to <8 x half>
  %88 = shl i32 %65, 1
  %89 = select i1 %70, i32 %88, i32 -2147483648
  %90 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %71, i32 %89, i32 0, i32 0)
  %91 = bitcast <4 x i32> %90 to <8 x half>
  %92 = shl i32 %66, 1
  %93 = select i1 %70, i32 %92, i32 -2147483648
  %94 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %71, i32 %93, i32 0, i32 0)
  %95 = bitcast <4 x i32> %94 to <8 x half>
  %96 = shl i32 %67, 1
  %97 = select i1 %70, i32 %96, i32 -2147483648
  %98 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %71, i32 %97, i32 0, i32 0)
  %99 = bitcast <4 x i32> %98 to <8 x half>
  %100 = shl i32 %68, 1
  %101 = select i1 %70, i32 %100, i32 -2147483648
  %102 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %71, i32 %101, i32 0, i32 0)
  %103 = bitcast <4 x i32> %102 to <8 x half>
  %104 = and i32 %28, 60
  %105 = or disjoint i32 %104, 1
  %106 = or disjoint i32 %104, 2
  %107 = or disjoint i32 %104, 3
  %108 = or disjoint i32 %104, 64
  %109 = or disjoint i32 %104, 65
  %110 = or disjoint i32 %104, 66
  %111 = or disjoint i32 %104, 67
  %112 = srem i32 %43, %4
  %113 = mul i32 %7, %104
  %114 = mul i32 %7, %105
  %115 = mul i32 %7, %106
  %116 = mul i32 %7, %107
  %117 = mul i32 %7, %108
  %118 = mul i32 %7, %109
  %119 = mul i32 %7, %110
  %120 = mul i32 %7, %111
  %121 = add i32 %112, %113
  %122 = add i32 %112, %114
  %123 = add i32 %112, %115
  %124 = add i32 %112, %116
  %125 = add i32 %112, %117
  %126 = add i32 %112, %118
  %127 = add i32 %112, %119
  %128 = add i32 %112, %120
  %129 = tail call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %1, i16 0, i64 2147483646, i32 159744)
  %130 = shl i32 %121, 1
  %131 = select i1 %70, i32 %130, i32 -2147483648
  %132 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %129, i32 %131, i32 0, i32 0)
  %133 = bitcast <4 x i32> %132 to <8 x half>
  %134 = extractelement <8 x half> %133, i64 1
  %135 = extractelement <8 x half> %133, i64 2
  %136 = extractelement <8 x half> %133, i64 3
  %137 = shl i32 %122, 1
  %138 = select i1 %70, i32 %137, i32 -2147483648
  %139 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %129, i32 %138, i32 0, i32 0)
  %140 = bitcast <4 x i32> %139 to <8 x half>
  %141 = extractelement <8 x half> %140, i64 1
  %142 = extractelement <8 x half> %140, i64 2
  %143 = extractelement <8 x half> %140, i64 3
  %144 = shl i32 %123, 1
  %145 = select i1 %70, i32 %144, i32 -2147483648
  %146 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %129, i32 %145, i32 0, i32 0)
  %147 = bitcast <4 x i32> %146 to <8 x half>
  %148 = extractelement <8 x half> %147, i64 1
  %149 = extractelement <8 x half> %147, i64 2
  %150 = extractelement <8 x half> %147, i64 3
  %151 = shl i32 %124, 1
  %152 = select i1 %70, i32 %151, i32 -2147483648
  %153 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %129, i32 %152, i32 0, i32 0)
  %154 = bitcast <4 x i32> %153 to <8 x half>
  %155 = extractelement <8 x half> %154, i64 0
  %156 = extractelement <8 x half> %154, i64 1
  %157 = extractelement <8 x half> %154, i64 2
  %158 = extractelement <8 x half> %154, i64 5
  %159 = extractelement <8 x half> %154, i64 6
  %160 = extractelement <8 x half> %154, i64 7
  %161 = shl i32 %125, 1
  %162 = select i1 %70, i32 %161, i32 -2147483648
  %163 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %129, i32 %162, i32 0, i32 0)
  %164 = bitcast <4 x i32> %163 to <8 x half>
  %165 = extractelement <8 x half> %164, i64 1
  %166 = extractelement <8 x half> %164, i64 2
  %167 = extractelement <8 x half> %164, i64 3
  %168 = shl i32 %126, 1
  %169 = select i1 %70, i32 %168, i32 -2147483648
  %170 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %129, i32 %169, i32 0, i32 0)
  %171 = bitcast <4 x i32> %170 to <8 x half>
  %172 = extractelement <8 x half> %171, i64 1
  %173 = extractelement <8 x half> %171, i64 2
  %174 = extractelement <8 x half> %171, i64 3
  %175 = shl i32 %127, 1
  %176 = select i1 %70, i32 %175, i32 -2147483648
  %177 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %129, i32 %176, i32 0, i32 0)
  %178 = bitcast <4 x i32> %177 to <8 x half>
  %179 = extractelement <8 x half> %178, i64 1
  %180 = extractelement <8 x half> %178, i64 2
  %181 = extractelement <8 x half> %178, i64 3
  %182 = shl i32 %128, 1
  %183 = select i1 %70, i32 %182, i32 -2147483648
  %184 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %129, i32 %183, i32 0, i32 0)
  %185 = bitcast <4 x i32> %184 to <8 x half>
  %186 = extractelement <8 x half> %185, i64 0
  %187 = extractelement <8 x half> %185, i64 1
  %188 = extractelement <8 x half> %185, i64 2
  %189 = extractelement <8 x half> %185, i64 5
  %190 = extractelement <8 x half> %185, i64 6
  %191 = extractelement <8 x half> %185, i64 7
  %192 = shl i32 %7, 7
  %193 = shl nuw nsw i32 %28, 4
  %194 = and i32 %193, 1008
  %195 = lshr exact i32 %29, 1
  %196 = xor i32 %194, %195
  %197 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %196
  %198 = shufflevector <8 x half> %75, <8 x half> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x half> %198, ptr addrspace(3) %197, align 8
  %199 = getelementptr inbounds nuw i8, ptr addrspace(3) %197, i32 4096
  %200 = shufflevector <8 x half> %91, <8 x half> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x half> %200, ptr addrspace(3) %199, align 8
  %201 = xor i32 %196, 8
  %202 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %201
  %203 = shufflevector <8 x half> %75, <8 x half> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x half> %203, ptr addrspace(3) %202, align 8
  %204 = getelementptr inbounds nuw i8, ptr addrspace(3) %202, i32 4096
  %205 = shufflevector <8 x half> %91, <8 x half> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x half> %205, ptr addrspace(3) %204, align 8
  %206 = xor i32 %196, 1056
  %207 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %206
  %208 = shufflevector <8 x half> %79, <8 x half> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x half> %208, ptr addrspace(3) %207, align 8
  %209 = getelementptr inbounds nuw i8, ptr addrspace(3) %207, i32 4096
  %210 = shufflevector <8 x half> %95, <8 x half> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x half> %210, ptr addrspace(3) %209, align 8
  %211 = xor i32 %196, 1064
  %212 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %211
  %213 = shufflevector <8 x half> %79, <8 x half> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x half> %213, ptr addrspace(3) %212, align 8
  %214 = getelementptr inbounds nuw i8, ptr addrspace(3) %212, i32 4096
  %215 = shufflevector <8 x half> %95, <8 x half> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x half> %215, ptr addrspace(3) %214, align 8
  %216 = xor i32 %196, 2112
  %217 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %216
  %218 = shufflevector <8 x half> %83, <8 x half> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x half> %218, ptr addrspace(3) %217, align 8
  %219 = getelementptr inbounds nuw i8, ptr addrspace(3) %217, i32 4096
  %220 = shufflevector <8 x half> %99, <8 x half> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x half> %220, ptr addrspace(3) %219, align 8
  %221 = xor i32 %196, 2120
  %222 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %221
  %223 = shufflevector <8 x half> %83, <8 x half> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x half> %223, ptr addrspace(3) %222, align 8
  %224 = getelementptr inbounds nuw i8, ptr addrspace(3) %222, i32 4096
  %225 = shufflevector <8 x half> %99, <8 x half> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x half> %225, ptr addrspace(3) %224, align 8
  %226 = xor i32 %196, 3168
  %227 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %226
  %228 = shufflevector <8 x half> %87, <8 x half> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x half> %228, ptr addrspace(3) %227, align 8
  %229 = getelementptr inbounds nuw i8, ptr addrspace(3) %227, i32 4096
  %230 = shufflevector <8 x half> %103, <8 x half> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x half> %230, ptr addrspace(3) %229, align 8
  %231 = xor i32 %196, 3176
  %232 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %231
  %233 = shufflevector <8 x half> %87, <8 x half> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x half> %233, ptr addrspace(3) %232, align 8
  %234 = getelementptr inbounds nuw i8, ptr addrspace(3) %232, i32 4096
  %235 = shufflevector <8 x half> %103, <8 x half> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x half> %235, ptr addrspace(3) %234, align 8
  %236 = shl nuw nsw i32 %104, 1
  %237 = and i32 %28, 1
  %238 = icmp eq i32 %237, 0
  %239 = select i1 %238, i32 0, i32 2112
  %240 = and i32 %28, 2
  %241 = icmp eq i32 %240, 0
  %242 = select i1 %241, i32 0, i32 4104
  %243 = xor i32 %239, %236
  %244 = xor i32 %243, %242
  %245 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %244
  %246 = shufflevector <8 x half> %133, <8 x half> %140, <4 x i32> <i32 0, i32 8, i32 poison, i32 poison>
  %247 = shufflevector <8 x half> %147, <8 x half> poison, <4 x i32> <i32 0, i32 poison, i32 poison, i32 poison>
  %248 = shufflevector <4 x half> %246, <4 x half> %247, <4 x i32> <i32 0, i32 1, i32 4, i32 poison>
  %249 = insertelement <4 x half> %248, half %155, i64 3
  store <4 x half> %249, ptr addrspace(3) %245, align 8
  %250 = getelementptr inbounds nuw i8, ptr addrspace(3) %245, i32 128
  %251 = shufflevector <8 x half> %164, <8 x half> %171, <4 x i32> <i32 0, i32 8, i32 poison, i32 poison>
  %252 = shufflevector <8 x half> %178, <8 x half> poison, <4 x i32> <i32 0, i32 poison, i32 poison, i32 poison>
  %253 = shufflevector <4 x half> %251, <4 x half> %252, <4 x i32> <i32 0, i32 1, i32 4, i32 poison>
  %254 = insertelement <4 x half> %253, half %186, i64 3
  store <4 x half> %254, ptr addrspace(3) %250, align 8
  %255 = xor i32 %244, 264
  %256 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %255
  %257 = insertelement <4 x half> poison, half %134, i64 0
  %258 = insertelement <4 x half> %257, half %141, i64 1
  %259 = insertelement <4 x half> %258, half %148, i64 2
  %260 = insertelement <4 x half> %259, half %156, i64 3
  store <4 x half> %260, ptr addrspace(3) %256, align 8
  %261 = getelementptr inbounds nuw i8, ptr addrspace(3) %256, i32 128
  %262 = insertelement <4 x half> poison, half %165, i64 0
  %263 = insertelement <4 x half> %262, half %172, i64 1
  %264 = insertelement <4 x half> %263, half %179, i64 2
  %265 = insertelement <4 x half> %264, half %187, i64 3
  store <4 x half> %265, ptr addrspace(3) %261, align 8
  %266 = xor i32 %244, 528
  %267 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %266
  %268 = insertelement <4 x half> poison, half %135, i64 0
  %269 = insertelement <4 x half> %268, half %142, i64 1
  %270 = insertelement <4 x half> %269, half %149, i64 2
  %271 = insertelement <4 x half> %270, half %157, i64 3
  store <4 x half> %271, ptr addrspace(3) %267, align 8
  %272 = getelementptr inbounds nuw i8, ptr addrspace(3) %267, i32 128
  %273 = insertelement <4 x half> poison, half %166, i64 0
  %274 = insertelement <4 x half> %273, half %173, i64 1
  %275 = insertelement <4 x half> %274, half %180, i64 2
  %276 = insertelement <4 x half> %275, half %188, i64 3
  store <4 x half> %276, ptr addrspace(3) %272, align 8
  %277 = xor i32 %244, 792
  %278 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %277
  %279 = insertelement <4 x half> poison, half %136, i64 0
  %280 = insertelement <4 x half> %279, half %143, i64 1
  %281 = insertelement <4 x half> %280, half %150, i64 2
  %282 = shufflevector <8 x half> %154, <8 x half> poison, <4 x i32> <i32 poison, i32 poison, i32 poison, i32 3>
  %283 = shufflevector <4 x half> %281, <4 x half> %282, <4 x i32> <i32 0, i32 1, i32 2, i32 7>
  store <4 x half> %283, ptr addrspace(3) %278, align 8
  %284 = getelementptr inbounds nuw i8, ptr addrspace(3) %278, i32 128
  %285 = insertelement <4 x half> poison, half %167, i64 0
  %286 = insertelement <4 x half> %285, half %174, i64 1
  %287 = insertelement <4 x half> %286, half %181, i64 2
  %288 = shufflevector <8 x half> %185, <8 x half> poison, <4 x i32> <i32 poison, i32 poison, i32 poison, i32 3>
  %289 = shufflevector <4 x half> %287, <4 x half> %288, <4 x i32> <i32 0, i32 1, i32 2, i32 7>
  store <4 x half> %289, ptr addrspace(3) %284, align 8
  %290 = xor i32 %244, 1056
  %291 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %290
  %292 = shufflevector <8 x half> %133, <8 x half> poison, <4 x i32> <i32 4, i32 poison, i32 poison, i32 poison>
  %293 = shufflevector <8 x half> %140, <8 x half> poison, <4 x i32> <i32 4, i32 poison, i32 poison, i32 poison>
  %294 = shufflevector <4 x half> %292, <4 x half> %293, <4 x i32> <i32 0, i32 4, i32 poison, i32 poison>
  %295 = shufflevector <8 x half> %147, <8 x half> poison, <4 x i32> <i32 4, i32 poison, i32 poison, i32 poison>
  %296 = shufflevector <4 x half> %294, <4 x half> %295, <4 x i32> <i32 0, i32 1, i32 4, i32 poison>
  %297 = shufflevector <8 x half> %154, <8 x half> poison, <4 x i32> <i32 4, i32 poison, i32 poison, i32 poison>
  %298 = shufflevector <4 x half> %296, <4 x half> %297, <4 x i32> <i32 0, i32 1, i32 2, i32 4>
  store <4 x half> %298, ptr addrspace(3) %291, align 8
  %299 = getelementptr inbounds nuw i8, ptr addrspace(3) %291, i32 128
  %300 = shufflevector <8 x half> %164, <8 x half> poison, <4 x i32> <i32 4, i32 poison, i32 poison, i32 poison>
  %301 = shufflevector <8 x half> %171, <8 x half> poison, <4 x i32> <i32 4, i32 poison, i32 poison, i32 poison>
  %302 = shufflevector <4 x half> %300, <4 x half> %301, <4 x i32> <i32 0, i32 4, i32 poison, i32 poison>
  %303 = shufflevector <8 x half> %178, <8 x half> poison, <4 x i32> <i32 4, i32 poison, i32 poison, i32 poison>
  %304 = shufflevector <4 x half> %302, <4 x half> %303, <4 x i32> <i32 0, i32 1, i32 4, i32 poison>
  %305 = shufflevector <8 x half> %185, <8 x half> poison, <4 x i32> <i32 4, i32 poison, i32 poison, i32 poison>
  %306 = shufflevector <4 x half> %304, <4 x half> %305, <4 x i32> <i32 0, i32 1, i32 2, i32 4>
  store <4 x half> %306, ptr addrspace(3) %299, align 8
  %307 = xor i32 %244, 1320
  %308 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %307
  %309 = shufflevector <8 x half> %133, <8 x half> %140, <4 x i32> <i32 5, i32 13, i32 poison, i32 poison>
  %310 = shufflevector <8 x half> %147, <8 x half> poison, <4 x i32> <i32 5, i32 poison, i32 poison, i32 poison>
  %311 = shufflevector <4 x half> %309, <4 x half> %310, <4 x i32> <i32 0, i32 1, i32 4, i32 poison>
  %312 = insertelement <4 x half> %311, half %158, i64 3
  store <4 x half> %312, ptr addrspace(3) %308, align 8
  %313 = getelementptr inbounds nuw i8, ptr addrspace(3) %308, i32 128
  %314 = shufflevector <8 x half> %164, <8 x half> %171, <4 x i32> <i32 5, i32 13, i32 poison, i32 poison>
  %315 = shufflevector <8 x half> %178, <8 x half> poison, <4 x i32> <i32 5, i32 poison, i32 poison, i32 poison>
  %316 = shufflevector <4 x half> %314, <4 x half> %315, <4 x i32> <i32 0, i32 1, i32 4, i32 poison>
  %317 = insertelement <4 x half> %316, half %189, i64 3
  store <4 x half> %317, ptr addrspace(3) %313, align 8
  %318 = xor i32 %244, 1584
  %319 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %318
  %320 = shufflevector <8 x half> %133, <8 x half> %140, <4 x i32> <i32 6, i32 14, i32 poison, i32 poison>
  %321 = shufflevector <8 x half> %147, <8 x half> poison, <4 x i32> <i32 6, i32 poison, i32 poison, i32 poison>
  %322 = shufflevector <4 x half> %320, <4 x half> %321, <4 x i32> <i32 0, i32 1, i32 4, i32 poison>
  %323 = insertelement <4 x half> %322, half %159, i64 3
  store <4 x half> %323, ptr addrspace(3) %319, align 8
  %324 = getelementptr inbounds nuw i8, ptr addrspace(3) %319, i32 128
  %325 = shufflevector <8 x half> %164, <8 x half> %171, <4 x i32> <i32 6, i32 14, i32 poison, i32 poison>
  %326 = shufflevector <8 x half> %178, <8 x half> poison, <4 x i32> <i32 6, i32 poison, i32 poison, i32 poison>
  %327 = shufflevector <4 x half> %325, <4 x half> %326, <4 x i32> <i32 0, i32 1, i32 4, i32 poison>
  %328 = insertelement <4 x half> %327, half %190, i64 3
  store <4 x half> %328, ptr addrspace(3) %324, align 8
  %329 = xor i32 %244, 1848
  %330 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %329
  %331 = shufflevector <8 x half> %133, <8 x half> %140, <4 x i32> <i32 7, i32 15, i32 poison, i32 poison>
  %332 = shufflevector <8 x half> %147, <8 x half> poison, <4 x i32> <i32 7, i32 poison, i32 poison, i32 poison>
  %333 = shufflevector <4 x half> %331, <4 x half> %332, <4 x i32> <i32 0, i32 1, i32 4, i32 poison>
  %334 = insertelement <4 x half> %333, half %160, i64 3
  store <4 x half> %334, ptr addrspace(3) %330, align 8
  %335 = getelementptr inbounds nuw i8, ptr addrspace(3) %330, i32 128
  %336 = shufflevector <8 x half> %164, <8 x half> %171, <4 x i32> <i32 7, i32 15, i32 poison, i32 poison>
  %337 = shufflevector <8 x half> %178, <8 x half> poison, <4 x i32> <i32 7, i32 poison, i32 poison, i32 poison>
  %338 = shufflevector <4 x half> %336, <4 x half> %337, <4 x i32> <i32 0, i32 1, i32 4, i32 poison>
  %339 = insertelement <4 x half> %338, half %191, i64 3
  store <4 x half> %339, ptr addrspace(3) %335, align 8
  %340 = icmp sgt i32 %69, 255
  br i1 %340, label %.lr.ph, label %._crit_edge

.lr.ph:                                          
  %341 = lshr i32 %69, 7
  %342 = mul nuw nsw i32 %31, 264
  %343 = xor i32 %342, %195
  %344 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %343
  %345 = or disjoint i32 %343, 128
  %346 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %345
  %347 = getelementptr inbounds nuw i8, ptr addrspace(3) %344, i32 4096
  %348 = getelementptr inbounds nuw i8, ptr addrspace(3) %344, i32 4224
  %349 = xor i32 %343, 32
  %350 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %349
  %351 = or disjoint i32 %349, 128
  %352 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %351
  %353 = getelementptr inbounds nuw i8, ptr addrspace(3) %350, i32 4096
  %354 = getelementptr inbounds nuw i8, ptr addrspace(3) %350, i32 4224
  %355 = xor i32 %343, 64
  %356 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %355
  %357 = or disjoint i32 %355, 128
  %358 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %357
  %359 = getelementptr inbounds nuw i8, ptr addrspace(3) %356, i32 4096
  %360 = getelementptr inbounds nuw i8, ptr addrspace(3) %356, i32 4224
  %361 = xor i32 %343, 96
  %362 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %361
  %363 = or disjoint i32 %361, 128
  %364 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %363
  %365 = getelementptr inbounds nuw i8, ptr addrspace(3) %362, i32 4096
  %366 = getelementptr inbounds nuw i8, ptr addrspace(3) %362, i32 4224
  %367 = xor i32 %343, 4104
  %368 = xor i32 %343, 4136
  %369 = xor i32 %343, 4168
  %370 = xor i32 %343, 4200
  %371 = add nsw i32 %341, -2
  %372 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %343
  %373 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %345
  %374 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %349
  %375 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %351
  %376 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %355
  %377 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %357
  %378 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %361
  %379 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %363
  %380 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %367
  %381 = getelementptr inbounds nuw i8, ptr addrspace(3) %380, i32 128
  %382 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %368
  %383 = getelementptr inbounds nuw i8, ptr addrspace(3) %382, i32 128
  %384 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %369
  %385 = getelementptr inbounds nuw i8, ptr addrspace(3) %384, i32 128
  %386 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %370
  %387 = getelementptr inbounds nuw i8, ptr addrspace(3) %386, i32 128
  br label %388

388:                                             
  %.pn143272 = phi i32 [ %128, %.lr.ph ], [ %421, %388 ]
  %.pn159271 = phi i32 [ %127, %.lr.ph ], [ %420, %388 ]
  %.pn175270 = phi i32 [ %126, %.lr.ph ], [ %419, %388 ]
  %.pn191269 = phi i32 [ %125, %.lr.ph ], [ %418, %388 ]
  %.pn207268 = phi i32 [ %124, %.lr.ph ], [ %417, %388 ]
  %.pn223267 = phi i32 [ %123, %.lr.ph ], [ %416, %388 ]
  %.pn239266 = phi i32 [ %122, %.lr.ph ], [ %415, %388 ]
  %.pn255265 = phi i32 [ %121, %.lr.ph ], [ %414, %388 ]
  %.pn15264 = phi i32 [ %68, %.lr.ph ], [ %413, %388 ]
  %.pn31263 = phi i32 [ %67, %.lr.ph ], [ %412, %388 ]
  %.pn47262 = phi i32 [ %66, %.lr.ph ], [ %411, %388 ]
  %.pn63261 = phi i32 [ %65, %.lr.ph ], [ %410, %388 ]
  %.pn79260 = phi i32 [ %64, %.lr.ph ], [ %409, %388 ]
  %.pn95259 = phi i32 [ %63, %.lr.ph ], [ %408, %388 ]
  %.pn111258 = phi i32 [ %62, %.lr.ph ], [ %407, %388 ]
  %.pn127257 = phi i32 [ %61, %.lr.ph ], [ %406, %388 ]
  %389 = phi float [ 0.000000e+00, %.lr.ph ], [ %544, %388 ]
  %390 = phi float [ 0.000000e+00, %.lr.ph ], [ %545, %388 ]
  %391 = phi float [ 0.000000e+00, %.lr.ph ], [ %546, %388 ]
  %392 = phi float [ 0.000000e+00, %.lr.ph ], [ %547, %388 ]
  %393 = phi float [ 0.000000e+00, %.lr.ph ], [ %560, %388 ]
  %394 = phi float [ 0.000000e+00, %.lr.ph ], [ %561, %388 ]
  %395 = phi float [ 0.000000e+00, %.lr.ph ], [ %562, %388 ]
  %396 = phi float [ 0.000000e+00, %.lr.ph ], [ %563, %388 ]
  %397 = phi float [ 0.000000e+00, %.lr.ph ], [ %576, %388 ]
  %398 = phi float [ 0.000000e+00, %.lr.ph ], [ %577, %388 ]
  %399 = phi float [ 0.000000e+00, %.lr.ph ], [ %578, %388 ]
  %400 = phi float [ 0.000000e+00, %.lr.ph ], [ %579, %388 ]
  %401 = phi float [ 0.000000e+00, %.lr.ph ], [ %592, %388 ]
  %402 = phi float [ 0.000000e+00, %.lr.ph ], [ %593, %388 ]
  %403 = phi float [ 0.000000e+00, %.lr.ph ], [ %594, %388 ]
  %404 = phi float [ 0.000000e+00, %.lr.ph ], [ %595, %388 ]
  %405 = phi i32 [ 0, %.lr.ph ], [ %684, %388 ]
  %406 = add i32 %.pn127257, 128
  %407 = add i32 %.pn111258, 128
  %408 = add i32 %.pn95259, 128
  %409 = add i32 %.pn79260, 128
  %410 = add i32 %.pn63261, 128
  %411 = add i32 %.pn47262, 128
  %412 = add i32 %.pn31263, 128
  %413 = add i32 %.pn15264, 128
  %414 = add i32 %.pn255265, %192
  %415 = add i32 %.pn239266, %192
  %416 = add i32 %.pn223267, %192
  %417 = add i32 %.pn207268, %192
  %418 = add i32 %.pn191269, %192
  %419 = add i32 %.pn175270, %192
  %420 = add i32 %.pn159271, %192
  %421 = add i32 %.pn143272, %192
  %422 = shl i32 %406, 1
  %423 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %71, i32 %422, i32 0, i32 0)
  %424 = bitcast <4 x i32> %423 to <8 x half>
  %425 = shl i32 %407, 1
  %426 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %71, i32 %425, i32 0, i32 0)
  %427 = bitcast <4 x i32> %426 to <8 x half>
  %428 = shl i32 %408, 1
  %429 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %71, i32 %428, i32 0, i32 0)
  %430 = bitcast <4 x i32> %429 to <8 x half>
  %431 = shl i32 %409, 1
  %432 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %71, i32 %431, i32 0, i32 0)
  %433 = bitcast <4 x i32> %432 to <8 x half>
  %434 = shl i32 %410, 1
  %435 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %71, i32 %434, i32 0, i32 0)
  %436 = bitcast <4 x i32> %435 to <8 x half>
  %437 = shl i32 %411, 1
  %438 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %71, i32 %437, i32 0, i32 0)
  %439 = bitcast <4 x i32> %438 to <8 x half>
  %440 = shl i32 %412, 1
  %441 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %71, i32 %440, i32 0, i32 0)
  %442 = bitcast <4 x i32> %441 to <8 x half>
  %443 = shl i32 %413, 1
  %444 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %71, i32 %443, i32 0, i32 0)
  %445 = bitcast <4 x i32> %444 to <8 x half>
  tail call void @llvm.amdgcn.s.waitcnt(i32 49279)
  tail call void @llvm.amdgcn.s.barrier()
  %446 = load <4 x half>, ptr addrspace(3) %344, align 8
  %447 = load <4 x half>, ptr addrspace(3) %346, align 8
  %448 = load <4 x half>, ptr addrspace(3) %347, align 8
  %449 = load <4 x half>, ptr addrspace(3) %348, align 8
  %450 = load <4 x half>, ptr addrspace(3) %350, align 8
  %451 = load <4 x half>, ptr addrspace(3) %352, align 8
  %452 = load <4 x half>, ptr addrspace(3) %353, align 8
  %453 = load <4 x half>, ptr addrspace(3) %354, align 8
  %454 = load <4 x half>, ptr addrspace(3) %356, align 8
  %455 = load <4 x half>, ptr addrspace(3) %358, align 8
  %456 = load <4 x half>, ptr addrspace(3) %359, align 8
  %457 = load <4 x half>, ptr addrspace(3) %360, align 8
  %458 = load <4 x half>, ptr addrspace(3) %362, align 8
  %459 = load <4 x half>, ptr addrspace(3) %364, align 8
  %460 = load <4 x half>, ptr addrspace(3) %365, align 8
  %461 = load <4 x half>, ptr addrspace(3) %366, align 8
  %462 = shl i32 %414, 1
  %463 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %129, i32 %462, i32 0, i32 0)
  %464 = bitcast <4 x i32> %463 to <8 x half>
  %465 = extractelement <8 x half> %464, i64 1
  %466 = extractelement <8 x half> %464, i64 2
  %467 = extractelement <8 x half> %464, i64 3
  %468 = shl i32 %415, 1
  %469 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %129, i32 %468, i32 0, i32 0)
  %470 = bitcast <4 x i32> %469 to <8 x half>
  %471 = extractelement <8 x half> %470, i64 1
  %472 = extractelement <8 x half> %470, i64 2
  %473 = extractelement <8 x half> %470, i64 3
  %474 = shl i32 %416, 1
  %475 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %129, i32 %474, i32 0, i32 0)
  %476 = bitcast <4 x i32> %475 to <8 x half>
  %477 = extractelement <8 x half> %476, i64 1
  %478 = extractelement <8 x half> %476, i64 2
  %479 = extractelement <8 x half> %476, i64 3
  %480 = shl i32 %417, 1
  %481 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %129, i32 %480, i32 0, i32 0)
  %482 = bitcast <4 x i32> %481 to <8 x half>
  %483 = extractelement <8 x half> %482, i64 0
  %484 = extractelement <8 x half> %482, i64 1
  %485 = extractelement <8 x half> %482, i64 2
  %486 = extractelement <8 x half> %482, i64 5
  %487 = extractelement <8 x half> %482, i64 6
  %488 = extractelement <8 x half> %482, i64 7
  %489 = shl i32 %418, 1
  %490 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %129, i32 %489, i32 0, i32 0)
  %491 = bitcast <4 x i32> %490 to <8 x half>
  %492 = extractelement <8 x half> %491, i64 1
  %493 = extractelement <8 x half> %491, i64 2
  %494 = extractelement <8 x half> %491, i64 3
  %495 = shl i32 %419, 1
  %496 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %129, i32 %495, i32 0, i32 0)
  %497 = bitcast <4 x i32> %496 to <8 x half>
  %498 = extractelement <8 x half> %497, i64 1
  %499 = extractelement <8 x half> %497, i64 2
  %500 = extractelement <8 x half> %497, i64 3
  %501 = shl i32 %420, 1
  %502 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %129, i32 %501, i32 0, i32 0)
  %503 = bitcast <4 x i32> %502 to <8 x half>
  %504 = extractelement <8 x half> %503, i64 1
  %505 = extractelement <8 x half> %503, i64 2
  %506 = extractelement <8 x half> %503, i64 3
  %507 = shl i32 %421, 1
  %508 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %129, i32 %507, i32 0, i32 0)
  %509 = bitcast <4 x i32> %508 to <8 x half>
  %510 = extractelement <8 x half> %509, i64 0
  %511 = extractelement <8 x half> %509, i64 1
  %512 = extractelement <8 x half> %509, i64 2
  %513 = extractelement <8 x half> %509, i64 5
  %514 = extractelement <8 x half> %509, i64 6
  %515 = extractelement <8 x half> %509, i64 7
  %516 = load <4 x half>, ptr addrspace(3) %372, align 8
  %517 = load <4 x half>, ptr addrspace(3) %373, align 8
  %518 = load <4 x half>, ptr addrspace(3) %374, align 8
  %519 = load <4 x half>, ptr addrspace(3) %375, align 8
  %520 = load <4 x half>, ptr addrspace(3) %376, align 8
  %521 = load <4 x half>, ptr addrspace(3) %377, align 8
  %522 = load <4 x half>, ptr addrspace(3) %378, align 8
  %523 = load <4 x half>, ptr addrspace(3) %379, align 8
  %524 = load <4 x half>, ptr addrspace(3) %380, align 8
  %525 = load <4 x half>, ptr addrspace(3) %381, align 8
  %526 = load <4 x half>, ptr addrspace(3) %382, align 8
  %527 = load <4 x half>, ptr addrspace(3) %383, align 8
  %528 = load <4 x half>, ptr addrspace(3) %384, align 8
  %529 = load <4 x half>, ptr addrspace(3) %385, align 8
  %530 = load <4 x half>, ptr addrspace(3) %386, align 8
  %531 = load <4 x half>, ptr addrspace(3) %387, align 8
  %532 = insertelement <4 x float> poison, float %389, i64 0
  %533 = insertelement <4 x float> %532, float %390, i64 1
  %534 = insertelement <4 x float> %533, float %391, i64 2
  %535 = insertelement <4 x float> %534, float %392, i64 3
  %536 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %516, <4 x half> %446, <4 x float> %535, i32 0, i32 0, i32 0)
  %537 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %518, <4 x half> %450, <4 x float> %536, i32 0, i32 0, i32 0)
  %538 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %520, <4 x half> %454, <4 x float> %537, i32 0, i32 0, i32 0)
  %539 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %522, <4 x half> %458, <4 x float> %538, i32 0, i32 0, i32 0)
  %540 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %517, <4 x half> %447, <4 x float> %539, i32 0, i32 0, i32 0)
  %541 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %519, <4 x half> %451, <4 x float> %540, i32 0, i32 0, i32 0)
  %542 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %521, <4 x half> %455, <4 x float> %541, i32 0, i32 0, i32 0)
  %543 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %523, <4 x half> %459, <4 x float> %542, i32 0, i32 0, i32 0)
  %544 = extractelement <4 x float> %543, i64 0
  %545 = extractelement <4 x float> %543, i64 1
  %546 = extractelement <4 x float> %543, i64 2
  %547 = extractelement <4 x float> %543, i64 3
  %548 = insertelement <4 x float> poison, float %393, i64 0
  %549 = insertelement <4 x float> %548, float %394, i64 1
  %550 = insertelement <4 x float> %549, float %395, i64 2
  %551 = insertelement <4 x float> %550, float %396, i64 3
  %552 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %524, <4 x half> %446, <4 x float> %551, i32 0, i32 0, i32 0)
  %553 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %526, <4 x half> %450, <4 x float> %552, i32 0, i32 0, i32 0)
  %554 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %528, <4 x half> %454, <4 x float> %553, i32 0, i32 0, i32 0)
  %555 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %530, <4 x half> %458, <4 x float> %554, i32 0, i32 0, i32 0)
  %556 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %525, <4 x half> %447, <4 x float> %555, i32 0, i32 0, i32 0)
  %557 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %527, <4 x half> %451, <4 x float> %556, i32 0, i32 0, i32 0)
  %558 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %529, <4 x half> %455, <4 x float> %557, i32 0, i32 0, i32 0)
  %559 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %531, <4 x half> %459, <4 x float> %558, i32 0, i32 0, i32 0)
  %560 = extractelement <4 x float> %559, i64 0
  %561 = extractelement <4 x float> %559, i64 1
  %562 = extractelement <4 x float> %559, i64 2
  %563 = extractelement <4 x float> %559, i64 3
  %564 = insertelement <4 x float> poison, float %397, i64 0
  %565 = insertelement <4 x float> %564, float %398, i64 1
  %566 = insertelement <4 x float> %565, float %399, i64 2
  %567 = insertelement <4 x float> %566, float %400, i64 3
  %568 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %516, <4 x half> %448, <4 x float> %567, i32 0, i32 0, i32 0)
  %569 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %518, <4 x half> %452, <4 x float> %568, i32 0, i32 0, i32 0)
  %570 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %520, <4 x half> %456, <4 x float> %569, i32 0, i32 0, i32 0)
  %571 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %522, <4 x half> %460, <4 x float> %570, i32 0, i32 0, i32 0)
  %572 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %517, <4 x half> %449, <4 x float> %571, i32 0, i32 0, i32 0)
  %573 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %519, <4 x half> %453, <4 x float> %572, i32 0, i32 0, i32 0)
  %574 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %521, <4 x half> %457, <4 x float> %573, i32 0, i32 0, i32 0)
  %575 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %523, <4 x half> %461, <4 x float> %574, i32 0, i32 0, i32 0)
  %576 = extractelement <4 x float> %575, i64 0
  %577 = extractelement <4 x float> %575, i64 1
  %578 = extractelement <4 x float> %575, i64 2
  %579 = extractelement <4 x float> %575, i64 3
  %580 = insertelement <4 x float> poison, float %401, i64 0
  %581 = insertelement <4 x float> %580, float %402, i64 1
  %582 = insertelement <4 x float> %581, float %403, i64 2
  %583 = insertelement <4 x float> %582, float %404, i64 3
  %584 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %524, <4 x half> %448, <4 x float> %583, i32 0, i32 0, i32 0)
  %585 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %526, <4 x half> %452, <4 x float> %584, i32 0, i32 0, i32 0)
  %586 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %528, <4 x half> %456, <4 x float> %585, i32 0, i32 0, i32 0)
  %587 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %530, <4 x half> %460, <4 x float> %586, i32 0, i32 0, i32 0)
  %588 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %525, <4 x half> %449, <4 x float> %587, i32 0, i32 0, i32 0)
  %589 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %527, <4 x half> %453, <4 x float> %588, i32 0, i32 0, i32 0)
  %590 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %529, <4 x half> %457, <4 x float> %589, i32 0, i32 0, i32 0)
  %591 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %531, <4 x half> %461, <4 x float> %590, i32 0, i32 0, i32 0)
  %592 = extractelement <4 x float> %591, i64 0
  %593 = extractelement <4 x float> %591, i64 1
  %594 = extractelement <4 x float> %591, i64 2
  %595 = extractelement <4 x float> %591, i64 3
  tail call void @llvm.amdgcn.s.waitcnt(i32 49279)
  tail call void @llvm.amdgcn.s.barrier()
  %596 = shufflevector <8 x half> %424, <8 x half> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x half> %596, ptr addrspace(3) %197, align 8
  %597 = shufflevector <8 x half> %436, <8 x half> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x half> %597, ptr addrspace(3) %199, align 8
  %598 = shufflevector <8 x half> %424, <8 x half> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x half> %598, ptr addrspace(3) %202, align 8
  %599 = shufflevector <8 x half> %436, <8 x half> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x half> %599, ptr addrspace(3) %204, align 8
  %600 = shufflevector <8 x half> %427, <8 x half> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x half> %600, ptr addrspace(3) %207, align 8
  %601 = shufflevector <8 x half> %439, <8 x half> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x half> %601, ptr addrspace(3) %209, align 8
  %602 = shufflevector <8 x half> %427, <8 x half> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x half> %602, ptr addrspace(3) %212, align 8
  %603 = shufflevector <8 x half> %439, <8 x half> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x half> %603, ptr addrspace(3) %214, align 8
  %604 = shufflevector <8 x half> %430, <8 x half> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x half> %604, ptr addrspace(3) %217, align 8
  %605 = shufflevector <8 x half> %442, <8 x half> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x half> %605, ptr addrspace(3) %219, align 8
  %606 = shufflevector <8 x half> %430, <8 x half> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x half> %606, ptr addrspace(3) %222, align 8
  %607 = shufflevector <8 x half> %442, <8 x half> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x half> %607, ptr addrspace(3) %224, align 8
  %608 = shufflevector <8 x half> %433, <8 x half> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x half> %608, ptr addrspace(3) %227, align 8
  %609 = shufflevector <8 x half> %445, <8 x half> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x half> %609, ptr addrspace(3) %229, align 8
  %610 = shufflevector <8 x half> %433, <8 x half> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x half> %610, ptr addrspace(3) %232, align 8
  %611 = shufflevector <8 x half> %445, <8 x half> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x half> %611, ptr addrspace(3) %234, align 8
  %612 = shufflevector <8 x half> %464, <8 x half> %470, <4 x i32> <i32 0, i32 8, i32 poison, i32 poison>
  %613 = shufflevector <8 x half> %476, <8 x half> poison, <4 x i32> <i32 0, i32 poison, i32 poison, i32 poison>
  %614 = shufflevector <4 x half> %612, <4 x half> %613, <4 x i32> <i32 0, i32 1, i32 4, i32 poison>
  %615 = insertelement <4 x half> %614, half %483, i64 3
  store <4 x half> %615, ptr addrspace(3) %245, align 8
  %616 = shufflevector <8 x half> %491, <8 x half> %497, <4 x i32> <i32 0, i32 8, i32 poison, i32 poison>
  %617 = shufflevector <8 x half> %503, <8 x half> poison, <4 x i32> <i32 0, i32 poison, i32 poison, i32 poison>
  %618 = shufflevector <4 x half> %616, <4 x half> %617, <4 x i32> <i32 0, i32 1, i32 4, i32 poison>
  %619 = insertelement <4 x half> %618, half %510, i64 3
  store <4 x half> %619, ptr addrspace(3) %250, align 8
  %620 = insertelement <4 x half> poison, half %465, i64 0
  %621 = insertelement <4 x half> %620, half %471, i64 1
  %622 = insertelement <4 x half> %621, half %477, i64 2
  %623 = insertelement <4 x half> %622, half %484, i64 3
  store <4 x half> %623, ptr addrspace(3) %256, align 8
  %624 = insertelement <4 x half> poison, half %492, i64 0
  %625 = insertelement <4 x half> %624, half %498, i64 1
  %626 = insertelement <4 x half> %625, half %504, i64 2
  %627 = insertelement <4 x half> %626, half %511, i64 3
  store <4 x half> %627, ptr addrspace(3) %261, align 8
  %628 = insertelement <4 x half> poison, half %466, i64 0
  %629 = insertelement <4 x half> %628, half %472, i64 1
  %630 = insertelement <4 x half> %629, half %478, i64 2
  %631 = insertelement <4 x half> %630, half %485, i64 3
  store <4 x half> %631, ptr addrspace(3) %267, align 8
  %632 = insertelement <4 x half> poison, half %493, i64 0
  %633 = insertelement <4 x half> %632, half %499, i64 1
  %634 = insertelement <4 x half> %633, half %505, i64 2
  %635 = insertelement <4 x half> %634, half %512, i64 3
  store <4 x half> %635, ptr addrspace(3) %272, align 8
  %636 = insertelement <4 x half> poison, half %467, i64 0
  %637 = insertelement <4 x half> %636, half %473, i64 1
  %638 = insertelement <4 x half> %637, half %479, i64 2
  %639 = shufflevector <8 x half> %482, <8 x half> poison, <4 x i32> <i32 poison, i32 poison, i32 poison, i32 3>
  %640 = shufflevector <4 x half> %638, <4 x half> %639, <4 x i32> <i32 0, i32 1, i32 2, i32 7>
  store <4 x half> %640, ptr addrspace(3) %278, align 8
  %641 = insertelement <4 x half> poison, half %494, i64 0
  %642 = insertelement <4 x half> %641, half %500, i64 1
  %643 = insertelement <4 x half> %642, half %506, i64 2
  %644 = shufflevector <8 x half> %509, <8 x half> poison, <4 x i32> <i32 poison, i32 poison, i32 poison, i32 3>
  %645 = shufflevector <4 x half> %643, <4 x half> %644, <4 x i32> <i32 0, i32 1, i32 2, i32 7>
  store <4 x half> %645, ptr addrspace(3) %284, align 8
  %646 = shufflevector <8 x half> %464, <8 x half> poison, <4 x i32> <i32 4, i32 poison, i32 poison, i32 poison>
  %647 = shufflevector <8 x half> %470, <8 x half> poison, <4 x i32> <i32 4, i32 poison, i32 poison, i32 poison>
  %648 = shufflevector <4 x half> %646, <4 x half> %647, <4 x i32> <i32 0, i32 4, i32 poison, i32 poison>
  %649 = shufflevector <8 x half> %476, <8 x half> poison, <4 x i32> <i32 4, i32 poison, i32 poison, i32 poison>
  %650 = shufflevector <4 x half> %648, <4 x half> %649, <4 x i32> <i32 0, i32 1, i32 4, i32 poison>
  %651 = shufflevector <8 x half> %482, <8 x half> poison, <4 x i32> <i32 4, i32 poison, i32 poison, i32 poison>
  %652 = shufflevector <4 x half> %650, <4 x half> %651, <4 x i32> <i32 0, i32 1, i32 2, i32 4>
  store <4 x half> %652, ptr addrspace(3) %291, align 8
  %653 = shufflevector <8 x half> %491, <8 x half> poison, <4 x i32> <i32 4, i32 poison, i32 poison, i32 poison>
  %654 = shufflevector <8 x half> %497, <8 x half> poison, <4 x i32> <i32 4, i32 poison, i32 poison, i32 poison>
  %655 = shufflevector <4 x half> %653, <4 x half> %654, <4 x i32> <i32 0, i32 4, i32 poison, i32 poison>
  %656 = shufflevector <8 x half> %503, <8 x half> poison, <4 x i32> <i32 4, i32 poison, i32 poison, i32 poison>
  %657 = shufflevector <4 x half> %655, <4 x half> %656, <4 x i32> <i32 0, i32 1, i32 4, i32 poison>
  %658 = shufflevector <8 x half> %509, <8 x half> poison, <4 x i32> <i32 4, i32 poison, i32 poison, i32 poison>
  %659 = shufflevector <4 x half> %657, <4 x half> %658, <4 x i32> <i32 0, i32 1, i32 2, i32 4>
  store <4 x half> %659, ptr addrspace(3) %299, align 8
  %660 = shufflevector <8 x half> %464, <8 x half> %470, <4 x i32> <i32 5, i32 13, i32 poison, i32 poison>
  %661 = shufflevector <8 x half> %476, <8 x half> poison, <4 x i32> <i32 5, i32 poison, i32 poison, i32 poison>
  %662 = shufflevector <4 x half> %660, <4 x half> %661, <4 x i32> <i32 0, i32 1, i32 4, i32 poison>
  %663 = insertelement <4 x half> %662, half %486, i64 3
  store <4 x half> %663, ptr addrspace(3) %308, align 8
  %664 = shufflevector <8 x half> %491, <8 x half> %497, <4 x i32> <i32 5, i32 13, i32 poison, i32 poison>
  %665 = shufflevector <8 x half> %503, <8 x half> poison, <4 x i32> <i32 5, i32 poison, i32 poison, i32 poison>
  %666 = shufflevector <4 x half> %664, <4 x half> %665, <4 x i32> <i32 0, i32 1, i32 4, i32 poison>
  %667 = insertelement <4 x half> %666, half %513, i64 3
  store <4 x half> %667, ptr addrspace(3) %313, align 8
  %668 = shufflevector <8 x half> %464, <8 x half> %470, <4 x i32> <i32 6, i32 14, i32 poison, i32 poison>
  %669 = shufflevector <8 x half> %476, <8 x half> poison, <4 x i32> <i32 6, i32 poison, i32 poison, i32 poison>
  %670 = shufflevector <4 x half> %668, <4 x half> %669, <4 x i32> <i32 0, i32 1, i32 4, i32 poison>
  %671 = insertelement <4 x half> %670, half %487, i64 3
  store <4 x half> %671, ptr addrspace(3) %319, align 8
  %672 = shufflevector <8 x half> %491, <8 x half> %497, <4 x i32> <i32 6, i32 14, i32 poison, i32 poison>
  %673 = shufflevector <8 x half> %503, <8 x half> poison, <4 x i32> <i32 6, i32 poison, i32 poison, i32 poison>
  %674 = shufflevector <4 x half> %672, <4 x half> %673, <4 x i32> <i32 0, i32 1, i32 4, i32 poison>
  %675 = insertelement <4 x half> %674, half %514, i64 3
  store <4 x half> %675, ptr addrspace(3) %324, align 8
  %676 = shufflevector <8 x half> %464, <8 x half> %470, <4 x i32> <i32 7, i32 15, i32 poison, i32 poison>
  %677 = shufflevector <8 x half> %476, <8 x half> poison, <4 x i32> <i32 7, i32 poison, i32 poison, i32 poison>
  %678 = shufflevector <4 x half> %676, <4 x half> %677, <4 x i32> <i32 0, i32 1, i32 4, i32 poison>
  %679 = insertelement <4 x half> %678, half %488, i64 3
  store <4 x half> %679, ptr addrspace(3) %330, align 8
  %680 = shufflevector <8 x half> %491, <8 x half> %497, <4 x i32> <i32 7, i32 15, i32 poison, i32 poison>
  %681 = shufflevector <8 x half> %503, <8 x half> poison, <4 x i32> <i32 7, i32 poison, i32 poison, i32 poison>
  %682 = shufflevector <4 x half> %680, <4 x half> %681, <4 x i32> <i32 0, i32 1, i32 4, i32 poison>
  %683 = insertelement <4 x half> %682, half %515, i64 3
  store <4 x half> %683, ptr addrspace(3) %335, align 8
  %684 = add nuw nsw i32 %405, 1
  %exitcond.not = icmp eq i32 %405, %371
  br i1 %exitcond.not, label %._crit_edge, label %388

._crit_edge:                                     
  %685 = phi float [ 0.000000e+00, %11 ], [ %544, %388 ]
  %686 = phi float [ 0.000000e+00, %11 ], [ %545, %388 ]
  %687 = phi float [ 0.000000e+00, %11 ], [ %546, %388 ]
  %688 = phi float [ 0.000000e+00, %11 ], [ %547, %388 ]
  %689 = phi float [ 0.000000e+00, %11 ], [ %560, %388 ]
  %690 = phi float [ 0.000000e+00, %11 ], [ %561, %388 ]
  %691 = phi float [ 0.000000e+00, %11 ], [ %562, %388 ]
  %692 = phi float [ 0.000000e+00, %11 ], [ %563, %388 ]
  %693 = phi float [ 0.000000e+00, %11 ], [ %576, %388 ]
  %694 = phi float [ 0.000000e+00, %11 ], [ %577, %388 ]
  %695 = phi float [ 0.000000e+00, %11 ], [ %578, %388 ]
  %696 = phi float [ 0.000000e+00, %11 ], [ %579, %388 ]
  %697 = phi float [ 0.000000e+00, %11 ], [ %592, %388 ]
  %698 = phi float [ 0.000000e+00, %11 ], [ %593, %388 ]
  %699 = phi float [ 0.000000e+00, %11 ], [ %594, %388 ]
  %700 = phi float [ 0.000000e+00, %11 ], [ %595, %388 ]
  tail call void @llvm.amdgcn.s.waitcnt(i32 49279)
  tail call void @llvm.amdgcn.s.barrier()
  br i1 %70, label %701, label %._crit_edge._crit_edge

701:                                             
  %702 = mul nuw nsw i32 %31, 264
  %703 = xor i32 %702, %195
  %704 = xor i32 %703, 4200
  %705 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %704
  %706 = getelementptr inbounds nuw i8, ptr addrspace(3) %705, i32 128
  %707 = load <4 x half>, ptr addrspace(3) %706, align 8
  %708 = load <4 x half>, ptr addrspace(3) %705, align 8
  %709 = xor i32 %703, 4168
  %710 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %709
  %711 = getelementptr inbounds nuw i8, ptr addrspace(3) %710, i32 128
  %712 = load <4 x half>, ptr addrspace(3) %711, align 8
  %713 = load <4 x half>, ptr addrspace(3) %710, align 8
  %714 = xor i32 %703, 4136
  %715 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %714
  %716 = getelementptr inbounds nuw i8, ptr addrspace(3) %715, i32 128
  %717 = load <4 x half>, ptr addrspace(3) %716, align 8
  %718 = load <4 x half>, ptr addrspace(3) %715, align 8
  %719 = xor i32 %703, 4104
  %720 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %719
  %721 = getelementptr inbounds nuw i8, ptr addrspace(3) %720, i32 128
  %722 = load <4 x half>, ptr addrspace(3) %721, align 8
  %723 = load <4 x half>, ptr addrspace(3) %720, align 8
  %724 = xor i32 %703, 96
  %725 = or disjoint i32 %724, 128
  %726 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %725
  %727 = load <4 x half>, ptr addrspace(3) %726, align 8
  %728 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %724
  %729 = load <4 x half>, ptr addrspace(3) %728, align 8
  %730 = xor i32 %703, 64
  %731 = or disjoint i32 %730, 128
  %732 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %731
  %733 = load <4 x half>, ptr addrspace(3) %732, align 8
  %734 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %730
  %735 = load <4 x half>, ptr addrspace(3) %734, align 8
  %736 = xor i32 %703, 32
  %737 = or disjoint i32 %736, 128
  %738 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %737
  %739 = load <4 x half>, ptr addrspace(3) %738, align 8
  %740 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %736
  %741 = load <4 x half>, ptr addrspace(3) %740, align 8
  %742 = or disjoint i32 %703, 128
  %743 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %742
  %744 = load <4 x half>, ptr addrspace(3) %743, align 8
  %745 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %703
  %746 = load <4 x half>, ptr addrspace(3) %745, align 8
  %747 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %724
  %748 = getelementptr inbounds nuw i8, ptr addrspace(3) %747, i32 4224
  %749 = load <4 x half>, ptr addrspace(3) %748, align 8
  %750 = getelementptr inbounds nuw i8, ptr addrspace(3) %747, i32 4096
  %751 = load <4 x half>, ptr addrspace(3) %750, align 8
  %752 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %725
  %753 = load <4 x half>, ptr addrspace(3) %752, align 8
  %754 = load <4 x half>, ptr addrspace(3) %747, align 8
  %755 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %730
  %756 = getelementptr inbounds nuw i8, ptr addrspace(3) %755, i32 4224
  %757 = load <4 x half>, ptr addrspace(3) %756, align 8
  %758 = getelementptr inbounds nuw i8, ptr addrspace(3) %755, i32 4096
  %759 = load <4 x half>, ptr addrspace(3) %758, align 8
  %760 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %731
  %761 = load <4 x half>, ptr addrspace(3) %760, align 8
  %762 = load <4 x half>, ptr addrspace(3) %755, align 8
  %763 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %736
  %764 = getelementptr inbounds nuw i8, ptr addrspace(3) %763, i32 4224
  %765 = load <4 x half>, ptr addrspace(3) %764, align 8
  %766 = getelementptr inbounds nuw i8, ptr addrspace(3) %763, i32 4096
  %767 = load <4 x half>, ptr addrspace(3) %766, align 8
  %768 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %737
  %769 = load <4 x half>, ptr addrspace(3) %768, align 8
  %770 = load <4 x half>, ptr addrspace(3) %763, align 8
  %771 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %703
  %772 = getelementptr inbounds nuw i8, ptr addrspace(3) %771, i32 4224
  %773 = load <4 x half>, ptr addrspace(3) %772, align 8
  %774 = getelementptr inbounds nuw i8, ptr addrspace(3) %771, i32 4096
  %775 = load <4 x half>, ptr addrspace(3) %774, align 8
  %776 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %742
  %777 = load <4 x half>, ptr addrspace(3) %776, align 8
  %778 = load <4 x half>, ptr addrspace(3) %771, align 8
  %779 = insertelement <4 x float> poison, float %685, i64 0
  %780 = insertelement <4 x float> %779, float %686, i64 1
  %781 = insertelement <4 x float> %780, float %687, i64 2
  %782 = insertelement <4 x float> %781, float %688, i64 3
  %783 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %746, <4 x half> %778, <4 x float> %782, i32 0, i32 0, i32 0)
  %784 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %741, <4 x half> %770, <4 x float> %783, i32 0, i32 0, i32 0)
  %785 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %735, <4 x half> %762, <4 x float> %784, i32 0, i32 0, i32 0)
  %786 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %729, <4 x half> %754, <4 x float> %785, i32 0, i32 0, i32 0)
  %787 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %744, <4 x half> %777, <4 x float> %786, i32 0, i32 0, i32 0)
  %788 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %739, <4 x half> %769, <4 x float> %787, i32 0, i32 0, i32 0)
  %789 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %733, <4 x half> %761, <4 x float> %788, i32 0, i32 0, i32 0)
  %790 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %727, <4 x half> %753, <4 x float> %789, i32 0, i32 0, i32 0)
  %791 = extractelement <4 x float> %790, i64 0
  %792 = extractelement <4 x float> %790, i64 1
  %793 = extractelement <4 x float> %790, i64 2
  %794 = extractelement <4 x float> %790, i64 3
  %795 = insertelement <4 x float> poison, float %689, i64 0
  %796 = insertelement <4 x float> %795, float %690, i64 1
  %797 = insertelement <4 x float> %796, float %691, i64 2
  %798 = insertelement <4 x float> %797, float %692, i64 3
  %799 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %723, <4 x half> %778, <4 x float> %798, i32 0, i32 0, i32 0)
  %800 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %718, <4 x half> %770, <4 x float> %799, i32 0, i32 0, i32 0)
  %801 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %713, <4 x half> %762, <4 x float> %800, i32 0, i32 0, i32 0)
  %802 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %708, <4 x half> %754, <4 x float> %801, i32 0, i32 0, i32 0)
  %803 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %722, <4 x half> %777, <4 x float> %802, i32 0, i32 0, i32 0)
  %804 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %717, <4 x half> %769, <4 x float> %803, i32 0, i32 0, i32 0)
  %805 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %712, <4 x half> %761, <4 x float> %804, i32 0, i32 0, i32 0)
  %806 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %707, <4 x half> %753, <4 x float> %805, i32 0, i32 0, i32 0)
  %807 = extractelement <4 x float> %806, i64 0
  %808 = extractelement <4 x float> %806, i64 1
  %809 = extractelement <4 x float> %806, i64 2
  %810 = extractelement <4 x float> %806, i64 3
  %811 = insertelement <4 x float> poison, float %693, i64 0
  %812 = insertelement <4 x float> %811, float %694, i64 1
  %813 = insertelement <4 x float> %812, float %695, i64 2
  %814 = insertelement <4 x float> %813, float %696, i64 3
  %815 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %746, <4 x half> %775, <4 x float> %814, i32 0, i32 0, i32 0)
  %816 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %741, <4 x half> %767, <4 x float> %815, i32 0, i32 0, i32 0)
  %817 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %735, <4 x half> %759, <4 x float> %816, i32 0, i32 0, i32 0)
  %818 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %729, <4 x half> %751, <4 x float> %817, i32 0, i32 0, i32 0)
  %819 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %744, <4 x half> %773, <4 x float> %818, i32 0, i32 0, i32 0)
  %820 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %739, <4 x half> %765, <4 x float> %819, i32 0, i32 0, i32 0)
  %821 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %733, <4 x half> %757, <4 x float> %820, i32 0, i32 0, i32 0)
  %822 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %727, <4 x half> %749, <4 x float> %821, i32 0, i32 0, i32 0)
  %823 = extractelement <4 x float> %822, i64 0
  %824 = extractelement <4 x float> %822, i64 1
  %825 = extractelement <4 x float> %822, i64 2
  %826 = extractelement <4 x float> %822, i64 3
  %827 = insertelement <4 x float> poison, float %697, i64 0
  %828 = insertelement <4 x float> %827, float %698, i64 1
  %829 = insertelement <4 x float> %828, float %699, i64 2
  %830 = insertelement <4 x float> %829, float %700, i64 3
  %831 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %723, <4 x half> %775, <4 x float> %830, i32 0, i32 0, i32 0)
  %832 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %718, <4 x half> %767, <4 x float> %831, i32 0, i32 0, i32 0)
  %833 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %713, <4 x half> %759, <4 x float> %832, i32 0, i32 0, i32 0)
  %834 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %708, <4 x half> %751, <4 x float> %833, i32 0, i32 0, i32 0)
  %835 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %722, <4 x half> %773, <4 x float> %834, i32 0, i32 0, i32 0)
  %836 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %717, <4 x half> %765, <4 x float> %835, i32 0, i32 0, i32 0)
  %837 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %712, <4 x half> %757, <4 x float> %836, i32 0, i32 0, i32 0)
  %838 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %707, <4 x half> %749, <4 x float> %837, i32 0, i32 0, i32 0)
  %839 = extractelement <4 x float> %838, i64 0
  %840 = extractelement <4 x float> %838, i64 1
  %841 = extractelement <4 x float> %838, i64 2
  %842 = extractelement <4 x float> %838, i64 3
  br label %._crit_edge._crit_edge

._crit_edge._crit_edge:                          
  %843 = phi float [ %842, %701 ], [ %700, %._crit_edge ]
  %844 = phi float [ %841, %701 ], [ %699, %._crit_edge ]
  %845 = phi float [ %840, %701 ], [ %698, %._crit_edge ]
  %846 = phi float [ %839, %701 ], [ %697, %._crit_edge ]
  %847 = phi float [ %826, %701 ], [ %696, %._crit_edge ]
  %848 = phi float [ %825, %701 ], [ %695, %._crit_edge ]
  %849 = phi float [ %824, %701 ], [ %694, %._crit_edge ]
  %850 = phi float [ %823, %701 ], [ %693, %._crit_edge ]
  %851 = phi float [ %810, %701 ], [ %692, %._crit_edge ]
  %852 = phi float [ %809, %701 ], [ %691, %._crit_edge ]
  %853 = phi float [ %808, %701 ], [ %690, %._crit_edge ]
  %854 = phi float [ %807, %701 ], [ %689, %._crit_edge ]
  %855 = phi float [ %794, %701 ], [ %688, %._crit_edge ]
  %856 = phi float [ %793, %701 ], [ %687, %._crit_edge ]
  %857 = phi float [ %792, %701 ], [ %686, %._crit_edge ]
  %858 = phi float [ %791, %701 ], [ %685, %._crit_edge ]
  %859 = lshr exact i32 %29, 2
  %860 = or disjoint i32 %859, 16
  %861 = or disjoint i32 %42, %860
  %862 = or disjoint i32 %42, %859
  %863 = or disjoint i32 %31, 16
  %864 = or disjoint i32 %27, %863
  %865 = or disjoint i32 %27, %31
  %866 = mul i32 %27, %8
  %867 = mul i32 %8, %31
  %868 = mul i32 %8, %863
  %869 = add i32 %866, %42
  %870 = or disjoint i32 %869, %859
  %871 = add i32 %870, %867
  %872 = or disjoint i32 %869, %860
  %873 = add i32 %872, %867
  %874 = add i32 %870, %868
  %875 = add i32 %872, %868
  %876 = icmp slt i32 %865, %3
  %877 = icmp slt i32 %864, %3
  %878 = icmp slt i32 %862, %4
  %879 = icmp slt i32 %861, %4
  %880 = and i1 %876, %878
  %881 = and i1 %876, %879
  %882 = and i1 %877, %878
  %883 = and i1 %877, %879
  %884 = fptrunc float %858 to half
  %885 = fptrunc float %857 to half
  %886 = fptrunc float %856 to half
  %887 = fptrunc float %855 to half
  %888 = fptrunc float %854 to half
  %889 = fptrunc float %853 to half
  %890 = fptrunc float %852 to half
  %891 = fptrunc float %851 to half
  %892 = fptrunc float %850 to half
  %893 = fptrunc float %849 to half
  %894 = fptrunc float %848 to half
  %895 = fptrunc float %847 to half
  %896 = fptrunc float %846 to half
  %897 = fptrunc float %845 to half
  %898 = fptrunc float %844 to half
  %899 = fptrunc float %843 to half
  %900 = tail call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %2, i16 0, i64 2147483646, i32 159744)
  %901 = insertelement <4 x half> poison, half %884, i64 0
  %902 = insertelement <4 x half> %901, half %885, i64 1
  %903 = insertelement <4 x half> %902, half %886, i64 2
  %904 = insertelement <4 x half> %903, half %887, i64 3
  %905 = bitcast <4 x half> %904 to <2 x i32>
  %906 = shl i32 %871, 1
  %907 = select i1 %880, i32 %906, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.v2i32(<2 x i32> %905, ptr addrspace(8) %900, i32 %907, i32 0, i32 0)
  %908 = insertelement <4 x half> poison, half %888, i64 0
  %909 = insertelement <4 x half> %908, half %889, i64 1
  %910 = insertelement <4 x half> %909, half %890, i64 2
  %911 = insertelement <4 x half> %910, half %891, i64 3
  %912 = bitcast <4 x half> %911 to <2 x i32>
  %913 = shl i32 %873, 1
  %914 = select i1 %881, i32 %913, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.v2i32(<2 x i32> %912, ptr addrspace(8) %900, i32 %914, i32 0, i32 0)
  %915 = insertelement <4 x half> poison, half %892, i64 0
  %916 = insertelement <4 x half> %915, half %893, i64 1
  %917 = insertelement <4 x half> %916, half %894, i64 2
  %918 = insertelement <4 x half> %917, half %895, i64 3
  %919 = bitcast <4 x half> %918 to <2 x i32>
  %920 = shl i32 %874, 1
  %921 = select i1 %882, i32 %920, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.v2i32(<2 x i32> %919, ptr addrspace(8) %900, i32 %921, i32 0, i32 0)
  %922 = insertelement <4 x half> poison, half %896, i64 0
  %923 = insertelement <4 x half> %922, half %897, i64 1
  %924 = insertelement <4 x half> %923, half %898, i64 2
  %925 = insertelement <4 x half> %924, half %899, i64 3
  %926 = bitcast <4 x half> %925 to <2 x i32>
  %927 = shl i32 %875, 1
  %928 = select i1 %883, i32 %927, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.v2i32(<2 x i32> %926, ptr addrspace(8) %900, i32 %928, i32 0, i32 0)
  ret void
}

declare noundef i32 @llvm.amdgcn.workgroup.id.x() #1

declare i32 @llvm.smin.i32(i32, i32) #1

declare noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x() #1

declare ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) readnone, i16, i64, i32) #1

declare <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) readonly captures(none), i32, i32, i32 immarg) #2

declare void @llvm.amdgcn.s.waitcnt(i32 immarg) #3

declare void @llvm.amdgcn.s.barrier() #4

declare <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half>, <4 x half>, <4 x float>, i32 immarg, i32 immarg, i32 immarg) #5

declare void @llvm.amdgcn.raw.ptr.buffer.store.v2i32(<2 x i32>, ptr addrspace(8) writeonly captures(none), i32, i32, i32 immarg) #6

attributes #0 = { nofree norecurse nounwind "amdgpu-agpr-alloc"="0" "amdgpu-flat-work-group-size"="1,64" "amdgpu-no-cluster-id-x" "amdgpu-no-cluster-id-y" "amdgpu-no-cluster-id-z" "amdgpu-no-completion-action" "amdgpu-no-default-queue" "amdgpu-no-dispatch-id" "amdgpu-no-dispatch-ptr" "amdgpu-no-flat-scratch-init" "amdgpu-no-heap-ptr" "amdgpu-no-hostcall-ptr" "amdgpu-no-implicitarg-ptr" "amdgpu-no-lds-kernel-id" "amdgpu-no-multigrid-sync-arg" "amdgpu-no-queue-ptr" "amdgpu-no-workgroup-id-x" "amdgpu-no-workgroup-id-y" "amdgpu-no-workgroup-id-z" "amdgpu-no-workitem-id-x" "amdgpu-no-workitem-id-y" "amdgpu-no-workitem-id-z" "amdgpu-waves-per-eu"="0, 0" "denormal-fp-math-f32"="ieee" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: read) }
attributes #3 = { mustprogress nocallback nofree nounwind willreturn }
attributes #4 = { convergent mustprogress nocallback nofree nounwind willreturn }
attributes #5 = { convergent mustprogress nocallback nofree nosync nounwind willreturn memory(none) }
attributes #6 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: write) }

!llvm.module.flags = !{!0, !1}

!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = !{i32 1, !"amdhsa_code_object_version", i32 500}
