"""Which kernels a code object has, and what their arguments are: from the note that compilers write for the runtime.

An ELF file of 64 bits; the note is MessagePack (LLVM, AMDGPUUsage, "Code Object V3 Metadata" and later).
"""

from __future__ import annotations

import dataclasses
import struct
from collections.abc import Iterator
from typing import Any

_NOTE_SECTION = 7
_METADATA_NOTE = 32
_MOST_DEPTH = 16


class NotReadable(ValueError):
    """The file is no code object that can be read."""


@dataclasses.dataclass(frozen=True)
class Argument:
    """An argument of a kernel."""

    place: int  # among those that the caller gives
    name: str  # "" where the compiler did not write it
    offset: int
    size: int
    kind: str  # as the note has it: global_buffer, by_value, hidden_block_count_x ...
    is_read_only: bool

    @property
    def is_hidden(self) -> bool:
        """Whether the runtime gives it."""
        return self.kind.startswith("hidden_")


@dataclasses.dataclass(frozen=True)
class KernelNote:
    """What the note says of a kernel."""

    name: str
    arguments: tuple[Argument, ...]
    kernarg_size: int
    workgroup: tuple[int, int, int]  # the required size, else zeros
    most_threads: int


def kernels(data: bytes) -> list[KernelNote]:
    """The kernels of a code object. Raises NotReadable."""
    try:
        found = [_kernel(kernel) for note in _notes(data) for kernel in note.get("amdhsa.kernels", [])]
    except NotReadable:
        raise
    except (struct.error, LookupError, TypeError, AttributeError, ValueError, OverflowError) as error:
        raise NotReadable(f"it is damaged ({type(error).__name__}: {error})") from error
    if not found:
        raise NotReadable("it has no kernels, or no note about them")
    return found


def _kernel(entry: dict[str, Any]) -> KernelNote:
    arguments = []
    place = 0
    for argument in entry.get(".args", []):
        kind = str(argument[".value_kind"])
        read_only = "read_only" in (argument.get(".actual_access"), argument.get(".access"))
        read_only = read_only or bool(argument.get(".is_const"))
        name = str(argument.get(".name", ""))
        size = (int(argument[".offset"]), int(argument[".size"]))
        arguments.append(Argument(place, name, *size, kind, read_only))
        place += not kind.startswith("hidden_")
    required = [int(size) for size in entry.get(".reqd_workgroup_size", [0, 0, 0])]
    return KernelNote(
        str(entry[".name"]),
        tuple(arguments),
        int(entry.get(".kernarg_segment_size", 0)),
        (required[0], required[1], required[2]),
        int(entry.get(".max_flat_workgroup_size", 0)),
    )


def _notes(data: bytes) -> Iterator[dict[str, Any]]:
    """The metadata notes of an ELF file."""
    if data[:6] != b"\x7fELF\x02\x01":
        raise NotReadable("it is no ELF file of 64 bits; unpack bundles first (clang-offload-bundler, llvm-objdump --offloading)")
    (table,) = struct.unpack_from("<Q", data, 0x28)
    entry_size, count = struct.unpack_from("<HH", data, 0x3A)
    for index in range(count):
        _, kind, _, _, at, size = struct.unpack_from("<IIQQQQ", data, table + index * entry_size)
        end = at + size
        while kind == _NOTE_SECTION and at + 12 <= end:
            name_size, content_size, what = struct.unpack_from("<III", data, at)
            content = at + 12 + (name_size + 3) // 4 * 4
            if what == _METADATA_NOTE and data[at + 12 : at + 18] == b"AMDGPU":
                if content + content_size > len(data):
                    raise NotReadable("its note ends behind the file")
                note, _ = _unpack(data[: content + content_size], content, 0)
                yield note
            at = content + (content_size + 3) // 4 * 4


def _unpack(data: bytes, at: int, depth: int) -> tuple[Any, int]:
    """A value of MessagePack, and where the next one begins."""
    if depth > _MOST_DEPTH:
        raise NotReadable("its note is nested too deeply")
    byte = data[at]
    at += 1
    if byte < 0x80:
        return byte, at
    if byte >= 0xE0:
        return byte - 256, at
    if byte < 0x90:
        return _map(data, at, byte & 15, depth)
    if byte < 0xA0:
        return _array(data, at, byte & 15, depth)
    if byte < 0xC0:
        return _text(data, at, byte & 31)
    if byte in (0xC0, 0xC2, 0xC3):
        return {0xC0: None, 0xC2: False, 0xC3: True}[byte], at
    if byte in _NUMBERS:
        form = struct.Struct(_NUMBERS[byte])
        return form.unpack_from(data, at)[0], at + form.size
    if byte in _LENGTHS:
        form, read = struct.Struct(_LENGTHS[byte][0]), _LENGTHS[byte][1]
        (length,) = form.unpack_from(data, at)
        at += form.size
        if length > len(data) - at:
            raise NotReadable("its note is shorter than it says")
        return _text(data, at, length) if read == "text" else (_map if read == "map" else _array)(data, at, length, depth)
    raise NotReadable(f"its note has a value of an unknown kind (0x{byte:02x})")


_NUMBERS = {
    **{0xCA: ">f", 0xCB: ">d", 0xCC: ">B", 0xCD: ">H", 0xCE: ">I", 0xCF: ">Q"},
    **{0xD0: ">b", 0xD1: ">h", 0xD2: ">i", 0xD3: ">q"},
}
_LENGTHS = {
    **{0xD9: (">B", "text"), 0xDA: (">H", "text"), 0xDB: (">I", "text")},
    **{0xDC: (">H", "array"), 0xDD: (">I", "array"), 0xDE: (">H", "map"), 0xDF: (">I", "map")},
}


def _text(data: bytes, at: int, length: int) -> tuple[str, int]:
    if at + length > len(data):
        raise NotReadable("its note is shorter than it says")
    return data[at : at + length].decode("utf-8"), at + length


def _array(data: bytes, at: int, count: int, depth: int) -> tuple[list[Any], int]:
    values = []
    for _ in range(count):
        value, at = _unpack(data, at, depth + 1)
        values.append(value)
    return values, at


def _map(data: bytes, at: int, count: int, depth: int) -> tuple[dict[Any, Any], int]:
    values = {}
    for _ in range(count):
        key, at = _unpack(data, at, depth + 1)
        values[key], at = _unpack(data, at, depth + 1)
    return values, at
