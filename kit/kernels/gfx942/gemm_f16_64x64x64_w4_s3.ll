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
  %.frozen274 = freeze i32 %21
  %24 = sdiv i32 %.frozen, %.frozen274
  %25 = mul i32 %24, %.frozen274
  %.decomposed = sub i32 %.frozen, %25
  %26 = add i32 %19, %.decomposed
  %27 = shl i32 %26, 6
  %28 = tail call i32 @llvm.amdgcn.workitem.id.x()
  %29 = and i32 %28, 15
  %30 = and i32 %28, 128
  %31 = and i32 %28, 248
  %32 = lshr exact i32 %31, 3
  %33 = shl nuw nsw i32 %28, 3
  %34 = and i32 %33, 56
  %35 = or disjoint i32 %27, %32
  %36 = or disjoint i32 %35, 32
  %37 = shl i32 %24, 6
  %38 = or disjoint i32 %37, %34
  %39 = srem i32 %35, %3
  %40 = srem i32 %36, %3
  %41 = mul i32 %39, %6
  %42 = mul i32 %40, %6
  %43 = add i32 %41, %34
  %44 = add i32 %42, %34
  %45 = add i32 %5, 63
  %46 = icmp sgt i32 %45, 63
  %47 = tail call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %0, i16 0, i64 2147483646, i32 159744)
  %48 = shl i32 %43, 1
  %49 = select i1 %46, i32 %48, i32 -2147483648
  %50 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %47, i32 %49, i32 0, i32 0)
  %51 = bitcast <4 x i32> %50 to <8 x half>
  %52 = shl i32 %44, 1
  %53 = select i1 %46, i32 %52, i32 -2147483648
  %54 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %47, i32 %53, i32 0, i32 0)
  %55 = bitcast <4 x i32> %54 to <8 x half>
  %56 = lshr exact i32 %31, 2
  %57 = or disjoint i32 %56, 1
  %58 = srem i32 %38, %4
  %59 = mul i32 %7, %56
  %60 = mul i32 %7, %57
  %61 = add i32 %58, %59
  %62 = add i32 %58, %60
  %63 = tail call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %1, i16 0, i64 2147483646, i32 159744)
  %64 = shl i32 %61, 1
  %65 = select i1 %46, i32 %64, i32 -2147483648
  %66 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %63, i32 %65, i32 0, i32 0)
  %67 = bitcast <4 x i32> %66 to <8 x half>
  %68 = shl i32 %62, 1
  %69 = select i1 %46, i32 %68, i32 -2147483648
  %70 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %63, i32 %69, i32 0, i32 0)
  %71 = bitcast <4 x i32> %70 to <8 x half>
  %72 = shl i32 %7, 6
  %73 = shl nuw nsw i32 %28, 4
  %74 = and i32 %73, 4080
  %75 = and i32 %28, 120
  %76 = xor i32 %74, %75
  %77 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %76
  %78 = shufflevector <8 x half> %51, <8 x half> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x half> %78, ptr addrspace(3) %77, align 8
  %79 = or disjoint i32 %76, 4096
  %80 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %79
  %81 = shufflevector <8 x half> %55, <8 x half> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x half> %81, ptr addrspace(3) %80, align 8
  %82 = xor i32 %76, 8
  %83 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %82
  %84 = shufflevector <8 x half> %51, <8 x half> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x half> %84, ptr addrspace(3) %83, align 8
  %85 = or disjoint i32 %82, 4096
  %86 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %85
  %87 = shufflevector <8 x half> %55, <8 x half> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x half> %87, ptr addrspace(3) %86, align 8
  %88 = and i32 %28, 6
  %89 = shl nuw nsw i32 %88, 10
  %90 = shl nuw nsw i32 %88, 2
  %91 = lshr exact i32 %31, 1
  %92 = and i32 %28, 1
  %93 = icmp eq i32 %92, 0
  %94 = select i1 %93, i32 0, i32 1088
  %95 = xor i32 %90, %91
  %96 = xor i32 %95, %94
  %97 = or disjoint i32 %96, %89
  %98 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 16384), i32 %97
  %99 = shufflevector <8 x half> %67, <8 x half> %71, <2 x i32> <i32 0, i32 8>
  store <2 x half> %99, ptr addrspace(3) %98, align 4
  %100 = xor i32 %97, 136
  %101 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 16384), i32 %100
  %102 = shufflevector <8 x half> %67, <8 x half> %71, <2 x i32> <i32 1, i32 9>
  store <2 x half> %102, ptr addrspace(3) %101, align 4
  %103 = xor i32 %97, 272
  %104 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 16384), i32 %103
  %105 = shufflevector <8 x half> %67, <8 x half> %71, <2 x i32> <i32 2, i32 10>
  store <2 x half> %105, ptr addrspace(3) %104, align 4
  %106 = xor i32 %97, 408
  %107 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 16384), i32 %106
  %108 = shufflevector <8 x half> %67, <8 x half> %71, <2 x i32> <i32 3, i32 11>
  store <2 x half> %108, ptr addrspace(3) %107, align 4
  %109 = xor i32 %97, 544
  %110 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 16384), i32 %109
  %111 = shufflevector <8 x half> %67, <8 x half> %71, <2 x i32> <i32 4, i32 12>
  store <2 x half> %111, ptr addrspace(3) %110, align 4
  %112 = xor i32 %97, 680
  %113 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 16384), i32 %112
  %114 = shufflevector <8 x half> %67, <8 x half> %71, <2 x i32> <i32 5, i32 13>
  store <2 x half> %114, ptr addrspace(3) %113, align 4
  %115 = xor i32 %97, 816
  %116 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 16384), i32 %115
  %117 = shufflevector <8 x half> %67, <8 x half> %71, <2 x i32> <i32 6, i32 14>
  store <2 x half> %117, ptr addrspace(3) %116, align 4
  %118 = xor i32 %97, 952
  %119 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 16384), i32 %118
  %120 = shufflevector <8 x half> %67, <8 x half> %71, <2 x i32> <i32 7, i32 15>
  store <2 x half> %120, ptr addrspace(3) %119, align 4
  %121 = icmp sgt i32 %45, 127
  %122 = add i32 %43, 64
  %123 = add i32 %44, 64
  %124 = shl i32 %122, 1
  %125 = select i1 %121, i32 %124, i32 -2147483648
  %126 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %47, i32 %125, i32 0, i32 0)
  %127 = bitcast <4 x i32> %126 to <8 x half>
  %128 = shl i32 %123, 1
  %129 = select i1 %121, i32 %128, i32 -2147483648
  %130 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %47, i32 %129, i32 0, i32 0)
  %131 = bitcast <4 x i32> %130 to <8 x half>
  %132 = add i32 %61, %72
  %133 = add i32 %62, %72
  %134 = shl i32 %132, 1
  %135 = select i1 %121, i32 %134, i32 -2147483648
  %136 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %63, i32 %135, i32 0, i32 0)
  %137 = bitcast <4 x i32> %136 to <8 x half>
  %138 = shl i32 %133, 1
  %139 = select i1 %121, i32 %138, i32 -2147483648
  %140 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %63, i32 %139, i32 0, i32 0)
  %141 = bitcast <4 x i32> %140 to <8 x half>
  tail call void @llvm.amdgcn.s.waitcnt(i32 49279)
  tail call void @llvm.amdgcn.s.barrier()
  %142 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %76
  %143 = shufflevector <8 x half> %127, <8 x half> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x half> %143, ptr addrspace(3) %142, align 8
  %144 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %79
  %145 = shufflevector <8 x half> %131, <8 x half> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x half> %145, ptr addrspace(3) %144, align 8
  %146 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %82
  %147 = shufflevector <8 x half> %127, <8 x half> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x half> %147, ptr addrspace(3) %146, align 8
  %148 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %85
  %149 = shufflevector <8 x half> %131, <8 x half> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x half> %149, ptr addrspace(3) %148, align 8
  %150 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 24576), i32 %97
  %151 = shufflevector <8 x half> %137, <8 x half> %141, <2 x i32> <i32 0, i32 8>
  store <2 x half> %151, ptr addrspace(3) %150, align 4
  %152 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 24576), i32 %100
  %153 = shufflevector <8 x half> %137, <8 x half> %141, <2 x i32> <i32 1, i32 9>
  store <2 x half> %153, ptr addrspace(3) %152, align 4
  %154 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 24576), i32 %103
  %155 = shufflevector <8 x half> %137, <8 x half> %141, <2 x i32> <i32 2, i32 10>
  store <2 x half> %155, ptr addrspace(3) %154, align 4
  %156 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 24576), i32 %106
  %157 = shufflevector <8 x half> %137, <8 x half> %141, <2 x i32> <i32 3, i32 11>
  store <2 x half> %157, ptr addrspace(3) %156, align 4
  %158 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 24576), i32 %109
  %159 = shufflevector <8 x half> %137, <8 x half> %141, <2 x i32> <i32 4, i32 12>
  store <2 x half> %159, ptr addrspace(3) %158, align 4
  %160 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 24576), i32 %112
  %161 = shufflevector <8 x half> %137, <8 x half> %141, <2 x i32> <i32 5, i32 13>
  store <2 x half> %161, ptr addrspace(3) %160, align 4
  %162 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 24576), i32 %115
  %163 = shufflevector <8 x half> %137, <8 x half> %141, <2 x i32> <i32 6, i32 14>
  store <2 x half> %163, ptr addrspace(3) %162, align 4
  %164 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 24576), i32 %118
  %165 = shufflevector <8 x half> %137, <8 x half> %141, <2 x i32> <i32 7, i32 15>
  store <2 x half> %165, ptr addrspace(3) %164, align 4
  %166 = icmp sgt i32 %45, 191
  br i1 %166, label %.lr.ph, label %.._crit_edge_crit_edge

.._crit_edge_crit_edge:                          
  %.pre = lshr i32 %28, 1
  %.pre127 = and i32 %.pre, 24
  %.pre129 = shl nuw nsw i32 %30, 4
  %.pre131 = mul nuw nsw i32 %29, 136
  %.pre133 = xor i32 %.pre131, %.pre127
  %.pre135 = or disjoint i32 %.pre133, %.pre129
  %.pre137 = xor i32 %.pre135, 32
  %.pre139 = xor i32 %.pre135, 64
  %.pre141 = xor i32 %.pre135, 96
  %.pre143 = and i32 %28, 64
  br label %._crit_edge

.lr.ph:                                          
  %167 = lshr i32 %45, 6
  %168 = lshr i32 %28, 1
  %169 = and i32 %168, 24
  %170 = shl nuw nsw i32 %30, 4
  %171 = mul nuw nsw i32 %29, 136
  %172 = xor i32 %171, %169
  %173 = or disjoint i32 %172, %170
  %174 = xor i32 %173, 32
  %175 = xor i32 %173, 64
  %176 = xor i32 %173, 96
  %177 = and i32 %28, 64
  %178 = icmp eq i32 %177, 0
  %179 = select i1 %178, i32 0, i32 2056
  %180 = xor i32 %179, %169
  %181 = xor i32 %180, %171
  %182 = xor i32 %181, 32
  %183 = xor i32 %181, 64
  %184 = xor i32 %181, 96
  %185 = xor i32 %181, 4112
  %186 = xor i32 %181, 4144
  %187 = xor i32 %181, 4176
  %188 = xor i32 %181, 4208
  %189 = add nsw i32 %167, -3
  br label %190

190:                                             
  %.pn47117 = phi i32 [ %133, %.lr.ph ], [ %216, %190 ]
  %.pn63116 = phi i32 [ %132, %.lr.ph ], [ %215, %190 ]
  %191 = phi ptr addrspace(3) [ getelementptr (i8, ptr addrspace(3) @global_smem, i32 24576), %.lr.ph ], [ %322, %190 ]
  %192 = phi ptr addrspace(3) [ getelementptr (i8, ptr addrspace(3) @global_smem, i32 16384), %.lr.ph ], [ %191, %190 ]
  %193 = phi ptr addrspace(3) [ getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), %.lr.ph ], [ %313, %190 ]
  %194 = phi ptr addrspace(3) [ @global_smem, %.lr.ph ], [ %193, %190 ]
  %195 = phi i32 [ 1, %.lr.ph ], [ %311, %190 ]
  %.pn15115 = phi i32 [ %123, %.lr.ph ], [ %214, %190 ]
  %.pn31114 = phi i32 [ %122, %.lr.ph ], [ %213, %190 ]
  %196 = phi float [ 0.000000e+00, %.lr.ph ], [ %269, %190 ]
  %197 = phi float [ 0.000000e+00, %.lr.ph ], [ %270, %190 ]
  %198 = phi float [ 0.000000e+00, %.lr.ph ], [ %271, %190 ]
  %199 = phi float [ 0.000000e+00, %.lr.ph ], [ %272, %190 ]
  %200 = phi float [ 0.000000e+00, %.lr.ph ], [ %281, %190 ]
  %201 = phi float [ 0.000000e+00, %.lr.ph ], [ %282, %190 ]
  %202 = phi float [ 0.000000e+00, %.lr.ph ], [ %283, %190 ]
  %203 = phi float [ 0.000000e+00, %.lr.ph ], [ %284, %190 ]
  %204 = phi float [ 0.000000e+00, %.lr.ph ], [ %293, %190 ]
  %205 = phi float [ 0.000000e+00, %.lr.ph ], [ %294, %190 ]
  %206 = phi float [ 0.000000e+00, %.lr.ph ], [ %295, %190 ]
  %207 = phi float [ 0.000000e+00, %.lr.ph ], [ %296, %190 ]
  %208 = phi float [ 0.000000e+00, %.lr.ph ], [ %305, %190 ]
  %209 = phi float [ 0.000000e+00, %.lr.ph ], [ %306, %190 ]
  %210 = phi float [ 0.000000e+00, %.lr.ph ], [ %307, %190 ]
  %211 = phi float [ 0.000000e+00, %.lr.ph ], [ %308, %190 ]
  %212 = phi i32 [ 0, %.lr.ph ], [ %339, %190 ]
  %213 = add i32 %.pn31114, 64
  %214 = add i32 %.pn15115, 64
  %215 = add i32 %.pn63116, %72
  %216 = add i32 %.pn47117, %72
  tail call void @llvm.amdgcn.s.waitcnt(i32 49279)
  tail call void @llvm.amdgcn.s.barrier()
  %217 = getelementptr inbounds nuw i8, ptr addrspace(3) %194, i32 %173
  %218 = load <4 x half>, ptr addrspace(3) %217, align 8
  %219 = getelementptr inbounds nuw i8, ptr addrspace(3) %217, i32 4096
  %220 = load <4 x half>, ptr addrspace(3) %219, align 8
  %221 = getelementptr inbounds nuw i8, ptr addrspace(3) %194, i32 %174
  %222 = load <4 x half>, ptr addrspace(3) %221, align 8
  %223 = getelementptr inbounds nuw i8, ptr addrspace(3) %221, i32 4096
  %224 = load <4 x half>, ptr addrspace(3) %223, align 8
  %225 = getelementptr inbounds nuw i8, ptr addrspace(3) %194, i32 %175
  %226 = load <4 x half>, ptr addrspace(3) %225, align 8
  %227 = getelementptr inbounds nuw i8, ptr addrspace(3) %225, i32 4096
  %228 = load <4 x half>, ptr addrspace(3) %227, align 8
  %229 = getelementptr inbounds nuw i8, ptr addrspace(3) %194, i32 %176
  %230 = load <4 x half>, ptr addrspace(3) %229, align 8
  %231 = getelementptr inbounds nuw i8, ptr addrspace(3) %229, i32 4096
  %232 = load <4 x half>, ptr addrspace(3) %231, align 8
  tail call void @llvm.amdgcn.s.setprio(i16 1)
  %233 = shl i32 %213, 1
  %234 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %47, i32 %233, i32 0, i32 0)
  %235 = bitcast <4 x i32> %234 to <8 x half>
  %236 = shl i32 %214, 1
  %237 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %47, i32 %236, i32 0, i32 0)
  %238 = bitcast <4 x i32> %237 to <8 x half>
  tail call void @llvm.amdgcn.sched.barrier(i32 0)
  %239 = getelementptr inbounds nuw i8, ptr addrspace(3) %192, i32 %181
  %240 = load <4 x half>, ptr addrspace(3) %239, align 8
  %241 = getelementptr inbounds nuw i8, ptr addrspace(3) %192, i32 %182
  %242 = load <4 x half>, ptr addrspace(3) %241, align 8
  %243 = getelementptr inbounds nuw i8, ptr addrspace(3) %192, i32 %183
  %244 = load <4 x half>, ptr addrspace(3) %243, align 8
  %245 = getelementptr inbounds nuw i8, ptr addrspace(3) %192, i32 %184
  %246 = load <4 x half>, ptr addrspace(3) %245, align 8
  %247 = getelementptr inbounds nuw i8, ptr addrspace(3) %192, i32 %185
  %248 = load <4 x half>, ptr addrspace(3) %247, align 8
  %249 = getelementptr inbounds nuw i8, ptr addrspace(3) %192, i32 %186
  %250 = load <4 x half>, ptr addrspace(3) %249, align 8
  %251 = getelementptr inbounds nuw i8, ptr addrspace(3) %192, i32 %187
  %252 = load <4 x half>, ptr addrspace(3) %251, align 8
  %253 = getelementptr inbounds nuw i8, ptr addrspace(3) %192, i32 %188
  %254 = load <4 x half>, ptr addrspace(3) %253, align 8
  tail call void @llvm.amdgcn.s.setprio(i16 0)
  %255 = shl i32 %215, 1
  %256 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %63, i32 %255, i32 0, i32 0)
  %257 = bitcast <4 x i32> %256 to <8 x half>
  %258 = shl i32 %216, 1
  %259 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %63, i32 %258, i32 0, i32 0)
  %260 = bitcast <4 x i32> %259 to <8 x half>
  tail call void @llvm.amdgcn.sched.barrier(i32 1)
  %261 = insertelement <4 x float> poison, float %196, i64 0
  %262 = insertelement <4 x float> %261, float %197, i64 1
  %263 = insertelement <4 x float> %262, float %198, i64 2
  %264 = insertelement <4 x float> %263, float %199, i64 3
  %265 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %240, <4 x half> %218, <4 x float> %264, i32 0, i32 0, i32 0)
  tail call void @llvm.amdgcn.s.setprio(i16 1)
  %266 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %242, <4 x half> %222, <4 x float> %265, i32 0, i32 0, i32 0)
  %267 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %244, <4 x half> %226, <4 x float> %266, i32 0, i32 0, i32 0)
  %268 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %246, <4 x half> %230, <4 x float> %267, i32 0, i32 0, i32 0)
  %269 = extractelement <4 x float> %268, i64 0
  %270 = extractelement <4 x float> %268, i64 1
  %271 = extractelement <4 x float> %268, i64 2
  %272 = extractelement <4 x float> %268, i64 3
  %273 = insertelement <4 x float> poison, float %200, i64 0
  %274 = insertelement <4 x float> %273, float %201, i64 1
  %275 = insertelement <4 x float> %274, float %202, i64 2
  %276 = insertelement <4 x float> %275, float %203, i64 3
  %277 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %248, <4 x half> %218, <4 x float> %276, i32 0, i32 0, i32 0)
  %278 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %250, <4 x half> %222, <4 x float> %277, i32 0, i32 0, i32 0)
  %279 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %252, <4 x half> %226, <4 x float> %278, i32 0, i32 0, i32 0)
  %280 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %254, <4 x half> %230, <4 x float> %279, i32 0, i32 0, i32 0)
  %281 = extractelement <4 x float> %280, i64 0
  %282 = extractelement <4 x float> %280, i64 1
  %283 = extractelement <4 x float> %280, i64 2
  %284 = extractelement <4 x float> %280, i64 3
  %285 = insertelement <4 x float> poison, float %204, i64 0
  %286 = insertelement <4 x float> %285, float %205, i64 1
  %287 = insertelement <4 x float> %286, float %206, i64 2
  %288 = insertelement <4 x float> %287, float %207, i64 3
  %289 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %240, <4 x half> %220, <4 x float> %288, i32 0, i32 0, i32 0)
  %290 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %242, <4 x half> %224, <4 x float> %289, i32 0, i32 0, i32 0)
  %291 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %244, <4 x half> %228, <4 x float> %290, i32 0, i32 0, i32 0)
  %292 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %246, <4 x half> %232, <4 x float> %291, i32 0, i32 0, i32 0)
  %293 = extractelement <4 x float> %292, i64 0
  %294 = extractelement <4 x float> %292, i64 1
  %295 = extractelement <4 x float> %292, i64 2
  %296 = extractelement <4 x float> %292, i64 3
  %297 = insertelement <4 x float> poison, float %208, i64 0
  %298 = insertelement <4 x float> %297, float %209, i64 1
  %299 = insertelement <4 x float> %298, float %210, i64 2
  %300 = insertelement <4 x float> %299, float %211, i64 3
  %301 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %248, <4 x half> %220, <4 x float> %300, i32 0, i32 0, i32 0)
  %302 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %250, <4 x half> %224, <4 x float> %301, i32 0, i32 0, i32 0)
  %303 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %252, <4 x half> %228, <4 x float> %302, i32 0, i32 0, i32 0)
  %304 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %254, <4 x half> %232, <4 x float> %303, i32 0, i32 0, i32 0)
  %305 = extractelement <4 x float> %304, i64 0
  %306 = extractelement <4 x float> %304, i64 1
  %307 = extractelement <4 x float> %304, i64 2
  %308 = extractelement <4 x float> %304, i64 3
  tail call void @llvm.amdgcn.s.setprio(i16 0)
  %309 = add i32 %195, 1
  %310 = icmp slt i32 %309, 2
  %311 = select i1 %310, i32 %309, i32 0
  %312 = shl i32 %311, 12
  %313 = getelementptr half, ptr addrspace(3) @global_smem, i32 %312
  tail call void @llvm.amdgcn.s.waitcnt(i32 49279)
  tail call void @llvm.amdgcn.s.barrier()
  %314 = getelementptr inbounds nuw i8, ptr addrspace(3) %313, i32 %76
  %315 = shufflevector <8 x half> %235, <8 x half> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x half> %315, ptr addrspace(3) %314, align 8
  %316 = getelementptr inbounds nuw i8, ptr addrspace(3) %313, i32 %79
  %317 = shufflevector <8 x half> %238, <8 x half> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x half> %317, ptr addrspace(3) %316, align 8
  %318 = getelementptr inbounds nuw i8, ptr addrspace(3) %313, i32 %82
  %319 = shufflevector <8 x half> %235, <8 x half> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x half> %319, ptr addrspace(3) %318, align 8
  %320 = getelementptr inbounds nuw i8, ptr addrspace(3) %313, i32 %85
  %321 = shufflevector <8 x half> %238, <8 x half> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x half> %321, ptr addrspace(3) %320, align 8
  %322 = getelementptr half, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 16384), i32 %312
  %323 = getelementptr inbounds nuw i8, ptr addrspace(3) %322, i32 %97
  %324 = shufflevector <8 x half> %257, <8 x half> %260, <2 x i32> <i32 0, i32 8>
  store <2 x half> %324, ptr addrspace(3) %323, align 4
  %325 = getelementptr inbounds nuw i8, ptr addrspace(3) %322, i32 %100
  %326 = shufflevector <8 x half> %257, <8 x half> %260, <2 x i32> <i32 1, i32 9>
  store <2 x half> %326, ptr addrspace(3) %325, align 4
  %327 = getelementptr inbounds nuw i8, ptr addrspace(3) %322, i32 %103
  %328 = shufflevector <8 x half> %257, <8 x half> %260, <2 x i32> <i32 2, i32 10>
  store <2 x half> %328, ptr addrspace(3) %327, align 4
  %329 = getelementptr inbounds nuw i8, ptr addrspace(3) %322, i32 %106
  %330 = shufflevector <8 x half> %257, <8 x half> %260, <2 x i32> <i32 3, i32 11>
  store <2 x half> %330, ptr addrspace(3) %329, align 4
  %331 = getelementptr inbounds nuw i8, ptr addrspace(3) %322, i32 %109
  %332 = shufflevector <8 x half> %257, <8 x half> %260, <2 x i32> <i32 4, i32 12>
  store <2 x half> %332, ptr addrspace(3) %331, align 4
  %333 = getelementptr inbounds nuw i8, ptr addrspace(3) %322, i32 %112
  %334 = shufflevector <8 x half> %257, <8 x half> %260, <2 x i32> <i32 5, i32 13>
  store <2 x half> %334, ptr addrspace(3) %333, align 4
  %335 = getelementptr inbounds nuw i8, ptr addrspace(3) %322, i32 %115
  %336 = shufflevector <8 x half> %257, <8 x half> %260, <2 x i32> <i32 6, i32 14>
  store <2 x half> %336, ptr addrspace(3) %335, align 4
  %337 = getelementptr inbounds nuw i8, ptr addrspace(3) %322, i32 %118
  %338 = shufflevector <8 x half> %257, <8 x half> %260, <2 x i32> <i32 7, i32 15>
  store <2 x half> %338, ptr addrspace(3) %337, align 4
  %339 = add nuw nsw i32 %212, 1
  %exitcond.not = icmp eq i32 %212, %189
  br i1 %exitcond.not, label %._crit_edge, label %190

._crit_edge:                                     
  %.pre-phi144 = phi i32 [ %.pre143, %.._crit_edge_crit_edge ], [ %177, %190 ]
  %.pre-phi142 = phi i32 [ %.pre141, %.._crit_edge_crit_edge ], [ %176, %190 ]
  %.pre-phi140 = phi i32 [ %.pre139, %.._crit_edge_crit_edge ], [ %175, %190 ]
  %.pre-phi138 = phi i32 [ %.pre137, %.._crit_edge_crit_edge ], [ %174, %190 ]
  %.pre-phi136 = phi i32 [ %.pre135, %.._crit_edge_crit_edge ], [ %173, %190 ]
  %.pre-phi132 = phi i32 [ %.pre131, %.._crit_edge_crit_edge ], [ %171, %190 ]
  %.pre-phi128 = phi i32 [ %.pre127, %.._crit_edge_crit_edge ], [ %169, %190 ]
  %340 = phi float [ 0.000000e+00, %.._crit_edge_crit_edge ], [ %269, %190 ]
  %341 = phi float [ 0.000000e+00, %.._crit_edge_crit_edge ], [ %270, %190 ]
  %342 = phi float [ 0.000000e+00, %.._crit_edge_crit_edge ], [ %271, %190 ]
  %343 = phi float [ 0.000000e+00, %.._crit_edge_crit_edge ], [ %272, %190 ]
  %344 = phi float [ 0.000000e+00, %.._crit_edge_crit_edge ], [ %281, %190 ]
  %345 = phi float [ 0.000000e+00, %.._crit_edge_crit_edge ], [ %282, %190 ]
  %346 = phi float [ 0.000000e+00, %.._crit_edge_crit_edge ], [ %283, %190 ]
  %347 = phi float [ 0.000000e+00, %.._crit_edge_crit_edge ], [ %284, %190 ]
  %348 = phi float [ 0.000000e+00, %.._crit_edge_crit_edge ], [ %293, %190 ]
  %349 = phi float [ 0.000000e+00, %.._crit_edge_crit_edge ], [ %294, %190 ]
  %350 = phi float [ 0.000000e+00, %.._crit_edge_crit_edge ], [ %295, %190 ]
  %351 = phi float [ 0.000000e+00, %.._crit_edge_crit_edge ], [ %296, %190 ]
  %352 = phi float [ 0.000000e+00, %.._crit_edge_crit_edge ], [ %305, %190 ]
  %353 = phi float [ 0.000000e+00, %.._crit_edge_crit_edge ], [ %306, %190 ]
  %354 = phi float [ 0.000000e+00, %.._crit_edge_crit_edge ], [ %307, %190 ]
  %355 = phi float [ 0.000000e+00, %.._crit_edge_crit_edge ], [ %308, %190 ]
  %.lcssa112 = phi ptr addrspace(3) [ @global_smem, %.._crit_edge_crit_edge ], [ %193, %190 ]
  %.lcssa111 = phi ptr addrspace(3) [ getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), %.._crit_edge_crit_edge ], [ %313, %190 ]
  %356 = phi ptr addrspace(3) [ getelementptr (i8, ptr addrspace(3) @global_smem, i32 16384), %.._crit_edge_crit_edge ], [ %191, %190 ]
  %.lcssa = phi ptr addrspace(3) [ getelementptr (i8, ptr addrspace(3) @global_smem, i32 24576), %.._crit_edge_crit_edge ], [ %322, %190 ]
  tail call void @llvm.amdgcn.s.waitcnt(i32 49279)
  tail call void @llvm.amdgcn.s.barrier()
  %357 = or disjoint i32 %.pre-phi136, 4096
  %358 = or disjoint i32 %.pre-phi138, 4096
  %359 = or disjoint i32 %.pre-phi140, 4096
  %360 = or disjoint i32 %.pre-phi142, 4096
  %361 = icmp eq i32 %.pre-phi144, 0
  %362 = select i1 %361, i32 0, i32 2056
  %363 = xor i32 %362, %.pre-phi128
  %364 = xor i32 %363, %.pre-phi132
  %365 = xor i32 %364, 32
  %366 = xor i32 %364, 64
  %367 = xor i32 %364, 96
  %368 = xor i32 %364, 4112
  %369 = xor i32 %364, 4144
  %370 = xor i32 %364, 4176
  %371 = xor i32 %364, 4208
  br i1 %46, label %372, label %._crit_edge._crit_edge

372:                                             
  %373 = getelementptr inbounds nuw i8, ptr addrspace(3) %356, i32 %371
  %374 = load <4 x half>, ptr addrspace(3) %373, align 8
  %375 = getelementptr inbounds nuw i8, ptr addrspace(3) %356, i32 %370
  %376 = load <4 x half>, ptr addrspace(3) %375, align 8
  %377 = getelementptr inbounds nuw i8, ptr addrspace(3) %356, i32 %369
  %378 = load <4 x half>, ptr addrspace(3) %377, align 8
  %379 = getelementptr inbounds nuw i8, ptr addrspace(3) %356, i32 %368
  %380 = load <4 x half>, ptr addrspace(3) %379, align 8
  %381 = getelementptr inbounds nuw i8, ptr addrspace(3) %356, i32 %367
  %382 = load <4 x half>, ptr addrspace(3) %381, align 8
  %383 = getelementptr inbounds nuw i8, ptr addrspace(3) %356, i32 %366
  %384 = load <4 x half>, ptr addrspace(3) %383, align 8
  %385 = getelementptr inbounds nuw i8, ptr addrspace(3) %356, i32 %365
  %386 = load <4 x half>, ptr addrspace(3) %385, align 8
  %387 = getelementptr inbounds nuw i8, ptr addrspace(3) %356, i32 %364
  %388 = load <4 x half>, ptr addrspace(3) %387, align 8
  %389 = getelementptr inbounds nuw i8, ptr addrspace(3) %.lcssa112, i32 %360
  %390 = load <4 x half>, ptr addrspace(3) %389, align 8
  %391 = getelementptr inbounds nuw i8, ptr addrspace(3) %.lcssa112, i32 %.pre-phi142
  %392 = load <4 x half>, ptr addrspace(3) %391, align 8
  %393 = getelementptr inbounds nuw i8, ptr addrspace(3) %.lcssa112, i32 %359
  %394 = load <4 x half>, ptr addrspace(3) %393, align 8
  %395 = getelementptr inbounds nuw i8, ptr addrspace(3) %.lcssa112, i32 %.pre-phi140
  %396 = load <4 x half>, ptr addrspace(3) %395, align 8
  %397 = getelementptr inbounds nuw i8, ptr addrspace(3) %.lcssa112, i32 %358
  %398 = load <4 x half>, ptr addrspace(3) %397, align 8
  %399 = getelementptr inbounds nuw i8, ptr addrspace(3) %.lcssa112, i32 %.pre-phi138
  %400 = load <4 x half>, ptr addrspace(3) %399, align 8
  %401 = getelementptr inbounds nuw i8, ptr addrspace(3) %.lcssa112, i32 %357
  %402 = load <4 x half>, ptr addrspace(3) %401, align 8
  %403 = getelementptr inbounds nuw i8, ptr addrspace(3) %.lcssa112, i32 %.pre-phi136
  %404 = load <4 x half>, ptr addrspace(3) %403, align 8
  %405 = insertelement <4 x float> poison, float %340, i64 0
  %406 = insertelement <4 x float> %405, float %341, i64 1
  %407 = insertelement <4 x float> %406, float %342, i64 2
  %408 = insertelement <4 x float> %407, float %343, i64 3
  %409 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %388, <4 x half> %404, <4 x float> %408, i32 0, i32 0, i32 0)
  %410 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %386, <4 x half> %400, <4 x float> %409, i32 0, i32 0, i32 0)
  %411 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %384, <4 x half> %396, <4 x float> %410, i32 0, i32 0, i32 0)
  %412 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %382, <4 x half> %392, <4 x float> %411, i32 0, i32 0, i32 0)
  %413 = extractelement <4 x float> %412, i64 0
  %414 = extractelement <4 x float> %412, i64 1
  %415 = extractelement <4 x float> %412, i64 2
  %416 = extractelement <4 x float> %412, i64 3
  %417 = insertelement <4 x float> poison, float %344, i64 0
  %418 = insertelement <4 x float> %417, float %345, i64 1
  %419 = insertelement <4 x float> %418, float %346, i64 2
  %420 = insertelement <4 x float> %419, float %347, i64 3
  %421 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %380, <4 x half> %404, <4 x float> %420, i32 0, i32 0, i32 0)
  %422 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %378, <4 x half> %400, <4 x float> %421, i32 0, i32 0, i32 0)
  %423 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %376, <4 x half> %396, <4 x float> %422, i32 0, i32 0, i32 0)
  %424 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %374, <4 x half> %392, <4 x float> %423, i32 0, i32 0, i32 0)
  %425 = extractelement <4 x float> %424, i64 0
  %426 = extractelement <4 x float> %424, i64 1
  %427 = extractelement <4 x float> %424, i64 2
  %428 = extractelement <4 x float> %424, i64 3
  %429 = insertelement <4 x float> poison, float %348, i64 0
  %430 = insertelement <4 x float> %429, float %349, i64 1
  %431 = insertelement <4 x float> %430, float %350, i64 2
  %432 = insertelement <4 x float> %431, float %351, i64 3
  %433 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %388, <4 x half> %402, <4 x float> %432, i32 0, i32 0, i32 0)
  %434 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %386, <4 x half> %398, <4 x float> %433, i32 0, i32 0, i32 0)
  %435 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %384, <4 x half> %394, <4 x float> %434, i32 0, i32 0, i32 0)
  %436 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %382, <4 x half> %390, <4 x float> %435, i32 0, i32 0, i32 0)
  %437 = extractelement <4 x float> %436, i64 0
  %438 = extractelement <4 x float> %436, i64 1
  %439 = extractelement <4 x float> %436, i64 2
  %440 = extractelement <4 x float> %436, i64 3
  %441 = insertelement <4 x float> poison, float %352, i64 0
  %442 = insertelement <4 x float> %441, float %353, i64 1
  %443 = insertelement <4 x float> %442, float %354, i64 2
  %444 = insertelement <4 x float> %443, float %355, i64 3
  %445 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %380, <4 x half> %402, <4 x float> %444, i32 0, i32 0, i32 0)
  %446 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %378, <4 x half> %398, <4 x float> %445, i32 0, i32 0, i32 0)
  %447 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %376, <4 x half> %394, <4 x float> %446, i32 0, i32 0, i32 0)
  %448 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %374, <4 x half> %390, <4 x float> %447, i32 0, i32 0, i32 0)
  %449 = extractelement <4 x float> %448, i64 0
  %450 = extractelement <4 x float> %448, i64 1
  %451 = extractelement <4 x float> %448, i64 2
  %452 = extractelement <4 x float> %448, i64 3
  br label %._crit_edge._crit_edge

._crit_edge._crit_edge:                          
  %.pre-phi208 = phi float [ %452, %372 ], [ %355, %._crit_edge ]
  %.pre-phi206 = phi float [ %451, %372 ], [ %354, %._crit_edge ]
  %.pre-phi204 = phi float [ %450, %372 ], [ %353, %._crit_edge ]
  %.pre-phi202 = phi float [ %449, %372 ], [ %352, %._crit_edge ]
  %.pre-phi200 = phi float [ %440, %372 ], [ %351, %._crit_edge ]
  %.pre-phi198 = phi float [ %439, %372 ], [ %350, %._crit_edge ]
  %.pre-phi196 = phi float [ %438, %372 ], [ %349, %._crit_edge ]
  %.pre-phi194 = phi float [ %437, %372 ], [ %348, %._crit_edge ]
  %.pre-phi192 = phi float [ %428, %372 ], [ %347, %._crit_edge ]
  %.pre-phi190 = phi float [ %427, %372 ], [ %346, %._crit_edge ]
  %.pre-phi188 = phi float [ %426, %372 ], [ %345, %._crit_edge ]
  %.pre-phi186 = phi float [ %425, %372 ], [ %344, %._crit_edge ]
  %.pre-phi184 = phi float [ %416, %372 ], [ %343, %._crit_edge ]
  %.pre-phi182 = phi float [ %415, %372 ], [ %342, %._crit_edge ]
  %.pre-phi180 = phi float [ %414, %372 ], [ %341, %._crit_edge ]
  %.pre-phi178 = phi float [ %413, %372 ], [ %340, %._crit_edge ]
  br i1 %121, label %453, label %534

453:                                             
  %454 = getelementptr inbounds nuw i8, ptr addrspace(3) %.lcssa, i32 %371
  %455 = load <4 x half>, ptr addrspace(3) %454, align 8
  %456 = getelementptr inbounds nuw i8, ptr addrspace(3) %.lcssa, i32 %370
  %457 = load <4 x half>, ptr addrspace(3) %456, align 8
  %458 = getelementptr inbounds nuw i8, ptr addrspace(3) %.lcssa, i32 %369
  %459 = load <4 x half>, ptr addrspace(3) %458, align 8
  %460 = getelementptr inbounds nuw i8, ptr addrspace(3) %.lcssa, i32 %368
  %461 = load <4 x half>, ptr addrspace(3) %460, align 8
  %462 = getelementptr inbounds nuw i8, ptr addrspace(3) %.lcssa, i32 %367
  %463 = load <4 x half>, ptr addrspace(3) %462, align 8
  %464 = getelementptr inbounds nuw i8, ptr addrspace(3) %.lcssa, i32 %366
  %465 = load <4 x half>, ptr addrspace(3) %464, align 8
  %466 = getelementptr inbounds nuw i8, ptr addrspace(3) %.lcssa, i32 %365
  %467 = load <4 x half>, ptr addrspace(3) %466, align 8
  %468 = getelementptr inbounds nuw i8, ptr addrspace(3) %.lcssa, i32 %364
  %469 = load <4 x half>, ptr addrspace(3) %468, align 8
  %470 = getelementptr inbounds nuw i8, ptr addrspace(3) %.lcssa111, i32 %360
  %471 = load <4 x half>, ptr addrspace(3) %470, align 8
  %472 = getelementptr inbounds nuw i8, ptr addrspace(3) %.lcssa111, i32 %.pre-phi142
  %473 = load <4 x half>, ptr addrspace(3) %472, align 8
  %474 = getelementptr inbounds nuw i8, ptr addrspace(3) %.lcssa111, i32 %359
  %475 = load <4 x half>, ptr addrspace(3) %474, align 8
  %476 = getelementptr inbounds nuw i8, ptr addrspace(3) %.lcssa111, i32 %.pre-phi140
  %477 = load <4 x half>, ptr addrspace(3) %476, align 8
  %478 = getelementptr inbounds nuw i8, ptr addrspace(3) %.lcssa111, i32 %358
  %479 = load <4 x half>, ptr addrspace(3) %478, align 8
  %480 = getelementptr inbounds nuw i8, ptr addrspace(3) %.lcssa111, i32 %.pre-phi138
  %481 = load <4 x half>, ptr addrspace(3) %480, align 8
  %482 = getelementptr inbounds nuw i8, ptr addrspace(3) %.lcssa111, i32 %357
  %483 = load <4 x half>, ptr addrspace(3) %482, align 8
  %484 = getelementptr inbounds nuw i8, ptr addrspace(3) %.lcssa111, i32 %.pre-phi136
  %485 = load <4 x half>, ptr addrspace(3) %484, align 8
  %486 = insertelement <4 x float> poison, float %.pre-phi178, i64 0
  %487 = insertelement <4 x float> %486, float %.pre-phi180, i64 1
  %488 = insertelement <4 x float> %487, float %.pre-phi182, i64 2
  %489 = insertelement <4 x float> %488, float %.pre-phi184, i64 3
  %490 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %469, <4 x half> %485, <4 x float> %489, i32 0, i32 0, i32 0)
  %491 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %467, <4 x half> %481, <4 x float> %490, i32 0, i32 0, i32 0)
  %492 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %465, <4 x half> %477, <4 x float> %491, i32 0, i32 0, i32 0)
  %493 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %463, <4 x half> %473, <4 x float> %492, i32 0, i32 0, i32 0)
  %494 = extractelement <4 x float> %493, i64 0
  %495 = extractelement <4 x float> %493, i64 1
  %496 = extractelement <4 x float> %493, i64 2
  %497 = extractelement <4 x float> %493, i64 3
  %498 = insertelement <4 x float> poison, float %.pre-phi186, i64 0
  %499 = insertelement <4 x float> %498, float %.pre-phi188, i64 1
  %500 = insertelement <4 x float> %499, float %.pre-phi190, i64 2
  %501 = insertelement <4 x float> %500, float %.pre-phi192, i64 3
  %502 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %461, <4 x half> %485, <4 x float> %501, i32 0, i32 0, i32 0)
  %503 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %459, <4 x half> %481, <4 x float> %502, i32 0, i32 0, i32 0)
  %504 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %457, <4 x half> %477, <4 x float> %503, i32 0, i32 0, i32 0)
  %505 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %455, <4 x half> %473, <4 x float> %504, i32 0, i32 0, i32 0)
  %506 = extractelement <4 x float> %505, i64 0
  %507 = extractelement <4 x float> %505, i64 1
  %508 = extractelement <4 x float> %505, i64 2
  %509 = extractelement <4 x float> %505, i64 3
  %510 = insertelement <4 x float> poison, float %.pre-phi194, i64 0
  %511 = insertelement <4 x float> %510, float %.pre-phi196, i64 1
  %512 = insertelement <4 x float> %511, float %.pre-phi198, i64 2
  %513 = insertelement <4 x float> %512, float %.pre-phi200, i64 3
  %514 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %469, <4 x half> %483, <4 x float> %513, i32 0, i32 0, i32 0)
  %515 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %467, <4 x half> %479, <4 x float> %514, i32 0, i32 0, i32 0)
  %516 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %465, <4 x half> %475, <4 x float> %515, i32 0, i32 0, i32 0)
  %517 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %463, <4 x half> %471, <4 x float> %516, i32 0, i32 0, i32 0)
  %518 = extractelement <4 x float> %517, i64 0
  %519 = extractelement <4 x float> %517, i64 1
  %520 = extractelement <4 x float> %517, i64 2
  %521 = extractelement <4 x float> %517, i64 3
  %522 = insertelement <4 x float> poison, float %.pre-phi202, i64 0
  %523 = insertelement <4 x float> %522, float %.pre-phi204, i64 1
  %524 = insertelement <4 x float> %523, float %.pre-phi206, i64 2
  %525 = insertelement <4 x float> %524, float %.pre-phi208, i64 3
  %526 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %461, <4 x half> %483, <4 x float> %525, i32 0, i32 0, i32 0)
  %527 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %459, <4 x half> %479, <4 x float> %526, i32 0, i32 0, i32 0)
  %528 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %457, <4 x half> %475, <4 x float> %527, i32 0, i32 0, i32 0)
  %529 = tail call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %455, <4 x half> %471, <4 x float> %528, i32 0, i32 0, i32 0)
  %530 = extractelement <4 x float> %529, i64 0
  %531 = extractelement <4 x float> %529, i64 1
  %532 = extractelement <4 x float> %529, i64 2
  %533 = extractelement <4 x float> %529, i64 3
  br label %534

534:                                             
  %535 = phi float [ %533, %453 ], [ %.pre-phi208, %._crit_edge._crit_edge ]
  %536 = phi float [ %532, %453 ], [ %.pre-phi206, %._crit_edge._crit_edge ]
  %537 = phi float [ %531, %453 ], [ %.pre-phi204, %._crit_edge._crit_edge ]
  %538 = phi float [ %530, %453 ], [ %.pre-phi202, %._crit_edge._crit_edge ]
  %539 = phi float [ %521, %453 ], [ %.pre-phi200, %._crit_edge._crit_edge ]
  %540 = phi float [ %520, %453 ], [ %.pre-phi198, %._crit_edge._crit_edge ]
  %541 = phi float [ %519, %453 ], [ %.pre-phi196, %._crit_edge._crit_edge ]
  %542 = phi float [ %518, %453 ], [ %.pre-phi194, %._crit_edge._crit_edge ]
  %543 = phi float [ %509, %453 ], [ %.pre-phi192, %._crit_edge._crit_edge ]
  %544 = phi float [ %508, %453 ], [ %.pre-phi190, %._crit_edge._crit_edge ]
  %545 = phi float [ %507, %453 ], [ %.pre-phi188, %._crit_edge._crit_edge ]
  %546 = phi float [ %506, %453 ], [ %.pre-phi186, %._crit_edge._crit_edge ]
  %547 = phi float [ %497, %453 ], [ %.pre-phi184, %._crit_edge._crit_edge ]
  %548 = phi float [ %496, %453 ], [ %.pre-phi182, %._crit_edge._crit_edge ]
  %549 = phi float [ %495, %453 ], [ %.pre-phi180, %._crit_edge._crit_edge ]
  %550 = phi float [ %494, %453 ], [ %.pre-phi178, %._crit_edge._crit_edge ]
  %551 = lshr i32 %28, 2
  %552 = and i32 %551, 28
  %553 = or disjoint i32 %552, 32
  %554 = or disjoint i32 %37, %553
  %555 = or disjoint i32 %37, %552
  %556 = lshr exact i32 %30, 3
  %557 = or disjoint i32 %556, %29
  %558 = or disjoint i32 %557, 32
  %559 = or disjoint i32 %27, %558
  %560 = or disjoint i32 %27, %557
  %561 = mul i32 %27, %8
  %562 = mul i32 %8, %557
  %563 = mul i32 %8, %558
  %564 = add i32 %561, %37
  %565 = or disjoint i32 %564, %552
  %566 = add i32 %565, %562
  %567 = or disjoint i32 %564, %553
  %568 = add i32 %567, %562
  %569 = add i32 %565, %563
  %570 = add i32 %567, %563
  %571 = icmp slt i32 %560, %3
  %572 = icmp slt i32 %559, %3
  %573 = icmp slt i32 %555, %4
  %574 = icmp slt i32 %554, %4
  %575 = and i1 %571, %573
  %576 = and i1 %571, %574
  %577 = and i1 %572, %573
  %578 = and i1 %572, %574
  %579 = fptrunc float %550 to half
  %580 = fptrunc float %549 to half
  %581 = fptrunc float %548 to half
  %582 = fptrunc float %547 to half
  %583 = fptrunc float %546 to half
  %584 = fptrunc float %545 to half
  %585 = fptrunc float %544 to half
  %586 = fptrunc float %543 to half
  %587 = fptrunc float %542 to half
  %588 = fptrunc float %541 to half
  %589 = fptrunc float %540 to half
  %590 = fptrunc float %539 to half
  %591 = fptrunc float %538 to half
  %592 = fptrunc float %537 to half
  %593 = fptrunc float %536 to half
  %594 = fptrunc float %535 to half
  %595 = tail call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %2, i16 0, i64 2147483646, i32 159744)
  %596 = insertelement <4 x half> poison, half %579, i64 0
  %597 = insertelement <4 x half> %596, half %580, i64 1
  %598 = insertelement <4 x half> %597, half %581, i64 2
  %599 = insertelement <4 x half> %598, half %582, i64 3
  %600 = bitcast <4 x half> %599 to <2 x i32>
  %601 = shl i32 %566, 1
  %602 = select i1 %575, i32 %601, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.v2i32(<2 x i32> %600, ptr addrspace(8) %595, i32 %602, i32 0, i32 0)
  %603 = insertelement <4 x half> poison, half %583, i64 0
  %604 = insertelement <4 x half> %603, half %584, i64 1
  %605 = insertelement <4 x half> %604, half %585, i64 2
  %606 = insertelement <4 x half> %605, half %586, i64 3
  %607 = bitcast <4 x half> %606 to <2 x i32>
  %608 = shl i32 %568, 1
  %609 = select i1 %576, i32 %608, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.v2i32(<2 x i32> %607, ptr addrspace(8) %595, i32 %609, i32 0, i32 0)
  %610 = insertelement <4 x half> poison, half %587, i64 0
  %611 = insertelement <4 x half> %610, half %588, i64 1
  %612 = insertelement <4 x half> %611, half %589, i64 2
  %613 = insertelement <4 x half> %612, half %590, i64 3
  %614 = bitcast <4 x half> %613 to <2 x i32>
  %615 = shl i32 %569, 1
  %616 = select i1 %577, i32 %615, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.v2i32(<2 x i32> %614, ptr addrspace(8) %595, i32 %616, i32 0, i32 0)
  %617 = insertelement <4 x half> poison, half %591, i64 0
  %618 = insertelement <4 x half> %617, half %592, i64 1
  %619 = insertelement <4 x half> %618, half %593, i64 2
  %620 = insertelement <4 x half> %619, half %594, i64 3
  %621 = bitcast <4 x half> %620 to <2 x i32>
  %622 = shl i32 %570, 1
  %623 = select i1 %578, i32 %622, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.v2i32(<2 x i32> %621, ptr addrspace(8) %595, i32 %623, i32 0, i32 0)
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
