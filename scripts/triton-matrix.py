#!/usr/bin/env python3
"""Rewrites what releases of Triton make of kernels for all GPUs, and checks each result.

    scripts/triton-matrix.py LIBRARY WORKER LLVM [--corpus FOLDER] [--releases 3.6.0 ...] [--gpus
    gfx942 ...]
                             [--kernels NAME ...] [--json FILE]

For each kernel: lint must leave Triton's text as it is, LLVM's assembler must make Triton's own
code of it; what fix and opt make must be assembled by Triton's assembler, have the kernel
descriptor and the metadata of the original but for the number of registers, at which as many waves
fit on a SIMD, and no finding that the original has not. The kernels are those of
python/tests/in_triton/kernels.py and, with --corpus, of a folder with src/build.py. Environments
with the releases are made in target/triton-matrix. No GPU is needed. Exit code: 0 all is well; 1
not.
"""

from __future__ import annotations

import argparse
import collections
import importlib
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Optional

from kernel_code import Description, assembled, sections

ROOT = Path(__file__).resolve().parents[1]
RELEASES = ("3.6.0", "3.7.1", "3.8.0", "3.9.0")
GPUS = ("gfx908", "gfx90a", "gfx942", "gfx950")
MODES = ("lint", "fix", "opt")
#: The rules by which the results of a mode are linted: those of the mode.
POLICY = {"lint": "isa", "fix": "isa", "opt": "safe"}
#: A text may take that long, in seconds.
TIMEOUT = 900.0


# What runs in an environment with a release of Triton: kernels in, lines of JSON out.


class Job:
    """A kernel for a GPU."""

    def __init__(
        self,
        name: str,
        gpu: str,
        function: Any,
        types: dict[str, str],
        constants: dict[str, Any],
        attributes: dict[Any, Any],
        options: dict[str, Any],
        knobs: dict[str, Any],
    ) -> None:
        self.name, self.gpu = name, gpu
        self.function, self.types, self.constants = function, types, constants
        self.attributes, self.options, self.knobs = attributes, options, knobs

    def compile(self) -> Any:
        """The kernel as Triton compiles it."""
        import triton
        from triton.backends.compiler import GPUTarget
        from triton.compiler import ASTSource

        amd = triton.knobs.amd
        before = {name: getattr(amd, name) for name in self.knobs}
        for name, value in self.knobs.items():
            setattr(amd, name, value)
        try:
            source = ASTSource(self.function, self.types, self.constants, self.attributes)
            return triton.compile(
                source, target=GPUTarget("hip", self.gpu, 64), options=self.options
            )
        finally:
            for name, value in before.items():
                setattr(amd, name, value)


def own_jobs(gpus: list[str]) -> Iterator[Job]:
    """The kernels of the tests."""
    sys.path.insert(0, str(ROOT / "python/tests/in_triton"))
    import kernels

    for name, (function, types, constants, options) in kernels.KERNELS.items():
        types = types | dict.fromkeys(constants, "constexpr")
        for gpu in gpus:
            yield Job(
                name, gpu, function, types, dict(constants), kernels.attributes(types), options, {}
            )


def corpus_jobs(folder: Path, gpus: list[str]) -> Iterator[Job]:
    """The kernels of a corpus (its src/build.py lists them). Those for gfx90a are compiled for
    gfx908, too.
    """
    import triton.language as tl

    sys.path.insert(0, str(folder / "src"))
    import build
    import kernels

    for job in build.JOBS:
        # The others differ from one that is there in the LLVM IR only, which Triton does not let
        # one change.
        if job["agpr"]:
            continue
        module, name = job["fn"].split(".")
        function = getattr(importlib.import_module(module), name)
        constants = dict(job["const"])
        if "ACC" in constants:
            constants["ACC"] = getattr(tl, constants["ACC"])
        types = {
            name: "constexpr" if name in constants else job["sig"][name]
            for name in function.arg_names
        }
        attributes = kernels.attributes(types, near=job["attrs"] == "auto")
        for gpu in gpus:
            if gpu in job["archs"] or gpu == "gfx908" and "gfx90a" in job["archs"]:
                yield Job(
                    job["name"],
                    gpu,
                    function,
                    types,
                    constants,
                    attributes,
                    dict(job["opt"]),
                    job["knob"] or {},
                )


class Checker:
    """Compiles, rewrites and checks one kernel after the other."""

    def __init__(self, llvm: Path) -> None:
        from cdnasched.triton import _rewrite, _settings

        self.llvm = llvm
        self.rewrite, self.settings = _rewrite.rewrite, _settings.Settings

    def check(self, job: Job) -> dict[str, Any]:
        """What is to be said about a kernel."""
        from triton.compiler.compiler import make_backend

        begin = time.monotonic()
        kernel = job.compile()
        text, code = kernel.asm["amdgcn"], kernel.asm["hsaco"]
        result: dict[str, Any] = {
            "compile": time.monotonic() - begin,
            "lines": text.count("\n"),
            "faults": [],
        }
        backend = make_backend(kernel.metadata.target)
        options = backend.parse_options(dict(job.options))
        if assembled(self.llvm, text, job.gpu) != sections(self.llvm, code, (".text",))[".text"]:
            result["faults"].append("LLVM's assembler makes other code than Triton's")
        for mode in MODES:
            result[mode] = self.mode(mode, job, text, code, backend, options, result["faults"])
        return result

    def ask(self, text: str, gpu: str, **settings: Any) -> tuple[str, dict[str, Any], float]:
        """A text rewritten, the record, and the seconds it took."""
        metadata: dict[str, Any] = {
            "name": re.findall(r"^\s*\.amdhsa_kernel\s+(\S+)", text, re.M)[0]
        }
        begin = time.monotonic()
        new = self.rewrite(text, gpu, metadata, self.settings(timeout=TIMEOUT, **settings))
        return new, metadata["cdnasched"], time.monotonic() - begin

    def mode(
        self,
        mode: str,
        job: Job,
        text: str,
        original: bytes,
        backend: Any,
        options: Any,
        faults: list[str],
    ) -> dict[str, Any]:
        """A kernel in one mode."""
        new, record, seconds = self.ask(text, job.gpu, mode=mode)
        if "action" not in record:
            faults.append(f"{mode}: {record.get('reason')}")
        if mode == "lint" and new != text:
            faults.append("lint changed the text")
        if record["changed"] != (new != text):
            faults.append(f"{mode}: the record does not say that the text changed")
        if new != text:
            faults += [
                f"{mode}: {fault}" for fault in self.compare(job, new, original, backend, options)
            ]
            checked = self.ask(new, job.gpu, mode="lint", hazards=POLICY[mode])[1]
            if checked["findings"]["errors"] > record["findings"]["errors"]:
                faults.append(f"{mode}: {checked['findings']['errors']} findings are new")
        return {
            "seconds": seconds,
            "action": record.get("action", "failed"),
            "reason": record.get("reason"),
            "clocks": record.get("clocks"),
            "findings": record.get("findings"),
        }

    def compare(
        self, job: Job, new: str, original: bytes, backend: Any, options: Any
    ) -> Iterator[str]:
        """What is wrong with the code of a new text."""
        try:
            code = backend.make_hsaco(new, {}, options)
        except Exception as error:
            yield f"Triton's assembler refuses the text: {error}"
            return
        made, before = (
            sections(self.llvm, either, (".text",))[".text"] for either in (code, original)
        )
        if made == before:
            yield "the text changed and the code did not"
        described = Description(self.llvm, original, job.gpu)
        yield from described.differences(Description(self.llvm, code, job.gpu))


def serve(arguments: argparse.Namespace) -> None:
    """Runs in an environment with a release."""
    wanted = arguments.kernels
    jobs = list(own_jobs(arguments.gpus))
    if arguments.corpus:
        jobs += corpus_jobs(arguments.corpus, arguments.gpus)
    jobs = [job for job in jobs if not wanted or any(part in job.name for part in wanted)]
    print(json.dumps({"jobs": len(jobs)}), flush=True)
    checker = Checker(arguments.llvm)
    for job in jobs:
        try:
            result = checker.check(job)
        except Exception as error:
            # Not all kernels are for all releases.
            result = {"not_compiled": f"{type(error).__name__}: {str(error)[:200]}"}
        print(json.dumps({"kernel": job.name, "gpu": job.gpu, **result}), flush=True)


# What starts these, and adds up.


def environment(release: str) -> Optional[Path]:
    """The Python of an environment with a release; None when it cannot be made."""
    folder = ROOT / "target/triton-matrix" / release
    python = folder / "bin/python"
    if (
        subprocess.run([python, "-c", "import triton"], capture_output=True, check=False).returncode
        == 0
        if python.exists()
        else False
    ):
        return python
    made = subprocess.run([sys.executable, "-m", "venv", folder], check=False).returncode == 0
    pip = [
        python,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        f"triton=={release}",
    ]
    if made and subprocess.run(pip, check=False).returncode == 0:
        return python
    print(f"*** Triton {release} cannot be installed: it is NOT TESTED", file=sys.stderr)
    return None


def progress(release: str, done: int, count: int, line: str) -> None:
    """A bar, on a terminal."""
    if sys.stderr.isatty():
        filled = 30 * done // max(count, 1)
        bar = "#" * filled + "-" * (30 - filled)
        print(
            f"\r\x1b[K{release} [{bar}] {done}/{count} {line[:50]}",
            end="",
            file=sys.stderr,
            flush=True,
        )


def run(release: str, python: Path, arguments: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """The results of a release."""
    command = [
        str(python),
        __file__,
        "--serve",
        arguments.library,
        arguments.worker,
        arguments.llvm,
    ]
    for name in ("gpus", "kernels"):
        if getattr(arguments, name):
            command += [f"--{name}", *getattr(arguments, name)]
    if arguments.corpus:
        command += ["--corpus", arguments.corpus]
    clean = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("CDNASCHED", "TRITON"))
    }
    with tempfile.TemporaryDirectory() as cache:
        clean |= {
            "CDNASCHED_LIBRARY": str(arguments.library),
            "CDNASCHED_WORKER": str(arguments.worker),
            "TRITON_CACHE_DIR": cache,
            "PYTHONPATH": str(ROOT / "python/src"),
            "PYTHONWARNINGS": "ignore",
        }
        with subprocess.Popen(
            command,
            env=os.environ.copy() | clean,
            stdout=subprocess.PIPE,
            text=True,
            stderr=subprocess.DEVNULL,
        ) as process:
            assert process.stdout is not None
            count = done = 0
            for line in process.stdout:
                found = json.loads(line)
                if "jobs" in found:
                    count = found["jobs"]
                    continue
                done += 1
                progress(release, done, count, f"{found['gpu']} {found['kernel']}")
                yield {"release": release, **found}
        if process.returncode or done != count:
            yield {
                "release": release,
                "gpu": "-",
                "kernel": "-",
                "faults": [f"ended with {process.returncode} after {done} of {count} kernels"],
            }


def general(reason: str) -> str:
    """A reason without what differs from kernel to kernel."""
    return re.sub(r"\b\d+\b", "N", reason)[:110]


def summary(results: list[dict[str, Any]]) -> int:
    """Prints what was found; returns the number of faults."""
    compiled = [one for one in results if "opt" in one]
    print(f"{len(results)} kernels, {len(compiled)} compiled by Triton")
    print(
        f"{'release':8} {'GPU':7} {'kernels':>7} {'findings':>8} {'fixed':>6} "
        f"{'rescheduled':>11} {'left alone':>10}"
    )
    groups = collections.defaultdict(list)
    for one in compiled:
        groups[one["release"], one["gpu"]].append(one)
    for (release, gpu), group in sorted(groups.items()):
        findings = sum(
            one["lint"]["findings"]["errors"] > 0 for one in group if one["lint"]["findings"]
        )
        fixed = sum(one["fix"]["action"] == "fixed" for one in group)
        opt = collections.Counter(one["opt"]["action"] for one in group)
        print(
            f"{release:8} {gpu:7} {len(group):7} {findings:8} {fixed:6} {opt['rescheduled']:11} "
            f"{len(group) - opt['rescheduled']:10}"
        )
    print("left alone by opt, by reason:")
    reasons = collections.Counter(
        general(str(one["opt"]["reason"]))
        for one in compiled
        if one["opt"]["action"] != "rescheduled"
    )
    for reason, count in reasons.most_common():
        print(f"  {count:5} {reason}")
    print("seconds added per kernel: median, 95 %, largest")
    for mode in MODES:
        seconds = sorted(one[mode]["seconds"] for one in compiled)
        if seconds:
            late = seconds[min(len(seconds) - 1, len(seconds) * 95 // 100)]
            print(f"  {mode:5} {statistics.median(seconds):8.3f} {late:8.3f} {seconds[-1]:8.3f}")
    if compiled:
        print(f"Triton's own: {statistics.median(one['compile'] for one in compiled):.3f} (median)")
    ratios = [
        one["opt"]["clocks"]["after"] / one["opt"]["clocks"]["before"]
        for one in compiled
        if one["opt"]["action"] == "rescheduled" and one["opt"]["clocks"]["before"]
    ]
    if ratios:
        print(
            f"modelled clocks of the rescheduled, after / before: median "
            f"{statistics.median(ratios):.3f}, best {min(ratios):.3f}, worst {max(ratios):.3f}"
        )
    for one in results:
        if "not_compiled" in one:
            where = f"{one['release']} {one['gpu']} {one['kernel']}"
            print(f"not compiled: {where}: {one['not_compiled']}")
    faults = [(one, fault) for one in results for fault in one.get("faults", [])]
    for one, fault in faults:
        print(f"FAULT: {one['release']} {one['gpu']} {one['kernel']}: {fault}")
    return len(faults)


def main() -> int:
    """Runs the matrix; returns the exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    for name in ("library", "worker", "llvm"):
        parser.add_argument(name, type=lambda text: Path(text).resolve())
    parser.add_argument("--corpus", type=lambda text: Path(text).resolve())
    parser.add_argument("--releases", nargs="+", default=RELEASES)
    parser.add_argument("--gpus", nargs="+", default=list(GPUS))
    parser.add_argument("--kernels", nargs="+", default=[])
    parser.add_argument("--json", type=Path)
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.serve:
        serve(arguments)
        return 0
    if arguments.corpus and not (arguments.corpus / "src/build.py").is_file():
        print(
            f"{arguments.corpus} has no src/build.py: only the kernels of the tests are used",
            file=sys.stderr,
        )
        arguments.corpus = None
    results: list[dict[str, Any]] = []
    missing = 0
    for release in arguments.releases:
        python = environment(release)
        if python is None:
            missing += 1
            continue
        for result in run(release, python, arguments):
            results.append(result)
            if arguments.json:
                with arguments.json.open("a", encoding="utf-8") as file:
                    print(json.dumps(result), file=file)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    faults = summary(results)
    return 1 if faults or missing or not results else 0


if __name__ == "__main__":
    sys.exit(main())
