#!/usr/bin/env python3
"""Recall of `cdna-sched lint` on assembly text that LLVM made.

Each s_nop is taken out, and each s_waitcnt is taken out or weakened by one on one counter, one at a time. LLVM put each
of them there because its own passes hold it to be needed: what lint does not find then is listed by what was
changed, to be explained. Waits that order memory other than LDS for other waves (releases) are needed by no register
of the same wave and are not expected to be found. What is found as undecided is counted apart, and so are waits before
barriers that `--pedantic` calls needless: nothing is outstanding there.

usage: lint-recall.py CDNA_SCHED FILE.s ... [--most N] [--barriers]
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

COUNTERS = {"vmcnt": 63, "lgkmcnt": 15, "expcnt": 7}


def variants(lines):
    """Changed texts, each with what was changed."""
    for at, line in enumerate(lines):
        words = line.split()
        if not words or words[0] not in ("s_nop", "s_waitcnt"):
            continue
        yield words[0] + " taken out", at, None
        if words[0] != "s_waitcnt":
            continue
        for counter, most in COUNTERS.items():
            found = re.search(counter + r"\((\d+)\)", line)
            if found and int(found[1]) + 1 < most:
                weaker = line.replace(found[0], f"{counter}({int(found[1]) + 1})")
                yield f"{counter} weakened", at, weaker


def next_words(lines, at):
    """The mnemonics of the next instructions, to tell waits that are for other waves."""
    words = [line.split()[0] for line in lines[at + 1 :] if line.startswith("\t") and line.split()]
    return [word for word in words if not word.startswith((".", ";"))][:4]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("cli")
    parser.add_argument("files", nargs="+")
    parser.add_argument("--most", type=int, default=200, help="changes tried in one file")
    parser.add_argument("--barriers", action="store_true", help="only waits directly before s_barrier")
    arguments = parser.parse_args()
    found, named, idle, missed, examples = Counter(), Counter(), Counter(), Counter(), []
    for number, name in enumerate(arguments.files):
        if sys.stderr.isatty():
            done = 40 * (number + 1) // len(arguments.files)
            bar = "#" * done + "." * (40 - done)
            print(f"\r{bar} {number + 1}/{len(arguments.files)}", end="", file=sys.stderr)
        lines = Path(name).read_text().splitlines()
        changes = list(variants(lines))
        if arguments.barriers:
            changes = [c for c in changes if next_words(lines, c[1])[:1] == ["s_barrier"]]
        step = max(1, len(changes) // arguments.most)
        changes = changes[::step]
        with tempfile.TemporaryDirectory() as directory:
            Path(directory, "original.s").write_text("\n".join(lines) + "\n")
            for index, (_, at, new) in enumerate(changes):
                changed = lines[:at] + [new or ""] + lines[at + 1 :]
                Path(directory, f"{index:06}.s").write_text("\n".join(changed) + "\n")
            command = [arguments.cli, "lint", "--hazards=llvm", "--undecided", "--pedantic", "--format=json", directory]
            output = subprocess.run(command, capture_output=True, text=True, check=False).stdout
            counts = {}
            for line in output.splitlines():
                report = json.loads(line)
                counts[Path(report["file"]).stem] = {
                    (f["severity"], f["rule"], f["at"]["line"]) for f in report["report"]["findings"]
                }
            for index, (what, at, _) in enumerate(changes):
                new = {severity for severity, _, _ in counts[f"{index:06}"] - counts["original"]}
                if new & {"error", "suspicious"}:
                    found[what] += 1
                elif "undecided" in new:
                    named[what] += 1
                elif ("needless", "needless-wait", at + 1) in counts["original"]:
                    idle[what] += 1
                else:
                    missed[what] += 1
                    examples.append((name, at + 1, what, lines[at].strip(), next_words(lines, at)))
    if sys.stderr.isatty():
        print(file=sys.stderr)
    for what in sorted(found | named | idle | missed):
        print(
            f"{what}: {found[what]} found, {named[what]} undecided, {missed[what]} not, "
            f"{idle[what]} where nothing was outstanding"
        )
    kinds = Counter((what, text, follows[0] if follows else "") for _, _, what, text, follows in examples)
    for (what, text, follows), count in kinds.most_common(40):
        print(f"  {count:5} not found: {what}: {text}, before {follows}")


if __name__ == "__main__":
    main()
