"""A child process that answers requests, so that a crash or a hang there hurts nobody here.

It is a small executable beside the library (or as ``CDNASCHED_WORKER`` says). The requests are
those of docs/python.md; answers are the same as those of the library in this process.
"""

import itertools
import json
import os
import select
import subprocess
import tempfile
import threading
import time
import weakref
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import IO, Any, Optional

from . import _library
from .errors import LibraryError, WorkerDied, WorkerTimeout, of_answer

_PIECE = 1 << 16
_LAST_WORDS = 2000
"""Bytes of its standard error that are shown when it died."""


class Worker:
    """A worker process: started by the first request, and again by the next one after it died.

    May be used by several threads; requests are answered one after the other. In a forked child
    it begins anew with a process of its own.

    :param command: the executable and its arguments, where it is another one than the package's.
    """

    def __init__(self, command: Optional[Sequence[str]] = None) -> None:
        self._command = command
        self._numbers = itertools.count(1)
        self._lock = threading.Lock()
        self._process: Optional[_Process] = None
        _all_workers.add(self)

    def request(
        self, message: Mapping[str, Any], timeout: Optional[float] = None
    ) -> dict[str, Any]:
        """Sends a request (``op`` and its fields) and returns the ``ok`` of the answer.

        :param timeout: seconds after which the process is ended; none waits for ever.

        Raises the exception of the answer's ``error``, :class:`WorkerDied`, :class:`WorkerTimeout`,
        or :class:`LibraryError` where there is no worker.
        """
        deadline = None if timeout is None else time.monotonic() + timeout
        lock = self._lock
        if not lock.acquire(timeout=-1 if timeout is None else max(timeout, 0)):
            raise WorkerTimeout("the worker was busy with another thread's request all the time")
        try:
            answer = self._answer(message, deadline)
        finally:
            lock.release()
        if "error" in answer:
            raise of_answer(answer["error"])
        ok: dict[str, Any] = answer["ok"]
        return ok

    def _answer(self, message: Mapping[str, Any], deadline: Optional[float]) -> dict[str, Any]:
        number = next(self._numbers)
        line = json.dumps({**message, "id": number}).encode() + b"\n"
        process = self._running()
        try:
            answer: dict[str, Any] = json.loads(process.exchange(line, deadline))
            if answer.get("id") != number:
                raise WorkerDied("the worker answered another request; it was ended")
        except ValueError as error:
            self._stop()
            raise WorkerDied(f"the worker's answer is no JSON object: {error}") from error
        except BaseException:
            # What is still in the pipes belongs to this request: nobody may read it later.
            self._stop()
            raise
        return answer

    @property
    def pid(self) -> Optional[int]:
        """The number of the process; none when it does not run."""
        process = self._process
        return process.pid if process is not None and process.is_running() else None

    def close(self) -> None:
        """Ends the process. A later request starts another one."""
        with self._lock:
            self._stop()

    def __enter__(self) -> "Worker":
        return self

    def __exit__(
        self,
        kind: Optional[type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()

    def _running(self) -> "_Process":
        if self._process is not None and not self._process.is_running():
            self._stop()
        if self._process is None:
            self._process = _Process(self._command)
        return self._process

    def _stop(self) -> None:
        if self._process is not None:
            self._process.end()
            self._process = None

    def _forked(self) -> None:
        self._lock = threading.Lock()
        self._stop()


class _Process:
    """One run of the executable."""

    def __init__(self, command: Optional[Sequence[str]]) -> None:
        environment = dict(os.environ)
        if command is None:
            command = [str(_library.worker_path())]
            environment[_library.LIBRARY_VARIABLE] = str(_library.library_path())
        # A file, because nobody empties a pipe while the process works.
        self._errors = tempfile.TemporaryFile()
        # A session of its own: an interrupt from the keyboard is for the user's process.
        try:
            self._child = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                env=environment,
                bufsize=0,
                start_new_session=True,
            )
        except OSError as error:
            self._errors.close()
            raise LibraryError(f"the worker cannot be started: {error}") from error
        assert self._child.stdin is not None and self._child.stdout is not None
        os.set_blocking(self._child.stdin.fileno(), False)
        self.pid = self._child.pid
        self._finalizer = weakref.finalize(self, _end, self._child, self._errors, os.getpid())

    def is_running(self) -> bool:
        return self._child.poll() is None

    def exchange(self, line: bytes, deadline: Optional[float]) -> bytes:
        """Sends a line and returns the line that comes back."""
        assert self._child.stdin is not None and self._child.stdout is not None
        to_child, from_child = self._child.stdin.fileno(), self._child.stdout.fileno()
        poll = select.poll()
        poll.register(to_child, select.POLLOUT)
        poll.register(from_child, select.POLLIN)
        left, answer = memoryview(line), bytearray()
        while not answer.endswith(b"\n"):
            events = dict(poll.poll(_milliseconds(deadline)))
            if not events and deadline is not None and time.monotonic() >= deadline:
                raise WorkerTimeout("the worker did not answer in time and was ended")
            if to_child in events:
                try:
                    left = left[os.write(to_child, left[:_PIECE]) :]
                except BlockingIOError:
                    continue
                except BrokenPipeError:
                    raise WorkerDied(self._last_words()) from None
                if not left:
                    poll.unregister(to_child)
            if from_child in events:
                piece = os.read(from_child, _PIECE)
                if not piece:
                    raise WorkerDied(self._last_words())
                answer += piece
        return bytes(answer)

    def _last_words(self) -> str:
        """How the process ended, and what it said."""
        try:
            code = self._child.wait(1.0)
        except subprocess.TimeoutExpired:
            how = "closed its output"
        else:
            how = f"ended by signal {-code}" if code < 0 else f"ended with exit code {code}"
        self._errors.seek(0, os.SEEK_END)
        self._errors.seek(max(0, self._errors.tell() - _LAST_WORDS))
        said = self._errors.read().decode(errors="replace").strip()
        return f"the worker {how}" + (f": {said}" if said else "")

    def end(self) -> None:
        self._finalizer()


def _end(child: "subprocess.Popen[bytes]", errors: IO[bytes], owner: int) -> None:
    """Ends a process; in a forked child only closes what it has of the pipes."""
    if os.getpid() == owner:
        child.kill()
        child.wait()
    else:
        child.returncode = 0
    for stream in (child.stdin, child.stdout, errors):
        if stream is not None:
            stream.close()


def _milliseconds(deadline: Optional[float]) -> Optional[float]:
    return None if deadline is None else max(0.0, (deadline - time.monotonic()) * 1000)


_all_workers: "weakref.WeakSet[Worker]" = weakref.WeakSet()


def _forked() -> None:
    for worker in list(_all_workers):
        worker._forked()


os.register_at_fork(after_in_child=_forked)
