"""Which results keep something of what their registers held: executes every form with two old contents, and
prints tests/partial_results/table.txt.

    partial_results.py EMU LLVM_BIN FORMS GPU...

EMU is the folder of the emulator that `make execute` takes. FORMS has one instruction in a line, its result first and in other
registers than its sources: vectors in v0 to v127, scalars in s0 to s47, where memory is accessed the address in v2 or v[2:3], s[4:5], s[8:11] and s20.
A form that an assembler of one of the GPUs does not take is left out for that GPU.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

VECTORS, SCALARS, LANES = 128, 64, 64
WORDS = VECTORS * LANES + 2 * SCALARS
MEMORY_BYTES = 0x4000
LDS_OF_WAVE = 0x1400
EXECS = [(0xFFFFFFFF, 0xFFFFFFFF), (0x0F3355F1, 0x8FFFE137), (0, 0)]
# One wave for each old content, EXEC, and set of sources; waves 2n and 2n + 1 differ in the old content alone.
WAVES = list(product(range(2), range(len(EXECS)), range(2)))
REGISTER = re.compile(r"\b([vs])(?:(\d+)\b|\[(\d+):(\d+)\])")
TWO_RESULTS = re.compile(r"v_\w*_co_u32|v_div_scale|v_mad_[iu]64")
# Both operands are results, and each becomes what the other was.
SWAPS = re.compile(r"v_swap_b32|v_permlane\d+_swap_b32")
ACCUMULATOR = re.compile(r"\ba(?=[\d\[])")
# Where the instruction goes: four words.
PLACE = "s_nop 13"


def kernel(gpu: str) -> str:
    """Loads all registers of a wave, executes what stands in the place, and stores them."""
    lines = [
        "s_load_dwordx4 s[96:99], s[0:1], 0x0",
        "s_waitcnt lgkmcnt(0)",
        "v_readfirstlane_b32 s94, v0",
        "s_lshr_b32 s94, s94, 6",
        f"s_mul_i32 s94, s94, {WORDS * 4}",
        *(f"s_add{c}_u32 s{r}, s{r}, {'s94' if c == '' else '0'}" for r, c in ((96, ""), (97, "c"), (98, ""), (99, "c"))),
        "v_and_b32_e32 v0, 63, v0",
        "v_lshlrev_b32_e32 v255, 2, v0",
        "v_mov_b32_e32 v254, v255",
    ]
    for vector in range(VECTORS):
        lines += [f"global_load_dword v{vector}, v254, s[96:97]", "s_waitcnt vmcnt(0)", "v_add_u32_e32 v254, 0x100, v254"]
    lines += [f"s_add_u32 s92, s96, {VECTORS * LANES * 4}", "s_addc_u32 s93, s97, 0"]
    lines += [f"s_load_dwordx16 s[{at}:{at + 15}], s[92:93], {at * 4}" for at in range(0, SCALARS, 16)]
    lines += ["s_waitcnt lgkmcnt(0)", "s_mov_b64 vcc, s[50:51]", "s_mov_b32 m0, s52", "s_cmp_lg_u32 s53, 0", "s_mov_b64 exec, s[54:55]"]
    lines += [PLACE] * 4
    lines += ["s_waitcnt vmcnt(0) lgkmcnt(0)", "s_mov_b64 s[60:61], vcc", "s_mov_b64 exec, -1", "v_mov_b32_e32 v254, v255"]
    for vector in range(VECTORS):
        lines += [f"global_store_dword v254, v{vector}, s[98:99]", "v_add_u32_e32 v254, 0x100, v254"]
    lines += [f"s_add_u32 s98, s98, {VECTORS * LANES * 4}", "s_addc_u32 s99, s99, 0", "v_mov_b32_e32 v254, 0"]
    for scalar in range(SCALARS):
        lines += [f"v_mov_b32_e32 v253, s{scalar}", f"global_store_dword v254, v253, s[98:99] offset:{scalar * 4}"]
    facts = {
        "group_segment_fixed_size": 65536,
        "user_sgpr_kernarg_segment_ptr": 1,
        "user_sgpr_count": 2,
        "next_free_vgpr": 256,
        "accum_offset": 256,
        "next_free_sgpr": 100,
    }
    described = "\n".join(f".amdhsa_{name} {value}" for name, value in facts.items())
    buffers = "\n".join(
        f"      - {{.name: {name}, .address_space: global, .offset: {at * 8}, .size: 8, .value_kind: global_buffer}}"
        for at, name in enumerate("AB")
    )
    body = "\n\t".join([*lines, "s_endpgm"])
    return (
        f'\t.amdgcn_target "amdgcn-amd-amdhsa--{gpu}"\n\t.text\n\t.globl k\n\t.p2align 8\n\t.type k,@function\nk:\n\t{body}\n'
        f"\t.rodata\n\t.p2align 6\n.amdhsa_kernel k\n{described}\n.end_amdhsa_kernel\n.amdgpu_metadata\n---\n"
        f"amdhsa.version: [1, 2]\namdhsa.kernels:\n  - .name: k\n    .symbol: k.kd\n    .kernarg_segment_size: 16\n"
        f"    .kernarg_segment_align: 8\n    .group_segment_fixed_size: 65536\n    .private_segment_fixed_size: 0\n"
        f"    .wavefront_size: 64\n    .sgpr_count: 100\n    .vgpr_count: 256\n    .max_flat_workgroup_size: 1024\n"
        f"    .args:\n{buffers}\n...\n.end_amdgpu_metadata\n"
    )


def operands(form: str) -> list[str]:
    body = form.split(" ", 1)[1] if " " in form else ""
    return [part.strip() for part in re.split(r",\s*(?![^\[]*\])", body)]


def registers(text: str) -> set[tuple[str, int]]:
    found: set[tuple[str, int]] = set()
    for file, one, first, last in REGISTER.findall(text):
        found |= {(file, at) for at in range(int(one or first), int(one or last) + 1)}
    return found


def results(form: str) -> set[tuple[str, int]]:
    count = 2 if TWO_RESULTS.match(form) else 1
    return registers(",".join(operands(form)[:count]))


def place(file: str, at: int) -> slice:
    begin = at * LANES if file == "v" else VECTORS * LANES + at
    return slice(begin, begin + (LANES if file == "v" else 1))


def contents(form: str, base: int) -> np.ndarray:
    """What the registers of each wave hold."""
    olds = np.random.default_rng(5).integers(0, 1 << 32, (2, WORDS), dtype=np.uint32)
    waves = np.zeros((len(WAVES), WORDS), np.uint32)
    lane = np.arange(LANES, dtype=np.uint64)
    accesses = re.match(r"ds_(?!swizzle)|flat_|global_|scratch_|buffer_|s_load|s_buffer", form)
    for wave, (sources, mask, old) in enumerate(WAVES):
        state = np.random.default_rng(100 + sources).integers(0, 1 << 32, WORDS, dtype=np.uint32)

        def put(file: str, at: int, value: Any, state: np.ndarray = state) -> None:
            state[place(file, at)] = np.asarray(value, dtype=np.uint64).astype(np.uint32)

        if accesses:
            own = base + wave * MEMORY_BYTES
            offset = lane * 16 + (wave * LDS_OF_WAVE if form.startswith("ds_") else 0)
            wide = form.startswith(("flat_", "global_")) and "s[" not in form
            put("v", 2, (own + offset) & 0xFFFFFFFF if wide else offset)
            put("v", 3, (own + offset) >> 32 if wide else 0)
            for at, value in ((4, own & 0xFFFFFFFF), (5, own >> 32), (8, own & 0xFFFFFFFF), (9, own >> 32), (10, MEMORY_BYTES), (11, 0x27000), (16, 0), (20, 0)):
                put("s", at, value)
        for at, value in ((52, 0x10000), (53, sources), (54, EXECS[mask][0]), (55, EXECS[mask][1])):
            put("s", at, value)
        for file, at in results(form):
            state[place(file, at)] = olds[old][place(file, at)]
        waves[wave] = state
    return waves


def depends(form: str, after: np.ndarray, memory: np.ndarray) -> bool:
    """Whether an active lane, a scalar, or memory depends on the old content."""
    if SWAPS.match(form):
        return True
    by_wave = memory.reshape(len(WAVES), MEMORY_BYTES)
    if (by_wave[::2] != by_wave[1::2]).any():
        return True
    for wave, (_, mask, _) in enumerate(WAVES):
        if wave % 2:
            continue
        bits = EXECS[mask][0] | EXECS[mask][1] << 32
        active = np.array([bits >> lane & 1 == 1 for lane in range(LANES)])
        for file, at in results(form):
            differs = after[wave][place(file, at)] != after[wave + 1][place(file, at)]
            if (differs & active if file == "v" else differs).any():
                return True
    return False


def measure(emu: Path, llvm: Path, forms: list[str], gpu: str, folder: Path) -> dict[str, str]:
    common, engine = import_module("emu_common"), import_module("eng_gfx9emu")
    text = folder / f"{gpu}.s"
    text.write_text(kernel(gpu))
    code = common.CodeObject(common.to_elf(str(text), gpu, str(folder)))
    program = engine.disasm(code).split("\n")
    where = next(at for at, line in enumerate(program) if PLACE in line)
    assembled = subprocess.run(
        [str(llvm / "llvm-mc"), "-triple=amdgcn-amd-amdhsa", f"-mcpu={gpu}", "-show-encoding"],
        input="\n".join(forms) + "\n", capture_output=True, text=True, check=False,
    )
    encodings = re.findall(r"^\s*(.*?)\s*; encoding: \[(.*)\]", assembled.stdout, re.MULTILINE)
    memory = np.tile(np.random.default_rng(9).integers(0, 64, MEMORY_BYTES, dtype=np.uint8), len(WAVES))
    base = common.BUF_BASE + 2 * (1 << 32)
    found: dict[str, str] = {}
    for form, encoding in ((re.sub(r"\s+", " ", form), encoding) for form, encoding in encodings):
        raw = bytes(int(byte, 16) for byte in encoding.split(","))
        words = [raw[at : at + 4][::-1].hex().upper() for at in range(0, len(raw), 4)]
        address = program[where].split()[0]
        # Accumulators are registers of the same file, which alone are loaded and stored here.
        executed = ACCUMULATOR.sub("v", form) if "mfma" in form else form
        line = f"{address} {len(raw)} {' '.join([*words, *['0'] * (4 - len(words))])}\t{executed}"
        changed = "\n".join([*program[:where], line, *program[where + len(words) :]])
        before = contents(executed, base)
        buffers = [before.view(np.uint8).reshape(-1), np.zeros(before.nbytes, np.uint8), memory.copy()]
        launch = common.Launch(code, "k", [1], [LANES * len(WAVES)], [{"buf": buffer} for buffer in buffers], seed=1)
        run = engine.run(launch, check=False, init_poison=False, limit=10**6, mutate=lambda _, new=changed: new)
        if run["error"]:
            found[form] = "unexecuted"
            continue
        results = launch.results()
        after = np.frombuffer(results[1][2], np.uint32).reshape(before.shape)
        changed_memory = np.frombuffer(results[2][2], np.uint8)
        found[form] = "reads" if depends(executed, after, changed_memory) else "writes"
    return found


def main() -> None:
    emu, llvm, forms, *gpus = sys.argv[1:]
    sys.path.insert(0, emu)
    wanted = [line for line in Path(forms).read_text().splitlines() if line and line[0] not in "#["]
    sections = defaultdict(list)
    with tempfile.TemporaryDirectory() as folder:
        by_gpu = {gpu: measure(Path(emu), Path(llvm), wanted, gpu, Path(folder)) for gpu in gpus}
    for form in wanted:
        for found in ("reads", "writes", "unexecuted"):
            having = [gpu for gpu in gpus if by_gpu[gpu].get(form) == found]
            if having:
                sections[found, " ".join(having)].append(form)
    for (found, having), members in sorted(sections.items()):
        print(f"\n[{found}: {having}]", *sorted(members), sep="\n")


if __name__ == "__main__":
    main()
