"""The JSON to send and the table to read. The JSON names no host, user or path."""

from __future__ import annotations

import hashlib
import json
import os
import platform
from collections.abc import Mapping, Sequence
from typing import Any, Optional

from . import KIT_VERSION, statistics, verdict
from .device import Device

FORMAT = "cdnasched-kit-results"
VERSION = 2
#: An issue on GitHub takes this many characters.
ISSUE_LIMIT = 65536

Json = dict[str, Any]


def start(folder: str, device: Device, versions: Mapping[str, int], options: Mapping[str, Any]) -> Json:
    """A report without measurements; `ended` says that the run has not, until `finish`."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "kit": KIT_VERSION,
        "made_by": {},
        "manifest_sha256": _hash(os.path.join(folder, "manifest.json")),
        "device": device.to_json(),
        "versions": {**versions, "amdgpu": _first_line("/sys/module/amdgpu/version")},
        "host": {"system": platform.system(), "machine": platform.machine(), "python": platform.python_version()},
        "options": dict(options),
        "ended": "unfinished",
        "seconds": 0.0,
        "summary": None,
        "kernels": [],
        "calibration": None,
        "probes": None,
        "att": None,
    }


def _hash(path: str) -> Optional[str]:
    try:
        with open(path, "rb") as stream:
            return hashlib.sha256(stream.read()).hexdigest()
    except OSError:
        return None


def _first_line(path: str) -> Optional[str]:
    try:
        with open(path, encoding="ascii") as stream:
            return stream.readline().strip()[:40]
    except (OSError, ValueError):
        return None


def set_kernels(report: Json, kernels: Sequence[Json]) -> None:
    """Puts kernels in, wrong results first and then in the order of the verdicts, and the summary."""
    report["kernels"] = sorted(kernels, key=lambda kernel: verdict.sort_key(kernel["verdict"]))
    report["summary"] = summary(kernels)


def summary(kernels: Sequence[Json]) -> Json:
    """How many of each verdict, and geometric means of the ratios, measured and modelled over the same claims."""
    out: Json = {"verdicts": dict(verdict.count([kernel["verdict"] for kernel in kernels]))}
    for launch in ("one", "full"):
        claims = [c for kernel in kernels for c in kernel["claims"] if c["launch"] == launch and c["measured"]]
        if claims:
            out[launch] = {
                "claims": len(claims),
                "measured": round(statistics.geometric_mean([c["measured"]["mid"] for c in claims]), 4),
                "modelled": _mean([c["modelled"] for c in claims]),
            }
    return out


def _mean(ratios: Sequence[Optional[float]]) -> Optional[float]:
    """The geometric mean; None where one is not there."""
    known = [ratio for ratio in ratios if ratio is not None]
    return round(statistics.geometric_mean(known), 4) if len(known) == len(ratios) else None


def encode(report: Json) -> str:
    """Compact JSON: a line for each kernel, no spaces within."""
    head = {key: value for key, value in report.items() if key != "kernels"}
    lines = [json.dumps(kernel, separators=(",", ":")) for kernel in report["kernels"]]
    return json.dumps(head, separators=(",", ":"))[:-1] + ',"kernels":[\n' + ",\n".join(lines) + "\n]}\n"


def save(report: Json, path: str) -> None:
    """Writes the report; a reader sees the old or the new one, never half of one."""
    if os.path.exists(path) and not os.path.isfile(path):
        # A device or a pipe, which is written to and not replaced.
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(encode(report))
        return
    path = os.path.realpath(path)
    temporary = path + ".part"
    with open(temporary, "w", encoding="utf-8") as stream:
        stream.write(encode(report))
    os.replace(temporary, path)


def _range(interval: Optional[Mapping[str, float]]) -> str:
    return "{:.3f}..{:.3f}".format(interval["low"], interval["high"]) if interval else "-"


def table(report: Json) -> str:
    """What to read: one row for each claim, sentences about what is not plainly confirmed, and the summary."""
    device = report["device"]
    lines = [f"{device['name']} ({device['arch']}), HIP runtime {report['versions']['runtime']}"]
    if report["kernels"]:
        lines += [*_clock(report), "", *_rows(report["kernels"])]
        notes = [note for kernel in report["kernels"] for note in _notes(kernel)]
        lines += ["", *notes] if notes else []
        lines += ["", *_summary(report)]
    if report["ended"] != "complete":
        lines.append(f"The run ended early: {report['ended']}")
    return "\n".join(lines)


def _clock(report: Json) -> list[str]:
    """What the shader clock was at least, while one workgroup was timed."""
    rates = [s["mhz_at_least"] for k in report["kernels"] for s in k["samples"] if "mhz_at_least" in s]
    if not rates:
        return []
    khz = report["device"]["clock_khz"]
    most = " of %d" % (khz // 1000) if khz else ""
    return ["shader clock while kernels were timed by their waves: at least %d%s MHz" % (max(rates), most)]


#: Verdicts that explain themselves.
_PLAIN = (verdict.CONFIRMED, verdict.FASTER, verdict.SLOWER, verdict.SAME)

_ROW = "%-13s  %-32s  %-4s  %-6s  %8s  %8s  %-14s  %-14s"
_HEADER = ("verdict", "kernel", "grid", "timer", "modelled", "measured", "interval", "LLVM to itself")


def _rows(kernels: Sequence[Json]) -> list[str]:
    lines = [_ROW % _HEADER]
    for kernel in kernels:
        if not kernel["claims"]:
            lines.append("%-13s  %s" % (kernel["verdict"], kernel["name"]))
        for claim in kernel["claims"]:
            mid = f"{claim['measured']['mid']:.3f}" if claim["measured"] else "-"
            row = (
                claim["verdict"],
                kernel["name"],
                claim["launch"],
                claim["by"] or "-",
                "-" if claim["modelled"] is None else f"{claim['modelled']:.3f}",
                mid,
            )
            lines.append(_ROW % (*row, _range(claim["measured"]), _range(claim["control"])))
    return [line.rstrip() for line in lines]


def _notes(kernel: Json) -> list[str]:
    notes = [problem for check in kernel["checks"] for problem in check["problems"]]
    notes += sorted({c["reference"] for c in kernel["checks"] if c["reference"] == verdict.NOT_DETERMINISTIC})
    if kernel["error"]:
        notes.append(kernel["error"])
    for claim in kernel["claims"]:
        if claim["verdict"] not in _PLAIN or claim["why"] == verdict.LARGER:
            notes.append(f"{claim['launch']}: {claim['why']}")
    across = kernel["straddling"]
    if kernel["verdict"] == verdict.REFUTED and across and across["ours"] != across["llvm"]:
        notes.append(
            "%d of LLVM's and %d of our instructions in the hot loop lie across a boundary of 32 bytes: not in the model"
            % (across["llvm"], across["ours"])
        )
    return [f"{kernel['name']}: {note}" for note in notes]


def _summary(report: Json) -> list[str]:
    counts = ", ".join("%d %s" % (n, v) for v, n in report["summary"]["verdicts"].items())
    lines = ["%d kernels: %s" % (len(report["kernels"]), counts)]
    for launch, text in (("one", "one workgroup"), ("full", "full grid")):
        means = report["summary"].get(launch)
        if means and means["modelled"] is not None:
            numbers = (text, means["measured"], means["modelled"], means["claims"])
            lines.append("%s: geometric mean of ours/LLVM %.3f measured, %.3f modelled (%d kernels)" % numbers)
    return lines
