"""Finds and loads the library, and finds the worker.

They are in the package's folder ``lib``; where the package is used from a clone of the project
(``PYTHONPATH``, ``pip install -e``), in the clone's ``target/release``. The environment variable
``CDNASCHED_LIBRARY`` names another library; then the worker is beside that one, or where
``CDNASCHED_WORKER`` says.
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

_PACKAGE = Path(__file__).absolute().parent
_WORKER = "cdna-sched-worker"
_lock = threading.Lock()
_loaded: Optional[ctypes.CDLL] = None


def clone() -> Optional[Path]:
    """The clone of the project that this package is used from."""
    folder = _PACKAGE.parent.parent.parent
    ours = folder / "python" / "src" / "cdnasched"
    return folder if _PACKAGE == ours and (folder / "Cargo.toml").is_file() else None


def _places() -> "list[Path]":
    """Where the library may be, in the order in which they are tried."""
    places = [_PACKAGE / "lib" / "libcdnasched.so.1"]
    folder = clone()
    if folder is not None:
        places.append(folder / "target" / "release" / "libcdnasched.so")
    return places


def _missing(library: Path) -> str:
    """What of the two is not there, and the command that makes it."""
    worker = library.parent / _WORKER
    there = {library: library.is_file(), worker: _is_program(worker)}
    missing = " and no program ".join(str(path) for path in there if not there[path])
    folder = clone()
    if folder is not None:
        return f"there is no {missing}; 'make python' in {folder} builds what is missing"
    return (
        f"there is no {missing}: this package was installed without them. 'make wheel' in a clone "
        "of cdnasched makes a wheel that has both (pip install dist/cdnasched-*.whl), or "
        f"{LIBRARY_VARIABLE} and {WORKER_VARIABLE} name those that 'make python' builds there"
    )


def library_path() -> Path:
    """The library that is used.

    Raises :class:`LibraryError` where there is none.
    """
    given = os.environ.get(LIBRARY_VARIABLE)
    if given:
        path = Path(given)
        if not path.is_file():
            raise LibraryError(f"{LIBRARY_VARIABLE} names {path}, which is no file")
        return path.absolute()
    places = _places()
    for path in places:
        if path.is_file():
            return path
    raise LibraryError(_missing(places[-1]))


@functools.cache
def library_digest() -> str:
    """What tells the library from any other one.

    Raises :class:`LibraryError` where there is none.
    """
    return hashlib.blake2b(library_path().read_bytes(), digest_size=16).hexdigest()


def _is_program(path: Path) -> bool:
    return os.access(path, os.X_OK) and path.is_file()


def worker_path() -> Path:
    """The executable of the worker process.

    Raises :class:`LibraryError` where there is none.
    """
    given = os.environ.get(WORKER_VARIABLE)
    library = library_path()
    path = Path(given).absolute() if given else library.parent / _WORKER
    if _is_program(path):
        return path
    if given:
        raise LibraryError(f"{WORKER_VARIABLE} names {path}, which is no executable file")
    if os.environ.get(LIBRARY_VARIABLE):
        raise LibraryError(
            f"there is no program {path} beside the library that {LIBRARY_VARIABLE} names; set "
            f"{WORKER_VARIABLE} to one ('make python' in a clone of cdnasched builds it)"
        )
    raise LibraryError(_missing(library))


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
