"""Makes the hazard probes: code objects and objects/probes.json.

A probe runs a pair of instructions twice in each trip of a loop, on the same inputs: 64 wait states apart, which is the
truth, and at the distance that is probed. It counts the lanes whose results differ. Inputs change with lane and trip, and what
precedes the pair with the trip. Of each pair there are kernels at the distance that the rule requires, one below, and, where
LLVM or the documents ask for still less, at theirs."""

from __future__ import annotations

import argparse
import hashlib
import json
import re
from pathlib import Path

from assembly import ARGUMENTS, GPUS, KERNARG_SIZE, Kernel, assemble, module_text
from probe_table import Pair, Row, pairs, reason, rows

FAR = 64
# The longest s_nop that all documents promise.
LONGEST_NOP = 8
LDS_BYTES = 4096
MASK = "s50"


def wait_states(count: int) -> list[str]:
    """So many wait states."""
    nops = [f"s_nop {LONGEST_NOP - 1}"] * (count // LONGEST_NOP)
    return nops + ([f"s_nop {count % LONGEST_NOP - 1}"] if count % LONGEST_NOP else [])


def vector_registers(text: str) -> list[int]:
    """Numbers of the VGPRs that a text names."""
    numbers = {int(n) for n in re.findall(r"\bv(\d+)\b", text)}
    for first, last in re.findall(r"\bv\[(\d+):(\d+)\]", text):
        numbers |= set(range(int(first), int(last) + 1))
    return sorted(numbers)


def evaluate(gpu: str, pair: Pair, distance: int, into: str) -> list[str]:
    """Sets every register of the pair, runs it, and puts a hash of its results into a register."""
    substitutions = {
        "{fresh}": "glc" if gpu == "gfx90a" else "sc0 sc1",
        "{lds_dma}": "buffer_load_dword v4, s[20:23], 0 offen lds"
        if gpu == "gfx90a"
        else "global_load_lds_dword v4, s[6:7]",
    }

    def text(line: str) -> str:
        for name, value in substitutions.items():
            line = line.replace(name, value)
        return line

    pair_lines = [pair.first, pair.between, text(pair.second)]
    everything = "\n".join([*pair_lines, *pair.before, *map(text, pair.after)])
    lines = []
    for number in vector_registers(everything):
        if number in (4, 80, 81):
            continue
        literal = (0x9E3779B1 * (number + 1)) & 0xFFFFFFFF
        lines += [f"v_xor_b32_e32 v{number}, 0x{literal:x}, v1", f"v_and_b32_e32 v{number}, {MASK}, v{number}"]
    lines += [
        # Offsets in memory that are in it, and a number that is the same in all lanes and changes with the trip.
        "v_and_b32_e32 v80, 0xffc, v1",
        "s_and_b32 s51, s36, 1",
        "v_mov_b32_e32 v81, s51",
        "s_mov_b32 m0, 0",
        "s_movk_i32 s45, 0x400",
        "s_mov_b32 s44, 0",
        "s_lshl_b32 s46, s51, 1",
        "s_or_b32 s46, s46, 0xc",
        "s_and_b32 s8, s36, 0xff",
        "s_lshl_b32 s8, s8, 2",
        "s_mov_b32 s9, s36",
        "s_mov_b32 s60, 0",
        "v_cmp_eq_u32_e32 vcc, 0, v81",
        "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 4, 4), 15",
        *map(text, pair.before),
        *wait_states(FAR),
        pair.first,
    ]
    fillers = distance
    if pair.between:
        lines.append(pair.between)
        fillers = max(0, distance - 1)
    lines += [*wait_states(fillers), text(pair.second), *wait_states(FAR), "s_mov_b64 exec, -1"]
    lines += [*map(text, pair.after), *wait_states(FAR), f"v_mov_b32_e32 {into}, 0"]
    for number in vector_registers("\n".join(pair.results)):
        lines += [f"v_alignbit_b32 {into}, {into}, {into}, 31", f"v_xor_b32_e32 {into}, {into}, v{number}"]
    return lines


def kernel(gpu: str, symbol: str, pair: Pair, distance: int) -> Kernel:
    """A probe of a pair at a distance."""
    lines = [
        "s_load_dwordx4 s[4:7], s[0:1], 0x0",
        "s_load_dwordx4 s[12:15], s[0:1], 0x10",
        "s_waitcnt lgkmcnt(0)",
        # Each workgroup has 4 KiB of the memory.
        "s_lshl_b32 s16, s2, 12",
        "s_add_u32 s6, s6, s16",
        "s_addc_u32 s7, s7, 0",
        "s_mov_b32 s20, s6",
        "s_and_b32 s21, s7, 0xffff",
        "s_mov_b32 s22, 0x1000",
        "s_mov_b32 s23, 0x00020000",
        "v_lshlrev_b32_e32 v4, 4, v0",
        f"s_mov_b32 {MASK}, 0x3fff3fff",
        "s_lshl_b32 s16, s2, 6",
        "v_add_u32_e32 v1, s16, v0",
        "v_mul_u32_u24_e32 v1, 0x9e37b1, v1",
        "v_add_u32_e32 v1, s14, v1",
        "s_mov_b32 s36, s12",
        "s_mov_b32 s52, 0",
        f".L{symbol}_loop:",
        # The next inputs.
        "v_lshlrev_b32_e32 v2, 13, v1",
        "v_xor_b32_e32 v1, v1, v2",
        "v_lshrrev_b32_e32 v2, 17, v1",
        "v_xor_b32_e32 v1, v1, v2",
        "v_lshlrev_b32_e32 v2, 5, v1",
        "v_xor_b32_e32 v1, v1, v2",
        *evaluate(gpu, pair, FAR, "v5"),
        # What precedes the pair changes its alignment to whatever else runs.
        "s_bitcmp1_b32 s36, 1",
        f"s_cbranch_scc0 .L{symbol}_even",
        "s_nop 0",
        f".L{symbol}_even:",
        "s_bitcmp1_b32 s36, 2",
        f"s_cbranch_scc0 .L{symbol}_pair",
        "s_nop 1",
        f".L{symbol}_pair:",
        *evaluate(gpu, pair, distance, "v6"),
        "v_cmp_ne_u32_e32 vcc, v5, v6",
        "s_bcnt1_i32_b64 s53, vcc",
        "s_add_u32 s52, s52, s53",
        "s_sub_u32 s36, s36, 1",
        "s_cmp_lg_u32 s36, 0",
        f"s_cbranch_scc1 .L{symbol}_loop",
        # Lanes that differed, and waves that ended.
        "s_mov_b64 exec, 1",
        "v_mov_b32_e32 v2, s52",
        "v_mov_b32_e32 v3, 1",
        "v_mov_b32_e32 v5, 0",
        "global_atomic_add v5, v2, s[4:5]",
        "global_atomic_add v5, v3, s[4:5] offset:4",
        "s_waitcnt vmcnt(0)",
        "s_endpgm",
    ]
    return Kernel(symbol, lines, 64, 256, 256, LDS_BYTES)


def distances(row: Row, pair: Pair) -> tuple[str, int, dict[str, int]]:
    """The policy that requires most, its wait states, and the distances of the kernels."""
    policy = max(("safe", "llvm"), key=lambda p: row.need(p, pair.passes))
    need = row.need(policy, pair.passes)
    least = min(row.need(p, pair.passes) for p in ("isa", "llvm"))
    wanted = {"at": need, "below": need - 1}
    if row.divergence and least < need - 1:
        wanted["other"] = least
    return policy, need, wanted


def build(objects: Path, hazards: Path) -> dict[str, object]:
    """Makes the code objects of all GPUs; gives what probes.json says of them."""
    entries: list[dict[str, object]] = []
    without: dict[str, dict[str, str]] = {}
    files: dict[str, object] = {}
    table = rows(hazards.read_text())
    for gpu in GPUS:
        kernels: list[Kernel] = []
        without[gpu] = {}
        for row in table:
            if gpu not in row.gpus:
                continue
            made = 0
            for label, pair in pairs(row, gpu):
                policy, need, wanted = distances(row, pair)
                if need == 0:
                    continue
                made += 1
                stem = re.sub(r"\W", "_", f"{row.name}.{label}")
                symbols = {name: f"{stem}_{name}" for name in wanted}
                kernels += [kernel(gpu, symbols[name], pair, d) for name, d in wanted.items()]
                entries.append(
                    {
                        "rule": row.name,
                        "gpu": gpu,
                        "pair": label,
                        "first": pair.first,
                        "second": pair.second,
                        "policy": policy,
                        "needs": {p: row.need(p, pair.passes) for p in row.needs},
                        "divergence": row.divergence,
                        "distances": wanted,
                        "symbols": symbols,
                    }
                )
            if not made:
                without[gpu][row.name] = reason(row) or "no instruction of the table makes such a pair on this GPU"
        file = f"{gpu}/probes/probes.hsaco"
        assemble(gpu, module_text(gpu, kernels), objects / file)
        digest = hashlib.sha256((objects / file).read_bytes()).hexdigest()
        files[gpu] = {"file": file, "sha256": digest}
    return {
        "format": "cdnasched-kit-probes",
        "version": 1,
        "arguments": [{"name": n, "offset": o, "bytes": b} for n, o, b in ARGUMENTS],
        "kernarg_size": KERNARG_SIZE,
        "bytes_for_a_group": LDS_BYTES,
        "files": files,
        "probes": sorted(entries, key=lambda e: (e["gpu"], not e["divergence"], e["rule"], e["pair"])),
        "without": without,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("objects", type=Path, help="the folder kit/objects")
    parser.add_argument("--hazards", type=Path, default=Path(__file__).resolve().parents[2] / "docs" / "hazards.md")
    arguments = parser.parse_args()
    manifest = build(arguments.objects, arguments.hazards)
    (arguments.objects / "probes.json").write_text(json.dumps(manifest, indent=1) + "\n")


if __name__ == "__main__":
    main()
