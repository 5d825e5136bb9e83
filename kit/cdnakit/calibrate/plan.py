"""What micro.json says: which kernels to launch, and how."""

from __future__ import annotations

import hashlib
import json
import random
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Any

#: Timing buffer: number of slots taken, capacity, then begin and end of each wave.
HEADER = struct.Struct("<QQ")
SLOT = struct.Struct("<QQ")


class BadFile(ValueError):
    """A file of the kit is not what its manifest says."""


@dataclass(frozen=True)
class Micro:
    """A micro-kernel; `points` are sizes of its body and their symbols."""

    name: str
    points: list[tuple[int, str]]
    block: int
    full_grid: bool
    groups_per_cu: int
    waves: int
    level: str
    lines: int
    step: int
    lengths: tuple[int, int]

    def groups(self, compute_units: int) -> int:
        """Workgroups of a launch."""
        return compute_units * self.groups_per_cu if self.full_grid else 1

    def warm(self, size: int) -> int:
        """Trips before the clock is read: a chain is followed once through all of its lines, so that what is
        measured is the level that holds them; device memory must not be read before."""
        if self.level == "hbm":
            return 1
        return max(8, self.lines // size + 1)

    def start(self, random_numbers: random.Random) -> int:
        """Where in memory to begin: anywhere for device memory, so that nothing has been read before."""
        if self.level == "hbm" and self.lines:
            return random_numbers.randrange(self.lines) * self.step
        if self.level == "hbm":
            return random_numbers.randrange(1024) << 20
        return 0


@dataclass(frozen=True)
class Sample:
    """One launch of the plan."""

    micro: Micro
    size: int
    symbol: str
    trips: int


@dataclass(frozen=True)
class Plan:
    """The micro-kernels of a GPU and their code object."""

    micros: list[Micro]
    image: bytes

    def samples(self, repeats: int, seed: int) -> list[Sample]:
        """Every launch, each `repeats` times, in an order that depends on the seed only. Those that follow a chain
        stay together by chain, since it has to be made for them."""
        shuffled = random.Random(seed)
        chains: dict[tuple[int, int], list[Sample]] = {}
        for micro in self.micros:
            samples = chains.setdefault((micro.lines, micro.step), [])
            for size, symbol in micro.points:
                samples += [Sample(micro, size, symbol, trips) for trips in micro.lengths] * repeats
        order = []
        for samples in chains.values():
            shuffled.shuffle(samples)
            order += samples
        return order


def load(path: Path) -> dict[str, Any]:
    """A JSON file of the kit. Raises BadFile."""
    try:
        return dict(json.loads(path.read_text()))
    except (OSError, ValueError) as error:
        raise BadFile(f"{path}: {error}; take the archive again, or run `make kit`") from error


def manifest(path: Path, kind: str, gpu: str) -> dict[str, Any]:
    """A manifest of the kit that has something for a GPU. Raises BadFile."""
    what = load(path)
    if what.get("format") != kind or what.get("version") != 1:
        raise BadFile(f"{path} is no {kind} of version 1: it is not of this kit")
    if gpu not in what["files"]:
        raise BadFile(f"{path} has nothing for {gpu}")
    return what


def read(folder: Path, gpu: str) -> Plan:
    """The plan for a GPU. Raises BadFile."""
    what = manifest(folder / "micro.json", "cdnasched-kit-micro", gpu)
    image = checked(folder, what["files"][gpu])
    return Plan([_micro(entry) for entry in what["micro"] if entry["gpu"] == gpu], image)


def checked(folder: Path, file: dict[str, Any]) -> bytes:
    """The bytes of a file. Raises BadFile if they are not those that the manifest means."""
    try:
        image = (folder / str(file["file"])).read_bytes()
    except OSError as error:
        raise BadFile(f"{error}; take the archive again, or run `make kit`") from error
    if hashlib.sha256(image).hexdigest() != file["sha256"]:
        raise BadFile(f"{folder / file['file']} is not the file that was built: its checksum differs")
    return image


def _micro(entry: dict[str, Any]) -> Micro:
    return Micro(
        name=entry["name"],
        points=[(point["x"], point["symbol"]) for point in entry["points"]],
        block=entry["block"][0],
        full_grid=entry["grid"] == "full",
        groups_per_cu=entry["groups_per_cu"],
        waves=entry["waves"],
        level=entry["memory"],
        lines=entry["chain"]["lines"],
        step=entry["chain"]["step"],
        lengths=(entry["lengths"][0], entry["lengths"][1]),
    )


def arguments(timing: int, data: int, trips: int, warm: int = 1, start: int = 0, step: int = 0) -> bytes:
    """Kernel arguments, as kit/build/assembly.py lays them out."""
    return struct.pack("<QQIIII", timing, data, trips, warm, start, step)


def empty_timing(capacity: int) -> bytes:
    """A timing buffer with that many slots."""
    return HEADER.pack(0, capacity) + bytes(SLOT.size * capacity)


def clocks(timing: bytes) -> list[int]:
    """Clocks of every wave that stored its own. Raises ValueError where there is none, or a wave ended before it
    began."""
    taken, capacity = HEADER.unpack_from(timing)
    waves = []
    for slot in range(min(taken, capacity)):
        begin, end = SLOT.unpack_from(timing, HEADER.size + slot * SLOT.size)
        if end <= begin:
            raise ValueError(f"wave {slot} ended at clock {end}, before it began at {begin}")
        waves.append(end - begin)
    if not waves:
        raise ValueError("no wave stored its clocks")
    return waves
