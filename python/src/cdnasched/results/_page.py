"""A page for kernels."""

import os
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Union


@dataclass(frozen=True)
class Page:
    """A page for kernels, in one file that asks for nothing else (docs/view.md)."""

    html: str = field(repr=False)
    """The page."""
    functions: tuple[str, ...]
    """The kernels that it shows."""

    def save(self, path: Union[str, "os.PathLike[str]"]) -> Path:
        """Writes the page; where it is."""
        place = Path(path)
        place.write_text(self.html, encoding="utf-8")
        return place

    def _repr_html_(self) -> str:
        """For notebooks: the page in a frame whose scripts reach nothing outside of it."""
        title, page = escape(", ".join(self.functions)), escape(self.html)
        style = "width: 100%; height: 760px; border: 1px solid #999"
        return (
            f'<iframe sandbox="allow-scripts" style="{style}" title="{title}" srcdoc="{page}">'
            "</iframe>"
        )
