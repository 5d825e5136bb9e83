"""Operations on assembly text as a whole: lint, fix, opt, evaluate, compare, view."""

from typing import Any, Optional

from ._service import Service, service_or_default
from .results import Comparison, Evaluation, Findings, Fixed, Optimised, Page


def lint(
    text: str,
    *,
    target: Optional[str] = None,
    hazards: Optional[str] = None,
    needless: bool = False,
    undecided: bool = False,
    service: Optional[Service] = None,
) -> Findings:
    """Finds missing wait states and missing waits, on every path. See docs/lint.md.

    :param text: assembly of gfx908, gfx90a, gfx942 or gfx950.
    :param target: the GPU (``"gfx942"``) or target ID, for text that does not say its own.
    :param hazards: whose wait states are required: ``"isa"`` (default), ``"llvm"``, ``"exact"`` or
        ``"safe"``.
    :param needless: also nops and waits that are good for nothing.
    :param undecided: also what the text does not decide.
    :param service: who looks; the library in this process unless a worker is given.

    Raises :class:`cdnasched.BadInput` for text that is no assembly of the GPU.
    """
    fields = {"needless": needless, "undecided": undecided, "hazards": hazards}
    return Findings._of(_ask("lint", service, text=text, target=target, **fields))


def fix(
    text: str,
    *,
    target: Optional[str] = None,
    hazards: Optional[str] = None,
    comments: bool = False,
    service: Optional[Service] = None,
) -> Fixed:
    """Puts missing wait states and waits into a text and changes nothing else. See docs/fix.md.

    :param comments: name the rule in a comment behind each new instruction.

    The other arguments are those of :func:`lint`.
    """
    fields = {"hazards": hazards, "comments": comments}
    return Fixed._of(_ask("fix", service, text=text, target=target, **fields))


def opt(
    text: str,
    *,
    target: Optional[str] = None,
    hazards: Optional[str] = None,
    effort: Optional[str] = None,
    rename: Optional[str] = None,
    coalesce: Optional[str] = None,
    overlap: Optional[str] = None,
    walls: Optional[str] = None,
    service: Optional[Service] = None,
    **others: str,
) -> Optimised:
    """Orders the kernels of a text anew and places their waits and wait states.

    Each function is checked to be the same program; one that cannot be, or for which no better
    order is found, stays as it is. See docs/assembly.md.

    :param hazards: ``"safe"`` (default), ``"exact"``, ``"isa"`` or ``"llvm"``.
    :param effort: how long to search: ``"fast"``, ``"default"`` or ``"max"``.
    :param rename: whether values may get other registers: ``"on"`` (default), ``"strict"`` or
        ``"off"``.
    :param coalesce: whether copies that allocation left are taken out: ``"on"`` (default) or
        ``"off"``.
    :param overlap: whether iterations of loops overlap: ``"on"`` (default) or ``"off"``.
    :param walls: whether to ``"honour"`` (default) or to ``"cross"`` ``s_setprio``,
        ``sched_barrier``, ``sched_group_barrier`` and ``iglp_opt``.
    :param others: options of the compilation that a text cannot have (docs/options.md). They raise
        :class:`cdnasched.BadRequest` with the reason, unless the value is what happens anyway.

    The other arguments are those of :func:`lint`.
    """
    fields = {"hazards": hazards, "effort": effort, "rename": rename, "coalesce": coalesce}
    fields.update({"overlap": overlap, "walls": walls, **others})
    return Optimised._of(_ask("opt", service, text=text, target=target, **fields))


def evaluate(
    text: str,
    *,
    target: Optional[str] = None,
    service: Optional[Service] = None,
    **others: str,
) -> Evaluation:
    """The figures of a text as it is: modelled clocks per loop, waits, nops, registers, stalls.

    The arguments are those of :func:`lint`; figures depend on no option of the others.
    """
    return Evaluation._of(_ask("evaluate", service, text=text, target=target, **others))


def compare(
    one: str,
    other: str,
    *,
    target: Optional[str] = None,
    service: Optional[Service] = None,
    **others: str,
) -> Comparison:
    """The figures of two texts, paired by function and loop.

    The arguments are those of :func:`evaluate`.
    """
    return Comparison._of(_ask("compare", service, texts=[one, other], target=target, **others))


def view(
    text: str,
    *,
    against: Optional[str] = None,
    title: Optional[str] = None,
    target: Optional[str] = None,
    service: Optional[Service] = None,
    **others: str,
) -> Page:
    """A page for the kernels of a text: timelines, waits, registers. See docs/view.md.

    The text is shown as it is and as :func:`opt` makes it. A notebook shows the page where it is
    the value of a cell.

    :param against: another text of the same kernels, which is shown first; then both are as they
        are.
    :param title: what to call the page; else the names of the functions.
    :param others: the options of :func:`opt`, where there is no ``against``.

    The text is assembly: LLVM IR raises :class:`cdnasched.Refused`, because it has to be compiled
    by LLVM, which this package does not have. The other arguments are those of :func:`lint`.
    """
    fields = {"against": against, "title": title, **others}
    answer = _ask("view", service, text=text, target=target, **fields)
    return Page(html=answer["page"], functions=tuple(answer["functions"]))


def _ask(op: str, service: Optional[Service], **fields: Any) -> dict[str, Any]:
    """Sends a request; fields without a value are left to the library."""
    given = {name: value for name, value in fields.items() if value is not None}
    return service_or_default(service).request({"op": op, **given})
