target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@global_smem = external addrspace(3) global [0 x i8], align 16

define amdgpu_kernel void @gemm(ptr addrspace(1) inreg readonly captures(none) %0, ptr addrspace(1) inreg readonly captures(none) %1, ptr addrspace(1) inreg writeonly captures(none) %2, i32 inreg %3, i32 inreg %4, i32 inreg %5, i32 inreg %6, i32 inreg %7, i32 inreg %8, ptr addrspace(1) inreg readnone captures(none) %9, ptr addrspace(1) inreg readnone captures(none) %10) local_unnamed_addr #0 {
  %12 = tail call i32 @llvm.amdgcn.workgroup.id.x()
  %13 = add i32 %3, 127
  %14 = sdiv i32 %13, 128
  %15 = add i32 %4, 127
  %16 = sdiv i32 %15, 128
  %17 = shl nsw i32 %16, 3
  %18 = sdiv i32 %12, %17
  %19 = shl i32 %18, 3
  %20 = sub i32 %14, %19
  %21 = tail call i32 @llvm.smin.i32(i32 %20, i32 8)
  %22 = mul i32 %18, %17
  %23 = sub i32 %12, %22
  %.frozen = freeze i32 %23
  %.frozen519 = freeze i32 %21
  %24 = sdiv i32 %.frozen, %.frozen519
  %25 = mul i32 %24, %.frozen519
  %.decomposed = sub i32 %.frozen, %25
  %26 = add i32 %19, %.decomposed
  %27 = shl i32 %26, 7
  %28 = tail call i32 @llvm.amdgcn.workitem.id.x()
  %29 = lshr i32 %28, 3
  %30 = and i32 %29, 31
  %31 = and i32 %28, 15
  %32 = and i32 %28, 128
  %33 = and i32 %28, 31
  %34 = shl nuw nsw i32 %33, 2
  %35 = or disjoint i32 %27, %30
  %36 = or disjoint i32 %35, 32
  %37 = or disjoint i32 %35, 64
  %38 = or disjoint i32 %29, %27
  %39 = or i32 %38, 96
  %40 = shl i32 %24, 7
  %41 = or disjoint i32 %40, %34
  %42 = srem i32 %35, %3
  %43 = srem i32 %36, %3
  %44 = srem i32 %37, %3
  %45 = srem i32 %39, %3
  %46 = shl nuw nsw i32 %28, 2
  %47 = and i32 %46, 28
  %48 = mul i32 %42, %6
  %49 = mul i32 %43, %6
  %50 = mul i32 %44, %6
  %51 = mul i32 %45, %6
  %52 = add i32 %48, %47
  %53 = add i32 %49, %47
  %54 = add i32 %50, %47
  %55 = add i32 %51, %47
  %56 = add i32 %5, 31
  %57 = sdiv i32 %56, 32
  %58 = icmp sgt i32 %56, 31
  %59 = sext i32 %53 to i64
  %60 = getelementptr float, ptr addrspace(1) %0, i64 %59
  %61 = sext i32 %54 to i64
  %62 = getelementptr float, ptr addrspace(1) %0, i64 %61
  %63 = sext i32 %55 to i64
  %64 = getelementptr float, ptr addrspace(1) %0, i64 %63
  br i1 %58, label %65, label %69

65:                                              
  %66 = sext i32 %52 to i64
  %67 = getelementptr float, ptr addrspace(1) %0, i64 %66
  %68 = load <4 x float>, ptr addrspace(1) %67, align 16
  br label %69

69:                                              
  %70 = phi <4 x float> [ %68, %65 ], [ zeroinitializer, %11 ]
  br i1 %58, label %71, label %73

71:                                              
  %72 = load <4 x float>, ptr addrspace(1) %60, align 16
  br label %73

73:                                              
  %74 = phi <4 x float> [ %72, %71 ], [ zeroinitializer, %69 ]
  br i1 %58, label %75, label %77

75:                                              
  %76 = load <4 x float>, ptr addrspace(1) %62, align 16
  br label %77

77:                                              
  %78 = phi <4 x float> [ %76, %75 ], [ zeroinitializer, %73 ]
  br i1 %58, label %79, label %81

79:                                              
  %80 = load <4 x float>, ptr addrspace(1) %64, align 16
  br label %81

81:                                              
  %82 = phi <4 x float> [ %80, %79 ], [ zeroinitializer, %77 ]
  %83 = and i32 %28, 224
  %84 = lshr exact i32 %83, 4
  %85 = or disjoint i32 %84, 1
  %86 = or disjoint i32 %84, 16
  %87 = or disjoint i32 %84, 17
  %88 = srem i32 %41, %4
  %89 = mul i32 %7, %84
  %90 = mul i32 %7, %85
  %91 = mul i32 %7, %86
  %92 = mul i32 %7, %87
  %93 = add i32 %88, %89
  %94 = add i32 %88, %90
  %95 = add i32 %88, %91
  %96 = add i32 %88, %92
  %97 = sext i32 %94 to i64
  %98 = getelementptr float, ptr addrspace(1) %1, i64 %97
  %99 = sext i32 %95 to i64
  %100 = getelementptr float, ptr addrspace(1) %1, i64 %99
  %101 = sext i32 %96 to i64
  %102 = getelementptr float, ptr addrspace(1) %1, i64 %101
  br i1 %58, label %103, label %107

103:                                             
  %104 = sext i32 %93 to i64
  %105 = getelementptr float, ptr addrspace(1) %1, i64 %104
  %106 = load <4 x float>, ptr addrspace(1) %105, align 16
  br label %107

107:                                             
  %108 = phi <4 x float> [ %106, %103 ], [ zeroinitializer, %81 ]
  br i1 %58, label %109, label %111

109:                                             
  %110 = load <4 x float>, ptr addrspace(1) %98, align 16
  br label %111

111:                                             
  %112 = phi <4 x float> [ %110, %109 ], [ zeroinitializer, %107 ]
  br i1 %58, label %113, label %115

113:                                             
  %114 = load <4 x float>, ptr addrspace(1) %100, align 16
  br label %115

115:                                             
  %116 = phi <4 x float> [ %114, %113 ], [ zeroinitializer, %111 ]
  br i1 %58, label %117, label %119

117:                                             
  %118 = load <4 x float>, ptr addrspace(1) %102, align 16
  br label %119

119:                                             
  %120 = phi <4 x float> [ %118, %117 ], [ zeroinitializer, %115 ]
  %121 = shl i32 %7, 5
  %122 = shl nuw nsw i32 %28, 4
  %123 = and i32 %122, 4080
  %124 = and i32 %28, 120
  %125 = xor i32 %123, %124
  %126 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %125
  %127 = shufflevector <4 x float> %70, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  store <2 x float> %127, ptr addrspace(3) %126, align 8
  %128 = getelementptr inbounds nuw i8, ptr addrspace(3) %126, i32 4096
  %129 = shufflevector <4 x float> %74, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  store <2 x float> %129, ptr addrspace(3) %128, align 8
  %130 = getelementptr inbounds nuw i8, ptr addrspace(3) %126, i32 8192
  %131 = shufflevector <4 x float> %78, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  store <2 x float> %131, ptr addrspace(3) %130, align 8
  %132 = getelementptr inbounds nuw i8, ptr addrspace(3) %126, i32 12288
  %133 = shufflevector <4 x float> %82, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  store <2 x float> %133, ptr addrspace(3) %132, align 8
  %134 = xor i32 %125, 8
  %135 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %134
  %136 = shufflevector <4 x float> %70, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  store <2 x float> %136, ptr addrspace(3) %135, align 8
  %137 = getelementptr inbounds nuw i8, ptr addrspace(3) %135, i32 4096
  %138 = shufflevector <4 x float> %74, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  store <2 x float> %138, ptr addrspace(3) %137, align 8
  %139 = getelementptr inbounds nuw i8, ptr addrspace(3) %135, i32 8192
  %140 = shufflevector <4 x float> %78, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  store <2 x float> %140, ptr addrspace(3) %139, align 8
  %141 = getelementptr inbounds nuw i8, ptr addrspace(3) %135, i32 12288
  %142 = shufflevector <4 x float> %82, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  store <2 x float> %142, ptr addrspace(3) %141, align 8
  %143 = shl nuw nsw i32 %33, 9
  %144 = shl nuw nsw i32 %28, 5
  %145 = and i32 %144, 96
  %146 = shl nuw nsw i32 %28, 1
  %147 = and i32 %146, 56
  %148 = lshr exact i32 %83, 2
  %149 = xor i32 %145, %147
  %150 = xor i32 %149, %148
  %151 = or disjoint i32 %150, %143
  %152 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 16384), i32 %151
  %153 = shufflevector <4 x float> %108, <4 x float> %112, <2 x i32> <i32 0, i32 4>
  store <2 x float> %153, ptr addrspace(3) %152, align 8
  %154 = xor i32 %151, 136
  %155 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 16384), i32 %154
  %156 = shufflevector <4 x float> %108, <4 x float> %112, <2 x i32> <i32 1, i32 5>
  store <2 x float> %156, ptr addrspace(3) %155, align 8
  %157 = xor i32 %151, 272
  %158 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 16384), i32 %157
  %159 = shufflevector <4 x float> %108, <4 x float> %112, <2 x i32> <i32 2, i32 6>
  store <2 x float> %159, ptr addrspace(3) %158, align 8
  %160 = xor i32 %151, 408
  %161 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 16384), i32 %160
  %162 = shufflevector <4 x float> %108, <4 x float> %112, <2 x i32> <i32 3, i32 7>
  store <2 x float> %162, ptr addrspace(3) %161, align 8
  %163 = xor i32 %151, 64
  %164 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 16384), i32 %163
  %165 = shufflevector <4 x float> %116, <4 x float> %120, <2 x i32> <i32 0, i32 4>
  store <2 x float> %165, ptr addrspace(3) %164, align 8
  %166 = xor i32 %151, 200
  %167 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 16384), i32 %166
  %168 = shufflevector <4 x float> %116, <4 x float> %120, <2 x i32> <i32 1, i32 5>
  store <2 x float> %168, ptr addrspace(3) %167, align 8
  %169 = xor i32 %151, 336
  %170 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 16384), i32 %169
  %171 = shufflevector <4 x float> %116, <4 x float> %120, <2 x i32> <i32 2, i32 6>
  store <2 x float> %171, ptr addrspace(3) %170, align 8
  %172 = xor i32 %151, 472
  %173 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 16384), i32 %172
  %174 = shufflevector <4 x float> %116, <4 x float> %120, <2 x i32> <i32 3, i32 7>
  store <2 x float> %174, ptr addrspace(3) %173, align 8
  %175 = icmp sgt i32 %56, 63
  br i1 %175, label %.lr.ph, label %._crit_edge

.lr.ph:                                          
  %176 = lshr i32 %28, 1
  %177 = and i32 %176, 24
  %178 = shl nuw nsw i32 %32, 4
  %179 = mul nuw nsw i32 %31, 136
  %180 = xor i32 %179, %177
  %181 = or disjoint i32 %180, %178
  %182 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %181
  %183 = getelementptr inbounds nuw i8, ptr addrspace(3) %182, i32 4096
  %184 = getelementptr inbounds nuw i8, ptr addrspace(3) %182, i32 8192
  %185 = getelementptr inbounds nuw i8, ptr addrspace(3) %182, i32 12288
  %186 = xor i32 %181, 32
  %187 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %186
  %188 = getelementptr inbounds nuw i8, ptr addrspace(3) %187, i32 4096
  %189 = getelementptr inbounds nuw i8, ptr addrspace(3) %187, i32 8192
  %190 = getelementptr inbounds nuw i8, ptr addrspace(3) %187, i32 12288
  %191 = xor i32 %181, 64
  %192 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %191
  %193 = getelementptr inbounds nuw i8, ptr addrspace(3) %192, i32 4096
  %194 = getelementptr inbounds nuw i8, ptr addrspace(3) %192, i32 8192
  %195 = getelementptr inbounds nuw i8, ptr addrspace(3) %192, i32 12288
  %196 = xor i32 %181, 96
  %197 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %196
  %198 = getelementptr inbounds nuw i8, ptr addrspace(3) %197, i32 4096
  %199 = getelementptr inbounds nuw i8, ptr addrspace(3) %197, i32 8192
  %200 = getelementptr inbounds nuw i8, ptr addrspace(3) %197, i32 12288
  %201 = and i32 %28, 64
  %202 = icmp eq i32 %201, 0
  %203 = select i1 %202, i32 0, i32 2056
  %204 = xor i32 %203, %177
  %205 = xor i32 %204, %179
  %206 = xor i32 %205, 32
  %207 = xor i32 %205, 64
  %208 = xor i32 %205, 96
  %209 = xor i32 %205, 4112
  %210 = xor i32 %205, 4144
  %211 = xor i32 %205, 4176
  %212 = xor i32 %205, 4208
  %213 = xor i32 %205, 8224
  %214 = xor i32 %205, 8288
  %215 = xor i32 %205, 8256
  %216 = xor i32 %205, 12336
  %217 = xor i32 %205, 12304
  %218 = xor i32 %205, 12400
  %219 = xor i32 %205, 12368
  %220 = tail call i32 @llvm.smax.i32(i32 %57, i32 2)
  %221 = add nsw i32 %220, -2
  %222 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 16384), i32 %205
  %223 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 16384), i32 %206
  %224 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 16384), i32 %207
  %225 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 16384), i32 %208
  %226 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 16384), i32 %209
  %227 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 16384), i32 %210
  %228 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 16384), i32 %211
  %229 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 16384), i32 %212
  %230 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 16384), i32 %213
  %231 = getelementptr inbounds nuw i8, ptr addrspace(3) %222, i32 8192
  %232 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 16384), i32 %214
  %233 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 16384), i32 %215
  %234 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 16384), i32 %216
  %235 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 16384), i32 %217
  %236 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 16384), i32 %218
  %237 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 16384), i32 %219
  br label %238

238:                                             
  %.pn3972 = phi i32 [ %96, %.lr.ph ], [ %311, %238 ]
  %.pn4771 = phi i32 [ %95, %.lr.ph ], [ %310, %238 ]
  %.pn5570 = phi i32 [ %94, %.lr.ph ], [ %309, %238 ]
  %.pn6369 = phi i32 [ %93, %.lr.ph ], [ %308, %238 ]
  %.pn768 = phi i32 [ %55, %.lr.ph ], [ %307, %238 ]
  %.pn1567 = phi i32 [ %54, %.lr.ph ], [ %306, %238 ]
  %.pn2366 = phi i32 [ %53, %.lr.ph ], [ %305, %238 ]
  %.pn3165 = phi i32 [ %52, %.lr.ph ], [ %304, %238 ]
  %239 = phi float [ 0.000000e+00, %.lr.ph ], [ %376, %238 ]
  %240 = phi float [ 0.000000e+00, %.lr.ph ], [ %377, %238 ]
  %241 = phi float [ 0.000000e+00, %.lr.ph ], [ %378, %238 ]
  %242 = phi float [ 0.000000e+00, %.lr.ph ], [ %379, %238 ]
  %243 = phi float [ 0.000000e+00, %.lr.ph ], [ %388, %238 ]
  %244 = phi float [ 0.000000e+00, %.lr.ph ], [ %389, %238 ]
  %245 = phi float [ 0.000000e+00, %.lr.ph ], [ %390, %238 ]
  %246 = phi float [ 0.000000e+00, %.lr.ph ], [ %391, %238 ]
  %247 = phi float [ 0.000000e+00, %.lr.ph ], [ %400, %238 ]
  %248 = phi float [ 0.000000e+00, %.lr.ph ], [ %401, %238 ]
  %249 = phi float [ 0.000000e+00, %.lr.ph ], [ %402, %238 ]
  %250 = phi float [ 0.000000e+00, %.lr.ph ], [ %403, %238 ]
  %251 = phi float [ 0.000000e+00, %.lr.ph ], [ %412, %238 ]
  %252 = phi float [ 0.000000e+00, %.lr.ph ], [ %413, %238 ]
  %253 = phi float [ 0.000000e+00, %.lr.ph ], [ %414, %238 ]
  %254 = phi float [ 0.000000e+00, %.lr.ph ], [ %415, %238 ]
  %255 = phi float [ 0.000000e+00, %.lr.ph ], [ %424, %238 ]
  %256 = phi float [ 0.000000e+00, %.lr.ph ], [ %425, %238 ]
  %257 = phi float [ 0.000000e+00, %.lr.ph ], [ %426, %238 ]
  %258 = phi float [ 0.000000e+00, %.lr.ph ], [ %427, %238 ]
  %259 = phi float [ 0.000000e+00, %.lr.ph ], [ %436, %238 ]
  %260 = phi float [ 0.000000e+00, %.lr.ph ], [ %437, %238 ]
  %261 = phi float [ 0.000000e+00, %.lr.ph ], [ %438, %238 ]
  %262 = phi float [ 0.000000e+00, %.lr.ph ], [ %439, %238 ]
  %263 = phi float [ 0.000000e+00, %.lr.ph ], [ %448, %238 ]
  %264 = phi float [ 0.000000e+00, %.lr.ph ], [ %449, %238 ]
  %265 = phi float [ 0.000000e+00, %.lr.ph ], [ %450, %238 ]
  %266 = phi float [ 0.000000e+00, %.lr.ph ], [ %451, %238 ]
  %267 = phi float [ 0.000000e+00, %.lr.ph ], [ %460, %238 ]
  %268 = phi float [ 0.000000e+00, %.lr.ph ], [ %461, %238 ]
  %269 = phi float [ 0.000000e+00, %.lr.ph ], [ %462, %238 ]
  %270 = phi float [ 0.000000e+00, %.lr.ph ], [ %463, %238 ]
  %271 = phi float [ 0.000000e+00, %.lr.ph ], [ %472, %238 ]
  %272 = phi float [ 0.000000e+00, %.lr.ph ], [ %473, %238 ]
  %273 = phi float [ 0.000000e+00, %.lr.ph ], [ %474, %238 ]
  %274 = phi float [ 0.000000e+00, %.lr.ph ], [ %475, %238 ]
  %275 = phi float [ 0.000000e+00, %.lr.ph ], [ %484, %238 ]
  %276 = phi float [ 0.000000e+00, %.lr.ph ], [ %485, %238 ]
  %277 = phi float [ 0.000000e+00, %.lr.ph ], [ %486, %238 ]
  %278 = phi float [ 0.000000e+00, %.lr.ph ], [ %487, %238 ]
  %279 = phi float [ 0.000000e+00, %.lr.ph ], [ %496, %238 ]
  %280 = phi float [ 0.000000e+00, %.lr.ph ], [ %497, %238 ]
  %281 = phi float [ 0.000000e+00, %.lr.ph ], [ %498, %238 ]
  %282 = phi float [ 0.000000e+00, %.lr.ph ], [ %499, %238 ]
  %283 = phi float [ 0.000000e+00, %.lr.ph ], [ %508, %238 ]
  %284 = phi float [ 0.000000e+00, %.lr.ph ], [ %509, %238 ]
  %285 = phi float [ 0.000000e+00, %.lr.ph ], [ %510, %238 ]
  %286 = phi float [ 0.000000e+00, %.lr.ph ], [ %511, %238 ]
  %287 = phi float [ 0.000000e+00, %.lr.ph ], [ %520, %238 ]
  %288 = phi float [ 0.000000e+00, %.lr.ph ], [ %521, %238 ]
  %289 = phi float [ 0.000000e+00, %.lr.ph ], [ %522, %238 ]
  %290 = phi float [ 0.000000e+00, %.lr.ph ], [ %523, %238 ]
  %291 = phi float [ 0.000000e+00, %.lr.ph ], [ %532, %238 ]
  %292 = phi float [ 0.000000e+00, %.lr.ph ], [ %533, %238 ]
  %293 = phi float [ 0.000000e+00, %.lr.ph ], [ %534, %238 ]
  %294 = phi float [ 0.000000e+00, %.lr.ph ], [ %535, %238 ]
  %295 = phi float [ 0.000000e+00, %.lr.ph ], [ %544, %238 ]
  %296 = phi float [ 0.000000e+00, %.lr.ph ], [ %545, %238 ]
  %297 = phi float [ 0.000000e+00, %.lr.ph ], [ %546, %238 ]
  %298 = phi float [ 0.000000e+00, %.lr.ph ], [ %547, %238 ]
  %299 = phi float [ 0.000000e+00, %.lr.ph ], [ %556, %238 ]
  %300 = phi float [ 0.000000e+00, %.lr.ph ], [ %557, %238 ]
  %301 = phi float [ 0.000000e+00, %.lr.ph ], [ %558, %238 ]
  %302 = phi float [ 0.000000e+00, %.lr.ph ], [ %559, %238 ]
  %303 = phi i32 [ 0, %.lr.ph ], [ %576, %238 ]
  %304 = add i32 %.pn3165, 32
  %305 = add i32 %.pn2366, 32
  %306 = add i32 %.pn1567, 32
  %307 = add i32 %.pn768, 32
  %308 = add i32 %.pn6369, %121
  %309 = add i32 %.pn5570, %121
  %310 = add i32 %.pn4771, %121
  %311 = add i32 %.pn3972, %121
  tail call void @llvm.amdgcn.s.waitcnt(i32 49279)
  tail call void @llvm.amdgcn.s.barrier()
  %312 = load <2 x float>, ptr addrspace(3) %182, align 8
  %313 = load <2 x float>, ptr addrspace(3) %183, align 8
  %314 = load <2 x float>, ptr addrspace(3) %184, align 8
  %315 = load <2 x float>, ptr addrspace(3) %185, align 8
  %316 = load <2 x float>, ptr addrspace(3) %187, align 8
  %317 = load <2 x float>, ptr addrspace(3) %188, align 8
  %318 = load <2 x float>, ptr addrspace(3) %189, align 8
  %319 = load <2 x float>, ptr addrspace(3) %190, align 8
  %320 = load <2 x float>, ptr addrspace(3) %192, align 8
  %321 = load <2 x float>, ptr addrspace(3) %193, align 8
  %322 = load <2 x float>, ptr addrspace(3) %194, align 8
  %323 = load <2 x float>, ptr addrspace(3) %195, align 8
  %324 = load <2 x float>, ptr addrspace(3) %197, align 8
  %325 = load <2 x float>, ptr addrspace(3) %198, align 8
  %326 = load <2 x float>, ptr addrspace(3) %199, align 8
  %327 = load <2 x float>, ptr addrspace(3) %200, align 8
  tail call void @llvm.amdgcn.s.setprio(i16 1)
  %328 = sext i32 %304 to i64
  %329 = getelementptr float, ptr addrspace(1) %0, i64 %328
  %330 = sext i32 %305 to i64
  %331 = getelementptr float, ptr addrspace(1) %0, i64 %330
  %332 = sext i32 %306 to i64
  %333 = getelementptr float, ptr addrspace(1) %0, i64 %332
  %334 = sext i32 %307 to i64
  %335 = getelementptr float, ptr addrspace(1) %0, i64 %334
  %336 = load <4 x float>, ptr addrspace(1) %329, align 16
  %337 = load <4 x float>, ptr addrspace(1) %331, align 16
  %338 = load <4 x float>, ptr addrspace(1) %333, align 16
  %339 = load <4 x float>, ptr addrspace(1) %335, align 16
  tail call void @llvm.amdgcn.sched.barrier(i32 0)
  %340 = load <2 x float>, ptr addrspace(3) %222, align 8
  %341 = load <2 x float>, ptr addrspace(3) %223, align 8
  %342 = load <2 x float>, ptr addrspace(3) %224, align 8
  %343 = load <2 x float>, ptr addrspace(3) %225, align 8
  %344 = load <2 x float>, ptr addrspace(3) %226, align 8
  %345 = load <2 x float>, ptr addrspace(3) %227, align 8
  %346 = load <2 x float>, ptr addrspace(3) %228, align 8
  %347 = load <2 x float>, ptr addrspace(3) %229, align 8
  %348 = load <2 x float>, ptr addrspace(3) %230, align 8
  %349 = load <2 x float>, ptr addrspace(3) %231, align 8
  %350 = load <2 x float>, ptr addrspace(3) %232, align 8
  %351 = load <2 x float>, ptr addrspace(3) %233, align 8
  %352 = load <2 x float>, ptr addrspace(3) %234, align 8
  %353 = load <2 x float>, ptr addrspace(3) %235, align 8
  %354 = load <2 x float>, ptr addrspace(3) %236, align 8
  %355 = load <2 x float>, ptr addrspace(3) %237, align 8
  tail call void @llvm.amdgcn.s.setprio(i16 0)
  %356 = sext i32 %308 to i64
  %357 = getelementptr float, ptr addrspace(1) %1, i64 %356
  %358 = sext i32 %309 to i64
  %359 = getelementptr float, ptr addrspace(1) %1, i64 %358
  %360 = sext i32 %310 to i64
  %361 = getelementptr float, ptr addrspace(1) %1, i64 %360
  %362 = sext i32 %311 to i64
  %363 = getelementptr float, ptr addrspace(1) %1, i64 %362
  %364 = load <4 x float>, ptr addrspace(1) %357, align 16
  %365 = load <4 x float>, ptr addrspace(1) %359, align 16
  %366 = load <4 x float>, ptr addrspace(1) %361, align 16
  %367 = load <4 x float>, ptr addrspace(1) %363, align 16
  tail call void @llvm.amdgcn.sched.barrier(i32 1)
  %368 = insertelement <4 x float> poison, float %239, i64 0
  %369 = insertelement <4 x float> %368, float %240, i64 1
  %370 = insertelement <4 x float> %369, float %241, i64 2
  %371 = insertelement <4 x float> %370, float %242, i64 3
  %372 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %340, <2 x float> %312, <4 x float> %371, i32 0, i32 0, i32 0)
  tail call void @llvm.amdgcn.s.setprio(i16 1)
  %373 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %341, <2 x float> %316, <4 x float> %372, i32 0, i32 0, i32 0)
  %374 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %342, <2 x float> %320, <4 x float> %373, i32 0, i32 0, i32 0)
  %375 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %343, <2 x float> %324, <4 x float> %374, i32 0, i32 0, i32 0)
  %376 = extractelement <4 x float> %375, i64 0
  %377 = extractelement <4 x float> %375, i64 1
  %378 = extractelement <4 x float> %375, i64 2
  %379 = extractelement <4 x float> %375, i64 3
  %380 = insertelement <4 x float> poison, float %243, i64 0
  %381 = insertelement <4 x float> %380, float %244, i64 1
  %382 = insertelement <4 x float> %381, float %245, i64 2
  %383 = insertelement <4 x float> %382, float %246, i64 3
  %384 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %344, <2 x float> %312, <4 x float> %383, i32 0, i32 0, i32 0)
  %385 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %345, <2 x float> %316, <4 x float> %384, i32 0, i32 0, i32 0)
  %386 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %346, <2 x float> %320, <4 x float> %385, i32 0, i32 0, i32 0)
  %387 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %347, <2 x float> %324, <4 x float> %386, i32 0, i32 0, i32 0)
  %388 = extractelement <4 x float> %387, i64 0
  %389 = extractelement <4 x float> %387, i64 1
  %390 = extractelement <4 x float> %387, i64 2
  %391 = extractelement <4 x float> %387, i64 3
  %392 = insertelement <4 x float> poison, float %247, i64 0
  %393 = insertelement <4 x float> %392, float %248, i64 1
  %394 = insertelement <4 x float> %393, float %249, i64 2
  %395 = insertelement <4 x float> %394, float %250, i64 3
  %396 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %348, <2 x float> %312, <4 x float> %395, i32 0, i32 0, i32 0)
  %397 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %349, <2 x float> %316, <4 x float> %396, i32 0, i32 0, i32 0)
  %398 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %350, <2 x float> %320, <4 x float> %397, i32 0, i32 0, i32 0)
  %399 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %351, <2 x float> %324, <4 x float> %398, i32 0, i32 0, i32 0)
  %400 = extractelement <4 x float> %399, i64 0
  %401 = extractelement <4 x float> %399, i64 1
  %402 = extractelement <4 x float> %399, i64 2
  %403 = extractelement <4 x float> %399, i64 3
  %404 = insertelement <4 x float> poison, float %251, i64 0
  %405 = insertelement <4 x float> %404, float %252, i64 1
  %406 = insertelement <4 x float> %405, float %253, i64 2
  %407 = insertelement <4 x float> %406, float %254, i64 3
  %408 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %352, <2 x float> %312, <4 x float> %407, i32 0, i32 0, i32 0)
  %409 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %353, <2 x float> %316, <4 x float> %408, i32 0, i32 0, i32 0)
  %410 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %354, <2 x float> %320, <4 x float> %409, i32 0, i32 0, i32 0)
  %411 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %355, <2 x float> %324, <4 x float> %410, i32 0, i32 0, i32 0)
  %412 = extractelement <4 x float> %411, i64 0
  %413 = extractelement <4 x float> %411, i64 1
  %414 = extractelement <4 x float> %411, i64 2
  %415 = extractelement <4 x float> %411, i64 3
  %416 = insertelement <4 x float> poison, float %255, i64 0
  %417 = insertelement <4 x float> %416, float %256, i64 1
  %418 = insertelement <4 x float> %417, float %257, i64 2
  %419 = insertelement <4 x float> %418, float %258, i64 3
  %420 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %340, <2 x float> %313, <4 x float> %419, i32 0, i32 0, i32 0)
  %421 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %341, <2 x float> %317, <4 x float> %420, i32 0, i32 0, i32 0)
  %422 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %342, <2 x float> %321, <4 x float> %421, i32 0, i32 0, i32 0)
  %423 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %343, <2 x float> %325, <4 x float> %422, i32 0, i32 0, i32 0)
  %424 = extractelement <4 x float> %423, i64 0
  %425 = extractelement <4 x float> %423, i64 1
  %426 = extractelement <4 x float> %423, i64 2
  %427 = extractelement <4 x float> %423, i64 3
  %428 = insertelement <4 x float> poison, float %259, i64 0
  %429 = insertelement <4 x float> %428, float %260, i64 1
  %430 = insertelement <4 x float> %429, float %261, i64 2
  %431 = insertelement <4 x float> %430, float %262, i64 3
  %432 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %344, <2 x float> %313, <4 x float> %431, i32 0, i32 0, i32 0)
  %433 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %345, <2 x float> %317, <4 x float> %432, i32 0, i32 0, i32 0)
  %434 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %346, <2 x float> %321, <4 x float> %433, i32 0, i32 0, i32 0)
  %435 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %347, <2 x float> %325, <4 x float> %434, i32 0, i32 0, i32 0)
  %436 = extractelement <4 x float> %435, i64 0
  %437 = extractelement <4 x float> %435, i64 1
  %438 = extractelement <4 x float> %435, i64 2
  %439 = extractelement <4 x float> %435, i64 3
  %440 = insertelement <4 x float> poison, float %263, i64 0
  %441 = insertelement <4 x float> %440, float %264, i64 1
  %442 = insertelement <4 x float> %441, float %265, i64 2
  %443 = insertelement <4 x float> %442, float %266, i64 3
  %444 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %348, <2 x float> %313, <4 x float> %443, i32 0, i32 0, i32 0)
  %445 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %349, <2 x float> %317, <4 x float> %444, i32 0, i32 0, i32 0)
  %446 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %350, <2 x float> %321, <4 x float> %445, i32 0, i32 0, i32 0)
  %447 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %351, <2 x float> %325, <4 x float> %446, i32 0, i32 0, i32 0)
  %448 = extractelement <4 x float> %447, i64 0
  %449 = extractelement <4 x float> %447, i64 1
  %450 = extractelement <4 x float> %447, i64 2
  %451 = extractelement <4 x float> %447, i64 3
  %452 = insertelement <4 x float> poison, float %267, i64 0
  %453 = insertelement <4 x float> %452, float %268, i64 1
  %454 = insertelement <4 x float> %453, float %269, i64 2
  %455 = insertelement <4 x float> %454, float %270, i64 3
  %456 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %352, <2 x float> %313, <4 x float> %455, i32 0, i32 0, i32 0)
  %457 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %353, <2 x float> %317, <4 x float> %456, i32 0, i32 0, i32 0)
  %458 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %354, <2 x float> %321, <4 x float> %457, i32 0, i32 0, i32 0)
  %459 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %355, <2 x float> %325, <4 x float> %458, i32 0, i32 0, i32 0)
  %460 = extractelement <4 x float> %459, i64 0
  %461 = extractelement <4 x float> %459, i64 1
  %462 = extractelement <4 x float> %459, i64 2
  %463 = extractelement <4 x float> %459, i64 3
  %464 = insertelement <4 x float> poison, float %271, i64 0
  %465 = insertelement <4 x float> %464, float %272, i64 1
  %466 = insertelement <4 x float> %465, float %273, i64 2
  %467 = insertelement <4 x float> %466, float %274, i64 3
  %468 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %340, <2 x float> %314, <4 x float> %467, i32 0, i32 0, i32 0)
  %469 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %341, <2 x float> %318, <4 x float> %468, i32 0, i32 0, i32 0)
  %470 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %342, <2 x float> %322, <4 x float> %469, i32 0, i32 0, i32 0)
  %471 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %343, <2 x float> %326, <4 x float> %470, i32 0, i32 0, i32 0)
  %472 = extractelement <4 x float> %471, i64 0
  %473 = extractelement <4 x float> %471, i64 1
  %474 = extractelement <4 x float> %471, i64 2
  %475 = extractelement <4 x float> %471, i64 3
  %476 = insertelement <4 x float> poison, float %275, i64 0
  %477 = insertelement <4 x float> %476, float %276, i64 1
  %478 = insertelement <4 x float> %477, float %277, i64 2
  %479 = insertelement <4 x float> %478, float %278, i64 3
  %480 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %344, <2 x float> %314, <4 x float> %479, i32 0, i32 0, i32 0)
  %481 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %345, <2 x float> %318, <4 x float> %480, i32 0, i32 0, i32 0)
  %482 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %346, <2 x float> %322, <4 x float> %481, i32 0, i32 0, i32 0)
  %483 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %347, <2 x float> %326, <4 x float> %482, i32 0, i32 0, i32 0)
  %484 = extractelement <4 x float> %483, i64 0
  %485 = extractelement <4 x float> %483, i64 1
  %486 = extractelement <4 x float> %483, i64 2
  %487 = extractelement <4 x float> %483, i64 3
  %488 = insertelement <4 x float> poison, float %279, i64 0
  %489 = insertelement <4 x float> %488, float %280, i64 1
  %490 = insertelement <4 x float> %489, float %281, i64 2
  %491 = insertelement <4 x float> %490, float %282, i64 3
  %492 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %348, <2 x float> %314, <4 x float> %491, i32 0, i32 0, i32 0)
  %493 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %349, <2 x float> %318, <4 x float> %492, i32 0, i32 0, i32 0)
  %494 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %350, <2 x float> %322, <4 x float> %493, i32 0, i32 0, i32 0)
  %495 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %351, <2 x float> %326, <4 x float> %494, i32 0, i32 0, i32 0)
  %496 = extractelement <4 x float> %495, i64 0
  %497 = extractelement <4 x float> %495, i64 1
  %498 = extractelement <4 x float> %495, i64 2
  %499 = extractelement <4 x float> %495, i64 3
  %500 = insertelement <4 x float> poison, float %283, i64 0
  %501 = insertelement <4 x float> %500, float %284, i64 1
  %502 = insertelement <4 x float> %501, float %285, i64 2
  %503 = insertelement <4 x float> %502, float %286, i64 3
  %504 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %352, <2 x float> %314, <4 x float> %503, i32 0, i32 0, i32 0)
  %505 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %353, <2 x float> %318, <4 x float> %504, i32 0, i32 0, i32 0)
  %506 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %354, <2 x float> %322, <4 x float> %505, i32 0, i32 0, i32 0)
  %507 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %355, <2 x float> %326, <4 x float> %506, i32 0, i32 0, i32 0)
  %508 = extractelement <4 x float> %507, i64 0
  %509 = extractelement <4 x float> %507, i64 1
  %510 = extractelement <4 x float> %507, i64 2
  %511 = extractelement <4 x float> %507, i64 3
  %512 = insertelement <4 x float> poison, float %287, i64 0
  %513 = insertelement <4 x float> %512, float %288, i64 1
  %514 = insertelement <4 x float> %513, float %289, i64 2
  %515 = insertelement <4 x float> %514, float %290, i64 3
  %516 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %340, <2 x float> %315, <4 x float> %515, i32 0, i32 0, i32 0)
  %517 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %341, <2 x float> %319, <4 x float> %516, i32 0, i32 0, i32 0)
  %518 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %342, <2 x float> %323, <4 x float> %517, i32 0, i32 0, i32 0)
  %519 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %343, <2 x float> %327, <4 x float> %518, i32 0, i32 0, i32 0)
  %520 = extractelement <4 x float> %519, i64 0
  %521 = extractelement <4 x float> %519, i64 1
  %522 = extractelement <4 x float> %519, i64 2
  %523 = extractelement <4 x float> %519, i64 3
  %524 = insertelement <4 x float> poison, float %291, i64 0
  %525 = insertelement <4 x float> %524, float %292, i64 1
  %526 = insertelement <4 x float> %525, float %293, i64 2
  %527 = insertelement <4 x float> %526, float %294, i64 3
  %528 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %344, <2 x float> %315, <4 x float> %527, i32 0, i32 0, i32 0)
  %529 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %345, <2 x float> %319, <4 x float> %528, i32 0, i32 0, i32 0)
  %530 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %346, <2 x float> %323, <4 x float> %529, i32 0, i32 0, i32 0)
  %531 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %347, <2 x float> %327, <4 x float> %530, i32 0, i32 0, i32 0)
  %532 = extractelement <4 x float> %531, i64 0
  %533 = extractelement <4 x float> %531, i64 1
  %534 = extractelement <4 x float> %531, i64 2
  %535 = extractelement <4 x float> %531, i64 3
  %536 = insertelement <4 x float> poison, float %295, i64 0
  %537 = insertelement <4 x float> %536, float %296, i64 1
  %538 = insertelement <4 x float> %537, float %297, i64 2
  %539 = insertelement <4 x float> %538, float %298, i64 3
  %540 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %348, <2 x float> %315, <4 x float> %539, i32 0, i32 0, i32 0)
  %541 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %349, <2 x float> %319, <4 x float> %540, i32 0, i32 0, i32 0)
  %542 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %350, <2 x float> %323, <4 x float> %541, i32 0, i32 0, i32 0)
  %543 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %351, <2 x float> %327, <4 x float> %542, i32 0, i32 0, i32 0)
  %544 = extractelement <4 x float> %543, i64 0
  %545 = extractelement <4 x float> %543, i64 1
  %546 = extractelement <4 x float> %543, i64 2
  %547 = extractelement <4 x float> %543, i64 3
  %548 = insertelement <4 x float> poison, float %299, i64 0
  %549 = insertelement <4 x float> %548, float %300, i64 1
  %550 = insertelement <4 x float> %549, float %301, i64 2
  %551 = insertelement <4 x float> %550, float %302, i64 3
  %552 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %352, <2 x float> %315, <4 x float> %551, i32 0, i32 0, i32 0)
  %553 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %353, <2 x float> %319, <4 x float> %552, i32 0, i32 0, i32 0)
  %554 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %354, <2 x float> %323, <4 x float> %553, i32 0, i32 0, i32 0)
  %555 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %355, <2 x float> %327, <4 x float> %554, i32 0, i32 0, i32 0)
  %556 = extractelement <4 x float> %555, i64 0
  %557 = extractelement <4 x float> %555, i64 1
  %558 = extractelement <4 x float> %555, i64 2
  %559 = extractelement <4 x float> %555, i64 3
  tail call void @llvm.amdgcn.s.setprio(i16 0)
  tail call void @llvm.amdgcn.s.waitcnt(i32 49279)
  tail call void @llvm.amdgcn.s.barrier()
  %560 = shufflevector <4 x float> %336, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  store <2 x float> %560, ptr addrspace(3) %126, align 8
  %561 = shufflevector <4 x float> %337, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  store <2 x float> %561, ptr addrspace(3) %128, align 8
  %562 = shufflevector <4 x float> %338, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  store <2 x float> %562, ptr addrspace(3) %130, align 8
  %563 = shufflevector <4 x float> %339, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  store <2 x float> %563, ptr addrspace(3) %132, align 8
  %564 = shufflevector <4 x float> %336, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  store <2 x float> %564, ptr addrspace(3) %135, align 8
  %565 = shufflevector <4 x float> %337, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  store <2 x float> %565, ptr addrspace(3) %137, align 8
  %566 = shufflevector <4 x float> %338, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  store <2 x float> %566, ptr addrspace(3) %139, align 8
  %567 = shufflevector <4 x float> %339, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  store <2 x float> %567, ptr addrspace(3) %141, align 8
  %568 = shufflevector <4 x float> %364, <4 x float> %365, <2 x i32> <i32 0, i32 4>
  store <2 x float> %568, ptr addrspace(3) %152, align 8
  %569 = shufflevector <4 x float> %364, <4 x float> %365, <2 x i32> <i32 1, i32 5>
  store <2 x float> %569, ptr addrspace(3) %155, align 8
  %570 = shufflevector <4 x float> %364, <4 x float> %365, <2 x i32> <i32 2, i32 6>
  store <2 x float> %570, ptr addrspace(3) %158, align 8
  %571 = shufflevector <4 x float> %364, <4 x float> %365, <2 x i32> <i32 3, i32 7>
  store <2 x float> %571, ptr addrspace(3) %161, align 8
  %572 = shufflevector <4 x float> %366, <4 x float> %367, <2 x i32> <i32 0, i32 4>
  store <2 x float> %572, ptr addrspace(3) %164, align 8
  %573 = shufflevector <4 x float> %366, <4 x float> %367, <2 x i32> <i32 1, i32 5>
  store <2 x float> %573, ptr addrspace(3) %167, align 8
  %574 = shufflevector <4 x float> %366, <4 x float> %367, <2 x i32> <i32 2, i32 6>
  store <2 x float> %574, ptr addrspace(3) %170, align 8
  %575 = shufflevector <4 x float> %366, <4 x float> %367, <2 x i32> <i32 3, i32 7>
  store <2 x float> %575, ptr addrspace(3) %173, align 8
  %576 = add nuw nsw i32 %303, 1
  %exitcond.not = icmp eq i32 %303, %221
  br i1 %exitcond.not, label %._crit_edge, label %238

._crit_edge:                                     
  %577 = phi float [ 0.000000e+00, %119 ], [ %376, %238 ]
  %578 = phi float [ 0.000000e+00, %119 ], [ %377, %238 ]
  %579 = phi float [ 0.000000e+00, %119 ], [ %378, %238 ]
  %580 = phi float [ 0.000000e+00, %119 ], [ %379, %238 ]
  %581 = phi float [ 0.000000e+00, %119 ], [ %388, %238 ]
  %582 = phi float [ 0.000000e+00, %119 ], [ %389, %238 ]
  %583 = phi float [ 0.000000e+00, %119 ], [ %390, %238 ]
  %584 = phi float [ 0.000000e+00, %119 ], [ %391, %238 ]
  %585 = phi float [ 0.000000e+00, %119 ], [ %400, %238 ]
  %586 = phi float [ 0.000000e+00, %119 ], [ %401, %238 ]
  %587 = phi float [ 0.000000e+00, %119 ], [ %402, %238 ]
  %588 = phi float [ 0.000000e+00, %119 ], [ %403, %238 ]
  %589 = phi float [ 0.000000e+00, %119 ], [ %412, %238 ]
  %590 = phi float [ 0.000000e+00, %119 ], [ %413, %238 ]
  %591 = phi float [ 0.000000e+00, %119 ], [ %414, %238 ]
  %592 = phi float [ 0.000000e+00, %119 ], [ %415, %238 ]
  %593 = phi float [ 0.000000e+00, %119 ], [ %424, %238 ]
  %594 = phi float [ 0.000000e+00, %119 ], [ %425, %238 ]
  %595 = phi float [ 0.000000e+00, %119 ], [ %426, %238 ]
  %596 = phi float [ 0.000000e+00, %119 ], [ %427, %238 ]
  %597 = phi float [ 0.000000e+00, %119 ], [ %436, %238 ]
  %598 = phi float [ 0.000000e+00, %119 ], [ %437, %238 ]
  %599 = phi float [ 0.000000e+00, %119 ], [ %438, %238 ]
  %600 = phi float [ 0.000000e+00, %119 ], [ %439, %238 ]
  %601 = phi float [ 0.000000e+00, %119 ], [ %448, %238 ]
  %602 = phi float [ 0.000000e+00, %119 ], [ %449, %238 ]
  %603 = phi float [ 0.000000e+00, %119 ], [ %450, %238 ]
  %604 = phi float [ 0.000000e+00, %119 ], [ %451, %238 ]
  %605 = phi float [ 0.000000e+00, %119 ], [ %460, %238 ]
  %606 = phi float [ 0.000000e+00, %119 ], [ %461, %238 ]
  %607 = phi float [ 0.000000e+00, %119 ], [ %462, %238 ]
  %608 = phi float [ 0.000000e+00, %119 ], [ %463, %238 ]
  %609 = phi float [ 0.000000e+00, %119 ], [ %472, %238 ]
  %610 = phi float [ 0.000000e+00, %119 ], [ %473, %238 ]
  %611 = phi float [ 0.000000e+00, %119 ], [ %474, %238 ]
  %612 = phi float [ 0.000000e+00, %119 ], [ %475, %238 ]
  %613 = phi float [ 0.000000e+00, %119 ], [ %484, %238 ]
  %614 = phi float [ 0.000000e+00, %119 ], [ %485, %238 ]
  %615 = phi float [ 0.000000e+00, %119 ], [ %486, %238 ]
  %616 = phi float [ 0.000000e+00, %119 ], [ %487, %238 ]
  %617 = phi float [ 0.000000e+00, %119 ], [ %496, %238 ]
  %618 = phi float [ 0.000000e+00, %119 ], [ %497, %238 ]
  %619 = phi float [ 0.000000e+00, %119 ], [ %498, %238 ]
  %620 = phi float [ 0.000000e+00, %119 ], [ %499, %238 ]
  %621 = phi float [ 0.000000e+00, %119 ], [ %508, %238 ]
  %622 = phi float [ 0.000000e+00, %119 ], [ %509, %238 ]
  %623 = phi float [ 0.000000e+00, %119 ], [ %510, %238 ]
  %624 = phi float [ 0.000000e+00, %119 ], [ %511, %238 ]
  %625 = phi float [ 0.000000e+00, %119 ], [ %520, %238 ]
  %626 = phi float [ 0.000000e+00, %119 ], [ %521, %238 ]
  %627 = phi float [ 0.000000e+00, %119 ], [ %522, %238 ]
  %628 = phi float [ 0.000000e+00, %119 ], [ %523, %238 ]
  %629 = phi float [ 0.000000e+00, %119 ], [ %532, %238 ]
  %630 = phi float [ 0.000000e+00, %119 ], [ %533, %238 ]
  %631 = phi float [ 0.000000e+00, %119 ], [ %534, %238 ]
  %632 = phi float [ 0.000000e+00, %119 ], [ %535, %238 ]
  %633 = phi float [ 0.000000e+00, %119 ], [ %544, %238 ]
  %634 = phi float [ 0.000000e+00, %119 ], [ %545, %238 ]
  %635 = phi float [ 0.000000e+00, %119 ], [ %546, %238 ]
  %636 = phi float [ 0.000000e+00, %119 ], [ %547, %238 ]
  %637 = phi float [ 0.000000e+00, %119 ], [ %556, %238 ]
  %638 = phi float [ 0.000000e+00, %119 ], [ %557, %238 ]
  %639 = phi float [ 0.000000e+00, %119 ], [ %558, %238 ]
  %640 = phi float [ 0.000000e+00, %119 ], [ %559, %238 ]
  tail call void @llvm.amdgcn.s.waitcnt(i32 49279)
  tail call void @llvm.amdgcn.s.barrier()
  br i1 %58, label %641, label %._crit_edge._crit_edge

641:                                             
  %642 = mul nuw nsw i32 %31, 136
  %643 = lshr i32 %28, 1
  %644 = and i32 %643, 24
  %645 = and i32 %28, 64
  %646 = icmp eq i32 %645, 0
  %647 = select i1 %646, i32 0, i32 2056
  %648 = xor i32 %647, %644
  %649 = xor i32 %648, %642
  %650 = xor i32 %649, 12368
  %651 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 16384), i32 %650
  %652 = load <2 x float>, ptr addrspace(3) %651, align 8
  %653 = xor i32 %649, 12400
  %654 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 16384), i32 %653
  %655 = load <2 x float>, ptr addrspace(3) %654, align 8
  %656 = xor i32 %649, 12304
  %657 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 16384), i32 %656
  %658 = load <2 x float>, ptr addrspace(3) %657, align 8
  %659 = xor i32 %649, 12336
  %660 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 16384), i32 %659
  %661 = load <2 x float>, ptr addrspace(3) %660, align 8
  %662 = xor i32 %649, 8256
  %663 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 16384), i32 %662
  %664 = load <2 x float>, ptr addrspace(3) %663, align 8
  %665 = xor i32 %649, 8288
  %666 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 16384), i32 %665
  %667 = load <2 x float>, ptr addrspace(3) %666, align 8
  %668 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 16384), i32 %649
  %669 = getelementptr inbounds nuw i8, ptr addrspace(3) %668, i32 8192
  %670 = load <2 x float>, ptr addrspace(3) %669, align 8
  %671 = xor i32 %649, 8224
  %672 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 16384), i32 %671
  %673 = load <2 x float>, ptr addrspace(3) %672, align 8
  %674 = xor i32 %649, 4208
  %675 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 16384), i32 %674
  %676 = load <2 x float>, ptr addrspace(3) %675, align 8
  %677 = xor i32 %649, 4176
  %678 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 16384), i32 %677
  %679 = load <2 x float>, ptr addrspace(3) %678, align 8
  %680 = xor i32 %649, 4144
  %681 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 16384), i32 %680
  %682 = load <2 x float>, ptr addrspace(3) %681, align 8
  %683 = xor i32 %649, 4112
  %684 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 16384), i32 %683
  %685 = load <2 x float>, ptr addrspace(3) %684, align 8
  %686 = xor i32 %649, 96
  %687 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 16384), i32 %686
  %688 = load <2 x float>, ptr addrspace(3) %687, align 8
  %689 = xor i32 %649, 64
  %690 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 16384), i32 %689
  %691 = load <2 x float>, ptr addrspace(3) %690, align 8
  %692 = xor i32 %649, 32
  %693 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 16384), i32 %692
  %694 = load <2 x float>, ptr addrspace(3) %693, align 8
  %695 = load <2 x float>, ptr addrspace(3) %668, align 8
  %696 = shl nuw nsw i32 %32, 4
  %697 = xor i32 %642, %644
  %698 = or disjoint i32 %697, %696
  %699 = xor i32 %698, 96
  %700 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %699
  %701 = getelementptr inbounds nuw i8, ptr addrspace(3) %700, i32 12288
  %702 = load <2 x float>, ptr addrspace(3) %701, align 8
  %703 = getelementptr inbounds nuw i8, ptr addrspace(3) %700, i32 8192
  %704 = load <2 x float>, ptr addrspace(3) %703, align 8
  %705 = getelementptr inbounds nuw i8, ptr addrspace(3) %700, i32 4096
  %706 = load <2 x float>, ptr addrspace(3) %705, align 8
  %707 = load <2 x float>, ptr addrspace(3) %700, align 8
  %708 = xor i32 %698, 64
  %709 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %708
  %710 = getelementptr inbounds nuw i8, ptr addrspace(3) %709, i32 12288
  %711 = load <2 x float>, ptr addrspace(3) %710, align 8
  %712 = getelementptr inbounds nuw i8, ptr addrspace(3) %709, i32 8192
  %713 = load <2 x float>, ptr addrspace(3) %712, align 8
  %714 = getelementptr inbounds nuw i8, ptr addrspace(3) %709, i32 4096
  %715 = load <2 x float>, ptr addrspace(3) %714, align 8
  %716 = load <2 x float>, ptr addrspace(3) %709, align 8
  %717 = xor i32 %698, 32
  %718 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %717
  %719 = getelementptr inbounds nuw i8, ptr addrspace(3) %718, i32 12288
  %720 = load <2 x float>, ptr addrspace(3) %719, align 8
  %721 = getelementptr inbounds nuw i8, ptr addrspace(3) %718, i32 8192
  %722 = load <2 x float>, ptr addrspace(3) %721, align 8
  %723 = getelementptr inbounds nuw i8, ptr addrspace(3) %718, i32 4096
  %724 = load <2 x float>, ptr addrspace(3) %723, align 8
  %725 = load <2 x float>, ptr addrspace(3) %718, align 8
  %726 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %698
  %727 = getelementptr inbounds nuw i8, ptr addrspace(3) %726, i32 12288
  %728 = load <2 x float>, ptr addrspace(3) %727, align 8
  %729 = getelementptr inbounds nuw i8, ptr addrspace(3) %726, i32 8192
  %730 = load <2 x float>, ptr addrspace(3) %729, align 8
  %731 = getelementptr inbounds nuw i8, ptr addrspace(3) %726, i32 4096
  %732 = load <2 x float>, ptr addrspace(3) %731, align 8
  %733 = load <2 x float>, ptr addrspace(3) %726, align 8
  %734 = insertelement <4 x float> poison, float %577, i64 0
  %735 = insertelement <4 x float> %734, float %578, i64 1
  %736 = insertelement <4 x float> %735, float %579, i64 2
  %737 = insertelement <4 x float> %736, float %580, i64 3
  %738 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %695, <2 x float> %733, <4 x float> %737, i32 0, i32 0, i32 0)
  %739 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %694, <2 x float> %725, <4 x float> %738, i32 0, i32 0, i32 0)
  %740 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %691, <2 x float> %716, <4 x float> %739, i32 0, i32 0, i32 0)
  %741 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %688, <2 x float> %707, <4 x float> %740, i32 0, i32 0, i32 0)
  %742 = extractelement <4 x float> %741, i64 0
  %743 = extractelement <4 x float> %741, i64 1
  %744 = extractelement <4 x float> %741, i64 2
  %745 = extractelement <4 x float> %741, i64 3
  %746 = insertelement <4 x float> poison, float %581, i64 0
  %747 = insertelement <4 x float> %746, float %582, i64 1
  %748 = insertelement <4 x float> %747, float %583, i64 2
  %749 = insertelement <4 x float> %748, float %584, i64 3
  %750 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %685, <2 x float> %733, <4 x float> %749, i32 0, i32 0, i32 0)
  %751 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %682, <2 x float> %725, <4 x float> %750, i32 0, i32 0, i32 0)
  %752 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %679, <2 x float> %716, <4 x float> %751, i32 0, i32 0, i32 0)
  %753 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %676, <2 x float> %707, <4 x float> %752, i32 0, i32 0, i32 0)
  %754 = extractelement <4 x float> %753, i64 0
  %755 = extractelement <4 x float> %753, i64 1
  %756 = extractelement <4 x float> %753, i64 2
  %757 = extractelement <4 x float> %753, i64 3
  %758 = insertelement <4 x float> poison, float %585, i64 0
  %759 = insertelement <4 x float> %758, float %586, i64 1
  %760 = insertelement <4 x float> %759, float %587, i64 2
  %761 = insertelement <4 x float> %760, float %588, i64 3
  %762 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %673, <2 x float> %733, <4 x float> %761, i32 0, i32 0, i32 0)
  %763 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %670, <2 x float> %725, <4 x float> %762, i32 0, i32 0, i32 0)
  %764 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %667, <2 x float> %716, <4 x float> %763, i32 0, i32 0, i32 0)
  %765 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %664, <2 x float> %707, <4 x float> %764, i32 0, i32 0, i32 0)
  %766 = extractelement <4 x float> %765, i64 0
  %767 = extractelement <4 x float> %765, i64 1
  %768 = extractelement <4 x float> %765, i64 2
  %769 = extractelement <4 x float> %765, i64 3
  %770 = insertelement <4 x float> poison, float %589, i64 0
  %771 = insertelement <4 x float> %770, float %590, i64 1
  %772 = insertelement <4 x float> %771, float %591, i64 2
  %773 = insertelement <4 x float> %772, float %592, i64 3
  %774 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %661, <2 x float> %733, <4 x float> %773, i32 0, i32 0, i32 0)
  %775 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %658, <2 x float> %725, <4 x float> %774, i32 0, i32 0, i32 0)
  %776 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %655, <2 x float> %716, <4 x float> %775, i32 0, i32 0, i32 0)
  %777 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %652, <2 x float> %707, <4 x float> %776, i32 0, i32 0, i32 0)
  %778 = extractelement <4 x float> %777, i64 0
  %779 = extractelement <4 x float> %777, i64 1
  %780 = extractelement <4 x float> %777, i64 2
  %781 = extractelement <4 x float> %777, i64 3
  %782 = insertelement <4 x float> poison, float %593, i64 0
  %783 = insertelement <4 x float> %782, float %594, i64 1
  %784 = insertelement <4 x float> %783, float %595, i64 2
  %785 = insertelement <4 x float> %784, float %596, i64 3
  %786 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %695, <2 x float> %732, <4 x float> %785, i32 0, i32 0, i32 0)
  %787 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %694, <2 x float> %724, <4 x float> %786, i32 0, i32 0, i32 0)
  %788 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %691, <2 x float> %715, <4 x float> %787, i32 0, i32 0, i32 0)
  %789 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %688, <2 x float> %706, <4 x float> %788, i32 0, i32 0, i32 0)
  %790 = extractelement <4 x float> %789, i64 0
  %791 = extractelement <4 x float> %789, i64 1
  %792 = extractelement <4 x float> %789, i64 2
  %793 = extractelement <4 x float> %789, i64 3
  %794 = insertelement <4 x float> poison, float %597, i64 0
  %795 = insertelement <4 x float> %794, float %598, i64 1
  %796 = insertelement <4 x float> %795, float %599, i64 2
  %797 = insertelement <4 x float> %796, float %600, i64 3
  %798 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %685, <2 x float> %732, <4 x float> %797, i32 0, i32 0, i32 0)
  %799 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %682, <2 x float> %724, <4 x float> %798, i32 0, i32 0, i32 0)
  %800 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %679, <2 x float> %715, <4 x float> %799, i32 0, i32 0, i32 0)
  %801 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %676, <2 x float> %706, <4 x float> %800, i32 0, i32 0, i32 0)
  %802 = extractelement <4 x float> %801, i64 0
  %803 = extractelement <4 x float> %801, i64 1
  %804 = extractelement <4 x float> %801, i64 2
  %805 = extractelement <4 x float> %801, i64 3
  %806 = insertelement <4 x float> poison, float %601, i64 0
  %807 = insertelement <4 x float> %806, float %602, i64 1
  %808 = insertelement <4 x float> %807, float %603, i64 2
  %809 = insertelement <4 x float> %808, float %604, i64 3
  %810 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %673, <2 x float> %732, <4 x float> %809, i32 0, i32 0, i32 0)
  %811 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %670, <2 x float> %724, <4 x float> %810, i32 0, i32 0, i32 0)
  %812 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %667, <2 x float> %715, <4 x float> %811, i32 0, i32 0, i32 0)
  %813 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %664, <2 x float> %706, <4 x float> %812, i32 0, i32 0, i32 0)
  %814 = extractelement <4 x float> %813, i64 0
  %815 = extractelement <4 x float> %813, i64 1
  %816 = extractelement <4 x float> %813, i64 2
  %817 = extractelement <4 x float> %813, i64 3
  %818 = insertelement <4 x float> poison, float %605, i64 0
  %819 = insertelement <4 x float> %818, float %606, i64 1
  %820 = insertelement <4 x float> %819, float %607, i64 2
  %821 = insertelement <4 x float> %820, float %608, i64 3
  %822 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %661, <2 x float> %732, <4 x float> %821, i32 0, i32 0, i32 0)
  %823 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %658, <2 x float> %724, <4 x float> %822, i32 0, i32 0, i32 0)
  %824 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %655, <2 x float> %715, <4 x float> %823, i32 0, i32 0, i32 0)
  %825 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %652, <2 x float> %706, <4 x float> %824, i32 0, i32 0, i32 0)
  %826 = extractelement <4 x float> %825, i64 0
  %827 = extractelement <4 x float> %825, i64 1
  %828 = extractelement <4 x float> %825, i64 2
  %829 = extractelement <4 x float> %825, i64 3
  %830 = insertelement <4 x float> poison, float %609, i64 0
  %831 = insertelement <4 x float> %830, float %610, i64 1
  %832 = insertelement <4 x float> %831, float %611, i64 2
  %833 = insertelement <4 x float> %832, float %612, i64 3
  %834 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %695, <2 x float> %730, <4 x float> %833, i32 0, i32 0, i32 0)
  %835 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %694, <2 x float> %722, <4 x float> %834, i32 0, i32 0, i32 0)
  %836 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %691, <2 x float> %713, <4 x float> %835, i32 0, i32 0, i32 0)
  %837 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %688, <2 x float> %704, <4 x float> %836, i32 0, i32 0, i32 0)
  %838 = extractelement <4 x float> %837, i64 0
  %839 = extractelement <4 x float> %837, i64 1
  %840 = extractelement <4 x float> %837, i64 2
  %841 = extractelement <4 x float> %837, i64 3
  %842 = insertelement <4 x float> poison, float %613, i64 0
  %843 = insertelement <4 x float> %842, float %614, i64 1
  %844 = insertelement <4 x float> %843, float %615, i64 2
  %845 = insertelement <4 x float> %844, float %616, i64 3
  %846 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %685, <2 x float> %730, <4 x float> %845, i32 0, i32 0, i32 0)
  %847 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %682, <2 x float> %722, <4 x float> %846, i32 0, i32 0, i32 0)
  %848 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %679, <2 x float> %713, <4 x float> %847, i32 0, i32 0, i32 0)
  %849 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %676, <2 x float> %704, <4 x float> %848, i32 0, i32 0, i32 0)
  %850 = extractelement <4 x float> %849, i64 0
  %851 = extractelement <4 x float> %849, i64 1
  %852 = extractelement <4 x float> %849, i64 2
  %853 = extractelement <4 x float> %849, i64 3
  %854 = insertelement <4 x float> poison, float %617, i64 0
  %855 = insertelement <4 x float> %854, float %618, i64 1
  %856 = insertelement <4 x float> %855, float %619, i64 2
  %857 = insertelement <4 x float> %856, float %620, i64 3
  %858 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %673, <2 x float> %730, <4 x float> %857, i32 0, i32 0, i32 0)
  %859 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %670, <2 x float> %722, <4 x float> %858, i32 0, i32 0, i32 0)
  %860 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %667, <2 x float> %713, <4 x float> %859, i32 0, i32 0, i32 0)
  %861 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %664, <2 x float> %704, <4 x float> %860, i32 0, i32 0, i32 0)
  %862 = extractelement <4 x float> %861, i64 0
  %863 = extractelement <4 x float> %861, i64 1
  %864 = extractelement <4 x float> %861, i64 2
  %865 = extractelement <4 x float> %861, i64 3
  %866 = insertelement <4 x float> poison, float %621, i64 0
  %867 = insertelement <4 x float> %866, float %622, i64 1
  %868 = insertelement <4 x float> %867, float %623, i64 2
  %869 = insertelement <4 x float> %868, float %624, i64 3
  %870 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %661, <2 x float> %730, <4 x float> %869, i32 0, i32 0, i32 0)
  %871 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %658, <2 x float> %722, <4 x float> %870, i32 0, i32 0, i32 0)
  %872 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %655, <2 x float> %713, <4 x float> %871, i32 0, i32 0, i32 0)
  %873 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %652, <2 x float> %704, <4 x float> %872, i32 0, i32 0, i32 0)
  %874 = extractelement <4 x float> %873, i64 0
  %875 = extractelement <4 x float> %873, i64 1
  %876 = extractelement <4 x float> %873, i64 2
  %877 = extractelement <4 x float> %873, i64 3
  %878 = insertelement <4 x float> poison, float %625, i64 0
  %879 = insertelement <4 x float> %878, float %626, i64 1
  %880 = insertelement <4 x float> %879, float %627, i64 2
  %881 = insertelement <4 x float> %880, float %628, i64 3
  %882 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %695, <2 x float> %728, <4 x float> %881, i32 0, i32 0, i32 0)
  %883 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %694, <2 x float> %720, <4 x float> %882, i32 0, i32 0, i32 0)
  %884 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %691, <2 x float> %711, <4 x float> %883, i32 0, i32 0, i32 0)
  %885 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %688, <2 x float> %702, <4 x float> %884, i32 0, i32 0, i32 0)
  %886 = extractelement <4 x float> %885, i64 0
  %887 = extractelement <4 x float> %885, i64 1
  %888 = extractelement <4 x float> %885, i64 2
  %889 = extractelement <4 x float> %885, i64 3
  %890 = insertelement <4 x float> poison, float %629, i64 0
  %891 = insertelement <4 x float> %890, float %630, i64 1
  %892 = insertelement <4 x float> %891, float %631, i64 2
  %893 = insertelement <4 x float> %892, float %632, i64 3
  %894 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %685, <2 x float> %728, <4 x float> %893, i32 0, i32 0, i32 0)
  %895 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %682, <2 x float> %720, <4 x float> %894, i32 0, i32 0, i32 0)
  %896 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %679, <2 x float> %711, <4 x float> %895, i32 0, i32 0, i32 0)
  %897 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %676, <2 x float> %702, <4 x float> %896, i32 0, i32 0, i32 0)
  %898 = extractelement <4 x float> %897, i64 0
  %899 = extractelement <4 x float> %897, i64 1
  %900 = extractelement <4 x float> %897, i64 2
  %901 = extractelement <4 x float> %897, i64 3
  %902 = insertelement <4 x float> poison, float %633, i64 0
  %903 = insertelement <4 x float> %902, float %634, i64 1
  %904 = insertelement <4 x float> %903, float %635, i64 2
  %905 = insertelement <4 x float> %904, float %636, i64 3
  %906 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %673, <2 x float> %728, <4 x float> %905, i32 0, i32 0, i32 0)
  %907 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %670, <2 x float> %720, <4 x float> %906, i32 0, i32 0, i32 0)
  %908 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %667, <2 x float> %711, <4 x float> %907, i32 0, i32 0, i32 0)
  %909 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %664, <2 x float> %702, <4 x float> %908, i32 0, i32 0, i32 0)
  %910 = extractelement <4 x float> %909, i64 0
  %911 = extractelement <4 x float> %909, i64 1
  %912 = extractelement <4 x float> %909, i64 2
  %913 = extractelement <4 x float> %909, i64 3
  %914 = insertelement <4 x float> poison, float %637, i64 0
  %915 = insertelement <4 x float> %914, float %638, i64 1
  %916 = insertelement <4 x float> %915, float %639, i64 2
  %917 = insertelement <4 x float> %916, float %640, i64 3
  %918 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %661, <2 x float> %728, <4 x float> %917, i32 0, i32 0, i32 0)
  %919 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %658, <2 x float> %720, <4 x float> %918, i32 0, i32 0, i32 0)
  %920 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %655, <2 x float> %711, <4 x float> %919, i32 0, i32 0, i32 0)
  %921 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %652, <2 x float> %702, <4 x float> %920, i32 0, i32 0, i32 0)
  %922 = extractelement <4 x float> %921, i64 0
  %923 = extractelement <4 x float> %921, i64 1
  %924 = extractelement <4 x float> %921, i64 2
  %925 = extractelement <4 x float> %921, i64 3
  br label %._crit_edge._crit_edge

._crit_edge._crit_edge:                          
  %926 = phi float [ %925, %641 ], [ %640, %._crit_edge ]
  %927 = phi float [ %924, %641 ], [ %639, %._crit_edge ]
  %928 = phi float [ %923, %641 ], [ %638, %._crit_edge ]
  %929 = phi float [ %922, %641 ], [ %637, %._crit_edge ]
  %930 = phi float [ %913, %641 ], [ %636, %._crit_edge ]
  %931 = phi float [ %912, %641 ], [ %635, %._crit_edge ]
  %932 = phi float [ %911, %641 ], [ %634, %._crit_edge ]
  %933 = phi float [ %910, %641 ], [ %633, %._crit_edge ]
  %934 = phi float [ %901, %641 ], [ %632, %._crit_edge ]
  %935 = phi float [ %900, %641 ], [ %631, %._crit_edge ]
  %936 = phi float [ %899, %641 ], [ %630, %._crit_edge ]
  %937 = phi float [ %898, %641 ], [ %629, %._crit_edge ]
  %938 = phi float [ %889, %641 ], [ %628, %._crit_edge ]
  %939 = phi float [ %888, %641 ], [ %627, %._crit_edge ]
  %940 = phi float [ %887, %641 ], [ %626, %._crit_edge ]
  %941 = phi float [ %886, %641 ], [ %625, %._crit_edge ]
  %942 = phi float [ %877, %641 ], [ %624, %._crit_edge ]
  %943 = phi float [ %876, %641 ], [ %623, %._crit_edge ]
  %944 = phi float [ %875, %641 ], [ %622, %._crit_edge ]
  %945 = phi float [ %874, %641 ], [ %621, %._crit_edge ]
  %946 = phi float [ %865, %641 ], [ %620, %._crit_edge ]
  %947 = phi float [ %864, %641 ], [ %619, %._crit_edge ]
  %948 = phi float [ %863, %641 ], [ %618, %._crit_edge ]
  %949 = phi float [ %862, %641 ], [ %617, %._crit_edge ]
  %950 = phi float [ %853, %641 ], [ %616, %._crit_edge ]
  %951 = phi float [ %852, %641 ], [ %615, %._crit_edge ]
  %952 = phi float [ %851, %641 ], [ %614, %._crit_edge ]
  %953 = phi float [ %850, %641 ], [ %613, %._crit_edge ]
  %954 = phi float [ %841, %641 ], [ %612, %._crit_edge ]
  %955 = phi float [ %840, %641 ], [ %611, %._crit_edge ]
  %956 = phi float [ %839, %641 ], [ %610, %._crit_edge ]
  %957 = phi float [ %838, %641 ], [ %609, %._crit_edge ]
  %958 = phi float [ %829, %641 ], [ %608, %._crit_edge ]
  %959 = phi float [ %828, %641 ], [ %607, %._crit_edge ]
  %960 = phi float [ %827, %641 ], [ %606, %._crit_edge ]
  %961 = phi float [ %826, %641 ], [ %605, %._crit_edge ]
  %962 = phi float [ %817, %641 ], [ %604, %._crit_edge ]
  %963 = phi float [ %816, %641 ], [ %603, %._crit_edge ]
  %964 = phi float [ %815, %641 ], [ %602, %._crit_edge ]
  %965 = phi float [ %814, %641 ], [ %601, %._crit_edge ]
  %966 = phi float [ %805, %641 ], [ %600, %._crit_edge ]
  %967 = phi float [ %804, %641 ], [ %599, %._crit_edge ]
  %968 = phi float [ %803, %641 ], [ %598, %._crit_edge ]
  %969 = phi float [ %802, %641 ], [ %597, %._crit_edge ]
  %970 = phi float [ %793, %641 ], [ %596, %._crit_edge ]
  %971 = phi float [ %792, %641 ], [ %595, %._crit_edge ]
  %972 = phi float [ %791, %641 ], [ %594, %._crit_edge ]
  %973 = phi float [ %790, %641 ], [ %593, %._crit_edge ]
  %974 = phi float [ %781, %641 ], [ %592, %._crit_edge ]
  %975 = phi float [ %780, %641 ], [ %591, %._crit_edge ]
  %976 = phi float [ %779, %641 ], [ %590, %._crit_edge ]
  %977 = phi float [ %778, %641 ], [ %589, %._crit_edge ]
  %978 = phi float [ %769, %641 ], [ %588, %._crit_edge ]
  %979 = phi float [ %768, %641 ], [ %587, %._crit_edge ]
  %980 = phi float [ %767, %641 ], [ %586, %._crit_edge ]
  %981 = phi float [ %766, %641 ], [ %585, %._crit_edge ]
  %982 = phi float [ %757, %641 ], [ %584, %._crit_edge ]
  %983 = phi float [ %756, %641 ], [ %583, %._crit_edge ]
  %984 = phi float [ %755, %641 ], [ %582, %._crit_edge ]
  %985 = phi float [ %754, %641 ], [ %581, %._crit_edge ]
  %986 = phi float [ %745, %641 ], [ %580, %._crit_edge ]
  %987 = phi float [ %744, %641 ], [ %579, %._crit_edge ]
  %988 = phi float [ %743, %641 ], [ %578, %._crit_edge ]
  %989 = phi float [ %742, %641 ], [ %577, %._crit_edge ]
  %990 = lshr i32 %28, 2
  %991 = and i32 %990, 28
  %992 = or disjoint i32 %991, 96
  %993 = or disjoint i32 %40, %992
  %994 = or disjoint i32 %991, 64
  %995 = or disjoint i32 %40, %994
  %996 = or disjoint i32 %991, 32
  %997 = or disjoint i32 %40, %996
  %998 = or disjoint i32 %40, %991
  %999 = lshr exact i32 %32, 3
  %1000 = or disjoint i32 %999, %31
  %1001 = or disjoint i32 %1000, 96
  %1002 = or disjoint i32 %27, %1001
  %1003 = or disjoint i32 %1000, 64
  %1004 = or disjoint i32 %27, %1003
  %1005 = or disjoint i32 %1000, 32
  %1006 = or disjoint i32 %27, %1005
  %1007 = or disjoint i32 %27, %1000
  %1008 = mul i32 %27, %8
  %1009 = mul i32 %8, %1000
  %1010 = mul i32 %8, %1005
  %1011 = mul i32 %8, %1003
  %1012 = mul i32 %8, %1001
  %1013 = add i32 %1008, %40
  %1014 = or disjoint i32 %1013, %991
  %1015 = add i32 %1014, %1009
  %1016 = or disjoint i32 %1013, %996
  %1017 = add i32 %1016, %1009
  %1018 = or disjoint i32 %1013, %994
  %1019 = add i32 %1018, %1009
  %1020 = or disjoint i32 %1013, %992
  %1021 = add i32 %1020, %1009
  %1022 = add i32 %1014, %1010
  %1023 = add i32 %1016, %1010
  %1024 = add i32 %1018, %1010
  %1025 = add i32 %1020, %1010
  %1026 = add i32 %1014, %1011
  %1027 = add i32 %1016, %1011
  %1028 = add i32 %1018, %1011
  %1029 = add i32 %1020, %1011
  %1030 = add i32 %1014, %1012
  %1031 = add i32 %1016, %1012
  %1032 = add i32 %1018, %1012
  %1033 = add i32 %1020, %1012
  %1034 = icmp slt i32 %1007, %3
  %1035 = icmp slt i32 %1006, %3
  %1036 = icmp slt i32 %1004, %3
  %1037 = icmp slt i32 %1002, %3
  %1038 = icmp slt i32 %998, %4
  %1039 = icmp slt i32 %997, %4
  %1040 = icmp slt i32 %995, %4
  %1041 = icmp slt i32 %993, %4
  %1042 = and i1 %1034, %1038
  %1043 = and i1 %1034, %1039
  %1044 = and i1 %1034, %1040
  %1045 = and i1 %1034, %1041
  %1046 = and i1 %1035, %1038
  %1047 = and i1 %1035, %1039
  %1048 = and i1 %1035, %1040
  %1049 = and i1 %1035, %1041
  %1050 = and i1 %1036, %1038
  %1051 = and i1 %1036, %1039
  %1052 = and i1 %1036, %1040
  %1053 = and i1 %1036, %1041
  %1054 = and i1 %1037, %1038
  %1055 = and i1 %1037, %1039
  %1056 = and i1 %1037, %1040
  %1057 = and i1 %1037, %1041
  %1058 = tail call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %2, i16 0, i64 2147483646, i32 159744)
  %1059 = insertelement <4 x float> poison, float %989, i64 0
  %1060 = insertelement <4 x float> %1059, float %988, i64 1
  %1061 = insertelement <4 x float> %1060, float %987, i64 2
  %1062 = insertelement <4 x float> %1061, float %986, i64 3
  %1063 = shl i32 %1015, 2
  %1064 = select i1 %1042, i32 %1063, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.v4f32(<4 x float> %1062, ptr addrspace(8) %1058, i32 %1064, i32 0, i32 0)
  %1065 = insertelement <4 x float> poison, float %985, i64 0
  %1066 = insertelement <4 x float> %1065, float %984, i64 1
  %1067 = insertelement <4 x float> %1066, float %983, i64 2
  %1068 = insertelement <4 x float> %1067, float %982, i64 3
  %1069 = shl i32 %1017, 2
  %1070 = select i1 %1043, i32 %1069, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.v4f32(<4 x float> %1068, ptr addrspace(8) %1058, i32 %1070, i32 0, i32 0)
  %1071 = insertelement <4 x float> poison, float %981, i64 0
  %1072 = insertelement <4 x float> %1071, float %980, i64 1
  %1073 = insertelement <4 x float> %1072, float %979, i64 2
  %1074 = insertelement <4 x float> %1073, float %978, i64 3
  %1075 = shl i32 %1019, 2
  %1076 = select i1 %1044, i32 %1075, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.v4f32(<4 x float> %1074, ptr addrspace(8) %1058, i32 %1076, i32 0, i32 0)
  %1077 = insertelement <4 x float> poison, float %977, i64 0
  %1078 = insertelement <4 x float> %1077, float %976, i64 1
  %1079 = insertelement <4 x float> %1078, float %975, i64 2
  %1080 = insertelement <4 x float> %1079, float %974, i64 3
  %1081 = shl i32 %1021, 2
  %1082 = select i1 %1045, i32 %1081, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.v4f32(<4 x float> %1080, ptr addrspace(8) %1058, i32 %1082, i32 0, i32 0)
  %1083 = insertelement <4 x float> poison, float %973, i64 0
  %1084 = insertelement <4 x float> %1083, float %972, i64 1
  %1085 = insertelement <4 x float> %1084, float %971, i64 2
  %1086 = insertelement <4 x float> %1085, float %970, i64 3
  %1087 = shl i32 %1022, 2
  %1088 = select i1 %1046, i32 %1087, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.v4f32(<4 x float> %1086, ptr addrspace(8) %1058, i32 %1088, i32 0, i32 0)
  %1089 = insertelement <4 x float> poison, float %969, i64 0
  %1090 = insertelement <4 x float> %1089, float %968, i64 1
  %1091 = insertelement <4 x float> %1090, float %967, i64 2
  %1092 = insertelement <4 x float> %1091, float %966, i64 3
  %1093 = shl i32 %1023, 2
  %1094 = select i1 %1047, i32 %1093, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.v4f32(<4 x float> %1092, ptr addrspace(8) %1058, i32 %1094, i32 0, i32 0)
  %1095 = insertelement <4 x float> poison, float %965, i64 0
  %1096 = insertelement <4 x float> %1095, float %964, i64 1
  %1097 = insertelement <4 x float> %1096, float %963, i64 2
  %1098 = insertelement <4 x float> %1097, float %962, i64 3
  %1099 = shl i32 %1024, 2
  %1100 = select i1 %1048, i32 %1099, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.v4f32(<4 x float> %1098, ptr addrspace(8) %1058, i32 %1100, i32 0, i32 0)
  %1101 = insertelement <4 x float> poison, float %961, i64 0
  %1102 = insertelement <4 x float> %1101, float %960, i64 1
  %1103 = insertelement <4 x float> %1102, float %959, i64 2
  %1104 = insertelement <4 x float> %1103, float %958, i64 3
  %1105 = shl i32 %1025, 2
  %1106 = select i1 %1049, i32 %1105, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.v4f32(<4 x float> %1104, ptr addrspace(8) %1058, i32 %1106, i32 0, i32 0)
  %1107 = insertelement <4 x float> poison, float %957, i64 0
  %1108 = insertelement <4 x float> %1107, float %956, i64 1
  %1109 = insertelement <4 x float> %1108, float %955, i64 2
  %1110 = insertelement <4 x float> %1109, float %954, i64 3
  %1111 = shl i32 %1026, 2
  %1112 = select i1 %1050, i32 %1111, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.v4f32(<4 x float> %1110, ptr addrspace(8) %1058, i32 %1112, i32 0, i32 0)
  %1113 = insertelement <4 x float> poison, float %953, i64 0
  %1114 = insertelement <4 x float> %1113, float %952, i64 1
  %1115 = insertelement <4 x float> %1114, float %951, i64 2
  %1116 = insertelement <4 x float> %1115, float %950, i64 3
  %1117 = shl i32 %1027, 2
  %1118 = select i1 %1051, i32 %1117, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.v4f32(<4 x float> %1116, ptr addrspace(8) %1058, i32 %1118, i32 0, i32 0)
  %1119 = insertelement <4 x float> poison, float %949, i64 0
  %1120 = insertelement <4 x float> %1119, float %948, i64 1
  %1121 = insertelement <4 x float> %1120, float %947, i64 2
  %1122 = insertelement <4 x float> %1121, float %946, i64 3
  %1123 = shl i32 %1028, 2
  %1124 = select i1 %1052, i32 %1123, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.v4f32(<4 x float> %1122, ptr addrspace(8) %1058, i32 %1124, i32 0, i32 0)
  %1125 = insertelement <4 x float> poison, float %945, i64 0
  %1126 = insertelement <4 x float> %1125, float %944, i64 1
  %1127 = insertelement <4 x float> %1126, float %943, i64 2
  %1128 = insertelement <4 x float> %1127, float %942, i64 3
  %1129 = shl i32 %1029, 2
  %1130 = select i1 %1053, i32 %1129, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.v4f32(<4 x float> %1128, ptr addrspace(8) %1058, i32 %1130, i32 0, i32 0)
  %1131 = insertelement <4 x float> poison, float %941, i64 0
  %1132 = insertelement <4 x float> %1131, float %940, i64 1
  %1133 = insertelement <4 x float> %1132, float %939, i64 2
  %1134 = insertelement <4 x float> %1133, float %938, i64 3
  %1135 = shl i32 %1030, 2
  %1136 = select i1 %1054, i32 %1135, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.v4f32(<4 x float> %1134, ptr addrspace(8) %1058, i32 %1136, i32 0, i32 0)
  %1137 = insertelement <4 x float> poison, float %937, i64 0
  %1138 = insertelement <4 x float> %1137, float %936, i64 1
  %1139 = insertelement <4 x float> %1138, float %935, i64 2
  %1140 = insertelement <4 x float> %1139, float %934, i64 3
  %1141 = shl i32 %1031, 2
  %1142 = select i1 %1055, i32 %1141, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.v4f32(<4 x float> %1140, ptr addrspace(8) %1058, i32 %1142, i32 0, i32 0)
  %1143 = insertelement <4 x float> poison, float %933, i64 0
  %1144 = insertelement <4 x float> %1143, float %932, i64 1
  %1145 = insertelement <4 x float> %1144, float %931, i64 2
  %1146 = insertelement <4 x float> %1145, float %930, i64 3
  %1147 = shl i32 %1032, 2
  %1148 = select i1 %1056, i32 %1147, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.v4f32(<4 x float> %1146, ptr addrspace(8) %1058, i32 %1148, i32 0, i32 0)
  %1149 = insertelement <4 x float> poison, float %929, i64 0
  %1150 = insertelement <4 x float> %1149, float %928, i64 1
  %1151 = insertelement <4 x float> %1150, float %927, i64 2
  %1152 = insertelement <4 x float> %1151, float %926, i64 3
  %1153 = shl i32 %1033, 2
  %1154 = select i1 %1057, i32 %1153, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.v4f32(<4 x float> %1152, ptr addrspace(8) %1058, i32 %1154, i32 0, i32 0)
  ret void
}

declare noundef i32 @llvm.amdgcn.workgroup.id.x() #1

declare i32 @llvm.smin.i32(i32, i32) #1

declare noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x() #1

declare void @llvm.amdgcn.s.waitcnt(i32 immarg) #2

declare void @llvm.amdgcn.s.barrier() #3

declare <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float>, <2 x float>, <4 x float>, i32 immarg, i32 immarg, i32 immarg) #4

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
