"""One run of a kernel in the emulator that EMU names: its arguments, its memory, what it complained of."""

from __future__ import annotations

import re
import sys
from collections import Counter
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

# More LDS than any GPU has, for kernels whose IR does not say how much they need.
LDS_BYTES = 1 << 18
BUFFER_BYTES = 1 << 20
WORKGROUPS = [2, 1, 1]
# What a floating argument is; the emulator's names of the types.
FLOATING = 0.5
FLOATING_TYPES = {"half": "f16", "float": "f32", "double": "f64"}
# LDS returns in order (MI300 ISA, 4.4), so nothing has to stand between two reads into one register; the emulator asks for a wait.
LDS_IN_ORDER = re.compile(r"WAITCNT_WAW: \[ds_.*\] after \[ds_")
# What the emulator says when a run used up its budget.
BUDGET_IS_SPENT = "instruction limit"


class Input(NamedTuple):
    """What a kernel is given."""

    # What the emulator fills buffers with, by its own names.
    contents: str
    # What every integer argument is.
    integer: int

    def __str__(self) -> str:
        return f"{self.contents} and {self.integer}"


class Order(NamedTuple):
    """In which order things happen that the hardware leaves open."""

    # The wave of a workgroup that goes first; the others follow in turn.
    first_wave: int
    # What the registers of a load hold until it is waited for: 0, the result; 1, what they held
    # before; 2, poison.
    late_loads: int

    def __str__(self) -> str:
        held = ("nothing late", "old values in late loads", "poison in late loads")[self.late_loads]
        return f"wave {self.first_wave} first, {held}"


@dataclass
class Outcome:
    """What a run left behind."""

    # Why it ended early, or nothing.
    error: str = ""
    # Every buffer, with the number of the argument that points to it.
    memory: list[tuple[int, bytes]] = field(default_factory=list)
    # How often pairs of instructions break a rule, by the rule's name; and the first pair of each, in words.
    violations: Counter[str] = field(default_factory=Counter)
    examples: dict[str, str] = field(default_factory=dict)
    # Accesses outside of the buffers: loads gave 0, stores were dropped.
    outside: int = 0
    bytes_changed: int = 0

    @property
    def too_long(self) -> bool:
        """Whether the budget ended the run."""
        return BUDGET_IS_SPENT in self.error


class Emulator:
    """The emulator in a folder."""

    def __init__(self, folder: Path) -> None:
        sys.path.insert(0, str(folder))
        self._loader: Any = import_module("emu_common")
        self._engine: Any = import_module("eng_gfx9emu")
        self._opened: dict[Path, Any] = {}
        self._buffers: dict[tuple[str, int], Any] = {}

    def _open(self, path: Path) -> Any:
        if path not in self._opened:
            self._opened[path] = self._loader.CodeObject(str(path))
        return self._opened[path]

    def kernels(self, path: Path) -> list[str]:
        """The kernels of a linked code object."""
        return sorted(self._open(path).kernels())

    def _buffer(self, contents: str, index: int) -> Any:
        key = (contents, index)
        if key not in self._buffers:
            self._buffers[key] = self._loader.fill(BUFFER_BYTES, contents, index)
        return self._buffers[key]

    def _arguments(self, metadata: dict[str, Any], types: list[str], given: Input) -> list[Any]:
        explicit = [a for a in metadata.get(".args", []) if not a[".value_kind"].startswith("hidden_")]
        if len(types) != len(explicit):
            types = [""] * len(explicit)
        arguments: list[Any] = []
        for index, (argument, spelled) in enumerate(zip(explicit, types)):
            if argument[".value_kind"] == "global_buffer":
                arguments.append({"buf": self._buffer(given.contents, index)})
            elif argument[".value_kind"] == "dynamic_shared_pointer":
                arguments.append({"u32": 0})
            elif spelled in FLOATING_TYPES:
                arguments.append({FLOATING_TYPES[spelled]: FLOATING})
            else:
                arguments.append({"raw": argument[".size"], "v": given.integer})
        return arguments

    def run(self, path: Path, kernel: str, types: list[str], given: Input, order: Order, budget: int) -> Outcome:
        """Runs a kernel of a code object for at most `budget` instructions, counted over all waves."""
        try:
            return self._run(path, kernel, types, given, order, budget)
        except Exception as error:  # what the emulator cannot read or do, it says in many ways
            return Outcome(error=f"{type(error).__name__}: {error}")

    def _run(self, path: Path, kernel: str, types: list[str], given: Input, order: Order, budget: int) -> Outcome:
        code = self._open(path)
        metadata = code.meta.get(kernel, {})
        block = metadata.get(".reqd_workgroup_size") or [metadata.get(".max_flat_workgroup_size", 64)]
        launch = self._loader.Launch(
            code,
            kernel,
            WORKGROUPS,
            block,
            self._arguments(metadata, types, given),
            dyn_lds=0 if metadata.get(".group_segment_fixed_size", 0) else LDS_BYTES,
        )
        result = self._engine.run(launch, rot=order.first_wave, stale=order.late_loads, limit=budget)
        outcome = Outcome(
            error=result["error"],
            memory=[(index, data) for index, _, data in launch.results()],
            outside=result["oob"],
            bytes_changed=sum(launch.changed()),
        )
        for pair in result["violations"]:
            rule = pair["at"].split("@")[0]
            if not rule.startswith("NOTE") and not LDS_IN_ORDER.match(pair["msg"]):
                # How often, not in how many places: a rotated loop has copies of its instructions around it.
                outcome.violations[rule] += pair["n"]
                outcome.examples.setdefault(rule, pair["msg"].removeprefix(rule + ": "))
        return outcome
