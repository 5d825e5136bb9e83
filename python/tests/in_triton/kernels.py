# Triton's decorator has no types, and its functions have their own.
# mypy: disable-error-code="no-untyped-def, untyped-decorator, misc, no-any-return, attr-defined"
"""Kernels for the tests of the Triton integration, and how to compile them without a GPU."""

from __future__ import annotations

from typing import Any

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource


@triton.jit
def matmul(a, b, c, M, N, K, sam, sbk, scm, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """C = A B, with results of the matrix pipe that are converted and stored."""
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    inner = tl.arange(0, BK)
    sum = tl.zeros((BM, BN), tl.float32)
    for k in range(0, K, BK):
        x = tl.load(a + rows[:, None] * sam + (k + inner)[None, :])
        y = tl.load(b + (k + inner)[:, None] * sbk + columns[None, :])
        sum = tl.dot(x, y, sum)
    where = (rows[:, None] < M) & (columns[None, :] < N)
    tl.store(c + rows[:, None] * scm + columns[None, :], sum.to(c.dtype.element_ty), where)


@triton.jit
def softmax(x, y, n, stride, B: tl.constexpr):
    """One row for each program: reductions over lanes and waves."""
    at = tl.arange(0, B)
    row = tl.program_id(0) * stride
    values = tl.load(x + row + at, at < n, other=-float("inf"))
    powers = tl.exp(values - tl.max(values, 0))
    tl.store(y + row + at, powers / tl.sum(powers, 0), at < n)


@triton.jit
def scale_add(x, y, z, n, factor, B: tl.constexpr):
    """z = factor x + y: loads, arithmetic, stores."""
    at = tl.program_id(0) * B + tl.arange(0, B)
    values = tl.load(x + at, at < n) * factor + tl.load(y + at, at < n)
    tl.store(z + at, values, at < n)


#: By name: the function, the types of its arguments, its constants, options of the compiler.
KERNELS: dict[str, tuple[Any, dict[str, str], dict[str, int], dict[str, int]]] = {
    "matmul": (
        matmul,
        {"a": "*fp16", "b": "*fp16", "c": "*fp16"}
        | dict.fromkeys(("M", "N", "K", "sam", "sbk", "scm"), "i32"),
        {"BM": 64, "BN": 64, "BK": 32},
        {"num_warps": 4},
    ),
    "softmax": (
        softmax,
        {"x": "*fp16", "y": "*fp16", "n": "i32", "stride": "i32"},
        {"B": 1024},
        {"num_warps": 4},
    ),
    "scale_add": (
        scale_add,
        {"x": "*fp32", "y": "*fp32", "z": "*fp32", "n": "i32", "factor": "fp32"},
        {"B": 1024},
        {"num_warps": 4},
    ),
}


def attributes(types: dict[str, str], near: bool = True) -> dict[tuple[int, ...], list[list[Any]]]:
    """What Triton finds out of most arguments: pointers aligned to 16 bytes and, if `near`, to less
    than 2 GiB.
    """
    found: dict[tuple[int, ...], list[list[Any]]] = {}
    for at, kind in enumerate(types.values()):
        if kind.startswith("*"):
            found[at,] = [["tt.divisibility", 16]] + ([["tt.pointer_range", 32]] if near else [])
        elif kind in ("i32", "i64"):
            found[at,] = [["tt.divisibility", 16]]
    return found


def compile(name: str, gpu: str) -> Any:
    """A kernel of KERNELS, compiled for a GPU."""
    function, types, constants, options = KERNELS[name]
    types = types | dict.fromkeys(constants, "constexpr")
    source = ASTSource(function, types, constants, attributes(types))
    return triton.compile(source, target=GPUTarget("hip", gpu, 64), options=options)
