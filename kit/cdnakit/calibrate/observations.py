"""What was measured, in clocks, and what follows from it, in issue slots."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass

#: Clocks of an issue slot, the unit of the model's numbers.
SLOT = 4.0


@dataclass(frozen=True)
class Value:
    """A number and how far apart repeated measurements of it were (median absolute deviation)."""

    value: float
    spread: float = 0.0

    def __sub__(self, other: Value) -> Value:
        return Value(self.value - other.value, self.spread + other.spread)

    def __add__(self, other: Value) -> Value:
        return Value(self.value + other.value, self.spread + other.spread)

    def scaled(self, factor: float) -> Value:
        """Both times a factor."""
        return Value(self.value * factor, self.spread * abs(factor))

    def less(self, amount: float) -> Value:
        """A known amount less."""
        return Value(self.value - amount, self.spread)


def typical(values: Sequence[float]) -> Value:
    """Median and median absolute deviation."""
    middle = statistics.median(values)
    return Value(middle, statistics.median(abs(v - middle) for v in values))


def per_trip(short: Sequence[float], long: Sequence[float], lengths: Sequence[int]) -> Value:
    """Clocks of a trip from repeated clocks of two numbers of trips."""
    return (typical(long) - typical(short)).scaled(1.0 / (lengths[1] - lengths[0]))


class Missing(Exception):
    """A micro-kernel that a parameter needs was not measured."""


class Observations:
    """Clocks of one trip of one wave, by micro-kernel and size of the body."""

    def __init__(self) -> None:
        self._trips: dict[str, dict[int, Value]] = {}
        self._waves: dict[str, int] = {}

    def add(self, name: str, size: int, waves: int, clocks: Value) -> None:
        """What a trip of micro-kernel `name` took whose body has `size` units."""
        self._trips.setdefault(name, {})[size] = clocks
        self._waves[name] = waves

    def names(self) -> list[str]:
        """Micro-kernels that were measured."""
        return sorted(self._trips)

    def has(self, name: str) -> bool:
        """Whether there are at least two sizes of a micro-kernel."""
        return len(self._trips.get(name, {})) >= 2

    def points(self, name: str) -> dict[int, Value]:
        """Slots of a trip by size of the body. Raises Missing."""
        if not self.has(name):
            raise Missing(name)
        return {size: v.scaled(1 / SLOT) for size, v in sorted(self._trips[name].items())}

    def unit(self, name: str) -> Value:
        """Slots that one unit of the body adds, for one wave. Raises Missing."""
        points = self.points(name)
        first, last = min(points), max(points)
        return (points[last] - points[first]).scaled(1.0 / (last - first))

    def shared_unit(self, name: str) -> Value:
        """Slots of the SIMD for one unit of one of the waves on it. Raises Missing."""
        return self.unit(name).scaled(1.0 / self._waves[name])
