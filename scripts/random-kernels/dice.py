"""Numbers that are the same on every machine and with every Python."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")
MASK = (1 << 64) - 1


class Dice:
    """Splitmix64: `random` promises the same numbers for the same seed only within some of its functions."""

    def __init__(self, seed: int) -> None:
        self._state = (seed * 0x9E3779B97F4A7C15 + 0xD1B54A32D192ED03) & MASK

    def _next(self) -> int:
        self._state = (self._state + 0x9E3779B97F4A7C15) & MASK
        mixed = self._state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & MASK
        return mixed ^ (mixed >> 31)

    def below(self, end: int) -> int:
        """A number from 0 up to, but not including, `end`."""
        return self._next() % end

    def between(self, first: int, last: int) -> int:
        """A number from `first` to `last`."""
        return first + self.below(last - first + 1)

    def chance(self, percent: int) -> bool:
        """True so often in a hundred."""
        return self.below(100) < percent

    def pick(self, values: list[T] | tuple[T, ...]) -> T:
        """One of them."""
        return values[self.below(len(values))]

    def weighted(self, values: dict[T, int]) -> T:
        """One of the keys, as often as its number says."""
        at = self.below(sum(values.values()))
        for value, weight in values.items():
            at -= weight
            if at < 0:
                return value
        raise AssertionError("the weights do not add up")
