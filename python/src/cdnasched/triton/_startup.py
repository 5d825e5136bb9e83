"""What the start-up file runs in each Python where ``CDNASCHED_TRITON`` is set.

``python -m cdnasched.triton install`` copies this file beside the start-up file. Neither Triton nor
this package is imported here: that would take time in programs that never use them. When something
imports Triton, ``cdnasched.triton.enable_from_environment`` is called behind that.
"""

from __future__ import annotations

import sys

# As in typing, which takes ten milliseconds to import.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Optional

#: The module behind whose import something is to happen.
TRITON = "triton"


class _Finder:
    """Finds Triton as the others do, and has its loader do one thing more."""

    def __init__(self) -> None:
        self._searching = False

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Optional[Any]:
        if name != TRITON or self._searching:
            return None
        self._searching = True
        try:
            for finder in sys.meta_path:
                find = None if finder is self else getattr(finder, "find_spec", None)
                spec = None if find is None else find(name, path, target)
                if spec is not None:
                    break
            else:
                return None
        finally:
            self._searching = False
        self._extend(spec.loader)
        return spec

    def _extend(self, loader: Any) -> None:
        run = getattr(loader, "exec_module", None)
        if run is None:
            return

        def exec_module(module: Any) -> None:
            run(module)
            uninstall()
            _enable()

        try:
            loader.exec_module = exec_module
        except AttributeError as error:
            _complain(error)


_finder = _Finder()


def install() -> None:
    """Enables what the environment says as soon as Triton is imported; now, if it is."""
    if TRITON in sys.modules:
        _enable()
    elif _finder not in sys.meta_path:
        sys.meta_path.insert(0, _finder)


def uninstall() -> None:
    """Undoes ``install`` where Triton was not imported since."""
    if _finder in sys.meta_path:
        sys.meta_path.remove(_finder)


def _enable() -> None:
    try:
        from cdnasched.triton import enable_from_environment

        enable_from_environment()
    except Exception as error:  # An import of Triton must not fail because of us.
        _complain(error)


def _complain(error: Exception) -> None:
    print(f"cdnasched: {type(error).__name__}: {error}; kernels are left alone", file=sys.stderr)
