"""Tests of links.py: what is wrong with a book is found, and nothing else."""

import tempfile
import unittest
from pathlib import Path

from links import Book

RIGHT = {
    "index.html": '<a href="part/page.html#place">there</a> <a href="https://example.org/">elsewhere</a> <a href="#here">here</a>'
    '<b id="here"></b><img src="picture.png"><link rel="stylesheet" href="styles.css"><script>let a = "<a href=x>";</script>',
    "part/page.html": '<h2 id="place">Place</h2> <a href="../index.html">back</a> <a href="../picture.png">picture</a>',
    "picture.png": "",
    "styles.css": "@font-face { src: url('picture.png') } a { background: url(data:image/png;base64,AA) }",
}


class Links(unittest.TestCase):
    def problems(self, **changed: str) -> list[str]:
        with tempfile.TemporaryDirectory() as folder:
            for name, text in {**RIGHT, **{name.replace("__", "/").replace("_", "."): text for name, text in changed.items()}}.items():
                path = Path(folder) / name
                path.parent.mkdir(exist_ok=True)
                path.write_text(text)
            return Book(Path(folder)).problems()

    def test_a_book_that_is_right(self) -> None:
        self.assertEqual(self.problems(), [])

    def test_a_page_that_is_not_there(self) -> None:
        found = self.problems(part__page_html='<h2 id="place"></h2><a href="other.html">other</a>')
        self.assertEqual(found, ["part/page.html: other.html: there is no such file"])

    def test_a_place_that_is_not_there(self) -> None:
        found = self.problems(part__page_html="<h2>Place</h2>")
        self.assertEqual(found, ["index.html: part/page.html#place: there is no such place in that page"])

    def test_a_link_out_of_the_book(self) -> None:
        found = self.problems(part__page_html='<h2 id="place"></h2><a href="../../README.html">up</a>')
        self.assertEqual(found, ["part/page.html: ../../README.html: leads out of the book"])

    def test_what_would_need_a_network(self) -> None:
        found = self.problems(
            part__page_html='<h2 id="place"></h2><script src="//example.org/a.js"></script><a href="https://example.org">a</a>',
            styles_css="@import 'https://example.org/fonts.css';",
        )
        self.assertEqual(
            found,
            [
                "part/page.html: //example.org/a.js: it is loaded from a network",
                "styles.css: https://example.org/fonts.css: it is loaded from a network",
            ],
        )


if __name__ == "__main__":
    unittest.main()
