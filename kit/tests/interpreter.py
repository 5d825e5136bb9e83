"""Runs the text of micro-kernels and probes: four lanes of one wave, one instruction after the other.

What decides where control goes and what is counted is computed. Results of all other instructions are a hash of opcode
and operands: enough to see which values a result depends on."""

from __future__ import annotations

import re
import struct
import zlib
from typing import Callable

LANES = 4
ALL = (1 << LANES) - 1
MASK32 = 0xFFFFFFFF
WORDS = {"dword": 1, "dwordx2": 2, "dwordx3": 3, "dwordx4": 4, "b32": 1, "b64": 2, "b128": 4, "x2": 2}
#: Instructions whose result keeps a part of what the register held.
TIED = ("v_dot2c", "v_fma_mixhi", "v_mov_b32_dpp")
MODIFIER = re.compile(r" (quad_perm|op_sel):\[.*")
COMPARES: dict[str, Callable[[int, int], bool]] = {
    "eq": lambda a, b: a == b,
    "ne": lambda a, b: a != b,
    "lg": lambda a, b: a != b,
    "gt": lambda a, b: a > b,
    "ge": lambda a, b: a >= b,
}


class Unknown(Exception):
    """An instruction that is not understood."""


class Wave:
    """State of a wave."""

    def __init__(self, kernarg: bytes) -> None:
        self.v: dict[int, list[int]] = {0: list(range(LANES))}
        self.a: dict[int, list[int]] = {}
        self.s: dict[int, int] = {0: 0x1000, 1: 0, 2: 0}
        self.scc, self.vcc, self.exec, self.m0, self.mode = 0, 0, ALL, 0, 12
        self.memory: dict[int, int] = {}
        self.lds: dict[int, int] = {}
        self.time = 1000
        self.executed = 0
        for i, word in enumerate(struct.unpack(f"<{len(kernarg) // 4}I", kernarg)):
            self.memory[0x1000 + 4 * i] = word

    def load(self, address: int) -> int:
        """A word; what was never written has contents of its own."""
        return self.memory.get(address & ~3, zlib.crc32(struct.pack("<Q", address & ~3)))

    def run(self, lines: list[str], limit: int = 2_000_000) -> None:
        """Until s_endpgm. Raises Unknown, or TimeoutError after so many instructions."""
        places = {line[:-1]: i for i, line in enumerate(lines) if line.endswith(":")}
        at = 0
        while lines[at] != "s_endpgm":
            self.executed += 1
            if self.executed > limit:
                raise TimeoutError(lines[at])
            target = self.step(lines[at])
            at = places[target] if target else at + 1

    def step(self, line: str) -> str:
        """One instruction; gives the label to go to."""
        if line.endswith(":") or line.startswith("."):
            return ""
        self.time += 4
        name, _, rest = line.partition(" ")
        plain = MODIFIER.sub("", rest)
        operands = [o.strip() for o in plain.split(",")] if plain else []
        if name.startswith("s_"):
            return self.scalar(name, operands)
        if name.startswith(("ds_", "global_", "buffer_")):
            self.access(name, operands, rest)
        else:
            self.vector(name, operands)
        return ""

    # Operands

    def words(self, operand: str) -> list[tuple[str, int]]:
        """Registers of a tuple."""
        match = re.fullmatch(r"([vsa])(?:(\d+)|\[(\d+):(\d+)\])", operand.split(" ")[0])
        if not match:
            return []
        first = int(match[2] or match[3])
        return [(match[1], n) for n in range(first, int(match[4] or first) + 1)]

    def lane(self, operand: str, lane: int) -> list[int]:
        """Words of an operand in a lane."""
        operand = operand.split(" ")[0]
        named = {
            "vcc": self.vcc, "exec": self.exec, "exec_lo": self.exec, "m0": self.m0, "src_vccz": int(self.vcc == 0)
        }  # fmt: skip
        if operand in named:
            return [named[operand]]
        registers = self.words(operand)
        if registers:
            files = {"v": self.v, "a": self.a}
            return [self.s.get(n, 7) if f == "s" else files[f].get(n, [n] * LANES)[lane] for f, n in registers]
        return [int(operand, 0) & MASK32]

    def value(self, operand: str) -> int:
        """A scalar operand; pairs as one number."""
        words = self.lane(operand, 0)
        return sum(word << (32 * i) for i, word in enumerate(words))

    def put(self, operand: str, lane: int, words: list[int]) -> None:
        """Writes a vector register in a lane."""
        for (file, number), word in zip(self.words(operand), words):
            registers = self.v if file == "v" else self.a
            registers.setdefault(number, [number] * LANES)[lane] = word & MASK32

    def set(self, operand: str, value: int) -> None:
        """Writes a scalar register or pair."""
        if operand in ("vcc", "exec"):
            setattr(self, operand, value & ALL)
        elif operand == "m0":
            self.m0 = value & MASK32
        for i, (_, number) in enumerate(self.words(operand)):
            self.s[number] = (value >> (32 * i)) & MASK32

    # Instructions

    def scalar(self, name: str, operands: list[str]) -> str:
        """Scalar ALU, branches, and the rest of s_."""
        values = [] if "hwreg" in " ".join(operands) else [self.value(o) for o in operands[1:] if o[0] != "."]
        two = (values + [0, 0])[:2]
        results: dict[str, Callable[[], int]] = {
            "s_mov_b32": lambda: two[0], "s_mov_b64": lambda: two[0], "s_movk_i32": lambda: two[0],
            "s_lshl_b32": lambda: two[0] << (two[1] & 31), "s_or_b32": lambda: two[0] | two[1],
            "s_and_b32": lambda: two[0] & two[1], "s_add_u32": lambda: two[0] + two[1],
            "s_addc_u32": lambda: two[0] + two[1] + self.scc, "s_sub_u32": lambda: two[0] - two[1],
            "s_bcnt1_i32_b64": lambda: bin(two[0]).count("1"), "s_memtime": lambda: self.time,
        }  # fmt: skip
        if name in results:
            result = results[name]()
            self.set(operands[0], result if name in ("s_memtime", "s_mov_b64") else result & MASK32)
            if name in ("s_add_u32", "s_addc_u32"):
                self.scc = result >> 32
            elif name not in ("s_mov_b32", "s_mov_b64", "s_movk_i32", "s_memtime"):
                self.scc = int(result != 0)
        elif name.startswith("s_cmp_"):
            self.scc = int(COMPARES[name.split("_")[2]](self.value(operands[0]), two[0]))
        elif name == "s_bitcmp1_b32":
            self.scc = (self.value(operands[0]) >> two[0]) & 1
        elif name == "s_branch" or (name.startswith("s_cbranch_scc") and self.scc == int(name[-1])):
            return operands[0]
        elif name.startswith("s_load_"):
            base = self.value(operands[1]) + self.value(operands[2])
            for i, (_, number) in enumerate(self.words(operands[0])):
                self.s[number] = self.load(base + 4 * i)
        elif name.startswith("s_setreg"):
            self.mode = self.value(operands[-1])
        elif name == "s_getreg_b32":
            self.set(operands[0], self.mode)
        elif not name.startswith(("s_cbranch_scc", "s_nop", "s_waitcnt", "s_barrier", "s_setprio")):
            raise Unknown(name)
        return ""

    def vector(self, name: str, operands: list[str]) -> None:
        """Vector ALU and matrix instructions."""
        active = [lane for lane in range(LANES) if self.exec >> lane & 1]
        if name.startswith(("v_cmp_", "v_cmpx_")):
            test = COMPARES[name.split("_")[2]]
            pairs = [(lane, *(self.lane(o, lane)[0] for o in operands[1:3])) for lane in active]
            result = sum(1 << lane for lane, a, b in pairs if test(a, b))
            self.set(operands[0], result)
            if name.startswith("v_cmpx_"):
                self.exec = result
        elif name == "v_readfirstlane_b32":
            self.set(operands[0], self.lane(operands[1], active[0] if active else 0)[0])
        elif name == "v_readlane_b32":
            self.set(operands[0], self.lane(operands[1], self.value(operands[2]) % 64 * LANES // 64)[0])
        elif "swap" in name:
            for lane in active:
                first, second = (self.lane(o, lane)[0] for o in operands)
                self.put(operands[0], lane, [second ^ 1])
                self.put(operands[1], lane, [first ^ 2])
        else:
            # Matrix instructions run in all lanes, and their results depend on the mask here, to see it.
            matrix = name.startswith(("v_mfma", "v_smfmac"))
            sources = operands if name.startswith(TIED) else operands[1:]
            results = []
            for lane in range(LANES) if matrix else active:
                words = [word for o in sources for word in self.lane(o, lane)]
                results.append((lane, self.result(name, words, len(self.words(operands[0])), matrix)))
            for lane, words in results:
                self.put(operands[0], lane, words)

    def result(self, name: str, words: list[int], count: int, matrix: bool) -> list[int]:
        """What an instruction computes in a lane."""
        exact: dict[str, Callable[[], int]] = {
            "v_mov_b32_e32": lambda: words[0], "v_accvgpr_write_b32": lambda: words[0],
            "v_and_b32_e32": lambda: words[0] & words[1], "v_xor_b32_e32": lambda: words[0] ^ words[1],
            "v_add_u32_e32": lambda: words[0] + words[1], "v_lshlrev_b32_e32": lambda: words[1] << words[0],
            "v_lshrrev_b32_e32": lambda: words[1] >> words[0],
            "v_alignbit_b32": lambda: (words[0] << 32 | words[1]) >> (words[2] & 31) & MASK32,
        }  # fmt: skip
        if name in exact:
            return [exact[name]()]
        mask = [self.exec] if matrix else []
        text = f"{name} {words} {mask} {self.mode} {self.vcc if 'div_fmas' in name else ''}"
        return [zlib.crc32(f"{text} {i}".encode()) for i in range(count)]

    def access(self, name: str, operands: list[str], rest: str) -> None:
        """LDS and memory."""
        found = re.search(r"offset:(\d+)", rest)
        offset = int(found[1]) if found else 0
        width = next(WORDS[w] for w in reversed(name.split("_")) if w in WORDS) if "atomic" not in name else 1
        for lane in (lane for lane in range(LANES) if self.exec >> lane & 1):
            if name.startswith("ds_"):
                is_read = name.startswith("ds_read")
                address = self.lane(operands[1 if is_read else 0], lane)[0] + offset
                words = [address + 4 * i for i in range(width)]
                if is_read:
                    self.put(operands[0], lane, [self.lds.get(w, 0) for w in words])
                else:
                    self.lds.update(zip(words, self.lane(operands[1], lane)))
            elif "atomic" in name:
                self.atomic(name, operands, lane, offset)
            elif "lds" in name or rest.endswith(" lds"):
                self.lds[self.m0 + 4 * lane] = self.load(self.value("s[6:7]") + self.lane(operands[0], lane)[0])
            else:
                self.plain(name, operands, lane, offset, width)

    def plain(self, name: str, operands: list[str], lane: int, offset: int, width: int) -> None:
        """Loads and stores of a lane."""
        store = "_store_" in name
        if name.startswith("buffer"):
            data, place = operands[0], self.lane(operands[1], lane)[0] + self.value(operands[3])
            base, inside = self.value("s[6:7]"), place + 4 * width <= 0x1000
        else:
            data, vaddr = (operands[1], operands[0]) if store else (operands[0], operands[1])
            base, place, inside = self.value(operands[2].split(" ")[0]), self.lane(vaddr, lane)[0] + offset, True
        addresses = [base + place + 4 * i for i in range(width)]
        if store and inside:
            self.memory.update(zip(addresses, self.lane(data, lane)))
        elif not store:
            self.put(data, lane, [self.load(a) if inside else 0 for a in addresses])

    def atomic(self, name: str, operands: list[str], lane: int, offset: int) -> None:
        """Adds; with four operands the old value is returned."""
        returns = len(operands) == 4
        vaddr, data, base = operands[1:] if returns else operands
        address = self.value(base.split(" ")[0]) + self.lane(vaddr, lane)[0] + offset
        old = self.load(address)
        self.memory[address] = (old + self.lane(data, lane)[0]) & MASK32
        if returns:
            self.put(operands[0], lane, [old, 0])
