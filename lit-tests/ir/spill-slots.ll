; Of what LLVM spills to memory, only vector registers are named as such: no scalar registers, which go
; through some lanes of a VGPR, nor what saves that one.
; RUN: rm -rf %t && mkdir %t
; RUN: %cdna-llc -O3 -mcpu=gfx942 -amdgpu-spill-sgpr-to-vgpr=0 -cdna-sched-save=%t -o /dev/null %s
; RUN: FileCheck %s < %t/kernel.flat

target triple = "amdgcn-amd-amdhsa"

; CHECK: SCRATCH_STORE_DWORDX3_ST {{.*}} bytes=12 spill=[[SLOT:[0-9]+]]+0{{$}}
; CHECK: V_WRITELANE_B32
; CHECK: SCRATCH_STORE_DWORD_ST {{.*}} bytes=4{{$}}
; CHECK-NOT: spill=
; CHECK: SCRATCH_LOAD_DWORD_ST {{.*}} bytes=4{{$}}
; CHECK: V_READLANE_B32
; CHECK-NOT: spill=
; CHECK: SCRATCH_LOAD_DWORDX3_ST {{.*}} bytes=12 spill=[[SLOT]]+0{{$}}
define amdgpu_kernel void @kernel() #0 {
  %v = call <3 x i32> asm sideeffect "; def $0", "=v"()
  %s = call i64 asm sideeffect "; def $0", "=s"()
  call void asm sideeffect "; clobber", "~{s0},~{s1},~{s2},~{s3},~{s4},~{s5},~{s6},~{s7},~{s8},~{s9},~{s10},~{s11},~{s12},~{s13},~{s14},~{s15},~{s16},~{s17},~{s18},~{s19},~{s20},~{s21},~{s22},~{s23},~{s24},~{s25},~{s26},~{s27},~{s28},~{s29},~{s30},~{s31},~{s32},~{s33},~{s34},~{s35},~{s36},~{s37},~{s38},~{s39},~{s40},~{s41},~{s42},~{s43},~{s44},~{s45},~{s46},~{s47},~{s48},~{s49},~{s50},~{s51},~{s52},~{s53},~{s54},~{s55},~{s56},~{s57},~{s58},~{s59},~{s60},~{s61},~{s62},~{s63},~{s64},~{s65},~{s66},~{s67},~{s68},~{s69},~{s70},~{s71},~{s72},~{s73},~{s74},~{s75},~{s76},~{s77},~{s78},~{s79},~{s80},~{s81},~{s82},~{s83},~{s84},~{s85},~{s86},~{s87},~{s88},~{s89},~{s90},~{s91},~{s92},~{s93},~{s94},~{s95},~{s96},~{s97},~{s98},~{s99},~{vcc}"()
  call void asm sideeffect "; clobber", "~{v0},~{v1},~{v2},~{v3},~{v4},~{v5},~{v6},~{v7},~{v8},~{v9},~{v10},~{v11},~{v12},~{v13},~{v14},~{v15},~{v16},~{v17},~{v18},~{v19},~{v20},~{v21},~{v22},~{v23},~{v24},~{v25},~{v26},~{v27},~{v28},~{v29},~{v30},~{v31},~{v32},~{v33},~{v34},~{v35},~{v36},~{v37},~{v38},~{v39},~{v40},~{v41},~{v42},~{v43},~{v44},~{v45},~{v46},~{v47},~{v48},~{v49},~{v50},~{v51},~{v52},~{v53},~{v54},~{v55},~{v56},~{v57},~{v58},~{v59},~{v60},~{v61},~{v62},~{v63}"()
  call void asm sideeffect "; use $0", "s"(i64 %s)
  call void asm sideeffect "; use $0", "v"(<3 x i32> %v)
  ret void
}

attributes #0 = { "amdgpu-flat-work-group-size"="64,64" "amdgpu-waves-per-eu"="8,8" "amdgpu-agpr-alloc"="0" }
