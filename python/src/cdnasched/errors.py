"""What goes wrong, as exceptions. All are :class:`Error`."""


class Error(Exception):
    """Base of the exceptions of this package."""


class LibraryError(Error):
    """The library, or the worker, is not there or cannot be used. The message says what to do."""


class BadRequest(Error, ValueError):
    """An argument has no such value, or an order is none of its region."""


class BadInput(Error, ValueError):
    """The text is no assembly of a supported GPU; the message names the line."""


class Refused(Error):
    """The text was read, but what was asked for cannot be done with it."""


class InternalError(Error):
    """A fault of cdnasched. Please report it."""


class WorkerDied(Error):
    """The worker process ended in the middle of a request. The next request starts another one."""


class WorkerTimeout(Error, TimeoutError):
    """The worker did not answer in time and was ended. The next request starts another one."""


KINDS: dict[str, type[Error]] = {
    "bad_request": BadRequest,
    "bad_input": BadInput,
    "refused": Refused,
    "internal": InternalError,
}
"""The exception of each kind of error in the protocol."""


def of_answer(error: dict[str, str]) -> Error:
    """The exception for the ``error`` of an answer."""
    kind = KINDS.get(error.get("kind", ""), InternalError)
    return kind(error.get("message", "the answer has an error without a message"))
