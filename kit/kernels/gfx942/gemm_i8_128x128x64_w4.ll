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
  %.frozen579 = freeze i32 %21
  %24 = sdiv i32 %.frozen, %.frozen579
  %25 = mul i32 %24, %.frozen579
  %.decomposed = sub i32 %.frozen, %25
  %26 = add i32 %19, %.decomposed
  %27 = shl i32 %26, 7
  %28 = tail call i32 @llvm.amdgcn.workitem.id.x()
  %29 = lshr i32 %28, 2
  %30 = and i32 %29, 63
  %31 = and i32 %28, 15
  %32 = and i32 %28, 128
  %33 = and i32 %28, 7
  %34 = shl nuw nsw i32 %33, 4
  %35 = or disjoint i32 %27, %30
  %36 = or disjoint i32 %35, 64
  %37 = shl i32 %24, 7
  %38 = or disjoint i32 %37, %34
  %39 = srem i32 %35, %3
  %40 = srem i32 %36, %3
  %41 = shl nuw nsw i32 %28, 4
  %42 = and i32 %41, 48
  %43 = mul i32 %39, %6
  %44 = mul i32 %40, %6
  %45 = add i32 %43, %42
  %46 = add i32 %44, %42
  %47 = add i32 %5, 63
  %48 = icmp sgt i32 %47, 63
  %49 = tail call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %0, i16 0, i64 2147483646, i32 159744)
  %50 = select i1 %48, i32 %45, i32 -2147483648
  %51 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %49, i32 %50, i32 0, i32 0)
  %52 = bitcast <4 x i32> %51 to <16 x i8>
  %53 = select i1 %48, i32 %46, i32 -2147483648
  %54 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %49, i32 %53, i32 0, i32 0)
  %55 = bitcast <4 x i32> %54 to <16 x i8>
  %56 = and i32 %29, 62
  %57 = or disjoint i32 %56, 1
  %58 = srem i32 %38, %4
  %59 = mul i32 %7, %56
  %60 = mul i32 %7, %57
  %61 = add i32 %58, %59
  %62 = add i32 %58, %60
  %63 = tail call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %1, i16 0, i64 2147483646, i32 159744)
  %64 = select i1 %48, i32 %61, i32 -2147483648
  %65 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %63, i32 %64, i32 0, i32 0)
  %66 = bitcast <4 x i32> %65 to <16 x i8>
  %67 = select i1 %48, i32 %62, i32 -2147483648
  %68 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %63, i32 %67, i32 0, i32 0)
  %69 = bitcast <4 x i32> %68 to <16 x i8>
  %70 = shl i32 %7, 6
  %71 = and i32 %41, 4080
  %72 = and i32 %28, 56
  %73 = xor i32 %71, %72
  %74 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %73
  %75 = shufflevector <16 x i8> %52, <16 x i8> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  store <8 x i8> %75, ptr addrspace(3) %74, align 8
  %76 = getelementptr inbounds nuw i8, ptr addrspace(3) %74, i32 4096
  %77 = shufflevector <16 x i8> %55, <16 x i8> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  store <8 x i8> %77, ptr addrspace(3) %76, align 8
  %78 = xor i32 %73, 8
  %79 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %78
  %80 = shufflevector <16 x i8> %52, <16 x i8> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  store <8 x i8> %80, ptr addrspace(3) %79, align 8
  %81 = getelementptr inbounds nuw i8, ptr addrspace(3) %79, i32 4096
  %82 = shufflevector <16 x i8> %55, <16 x i8> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  store <8 x i8> %82, ptr addrspace(3) %81, align 8
  %83 = shl nuw nsw i32 %33, 10
  %84 = shl nuw nsw i32 %33, 3
  %85 = xor i32 %84, %56
  %86 = or disjoint i32 %85, %83
  %87 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %86
  %88 = shufflevector <16 x i8> %66, <16 x i8> %69, <2 x i32> <i32 0, i32 16>
  store <2 x i8> %88, ptr addrspace(3) %87, align 2
  %89 = getelementptr inbounds nuw i8, ptr addrspace(3) %87, i32 64
  %90 = shufflevector <16 x i8> %66, <16 x i8> %69, <2 x i32> <i32 1, i32 17>
  store <2 x i8> %90, ptr addrspace(3) %89, align 2
  %91 = xor i32 %86, 136
  %92 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %91
  %93 = shufflevector <16 x i8> %66, <16 x i8> %69, <2 x i32> <i32 2, i32 18>
  store <2 x i8> %93, ptr addrspace(3) %92, align 2
  %94 = getelementptr inbounds nuw i8, ptr addrspace(3) %92, i32 64
  %95 = shufflevector <16 x i8> %66, <16 x i8> %69, <2 x i32> <i32 3, i32 19>
  store <2 x i8> %95, ptr addrspace(3) %94, align 2
  %96 = xor i32 %86, 272
  %97 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %96
  %98 = shufflevector <16 x i8> %66, <16 x i8> %69, <2 x i32> <i32 4, i32 20>
  store <2 x i8> %98, ptr addrspace(3) %97, align 2
  %99 = getelementptr inbounds nuw i8, ptr addrspace(3) %97, i32 64
  %100 = shufflevector <16 x i8> %66, <16 x i8> %69, <2 x i32> <i32 5, i32 21>
  store <2 x i8> %100, ptr addrspace(3) %99, align 2
  %101 = xor i32 %86, 408
  %102 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %101
  %103 = shufflevector <16 x i8> %66, <16 x i8> %69, <2 x i32> <i32 6, i32 22>
  store <2 x i8> %103, ptr addrspace(3) %102, align 2
  %104 = getelementptr inbounds nuw i8, ptr addrspace(3) %102, i32 64
  %105 = shufflevector <16 x i8> %66, <16 x i8> %69, <2 x i32> <i32 7, i32 23>
  store <2 x i8> %105, ptr addrspace(3) %104, align 2
  %106 = xor i32 %86, 544
  %107 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %106
  %108 = shufflevector <16 x i8> %66, <16 x i8> %69, <2 x i32> <i32 8, i32 24>
  store <2 x i8> %108, ptr addrspace(3) %107, align 2
  %109 = getelementptr inbounds nuw i8, ptr addrspace(3) %107, i32 64
  %110 = shufflevector <16 x i8> %66, <16 x i8> %69, <2 x i32> <i32 9, i32 25>
  store <2 x i8> %110, ptr addrspace(3) %109, align 2
  %111 = xor i32 %86, 680
  %112 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %111
  %113 = shufflevector <16 x i8> %66, <16 x i8> %69, <2 x i32> <i32 10, i32 26>
  store <2 x i8> %113, ptr addrspace(3) %112, align 2
  %114 = getelementptr inbounds nuw i8, ptr addrspace(3) %112, i32 64
  %115 = shufflevector <16 x i8> %66, <16 x i8> %69, <2 x i32> <i32 11, i32 27>
  store <2 x i8> %115, ptr addrspace(3) %114, align 2
  %116 = xor i32 %86, 816
  %117 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %116
  %118 = shufflevector <16 x i8> %66, <16 x i8> %69, <2 x i32> <i32 12, i32 28>
  store <2 x i8> %118, ptr addrspace(3) %117, align 2
  %119 = getelementptr inbounds nuw i8, ptr addrspace(3) %117, i32 64
  %120 = shufflevector <16 x i8> %66, <16 x i8> %69, <2 x i32> <i32 13, i32 29>
  store <2 x i8> %120, ptr addrspace(3) %119, align 2
  %121 = xor i32 %86, 952
  %122 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %121
  %123 = shufflevector <16 x i8> %66, <16 x i8> %69, <2 x i32> <i32 14, i32 30>
  store <2 x i8> %123, ptr addrspace(3) %122, align 2
  %124 = getelementptr inbounds nuw i8, ptr addrspace(3) %122, i32 64
  %125 = shufflevector <16 x i8> %66, <16 x i8> %69, <2 x i32> <i32 15, i32 31>
  store <2 x i8> %125, ptr addrspace(3) %124, align 2
  %126 = icmp sgt i32 %47, 127
  br i1 %126, label %.lr.ph, label %._crit_edge

.lr.ph:                                          
  %127 = lshr i32 %47, 6
  %128 = shl nuw nsw i32 %31, 6
  %129 = shl nuw nsw i32 %28, 2
  %130 = and i32 %129, 56
  %131 = lshr i32 %28, 1
  %132 = and i32 %131, 24
  %133 = shl nuw nsw i32 %32, 3
  %134 = or disjoint i32 %128, %130
  %135 = xor i32 %134, %132
  %136 = or disjoint i32 %135, %133
  %137 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %136
  %138 = getelementptr inbounds nuw i8, ptr addrspace(3) %137, i32 2048
  %139 = getelementptr inbounds nuw i8, ptr addrspace(3) %137, i32 4096
  %140 = getelementptr inbounds nuw i8, ptr addrspace(3) %137, i32 6144
  %141 = xor i32 %136, 32
  %142 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %141
  %143 = getelementptr inbounds nuw i8, ptr addrspace(3) %142, i32 2048
  %144 = getelementptr inbounds nuw i8, ptr addrspace(3) %142, i32 4096
  %145 = getelementptr inbounds nuw i8, ptr addrspace(3) %142, i32 6144
  %146 = and i32 %28, 64
  %147 = icmp eq i32 %146, 0
  %148 = select i1 %147, i32 0, i32 1032
  %149 = xor i32 %148, %132
  %150 = xor i32 %149, %134
  %151 = xor i32 %150, 32
  %152 = xor i32 %150, 2064
  %153 = xor i32 %150, 2096
  %154 = xor i32 %150, 4128
  %155 = xor i32 %150, 6192
  %156 = xor i32 %150, 6160
  %157 = add nsw i32 %127, -2
  %158 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %150
  %159 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %151
  %160 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %152
  %161 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %153
  %162 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %154
  %163 = getelementptr inbounds nuw i8, ptr addrspace(3) %158, i32 4096
  %164 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %155
  %165 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %156
  br label %166

166:                                             
  %.pn95132 = phi i32 [ %62, %.lr.ph ], [ %235, %166 ]
  %.pn127131 = phi i32 [ %61, %.lr.ph ], [ %234, %166 ]
  %.pn31130 = phi i32 [ %46, %.lr.ph ], [ %233, %166 ]
  %.pn63129 = phi i32 [ %45, %.lr.ph ], [ %232, %166 ]
  %167 = phi i32 [ 0, %.lr.ph ], [ %266, %166 ]
  %168 = phi i32 [ 0, %.lr.ph ], [ %267, %166 ]
  %169 = phi i32 [ 0, %.lr.ph ], [ %268, %166 ]
  %170 = phi i32 [ 0, %.lr.ph ], [ %269, %166 ]
  %171 = phi i32 [ 0, %.lr.ph ], [ %276, %166 ]
  %172 = phi i32 [ 0, %.lr.ph ], [ %277, %166 ]
  %173 = phi i32 [ 0, %.lr.ph ], [ %278, %166 ]
  %174 = phi i32 [ 0, %.lr.ph ], [ %279, %166 ]
  %175 = phi i32 [ 0, %.lr.ph ], [ %286, %166 ]
  %176 = phi i32 [ 0, %.lr.ph ], [ %287, %166 ]
  %177 = phi i32 [ 0, %.lr.ph ], [ %288, %166 ]
  %178 = phi i32 [ 0, %.lr.ph ], [ %289, %166 ]
  %179 = phi i32 [ 0, %.lr.ph ], [ %296, %166 ]
  %180 = phi i32 [ 0, %.lr.ph ], [ %297, %166 ]
  %181 = phi i32 [ 0, %.lr.ph ], [ %298, %166 ]
  %182 = phi i32 [ 0, %.lr.ph ], [ %299, %166 ]
  %183 = phi i32 [ 0, %.lr.ph ], [ %306, %166 ]
  %184 = phi i32 [ 0, %.lr.ph ], [ %307, %166 ]
  %185 = phi i32 [ 0, %.lr.ph ], [ %308, %166 ]
  %186 = phi i32 [ 0, %.lr.ph ], [ %309, %166 ]
  %187 = phi i32 [ 0, %.lr.ph ], [ %316, %166 ]
  %188 = phi i32 [ 0, %.lr.ph ], [ %317, %166 ]
  %189 = phi i32 [ 0, %.lr.ph ], [ %318, %166 ]
  %190 = phi i32 [ 0, %.lr.ph ], [ %319, %166 ]
  %191 = phi i32 [ 0, %.lr.ph ], [ %326, %166 ]
  %192 = phi i32 [ 0, %.lr.ph ], [ %327, %166 ]
  %193 = phi i32 [ 0, %.lr.ph ], [ %328, %166 ]
  %194 = phi i32 [ 0, %.lr.ph ], [ %329, %166 ]
  %195 = phi i32 [ 0, %.lr.ph ], [ %336, %166 ]
  %196 = phi i32 [ 0, %.lr.ph ], [ %337, %166 ]
  %197 = phi i32 [ 0, %.lr.ph ], [ %338, %166 ]
  %198 = phi i32 [ 0, %.lr.ph ], [ %339, %166 ]
  %199 = phi i32 [ 0, %.lr.ph ], [ %346, %166 ]
  %200 = phi i32 [ 0, %.lr.ph ], [ %347, %166 ]
  %201 = phi i32 [ 0, %.lr.ph ], [ %348, %166 ]
  %202 = phi i32 [ 0, %.lr.ph ], [ %349, %166 ]
  %203 = phi i32 [ 0, %.lr.ph ], [ %356, %166 ]
  %204 = phi i32 [ 0, %.lr.ph ], [ %357, %166 ]
  %205 = phi i32 [ 0, %.lr.ph ], [ %358, %166 ]
  %206 = phi i32 [ 0, %.lr.ph ], [ %359, %166 ]
  %207 = phi i32 [ 0, %.lr.ph ], [ %366, %166 ]
  %208 = phi i32 [ 0, %.lr.ph ], [ %367, %166 ]
  %209 = phi i32 [ 0, %.lr.ph ], [ %368, %166 ]
  %210 = phi i32 [ 0, %.lr.ph ], [ %369, %166 ]
  %211 = phi i32 [ 0, %.lr.ph ], [ %376, %166 ]
  %212 = phi i32 [ 0, %.lr.ph ], [ %377, %166 ]
  %213 = phi i32 [ 0, %.lr.ph ], [ %378, %166 ]
  %214 = phi i32 [ 0, %.lr.ph ], [ %379, %166 ]
  %215 = phi i32 [ 0, %.lr.ph ], [ %386, %166 ]
  %216 = phi i32 [ 0, %.lr.ph ], [ %387, %166 ]
  %217 = phi i32 [ 0, %.lr.ph ], [ %388, %166 ]
  %218 = phi i32 [ 0, %.lr.ph ], [ %389, %166 ]
  %219 = phi i32 [ 0, %.lr.ph ], [ %396, %166 ]
  %220 = phi i32 [ 0, %.lr.ph ], [ %397, %166 ]
  %221 = phi i32 [ 0, %.lr.ph ], [ %398, %166 ]
  %222 = phi i32 [ 0, %.lr.ph ], [ %399, %166 ]
  %223 = phi i32 [ 0, %.lr.ph ], [ %406, %166 ]
  %224 = phi i32 [ 0, %.lr.ph ], [ %407, %166 ]
  %225 = phi i32 [ 0, %.lr.ph ], [ %408, %166 ]
  %226 = phi i32 [ 0, %.lr.ph ], [ %409, %166 ]
  %227 = phi i32 [ 0, %.lr.ph ], [ %416, %166 ]
  %228 = phi i32 [ 0, %.lr.ph ], [ %417, %166 ]
  %229 = phi i32 [ 0, %.lr.ph ], [ %418, %166 ]
  %230 = phi i32 [ 0, %.lr.ph ], [ %419, %166 ]
  %231 = phi i32 [ 0, %.lr.ph ], [ %440, %166 ]
  %232 = add i32 %.pn63129, 64
  %233 = add i32 %.pn31130, 64
  %234 = add i32 %.pn127131, %70
  %235 = add i32 %.pn95132, %70
  tail call void @llvm.amdgcn.s.waitcnt(i32 49279)
  tail call void @llvm.amdgcn.s.barrier()
  %236 = load i64, ptr addrspace(3) %137, align 8
  %237 = load i64, ptr addrspace(3) %138, align 8
  %238 = load i64, ptr addrspace(3) %139, align 8
  %239 = load i64, ptr addrspace(3) %140, align 8
  %240 = load i64, ptr addrspace(3) %142, align 8
  %241 = load i64, ptr addrspace(3) %143, align 8
  %242 = load i64, ptr addrspace(3) %144, align 8
  %243 = load i64, ptr addrspace(3) %145, align 8
  tail call void @llvm.amdgcn.s.setprio(i16 1)
  %244 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %49, i32 %232, i32 0, i32 0)
  %245 = bitcast <4 x i32> %244 to <16 x i8>
  %246 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %49, i32 %233, i32 0, i32 0)
  %247 = bitcast <4 x i32> %246 to <16 x i8>
  tail call void @llvm.amdgcn.sched.barrier(i32 0)
  %248 = load i64, ptr addrspace(3) %158, align 8
  %249 = load i64, ptr addrspace(3) %159, align 8
  %250 = load i64, ptr addrspace(3) %160, align 8
  %251 = load i64, ptr addrspace(3) %161, align 8
  %252 = load i64, ptr addrspace(3) %162, align 8
  %253 = load i64, ptr addrspace(3) %163, align 8
  %254 = load i64, ptr addrspace(3) %164, align 8
  %255 = load i64, ptr addrspace(3) %165, align 8
  tail call void @llvm.amdgcn.s.setprio(i16 0)
  %256 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %63, i32 %234, i32 0, i32 0)
  %257 = bitcast <4 x i32> %256 to <16 x i8>
  %258 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %63, i32 %235, i32 0, i32 0)
  %259 = bitcast <4 x i32> %258 to <16 x i8>
  tail call void @llvm.amdgcn.sched.barrier(i32 1)
  %260 = insertelement <4 x i32> poison, i32 %167, i64 0
  %261 = insertelement <4 x i32> %260, i32 %168, i64 1
  %262 = insertelement <4 x i32> %261, i32 %169, i64 2
  %263 = insertelement <4 x i32> %262, i32 %170, i64 3
  %264 = tail call <4 x i32> @llvm.amdgcn.mfma.i32.16x16x32.i8(i64 %248, i64 %236, <4 x i32> %263, i32 0, i32 0, i32 0)
  tail call void @llvm.amdgcn.s.setprio(i16 1)
  %265 = tail call <4 x i32> @llvm.amdgcn.mfma.i32.16x16x32.i8(i64 %249, i64 %240, <4 x i32> %264, i32 0, i32 0, i32 0)
  %266 = extractelement <4 x i32> %265, i64 0
  %267 = extractelement <4 x i32> %265, i64 1
  %268 = extractelement <4 x i32> %265, i64 2
  %269 = extractelement <4 x i32> %265, i64 3
  %270 = insertelement <4 x i32> poison, i32 %171, i64 0
  %271 = insertelement <4 x i32> %270, i32 %172, i64 1
  %272 = insertelement <4 x i32> %271, i32 %173, i64 2
  %273 = insertelement <4 x i32> %272, i32 %174, i64 3
  %274 = tail call <4 x i32> @llvm.amdgcn.mfma.i32.16x16x32.i8(i64 %250, i64 %236, <4 x i32> %273, i32 0, i32 0, i32 0)
  %275 = tail call <4 x i32> @llvm.amdgcn.mfma.i32.16x16x32.i8(i64 %251, i64 %240, <4 x i32> %274, i32 0, i32 0, i32 0)
  %276 = extractelement <4 x i32> %275, i64 0
  %277 = extractelement <4 x i32> %275, i64 1
  %278 = extractelement <4 x i32> %275, i64 2
  %279 = extractelement <4 x i32> %275, i64 3
  %280 = insertelement <4 x i32> poison, i32 %175, i64 0
  %281 = insertelement <4 x i32> %280, i32 %176, i64 1
  %282 = insertelement <4 x i32> %281, i32 %177, i64 2
  %283 = insertelement <4 x i32> %282, i32 %178, i64 3
  %284 = tail call <4 x i32> @llvm.amdgcn.mfma.i32.16x16x32.i8(i64 %252, i64 %236, <4 x i32> %283, i32 0, i32 0, i32 0)
  %285 = tail call <4 x i32> @llvm.amdgcn.mfma.i32.16x16x32.i8(i64 %253, i64 %240, <4 x i32> %284, i32 0, i32 0, i32 0)
  %286 = extractelement <4 x i32> %285, i64 0
  %287 = extractelement <4 x i32> %285, i64 1
  %288 = extractelement <4 x i32> %285, i64 2
  %289 = extractelement <4 x i32> %285, i64 3
  %290 = insertelement <4 x i32> poison, i32 %179, i64 0
  %291 = insertelement <4 x i32> %290, i32 %180, i64 1
  %292 = insertelement <4 x i32> %291, i32 %181, i64 2
  %293 = insertelement <4 x i32> %292, i32 %182, i64 3
  %294 = tail call <4 x i32> @llvm.amdgcn.mfma.i32.16x16x32.i8(i64 %254, i64 %236, <4 x i32> %293, i32 0, i32 0, i32 0)
  %295 = tail call <4 x i32> @llvm.amdgcn.mfma.i32.16x16x32.i8(i64 %255, i64 %240, <4 x i32> %294, i32 0, i32 0, i32 0)
  %296 = extractelement <4 x i32> %295, i64 0
  %297 = extractelement <4 x i32> %295, i64 1
  %298 = extractelement <4 x i32> %295, i64 2
  %299 = extractelement <4 x i32> %295, i64 3
  %300 = insertelement <4 x i32> poison, i32 %183, i64 0
  %301 = insertelement <4 x i32> %300, i32 %184, i64 1
  %302 = insertelement <4 x i32> %301, i32 %185, i64 2
  %303 = insertelement <4 x i32> %302, i32 %186, i64 3
  %304 = tail call <4 x i32> @llvm.amdgcn.mfma.i32.16x16x32.i8(i64 %248, i64 %237, <4 x i32> %303, i32 0, i32 0, i32 0)
  %305 = tail call <4 x i32> @llvm.amdgcn.mfma.i32.16x16x32.i8(i64 %249, i64 %241, <4 x i32> %304, i32 0, i32 0, i32 0)
  %306 = extractelement <4 x i32> %305, i64 0
  %307 = extractelement <4 x i32> %305, i64 1
  %308 = extractelement <4 x i32> %305, i64 2
  %309 = extractelement <4 x i32> %305, i64 3
  %310 = insertelement <4 x i32> poison, i32 %187, i64 0
  %311 = insertelement <4 x i32> %310, i32 %188, i64 1
  %312 = insertelement <4 x i32> %311, i32 %189, i64 2
  %313 = insertelement <4 x i32> %312, i32 %190, i64 3
  %314 = tail call <4 x i32> @llvm.amdgcn.mfma.i32.16x16x32.i8(i64 %250, i64 %237, <4 x i32> %313, i32 0, i32 0, i32 0)
  %315 = tail call <4 x i32> @llvm.amdgcn.mfma.i32.16x16x32.i8(i64 %251, i64 %241, <4 x i32> %314, i32 0, i32 0, i32 0)
  %316 = extractelement <4 x i32> %315, i64 0
  %317 = extractelement <4 x i32> %315, i64 1
  %318 = extractelement <4 x i32> %315, i64 2
  %319 = extractelement <4 x i32> %315, i64 3
  %320 = insertelement <4 x i32> poison, i32 %191, i64 0
  %321 = insertelement <4 x i32> %320, i32 %192, i64 1
  %322 = insertelement <4 x i32> %321, i32 %193, i64 2
  %323 = insertelement <4 x i32> %322, i32 %194, i64 3
  %324 = tail call <4 x i32> @llvm.amdgcn.mfma.i32.16x16x32.i8(i64 %252, i64 %237, <4 x i32> %323, i32 0, i32 0, i32 0)
  %325 = tail call <4 x i32> @llvm.amdgcn.mfma.i32.16x16x32.i8(i64 %253, i64 %241, <4 x i32> %324, i32 0, i32 0, i32 0)
  %326 = extractelement <4 x i32> %325, i64 0
  %327 = extractelement <4 x i32> %325, i64 1
  %328 = extractelement <4 x i32> %325, i64 2
  %329 = extractelement <4 x i32> %325, i64 3
  %330 = insertelement <4 x i32> poison, i32 %195, i64 0
  %331 = insertelement <4 x i32> %330, i32 %196, i64 1
  %332 = insertelement <4 x i32> %331, i32 %197, i64 2
  %333 = insertelement <4 x i32> %332, i32 %198, i64 3
  %334 = tail call <4 x i32> @llvm.amdgcn.mfma.i32.16x16x32.i8(i64 %254, i64 %237, <4 x i32> %333, i32 0, i32 0, i32 0)
  %335 = tail call <4 x i32> @llvm.amdgcn.mfma.i32.16x16x32.i8(i64 %255, i64 %241, <4 x i32> %334, i32 0, i32 0, i32 0)
  %336 = extractelement <4 x i32> %335, i64 0
  %337 = extractelement <4 x i32> %335, i64 1
  %338 = extractelement <4 x i32> %335, i64 2
  %339 = extractelement <4 x i32> %335, i64 3
  %340 = insertelement <4 x i32> poison, i32 %199, i64 0
  %341 = insertelement <4 x i32> %340, i32 %200, i64 1
  %342 = insertelement <4 x i32> %341, i32 %201, i64 2
  %343 = insertelement <4 x i32> %342, i32 %202, i64 3
  %344 = tail call <4 x i32> @llvm.amdgcn.mfma.i32.16x16x32.i8(i64 %248, i64 %238, <4 x i32> %343, i32 0, i32 0, i32 0)
  %345 = tail call <4 x i32> @llvm.amdgcn.mfma.i32.16x16x32.i8(i64 %249, i64 %242, <4 x i32> %344, i32 0, i32 0, i32 0)
  %346 = extractelement <4 x i32> %345, i64 0
  %347 = extractelement <4 x i32> %345, i64 1
  %348 = extractelement <4 x i32> %345, i64 2
  %349 = extractelement <4 x i32> %345, i64 3
  %350 = insertelement <4 x i32> poison, i32 %203, i64 0
  %351 = insertelement <4 x i32> %350, i32 %204, i64 1
  %352 = insertelement <4 x i32> %351, i32 %205, i64 2
  %353 = insertelement <4 x i32> %352, i32 %206, i64 3
  %354 = tail call <4 x i32> @llvm.amdgcn.mfma.i32.16x16x32.i8(i64 %250, i64 %238, <4 x i32> %353, i32 0, i32 0, i32 0)
  %355 = tail call <4 x i32> @llvm.amdgcn.mfma.i32.16x16x32.i8(i64 %251, i64 %242, <4 x i32> %354, i32 0, i32 0, i32 0)
  %356 = extractelement <4 x i32> %355, i64 0
  %357 = extractelement <4 x i32> %355, i64 1
  %358 = extractelement <4 x i32> %355, i64 2
  %359 = extractelement <4 x i32> %355, i64 3
  %360 = insertelement <4 x i32> poison, i32 %207, i64 0
  %361 = insertelement <4 x i32> %360, i32 %208, i64 1
  %362 = insertelement <4 x i32> %361, i32 %209, i64 2
  %363 = insertelement <4 x i32> %362, i32 %210, i64 3
  %364 = tail call <4 x i32> @llvm.amdgcn.mfma.i32.16x16x32.i8(i64 %252, i64 %238, <4 x i32> %363, i32 0, i32 0, i32 0)
  %365 = tail call <4 x i32> @llvm.amdgcn.mfma.i32.16x16x32.i8(i64 %253, i64 %242, <4 x i32> %364, i32 0, i32 0, i32 0)
  %366 = extractelement <4 x i32> %365, i64 0
  %367 = extractelement <4 x i32> %365, i64 1
  %368 = extractelement <4 x i32> %365, i64 2
  %369 = extractelement <4 x i32> %365, i64 3
  %370 = insertelement <4 x i32> poison, i32 %211, i64 0
  %371 = insertelement <4 x i32> %370, i32 %212, i64 1
  %372 = insertelement <4 x i32> %371, i32 %213, i64 2
  %373 = insertelement <4 x i32> %372, i32 %214, i64 3
  %374 = tail call <4 x i32> @llvm.amdgcn.mfma.i32.16x16x32.i8(i64 %254, i64 %238, <4 x i32> %373, i32 0, i32 0, i32 0)
  %375 = tail call <4 x i32> @llvm.amdgcn.mfma.i32.16x16x32.i8(i64 %255, i64 %242, <4 x i32> %374, i32 0, i32 0, i32 0)
  %376 = extractelement <4 x i32> %375, i64 0
  %377 = extractelement <4 x i32> %375, i64 1
  %378 = extractelement <4 x i32> %375, i64 2
  %379 = extractelement <4 x i32> %375, i64 3
  %380 = insertelement <4 x i32> poison, i32 %215, i64 0
  %381 = insertelement <4 x i32> %380, i32 %216, i64 1
  %382 = insertelement <4 x i32> %381, i32 %217, i64 2
  %383 = insertelement <4 x i32> %382, i32 %218, i64 3
  %384 = tail call <4 x i32> @llvm.amdgcn.mfma.i32.16x16x32.i8(i64 %248, i64 %239, <4 x i32> %383, i32 0, i32 0, i32 0)
  %385 = tail call <4 x i32> @llvm.amdgcn.mfma.i32.16x16x32.i8(i64 %249, i64 %243, <4 x i32> %384, i32 0, i32 0, i32 0)
  %386 = extractelement <4 x i32> %385, i64 0
  %387 = extractelement <4 x i32> %385, i64 1
  %388 = extractelement <4 x i32> %385, i64 2
  %389 = extractelement <4 x i32> %385, i64 3
  %390 = insertelement <4 x i32> poison, i32 %219, i64 0
  %391 = insertelement <4 x i32> %390, i32 %220, i64 1
  %392 = insertelement <4 x i32> %391, i32 %221, i64 2
  %393 = insertelement <4 x i32> %392, i32 %222, i64 3
  %394 = tail call <4 x i32> @llvm.amdgcn.mfma.i32.16x16x32.i8(i64 %250, i64 %239, <4 x i32> %393, i32 0, i32 0, i32 0)
  %395 = tail call <4 x i32> @llvm.amdgcn.mfma.i32.16x16x32.i8(i64 %251, i64 %243, <4 x i32> %394, i32 0, i32 0, i32 0)
  %396 = extractelement <4 x i32> %395, i64 0
  %397 = extractelement <4 x i32> %395, i64 1
  %398 = extractelement <4 x i32> %395, i64 2
  %399 = extractelement <4 x i32> %395, i64 3
  %400 = insertelement <4 x i32> poison, i32 %223, i64 0
  %401 = insertelement <4 x i32> %400, i32 %224, i64 1
  %402 = insertelement <4 x i32> %401, i32 %225, i64 2
  %403 = insertelement <4 x i32> %402, i32 %226, i64 3
  %404 = tail call <4 x i32> @llvm.amdgcn.mfma.i32.16x16x32.i8(i64 %252, i64 %239, <4 x i32> %403, i32 0, i32 0, i32 0)
  %405 = tail call <4 x i32> @llvm.amdgcn.mfma.i32.16x16x32.i8(i64 %253, i64 %243, <4 x i32> %404, i32 0, i32 0, i32 0)
  %406 = extractelement <4 x i32> %405, i64 0
  %407 = extractelement <4 x i32> %405, i64 1
  %408 = extractelement <4 x i32> %405, i64 2
  %409 = extractelement <4 x i32> %405, i64 3
  %410 = insertelement <4 x i32> poison, i32 %227, i64 0
  %411 = insertelement <4 x i32> %410, i32 %228, i64 1
  %412 = insertelement <4 x i32> %411, i32 %229, i64 2
  %413 = insertelement <4 x i32> %412, i32 %230, i64 3
  %414 = tail call <4 x i32> @llvm.amdgcn.mfma.i32.16x16x32.i8(i64 %254, i64 %239, <4 x i32> %413, i32 0, i32 0, i32 0)
  %415 = tail call <4 x i32> @llvm.amdgcn.mfma.i32.16x16x32.i8(i64 %255, i64 %243, <4 x i32> %414, i32 0, i32 0, i32 0)
  %416 = extractelement <4 x i32> %415, i64 0
  %417 = extractelement <4 x i32> %415, i64 1
  %418 = extractelement <4 x i32> %415, i64 2
  %419 = extractelement <4 x i32> %415, i64 3
  tail call void @llvm.amdgcn.s.setprio(i16 0)
  tail call void @llvm.amdgcn.s.waitcnt(i32 49279)
  tail call void @llvm.amdgcn.s.barrier()
  %420 = shufflevector <16 x i8> %245, <16 x i8> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  store <8 x i8> %420, ptr addrspace(3) %74, align 8
  %421 = shufflevector <16 x i8> %247, <16 x i8> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  store <8 x i8> %421, ptr addrspace(3) %76, align 8
  %422 = shufflevector <16 x i8> %245, <16 x i8> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  store <8 x i8> %422, ptr addrspace(3) %79, align 8
  %423 = shufflevector <16 x i8> %247, <16 x i8> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  store <8 x i8> %423, ptr addrspace(3) %81, align 8
  %424 = shufflevector <16 x i8> %257, <16 x i8> %259, <2 x i32> <i32 0, i32 16>
  store <2 x i8> %424, ptr addrspace(3) %87, align 2
  %425 = shufflevector <16 x i8> %257, <16 x i8> %259, <2 x i32> <i32 1, i32 17>
  store <2 x i8> %425, ptr addrspace(3) %89, align 2
  %426 = shufflevector <16 x i8> %257, <16 x i8> %259, <2 x i32> <i32 2, i32 18>
  store <2 x i8> %426, ptr addrspace(3) %92, align 2
  %427 = shufflevector <16 x i8> %257, <16 x i8> %259, <2 x i32> <i32 3, i32 19>
  store <2 x i8> %427, ptr addrspace(3) %94, align 2
  %428 = shufflevector <16 x i8> %257, <16 x i8> %259, <2 x i32> <i32 4, i32 20>
  store <2 x i8> %428, ptr addrspace(3) %97, align 2
  %429 = shufflevector <16 x i8> %257, <16 x i8> %259, <2 x i32> <i32 5, i32 21>
  store <2 x i8> %429, ptr addrspace(3) %99, align 2
  %430 = shufflevector <16 x i8> %257, <16 x i8> %259, <2 x i32> <i32 6, i32 22>
  store <2 x i8> %430, ptr addrspace(3) %102, align 2
  %431 = shufflevector <16 x i8> %257, <16 x i8> %259, <2 x i32> <i32 7, i32 23>
  store <2 x i8> %431, ptr addrspace(3) %104, align 2
  %432 = shufflevector <16 x i8> %257, <16 x i8> %259, <2 x i32> <i32 8, i32 24>
  store <2 x i8> %432, ptr addrspace(3) %107, align 2
  %433 = shufflevector <16 x i8> %257, <16 x i8> %259, <2 x i32> <i32 9, i32 25>
  store <2 x i8> %433, ptr addrspace(3) %109, align 2
  %434 = shufflevector <16 x i8> %257, <16 x i8> %259, <2 x i32> <i32 10, i32 26>
  store <2 x i8> %434, ptr addrspace(3) %112, align 2
  %435 = shufflevector <16 x i8> %257, <16 x i8> %259, <2 x i32> <i32 11, i32 27>
  store <2 x i8> %435, ptr addrspace(3) %114, align 2
  %436 = shufflevector <16 x i8> %257, <16 x i8> %259, <2 x i32> <i32 12, i32 28>
  store <2 x i8> %436, ptr addrspace(3) %117, align 2
  %437 = shufflevector <16 x i8> %257, <16 x i8> %259, <2 x i32> <i32 13, i32 29>
  store <2 x i8> %437, ptr addrspace(3) %119, align 2
  %438 = shufflevector <16 x i8> %257, <16 x i8> %259, <2 x i32> <i32 14, i32 30>
  store <2 x i8> %438, ptr addrspace(3) %122, align 2
  %439 = shufflevector <16 x i8> %257, <16 x i8> %259, <2 x i32> <i32 15, i32 31>
  store <2 x i8> %439, ptr addrspace(3) %124, align 2
  %440 = add nuw nsw i32 %231, 1
  %exitcond.not = icmp eq i32 %231, %157
  br i1 %exitcond.not, label %._crit_edge, label %166

._crit_edge:                                     
  %441 = phi i32 [ 0, %11 ], [ %266, %166 ]
  %442 = phi i32 [ 0, %11 ], [ %267, %166 ]
  %443 = phi i32 [ 0, %11 ], [ %268, %166 ]
  %444 = phi i32 [ 0, %11 ], [ %269, %166 ]
  %445 = phi i32 [ 0, %11 ], [ %276, %166 ]
  %446 = phi i32 [ 0, %11 ], [ %277, %166 ]
  %447 = phi i32 [ 0, %11 ], [ %278, %166 ]
  %448 = phi i32 [ 0, %11 ], [ %279, %166 ]
  %449 = phi i32 [ 0, %11 ], [ %286, %166 ]
  %450 = phi i32 [ 0, %11 ], [ %287, %166 ]
  %451 = phi i32 [ 0, %11 ], [ %288, %166 ]
  %452 = phi i32 [ 0, %11 ], [ %289, %166 ]
  %453 = phi i32 [ 0, %11 ], [ %296, %166 ]
  %454 = phi i32 [ 0, %11 ], [ %297, %166 ]
  %455 = phi i32 [ 0, %11 ], [ %298, %166 ]
  %456 = phi i32 [ 0, %11 ], [ %299, %166 ]
  %457 = phi i32 [ 0, %11 ], [ %306, %166 ]
  %458 = phi i32 [ 0, %11 ], [ %307, %166 ]
  %459 = phi i32 [ 0, %11 ], [ %308, %166 ]
  %460 = phi i32 [ 0, %11 ], [ %309, %166 ]
  %461 = phi i32 [ 0, %11 ], [ %316, %166 ]
  %462 = phi i32 [ 0, %11 ], [ %317, %166 ]
  %463 = phi i32 [ 0, %11 ], [ %318, %166 ]
  %464 = phi i32 [ 0, %11 ], [ %319, %166 ]
  %465 = phi i32 [ 0, %11 ], [ %326, %166 ]
  %466 = phi i32 [ 0, %11 ], [ %327, %166 ]
  %467 = phi i32 [ 0, %11 ], [ %328, %166 ]
  %468 = phi i32 [ 0, %11 ], [ %329, %166 ]
  %469 = phi i32 [ 0, %11 ], [ %336, %166 ]
  %470 = phi i32 [ 0, %11 ], [ %337, %166 ]
  %471 = phi i32 [ 0, %11 ], [ %338, %166 ]
  %472 = phi i32 [ 0, %11 ], [ %339, %166 ]
  %473 = phi i32 [ 0, %11 ], [ %346, %166 ]
  %474 = phi i32 [ 0, %11 ], [ %347, %166 ]
  %475 = phi i32 [ 0, %11 ], [ %348, %166 ]
  %476 = phi i32 [ 0, %11 ], [ %349, %166 ]
  %477 = phi i32 [ 0, %11 ], [ %356, %166 ]
  %478 = phi i32 [ 0, %11 ], [ %357, %166 ]
  %479 = phi i32 [ 0, %11 ], [ %358, %166 ]
  %480 = phi i32 [ 0, %11 ], [ %359, %166 ]
  %481 = phi i32 [ 0, %11 ], [ %366, %166 ]
  %482 = phi i32 [ 0, %11 ], [ %367, %166 ]
  %483 = phi i32 [ 0, %11 ], [ %368, %166 ]
  %484 = phi i32 [ 0, %11 ], [ %369, %166 ]
  %485 = phi i32 [ 0, %11 ], [ %376, %166 ]
  %486 = phi i32 [ 0, %11 ], [ %377, %166 ]
  %487 = phi i32 [ 0, %11 ], [ %378, %166 ]
  %488 = phi i32 [ 0, %11 ], [ %379, %166 ]
  %489 = phi i32 [ 0, %11 ], [ %386, %166 ]
  %490 = phi i32 [ 0, %11 ], [ %387, %166 ]
  %491 = phi i32 [ 0, %11 ], [ %388, %166 ]
  %492 = phi i32 [ 0, %11 ], [ %389, %166 ]
  %493 = phi i32 [ 0, %11 ], [ %396, %166 ]
  %494 = phi i32 [ 0, %11 ], [ %397, %166 ]
  %495 = phi i32 [ 0, %11 ], [ %398, %166 ]
  %496 = phi i32 [ 0, %11 ], [ %399, %166 ]
  %497 = phi i32 [ 0, %11 ], [ %406, %166 ]
  %498 = phi i32 [ 0, %11 ], [ %407, %166 ]
  %499 = phi i32 [ 0, %11 ], [ %408, %166 ]
  %500 = phi i32 [ 0, %11 ], [ %409, %166 ]
  %501 = phi i32 [ 0, %11 ], [ %416, %166 ]
  %502 = phi i32 [ 0, %11 ], [ %417, %166 ]
  %503 = phi i32 [ 0, %11 ], [ %418, %166 ]
  %504 = phi i32 [ 0, %11 ], [ %419, %166 ]
  tail call void @llvm.amdgcn.s.waitcnt(i32 49279)
  tail call void @llvm.amdgcn.s.barrier()
  br i1 %48, label %505, label %._crit_edge._crit_edge

505:                                             
  %506 = shl nuw nsw i32 %31, 6
  %507 = shl nuw nsw i32 %28, 2
  %508 = and i32 %507, 56
  %509 = or disjoint i32 %506, %508
  %510 = lshr i32 %28, 1
  %511 = and i32 %510, 24
  %512 = and i32 %28, 64
  %513 = icmp eq i32 %512, 0
  %514 = select i1 %513, i32 0, i32 1032
  %515 = xor i32 %514, %511
  %516 = xor i32 %515, %509
  %517 = xor i32 %516, 6160
  %518 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %517
  %519 = load i64, ptr addrspace(3) %518, align 8
  %520 = xor i32 %516, 6192
  %521 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %520
  %522 = load i64, ptr addrspace(3) %521, align 8
  %523 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %516
  %524 = getelementptr inbounds nuw i8, ptr addrspace(3) %523, i32 4096
  %525 = load i64, ptr addrspace(3) %524, align 8
  %526 = xor i32 %516, 4128
  %527 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %526
  %528 = load i64, ptr addrspace(3) %527, align 8
  %529 = xor i32 %516, 2096
  %530 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %529
  %531 = load i64, ptr addrspace(3) %530, align 8
  %532 = xor i32 %516, 2064
  %533 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %532
  %534 = load i64, ptr addrspace(3) %533, align 8
  %535 = xor i32 %516, 32
  %536 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %535
  %537 = load i64, ptr addrspace(3) %536, align 8
  %538 = load i64, ptr addrspace(3) %523, align 8
  %539 = shl nuw nsw i32 %32, 3
  %540 = xor i32 %509, %511
  %541 = or disjoint i32 %540, %539
  %542 = xor i32 %541, 32
  %543 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %542
  %544 = getelementptr inbounds nuw i8, ptr addrspace(3) %543, i32 6144
  %545 = load i64, ptr addrspace(3) %544, align 8
  %546 = getelementptr inbounds nuw i8, ptr addrspace(3) %543, i32 4096
  %547 = load i64, ptr addrspace(3) %546, align 8
  %548 = getelementptr inbounds nuw i8, ptr addrspace(3) %543, i32 2048
  %549 = load i64, ptr addrspace(3) %548, align 8
  %550 = load i64, ptr addrspace(3) %543, align 8
  %551 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %541
  %552 = getelementptr inbounds nuw i8, ptr addrspace(3) %551, i32 6144
  %553 = load i64, ptr addrspace(3) %552, align 8
  %554 = getelementptr inbounds nuw i8, ptr addrspace(3) %551, i32 4096
  %555 = load i64, ptr addrspace(3) %554, align 8
  %556 = getelementptr inbounds nuw i8, ptr addrspace(3) %551, i32 2048
  %557 = load i64, ptr addrspace(3) %556, align 8
  %558 = load i64, ptr addrspace(3) %551, align 8
  %559 = insertelement <4 x i32> poison, i32 %441, i64 0
  %560 = insertelement <4 x i32> %559, i32 %442, i64 1
  %561 = insertelement <4 x i32> %560, i32 %443, i64 2
  %562 = insertelement <4 x i32> %561, i32 %444, i64 3
  %563 = tail call <4 x i32> @llvm.amdgcn.mfma.i32.16x16x32.i8(i64 %538, i64 %558, <4 x i32> %562, i32 0, i32 0, i32 0)
  %564 = tail call <4 x i32> @llvm.amdgcn.mfma.i32.16x16x32.i8(i64 %537, i64 %550, <4 x i32> %563, i32 0, i32 0, i32 0)
  %565 = extractelement <4 x i32> %564, i64 0
  %566 = extractelement <4 x i32> %564, i64 1
  %567 = extractelement <4 x i32> %564, i64 2
  %568 = extractelement <4 x i32> %564, i64 3
  %569 = insertelement <4 x i32> poison, i32 %445, i64 0
  %570 = insertelement <4 x i32> %569, i32 %446, i64 1
  %571 = insertelement <4 x i32> %570, i32 %447, i64 2
  %572 = insertelement <4 x i32> %571, i32 %448, i64 3
  %573 = tail call <4 x i32> @llvm.amdgcn.mfma.i32.16x16x32.i8(i64 %534, i64 %558, <4 x i32> %572, i32 0, i32 0, i32 0)
  %574 = tail call <4 x i32> @llvm.amdgcn.mfma.i32.16x16x32.i8(i64 %531, i64 %550, <4 x i32> %573, i32 0, i32 0, i32 0)
  %575 = extractelement <4 x i32> %574, i64 0
  %576 = extractelement <4 x i32> %574, i64 1
  %577 = extractelement <4 x i32> %574, i64 2
  %578 = extractelement <4 x i32> %574, i64 3
  %579 = insertelement <4 x i32> poison, i32 %449, i64 0
  %580 = insertelement <4 x i32> %579, i32 %450, i64 1
  %581 = insertelement <4 x i32> %580, i32 %451, i64 2
  %582 = insertelement <4 x i32> %581, i32 %452, i64 3
  %583 = tail call <4 x i32> @llvm.amdgcn.mfma.i32.16x16x32.i8(i64 %528, i64 %558, <4 x i32> %582, i32 0, i32 0, i32 0)
  %584 = tail call <4 x i32> @llvm.amdgcn.mfma.i32.16x16x32.i8(i64 %525, i64 %550, <4 x i32> %583, i32 0, i32 0, i32 0)
  %585 = extractelement <4 x i32> %584, i64 0
  %586 = extractelement <4 x i32> %584, i64 1
  %587 = extractelement <4 x i32> %584, i64 2
  %588 = extractelement <4 x i32> %584, i64 3
  %589 = insertelement <4 x i32> poison, i32 %453, i64 0
  %590 = insertelement <4 x i32> %589, i32 %454, i64 1
  %591 = insertelement <4 x i32> %590, i32 %455, i64 2
  %592 = insertelement <4 x i32> %591, i32 %456, i64 3
  %593 = tail call <4 x i32> @llvm.amdgcn.mfma.i32.16x16x32.i8(i64 %522, i64 %558, <4 x i32> %592, i32 0, i32 0, i32 0)
  %594 = tail call <4 x i32> @llvm.amdgcn.mfma.i32.16x16x32.i8(i64 %519, i64 %550, <4 x i32> %593, i32 0, i32 0, i32 0)
  %595 = extractelement <4 x i32> %594, i64 0
  %596 = extractelement <4 x i32> %594, i64 1
  %597 = extractelement <4 x i32> %594, i64 2
  %598 = extractelement <4 x i32> %594, i64 3
  %599 = insertelement <4 x i32> poison, i32 %457, i64 0
  %600 = insertelement <4 x i32> %599, i32 %458, i64 1
  %601 = insertelement <4 x i32> %600, i32 %459, i64 2
  %602 = insertelement <4 x i32> %601, i32 %460, i64 3
  %603 = tail call <4 x i32> @llvm.amdgcn.mfma.i32.16x16x32.i8(i64 %538, i64 %557, <4 x i32> %602, i32 0, i32 0, i32 0)
  %604 = tail call <4 x i32> @llvm.amdgcn.mfma.i32.16x16x32.i8(i64 %537, i64 %549, <4 x i32> %603, i32 0, i32 0, i32 0)
  %605 = extractelement <4 x i32> %604, i64 0
  %606 = extractelement <4 x i32> %604, i64 1
  %607 = extractelement <4 x i32> %604, i64 2
  %608 = extractelement <4 x i32> %604, i64 3
  %609 = insertelement <4 x i32> poison, i32 %461, i64 0
  %610 = insertelement <4 x i32> %609, i32 %462, i64 1
  %611 = insertelement <4 x i32> %610, i32 %463, i64 2
  %612 = insertelement <4 x i32> %611, i32 %464, i64 3
  %613 = tail call <4 x i32> @llvm.amdgcn.mfma.i32.16x16x32.i8(i64 %534, i64 %557, <4 x i32> %612, i32 0, i32 0, i32 0)
  %614 = tail call <4 x i32> @llvm.amdgcn.mfma.i32.16x16x32.i8(i64 %531, i64 %549, <4 x i32> %613, i32 0, i32 0, i32 0)
  %615 = extractelement <4 x i32> %614, i64 0
  %616 = extractelement <4 x i32> %614, i64 1
  %617 = extractelement <4 x i32> %614, i64 2
  %618 = extractelement <4 x i32> %614, i64 3
  %619 = insertelement <4 x i32> poison, i32 %465, i64 0
  %620 = insertelement <4 x i32> %619, i32 %466, i64 1
  %621 = insertelement <4 x i32> %620, i32 %467, i64 2
  %622 = insertelement <4 x i32> %621, i32 %468, i64 3
  %623 = tail call <4 x i32> @llvm.amdgcn.mfma.i32.16x16x32.i8(i64 %528, i64 %557, <4 x i32> %622, i32 0, i32 0, i32 0)
  %624 = tail call <4 x i32> @llvm.amdgcn.mfma.i32.16x16x32.i8(i64 %525, i64 %549, <4 x i32> %623, i32 0, i32 0, i32 0)
  %625 = extractelement <4 x i32> %624, i64 0
  %626 = extractelement <4 x i32> %624, i64 1
  %627 = extractelement <4 x i32> %624, i64 2
  %628 = extractelement <4 x i32> %624, i64 3
  %629 = insertelement <4 x i32> poison, i32 %469, i64 0
  %630 = insertelement <4 x i32> %629, i32 %470, i64 1
  %631 = insertelement <4 x i32> %630, i32 %471, i64 2
  %632 = insertelement <4 x i32> %631, i32 %472, i64 3
  %633 = tail call <4 x i32> @llvm.amdgcn.mfma.i32.16x16x32.i8(i64 %522, i64 %557, <4 x i32> %632, i32 0, i32 0, i32 0)
  %634 = tail call <4 x i32> @llvm.amdgcn.mfma.i32.16x16x32.i8(i64 %519, i64 %549, <4 x i32> %633, i32 0, i32 0, i32 0)
  %635 = extractelement <4 x i32> %634, i64 0
  %636 = extractelement <4 x i32> %634, i64 1
  %637 = extractelement <4 x i32> %634, i64 2
  %638 = extractelement <4 x i32> %634, i64 3
  %639 = insertelement <4 x i32> poison, i32 %473, i64 0
  %640 = insertelement <4 x i32> %639, i32 %474, i64 1
  %641 = insertelement <4 x i32> %640, i32 %475, i64 2
  %642 = insertelement <4 x i32> %641, i32 %476, i64 3
  %643 = tail call <4 x i32> @llvm.amdgcn.mfma.i32.16x16x32.i8(i64 %538, i64 %555, <4 x i32> %642, i32 0, i32 0, i32 0)
  %644 = tail call <4 x i32> @llvm.amdgcn.mfma.i32.16x16x32.i8(i64 %537, i64 %547, <4 x i32> %643, i32 0, i32 0, i32 0)
  %645 = extractelement <4 x i32> %644, i64 0
  %646 = extractelement <4 x i32> %644, i64 1
  %647 = extractelement <4 x i32> %644, i64 2
  %648 = extractelement <4 x i32> %644, i64 3
  %649 = insertelement <4 x i32> poison, i32 %477, i64 0
  %650 = insertelement <4 x i32> %649, i32 %478, i64 1
  %651 = insertelement <4 x i32> %650, i32 %479, i64 2
  %652 = insertelement <4 x i32> %651, i32 %480, i64 3
  %653 = tail call <4 x i32> @llvm.amdgcn.mfma.i32.16x16x32.i8(i64 %534, i64 %555, <4 x i32> %652, i32 0, i32 0, i32 0)
  %654 = tail call <4 x i32> @llvm.amdgcn.mfma.i32.16x16x32.i8(i64 %531, i64 %547, <4 x i32> %653, i32 0, i32 0, i32 0)
  %655 = extractelement <4 x i32> %654, i64 0
  %656 = extractelement <4 x i32> %654, i64 1
  %657 = extractelement <4 x i32> %654, i64 2
  %658 = extractelement <4 x i32> %654, i64 3
  %659 = insertelement <4 x i32> poison, i32 %481, i64 0
  %660 = insertelement <4 x i32> %659, i32 %482, i64 1
  %661 = insertelement <4 x i32> %660, i32 %483, i64 2
  %662 = insertelement <4 x i32> %661, i32 %484, i64 3
  %663 = tail call <4 x i32> @llvm.amdgcn.mfma.i32.16x16x32.i8(i64 %528, i64 %555, <4 x i32> %662, i32 0, i32 0, i32 0)
  %664 = tail call <4 x i32> @llvm.amdgcn.mfma.i32.16x16x32.i8(i64 %525, i64 %547, <4 x i32> %663, i32 0, i32 0, i32 0)
  %665 = extractelement <4 x i32> %664, i64 0
  %666 = extractelement <4 x i32> %664, i64 1
  %667 = extractelement <4 x i32> %664, i64 2
  %668 = extractelement <4 x i32> %664, i64 3
  %669 = insertelement <4 x i32> poison, i32 %485, i64 0
  %670 = insertelement <4 x i32> %669, i32 %486, i64 1
  %671 = insertelement <4 x i32> %670, i32 %487, i64 2
  %672 = insertelement <4 x i32> %671, i32 %488, i64 3
  %673 = tail call <4 x i32> @llvm.amdgcn.mfma.i32.16x16x32.i8(i64 %522, i64 %555, <4 x i32> %672, i32 0, i32 0, i32 0)
  %674 = tail call <4 x i32> @llvm.amdgcn.mfma.i32.16x16x32.i8(i64 %519, i64 %547, <4 x i32> %673, i32 0, i32 0, i32 0)
  %675 = extractelement <4 x i32> %674, i64 0
  %676 = extractelement <4 x i32> %674, i64 1
  %677 = extractelement <4 x i32> %674, i64 2
  %678 = extractelement <4 x i32> %674, i64 3
  %679 = insertelement <4 x i32> poison, i32 %489, i64 0
  %680 = insertelement <4 x i32> %679, i32 %490, i64 1
  %681 = insertelement <4 x i32> %680, i32 %491, i64 2
  %682 = insertelement <4 x i32> %681, i32 %492, i64 3
  %683 = tail call <4 x i32> @llvm.amdgcn.mfma.i32.16x16x32.i8(i64 %538, i64 %553, <4 x i32> %682, i32 0, i32 0, i32 0)
  %684 = tail call <4 x i32> @llvm.amdgcn.mfma.i32.16x16x32.i8(i64 %537, i64 %545, <4 x i32> %683, i32 0, i32 0, i32 0)
  %685 = extractelement <4 x i32> %684, i64 0
  %686 = extractelement <4 x i32> %684, i64 1
  %687 = extractelement <4 x i32> %684, i64 2
  %688 = extractelement <4 x i32> %684, i64 3
  %689 = insertelement <4 x i32> poison, i32 %493, i64 0
  %690 = insertelement <4 x i32> %689, i32 %494, i64 1
  %691 = insertelement <4 x i32> %690, i32 %495, i64 2
  %692 = insertelement <4 x i32> %691, i32 %496, i64 3
  %693 = tail call <4 x i32> @llvm.amdgcn.mfma.i32.16x16x32.i8(i64 %534, i64 %553, <4 x i32> %692, i32 0, i32 0, i32 0)
  %694 = tail call <4 x i32> @llvm.amdgcn.mfma.i32.16x16x32.i8(i64 %531, i64 %545, <4 x i32> %693, i32 0, i32 0, i32 0)
  %695 = extractelement <4 x i32> %694, i64 0
  %696 = extractelement <4 x i32> %694, i64 1
  %697 = extractelement <4 x i32> %694, i64 2
  %698 = extractelement <4 x i32> %694, i64 3
  %699 = insertelement <4 x i32> poison, i32 %497, i64 0
  %700 = insertelement <4 x i32> %699, i32 %498, i64 1
  %701 = insertelement <4 x i32> %700, i32 %499, i64 2
  %702 = insertelement <4 x i32> %701, i32 %500, i64 3
  %703 = tail call <4 x i32> @llvm.amdgcn.mfma.i32.16x16x32.i8(i64 %528, i64 %553, <4 x i32> %702, i32 0, i32 0, i32 0)
  %704 = tail call <4 x i32> @llvm.amdgcn.mfma.i32.16x16x32.i8(i64 %525, i64 %545, <4 x i32> %703, i32 0, i32 0, i32 0)
  %705 = extractelement <4 x i32> %704, i64 0
  %706 = extractelement <4 x i32> %704, i64 1
  %707 = extractelement <4 x i32> %704, i64 2
  %708 = extractelement <4 x i32> %704, i64 3
  %709 = insertelement <4 x i32> poison, i32 %501, i64 0
  %710 = insertelement <4 x i32> %709, i32 %502, i64 1
  %711 = insertelement <4 x i32> %710, i32 %503, i64 2
  %712 = insertelement <4 x i32> %711, i32 %504, i64 3
  %713 = tail call <4 x i32> @llvm.amdgcn.mfma.i32.16x16x32.i8(i64 %522, i64 %553, <4 x i32> %712, i32 0, i32 0, i32 0)
  %714 = tail call <4 x i32> @llvm.amdgcn.mfma.i32.16x16x32.i8(i64 %519, i64 %545, <4 x i32> %713, i32 0, i32 0, i32 0)
  %715 = extractelement <4 x i32> %714, i64 0
  %716 = extractelement <4 x i32> %714, i64 1
  %717 = extractelement <4 x i32> %714, i64 2
  %718 = extractelement <4 x i32> %714, i64 3
  br label %._crit_edge._crit_edge

._crit_edge._crit_edge:                          
  %719 = phi i32 [ %718, %505 ], [ %504, %._crit_edge ]
  %720 = phi i32 [ %717, %505 ], [ %503, %._crit_edge ]
  %721 = phi i32 [ %716, %505 ], [ %502, %._crit_edge ]
  %722 = phi i32 [ %715, %505 ], [ %501, %._crit_edge ]
  %723 = phi i32 [ %708, %505 ], [ %500, %._crit_edge ]
  %724 = phi i32 [ %707, %505 ], [ %499, %._crit_edge ]
  %725 = phi i32 [ %706, %505 ], [ %498, %._crit_edge ]
  %726 = phi i32 [ %705, %505 ], [ %497, %._crit_edge ]
  %727 = phi i32 [ %698, %505 ], [ %496, %._crit_edge ]
  %728 = phi i32 [ %697, %505 ], [ %495, %._crit_edge ]
  %729 = phi i32 [ %696, %505 ], [ %494, %._crit_edge ]
  %730 = phi i32 [ %695, %505 ], [ %493, %._crit_edge ]
  %731 = phi i32 [ %688, %505 ], [ %492, %._crit_edge ]
  %732 = phi i32 [ %687, %505 ], [ %491, %._crit_edge ]
  %733 = phi i32 [ %686, %505 ], [ %490, %._crit_edge ]
  %734 = phi i32 [ %685, %505 ], [ %489, %._crit_edge ]
  %735 = phi i32 [ %678, %505 ], [ %488, %._crit_edge ]
  %736 = phi i32 [ %677, %505 ], [ %487, %._crit_edge ]
  %737 = phi i32 [ %676, %505 ], [ %486, %._crit_edge ]
  %738 = phi i32 [ %675, %505 ], [ %485, %._crit_edge ]
  %739 = phi i32 [ %668, %505 ], [ %484, %._crit_edge ]
  %740 = phi i32 [ %667, %505 ], [ %483, %._crit_edge ]
  %741 = phi i32 [ %666, %505 ], [ %482, %._crit_edge ]
  %742 = phi i32 [ %665, %505 ], [ %481, %._crit_edge ]
  %743 = phi i32 [ %658, %505 ], [ %480, %._crit_edge ]
  %744 = phi i32 [ %657, %505 ], [ %479, %._crit_edge ]
  %745 = phi i32 [ %656, %505 ], [ %478, %._crit_edge ]
  %746 = phi i32 [ %655, %505 ], [ %477, %._crit_edge ]
  %747 = phi i32 [ %648, %505 ], [ %476, %._crit_edge ]
  %748 = phi i32 [ %647, %505 ], [ %475, %._crit_edge ]
  %749 = phi i32 [ %646, %505 ], [ %474, %._crit_edge ]
  %750 = phi i32 [ %645, %505 ], [ %473, %._crit_edge ]
  %751 = phi i32 [ %638, %505 ], [ %472, %._crit_edge ]
  %752 = phi i32 [ %637, %505 ], [ %471, %._crit_edge ]
  %753 = phi i32 [ %636, %505 ], [ %470, %._crit_edge ]
  %754 = phi i32 [ %635, %505 ], [ %469, %._crit_edge ]
  %755 = phi i32 [ %628, %505 ], [ %468, %._crit_edge ]
  %756 = phi i32 [ %627, %505 ], [ %467, %._crit_edge ]
  %757 = phi i32 [ %626, %505 ], [ %466, %._crit_edge ]
  %758 = phi i32 [ %625, %505 ], [ %465, %._crit_edge ]
  %759 = phi i32 [ %618, %505 ], [ %464, %._crit_edge ]
  %760 = phi i32 [ %617, %505 ], [ %463, %._crit_edge ]
  %761 = phi i32 [ %616, %505 ], [ %462, %._crit_edge ]
  %762 = phi i32 [ %615, %505 ], [ %461, %._crit_edge ]
  %763 = phi i32 [ %608, %505 ], [ %460, %._crit_edge ]
  %764 = phi i32 [ %607, %505 ], [ %459, %._crit_edge ]
  %765 = phi i32 [ %606, %505 ], [ %458, %._crit_edge ]
  %766 = phi i32 [ %605, %505 ], [ %457, %._crit_edge ]
  %767 = phi i32 [ %598, %505 ], [ %456, %._crit_edge ]
  %768 = phi i32 [ %597, %505 ], [ %455, %._crit_edge ]
  %769 = phi i32 [ %596, %505 ], [ %454, %._crit_edge ]
  %770 = phi i32 [ %595, %505 ], [ %453, %._crit_edge ]
  %771 = phi i32 [ %588, %505 ], [ %452, %._crit_edge ]
  %772 = phi i32 [ %587, %505 ], [ %451, %._crit_edge ]
  %773 = phi i32 [ %586, %505 ], [ %450, %._crit_edge ]
  %774 = phi i32 [ %585, %505 ], [ %449, %._crit_edge ]
  %775 = phi i32 [ %578, %505 ], [ %448, %._crit_edge ]
  %776 = phi i32 [ %577, %505 ], [ %447, %._crit_edge ]
  %777 = phi i32 [ %576, %505 ], [ %446, %._crit_edge ]
  %778 = phi i32 [ %575, %505 ], [ %445, %._crit_edge ]
  %779 = phi i32 [ %568, %505 ], [ %444, %._crit_edge ]
  %780 = phi i32 [ %567, %505 ], [ %443, %._crit_edge ]
  %781 = phi i32 [ %566, %505 ], [ %442, %._crit_edge ]
  %782 = phi i32 [ %565, %505 ], [ %441, %._crit_edge ]
  %783 = and i32 %29, 28
  %784 = or disjoint i32 %783, 96
  %785 = or disjoint i32 %37, %784
  %786 = or disjoint i32 %783, 64
  %787 = or disjoint i32 %37, %786
  %788 = or disjoint i32 %783, 32
  %789 = or disjoint i32 %37, %788
  %790 = or disjoint i32 %37, %783
  %791 = lshr exact i32 %32, 3
  %792 = or disjoint i32 %791, %31
  %793 = or disjoint i32 %792, 96
  %794 = or disjoint i32 %27, %793
  %795 = or disjoint i32 %792, 64
  %796 = or disjoint i32 %27, %795
  %797 = or disjoint i32 %792, 32
  %798 = or disjoint i32 %27, %797
  %799 = or disjoint i32 %27, %792
  %800 = mul i32 %27, %8
  %801 = mul i32 %8, %792
  %802 = mul i32 %8, %797
  %803 = mul i32 %8, %795
  %804 = mul i32 %8, %793
  %805 = add i32 %800, %37
  %806 = or disjoint i32 %805, %783
  %807 = add i32 %806, %801
  %808 = or disjoint i32 %805, %788
  %809 = add i32 %808, %801
  %810 = or disjoint i32 %805, %786
  %811 = add i32 %810, %801
  %812 = or disjoint i32 %805, %784
  %813 = add i32 %812, %801
  %814 = add i32 %806, %802
  %815 = add i32 %808, %802
  %816 = add i32 %810, %802
  %817 = add i32 %812, %802
  %818 = add i32 %806, %803
  %819 = add i32 %808, %803
  %820 = add i32 %810, %803
  %821 = add i32 %812, %803
  %822 = add i32 %806, %804
  %823 = add i32 %808, %804
  %824 = add i32 %810, %804
  %825 = add i32 %812, %804
  %826 = icmp slt i32 %799, %3
  %827 = icmp slt i32 %798, %3
  %828 = icmp slt i32 %796, %3
  %829 = icmp slt i32 %794, %3
  %830 = icmp slt i32 %790, %4
  %831 = icmp slt i32 %789, %4
  %832 = icmp slt i32 %787, %4
  %833 = icmp slt i32 %785, %4
  %834 = and i1 %826, %830
  %835 = and i1 %826, %831
  %836 = and i1 %826, %832
  %837 = and i1 %826, %833
  %838 = and i1 %827, %830
  %839 = and i1 %827, %831
  %840 = and i1 %827, %832
  %841 = and i1 %827, %833
  %842 = and i1 %828, %830
  %843 = and i1 %828, %831
  %844 = and i1 %828, %832
  %845 = and i1 %828, %833
  %846 = and i1 %829, %830
  %847 = and i1 %829, %831
  %848 = and i1 %829, %832
  %849 = and i1 %829, %833
  %850 = tail call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %2, i16 0, i64 2147483646, i32 159744)
  %851 = insertelement <4 x i32> poison, i32 %782, i64 0
  %852 = insertelement <4 x i32> %851, i32 %781, i64 1
  %853 = insertelement <4 x i32> %852, i32 %780, i64 2
  %854 = insertelement <4 x i32> %853, i32 %779, i64 3
  %855 = shl i32 %807, 2
  %856 = select i1 %834, i32 %855, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %854, ptr addrspace(8) %850, i32 %856, i32 0, i32 0)
  %857 = insertelement <4 x i32> poison, i32 %778, i64 0
  %858 = insertelement <4 x i32> %857, i32 %777, i64 1
  %859 = insertelement <4 x i32> %858, i32 %776, i64 2
  %860 = insertelement <4 x i32> %859, i32 %775, i64 3
  %861 = shl i32 %809, 2
  %862 = select i1 %835, i32 %861, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %860, ptr addrspace(8) %850, i32 %862, i32 0, i32 0)
  %863 = insertelement <4 x i32> poison, i32 %774, i64 0
  %864 = insertelement <4 x i32> %863, i32 %773, i64 1
  %865 = insertelement <4 x i32> %864, i32 %772, i64 2
  %866 = insertelement <4 x i32> %865, i32 %771, i64 3
  %867 = shl i32 %811, 2
  %868 = select i1 %836, i32 %867, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %866, ptr addrspace(8) %850, i32 %868, i32 0, i32 0)
  %869 = insertelement <4 x i32> poison, i32 %770, i64 0
  %870 = insertelement <4 x i32> %869, i32 %769, i64 1
  %871 = insertelement <4 x i32> %870, i32 %768, i64 2
  %872 = insertelement <4 x i32> %871, i32 %767, i64 3
  %873 = shl i32 %813, 2
  %874 = select i1 %837, i32 %873, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %872, ptr addrspace(8) %850, i32 %874, i32 0, i32 0)
  %875 = insertelement <4 x i32> poison, i32 %766, i64 0
  %876 = insertelement <4 x i32> %875, i32 %765, i64 1
  %877 = insertelement <4 x i32> %876, i32 %764, i64 2
  %878 = insertelement <4 x i32> %877, i32 %763, i64 3
  %879 = shl i32 %814, 2
  %880 = select i1 %838, i32 %879, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %878, ptr addrspace(8) %850, i32 %880, i32 0, i32 0)
  %881 = insertelement <4 x i32> poison, i32 %762, i64 0
  %882 = insertelement <4 x i32> %881, i32 %761, i64 1
  %883 = insertelement <4 x i32> %882, i32 %760, i64 2
  %884 = insertelement <4 x i32> %883, i32 %759, i64 3
  %885 = shl i32 %815, 2
  %886 = select i1 %839, i32 %885, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %884, ptr addrspace(8) %850, i32 %886, i32 0, i32 0)
  %887 = insertelement <4 x i32> poison, i32 %758, i64 0
  %888 = insertelement <4 x i32> %887, i32 %757, i64 1
  %889 = insertelement <4 x i32> %888, i32 %756, i64 2
  %890 = insertelement <4 x i32> %889, i32 %755, i64 3
  %891 = shl i32 %816, 2
  %892 = select i1 %840, i32 %891, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %890, ptr addrspace(8) %850, i32 %892, i32 0, i32 0)
  %893 = insertelement <4 x i32> poison, i32 %754, i64 0
  %894 = insertelement <4 x i32> %893, i32 %753, i64 1
  %895 = insertelement <4 x i32> %894, i32 %752, i64 2
  %896 = insertelement <4 x i32> %895, i32 %751, i64 3
  %897 = shl i32 %817, 2
  %898 = select i1 %841, i32 %897, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %896, ptr addrspace(8) %850, i32 %898, i32 0, i32 0)
  %899 = insertelement <4 x i32> poison, i32 %750, i64 0
  %900 = insertelement <4 x i32> %899, i32 %749, i64 1
  %901 = insertelement <4 x i32> %900, i32 %748, i64 2
  %902 = insertelement <4 x i32> %901, i32 %747, i64 3
  %903 = shl i32 %818, 2
  %904 = select i1 %842, i32 %903, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %902, ptr addrspace(8) %850, i32 %904, i32 0, i32 0)
  %905 = insertelement <4 x i32> poison, i32 %746, i64 0
  %906 = insertelement <4 x i32> %905, i32 %745, i64 1
  %907 = insertelement <4 x i32> %906, i32 %744, i64 2
  %908 = insertelement <4 x i32> %907, i32 %743, i64 3
  %909 = shl i32 %819, 2
  %910 = select i1 %843, i32 %909, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %908, ptr addrspace(8) %850, i32 %910, i32 0, i32 0)
  %911 = insertelement <4 x i32> poison, i32 %742, i64 0
  %912 = insertelement <4 x i32> %911, i32 %741, i64 1
  %913 = insertelement <4 x i32> %912, i32 %740, i64 2
  %914 = insertelement <4 x i32> %913, i32 %739, i64 3
  %915 = shl i32 %820, 2
  %916 = select i1 %844, i32 %915, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %914, ptr addrspace(8) %850, i32 %916, i32 0, i32 0)
  %917 = insertelement <4 x i32> poison, i32 %738, i64 0
  %918 = insertelement <4 x i32> %917, i32 %737, i64 1
  %919 = insertelement <4 x i32> %918, i32 %736, i64 2
  %920 = insertelement <4 x i32> %919, i32 %735, i64 3
  %921 = shl i32 %821, 2
  %922 = select i1 %845, i32 %921, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %920, ptr addrspace(8) %850, i32 %922, i32 0, i32 0)
  %923 = insertelement <4 x i32> poison, i32 %734, i64 0
  %924 = insertelement <4 x i32> %923, i32 %733, i64 1
  %925 = insertelement <4 x i32> %924, i32 %732, i64 2
  %926 = insertelement <4 x i32> %925, i32 %731, i64 3
  %927 = shl i32 %822, 2
  %928 = select i1 %846, i32 %927, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %926, ptr addrspace(8) %850, i32 %928, i32 0, i32 0)
  %929 = insertelement <4 x i32> poison, i32 %730, i64 0
  %930 = insertelement <4 x i32> %929, i32 %729, i64 1
  %931 = insertelement <4 x i32> %930, i32 %728, i64 2
  %932 = insertelement <4 x i32> %931, i32 %727, i64 3
  %933 = shl i32 %823, 2
  %934 = select i1 %847, i32 %933, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %932, ptr addrspace(8) %850, i32 %934, i32 0, i32 0)
  %935 = insertelement <4 x i32> poison, i32 %726, i64 0
  %936 = insertelement <4 x i32> %935, i32 %725, i64 1
  %937 = insertelement <4 x i32> %936, i32 %724, i64 2
  %938 = insertelement <4 x i32> %937, i32 %723, i64 3
  %939 = shl i32 %824, 2
  %940 = select i1 %848, i32 %939, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %938, ptr addrspace(8) %850, i32 %940, i32 0, i32 0)
  %941 = insertelement <4 x i32> poison, i32 %722, i64 0
  %942 = insertelement <4 x i32> %941, i32 %721, i64 1
  %943 = insertelement <4 x i32> %942, i32 %720, i64 2
  %944 = insertelement <4 x i32> %943, i32 %719, i64 3
  %945 = shl i32 %825, 2
  %946 = select i1 %849, i32 %945, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %944, ptr addrspace(8) %850, i32 %946, i32 0, i32 0)
  ret void
}

declare noundef i32 @llvm.amdgcn.workgroup.id.x() #1

declare i32 @llvm.smin.i32(i32, i32) #1

declare noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x() #1

declare ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) readnone, i16, i64, i32) #1

declare <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) readonly captures(none), i32, i32, i32 immarg) #2

declare void @llvm.amdgcn.s.waitcnt(i32 immarg) #3

declare void @llvm.amdgcn.s.barrier() #4

declare <4 x i32> @llvm.amdgcn.mfma.i32.16x16x32.i8(i64, i64, <4 x i32>, i32 immarg, i32 immarg, i32 immarg) #5

declare void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32>, ptr addrspace(8) writeonly captures(none), i32, i32, i32 immarg) #6

declare void @llvm.amdgcn.s.setprio(i16 immarg) #7

declare void @llvm.amdgcn.sched.barrier(i32 immarg) #4

attributes #0 = { nofree norecurse nounwind "amdgpu-agpr-alloc"="0" "amdgpu-flat-work-group-size"="1,256" "amdgpu-no-cluster-id-x" "amdgpu-no-cluster-id-y" "amdgpu-no-cluster-id-z" "amdgpu-no-completion-action" "amdgpu-no-default-queue" "amdgpu-no-dispatch-id" "amdgpu-no-dispatch-ptr" "amdgpu-no-flat-scratch-init" "amdgpu-no-heap-ptr" "amdgpu-no-hostcall-ptr" "amdgpu-no-implicitarg-ptr" "amdgpu-no-lds-kernel-id" "amdgpu-no-multigrid-sync-arg" "amdgpu-no-queue-ptr" "amdgpu-no-workgroup-id-x" "amdgpu-no-workgroup-id-y" "amdgpu-no-workgroup-id-z" "amdgpu-no-workitem-id-x" "amdgpu-no-workitem-id-y" "amdgpu-no-workitem-id-z" "amdgpu-waves-per-eu"="0, 0" "denormal-fp-math-f32"="ieee" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: read) }
attributes #3 = { mustprogress nocallback nofree nounwind willreturn }
attributes #4 = { convergent mustprogress nocallback nofree nounwind willreturn }
attributes #5 = { convergent mustprogress nocallback nofree nosync nounwind willreturn memory(none) }
attributes #6 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: write) }
attributes #7 = { mustprogress nocallback nofree nosync nounwind willreturn }

!llvm.module.flags = !{!0, !1}

!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = !{i32 1, !"amdhsa_code_object_version", i32 500}
