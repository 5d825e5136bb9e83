; One JSON object a function, and a clear error before compiling when it cannot be written.
; RUN: %cdna-llc -O3 -mcpu=gfx942 -cdna-sched-report=%t.json \
; RUN:   %kernels/gfx942/gemm_bf16_128x128x64_w4_s2.ll -o %t.s
; RUN: count 1 < %t.json
; RUN: FileCheck %s < %t.json
; CHECK: {"function":"gemm","mcpu":"gfx942","instructions":{{[0-9]+}},"matrix_instructions":128,"copies":{{[0-9]+}},"spill_accesses":0,"regions":{{[0-9]+}},"regions_reordered":{{[1-9][0-9]*}},"moved":{{[1-9][0-9]*}},
; CHECK-SAME: "s_nop":{{[0-9]+}},"nop_wait_states":{{[0-9]+}},"place_nops":{{[0-9]+}},"s_waitcnt":{{[0-9]+}},"vmcnt_zero":{{[0-9]+}},"left_outstanding":{{[0-9]+}},"peak_vgpr":{{[0-9]+}},"peak_agpr":0,"peak_sgpr":28,"waves_per_simd":2,
; CHECK-SAME: "clocks":[{"model":"measured","before":{"one_wave":{{[0-9.]+}},"own_waves":{{[0-9.]+}}},"after":
; CHECK-SAME: "loops":[{"block":2,"frequency":{{[0-9.]+}},"instructions":{{[0-9]+}},"matrix_instructions":64,
; CHECK-SAME: "user_walls":{{[0-9]+}},{{.*}}"bound":[{"model":"measured","one_wave":{"clocks":{{[0-9.]+}},"by":"{{[^"]+}}","distance":{"before":{{[0-9.]+}},"last":{{[0-9.]+}}}},"own_waves":{"clocks":
; CHECK-SAME: "overlap":{{.*}}"spent":{"issue":{{[1-9][0-9]*}},
; CHECK-SAME: "certificates":[{"block":0,"begin":{{[0-9]+}},"instructions":{{[0-9]+}},"length":{{[0-9]+}},"bound":{{[0-9]+}},"best":{{[0-9]+}},"proved":{{true|false}},"unbeaten":{{true|false}}},
; CHECK-SAME: "added_by_llvm":{"nop_wait_states":0,"waits":0},"left_alone":[]}
; RUN: rm -f %t.none.s
; RUN: not %cdna-llc -O3 -mcpu=gfx942 -cdna-sched-report=%t.missing/dir/r.json \
; RUN:   %kernels/gfx942/softmax_f16_1k.ll -o %t.none.s 2>&1 | FileCheck --check-prefix=ERROR %s
; ERROR: cdna-sched: cannot write the report {{.*}}r.json: No such file or directory
