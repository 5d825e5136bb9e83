"""The project's own simulator in the place of a GPU: `cdna-sched view --json` gives the clocks of every loop."""

from __future__ import annotations

import copy
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

KIT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(KIT), str(KIT / "build")]

import assembly  # noqa: E402
import micro  # noqa: E402
import micro_table  # noqa: E402

from cdnakit.calibrate.observations import Observations, Value  # noqa: E402


def cdna_sched() -> str:
    """The command: $CDNA_SCHED, that of this build, or one on the path."""
    built = KIT.parent / "target" / "release" / "cdna-sched"
    return os.environ.get("CDNA_SCHED") or (str(built) if built.exists() else shutil.which("cdna-sched") or "")


def built_in_models() -> dict[str, Any]:
    """The parameter sets that the simulator has."""
    output = subprocess.run([cdna_sched(), "models"], capture_output=True, check=True)
    models: dict[str, Any] = json.loads(output.stdout)
    return models


def under(model: dict[str, Any], gpu: str, level: str, grid: str) -> dict[str, Any]:
    """The model as it is for a kernel whose loads a level answers: alone on the GPU nothing is added
    to the level's latency, and the rate that all compute units share is no limit."""
    changed = copy.deepcopy({"measured": model["measured"]})
    memory = changed["measured"]["memory"][gpu]
    memory["streams"] = memory["tiles"] = level
    if grid == "one":
        memory["loaded"] = memory["fill"] = 0
    return changed


def periods(code_object: Path, model: dict[str, Any]) -> dict[str, dict[int, float]]:
    """Clocks of an iteration of a kernel's loop, by symbol and waves on the SIMD."""
    with tempfile.TemporaryDirectory() as folder:
        numbers, page = Path(folder) / "model.json", Path(folder) / "page.json"
        numbers.write_text(json.dumps(model))
        command = [cdna_sched(), "view", "--json", "--model", str(numbers), str(code_object), "-o", str(page)]
        subprocess.run(command, check=True, capture_output=True)
        kernels = json.loads(page.read_text())["kernels"]
    loops: dict[str, dict[int, float]] = {}
    for kernel in kernels:
        for region in kernel["regions"]:
            if region["is_loop"]:
                timelines = region["versions"][0]["timelines"]
                loops[kernel["name"]] = {t["waves"]: t["period"] for t in timelines}
    return loops


def code_object(objects: Path, gpu: str, condition: tuple[str, str]) -> Path:
    """The kit's code object; where memory is in another state than for most micro-kernels, one with those few alone, made
    in the same way."""
    if condition == ("l1", "one"):
        return objects / gpu / "micro" / "micro.hsaco"
    few = objects / gpu / "micro" / f"{'-'.join(condition)}.hsaco"
    if not few.exists():
        wanted = [m for m in micro_table.micros(gpu) if m.memory == condition]
        kernels = [micro.kernel(gpu, m, x) for m in wanted for x in m.points]
        assembly.assemble(gpu, assembly.module_text(gpu, kernels), few)
    return few


def observe(objects: Path, gpu: str, model: dict[str, Any]) -> Observations:
    """What the simulator says of every micro-kernel, in place of a measurement."""
    manifest = json.loads((objects / "micro.json").read_text())
    micros: list[dict[str, Any]] = [m for m in manifest["micro"] if m["gpu"] == gpu]
    conditions: dict[tuple[str, str], dict[str, dict[int, float]]] = {}
    observations = Observations()
    for entry in micros:
        # Eight waves on a SIMD take a full grid, too, but use no memory.
        full = entry["grid"] == "full" and entry["waves"] == 1
        condition = (entry["memory"], "full" if full else "one")
        if condition not in conditions:
            numbers = under(model, gpu, *condition)
            conditions[condition] = periods(code_object(objects, gpu, condition), numbers)
        for point in entry["points"]:
            waves = entry["waves"]
            period = conditions[condition][point["symbol"]][waves]
            observations.add(entry["name"], point["x"], waves, Value(period * waves))
    return observations
