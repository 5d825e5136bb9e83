"""Micro-kernels and probes end, store what they should, and probes see a miss."""

from __future__ import annotations

import sys
import unittest
from pathlib import Path

KIT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(KIT), str(KIT / "build"), str(KIT / "tests")]

import micro  # noqa: E402
import micro_table  # noqa: E402
import probe_table  # noqa: E402
import probes  # noqa: E402
from interpreter import Wave  # noqa: E402

from cdnakit.calibrate import plan  # noqa: E402

RESULTS, DATA = 0x100000, 0x200000
GPUS = ("gfx90a", "gfx942", "gfx950")

#: Rows about units that instructions share, not about registers: their order changes no result.
WITHOUT_REGISTERS = {"dgemm.fma64"}


def clocks(lines: list[str], trips: int, slots_taken: int = 0) -> tuple[Wave, int]:
    """Runs a micro-kernel; gives the clocks that it stored."""
    wave = Wave(plan.arguments(RESULTS, DATA, trips, 1))
    for i, word in enumerate((slots_taken, 0, 4, 0)):
        wave.memory[RESULTS + 4 * i] = word
    wave.run(lines)
    at = RESULTS + 16 + 16 * slots_taken
    begin, end = (wave.memory.get(at + 8 * i, 0) for i in (0, 1))
    return wave, end - begin


class Micros(unittest.TestCase):
    def test_each_runs_its_trips_and_stores_its_clocks(self) -> None:
        for gpu in ("gfx90a", "gfx950"):
            for m in micro_table.micros(gpu) if gpu == "gfx950" else micro_table.matrix(gpu):
                x = m.points[0]
                with self.subTest(gpu=gpu, micro=m.name):
                    lines = micro.kernel(gpu, m, x).lines
                    # An instruction takes 4 clocks here.
                    loop = [i for i, line in enumerate(lines) if line.endswith(("_loop:", "_toafter:"))]
                    trip = 4 * sum(not line.endswith(":") for line in lines[loop[0] : loop[1]])
                    (_, one), (wave, three) = clocks(lines, 1), clocks(lines, 3)
                    self.assertEqual(three - one, 2 * trip)
                    self.assertEqual(wave.memory[RESULTS], 1)

    def test_a_slot_is_taken_only_once_and_only_if_there_is_one(self) -> None:
        lines = micro.kernel("gfx942", micro_table.micros("gfx942")[0], 16).lines
        wave, took = clocks(lines, 3, slots_taken=3)
        self.assertGreater(took, 0)
        self.assertEqual(wave.memory[RESULTS], 4)
        full, took = clocks(lines, 3, slots_taken=4)
        self.assertEqual(took, 0)
        self.assertEqual(full.memory[RESULTS], 5)


class Probes(unittest.TestCase):
    @staticmethod
    def counts(lines: list[str]) -> tuple[int, int]:
        """Lanes that differed, and waves that ended."""
        wave = Wave(plan.arguments(RESULTS, DATA, 6, 1, start=77))
        wave.memory.update({RESULTS: 0, RESULTS + 4: 0})
        wave.run(lines)
        return wave.memory[RESULTS], wave.memory[RESULTS + 4]

    @staticmethod
    def missing(lines: list[str], pair: probe_table.Pair) -> list[str]:
        """The kernel as on a GPU on which the second instruction of the near pair does not see the first."""
        firsts = [i for i, line in enumerate(lines) if line == pair.first]
        first = firsts[1]
        second = next(
            i for i in range(first + 1, len(lines)) if not lines[i].startswith("s_nop") and lines[i] != pair.between
        )
        return [*lines[:first], lines[second], *lines[first:second], *lines[second + 1 :]]

    def test_the_same_results_without_a_miss_and_others_with_one(self) -> None:
        table = probe_table.rows((KIT.parent / "docs" / "hazards.md").read_text())
        blind: set[str] = set()
        for gpu in GPUS:
            for row in (row for row in table if gpu in row.gpus):
                for label, pair in probe_table.pairs(row, gpu):
                    lines = probes.kernel(gpu, "probe", pair, 5).lines
                    with self.subTest(gpu=gpu, rule=row.name, pair=label):
                        self.assertEqual(self.counts(lines), (0, 1))
                        missed, ended = self.counts(self.missing(lines, pair))
                        self.assertEqual(ended, 1)
                        if missed == 0:
                            blind.add(f"{row.name} {label}")
        self.assertEqual({name for name in blind if name.split(" ")[0] not in WITHOUT_REGISTERS}, set())
        self.assertEqual({name.split(" ")[0] for name in blind}, WITHOUT_REGISTERS)


if __name__ == "__main__":
    unittest.main()
