//! Opcodes of one generation's encoding -> the opcode that code generation knows.
//!
//! The assembler and the disassembler name instructions by their encoding (`V_ADD_F32_e32_vi`); the core classifies
//! the names that code generation uses (`V_ADD_F32_e32`), of which LLVM's encodings are copies
//! (`llvm/lib/Target/AMDGPU/*Instructions.td`, the classes named `_Real`).

use std::collections::HashMap;
use std::sync::LazyLock;

/// Endings of encodings that gfx908, gfx90a, gfx942 and gfx950 have, longest first, and what stands in their
/// place in the name that code generation uses; the first of those names that exists holds.
const ENCODINGS: [(&str, &[&str]); 10] = [
    ("_gfx940_acd", &["_e64"]),
    ("_gfx940_vcd", &["_vgprcd_e64"]),
    ("_gfx90a_acd", &["_e64"]),
    ("_gfx90a_vcd", &["_vgprcd_e64"]),
    ("_alt_gfx9", &[""]),
    ("_gfx940", &["", "_e64"]),
    ("_gfx90a", &["", "_e64"]),
    ("_gfx950", &["", "_e64"]),
    ("_gfx9", &["", "_e64"]),
    ("_vi", &["", "_e64"]),
];

/// Beginnings of names of encodings that differ from those of code generation in more than their ending.
const RENAMED: [(&str, &str); 9] = [
    ("V_ADDC_CO_U32_", "V_ADDC_U32_"),
    ("V_SUBB_CO_U32_", "V_SUBB_U32_"),
    ("V_SUBBREV_CO_U32_", "V_SUBBREV_U32_"),
    ("V_DIV_FIXUP_LEGACY_F16_", "V_DIV_FIXUP_F16_"),
    ("V_FMA_LEGACY_F16_", "V_FMA_F16_"),
    ("V_INTERP_P2_LEGACY_F16_", "V_INTERP_P2_F16_"),
    ("V_MAD_LEGACY_F16_", "V_MAD_F16_"),
    ("V_MAD_LEGACY_I16_", "V_MAD_I16_"),
    ("V_MAD_LEGACY_U16_", "V_MAD_U16_"),
];

/// By LLVM's number of an opcode: the number of the one under which its instructions are listed, or `u32::MAX` for
/// those that are listed under their own.
pub fn described_as() -> &'static [u32] {
    static TABLE: LazyLock<Vec<u32>> = LazyLock::new(|| table(super::opcode_names()));
    &TABLE
}

fn table(names: &[&str]) -> Vec<u32> {
    let numbers = names.iter().enumerate();
    let numbers: HashMap<&str, u32> = numbers.map(|(at, &name)| (name, at as u32)).collect();
    let number = |name: &String| numbers.get(name.as_str()).copied();
    let described = |name: &&str| candidates(name).iter().find_map(number);
    let described = names.iter().map(|name| described(name).unwrap_or(u32::MAX));
    described.collect()
}

/// The names that code generation may use for an encoding, best first; none for what is no encoding of the
/// four GPUs.
fn candidates(name: &str) -> Vec<String> {
    let Some((stem, tails)) = ENCODINGS
        .iter()
        .find_map(|(ending, tails)| Some((name.strip_suffix(ending)?, *tails)))
    else {
        return Vec::new();
    };
    let renamed = RENAMED.iter().find(|(from, _)| name.starts_with(from));
    let mut stem = match renamed {
        // The ending of the encoding may be part of what is replaced.
        Some((from, to)) => format!("{stem}_").replacen(from, to, 1),
        None => format!("{stem}_"),
    };
    stem.pop();
    if let Some(lds) = stem.strip_prefix("DS_") {
        // Those that do not read M0, which gfx9 does not.
        let plain = lds.strip_suffix("_vi").unwrap_or(lds);
        return vec![format!("DS_{plain}_gfx9"), format!("DS_{plain}")];
    }
    if stem.starts_with("SCRATCH_") {
        // The form with a vector address is the plain one.
        stem = stem.strip_suffix("_VE").unwrap_or(&stem).to_owned();
    }
    tails.iter().map(|tail| format!("{stem}{tail}")).collect()
}
