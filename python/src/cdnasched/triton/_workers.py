"""Processes that answer requests of several threads."""

from __future__ import annotations

import os
import threading
import weakref
from typing import Any, Callable

from ..worker import Worker


class Workers:
    """Processes: one for each thread that asks at the same time.

    :param start: makes one more.
    """

    def __init__(self, start: Callable[[], Worker] = Worker) -> None:
        self._start = start
        self._lock = threading.Lock()
        self._idle: list[Worker] = []
        _all.add(self)

    def ask(self, request: dict[str, object], timeout: float) -> dict[str, Any]:
        """The answer to a request. Raises what Worker.request raises."""
        with self._lock:
            worker = self._idle.pop() if self._idle else self._start()
        try:
            return worker.request(request, timeout=timeout)
        finally:
            with self._lock:
                self._idle.append(worker)

    def close(self) -> None:
        """Ends all that are idle."""
        with self._lock:
            idle, self._idle = self._idle, []
        for worker in idle:
            worker.close()

    def forked(self) -> None:
        """The lock may have been held by a thread that this process does not have."""
        self._lock = threading.Lock()


_all: weakref.WeakSet[Workers] = weakref.WeakSet()


def _forked() -> None:
    for workers in list(_all):
        workers.forked()


os.register_at_fork(after_in_child=_forked)
