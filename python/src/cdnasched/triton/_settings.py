"""What to do with kernels, from arguments or from the environment."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Mapping
from typing import Optional

from .._options import OPTIONS, REFUSED

MODES = ("lint", "fix", "opt")

#: What the options take that have a choice of values, by name.
CHOICES: Mapping[str, tuple[str, ...]] = {
    name: OPTIONS["opt"][name].values
    for name in ("hazards", "effort", "walls", "rename", "coalesce", "overlap")
}

POLICIES = CHOICES["hazards"]
EFFORTS = CHOICES["effort"]

#: Values of ``CDNASCHED_TRITON`` that turn it off, as not setting it does.
OFF = ("", "0", "off", "false", "no")

#: Seconds that one kernel may take.
TIMEOUT = 300.0

#: The environment, by variable: what it means.
VARIABLES: Mapping[str, str] = {
    "CDNASCHED_TRITON": "lint, fix or opt; unset, empty, 0, off, false or no: nothing is done",
    "CDNASCHED_TRITON_HAZARDS": "whose hazard rules hold: safe, exact, isa or llvm; "
    "unset: isa for lint and fix, safe for opt",
    "CDNASCHED_TRITON_EFFORT": "how much time opt may take: fast, default (also when unset) or max",
    "CDNASCHED_TRITON_RENAME": "whether opt may give values other registers: on (also when unset), "
    "strict or off",
    "CDNASCHED_TRITON_COALESCE": "whether opt takes copies and spills out: on (also when unset) "
    "or off",
    "CDNASCHED_TRITON_OVERLAP": "whether opt lets iterations of loops overlap: on (also when "
    "unset) or off",
    "CDNASCHED_TRITON_WALLS": "which hints about order opt keeps: honour (also when unset), or "
    "cross: s_setprio, sched_barrier, sched_group_barrier and iglp_opt hold nothing back",
    "CDNASCHED_TRITON_PICK": "1: opt compiles each kernel under others of LLVM's strategies, too, "
    "and takes the best (not where the library stands for the code generator)",
    "CDNASCHED_TRITON_DECISIONS": "a file of measurements by cdnasched.triton.tune, which decides "
    "what opt does with the kernels that it has",
    "CDNASCHED_TRITON_LOG": "a file to which a line of JSON is added for each kernel",
    "CDNASCHED_TRITON_TIMEOUT": "seconds that one kernel may take before it is left alone; "
    f"unset: {TIMEOUT:g}",
    "CDNASCHED_TRITON_VERBOSE": "1: the line of the log for each kernel goes to standard error too",
    "CDNASCHED_TRITON_CODEGEN": "the code generator of Triton, where the library stands for it and "
    "does not find it",
    "CDNASCHED_LIBRARY": "the library of this package, in place of that of the wheel",
    "CDNASCHED_WORKER": "the executable of this package's processes, in place of that of the wheel",
}


class SettingsError(ValueError):
    """A value that an argument or a variable cannot have."""


@dataclasses.dataclass(frozen=True)
class Settings:
    """What to do with kernels."""

    #: ``lint``, ``fix`` or ``opt``.
    mode: str
    #: Whose hazard rules hold; None: those of the mode.
    hazards: Optional[str] = None
    #: How much time the search may take; only of ``opt``. None: ``default``.
    effort: Optional[str] = None
    #: A file to which a line of JSON is added for each kernel.
    log: Optional[str] = None
    #: Seconds that one kernel may take.
    timeout: float = TIMEOUT
    #: Whether the lines of the logger go to standard error, too.
    verbose: bool = False
    #: Whether values may get other registers; only of ``opt``. None: ``on``.
    rename: Optional[str] = None
    #: Whether copies and spills are taken out; only of ``opt``. None: ``on``.
    coalesce: Optional[str] = None
    #: Whether iterations of loops overlap; only of ``opt``. None: ``on``.
    overlap: Optional[str] = None
    #: Whether ``s_setprio``, ``sched_barrier`` and their like hold anything back; only of ``opt``. None:
    #: ``honour``.
    walls: Optional[str] = None
    #: Whether the kernel is compiled under others of LLVM's strategies, too, and the best is taken;
    #: only of ``opt``.
    pick: bool = False
    #: A file of measurements (``tune`` writes them), which decides where it has one of a kernel;
    #: only of ``opt``.
    decisions: Optional[str] = None
    #: What every kernel gets, whatever is decided: while ``tune`` measures.
    forced: Optional[str] = None

    def __post_init__(self) -> None:
        _check("mode", self.mode, MODES)
        for name, known in CHOICES.items():
            value = getattr(self, name)
            if value is not None:
                _check(name, value, known)
                _allow(self.mode, name, value)
        for name in ("pick", "decisions"):
            if getattr(self, name) and self.mode != "opt":
                raise SettingsError(f"{name} is for the mode opt, not for {self.mode}")
        if not self.timeout > 0:
            raise SettingsError(f"timeout is {self.timeout!r}, expected seconds above 0")

    def key(self) -> str:
        """What tells results with these settings from those with others."""
        key = f"{self.mode}-{self.hazards or 'default'}-{self.effort or 'default'}"
        others = ((name, getattr(self, name)) for name in ("rename", "coalesce", "overlap", "walls"))
        key += "".join(f"-{name}={value}" for name, value in others if value is not None)
        key += "-pick" if self.pick else ""
        return f"{key}-forced={self.forced}" if self.forced else key

    def request(self) -> dict[str, object]:
        """The members of a request to the worker that come from the settings."""
        members = {"mode": self.mode, **{name: getattr(self, name) for name in CHOICES}}
        return {name: value for name, value in members.items() if value is not None}


def _allow(mode: str, name: str, value: str) -> None:
    """Raises SettingsError for what a mode cannot do."""
    only, why = REFUSED[mode].get(name, (value, ""))
    if value != only:
        raise SettingsError(f"{name} is {value!r}: {why}")


def _check(name: str, value: object, known: tuple[str, ...]) -> None:
    if value not in known:
        raise SettingsError(f"{name} is {value!r}, expected one of {', '.join(known)}")


def from_environment(environment: Optional[Mapping[str, str]] = None) -> Optional[Settings]:
    """The settings of an environment (None: of this process); None where it turns nothing on.

    Raises SettingsError for a value that is not understood, with the name of the variable.
    """
    environment = os.environ if environment is None else environment

    def value(name: str) -> Optional[str]:
        return environment.get(name) or None

    mode = value("CDNASCHED_TRITON")
    if mode is None or mode in OFF:
        return None
    timeout = value("CDNASCHED_TRITON_TIMEOUT")
    try:
        _check("mode", mode, MODES)
        # The option of this name is about compilations by the plugin.
        for name in REFUSED[mode].keys() - {"pick"}:
            refused = value(f"CDNASCHED_TRITON_{name.upper()}")
            if refused is not None:
                _allow(mode, name, refused)
        return Settings(
            mode=mode,
            hazards=value("CDNASCHED_TRITON_HAZARDS"),
            effort=value("CDNASCHED_TRITON_EFFORT"),
            rename=value("CDNASCHED_TRITON_RENAME"),
            coalesce=value("CDNASCHED_TRITON_COALESCE"),
            overlap=value("CDNASCHED_TRITON_OVERLAP"),
            walls=value("CDNASCHED_TRITON_WALLS"),
            pick=environment.get("CDNASCHED_TRITON_PICK", "") not in OFF,
            decisions=value("CDNASCHED_TRITON_DECISIONS"),
            log=value("CDNASCHED_TRITON_LOG"),
            timeout=TIMEOUT if timeout is None else float(timeout),
            verbose=environment.get("CDNASCHED_TRITON_VERBOSE", "") not in OFF,
        )
    except ValueError as error:
        raise SettingsError(f"in the environment (CDNASCHED_TRITON...): {error}") from error
