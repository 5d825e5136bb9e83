//! Which unit executes an opcode and what it has of its own, by LLVM's name.

use super::{OpInfo, OpTraits, Unit, VmemKind};
use crate::gpu::{Gpu, Matrix};

/// Target-independent opcodes and AMDGPU pseudos that emit nothing and still exist this late.
const META: &[&str] = &[
    "ANNOTATION_LABEL",
    "ARITH_FENCE",
    "BUNDLE",
    "CFI_INSTRUCTION",
    "DBG_INSTR_REF",
    "DBG_LABEL",
    "DBG_PHI",
    "DBG_VALUE",
    "DBG_VALUE_LIST",
    "EH_LABEL",
    "FAKE_USE",
    "GC_LABEL",
    "IGLP_OPT",
    "IMPLICIT_DEF",
    "JUMP_TABLE_DEBUG_INFO",
    "KILL",
    "LIFETIME_END",
    "LIFETIME_START",
    "PSEUDO_PROBE",
    "SCHED_BARRIER",
    "SCHED_GROUP_BARRIER",
    "SI_MASKED_UNREACHABLE",
    "WAVE_BARRIER",
];

/// Calls and returns that are still pseudos this late; the asm printer emits one jump for each.
const CONTROL: &[&str] = &[
    "SI_CALL",
    "SI_RETURN",
    "SI_RETURN_TO_EPILOG",
    "SI_TCRETURN",
    "SI_TCRETURN_GFX",
];

const TRANS: &[&str] = &[
    "EXP",
    "LOG",
    "RCP",
    "RCP_IFLAG",
    "RSQ",
    "SQRT",
    "SIN",
    "COS",
    "EXP_LEGACY",
    "LOG_LEGACY",
];

/// Vector instructions that were seen to take two slots on gfx950 (`docs/timing.md`).
const HALF_RATE: &[&str] = &[
    "CVT_PK_FP8_F32",
    "CVT_PK_BF8_F32",
    "PERMLANE16_SWAP_B32",
    "PERMLANE32_SWAP_B32",
    "BITOP3_B16",
    "FMA_MIXLO_F16",
    "FMA_MIXHI_F16",
];

impl OpInfo {
    /// Classifies an opcode by LLVM's name for it.
    pub fn classify(name: &str, gpu: Gpu) -> OpInfo {
        let mut info = OpInfo {
            unit: Unit::Unknown,
            traits: OpTraits::default(),
            matrix: None,
        };
        if META.contains(&name) {
            info.unit = Unit::Meta;
        } else if CONTROL.contains(&name) {
            info.unit = Unit::Control;
        } else if name == "INLINEASM" || name == "INLINEASM_BR" {
            info.unit = Unit::InlineAsm;
        } else if let Some(op) = name.strip_prefix("V_") {
            info.vector(name, op, gpu);
        } else if let Some(op) = name.strip_prefix("DS_") {
            info.lds(op);
        } else if let Some((kind, op)) = vmem(name) {
            info.unit = Unit::Vmem(kind);
            info.memory(op);
        } else if let Some(op) = name.strip_prefix("S_") {
            info.scalar(op);
        } else if name == "EXP" || name.starts_with("EXP_") {
            info.unit = Unit::Export;
        }
        info
    }

    fn vector(&mut self, name: &str, op: &str, gpu: Gpu) {
        if ["WMMA", "SWMMAC", "DUAL_", "WAIT", "S_"]
            .iter()
            .any(|p| op.starts_with(p))
        {
            return;
        }
        let set = |t: &mut OpTraits, flag, on| t.set(flag, on);
        let t = &mut self.traits;
        if op.starts_with("MFMA_") || op.starts_with("SMFMAC_") {
            self.matrix = Matrix::from_name(name, gpu);
            if self.matrix.is_some() {
                self.unit = Unit::Matrix;
                set(t, OpTraits::VOP3P, true);
            }
            return;
        }
        self.unit = Unit::Valu;
        let (base, encoding) = split_encoding(op);
        set(t, OpTraits::SDWA, encoding == "sdwa");
        set(t, OpTraits::DPP, encoding == "dpp");
        let vop3p = base.starts_with("PK_") && base != "PK_FMAC_F16"
            || base.starts_with("FMA_MIX")
            || base.starts_with("MAD_MIX")
            || base.starts_with("DOT")
                && !base.starts_with("DOT2C")
                && !base.starts_with("DOT4C")
                && !base.starts_with("DOT8C")
            || base.starts_with("ACCVGPR_READ")
            || base.starts_with("ACCVGPR_WRITE");
        set(t, OpTraits::VOP3P, vop3p);
        set(t, OpTraits::VOP3, encoding == "e64" && !vop3p);
        let (stem, ty) = base.rsplit_once('_').unwrap_or((base, ""));
        set(
            t,
            OpTraits::TRANS,
            TRANS.contains(&stem) && matches!(ty, "F16" | "F32" | "F64"),
        );
        set(t, OpTraits::DOT, base.starts_with("DOT"));
        set(t, OpTraits::CMPX, base.starts_with("CMPX_"));
        set(
            t,
            OpTraits::READLANE,
            base.starts_with("READLANE") || base.starts_with("READFIRSTLANE"),
        );
        set(t, OpTraits::WRITELANE, base.starts_with("WRITELANE"));
        set(t, OpTraits::DIV_FMAS, base.starts_with("DIV_FMAS"));
        set(
            t,
            OpTraits::CARRY_IN,
            [
                "ADDC_U32",
                "SUBB_U32",
                "SUBBREV_U32",
                "CNDMASK_B32",
                "ADDC_CO_U32",
                "SUBB_CO_U32",
                "SUBBREV_CO_U32",
            ]
            .contains(&base),
        );
        set(t, OpTraits::ACC_READ, base.starts_with("ACCVGPR_READ"));
        set(t, OpTraits::ACC_WRITE, base.starts_with("ACCVGPR_WRITE"));
        set(
            t,
            OpTraits::PERMLANE_SWAP,
            base.starts_with("PERMLANE") && base.contains("SWAP"),
        );
        set(t, OpTraits::F64, base.contains("F64"));
        set(
            t,
            OpTraits::PACKED_F32,
            ["PK_ADD_F32", "PK_MUL_F32", "PK_FMA_F32"].contains(&base),
        );
        set(
            t,
            OpTraits::QUARTER_RATE,
            ["MUL_LO_", "MUL_HI_", "MAD_U64_U32", "MAD_I64_I32"]
                .iter()
                .any(|p| base.starts_with(p))
                && !base.ends_with("24"),
        );
        set(t, OpTraits::HALF_RATE, HALF_RATE.contains(&base));
        let is_single = [
            OpTraits::TRANS,
            OpTraits::HALF_RATE,
            OpTraits::QUARTER_RATE,
            OpTraits::F64,
            OpTraits::DPP,
            OpTraits::SDWA,
            OpTraits::VOP3P,
        ];
        let is_wide_compare = base.starts_with("CMP") && base.ends_with("64");
        let pairs = !is_single.into_iter().any(|single| t.has(single))
            && !is_wide_compare
            && !base.starts_with("CVT_PK");
        set(t, OpTraits::PAIRS, pairs);
        set(
            t,
            OpTraits::BYTE_SELECT,
            base.starts_with("CVT_SR_") || base.starts_with("CVT_SCALEF32_SR_"),
        );
        set(t, OpTraits::INDEXED, base.starts_with("MOVREL"));
    }

    fn lds(&mut self, op: &str) {
        if op.starts_with("GWS_") || op.starts_with("ORDERED_COUNT") || op.contains("_GDS") {
            self.unit = Unit::Gws;
            return;
        }
        self.unit = Unit::Lds;
        let plain = [
            "READ", "WRITE_", "WRITE2", "SWIZZLE", "PERMUTE", "BPERMUTE", "NOP", "APPEND",
            "CONSUME",
        ];
        self.traits
            .set(OpTraits::ATOMIC, !plain.iter().any(|p| op.starts_with(p)));
        self.traits.set(OpTraits::ADD_TID, op.contains("ADDTID"));
        let permutes = ["PERMUTE", "BPERMUTE"].iter().any(|p| op.starts_with(p));
        self.traits.set(OpTraits::LDS_PERMUTE, permutes);
    }

    fn memory(&mut self, op: &str) {
        self.traits.set(OpTraits::ATOMIC, op.starts_with("ATOMIC"));
        self.traits.set(OpTraits::LDS_DMA, op.contains("_LDS"));
        self.traits.set(
            OpTraits::CACHE_CONTROL,
            ["WBL2", "WBINVL1", "INV"].iter().any(|p| op.starts_with(p)),
        );
    }

    fn scalar(&mut self, op: &str) {
        let starts = |list: &[&str]| list.iter().any(|p| op.starts_with(p));
        self.unit = if op.starts_with("WAITCNT") {
            Unit::Wait
        } else if op == "NOP" {
            Unit::Nop
        } else if op == "BARRIER" {
            Unit::Barrier
        } else if starts(&[
            "LOAD_",
            "BUFFER_",
            "SCRATCH_",
            "STORE_",
            "ATOMIC_",
            "DCACHE_",
            "MEMTIME",
            "MEMREALTIME",
            "ATC_",
            "GL1_",
        ]) {
            Unit::Smem
        } else if starts(&["SENDMSG", "TTRACEDATA"]) {
            Unit::Message
        } else if starts(&[
            "BRANCH", "CBRANCH_", "SETPC", "SWAPPC", "CALL", "ENDPGM", "TRAP", "RFE",
        ]) {
            Unit::Control
        } else if starts(&[
            "SETPRIO",
            "SLEEP",
            "SETHALT",
            "SETKILL",
            "ICACHE_INV",
            "INCPERFLEVEL",
            "DECPERFLEVEL",
            "WAKEUP",
            "INST_PREFETCH",
        ]) {
            Unit::State
        } else if starts(&[
            "WAIT_",
            "BARRIER_",
            "DELAY_ALU",
            "CLAUSE",
            "VERSION",
            "CODE_END",
            "DENORM",
            "ROUND",
            "GET_BARRIER",
            "PREFETCH",
        ]) {
            Unit::Unknown
        } else {
            Unit::Salu
        };
        self.traits.set(OpTraits::SETREG, op.starts_with("SETREG"));
        self.traits.set(OpTraits::GETREG, op.starts_with("GETREG"));
        self.traits.set(
            OpTraits::SOFT_WAIT,
            op == "WAITCNT_soft" || op == "WAITCNT_lds_direct",
        );
        self.traits
            .set(OpTraits::CACHE_CONTROL, op.starts_with("DCACHE_"));
        self.traits
            .set(OpTraits::INDEXED, starts(&["SET_GPR_IDX", "MOVREL"]));
    }
}

fn vmem(name: &str) -> Option<(VmemKind, &str)> {
    [
        ("BUFFER_", VmemKind::Buffer),
        ("TBUFFER_", VmemKind::TypedBuffer),
        ("FLAT_", VmemKind::Flat),
        ("GLOBAL_", VmemKind::Global),
        ("SCRATCH_", VmemKind::Scratch),
        ("IMAGE_", VmemKind::Image),
    ]
    .iter()
    .find_map(|&(prefix, kind)| Some((kind, name.strip_prefix(prefix)?)))
}

/// Splits LLVM's encoding suffix off: `ADD_F32_e64` is `ADD_F32` in `e64`.
fn split_encoding(op: &str) -> (&str, &'static str) {
    for suffix in ["e32", "e64", "sdwa", "dpp"] {
        if let Some(base) = op.strip_suffix(suffix).and_then(|b| b.strip_suffix('_')) {
            return (base, suffix);
        }
    }
    (op, "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families() {
        for (name, unit) in [
            ("V_ADD_F32_e32", Unit::Valu),
            ("V_MFMA_F32_16X16X16F16_e64", Unit::Matrix),
            ("S_ADD_I32", Unit::Salu),
            ("S_LOAD_DWORDX4_IMM", Unit::Smem),
            ("S_MEMTIME", Unit::Smem),
            ("S_WAITCNT_soft", Unit::Wait),
            ("S_NOP", Unit::Nop),
            ("S_CBRANCH_SCC1", Unit::Control),
            ("S_BARRIER", Unit::Barrier),
            ("GLOBAL_LOAD_DWORDX4_SADDR", Unit::Vmem(VmemKind::Global)),
            ("BUFFER_LOAD_DWORD_LDS_OFFEN", Unit::Vmem(VmemKind::Buffer)),
            ("DS_READ_B128_gfx9", Unit::Lds),
            ("DS_GWS_BARRIER", Unit::Gws),
            ("KILL", Unit::Meta),
            ("SI_CALL", Unit::Control),
            ("INLINEASM", Unit::InlineAsm),
            ("V_WMMA_F32_16X16X16_F16", Unit::Unknown),
            ("G_ADD", Unit::Unknown),
            ("S_WAIT_LOADCNT", Unit::Unknown),
        ] {
            assert_eq!(OpInfo::classify(name, Gpu::Gfx942).unit, unit, "{name}");
        }
    }

    #[test]
    fn traits_by_name() {
        let has = |name, t| OpInfo::classify(name, Gpu::Gfx942).has(t);
        assert!(has("V_EXP_F32_e32", OpTraits::TRANS));
        assert!(has("V_RCP_IFLAG_F32_e32", OpTraits::TRANS));
        assert!(!has("V_LDEXP_F32_e64", OpTraits::TRANS));
        assert!(!has("V_FREXP_EXP_I32_F32_e32", OpTraits::TRANS));
        assert!(has("V_PK_FMA_F32", OpTraits::VOP3P));
        assert!(has("V_PK_FMA_F32", OpTraits::PACKED_F32));
        assert!(!has("V_PK_FMA_F16", OpTraits::PACKED_F32));
        assert!(has("V_DOT2C_F32_F16_e32", OpTraits::DOT));
        assert!(!has("V_DOT2C_F32_F16_e32", OpTraits::VOP3P));
        assert!(has("V_ACCVGPR_WRITE_B32_e64", OpTraits::VOP3P));
        assert!(!has("V_ACCVGPR_MOV_B32", OpTraits::VOP3P));
        assert!(has("V_CNDMASK_B32_sdwa", OpTraits::CARRY_IN));
        assert!(has("DS_ADD_U32_gfx9", OpTraits::ATOMIC));
        assert!(!has("DS_WRITE_B32_gfx9", OpTraits::ATOMIC));
        assert!(has("DS_WRXCHG_RTN_B32_gfx9", OpTraits::ATOMIC));
        assert!(has("BUFFER_LOAD_DWORD_LDS_OFFEN", OpTraits::LDS_DMA));
    }
}
