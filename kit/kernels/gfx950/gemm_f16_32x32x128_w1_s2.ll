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
  %.frozen402 = freeze i32 %21
  %24 = sdiv i32 %.frozen, %.frozen402
  %25 = mul i32 %24, %.frozen402
  %.decomposed = sub i32 %.frozen, %25
  %26 = add i32 %19, %.decomposed
  %27 = shl i32 %26, 5
  %28 = tail call i32 @llvm.amdgcn.workitem.id.x()
  %29 = and i32 %28, 48
  %30 = lshr exact i32 %29, 4
  %31 = and i32 %28, 15
  %32 = and i32 %28, 16
  %33 = icmp eq i32 %32, 0
  %34 = and i32 %28, 32
  %35 = shl nuw nsw i32 %28, 3
  %36 = and i32 %35, 24
  %37 = or disjoint i32 %27, %30
  %38 = or disjoint i32 %37, 4
  %39 = or disjoint i32 %37, 8
  %40 = or disjoint i32 %37, 12
  %41 = or disjoint i32 %37, 16
  %42 = or disjoint i32 %37, 20
  %43 = or disjoint i32 %37, 24
  %44 = or disjoint i32 %37, 28
  %45 = shl i32 %24, 5
  %46 = or disjoint i32 %45, %36
  %47 = srem i32 %37, %3
  %48 = srem i32 %38, %3
  %49 = srem i32 %39, %3
  %50 = srem i32 %40, %3
  %51 = srem i32 %41, %3
  %52 = srem i32 %42, %3
  %53 = srem i32 %43, %3
  %54 = srem i32 %44, %3
  %55 = shl nuw nsw i32 %31, 3
  %56 = mul i32 %47, %6
  %57 = mul i32 %48, %6
  %58 = mul i32 %49, %6
  %59 = mul i32 %50, %6
  %60 = mul i32 %51, %6
  %61 = mul i32 %52, %6
  %62 = mul i32 %53, %6
  %63 = mul i32 %54, %6
  %64 = add i32 %56, %55
  %65 = add i32 %57, %55
  %66 = add i32 %58, %55
  %67 = add i32 %59, %55
  %68 = add i32 %60, %55
  %69 = add i32 %61, %55
  %70 = add i32 %62, %55
  %71 = add i32 %63, %55
  %72 = add i32 %5, 127
  %73 = icmp sgt i32 %72, 127
  %74 = tail call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %0, i16 0, i64 2147483646, i32 159744)
  %75 = shl i32 %64, 1
  %76 = select i1 %73, i32 %75, i32 -2147483648
  %77 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %74, i32 %76, i32 0, i32 0)
  %78 = shl i32 %65, 1
  %79 = select i1 %73, i32 %78, i32 -2147483648
  %80 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %74, i32 %79, i32 0, i32 0)
  %81 = shl i32 %66, 1
  %82 = select i1 %73, i32 %81, i32 -2147483648
  %83 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %74, i32 %82, i32 0, i32 0)
  %84 = shl i32 %67, 1
  %85 = select i1 %73, i32 %84, i32 -2147483648
  %86 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %74, i32 %85, i32 0, i32 0)
  %87 = shl i32 %68, 1
  %88 = select i1 %73, i32 %87, i32 -2147483648
  %89 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %74, i32 %88, i32 0, i32 0)
  %90 = shl i32 %69, 1
  %91 = select i1 %73, i32 %90, i32 -2147483648
  %92 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %74, i32 %91, i32 0, i32 0)
  %93 = shl i32 %70, 1
  %94 = select i1 %73, i32 %93, i32 -2147483648
  %95 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %74, i32 %94, i32 0, i32 0)
  %96 = shl i32 %71, 1
  %97 = select i1 %73, i32 %96, i32 -2147483648
  %98 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %74, i32 %97, i32 0, i32 0)
  %99 = lshr i32 %28, 2
  %100 = and i32 %99, 15
  %101 = or disjoint i32 %100, 16
  %102 = or disjoint i32 %100, 32
  %103 = or disjoint i32 %100, 48
  %104 = or disjoint i32 %100, 64
  %105 = or disjoint i32 %100, 80
  %106 = or disjoint i32 %100, 96
  %107 = or disjoint i32 %100, 112
  %108 = srem i32 %46, %4
  %109 = mul i32 %7, %100
  %110 = mul i32 %7, %101
  %111 = mul i32 %7, %102
  %112 = mul i32 %7, %103
  %113 = mul i32 %7, %104
  %114 = mul i32 %7, %105
  %115 = mul i32 %7, %106
  %116 = mul i32 %7, %107
  %117 = add i32 %108, %109
  %118 = add i32 %108, %110
  %119 = add i32 %108, %111
  %120 = add i32 %108, %112
  %121 = add i32 %108, %113
  %122 = add i32 %108, %114
  %123 = add i32 %108, %115
  %124 = add i32 %108, %116
  %125 = tail call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %1, i16 0, i64 2147483646, i32 159744)
  %126 = shl i32 %117, 1
  %127 = select i1 %73, i32 %126, i32 -2147483648
  %128 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %125, i32 %127, i32 0, i32 0)
  %129 = shl i32 %118, 1
  %130 = select i1 %73, i32 %129, i32 -2147483648
  %131 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %125, i32 %130, i32 0, i32 0)
  %132 = shl i32 %119, 1
  %133 = select i1 %73, i32 %132, i32 -2147483648
  %134 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %125, i32 %133, i32 0, i32 0)
  %135 = shl i32 %120, 1
  %136 = select i1 %73, i32 %135, i32 -2147483648
  %137 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %125, i32 %136, i32 0, i32 0)
  %138 = shl i32 %121, 1
  %139 = select i1 %73, i32 %138, i32 -2147483648
  %140 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %125, i32 %139, i32 0, i32 0)
  %141 = shl i32 %122, 1
  %142 = select i1 %73, i32 %141, i32 -2147483648
  %143 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %125, i32 %142, i32 0, i32 0)
  %144 = shl i32 %123, 1
  %145 = select i1 %73, i32 %144, i32 -2147483648
  %146 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %125, i32 %145, i32 0, i32 0)
  %147 = shl i32 %124, 1
  %148 = select i1 %73, i32 %147, i32 -2147483648
  %149 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %125, i32 %148, i32 0, i32 0)
  %150 = shl i32 %7, 7
  %151 = shl nuw nsw i32 %28, 4
  %152 = and i32 %151, 1008
  %153 = xor i32 %152, %29
  %154 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %153
  store <4 x i32> %77, ptr addrspace(3) %154, align 16
  %155 = or disjoint i32 %153, 4096
  %156 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %155
  store <4 x i32> %89, ptr addrspace(3) %156, align 16
  %157 = xor i32 %153, 1088
  %158 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %157
  store <4 x i32> %80, ptr addrspace(3) %158, align 16
  %159 = getelementptr inbounds nuw i8, ptr addrspace(3) %158, i32 4096
  store <4 x i32> %92, ptr addrspace(3) %159, align 16
  %160 = xor i32 %153, 2176
  %161 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %160
  store <4 x i32> %83, ptr addrspace(3) %161, align 16
  %162 = getelementptr inbounds nuw i8, ptr addrspace(3) %161, i32 4096
  store <4 x i32> %95, ptr addrspace(3) %162, align 16
  %163 = xor i32 %153, 3264
  %164 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %163
  store <4 x i32> %86, ptr addrspace(3) %164, align 16
  %165 = getelementptr inbounds nuw i8, ptr addrspace(3) %164, i32 4096
  store <4 x i32> %98, ptr addrspace(3) %165, align 16
  %166 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %153
  store <4 x i32> %128, ptr addrspace(3) %166, align 16
  %167 = getelementptr inbounds nuw i8, ptr addrspace(3) %166, i32 1024
  store <4 x i32> %131, ptr addrspace(3) %167, align 16
  %168 = getelementptr inbounds nuw i8, ptr addrspace(3) %166, i32 2048
  store <4 x i32> %134, ptr addrspace(3) %168, align 16
  %169 = getelementptr inbounds nuw i8, ptr addrspace(3) %166, i32 3072
  store <4 x i32> %137, ptr addrspace(3) %169, align 16
  %170 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %155
  store <4 x i32> %140, ptr addrspace(3) %170, align 16
  %171 = getelementptr inbounds nuw i8, ptr addrspace(3) %166, i32 5120
  store <4 x i32> %143, ptr addrspace(3) %171, align 16
  %172 = getelementptr inbounds nuw i8, ptr addrspace(3) %166, i32 6144
  store <4 x i32> %146, ptr addrspace(3) %172, align 16
  %173 = getelementptr inbounds nuw i8, ptr addrspace(3) %166, i32 7168
  store <4 x i32> %149, ptr addrspace(3) %173, align 16
  %174 = icmp sgt i32 %72, 255
  br i1 %174, label %.lr.ph, label %.._crit_edge_crit_edge

.._crit_edge_crit_edge:                          
  %.pre = and i32 %151, 192
  %.pre276 = select i1 %33, i32 0, i32 544
  %.pre278 = shl nuw nsw i32 %34, 5
  %.pre280 = or disjoint i32 %.pre276, %.pre278
  %.pre282 = or disjoint i32 %.pre, %36
  %.pre284 = or disjoint i32 %.pre280, %.pre282
  %.pre286 = xor i32 %.pre284, 272
  %.pre288 = xor i32 %.pre284, 32
  %.pre290 = xor i32 %.pre284, 304
  br label %._crit_edge

.lr.ph:                                          
  %175 = lshr i32 %72, 7
  %176 = mul nuw nsw i32 %31, 272
  %177 = xor i32 %176, %29
  %178 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %177
  %179 = getelementptr inbounds nuw i8, ptr addrspace(3) %178, i32 4096
  %180 = xor i32 %177, 64
  %181 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %180
  %182 = getelementptr inbounds nuw i8, ptr addrspace(3) %181, i32 4096
  %183 = xor i32 %177, 128
  %184 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %183
  %185 = getelementptr inbounds nuw i8, ptr addrspace(3) %184, i32 4096
  %186 = xor i32 %177, 192
  %187 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %186
  %188 = getelementptr inbounds nuw i8, ptr addrspace(3) %187, i32 4096
  %189 = and i32 %151, 192
  %190 = select i1 %33, i32 0, i32 544
  %191 = shl nuw nsw i32 %34, 5
  %192 = or disjoint i32 %190, %191
  %193 = or disjoint i32 %189, %36
  %194 = or disjoint i32 %192, %193
  %195 = xor i32 %194, 272
  %196 = xor i32 %194, 32
  %197 = xor i32 %194, 304
  %smax = add nsw i32 %175, -1
  %198 = add i32 %64, 128
  %199 = add i32 %65, 128
  %200 = add i32 %66, 128
  %201 = add i32 %67, 128
  %202 = add i32 %68, 128
  %203 = add i32 %69, 128
  %204 = add i32 %70, 128
  %205 = add i32 %71, 128
  %206 = add i32 %117, %150
  %207 = add i32 %118, %150
  %208 = add i32 %119, %150
  %209 = add i32 %120, %150
  %210 = add i32 %121, %150
  %211 = add i32 %122, %150
  %212 = add i32 %123, %150
  %213 = add i32 %124, %150
  %214 = shl i32 %198, 1
  %215 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %74, i32 %214, i32 0, i32 0)
  %216 = shl i32 %199, 1
  %217 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %74, i32 %216, i32 0, i32 0)
  %218 = shl i32 %200, 1
  %219 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %74, i32 %218, i32 0, i32 0)
  %220 = shl i32 %201, 1
  %221 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %74, i32 %220, i32 0, i32 0)
  %222 = shl i32 %202, 1
  %223 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %74, i32 %222, i32 0, i32 0)
  %224 = shl i32 %203, 1
  %225 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %74, i32 %224, i32 0, i32 0)
  %226 = shl i32 %204, 1
  %227 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %74, i32 %226, i32 0, i32 0)
  %228 = shl i32 %205, 1
  %229 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %74, i32 %228, i32 0, i32 0)
  tail call void @llvm.amdgcn.s.waitcnt(i32 49279)
  tail call void @llvm.amdgcn.s.barrier()
  %230 = load <8 x half>, ptr addrspace(3) %178, align 16
  %231 = load <8 x half>, ptr addrspace(3) %179, align 16
  %232 = load <8 x half>, ptr addrspace(3) %181, align 16
  %233 = load <8 x half>, ptr addrspace(3) %182, align 16
  %234 = load <8 x half>, ptr addrspace(3) %184, align 16
  %235 = load <8 x half>, ptr addrspace(3) %185, align 16
  %236 = load <8 x half>, ptr addrspace(3) %187, align 16
  %237 = load <8 x half>, ptr addrspace(3) %188, align 16
  %238 = shl i32 %206, 1
  %239 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %125, i32 %238, i32 0, i32 0)
  %240 = shl i32 %207, 1
  %241 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %125, i32 %240, i32 0, i32 0)
  %242 = shl i32 %208, 1
  %243 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %125, i32 %242, i32 0, i32 0)
  %244 = shl i32 %209, 1
  %245 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %125, i32 %244, i32 0, i32 0)
  %246 = shl i32 %210, 1
  %247 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %125, i32 %246, i32 0, i32 0)
  %248 = shl i32 %211, 1
  %249 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %125, i32 %248, i32 0, i32 0)
  %250 = shl i32 %212, 1
  %251 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %125, i32 %250, i32 0, i32 0)
  %252 = shl i32 %213, 1
  %253 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %125, i32 %252, i32 0, i32 0)
  %254 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %194
  %255 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) %254)
  %256 = getelementptr inbounds nuw i8, ptr addrspace(3) %254, i32 2048
  %257 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) nonnull %256)
  %258 = getelementptr inbounds nuw i8, ptr addrspace(3) %254, i32 4096
  %259 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) nonnull %258)
  %260 = getelementptr inbounds nuw i8, ptr addrspace(3) %254, i32 6144
  %261 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) nonnull %260)
  %262 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %195
  %263 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) %262)
  %264 = getelementptr inbounds nuw i8, ptr addrspace(3) %262, i32 2048
  %265 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) nonnull %264)
  %266 = getelementptr inbounds nuw i8, ptr addrspace(3) %262, i32 4096
  %267 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) nonnull %266)
  %268 = getelementptr inbounds nuw i8, ptr addrspace(3) %262, i32 6144
  %269 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) nonnull %268)
  %270 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %196
  %271 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) %270)
  %272 = getelementptr inbounds nuw i8, ptr addrspace(3) %270, i32 2048
  %273 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) nonnull %272)
  %274 = getelementptr inbounds nuw i8, ptr addrspace(3) %270, i32 4096
  %275 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) nonnull %274)
  %276 = getelementptr inbounds nuw i8, ptr addrspace(3) %270, i32 6144
  %277 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) nonnull %276)
  %278 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %197
  %279 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) %278)
  %280 = getelementptr inbounds nuw i8, ptr addrspace(3) %278, i32 2048
  %281 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) nonnull %280)
  %282 = getelementptr inbounds nuw i8, ptr addrspace(3) %278, i32 4096
  %283 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) nonnull %282)
  %284 = getelementptr inbounds nuw i8, ptr addrspace(3) %278, i32 6144
  %285 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) nonnull %284)
  %286 = shufflevector <4 x half> %255, <4 x half> %263, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %287 = shufflevector <4 x half> %257, <4 x half> %265, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %288 = shufflevector <4 x half> %259, <4 x half> %267, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %289 = shufflevector <4 x half> %261, <4 x half> %269, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %290 = shufflevector <4 x half> %271, <4 x half> %279, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %291 = shufflevector <4 x half> %273, <4 x half> %281, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %292 = shufflevector <4 x half> %275, <4 x half> %283, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %293 = shufflevector <4 x half> %277, <4 x half> %285, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %294 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %286, <8 x half> %230, <4 x float> zeroinitializer, i32 0, i32 0, i32 0)
  %295 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %287, <8 x half> %232, <4 x float> %294, i32 0, i32 0, i32 0)
  %296 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %288, <8 x half> %234, <4 x float> %295, i32 0, i32 0, i32 0)
  %297 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %289, <8 x half> %236, <4 x float> %296, i32 0, i32 0, i32 0)
  %298 = extractelement <4 x float> %297, i64 0
  %299 = extractelement <4 x float> %297, i64 1
  %300 = extractelement <4 x float> %297, i64 2
  %301 = extractelement <4 x float> %297, i64 3
  %302 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %290, <8 x half> %230, <4 x float> zeroinitializer, i32 0, i32 0, i32 0)
  %303 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %291, <8 x half> %232, <4 x float> %302, i32 0, i32 0, i32 0)
  %304 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %292, <8 x half> %234, <4 x float> %303, i32 0, i32 0, i32 0)
  %305 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %293, <8 x half> %236, <4 x float> %304, i32 0, i32 0, i32 0)
  %306 = extractelement <4 x float> %305, i64 0
  %307 = extractelement <4 x float> %305, i64 1
  %308 = extractelement <4 x float> %305, i64 2
  %309 = extractelement <4 x float> %305, i64 3
  %310 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %286, <8 x half> %231, <4 x float> zeroinitializer, i32 0, i32 0, i32 0)
  %311 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %287, <8 x half> %233, <4 x float> %310, i32 0, i32 0, i32 0)
  %312 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %288, <8 x half> %235, <4 x float> %311, i32 0, i32 0, i32 0)
  %313 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %289, <8 x half> %237, <4 x float> %312, i32 0, i32 0, i32 0)
  %314 = extractelement <4 x float> %313, i64 0
  %315 = extractelement <4 x float> %313, i64 1
  %316 = extractelement <4 x float> %313, i64 2
  %317 = extractelement <4 x float> %313, i64 3
  %318 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %290, <8 x half> %231, <4 x float> zeroinitializer, i32 0, i32 0, i32 0)
  %319 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %291, <8 x half> %233, <4 x float> %318, i32 0, i32 0, i32 0)
  %320 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %292, <8 x half> %235, <4 x float> %319, i32 0, i32 0, i32 0)
  %321 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %293, <8 x half> %237, <4 x float> %320, i32 0, i32 0, i32 0)
  %322 = extractelement <4 x float> %321, i64 0
  %323 = extractelement <4 x float> %321, i64 1
  %324 = extractelement <4 x float> %321, i64 2
  %325 = extractelement <4 x float> %321, i64 3
  tail call void @llvm.amdgcn.s.waitcnt(i32 49279)
  tail call void @llvm.amdgcn.s.barrier()
  store <4 x i32> %215, ptr addrspace(3) %154, align 16
  store <4 x i32> %223, ptr addrspace(3) %156, align 16
  store <4 x i32> %217, ptr addrspace(3) %158, align 16
  store <4 x i32> %225, ptr addrspace(3) %159, align 16
  store <4 x i32> %219, ptr addrspace(3) %161, align 16
  store <4 x i32> %227, ptr addrspace(3) %162, align 16
  store <4 x i32> %221, ptr addrspace(3) %164, align 16
  store <4 x i32> %229, ptr addrspace(3) %165, align 16
  store <4 x i32> %239, ptr addrspace(3) %166, align 16
  store <4 x i32> %241, ptr addrspace(3) %167, align 16
  store <4 x i32> %243, ptr addrspace(3) %168, align 16
  store <4 x i32> %245, ptr addrspace(3) %169, align 16
  store <4 x i32> %247, ptr addrspace(3) %170, align 16
  store <4 x i32> %249, ptr addrspace(3) %171, align 16
  store <4 x i32> %251, ptr addrspace(3) %172, align 16
  store <4 x i32> %253, ptr addrspace(3) %173, align 16
  %exitcond.peel.not = icmp eq i32 %smax, 1
  br i1 %exitcond.peel.not, label %._crit_edge, label %.peel.next

.peel.next:                                      
  %326 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %194
  %327 = getelementptr inbounds nuw i8, ptr addrspace(3) %326, i32 2048
  %328 = getelementptr inbounds nuw i8, ptr addrspace(3) %326, i32 4096
  %329 = getelementptr inbounds nuw i8, ptr addrspace(3) %326, i32 6144
  %330 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %195
  %331 = getelementptr inbounds nuw i8, ptr addrspace(3) %330, i32 2048
  %332 = getelementptr inbounds nuw i8, ptr addrspace(3) %330, i32 4096
  %333 = getelementptr inbounds nuw i8, ptr addrspace(3) %330, i32 6144
  %334 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %196
  %335 = getelementptr inbounds nuw i8, ptr addrspace(3) %334, i32 2048
  %336 = getelementptr inbounds nuw i8, ptr addrspace(3) %334, i32 4096
  %337 = getelementptr inbounds nuw i8, ptr addrspace(3) %334, i32 6144
  %338 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %197
  %339 = getelementptr inbounds nuw i8, ptr addrspace(3) %338, i32 2048
  %340 = getelementptr inbounds nuw i8, ptr addrspace(3) %338, i32 4096
  %341 = getelementptr inbounds nuw i8, ptr addrspace(3) %338, i32 6144
  br label %342

342:                                             
  %.pn143272 = phi i32 [ %213, %.peel.next ], [ %375, %342 ]
  %.pn159271 = phi i32 [ %212, %.peel.next ], [ %374, %342 ]
  %.pn175270 = phi i32 [ %211, %.peel.next ], [ %373, %342 ]
  %.pn191269 = phi i32 [ %210, %.peel.next ], [ %372, %342 ]
  %.pn207268 = phi i32 [ %209, %.peel.next ], [ %371, %342 ]
  %.pn223267 = phi i32 [ %208, %.peel.next ], [ %370, %342 ]
  %.pn239266 = phi i32 [ %207, %.peel.next ], [ %369, %342 ]
  %.pn255265 = phi i32 [ %206, %.peel.next ], [ %368, %342 ]
  %.pn15264 = phi i32 [ %205, %.peel.next ], [ %367, %342 ]
  %.pn31263 = phi i32 [ %204, %.peel.next ], [ %366, %342 ]
  %.pn47262 = phi i32 [ %203, %.peel.next ], [ %365, %342 ]
  %.pn63261 = phi i32 [ %202, %.peel.next ], [ %364, %342 ]
  %.pn79260 = phi i32 [ %201, %.peel.next ], [ %363, %342 ]
  %.pn95259 = phi i32 [ %200, %.peel.next ], [ %362, %342 ]
  %.pn111258 = phi i32 [ %199, %.peel.next ], [ %361, %342 ]
  %.pn127257 = phi i32 [ %198, %.peel.next ], [ %360, %342 ]
  %343 = phi float [ %298, %.peel.next ], [ %448, %342 ]
  %344 = phi float [ %299, %.peel.next ], [ %449, %342 ]
  %345 = phi float [ %300, %.peel.next ], [ %450, %342 ]
  %346 = phi float [ %301, %.peel.next ], [ %451, %342 ]
  %347 = phi float [ %306, %.peel.next ], [ %460, %342 ]
  %348 = phi float [ %307, %.peel.next ], [ %461, %342 ]
  %349 = phi float [ %308, %.peel.next ], [ %462, %342 ]
  %350 = phi float [ %309, %.peel.next ], [ %463, %342 ]
  %351 = phi float [ %314, %.peel.next ], [ %472, %342 ]
  %352 = phi float [ %315, %.peel.next ], [ %473, %342 ]
  %353 = phi float [ %316, %.peel.next ], [ %474, %342 ]
  %354 = phi float [ %317, %.peel.next ], [ %475, %342 ]
  %355 = phi float [ %322, %.peel.next ], [ %484, %342 ]
  %356 = phi float [ %323, %.peel.next ], [ %485, %342 ]
  %357 = phi float [ %324, %.peel.next ], [ %486, %342 ]
  %358 = phi float [ %325, %.peel.next ], [ %487, %342 ]
  %359 = phi i32 [ 1, %.peel.next ], [ %488, %342 ]
  %360 = add i32 %.pn127257, 128
  %361 = add i32 %.pn111258, 128
  %362 = add i32 %.pn95259, 128
  %363 = add i32 %.pn79260, 128
  %364 = add i32 %.pn63261, 128
  %365 = add i32 %.pn47262, 128
  %366 = add i32 %.pn31263, 128
  %367 = add i32 %.pn15264, 128
  %368 = add i32 %.pn255265, %150
  %369 = add i32 %.pn239266, %150
  %370 = add i32 %.pn223267, %150
  %371 = add i32 %.pn207268, %150
  %372 = add i32 %.pn191269, %150
  %373 = add i32 %.pn175270, %150
  %374 = add i32 %.pn159271, %150
  %375 = add i32 %.pn143272, %150
  %376 = shl i32 %360, 1
  %377 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %74, i32 %376, i32 0, i32 0)
  %378 = shl i32 %361, 1
  %379 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %74, i32 %378, i32 0, i32 0)
  %380 = shl i32 %362, 1
  %381 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %74, i32 %380, i32 0, i32 0)
  %382 = shl i32 %363, 1
  %383 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %74, i32 %382, i32 0, i32 0)
  %384 = shl i32 %364, 1
  %385 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %74, i32 %384, i32 0, i32 0)
  %386 = shl i32 %365, 1
  %387 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %74, i32 %386, i32 0, i32 0)
  %388 = shl i32 %366, 1
  %389 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %74, i32 %388, i32 0, i32 0)
  %390 = shl i32 %367, 1
  %391 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %74, i32 %390, i32 0, i32 0)
  tail call void @llvm.amdgcn.s.waitcnt(i32 49279)
  tail call void @llvm.amdgcn.s.barrier()
  %392 = load <8 x half>, ptr addrspace(3) %178, align 16
  %393 = load <8 x half>, ptr addrspace(3) %179, align 16
  %394 = load <8 x half>, ptr addrspace(3) %181, align 16
  %395 = load <8 x half>, ptr addrspace(3) %182, align 16
  %396 = load <8 x half>, ptr addrspace(3) %184, align 16
  %397 = load <8 x half>, ptr addrspace(3) %185, align 16
  %398 = load <8 x half>, ptr addrspace(3) %187, align 16
  %399 = load <8 x half>, ptr addrspace(3) %188, align 16
  %400 = shl i32 %368, 1
  %401 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %125, i32 %400, i32 0, i32 0)
  %402 = shl i32 %369, 1
  %403 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %125, i32 %402, i32 0, i32 0)
  %404 = shl i32 %370, 1
  %405 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %125, i32 %404, i32 0, i32 0)
  %406 = shl i32 %371, 1
  %407 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %125, i32 %406, i32 0, i32 0)
  %408 = shl i32 %372, 1
  %409 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %125, i32 %408, i32 0, i32 0)
  %410 = shl i32 %373, 1
  %411 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %125, i32 %410, i32 0, i32 0)
  %412 = shl i32 %374, 1
  %413 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %125, i32 %412, i32 0, i32 0)
  %414 = shl i32 %375, 1
  %415 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %125, i32 %414, i32 0, i32 0)
  %416 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) %326)
  %417 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) nonnull %327)
  %418 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) nonnull %328)
  %419 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) nonnull %329)
  %420 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) %330)
  %421 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) nonnull %331)
  %422 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) nonnull %332)
  %423 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) nonnull %333)
  %424 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) %334)
  %425 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) nonnull %335)
  %426 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) nonnull %336)
  %427 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) nonnull %337)
  %428 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) %338)
  %429 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) nonnull %339)
  %430 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) nonnull %340)
  %431 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) nonnull %341)
  %432 = shufflevector <4 x half> %416, <4 x half> %420, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %433 = shufflevector <4 x half> %417, <4 x half> %421, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %434 = shufflevector <4 x half> %418, <4 x half> %422, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %435 = shufflevector <4 x half> %419, <4 x half> %423, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %436 = shufflevector <4 x half> %424, <4 x half> %428, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %437 = shufflevector <4 x half> %425, <4 x half> %429, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %438 = shufflevector <4 x half> %426, <4 x half> %430, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %439 = shufflevector <4 x half> %427, <4 x half> %431, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %440 = insertelement <4 x float> poison, float %343, i64 0
  %441 = insertelement <4 x float> %440, float %344, i64 1
  %442 = insertelement <4 x float> %441, float %345, i64 2
  %443 = insertelement <4 x float> %442, float %346, i64 3
  %444 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %432, <8 x half> %392, <4 x float> %443, i32 0, i32 0, i32 0)
  %445 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %433, <8 x half> %394, <4 x float> %444, i32 0, i32 0, i32 0)
  %446 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %434, <8 x half> %396, <4 x float> %445, i32 0, i32 0, i32 0)
  %447 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %435, <8 x half> %398, <4 x float> %446, i32 0, i32 0, i32 0)
  %448 = extractelement <4 x float> %447, i64 0
  %449 = extractelement <4 x float> %447, i64 1
  %450 = extractelement <4 x float> %447, i64 2
  %451 = extractelement <4 x float> %447, i64 3
  %452 = insertelement <4 x float> poison, float %347, i64 0
  %453 = insertelement <4 x float> %452, float %348, i64 1
  %454 = insertelement <4 x float> %453, float %349, i64 2
  %455 = insertelement <4 x float> %454, float %350, i64 3
  %456 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %436, <8 x half> %392, <4 x float> %455, i32 0, i32 0, i32 0)
  %457 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %437, <8 x half> %394, <4 x float> %456, i32 0, i32 0, i32 0)
  %458 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %438, <8 x half> %396, <4 x float> %457, i32 0, i32 0, i32 0)
  %459 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %439, <8 x half> %398, <4 x float> %458, i32 0, i32 0, i32 0)
  %460 = extractelement <4 x float> %459, i64 0
  %461 = extractelement <4 x float> %459, i64 1
  %462 = extractelement <4 x float> %459, i64 2
  %463 = extractelement <4 x float> %459, i64 3
  %464 = insertelement <4 x float> poison, float %351, i64 0
  %465 = insertelement <4 x float> %464, float %352, i64 1
  %466 = insertelement <4 x float> %465, float %353, i64 2
  %467 = insertelement <4 x float> %466, float %354, i64 3
  %468 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %432, <8 x half> %393, <4 x float> %467, i32 0, i32 0, i32 0)
  %469 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %433, <8 x half> %395, <4 x float> %468, i32 0, i32 0, i32 0)
  %470 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %434, <8 x half> %397, <4 x float> %469, i32 0, i32 0, i32 0)
  %471 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %435, <8 x half> %399, <4 x float> %470, i32 0, i32 0, i32 0)
  %472 = extractelement <4 x float> %471, i64 0
  %473 = extractelement <4 x float> %471, i64 1
  %474 = extractelement <4 x float> %471, i64 2
  %475 = extractelement <4 x float> %471, i64 3
  %476 = insertelement <4 x float> poison, float %355, i64 0
  %477 = insertelement <4 x float> %476, float %356, i64 1
  %478 = insertelement <4 x float> %477, float %357, i64 2
  %479 = insertelement <4 x float> %478, float %358, i64 3
  %480 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %436, <8 x half> %393, <4 x float> %479, i32 0, i32 0, i32 0)
  %481 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %437, <8 x half> %395, <4 x float> %480, i32 0, i32 0, i32 0)
  %482 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %438, <8 x half> %397, <4 x float> %481, i32 0, i32 0, i32 0)
  %483 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %439, <8 x half> %399, <4 x float> %482, i32 0, i32 0, i32 0)
  %484 = extractelement <4 x float> %483, i64 0
  %485 = extractelement <4 x float> %483, i64 1
  %486 = extractelement <4 x float> %483, i64 2
  %487 = extractelement <4 x float> %483, i64 3
  tail call void @llvm.amdgcn.s.waitcnt(i32 49279)
  tail call void @llvm.amdgcn.s.barrier()
  store <4 x i32> %377, ptr addrspace(3) %154, align 16
  store <4 x i32> %385, ptr addrspace(3) %156, align 16
  store <4 x i32> %379, ptr addrspace(3) %158, align 16
  store <4 x i32> %387, ptr addrspace(3) %159, align 16
  store <4 x i32> %381, ptr addrspace(3) %161, align 16
  store <4 x i32> %389, ptr addrspace(3) %162, align 16
  store <4 x i32> %383, ptr addrspace(3) %164, align 16
  store <4 x i32> %391, ptr addrspace(3) %165, align 16
  store <4 x i32> %401, ptr addrspace(3) %166, align 16
  store <4 x i32> %403, ptr addrspace(3) %167, align 16
  store <4 x i32> %405, ptr addrspace(3) %168, align 16
  store <4 x i32> %407, ptr addrspace(3) %169, align 16
  store <4 x i32> %409, ptr addrspace(3) %170, align 16
  store <4 x i32> %411, ptr addrspace(3) %171, align 16
  store <4 x i32> %413, ptr addrspace(3) %172, align 16
  store <4 x i32> %415, ptr addrspace(3) %173, align 16
  %488 = add nuw nsw i32 %359, 1
  %exitcond.not = icmp eq i32 %488, %smax
  br i1 %exitcond.not, label %._crit_edge, label %342, !llvm.loop !2

._crit_edge:                                     
  %.pre-phi291 = phi i32 [ %.pre290, %.._crit_edge_crit_edge ], [ %197, %.lr.ph ], [ %197, %342 ]
  %.pre-phi289 = phi i32 [ %.pre288, %.._crit_edge_crit_edge ], [ %196, %.lr.ph ], [ %196, %342 ]
  %.pre-phi287 = phi i32 [ %.pre286, %.._crit_edge_crit_edge ], [ %195, %.lr.ph ], [ %195, %342 ]
  %.pre-phi285 = phi i32 [ %.pre284, %.._crit_edge_crit_edge ], [ %194, %.lr.ph ], [ %194, %342 ]
  %489 = phi float [ 0.000000e+00, %.._crit_edge_crit_edge ], [ %298, %.lr.ph ], [ %448, %342 ]
  %490 = phi float [ 0.000000e+00, %.._crit_edge_crit_edge ], [ %299, %.lr.ph ], [ %449, %342 ]
  %491 = phi float [ 0.000000e+00, %.._crit_edge_crit_edge ], [ %300, %.lr.ph ], [ %450, %342 ]
  %492 = phi float [ 0.000000e+00, %.._crit_edge_crit_edge ], [ %301, %.lr.ph ], [ %451, %342 ]
  %493 = phi float [ 0.000000e+00, %.._crit_edge_crit_edge ], [ %306, %.lr.ph ], [ %460, %342 ]
  %494 = phi float [ 0.000000e+00, %.._crit_edge_crit_edge ], [ %307, %.lr.ph ], [ %461, %342 ]
  %495 = phi float [ 0.000000e+00, %.._crit_edge_crit_edge ], [ %308, %.lr.ph ], [ %462, %342 ]
  %496 = phi float [ 0.000000e+00, %.._crit_edge_crit_edge ], [ %309, %.lr.ph ], [ %463, %342 ]
  %497 = phi float [ 0.000000e+00, %.._crit_edge_crit_edge ], [ %314, %.lr.ph ], [ %472, %342 ]
  %498 = phi float [ 0.000000e+00, %.._crit_edge_crit_edge ], [ %315, %.lr.ph ], [ %473, %342 ]
  %499 = phi float [ 0.000000e+00, %.._crit_edge_crit_edge ], [ %316, %.lr.ph ], [ %474, %342 ]
  %500 = phi float [ 0.000000e+00, %.._crit_edge_crit_edge ], [ %317, %.lr.ph ], [ %475, %342 ]
  %501 = phi float [ 0.000000e+00, %.._crit_edge_crit_edge ], [ %322, %.lr.ph ], [ %484, %342 ]
  %502 = phi float [ 0.000000e+00, %.._crit_edge_crit_edge ], [ %323, %.lr.ph ], [ %485, %342 ]
  %503 = phi float [ 0.000000e+00, %.._crit_edge_crit_edge ], [ %324, %.lr.ph ], [ %486, %342 ]
  %504 = phi float [ 0.000000e+00, %.._crit_edge_crit_edge ], [ %325, %.lr.ph ], [ %487, %342 ]
  tail call void @llvm.amdgcn.s.waitcnt(i32 49279)
  tail call void @llvm.amdgcn.s.barrier()
  %505 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %.pre-phi285
  %506 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) %505)
  %507 = getelementptr inbounds nuw i8, ptr addrspace(3) %505, i32 2048
  %508 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) nonnull %507)
  %509 = getelementptr inbounds nuw i8, ptr addrspace(3) %505, i32 4096
  %510 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) nonnull %509)
  %511 = getelementptr inbounds nuw i8, ptr addrspace(3) %505, i32 6144
  %512 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) nonnull %511)
  %513 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %.pre-phi287
  %514 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) %513)
  %515 = getelementptr inbounds nuw i8, ptr addrspace(3) %513, i32 2048
  %516 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) nonnull %515)
  %517 = getelementptr inbounds nuw i8, ptr addrspace(3) %513, i32 4096
  %518 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) nonnull %517)
  %519 = getelementptr inbounds nuw i8, ptr addrspace(3) %513, i32 6144
  %520 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) nonnull %519)
  %521 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %.pre-phi289
  %522 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) %521)
  %523 = getelementptr inbounds nuw i8, ptr addrspace(3) %521, i32 2048
  %524 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) nonnull %523)
  %525 = getelementptr inbounds nuw i8, ptr addrspace(3) %521, i32 4096
  %526 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) nonnull %525)
  %527 = getelementptr inbounds nuw i8, ptr addrspace(3) %521, i32 6144
  %528 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) nonnull %527)
  %529 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %.pre-phi291
  %530 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) %529)
  %531 = getelementptr inbounds nuw i8, ptr addrspace(3) %529, i32 2048
  %532 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) nonnull %531)
  %533 = getelementptr inbounds nuw i8, ptr addrspace(3) %529, i32 4096
  %534 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) nonnull %533)
  %535 = getelementptr inbounds nuw i8, ptr addrspace(3) %529, i32 6144
  %536 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) nonnull %535)
  br i1 %73, label %537, label %._crit_edge._crit_edge

537:                                             
  %538 = mul nuw nsw i32 %31, 272
  %539 = xor i32 %538, %29
  %540 = xor i32 %539, 192
  %541 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %540
  %542 = getelementptr inbounds nuw i8, ptr addrspace(3) %541, i32 4096
  %543 = load <8 x half>, ptr addrspace(3) %542, align 16
  %544 = load <8 x half>, ptr addrspace(3) %541, align 16
  %545 = xor i32 %539, 128
  %546 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %545
  %547 = getelementptr inbounds nuw i8, ptr addrspace(3) %546, i32 4096
  %548 = load <8 x half>, ptr addrspace(3) %547, align 16
  %549 = load <8 x half>, ptr addrspace(3) %546, align 16
  %550 = xor i32 %539, 64
  %551 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %550
  %552 = getelementptr inbounds nuw i8, ptr addrspace(3) %551, i32 4096
  %553 = load <8 x half>, ptr addrspace(3) %552, align 16
  %554 = load <8 x half>, ptr addrspace(3) %551, align 16
  %555 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %539
  %556 = getelementptr inbounds nuw i8, ptr addrspace(3) %555, i32 4096
  %557 = load <8 x half>, ptr addrspace(3) %556, align 16
  %558 = load <8 x half>, ptr addrspace(3) %555, align 16
  %559 = shufflevector <4 x half> %506, <4 x half> %514, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %560 = shufflevector <4 x half> %508, <4 x half> %516, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %561 = shufflevector <4 x half> %510, <4 x half> %518, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %562 = shufflevector <4 x half> %512, <4 x half> %520, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %563 = shufflevector <4 x half> %522, <4 x half> %530, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %564 = shufflevector <4 x half> %524, <4 x half> %532, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %565 = shufflevector <4 x half> %526, <4 x half> %534, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %566 = shufflevector <4 x half> %528, <4 x half> %536, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %567 = insertelement <4 x float> poison, float %489, i64 0
  %568 = insertelement <4 x float> %567, float %490, i64 1
  %569 = insertelement <4 x float> %568, float %491, i64 2
  %570 = insertelement <4 x float> %569, float %492, i64 3
  %571 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %559, <8 x half> %558, <4 x float> %570, i32 0, i32 0, i32 0)
  %572 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %560, <8 x half> %554, <4 x float> %571, i32 0, i32 0, i32 0)
  %573 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %561, <8 x half> %549, <4 x float> %572, i32 0, i32 0, i32 0)
  %574 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %562, <8 x half> %544, <4 x float> %573, i32 0, i32 0, i32 0)
  %575 = extractelement <4 x float> %574, i64 0
  %576 = extractelement <4 x float> %574, i64 1
  %577 = extractelement <4 x float> %574, i64 2
  %578 = extractelement <4 x float> %574, i64 3
  %579 = insertelement <4 x float> poison, float %493, i64 0
  %580 = insertelement <4 x float> %579, float %494, i64 1
  %581 = insertelement <4 x float> %580, float %495, i64 2
  %582 = insertelement <4 x float> %581, float %496, i64 3
  %583 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %563, <8 x half> %558, <4 x float> %582, i32 0, i32 0, i32 0)
  %584 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %564, <8 x half> %554, <4 x float> %583, i32 0, i32 0, i32 0)
  %585 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %565, <8 x half> %549, <4 x float> %584, i32 0, i32 0, i32 0)
  %586 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %566, <8 x half> %544, <4 x float> %585, i32 0, i32 0, i32 0)
  %587 = extractelement <4 x float> %586, i64 0
  %588 = extractelement <4 x float> %586, i64 1
  %589 = extractelement <4 x float> %586, i64 2
  %590 = extractelement <4 x float> %586, i64 3
  %591 = insertelement <4 x float> poison, float %497, i64 0
  %592 = insertelement <4 x float> %591, float %498, i64 1
  %593 = insertelement <4 x float> %592, float %499, i64 2
  %594 = insertelement <4 x float> %593, float %500, i64 3
  %595 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %559, <8 x half> %557, <4 x float> %594, i32 0, i32 0, i32 0)
  %596 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %560, <8 x half> %553, <4 x float> %595, i32 0, i32 0, i32 0)
  %597 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %561, <8 x half> %548, <4 x float> %596, i32 0, i32 0, i32 0)
  %598 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %562, <8 x half> %543, <4 x float> %597, i32 0, i32 0, i32 0)
  %599 = extractelement <4 x float> %598, i64 0
  %600 = extractelement <4 x float> %598, i64 1
  %601 = extractelement <4 x float> %598, i64 2
  %602 = extractelement <4 x float> %598, i64 3
  %603 = insertelement <4 x float> poison, float %501, i64 0
  %604 = insertelement <4 x float> %603, float %502, i64 1
  %605 = insertelement <4 x float> %604, float %503, i64 2
  %606 = insertelement <4 x float> %605, float %504, i64 3
  %607 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %563, <8 x half> %557, <4 x float> %606, i32 0, i32 0, i32 0)
  %608 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %564, <8 x half> %553, <4 x float> %607, i32 0, i32 0, i32 0)
  %609 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %565, <8 x half> %548, <4 x float> %608, i32 0, i32 0, i32 0)
  %610 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %566, <8 x half> %543, <4 x float> %609, i32 0, i32 0, i32 0)
  %611 = extractelement <4 x float> %610, i64 0
  %612 = extractelement <4 x float> %610, i64 1
  %613 = extractelement <4 x float> %610, i64 2
  %614 = extractelement <4 x float> %610, i64 3
  br label %._crit_edge._crit_edge

._crit_edge._crit_edge:                          
  %615 = phi float [ %614, %537 ], [ %504, %._crit_edge ]
  %616 = phi float [ %613, %537 ], [ %503, %._crit_edge ]
  %617 = phi float [ %612, %537 ], [ %502, %._crit_edge ]
  %618 = phi float [ %611, %537 ], [ %501, %._crit_edge ]
  %619 = phi float [ %602, %537 ], [ %500, %._crit_edge ]
  %620 = phi float [ %601, %537 ], [ %499, %._crit_edge ]
  %621 = phi float [ %600, %537 ], [ %498, %._crit_edge ]
  %622 = phi float [ %599, %537 ], [ %497, %._crit_edge ]
  %623 = phi float [ %590, %537 ], [ %496, %._crit_edge ]
  %624 = phi float [ %589, %537 ], [ %495, %._crit_edge ]
  %625 = phi float [ %588, %537 ], [ %494, %._crit_edge ]
  %626 = phi float [ %587, %537 ], [ %493, %._crit_edge ]
  %627 = phi float [ %578, %537 ], [ %492, %._crit_edge ]
  %628 = phi float [ %577, %537 ], [ %491, %._crit_edge ]
  %629 = phi float [ %576, %537 ], [ %490, %._crit_edge ]
  %630 = phi float [ %575, %537 ], [ %489, %._crit_edge ]
  %631 = lshr exact i32 %34, 2
  %632 = or disjoint i32 %631, %32
  %633 = or disjoint i32 %45, %632
  %634 = or disjoint i32 %31, 16
  %635 = or disjoint i32 %27, %634
  %636 = or disjoint i32 %27, %31
  %637 = mul i32 %27, %8
  %638 = mul i32 %8, %31
  %639 = mul i32 %8, %634
  %640 = add i32 %637, %45
  %641 = or disjoint i32 %640, %632
  %642 = add i32 %641, %638
  %643 = add i32 %641, %639
  %644 = icmp slt i32 %636, %3
  %645 = icmp slt i32 %635, %3
  %646 = icmp slt i32 %633, %4
  %647 = and i1 %644, %646
  %648 = and i1 %645, %646
  %649 = insertelement <2 x float> poison, float %630, i64 0
  %650 = insertelement <2 x float> %649, float %629, i64 1
  %651 = fptrunc <2 x float> %650 to <2 x half>
  %652 = insertelement <2 x float> poison, float %628, i64 0
  %653 = insertelement <2 x float> %652, float %627, i64 1
  %654 = fptrunc <2 x float> %653 to <2 x half>
  %655 = insertelement <2 x float> poison, float %626, i64 0
  %656 = insertelement <2 x float> %655, float %625, i64 1
  %657 = fptrunc <2 x float> %656 to <2 x half>
  %658 = insertelement <2 x float> poison, float %624, i64 0
  %659 = insertelement <2 x float> %658, float %623, i64 1
  %660 = fptrunc <2 x float> %659 to <2 x half>
  %661 = insertelement <2 x float> poison, float %622, i64 0
  %662 = insertelement <2 x float> %661, float %621, i64 1
  %663 = fptrunc <2 x float> %662 to <2 x half>
  %664 = insertelement <2 x float> poison, float %620, i64 0
  %665 = insertelement <2 x float> %664, float %619, i64 1
  %666 = fptrunc <2 x float> %665 to <2 x half>
  %667 = insertelement <2 x float> poison, float %618, i64 0
  %668 = insertelement <2 x float> %667, float %617, i64 1
  %669 = fptrunc <2 x float> %668 to <2 x half>
  %670 = insertelement <2 x float> poison, float %616, i64 0
  %671 = insertelement <2 x float> %670, float %615, i64 1
  %672 = fptrunc <2 x float> %671 to <2 x half>
  %673 = bitcast <2 x half> %651 to i32
  %674 = bitcast <2 x half> %654 to i32
  %675 = bitcast <2 x half> %657 to i32
  %676 = bitcast <2 x half> %660 to i32
  %677 = bitcast <2 x half> %663 to i32
  %678 = bitcast <2 x half> %666 to i32
  %679 = bitcast <2 x half> %669 to i32
  %680 = bitcast <2 x half> %672 to i32
  %681 = tail call { i32, i32 } @llvm.amdgcn.permlane16.swap(i32 %673, i32 %675, i1 false, i1 false)
  %682 = extractvalue { i32, i32 } %681, 0
  %683 = extractvalue { i32, i32 } %681, 1
  %684 = tail call { i32, i32 } @llvm.amdgcn.permlane16.swap(i32 %674, i32 %676, i1 false, i1 false)
  %685 = extractvalue { i32, i32 } %684, 0
  %686 = extractvalue { i32, i32 } %684, 1
  %687 = tail call { i32, i32 } @llvm.amdgcn.permlane16.swap(i32 %677, i32 %679, i1 false, i1 false)
  %688 = extractvalue { i32, i32 } %687, 0
  %689 = extractvalue { i32, i32 } %687, 1
  %690 = tail call { i32, i32 } @llvm.amdgcn.permlane16.swap(i32 %678, i32 %680, i1 false, i1 false)
  %691 = extractvalue { i32, i32 } %690, 0
  %692 = extractvalue { i32, i32 } %690, 1
  %693 = bitcast i32 %682 to <2 x half>
  %694 = bitcast i32 %685 to <2 x half>
  %695 = bitcast i32 %683 to <2 x half>
  %696 = shufflevector <2 x half> %695, <2 x half> poison, <8 x i32> <i32 0, i32 1, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %697 = bitcast i32 %686 to <2 x half>
  %698 = shufflevector <2 x half> %697, <2 x half> poison, <8 x i32> <i32 0, i32 1, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %699 = bitcast i32 %688 to <2 x half>
  %700 = bitcast i32 %691 to <2 x half>
  %701 = bitcast i32 %689 to <2 x half>
  %702 = shufflevector <2 x half> %701, <2 x half> poison, <8 x i32> <i32 0, i32 1, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %703 = bitcast i32 %692 to <2 x half>
  %704 = shufflevector <2 x half> %703, <2 x half> poison, <8 x i32> <i32 0, i32 1, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %705 = tail call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %2, i16 0, i64 2147483646, i32 159744)
  %706 = shufflevector <2 x half> %693, <2 x half> %694, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 poison, i32 poison, i32 poison, i32 poison>
  %707 = shufflevector <8 x half> %706, <8 x half> %696, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 poison, i32 poison>
  %708 = shufflevector <8 x half> %707, <8 x half> %698, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 8, i32 9>
  %709 = bitcast <8 x half> %708 to <4 x i32>
  %710 = shl i32 %642, 1
  %711 = select i1 %647, i32 %710, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %709, ptr addrspace(8) %705, i32 %711, i32 0, i32 0)
  %712 = shufflevector <2 x half> %699, <2 x half> %700, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 poison, i32 poison, i32 poison, i32 poison>
  %713 = shufflevector <8 x half> %712, <8 x half> %702, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 poison, i32 poison>
  %714 = shufflevector <8 x half> %713, <8 x half> %704, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 8, i32 9>
  %715 = bitcast <8 x half> %714 to <4 x i32>
  %716 = shl i32 %643, 1
  %717 = select i1 %648, i32 %716, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %715, ptr addrspace(8) %705, i32 %717, i32 0, i32 0)
  ret void
}

declare noundef i32 @llvm.amdgcn.workgroup.id.x() #1

declare i32 @llvm.smin.i32(i32, i32) #1

declare noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x() #1

declare ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) readnone, i16, i64, i32) #1

declare <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) readonly captures(none), i32, i32, i32 immarg) #2

declare void @llvm.amdgcn.s.waitcnt(i32 immarg) #3

declare void @llvm.amdgcn.s.barrier() #4

declare <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) captures(none)) #5

declare <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half>, <8 x half>, <4 x float>, i32 immarg, i32 immarg, i32 immarg) #6

declare { i32, i32 } @llvm.amdgcn.permlane16.swap(i32, i32, i1 immarg, i1 immarg) #7

declare void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32>, ptr addrspace(8) writeonly captures(none), i32, i32, i32 immarg) #8

attributes #0 = { nofree norecurse nounwind "amdgpu-agpr-alloc"="0" "amdgpu-flat-work-group-size"="1,64" "amdgpu-no-cluster-id-x" "amdgpu-no-cluster-id-y" "amdgpu-no-cluster-id-z" "amdgpu-no-completion-action" "amdgpu-no-default-queue" "amdgpu-no-dispatch-id" "amdgpu-no-dispatch-ptr" "amdgpu-no-flat-scratch-init" "amdgpu-no-heap-ptr" "amdgpu-no-hostcall-ptr" "amdgpu-no-implicitarg-ptr" "amdgpu-no-lds-kernel-id" "amdgpu-no-multigrid-sync-arg" "amdgpu-no-queue-ptr" "amdgpu-no-workgroup-id-x" "amdgpu-no-workgroup-id-y" "amdgpu-no-workgroup-id-z" "amdgpu-no-workitem-id-x" "amdgpu-no-workitem-id-y" "amdgpu-no-workitem-id-z" "amdgpu-waves-per-eu"="0, 0" "denormal-fp-math-f32"="ieee" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: read) }
attributes #3 = { mustprogress nocallback nofree nounwind willreturn }
attributes #4 = { convergent mustprogress nocallback nofree nounwind willreturn }
attributes #5 = { convergent mustprogress nocallback nofree nounwind willreturn memory(argmem: read) }
attributes #6 = { convergent mustprogress nocallback nofree nosync nounwind willreturn memory(none) }
attributes #7 = { convergent mustprogress nocallback nofree nounwind willreturn memory(none) }
attributes #8 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: write) }

!llvm.module.flags = !{!0, !1}

!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = !{i32 1, !"amdhsa_code_object_version", i32 500}
!2 = distinct !{!2, !3}
!3 = !{!"llvm.loop.peeled.count", i32 1}
