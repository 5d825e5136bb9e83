; Other targets and GPUs are left alone to the byte, with one warning for the whole module.
; RUN: llc -O3 -mtriple=amdgcn -mcpu=gfx1100 %s -o %t.llvm.s
; RUN: %cdna-llc -O3 -mtriple=amdgcn -mcpu=gfx1100 %s -o %t.ours.s 2>%t.err
; RUN: cmp %t.llvm.s %t.ours.s
; RUN: FileCheck --check-prefix=GFX1100 %s < %t.err
; GFX1100: warning: cdna-sched: 'gfx1100' is left to LLVM; supported GPUs are gfx908, gfx90a, gfx942, gfx950
; GFX1100-NOT: warning
; RUN: llc -O3 -mtriple=amdgcn -mcpu=gfx900 %s -o %t.llvm.s
; RUN: %cdna-llc -O3 -mtriple=amdgcn -mcpu=gfx900 %s -o %t.ours.s 2>%t.err
; RUN: cmp %t.llvm.s %t.ours.s
; RUN: FileCheck --check-prefix=GFX900 %s < %t.err
; GFX900: warning: cdna-sched: 'gfx900' is left to LLVM
; RUN: llc -O3 -mtriple=x86_64 %s -o %t.llvm.s
; RUN: %cdna-llc -O3 -mtriple=x86_64 %s -o %t.ours.s 2>%t.err
; RUN: cmp %t.llvm.s %t.ours.s
; RUN: FileCheck --check-prefix=X86 %s < %t.err
; X86: warning: cdna-sched: 'x86_64' is left to LLVM
; X86-NOT: warning

define i32 @first(i32 %x, i32 %y) {
  %z = mul i32 %x, %y
  ret i32 %z
}

define i32 @second(i32 %x, i32 %y) {
  %z = add i32 %x, %y
  ret i32 %z
}
