"""The file with the results."""

import getpass
import json
import os
import re
import socket
import unittest

from support import KIT, KitTest

from cdnakit import run


class Report(KitTest):
    #: Key: keys below it, for the report and its parts. A change here is a new version of the format.
    REPORT = (
        "att calibration device ended format host kernels kit made_by manifest_sha256 options probes seconds summary version "
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
            (report["format"], report["version"], report["ended"]), ("cdnasched-kit-results", 2, "complete")
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


if __name__ == "__main__":
    unittest.main()
