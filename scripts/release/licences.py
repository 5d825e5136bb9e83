"""Writes the licences of everything that is linked into the files of a release.

python3 scripts/release/licences.py LLVM TOOLS OUT
"""

from __future__ import annotations

import hashlib
import html
import re
import sys

from components import Component, everything

_RULE = "-" * 78


def _plain(text: str) -> str:
    """What a page of HTML says."""
    text = re.sub(r"(?s)<(style|script|head)\b.*?</\1>", "", text)
    text = html.unescape(re.sub(r"<[^>]*>", "", text))
    return re.sub(r"\n\s*\n+", "\n\n", text)


def main() -> None:
    """The command."""
    llvm, tools, out = sys.argv[1:]
    all_of_them = everything(llvm, tools)
    lines = ["What is linked into the programs and libraries of cdnasched, beside cdnasched itself (LICENSE), under which terms:", ""]
    texts: dict[str, str] = {}
    owners: dict[str, list[Component]] = {}
    for component in all_of_them:
        lines.append(f"{component.name} {component.version}: {component.licence}")
        for path in component.texts:
            text = path.read_text(encoding="utf-8", errors="replace")
            text = _plain(text) if path.suffix == ".html" else text
            key = hashlib.sha256(" ".join(text.split()).encode()).hexdigest()
            texts.setdefault(key, text.strip("\n"))
            owners.setdefault(key, []).append(component)
    for key, text in texts.items():
        names = dict.fromkeys(f"{owner.name} {owner.version}" for owner in owners[key])
        lines += ["", _RULE, f"Of {', '.join(names)}:", "", text]
    with open(out, "w", encoding="utf-8") as stream:
        stream.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
