"""Checks, mends and schedules assembly of AMD CDNA GPUs (gfx908, gfx90a, gfx942, gfx950).

>>> import cdnasched
>>> print(cdnasched.lint(text, target="gfx942"))
>>> better = cdnasched.opt(text).text
>>> print(cdnasched.compare(text, better))

See docs/python.md. Importing this package loads nothing; the library is loaded when it is first
asked. All clocks are modelled ones, none are measured.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ._version import __version__

if TYPE_CHECKING:
    from ._service import InProcess, Service
    from .annealing import Searched, search
    from .errors import (
        BadInput,
        BadRequest,
        Error,
        InternalError,
        LibraryError,
        Refused,
        WorkerDied,
        WorkerTimeout,
    )
    from .many import opt_many, pick, pick_many
    from .orders import Graph, Judgement, Kernel, Kernels, open, open_flat
    from .results import (
        Clocks,
        Comparison,
        Evaluation,
        Finding,
        Findings,
        Fixed,
        FunctionFigures,
        LoopFigures,
        Optimised,
        OptimisedFunction,
        Page,
        Picked,
        Spot,
    )
    from .texts import compare, evaluate, fix, lint, opt, view
    from .worker import Worker

_MODULES = {
    "_service": ("InProcess", "Service"),
    "annealing": ("Searched", "search"),
    "errors": (
        "BadInput",
        "BadRequest",
        "Error",
        "InternalError",
        "LibraryError",
        "Refused",
        "WorkerDied",
        "WorkerTimeout",
    ),
    "many": ("opt_many", "pick", "pick_many"),
    "orders": ("Graph", "Judgement", "Kernel", "Kernels", "open", "open_flat"),
    "results": (
        "Clocks",
        "Comparison",
        "Evaluation",
        "Finding",
        "Findings",
        "Fixed",
        "FunctionFigures",
        "LoopFigures",
        "Optimised",
        "OptimisedFunction",
        "Page",
        "Picked",
        "Spot",
    ),
    "texts": ("compare", "evaluate", "fix", "lint", "opt", "view"),
    "worker": ("Worker",),
}
_HOME = {name: module for module, names in _MODULES.items() for name in names}

__all__ = [
    "BadInput",
    "BadRequest",
    "Clocks",
    "Comparison",
    "Error",
    "Evaluation",
    "Finding",
    "Findings",
    "Fixed",
    "FunctionFigures",
    "Graph",
    "InProcess",
    "InternalError",
    "Judgement",
    "Kernel",
    "Kernels",
    "LibraryError",
    "LoopFigures",
    "Optimised",
    "OptimisedFunction",
    "Page",
    "Picked",
    "Refused",
    "Searched",
    "Service",
    "Spot",
    "Worker",
    "WorkerDied",
    "WorkerTimeout",
    "__version__",
    "compare",
    "evaluate",
    "fix",
    "lint",
    "open",
    "open_flat",
    "opt",
    "opt_many",
    "pick",
    "pick_many",
    "search",
    "view",
]


def __getattr__(name: str) -> Any:
    """Names are looked up in their modules when they are first used, so that importing is fast."""
    module = _HOME.get(name)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(f".{module}", __name__), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
