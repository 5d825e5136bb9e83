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
  %.frozen132 = freeze i32 %21
  %24 = sdiv i32 %.frozen, %.frozen132
  %25 = mul i32 %24, %.frozen132
  %.decomposed = sub i32 %.frozen, %25
  %26 = add i32 %19, %.decomposed
  %27 = shl i32 %26, 6
  %28 = tail call i32 @llvm.amdgcn.workitem.id.x()
  %29 = lshr i32 %28, 3
  %30 = and i32 %29, 31
  %31 = and i32 %28, 15
  %32 = and i32 %28, 128
  %33 = and i32 %28, 48
  %34 = and i32 %28, 64
  %35 = shl nuw nsw i32 %28, 1
  %36 = and i32 %35, 62
  %37 = or disjoint i32 %27, %30
  %38 = or disjoint i32 %37, 32
  %39 = shl i32 %24, 6
  %40 = or disjoint i32 %39, %36
  %41 = srem i32 %37, %3
  %42 = srem i32 %38, %3
  %43 = and i32 %35, 14
  %44 = mul i32 %41, %6
  %45 = mul i32 %42, %6
  %46 = add i32 %44, %43
  %47 = add i32 %45, %43
  %48 = add i32 %5, 15
  %49 = icmp sgt i32 %48, 15
  %50 = tail call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %0, i16 0, i64 2147483646, i32 159744)
  %51 = shl i32 %46, 3
  %52 = select i1 %49, i32 %51, i32 -2147483648
  %53 = tail call <2 x double> @llvm.amdgcn.raw.ptr.buffer.load.v2f64(ptr addrspace(8) %50, i32 %52, i32 0, i32 0)
  %54 = shl i32 %47, 3
  %55 = select i1 %49, i32 %54, i32 -2147483648
  %56 = tail call <2 x double> @llvm.amdgcn.raw.ptr.buffer.load.v2f64(ptr addrspace(8) %50, i32 %55, i32 0, i32 0)
  %57 = lshr i32 %28, 5
  %58 = and i32 %57, 7
  %59 = or disjoint i32 %58, 8
  %60 = srem i32 %40, %4
  %61 = mul i32 %7, %58
  %62 = mul i32 %7, %59
  %63 = add i32 %60, %61
  %64 = add i32 %60, %62
  %65 = tail call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %1, i16 0, i64 2147483646, i32 159744)
  %66 = shl i32 %63, 3
  %67 = select i1 %49, i32 %66, i32 -2147483648
  %68 = tail call <2 x double> @llvm.amdgcn.raw.ptr.buffer.load.v2f64(ptr addrspace(8) %65, i32 %67, i32 0, i32 0)
  %69 = shl i32 %64, 3
  %70 = select i1 %49, i32 %69, i32 -2147483648
  %71 = tail call <2 x double> @llvm.amdgcn.raw.ptr.buffer.load.v2f64(ptr addrspace(8) %65, i32 %70, i32 0, i32 0)
  %72 = shl i32 %7, 4
  %73 = shl nuw nsw i32 %28, 4
  %74 = and i32 %73, 4080
  %75 = lshr i32 %28, 1
  %76 = and i32 %75, 56
  %77 = xor i32 %74, %76
  %78 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %77
  %79 = shufflevector <2 x double> %53, <2 x double> poison, <1 x i32> zeroinitializer
  store <1 x double> %79, ptr addrspace(3) %78, align 8
  %80 = getelementptr inbounds nuw i8, ptr addrspace(3) %78, i32 4096
  %81 = shufflevector <2 x double> %56, <2 x double> poison, <1 x i32> zeroinitializer
  store <1 x double> %81, ptr addrspace(3) %80, align 8
  %82 = xor i32 %77, 8
  %83 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %82
  %84 = shufflevector <2 x double> %53, <2 x double> poison, <1 x i32> <i32 1>
  store <1 x double> %84, ptr addrspace(3) %83, align 8
  %85 = getelementptr inbounds nuw i8, ptr addrspace(3) %83, i32 4096
  %86 = shufflevector <2 x double> %56, <2 x double> poison, <1 x i32> <i32 1>
  store <1 x double> %86, ptr addrspace(3) %85, align 8
  %87 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %74
  store <2 x double> %68, ptr addrspace(3) %87, align 16
  %88 = getelementptr inbounds nuw i8, ptr addrspace(3) %87, i32 4096
  store <2 x double> %71, ptr addrspace(3) %88, align 16
  %89 = icmp sgt i32 %48, 31
  br i1 %89, label %.lr.ph, label %._crit_edge

.lr.ph:                                          
  %90 = lshr i32 %48, 4
  %91 = shl nuw nsw i32 %31, 7
  %92 = shl nuw nsw i32 %28, 2
  %93 = and i32 %92, 56
  %94 = lshr exact i32 %33, 1
  %95 = shl nuw nsw i32 %32, 4
  %96 = or disjoint i32 %91, %93
  %97 = xor i32 %96, %94
  %98 = or disjoint i32 %97, %95
  %99 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %98
  %100 = getelementptr inbounds nuw i8, ptr addrspace(3) %99, i32 64
  %101 = getelementptr inbounds nuw i8, ptr addrspace(3) %99, i32 4096
  %102 = getelementptr inbounds nuw i8, ptr addrspace(3) %99, i32 4160
  %103 = xor i32 %98, 32
  %104 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %103
  %105 = getelementptr inbounds nuw i8, ptr addrspace(3) %104, i32 64
  %106 = getelementptr inbounds nuw i8, ptr addrspace(3) %104, i32 4096
  %107 = getelementptr inbounds nuw i8, ptr addrspace(3) %104, i32 4160
  %108 = shl nuw nsw i32 %33, 5
  %109 = shl nuw nsw i32 %31, 3
  %110 = shl nuw nsw i32 %34, 1
  %smax = add nsw i32 %90, -1
  %111 = add i32 %46, 16
  %112 = add i32 %47, 16
  %113 = add i32 %63, %72
  %114 = add i32 %64, %72
  %115 = shl i32 %111, 3
  %116 = tail call <2 x double> @llvm.amdgcn.raw.ptr.buffer.load.v2f64(ptr addrspace(8) %50, i32 %115, i32 0, i32 0)
  %117 = shl i32 %112, 3
  %118 = tail call <2 x double> @llvm.amdgcn.raw.ptr.buffer.load.v2f64(ptr addrspace(8) %50, i32 %117, i32 0, i32 0)
  tail call void @llvm.amdgcn.s.waitcnt(i32 49279)
  tail call void @llvm.amdgcn.s.barrier()
  %119 = load <1 x double>, ptr addrspace(3) %99, align 8
  %120 = extractelement <1 x double> %119, i64 0
  %121 = load <1 x double>, ptr addrspace(3) %100, align 8
  %122 = extractelement <1 x double> %121, i64 0
  %123 = load <1 x double>, ptr addrspace(3) %101, align 8
  %124 = extractelement <1 x double> %123, i64 0
  %125 = load <1 x double>, ptr addrspace(3) %102, align 8
  %126 = extractelement <1 x double> %125, i64 0
  %127 = load <1 x double>, ptr addrspace(3) %104, align 8
  %128 = extractelement <1 x double> %127, i64 0
  %129 = load <1 x double>, ptr addrspace(3) %105, align 8
  %130 = extractelement <1 x double> %129, i64 0
  %131 = load <1 x double>, ptr addrspace(3) %106, align 8
  %132 = extractelement <1 x double> %131, i64 0
  %133 = load <1 x double>, ptr addrspace(3) %107, align 8
  %134 = extractelement <1 x double> %133, i64 0
  %135 = shl i32 %113, 3
  %136 = tail call <2 x double> @llvm.amdgcn.raw.ptr.buffer.load.v2f64(ptr addrspace(8) %65, i32 %135, i32 0, i32 0)
  %137 = shl i32 %114, 3
  %138 = tail call <2 x double> @llvm.amdgcn.raw.ptr.buffer.load.v2f64(ptr addrspace(8) %65, i32 %137, i32 0, i32 0)
  %139 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %110
  %140 = getelementptr inbounds nuw i8, ptr addrspace(3) %139, i32 %108
  %141 = getelementptr inbounds nuw i8, ptr addrspace(3) %140, i32 %109
  %142 = load <1 x double>, ptr addrspace(3) %141, align 8
  %143 = extractelement <1 x double> %142, i64 0
  %144 = getelementptr inbounds nuw i8, ptr addrspace(3) %141, i32 2048
  %145 = load <1 x double>, ptr addrspace(3) %144, align 8
  %146 = extractelement <1 x double> %145, i64 0
  %147 = getelementptr inbounds nuw i8, ptr addrspace(3) %141, i32 4096
  %148 = load <1 x double>, ptr addrspace(3) %147, align 8
  %149 = extractelement <1 x double> %148, i64 0
  %150 = getelementptr inbounds nuw i8, ptr addrspace(3) %141, i32 6144
  %151 = load <1 x double>, ptr addrspace(3) %150, align 8
  %152 = extractelement <1 x double> %151, i64 0
  %153 = getelementptr inbounds nuw i8, ptr addrspace(3) %141, i32 256
  %154 = load <1 x double>, ptr addrspace(3) %153, align 8
  %155 = extractelement <1 x double> %154, i64 0
  %156 = getelementptr inbounds nuw i8, ptr addrspace(3) %141, i32 2304
  %157 = load <1 x double>, ptr addrspace(3) %156, align 8
  %158 = extractelement <1 x double> %157, i64 0
  %159 = getelementptr inbounds nuw i8, ptr addrspace(3) %141, i32 4352
  %160 = load <1 x double>, ptr addrspace(3) %159, align 8
  %161 = extractelement <1 x double> %160, i64 0
  %162 = getelementptr inbounds nuw i8, ptr addrspace(3) %141, i32 6400
  %163 = load <1 x double>, ptr addrspace(3) %162, align 8
  %164 = extractelement <1 x double> %163, i64 0
  %165 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %143, double %120, <4 x double> zeroinitializer, i32 0, i32 0, i32 0)
  %166 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %146, double %128, <4 x double> %165, i32 0, i32 0, i32 0)
  %167 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %149, double %122, <4 x double> %166, i32 0, i32 0, i32 0)
  %168 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %152, double %130, <4 x double> %167, i32 0, i32 0, i32 0)
  %169 = extractelement <4 x double> %168, i64 0
  %170 = extractelement <4 x double> %168, i64 1
  %171 = extractelement <4 x double> %168, i64 2
  %172 = extractelement <4 x double> %168, i64 3
  %173 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %155, double %120, <4 x double> zeroinitializer, i32 0, i32 0, i32 0)
  %174 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %158, double %128, <4 x double> %173, i32 0, i32 0, i32 0)
  %175 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %161, double %122, <4 x double> %174, i32 0, i32 0, i32 0)
  %176 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %164, double %130, <4 x double> %175, i32 0, i32 0, i32 0)
  %177 = extractelement <4 x double> %176, i64 0
  %178 = extractelement <4 x double> %176, i64 1
  %179 = extractelement <4 x double> %176, i64 2
  %180 = extractelement <4 x double> %176, i64 3
  %181 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %143, double %124, <4 x double> zeroinitializer, i32 0, i32 0, i32 0)
  %182 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %146, double %132, <4 x double> %181, i32 0, i32 0, i32 0)
  %183 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %149, double %126, <4 x double> %182, i32 0, i32 0, i32 0)
  %184 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %152, double %134, <4 x double> %183, i32 0, i32 0, i32 0)
  %185 = extractelement <4 x double> %184, i64 0
  %186 = extractelement <4 x double> %184, i64 1
  %187 = extractelement <4 x double> %184, i64 2
  %188 = extractelement <4 x double> %184, i64 3
  %189 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %155, double %124, <4 x double> zeroinitializer, i32 0, i32 0, i32 0)
  %190 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %158, double %132, <4 x double> %189, i32 0, i32 0, i32 0)
  %191 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %161, double %126, <4 x double> %190, i32 0, i32 0, i32 0)
  %192 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %164, double %134, <4 x double> %191, i32 0, i32 0, i32 0)
  %193 = extractelement <4 x double> %192, i64 0
  %194 = extractelement <4 x double> %192, i64 1
  %195 = extractelement <4 x double> %192, i64 2
  %196 = extractelement <4 x double> %192, i64 3
  tail call void @llvm.amdgcn.s.waitcnt(i32 49279)
  tail call void @llvm.amdgcn.s.barrier()
  %197 = shufflevector <2 x double> %116, <2 x double> poison, <1 x i32> zeroinitializer
  store <1 x double> %197, ptr addrspace(3) %78, align 8
  %198 = shufflevector <2 x double> %118, <2 x double> poison, <1 x i32> zeroinitializer
  store <1 x double> %198, ptr addrspace(3) %80, align 8
  %199 = shufflevector <2 x double> %116, <2 x double> poison, <1 x i32> <i32 1>
  store <1 x double> %199, ptr addrspace(3) %83, align 8
  %200 = shufflevector <2 x double> %118, <2 x double> poison, <1 x i32> <i32 1>
  store <1 x double> %200, ptr addrspace(3) %85, align 8
  store <2 x double> %136, ptr addrspace(3) %87, align 16
  store <2 x double> %138, ptr addrspace(3) %88, align 16
  %exitcond.peel.not = icmp eq i32 %smax, 1
  br i1 %exitcond.peel.not, label %._crit_edge, label %.peel.next

.peel.next:                                      
  %201 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %110
  %202 = getelementptr inbounds nuw i8, ptr addrspace(3) %201, i32 %108
  %203 = getelementptr inbounds nuw i8, ptr addrspace(3) %202, i32 %109
  %204 = getelementptr inbounds nuw i8, ptr addrspace(3) %203, i32 2048
  %205 = getelementptr inbounds nuw i8, ptr addrspace(3) %203, i32 4096
  %206 = getelementptr inbounds nuw i8, ptr addrspace(3) %203, i32 6144
  %207 = getelementptr inbounds nuw i8, ptr addrspace(3) %203, i32 256
  %208 = getelementptr inbounds nuw i8, ptr addrspace(3) %203, i32 2304
  %209 = getelementptr inbounds nuw i8, ptr addrspace(3) %203, i32 4352
  %210 = getelementptr inbounds nuw i8, ptr addrspace(3) %203, i32 6400
  br label %211

211:                                             
  %.pn1120 = phi i32 [ %114, %.peel.next ], [ %232, %211 ]
  %.pn1519 = phi i32 [ %113, %.peel.next ], [ %231, %211 ]
  %.pn318 = phi i32 [ %112, %.peel.next ], [ %230, %211 ]
  %.pn717 = phi i32 [ %111, %.peel.next ], [ %229, %211 ]
  %212 = phi double [ %169, %.peel.next ], [ %281, %211 ]
  %213 = phi double [ %170, %.peel.next ], [ %282, %211 ]
  %214 = phi double [ %171, %.peel.next ], [ %283, %211 ]
  %215 = phi double [ %172, %.peel.next ], [ %284, %211 ]
  %216 = phi double [ %177, %.peel.next ], [ %293, %211 ]
  %217 = phi double [ %178, %.peel.next ], [ %294, %211 ]
  %218 = phi double [ %179, %.peel.next ], [ %295, %211 ]
  %219 = phi double [ %180, %.peel.next ], [ %296, %211 ]
  %220 = phi double [ %185, %.peel.next ], [ %305, %211 ]
  %221 = phi double [ %186, %.peel.next ], [ %306, %211 ]
  %222 = phi double [ %187, %.peel.next ], [ %307, %211 ]
  %223 = phi double [ %188, %.peel.next ], [ %308, %211 ]
  %224 = phi double [ %193, %.peel.next ], [ %317, %211 ]
  %225 = phi double [ %194, %.peel.next ], [ %318, %211 ]
  %226 = phi double [ %195, %.peel.next ], [ %319, %211 ]
  %227 = phi double [ %196, %.peel.next ], [ %320, %211 ]
  %228 = phi i32 [ 1, %.peel.next ], [ %325, %211 ]
  %229 = add i32 %.pn717, 16
  %230 = add i32 %.pn318, 16
  %231 = add i32 %.pn1519, %72
  %232 = add i32 %.pn1120, %72
  %233 = shl i32 %229, 3
  %234 = tail call <2 x double> @llvm.amdgcn.raw.ptr.buffer.load.v2f64(ptr addrspace(8) %50, i32 %233, i32 0, i32 0)
  %235 = shl i32 %230, 3
  %236 = tail call <2 x double> @llvm.amdgcn.raw.ptr.buffer.load.v2f64(ptr addrspace(8) %50, i32 %235, i32 0, i32 0)
  tail call void @llvm.amdgcn.s.waitcnt(i32 49279)
  tail call void @llvm.amdgcn.s.barrier()
  %237 = load <1 x double>, ptr addrspace(3) %99, align 8
  %238 = extractelement <1 x double> %237, i64 0
  %239 = load <1 x double>, ptr addrspace(3) %100, align 8
  %240 = extractelement <1 x double> %239, i64 0
  %241 = load <1 x double>, ptr addrspace(3) %101, align 8
  %242 = extractelement <1 x double> %241, i64 0
  %243 = load <1 x double>, ptr addrspace(3) %102, align 8
  %244 = extractelement <1 x double> %243, i64 0
  %245 = load <1 x double>, ptr addrspace(3) %104, align 8
  %246 = extractelement <1 x double> %245, i64 0
  %247 = load <1 x double>, ptr addrspace(3) %105, align 8
  %248 = extractelement <1 x double> %247, i64 0
  %249 = load <1 x double>, ptr addrspace(3) %106, align 8
  %250 = extractelement <1 x double> %249, i64 0
  %251 = load <1 x double>, ptr addrspace(3) %107, align 8
  %252 = extractelement <1 x double> %251, i64 0
  %253 = shl i32 %231, 3
  %254 = tail call <2 x double> @llvm.amdgcn.raw.ptr.buffer.load.v2f64(ptr addrspace(8) %65, i32 %253, i32 0, i32 0)
  %255 = shl i32 %232, 3
  %256 = tail call <2 x double> @llvm.amdgcn.raw.ptr.buffer.load.v2f64(ptr addrspace(8) %65, i32 %255, i32 0, i32 0)
  %257 = load <1 x double>, ptr addrspace(3) %203, align 8
  %258 = extractelement <1 x double> %257, i64 0
  %259 = load <1 x double>, ptr addrspace(3) %204, align 8
  %260 = extractelement <1 x double> %259, i64 0
  %261 = load <1 x double>, ptr addrspace(3) %205, align 8
  %262 = extractelement <1 x double> %261, i64 0
  %263 = load <1 x double>, ptr addrspace(3) %206, align 8
  %264 = extractelement <1 x double> %263, i64 0
  %265 = load <1 x double>, ptr addrspace(3) %207, align 8
  %266 = extractelement <1 x double> %265, i64 0
  %267 = load <1 x double>, ptr addrspace(3) %208, align 8
  %268 = extractelement <1 x double> %267, i64 0
  %269 = load <1 x double>, ptr addrspace(3) %209, align 8
  %270 = extractelement <1 x double> %269, i64 0
  %271 = load <1 x double>, ptr addrspace(3) %210, align 8
  %272 = extractelement <1 x double> %271, i64 0
  %273 = insertelement <4 x double> poison, double %212, i64 0
  %274 = insertelement <4 x double> %273, double %213, i64 1
  %275 = insertelement <4 x double> %274, double %214, i64 2
  %276 = insertelement <4 x double> %275, double %215, i64 3
  %277 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %258, double %238, <4 x double> %276, i32 0, i32 0, i32 0)
  %278 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %260, double %246, <4 x double> %277, i32 0, i32 0, i32 0)
  %279 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %262, double %240, <4 x double> %278, i32 0, i32 0, i32 0)
  %280 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %264, double %248, <4 x double> %279, i32 0, i32 0, i32 0)
  %281 = extractelement <4 x double> %280, i64 0
  %282 = extractelement <4 x double> %280, i64 1
  %283 = extractelement <4 x double> %280, i64 2
  %284 = extractelement <4 x double> %280, i64 3
  %285 = insertelement <4 x double> poison, double %216, i64 0
  %286 = insertelement <4 x double> %285, double %217, i64 1
  %287 = insertelement <4 x double> %286, double %218, i64 2
  %288 = insertelement <4 x double> %287, double %219, i64 3
  %289 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %266, double %238, <4 x double> %288, i32 0, i32 0, i32 0)
  %290 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %268, double %246, <4 x double> %289, i32 0, i32 0, i32 0)
  %291 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %270, double %240, <4 x double> %290, i32 0, i32 0, i32 0)
  %292 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %272, double %248, <4 x double> %291, i32 0, i32 0, i32 0)
  %293 = extractelement <4 x double> %292, i64 0
  %294 = extractelement <4 x double> %292, i64 1
  %295 = extractelement <4 x double> %292, i64 2
  %296 = extractelement <4 x double> %292, i64 3
  %297 = insertelement <4 x double> poison, double %220, i64 0
  %298 = insertelement <4 x double> %297, double %221, i64 1
  %299 = insertelement <4 x double> %298, double %222, i64 2
  %300 = insertelement <4 x double> %299, double %223, i64 3
  %301 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %258, double %242, <4 x double> %300, i32 0, i32 0, i32 0)
  %302 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %260, double %250, <4 x double> %301, i32 0, i32 0, i32 0)
  %303 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %262, double %244, <4 x double> %302, i32 0, i32 0, i32 0)
  %304 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %264, double %252, <4 x double> %303, i32 0, i32 0, i32 0)
  %305 = extractelement <4 x double> %304, i64 0
  %306 = extractelement <4 x double> %304, i64 1
  %307 = extractelement <4 x double> %304, i64 2
  %308 = extractelement <4 x double> %304, i64 3
  %309 = insertelement <4 x double> poison, double %224, i64 0
  %310 = insertelement <4 x double> %309, double %225, i64 1
  %311 = insertelement <4 x double> %310, double %226, i64 2
  %312 = insertelement <4 x double> %311, double %227, i64 3
  %313 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %266, double %242, <4 x double> %312, i32 0, i32 0, i32 0)
  %314 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %268, double %250, <4 x double> %313, i32 0, i32 0, i32 0)
  %315 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %270, double %244, <4 x double> %314, i32 0, i32 0, i32 0)
  %316 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %272, double %252, <4 x double> %315, i32 0, i32 0, i32 0)
  %317 = extractelement <4 x double> %316, i64 0
  %318 = extractelement <4 x double> %316, i64 1
  %319 = extractelement <4 x double> %316, i64 2
  %320 = extractelement <4 x double> %316, i64 3
  tail call void @llvm.amdgcn.s.waitcnt(i32 49279)
  tail call void @llvm.amdgcn.s.barrier()
  %321 = shufflevector <2 x double> %234, <2 x double> poison, <1 x i32> zeroinitializer
  store <1 x double> %321, ptr addrspace(3) %78, align 8
  %322 = shufflevector <2 x double> %236, <2 x double> poison, <1 x i32> zeroinitializer
  store <1 x double> %322, ptr addrspace(3) %80, align 8
  %323 = shufflevector <2 x double> %234, <2 x double> poison, <1 x i32> <i32 1>
  store <1 x double> %323, ptr addrspace(3) %83, align 8
  %324 = shufflevector <2 x double> %236, <2 x double> poison, <1 x i32> <i32 1>
  store <1 x double> %324, ptr addrspace(3) %85, align 8
  store <2 x double> %254, ptr addrspace(3) %87, align 16
  store <2 x double> %256, ptr addrspace(3) %88, align 16
  %325 = add nuw nsw i32 %228, 1
  %exitcond.not = icmp eq i32 %325, %smax
  br i1 %exitcond.not, label %._crit_edge, label %211, !llvm.loop !2

._crit_edge:                                     
  %326 = phi double [ 0.000000e+00, %11 ], [ %169, %.lr.ph ], [ %281, %211 ]
  %327 = phi double [ 0.000000e+00, %11 ], [ %170, %.lr.ph ], [ %282, %211 ]
  %328 = phi double [ 0.000000e+00, %11 ], [ %171, %.lr.ph ], [ %283, %211 ]
  %329 = phi double [ 0.000000e+00, %11 ], [ %172, %.lr.ph ], [ %284, %211 ]
  %330 = phi double [ 0.000000e+00, %11 ], [ %177, %.lr.ph ], [ %293, %211 ]
  %331 = phi double [ 0.000000e+00, %11 ], [ %178, %.lr.ph ], [ %294, %211 ]
  %332 = phi double [ 0.000000e+00, %11 ], [ %179, %.lr.ph ], [ %295, %211 ]
  %333 = phi double [ 0.000000e+00, %11 ], [ %180, %.lr.ph ], [ %296, %211 ]
  %334 = phi double [ 0.000000e+00, %11 ], [ %185, %.lr.ph ], [ %305, %211 ]
  %335 = phi double [ 0.000000e+00, %11 ], [ %186, %.lr.ph ], [ %306, %211 ]
  %336 = phi double [ 0.000000e+00, %11 ], [ %187, %.lr.ph ], [ %307, %211 ]
  %337 = phi double [ 0.000000e+00, %11 ], [ %188, %.lr.ph ], [ %308, %211 ]
  %338 = phi double [ 0.000000e+00, %11 ], [ %193, %.lr.ph ], [ %317, %211 ]
  %339 = phi double [ 0.000000e+00, %11 ], [ %194, %.lr.ph ], [ %318, %211 ]
  %340 = phi double [ 0.000000e+00, %11 ], [ %195, %.lr.ph ], [ %319, %211 ]
  %341 = phi double [ 0.000000e+00, %11 ], [ %196, %.lr.ph ], [ %320, %211 ]
  tail call void @llvm.amdgcn.s.waitcnt(i32 49279)
  tail call void @llvm.amdgcn.s.barrier()
  br i1 %49, label %342, label %._crit_edge._crit_edge

342:                                             
  %343 = shl nuw nsw i32 %34, 1
  %344 = shl nuw nsw i32 %33, 5
  %345 = shl nuw nsw i32 %31, 3
  %346 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %343
  %347 = getelementptr inbounds nuw i8, ptr addrspace(3) %346, i32 %344
  %348 = getelementptr inbounds nuw i8, ptr addrspace(3) %347, i32 %345
  %349 = getelementptr inbounds nuw i8, ptr addrspace(3) %348, i32 6400
  %350 = load <1 x double>, ptr addrspace(3) %349, align 8
  %351 = extractelement <1 x double> %350, i64 0
  %352 = getelementptr inbounds nuw i8, ptr addrspace(3) %348, i32 4352
  %353 = load <1 x double>, ptr addrspace(3) %352, align 8
  %354 = extractelement <1 x double> %353, i64 0
  %355 = getelementptr inbounds nuw i8, ptr addrspace(3) %348, i32 2304
  %356 = load <1 x double>, ptr addrspace(3) %355, align 8
  %357 = extractelement <1 x double> %356, i64 0
  %358 = getelementptr inbounds nuw i8, ptr addrspace(3) %348, i32 256
  %359 = load <1 x double>, ptr addrspace(3) %358, align 8
  %360 = extractelement <1 x double> %359, i64 0
  %361 = getelementptr inbounds nuw i8, ptr addrspace(3) %348, i32 6144
  %362 = load <1 x double>, ptr addrspace(3) %361, align 8
  %363 = extractelement <1 x double> %362, i64 0
  %364 = getelementptr inbounds nuw i8, ptr addrspace(3) %348, i32 4096
  %365 = load <1 x double>, ptr addrspace(3) %364, align 8
  %366 = extractelement <1 x double> %365, i64 0
  %367 = getelementptr inbounds nuw i8, ptr addrspace(3) %348, i32 2048
  %368 = load <1 x double>, ptr addrspace(3) %367, align 8
  %369 = extractelement <1 x double> %368, i64 0
  %370 = load <1 x double>, ptr addrspace(3) %348, align 8
  %371 = extractelement <1 x double> %370, i64 0
  %372 = shl nuw nsw i32 %32, 4
  %373 = shl nuw nsw i32 %31, 7
  %374 = shl nuw nsw i32 %28, 2
  %375 = and i32 %374, 56
  %376 = or disjoint i32 %373, %375
  %377 = lshr exact i32 %33, 1
  %378 = xor i32 %376, %377
  %379 = or disjoint i32 %378, %372
  %380 = xor i32 %379, 32
  %381 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %380
  %382 = getelementptr inbounds nuw i8, ptr addrspace(3) %381, i32 4160
  %383 = load <1 x double>, ptr addrspace(3) %382, align 8
  %384 = extractelement <1 x double> %383, i64 0
  %385 = getelementptr inbounds nuw i8, ptr addrspace(3) %381, i32 4096
  %386 = load <1 x double>, ptr addrspace(3) %385, align 8
  %387 = extractelement <1 x double> %386, i64 0
  %388 = getelementptr inbounds nuw i8, ptr addrspace(3) %381, i32 64
  %389 = load <1 x double>, ptr addrspace(3) %388, align 8
  %390 = extractelement <1 x double> %389, i64 0
  %391 = load <1 x double>, ptr addrspace(3) %381, align 8
  %392 = extractelement <1 x double> %391, i64 0
  %393 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %379
  %394 = getelementptr inbounds nuw i8, ptr addrspace(3) %393, i32 4160
  %395 = load <1 x double>, ptr addrspace(3) %394, align 8
  %396 = extractelement <1 x double> %395, i64 0
  %397 = getelementptr inbounds nuw i8, ptr addrspace(3) %393, i32 4096
  %398 = load <1 x double>, ptr addrspace(3) %397, align 8
  %399 = extractelement <1 x double> %398, i64 0
  %400 = getelementptr inbounds nuw i8, ptr addrspace(3) %393, i32 64
  %401 = load <1 x double>, ptr addrspace(3) %400, align 8
  %402 = extractelement <1 x double> %401, i64 0
  %403 = load <1 x double>, ptr addrspace(3) %393, align 8
  %404 = extractelement <1 x double> %403, i64 0
  %405 = insertelement <4 x double> poison, double %326, i64 0
  %406 = insertelement <4 x double> %405, double %327, i64 1
  %407 = insertelement <4 x double> %406, double %328, i64 2
  %408 = insertelement <4 x double> %407, double %329, i64 3
  %409 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %371, double %404, <4 x double> %408, i32 0, i32 0, i32 0)
  %410 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %369, double %392, <4 x double> %409, i32 0, i32 0, i32 0)
  %411 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %366, double %402, <4 x double> %410, i32 0, i32 0, i32 0)
  %412 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %363, double %390, <4 x double> %411, i32 0, i32 0, i32 0)
  %413 = extractelement <4 x double> %412, i64 0
  %414 = extractelement <4 x double> %412, i64 1
  %415 = extractelement <4 x double> %412, i64 2
  %416 = extractelement <4 x double> %412, i64 3
  %417 = insertelement <4 x double> poison, double %330, i64 0
  %418 = insertelement <4 x double> %417, double %331, i64 1
  %419 = insertelement <4 x double> %418, double %332, i64 2
  %420 = insertelement <4 x double> %419, double %333, i64 3
  %421 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %360, double %404, <4 x double> %420, i32 0, i32 0, i32 0)
  %422 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %357, double %392, <4 x double> %421, i32 0, i32 0, i32 0)
  %423 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %354, double %402, <4 x double> %422, i32 0, i32 0, i32 0)
  %424 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %351, double %390, <4 x double> %423, i32 0, i32 0, i32 0)
  %425 = extractelement <4 x double> %424, i64 0
  %426 = extractelement <4 x double> %424, i64 1
  %427 = extractelement <4 x double> %424, i64 2
  %428 = extractelement <4 x double> %424, i64 3
  %429 = insertelement <4 x double> poison, double %334, i64 0
  %430 = insertelement <4 x double> %429, double %335, i64 1
  %431 = insertelement <4 x double> %430, double %336, i64 2
  %432 = insertelement <4 x double> %431, double %337, i64 3
  %433 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %371, double %399, <4 x double> %432, i32 0, i32 0, i32 0)
  %434 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %369, double %387, <4 x double> %433, i32 0, i32 0, i32 0)
  %435 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %366, double %396, <4 x double> %434, i32 0, i32 0, i32 0)
  %436 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %363, double %384, <4 x double> %435, i32 0, i32 0, i32 0)
  %437 = extractelement <4 x double> %436, i64 0
  %438 = extractelement <4 x double> %436, i64 1
  %439 = extractelement <4 x double> %436, i64 2
  %440 = extractelement <4 x double> %436, i64 3
  %441 = insertelement <4 x double> poison, double %338, i64 0
  %442 = insertelement <4 x double> %441, double %339, i64 1
  %443 = insertelement <4 x double> %442, double %340, i64 2
  %444 = insertelement <4 x double> %443, double %341, i64 3
  %445 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %360, double %399, <4 x double> %444, i32 0, i32 0, i32 0)
  %446 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %357, double %387, <4 x double> %445, i32 0, i32 0, i32 0)
  %447 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %354, double %396, <4 x double> %446, i32 0, i32 0, i32 0)
  %448 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %351, double %384, <4 x double> %447, i32 0, i32 0, i32 0)
  %449 = extractelement <4 x double> %448, i64 0
  %450 = extractelement <4 x double> %448, i64 1
  %451 = extractelement <4 x double> %448, i64 2
  %452 = extractelement <4 x double> %448, i64 3
  br label %._crit_edge._crit_edge

._crit_edge._crit_edge:                          
  %453 = phi double [ %452, %342 ], [ %341, %._crit_edge ]
  %454 = phi double [ %451, %342 ], [ %340, %._crit_edge ]
  %455 = phi double [ %450, %342 ], [ %339, %._crit_edge ]
  %456 = phi double [ %449, %342 ], [ %338, %._crit_edge ]
  %457 = phi double [ %440, %342 ], [ %337, %._crit_edge ]
  %458 = phi double [ %439, %342 ], [ %336, %._crit_edge ]
  %459 = phi double [ %438, %342 ], [ %335, %._crit_edge ]
  %460 = phi double [ %437, %342 ], [ %334, %._crit_edge ]
  %461 = phi double [ %428, %342 ], [ %333, %._crit_edge ]
  %462 = phi double [ %427, %342 ], [ %332, %._crit_edge ]
  %463 = phi double [ %426, %342 ], [ %331, %._crit_edge ]
  %464 = phi double [ %425, %342 ], [ %330, %._crit_edge ]
  %465 = phi double [ %416, %342 ], [ %329, %._crit_edge ]
  %466 = phi double [ %415, %342 ], [ %328, %._crit_edge ]
  %467 = phi double [ %414, %342 ], [ %327, %._crit_edge ]
  %468 = phi double [ %413, %342 ], [ %326, %._crit_edge ]
  %469 = lshr exact i32 %34, 2
  %470 = lshr exact i32 %33, 4
  %471 = or disjoint i32 %469, %470
  %472 = or disjoint i32 %471, 32
  %473 = or disjoint i32 %39, %472
  %474 = or disjoint i32 %39, %471
  %475 = lshr exact i32 %32, 3
  %476 = or disjoint i32 %475, %31
  %477 = or disjoint i32 %476, 32
  %478 = or disjoint i32 %27, %477
  %479 = or disjoint i32 %27, %476
  %480 = or disjoint i32 %471, 44
  %481 = or disjoint i32 %471, 40
  %482 = or disjoint i32 %471, 36
  %483 = or disjoint i32 %471, 12
  %484 = or disjoint i32 %471, 8
  %485 = or disjoint i32 %471, 4
  %486 = mul i32 %27, %8
  %487 = mul i32 %8, %476
  %488 = mul i32 %8, %477
  %489 = add i32 %486, %39
  %490 = add i32 %489, %487
  %491 = add i32 %490, %471
  %492 = add i32 %490, %485
  %493 = add i32 %490, %484
  %494 = add i32 %490, %483
  %495 = add i32 %490, %472
  %496 = add i32 %490, %482
  %497 = add i32 %490, %481
  %498 = add i32 %490, %480
  %499 = add i32 %489, %488
  %500 = add i32 %499, %471
  %501 = add i32 %499, %485
  %502 = add i32 %499, %484
  %503 = add i32 %499, %483
  %504 = add i32 %499, %472
  %505 = add i32 %499, %482
  %506 = add i32 %499, %481
  %507 = add i32 %499, %480
  %508 = icmp slt i32 %479, %3
  %509 = icmp slt i32 %478, %3
  %510 = icmp slt i32 %474, %4
  %511 = icmp slt i32 %473, %4
  %512 = and i1 %508, %510
  %513 = and i1 %508, %511
  %514 = and i1 %509, %510
  %515 = and i1 %509, %511
  %516 = tail call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %2, i16 0, i64 2147483646, i32 159744)
  %517 = shl i32 %491, 3
  %518 = select i1 %512, i32 %517, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.f64(double %468, ptr addrspace(8) %516, i32 %518, i32 0, i32 0)
  %519 = shl i32 %492, 3
  %520 = select i1 %512, i32 %519, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.f64(double %467, ptr addrspace(8) %516, i32 %520, i32 0, i32 0)
  %521 = shl i32 %493, 3
  %522 = select i1 %512, i32 %521, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.f64(double %466, ptr addrspace(8) %516, i32 %522, i32 0, i32 0)
  %523 = shl i32 %494, 3
  %524 = select i1 %512, i32 %523, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.f64(double %465, ptr addrspace(8) %516, i32 %524, i32 0, i32 0)
  %525 = shl i32 %495, 3
  %526 = select i1 %513, i32 %525, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.f64(double %464, ptr addrspace(8) %516, i32 %526, i32 0, i32 0)
  %527 = shl i32 %496, 3
  %528 = select i1 %513, i32 %527, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.f64(double %463, ptr addrspace(8) %516, i32 %528, i32 0, i32 0)
  %529 = shl i32 %497, 3
  %530 = select i1 %513, i32 %529, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.f64(double %462, ptr addrspace(8) %516, i32 %530, i32 0, i32 0)
  %531 = shl i32 %498, 3
  %532 = select i1 %513, i32 %531, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.f64(double %461, ptr addrspace(8) %516, i32 %532, i32 0, i32 0)
  %533 = shl i32 %500, 3
  %534 = select i1 %514, i32 %533, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.f64(double %460, ptr addrspace(8) %516, i32 %534, i32 0, i32 0)
  %535 = shl i32 %501, 3
  %536 = select i1 %514, i32 %535, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.f64(double %459, ptr addrspace(8) %516, i32 %536, i32 0, i32 0)
  %537 = shl i32 %502, 3
  %538 = select i1 %514, i32 %537, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.f64(double %458, ptr addrspace(8) %516, i32 %538, i32 0, i32 0)
  %539 = shl i32 %503, 3
  %540 = select i1 %514, i32 %539, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.f64(double %457, ptr addrspace(8) %516, i32 %540, i32 0, i32 0)
  %541 = shl i32 %504, 3
  %542 = select i1 %515, i32 %541, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.f64(double %456, ptr addrspace(8) %516, i32 %542, i32 0, i32 0)
  %543 = shl i32 %505, 3
  %544 = select i1 %515, i32 %543, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.f64(double %455, ptr addrspace(8) %516, i32 %544, i32 0, i32 0)
  %545 = shl i32 %506, 3
  %546 = select i1 %515, i32 %545, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.f64(double %454, ptr addrspace(8) %516, i32 %546, i32 0, i32 0)
  %547 = shl i32 %507, 3
  %548 = select i1 %515, i32 %547, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.f64(double %453, ptr addrspace(8) %516, i32 %548, i32 0, i32 0)
  ret void
}

declare noundef i32 @llvm.amdgcn.workgroup.id.x() #1

declare i32 @llvm.smin.i32(i32, i32) #1

declare noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x() #1

declare ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) readnone, i16, i64, i32) #1

declare <2 x double> @llvm.amdgcn.raw.ptr.buffer.load.v2f64(ptr addrspace(8) readonly captures(none), i32, i32, i32 immarg) #2

declare void @llvm.amdgcn.s.waitcnt(i32 immarg) #3

declare void @llvm.amdgcn.s.barrier() #4

declare <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double, double, <4 x double>, i32 immarg, i32 immarg, i32 immarg) #5

declare void @llvm.amdgcn.raw.ptr.buffer.store.f64(double, ptr addrspace(8) writeonly captures(none), i32, i32, i32 immarg) #6

attributes #0 = { nofree norecurse nounwind "amdgpu-agpr-alloc"="0" "amdgpu-flat-work-group-size"="1,256" "amdgpu-no-cluster-id-x" "amdgpu-no-cluster-id-y" "amdgpu-no-cluster-id-z" "amdgpu-no-completion-action" "amdgpu-no-default-queue" "amdgpu-no-dispatch-id" "amdgpu-no-dispatch-ptr" "amdgpu-no-flat-scratch-init" "amdgpu-no-heap-ptr" "amdgpu-no-hostcall-ptr" "amdgpu-no-implicitarg-ptr" "amdgpu-no-lds-kernel-id" "amdgpu-no-multigrid-sync-arg" "amdgpu-no-queue-ptr" "amdgpu-no-workgroup-id-x" "amdgpu-no-workgroup-id-y" "amdgpu-no-workgroup-id-z" "amdgpu-no-workitem-id-x" "amdgpu-no-workitem-id-y" "amdgpu-no-workitem-id-z" "amdgpu-waves-per-eu"="0, 0" "denormal-fp-math-f32"="ieee" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: read) }
attributes #3 = { mustprogress nocallback nofree nounwind willreturn }
attributes #4 = { convergent mustprogress nocallback nofree nounwind willreturn }
attributes #5 = { convergent mustprogress nocallback nofree nosync nounwind willreturn memory(none) }
attributes #6 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: write) }

!llvm.module.flags = !{!0, !1}

!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = !{i32 1, !"amdhsa_code_object_version", i32 500}
!2 = distinct !{!2, !3}
!3 = !{!"llvm.loop.peeled.count", i32 1}
