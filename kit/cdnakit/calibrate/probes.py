"""`--probe`: runs the hazard probes and says what their counts mean.

A probe counts lanes whose result at a distance differs from that of the same instructions far apart. One lane that
differs proves that the distance is too short. No lane that differs proves nothing: the instructions may have met
otherwise in another program."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Callable, Union

from . import plan

NEEDED, NO_MISS_SEEN, TOO_WEAK, FAILED = "NEEDED", "NO MISS SEEN", "TOO WEAK", "FAILED"

#: Trips of the loop, and workgroups (of one wave) for each compute unit: one and two waves on each SIMD.
TRIPS = 10000
GROUPS = (4, 8)
TIMEOUT_S = 20.0
#: Pairs between two savings of what was found so far.
SAVED_EVERY = 20
COUNTS = struct.Struct("<II")

#: Order of the report: what matters first.
ORDER = (TOO_WEAK, FAILED, NEEDED, NO_MISS_SEEN)


@dataclass(frozen=True)
class Counts:
    """Lanes that differed and lanes that were compared."""

    missed: int
    compared: int


def verdict(counts: dict[str, Counts]) -> str:
    """What the counts at the required distance (`at`), one below (`below`), and at the least that another source asks for
    (`other`) say of the row."""
    if any(c.compared == 0 for c in counts.values()):
        return FAILED
    if counts["at"].missed:
        return TOO_WEAK
    shorter = [c for name, c in counts.items() if name != "at"]
    return NEEDED if any(c.missed for c in shorter) else NO_MISS_SEEN


def refuted(needs: dict[str, int], distances: dict[str, int], counts: dict[str, Counts]) -> list[str]:
    """The policies whose own number is too small: lanes differed at it, or at more."""
    longest = max((distances[name] for name, c in counts.items() if c.missed), default=-1)
    return sorted(policy for policy, need in needs.items() if need <= longest)


def probe(
    runtime: Any,
    device: Any,
    folder: Union[str, Path],
    progress: Callable[[str], None],
    save: Callable[[dict[str, Any]], None] = lambda partial: None,
) -> dict[str, Any]:
    """Runs every probe of the device's GPU. `save` gets what was found so far, now and then. Raises what the runtime
    raises, plan.BadFile, and Unusable."""
    folder = Path(folder)
    manifest = plan.manifest(folder / "probes.json", "cdnasched-kit-probes", device.arch)
    module = runtime.module(plan.checked(folder, manifest["files"][device.arch]))
    probes = [p for p in manifest["probes"] if p["gpu"] == device.arch]
    groups = [n * device.compute_units() for n in GROUPS]
    results: list[dict[str, Any]] = []
    report = {
        "format": "cdnasched-kit-probe-results",
        "version": 1,
        "gpu": device.arch,
        "unfinished": True,
        "probes": results,
    }
    # Offsets of wrong registers may reach past a group's part: one part more.
    with runtime.allocate((max(groups) + 1) * manifest["bytes_for_a_group"]) as data:
        data.write(memory_content(data.size))
        for done, entry in enumerate(probes):
            if done % SAVED_EVERY == 0:
                progress(f"probe: {done} of {len(probes)} pairs")
                save(report)
            counts, problem = {}, ""
            for name, symbol in entry["symbols"].items():
                function = runtime.function(module, symbol)
                counts[name], why = count(runtime, function, data.address, groups)
                problem = problem or why
            results.append(result(entry, counts, problem))
    results.sort(key=lambda r: ORDER.index(r["verdict"]))
    totals = {name: sum(r["verdict"] == name for r in results) for name in ORDER}
    for line in summary(results):
        progress(line)
    del report["unfinished"]
    return {**report, "totals": totals, "without": manifest["without"][device.arch]}


def memory_content(size: int) -> bytes:
    """Numbers that differ from place to place."""
    block = b"".join(struct.pack("<I", (i * 2654435761 + 12345) & 0xFFFFFFFF) for i in range(1024))
    return (block * (size // len(block) + 1))[:size]


def count(runtime: Any, function: Any, data: int, groups: list[int]) -> tuple[Counts, str]:
    """Lanes that differed over all launches of a kernel; and what went wrong."""
    missed = compared = 0
    for seed, number in enumerate(groups):
        with runtime.allocate(COUNTS.size) as results:
            results.write(bytes(COUNTS.size))
            kernarg = plan.arguments(results.address, data, TRIPS, 1, start=seed * 7919 + 1)
            runtime.launch(function, (number, 1, 1), (64, 1, 1), 0, kernarg)
            runtime.synchronize(TIMEOUT_S)
            lanes, ended = COUNTS.unpack(results.read())
        if ended != number:
            return Counts(0, 0), f"{ended} of {number} waves ended"
        missed, compared = missed + lanes, compared + 64 * number * TRIPS
    return Counts(missed, compared), ""


def result(entry: dict[str, Any], counts: dict[str, Counts], problem: str) -> dict[str, Any]:
    """What the report says of a probe."""
    found = FAILED if problem else verdict(counts)
    return {
        "rule": entry["rule"],
        "pair": entry["pair"],
        "first": entry["first"],
        "second": entry["second"],
        "divergence": entry["divergence"],
        "needs": entry["needs"],
        "verdict": found,
        "refuted": refuted(entry["needs"], entry["distances"], counts) if found != FAILED else [],
        "misses": {
            name: {"wait_states": entry["distances"][name], "missed": c.missed, "compared": c.compared}
            for name, c in counts.items()
        },
        "problem": problem,
    }


def summary(results: list[dict[str, Any]]) -> list[str]:
    """A line for each probe that shows something, and one for the others."""
    lines = []
    for r in results:
        if r["verdict"] == NO_MISS_SEEN:
            continue
        at = ", ".join(f"{m['missed']} at {m['wait_states']}" for m in r["misses"].values())
        against = f"; too few: {', '.join(r['refuted'])}" if r["refuted"] else ""
        lines.append(f"{r['verdict']:8} {r['rule']} ({r['pair']}): lanes that differed {at}{against}{r['problem']}")
    quiet = sum(r["verdict"] == NO_MISS_SEEN for r in results)
    lines.append(f"{quiet} of {len(results)} pairs: no miss seen, which proves nothing")
    return lines
