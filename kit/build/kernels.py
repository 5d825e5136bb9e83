"""Makes the pairs of code objects and objects/manifest.json: the main part of `make kit`.

python3 kit/build/kernels.py OBJECTS --llvm DIR --plugin FILE --cli FILE [--only NAME] [--jobs N]
"""

from __future__ import annotations

import argparse
import concurrent.futures
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from typing import Any, Optional

import instrument
import reference
from families import FAMILIES, NO_REFERENCE, Buffer, Plan

KIT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SOURCES = os.path.join(KIT, "kernels")
VARIANTS = ("llvm", "ours")
#: Full grids have work for all places on the GPU so many times over, or as often as the list says ("rounds"): a launch
#: is to take 100 microseconds or so, next to which what lies between two launches does not count.
ROUNDS = 2
SIMDS = 4
#: Bytes that are fetched at once.
FETCHED = 32


class Tools:
    """What compiles, links and looks."""

    def __init__(self, llvm: str, plugin: str, cli: str) -> None:
        self.llc, self.lld = (os.path.join(llvm, "bin", tool) for tool in ("llc", "ld.lld"))
        self.plugin, self.cli = os.path.abspath(plugin), os.path.abspath(cli)

    def compile(self, gpu: str, source: str, variant: str, target: str) -> bool:
        """IR to a code object; whether its hottest loop begins an iteration before the last ends. Ours must pass the
        full check."""
        command = [self.llc, "-O3", "-mcpu=" + gpu, "-filetype=obj", source, "-o", target + ".o"]
        report = target + ".report"
        if variant == "ours":
            command[1:1] = [
                "-load",
                self.plugin,
                "-cdna-sched",
                "-cdna-sched-check=full",
                "-cdna-sched-report=" + report,
            ]
        _run(command)
        _run([self.lld, "-shared", "-s", target + ".o", "-o", target + ".hsaco"])
        if variant != "ours":
            return False
        with open(report, encoding="utf-8") as stream:
            (record,) = (json.loads(line) for line in stream)
        if record.get("judged") != {"open_hazards": 0, "open_waits": 0, "lost_requests": 0, "unplaced_requests": 0}:
            raise SystemExit("%s: the check of our code found something: %s" % (source, record.get("judged")))
        hottest = max(record["loops"], key=lambda loop: loop["frequency"] * loop["instructions"], default=None)
        return hottest is not None and bool((hottest.get("overlap") or {}).get("rotated"))

    def view(self, first: str, second: str) -> dict[str, Any]:
        """What the cost model says of two code objects."""
        with tempfile.TemporaryDirectory() as folder:
            out = os.path.join(folder, "view.json")
            _run([self.cli, "view", second, "--against", first, "--json", "-o", out])
            with open(out, encoding="utf-8") as stream:
                kernel: dict[str, Any] = json.load(stream)["kernels"][0]
        return kernel

    def made_by(self) -> dict[str, str]:
        """Of this project and of LLVM, and where the project is published."""
        ours = _run([self.cli, "--version"]).split()[-1]
        line = next(line for line in _run([self.llc, "--version"]).splitlines() if "LLVM version" in line)
        with open(os.path.join(os.path.dirname(KIT), "Cargo.toml"), encoding="utf-8") as stream:
            (repository,) = re.findall(r'^repository = "(.*)"$', stream.read(), re.MULTILINE)
        return {"cdnasched": ours, "llvm": line.split()[-1], "repository": repository}


def _run(command: Sequence[str]) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit("%s failed:\n%s" % (" ".join(command), done.stderr))
    return done.stdout


def arguments(kernel: Mapping[str, Any], plan: Plan, places: Sequence[tuple[str, int]]) -> list[dict[str, Any]]:
    """The launch's arguments as the manifest has them: those of the plan, null for what Triton adds, and `timing`."""
    out: list[dict[str, Any]] = []
    for at, (kind, offset) in enumerate(places):
        if at >= len(plan.arguments):
            out.append({"name": "unused_%d" % at, "offset": offset, "value": {"type": "u64", "value": 0}})
            continue
        name, value = plan.arguments[at]
        entry: dict[str, Any] = {"name": name, "offset": offset}
        if isinstance(value, Buffer):
            entry["buffer"] = {"type": value.type, "elements": value.elements}
            if value.fill is not None:
                entry["buffer"]["fill"] = value.fill
            entry["role"] = value.role
        else:
            entry["value"] = {"type": {"float": "f32"}.get(kind, kind), "value": value}
        if isinstance(value, Buffer) != kind.startswith("ptr"):
            raise SystemExit("%s: argument %s is not a %s" % (kernel["name"], name, kind))
        out.append(entry)
    timing = end_of(places)
    return out + [{"name": "timing", "offset": timing, "timing": True}]


def end_of(places: Sequence[tuple[str, int]]) -> int:
    """Where the pointer for the waves' clocks is."""
    kind, offset = places[-1]
    return -(-(offset + instrument.SIZES[kind]) // 8) * 8


def hot_loop(kernel: Mapping[str, Any]) -> Optional[Mapping[str, Any]]:
    """The loop in which both versions spend most."""
    loops = [region for region in kernel["regions"] if region["is_loop"] and all(region["versions"])]
    return max(loops, key=lambda region: region["versions"][0]["share"], default=None)


def figure(version: Mapping[str, Any], name: str) -> float:
    """A number of a whole function."""
    return float(next(entry["value"] for entry in version["figures"] if entry["name"] == name))


def clocks(kernel: Mapping[str, Any], at: int, trips: int, own_waves: bool) -> float:
    """Modelled clocks from a wave's begin to its end, alone or with as many as fit beside it on the SIMD.

    The model's figure for the function assumes a number of trips for each loop; those of the hot loop are replaced.
    """
    version, loop = kernel["versions"][at], hot_loop(kernel)
    waves = version["occupancy"]["waves"] if own_waves else 1
    total = figure(version, "clocks, own waves" if own_waves else "clocks, one wave")
    if loop is not None:
        region = loop["versions"][at]
        total += (trips - region["frequency"]) * region["timelines"][-1 if own_waves else 0]["period"]
    return total * waves


def expected(kernel: Mapping[str, Any], plans: Mapping[str, Plan], overlapped: Sequence[bool]) -> dict[str, Any]:
    """The modelled clocks of both launches. A loop whose iterations overlap has the parts of one iteration outside."""
    out: dict[str, Any] = {
        "by": "cdna-sched view OURS --against LLVM --json, the hot loop's trips replaced by the launch's"
    }
    for launch, plan in plans.items():
        llvm, ours = (clocks(kernel, at, plan.trips - overlapped[at], launch == "full") for at in range(2))
        waves = kernel["versions"][1]["occupancy"]["waves"] if launch == "full" else 1
        out[launch] = {"llvm": round(llvm), "ours": round(ours), "ratio": round(ours / llvm, 4), "waves": waves}
    return out


def instruction_clocks(kernel: Mapping[str, Any], at: int) -> dict[str, Any]:
    """For traces: the clocks from when a wave could have issued an instruction of the hot loop to when it could go on."""
    loop = hot_loop(kernel)
    out: list[dict[str, Any]] = []
    if loop is not None:
        timeline = loop["versions"][at]["timelines"][0]
        instructions, events = kernel["versions"][at]["instructions"], timeline["events"]
        shown = min(1, timeline["iterations"] - 1)
        for place, iteration, ready, following in zip(
            events["inst"], events["iteration"], events["ready"], events["next"]
        ):
            if iteration == shown:
                instruction = instructions[place]
                out.append(
                    {"address": instruction["address"], "text": instruction["text"], "clocks": following - ready}
                )
    return {"instructions": out}


def straddling(kernel: Mapping[str, Any], at: int) -> int:
    """Instructions of the hot loop that lie across a boundary of 32 bytes, by which instructions are fetched."""
    addresses = sorted(int(instruction["address"]) for instruction in kernel["versions"][at]["instructions"])
    following = dict(zip(addresses, addresses[1:]))
    loop = {int(row["address"]) for row in instruction_clocks(kernel, at)["instructions"]}
    ends = ((address, following.get(address, address + 4) - 1) for address in loop)
    return sum(first // FETCHED != last // FETCHED for first, last in ends)


def resident(kernel: Mapping[str, Any], waves: int) -> int:
    """Workgroups that a compute unit holds at once, of the version that fits more."""
    most = max(int(version["occupancy"]["waves"]) for version in kernel["versions"])
    return max(1, most * SIMDS // waves)


def build(tools: Tools, folder: str, kernel: Mapping[str, Any], gpu: str, units: int) -> Optional[dict[str, Any]]:
    """One pair, and its entry in the manifest; None, and nothing is written, where both are the same code."""
    name = kernel["name"]
    with open(os.path.join(SOURCES, gpu, name + ".ll"), encoding="utf-8") as stream:
        text = stream.read()
    symbol, places = instrument.parameters(text)
    codes: dict[str, bytes] = {}
    variants: dict[str, Any] = {}
    overlapped: list[bool] = []
    with tempfile.TemporaryDirectory() as scratch:
        source = os.path.join(scratch, name + ".ll")
        with open(source, "w", encoding="utf-8") as stream:
            stream.write(instrument.instrument(text, kernel["lds"]))
        for variant in VARIANTS:
            target = os.path.join(scratch, "%s.%s" % (name, variant))
            overlapped.append(tools.compile(gpu, source, variant, target))
            with open(target + ".hsaco", "rb") as binary:
                codes[variant] = binary.read()
        if codes["llvm"] == codes["ours"]:
            return None
        for variant, code in codes.items():
            file = "%s/%s.%s.hsaco" % (gpu, name, variant)
            _write(os.path.join(folder, file), code)
            variants[variant] = {"file": file, "sha256": hashlib.sha256(code).hexdigest()}
        view = tools.view(*(os.path.join(folder, variants[variant]["file"]) for variant in VARIANTS))
    for at, variant in enumerate(VARIANTS):
        data = json.dumps(instruction_clocks(view, at), separators=(",", ":"))
        _write(os.path.join(folder, "%s/%s.%s.clocks.json" % (gpu, name, variant)), data.encode("utf-8"))
    family = FAMILIES[kernel["family"]]
    full = units * kernel.get("rounds", ROUNDS) * resident(view, kernel["waves"])
    plans = {"one": family(kernel, 1, False), "full": family(kernel, full, True)}
    entry: dict[str, Any] = {
        "name": name,
        "gpu": gpu,
        "what": kernel["what"],
        "symbol": symbol,
        "variants": variants,
        "block": [64 * kernel["waves"], 1, 1],
        "dynamic_lds": 0,
        "kernarg_size": end_of(places) + 8,
        "arguments": arguments(kernel, plans["one"], places),
        "launches": {
            "one": {"grid": plans["one"].grid},
            "full": {"grid": plans["full"].grid, "arguments": arguments(kernel, plans["full"], places)},
        },
        "expected": expected(view, plans, overlapped),
        "straddling": {variant: straddling(view, at) for at, variant in enumerate(VARIANTS)},
    }
    why = NO_REFERENCE.get(kernel["family"])
    if why is None:
        entry["reference"] = {
            launch: {buffer: reference.digest(made()) for buffer, made in plan.results.items()}
            for launch, plan in plans.items()
        }
    else:
        entry["why_no_reference"] = why
    return entry


def _write(path: str, data: bytes) -> None:
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as stream:
        stream.write(data)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("objects")
    parser.add_argument("--llvm", required=True, help="LLVM's folder, with bin/llc and bin/ld.lld")
    parser.add_argument("--plugin", required=True, help="libcdnasched.so")
    parser.add_argument("--cli", required=True, help="cdna-sched")
    parser.add_argument("--only", help="kernels whose names contain this")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    with open(os.path.join(SOURCES, "kernels.json"), encoding="utf-8") as stream:
        listed = json.load(stream)
    tools = Tools(options.llvm, options.plugin, options.cli)
    wanted = [
        (kernel, gpu)
        for gpu in listed["compute_units"]
        for kernel in listed["kernels"]
        if gpu in kernel["gpus"] and (options.only or "") in kernel["name"]
    ]
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        made = [
            pool.submit(build, tools, options.objects, kernel, gpu, listed["compute_units"][gpu])
            for kernel, gpu in wanted
        ]
        entries = []
        for (kernel, gpu), future in zip(wanted, made):
            entry = future.result()
            if entry is None:
                print("%-7s %-40s left out: our code is LLVM's" % (gpu, kernel["name"]), flush=True)
                continue
            entries.append(entry)
            ratios = entry["expected"]
            one, full = (ratios[launch]["ratio"] for launch in ("one", "full"))
            print("%-7s %-40s modelled %.3f, full grid %.3f" % (gpu, kernel["name"], one, full))
            sys.stdout.flush()
    manifest = {"format": "cdnasched-kit", "version": 1, "made_by": tools.made_by(), "kernels": entries}
    _write(os.path.join(options.objects, "manifest.json"), json.dumps(manifest, indent=1).encode("utf-8"))


if __name__ == "__main__":
    main()
