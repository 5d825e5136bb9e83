"""From observations to numbers of the cost model, each from the micro-kernels that isolate it.

Every number is in issue slots of 4 clocks. What a micro-kernel cannot show stays as it was, and is listed with the
reason."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Callable, Optional

from .bursts import LdsAccess, best, lds_burst, vmem_burst, vmem_return
from .observations import Missing, Observations, Value

Path = tuple[str, ...]

#: Instructions beside each matrix instruction, as in kit/build/micro_table.py.
BESIDE = 40
#: VALU instructions beside each barrier and each branch there, and wait states behind each write of LDS.
BESIDE_BARRIER = 4
BESIDE_BRANCH = 7
BEHIND_WRITE = 2
#: A shadow that is at least the passes of the instruction, in model files.
WHOLE = 255
#: Limits of numbers that are kept in a byte.
SHORT = (1, 255)
MAX_QUEUE = 16
MAX_IN_FLIGHT = 64
#: Median absolute deviations beyond which a number is not taken: slots, and of the number itself.
UNSTEADY_SLOTS = 0.5
UNSTEADY_SHARE = 0.2
#: Slots by which bursts may be off what the best queue explains, root mean square.
BURST_SLOTS = 20.0


@dataclass(frozen=True)
class Fitted:
    """A number of the model: what was measured, and the integer that the model takes (`None`: the model has
    none for this GPU). Where `doubt` says why it is not to be believed, the model keeps its own."""

    path: Path
    measured: Value
    number: Optional[int]
    source: Sequence[str]
    note: str = ""
    doubt: str = ""


@dataclass
class Result:
    """All numbers that were found, and why others were not."""

    fitted: list[Fitted] = field(default_factory=list)
    not_seen: dict[str, str] = field(default_factory=dict)
    checks: dict[str, Value] = field(default_factory=dict)
    loaded: float = 0.0
    distances: Mapping[str, int] = field(default_factory=dict)

    def number(self, *path: str) -> Optional[Value]:
        """The unrounded number at a place of the model, if it was found."""
        return next((f.measured for f in self.fitted if f.path == path), None)


#: What no micro-kernel can show, and why.
NOT_VISIBLE = {
    "costs.matrix": "matrix instructions take their passes, which are no number of the model file; "
    "the measured rates are among the checks",
    "costs.message": "messages reach the driver and debuggers; user code cannot send harmless ones",
    "costs.call": "a constant for any callee",
    "costs.*.result of vmem_load_*": "`memory` of the GPU holds instead",
    "costs.*.result of packed results, branches, barriers and control": "nothing waits for one",
    "costs.smem.busy, costs.control.busy, costs.branch*.busy, costs.barrier.busy": "never longer than the issue",
    "distances, vector_pairs": "distances between kinds of instructions are measured by thread traces (docs/timing.md)",
    "costs.*.issue of vector ALU": "a wave alone shows the larger of issue and busy; "
    "issue is changed only where it is longer than busy",
    "memory.loaded": "depends on the load that other workgroups make, which is not a number of a kernel",
    "memory.tiles, streams, scratch": "a choice, not a measurement",
    "shadow.scaled, memory_shadow.scaled of inputs below eight registers": "no micro-kernel has them",
    "memory_shadow, shadow beyond the passes": "255 is written where all passes are kept",
}


def fit(gpu: str, observations: Observations, loaded: float, distances: Optional[Mapping[str, int]] = None) -> Result:
    """All numbers that the observations show. `loaded` is the model's number of that name, which tells
    whether loads by the full grid are held up by their rate or by their latency; `distances` are the model's
    slots between kinds of instructions, which hide what is shorter."""
    result = Result(loaded=loaded, distances=dict(distances or {}))
    for step in (alu, control, lds, lds_queue, memory, matrix):
        step(gpu, observations, result)
    for name in observations.names():
        if name.startswith(("matrix.", "pair.")) and name.endswith(("stream", "_1", "_2")):
            result.checks[name] = observations.shared_unit(name)
    for name in ("valu.stream_2", "valu.stream_8", "trans.stream_2", "trans.stream_8"):
        if observations.has(name):
            result.checks[name] = observations.shared_unit(name)
    conflict, without = "lds_read_1.conflict", "lds_read_1.stream"
    if observations.has(conflict) and observations.has(without):
        factor = observations.unit(conflict).value / max(observations.unit(without).value, 1e-9)
        result.checks["two-way bank conflict, times"] = Value(factor)
    result.not_seen.update(NOT_VISIBLE)
    return result


def put(
    result: Result,
    path: Path,
    sources: Sequence[str],
    compute: Callable[[], Value],
    limits: tuple[int, int] = (1, 4000),
    note: str = "",
) -> Optional[Value]:
    """Adds a number, or the reason why it is not there."""
    try:
        value = compute()
    except Missing as missing:
        result.not_seen[".".join(path)] = f"{missing} was not measured"
        return None
    number = min(max(math.floor(value.value + 0.5), limits[0]), limits[1])
    result.fitted.append(Fitted(path, value, number, tuple(sources), note, doubts(value, limits)))
    return value


def doubts(value: Value, limits: tuple[int, int]) -> str:
    """Why a measurement is not to be believed; empty if nothing is wrong with it."""
    if not limits[0] - 0.5 <= value.value <= limits[1] + 0.5:
        return f"{value.value:.2f} slots are not between {limits[0]} and {limits[1]}"
    if value.spread > max(UNSTEADY_SLOTS, UNSTEADY_SHARE * value.value):
        return f"repeated measurements are {value.spread:.2f} slots apart"
    return ""


def put_unit(
    seen: Observations,
    result: Result,
    path: Path,
    name: str,
    limits: tuple[int, int] = (1, 4000),
    less: float = 0.0,
    shared: bool = False,
) -> Optional[Value]:
    """Adds what a unit of one micro-kernel takes, less what else is in it: for one wave, or for the SIMD."""
    unit = seen.shared_unit if shared else seen.unit
    return put(result, path, [name], lambda: unit(name).less(less), limits)


def rate(seen: Observations, name: str) -> float:
    """Slots that each of several instructions in a row takes one wave; 1 if that was not measured."""
    stream = f"{name}.stream_1"
    return seen.unit(stream).value if seen.has(stream) else 1.0


def alu(gpu: str, seen: Observations, result: Result) -> None:
    """Latency from chains, occupancy from several waves, issue from one."""
    for name in ("salu", "valu", "packed_f32", "trans", "quarter_rate", "double", "lane_read"):
        one = f"{name}.stream_1"
        busy = put_shared(seen, result, name)
        if seen.has(one) and busy is not None and seen.unit(one).value > busy.value + 0.5:
            put_unit(seen, result, ("costs", name, "issue"), one, SHORT)
        if name != "lane_read":
            put_unit(seen, result, ("costs", name, "result"), f"{name}.chain")
    scalar, vector = result.number("costs", "salu", "result"), result.number("costs", "valu", "result")
    if scalar is not None and vector is not None:
        lane_read(seen, result, scalar, vector)


def put_shared(seen: Observations, result: Result, name: str) -> Optional[Value]:
    """Slots for which a vector instruction occupies its unit. Where plain ones of two waves share a slot, one slot is
    what each takes."""
    stream = f"{name}.stream_4"

    def slots() -> Value:
        value = seen.shared_unit(stream)
        return Value(max(value.value, 1.0), value.spread)

    pairs = seen.has(stream) and seen.shared_unit(stream).value < 0.75
    note = "instructions of two waves share a slot" if pairs else ""
    return put(result, ("costs", name, "busy"), [stream], slots, SHORT, note)


def lane_read(seen: Observations, result: Result, scalar: Value, vector: Value) -> None:
    """The chain goes from the lane read through a scalar and a vector instruction, and a wait state behind that, back
    to it. Less than the distance between lane read and SALU is not to be seen."""
    chain, path = "lane_read.chain", ("costs", "lane_read", "result")
    if not seen.has(chain):
        result.not_seen[".".join(path)] = f"{chain} was not measured"
        return
    value = seen.unit(chain) - scalar - Value(max(vector.value, 2.0), vector.spread)
    distance = result.distances.get("mask_scalar", 1)
    if value.value < distance + 0.5:
        result.not_seen[".".join(path)] = f"the SALU keeps {distance} slots from a lane read in any case"
    else:
        put(result, path, [chain, "salu.chain", "valu.chain"], lambda: value)


def control(gpu: str, seen: Observations, result: Result) -> None:
    """Branches, barriers, and other instructions that take an issue slot."""
    for name, others in (("branch", BESIDE_BRANCH * rate(seen, "valu")), ("branch_taken", 0.0), ("control", 0.0)):
        put_unit(seen, result, ("costs", name, "issue"), f"{name}.stream", SHORT, others)
    alone, beside = "barrier.alone", BESIDE_BARRIER * rate(seen, "valu")
    barrier = put_unit(seen, result, ("costs", "barrier", "issue"), alone, SHORT, beside)
    if barrier is None:
        return
    after, without = "barrier.after_read", "barrier.without"
    put(
        result,
        ("barrier_spread",),
        [after, without, alone],
        lambda: seen.unit(after) - seen.unit(without) - barrier,
        (0, 32),
    )


def lds(gpu: str, seen: Observations, result: Result) -> None:
    """Latency, rate and issue of accesses to LDS, and the latency of scalar loads."""
    put_unit(seen, result, ("costs", "smem", "result"), "smem.chain")
    beside = BESIDE * rate(seen, "valu") + BEHIND_WRITE
    for width in "124":
        read, write = f"lds_read_{width}", f"lds_write_{width}"
        put_unit(seen, result, ("costs", read, "result"), f"{read}.chain")
        put_unit(seen, result, ("costs", read, "busy"), f"{read}.stream", SHORT, shared=True)
        put_unit(seen, result, ("costs", write, "result"), f"{write}.wait")
        issue = put_unit(seen, result, ("costs", write, "issue"), f"{write}.issue", SHORT, beside)
        busy = put_unit(seen, result, ("costs", write, "busy"), f"{write}.stream", SHORT, shared=True)
        if issue is not None and busy is not None and busy.value < issue.value + 0.5:
            result.not_seen[f"costs.{write}.busy below its issue"] = "a stream is held up by its issue"


def lds_queue(gpu: str, seen: Observations, result: Result) -> None:
    """Instructions and entries of the queue of LDS: which explain the bursts of reads and of writes."""
    names = ("lds_read_4.burst", "lds_write_4.burst")
    read_busy = result.number("costs", "lds_read_4", "busy")
    write_busy = result.number("costs", "lds_write_4", "busy")
    issue = result.number("costs", "lds_write_4", "issue")
    if not all(map(seen.has, names)) or read_busy is None or write_busy is None or issue is None:
        result.not_seen["queues.lds, queues.lds_entries"] = "bursts were not measured"
        return
    read = LdsAccess(1.0, read_busy.value, 1)
    write = LdsAccess(issue.value, write_busy.value, max(1, math.floor(issue.value + 0.5)))

    def predict(access: LdsAccess) -> Callable[[int, int], float]:
        return lambda size, both: lds_burst(access, size, both // 100, both % 100)

    curves = [(seen.points(names[0]), predict(read)), (seen.points(names[1]), predict(write))]
    both = [100 * q + e for q in range(1, MAX_QUEUE + 1) for e in range(1, MAX_QUEUE + 1)]
    found = best(both, curves)
    if found is None:
        return
    for key, numbers in (
        ("lds", sorted({both // 100 for both in found.candidates})),
        ("lds_entries", sorted({both % 100 for both in found.candidates})),
    ):
        choose(result, ("queues", key), numbers, found.error, names)


def choose(result: Result, path: Path, numbers: list[int], error: float, names: Sequence[str]) -> None:
    """One number explains the bursts, or several do: then it is not to be seen."""
    if len(numbers) == 1:
        doubt = "" if error <= BURST_SLOTS else f"the bursts are {error:.1f} slots (RMS) off what any number explains"
        found = Value(float(numbers[0]), 0.0)
        note = f"the bursts are {error:.2f} slots (RMS) off"
        result.fitted.append(Fitted(path, found, numbers[0], tuple(names), note, doubt))
    else:
        result.not_seen[".".join(path)] = f"{numbers[0]} to {numbers[-1]} explain the bursts equally well"


def memory(gpu: str, seen: Observations, result: Result) -> None:
    """Levels, rates and queues of vector memory."""
    for level in ("l1", "l2", "hbm") if gpu == "gfx90a" else ("l1", "l2", "mall", "hbm"):
        put_unit(seen, result, ("memory", level), f"memory.{level}")
    for width in "124":
        load, store = f"vmem_load_{width}", f"vmem_store_{width}"
        put_unit(seen, result, ("costs", load, "busy"), f"{load}.stream", SHORT)
        put_unit(seen, result, ("costs", store, "busy"), f"{store}.stream", SHORT, shared=True)
        put_unit(seen, result, ("costs", store, "result"), f"{store}.wait")
    busy = result.number("costs", "vmem_load_4", "busy")
    if busy is None:
        return
    bursts = "vmem_load_4.burst"
    queue: Optional[int] = None
    if seen.has(bursts):
        rate = busy.value
        found = best(
            range(1, MAX_QUEUE + 1),
            [(seen.points(bursts), lambda size, depth: vmem_burst(rate, size, depth))],
        )
        if found is not None:
            choose(result, ("queues", "vmem"), found.candidates, found.error, [bursts])
            queue = found.candidates[0]
    far, latency = "memory.in_flight", result.number("memory", "hbm")
    if seen.has(far) and latency is not None and queue is not None:
        rate, slots, depth = busy.value, latency.value, queue
        found = best(
            range(4, MAX_IN_FLIGHT + 1, 4),
            [(seen.points(far), lambda size, d: vmem_return(rate, slots, size, depth, d, 4))],
        )
        if found is not None:
            choose(result, ("queues", "vmem_dwords"), found.candidates, found.error, [far])
    fill(seen, result, busy)


def fill(seen: Observations, result: Result, busy: Value) -> None:
    """The rate of results of four dwords that all compute units share, where nothing slower hides it."""
    name = "memory.fill"
    latency, dwords = result.number("memory", "l2"), result.number("queues", "vmem_dwords")
    if not seen.has(name) or latency is None or dwords is None:
        result.not_seen["memory.fill"] = "needs the latency of L2 and the loads in flight"
        return
    by_latency = (latency.value + result.loaded) * 4 / dwords.value
    if seen.unit(name).value > 1.03 * max(busy.value, by_latency):
        put_unit(seen, result, ("memory", "fill"), name, SHORT)
    else:
        result.not_seen["memory.fill"] = "loads are held up by their latency or the L1 cache first"


def matrix(gpu: str, seen: Observations, result: Result) -> None:
    """For how long matrix instructions keep others out: the most that an instruction of the kind does."""
    kinds: dict[str, list[str]] = {}
    for name in seen.names():
        parts = name.split(".")
        if parts[0] == "matrix" and parts[3] == "stream":
            kinds.setdefault(parts[1], []).append(".".join(parts[:3]))
    gaps: list[tuple[Value, str]] = []
    for kind, bases in sorted(kinds.items()):
        for part, suffix in (("shadow", "valu"), ("memory_shadow", "memory")):
            values = []
            for base in bases:
                name = f"{base}.{suffix}"
                if not seen.has(name):
                    continue
                passes = seen.unit(f"{base}.stream").value
                beside = BESIDE * rate(seen, "valu") if suffix == "valu" else BESIDE * rate(seen, "salu") + 1
                if part == "shadow" and kind.startswith("scaled"):
                    beside += result.distances.get("scaled_vector", 0)
                values.append((seen.unit(name).less(beside), passes, name))
            shadow(result, (part, kind), values)
        gaps += packed_gaps(seen, bases)
    packed_gap(result, gaps)


def shadow(result: Result, path: Path, values: list[tuple[Value, float, str]]) -> None:
    """Instructions with different passes agree in slots, or are all kept out for their passes."""
    if not values:
        return
    names = [name for _, _, name in values]
    passes = {round(passes) for _, passes, _ in values}
    middle = sorted(values, key=lambda v: v[0].value)[len(values) // 2][0]
    doubt = doubts(middle, (1, WHOLE))
    if len(passes) > 1 and all(value.value > passes - 0.5 for value, passes, _ in values):
        result.fitted.append(Fitted(path, middle, WHOLE, names, "all passes", doubt))
        return
    spread = max(v.value for v, _, _ in values) - min(v.value for v, _, _ in values)
    note = "" if spread < 0.5 else f"instructions of the kind differ by {spread:.1f} slots"
    number = max(1, math.floor(middle.value + 0.5))
    result.fitted.append(Fitted(path, middle, number, names, note, doubt))


def packed_gaps(seen: Observations, bases: list[str]) -> list[tuple[Value, str]]:
    """How long after leaving its pipe a matrix instruction keeps packed instructions out; negative
    where these run beside it."""
    gaps = []
    beside = BESIDE * rate(seen, "packed_f32")
    for base in bases:
        name = f"{base}.packed"
        if seen.has(name):
            gaps.append(((seen.unit(name) - seen.unit(f"{base}.stream")).less(beside), name))
    return gaps


def packed_gap(result: Result, gaps: list[tuple[Value, str]]) -> None:
    """No instruction may issue beside the matrix instruction, or there is no gap at all."""
    if not gaps:
        return
    middle = sorted(gaps, key=lambda gap: gap[0].value)[len(gaps) // 2][0]
    names = [name for _, name in gaps]
    number = math.floor(middle.value + 0.5) if min(g.value for g, _ in gaps) > -0.5 else None
    note = "" if number is not None else "packed instructions run beside matrix instructions"
    result.fitted.append(Fitted(("packed_gap",), middle, number, names, note, doubts(middle, (-WHOLE, WHOLE))))
