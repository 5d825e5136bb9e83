//! Immediates as the assembler writes them: inline constants by value, everything else in
//! hexadecimal. Which numbers are inline depends on the type of the operand (MI300 ISA, section
//! 5.3, "Scalar data sources": -16..64, and 0.5, 1, 2, 4, their negatives, and 1/2π).

/// The type that a source has by its mnemonic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Type {
    /// A half.
    F16,
    /// 32 bits and 16-bit integers.
    B32,
    /// A double.
    F64,
    /// A 64-bit integer.
    B64,
}

/// Inline floating-point constants, as bits of a half, a single and a double.
const INLINE: [(u16, u32, u64, &str); 9] = [
    (0x3800, 0x3f00_0000, 0x3fe0_0000_0000_0000, "0.5"),
    (0xb800, 0xbf00_0000, 0xbfe0_0000_0000_0000, "-0.5"),
    (0x3c00, 0x3f80_0000, 0x3ff0_0000_0000_0000, "1.0"),
    (0xbc00, 0xbf80_0000, 0xbff0_0000_0000_0000, "-1.0"),
    (0x4000, 0x4000_0000, 0x4000_0000_0000_0000, "2.0"),
    (0xc000, 0xc000_0000, 0xc000_0000_0000_0000, "-2.0"),
    (0x4400, 0x4080_0000, 0x4010_0000_0000_0000, "4.0"),
    (0xc400, 0xc080_0000, 0xc010_0000_0000_0000, "-4.0"),
    (0x3118, 0x3e22_f983, 0x3fc4_5f30_6dc9_c882, "0.15915494"),
];

impl Type {
    /// An immediate of this type.
    pub(super) fn text(self, value: i64) -> String {
        // The compiler keeps narrow values both sign- and zero-extended.
        let narrow = match self {
            Type::F16 => i64::from(value as i16),
            Type::B32 => i64::from(value as i32),
            Type::F64 | Type::B64 => value,
        };
        if (-16..=64).contains(&narrow) {
            return narrow.to_string();
        }
        let inline = INLINE.iter().find(|(half, single, double, _)| match self {
            Type::F16 => *half == value as u16,
            Type::B32 => *single == value as u32,
            Type::F64 | Type::B64 => *double == value as u64,
        });
        if let Some((.., text)) = inline {
            let precise = matches!(self, Type::F64 | Type::B64) && *text == "0.15915494";
            return if precise { "0.15915494309189532" } else { text }.to_owned();
        }
        match self {
            Type::F16 => format!("{:#x}", value as u16),
            Type::B32 => format!("{:#x}", value as u32),
            // A literal is the upper half of a double.
            Type::F64 if value as u32 == 0 => format!("{:#x}", value as u64 >> 32),
            Type::F64 | Type::B64 => format!("{:#x}", value as u64),
        }
    }
}

/// Sources whose type differs from the last type in the mnemonic: beginning of the mnemonic, number
/// of the source, type.
const OTHER_TYPES: [(&str, usize, Type); 21] = [
    ("s_ashr_i64", 1, Type::B32),
    ("s_bfe_", 1, Type::B32),
    ("s_bfm_b64", 0, Type::B32),
    ("s_bfm_b64", 1, Type::B32),
    ("s_bitset", 0, Type::B32),
    ("s_lshl_b64", 1, Type::B32),
    ("s_lshr_b64", 1, Type::B32),
    ("v_ashrrev_i64", 0, Type::B32),
    ("v_cmp_class_", 1, Type::B32),
    ("v_cmpx_class_", 1, Type::B32),
    ("v_ldexp_", 1, Type::B32),
    ("v_lshl_add_u64", 1, Type::B32),
    ("v_lshlrev_b64", 0, Type::B32),
    ("v_lshrrev_b64", 0, Type::B32),
    ("v_mad_i64_i32", 2, Type::B64),
    ("v_mad_u64_u32", 2, Type::B64),
    ("v_mfma_f32_", 2, Type::B32),
    ("v_trig_preop_f64", 1, Type::B32),
    ("v_cvt_scalef32", 2, Type::B32),
    ("v_fma_mix", 2, Type::B32),
    ("v_dot2", 2, Type::B32),
];

/// The type of a source of that instruction.
pub(super) fn source_type(mnemonic: &str, source: usize) -> Type {
    let other = OTHER_TYPES
        .iter()
        .find(|(begin, at, _)| *at == source && mnemonic.starts_with(begin));
    if let Some((.., ty)) = other {
        return *ty;
    }
    let mut words = mnemonic.rsplit('_');
    let ty = words.find_map(|word| match word {
        "f16" => Some(Type::F16),
        "f64" => Some(Type::F64),
        "b64" | "u64" | "i64" => Some(Type::B64),
        _ => {
            let digits = word.trim_start_matches(|c: char| c.is_ascii_lowercase());
            matches!(digits, "8" | "16" | "24" | "32" | "4").then_some(Type::B32)
        }
    });
    ty.unwrap_or(Type::B32)
}
