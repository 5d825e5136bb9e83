"""Every code object of kit/objects: what manifests say of it, what it declares, and that nothing is missing in it."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import unittest
from pathlib import Path
from typing import Any

KIT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(KIT), str(KIT / "build"), str(KIT / "tests")]

import families  # noqa: E402
import simulator  # noqa: E402
import support  # noqa: E402

from cdnakit import manifest  # noqa: E402

OBJECTS = Path(os.environ.get("CDNAKIT_OBJECTS") or KIT / "objects")
LLVM = Path(os.environ.get("LLVM_BIN") or "/usr/lib/llvm-22/bin")
GPUS = ("gfx90a", "gfx942", "gfx950")
#: LDS of a compute unit in bytes; registers of a wave, both kinds together.
LDS = {"gfx90a": 65536, "gfx942": 65536, "gfx950": 163840}
REGISTERS = 512


def run(*command: object) -> str:
    """What a command prints; it must not fail."""
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False)
    if done.returncode:
        raise AssertionError(f"{command} failed: {done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout


def metadata(path: Path, symbol: str) -> dict[str, str]:
    """A kernel's numbers in the notes of a code object, by name, and its arguments' ("offset", "size") as "args"."""
    notes = run(LLVM / "llvm-readobj", "--notes", path)
    kernels = re.split(r"\n  - (?=\.agpr_count|\.args)", notes)
    (own,) = (part for part in kernels if re.search(rf"\.name: +{symbol}$", part, re.MULTILINE))
    numbers = dict(re.findall(r"^    (\.\w+): +(\S+)$", "    " + own, re.MULTILINE))
    offsets = re.findall(r"\.offset: +(\d+)", own)
    return {**numbers, "args": " ".join(offsets)}


@unittest.skipUnless((OBJECTS / "manifest.json").exists(), f"no objects in {OBJECTS}: make kit")
class Pairs(unittest.TestCase):
    """The measured kernels."""

    kernels: list[manifest.Kernel]

    @classmethod
    def setUpClass(cls) -> None:
        cls.kernels = manifest.load(str(OBJECTS))

    def files(self) -> list[tuple[manifest.Kernel, str, Path]]:
        """Every object with its kernel and variant."""
        return [(k, variant, OBJECTS / k.files[variant][0]) for k in self.kernels for variant in manifest.VARIANTS]

    def test_the_manifest_is_read_and_the_code_is_what_it_says(self) -> None:
        for kernel, variant, _ in self.files():
            with self.subTest(kernel=kernel.name, gpu=kernel.gpu, variant=variant):
                self.assertGreater(len(kernel.code(variant)), 1000)
            other = "ours" if variant == "llvm" else "llvm"
            self.assertNotEqual(
                kernel.files[variant][1], kernel.files[other][1], f"the {kernel.gpu} pairs of {kernel.name} are equal"
            )

    def test_a_third_is_where_most_is_claimed(self) -> None:
        if os.environ.get("CDNAKIT_OBJECTS"):
            self.skipTest("only some of the objects")
        for gpu in GPUS:
            claimed = [k.launches["full"].expected["ratio"] for k in self.kernels if k.gpu == gpu]
            most = [ratio for ratio in claimed if ratio <= 0.8]
            self.assertGreaterEqual(3 * len(most), len(claimed), (gpu, sorted(claimed)))

    def test_arguments_are_where_the_code_reads_them(self) -> None:
        for kernel, variant, path in self.files():
            with self.subTest(kernel=kernel.name, gpu=kernel.gpu, variant=variant):
                declared = metadata(path, kernel.symbol)
                for launch in kernel.launches.values():
                    offsets = [str(argument.offset) for argument in launch.arguments]
                    self.assertEqual(" ".join(offsets), declared["args"])
                    self.assertEqual(launch.arguments[-1].role, "timing")
                self.assertEqual(kernel.kernarg_size, int(declared[".kernarg_segment_size"]))

    def test_launches_fit(self) -> None:
        for kernel, variant, path in self.files():
            with self.subTest(kernel=kernel.name, gpu=kernel.gpu, variant=variant):
                declared = metadata(path, kernel.symbol)
                threads = kernel.block[0] * kernel.block[1] * kernel.block[2]
                self.assertLessEqual(threads, int(declared[".max_flat_workgroup_size"]))
                self.assertLessEqual(int(declared[".group_segment_fixed_size"]), LDS[kernel.gpu])
                self.assertLessEqual(int(declared[".vgpr_count"]), REGISTERS)
                self.assertEqual(kernel.dynamic_lds, 0)

    def test_nothing_is_missing_in_the_code(self) -> None:
        command = simulator.cdna_sched()
        if not command:
            self.skipTest("no cdna-sched: set CDNA_SCHED")
        run(command, "lint", *(path for _, _, path in self.files()))

    def test_it_disassembles_and_reads_the_clock_twice(self) -> None:
        for kernel, variant, path in self.files():
            with self.subTest(kernel=kernel.name, gpu=kernel.gpu, variant=variant):
                code = run(LLVM / "llvm-objdump", "-d", "--no-show-raw-insn", path)
                self.assertNotIn("<unknown>", code)
                self.assertEqual(code.count("s_memtime"), 2)
                self.assertIn("s_endpgm", code)

    def test_the_clock_begins_with_the_kernel(self) -> None:
        for kernel, variant, path in self.files():
            with self.subTest(kernel=kernel.name, gpu=kernel.gpu, variant=variant):
                code = run(LLVM / "llvm-objdump", "-d", "--no-show-raw-insn", path)
                before = re.findall(r"^\t(\S+)", code.split("s_memtime")[0], re.MULTILINE)
                # Where arguments are preloaded, code for older firmware goes before, padded to 256 bytes.
                padding = max((at for at, name in enumerate(before) if name in ("s_nop", "s_branch")), default=-1)
                self.assertLess(len(before) - 1 - padding, 16)

    def test_instructions_across_boundaries_are_counted(self) -> None:
        for kernel, variant, path in self.files():
            with self.subTest(kernel=kernel.name, gpu=kernel.gpu, variant=variant):
                with open(kernel.side_file(variant, ".clocks.json"), encoding="utf-8") as stream:
                    loop = {row["address"] for row in json.load(stream)["instructions"]}
                # An instruction has one word of eight digits, or two or three.
                code = run(LLVM / "llvm-objdump", "-d", path)
                found = re.findall(r"// ([0-9A-F]+):((?: [0-9A-F]{8})+)", code)
                sizes = {int(address, 16): len(words.split()) * 4 for address, words in found}
                across = sum(address % 32 + sizes[address] > 32 for address in loop)
                self.assertEqual(kernel.straddling[variant], across)

    def test_the_model_expects_something_of_every_launch(self) -> None:
        for kernel in self.kernels:
            with self.subTest(kernel=kernel.name, gpu=kernel.gpu):
                self.assertEqual(set(kernel.launches), set(manifest.LAUNCHES))
                for launch in kernel.launches.values():
                    expected = launch.expected
                    self.assertAlmostEqual(expected["ours"] / expected["llvm"], expected["ratio"], places=3)
                    self.assertTrue(0.1 < expected["ratio"] < 1.1, expected)

    def test_clocks_of_instructions_are_at_addresses_of_the_code(self) -> None:
        for kernel, variant, path in self.files():
            with self.subTest(kernel=kernel.name, gpu=kernel.gpu, variant=variant):
                with open(kernel.side_file(variant, ".clocks.json"), encoding="utf-8") as stream:
                    rows: list[dict[str, Any]] = json.load(stream)["instructions"]
                code = run(LLVM / "llvm-objdump", "-d", "--no-show-raw-insn", path)
                found = {int(a, 16): text for text, a in re.findall(r"^\t(\S+).*// ([0-9A-F]+):", code, re.MULTILINE)}
                for row in rows:
                    mnemonic = str(row["text"]).split()[0]
                    self.assertIn(row["address"], found)
                    self.assertEqual(
                        found[row["address"]].split("_e32")[0].split("_e64")[0],
                        mnemonic.split("_e32")[0].split("_e64")[0],
                    )


@unittest.skipUnless((OBJECTS / "manifest.json").exists(), f"no objects in {OBJECTS}: make kit")
class ThroughTheRunner(support.KitTest):
    """The command with a real pair and the stand-in, which puts the reference's bytes where the kernel arguments point."""

    NAME = "gemm_f16_64x64x64_w4_s3"

    def check(self, result: bytes) -> support.Ran:
        """Runs the command for the launch of one workgroup."""
        data = json.loads((OBJECTS / "manifest.json").read_text())
        entry = next(k for k in data["kernels"] if (k["name"], k["gpu"]) == (self.NAME, "gfx942"))
        del entry["launches"]["full"]
        for variant in entry["variants"].values():
            shutil.copy(OBJECTS / variant["file"], Path(self.objects) / variant["file"])
        self.kernels.append(entry)
        Path(self.result).write_bytes(result)
        c = next(a for a in entry["arguments"] if a["name"] == "c")
        self.script[1] = f"timing {entry['arguments'][-1]['offset']}"
        self.script.append(f"file * {c['offset']} 0 {self.result}")
        return self.run_kit("--no-timing")

    def reference(self) -> bytes:
        """What the kernel must compute, made here."""
        listed = json.loads((KIT / "kernels" / "kernels.json").read_text())["kernels"]
        kernel = next(k for k in listed if k["name"] == self.NAME)
        return families.gemm(kernel, 1, False).results["c"]()

    def test_the_reference_is_right(self) -> None:
        ran = self.check(self.reference())
        self.assertEqual((ran.code, self.kernel_verdict(ran)), (0, "RESULTS RIGHT"), ran.err)
        symbols = {launch[1] for launch in ran.launches()}
        self.assertEqual(symbols, {"gemm"})

    def test_one_bit_is_wrong(self) -> None:
        data = bytearray(self.reference())
        data[1234] ^= 1
        ran = self.check(bytes(data))
        self.assertEqual((ran.code, self.kernel_verdict(ran)), (1, "WRONG RESULTS"), ran.err)

    def kernel_verdict(self, ran: support.Ran) -> str:
        """The verdict on the pair."""
        return str(ran.kernel(self.NAME)["verdict"])


@unittest.skipUnless((OBJECTS / "micro.json").exists(), f"no micro-kernels in {OBJECTS}: make kit")
class Others(unittest.TestCase):
    """Micro-kernels and probes."""

    def test_micro_kernels_are_clean(self) -> None:
        command = simulator.cdna_sched()
        if not command:
            self.skipTest("no cdna-sched: set CDNA_SCHED")
        files = json.loads((OBJECTS / "micro.json").read_text())["files"]
        self.assertEqual(set(files), set(GPUS))
        run(command, "lint", *(OBJECTS / of["file"] for of in files.values()))

    def test_loops_begin_where_instructions_are_fetched(self) -> None:
        micros = json.loads((OBJECTS / "micro.json").read_text())
        for gpu, of in micros["files"].items():
            code = run(LLVM / "llvm-objdump", "-d", OBJECTS / of["file"])
            back = re.findall(
                r"^\ts_cbranch_scc1 \d+ .*// [0-9A-F]+: [0-9A-F]+ <(\w+)\+0x([0-9a-f]+)>", code, re.MULTILINE
            )
            first: dict[str, int] = {}
            for symbol, offset in back:
                first.setdefault(symbol, int(offset, 16))
            symbols = {p["symbol"] for m in micros["micro"] if m["gpu"] == gpu for p in m["points"]}
            self.assertEqual(symbols - set(first), set())
            self.assertEqual({s: o for s, o in first.items() if s in symbols and o % 32}, {})

    def test_they_disassemble(self) -> None:
        for manifest_file in ("micro.json", "probes.json"):
            for of in json.loads((OBJECTS / manifest_file).read_text())["files"].values():
                with self.subTest(file=of["file"]):
                    code = run(LLVM / "llvm-objdump", "-d", "--no-show-raw-insn", OBJECTS / of["file"])
                    self.assertNotIn("<unknown>", code)
                    # What is fetched ahead of the last instruction.
                    self.assertGreaterEqual(len(re.findall(r"s_nop 0 ", code.rpartition("s_endpgm")[2])), 256)


if __name__ == "__main__":
    unittest.main()
