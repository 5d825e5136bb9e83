"""Files of the command line: read up to a limit, written as a whole or left as they were."""

from __future__ import annotations

import os
import stat
import tempfile
from pathlib import Path

LIMIT_BYTES = 256 << 20


def read(path: Path) -> str:
    """A text as it is: line ends stay. What may have no end (a device) is not begun."""
    mode = path.stat().st_mode
    if not (stat.S_ISREG(mode) or stat.S_ISFIFO(mode)):
        raise OSError(f"{path} is neither a file nor a pipe; save its contents to a file and name that")
    with path.open("rb") as file:
        data = file.read(LIMIT_BYTES + 1)
    if len(data) > LIMIT_BYTES:
        raise OSError(f"{path} is longer than {LIMIT_BYTES >> 20} MiB, the limit for a text")
    return data.decode()


def write(path: Path, text: str) -> None:
    """Writes a text. After an error a file that was there is as it was; what is no file is written to as it is."""
    data = text.encode()
    if path.is_symlink() or path.exists() and not path.is_file():
        # /dev/stdout is a link, too, and what is open must be written to, not replaced.
        target = Path(os.path.realpath(path))
        if path.exists() and (not path.is_file() or str(path).startswith(("/dev/", "/proc/"))):
            with path.open("wb") as file:
                file.write(data)
            return
        path = target
    mode = path.stat().st_mode if path.exists() else None
    number, beside = tempfile.mkstemp(prefix=f"{path.name}.", dir=path.parent)
    try:
        with os.fdopen(number, "wb") as file:
            file.write(data)
        os.chmod(beside, stat.S_IMODE(mode) if mode is not None else 0o666 & ~_umask())
        os.replace(beside, path)
    except BaseException:
        os.unlink(beside)
        raise


def _umask() -> int:
    mask = os.umask(0o022)
    os.umask(mask)
    return mask
