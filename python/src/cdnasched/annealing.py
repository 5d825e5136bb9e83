"""A search for better orders of a kernel's hottest loop, on as many processors as there are.

Simulated annealing from several starts, each a task of its own for an executor
(:mod:`cdnasched.many`). Its length is a number of orders, not a time: what it finds depends on the
arguments alone, and not on who runs it.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any, Optional

from .errors import Error
from .many import run
from .orders import Kernel, Kernels, Region
from .orders import open as open_text
from .results import Optimised
from .worker import Worker


@dataclass(frozen=True, order=True)
class Added:
    """Modelled clocks that orders add to one run of a kernel, below zero where they save time."""

    own_waves: float
    """At the kernel's own number of waves."""
    one_wave: float


@dataclass(frozen=True)
class Searched:
    """What a search found."""

    kernel: str
    """The name of the kernel."""
    orders: dict[int, list[int]]
    """By region, the best order; regions that keep theirs are left out."""
    starts: tuple[Optional[Added], ...]
    """By start, what its best orders add; none where it failed."""
    optimised: Optimised
    """The text with the orders, after all checks that :func:`cdnasched.opt` makes."""


def places(region: Region, order: list[int], node: int) -> tuple[list[int], int, int]:
    """The order without a node, and from where to where dependences let the node be put into it."""
    first = {d.first for d in region.dependences if d.later == node}
    later = {d.later for d in region.dependences if d.first == node}
    rest = [other for other in order if other != node]
    low = max((at + 1 for at, other in enumerate(rest) if other in first), default=0)
    high = min((at for at, other in enumerate(rest) if other in later), default=len(rest))
    return rest, low, high


def search(
    text: str,
    *,
    kernel: Optional[str] = None,
    steps: int = 2000,
    starts: int = 8,
    seed: int = 1,
    executor: Optional[Executor] = None,
    jobs: Optional[int] = None,
    timeout: Optional[float] = None,
    progress: bool = False,
    **options: Any,
) -> Searched:
    """Searches from the orders that cdnasched's own search finds, several times.

    :param kernel: its name; none: the only one of the text.
    :param steps: orders that each start tries.
    :param starts: how many times it is begun anew, with other dice.
    :param seed: of the dice.
    :param options: those of :func:`cdnasched.open`.

    The other arguments are those of :func:`cdnasched.opt_many`. Raises what the first start raised
    when none succeeds.
    """
    tasks = [
        {"text": text, "kernel": kernel, "steps": steps, "seed": seed + at, "options": options}
        for at in range(starts)
    ]
    found = run(_start, tasks, _same, executor, jobs, timeout, progress)
    # The first of the best ones, whichever was done first.
    best: Optional[_Found] = None
    for one in found:
        if not isinstance(one, Error) and (best is None or one.added < best.added):
            best = one
    if best is None:
        if found and isinstance(found[0], Error):
            raise found[0]
        raise ValueError(f"starts is {starts}, expected at least 1")
    starts_added = tuple(None if isinstance(one, Error) else one.added for one in found)
    with Worker() as worker:
        patient = _Patient(worker, timeout)
        kernels = open_text(text, service=patient, **options)
        optimised = _one(kernels, best.kernel).apply(best.orders)
    return Searched(best.kernel, best.orders, starts_added, optimised)


def _same(found: _Found) -> _Found:
    return found


def _one(kernels: Kernels, name: Optional[str]) -> Kernel:
    return kernels.only() if name is None else kernels[name]


@dataclass(frozen=True)
class _Found:
    """What one start found."""

    kernel: str
    orders: dict[int, list[int]]
    added: Added


class _Patient:
    """A worker that has so many seconds for all that is asked."""

    def __init__(self, worker: Worker, timeout: Optional[float]) -> None:
        self._worker = worker
        self._deadline = None if timeout is None else time.monotonic() + timeout

    def request(self, message: Mapping[str, Any]) -> dict[str, Any]:
        """Sends a request; see :class:`cdnasched.Service`."""
        left = None if self._deadline is None else self._deadline - time.monotonic()
        return self._worker.request(message, timeout=left)


def _start(task: Mapping[str, Any], timeout: Optional[float]) -> _Found:
    """One start, where the executor has it done."""
    with Worker() as worker:
        patient = _Patient(worker, timeout)
        with open_text(task["text"], service=patient, **task["options"]) as kernels:
            kernel = _one(kernels, task["kernel"])
            own = kernel.search()
            found = anneal(kernel, own, task["steps"], random.Random(task["seed"]))
            # What saves time for one wave may lose it at the kernel's own number.
            added, at = min((_added(kernel, orders), at) for at, orders in enumerate((own, found)))
            return _Found(kernel.name, (own, found)[at], added)


def _added(kernel: Kernel, orders: dict[int, list[int]]) -> Added:
    judgement = kernel.judge(orders, detail="placed")
    return Added(judgement.added(waves="own_waves"), judgement.added())


def anneal(
    kernel: Kernel, begin: dict[int, list[int]], steps: int, dice: random.Random
) -> dict[int, list[int]]:
    """The orders with the fewest modelled clocks for one wave that were met.

    It moves one instruction of the loop that takes most time to another place, and goes back where
    that is worse, less and less patiently.

    :param begin: the orders to begin with.
    """
    regions = {region.index: region for region in kernel.graph.hottest()}
    orders = {
        index: begin.get(index, list(range(len(region.nodes)))) for index, region in regions.items()
    }
    others = {index: order for index, order in begin.items() if index not in regions}
    nodes = [(index, node) for index in regions for node in range(len(regions[index].nodes))]
    cost = least = kernel.judge({**others, **orders}).added()
    best = orders
    if not nodes:
        return begin
    trace = kernel.graph.traces[next(iter(regions.values())).trace]
    whole = trace.frequency * trace.clocks[kernel.graph.models[0]]
    for step in range(1, steps + 1):
        index, node = dice.choice(nodes)
        rest, low, high = places(regions[index], orders[index], node)
        at = dice.randint(low, high)
        candidate = {**orders, index: [*rest[:at], node, *rest[at:]]}
        added = kernel.judge({**others, **candidate}).added()
        patience = 0.01 * whole * (1 - step / (steps + 1)) ** 2
        if added <= cost or dice.random() < math.exp((cost - added) / patience):
            orders, cost = candidate, added
        if cost < least:
            best, least = orders, cost
    return {**others, **best}
