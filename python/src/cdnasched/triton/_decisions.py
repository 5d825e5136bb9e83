"""What was measured of kernels on a GPU, and what they get since: a file of JSON lines.

A line is one measurement (:mod:`cdnasched.triton._tune` writes them): the kernel, known by the
text that Triton makes of it, the GPU, the choice, and all times behind it. Of several about one
kernel the last counts. The file can be sent to others as it is.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
from pathlib import Path
from typing import Any, Optional

from .._strategies import STRATEGIES

logger = logging.getLogger("cdnasched.triton")

#: The choices besides strategies: Triton's own text, and what ``opt`` makes of it.
TRITON, OPT = "triton", "opt"

#: All choices: those, and LLVM's strategies with ``opt``.
CHOICES = (TRITON, OPT, *(name for name, _ in STRATEGIES[1:]))


def name_of(text: str) -> str:
    """By what a kernel is known: the text that Triton makes of it."""
    return hashlib.sha256(text.encode()).hexdigest()


class Decisions:
    """The decisions of a file; a file that is not there has none."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._chosen: dict[tuple[str, str], str] = {}
        try:
            lines = path.read_text(encoding="utf-8").splitlines()
        except FileNotFoundError:
            lines = []
        except (OSError, ValueError) as error:
            logger.warning("%s cannot be read: %s; nothing is decided by it", path, error)
            lines = []
        for number, line in enumerate(lines, 1):
            try:
                entry = json.loads(line)
                self._take(entry)
            except (ValueError, KeyError, TypeError):
                logger.warning("%s, line %d is no measurement", path, number)

    def _take(self, entry: dict[str, Any]) -> None:
        choice = entry["choice"]
        key = str(entry["text"]), str(entry["gpu"])
        if choice is None:
            self._chosen.pop(key, None)
        elif choice in CHOICES:
            self._chosen[key] = choice
        else:
            raise ValueError(choice)

    def of(self, text: str, gpu: str) -> Optional[str]:
        """What was chosen for a kernel; None where nothing was."""
        return self._chosen.get((name_of(text), gpu)) if self._chosen else None

    def key(self) -> str:
        """What tells these decisions from others; empty where there are none."""
        if not self._chosen:
            return ""
        content = repr(sorted(self._chosen.items())).encode()
        return hashlib.blake2b(content, digest_size=8).hexdigest()

    def add(self, entry: dict[str, Any]) -> None:
        """Adds a measurement to the file, as one write."""
        file = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o666)
        try:
            os.write(file, (json.dumps(entry) + "\n").encode())
        finally:
            os.close(file)
        self._take(entry)
