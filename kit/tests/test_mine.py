"""The user's own pair of code objects."""

from __future__ import annotations

import os
import struct
import unittest
from typing import Any

import support
from cdnakit import codeobject, manifest, mine, verdict


def packed(value: Any) -> bytes:
    """A value in MessagePack, as compilers write it."""
    if value is None or isinstance(value, bool):
        return {None: b"\xc0", False: b"\xc2", True: b"\xc3"}[value]
    if isinstance(value, int):
        return bytes([value]) if 0 <= value < 128 else b"\xd2" + struct.pack(">i", value)
    if isinstance(value, str):
        data = value.encode()
        return (bytes([0xA0 | len(data)]) if len(data) < 32 else b"\xd9" + bytes([len(data)])) + data
    if isinstance(value, list):
        return b"\xdc" + struct.pack(">H", len(value)) + b"".join(map(packed, value))
    members = b"".join(packed(key) + packed(member) for key, member in value.items())
    return bytes([0x80 | len(value)]) + members if len(value) < 16 else b"\xde" + struct.pack(">H", len(value)) + members


def code_object(tag: str, kernels: list[dict[str, Any]]) -> bytes:
    """A file with a note about kernels; the stand-in runtime knows it by the padding of its head."""
    note = packed({"amdhsa.version": [1, 2], "amdhsa.kernels": kernels})
    head = b"\x7fELF\x02\x01\x01\x40\x04" + (tag + "\n").encode().ljust(7, b"\0")
    content = struct.pack("<III", 7, len(note), 32) + b"AMDGPU\0\0" + note
    content += b"\0" * (-len(content) % 4)
    table = 64 + len(content)
    head += struct.pack("<HHIQQQIHHHHHH", 3, 224, 1, 0, 0, table, 0, 64, 0, 0, 64, 2, 0)
    section = struct.pack("<IIQQQQIIQQ", 0, 7, 0, 0, 64, len(content), 0, 0, 4, 0)
    return head + content + bytes(64) + section


def argument(name: str, offset: int, size: int, kind: str, **more: Any) -> dict[str, Any]:
    return {".name": name, ".offset": offset, ".size": size, ".value_kind": kind, **more}


def kernel(name: str = "add", **more: Any) -> dict[str, Any]:
    arguments = [
        argument("a", 0, 8, "global_buffer", **{".actual_access": "read_only"}),
        argument("c", 8, 8, "global_buffer"),
        argument("n", 16, 4, "by_value"),
        argument("", 20, 4, "hidden_block_count_x"),
        argument("", 24, 2, "hidden_group_size_x"),
        argument("", 26, 2, "hidden_grid_dims"),
    ]
    return {
        ".name": name,
        ".symbol": name + ".kd",
        ".args": arguments,
        ".kernarg_segment_size": 32,
        ".max_flat_workgroup_size": 256,
        **more,
    }


class Notes(unittest.TestCase):
    """What is read of code objects."""

    def test_kernels_and_arguments(self) -> None:
        found = codeobject.kernels(code_object("a", [kernel(), kernel("k" * 40, **{".reqd_workgroup_size": [64, 2, 1]})]))
        self.assertEqual([note.name for note in found], ["add", "k" * 40])
        self.assertEqual(found[1].workgroup, (64, 2, 1))
        a, c, n, *hidden = found[0].arguments
        self.assertEqual((a.name, a.offset, a.size, a.kind, a.is_read_only), ("a", 0, 8, "global_buffer", True))
        self.assertEqual((c.is_read_only, n.place, n.size), (False, 2, 4))
        self.assertTrue(all(argument.is_hidden for argument in hidden))

    def test_damaged_files_are_refused(self) -> None:
        whole = code_object("a", [kernel()])
        # The end of the last section's head says nothing that is read.
        for end in range(len(whole) - 24):
            with self.assertRaises(codeobject.NotReadable):
                codeobject.kernels(whole[:end])
        for at in range(len(whole)):
            for byte in (0, 0xFF, 0xDF, 0x81):
                damaged = whole[:at] + bytes([byte]) + whole[at + 1 :]
                try:
                    codeobject.kernels(damaged)
                except codeobject.NotReadable:
                    pass
        wrong = kernel()
        wrong[".args"][0][".size"] = "many"
        with self.assertRaises(codeobject.NotReadable):
            codeobject.kernels(code_object("a", [wrong]))
        for text in (b"", b"\x7fELF\x01\x01", b"__CLANG_OFFLOAD_BUNDLE__"):
            with self.assertRaises(codeobject.NotReadable):
                codeobject.kernels(text)


class Mine(support.KitTest):
    """Runs with the stand-in runtime."""

    tag = "\x7fELF\x02\x01\x01@\x04"

    def setUp(self) -> None:
        super().setUp()
        # As `write` makes it, without kernels.
        self.script = [line for line in self.script if not line.startswith("timing")]

    def pair(self, first: list[dict[str, Any]], second: list[dict[str, Any]]) -> list[str]:
        files = []
        for name, kernels in (("a", first), ("b", second)):
            files.append(os.path.join(self.folder, name + ".co"))
            with open(files[-1], "wb") as stream:
                stream.write(code_object(name, kernels))
        return files

    def same_results(self) -> None:
        for name in ("a", "b"):
            self.script.append("file %s%s 8 0 %s" % (self.tag, name, self.result))

    def times(self, second: float) -> None:
        for tag, ratio in (("a#1", 1.0), ("b", second), ("a#2", 1.0)):
            self.script.append(f"time {self.tag}{tag} 8 {ratio:g}")

    def measure(self, *more: str, kernels: Any = None) -> support.Ran:
        files = self.pair(kernels or [kernel()], kernels or [kernel()])
        given = ["--grid", "8", "--block", "256", "--arg", "a=i32:64", "--arg", "c=i32:64", "--arg", "n=-2"]
        return self.run_kit("--mine", *files, *given, *more)

    def test_the_second_is_set_against_the_first(self) -> None:
        for ratio, expected in ((0.8, verdict.FASTER), (1.2, verdict.SLOWER), (1.0, verdict.SAME)):
            self.script = self.script[:1]
            self.same_results()
            self.times(ratio)
            ran = self.measure()
            self.assertEqual((ran.code, ran.kernel()["verdict"]), (0, expected), ran.err)
            claim = ran.claim()
            self.assertEqual((claim["modelled"], claim["by"]), (None, "events"))
            self.assertAlmostEqual(claim["measured"]["mid"], ratio, places=2)
            self.assertIn(expected, ran.out)
        # Every launch got what was given, and what the runtime gives: workgroups, threads, dimensions.
        launches = ran.launches()
        self.assertTrue(launches)
        for _, symbol, grid, block, _, arguments in launches:
            self.assertEqual((symbol, grid, block), ("add", "8,1,1", "256,1,1"))
            data = bytes.fromhex(arguments)
            self.assertEqual(struct.unpack_from("<iIHH", data, 16), (-2, 8, 256, 1))

    def test_other_results_are_wrong(self) -> None:
        self.script.append("file %sa 8 0 %s" % (self.tag, self.result))
        ran = self.measure()
        self.assertEqual((ran.code, ran.kernel()["verdict"]), (1, verdict.WRONG_RESULTS))
        self.assertIn("c[0] differs: the first gives", ran.out)

    def test_results_that_differ_by_themselves_are_not_compared(self) -> None:
        self.script.append("late %sa 8 0 11223344 2" % self.tag)
        self.times(0.9)
        ran = self.measure()
        self.assertEqual((ran.code, ran.kernel()["verdict"]), (0, verdict.FASTER), ran.out)
        self.assertIn(verdict.NOT_DETERMINISTIC, ran.out)

    def test_what_does_not_fit_is_refused(self) -> None:
        def refused(expected: str, *more: str, kernels: Any = None) -> None:
            ran = self.measure(*more, kernels=kernels)
            self.assertEqual(ran.code, 2, ran.err)
            self.assertIn(expected, ran.err)
            self.assertEqual(ran.launches(), [])

        refused("--arg x: add has no such argument; it has: a (buffer), c (buffer), n (by_value of 4 bytes)", "--arg", "x=1")
        refused("--arg a is given twice", "--arg", "a=i32:8")
        refused("--kernel: expected one of those that both files have: add, sub", kernels=[kernel(), kernel("sub")])
        refused("1024 threads, of which add may have 256", "--block", "1024")
        refused("--grid is '0'", "--grid", "0")
        refused("--mine measures one kernel", "--probe")
        required = [kernel(**{".reqd_workgroup_size": [64, 1, 1]})]
        refused("was compiled for workgroups of (64, 1, 1)", kernels=required)
        files = self.pair([kernel()], [kernel(**{".args": kernel()[".args"][:2]})])
        ran = self.run_kit("--mine", *files, "--grid", "8")
        self.assertIn("does not have the same arguments in both files", ran.err)
        ran = self.run_kit("--mine", files[0], os.path.join(self.folder, "none"), "--grid", "8")
        self.assertEqual(ran.code, 2)
        self.assertIn("cannot be read", ran.err)

    def test_values_are_as_wide_as_the_argument(self) -> None:
        for size, text, expected in (
            (4, "-1", b"\xff\xff\xff\xff"),
            (4, "0x10", b"\x10\0\0\0"),
            (4, "0.5", struct.pack("<f", 0.5)),
            (8, "0.5", struct.pack("<d", 0.5)),
            (3, "hex:010203", b"\x01\x02\x03"),
        ):
            self.assertEqual(mine._value(size, "n", text), expected)
        for size, text in ((1, "256"), (3, "0.5"), (4, "many"), (2, "hex:01")):
            with self.assertRaises(mine.MineError):
                mine._value(size, "n", text)

    def test_buffers_have_a_type_and_a_role(self) -> None:
        a = codeobject.Argument(0, "a", 0, 8, "global_buffer", True)
        made = mine._argument(a, "a", "f16:8")
        self.assertEqual((made.role, made.type, made.elements), ("in", "f16", 8))
        made = mine._argument(a, "a", "bf16:8:out")
        self.assertEqual((made.role, made.fill), ("out", None))
        for text in ("f16", "f16:0", "half:8", "f16:8:both", "f16:-1"):
            with self.assertRaises(mine.MineError):
                mine._argument(a, "a", text)
        with self.assertRaises(mine.MineError):
            mine._argument(codeobject.Argument(0, "p", 0, 8, "dynamic_shared_pointer", False), "p", "0")
        self.assertEqual(manifest.ROLES, ("in", "out", "inout"))


if __name__ == "__main__":
    unittest.main()
