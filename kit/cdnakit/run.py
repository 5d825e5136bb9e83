"""Runs one kernel's pair of code objects: results first, then the times of both in shuffled order.

Three launches belong together: LLVM's code ("llvm"), ours ("ours") and LLVM's code once more, loaded a second time ("control"),
in an order drawn anew each time. A round repeats them, as often as the planned time allows, and its number for each of the three
is the median. Launches take the copies of the buffers in turn. Three times are taken:

* one workgroup, by s_memtime: from the first wave's begin to the last wave's end. One workgroup runs on one compute unit, whose
  waves read the same counter, and its work is done when the last wave is.
* the full grid, by s_memtime: the median over the waves of end - begin. Counters of different chiplets do not agree, so that
  the times of different waves are not subtracted from each other.
* the full grid, by the event timer: a batch of launches between two events, divided by their number.

Before each launch that is timed by the waves, full grids of the same code run for about a millisecond in the same stream: an idle
GPU lowers its clock, and latencies of memory, counted in clocks, would be those of no real program.
"""

from __future__ import annotations

import dataclasses
import functools
import random
import time
from collections.abc import Mapping, Sequence
from typing import Any, Callable, Optional

from . import plan, statistics, verdict
from .device import Device
from .hip import DeviceLost, Function, HipError, Launch, Module, Runtime, Timeout
from .manifest import VARIANTS, Kernel, LaunchShape, ManifestError, kernarg
from .memory import BufferSet, ClocksMissing, Inputs, TimingBuffer, compare, copies
from .values import ValueRuleError

#: A round's launches, and the code object of each.
SLOTS: Mapping[str, str] = {"llvm": "llvm", "ours": "ours", "control": "llvm"}

#: So many that the report of a dozen kernels fits into an issue; more time goes into the repeats of each.
MAX_ROUNDS = 48
#: Level of the control's interval: of two dozen controls, hardly one shall miss 1 by chance.
CONTROL_LEVEL = 0.99
#: Batches between events last about this long, of at most MOST_IN_BATCH launches.
BATCH_MS = 2.0
MOST_IN_BATCH = 50
#: Where starting a batch takes the host more than this share of the batch's time, the event timer measures the host.
HOST_BOUND = 0.8
HOST_TIMED = "starting the launches took the host most of the time, so that the event timer measured the host"
#: Full grids that keep the GPU busy before a launch that is timed by the waves: this share of a batch.
BUSY_SHARE = 0.5
#: Warm-up ends when the last few batches are this close to those before them.
SETTLED_WITHIN = 0.02
SETTLED_BATCHES = 3

Progress = Callable[[str], None]


@dataclasses.dataclass(frozen=True)
class Options:
    """How to measure."""

    seed: int = 1
    timeout_s: float = 20.0
    timing: bool = True
    warm_up_s: float = 0.5  # the least for each kernel, since clocks rise over hundreds of milliseconds
    repeats: Optional[int] = None  # of each launch in a round; None: as many as the planned time allows


@dataclasses.dataclass
class Samples:
    """One way of timing one launch: numbers by slot, each list one number a round."""

    launch: str
    by: str  # "waves" or "events"
    unit: str  # "clocks" or "ns"
    values: dict[str, list[float]] = dataclasses.field(default_factory=lambda: {slot: [] for slot in SLOTS})
    batch: int = 1
    repeats: int = 1  # of each launch in a round, on average
    host_share: dict[str, list[float]] = dataclasses.field(default_factory=lambda: {slot: [] for slot in SLOTS})
    mhz: list[float] = dataclasses.field(default_factory=list)  # the waves' clocks over the events' time around them
    problem: str = ""

    @property
    def rounds(self) -> int:
        """Whole rounds measured."""
        return len(self.values["llvm"])

    @property
    def host_bound(self) -> bool:
        """Whether the times of one of the three are the host's and not the GPU's."""
        return self.largest_host_share > HOST_BOUND

    @property
    def largest_host_share(self) -> float:
        """The median share of a batch that starting it took, of the slot with the largest; 0 where none was taken."""
        return max((statistics.median(shares) for shares in self.host_share.values() if shares), default=0.0)

    def to_json(self) -> dict[str, Any]:
        """All rounds' numbers."""
        out: dict[str, Any] = {
            "launch": self.launch,
            "by": self.by,
            "unit": self.unit,
            "batch": self.batch,
            "repeats": self.repeats,
        }
        out.update({slot: [int(round(value)) for value in self.values[slot]] for slot in SLOTS})
        if self.largest_host_share:
            out["host_share"] = round(self.largest_host_share, 3)
        if self.mhz:
            out["mhz_at_least"] = int(statistics.median(self.mhz))
        if self.problem:
            out["problem"] = self.problem
        return out


@dataclasses.dataclass
class KernelResult:
    """Everything measured of a kernel; filled as the run goes, so that what there is can be saved at any time."""

    kernel: Kernel
    checks: list[dict[str, Any]] = dataclasses.field(default_factory=list)
    samples: list[Samples] = dataclasses.field(default_factory=list)
    claims: list[dict[str, Any]] = dataclasses.field(default_factory=list)
    seconds: dict[str, float] = dataclasses.field(default_factory=dict)
    error: str = ""

    @property
    def wrong(self) -> list[str]:
        """Sentences about wrong results."""
        return [problem for check in self.checks for problem in check["problems"]]

    @property
    def verdict(self) -> str:
        """The kernel's verdict."""
        if self.wrong:
            return verdict.WRONG_RESULTS
        if not self.claims:
            return verdict.NOT_MEASURED if self.error or not self.checks else verdict.RESULTS_RIGHT
        return verdict.of_kernel([claim["verdict"] for claim in self.claims])

    def to_json(self) -> dict[str, Any]:
        """For the report."""
        return {
            "name": self.kernel.name,
            "verdict": self.verdict,
            "error": self.error,
            "straddling": dict(self.kernel.straddling),
            "sha256": {variant: self.kernel.files[variant][1] for variant in VARIANTS},
            "checks": self.checks,
            "claims": self.claims,
            "seconds": {name: round(seconds, 2) for name, seconds in self.seconds.items()},
            "samples": [samples.to_json() for samples in self.samples],
        }


def shuffled(generator: random.Random) -> list[str]:
    """The slots in an order drawn from the generator (Fisher and Yates, so that it is the same in every Python)."""
    order = list(SLOTS)
    for last in range(len(order) - 1, 0, -1):
        chosen = int(generator.random() * (last + 1))
        order[last], order[chosen] = order[chosen], order[last]
    return order


class KernelRun:
    """One kernel on the device in use."""

    def __init__(
        self, runtime: Runtime, device: Device, result: KernelResult, options: Options, planned: Mapping[str, float]
    ) -> None:
        self.runtime, self.device, self.result, self.options, self.planned = runtime, device, result, options, planned
        self.kernel = result.kernel
        self.inputs = Inputs()
        self.modules: list[Module] = []
        self.functions: dict[str, Function] = {}
        self.sets: dict[tuple[Any, ...], list[BufferSet]] = {}
        self.begin, self.end = runtime.event(), runtime.event()
        self.next_copy = 0
        #: No launch gave other results than one before it, as far as was looked.
        self.is_deterministic = True

    def run(self, progress: Progress) -> None:
        """All sections. Raises Timeout or DeviceLost where nothing more can be measured; other errors go into the result."""
        try:
            self._load()
            self._section(plan.RESULTS, progress, self._check_all)
            if self.options.timing and not self.result.wrong:
                self._time(progress)
                self._section("results again", progress, self._check_all)
        except (Timeout, DeviceLost) as error:
            self.result.error = str(error)
            raise
        except KeyboardInterrupt:
            self.result.error = "interrupted"
            self.runtime.dead = True  # what is under way may never end, and freeing would wait for it
            raise
        except (HipError, ManifestError, ValueRuleError, ClocksMissing, KeyError) as error:
            self.result.error = f"{type(error).__name__}: {error}" if isinstance(error, KeyError) else str(error)
        finally:
            self._judge()
            self._free()

    def _load(self) -> None:
        images = {variant: self.kernel.code(variant) for variant in VARIANTS}
        for slot, variant in SLOTS.items():
            module = self.runtime.module(images[variant])
            self.modules.append(module)
            self.functions[slot] = self.runtime.function(module, self.kernel.symbol)

    def _free(self) -> None:
        for sets in self.sets.values():
            for buffers in sets:
                buffers.free()
        for module in self.modules:
            self.runtime.unload(module)

    def _section(self, name: str, progress: Progress, work: Callable[[], None]) -> None:
        progress(f"{self.kernel.name}: {name}")
        start = time.monotonic()
        try:
            work()
        finally:
            self.result.seconds[name] = time.monotonic() - start

    # ---- results

    def _sets(self, launch: LaunchShape, count: int) -> list[BufferSet]:
        """At least `count` copies of a launch's buffers; launches with the same arguments share them."""
        key = tuple((a.name, a.role, a.type, a.elements, str(a.fill)) for a in launch.arguments)
        sets = self.sets.setdefault(key, [])
        while len(sets) < count:
            buffers = BufferSet(self.runtime, launch.arguments, self.inputs)
            sets.append(buffers)
            buffers.fresh()
        return sets

    def _launch(self, slot: str, launch: LaunchShape, buffers: BufferSet, timing: int) -> Launch:
        arguments = kernarg(self.kernel, launch, buffers.addresses(), timing)
        return self.runtime.prepare(
            self.functions[slot], launch.grid, self.kernel.block, self.kernel.dynamic_lds, arguments
        )

    def _check_all(self) -> None:
        for launch in self.kernel.launches.values():
            self._check(launch)

    def _check(self, launch: LaunchShape) -> None:
        """One launch of each variant on fresh contents, compared with each other and the reference."""
        buffers = self._sets(launch, 1)[0]
        outputs, problems = {}, []
        for variant in VARIANTS:
            buffers.fresh()
            self.runtime.start(self._launch(variant, launch, buffers, 0))
            self.runtime.synchronize(self.options.timeout_s)
            outputs[variant], touched = buffers.read()
            owner = dict(zip(VARIANTS, self.kernel.owners))[variant]
            problems += [f"{owner} code {text}" for text in touched]
        reference = "compared" if launch.reference else self.kernel.why_no_reference
        if self.kernel.is_mine:
            self.is_deterministic &= self._again(launch, buffers) == outputs["llvm"]
        if not self.is_deterministic:
            reference = verdict.NOT_DETERMINISTIC
        else:
            problems += compare(self.kernel, launch, outputs)
        self.result.checks.append(
            {
                "launch": launch.name,
                "problems": [f"{launch.name}: {text}" for text in problems],
                "reference": reference,
            }
        )

    def _again(self, launch: LaunchShape, buffers: BufferSet) -> dict[str, bytes]:
        """What the first code leaves when it is launched once more."""
        buffers.fresh()
        self.runtime.start(self._launch("llvm", launch, buffers, 0))
        self.runtime.synchronize(self.options.timeout_s)
        outputs, _ = buffers.read()
        return outputs

    # ---- times

    def _time(self, progress: Progress) -> None:
        launches = self.kernel.launches
        batch = 1
        full = launches.get("full")
        if full is not None:
            shape = full
            batches: list[int] = []
            self._section(plan.WARM_UP, progress, lambda: batches.append(self._warm_up(shape)))
            batch = batches[0]
        for name, section in (("one", plan.ONE_WAVES), ("full", plan.FULL_WAVES)):
            if name in launches:
                self._section(section, progress, functools.partial(self._waves, launches[name], section, batch))
        if full is not None:
            self._section(plan.FULL_EVENTS, progress, lambda: self._events(shape, batch))

    def _prepared(self, launch: LaunchShape, timing: int) -> dict[str, list[Launch]]:
        sets = self._sets(launch, copies(launch.arguments, self.device.memory_bytes))
        return {slot: [self._launch(slot, launch, buffers, timing) for buffers in sets] for slot in SLOTS}

    def _batch(self, launches: Sequence[Launch], count: int) -> tuple[float, float]:
        """(milliseconds of `count` launches by the event timer, the host's share); one more before keeps the GPU busy."""
        runtime = self.runtime
        chosen = [launches[self._next(launches)] for _ in range(count + 1)]
        runtime.start(chosen[0])
        runtime.record(self.begin)
        start = time.perf_counter()
        for launch in chosen[1:]:
            runtime.start(launch)
        host_ms = (time.perf_counter() - start) * 1e3
        runtime.record(self.end)
        runtime.wait(self.end, self.options.timeout_s)
        gpu_ms = runtime.elapsed_ms(self.begin, self.end)
        return gpu_ms, host_ms / gpu_ms if gpu_ms > 0 else 1.0

    def _next(self, launches: Sequence[Launch]) -> int:
        self.next_copy = (self.next_copy + 1) % len(launches)
        return self.next_copy

    def _warm_up(self, launch: LaunchShape) -> int:
        """Until the clocks settle or the section's time is over; how many launches make a batch."""
        prepared = self._prepared(launch, 0)
        begin = time.monotonic()
        planned = self.planned.get(plan.WARM_UP, 0.0)
        batch, times = 1, []
        while True:
            for slot in ("llvm", "ours"):
                gpu_ms, _ = self._batch(prepared[slot], batch)
            each = gpu_ms / batch
            times.append(each)
            if each > 0:
                batch = max(1, min(MOST_IN_BATCH, int(BATCH_MS / each)))
            last, before = times[-SETTLED_BATCHES:], times[-2 * SETTLED_BATCHES : -SETTLED_BATCHES]
            elapsed = time.monotonic() - begin
            if len(before) == SETTLED_BATCHES and elapsed >= self.options.warm_up_s:
                old, new = statistics.median(before), statistics.median(last)
                if abs(new - old) <= SETTLED_WITHIN * old:
                    return batch
            if elapsed >= planned:
                return batch

    def _rounds(self, samples: Samples, section: str, measure: Callable[[str], float]) -> None:
        """Rounds until the section's time is over; a round that is not finished does not count."""
        self.result.samples.append(samples)
        generator = random.Random("%d %s %s" % (self.options.seed, self.kernel.name, section))
        planned = self.planned.get(section, 0.0)
        start = time.monotonic()
        passes = 0
        while samples.rounds < MAX_ROUNDS and (time.monotonic() < start + planned or samples.rounds == 0):
            times: dict[str, list[float]] = {slot: [] for slot in SLOTS}
            until = start + planned * (samples.rounds + 1) / MAX_ROUNDS
            while not self._enough(len(times["llvm"]), until):
                for slot in shuffled(generator):
                    times[slot].append(measure(slot))
            passes += len(times["llvm"])
            for slot in SLOTS:
                samples.values[slot].append(statistics.median(times[slot]))
            samples.repeats = round(passes / samples.rounds)

    def _enough(self, repeats: int, until: float) -> bool:
        """Whether a round is over: by its number of repeats where that is given, else by its share of the section's time."""
        if self.options.repeats is not None:
            return repeats >= self.options.repeats
        return repeats > 0 and time.monotonic() >= until

    def _waves(self, launch: LaunchShape, section: str, batch: int) -> None:
        if not any(argument.role == "timing" for argument in launch.arguments):
            return
        clocks = TimingBuffer(self.runtime, launch.workgroups * self.kernel.waves_of_a_workgroup)
        samples = Samples(launch.name, "waves", "clocks")
        try:
            prepared = self._prepared(launch, clocks.buffer.address)
            full = self.kernel.launches.get("full")
            busy = self._prepared(full, 0) if full is not None else {slot: [] for slot in SLOTS}

            def measure(slot: str) -> float:
                clocks.reset()
                chosen = self._next(prepared[slot])
                for before in others(busy[slot], chosen, max(1, int(batch * BUSY_SHARE))):
                    self.runtime.start(before)
                self.runtime.record(self.begin)
                self.runtime.start(prepared[slot][chosen])
                self.runtime.record(self.end)
                self.runtime.wait(self.end, self.options.timeout_s)
                pairs = clocks.read()
                if launch.name == "one":
                    took = float(max(end for _, end in pairs) - min(begin for begin, _ in pairs))
                else:
                    took = statistics.median([end - begin for begin, end in pairs])
                ms = self.runtime.elapsed_ms(self.begin, self.end)
                if ms > 0:
                    samples.mhz.append(took / (ms * 1e3))
                return took

            self._rounds(samples, section, measure)
        except ClocksMissing as error:
            samples.problem = str(error)
        finally:
            clocks.free()

    def _events(self, launch: LaunchShape, batch: int) -> None:
        samples = Samples(launch.name, "events", "ns", batch=batch)
        prepared = self._prepared(launch, 0)

        def measure(slot: str) -> float:
            gpu_ms, host_share = self._batch(prepared[slot], batch)
            samples.host_share[slot].append(host_share)
            return gpu_ms * 1e6 / batch

        self._rounds(samples, plan.FULL_EVENTS, measure)

    # ---- verdicts

    def _judge(self) -> None:
        """A claim for each launch with a modelled ratio."""
        if not self.options.timing or self.result.wrong:
            return
        for launch in self.kernel.launches.values():
            if "ratio" in launch.expected or self.kernel.is_mine:
                samples = basis(self.result.samples, launch.name)
                if samples is not None or not self.result.error:
                    self.result.claims.append(claim(launch, samples, self.options.seed, self.kernel.is_mine))


def others(launches: Sequence[Launch], not_this: int, count: int) -> list[Launch]:
    """So many launches in turn, none of them on the copy of the buffers with that number."""
    copies = len(launches)
    return [launches[(not_this + 1 + i % (copies - 1)) % copies] for i in range(count)] if copies > 1 else []


def basis(all_samples: Sequence[Samples], launch: str) -> Optional[Samples]:
    """What a launch is judged by: the event timer for the full grid unless the host bounds it, else the waves' clocks."""
    of_launch = {samples.by: samples for samples in all_samples if samples.launch == launch}
    events, waves = of_launch.get("events"), of_launch.get("waves")
    if events is None or (events.host_bound and waves is not None):
        return waves
    return events


def claim(launch: LaunchShape, samples: Optional[Samples], seed: int, is_mine: bool = False) -> dict[str, Any]:
    """The verdict on one launch's modelled ratio, with the numbers behind it. Of the user's own code nothing is modelled."""
    modelled = None if is_mine else launch.expected["ratio"]
    measured = control = None
    problem = ""
    if samples is not None:
        problem = samples.problem or (HOST_TIMED if samples.host_bound else "")
    medians: dict[str, float] = {}
    if samples is not None and samples.rounds:
        try:
            measured = statistics.bootstrap_ratio(samples.values["llvm"], samples.values["ours"], seed=seed)
            control = statistics.bootstrap_ratio(
                samples.values["llvm"], samples.values["control"], CONTROL_LEVEL, seed=seed + 1
            )
            medians = {slot: round(statistics.median(samples.values[slot]), 1) for slot in SLOTS}
        except ValueError as error:
            problem = str(error)
    rounds = samples.rounds if samples else 0
    judged = verdict.judge(verdict.Claim(1.0 if modelled is None else float(modelled), rounds, measured, control), is_mine)
    found = verdict.UNDECIDED if problem else judged.verdict
    return {
        "launch": launch.name,
        "by": samples.by if samples else None,
        "unit": samples.unit if samples else None,
        "rounds": rounds,
        "modelled": modelled,
        "modelled_clocks": {variant: launch.expected[variant] for variant in VARIANTS if variant in launch.expected},
        "medians": medians,
        "measured": measured.to_json() if measured else None,
        "control": control.to_json() if control else None,
        "verdict": found,
        "why": problem or judged.why,
    }
