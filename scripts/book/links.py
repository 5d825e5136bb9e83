#!/usr/bin/env python3
"""Checks the links of a folder of HTML pages that are read from disk: links.py FOLDER.

Each link to a file must name one in the folder, and one with a #fragment an element that is there. What a page loads by itself
(styles, scripts, pictures, fonts) must be in the folder, too: pages are read where there is no network.
"""

import re
import sys
import urllib.parse
from html.parser import HTMLParser
from pathlib import Path

# What a browser loads without being asked, by element.
LOADED = {"script": "src", "img": "src", "link": "href", "iframe": "src", "source": "src"}
IN_STYLES = re.compile(r"""(?:url\(|@import)\s*['"]?([^'")\s]+)""")


class Page(HTMLParser):
    """The places of a page, where its links lead and what it loads."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.places: set[str] = set()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = {name: value for name, value in attrs if value is not None}
        self.places.update(named[name] for name in ("id", "name") if name in named)
        if tag == "a" and "href" in named:
            self.links.append(named["href"])
        if LOADED.get(tag) in named:
            self.loaded.append(named[LOADED[tag]])


class Book:
    """The pages of a folder, each read once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self.pages = {path: Page(path.read_text()) for path in sorted(self.folder.rglob("*.html"))}

    def problems(self) -> list[str]:
        """What is wrong, a line each."""
        found = []
        for path, page in self.pages.items():
            where = path.relative_to(self.folder)
            for link in page.links:
                found += [f"{where}: {link}: {why}" for why in self._problem(path, link, loaded=False)]
            for link in page.loaded:
                found += [f"{where}: {link}: {why}" for why in self._problem(path, link, loaded=True)]
        for path in sorted(self.folder.rglob("*.css")):
            for link in IN_STYLES.findall(path.read_text()):
                why = self._problem(path, link, loaded=True)
                found += [f"{path.relative_to(self.folder)}: {link}: {each}" for each in why]
        return found

    def _problem(self, page: Path, link: str, loaded: bool) -> list[str]:
        parts = urllib.parse.urlsplit(link)
        if parts.scheme == "data":
            return []
        if parts.scheme or parts.netloc:
            return ["it is loaded from a network"] if loaded else []
        target = (page.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else page
        if not target.is_relative_to(self.folder):
            return ["leads out of the book"]
        if not target.is_file():
            return ["there is no such file"]
        fragment = urllib.parse.unquote(parts.fragment)
        if fragment and target in self.pages and fragment not in self.pages[target].places:
            return ["there is no such place in that page"]
        return []


def main(folder: str) -> int:
    book = Book(Path(folder))
    if not book.pages:
        print(f"{folder}: no pages", file=sys.stderr)
        return 1
    problems = book.problems()
    for problem in problems:
        print(problem, file=sys.stderr)
    print(f"{len(book.pages)} pages, {sum(len(page.links) for page in book.pages.values())} links, {len(problems)} broken")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
