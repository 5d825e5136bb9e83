"""`--calibrate` and `--probe` from end to end, with a runtime that takes its clocks from the simulator."""

from __future__ import annotations

import json
import random
import struct
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any, Callable, Optional

KIT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(KIT), str(KIT / "build"), str(KIT / "tests")]

import micro  # noqa: E402
import simulator  # noqa: E402
from fake_runtime import FakeBuffer, FakeRuntime, Launch, fake_device  # noqa: E402
from test_fit import perturbed  # noqa: E402

from cdnakit.calibrate import models, plan, run  # noqa: E402
from cdnakit.calibrate.run import report_path  # noqa: E402
from cdnakit.device import Unusable  # noqa: E402

GPU = "gfx942"


class Calibrate(unittest.TestCase):
    """A GPU whose waves take the simulator's clocks, and a little more from launch to launch."""

    objects: Path
    folder: tempfile.TemporaryDirectory[str]
    model: dict[str, Any]
    trips: dict[str, float]

    @classmethod
    def setUpClass(cls) -> None:
        if not simulator.cdna_sched():
            raise unittest.SkipTest("no cdna-sched: set CDNA_SCHED")
        cls.folder = tempfile.TemporaryDirectory()
        cls.objects = Path(cls.folder.name)
        (cls.objects / "micro.json").write_text(json.dumps(micro.build(cls.objects)))
        (cls.objects / "models.json").write_text(json.dumps(simulator.built_in_models()))
        cls.model = perturbed(0, GPU)
        cls.trips = {}
        observed = simulator.observe(cls.objects, GPU, cls.model)
        for entry in json.loads((cls.objects / "micro.json").read_text())["micro"]:
            if entry["gpu"] == GPU:
                for point in entry["points"]:
                    cls.trips[point["symbol"]] = observed.points(entry["name"])[point["x"]].value * 4

    @classmethod
    def tearDownClass(cls) -> None:
        cls.folder.cleanup()

    def runtime(self, noise: float, limit: int = 1 << 40) -> FakeRuntime:
        """Every launch takes 500 clocks beside its trips, and up to `noise` of its time more; one in ten takes twice
        as long."""
        numbers = random.Random(1)

        def execute(launch: Launch, timing: Optional[FakeBuffer]) -> None:
            if timing is None:
                return
            waves = launch.groups * ((launch.block + 63) // 64)
            capacity = struct.unpack_from("<Q", timing.content, 8)[0]
            if capacity == 0:  # keeps the GPU busy
                return
            self.assertEqual(capacity, waves)
            struct.pack_into("<Q", timing.content, 0, waves)
            factor = 2.0 if noise and numbers.random() < 0.1 else 1 + noise * numbers.random()
            for wave in range(waves):
                clocks = 500 + launch.trips * self.trips[launch.symbol] * factor
                struct.pack_into("<QQ", timing.content, 16 + 16 * wave, 1000 + wave, 1000 + wave + round(clocks))

        return FakeRuntime(execute, limit)

    def calibrate(self, runtime: FakeRuntime, repeats: int) -> tuple[dict[str, Any], dict[str, Any]]:
        out = self.objects / "mine.json"
        report = run(runtime, fake_device(GPU), self.objects, out, lambda text: None, repeats)
        self.assertEqual(json.loads(report_path(out).read_text()), report)
        return json.loads(out.read_text()), report

    def test_the_numbers_of_the_gpu_are_in_the_file(self) -> None:
        written, report = self.calibrate(self.runtime(0.0), 1)
        self.assertEqual(report["failures"], {})
        for number in report["numbers"]:
            path = tuple(number["parameter"].split("."))
            self.assertEqual(number["not_written"], "", path)
            self.assertEqual(number["number"], models.built_in(self.model, GPU, path), path)
            self.assertEqual(models.built_in(written, GPU, path), models.built_in(self.model, GPU, path), path)
        about = written["measured"]["about"]
        self.assertEqual((about["gpu"], about["device"]), (GPU, "a GPU that is none"))
        self.assertRegex(about["date"], r"^\d{4}-\d\d-\d\d$")
        self.assertEqual(about["spread"]["costs.valu.result"], 0.0)
        # What other GPUs have, and the other set, is as it was.
        base = simulator.built_in_models()
        self.assertEqual(written["llvm"], base["llvm"])
        self.assertEqual(written["measured"]["overrides"]["gfx950"], base["measured"]["overrides"]["gfx950"])

    def test_the_file_is_taken_by_the_command(self) -> None:
        self.calibrate(self.runtime(0.0), 1)
        # An object with few kernels would do; this one is there.
        file = self.objects / GPU / "micro" / "micro.hsaco"
        command = [simulator.cdna_sched(), "view", "--json", str(file), "--model", str(self.objects / "mine.json")]
        subprocess.run([*command, "-o", str(self.objects / "page.json")], check=True, capture_output=True)

    def test_noise_and_outliers_move_numbers_little(self) -> None:
        _, report = self.calibrate(self.runtime(0.01), 7)
        off = []
        for number in report["numbers"]:
            expected = models.built_in(self.model, GPU, tuple(number["parameter"].split(".")))
            if expected not in (None, 255) and abs(number["slots"] - expected) > max(0.03 * expected, 0.6):
                off.append((number["parameter"], number["slots"], expected))
        self.assertLessEqual(len(off), 3, off)
        self.assertTrue(all(n["spread"] >= 0 for n in report["numbers"]))

    def test_what_cannot_be_believed_is_not_written(self) -> None:
        numbers = random.Random(2)

        def clocks(factor: Callable[[], float]) -> FakeRuntime:
            def execute(launch: Launch, timing: Optional[FakeBuffer]) -> None:
                if timing is not None and timing.content[8]:
                    off = 1.0 if launch.symbol.startswith("valu_stream") else factor()
                    took = round(launch.trips * self.trips[launch.symbol] * off)
                    struct.pack_into("<QQQQ", timing.content, 0, 1, 1, 7, 8 + took)

            return FakeRuntime(execute)

        base = simulator.built_in_models()
        for runtime in (clocks(lambda: 0.0), clocks(lambda: numbers.uniform(0.2, 3))):
            written, report = self.calibrate(runtime, 5)
            doubted = [n for n in report["numbers"] if n["not_written"]]
            self.assertGreater(len(doubted), 40)
            for number in doubted:
                path = tuple(number["parameter"].split("."))
                self.assertEqual(models.built_in(written, GPU, path), models.built_in(base, GPU, path))

    def test_a_gpu_with_little_memory_leaves_levels_out(self) -> None:
        written, report = self.calibrate(self.runtime(0.0, limit=64 << 20), 1)
        self.assertEqual(sorted(report["failures"]), ["memory.hbm", "memory.in_flight", "memory.mall"])
        base = simulator.built_in_models()
        self.assertEqual(
            models.built_in(written, GPU, ("memory", "hbm")), models.built_in(base, GPU, ("memory", "hbm"))
        )

    def test_waves_that_store_nothing_are_failures(self) -> None:
        right = self.runtime(0.0)

        def execute(launch: Launch, timing: Optional[FakeBuffer]) -> None:
            if launch.symbol.startswith("valu_stream"):
                right.execute(launch, timing)

        _, report = self.calibrate(FakeRuntime(execute), 1)
        self.assertEqual([n["parameter"] for n in report["numbers"]], ["costs.valu.busy"])
        self.assertIn("no wave stored its clocks", report["failures"]["valu.chain"])

    def test_another_clock_writes_nothing_but_saves_what_was_measured(self) -> None:
        out = self.objects / "other.json"
        right = self.runtime(0.0)

        def slow(launch: Launch, timing: Optional[FakeBuffer]) -> None:
            right.execute(launch, timing)
            if timing is not None:
                for at in range(24, len(timing.content), 16):
                    begin, end = struct.unpack_from("<QQ", timing.content, at - 8)
                    struct.pack_into("<Q", timing.content, at, begin + (end - begin) // 20)

        for execute, found in ((slow, "0.05"), (lambda launch, timing: None, "nothing")):
            saved: list[dict[str, Any]] = []
            with self.assertRaisesRegex(Unusable, f"{found}.* was measured: s_memtime does not count the shader clock"):
                run(FakeRuntime(execute), fake_device(GPU), self.objects, out, lambda text: None, 1, saved.append)
            self.assertFalse(out.exists() or report_path(out).exists())
            self.assertEqual([s["unfinished"] for s in saved], [True] * len(saved))
        self.assertIn("no wave stored its clocks", saved[-1]["failures"]["valu.chain"])

    def test_every_launch_follows_one_that_keeps_the_gpu_busy(self) -> None:
        runtime = self.runtime(0.0)
        saved: list[dict[str, Any]] = []
        report = run(
            runtime, fake_device(GPU), self.objects, self.objects / "mine.json", lambda text: None, 1, saved.append
        )
        launches = [launch for launch in runtime.launches if launch.symbol != "make_chain"]
        busy, timed = launches[::2], launches[1::2]
        self.assertEqual(len(busy), len(timed))
        self.assertEqual(
            {(launch.symbol, launch.groups, launch.block) for launch in busy}, {("valu_stream_4_32", 4, 1024)}
        )
        # At one slot for each of 32 instructions of 4 waves.
        self.assertGreater(busy[0].trips * 32 * 4 * 4, 1_000_000)
        self.assertNotIn(busy[0].timing, {launch.timing for launch in timed})
        # The stand-in says that each launch took 0.1 ms.
        longest = max(500 + launch.trips * self.trips[launch.symbol] for launch in timed)
        self.assertLessEqual(report["mhz_at_least"], longest / 100)
        self.assertGreater(report["mhz_at_least"], longest / 2000)
        self.assertIn("valu.chain 16 200", saved[-1]["clocks"])

    def test_an_unknown_number_of_compute_units_is_refused(self) -> None:
        runtime = self.runtime(0.0)
        with self.assertRaisesRegex(Unusable, "compute units"):
            run(runtime, fake_device(GPU, None), self.objects, self.objects / "none.json", print)
        self.assertEqual(runtime.launches, [])

    def test_other_gpus_and_changed_files_are_refused(self) -> None:
        out = self.objects / "none.json"
        with self.assertRaises(plan.BadFile):
            run(self.runtime(0.0), fake_device("gfx90c"), self.objects, out, print)
        file = self.objects / GPU / "micro" / "micro.hsaco"
        image = file.read_bytes()
        try:
            file.write_bytes(image + b"x")
            with self.assertRaises(plan.BadFile):
                run(self.runtime(0.0), fake_device(GPU), self.objects, out, print)
        finally:
            file.write_bytes(image)
        with self.assertRaises(plan.BadFile):
            run(self.runtime(0.0), fake_device(GPU), self.objects / "nothing", out, print)
        self.assertFalse(out.exists())


if __name__ == "__main__":
    unittest.main()
