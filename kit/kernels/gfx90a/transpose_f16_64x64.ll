target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@global_smem = external local_unnamed_addr addrspace(3) global [0 x i8], align 16

define amdgpu_kernel void @transpose_lds(ptr addrspace(1) inreg readonly captures(none) %0, ptr addrspace(1) inreg writeonly captures(none) %1, i32 inreg %2, i32 inreg %3, ptr addrspace(1) inreg readnone captures(none) %4, ptr addrspace(1) inreg readnone captures(none) %5) local_unnamed_addr #0 {
  %7 = tail call i32 @llvm.amdgcn.workgroup.id.x()
  %8 = shl i32 %7, 6
  %9 = tail call i32 @llvm.amdgcn.workitem.id.x()
  %10 = lshr i32 %9, 3
  %11 = and i32 %10, 31
  %12 = or disjoint i32 %11, 32
  %13 = shl nuw nsw i32 %9, 3
  %14 = and i32 %13, 56
  %15 = or disjoint i32 %11, %8
  %16 = or disjoint i32 %12, %8
  %17 = or disjoint i32 %14, %8
  %18 = tail call i32 @llvm.amdgcn.workgroup.id.y()
  %19 = shl i32 %18, 6
  %20 = or disjoint i32 %14, %19
  %21 = or disjoint i32 %11, %19
  %22 = or disjoint i32 %12, %19
  %23 = icmp slt i32 %15, %2
  %24 = icmp slt i32 %16, %2
  %25 = icmp slt i32 %20, %3
  %26 = and i1 %23, %25
  %27 = and i1 %24, %25
  %28 = mul i32 %3, %8
  %29 = mul i32 %3, %11
  %30 = mul i32 %3, %12
  %31 = add i32 %28, %19
  %32 = or disjoint i32 %31, %14
  %33 = add i32 %32, %29
  %34 = add i32 %32, %30
  %35 = tail call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %0, i16 0, i64 2147483646, i32 159744)
  %36 = shl i32 %33, 1
  %37 = select i1 %26, i32 %36, i32 -2147483648
  %38 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %35, i32 %37, i32 0, i32 0)
  %39 = bitcast <4 x i32> %38 to <8 x half>
  %40 = shl i32 %34, 1
  %41 = select i1 %27, i32 %40, i32 -2147483648
  %42 = tail call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %35, i32 %41, i32 0, i32 0)
  %43 = bitcast <4 x i32> %42 to <8 x half>
  %44 = icmp slt i32 %21, %3
  %45 = icmp slt i32 %22, %3
  %46 = icmp slt i32 %17, %2
  %47 = and i1 %46, %44
  %48 = and i1 %46, %45
  %49 = mul i32 %2, %19
  %50 = mul i32 %2, %11
  %51 = mul i32 %2, %12
  %52 = add i32 %49, %8
  %53 = or disjoint i32 %52, %14
  %54 = add i32 %53, %50
  %55 = add i32 %53, %51
  %56 = and i32 %9, 24
  %57 = lshr i32 %9, 2
  %58 = and i32 %57, 40
  %59 = and i32 %9, 1
  %60 = shl nuw nsw i32 %59, 12
  %61 = and i32 %13, 16
  %62 = and i32 %9, 4
  %63 = and i32 %9, 64
  %64 = lshr exact i32 %63, 5
  %65 = or disjoint i32 %60, %61
  %66 = or disjoint i32 %62, %64
  %67 = or disjoint i32 %65, %66
  %68 = mul nuw nsw i32 %56, 68
  %69 = xor i32 %68, %58
  %70 = or disjoint i32 %67, %69
  %71 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %70
  %72 = shufflevector <8 x half> %39, <8 x half> poison, <1 x i32> zeroinitializer
  store <1 x half> %72, ptr addrspace(3) %71, align 2
  %73 = getelementptr inbounds nuw i8, ptr addrspace(3) %71, i32 2048
  %74 = shufflevector <8 x half> %39, <8 x half> poison, <1 x i32> <i32 1>
  store <1 x half> %74, ptr addrspace(3) %73, align 2
  %75 = xor i32 %70, 144
  %76 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %75
  %77 = shufflevector <8 x half> %39, <8 x half> poison, <1 x i32> <i32 2>
  store <1 x half> %77, ptr addrspace(3) %76, align 2
  %78 = getelementptr inbounds nuw i8, ptr addrspace(3) %76, i32 2048
  %79 = shufflevector <8 x half> %39, <8 x half> poison, <1 x i32> <i32 3>
  store <1 x half> %79, ptr addrspace(3) %78, align 2
  %80 = xor i32 %70, 260
  %81 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %80
  %82 = shufflevector <8 x half> %39, <8 x half> poison, <1 x i32> <i32 4>
  store <1 x half> %82, ptr addrspace(3) %81, align 2
  %83 = getelementptr inbounds nuw i8, ptr addrspace(3) %81, i32 2048
  %84 = shufflevector <8 x half> %39, <8 x half> poison, <1 x i32> <i32 5>
  store <1 x half> %84, ptr addrspace(3) %83, align 2
  %85 = xor i32 %70, 404
  %86 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %85
  %87 = shufflevector <8 x half> %39, <8 x half> poison, <1 x i32> <i32 6>
  store <1 x half> %87, ptr addrspace(3) %86, align 2
  %88 = getelementptr inbounds nuw i8, ptr addrspace(3) %86, i32 2048
  %89 = shufflevector <8 x half> %39, <8 x half> poison, <1 x i32> <i32 7>
  store <1 x half> %89, ptr addrspace(3) %88, align 2
  %90 = xor i32 %70, 64
  %91 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %90
  %92 = shufflevector <8 x half> %43, <8 x half> poison, <1 x i32> zeroinitializer
  store <1 x half> %92, ptr addrspace(3) %91, align 2
  %93 = getelementptr inbounds nuw i8, ptr addrspace(3) %91, i32 2048
  %94 = shufflevector <8 x half> %43, <8 x half> poison, <1 x i32> <i32 1>
  store <1 x half> %94, ptr addrspace(3) %93, align 2
  %95 = xor i32 %70, 208
  %96 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %95
  %97 = shufflevector <8 x half> %43, <8 x half> poison, <1 x i32> <i32 2>
  store <1 x half> %97, ptr addrspace(3) %96, align 2
  %98 = getelementptr inbounds nuw i8, ptr addrspace(3) %96, i32 2048
  %99 = shufflevector <8 x half> %43, <8 x half> poison, <1 x i32> <i32 3>
  store <1 x half> %99, ptr addrspace(3) %98, align 2
  %100 = xor i32 %70, 324
  %101 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %100
  %102 = shufflevector <8 x half> %43, <8 x half> poison, <1 x i32> <i32 4>
  store <1 x half> %102, ptr addrspace(3) %101, align 2
  %103 = getelementptr inbounds nuw i8, ptr addrspace(3) %101, i32 2048
  %104 = shufflevector <8 x half> %43, <8 x half> poison, <1 x i32> <i32 5>
  store <1 x half> %104, ptr addrspace(3) %103, align 2
  %105 = xor i32 %70, 468
  %106 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %105
  %107 = shufflevector <8 x half> %43, <8 x half> poison, <1 x i32> <i32 6>
  store <1 x half> %107, ptr addrspace(3) %106, align 2
  %108 = getelementptr inbounds nuw i8, ptr addrspace(3) %106, i32 2048
  %109 = shufflevector <8 x half> %43, <8 x half> poison, <1 x i32> <i32 7>
  store <1 x half> %109, ptr addrspace(3) %108, align 2
  fence syncscope("workgroup") release
  tail call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %110 = shl nuw nsw i32 %9, 4
  %111 = and i32 %110, 96
  %112 = shl nuw nsw i32 %59, 1
  %113 = shl nuw nsw i32 %9, 8
  %114 = and i32 %113, 2048
  %115 = and i32 %9, 16
  %116 = icmp eq i32 %115, 0
  %117 = select i1 %116, i32 0, i32 144
  %118 = and i32 %9, 32
  %119 = icmp eq i32 %118, 0
  %120 = select i1 %119, i32 0, i32 260
  %121 = shl nuw nsw i32 %63, 6
  %122 = and i32 %10, 16
  %123 = or disjoint i32 %112, %114
  %124 = or disjoint i32 %120, %121
  %125 = or disjoint i32 %124, %123
  %126 = or disjoint i32 %117, %111
  %127 = xor i32 %126, %122
  %128 = or disjoint i32 %125, %127
  %129 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %128
  %130 = load <1 x half>, ptr addrspace(3) %129, align 2
  %131 = getelementptr inbounds nuw i8, ptr addrspace(3) %129, i32 8
  %132 = load <1 x half>, ptr addrspace(3) %131, align 2
  %133 = shufflevector <1 x half> %132, <1 x half> poison, <8 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %134 = xor i32 %128, 544
  %135 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %134
  %136 = load <1 x half>, ptr addrspace(3) %135, align 2
  %137 = getelementptr inbounds nuw i8, ptr addrspace(3) %135, i32 8
  %138 = load <1 x half>, ptr addrspace(3) %137, align 2
  %139 = shufflevector <1 x half> %138, <1 x half> poison, <8 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %140 = xor i32 %128, 1088
  %141 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %140
  %142 = load <1 x half>, ptr addrspace(3) %141, align 2
  %143 = shufflevector <1 x half> %142, <1 x half> poison, <8 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %144 = getelementptr inbounds nuw i8, ptr addrspace(3) %141, i32 8
  %145 = load <1 x half>, ptr addrspace(3) %144, align 2
  %146 = shufflevector <1 x half> %145, <1 x half> poison, <8 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %147 = xor i32 %128, 1632
  %148 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %147
  %149 = load <1 x half>, ptr addrspace(3) %148, align 2
  %150 = shufflevector <1 x half> %149, <1 x half> poison, <8 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %151 = getelementptr inbounds nuw i8, ptr addrspace(3) %148, i32 8
  %152 = load <1 x half>, ptr addrspace(3) %151, align 2
  %153 = shufflevector <1 x half> %152, <1 x half> poison, <8 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %154 = xor i32 %128, 4
  %155 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %154
  %156 = load <1 x half>, ptr addrspace(3) %155, align 2
  %157 = getelementptr inbounds nuw i8, ptr addrspace(3) %155, i32 8
  %158 = load <1 x half>, ptr addrspace(3) %157, align 2
  %159 = shufflevector <1 x half> %158, <1 x half> poison, <8 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %160 = xor i32 %128, 548
  %161 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %160
  %162 = load <1 x half>, ptr addrspace(3) %161, align 2
  %163 = getelementptr inbounds nuw i8, ptr addrspace(3) %161, i32 8
  %164 = load <1 x half>, ptr addrspace(3) %163, align 2
  %165 = shufflevector <1 x half> %164, <1 x half> poison, <8 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %166 = xor i32 %128, 1092
  %167 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %166
  %168 = load <1 x half>, ptr addrspace(3) %167, align 2
  %169 = shufflevector <1 x half> %168, <1 x half> poison, <8 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %170 = getelementptr inbounds nuw i8, ptr addrspace(3) %167, i32 8
  %171 = load <1 x half>, ptr addrspace(3) %170, align 2
  %172 = shufflevector <1 x half> %171, <1 x half> poison, <8 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %173 = xor i32 %128, 1636
  %174 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %173
  %175 = load <1 x half>, ptr addrspace(3) %174, align 2
  %176 = shufflevector <1 x half> %175, <1 x half> poison, <8 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %177 = getelementptr inbounds nuw i8, ptr addrspace(3) %174, i32 8
  %178 = load <1 x half>, ptr addrspace(3) %177, align 2
  %179 = shufflevector <1 x half> %178, <1 x half> poison, <8 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %180 = tail call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %1, i16 0, i64 2147483646, i32 159744)
  %181 = shufflevector <1 x half> %130, <1 x half> %136, <8 x i32> <i32 0, i32 1, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %182 = shufflevector <8 x half> %181, <8 x half> %143, <8 x i32> <i32 0, i32 1, i32 8, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %183 = shufflevector <8 x half> %182, <8 x half> %150, <8 x i32> <i32 0, i32 1, i32 2, i32 8, i32 poison, i32 poison, i32 poison, i32 poison>
  %184 = shufflevector <8 x half> %183, <8 x half> %133, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 poison, i32 poison, i32 poison>
  %185 = shufflevector <8 x half> %184, <8 x half> %139, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 8, i32 poison, i32 poison>
  %186 = shufflevector <8 x half> %185, <8 x half> %146, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 8, i32 poison>
  %187 = shufflevector <8 x half> %186, <8 x half> %153, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 8>
  %188 = bitcast <8 x half> %187 to <4 x i32>
  %189 = shl i32 %54, 1
  %190 = select i1 %47, i32 %189, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %188, ptr addrspace(8) %180, i32 %190, i32 0, i32 0)
  %191 = shufflevector <1 x half> %156, <1 x half> %162, <8 x i32> <i32 0, i32 1, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %192 = shufflevector <8 x half> %191, <8 x half> %169, <8 x i32> <i32 0, i32 1, i32 8, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %193 = shufflevector <8 x half> %192, <8 x half> %176, <8 x i32> <i32 0, i32 1, i32 2, i32 8, i32 poison, i32 poison, i32 poison, i32 poison>
  %194 = shufflevector <8 x half> %193, <8 x half> %159, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 poison, i32 poison, i32 poison>
  %195 = shufflevector <8 x half> %194, <8 x half> %165, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 8, i32 poison, i32 poison>
  %196 = shufflevector <8 x half> %195, <8 x half> %172, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 8, i32 poison>
  %197 = shufflevector <8 x half> %196, <8 x half> %179, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 8>
  %198 = bitcast <8 x half> %197 to <4 x i32>
  %199 = shl i32 %55, 1
  %200 = select i1 %48, i32 %199, i32 -2147483648
  tail call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %198, ptr addrspace(8) %180, i32 %200, i32 0, i32 0)
  ret void
}

declare noundef i32 @llvm.amdgcn.workgroup.id.x() #1

declare noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x() #1

declare noundef i32 @llvm.amdgcn.workgroup.id.y() #1

declare ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) readnone, i16, i64, i32) #1

declare <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) readonly captures(none), i32, i32, i32 immarg) #2

declare void @llvm.amdgcn.s.barrier() #3

declare void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32>, ptr addrspace(8) writeonly captures(none), i32, i32, i32 immarg) #4

attributes #0 = { mustprogress nofree norecurse nounwind willreturn "amdgpu-agpr-alloc"="0" "amdgpu-flat-work-group-size"="1,256" "amdgpu-no-cluster-id-x" "amdgpu-no-cluster-id-y" "amdgpu-no-cluster-id-z" "amdgpu-no-completion-action" "amdgpu-no-default-queue" "amdgpu-no-dispatch-id" "amdgpu-no-dispatch-ptr" "amdgpu-no-flat-scratch-init" "amdgpu-no-heap-ptr" "amdgpu-no-hostcall-ptr" "amdgpu-no-implicitarg-ptr" "amdgpu-no-lds-kernel-id" "amdgpu-no-multigrid-sync-arg" "amdgpu-no-queue-ptr" "amdgpu-no-workgroup-id-x" "amdgpu-no-workgroup-id-z" "amdgpu-no-workitem-id-x" "amdgpu-no-workitem-id-y" "amdgpu-no-workitem-id-z" "amdgpu-waves-per-eu"="0, 0" "denormal-fp-math-f32"="ieee" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: read) }
attributes #3 = { convergent mustprogress nocallback nofree nounwind willreturn }
attributes #4 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: write) }

!llvm.module.flags = !{!0, !1}

!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = !{i32 1, !"amdhsa_code_object_version", i32 500}
