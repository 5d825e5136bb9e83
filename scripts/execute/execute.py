#!/usr/bin/env python3
"""Runs LLVM's code and ours for the same kernels in an emulator and compares what they compute.

Each module is compiled twice, by llc alone and by llc with the plugin (or, with --opt, llc's text is ordered by `cdna-sched
opt` and assembled; with --object, opt works on llc's code object); of a code object, opt makes ours. Each kernel of both objects is run on the same inputs, with several orders of the waves and with loads that land late. A run
agrees if every byte of every buffer is the same and ours breaks no rule of the hardware (a wait, a
hazard, a race in LDS) that LLVM's code keeps. `docs/trust.md` says what this proves.
"""

from __future__ import annotations

import argparse
import os
import pickle
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from multiprocessing import Pool
from pathlib import Path
from typing import NamedTuple

from emulator import Emulator, Input, Order, Outcome

FIRST_WAVES = (0, 1, 2)
LATE_LOADS = (1, 2)
# Each order of the waves begins with contents of its own. Indices and counts that a kernel reads
# from memory make sense in the small integers only, sums in the others.
CONTENTS = ("rand_f16", "small_i32", "rand_f32")
# Races are the program's, and which of the accesses in a race the emulator names depends on their
# order: ours has a new one only where LLVM's code has none.
RACES = "LDS_RACE_"

CODE_OBJECTS = (".co", ".hsaco")

SAME, SAME_CODE, DIFFERENT, VIOLATION, NOT_RUN = (
    "same",
    "same code",
    "DIFFERENT",
    "NEW VIOLATION",
    "not runnable",
)


class Verdict(NamedTuple):
    """What became of a kernel, or of a module that has no code."""

    name: str
    what: str
    why: str


@dataclass(frozen=True)
class Setting:
    """What is the same for all modules."""

    gpu: str
    llvm: Path
    plugin: Path
    flags: list[str]
    emulator: Path
    # The command line whose `opt` makes ours, if it is not the plugin that does.
    opt: Path | None
    # It works on code objects, not on text.
    object: bool
    budget: int
    # What integer arguments (sizes, strides, trip counts) are, all of them the same number.
    integers: list[int]


def compiled(setting: Setting, module: Path, name: Path, options: list[str]) -> Path | str:
    """The linked code object of a module, or why there is none."""
    relocatable, linked = name.with_suffix(".o"), name.with_suffix(".hsaco")
    llc = [str(setting.llvm / "llc"), "-O3", "-mtriple=amdgcn-amd-amdhsa", f"-mcpu={setting.gpu}"]
    llc += [*options, "-filetype=obj", str(module), "-o", str(relocatable)]
    lld = [str(setting.llvm / "ld.lld"), "-shared", str(relocatable), "-o", str(linked)]
    for command in (llc, lld):
        done = subprocess.run(command, capture_output=True, check=False, errors="replace")
        if done.returncode != 0:
            return next(iter(done.stderr.splitlines()), f"exit status {done.returncode}")
    return linked


def ordered(setting: Setting, module: Path, name: Path) -> Path | str:
    """The same of the text that `cdna-sched opt` makes of LLVM's, or why there is none."""
    text, new = name.with_suffix(".s"), name.with_suffix(".new.s")
    relocatable, linked = name.with_suffix(".o"), name.with_suffix(".hsaco")
    target = ["amdgcn-amd-amdhsa", f"-mcpu={setting.gpu}"]
    commands = [
        [setting.llvm / "llc", "-O3", f"-mtriple={target[0]}", target[1], module, "-o", text],
        [setting.opt, "opt", text, "-o", new, *setting.flags],
        [setting.llvm / "llvm-mc", f"-triple={target[0]}", target[1], "-filetype=obj", new, "-o", relocatable],
        [setting.llvm / "ld.lld", "-shared", relocatable, "-o", linked],
    ]
    for command in commands:
        done = subprocess.run([str(word) for word in command], capture_output=True, check=False, errors="replace")
        if done.returncode != 0:
            return next(iter(done.stderr.splitlines()), f"exit status {done.returncode}")
    return linked


def improved(setting: Setting, llvm: Path, name: Path) -> Path | str:
    """What `cdna-sched opt` makes of a code object, or why there is nothing."""
    command = [str(setting.opt), "opt", str(llvm), "-o", str(name), *setting.flags]
    done = subprocess.run(command, capture_output=True, check=False, errors="replace")
    if done.returncode != 0 or "please report" in done.stderr:
        return next((line for line in done.stderr.splitlines() if "please report" in line), done.stderr.strip())
    return name


def argument_types(module: str, kernel: str) -> list[str]:
    """The types of a kernel's arguments, as LLVM IR spells them."""
    start = re.search(rf'amdgpu_kernel void @"?{re.escape(kernel)}"?\(', module)
    if start is None:
        return []
    parts, depth = [""], 0
    for letter in module[start.end() :]:
        depth += (letter in "([{<") - (letter in ")]}>")
        if depth < 0:
            break
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.split()[0] for part in parts if part.strip()]


def difference(llvm: Outcome, ours: Outcome) -> str | None:
    """How the results of two runs differ."""
    if ours.error:
        return f"ours stops: {ours.error}"
    for (index, theirs), (_, mine) in zip(llvm.memory, ours.memory, strict=True):
        if theirs != mine:
            wrong = [at for at, (a, b) in enumerate(zip(theirs, mine)) if a != b]
            return f"{len(wrong)} bytes of argument {index}, the first at {wrong[0]}"
    return None


def new_violations(llvm: Outcome, ours: Outcome) -> list[str]:
    """The rules that ours breaks more often than LLVM's code."""
    return [
        f"{rule} {times} times (LLVM: {llvm.violations[rule]}), {ours.examples[rule]}"
        for rule, times in sorted(ours.violations.items())
        if times > llvm.violations[rule] and not (rule.startswith(RACES) and llvm.violations[rule])
    ]


def broken_by_llvm(violations: Counter[str]) -> list[str]:
    """The rules that LLVM's code breaks itself; the program's races are none."""
    return [
        f"LLVM's code has {rule} {times} times"
        for rule, times in sorted(violations.items())
        if not rule.startswith(RACES)
    ]


class Comparison:
    """A kernel of LLVM's object and of ours."""

    def __init__(self, setting: Setting, llvm: Path, ours: Path, kernel: str, types: list[str]) -> None:
        self._emulator = Emulator(setting.emulator)
        self._budget = setting.budget
        self._integers = setting.integers
        self._llvm, self._ours = llvm, ours
        self._kernel, self._types = kernel, types
        self._trials: dict[Input, str] = {}

    def _run(self, path: Path, given: Input, order: Order, budget: int) -> Outcome:
        return self._emulator.run(path, self._kernel, self._types, given, order, budget)

    def _trial(self, given: Input) -> str:
        """Why LLVM's code does not end well with an input, or nothing."""
        if given not in self._trials:
            outcome = self._run(self._llvm, given, Order(0, 0), self._budget)
            self._trials[given] = "too long" if outcome.too_long else outcome.error
        return self._trials[given]

    def _input(self, turn: int) -> Input | None:
        """The first input with which LLVM's code ends; each order of the waves begins one further."""
        contents = [CONTENTS[(turn + at) % len(CONTENTS)] for at in range(len(CONTENTS))]
        integers = self._integers[turn:] or self._integers
        inputs = (Input(what, integer) for what in contents for integer in integers)
        return next((given for given in inputs if not self._trial(given)), None)

    def verdict(self, name: str) -> Verdict:
        """Runs both in every way, and compares."""
        runs, outside, changed = 0, 0, 0
        violations: list[str] = []
        inputs: set[Input] = set()
        theirs: Counter[str] = Counter()
        for turn, first_wave in enumerate(FIRST_WAVES):
            given = self._input(turn)
            if given is None:
                return Verdict(name, NOT_RUN, min(self._trials.values()))
            inputs.add(given)
            # LLVM's code is run with loads that land at once: it loses a wait here and there itself.
            # It may need a few instructions more than in the trial, and ours more than LLVM's.
            llvm = self._run(self._llvm, given, Order(first_wave, 0), 2 * self._budget)
            if llvm.error:
                return Verdict(name, NOT_RUN, llvm.error)
            for late_loads in LATE_LOADS:
                order = Order(first_wave, late_loads)
                ours = self._run(self._ours, given, order, 4 * self._budget)
                new = new_violations(llvm, ours)
                wrong = difference(llvm, ours)
                if wrong:
                    notes = [*new, *broken_by_llvm(llvm.violations)]
                    return Verdict(name, DIFFERENT, "; ".join([f"{order}, {given}: {wrong}", *notes]))
                violations = violations or [f"{order}, {given}: {what}" for what in new]
                runs += 1
            outside, changed = outside + llvm.outside, changed + llvm.bytes_changed
            theirs |= llvm.violations
        if violations:
            return Verdict(name, VIOLATION, "; ".join(violations))
        if not changed:
            return Verdict(name, NOT_RUN, "it writes nothing")
        notes = [f"{runs} runs", *sorted(map(str, inputs))]
        if outside:
            notes.append(f"{outside} accesses outside of the buffers")
        return Verdict(name, SAME, ", ".join([*notes, *broken_by_llvm(theirs)]))


def isolated(work: Callable[[], Verdict], name: str) -> Verdict:
    """Does work in a process of its own: the emulator maps its memory at fixed addresses."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        try:
            verdict = work()
        except BaseException as error:  # whatever it is, the parent has to hear of it
            verdict = Verdict(name, DIFFERENT, f"{type(error).__name__}: {error}")
        with os.fdopen(writer, "wb") as pipe:
            pickle.dump(verdict, pipe)
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        sent = pipe.read()
    os.waitpid(child, 0)
    return pickle.loads(sent) if sent else Verdict(name, DIFFERENT, "the emulator crashed")


def module_verdicts(setting: Setting, module: Path) -> list[Verdict]:
    """What becomes of the kernels of a module."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        is_code = module.suffix in CODE_OBJECTS
        llvm: Path | str = module if is_code else compiled(setting, module, folder / "llvm", [])
        if isinstance(llvm, str):
            return [Verdict(module.name, NOT_RUN, f"LLVM alone does not compile it: {llvm}")]
        plugin = ["-load", str(setting.plugin), "-cdna-sched", *setting.flags]
        if is_code or setting.object:
            ours = improved(setting, llvm, folder / "ours.co")
        elif setting.opt:
            ours = ordered(setting, module, folder / "ours")
        else:
            ours = compiled(setting, module, folder / "ours", plugin)
        if isinstance(ours, str):
            return [Verdict(module.name, DIFFERENT, f"with ours it does not compile: {ours}")]
        text = "" if is_code else module.read_text(errors="replace")
        verdicts = []
        for kernel in Emulator(setting.emulator).kernels(llvm):
            name = f"{module.name}:{kernel}"
            if llvm.read_bytes() == ours.read_bytes():
                verdicts.append(Verdict(name, SAME_CODE, "nothing to run"))
                continue
            comparison = Comparison(setting, llvm, ours, kernel, argument_types(text, kernel))
            verdicts.append(isolated(partial(comparison.verdict, name), name))
        return verdicts or [Verdict(module.name, NOT_RUN, "no kernel in it")]


def sample(modules: list[Path], count: int) -> list[Path]:
    """N of the modules of each folder, evenly spread; 0 is all."""
    chosen: list[Path] = []
    for _, group in groupby(modules, key=lambda module: module.parent):
        files = list(group)
        take = min(count, len(files)) if count else len(files)
        chosen += [files[at * len(files) // take] for at in range(take)]
    return chosen


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gpu", required=True, choices=["gfx90a", "gfx942", "gfx950"])
    parser.add_argument("--llvm", required=True, type=Path, help="LLVM's folder of programs")
    parser.add_argument("--plugin", required=True, type=Path)
    parser.add_argument("--opt", type=Path, help="the command line: its opt makes ours, of LLVM's text")
    parser.add_argument("--object", action="store_true", help="opt works on LLVM's code object")
    parser.add_argument("--flags", default="", help="options for llc with the plugin, or for opt")
    parser.add_argument("--emulator", required=True, type=Path)
    parser.add_argument("--budget", type=int, default=200_000, help="instructions that a run may take")
    parser.add_argument("--integers", default="256 208 128 64 16 4 1", help="what integer arguments are, by turns")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--sample", type=int, default=0, help="modules of each folder; 0 is all")
    parser.add_argument("modules", nargs="+", type=Path)
    return parser.parse_args()


def main() -> int:
    """Prints a line for each kernel, and the totals; fails on any difference or new violation."""
    given = arguments()
    os.environ["LLVM_BIN"] = str(given.llvm)
    setting = Setting(
        given.gpu,
        given.llvm,
        given.plugin.resolve(),
        given.flags.split(),
        given.emulator,
        given.opt.resolve() if given.opt else None,
        given.object,
        given.budget,
        [int(word) for word in given.integers.split()],
    )
    modules = sample(given.modules, given.sample)
    begin = time.monotonic()
    totals: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    with Pool(given.jobs) as pool:
        for at, verdicts in enumerate(pool.imap(partial(module_verdicts, setting), modules), 1):
            for verdict in verdicts:
                totals[verdict.what] += 1
                if verdict.what == NOT_RUN:
                    reasons[verdict.why.split(" at pc=")[0]] += 1
                print(f"[{at:4}/{len(modules)}] {verdict.name}: {verdict.what}: {verdict.why}", flush=True)
    counts = ", ".join(f"{totals[what]} {what}" for what in (SAME, SAME_CODE, DIFFERENT, VIOLATION, NOT_RUN))
    print(f"{given.gpu}: {totals.total()} kernels: {counts}")
    for reason, count in reasons.most_common():
        print(f"{count:6} {NOT_RUN}: {reason}")
    print(f"{time.monotonic() - begin:.0f} s", file=sys.stderr)
    failed = totals[DIFFERENT] + totals[VIOLATION] > 0
    if not failed and not totals[SAME]:
        print("no kernel was compared by running it", file=sys.stderr)
    return 1 if failed or not totals[SAME] else 0


if __name__ == "__main__":
    sys.exit(main())
