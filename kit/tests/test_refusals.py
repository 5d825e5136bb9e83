"""What cannot be run, and what ends early."""

import json
import os
import signal
import subprocess
import sys
import time
import unittest

from support import MEASURE, OFFSETS, KitTest, library

from cdnakit import main, verdict


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


if __name__ == "__main__":
    unittest.main()
