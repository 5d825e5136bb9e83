"""``python -m cdnasched.triton``: the start-up file, what is in effect, and the other way in."""

from __future__ import annotations

import argparse
import importlib.metadata
import os
import shlex
import shutil
import site
import sys
import sysconfig
from pathlib import Path
from typing import Optional

from .. import _library, errors
from ._settings import (
    CHOICES,
    MODES,
    VARIABLES,
    SettingsError,
    from_environment,
)

#: The start-up file, and the module that it names: a copy of _startup.py, so that this package is
#: not imported before Triton is.
FILE = "cdnasched-triton.pth"
MODULE = "_cdnasched_triton"

#: The one line of the start-up file. Python runs it at each start.
LINE = f"import os; os.environ.get('CDNASCHED_TRITON') and __import__('{MODULE}').install()\n"


def _folder(user: bool) -> Path:
    return Path(site.getusersitepackages() if user else sysconfig.get_path("purelib"))


def _files() -> list[Path]:
    """The start-up files that this Python reads."""
    folders = {_folder(False), *map(Path, site.getsitepackages())}
    if site.ENABLE_USER_SITE:
        folders.add(_folder(True))
    return sorted(folder / FILE for folder in folders if (folder / FILE).is_file())


def _install(arguments: argparse.Namespace) -> int:
    folder = _folder(arguments.user)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(Path(__file__).with_name("_startup.py"), folder / f"{MODULE}.py")
        # Last, so that what it names is there.
        (folder / FILE).write_text(LINE, encoding="utf-8")
    except OSError as error:
        print(f"cdnasched: {error}; try --user, or a virtual environment", file=sys.stderr)
        return 1
    print(f"wrote {folder / FILE}")
    print("Set CDNASCHED_TRITON to lint, fix or opt to turn it on; `status` says what is in effect")
    return 0


def _uninstall(_arguments: argparse.Namespace) -> int:
    files = _files()
    for file in files:
        try:
            file.unlink()
            file.with_name(f"{MODULE}.py").unlink(missing_ok=True)
        except OSError as error:
            print(f"cdnasched: {error}", file=sys.stderr)
            return 1
        print(f"removed {file}")
    if not files:
        print("there is no start-up file")
    return 0


def _release(package: str) -> str:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return "not installed"


def _status(_arguments: argparse.Namespace) -> int:
    files = _files()
    print(f"Triton: {_release('triton')}")
    try:
        print(f"library: {_library.library_path()}")
        print(f"worker: {_library.worker_path()}")
    except errors.Error as error:
        print(f"library: cannot be used: {error}")
    print(f"start-up file: {', '.join(map(str, files)) or 'not installed'}")
    for name, meaning in VARIABLES.items():
        value = os.environ.get(name)
        print(f"  {name}={'(not set)' if value is None else value}: {meaning}")
    generator = os.environ.get("TRITON_AMD_CODEGEN_PATH")
    print(f"  TRITON_AMD_CODEGEN_PATH={'(not set)' if generator is None else generator}")
    try:
        chosen = from_environment()
    except SettingsError as error:
        print(f"cdnasched: {error}", file=sys.stderr)
        return 1
    if chosen is None:
        print("in effect: nothing; CDNASCHED_TRITON is not set")
    elif generator and _is_ours(generator):
        print(f"in effect: {chosen.mode}, by the library in place of the code generator")
    elif files:
        print(f"in effect: {chosen.mode}, by the start-up file")
    else:
        print(f"in effect: nothing; {chosen.mode} needs python -m cdnasched.triton install, or env")
    return 0


def _is_ours(path: str) -> bool:
    try:
        return os.path.samefile(path, _library.library_path())
    except (OSError, errors.Error):
        return False


def _env(arguments: argparse.Namespace) -> int:
    lines = {
        "TRITON_AMD_CODEGEN_PATH": str(_library.library_path()),
        "CDNASCHED_TRITON": arguments.mode,
    }
    for name in CHOICES:
        value: Optional[str] = getattr(arguments, name)
        if value is not None:
            lines[f"CDNASCHED_TRITON_{name.upper()}"] = value
    worker = Path(_library.worker_path())
    if worker.parent != Path(_library.library_path()).parent:
        lines["CDNASCHED_WORKER"] = str(worker)
    for name, value in lines.items():
        print(f"export {name}={shlex.quote(value)}")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m cdnasched.triton", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    install = commands.add_parser(
        "install", help="have each start of this Python look at CDNASCHED_TRITON"
    )
    install.add_argument("--user", action="store_true", help="for this user, not for this Python")
    install.set_defaults(run=_install)
    uninstall = commands.add_parser("uninstall", help="undo install")
    uninstall.set_defaults(run=_uninstall)
    status = commands.add_parser("status", help="say what is installed and in effect")
    status.set_defaults(run=_status)
    env = commands.add_parser(
        "env", help="print the variables by which Triton 3.9 and later use this package's library"
    )
    env.add_argument("--mode", choices=MODES, default="opt")
    for name, values in CHOICES.items():
        env.add_argument(f"--{name}", choices=values)
    env.set_defaults(run=_env)
    return parser


def main() -> int:
    """Runs a command; returns its exit code."""
    arguments = _parser().parse_args()
    try:
        return int(arguments.run(arguments))
    except errors.Error as error:
        print(f"cdnasched: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
