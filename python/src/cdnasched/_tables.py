"""Tables as text and, for notebooks, as HTML."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Union

Cell = Union[str, int, float, None]


@dataclass
class Table:
    """Rows of cells under headings. Numbers are set to the right; none is a dash."""

    headings: Sequence[str]
    rows: list[Sequence[Cell]] = field(default_factory=list)
    caption: str = ""

    def text(self) -> str:
        """The table as text, without a line end behind it."""
        if not self.rows and self.caption:
            return self.caption
        lines = [list(self.headings), *([_shown(cell) for cell in row] for row in self.rows)]
        widths = [max(len(line[at]) for line in lines) for at in range(len(self.headings))]
        numeric = self._numeric()

        def set_line(line: Sequence[str]) -> str:
            cells = (
                cell.rjust(width) if right else cell.ljust(width)
                for cell, width, right in zip(line, widths, numeric)
            )
            return "  ".join(cells).rstrip()

        rendered = [set_line(line) for line in lines]
        return "\n".join([self.caption, *rendered] if self.caption else rendered)

    def html(self) -> str:
        """The table as HTML."""
        numeric = self._numeric()
        align = ["right" if right else "left" for right in numeric]

        def cells(tag: str, line: Iterable[str]) -> str:
            parts = (
                f'<{tag} style="text-align:{side}">{escape(cell)}</{tag}>'
                for cell, side in zip(line, align)
            )
            return "<tr>" + "".join(parts) + "</tr>"

        caption = f"<caption>{escape(self.caption)}</caption>" if self.caption else ""
        body = "".join(cells("td", (_shown(cell) for cell in row)) for row in self.rows)
        head = cells("th", self.headings)
        return f"<table>{caption}<thead>{head}</thead><tbody>{body}</tbody></table>"

    def _numeric(self) -> list[bool]:
        columns = range(len(self.headings))
        return [all(not isinstance(row[at], str) for row in self.rows) for at in columns]


def _shown(cell: Cell) -> str:
    if cell is None:
        return "-"
    if isinstance(cell, float):
        return f"{cell:.1f}"
    return str(cell)


def percent(one: float, other: float) -> str:
    """How much more the other is than the one, in percent with a sign."""
    return f"{100 * (other / one - 1):+.2f} %" if one else "-"


def counted(number: int, noun: str) -> str:
    """A number with its noun in the singular or plural."""
    return f"{number} {noun}{'' if number == 1 else 's'}"
