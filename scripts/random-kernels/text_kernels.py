"""Random kernels in assembly text, as people write it: waits that count exactly what is in flight, nops that are always enough.

A thread has 128 bytes of global memory for itself and 64 of LDS, and places in LDS that waves hand to each other across
barriers. All registers are written at the beginning and stored at the end.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from dice import Dice
from text_forms import FORMS, LDS, NONE, SCALAR, VMEM, Form

SINGLES = [f"v{at}" for at in range(10, 32)]
PAIRS = [f"v[{at}:{at + 1}]" for at in range(10, 32, 2)]
FOURS = ["v[32:35]", "v[36:39]", "v[40:43]", "v[44:47]", "v[12:15]"]
# s0-s11 are the kernel's arguments, s[48:51] is a buffer.
SCALARS = [f"s{at}" for at in range(12, 24)]
WRITTEN = {"d": SINGLES, "D": PAIRS, "Q": FOURS, "S": SCALARS}
BOTH = {"x": SINGLES, "y": SINGLES, "X": PAIRS, "R": FOURS, "Y": SCALARS}
READ = {"a": SINGLES, "b": SINGLES, "c": SINGLES, "A": PAIRS, "B": PAIRS, "P": FOURS, "s": SCALARS, "t": SCALARS}
PARTS = ["BYTE_0", "BYTE_1", "BYTE_2", "BYTE_3", "WORD_0", "WORD_1"]
DPP = ["row_shr:1", "row_shr:4", "row_shl:2", "row_ror:8", "quad_perm:[1,0,3,2]", "quad_perm:[0,0,2,2]", "row_mirror", "row_half_mirror", "row_bcast:15", "row_bcast:31", "wave_shr:1", "wave_rol:1"]
REGISTER = re.compile(r"\b([vsa])(?:(\d+)\b|\[(\d+):(\d+)\])")
# How many loads may be in flight: few enough for any counter.
MOST_IN_FLIGHT = 12
EXCHANGE, LOADED = 16384, 20480


def registers(text: str) -> set[str]:
    """The registers that a text names."""
    named: set[str] = set()
    for kind, one, first, last in REGISTER.findall(text):
        for at in range(int(one or first), int(one or last) + 1):
            named.add(f"{kind}{at}")
    return named


class Text:
    """One kernel."""

    def __init__(self, seed: int, gpu: str) -> None:
        self.dice = Dice(seed ^ 0x7E47)
        self.gpu = gpu
        self.lines: list[str] = []
        self.labels = 0
        # What is in flight, oldest first: registers that are yet to be written.
        self.flying: dict[str, list[tuple[set[str], bool]]] = {VMEM: [], LDS: []}
        # Lines whose encoding is written in place of them.
        self.raw: list[int] = []
        groups = sorted({form.group for form in FORMS if gpu in form.gpus})
        self.groups = {group: self.dice.pick([0, 1, 1, 3, 6]) for group in groups}
        self.groups["vector"] = self.groups["global"] = self.groups["lds"] = 3
        if seed % 4 == 1:
            # These are mended (`judge.py`): `fix` lets LDS reads land while a scalar load is in flight, which is right
            # since LDS answers in order, but emulators may take a count for nothing then.
            self.groups["constant"] = 0
        self.encodes = self.dice.chance(35)
        self.block = self.dice.pick([64, 128, 256])

    def line(self, text: str) -> None:
        """Adds an instruction."""
        self.lines.append("\t" + text)

    def label(self) -> str:
        """A label that nothing else has."""
        self.labels += 1
        return f".L{self.labels}"

    def nops(self, states: int) -> None:
        """So many wait states."""
        while states > 0:
            self.line(f"s_nop {min(states, 16) - 1}")
            states -= 16

    def land(self, touched: set[str]) -> None:
        """Waits until what is touched is there."""
        words = []
        for counter, queue in self.flying.items():
            needed = [at for at, (written, _) in enumerate(queue) if written & touched]
            if needed:
                left = len(queue) - 1 - needed[-1]
                # Scalar loads come back in any order.
                if any(unordered for _, unordered in queue):
                    left = 0
                words.append(f"{counter}({left})")
                del queue[: len(queue) - left]
        if words:
            self.line("s_waitcnt " + " ".join(words))

    def land_all(self) -> None:
        """Waits for everything."""
        if any(self.flying.values()):
            self.line("s_waitcnt vmcnt(0) lgkmcnt(0)")
        self.flying = {VMEM: [], LDS: []}

    def chosen(self, template: str) -> tuple[str, set[str]]:
        """An instruction, and the registers that it writes."""
        dice, used, written = self.dice, set[str](), set[str]()

        def choose(match: re.Match[str]) -> str:
            name = match[1]
            number = {"n": dice.below(16), "l": dice.below(64), "o": 4 * dice.below(16), "p": 8 * dice.below(8), "e": 16 * dice.below(4)}.get(name)
            if number is not None:
                return str(number)
            if name in ("sel", "sem"):
                return dice.pick(PARTS)
            if name == "dpp":
                bound = " bound_ctrl:0" if dice.chance(30) else ""
                return f"{dice.pick(DPP)} row_mask:{dice.pick(['0xf', '0xf', '0xa', '0x5'])} bank_mask:{dice.pick(['0xf', '0xf', '0x3'])}{bound}"
            if name not in names:
                pool = (WRITTEN | BOTH | READ)[name]
                # What is read and written in one instruction: different registers, so that each is what it says.
                names[name] = dice.pick([each for each in pool if not (registers(each) & used)])
                if name in WRITTEN or name in BOTH:
                    used.update(registers(names[name]))
                    written.update(registers(names[name]))
            return names[name]

        names: dict[str, str] = {}
        return re.sub(r"\{(\w+)\}", choose, template), written

    def statement(self, uniform: bool) -> None:
        """One instruction of any form, with what has to be in front of it and behind."""
        forms = {
            form: self.groups[form.group]
            for form in FORMS
            if self.gpu in form.gpus and self.groups[form.group] and (uniform or not form.uniform)
        }
        form: Form = self.dice.weighted(forms)
        text, written = self.chosen(form.text)
        self.land(registers(text))
        counter = VMEM if form.counts == VMEM else LDS
        if form.counts != NONE and len(self.flying[counter]) >= MOST_IN_FLIGHT:
            self.land_all()
        self.nops(form.before)
        for part in text.split("; "):
            if form.counts == NONE and self.encodes and self.dice.chance(15) and not part.startswith("s_nop"):
                self.raw.append(len(self.lines))
            self.line(part)
        self.nops(form.after)
        if form.counts != NONE:
            self.flying[counter].append((written, form.counts == SCALAR))

    def branch(self, depth: int, uniform: bool) -> None:
        """Lanes that go another way, or a branch that all take."""
        dice, out = self.dice, self.label()
        # Behind it there is in flight what there is for those who go around it.
        around = {counter: [*queue] for counter, queue in self.flying.items()}
        if dice.chance(30):
            self.line(f"s_bitcmp1_b32 s10, {dice.below(3)}")
            self.line(f"s_cbranch_scc0 {out}")
            self.statements(dice.between(2, 8), depth + 1, uniform)
            self.land_all()
            self.flying = around
            self.lines.append(f"{out}:")
            return
        mask = f"s[{52 + 2 * depth}:{53 + 2 * depth}]"
        text, _ = self.chosen("v_cmp_gt_u32_e32 vcc, {a}, {b}")
        self.land(registers(text))
        around = {counter: [*queue] for counter, queue in self.flying.items()}
        self.line(text)
        self.nops(5)
        self.line(f"s_and_saveexec_b64 {mask}, vcc")
        if dice.chance(80):
            self.line(f"s_cbranch_execz {out}")
        self.statements(dice.between(2, 8), depth + 1, False)
        self.land_all()
        self.flying = around
        self.lines.append(f"{out}:")
        self.line(f"s_or_b64 exec, exec, {mask}")
        self.nops(1)

    def loop(self, depth: int, uniform: bool) -> None:
        """A loop of n & 3 + 1 iterations."""
        counter, head = f"s{26 + depth}", self.label()
        self.land_all()
        self.line(f"s_and_b32 {counter}, s10, 3")
        self.lines.append(f"{head}:")
        if self.dice.chance(35):
            self.pipelined()
        else:
            self.statements(self.dice.between(5, 30), depth + 1, uniform)
        self.land_all()
        self.line(f"s_sub_u32 {counter}, {counter}, 1")
        self.line(f"s_cmp_ge_i32 {counter}, 0")
        self.line(f"s_cbranch_scc1 {head}")

    def pipelined(self) -> None:
        """Loads that a wait for some of them leaves in flight over the end of an iteration."""
        head, dice = self.label(), self.dice
        self.land_all()
        self.line("s_and_b32 s30, s10, 3")
        self.line("v_mov_b32_e32 v7, v1")
        self.line("global_load_dword v64, v7, s[4:5]")
        self.line("global_load_dword v65, v7, s[4:5] offset:4")
        self.lines.append(f"{head}:")
        for register in ("v64", "v65"):
            self.line("s_waitcnt vmcnt(1)")
            text, _ = self.chosen(dice.pick(["v_add_u32_e32 {x}, " + register + ", {x}", "v_mad_u32_u24 {x}, {x}, " + register + ", {b}"]))
            self.line(text)
            self.line(f"global_load_dword {register}, v7, s[4:5] offset:{4 * dice.below(16)}")
        if dice.chance(50):
            text, _ = self.chosen("v_lshl_add_u32 {d}, {a}, {n}, {c}")
            self.line(text)
        self.line("s_sub_u32 s30, s30, 1")
        self.line("s_cmp_ge_i32 s30, 0")
        self.line(f"s_cbranch_scc1 {head}")
        self.line("s_waitcnt vmcnt(0)")
        self.line(self.chosen("v_xor_b32_e32 {d}, v64, v65")[0])

    def hand_over(self) -> None:
        """A word of each thread to another one."""
        text, _ = self.chosen("ds_write_b32 v3, {a}")
        self.land(registers(text))
        self.line(text)
        self.flying[LDS].append((set(), False))
        for _ in range(self.dice.below(3)):
            self.statement(False)
        self.line("s_waitcnt lgkmcnt(0)")
        self.flying[LDS] = []
        self.line("s_barrier")
        text, written = self.chosen("ds_read_b32 {d}, v4")
        self.land(registers(text))
        self.line(text)
        self.flying[LDS].append((written, False))
        for _ in range(self.dice.below(4)):
            self.statement(False)
        self.line("s_waitcnt lgkmcnt(0)")
        self.flying[LDS] = []
        self.line("s_barrier")

    def into_lds(self) -> None:
        """Two loads straight into LDS, of what may just have been stored, read as each arrives."""
        load = "buffer_load_dword {at}, s[48:51], 0 offen lds" if self.gpu == "gfx90a" else "global_load_lds_dword {at}, s[4:5]"
        self.land_all()
        for at in ("v1", "v6"):
            self.line(f"s_add_u32 m0, s25, {256 if at == 'v6' else 0}")
            self.nops(1)
            self.line(load.format(at=at))
        for left, offset in ((1, 0), (0, 256)):
            self.line(f"s_waitcnt vmcnt({left})")
            self.line("s_barrier")
            text, written = self.chosen("ds_read_b32 {d}, v8 offset:" + str(offset))
            self.land(registers(text))
            self.line(text)
            self.flying[LDS].append((written, False))
        self.line("s_waitcnt lgkmcnt(0)")
        self.flying[LDS] = []
        self.line("s_barrier")

    def statements(self, count: int, depth: int, uniform: bool) -> None:
        """Instructions, branches, loops, and what waves hand to each other."""
        for _ in range(count):
            chance = self.dice.below(100)
            if depth < 3 and chance < 5:
                self.loop(depth, uniform)
            elif depth < 3 and chance < 11:
                self.branch(depth, uniform)
            elif uniform and chance < 14:
                self.hand_over()
            elif uniform and chance < 16:
                self.into_lds()
            else:
                self.statement(uniform)

    def beginning(self) -> None:
        """Arguments and addresses, and a value for every register."""
        wide = self.block.bit_length() - 1
        for text in BEGINNING.format(block=self.block, wide=wide, exchange=EXCHANGE, loaded=LOADED).strip().splitlines():
            self.line(text.strip())
        for at in range(10, 64):
            self.line(f"v_mad_u32_u24 v{at}, v9, {at % 60}, v0" if at % 3 else f"v_cvt_f32_u32_e32 v{at}, v9")
        for at in range(10, 40, 3):
            self.line(f"global_load_dword v{at}, v5, s[6:7] offset:{4 * at}")
        for at, register in enumerate(SCALARS):
            self.line(f"s_add_u32 {register}, s10, {at * 7919}")
        for at in range(4):
            self.line(f"ds_write_b128 v2, v[{48 + 4 * (at % 2)}:{51 + 4 * (at % 2)}] offset:{16 * at}")
        self.line("s_waitcnt vmcnt(0) lgkmcnt(0)")
        self.line("s_barrier")

    def end(self) -> None:
        """Everything that has a value, to memory."""
        self.land_all()
        for at in range(10, 64):
            self.line(f"global_store_dword v9, v{at}, s[8:9] offset:{4 * (at - 10)}")
        for at, register in enumerate(SCALARS):
            self.line(f"v_mov_b32_e32 v{66 + at}, {register}")
            self.line(f"global_store_dword v9, v{66 + at}, s[8:9] offset:{4 * (at + 54)}")
        self.line("s_endpgm")

    def module(self, llvm: Path) -> str:
        """The text of it."""
        self.beginning()
        self.statements(self.dice.between(15, 90), 0, True)
        self.end()
        encoded = encodings(self.gpu, [self.lines[at] for at in self.raw], llvm)
        for at, words in zip(self.raw, encoded, strict=True):
            self.lines[at] = "\t.long " + ", ".join(words)
        return HEAD.format(gpu=self.gpu) + "\n".join(self.lines) + TAIL.format(gpu=self.gpu, block=self.block)


def encodings(gpu: str, lines: list[str], llvm: Path) -> list[list[str]]:
    """The encodings of instructions, as words."""
    if not lines:
        return []
    command = [str(llvm / "llvm-mc"), "-triple=amdgcn-amd-amdhsa", f"-mcpu={gpu}", "-show-encoding"]
    done = subprocess.run(command, input="\n".join(lines) + "\n", capture_output=True, text=True, check=True)
    encoded = []
    for listed in re.findall(r"encoding: \[(.*?)\]", done.stdout):
        data = [int(byte, 16) for byte in listed.split(",")]
        encoded.append([f"0x{int.from_bytes(bytes(data[at : at + 4]), 'little'):08x}" for at in range(0, len(data), 4)])
    return encoded


# s[0:1]: arguments, s2: the workgroup. v1, v6: the thread's global memory; v2: its LDS; v3, v4: its place and another one's that
# waves exchange; v5: four bytes for each lane; v8: where loads into LDS go; v9: its results.
BEGINNING = """
s_load_dwordx4 s[4:7], s[0:1], 0x0
s_load_dwordx2 s[8:9], s[0:1], 0x10
s_load_dword s10, s[0:1], 0x18
v_lshlrev_b32_e32 v2, 6, v0
v_lshlrev_b32_e32 v3, 2, v0
v_xor_b32_e32 v4, 0x84, v3
v_and_b32_e32 v5, 63, v0
v_lshlrev_b32_e32 v5, 2, v5
v_lshrrev_b32_e32 v8, 6, v0
s_nop 3
v_readfirstlane_b32 s25, v8
s_nop 4
s_lshl_b32 s25, s25, 9
s_add_u32 s25, s25, {loaded}
v_add_u32_e32 v8, s25, v5
v_and_b32_e32 v4, {block} * 4 - 1, v4
v_add_u32_e32 v3, {exchange}, v3
v_add_u32_e32 v4, {exchange}, v4
s_lshl_b32 s11, s2, {wide}
v_add_u32_e32 v9, s11, v0
v_lshlrev_b32_e32 v1, 7, v9
v_lshlrev_b32_e32 v9, 9, v9
v_add_u32_e32 v6, 64, v1
v_mov_b32_e32 v7, 0
s_waitcnt lgkmcnt(0)
s_mov_b32 s48, s4
s_mov_b32 s49, s5
s_mov_b32 s50, 0x100000
s_mov_b32 s51, 0x27000
"""

HEAD = """\t.amdgcn_target "amdgcn-amd-amdhsa--{gpu}"
\t.amdhsa_code_object_version 6
\t.text
\t.globl k
\t.p2align 8
\t.type k,@function
k:
"""

TAIL = """
.Lend:
\t.size k, .Lend-k
\t.section .rodata,"a",@progbits
\t.p2align 6
\t.amdhsa_kernel k
\t\t.amdhsa_group_segment_fixed_size 24576
\t\t.amdhsa_kernarg_size 28
\t\t.amdhsa_user_sgpr_count 2
\t\t.amdhsa_user_sgpr_kernarg_segment_ptr 1
\t\t.amdhsa_system_sgpr_workgroup_id_x 1
\t\t.amdhsa_next_free_vgpr 96
\t\t.amdhsa_next_free_sgpr 64
\t\t.amdhsa_accum_offset 88
\t.end_amdhsa_kernel
\t.amdgpu_metadata
---
amdhsa.kernels:
  - .args:
      - .address_space: global
        .offset: 0
        .size: 8
        .value_kind: global_buffer
      - .address_space: global
        .offset: 8
        .size: 8
        .value_kind: global_buffer
      - .address_space: global
        .offset: 16
        .size: 8
        .value_kind: global_buffer
      - .offset: 24
        .size: 4
        .value_kind: by_value
    .group_segment_fixed_size: 24576
    .kernarg_segment_align: 8
    .kernarg_segment_size: 28
    .max_flat_workgroup_size: {block}
    .name: k
    .private_segment_fixed_size: 0
    .sgpr_count: 70
    .symbol: k.kd
    .vgpr_count: 96
    .wavefront_size: 64
amdhsa.target: amdgcn-amd-amdhsa--{gpu}
amdhsa.version:
  - 1
  - 2
...
\t.end_amdgpu_metadata
"""


def module(seed: int, gpu: str, llvm: Path) -> str:
    """The text of a kernel, `k`, which takes three buffers and a number."""
    return Text(seed, gpu).module(llvm)
