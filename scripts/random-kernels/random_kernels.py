#!/usr/bin/env python3
"""Random kernels through the plugin, `opt`, `lint` and `fix`: nothing may be refused, found or computed differently.

A seed gives the same kernel on every machine. Kernels are LLVM IR (`ir_kernels.py`) and assembly text as people
write it (`text_kernels.py`) by turns. What goes wrong is kept in a folder each, with the command that does it again.
docs/trust.md says what this proves.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from collections import Counter
from functools import partial
from multiprocessing import Pool
from pathlib import Path
from typing import NamedTuple

import ir_kernels
import text_kernels
from judge import REFERENCE, Finding, Judge, Setting

GPUS = ("gfx90a", "gfx942", "gfx950")
KINDS = ("ir", "text")


class Case(NamedTuple):
    """A kernel to make."""

    seed: int
    gpu: str
    kind: str


class Result(NamedTuple):
    """What became of it."""

    case: Case
    findings: list[Finding]
    counts: Counter[str]


def judged(setting: Setting, case: Case, folder: Path) -> Result:
    """Makes a kernel and everything that is made of it."""
    judge = Judge(setting, case.gpu, case.seed, folder)
    if case.kind == "ir":
        if judge.compile(ir_kernels.module(case.seed, case.gpu)):
            reference, files = REFERENCE, ["plugin.s"]
            judge.clean("plugin.s", judge.hazards)
        else:
            return Result(case, judge.findings, judge.counts)
    else:
        reference, files = "text.s", []
        (folder / reference).write_text(text_kernels.module(case.seed, case.gpu, setting.llvm))
    if judge.order(reference):
        files.append("opt.s")
        judge.clean("opt.s", "safe")
        if case.kind == "text":
            judge.interpret(reference, "opt.s")
    if setting.emulator is not None:
        judge.execute(reference, files)
    judge.clean(reference, "llvm")
    if case.seed % 4 == 0:
        judge.planted(reference, 6)
    if case.seed % 4 == 1:
        judge.mended(reference)
    return Result(case, judge.findings, judge.counts)


def kept(setting: Setting, keep: Path, case: Case) -> Result:
    """The same, with everything kept when something is wrong."""
    with tempfile.TemporaryDirectory() as temporary:
        result = judged(setting, case, Path(temporary))
        if result.findings:
            folder = keep / f"{case.gpu}-{case.kind}-{case.seed}"
            shutil.rmtree(folder, ignore_errors=True)
            shutil.copytree(temporary, folder)
            words = [f"{finding.kind}: {finding.why}" for finding in result.findings]
            (folder / "README").write_text("\n".join([*words, "", again(case), ""]))
        return result


def again(case: Case) -> str:
    """The command that makes one kernel again."""
    return f"make random-kernels GPU={case.gpu} KIND={case.kind} SEED={case.seed} COUNT=1"


def progress(done: int, total: int, wrong: int) -> None:
    """A bar on a terminal."""
    if sys.stderr.isatty():
        bar = "#" * (40 * done // total)
        print(f"\r{bar:.<40} {done}/{total}, {wrong} with findings", end="", file=sys.stderr, flush=True)


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--llvm", required=True, type=Path, help="LLVM's folder of programs")
    parser.add_argument("--build", required=True, type=Path, help="the folder with the plugin and the command line")
    parser.add_argument("--emulator", type=Path, help="the folder of the emulator")
    parser.add_argument("--gpu", choices=[*GPUS, "all"], default="all", help="all: by turns")
    parser.add_argument("--kind", choices=[*KINDS, "all"], default="all", help="all: by turns")
    parser.add_argument("--seed", type=int, default=0, help="the first one")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--flags", default="", help="more options for llc with the plugin")
    parser.add_argument("--keep", type=Path, default=Path("target/random-kernels"), help="where what is wrong is kept")
    return parser.parse_args()


def main() -> int:
    """Prints what is wrong with each kernel, and the totals; fails on anything wrong."""
    given = arguments()
    emulator = given.emulator.resolve() if given.emulator else None
    build = given.build.resolve()
    setting = Setting(given.llvm.resolve(), build / "libcdnasched.so", build / "cdna-sched", emulator, tuple(given.flags.split()))
    gpus = GPUS if given.gpu == "all" else (given.gpu,)
    kinds = KINDS if given.kind == "all" else (given.kind,)
    turns = [(kind, gpu) for kind in kinds for gpu in gpus]
    cases = []
    for at in range(given.count):
        kind, gpu = turns[at % len(turns)]
        cases.append(Case(given.seed + at // len(turns), gpu, kind))
    totals: Counter[str] = Counter()
    kinds_found: Counter[str] = Counter()
    wrong = 0
    with Pool(given.jobs) as pool:
        for done, result in enumerate(pool.imap(partial(kept, setting, given.keep.resolve()), cases), 1):
            totals += result.counts
            wrong += bool(result.findings)
            for finding in result.findings:
                kinds_found[finding.kind] += 1
                print(f"{result.case.gpu} {result.case.kind} {result.case.seed}: {finding.kind}: {finding.why}", flush=True)
            progress(done, len(cases), wrong)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    for what, count in sorted(totals.items()):
        print(f"{count:7} {what}")
    found = ", ".join(f"{count} {kind}" for kind, count in sorted(kinds_found.items())) or "nothing"
    judges = "executed" if emulator else "judged without an emulator"
    print(f"{len(cases)} random kernels {judges}: {found} found, in {wrong} of them")
    if wrong:
        print(f"kept in {given.keep}, each with the command that does it again", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
