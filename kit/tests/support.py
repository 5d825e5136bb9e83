"""A small kit with a stand-in runtime, for the tests."""

from __future__ import annotations

import atexit
import contextlib
import copy
import hashlib
import io
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest
from collections.abc import Sequence
from typing import Any, NamedTuple, Optional
from unittest import mock

KIT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
if KIT not in sys.path:
    sys.path.insert(0, KIT)

from cdnakit import main, values  # noqa: E402

# A shell's background job ignores Ctrl-C, and so would the processes that tests start and interrupt.
signal.signal(signal.SIGINT, signal.default_int_handler)

MEASURE = os.path.join(KIT, "measure.py")
ELEMENTS = 64
FILL = {"kind": "integers", "low": -4, "high": 4, "seed": 7}
RESULT = values.make("i32", ELEMENTS, {"kind": "iota", "start": 100})
OFFSETS = {"a": 0, "c": 8, "n": 16, "timing": 24}

_libraries: dict[str, str] = {}


def library(flag: str = "-DNEW") -> str:
    """The stand-in, built once for each flag."""
    if flag not in _libraries:
        folder = tempfile.mkdtemp(prefix="cdnakit-standin-")
        atexit.register(shutil.rmtree, folder, True)
        path = os.path.join(folder, "libstandin.so")
        source = os.path.join(KIT, "tests", "standin", "standin.c")
        command = ["cc", "-Wall", "-Wextra", "-Werror", "-O1", flag, "-shared", "-fPIC", "-o", path, source]
        subprocess.run(command, check=True)
        _libraries[flag] = path
    return _libraries[flag]


class Ran(NamedTuple):
    """What a run of the command left."""

    code: int
    out: str
    err: str
    report: Optional[dict[str, Any]]
    log: list[str]

    def kernel(self, name: str = "add") -> dict[str, Any]:
        """A kernel's part of the report."""
        assert self.report is not None, self.err
        found: dict[str, Any] = next(k for k in self.report["kernels"] if k["name"] == name)
        return found

    def claim(self, launch: str = "full", name: str = "add") -> dict[str, Any]:
        """A claim of a kernel."""
        found: dict[str, Any] = next(c for c in self.kernel(name)["claims"] if c["launch"] == launch)
        return found

    def launches(self) -> list[list[str]]:
        """The log's launches: [tag, symbol, grid, block, lds, kernel arguments in hex]."""
        return [line.split()[1:] for line in self.log if line.startswith("launch ")]


class KitTest(unittest.TestCase):
    """Each test has a folder with a kit of its own."""

    repeats: Sequence[str] = ("--repeats", "1")

    def setUp(self) -> None:
        self.folder = tempfile.mkdtemp(prefix="cdnakit-test-")
        self.addCleanup(shutil.rmtree, self.folder, True)
        self.objects = os.path.join(self.folder, "objects")
        os.makedirs(os.path.join(self.objects, "gfx942"))
        self.kernels: list[dict[str, Any]] = []
        self.made_by = {"cdnasched": "1.2.3", "llvm": "22.1.8", "repository": ""}
        self.script: list[str] = [
            "device gfx942:sramecc+:xnack- 304 AMD Instinct MI300X",
            "timing %d" % OFFSETS["timing"],
        ]
        self.result = os.path.join(self.folder, "result")
        with open(self.result, "wb") as stream:
            stream.write(RESULT)

    def add(self, name: str = "add", gpu: str = "gfx942", ratio: float = 0.87, right: bool = True) -> dict[str, Any]:
        """A kernel of the manifest, whose launches give the right result unless the test says otherwise."""
        variants = {}
        for variant in ("llvm", "ours"):
            code = (f"{name}.{variant}\n\x7fELF").encode()
            file = f"gfx942/{name}.{variant}.hsaco"
            with open(os.path.join(self.objects, file), "wb") as stream:
                stream.write(code)
            variants[variant] = {"file": file, "sha256": hashlib.sha256(code).hexdigest()}
            if right:
                self.script.append("file %s.%s %d 0 %s" % (name, variant, OFFSETS["c"], self.result))
        reference = {"c": {"sha256": hashlib.sha256(RESULT).hexdigest(), "bytes": len(RESULT)}}
        expected = {"llvm": 1000, "ours": 1000 * ratio, "ratio": ratio, "waves": 2}
        entry: dict[str, Any] = {
            "name": name,
            "gpu": gpu,
            "what": "adds",
            "symbol": name + "_kernel",
            "variants": variants,
            "block": [256, 1, 1],
            "dynamic_lds": 512,
            "launches": {"one": {"grid": [1, 1, 1]}, "full": {"grid": [8, 1, 1]}},
            "arguments": [
                {
                    "name": "a",
                    "offset": OFFSETS["a"],
                    "buffer": {"type": "i32", "elements": ELEMENTS, "fill": FILL},
                    "role": "in",
                },
                {
                    "name": "c",
                    "offset": OFFSETS["c"],
                    "buffer": {"type": "i32", "elements": ELEMENTS, "fill": {"kind": "zero"}},
                    "role": "out",
                },
                {"name": "n", "offset": OFFSETS["n"], "value": {"type": "i32", "value": -2}},
                {"name": "timing", "offset": OFFSETS["timing"], "timing": True},
            ],
            "kernarg_size": 32,
            "reference": {"one": copy.deepcopy(reference), "full": copy.deepcopy(reference)},
            "expected": {"one": dict(expected), "full": dict(expected), "by": "a test"},
            "straddling": {"llvm": 3, "ours": 9},
        }
        self.kernels.append(entry)
        return entry

    def measured(self, ours: float, control: float = 1.0, name: str = "add") -> None:
        """Scripts the times: LLVM's 1 ms and 1000 clocks, ours and the control by ratio, the same in every round."""
        for tag, ratio in (("llvm#1", 1.0), ("ours", ours), ("llvm#2", control)):
            self.script.append(f"time {name}.{tag} 8 {ratio:g}")
            for grid in (1, 8):
                self.script.append("clocks %s.%s %d %d" % (name, tag, grid, round(1000 * ratio)))

    def write(self) -> dict[str, str]:
        """Writes manifest and script; the environment that the command needs."""
        manifest = {"format": "cdnasched-kit", "version": 1, "made_by": self.made_by, "kernels": self.kernels}
        with open(os.path.join(self.objects, "manifest.json"), "w", encoding="utf-8") as stream:
            json.dump(manifest, stream)
        with open(os.path.join(self.folder, "script"), "w", encoding="utf-8") as stream:
            stream.write("\n".join(self.script) + "\n")
        return {
            "CDNAKIT_HIP": library(),
            "CDNAKIT_STANDIN": os.path.join(self.folder, "script"),
            "CDNAKIT_STANDIN_LOG": os.path.join(self.folder, "log"),
        }

    def arguments(self, more: Sequence[str]) -> list[str]:
        """The command's arguments."""
        out = os.path.join(self.folder, "out.json")
        fixed = ["--objects", self.objects, "--out", out, "--timeout", "0.2", "--minutes", "1", "--warm-up", "0"]
        return [*fixed, *self.repeats, *more]

    def run_kit(self, *more: str, write: bool = True) -> Ran:
        """Runs the command in this process."""
        environment = self.write() if write else {"CDNAKIT_HIP": library()}
        out, err = io.StringIO(), io.StringIO()
        with mock.patch.dict(os.environ, environment), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = main.main(self.arguments(more))
        return self._ran(code, out.getvalue(), err.getvalue())

    def run_process(self, *more: str, environment: Optional[dict[str, str]] = None) -> Ran:
        """Runs the command as a person does."""
        full = {**os.environ, **self.write(), **(environment or {})}
        command = [sys.executable, MEASURE, *self.arguments(more)]
        done = subprocess.run(command, env=full, capture_output=True, timeout=120, text=True, check=False)
        return self._ran(done.returncode, done.stdout, done.stderr)

    def _ran(self, code: int, out: str, err: str) -> Ran:
        report, log = None, []
        path = os.path.join(self.folder, "out.json")
        if os.path.exists(path):
            with open(path, encoding="utf-8") as stream:
                report = json.load(stream)
        with contextlib.suppress(FileNotFoundError), open(os.path.join(self.folder, "log"), encoding="utf-8") as stream:
            log = stream.read().splitlines()
        return Ran(code, out, err, report, log)
