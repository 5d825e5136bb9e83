"""Contents of buffers."""

import math
import struct
import unittest

import support  # noqa: F401  (sets the path)

from cdnakit import values


class Generator(unittest.TestCase):
    def test_is_splitmix64(self) -> None:
        # The first outputs of splitmix64 started with 1234567, as published with it.
        known = [
            6457827717110365317,
            3203168211198807973,
            9817491932198370423,
            4593380528125082431,
            16408922859458223821,
        ]
        self.assertEqual([values.element(1234567, i) for i in range(5)], known)

    def test_lanes_equal_the_plain_form(self) -> None:
        for seed in (0, 1, 2**64 - 1):
            self.assertEqual(values.words(seed, 9000), [values.element(seed, i) for i in range(9000)])


class Fills(unittest.TestCase):
    def test_integers_by_the_rule_in_every_signed_type(self) -> None:
        want = [-4 + (((values.element(7, i) >> 32) * 9) >> 32) for i in range(5000)]
        self.assertEqual(set(want), set(range(-4, 5)))
        for name in values.TYPE_NAMES:
            if not name.startswith("u"):
                data = values.make(name, 5000, {"kind": "integers", "low": -4, "high": 4, "seed": 7})
                self.assertEqual([values.decode(name, data, i) for i in range(5000)], want, name)

    def test_integers_of_a_wide_range(self) -> None:
        data = values.make("i32", 300, {"kind": "integers", "low": 0, "high": 99999, "seed": 7})
        want = [((values.element(7, i) >> 32) * 100000) >> 32 for i in range(300)]
        self.assertEqual(list(struct.unpack("<300i", data)), want)

    def test_uniform_repeats_by_a_prime(self) -> None:
        data = values.make("f32", 70000, {"kind": "uniform", "low": -1.0, "high": 1.0, "seed": 3})
        got = struct.unpack("<70000f", data)
        want = struct.unpack("<f", struct.pack("<f", -1 + 2 * (values.element(3, 41) >> 11) / 2**53))[0]
        self.assertEqual(got[41], want)
        self.assertEqual(got[65521 + 41], want)
        self.assertTrue(all(-1 <= value <= 1 for value in got))

    def test_iota_and_zero(self) -> None:
        data = values.make("u8", 6, {"kind": "iota", "start": 3, "step": 2, "modulo": 5})
        self.assertEqual(list(data), [3, 5, 7, 4, 6, 3])
        self.assertEqual(values.make("f64", 3, {"kind": "zero"}), bytes(24))

    def test_unknown_type_and_kind(self) -> None:
        for name, kind in (("f12", "zero"), ("f32", "gaussian")):
            with self.assertRaises(values.ValueRuleError):
                values.make(name, 1, {"kind": kind})


class Formats(unittest.TestCase):
    def test_codes(self) -> None:
        # (type, value, code), from the formats' definitions.
        table = [
            ("f16", 1.0, "003c"),
            ("bf16", 1.0, "803f"),
            ("bf16", 1 + 2**-8, "803f"),  # a tie goes to even
            ("bf16", 1 + 3 * 2**-8, "823f"),
            ("fp8_e4m3", 1.0, "38"),
            ("fp8_e4m3", 448.0, "7e"),
            ("fp8_e4m3", 1000.0, "7e"),
            ("fp8_e4m3", -0.0, "80"),
            ("fp8_e4m3", 2.0**-9, "01"),
            ("fp8_e4m3", 17.0, "58"),  # between 16 and 18: to even
            ("fp8_e4m3", 19.0, "5a"),
            ("fp8_e5m2", 1.0, "3c"),
            ("fp8_e5m2", 57344.0, "7b"),
            ("fp8_e4m3fnuz", 1.0, "40"),
            ("fp8_e4m3fnuz", 240.0, "7f"),
            ("fp8_e4m3fnuz", -0.0, "00"),
            ("fp8_e5m2fnuz", 1.0, "40"),
            ("fp8_e5m2fnuz", 57344.0, "7f"),
            ("i8", -1, "ff"),
            ("u16", 65537, "0100"),
        ]
        for name, value, code in table:
            self.assertEqual(values.encode(name, value).hex(), code, (name, value))

    def test_every_small_code_survives(self) -> None:
        for name in ("fp8_e4m3", "fp8_e5m2", "fp8_e4m3fnuz", "fp8_e5m2fnuz"):
            for code in range(256):
                value = values.decode(name, bytes([code]), 0)
                if math.isfinite(value):
                    self.assertEqual(values.encode(name, value), bytes([code]), (name, code))


if __name__ == "__main__":
    unittest.main()
