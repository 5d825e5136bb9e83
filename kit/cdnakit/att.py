"""Thread traces: rocprofv3 --att on each kernel, and its latency of each instruction beside our modelled clocks.

rocprofv3 writes stats_*.csv with a row for each instruction: address in the code object, hits, and over all traced waves the
clocks in which it stalled or issued ("Latency") and those between the end of the instruction before and its own begin
("Idle"). The sum of both over the hits is how long the wave was at this instruction, and that is what the modelled clocks are of.
"""

from __future__ import annotations

import contextlib
import csv
import glob
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Callable, Optional

from .device import Device
from .hip import Runtime
from .manifest import VARIANTS, Kernel, kernarg
from .memory import BufferSet, Inputs

#: Launches of the child, and the one that is traced: the first finds no instruction in the caches.
LAUNCHES = 4
TRACED = 3
#: Seconds for one trace with its decoding.
TIMEOUT_S = 180.0
#: Disagreements that are shown and kept for each code object.
SHOWN = 10

_COLUMNS = ("vaddr", "instruction", "hitcount", "latency", "stall", "idle")
_NO_TOOL = (
    "rocprofv3 is not installed: no thread trace (package rocprofiler-sdk of ROCm 7, and the ROCprof Trace Decoder)"
)

Row = dict[str, Any]


class NotTraced(Exception):
    """Why there is no trace, in words of this file: nothing that a tool printed, which may hold names of users and folders."""


def find_tool() -> Optional[str]:
    """rocprofv3 by $CDNAKIT_ROCPROFV3, the path, or ROCm's folder."""
    chosen = os.environ.get("CDNAKIT_ROCPROFV3")
    if chosen:
        return chosen if os.access(chosen, os.X_OK) else None
    return shutil.which("rocprofv3") or shutil.which("rocprofv3", path="/opt/rocm/bin")


def child(runtime: Runtime, kernels: Sequence[Kernel], device: Device, which: str, timeout_s: float) -> int:
    """What rocprofv3 runs: a few launches of one code object. Returns an exit code."""
    name, _, variant = which.rpartition(":")
    kernel = next(kernel for kernel in kernels if kernel.gpu == device.arch and kernel.name == name)
    launch = kernel.launches.get("full") or kernel.launches["one"]
    function = runtime.function(runtime.module(kernel.code(variant)), kernel.symbol)
    buffers = BufferSet(runtime, launch.arguments, Inputs())
    buffers.fresh()
    for _ in range(LAUNCHES):
        runtime.launch(
            function, launch.grid, kernel.block, kernel.dynamic_lds, kernarg(kernel, launch, buffers.addresses(), 0)
        )
        runtime.synchronize(timeout_s)
    return 0


def tool_command(tool: str, symbol: str, folder: str, library_path: Optional[str], program: Sequence[str]) -> list[str]:
    """The whole command line of one trace."""
    command = [tool, "--att"]
    if library_path:
        command += ["--att-library-path", library_path]
    name = symbol.replace(".", "\\.").replace("$", "\\$")  # searched for in the name as it is in the code object
    command += ["--mangled-kernels", "--kernel-include-regex", name]
    command += ["--kernel-iteration-range", "[%d-%d]" % (TRACED, TRACED)]
    return command + ["-d", folder, "--", *program]


def parse_stats(lines: Iterable[str]) -> list[Row]:
    """Rows of a stats_*.csv: address, text, hits, and clocks a hit (latency, stall, idle). Raises NotTraced and
    ValueError for another form."""
    reader = csv.reader(lines)
    header = [column.strip().lower() for column in next(reader, [])]
    missing = [column for column in _COLUMNS if column not in header]
    if missing:
        raise NotTraced("rocprofv3's table has no column {}".format(", ".join(missing)))
    place = {column: header.index(column) for column in _COLUMNS}
    rows = []
    for fields in reader:
        if len(fields) < len(header) - 1:  # the last column, the source, may be left out
            continue
        text = fields[place["instruction"]].strip()
        hits = int(fields[place["hitcount"]] or 0)
        if hits == 0 or text.startswith(";"):  # never run, or the line with the kernel's name
            continue
        row: Row = {"address": int(fields[place["vaddr"]], 0), "text": text, "hits": hits}
        for column in ("latency", "stall", "idle"):
            row[column] = int(fields[place[column]] or 0) / hits
        rows.append(row)
    return rows


def join(rows: Sequence[Row], modelled: Mapping[str, Any]) -> tuple[list[Row], int]:
    """(rows with modelled clocks, largest disagreement over all hits first; how many traced rows the model does not have)."""
    clocks = {int(entry["address"]): float(entry["clocks"]) for entry in modelled["instructions"]}
    joined = []
    for row in rows:
        if row["address"] in clocks:
            at = row["latency"] + row["idle"]
            model = clocks[row["address"]]
            joined.append({**row, "measured": at, "modelled": model, "weight": abs(at - model) * row["hits"]})
    joined.sort(key=lambda row: (-row["weight"], row["address"]))
    return joined, len(rows) - len(joined)


def trace(
    kernels: Sequence[Kernel],
    program: Sequence[str],
    library_path: Optional[str],
    progress: Callable[[str], None],
    keep: Optional[str] = None,
) -> dict[str, Any]:
    """Traces both code objects of each kernel; what rocprofv3 wrote stays below the folder keep, if there is one. Never
    raises for what the tool does: it is said in the result."""
    tool = find_tool()
    if tool is None:
        return {"problem": _NO_TOOL, "traces": []}
    traces = []
    for kernel in kernels:
        for variant in VARIANTS:
            progress(f"{kernel.name}: thread trace of {variant}")
            entry: dict[str, Any] = {"kernel": kernel.name, "variant": variant, "problem": ""}
            try:
                entry.update(_trace_one(tool, kernel, variant, program, library_path, progress, keep))
            except NotTraced as error:
                entry["problem"] = str(error)
            except (OSError, ValueError, KeyError, subprocess.SubprocessError) as error:
                entry["problem"] = type(error).__name__
                progress(f"{kernel.name}: {error}")
            traces.append(entry)
    return {"problem": "", "traces": traces}


def _trace_one(
    tool: str,
    kernel: Kernel,
    variant: str,
    program: Sequence[str],
    library_path: Optional[str],
    progress: Callable[[str], None],
    keep: Optional[str],
) -> dict[str, Any]:
    with contextlib.ExitStack() as stack:
        if keep is None:
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="cdnakit-att-"))
        else:
            folder = os.path.join(os.path.abspath(keep), f"{kernel.name}-{variant}")
            os.makedirs(folder, exist_ok=True)
            if os.listdir(folder):  # traces of two runs cannot be told apart
                raise NotTraced("the folder to keep it in has something in it already: name another one")
        inner = [*program, "--att-child", f"{kernel.name}:{variant}"]
        command = tool_command(tool, kernel.symbol, folder, library_path, inner)
        done = subprocess.run(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=TIMEOUT_S, check=False, cwd=folder
        )
        rows: list[Row] = []
        for path in sorted(glob.glob(os.path.join(glob.escape(folder), "**", "stats_*.csv"), recursive=True)):
            with open(path, encoding="utf-8", errors="replace", newline="") as stream:
                rows += parse_stats(stream)
    if not rows:
        last = done.stdout.decode("utf-8", "replace").strip().splitlines()[-1:] or ["it printed nothing"]
        progress("%s: rocprofv3: %s" % (kernel.name, last[0]))
        raise NotTraced("rocprofv3 (exit code %d) traced no instruction" % done.returncode)
    out: dict[str, Any] = {"instructions": len(rows)}
    clocks = kernel.side_file(variant, ".clocks.json")
    if not os.path.exists(clocks):
        slowest = sorted(rows, key=lambda row: (-(row["latency"] + row["idle"]) * row["hits"], row["address"]))
        return {**out, "modelled": False, "rows": [_short(row) for row in slowest[:SHOWN]]}
    with open(clocks, encoding="utf-8") as stream:
        joined, unknown = join(rows, json.load(stream))
    return {**out, "modelled": True, "not_in_model": unknown, "rows": [_short(row) for row in joined[:SHOWN]]}


def _short(row: Row) -> Row:
    return {
        key: round(value, 2) if isinstance(value, float) else value for key, value in row.items() if key != "weight"
    }


def text(result: Mapping[str, Any]) -> str:
    """The largest disagreements of each code object."""
    lines = [str(result["problem"])] if result["problem"] else []
    for entry in result["traces"]:
        lines.append(
            "{}, {}: {}".format(
                entry["kernel"], entry["variant"], entry["problem"] or "%d instructions" % entry["instructions"]
            )
        )
        for row in entry.get("rows", []):
            at = row.get("measured", row["latency"] + row["idle"])
            model = "{:9.1f}".format(row["modelled"]) if "modelled" in row else "        -"
            lines.append(
                "  %#8x  %9.1f measured  %s modelled  %6d hits  %s"
                % (row["address"], at, model, row["hits"], row["text"])
            )
    return "\n".join(lines)
