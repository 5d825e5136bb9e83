"""The generators give the same everywhere, and the interpreter tells programs apart that do different things."""

from __future__ import annotations

import unittest
import zlib

import ir_kernels
import symbolic
from dice import Dice
from judge import weakened

# What `Dice(7)` rolls.
NUMBERS = [484, 676, 875, 890]
# Registers that all programs below begin with, and that they end with.
BEGIN = ["v_add_u32_e32 v1, s0, v0", "v_add_u32_e32 v2, s1, v0", "v_add_u32_e32 v3, s2, v0", "v_mov_b32_e32 v4, v3"]
END = ["global_store_dword v0, v1, s[8:9]", "global_store_dword v0, v2, s[8:9] offset:4", "s_endpgm"]


def listing(lines: list[str]) -> str:
    """Instructions as a disassembler prints them, each of one word."""
    whole = [*BEGIN, *lines, *END]
    return "\n".join(f"\t{line} // {4 * at:012X}: 00000000" for at, line in enumerate(whole))


def differs(ours: list[str], theirs: list[str]) -> str | None:
    """What the interpreter says of two programs."""
    return symbolic.differs(listing(ours), listing(theirs), seeds=2)


class Generators(unittest.TestCase):
    """What seeds give."""

    def test_a_seed_gives_the_same_numbers_everywhere(self) -> None:
        dice = Dice(7)
        self.assertEqual([dice.below(1000) for _ in range(4)], NUMBERS)

    def test_a_seed_gives_the_same_module(self) -> None:
        for gpu in ("gfx90a", "gfx942", "gfx950"):
            once, again = (ir_kernels.module(3, gpu) for _ in range(2))
            self.assertEqual(zlib.crc32(once.encode()), zlib.crc32(again.encode()))
            self.assertNotEqual(once, ir_kernels.module(4, gpu))

    def test_a_planted_fault_weakens(self) -> None:
        for seed in range(20):
            line = weakened(Dice(seed), "\ts_waitcnt vmcnt(2) lgkmcnt(0)")
            self.assertIn(line, ("", "\ts_waitcnt vmcnt(3) lgkmcnt(0)", "\ts_waitcnt vmcnt(2) lgkmcnt(1)"))


class Symbolic(unittest.TestCase):
    """What the interpreter tells apart."""

    def test_independent_instructions_may_be_exchanged(self) -> None:
        one, two = "v_xor_b32_e32 v1, v3, v4", "v_xor_b32_e32 v2, v4, v3"
        self.assertIsNone(differs([one, two], [two, one]))
        self.assertIsNotNone(differs([one, "v_xor_b32_e32 v2, v1, v3"], ["v_xor_b32_e32 v2, v1, v3", one]))

    def test_copies_are_nothing(self) -> None:
        self.assertIsNone(differs(["v_mov_b32_e32 v5, v3", "v_xor_b32_e32 v1, v5, v4"], ["v_xor_b32_e32 v1, v3, v4"]))

    def test_a_sign_belongs_to_the_operation_and_its_register_does_not(self) -> None:
        one = ["v_mov_b32_e32 v5, v3", "v_mul_f32_e64 v1, |v5|, -v4"]
        self.assertIsNone(differs(one, ["v_mul_f32_e64 v1, |v3|, -v4"]))
        self.assertIsNotNone(differs(one, ["v_mul_f32_e64 v1, |v3|, v4"]))
        self.assertIsNotNone(differs(one, ["v_mul_f32_e64 v1, -v3, |v4|"]))
        # A literal is no register, whatever its digits.
        self.assertIsNotNone(differs(["v_xor_b32_e32 v1, 0xa5, v3"], ["v_xor_b32_e32 v1, 0xa6, v3"]))

    def test_what_a_result_keeps_is_read(self) -> None:
        for keeps in (
            "v_mov_b32_sdwa v1, v3 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:DWORD",
            "v_mad_u16 v1, v3, v4, v3 op_sel:[0,1,0,1]",
            "v_mov_b32_dpp v1, v3 row_shr:1 row_mask:0xf bank_mask:0xf",
            "v_fmac_f32_e32 v1, v3, v4",
            "v_fma_mixhi_f16 v1, v3, v4, v3 op_sel_hi:[1,0,1]",
        ):
            self.assertIsNotNone(differs(["v_xor_b32_e32 v1, v3, v3", keeps], [keeps]), keeps)
        whole = "v_mov_b32_sdwa v1, v3 dst_sel:BYTE_1 dst_unused:UNUSED_PAD src0_sel:DWORD"
        self.assertIsNone(differs(["v_xor_b32_e32 v1, v3, v3", whole], [whole]))

    def test_a_scalar_bit_is_set_in_what_was_there(self) -> None:
        bit, read = "s_bitset1_b32 s4, 3", "v_add_u32_e32 v1, s4, v0"
        self.assertIsNotNone(differs(["s_add_u32 s4, s0, s1", bit, read], [bit, read]))

    def test_loads_land_when_they_are_waited_for(self) -> None:
        load, use = "global_load_dword v5, v3, s[4:5]", "v_xor_b32_e32 v1, v5, v4"
        self.assertIsNone(differs([load, "s_waitcnt vmcnt(0)", use], [load, "s_waitcnt vmcnt(0)", use]))
        self.assertIn("waited for", differs([load, "s_waitcnt vmcnt(0)", use], [load, "s_waitcnt vmcnt(1)", use]) or "")
        # LDS answers in order even where a scalar load is in flight; that one may be last.
        both = ["ds_read_b32 v5, v3", "s_load_dword s4, s[6:7], 0x0", "ds_read_b32 v6, v3 offset:4"]
        self.assertIsNone(differs([*both, "s_waitcnt lgkmcnt(1)", use], [*both, "s_waitcnt lgkmcnt(0)", use]))
        scalar = "v_add_u32_e32 v1, s4, v0"
        self.assertIn("waited for", differs([*both, "s_waitcnt lgkmcnt(0)", scalar], [*both, "s_waitcnt lgkmcnt(1)", scalar]) or "")

    def test_accesses_of_one_address_keep_their_order(self) -> None:
        one, other = "global_store_dword v3, v1, s[4:5]", "global_store_dword v3, v2, s[4:5]"
        self.assertIsNotNone(differs([one, other], [other, one]))

    def test_lanes_that_are_off_keep_what_they_have(self) -> None:
        masked = ["v_cmp_gt_u32_e32 vcc, v3, v1", "s_and_saveexec_b64 s[20:21], vcc", "v_xor_b32_e32 v1, v3, v2"]
        restored = "s_or_b64 exec, exec, s[20:21]"
        self.assertIsNone(differs([*masked, restored], [*masked, restored]))
        self.assertIsNotNone(differs([*masked, restored], [*masked[:2], restored, masked[2]]))


if __name__ == "__main__":
    unittest.main()
