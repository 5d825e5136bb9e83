"""What the kit knows of a GPU."""

from __future__ import annotations

import dataclasses
from typing import Any, Optional

#: GPUs that the kit has code objects for, and where they are.
SUPPORTED: dict[str, str] = {
    "gfx90a": "MI210, MI250, MI250X",
    "gfx942": "MI300A, MI300X, MI325X",
    "gfx950": "MI350X, MI355X",
}


class Unusable(Exception):
    """This GPU, or its runtime, cannot be calibrated or probed."""


@dataclasses.dataclass(frozen=True)
class Device:
    """A visible device; numbers are None where the runtime's layout is not known."""

    index: int
    name: str
    arch: str
    features: str = ""
    cu_count: Optional[int] = None
    clock_khz: Optional[int] = None
    memory_clock_khz: Optional[int] = None
    memory_bytes: Optional[int] = None
    l2_bytes: Optional[int] = None

    @property
    def supported(self) -> bool:
        """Whether the kit is for this GPU."""
        return self.arch in SUPPORTED

    def compute_units(self) -> int:
        """Their number. Raises Unusable where the runtime does not say it."""
        if not self.cu_count:
            raise Unusable(
                "the runtime does not say how many compute units the GPU has, so that it cannot be filled: use ROCm 6 or newer"
            )
        return self.cu_count

    def to_json(self) -> dict[str, Any]:
        """For the report: nothing that tells one machine from another of its kind."""
        return dataclasses.asdict(self)

    def __str__(self) -> str:
        return "%d: %s (%s)" % (self.index, self.name, self.arch)


def supported_text() -> str:
    """The supported GPUs in a sentence."""
    return ", ".join(f"{arch} ({names})" for arch, names in SUPPORTED.items())
