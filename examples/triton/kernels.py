"""Two kernels in Triton, compiled without a GPU.

    python3 examples/triton/kernels.py attention [GPU]      # writes attention.s

In a program that has a GPU they are launched as all kernels are: `attention[grid](...)`.
"""

import sys

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource


@triton.jit
def attention(q, k, v, out, steps, scale, D: tl.constexpr, M: tl.constexpr, N: tl.constexpr):
    """M rows of the result: softmax of their products with all keys, N keys at a time."""
    rows = tl.program_id(0) * M + tl.arange(0, M)
    inner = tl.arange(0, D)
    query = tl.load(q + rows[:, None] * D + inner[None, :])
    most = tl.full((M,), -float("inf"), tl.float32)
    total = tl.zeros((M,), tl.float32)
    sums = tl.zeros((M, D), tl.float32)
    for step in range(0, steps):
        keys = step * N + tl.arange(0, N)
        key = tl.load(k + keys[None, :] * D + inner[:, None])
        value = tl.load(v + keys[:, None] * D + inner[None, :])
        score = tl.dot(query, key) * scale
        highest = tl.maximum(most, tl.max(score, 1))
        weight = tl.exp2(score - highest[:, None])
        less = tl.exp2(most - highest)
        total = total * less + tl.sum(weight, 1)
        sums = tl.dot(weight.to(tl.float16), value, sums * less[:, None])
        most = highest
    tl.store(out + rows[:, None] * D + inner[None, :], (sums / total[:, None]).to(tl.float16))


@triton.jit
def softmax(x, y, n, stride, B: tl.constexpr):
    """The softmax of one row."""
    at = tl.arange(0, B)
    row = tl.program_id(0) * stride
    values = tl.load(x + row + at, at < n, other=-float("inf"))
    powers = tl.exp(values - tl.max(values, 0))
    tl.store(y + row + at, powers / tl.sum(powers, 0), at < n)


# By name: the kernel, the types of its arguments, its constants.
KERNELS = {
    "attention": (
        attention,
        dict.fromkeys(("q", "k", "v", "out"), "*fp16") | {"steps": "i32", "scale": "fp32"},
        {"D": 64, "M": 128, "N": 64},
    ),
    "softmax": (softmax, {"x": "*fp16", "y": "*fp16", "n": "i32", "stride": "i32"}, {"B": 1024}),
}


def compiled(name, gpu="gfx942"):
    """A kernel as Triton compiles it for a GPU where none is at hand."""
    kernel, types, constants = KERNELS[name]
    # What a launch finds out of its arguments: aligned pointers to less than 2 GiB.
    near = [["tt.divisibility", 16], ["tt.pointer_range", 32]]
    pointers = {(at,): near for at, of in enumerate(types.values()) if of.startswith("*")}
    source = ASTSource(kernel, types | dict.fromkeys(constants, "constexpr"), constants, pointers)
    return triton.compile(source, target=GPUTarget("hip", gpu, 64), options={"num_warps": 4})


if __name__ == "__main__":
    with open(f"{sys.argv[1]}.s", "w") as file:
        file.write(compiled(*sys.argv[1:]).asm["amdgcn"])
