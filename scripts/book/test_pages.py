"""Tests of pages.py: a page that shows something else than comes out is found, and written anew."""

import tempfile
import unittest
from pathlib import Path

from pages import Command, File, fits, parse, run, shortened

PAGE = """# A page

```text
# left.txt
three
```

```console
$ cat left.txt
# left.txt
three
$ printf '%s\\n' one two \\
>     three 4; echo five >&2
...
two
...
five
```

```console
$ true
```
"""


class Pages(unittest.TestCase):
    def problems(self, page: str, update: bool = False) -> tuple[list[str], str]:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "page.md"
            path.write_text(page)
            return run(path, update, Path("/nowhere")), path.read_text()

    def test_what_there_is_to_do(self) -> None:
        file, cat, printf, true = parse(PAGE)
        self.assertEqual(file, File("left.txt", "# left.txt\nthree\n"))
        self.assertEqual(cat, Command("cat left.txt", ["# left.txt", "three"], 9))
        self.assertEqual(printf, Command("printf '%s\\n' one two \\\n    three 4; echo five >&2", ["...", "two", "...", "five"], 12))
        self.assertEqual(true, Command("true", [], 21))
        for name in (".pre-commit-config.yaml", "build/kernel.s", ".github/workflows/kernels.yml"):
            self.assertEqual(parse(f"```yaml\n# {name}\n```"), [File(name, f"# {name}\n")])
        self.assertEqual(parse("```python\n# a comment\nx = 1\n```\n```sh\nls\n```"), [])
        with self.assertRaisesRegex(ValueError, "line 2"):
            parse("```console\nls\n```")

    def test_a_page_that_is_right(self) -> None:
        self.assertEqual(self.problems(PAGE), ([], PAGE))

    def test_output_that_is_not_shown(self) -> None:
        for right, wrong in [("\nfive\n", "\nsix\n"), ("\ntwo\n...", "\ntwo"), ("left.txt\nthree\n$", "left.txt\nfour\n$")]:
            problems, _ = self.problems(PAGE.replace(right, wrong))
            self.assertEqual(len(problems), 1, wrong)

    def test_a_command_that_fails_or_shows_nothing(self) -> None:
        (problem,), _ = self.problems(PAGE.replace("$ true", "$ false | cat"))
        self.assertIn("page.md:21: $ false | cat: ended with 1", problem)
        (problem,), _ = self.problems("```console\n$ echo one\n...\n```\n")
        self.assertIn("shows something else", problem)

    def test_an_update_keeps_what_was_left_out(self) -> None:
        page = "```console\n$ printf '%s\\n' a 'clocks 7' c \\\n>     d\n...\nclocks 5\n...\nd\n```\n\n```console\n$ echo new\n```\n"
        problems, after = self.problems(page, update=True)
        self.assertEqual(problems, [])
        self.assertEqual(after, page.replace("clocks 5", "clocks 7").replace("$ echo new", "$ echo new\nnew"))
        self.assertEqual(self.problems(after), ([], after))

    def test_output(self) -> None:
        printed = ["loop 12", "clocks 7 +1 %", "end"]
        for shown in (
            printed,
            ["...", "end"],
            ["loop 12", "..."],
            ["...", "clocks 7 +1 %", "..."],
            ["loop 12", "...", "clocks 7 +1 %", "end"],
        ):
            self.assertTrue(fits(shown, printed), shown)
        for shown in ([], ["..."], ["loop 12"], ["...", "loop 12"], ["...", "clocks 8 +1 %", "..."], ["end", "..."]):
            self.assertFalse(fits(shown, printed), shown)
        self.assertEqual(shortened(["...", "clocks 5 -2 %", "..."], printed), ["...", "clocks 7 +1 %", "..."])
        self.assertEqual(shortened(["clocks 5 -2 %", "...", "loop 9"], [*printed, "more"]), ["loop 12", "clocks 7 +1 %", "..."])
        self.assertEqual(shortened(["...", "end", "...", "loop 9"], printed), ["loop 12", "...", "end"])
        self.assertEqual(shortened(["...", "time 5", "..."], printed), printed)
        self.assertEqual(shortened(["...", "clocks of 5 loops", "..."], printed), ["...", "clocks 7 +1 %", "..."])
        self.assertEqual(shortened(["...", "time 5", "end"], printed), printed)
        chart = ["wave 0 |==V=", "LDS    |.#.#"]
        self.assertEqual(shortened(["...", "LDS    |    "], chart), ["...", "LDS    |.#.#"])
        self.assertEqual(shortened(["loop 11", "clocks 5 -2 %"], printed), printed)


if __name__ == "__main__":
    unittest.main()
