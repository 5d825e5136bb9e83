"""objects/manifest.json: which kernels there are, how they are launched and what is expected of them."""

from __future__ import annotations

import dataclasses
import fnmatch
import hashlib
import json
import os
from collections.abc import Mapping, Sequence
from typing import Any, Optional

from . import values

FORMAT = "cdnasched-kit"
VERSION = 1
VARIANTS = ("llvm", "ours")
LAUNCHES = ("one", "full")
ROLES = ("in", "out", "inout")

WAVE = 64


class ManifestError(Exception):
    """The kit's objects are missing, damaged, or of another version."""


@dataclasses.dataclass(frozen=True)
class Origin:
    """What the code objects were made by, and where results are wanted."""

    cdnasched: str = "?"  # its version
    llvm: str = "?"
    #: Where the project is published; nothing where it is not.
    repository: str = ""


@dataclasses.dataclass(frozen=True)
class Argument:
    """One kernel argument: a buffer, a value, or the pointer for the waves' clocks."""

    name: str
    offset: int
    role: str  # of a buffer; else "value" or "timing"
    type: str = ""
    elements: int = 0
    fill: Optional[Mapping[str, Any]] = None
    value: bytes = b""

    @property
    def is_buffer(self) -> bool:
        """Whether it is a pointer to a buffer of the kit's."""
        return self.role in ROLES

    @property
    def is_output(self) -> bool:
        """Whether the kernel writes it."""
        return self.role in ("out", "inout")

    @property
    def size(self) -> int:
        """Bytes of the buffer."""
        return self.elements * values.size_of(self.type)


@dataclasses.dataclass(frozen=True)
class LaunchShape:
    """A launch: how many workgroups, with which arguments, and what is known of it."""

    name: str
    grid: tuple[int, int, int]
    arguments: tuple[Argument, ...]
    reference: Mapping[str, Mapping[str, Any]]  # argument: {"sha256", "bytes"}
    expected: Mapping[str, float]  # "llvm", "ours" (clocks), "ratio", "waves" (on a SIMD)

    @property
    def workgroups(self) -> int:
        """How many."""
        return self.grid[0] * self.grid[1] * self.grid[2]


@dataclasses.dataclass(frozen=True)
class Kernel:
    """A pair of code objects and how to measure it."""

    name: str
    gpu: str
    what: str
    symbol: str
    files: Mapping[str, tuple[str, str]]  # variant: (file, sha256)
    block: tuple[int, int, int]
    dynamic_lds: int
    kernarg_size: int
    launches: Mapping[str, LaunchShape]
    why_no_reference: str
    straddling: Mapping[str, int]  # variant: instructions of the hot loop that lie across a boundary of 32 bytes
    folder: str
    #: It is the user's: nothing is modelled, and its results may depend on the order of waves.
    is_mine: bool = False

    @property
    def owners(self) -> tuple[str, str]:
        """Whose code the variants are, for sentences."""
        return ("the first", "the second") if self.is_mine else ("LLVM's", "our")

    @property
    def waves_of_a_workgroup(self) -> int:
        """How many waves write a record each."""
        return -(-self.block[0] * self.block[1] * self.block[2] // WAVE)

    def code(self, variant: str) -> bytes:
        """A code object's bytes. Raises ManifestError if it is missing or not what `make kit` wrote."""
        file, expected = self.files[variant]
        try:
            with open(os.path.join(self.folder, file), "rb") as stream:
                data = stream.read()
        except OSError as error:
            if self.is_mine:
                raise ManifestError(f"{file} cannot be read: {error.strerror}") from error
            raise ManifestError(f"objects/{file} cannot be read ({error.strerror}): take the archive again") from error
        if hashlib.sha256(data).hexdigest() != expected:
            raise ManifestError(
                f"objects/{file} is damaged (its SHA-256 is not the manifest's): take the archive again"
            )
        return data

    def side_file(self, variant: str, suffix: str) -> str:
        """The path of a file that lies beside a code object."""
        return os.path.join(self.folder, os.path.splitext(self.files[variant][0])[0] + suffix)


def kernarg(kernel: Kernel, launch: LaunchShape, addresses: Mapping[str, int], timing: int) -> bytes:
    """The kernel arguments' bytes: addresses of buffers by name, `timing` 0 where the waves shall not write clocks."""
    out = bytearray(kernel.kernarg_size)
    for argument in launch.arguments:
        if argument.is_buffer:
            data = addresses[argument.name].to_bytes(8, "little")
        elif argument.role == "timing":
            data = timing.to_bytes(8, "little")
        else:
            data = argument.value
        out[argument.offset : argument.offset + len(data)] = data
    return bytes(out)


def origin(folder: str) -> Origin:
    """What the manifest says of its origin. Raises ManifestError as `load` does."""
    made_by = _read(folder).get("made_by") or {}
    return Origin(**{name: str(made_by[name]) for name in ("cdnasched", "llvm", "repository") if name in made_by})


def load(folder: str) -> list[Kernel]:
    """Reads the manifest of a folder of objects. Raises ManifestError with what to do."""
    data = _read(folder)
    kernels = []
    for entry in data.get("kernels", []):
        try:
            kernels.append(_kernel(entry, folder))
        except (KeyError, TypeError, ValueError) as error:
            name = entry.get("name", "?") if isinstance(entry, dict) else "?"
            raise ManifestError(f"objects/manifest.json, kernel {name}: {type(error).__name__}: {error}") from error
    return kernels


def _read(folder: str) -> dict[str, Any]:
    path = os.path.join(folder, "manifest.json")
    try:
        with open(path, encoding="utf-8") as stream:
            data = json.load(stream)
    except FileNotFoundError as error:
        raise ManifestError(
            "the kit's code objects are missing (objects/manifest.json): run `make kit` in the repository, or take the archive "
            "cdnasched-kit.tar.gz, which has them"
        ) from error
    except (OSError, ValueError) as error:
        raise ManifestError(f"objects/manifest.json cannot be read: {error}") from error
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise ManifestError(f"objects/manifest.json is not a {FORMAT} manifest")
    if data.get("version") != VERSION:
        raise ManifestError(
            "objects/manifest.json has version %s; this kit reads version %d" % (data.get("version"), VERSION)
        )
    return data


def select(kernels: Sequence[Kernel], gpu: str, patterns: Sequence[str]) -> list[Kernel]:
    """The kernels of a GPU whose names match one of the patterns (* and ?), all without patterns."""
    of_gpu = [kernel for kernel in kernels if kernel.gpu == gpu]
    if not patterns:
        return of_gpu
    return [kernel for kernel in of_gpu if any(fnmatch.fnmatchcase(kernel.name, pattern) for pattern in patterns)]


def _three(numbers: Sequence[int]) -> tuple[int, int, int]:
    x, y, z = (int(number) for number in numbers)
    if min(x, y, z) < 1:
        raise ValueError(f"a size below 1: {list(numbers)}")
    return x, y, z


def _argument(entry: Mapping[str, Any], kernarg_size: int) -> Argument:
    name, offset = str(entry["name"]), int(entry["offset"])
    size = 8
    if entry.get("timing"):
        argument = Argument(name, offset, "timing")
    elif "buffer" in entry:
        buffer, role = entry["buffer"], str(entry["role"])
        if role not in ROLES:
            raise ValueError("argument {}: role {!r} is none of {}".format(name, role, ", ".join(ROLES)))
        argument = Argument(name, offset, role, str(buffer["type"]), int(buffer["elements"]), buffer.get("fill"))
        if argument.elements < 1 or (argument.fill is None and role != "out"):
            raise ValueError(f"argument {name}: no elements or no fill")
        values.size_of(argument.type)
    else:
        value = entry["value"]
        data = values.encode(str(value["type"]), value["value"])
        argument, size = Argument(name, offset, "value", value=data), len(data)
    if offset < 0 or offset + size > kernarg_size:
        raise ValueError(
            "argument %s: bytes %d to %d are not in the %d of the kernel arguments"
            % (name, offset, offset + size, kernarg_size)
        )
    return argument


def _kernel(entry: Mapping[str, Any], folder: str) -> Kernel:
    kernarg_size = int(entry["kernarg_size"])
    launches: dict[str, LaunchShape] = {}
    references = entry.get("reference") or {}
    for name in LAUNCHES:
        if name not in entry["launches"]:
            continue
        launch = entry["launches"][name]
        arguments = tuple(_argument(a, kernarg_size) for a in launch.get("arguments", entry["arguments"]))
        launches[name] = LaunchShape(
            name,
            _three(launch["grid"]),
            arguments,
            references.get(name) or {},
            (entry.get("expected") or {}).get(name) or {},
        )
    why = str(entry.get("why_no_reference", ""))
    if not why and not all(launch.reference for launch in launches.values()):
        raise ValueError("no reference, and no sentence why")
    return Kernel(
        name=str(entry["name"]),
        gpu=str(entry["gpu"]),
        what=str(entry.get("what", "")),
        symbol=str(entry["symbol"]),
        files={v: (str(entry["variants"][v]["file"]), str(entry["variants"][v]["sha256"])) for v in VARIANTS},
        block=_three(entry["block"]),
        dynamic_lds=int(entry.get("dynamic_lds", 0)),
        kernarg_size=kernarg_size,
        launches=launches,
        why_no_reference=why,
        straddling={v: int(number) for v, number in entry.get("straddling", {}).items()},
        folder=folder,
    )
