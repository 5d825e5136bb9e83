; opt cannot run code generation passes; the plugin says so and stays out of the way.
; RUN: opt -load %plugin -passes=instcombine -S -o - %s 2>&1 | FileCheck %s
; CHECK: error: cdna-sched: this program cannot run code generation passes
; CHECK: define i32 @same
define i32 @same(i32 %x) {
  ret i32 %x
}
