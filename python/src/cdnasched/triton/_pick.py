"""The same kernel compiled under others of LLVM's strategies.

A strategy is a set of attributes of the kernel in LLVM IR (docs/pick.md). What the kernel has
stands: a strategy that would change an attribute does not fit.
"""

from __future__ import annotations

import base64
import json
import logging
import pickle
import re
import sys
import time
from pathlib import Path
from typing import Any, Optional

from .._strategies import STRATEGIES
from ..worker import Worker
from ._workers import Workers

logger = logging.getLogger("cdnasched.triton")

#: The strategy that is there anyway.
DEFAULT = STRATEGIES[0][0]

#: Turns accumulation registers off: not where code that LLVM does not select may use them.
_NO_AGPRS = "amdgpu-agpr-alloc"

_KERNEL = re.compile(r"^define amdgpu_kernel .*\{[^\n]*$", re.MULTILINE)
_GROUP = re.compile(r"\)[^()]*? #(\d+)[ {]")
_CALL = re.compile(r"^[^;\n]*\bcall\b(.*)$", re.MULTILINE)


def _plain(value: str) -> str:
    return "".join(value.split())


def variants(source: str) -> list[tuple[str, str]]:
    """By strategy that fits the one kernel of a module in LLVM IR, the module with its attributes.

    The default is not among them. Nothing where the module is not understood.
    """
    kernels = _KERNEL.findall(source)
    found = _GROUP.search(kernels[0]) if len(kernels) == 1 else None
    if found is None:
        return []
    group = re.search(
        rf"^attributes #{found.group(1)} = \{{ (.*) \}}$", source, re.MULTILINE
    )
    if group is None:
        return []
    own = dict(re.findall(r'"([^"]+)"="([^"]*)"', group.group(1)))
    numbers = [int(number) for number in re.findall(r"^attributes #(\d+) =", source, re.MULTILINE)]
    new = max(numbers) + 1
    header = kernels[0][: found.start(1)] + str(new) + kernels[0][found.end(1) :]
    is_leaf = all(re.search(r"@llvm\.[\w.]+\(", call) for call in _CALL.findall(source))
    made = []
    for name, attributes in STRATEGIES[1:]:
        added = [(key, value) for key, value in attributes if _plain(own.get(key, "")) != value]
        # "0, 0" are no waves: LLVM's own choice.
        stands = any(key in own and _plain(own[key]) != "0,0" for key, _ in added)
        if not added or stands or (any(key == _NO_AGPRS for key, _ in added) and not is_leaf):
            continue
        members = re.sub(
            "|".join(rf'"{re.escape(key)}"="[^"]*" ?' for key, _ in added), "", group.group(1)
        )
        written = " ".join(f'"{key}"="{value}"' for key, value in added)
        line = f"attributes #{new} = {{ {members.strip()} {written} }}\n"
        made.append((name, source.replace(kernels[0], header, 1).rstrip("\n") + "\n\n" + line))
    return made


def _compiler() -> Worker:
    script = Path(__file__).with_name("_compile.py")
    # Without the start-up files of Python, of which one may be ours.
    return Worker([sys.executable, "-S", str(script), json.dumps(sys.path)])


_compilers = Workers(_compiler)


def close() -> None:
    """Ends the processes that compile."""
    _compilers.close()


class Others:
    """Compiles a kernel under other strategies, as a stage of Triton's back end did by default."""

    def __init__(self, backend: Any, options: Any, language: tuple[Any, ...]) -> None:
        self._work = (backend.target, options, language)
        #: Seconds that it took.
        self.seconds = 0.0

    def compile(
        self,
        source: Any,
        metadata: dict[str, Any],
        timeout: float,
        only: Optional[str] = None,
    ) -> list[tuple[str, str]]:
        """By strategy, the assembly text. What cannot be compiled is left out.

        :param source: the LLVM IR that the stage was given.
        :param only: this strategy alone.
        """
        begin = time.monotonic()
        texts = []
        known = {key: value for key, value in metadata.items() if _is_plain(value)}
        work: Optional[str] = None
        for name, module in variants(source) if isinstance(source, str) else []:
            if only is not None and name != only:
                continue
            work = work or base64.b64encode(pickle.dumps(self._work)).decode()
            left = timeout - (time.monotonic() - begin)
            if left <= 0:
                break
            request = {"work": work, "source": module, "metadata": known}
            try:
                texts.append((name, _compilers.ask(request, left)["text"]))
            except Exception as error:
                reason = f"{type(error).__name__}: {error}"
                logger.info("%s: strategy %s: %s", metadata.get("name", "?"), name, reason)
        self.seconds = time.monotonic() - begin
        return texts


def _is_plain(value: object) -> bool:
    return value is None or isinstance(value, (bool, int, float, str))
