"""What the measured kernels must compute, by plain arithmetic on whole numbers: nothing here knows how the kernels do it.

Inputs are small whole numbers, so that all sums are exact in the kernels' accumulators, and every order of adding gives the same
bits. The generator of inputs is written anew from the text of kit/cdnakit/values.py, and the conversions to float types too.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Mapping, Sequence
from typing import Any, Callable

MASK = (1 << 64) - 1

#: A rule for a buffer's contents, as the manifest has it.
Fill = Mapping[str, Any]


def integers(elements: int, fill: Fill) -> list[int]:
    """The numbers of a fill "integers" or "zero" (the period's, where it has one: element i is number i mod period)."""
    if fill["kind"] == "zero":
        return [0]
    low, span, seed = fill["low"], fill["high"] - fill["low"] + 1, fill["seed"]
    out = []
    for i in range(min(elements, fill.get("period", elements))):
        z = (seed + (i + 1) * 0x9E3779B97F4A7C15) & MASK
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        z ^= z >> 31
        out.append(low + (((z >> 32) * span) >> 32))
    return out


def _bf16(number: float) -> int:
    bits = int.from_bytes(struct.pack("<f", number), "little")
    return (bits + 0x7FFF + ((bits >> 16) & 1)) >> 16


#: Type: code of the struct module, and what to hand to it.
_CODES: Mapping[str, tuple[str, Callable[[float], float]]] = {
    "f16": ("e", float),
    "bf16": ("H", _bf16),
    "f32": ("f", float),
    "f64": ("d", float),
    "i32": ("i", int),
}


def encode(kind: str, numbers: Sequence[float]) -> bytes:
    """Numbers as the bytes of a type, rounded to nearest even."""
    code, change = _CODES[kind]
    return struct.pack("<%d%s" % (len(numbers), code), *map(change, numbers))


def _fold(row: Sequence[int], period: int) -> tuple[int, ...]:
    return tuple(sum(row[at::period]) for at in range(min(period, len(row))))


#: Bits of a number among others in one large integer, and what keeps each from going below zero there.
_LANE, _BIAS = 32, 1 << 31


def _pack(numbers: Sequence[int]) -> int:
    """Numbers side by side in one integer: sums and multiples of such integers are those of their numbers."""
    biased = struct.pack("<%dI" % len(numbers), *(number + _BIAS for number in numbers))
    return int.from_bytes(biased, "little") - _biases(len(numbers))


def _biases(count: int) -> int:
    return _BIAS * (((1 << (_LANE * count)) - 1) // ((1 << _LANE) - 1))


def _products(row: Sequence[int], packed: Sequence[int], count: int) -> list[int]:
    """A row times a matrix, whose rows are packed. Each result must lie within 31 bits."""
    total = sum(map(int.__mul__, row, packed)) + _biases(count)
    lanes = struct.unpack("<%dI" % count, total.to_bytes(_LANE // 8 * count, "little"))
    return [lane - _BIAS for lane in lanes]


def gemm(
    sizes: Mapping[str, int],
    a: tuple[int, Fill],
    b: tuple[int, Fill],
    kind: str,
    b_rows: str,
    takes: Callable[[int], bool] = lambda k: True,
) -> bytes:
    """C = A B. A is M rows of K; B is K rows of N ("k"), or N rows of K ("n"); `a` and `b`: distance of rows and fill. C is
    dense.

    Only products of the k that `takes` says are added.
    """
    m, n, k = sizes["M"], sizes["N"], sizes["K"]
    (a_step, a_fill), (b_step, b_fill) = a, b
    numbers_a, numbers_b = integers(m * a_step, a_fill), integers(max(n, k) * b_step, b_fill)
    size_a, size_b = len(numbers_a), len(numbers_b)
    if b_rows == "k":
        period = k if size_b % b_step else min(k, size_b // b_step)
        columns = [tuple(numbers_b[(r * b_step + c) % size_b] for r in range(period)) for c in range(n)]
    else:
        period = k
        columns = [tuple(numbers_b[(c * b_step + r) % size_b] for r in range(k)) for c in range(n)]
    packed = [_pack(row) for row in zip(*columns)]
    known: dict[int, bytes] = {}
    for begin in sorted({i * a_step % size_a for i in range(m)}):
        row = _fold([numbers_a[(begin + r) % size_a] if takes(r) else 0 for r in range(k)], period)
        known[begin] = encode(kind, _products(row, packed, n))
    return b"".join(known[i * a_step % size_a] for i in range(m))


def mean(heads: int, length: int, width: int, rows_written: int, fill: Fill, kind: str) -> bytes:
    """Attention whose keys are all zero: every output row is the mean of its head's values. Length a power of two."""
    numbers = integers(heads * length * width, fill)
    size = len(numbers)
    known: dict[int, bytes] = {}
    for begin in sorted({head * length * width % size for head in range(heads)}):
        rows = [[numbers[(begin + t * width + d) % size] for d in range(width)] for t in range(length)]
        known[begin] = encode(kind, [sum(column) / length for column in zip(*rows)])
    return b"".join(known[head * length * width % size] * rows_written for head in range(heads))


def scan(rows: int, length: int, fill: Fill, kind: str) -> bytes:
    """Sums of each row from its begin."""
    numbers = integers(rows * length, fill)
    size = len(numbers)
    known: dict[int, bytes] = {}
    for begin in sorted({row * length % size for row in range(rows)}):
        total, sums = 0, []
        for at in range(begin, begin + length):
            total += numbers[at % size]
            sums.append(total)
        known[begin] = encode(kind, sums)
    return b"".join(known[row * length % size] for row in range(rows))


def digest(data: bytes) -> dict[str, object]:
    """As the manifest has it."""
    return {"sha256": hashlib.sha256(data).hexdigest(), "bytes": len(data)}
