"""Measures on this machine's GPU what a kernel gains: Triton's code against ours, and against other
strategies of LLVM's with ours.

Each is launched with the arguments at hand, first for its results and then in turn for its time.
What the kernel writes is put back before each launch.
"""

from __future__ import annotations

import dataclasses
import logging
import random
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Optional, Protocol

from .._version import __version__
from . import _hook, _rewrite
from ._decisions import CHOICES, OPT, TRITON
from ._settings import SettingsError

logger = logging.getLogger("cdnasched.triton")

#: Rounds of launches, each of every choice once, in an order drawn anew; and the least that decide.
ROUNDS, LEAST_ROUNDS = 32, 8

#: What is written before each launch: more than the caches hold.
_BEFORE_BYTES = 512 << 20

#: Draws behind an interval, and its level.
_DRAWS, _LEVEL = 1000, 0.95

#: Triton's code once more in each round: what it differs by is noise.
_CONTROL = "control"


class Gpu(Protocol):
    """What tuning needs of a GPU."""

    def name(self) -> str:
        """Which it is."""

    def save(self, values: Sequence[Any]) -> Any:
        """Copies of what a kernel may write: those of the arguments that are memory."""

    def restore(self, saved: Any) -> None:
        """Writes the copies back."""

    def contents(self, saved: Any) -> list[bytes]:
        """The bytes that the memory has now."""

    def milliseconds(self, launch: Callable[[], object]) -> float:
        """What a launch takes by the GPU's clock."""


class Torch:
    """The GPU that PyTorch uses."""

    def __init__(self) -> None:
        try:
            import torch
        except ImportError as error:
            raise ImportError(
                "cdnasched.triton.tune needs PyTorch with ROCm: https://pytorch.org/get-started"
            ) from error
        self._torch = torch
        # Written before each launch: the GPU is busy while Python prepares it, so that the time
        # between the events is the kernel's, and the caches hold nothing of it.
        self._before = torch.empty(_BEFORE_BYTES, dtype=torch.uint8, device="cuda")

    def name(self) -> str:
        """As PyTorch has it."""
        return str(self._torch.cuda.get_device_name())

    def save(self, values: Sequence[Any]) -> Any:
        """Tensors, each with a copy."""
        tensors = [tensor for value in values for tensor in self._tensors(value)]
        if not tensors:
            raise SettingsError("no argument is a tensor: there is nothing to compare")
        return [(tensor, tensor.detach().clone()) for tensor in tensors]

    def _tensors(self, value: Any) -> list[Any]:
        """The tensors in an argument. Raises SettingsError for one that may hide some."""
        if isinstance(value, self._torch.Tensor):
            return [value]
        if isinstance(value, (tuple, list)):
            return [tensor for member in value for tensor in self._tensors(member)]
        base = getattr(value, "base", None)
        if isinstance(base, self._torch.Tensor):
            return [base]
        plain = (bool, int, float, str, type(None), self._torch.dtype)
        if isinstance(value, plain) or not hasattr(value, "data_ptr"):
            return []
        raise SettingsError(f"an argument is a {type(value).__name__}, whose memory is not known")

    def restore(self, saved: Any) -> None:
        """Writes the copies back."""
        for tensor, copy in saved:
            tensor.detach().copy_(copy)
        self._torch.cuda.synchronize()

    def contents(self, saved: Any) -> list[bytes]:
        """The bytes of the tensors."""
        self._torch.cuda.synchronize()
        plain = [tensor.detach().contiguous().reshape(-1) for tensor, _ in saved]
        return [tensor.view(self._torch.uint8).cpu().numpy().tobytes() for tensor in plain]

    def milliseconds(self, launch: Callable[[], object]) -> float:
        """By two events around the launch."""
        self._before.zero_()
        begin = self._torch.cuda.Event(enable_timing=True)
        end = self._torch.cuda.Event(enable_timing=True)
        begin.record()
        launch()
        end.record()
        end.synchronize()
        return float(begin.elapsed_time(end))


@dataclasses.dataclass(frozen=True)
class Interval:
    """A ratio of times, to Triton's, with what it may be."""

    low: float
    mid: float
    high: float


@dataclasses.dataclass(frozen=True)
class Tuned:
    """What was measured of a kernel."""

    kernel: str
    choice: Optional[str]
    """What it gets: ``triton``, ``opt`` or a strategy; none where the measurement decides
    nothing, and it gets what it would without one."""
    why: str
    ratios: dict[str, Interval]
    """By choice, its time to Triton's; of ``control`` that of Triton's code to itself."""
    times: dict[str, float]
    """By choice, the median in milliseconds."""
    lost: dict[str, str]
    """By choice that was not timed, why."""


def tune(
    kernel: Any,
    grid: Any,
    *arguments: Any,
    rounds: int = ROUNDS,
    most: int = 3,
    gpu: Optional[Gpu] = None,
    **keywords: Any,
) -> Tuned:
    """Measures a kernel with these arguments, and keeps what is fastest where ``enable`` was given
    a file for decisions.

    A choice whose results differ from those of Triton's code by a bit is never taken, and a warning
    says so; where Triton's own results differ from launch to launch, results are not compared. One
    that cannot be launched is out. What is not faster than Triton's code for certain is not taken
    in its place.

    :param kernel: a function of ``triton.jit``: ``kernel[grid](*arguments, **keywords)``.
    :param rounds: launches of each.
    :param most: how many strategies are measured beside Triton's code and ``opt``.
    :param gpu: who launches and measures; none: PyTorch.

    Raises :class:`SettingsError` unless ``cdnasched.triton.enable("opt")`` is in effect, and what
    Triton or its runtime raises for the kernel's own code.
    """
    if rounds < LEAST_ROUNDS:
        raise SettingsError(f"rounds is {rounds}, expected at least {LEAST_ROUNDS}")
    return _Run(kernel, grid, arguments, keywords, gpu or Torch()).run(rounds, most)


class _Run:
    def __init__(
        self,
        kernel: Any,
        grid: Any,
        arguments: Sequence[Any],
        keywords: Mapping[str, Any],
        gpu: Gpu,
    ) -> None:
        self.kernel, self.grid, self.gpu, self.hook = kernel, grid, gpu, _hook.active()
        self.arguments, self.keywords = arguments, keywords
        self.saved = gpu.save([*arguments, *keywords.values()])
        self.lost: dict[str, str] = {}
        self.name, self.text, self.target = "?", "", ""

    def run(self, rounds: int, most: int) -> Tuned:
        """All of it."""
        try:
            choices = self.compiled(most)
            choices = self.checked(choices)
            times = self.timed(choices, rounds)
        finally:
            self.gpu.restore(self.saved)
        return self.decided(times)

    def compiled(self, most: int) -> list[str]:
        """The choices that are other code, Triton's first."""
        known: dict[str, str] = {}
        for choice in CHOICES:
            strategies = set(known.values()) - {TRITON, OPT}
            if choice not in (TRITON, OPT) and len(strategies) >= most:
                break
            with self.hook.forced(choice):
                compiled = self.kernel.warmup(*self.arguments, grid=self.grid, **self.keywords)
            record = getattr(compiled.metadata, "cdnasched", None) or {}
            if choice == TRITON:
                self.name = str(getattr(compiled.metadata, "name", "?"))
                self.text = str(record.get("text", ""))
                self.target = str(compiled.metadata.target.arch).split(":")[0]
                if not self.text:
                    raise SettingsError(f"{self.name} is no kernel that opt looks at")
                if record.get("choice") != choice:
                    raise SettingsError(
                        "tuning needs Triton 3.7 or later: before, launches of a kernel that was "
                        "compiled once stay the same"
                    )
            elif record.get("choice") != choice:
                self.lost[choice] = str(record.get("reason", "it does not fit"))
                continue
            text = compiled.asm["amdgcn"]
            if text in known:
                self.lost[choice] = f"the same code as {known[text]}"
            else:
                known[text] = choice
        return list(known.values())

    def launch(self, choice: str) -> None:
        """One launch, on whatever the arguments hold."""
        with self.hook.forced(choice):
            self.kernel[self.grid](*self.arguments, **self.keywords)

    def results(self, choice: str) -> list[bytes]:
        """What a launch leaves."""
        self.gpu.restore(self.saved)
        self.launch(choice)
        return self.gpu.contents(self.saved)

    def checked(self, choices: list[str]) -> list[str]:
        """Those whose results are the same bits as those of Triton's code."""
        expected = self.results(TRITON)
        is_deterministic = self.results(TRITON) == expected
        if not is_deterministic:
            logger.warning("%s: its results differ from launch to launch: not compared", self.name)
        right = [TRITON]
        for choice in choices[1:]:
            try:
                found = self.results(choice)
            except Exception as error:
                # Nothing runs after an error of the device: then Triton's code shows it, too.
                self.lost[choice] = f"it cannot be launched: {type(error).__name__}: {error}"
                self.results(TRITON)
                continue
            if is_deterministic and found != expected:
                self.lost[choice] = "WRONG RESULTS: they differ from those of Triton's code"
                logger.error(
                    "%s: %s gives other results than Triton's code and is not used; please report "
                    "this with the kernel",
                    self.name,
                    choice,
                )
                continue
            right.append(choice)
        return right

    def timed(self, choices: list[str], rounds: int) -> dict[str, list[float]]:
        """By choice, milliseconds of each round."""
        slots = [*choices, _CONTROL] if len(choices) > 1 else []
        times: dict[str, list[float]] = {slot: [] for slot in slots}
        dice = random.Random(1)
        for _ in range(rounds if slots else 0):
            for slot in dice.sample(slots, len(slots)):
                self.gpu.restore(self.saved)
                choice = TRITON if slot == _CONTROL else slot
                with self.hook.forced(choice):
                    launcher = self.kernel[self.grid]
                    took = self.gpu.milliseconds(lambda: launcher(*self.arguments, **self.keywords))
                times[slot].append(took)
        return times

    def decided(self, times: dict[str, list[float]]) -> Tuned:
        """What the times say, kept and told."""
        ratios = {slot: interval(times[slot], times[TRITON]) for slot in times if slot != TRITON}
        medians = {slot: statistics.median(taken) for slot, taken in times.items() if taken}
        choice, why = choose(ratios)
        tuned = Tuned(self.name, choice, why, ratios, medians, self.lost)
        logger.info("%s: %s: %s", self.name, choice or "undecided", why)
        entry = {
            "kernel": self.name,
            "text": self.text,
            "gpu": self.target,
            "choice": choice,
            "why": why,
            "device": self.gpu.name(),
            "version": __version__,
            "library": _rewrite.library_key(),
            "times_ms": times,
            "ratios": {slot: dataclasses.astuple(ratio) for slot, ratio in ratios.items()},
            "lost": self.lost,
            "time": int(time.time()),
        }
        try:
            self.hook.decide(entry)
        except OSError as error:
            logger.error("%s: the measurement cannot be kept: %s", self.name, error)
        return tuned


def interval(times: Sequence[float], base: Sequence[float]) -> Interval:
    """The median of the rounds' ratios, with a bootstrap interval."""
    ratios = [one / other for one, other in zip(times, base)]
    dice = random.Random(1)
    draws = sorted(
        statistics.median(dice.choices(ratios, k=len(ratios))) for _ in range(_DRAWS)
    )
    tail = int(_DRAWS * (1 - _LEVEL) / 2)
    return Interval(draws[tail], statistics.median(ratios), draws[-1 - tail])


#: A control that is off by more than this decides nothing.
_MOST_NOISE = 0.05


def choose(ratios: Mapping[str, Interval]) -> tuple[Optional[str], str]:
    """What is taken, and why: the fastest of those that are certainly faster than Triton's code."""
    if not ratios:
        return TRITON, "there is nothing else to launch"
    control = ratios[_CONTROL]
    noise = max(1 - control.low, control.high - 1, 0.0)
    if noise > _MOST_NOISE:
        spread = f"{control.low:.3f} to {control.high:.3f}"
        return None, f"too noisy: Triton's code to itself took {spread}"
    others = {choice: ratio for choice, ratio in ratios.items() if choice != _CONTROL}
    best = min(others, key=lambda choice: (others[choice].mid, CHOICES.index(choice)))
    ratio = others[best]
    words = f"{best} takes {ratio.mid:.3f} of Triton's time ({ratio.low:.3f} to {ratio.high:.3f})"
    if ratio.high + noise < 1:
        return best, words
    return TRITON, f"nothing is faster for certain: {words}, noise {noise:.3f}"
