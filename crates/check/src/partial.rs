//! Whether every result that keeps something of what its register held is described so.
//!
//! All that the checker proves rests on the operands: a result that keeps a part, and does not name its register as a source,
//! would let a change of that register pass. What keeps a part is read here off the assembly text, by mnemonic and
//! modifiers, and not from the tables by which the functions were made.

use crate::machine::{Function, InstId, Operand};

/// Mnemonics, without the ending for the encoding, of which the result goes into what its register holds, or only
/// sometimes in its place. A `*` stands for anything.
const ACCUMULATE: [&str; 29] = [
    "buffer_atomic_*",
    "image_atomic_*",
    "s_atomic_*",
    "s_addk_i32",
    "s_bitset0_*",
    "s_bitset1_*",
    "s_buffer_atomic_*",
    "s_cmov_*",
    "s_cmovk_i32",
    "s_mulk_i32",
    "v_cvt_pk_bf8_f32",
    "v_cvt_pk_fp8_f32",
    "v_cvt_scalef32_pk_bf8_f32",
    "v_cvt_scalef32_pk_fp8_f32",
    "v_cvt_sr_bf8_f32",
    "v_cvt_sr_fp8_f32",
    "v_cvt_pkaccum_u8_f32",
    "v_dot*c_*",
    "v_fma_mixhi_f16",
    "v_fma_mixlo_f16",
    "v_fmac_*",
    "v_interp_p2_f32",
    "v_mac_*",
    "v_permlane16_swap_b32",
    "v_permlane32_swap_b32",
    "v_pk_fmac_*",
    "v_smfmac_*",
    "v_swap_b32",
    "v_writelane_b32",
];

/// Mnemonics with results of 16 bits that are written into a half of the register. ("Vega" ISA and MI300 ISA on the fused,
/// legacy-free forms; those that GFX9 added.)
const HALVES: [&str; 16] = [
    "v_add_i16",
    "v_ashr_pk_i8_i32",
    "v_ashr_pk_u8_i32",
    "v_bitop3_b16",
    "v_div_fixup_f16",
    "v_fma_f16",
    "v_interp_p2_f16",
    "v_mad_f16",
    "v_mad_i16",
    "v_mad_u16",
    "v_madak_f16",
    "v_madmk_f16",
    "v_max3_*16",
    "v_med3_*16",
    "v_min3_*16",
    "v_sub_i16",
];

/// The result's operand, of the first instruction that keeps a part of it and does not say so.
pub fn undescribed(function: &Function) -> Option<InstId> {
    let blocks = function.blocks().iter();
    let mut all = blocks.flat_map(|block| block.order.iter().copied());
    all.find(|&inst| keeps_part(&function.asm(inst)) && !names_result_as_source(function, inst))
}

fn names_result_as_source(function: &Function, inst: InstId) -> bool {
    let operands = function.operands(inst);
    let result = operands.iter().find(|operand| operand.is_def());
    let Some(result) = result.and_then(Operand::reg) else {
        return true;
    };
    let mut sources = operands.iter().filter(|operand| operand.is_use());
    let covers = |source: &Operand| {
        let range = source.reg();
        range.is_some_and(|range| range.first() == result.first() && range.len() >= result.len())
    };
    sources.any(covers)
}

/// Whether an instruction's result keeps something of what its register held, by its text.
pub fn keeps_part(text: &str) -> bool {
    let mnemonic = text.split_whitespace().next().unwrap_or_default();
    let has = |modifier: &str| text.contains(modifier);
    let bare = ["_e32", "_e64", "_dpp", "_sdwa"]
        .iter()
        .find_map(|ending| mnemonic.strip_suffix(ending))
        .unwrap_or(mnemonic);
    let is_of = |patterns: &[&str]| patterns.iter().any(|pattern| matches(pattern, bare));
    let disabled = ["row_mask:0xf", "bank_mask:0xf", "bound_ctrl:"];
    is_of(&ACCUMULATE)
        || is_of(&HALVES)
        || is_load_of_half(bare)
        || has("dst_unused:UNUSED_PRESERVE") && has("dst_sel:") && !has("dst_sel:DWORD")
        || mnemonic.ends_with("_dpp") && !disabled.iter().all(|modifier| has(modifier))
}

/// A load of 16 bits or fewer into one half.
fn is_load_of_half(mnemonic: &str) -> bool {
    let name = mnemonic.strip_suffix("_hi").unwrap_or(mnemonic);
    let sizes = ["_u8", "_i8", "_u16", "_ubyte", "_sbyte", "_short"];
    let size = name.strip_suffix("_d16");
    let reads = ["_load_", "_read_"].iter().any(|part| name.contains(part));
    reads && size.is_some_and(|rest| sizes.iter().any(|size| rest.ends_with(size)))
}

/// Whether a name is as a pattern says, in which a `*` stands for anything.
fn matches(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == name,
        Some((begin, end)) => {
            let rest = name.strip_prefix(begin);
            rest.is_some_and(|rest| match end.split_once('*') {
                None => rest.ends_with(end),
                Some((middle, end)) => {
                    let behind = rest.find(middle).map(|at| &rest[at + middle.len()..]);
                    behind.is_some_and(|rest| rest.ends_with(end))
                }
            })
        }
    }
}
