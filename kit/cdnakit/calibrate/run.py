"""`--calibrate`: runs the micro-kernels on a GPU and writes a model file with what was found."""

from __future__ import annotations

import datetime
import random
import statistics
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Callable, Dict, List, Tuple, Union

from . import models, plan
from .fit import Result, fit
from .observations import Observations, per_trip

Progress = Callable[[str], None]

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


def run(
    runtime: Any,
    device: Any,
    folder: Union[str, Path],
    out: Union[str, Path],
    progress: Progress,
    repeats: int = REPEATS,
) -> Dict[str, Any]:
    """Measures, fits, and writes `out`, a model file for `-cdna-sched-model=` and `--model`, and beside it the
    report that is returned. Raises what the runtime raises, and plan.BadFile."""
    folder, gpu = Path(folder), device.arch
    what = plan.read(folder, gpu)
    base = plan.load(folder / "models.json")
    observations, failures = measure(runtime, device, what, progress, repeats)
    loaded = base[models.SET]["memory"][gpu].get("loaded", 0)
    result: Result = fit(gpu, observations, float(loaded))
    about = {
        "date": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d"),
        "device": device.name,
        "runtime": runtime.runtime_version(),
        "driver": runtime.driver_version(),
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


def measure(
    runtime: Any, device: Any, what: plan.Plan, progress: Progress, repeats: int
) -> Tuple[Observations, Dict[str, str]]:
    """Clocks of a trip of every micro-kernel; and why some were left out."""
    compute_units = device.cu_count or 1
    module = runtime.module(what.image)
    taken: Dict[Tuple[str, int, int], List[float]] = {}
    failures: Dict[str, str] = {}
    numbers = random.Random(SEED)
    samples = what.samples(repeats, SEED)
    functions = {name: runtime.function(module, name) for name in {s.symbol for s in samples} | {"make_chain"}}
    with ExitStack() as stack:
        memory = Memory(runtime, stack, functions["make_chain"])
        for done, sample in enumerate(samples):
            if done % 500 == 0:
                progress(f"calibrate: {done} of {len(samples)} launches")
            micro = sample.micro
            try:
                data = memory.for_micro(micro)
                groups = micro.groups(compute_units)
                waves = one_launch(runtime, functions[sample.symbol], sample, data, groups, micro.start(numbers))
            except (NoMemory, ValueError) as error:
                failures[micro.name] = str(error)
                continue
            key = (micro.name, sample.size, sample.trips)
            taken.setdefault(key, []).append(statistics.median(waves))
    observations = Observations()
    for micro in what.micros:
        for size, _ in micro.points:
            short, long = (taken.get((micro.name, size, trips), []) for trips in micro.lengths)
            if short and long:
                observations.add(micro.name, size, micro.waves, per_trip(short, long, micro.lengths))
    return observations, failures


def one_launch(runtime: Any, function: Any, sample: plan.Sample, data: int, groups: int, start: int) -> List[int]:
    """Clocks of every wave of a launch."""
    micro = sample.micro
    waves = groups * ((micro.block + 63) // 64)
    empty = plan.empty_timing(waves)
    with runtime.allocate(len(empty)) as timing:
        timing.write(empty)
        kernarg = plan.arguments(timing.address, data, sample.trips, micro.warm(sample.size), start, micro.step)
        runtime.launch(function, (groups, 1, 1), (micro.block, 1, 1), 0, kernarg)
        runtime.synchronize(TIMEOUT_S)
        return plan.clocks(timing.read())


class NoMemory(Exception):
    """The GPU has not the memory that a level needs."""


class Memory:
    """What micro-kernels read: zeros; or a chain through a level, made when it is needed."""

    def __init__(self, runtime: Any, stack: ExitStack, make_chain: Any) -> None:
        self.runtime, self.stack, self.make_chain = runtime, stack, make_chain
        self.buffers: Dict[str, Any] = {}
        self.chain: Tuple[int, int] = (0, 0)
        self.refused: Dict[str, str] = {}
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
