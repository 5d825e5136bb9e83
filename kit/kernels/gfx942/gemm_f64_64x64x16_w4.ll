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
  %35 = icmp eq i32 %34, 0
  %36 = and i32 %28, 31
  %37 = shl nuw nsw i32 %36, 1
  %38 = or disjoint i32 %27, %30
  %39 = or disjoint i32 %38, 32
  %40 = shl i32 %24, 6
  %41 = or disjoint i32 %40, %37
  %42 = srem i32 %38, %3
  %43 = srem i32 %39, %3
  %44 = and i32 %28, 7
  %45 = shl nuw nsw i32 %44, 1
  %46 = mul i32 %42, %6
  %47 = mul i32 %43, %6
  %48 = add i32 %46, %45
  %49 = add i32 %47, %45
  %50 = add i32 %5, 15
  %51 = icmp sgt i32 %50, 15
  %52 = tail call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %0, i16 0, i64 2147483646, i32 159744)
  %53 = shl i32 %48, 3
  %54 = select i1 %51, i32 %53, i32 -2147483648
  %55 = tail call <2 x double> @llvm.amdgcn.raw.ptr.buffer.load.v2f64(ptr addrspace(8) %52, i32 %54, i32 0, i32 0)
  %56 = shl i32 %49, 3
  %57 = select i1 %51, i32 %56, i32 -2147483648
  %58 = tail call <2 x double> @llvm.amdgcn.raw.ptr.buffer.load.v2f64(ptr addrspace(8) %52, i32 %57, i32 0, i32 0)
  %59 = and i32 %28, 224
  %60 = lshr exact i32 %59, 5
  %61 = or disjoint i32 %60, 8
  %62 = srem i32 %41, %4
  %63 = mul i32 %7, %60
  %64 = mul i32 %7, %61
  %65 = add i32 %62, %63
  %66 = add i32 %62, %64
  %67 = tail call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %1, i16 0, i64 2147483646, i32 159744)
  %68 = shl i32 %65, 3
  %69 = select i1 %51, i32 %68, i32 -2147483648
  %70 = tail call <2 x double> @llvm.amdgcn.raw.ptr.buffer.load.v2f64(ptr addrspace(8) %67, i32 %69, i32 0, i32 0)
  %71 = shl i32 %66, 3
  %72 = select i1 %51, i32 %71, i32 -2147483648
  %73 = tail call <2 x double> @llvm.amdgcn.raw.ptr.buffer.load.v2f64(ptr addrspace(8) %67, i32 %72, i32 0, i32 0)
  %74 = shl i32 %7, 4
  %75 = shl nuw nsw i32 %28, 4
  %76 = and i32 %75, 4080
  %77 = and i32 %28, 120
  %78 = xor i32 %76, %77
  %79 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %78
  %80 = shufflevector <2 x double> %55, <2 x double> poison, <1 x i32> zeroinitializer
  store <1 x double> %80, ptr addrspace(3) %79, align 8
  %81 = getelementptr inbounds nuw i8, ptr addrspace(3) %79, i32 4096
  %82 = shufflevector <2 x double> %58, <2 x double> poison, <1 x i32> zeroinitializer
  store <1 x double> %82, ptr addrspace(3) %81, align 8
  %83 = xor i32 %78, 8
  %84 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %83
  %85 = shufflevector <2 x double> %55, <2 x double> poison, <1 x i32> <i32 1>
  store <1 x double> %85, ptr addrspace(3) %84, align 8
  %86 = getelementptr inbounds nuw i8, ptr addrspace(3) %84, i32 4096
  %87 = shufflevector <2 x double> %58, <2 x double> poison, <1 x i32> <i32 1>
  store <1 x double> %87, ptr addrspace(3) %86, align 8
  %88 = shl nuw nsw i32 %36, 8
  %89 = shl nuw nsw i32 %44, 4
  %90 = and i32 %28, 24
  %91 = lshr exact i32 %59, 2
  %92 = xor i32 %89, %90
  %93 = xor i32 %92, %91
  %94 = or disjoint i32 %93, %88
  %95 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %94
  %96 = shufflevector <2 x double> %70, <2 x double> poison, <1 x i32> zeroinitializer
  store <1 x double> %96, ptr addrspace(3) %95, align 8
  %97 = xor i32 %94, 136
  %98 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %97
  %99 = shufflevector <2 x double> %70, <2 x double> poison, <1 x i32> <i32 1>
  store <1 x double> %99, ptr addrspace(3) %98, align 8
  %100 = xor i32 %94, 64
  %101 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %100
  %102 = shufflevector <2 x double> %73, <2 x double> poison, <1 x i32> zeroinitializer
  store <1 x double> %102, ptr addrspace(3) %101, align 8
  %103 = xor i32 %94, 200
  %104 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %103
  %105 = shufflevector <2 x double> %73, <2 x double> poison, <1 x i32> <i32 1>
  store <1 x double> %105, ptr addrspace(3) %104, align 8
  %106 = icmp sgt i32 %50, 31
  br i1 %106, label %.lr.ph, label %._crit_edge

.lr.ph:                                          
  %107 = lshr i32 %50, 4
  %108 = lshr exact i32 %33, 1
  %109 = shl nuw nsw i32 %32, 4
  %110 = mul nuw nsw i32 %31, 136
  %111 = xor i32 %110, %108
  %112 = or disjoint i32 %111, %109
  %113 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %112
  %114 = getelementptr inbounds nuw i8, ptr addrspace(3) %113, i32 4096
  %115 = xor i32 %112, 32
  %116 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %115
  %117 = getelementptr inbounds nuw i8, ptr addrspace(3) %116, i32 4096
  %118 = xor i32 %112, 64
  %119 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %118
  %120 = getelementptr inbounds nuw i8, ptr addrspace(3) %119, i32 4096
  %121 = xor i32 %112, 96
  %122 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %121
  %123 = getelementptr inbounds nuw i8, ptr addrspace(3) %122, i32 4096
  %124 = select i1 %35, i32 0, i32 2056
  %125 = xor i32 %124, %108
  %126 = xor i32 %125, %110
  %127 = xor i32 %126, 32
  %128 = xor i32 %126, 64
  %129 = xor i32 %126, 96
  %130 = xor i32 %126, 4112
  %131 = xor i32 %126, 4144
  %132 = xor i32 %126, 4176
  %133 = xor i32 %126, 4208
  %smax = add nsw i32 %107, -1
  %134 = add i32 %48, 16
  %135 = add i32 %49, 16
  %136 = add i32 %65, %74
  %137 = add i32 %66, %74
  tail call void @llvm.amdgcn.s.waitcnt(i32 49279)
  tail call void @llvm.amdgcn.s.barrier()
  %138 = load <1 x double>, ptr addrspace(3) %113, align 8
  %139 = extractelement <1 x double> %138, i64 0
  %140 = load <1 x double>, ptr addrspace(3) %114, align 8
  %141 = extractelement <1 x double> %140, i64 0
  %142 = load <1 x double>, ptr addrspace(3) %116, align 8
  %143 = extractelement <1 x double> %142, i64 0
  %144 = load <1 x double>, ptr addrspace(3) %117, align 8
  %145 = extractelement <1 x double> %144, i64 0
  %146 = load <1 x double>, ptr addrspace(3) %119, align 8
  %147 = extractelement <1 x double> %146, i64 0
  %148 = load <1 x double>, ptr addrspace(3) %120, align 8
  %149 = extractelement <1 x double> %148, i64 0
  %150 = load <1 x double>, ptr addrspace(3) %122, align 8
  %151 = extractelement <1 x double> %150, i64 0
  %152 = load <1 x double>, ptr addrspace(3) %123, align 8
  %153 = extractelement <1 x double> %152, i64 0
  tail call void @llvm.amdgcn.s.setprio(i16 1)
  %154 = shl i32 %134, 3
  %155 = tail call <2 x double> @llvm.amdgcn.raw.ptr.buffer.load.v2f64(ptr addrspace(8) %52, i32 %154, i32 0, i32 0)
  %156 = shl i32 %135, 3
  %157 = tail call <2 x double> @llvm.amdgcn.raw.ptr.buffer.load.v2f64(ptr addrspace(8) %52, i32 %156, i32 0, i32 0)
  tail call void @llvm.amdgcn.sched.barrier(i32 0)
  %158 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %126
  %159 = load <1 x double>, ptr addrspace(3) %158, align 8
  %160 = extractelement <1 x double> %159, i64 0
  %161 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %127
  %162 = load <1 x double>, ptr addrspace(3) %161, align 8
  %163 = extractelement <1 x double> %162, i64 0
  %164 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %128
  %165 = load <1 x double>, ptr addrspace(3) %164, align 8
  %166 = extractelement <1 x double> %165, i64 0
  %167 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %129
  %168 = load <1 x double>, ptr addrspace(3) %167, align 8
  %169 = extractelement <1 x double> %168, i64 0
  %170 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %130
  %171 = load <1 x double>, ptr addrspace(3) %170, align 8
  %172 = extractelement <1 x double> %171, i64 0
  %173 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %131
  %174 = load <1 x double>, ptr addrspace(3) %173, align 8
  %175 = extractelement <1 x double> %174, i64 0
  %176 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %132
  %177 = load <1 x double>, ptr addrspace(3) %176, align 8
  %178 = extractelement <1 x double> %177, i64 0
  %179 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %133
  %180 = load <1 x double>, ptr addrspace(3) %179, align 8
  %181 = extractelement <1 x double> %180, i64 0
  tail call void @llvm.amdgcn.s.setprio(i16 0)
  %182 = shl i32 %136, 3
  %183 = tail call <2 x double> @llvm.amdgcn.raw.ptr.buffer.load.v2f64(ptr addrspace(8) %67, i32 %182, i32 0, i32 0)
  %184 = shl i32 %137, 3
  %185 = tail call <2 x double> @llvm.amdgcn.raw.ptr.buffer.load.v2f64(ptr addrspace(8) %67, i32 %184, i32 0, i32 0)
  tail call void @llvm.amdgcn.sched.barrier(i32 1)
  %186 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %160, double %139, <4 x double> zeroinitializer, i32 0, i32 0, i32 0)
  tail call void @llvm.amdgcn.s.setprio(i16 1)
  %187 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %163, double %143, <4 x double> %186, i32 0, i32 0, i32 0)
  %188 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %166, double %147, <4 x double> %187, i32 0, i32 0, i32 0)
  %189 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %169, double %151, <4 x double> %188, i32 0, i32 0, i32 0)
  %190 = extractelement <4 x double> %189, i64 0
  %191 = extractelement <4 x double> %189, i64 1
  %192 = extractelement <4 x double> %189, i64 2
  %193 = extractelement <4 x double> %189, i64 3
  %194 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %172, double %139, <4 x double> zeroinitializer, i32 0, i32 0, i32 0)
  %195 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %175, double %143, <4 x double> %194, i32 0, i32 0, i32 0)
  %196 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %178, double %147, <4 x double> %195, i32 0, i32 0, i32 0)
  %197 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %181, double %151, <4 x double> %196, i32 0, i32 0, i32 0)
  %198 = extractelement <4 x double> %197, i64 0
  %199 = extractelement <4 x double> %197, i64 1
  %200 = extractelement <4 x double> %197, i64 2
  %201 = extractelement <4 x double> %197, i64 3
  %202 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %160, double %141, <4 x double> zeroinitializer, i32 0, i32 0, i32 0)
  %203 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %163, double %145, <4 x double> %202, i32 0, i32 0, i32 0)
  %204 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %166, double %149, <4 x double> %203, i32 0, i32 0, i32 0)
  %205 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %169, double %153, <4 x double> %204, i32 0, i32 0, i32 0)
  %206 = extractelement <4 x double> %205, i64 0
  %207 = extractelement <4 x double> %205, i64 1
  %208 = extractelement <4 x double> %205, i64 2
  %209 = extractelement <4 x double> %205, i64 3
  %210 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %172, double %141, <4 x double> zeroinitializer, i32 0, i32 0, i32 0)
  %211 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %175, double %145, <4 x double> %210, i32 0, i32 0, i32 0)
  %212 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %178, double %149, <4 x double> %211, i32 0, i32 0, i32 0)
  %213 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %181, double %153, <4 x double> %212, i32 0, i32 0, i32 0)
  %214 = extractelement <4 x double> %213, i64 0
  %215 = extractelement <4 x double> %213, i64 1
  %216 = extractelement <4 x double> %213, i64 2
  %217 = extractelement <4 x double> %213, i64 3
  tail call void @llvm.amdgcn.s.setprio(i16 0)
  tail call void @llvm.amdgcn.s.waitcnt(i32 49279)
  tail call void @llvm.amdgcn.s.barrier()
  %218 = shufflevector <2 x double> %155, <2 x double> poison, <1 x i32> zeroinitializer
  store <1 x double> %218, ptr addrspace(3) %79, align 8
  %219 = shufflevector <2 x double> %157, <2 x double> poison, <1 x i32> zeroinitializer
  store <1 x double> %219, ptr addrspace(3) %81, align 8
  %220 = shufflevector <2 x double> %155, <2 x double> poison, <1 x i32> <i32 1>
  store <1 x double> %220, ptr addrspace(3) %84, align 8
  %221 = shufflevector <2 x double> %157, <2 x double> poison, <1 x i32> <i32 1>
  store <1 x double> %221, ptr addrspace(3) %86, align 8
  %222 = shufflevector <2 x double> %183, <2 x double> poison, <1 x i32> zeroinitializer
  store <1 x double> %222, ptr addrspace(3) %95, align 8
  %223 = shufflevector <2 x double> %183, <2 x double> poison, <1 x i32> <i32 1>
  store <1 x double> %223, ptr addrspace(3) %98, align 8
  %224 = shufflevector <2 x double> %185, <2 x double> poison, <1 x i32> zeroinitializer
  store <1 x double> %224, ptr addrspace(3) %101, align 8
  %225 = shufflevector <2 x double> %185, <2 x double> poison, <1 x i32> <i32 1>
  store <1 x double> %225, ptr addrspace(3) %104, align 8
  %exitcond.peel.not = icmp eq i32 %smax, 1
  br i1 %exitcond.peel.not, label %._crit_edge, label %.peel.next

.peel.next:                                      
  %226 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %126
  %227 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %127
  %228 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %128
  %229 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %129
  %230 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %130
  %231 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %131
  %232 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %132
  %233 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %133
  br label %234

234:                                             
  %.pn1120 = phi i32 [ %137, %.peel.next ], [ %255, %234 ]
  %.pn1519 = phi i32 [ %136, %.peel.next ], [ %254, %234 ]
  %.pn318 = phi i32 [ %135, %.peel.next ], [ %253, %234 ]
  %.pn717 = phi i32 [ %134, %.peel.next ], [ %252, %234 ]
  %235 = phi double [ %190, %.peel.next ], [ %304, %234 ]
  %236 = phi double [ %191, %.peel.next ], [ %305, %234 ]
  %237 = phi double [ %192, %.peel.next ], [ %306, %234 ]
  %238 = phi double [ %193, %.peel.next ], [ %307, %234 ]
  %239 = phi double [ %198, %.peel.next ], [ %316, %234 ]
  %240 = phi double [ %199, %.peel.next ], [ %317, %234 ]
  %241 = phi double [ %200, %.peel.next ], [ %318, %234 ]
  %242 = phi double [ %201, %.peel.next ], [ %319, %234 ]
  %243 = phi double [ %206, %.peel.next ], [ %328, %234 ]
  %244 = phi double [ %207, %.peel.next ], [ %329, %234 ]
  %245 = phi double [ %208, %.peel.next ], [ %330, %234 ]
  %246 = phi double [ %209, %.peel.next ], [ %331, %234 ]
  %247 = phi double [ %214, %.peel.next ], [ %340, %234 ]
  %248 = phi double [ %215, %.peel.next ], [ %341, %234 ]
  %249 = phi double [ %216, %.peel.next ], [ %342, %234 ]
  %250 = phi double [ %217, %.peel.next ], [ %343, %234 ]
  %251 = phi i32 [ 1, %.peel.next ], [ %352, %234 ]
  %252 = add i32 %.pn717, 16
  %253 = add i32 %.pn318, 16
  %254 = add i32 %.pn1519, %74
  %255 = add i32 %.pn1120, %74
  tail call void @llvm.amdgcn.s.waitcnt(i32 49279)
  tail call void @llvm.amdgcn.s.barrier()
  %256 = load <1 x double>, ptr addrspace(3) %113, align 8
  %257 = extractelement <1 x double> %256, i64 0
  %258 = load <1 x double>, ptr addrspace(3) %114, align 8
  %259 = extractelement <1 x double> %258, i64 0
  %260 = load <1 x double>, ptr addrspace(3) %116, align 8
  %261 = extractelement <1 x double> %260, i64 0
  %262 = load <1 x double>, ptr addrspace(3) %117, align 8
  %263 = extractelement <1 x double> %262, i64 0
  %264 = load <1 x double>, ptr addrspace(3) %119, align 8
  %265 = extractelement <1 x double> %264, i64 0
  %266 = load <1 x double>, ptr addrspace(3) %120, align 8
  %267 = extractelement <1 x double> %266, i64 0
  %268 = load <1 x double>, ptr addrspace(3) %122, align 8
  %269 = extractelement <1 x double> %268, i64 0
  %270 = load <1 x double>, ptr addrspace(3) %123, align 8
  %271 = extractelement <1 x double> %270, i64 0
  tail call void @llvm.amdgcn.s.setprio(i16 1)
  %272 = shl i32 %252, 3
  %273 = tail call <2 x double> @llvm.amdgcn.raw.ptr.buffer.load.v2f64(ptr addrspace(8) %52, i32 %272, i32 0, i32 0)
  %274 = shl i32 %253, 3
  %275 = tail call <2 x double> @llvm.amdgcn.raw.ptr.buffer.load.v2f64(ptr addrspace(8) %52, i32 %274, i32 0, i32 0)
  tail call void @llvm.amdgcn.sched.barrier(i32 0)
  %276 = load <1 x double>, ptr addrspace(3) %226, align 8
  %277 = extractelement <1 x double> %276, i64 0
  %278 = load <1 x double>, ptr addrspace(3) %227, align 8
  %279 = extractelement <1 x double> %278, i64 0
  %280 = load <1 x double>, ptr addrspace(3) %228, align 8
  %281 = extractelement <1 x double> %280, i64 0
  %282 = load <1 x double>, ptr addrspace(3) %229, align 8
  %283 = extractelement <1 x double> %282, i64 0
  %284 = load <1 x double>, ptr addrspace(3) %230, align 8
  %285 = extractelement <1 x double> %284, i64 0
  %286 = load <1 x double>, ptr addrspace(3) %231, align 8
  %287 = extractelement <1 x double> %286, i64 0
  %288 = load <1 x double>, ptr addrspace(3) %232, align 8
  %289 = extractelement <1 x double> %288, i64 0
  %290 = load <1 x double>, ptr addrspace(3) %233, align 8
  %291 = extractelement <1 x double> %290, i64 0
  tail call void @llvm.amdgcn.s.setprio(i16 0)
  %292 = shl i32 %254, 3
  %293 = tail call <2 x double> @llvm.amdgcn.raw.ptr.buffer.load.v2f64(ptr addrspace(8) %67, i32 %292, i32 0, i32 0)
  %294 = shl i32 %255, 3
  %295 = tail call <2 x double> @llvm.amdgcn.raw.ptr.buffer.load.v2f64(ptr addrspace(8) %67, i32 %294, i32 0, i32 0)
  tail call void @llvm.amdgcn.sched.barrier(i32 1)
  %296 = insertelement <4 x double> poison, double %235, i64 0
  %297 = insertelement <4 x double> %296, double %236, i64 1
  %298 = insertelement <4 x double> %297, double %237, i64 2
  %299 = insertelement <4 x double> %298, double %238, i64 3
  %300 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %277, double %257, <4 x double> %299, i32 0, i32 0, i32 0)
  tail call void @llvm.amdgcn.s.setprio(i16 1)
  %301 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %279, double %261, <4 x double> %300, i32 0, i32 0, i32 0)
  %302 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %281, double %265, <4 x double> %301, i32 0, i32 0, i32 0)
  %303 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %283, double %269, <4 x double> %302, i32 0, i32 0, i32 0)
  %304 = extractelement <4 x double> %303, i64 0
  %305 = extractelement <4 x double> %303, i64 1
  %306 = extractelement <4 x double> %303, i64 2
  %307 = extractelement <4 x double> %303, i64 3
  %308 = insertelement <4 x double> poison, double %239, i64 0
  %309 = insertelement <4 x double> %308, double %240, i64 1
  %310 = insertelement <4 x double> %309, double %241, i64 2
  %311 = insertelement <4 x double> %310, double %242, i64 3
  %312 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %285, double %257, <4 x double> %311, i32 0, i32 0, i32 0)
  %313 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %287, double %261, <4 x double> %312, i32 0, i32 0, i32 0)
  %314 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %289, double %265, <4 x double> %313, i32 0, i32 0, i32 0)
  %315 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %291, double %269, <4 x double> %314, i32 0, i32 0, i32 0)
  %316 = extractelement <4 x double> %315, i64 0
  %317 = extractelement <4 x double> %315, i64 1
  %318 = extractelement <4 x double> %315, i64 2
  %319 = extractelement <4 x double> %315, i64 3
  %320 = insertelement <4 x double> poison, double %243, i64 0
  %321 = insertelement <4 x double> %320, double %244, i64 1
  %322 = insertelement <4 x double> %321, double %245, i64 2
  %323 = insertelement <4 x double> %322, double %246, i64 3
  %324 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %277, double %259, <4 x double> %323, i32 0, i32 0, i32 0)
  %325 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %279, double %263, <4 x double> %324, i32 0, i32 0, i32 0)
  %326 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %281, double %267, <4 x double> %325, i32 0, i32 0, i32 0)
  %327 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %283, double %271, <4 x double> %326, i32 0, i32 0, i32 0)
  %328 = extractelement <4 x double> %327, i64 0
  %329 = extractelement <4 x double> %327, i64 1
  %330 = extractelement <4 x double> %327, i64 2
  %331 = extractelement <4 x double> %327, i64 3
  %332 = insertelement <4 x double> poison, double %247, i64 0
  %333 = insertelement <4 x double> %332, double %248, i64 1
  %334 = insertelement <4 x double> %333, double %249, i64 2
  %335 = insertelement <4 x double> %334, double %250, i64 3
  %336 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %285, double %259, <4 x double> %335, i32 0, i32 0, i32 0)
  %337 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %287, double %263, <4 x double> %336, i32 0, i32 0, i32 0)
  %338 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %289, double %267, <4 x double> %337, i32 0, i32 0, i32 0)
  %339 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %291, double %271, <4 x double> %338, i32 0, i32 0, i32 0)
  %340 = extractelement <4 x double> %339, i64 0
  %341 = extractelement <4 x double> %339, i64 1
  %342 = extractelement <4 x double> %339, i64 2
  %343 = extractelement <4 x double> %339, i64 3
  tail call void @llvm.amdgcn.s.setprio(i16 0)
  tail call void @llvm.amdgcn.s.waitcnt(i32 49279)
  tail call void @llvm.amdgcn.s.barrier()
  %344 = shufflevector <2 x double> %273, <2 x double> poison, <1 x i32> zeroinitializer
  store <1 x double> %344, ptr addrspace(3) %79, align 8
  %345 = shufflevector <2 x double> %275, <2 x double> poison, <1 x i32> zeroinitializer
  store <1 x double> %345, ptr addrspace(3) %81, align 8
  %346 = shufflevector <2 x double> %273, <2 x double> poison, <1 x i32> <i32 1>
  store <1 x double> %346, ptr addrspace(3) %84, align 8
  %347 = shufflevector <2 x double> %275, <2 x double> poison, <1 x i32> <i32 1>
  store <1 x double> %347, ptr addrspace(3) %86, align 8
  %348 = shufflevector <2 x double> %293, <2 x double> poison, <1 x i32> zeroinitializer
  store <1 x double> %348, ptr addrspace(3) %95, align 8
  %349 = shufflevector <2 x double> %293, <2 x double> poison, <1 x i32> <i32 1>
  store <1 x double> %349, ptr addrspace(3) %98, align 8
  %350 = shufflevector <2 x double> %295, <2 x double> poison, <1 x i32> zeroinitializer
  store <1 x double> %350, ptr addrspace(3) %101, align 8
  %351 = shufflevector <2 x double> %295, <2 x double> poison, <1 x i32> <i32 1>
  store <1 x double> %351, ptr addrspace(3) %104, align 8
  %352 = add nuw nsw i32 %251, 1
  %exitcond.not = icmp eq i32 %352, %smax
  br i1 %exitcond.not, label %._crit_edge, label %234, !llvm.loop !2

._crit_edge:                                     
  %353 = phi double [ 0.000000e+00, %11 ], [ %190, %.lr.ph ], [ %304, %234 ]
  %354 = phi double [ 0.000000e+00, %11 ], [ %191, %.lr.ph ], [ %305, %234 ]
  %355 = phi double [ 0.000000e+00, %11 ], [ %192, %.lr.ph ], [ %306, %234 ]
  %356 = phi double [ 0.000000e+00, %11 ], [ %193, %.lr.ph ], [ %307, %234 ]
  %357 = phi double [ 0.000000e+00, %11 ], [ %198, %.lr.ph ], [ %316, %234 ]
  %358 = phi double [ 0.000000e+00, %11 ], [ %199, %.lr.ph ], [ %317, %234 ]
  %359 = phi double [ 0.000000e+00, %11 ], [ %200, %.lr.ph ], [ %318, %234 ]
  %360 = phi double [ 0.000000e+00, %11 ], [ %201, %.lr.ph ], [ %319, %234 ]
  %361 = phi double [ 0.000000e+00, %11 ], [ %206, %.lr.ph ], [ %328, %234 ]
  %362 = phi double [ 0.000000e+00, %11 ], [ %207, %.lr.ph ], [ %329, %234 ]
  %363 = phi double [ 0.000000e+00, %11 ], [ %208, %.lr.ph ], [ %330, %234 ]
  %364 = phi double [ 0.000000e+00, %11 ], [ %209, %.lr.ph ], [ %331, %234 ]
  %365 = phi double [ 0.000000e+00, %11 ], [ %214, %.lr.ph ], [ %340, %234 ]
  %366 = phi double [ 0.000000e+00, %11 ], [ %215, %.lr.ph ], [ %341, %234 ]
  %367 = phi double [ 0.000000e+00, %11 ], [ %216, %.lr.ph ], [ %342, %234 ]
  %368 = phi double [ 0.000000e+00, %11 ], [ %217, %.lr.ph ], [ %343, %234 ]
  tail call void @llvm.amdgcn.s.waitcnt(i32 49279)
  tail call void @llvm.amdgcn.s.barrier()
  br i1 %51, label %369, label %._crit_edge._crit_edge

369:                                             
  %370 = mul nuw nsw i32 %31, 136
  %371 = lshr exact i32 %33, 1
  %372 = select i1 %35, i32 0, i32 2056
  %373 = xor i32 %372, %371
  %374 = xor i32 %373, %370
  %375 = xor i32 %374, 4208
  %376 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %375
  %377 = load <1 x double>, ptr addrspace(3) %376, align 8
  %378 = extractelement <1 x double> %377, i64 0
  %379 = xor i32 %374, 4176
  %380 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %379
  %381 = load <1 x double>, ptr addrspace(3) %380, align 8
  %382 = extractelement <1 x double> %381, i64 0
  %383 = xor i32 %374, 4144
  %384 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %383
  %385 = load <1 x double>, ptr addrspace(3) %384, align 8
  %386 = extractelement <1 x double> %385, i64 0
  %387 = xor i32 %374, 4112
  %388 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %387
  %389 = load <1 x double>, ptr addrspace(3) %388, align 8
  %390 = extractelement <1 x double> %389, i64 0
  %391 = xor i32 %374, 96
  %392 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %391
  %393 = load <1 x double>, ptr addrspace(3) %392, align 8
  %394 = extractelement <1 x double> %393, i64 0
  %395 = xor i32 %374, 64
  %396 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %395
  %397 = load <1 x double>, ptr addrspace(3) %396, align 8
  %398 = extractelement <1 x double> %397, i64 0
  %399 = xor i32 %374, 32
  %400 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %399
  %401 = load <1 x double>, ptr addrspace(3) %400, align 8
  %402 = extractelement <1 x double> %401, i64 0
  %403 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %374
  %404 = load <1 x double>, ptr addrspace(3) %403, align 8
  %405 = extractelement <1 x double> %404, i64 0
  %406 = shl nuw nsw i32 %32, 4
  %407 = xor i32 %370, %371
  %408 = or disjoint i32 %407, %406
  %409 = xor i32 %408, 96
  %410 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %409
  %411 = getelementptr inbounds nuw i8, ptr addrspace(3) %410, i32 4096
  %412 = load <1 x double>, ptr addrspace(3) %411, align 8
  %413 = extractelement <1 x double> %412, i64 0
  %414 = load <1 x double>, ptr addrspace(3) %410, align 8
  %415 = extractelement <1 x double> %414, i64 0
  %416 = xor i32 %408, 64
  %417 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %416
  %418 = getelementptr inbounds nuw i8, ptr addrspace(3) %417, i32 4096
  %419 = load <1 x double>, ptr addrspace(3) %418, align 8
  %420 = extractelement <1 x double> %419, i64 0
  %421 = load <1 x double>, ptr addrspace(3) %417, align 8
  %422 = extractelement <1 x double> %421, i64 0
  %423 = xor i32 %408, 32
  %424 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %423
  %425 = getelementptr inbounds nuw i8, ptr addrspace(3) %424, i32 4096
  %426 = load <1 x double>, ptr addrspace(3) %425, align 8
  %427 = extractelement <1 x double> %426, i64 0
  %428 = load <1 x double>, ptr addrspace(3) %424, align 8
  %429 = extractelement <1 x double> %428, i64 0
  %430 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %408
  %431 = getelementptr inbounds nuw i8, ptr addrspace(3) %430, i32 4096
  %432 = load <1 x double>, ptr addrspace(3) %431, align 8
  %433 = extractelement <1 x double> %432, i64 0
  %434 = load <1 x double>, ptr addrspace(3) %430, align 8
  %435 = extractelement <1 x double> %434, i64 0
  %436 = insertelement <4 x double> poison, double %353, i64 0
  %437 = insertelement <4 x double> %436, double %354, i64 1
  %438 = insertelement <4 x double> %437, double %355, i64 2
  %439 = insertelement <4 x double> %438, double %356, i64 3
  %440 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %405, double %435, <4 x double> %439, i32 0, i32 0, i32 0)
  %441 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %402, double %429, <4 x double> %440, i32 0, i32 0, i32 0)
  %442 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %398, double %422, <4 x double> %441, i32 0, i32 0, i32 0)
  %443 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %394, double %415, <4 x double> %442, i32 0, i32 0, i32 0)
  %444 = extractelement <4 x double> %443, i64 0
  %445 = extractelement <4 x double> %443, i64 1
  %446 = extractelement <4 x double> %443, i64 2
  %447 = extractelement <4 x double> %443, i64 3
  %448 = insertelement <4 x double> poison, double %357, i64 0
  %449 = insertelement <4 x double> %448, double %358, i64 1
  %450 = insertelement <4 x double> %449, double %359, i64 2
  %451 = insertelement <4 x double> %450, double %360, i64 3
  %452 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %390, double %435, <4 x double> %451, i32 0, i32 0, i32 0)
  %453 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %386, double %429, <4 x double> %452, i32 0, i32 0, i32 0)
  %454 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %382, double %422, <4 x double> %453, i32 0, i32 0, i32 0)
  %455 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %378, double %415, <4 x double> %454, i32 0, i32 0, i32 0)
  %456 = extractelement <4 x double> %455, i64 0
  %457 = extractelement <4 x double> %455, i64 1
  %458 = extractelement <4 x double> %455, i64 2
  %459 = extractelement <4 x double> %455, i64 3
  %460 = insertelement <4 x double> poison, double %361, i64 0
  %461 = insertelement <4 x double> %460, double %362, i64 1
  %462 = insertelement <4 x double> %461, double %363, i64 2
  %463 = insertelement <4 x double> %462, double %364, i64 3
  %464 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %405, double %433, <4 x double> %463, i32 0, i32 0, i32 0)
  %465 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %402, double %427, <4 x double> %464, i32 0, i32 0, i32 0)
  %466 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %398, double %420, <4 x double> %465, i32 0, i32 0, i32 0)
  %467 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %394, double %413, <4 x double> %466, i32 0, i32 0, i32 0)
  %468 = extractelement <4 x double> %467, i64 0
  %469 = extractelement <4 x double> %467, i64 1
  %470 = extractelement <4 x double> %467, i64 2
  %471 = extractelement <4 x double> %467, i64 3
  %472 = insertelement <4 x double> poison, double %365, i64 0
  %473 = insertelement <4 x double> %472, double %366, i64 1
  %474 = insertelement <4 x double> %473, double %367, i64 2
  %475 = insertelement <4 x double> %474, double %368, i64 3
  %476 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %390, double %433, <4 x double> %475, i32 0, i32 0, i32 0)
  %477 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %386, double %427, <4 x double> %476, i32 0, i32 0, i32 0)
  %478 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %382, double %420, <4 x double> %477, i32 0, i32 0, i32 0)
  %479 = tail call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %378, double %413, <4 x double> %478, i32 0, i32 0, i32 0)
  %480 = extractelement <4 x double> %479, i64 0
  %481 = extractelement <4 x double> %479, i64 1
  %482 = extractelement <4 x double> %479, i64 2
  %483 = extractelement <4 x double> %479, i64 3
  br label %._crit_edge._crit_edge

._crit_edge._crit_edge:                          
  %484 = phi double [ %483, %369 ], [ %368, %._crit_edge ]
  %485 = phi double [ %482, %369 ], [ %367, %._crit_edge ]
  %486 = phi double [ %481, %369 ], [ %366, %._crit_edge ]
  %487 = phi double [ %480, %369 ], [ %365, %._crit_edge ]
  %488 = phi double [ %471, %369 ], [ %364, %._crit_edge ]
  %489 = phi double [ %470, %369 ], [ %363, %._crit_edge ]
  %490 = phi double [ %469, %369 ], [ %362, %._crit_edge ]
  %491 = phi double [ %468, %369 ], [ %361, %._crit_edge ]
  %492 = phi double [ %459, %369 ], [ %360, %._crit_edge ]
  %493 = phi double [ %458, %369 ], [ %359, %._crit_edge ]
  %494 = phi double [ %457, %369 ], [ %358, %._crit_edge ]
  %495 = phi double [ %456, %369 ], [ %357, %._crit_edge ]
  %496 = phi double [ %447, %369 ], [ %356, %._crit_edge ]
  %497 = phi double [ %446, %369 ], [ %355, %._crit_edge ]
  %498 = phi double [ %445, %369 ], [ %354, %._crit_edge ]
  %499 = phi double [ %444, %369 ], [ %353, %._crit_edge ]
  %500 = lshr exact i32 %34, 2
  %501 = lshr exact i32 %33, 4
  %502 = or disjoint i32 %500, %501
  %503 = or disjoint i32 %502, 32
  %504 = or disjoint i32 %40, %503
  %505 = or disjoint i32 %40, %502
  %506 = lshr exact i32 %32, 3
  %507 = or disjoint i32 %506, %31
  %508 = or disjoint i32 %507, 32
  %509 = or disjoint i32 %27, %508
  %510 = or disjoint i32 %27, %507
  %511 = or disjoint i32 %502, 44
  %512 = or disjoint i32 %502, 40
  %513 = or disjoint i32 %502, 36
  %514 = or disjoint i32 %502, 12
  %515 = or disjoint i32 %502, 8
  %516 = or disjoint i32 %502, 4
  %517 = mul i32 %27, %8
  %518 = mul i32 %8, %507
  %519 = mul i32 %8, %508
  %520 = add i32 %517, %40
  %521 = add i32 %520, %518
  %522 = add i32 %521, %502
  %523 = add i32 %521, %516
  %524 = add i32 %521, %515
  %525 = add i32 %521, %514
  %526 = add i32 %521, %503
  %527 = add i32 %521, %513
  %528 = add i32 %521, %512
  %529 = add i32 %521, %511
  %530 = add i32 %520, %519
  %531 = add i32 %530, %502
  %532 = add i32 %530, %516
  %533 = add i32 %530, %515
  %534 = add i32 %530, %514
  %535 = add i32 %530, %503
  %536 = add i32 %530, %513
  %537 = add i32 %530, %512
  %538 = add i32 %530, %511
  %539 = icmp slt i32 %510, %3
  %540 = icmp slt i32 %509, %3
  %541 = icmp slt i32 %505, %4
  %542 = icmp slt i32 %504, %4
  %543 = and i1 %539, %541
  %544 = and i1 %539, %542
  %545 = and i1 %540, %541
  %546 = and i1 %540, %542
  %547 = tail call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %2, i16 0, i64 2147483646, i32 159744)
  %548 = shl i32 %522, 3
  %549 = select i1 %543, i32 %548, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.f64(double %499, ptr addrspace(8) %547, i32 %549, i32 0, i32 0)
  %550 = shl i32 %523, 3
  %551 = select i1 %543, i32 %550, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.f64(double %498, ptr addrspace(8) %547, i32 %551, i32 0, i32 0)
  %552 = shl i32 %524, 3
  %553 = select i1 %543, i32 %552, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.f64(double %497, ptr addrspace(8) %547, i32 %553, i32 0, i32 0)
  %554 = shl i32 %525, 3
  %555 = select i1 %543, i32 %554, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.f64(double %496, ptr addrspace(8) %547, i32 %555, i32 0, i32 0)
  %556 = shl i32 %526, 3
  %557 = select i1 %544, i32 %556, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.f64(double %495, ptr addrspace(8) %547, i32 %557, i32 0, i32 0)
  %558 = shl i32 %527, 3
  %559 = select i1 %544, i32 %558, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.f64(double %494, ptr addrspace(8) %547, i32 %559, i32 0, i32 0)
  %560 = shl i32 %528, 3
  %561 = select i1 %544, i32 %560, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.f64(double %493, ptr addrspace(8) %547, i32 %561, i32 0, i32 0)
  %562 = shl i32 %529, 3
  %563 = select i1 %544, i32 %562, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.f64(double %492, ptr addrspace(8) %547, i32 %563, i32 0, i32 0)
  %564 = shl i32 %531, 3
  %565 = select i1 %545, i32 %564, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.f64(double %491, ptr addrspace(8) %547, i32 %565, i32 0, i32 0)
  %566 = shl i32 %532, 3
  %567 = select i1 %545, i32 %566, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.f64(double %490, ptr addrspace(8) %547, i32 %567, i32 0, i32 0)
  %568 = shl i32 %533, 3
  %569 = select i1 %545, i32 %568, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.f64(double %489, ptr addrspace(8) %547, i32 %569, i32 0, i32 0)
  %570 = shl i32 %534, 3
  %571 = select i1 %545, i32 %570, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.f64(double %488, ptr addrspace(8) %547, i32 %571, i32 0, i32 0)
  %572 = shl i32 %535, 3
  %573 = select i1 %546, i32 %572, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.f64(double %487, ptr addrspace(8) %547, i32 %573, i32 0, i32 0)
  %574 = shl i32 %536, 3
  %575 = select i1 %546, i32 %574, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.f64(double %486, ptr addrspace(8) %547, i32 %575, i32 0, i32 0)
  %576 = shl i32 %537, 3
  %577 = select i1 %546, i32 %576, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.f64(double %485, ptr addrspace(8) %547, i32 %577, i32 0, i32 0)
  %578 = shl i32 %538, 3
  %579 = select i1 %546, i32 %578, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.f64(double %484, ptr addrspace(8) %547, i32 %579, i32 0, i32 0)
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
!2 = distinct !{!2, !3}
!3 = !{!"llvm.loop.peeled.count", i32 1}
