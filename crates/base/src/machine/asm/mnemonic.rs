//! LLVM's opcode name -> mnemonic.

use crate::gpu::Gpu;

/// Endings of LLVM's names that are no part of the mnemonic, by the beginning of the name. They say
/// how an address is given, which register file holds a result, or which generation encodes it.
const ENDINGS: [(&str, &[&str]); 11] = [
    (
        "BUFFER_",
        &[
            "_OFFSET", "_OFFEN", "_IDXEN", "_BOTHEN", "_LDS", "_RTN", "_exact", "_agpr", "_TFE",
            "_VBUFFER",
        ],
    ),
    (
        "TBUFFER_",
        &["_OFFSET", "_OFFEN", "_IDXEN", "_BOTHEN", "_exact"],
    ),
    ("DS_", &["_gfx9", "_vi", "_agpr"]),
    ("EXP", &["_DONE"]),
    ("FLAT_", &["_RTN", "_agpr", "_SADDR"]),
    ("GLOBAL_", &["_SADDR", "_RTN", "_agpr"]),
    ("SCRATCH_", &["_SADDR", "_SVS", "_ST"]),
    (
        "S_",
        &[
            "_IMM", "_SGPR", "_RTN", "_ec", "_alt", "_term", "_return", "_gfx9",
        ],
    ),
    ("V_", &["_gfx9", "_opsel", "_term"]),
    ("V_MFMA_", &["_vgprcd", "_mac"]),
    ("V_SMFMAC_", &["_vgprcd", "_mac"]),
];

/// Endings for the encoding of a vector instruction, which the assembler writes, too.
const ENCODINGS: [&str; 4] = ["_e32", "_e64", "_sdwa", "_dpp"];

/// Formats of A and B in LLVM's names of `v_mfma_f32_*_f8f6f4`; the assembler has modifiers for them.
const FORMATS: [&str; 3] = ["_f4", "_f6", "_f8"];

/// Names that differ in more than their ending.
const RENAMED: [(&str, &str); 21] = [
    ("SI_CALL", "s_swappc_b64"),
    ("SI_TCRETURN", "s_setpc_b64"),
    ("V_ADDC_U32", "v_addc_co_u32"),
    ("V_DIV_FIXUP_F16", "v_div_fixup_legacy_f16"),
    ("V_DIV_FIXUP_F16_gfx9", "v_div_fixup_f16"),
    ("V_FMA_F16", "v_fma_legacy_f16"),
    ("V_FMA_F16_gfx9", "v_fma_f16"),
    ("V_INTERP_MOV_F32", "v_interp_mov_f32_e32"),
    ("V_INTERP_P1_F32", "v_interp_p1_f32_e32"),
    ("V_INTERP_P2_F16", "v_interp_p2_legacy_f16"),
    ("V_INTERP_P2_F16_opsel", "v_interp_p2_f16"),
    ("V_INTERP_P2_F32", "v_interp_p2_f32_e32"),
    ("V_MAD_F16", "v_mad_legacy_f16"),
    ("V_MAD_F16_gfx9", "v_mad_f16"),
    ("V_MAD_I16", "v_mad_legacy_i16"),
    ("V_MAD_I16_gfx9", "v_mad_i16"),
    ("V_MAD_U16", "v_mad_legacy_u16"),
    ("V_MAD_U16_gfx9", "v_mad_u16"),
    ("V_SUBBREV_U32", "v_subbrev_co_u32"),
    ("V_SUBB_U32", "v_subb_co_u32"),
    ("SCHED_GROUP_BARRIER", "sched_group_barrier"),
];

/// Loads into LDS that have a mnemonic of their own from gfx940 on; before, they are the plain load
/// with the modifier `lds`.
const LDS_LOADS: [&str; 2] = ["GLOBAL_LOAD_LDS_", "SCRATCH_LOAD_LDS_"];

/// Matrix instructions that gfx940 and later spell in another way than gfx908 and gfx90a, without
/// the leading `V_`.
const MATRIX_GFX940: [(&str, &str); 24] = [
    ("MFMA_F32_16X16X16BF16_1K", "mfma_f32_16x16x16_bf16"),
    ("MFMA_F32_16X16X16F16", "mfma_f32_16x16x16_f16"),
    ("MFMA_F32_16X16X1F32", "mfma_f32_16x16x1_4b_f32"),
    ("MFMA_F32_16X16X4BF16_1K", "mfma_f32_16x16x4_4b_bf16"),
    ("MFMA_F32_16X16X4F16", "mfma_f32_16x16x4_4b_f16"),
    ("MFMA_F32_16X16X4F32", "mfma_f32_16x16x4_f32"),
    ("MFMA_F32_16X16X8XF32", "mfma_f32_16x16x8_xf32"),
    ("MFMA_F32_32X32X1F32", "mfma_f32_32x32x1_2b_f32"),
    ("MFMA_F32_32X32X2F32", "mfma_f32_32x32x2_f32"),
    ("MFMA_F32_32X32X4BF16_1K", "mfma_f32_32x32x4_2b_bf16"),
    ("MFMA_F32_32X32X4F16", "mfma_f32_32x32x4_2b_f16"),
    ("MFMA_F32_32X32X4XF32", "mfma_f32_32x32x4_xf32"),
    ("MFMA_F32_32X32X8BF16_1K", "mfma_f32_32x32x8_bf16"),
    ("MFMA_F32_32X32X8F16", "mfma_f32_32x32x8_f16"),
    ("MFMA_F32_4X4X1F32", "mfma_f32_4x4x1_16b_f32"),
    ("MFMA_F32_4X4X4BF16_1K", "mfma_f32_4x4x4_16b_bf16"),
    ("MFMA_F32_4X4X4F16", "mfma_f32_4x4x4_16b_f16"),
    ("MFMA_F64_16X16X4F64", "mfma_f64_16x16x4_f64"),
    ("MFMA_F64_4X4X4F64", "mfma_f64_4x4x4_4b_f64"),
    ("MFMA_I32_16X16X32I8", "mfma_i32_16x16x32_i8"),
    ("MFMA_I32_16X16X4I8", "mfma_i32_16x16x4_4b_i8"),
    ("MFMA_I32_32X32X16I8", "mfma_i32_32x32x16_i8"),
    ("MFMA_I32_32X32X4I8", "mfma_i32_32x32x4_2b_i8"),
    ("MFMA_I32_4X4X4I8", "mfma_i32_4x4x4_16b_i8"),
];

/// Vector instructions, without the leading `v_`, that have a 32-bit encoding beside VOP3: for
/// these, and for comparisons, the assembler says which one it is (`_e32`, `_e64`). Sorted.
const WITH_SHORT_FORM: [&str; 142] = [
    "add_co_u32",
    "add_f16",
    "add_f32",
    "add_u16",
    "add_u32",
    "addc_co_u32",
    "and_b32",
    "ashrrev_i16",
    "ashrrev_i32",
    "bfrev_b32",
    "ceil_f16",
    "ceil_f32",
    "ceil_f64",
    "cndmask_b32",
    "cos_f16",
    "cos_f32",
    "cvt_f16_f32",
    "cvt_f16_i16",
    "cvt_f16_u16",
    "cvt_f32_bf16",
    "cvt_f32_bf8",
    "cvt_f32_f16",
    "cvt_f32_f64",
    "cvt_f32_fp8",
    "cvt_f32_i32",
    "cvt_f32_u32",
    "cvt_f32_ubyte0",
    "cvt_f32_ubyte1",
    "cvt_f32_ubyte2",
    "cvt_f32_ubyte3",
    "cvt_f64_f32",
    "cvt_f64_i32",
    "cvt_f64_u32",
    "cvt_flr_i32_f32",
    "cvt_i16_f16",
    "cvt_i32_f32",
    "cvt_i32_f64",
    "cvt_norm_i16_f16",
    "cvt_norm_u16_f16",
    "cvt_off_f32_i4",
    "cvt_pk_f32_bf8",
    "cvt_pk_f32_fp8",
    "cvt_rpi_i32_f32",
    "cvt_u16_f16",
    "cvt_u32_f32",
    "cvt_u32_f64",
    "dot2c_f32_bf16",
    "dot2c_f32_f16",
    "dot2c_i32_i16",
    "dot4c_i32_i8",
    "dot8c_i32_i4",
    "exp_f16",
    "exp_f32",
    "exp_legacy_f32",
    "ffbh_i32",
    "ffbh_u32",
    "ffbl_b32",
    "floor_f16",
    "floor_f32",
    "floor_f64",
    "fmac_f32",
    "fmac_f64",
    "fract_f16",
    "fract_f32",
    "fract_f64",
    "frexp_exp_i16_f16",
    "frexp_exp_i32_f32",
    "frexp_exp_i32_f64",
    "frexp_mant_f16",
    "frexp_mant_f32",
    "frexp_mant_f64",
    "ldexp_f16",
    "log_f16",
    "log_f32",
    "log_legacy_f32",
    "lshlrev_b16",
    "lshlrev_b32",
    "lshrrev_b16",
    "lshrrev_b32",
    "mac_f16",
    "mac_f32",
    "max_f16",
    "max_f32",
    "max_i16",
    "max_i32",
    "max_u16",
    "max_u32",
    "min_f16",
    "min_f32",
    "min_i16",
    "min_i32",
    "min_u16",
    "min_u32",
    "mov_b32",
    "mov_b64",
    "mul_f16",
    "mul_f32",
    "mul_hi_i32_i24",
    "mul_hi_u32_u24",
    "mul_i32_i24",
    "mul_lo_u16",
    "mul_u32_u24",
    "not_b32",
    "or_b32",
    "permlane16_swap_b32",
    "permlane32_swap_b32",
    "pk_fmac_f16",
    "prng_b32",
    "rcp_f16",
    "rcp_f32",
    "rcp_f64",
    "rcp_iflag_f32",
    "rndne_f16",
    "rndne_f32",
    "rndne_f64",
    "rsq_f16",
    "rsq_f32",
    "rsq_f64",
    "sat_pk_u8_i16",
    "screen_partition_4se_b32",
    "sin_f16",
    "sin_f32",
    "sqrt_f16",
    "sqrt_f32",
    "sqrt_f64",
    "sub_co_u32",
    "sub_f16",
    "sub_f32",
    "sub_u16",
    "sub_u32",
    "subb_co_u32",
    "subbrev_co_u32",
    "subrev_co_u32",
    "subrev_f16",
    "subrev_f32",
    "subrev_u16",
    "subrev_u32",
    "trunc_f16",
    "trunc_f32",
    "trunc_f64",
    "xnor_b32",
    "xor_b32",
];

/// How the assembler spells LLVM's opcode for that GPU. What is no machine instruction keeps LLVM's
/// name in lower case.
pub fn mnemonic(opcode: &str, gpu: Gpu) -> String {
    let encoding = ENCODINGS.into_iter().find(|e| opcode.ends_with(e));
    let encoding = encoding.unwrap_or("");
    let name = opcode.strip_suffix(encoding).unwrap_or(opcode);
    if let Some((_, mnemonic)) = RENAMED.iter().find(|(known, _)| *known == name) {
        return with_encoding(mnemonic, encoding, gpu);
    }
    let name = without_endings(name);
    let renamed = RENAMED.iter().find(|(known, _)| *known == name);
    if let Some((_, mnemonic)) = renamed {
        return with_encoding(mnemonic, encoding, gpu);
    }
    if gpu.is_gfx940_plus()
        && let Some((_, spelled)) = MATRIX_GFX940
            .iter()
            .find(|(known, _)| name.strip_prefix("V_").is_some_and(|rest| rest == *known))
    {
        return format!("v_{spelled}");
    }
    let lower = name.to_ascii_lowercase();
    if !gpu.is_gfx940_plus() && LDS_LOADS.iter().any(|load| name.starts_with(load)) {
        return lower.replace("_lds_", "_");
    }
    with_encoding(&lower, encoding, gpu)
}

/// LLVM's name without what only the compiler distinguishes.
fn without_endings(opcode: &str) -> &str {
    let endings = |name: &str| {
        let of_family = ENDINGS
            .iter()
            .filter(|(family, _)| name.starts_with(family));
        let mut all = of_family.flat_map(|(_, endings)| endings.iter());
        all.find_map(|ending| name.strip_suffix(ending).map(str::len))
    };
    let mut name = opcode;
    if name.contains("_F8F6F4") {
        name = name.trim_end_matches("_mac").trim_end_matches("_vgprcd");
        name = name.trim_end_matches("_mac");
        for _ in 0..2 {
            let format = FORMATS.iter().find_map(|f| name.strip_suffix(f));
            name = format.unwrap_or(name);
        }
    }
    if name.starts_with("IMAGE_") {
        return without_sizes(name);
    }
    while let Some(len) = endings(name) {
        name = &name[..len];
    }
    name
}

/// An image instruction's name without the numbers of data and address registers (`_V4_V2`).
fn without_sizes(name: &str) -> &str {
    let is_size = |word: &str| {
        let digits = word.strip_prefix('V').unwrap_or("");
        !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
    };
    let mut name = name;
    while let Some((rest, word)) = name.rsplit_once('_')
        && (is_size(word) || word == "gfx90a")
    {
        name = rest;
    }
    name
}

fn with_encoding(mnemonic: &str, encoding: &str, gpu: Gpu) -> String {
    let bare = mnemonic.strip_prefix("v_").unwrap_or("");
    let shown = match encoding {
        "" => false,
        _ if matches!(bare, "nop" | "clrexcp") => false,
        // Its short form is gone from gfx90a on.
        "_e64" if bare == "mul_legacy_f32" => gpu == Gpu::Gfx908,
        "_e64" => bare.starts_with("cmp") || WITH_SHORT_FORM.binary_search(&bare).is_ok(),
        _ => true,
    };
    let encoding = if shown { encoding } else { "" };
    format!("{mnemonic}{encoding}")
}
