"""What the model says of a text before and after, or of two."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Optional

from .._tables import Table, percent
from ._figures import Evaluation, FunctionFigures, LoopFigures


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
    "own waves",
    "then",
    "one wave",
    "then",
    "own waves, change",
    "one wave, change",
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
            changes = percent(old.own_waves, new.own_waves), percent(old.one_wave, new.one_wave)
            figures = (old.own_waves, new.own_waves, old.one_wave, new.one_wave)
            rows.append((where, model, *figures, *changes))
    return rows


@dataclass(frozen=True)
class Candidate:
    """A kernel in one of several texts."""

    name: str
    """What the text is called."""
    clocks: Optional[float]
    """Modelled clocks at the kernel's own number of waves, with what opt made of the text; none
    where that was not done."""
    lost: Optional[str]
    """Why it is not the one, in a word or two; none of the one that is."""


@dataclass(frozen=True)
class Picked:
    """One of several texts of the same kernels, with its kernels ordered anew."""

    text: str
    name: str
    """What the text is called that was taken."""
    at: int
    """Its place among those that were given."""
    kernels: dict[str, tuple[Candidate, ...]]
    """By kernel, what each text is for it, in the order in which they were given."""

    @staticmethod
    def _of(value: Mapping[str, Any]) -> Picked:
        kernels = {
            kernel["name"]: tuple(map(_candidate, kernel["candidates"]))
            for kernel in value["kernels"]
        }
        at = value["picked"]
        return Picked(value["text"], value["name"], at, kernels)


def _candidate(value: Mapping[str, Any]) -> Candidate:
    lost, clocks = value.get("lost"), (value.get("ours") or {}).get("clocks")
    if isinstance(lost, Mapping):
        lost = ": ".join(str(part) for pair in lost.items() for part in pair)
    return Candidate(
        value["strategy"],
        clocks[0]["last"]["own_waves"] if clocks else None,
        lost.replace("_", " ") if lost else None,
    )


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
