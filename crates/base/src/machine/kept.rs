//! Results that keep something of what their register held, where LLVM's operands do not say so.
//!
//! Most instructions of that kind name the register as a source (`v_fmac_f32`, d16 loads, `s_addk_i32`, DPP): LLVM ties
//! the source to the result. What is left are parts of registers. In code generation LLVM adds a source where it relies
//! on the other part; in text and machine code anybody may rely on it.

/// When a result keeps a part of its register.
#[derive(Clone, Copy, PartialEq, Eq)]
enum When {
    /// Whatever the modifiers are: the result is not always written, is added to, or has fewer than 32 bits of which it is
    /// not documented that the rest becomes 0.
    Always,
    /// `dst_sel` names a part, and `dst_unused` says that the rest stays.
    Sdwa,
}

/// Opcodes by the beginning and the end of their names in code generation, and when they keep a part.
struct Row {
    begins: &'static str,
    ends: &'static [&'static str],
    when: When,
}

const fn row(begins: &'static str, ends: &'static [&'static str], when: When) -> Row {
    Row { begins, ends, when }
}

/// Both encodings.
const E: &[&str] = &["_e32", "_e64"];
/// The 16-bit types of the instructions that came with GFX9.
const TYPES: &[&str] = &["_F16_e64", "_I16_e64", "_U16_e64"];

/// Sources: "Vega" ISA and MI300 ISA, VOP3 fields (`OP_SEL` bit 3 chooses the half that is written, the other one stays),
/// and `GCNSubtarget::zeroesHigh16BitsOfDest`, which lists what LLVM knows to write 0. What is in neither
/// list counts as kept: that costs freedom, and nothing else. `V_CVT_PKACCUM_U8_F32` writes the byte that a source numbers; `S_CMOV`
/// writes if SCC is set; `V_PK_FMAC_F16` adds. LLVM ties none of them.
const ROWS: [Row; 23] = [
    row("S_CMOV_B", &["32", "64"], When::Always),
    row("S_CMOVK_I32", &[""], When::Always),
    row("V_PK_FMAC_F16", &[""], When::Always),
    row("V_", &["_sdwa"], When::Sdwa),
    row(
        "V_MAD",
        &["_F16_gfx9_e64", "_I16_gfx9_e64", "_U16_gfx9_e64"],
        When::Always,
    ),
    row("V_FMA_F16", &["_gfx9_e64"], When::Always),
    row("V_DIV_FIXUP_F16", &["_gfx9_e64"], When::Always),
    row("V_INTERP_P2_F16", &["_opsel"], When::Always),
    row("V_MADAK_F16", &[""], When::Always),
    row("V_MADMK_F16", &[""], When::Always),
    row("V_MIN3", TYPES, When::Always),
    row("V_MAX3", TYPES, When::Always),
    row("V_MED3", TYPES, When::Always),
    row("V_ADD_I16", &["_e64"], When::Always),
    row("V_SUB_I16", &["_e64"], When::Always),
    row("V_CVT_U16_F16", E, When::Always),
    row("V_CVT_I16_F16", E, When::Always),
    row("V_CVT_NORM_", &["_F16_e32", "_F16_e64"], When::Always),
    row("V_SAT_PK_U8_I16", E, When::Always),
    row("V_CVT_PKACCUM_U8_F32", E, When::Always),
    row("V_BITOP3_B16", &["_e64"], When::Always),
    row("V_ASHR_PK_I8_I32", &["_e64"], When::Always),
    row("V_ASHR_PK_U8_I32", &["_e64"], When::Always),
];

/// `dst_unused` of SDWA: the rest of the register stays.
const UNUSED_PRESERVE: i64 = 2;
/// `dst_sel` of SDWA: the whole register.
const DWORD: i64 = 6;

/// Whether a result keeps a part of what its register held. `sources` counts the sources with modifiers, and
/// `immediates` are the others, in LLVM's order.
pub fn keeps_part(opcode: &str, sources: usize, immediates: &[i64]) -> bool {
    let fits = |row: &&Row| {
        let rest = opcode.strip_prefix(row.begins);
        rest.is_some_and(|rest| row.ends.iter().any(|end| rest.ends_with(end)))
    };
    ROWS.iter().filter(fits).any(|row| match row.when {
        When::Always => true,
        When::Sdwa => sdwa_keeps(opcode, sources, immediates),
    })
}

/// The last immediates are `dst_sel`, `dst_unused` and the selection of each source; comparisons have no
/// first two.
fn sdwa_keeps(opcode: &str, sources: usize, immediates: &[i64]) -> bool {
    if opcode.starts_with("V_CMP") {
        return false;
    }
    let at = immediates.len().checked_sub(sources + 2);
    match at.and_then(|at| immediates.get(at..at + 2)) {
        Some(&[select, unused]) => select != DWORD && unused == UNUSED_PRESERVE,
        _ => true,
    }
}
