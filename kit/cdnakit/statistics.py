"""Medians and bootstrap intervals, the same on every machine for the same samples and seed."""

from __future__ import annotations

import dataclasses
import math
import random
from collections.abc import Sequence


@dataclasses.dataclass(frozen=True)
class Interval:
    """A ratio and the interval that holds it with the level asked for."""

    low: float
    mid: float
    high: float

    def contains(self, value: float) -> bool:
        """Whether the value lies in the interval, ends included."""
        return self.low <= value <= self.high

    def to_json(self) -> dict[str, float]:
        """Six digits after the point."""
        return {"low": round(self.low, 6), "mid": round(self.mid, 6), "high": round(self.high, 6)}


def median(values: Sequence[float]) -> float:
    """The middle, or the mean of the two in the middle. Raises ValueError without values."""
    if not values:
        raise ValueError("no values")
    ordered = sorted(values)
    half = len(ordered) // 2
    return float(ordered[half]) if len(ordered) % 2 else (ordered[half - 1] + ordered[half]) / 2


def geometric_mean(values: Sequence[float]) -> float:
    """Of positive values. Raises ValueError without values."""
    if not values:
        raise ValueError("no values")
    return math.exp(math.fsum(math.log(value) for value in values) / len(values))


def bootstrap_ratio(
    a: Sequence[float], b: Sequence[float], level: float = 0.95, rounds: int = 2000, seed: int = 1
) -> Interval:
    """median(b) / median(a) with a percentile bootstrap interval.

    `a[i]` and `b[i]` come from the same round of measurement, and rounds are what is drawn (with replacement), so that a
    drift that touches both drops out. Raises ValueError for no samples, lists of different length, or a median of zero.
    """
    count = len(a)
    if count != len(b):
        raise ValueError("%d samples against %d: rounds are drawn in pairs" % (count, len(b)))
    generator = random.Random(seed)  # random() of a seeded generator is the same in every version of Python
    ratios: list[float] = []
    for _ in range(rounds):
        drawn = [int(generator.random() * count) for _ in range(count)]
        ratios.append(_ratio([a[i] for i in drawn], [b[i] for i in drawn]))
    ratios.sort()
    tail = (1 - level) / 2
    low = ratios[int(math.floor(tail * (rounds - 1)))]
    high = ratios[int(math.ceil((1 - tail) * (rounds - 1)))]
    return Interval(low, _ratio(a, b), high)


def _ratio(a: Sequence[float], b: Sequence[float]) -> float:
    below = median(a)
    if below <= 0:
        raise ValueError("a median of zero clocks")
    return median(b) / below
