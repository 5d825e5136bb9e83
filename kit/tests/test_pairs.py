"""Which pairs of code objects the kit has."""

from __future__ import annotations

import json
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any

KIT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(KIT), str(KIT / "build")]

import kernels  # noqa: E402


class Compiler(kernels.Tools):
    """Says what code comes out; looks at none."""

    def __init__(self, codes: dict[str, bytes]) -> None:
        self.codes = codes

    def compile(self, gpu: str, source: str, variant: str, target: str) -> bool:
        Path(target + ".hsaco").write_bytes(self.codes[variant])
        return False

    def view(self, first: str, second: str) -> dict[str, Any]:
        raise LookupError(first, second)


class Pairs(unittest.TestCase):
    """One kernel of the list, compiled both ways."""

    def build(self, codes: dict[str, bytes], folder: str) -> Any:
        """The entry of its manifest."""
        listed = json.loads((KIT / "kernels" / "kernels.json").read_text(encoding="utf-8"))
        kernel = listed["kernels"][0]
        return kernels.build(Compiler(codes), folder, kernel, kernel["gpus"][0], 8)

    def test_a_pair_of_equal_code_is_left_out(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            self.assertIsNone(self.build({"llvm": b"code", "ours": b"code"}, folder))
            self.assertEqual(list(Path(folder).iterdir()), [])

    def test_another_pair_is_written_and_looked_at(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            with self.assertRaises(LookupError):
                self.build({"llvm": b"code", "ours": b"other"}, folder)
            self.assertEqual(sorted(path.read_bytes() for path in Path(folder).glob("*/*.hsaco")), [b"code", b"other"])


if __name__ == "__main__":
    unittest.main()
