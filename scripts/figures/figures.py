#!/usr/bin/env python3
"""The figures in the documents: docs/figures.json, and the sentences that have them.

figures.py check --cli CLI
    whether the documents say what the file has, and whether the tool still says it of this project's own kernels
figures.py make --cli CLI --plugin LIB --llvm PREFIX [--corpus DIR] [--traces DIR]
    measures all of it, writes the file, and puts the figures into the documents; without a corpus, or without traces, what is
    computed of them stays as it is
"""

import argparse
import json
import re
import sys
from pathlib import Path

import measure
from statements import statements

FILE = Path("docs/figures.json")


def find(statement: str, text: str) -> re.Match[str] | None:
    """Where a text says something, however its lines break."""
    return re.search(r"\s+".join(map(re.escape, statement.split())), text)


def wrong(figures: dict, root: Path) -> list[str]:
    """What documents ought to say, and do not."""
    found = []
    for file, statement in statements(figures):
        if not find(statement, (root / file).read_text()):
            found.append(f"{file} does not say: {statement}")
    return found


def replace(old: str, new: str, text: str) -> str:
    """A text that says the new in place of the old, word for word in the same lines where both have as many words."""
    at = find(old, text)
    if not at:
        return text
    words = new.split()
    if len(words) == len(old.split()):
        blanks = [*re.findall(r"\s+", at.group()), ""]
        said = "".join(word + blank for word, blank in zip(words, blanks))
    else:
        said = " ".join(words)
    return text[: at.start()] + said + text[at.end() :]


def rewrite(old: dict, new: dict, root: Path) -> None:
    """Puts the new figures into the documents."""
    for (file, before), (_, after) in zip(statements(old), statements(new), strict=True):
        path = root / file
        path.write_text(replace(before, after, path.read_text()))


def written(figures: dict) -> str:
    """The file's text: a line for each function of the corpus."""
    rows = ",\n".join(f"   {json.dumps(row)}" for row in figures["corpus"]["functions"])
    rest = {**figures, "corpus": {**figures["corpus"], "functions": []}}
    return json.dumps(rest, indent=1).replace('"functions": []', f'"functions": [\n{rows}\n  ]') + "\n"


def check(cli: Path) -> int:
    figures = json.loads(FILE.read_text())
    problems = wrong(figures, Path("."))
    now = measure.own_kernels(measure.Tools(cli, Path(), Path()))
    for name, of in now.items():
        if figures["own"].get(name) != of:
            problems.append(f"{FILE} is stale: of {name} it has {json.dumps(figures['own'].get(name))}, the tool says {json.dumps(of)}")
    for problem in problems:
        print(problem, file=sys.stderr)
    if problems:
        print("`make figures` measures anew and puts the figures into the documents", file=sys.stderr)
    return 1 if problems else 0


def make(tools: measure.Tools, corpus: Path | None, traces: Path | None) -> int:
    old = json.loads(FILE.read_text())
    new = {**old, "own": measure.own_kernels(tools)}
    if corpus and corpus.is_dir():
        new["corpus"] = measure.corpus(tools, corpus)
        new["compile"] = measure.compile_time(tools, corpus)
    else:
        print("no corpus: its figures stay as they are (CORPUS=DIR, with a folder of .ll files for each GPU)")
    if traces and traces.is_dir():
        new["traces"] = measure.traces(tools, traces)
    else:
        print("no thread traces: their figures stay as they are (TRACES=DIR)")
    rewrite(old, new, Path("."))
    FILE.write_text(written(new))
    problems = wrong(new, Path("."))
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("what", choices=("check", "make"))
    arguments.add_argument("--cli", type=Path, required=True)
    arguments.add_argument("--plugin", type=Path, default=Path())
    arguments.add_argument("--llvm", type=Path, default=Path())
    arguments.add_argument("--corpus", type=Path)
    arguments.add_argument("--traces", type=Path)
    given = arguments.parse_args()
    try:
        if given.what == "check":
            return check(given.cli)
        return make(measure.Tools(given.cli, given.plugin, given.llvm), given.corpus, given.traces)
    except measure.Failed as failed:
        print(failed, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
