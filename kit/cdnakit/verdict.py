"""What the measured ratios say about the modelled ones. The rules are the table in kit/README.md; `RULES` is that table.

A ratio is ours / LLVM: below 1 we are faster. An interval is first widened on both sides by the farthest that the control's
(LLVM against LLVM in the same rounds) gets from 1, so that what the machine does to identical code counts as noise.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Callable, Optional

from .statistics import Interval

CONFIRMED = "CONFIRMED"
REFUTED = "REFUTED"
UNDECIDED = "UNDECIDED"
WRONG_RESULTS = "WRONG RESULTS"
#: Of code that is not the kit's, of which nothing is modelled: the second against the first.
FASTER = "FASTER"
SLOWER = "SLOWER"
SAME = "SAME"
#: Compared only: with --no-timing, or where the model claims nothing.
RESULTS_RIGHT = "RESULTS RIGHT"
NOT_MEASURED = "NOT MEASURED"

#: Why a gain is confirmed that the model does not explain.
LARGER = "the gain is there, and larger than modelled"

#: Why results of the user's own code are not compared.
NOT_DETERMINISTIC = "not deterministic: the first code gave other results in a second launch, so they are not compared"
#: In the order in which a report lists them.
ORDER = (WRONG_RESULTS, REFUTED, UNDECIDED, CONFIRMED, FASTER, SLOWER, SAME, RESULTS_RIGHT, NOT_MEASURED)

#: Fewer rounds than this decide nothing.
MIN_ROUNDS = 8
#: A control that excludes 1 decides nothing, unless all of it is this close: it is in the noise either way.
CONTROL_WITHIN = 0.005
#: The model claims a gain where its ratio is below 1 by more than this.
GAIN_FROM = 0.005
#: Share of the modelled gain that must be there.
SHARE = 0.5
#: Where the model claims no gain, the measured ratio may be this far from the modelled one.
SAME_WITHIN = 0.03
#: Two versions of which nothing is modelled are the same where the ratio is this close to 1.
SAME_AS_BEFORE = 0.01


@dataclasses.dataclass(frozen=True)
class Claim:
    """What is judged: a modelled ratio and what was measured."""

    modelled: float
    rounds: int
    measured: Optional[Interval]
    control: Optional[Interval]

    @property
    def noise(self) -> float:
        """The farthest that the control's interval gets from 1."""
        return max(1 - self.control.low, self.control.high - 1) if self.control else 0.0

    @property
    def low(self) -> float:
        """The interval's lower end, widened."""
        return (self.measured.low if self.measured else 0.0) - self.noise

    @property
    def high(self) -> float:
        """The interval's upper end, widened."""
        return (self.measured.high if self.measured else 0.0) + self.noise

    @property
    def gain(self) -> float:
        """The modelled gain; 0 where the model claims none."""
        gain = 1 - self.modelled
        return gain if gain > GAIN_FROM else 0.0

    @property
    def limit(self) -> float:
        """The ratio at which the share of the modelled gain is just reached."""
        return 1 - SHARE * self.gain


@dataclasses.dataclass(frozen=True)
class Verdict:
    """A verdict and why."""

    verdict: str
    why: str


#: (when, verdict, why), tried in order.
RULES: Sequence[tuple[Callable[[Claim], bool], str, str]] = (
    (lambda c: c.measured is None or c.control is None, UNDECIDED, "nothing was measured"),
    (lambda c: c.rounds < MIN_ROUNDS, UNDECIDED, "too few rounds: {rounds} of {min_rounds}"),
    (
        lambda c: c.control is not None and not c.control.contains(1.0) and c.noise > CONTROL_WITHIN,
        UNDECIDED,
        "this machine is too noisy: LLVM's code against itself measured {control.low:.4f} to {control.high:.4f}",
    ),
    (
        lambda c: c.gain > 0 and c.high <= min(c.limit, c.modelled - max(SAME_WITHIN, SHARE * c.gain)),
        CONFIRMED,
        LARGER,
    ),
    (lambda c: c.gain > 0 and c.high < c.limit, CONFIRMED, "at least half of the modelled gain is there"),
    (lambda c: c.gain > 0 and c.low > 1, REFUTED, "ours is slower"),
    (lambda c: c.gain > 0 and c.low > c.limit, REFUTED, "less than half of the modelled gain is there"),
    (lambda c: c.gain > 0, UNDECIDED, "the interval holds both half of the modelled gain and less"),
    (
        lambda c: c.gain == 0 and c.low >= c.modelled - SAME_WITHIN and c.high <= c.modelled + SAME_WITHIN,
        CONFIRMED,
        "as modelled, within 3 points",
    ),
    (
        lambda c: c.gain == 0 and (c.high < c.modelled - SAME_WITHIN or c.low > c.modelled + SAME_WITHIN),
        REFUTED,
        "the model claims no gain and is off by more than 3 points",
    ),
    (lambda c: True, UNDECIDED, "the interval reaches over the 3 points around the modelled ratio"),
)


#: As `RULES`, where nothing is modelled.
RULES_OF_MINE: Sequence[tuple[Callable[[Claim], bool], str, str]] = (
    *RULES[:3],
    (lambda c: c.low >= 1 - SAME_AS_BEFORE and c.high <= 1 + SAME_AS_BEFORE, SAME, "within 1 point"),
    (lambda c: c.high < 1, FASTER, "the interval lies wholly below 1"),
    (lambda c: c.low > 1, SLOWER, "the interval lies wholly above 1"),
    (lambda c: True, UNDECIDED, "the interval holds 1, and reaches over 1 point around it"),
)


def judge(claim: Claim, is_mine: bool = False) -> Verdict:
    """The first rule that holds."""
    for holds, verdict, why in RULES_OF_MINE if is_mine else RULES:
        if holds(claim):
            text = why.format(rounds=claim.rounds, min_rounds=MIN_ROUNDS, control=claim.control)
            return Verdict(verdict, text)
    raise AssertionError("the last rule always holds")


def of_kernel(claims: Sequence[str]) -> str:
    """A kernel's verdict from those of its claims: refuted if one is, confirmed only if all are. There is at least one."""
    for verdict in (REFUTED, UNDECIDED, FASTER, SLOWER, SAME):
        if verdict in claims:
            return verdict
    return CONFIRMED


def sort_key(verdict: str) -> int:
    """Place in a report."""
    return ORDER.index(verdict)


def count(verdicts: Sequence[str]) -> list[tuple[str, int]]:
    """How many of each, in the report's order; those that do not occur are left out."""
    return [(verdict, verdicts.count(verdict)) for verdict in ORDER if verdict in verdicts]
