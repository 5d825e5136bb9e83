"""Contents of buffers, made from a rule instead of being stored.

The generator is splitmix64. Element ``i`` of a buffer with seed ``s`` depends on ``s`` and ``i`` only::

    z = s + (i + 1) * 0x9E3779B97F4A7C15          (all modulo 2**64)
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB
    r(s, i) = z ^ (z >> 31)

which is the ``i``-th output of the usual splitmix64 started with state ``s``. Kinds of fill:

``{"kind": "integers", "low": L, "high": H, "seed": s}``
    ``L + (((r(s, i) >> 32) * (H - L + 1)) >> 32)``, converted to the element's type. ``H`` is included. With ``"period": P``
    ``i mod P`` stands for ``i``, so that references need not be computed for every row of a large matrix.
``{"kind": "uniform", "low": L, "high": H, "seed": s}``
    ``L + (H - L) * (r(s, j) >> 11) / 2**53`` with ``j = i mod 65521``, rounded to nearest even in the element's type.
    It repeats because rounding is slow in Python; the period is prime so that rows of a matrix differ.
``{"kind": "iota", "start": S, "step": D, "modulo": M}``
    ``S + ((i * D) mod M)``; ``start`` is 0, ``step`` 1, and without ``modulo`` there is none.
``{"kind": "zero"}``
    Zero bytes.

Integers that a float type cannot represent are rounded to nearest even; integers are reduced modulo the width of an
integer type. Many values at once are computed in lanes of one large Python integer, 128 bits each, so that a product of
64 bits by 64 bits stays in its lane.
"""

from __future__ import annotations

import bisect
import math
import struct
from collections.abc import Mapping, Sequence
from typing import Any, Callable

GOLDEN = 0x9E3779B97F4A7C15
MIX_1 = 0xBF58476D1CE4E5B9
MIX_2 = 0x94D049BB133111EB
MASK64 = (1 << 64) - 1
UNIFORM_PERIOD = 65521
_LANES = 4096
_LANE_BYTES = 16


class ValueRuleError(ValueError):
    """A type or a fill of the manifest that this version does not know."""


def element(seed: int, index: int) -> int:
    """``r(seed, index)`` of the module's text; the plain form, of which the tests say that the fast one equals it."""
    z = (seed + (index + 1) * GOLDEN) & MASK64
    z = ((z ^ (z >> 30)) * MIX_1) & MASK64
    z = ((z ^ (z >> 27)) * MIX_2) & MASK64
    return z ^ (z >> 31)


def _lanes(value: int, count: int) -> int:
    return int.from_bytes(value.to_bytes(_LANE_BYTES, "little") * count, "little")


_ONES = _lanes(1, _LANES)
_MASK = _lanes(MASK64, _LANES)
_RAMP = int.from_bytes(b"".join((i + 1).to_bytes(_LANE_BYTES, "little") for i in range(_LANES)), "little")
_RAMP_STEPS = (_RAMP * GOLDEN) & _MASK


def _generate(seed: int, first: int) -> int:
    """The lanes of ``r(seed, first)`` to ``r(seed, first + _LANES - 1)``."""
    start = (seed + first * GOLDEN) & MASK64
    z = (_RAMP_STEPS + _ONES * start) & _MASK
    z = ((z ^ ((z >> 30) & _MASK)) & _MASK) * MIX_1 & _MASK
    z = ((z ^ ((z >> 27) & _MASK)) & _MASK) * MIX_2 & _MASK
    # A lane's upper half is zero here, so what a shift moves down from the next lane lands above bit 64 and is masked.
    return z ^ ((z >> 31) & _MASK)


def words(seed: int, count: int) -> list[int]:
    """``[r(seed, 0), ..., r(seed, count - 1)]``."""
    out: list[int] = []
    for first in range(0, count, _LANES):
        block = _generate(seed, first).to_bytes(_LANES * _LANE_BYTES, "little")
        out.extend(struct.unpack("<%dQ" % (2 * _LANES), block)[::2])
    return out[:count]


def _small_indices(seed: int, count: int, choices: int) -> bytes:
    """``((r >> 32) * choices) >> 32`` for each element, one byte each; ``choices`` at most 256."""
    low32 = _lanes((1 << 32) - 1, _LANES)
    low8 = _lanes(0xFF, _LANES)
    parts = []
    for first in range(0, count, _LANES):
        high = (_generate(seed, first) >> 32) & low32
        chosen = ((high * choices) >> 32) & low8
        parts.append(chosen.to_bytes(_LANES * _LANE_BYTES, "little")[::_LANE_BYTES])
    return b"".join(parts)[:count]


# ---- types -------------------------------------------------------------------------------------------------------


def _encode_bf16(value: float) -> bytes:
    bits: int = struct.unpack("<I", struct.pack("<f", value))[0]
    if bits & 0x7FFFFFFF > 0x7F800000:
        return struct.pack("<H", (bits >> 16) | 0x40)
    return struct.pack("<H", ((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16) & 0xFFFF)


def _decode_bf16(data: bytes) -> float:
    value: float = struct.unpack("<f", b"\0\0" + data)[0]
    return value


def _minifloat_values(exponent_bits: int, bias: int, fnuz: bool, infinities: bool) -> list[float]:
    """The value of each of the 256 codes of an eight-bit float."""
    mantissa_bits = 7 - exponent_bits
    values = []
    for code in range(256):
        sign = -1.0 if code & 0x80 else 1.0
        exponent = (code & 0x7F) >> mantissa_bits
        mantissa = code & ((1 << mantissa_bits) - 1)
        if fnuz and code == 0x80:
            values.append(math.nan)
        elif infinities and exponent == (1 << exponent_bits) - 1:
            values.append(math.nan if mantissa else sign * math.inf)
        elif not fnuz and not infinities and code & 0x7F == 0x7F:
            values.append(math.nan)
        elif exponent == 0:
            values.append(sign * math.ldexp(mantissa, 1 - bias - mantissa_bits))
        else:
            values.append(sign * math.ldexp((1 << mantissa_bits) | mantissa, exponent - bias - mantissa_bits))
    return values


class _MiniFloat:
    """An eight-bit float: rounds to nearest even and saturates, as the GPUs' conversions do by default."""

    def __init__(self, exponent_bits: int, bias: int, fnuz: bool, infinities: bool) -> None:
        self.values = _minifloat_values(exponent_bits, bias, fnuz, infinities)
        self.codes = [c for c in range(128) if math.isfinite(self.values[c])]
        self.finite = [self.values[c] for c in self.codes]
        self.negative_zero = not fnuz

    def encode(self, value: float) -> bytes:
        if math.isnan(value):
            return bytes([next(c for c in range(255, -1, -1) if math.isnan(self.values[c]))])
        magnitude = abs(value)
        upper = bisect.bisect_left(self.finite, magnitude)
        if upper == len(self.finite):
            code = self.codes[-1]
        elif self.finite[upper] == magnitude or upper == 0:
            code = self.codes[upper]
        else:
            below, above = magnitude - self.finite[upper - 1], self.finite[upper] - magnitude
            nearer_below = below < above or (below == above and self.codes[upper - 1] % 2 == 0)
            code = self.codes[upper - 1] if nearer_below else self.codes[upper]
        negative = math.copysign(1.0, value) < 0 and (code != 0 or self.negative_zero)
        return bytes([code | 0x80 if negative else code])

    def decode(self, data: bytes) -> float:
        return self.values[data[0]]


def _packed(code: str) -> tuple[Callable[[float], bytes], Callable[[bytes], float]]:
    form = struct.Struct("<" + code)
    return form.pack, lambda data: float(form.unpack(data)[0])


def _integer(size: int, signed: bool) -> tuple[Callable[[float], bytes], Callable[[bytes], float]]:
    mask = (1 << (8 * size)) - 1

    def encode(value: float) -> bytes:
        return (int(value) & mask).to_bytes(size, "little")

    return encode, lambda data: int.from_bytes(data, "little", signed=signed)


def _mini(
    exponent_bits: int, bias: int, fnuz: bool, infinities: bool
) -> tuple[Callable[[float], bytes], Callable[[bytes], float]]:
    format_ = _MiniFloat(exponent_bits, bias, fnuz, infinities)
    return format_.encode, format_.decode


_OCP_E4M3 = _mini(4, 7, False, False)
_OCP_E5M2 = _mini(5, 15, False, True)
_FNUZ_E4M3 = _mini(4, 8, True, False)
_FNUZ_E5M2 = _mini(5, 16, True, False)

#: Type: (bytes, encode, decode). "fp8" and "bf8" alone are OCP's; gfx942 has the fnuz forms.
_TYPES: dict[str, tuple[int, Callable[[float], bytes], Callable[[bytes], float]]] = {
    "f16": (2, *_packed("e")),
    "bf16": (2, _encode_bf16, _decode_bf16),
    "f32": (4, *_packed("f")),
    "f64": (8, *_packed("d")),
    "fp8": (1, *_OCP_E4M3),
    "fp8_e4m3": (1, *_OCP_E4M3),
    "bf8": (1, *_OCP_E5M2),
    "fp8_e5m2": (1, *_OCP_E5M2),
    "fp8_e4m3fnuz": (1, *_FNUZ_E4M3),
    "fp8_e5m2fnuz": (1, *_FNUZ_E5M2),
    "i8": (1, *_integer(1, True)),
    "u8": (1, *_integer(1, False)),
    "i16": (2, *_integer(2, True)),
    "u16": (2, *_integer(2, False)),
    "i32": (4, *_integer(4, True)),
    "u32": (4, *_integer(4, False)),
    "i64": (8, *_integer(8, True)),
    "u64": (8, *_integer(8, False)),
}

TYPE_NAMES = tuple(_TYPES)


def size_of(type_name: str) -> int:
    """Bytes of one element."""
    if type_name not in _TYPES:
        raise ValueRuleError("unknown type {!r}; known: {}".format(type_name, ", ".join(_TYPES)))
    return _TYPES[type_name][0]


def encode(type_name: str, value: float) -> bytes:
    """The bytes of one value, little endian."""
    size_of(type_name)
    return _TYPES[type_name][1](value)


def decode(type_name: str, data: bytes, index: int) -> float:
    """Element ``index`` of a buffer's bytes."""
    size = size_of(type_name)
    return _TYPES[type_name][2](data[index * size : (index + 1) * size])


# ---- fills -------------------------------------------------------------------------------------------------------


def _expand(indices: bytes, table: Sequence[bytes]) -> bytes:
    """Replaces each index by its entry of the table: one translation for each byte of an element."""
    size = len(table[0])
    out = bytearray(len(indices) * size)
    for byte in range(size):
        translation = bytes(entry[byte] for entry in table).ljust(256, b"\0")
        out[byte::size] = indices.translate(translation)
    return bytes(out)


def _integers(type_name: str, elements: int, fill: Mapping[str, Any]) -> bytes:
    low, high, seed = int(fill["low"]), int(fill["high"]), int(fill["seed"])
    choices = high - low + 1
    if choices < 1:
        raise ValueRuleError(f"fill {dict(fill)!r}: low is above high")
    period = int(fill.get("period", 0))
    if 0 < period < elements:
        return _repeat(_integers(type_name, period, fill), elements * size_of(type_name))
    if choices <= 256:
        table = [encode(type_name, low + k) for k in range(choices)]
        return _expand(_small_indices(seed, elements, choices), table)
    convert = _TYPES[type_name][1]
    return b"".join(convert(low + (((r >> 32) * choices) >> 32)) for r in words(seed, elements))


def _uniform(type_name: str, elements: int, fill: Mapping[str, Any]) -> bytes:
    low, high, seed = float(fill["low"]), float(fill["high"]), int(fill["seed"])
    convert = _TYPES[type_name][1]
    scale = (high - low) / 9007199254740992.0
    period = b"".join(convert(low + scale * (r >> 11)) for r in words(seed, min(elements, UNIFORM_PERIOD)))
    return _repeat(period, elements * size_of(type_name))


def _iota(type_name: str, elements: int, fill: Mapping[str, Any]) -> bytes:
    start, step, modulo = int(fill.get("start", 0)), int(fill.get("step", 1)), fill.get("modulo")
    convert = _TYPES[type_name][1]
    if modulo is None:
        return b"".join(convert(start + i * step) for i in range(elements))
    period = b"".join(convert(start + (i * step) % int(modulo)) for i in range(min(elements, int(modulo))))
    return _repeat(period, elements * size_of(type_name))


def _repeat(period: bytes, size: int) -> bytes:
    return (period * (size // len(period) + 1))[:size] if period else b""


_FILLS: dict[str, Callable[[str, int, Mapping[str, Any]], bytes]] = {
    "integers": _integers,
    "uniform": _uniform,
    "iota": _iota,
    "zero": lambda type_name, elements, fill: bytes(elements * size_of(type_name)),
}


def make(type_name: str, elements: int, fill: Mapping[str, Any]) -> bytes:
    """The bytes of a buffer. Raises ValueRuleError for an unknown type or kind, KeyError for a missing field."""
    size_of(type_name)
    kind = fill.get("kind")
    if kind not in _FILLS:
        raise ValueRuleError("unknown fill {!r}; known: {}".format(kind, ", ".join(_FILLS)))
    return _FILLS[str(kind)](type_name, elements, fill)
