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
  %19 = lshr i32 %18, 3
  %20 = and i32 %19, 31
  %21 = or disjoint i32 %20, 32
  %22 = lshr i32 %18, 4
  %23 = and i32 %22, 15
  %24 = or disjoint i32 %23, 16
  %25 = or disjoint i32 %23, 32
  %26 = or i32 %22, 48
  %27 = shl nuw nsw i32 %18, 3
  %28 = and i32 %27, 56
  %29 = and i32 %18, 15
  %30 = shl nuw nsw i32 %29, 2
  %31 = or disjoint i32 %30, 1
  %32 = or disjoint i32 %30, 2
  %33 = or disjoint i32 %30, 3
  %34 = or disjoint i32 %17, %20
  %35 = or disjoint i32 %17, %21
  %36 = or disjoint i32 %17, %23
  %37 = or disjoint i32 %17, %24
  %38 = or disjoint i32 %17, %25
  %39 = or disjoint i32 %17, %26
  %40 = mul i32 %16, %.frozen
  %.decomposed = sub i32 %14, %40
  %41 = shl nsw i32 %.decomposed, 6
  %42 = or disjoint i32 %41, %28
  %43 = or disjoint i32 %41, %30
  %44 = shl i32 %15, 6
  %45 = srem i32 %34, %3
  %46 = srem i32 %35, %3
  %47 = mul i32 %45, %6
  %48 = mul i32 %46, %6
  %49 = or disjoint i32 %28, %44
  %50 = add i32 %49, %47
  %51 = add i32 %49, %48
  %52 = add i32 %5, 255
  %53 = icmp sgt i32 %52, 255
  %54 = tail call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %0, i16 0, i64 2147483646, i32 159744)
  %55 = shl i32 %50, 1
  %56 = select i1 %53, i32 %55, i32 -2147483648
  %57 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %54, i32 %56, i32 0, i32 0)
  %58 = bitcast <4 x i32> %57 to <8 x half>
  %59 = shl i32 %51, 1
  %60 = select i1 %53, i32 %59, i32 -2147483648
  %61 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %54, i32 %60, i32 0, i32 0)
  %62 = bitcast <4 x i32> %61 to <8 x half>
  %63 = mul i32 %7, %44
  %64 = srem i32 %42, %4
  %65 = mul i32 %7, %20
  %66 = mul i32 %7, %21
  %67 = add i32 %64, %63
  %68 = add i32 %67, %65
  %69 = add i32 %67, %66
  %70 = tail call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %1, i16 0, i64 2147483646, i32 159744)
  %71 = shl i32 %68, 1
  %72 = select i1 %53, i32 %71, i32 -2147483648
  %73 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %70, i32 %72, i32 0, i32 0)
  %74 = shl i32 %69, 1
  %75 = select i1 %53, i32 %74, i32 -2147483648
  %76 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %70, i32 %75, i32 0, i32 0)
  %77 = shl i32 %7, 8
  %78 = shl nuw nsw i32 %18, 4
  %79 = and i32 %78, 4080
  %80 = and i32 %18, 120
  %81 = xor i32 %79, %80
  %82 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %81
  %83 = shufflevector <8 x half> %58, <8 x half> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x half> %83, ptr addrspace(3) %82, align 8
  %84 = getelementptr inbounds nuw i8, ptr addrspace(3) %82, i32 4096
  %85 = shufflevector <8 x half> %62, <8 x half> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x half> %85, ptr addrspace(3) %84, align 8
  %86 = xor i32 %81, 8
  %87 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %86
  %88 = shufflevector <8 x half> %58, <8 x half> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x half> %88, ptr addrspace(3) %87, align 8
  %89 = getelementptr inbounds nuw i8, ptr addrspace(3) %87, i32 4096
  %90 = shufflevector <8 x half> %62, <8 x half> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x half> %90, ptr addrspace(3) %89, align 8
  %91 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %79
  store <4 x i32> %73, ptr addrspace(3) %91, align 16
  %92 = getelementptr inbounds nuw i8, ptr addrspace(3) %91, i32 4096
  store <4 x i32> %76, ptr addrspace(3) %92, align 16
  %93 = icmp sgt i32 %52, 511
  br i1 %93, label %.lr.ph, label %._crit_edge

.lr.ph:
  %94 = lshr i32 %52, 8
  %95 = and i32 %18, 48
  %96 = lshr exact i32 %95, 1
  %97 = and i32 %78, 2048
  %98 = mul nuw nsw i32 %29, 136
  %99 = xor i32 %98, %96
  %100 = or disjoint i32 %99, %97
  %101 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %100
  %102 = getelementptr inbounds nuw i8, ptr addrspace(3) %101, i32 4096
  %103 = xor i32 %100, 32
  %104 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %103
  %105 = getelementptr inbounds nuw i8, ptr addrspace(3) %104, i32 4096
  %106 = xor i32 %100, 64
  %107 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %106
  %108 = getelementptr inbounds nuw i8, ptr addrspace(3) %107, i32 4096
  %109 = xor i32 %100, 96
  %110 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %109
  %111 = getelementptr inbounds nuw i8, ptr addrspace(3) %110, i32 4096
  %112 = shl nuw nsw i32 %95, 5
  %113 = shl nuw nsw i32 %29, 1
  %114 = lshr i32 %18, 1
  %115 = and i32 %114, 32
  %smax = add nsw i32 %94, -1
  %116 = add i32 %50, 256
  %117 = add i32 %51, 256
  %118 = add i32 %68, %77
  %119 = add i32 %69, %77
  %120 = shl i32 %116, 1
  %121 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %54, i32 %120, i32 0, i32 0)
  %122 = bitcast <4 x i32> %121 to <8 x half>
  %123 = shl i32 %117, 1
  %124 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %54, i32 %123, i32 0, i32 0)
  %125 = bitcast <4 x i32> %124 to <8 x half>
  tail call void @llvm.amdgcn.s.waitcnt(i32 49279)
  tail call void @llvm.amdgcn.s.barrier()
  %126 = load <4 x half>, ptr addrspace(3) %101, align 8
  %127 = load <4 x half>, ptr addrspace(3) %102, align 8
  %128 = load <4 x half>, ptr addrspace(3) %104, align 8
  %129 = load <4 x half>, ptr addrspace(3) %105, align 8
  %130 = load <4 x half>, ptr addrspace(3) %107, align 8
  %131 = load <4 x half>, ptr addrspace(3) %108, align 8
  %132 = load <4 x half>, ptr addrspace(3) %110, align 8
  %133 = load <4 x half>, ptr addrspace(3) %111, align 8
  %134 = shl i32 %118, 1
  %135 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %70, i32 %134, i32 0, i32 0)
  %136 = shl i32 %119, 1
  %137 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %70, i32 %136, i32 0, i32 0)
  %138 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %115
  %139 = getelementptr inbounds nuw i8, ptr addrspace(3) %138, i32 %112
  %140 = getelementptr inbounds nuw i8, ptr addrspace(3) %139, i32 %113
  %141 = load <1 x half>, ptr addrspace(3) %140, align 2
  %142 = getelementptr inbounds nuw i8, ptr addrspace(3) %140, i32 128
  %143 = load <1 x half>, ptr addrspace(3) %142, align 2
  %144 = getelementptr inbounds nuw i8, ptr addrspace(3) %140, i32 256
  %145 = load <1 x half>, ptr addrspace(3) %144, align 2
  %146 = shufflevector <1 x half> %145, <1 x half> poison, <4 x i32> <i32 0, i32 poison, i32 poison, i32 poison>
  %147 = getelementptr inbounds nuw i8, ptr addrspace(3) %140, i32 384
  %148 = load <1 x half>, ptr addrspace(3) %147, align 2
  %149 = shufflevector <1 x half> %148, <1 x half> poison, <4 x i32> <i32 0, i32 poison, i32 poison, i32 poison>
  %150 = getelementptr inbounds nuw i8, ptr addrspace(3) %140, i32 2048
  %151 = load <1 x half>, ptr addrspace(3) %150, align 2
  %152 = getelementptr inbounds nuw i8, ptr addrspace(3) %140, i32 2176
  %153 = load <1 x half>, ptr addrspace(3) %152, align 2
  %154 = getelementptr inbounds nuw i8, ptr addrspace(3) %140, i32 2304
  %155 = load <1 x half>, ptr addrspace(3) %154, align 2
  %156 = shufflevector <1 x half> %155, <1 x half> poison, <4 x i32> <i32 0, i32 poison, i32 poison, i32 poison>
  %157 = getelementptr inbounds nuw i8, ptr addrspace(3) %140, i32 2432
  %158 = load <1 x half>, ptr addrspace(3) %157, align 2
  %159 = shufflevector <1 x half> %158, <1 x half> poison, <4 x i32> <i32 0, i32 poison, i32 poison, i32 poison>
  %160 = getelementptr inbounds nuw i8, ptr addrspace(3) %140, i32 4096
  %161 = load <1 x half>, ptr addrspace(3) %160, align 2
  %162 = getelementptr inbounds nuw i8, ptr addrspace(3) %140, i32 4224
  %163 = load <1 x half>, ptr addrspace(3) %162, align 2
  %164 = getelementptr inbounds nuw i8, ptr addrspace(3) %140, i32 4352
  %165 = load <1 x half>, ptr addrspace(3) %164, align 2
  %166 = shufflevector <1 x half> %165, <1 x half> poison, <4 x i32> <i32 0, i32 poison, i32 poison, i32 poison>
  %167 = getelementptr inbounds nuw i8, ptr addrspace(3) %140, i32 4480
  %168 = load <1 x half>, ptr addrspace(3) %167, align 2
  %169 = shufflevector <1 x half> %168, <1 x half> poison, <4 x i32> <i32 0, i32 poison, i32 poison, i32 poison>
  %170 = getelementptr inbounds nuw i8, ptr addrspace(3) %140, i32 6144
  %171 = load <1 x half>, ptr addrspace(3) %170, align 2
  %172 = getelementptr inbounds nuw i8, ptr addrspace(3) %140, i32 6272
  %173 = load <1 x half>, ptr addrspace(3) %172, align 2
  %174 = getelementptr inbounds nuw i8, ptr addrspace(3) %140, i32 6400
  %175 = load <1 x half>, ptr addrspace(3) %174, align 2
  %176 = shufflevector <1 x half> %175, <1 x half> poison, <4 x i32> <i32 0, i32 poison, i32 poison, i32 poison>
  %177 = getelementptr inbounds nuw i8, ptr addrspace(3) %140, i32 6528
  %178 = load <1 x half>, ptr addrspace(3) %177, align 2
  %179 = shufflevector <1 x half> %178, <1 x half> poison, <4 x i32> <i32 0, i32 poison, i32 poison, i32 poison>
  %180 = getelementptr inbounds nuw i8, ptr addrspace(3) %140, i32 64
  %181 = load <1 x half>, ptr addrspace(3) %180, align 2
  %182 = getelementptr inbounds nuw i8, ptr addrspace(3) %140, i32 192
  %183 = load <1 x half>, ptr addrspace(3) %182, align 2
  %184 = getelementptr inbounds nuw i8, ptr addrspace(3) %140, i32 320
  %185 = load <1 x half>, ptr addrspace(3) %184, align 2
  %186 = shufflevector <1 x half> %185, <1 x half> poison, <4 x i32> <i32 0, i32 poison, i32 poison, i32 poison>
  %187 = getelementptr inbounds nuw i8, ptr addrspace(3) %140, i32 448
  %188 = load <1 x half>, ptr addrspace(3) %187, align 2
  %189 = shufflevector <1 x half> %188, <1 x half> poison, <4 x i32> <i32 0, i32 poison, i32 poison, i32 poison>
  %190 = getelementptr inbounds nuw i8, ptr addrspace(3) %140, i32 2112
  %191 = load <1 x half>, ptr addrspace(3) %190, align 2
  %192 = getelementptr inbounds nuw i8, ptr addrspace(3) %140, i32 2240
  %193 = load <1 x half>, ptr addrspace(3) %192, align 2
  %194 = getelementptr inbounds nuw i8, ptr addrspace(3) %140, i32 2368
  %195 = load <1 x half>, ptr addrspace(3) %194, align 2
  %196 = shufflevector <1 x half> %195, <1 x half> poison, <4 x i32> <i32 0, i32 poison, i32 poison, i32 poison>
  %197 = getelementptr inbounds nuw i8, ptr addrspace(3) %140, i32 2496
  %198 = load <1 x half>, ptr addrspace(3) %197, align 2
  %199 = shufflevector <1 x half> %198, <1 x half> poison, <4 x i32> <i32 0, i32 poison, i32 poison, i32 poison>
  %200 = getelementptr inbounds nuw i8, ptr addrspace(3) %140, i32 4160
  %201 = load <1 x half>, ptr addrspace(3) %200, align 2
  %202 = getelementptr inbounds nuw i8, ptr addrspace(3) %140, i32 4288
  %203 = load <1 x half>, ptr addrspace(3) %202, align 2
  %204 = getelementptr inbounds nuw i8, ptr addrspace(3) %140, i32 4416
  %205 = load <1 x half>, ptr addrspace(3) %204, align 2
  %206 = shufflevector <1 x half> %205, <1 x half> poison, <4 x i32> <i32 0, i32 poison, i32 poison, i32 poison>
  %207 = getelementptr inbounds nuw i8, ptr addrspace(3) %140, i32 4544
  %208 = load <1 x half>, ptr addrspace(3) %207, align 2
  %209 = shufflevector <1 x half> %208, <1 x half> poison, <4 x i32> <i32 0, i32 poison, i32 poison, i32 poison>
  %210 = getelementptr inbounds nuw i8, ptr addrspace(3) %140, i32 6208
  %211 = load <1 x half>, ptr addrspace(3) %210, align 2
  %212 = getelementptr inbounds nuw i8, ptr addrspace(3) %140, i32 6336
  %213 = load <1 x half>, ptr addrspace(3) %212, align 2
  %214 = getelementptr inbounds nuw i8, ptr addrspace(3) %140, i32 6464
  %215 = load <1 x half>, ptr addrspace(3) %214, align 2
  %216 = shufflevector <1 x half> %215, <1 x half> poison, <4 x i32> <i32 0, i32 poison, i32 poison, i32 poison>
  %217 = getelementptr inbounds nuw i8, ptr addrspace(3) %140, i32 6592
  %218 = load <1 x half>, ptr addrspace(3) %217, align 2
  %219 = shufflevector <1 x half> %218, <1 x half> poison, <4 x i32> <i32 0, i32 poison, i32 poison, i32 poison>
  %220 = shufflevector <1 x half> %141, <1 x half> %143, <4 x i32> <i32 0, i32 1, i32 poison, i32 poison>
  %221 = shufflevector <4 x half> %220, <4 x half> %146, <4 x i32> <i32 0, i32 1, i32 4, i32 poison>
  %222 = shufflevector <4 x half> %221, <4 x half> %149, <4 x i32> <i32 0, i32 1, i32 2, i32 4>
  %223 = shufflevector <1 x half> %151, <1 x half> %153, <4 x i32> <i32 0, i32 1, i32 poison, i32 poison>
  %224 = shufflevector <4 x half> %223, <4 x half> %156, <4 x i32> <i32 0, i32 1, i32 4, i32 poison>
  %225 = shufflevector <4 x half> %224, <4 x half> %159, <4 x i32> <i32 0, i32 1, i32 2, i32 4>
  %226 = shufflevector <1 x half> %161, <1 x half> %163, <4 x i32> <i32 0, i32 1, i32 poison, i32 poison>
  %227 = shufflevector <4 x half> %226, <4 x half> %166, <4 x i32> <i32 0, i32 1, i32 4, i32 poison>
  %228 = shufflevector <4 x half> %227, <4 x half> %169, <4 x i32> <i32 0, i32 1, i32 2, i32 4>
  %229 = shufflevector <1 x half> %171, <1 x half> %173, <4 x i32> <i32 0, i32 1, i32 poison, i32 poison>
  %230 = shufflevector <4 x half> %229, <4 x half> %176, <4 x i32> <i32 0, i32 1, i32 4, i32 poison>
  %231 = shufflevector <4 x half> %230, <4 x half> %179, <4 x i32> <i32 0, i32 1, i32 2, i32 4>
  %232 = shufflevector <1 x half> %181, <1 x half> %183, <4 x i32> <i32 0, i32 1, i32 poison, i32 poison>
  %233 = shufflevector <4 x half> %232, <4 x half> %186, <4 x i32> <i32 0, i32 1, i32 4, i32 poison>
  %234 = shufflevector <4 x half> %233, <4 x half> %189, <4 x i32> <i32 0, i32 1, i32 2, i32 4>
  %235 = shufflevector <1 x half> %191, <1 x half> %193, <4 x i32> <i32 0, i32 1, i32 poison, i32 poison>
  %236 = shufflevector <4 x half> %235, <4 x half> %196, <4 x i32> <i32 0, i32 1, i32 4, i32 poison>
  %237 = shufflevector <4 x half> %236, <4 x half> %199, <4 x i32> <i32 0, i32 1, i32 2, i32 4>
  %238 = shufflevector <1 x half> %201, <1 x half> %203, <4 x i32> <i32 0, i32 1, i32 poison, i32 poison>
  %239 = shufflevector <4 x half> %238, <4 x half> %206, <4 x i32> <i32 0, i32 1, i32 4, i32 poison>
  %240 = shufflevector <4 x half> %239, <4 x half> %209, <4 x i32> <i32 0, i32 1, i32 2, i32 4>
  %241 = shufflevector <1 x half> %211, <1 x half> %213, <4 x i32> <i32 0, i32 1, i32 poison, i32 poison>
  %242 = shufflevector <4 x half> %241, <4 x half> %216, <4 x i32> <i32 0, i32 1, i32 4, i32 poison>
  %243 = shufflevector <4 x half> %242, <4 x half> %219, <4 x i32> <i32 0, i32 1, i32 2, i32 4>
  %244 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %222, <4 x half> %126, <4 x float> zeroinitializer, i32 0, i32 0, i32 0)
  %245 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %225, <4 x half> %128, <4 x float> %244, i32 0, i32 0, i32 0)
  %246 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %228, <4 x half> %130, <4 x float> %245, i32 0, i32 0, i32 0)
  %247 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %231, <4 x half> %132, <4 x float> %246, i32 0, i32 0, i32 0)
  %248 = extractelement <4 x float> %247, i64 0
  %249 = extractelement <4 x float> %247, i64 1
  %250 = extractelement <4 x float> %247, i64 2
  %251 = extractelement <4 x float> %247, i64 3
  %252 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %234, <4 x half> %126, <4 x float> zeroinitializer, i32 0, i32 0, i32 0)
  %253 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %237, <4 x half> %128, <4 x float> %252, i32 0, i32 0, i32 0)
  %254 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %240, <4 x half> %130, <4 x float> %253, i32 0, i32 0, i32 0)
  %255 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %243, <4 x half> %132, <4 x float> %254, i32 0, i32 0, i32 0)
  %256 = extractelement <4 x float> %255, i64 0
  %257 = extractelement <4 x float> %255, i64 1
  %258 = extractelement <4 x float> %255, i64 2
  %259 = extractelement <4 x float> %255, i64 3
  %260 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %222, <4 x half> %127, <4 x float> zeroinitializer, i32 0, i32 0, i32 0)
  %261 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %225, <4 x half> %129, <4 x float> %260, i32 0, i32 0, i32 0)
  %262 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %228, <4 x half> %131, <4 x float> %261, i32 0, i32 0, i32 0)
  %263 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %231, <4 x half> %133, <4 x float> %262, i32 0, i32 0, i32 0)
  %264 = extractelement <4 x float> %263, i64 0
  %265 = extractelement <4 x float> %263, i64 1
  %266 = extractelement <4 x float> %263, i64 2
  %267 = extractelement <4 x float> %263, i64 3
  %268 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %234, <4 x half> %127, <4 x float> zeroinitializer, i32 0, i32 0, i32 0)
  %269 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %237, <4 x half> %129, <4 x float> %268, i32 0, i32 0, i32 0)
  %270 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %240, <4 x half> %131, <4 x float> %269, i32 0, i32 0, i32 0)
  %271 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %243, <4 x half> %133, <4 x float> %270, i32 0, i32 0, i32 0)
  %272 = extractelement <4 x float> %271, i64 0
  %273 = extractelement <4 x float> %271, i64 1
  %274 = extractelement <4 x float> %271, i64 2
  %275 = extractelement <4 x float> %271, i64 3
  tail call void @llvm.amdgcn.s.waitcnt(i32 49279)
  tail call void @llvm.amdgcn.s.barrier()
  %276 = shufflevector <8 x half> %122, <8 x half> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x half> %276, ptr addrspace(3) %82, align 8
  %277 = shufflevector <8 x half> %125, <8 x half> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x half> %277, ptr addrspace(3) %84, align 8
  %278 = shufflevector <8 x half> %122, <8 x half> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x half> %278, ptr addrspace(3) %87, align 8
  %279 = shufflevector <8 x half> %125, <8 x half> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x half> %279, ptr addrspace(3) %89, align 8
  store <4 x i32> %135, ptr addrspace(3) %91, align 16
  store <4 x i32> %137, ptr addrspace(3) %92, align 16
  %exitcond.peel.not = icmp eq i32 %smax, 1
  br i1 %exitcond.peel.not, label %._crit_edge, label %.peel.next

.peel.next:
  %280 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %115
  %281 = getelementptr inbounds nuw i8, ptr addrspace(3) %280, i32 %112
  %282 = getelementptr inbounds nuw i8, ptr addrspace(3) %281, i32 %113
  %283 = getelementptr inbounds nuw i8, ptr addrspace(3) %282, i32 128
  %284 = getelementptr inbounds nuw i8, ptr addrspace(3) %282, i32 256
  %285 = getelementptr inbounds nuw i8, ptr addrspace(3) %282, i32 384
  %286 = getelementptr inbounds nuw i8, ptr addrspace(3) %282, i32 2048
  %287 = getelementptr inbounds nuw i8, ptr addrspace(3) %282, i32 2176
  %288 = getelementptr inbounds nuw i8, ptr addrspace(3) %282, i32 2304
  %289 = getelementptr inbounds nuw i8, ptr addrspace(3) %282, i32 2432
  %290 = getelementptr inbounds nuw i8, ptr addrspace(3) %282, i32 4096
  %291 = getelementptr inbounds nuw i8, ptr addrspace(3) %282, i32 4224
  %292 = getelementptr inbounds nuw i8, ptr addrspace(3) %282, i32 4352
  %293 = getelementptr inbounds nuw i8, ptr addrspace(3) %282, i32 4480
  %294 = getelementptr inbounds nuw i8, ptr addrspace(3) %282, i32 6144
  %295 = getelementptr inbounds nuw i8, ptr addrspace(3) %282, i32 6272
  %296 = getelementptr inbounds nuw i8, ptr addrspace(3) %282, i32 6400
  %297 = getelementptr inbounds nuw i8, ptr addrspace(3) %282, i32 6528
  %298 = getelementptr inbounds nuw i8, ptr addrspace(3) %282, i32 64
  %299 = getelementptr inbounds nuw i8, ptr addrspace(3) %282, i32 192
  %300 = getelementptr inbounds nuw i8, ptr addrspace(3) %282, i32 320
  %301 = getelementptr inbounds nuw i8, ptr addrspace(3) %282, i32 448
  %302 = getelementptr inbounds nuw i8, ptr addrspace(3) %282, i32 2112
  %303 = getelementptr inbounds nuw i8, ptr addrspace(3) %282, i32 2240
  %304 = getelementptr inbounds nuw i8, ptr addrspace(3) %282, i32 2368
  %305 = getelementptr inbounds nuw i8, ptr addrspace(3) %282, i32 2496
  %306 = getelementptr inbounds nuw i8, ptr addrspace(3) %282, i32 4160
  %307 = getelementptr inbounds nuw i8, ptr addrspace(3) %282, i32 4288
  %308 = getelementptr inbounds nuw i8, ptr addrspace(3) %282, i32 4416
  %309 = getelementptr inbounds nuw i8, ptr addrspace(3) %282, i32 4544
  %310 = getelementptr inbounds nuw i8, ptr addrspace(3) %282, i32 6208
  %311 = getelementptr inbounds nuw i8, ptr addrspace(3) %282, i32 6336
  %312 = getelementptr inbounds nuw i8, ptr addrspace(3) %282, i32 6464
  %313 = getelementptr inbounds nuw i8, ptr addrspace(3) %282, i32 6592
  br label %314

314:
  %.pn6182 = phi i32 [ %119, %.peel.next ], [ %335, %314 ]
  %.pn7781 = phi i32 [ %118, %.peel.next ], [ %334, %314 ]
  %.pn2980 = phi i32 [ %117, %.peel.next ], [ %333, %314 ]
  %.pn4579 = phi i32 [ %116, %.peel.next ], [ %332, %314 ]
  %315 = phi float [ %248, %.peel.next ], [ %434, %314 ]
  %316 = phi float [ %249, %.peel.next ], [ %435, %314 ]
  %317 = phi float [ %250, %.peel.next ], [ %436, %314 ]
  %318 = phi float [ %251, %.peel.next ], [ %437, %314 ]
  %319 = phi float [ %256, %.peel.next ], [ %446, %314 ]
  %320 = phi float [ %257, %.peel.next ], [ %447, %314 ]
  %321 = phi float [ %258, %.peel.next ], [ %448, %314 ]
  %322 = phi float [ %259, %.peel.next ], [ %449, %314 ]
  %323 = phi float [ %264, %.peel.next ], [ %458, %314 ]
  %324 = phi float [ %265, %.peel.next ], [ %459, %314 ]
  %325 = phi float [ %266, %.peel.next ], [ %460, %314 ]
  %326 = phi float [ %267, %.peel.next ], [ %461, %314 ]
  %327 = phi float [ %272, %.peel.next ], [ %470, %314 ]
  %328 = phi float [ %273, %.peel.next ], [ %471, %314 ]
  %329 = phi float [ %274, %.peel.next ], [ %472, %314 ]
  %330 = phi float [ %275, %.peel.next ], [ %473, %314 ]
  %331 = phi i32 [ 1, %.peel.next ], [ %478, %314 ]
  %332 = add i32 %.pn4579, 256
  %333 = add i32 %.pn2980, 256
  %334 = add i32 %.pn7781, %77
  %335 = add i32 %.pn6182, %77
  %336 = shl i32 %332, 1
  %337 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %54, i32 %336, i32 0, i32 0)
  %338 = bitcast <4 x i32> %337 to <8 x half>
  %339 = shl i32 %333, 1
  %340 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %54, i32 %339, i32 0, i32 0)
  %341 = bitcast <4 x i32> %340 to <8 x half>
  tail call void @llvm.amdgcn.s.waitcnt(i32 49279)
  tail call void @llvm.amdgcn.s.barrier()
  %342 = load <4 x half>, ptr addrspace(3) %101, align 8
  %343 = load <4 x half>, ptr addrspace(3) %102, align 8
  %344 = load <4 x half>, ptr addrspace(3) %104, align 8
  %345 = load <4 x half>, ptr addrspace(3) %105, align 8
  %346 = load <4 x half>, ptr addrspace(3) %107, align 8
  %347 = load <4 x half>, ptr addrspace(3) %108, align 8
  %348 = load <4 x half>, ptr addrspace(3) %110, align 8
  %349 = load <4 x half>, ptr addrspace(3) %111, align 8
  %350 = shl i32 %334, 1
  %351 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %70, i32 %350, i32 0, i32 0)
  %352 = shl i32 %335, 1
  %353 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %70, i32 %352, i32 0, i32 0)
  %354 = load <1 x half>, ptr addrspace(3) %282, align 2
  %355 = load <1 x half>, ptr addrspace(3) %283, align 2
  %356 = load <1 x half>, ptr addrspace(3) %284, align 2
  %357 = shufflevector <1 x half> %356, <1 x half> poison, <4 x i32> <i32 0, i32 poison, i32 poison, i32 poison>
  %358 = load <1 x half>, ptr addrspace(3) %285, align 2
  %359 = shufflevector <1 x half> %358, <1 x half> poison, <4 x i32> <i32 0, i32 poison, i32 poison, i32 poison>
  %360 = load <1 x half>, ptr addrspace(3) %286, align 2
  %361 = load <1 x half>, ptr addrspace(3) %287, align 2
  %362 = load <1 x half>, ptr addrspace(3) %288, align 2
  %363 = shufflevector <1 x half> %362, <1 x half> poison, <4 x i32> <i32 0, i32 poison, i32 poison, i32 poison>
  %364 = load <1 x half>, ptr addrspace(3) %289, align 2
  %365 = shufflevector <1 x half> %364, <1 x half> poison, <4 x i32> <i32 0, i32 poison, i32 poison, i32 poison>
  %366 = load <1 x half>, ptr addrspace(3) %290, align 2
  %367 = load <1 x half>, ptr addrspace(3) %291, align 2
  %368 = load <1 x half>, ptr addrspace(3) %292, align 2
  %369 = shufflevector <1 x half> %368, <1 x half> poison, <4 x i32> <i32 0, i32 poison, i32 poison, i32 poison>
  %370 = load <1 x half>, ptr addrspace(3) %293, align 2
  %371 = shufflevector <1 x half> %370, <1 x half> poison, <4 x i32> <i32 0, i32 poison, i32 poison, i32 poison>
  %372 = load <1 x half>, ptr addrspace(3) %294, align 2
  %373 = load <1 x half>, ptr addrspace(3) %295, align 2
  %374 = load <1 x half>, ptr addrspace(3) %296, align 2
  %375 = shufflevector <1 x half> %374, <1 x half> poison, <4 x i32> <i32 0, i32 poison, i32 poison, i32 poison>
  %376 = load <1 x half>, ptr addrspace(3) %297, align 2
  %377 = shufflevector <1 x half> %376, <1 x half> poison, <4 x i32> <i32 0, i32 poison, i32 poison, i32 poison>
  %378 = load <1 x half>, ptr addrspace(3) %298, align 2
  %379 = load <1 x half>, ptr addrspace(3) %299, align 2
  %380 = load <1 x half>, ptr addrspace(3) %300, align 2
  %381 = shufflevector <1 x half> %380, <1 x half> poison, <4 x i32> <i32 0, i32 poison, i32 poison, i32 poison>
  %382 = load <1 x half>, ptr addrspace(3) %301, align 2
  %383 = shufflevector <1 x half> %382, <1 x half> poison, <4 x i32> <i32 0, i32 poison, i32 poison, i32 poison>
  %384 = load <1 x half>, ptr addrspace(3) %302, align 2
  %385 = load <1 x half>, ptr addrspace(3) %303, align 2
  %386 = load <1 x half>, ptr addrspace(3) %304, align 2
  %387 = shufflevector <1 x half> %386, <1 x half> poison, <4 x i32> <i32 0, i32 poison, i32 poison, i32 poison>
  %388 = load <1 x half>, ptr addrspace(3) %305, align 2
  %389 = shufflevector <1 x half> %388, <1 x half> poison, <4 x i32> <i32 0, i32 poison, i32 poison, i32 poison>
  %390 = load <1 x half>, ptr addrspace(3) %306, align 2
  %391 = load <1 x half>, ptr addrspace(3) %307, align 2
  %392 = load <1 x half>, ptr addrspace(3) %308, align 2
  %393 = shufflevector <1 x half> %392, <1 x half> poison, <4 x i32> <i32 0, i32 poison, i32 poison, i32 poison>
  %394 = load <1 x half>, ptr addrspace(3) %309, align 2
  %395 = shufflevector <1 x half> %394, <1 x half> poison, <4 x i32> <i32 0, i32 poison, i32 poison, i32 poison>
  %396 = load <1 x half>, ptr addrspace(3) %310, align 2
  %397 = load <1 x half>, ptr addrspace(3) %311, align 2
  %398 = load <1 x half>, ptr addrspace(3) %312, align 2
  %399 = shufflevector <1 x half> %398, <1 x half> poison, <4 x i32> <i32 0, i32 poison, i32 poison, i32 poison>
  %400 = load <1 x half>, ptr addrspace(3) %313, align 2
  %401 = shufflevector <1 x half> %400, <1 x half> poison, <4 x i32> <i32 0, i32 poison, i32 poison, i32 poison>
  %402 = shufflevector <1 x half> %354, <1 x half> %355, <4 x i32> <i32 0, i32 1, i32 poison, i32 poison>
  %403 = shufflevector <4 x half> %402, <4 x half> %357, <4 x i32> <i32 0, i32 1, i32 4, i32 poison>
  %404 = shufflevector <4 x half> %403, <4 x half> %359, <4 x i32> <i32 0, i32 1, i32 2, i32 4>
  %405 = shufflevector <1 x half> %360, <1 x half> %361, <4 x i32> <i32 0, i32 1, i32 poison, i32 poison>
  %406 = shufflevector <4 x half> %405, <4 x half> %363, <4 x i32> <i32 0, i32 1, i32 4, i32 poison>
  %407 = shufflevector <4 x half> %406, <4 x half> %365, <4 x i32> <i32 0, i32 1, i32 2, i32 4>
  %408 = shufflevector <1 x half> %366, <1 x half> %367, <4 x i32> <i32 0, i32 1, i32 poison, i32 poison>
  %409 = shufflevector <4 x half> %408, <4 x half> %369, <4 x i32> <i32 0, i32 1, i32 4, i32 poison>
  %410 = shufflevector <4 x half> %409, <4 x half> %371, <4 x i32> <i32 0, i32 1, i32 2, i32 4>
  %411 = shufflevector <1 x half> %372, <1 x half> %373, <4 x i32> <i32 0, i32 1, i32 poison, i32 poison>
  %412 = shufflevector <4 x half> %411, <4 x half> %375, <4 x i32> <i32 0, i32 1, i32 4, i32 poison>
  %413 = shufflevector <4 x half> %412, <4 x half> %377, <4 x i32> <i32 0, i32 1, i32 2, i32 4>
  %414 = shufflevector <1 x half> %378, <1 x half> %379, <4 x i32> <i32 0, i32 1, i32 poison, i32 poison>
  %415 = shufflevector <4 x half> %414, <4 x half> %381, <4 x i32> <i32 0, i32 1, i32 4, i32 poison>
  %416 = shufflevector <4 x half> %415, <4 x half> %383, <4 x i32> <i32 0, i32 1, i32 2, i32 4>
  %417 = shufflevector <1 x half> %384, <1 x half> %385, <4 x i32> <i32 0, i32 1, i32 poison, i32 poison>
  %418 = shufflevector <4 x half> %417, <4 x half> %387, <4 x i32> <i32 0, i32 1, i32 4, i32 poison>
  %419 = shufflevector <4 x half> %418, <4 x half> %389, <4 x i32> <i32 0, i32 1, i32 2, i32 4>
  %420 = shufflevector <1 x half> %390, <1 x half> %391, <4 x i32> <i32 0, i32 1, i32 poison, i32 poison>
  %421 = shufflevector <4 x half> %420, <4 x half> %393, <4 x i32> <i32 0, i32 1, i32 4, i32 poison>
  %422 = shufflevector <4 x half> %421, <4 x half> %395, <4 x i32> <i32 0, i32 1, i32 2, i32 4>
  %423 = shufflevector <1 x half> %396, <1 x half> %397, <4 x i32> <i32 0, i32 1, i32 poison, i32 poison>
  %424 = shufflevector <4 x half> %423, <4 x half> %399, <4 x i32> <i32 0, i32 1, i32 4, i32 poison>
  %425 = shufflevector <4 x half> %424, <4 x half> %401, <4 x i32> <i32 0, i32 1, i32 2, i32 4>
  %426 = insertelement <4 x float> poison, float %315, i64 0
  %427 = insertelement <4 x float> %426, float %316, i64 1
  %428 = insertelement <4 x float> %427, float %317, i64 2
  %429 = insertelement <4 x float> %428, float %318, i64 3
  %430 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %404, <4 x half> %342, <4 x float> %429, i32 0, i32 0, i32 0)
  %431 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %407, <4 x half> %344, <4 x float> %430, i32 0, i32 0, i32 0)
  %432 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %410, <4 x half> %346, <4 x float> %431, i32 0, i32 0, i32 0)
  %433 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %413, <4 x half> %348, <4 x float> %432, i32 0, i32 0, i32 0)
  %434 = extractelement <4 x float> %433, i64 0
  %435 = extractelement <4 x float> %433, i64 1
  %436 = extractelement <4 x float> %433, i64 2
  %437 = extractelement <4 x float> %433, i64 3
  %438 = insertelement <4 x float> poison, float %319, i64 0
  %439 = insertelement <4 x float> %438, float %320, i64 1
  %440 = insertelement <4 x float> %439, float %321, i64 2
  %441 = insertelement <4 x float> %440, float %322, i64 3
  %442 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %416, <4 x half> %342, <4 x float> %441, i32 0, i32 0, i32 0)
  %443 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %419, <4 x half> %344, <4 x float> %442, i32 0, i32 0, i32 0)
  %444 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %422, <4 x half> %346, <4 x float> %443, i32 0, i32 0, i32 0)
  %445 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %425, <4 x half> %348, <4 x float> %444, i32 0, i32 0, i32 0)
  %446 = extractelement <4 x float> %445, i64 0
  %447 = extractelement <4 x float> %445, i64 1
  %448 = extractelement <4 x float> %445, i64 2
  %449 = extractelement <4 x float> %445, i64 3
  %450 = insertelement <4 x float> poison, float %323, i64 0
  %451 = insertelement <4 x float> %450, float %324, i64 1
  %452 = insertelement <4 x float> %451, float %325, i64 2
  %453 = insertelement <4 x float> %452, float %326, i64 3
  %454 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %404, <4 x half> %343, <4 x float> %453, i32 0, i32 0, i32 0)
  %455 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %407, <4 x half> %345, <4 x float> %454, i32 0, i32 0, i32 0)
  %456 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %410, <4 x half> %347, <4 x float> %455, i32 0, i32 0, i32 0)
  %457 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %413, <4 x half> %349, <4 x float> %456, i32 0, i32 0, i32 0)
  %458 = extractelement <4 x float> %457, i64 0
  %459 = extractelement <4 x float> %457, i64 1
  %460 = extractelement <4 x float> %457, i64 2
  %461 = extractelement <4 x float> %457, i64 3
  %462 = insertelement <4 x float> poison, float %327, i64 0
  %463 = insertelement <4 x float> %462, float %328, i64 1
  %464 = insertelement <4 x float> %463, float %329, i64 2
  %465 = insertelement <4 x float> %464, float %330, i64 3
  %466 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %416, <4 x half> %343, <4 x float> %465, i32 0, i32 0, i32 0)
  %467 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %419, <4 x half> %345, <4 x float> %466, i32 0, i32 0, i32 0)
  %468 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %422, <4 x half> %347, <4 x float> %467, i32 0, i32 0, i32 0)
  %469 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %425, <4 x half> %349, <4 x float> %468, i32 0, i32 0, i32 0)
  %470 = extractelement <4 x float> %469, i64 0
  %471 = extractelement <4 x float> %469, i64 1
  %472 = extractelement <4 x float> %469, i64 2
  %473 = extractelement <4 x float> %469, i64 3
  tail call void @llvm.amdgcn.s.waitcnt(i32 49279)
  tail call void @llvm.amdgcn.s.barrier()
  %474 = shufflevector <8 x half> %338, <8 x half> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x half> %474, ptr addrspace(3) %82, align 8
  %475 = shufflevector <8 x half> %341, <8 x half> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x half> %475, ptr addrspace(3) %84, align 8
  %476 = shufflevector <8 x half> %338, <8 x half> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x half> %476, ptr addrspace(3) %87, align 8
  %477 = shufflevector <8 x half> %341, <8 x half> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x half> %477, ptr addrspace(3) %89, align 8
  store <4 x i32> %351, ptr addrspace(3) %91, align 16
  store <4 x i32> %353, ptr addrspace(3) %92, align 16
  %478 = add nuw nsw i32 %331, 1
  %exitcond.not = icmp eq i32 %478, %smax
  br i1 %exitcond.not, label %._crit_edge, label %314, !llvm.loop !2

._crit_edge:
  %479 = phi float [ 0.000000e+00, %11 ], [ %248, %.lr.ph ], [ %434, %314 ]
  %480 = phi float [ 0.000000e+00, %11 ], [ %249, %.lr.ph ], [ %435, %314 ]
  %481 = phi float [ 0.000000e+00, %11 ], [ %250, %.lr.ph ], [ %436, %314 ]
  %482 = phi float [ 0.000000e+00, %11 ], [ %251, %.lr.ph ], [ %437, %314 ]
  %483 = phi float [ 0.000000e+00, %11 ], [ %256, %.lr.ph ], [ %446, %314 ]
  %484 = phi float [ 0.000000e+00, %11 ], [ %257, %.lr.ph ], [ %447, %314 ]
  %485 = phi float [ 0.000000e+00, %11 ], [ %258, %.lr.ph ], [ %448, %314 ]
  %486 = phi float [ 0.000000e+00, %11 ], [ %259, %.lr.ph ], [ %449, %314 ]
  %487 = phi float [ 0.000000e+00, %11 ], [ %264, %.lr.ph ], [ %458, %314 ]
  %488 = phi float [ 0.000000e+00, %11 ], [ %265, %.lr.ph ], [ %459, %314 ]
  %489 = phi float [ 0.000000e+00, %11 ], [ %266, %.lr.ph ], [ %460, %314 ]
  %490 = phi float [ 0.000000e+00, %11 ], [ %267, %.lr.ph ], [ %461, %314 ]
  %491 = phi float [ 0.000000e+00, %11 ], [ %272, %.lr.ph ], [ %470, %314 ]
  %492 = phi float [ 0.000000e+00, %11 ], [ %273, %.lr.ph ], [ %471, %314 ]
  %493 = phi float [ 0.000000e+00, %11 ], [ %274, %.lr.ph ], [ %472, %314 ]
  %494 = phi float [ 0.000000e+00, %11 ], [ %275, %.lr.ph ], [ %473, %314 ]
  tail call void @llvm.amdgcn.s.waitcnt(i32 49279)
  tail call void @llvm.amdgcn.s.barrier()
  %495 = and i32 %18, 128
  %496 = lshr i32 %18, 1
  br i1 %53, label %497, label %._crit_edge._crit_edge

497:
  %498 = and i32 %496, 32
  %499 = and i32 %18, 48
  %500 = shl nuw nsw i32 %499, 5
  %501 = shl nuw nsw i32 %29, 1
  %502 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %498
  %503 = getelementptr inbounds nuw i8, ptr addrspace(3) %502, i32 %500
  %504 = getelementptr inbounds nuw i8, ptr addrspace(3) %503, i32 %501
  %505 = getelementptr inbounds nuw i8, ptr addrspace(3) %504, i32 6592
  %506 = load <1 x half>, ptr addrspace(3) %505, align 2
  %507 = shufflevector <1 x half> %506, <1 x half> poison, <4 x i32> <i32 0, i32 poison, i32 poison, i32 poison>
  %508 = getelementptr inbounds nuw i8, ptr addrspace(3) %504, i32 6464
  %509 = load <1 x half>, ptr addrspace(3) %508, align 2
  %510 = shufflevector <1 x half> %509, <1 x half> poison, <4 x i32> <i32 0, i32 poison, i32 poison, i32 poison>
  %511 = getelementptr inbounds nuw i8, ptr addrspace(3) %504, i32 6336
  %512 = load <1 x half>, ptr addrspace(3) %511, align 2
  %513 = getelementptr inbounds nuw i8, ptr addrspace(3) %504, i32 6208
  %514 = load <1 x half>, ptr addrspace(3) %513, align 2
  %515 = getelementptr inbounds nuw i8, ptr addrspace(3) %504, i32 4544
  %516 = load <1 x half>, ptr addrspace(3) %515, align 2
  %517 = shufflevector <1 x half> %516, <1 x half> poison, <4 x i32> <i32 0, i32 poison, i32 poison, i32 poison>
  %518 = getelementptr inbounds nuw i8, ptr addrspace(3) %504, i32 4416
  %519 = load <1 x half>, ptr addrspace(3) %518, align 2
  %520 = shufflevector <1 x half> %519, <1 x half> poison, <4 x i32> <i32 0, i32 poison, i32 poison, i32 poison>
  %521 = getelementptr inbounds nuw i8, ptr addrspace(3) %504, i32 4288
  %522 = load <1 x half>, ptr addrspace(3) %521, align 2
  %523 = getelementptr inbounds nuw i8, ptr addrspace(3) %504, i32 4160
  %524 = load <1 x half>, ptr addrspace(3) %523, align 2
  %525 = getelementptr inbounds nuw i8, ptr addrspace(3) %504, i32 2496
  %526 = load <1 x half>, ptr addrspace(3) %525, align 2
  %527 = shufflevector <1 x half> %526, <1 x half> poison, <4 x i32> <i32 0, i32 poison, i32 poison, i32 poison>
  %528 = getelementptr inbounds nuw i8, ptr addrspace(3) %504, i32 2368
  %529 = load <1 x half>, ptr addrspace(3) %528, align 2
  %530 = shufflevector <1 x half> %529, <1 x half> poison, <4 x i32> <i32 0, i32 poison, i32 poison, i32 poison>
  %531 = getelementptr inbounds nuw i8, ptr addrspace(3) %504, i32 2240
  %532 = load <1 x half>, ptr addrspace(3) %531, align 2
  %533 = getelementptr inbounds nuw i8, ptr addrspace(3) %504, i32 2112
  %534 = load <1 x half>, ptr addrspace(3) %533, align 2
  %535 = getelementptr inbounds nuw i8, ptr addrspace(3) %504, i32 448
  %536 = load <1 x half>, ptr addrspace(3) %535, align 2
  %537 = shufflevector <1 x half> %536, <1 x half> poison, <4 x i32> <i32 0, i32 poison, i32 poison, i32 poison>
  %538 = getelementptr inbounds nuw i8, ptr addrspace(3) %504, i32 320
  %539 = load <1 x half>, ptr addrspace(3) %538, align 2
  %540 = shufflevector <1 x half> %539, <1 x half> poison, <4 x i32> <i32 0, i32 poison, i32 poison, i32 poison>
  %541 = getelementptr inbounds nuw i8, ptr addrspace(3) %504, i32 192
  %542 = load <1 x half>, ptr addrspace(3) %541, align 2
  %543 = getelementptr inbounds nuw i8, ptr addrspace(3) %504, i32 64
  %544 = load <1 x half>, ptr addrspace(3) %543, align 2
  %545 = getelementptr inbounds nuw i8, ptr addrspace(3) %504, i32 6528
  %546 = load <1 x half>, ptr addrspace(3) %545, align 2
  %547 = shufflevector <1 x half> %546, <1 x half> poison, <4 x i32> <i32 0, i32 poison, i32 poison, i32 poison>
  %548 = getelementptr inbounds nuw i8, ptr addrspace(3) %504, i32 6400
  %549 = load <1 x half>, ptr addrspace(3) %548, align 2
  %550 = shufflevector <1 x half> %549, <1 x half> poison, <4 x i32> <i32 0, i32 poison, i32 poison, i32 poison>
  %551 = getelementptr inbounds nuw i8, ptr addrspace(3) %504, i32 6272
  %552 = load <1 x half>, ptr addrspace(3) %551, align 2
  %553 = getelementptr inbounds nuw i8, ptr addrspace(3) %504, i32 6144
  %554 = load <1 x half>, ptr addrspace(3) %553, align 2
  %555 = getelementptr inbounds nuw i8, ptr addrspace(3) %504, i32 4480
  %556 = load <1 x half>, ptr addrspace(3) %555, align 2
  %557 = shufflevector <1 x half> %556, <1 x half> poison, <4 x i32> <i32 0, i32 poison, i32 poison, i32 poison>
  %558 = getelementptr inbounds nuw i8, ptr addrspace(3) %504, i32 4352
  %559 = load <1 x half>, ptr addrspace(3) %558, align 2
  %560 = shufflevector <1 x half> %559, <1 x half> poison, <4 x i32> <i32 0, i32 poison, i32 poison, i32 poison>
  %561 = getelementptr inbounds nuw i8, ptr addrspace(3) %504, i32 4224
  %562 = load <1 x half>, ptr addrspace(3) %561, align 2
  %563 = getelementptr inbounds nuw i8, ptr addrspace(3) %504, i32 4096
  %564 = load <1 x half>, ptr addrspace(3) %563, align 2
  %565 = getelementptr inbounds nuw i8, ptr addrspace(3) %504, i32 2432
  %566 = load <1 x half>, ptr addrspace(3) %565, align 2
  %567 = shufflevector <1 x half> %566, <1 x half> poison, <4 x i32> <i32 0, i32 poison, i32 poison, i32 poison>
  %568 = getelementptr inbounds nuw i8, ptr addrspace(3) %504, i32 2304
  %569 = load <1 x half>, ptr addrspace(3) %568, align 2
  %570 = shufflevector <1 x half> %569, <1 x half> poison, <4 x i32> <i32 0, i32 poison, i32 poison, i32 poison>
  %571 = getelementptr inbounds nuw i8, ptr addrspace(3) %504, i32 2176
  %572 = load <1 x half>, ptr addrspace(3) %571, align 2
  %573 = getelementptr inbounds nuw i8, ptr addrspace(3) %504, i32 2048
  %574 = load <1 x half>, ptr addrspace(3) %573, align 2
  %575 = getelementptr inbounds nuw i8, ptr addrspace(3) %504, i32 384
  %576 = load <1 x half>, ptr addrspace(3) %575, align 2
  %577 = shufflevector <1 x half> %576, <1 x half> poison, <4 x i32> <i32 0, i32 poison, i32 poison, i32 poison>
  %578 = getelementptr inbounds nuw i8, ptr addrspace(3) %504, i32 256
  %579 = load <1 x half>, ptr addrspace(3) %578, align 2
  %580 = shufflevector <1 x half> %579, <1 x half> poison, <4 x i32> <i32 0, i32 poison, i32 poison, i32 poison>
  %581 = getelementptr inbounds nuw i8, ptr addrspace(3) %504, i32 128
  %582 = load <1 x half>, ptr addrspace(3) %581, align 2
  %583 = load <1 x half>, ptr addrspace(3) %504, align 2
  %584 = shl nuw nsw i32 %495, 4
  %585 = mul nuw nsw i32 %29, 136
  %586 = lshr exact i32 %499, 1
  %587 = xor i32 %585, %586
  %588 = or disjoint i32 %587, %584
  %589 = xor i32 %588, 96
  %590 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %589
  %591 = getelementptr inbounds nuw i8, ptr addrspace(3) %590, i32 4096
  %592 = load <4 x half>, ptr addrspace(3) %591, align 8
  %593 = load <4 x half>, ptr addrspace(3) %590, align 8
  %594 = xor i32 %588, 64
  %595 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %594
  %596 = getelementptr inbounds nuw i8, ptr addrspace(3) %595, i32 4096
  %597 = load <4 x half>, ptr addrspace(3) %596, align 8
  %598 = load <4 x half>, ptr addrspace(3) %595, align 8
  %599 = xor i32 %588, 32
  %600 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %599
  %601 = getelementptr inbounds nuw i8, ptr addrspace(3) %600, i32 4096
  %602 = load <4 x half>, ptr addrspace(3) %601, align 8
  %603 = load <4 x half>, ptr addrspace(3) %600, align 8
  %604 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %588
  %605 = getelementptr inbounds nuw i8, ptr addrspace(3) %604, i32 4096
  %606 = load <4 x half>, ptr addrspace(3) %605, align 8
  %607 = load <4 x half>, ptr addrspace(3) %604, align 8
  %608 = shufflevector <1 x half> %583, <1 x half> %582, <4 x i32> <i32 0, i32 1, i32 poison, i32 poison>
  %609 = shufflevector <4 x half> %608, <4 x half> %580, <4 x i32> <i32 0, i32 1, i32 4, i32 poison>
  %610 = shufflevector <4 x half> %609, <4 x half> %577, <4 x i32> <i32 0, i32 1, i32 2, i32 4>
  %611 = shufflevector <1 x half> %574, <1 x half> %572, <4 x i32> <i32 0, i32 1, i32 poison, i32 poison>
  %612 = shufflevector <4 x half> %611, <4 x half> %570, <4 x i32> <i32 0, i32 1, i32 4, i32 poison>
  %613 = shufflevector <4 x half> %612, <4 x half> %567, <4 x i32> <i32 0, i32 1, i32 2, i32 4>
  %614 = shufflevector <1 x half> %564, <1 x half> %562, <4 x i32> <i32 0, i32 1, i32 poison, i32 poison>
  %615 = shufflevector <4 x half> %614, <4 x half> %560, <4 x i32> <i32 0, i32 1, i32 4, i32 poison>
  %616 = shufflevector <4 x half> %615, <4 x half> %557, <4 x i32> <i32 0, i32 1, i32 2, i32 4>
  %617 = shufflevector <1 x half> %554, <1 x half> %552, <4 x i32> <i32 0, i32 1, i32 poison, i32 poison>
  %618 = shufflevector <4 x half> %617, <4 x half> %550, <4 x i32> <i32 0, i32 1, i32 4, i32 poison>
  %619 = shufflevector <4 x half> %618, <4 x half> %547, <4 x i32> <i32 0, i32 1, i32 2, i32 4>
  %620 = shufflevector <1 x half> %544, <1 x half> %542, <4 x i32> <i32 0, i32 1, i32 poison, i32 poison>
  %621 = shufflevector <4 x half> %620, <4 x half> %540, <4 x i32> <i32 0, i32 1, i32 4, i32 poison>
  %622 = shufflevector <4 x half> %621, <4 x half> %537, <4 x i32> <i32 0, i32 1, i32 2, i32 4>
  %623 = shufflevector <1 x half> %534, <1 x half> %532, <4 x i32> <i32 0, i32 1, i32 poison, i32 poison>
  %624 = shufflevector <4 x half> %623, <4 x half> %530, <4 x i32> <i32 0, i32 1, i32 4, i32 poison>
  %625 = shufflevector <4 x half> %624, <4 x half> %527, <4 x i32> <i32 0, i32 1, i32 2, i32 4>
  %626 = shufflevector <1 x half> %524, <1 x half> %522, <4 x i32> <i32 0, i32 1, i32 poison, i32 poison>
  %627 = shufflevector <4 x half> %626, <4 x half> %520, <4 x i32> <i32 0, i32 1, i32 4, i32 poison>
  %628 = shufflevector <4 x half> %627, <4 x half> %517, <4 x i32> <i32 0, i32 1, i32 2, i32 4>
  %629 = shufflevector <1 x half> %514, <1 x half> %512, <4 x i32> <i32 0, i32 1, i32 poison, i32 poison>
  %630 = shufflevector <4 x half> %629, <4 x half> %510, <4 x i32> <i32 0, i32 1, i32 4, i32 poison>
  %631 = shufflevector <4 x half> %630, <4 x half> %507, <4 x i32> <i32 0, i32 1, i32 2, i32 4>
  %632 = insertelement <4 x float> poison, float %479, i64 0
  %633 = insertelement <4 x float> %632, float %480, i64 1
  %634 = insertelement <4 x float> %633, float %481, i64 2
  %635 = insertelement <4 x float> %634, float %482, i64 3
  %636 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %610, <4 x half> %607, <4 x float> %635, i32 0, i32 0, i32 0)
  %637 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %613, <4 x half> %603, <4 x float> %636, i32 0, i32 0, i32 0)
  %638 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %616, <4 x half> %598, <4 x float> %637, i32 0, i32 0, i32 0)
  %639 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %619, <4 x half> %593, <4 x float> %638, i32 0, i32 0, i32 0)
  %640 = extractelement <4 x float> %639, i64 0
  %641 = extractelement <4 x float> %639, i64 1
  %642 = extractelement <4 x float> %639, i64 2
  %643 = extractelement <4 x float> %639, i64 3
  %644 = insertelement <4 x float> poison, float %483, i64 0
  %645 = insertelement <4 x float> %644, float %484, i64 1
  %646 = insertelement <4 x float> %645, float %485, i64 2
  %647 = insertelement <4 x float> %646, float %486, i64 3
  %648 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %622, <4 x half> %607, <4 x float> %647, i32 0, i32 0, i32 0)
  %649 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %625, <4 x half> %603, <4 x float> %648, i32 0, i32 0, i32 0)
  %650 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %628, <4 x half> %598, <4 x float> %649, i32 0, i32 0, i32 0)
  %651 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %631, <4 x half> %593, <4 x float> %650, i32 0, i32 0, i32 0)
  %652 = extractelement <4 x float> %651, i64 0
  %653 = extractelement <4 x float> %651, i64 1
  %654 = extractelement <4 x float> %651, i64 2
  %655 = extractelement <4 x float> %651, i64 3
  %656 = insertelement <4 x float> poison, float %487, i64 0
  %657 = insertelement <4 x float> %656, float %488, i64 1
  %658 = insertelement <4 x float> %657, float %489, i64 2
  %659 = insertelement <4 x float> %658, float %490, i64 3
  %660 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %610, <4 x half> %606, <4 x float> %659, i32 0, i32 0, i32 0)
  %661 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %613, <4 x half> %602, <4 x float> %660, i32 0, i32 0, i32 0)
  %662 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %616, <4 x half> %597, <4 x float> %661, i32 0, i32 0, i32 0)
  %663 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %619, <4 x half> %592, <4 x float> %662, i32 0, i32 0, i32 0)
  %664 = extractelement <4 x float> %663, i64 0
  %665 = extractelement <4 x float> %663, i64 1
  %666 = extractelement <4 x float> %663, i64 2
  %667 = extractelement <4 x float> %663, i64 3
  %668 = insertelement <4 x float> poison, float %491, i64 0
  %669 = insertelement <4 x float> %668, float %492, i64 1
  %670 = insertelement <4 x float> %669, float %493, i64 2
  %671 = insertelement <4 x float> %670, float %494, i64 3
  %672 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %622, <4 x half> %606, <4 x float> %671, i32 0, i32 0, i32 0)
  %673 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %625, <4 x half> %602, <4 x float> %672, i32 0, i32 0, i32 0)
  %674 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %628, <4 x half> %597, <4 x float> %673, i32 0, i32 0, i32 0)
  %675 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %631, <4 x half> %592, <4 x float> %674, i32 0, i32 0, i32 0)
  %676 = extractelement <4 x float> %675, i64 0
  %677 = extractelement <4 x float> %675, i64 1
  %678 = extractelement <4 x float> %675, i64 2
  %679 = extractelement <4 x float> %675, i64 3
  br label %._crit_edge._crit_edge

._crit_edge._crit_edge:
  %680 = phi float [ %679, %497 ], [ %494, %._crit_edge ]
  %681 = phi float [ %678, %497 ], [ %493, %._crit_edge ]
  %682 = phi float [ %677, %497 ], [ %492, %._crit_edge ]
  %683 = phi float [ %676, %497 ], [ %491, %._crit_edge ]
  %684 = phi float [ %667, %497 ], [ %490, %._crit_edge ]
  %685 = phi float [ %666, %497 ], [ %489, %._crit_edge ]
  %686 = phi float [ %665, %497 ], [ %488, %._crit_edge ]
  %687 = phi float [ %664, %497 ], [ %487, %._crit_edge ]
  %688 = phi float [ %655, %497 ], [ %486, %._crit_edge ]
  %689 = phi float [ %654, %497 ], [ %485, %._crit_edge ]
  %690 = phi float [ %653, %497 ], [ %484, %._crit_edge ]
  %691 = phi float [ %652, %497 ], [ %483, %._crit_edge ]
  %692 = phi float [ %643, %497 ], [ %482, %._crit_edge ]
  %693 = phi float [ %642, %497 ], [ %481, %._crit_edge ]
  %694 = phi float [ %641, %497 ], [ %480, %._crit_edge ]
  %695 = phi float [ %640, %497 ], [ %479, %._crit_edge ]
  %696 = icmp slt i32 %36, %3
  %697 = icmp slt i32 %37, %3
  %698 = icmp slt i32 %38, %3
  %699 = icmp slt i32 %39, %3
  %700 = icmp slt i32 %43, %4
  %701 = and i1 %696, %700
  %702 = and i1 %697, %700
  %703 = and i1 %698, %700
  %704 = and i1 %699, %700
  %705 = mul i32 %17, %8
  %706 = mul i32 %8, %24
  %707 = mul i32 %8, %25
  %708 = mul i32 %8, %26
  %709 = add i32 %705, %41
  %710 = or disjoint i32 %709, %30
  %711 = add i32 %710, %706
  %712 = or disjoint i32 %709, %31
  %713 = add i32 %712, %706
  %714 = or disjoint i32 %709, %32
  %715 = add i32 %714, %706
  %716 = or disjoint i32 %709, %33
  %717 = add i32 %716, %706
  %718 = add i32 %710, %707
  %719 = add i32 %712, %707
  %720 = add i32 %714, %707
  %721 = add i32 %716, %707
  %722 = add i32 %710, %708
  %723 = add i32 %712, %708
  %724 = add i32 %714, %708
  %725 = add i32 %716, %708
  tail call void @llvm.amdgcn.s.waitcnt(i32 49279)
  tail call void @llvm.amdgcn.s.barrier()
  %726 = and i32 %18, 14
  %727 = shl nuw nsw i32 %726, 7
  %728 = shl nuw nsw i32 %726, 3
  %729 = and i32 %496, 48
  %730 = and i32 %18, 1
  %731 = shl nuw nsw i32 %730, 11
  %732 = and i32 %18, 16
  %733 = shl nuw nsw i32 %732, 8
  %734 = or disjoint i32 %727, %731
  %735 = or disjoint i32 %733, %495
  %736 = or disjoint i32 %734, %735
  %737 = xor i32 %728, %729
  %738 = or disjoint i32 %736, %737
  %739 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %738
  %740 = insertelement <4 x float> poison, float %695, i64 0
  %741 = insertelement <4 x float> %740, float %694, i64 1
  %742 = insertelement <4 x float> %741, float %693, i64 2
  %743 = insertelement <4 x float> %742, float %692, i64 3
  store <4 x float> %743, ptr addrspace(3) %739, align 16
  %744 = xor i32 %738, 64
  %745 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %744
  %746 = insertelement <4 x float> poison, float %691, i64 0
  %747 = insertelement <4 x float> %746, float %690, i64 1
  %748 = insertelement <4 x float> %747, float %689, i64 2
  %749 = insertelement <4 x float> %748, float %688, i64 3
  store <4 x float> %749, ptr addrspace(3) %745, align 16
  fence syncscope("workgroup") release
  tail call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %750 = and i32 %27, 1904
  %751 = and i32 %496, 112
  %752 = shl nuw nsw i32 %730, 12
  %753 = shl nuw nsw i32 %732, 7
  %754 = xor i32 %750, %751
  %755 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %752
  %756 = getelementptr inbounds nuw i8, ptr addrspace(3) %755, i32 %753
  %757 = getelementptr inbounds nuw i8, ptr addrspace(3) %756, i32 %754
  %758 = load <4 x float>, ptr addrspace(3) %757, align 16
  %759 = getelementptr inbounds nuw i8, ptr addrspace(3) %757, i32 128
  %760 = load <4 x float>, ptr addrspace(3) %759, align 16
  %761 = extractelement <4 x float> %760, i64 0
  %762 = extractelement <4 x float> %760, i64 1
  %763 = extractelement <4 x float> %760, i64 2
  %764 = extractelement <4 x float> %760, i64 3
  fence syncscope("workgroup") release
  tail call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %765 = insertelement <4 x float> poison, float %687, i64 0
  %766 = insertelement <4 x float> %765, float %686, i64 1
  %767 = insertelement <4 x float> %766, float %685, i64 2
  %768 = insertelement <4 x float> %767, float %684, i64 3
  store <4 x float> %768, ptr addrspace(3) %739, align 16
  %769 = insertelement <4 x float> poison, float %683, i64 0
  %770 = insertelement <4 x float> %769, float %682, i64 1
  %771 = insertelement <4 x float> %770, float %681, i64 2
  %772 = insertelement <4 x float> %771, float %680, i64 3
  store <4 x float> %772, ptr addrspace(3) %745, align 16
  fence syncscope("workgroup") release
  tail call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %773 = load <4 x float>, ptr addrspace(3) %757, align 16
  %774 = extractelement <4 x float> %773, i64 0
  %775 = extractelement <4 x float> %773, i64 1
  %776 = extractelement <4 x float> %773, i64 2
  %777 = extractelement <4 x float> %773, i64 3
  %778 = load <4 x float>, ptr addrspace(3) %759, align 16
  %779 = extractelement <4 x float> %778, i64 0
  %780 = extractelement <4 x float> %778, i64 1
  %781 = extractelement <4 x float> %778, i64 2
  %782 = extractelement <4 x float> %778, i64 3
  %783 = sext i32 %711 to i64
  %784 = getelementptr float, ptr addrspace(1) %2, i64 %783
  %785 = sext i32 %713 to i64
  %786 = getelementptr float, ptr addrspace(1) %2, i64 %785
  %787 = sext i32 %715 to i64
  %788 = getelementptr float, ptr addrspace(1) %2, i64 %787
  %789 = sext i32 %717 to i64
  %790 = getelementptr float, ptr addrspace(1) %2, i64 %789
  %791 = sext i32 %718 to i64
  %792 = getelementptr float, ptr addrspace(1) %2, i64 %791
  %793 = sext i32 %719 to i64
  %794 = getelementptr float, ptr addrspace(1) %2, i64 %793
  %795 = sext i32 %720 to i64
  %796 = getelementptr float, ptr addrspace(1) %2, i64 %795
  %797 = sext i32 %721 to i64
  %798 = getelementptr float, ptr addrspace(1) %2, i64 %797
  %799 = sext i32 %722 to i64
  %800 = getelementptr float, ptr addrspace(1) %2, i64 %799
  %801 = sext i32 %723 to i64
  %802 = getelementptr float, ptr addrspace(1) %2, i64 %801
  %803 = sext i32 %724 to i64
  %804 = getelementptr float, ptr addrspace(1) %2, i64 %803
  %805 = sext i32 %725 to i64
  %806 = getelementptr float, ptr addrspace(1) %2, i64 %805
  br i1 %701, label %.critedge, label %.critedge2

.critedge:
  %807 = mul i32 %8, %23
  %808 = add i32 %807, %33
  %809 = add i32 %808, %709
  %810 = sext i32 %809 to i64
  %811 = getelementptr float, ptr addrspace(1) %2, i64 %810
  %812 = add i32 %807, %32
  %813 = add i32 %812, %709
  %814 = sext i32 %813 to i64
  %815 = getelementptr float, ptr addrspace(1) %2, i64 %814
  %816 = add i32 %807, %31
  %817 = add i32 %816, %709
  %818 = sext i32 %817 to i64
  %819 = getelementptr float, ptr addrspace(1) %2, i64 %818
  %820 = add i32 %807, %30
  %821 = add i32 %820, %709
  %822 = sext i32 %821 to i64
  %823 = getelementptr float, ptr addrspace(1) %2, i64 %822
  %824 = extractelement <4 x float> %758, i64 3
  %825 = extractelement <4 x float> %758, i64 2
  %826 = extractelement <4 x float> %758, i64 1
  %827 = extractelement <4 x float> %758, i64 0
  %828 = atomicrmw fadd ptr addrspace(1) %823, float %827 syncscope("agent") monotonic, align 4
  %829 = atomicrmw fadd ptr addrspace(1) %819, float %826 syncscope("agent") monotonic, align 4
  %830 = atomicrmw fadd ptr addrspace(1) %815, float %825 syncscope("agent") monotonic, align 4
  %831 = atomicrmw fadd ptr addrspace(1) %811, float %824 syncscope("agent") monotonic, align 4
  br label %.critedge2

.critedge2:
  br i1 %702, label %.critedge4, label %.critedge6

.critedge4:
  %832 = atomicrmw fadd ptr addrspace(1) %784, float %761 syncscope("agent") monotonic, align 4
  %833 = atomicrmw fadd ptr addrspace(1) %786, float %762 syncscope("agent") monotonic, align 4
  %834 = atomicrmw fadd ptr addrspace(1) %788, float %763 syncscope("agent") monotonic, align 4
  %835 = atomicrmw fadd ptr addrspace(1) %790, float %764 syncscope("agent") monotonic, align 4
  br label %.critedge6

.critedge6:
  br i1 %703, label %.critedge8, label %.critedge10

.critedge8:
  %836 = atomicrmw fadd ptr addrspace(1) %792, float %774 syncscope("agent") monotonic, align 4
  %837 = atomicrmw fadd ptr addrspace(1) %794, float %775 syncscope("agent") monotonic, align 4
  %838 = atomicrmw fadd ptr addrspace(1) %796, float %776 syncscope("agent") monotonic, align 4
  %839 = atomicrmw fadd ptr addrspace(1) %798, float %777 syncscope("agent") monotonic, align 4
  br label %.critedge10

.critedge10:
  br i1 %704, label %.critedge12, label %.critedge14

.critedge12:
  %840 = atomicrmw fadd ptr addrspace(1) %800, float %779 syncscope("agent") monotonic, align 4
  %841 = atomicrmw fadd ptr addrspace(1) %802, float %780 syncscope("agent") monotonic, align 4
  %842 = atomicrmw fadd ptr addrspace(1) %804, float %781 syncscope("agent") monotonic, align 4
  %843 = atomicrmw fadd ptr addrspace(1) %806, float %782 syncscope("agent") monotonic, align 4
  br label %.critedge14

.critedge14:
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

attributes #0 = { nofree norecurse nounwind "amdgpu-agpr-alloc"="0" "amdgpu-flat-work-group-size"="1,256" "amdgpu-no-cluster-id-x" "amdgpu-no-cluster-id-y" "amdgpu-no-cluster-id-z" "amdgpu-no-completion-action" "amdgpu-no-default-queue" "amdgpu-no-dispatch-id" "amdgpu-no-dispatch-ptr" "amdgpu-no-flat-scratch-init" "amdgpu-no-heap-ptr" "amdgpu-no-hostcall-ptr" "amdgpu-no-implicitarg-ptr" "amdgpu-no-lds-kernel-id" "amdgpu-no-multigrid-sync-arg" "amdgpu-no-queue-ptr" "amdgpu-no-workgroup-id-x" "amdgpu-no-workgroup-id-z" "amdgpu-no-workitem-id-x" "amdgpu-no-workitem-id-y" "amdgpu-no-workitem-id-z" "amdgpu-waves-per-eu"="0, 0" "denormal-fp-math-f32"="ieee" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: read) }
attributes #3 = { mustprogress nocallback nofree nounwind willreturn }
attributes #4 = { convergent mustprogress nocallback nofree nounwind willreturn }
attributes #5 = { convergent mustprogress nocallback nofree nosync nounwind willreturn memory(none) }

!llvm.module.flags = !{!0, !1}

!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = !{i32 1, !"amdhsa_code_object_version", i32 500}
!2 = distinct !{!2, !3}
!3 = !{!"llvm.loop.peeled.count", i32 1}
