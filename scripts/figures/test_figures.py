"""Tests of figures.py: a document that is stale is found and made right, and nothing else in it changes."""

import copy
import json
import tempfile
import unittest
from pathlib import Path

from families import ATTENTION, MATRIX, OTHERS, ROWS, family
from figures import FILE, find, replace, rewrite, wrong
from statements import statements

PROJECT = Path(__file__).resolve().parents[2]
FIGURES = json.loads((PROJECT / FILE).read_text())


class Documents(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        (self.root / "docs").mkdir()
        for file in {file for file, _ in statements(FIGURES)}:
            (self.root / file).write_text((PROJECT / file).read_text())

    def test_each_changed_figure_is_found_and_put_right(self) -> None:
        changed = copy.deepcopy(FIGURES)
        for row in changed["corpus"]["functions"]:
            row["ours"] = row["llvm"] * 0.5
        changed["corpus"]["loops"]["gfx942"]["opt"]["own_waves"] = 0.5
        changed["compile"]["seconds"] = {"llvm": 7.0, "ours": 8.0}
        changed["traces"]["percent"] = {"without waits": 9.0, "all": 10.0}
        changed["own"]["gfx942/fa_f16_d64_128x64"]["loop"]["ours"]["own_waves"] = 1.0
        self.assertEqual(wrong(FIGURES, self.root), [])
        found = wrong(changed, self.root)
        for part in ("| attention | 27 | 0.50 | 27 |", "/ 0.500 |", "7.00 s each", "9.0 % less", "1 at its own waves"):
            self.assertTrue(any(part in problem for problem in found), f"{part}: {found}")
        rewrite(FIGURES, changed, self.root)
        self.assertEqual(wrong(changed, self.root), [])
        rewrite(changed, FIGURES, self.root)
        for file in {file for file, _ in statements(FIGURES)}:
            self.assertEqual((self.root / file).read_text(), (PROJECT / file).read_text())

    def test_lines_stay_where_they_break(self) -> None:
        text = "It takes 5\n  clocks of 7.\nMore."
        self.assertTrue(find("takes 5 clocks", text))
        self.assertEqual(replace("takes 5 clocks of", "takes 6 clocks of", text), "It takes 6\n  clocks of 7.\nMore.")
        self.assertEqual(replace("takes 5 clocks", "takes none", text), "It takes none of 7.\nMore.")
        self.assertEqual(replace("takes 8 clocks", "takes 9 clocks", text), text)

    def test_families(self) -> None:
        for kernel, matrix, of in [
            ("gfx942/fa_f16_d64_128x64", True, ATTENTION),
            ("gfx950/dbg_linear_attn_bf16", True, ATTENTION),
            ("gfx942/gemm_f16_32x32x32_fma", False, MATRIX),
            ("gfx942/conv3x3_f16_128x64x32", True, MATRIX),
            ("gfx942/softmax_f16_1k", False, ROWS),
            ("gfx942/transcend_f32", False, OTHERS),
        ]:
            self.assertEqual(family(kernel, matrix), of, kernel)


if __name__ == "__main__":
    unittest.main()
