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
  %.frozen292 = freeze i32 %21
  %24 = sdiv i32 %.frozen, %.frozen292
  %25 = mul i32 %24, %.frozen292
  %.decomposed = sub i32 %.frozen, %25
  %26 = add i32 %19, %.decomposed
  %27 = shl i32 %26, 6
  %28 = tail call i32 @llvm.amdgcn.workitem.id.x()
  %29 = and i32 %28, 15
  %30 = and i32 %28, 128
  %31 = lshr i32 %28, 3
  %32 = and i32 %31, 31
  %33 = or disjoint i32 %32, 32
  %34 = and i32 %28, 112
  %35 = shl nuw nsw i32 %28, 3
  %36 = and i32 %35, 56
  %37 = or disjoint i32 %27, %32
  %38 = or disjoint i32 %27, %33
  %39 = shl i32 %24, 6
  %40 = or disjoint i32 %39, %36
  %41 = srem i32 %37, %3
  %42 = srem i32 %38, %3
  %43 = mul i32 %41, %6
  %44 = mul i32 %42, %6
  %45 = add i32 %43, %36
  %46 = add i32 %44, %36
  %47 = add i32 %5, 63
  %48 = icmp sgt i32 %47, 63
  %49 = tail call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %0, i16 0, i64 2147483646, i32 159744)
  %50 = shl i32 %45, 1
  %51 = select i1 %48, i32 %50, i32 -2147483648
  %52 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %49, i32 %51, i32 0, i32 0)
  %53 = shl i32 %46, 1
  %54 = select i1 %48, i32 %53, i32 -2147483648
  %55 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %49, i32 %54, i32 0, i32 0)
  %56 = srem i32 %40, %4
  %57 = mul i32 %7, %32
  %58 = mul i32 %7, %33
  %59 = add i32 %56, %57
  %60 = add i32 %56, %58
  %61 = tail call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %1, i16 0, i64 2147483646, i32 159744)
  %62 = shl i32 %59, 1
  %63 = select i1 %48, i32 %62, i32 -2147483648
  %64 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %61, i32 %63, i32 0, i32 0)
  %65 = shl i32 %60, 1
  %66 = select i1 %48, i32 %65, i32 -2147483648
  %67 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %61, i32 %66, i32 0, i32 0)
  %68 = shl i32 %7, 6
  %69 = shl nuw nsw i32 %28, 4
  %70 = and i32 %69, 4080
  %71 = xor i32 %70, %34
  %72 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %71
  store <4 x i32> %52, ptr addrspace(3) %72, align 16
  %73 = or disjoint i32 %71, 4096
  %74 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %73
  store <4 x i32> %55, ptr addrspace(3) %74, align 16
  %75 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 16384), i32 %71
  store <4 x i32> %64, ptr addrspace(3) %75, align 16
  %76 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 16384), i32 %73
  store <4 x i32> %67, ptr addrspace(3) %76, align 16
  %77 = icmp sgt i32 %47, 127
  %78 = add i32 %45, 64
  %79 = add i32 %46, 64
  %80 = shl i32 %78, 1
  %81 = select i1 %77, i32 %80, i32 -2147483648
  %82 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %49, i32 %81, i32 0, i32 0)
  %83 = shl i32 %79, 1
  %84 = select i1 %77, i32 %83, i32 -2147483648
  %85 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %49, i32 %84, i32 0, i32 0)
  %86 = add i32 %59, %68
  %87 = add i32 %60, %68
  %88 = shl i32 %86, 1
  %89 = select i1 %77, i32 %88, i32 -2147483648
  %90 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %61, i32 %89, i32 0, i32 0)
  %91 = shl i32 %87, 1
  %92 = select i1 %77, i32 %91, i32 -2147483648
  %93 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %61, i32 %92, i32 0, i32 0)
  tail call void @llvm.amdgcn.s.waitcnt(i32 49279)
  tail call void @llvm.amdgcn.s.barrier()
  %94 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %71
  store <4 x i32> %82, ptr addrspace(3) %94, align 16
  %95 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %73
  store <4 x i32> %85, ptr addrspace(3) %95, align 16
  %96 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 24576), i32 %71
  store <4 x i32> %90, ptr addrspace(3) %96, align 16
  %97 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 24576), i32 %73
  store <4 x i32> %93, ptr addrspace(3) %97, align 16
  %98 = icmp sgt i32 %47, 191
  br i1 %98, label %.lr.ph, label %.._crit_edge_crit_edge

.._crit_edge_crit_edge:                          
  %.pre = shl nuw nsw i32 %29, 7
  %.pre127 = and i32 %35, 112
  %.pre129 = and i32 %28, 48
  %.pre131 = shl nuw nsw i32 %30, 4
  %.pre133 = or disjoint i32 %.pre, %.pre127
  %.pre135 = xor i32 %.pre133, %.pre129
  %.pre137 = or disjoint i32 %.pre135, %.pre131
  %.pre139 = xor i32 %.pre137, 64
  %.pre141 = and i32 %35, 24
  %.pre143 = shl nuw nsw i32 %28, 5
  %.pre145 = and i32 %.pre143, 128
  %.pre147 = and i32 %28, 8
  %.pre149 = and i32 %28, 16
  %.pre151 = shl nuw nsw i32 %28, 6
  %.pre153 = and i32 %.pre151, 2048
  %.pre155 = lshr i32 %28, 1
  %.pre157 = and i32 %.pre155, 32
  %.pre159 = or disjoint i32 %.pre153, %.pre157
  %.pre161 = or disjoint i32 %.pre159, %.pre145
  br label %._crit_edge

.lr.ph:                                          
  %99 = lshr i32 %47, 6
  %100 = shl nuw nsw i32 %29, 7
  %101 = and i32 %35, 112
  %102 = and i32 %28, 48
  %103 = shl nuw nsw i32 %30, 4
  %104 = or disjoint i32 %100, %101
  %105 = xor i32 %104, %102
  %106 = or disjoint i32 %105, %103
  %107 = xor i32 %106, 64
  %108 = and i32 %35, 24
  %109 = shl nuw nsw i32 %28, 5
  %110 = and i32 %109, 128
  %111 = and i32 %28, 8
  %112 = icmp eq i32 %111, 0
  %113 = select i1 %112, i32 0, i32 272
  %114 = and i32 %28, 16
  %115 = icmp eq i32 %114, 0
  %116 = select i1 %115, i32 0, i32 1088
  %117 = shl nuw nsw i32 %28, 6
  %118 = and i32 %117, 2048
  %119 = lshr i32 %28, 1
  %120 = and i32 %119, 32
  %121 = xor i32 %113, %108
  %122 = or disjoint i32 %118, %120
  %123 = or disjoint i32 %122, %110
  %124 = or disjoint i32 %116, %121
  %125 = or disjoint i32 %124, %123
  %126 = xor i32 %125, 544
  %127 = xor i32 %125, 64
  %128 = xor i32 %125, 608
  %129 = add nsw i32 %99, -3
  br label %130

130:                                             
  %131 = phi ptr addrspace(3) [ getelementptr (i8, ptr addrspace(3) @global_smem, i32 24576), %.lr.ph ], [ %240, %130 ]
  %132 = phi ptr addrspace(3) [ getelementptr (i8, ptr addrspace(3) @global_smem, i32 16384), %.lr.ph ], [ %131, %130 ]
  %133 = phi ptr addrspace(3) [ getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), %.lr.ph ], [ %237, %130 ]
  %134 = phi ptr addrspace(3) [ @global_smem, %.lr.ph ], [ %133, %130 ]
  %135 = phi i32 [ 1, %.lr.ph ], [ %235, %130 ]
  %.pn47117 = phi i32 [ %87, %.lr.ph ], [ %156, %130 ]
  %.pn63116 = phi i32 [ %86, %.lr.ph ], [ %155, %130 ]
  %.pn15115 = phi i32 [ %79, %.lr.ph ], [ %154, %130 ]
  %.pn31114 = phi i32 [ %78, %.lr.ph ], [ %153, %130 ]
  %136 = phi float [ 0.000000e+00, %.lr.ph ], [ %199, %130 ]
  %137 = phi float [ 0.000000e+00, %.lr.ph ], [ %200, %130 ]
  %138 = phi float [ 0.000000e+00, %.lr.ph ], [ %201, %130 ]
  %139 = phi float [ 0.000000e+00, %.lr.ph ], [ %202, %130 ]
  %140 = phi float [ 0.000000e+00, %.lr.ph ], [ %209, %130 ]
  %141 = phi float [ 0.000000e+00, %.lr.ph ], [ %210, %130 ]
  %142 = phi float [ 0.000000e+00, %.lr.ph ], [ %211, %130 ]
  %143 = phi float [ 0.000000e+00, %.lr.ph ], [ %212, %130 ]
  %144 = phi float [ 0.000000e+00, %.lr.ph ], [ %219, %130 ]
  %145 = phi float [ 0.000000e+00, %.lr.ph ], [ %220, %130 ]
  %146 = phi float [ 0.000000e+00, %.lr.ph ], [ %221, %130 ]
  %147 = phi float [ 0.000000e+00, %.lr.ph ], [ %222, %130 ]
  %148 = phi float [ 0.000000e+00, %.lr.ph ], [ %229, %130 ]
  %149 = phi float [ 0.000000e+00, %.lr.ph ], [ %230, %130 ]
  %150 = phi float [ 0.000000e+00, %.lr.ph ], [ %231, %130 ]
  %151 = phi float [ 0.000000e+00, %.lr.ph ], [ %232, %130 ]
  %152 = phi i32 [ 0, %.lr.ph ], [ %243, %130 ]
  %153 = add i32 %.pn31114, 64
  %154 = add i32 %.pn15115, 64
  %155 = add i32 %.pn63116, %68
  %156 = add i32 %.pn47117, %68
  %157 = shl i32 %153, 1
  %158 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %49, i32 %157, i32 0, i32 0)
  %159 = shl i32 %154, 1
  %160 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %49, i32 %159, i32 0, i32 0)
  tail call void @llvm.amdgcn.s.waitcnt(i32 49279)
  tail call void @llvm.amdgcn.s.barrier()
  %161 = getelementptr inbounds nuw i8, ptr addrspace(3) %134, i32 %106
  %162 = load <8 x half>, ptr addrspace(3) %161, align 16
  %163 = getelementptr inbounds nuw i8, ptr addrspace(3) %161, i32 4096
  %164 = load <8 x half>, ptr addrspace(3) %163, align 16
  %165 = getelementptr inbounds nuw i8, ptr addrspace(3) %134, i32 %107
  %166 = load <8 x half>, ptr addrspace(3) %165, align 16
  %167 = getelementptr inbounds nuw i8, ptr addrspace(3) %165, i32 4096
  %168 = load <8 x half>, ptr addrspace(3) %167, align 16
  %169 = shl i32 %155, 1
  %170 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %61, i32 %169, i32 0, i32 0)
  %171 = shl i32 %156, 1
  %172 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %61, i32 %171, i32 0, i32 0)
  %173 = getelementptr inbounds nuw i8, ptr addrspace(3) %132, i32 %125
  %174 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) %173)
  %175 = getelementptr inbounds nuw i8, ptr addrspace(3) %173, i32 4096
  %176 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) nonnull %175)
  %177 = getelementptr inbounds nuw i8, ptr addrspace(3) %132, i32 %126
  %178 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) %177)
  %179 = getelementptr inbounds nuw i8, ptr addrspace(3) %177, i32 4096
  %180 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) nonnull %179)
  %181 = getelementptr inbounds nuw i8, ptr addrspace(3) %132, i32 %127
  %182 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) %181)
  %183 = getelementptr inbounds nuw i8, ptr addrspace(3) %181, i32 4096
  %184 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) nonnull %183)
  %185 = getelementptr inbounds nuw i8, ptr addrspace(3) %132, i32 %128
  %186 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) %185)
  %187 = getelementptr inbounds nuw i8, ptr addrspace(3) %185, i32 4096
  %188 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) nonnull %187)
  %189 = shufflevector <4 x half> %174, <4 x half> %178, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %190 = shufflevector <4 x half> %176, <4 x half> %180, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %191 = shufflevector <4 x half> %182, <4 x half> %186, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %192 = shufflevector <4 x half> %184, <4 x half> %188, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %193 = insertelement <4 x float> poison, float %136, i64 0
  %194 = insertelement <4 x float> %193, float %137, i64 1
  %195 = insertelement <4 x float> %194, float %138, i64 2
  %196 = insertelement <4 x float> %195, float %139, i64 3
  %197 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %189, <8 x half> %162, <4 x float> %196, i32 0, i32 0, i32 0)
  %198 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %190, <8 x half> %166, <4 x float> %197, i32 0, i32 0, i32 0)
  %199 = extractelement <4 x float> %198, i64 0
  %200 = extractelement <4 x float> %198, i64 1
  %201 = extractelement <4 x float> %198, i64 2
  %202 = extractelement <4 x float> %198, i64 3
  %203 = insertelement <4 x float> poison, float %140, i64 0
  %204 = insertelement <4 x float> %203, float %141, i64 1
  %205 = insertelement <4 x float> %204, float %142, i64 2
  %206 = insertelement <4 x float> %205, float %143, i64 3
  %207 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %191, <8 x half> %162, <4 x float> %206, i32 0, i32 0, i32 0)
  %208 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %192, <8 x half> %166, <4 x float> %207, i32 0, i32 0, i32 0)
  %209 = extractelement <4 x float> %208, i64 0
  %210 = extractelement <4 x float> %208, i64 1
  %211 = extractelement <4 x float> %208, i64 2
  %212 = extractelement <4 x float> %208, i64 3
  %213 = insertelement <4 x float> poison, float %144, i64 0
  %214 = insertelement <4 x float> %213, float %145, i64 1
  %215 = insertelement <4 x float> %214, float %146, i64 2
  %216 = insertelement <4 x float> %215, float %147, i64 3
  %217 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %189, <8 x half> %164, <4 x float> %216, i32 0, i32 0, i32 0)
  %218 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %190, <8 x half> %168, <4 x float> %217, i32 0, i32 0, i32 0)
  %219 = extractelement <4 x float> %218, i64 0
  %220 = extractelement <4 x float> %218, i64 1
  %221 = extractelement <4 x float> %218, i64 2
  %222 = extractelement <4 x float> %218, i64 3
  %223 = insertelement <4 x float> poison, float %148, i64 0
  %224 = insertelement <4 x float> %223, float %149, i64 1
  %225 = insertelement <4 x float> %224, float %150, i64 2
  %226 = insertelement <4 x float> %225, float %151, i64 3
  %227 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %191, <8 x half> %164, <4 x float> %226, i32 0, i32 0, i32 0)
  %228 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %192, <8 x half> %168, <4 x float> %227, i32 0, i32 0, i32 0)
  %229 = extractelement <4 x float> %228, i64 0
  %230 = extractelement <4 x float> %228, i64 1
  %231 = extractelement <4 x float> %228, i64 2
  %232 = extractelement <4 x float> %228, i64 3
  %233 = add i32 %135, 1
  %234 = icmp slt i32 %233, 2
  %235 = select i1 %234, i32 %233, i32 0
  %236 = shl i32 %235, 12
  %237 = getelementptr half, ptr addrspace(3) @global_smem, i32 %236
  tail call void @llvm.amdgcn.s.waitcnt(i32 49279)
  tail call void @llvm.amdgcn.s.barrier()
  %238 = getelementptr inbounds nuw i8, ptr addrspace(3) %237, i32 %71
  store <4 x i32> %158, ptr addrspace(3) %238, align 16
  %239 = getelementptr inbounds nuw i8, ptr addrspace(3) %237, i32 %73
  store <4 x i32> %160, ptr addrspace(3) %239, align 16
  %240 = getelementptr half, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 16384), i32 %236
  %241 = getelementptr inbounds nuw i8, ptr addrspace(3) %240, i32 %71
  store <4 x i32> %170, ptr addrspace(3) %241, align 16
  %242 = getelementptr inbounds nuw i8, ptr addrspace(3) %240, i32 %73
  store <4 x i32> %172, ptr addrspace(3) %242, align 16
  %243 = add nuw nsw i32 %152, 1
  %exitcond.not = icmp eq i32 %152, %129
  br i1 %exitcond.not, label %._crit_edge, label %130

._crit_edge:                                     
  %.pre-phi162 = phi i32 [ %.pre161, %.._crit_edge_crit_edge ], [ %123, %130 ]
  %.pre-phi150 = phi i32 [ %.pre149, %.._crit_edge_crit_edge ], [ %114, %130 ]
  %.pre-phi148 = phi i32 [ %.pre147, %.._crit_edge_crit_edge ], [ %111, %130 ]
  %.pre-phi142 = phi i32 [ %.pre141, %.._crit_edge_crit_edge ], [ %108, %130 ]
  %.pre-phi140 = phi i32 [ %.pre139, %.._crit_edge_crit_edge ], [ %107, %130 ]
  %.pre-phi138 = phi i32 [ %.pre137, %.._crit_edge_crit_edge ], [ %106, %130 ]
  %244 = phi float [ 0.000000e+00, %.._crit_edge_crit_edge ], [ %199, %130 ]
  %245 = phi float [ 0.000000e+00, %.._crit_edge_crit_edge ], [ %200, %130 ]
  %246 = phi float [ 0.000000e+00, %.._crit_edge_crit_edge ], [ %201, %130 ]
  %247 = phi float [ 0.000000e+00, %.._crit_edge_crit_edge ], [ %202, %130 ]
  %248 = phi float [ 0.000000e+00, %.._crit_edge_crit_edge ], [ %209, %130 ]
  %249 = phi float [ 0.000000e+00, %.._crit_edge_crit_edge ], [ %210, %130 ]
  %250 = phi float [ 0.000000e+00, %.._crit_edge_crit_edge ], [ %211, %130 ]
  %251 = phi float [ 0.000000e+00, %.._crit_edge_crit_edge ], [ %212, %130 ]
  %252 = phi float [ 0.000000e+00, %.._crit_edge_crit_edge ], [ %219, %130 ]
  %253 = phi float [ 0.000000e+00, %.._crit_edge_crit_edge ], [ %220, %130 ]
  %254 = phi float [ 0.000000e+00, %.._crit_edge_crit_edge ], [ %221, %130 ]
  %255 = phi float [ 0.000000e+00, %.._crit_edge_crit_edge ], [ %222, %130 ]
  %256 = phi float [ 0.000000e+00, %.._crit_edge_crit_edge ], [ %229, %130 ]
  %257 = phi float [ 0.000000e+00, %.._crit_edge_crit_edge ], [ %230, %130 ]
  %258 = phi float [ 0.000000e+00, %.._crit_edge_crit_edge ], [ %231, %130 ]
  %259 = phi float [ 0.000000e+00, %.._crit_edge_crit_edge ], [ %232, %130 ]
  %.lcssa112 = phi ptr addrspace(3) [ @global_smem, %.._crit_edge_crit_edge ], [ %133, %130 ]
  %.lcssa111 = phi ptr addrspace(3) [ getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), %.._crit_edge_crit_edge ], [ %237, %130 ]
  %260 = phi ptr addrspace(3) [ getelementptr (i8, ptr addrspace(3) @global_smem, i32 16384), %.._crit_edge_crit_edge ], [ %131, %130 ]
  %.lcssa = phi ptr addrspace(3) [ getelementptr (i8, ptr addrspace(3) @global_smem, i32 24576), %.._crit_edge_crit_edge ], [ %240, %130 ]
  tail call void @llvm.amdgcn.s.waitcnt(i32 49279)
  tail call void @llvm.amdgcn.s.barrier()
  %261 = or disjoint i32 %.pre-phi138, 4096
  %262 = or disjoint i32 %.pre-phi140, 4096
  %263 = icmp eq i32 %.pre-phi148, 0
  %264 = select i1 %263, i32 0, i32 272
  %265 = icmp eq i32 %.pre-phi150, 0
  %266 = select i1 %265, i32 0, i32 1088
  %267 = xor i32 %264, %.pre-phi142
  %268 = or disjoint i32 %.pre-phi162, %266
  %269 = or disjoint i32 %268, %267
  %270 = getelementptr inbounds nuw i8, ptr addrspace(3) %260, i32 %269
  %271 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) %270)
  %272 = or disjoint i32 %269, 4096
  %273 = getelementptr inbounds nuw i8, ptr addrspace(3) %260, i32 %272
  %274 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) nonnull %273)
  %275 = xor i32 %269, 544
  %276 = getelementptr inbounds nuw i8, ptr addrspace(3) %260, i32 %275
  %277 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) %276)
  %278 = or disjoint i32 %275, 4096
  %279 = getelementptr inbounds nuw i8, ptr addrspace(3) %260, i32 %278
  %280 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) nonnull %279)
  %281 = xor i32 %269, 64
  %282 = getelementptr inbounds nuw i8, ptr addrspace(3) %260, i32 %281
  %283 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) %282)
  %284 = or disjoint i32 %281, 4096
  %285 = getelementptr inbounds nuw i8, ptr addrspace(3) %260, i32 %284
  %286 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) nonnull %285)
  %287 = xor i32 %269, 608
  %288 = getelementptr inbounds nuw i8, ptr addrspace(3) %260, i32 %287
  %289 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) %288)
  %290 = or disjoint i32 %287, 4096
  %291 = getelementptr inbounds nuw i8, ptr addrspace(3) %260, i32 %290
  %292 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) nonnull %291)
  br i1 %48, label %293, label %._crit_edge._crit_edge

293:                                             
  %294 = getelementptr inbounds nuw i8, ptr addrspace(3) %.lcssa112, i32 %262
  %295 = load <8 x half>, ptr addrspace(3) %294, align 16
  %296 = getelementptr inbounds nuw i8, ptr addrspace(3) %.lcssa112, i32 %.pre-phi140
  %297 = load <8 x half>, ptr addrspace(3) %296, align 16
  %298 = getelementptr inbounds nuw i8, ptr addrspace(3) %.lcssa112, i32 %261
  %299 = load <8 x half>, ptr addrspace(3) %298, align 16
  %300 = getelementptr inbounds nuw i8, ptr addrspace(3) %.lcssa112, i32 %.pre-phi138
  %301 = load <8 x half>, ptr addrspace(3) %300, align 16
  %302 = shufflevector <4 x half> %271, <4 x half> %277, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %303 = shufflevector <4 x half> %274, <4 x half> %280, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %304 = shufflevector <4 x half> %283, <4 x half> %289, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %305 = shufflevector <4 x half> %286, <4 x half> %292, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %306 = insertelement <4 x float> poison, float %244, i64 0
  %307 = insertelement <4 x float> %306, float %245, i64 1
  %308 = insertelement <4 x float> %307, float %246, i64 2
  %309 = insertelement <4 x float> %308, float %247, i64 3
  %310 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %302, <8 x half> %301, <4 x float> %309, i32 0, i32 0, i32 0)
  %311 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %303, <8 x half> %297, <4 x float> %310, i32 0, i32 0, i32 0)
  %312 = extractelement <4 x float> %311, i64 0
  %313 = extractelement <4 x float> %311, i64 1
  %314 = extractelement <4 x float> %311, i64 2
  %315 = extractelement <4 x float> %311, i64 3
  %316 = insertelement <4 x float> poison, float %248, i64 0
  %317 = insertelement <4 x float> %316, float %249, i64 1
  %318 = insertelement <4 x float> %317, float %250, i64 2
  %319 = insertelement <4 x float> %318, float %251, i64 3
  %320 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %304, <8 x half> %301, <4 x float> %319, i32 0, i32 0, i32 0)
  %321 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %305, <8 x half> %297, <4 x float> %320, i32 0, i32 0, i32 0)
  %322 = extractelement <4 x float> %321, i64 0
  %323 = extractelement <4 x float> %321, i64 1
  %324 = extractelement <4 x float> %321, i64 2
  %325 = extractelement <4 x float> %321, i64 3
  %326 = insertelement <4 x float> poison, float %252, i64 0
  %327 = insertelement <4 x float> %326, float %253, i64 1
  %328 = insertelement <4 x float> %327, float %254, i64 2
  %329 = insertelement <4 x float> %328, float %255, i64 3
  %330 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %302, <8 x half> %299, <4 x float> %329, i32 0, i32 0, i32 0)
  %331 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %303, <8 x half> %295, <4 x float> %330, i32 0, i32 0, i32 0)
  %332 = extractelement <4 x float> %331, i64 0
  %333 = extractelement <4 x float> %331, i64 1
  %334 = extractelement <4 x float> %331, i64 2
  %335 = extractelement <4 x float> %331, i64 3
  %336 = insertelement <4 x float> poison, float %256, i64 0
  %337 = insertelement <4 x float> %336, float %257, i64 1
  %338 = insertelement <4 x float> %337, float %258, i64 2
  %339 = insertelement <4 x float> %338, float %259, i64 3
  %340 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %304, <8 x half> %299, <4 x float> %339, i32 0, i32 0, i32 0)
  %341 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %305, <8 x half> %295, <4 x float> %340, i32 0, i32 0, i32 0)
  %342 = extractelement <4 x float> %341, i64 0
  %343 = extractelement <4 x float> %341, i64 1
  %344 = extractelement <4 x float> %341, i64 2
  %345 = extractelement <4 x float> %341, i64 3
  br label %._crit_edge._crit_edge

._crit_edge._crit_edge:                          
  %.pre-phi226 = phi float [ %345, %293 ], [ %259, %._crit_edge ]
  %.pre-phi224 = phi float [ %344, %293 ], [ %258, %._crit_edge ]
  %.pre-phi222 = phi float [ %343, %293 ], [ %257, %._crit_edge ]
  %.pre-phi220 = phi float [ %342, %293 ], [ %256, %._crit_edge ]
  %.pre-phi218 = phi float [ %335, %293 ], [ %255, %._crit_edge ]
  %.pre-phi216 = phi float [ %334, %293 ], [ %254, %._crit_edge ]
  %.pre-phi214 = phi float [ %333, %293 ], [ %253, %._crit_edge ]
  %.pre-phi212 = phi float [ %332, %293 ], [ %252, %._crit_edge ]
  %.pre-phi210 = phi float [ %325, %293 ], [ %251, %._crit_edge ]
  %.pre-phi208 = phi float [ %324, %293 ], [ %250, %._crit_edge ]
  %.pre-phi206 = phi float [ %323, %293 ], [ %249, %._crit_edge ]
  %.pre-phi204 = phi float [ %322, %293 ], [ %248, %._crit_edge ]
  %.pre-phi202 = phi float [ %315, %293 ], [ %247, %._crit_edge ]
  %.pre-phi200 = phi float [ %314, %293 ], [ %246, %._crit_edge ]
  %.pre-phi198 = phi float [ %313, %293 ], [ %245, %._crit_edge ]
  %.pre-phi196 = phi float [ %312, %293 ], [ %244, %._crit_edge ]
  %346 = getelementptr inbounds nuw i8, ptr addrspace(3) %.lcssa, i32 %269
  %347 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) %346)
  %348 = getelementptr inbounds nuw i8, ptr addrspace(3) %.lcssa, i32 %272
  %349 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) nonnull %348)
  %350 = getelementptr inbounds nuw i8, ptr addrspace(3) %.lcssa, i32 %275
  %351 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) %350)
  %352 = getelementptr inbounds nuw i8, ptr addrspace(3) %.lcssa, i32 %278
  %353 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) nonnull %352)
  %354 = getelementptr inbounds nuw i8, ptr addrspace(3) %.lcssa, i32 %281
  %355 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) %354)
  %356 = getelementptr inbounds nuw i8, ptr addrspace(3) %.lcssa, i32 %284
  %357 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) nonnull %356)
  %358 = getelementptr inbounds nuw i8, ptr addrspace(3) %.lcssa, i32 %287
  %359 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) %358)
  %360 = getelementptr inbounds nuw i8, ptr addrspace(3) %.lcssa, i32 %290
  %361 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) nonnull %360)
  br i1 %77, label %362, label %415

362:                                             
  %363 = getelementptr inbounds nuw i8, ptr addrspace(3) %.lcssa111, i32 %262
  %364 = load <8 x half>, ptr addrspace(3) %363, align 16
  %365 = getelementptr inbounds nuw i8, ptr addrspace(3) %.lcssa111, i32 %.pre-phi140
  %366 = load <8 x half>, ptr addrspace(3) %365, align 16
  %367 = getelementptr inbounds nuw i8, ptr addrspace(3) %.lcssa111, i32 %261
  %368 = load <8 x half>, ptr addrspace(3) %367, align 16
  %369 = getelementptr inbounds nuw i8, ptr addrspace(3) %.lcssa111, i32 %.pre-phi138
  %370 = load <8 x half>, ptr addrspace(3) %369, align 16
  %371 = shufflevector <4 x half> %347, <4 x half> %351, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %372 = shufflevector <4 x half> %349, <4 x half> %353, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %373 = shufflevector <4 x half> %355, <4 x half> %359, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %374 = shufflevector <4 x half> %357, <4 x half> %361, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %375 = insertelement <4 x float> poison, float %.pre-phi196, i64 0
  %376 = insertelement <4 x float> %375, float %.pre-phi198, i64 1
  %377 = insertelement <4 x float> %376, float %.pre-phi200, i64 2
  %378 = insertelement <4 x float> %377, float %.pre-phi202, i64 3
  %379 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %371, <8 x half> %370, <4 x float> %378, i32 0, i32 0, i32 0)
  %380 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %372, <8 x half> %366, <4 x float> %379, i32 0, i32 0, i32 0)
  %381 = extractelement <4 x float> %380, i64 0
  %382 = extractelement <4 x float> %380, i64 1
  %383 = extractelement <4 x float> %380, i64 2
  %384 = extractelement <4 x float> %380, i64 3
  %385 = insertelement <4 x float> poison, float %.pre-phi204, i64 0
  %386 = insertelement <4 x float> %385, float %.pre-phi206, i64 1
  %387 = insertelement <4 x float> %386, float %.pre-phi208, i64 2
  %388 = insertelement <4 x float> %387, float %.pre-phi210, i64 3
  %389 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %373, <8 x half> %370, <4 x float> %388, i32 0, i32 0, i32 0)
  %390 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %374, <8 x half> %366, <4 x float> %389, i32 0, i32 0, i32 0)
  %391 = extractelement <4 x float> %390, i64 0
  %392 = extractelement <4 x float> %390, i64 1
  %393 = extractelement <4 x float> %390, i64 2
  %394 = extractelement <4 x float> %390, i64 3
  %395 = insertelement <4 x float> poison, float %.pre-phi212, i64 0
  %396 = insertelement <4 x float> %395, float %.pre-phi214, i64 1
  %397 = insertelement <4 x float> %396, float %.pre-phi216, i64 2
  %398 = insertelement <4 x float> %397, float %.pre-phi218, i64 3
  %399 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %371, <8 x half> %368, <4 x float> %398, i32 0, i32 0, i32 0)
  %400 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %372, <8 x half> %364, <4 x float> %399, i32 0, i32 0, i32 0)
  %401 = extractelement <4 x float> %400, i64 0
  %402 = extractelement <4 x float> %400, i64 1
  %403 = extractelement <4 x float> %400, i64 2
  %404 = extractelement <4 x float> %400, i64 3
  %405 = insertelement <4 x float> poison, float %.pre-phi220, i64 0
  %406 = insertelement <4 x float> %405, float %.pre-phi222, i64 1
  %407 = insertelement <4 x float> %406, float %.pre-phi224, i64 2
  %408 = insertelement <4 x float> %407, float %.pre-phi226, i64 3
  %409 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %373, <8 x half> %368, <4 x float> %408, i32 0, i32 0, i32 0)
  %410 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %374, <8 x half> %364, <4 x float> %409, i32 0, i32 0, i32 0)
  %411 = extractelement <4 x float> %410, i64 0
  %412 = extractelement <4 x float> %410, i64 1
  %413 = extractelement <4 x float> %410, i64 2
  %414 = extractelement <4 x float> %410, i64 3
  br label %415

415:                                             
  %416 = phi float [ %414, %362 ], [ %.pre-phi226, %._crit_edge._crit_edge ]
  %417 = phi float [ %413, %362 ], [ %.pre-phi224, %._crit_edge._crit_edge ]
  %418 = phi float [ %412, %362 ], [ %.pre-phi222, %._crit_edge._crit_edge ]
  %419 = phi float [ %411, %362 ], [ %.pre-phi220, %._crit_edge._crit_edge ]
  %420 = phi float [ %404, %362 ], [ %.pre-phi218, %._crit_edge._crit_edge ]
  %421 = phi float [ %403, %362 ], [ %.pre-phi216, %._crit_edge._crit_edge ]
  %422 = phi float [ %402, %362 ], [ %.pre-phi214, %._crit_edge._crit_edge ]
  %423 = phi float [ %401, %362 ], [ %.pre-phi212, %._crit_edge._crit_edge ]
  %424 = phi float [ %394, %362 ], [ %.pre-phi210, %._crit_edge._crit_edge ]
  %425 = phi float [ %393, %362 ], [ %.pre-phi208, %._crit_edge._crit_edge ]
  %426 = phi float [ %392, %362 ], [ %.pre-phi206, %._crit_edge._crit_edge ]
  %427 = phi float [ %391, %362 ], [ %.pre-phi204, %._crit_edge._crit_edge ]
  %428 = phi float [ %384, %362 ], [ %.pre-phi202, %._crit_edge._crit_edge ]
  %429 = phi float [ %383, %362 ], [ %.pre-phi200, %._crit_edge._crit_edge ]
  %430 = phi float [ %382, %362 ], [ %.pre-phi198, %._crit_edge._crit_edge ]
  %431 = phi float [ %381, %362 ], [ %.pre-phi196, %._crit_edge._crit_edge ]
  %432 = lshr exact i32 %34, 2
  %433 = or disjoint i32 %432, 32
  %434 = or disjoint i32 %39, %433
  %435 = or disjoint i32 %39, %432
  %436 = lshr exact i32 %30, 3
  %437 = or disjoint i32 %436, %29
  %438 = or disjoint i32 %437, 32
  %439 = or disjoint i32 %27, %438
  %440 = or disjoint i32 %27, %437
  %441 = mul i32 %27, %8
  %442 = mul i32 %8, %437
  %443 = mul i32 %8, %438
  %444 = add i32 %441, %39
  %445 = or disjoint i32 %444, %432
  %446 = add i32 %445, %442
  %447 = or disjoint i32 %444, %433
  %448 = add i32 %447, %442
  %449 = add i32 %445, %443
  %450 = add i32 %447, %443
  %451 = icmp slt i32 %440, %3
  %452 = icmp slt i32 %439, %3
  %453 = icmp slt i32 %435, %4
  %454 = icmp slt i32 %434, %4
  %455 = and i1 %451, %453
  %456 = and i1 %451, %454
  %457 = and i1 %452, %453
  %458 = and i1 %452, %454
  %459 = insertelement <2 x float> poison, float %431, i64 0
  %460 = insertelement <2 x float> %459, float %430, i64 1
  %461 = insertelement <2 x float> poison, float %429, i64 0
  %462 = insertelement <2 x float> %461, float %428, i64 1
  %463 = insertelement <2 x float> poison, float %427, i64 0
  %464 = insertelement <2 x float> %463, float %426, i64 1
  %465 = insertelement <2 x float> poison, float %425, i64 0
  %466 = insertelement <2 x float> %465, float %424, i64 1
  %467 = insertelement <2 x float> poison, float %423, i64 0
  %468 = insertelement <2 x float> %467, float %422, i64 1
  %469 = insertelement <2 x float> poison, float %421, i64 0
  %470 = insertelement <2 x float> %469, float %420, i64 1
  %471 = insertelement <2 x float> poison, float %419, i64 0
  %472 = insertelement <2 x float> %471, float %418, i64 1
  %473 = insertelement <2 x float> poison, float %417, i64 0
  %474 = insertelement <2 x float> %473, float %416, i64 1
  %475 = tail call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %2, i16 0, i64 2147483646, i32 159744)
  %476 = shufflevector <2 x float> %460, <2 x float> %462, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %477 = fptrunc <4 x float> %476 to <4 x half>
  %478 = bitcast <4 x half> %477 to <2 x i32>
  %479 = shl i32 %446, 1
  %480 = select i1 %455, i32 %479, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.v2i32(<2 x i32> %478, ptr addrspace(8) %475, i32 %480, i32 0, i32 0)
  %481 = shufflevector <2 x float> %464, <2 x float> %466, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %482 = fptrunc <4 x float> %481 to <4 x half>
  %483 = bitcast <4 x half> %482 to <2 x i32>
  %484 = shl i32 %448, 1
  %485 = select i1 %456, i32 %484, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.v2i32(<2 x i32> %483, ptr addrspace(8) %475, i32 %485, i32 0, i32 0)
  %486 = shufflevector <2 x float> %468, <2 x float> %470, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %487 = fptrunc <4 x float> %486 to <4 x half>
  %488 = bitcast <4 x half> %487 to <2 x i32>
  %489 = shl i32 %449, 1
  %490 = select i1 %457, i32 %489, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.v2i32(<2 x i32> %488, ptr addrspace(8) %475, i32 %490, i32 0, i32 0)
  %491 = shufflevector <2 x float> %472, <2 x float> %474, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %492 = fptrunc <4 x float> %491 to <4 x half>
  %493 = bitcast <4 x half> %492 to <2 x i32>
  %494 = shl i32 %450, 1
  %495 = select i1 %458, i32 %494, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.v2i32(<2 x i32> %493, ptr addrspace(8) %475, i32 %495, i32 0, i32 0)
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

declare void @llvm.amdgcn.raw.ptr.buffer.store.v2i32(<2 x i32>, ptr addrspace(8) writeonly captures(none), i32, i32, i32 immarg) #7

attributes #0 = { nofree norecurse nounwind "amdgpu-agpr-alloc"="0" "amdgpu-flat-work-group-size"="1,256" "amdgpu-no-cluster-id-x" "amdgpu-no-cluster-id-y" "amdgpu-no-cluster-id-z" "amdgpu-no-completion-action" "amdgpu-no-default-queue" "amdgpu-no-dispatch-id" "amdgpu-no-dispatch-ptr" "amdgpu-no-flat-scratch-init" "amdgpu-no-heap-ptr" "amdgpu-no-hostcall-ptr" "amdgpu-no-implicitarg-ptr" "amdgpu-no-lds-kernel-id" "amdgpu-no-multigrid-sync-arg" "amdgpu-no-queue-ptr" "amdgpu-no-workgroup-id-x" "amdgpu-no-workgroup-id-y" "amdgpu-no-workgroup-id-z" "amdgpu-no-workitem-id-x" "amdgpu-no-workitem-id-y" "amdgpu-no-workitem-id-z" "amdgpu-waves-per-eu"="0, 0" "denormal-fp-math-f32"="ieee" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: read) }
attributes #3 = { mustprogress nocallback nofree nounwind willreturn }
attributes #4 = { convergent mustprogress nocallback nofree nounwind willreturn }
attributes #5 = { convergent mustprogress nocallback nofree nounwind willreturn memory(argmem: read) }
attributes #6 = { convergent mustprogress nocallback nofree nosync nounwind willreturn memory(none) }
attributes #7 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: write) }

!llvm.module.flags = !{!0, !1}

!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = !{i32 1, !"amdhsa_code_object_version", i32 500}
