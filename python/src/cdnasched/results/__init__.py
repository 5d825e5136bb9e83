"""What the functions of this package return: plain, immutable data.

Units: clocks are modelled clocks of the GPU (docs/timing.md), never measured ones; wait states are
those of ``s_nop``; registers are 32 bits wide each. ``one_wave`` is one wave alone on its SIMD,
``own_waves`` the SIMD's time at the kernel's own number of waves, divided by that number.
"""

from ._changes import (
    Candidate,
    Comparison,
    FunctionPair,
    LoopPair,
    Optimised,
    OptimisedFunction,
    Picked,
    Remark,
)
from ._figures import (
    Bound,
    Clocks,
    Evaluation,
    FunctionFigures,
    LoopBound,
    LoopFigures,
    Registers,
    Stalls,
)
from ._findings import Added, Finding, Findings, Fixed, Left, Skipped, Spot
from ._page import Page

__all__ = [
    "Added",
    "Bound",
    "Candidate",
    "Clocks",
    "Comparison",
    "Evaluation",
    "Finding",
    "Findings",
    "Fixed",
    "FunctionFigures",
    "FunctionPair",
    "Left",
    "LoopBound",
    "LoopFigures",
    "LoopPair",
    "Optimised",
    "OptimisedFunction",
    "Page",
    "Picked",
    "Registers",
    "Remark",
    "Skipped",
    "Spot",
    "Stalls",
]
