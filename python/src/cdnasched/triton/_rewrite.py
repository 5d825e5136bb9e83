"""Sends assembly texts to a worker process and says what came of it."""

from __future__ import annotations

import functools
import json
import logging
import os
import sys
import threading
import time
from typing import Any, Optional

from .. import _library
from .._version import __version__
from . import _pick
from ._decisions import OPT, TRITON, Decisions, name_of
from ._settings import Settings
from ._workers import Workers

logger = logging.getLogger("cdnasched.triton")

#: What the revision of a code generator contains that rewrites texts itself.
OWN_GENERATOR = "+cdnasched-"


_workers = Workers()


def close() -> None:
    """Ends the worker processes."""
    _workers.close()
    _pick.close()


@functools.cache
def library_key() -> str:
    """The version of the library and what tells it from any other."""
    try:
        return _library.library_digest()
    except Exception:  # Then no kernel is rewritten, either.
        return "none"


def cache_key(settings: Settings, decisions: Optional[Decisions] = None) -> str:
    """What the names of cached kernels get."""
    key = f"+cdnasched-{__version__}-{library_key()}-{settings.key()}"
    decided = decisions.key() if decisions and not settings.forced else ""
    return f"{key}-decided-{decided}" if decided else key


_warned = threading.Event()


def _warn(message: str) -> None:
    """A warning the first time, for whoever wants to know later."""
    level = logging.INFO if _warned.is_set() else logging.WARNING
    _warned.set()
    logger.log(level, "%s", message)


def rewrite(
    text: Any,
    gpu: str,
    metadata: dict[str, Any],
    settings: Settings,
    source: Any = None,
    others: Optional[_pick.Others] = None,
    decisions: Optional[Decisions] = None,
) -> Any:
    """The text that goes to the assembler: a new one, or on any doubt the given one itself.

    What was done is put into metadata["cdnasched"]. Never raises an Exception.

    :param source: the LLVM IR of which the text was made.
    :param others: compiles it under other strategies; None: nothing is picked.
    :param decisions: what was measured of kernels before.
    """
    name = str(metadata.get("name", "?"))
    begin = time.monotonic()
    try:
        if not isinstance(text, str):
            raise TypeError(f"expected a text, Triton made {type(text).__name__}")
        if _is_rewritten_already():
            note = "left to the library that stands for Triton's code generator"
            metadata["cdnasched"] = {"route": "codegen", "changed": None, "reason": note}
            logger.info("%s: %s", name, note)
            return text
        choice = settings.forced or (decisions.of(text, gpu) if decisions else None)
        new, changed, report = _work(text, gpu, metadata, settings, source, others, choice)
        record = _record(name, report)
        if settings.forced or decisions:
            record["text"] = name_of(text)
    except Exception as error:
        new, changed = text, False
        reason = f"{type(error).__name__}: {error}"
        report = record = {"mode": settings.mode, "changed": False, "reason": reason}
        _warn(f"{name}: left as it is: {reason}")
    seconds = time.monotonic() - begin
    try:
        metadata["cdnasched"] = {"route": "hook", **record}
        _say(name, record, seconds)
        if settings.log is not None:
            _log(settings.log, {"kernel": name, **report}, seconds)
    except Exception as error:
        _warn(f"{name}: {type(error).__name__}: {error}")
    return new if changed else text


def _work(
    text: str,
    gpu: str,
    metadata: dict[str, Any],
    settings: Settings,
    source: Any,
    others: Optional[_pick.Others],
    choice: Optional[str],
) -> tuple[str, bool, dict[str, Any]]:
    """The text, whether it is another than the given one, and the report."""
    if choice == TRITON:
        reason = "Triton's own text was chosen"
        report = {"mode": settings.mode, "changed": False, "choice": choice, "reason": reason}
        return text, False, report
    only = None if choice in (None, OPT) else choice
    deadline = time.monotonic() + settings.timeout
    texts: list[tuple[str, str]] = []
    if others is not None and (only or choice is None and settings.pick):
        # Half of the time at most: what is compiled has to be ordered.
        texts = others.compile(source, metadata, settings.timeout / 2, only)
    request: dict[str, object] = {"target": gpu} | settings.request()
    has_strategy = bool(only and texts)
    begun = texts[0][1] if has_strategy else text
    answer: Optional[dict[str, Any]] = None
    if texts and not only:
        pick = {name: value for name, value in request.items() if name != "mode"}
        pick |= {"op": "pick", "texts": [(_pick.DEFAULT, text), *texts]}
        try:
            answer = _workers.ask(pick, (deadline - time.monotonic()) * 2 / 3)
        except Exception as error:
            # Another strategy's text may be what nobody can read: then there is the default alone.
            _warn(f"{metadata.get('name', '?')}: nothing is picked: {type(error).__name__}: {error}")
    if answer is None:
        request |= {"op": "rewrite", "text": begun}
        answer = _workers.ask(request, deadline - time.monotonic())
    new, report = answer["text"], answer["report"]
    if not isinstance(new, str) or not isinstance(report, dict):
        raise TypeError("the worker's answer is none")
    if choice is not None:
        report["choice"] = choice if has_strategy else OPT
    elif settings.pick and others is not None:
        report["pick"] = _picked(str(metadata.get("name", "?")), answer, others.seconds)
    changed = bool(answer["changed"]) or bool(answer.get("picked")) or begun != text
    return new, changed, report


def _is_rewritten_already() -> bool:
    """Whether Triton's code generator is this package's library, and rewrites."""
    compiler = sys.modules.get("triton.backends.amd.compiler")
    revision = getattr(compiler, "get_amd_codegen_revision", None)
    return revision is not None and OWN_GENERATOR in revision()


def _picked(name: str, answer: dict[str, Any], seconds: float) -> dict[str, Any]:
    """Which strategy a kernel got, and what came of the others."""
    picked: dict[str, Any] = {
        "strategy": _pick.DEFAULT,
        "lost": {},
        "seconds": round(seconds, 4),
    }
    for kernel in answer.get("kernels", []):
        if kernel["name"] != name:
            continue
        clocks = {}
        for candidate in kernel["candidates"]:
            ours = candidate.get("ours")
            if ours and ours["clocks"]:
                clocks[candidate["strategy"]] = ours["clocks"][0]["last"]["own_waves"]
            if "lost" in candidate:
                picked["lost"][candidate["strategy"]] = candidate["lost"]
        at = answer["picked"]
        picked["strategy"] = strategy = kernel["candidates"][at]["strategy"]
        if clocks.get(_pick.DEFAULT) and strategy in clocks:
            picked["clocks"] = {"default": clocks[_pick.DEFAULT], "picked": clocks[strategy]}
    return picked


def _record(name: str, report: dict[str, Any]) -> dict[str, Any]:
    """The part of a report that stays with the kernel."""
    members = (
        *("mode", "version", "hazards", "effort", "changed", "waits", "nops", "findings"),
        *("pick", "choice"),
    )
    record = {member: report[member] for member in members if member in report}
    record["findings_left"] = report.get("findings_left")
    reason = report.get("reason")
    for kernel in report.get("kernels", []):
        if kernel.get("name") == name:
            record["action"] = kernel.get("action")
            record["clocks"] = kernel.get("clocks")
            for member in ("clocks_at_own_waves", "waves_per_simd"):
                if member in kernel:
                    record[member] = kernel[member]
            if "mended" in kernel:
                record["mended"] = kernel["mended"]
            reason = kernel.get("reason", reason)
    if reason is not None:
        record["reason"] = reason
    if "less" in report:
        record["less"] = report["less"]
    return record


def _say(name: str, record: dict[str, Any], seconds: float) -> None:
    """The line of the logger."""
    parts = [str(record.get("action") or "left_alone").replace("_", " ")]
    clocks, own = record.get("clocks"), record.get("clocks_at_own_waves")
    pick = record.get("pick", {})
    if pick.get("strategy", _pick.DEFAULT) != _pick.DEFAULT:
        both = pick["clocks"]
        parts.append(
            f"strategy {pick['strategy']}: {both['default']:.0f} -> {both['picked']:.0f} modelled "
            "clocks at its own waves"
        )
    if record.get("changed") and own:
        waves = record["waves_per_simd"]
        said = f"{own['before']:.0f} -> {own['after']:.0f} modelled clocks"
        if waves > 1 and clocks:
            said += f" with its {waves} waves"
            said += f" ({clocks['before']:.0f} -> {clocks['after']:.0f} with one)"
        parts.append(said)
    for what in ("waits", "nops"):
        change = record.get(what)
        if record.get("changed") and change:
            parts.append(f"{what} {change['before']:.0f} -> {change['after']:.0f}")
    findings = record.get("findings") or {}
    found = [f"{kind} {findings[kind]}" for kind in ("errors", "suspicious") if findings.get(kind)]
    left = record.get("findings_left") or findings
    if found:
        is_mended = not (left.get("errors") or left.get("suspicious"))
        parts.append(f"found: {', '.join(found)}{' (mended)' if is_mended else ''}")
    mended = record.get("mended")
    if record.get("changed") and mended:
        parts.append(
            f"mended: {mended['waits']} missing waits, "
            f"{mended['wait_states']} places that lacked wait states"
        )
    if "reason" in record:
        parts.append(str(record["reason"]))
    if "less" in record:
        parts.append(f"less was done than could be: {record['less']}")
    level = logging.WARNING if left.get("errors") else logging.INFO
    logger.log(level, "%s: %s: %s (%.2f s)", name, record.get("mode"), ", ".join(parts), seconds)


def _log(path: str, entry: dict[str, Any], seconds: float) -> None:
    entry = {
        **entry,
        "route": "hook",
        "seconds": round(seconds, 4),
        "time": int(time.time()),
        "pid": os.getpid(),
    }
    # One write to a file that only grows, so that lines of several processes do not mix.
    line = (json.dumps(entry) + "\n").encode()
    file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o666)
    try:
        os.write(file, line)
    finally:
        os.close(file)


_handler: Optional[logging.Handler] = None


def set_verbose(verbose: bool) -> None:
    """Has the lines of the logger go to standard error, or no longer."""
    global _handler
    if _handler is not None:
        logger.removeHandler(_handler)
        _handler = None
    if verbose:
        _handler = logging.StreamHandler()
        _handler.setFormatter(logging.Formatter("cdnasched: %(message)s"))
        logger.addHandler(_handler)
        logger.setLevel(min(logger.level or logging.INFO, logging.INFO))
