"""A small kernel, and a thread trace of it, as `cdna-sched view --att` reads them."""

import json

KERNEL = """\t.amdgcn_target "amdgcn-amd-amdhsa--gfx950"
\t.text
\t.globl looped
\t.type looped,@function
looped:
\ts_mov_b32 s4, 8
.Lhead:
\tv_add_f32_e32 v1, v0, v0
\tds_read_b32 v3, v1
\ts_waitcnt lgkmcnt(0)
\tv_exp_f32_e32 v4, v3
\tv_add_f32_e32 v5, v3, v3
\ts_sub_i32 s4, s4, 1
\ts_cmp_lg_u32 s4, 0
\ts_cbranch_scc1 .Lhead
\ts_endpgm
\t.section .rodata,"a",@progbits
\t.p2align 6, 0x0
\t.amdhsa_kernel looped
\t\t.amdhsa_next_free_vgpr 8
\t\t.amdhsa_next_free_sgpr 8
\t\t.amdhsa_accum_offset 8
\t.end_amdhsa_kernel
"""
# Clocks that an iteration takes, and for how long its wait stalls before its own slot.
ITERATION = 12 + 60 + 28 + 4 + 4 + 8 + 20
STALL = 52


def trace() -> str:
    rows = [[0, 0, 0, 4]]  # instruction, gap, stall, issue
    for iteration in range(8):
        rows += [[1, 16 if iteration else 0, 0, 4], [2, 8, 0, 4], [3, 0, STALL + 4, 0], [4, 0, 0, 4], [5, 0, 24, 4]]
        rows += [[6, 0, 0, 4], [7, 0, 0, 4], [8, 4, 0, 4]]
    rows.append([9, 0, 0, 4])
    end = sum(gap + stall + issue for _, gap, stall, issue in rows)
    inst, gap, stall, issue = (list(column) for column in zip(*rows, strict=True))
    wave = {"begin": 0, "end": end, "inst": inst, "gap": gap, "stall": stall, "issue": issue}
    head = {"format": "cdna-att-trace", "version": 1, "name": "looped", "kernel": "looped", "assembly": KERNEL}
    return json.dumps({**head, "lines": [6, *range(8, 17)], "waves": [wave]})
