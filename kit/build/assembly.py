"""Text of small kernels, and their way through LLVM's assembler and linker."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

GPUS = ("gfx90a", "gfx942", "gfx950")

# Instruction fetch reads ahead of the last s_endpgm; LLVM fills 16 cache lines of 64 bytes with s_nop there on these GPUs
# (EmitCodeEnd of AMDGPUTargetStreamer.cpp).
CODE_END = "\t.text\n\t.p2alignl 6, 0xbf800000\n\t.fill 256, 4, 0xbf800000\n"

# Arguments of every kernel here, in bytes: timing or results, data, and four 32-bit numbers.
ARGUMENTS = (
    ("timing", 0, 8),
    ("data", 8, 8),
    ("trips", 16, 4),
    ("warm", 20, 4),
    ("start", 24, 4),
    ("step", 28, 4),
)
KERNARG_SIZE = 32


def llvm_tool(name: str) -> str:
    """Path of a tool of LLVM 22; the folder may be given by LLVM_BIN."""
    return os.path.join(os.environ.get("LLVM_BIN", "/usr/lib/llvm-22/bin"), name)


@dataclass(frozen=True)
class Kernel:
    """A kernel as text, with the resources that its descriptor states."""

    symbol: str
    lines: list[str]
    threads: int
    vgprs: int
    accum_offset: int
    lds_bytes: int = 0

    def text(self) -> str:
        """Code and descriptor."""
        body = "\n".join(line if line.endswith(":") else f"\t{line}" for line in self.lines)
        return f"""\t.text
\t.globl {self.symbol}
\t.p2align 8
\t.type {self.symbol},@function
{self.symbol}:
{body}
.L{self.symbol}_end:
\t.size {self.symbol}, .L{self.symbol}_end-{self.symbol}
\t.section .rodata,"a",@progbits
\t.p2align 6
\t.amdhsa_kernel {self.symbol}
\t\t.amdhsa_group_segment_fixed_size {self.lds_bytes}
\t\t.amdhsa_kernarg_size {KERNARG_SIZE}
\t\t.amdhsa_user_sgpr_kernarg_segment_ptr 1
\t\t.amdhsa_system_sgpr_workgroup_id_x 1
\t\t.amdhsa_system_vgpr_workitem_id 0
\t\t.amdhsa_next_free_vgpr {self.vgprs}
\t\t.amdhsa_next_free_sgpr 96
\t\t.amdhsa_accum_offset {self.accum_offset}
\t.end_amdhsa_kernel
"""

    def metadata(self) -> str:
        """Its entry in the notes of the code object."""
        arguments = "".join(
            f"      - .offset: {offset}\n        .size: {size}\n"
            + (
                "        .value_kind: global_buffer\n        .address_space: global\n"
                if size == 8
                else "        .value_kind: by_value\n"
            )
            for _, offset, size in ARGUMENTS
        )
        return f"""  - .name: {self.symbol}
    .symbol: {self.symbol}.kd
    .args:
{arguments}    .kernarg_segment_size: {KERNARG_SIZE}
    .kernarg_segment_align: 8
    .group_segment_fixed_size: {self.lds_bytes}
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 96
    .vgpr_count: {self.vgprs}
    .agpr_count: {self.vgprs - self.accum_offset}
    .max_flat_workgroup_size: {self.threads}
"""


def module_text(gpu: str, kernels: Iterable[Kernel]) -> str:
    """Assembly text of a code object with these kernels."""
    kernels = list(kernels)
    code = "".join(kernel.text() for kernel in kernels)
    notes = "".join(kernel.metadata() for kernel in kernels)
    return f"""\t.amdgcn_target "amdgcn-amd-amdhsa--{gpu}"
\t.amdhsa_code_object_version 5
{code}{CODE_END}\t.amdgpu_metadata
---
amdhsa.version:
  - 1
  - 2
amdhsa.target: amdgcn-amd-amdhsa--{gpu}
amdhsa.kernels:
{notes}...
\t.end_amdgpu_metadata
"""


def assemble(gpu: str, text: str, output: Path) -> None:
    """Makes a code object of a text. Raises CalledProcessError with the assembler's messages."""
    output.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        source, relocatable = Path(folder) / "kernels.s", Path(folder) / "kernels.o"
        source.write_text(text)
        command = [llvm_tool("llvm-mc"), "-triple=amdgcn-amd-amdhsa", f"-mcpu={gpu}"]
        run([*command, "-filetype=obj", str(source), "-o", str(relocatable)])
        run([llvm_tool("ld.lld"), "-shared", "-s", str(relocatable), "-o", str(output)])


def run(command: list[str]) -> None:
    """Runs a tool; its messages are part of the error."""
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode != 0:
        raise RuntimeError(f"{' '.join(command)}: {result.stderr[:4000]}")


def fill(buffer_register: str, first: int, last: int) -> list[str]:
    """Sets registers `first` to `last` of a file to zero."""
    if buffer_register == "v":
        return [f"v_mov_b32_e32 v{i}, 0" for i in range(first, last + 1)]
    return [f"v_accvgpr_write_b32 a{i}, 0" for i in range(first, last + 1)]
