"""Verdicts, and results that are wrong."""

import unittest

from support import ELEMENTS, OFFSETS, KitTest

from cdnakit import main, run, verdict


class Verdicts(KitTest):
    def test_confirmed(self) -> None:
        self.add(ratio=0.87)
        self.measured(ours=0.88)
        ran = self.run_kit()
        self.assertEqual(ran.code, 0, ran.err)
        self.assertEqual(ran.kernel()["verdict"], verdict.CONFIRMED)
        for launch, by, median in (("one", "waves", 880), ("full", "events", 880000)):
            claim = ran.claim(launch)
            self.assertEqual((claim["by"], claim["modelled"], claim["rounds"]), (by, 0.87, run.MAX_ROUNDS))
            self.assertAlmostEqual(claim["measured"]["mid"], 0.88, places=5)
            self.assertAlmostEqual(claim["medians"]["ours"], median, delta=1)
            self.assertEqual(claim["control"], {"low": 1.0, "mid": 1.0, "high": 1.0})
        self.assertIn("1 CONFIRMED", ran.out)
        self.assertNotIn("across a boundary", ran.out)
        self.assertRegex(
            ran.out, r"full grid: geometric mean of ours/LLVM 0\.880 measured, 0\.870 modelled \(1 kernels\)"
        )

    def test_refuted(self) -> None:
        self.add(ratio=0.87)
        self.measured(ours=0.96)
        ran = self.run_kit()
        self.assertEqual((ran.code, ran.kernel()["verdict"]), (0, verdict.REFUTED))
        self.assertIn("less than half of the modelled gain is there", ran.out)
        self.assertIn("add: 3 of LLVM's and 9 of our instructions in the hot loop lie across a boundary", ran.out)
        self.assertEqual(ran.kernel()["straddling"], {"llvm": 3, "ours": 9})

    def test_refuted_where_one_launch_is(self) -> None:
        self.add(ratio=0.87)
        self.script += ["clocks add.ours 1 1100", "time add.ours 8 0.87", "clocks add.ours 8 870"]
        ran = self.run_kit()
        self.assertEqual(
            [ran.claim(launch)["verdict"] for launch in ("one", "full")], [verdict.REFUTED, verdict.CONFIRMED]
        )
        self.assertEqual(ran.kernel()["verdict"], verdict.REFUTED)

    def test_undecided_for_a_wide_interval(self) -> None:
        self.add(ratio=0.87)
        self.script += ["clocks add.ours 1 700 1100", "time add.ours 8 0.7 1.1 0.7 0.7 1.1 1.1 1.1 0.7"]
        ran = self.run_kit()
        self.assertEqual(ran.claim("one")["verdict"], verdict.UNDECIDED)

    def test_noisy_machine(self) -> None:
        self.add(ratio=0.87)
        self.measured(ours=0.88, control=1.04)
        ran = self.run_kit()
        self.assertEqual((ran.code, ran.kernel()["verdict"]), (0, verdict.UNDECIDED))
        self.assertIn("too noisy: LLVM's code against itself measured 1.0400 to 1.0400", ran.out)

    def test_host_bound_events_give_way_to_the_waves(self) -> None:
        self.add(ratio=0.87)
        self.script += ["time * 8 0.00001", "clocks add.llvm 8 1000", "clocks add.ours 8 870"]
        ran = self.run_kit()
        self.assertEqual((ran.claim()["by"], ran.claim()["verdict"]), ("waves", verdict.CONFIRMED))

    def test_host_bound_events_of_one_variant_are_enough(self) -> None:
        self.add(ratio=0.87)
        self.measured(ours=0.87)
        self.script.insert(2, "time add.ours 8 0.00001")
        ran = self.run_kit()
        self.assertEqual((ran.claim()["by"], ran.claim()["verdict"]), ("waves", verdict.CONFIRMED))
        events = next(s for s in ran.kernel()["samples"] if s["by"] == "events")
        self.assertGreater(events["host_share"], run.HOST_BOUND)

    def test_host_bound_events_alone_decide_nothing(self) -> None:
        entry = self.add(ratio=0.87)
        entry["arguments"][3] = {"name": "timing", "offset": OFFSETS["timing"], "value": {"type": "i64", "value": 0}}
        self.script += ["time * 8 0.00001"]
        ran = self.run_kit()
        self.assertEqual((ran.claim()["by"], ran.claim()["verdict"]), ("events", verdict.UNDECIDED))
        self.assertIn("the event timer measured the host", ran.claim()["why"])

    def test_host_bound_events_and_broken_clocks_decide_nothing(self) -> None:
        self.add(ratio=0.87)
        self.script += ["time * 8 0.00001", "clocks add.llvm 8 1000", "clocks add.ours 8 1100", "short add.llvm"]
        ran = self.run_kit()
        self.assertEqual(ran.claim()["verdict"], verdict.UNDECIDED)
        self.assertIn("waves wrote their clocks", ran.claim()["why"])

    def test_clocks_that_break_later_decide_nothing(self) -> None:
        self.add(ratio=0.87)
        self.measured(ours=0.87)
        self.script.insert(2, "clocks add.ours 1 " + "870 " * 40 + "0")
        ran = self.run_kit()
        self.assertGreater(ran.claim("one")["rounds"], verdict.MIN_ROUNDS)
        self.assertEqual(ran.claim("one")["verdict"], verdict.UNDECIDED)
        self.assertIn("a wave's end is not after its begin", ran.claim("one")["why"])

    def test_waves_that_do_not_write(self) -> None:
        self.add(ratio=0.87)
        self.measured(ours=0.87)
        self.script.append("short add.ours")
        ran = self.run_kit()
        self.assertEqual(ran.claim("one")["verdict"], verdict.UNDECIDED)
        self.assertIn("3 of 4 waves wrote their clocks", ran.claim("one")["why"])
        self.assertEqual(ran.claim("full")["verdict"], verdict.CONFIRMED)

    def test_kernels_apart_in_the_summary(self) -> None:
        for name, ratio, ours in (("a", 0.8, 0.8), ("b", 0.5, 0.45), ("c", 0.9, 1.02)):
            self.add(name, ratio=ratio)
            self.measured(ours=ours, name=name)
        ran = self.run_kit()
        assert ran.report is not None
        self.assertEqual(ran.report["summary"]["verdicts"], {"REFUTED": 1, "CONFIRMED": 2})
        self.assertEqual([k["name"] for k in ran.report["kernels"]], ["c", "a", "b"])
        self.assertAlmostEqual(ran.report["summary"]["full"]["measured"], (0.8 * 0.45 * 1.02) ** (1 / 3), places=3)
        self.assertAlmostEqual(ran.report["summary"]["full"]["modelled"], (0.8 * 0.5 * 0.9) ** (1 / 3), places=3)

    def test_a_larger_gain_is_told(self) -> None:
        self.add(ratio=0.87)
        self.measured(ours=0.6)
        self.assertIn("add: full: the gain is there, and larger than modelled", self.run_kit().out)


class Results(KitTest):
    def wrong(self, *script: str) -> str:
        self.add("good")
        self.add("add")
        self.measured(ours=0.87)
        self.script += script
        ran = self.run_kit()
        self.assertEqual(ran.code, main.EXIT_WRONG_RESULTS)
        assert ran.report is not None
        self.assertEqual(ran.report["kernels"][0]["name"], "add")
        self.assertEqual((ran.kernel()["verdict"], ran.kernel()["claims"]), (verdict.WRONG_RESULTS, []))
        self.assertNotEqual(ran.kernel("good")["verdict"], verdict.WRONG_RESULTS)
        self.assertIn(verdict.WRONG_RESULTS, ran.out)
        return "\n".join(p for check in ran.kernel()["checks"] for p in check["problems"])

    def test_variants_differ(self) -> None:
        text = self.wrong("write add.ours %d %d ff" % (OFFSETS["c"], 4 * 5 + 1))
        self.assertIn("full: c[5] differs: LLVM's code gives 105 (0x00000069), ours 65385 (0x0000ff69)", text)
        self.assertIn("c from our code is not the reference's", text)
        self.assertNotIn("c from LLVM's code", text)

    def test_both_differ_from_the_reference(self) -> None:
        text = self.wrong("write add.llvm %d 0 01" % OFFSETS["c"], "write add.ours %d 0 01" % OFFSETS["c"])
        self.assertNotIn("differs", text)
        for whose in ("LLVM's", "our"):
            self.assertIn(f"c from {whose} code is not the reference's", text)

    def test_guard_after(self) -> None:
        text = self.wrong("write add.ours %d %d 00" % (OFFSETS["c"], 4 * ELEMENTS + 3))
        self.assertEqual(text.splitlines()[0], "one: our code wrote after buffer c, at byte 259 of 256")

    def test_guard_before(self) -> None:
        self.assertIn(
            "LLVM's code wrote before buffer c, at byte -4 of 256", self.wrong("write add.llvm %d -4 00" % OFFSETS["c"])
        )

    def test_guard_of_an_input(self) -> None:
        self.assertIn("our code wrote after buffer a", self.wrong("write add.ours %d 256 00" % OFFSETS["a"]))

    def test_nothing_written(self) -> None:
        self.add(right=False)
        self.assertEqual(self.run_kit().code, main.EXIT_WRONG_RESULTS)

    def test_what_the_first_variant_left_does_not_help_the_second(self) -> None:
        self.add(right=False)
        self.script.append("file add.llvm %d 0 %s" % (OFFSETS["c"], self.result))
        ran = self.run_kit("--no-timing")
        self.assertEqual(ran.kernel()["verdict"], verdict.WRONG_RESULTS)
        self.assertIn("c from our code is not the reference's", ran.out)

    def test_results_are_compared_again_after_the_timing(self) -> None:
        self.add()
        self.measured(ours=0.87)
        self.script.append("late add.ours %d 0 ff 100" % OFFSETS["c"])
        ran = self.run_kit()
        self.assertEqual((ran.code, ran.kernel()["verdict"]), (main.EXIT_WRONG_RESULTS, verdict.WRONG_RESULTS))
        self.assertEqual([bool(check["problems"]) for check in ran.kernel()["checks"]], [False, False, True, True])

    def test_without_a_reference_the_variants_are_still_compared(self) -> None:
        entry = self.add()
        entry["reference"], entry["why_no_reference"] = None, "sums in an order that is not fixed"
        ran = self.run_kit("--no-timing")
        self.assertEqual((ran.code, ran.kernel()["checks"][0]["reference"]), (0, "sums in an order that is not fixed"))
        self.script.append("write add.ours %d 0 ff" % OFFSETS["c"])
        self.assertEqual(self.run_kit("--no-timing").code, main.EXIT_WRONG_RESULTS)

    def test_without_timing_nothing_is_timed(self) -> None:
        self.add()
        ran = self.run_kit("--no-timing")
        self.assertEqual(ran.code, 0)
        self.assertEqual(
            [(launch[0], launch[2]) for launch in ran.launches()],
            [(v, g) for g in ("1,1,1", "8,1,1") for v in ("add.llvm#1", "add.ours#1")],
        )
        self.assertEqual((ran.kernel()["samples"], ran.kernel()["verdict"]), ([], verdict.RESULTS_RIGHT))


if __name__ == "__main__":
    unittest.main()
