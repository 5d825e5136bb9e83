"""The fit finds the numbers of a perturbed cost model again, from what the simulator makes of them."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any

KIT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(KIT), str(KIT / "build"), str(KIT / "tests")]

import micro  # noqa: E402
import simulator  # noqa: E402

from cdnakit.calibrate import models  # noqa: E402
from cdnakit.calibrate.fit import NOT_VISIBLE, Result, fit  # noqa: E402

GPUS = ("gfx90a", "gfx942", "gfx950")

# Two models that nobody has, with numbers that differ from the built-in ones and from each other.
ONE = {
    "salu": (1, 1, 2), "valu": (1, 1, 3), "packed_f32": (1, 2, 4), "lane_read": (1, 2, 6),
    "trans": (1, 3, 7), "quarter_rate": (1, 6, 8), "double": (1, 2, 5), "smem": (1, 1, 20),
    "lds_read_1": (1, 3, 18), "lds_read_2": (1, 5, 19), "lds_read_4": (1, 10, 23),
    "lds_write_1": (2, 4, 14), "lds_write_2": (4, 6, 17), "lds_write_4": (6, 11, 22),
    "vmem_load_1": (1, 5, 200), "vmem_load_2": (1, 11, 200), "vmem_load_4": (1, 14, 200),
    "vmem_store_1": (1, 3, 150), "vmem_store_2": (1, 5, 160), "vmem_store_4": (1, 8, 170),
    "branch": (2, 1, 1), "branch_taken": (7, 1, 1), "barrier": (4, 1, 1), "control": (2, 1, 1),
}  # fmt: skip
TWO = {
    "salu": (1, 1, 3), "valu": (1, 1, 4), "packed_f32": (1, 1, 3), "lane_read": (1, 1, 8),
    "trans": (1, 5, 9), "quarter_rate": (1, 2, 3), "double": (1, 4, 6), "smem": (1, 1, 45),
    "lds_read_1": (1, 2, 31), "lds_read_2": (1, 3, 33), "lds_read_4": (1, 7, 37),
    "lds_write_1": (3, 5, 26), "lds_write_2": (4, 7, 29), "lds_write_4": (4, 9, 35),
    "vmem_load_1": (1, 7, 200), "vmem_load_2": (1, 13, 200), "vmem_load_4": (1, 18, 200),
    "vmem_store_1": (1, 4, 310), "vmem_store_2": (1, 6, 320), "vmem_store_4": (1, 9, 330),
    "branch": (3, 1, 1), "branch_taken": (9, 1, 1), "barrier": (6, 1, 1), "control": (1, 1, 1),
}  # fmt: skip


def perturbed(which: int, gpu: str) -> dict[str, Any]:
    """A model file with other numbers for a GPU."""
    model = copy.deepcopy(simulator.built_in_models())
    numbers = model["measured"]
    own = numbers.setdefault("overrides", {}).setdefault(gpu, {})
    for name, (issue, busy, result) in (ONE, TWO)[which].items():
        if name == "trans" and busy >= 2:
            # Hidden behind `busy`: it stays as it is.
            issue = own.get(name, {}).get("issue", issue)
        own[name] = {"issue": issue, "busy": busy, "result": result}
    numbers["shadow"][gpu] = (
        {"xdl": 3, "scaled": 4, "sparse": 1, "sgemm": 255, "dgemm": 255},
        {"xdl": 1, "scaled": 2, "sparse": 3, "sgemm": 2, "dgemm": 255},
    )[which]
    numbers["memory_shadow"][gpu] = (
        {"xdl": 3, "scaled": 2, "sparse": 1, "sgemm": 2, "dgemm": 3},
        {"xdl": 2, "scaled": 4, "sparse": 3, "sgemm": 1, "dgemm": 1},
    )[which]
    if gpu == "gfx950":
        numbers["shadow"][gpu].update(({"narrow": 2, "scaled_wide": 5}, {"narrow": 3, "scaled_wide": 1})[which])
        numbers["memory_shadow"][gpu].update(({"narrow": 1, "scaled_wide": 4}, {"narrow": 3, "scaled_wide": 3})[which])
    numbers["packed_gap"][gpu] = (5, 2)[which]
    if gpu == "gfx90a":
        # One of the GPUs without: packed instructions as others.
        del numbers["packed_gap"][gpu]
    numbers["barrier_spread"] = (5, 14)[which]
    if which == 1:
        # No number of the calibration. Beside the built-in numbers it hides none (below); beside some of these it does.
        numbers.get("vector_ramp", {}).pop(gpu, None)
    numbers["queue_overrides"][gpu] = (
        {"lds": 6, "lds_entries": 9, "vmem": 2, "vmem_dwords": 24},
        {"lds": 5, "lds_entries": 13, "vmem": 4, "vmem_dwords": 40},
    )[which]
    memory = numbers["memory"][gpu]
    memory.update(({"l1": 37, "l2": 61, "hbm": 249, "fill": 29}, {"l1": 25, "l2": 93, "hbm": 301, "fill": 33})[which])
    if "mall" in memory:
        memory["mall"] = (140, 171)[which]
    return model


def found(gpu: str, model: dict[str, Any], objects: Path) -> Result:
    """What the fit says of that model."""
    numbers = model["measured"]
    return fit(gpu, simulator.observe(objects, gpu, model), numbers["memory"][gpu]["loaded"], numbers["distances"][gpu])


def mistakes(gpu: str, model: dict[str, Any], result: Result, show: bool = False) -> dict[str, str]:
    """Numbers that are off by more than 3 %, or whose rounding is another number."""
    wrong = {}
    for number in result.fitted:
        name = ".".join(number.path)
        expected = models.built_in(model, gpu, number.path)
        if expected in (None, 255):
            good, error = number.number == expected, 0.0
        else:
            error = abs(number.measured.value - expected) / max(expected, 1)
            good = number.number == expected and error <= 0.03
        if show:
            print(f"{gpu:7} {name:34} {expected!s:>5} {number.measured.value:9.3f} {100 * error:6.2f} %")
        if not good:
            wrong[name] = f"{number.measured.value:.3f} -> {number.number}, not {expected}"
    return wrong


class Fit(unittest.TestCase):
    """Needs `cdna-sched` ($CDNA_SCHED) and LLVM's assembler."""

    objects: Path
    folder: tempfile.TemporaryDirectory[str]

    @classmethod
    def setUpClass(cls) -> None:
        if not simulator.cdna_sched():
            raise unittest.SkipTest("no cdna-sched: set CDNA_SCHED")
        cls.folder = tempfile.TemporaryDirectory()
        cls.objects = Path(cls.folder.name)
        manifest = micro.build(cls.objects)
        (cls.objects / "micro.json").write_text(json.dumps(manifest))

    @classmethod
    def tearDownClass(cls) -> None:
        cls.folder.cleanup()

    def test_numbers_are_found_again(self) -> None:
        for gpu in GPUS:
            for which in (0, 1):
                with self.subTest(gpu=gpu, model=which):
                    model = perturbed(which, gpu)
                    result = found(gpu, model, self.objects)
                    wrong = mistakes(gpu, model, result, show="-v" in sys.argv)
                    self.assertEqual(wrong, {})
                    self.assertEqual(set(result.not_seen) - set(NOT_VISIBLE), set())
                    self.assertGreaterEqual(len(result.fitted), 57)

    def test_the_built_in_numbers_stay(self) -> None:
        model = simulator.built_in_models()
        for gpu in GPUS:
            result = found(gpu, model, self.objects)
            self.assertEqual(mistakes(gpu, model, result), {})

    def test_another_models_numbers_are_noticed(self) -> None:
        result = found("gfx942", perturbed(0, "gfx942"), self.objects)
        wrong = mistakes("gfx942", perturbed(1, "gfx942"), result)
        self.assertGreater(len(wrong), 50)

    def test_the_model_file_is_accepted_and_is_what_was_simulated(self) -> None:
        for gpu in GPUS:
            model = perturbed(0, gpu)
            base = simulator.built_in_models()
            fitted = models.with_fitted(base, gpu, found(gpu, model, self.objects), {})
            # What no micro-kernel shows is as it was.
            self.assertEqual(fitted["measured"]["costs"], base["measured"]["costs"])
            observed = simulator.observe(self.objects, gpu, fitted)
            expected = simulator.observe(self.objects, gpu, model)
            for name in expected.names():
                self.assertEqual(observed.points(name), expected.points(name), name)

    def test_code_objects_have_no_hazards(self) -> None:
        files = [str(self.objects / gpu / "micro" / "micro.hsaco") for gpu in GPUS]
        lint = subprocess.run([simulator.cdna_sched(), "lint", "--strict", *files], capture_output=True, text=True)
        self.assertEqual(lint.returncode, 0, lint.stdout[:2000])


if __name__ == "__main__":
    unittest.main()
