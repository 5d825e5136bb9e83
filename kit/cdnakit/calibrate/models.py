"""Model files for `-cdna-sched-model=` and `--model`, and the report beside them."""

from __future__ import annotations

import copy
import json
from typing import Any

from .fit import Fitted, Result

Model = dict[str, Any]

#: The parameter set that orders are made for.
SET = "measured"


def with_fitted(base: Model, gpu: str, result: Result, about: dict[str, Any]) -> Model:
    """The built-in sets, with what was found for a GPU in the set `measured`; everything else stays. `about`,
    which says where and when, becomes part of the set, with the spread of every number (in slots)."""
    model = copy.deepcopy(base)
    spread = {".".join(f.path): round(f.measured.spread, 3) for f in result.fitted if not f.doubt}
    model[SET]["about"] = {"gpu": gpu, **about, "spread": spread}
    for fitted in result.fitted:
        if not fitted.doubt:
            write(model[SET], gpu, fitted)
    return model


def write(numbers: Model, gpu: str, fitted: Fitted) -> None:
    """Writes a number to its place."""
    part, number = fitted.path[0], fitted.number
    if part == "packed_gap":
        if number is None:
            numbers.get("packed_gap", {}).pop(gpu, None)
        else:
            numbers.setdefault("packed_gap", {})[gpu] = number
        return
    if number is None:
        return
    if part == "costs":
        _, name, field = fitted.path
        own = numbers.setdefault("overrides", {}).setdefault(gpu, {})
        own.setdefault(name, dict(numbers["costs"][name]))[field] = number
    elif part in ("shadow", "memory_shadow"):
        others = {"sparse": 1, "xdl": 1, "sgemm": 1, "dgemm": 1}
        numbers.setdefault(part, {}).setdefault(gpu, others)[fitted.path[1]] = number
    elif part == "queues":
        overrides = numbers.setdefault("queue_overrides", {})
        overrides.setdefault(gpu, dict(numbers["queues"]))[fitted.path[1]] = number
    elif part == "memory":
        numbers["memory"][gpu][fitted.path[1]] = number
    elif part == "barrier_spread":
        # One number for all GPUs.
        numbers["barrier_spread"] = number
    else:
        raise ValueError(f"the model has no part {part}")


#: Kinds of matrix instructions that are as others where the model has no number of their own.
LIKE = {"narrow": "xdl", "scaled": "xdl", "scaled_wide": "scaled"}


def built_in(base: Model, gpu: str, path: tuple[str, ...]) -> Any:
    """What the set `measured` of a file has for a number; `None` where it has none."""
    numbers, part = base[SET], path[0]
    if part == "costs":
        own = numbers.get("overrides", {}).get(gpu, {})
        return own.get(path[1], numbers["costs"][path[1]])[path[2]]
    if part == "queues":
        return numbers.get("queue_overrides", {}).get(gpu, numbers["queues"]).get(path[1])
    if part == "barrier_spread":
        return numbers.get("barrier_spread", 0)
    if part == "packed_gap":
        return numbers.get("packed_gap", {}).get(gpu)
    if part in ("shadow", "memory_shadow"):
        own, kind = numbers.get(part, {}).get(gpu, {}), path[1]
        while kind not in own and kind in LIKE:
            kind = LIKE[kind]
        return own.get(kind, 1 if part == "memory_shadow" else None)
    return numbers.get(part, {}).get(gpu, {}).get(path[1])


def report(base: Model, gpu: str, result: Result, about: dict[str, Any]) -> dict[str, Any]:
    """What was found, from what, and how sure it is; `about` says where and when."""
    numbers: list[dict[str, Any]] = []
    for fitted in result.fitted:
        numbers.append(
            {
                "parameter": ".".join(fitted.path),
                "slots": round(fitted.measured.value, 3),
                "spread": round(fitted.measured.spread, 3),
                "number": fitted.number,
                "built_in": built_in(base, gpu, fitted.path),
                "from": list(fitted.source),
                "note": fitted.note,
                "not_written": fitted.doubt,
            }
        )
    return {
        "format": "cdnasched-kit-calibration",
        "version": 1,
        "gpu": gpu,
        **about,
        "numbers": numbers,
        "checks": {
            name: {"slots": round(v.value, 3), "spread": round(v.spread, 3)}
            for name, v in sorted(result.checks.items())
        },
        "not_seen": result.not_seen,
    }


def text(value: Any) -> str:
    """As JSON, ending with a line end."""
    return json.dumps(value, indent=1, sort_keys=False) + "\n"
