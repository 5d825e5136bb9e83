// An annotated function is left to LLVM; one annotated with something else of ours is warned about.
// RUN: %clang-hip -S --offload-device-only -fplugin=%plugin -mllvm -cdna-sched -mllvm -cdna-sched-report=%t.json %s -o %t.s 2>&1 | FileCheck --check-prefix=WARN %s
// RUN: FileCheck %s < %t.json
// CHECK-NOT: as_llvm_has_it
// CHECK: "function":"wanted"
// CHECK-NEXT: "function":"misspelt"
// CHECK-NOT: as_llvm_has_it
// WARN: warning: cdna-sched: the annotation 'cdna-sched=no' of misspelt is unknown; the only one is 'cdna-sched=off'
//
// In LTO, where code generation splits the module, it is the attribute that says so.
// RUN: %clang-hip -fgpu-rdc -c --offload-device-only %config %s -o %t.bc
// RUN: llvm-dis %t.bc -o - | FileCheck --check-prefix=IR %s
// RUN: ld.lld -shared --lto-partitions=8 -mllvm -load=%plugin -mllvm -cdna-sched -mllvm -cdna-sched-report=%t.lto.json %t.bc -o %t.hsaco
// RUN: FileCheck --check-prefix=LTO %s < %t.lto.json
// IR: define {{.*}} @as_llvm_has_it({{.*}} #[[ATTRIBUTES:[0-9]+]]
// IR: attributes #[[ATTRIBUTES]] = {{.*}}"cdna-sched"="off"
// LTO-NOT: as_llvm_has_it
// LTO-DAG: "function":"wanted"
// LTO-DAG: "function":"misspelt"
// LTO-NOT: as_llvm_has_it
//
// The host's code says nothing of it.
// RUN: %clang-hip -S -emit-llvm -fuse-cuid=none --offload-host-only %s -o %t.llvm.ll
// RUN: %clang-hip -S -emit-llvm -fuse-cuid=none --offload-host-only %config %s -o %t.ours.ll
// RUN: cmp %t.llvm.ll %t.ours.ll
#include "../../examples/hip/hip.h"

extern "C" __attribute__((annotate("cdna-sched=off"))) __global__ void as_llvm_has_it(float *y) { *y *= 2; }
extern "C" __global__ void wanted(float *y) { *y *= 3; }
extern "C" __attribute__((annotate("cdna-sched=no"))) __global__ void misspelt(float *y) { *y *= 4; }
