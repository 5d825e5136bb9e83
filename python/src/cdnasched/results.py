"""What the functions of this package return: plain, immutable data.

Units: clocks are modelled clocks of the GPU (docs/timing.md), never measured ones; wait states are
those of ``s_nop``; registers are 32 bits wide each. ``one_wave`` is one wave alone on its SIMD,
``own_waves`` the SIMD's time at the kernel's own number of waves, divided by that number.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Optional

from ._tables import Cell, Table, counted, percent


@dataclass(frozen=True)
class Spot:
    """An instruction of the text."""

    line: int
    """Counted from 1."""
    column: int
    """Counted from 1."""
    instruction: str
    """As text; empty where the place is none."""
    in_macro: bool = False
    """A macro or repetition made it; line and column are those of its outermost use."""

    @staticmethod
    def _of(value: Mapping[str, Any]) -> Spot:
        return Spot(value["line"], value["column"], value["instruction"], value["in_macro"])


@dataclass(frozen=True)
class Skipped:
    """A function that was not looked at. Nothing is known about it."""

    function: str
    reason: str

    @staticmethod
    def _of(value: Mapping[str, Any]) -> Skipped:
        return Skipped(value["function"], value["reason"])

    def __str__(self) -> str:
        return f"{self.function} was not analysed: {self.reason}"


@dataclass(frozen=True)
class Finding:
    """What is wrong at an instruction."""

    severity: str
    """``error``, ``suspicious``, ``undecided`` or ``needless``; see docs/lint.md."""
    rule: str
    """The row of the table in docs/hazards.md, or a name for the kind of wait."""
    message: str
    """What is wrong, as a sentence without a full stop."""
    mend: str
    """What would mend it; may be empty."""
    function: str
    at: Spot
    """What relies on something, or is needless."""
    after: Optional[Spot]
    """What it relies on, where that is one instruction."""
    counter: Optional[str]
    """Of a missing wait: ``vmcnt``, ``lgkmcnt`` or ``expcnt``."""
    have: Optional[int]
    """Of missing wait states: those that are there."""
    need: Optional[int]
    """Wait states that are needed; of a wait, the highest value of the counter that suffices."""
    path: tuple[str, ...]
    """The blocks passed between the two instructions, by label."""
    document: str
    """Where the rule is documented."""
    identity: str
    """Names the finding also after lines have moved."""

    @staticmethod
    def _of(value: Mapping[str, Any]) -> Finding:
        lack, after = value["lack"], value["after"]
        states = lack.get("wait_states", {}) if isinstance(lack, dict) else {}
        wait = lack.get("wait", {}) if isinstance(lack, dict) else {}
        return Finding(
            severity=value["severity"],
            rule=value["rule"],
            message=value["message"],
            mend=value["mend"],
            function=value["function"],
            at=Spot._of(value["at"]),
            after=None if after is None else Spot._of(after),
            counter=wait.get("counter"),
            have=states.get("have"),
            need=states.get("need", wait.get("count")),
            path=tuple(value["path"]),
            document=value["document"],
            identity=value["identity"],
        )

    def __str__(self) -> str:
        lines = [
            f"{self.at.line}:{self.at.column}: {self.severity}: {self.message} [{self.rule}]",
            f"    {self.at.instruction}",
        ]
        if self.after is not None:
            lines.append(f"  after line {self.after.line}: {self.after.instruction}")
        lines.append(f"  see {self.document}")
        if self.mend:
            lines.append(f"  mend: {self.mend} (function {self.function})")
        return "\n".join(lines)


@dataclass(frozen=True)
class Findings:
    """What lint says about a text: a sequence of findings, false when there are none."""

    findings: tuple[Finding, ...]
    """Function by function, in the order of the text."""
    skipped: tuple[Skipped, ...]
    """Functions that were not analysed."""
    functions: int
    """How many functions were analysed."""
    instructions: int
    """How many instructions are in them."""

    @staticmethod
    def _of(value: Mapping[str, Any]) -> Findings:
        return Findings(
            tuple(Finding._of(finding) for finding in value["findings"]),
            tuple(Skipped._of(skipped) for skipped in value["skipped"]),
            value["functions"],
            value["instructions"],
        )

    def __len__(self) -> int:
        return len(self.findings)

    def __iter__(self) -> Iterator[Finding]:
        return iter(self.findings)

    def __getitem__(self, at: int) -> Finding:
        return self.findings[at]

    def _about(self) -> str:
        return (
            f"{counted(len(self), 'finding')} in {counted(self.functions, 'function')}, "
            f"{counted(self.instructions, 'instruction')}"
            + (f"; {counted(len(self.skipped), 'function')} not analysed" if self.skipped else "")
        )

    def __str__(self) -> str:
        return "\n".join([*map(str, self.findings), *map(str, self.skipped), self._about()])

    def _repr_html_(self) -> str:
        rows = [(f.at.line, f.severity, f.rule, f.at.instruction, f.message, f.mend) for f in self]
        headings = ("line", "severity", "rule", "instruction", "what", "mend")
        return Table(headings, list(rows), self._about()).html()


@dataclass(frozen=True)
class Added:
    """An instruction that was put in."""

    line: int
    """Of the text as it was, counted from 1."""
    text: str
    """The instruction as it is now."""
    instead_of: str
    """What it replaces; empty when it is new."""
    rule: str
    before: str
    """The instruction that it stands before."""


@dataclass(frozen=True)
class Left:
    """Something that is still missing."""

    line: int
    rule: str
    reason: str
    """What is missing, why it could not be put there, and what to do."""


@dataclass(frozen=True)
class Fixed:
    """What became of a text that was mended."""

    text: str
    """The input, byte for byte, where nothing was missing."""
    added: tuple[Added, ...]
    left: tuple[Left, ...]
    skipped: tuple[Skipped, ...]
    undecided: int
    """Places of which the text does not show whether they are right; they are left alone."""

    @staticmethod
    def _of(value: Mapping[str, Any]) -> Fixed:
        return Fixed(
            value["text"],
            tuple(
                Added(a["line"], a["text"], a["instead_of"], a["rule"], a["before"])
                for a in value["added"]
            ),
            tuple(Left(left["line"], left["rule"], left["reason"]) for left in value["left"]),
            tuple(Skipped._of(skipped) for skipped in value["skipped"]),
            value["undecided"],
        )

    def _tables(self) -> list[Table]:
        added = Table(
            ("line", "put in", "instead of", "before", "rule"),
            [(a.line, a.text, a.instead_of or None, a.before, a.rule) for a in self.added],
            f"{len(self.added)} put in",
        )
        left = Table(
            ("line", "rule", "reason"),
            [(left.line, left.rule, left.reason) for left in self.left],
            f"{len(self.left)} still missing",
        )
        return [table for table in (added, left) if table.rows or table is added]

    def __str__(self) -> str:
        tables = [table.text() for table in self._tables()]
        return "\n".join([*tables, *map(str, self.skipped)])

    def _repr_html_(self) -> str:
        return "".join(table.html() for table in self._tables())


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
            table.rows.append(("function", model, clocks.one_wave, clocks.own_waves, *[None] * 9))
        for loop in self.loops:
            for model, clocks in loop.clocks.items():
                bound = loop.bound.get(model)
                of_first = model == next(iter(loop.clocks))
                row: list[Cell] = [loop.name, model, clocks.one_wave, clocks.own_waves]
                row += [bound.one_wave.clocks, bound.one_wave.by] if bound else [None, None]
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
    "one wave",
    "own waves",
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


@dataclass(frozen=True)
class Remark:
    """What a stage says of a function."""

    kind: str
    """``passed``, ``missed``, ``analysis``, ``warning`` or ``error``."""
    name: str
    message: str


@dataclass(frozen=True)
class OptimisedFunction:
    """What became of a function."""

    name: str
    kept: Optional[str]
    """Why it stayed as it was; none when it has changed."""
    before: FunctionFigures
    after: FunctionFigures
    remarks: tuple[Remark, ...]
    mended_waits: int = 0
    """Waits that were missing in the text as it was, and are in the result."""
    mended_wait_states: int = 0
    """Places that lacked wait states in the text as it was, and do not in the result."""

    @staticmethod
    def _of(value: Mapping[str, Any]) -> OptimisedFunction:
        return OptimisedFunction(
            value["name"],
            value["kept"],
            FunctionFigures._of(value["before"]),
            FunctionFigures._of(value["after"]),
            tuple(Remark(r["kind"], r["name"], r["message"]) for r in value["remarks"]),
            value["mended"]["waits"],
            value["mended"]["wait_states"],
        )


@dataclass(frozen=True)
class Optimised:
    """A text whose kernels were ordered anew."""

    text: str
    """The input, byte for byte, where nothing was changed."""
    functions: tuple[OptimisedFunction, ...]
    """In the order of the text."""

    @staticmethod
    def _of(value: Mapping[str, Any]) -> Optimised:
        functions = tuple(OptimisedFunction._of(function) for function in value["functions"])
        return Optimised(value["text"], functions)

    @property
    def changed(self) -> bool:
        """Whether any function has changed."""
        return any(function.kept is None for function in self.functions)

    def _table(self) -> Table:
        table = Table(_CHANGE_HEADINGS, caption="modelled clocks")
        for function in self.functions:
            if function.kept is not None:
                row = (function.name, "-", *[None] * 5, f"kept: {function.kept}")
                table.rows.append(row)
                continue
            table.rows += _change_rows(function.name, function.before, function.after)
        return table

    def _mended(self) -> list[str]:
        """What was missing and is no longer, a line for each function."""
        return [
            f"{function.name}: mended: {function.mended_waits} missing waits, "
            f"{function.mended_wait_states} places that lacked wait states"
            for function in self.functions
            if function.mended_waits or function.mended_wait_states
        ]

    def __str__(self) -> str:
        return "\n".join([self._table().text(), *self._mended()])

    def _repr_html_(self) -> str:
        return self._table().html()


_CHANGE_HEADINGS = (
    "where",
    "model",
    "one wave",
    "then",
    "own waves",
    "then",
    "one wave, change",
    "own waves, change",
)


def _change_rows(
    where: str,
    one: FunctionFigures | LoopFigures,
    other: FunctionFigures | LoopFigures,
) -> list[tuple[str, str, float, float, float, float, str, str]]:
    rows = []
    for model, old in one.clocks.items():
        new = other.clocks.get(model)
        if new is not None:
            changes = percent(old.one_wave, new.one_wave), percent(old.own_waves, new.own_waves)
            figures = (old.one_wave, new.one_wave, old.own_waves, new.own_waves)
            rows.append((where, model, *figures, *changes))
    return rows


@dataclass(frozen=True)
class LoopPair:
    """A loop that both texts have."""

    one: LoopFigures
    other: LoopFigures


@dataclass(frozen=True)
class FunctionPair:
    """A function that both texts have."""

    one: FunctionFigures
    other: FunctionFigures
    loops: tuple[LoopPair, ...]
    """Its loops that were found in both, in layout order."""

    @property
    def name(self) -> str:
        return self.one.name


@dataclass(frozen=True)
class Comparison:
    """Two texts, function by function and loop by loop."""

    one: Evaluation
    other: Evaluation
    functions: tuple[FunctionPair, ...]
    """Those that both have, by name."""

    @staticmethod
    def _of(value: Mapping[str, Any]) -> Comparison:
        one, other = Evaluation._of(value["one"]), Evaluation._of(value["other"])
        pairs = []
        for same in value["same"]:
            left, right = one.functions[same["one"]], other.functions[same["other"]]
            loops = (LoopPair(left.loops[of], right.loops[to]) for of, to in same["loops"])
            pairs.append(FunctionPair(left, right, tuple(loops)))
        return Comparison(one, other, tuple(pairs))

    def _table(self) -> Table:
        table = Table(_CHANGE_HEADINGS, caption="modelled clocks")
        for pair in self.functions:
            table.rows += _change_rows(pair.name, pair.one, pair.other)
            for loop in pair.loops:
                table.rows += _change_rows(f"  {loop.one.name}", loop.one, loop.other)
        return table

    def _counts(self) -> Table:
        table = Table(("function", "what", "one", "other"))
        for pair in self.functions:
            for what in ("instructions", "waits", "nops", "wait_states", "waves_per_simd"):
                figures = getattr(pair.one, what), getattr(pair.other, what)
                table.rows.append((pair.name, what.replace("_", " "), *figures))
        return table

    def __str__(self) -> str:
        return f"{self._table().text()}\n\n{self._counts().text()}"

    def _repr_html_(self) -> str:
        return self._table().html() + self._counts().html()
