"""Every probe has exactly the hazard that it is about, and counts are judged as documented."""

from __future__ import annotations

import json
import struct
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any, Optional

KIT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(KIT), str(KIT / "build"), str(KIT / "tests")]

import probe_table  # noqa: E402
import probes as build_probes  # noqa: E402
import simulator  # noqa: E402
from fake_runtime import FakeBuffer, FakeRuntime, Launch, fake_device  # noqa: E402

from cdnakit.calibrate import plan, probe  # noqa: E402
from cdnakit.calibrate.probes import FAILED, NEEDED, NO_MISS_SEEN, TOO_WEAK, TRIPS, Counts, refuted, verdict  # noqa: E402
from cdnakit.device import Unusable  # noqa: E402

HAZARDS = KIT.parent / "docs" / "hazards.md"
GPUS = ("gfx90a", "gfx942", "gfx950")


def findings(file: Path, policy: str) -> dict[str, list[str]]:
    """Rules by function."""
    command = [simulator.cdna_sched(), "lint", "--strict", "--format=json", f"--hazards={policy}", str(file)]
    output = subprocess.run(command, capture_output=True, text=True).stdout
    report = json.loads(output.splitlines()[0])["report"]
    if report["skipped"]:
        raise AssertionError(report["skipped"])
    found: dict[str, list[str]] = {}
    for finding in report["findings"]:
        found.setdefault(finding["function"], []).append(finding["rule"])
    return found


class Probes(unittest.TestCase):
    """Needs `cdna-sched` ($CDNA_SCHED) and LLVM's assembler."""

    objects: Path
    folder: tempfile.TemporaryDirectory[str]
    manifest: dict[str, Any]

    @classmethod
    def setUpClass(cls) -> None:
        if not simulator.cdna_sched():
            raise unittest.SkipTest("no cdna-sched: set CDNA_SCHED")
        cls.folder = tempfile.TemporaryDirectory()
        cls.objects = Path(cls.folder.name)
        cls.manifest = build_probes.build(cls.objects, HAZARDS)
        (cls.objects / "probes.json").write_text(json.dumps(cls.manifest))

    @classmethod
    def tearDownClass(cls) -> None:
        cls.folder.cleanup()

    def test_each_kernel_has_the_hazard_that_it_is_about_and_no_other(self) -> None:
        for gpu in GPUS:
            file = self.objects / gpu / "probes" / "probes.hsaco"
            by_policy = {policy: findings(file, policy) for policy in ("safe", "llvm")}
            entries = [p for p in self.manifest["probes"] if p["gpu"] == gpu]
            self.assertGreaterEqual(len(entries), 70)
            for entry in entries:
                found = by_policy[entry["policy"]]
                with self.subTest(gpu=gpu, rule=entry["rule"], pair=entry["pair"]):
                    self.assertEqual(found.get(entry["symbols"]["at"], []), [])
                    for name in set(entry["symbols"]) - {"at"}:
                        self.assertEqual(found.get(entry["symbols"][name], []), [entry["rule"]])

    def test_every_row_has_a_probe_or_a_reason(self) -> None:
        for gpu in GPUS:
            table = {row.name for row in probe_table.rows(HAZARDS.read_text()) if gpu in row.gpus}
            probed = {p["rule"] for p in self.manifest["probes"] if p["gpu"] == gpu}
            reasons = self.manifest["without"][gpu]
            self.assertGreaterEqual(len(table), 70)
            self.assertEqual(table, probed | set(reasons))
            self.assertEqual(probed & set(reasons), set())

    def test_divergences_come_first(self) -> None:
        for gpu in GPUS:
            flags = [bool(p["divergence"]) for p in self.manifest["probes"] if p["gpu"] == gpu]
            self.assertEqual(flags, sorted(flags, reverse=True))

    def test_verdicts(self) -> None:
        none, some = Counts(0, 64), Counts(3, 64)
        self.assertEqual(verdict({"at": none, "below": none}), NO_MISS_SEEN)
        self.assertEqual(verdict({"at": none, "below": some}), NEEDED)
        self.assertEqual(verdict({"at": none, "below": none, "other": some}), NEEDED)
        self.assertEqual(verdict({"at": some, "below": some}), TOO_WEAK)
        self.assertEqual(verdict({"at": none, "below": Counts(0, 0)}), FAILED)
        needs = {"safe": 17, "isa": 17, "llvm": 0}
        distances = {"at": 17, "below": 16, "other": 0}
        self.assertEqual(refuted(needs, distances, {"at": none, "below": none, "other": some}), ["llvm"])
        self.assertEqual(refuted(needs, distances, {"at": some, "below": none}), ["isa", "llvm", "safe"])
        self.assertEqual(refuted(needs, distances, {"at": none, "below": none}), [])

    def test_counts_of_a_gpu_become_verdicts(self) -> None:
        symbols: dict[str, dict[str, str]] = {}
        for entry in self.manifest["probes"]:
            if entry["gpu"] == "gfx942":
                symbols.setdefault(entry["rule"], entry["symbols"])
        script = {
            symbols["cdna3.t37.105"]["below"]: 7,
            symbols["cdna3.t11.9"]["at"]: 1,
            symbols["cdna3.t37.101.matrix"]["other"]: 2,
        }
        silent = symbols["cdna3.t11.21"]["at"]

        def execute(launch: Launch, results: Optional[FakeBuffer]) -> None:
            self.assertEqual(launch.trips, TRIPS)
            if launch.symbol != silent and results is not None:
                results.write(struct.pack("<II", script.get(launch.symbol, 0), launch.groups))

        runtime = FakeRuntime(execute)
        saved: list[int] = []

        def save(partial: dict[str, Any]) -> None:
            self.assertTrue(partial["unfinished"])
            saved.append(len(partial["probes"]))

        report = probe(runtime, fake_device("gfx942"), self.objects, lambda text: None, save)
        self.assertEqual(saved, list(range(0, len(report["probes"]), 20)))
        self.assertNotIn("unfinished", report)
        by_rule = {}
        for result in report["probes"]:
            if result["verdict"] != NO_MISS_SEEN:
                by_rule[result["rule"]] = (result["verdict"], result["refuted"])
        self.assertEqual(
            by_rule,
            {
                "cdna3.t11.9": (TOO_WEAK, ["exact", "isa", "llvm", "safe"]),
                "cdna3.t11.21": (FAILED, []),
                "cdna3.t37.105": (NEEDED, []),
                "cdna3.t37.101.matrix": (NEEDED, ["llvm"]),
            },
        )
        self.assertEqual([r["verdict"] for r in report["probes"][:2]], [TOO_WEAK, FAILED])
        self.assertEqual(report["totals"][NEEDED], 2)
        with self.assertRaises(plan.BadFile):
            probe(runtime, fake_device("gfx1100"), self.objects, print)
        with self.assertRaisesRegex(Unusable, "compute units"):
            probe(runtime, fake_device("gfx942", None), self.objects, print)


if __name__ == "__main__":
    unittest.main()
