"""The Triton integration, on the release of Triton that is installed. No GPU is needed.

Needs ``cdnasched`` on the path, a virtual environment with Triton, and the variables
CDNASCHED_LIBRARY and CDNASCHED_WORKER where the package has no library of its own: see
scripts/triton-test.sh.
"""

from __future__ import annotations

import importlib.metadata
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path
from typing import Any, Optional

import cdnasched
from cdnasched import _library
from cdnasched.triton import _rewrite, _settings
from cdnasched.triton.__main__ import LINE

HERE = Path(__file__).parent
GPUS = ("gfx942", "gfx90a")
TRITON = tuple(int(part) for part in importlib.metadata.version("triton").split(".")[:2])
CLEARED = ("CDNASCHED_TRITON", "TRITON_")


class Case(unittest.TestCase):
    """Runs checks of cases.py in processes of their own."""

    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))

    if sys.version_info < (3, 11):

        def enterContext(self, context: Any) -> Any:  # noqa: N802, as in unittest of 3.11
            value = context.__enter__()
            self.addCleanup(context.__exit__, None, None, None)
            return value

    def python(
        self,
        arguments: list[str],
        environment: Optional[dict[str, str]] = None,
        cache: str = "cache",
    ) -> subprocess.CompletedProcess[str]:
        """Runs this Python in an environment without variables of this package and of Triton."""
        clean = {name: value for name, value in os.environ.items() if not name.startswith(CLEARED)}
        paths = [str(Path(cdnasched.__file__).parents[1]), str(HERE)]
        clean |= {
            "PYTHONPATH": os.pathsep.join(paths),
            "TRITON_CACHE_DIR": str(self.folder / cache),
        }
        done = subprocess.run(
            [sys.executable, *arguments],
            env=clean | (environment or {}),
            cwd=self.folder,
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )
        self.assertEqual(done.returncode, 0, done.stderr)
        self.stderr = done.stderr
        return done

    def case(
        self, *arguments: str, env: Optional[dict[str, str]] = None, cache: str = "cache"
    ) -> Any:
        """What a check of cases.py prints."""
        done = self.python([str(HERE / "cases.py"), *arguments], env, cache)
        return json.loads(done.stdout.splitlines()[-1])

    def plain(self, name: str, gpu: str = GPUS[0]) -> Any:
        """A kernel as Triton makes it."""
        return self.case("compile_kernel", name, gpu, cache="plain")


class Modes(Case):
    def test_lint_changes_nothing(self) -> None:
        for gpu in GPUS:
            for name in ("matmul", "softmax", "scale_add"):
                plain = self.plain(name, gpu)
                done = self.case("compile_kernel", name, gpu, "lint")
                self.assertEqual((done["text"], done["code"]), (plain["text"], plain["code"]))
                self.assertEqual(done["record"]["mode"], "lint")
                self.assertEqual(done["record"]["findings"]["errors"], 0)
                self.assertIsNone(plain["record"])

    def test_opt_is_assembled_and_recorded(self) -> None:
        for gpu in GPUS:
            plain, done = (
                self.plain("matmul", gpu),
                self.case("compile_kernel", "matmul", gpu, "opt"),
            )
            self.assertNotEqual(done["text"], plain["text"])
            self.assertNotEqual(done["code"], plain["code"])
            record = done["record"]
            self.assertEqual((record["changed"], record["action"]), (True, "rescheduled"))
            self.assertLess(record["clocks"]["after"], record["clocks"]["before"])
            own = record["clocks_at_own_waves"]
            # What runs before and behind a loop may take longer: up to 1.3 % of this function, modelled.
            self.assertLess(own["after"], own["before"] * 1.02)
            self.assertGreaterEqual(record["waves_per_simd"], 1)

    def test_pick_compiles_under_other_strategies(self) -> None:
        done = self.case("pick", "matmul", GPUS[0])
        pick = done["on"]["record"]["pick"]
        # Of each there is a text, and nothing is said of any that could not be compiled.
        self.assertEqual(
            {*pick["lost"], pick["strategy"]},
            {"default", "max-ilp", "iterative-minreg", "iterative-maxocc", "two-waves"},
        )
        self.assertGreater(pick["seconds"], 0)
        self.assertLessEqual(pick["clocks"]["picked"], pick["clocks"]["default"])
        # Where the process that compiles dies, the default is there still.
        died = done["died"]["record"]
        self.assertEqual((died["pick"]["strategy"], died["pick"]["lost"]), ("default", {}))
        self.assertEqual(died["changed"], done["off"]["record"]["changed"])
        self.assertEqual(done["died"]["text"], done["off"]["text"])
        self.assertEqual(len({done[name]["hash"] for name in ("on", "off")}), 2)

    def test_what_was_measured_decides(self) -> None:
        file = str(self.folder / "decisions.json")
        done = self.case("decided", "matmul", GPUS[0], file)
        self.assertEqual(done["triton"]["text"], self.plain("matmul")["text"])
        self.assertEqual(done["opt"]["text"], done["undecided"]["text"])
        self.assertEqual(len({done[name]["text"] for name in ("triton", "opt", "max-ilp")}), 3)
        for choice in ("max-ilp", "triton"):
            decided = done[f"decided {choice}"]
            self.assertEqual(decided["text"], done[choice]["text"])
            self.assertEqual(decided["record"]["choice"], choice)
        # Each has a name of its own in the cache.
        self.assertEqual(len({kernel["hash"] for kernel in done.values()}), len(done))

    def test_the_record_comes_from_the_cache_too(self) -> None:
        first = self.case("compile_kernel", "matmul", GPUS[0], "opt")
        # A worker that cannot be started shows that nobody asks it.
        second = self.case(
            "compile_kernel", "matmul", GPUS[0], "opt", env={"CDNASCHED_WORKER": "/nowhere"}
        )
        self.assertEqual(first, second)

    def test_a_mutated_text_is_seen(self) -> None:
        text = self.case("compile_kernel", "matmul", GPUS[0], "opt")["text"]
        lines = text.splitlines(keepends=True)
        settings = _settings.Settings("lint", hazards="safe")
        self.assertEqual(self.errors(text, settings), 0)
        seen = {"s_waitcnt": 0, "s_nop": 0}
        for at, line in enumerate(lines):
            mnemonic = (line.split() or [""])[0]
            # What a wait before a barrier is for cannot be seen without the text as it was.
            hands_over = "s_barrier" in "".join(lines[at + 1 : at + 2])
            if mnemonic == "s_waitcnt" and seen[mnemonic] < 6 and not hands_over:
                changed = lines[:at] + lines[at + 1 :]
            elif mnemonic == "s_nop" and not line.startswith("\ts_nop 0"):
                changed = [*lines[:at], "\ts_nop 0\n", *lines[at + 1 :]]
            else:
                continue
            self.assertGreater(self.errors("".join(changed), settings), 0, f"line {at + 1}: {line}")
            seen[mnemonic] += 1
        self.assertGreater(seen["s_waitcnt"], 3)

    def errors(self, text: str, settings: _settings.Settings) -> int:
        metadata: dict[str, Any] = {"name": "matmul"}
        self.assertEqual(_rewrite.rewrite(text, GPUS[0], metadata, settings), text)
        return int(metadata["cdnasched"]["findings"]["errors"])


class Cache(Case):
    def test_modes_and_options_have_names_of_their_own(self) -> None:
        before, opt, exact, after = self.case("on_and_off", "matmul")
        hashes = {before["hash"], opt["hash"], exact["hash"]}
        for mode in ("lint", "fix"):
            hashes.add(self.case("compile_kernel", "matmul", GPUS[0], mode)["hash"])
        self.assertEqual(len(hashes), 5)
        self.assertEqual(before, after)
        self.assertNotEqual(opt["text"], before["text"])

    def test_another_library_has_another_name(self) -> None:
        first = self.case("compile_kernel", "scale_add", GPUS[0], "lint")
        other = self.folder / "library.so"
        other.write_bytes(Path(_library.library_path()).read_bytes() + b"another")
        second = self.case(
            "compile_kernel", "scale_add", GPUS[0], "lint", env={"CDNASCHED_LIBRARY": str(other)}
        )
        self.assertNotEqual(first["hash"], second["hash"])

    @unittest.skipIf(TRITON < (3, 7), "Triton 3.6 does not ask at a launch")
    def test_a_function_that_was_launched_before(self) -> None:
        # Buffer operations would need torch to look at the arguments.
        found = self.case("launched", env={"AMDGCN_USE_BUFFER_OPS": "0"})
        self.assertEqual([one["mode"] for one in found], [None, "lint", "opt", None])
        self.assertEqual(len({one["hash"] for one in found}), 3)
        self.assertEqual(found[0], found[3])


class Hooks(Case):
    def test_a_hook_before_or_behind_ours(self) -> None:
        plain = self.plain("matmul")
        for order in ("before", "chained", "replaced"):
            with self.subTest(order):
                done = self.case("hooks", "matmul", order, cache=order)
                self.assertEqual(done["record"]["action"], "rescheduled")
                self.assertNotEqual(done["text"], plain["text"])
                self.assertGreater(done["called"], 0)
                self.assertTrue(done["restored"])
                ours = any("+cdnasched-" in part for part in done["key"])
                self.assertEqual(ours, order != "replaced")
                self.assertTrue(all("other" in part for part in done["key"]))
                self.assertNotEqual(done["hash"], done["after"]["hash"])
                self.assertIsNone(done["after"]["record"])
                self.assertEqual(done["after"]["text"], plain["text"])


class Processes(Case):
    def check(self, found: list[Any]) -> None:
        self.assertEqual(len({json.dumps(one["text"]) for one in found}), 1)
        for one in found:
            self.assertEqual(one["record"]["action"], "rescheduled")

    def test_forked(self) -> None:
        import_and_fork = (
            "import cases, json, cdnasched.triton; cdnasched.triton.enable('opt');"
            "print(json.dumps(cases.children('matmul', 'fork')))"
        )
        done = self.python(["-c", import_and_fork])
        self.check(json.loads(done.stdout.splitlines()[-1]))

    @unittest.skipIf(sys.prefix == sys.base_prefix, "needs a virtual environment")
    def test_spawned_by_the_start_up_file(self) -> None:
        self.python(["-m", "cdnasched.triton", "install"])
        self.addCleanup(self.python, ["-m", "cdnasched.triton", "uninstall"])
        environment = {"CDNASCHED_TRITON": "opt", "CDNASCHED_TRITON_LOG": str(self.folder / "log")}
        self.check(self.case("children", "matmul", "spawn", env=environment))
        lines = [json.loads(line) for line in (self.folder / "log").read_text().splitlines()]
        # Two children with one cache: the second may find what the first has made.
        self.assertGreaterEqual(len({line["pid"] for line in lines}), 2)
        for line in lines:
            self.assertEqual(
                (line["kernel"], line["mode"], line["changed"]), ("matmul", "opt", True)
            )
        on = self.case("after_import", env=environment)
        self.assertEqual(on["mode"], "opt")
        self.assertFalse([module for module in on["before"] if module.startswith("triton")])
        off = self.case("after_import")
        self.assertEqual(off, {"before": [], "mode": None})
        status = self.python(["-m", "cdnasched.triton", "status"], environment).stdout
        self.assertIn("in effect: opt, by the start-up file", status)
        self.python(["-m", "cdnasched.triton", "uninstall"])
        self.assertIsNone(self.case("after_import", env=environment)["mode"])
        wrong = self.python(["-m", "cdnasched.triton", "status"]).stdout
        self.assertIn("in effect: nothing", wrong)


HANGS = "sleep 100"

#: Workers that fail, as shell scripts.
BAD_WORKERS = (
    "exit 1",
    "read line; exit 0",
    "read line; echo garbage",
    'read line; printf \'{"id": 0, "ok": \'',
    # The right number, but no text.
    'read -r line; id=$(printf %s "$line" | sed \'s/.*"id": *\\([0-9]*\\).*/\\1/\'); '
    'echo "{\\"id\\": $id, \\"ok\\": {\\"text\\": 1, \\"changed\\": true, \\"report\\": {}}}"',
    "read line; kill -SEGV $$",
    HANGS,
)


class Failures(Case):
    def left_alone(self, plain: Any, env: dict[str, str], cache: str) -> str:
        """With that environment a kernel is as Triton makes it, which is said once. Returns why."""
        done = self.case("compile_impatiently", "matmul", GPUS[0], env=env, cache=cache)
        self.assertEqual((done["text"], done["code"]), (plain["text"], plain["code"]))
        self.assertFalse(done["record"]["changed"])
        self.assertTrue(done["record"]["reason"])
        self.assertEqual(self.stderr.count("left as it is"), 1, self.stderr)
        return str(done["record"]["reason"])

    def test_a_worker_that_fails(self) -> None:
        plain = self.plain("matmul")
        for number, script in enumerate(BAD_WORKERS):
            with self.subTest(script):
                worker = self.folder / f"worker{number}"
                worker.write_text(f"#!/bin/sh\n{script}\n")
                worker.chmod(0o755)
                env = {"CDNASCHED_WORKER": str(worker)}
                reason = self.left_alone(plain, env, f"c{number}")
                self.assertEqual("in time" in reason, script == HANGS, reason)

    def test_no_library_and_no_worker(self) -> None:
        plain = self.plain("matmul")
        self.left_alone(plain, {"CDNASCHED_WORKER": "/nowhere/worker"}, "worker")
        broken = self.folder / "broken.so"
        broken.write_bytes(b"no library")
        self.left_alone(plain, {"CDNASCHED_LIBRARY": str(broken)}, "library")

    def test_a_text_that_is_none(self) -> None:
        for text in ("garbage", "", "\ts_nop 0\n", b"bytes"):
            metadata: dict[str, Any] = {"name": "k"}
            self.assertIs(
                _rewrite.rewrite(text, GPUS[0], metadata, _settings.Settings("fix")), text
            )
            self.assertFalse(metadata["cdnasched"]["changed"])

    @unittest.skipIf(sys.prefix == sys.base_prefix, "needs a virtual environment")
    def test_settings_that_are_not_understood(self) -> None:
        self.python(["-m", "cdnasched.triton", "install"])
        self.addCleanup(self.python, ["-m", "cdnasched.triton", "uninstall"])
        for environment in (
            {"CDNASCHED_TRITON": "fast"},
            {"CDNASCHED_TRITON": "opt", "CDNASCHED_TRITON_HAZARDS": "none"},
            {"CDNASCHED_TRITON": "opt", "CDNASCHED_TRITON_TIMEOUT": "soon"},
        ):
            self.assertIsNone(self.case("after_import", env=environment)["mode"])
            self.assertIn("kernels are left alone", self.stderr)


class StartUpFile(Case):
    def test_nothing_is_imported_before_triton(self) -> None:
        (self.folder / "_cdnasched_triton.py").write_bytes(
            Path(_rewrite.__file__).with_name("_startup.py").read_bytes()
        )
        show = (
            "import sys; print(sorted(m for m in sys.modules if 'cdnasched' in m or 'triton' in m))"
        )
        for mode in ("", "lint"):
            done = self.python(["-c", f"{LINE}{show}"], {"CDNASCHED_TRITON": mode})
            self.assertEqual(done.stdout, "['_cdnasched_triton']\n" if mode else "[]\n")
        # The package has gone, the file has not.
        gone = f"{LINE}sys.modules['cdnasched'] = None; import triton; print(triton.__name__)"
        done = self.python(["-c", f"import sys; {gone}"], {"CDNASCHED_TRITON": "lint"})
        self.assertEqual(done.stdout, "triton\n")
        self.assertIn("cdnasched: ModuleNotFoundError", done.stderr)
        self.assertIn("kernels are left alone", done.stderr)
        self.assertEqual(LINE.count("\n"), 1)


@unittest.skipIf(
    TRITON < (3, 9), "Triton 3.9 is the first release with a library to take the place of"
)
class CodeGenerator(Case):
    def environment(self, *arguments: str) -> dict[str, str]:
        """What ``env`` prints, as variables."""
        lines = self.python(["-m", "cdnasched.triton", "env", *arguments]).stdout.splitlines()
        words = [shlex.split(line) for line in lines]
        self.assertTrue(all(word[0] == "export" for word in words))
        return dict(word[1].split("=", 1) for word in words)

    def test_it_gives_the_same_text_as_the_hook(self) -> None:
        for gpu in GPUS:
            for name in ("matmul", "softmax"):
                hook = self.case("compile_kernel", name, gpu, "opt")
                log = str(self.folder / "log")
                env = self.environment("--mode", "opt") | {"CDNASCHED_TRITON_LOG": log}
                done = self.case("compile_kernel", name, gpu, env=env)
                self.assertEqual((done["text"], done["code"]), (hook["text"], hook["code"]))
                entry = json.loads(Path(log).read_text().splitlines()[-1])
                self.assertEqual((entry["route"], entry["mode"]), ("codegen", "opt"))

    def test_it_passes_on_and_names_what_it_does(self) -> None:
        plain = self.plain("matmul")
        hashes = set()
        for mode in ("lint", "fix", "opt"):
            done = self.case(
                "compile_kernel", "matmul", GPUS[0], env=self.environment("--mode", mode)
            )
            hashes.add(done["hash"])
            if mode == "lint":
                self.assertEqual((done["text"], done["code"]), (plain["text"], plain["code"]))
        options = self.environment("--mode", "opt", "--hazards", "exact")
        hashes.add(self.case("compile_kernel", "matmul", GPUS[0], env=options)["hash"])
        self.assertEqual(len(hashes | {plain["hash"]}), 5)
        off = self.environment()
        del off["CDNASCHED_TRITON"]
        self.assertEqual(self.case("compile_kernel", "matmul", GPUS[0], env=off), plain)

    def test_the_hook_leaves_it_to_the_library(self) -> None:
        log = str(self.folder / "log")
        env = self.environment() | {"CDNASCHED_TRITON_LOG": log}
        done = self.case("compile_kernel", "matmul", GPUS[0], "opt", env=env)
        self.assertEqual(done["record"]["route"], "codegen")
        self.assertEqual(
            done["text"], self.case("compile_kernel", "matmul", GPUS[0], "opt")["text"]
        )
        self.assertEqual(len(Path(log).read_text().splitlines()), 1)

    def test_a_worker_that_fails(self) -> None:
        plain = self.plain("matmul")
        for number, script in enumerate(BAD_WORKERS):
            with self.subTest(script):
                worker = self.folder / f"worker{number}"
                worker.write_text(f"#!/bin/sh\n{script}\n")
                worker.chmod(0o755)
                env = self.environment() | {
                    "CDNASCHED_WORKER": str(worker),
                    "CDNASCHED_TRITON_TIMEOUT": "2",
                }
                begin = time.monotonic()
                done = self.case("compile_kernel", "matmul", GPUS[0], env=env, cache=f"c{number}")
                self.assertEqual((done["text"], done["code"]), (plain["text"], plain["code"]))
                self.assertIn("kernels are left as they are", self.stderr)
                self.assertLess(time.monotonic() - begin, 60)

    def test_no_code_generator(self) -> None:
        env = self.environment() | {"CDNASCHED_TRITON_CODEGEN": "/nowhere/generator.so"}
        code = "import cases; cases.compiled('matmul')"
        with self.assertRaisesRegex(AssertionError, re.escape("CDNASCHED_TRITON_CODEGEN")):
            self.python(["-c", code], env)


if __name__ == "__main__":
    unittest.main()
