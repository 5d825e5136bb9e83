"""Orders from outside: kernels are opened, their dependence graphs read, and orders judged.

A kernel has regions; within a region instructions may change places where no dependence forbids it.
An order of a region is a list of its nodes, each by its place in the incoming order. Regions that
are not named keep theirs.

>>> with cdnasched.open(text) as kernels:
...     kernel = kernels["gemm"]
...     region = max(kernel.graph.regions, key=lambda region: len(region.nodes))
...     judgement = kernel.judge(moves=[(region.index, 3, 0)])
...     print(judgement)
...     if judgement.legal and judgement.added() < 0:
...         text = kernel.apply(judgement.orders).text

All clocks are modelled ones (docs/timing.md), none are measured.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import TracebackType
from typing import Any, Optional

from ._service import InProcess, Service
from ._tables import Table, counted, percent
from .errors import Error
from .results import Clocks, Optimised, Skipped

Orders = Mapping[int, Sequence[int]]
"""By number of the region: its nodes in their new order."""

Move = tuple[int, int, Optional[int]]
"""Region, node, and the node directly before which it goes; none: to the end of the region."""


@dataclass(frozen=True)
class Dependence:
    """What must come before what in a region."""

    first: int
    """The node that comes first."""
    later: int
    """The node that comes later."""
    kind: str
    """``true``: the later one reads what the first writes. ``anti``: it writes what the first
    reads. ``output``: both write. ``order``: memory, side effects or a directive."""
    latency: int
    """Clocks from the issue of the first to that of the later one that the first parameter set
    expects; an estimate."""


@dataclass(frozen=True)
class Node:
    """What moves as one: an instruction, or several that stay together."""

    text: str
    """As assembly. Waits that the memory model requires are nodes, too; others are placed behind
    every order."""
    lines: tuple[int, ...]
    """The lines of the text that it is, counted from 1; none of a saved function."""
    unit: str
    """The unit that executes it: ``valu``, ``salu``, ``matrix``, ``lds`` and so on."""
    reads: tuple[str, ...]
    """Registers that it reads."""
    writes: tuple[str, ...]
    """Registers that it writes."""
    loads: bool
    """Whether it may load from memory."""
    stores: bool
    """Whether it may store to memory."""

    @staticmethod
    def _of(value: Mapping[str, Any]) -> Node:
        return Node(
            value["text"],
            tuple(value.get("lines", ())),
            value["unit"],
            tuple(value["reads"]),
            tuple(value["writes"]),
            value["loads"],
            value["stores"],
        )


@dataclass(frozen=True)
class Region:
    """Instructions that may change places."""

    index: int
    """What orders name it by."""
    trace: int
    """Its trace, by its place in the graph's list."""
    block: int
    """Number of its block in layout order."""
    pinned: bool
    """Whether the order must stay."""
    nodes: tuple[Node, ...]
    """In the incoming order; an order names them by their place in this list."""
    dependences: tuple[Dependence, ...] = field(repr=False)

    @staticmethod
    def _of(index: int, value: Mapping[str, Any]) -> Region:
        return Region(
            index,
            value["trace"],
            value["block"],
            value["pinned"],
            tuple(Node._of(node) for node in value["nodes"]),
            tuple(
                Dependence(d["from"], d["to"], d["kind"], d["latency"])
                for d in value["dependences"]
            ),
        )


@dataclass(frozen=True)
class Trace:
    """An innermost loop, or a block outside of them."""

    blocks: tuple[int, ...]
    """Numbers of its blocks, in the order in which they run."""
    is_loop: bool
    frequency: float
    """How often it is taken to run for one run of the function."""
    clocks: Mapping[str, float]
    """Modelled clocks of an iteration (or run) of one wave in the incoming order, by parameter set,
    before waits and nops are placed."""


@dataclass(frozen=True)
class Graph:
    """A kernel as orders see it."""

    function: str
    processor: str
    fingerprint: str
    """Names the function and its incoming order."""
    waves_per_simd: int
    """Waves that its registers and LDS allow on a SIMD."""
    models: tuple[str, ...]
    """The parameter sets of the cost model; the first is what orders are made for."""
    traces: tuple[Trace, ...]
    regions: tuple[Region, ...]

    @staticmethod
    def _of(value: Mapping[str, Any]) -> Graph:
        return Graph(
            value["function"],
            value["processor"],
            value["fingerprint"],
            value["waves_per_simd"],
            tuple(value["models"]),
            tuple(
                Trace(tuple(t["blocks"]), t["loop"], t["frequency"], t["clocks"])
                for t in value["traces"]
            ),
            tuple(Region._of(at, region) for at, region in enumerate(value["regions"])),
        )

    def hottest(self) -> tuple[Region, ...]:
        """The regions that may be ordered of the trace that takes most of the kernel's clocks."""
        regions = [region for region in self.regions if not region.pinned]

        def clocks(number: int) -> float:
            trace = self.traces[number]
            return trace.frequency * trace.clocks[self.models[0]]

        most = max({region.trace for region in regions}, key=clocks, default=None)
        return tuple(region for region in regions if region.trace == most)


@dataclass(frozen=True)
class Broken:
    """A dependence that an order turns around."""

    region: int
    first: int
    """The node that has to come first."""
    later: int
    """The node that has to come later."""
    kind: str
    """As of :class:`Dependence`."""
    reason: str
    """What makes it, in words."""
    first_text: str
    later_text: str

    def __str__(self) -> str:
        return (
            f"region {self.region}: node {self.later} ({self.later_text}) comes before node "
            f"{self.first} ({self.first_text}), but {self.reason}"
        )


@dataclass(frozen=True)
class TraceJudgement:
    """What a trace takes in an order: a loop for one iteration, or a block."""

    trace: int
    """Its number in the graph."""
    block: int
    """Number of its first block."""
    is_loop: bool
    frequency: float
    """How often it is taken to run for one run of the function."""
    clocks: Mapping[str, Clocks]
    """Modelled clocks by parameter set; ``own_waves`` is 0 with detail ``expected``."""
    clocks_before: Mapping[str, Clocks]
    """The same in the incoming order."""
    waits: int
    """``s_waitcnt`` instructions in it."""
    waits_before: int
    wait_states: int
    """Wait states of ``s_nop`` in it."""
    wait_states_before: int

    @staticmethod
    def _of(value: Mapping[str, Any]) -> TraceJudgement:
        def clocks(name: str) -> dict[str, Clocks]:
            return {model: Clocks._of(of) for model, of in value[name].items()}

        return TraceJudgement(
            value["trace"],
            value["block"],
            value["loop"],
            value["frequency"],
            clocks("clocks"),
            clocks("clocks_before"),
            value["waits"],
            value["waits_before"],
            value["wait_states"],
            value["wait_states_before"],
        )


class Judgement:
    """What is said of orders."""

    __slots__ = ("_model", "_value")

    def __init__(self, value: Mapping[str, Any], model: str) -> None:
        self._value = value
        self._model = model

    @property
    def legal(self) -> bool:
        """Whether the kernel may have them."""
        legal: bool = self._value["legal"]
        return legal

    @property
    def broken(self) -> tuple[Broken, ...]:
        """Dependences that they turn around: the first few."""
        return tuple(
            Broken(b["region"], b["from"], b["to"], b["kind"], b["reason"], b["first"], b["second"])
            for b in self._value["broken"]
        )

    @property
    def findings(self) -> tuple[str, ...]:
        """What the checker found, which does not go by the dependences."""
        return tuple(self._value["findings"])

    @property
    def traces(self) -> tuple[TraceJudgement, ...]:
        """The traces that the orders are of; empty where they are not legal."""
        return tuple(TraceJudgement._of(trace) for trace in self._value["traces"])

    @property
    def waits(self) -> Optional[int]:
        """``s_waitcnt`` instructions of the whole kernel; none with detail ``expected``."""
        waits: Optional[int] = self._value.get("waits")
        return waits

    @property
    def wait_states(self) -> Optional[int]:
        """Wait states of ``s_nop`` of the whole kernel; none with detail ``expected``."""
        states: Optional[int] = self._value.get("wait_states")
        return states

    @property
    def orders(self) -> dict[int, list[int]]:
        """The orders that were judged, with the moves made."""
        return _orders(self._value["orders"])

    def added(self, model: Optional[str] = None, waves: str = "one_wave") -> float:
        """Modelled clocks that the orders add to one run of the kernel: negative when they save
        time, infinite when they are not legal.

        :param model: the parameter set; the first one where none is given.
        :param waves: ``"one_wave"``, or ``"own_waves"`` (0 with detail ``expected``).
        """
        if not self._value["legal"]:
            return math.inf
        model, total = model or self._model, 0.0
        for trace in self._value["traces"]:
            new, old = trace["clocks"][model][waves], trace["clocks_before"][model][waves]
            total += trace["frequency"] * (new - old)
        return total

    def __str__(self) -> str:
        if self.legal:
            return self._table().text()
        return "\n".join(["not legal", *map(str, self.broken), *self.findings])

    def __repr__(self) -> str:
        added = f", added={self.added():g}" if self.legal else ""
        return f"<Judgement legal={self.legal}{added}>"

    def _repr_html_(self) -> str:
        if self.legal:
            return self._table().html()
        return Table(("not legal",), [(line,) for line in str(self).splitlines()[1:]]).html()

    def _table(self) -> Table:
        headings = ("where", "model", "before", "clocks", "change", "waits", "wait states")
        table = Table(headings, caption="modelled clocks of one wave")
        for trace in self.traces:
            where = f"{'loop' if trace.is_loop else 'block'} {trace.block}"
            for model, clocks in trace.clocks.items():
                before, after = trace.clocks_before[model].one_wave, clocks.one_wave
                change = percent(before, after)
                table.rows.append(
                    (where, model, before, after, change, trace.waits, trace.wait_states)
                )
        return table


class Kernel:
    """A kernel that is open to orders."""

    def __init__(self, kernels: Kernels, name: str, regions: int) -> None:
        self._kernels = kernels
        self._judge = {"op": "judge", "session": kernels._session, "kernel": name}
        self.name = name
        self.regions = regions
        """How many regions it has."""

    @cached_property
    def graph(self) -> Graph:
        """Its regions and their dependences."""
        return Graph._of(self._ask("export"))

    def judge(
        self,
        orders: Optional[Orders] = None,
        *,
        moves: Optional[Iterable[Move]] = None,
        detail: str = "expected",
    ) -> Judgement:
        """Says whether the kernel may have some orders, why not, and what they take.

        :param orders: by region; regions without one keep theirs.
        :param moves: are made afterwards, one after the other.
        :param detail: ``"expected"``: dependences, and the time of one wave with the waits and wait
            states that the simulator expects. ``"placed"``: also what the checker says of the
            order, and its waits and nops placed and timed. ``"checked"``: also what the checker
            says of the finished stream, path by path, as for every text that is made.

        Raises :class:`cdnasched.BadRequest` for what is no order of its region.
        """
        request: dict[str, Any] = {**self._judge, "orders": orders or {}, "detail": detail}
        if moves is not None:
            request["moves"] = list(moves)
        return Judgement(self._kernels._request(request), self.graph.models[0])

    def search(self) -> dict[int, list[int]]:
        """The orders that the search of this project finds, without other registers; regions that
        keep theirs are left out. The baseline for other searches."""
        return _orders(self._ask("search")["orders"])

    def apply(self, orders: Orders) -> Optimised:
        """The text with these orders of this kernel; see :meth:`Kernels.apply`."""
        return self._kernels.apply({self.name: orders})

    def order_file(self, orders: Orders) -> dict[str, Any]:
        """These orders as ``-cdna-sched-order=FILE`` takes them, to be written as JSON."""
        return self._kernels.order_file({self.name: orders})

    def __repr__(self) -> str:
        return f"<Kernel {self.name}, {counted(self.regions, 'region')}>"

    def _ask(self, op: str) -> dict[str, Any]:
        return self._kernels._ask(op, kernel=self.name)


class Kernels(Mapping[str, Kernel]):
    """The kernels of a text, by name. A context manager, which forgets the text at its end."""

    def __init__(self, service: Service, opened: Mapping[str, Any]) -> None:
        self._service = service
        self._session: int = opened["session"]
        self._kernels = {
            k["name"]: Kernel(self, k["name"], k["regions"]) for k in opened["kernels"]
        }
        self.skipped = tuple(Skipped._of(skipped) for skipped in opened["skipped"])
        """The functions that cannot be given orders, and why."""

    def __getitem__(self, name: str) -> Kernel:
        return self._kernels[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._kernels)

    def __len__(self) -> int:
        return len(self._kernels)

    def only(self) -> Kernel:
        """The kernel, where there is but one.

        Raises :class:`ValueError` where there are none or several.
        """
        if len(self) != 1:
            there = ", ".join([*self, *map(str, self.skipped)]) or "none"
            raise ValueError(f"expected one kernel, there are: {there}")
        return next(iter(self.values()))

    def apply(self, orders: Mapping[str, Orders]) -> Optimised:
        """The text with orders of its kernels, by name, with waits and nops placed, after all
        checks that :func:`cdnasched.opt` makes. Kernels that are not named stay as they are.

        Raises :class:`cdnasched.Refused` for a saved function, which has no text.
        """
        return Optimised._of(self._ask("apply", orders=orders))

    def order_file(self, orders: Mapping[str, Orders]) -> dict[str, Any]:
        """Orders as ``-cdna-sched-order=FILE`` takes them, to be written as JSON."""
        file: dict[str, Any] = self._ask("order_file", orders=orders)["file"]
        return file

    def close(self) -> None:
        """Forgets the text; nothing more can be asked."""
        self._ask("close")

    def __enter__(self) -> Kernels:
        return self

    def __exit__(
        self,
        kind: Optional[type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        try:
            self.close()
        except Error:
            # A worker that died has forgotten the text already; what went wrong first is shown.
            if error is None:
                raise

    def __repr__(self) -> str:
        return f"<Kernels {', '.join(self)}>"

    def _ask(self, op: str, **fields: Any) -> dict[str, Any]:
        return self._request({"op": op, "session": self._session, **fields})

    def _request(self, message: Mapping[str, Any]) -> dict[str, Any]:
        return self._service.request(message)


def open(
    text: str,
    *,
    target: Optional[str] = None,
    hazards: Optional[str] = None,
    effort: Optional[str] = None,
    service: Optional[Service] = None,
    **others: str,
) -> Kernels:
    """Opens a text, whose kernels can then be given orders.

    The arguments are those of :func:`cdnasched.opt`; ``effort`` is that of :meth:`Kernel.search`. A
    worker that dies forgets what was opened.
    """
    fields = {"text": text, "target": target, "hazards": hazards, "effort": effort}
    return _open(service, **fields, **others)


def open_flat(
    flat: str,
    *,
    hazards: Optional[str] = None,
    effort: Optional[str] = None,
    walls: Optional[str] = None,
    lds_dma: Optional[str] = None,
    service: Optional[Service] = None,
    **others: str,
) -> Kernels:
    """Opens a function that the plugin saved (``NAME.flat`` of ``-cdna-sched-save=DIRECTORY``).

    Its orders cannot be applied to a text; :meth:`Kernel.order_file` is for the compilation. The
    arguments are those of :func:`open`, and:

    :param walls: whether to ``"honour"`` (default) or to ``"cross"`` ``s_setprio``,
        ``sched_barrier``, ``sched_group_barrier`` and ``iglp_opt``.
    :param lds_dma: how loads into LDS are waited for: ``"llvm"`` (default) or ``"strict"``.
    """
    fields = {"flat": flat, "hazards": hazards, "effort": effort}
    return _open(service, walls=walls, lds_dma=lds_dma, **fields, **others)


def _open(service: Optional[Service], **fields: Any) -> Kernels:
    given = {name: value for name, value in fields.items() if value is not None}
    service = service or InProcess()
    return Kernels(service, service.request({"op": "open", **given}))


def _orders(value: Mapping[str, list[int]]) -> dict[int, list[int]]:
    return {int(region): order for region, order in value.items()}
