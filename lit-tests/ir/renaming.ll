; Registers are renamed so that the loads of a loop need not wait for each other, and no wave is lost by
; it: LLVM's own figures, of the number of registers and of the waves that they and LDS leave room for.
; Each load of the loop has the same register in LLVM's code; sched_barriers keep it so.
; RUN: opt -passes='function(loop(loop-unroll-full))' -S %s -o %t.ll
; RUN: %cdna-llc -O3 -cdna-sched-overlap=off -cdna-sched-walls=cross -cdna-sched-rename=off -mcpu=gfx942 %t.ll -o - | FileCheck --check-prefix=OFF %s
; RUN: %cdna-llc -O3 -cdna-sched-overlap=off -cdna-sched-walls=cross -cdna-sched-check=full -mcpu=gfx908 %t.ll -o - | FileCheck --check-prefix=GFX908 %s
; RUN: %cdna-llc -O3 -cdna-sched-overlap=off -cdna-sched-walls=cross -cdna-sched-check=full -mcpu=gfx90a %t.ll -o - | FileCheck --check-prefix=UNIFIED %s
; RUN: %cdna-llc -O3 -cdna-sched-overlap=off -cdna-sched-walls=cross -cdna-sched-check=full -mcpu=gfx942 %t.ll -o - | FileCheck --check-prefix=UNIFIED %s
; RUN: %cdna-llc -O3 -cdna-sched-overlap=off -cdna-sched-walls=cross -cdna-sched-check=full -mcpu=gfx950 %t.ll -o - | FileCheck --check-prefix=GFX950 %s
; OFF: ; TotalNumVgprs: {{1?[0-9]$}}
; OFF: ; Occupancy: 4
; GFX908: ; TotalNumVgprs: {{([0-9]|[1-5][0-9]|6[0-4])$}}
; GFX908: ; Occupancy: 4
; UNIFIED: ; TotalNumVgprs: {{([5-9][0-9]|1[01][0-9]|12[0-8])$}}
; UNIFIED: ; Occupancy: 4
; GFX950: ; TotalNumVgprs: {{([3-5][0-9]|6[0-4])$}}
; GFX950: ; Occupancy: 8

; A limit of the user's, in registers and in waves: LLVM reserves the registers beyond it.
; RUN: sed 's/"limit"/"amdgpu-num-vgpr"="104"/' %t.ll > %t.registers.ll
; RUN: %cdna-llc -O3 -cdna-sched-overlap=off -cdna-sched-walls=cross -mcpu=gfx942 %t.registers.ll -o - | FileCheck --check-prefix=LIMIT %s
; LIMIT: ; NumVgprs: {{([5-9][0-9]|10[0-4])$}}
; RUN: sed -e 's/"limit"/"amdgpu-waves-per-eu"="8"/' -e 's/256,256/1,1024/' %t.ll > %t.waves.ll
; RUN: %cdna-llc -O3 -cdna-sched-overlap=off -cdna-sched-walls=cross -mcpu=gfx942 %t.waves.ll -o - | FileCheck --check-prefix=WAVES %s
; WAVES: ; NumVgprs: {{(1[0-9]|2[0-9]|3[0-2])$}}
; WAVES: ; Occupancy: 8

; Debug values follow what they describe, and change nothing.
; RUN: opt -passes='debugify,function(loop(loop-unroll-full))' -S %s -o %t.debug.ll
; RUN: %cdna-llc -O3 -cdna-sched-overlap=off -cdna-sched-walls=cross -mcpu=gfx942 %t.debug.ll -stop-after=cdna-sched -o - | FileCheck --check-prefix=DEBUG %s
; DEBUG: [[ONE:\$vgpr[1-9][0-9]_vgpr[0-9]+]] = DS_READ_B64_gfx9
; DEBUG-NEXT: DBG_VALUE [[ONE]],
; DEBUG: [[NEXT:\$vgpr[1-9][0-9]_vgpr[0-9]+]] = DS_READ_B64_gfx9
; DEBUG-NEXT: DBG_VALUE [[NEXT]],
; RUN: %cdna-llc -O3 -cdna-sched-overlap=off -cdna-sched-walls=cross -mcpu=gfx942 -filetype=obj %t.debug.ll -o %t.debug.o
; RUN: %cdna-llc -O3 -cdna-sched-overlap=off -cdna-sched-walls=cross -mcpu=gfx942 -filetype=obj %t.ll -o %t.plain.o
; RUN: llvm-objcopy -O binary --only-section=.text %t.debug.o %t.debug.bin
; RUN: llvm-objcopy -O binary --only-section=.text %t.plain.o %t.plain.bin
; RUN: cmp %t.debug.bin %t.plain.bin
; RUN: llvm-dwarfdump --verify %t.debug.o

target triple = "amdgcn-amd-amdhsa"
target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"

@tile = internal addrspace(3) global [2048 x <4 x half>] poison

define amdgpu_kernel void @kernel(ptr addrspace(1) %out, i32 %n) #0 {
entry:
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %step ]
  %sum = phi <4 x float> [ zeroinitializer, %entry ], [ %c.next, %step ]
  %row = add i32 %i, %x
  %p = getelementptr <4 x half>, ptr addrspace(3) @tile, i32 %row
  br label %tile.loop

tile.loop:
  %j = phi i32 [ 0, %loop ], [ %j.next, %tile.loop ]
  %c = phi <4 x float> [ %sum, %loop ], [ %c.next, %tile.loop ]
  %q = getelementptr <4 x half>, ptr addrspace(3) %p, i32 %j
  %a = load <4 x half>, ptr addrspace(3) %q
  %c.next = call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %a, <4 x half> %a, <4 x float> %c, i32 0, i32 0, i32 0)
  call void @llvm.amdgcn.sched.barrier(i32 0)
  %j.next = add i32 %j, 1
  %again = icmp ult i32 %j.next, 72
  br i1 %again, label %tile.loop, label %step, !llvm.loop !0

step:
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %done

done:
  %r = getelementptr <4 x float>, ptr addrspace(1) %out, i32 %x
  store <4 x float> %c.next, ptr addrspace(1) %r
  ret void
}

declare <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half>, <4 x half>, <4 x float>, i32, i32, i32)
declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.sched.barrier(i32)

attributes #0 = { "amdgpu-flat-work-group-size"="256,256" "limit" }
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.full"}
