//! Operands of vector and matrix instructions, with the modifiers of VOP3, VOP3P, DPP and SDWA.

use smallvec::SmallVec;

use super::immediate::source_type;
use super::operands::Text;
use crate::gpu::OpTraits;
use crate::machine::{Operand, OperandKind, Role};

/// Bits of a source-modifier immediate (LLVM's `SISrcMods`): negate or sign-extend, absolute value or
/// negate of the upper half, select the upper half for the low result and for the high one.
const NEG: i64 = 1;
const ABS: i64 = 2;
const NEG_HI: i64 = 2;
const OP_SEL: i64 = 4;
const OP_SEL_HI: i64 = 8;

/// Beginnings of the instructions with one source, without `v_`; the longest that fits of this list
/// and the next one decides. All others have two.
const ONE_SOURCE: [&str; 22] = [
    "accvgpr_",
    "bfrev_",
    "ceil_",
    "cos_",
    "cvt_",
    "exp_",
    "ffb",
    "floor_",
    "fract_",
    "frexp_",
    "log_",
    "mov_",
    "not_",
    "prng_",
    "rcp_",
    "readfirstlane_",
    "rndne_",
    "rsq_",
    "sat_pk_",
    "sin_",
    "sqrt_",
    "trunc_",
];
const TWO_SOURCES: [&str; 8] = [
    "cvt_pk_",
    "cvt_pkaccum_",
    "cvt_pknorm_",
    "cvt_pkrtz_",
    "cvt_scalef32_",
    "cvt_sr_",
    "log_clamp_",
    "screen_",
];
const THREE_SOURCES: [&str; 41] = [
    "add3_",
    "add_lshl_",
    "alignbit_",
    "alignbyte_",
    "and_or_",
    "bfe_",
    "bfi_",
    "bitop3_",
    "cube",
    "cvt_pk_u8_",
    "cvt_scalef32_2xpk16_",
    "cvt_scalef32_sr_",
    "div_fixup_",
    "div_fmas_",
    "div_scale_",
    "dot2_",
    "dot4_",
    "dot8_",
    "fma_",
    "fmaak_",
    "fmamk_",
    "lerp_",
    "lshl_add_",
    "lshl_or_",
    "mad_",
    "madak_",
    "madmk_",
    "max3_",
    "maximum3_",
    "med3_",
    "min3_",
    "minimum3_",
    "mqsad_",
    "msad_",
    "or3_",
    "perm_",
    "pk_fma_",
    "pk_mad_",
    "qsad_",
    "sad_",
    "xad_",
];
/// One source though the beginning says otherwise.
const EXCEPTIONS: [(&str, usize); 3] =
    [("cvt_pk_f32_", 1), ("pk_maximum3_", 3), ("pk_minimum3_", 3)];

/// Instructions that write VCC without an operand for it, as a carry.
const CARRY_OUT: [&str; 6] = [
    "V_ADDC_U32",
    "V_ADD_CO_U32",
    "V_SUBBREV_U32",
    "V_SUBB_U32",
    "V_SUBREV_CO_U32",
    "V_SUB_CO_U32",
];

/// Selects of SDWA by their values.
const SELECTS: [&str; 7] = [
    "BYTE_0", "BYTE_1", "BYTE_2", "BYTE_3", "WORD_0", "WORD_1", "DWORD",
];
const UNUSED: [&str; 3] = ["UNUSED_PAD", "UNUSED_SEXT", "UNUSED_PRESERVE"];

/// Output modifiers by their values.
const OMOD: [(i64, &str); 3] = [(1, "mul:2"), (2, "mul:4"), (3, "div:2")];

/// DPP controls with a lane count: first value, last value, name (MI300 ISA, section 13, "DPP").
const DPP_ROWS: [(i64, i64, &str); 3] = [
    (0x101, 0x10f, "row_shl"),
    (0x111, 0x11f, "row_shr"),
    (0x121, 0x12f, "row_ror"),
];
const DPP_NEWBCAST: (i64, i64) = (0x150, 0x15f);
/// DPP controls without one.
const DPP_WHOLE: [(i64, &str); 8] = [
    (0x130, "wave_shl:1"),
    (0x134, "wave_rol:1"),
    (0x138, "wave_shr:1"),
    (0x13c, "wave_ror:1"),
    (0x140, "row_mirror"),
    (0x141, "row_half_mirror"),
    (0x142, "row_bcast:15"),
    (0x143, "row_bcast:31"),
];

fn sources(bare: &str) -> usize {
    let fits = |list: &[&str]| {
        let fitting = list.iter().filter(|begin| bare.starts_with(**begin));
        fitting.map(|begin| begin.len()).max().unwrap_or(0)
    };
    if let Some((_, count)) = EXCEPTIONS.iter().find(|(begin, _)| bare.starts_with(begin)) {
        return *count;
    }
    let (one, two, three) = (fits(&ONE_SOURCE), fits(&TWO_SOURCES), fits(&THREE_SOURCES));
    if three > one.max(two) {
        3
    } else if one > two {
        1
    } else {
        2
    }
}

impl Text<'_> {
    pub(super) fn valu(&mut self) {
        let info = *self.function.info(self.inst);
        let mnemonic = self.mnemonic.clone();
        let bare = mnemonic.strip_prefix("v_").unwrap_or("");
        let bare = bare.trim_end_matches("_e32").trim_end_matches("_e64");
        let bare = bare.trim_end_matches("_dpp").trim_end_matches("_sdwa");
        let wanted = sources(bare);
        let ty = format!("v_{bare}");
        let moves = info.has(OpTraits::ACC_READ) || info.has(OpTraits::ACC_WRITE);
        let vop3p = info.has(OpTraits::VOP3P) && !moves;
        let packed = vop3p && !bare.starts_with("fma_mix");
        let vop3 = self.name.ends_with("_e64");

        let defs = self.operands.iter().take_while(|o| o.is_def()).count();
        for at in 0..defs {
            self.operand(at);
        }
        let implicit_vcc = !vop3 && (CARRY_OUT.iter().any(|name| self.name.starts_with(name)));
        if implicit_vcc || defs == 0 && self.name.starts_with("V_CMP") {
            self.push("vcc");
        }

        let mut modifiers = SmallVec::<[i64; 4]>::new();
        let mut pending = None;
        let mut at = defs;
        let mut source = 0;
        while let Some(operand) = self.operands.get(at).copied()
            && source < wanted
        {
            at += 1;
            if operand.role == Role::Modifiers {
                pending = operand.imm();
                continue;
            }
            let bits = pending.take().unwrap_or(0);
            modifiers.push(bits);
            let text = match operand.kind {
                OperandKind::Reg(range) => range.to_string(),
                OperandKind::Imm(value) => source_type(&ty, source).text(value),
                _ => {
                    source += 1;
                    continue;
                }
            };
            let text = if packed {
                text
            } else if info.has(OpTraits::SDWA) && is_integer(&ty) {
                if bits & NEG != 0 {
                    format!("sext({text})")
                } else {
                    text
                }
            } else {
                signed(text, bits)
            };
            self.push(text);
            source += 1;
        }
        let carry_in = info.has(OpTraits::CARRY_IN);
        if carry_in && let Some(mask) = self.operands.get(at).and_then(Operand::reg) {
            self.push(mask.to_string());
            at += 1;
        } else if carry_in && !vop3 {
            self.push("vcc");
        }
        let rest: SmallVec<[i64; 8]> = self.operands[at.min(self.operands.len())..]
            .iter()
            .filter(|o| o.role != Role::Modifiers)
            .filter_map(Operand::imm)
            .collect();
        if info.has(OpTraits::DPP) {
            self.dpp(&rest);
        } else if info.has(OpTraits::SDWA) {
            self.sdwa(&rest, modifiers.len());
        } else if vop3p {
            self.packed(&modifiers, packed);
            self.flag("clamp", is_set(rest.first()));
        } else if vop3 && bare.starts_with("bitop3") {
            let table = rest.first().copied().unwrap_or(0);
            if table != 0 {
                self.modifier(format!("bitop3:{table:#x}"));
            }
            self.op_sel(&modifiers);
        } else if vop3 {
            self.op_sel(&modifiers);
            self.flag("clamp", is_set(rest.first()));
            self.omod(rest.get(1).copied());
        }
    }

    fn operand(&mut self, at: usize) {
        if let Some(range) = self.operands[at].reg() {
            self.push(range.to_string());
        }
    }

    fn omod(&mut self, value: Option<i64>) {
        if let Some((_, name)) = OMOD.iter().find(|(v, _)| Some(*v) == value) {
            self.modifier(*name);
        }
    }

    /// `op_sel` of VOP3: one bit for each source and one for the result.
    fn op_sel(&mut self, modifiers: &[i64]) {
        let mut bits: SmallVec<[bool; 4]> = modifiers.iter().map(|m| m & OP_SEL != 0).collect();
        bits.push(modifiers.first().is_some_and(|m| m & OP_SEL_HI != 0));
        if bits.contains(&true) {
            self.bit_list("op_sel", &bits);
        }
    }

    fn packed(&mut self, modifiers: &[i64], packed: bool) {
        let bits =
            |bit: i64| -> SmallVec<[bool; 4]> { modifiers.iter().map(|m| m & bit != 0).collect() };
        for (name, bit, usual) in [
            ("op_sel", OP_SEL, false),
            ("op_sel_hi", OP_SEL_HI, packed),
            ("neg_lo", NEG, false),
            ("neg_hi", NEG_HI, false),
        ] {
            let bits = bits(bit);
            if bits.contains(&!usual) && (packed || name.starts_with("op_sel")) {
                self.bit_list(name, &bits);
            }
        }
    }

    fn bit_list(&mut self, name: &str, bits: &[bool]) {
        let list: Vec<&str> = bits.iter().map(|on| if *on { "1" } else { "0" }).collect();
        self.modifier(format!("{name}:[{}]", list.join(",")));
    }

    fn dpp(&mut self, rest: &[i64]) {
        let &[control, rows, banks, ref bound @ ..] = rest else {
            return;
        };
        let within = |(first, last): (i64, i64)| (first..=last).contains(&control);
        if within((0, 0xff)) {
            let lane = |at: i64| (control >> (2 * at) & 3).to_string();
            let lanes: Vec<String> = (0..4).map(lane).collect();
            self.modifier(format!("quad_perm:[{}]", lanes.join(",")));
        } else if let Some((first, _, name)) = DPP_ROWS
            .iter()
            .find(|(first, last, _)| within((*first, *last)))
        {
            self.modifier(format!("{name}:{}", control - first + 1));
        } else if within(DPP_NEWBCAST) {
            self.modifier(format!("row_newbcast:{}", control - DPP_NEWBCAST.0));
        } else if let Some((_, name)) = DPP_WHOLE.iter().find(|(value, _)| *value == control) {
            self.modifier(*name);
        }
        self.modifier(format!("row_mask:{rows:#x}"));
        self.modifier(format!("bank_mask:{banks:#x}"));
        self.flag("bound_ctrl:1", is_set(bound.first()));
    }

    fn sdwa(&mut self, rest: &[i64], sources: usize) {
        let compares = self.name.starts_with("V_CMP");
        let selects = sources + if compares { 0 } else { 2 };
        let Some(at) = rest.len().checked_sub(selects) else {
            return;
        };
        let (before, mut selects) = rest.split_at(at);
        self.flag("clamp", is_set(before.first()));
        self.omod(before.get(1).copied());
        let word = |value: i64, names: &[&'static str]| {
            usize::try_from(value)
                .ok()
                .and_then(|at| names.get(at).copied())
        };
        if let (false, &[select, unused, ref more @ ..]) = (compares, selects) {
            if let Some(select) = word(select, &SELECTS) {
                self.modifier(format!("dst_sel:{select}"));
            }
            if let Some(unused) = word(unused, &UNUSED) {
                self.modifier(format!("dst_unused:{unused}"));
            }
            selects = more;
        }
        for (source, select) in selects.iter().enumerate() {
            if let Some(select) = word(*select, &SELECTS) {
                self.modifier(format!("src{source}_sel:{select}"));
            }
        }
    }

    /// Matrix instructions: result, A, B, C or the index, then broadcasts or formats.
    pub(super) fn matrix(&mut self) {
        let ty = self.mnemonic.clone();
        let mut immediates = SmallVec::<[i64; 6]>::new();
        for at in 0..self.operands.len() {
            let operand = self.operands[at];
            match operand.kind {
                OperandKind::Reg(range) => self.push(range.to_string()),
                OperandKind::Imm(value) if operand.role == Role::MatC => {
                    self.push(source_type(&ty, 2).text(value));
                }
                OperandKind::Imm(value) => immediates.push(value),
                _ => {}
            }
        }
        let scaled = self.name.starts_with("V_MFMA_SCALE_");
        if let (true, Some(selects)) = (scaled, immediates.get(2..)) {
            // The two scales; there is a third bit, which is never set.
            let bits = |bit: i64| -> SmallVec<[bool; 4]> {
                selects
                    .iter()
                    .map(|m| m & bit != 0)
                    .chain([false])
                    .collect()
            };
            let (low, high) = (bits(OP_SEL), bits(OP_SEL_HI));
            if low.contains(&true) {
                self.bit_list("op_sel", &low);
            }
            self.bit_list("op_sel_hi", &high);
        }
        let formats = self.name.contains("_F8F6F4");
        let names: &[&str] = if formats {
            &["cbsz", "blgp"]
        } else {
            &["cbsz", "abid", "blgp"]
        };
        let double = self.name.contains("F64");
        for (name, value) in names.iter().zip(immediates) {
            if double && *name == "blgp" && self.function.gpu.is_gfx940_plus() {
                if value != 0 {
                    let bits = [value & 1 != 0, value & 2 != 0, value & 4 != 0];
                    self.bit_list("neg", &bits);
                }
            } else {
                self.number(name, Some(value));
            }
        }
    }
}

/// Whether a bit is there and set. The compiler writes 1 or -1.
fn is_set(bit: Option<&i64>) -> bool {
    bit.is_some_and(|bit| *bit != 0)
}

/// Whether SDWA sign-extends sources of this type rather than negating them.
fn is_integer(mnemonic: &str) -> bool {
    let ty = mnemonic.rsplit('_').next().unwrap_or("");
    ty.starts_with(['i', 'u', 'b']) && !mnemonic.contains("cndmask") && !mnemonic.contains("bf16")
}

fn signed(text: String, bits: i64) -> String {
    let is_number = text.starts_with(|c: char| c.is_ascii_digit() || c == '-');
    let text = if bits & ABS != 0 {
        format!("|{text}|")
    } else {
        text
    };
    match (bits & NEG != 0, is_number && bits & ABS == 0) {
        (true, true) => format!("neg({text})"),
        (true, false) => format!("-{text}"),
        _ => text,
    }
}
