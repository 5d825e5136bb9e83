"""Measurements of kernels on a GPU that follows a script, and what is kept of them."""

import json
import tempfile
import threading
import unittest
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Callable, Optional
from unittest import mock

import inputs
from cdnasched.triton import SettingsError, _decisions, _hook, _pick, _rewrite, _tune, tune
from cdnasched.triton._settings import Settings

#: Triton's text, which opt changes, and what the strategies make of the kernel.
BASE = inputs.GOOD
STRATEGIES = {
    "max-ilp": BASE.replace("\ts_endpgm", "\tv_mov_b32_e32 v9, 1\n\ts_endpgm"),
    "two-waves": BASE.replace("\ts_endpgm", "\tv_mov_b32_e32 v9, 2\n\ts_endpgm"),
    "iterative-minreg": BASE,
}


class Others(_pick.Others):
    """Strategies without a compiler."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def compile(
        self, source: Any, metadata: Any, timeout: float, only: Optional[str] = None
    ) -> list[tuple[str, str]]:
        return [(name, text) for name, text in STRATEGIES.items() if only in (None, name)]


def hook() -> _hook._Hook:
    assert _hook._installed is not None
    return _hook._installed.hook


class Kernel:
    """A function of ``triton.jit`` whose launches follow a script."""

    def __init__(self, gpu: "Gpu") -> None:
        self.gpu = gpu

    def compiled(self) -> Any:
        settings = hook().settings
        assert settings is not None
        metadata: dict[str, Any] = {"name": "k"}
        text = _rewrite.rewrite(
            BASE, "gfx942", metadata, settings, "", Others(), hook().decisions
        )
        target = SimpleNamespace(arch="gfx942:sramecc+:xnack-")
        found = SimpleNamespace(cdnasched=metadata["cdnasched"], name="k", target=target)
        return SimpleNamespace(asm={"amdgcn": text}, metadata=found)

    def warmup(self, *arguments: Any, grid: Any, **keywords: Any) -> Any:
        return self.compiled()

    def __getitem__(self, grid: Any) -> Callable[..., None]:
        settings = hook().settings
        assert settings is not None and settings.forced is not None
        choice = settings.forced

        def launch(memory: bytearray, count: int) -> None:
            self.gpu.launched(choice, memory, count)

        return launch


class Gpu:
    """By choice, milliseconds of a launch, what is added to the memory, and whether it fails."""

    def __init__(self, times: dict[str, float]) -> None:
        self.times = times
        self.added: dict[str, int] = {}
        self.fails: set[str] = set()
        self.lost_after: Optional[int] = None
        self.is_random = False
        self.launches: list[str] = []
        self.last = 0.0

    def name(self) -> str:
        return "a script"

    def save(self, values: Any) -> Any:
        return [(value, bytes(value)) for value in values if isinstance(value, bytearray)]

    def restore(self, saved: Any) -> None:
        for memory, copy in saved:
            memory[:] = copy

    def contents(self, saved: Any) -> list[bytes]:
        return [bytes(memory) for memory, _ in saved]

    def milliseconds(self, launch: Callable[[], object]) -> float:
        launch()
        return self.last

    def launched(self, choice: str, memory: bytearray, count: int) -> None:
        self.launches.append(choice)
        if self.lost_after is not None and len(self.launches) > self.lost_after:
            raise RuntimeError("the device is lost")
        if choice in self.fails:
            raise RuntimeError("invalid device function")
        # A kernel that adds to what is there: it has to be put back each time.
        memory[0] = (memory[0] + count + self.added.get(choice, 0)) % 256
        if self.is_random:
            memory[1] = len(self.launches) % 256
        self.last = self.times.get(choice, 1.0) * (1 + 0.001 * (len(self.launches) % 7))


class Tune(unittest.TestCase):
    """What is taken, kept and said."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = Path(folder.name, "decisions.json")
        self.enable()
        patch = mock.patch.object(_hook, "_installed", self.installed)
        patch.start()
        self.addCleanup(patch.stop)
        self.memory = bytearray(4)

    def enable(self) -> None:
        self.installed: Any = SimpleNamespace(hook=_hook._Hook(None))
        self.installed.hook.use(Settings("opt", decisions=str(self.file)))

    def tune(self, gpu: Gpu, **more: Any) -> _tune.Tuned:
        with self.assertLogs("cdnasched.triton") as logs:
            tuned = tune(Kernel(gpu), (8,), self.memory, 5, gpu=gpu, **more)
        self.logs = "\n".join(logs.output)
        self.assertEqual(self.memory, bytearray(4))
        self.assertIsNone(hook().settings.forced)  # type: ignore[union-attr]
        return tuned

    def lines(self) -> list[Any]:
        return [json.loads(line) for line in self.file.read_text().splitlines()]

    def compiled(self) -> Any:
        """What the kernel gets in a process that begins now."""
        self.enable()
        _hook._installed = self.installed
        with self.assertLogs("cdnasched.triton"):
            return Kernel(Gpu({})).compiled()

    def test_the_fastest_is_kept(self) -> None:
        before = hook().key()
        tuned = self.tune(Gpu({"triton": 1.0, "opt": 0.9, "max-ilp": 0.7, "two-waves": 1.2}))
        self.assertEqual(tuned.choice, "max-ilp")
        self.assertAlmostEqual(tuned.ratios["max-ilp"].mid, 0.7, places=2)
        self.assertEqual(tuned.lost["iterative-minreg"], "the same code as opt")
        self.assertNotEqual(hook().key(), before)
        [line] = self.lines()
        self.assertEqual((line["kernel"], line["gpu"], line["choice"]), ("k", "gfx942", "max-ilp"))
        self.assertEqual(line["device"], "a script")
        self.assertEqual(len(line["times_ms"]["control"]), _tune.ROUNDS)
        # From then on that is what is compiled.
        found = self.compiled()
        self.assertIn("v_mov_b32_e32 v9, 1", found.asm["amdgcn"])
        self.assertEqual(found.metadata.cdnasched["choice"], "max-ilp")
        # The last measurement counts.
        self.tune(Gpu({"opt": 0.9, "max-ilp": 1.1, "two-waves": 1.1}))
        found = self.compiled()
        self.assertEqual(found.metadata.cdnasched["choice"], "opt")
        self.assertNotIn("v9", found.asm["amdgcn"])

    def test_what_is_not_faster_leaves_tritons_code(self) -> None:
        tuned = self.tune(Gpu({"opt": 1.0, "max-ilp": 1.01, "two-waves": 1.2}))
        self.assertEqual(tuned.choice, "triton")
        self.assertEqual(self.compiled().asm["amdgcn"], BASE)

    def test_wrong_results_are_never_kept(self) -> None:
        gpu = Gpu({"opt": 0.5, "max-ilp": 0.8})
        gpu.added["opt"] = 1
        tuned = self.tune(gpu)
        self.assertEqual(tuned.choice, "max-ilp")
        self.assertTrue(tuned.lost["opt"].startswith("WRONG RESULTS"))
        self.assertIn("ERROR:cdnasched.triton:k: opt gives other results", self.logs)
        self.assertNotIn("opt", tuned.times)

    def test_results_that_differ_by_themselves_are_not_compared(self) -> None:
        gpu = Gpu({"opt": 0.5})
        gpu.is_random = True
        self.assertEqual(self.tune(gpu).choice, "opt")
        self.assertIn("differ from launch to launch", self.logs)

    def test_what_cannot_be_launched_is_out(self) -> None:
        gpu = Gpu({"opt": 0.9, "max-ilp": 0.5})
        gpu.fails.add("max-ilp")
        tuned = self.tune(gpu)
        self.assertEqual(tuned.choice, "opt")
        self.assertIn("invalid device function", tuned.lost["max-ilp"])

    def test_a_lost_device_decides_nothing(self) -> None:
        for launches in range(1, 12):
            gpu = Gpu({"opt": 0.5})
            gpu.lost_after = launches
            with self.assertRaisesRegex(RuntimeError, "the device is lost"):
                tune(Kernel(gpu), (8,), self.memory, 5, gpu=gpu)
            self.assertFalse(self.file.exists())
            self.assertEqual(self.memory, bytearray(4))
            self.assertIsNone(hook().settings.forced)  # type: ignore[union-attr]

    def test_noise_decides_nothing(self) -> None:
        gpu = Gpu({"opt": 0.9})
        plain = gpu.launched

        def noisy(choice: str, memory: bytearray, count: int) -> None:
            plain(choice, memory, count)
            gpu.last *= 1 + len(gpu.launches) % 5

        gpu.launched = noisy  # type: ignore[method-assign]
        tuned = self.tune(gpu)
        self.assertIsNone(tuned.choice)
        self.assertIn("too noisy", tuned.why)
        # It is in the file, and says nothing.
        self.assertEqual(self.lines()[0]["choice"], None)
        # Even where another measurement said something before.
        entry = {**self.lines()[0], "choice": "triton"}
        self.file.write_text("\n".join(json.dumps(e) for e in (entry, self.lines()[0])))
        self.assertNotIn("choice", self.compiled().metadata.cdnasched)

    def test_so_many_strategies_are_measured(self) -> None:
        gpu = Gpu({})
        self.tune(gpu, most=1, rounds=8)
        self.assertEqual(set(gpu.launches), {"triton", "opt", "max-ilp"})
        gpu = Gpu({})
        self.tune(gpu, most=0, rounds=8)
        self.assertEqual(set(gpu.launches), {"triton", "opt"})
        with self.assertRaisesRegex(SettingsError, "rounds is 7"):
            self.tune(gpu, rounds=7)

    def test_a_measurement_that_cannot_be_kept_is_told(self) -> None:
        self.file.mkdir()
        tuned = self.tune(Gpu({"opt": 0.5}))
        self.assertEqual(tuned.choice, "opt")
        self.assertIn("cannot be kept", self.logs)
        self.assertNotIn("choice", self.compiled().metadata.cdnasched)

    def test_other_threads_are_not_forced(self) -> None:
        seen = []
        with hook().forced("triton"):
            own = hook().key()
            thread = threading.Thread(target=lambda: seen.append((hook().key(), hook().settings)))
            thread.start()
            thread.join()
        self.assertEqual(seen, [(hook().key(), hook().settings)])
        self.assertNotEqual(own, hook().key())

    def test_the_mode_has_to_be_opt(self) -> None:
        hook().use(Settings("fix"))
        with self.assertRaisesRegex(SettingsError, "tuning needs"):
            tune(Kernel(Gpu({})), (8,), self.memory, 5, gpu=Gpu({}))


class Decisions(unittest.TestCase):
    """The file."""

    def read(self, *lines: str) -> _decisions.Decisions:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "decisions.json")
            file.write_text("\n".join(lines))
            return _decisions.Decisions(file)

    def test_lines_that_are_none_are_left_out(self) -> None:
        good = {"text": _decisions.name_of("a"), "gpu": "gfx942", "choice": "triton"}
        with self.assertLogs("cdnasched.triton", "WARNING") as logs:
            found = self.read("nonsense", json.dumps({**good, "choice": "best"}), json.dumps(good))
        self.assertEqual(len(logs.output), 2)
        self.assertEqual(found.of("a", "gfx942"), "triton")
        self.assertIsNone(found.of("a", "gfx950"))
        self.assertIsNone(found.of("b", "gfx942"))
        self.assertNotEqual(found.key(), self.read().key())
        self.assertEqual(self.read().key(), "")

    def test_it_is_for_opt(self) -> None:
        with self.assertRaisesRegex(SettingsError, "decisions is for the mode opt"):
            Settings("fix", decisions="file")


if __name__ == "__main__":
    unittest.main()
