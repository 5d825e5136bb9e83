"""Finds and loads the library, and finds the worker.

They are in the package's folder ``lib``. The environment variable ``CDNASCHED_LIBRARY`` names
another library; then the worker is beside that one, or where ``CDNASCHED_WORKER`` says.
"""

import ctypes
import functools
import hashlib
import os
import threading
from pathlib import Path
from typing import Optional

from .errors import LibraryError

LIBRARY_VARIABLE = "CDNASCHED_LIBRARY"
WORKER_VARIABLE = "CDNASCHED_WORKER"
API_VERSION = 3
"""The least version of the C API that has the functions used here."""

_FOLDER = Path(__file__).parent / "lib"
_lock = threading.Lock()
_loaded: Optional[ctypes.CDLL] = None


def library_path() -> Path:
    """The library that is used.

    Raises :class:`LibraryError` where there is none.
    """
    given = os.environ.get(LIBRARY_VARIABLE)
    path = Path(given) if given else _FOLDER / "libcdnasched.so.1"
    if path.is_file():
        return path.absolute()
    if given:
        raise LibraryError(f"{LIBRARY_VARIABLE} names {path}, which is no file")
    raise LibraryError(
        f"there is no {path}: this package was installed without its library. Install the wheel, "
        f"or set {LIBRARY_VARIABLE} to a libcdnasched.so that was built by 'cargo build --release'"
    )


@functools.cache
def library_digest() -> str:
    """What tells the library from any other one.

    Raises :class:`LibraryError` where there is none.
    """
    return hashlib.blake2b(library_path().read_bytes(), digest_size=16).hexdigest()


def worker_path() -> Path:
    """The executable of the worker process.

    Raises :class:`LibraryError` where there is none.
    """
    given = os.environ.get(WORKER_VARIABLE)
    if given:
        path = Path(given)
        problem = f"{WORKER_VARIABLE} names {path}"
    else:
        path = library_path().parent / "cdna-sched-worker"
        problem = (
            f"there is no {path} beside the library; set {WORKER_VARIABLE}, and see whether it is"
        )
    if not os.access(path, os.X_OK) or path.is_dir():
        raise LibraryError(f"{problem}, which is no executable file")
    return path.absolute()


def load() -> ctypes.CDLL:
    """The library, loaded once.

    Raises :class:`LibraryError` where it cannot be loaded, or is of another version.
    """
    global _loaded
    with _lock:
        if _loaded is None:
            _loaded = _declared(_open(library_path()))
        return _loaded


def _open(path: Path) -> ctypes.CDLL:
    try:
        library = ctypes.CDLL(str(path))
    except OSError as error:
        raise LibraryError(f"{path} cannot be loaded: {error}") from error
    try:
        library.cdna_sched_api_version.restype = ctypes.c_uint
        version = library.cdna_sched_api_version()
    except AttributeError as error:
        raise LibraryError(f"{path} is no library of cdnasched: {error}") from error
    if version < API_VERSION:
        raise LibraryError(
            f"{path} has version {version} of the C API, expected {API_VERSION} or later; "
            "install the library and the package of one release"
        )
    return library


def _declared(library: ctypes.CDLL) -> ctypes.CDLL:
    pointer, size = ctypes.c_void_p, ctypes.c_size_t
    library.cdna_sched_service_new.argtypes = []
    library.cdna_sched_service_new.restype = pointer
    library.cdna_sched_service_answer.argtypes = [
        pointer,
        ctypes.c_char_p,
        size,
        pointer,
        size,
        ctypes.POINTER(pointer),
    ]
    library.cdna_sched_service_answer.restype = ctypes.c_int
    library.cdna_sched_service_free.argtypes = [pointer]
    library.cdna_sched_service_free.restype = None
    library.cdna_sched_result_text.argtypes = [pointer, ctypes.POINTER(size)]
    library.cdna_sched_result_text.restype = pointer
    library.cdna_sched_result_message.argtypes = [pointer]
    library.cdna_sched_result_message.restype = ctypes.c_char_p
    library.cdna_sched_result_free.argtypes = [pointer]
    library.cdna_sched_result_free.restype = None
    library.cdna_sched_version.argtypes = []
    library.cdna_sched_version.restype = ctypes.c_char_p
    library.cdna_sched_serve.argtypes = [ctypes.c_int, ctypes.c_int]
    library.cdna_sched_serve.restype = ctypes.c_int
    return library
