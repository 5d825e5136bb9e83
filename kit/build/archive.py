"""Packs the kit as one archive, the same bytes for the same files.

python3 kit/build/archive.py ARCHIVE
"""

from __future__ import annotations

import gzip
import io
import os
import sys
import tarfile
from collections.abc import Iterator

KIT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
NAME = "cdnasched-kit"
#: What somebody with a GPU needs; tests, sources and what makes the objects stay in the repository.
PARTS = ("README.md", "CALIBRATE.md", "ISSUE_TEMPLATE.md", "measure.py", "cdnakit", "objects")


def files() -> Iterator[str]:
    """Paths below the kit's folder, sorted."""
    for part in PARTS:
        path = os.path.join(KIT, part)
        if os.path.isfile(path):
            yield part
            continue
        for folder, inner, names in os.walk(path):
            inner[:] = sorted(name for name in inner if not name.startswith((".", "__")))
            for name in sorted(names):
                yield os.path.relpath(os.path.join(folder, name), KIT)


def pack(archive: str) -> None:
    """Writes the archive: owners, times and modes are fixed."""
    with (
        open(archive, "wb") as raw,
        gzip.GzipFile("", "wb", 9, raw, mtime=0) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as out,
    ):
        add(out, "LICENSE", os.path.join(os.path.dirname(KIT), "LICENSE"))
        for name in files():
            add(out, name, os.path.join(KIT, name))


def add(out: tarfile.TarFile, name: str, path: str) -> None:
    """One file."""
    with open(path, "rb") as stream:
        data = stream.read()
    entry = tarfile.TarInfo(f"{NAME}/{name}")
    entry.size, entry.mode = len(data), 0o755 if name == "measure.py" else 0o644
    out.addfile(entry, io.BytesIO(data))


if __name__ == "__main__":
    pack(sys.argv[1])
