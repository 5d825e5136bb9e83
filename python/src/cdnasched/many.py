"""Many kernels at a time, and several texts of one.

Work goes to any :class:`concurrent.futures.Executor`: by default to as many worker processes of
this package as there are processors; a cluster's (``dask.distributed.Client.get_executor()``) does
the same. Whatever runs it, the bytes are the same, results are in the order of what was given, and
what fails, a worker that dies among it, is the result of one kernel.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import CancelledError, Executor, Future, ThreadPoolExecutor, as_completed
from contextlib import ExitStack
from typing import Any, Callable, Optional, TypeVar, Union

from . import _library
from ._service import Service, service_or_default
from .errors import Error, WorkerDied
from .results import Optimised, Picked
from .worker import Worker

_Answer = TypeVar("_Answer")
_Result = TypeVar("_Result")
_Task = TypeVar("_Task")


def opt_many(
    texts: Iterable[str],
    *,
    target: Optional[str] = None,
    executor: Optional[Executor] = None,
    jobs: Optional[int] = None,
    timeout: Optional[float] = None,
    progress: bool = False,
    cache: bool = True,
    **options: str,
) -> list[Union[Optimised, Error]]:
    """What :func:`cdnasched.opt` makes of each text, in their order.

    A text of which nothing can be made, or whose worker dies or takes too long, has its exception
    in the place of a result; the others are done.

    :param executor: who works; none: worker processes of this package on this machine.
    :param jobs: how many of those at a time; none: as many as there are processors.
    :param timeout: seconds that one text may take.
    :param progress: shows a bar on standard error (``tqdm`` where that is installed).
    :param cache: takes results from the cache of this user on the machine that works, and keeps
        them there (docs/hsa.md): a second run is free.
    :param options: those of :func:`cdnasched.opt`.
    """
    requests = [_request("opt", cache, text=text, target=target, **options) for text in texts]
    return run(_ask, requests, Optimised._of, executor, jobs, timeout, progress)


def pick(
    texts: Mapping[str, str],
    *,
    target: Optional[str] = None,
    most: Optional[int] = None,
    service: Optional[Service] = None,
    cache: bool = False,
    **options: str,
) -> Picked:
    """One of several texts of the same kernels, with what :func:`cdnasched.opt` makes of it.

    Each text is timed, the first and the most promising others are ordered anew, and the one is
    taken with which the kernels take the fewest modelled clocks at their own numbers of waves: the
    first unless another is better by half a per cent, and slower under no model. See docs/pick.md.

    :param texts: the texts, by what they are called (compilers, options).
    :param most: how many are ordered anew beside the first; none: 3.
    :param cache: as of :func:`opt_many`.
    :param options: those of :func:`cdnasched.opt`.
    """
    request = _named(_pick(texts, cache, target, most, options))
    return Picked._of(service_or_default(service).request(request))


def pick_many(
    kernels: Iterable[Mapping[str, str]],
    *,
    target: Optional[str] = None,
    most: Optional[int] = None,
    executor: Optional[Executor] = None,
    jobs: Optional[int] = None,
    timeout: Optional[float] = None,
    progress: bool = False,
    cache: bool = True,
    **options: str,
) -> list[Union[Picked, Error]]:
    """What :func:`pick` picks of each mapping of texts, in their order.

    The arguments are those of :func:`opt_many` and :func:`pick`.
    """
    requests = [_pick(texts, cache, target, most, options) for texts in kernels]
    return run(_ask, requests, Picked._of, executor, jobs, timeout, progress)


def _pick(
    texts: Mapping[str, str],
    cache: bool,
    target: Optional[str],
    most: Optional[int],
    options: Mapping[str, str],
) -> dict[str, Any]:
    pairs = [list(pair) for pair in texts.items()]
    return _request("pick", cache, texts=pairs, target=target, most=most, **options)


def _request(op: str, cache: bool, **fields: Any) -> dict[str, Any]:
    """A request; fields without a value are left to the library. Whoever answers names it."""
    given = {name: value for name, value in fields.items() if value is not None}
    return {"op": op, **given, **({"cache": ""} if cache else {})}


def _named(request: dict[str, Any]) -> dict[str, Any]:
    """The request where it is answered: results are kept under the name of the library there."""
    return {**request, "cache": _library.library_digest()} if "cache" in request else request


_of_thread = threading.local()


def _worker() -> Worker:
    """The worker of this thread: as many as work at the same time."""
    worker: Optional[Worker] = getattr(_of_thread, "worker", None)
    if worker is None:
        worker = _of_thread.worker = Worker()
    return worker


def _ask(request: dict[str, Any], timeout: Optional[float]) -> dict[str, Any]:
    """The answer to a request, where the executor has it done."""
    return _worker().request(_named(request), timeout=timeout)


def run(
    work: Callable[[_Task, Optional[float]], _Answer],
    tasks: Sequence[_Task],
    result: Callable[[_Answer], _Result],
    executor: Optional[Executor] = None,
    jobs: Optional[int] = None,
    timeout: Optional[float] = None,
    progress: bool = False,
) -> list[Union[_Result, Error]]:
    """Has work done by an executor; the results in the order of the tasks, or the exceptions.

    :param work: a function of a module, which the executor can find: of a task and the seconds that
        it may take.
    :param result: what is made here of what it returns.
    """
    with ExitStack() as stack:
        own = executor is None
        if executor is None:
            executor = ThreadPoolExecutor(jobs or _processors())
        futures: list[Future[_Answer]] = []
        try:
            futures += (_submitted(executor, work, task, timeout) for task in tasks)
            bar = stack.enter_context(_Bar(len(futures))) if progress else None
            for _ in as_completed(futures):
                if bar:
                    bar.step()
        finally:
            # After an interrupt nobody waits for what has not begun.
            for future in futures:
                future.cancel()
            if own:
                executor.shutdown()
    return [_result(future, result) for future in futures]


def _submitted(
    executor: Executor,
    work: Callable[[_Task, Optional[float]], _Answer],
    task: _Task,
    timeout: Optional[float],
) -> Future[_Answer]:
    """A task that is submitted; of an executor that takes none any more, one that has failed."""
    try:
        return executor.submit(work, task, timeout)
    except RuntimeError as error:
        failed: Future[_Answer] = Future()
        failed.set_exception(error)
        return failed


def _result(
    future: Future[_Answer], result: Callable[[_Answer], _Result]
) -> Union[_Result, Error]:
    error: Optional[BaseException]
    try:
        error = future.exception()
    except CancelledError as cancelled:
        error = cancelled
    if error is None:
        return result(future.result())
    if isinstance(error, Error):
        return error
    if isinstance(error, (LookupError, TypeError, ValueError)):
        # What was asked for is wrong, for all.
        raise error
    # The executor lost it: a process or a machine of its own died.
    lost = WorkerDied(f"the executor did not do it: {type(error).__name__}: {error}")
    lost.__cause__ = error
    return lost


def _processors() -> int:
    return len(os.sched_getaffinity(0))


class _Bar:
    """How much is done, on standard error."""

    def __init__(self, count: int) -> None:
        self._count, self._done = count, 0
        self._bar: Any = None
        try:
            from tqdm.auto import tqdm
        except ImportError:
            return
        self._bar = tqdm(total=count, unit="kernel")

    def step(self) -> None:
        self._done += 1
        if self._bar is not None:
            self._bar.update()
        else:
            sys.stderr.write(f"\r{self._done} of {self._count} kernels")
            sys.stderr.flush()

    def __enter__(self) -> _Bar:
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.close()
        elif self._done:
            sys.stderr.write("\n")
