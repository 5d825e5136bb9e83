"""The command against the stand-in: what it measures, in which order, and what it says."""

import getpass
import hashlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import types
import unittest
from typing import Any
from unittest import mock

from support import ELEMENTS, FILL, KIT, MEASURE, OFFSETS, KitTest, Ran, library

from cdnakit import main, memory, plan, run, values, verdict
from cdnakit.device import Unusable
from cdnakit.hip import Launch, Timeout
from cdnakit.manifest import Argument


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


class Launches(KitTest):
    def test_arguments_grid_block_lds(self) -> None:
        self.add()
        ran = self.run_kit("--no-timing")
        for _tag, symbol, _grid, block, lds, arguments in ran.launches():
            self.assertEqual((symbol, block, lds), ("add_kernel", "256,1,1", "512"))
            data = bytes.fromhex(arguments)
            self.assertEqual(len(data), 32)
            self.assertEqual(data[16:20], b"\xfe\xff\xff\xff")
            self.assertEqual(data[20:], bytes(12))
            pointers = [int.from_bytes(data[at : at + 8], "little") for at in (0, 8)]
            self.assertTrue(all(pointers) and abs(pointers[0] - pointers[1]) >= ELEMENTS * 4 + 2 * memory.GUARD)

    def test_a_launch_may_have_its_own_arguments(self) -> None:
        entry = self.add()
        own = [dict(a) for a in entry["arguments"]]
        own[2] = {"name": "n", "offset": 16, "value": {"type": "i32", "value": 9}}
        entry["launches"]["full"]["arguments"] = own
        ran = self.run_kit("--no-timing")
        self.assertEqual(
            [(launch[2][0], bytes.fromhex(launch[5])[16]) for launch in ran.launches()],
            [("1", 0xFE)] * 2 + [("8", 9)] * 2,
        )

    def timed(self) -> tuple[list[list[str]], Ran]:
        self.add()
        self.measured(ours=0.87)
        ran = self.run_kit()
        self.assertEqual(ran.code, 0, ran.err)
        return ran.launches(), ran

    def test_waves_clocks_only_where_they_are_timed(self) -> None:
        launches, _ = self.timed()
        pointers = [bytes.fromhex(launch[5])[24:] != bytes(8) for launch in launches]
        self.assertEqual(sum(pointers), 2 * 3 * run.MAX_ROUNDS)

    def test_rounds_are_interleaved_and_shuffled(self) -> None:
        launches, _ = self.timed()
        tags = {"add.llvm#1": "L", "add.ours#1": "O", "add.llvm#2": "C"}
        timed = [
            tags[launch[0]] for launch in launches if launch[2] == "1,1,1" and bytes.fromhex(launch[5])[24:] != bytes(8)
        ]
        rounds = ["".join(timed[i : i + 3]) for i in range(0, len(timed), 3)]
        self.assertEqual({"".join(sorted(r)) for r in rounds}, {"CLO"})
        self.assertEqual(len(set(rounds)), 6)

    def test_the_gpu_is_kept_busy_before_a_launch_by_the_waves(self) -> None:
        launches, ran = self.timed()
        at = [i for i, launch in enumerate(launches) if bytes.fromhex(launch[5])[24:] != bytes(8)]
        self.assertEqual(len(at), 2 * 3 * run.MAX_ROUNDS)
        for i in at:
            # Batches are of two launches of 1 ms, and half a batch is one.
            before, timed = launches[i - 1], launches[i]
            self.assertEqual((before[0], before[2]), (timed[0], "8,1,1"))
            self.assertEqual(bytes.fromhex(before[5])[24:], bytes(8))
            self.assertNotEqual(before[5][:32], timed[5][:32])
        samples = ran.kernel()["samples"]
        self.assertEqual(["mhz_at_least" in s for s in samples], [True, True, False])
        # 1000 clocks in a millisecond.
        self.assertEqual(samples[1]["mhz_at_least"], 1)
        self.assertRegex(ran.out, r"shader clock while .*: at least \d+ of 2100 MHz")

    def test_warm_up_takes_its_least_time_where_it_may(self) -> None:
        self.add()
        self.measured(ours=0.87)
        for minutes, least, most in (("0.5", 0.3, 0.9), ("0.01", 0.0, 0.2)):
            ran = self.run_kit("--minutes", minutes, "--warm-up", "0.3")
            self.assertGreaterEqual(ran.kernel()["seconds"][plan.WARM_UP], least)
            self.assertLess(ran.kernel()["seconds"][plan.WARM_UP], most)

    def test_launches_on_other_copies(self) -> None:
        launches = [Launch((), ()) for _ in range(4)]
        chosen = [launches.index(launch) for launch in run.others(launches, 2, 5)]
        self.assertEqual(chosen, [3, 0, 1, 3, 0])
        self.assertEqual(run.others(launches[:1], 0, 5), [])

    def test_samples_belong_to_their_slots(self) -> None:
        _, ran = self.timed()
        samples = ran.kernel()["samples"][0]
        self.assertEqual([set(samples[slot]) for slot in ("llvm", "ours", "control")], [{1000}, {870}, {1000}])

    def test_every_variant_meets_every_copy_of_the_buffers(self) -> None:
        launches, _ = self.timed()
        met: dict[str, list[str]] = {}
        for launch in launches:
            if launch[2] == "1,1,1" and bytes.fromhex(launch[5])[24:] != bytes(8):
                met.setdefault(launch[0], []).append(launch[5][:32])
        self.assertEqual({len(set(copies)) for copies in met.values()}, {8})
        for copies in met.values():
            counts = [copies.count(copy) for copy in set(copies)]
            self.assertLess(max(counts) - min(counts), 12)
        order = [
            launch[5][:32] for launch in launches if launch[2] == "1,1,1" and bytes.fromhex(launch[5])[24:] != bytes(8)
        ]
        self.assertTrue(all(order[i] != order[i + 1] for i in range(len(order) - 1)))

    def test_number_of_copies(self) -> None:
        def count(elements: int, memory_bytes: int = 64 << 30) -> int:
            return memory.copies([Argument("a", 0, "in", "i8", elements, FILL)], memory_bytes)

        self.assertEqual([count(size) for size in (100, 10 << 20, 16 << 20, 40 << 20, 1 << 30)], [8, 7, 4, 2, 2])

    def test_the_seed_decides_the_order(self) -> None:
        self.add()
        orders = [[launch[0] for launch in self.run_kit("--seed", seed).launches()] for seed in ("1", "1", "2")]
        self.assertEqual(orders[0], orders[1])
        self.assertNotEqual(orders[0], orders[2])

    def test_inputs_reach_the_device(self) -> None:
        entry = self.add(right=False)
        entry["arguments"][1]["role"] = "inout"
        entry["arguments"][1]["buffer"]["fill"] = FILL
        data = values.make("i32", ELEMENTS, FILL)
        for launch in ("one", "full"):
            entry["reference"][launch]["c"] = {"sha256": hashlib.sha256(data).hexdigest(), "bytes": len(data)}
        self.assertEqual(self.run_kit("--no-timing").code, 0)


class Refusals(KitTest):
    def test_another_gpu(self) -> None:
        self.add()
        self.script[0] = "device gfx1100 96 Radeon RX 7900 XTX"
        ran = self.run_kit()
        self.assertEqual(ran.code, main.EXIT_NO_DEVICE)
        for text in ("gfx90a (MI210, MI250, MI250X)", "gfx942", "gfx950", "0: Radeon RX 7900 XTX (gfx1100)"):
            self.assertIn(text, ran.err)
        self.assertEqual(ran.launches(), [])
        self.assertIsNone(ran.report)

    def test_the_first_supported_gpu_is_chosen(self) -> None:
        self.add()
        self.script.insert(0, "device gfx1100 96 Radeon")
        ran = self.run_kit("--no-timing")
        assert ran.report is not None
        self.assertEqual((ran.code, ran.report["device"]["index"]), (0, 1))
        self.assertIn("use 1", ran.log)
        self.assertEqual(self.run_kit("--device", "0").code, main.EXIT_NO_DEVICE)
        self.assertIn("there is no device 2", self.run_kit("--device", "2").err)

    def test_no_gpu(self) -> None:
        self.add()
        del self.script[0]
        ran = self.run_kit()
        self.assertEqual(ran.code, main.EXIT_NO_DEVICE)
        self.assertIn("no GPU is visible", ran.err)

    def test_runtime_that_does_not_start(self) -> None:
        self.add()
        self.script.append("error hipInit 1 3")
        ran = self.run_kit()
        self.assertEqual(ran.code, main.EXIT_NO_DEVICE)
        self.assertIn("/dev/kfd", ran.err)

    def test_architecture_of_no_known_form(self) -> None:
        self.add()
        self.script[0] = "device sm_90 132 H100"
        ran = self.run_kit()
        self.assertEqual(ran.code, main.EXIT_NO_DEVICE)
        self.assertIn("names no architecture", ran.err)

    def test_older_runtime(self) -> None:
        self.add()
        self.measured(ours=0.87)
        ran = self.run_process(environment={"CDNAKIT_HIP": library("-DOLD")})
        assert ran.report is not None
        self.assertEqual((ran.code, ran.kernel()["verdict"]), (0, verdict.CONFIRMED))
        self.assertEqual((ran.report["device"]["arch"], ran.report["device"]["cu_count"]), ("gfx942", None))

    def test_library_that_is_not_the_runtime(self) -> None:
        self.add()
        ran = self.run_process(environment={"CDNAKIT_HIP": library("-DINCOMPLETE")})
        self.assertEqual(ran.code, main.EXIT_NO_DEVICE)
        self.assertIn("libamdhip64 has no hipEventQuery", ran.err)

    def test_missing_library(self) -> None:
        self.add()
        ran = self.run_process(environment={"CDNAKIT_HIP": os.path.join(self.folder, "nothing.so")})
        self.assertEqual(ran.code, main.EXIT_NO_DEVICE)
        self.assertIn("libamdhip64, the HIP runtime, cannot be loaded", ran.err)

    def test_missing_objects(self) -> None:
        ran = self.run_process("--objects", os.path.join(self.folder, "none"))
        self.assertEqual(ran.code, main.EXIT_USAGE)
        self.assertIn("run `make kit`", ran.err)

    def test_damaged_object(self) -> None:
        self.add("good")
        self.add()
        with open(os.path.join(self.objects, "gfx942", "add.ours.hsaco"), "ab") as stream:
            stream.write(b"x")
        ran = self.run_kit()
        self.assertEqual(ran.code, main.EXIT_USAGE)
        self.assertIn("objects/gfx942/add.ours.hsaco is damaged", ran.err)
        self.assertEqual(ran.launches(), [])

    def test_manifest_of_another_version_or_form(self) -> None:
        self.add()
        self.write()
        path = os.path.join(self.objects, "manifest.json")
        with open(path, encoding="utf-8") as stream:
            good = json.load(stream)
        bad_role = json.loads(json.dumps(good))
        bad_role["kernels"][0]["arguments"][0]["role"] = "inn"
        outside = json.loads(json.dumps(good))
        outside["kernels"][0]["arguments"][3]["offset"] = 28
        no_reference = json.loads(json.dumps(good))
        no_reference["kernels"][0]["reference"] = None
        table = [
            ({**good, "version": 2}, "version 2"),
            ({**good, "format": "x"}, "not a cdnasched-kit manifest"),
            (bad_role, "role 'inn'"),
            (outside, "bytes 28 to 36 are not in the 32"),
            (no_reference, "no sentence why"),
        ]
        for manifest, text in table:
            with open(path, "w", encoding="utf-8") as stream:
                json.dump(manifest, stream)
            ran = self.run_kit(write=False)
            self.assertEqual(ran.code, main.EXIT_USAGE)
            self.assertIn(text, ran.err)

    def test_names_and_options(self) -> None:
        self.add("gemm")
        self.add("softmax")
        ran = self.run_kit("--only", "gemv")
        self.assertEqual(ran.code, main.EXIT_USAGE)
        self.assertIn("the kit has for gfx942: gemm, softmax", ran.err)
        ran = self.run_kit("--only", "x,soft*", "--no-timing")
        assert ran.report is not None
        self.assertEqual([kernel["name"] for kernel in ran.report["kernels"]], ["softmax"])
        self.assertEqual(self.run_kit("--minutes", "0").code, main.EXIT_USAGE)
        self.assertEqual(self.run_kit("--out", os.path.join(self.folder, "no", "such")).code, main.EXIT_USAGE)


class EndedEarly(KitTest):
    def two(self) -> None:
        for name in ("first", "second"):
            self.add(name)
            self.measured(ours=0.87, name=name)

    def test_timeout(self) -> None:
        self.two()
        self.script.append("hang second.ours 20")
        start = time.monotonic()
        ran = self.run_kit()
        self.assertLess(time.monotonic() - start, 5)
        assert ran.report is not None
        self.assertEqual(ran.code, main.EXIT_ENDED_EARLY)
        self.assertTrue(ran.report["ended"].startswith("timeout"))
        self.assertEqual(ran.kernel("first")["verdict"], verdict.CONFIRMED)
        self.assertIn("did not finish within 0.2 s", ran.kernel("second")["error"])
        self.assertIn("not wholly: second", ran.err)
        self.assertEqual(
            [len(s["ours"]) for s in ran.kernel("second")["samples"]],
            [len(s["llvm"]) for s in ran.kernel("second")["samples"]],
        )
        self.assertNotIn("free that would not return", ran.log)
        self.assertIn("free", ran.log)

    def test_hang_in_the_first_launch(self) -> None:
        self.two()
        self.script.append("hang first.llvm 1")
        ran = self.run_kit()
        self.assertEqual(ran.code, main.EXIT_ENDED_EARLY)
        self.assertEqual(ran.kernel("first")["verdict"], verdict.NOT_MEASURED)
        self.assertIn("first, second", ran.err)

    def test_device_vanishes(self) -> None:
        self.two()
        launches = len(self.run_kit("--only", "first").launches())
        self.script.append("lost %d 719" % (launches + 30))
        ran = self.run_kit()
        assert ran.report is not None
        self.assertEqual(ran.code, main.EXIT_ENDED_EARLY)
        self.assertIn("device lost: hipModuleLaunchKernel failed: hipErrorLaunchFailure", ran.report["ended"])
        self.assertEqual(ran.kernel("first")["verdict"], verdict.CONFIRMED)

    def test_wrong_results_outweigh_the_early_end(self) -> None:
        self.two()
        self.script += ["write first.ours %d 0 ff" % OFFSETS["c"], "hang second.ours 2"]
        self.assertEqual(self.run_kit().code, main.EXIT_WRONG_RESULTS)

    def test_an_error_of_one_kernel_is_not_the_end(self) -> None:
        self.two()
        self.script.append("error hipModuleLoadData 1 209")
        ran = self.run_kit()
        self.assertEqual((ran.code, ran.kernel("first")["verdict"]), (0, verdict.NOT_MEASURED))
        self.assertIn("The code object is for another GPU.", ran.kernel("first")["error"])
        self.assertEqual(ran.kernel("second")["verdict"], verdict.CONFIRMED)

    def test_the_process_is_killed_by_the_driver(self) -> None:
        self.two()
        launches = len(self.run_kit("--only", "first").launches())
        self.script.append("signal %d %d" % (launches + 10, signal.SIGABRT))
        ran = self.run_process()
        assert ran.report is not None
        self.assertEqual(ran.code, -signal.SIGABRT)
        self.assertEqual(ran.report["ended"], "unfinished: the process ended while it measured second")
        self.assertEqual(ran.kernel("first")["verdict"], verdict.CONFIRMED)

    def test_interrupted(self) -> None:
        self.two()
        launches = len(self.run_kit("--only", "first").launches())
        for number in (signal.SIGINT, signal.SIGTERM):
            self.script.append("signal %d %d" % (launches + 30, number))
            ran = self.run_process()
            assert ran.report is not None
            self.assertEqual((ran.code, ran.report["ended"]), (main.EXIT_INTERRUPTED, "interrupted"))
            self.assertEqual(ran.kernel("first")["verdict"], verdict.CONFIRMED)
            self.script.pop()

    def test_a_hung_kernel_can_be_interrupted(self) -> None:
        self.two()
        self.script.append("hang first.ours 1")
        environment = {**os.environ, **self.write()}
        command = [sys.executable, MEASURE, *self.arguments(["--timeout", "60"])]
        process = subprocess.Popen(
            command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        )
        assert process.stderr is not None
        for line in process.stderr:
            if "first: results" in line:
                break
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        process.stderr.read()
        self.assertEqual(process.wait(timeout=20), main.EXIT_INTERRUPTED)
        process.stderr.close()


class Report(KitTest):
    #: Key: keys below it, for the report and its parts. A change here is a new version of the format.
    REPORT = (
        "att calibration device ended format host kernels kit manifest_sha256 options probes seconds summary version "
        "versions"
    )
    KERNEL = "checks claims error name samples seconds sha256 straddling verdict"
    CLAIM = "by control launch measured medians modelled modelled_clocks rounds unit verdict why"
    SAMPLES = "batch by control launch llvm ours repeats unit"

    def test_schema(self) -> None:
        self.add()
        self.measured(ours=0.87)
        report = self.run_kit().report
        assert report is not None
        self.assertEqual(
            (report["format"], report["version"], report["ended"]), ("cdnasched-kit-results", 1, "complete")
        )
        self.assertEqual(sorted(report), self.REPORT.split())
        kernel = report["kernels"][0]
        self.assertEqual(sorted(kernel), self.KERNEL.split())
        self.assertEqual(sorted(kernel["claims"][0]), self.CLAIM.split())
        self.assertEqual(
            [(s["launch"], s["by"], s["unit"]) for s in kernel["samples"]],
            [("one", "waves", "clocks"), ("full", "waves", "clocks"), ("full", "events", "ns")],
        )
        self.assertEqual(
            sorted(set(kernel["samples"][0]) | {"host_share"}),
            sorted(self.SAMPLES.split() + ["host_share", "mhz_at_least"]),
        )
        self.assertEqual(len(kernel["samples"][0]["ours"]), run.MAX_ROUNDS)
        device = {
            "index": 0,
            "name": "AMD Instinct MI300X",
            "arch": "gfx942",
            "features": "sramecc+:xnack-",
            "cu_count": 304,
            "clock_khz": 2100000,
        }
        device.update({"memory_clock_khz": 1300000, "memory_bytes": 64 << 30, "l2_bytes": 4 << 20})
        self.assertEqual(report["device"], device)

    def test_names_no_host_user_or_path(self) -> None:
        self.add()
        self.run_kit("--no-timing")
        with open(os.path.join(self.folder, "out.json"), encoding="utf-8") as stream:
            text = stream.read()
        for word in (self.folder, socket.gethostname(), os.path.expanduser("~"), KIT):
            self.assertNotRegex(text, rf"\b{re.escape(word)}\b")
        self.assertNotIn(f'"{getpass.getuser()}"', text)

    def test_a_dozen_kernels_fit_into_an_issue(self) -> None:
        for i in range(12):
            self.add("kernel_with_a_long_name_%d" % i)
        self.script += ["time * 8 0.123", "clocks * 1 12345", "clocks * 8 123456"]
        self.run_kit()
        self.assertLess(os.path.getsize(os.path.join(self.folder, "out.json")), 65536)

    def test_nothing_else_is_written(self) -> None:
        self.add()
        before = {root: set(files) for root, _, files in os.walk(KIT) if "tests" not in root}
        self.run_process("--no-timing")
        self.assertEqual({root: set(files) for root, _, files in os.walk(KIT) if "tests" not in root}, before)
        self.assertEqual(sorted(os.listdir(self.folder)), ["log", "objects", "out.json", "result", "script"])

    def test_json_on_stdout(self) -> None:
        self.add()
        ran = self.run_kit("--json", "--no-timing")
        self.assertEqual(json.loads(ran.out), ran.report)


class Plan(KitTest):
    def test_dry_run_adds_up_and_needs_no_gpu(self) -> None:
        for i in range(7):
            self.add("k%d" % i)
        ran = self.run_process("--dry-run", "--minutes", "5", environment={"CDNAKIT_HIP": "/nowhere"})
        self.assertEqual(ran.code, 0, ran.err)
        rows = re.findall(r"^ +([\d.]+)s +([\d.]+)s  (.+)$", ran.out, re.M)
        self.assertEqual(len(rows), 1 + 7 * len(plan.SHARES))
        self.assertAlmostEqual(sum(float(row[1]) for row in rows), 300, delta=2)
        self.assertIn("in all: 5 min 00 s", ran.out)
        self.assertIsNone(ran.report)

    def test_shares_add_up(self) -> None:
        self.assertAlmostEqual(sum(share for _, share in plan.SHARES), 1)
        self.add()
        ran = self.run_kit("--dry-run", "--no-timing", "--minutes", "1")
        self.assertIn("in all: 0 min 19 s", ran.out)

    def test_a_section_ends_when_its_time_is_over(self) -> None:
        self.add()
        self.measured(ours=0.87)
        ran = self.run_kit("--minutes", "0.000001")
        self.assertEqual({len(s["llvm"]) for s in ran.kernel()["samples"]}, {1})
        self.assertIn("too few rounds: 1 of 8", ran.claim()["why"])

    def test_a_planned_section_takes_its_time(self) -> None:
        self.add(ratio=0.87)
        self.measured(ours=0.87)
        self.repeats = ()
        ran = self.run_kit("--minutes", "0.04")
        for samples, section in zip(ran.kernel()["samples"], (plan.ONE_WAVES, plan.FULL_WAVES, plan.FULL_EVENTS)):
            self.assertGreaterEqual(ran.kernel()["seconds"][section], 0.95 * 1.2 * dict(plan.SHARES)[section])
            self.assertGreater(samples["repeats"], 1)
            self.assertGreater(len(samples["ours"]), 2)

    def test_repeats_are_in_the_round_and_shuffled(self) -> None:
        self.add()
        self.script += ["clocks add.ours 1 900 900 100"]
        ran = self.run_kit("--repeats", "3")
        samples = ran.kernel()["samples"][0]
        self.assertEqual((samples["repeats"], set(samples["ours"])), (3, {900}))
        tags = [
            launch[0] for launch in ran.launches() if launch[2] == "1,1,1" and bytes.fromhex(launch[5])[24:] != bytes(8)
        ]
        self.assertEqual(len(tags), 3 * 3 * run.MAX_ROUNDS)
        self.assertEqual(
            {tuple(sorted(tags[i : i + 3])) for i in range(0, len(tags), 3)},
            {("add.llvm#1", "add.llvm#2", "add.ours#1")},
        )

    def test_list(self) -> None:
        self.add()
        ran = self.run_kit("--list")
        self.assertIn("device 0: AMD Instinct MI300X (gfx942)", ran.out)
        self.assertRegex(ran.out, r"gfx942  add +adds")

    def test_a_reader_that_has_seen_enough(self) -> None:
        self.add()
        read, write = os.pipe()
        os.close(read)
        command = [sys.executable, MEASURE, *self.arguments(["--list"])]
        environment = {**os.environ, **self.write()}
        done = subprocess.run(command, env=environment, stdout=write, stderr=subprocess.PIPE, text=True, check=False)
        os.close(write)
        self.assertEqual((done.returncode, done.stderr), (main.EXIT_UNREAD, ""))


class Calibration(KitTest):
    def test_is_called_with_runtime_and_device(self) -> None:
        seen: list[tuple[str, ...]] = []
        fake = types.ModuleType("cdnakit.calibrate")

        def calibrate(runtime: Any, device: Any, folder: str, out: str, progress: Any, save: Any) -> dict[str, int]:
            seen.append(("run", device.arch, folder, out))
            return {"fitted": 1}

        def probe(runtime: Any, device: Any, folder: str, progress: Any, save: Any) -> dict[str, list[int]]:
            seen.append(("probe", device.arch, folder))
            return {"rows": []}

        fake.run, fake.probe = calibrate, probe  # type: ignore[attr-defined]
        out = os.path.join(self.folder, "models.json")
        with mock.patch.dict(sys.modules, {"cdnakit.calibrate": fake}):
            ran = self.run_kit("--calibrate", out, "--probe")
        self.assertEqual(ran.code, 0, ran.err)
        self.assertEqual(seen, [("run", "gfx942", self.objects, out), ("probe", "gfx942", self.objects)])
        assert ran.report is not None
        self.assertEqual(ran.out, "AMD Instinct MI300X (gfx942), HIP runtime 60342134\n")
        self.assertEqual((ran.report["calibration"], ran.report["probes"]), ({"fitted": 1}, {"rows": []}))

    def test_what_was_measured_before_the_end_is_saved(self) -> None:
        for error, code in ((Timeout("stuck"), main.EXIT_ENDED_EARLY), (Unusable("no clock"), main.EXIT_ENDED_EARLY)):
            fake = types.ModuleType("cdnakit.calibrate")
            on_disk: list[Any] = []

            def probe(*_: Any, save: Any, error: Exception = error, on_disk: list[Any] = on_disk) -> None:
                partial: dict[str, Any] = {"probes": [1]}
                save(partial)
                with open(os.path.join(self.folder, "out.json"), encoding="utf-8") as stream:
                    on_disk.append(json.load(stream)["probes"])
                partial["probes"].append(2)
                raise error

            fake.probe = probe  # type: ignore[attr-defined]
            with mock.patch.dict(sys.modules, {"cdnakit.calibrate": fake}):
                ran = self.run_kit("--probe")
            assert ran.report is not None
            self.assertEqual((ran.code, on_disk), (code, [{"probes": [1]}]))
            self.assertEqual(ran.report["probes"], {"probes": [1, 2]})
            self.assertIn(str(error), ran.report["ended"])


if __name__ == "__main__":
    unittest.main()
