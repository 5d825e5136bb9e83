"""Who answers requests: the library in this process, or a :class:`cdnasched.worker.Worker`."""

import ctypes
import json
import threading
import weakref
from collections.abc import Mapping
from typing import Any, Optional, Protocol

from . import _library
from .errors import InternalError, of_answer


class Service(Protocol):
    """Answers requests; docs/python.md lists the operations."""

    def request(self, message: Mapping[str, Any]) -> dict[str, Any]:
        """Sends a request (``op`` and its fields); the ``ok`` of the answer, or an exception."""


class InProcess:
    """The library in this process. Texts that were opened are forgotten with it.

    May be used by several threads; their requests are answered one after the other. Other Python
    threads run meanwhile.
    """

    def __init__(self) -> None:
        self._library = _library.load()
        self._handle = ctypes.c_void_p(self._library.cdna_sched_service_new())
        weakref.finalize(self, self._library.cdna_sched_service_free, self._handle)

    def request(self, message: Mapping[str, Any]) -> dict[str, Any]:
        """Sends a request; see :class:`Service`."""
        return result(self.answer(json.dumps(message).encode()))

    def answer(self, request: bytes) -> bytes:
        """The answer to a request, both as JSON."""
        library, outcome, size = self._library, ctypes.c_void_p(), ctypes.c_size_t()
        library.cdna_sched_service_answer(
            self._handle, request, len(request), None, 0, ctypes.byref(outcome)
        )
        try:
            text = library.cdna_sched_result_text(outcome, ctypes.byref(size))
            if not text:
                why: bytes = library.cdna_sched_result_message(outcome) or b"no answer"
                raise InternalError(why.decode(errors="replace"))
            return ctypes.string_at(text, size.value)
        finally:
            library.cdna_sched_result_free(outcome)


def result(answer: bytes) -> dict[str, Any]:
    """The ``ok`` of an answer. Raises the exception of its ``error``."""
    value = json.loads(answer)
    if "error" in value:
        raise of_answer(value["error"])
    ok: dict[str, Any] = value["ok"]
    return ok


_of_thread = threading.local()


def service_or_default(given: Optional[Service]) -> Service:
    """A service that was given, or the one of this thread."""
    if given is not None:
        return given
    own: Optional[InProcess] = getattr(_of_thread, "service", None)
    if own is None:
        own = _of_thread.service = InProcess()
    return own
