"""Many texts at a time, several texts of one kernel, and searches with several starts."""

import concurrent.futures
import contextlib
import io
import os
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any, Optional
from unittest import mock

import cdnasched
import inputs
from cdnasched import many
from cdnasched.worker import Worker

FAKE = [sys.executable, str(Path(__file__).with_name("fake_worker.py"))]


def _of_number(task: int, timeout: Optional[float]) -> dict[str, Any]:
    """A task of a process pool; below zero the process ends."""
    if task < 0:
        os._exit(1)
    return {"task": task}


class WithCache(unittest.TestCase):
    """A cache that begins empty."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.entries = Path(folder.name, "cache", "entries")
        variables = {"CDNASCHED_CACHE_DIR": str(self.entries.parent)}
        patch = mock.patch.dict(os.environ, variables)
        patch.start()
        self.addCleanup(patch.stop)
        # Workers have the variables of when they were started.
        many._of_thread.__dict__.clear()

    def count(self) -> int:
        return len(list(self.entries.iterdir())) if self.entries.is_dir() else 0


class Many(WithCache):
    """opt_many."""

    TEXTS = (inputs.GOOD, "garbage", inputs.TWO)

    def test_results_are_in_order_whoever_works(self) -> None:
        expected = [cdnasched.opt(inputs.GOOD), None, cdnasched.opt(inputs.TWO)]
        with concurrent.futures.ProcessPoolExecutor(2) as processes:
            for executor in (None, processes):
                results = cdnasched.opt_many(self.TEXTS, executor=executor)
                self.assertEqual([results[0], results[2]], [expected[0], expected[2]])
                self.assertIsInstance(results[1], cdnasched.BadInput)
        self.assertEqual(cdnasched.opt_many([]), [])
        # Errors are not kept.
        self.assertEqual(self.count(), 2)

    def test_a_second_run_comes_from_the_cache(self) -> None:
        request = many._request("opt", True, text=inputs.GOOD)
        first = many._ask(request, None)
        second = many._ask(request, None)
        self.assertEqual(second.pop("cached"), True)
        self.assertEqual(first, second)
        # Other options, another library and no wish for it are other questions.
        for other in ({"overlap": "off"}, {"effort": "fast"}):
            self.assertNotIn("cached", many._ask({**request, **other}, None))
        with mock.patch.object(many._library, "library_digest", lambda: "other"):
            self.assertNotIn("cached", many._ask(request, None))
        del request["cache"]
        self.assertNotIn("cached", many._ask(request, None))
        # What is damaged is made anew.
        for entry in self.entries.iterdir():
            entry.write_bytes(entry.read_bytes()[:-1] + b"?")
        request["cache"] = ""
        self.assertEqual(many._ask(request, None), first)

    def test_a_cache_that_cannot_be_had_is_none(self) -> None:
        self.entries.parent.parent.joinpath("cache").write_text("a file")
        results = cdnasched.opt_many([inputs.GOOD] * 2)
        self.assertEqual(results, [cdnasched.opt(inputs.GOOD)] * 2)

    def test_a_dead_worker_costs_one(self) -> None:
        worker = Worker(FAKE)
        self.addCleanup(worker.close)
        with mock.patch.object(many, "_worker", lambda: worker):
            tasks = [{"op": "echo", "text": "a"}, {"op": "die"}, {"op": "echo", "text": "b"}]
            results = many.run(many._ask, tasks, dict, jobs=1)
        self.assertIsInstance(results[1], cdnasched.WorkerDied)
        for result in (results[0], results[2]):
            self.assertIsInstance(result, dict)

    def test_what_the_executor_loses_is_an_error_each(self) -> None:
        with concurrent.futures.ProcessPoolExecutor(1) as processes:
            results = many.run(_of_number, [1, -1], dict, processes)
        self.assertIsInstance(results[1], cdnasched.WorkerDied)
        self.assertIn("BrokenProcessPool", str(results[1]))

    def test_an_executor_that_takes_nothing_is_an_error_each(self) -> None:
        threads = concurrent.futures.ThreadPoolExecutor(1)
        threads.shutdown()
        results = cdnasched.opt_many([inputs.GOOD] * 2, executor=threads)
        self.assertEqual([type(result) for result in results], [cdnasched.WorkerDied] * 2)

    def test_progress_is_shown(self) -> None:
        shown = io.StringIO()
        with contextlib.redirect_stderr(shown), mock.patch.dict(sys.modules, {"tqdm.auto": None}):
            cdnasched.opt_many([inputs.GOOD] * 3, progress=True)
        self.assertTrue(shown.getvalue().endswith("3 of 3 kernels\n"), shown.getvalue())


class Pick(WithCache):
    """pick and pick_many."""

    SLOW = inputs.GOOD.replace("\ts_endpgm", "\tv_exp_f32_e32 v7, v7\n" * 200 + "\ts_endpgm")

    def test_the_fastest_text_is_taken(self) -> None:
        picked = cdnasched.pick({"slow": self.SLOW, "fast": inputs.GOOD})
        self.assertEqual((picked.name, picked.at), ("fast", 1))
        self.assertEqual(picked.text, cdnasched.opt(inputs.GOOD).text)
        slow, fast = picked.kernels["k"]
        self.assertEqual((slow.lost, fast.lost), ("beaten", None))
        assert slow.clocks is not None and fast.clocks is not None
        self.assertLess(fast.clocks, slow.clocks)
        same = cdnasched.pick({"one": inputs.GOOD, "other": inputs.GOOD})
        self.assertEqual((same.name, same.kernels["k"][1].lost), ("one", "same code: one"))
        kept = [cdnasched.pick({"a": self.SLOW, "b": inputs.GOOD}, cache=True) for _ in range(2)]
        self.assertEqual(kept[0], kept[1])
        self.assertEqual(self.count(), 1)

    def test_many_are_picked(self) -> None:
        kernels = [
            {"a": self.SLOW, "b": inputs.GOOD},
            {},
            {"a": inputs.GOOD, "b": self.SLOW},
        ]
        first, none, last = cdnasched.pick_many(kernels)
        assert isinstance(first, cdnasched.Picked) and isinstance(last, cdnasched.Picked)
        self.assertEqual((first.name, last.name), ("b", "a"))
        self.assertIsInstance(none, cdnasched.BadRequest)
        self.assertEqual(self.count(), 2)


class Search(unittest.TestCase):
    """search."""

    def test_what_is_found_depends_on_the_arguments_alone(self) -> None:
        arguments: dict[str, Any] = {"kernel": "other", "steps": 40, "starts": 3}
        one = cdnasched.search(inputs.TWO, jobs=1, **arguments)
        self.assertEqual(one, cdnasched.search(inputs.TWO, jobs=3, **arguments))
        with concurrent.futures.ProcessPoolExecutor(2) as processes:
            self.assertEqual(one, cdnasched.search(inputs.TWO, executor=processes, **arguments))
        self.assertEqual((one.kernel, len(one.starts)), ("other", 3))
        with cdnasched.open(inputs.TWO) as kernels:
            kernel = kernels["other"]
            own, best = (
                kernel.judge(orders, detail="placed") for orders in (kernel.search(), one.orders)
            )
        added = min(start for start in one.starts if start is not None)
        self.assertEqual(added.own_waves, best.added(waves="own_waves"))
        self.assertEqual(added.one_wave, best.added())
        for start in one.starts:
            assert start is not None
            self.assertLessEqual(start.own_waves, own.added(waves="own_waves"))
        self.assertFalse(cdnasched.lint(one.optimised.text))

    def test_errors_are_raised(self) -> None:
        with self.assertRaises(KeyError):
            cdnasched.search(inputs.TWO, kernel="none", starts=2)
        with self.assertRaises(cdnasched.WorkerTimeout):
            cdnasched.search(inputs.TWO, kernel="k", starts=2, steps=10**9, timeout=0.5)
        with self.assertRaises(cdnasched.BadInput):
            cdnasched.search("garbage", starts=2)
        with self.assertRaisesRegex(ValueError, "starts is 0"):
            cdnasched.search(inputs.GOOD, starts=0)


if __name__ == "__main__":
    unittest.main()
