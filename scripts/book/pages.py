#!/usr/bin/env python3
"""Runs what pages of the book tell their readers to type, and holds what they show to what comes out.

    pages.py run [--update] [--triton] [--llvm PREFIX] [--jobs N] PAGE...

A page has

    ```console
    $ command, continued in the next line
    >   with > at its beginning
    what it prints, where a line ... stands for any lines
    ```

and files, which are fenced blocks whose first line is a comment with nothing but the file's name. Files are written and commands run from
the top of the page to its end, in a folder of the page's own in which `examples`, `target` and `tests` are those of the project. Each
command has to end with 0, and what it prints on either stream has to be what the page shows. `--update` writes the pages anew: what
follows a command is its output, shortened where the page shortened it.

What the commands find: cdna-sched and what is beside it in target/release, LLVM's tools, and in Python the package. A page that imports Triton
says so in a line `<!-- needs Triton -->`, and is run with `--triton` alone, by a Python that has it.
"""

import argparse
import difflib
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
NEEDS_TRITON = "<!-- needs Triton -->"
ELLIPSIS = "..."
# Lines at least as like each other are one line that changed.
LIKE = 0.6
# Files that a page may write: by the comment in their first line.
NAMED = re.compile(r"(?:#|//|;|<!--) ([\w./-]+\.\w+|[\w-]*\.[\w-]+)(?: -->)?$")
SECONDS = 120


@dataclass
class Command:
    """A command, what the page shows of its output, and the lines of the page that have it."""

    text: str
    shown: list[str] = field(default_factory=list)
    line: int = 0


@dataclass(frozen=True)
class File:
    """A file that the reader is to write."""

    name: str
    text: str


def parse(page: str) -> list[Command | File]:
    """What there is to do in a page."""
    steps: list[Command | File] = []
    lines = page.splitlines()
    at = 0
    while at < len(lines):
        fence = re.fullmatch(r"```(\w*)", lines[at])
        at += 1
        if not fence:
            continue
        begin = at
        while at < len(lines) and lines[at] != "```":
            at += 1
        block = lines[begin:at]
        at += 1
        if fence.group(1) == "console":
            steps += commands(block, begin + 1)
        elif block and (named := NAMED.fullmatch(block[0])):
            steps.append(File(named.group(1), "\n".join(block) + "\n"))
    return steps


def commands(block: list[str], line: int) -> list[Command]:
    found: list[Command] = []
    for number, text in enumerate(block, line):
        if text.startswith("$ "):
            found.append(Command(text[2:], line=number))
        elif not found:
            raise ValueError(f"line {number}: a block of commands begins with '$ ', not '{text}'")
        elif text.startswith("> ") and not found[-1].shown:
            found[-1].text += "\n" + text[2:]
        else:
            found[-1].shown.append(text)
    return found


def fits(shown: list[str], printed: list[str]) -> bool:
    """Whether output is what a page shows, in which a line ... stands for any lines. ... alone shows nothing."""
    return shown != [ELLIPSIS] and matches(shown, printed)


def matches(shown: list[str], printed: list[str]) -> bool:
    if not shown:
        return not printed
    if shown[0] == ELLIPSIS:
        return any(matches(shown[1:], printed[at:]) for at in range(len(printed) + 1))
    return bool(printed) and shown[0] == printed[0] and matches(shown[1:], printed[1:])


def shortened(shown: list[str], printed: list[str]) -> list[str]:
    """Output as a page shows it now: the lines that it showed, with other figures or in another order, or those that took their place. Where one
    of them has no counterpart, all of the output."""
    if ELLIPSIS not in shown:
        return printed
    places: list[int] = []
    for line in shown:
        if line == ELLIPSIS:
            continue
        left = [at for at in range(len(printed)) if at not in places]
        # Rather behind the line before.
        last = places[-1] if places else -1
        left.sort(key=lambda at: (at < last, at))
        place = counterpart(line, printed, left)
        if place is None:
            return printed
        places.append(place)
    result: list[str] = []
    expected = 0
    for place in sorted(places):
        result += [ELLIPSIS] * (place != expected) + [printed[place]]
        expected = place + 1
    return result + [ELLIPSIS] * (expected != len(printed))


def counterpart(line: str, printed: list[str], left: list[int]) -> int | None:
    """Of the lines that are left, the one that a line has become: the same but for figures, the row of a table or chart with the same name, or
    the one most like it."""
    same = [at for at in left if words(printed[at]) == words(line)]
    if same:
        return same[0]
    name = line.split()[0] if line.strip() else ""
    rows = [at for at in left if name.isalnum() and printed[at].split()[:1] == [name]]
    if rows:
        return rows[0]
    like = {at: difflib.SequenceMatcher(None, line, printed[at]).ratio() for at in left}
    best = max(left, key=lambda at: like[at], default=None)
    return best if best is not None and like[best] >= LIKE else None


def words(line: str) -> list[str]:
    """A line without its figures."""
    return re.sub(r"[\d.%+-]+", "", line).split()


def environment(llvm: Path) -> dict[str, str]:
    release = PROJECT / "target/release"
    return {
        "PATH": os.pathsep.join(
            [str(release), str(llvm / "bin"), str(Path(sys.executable).parent), os.environ.get("PATH", "/usr/bin:/bin")]
        ),
        "HOME": os.environ.get("HOME", "/"),
        "LC_ALL": "C.UTF-8",
        "PYTHONPATH": str(PROJECT / "python/src"),
        "PYTHONDONTWRITEBYTECODE": "1",
        "CDNASCHED_LIBRARY": str(release / "libcdnasched.so"),
        "CDNASCHED_WORKER": str(release / "cdna-sched-worker"),
    }


def run(page: Path, update: bool, llvm: Path) -> list[str]:
    """Runs a page; what is wrong with it, or, after an update, with its commands."""
    text = page.read_text()
    problems: list[str] = []
    lines = text.splitlines()
    changes: list[tuple[Command, list[str]]] = []
    with tempfile.TemporaryDirectory(prefix="cdnasched-page-") as folder:
        for name in ("examples", "target", "tests"):
            (Path(folder) / name).symlink_to(PROJECT / name)
        variables = {**environment(llvm), "XDG_CACHE_HOME": f"{folder}/.cache", "TRITON_CACHE_DIR": f"{folder}/.cache/triton"}
        for step in parse(text):
            if isinstance(step, File):
                path = Path(folder) / step.name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(step.text)
                continue
            try:
                done = subprocess.run(
                    ["bash", "-o", "pipefail", "-c", step.text], cwd=folder, env=variables, text=True,
                    stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=SECONDS,
                )  # fmt: skip
            except subprocess.TimeoutExpired:
                problems.append(f"{page}:{step.line}: $ {step.text}: not done after {SECONDS} seconds")
                break
            printed = [line.rstrip() for line in done.stdout.splitlines()]
            if done.returncode != 0:
                problems.append(f"{page}:{step.line}: $ {step.text}: ended with {done.returncode}:\n" + "\n".join(printed))
            elif update:
                changes.append((step, printed if not fits(step.shown, printed) else step.shown))
            elif not fits(step.shown, printed):
                shown = "\n".join(difflib.unified_diff(step.shown, printed, "the page", "the command", lineterm=""))
                problems.append(f"{page}:{step.line}: $ {step.text}: shows something else:\n{shown}")
    for step, printed in reversed(changes):
        if printed is not step.shown:
            begin = step.line + step.text.count("\n")
            lines[begin : begin + len(step.shown)] = shortened(step.shown, printed)
    if update:
        page.write_text("\n".join(lines) + "\n")
    return problems


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("what", choices=["run"])
    arguments.add_argument("pages", nargs="+", type=Path)
    arguments.add_argument("--update", action="store_true")
    arguments.add_argument("--triton", action="store_true")
    arguments.add_argument("--llvm", type=Path, default=Path("/usr/lib/llvm-22"))
    arguments.add_argument("--jobs", type=int, default=1)
    given = arguments.parse_args()
    pages = [page for page in given.pages if (NEEDS_TRITON in page.read_text()) == given.triton]
    with ThreadPoolExecutor(given.jobs) as pool:
        results = list(pool.map(lambda page: run(page, given.update, given.llvm), pages))
    problems = [problem for result in results for problem in result]
    for problem in problems:
        print(problem, file=sys.stderr)
    steps = sum(isinstance(step, Command) for page in pages for step in parse(page.read_text()))
    print(f"{len(pages)} pages, {steps} commands, {len(problems)} that are not as shown")
    if problems and not given.update:
        print("`make pages-update` writes what comes out into the pages; read it before it is committed", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
