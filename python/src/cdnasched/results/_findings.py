"""What a text breaks, and what mends it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Optional

from .._tables import Table, counted


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
