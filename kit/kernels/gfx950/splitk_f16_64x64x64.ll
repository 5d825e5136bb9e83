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
  %22 = shl nuw nsw i32 %18, 3
  %23 = and i32 %22, 56
  %24 = and i32 %18, 15
  %25 = or disjoint i32 %17, %20
  %26 = or disjoint i32 %17, %21
  %27 = mul i32 %16, %.frozen
  %.decomposed = sub i32 %14, %27
  %28 = shl nsw i32 %.decomposed, 6
  %29 = or disjoint i32 %28, %23
  %30 = shl i32 %15, 6
  %31 = srem i32 %25, %3
  %32 = srem i32 %26, %3
  %33 = mul i32 %31, %6
  %34 = mul i32 %32, %6
  %35 = or disjoint i32 %23, %30
  %36 = add i32 %35, %33
  %37 = add i32 %35, %34
  %38 = add i32 %5, 255
  %39 = icmp sgt i32 %38, 255
  %40 = tail call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %0, i16 0, i64 2147483646, i32 159744)
  %41 = shl i32 %36, 1
  %42 = select i1 %39, i32 %41, i32 -2147483648
  %43 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %40, i32 %42, i32 0, i32 0)
  %44 = shl i32 %37, 1
  %45 = select i1 %39, i32 %44, i32 -2147483648
  %46 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %40, i32 %45, i32 0, i32 0)
  %47 = mul i32 %7, %30
  %48 = srem i32 %29, %4
  %49 = mul i32 %7, %20
  %50 = mul i32 %7, %21
  %51 = add i32 %48, %47
  %52 = add i32 %51, %49
  %53 = add i32 %51, %50
  %54 = tail call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %1, i16 0, i64 2147483646, i32 159744)
  %55 = shl i32 %52, 1
  %56 = select i1 %39, i32 %55, i32 -2147483648
  %57 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %54, i32 %56, i32 0, i32 0)
  %58 = shl i32 %53, 1
  %59 = select i1 %39, i32 %58, i32 -2147483648
  %60 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %54, i32 %59, i32 0, i32 0)
  %61 = shl i32 %7, 8
  %62 = shl nuw nsw i32 %18, 4
  %63 = and i32 %62, 4080
  %64 = and i32 %18, 112
  %65 = xor i32 %63, %64
  %66 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %65
  store <4 x i32> %43, ptr addrspace(3) %66, align 16
  %67 = or disjoint i32 %65, 4096
  %68 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %67
  store <4 x i32> %46, ptr addrspace(3) %68, align 16
  %69 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %65
  store <4 x i32> %57, ptr addrspace(3) %69, align 16
  %70 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %67
  store <4 x i32> %60, ptr addrspace(3) %70, align 16
  %71 = icmp sgt i32 %38, 511
  br i1 %71, label %.lr.ph, label %.._crit_edge_crit_edge

.._crit_edge_crit_edge:
  %.pre = and i32 %22, 24
  %.pre87 = shl nuw nsw i32 %18, 5
  %.pre89 = and i32 %.pre87, 128
  %.pre91 = and i32 %18, 8
  %.pre93 = and i32 %18, 16
  %.pre95 = shl nuw nsw i32 %18, 6
  %.pre97 = and i32 %.pre95, 2048
  %.pre99 = lshr i32 %18, 1
  %.pre101 = and i32 %.pre99, 32
  %.pre103 = or disjoint i32 %.pre97, %.pre101
  %.pre105 = or disjoint i32 %.pre103, %.pre89
  br label %._crit_edge

.lr.ph:
  %72 = lshr i32 %38, 8
  %73 = shl nuw nsw i32 %24, 7
  %74 = and i32 %22, 112
  %75 = and i32 %18, 48
  %76 = and i32 %62, 2048
  %77 = or disjoint i32 %73, %74
  %78 = xor i32 %77, %75
  %79 = or disjoint i32 %78, %76
  %80 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %79
  %81 = getelementptr inbounds nuw i8, ptr addrspace(3) %80, i32 4096
  %82 = xor i32 %79, 64
  %83 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %82
  %84 = getelementptr inbounds nuw i8, ptr addrspace(3) %83, i32 4096
  %85 = and i32 %22, 24
  %86 = shl nuw nsw i32 %18, 5
  %87 = and i32 %86, 128
  %88 = and i32 %18, 8
  %89 = icmp eq i32 %88, 0
  %90 = select i1 %89, i32 0, i32 272
  %91 = and i32 %18, 16
  %92 = icmp eq i32 %91, 0
  %93 = select i1 %92, i32 0, i32 1088
  %94 = shl nuw nsw i32 %18, 6
  %95 = and i32 %94, 2048
  %96 = lshr i32 %18, 1
  %97 = and i32 %96, 32
  %98 = xor i32 %90, %85
  %99 = or disjoint i32 %95, %97
  %100 = or disjoint i32 %99, %87
  %101 = or disjoint i32 %93, %98
  %102 = or disjoint i32 %101, %100
  %103 = xor i32 %102, 544
  %104 = xor i32 %102, 64
  %105 = xor i32 %102, 608
  %smax = add nsw i32 %72, -1
  %106 = add i32 %36, 256
  %107 = add i32 %37, 256
  %108 = add i32 %52, %61
  %109 = add i32 %53, %61
  %110 = shl i32 %106, 1
  %111 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %40, i32 %110, i32 0, i32 0)
  %112 = shl i32 %107, 1
  %113 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %40, i32 %112, i32 0, i32 0)
  tail call void @llvm.amdgcn.s.waitcnt(i32 49279)
  tail call void @llvm.amdgcn.s.barrier()
  %114 = load <8 x half>, ptr addrspace(3) %80, align 16
  %115 = load <8 x half>, ptr addrspace(3) %81, align 16
  %116 = load <8 x half>, ptr addrspace(3) %83, align 16
  %117 = load <8 x half>, ptr addrspace(3) %84, align 16
  %118 = shl i32 %108, 1
  %119 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %54, i32 %118, i32 0, i32 0)
  %120 = shl i32 %109, 1
  %121 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %54, i32 %120, i32 0, i32 0)
  %122 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %102
  %123 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) %122)
  %124 = getelementptr inbounds nuw i8, ptr addrspace(3) %122, i32 4096
  %125 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) nonnull %124)
  %126 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %103
  %127 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) %126)
  %128 = getelementptr inbounds nuw i8, ptr addrspace(3) %126, i32 4096
  %129 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) nonnull %128)
  %130 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %104
  %131 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) %130)
  %132 = getelementptr inbounds nuw i8, ptr addrspace(3) %130, i32 4096
  %133 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) nonnull %132)
  %134 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %105
  %135 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) %134)
  %136 = getelementptr inbounds nuw i8, ptr addrspace(3) %134, i32 4096
  %137 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) nonnull %136)
  %138 = shufflevector <4 x half> %123, <4 x half> %127, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %139 = shufflevector <4 x half> %125, <4 x half> %129, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %140 = shufflevector <4 x half> %131, <4 x half> %135, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %141 = shufflevector <4 x half> %133, <4 x half> %137, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %142 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %138, <8 x half> %114, <4 x float> zeroinitializer, i32 0, i32 0, i32 0)
  %143 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %139, <8 x half> %116, <4 x float> %142, i32 0, i32 0, i32 0)
  %144 = extractelement <4 x float> %143, i64 0
  %145 = extractelement <4 x float> %143, i64 1
  %146 = extractelement <4 x float> %143, i64 2
  %147 = extractelement <4 x float> %143, i64 3
  %148 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %140, <8 x half> %114, <4 x float> zeroinitializer, i32 0, i32 0, i32 0)
  %149 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %141, <8 x half> %116, <4 x float> %148, i32 0, i32 0, i32 0)
  %150 = extractelement <4 x float> %149, i64 0
  %151 = extractelement <4 x float> %149, i64 1
  %152 = extractelement <4 x float> %149, i64 2
  %153 = extractelement <4 x float> %149, i64 3
  %154 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %138, <8 x half> %115, <4 x float> zeroinitializer, i32 0, i32 0, i32 0)
  %155 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %139, <8 x half> %117, <4 x float> %154, i32 0, i32 0, i32 0)
  %156 = extractelement <4 x float> %155, i64 0
  %157 = extractelement <4 x float> %155, i64 1
  %158 = extractelement <4 x float> %155, i64 2
  %159 = extractelement <4 x float> %155, i64 3
  %160 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %140, <8 x half> %115, <4 x float> zeroinitializer, i32 0, i32 0, i32 0)
  %161 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %141, <8 x half> %117, <4 x float> %160, i32 0, i32 0, i32 0)
  %162 = extractelement <4 x float> %161, i64 0
  %163 = extractelement <4 x float> %161, i64 1
  %164 = extractelement <4 x float> %161, i64 2
  %165 = extractelement <4 x float> %161, i64 3
  tail call void @llvm.amdgcn.s.waitcnt(i32 49279)
  tail call void @llvm.amdgcn.s.barrier()
  store <4 x i32> %111, ptr addrspace(3) %66, align 16
  store <4 x i32> %113, ptr addrspace(3) %68, align 16
  store <4 x i32> %119, ptr addrspace(3) %69, align 16
  store <4 x i32> %121, ptr addrspace(3) %70, align 16
  %exitcond.peel.not = icmp eq i32 %smax, 1
  br i1 %exitcond.peel.not, label %._crit_edge, label %.peel.next

.peel.next:
  %166 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %102
  %167 = getelementptr inbounds nuw i8, ptr addrspace(3) %166, i32 4096
  %168 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %103
  %169 = getelementptr inbounds nuw i8, ptr addrspace(3) %168, i32 4096
  %170 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %104
  %171 = getelementptr inbounds nuw i8, ptr addrspace(3) %170, i32 4096
  %172 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %105
  %173 = getelementptr inbounds nuw i8, ptr addrspace(3) %172, i32 4096
  br label %174

174:
  %.pn4783 = phi i32 [ %109, %.peel.next ], [ %195, %174 ]
  %.pn6382 = phi i32 [ %108, %.peel.next ], [ %194, %174 ]
  %.pn1581 = phi i32 [ %107, %.peel.next ], [ %193, %174 ]
  %.pn3180 = phi i32 [ %106, %.peel.next ], [ %192, %174 ]
  %175 = phi float [ %144, %.peel.next ], [ %226, %174 ]
  %176 = phi float [ %145, %.peel.next ], [ %227, %174 ]
  %177 = phi float [ %146, %.peel.next ], [ %228, %174 ]
  %178 = phi float [ %147, %.peel.next ], [ %229, %174 ]
  %179 = phi float [ %150, %.peel.next ], [ %236, %174 ]
  %180 = phi float [ %151, %.peel.next ], [ %237, %174 ]
  %181 = phi float [ %152, %.peel.next ], [ %238, %174 ]
  %182 = phi float [ %153, %.peel.next ], [ %239, %174 ]
  %183 = phi float [ %156, %.peel.next ], [ %246, %174 ]
  %184 = phi float [ %157, %.peel.next ], [ %247, %174 ]
  %185 = phi float [ %158, %.peel.next ], [ %248, %174 ]
  %186 = phi float [ %159, %.peel.next ], [ %249, %174 ]
  %187 = phi float [ %162, %.peel.next ], [ %256, %174 ]
  %188 = phi float [ %163, %.peel.next ], [ %257, %174 ]
  %189 = phi float [ %164, %.peel.next ], [ %258, %174 ]
  %190 = phi float [ %165, %.peel.next ], [ %259, %174 ]
  %191 = phi i32 [ 1, %.peel.next ], [ %260, %174 ]
  %192 = add i32 %.pn3180, 256
  %193 = add i32 %.pn1581, 256
  %194 = add i32 %.pn6382, %61
  %195 = add i32 %.pn4783, %61
  %196 = shl i32 %192, 1
  %197 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %40, i32 %196, i32 0, i32 0)
  %198 = shl i32 %193, 1
  %199 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %40, i32 %198, i32 0, i32 0)
  tail call void @llvm.amdgcn.s.waitcnt(i32 49279)
  tail call void @llvm.amdgcn.s.barrier()
  %200 = load <8 x half>, ptr addrspace(3) %80, align 16
  %201 = load <8 x half>, ptr addrspace(3) %81, align 16
  %202 = load <8 x half>, ptr addrspace(3) %83, align 16
  %203 = load <8 x half>, ptr addrspace(3) %84, align 16
  %204 = shl i32 %194, 1
  %205 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %54, i32 %204, i32 0, i32 0)
  %206 = shl i32 %195, 1
  %207 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %54, i32 %206, i32 0, i32 0)
  %208 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) %166)
  %209 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) nonnull %167)
  %210 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) %168)
  %211 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) nonnull %169)
  %212 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) %170)
  %213 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) nonnull %171)
  %214 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) %172)
  %215 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) nonnull %173)
  %216 = shufflevector <4 x half> %208, <4 x half> %210, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %217 = shufflevector <4 x half> %209, <4 x half> %211, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %218 = shufflevector <4 x half> %212, <4 x half> %214, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %219 = shufflevector <4 x half> %213, <4 x half> %215, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %220 = insertelement <4 x float> poison, float %175, i64 0
  %221 = insertelement <4 x float> %220, float %176, i64 1
  %222 = insertelement <4 x float> %221, float %177, i64 2
  %223 = insertelement <4 x float> %222, float %178, i64 3
  %224 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %216, <8 x half> %200, <4 x float> %223, i32 0, i32 0, i32 0)
  %225 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %217, <8 x half> %202, <4 x float> %224, i32 0, i32 0, i32 0)
  %226 = extractelement <4 x float> %225, i64 0
  %227 = extractelement <4 x float> %225, i64 1
  %228 = extractelement <4 x float> %225, i64 2
  %229 = extractelement <4 x float> %225, i64 3
  %230 = insertelement <4 x float> poison, float %179, i64 0
  %231 = insertelement <4 x float> %230, float %180, i64 1
  %232 = insertelement <4 x float> %231, float %181, i64 2
  %233 = insertelement <4 x float> %232, float %182, i64 3
  %234 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %218, <8 x half> %200, <4 x float> %233, i32 0, i32 0, i32 0)
  %235 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %219, <8 x half> %202, <4 x float> %234, i32 0, i32 0, i32 0)
  %236 = extractelement <4 x float> %235, i64 0
  %237 = extractelement <4 x float> %235, i64 1
  %238 = extractelement <4 x float> %235, i64 2
  %239 = extractelement <4 x float> %235, i64 3
  %240 = insertelement <4 x float> poison, float %183, i64 0
  %241 = insertelement <4 x float> %240, float %184, i64 1
  %242 = insertelement <4 x float> %241, float %185, i64 2
  %243 = insertelement <4 x float> %242, float %186, i64 3
  %244 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %216, <8 x half> %201, <4 x float> %243, i32 0, i32 0, i32 0)
  %245 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %217, <8 x half> %203, <4 x float> %244, i32 0, i32 0, i32 0)
  %246 = extractelement <4 x float> %245, i64 0
  %247 = extractelement <4 x float> %245, i64 1
  %248 = extractelement <4 x float> %245, i64 2
  %249 = extractelement <4 x float> %245, i64 3
  %250 = insertelement <4 x float> poison, float %187, i64 0
  %251 = insertelement <4 x float> %250, float %188, i64 1
  %252 = insertelement <4 x float> %251, float %189, i64 2
  %253 = insertelement <4 x float> %252, float %190, i64 3
  %254 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %218, <8 x half> %201, <4 x float> %253, i32 0, i32 0, i32 0)
  %255 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %219, <8 x half> %203, <4 x float> %254, i32 0, i32 0, i32 0)
  %256 = extractelement <4 x float> %255, i64 0
  %257 = extractelement <4 x float> %255, i64 1
  %258 = extractelement <4 x float> %255, i64 2
  %259 = extractelement <4 x float> %255, i64 3
  tail call void @llvm.amdgcn.s.waitcnt(i32 49279)
  tail call void @llvm.amdgcn.s.barrier()
  store <4 x i32> %197, ptr addrspace(3) %66, align 16
  store <4 x i32> %199, ptr addrspace(3) %68, align 16
  store <4 x i32> %205, ptr addrspace(3) %69, align 16
  store <4 x i32> %207, ptr addrspace(3) %70, align 16
  %260 = add nuw nsw i32 %191, 1
  %exitcond.not = icmp eq i32 %260, %smax
  br i1 %exitcond.not, label %._crit_edge, label %174, !llvm.loop !2

._crit_edge:
  %.pre-phi106 = phi i32 [ %.pre105, %.._crit_edge_crit_edge ], [ %100, %.lr.ph ], [ %100, %174 ]
  %.pre-phi100 = phi i32 [ %.pre99, %.._crit_edge_crit_edge ], [ %96, %.lr.ph ], [ %96, %174 ]
  %.pre-phi94 = phi i32 [ %.pre93, %.._crit_edge_crit_edge ], [ %91, %.lr.ph ], [ %91, %174 ]
  %.pre-phi92 = phi i32 [ %.pre91, %.._crit_edge_crit_edge ], [ %88, %.lr.ph ], [ %88, %174 ]
  %.pre-phi = phi i32 [ %.pre, %.._crit_edge_crit_edge ], [ %85, %.lr.ph ], [ %85, %174 ]
  %261 = phi float [ 0.000000e+00, %.._crit_edge_crit_edge ], [ %144, %.lr.ph ], [ %226, %174 ]
  %262 = phi float [ 0.000000e+00, %.._crit_edge_crit_edge ], [ %145, %.lr.ph ], [ %227, %174 ]
  %263 = phi float [ 0.000000e+00, %.._crit_edge_crit_edge ], [ %146, %.lr.ph ], [ %228, %174 ]
  %264 = phi float [ 0.000000e+00, %.._crit_edge_crit_edge ], [ %147, %.lr.ph ], [ %229, %174 ]
  %265 = phi float [ 0.000000e+00, %.._crit_edge_crit_edge ], [ %150, %.lr.ph ], [ %236, %174 ]
  %266 = phi float [ 0.000000e+00, %.._crit_edge_crit_edge ], [ %151, %.lr.ph ], [ %237, %174 ]
  %267 = phi float [ 0.000000e+00, %.._crit_edge_crit_edge ], [ %152, %.lr.ph ], [ %238, %174 ]
  %268 = phi float [ 0.000000e+00, %.._crit_edge_crit_edge ], [ %153, %.lr.ph ], [ %239, %174 ]
  %269 = phi float [ 0.000000e+00, %.._crit_edge_crit_edge ], [ %156, %.lr.ph ], [ %246, %174 ]
  %270 = phi float [ 0.000000e+00, %.._crit_edge_crit_edge ], [ %157, %.lr.ph ], [ %247, %174 ]
  %271 = phi float [ 0.000000e+00, %.._crit_edge_crit_edge ], [ %158, %.lr.ph ], [ %248, %174 ]
  %272 = phi float [ 0.000000e+00, %.._crit_edge_crit_edge ], [ %159, %.lr.ph ], [ %249, %174 ]
  %273 = phi float [ 0.000000e+00, %.._crit_edge_crit_edge ], [ %162, %.lr.ph ], [ %256, %174 ]
  %274 = phi float [ 0.000000e+00, %.._crit_edge_crit_edge ], [ %163, %.lr.ph ], [ %257, %174 ]
  %275 = phi float [ 0.000000e+00, %.._crit_edge_crit_edge ], [ %164, %.lr.ph ], [ %258, %174 ]
  %276 = phi float [ 0.000000e+00, %.._crit_edge_crit_edge ], [ %165, %.lr.ph ], [ %259, %174 ]
  tail call void @llvm.amdgcn.s.waitcnt(i32 49279)
  tail call void @llvm.amdgcn.s.barrier()
  %277 = and i32 %18, 14
  %278 = shl nuw nsw i32 %277, 3
  %279 = and i32 %18, 128
  %280 = icmp eq i32 %.pre-phi92, 0
  %281 = select i1 %280, i32 0, i32 272
  %282 = icmp eq i32 %.pre-phi94, 0
  %283 = select i1 %282, i32 0, i32 1088
  %284 = xor i32 %281, %.pre-phi
  %285 = or disjoint i32 %.pre-phi106, %283
  %286 = or disjoint i32 %285, %284
  %287 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %286
  %288 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) %287)
  %289 = getelementptr inbounds nuw i8, ptr addrspace(3) %287, i32 4096
  %290 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) nonnull %289)
  %291 = xor i32 %286, 544
  %292 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %291
  %293 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) %292)
  %294 = getelementptr inbounds nuw i8, ptr addrspace(3) %292, i32 4096
  %295 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) nonnull %294)
  %296 = xor i32 %286, 64
  %297 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %296
  %298 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) %297)
  %299 = getelementptr inbounds nuw i8, ptr addrspace(3) %297, i32 4096
  %300 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) nonnull %299)
  %301 = xor i32 %286, 608
  %302 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %301
  %303 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) %302)
  %304 = getelementptr inbounds nuw i8, ptr addrspace(3) %302, i32 4096
  %305 = tail call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) nonnull %304)
  br i1 %39, label %306, label %._crit_edge._crit_edge

306:
  %307 = shl nuw nsw i32 %279, 4
  %308 = shl nuw nsw i32 %24, 7
  %309 = or disjoint i32 %308, %278
  %310 = and i32 %18, 48
  %311 = xor i32 %309, %310
  %312 = or disjoint i32 %311, %307
  %313 = xor i32 %312, 64
  %314 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %313
  %315 = getelementptr inbounds nuw i8, ptr addrspace(3) %314, i32 4096
  %316 = load <8 x half>, ptr addrspace(3) %315, align 16
  %317 = load <8 x half>, ptr addrspace(3) %314, align 16
  %318 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %312
  %319 = getelementptr inbounds nuw i8, ptr addrspace(3) %318, i32 4096
  %320 = load <8 x half>, ptr addrspace(3) %319, align 16
  %321 = load <8 x half>, ptr addrspace(3) %318, align 16
  %322 = shufflevector <4 x half> %288, <4 x half> %293, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %323 = shufflevector <4 x half> %290, <4 x half> %295, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %324 = shufflevector <4 x half> %298, <4 x half> %303, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %325 = shufflevector <4 x half> %300, <4 x half> %305, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %326 = insertelement <4 x float> poison, float %261, i64 0
  %327 = insertelement <4 x float> %326, float %262, i64 1
  %328 = insertelement <4 x float> %327, float %263, i64 2
  %329 = insertelement <4 x float> %328, float %264, i64 3
  %330 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %322, <8 x half> %321, <4 x float> %329, i32 0, i32 0, i32 0)
  %331 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %323, <8 x half> %317, <4 x float> %330, i32 0, i32 0, i32 0)
  %332 = extractelement <4 x float> %331, i64 0
  %333 = extractelement <4 x float> %331, i64 1
  %334 = extractelement <4 x float> %331, i64 2
  %335 = extractelement <4 x float> %331, i64 3
  %336 = insertelement <4 x float> poison, float %265, i64 0
  %337 = insertelement <4 x float> %336, float %266, i64 1
  %338 = insertelement <4 x float> %337, float %267, i64 2
  %339 = insertelement <4 x float> %338, float %268, i64 3
  %340 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %324, <8 x half> %321, <4 x float> %339, i32 0, i32 0, i32 0)
  %341 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %325, <8 x half> %317, <4 x float> %340, i32 0, i32 0, i32 0)
  %342 = extractelement <4 x float> %341, i64 0
  %343 = extractelement <4 x float> %341, i64 1
  %344 = extractelement <4 x float> %341, i64 2
  %345 = extractelement <4 x float> %341, i64 3
  %346 = insertelement <4 x float> poison, float %269, i64 0
  %347 = insertelement <4 x float> %346, float %270, i64 1
  %348 = insertelement <4 x float> %347, float %271, i64 2
  %349 = insertelement <4 x float> %348, float %272, i64 3
  %350 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %322, <8 x half> %320, <4 x float> %349, i32 0, i32 0, i32 0)
  %351 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %323, <8 x half> %316, <4 x float> %350, i32 0, i32 0, i32 0)
  %352 = extractelement <4 x float> %351, i64 0
  %353 = extractelement <4 x float> %351, i64 1
  %354 = extractelement <4 x float> %351, i64 2
  %355 = extractelement <4 x float> %351, i64 3
  %356 = insertelement <4 x float> poison, float %273, i64 0
  %357 = insertelement <4 x float> %356, float %274, i64 1
  %358 = insertelement <4 x float> %357, float %275, i64 2
  %359 = insertelement <4 x float> %358, float %276, i64 3
  %360 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %324, <8 x half> %320, <4 x float> %359, i32 0, i32 0, i32 0)
  %361 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %325, <8 x half> %316, <4 x float> %360, i32 0, i32 0, i32 0)
  %362 = extractelement <4 x float> %361, i64 0
  %363 = extractelement <4 x float> %361, i64 1
  %364 = extractelement <4 x float> %361, i64 2
  %365 = extractelement <4 x float> %361, i64 3
  br label %._crit_edge._crit_edge

._crit_edge._crit_edge:
  %366 = phi float [ %365, %306 ], [ %276, %._crit_edge ]
  %367 = phi float [ %364, %306 ], [ %275, %._crit_edge ]
  %368 = phi float [ %363, %306 ], [ %274, %._crit_edge ]
  %369 = phi float [ %362, %306 ], [ %273, %._crit_edge ]
  %370 = phi float [ %355, %306 ], [ %272, %._crit_edge ]
  %371 = phi float [ %354, %306 ], [ %271, %._crit_edge ]
  %372 = phi float [ %353, %306 ], [ %270, %._crit_edge ]
  %373 = phi float [ %352, %306 ], [ %269, %._crit_edge ]
  %374 = phi float [ %345, %306 ], [ %268, %._crit_edge ]
  %375 = phi float [ %344, %306 ], [ %267, %._crit_edge ]
  %376 = phi float [ %343, %306 ], [ %266, %._crit_edge ]
  %377 = phi float [ %342, %306 ], [ %265, %._crit_edge ]
  %378 = phi float [ %335, %306 ], [ %264, %._crit_edge ]
  %379 = phi float [ %334, %306 ], [ %263, %._crit_edge ]
  %380 = phi float [ %333, %306 ], [ %262, %._crit_edge ]
  %381 = phi float [ %332, %306 ], [ %261, %._crit_edge ]
  %382 = shl nuw nsw i32 %24, 2
  %383 = or disjoint i32 %28, %382
  %384 = lshr i32 %18, 4
  %385 = or i32 %384, 48
  %386 = or disjoint i32 %17, %385
  %387 = and i32 %384, 15
  %388 = or disjoint i32 %387, 32
  %389 = or disjoint i32 %17, %388
  %390 = or disjoint i32 %387, 16
  %391 = or disjoint i32 %17, %390
  %392 = or disjoint i32 %17, %387
  %393 = or disjoint i32 %382, 3
  %394 = or disjoint i32 %382, 2
  %395 = or disjoint i32 %382, 1
  %396 = icmp slt i32 %392, %3
  %397 = icmp slt i32 %391, %3
  %398 = icmp slt i32 %389, %3
  %399 = icmp slt i32 %386, %3
  %400 = icmp slt i32 %383, %4
  %401 = and i1 %396, %400
  %402 = and i1 %397, %400
  %403 = and i1 %398, %400
  %404 = and i1 %399, %400
  %405 = mul i32 %17, %8
  %406 = mul i32 %8, %387
  %407 = mul i32 %8, %390
  %408 = mul i32 %8, %388
  %409 = mul i32 %8, %385
  %410 = add i32 %405, %28
  %411 = or disjoint i32 %410, %382
  %412 = add i32 %411, %406
  %413 = or disjoint i32 %410, %395
  %414 = add i32 %413, %406
  %415 = or disjoint i32 %410, %394
  %416 = add i32 %415, %406
  %417 = or disjoint i32 %410, %393
  %418 = add i32 %417, %406
  %419 = add i32 %411, %407
  %420 = add i32 %413, %407
  %421 = add i32 %415, %407
  %422 = add i32 %417, %407
  %423 = add i32 %411, %408
  %424 = add i32 %413, %408
  %425 = add i32 %415, %408
  %426 = add i32 %417, %408
  %427 = add i32 %411, %409
  %428 = add i32 %413, %409
  %429 = add i32 %415, %409
  %430 = add i32 %417, %409
  tail call void @llvm.amdgcn.s.waitcnt(i32 49279)
  tail call void @llvm.amdgcn.s.barrier()
  %431 = shl nuw nsw i32 %277, 7
  %432 = and i32 %.pre-phi100, 48
  %433 = and i32 %18, 1
  %434 = shl nuw nsw i32 %433, 11
  %435 = shl nuw nsw i32 %.pre-phi94, 8
  %436 = or disjoint i32 %431, %434
  %437 = or disjoint i32 %435, %279
  %438 = or disjoint i32 %436, %437
  %439 = xor i32 %278, %432
  %440 = or disjoint i32 %438, %439
  %441 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %440
  %442 = insertelement <4 x float> poison, float %381, i64 0
  %443 = insertelement <4 x float> %442, float %380, i64 1
  %444 = insertelement <4 x float> %443, float %379, i64 2
  %445 = insertelement <4 x float> %444, float %378, i64 3
  store <4 x float> %445, ptr addrspace(3) %441, align 16
  %446 = xor i32 %440, 64
  %447 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %446
  %448 = insertelement <4 x float> poison, float %377, i64 0
  %449 = insertelement <4 x float> %448, float %376, i64 1
  %450 = insertelement <4 x float> %449, float %375, i64 2
  %451 = insertelement <4 x float> %450, float %374, i64 3
  store <4 x float> %451, ptr addrspace(3) %447, align 16
  fence syncscope("workgroup") release
  tail call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %452 = and i32 %22, 1904
  %453 = and i32 %.pre-phi100, 112
  %454 = shl nuw nsw i32 %433, 12
  %455 = shl nuw nsw i32 %.pre-phi94, 7
  %456 = xor i32 %452, %453
  %457 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %454
  %458 = getelementptr inbounds nuw i8, ptr addrspace(3) %457, i32 %455
  %459 = getelementptr inbounds nuw i8, ptr addrspace(3) %458, i32 %456
  %460 = load <4 x float>, ptr addrspace(3) %459, align 16
  %461 = getelementptr inbounds nuw i8, ptr addrspace(3) %459, i32 128
  %462 = load <4 x float>, ptr addrspace(3) %461, align 16
  fence syncscope("workgroup") release
  tail call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %463 = insertelement <4 x float> poison, float %373, i64 0
  %464 = insertelement <4 x float> %463, float %372, i64 1
  %465 = insertelement <4 x float> %464, float %371, i64 2
  %466 = insertelement <4 x float> %465, float %370, i64 3
  store <4 x float> %466, ptr addrspace(3) %441, align 16
  %467 = insertelement <4 x float> poison, float %369, i64 0
  %468 = insertelement <4 x float> %467, float %368, i64 1
  %469 = insertelement <4 x float> %468, float %367, i64 2
  %470 = insertelement <4 x float> %469, float %366, i64 3
  store <4 x float> %470, ptr addrspace(3) %447, align 16
  fence syncscope("workgroup") release
  tail call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %471 = load <4 x float>, ptr addrspace(3) %459, align 16
  %472 = load <4 x float>, ptr addrspace(3) %461, align 16
  %473 = tail call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %2, i16 0, i64 2147483646, i32 159744)
  %.extract = extractelement <4 x float> %460, i64 0
  %474 = shl i32 %412, 2
  %475 = select i1 %401, i32 %474, i32 -2147483648
  %476 = tail call float @llvm.amdgcn.raw.ptr.buffer.atomic.fadd.f32(float %.extract, ptr addrspace(8) %473, i32 %475, i32 0, i32 0)
  %.extract64 = extractelement <4 x float> %460, i64 1
  %477 = shl i32 %414, 2
  %478 = select i1 %401, i32 %477, i32 -2147483648
  %479 = tail call float @llvm.amdgcn.raw.ptr.buffer.atomic.fadd.f32(float %.extract64, ptr addrspace(8) %473, i32 %478, i32 0, i32 0)
  %.extract65 = extractelement <4 x float> %460, i64 2
  %480 = shl i32 %416, 2
  %481 = select i1 %401, i32 %480, i32 -2147483648
  %482 = tail call float @llvm.amdgcn.raw.ptr.buffer.atomic.fadd.f32(float %.extract65, ptr addrspace(8) %473, i32 %481, i32 0, i32 0)
  %.extract66 = extractelement <4 x float> %460, i64 3
  %483 = shl i32 %418, 2
  %484 = select i1 %401, i32 %483, i32 -2147483648
  %485 = tail call float @llvm.amdgcn.raw.ptr.buffer.atomic.fadd.f32(float %.extract66, ptr addrspace(8) %473, i32 %484, i32 0, i32 0)
  %.extract67 = extractelement <4 x float> %462, i64 0
  %486 = shl i32 %419, 2
  %487 = select i1 %402, i32 %486, i32 -2147483648
  %488 = tail call float @llvm.amdgcn.raw.ptr.buffer.atomic.fadd.f32(float %.extract67, ptr addrspace(8) %473, i32 %487, i32 0, i32 0)
  %.extract68 = extractelement <4 x float> %462, i64 1
  %489 = shl i32 %420, 2
  %490 = select i1 %402, i32 %489, i32 -2147483648
  %491 = tail call float @llvm.amdgcn.raw.ptr.buffer.atomic.fadd.f32(float %.extract68, ptr addrspace(8) %473, i32 %490, i32 0, i32 0)
  %.extract69 = extractelement <4 x float> %462, i64 2
  %492 = shl i32 %421, 2
  %493 = select i1 %402, i32 %492, i32 -2147483648
  %494 = tail call float @llvm.amdgcn.raw.ptr.buffer.atomic.fadd.f32(float %.extract69, ptr addrspace(8) %473, i32 %493, i32 0, i32 0)
  %.extract70 = extractelement <4 x float> %462, i64 3
  %495 = shl i32 %422, 2
  %496 = select i1 %402, i32 %495, i32 -2147483648
  %497 = tail call float @llvm.amdgcn.raw.ptr.buffer.atomic.fadd.f32(float %.extract70, ptr addrspace(8) %473, i32 %496, i32 0, i32 0)
  %.extract71 = extractelement <4 x float> %471, i64 0
  %498 = shl i32 %423, 2
  %499 = select i1 %403, i32 %498, i32 -2147483648
  %500 = tail call float @llvm.amdgcn.raw.ptr.buffer.atomic.fadd.f32(float %.extract71, ptr addrspace(8) %473, i32 %499, i32 0, i32 0)
  %.extract72 = extractelement <4 x float> %471, i64 1
  %501 = shl i32 %424, 2
  %502 = select i1 %403, i32 %501, i32 -2147483648
  %503 = tail call float @llvm.amdgcn.raw.ptr.buffer.atomic.fadd.f32(float %.extract72, ptr addrspace(8) %473, i32 %502, i32 0, i32 0)
  %.extract73 = extractelement <4 x float> %471, i64 2
  %504 = shl i32 %425, 2
  %505 = select i1 %403, i32 %504, i32 -2147483648
  %506 = tail call float @llvm.amdgcn.raw.ptr.buffer.atomic.fadd.f32(float %.extract73, ptr addrspace(8) %473, i32 %505, i32 0, i32 0)
  %.extract74 = extractelement <4 x float> %471, i64 3
  %507 = shl i32 %426, 2
  %508 = select i1 %403, i32 %507, i32 -2147483648
  %509 = tail call float @llvm.amdgcn.raw.ptr.buffer.atomic.fadd.f32(float %.extract74, ptr addrspace(8) %473, i32 %508, i32 0, i32 0)
  %.extract75 = extractelement <4 x float> %472, i64 0
  %510 = shl i32 %427, 2
  %511 = select i1 %404, i32 %510, i32 -2147483648
  %512 = tail call float @llvm.amdgcn.raw.ptr.buffer.atomic.fadd.f32(float %.extract75, ptr addrspace(8) %473, i32 %511, i32 0, i32 0)
  %.extract76 = extractelement <4 x float> %472, i64 1
  %513 = shl i32 %428, 2
  %514 = select i1 %404, i32 %513, i32 -2147483648
  %515 = tail call float @llvm.amdgcn.raw.ptr.buffer.atomic.fadd.f32(float %.extract76, ptr addrspace(8) %473, i32 %514, i32 0, i32 0)
  %.extract77 = extractelement <4 x float> %472, i64 2
  %516 = shl i32 %429, 2
  %517 = select i1 %404, i32 %516, i32 -2147483648
  %518 = tail call float @llvm.amdgcn.raw.ptr.buffer.atomic.fadd.f32(float %.extract77, ptr addrspace(8) %473, i32 %517, i32 0, i32 0)
  %.extract78 = extractelement <4 x float> %472, i64 3
  %519 = shl i32 %430, 2
  %520 = select i1 %404, i32 %519, i32 -2147483648
  %521 = tail call float @llvm.amdgcn.raw.ptr.buffer.atomic.fadd.f32(float %.extract78, ptr addrspace(8) %473, i32 %520, i32 0, i32 0)
  ret void
}

declare noundef i32 @llvm.amdgcn.workgroup.id.x() #1

declare noundef i32 @llvm.amdgcn.workgroup.id.y() #1

declare noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x() #1

declare ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) readnone, i16, i64, i32) #1

declare <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) readonly captures(none), i32, i32, i32 immarg) #2

declare void @llvm.amdgcn.s.waitcnt(i32 immarg) #3

declare void @llvm.amdgcn.s.barrier() #4

declare <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) captures(none)) #5

declare <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half>, <8 x half>, <4 x float>, i32 immarg, i32 immarg, i32 immarg) #6

declare float @llvm.amdgcn.raw.ptr.buffer.atomic.fadd.f32(float, ptr addrspace(8) captures(none), i32, i32, i32 immarg) #7

attributes #0 = { nofree norecurse nounwind "amdgpu-agpr-alloc"="0" "amdgpu-flat-work-group-size"="1,256" "amdgpu-no-cluster-id-x" "amdgpu-no-cluster-id-y" "amdgpu-no-cluster-id-z" "amdgpu-no-completion-action" "amdgpu-no-default-queue" "amdgpu-no-dispatch-id" "amdgpu-no-dispatch-ptr" "amdgpu-no-flat-scratch-init" "amdgpu-no-heap-ptr" "amdgpu-no-hostcall-ptr" "amdgpu-no-implicitarg-ptr" "amdgpu-no-lds-kernel-id" "amdgpu-no-multigrid-sync-arg" "amdgpu-no-queue-ptr" "amdgpu-no-workgroup-id-x" "amdgpu-no-workgroup-id-z" "amdgpu-no-workitem-id-x" "amdgpu-no-workitem-id-y" "amdgpu-no-workitem-id-z" "amdgpu-waves-per-eu"="0, 0" "denormal-fp-math-f32"="ieee" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: read) }
attributes #3 = { mustprogress nocallback nofree nounwind willreturn }
attributes #4 = { convergent mustprogress nocallback nofree nounwind willreturn }
attributes #5 = { convergent mustprogress nocallback nofree nounwind willreturn memory(argmem: read) }
attributes #6 = { convergent mustprogress nocallback nofree nosync nounwind willreturn memory(none) }
attributes #7 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }

!llvm.module.flags = !{!0, !1}

!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = !{i32 1, !"amdhsa_code_object_version", i32 500}
!2 = distinct !{!2, !3}
!3 = !{!"llvm.loop.peeled.count", i32 1}
