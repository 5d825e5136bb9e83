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
  %75 = and i32 %28, 120
  %76 = xor i32 %74, %75
  %77 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %76
  %78 = shufflevector <2 x double> %53, <2 x double> poison, <1 x i32> zeroinitializer
  store <1 x double> %78, ptr addrspace(3) %77, align 8
  %79 = getelementptr inbounds nuw i8, ptr addrspace(3) %77, i32 4096
  %80 = shufflevector <2 x double> %56, <2 x double> poison, <1 x i32> zeroinitializer
  store <1 x double> %80, ptr addrspace(3) %79, align 8
  %81 = xor i32 %76, 8
  %82 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %81
  %83 = shufflevector <2 x double> %53, <2 x double> poison, <1 x i32> <i32 1>
  store <1 x double> %83, ptr addrspace(3) %82, align 8
  %84 = getelementptr inbounds nuw i8, ptr addrspace(3) %82, i32 4096
  %85 = shufflevector <2 x double> %56, <2 x double> poison, <1 x i32> <i32 1>
  store <1 x double> %85, ptr addrspace(3) %84, align 8
  %86 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %74
  store <2 x double> %68, ptr addrspace(3) %86, align 16
  %87 = getelementptr inbounds nuw i8, ptr addrspace(3) %86, i32 4096
  store <2 x double> %71, ptr addrspace(3) %87, align 16
  %88 = icmp sgt i32 %48, 31
  br i1 %88, label %.lr.ph, label %._crit_edge

.lr.ph:                                          
  %89 = lshr i32 %48, 4
  %90 = shl nuw nsw i32 %31, 3
  %91 = lshr exact i32 %33, 1
  %92 = shl nuw nsw i32 %32, 4
  %93 = mul nuw nsw i32 %31, 136
  %94 = xor i32 %93, %91
  %95 = or disjoint i32 %94, %92
  %96 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %95
  %97 = getelementptr inbounds nuw i8, ptr addrspace(3) %96, i32 4096
  %98 = xor i32 %95, 32
  %99 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %98
  %100 = getelementptr inbounds nuw i8, ptr addrspace(3) %99, i32 4096
  %101 = xor i32 %95, 64
  %102 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %101
  %103 = getelementptr inbounds nuw i8, ptr addrspace(3) %102, i32 4096
  %104 = xor i32 %95, 96
  %105 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %104
  %106 = getelementptr inbounds nuw i8, ptr addrspace(3) %105, i32 4096
  %107 = shl nuw nsw i32 %33, 5
  %108 = shl nuw nsw i32 %34, 1
  %smax = add nsw i32 %89, -1
  %109 = add i32 %46, 16
  %110 = add i32 %47, 16
  %111 = add i32 %63, %72
  %112 = add i32 %64, %72
  %113 = shl i32 %109, 3
  %114 = tail call <2 x double> @llvm.amdgcn.raw.ptr.buffer.load.v2f64(ptr addrspace(8) %50, i32 %113, i32 0, i32 0)
  %115 = shl i32 %110, 3
  %116 = tail call <2 x double> @llvm.amdgcn.raw.ptr.buffer.load.v2f64(ptr addrspace(8) %50, i32 %115, i32 0, i32 0)
  tail call void @llvm.amdgcn.s.waitcnt(i32 49279)
  tail call void @llvm.amdgcn.s.barrier()
  %117 = load <1 x double>, ptr addrspace(3) %96, align 8
  %118 = extractelement <1 x double> %117, i64 0
  %119 = load <1 x double>, ptr addrspace(3) %97, align 8
  %120 = extractelement <1 x double> %119, i64 0
  %121 = load <1 x double>, ptr addrspace(3) %99, align 8
  %122 = extractelement <1 x double> %121, i64 0
  %123 = load <1 x double>, ptr addrspace(3) %100, align 8
  %124 = extractelement <1 x double> %123, i64 0
  %125 = load <1 x double>, ptr addrspace(3) %102, align 8
  %126 = extractelement <1 x double> %125, i64 0
  %127 = load <1 x double>, ptr addrspace(3) %103, align 8
  %128 = extractelement <1 x double> %127, i64 0
  %129 = load <1 x double>, ptr addrspace(3) %105, align 8
  %130 = extractelement <1 x double> %129, i64 0
  %131 = load <1 x double>, ptr addrspace(3) %106, align 8
  %132 = extractelement <1 x double> %131, i64 0
  %133 = shl i32 %111, 3
  %134 = tail call <2 x double> @llvm.amdgcn.raw.ptr.buffer.load.v2f64(ptr addrspace(8) %65, i32 %133, i32 0, i32 0)
  %135 = shl i32 %112, 3
  %136 = tail call <2 x double> @llvm.amdgcn.raw.ptr.buffer.load.v2f64(ptr addrspace(8) %65, i32 %135, i32 0, i32 0)
  %137 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %107
  %138 = getelementptr inbounds nuw i8, ptr addrspace(3) %137, i32 %108
  %139 = getelementptr inbounds nuw i8, ptr addrspace(3) %138, i32 %90
  %140 = load <1 x double>, ptr addrspace(3) %139, align 8
  %141 = extractelement <1 x double> %140, i64 0
  %142 = getelementptr inbounds nuw i8, ptr addrspace(3) %139, i32 2048
  %143 = load <1 x double>, ptr addrspace(3) %142, align 8
  %144 = extractelement <1 x double> %143, i64 0
  %145 = getelementptr inbounds nuw i8, ptr addrspace(3) %139, i32 4096
  %146 = load <1 x double>, ptr addrspace(3) %145, align 8
  %147 = extractelement <1 x double> %146, i64 0
  %148 = getelementptr inbounds nuw i8, ptr addrspace(3) %139, i32 6144
  %149 = load <1 x double>, ptr addrspace(3) %148, align 8
  %150 = extractelement <1 x double> %149, i64 0
  %151 = getelementptr inbounds nuw i8, ptr addrspace(3) %139, i32 256
  %152 = load <1 x double>, ptr addrspace(3) %151, align 8
  %153 = extractelement <1 x double> %152, i64 0
  %154 = getelementptr inbounds nuw i8, ptr addrspace(3) %139, i32 2304
  %155 = load <1 x double>, ptr addrspace(3) %154, align 8
  %156 = extractelement <1 x double> %155, i64 0
  %157 = getelementptr inbounds nuw i8, ptr addrspace(3) %139, i32 4352
  %158 = load <1 x double>, ptr addrspace(3) %157, align 8
  %159 = extractelement <1 x double> %158, i64 0
  %160 = getelementptr inbounds nuw i8, ptr addrspace(3) %139, i32 6400
  %161 = load <1 x double>, ptr addrspace(3) %160, align 8
  %162 = extractelement <1 x double> %161, i64 0
  %163 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %141, double %118, <4 x double> zeroinitializer, i32 0, i32 0, i32 0)
  %164 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %144, double %122, <4 x double> %163, i32 0, i32 0, i32 0)
  %165 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %147, double %126, <4 x double> %164, i32 0, i32 0, i32 0)
  %166 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %150, double %130, <4 x double> %165, i32 0, i32 0, i32 0)
  %167 = extractelement <4 x double> %166, i64 0
  %168 = extractelement <4 x double> %166, i64 1
  %169 = extractelement <4 x double> %166, i64 2
  %170 = extractelement <4 x double> %166, i64 3
  %171 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %153, double %118, <4 x double> zeroinitializer, i32 0, i32 0, i32 0)
  %172 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %156, double %122, <4 x double> %171, i32 0, i32 0, i32 0)
  %173 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %159, double %126, <4 x double> %172, i32 0, i32 0, i32 0)
  %174 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %162, double %130, <4 x double> %173, i32 0, i32 0, i32 0)
  %175 = extractelement <4 x double> %174, i64 0
  %176 = extractelement <4 x double> %174, i64 1
  %177 = extractelement <4 x double> %174, i64 2
  %178 = extractelement <4 x double> %174, i64 3
  %179 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %141, double %120, <4 x double> zeroinitializer, i32 0, i32 0, i32 0)
  %180 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %144, double %124, <4 x double> %179, i32 0, i32 0, i32 0)
  %181 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %147, double %128, <4 x double> %180, i32 0, i32 0, i32 0)
  %182 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %150, double %132, <4 x double> %181, i32 0, i32 0, i32 0)
  %183 = extractelement <4 x double> %182, i64 0
  %184 = extractelement <4 x double> %182, i64 1
  %185 = extractelement <4 x double> %182, i64 2
  %186 = extractelement <4 x double> %182, i64 3
  %187 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %153, double %120, <4 x double> zeroinitializer, i32 0, i32 0, i32 0)
  %188 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %156, double %124, <4 x double> %187, i32 0, i32 0, i32 0)
  %189 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %159, double %128, <4 x double> %188, i32 0, i32 0, i32 0)
  %190 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %162, double %132, <4 x double> %189, i32 0, i32 0, i32 0)
  %191 = extractelement <4 x double> %190, i64 0
  %192 = extractelement <4 x double> %190, i64 1
  %193 = extractelement <4 x double> %190, i64 2
  %194 = extractelement <4 x double> %190, i64 3
  tail call void @llvm.amdgcn.s.waitcnt(i32 49279)
  tail call void @llvm.amdgcn.s.barrier()
  %195 = shufflevector <2 x double> %114, <2 x double> poison, <1 x i32> zeroinitializer
  store <1 x double> %195, ptr addrspace(3) %77, align 8
  %196 = shufflevector <2 x double> %116, <2 x double> poison, <1 x i32> zeroinitializer
  store <1 x double> %196, ptr addrspace(3) %79, align 8
  %197 = shufflevector <2 x double> %114, <2 x double> poison, <1 x i32> <i32 1>
  store <1 x double> %197, ptr addrspace(3) %82, align 8
  %198 = shufflevector <2 x double> %116, <2 x double> poison, <1 x i32> <i32 1>
  store <1 x double> %198, ptr addrspace(3) %84, align 8
  store <2 x double> %134, ptr addrspace(3) %86, align 16
  store <2 x double> %136, ptr addrspace(3) %87, align 16
  %exitcond.peel.not = icmp eq i32 %smax, 1
  br i1 %exitcond.peel.not, label %._crit_edge, label %.peel.next

.peel.next:                                      
  %199 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %107
  %200 = getelementptr inbounds nuw i8, ptr addrspace(3) %199, i32 %108
  %201 = getelementptr inbounds nuw i8, ptr addrspace(3) %200, i32 %90
  %202 = getelementptr inbounds nuw i8, ptr addrspace(3) %201, i32 2048
  %203 = getelementptr inbounds nuw i8, ptr addrspace(3) %201, i32 4096
  %204 = getelementptr inbounds nuw i8, ptr addrspace(3) %201, i32 6144
  %205 = getelementptr inbounds nuw i8, ptr addrspace(3) %201, i32 256
  %206 = getelementptr inbounds nuw i8, ptr addrspace(3) %201, i32 2304
  %207 = getelementptr inbounds nuw i8, ptr addrspace(3) %201, i32 4352
  %208 = getelementptr inbounds nuw i8, ptr addrspace(3) %201, i32 6400
  br label %209

209:                                             
  %.pn1120 = phi i32 [ %112, %.peel.next ], [ %230, %209 ]
  %.pn1519 = phi i32 [ %111, %.peel.next ], [ %229, %209 ]
  %.pn318 = phi i32 [ %110, %.peel.next ], [ %228, %209 ]
  %.pn717 = phi i32 [ %109, %.peel.next ], [ %227, %209 ]
  %210 = phi double [ %167, %.peel.next ], [ %279, %209 ]
  %211 = phi double [ %168, %.peel.next ], [ %280, %209 ]
  %212 = phi double [ %169, %.peel.next ], [ %281, %209 ]
  %213 = phi double [ %170, %.peel.next ], [ %282, %209 ]
  %214 = phi double [ %175, %.peel.next ], [ %291, %209 ]
  %215 = phi double [ %176, %.peel.next ], [ %292, %209 ]
  %216 = phi double [ %177, %.peel.next ], [ %293, %209 ]
  %217 = phi double [ %178, %.peel.next ], [ %294, %209 ]
  %218 = phi double [ %183, %.peel.next ], [ %303, %209 ]
  %219 = phi double [ %184, %.peel.next ], [ %304, %209 ]
  %220 = phi double [ %185, %.peel.next ], [ %305, %209 ]
  %221 = phi double [ %186, %.peel.next ], [ %306, %209 ]
  %222 = phi double [ %191, %.peel.next ], [ %315, %209 ]
  %223 = phi double [ %192, %.peel.next ], [ %316, %209 ]
  %224 = phi double [ %193, %.peel.next ], [ %317, %209 ]
  %225 = phi double [ %194, %.peel.next ], [ %318, %209 ]
  %226 = phi i32 [ 1, %.peel.next ], [ %323, %209 ]
  %227 = add i32 %.pn717, 16
  %228 = add i32 %.pn318, 16
  %229 = add i32 %.pn1519, %72
  %230 = add i32 %.pn1120, %72
  %231 = shl i32 %227, 3
  %232 = tail call <2 x double> @llvm.amdgcn.raw.ptr.buffer.load.v2f64(ptr addrspace(8) %50, i32 %231, i32 0, i32 0)
  %233 = shl i32 %228, 3
  %234 = tail call <2 x double> @llvm.amdgcn.raw.ptr.buffer.load.v2f64(ptr addrspace(8) %50, i32 %233, i32 0, i32 0)
  tail call void @llvm.amdgcn.s.waitcnt(i32 49279)
  tail call void @llvm.amdgcn.s.barrier()
  %235 = load <1 x double>, ptr addrspace(3) %96, align 8
  %236 = extractelement <1 x double> %235, i64 0
  %237 = load <1 x double>, ptr addrspace(3) %97, align 8
  %238 = extractelement <1 x double> %237, i64 0
  %239 = load <1 x double>, ptr addrspace(3) %99, align 8
  %240 = extractelement <1 x double> %239, i64 0
  %241 = load <1 x double>, ptr addrspace(3) %100, align 8
  %242 = extractelement <1 x double> %241, i64 0
  %243 = load <1 x double>, ptr addrspace(3) %102, align 8
  %244 = extractelement <1 x double> %243, i64 0
  %245 = load <1 x double>, ptr addrspace(3) %103, align 8
  %246 = extractelement <1 x double> %245, i64 0
  %247 = load <1 x double>, ptr addrspace(3) %105, align 8
  %248 = extractelement <1 x double> %247, i64 0
  %249 = load <1 x double>, ptr addrspace(3) %106, align 8
  %250 = extractelement <1 x double> %249, i64 0
  %251 = shl i32 %229, 3
  %252 = tail call <2 x double> @llvm.amdgcn.raw.ptr.buffer.load.v2f64(ptr addrspace(8) %65, i32 %251, i32 0, i32 0)
  %253 = shl i32 %230, 3
  %254 = tail call <2 x double> @llvm.amdgcn.raw.ptr.buffer.load.v2f64(ptr addrspace(8) %65, i32 %253, i32 0, i32 0)
  %255 = load <1 x double>, ptr addrspace(3) %201, align 8
  %256 = extractelement <1 x double> %255, i64 0
  %257 = load <1 x double>, ptr addrspace(3) %202, align 8
  %258 = extractelement <1 x double> %257, i64 0
  %259 = load <1 x double>, ptr addrspace(3) %203, align 8
  %260 = extractelement <1 x double> %259, i64 0
  %261 = load <1 x double>, ptr addrspace(3) %204, align 8
  %262 = extractelement <1 x double> %261, i64 0
  %263 = load <1 x double>, ptr addrspace(3) %205, align 8
  %264 = extractelement <1 x double> %263, i64 0
  %265 = load <1 x double>, ptr addrspace(3) %206, align 8
  %266 = extractelement <1 x double> %265, i64 0
  %267 = load <1 x double>, ptr addrspace(3) %207, align 8
  %268 = extractelement <1 x double> %267, i64 0
  %269 = load <1 x double>, ptr addrspace(3) %208, align 8
  %270 = extractelement <1 x double> %269, i64 0
  %271 = insertelement <4 x double> poison, double %210, i64 0
  %272 = insertelement <4 x double> %271, double %211, i64 1
  %273 = insertelement <4 x double> %272, double %212, i64 2
  %274 = insertelement <4 x double> %273, double %213, i64 3
  %275 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %256, double %236, <4 x double> %274, i32 0, i32 0, i32 0)
  %276 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %258, double %240, <4 x double> %275, i32 0, i32 0, i32 0)
  %277 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %260, double %244, <4 x double> %276, i32 0, i32 0, i32 0)
  %278 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %262, double %248, <4 x double> %277, i32 0, i32 0, i32 0)
  %279 = extractelement <4 x double> %278, i64 0
  %280 = extractelement <4 x double> %278, i64 1
  %281 = extractelement <4 x double> %278, i64 2
  %282 = extractelement <4 x double> %278, i64 3
  %283 = insertelement <4 x double> poison, double %214, i64 0
  %284 = insertelement <4 x double> %283, double %215, i64 1
  %285 = insertelement <4 x double> %284, double %216, i64 2
  %286 = insertelement <4 x double> %285, double %217, i64 3
  %287 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %264, double %236, <4 x double> %286, i32 0, i32 0, i32 0)
  %288 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %266, double %240, <4 x double> %287, i32 0, i32 0, i32 0)
  %289 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %268, double %244, <4 x double> %288, i32 0, i32 0, i32 0)
  %290 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %270, double %248, <4 x double> %289, i32 0, i32 0, i32 0)
  %291 = extractelement <4 x double> %290, i64 0
  %292 = extractelement <4 x double> %290, i64 1
  %293 = extractelement <4 x double> %290, i64 2
  %294 = extractelement <4 x double> %290, i64 3
  %295 = insertelement <4 x double> poison, double %218, i64 0
  %296 = insertelement <4 x double> %295, double %219, i64 1
  %297 = insertelement <4 x double> %296, double %220, i64 2
  %298 = insertelement <4 x double> %297, double %221, i64 3
  %299 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %256, double %238, <4 x double> %298, i32 0, i32 0, i32 0)
  %300 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %258, double %242, <4 x double> %299, i32 0, i32 0, i32 0)
  %301 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %260, double %246, <4 x double> %300, i32 0, i32 0, i32 0)
  %302 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %262, double %250, <4 x double> %301, i32 0, i32 0, i32 0)
  %303 = extractelement <4 x double> %302, i64 0
  %304 = extractelement <4 x double> %302, i64 1
  %305 = extractelement <4 x double> %302, i64 2
  %306 = extractelement <4 x double> %302, i64 3
  %307 = insertelement <4 x double> poison, double %222, i64 0
  %308 = insertelement <4 x double> %307, double %223, i64 1
  %309 = insertelement <4 x double> %308, double %224, i64 2
  %310 = insertelement <4 x double> %309, double %225, i64 3
  %311 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %264, double %238, <4 x double> %310, i32 0, i32 0, i32 0)
  %312 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %266, double %242, <4 x double> %311, i32 0, i32 0, i32 0)
  %313 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %268, double %246, <4 x double> %312, i32 0, i32 0, i32 0)
  %314 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %270, double %250, <4 x double> %313, i32 0, i32 0, i32 0)
  %315 = extractelement <4 x double> %314, i64 0
  %316 = extractelement <4 x double> %314, i64 1
  %317 = extractelement <4 x double> %314, i64 2
  %318 = extractelement <4 x double> %314, i64 3
  tail call void @llvm.amdgcn.s.waitcnt(i32 49279)
  tail call void @llvm.amdgcn.s.barrier()
  %319 = shufflevector <2 x double> %232, <2 x double> poison, <1 x i32> zeroinitializer
  store <1 x double> %319, ptr addrspace(3) %77, align 8
  %320 = shufflevector <2 x double> %234, <2 x double> poison, <1 x i32> zeroinitializer
  store <1 x double> %320, ptr addrspace(3) %79, align 8
  %321 = shufflevector <2 x double> %232, <2 x double> poison, <1 x i32> <i32 1>
  store <1 x double> %321, ptr addrspace(3) %82, align 8
  %322 = shufflevector <2 x double> %234, <2 x double> poison, <1 x i32> <i32 1>
  store <1 x double> %322, ptr addrspace(3) %84, align 8
  store <2 x double> %252, ptr addrspace(3) %86, align 16
  store <2 x double> %254, ptr addrspace(3) %87, align 16
  %323 = add nuw nsw i32 %226, 1
  %exitcond.not = icmp eq i32 %323, %smax
  br i1 %exitcond.not, label %._crit_edge, label %209, !llvm.loop !2

._crit_edge:                                     
  %324 = phi double [ 0.000000e+00, %11 ], [ %167, %.lr.ph ], [ %279, %209 ]
  %325 = phi double [ 0.000000e+00, %11 ], [ %168, %.lr.ph ], [ %280, %209 ]
  %326 = phi double [ 0.000000e+00, %11 ], [ %169, %.lr.ph ], [ %281, %209 ]
  %327 = phi double [ 0.000000e+00, %11 ], [ %170, %.lr.ph ], [ %282, %209 ]
  %328 = phi double [ 0.000000e+00, %11 ], [ %175, %.lr.ph ], [ %291, %209 ]
  %329 = phi double [ 0.000000e+00, %11 ], [ %176, %.lr.ph ], [ %292, %209 ]
  %330 = phi double [ 0.000000e+00, %11 ], [ %177, %.lr.ph ], [ %293, %209 ]
  %331 = phi double [ 0.000000e+00, %11 ], [ %178, %.lr.ph ], [ %294, %209 ]
  %332 = phi double [ 0.000000e+00, %11 ], [ %183, %.lr.ph ], [ %303, %209 ]
  %333 = phi double [ 0.000000e+00, %11 ], [ %184, %.lr.ph ], [ %304, %209 ]
  %334 = phi double [ 0.000000e+00, %11 ], [ %185, %.lr.ph ], [ %305, %209 ]
  %335 = phi double [ 0.000000e+00, %11 ], [ %186, %.lr.ph ], [ %306, %209 ]
  %336 = phi double [ 0.000000e+00, %11 ], [ %191, %.lr.ph ], [ %315, %209 ]
  %337 = phi double [ 0.000000e+00, %11 ], [ %192, %.lr.ph ], [ %316, %209 ]
  %338 = phi double [ 0.000000e+00, %11 ], [ %193, %.lr.ph ], [ %317, %209 ]
  %339 = phi double [ 0.000000e+00, %11 ], [ %194, %.lr.ph ], [ %318, %209 ]
  tail call void @llvm.amdgcn.s.waitcnt(i32 49279)
  tail call void @llvm.amdgcn.s.barrier()
  br i1 %49, label %340, label %._crit_edge._crit_edge

340:                                             
  %341 = shl nuw nsw i32 %33, 5
  %342 = shl nuw nsw i32 %34, 1
  %343 = shl nuw nsw i32 %31, 3
  %344 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %341
  %345 = getelementptr inbounds nuw i8, ptr addrspace(3) %344, i32 %342
  %346 = getelementptr inbounds nuw i8, ptr addrspace(3) %345, i32 %343
  %347 = getelementptr inbounds nuw i8, ptr addrspace(3) %346, i32 6400
  %348 = load <1 x double>, ptr addrspace(3) %347, align 8
  %349 = extractelement <1 x double> %348, i64 0
  %350 = getelementptr inbounds nuw i8, ptr addrspace(3) %346, i32 4352
  %351 = load <1 x double>, ptr addrspace(3) %350, align 8
  %352 = extractelement <1 x double> %351, i64 0
  %353 = getelementptr inbounds nuw i8, ptr addrspace(3) %346, i32 2304
  %354 = load <1 x double>, ptr addrspace(3) %353, align 8
  %355 = extractelement <1 x double> %354, i64 0
  %356 = getelementptr inbounds nuw i8, ptr addrspace(3) %346, i32 256
  %357 = load <1 x double>, ptr addrspace(3) %356, align 8
  %358 = extractelement <1 x double> %357, i64 0
  %359 = getelementptr inbounds nuw i8, ptr addrspace(3) %346, i32 6144
  %360 = load <1 x double>, ptr addrspace(3) %359, align 8
  %361 = extractelement <1 x double> %360, i64 0
  %362 = getelementptr inbounds nuw i8, ptr addrspace(3) %346, i32 4096
  %363 = load <1 x double>, ptr addrspace(3) %362, align 8
  %364 = extractelement <1 x double> %363, i64 0
  %365 = getelementptr inbounds nuw i8, ptr addrspace(3) %346, i32 2048
  %366 = load <1 x double>, ptr addrspace(3) %365, align 8
  %367 = extractelement <1 x double> %366, i64 0
  %368 = load <1 x double>, ptr addrspace(3) %346, align 8
  %369 = extractelement <1 x double> %368, i64 0
  %370 = shl nuw nsw i32 %32, 4
  %371 = mul nuw nsw i32 %31, 136
  %372 = lshr exact i32 %33, 1
  %373 = xor i32 %371, %372
  %374 = or disjoint i32 %373, %370
  %375 = xor i32 %374, 96
  %376 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %375
  %377 = getelementptr inbounds nuw i8, ptr addrspace(3) %376, i32 4096
  %378 = load <1 x double>, ptr addrspace(3) %377, align 8
  %379 = extractelement <1 x double> %378, i64 0
  %380 = load <1 x double>, ptr addrspace(3) %376, align 8
  %381 = extractelement <1 x double> %380, i64 0
  %382 = xor i32 %374, 64
  %383 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %382
  %384 = getelementptr inbounds nuw i8, ptr addrspace(3) %383, i32 4096
  %385 = load <1 x double>, ptr addrspace(3) %384, align 8
  %386 = extractelement <1 x double> %385, i64 0
  %387 = load <1 x double>, ptr addrspace(3) %383, align 8
  %388 = extractelement <1 x double> %387, i64 0
  %389 = xor i32 %374, 32
  %390 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %389
  %391 = getelementptr inbounds nuw i8, ptr addrspace(3) %390, i32 4096
  %392 = load <1 x double>, ptr addrspace(3) %391, align 8
  %393 = extractelement <1 x double> %392, i64 0
  %394 = load <1 x double>, ptr addrspace(3) %390, align 8
  %395 = extractelement <1 x double> %394, i64 0
  %396 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %374
  %397 = getelementptr inbounds nuw i8, ptr addrspace(3) %396, i32 4096
  %398 = load <1 x double>, ptr addrspace(3) %397, align 8
  %399 = extractelement <1 x double> %398, i64 0
  %400 = load <1 x double>, ptr addrspace(3) %396, align 8
  %401 = extractelement <1 x double> %400, i64 0
  %402 = insertelement <4 x double> poison, double %324, i64 0
  %403 = insertelement <4 x double> %402, double %325, i64 1
  %404 = insertelement <4 x double> %403, double %326, i64 2
  %405 = insertelement <4 x double> %404, double %327, i64 3
  %406 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %369, double %401, <4 x double> %405, i32 0, i32 0, i32 0)
  %407 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %367, double %395, <4 x double> %406, i32 0, i32 0, i32 0)
  %408 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %364, double %388, <4 x double> %407, i32 0, i32 0, i32 0)
  %409 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %361, double %381, <4 x double> %408, i32 0, i32 0, i32 0)
  %410 = extractelement <4 x double> %409, i64 0
  %411 = extractelement <4 x double> %409, i64 1
  %412 = extractelement <4 x double> %409, i64 2
  %413 = extractelement <4 x double> %409, i64 3
  %414 = insertelement <4 x double> poison, double %328, i64 0
  %415 = insertelement <4 x double> %414, double %329, i64 1
  %416 = insertelement <4 x double> %415, double %330, i64 2
  %417 = insertelement <4 x double> %416, double %331, i64 3
  %418 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %358, double %401, <4 x double> %417, i32 0, i32 0, i32 0)
  %419 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %355, double %395, <4 x double> %418, i32 0, i32 0, i32 0)
  %420 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %352, double %388, <4 x double> %419, i32 0, i32 0, i32 0)
  %421 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %349, double %381, <4 x double> %420, i32 0, i32 0, i32 0)
  %422 = extractelement <4 x double> %421, i64 0
  %423 = extractelement <4 x double> %421, i64 1
  %424 = extractelement <4 x double> %421, i64 2
  %425 = extractelement <4 x double> %421, i64 3
  %426 = insertelement <4 x double> poison, double %332, i64 0
  %427 = insertelement <4 x double> %426, double %333, i64 1
  %428 = insertelement <4 x double> %427, double %334, i64 2
  %429 = insertelement <4 x double> %428, double %335, i64 3
  %430 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %369, double %399, <4 x double> %429, i32 0, i32 0, i32 0)
  %431 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %367, double %393, <4 x double> %430, i32 0, i32 0, i32 0)
  %432 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %364, double %386, <4 x double> %431, i32 0, i32 0, i32 0)
  %433 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %361, double %379, <4 x double> %432, i32 0, i32 0, i32 0)
  %434 = extractelement <4 x double> %433, i64 0
  %435 = extractelement <4 x double> %433, i64 1
  %436 = extractelement <4 x double> %433, i64 2
  %437 = extractelement <4 x double> %433, i64 3
  %438 = insertelement <4 x double> poison, double %336, i64 0
  %439 = insertelement <4 x double> %438, double %337, i64 1
  %440 = insertelement <4 x double> %439, double %338, i64 2
  %441 = insertelement <4 x double> %440, double %339, i64 3
  %442 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %358, double %399, <4 x double> %441, i32 0, i32 0, i32 0)
  %443 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %355, double %393, <4 x double> %442, i32 0, i32 0, i32 0)
  %444 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %352, double %386, <4 x double> %443, i32 0, i32 0, i32 0)
  %445 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %349, double %379, <4 x double> %444, i32 0, i32 0, i32 0)
  %446 = extractelement <4 x double> %445, i64 0
  %447 = extractelement <4 x double> %445, i64 1
  %448 = extractelement <4 x double> %445, i64 2
  %449 = extractelement <4 x double> %445, i64 3
  br label %._crit_edge._crit_edge

._crit_edge._crit_edge:                          
  %450 = phi double [ %449, %340 ], [ %339, %._crit_edge ]
  %451 = phi double [ %448, %340 ], [ %338, %._crit_edge ]
  %452 = phi double [ %447, %340 ], [ %337, %._crit_edge ]
  %453 = phi double [ %446, %340 ], [ %336, %._crit_edge ]
  %454 = phi double [ %437, %340 ], [ %335, %._crit_edge ]
  %455 = phi double [ %436, %340 ], [ %334, %._crit_edge ]
  %456 = phi double [ %435, %340 ], [ %333, %._crit_edge ]
  %457 = phi double [ %434, %340 ], [ %332, %._crit_edge ]
  %458 = phi double [ %425, %340 ], [ %331, %._crit_edge ]
  %459 = phi double [ %424, %340 ], [ %330, %._crit_edge ]
  %460 = phi double [ %423, %340 ], [ %329, %._crit_edge ]
  %461 = phi double [ %422, %340 ], [ %328, %._crit_edge ]
  %462 = phi double [ %413, %340 ], [ %327, %._crit_edge ]
  %463 = phi double [ %412, %340 ], [ %326, %._crit_edge ]
  %464 = phi double [ %411, %340 ], [ %325, %._crit_edge ]
  %465 = phi double [ %410, %340 ], [ %324, %._crit_edge ]
  %466 = lshr exact i32 %34, 2
  %467 = lshr exact i32 %33, 4
  %468 = or disjoint i32 %466, %467
  %469 = or disjoint i32 %468, 32
  %470 = or disjoint i32 %39, %469
  %471 = or disjoint i32 %39, %468
  %472 = lshr exact i32 %32, 3
  %473 = or disjoint i32 %472, %31
  %474 = or disjoint i32 %473, 32
  %475 = or disjoint i32 %27, %474
  %476 = or disjoint i32 %27, %473
  %477 = or disjoint i32 %468, 44
  %478 = or disjoint i32 %468, 40
  %479 = or disjoint i32 %468, 36
  %480 = or disjoint i32 %468, 12
  %481 = or disjoint i32 %468, 8
  %482 = or disjoint i32 %468, 4
  %483 = mul i32 %27, %8
  %484 = mul i32 %8, %473
  %485 = mul i32 %8, %474
  %486 = add i32 %483, %39
  %487 = add i32 %486, %484
  %488 = add i32 %487, %468
  %489 = add i32 %487, %482
  %490 = add i32 %487, %481
  %491 = add i32 %487, %480
  %492 = add i32 %487, %469
  %493 = add i32 %487, %479
  %494 = add i32 %487, %478
  %495 = add i32 %487, %477
  %496 = add i32 %486, %485
  %497 = add i32 %496, %468
  %498 = add i32 %496, %482
  %499 = add i32 %496, %481
  %500 = add i32 %496, %480
  %501 = add i32 %496, %469
  %502 = add i32 %496, %479
  %503 = add i32 %496, %478
  %504 = add i32 %496, %477
  %505 = icmp slt i32 %476, %3
  %506 = icmp slt i32 %475, %3
  %507 = icmp slt i32 %471, %4
  %508 = icmp slt i32 %470, %4
  %509 = and i1 %505, %507
  %510 = and i1 %505, %508
  %511 = and i1 %506, %507
  %512 = and i1 %506, %508
  %513 = tail call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %2, i16 0, i64 2147483646, i32 159744)
  %514 = shl i32 %488, 3
  %515 = select i1 %509, i32 %514, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.f64(double %465, ptr addrspace(8) %513, i32 %515, i32 0, i32 0)
  %516 = shl i32 %489, 3
  %517 = select i1 %509, i32 %516, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.f64(double %464, ptr addrspace(8) %513, i32 %517, i32 0, i32 0)
  %518 = shl i32 %490, 3
  %519 = select i1 %509, i32 %518, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.f64(double %463, ptr addrspace(8) %513, i32 %519, i32 0, i32 0)
  %520 = shl i32 %491, 3
  %521 = select i1 %509, i32 %520, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.f64(double %462, ptr addrspace(8) %513, i32 %521, i32 0, i32 0)
  %522 = shl i32 %492, 3
  %523 = select i1 %510, i32 %522, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.f64(double %461, ptr addrspace(8) %513, i32 %523, i32 0, i32 0)
  %524 = shl i32 %493, 3
  %525 = select i1 %510, i32 %524, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.f64(double %460, ptr addrspace(8) %513, i32 %525, i32 0, i32 0)
  %526 = shl i32 %494, 3
  %527 = select i1 %510, i32 %526, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.f64(double %459, ptr addrspace(8) %513, i32 %527, i32 0, i32 0)
  %528 = shl i32 %495, 3
  %529 = select i1 %510, i32 %528, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.f64(double %458, ptr addrspace(8) %513, i32 %529, i32 0, i32 0)
  %530 = shl i32 %497, 3
  %531 = select i1 %511, i32 %530, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.f64(double %457, ptr addrspace(8) %513, i32 %531, i32 0, i32 0)
  %532 = shl i32 %498, 3
  %533 = select i1 %511, i32 %532, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.f64(double %456, ptr addrspace(8) %513, i32 %533, i32 0, i32 0)
  %534 = shl i32 %499, 3
  %535 = select i1 %511, i32 %534, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.f64(double %455, ptr addrspace(8) %513, i32 %535, i32 0, i32 0)
  %536 = shl i32 %500, 3
  %537 = select i1 %511, i32 %536, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.f64(double %454, ptr addrspace(8) %513, i32 %537, i32 0, i32 0)
  %538 = shl i32 %501, 3
  %539 = select i1 %512, i32 %538, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.f64(double %453, ptr addrspace(8) %513, i32 %539, i32 0, i32 0)
  %540 = shl i32 %502, 3
  %541 = select i1 %512, i32 %540, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.f64(double %452, ptr addrspace(8) %513, i32 %541, i32 0, i32 0)
  %542 = shl i32 %503, 3
  %543 = select i1 %512, i32 %542, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.f64(double %451, ptr addrspace(8) %513, i32 %543, i32 0, i32 0)
  %544 = shl i32 %504, 3
  %545 = select i1 %512, i32 %544, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.f64(double %450, ptr addrspace(8) %513, i32 %545, i32 0, i32 0)
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
