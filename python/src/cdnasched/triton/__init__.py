"""Lints, fixes or schedules the kernels that Triton compiles for AMD CDNA GPUs.

    import cdnasched.triton
    cdnasched.triton.enable("opt")

From then on the assembly text of each kernel for gfx908, gfx90a, gfx942 and gfx950 goes through a
process of this package on its way to Triton's assembler:

==========  ================================================================================
``lint``    the text stays as it is; what is wrong with its waits and wait states is logged
``fix``     waits and wait states that are missing are put in
``opt``     the instructions are ordered anew, and waits and wait states placed anew
==========  ================================================================================

Nothing can break a compile: on any doubt, and on any failure of this package, the text stays as
Triton made it. What was done is ``kernel.metadata.cdnasched`` (a dictionary, also when the kernel
comes from Triton's cache), a line of the logger ``cdnasched.triton``, and, if requested, a line of
JSON in a file.

The same by environment, also in processes that others start (Inductor, vLLM, SGLang), after
``python -m cdnasched.triton install``; :data:`VARIABLES` says what each variable means.
"""

from __future__ import annotations

from ._hook import disable, enable, enable_from_environment, settings
from ._settings import EFFORTS, MODES, POLICIES, VARIABLES, Settings, SettingsError
from ._tune import Interval, Tuned, tune

__all__ = [
    "EFFORTS",
    "Interval",
    "MODES",
    "POLICIES",
    "VARIABLES",
    "Settings",
    "SettingsError",
    "Tuned",
    "disable",
    "enable",
    "enable_from_environment",
    "settings",
    "tune",
]
