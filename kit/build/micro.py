"""Makes the micro-kernels of `--calibrate`: code objects and objects/micro.json.

A micro-kernel reads the clock, runs `trips` trips of a loop, waits until everything is done, and reads the clock again;
each wave stores both. It does so twice: the first time with `warm` trips, which fills the instruction cache and, for
chains of loads, the level that is to be measured. What a trip takes is the slope between two numbers of trips; what an
instruction takes is the slope between two bodies of the loop, so that the loop's own branch cancels.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import subprocess
from pathlib import Path

from assembly import ARGUMENTS, GPUS, KERNARG_SIZE, Kernel, assemble, fill, module_text
from micro_table import Micro, micros

# Vector registers of a wave by waves on a SIMD, so that no more than these fit on it, and how many of
# them are no AccVGPRs.
REGISTERS = {1: (512, 256), 2: (256, 128), 4: (128, 128), 8: (64, 64)}
# An instruction that names the last of them: tools count those that the code names.
LAST_REGISTER = {
    1: "v_accvgpr_write_b32 a255, 0",
    2: "v_accvgpr_write_b32 a127, 0",
    4: "v_mov_b32_e32 v127, 0",
    8: "v_mov_b32_e32 v63, 0",
}

TIMED_FROM, TIMED_TO = "s[30:31]", "s[32:33]"


def kernel(gpu: str, micro: Micro, x: int) -> Kernel:
    """The kernel of a micro-kernel whose body has `x` units."""
    symbol = f"{micro.symbol}_{x}"
    vgprs, accum = REGISTERS[micro.waves]
    lines = [
        "s_load_dwordx4 s[4:7], s[0:1], 0x0",
        "s_load_dwordx4 s[8:11], s[0:1], 0x10",
        "s_waitcnt lgkmcnt(0)",
    ]
    lines += fill("v", 1, micro.last_vgpr)
    lines += [LAST_REGISTER[micro.waves], *micro.setup]
    if micro.lds:
        # LDS is zero: a chain of reads stays at address 0.
        lines += [
            "v_lshlrev_b32_e32 v60, 4, v0",
            "ds_write_b128 v60, v[56:59]",
            "s_waitcnt lgkmcnt(0)",
        ]
    lines += [
        "s_mov_b32 s34, s9",
        "s_mov_b32 s35, 2",
        f".L{symbol}_pass:",
        "s_mov_b32 s36, s34",
        "s_barrier",
        f"s_memtime {TIMED_FROM}",
        "s_waitcnt lgkmcnt(0)",
        # Instructions are fetched by 32 bytes, and those that lie across such a boundary take longer.
        ".p2align 5",
        f".L{symbol}_loop:",
    ]
    lines += [line.replace("@", f".L{symbol}_to") for line in micro.body(x)]
    lines += [
        "s_sub_u32 s36, s36, 1",
        "s_cmp_lg_u32 s36, 0",
        f"s_cbranch_scc1 .L{symbol}_loop",
        f".L{symbol}_toafter:",
        "s_waitcnt vmcnt(0) lgkmcnt(0)",
        f"s_memtime {TIMED_TO}",
        "s_waitcnt lgkmcnt(0)",
        "s_mov_b32 s34, s8",
        "s_sub_u32 s35, s35, 1",
        "s_cmp_lg_u32 s35, 0",
        f"s_cbranch_scc1 .L{symbol}_pass",
        *store_clocks(gpu, symbol),
    ]
    lds_bytes = 16 * 1024 if micro.lds else 0
    return Kernel(symbol, lines, micro.block, vgprs, accum, lds_bytes)


def store_clocks(gpu: str, symbol: str) -> list[str]:
    """One lane of each wave takes a slot of the timing buffer and stores when it began and ended."""
    returning = "glc" if gpu == "gfx90a" else "sc0"
    return [
        "s_mov_b64 exec, 1",
        "v_mov_b32_e32 v10, 0",
        "v_mov_b32_e32 v2, 1",
        "v_mov_b32_e32 v3, 0",
        f"global_atomic_add_x2 v[4:5], v10, v[2:3], s[4:5] {returning}",
        "s_load_dwordx2 s[38:39], s[4:5], 0x8",
        "s_waitcnt vmcnt(0) lgkmcnt(0)",
        "v_readfirstlane_b32 s37, v4",
        "s_cmp_ge_u32 s37, s38",
        f"s_cbranch_scc1 .L{symbol}_done",
        "s_lshl_b32 s37, s37, 4",
        "v_mov_b32_e32 v10, s37",
        "v_mov_b32_e32 v6, s30",
        "v_mov_b32_e32 v7, s31",
        "v_mov_b32_e32 v8, s32",
        "v_mov_b32_e32 v9, s33",
        "global_store_dwordx4 v10, v[6:9], s[4:5] offset:16",
        f".L{symbol}_done:",
        "s_endpgm",
    ]


def chain_maker() -> Kernel:
    """Writes a chain of byte offsets through `trips` lines (a power of two) `step` bytes apart, in an
    order that visits each once: line i leads to line (i * 1664525 + 1013904223) modulo `trips`."""
    lines = [
        "s_load_dwordx4 s[4:7], s[0:1], 0x0",
        "s_load_dwordx4 s[8:11], s[0:1], 0x10",
        "s_waitcnt lgkmcnt(0)",
        "s_lshl_b32 s12, s2, 8",
        "v_add_u32_e32 v1, s12, v0",
        "s_mov_b32 s13, 1664525",
        "s_mov_b32 s14, 1013904223",
        "v_mul_lo_u32 v2, v1, s13",
        "v_add_u32_e32 v2, s14, v2",
        "s_sub_u32 s15, s8, 1",
        "v_and_b32_e32 v2, s15, v2",
        "v_mul_lo_u32 v2, v2, s11",
        "v_mul_lo_u32 v1, v1, s11",
        "global_store_dword v1, v2, s[6:7]",
        "s_endpgm",
    ]
    return Kernel("make_chain", lines, 256, 8, 8)


def build(objects: Path) -> dict[str, object]:
    """Makes the code objects of all GPUs; gives what micro.json says of them."""
    entries: list[dict[str, object]] = []
    files: dict[str, object] = {}
    for gpu in GPUS:
        kernels = [chain_maker()]
        for micro in micros(gpu):
            kernels += [kernel(gpu, micro, x) for x in micro.points]
            entries.append(micro.entry(gpu))
        file = f"{gpu}/micro/micro.hsaco"
        assemble(gpu, module_text(gpu, kernels), objects / file)
        digest = hashlib.sha256((objects / file).read_bytes()).hexdigest()
        files[gpu] = {"file": file, "sha256": digest}
    return {
        "format": "cdnasched-kit-micro",
        "version": 1,
        "arguments": [{"name": n, "offset": o, "bytes": b} for n, o, b in ARGUMENTS],
        "kernarg_size": KERNARG_SIZE,
        "files": files,
        "micro": entries,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("objects", type=Path, help="the folder kit/objects")
    parser.add_argument("--cdna-sched", help="the command; writes the built-in models.json, too")
    arguments = parser.parse_args()
    objects = arguments.objects
    manifest = build(objects)
    if arguments.cdna_sched:
        models = subprocess.run([arguments.cdna_sched, "models"], capture_output=True, check=True).stdout
        (objects / "models.json").write_bytes(models)
    (objects / "micro.json").write_text(json.dumps(manifest, indent=1) + "\n")


if __name__ == "__main__":
    main()
