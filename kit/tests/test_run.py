"""The command against the stand-in: what it measures, in which order, and what it says."""

import hashlib
import json
import os
import re
import subprocess
import sys
import types
import unittest
from typing import Any
from unittest import mock

from support import ELEMENTS, FILL, KIT, MEASURE, KitTest, Ran

from cdnakit import main, memory, plan, run, values
from cdnakit.device import Unusable
from cdnakit.hip import Launch, Timeout
from cdnakit.manifest import Argument


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
        self.assertRegex(ran.out, r"gfx942  add +-13\.0 %  2  -13\.0 %  adds")

    def test_version(self) -> None:
        ran = self.run_kit("--version")
        self.assertEqual((ran.code, ran.out), (0, "cdnasched kit 1, of cdnasched 1.2.3 and LLVM 22.1.8\n"))

    def test_where_the_results_go(self) -> None:
        self.add()
        ran = self.run_kit("--no-timing")
        self.assertIn("please send it to whoever gave you the kit, with the text of ISSUE_TEMPLATE.md", ran.err)
        assert ran.report is not None
        self.assertEqual(ran.report["made_by"], {"cdnasched": "1.2.3", "llvm": "22.1.8"})
        self.made_by["repository"] = "https://example.org/us/cdnasched/"
        ran = self.run_kit("--no-timing")
        self.assertIn("an issue at https://example.org/us/cdnasched/issues/new?template=measurement.md", ran.err)

    def test_the_repository_asks_for_the_same_text(self) -> None:
        bodies = []
        for path in ("ISSUE_TEMPLATE.md", "../.github/ISSUE_TEMPLATE/measurement.md"):
            with open(os.path.join(KIT, path), encoding="utf-8") as stream:
                bodies.append(stream.read().partition("**The last lines")[2])
        self.assertTrue(bodies[0])
        self.assertEqual(*bodies)

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
