"""The command line: ``python -m cdnasched lint|fix|opt|evaluate|compare|serve``.

Exit codes: 0, or 1 where lint found something or fix left something, or 2 where a file cannot be
read or written.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any, Optional

import cdnasched

from . import _files, _library
from ._options import OPTIONS

CLEAN, FOUND, UNUSABLE = 0, 1, 2


def main(arguments: Optional[list[str]] = None) -> int:
    """Does what the arguments ask for; the exit code."""
    given = _parser().parse_args(arguments)
    try:
        code: int = given.run(given)
        sys.stdout.flush()
        return code
    except (cdnasched.Error, OSError, UnicodeError) as error:
        print(f"cdnasched: {error}", file=sys.stderr)
        return UNUSABLE


def run() -> None:
    """The console script."""
    sys.exit(main())


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m cdnasched", description=cdnasched.__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--version", action="version", version=cdnasched.__version__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def command(name: str, what: str) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=what, description=what)
        added.set_defaults(run=globals()[f"_{name}"])
        return added

    def common(added: argparse.ArgumentParser) -> None:
        added.add_argument("--target", help="the GPU or target ID, for text that names none")
        for name, option in OPTIONS[added.get_default("run").__name__[1:]].items():
            values = ", ".join(option.values)
            added.add_argument(
                f"--{name.replace('_', '-')}", help=f"{option.help} ({values}; {option.default})"
            )

    lint = command("lint", "find missing wait states and waits")
    lint.add_argument("files", nargs="+", type=Path, metavar="FILE")
    lint.add_argument("--needless", action="store_true", help="also what is good for nothing")
    lint.add_argument("--undecided", action="store_true", help="also what the text does not decide")
    common(lint)

    fix = command("fix", "put in missing wait states and waits")
    fix.add_argument("--comments", action="store_true", help="name the rules in comments")
    opt = command("opt", "order kernels anew")
    for writing in (fix, opt):
        writing.add_argument("file", type=Path, metavar="FILE")
        writing.add_argument("-o", "--output", type=Path, metavar="FILE", help="else the output")
        common(writing)

    evaluate = command("evaluate", "figures of a text: modelled clocks, waits, nops, registers")
    evaluate.add_argument("file", type=Path, metavar="FILE")
    common(evaluate)
    compare = command("compare", "figures of two texts side by side")
    compare.add_argument("one", type=Path, metavar="ONE")
    compare.add_argument("other", type=Path, metavar="OTHER")
    common(compare)
    command("serve", "answer requests, JSON line by line, until the input ends")
    return parser


def _options(given: argparse.Namespace, command: str) -> dict[str, Any]:
    """The options that a command has, as they were given."""
    return {name: getattr(given, name) for name in OPTIONS[command]}


def _lint(given: argparse.Namespace) -> int:
    code = CLEAN
    for path in given.files:
        try:
            findings = cdnasched.lint(
                _files.read(path),
                target=given.target,
                **_options(given, "lint"),
                needless=given.needless,
                undecided=given.undecided,
            )
        except (cdnasched.BadInput, OSError, UnicodeError) as error:
            print(f"cdnasched: {path}: {error}", file=sys.stderr)
            code = UNUSABLE
            continue
        for finding in findings:
            print(f"{path}:{finding}")
        for skipped in findings.skipped:
            print(f"{path}: {skipped}")
        code = max(code, FOUND if findings else CLEAN)
    return code


def _fix(given: argparse.Namespace) -> int:
    fixed = cdnasched.fix(
        _files.read(given.file),
        target=given.target,
        **_options(given, "fix"),
        comments=given.comments,
    )
    _write(given.output, fixed.text)
    print(fixed, file=sys.stderr)
    return FOUND if fixed.left else CLEAN


def _opt(given: argparse.Namespace) -> int:
    done = cdnasched.opt(_files.read(given.file), target=given.target, **_options(given, "opt"))
    _write(given.output, done.text)
    print(done, file=sys.stderr)
    return CLEAN


def _evaluate(given: argparse.Namespace) -> int:
    text = _files.read(given.file)
    print(cdnasched.evaluate(text, target=given.target))
    return CLEAN


def _compare(given: argparse.Namespace) -> int:
    one, other = _files.read(given.one), _files.read(given.other)
    print(cdnasched.compare(one, other, target=given.target))
    return CLEAN


def _serve(_given: argparse.Namespace) -> int:
    return UNUSABLE if _library.load().cdna_sched_serve(0, 1) else CLEAN


def _write(path: Optional[Path], text: str) -> None:
    if path is None:
        sys.stdout.buffer.write(text.encode())
    else:
        _files.write(path, text)


if __name__ == "__main__":
    run()
