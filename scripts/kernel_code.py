"""What the code object of a kernel has in it, and what it says about the kernel."""

from __future__ import annotations

import itertools
import os
import re
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path


def sections(llvm: Path, code: bytes, names: tuple[str, ...]) -> dict[str, str]:
    """Sections of an ELF file, as hexadecimal digits."""
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "code"
        file.write_bytes(code)
        for name in names:
            part = Path(folder) / "section"
            subprocess.run(
                [llvm / "bin/llvm-objcopy", f"--dump-section={name}={part}", file, os.devnull],
                check=True,
                capture_output=True,
            )
            found[name] = part.read_bytes().hex()
    return found


class Description:
    """What code says about a kernel: its descriptor and its metadata, without the numbers of its
    vector registers and where its code is, and how many waves on a SIMD the registers leave room
    for.
    """

    #: Words of the descriptor, by offset, and their bits that count vector registers (LLVM's
    #: AMDGPUUsage, "Kernel Descriptor"): compute_pgm_rsrc3 and compute_pgm_rsrc1.
    ACCUM_OFFSET = (44, 0x3F)
    GRANULES = (48, 0x3F)
    #: Its bytes that say how far the code is from it, which depends on the length of the metadata.
    ENTRY = slice(16, 24)
    #: Lines of the metadata that count them.
    COUNTS = (".vgpr_count:", ".agpr_count:")

    def __init__(self, llvm: Path, code: bytes, gpu: str) -> None:
        descriptor = bytearray.fromhex(sections(llvm, code, (".rodata",))[".rodata"])
        granules = descriptor[self.GRANULES[0]] & self.GRANULES[1]
        for offset, bits in (self.ACCUM_OFFSET, self.GRANULES):
            descriptor[offset] &= ~bits & 0xFF
        descriptor[self.ENTRY] = bytes(8)
        self.descriptor = bytes(descriptor)
        with tempfile.NamedTemporaryFile() as file:
            file.write(code)
            file.flush()
            notes = subprocess.run(
                [llvm / "bin/llvm-readelf", "--notes", file.name],
                check=True,
                capture_output=True,
                text=True,
            ).stdout
        lines = (line.strip().removeprefix("- ") for line in notes.splitlines())
        # The first lines say how long the note is.
        metadata = itertools.dropwhile(lambda line: not line.startswith("amdhsa."), lines)
        self.metadata = [line for line in metadata if not line.startswith(self.COUNTS)]
        # VGPRs of a granule, all of a SIMD, most waves.
        granule, registers, most = (4, 256, 10) if gpu == "gfx908" else (8, 512, 8)
        self.waves = min(most, registers // ((granules + 1) * granule))

    def differences(self, other: Description) -> Iterator[str]:
        """What another kernel's says that this does not."""
        if not self.metadata:
            yield "the metadata cannot be read"
        if other.descriptor != self.descriptor:
            yield "the descriptor is another"
        if other.metadata != self.metadata:
            yield "the metadata is another"
        if other.waves < self.waves:
            yield f"waves on a SIMD: {self.waves} before, {other.waves} now"


def assembled(llvm: Path, text: str, gpu: str) -> str:
    """The .text section that LLVM's assembler makes of a text; it does not know the targets of
    newer ones.
    """
    text = re.sub(r"^\s*\.amdgcn_target .*$", "", text, flags=re.M)
    done = subprocess.run(
        [llvm / "bin/llvm-mc", "-triple=amdgcn-amd-amdhsa", f"-mcpu={gpu}", "-filetype=obj"],
        input=text.encode(),
        capture_output=True,
        check=False,
    )
    if done.returncode:
        return f"error: {done.stderr.decode()[:200]}"
    return sections(llvm, done.stdout, (".text",))[".text"]
