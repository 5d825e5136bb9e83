"""Orders from outside."""

import math
import subprocess
import sys
import unittest
from pathlib import Path

from inputs import GOOD, TWO

import cdnasched
from cdnasched.orders import Kernel

ROOT = Path(__file__).resolve().parents[2]

FLAT = (
    'cdna-flat 1\nfunction "t"\ngpu gfx942\n'
    "block 0 frequency=64 depth=1 loop=0 successors=0,1\n"
    "  DS_READ_B32_gfx9 def v10, v0, #0, #0 | load | read space=3 bytes=4\n"
    "  V_ADD_F32_e32 def v11, v10, v10\n"
    + "".join(f"  V_ADD_F32_e32 def v{20 + n}, v2, v3\n" for n in range(12))
    + "  S_CBRANCH_SCC1 bb.0, imp scc | term branch boundary\n"
    "block 1 frequency=1 depth=0\n  S_ENDPGM #0 | return term noreturn boundary\n\n"
    "edge 0 1 true 1\n"
)
"""A function as -cdna-sched-save writes it."""


class OrderTests(unittest.TestCase):
    def setUp(self) -> None:
        self.kernels = cdnasched.open(GOOD)
        self.addCleanup(self.kernels.close)
        self.kernel = self.kernels.only()

    def test_the_graph_says_what_there_is(self) -> None:
        graph = self.kernel.graph
        self.assertEqual((graph.function, graph.processor), ("k", "gfx942"))
        self.assertEqual(graph.models[0], "measured")
        [region] = graph.hottest()
        self.assertEqual((region.index, len(region.nodes), region.pinned), (0, 6, False))
        self.assertTrue(graph.traces[region.trace].is_loop)
        load = region.nodes[2]
        self.assertEqual((load.lines, load.writes, load.loads), ((10,), ("v1",), True))
        needs = {(d.first, d.later): (d.kind, d.latency) for d in region.dependences}
        self.assertEqual(needs[0, 1][0], "true")
        self.assertGreater(needs[2, 3][1], 500)
        self.assertEqual(self.kernel.regions, len(graph.regions))

    def test_a_move_that_hides_a_load_saves_time(self) -> None:
        for detail in ("expected", "placed", "checked"):
            judgement = self.kernel.judge(moves=[(0, 2, 0)], detail=detail)
            self.assertTrue(judgement.legal, judgement)
            self.assertLess(judgement.added(), 0)
            self.assertEqual(judgement.orders, {0: [2, 0, 1, 3, 4, 5]})
            [trace] = judgement.traces
            saved = trace.clocks["measured"].one_wave - trace.clocks_before["measured"].one_wave
            self.assertEqual(judgement.added(), saved * trace.frequency)
            self.assertEqual(judgement.waits, None if detail == "expected" else 1)
            same = self.kernel.judge(judgement.orders, detail=detail)
            self.assertEqual(same.added(), judgement.added())
            self.assertEqual(same.added("llvm"), judgement.added("llvm"))
        self.assertIn("loop 1", str(judgement))
        self.assertIn("legal=True, added=-", repr(judgement))
        self.assertIn("<table>", judgement._repr_html_())

    def test_own_waves_are_timed_where_waits_are_placed(self) -> None:
        placed = self.kernel.judge(moves=[(0, 2, 0)], detail="placed")
        self.assertLess(placed.added(waves="own_waves"), 0)

    def test_nothing_changed_adds_nothing(self) -> None:
        self.assertEqual(self.kernel.judge().added(), 0)
        self.assertEqual(self.kernel.judge({0: list(range(6))}).added(), 0)
        self.assertEqual(self.kernel.judge(moves=[(0, 5, None)]).added(), 0)

    def test_a_broken_dependence_is_named(self) -> None:
        judgement = self.kernel.judge({0: [1, 0, 2, 3, 4, 5]})
        self.assertFalse(judgement.legal)
        self.assertEqual(judgement.added(), math.inf)
        [broken] = judgement.broken
        self.assertEqual((broken.first, broken.later, broken.kind), (0, 1, "true"))
        self.assertIn("reads v5, which the first writes", str(judgement))
        self.assertIn("not legal", judgement._repr_html_())

    def test_what_is_no_order_is_refused(self) -> None:
        wrong = [{0: [0, 0, 1, 2, 3, 4]}, {0: [0]}, {7: [0]}, {0: [1, 2, 3, 4, 5, 6]}]
        for orders in wrong:
            with self.assertRaises(cdnasched.BadRequest):
                self.kernel.judge(orders)
        with self.assertRaisesRegex(cdnasched.BadRequest, "expected, placed, checked"):
            self.kernel.judge(detail="much")
        with self.assertRaises(cdnasched.BadRequest):
            self.kernel.judge(moves=[(0, 9, 0)])

    def test_our_own_search_gives_the_order_that_it_would_apply(self) -> None:
        found = self.kernel.search()
        judgement = self.kernel.judge(found, detail="checked")
        self.assertTrue(judgement.legal)
        self.assertLess(judgement.added(), 0)
        as_it_is = cdnasched.opt(GOOD, rename="off", coalesce="off", overlap="off")
        self.assertEqual(self.kernel.apply(found).text, as_it_is.text)

    def test_an_order_is_applied_to_the_text(self) -> None:
        done = self.kernel.apply({0: [2, 0, 1, 4, 5, 3]})
        [function] = done.functions
        self.assertIsNone(function.kept)
        self.assertIn(
            ".LBB0_1:\n\tglobal_load_dword v1, v0, s[0:1]\n\tv_mul_f32_e32 v5, v0, v0\n", done.text
        )
        # The wait is where the value is needed now.
        self.assertIn("\ts_waitcnt vmcnt(0)\n\tv_add_f32_e32 v2, v1, v1\n\ts_cbranch", done.text)
        self.assertFalse(cdnasched.lint(done.text))

    def test_an_order_against_a_dependence_is_never_applied(self) -> None:
        done = self.kernel.apply({0: [1, 0, 2, 3, 4, 5]})
        self.assertEqual(done.text, GOOD)
        self.assertIn("node 1", done.functions[0].kept or "")

    def test_an_order_file_names_the_function_as_it_is(self) -> None:
        file = self.kernel.order_file({0: [2, 0, 1, 3, 4, 5]})
        [function] = file["functions"]
        self.assertEqual(function["fingerprint"], self.kernel.graph.fingerprint)
        self.assertEqual(function["regions"], {"0": [2, 0, 1, 3, 4, 5]})

    def test_several_kernels_are_told_apart(self) -> None:
        with cdnasched.open(TWO) as kernels:
            self.assertEqual(list(kernels), ["k", "other"])
            with self.assertRaisesRegex(ValueError, "k, other"):
                kernels.only()
            done = kernels["other"].apply({0: [2, 0, 1, 3, 4, 5]})
            self.assertEqual([f.kept is None for f in done.functions], [False, True])
            with self.assertRaises(KeyError):
                kernels["missing"]
        with self.assertRaisesRegex(cdnasched.BadRequest, "no session"):
            kernels["k"].judge()

    def test_a_saved_function_is_opened(self) -> None:
        with cdnasched.open_flat(FLAT) as kernels:
            kernel = kernels.only()
            late = {0: [0, *range(2, 14), 1]}
            self.assertLess(kernel.judge(late).added(), 0)
            with self.assertRaisesRegex(cdnasched.Refused, "has no text"):
                kernel.apply(late)
            self.assertEqual(kernel.order_file(late)["functions"][0]["function"], "t")

    def test_a_worker_judges_alike_and_forgets_when_it_dies(self) -> None:
        def figures(kernel: Kernel) -> list[float]:
            orders = [{0: [2, 0, 1, 3, 4, 5]}, {0: [0, 2, 1, 3, 4, 5]}, {0: [1, 0, 2, 3, 4, 5]}]
            return [kernel.judge(order, detail="placed").added() for order in orders]

        with cdnasched.Worker() as worker:
            kernel = cdnasched.open(GOOD, service=worker).only()
            self.assertEqual(figures(kernel), figures(self.kernel))
            worker.close()
            with self.assertRaisesRegex(cdnasched.BadRequest, "no session"):
                kernel.judge()

    def test_what_went_wrong_first_is_shown(self) -> None:
        with cdnasched.Worker() as worker:
            for wrong in (RuntimeError, KeyError):
                with self.assertRaises(wrong), cdnasched.open(GOOD, service=worker):
                    worker.close()
                    raise wrong
            with self.assertRaises(cdnasched.BadRequest), cdnasched.open(GOOD, service=worker):
                worker.close()


class ExampleTests(unittest.TestCase):
    def search(self, *options: str) -> str:
        file = str(ROOT / "examples" / "search.s")
        done = subprocess.run(
            [sys.executable, str(ROOT / "examples" / "search.py"), file, *options],
            capture_output=True,
            text=True,
        )
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_the_example_is_without_findings(self) -> None:
        text = (ROOT / "examples" / "search.s").read_text()
        self.assertFalse(cdnasched.lint(text, hazards="safe"))

    def test_the_example_finds_the_same_each_time_and_something_better(self) -> None:
        shown = [self.search("--steps=500", "--seed=3").splitlines() for _ in range(2)]
        one, other = ([line for line in lines if "a second" not in line] for lines in shown)
        self.assertEqual(one, other)
        percent = float(shown[0][9].split(": ")[1].split(" ")[0])
        self.assertLess(percent, -1.0)
        self.assertTrue(any(line.startswith("cdnasched's search") for line in one))


if __name__ == "__main__":
    unittest.main()
