"""lint, fix, opt, evaluate, compare and view."""

import contextlib
import dataclasses
import gc
import html
import inspect
import io
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import unittest
import unittest.mock
from pathlib import Path
from typing import Any

from inputs import GOOD, HEAD, NO_WAIT, SHORT, TWO, WAIT

import cdnasched
from cdnasched import __main__, _library
from cdnasched._options import OPTIONS, REFUSED
from cdnasched.results import Findings


def command_line(*arguments: str, text: str) -> tuple[int, str, str]:
    """What the command line beside the library makes of a text: exit code, output, file written."""
    with tempfile.TemporaryDirectory() as folder:
        one, other = Path(folder, "one.s"), Path(folder, "other.s")
        one.write_text(text)
        words = [str(_library.library_path().with_name("cdna-sched"))]
        words += [word.format(one=one, other=other) for word in arguments]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout, other.read_text() if other.exists() else ""


class TextTests(unittest.TestCase):
    def test_lint_finds_a_missing_wait(self) -> None:
        self.assertFalse(cdnasched.lint(GOOD))
        findings = cdnasched.lint(NO_WAIT)
        self.assertEqual((len(findings), findings.functions, findings.instructions), (1, 1, 10))
        finding = findings[0]
        self.assertEqual((finding.rule, finding.severity), ("wait-vmcnt", "error"))
        self.assertEqual((finding.counter, finding.have, finding.need), ("vmcnt", None, 0))
        self.assertEqual((finding.at.line, finding.at.instruction[:9]), (11, "v_add_f32"))
        assert finding.after is not None
        self.assertEqual((finding.after.line, finding.path), (10, (".LBB0_1",)))
        self.assertIn("11:2: error: vmcnt(0) is needed", str(findings))
        self.assertIn("1 finding in 1 function, 10 instructions", str(findings))
        with self.assertRaises(dataclasses.FrozenInstanceError):
            finding.rule = "another"  # type: ignore[misc]

    def test_lint_counts_wait_states(self) -> None:
        [finding] = cdnasched.lint(SHORT)
        self.assertEqual((finding.counter, finding.have), (None, 0))
        self.assertEqual(finding.need, 4)
        self.assertIn("s_nop 3", finding.mend)

    def test_lint_agrees_with_the_command_line(self) -> None:
        for text in (GOOD, NO_WAIT, SHORT, TWO):
            code, output, _ = command_line("lint", "--format=json", "{one}", text=text)
            findings = cdnasched.lint(text)
            self.assertEqual(code, 1 if findings else 0)
            reports = [json.loads(line)["report"] for line in output.splitlines()]
            self.assertEqual([findings], [Findings._of(report) for report in reports])

    def test_fix_puts_in_what_is_missing(self) -> None:
        fixed = cdnasched.fix(NO_WAIT)
        self.assertEqual(fixed.text, GOOD)
        [added] = fixed.added
        self.assertEqual((added.line, added.text, added.rule), (11, WAIT.strip(), "wait-vmcnt"))
        self.assertEqual(cdnasched.fix(GOOD).text, GOOD)
        self.assertFalse(cdnasched.lint(cdnasched.fix(SHORT).text))
        self.assertIn("1 put in", str(fixed))
        self.assertEqual(str(cdnasched.fix(GOOD)), "0 put in")

    def test_fix_agrees_with_the_command_line(self) -> None:
        for text in (NO_WAIT, SHORT):
            code, _, made = command_line("fix", "{one}", "-o", "{other}", text=text)
            self.assertEqual((code, made), (0, cdnasched.fix(text).text))

    def test_opt_finds_a_better_order(self) -> None:
        done = cdnasched.opt(GOOD)
        [function] = done.functions
        self.assertTrue(done.changed and function.kept is None)
        # Work comes between the load and the wait for it.
        between = r"\tglobal_load_dword.*\n(?:(?!\ts_waitcnt).*\n)*?\tv_mul"
        self.assertRegex(done.text, between)
        self.assertNotRegex(GOOD, between)
        before, after = function.before.clocks["measured"], function.after.clocks["measured"]
        self.assertLess(after.one_wave, before.one_wave)
        self.assertIn("Scheduled", [remark.name for remark in function.remarks])
        again = cdnasched.opt(done.text)
        self.assertEqual((again.text, again.changed), (done.text, False))
        self.assertIn("kept:", str(again))

    def test_opt_says_what_was_missing(self) -> None:
        self.assertNotIn("mended", str(cdnasched.opt(GOOD)))
        done = cdnasched.opt(NO_WAIT)
        [function] = done.functions
        self.assertEqual((function.kept, function.mended_waits), (None, 1))
        self.assertIn("mended: 1 missing waits", str(done))
        self.assertFalse(cdnasched.lint(done.text))

    def test_opt_agrees_with_the_command_line(self) -> None:
        for text in (GOOD, TWO):
            code, _, made = command_line("opt", "{one}", "-o", "{other}", text=text)
            self.assertEqual((code, made), (0, cdnasched.opt(text).text))
        code, _, made = command_line(
            "opt", "{one}", "-o", "{other}", "--effort=fast", "--hazards=isa", text=SHORT
        )
        ours = cdnasched.opt(SHORT, effort="fast", hazards="isa").text
        self.assertEqual((code, made), (0, ours))

    def test_evaluate_has_figures_loop_by_loop(self) -> None:
        figures = cdnasched.evaluate(GOOD)["k"]
        self.assertEqual((figures.instructions, figures.waits, figures.nops), (11, 1, 0))
        self.assertEqual((figures.processor, figures.waves_per_simd), ("gfx942", 8))
        self.assertEqual(str(figures.registers), "7 v, 0 a, 5 s")
        self.assertEqual(list(figures.clocks), ["measured", "llvm"])
        [loop] = figures.loops
        self.assertEqual((loop.label, loop.line, loop.name), (".LBB0_1", 8, ".LBB0_1"))
        clocks, bound, stalls = loop.clocks["measured"], loop.bound["measured"], loop.stalls
        self.assertEqual(bound.one_wave.distance, clocks.one_wave / bound.one_wave.clocks)
        parts = (stalls.issue, stalls.fillers, stalls.vector_memory, stalls.lds, stalls.units)
        self.assertEqual(sum(parts) + stalls.results, clocks.one_wave)
        assert loop.peak_live is not None
        self.assertEqual(loop.peak_live.vgpr, 2)
        self.assertEqual(loop.record["spent"]["issue"], stalls.issue)
        with self.assertRaises(KeyError):
            cdnasched.evaluate(GOOD)["missing"]

    def test_what_opt_says_is_what_evaluate_finds(self) -> None:
        done = cdnasched.opt(GOOD)
        [function] = done.functions
        self.assertEqual(cdnasched.evaluate(GOOD)["k"].clocks, function.before.clocks)
        self.assertEqual(cdnasched.evaluate(done.text)["k"].clocks, function.after.clocks)

    def test_compare_pairs_functions_and_loops(self) -> None:
        comparison = cdnasched.compare(GOOD, cdnasched.opt(TWO).text)
        [pair] = comparison.functions
        [loops] = pair.loops
        self.assertEqual((pair.name, loops.one.name), ("k", ".LBB0_1"))
        self.assertEqual(len(comparison.other.functions), 2)
        one, other = loops.one.clocks["measured"], loops.other.clocks["measured"]
        percent = f"{100 * (other.one_wave / one.one_wave - 1):+.2f} %"
        self.assertIn(percent, str(comparison))
        self.assertTrue(percent.startswith("-"))

    def test_notebooks_get_tables(self) -> None:
        better = cdnasched.opt(GOOD)
        results: list[Any] = [cdnasched.lint(NO_WAIT), cdnasched.fix(NO_WAIT), better]
        results += [cdnasched.evaluate(GOOD), cdnasched.compare(GOOD, better.text)]
        for result in results:
            html = result._repr_html_()
            self.assertTrue(html.startswith("<table>") and html.endswith("</table>"), html)
        hostile = GOOD.replace("k:", '"<b>":').replace(" k\n", ' "<b>"\n')
        hostile = hostile.replace(" k,", ' "<b>",')
        results = [cdnasched.opt(hostile), cdnasched.evaluate(hostile)]
        results.append(cdnasched.compare(hostile, hostile))
        for result in results:
            html = result._repr_html_()
            self.assertIn("&lt;b&gt;", html)
            self.assertNotIn("<b>", html)

    def test_a_page_is_saved_and_shown_in_a_sandboxed_frame(self) -> None:
        page = cdnasched.view(GOOD, title="mine & yours")
        self.assertEqual(page.functions, ("k",))
        self.assertIn("<title>mine &amp; yours</title>", page.html)
        self.assertNotIn(page.html, repr(page))
        with tempfile.TemporaryDirectory() as folder:
            place = page.save(Path(folder, "page.html"))
            self.assertEqual(place.read_text(encoding="utf-8"), page.html)
        frame = page._repr_html_()
        self.assertRegex(frame, r'^<iframe sandbox="allow-scripts" [^<>]*></iframe>$')
        srcdoc = html.unescape(frame.split('srcdoc="')[1].rsplit('"', 1)[0])
        self.assertEqual(srcdoc, page.html)

    def test_a_page_shows_two_texts_or_one_and_what_opt_makes_of_it(self) -> None:
        def labels(page: cdnasched.Page) -> list[str]:
            data = page.html.split('id="cdnasched-data">')[1].split("</script>")[0]
            return [version["label"] for version in json.loads(data)["kernels"][0]["versions"]]

        self.assertEqual(labels(cdnasched.view(GOOD)), ["given", "cdnasched"])
        self.assertEqual(labels(cdnasched.view(GOOD, against=GOOD)), ["against", "given"])
        with self.assertRaisesRegex(cdnasched.Refused, "LLVM IR"):
            cdnasched.view("; ModuleID = 'k'\n")
        with self.assertRaises(cdnasched.BadRequest):
            cdnasched.view(GOOD, against=GOOD, effort="max")

    def test_errors_have_types_and_say_what_was_expected(self) -> None:
        with self.assertRaisesRegex(cdnasched.BadInput, "line 8"):
            cdnasched.evaluate(GOOD.replace("v_mul", "v_mull"))
        with self.assertRaisesRegex(cdnasched.BadInput, "name it: target in requests and in Python"):
            cdnasched.lint("s_endpgm\n")
        with self.assertRaisesRegex(cdnasched.BadRequest, "'all', expected one of"):
            cdnasched.lint(GOOD, hazards="all")
        with self.assertRaisesRegex(ValueError, "gfx942, not for gfx90a"):
            cdnasched.opt(GOOD, target="gfx90a")

    def test_arguments_are_those_of_the_table_of_options(self) -> None:
        functions = (
            cdnasched.lint,
            cdnasched.fix,
            cdnasched.opt,
            cdnasched.evaluate,
            cdnasched.compare,
            cdnasched.open,
            cdnasched.open_flat,
        )
        self.assertEqual({function.__name__ for function in functions}, set(OPTIONS))
        every = {name for table in (OPTIONS, REFUSED) for names in table.values() for name in names}
        for function in functions:
            arguments = set(inspect.signature(function).parameters)
            name = function.__name__
            self.assertEqual(arguments & every, set(OPTIONS[name]), name)
            self.assertEqual(every, {*OPTIONS[name], *REFUSED[name]}, name)

    def test_what_cannot_be_done_to_a_text_is_refused(self) -> None:
        with self.assertRaisesRegex(cdnasched.BadRequest, "'cross', .* between walls alone"):
            cdnasched.open(GOOD, walls="cross")
        with self.assertRaisesRegex(cdnasched.BadRequest, "those of the text as it is"):
            cdnasched.evaluate(GOOD, effort="max")
        with self.assertRaisesRegex(cdnasched.BadRequest, "has no field 'nothing'"):
            cdnasched.opt(GOOD, nothing="on")
        self.assertEqual(cdnasched.opt(GOOD, overlap="on").text, cdnasched.opt(GOOD).text)
        self.assertNotEqual(cdnasched.opt(GOOD, overlap="off").text, cdnasched.opt(GOOD).text)

    def test_the_target_can_be_given(self) -> None:
        bare = NO_WAIT.replace(HEAD, "")
        for target in ("gfx908", "gfx90a", "gfx942", "gfx950"):
            text = bare if target != "gfx908" else bare.replace("\t\t.amdhsa_accum_offset 16\n", "")
            self.assertEqual(len(cdnasched.lint(text, target=target)), 1, target)

    def test_a_worker_gives_the_same(self) -> None:
        with cdnasched.Worker() as worker:
            self.assertEqual(cdnasched.lint(SHORT, service=worker), cdnasched.lint(SHORT))
            self.assertEqual(cdnasched.opt(GOOD, service=worker), cdnasched.opt(GOOD))
            with self.assertRaises(cdnasched.BadInput):
                cdnasched.lint("s_endpgm\n", service=worker)

    def test_threads_have_services_of_their_own(self) -> None:
        expected, texts = cdnasched.opt(TWO).text, []

        def work() -> None:
            texts.append(cdnasched.opt(TWO).text)

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(texts, [expected] * 4)


class LibraryTests(unittest.TestCase):
    def python(self, code: str, **variables: str) -> str:
        environment = {**os.environ, **variables}
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, env=environment
        )
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout.strip()

    def test_importing_loads_nothing(self) -> None:
        code = (
            "import sys; before = set(sys.modules); import cdnasched\n"
            "print(*sorted(m for m in set(sys.modules) - before if m.startswith('cdnasched')))\n"
            "print('ctypes' in sys.modules, 'dataclasses' in sys.modules)"
        )
        shown = self.python(code, CDNASCHED_LIBRARY="/missing")
        self.assertEqual(shown, "cdnasched cdnasched._version\nFalse False")

    def test_all_names_are_there(self) -> None:
        for name in cdnasched.__all__:
            self.assertTrue(hasattr(cdnasched, name), name)
        self.assertEqual(set(cdnasched.__all__) - {"__version__"}, set(cdnasched._HOME))
        with self.assertRaises(AttributeError):
            cdnasched.missing  # noqa: B018

    def test_a_missing_library_says_what_to_do(self) -> None:
        code = (
            "import cdnasched\n"
            "try: cdnasched.lint('')\n"
            "except cdnasched.LibraryError as error: print(error)"
        )
        shown = self.python(code, CDNASCHED_LIBRARY="/missing/lib.so")
        self.assertEqual(shown, "CDNASCHED_LIBRARY names /missing/lib.so, which is no file")
        shown = self.python(code, CDNASCHED_LIBRARY=__file__)
        self.assertIn("cannot be loaded", shown)

    def test_a_missing_worker_says_what_to_do(self) -> None:
        code = (
            "import cdnasched\n"
            "try: cdnasched.Worker().request({'op': 'version'})\n"
            "except cdnasched.LibraryError as error: print(error)"
        )
        shown = self.python(code, CDNASCHED_WORKER="/missing/worker")
        self.assertIn("CDNASCHED_WORKER names /missing/worker", shown)

    def placed(self, package: Path, code: str) -> str:
        """What a copy of the package at a place of its own prints, with no variable set."""
        if not package.exists():
            home = Path(cdnasched.__file__).parent
            shutil.copytree(home, package, ignore=shutil.ignore_patterns("lib", "__pycache__"))
        return self.python(
            f"import sys; sys.path.insert(0, {str(package.parent)!r})\nimport cdnasched\n"
            f"try: print({code})\nexcept cdnasched.LibraryError as error: print(error)",
            CDNASCHED_LIBRARY="",
            CDNASCHED_WORKER="",
            PYTHONPATH="",
        )

    def test_in_a_clone_the_library_is_the_one_that_was_built(self) -> None:
        asked = "cdnasched.Worker().request({'op': 'version'})['version']"
        with tempfile.TemporaryDirectory() as name:
            clone = Path(name).resolve()
            package, release = clone / "python/src/cdnasched", clone / "target/release"
            release.mkdir(parents=True)
            (clone / "Cargo.toml").touch()
            library, worker = release / "libcdnasched.so", release / "cdna-sched-worker"
            made = f"'make python' in {clone} builds what is missing"
            both = f"there is no {library} and no program {worker}; {made}"
            self.assertEqual(self.placed(package, asked), both)
            library.symlink_to(_library.library_path())
            self.assertEqual(self.placed(package, asked), f"there is no {worker}; {made}")
            here = asked.replace("Worker", "InProcess")
            self.assertEqual(self.placed(package, here), cdnasched.__version__)
            worker.symlink_to(_library.worker_path())
            self.assertEqual(self.placed(package, asked), cdnasched.__version__)

    def test_installed_without_a_library_it_says_what_makes_one(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            package = Path(name).resolve() / "site-packages/cdnasched"
            shown = self.placed(package, "cdnasched.lint('')")
            files = package / "lib"
            self.assertIn(
                f"there is no {files}/libcdnasched.so.1 and no program {files}/cdna-sched-worker: "
                "this package was installed without them. 'make wheel' in a clone",
                shown,
            )

    def test_a_library_without_a_worker_beside_it_says_so(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            library = Path(name, "libcdnasched.so")
            library.symlink_to(_library.library_path())
            shown = self.python(
                "import cdnasched\n"
                "try: cdnasched.Worker().request({'op': 'version'})\n"
                "except cdnasched.LibraryError as error: print(error)",
                CDNASCHED_LIBRARY=str(library),
                CDNASCHED_WORKER="",
            )
            self.assertIn(f"there is no program {library.parent}/cdna-sched-worker beside", shown)
            self.assertIn("'make python' in a clone", shown)

    def test_a_worker_without_a_library_says_so(self) -> None:
        worker = str(_library.worker_path())
        environment = {**os.environ, "CDNASCHED_LIBRARY": "/missing/lib.so"}
        done = subprocess.run([worker], env=environment, capture_output=True, text=True, input="")
        self.assertEqual(done.returncode, 3)
        self.assertIn("CDNASCHED_LIBRARY names no library", done.stderr)

    def test_a_service_is_freed_once(self) -> None:
        library = _library.load()
        free = library.cdna_sched_service_free
        with unittest.mock.patch.object(library, free.__name__, side_effect=free) as freed:
            service = cdnasched.InProcess()
            service.request({"op": "version"})
            freed.assert_not_called()
            del service
            gc.collect()
            freed.assert_called_once()

    def test_the_versions_agree(self) -> None:
        version = cdnasched.InProcess().request({"op": "version"})["version"]
        self.assertEqual(version, cdnasched.__version__)


class CommandLineTests(unittest.TestCase):
    def run_module(self, *arguments: str, text: str = "") -> tuple[int, str, str]:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "in.s")
            file.write_bytes(text.encode())
            words = [word.format(file=file) for word in arguments]
            done = subprocess.run(
                [sys.executable, "-m", "cdnasched", *words], capture_output=True, cwd=folder
            )
            return done.returncode, done.stdout.decode(), done.stderr.decode()

    def test_exit_codes_are_those_of_the_command_line(self) -> None:
        self.assertEqual(self.run_module("lint", "{file}", text=GOOD), (0, "", ""))
        code, shown, _ = self.run_module("lint", "{file}", text=NO_WAIT)
        self.assertEqual(code, 1)
        self.assertIn("in.s:11:2: error:", shown)
        code, _, complaint = self.run_module("lint", "{file}.missing", "{file}", text=NO_WAIT)
        self.assertEqual(code, 2)
        self.assertIn("in.s.missing", complaint)
        code, _, complaint = self.run_module("opt", "--effort=big", "{file}", text=GOOD)
        self.assertEqual(code, 2)
        self.assertIn("fast, default, max", complaint)

    def test_texts_are_written_as_they_are(self) -> None:
        text = NO_WAIT.replace("\n", "\r\n")
        code, shown, _ = self.run_module("fix", "{file}", text=text)
        self.assertEqual((code, shown), (0, cdnasched.fix(text).text))
        self.assertEqual(shown.count("\n") - shown.count("\r\n"), 0)
        code, shown, _ = self.run_module("opt", "{file}", text=GOOD)
        self.assertEqual((code, shown), (0, cdnasched.opt(GOOD).text))

    def test_every_option_is_passed_on(self) -> None:
        for command in ("opt", "fix", "lint"):
            given = {name: option.values[-1] for name, option in OPTIONS[command].items()}
            words = [f"--{name.replace('_', '-')}={value}" for name, value in given.items()]
            with unittest.mock.patch(f"cdnasched.{command}", side_effect=cdnasched.Error("seen")) as called:
                complaint = io.StringIO()
                with contextlib.redirect_stderr(complaint):
                    self.assertEqual(__main__.main([command, __file__, *words]), 2)
            self.assertIn("seen", complaint.getvalue())
            self.assertLessEqual(given.items(), called.call_args.kwargs.items(), command)

    def test_figures_are_shown(self) -> None:
        code, shown, _ = self.run_module("evaluate", "{file}", text=GOOD)
        self.assertEqual((code, shown), (0, f"{cdnasched.evaluate(GOOD)}\n"))
        code, shown, _ = self.run_module("compare", "{file}", "{file}", text=GOOD)
        self.assertEqual((code, shown), (0, f"{cdnasched.compare(GOOD, GOOD)}\n"))

    def test_serve_answers_lines(self) -> None:
        done = subprocess.run(
            [sys.executable, "-m", "cdnasched", "serve"],
            input=b'{"id": 1, "op": "version"}\nnonsense\n',
            capture_output=True,
        )
        answers = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual(done.returncode, 0)
        self.assertEqual(answers[0]["ok"]["version"], cdnasched.__version__)
        self.assertEqual(answers[1]["error"]["kind"], "bad_request")


if __name__ == "__main__":
    unittest.main()
