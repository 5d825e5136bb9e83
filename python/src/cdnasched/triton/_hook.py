"""The stages of Triton's compiler, with one that rewrites the assembly text.

Triton has one slot for a hook that sees the stages of each compile
(``knobs.runtime.add_stages_inspection_hook``) and, from 3.7 on, asks it without arguments for what
it adds to the names of cached kernels. The hook that is in the slot before is called first. Two
methods of Triton's AMD back end are wrapped besides:

* ``hash``, a part of those names in every release: 3.6 does not ask the hook, and Inductor's caches
  know nothing of it;
* ``add_stages``: a hook that somebody puts into the slot later, without calling ours, would turn it
  off while the names of cached kernels still had our part.
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import logging
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Callable, Optional

from . import _pick, _rewrite
from ._decisions import Decisions
from ._settings import Settings, SettingsError, from_environment

#: The GPUs whose kernels are rewritten.
GPUS = ("gfx908", "gfx90a", "gfx942", "gfx950")

logger = logging.getLogger("cdnasched.triton")

_Stages = dict[str, Callable[[Any, dict[str, Any]], Any]]


class _Way:
    """What is done with kernels: settings, and what goes with them. It never changes."""

    def __init__(self, settings: Settings, decisions: Optional[Decisions]) -> None:
        self.settings, self.decisions = settings, decisions

    @functools.cached_property
    def key(self) -> str:
        """What the names of cached kernels get; made when it is first asked for, because the
        library is read for it.
        """
        return _rewrite.cache_key(self.settings, self.decisions)

    def forced(self, choice: str) -> _Way:
        """The same with one choice for all kernels."""
        return _Way(dataclasses.replace(self.settings, forced=choice), self.decisions)


class _Hook:
    """What stands in Triton's slot."""

    def __init__(self, previous: Optional[Callable[..., Any]]) -> None:
        self.previous = previous
        self._way: Optional[_Way] = None
        # Of each thread: what is forced in it, and the stages that were seen last.
        self._own = threading.local()

    def use(self, settings: Optional[Settings]) -> None:
        """Works by these settings from now on; None: not at all."""
        if settings is None:
            self._way = None
            return
        path = settings.decisions
        self._way = _Way(settings, None if path is None else Decisions(Path(path)))

    @property
    def way(self) -> Optional[_Way]:
        """What holds in this thread."""
        forced: Optional[_Way] = getattr(self._own, "forced", None)
        return forced or self._way

    @property
    def settings(self) -> Optional[Settings]:
        """The settings that hold in this thread."""
        way = self.way
        return None if way is None else way.settings

    @property
    def decisions(self) -> Optional[Decisions]:
        """What was measured of kernels before."""
        way = self.way
        return None if way is None else way.decisions

    @contextlib.contextmanager
    def forced(self, choice: str) -> Iterator[None]:
        """Has every kernel that this thread compiles meanwhile get that choice."""
        way = self._way
        if way is None or way.settings.mode != "opt":
            raise SettingsError("tuning needs cdnasched.triton.enable('opt')")
        self._own.forced = way.forced(choice)
        try:
            yield
        finally:
            self._own.forced = None

    def decide(self, entry: dict[str, Any]) -> None:
        """Keeps a measurement, where a file for that is named."""
        way = self._way
        if way is not None and way.decisions is not None:
            way.decisions.add(entry)
            # With another key.
            self._way = _Way(way.settings, way.decisions)

    def __call__(
        self,
        backend: Any = None,
        stages: Optional[_Stages] = None,
        options: Any = None,
        language: Any = None,
        capability: Any = None,
    ) -> Any:
        if stages is None:
            # Asked at every launch of a kernel, so this does as little as can be.
            key, digest = self.previous() if self.previous else ("", "")
            own = self.key()
            return key + own, digest + own
        if self.previous:
            self.previous(backend, stages, options, language, capability)
        self.wrap(stages, options, backend, (language,))
        return None

    def key(self) -> str:
        """What the names of cached kernels get."""
        way = self.way
        return "" if way is None else way.key

    def wrap(self, stages: _Stages, options: Any, backend: Any, language: tuple[Any, ...]) -> None:
        """Puts the rewriting behind the stage that makes the assembly text.

        :param language: what else the back end was given.
        """
        self._own.stages = stages
        arch = str(getattr(options, "arch", "")).split(":")[0]
        way = self.way
        if way is None or "amdgcn" not in stages or arch not in GPUS:
            return
        old, settings, decisions = stages["amdgcn"], way.settings, way.decisions

        def amdgcn(src: Any, metadata: dict[str, Any]) -> Any:
            needs_others = settings.pick or settings.forced or decisions
            others = _pick.Others(backend, options, language) if needs_others else None
            text = old(src, metadata)
            return _rewrite.rewrite(text, arch, metadata, settings, src, others, decisions)

        stages["amdgcn"] = amdgcn

    def begin(self) -> None:
        """Stages of a compile are about to be made in this thread."""
        self._own.stages = None

    def has_seen(self, stages: _Stages) -> bool:
        """Whether the hook was called with these stages."""
        return self._own.stages is stages


class _Installed:
    """What was changed in Triton, to be undone."""

    def __init__(self, knobs: Any, backend: Any) -> None:
        self.knobs = knobs
        self.backend = backend
        self.hook = _Hook(knobs.runtime.add_stages_inspection_hook)
        self.add_stages = backend.add_stages
        self.hash = backend.hash
        hook, add_stages, digest = self.hook, self.add_stages, self.hash

        @functools.wraps(add_stages)
        def wrapped_add_stages(instance: Any, stages: _Stages, options: Any, *rest: Any) -> Any:
            hook.begin()
            result = add_stages(instance, stages, options, *rest)
            if not hook.has_seen(stages):
                hook.wrap(stages, options, instance, rest)
            return result

        @functools.wraps(digest)
        def wrapped_hash(instance: Any) -> str:
            return f"{digest(instance)}{hook.key()}"

        self.wrapped = (wrapped_add_stages, wrapped_hash)
        backend.add_stages, backend.hash = self.wrapped
        knobs.runtime.add_stages_inspection_hook = hook

    def remove(self) -> bool:
        """Undoes all of it; False when others have built on it: then it stays, turned off."""
        self.hook.use(None)
        runtime = self.knobs.runtime
        if runtime.add_stages_inspection_hook is not self.hook:
            return False
        if (self.backend.add_stages, self.backend.hash) != self.wrapped:
            return False
        runtime.add_stages_inspection_hook = self.hook.previous
        self.backend.add_stages, self.backend.hash = self.add_stages, self.hash
        return True


_lock = threading.Lock()
_installed: Optional[_Installed] = None


def _install() -> Optional[_Installed]:
    try:
        from triton import knobs
        from triton.backends import backends
    except ImportError as error:
        raise ImportError(
            "cdnasched.triton needs Triton 3.6 or later: pip install triton"
        ) from error
    amd = backends.get("amd")
    if amd is None:
        logger.warning("this Triton has no AMD back end: kernels are left alone")
        return None
    if not hasattr(knobs.runtime, "add_stages_inspection_hook"):
        logger.warning("this Triton is older than 3.6, the first release that can be used")
        return None
    return _Installed(knobs, amd.compiler)


def enable(
    mode: str = "opt",
    *,
    hazards: Optional[str] = None,
    effort: Optional[str] = None,
    log: Optional[str] = None,
    timeout: Optional[float] = None,
    verbose: bool = False,
    rename: Optional[str] = None,
    coalesce: Optional[str] = None,
    overlap: Optional[str] = None,
    walls: Optional[str] = None,
    pick: bool = False,
    decisions: Optional[str] = None,
) -> bool:
    """Rewrites kernels that this process, and those forked from it, compile from now on.

    mode: ``lint``, ``fix`` or ``opt``; see the module. hazards: whose hazard rules hold (``safe``,
    ``exact``, ``isa``, ``llvm``); None: isa for lint and fix, safe for opt. effort: how much time
    opt may take (``fast``, ``default``, ``max``). log: a file to which a line of JSON is added for
    each kernel. timeout: seconds that one kernel may take; None: 300. verbose: the lines of the
    logger go to standard error, too. rename: whether opt may give values other registers (``on``,
    ``strict``, ``off``); coalesce: whether it takes copies and spills out (``on``, ``off``); overlap:
    whether it lets iterations of loops overlap (``on``, ``off``); None: on. walls: whether
    ``s_setprio``, ``sched_barrier`` and their like hold anything back (``honour``, ``cross``); None: honour.
    pick: opt compiles each kernel under others of LLVM's strategies, too, and takes the best by
    modelled clocks (docs/pick.md). decisions: a file of measurements on this kind of GPU, which
    :func:`tune` writes; kernels that it has get what it says.

    Returns whether it is in effect; where it is not, a warning says why. When called again, the new
    arguments hold. Raises SettingsError for a value that does not exist, and for what a mode cannot
    do; ImportError where there is no Triton.

    Kernels that this process has compiled before keep their code, with Triton 3.6 also in later
    launches of the same JIT function.
    """
    chosen = {} if timeout is None else {"timeout": timeout}
    return _enable(
        Settings(
            mode,
            hazards=hazards,
            effort=effort,
            log=log,
            verbose=verbose,
            rename=rename,
            coalesce=coalesce,
            overlap=overlap,
            walls=walls,
            pick=pick,
            decisions=decisions,
            **chosen,
        )
    )


def _enable(chosen: Settings) -> bool:
    global _installed
    with _lock:
        if _installed is None:
            _installed = _install()
        if _installed is None:
            return False
        _installed.hook.use(chosen)
    _rewrite.set_verbose(chosen.verbose)
    return True


def disable() -> None:
    """Leaves kernels alone from now on. Those that are compiled keep their code."""
    global _installed
    with _lock:
        if _installed is not None and _installed.remove():
            _installed = None
    _rewrite.set_verbose(False)
    _rewrite.close()


def active() -> _Hook:
    """The hook that is in effect. Raises SettingsError where none is."""
    if _installed is None:
        raise SettingsError("tuning needs cdnasched.triton.enable('opt')")
    return _installed.hook


def settings() -> Optional[Settings]:
    """The settings in effect; None when kernels are left alone."""
    return None if _installed is None else _installed.hook.settings


def enable_from_environment() -> bool:
    """Does what ``CDNASCHED_TRITON`` says; see VARIABLES. Returns whether anything is in effect.

    A value that is not understood is a warning, and nothing is done.
    """
    try:
        chosen = from_environment()
    except ValueError as error:
        logger.warning("%s; kernels are left alone", error)
        return False
    return chosen is not None and _enable(chosen)
