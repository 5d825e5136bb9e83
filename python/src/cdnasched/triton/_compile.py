"""A process that compiles the LLVM IR of kernels as Triton's AMD back end does: a crash of LLVM there
hurts nobody.

``python -S _compile.py PATHS``: PATHS is the ``sys.path`` of who starts it, as JSON. A request is a
line of JSON with ``id``, ``work`` (target, options and language of the back end, pickled and in
base64), ``source`` and ``metadata``; the answer has the assembly text.
"""

from __future__ import annotations

import base64
import json
import os
import pickle
import sys
from typing import Any


def _compile(request: dict[str, Any]) -> str:
    from triton._C import libtriton
    from triton.backends import backends

    # The stage before does it in Triton's own process.
    libtriton.llvm.init_targets()
    target, options, language = pickle.loads(base64.b64decode(request["work"]))
    stages: dict[str, Any] = {}
    backends["amd"].compiler(target).add_stages(stages, options, *language)
    text = stages["amdgcn"](request["source"], dict(request["metadata"]))
    if not isinstance(text, str):
        raise TypeError(f"expected a text, Triton made {type(text).__name__}")
    return text


def main() -> None:
    """Answers requests until there are no more."""
    sys.path[:] = json.loads(sys.argv[1])
    # What Triton prints is not an answer.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    for line in sys.stdin:
        request = json.loads(line)
        answer: dict[str, Any] = {"id": request["id"]}
        try:
            answer["ok"] = {"text": _compile(request)}
        except Exception as error:
            message = f"{type(error).__name__}: {error}"
            answer["error"] = {"kind": "bad_input", "message": message}
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
