"""`--calibrate`: runs the micro-kernels on a GPU and writes a model file with what was found."""

from __future__ import annotations

import datetime
import random
import statistics
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Callable, Union

from ..device import Unusable
from . import models, plan
from .fit import Result, fit
from .observations import Observations, per_trip

Progress = Callable[[str], None]
Save = Callable[[dict[str, Any]], None]

REPEATS = 7
SEED = 20
#: Seconds for one launch; the longest takes tens of milliseconds.
TIMEOUT_S = 20.0
#: Bytes of what is read and written where no chain is followed.
SMALL = 2 << 20
#: Bytes that are more than any cache of these GPUs has: written before device memory is measured.
FLUSH = 512 << 20
#: What the bursts from device memory reach over, by their kernel.
FAR = (1 << 30) + (1 << 20)
THREADS_OF_CHAIN = 256
#: Launches between two savings of what was measured so far.
SAVED_EVERY = 500
#: Before each launch that is measured all compute units compute for so many clocks, half a millisecond: an idle GPU
#: lowers its clock, and latencies of memory, counted in clocks, would be others.
BUSY_CLOCKS = 1 << 20
#: The micro-kernel that does so; it touches no memory.
BUSY = "valu.stream_4"
#: Micro-kernels whose instructions take one slot of 4 clocks on every GPU of the kit, and how far they may be off. A
#: counter of another clock would give other numbers.
KNOWN = ("valu.stream_1", "valu.stream_4")
KNOWN_WITHIN = 0.1


def run(
    runtime: Any,
    device: Any,
    folder: Union[str, Path],
    out: Union[str, Path],
    progress: Progress,
    repeats: int = REPEATS,
    save: Save = lambda partial: None,
) -> dict[str, Any]:
    """Measures, fits, and writes `out`, a model file for `-cdna-sched-model=` and `--model`, and beside it the
    report that is returned. `save` gets what was measured so far, now and then. Raises what the runtime raises,
    plan.BadFile, and Unusable, in which case nothing is written."""
    folder, gpu = Path(folder), device.arch
    what = plan.read(folder, gpu)
    base = plan.load(folder / "models.json")
    measured = measure(runtime, device, what, progress, repeats, save)
    observations, failures = measured.observations, measured.failures
    check_clock(observations)
    loaded = base[models.SET]["memory"][gpu].get("loaded", 0)
    distances = base[models.SET].get("distances", {}).get(gpu, {})
    result: Result = fit(gpu, observations, float(loaded), distances)
    about = {
        "date": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d"),
        "device": device.name,
        "runtime": runtime.runtime_version(),
        "driver": runtime.driver_version(),
        "mhz_at_least": measured.mhz,
        "repeats": repeats,
        "failures": failures,
    }
    report = models.report(base, gpu, result, about)
    out = Path(out)
    out.write_text(models.text(models.with_fitted(base, gpu, result, about)))
    report_path(out).write_text(models.text(report))
    doubtful = [f for f in result.fitted if f.doubt]
    for fitted in doubtful:
        progress(f"calibrate: {'.'.join(fitted.path)} stays as built in: {fitted.doubt}")
    written = len(result.fitted) - len(doubtful)
    progress(f"{written} numbers of {gpu} in {out}; how sure they are is in {report_path(out)}")
    return report


def report_path(out: Path) -> Path:
    """Where the report of a model file is: mine.json has mine.report.json."""
    return out.with_name(out.stem + ".report.json")


@dataclass(frozen=True)
class Measured:
    """Clocks of a trip of every micro-kernel; why some were left out; what the shader clock was at least, in MHz."""

    observations: Observations
    failures: dict[str, str]
    mhz: int


def measure(
    runtime: Any, device: Any, what: plan.Plan, progress: Progress, repeats: int, save: Save = lambda partial: None
) -> Measured:
    """Launches everything. Raises what the runtime raises, and Unusable."""
    compute_units = device.compute_units()
    module = runtime.module(what.image)
    taken: dict[tuple[str, int, int], list[float]] = {}
    failures: dict[str, str] = {}
    numbers = random.Random(SEED)
    samples = what.samples(repeats, SEED)
    functions = {name: runtime.function(module, name) for name in {s.symbol for s in samples} | {"make_chain"}}
    with ExitStack() as stack:
        memory = Memory(runtime, stack, functions["make_chain"])
        launcher = Launcher(runtime, stack, what.micros, functions, compute_units)
        try:
            for done, sample in enumerate(samples):
                if done % SAVED_EVERY == 0:
                    progress(f"calibrate: {done} of {len(samples)} launches")
                    save(partial(device.arch, taken, failures))
                micro = sample.micro
                try:
                    data = memory.for_micro(micro)
                    waves = launcher.launch(sample, data, micro.start(numbers))
                except (NoMemory, ValueError) as error:
                    failures[micro.name] = str(error)
                    continue
                key = (micro.name, sample.size, sample.trips)
                taken.setdefault(key, []).append(statistics.median(waves))
        finally:
            save(partial(device.arch, taken, failures))
    observations = Observations()
    for micro in what.micros:
        for size, _ in micro.points:
            short, long = (taken.get((micro.name, size, trips), []) for trips in micro.lengths)
            if short and long:
                observations.add(micro.name, size, micro.waves, per_trip(short, long, micro.lengths))
    return Measured(observations, failures, launcher.mhz())


def partial(gpu: str, taken: dict[tuple[str, int, int], list[float]], failures: dict[str, str]) -> dict[str, Any]:
    """What a calibration that does not reach its end leaves: clocks of each launch, by micro-kernel, size and trips."""
    clocks = {f"{name} {size} {trips}": values for (name, size, trips), values in taken.items()}
    return {
        "format": "cdnasched-kit-calibration",
        "version": 1,
        "gpu": gpu,
        "unfinished": True,
        "clocks": clocks,
        "failures": failures,
    }


def check_clock(observations: Observations) -> None:
    """Raises Unusable if what takes one slot on every GPU does not here."""
    for name in KNOWN:
        slots = observations.shared_unit(name).value if observations.has(name) else None
        if slots is None or abs(slots - 1) > KNOWN_WITHIN:
            found = "nothing" if slots is None else f"{slots:.3f}"
            raise Unusable(
                f"{name} takes 1 issue slot of 4 clocks for an instruction, and {found} was measured: s_memtime does not count "
                "the shader clock here, or other programs use the GPU. No model file was written; please send the results"
            )


class Launcher:
    """Launches micro-kernels on a GPU that is kept busy before each, and reads the waves' clocks."""

    def __init__(
        self,
        runtime: Any,
        stack: ExitStack,
        micros: Sequence[plan.Micro],
        functions: dict[str, Any],
        compute_units: int,
    ) -> None:
        self.runtime, self.functions, self.compute_units = runtime, functions, compute_units
        most = max((self.waves(micro) for micro in micros), default=1)
        self.timing = stack.enter_context(runtime.allocate(len(plan.empty_timing(most))))
        self.nowhere = stack.enter_context(runtime.allocate(plan.HEADER.size))
        self.begin, self.end = runtime.event(), runtime.event()
        self.busy = next((micro for micro in micros if micro.name == BUSY), None)
        #: (clocks of the launch, clocks in a microsecond by the events around it)
        self.rates: list[tuple[float, float]] = []

    def waves(self, micro: plan.Micro) -> int:
        """Waves of a launch."""
        return micro.groups(self.compute_units) * ((micro.block + 63) // 64)

    def launch(self, sample: plan.Sample, data: int, start: int) -> list[int]:
        """Clocks of every wave of a launch. Raises ValueError where waves did not store theirs."""
        micro = sample.micro
        empty = plan.empty_timing(self.waves(micro))
        self.timing.write(empty)
        self._keep_busy()
        kernarg = plan.arguments(self.timing.address, data, sample.trips, micro.warm(sample.size), start, micro.step)
        grid = (micro.groups(self.compute_units), 1, 1)
        self.runtime.record(self.begin)
        self.runtime.launch(self.functions[sample.symbol], grid, (micro.block, 1, 1), 0, kernarg)
        self.runtime.record(self.end)
        self.runtime.wait(self.end, TIMEOUT_S)
        clocks = plan.clocks(self.timing.read(0, len(empty)))
        ms = self.runtime.elapsed_ms(self.begin, self.end)
        if ms > 0:
            took = statistics.median(clocks)
            self.rates.append((took, took / (ms * 1e3)))
        return clocks

    def _keep_busy(self) -> None:
        if self.busy is None:
            return
        micro = self.busy
        size, symbol = micro.points[-1]
        trips = max(1, BUSY_CLOCKS // (4 * size * micro.waves))
        self.nowhere.write(plan.empty_timing(0))
        kernarg = plan.arguments(self.nowhere.address, 0, trips)
        self.runtime.launch(self.functions[symbol], (self.compute_units, 1, 1), (micro.block, 1, 1), 0, kernarg)

    def mhz(self) -> int:
        """What the shader clock was at least: the median over the tenth of the launches that took longest, since the events'
        time holds the start of the launch as well. 0 where no launch was timed."""
        longest = sorted(self.rates, reverse=True)[: len(self.rates) // 10 + 1]
        return int(statistics.median(rate for _, rate in longest)) if longest else 0


class NoMemory(Exception):
    """The GPU has not the memory that a level needs."""


class Memory:
    """What micro-kernels read: zeros; or a chain through a level, made when it is needed."""

    def __init__(self, runtime: Any, stack: ExitStack, make_chain: Any) -> None:
        self.runtime, self.stack, self.make_chain = runtime, stack, make_chain
        self.buffers: dict[str, Any] = {}
        self.chain: tuple[int, int] = (0, 0)
        self.refused: dict[str, str] = {}
        self.small = self.buffer("small", SMALL)
        self.small.fill(0)

    def buffer(self, purpose: str, size: int) -> Any:
        """Memory of that size, the same for each purpose. Raises NoMemory."""
        if purpose in self.refused:
            raise NoMemory(self.refused[purpose])
        if purpose not in self.buffers:
            try:
                self.buffers[purpose] = self.stack.enter_context(self.runtime.allocate(size))
            except Exception as error:
                # hipErrorOutOfMemory is 2; everything else is not about the size.
                if getattr(error, "code", None) != 2:
                    raise
                self.refused[purpose] = f"{size >> 20} MiB cannot be allocated: {error}"
                raise NoMemory(self.refused[purpose]) from error
        return self.buffers[purpose]

    def for_micro(self, micro: plan.Micro) -> int:
        """Address of what a micro-kernel reads, in the state that it needs. Raises NoMemory."""
        if micro.lines:
            data = self.buffer(f"chain of {micro.lines}", micro.lines * micro.step)
            if self.chain != (micro.lines, micro.step):
                groups = max(1, micro.lines // THREADS_OF_CHAIN)
                block = min(micro.lines, THREADS_OF_CHAIN)
                kernarg = plan.arguments(0, data.address, micro.lines, step=micro.step)
                self.runtime.launch(self.make_chain, (groups, 1, 1), (block, 1, 1), 0, kernarg)
                self.runtime.synchronize(TIMEOUT_S)
                self.chain = (micro.lines, micro.step)
        elif micro.level == "hbm":
            data = self.buffer("far", FAR)
        else:
            data = self.small
        if micro.level == "hbm":
            self.buffer("flush", FLUSH).fill(0)
        return int(data.address)
