"""How each family of kernels is launched: buffers, values, workgroups, what must come out, and trips of the hot loop."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from functools import partial
from typing import Any, Callable, Optional

import reference

#: Buffers are filled with blocks of so many numbers, one after the other.
PERIOD = 65536
#: Trips of the hot loop with one workgroup, and with a full grid.
TRIPS_ONE = 256
DEPTH_FULL = 2048
#: Tiles beside each other in a full grid of a matrix product.
COLUMNS = 16


@dataclasses.dataclass(frozen=True)
class Buffer:
    """A buffer: its type, number of elements, contents, and whether it is read or written."""

    type: str
    elements: int
    role: str
    fill: Optional[Mapping[str, Any]] = None


@dataclasses.dataclass(frozen=True)
class Plan:
    """A launch. `arguments` are the kernel's, without `timing`; `results` are the buffers' bytes afterwards, as functions."""

    grid: tuple[int, int, int]
    arguments: list[tuple[str, Any]]
    results: dict[str, Callable[[], bytes]]
    trips: int


def _ints(low: int, high: int, seed: int) -> dict[str, Any]:
    return {"kind": "integers", "low": low, "high": high, "seed": seed, "period": PERIOD}


def gemm(kernel: Mapping[str, Any], workgroups: int, full: bool) -> Plan:
    """C = A B. One workgroup is one tile; rows of A are then 64 elements more than a power of two apart."""
    rows, columns, deep = kernel["tile"]
    kind, out = kernel["types"]
    across = min(COLUMNS, workgroups)
    down = -(-workgroups // across)
    m, n = rows * down, columns * across
    k = DEPTH_FULL if full else TRIPS_ONE * deep
    step_a = k if full else k + 64
    step_b = n if kernel["rows_of_b"] == "k" else step_a
    rows_b = k if kernel["rows_of_b"] == "k" else n
    a, b = _ints(-2, 2, 1), _ints(-2, 2, 2)
    arguments: list[tuple[str, Any]] = [
        ("a", Buffer(kind, m * step_a, "in", a)),
        ("b", Buffer(kind, rows_b * step_b, "in", b)),
        ("c", Buffer(out, m * n, "out")),
    ]
    arguments += [("m", m), ("n", n), ("k", k), ("row_of_a", step_a), ("row_of_b", step_b), ("row_of_c", n)]
    sizes = {"M": m, "N": n, "K": k}
    result = partial(reference.gemm, sizes, (step_a, a), (step_b, b), out, kernel["rows_of_b"])
    return Plan((across * down, 1, 1), arguments, {"c": result}, k // deep)


def attention(kernel: Mapping[str, Any], workgroups: int, full: bool) -> Plan:
    """Queries of whole numbers, keys of zero: every output is the mean of its head's values."""
    queries, keys, width = kernel["tile"]
    kind, out = kernel["types"]
    length = DEPTH_FULL if full else TRIPS_ONE * keys
    across = length // queries if full else 1
    heads = -(-workgroups // across)
    head = length * width
    written = queries * across
    v = _ints(-2, 2, 4)
    arguments: list[tuple[str, Any]] = [
        ("q", Buffer(kind, heads * head, "in", _ints(-2, 2, 3))),
        ("k", Buffer(kind, heads * head, "in", {"kind": "zero"})),
        ("v", Buffer(kind, heads * head, "in", v)),
        ("o", Buffer(out, heads * written * width, "out")),
        ("lse", Buffer("f32", heads * written, "out")),
        ("scale", 0.125),
    ]
    arguments += [("length", length), ("heads", heads), ("kv_heads", heads)]
    arguments += [("batch_of_q", heads * head), ("head_of_q", head), ("row_of_q", width)]
    arguments += [("batch_of_k", heads * head), ("head_of_k", head), ("row_of_k", width)]
    # No reference for `lse`: nobody promises that the GPU's logarithm of a power of two is exact.
    result = partial(reference.mean, heads, length, width, written, v, out)
    return Plan((across, heads, 1), arguments, {"o": result}, length // keys)


def softmax(kernel: Mapping[str, Any], workgroups: int, full: bool) -> Plan:
    """A row a workgroup."""
    (length,) = kernel["tile"]
    kind, out = kernel["types"]
    x = {"kind": "uniform", "low": -4.0, "high": 4.0, "seed": 5}
    arguments: list[tuple[str, Any]] = [
        ("x", Buffer(kind, workgroups * length, "in", x)),
        ("y", Buffer(out, workgroups * length, "out")),
    ]
    arguments += [("n", length), ("row_of_x", length), ("row_of_y", length)]
    return Plan((workgroups, 1, 1), arguments, {}, 1)


def split(kernel: Mapping[str, Any], workgroups: int, full: bool) -> Plan:
    """As gemm, with the products of a tile divided among workgroups. One workgroup is the first part of a tile."""
    deep, parts = kernel["tile"][2], kernel["parts"]
    tiles = -(-workgroups // parts)
    whole = gemm({**kernel, "tile": [*kernel["tile"][:2], deep if full else deep * parts]}, tiles, full)
    arguments = [(name, value) for name, value in whole.arguments]
    c = arguments[2][1]
    arguments[2] = ("c", Buffer(c.type, c.elements, "inout", {"kind": "zero"}))
    if full:
        return Plan((whole.grid[0], parts, 1), arguments, whole.results, whole.trips // parts)
    numbers = dict(arguments)
    sizes = {"M": numbers["m"], "N": numbers["n"], "K": numbers["k"]}
    a, b = (numbers["row_of_a"], numbers["a"].fill), (numbers["row_of_b"], numbers["b"].fill)
    result = partial(reference.gemm, sizes, a, b, c.type, kernel["rows_of_b"], lambda k: k // deep % parts == 0)
    return Plan((1, 1, 1), arguments, {"c": result}, whole.trips)


def scan(kernel: Mapping[str, Any], workgroups: int, full: bool) -> Plan:
    """A row a workgroup."""
    (step,) = kernel["tile"]
    kind, out = kernel["types"]
    length = step * (2 if full else TRIPS_ONE)
    x = _ints(-2, 2, 7)
    arguments: list[tuple[str, Any]] = [
        ("x", Buffer(kind, workgroups * length, "in", x)),
        ("y", Buffer(out, workgroups * length, "out")),
    ]
    arguments += [("n", length), ("row_of_x", length)]
    result = partial(reference.scan, workgroups, length, x, out)
    return Plan((workgroups, 1, 1), arguments, {"y": result}, length // step)


FAMILIES: Mapping[str, Callable[[Mapping[str, Any], int, bool], Plan]] = {
    "gemm": gemm,
    "attention": attention,
    "softmax": softmax,
    "split": split,
    "scan": scan,
}

#: Why results of a family are only compared with each other.
NO_REFERENCE: Mapping[str, str] = {
    "softmax": "exponentials are the GPU's own approximations: only LLVM's and our results are compared"
}
