"""The instructions that random texts are made of.

What stands in braces is chosen: `{d}` is a vector register that is written, `{x}` and `{y}` are read and written, `{a}`, `{b}`
and `{c}` are read; `{D}`, `{X}`, `{A}`, `{B}` the same in pairs and `{Q}`, `{R}`, `{P}` (written, read and written, read) in fours.
`{S}` is a scalar register that is written, `{Y}` read and written, `{s}` and `{t}` are read. `{o}`, `{p}` and `{e}` are offsets of
a thread's own memory in bytes, for one, two and four dwords, `{n}` a number up to 15, `{l}` a lane. `{sel}` and `{sem}` are parts of a
register as SDWA has them, `{dpp}` is a DPP control with masks.

These tables say nothing that the project itself looks up: what a form reads and writes is what its author knows of it.
"""

from __future__ import annotations

from dataclasses import dataclass

ALL = ("gfx90a", "gfx942", "gfx950")
GFX90A = ("gfx90a",)
GFX940 = ("gfx942", "gfx950")
GFX950 = ("gfx950",)
# What counts an instruction until it is complete.
NONE, VMEM, LDS, SCALAR = "none", "vmcnt", "lgkmcnt", "lgkmcnt in any order"


@dataclass(frozen=True)
class Form:
    """A kind of instruction."""

    text: str
    group: str = "vector"
    counts: str = NONE
    # Wait states in front and behind that are enough for any neighbour.
    before: int = 0
    after: int = 0
    # Whether all lanes have to be active.
    uniform: bool = False
    gpus: tuple[str, ...] = ALL


def group(name: str, texts: str, counts: str = NONE, before: int = 0, after: int = 0, uniform: bool = False, gpus: tuple[str, ...] = ALL) -> list[Form]:
    """Forms that are alike."""
    return [Form(text.strip(), name, counts, before, after, uniform, gpus) for text in texts.strip().splitlines()]


FORMS = [
    *group(
        "vector",
        """
        v_add_u32_e32 {d}, {a}, {b}
        v_sub_u32_e32 {d}, {s}, {b}
        v_xor_b32_e32 {d}, {a}, {b}
        v_mul_lo_u32 {d}, {a}, {b}
        v_mad_u32_u24 {d}, {a}, {b}, {c}
        v_lshl_add_u32 {d}, {a}, {n}, {c}
        v_bfi_b32 {d}, {a}, {b}, {c}
        v_perm_b32 {d}, {a}, {b}, {s}
        v_alignbit_b32 {d}, {a}, {b}, {n}
        v_add3_u32 {d}, {a}, {b}, {s}
        v_mov_b32_e32 {d}, {a}
        v_swap_b32 {x}, {y}
        v_fmac_f32_e32 {x}, {a}, {b}
        v_mul_f32_e64 {d}, |{a}|, -{b}
        v_cvt_f32_u32_e32 {d}, {a}
        v_bfe_u32 {d}, {a}, {n}, 9
        v_cmp_gt_u32_e32 vcc, {a}, {b}; s_nop 4; v_cndmask_b32_e32 {d}, {a}, {b}, vcc
        v_add_co_u32_e32 {d}, vcc, {a}, {b}; s_nop 4; v_addc_co_u32_e32 {x}, vcc, {x}, {c}, vcc; s_nop 4
        """,
    ),
    *group(
        "sdwa",
        """
        v_add_u32_sdwa {x}, {a}, {b} dst_sel:{sel} dst_unused:UNUSED_PRESERVE src0_sel:{sem} src1_sel:{sem}
        v_xor_b32_sdwa {x}, {a}, {b} dst_sel:{sel} dst_unused:UNUSED_PRESERVE src0_sel:DWORD src1_sel:{sem}
        v_mov_b32_sdwa {x}, {a} dst_sel:{sel} dst_unused:UNUSED_PRESERVE src0_sel:{sem}
        v_mov_b32_sdwa {d}, {a} dst_sel:{sel} dst_unused:UNUSED_SEXT src0_sel:{sem}
        v_sub_u32_sdwa {d}, {a}, {b} dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:{sem} src1_sel:{sem}
        v_add_f16_sdwa {x}, {a}, {b} dst_sel:WORD_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_0 src1_sel:WORD_1
        v_mul_u32_u24_sdwa {d}, sext({a}), {b} dst_sel:WORD_1 dst_unused:UNUSED_PAD src0_sel:BYTE_3 src1_sel:WORD_0
        v_lshlrev_b32_sdwa {d}, {a}, {b} dst_sel:{sel} dst_unused:UNUSED_PAD src0_sel:BYTE_0 src1_sel:{sem}
        """,
        after=2,
    ),
    *group(
        "halves",
        """
        v_mad_u16 {x}, {a}, {b}, {c} op_sel:[0,1,0,1]
        v_mad_i16 {x}, {a}, {b}, {c} op_sel:[1,0,0,0]
        v_fma_f16 {x}, {a}, {b}, {c} op_sel:[1,0,1,1]
        v_add_i16 {x}, {a}, {b} op_sel:[1,1,1]
        v_sub_i16 {x}, {a}, {b} op_sel:[0,1,0]
        v_fma_mixlo_f16 {x}, {a}, {b}, {c} op_sel:[0,1,0] op_sel_hi:[1,1,0]
        v_fma_mixhi_f16 {x}, {a}, {b}, {c} op_sel_hi:[1,0,1]
        v_pack_b32_f16 {d}, {a}, {b} op_sel:[1,0,0]
        v_pk_add_u16 {d}, {a}, {b} op_sel:[1,0] op_sel_hi:[0,1]
        v_pk_fma_f16 {d}, {a}, {b}, {c} op_sel_hi:[0,1,1]
        v_pk_mul_lo_u16 {d}, {a}, {b}
        v_cvt_pkrtz_f16_f32 {d}, {a}, {b}
        v_cvt_f32_f16_e32 {d}, {a}
        v_cvt_f16_f32_e32 {x}, {a}
        v_max3_i16 {x}, {a}, {b}, {c} op_sel:[0,0,1,1]
        """,
        after=2,
    ),
    *group("halves", "v_cvt_pk_fp8_f32 {x}, {a}, {b} op_sel:[0,0,1]\nv_cvt_pk_bf8_f32 {x}, {a}, {b}", after=2, gpus=GFX940),
    *group(
        "double",
        """
        v_add_f64 {D}, {A}, {B}
        v_fma_f64 {D}, {A}, {B}, {A}
        v_fmac_f64_e32 {X}, {A}, {B}
        v_cvt_f64_u32_e32 {D}, {a}
        v_lshlrev_b64 {D}, {n}, {A}
        v_mad_u64_u32 {D}, vcc, {a}, {b}, {A}; s_nop 4
        v_pk_fma_f32 {D}, {A}, {B}, {A} op_sel:[0,1,0] op_sel_hi:[1,0,1]
        v_pk_mul_f32 {D}, {A}, {B}
        v_pk_mov_b32 {D}, {A}, {B} op_sel:[1,0]
        """,
        after=4,
    ),
    *group("double", "v_lshl_add_u64 {D}, {A}, 3, {B}\nv_mov_b64_e32 {D}, {A}", after=2, gpus=GFX940),
    *group(
        "dpp",
        """
        v_mov_b32_dpp {x}, {a} {dpp}
        v_add_u32_dpp {x}, {a}, {b} {dpp}
        v_xor_b32_dpp {x}, {a}, {b} {dpp}
        v_fmac_f32_dpp {x}, {a}, {b} {dpp}
        """,
        before=4,
    ),
    *group(
        "dot",
        """
        v_dot4_i32_i8 {d}, {a}, {b}, {c}
        v_dot2_f32_f16 {d}, {a}, {b}, {c}
        v_dot2c_f32_f16_e32 {x}, {a}, {b}
        v_dot4c_i32_i8_e32 {x}, {a}, {b}
        """,
        after=3,
    ),
    *group("transcendental", "v_rcp_f32_e32 {d}, {a}\nv_exp_f32_e32 {d}, {a}\nv_rsq_f32_e32 {d}, {a}", after=1),
    *group("lanes", "v_readfirstlane_b32 {S}, {a}", before=3, after=5),
    *group("lanes", "v_readlane_b32 {S}, {a}, {l}\nv_writelane_b32 {x}, {s}, {l}", before=3, after=5, uniform=True),
    *group("lanes", "v_permlane32_swap_b32_e32 {x}, {y}\nv_permlane16_swap_b32_e32 {x}, {y}", before=2, after=2, uniform=True, gpus=GFX950),
    *group(
        "scalar",
        """
        s_bitset0_b32 {Y}, {n}
        s_bitset1_b32 {Y}, {n}
        s_bitset1_b32 {Y}, {s}
        s_add_u32 {S}, {s}, {t}
        s_mul_i32 {S}, {s}, {t}
        s_xor_b32 {S}, {s}, {t}
        s_lshl_b32 {S}, {s}, {n}
        s_cmp_lt_u32 {s}, {t}; s_cselect_b32 {S}, {s}, {t}
        s_cmp_lg_u32 {s}, {t}; s_cmov_b32 {Y}, {s}
        s_addk_i32 {Y}, 0x123
        s_mulk_i32 {Y}, 0x13
        s_bfe_u32 {S}, {s}, 0x80004
        s_bcnt1_i32_b32 {S}, {s}
        s_pack_lh_b32_b16 {S}, {s}, {t}
        s_movk_i32 {S}, 0x7123
        """,
    ),
    *group("constant", "s_load_dword {S}, s[6:7], {o}", counts=SCALAR),
    *group(
        "global",
        """
        global_load_dword {d}, v1, s[4:5] offset:{o}
        global_load_dword {d}, v1, s[4:5] offset:{o}
        global_load_dwordx2 {D}, v1, s[4:5] offset:{p}
        global_load_dwordx4 {Q}, v1, s[4:5] offset:{e}
        global_load_ushort {d}, v1, s[4:5] offset:{o}
        global_load_sbyte {d}, v1, s[4:5] offset:{o}
        buffer_load_dword {d}, v1, s[48:51], 0 offen offset:{o}
        """,
        counts=VMEM,
    ),
    # What the other half is comes from an instruction: loads of one kind return in order, so none has to be waited for where
    # another one into half of its register begins, but an emulator may read the half there.
    *group(
        "half loads",
        """
        v_mov_b32_e32 {x}, {a}; global_load_short_d16 {x}, v1, s[4:5] offset:{o}
        v_mov_b32_e32 {x}, {a}; global_load_short_d16_hi {x}, v1, s[4:5] offset:{o}
        v_mov_b32_e32 {x}, {a}; global_load_ubyte_d16_hi {x}, v1, s[4:5] offset:{o}
        """,
        counts=VMEM,
    ),
    *group(
        "half loads",
        """
        v_mov_b32_e32 {x}, {a}; ds_read_u16_d16 {x}, v2 offset:{o}
        v_mov_b32_e32 {x}, {a}; ds_read_u16_d16_hi {x}, v2 offset:{o}
        v_mov_b32_e32 {x}, {a}; ds_read_u8_d16_hi {x}, v2 offset:{o}
        """,
        counts=LDS,
    ),
    *group("global", "global_atomic_add {d}, v1, {a}, s[4:5] offset:{o} glc", counts=VMEM, gpus=GFX90A),
    *group("global", "global_atomic_add {d}, v1, {a}, s[4:5] offset:{o} sc0", counts=VMEM, gpus=GFX940),
    *group(
        "store",
        """
        global_store_dword v1, {a}, s[4:5] offset:{o}
        global_store_dword v1, {a}, s[4:5] offset:{o}
        global_store_dwordx2 v1, {A}, s[4:5] offset:{p}
        global_store_dwordx4 v1, {P}, s[4:5] offset:{e}
        global_store_short_d16_hi v1, {a}, s[4:5] offset:{o}
        global_store_byte_d16_hi v1, {a}, s[4:5] offset:{o}
        buffer_store_dword {a}, v1, s[48:51], 0 offen offset:{o}
        """,
        counts=VMEM,
        after=2,
    ),
    *group(
        "lds",
        """
        ds_read_b32 {d}, v2 offset:{o}
        ds_read_b32 {d}, v2 offset:{o}
        ds_read_b64 {D}, v2 offset:{p}
        ds_read_b128 {Q}, v2 offset:{e}
        ds_read2_b32 {D}, v2 offset0:3 offset1:{n}
        ds_add_rtn_u32 {d}, v2, {a} offset:{o}
        ds_write_b32 v2, {a} offset:{o}
        ds_write_b64 v2, {A} offset:{p}
        ds_write_b128 v2, {P} offset:{e}
        ds_write_b16_d16_hi v2, {a} offset:{o}
        ds_write2_b32 v2, {a}, {b} offset0:{n} offset1:2
        """,
        counts=LDS,
    ),
    *group("lanes", "ds_bpermute_b32 {d}, v5, {a}\nds_swizzle_b32 {d}, {a} offset:swizzle(BITMASK_PERM,\"01pi0\")", counts=LDS, uniform=True),
    *group("accumulators", "v_accvgpr_write_b32 a5, {a}; s_nop 4; v_accvgpr_read_b32 {d}, a5", before=2, after=4),
    *group("matrix", "v_mfma_f32_16x16x16f16 {R}, {A}, {B}, {R}\nv_mfma_f32_4x4x4f16 {R}, {A}, {B}, {R}\nv_mfma_f64_4x4x4f64 {D}, {A}, {B}, {A}", before=2, after=24, uniform=True, gpus=GFX90A),
    *group(
        "matrix",
        """
        v_mfma_f32_16x16x16_f16 {R}, {A}, {B}, {R}
        v_mfma_f32_16x16x4_f32 {R}, {a}, {b}, {R}
        v_mfma_f32_4x4x4_16b_f16 {R}, {A}, {B}, {R}
        v_mfma_f64_4x4x4_4b_f64 {D}, {A}, {B}, {A}
        v_mfma_i32_16x16x32_i8 {R}, {A}, {B}, {R}
        v_smfmac_f32_16x16x32_f16 {R}, {A}, v[48:51], {a}
        """,
        before=2,
        after=24,
        uniform=True,
        gpus=GFX940,
    ),
    *group(
        "scaled",
        """
        v_mfma_scale_f32_16x16x128_f8f6f4 {R}, v[48:55], v[56:63], {R}, {a}, {b} op_sel_hi:[0,0,0]
        v_mfma_scale_f32_16x16x128_f8f6f4 {R}, v[48:51], v[56:63], {R}, {a}, {b} op_sel:[1,0,0] op_sel_hi:[0,1,0] cbsz:4
        v_mfma_f32_16x16x128_f8f6f4 {R}, v[48:53], v[56:59], {R} cbsz:2 blgp:4
        """,
        before=2,
        after=24,
        uniform=True,
        gpus=GFX950,
    ),
]
