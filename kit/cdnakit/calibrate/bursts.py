"""Bursts to the queues of LDS and vector memory, by the rules of the model (docs/timing.md).

The fit looks for the queue that explains how long bursts of several sizes take."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Callable, Optional

from .observations import Value


@dataclass(frozen=True)
class LdsAccess:
    """An access to LDS: slots, and entries of the queue that it takes."""

    issue: float
    busy: float
    entries: int


def lds_burst(access: LdsAccess, count: int, queue: int, entries: int) -> float:
    """Slots until the wave has issued `count` accesses to an idle LDS."""
    now = free = 0.0
    served: list[float] = []
    released: list[float] = []
    for _ in range(count):
        if len(served) >= queue:
            now = max(now, served[len(served) - queue])
        last = len(released) + min(access.entries, entries)
        if last > entries:
            now = max(now, released[last - entries - 1])
        start = max(now, free)
        free = start + access.busy
        served.append(free)
        for entry in range(access.entries):
            released.append(start + float(int(access.busy * entry / access.entries + 1e-6)))
        now += access.issue
    return now


def vmem_burst(busy: float, count: int, queue: int) -> float:
    """Slots until the wave has issued `count` loads to an idle L1 cache."""
    now = free = 0.0
    started: list[float] = []
    for _ in range(count):
        if len(started) >= queue:
            now = max(now, started[len(started) - queue])
        start = max(now, free)
        free = start + busy
        started.append(start)
        now += 1.0
    return now


def vmem_return(busy: float, latency: float, count: int, queue: int, dwords: int, width: int) -> float:
    """Slots until the last of `count` loads of `width` dwords has returned."""
    now = free = returned = 0.0
    started: list[float] = []
    places: list[float] = []
    for _ in range(count):
        if len(started) >= queue:
            now = max(now, started[len(started) - queue])
        start = max(now, free)
        last = len(places) + min(width, dwords)
        if last > dwords:
            start = max(start, places[last - dwords - 1])
        free = start + busy
        started.append(start)
        returned = max(returned, start + latency)
        places += [returned] * width
        now += 1.0
    return returned


Curve = tuple[dict[int, Value], Callable[[int, int], float]]


def best(candidates: Iterable[int], curves: Iterable[Curve]) -> Optional[Best]:
    """The candidate whose predictions are nearest to the measured curves, by least squares of what
    each point is above the first; `None` where there are no curves."""
    curves = list(curves)
    if not curves:
        return None
    errors: list[tuple[float, int]] = []
    for candidate in candidates:
        total, points = 0.0, 0
        for measured, predict in curves:
            first = min(measured)
            for size, value in measured.items():
                off = value.value - measured[first].value
                off -= predict(size, candidate) - predict(first, candidate)
                total, points = total + off * off, points + 1
        errors.append(((total / max(points, 1)) ** 0.5, candidate))
    least = min(errors)[0]
    as_good = [candidate for error, candidate in errors if error <= least + 1e-6]
    return Best(as_good, least)


@dataclass(frozen=True)
class Best:
    """Candidates that explain the measurement equally well, and how far off they are (slots, root mean
    square)."""

    candidates: list[int]
    error: float
