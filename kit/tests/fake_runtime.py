"""A runtime that executes nothing: launches of known symbols write what a script says, in memory of this process."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Any, Callable, Optional

from cdnakit.device import Device


@dataclass
class Launch:
    """What a kernel was launched with."""

    symbol: str
    groups: int
    block: int
    timing: int
    data: int
    trips: int
    warm: int
    start: int
    step: int


def fake_device(arch: str, cu_count: Optional[int] = 4) -> Device:
    """A device with the parts that calibration looks at."""
    return Device(0, "a GPU that is none", arch, cu_count=cu_count)


class OutOfMemory(Exception):
    """As hip.HipError for a failed allocation."""

    code = 2


class FakeBuffer:
    """Memory with an address."""

    def __init__(self, runtime: FakeRuntime, size: int) -> None:
        self.runtime, self.size = runtime, size
        self.address = runtime.next_address
        runtime.next_address += (size + 4095) // 4096 * 4096 + 4096
        # Large ones are never looked at.
        self.content = bytearray(size if size < 1 << 24 else 0)
        runtime.memory[self.address] = self

    def __enter__(self) -> FakeBuffer:
        return self

    def __exit__(self, *_: Any) -> None:
        del self.runtime.memory[self.address]

    def write(self, data: bytes, offset: int = 0) -> None:
        self.content[offset : offset + len(data)] = data

    def read(self, offset: int = 0, size: Optional[int] = None) -> bytes:
        return bytes(self.content[offset : None if size is None else offset + size])

    def fill(self, byte: int) -> None:
        self.content[:] = bytes([byte]) * len(self.content)


class FakeRuntime:
    """`execute` gets every launch and the buffer at its first argument."""

    def __init__(self, execute: Callable[[Launch, Optional[FakeBuffer]], None], limit: int = 1 << 40) -> None:
        self.execute, self.limit = execute, limit
        self.next_address = 1 << 20
        self.memory: dict[int, FakeBuffer] = {}
        self.launches: list[Launch] = []

    def runtime_version(self) -> int:
        return 60342134

    driver_version = runtime_version

    def module(self, image: bytes) -> bytes:
        return image

    def function(self, module: bytes, symbol: str) -> str:
        return symbol

    def allocate(self, size: int) -> FakeBuffer:
        if size > self.limit:
            raise OutOfMemory(f"{size} bytes")
        return FakeBuffer(self, size)

    def launch(self, function: str, grid: tuple[int, ...], block: tuple[int, ...], lds: int, kernarg: bytes) -> None:
        launch = Launch(function, grid[0], block[0], *struct.unpack("<QQIIII", kernarg))
        self.launches.append(launch)
        self.execute(launch, self.memory.get(launch.timing))

    def event(self) -> list[int]:
        return [0]

    def record(self, event: list[int]) -> None:
        event[0] = len(self.launches)

    def wait(self, event: list[int], timeout_s: float) -> None:
        pass

    def elapsed_ms(self, begin: list[int], end: list[int]) -> float:
        return 0.1 * (end[0] - begin[0])

    def synchronize(self, timeout_s: float) -> None:
        pass
