"""The table of micro-kernels: what is measured, by which instructions, for which number of the model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Callable

Body = Callable[[int], list[str]]


@dataclass(frozen=True)
class Micro:
    """A micro-kernel; `points` are the sizes of its body, in units (`what` says which)."""

    name: str
    what: str
    body: Body
    points: tuple[int, ...]
    kind: str = "slope"
    waves: int = 1
    threads: int = 64
    setup: Sequence[str] = field(default_factory=list)
    last_vgpr: int = 59
    lds: bool = False
    #: Under which conditions of memory it runs: a level, by one workgroup or by the full grid.
    memory: tuple[str, str] = ("l1", "one")
    #: Lines and bytes between them of the chain through memory that it follows.
    chain: tuple[int, int] = (0, 0)
    trips: tuple[int, int] = (200, 1000)

    @property
    def symbol(self) -> str:
        """Symbol without the size of the body."""
        return self.name.replace(".", "_")

    @property
    def block(self) -> int:
        """Threads of a workgroup."""
        return self.threads if self.waves == 1 else min(1024, 256 * self.waves)

    def entry(self, gpu: str) -> dict[str, object]:
        """What micro.json says of it."""
        level, grid = self.memory
        return {
            "name": self.name,
            "gpu": gpu,
            "class": self.name.split(".")[0],
            "what": self.what,
            "kind": self.kind,
            "points": [{"x": x, "symbol": f"{self.symbol}_{x}"} for x in self.points],
            "block": [self.block, 1, 1],
            "grid": "full" if grid == "full" or self.waves == 8 else "one",
            "groups_per_cu": 2 if self.waves == 8 else 1,
            "waves": self.waves,
            "memory": level,
            "chain": {"lines": self.chain[0], "step": self.chain[1]},
            "lengths": list(self.trips),
        }


def repeat(*lines: str) -> Body:
    """A body of `x` times these lines; `%d` is the number of the copy (modulo 8)."""
    return lambda x: [line.replace("%d", str(i % 8)) for i in range(x) for line in lines]


TWICE = (16, 32)
# Where iterations of the loop run into each other.
LONG = (32, 96)
PAIR = (8, 16)
ONE_PER_SIMD = 256

# Vector registers of the bodies: v0 the thread; v1 to v9 results; v10 to v17 and v20 to v23 sources.
ALU: dict[str, tuple[str, str]] = {
    # class: dependent form, independent form
    "salu": ("s_add_u32 s20, s20, 1", "s_add_u32 s2%d, s40, 1"),
    "valu": ("v_add_f32_e32 v1, v1, v20", "v_add_f32_e32 v1%d, v20, v21"),
    "packed_f32": (
        "v_pk_fma_f32 v[2:3], v[2:3], v[20:21], v[22:23]",
        "v_pk_fma_f32 v[{even}:{odd}], v[40:41], v[42:43], v[44:45]",
    ),
    "trans": ("v_exp_f32_e32 v1, v1", "v_exp_f32_e32 v1%d, v20"),
    "quarter_rate": ("v_mul_lo_u32 v1, v1, v20", "v_mul_lo_u32 v1%d, v20, v21"),
    "double": (
        "v_fma_f64 v[2:3], v[2:3], v[20:21], v[22:23]",
        "v_fma_f64 v[{even}:{odd}], v[40:41], v[42:43], v[44:45]",
    ),
}


def independent(form: str) -> Body:
    """Copies of a form whose results are in eight registers (pairs) in turn."""

    def body(x: int) -> list[str]:
        lines = []
        for i in range(x):
            even = 24 + 2 * (i % 8)
            line = form.replace("{even}", str(even)).replace("{odd}", str(even + 1))
            lines.append(line.replace("%d", str(i % 8)))
        return lines

    return body


def alu() -> list[Micro]:
    """Chains, streams of one wave, streams of several waves."""
    table = []
    for name, (chain, stream) in ALU.items():
        table.append(Micro(f"{name}.chain", "each needs the result before it", repeat(chain), TWICE))
        for waves in (1, 2, 4, 8) if name in ("valu", "trans") else (1, 4):
            what = f"independent, {waves} waves on each SIMD"
            body = independent(stream)
            table.append(Micro(f"{name}.stream_{waves}", what, body, TWICE, waves=waves, threads=ONE_PER_SIMD))
    links = ["s_nop 0", "v_readfirstlane_b32 s20, v1", "s_add_u32 s21, s20, 1", "v_mov_b32_e32 v1, s21"]
    table.append(Micro("lane_read.chain", "lane read, SALU, VALU", repeat(*links), PAIR))
    for waves in (1, 4):
        body = repeat("v_readfirstlane_b32 s2%d, v20")
        name = f"lane_read.stream_{waves}"
        table.append(Micro(name, "independent lane reads", body, TWICE, waves=waves, threads=ONE_PER_SIMD))
    return table


def control() -> list[Micro]:
    """Branches, barriers and what takes an issue slot alone."""
    one = ONE_PER_SIMD
    read_and_wait = ["ds_read_b32 v1, v55", "s_waitcnt lgkmcnt(0)"]
    return [
        Micro("branch_taken.stream", "s_branch to the next instruction", branch_taken, PAIR),
        Micro("branch.stream", f"s_cbranch_scc0, not taken, with {BESIDE_BRANCH} VALU instructions behind it", branch_not_taken, PAIR),
        Micro("control.stream", "s_setprio", repeat("s_setprio 0"), TWICE),
        Micro(
            "barrier.alone",
            "s_barrier and four VALU instructions, one wave on each SIMD",
            repeat("s_barrier", *["v_add_f32_e32 v1%d, v20, v21"] * 4),
            PAIR,
            threads=one,
        ),
        Micro(
            "barrier.without",
            "LDS read and its wait, one wave on each SIMD",
            repeat(*read_and_wait),
            PAIR,
            threads=one,
            lds=True,
        ),
        Micro(
            "barrier.after_read",
            "LDS read, its wait and s_barrier, one wave on each SIMD",
            repeat(*read_and_wait, "s_barrier"),
            PAIR,
            threads=one,
            lds=True,
        ),
    ]


# With the branch a block of instruction memory: what follows it has been fetched by then.
BESIDE_BRANCH = 7


def branch_not_taken(x: int) -> list[str]:
    """SCC is 1, so that the branches fall through."""
    unit = ["s_cbranch_scc0 @after", *["v_add_f32_e32 v1%d, v20, v21"] * BESIDE_BRANCH]
    return ["s_cmp_eq_u32 s40, s40", *repeat(*unit)(x)]


def branch_taken(x: int) -> list[str]:
    """Each branch goes to the instruction behind it; that is not to be seen from its opcode."""
    return [line for i in range(x) for line in (f"s_branch @{i}", f"@{i}:")]


@dataclass(frozen=True)
class Matrix:
    """A matrix instruction by the part of the model that it stands for."""

    key: str
    label: str
    mnemonic: str
    result: int
    a: int
    b: int
    last: str = ""

    def text(self, copy: int) -> str:
        """Eight accumulators in turn, in AccVGPRs."""
        first = 16 * (copy % 8)
        accumulator = f"a[{first}:{first + self.result - 1}]"
        a, b = registers(64, self.a), registers(72, self.b)
        last = self.last or accumulator
        return f"{self.mnemonic} {accumulator}, {a}, {b}, {last}"


def registers(first: int, count: int) -> str:
    """A tuple of VGPRs."""
    return f"v{first}" if count == 1 else f"v[{first}:{first + count - 1}]"


def matrices(gpu: str) -> list[Matrix]:
    """The matrix instructions of a GPU that are measured."""
    bar = "" if gpu == "gfx90a" else "_"
    # The model tells f32 inputs apart from gfx942 on.
    single = "xdl" if gpu == "gfx90a" else "sgemm"
    # The same of inputs of two registers from gfx950 on.
    narrow = "narrow" if gpu == "gfx950" else "xdl"
    table = [
        Matrix(narrow, "f16_16x16x16", f"v_mfma_f32_16x16x16{bar}f16", 4, 2, 2),
        Matrix(narrow, "f16_32x32x8", f"v_mfma_f32_32x32x8{bar}f16", 16, 2, 2),
        Matrix(single, "f32_16x16x4", f"v_mfma_f32_16x16x4{bar}f32", 4, 1, 1),
        Matrix(single, "f32_32x32x2", f"v_mfma_f32_32x32x2{bar}f32", 16, 1, 1),
        Matrix("dgemm", "f64_16x16x4", f"v_mfma_f64_16x16x4{bar}f64", 8, 2, 2),
        Matrix("dgemm", "f64_4x4x4", f"v_mfma_f64_4x4x4{bar}{'4b_' if bar else ''}f64", 2, 2, 2),
    ]
    if gpu == "gfx90a":
        table.append(Matrix("xdl", "i8_32x32x8", "v_mfma_i32_32x32x8i8", 16, 1, 1))
        return table
    table += [
        Matrix(narrow, "i8_32x32x16", "v_mfma_i32_32x32x16_i8", 16, 2, 2),
        Matrix(narrow, "fp8_32x32x16", "v_mfma_f32_32x32x16_fp8_fp8", 16, 2, 2),
        Matrix("sparse", "f16_16x16x32", "v_smfmac_f32_16x16x32_f16", 4, 2, 4, "v80"),
        Matrix("sparse", "f16_32x32x16", "v_smfmac_f32_32x32x16_f16", 16, 2, 4, "v80"),
    ]
    if gpu == "gfx950":
        table += [
            Matrix("xdl", "f16_16x16x32", "v_mfma_f32_16x16x32_f16", 4, 4, 4),
            Matrix("xdl", "f16_32x32x16", "v_mfma_f32_32x32x16_f16", 16, 4, 4),
            Matrix("scaled_wide", "f8_16x16x128", "v_mfma_scale_f32_16x16x128_f8f6f4", 4, 8, 8),
            Matrix("scaled_wide", "f8_32x32x64", "v_mfma_scale_f32_32x32x64_f8f6f4", 16, 8, 8),
        ]
    return table


# Instructions behind each matrix instruction: more than the longest has passes.
BESIDE = 40


def matrix(gpu: str) -> list[Micro]:
    """Rates, and what a matrix instruction keeps out."""
    table = []
    for m in matrices(gpu):
        scales = ", v81, v82" if m.key.startswith("scaled") else ""

        def groups(*after: str, m: Matrix = m, scales: str = scales) -> Body:
            def body(x: int) -> list[str]:
                lines = []
                for i in range(x):
                    lines.append(m.text(i) + scales)
                    lines += [line.replace("%d", str(j % 8)) for j, line in enumerate(after)]
                return lines

            return body

        name = f"matrix.{m.key}.{m.label}"
        vector = ["v_add_f32_e32 v1%d, v20, v21"] * BESIDE
        scalar = ["s_add_u32 s2%d, s40, 1"] * BESIDE
        common: dict[str, Any] = {"last_vgpr": 85}
        table += [
            Micro(f"{name}.stream", "independent matrix instructions", groups(), PAIR, **common),
            Micro(f"{name}.valu", f"and {BESIDE} VALU instructions", groups(*vector), (2, 4), **common),
            Micro(
                f"{name}.memory",
                f"and an LDS read, then {BESIDE} SALU instructions",
                groups("ds_read_b32 v9, v55", *scalar),
                (2, 4),
                lds=True,
                **common,
            ),
        ]
        if m.key == "xdl":
            packed = independent(ALU["packed_f32"][1])(BESIDE)
            what = f"and {BESIDE} packed f32 instructions"
            table.append(Micro(f"{name}.packed", what, groups(*packed), (2, 4), **common))
    return table


# Instructions that fill the time in which a burst is served. Wait states, not vector instructions: those start slowly
# after a pause (docs/timing.md).
DRAIN = 400


def burst(*units: str, wait: str) -> Body:
    """`x` units at once, time for all of them to be served, and the wait for the last."""

    def body(x: int) -> list[str]:
        lines = [line.replace("%d", str(i)) for i in range(x) for line in units]
        lines += ["s_nop 0"] * DRAIN
        return [*lines, wait]

    return body


def lds() -> list[Micro]:
    """Latencies, rates and queues of LDS. Where rates are measured, all four SIMDs use it, and two waves on each:
    the counter of one goes up to 15 only."""
    table = []
    common: dict[str, Any] = {"lds": True, "last_vgpr": 59}
    wait = "s_waitcnt lgkmcnt(0)"
    for name, mnemonic, shift, width in (
        ("1", "b32", 2, 1),
        ("2", "b64", 3, 2),
        ("4", "b128", 4, 4),
    ):
        own = [f"v_lshlrev_b32_e32 v54, {shift}, v0"]
        to, value = registers(2, width), registers(56, width)
        read, write = f"ds_read_{mnemonic} {to}, v54", f"ds_write_{mnemonic} v54, {value}"
        chain = [f"ds_read_{mnemonic} {to}, v2", wait]
        table += [
            Micro(f"lds_read_{name}.chain", "address from the read before", repeat(*chain), PAIR, **common),
            Micro(
                f"lds_read_{name}.stream",
                "lanes in a row, no bank conflicts, 2 waves on each SIMD",
                repeat(read),
                LONG,
                waves=2,
                setup=own,
                **common,
            ),
            Micro(
                f"lds_write_{name}.wait",
                "each waits until it is done",
                repeat(write, wait),
                PAIR,
                setup=own,
                **common,
            ),
            Micro(
                f"lds_write_{name}.stream",
                "lanes in a row, no bank conflicts, 2 waves on each SIMD",
                repeat(write),
                LONG,
                waves=2,
                setup=own,
                **common,
            ),
            Micro(
                f"lds_write_{name}.issue",
                f"each with {BESIDE} VALU instructions and 2 wait states behind it",
                # The wait states keep the next write away from the last VALU instruction.
                repeat(write, *["v_add_f32_e32 v1%d, v20, v21"] * BESIDE, "s_nop 1"),
                (2, 4),
                setup=own,
                **common,
            ),
        ]
        if name == "4":
            for what, unit, sizes in (
                ("read", read, (1, 4, 8, 12, 16, 20)),
                ("write", write, (1, 2, 3, 4, 6, 8)),
            ):
                table.append(
                    Micro(
                        f"lds_{what}_4.burst",
                        f"bursts, then {DRAIN} wait states",
                        burst(unit, wait=wait),
                        sizes,
                        kind="burst",
                        threads=ONE_PER_SIMD,
                        setup=own,
                        **common,
                    )
                )
    conflict = ["v_lshlrev_b32_e32 v54, 3, v0"]
    table.append(
        Micro(
            "lds_read_1.conflict",
            "lanes 8 bytes apart: two-way bank conflicts",
            repeat("ds_read_b32 v2, v54"),
            LONG,
            waves=2,
            setup=conflict,
            **common,
        )
    )
    return table


# Lines and bytes between them, by level; the whole is a few times the level before, less than the level.
CHAINS = {"l1": (64, 128), "l2": (8192, 128), "mall": (1 << 17, 1024), "hbm": (1 << 20, 2048)}

# Places 4 KiB apart whose offsets are in v16 and up.
PLACES = 24


def offsets() -> list[str]:
    """Sets the offsets of all places for each thread."""
    further = [f"v_add_u32_e32 v{17 + i}, 0x1000, v{16 + i}" for i in range(PLACES - 1)]
    return ["v_lshlrev_b32_e32 v16, 4, v0", *further]


def memory(gpu: str) -> list[Micro]:
    """Vector and scalar memory."""
    table = []
    wait = "s_waitcnt vmcnt(0)"
    for level, chain in CHAINS.items():
        if level == "mall" and gpu == "gfx90a":
            continue
        table.append(
            Micro(
                f"memory.{level}",
                "chain of loads, one lane's line",
                repeat("global_load_dword v1, v1, s[6:7]", wait),
                PAIR,
                setup=["v_mov_b32_e32 v1, s10"],
                memory=(level, "one"),
                chain=chain,
                trips=(100, 400),
            )
        )
    for name, suffix, shift, width in (("1", "dword", 2, 1), ("2", "dwordx2", 3, 2), ("4", "dwordx4", 4, 4)):
        own = [f"v_lshlrev_b32_e32 v54, {shift}, v0"]
        to, value = registers(2, width), registers(56, width)
        common: dict[str, Any] = {"setup": own, "threads": ONE_PER_SIMD}
        load, store = f"global_load_{suffix} {to}, v54, s[6:7]", f"global_store_{suffix} v54, {value}, s[6:7]"
        table += [
            Micro(f"vmem_load_{name}.stream", "from L1, all SIMDs", repeat(load), TWICE, **common),
            # One wave alone is held up by its counter before the unit is busy.
            Micro(f"vmem_store_{name}.stream", "4 waves on each SIMD", repeat(store), TWICE, waves=4, **common),
            Micro(f"vmem_store_{name}.wait", "each waits", repeat(store, wait), PAIR, setup=own),
        ]
    load = "global_load_dwordx4 v[2:5], v54, s[6:7]"
    table += [
        Micro(
            "vmem_load_4.burst",
            f"bursts from L1, then {DRAIN} wait states",
            burst(load, wait=wait),
            (1, 2, 4, 6, 8),
            kind="burst",
            setup=own,
            threads=ONE_PER_SIMD,
        ),
        Micro(
            "memory.fill",
            "loads of four dwords from L2, from more places than L1 holds, by the full grid",
            lambda x: [f"global_load_dwordx4 v[2:5], v{16 + i % PLACES}, s[6:7]" for i in range(x)],
            TWICE,
            setup=[
                # 64 KiB further for the next workgroup, round 1 MiB.
                "s_and_b32 s24, s2, 15",
                "s_lshl_b32 s24, s24, 16",
                "s_add_u32 s6, s6, s24",
                "s_addc_u32 s7, s7, 0",
                *offsets(),
            ],
            threads=ONE_PER_SIMD,
            memory=("l2", "full"),
        ),
        Micro(
            "memory.in_flight",
            "bursts of loads of four dwords from device memory, each from lines of its own, until the last has returned",
            far_burst,
            (1, 4, 8, 12, 16, 24),
            kind="burst",
            setup=[
                "s_mov_b32 s28, s6",
                "s_mov_b32 s29, s7",
                "s_mov_b32 s24, s10",
                *offsets(),
            ],
            threads=ONE_PER_SIMD,
            memory=("hbm", "one"),
            trips=(100, 400),
        ),
        Micro(
            "smem.chain",
            "scalar loads, each from where the one before says",
            repeat("s_load_dword s20, s[6:7], s20", "s_waitcnt lgkmcnt(0)"),
            PAIR,
            setup=["s_mov_b32 s20, 0"],
        ),
    ]
    return table


def far_burst(x: int) -> list[str]:
    """Loads from `x` places 4 KiB apart; every trip a MiB further, round 1 GiB."""
    lines = [
        "s_add_u32 s24, s24, 0x100000",
        "s_and_b32 s24, s24, 0x3fffffff",
        "s_add_u32 s6, s28, s24",
        "s_addc_u32 s7, s29, 0",
    ]
    lines += [f"global_load_dwordx4 v[2:5], v{16 + i}, s[6:7]" for i in range(x)]
    return [*lines, "s_waitcnt vmcnt(0)"]


def pairs(gpu: str) -> list[Micro]:
    """Two waves on a SIMD, and what they may issue in one slot: looked at, in no parameter."""
    own = ["v_lshlrev_b32_e32 v54, 2, v0"]
    mfma = matrices(gpu)[1].text
    table = []
    for name, units in (
        ("valu_lds", ["v_add_f32_e32 v1%d, v20, v21", "ds_read_b32 v2, v54"]),
        ("valu_vmem", ["v_add_f32_e32 v1%d, v20, v21"] * 4 + ["global_load_dword v2, v54, s[6:7]"]),
        ("lds_vmem", ["ds_read_b32 v2, v54", "global_load_dword v3, v54, s[6:7]"]),
        ("mfma_valu", [mfma(0)] + ["v_add_f32_e32 v1%d, v20, v21"] * 8),
        ("mfma_lds", [mfma(0), "ds_read_b32 v2, v54"]),
    ):
        for waves in (1, 2):
            table.append(
                Micro(
                    f"pair.{name}_{waves}",
                    f"{name.replace('_', ' and ')}, {waves} waves on each SIMD",
                    repeat(*units),
                    PAIR,
                    waves=waves,
                    threads=ONE_PER_SIMD,
                    setup=own,
                    lds=True,
                    last_vgpr=85,
                )
            )
    return table


def micros(gpu: str) -> list[Micro]:
    """All micro-kernels of a GPU."""
    return [*alu(), *control(), *matrix(gpu), *lds(), *memory(gpu), *pairs(gpu)]
