"""Pairs of instructions for the rows of the hazard table, as assembly.

A pair is made of what its first and its second instruction do, by the names that docs/hazards.md uses. Registers:
what a pair shares begins at v8 or s8; v64 and up are inputs; v100 and up results; v4 is the lane's place in LDS
and memory; s[20:23] describes the memory, s[6:7] is its address."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Optional


@dataclass(frozen=True)
class Row:
    """A row of the hazard table."""

    name: str
    gpus: tuple[str, ...]
    first: tuple[str, ...]
    relation: str
    second: tuple[str, ...]
    needs: dict[str, tuple[int, ...]]
    divergence: str

    def need(self, policy: str, passes: int) -> int:
        """Wait states that a policy requires; rows with four numbers are for 2, 4, 8 and 16 passes."""
        numbers = self.needs[policy]
        return numbers[0] if len(numbers) == 1 else numbers[{2: 0, 4: 1, 8: 2, 16: 3}[passes]]


def rows(text: str) -> list[Row]:
    """The rows of docs/hazards.md."""
    found = []
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if len(cells) != 13 or not cells[0].startswith("`"):
            continue
        numbers = [tuple(int(n) for n in cell.split("/")) for cell in cells[5:9]]
        needs = {policy: numbers[i] for i, policy in enumerate(("safe", "exact", "isa", "llvm"))}
        first, second = (tuple(cell.split(", ")) for cell in (cells[2], cells[4]))
        name = cells[0].strip("`")
        found.append(Row(name, tuple(cells[1].split()), first, cells[3], second, needs, cells[9]))
    return found


@dataclass(frozen=True)
class Pair:
    """Two instructions that a row is about, what lies between them, and what shows the result."""

    passes: int
    first: str
    second: str
    results: Sequence[str]
    between: str = ""
    before: Sequence[str] = field(default_factory=list)
    after: Sequence[str] = field(default_factory=list)


@dataclass(frozen=True)
class Shape:
    """A matrix instruction: passes by GPU, registers of the accumulator and of the other sources."""

    mnemonic: str
    kind: str
    rows: int
    passes: tuple[int, int, int]
    c: int
    ab: int

    def passes_on(self, gpu: str) -> int:
        """Passes on a GPU."""
        return self.passes[("gfx90a", "gfx942", "gfx950").index(gpu)]

    def kind_on(self, gpu: str) -> str:
        """gfx90a does not tell f32 inputs apart."""
        return "xdl" if gpu == "gfx90a" and self.kind == "sgemm" else self.kind

    def text(self, d: int, c: int, a: int = 64) -> str:
        """As assembly."""
        sources = f"{tuple_of(a, self.ab)}, {tuple_of(68, self.ab)}"
        return f"{self.mnemonic} {tuple_of(d, self.c)}, {sources}, {tuple_of(c, self.c)}"


def tuple_of(first: int, count: int) -> str:
    """Vector registers."""
    return f"v{first}" if count == 1 else f"v[{first}:{first + count - 1}]"


SHAPES = (
    Shape("v_mfma_f32_4x4x4f16", "xdl", 4, (2, 2, 2), 4, 2),
    Shape("v_mfma_f32_16x16x16f16", "xdl", 16, (8, 4, 4), 4, 2),
    Shape("v_mfma_f32_16x16x4f16", "xdl", 16, (8, 8, 8), 16, 2),
    Shape("v_mfma_f32_32x32x8f16", "xdl", 32, (16, 8, 8), 16, 2),
    Shape("v_mfma_f32_32x32x4f16", "xdl", 32, (16, 16, 16), 32, 2),
    Shape("v_mfma_f32_4x4x1f32", "sgemm", 4, (2, 2, 2), 4, 1),
    Shape("v_mfma_f32_16x16x4f32", "sgemm", 16, (8, 8, 8), 4, 1),
    Shape("v_mfma_f32_16x16x1f32", "sgemm", 16, (8, 8, 8), 16, 1),
    Shape("v_mfma_f32_32x32x2f32", "sgemm", 32, (16, 16, 16), 16, 1),
    Shape("v_mfma_f32_32x32x1f32", "sgemm", 32, (16, 16, 16), 32, 1),
    Shape("v_mfma_f64_4x4x4f64", "dgemm", 4, (4, 4, 4), 2, 2),
    Shape("v_mfma_f64_16x16x4f64", "dgemm", 16, (8, 8, 16), 8, 2),
)

PRODUCING = {
    "Xdl": lambda s, gpu: s.kind_on(gpu) == "xdl",
    "XdlReadsC": lambda s, gpu: s.kind_on(gpu) == "xdl",
    "Sgemm": lambda s, gpu: s.kind_on(gpu) == "sgemm",
    "Dgemm4": lambda s, gpu: s.kind == "dgemm" and s.rows == 4,
    "Dgemm16": lambda s, gpu: s.kind == "dgemm" and s.rows == 16,
    "DgemmIssue": lambda s, gpu: s.kind == "dgemm",
}
READS_C = {"XdlC": "xdl", "SgemmC": "sgemm", "DgemmC": "dgemm"}

SHARES = {
    "same tuple, kind, rows and passes": "chain",
    "same tuple and passes": "same passes",
    "same tuple, other passes": "same tuple",
    "overlapping tuple": "overlap",
}

# First instructions that are no matrix instructions.
FIRST: dict[str, str] = {
    "ValuVector": "v_mov_b32_e32 v8, v64",
    "VectorWrite": "v_mov_b32_e32 v8, v64",
    "Dot": "v_dot2c_f32_f16_e32 v8, v64, v65",
    "ValuScalar": "v_readfirstlane_b32 s8, v80",
    "ValuExec": "v_cmpx_gt_u32_e32 vcc, v64, v65",
    "Trans": "v_exp_f32_e32 v8, v64",
    "Shifted": "v_mad_u16 v8, v64, v65, v66 op_sel:[0,0,0,1]",
    "MixHigh": "v_fma_mixhi_f16 v8, v64, v65, v66",
    "PackedHighSource": "v_pk_add_f16 v8, v64, v65",
    "WideStore": "global_store_dwordx4 v4, v[8:11], s[6:7]",
    "WideStoreScalarOffset": "buffer_store_dwordx4 v[8:11], v4, s[20:23], s44 offen",
    "SaluM0": "s_mov_b32 m0, s45",
    "Setreg": "s_setreg_b32 hwreg(HW_REG_MODE, 4, 4), s46",
}
# Where the second instruction asks for another register or value.
FIRST_FOR: dict[tuple[str, str], str] = {
    ("ValuScalar", "CarryIn"): "v_cmp_gt_u32_e64 s[8:9], v64, v65",
    ("ValuScalar", "DivFmas"): "v_cmp_gt_u32_e32 vcc, v64, v65",
    ("ValuScalar", "ZeroFlag"): "v_cmp_ne_u32_e32 vcc, 0, v81",
    # With EXEC zero no vector instruction reads the flag.
    ("ValuExec", "ZeroFlag"): "",
}

LDS_BACK = ["s_waitcnt lgkmcnt(0)", "ds_read_b32 v100, v4", "s_waitcnt lgkmcnt(0)"]
MEMORY_BACK = ["s_waitcnt vmcnt(0)", "global_load_dwordx4 v[100:103], v4, s[6:7] {fresh}", "s_waitcnt vmcnt(0)"]
FILL_LDS = ["ds_write_b32 v4, v82", "s_waitcnt lgkmcnt(0)"]
LANE_RESULT = ["v_mov_b32_e32 v100, s60"]
WAIT_LDS, WAIT_MEMORY = ["s_waitcnt lgkmcnt(0)"], ["s_waitcnt vmcnt(0)"]


@dataclass(frozen=True)
class Second:
    """A second instruction: text, results, what comes before the pair and after it."""

    text: str
    results: tuple[str, ...]
    before: Sequence[str] = field(default_factory=list)
    after: Sequence[str] = field(default_factory=list)


SECOND: dict[str, Second] = {
    "MatrixAb": Second("v_mfma_f32_4x4x4f16 v[128:131], v[8:9], v[68:69], v[128:131]", ("v[128:131]",)),
    "MatrixExec": Second("v_mfma_f32_4x4x4f16 v[128:131], v[66:67], v[68:69], v[128:131]", ("v[128:131]",)),
    "ValuRead": Second("v_mov_b32_e32 v100, v8", ("v100",)),
    "NonTransRead": Second("v_mov_b32_e32 v100, v8", ("v100",)),
    "ValuTouch": Second("v_mov_b32_e32 v100, v8", ("v100",)),
    "ValuReadC": Second("v_fma_f32 v100, v66, v67, v8", ("v100",)),
    "ValuWrite": Second("v_mov_b32_e32 v8, v66", ("v8",)),
    "MemRead": Second("ds_write_b32 v4, v8", ("v100",), after=LDS_BACK),
    "MemWrite": Second("ds_read_b32 v8, v4", ("v8",), FILL_LDS, WAIT_LDS),
    "OtherOverwrite": Second("ds_read_b32 v8, v4", ("v[100:103]",), FILL_LDS, [*WAIT_LDS, *MEMORY_BACK]),
    "DataOverwrite": Second("v_mov_b32_e32 v8, v66", ("v[100:103]",), after=MEMORY_BACK),
    "VmemScalar": Second("buffer_load_dword v100, v4, s[20:23], s8 offen", ("v100",), after=WAIT_MEMORY),
    "VmemExec": Second("global_load_dword v100, v4, s[6:7]", ("v100",), after=WAIT_MEMORY),
    "ValuConst": Second("v_mov_b32_e32 v100, s8", ("v100",)),
    "CarryIn": Second("v_cndmask_b32_e64 v100, v66, v67, s[8:9]", ("v100",)),
    "LaneSelect": Second("v_readlane_b32 s60, v66, s8", ("v100",), after=LANE_RESULT),
    "LaneExec": Second("v_readfirstlane_b32 s60, v66", ("v100",), after=LANE_RESULT),
    "LaneSource": Second("v_readfirstlane_b32 s60, v8", ("v100",), after=LANE_RESULT),
    "DivFmas": Second("v_div_fmas_f32 v100, v66, v67, v68", ("v100",)),
    "DppRead": Second("v_mov_b32_dpp v100, v8 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf", ("v100",)),
    "DppExec": Second("v_mov_b32_dpp v100, v66 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf", ("v100",)),
    "HwReg": Second("s_getreg_b32 s60, hwreg(HW_REG_MODE, 4, 4)", ("v100",), after=LANE_RESULT),
    "Fma64": Second("v_fma_f64 v[100:101], v[66:67], v[70:71], v[72:73]", ("v[100:101]",)),
    "SwapTouch": Second("v_permlane16_swap_b32_e32 v8, v100", ("v8", "v100")),
    "SwapExec": Second("v_permlane16_swap_b32_e32 v101, v100", ("v101", "v100")),
    "ZeroFlag": Second("v_mov_b32_e32 v100, src_vccz", ("v100",)),
    "M0Reader": Second(
        "{lds_dma}",
        ("v100", "v101"),
        ["ds_write_b32 v4, v82", "ds_write_b32 v4, v83 offset:1024", "s_waitcnt lgkmcnt(0)"],
        ["s_waitcnt vmcnt(0)", "ds_read_b32 v100, v4", "ds_read_b32 v101, v4 offset:1024", "s_waitcnt lgkmcnt(0)"],
    ),
}
SECOND_FOR: dict[tuple[str, str], Second] = {
    ("ValuExec", "ValuConst"): Second("v_mov_b32_e32 v100, exec_lo", ("v100",)),
}

#: Second instructions that overwrite a word of the four that are stored: any of them may be read last.
OVERWRITES = ("DataOverwrite", "OtherOverwrite")

#: Rows, or what they are about, that no probe is made for.
WITHOUT: dict[str, str] = {
    "Leave": "what follows a jump is one of the other rows' second instructions",
    "Asm": "about text that a compiler cannot read, not about instructions",
    "MetaWrite": "the first instruction emits no code",
    "SetregMode": "skipping vector instructions (VSKIP) would skip the probe itself",
    "SetregTrapsts": "needs a trap handler",
    "VmemClause": "needs accesses that are replayed after a page fault",
    "SmemClause": "needs accesses that are replayed after a page fault",
    "LdsDmaRead": "a wrong address would be read, and the results of the first instruction are none",
    "LdsDmaTouch": "a wrong address would be read, and the results of the first instruction are none",
}


#: Pairs for which another row requires more, so that this row is not seen alone.
HIDDEN = {("cdna3.t11.19", "Dot.LaneSource"), ("gfx950.swap", "Dot.SwapTouch")}


def pairs(row: Row, gpu: str) -> Iterator[tuple[str, Pair]]:
    """Every pair of a row on a GPU, with a label: one for each number of passes and each way to share registers."""
    seen: list[tuple[object, ...]] = []
    for first in row.first:
        for second in row.second:
            for key, pair in _pairs(row, gpu, first, second):
                hidden = (row.name, f"{first}.{second}{key}") in HIDDEN
                if not hidden and (first, second, key) not in seen:
                    seen.append((first, second, key))
                    yield f"{first}.{second}{key}", pair


def reason(row: Row) -> Optional[str]:
    """Why a row has no pairs."""
    for name in (*row.second, *row.first):
        why = WITHOUT.get("Asm" if name.startswith("Asm") else name)
        if why is not None:
            return why
    return None


def _pairs(row: Row, gpu: str, first: str, second: str) -> Iterator[tuple[str, Pair]]:
    if first not in PRODUCING:
        pair = _plain(row, gpu, first, second)
        if pair is not None:
            yield "", pair
            if second in OVERWRITES:
                for word in (1, 2, 3):
                    moved = _moved(SECOND[second], 0, word)
                    yield f".{word}", dataclasses.replace(pair, second=moved.text)
        return
    for shape in (s for s in SHAPES if PRODUCING[first](s, gpu)):
        passes = shape.passes_on(gpu)
        if second in READS_C:
            yield from _to_c(row, gpu, shape, second)
            continue
        if second not in SECOND:
            continue
        for part, consumer in _ends(SECOND[second], shape.c):
            results = list(consumer.results)
            if first == "XdlReadsC":
                text = shape.text(128, 8)
                results.append(tuple_of(128, shape.c))
            elif first == "DgemmIssue":
                text = shape.text(128, 128)
                results.append(tuple_of(128, shape.c))
            else:
                text = shape.text(8, 160)
            yield f".{passes}{part}", Pair(passes, text, consumer.text, results, "", consumer.before, consumer.after)


def _ends(second: Second, count: int) -> Iterator[tuple[str, Second]]:
    """The instruction on the first and on the last of the registers from v8 that a matrix instruction has, since it
    may be done with one long before the other."""
    yield "", second
    if count > 2 and MOVED.search(second.text):
        yield ".last", _moved(second, count - 2, count - 1)


#: The first register of what a pair shares, and the first two of them.
MOVED = re.compile(r"\bv8\b|v\[8:9\]")


def _moved(second: Second, pair: int, single: int) -> Second:
    """The instruction with v[8:9] and v8 so many registers further on."""

    def move(text: str) -> str:
        return (
            text.replace("v[8:9]", tuple_of(8 + pair, 2))
            if "v[8:9]" in text
            else re.sub(r"\bv8\b", f"v{8 + single}", text)
        )

    return Second(move(second.text), tuple(map(move, second.results)), second.before, tuple(map(move, second.after)))


def _to_c(row: Row, gpu: str, shape: Shape, second: str) -> Iterator[tuple[str, Pair]]:
    """Matrix instructions that take the result, or a part of it, as SrcC."""
    wanted = [share for text, share in SHARES.items() if text in row.relation]
    for other in (s for s in SHAPES if s.kind_on(gpu) == READS_C[second]):
        # From the first register of the result on, the third, and the last but one.
        for c in sorted(c for c in {8, 10, 6 + shape.c} if c < 8 + shape.c):
            share = _share(gpu, shape, other, c)
            if wanted and share not in wanted:
                continue
            passes = shape.passes_on(gpu)
            part = ".last" if c > 10 else ""
            pair = Pair(passes, shape.text(8, 160), other.text(128, c, 70), [tuple_of(128, other.c)])
            yield f".{passes}.{share.replace(' ', '_')}{part}", pair


def _share(gpu: str, first: Shape, second: Shape, c: int) -> str:
    if first.c != second.c or c != 8:
        return "overlap"
    same_passes = first.passes_on(gpu) == second.passes_on(gpu)
    if same_passes and (first.kind_on(gpu), first.rows) == (second.kind_on(gpu), second.rows):
        return "chain"
    return "same passes" if same_passes else "same tuple"


def _plain(row: Row, gpu: str, first: str, second: str) -> Optional[Pair]:
    text = FIRST_FOR.get((first, second), FIRST.get(first, ""))
    consumer = SECOND_FOR.get((first, second), SECOND.get(second))
    if second in READS_C:
        readers = [s for s in SHAPES if s.kind_on(gpu) == READS_C[second]]
        consumer = Second(readers[0].text(128, 8, 70), (tuple_of(128, readers[0].c),)) if readers else None
    if not text or consumer is None:
        return None
    if "same opcode" in row.relation:
        consumer = Second("v_dot2c_f32_f16_e32 v100, v8, v66", ("v100",))
    between = "v_mfma_f64_4x4x4f64 v[140:141], v[70:71], v[72:73], v[140:141]" if "in between" in row.relation else ""
    return Pair(0, text, consumer.text, consumer.results, between, consumer.before, consumer.after)
