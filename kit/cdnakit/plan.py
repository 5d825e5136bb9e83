"""How long each section is to take."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from .manifest import Kernel

#: Loading the runtime and looking for the device.
START_SECONDS = 5.0

RESULTS = "results"
WARM_UP = "warm up"
ONE_WAVES = "one workgroup, s_memtime"
FULL_WAVES = "full grid, s_memtime"
FULL_EVENTS = "full grid, event timer"

#: Section of a kernel: its share of the kernel's time. Results of pure Python's inputs and copies take what they take.
SHARES: Sequence[tuple[str, float]] = (
    (RESULTS, 0.25),
    (WARM_UP, 0.05),
    (ONE_WAVES, 0.20),
    (FULL_WAVES, 0.20),
    (FULL_EVENTS, 0.30),
)


@dataclasses.dataclass(frozen=True)
class Section:
    """A stretch of the run."""

    kernel: str  # "" for the start
    name: str
    seconds: float


def make(kernels: Sequence[Kernel], minutes: float, timing: bool = True) -> list[Section]:
    """The sections in order. With timing they add up to `minutes`; without, to the start and the results' parts."""
    start = min(START_SECONDS, minutes * 60 / 2)
    sections = [Section("", "start", start)]
    for kernel in kernels:
        each = (minutes * 60 - start) / len(kernels)
        sections += [Section(kernel.name, name, each * share) for name, share in SHARES if timing or name == RESULTS]
    return sections


def of_kernel(sections: Sequence[Section], kernel: str) -> dict[str, float]:
    """Section: seconds, of one kernel."""
    return {section.name: section.seconds for section in sections if section.kernel == kernel}


def text(sections: Sequence[Section]) -> str:
    """The plan as a table, and its whole length."""
    lines = ["%8s  %8s  %s" % ("at", "seconds", "section")]
    at = 0.0
    for section in sections:
        lines.append(
            "{:7.1f}s  {:7.1f}s  {}".format(
                at, section.seconds, ": ".join(filter(None, (section.kernel, section.name)))
            )
        )
        at += section.seconds
    lines.append("%7.1fs  in all: %d min %02d s" % (at, int(round(at)) // 60, int(round(at)) % 60))
    return "\n".join(lines)
