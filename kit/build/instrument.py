"""Adds the waves' clocks to the IR of a kernel, and gives its LDS a size. Text in, text out.

Every wave reads s_memtime where it begins. Where it ends, if the added last argument `timing` is not null, it waits for its own
memory accesses, reads s_memtime again, takes a number by an atomic add to the first word there, and its first lane writes both
times behind the two words of the header, if its number is below the second word.
"""

from __future__ import annotations

import re

SIZES = {"ptr addrspace(1)": 8, "float": 4, "double": 8, "i16": 2, "i32": 4, "i64": 8}

_DEFINE = re.compile(
    r"^define amdgpu_kernel void @(?P<name>[\w.]+)\((?P<parameters>.*)\)(?P<rest>[^()]*)\{$", re.MULTILINE
)
_LDS = re.compile(
    r"^@(?P<name>\w+) = external (?:local_unnamed_addr )?addrspace\(3\) global \[0 x i8\], align (?P<align>\d+)$",
    re.MULTILINE,
)

#: Without the barrier, schedulers put up to some hundred instructions before the clock, and not as many in both versions.
_BEGIN = """  %kit.begin = call i64 @llvm.amdgcn.s.memtime()
  call void @llvm.amdgcn.sched.barrier(i32 0)
"""
_END = """
kit.end:
  call void @llvm.amdgcn.s.waitcnt(i32 0)
  %kit.finish = call i64 @llvm.amdgcn.s.memtime()
  %kit.wanted = icmp ne ptr addrspace(1) %timing, null
  br i1 %kit.wanted, label %kit.lane, label %kit.leave

kit.lane:
  %kit.low = call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)
  %kit.number = call i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 %kit.low)
  %kit.first = icmp eq i32 %kit.number, 0
  br i1 %kit.first, label %kit.take, label %kit.leave

kit.take:
  %kit.slot = atomicrmw add ptr addrspace(1) %timing, i64 1 syncscope("agent") monotonic, align 8
  %kit.places = getelementptr i64, ptr addrspace(1) %timing, i64 1
  %kit.capacity = load i64, ptr addrspace(1) %kit.places, align 8
  %kit.fits = icmp ult i64 %kit.slot, %kit.capacity
  br i1 %kit.fits, label %kit.write, label %kit.leave

kit.write:
  %kit.before = shl i64 %kit.slot, 1
  %kit.at = add i64 %kit.before, 2
  %kit.record = getelementptr i64, ptr addrspace(1) %timing, i64 %kit.at
  store i64 %kit.begin, ptr addrspace(1) %kit.record, align 8
  %kit.second = getelementptr i64, ptr addrspace(1) %kit.record, i64 1
  store i64 %kit.finish, ptr addrspace(1) %kit.second, align 8
  br label %kit.leave

kit.leave:
  ret void
}
"""
_DECLARED = (
    "declare i64 @llvm.amdgcn.s.memtime()",
    "declare void @llvm.amdgcn.sched.barrier(i32 immarg)",
    "declare void @llvm.amdgcn.s.waitcnt(i32 immarg)",
    "declare i32 @llvm.amdgcn.mbcnt.lo(i32, i32)",
    "declare i32 @llvm.amdgcn.mbcnt.hi(i32, i32)",
)


class NotInstrumented(Exception):
    """The text is not as expected: one kernel, whose only `ret void` are its own."""


def parameters(text: str) -> tuple[str, list[tuple[str, int]]]:
    """The kernel's name; its parameters as (type, offset among the kernel arguments)."""
    found = _only(_DEFINE, text)
    out, at = [], 0
    for parameter in found["parameters"].split(", "):
        kind = next((kind for kind in SIZES if parameter.startswith(kind + " ")), None)
        if kind is None:
            raise NotInstrumented("parameter %r is of no known type" % parameter)
        at = -(-at // SIZES[kind]) * SIZES[kind]
        out.append((kind, at))
        at += SIZES[kind]
    return found["name"], out


def instrument(text: str, lds: int) -> str:
    """The kernel with the waves' clocks, `lds` bytes of LDS in place of what a launch would have had to give."""
    found = _only(_DEFINE, text)
    head, body = text[: found.start()], text[found.end() :]
    end = body.index("\n}\n")
    inside, tail = body[:end], body[end + len("\n}\n") :]
    if "ret void" not in inside:
        raise NotInstrumented("the kernel never ends")
    inside = inside.replace("  ret void", "  br label %kit.end")
    define = "define amdgpu_kernel void @%s(%s, ptr addrspace(1) %%timing)%s{\n" % found.group(
        "name", "parameters", "rest"
    )
    known = head + tail
    declared = "".join(line + "\n" for line in _DECLARED if line.split("@")[1].split("(")[0] + "(" not in known)
    whole = head + define + _BEGIN + inside.lstrip("\n") + "\n" + _END + tail + "\n" + declared
    inner = "@%s = internal addrspace(3) global [%d x i8] poison, align %s"
    return _LDS.sub(lambda m: inner % (m["name"], lds, m["align"]), whole)


def _only(pattern: re.Pattern[str], text: str) -> re.Match[str]:
    found = list(pattern.finditer(text))
    if len(found) != 1:
        raise NotInstrumented("%d kernels, expected one" % len(found))
    return found[0]
