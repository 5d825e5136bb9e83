; ModuleID = 'ring.hip'
source_filename = "ring.hip"
target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@_ZZL4gemmILi256ELi128ELi3EEvPKDF16_S1_PfiiE5tiles = internal addrspace(3) global [73728 x i8] undef, align 16
@__hip_cuid_e31fd329fd0fb016 = addrspace(1) global i8 0
@llvm.compiler.used = appending addrspace(1) global [1 x ptr] [ptr addrspacecast (ptr addrspace(1) @__hip_cuid_e31fd329fd0fb016 to ptr)], section "llvm.metadata"

; Function Attrs: convergent mustprogress norecurse nounwind
define protected amdgpu_kernel void @ring_256x128_r3(ptr addrspace(1) noundef readonly captures(none) %0, ptr addrspace(1) noundef readonly captures(none) %1, ptr addrspace(1) noundef writeonly %2, i32 noundef %3, i32 noundef %4) local_unnamed_addr #0 {
  %6 = tail call i32 @llvm.amdgcn.workitem.id.x()
  %7 = tail call i32 @llvm.amdgcn.readfirstlane.i32(i32 %6)
  %8 = lshr i32 %7, 6
  %9 = tail call i32 @llvm.amdgcn.workgroup.id.x()
  %10 = shl i32 %9, 8
  %11 = mul i32 %4, %10
  %12 = zext i32 %11 to i64
  %13 = getelementptr inbounds nuw half, ptr addrspace(1) %0, i64 %12
  %14 = tail call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %13, i16 0, i64 1073741824, i32 159744)
  %15 = tail call i32 @llvm.amdgcn.workgroup.id.y()
  %16 = shl i32 %15, 7
  %17 = mul i32 %4, %16
  %18 = zext i32 %17 to i64
  %19 = getelementptr inbounds nuw half, ptr addrspace(1) %1, i64 %18
  %20 = tail call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %19, i16 0, i64 1073741824, i32 159744)
  %21 = shl nuw nsw i32 %6, 4
  %22 = and i32 %21, 48
  %23 = shl nsw i32 %8, 10
  %24 = getelementptr i8, ptr addrspace(3) @_ZZL4gemmILi256ELi128ELi3EEvPKDF16_S1_PfiiE5tiles, i32 %23
  %25 = lshr i32 %6, 1
  %26 = and i32 %25, 510
  %27 = mul i32 %4, %26
  %28 = add nsw i32 %27, %22
  %29 = add nuw nsw i32 %26, 256
  %30 = mul i32 %4, %29
  %31 = add nsw i32 %30, %22
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %14, ptr addrspace(3) %24, i32 16, i32 %28, i32 0, i32 0, i32 0)
  %32 = getelementptr inbounds nuw i8, ptr addrspace(3) %24, i32 8192
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %14, ptr addrspace(3) nonnull %32, i32 16, i32 %31, i32 0, i32 0, i32 0)
  %33 = getelementptr inbounds nuw i8, ptr addrspace(3) %24, i32 16384
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %20, ptr addrspace(3) nonnull %33, i32 16, i32 %28, i32 0, i32 0, i32 0)
  %34 = getelementptr inbounds nuw i8, ptr addrspace(3) %24, i32 24576
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %14, ptr addrspace(3) nonnull %34, i32 16, i32 %28, i32 64, i32 0, i32 0)
  %35 = getelementptr inbounds nuw i8, ptr addrspace(3) %24, i32 32768
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %14, ptr addrspace(3) nonnull %35, i32 16, i32 %31, i32 64, i32 0, i32 0)
  %36 = getelementptr inbounds nuw i8, ptr addrspace(3) %24, i32 40960
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %20, ptr addrspace(3) nonnull %36, i32 16, i32 %28, i32 64, i32 0, i32 0)
  %37 = lshr i32 %7, 8
  %38 = and i32 %6, 15
  %39 = shl i32 %37, 13
  %40 = shl nuw nsw i32 %38, 6
  %41 = lshr i32 %6, 4
  %42 = and i32 %41, 3
  %43 = shl nuw nsw i32 %42, 4
  %44 = and i32 %8, 3
  %45 = shl nuw nsw i32 %44, 11
  tail call void @llvm.amdgcn.s.waitcnt(i32 3955)
  %46 = icmp ugt i32 %7, 255
  br i1 %46, label %47, label %48

47:                                               ; preds = %5
  tail call void @llvm.amdgcn.s.barrier()
  br label %48

48:                                               ; preds = %47, %5
  %49 = icmp sgt i32 %3, 0
  br i1 %49, label %50, label %57

50:                                               ; preds = %48
  %51 = or disjoint i32 %43, %39
  %52 = or disjoint i32 %43, %45
  %53 = add i32 %40, add (i32 ptrtoint (ptr addrspace(3) @_ZZL4gemmILi256ELi128ELi3EEvPKDF16_S1_PfiiE5tiles to i32), i32 16384)
  %54 = add i32 %53, %52
  %55 = add i32 %40, ptrtoint (ptr addrspace(3) @_ZZL4gemmILi256ELi128ELi3EEvPKDF16_S1_PfiiE5tiles to i32)
  %56 = add i32 %55, %51
  br label %75

57:                                               ; preds = %75, %48
  %58 = phi <4 x float> [ zeroinitializer, %48 ], [ %175, %75 ]
  %59 = phi <4 x float> [ zeroinitializer, %48 ], [ %174, %75 ]
  %60 = phi <4 x float> [ zeroinitializer, %48 ], [ %171, %75 ]
  %61 = phi <4 x float> [ zeroinitializer, %48 ], [ %170, %75 ]
  %62 = phi <4 x float> [ zeroinitializer, %48 ], [ %167, %75 ]
  %63 = phi <4 x float> [ zeroinitializer, %48 ], [ %166, %75 ]
  %64 = phi <4 x float> [ zeroinitializer, %48 ], [ %163, %75 ]
  %65 = phi <4 x float> [ zeroinitializer, %48 ], [ %162, %75 ]
  %66 = phi <4 x float> [ zeroinitializer, %48 ], [ %159, %75 ]
  %67 = phi <4 x float> [ zeroinitializer, %48 ], [ %158, %75 ]
  %68 = phi <4 x float> [ zeroinitializer, %48 ], [ %155, %75 ]
  %69 = phi <4 x float> [ zeroinitializer, %48 ], [ %154, %75 ]
  %70 = phi <4 x float> [ zeroinitializer, %48 ], [ %151, %75 ]
  %71 = phi <4 x float> [ zeroinitializer, %48 ], [ %150, %75 ]
  %72 = phi <4 x float> [ zeroinitializer, %48 ], [ %147, %75 ]
  %73 = phi <4 x float> [ zeroinitializer, %48 ], [ %144, %75 ]
  %74 = icmp ult i32 %7, 256
  br i1 %74, label %181, label %182

75:                                               ; preds = %50, %75
  %76 = phi <4 x float> [ zeroinitializer, %50 ], [ %175, %75 ]
  %77 = phi <4 x float> [ zeroinitializer, %50 ], [ %174, %75 ]
  %78 = phi <4 x float> [ zeroinitializer, %50 ], [ %171, %75 ]
  %79 = phi <4 x float> [ zeroinitializer, %50 ], [ %170, %75 ]
  %80 = phi <4 x float> [ zeroinitializer, %50 ], [ %167, %75 ]
  %81 = phi <4 x float> [ zeroinitializer, %50 ], [ %166, %75 ]
  %82 = phi <4 x float> [ zeroinitializer, %50 ], [ %163, %75 ]
  %83 = phi <4 x float> [ zeroinitializer, %50 ], [ %162, %75 ]
  %84 = phi <4 x float> [ zeroinitializer, %50 ], [ %159, %75 ]
  %85 = phi <4 x float> [ zeroinitializer, %50 ], [ %158, %75 ]
  %86 = phi <4 x float> [ zeroinitializer, %50 ], [ %155, %75 ]
  %87 = phi <4 x float> [ zeroinitializer, %50 ], [ %154, %75 ]
  %88 = phi <4 x float> [ zeroinitializer, %50 ], [ %151, %75 ]
  %89 = phi <4 x float> [ zeroinitializer, %50 ], [ %150, %75 ]
  %90 = phi <4 x float> [ zeroinitializer, %50 ], [ %147, %75 ]
  %91 = phi <4 x float> [ zeroinitializer, %50 ], [ %144, %75 ]
  %92 = phi i32 [ 0, %50 ], [ %178, %75 ]
  %93 = phi i32 [ 0, %50 ], [ %179, %75 ]
  tail call void @llvm.amdgcn.s.waitcnt(i32 3955)
  tail call void @llvm.amdgcn.s.barrier()
  tail call void @llvm.amdgcn.sched.barrier(i32 0)
  %94 = mul nsw i32 %92, 24576
  %95 = add i32 %54, %94
  %96 = tail call contract noundef <8 x half> asm sideeffect "ds_read_b128 $0, $1 offset:$2", "=v,v,i,~{memory}"(i32 %95, i32 0) #9, !srcloc !8
  %97 = add i32 %95, 1024
  %98 = tail call contract noundef <8 x half> asm sideeffect "ds_read_b128 $0, $1 offset:$2", "=v,v,i,~{memory}"(i32 %97, i32 0) #9, !srcloc !8
  %99 = add i32 %56, %94
  %100 = tail call contract noundef <8 x half> asm sideeffect "ds_read_b128 $0, $1 offset:$2", "=v,v,i,~{memory}"(i32 %99, i32 0) #9, !srcloc !8
  %101 = add i32 %99, 1024
  %102 = tail call contract noundef <8 x half> asm sideeffect "ds_read_b128 $0, $1 offset:$2", "=v,v,i,~{memory}"(i32 %101, i32 0) #9, !srcloc !8
  %103 = shufflevector <8 x half> %100, <8 x half> %102, <64 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %104 = add i32 %99, 2048
  %105 = tail call contract noundef <8 x half> asm sideeffect "ds_read_b128 $0, $1 offset:$2", "=v,v,i,~{memory}"(i32 %104, i32 0) #9, !srcloc !8
  %106 = shufflevector <8 x half> %105, <8 x half> poison, <64 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %107 = shufflevector <64 x half> %103, <64 x half> %106, <64 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 64, i32 65, i32 66, i32 67, i32 68, i32 69, i32 70, i32 71, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %108 = add i32 %99, 3072
  %109 = tail call contract noundef <8 x half> asm sideeffect "ds_read_b128 $0, $1 offset:$2", "=v,v,i,~{memory}"(i32 %108, i32 0) #9, !srcloc !8
  %110 = shufflevector <8 x half> %109, <8 x half> poison, <64 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %111 = shufflevector <64 x half> %107, <64 x half> %110, <64 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 64, i32 65, i32 66, i32 67, i32 68, i32 69, i32 70, i32 71, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %112 = add i32 %99, 4096
  %113 = tail call contract noundef <8 x half> asm sideeffect "ds_read_b128 $0, $1 offset:$2", "=v,v,i,~{memory}"(i32 %112, i32 0) #9, !srcloc !8
  %114 = shufflevector <8 x half> %113, <8 x half> poison, <64 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %115 = shufflevector <64 x half> %111, <64 x half> %114, <64 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 64, i32 65, i32 66, i32 67, i32 68, i32 69, i32 70, i32 71, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %116 = add i32 %99, 5120
  %117 = tail call contract noundef <8 x half> asm sideeffect "ds_read_b128 $0, $1 offset:$2", "=v,v,i,~{memory}"(i32 %116, i32 0) #9, !srcloc !8
  %118 = shufflevector <8 x half> %117, <8 x half> poison, <64 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %119 = shufflevector <64 x half> %115, <64 x half> %118, <64 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 64, i32 65, i32 66, i32 67, i32 68, i32 69, i32 70, i32 71, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %120 = add i32 %99, 6144
  %121 = tail call contract noundef <8 x half> asm sideeffect "ds_read_b128 $0, $1 offset:$2", "=v,v,i,~{memory}"(i32 %120, i32 0) #9, !srcloc !8
  %122 = shufflevector <8 x half> %121, <8 x half> poison, <64 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %123 = shufflevector <64 x half> %119, <64 x half> %122, <64 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 64, i32 65, i32 66, i32 67, i32 68, i32 69, i32 70, i32 71, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %124 = add i32 %99, 7168
  %125 = tail call contract noundef <8 x half> asm sideeffect "ds_read_b128 $0, $1 offset:$2", "=v,v,i,~{memory}"(i32 %124, i32 0) #9, !srcloc !8
  %126 = shufflevector <8 x half> %125, <8 x half> poison, <64 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %127 = shufflevector <64 x half> %123, <64 x half> %126, <64 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 64, i32 65, i32 66, i32 67, i32 68, i32 69, i32 70, i32 71>
  %128 = shufflevector <8 x half> %96, <8 x half> %98, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %129 = icmp sgt i32 %92, 0
  %130 = select i1 %129, i32 -1, i32 2
  %131 = add nsw i32 %130, %92
  %132 = mul nsw i32 %131, 24576
  %133 = getelementptr i8, ptr addrspace(3) %24, i32 %132
  %134 = shl i32 %93, 6
  %135 = add i32 %134, 128
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %14, ptr addrspace(3) %133, i32 16, i32 %28, i32 %135, i32 0, i32 0)
  %136 = getelementptr inbounds nuw i8, ptr addrspace(3) %133, i32 8192
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %14, ptr addrspace(3) nonnull %136, i32 16, i32 %31, i32 %135, i32 0, i32 0)
  %137 = getelementptr inbounds nuw i8, ptr addrspace(3) %133, i32 16384
  tail call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %20, ptr addrspace(3) nonnull %137, i32 16, i32 %28, i32 %135, i32 0, i32 0)
  tail call void @llvm.amdgcn.s.waitcnt(i32 49279)
  tail call void @llvm.amdgcn.sched.barrier(i32 0)
  tail call void @llvm.amdgcn.s.setprio(i16 1)
  %138 = bitcast <64 x half> %127 to <8 x i128>
  %139 = bitcast <16 x half> %128 to <2 x i128>
  %140 = extractelement <2 x i128> %139, i64 0
  %141 = bitcast i128 %140 to <8 x half>
  %142 = extractelement <8 x i128> %138, i64 0
  %143 = bitcast i128 %142 to <8 x half>
  %144 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %143, <8 x half> %141, <4 x float> %91, i32 0, i32 0, i32 0)
  %145 = extractelement <2 x i128> %139, i64 1
  %146 = bitcast i128 %145 to <8 x half>
  %147 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %143, <8 x half> %146, <4 x float> %90, i32 0, i32 0, i32 0)
  %148 = extractelement <8 x i128> %138, i64 1
  %149 = bitcast i128 %148 to <8 x half>
  %150 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %149, <8 x half> %141, <4 x float> %89, i32 0, i32 0, i32 0)
  %151 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %149, <8 x half> %146, <4 x float> %88, i32 0, i32 0, i32 0)
  %152 = extractelement <8 x i128> %138, i64 2
  %153 = bitcast i128 %152 to <8 x half>
  %154 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %153, <8 x half> %141, <4 x float> %87, i32 0, i32 0, i32 0)
  %155 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %153, <8 x half> %146, <4 x float> %86, i32 0, i32 0, i32 0)
  %156 = extractelement <8 x i128> %138, i64 3
  %157 = bitcast i128 %156 to <8 x half>
  %158 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %157, <8 x half> %141, <4 x float> %85, i32 0, i32 0, i32 0)
  %159 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %157, <8 x half> %146, <4 x float> %84, i32 0, i32 0, i32 0)
  %160 = extractelement <8 x i128> %138, i64 4
  %161 = bitcast i128 %160 to <8 x half>
  %162 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %161, <8 x half> %141, <4 x float> %83, i32 0, i32 0, i32 0)
  %163 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %161, <8 x half> %146, <4 x float> %82, i32 0, i32 0, i32 0)
  %164 = extractelement <8 x i128> %138, i64 5
  %165 = bitcast i128 %164 to <8 x half>
  %166 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %165, <8 x half> %141, <4 x float> %81, i32 0, i32 0, i32 0)
  %167 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %165, <8 x half> %146, <4 x float> %80, i32 0, i32 0, i32 0)
  %168 = extractelement <8 x i128> %138, i64 6
  %169 = bitcast i128 %168 to <8 x half>
  %170 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %169, <8 x half> %141, <4 x float> %79, i32 0, i32 0, i32 0)
  %171 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %169, <8 x half> %146, <4 x float> %78, i32 0, i32 0, i32 0)
  %172 = extractelement <8 x i128> %138, i64 7
  %173 = bitcast i128 %172 to <8 x half>
  %174 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %173, <8 x half> %141, <4 x float> %77, i32 0, i32 0, i32 0)
  %175 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %173, <8 x half> %146, <4 x float> %76, i32 0, i32 0, i32 0)
  tail call void @llvm.amdgcn.s.setprio(i16 0)
  tail call void @llvm.amdgcn.s.waitcnt(i32 3955)
  tail call void @llvm.amdgcn.s.barrier()
  tail call void @llvm.amdgcn.sched.barrier(i32 0)
  %176 = add nsw i32 %92, 1
  %177 = icmp eq i32 %176, 3
  %178 = select i1 %177, i32 0, i32 %176
  %179 = add nuw nsw i32 %93, 1
  %180 = icmp eq i32 %179, %3
  br i1 %180, label %57, label %75, !llvm.loop !9

181:                                              ; preds = %57
  tail call void @llvm.amdgcn.s.barrier()
  br label %182

182:                                              ; preds = %181, %57
  %183 = shl nuw nsw i32 %37, 7
  %184 = add i32 %183, %10
  %185 = mul i32 %184, %4
  %186 = zext i32 %185 to i64
  %187 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %186
  %188 = zext i32 %16 to i64
  %189 = getelementptr inbounds nuw float, ptr addrspace(1) %187, i64 %188
  %190 = shl nuw nsw i32 %44, 5
  %191 = zext nneg i32 %190 to i64
  %192 = getelementptr inbounds nuw float, ptr addrspace(1) %189, i64 %191
  %193 = shl nuw nsw i32 %42, 2
  %194 = extractelement <4 x float> %73, i64 0
  %195 = mul nsw i32 %193, %4
  %196 = add i32 %38, %195
  %197 = sext i32 %196 to i64
  %198 = getelementptr inbounds float, ptr addrspace(1) %192, i64 %197
  store float %194, ptr addrspace(1) %198, align 4, !tbaa !12
  %199 = extractelement <4 x float> %73, i64 1
  %200 = or disjoint i32 %193, 1
  %201 = mul nsw i32 %200, %4
  %202 = add i32 %38, %201
  %203 = sext i32 %202 to i64
  %204 = getelementptr inbounds float, ptr addrspace(1) %192, i64 %203
  store float %199, ptr addrspace(1) %204, align 4, !tbaa !12
  %205 = extractelement <4 x float> %73, i64 2
  %206 = or disjoint i32 %193, 2
  %207 = mul nsw i32 %206, %4
  %208 = add i32 %38, %207
  %209 = sext i32 %208 to i64
  %210 = getelementptr inbounds float, ptr addrspace(1) %192, i64 %209
  store float %205, ptr addrspace(1) %210, align 4, !tbaa !12
  %211 = extractelement <4 x float> %73, i64 3
  %212 = or disjoint i32 %193, 3
  %213 = mul nsw i32 %212, %4
  %214 = add i32 %38, %213
  %215 = sext i32 %214 to i64
  %216 = getelementptr inbounds float, ptr addrspace(1) %192, i64 %215
  store float %211, ptr addrspace(1) %216, align 4, !tbaa !12
  %217 = or disjoint i32 %38, 16
  %218 = extractelement <4 x float> %72, i64 0
  %219 = add i32 %217, %195
  %220 = sext i32 %219 to i64
  %221 = getelementptr inbounds float, ptr addrspace(1) %192, i64 %220
  store float %218, ptr addrspace(1) %221, align 4, !tbaa !12
  %222 = extractelement <4 x float> %72, i64 1
  %223 = add i32 %217, %201
  %224 = sext i32 %223 to i64
  %225 = getelementptr inbounds float, ptr addrspace(1) %192, i64 %224
  store float %222, ptr addrspace(1) %225, align 4, !tbaa !12
  %226 = extractelement <4 x float> %72, i64 2
  %227 = add i32 %217, %207
  %228 = sext i32 %227 to i64
  %229 = getelementptr inbounds float, ptr addrspace(1) %192, i64 %228
  store float %226, ptr addrspace(1) %229, align 4, !tbaa !12
  %230 = extractelement <4 x float> %72, i64 3
  %231 = add i32 %217, %213
  %232 = sext i32 %231 to i64
  %233 = getelementptr inbounds float, ptr addrspace(1) %192, i64 %232
  store float %230, ptr addrspace(1) %233, align 4, !tbaa !12
  %234 = or disjoint i32 %193, 16
  %235 = extractelement <4 x float> %71, i64 0
  %236 = mul nsw i32 %234, %4
  %237 = add i32 %38, %236
  %238 = sext i32 %237 to i64
  %239 = getelementptr inbounds float, ptr addrspace(1) %192, i64 %238
  store float %235, ptr addrspace(1) %239, align 4, !tbaa !12
  %240 = extractelement <4 x float> %71, i64 1
  %241 = or disjoint i32 %193, 17
  %242 = mul nsw i32 %241, %4
  %243 = add i32 %38, %242
  %244 = sext i32 %243 to i64
  %245 = getelementptr inbounds float, ptr addrspace(1) %192, i64 %244
  store float %240, ptr addrspace(1) %245, align 4, !tbaa !12
  %246 = extractelement <4 x float> %71, i64 2
  %247 = or disjoint i32 %193, 18
  %248 = mul nsw i32 %247, %4
  %249 = add i32 %38, %248
  %250 = sext i32 %249 to i64
  %251 = getelementptr inbounds float, ptr addrspace(1) %192, i64 %250
  store float %246, ptr addrspace(1) %251, align 4, !tbaa !12
  %252 = extractelement <4 x float> %71, i64 3
  %253 = or disjoint i32 %193, 19
  %254 = mul nsw i32 %253, %4
  %255 = add i32 %38, %254
  %256 = sext i32 %255 to i64
  %257 = getelementptr inbounds float, ptr addrspace(1) %192, i64 %256
  store float %252, ptr addrspace(1) %257, align 4, !tbaa !12
  %258 = extractelement <4 x float> %70, i64 0
  %259 = add i32 %217, %236
  %260 = sext i32 %259 to i64
  %261 = getelementptr inbounds float, ptr addrspace(1) %192, i64 %260
  store float %258, ptr addrspace(1) %261, align 4, !tbaa !12
  %262 = extractelement <4 x float> %70, i64 1
  %263 = add i32 %217, %242
  %264 = sext i32 %263 to i64
  %265 = getelementptr inbounds float, ptr addrspace(1) %192, i64 %264
  store float %262, ptr addrspace(1) %265, align 4, !tbaa !12
  %266 = extractelement <4 x float> %70, i64 2
  %267 = add i32 %217, %248
  %268 = sext i32 %267 to i64
  %269 = getelementptr inbounds float, ptr addrspace(1) %192, i64 %268
  store float %266, ptr addrspace(1) %269, align 4, !tbaa !12
  %270 = extractelement <4 x float> %70, i64 3
  %271 = add i32 %217, %254
  %272 = sext i32 %271 to i64
  %273 = getelementptr inbounds float, ptr addrspace(1) %192, i64 %272
  store float %270, ptr addrspace(1) %273, align 4, !tbaa !12
  %274 = or disjoint i32 %193, 32
  %275 = extractelement <4 x float> %69, i64 0
  %276 = mul nsw i32 %274, %4
  %277 = add i32 %38, %276
  %278 = sext i32 %277 to i64
  %279 = getelementptr inbounds float, ptr addrspace(1) %192, i64 %278
  store float %275, ptr addrspace(1) %279, align 4, !tbaa !12
  %280 = extractelement <4 x float> %69, i64 1
  %281 = or disjoint i32 %193, 33
  %282 = mul nsw i32 %281, %4
  %283 = add i32 %38, %282
  %284 = sext i32 %283 to i64
  %285 = getelementptr inbounds float, ptr addrspace(1) %192, i64 %284
  store float %280, ptr addrspace(1) %285, align 4, !tbaa !12
  %286 = extractelement <4 x float> %69, i64 2
  %287 = or disjoint i32 %193, 34
  %288 = mul nsw i32 %287, %4
  %289 = add i32 %38, %288
  %290 = sext i32 %289 to i64
  %291 = getelementptr inbounds float, ptr addrspace(1) %192, i64 %290
  store float %286, ptr addrspace(1) %291, align 4, !tbaa !12
  %292 = extractelement <4 x float> %69, i64 3
  %293 = or disjoint i32 %193, 35
  %294 = mul nsw i32 %293, %4
  %295 = add i32 %38, %294
  %296 = sext i32 %295 to i64
  %297 = getelementptr inbounds float, ptr addrspace(1) %192, i64 %296
  store float %292, ptr addrspace(1) %297, align 4, !tbaa !12
  %298 = extractelement <4 x float> %68, i64 0
  %299 = add i32 %217, %276
  %300 = sext i32 %299 to i64
  %301 = getelementptr inbounds float, ptr addrspace(1) %192, i64 %300
  store float %298, ptr addrspace(1) %301, align 4, !tbaa !12
  %302 = extractelement <4 x float> %68, i64 1
  %303 = add i32 %217, %282
  %304 = sext i32 %303 to i64
  %305 = getelementptr inbounds float, ptr addrspace(1) %192, i64 %304
  store float %302, ptr addrspace(1) %305, align 4, !tbaa !12
  %306 = extractelement <4 x float> %68, i64 2
  %307 = add i32 %217, %288
  %308 = sext i32 %307 to i64
  %309 = getelementptr inbounds float, ptr addrspace(1) %192, i64 %308
  store float %306, ptr addrspace(1) %309, align 4, !tbaa !12
  %310 = extractelement <4 x float> %68, i64 3
  %311 = add i32 %217, %294
  %312 = sext i32 %311 to i64
  %313 = getelementptr inbounds float, ptr addrspace(1) %192, i64 %312
  store float %310, ptr addrspace(1) %313, align 4, !tbaa !12
  %314 = or disjoint i32 %193, 48
  %315 = extractelement <4 x float> %67, i64 0
  %316 = mul nsw i32 %314, %4
  %317 = add i32 %38, %316
  %318 = sext i32 %317 to i64
  %319 = getelementptr inbounds float, ptr addrspace(1) %192, i64 %318
  store float %315, ptr addrspace(1) %319, align 4, !tbaa !12
  %320 = extractelement <4 x float> %67, i64 1
  %321 = or disjoint i32 %193, 49
  %322 = mul nsw i32 %321, %4
  %323 = add i32 %38, %322
  %324 = sext i32 %323 to i64
  %325 = getelementptr inbounds float, ptr addrspace(1) %192, i64 %324
  store float %320, ptr addrspace(1) %325, align 4, !tbaa !12
  %326 = extractelement <4 x float> %67, i64 2
  %327 = or disjoint i32 %193, 50
  %328 = mul nsw i32 %327, %4
  %329 = add i32 %38, %328
  %330 = sext i32 %329 to i64
  %331 = getelementptr inbounds float, ptr addrspace(1) %192, i64 %330
  store float %326, ptr addrspace(1) %331, align 4, !tbaa !12
  %332 = extractelement <4 x float> %67, i64 3
  %333 = or disjoint i32 %193, 51
  %334 = mul nsw i32 %333, %4
  %335 = add i32 %38, %334
  %336 = sext i32 %335 to i64
  %337 = getelementptr inbounds float, ptr addrspace(1) %192, i64 %336
  store float %332, ptr addrspace(1) %337, align 4, !tbaa !12
  %338 = extractelement <4 x float> %66, i64 0
  %339 = add i32 %217, %316
  %340 = sext i32 %339 to i64
  %341 = getelementptr inbounds float, ptr addrspace(1) %192, i64 %340
  store float %338, ptr addrspace(1) %341, align 4, !tbaa !12
  %342 = extractelement <4 x float> %66, i64 1
  %343 = add i32 %217, %322
  %344 = sext i32 %343 to i64
  %345 = getelementptr inbounds float, ptr addrspace(1) %192, i64 %344
  store float %342, ptr addrspace(1) %345, align 4, !tbaa !12
  %346 = extractelement <4 x float> %66, i64 2
  %347 = add i32 %217, %328
  %348 = sext i32 %347 to i64
  %349 = getelementptr inbounds float, ptr addrspace(1) %192, i64 %348
  store float %346, ptr addrspace(1) %349, align 4, !tbaa !12
  %350 = extractelement <4 x float> %66, i64 3
  %351 = add i32 %217, %334
  %352 = sext i32 %351 to i64
  %353 = getelementptr inbounds float, ptr addrspace(1) %192, i64 %352
  store float %350, ptr addrspace(1) %353, align 4, !tbaa !12
  %354 = or disjoint i32 %193, 64
  %355 = extractelement <4 x float> %65, i64 0
  %356 = mul nsw i32 %354, %4
  %357 = add i32 %38, %356
  %358 = sext i32 %357 to i64
  %359 = getelementptr inbounds float, ptr addrspace(1) %192, i64 %358
  store float %355, ptr addrspace(1) %359, align 4, !tbaa !12
  %360 = extractelement <4 x float> %65, i64 1
  %361 = or disjoint i32 %193, 65
  %362 = mul nsw i32 %361, %4
  %363 = add i32 %38, %362
  %364 = sext i32 %363 to i64
  %365 = getelementptr inbounds float, ptr addrspace(1) %192, i64 %364
  store float %360, ptr addrspace(1) %365, align 4, !tbaa !12
  %366 = extractelement <4 x float> %65, i64 2
  %367 = or disjoint i32 %193, 66
  %368 = mul nsw i32 %367, %4
  %369 = add i32 %38, %368
  %370 = sext i32 %369 to i64
  %371 = getelementptr inbounds float, ptr addrspace(1) %192, i64 %370
  store float %366, ptr addrspace(1) %371, align 4, !tbaa !12
  %372 = extractelement <4 x float> %65, i64 3
  %373 = or disjoint i32 %193, 67
  %374 = mul nsw i32 %373, %4
  %375 = add i32 %38, %374
  %376 = sext i32 %375 to i64
  %377 = getelementptr inbounds float, ptr addrspace(1) %192, i64 %376
  store float %372, ptr addrspace(1) %377, align 4, !tbaa !12
  %378 = extractelement <4 x float> %64, i64 0
  %379 = add i32 %217, %356
  %380 = sext i32 %379 to i64
  %381 = getelementptr inbounds float, ptr addrspace(1) %192, i64 %380
  store float %378, ptr addrspace(1) %381, align 4, !tbaa !12
  %382 = extractelement <4 x float> %64, i64 1
  %383 = add i32 %217, %362
  %384 = sext i32 %383 to i64
  %385 = getelementptr inbounds float, ptr addrspace(1) %192, i64 %384
  store float %382, ptr addrspace(1) %385, align 4, !tbaa !12
  %386 = extractelement <4 x float> %64, i64 2
  %387 = add i32 %217, %368
  %388 = sext i32 %387 to i64
  %389 = getelementptr inbounds float, ptr addrspace(1) %192, i64 %388
  store float %386, ptr addrspace(1) %389, align 4, !tbaa !12
  %390 = extractelement <4 x float> %64, i64 3
  %391 = add i32 %217, %374
  %392 = sext i32 %391 to i64
  %393 = getelementptr inbounds float, ptr addrspace(1) %192, i64 %392
  store float %390, ptr addrspace(1) %393, align 4, !tbaa !12
  %394 = or disjoint i32 %193, 80
  %395 = extractelement <4 x float> %63, i64 0
  %396 = mul nsw i32 %394, %4
  %397 = add i32 %38, %396
  %398 = sext i32 %397 to i64
  %399 = getelementptr inbounds float, ptr addrspace(1) %192, i64 %398
  store float %395, ptr addrspace(1) %399, align 4, !tbaa !12
  %400 = extractelement <4 x float> %63, i64 1
  %401 = or disjoint i32 %193, 81
  %402 = mul nsw i32 %401, %4
  %403 = add i32 %38, %402
  %404 = sext i32 %403 to i64
  %405 = getelementptr inbounds float, ptr addrspace(1) %192, i64 %404
  store float %400, ptr addrspace(1) %405, align 4, !tbaa !12
  %406 = extractelement <4 x float> %63, i64 2
  %407 = or disjoint i32 %193, 82
  %408 = mul nsw i32 %407, %4
  %409 = add i32 %38, %408
  %410 = sext i32 %409 to i64
  %411 = getelementptr inbounds float, ptr addrspace(1) %192, i64 %410
  store float %406, ptr addrspace(1) %411, align 4, !tbaa !12
  %412 = extractelement <4 x float> %63, i64 3
  %413 = or disjoint i32 %193, 83
  %414 = mul nsw i32 %413, %4
  %415 = add i32 %38, %414
  %416 = sext i32 %415 to i64
  %417 = getelementptr inbounds float, ptr addrspace(1) %192, i64 %416
  store float %412, ptr addrspace(1) %417, align 4, !tbaa !12
  %418 = extractelement <4 x float> %62, i64 0
  %419 = add i32 %217, %396
  %420 = sext i32 %419 to i64
  %421 = getelementptr inbounds float, ptr addrspace(1) %192, i64 %420
  store float %418, ptr addrspace(1) %421, align 4, !tbaa !12
  %422 = extractelement <4 x float> %62, i64 1
  %423 = add i32 %217, %402
  %424 = sext i32 %423 to i64
  %425 = getelementptr inbounds float, ptr addrspace(1) %192, i64 %424
  store float %422, ptr addrspace(1) %425, align 4, !tbaa !12
  %426 = extractelement <4 x float> %62, i64 2
  %427 = add i32 %217, %408
  %428 = sext i32 %427 to i64
  %429 = getelementptr inbounds float, ptr addrspace(1) %192, i64 %428
  store float %426, ptr addrspace(1) %429, align 4, !tbaa !12
  %430 = extractelement <4 x float> %62, i64 3
  %431 = add i32 %217, %414
  %432 = sext i32 %431 to i64
  %433 = getelementptr inbounds float, ptr addrspace(1) %192, i64 %432
  store float %430, ptr addrspace(1) %433, align 4, !tbaa !12
  %434 = or disjoint i32 %193, 96
  %435 = extractelement <4 x float> %61, i64 0
  %436 = mul nsw i32 %434, %4
  %437 = add i32 %38, %436
  %438 = sext i32 %437 to i64
  %439 = getelementptr inbounds float, ptr addrspace(1) %192, i64 %438
  store float %435, ptr addrspace(1) %439, align 4, !tbaa !12
  %440 = extractelement <4 x float> %61, i64 1
  %441 = or disjoint i32 %193, 97
  %442 = mul nsw i32 %441, %4
  %443 = add i32 %38, %442
  %444 = sext i32 %443 to i64
  %445 = getelementptr inbounds float, ptr addrspace(1) %192, i64 %444
  store float %440, ptr addrspace(1) %445, align 4, !tbaa !12
  %446 = extractelement <4 x float> %61, i64 2
  %447 = or disjoint i32 %193, 98
  %448 = mul nsw i32 %447, %4
  %449 = add i32 %38, %448
  %450 = sext i32 %449 to i64
  %451 = getelementptr inbounds float, ptr addrspace(1) %192, i64 %450
  store float %446, ptr addrspace(1) %451, align 4, !tbaa !12
  %452 = extractelement <4 x float> %61, i64 3
  %453 = or disjoint i32 %193, 99
  %454 = mul nsw i32 %453, %4
  %455 = add i32 %38, %454
  %456 = sext i32 %455 to i64
  %457 = getelementptr inbounds float, ptr addrspace(1) %192, i64 %456
  store float %452, ptr addrspace(1) %457, align 4, !tbaa !12
  %458 = extractelement <4 x float> %60, i64 0
  %459 = add i32 %217, %436
  %460 = sext i32 %459 to i64
  %461 = getelementptr inbounds float, ptr addrspace(1) %192, i64 %460
  store float %458, ptr addrspace(1) %461, align 4, !tbaa !12
  %462 = extractelement <4 x float> %60, i64 1
  %463 = add i32 %217, %442
  %464 = sext i32 %463 to i64
  %465 = getelementptr inbounds float, ptr addrspace(1) %192, i64 %464
  store float %462, ptr addrspace(1) %465, align 4, !tbaa !12
  %466 = extractelement <4 x float> %60, i64 2
  %467 = add i32 %217, %448
  %468 = sext i32 %467 to i64
  %469 = getelementptr inbounds float, ptr addrspace(1) %192, i64 %468
  store float %466, ptr addrspace(1) %469, align 4, !tbaa !12
  %470 = extractelement <4 x float> %60, i64 3
  %471 = add i32 %217, %454
  %472 = sext i32 %471 to i64
  %473 = getelementptr inbounds float, ptr addrspace(1) %192, i64 %472
  store float %470, ptr addrspace(1) %473, align 4, !tbaa !12
  %474 = or disjoint i32 %193, 112
  %475 = extractelement <4 x float> %59, i64 0
  %476 = mul nsw i32 %474, %4
  %477 = add i32 %38, %476
  %478 = sext i32 %477 to i64
  %479 = getelementptr inbounds float, ptr addrspace(1) %192, i64 %478
  store float %475, ptr addrspace(1) %479, align 4, !tbaa !12
  %480 = extractelement <4 x float> %59, i64 1
  %481 = or disjoint i32 %193, 113
  %482 = mul nsw i32 %481, %4
  %483 = add i32 %38, %482
  %484 = sext i32 %483 to i64
  %485 = getelementptr inbounds float, ptr addrspace(1) %192, i64 %484
  store float %480, ptr addrspace(1) %485, align 4, !tbaa !12
  %486 = extractelement <4 x float> %59, i64 2
  %487 = or disjoint i32 %193, 114
  %488 = mul nsw i32 %487, %4
  %489 = add i32 %38, %488
  %490 = sext i32 %489 to i64
  %491 = getelementptr inbounds float, ptr addrspace(1) %192, i64 %490
  store float %486, ptr addrspace(1) %491, align 4, !tbaa !12
  %492 = extractelement <4 x float> %59, i64 3
  %493 = or disjoint i32 %193, 115
  %494 = mul nsw i32 %493, %4
  %495 = add i32 %38, %494
  %496 = sext i32 %495 to i64
  %497 = getelementptr inbounds float, ptr addrspace(1) %192, i64 %496
  store float %492, ptr addrspace(1) %497, align 4, !tbaa !12
  %498 = extractelement <4 x float> %58, i64 0
  %499 = add i32 %217, %476
  %500 = sext i32 %499 to i64
  %501 = getelementptr inbounds float, ptr addrspace(1) %192, i64 %500
  store float %498, ptr addrspace(1) %501, align 4, !tbaa !12
  %502 = extractelement <4 x float> %58, i64 1
  %503 = add i32 %217, %482
  %504 = sext i32 %503 to i64
  %505 = getelementptr inbounds float, ptr addrspace(1) %192, i64 %504
  store float %502, ptr addrspace(1) %505, align 4, !tbaa !12
  %506 = extractelement <4 x float> %58, i64 2
  %507 = add i32 %217, %488
  %508 = sext i32 %507 to i64
  %509 = getelementptr inbounds float, ptr addrspace(1) %192, i64 %508
  store float %506, ptr addrspace(1) %509, align 4, !tbaa !12
  %510 = extractelement <4 x float> %58, i64 3
  %511 = add i32 %217, %494
  %512 = sext i32 %511 to i64
  %513 = getelementptr inbounds float, ptr addrspace(1) %192, i64 %512
  store float %510, ptr addrspace(1) %513, align 4, !tbaa !12
  ret void
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x() #1

; Function Attrs: convergent mustprogress nocallback nocreateundeforpoison nofree nounwind willreturn memory(none)
declare i32 @llvm.amdgcn.readfirstlane.i32(i32) #2

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.amdgcn.workgroup.id.x() #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.amdgcn.workgroup.id.y() #1

; Function Attrs: convergent mustprogress nocallback nofree nounwind willreturn
declare void @llvm.amdgcn.s.barrier() #3

; Function Attrs: convergent mustprogress nocallback nofree nounwind willreturn
declare void @llvm.amdgcn.sched.barrier(i32 immarg) #3

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn
declare void @llvm.amdgcn.s.setprio(i16 immarg) #4

; Function Attrs: convergent mustprogress nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half>, <8 x half>, <4 x float>, i32 immarg, i32 immarg, i32 immarg) #5

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly captures(none), ptr addrspace(3) writeonly captures(none), i32 immarg, i32, i32, i32 immarg, i32 immarg) #6

; Function Attrs: mustprogress nocallback nofree nounwind willreturn
declare void @llvm.amdgcn.s.waitcnt(i32 immarg) #7

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) readnone, i16, i64, i32) #8

attributes #0 = { convergent mustprogress norecurse nounwind "amdgpu-agpr-alloc"="0" "amdgpu-flat-work-group-size"="512,512" "amdgpu-no-cluster-id-x" "amdgpu-no-cluster-id-y" "amdgpu-no-cluster-id-z" "amdgpu-no-completion-action" "amdgpu-no-default-queue" "amdgpu-no-dispatch-id" "amdgpu-no-dispatch-ptr" "amdgpu-no-flat-scratch-init" "amdgpu-no-heap-ptr" "amdgpu-no-hostcall-ptr" "amdgpu-no-implicitarg-ptr" "amdgpu-no-lds-kernel-id" "amdgpu-no-multigrid-sync-arg" "amdgpu-no-queue-ptr" "amdgpu-no-workgroup-id-x" "amdgpu-no-workgroup-id-z" "amdgpu-no-workitem-id-x" "amdgpu-no-workitem-id-y" "amdgpu-no-workitem-id-z" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="gfx950" "target-features"="+16-bit-insts,+ashr-pk-insts,+atomic-buffer-global-pk-add-f16-insts,+atomic-buffer-pk-add-bf16-inst,+atomic-ds-pk-add-16-insts,+atomic-fadd-rtn-insts,+atomic-flat-pk-add-16-insts,+atomic-fmin-fmax-global-f64,+atomic-global-pk-add-bf16-inst,+bf8-cvt-scale-insts,+bitop3-insts,+ci-insts,+cube-insts,+cvt-pknorm-vop2-insts,+dl-insts,+dot1-insts,+dot10-insts,+dot12-insts,+dot13-insts,+dot2-insts,+dot3-insts,+dot4-insts,+dot5-insts,+dot6-insts,+dot7-insts,+dpp,+f16bf16-to-fp6bf6-cvt-scale-insts,+f32-to-f16bf16-cvt-sr-insts,+fp4-cvt-scale-insts,+fp6bf6-cvt-scale-insts,+fp8-conversion-insts,+fp8-cvt-scale-insts,+fp8-insts,+gfx8-insts,+gfx9-insts,+gfx90a-insts,+gfx940-insts,+gfx950-insts,+lerp-inst,+mai-insts,+permlane16-swap,+permlane32-swap,+prng-inst,+qsad-insts,+s-memrealtime,+s-memtime-inst,+sad-insts,+wavefrontsize64" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { convergent mustprogress nocallback nocreateundeforpoison nofree nounwind willreturn memory(none) }
attributes #3 = { convergent mustprogress nocallback nofree nounwind willreturn }
attributes #4 = { mustprogress nocallback nofree nosync nounwind willreturn }
attributes #5 = { convergent mustprogress nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none) }
attributes #6 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #7 = { mustprogress nocallback nofree nounwind willreturn }
attributes #8 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #9 = { convergent nounwind }

!llvm.module.flags = !{!0, !1, !2, !3}
!llvm.errno.tbaa = !{!4}

!0 = !{i32 1, !"amdhsa_code_object_version", i32 600}
!1 = !{i32 1, !"amdgpu_printf_kind", !"hostcall"}
!2 = !{i32 1, !"wchar_size", i32 4}
!3 = !{i32 8, !"PIC Level", i32 2}
!4 = !{!5, !5, i64 0}
!5 = !{!"int", !6, i64 0}
!6 = !{!"omnipotent char", !7, i64 0}
!7 = !{!"Simple C++ TBAA"}
!8 = !{i64 208}
!9 = distinct !{!9, !10, !11}
!10 = !{!"llvm.loop.mustprogress"}
!11 = !{!"llvm.loop.unroll.disable"}
!12 = !{!13, !13, i64 0}
!13 = !{!"float", !6, i64 0}
