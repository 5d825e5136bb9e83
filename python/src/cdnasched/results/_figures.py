"""What the model says of a text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Optional

from .._tables import Cell, Table, counted
from ._findings import Skipped


@dataclass(frozen=True)
class Clocks:
    """Modelled clocks."""

    one_wave: float
    """One wave alone on its SIMD."""
    own_waves: float
    """At the kernel's own number of waves, per wave."""

    @staticmethod
    def _of(value: Mapping[str, Any]) -> Clocks:
        return Clocks(value["one_wave"], value["own_waves"])


@dataclass(frozen=True)
class Bound:
    """What no order of a loop's instructions takes less than."""

    clocks: float
    """Of an iteration."""
    by: str
    """What needs them: ``matrix pipe``, ``issue``, ``VALU``, ``LDS`` and so on."""
    distance: float
    """Clocks of an iteration divided by the least: 1.12 is 12 % above it."""

    @staticmethod
    def _of(value: Mapping[str, Any]) -> Bound:
        return Bound(value["clocks"], value["by"], value["distance"]["last"])


@dataclass(frozen=True)
class LoopBound:
    """The least that a loop takes under one parameter set."""

    one_wave: Bound
    own_waves: Bound


@dataclass(frozen=True)
class Registers:
    """Numbers of registers by file."""

    vgpr: int
    agpr: int
    sgpr: int

    def __str__(self) -> str:
        return f"{self.vgpr} v, {self.agpr} a, {self.sgpr} s"


@dataclass(frozen=True)
class Stalls:
    """Where the clocks of an iteration go, for one wave under the first parameter set.

    The first six add up to the iteration; the others are what each unit alone would take.
    """

    issue: int
    fillers: int
    """Issuing ``s_nop`` and ``s_waitcnt``."""
    vector_memory: int
    """Waiting for vector memory."""
    lds: int
    """Waiting for LDS, scalar memory and messages."""
    units: int
    """A busy pipe or a full queue."""
    results: int
    """Waiting for results of arithmetic."""
    matrix_work: int
    lds_work: int
    vector_memory_work: int

    @staticmethod
    def _of(value: Mapping[str, int]) -> Stalls:
        return Stalls(**{name: value[name] for name in Stalls.__dataclass_fields__})


@dataclass(frozen=True)
class LoopFigures:
    """Figures of an innermost loop; clocks are of one iteration in steady state."""

    block: int
    """Number of its first block in layout order."""
    label: str
    """The label of its first instruction; empty where it has none or that is not known."""
    line: int
    """The line of its first instruction, counted from 1; 0 where that is not known."""
    frequency: float
    """How often its body is taken to run for one run of the function."""
    instructions: int
    matrix_instructions: int
    clocks: Mapping[str, Clocks]
    """By parameter set; the first is what orders are made for."""
    bound: Mapping[str, LoopBound]
    """What no order takes less than, by parameter set."""
    stalls: Stalls
    peak_live: Optional[Registers]
    """The most registers that hold a value which is read later, at any one place."""
    record: Mapping[str, Any] = field(repr=False, compare=False)
    """All that the report has of it; see docs/report.md."""

    @staticmethod
    def _of(record: Mapping[str, Any], place: Mapping[str, Any]) -> LoopFigures:
        live = place.get("peak_live")
        return LoopFigures(
            block=record["block"],
            label=place.get("label", ""),
            line=place.get("line", 0),
            frequency=record["frequency"],
            instructions=record["instructions"],
            matrix_instructions=record["matrix_instructions"],
            clocks=_last_clocks(record),
            bound={
                bound["model"]: LoopBound(
                    Bound._of(bound["one_wave"]), Bound._of(bound["own_waves"])
                )
                for bound in record["bound"]
            },
            stalls=Stalls._of(record["spent"]),
            peak_live=None if live is None else Registers(**live),
            record=record,
        )

    @property
    def name(self) -> str:
        """What it is called in tables."""
        return self.label or f"block {self.block}"


_NO_PLACE: Mapping[str, Any] = {}


@dataclass(frozen=True)
class FunctionFigures:
    """Figures of a function; clocks are of one run, with guessed frequencies of blocks."""

    name: str
    processor: str
    instructions: int
    """Those that take an issue slot."""
    matrix_instructions: int
    waits: int
    """``s_waitcnt`` instructions."""
    nops: int
    """``s_nop`` instructions."""
    wait_states: int
    """Wait states of all ``s_nop``."""
    spill_accesses: int
    registers: Registers
    """The highest register used + 1, by file."""
    waves_per_simd: int
    """Waves that registers and LDS allow on a SIMD."""
    clocks: Mapping[str, Clocks]
    """By parameter set; the first is what orders are made for."""
    loops: tuple[LoopFigures, ...]
    """Its innermost loops, in layout order."""
    peak_live: Optional[Registers]
    """The most registers that hold a value which is read later, at any one place."""
    record: Mapping[str, Any] = field(repr=False, compare=False)
    """All that the report has of it; see docs/report.md."""

    @staticmethod
    def _of(
        record: Mapping[str, Any], place: Optional[Mapping[str, Any]] = None
    ) -> FunctionFigures:
        place = place or {}
        loops, live = record["loops"], place.get("peak_live")
        places = place.get("loops") or [{}] * len(loops)
        return FunctionFigures(
            name=record["function"],
            processor=record["mcpu"],
            instructions=record["instructions"],
            matrix_instructions=record["matrix_instructions"],
            waits=record["s_waitcnt"],
            nops=record["s_nop"],
            wait_states=record["nop_wait_states"],
            spill_accesses=record["spill_accesses"],
            registers=Registers(record["peak_vgpr"], record["peak_agpr"], record["peak_sgpr"]),
            waves_per_simd=record["waves_per_simd"],
            clocks=_last_clocks(record),
            loops=tuple(LoopFigures._of(loop, at) for loop, at in zip(loops, places)),
            peak_live=None if live is None else Registers(**live),
            record=record,
        )

    def _table(self) -> Table:
        table = Table(_FIGURE_HEADINGS, caption=self._about())
        for model, clocks in self.clocks.items():
            table.rows.append(("function", model, clocks.own_waves, clocks.one_wave, *[None] * 9))
        for loop in self.loops:
            for model, clocks in loop.clocks.items():
                bound = loop.bound.get(model)
                of_first = model == next(iter(loop.clocks))
                row: list[Cell] = [loop.name, model, clocks.own_waves, clocks.one_wave]
                row += [bound.own_waves.clocks, bound.own_waves.by] if bound else [None, None]
                row += _stall_cells(loop.stalls) if of_first else [None] * 6
                row.append(str(loop.peak_live) if of_first and loop.peak_live else None)
                table.rows.append(row)
        return table

    def _about(self) -> str:
        return (
            f"{self.name} ({self.processor}): {counted(self.instructions, 'instruction')}, "
            f"{counted(self.waits, 'wait')}, {counted(self.wait_states, 'wait state')} in "
            f"{counted(self.nops, 'nop')}, "
            f"registers {self.registers}"
            + (f" (live at most {self.peak_live})" if self.peak_live else "")
            + f", {counted(self.waves_per_simd, 'wave')} per SIMD; modelled clocks"
        )

    def __str__(self) -> str:
        return self._table().text()

    def _repr_html_(self) -> str:
        return self._table().html()


_FIGURE_HEADINGS = (
    "where",
    "model",
    "own waves",
    "one wave",
    "least",
    "by",
    "issue",
    "fillers",
    "vmem",
    "lds",
    "units",
    "results",
    "peak live",
)


def _stall_cells(stalls: Stalls) -> list[int]:
    return [
        stalls.issue,
        stalls.fillers,
        stalls.vector_memory,
        stalls.lds,
        stalls.units,
        stalls.results,
    ]


def _last_clocks(record: Mapping[str, Any]) -> dict[str, Clocks]:
    return {clocks["model"]: Clocks._of(clocks["last"]) for clocks in record["clocks"]}


@dataclass(frozen=True)
class Evaluation:
    """The figures of a text as it is."""

    functions: tuple[FunctionFigures, ...]
    """In the order of the text."""
    skipped: tuple[Skipped, ...]

    @staticmethod
    def _of(value: Mapping[str, Any]) -> Evaluation:
        return Evaluation(
            tuple(FunctionFigures._of(one["figures"], one) for one in value["functions"]),
            tuple(Skipped._of(skipped) for skipped in value["skipped"]),
        )

    def __getitem__(self, name: str) -> FunctionFigures:
        for function in self.functions:
            if function.name == name:
                return function
        raise KeyError(name)

    def __str__(self) -> str:
        return "\n\n".join([*map(str, self.functions), *map(str, self.skipped)])

    def _repr_html_(self) -> str:
        return "".join(function._repr_html_() for function in self.functions)
