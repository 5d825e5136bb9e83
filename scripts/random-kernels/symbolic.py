"""Executes machine code of random texts on symbolic values, for a comparison of two texts without an emulator.

A dword is a hash of the instruction that wrote it and of all that it read, so two texts do the same if memory holds
the same hashes in the end. Branches go where hashes say. A wave has a few lanes, each with memory of its own; a load writes its
register when a wait says so and no earlier, and who reads it before finds poison. What an instruction reads of its old
destination is written down here, from AMD's documents; nothing is asked of the project.

What it does not see: wait states, other waves, and addresses that are equal but computed in different ways.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Hashable
from typing import NamedTuple

LANES = 3
STEPS = 60_000
LINE = re.compile(r"^\s+(\S.*?)\s*// ([0-9A-F]{12}): ((?:[0-9A-F]{8} ?)+)")
TUPLE = re.compile(r"^([vsa])(?:(\d+)|\[(\d+):(\d+)\])$")
REGISTER = re.compile(r"[vsa](\d+|\[\d+:\d+\])")
COPIES = ("v_mov_b32_e32", "v_mov_b64_e32", "v_accvgpr_read_b32", "v_accvgpr_write_b32", "s_mov_b32", "s_mov_b64", "v_accvgpr_mov_b32")
# Add to what they write, or write a part of it.
ALWAYS_READ = re.compile(r"v_(fmac|mac|dot\dc|fma_mix(lo|hi)|smfmac|cvt_pk_[bf]{1,2}\d|swap|permlane|writelane)|s_(bitset|cmov|addk|mulk)|.*_d16")
STORES = re.compile(r"(global|buffer)_store|ds_write")
POISON = "poison"
Value = Hashable


class Instruction(NamedTuple):
    """One instruction of a disassembly."""

    name: str
    operands: list[str]
    modifiers: str
    address: int
    size: int


class Stuck(Exception):
    """The program cannot be followed."""


def program(listing: str) -> list[Instruction]:
    """The instructions of what `llvm-objdump -d` prints."""
    found = []
    for line in listing.splitlines():
        if match := LINE.match(line):
            name, _, rest = match[1].partition(" ")
            operands, modifiers = [], []
            for part in re.split(r",\s*(?![^\[(]*[\])])", rest.strip()) if rest.strip() else []:
                words = part.split()
                operands.append(words[0] if words else "")
                modifiers += words[1:]
            found.append(Instruction(name, operands, " ".join(modifiers), int(match[2], 16), 4 * len(match[3].split())))
    return found


def reads_old(inst: Instruction) -> bool:
    """Whether the result depends on what the first operand held."""
    if ALWAYS_READ.match(inst.name):
        return True
    if inst.name.endswith("_sdwa"):
        return "UNUSED_PRESERVE" in inst.modifiers
    if inst.name.endswith("_dpp"):
        return not ("bound_ctrl" in inst.modifiers and "row_mask:0xf" in inst.modifiers and "bank_mask:0xf" in inst.modifiers)
    halves = re.search(r"op_sel:\[([01,]+)\]", inst.modifiers)
    # The last of as many bits as operands is the result's half.
    return bool(halves) and not inst.name.startswith(("v_pk", "v_mfma")) and halves[1].count(",") == len(inst.operands) - 1 and halves[1].endswith("1")


def mixed(*parts: Hashable) -> int:
    """A hash that is the same in every process."""
    return zlib.crc32(repr(parts).encode()) | zlib.adler32(repr(parts[::-1]).encode()) << 32


class Wave:
    """The state of a wave that executes a program."""

    def __init__(self, code: list[Instruction], seed: int) -> None:
        self._code = code
        self._index = {inst.address: at for at, inst in enumerate(code)}
        self._vectors: dict[str, list[Value]] = {"v0": [mixed("lane", lane) for lane in range(LANES)]}
        self._scalars: dict[str, Value] = {name: mixed(name, seed) for name in ("s0", "s1", "s2")}
        self._exec = [True] * LANES
        self._scc: Value = 0
        self.memory: dict[tuple[Value, ...], Value] = {}
        self._vmem: list[dict[tuple[str, int], Value] | tuple[Value, Value]] = []
        # What LDS and scalar loads have yet to write, and whether it is a scalar load.
        self._lgkm: list[tuple[dict[tuple[str, int], Value], bool]] = []
        self._exchanged: tuple[list[Value], list[Value]] | None = None

    def _names(self, operand: str) -> list[str]:
        operand = operand.strip("|-").removeprefix("sext(").rstrip(")").strip("|")
        if operand in ("vcc", "exec"):
            return [operand + "_lo", operand + "_hi"]
        match = TUPLE.match(operand)
        if not match:
            return [operand] if operand in ("m0", "vcc_lo", "vcc_hi") else []
        first, last = int(match[2] or match[3]), int(match[2] or match[4])
        return [f"{match[1]}{at}" for at in range(first, last + 1)]

    def _read(self, name: str, lane: int) -> Value:
        if name[0] in "va" and name[1].isdigit():
            return self._vectors.setdefault(name, [0] * LANES)[lane]
        if name.startswith("exec"):
            return tuple(self._exec)
        return self._scalars.get(name, 0)

    def _source(self, operand: str, lane: int) -> tuple[Value, ...]:
        names = self._names(operand)
        # A sign or the like belongs to the operation, a literal is a value.
        return tuple(self._read(name, lane) for name in names) if names else (operand,)

    def _write(self, name: str, lane: int, value: Value) -> None:
        if name[0] in "va" and name[1].isdigit():
            self._vectors.setdefault(name, [0] * LANES)[lane] = value
        elif name == "exec_lo":
            if not isinstance(value, tuple):
                raise Stuck("EXEC is no mask")
            self._exec = [bool(bit) for bit in value]
        elif name != "exec_hi":
            self._scalars[name] = value

    def _land(self, values: dict[tuple[str, int], Value]) -> None:
        for (name, lane), value in values.items():
            self._write(name, lane, value)

    def _wait(self, inst: Instruction) -> None:
        text = " ".join([*inst.operands, inst.modifiers])
        for counter, count in re.findall(r"(vmcnt|lgkmcnt)\((\d+)\)", text):
            if counter == "vmcnt":
                while len(self._vmem) > int(count):
                    landed = self._vmem.pop(0)
                    if isinstance(landed, tuple):
                        self.memory[("dma", landed[0])] = landed[1]
                    else:
                        self._land(landed)
            else:
                # LDS answers in order; a scalar load may be the last of all.
                outstanding = 0
                for at in range(len(self._lgkm) - 1, -1, -1):
                    values, scalar = self._lgkm[at]
                    outstanding += not scalar
                    if int(count) == 0 or (not scalar and outstanding > int(count)):
                        self._land(values)
                        del self._lgkm[at]

    def _places(self, inst: Instruction) -> list[tuple[str, int]]:
        """The memory of an access: what it is relative to, and the bytes from there, dword by dword."""
        number = {name: int(value, 0) for name, value in re.findall(r"\b(offset[01]?):(\w+)", inst.modifiers)}
        if inst.name.startswith("ds_"):
            address = inst.operands[0] if inst.name.startswith("ds_write") else inst.operands[1]
            if "offset0" in inst.modifiers or "offset1" in inst.modifiers or "2_b32" in inst.name:
                return [(address, 4 * number.get("offset0", 0)), (address, 4 * number.get("offset1", 0))]
        else:
            first_is_data = "_load" in inst.name or "_atomic" in inst.name or inst.name.startswith("buffer")
            address = inst.operands[1 if first_is_data else 0]
        wide = re.search(r"x([234])$|b(64|128)$", inst.name)
        count = int(wide[1] or int(wide[2]) // 32) if wide else 1
        return [(address, number.get("offset", 0) + 4 * at) for at in range(count)]

    def _content(self, space: str, base: Value, offset: int) -> Value:
        if space == "l" and self._exchanged is not None:
            given, taken = self._exchanged
            if base in taken:
                return mixed("exchanged", *(self.memory.get(("l", each, 0), 0) for each in given))
        if space == "l" and ("l", base, 0) not in self.memory:
            loaded = sorted((repr(key), repr(value)) for key, value in self.memory.items() if key[0] == "dma")
            return mixed("loaded", base, offset, loaded)
        return self.memory.get((space, base, offset // 4), mixed("memory", space, base, offset // 4))

    def _kept(self, name: str, lane: int, space: str) -> Value:
        """What a load into one half keeps: loads of one kind return in order, so another may be on its way (LLVM places no wait there, either)."""
        value = self._read(name, lane)
        if value is POISON:
            queue = [values for values, _ in self._lgkm] if space == "l" else self._vmem
            for values in reversed(queue):
                if isinstance(values, dict) and (name, lane) in values:
                    return values[name, lane]
        return value

    def _access(self, inst: Instruction) -> None:
        space = "l" if inst.name.startswith("ds_") else "g"
        if "_lds" in inst.name or " lds" in f" {inst.modifiers}":
            address = inst.operands[0]
            value = [self._content("g", self._read(address, lane), 0) for lane in range(LANES) if self._exec[lane]]
            self._vmem.append((self._scalars.get("m0", 0), mixed(*value)))
            return
        places, small = self._places(inst), re.search(r"(short|byte|[su]?b?[us](8|16)|_b(8|16))(_|$)", inst.name)
        store = bool(STORES.match(inst.name))
        landing: dict[tuple[str, int], Value] = {}
        data = [name for operand in inst.operands[1 if space == "l" or not inst.name.startswith("buffer") else 0 :][: 2 if "write2" in inst.name else 1] for name in self._names(operand)]
        for lane in (lane for lane in range(LANES) if self._exec[lane]):
            for at, (address, offset) in enumerate(places):
                base = self._read(address, lane)
                key, content = (space, base, offset // 4), self._content(space, base, offset)
                if store:
                    given = self._read(data[at], lane)
                    self.memory[key] = mixed(inst.name, offset % 4, given, content) if small else given
                    continue
                written = self._names(inst.operands[0])[at]
                if "_atomic" in inst.name or "_add_rtn" in inst.name:
                    self.memory[key] = mixed("add", content, self._read(inst.operands[2], lane))
                elif small:
                    content = mixed(inst.name, offset % 4, content, self._kept(written, lane, space) if reads_old(inst) else 0)
                landing[written, lane] = content
        for name, lane in landing:
            self._write(name, lane, POISON)
        if space == "l":
            self._lgkm.append((landing, False))
        else:
            self._vmem.append(landing)

    def _vector(self, inst: Instruction) -> None:
        name, active = inst.name, [lane for lane in range(LANES) if self._exec[lane]]
        if name in COPIES:
            values = [(lane, self._source(inst.operands[1], lane)) for lane in active]
            for lane, words in values:
                for register, word in zip(self._names(inst.operands[0]), words, strict=False):
                    self._write(register, lane, word)
            return
        swaps = "swap" in name
        carry = name.startswith(("v_add_co", "v_addc_co", "v_mad_u64"))
        results = inst.operands[: 2 if swaps or carry else 1]
        sources = inst.operands[0 if swaps or reads_old(inst) else len(results) :]
        # Literals and signs belong to the operation; which register has the sign does not.
        words = (("" if operand[0].isalpha() else REGISTER.sub("", operand)) if self._names(operand) else operand for operand in inst.operands)
        signs = [word for word in words if word]
        across = name.endswith("_dpp") or re.match(r"v_(mfma|smfmac|readlane|readfirstlane|permlane|writelane)|ds_", name)
        whole = [[self._source(operand, lane) for operand in sources] for lane in range(LANES) if self._exec[lane]] if across else []
        new: list[tuple[str, int, Value]] = []
        landing: dict[tuple[str, int], Value] = {}
        masks: dict[str, list[bool]] = {}
        shown = inst.modifiers
        for lane in active:
            read = [self._source(operand, lane) for operand in sources]
            if any(POISON in words for words in read):
                raise Stuck(f"{inst.name} at {inst.address:#x} reads a register before it is waited for")
            # A mask of lanes matters by the lane's own bit.
            read = [tuple(word[lane] if isinstance(word, tuple) and not across else word for word in words) for words in read]
            for number, operand in enumerate(results):
                for word, register in enumerate(self._names(operand)):
                    value = mixed(name.removesuffix("_e32").removesuffix("_e64"), shown, signs, number, word, read, whole, tuple(self._exec) if across else 0)
                    if register in ("vcc_lo", "vcc_hi"):
                        masks.setdefault(register, [False] * LANES)[lane] = bool(mixed(name, signs, number, read) & 1)
                    elif name.startswith("ds_"):
                        landing[register, lane] = value
                    else:
                        new.append((register, lane, value))
        for register, lane, value in new:
            self._write(register, lane, value)
        for register, bits in masks.items():
            self._scalars[register] = tuple(bits)
        if name.startswith("ds_"):
            for register, lane in landing:
                self._write(register, lane, POISON)
            self._lgkm.append((landing, False))

    def _scalar(self, inst: Instruction) -> None:
        name, operands = inst.name, inst.operands
        if name.startswith("s_load"):
            words = {(register, 0): mixed("constant", self._source(operands[1], 0), operands[2], at) for at, register in enumerate(self._names(operands[0]))}
            for register, _ in words:
                self._write(register, 0, POISON)
            self._lgkm.append((words, True))
            return
        compares = name.startswith(("s_cmp", "s_bitcmp"))
        masks = name == "s_and_saveexec_b64" or "exec" in operands
        sources = operands if compares or reads_old(inst) else operands[1:]
        read = [self._source(operand, 0) for operand in sources]
        if any(POISON in words for words in read):
            raise Stuck(f"{name} at {inst.address:#x} reads a register before it is waited for")
        if name in COPIES:
            for register, word in zip(self._names(operands[0]), read[0] * 2, strict=False):
                self._write(register, 0, word)
        elif masks:
            bits = [word[0] for word in read]
            if not all(isinstance(each, tuple) for each in bits):
                raise Stuck(f"{name} of what is no mask")
            if name == "s_and_saveexec_b64":
                before = tuple(self._exec)
                self._exec = [a and bool(b) for a, b in zip(before, bits[0], strict=True)]  # type: ignore[arg-type]
                for register in self._names(operands[0]):
                    self._scalars[register] = before
            elif name == "s_or_b64":
                self._exec = [bool(a) or bool(b) for a, b in zip(bits[0], bits[1], strict=True)]  # type: ignore[arg-type]
            else:
                raise Stuck(f"{name} of EXEC")
        else:
            value = mixed(name, read, self._scc if name.startswith(("s_cselect", "s_cmov", "s_addc")) else 0)
            if not compares:
                for word, register in enumerate(self._names(operands[0])):
                    self._write(register, 0, mixed(value, word))
            if not name.startswith(("s_cselect", "s_cmov", "s_movk", "s_mulk", "s_mul_i32", "s_bitset", "s_pack")):
                self._scc = mixed("scc", value)

    def _goes(self, inst: Instruction) -> bool:
        if inst.name == "s_branch":
            return True
        if inst.name in ("s_cbranch_execz", "s_cbranch_execnz"):
            return any(self._exec) == inst.name.endswith("nz")
        if inst.name in ("s_cbranch_scc0", "s_cbranch_scc1"):
            return bool(mixed(self._scc) & 1) == inst.name.endswith("1")
        raise Stuck(inst.name)

    def run(self) -> None:
        """To the end of the program."""
        at = 0
        for _ in range(STEPS):
            inst = self._code[at]
            at += 1
            if inst.name == "s_endpgm":
                return
            if inst.name == "s_waitcnt":
                self._wait(inst)
            elif inst.name == "s_barrier":
                # The first one is behind the beginning, where the places of threads are computed.
                self._exchanged = self._exchanged or ([*self._vectors["v3"]], [*self._vectors["v4"]])
            elif inst.name.startswith(("s_nop", "s_setprio", "s_sleep")):
                continue
            elif inst.name.startswith(("s_cbranch", "s_branch")):
                if self._goes(inst):
                    distance = int(inst.operands[0])
                    at = self._index[inst.address + 4 + 4 * (distance - (distance >> 15 << 16))]
            elif inst.name.startswith(("ds_bpermute", "ds_swizzle", "v_")):
                self._vector(inst)
            elif inst.name.startswith("s_"):
                self._scalar(inst)
            else:
                self._access(inst)
        raise Stuck("it does not end")


def differs(theirs: str, ours: str, seeds: int) -> str | None:
    """How what two disassembled programs leave in memory differs; raises `Stuck` when the first cannot be followed."""
    for seed in range(seeds):
        one, other = Wave(program(theirs), seed), Wave(program(ours), seed)
        one.run()
        try:
            other.run()
        except Stuck as stuck:
            return str(stuck)
        wrong = [key for key in one.memory.keys() | other.memory.keys() if one.memory.get(key) != other.memory.get(key)]
        if wrong:
            return f"{len(wrong)} of {len(one.memory)} dwords, such as the one at {min(wrong, key=repr)}"
    return None
