"""Buffers of a launch on the device, with guards around them, and the comparison of what kernels leave in them."""

from __future__ import annotations

import array
import hashlib
import struct
from collections.abc import Mapping, Sequence
from typing import Any, Optional

from . import values
from .hip import Buffer, Runtime
from .manifest import Argument, Kernel, LaunchShape

#: Bytes before and after each buffer that a kernel must not touch; keeps the alignment that hipMalloc gives.
GUARD = 4096
_GUARD_BYTES = b"\xa5" * GUARD
#: What an output without a fill holds before the launch.
_POISON = b"\xcd"

#: Copies of a launch's buffers: none is divisible by 3, the number of variants and control, so that each meets every copy.
_COPIES = (2, 4, 5, 7, 8)
_ROTATE_BYTES = 64 << 20
_MOST_BYTES = 2 << 30


class Inputs:
    """Contents of buffers, made once."""

    def __init__(self) -> None:
        self._made: dict[str, bytes] = {}

    def of(self, argument: Argument) -> bytes:
        """The bytes that the buffer holds before the launch."""
        if argument.fill is None:
            return _POISON * argument.size
        key = "%s %d %s" % (argument.type, argument.elements, sorted(argument.fill.items()))
        if key not in self._made:
            self._made[key] = values.make(argument.type, argument.elements, argument.fill)
        return self._made[key]


class BufferSet:
    """One copy of all buffers of a launch."""

    def __init__(self, runtime: Runtime, arguments: Sequence[Argument], inputs: Inputs) -> None:
        self.arguments = [argument for argument in arguments if argument.is_buffer]
        self.inputs = inputs
        self.buffers: dict[str, Buffer] = {}
        try:
            for argument in self.arguments:
                self.buffers[argument.name] = runtime.allocate(argument.size + 2 * GUARD)
        except Exception:
            self.free()
            raise

    def fresh(self) -> None:
        """Writes contents and guards anew."""
        for argument in self.arguments:
            self.buffers[argument.name].write(_GUARD_BYTES + self.inputs.of(argument) + _GUARD_BYTES)

    def addresses(self) -> dict[str, int]:
        """Where the contents begin, by argument."""
        return {name: buffer.address + GUARD for name, buffer in self.buffers.items()}

    def read(self) -> tuple[dict[str, bytes], list[str]]:
        """The outputs, and a sentence for each guard that changed."""
        outputs, problems = {}, []
        for argument in self.arguments:
            buffer = self.buffers[argument.name]
            if argument.is_output:
                data = buffer.read()
                before, contents, after = data[:GUARD], data[GUARD:-GUARD], data[-GUARD:]
                outputs[argument.name] = contents
            else:
                before, after = buffer.read(0, GUARD), buffer.read(GUARD + argument.size, GUARD)
            for place, guard, first in (("before", before, -GUARD), ("after", after, argument.size)):
                if guard != _GUARD_BYTES:
                    at = first + next(i for i in range(GUARD) if guard[i] != 0xA5)
                    problems.append("wrote %s buffer %s, at byte %d of %d" % (place, argument.name, at, argument.size))
        return outputs, problems

    def free(self) -> None:
        """Gives the memory back."""
        for buffer in self.buffers.values():
            buffer.free()


def copies(arguments: Sequence[Argument], memory_bytes: Optional[int]) -> int:
    """How many copies to rotate: enough that a copy has left the second-level caches before it is used again."""
    size = sum(argument.size + 2 * GUARD for argument in arguments if argument.is_buffer) or 1
    most = min(_MOST_BYTES, (memory_bytes or 4 * _MOST_BYTES) // 4)
    for count in _COPIES:
        if count * size >= _ROTATE_BYTES:
            return count
    return max([count for count in _COPIES if count * size <= most], default=_COPIES[0])


class TimingBuffer:
    """Where waves write their clocks: {slots taken, capacity} and a {begin, end} for each, 64-bit words."""

    def __init__(self, runtime: Runtime, waves: int) -> None:
        self.waves = waves
        self.buffer = runtime.allocate(16 + 16 * waves)

    def reset(self) -> None:
        """No slot taken. Records stay; `read` looks at taken ones only."""
        self.buffer.write(struct.pack("<QQ", 0, self.waves))

    def read(self) -> list[tuple[int, int]]:
        """(begin, end) of every wave that wrote. Raises ClocksMissing if not every wave did, or one ended before it began."""
        data = self.buffer.read()
        (taken,) = struct.unpack_from("<Q", data)
        if taken != self.waves:
            raise ClocksMissing("%d of %d waves wrote their clocks" % (taken, self.waves))
        words = array.array("Q", data[16:])
        pairs = list(zip(words[::2], words[1::2]))
        if any(end <= begin for begin, end in pairs):
            raise ClocksMissing("a wave's end is not after its begin")
        return pairs

    def free(self) -> None:
        """Gives the memory back."""
        self.buffer.free()


class ClocksMissing(Exception):
    """The waves' records cannot be used."""


def first_difference(type_name: str, a: bytes, b: bytes) -> Optional[tuple[int, float, float]]:
    """(element, value in a, value in b) where the bytes first differ; None where they do not."""
    if a == b:
        return None
    size = values.size_of(type_name)
    step = 4096 * size
    for start in range(0, max(len(a), len(b)), step):
        if a[start : start + step] != b[start : start + step]:
            index = next(i for i in range(start, start + step, size) if a[i : i + size] != b[i : i + size]) // size
            return index, values.decode(type_name, a, index), values.decode(type_name, b, index)
    raise AssertionError("different bytes must differ somewhere")


def compare(kernel: Kernel, launch: LaunchShape, outputs: Mapping[str, Mapping[str, bytes]]) -> list[str]:
    """A sentence for each output of a launch that differs between the variants or from the reference."""
    problems = []
    for argument in launch.arguments:
        if not argument.is_output:
            continue
        llvm, ours = outputs["llvm"][argument.name], outputs["ours"][argument.name]
        difference = first_difference(argument.type, llvm, ours)
        if difference is not None:
            index, a, b = difference
            size = values.size_of(argument.type)
            bits = [data[index * size : (index + 1) * size][::-1].hex() for data in (llvm, ours)]
            first, second = ("the first", "the second") if kernel.is_mine else ("LLVM's code", "ours")
            problems.append(
                "%s[%d] differs: %s gives %r (0x%s), %s %r (0x%s)"
                % (argument.name, index, first, a, bits[0], second, b, bits[1])
            )
        reference: Optional[Mapping[str, Any]] = launch.reference.get(argument.name)
        if reference is None:
            continue
        for variant, data in (("LLVM's", llvm), ("our", ours)):
            if len(data) != reference["bytes"] or hashlib.sha256(data).hexdigest() != reference["sha256"]:
                problems.append(f"{argument.name} from {variant} code is not the reference's")
    return problems
