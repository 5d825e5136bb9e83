"""The project's own simulator in the place of a GPU: `cdna-sched view --json` gives the clocks of every loop."""

from __future__ import annotations

import copy
import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any, Dict, List, Tuple

from cdnakit.calibrate.observations import Observations, Value

KIT = Path(__file__).resolve().parents[1]


def cdna_sched() -> str:
    """The command: $CDNA_SCHED, that of this build, or one on the path."""
    built = KIT.parent / "target" / "release" / "cdna-sched"
    return os.environ.get("CDNA_SCHED") or (str(built) if built.exists() else shutil.which("cdna-sched") or "")


def built_in_models() -> Dict[str, Any]:
    """The parameter sets that the simulator has."""
    output = subprocess.run([cdna_sched(), "models"], capture_output=True, check=True)
    return json.loads(output.stdout)


def under(model: Dict[str, Any], gpu: str, level: str, grid: str) -> Dict[str, Any]:
    """The model as it is for a kernel whose loads a level answers: alone on the GPU nothing is added
    to the level's latency, and the rate that all compute units share is no limit."""
    changed = copy.deepcopy({"measured": model["measured"]})
    memory = changed["measured"]["memory"][gpu]
    memory["streams"] = memory["tiles"] = level
    if grid == "one":
        memory["loaded"] = memory["fill"] = 0
    return changed


def periods(code_object: Path, model: Dict[str, Any]) -> Dict[str, Dict[int, float]]:
    """Clocks of an iteration of a kernel's loop, by symbol and waves on the SIMD."""
    with tempfile.TemporaryDirectory() as folder:
        numbers, page = Path(folder) / "model.json", Path(folder) / "page.json"
        numbers.write_text(json.dumps(model))
        command = [cdna_sched(), "view", "--json", "--model", str(numbers), str(code_object), "-o", str(page)]
        subprocess.run(command, check=True, capture_output=True)
        kernels = json.loads(page.read_text())["kernels"]
    loops: Dict[str, Dict[int, float]] = {}
    for kernel in kernels:
        for region in kernel["regions"]:
            if region["is_loop"]:
                timelines = region["versions"][0]["timelines"]
                loops[kernel["name"]] = {t["waves"]: t["period"] for t in timelines}
    return loops


def observe(objects: Path, gpu: str, model: Dict[str, Any]) -> Observations:
    """What the simulator says of every micro-kernel, in place of a measurement."""
    manifest = json.loads((objects / "micro.json").read_text())
    micros: List[Dict[str, Any]] = [m for m in manifest["micro"] if m["gpu"] == gpu]
    conditions: Dict[Tuple[str, str], Dict[str, Dict[int, float]]] = {}
    observations = Observations()
    for micro in micros:
        condition = (micro["memory"], "full" if micro["memory"] == "l2" and micro["grid"] == "full" else "one")
        if condition not in conditions:
            numbers = under(model, gpu, *condition)
            conditions[condition] = periods(objects / manifest["files"][gpu]["file"], numbers)
        for point in micro["points"]:
            waves = micro["waves"]
            period = conditions[condition][point["symbol"]][waves]
            observations.add(micro["name"], point["x"], waves, Value(period * waves))
    return observations
