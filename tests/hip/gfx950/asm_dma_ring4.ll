; ModuleID = 'styles.hip'
source_filename = "styles.hip"
target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@_ZZ13asm_dma_ring4E2a0 = internal addrspace(3) global [4096 x i8] undef, align 16
@_ZZ13asm_dma_ring4E2b0 = internal addrspace(3) global [4096 x i8] undef, align 16
@_ZZ13asm_dma_ring4E2a1 = internal addrspace(3) global [4096 x i8] undef, align 16
@_ZZ13asm_dma_ring4E2b1 = internal addrspace(3) global [4096 x i8] undef, align 16
@_ZZ13asm_dma_ring4E2a2 = internal addrspace(3) global [4096 x i8] undef, align 16
@_ZZ13asm_dma_ring4E2b2 = internal addrspace(3) global [4096 x i8] undef, align 16
@_ZZ13asm_dma_ring4E2a3 = internal addrspace(3) global [4096 x i8] undef, align 16
@_ZZ13asm_dma_ring4E2b3 = internal addrspace(3) global [4096 x i8] undef, align 16
@__hip_cuid_ec46b5d6ab97c971 = addrspace(1) global i8 0
@llvm.compiler.used = appending addrspace(1) global [1 x ptr] [ptr addrspacecast (ptr addrspace(1) @__hip_cuid_ec46b5d6ab97c971 to ptr)], section "llvm.metadata"

; Function Attrs: convergent mustprogress norecurse nounwind
define protected amdgpu_kernel void @asm_dma_ring4(ptr addrspace(1) noalias noundef %0, ptr addrspace(1) noalias noundef %1, ptr addrspace(1) noalias noundef writeonly captures(none) %2, i32 noundef %3, i32 noundef %4) local_unnamed_addr #0 {
  %6 = ptrtoint ptr addrspace(1) %0 to i64
  %7 = inttoptr i64 %6 to ptr
  %8 = ptrtoint ptr addrspace(1) %1 to i64
  %9 = inttoptr i64 %8 to ptr
  %10 = tail call i32 @llvm.amdgcn.workitem.id.x()
  %11 = tail call i32 @llvm.amdgcn.readfirstlane.i32(i32 %10)
  %12 = lshr i32 %11, 6
  %13 = shl nuw nsw i32 %10, 2
  %14 = lshr i32 %10, 4
  %15 = shl nuw nsw i32 %14, 1
  %16 = mul i32 %15, %4
  %17 = and i32 %13, 60
  %18 = add nsw i32 %16, %17
  %19 = shl nsw i32 %12, 8
  %20 = shl i32 %4, 5
  %21 = add nsw i32 %18, %20
  %22 = shl i32 %4, 6
  %23 = add nsw i32 %18, %22
  %24 = mul i32 %4, 96
  %25 = add nsw i32 %18, %24
  %26 = getelementptr inbounds nuw i8, ptr addrspace(3) @_ZZ13asm_dma_ring4E2a0, i32 %19
  %27 = tail call ptr addrspace(3) @llvm.amdgcn.readfirstlane.p3(ptr addrspace(3) %26)
  %28 = ptrtoint ptr addrspace(3) %27 to i32
  %29 = tail call ptr @llvm.amdgcn.readfirstlane.p0(ptr %7)
  %30 = ptrtoint ptr %29 to i64
  %31 = trunc i64 %30 to i32
  %32 = lshr i64 %30, 32
  %33 = trunc nuw i64 %32 to i32
  %34 = insertelement <4 x i32> <i32 poison, i32 poison, i32 1073741824, i32 159744>, i32 %31, i64 0
  %35 = insertelement <4 x i32> %34, i32 %33, i64 1
  tail call void asm sideeffect "s_mov_b32 m0, $0\0A\09s_nop 0\0A\09buffer_load_dword $1, $2, $3 offen lds", "s,v,s,s,~{memory}"(i32 %28, i32 %18, <4 x i32> %35, i32 0) #7, !srcloc !8
  %36 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ13asm_dma_ring4E2a0, i32 1024), i32 %19
  %37 = tail call ptr addrspace(3) @llvm.amdgcn.readfirstlane.p3(ptr addrspace(3) nonnull %36)
  %38 = ptrtoint ptr addrspace(3) %37 to i32
  tail call void asm sideeffect "s_mov_b32 m0, $0\0A\09s_nop 0\0A\09buffer_load_dword $1, $2, $3 offen lds", "s,v,s,s,~{memory}"(i32 %38, i32 %21, <4 x i32> %35, i32 0) #7, !srcloc !8
  %39 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ13asm_dma_ring4E2a0, i32 2048), i32 %19
  %40 = tail call ptr addrspace(3) @llvm.amdgcn.readfirstlane.p3(ptr addrspace(3) nonnull %39)
  %41 = ptrtoint ptr addrspace(3) %40 to i32
  tail call void asm sideeffect "s_mov_b32 m0, $0\0A\09s_nop 0\0A\09buffer_load_dword $1, $2, $3 offen lds", "s,v,s,s,~{memory}"(i32 %41, i32 %23, <4 x i32> %35, i32 0) #7, !srcloc !8
  %42 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ13asm_dma_ring4E2a0, i32 3072), i32 %19
  %43 = tail call ptr addrspace(3) @llvm.amdgcn.readfirstlane.p3(ptr addrspace(3) nonnull %42)
  %44 = ptrtoint ptr addrspace(3) %43 to i32
  tail call void asm sideeffect "s_mov_b32 m0, $0\0A\09s_nop 0\0A\09buffer_load_dword $1, $2, $3 offen lds", "s,v,s,s,~{memory}"(i32 %44, i32 %25, <4 x i32> %35, i32 0) #7, !srcloc !8
  %45 = getelementptr inbounds nuw i8, ptr addrspace(3) @_ZZ13asm_dma_ring4E2b0, i32 %19
  %46 = tail call ptr addrspace(3) @llvm.amdgcn.readfirstlane.p3(ptr addrspace(3) %45)
  %47 = ptrtoint ptr addrspace(3) %46 to i32
  %48 = tail call ptr @llvm.amdgcn.readfirstlane.p0(ptr %9)
  %49 = ptrtoint ptr %48 to i64
  %50 = trunc i64 %49 to i32
  %51 = lshr i64 %49, 32
  %52 = trunc nuw i64 %51 to i32
  %53 = insertelement <4 x i32> <i32 poison, i32 poison, i32 1073741824, i32 159744>, i32 %50, i64 0
  %54 = insertelement <4 x i32> %53, i32 %52, i64 1
  tail call void asm sideeffect "s_mov_b32 m0, $0\0A\09s_nop 0\0A\09buffer_load_dword $1, $2, $3 offen lds", "s,v,s,s,~{memory}"(i32 %47, i32 %18, <4 x i32> %54, i32 0) #7, !srcloc !8
  %55 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ13asm_dma_ring4E2b0, i32 1024), i32 %19
  %56 = tail call ptr addrspace(3) @llvm.amdgcn.readfirstlane.p3(ptr addrspace(3) nonnull %55)
  %57 = ptrtoint ptr addrspace(3) %56 to i32
  tail call void asm sideeffect "s_mov_b32 m0, $0\0A\09s_nop 0\0A\09buffer_load_dword $1, $2, $3 offen lds", "s,v,s,s,~{memory}"(i32 %57, i32 %21, <4 x i32> %54, i32 0) #7, !srcloc !8
  %58 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ13asm_dma_ring4E2b0, i32 2048), i32 %19
  %59 = tail call ptr addrspace(3) @llvm.amdgcn.readfirstlane.p3(ptr addrspace(3) nonnull %58)
  %60 = ptrtoint ptr addrspace(3) %59 to i32
  tail call void asm sideeffect "s_mov_b32 m0, $0\0A\09s_nop 0\0A\09buffer_load_dword $1, $2, $3 offen lds", "s,v,s,s,~{memory}"(i32 %60, i32 %23, <4 x i32> %54, i32 0) #7, !srcloc !8
  %61 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ13asm_dma_ring4E2b0, i32 3072), i32 %19
  %62 = tail call ptr addrspace(3) @llvm.amdgcn.readfirstlane.p3(ptr addrspace(3) nonnull %61)
  %63 = ptrtoint ptr addrspace(3) %62 to i32
  tail call void asm sideeffect "s_mov_b32 m0, $0\0A\09s_nop 0\0A\09buffer_load_dword $1, $2, $3 offen lds", "s,v,s,s,~{memory}"(i32 %63, i32 %25, <4 x i32> %54, i32 0) #7, !srcloc !8
  %64 = getelementptr inbounds nuw i8, ptr addrspace(3) @_ZZ13asm_dma_ring4E2a1, i32 %19
  %65 = tail call ptr addrspace(3) @llvm.amdgcn.readfirstlane.p3(ptr addrspace(3) %64)
  %66 = ptrtoint ptr addrspace(3) %65 to i32
  %67 = tail call ptr @llvm.amdgcn.readfirstlane.p0(ptr %7)
  %68 = ptrtoint ptr %67 to i64
  %69 = trunc i64 %68 to i32
  %70 = lshr i64 %68, 32
  %71 = trunc nuw i64 %70 to i32
  %72 = insertelement <4 x i32> <i32 poison, i32 poison, i32 1073741824, i32 159744>, i32 %69, i64 0
  %73 = insertelement <4 x i32> %72, i32 %71, i64 1
  tail call void asm sideeffect "s_mov_b32 m0, $0\0A\09s_nop 0\0A\09buffer_load_dword $1, $2, $3 offen lds", "s,v,s,s,~{memory}"(i32 %66, i32 %18, <4 x i32> %73, i32 64) #7, !srcloc !8
  %74 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ13asm_dma_ring4E2a1, i32 1024), i32 %19
  %75 = tail call ptr addrspace(3) @llvm.amdgcn.readfirstlane.p3(ptr addrspace(3) nonnull %74)
  %76 = ptrtoint ptr addrspace(3) %75 to i32
  tail call void asm sideeffect "s_mov_b32 m0, $0\0A\09s_nop 0\0A\09buffer_load_dword $1, $2, $3 offen lds", "s,v,s,s,~{memory}"(i32 %76, i32 %21, <4 x i32> %73, i32 64) #7, !srcloc !8
  %77 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ13asm_dma_ring4E2a1, i32 2048), i32 %19
  %78 = tail call ptr addrspace(3) @llvm.amdgcn.readfirstlane.p3(ptr addrspace(3) nonnull %77)
  %79 = ptrtoint ptr addrspace(3) %78 to i32
  tail call void asm sideeffect "s_mov_b32 m0, $0\0A\09s_nop 0\0A\09buffer_load_dword $1, $2, $3 offen lds", "s,v,s,s,~{memory}"(i32 %79, i32 %23, <4 x i32> %73, i32 64) #7, !srcloc !8
  %80 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ13asm_dma_ring4E2a1, i32 3072), i32 %19
  %81 = tail call ptr addrspace(3) @llvm.amdgcn.readfirstlane.p3(ptr addrspace(3) nonnull %80)
  %82 = ptrtoint ptr addrspace(3) %81 to i32
  tail call void asm sideeffect "s_mov_b32 m0, $0\0A\09s_nop 0\0A\09buffer_load_dword $1, $2, $3 offen lds", "s,v,s,s,~{memory}"(i32 %82, i32 %25, <4 x i32> %73, i32 64) #7, !srcloc !8
  %83 = getelementptr inbounds nuw i8, ptr addrspace(3) @_ZZ13asm_dma_ring4E2b1, i32 %19
  %84 = tail call ptr addrspace(3) @llvm.amdgcn.readfirstlane.p3(ptr addrspace(3) %83)
  %85 = ptrtoint ptr addrspace(3) %84 to i32
  %86 = tail call ptr @llvm.amdgcn.readfirstlane.p0(ptr %9)
  %87 = ptrtoint ptr %86 to i64
  %88 = trunc i64 %87 to i32
  %89 = lshr i64 %87, 32
  %90 = trunc nuw i64 %89 to i32
  %91 = insertelement <4 x i32> <i32 poison, i32 poison, i32 1073741824, i32 159744>, i32 %88, i64 0
  %92 = insertelement <4 x i32> %91, i32 %90, i64 1
  tail call void asm sideeffect "s_mov_b32 m0, $0\0A\09s_nop 0\0A\09buffer_load_dword $1, $2, $3 offen lds", "s,v,s,s,~{memory}"(i32 %85, i32 %18, <4 x i32> %92, i32 64) #7, !srcloc !8
  %93 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ13asm_dma_ring4E2b1, i32 1024), i32 %19
  %94 = tail call ptr addrspace(3) @llvm.amdgcn.readfirstlane.p3(ptr addrspace(3) nonnull %93)
  %95 = ptrtoint ptr addrspace(3) %94 to i32
  tail call void asm sideeffect "s_mov_b32 m0, $0\0A\09s_nop 0\0A\09buffer_load_dword $1, $2, $3 offen lds", "s,v,s,s,~{memory}"(i32 %95, i32 %21, <4 x i32> %92, i32 64) #7, !srcloc !8
  %96 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ13asm_dma_ring4E2b1, i32 2048), i32 %19
  %97 = tail call ptr addrspace(3) @llvm.amdgcn.readfirstlane.p3(ptr addrspace(3) nonnull %96)
  %98 = ptrtoint ptr addrspace(3) %97 to i32
  tail call void asm sideeffect "s_mov_b32 m0, $0\0A\09s_nop 0\0A\09buffer_load_dword $1, $2, $3 offen lds", "s,v,s,s,~{memory}"(i32 %98, i32 %23, <4 x i32> %92, i32 64) #7, !srcloc !8
  %99 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ13asm_dma_ring4E2b1, i32 3072), i32 %19
  %100 = tail call ptr addrspace(3) @llvm.amdgcn.readfirstlane.p3(ptr addrspace(3) nonnull %99)
  %101 = ptrtoint ptr addrspace(3) %100 to i32
  tail call void asm sideeffect "s_mov_b32 m0, $0\0A\09s_nop 0\0A\09buffer_load_dword $1, $2, $3 offen lds", "s,v,s,s,~{memory}"(i32 %101, i32 %25, <4 x i32> %92, i32 64) #7, !srcloc !8
  %102 = getelementptr inbounds nuw i8, ptr addrspace(3) @_ZZ13asm_dma_ring4E2a2, i32 %19
  %103 = tail call ptr addrspace(3) @llvm.amdgcn.readfirstlane.p3(ptr addrspace(3) %102)
  %104 = ptrtoint ptr addrspace(3) %103 to i32
  %105 = tail call ptr @llvm.amdgcn.readfirstlane.p0(ptr %7)
  %106 = ptrtoint ptr %105 to i64
  %107 = trunc i64 %106 to i32
  %108 = lshr i64 %106, 32
  %109 = trunc nuw i64 %108 to i32
  %110 = insertelement <4 x i32> <i32 poison, i32 poison, i32 1073741824, i32 159744>, i32 %107, i64 0
  %111 = insertelement <4 x i32> %110, i32 %109, i64 1
  tail call void asm sideeffect "s_mov_b32 m0, $0\0A\09s_nop 0\0A\09buffer_load_dword $1, $2, $3 offen lds", "s,v,s,s,~{memory}"(i32 %104, i32 %18, <4 x i32> %111, i32 128) #7, !srcloc !8
  %112 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ13asm_dma_ring4E2a2, i32 1024), i32 %19
  %113 = tail call ptr addrspace(3) @llvm.amdgcn.readfirstlane.p3(ptr addrspace(3) nonnull %112)
  %114 = ptrtoint ptr addrspace(3) %113 to i32
  tail call void asm sideeffect "s_mov_b32 m0, $0\0A\09s_nop 0\0A\09buffer_load_dword $1, $2, $3 offen lds", "s,v,s,s,~{memory}"(i32 %114, i32 %21, <4 x i32> %111, i32 128) #7, !srcloc !8
  %115 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ13asm_dma_ring4E2a2, i32 2048), i32 %19
  %116 = tail call ptr addrspace(3) @llvm.amdgcn.readfirstlane.p3(ptr addrspace(3) nonnull %115)
  %117 = ptrtoint ptr addrspace(3) %116 to i32
  tail call void asm sideeffect "s_mov_b32 m0, $0\0A\09s_nop 0\0A\09buffer_load_dword $1, $2, $3 offen lds", "s,v,s,s,~{memory}"(i32 %117, i32 %23, <4 x i32> %111, i32 128) #7, !srcloc !8
  %118 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ13asm_dma_ring4E2a2, i32 3072), i32 %19
  %119 = tail call ptr addrspace(3) @llvm.amdgcn.readfirstlane.p3(ptr addrspace(3) nonnull %118)
  %120 = ptrtoint ptr addrspace(3) %119 to i32
  tail call void asm sideeffect "s_mov_b32 m0, $0\0A\09s_nop 0\0A\09buffer_load_dword $1, $2, $3 offen lds", "s,v,s,s,~{memory}"(i32 %120, i32 %25, <4 x i32> %111, i32 128) #7, !srcloc !8
  %121 = getelementptr inbounds nuw i8, ptr addrspace(3) @_ZZ13asm_dma_ring4E2b2, i32 %19
  %122 = tail call ptr addrspace(3) @llvm.amdgcn.readfirstlane.p3(ptr addrspace(3) %121)
  %123 = ptrtoint ptr addrspace(3) %122 to i32
  %124 = tail call ptr @llvm.amdgcn.readfirstlane.p0(ptr %9)
  %125 = ptrtoint ptr %124 to i64
  %126 = trunc i64 %125 to i32
  %127 = lshr i64 %125, 32
  %128 = trunc nuw i64 %127 to i32
  %129 = insertelement <4 x i32> <i32 poison, i32 poison, i32 1073741824, i32 159744>, i32 %126, i64 0
  %130 = insertelement <4 x i32> %129, i32 %128, i64 1
  tail call void asm sideeffect "s_mov_b32 m0, $0\0A\09s_nop 0\0A\09buffer_load_dword $1, $2, $3 offen lds", "s,v,s,s,~{memory}"(i32 %123, i32 %18, <4 x i32> %130, i32 128) #7, !srcloc !8
  %131 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ13asm_dma_ring4E2b2, i32 1024), i32 %19
  %132 = tail call ptr addrspace(3) @llvm.amdgcn.readfirstlane.p3(ptr addrspace(3) nonnull %131)
  %133 = ptrtoint ptr addrspace(3) %132 to i32
  tail call void asm sideeffect "s_mov_b32 m0, $0\0A\09s_nop 0\0A\09buffer_load_dword $1, $2, $3 offen lds", "s,v,s,s,~{memory}"(i32 %133, i32 %21, <4 x i32> %130, i32 128) #7, !srcloc !8
  %134 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ13asm_dma_ring4E2b2, i32 2048), i32 %19
  %135 = tail call ptr addrspace(3) @llvm.amdgcn.readfirstlane.p3(ptr addrspace(3) nonnull %134)
  %136 = ptrtoint ptr addrspace(3) %135 to i32
  tail call void asm sideeffect "s_mov_b32 m0, $0\0A\09s_nop 0\0A\09buffer_load_dword $1, $2, $3 offen lds", "s,v,s,s,~{memory}"(i32 %136, i32 %23, <4 x i32> %130, i32 128) #7, !srcloc !8
  %137 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @_ZZ13asm_dma_ring4E2b2, i32 3072), i32 %19
  %138 = tail call ptr addrspace(3) @llvm.amdgcn.readfirstlane.p3(ptr addrspace(3) nonnull %137)
  %139 = ptrtoint ptr addrspace(3) %138 to i32
  tail call void asm sideeffect "s_mov_b32 m0, $0\0A\09s_nop 0\0A\09buffer_load_dword $1, $2, $3 offen lds", "s,v,s,s,~{memory}"(i32 %139, i32 %25, <4 x i32> %130, i32 128) #7, !srcloc !8
  %140 = lshr i32 %11, 7
  %141 = and i32 %10, 15
  %142 = shl i32 %140, 11
  %143 = shl nuw nsw i32 %141, 6
  %144 = and i32 %14, 3
  %145 = shl nuw nsw i32 %144, 3
  %146 = and i32 %12, 1
  %147 = shl nuw nsw i32 %146, 11
  %148 = icmp sgt i32 %3, 0
  br i1 %148, label %249, label %149

149:                                              ; preds = %249, %5
  %150 = phi <4 x float> [ zeroinitializer, %5 ], [ %314, %249 ]
  %151 = phi <4 x float> [ zeroinitializer, %5 ], [ %313, %249 ]
  %152 = phi <4 x float> [ zeroinitializer, %5 ], [ %310, %249 ]
  %153 = phi <4 x float> [ zeroinitializer, %5 ], [ %307, %249 ]
  %154 = tail call i32 @llvm.amdgcn.workgroup.id.y()
  %155 = shl i32 %154, 6
  %156 = tail call i32 @llvm.amdgcn.workgroup.id.x()
  %157 = shl i32 %156, 6
  %158 = shl nuw nsw i32 %140, 5
  %159 = add i32 %158, %157
  %160 = mul i32 %159, %4
  %161 = zext i32 %160 to i64
  %162 = getelementptr inbounds nuw float, ptr addrspace(1) %2, i64 %161
  %163 = zext i32 %155 to i64
  %164 = getelementptr inbounds nuw float, ptr addrspace(1) %162, i64 %163
  %165 = shl nuw nsw i32 %146, 5
  %166 = zext nneg i32 %165 to i64
  %167 = getelementptr inbounds nuw float, ptr addrspace(1) %164, i64 %166
  %168 = shl nuw nsw i32 %144, 2
  %169 = extractelement <4 x float> %153, i64 0
  %170 = mul nsw i32 %168, %4
  %171 = add i32 %141, %170
  %172 = sext i32 %171 to i64
  %173 = getelementptr inbounds float, ptr addrspace(1) %167, i64 %172
  store float %169, ptr addrspace(1) %173, align 4, !tbaa !9
  %174 = extractelement <4 x float> %153, i64 1
  %175 = or disjoint i32 %168, 1
  %176 = mul nsw i32 %175, %4
  %177 = add i32 %141, %176
  %178 = sext i32 %177 to i64
  %179 = getelementptr inbounds float, ptr addrspace(1) %167, i64 %178
  store float %174, ptr addrspace(1) %179, align 4, !tbaa !9
  %180 = extractelement <4 x float> %153, i64 2
  %181 = or disjoint i32 %168, 2
  %182 = mul nsw i32 %181, %4
  %183 = add i32 %141, %182
  %184 = sext i32 %183 to i64
  %185 = getelementptr inbounds float, ptr addrspace(1) %167, i64 %184
  store float %180, ptr addrspace(1) %185, align 4, !tbaa !9
  %186 = extractelement <4 x float> %153, i64 3
  %187 = or disjoint i32 %168, 3
  %188 = mul nsw i32 %187, %4
  %189 = add i32 %141, %188
  %190 = sext i32 %189 to i64
  %191 = getelementptr inbounds float, ptr addrspace(1) %167, i64 %190
  store float %186, ptr addrspace(1) %191, align 4, !tbaa !9
  %192 = or disjoint i32 %141, 16
  %193 = extractelement <4 x float> %152, i64 0
  %194 = add i32 %192, %170
  %195 = sext i32 %194 to i64
  %196 = getelementptr inbounds float, ptr addrspace(1) %167, i64 %195
  store float %193, ptr addrspace(1) %196, align 4, !tbaa !9
  %197 = extractelement <4 x float> %152, i64 1
  %198 = add i32 %192, %176
  %199 = sext i32 %198 to i64
  %200 = getelementptr inbounds float, ptr addrspace(1) %167, i64 %199
  store float %197, ptr addrspace(1) %200, align 4, !tbaa !9
  %201 = extractelement <4 x float> %152, i64 2
  %202 = add i32 %192, %182
  %203 = sext i32 %202 to i64
  %204 = getelementptr inbounds float, ptr addrspace(1) %167, i64 %203
  store float %201, ptr addrspace(1) %204, align 4, !tbaa !9
  %205 = extractelement <4 x float> %152, i64 3
  %206 = add i32 %192, %188
  %207 = sext i32 %206 to i64
  %208 = getelementptr inbounds float, ptr addrspace(1) %167, i64 %207
  store float %205, ptr addrspace(1) %208, align 4, !tbaa !9
  %209 = or disjoint i32 %168, 16
  %210 = extractelement <4 x float> %151, i64 0
  %211 = mul nsw i32 %209, %4
  %212 = add i32 %141, %211
  %213 = sext i32 %212 to i64
  %214 = getelementptr inbounds float, ptr addrspace(1) %167, i64 %213
  store float %210, ptr addrspace(1) %214, align 4, !tbaa !9
  %215 = extractelement <4 x float> %151, i64 1
  %216 = or disjoint i32 %168, 17
  %217 = mul nsw i32 %216, %4
  %218 = add i32 %141, %217
  %219 = sext i32 %218 to i64
  %220 = getelementptr inbounds float, ptr addrspace(1) %167, i64 %219
  store float %215, ptr addrspace(1) %220, align 4, !tbaa !9
  %221 = extractelement <4 x float> %151, i64 2
  %222 = or disjoint i32 %168, 18
  %223 = mul nsw i32 %222, %4
  %224 = add i32 %141, %223
  %225 = sext i32 %224 to i64
  %226 = getelementptr inbounds float, ptr addrspace(1) %167, i64 %225
  store float %221, ptr addrspace(1) %226, align 4, !tbaa !9
  %227 = extractelement <4 x float> %151, i64 3
  %228 = or disjoint i32 %168, 19
  %229 = mul nsw i32 %228, %4
  %230 = add i32 %141, %229
  %231 = sext i32 %230 to i64
  %232 = getelementptr inbounds float, ptr addrspace(1) %167, i64 %231
  store float %227, ptr addrspace(1) %232, align 4, !tbaa !9
  %233 = extractelement <4 x float> %150, i64 0
  %234 = add i32 %192, %211
  %235 = sext i32 %234 to i64
  %236 = getelementptr inbounds float, ptr addrspace(1) %167, i64 %235
  store float %233, ptr addrspace(1) %236, align 4, !tbaa !9
  %237 = extractelement <4 x float> %150, i64 1
  %238 = add i32 %192, %217
  %239 = sext i32 %238 to i64
  %240 = getelementptr inbounds float, ptr addrspace(1) %167, i64 %239
  store float %237, ptr addrspace(1) %240, align 4, !tbaa !9
  %241 = extractelement <4 x float> %150, i64 2
  %242 = add i32 %192, %223
  %243 = sext i32 %242 to i64
  %244 = getelementptr inbounds float, ptr addrspace(1) %167, i64 %243
  store float %241, ptr addrspace(1) %244, align 4, !tbaa !9
  %245 = extractelement <4 x float> %150, i64 3
  %246 = add i32 %192, %229
  %247 = sext i32 %246 to i64
  %248 = getelementptr inbounds float, ptr addrspace(1) %167, i64 %247
  store float %245, ptr addrspace(1) %248, align 4, !tbaa !9
  ret void

249:                                              ; preds = %5, %249
  %250 = phi ptr addrspace(3) [ %253, %249 ], [ @_ZZ13asm_dma_ring4E2a3, %5 ]
  %251 = phi ptr addrspace(3) [ %250, %249 ], [ @_ZZ13asm_dma_ring4E2a2, %5 ]
  %252 = phi ptr addrspace(3) [ %251, %249 ], [ @_ZZ13asm_dma_ring4E2a1, %5 ]
  %253 = phi ptr addrspace(3) [ %252, %249 ], [ @_ZZ13asm_dma_ring4E2a0, %5 ]
  %254 = phi ptr addrspace(3) [ %257, %249 ], [ @_ZZ13asm_dma_ring4E2b3, %5 ]
  %255 = phi ptr addrspace(3) [ %254, %249 ], [ @_ZZ13asm_dma_ring4E2b2, %5 ]
  %256 = phi ptr addrspace(3) [ %255, %249 ], [ @_ZZ13asm_dma_ring4E2b1, %5 ]
  %257 = phi ptr addrspace(3) [ %256, %249 ], [ @_ZZ13asm_dma_ring4E2b0, %5 ]
  %258 = phi <4 x float> [ %314, %249 ], [ zeroinitializer, %5 ]
  %259 = phi <4 x float> [ %313, %249 ], [ zeroinitializer, %5 ]
  %260 = phi <4 x float> [ %310, %249 ], [ zeroinitializer, %5 ]
  %261 = phi <4 x float> [ %307, %249 ], [ zeroinitializer, %5 ]
  %262 = phi i32 [ %361, %249 ], [ 0, %5 ]
  tail call void @llvm.amdgcn.s.waitcnt(i32 3952)
  tail call void @llvm.amdgcn.s.barrier()
  %263 = getelementptr i8, ptr addrspace(3) %253, i32 %142
  %264 = getelementptr i8, ptr addrspace(3) %263, i32 %143
  %265 = getelementptr i8, ptr addrspace(3) %264, i32 %145
  %266 = getelementptr inbounds nuw i8, ptr addrspace(3) %257, i32 %147
  %267 = getelementptr inbounds nuw i8, ptr addrspace(3) %266, i32 %143
  %268 = getelementptr inbounds nuw i8, ptr addrspace(3) %267, i32 %145
  %269 = load <4 x half>, ptr addrspace(3) %265, align 8, !tbaa !11
  %270 = getelementptr i8, ptr addrspace(3) %265, i32 1024
  %271 = load <4 x half>, ptr addrspace(3) %270, align 8, !tbaa !11
  %272 = load <4 x half>, ptr addrspace(3) %268, align 8, !tbaa !11
  %273 = getelementptr inbounds nuw i8, ptr addrspace(3) %268, i32 1024
  %274 = load <4 x half>, ptr addrspace(3) %273, align 8, !tbaa !11
  %275 = shufflevector <4 x half> %272, <4 x half> %274, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %276 = shufflevector <4 x half> %269, <4 x half> %271, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %277 = bitcast <8 x half> %276 to <2 x i64>
  %278 = bitcast <8 x half> %275 to <2 x i64>
  %279 = extractelement <2 x i64> %278, i64 0
  %280 = bitcast i64 %279 to <4 x half>
  %281 = extractelement <2 x i64> %277, i64 0
  %282 = bitcast i64 %281 to <4 x half>
  %283 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %282, <4 x half> %280, <4 x float> %261, i32 0, i32 0, i32 0)
  %284 = extractelement <2 x i64> %278, i64 1
  %285 = bitcast i64 %284 to <4 x half>
  %286 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %282, <4 x half> %285, <4 x float> %260, i32 0, i32 0, i32 0)
  %287 = extractelement <2 x i64> %277, i64 1
  %288 = bitcast i64 %287 to <4 x half>
  %289 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %288, <4 x half> %280, <4 x float> %259, i32 0, i32 0, i32 0)
  %290 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %288, <4 x half> %285, <4 x float> %258, i32 0, i32 0, i32 0)
  tail call void @llvm.amdgcn.sched.barrier(i32 264)
  %291 = getelementptr i8, ptr addrspace(3) %265, i32 32
  %292 = load <4 x half>, ptr addrspace(3) %291, align 8, !tbaa !11
  %293 = getelementptr i8, ptr addrspace(3) %265, i32 1056
  %294 = load <4 x half>, ptr addrspace(3) %293, align 8, !tbaa !11
  %295 = getelementptr inbounds nuw i8, ptr addrspace(3) %268, i32 32
  %296 = load <4 x half>, ptr addrspace(3) %295, align 8, !tbaa !11
  %297 = getelementptr inbounds nuw i8, ptr addrspace(3) %268, i32 1056
  %298 = load <4 x half>, ptr addrspace(3) %297, align 8, !tbaa !11
  %299 = shufflevector <4 x half> %296, <4 x half> %298, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %300 = shufflevector <4 x half> %292, <4 x half> %294, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %301 = bitcast <8 x half> %300 to <2 x i64>
  %302 = bitcast <8 x half> %299 to <2 x i64>
  %303 = extractelement <2 x i64> %302, i64 0
  %304 = bitcast i64 %303 to <4 x half>
  %305 = extractelement <2 x i64> %301, i64 0
  %306 = bitcast i64 %305 to <4 x half>
  %307 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %306, <4 x half> %304, <4 x float> %283, i32 0, i32 0, i32 0)
  %308 = extractelement <2 x i64> %302, i64 1
  %309 = bitcast i64 %308 to <4 x half>
  %310 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %306, <4 x half> %309, <4 x float> %286, i32 0, i32 0, i32 0)
  %311 = extractelement <2 x i64> %301, i64 1
  %312 = bitcast i64 %311 to <4 x half>
  %313 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %312, <4 x half> %304, <4 x float> %289, i32 0, i32 0, i32 0)
  %314 = tail call contract <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %312, <4 x half> %309, <4 x float> %290, i32 0, i32 0, i32 0)
  tail call void @llvm.amdgcn.sched.barrier(i32 264)
  %315 = shl i32 %262, 6
  %316 = add i32 %315, 192
  %317 = getelementptr inbounds nuw i8, ptr addrspace(3) %250, i32 %19
  %318 = tail call ptr addrspace(3) @llvm.amdgcn.readfirstlane.p3(ptr addrspace(3) %317)
  %319 = ptrtoint ptr addrspace(3) %318 to i32
  %320 = tail call ptr @llvm.amdgcn.readfirstlane.p0(ptr %7)
  %321 = ptrtoint ptr %320 to i64
  %322 = trunc i64 %321 to i32
  %323 = lshr i64 %321, 32
  %324 = trunc nuw i64 %323 to i32
  %325 = insertelement <4 x i32> <i32 poison, i32 poison, i32 1073741824, i32 159744>, i32 %322, i64 0
  %326 = insertelement <4 x i32> %325, i32 %324, i64 1
  tail call void asm sideeffect "s_mov_b32 m0, $0\0A\09s_nop 0\0A\09buffer_load_dword $1, $2, $3 offen lds", "s,v,s,s,~{memory}"(i32 %319, i32 %18, <4 x i32> %326, i32 %316) #7, !srcloc !8
  %327 = getelementptr inbounds nuw i8, ptr addrspace(3) %250, i32 1024
  %328 = getelementptr inbounds nuw i8, ptr addrspace(3) %327, i32 %19
  %329 = tail call ptr addrspace(3) @llvm.amdgcn.readfirstlane.p3(ptr addrspace(3) nonnull %328)
  %330 = ptrtoint ptr addrspace(3) %329 to i32
  tail call void asm sideeffect "s_mov_b32 m0, $0\0A\09s_nop 0\0A\09buffer_load_dword $1, $2, $3 offen lds", "s,v,s,s,~{memory}"(i32 %330, i32 %21, <4 x i32> %326, i32 %316) #7, !srcloc !8
  %331 = getelementptr inbounds nuw i8, ptr addrspace(3) %250, i32 2048
  %332 = getelementptr inbounds nuw i8, ptr addrspace(3) %331, i32 %19
  %333 = tail call ptr addrspace(3) @llvm.amdgcn.readfirstlane.p3(ptr addrspace(3) nonnull %332)
  %334 = ptrtoint ptr addrspace(3) %333 to i32
  tail call void asm sideeffect "s_mov_b32 m0, $0\0A\09s_nop 0\0A\09buffer_load_dword $1, $2, $3 offen lds", "s,v,s,s,~{memory}"(i32 %334, i32 %23, <4 x i32> %326, i32 %316) #7, !srcloc !8
  %335 = getelementptr inbounds nuw i8, ptr addrspace(3) %250, i32 3072
  %336 = getelementptr inbounds nuw i8, ptr addrspace(3) %335, i32 %19
  %337 = tail call ptr addrspace(3) @llvm.amdgcn.readfirstlane.p3(ptr addrspace(3) nonnull %336)
  %338 = ptrtoint ptr addrspace(3) %337 to i32
  tail call void asm sideeffect "s_mov_b32 m0, $0\0A\09s_nop 0\0A\09buffer_load_dword $1, $2, $3 offen lds", "s,v,s,s,~{memory}"(i32 %338, i32 %25, <4 x i32> %326, i32 %316) #7, !srcloc !8
  %339 = getelementptr inbounds nuw i8, ptr addrspace(3) %254, i32 %19
  %340 = tail call ptr addrspace(3) @llvm.amdgcn.readfirstlane.p3(ptr addrspace(3) %339)
  %341 = ptrtoint ptr addrspace(3) %340 to i32
  %342 = tail call ptr @llvm.amdgcn.readfirstlane.p0(ptr %9)
  %343 = ptrtoint ptr %342 to i64
  %344 = trunc i64 %343 to i32
  %345 = lshr i64 %343, 32
  %346 = trunc nuw i64 %345 to i32
  %347 = insertelement <4 x i32> <i32 poison, i32 poison, i32 1073741824, i32 159744>, i32 %344, i64 0
  %348 = insertelement <4 x i32> %347, i32 %346, i64 1
  tail call void asm sideeffect "s_mov_b32 m0, $0\0A\09s_nop 0\0A\09buffer_load_dword $1, $2, $3 offen lds", "s,v,s,s,~{memory}"(i32 %341, i32 %18, <4 x i32> %348, i32 %316) #7, !srcloc !8
  %349 = getelementptr inbounds nuw i8, ptr addrspace(3) %254, i32 1024
  %350 = getelementptr inbounds nuw i8, ptr addrspace(3) %349, i32 %19
  %351 = tail call ptr addrspace(3) @llvm.amdgcn.readfirstlane.p3(ptr addrspace(3) nonnull %350)
  %352 = ptrtoint ptr addrspace(3) %351 to i32
  tail call void asm sideeffect "s_mov_b32 m0, $0\0A\09s_nop 0\0A\09buffer_load_dword $1, $2, $3 offen lds", "s,v,s,s,~{memory}"(i32 %352, i32 %21, <4 x i32> %348, i32 %316) #7, !srcloc !8
  %353 = getelementptr inbounds nuw i8, ptr addrspace(3) %254, i32 2048
  %354 = getelementptr inbounds nuw i8, ptr addrspace(3) %353, i32 %19
  %355 = tail call ptr addrspace(3) @llvm.amdgcn.readfirstlane.p3(ptr addrspace(3) nonnull %354)
  %356 = ptrtoint ptr addrspace(3) %355 to i32
  tail call void asm sideeffect "s_mov_b32 m0, $0\0A\09s_nop 0\0A\09buffer_load_dword $1, $2, $3 offen lds", "s,v,s,s,~{memory}"(i32 %356, i32 %23, <4 x i32> %348, i32 %316) #7, !srcloc !8
  %357 = getelementptr inbounds nuw i8, ptr addrspace(3) %254, i32 3072
  %358 = getelementptr inbounds nuw i8, ptr addrspace(3) %357, i32 %19
  %359 = tail call ptr addrspace(3) @llvm.amdgcn.readfirstlane.p3(ptr addrspace(3) nonnull %358)
  %360 = ptrtoint ptr addrspace(3) %359 to i32
  tail call void asm sideeffect "s_mov_b32 m0, $0\0A\09s_nop 0\0A\09buffer_load_dword $1, $2, $3 offen lds", "s,v,s,s,~{memory}"(i32 %360, i32 %25, <4 x i32> %348, i32 %316) #7, !srcloc !8
  tail call void @llvm.amdgcn.s.barrier()
  %361 = add nuw nsw i32 %262, 1
  %362 = icmp eq i32 %361, %3
  br i1 %362, label %149, label %249, !llvm.loop !12
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

; Function Attrs: mustprogress nocallback nofree nounwind willreturn
declare void @llvm.amdgcn.s.waitcnt(i32 immarg) #4

; Function Attrs: convergent mustprogress nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half>, <4 x half>, <4 x float>, i32 immarg, i32 immarg, i32 immarg) #5

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nounwind willreturn memory(none)
declare ptr addrspace(3) @llvm.amdgcn.readfirstlane.p3(ptr addrspace(3)) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nounwind willreturn memory(none)
declare ptr @llvm.amdgcn.readfirstlane.p0(ptr) #6

attributes #0 = { convergent mustprogress norecurse nounwind "amdgpu-agpr-alloc"="0" "amdgpu-flat-work-group-size"="256,256" "amdgpu-no-cluster-id-x" "amdgpu-no-cluster-id-y" "amdgpu-no-cluster-id-z" "amdgpu-no-completion-action" "amdgpu-no-default-queue" "amdgpu-no-dispatch-id" "amdgpu-no-dispatch-ptr" "amdgpu-no-flat-scratch-init" "amdgpu-no-heap-ptr" "amdgpu-no-hostcall-ptr" "amdgpu-no-implicitarg-ptr" "amdgpu-no-lds-kernel-id" "amdgpu-no-multigrid-sync-arg" "amdgpu-no-queue-ptr" "amdgpu-no-workgroup-id-x" "amdgpu-no-workgroup-id-z" "amdgpu-no-workitem-id-x" "amdgpu-no-workitem-id-y" "amdgpu-no-workitem-id-z" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="gfx950" "target-features"="+16-bit-insts,+ashr-pk-insts,+atomic-buffer-global-pk-add-f16-insts,+atomic-buffer-pk-add-bf16-inst,+atomic-ds-pk-add-16-insts,+atomic-fadd-rtn-insts,+atomic-flat-pk-add-16-insts,+atomic-fmin-fmax-global-f64,+atomic-global-pk-add-bf16-inst,+bf8-cvt-scale-insts,+bitop3-insts,+ci-insts,+cube-insts,+cvt-pknorm-vop2-insts,+dl-insts,+dot1-insts,+dot10-insts,+dot12-insts,+dot13-insts,+dot2-insts,+dot3-insts,+dot4-insts,+dot5-insts,+dot6-insts,+dot7-insts,+dpp,+f16bf16-to-fp6bf6-cvt-scale-insts,+f32-to-f16bf16-cvt-sr-insts,+fp4-cvt-scale-insts,+fp6bf6-cvt-scale-insts,+fp8-conversion-insts,+fp8-cvt-scale-insts,+fp8-insts,+gfx8-insts,+gfx9-insts,+gfx90a-insts,+gfx940-insts,+gfx950-insts,+lerp-inst,+mai-insts,+permlane16-swap,+permlane32-swap,+prng-inst,+qsad-insts,+s-memrealtime,+s-memtime-inst,+sad-insts,+wavefrontsize64" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { convergent mustprogress nocallback nocreateundeforpoison nofree nounwind willreturn memory(none) }
attributes #3 = { convergent mustprogress nocallback nofree nounwind willreturn }
attributes #4 = { mustprogress nocallback nofree nounwind willreturn }
attributes #5 = { convergent mustprogress nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none) }
attributes #6 = { convergent nocallback nocreateundeforpoison nofree nounwind willreturn memory(none) }
attributes #7 = { convergent nounwind }

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
!8 = !{i64 3582, i64 3601, i64 3612}
!9 = !{!10, !10, i64 0}
!10 = !{!"float", !6, i64 0}
!11 = !{!6, !6, i64 0}
!12 = distinct !{!12, !13, !14}
!13 = !{!"llvm.loop.mustprogress"}
!14 = !{!"llvm.loop.unroll.disable"}
