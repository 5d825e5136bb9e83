//! Registers as the hardware counts them: one [`Reg`] is one 32-bit slot.
//!
//! LLVM's AMDGPU back end tracks 16-bit halves as separate register units; no CDNA
//! instruction names a half in its operands (sub-dword access is an operand modifier),
//! so both halves of a dword are one slot here.

use std::fmt;

/// One 32-bit register slot of a wave.
///
/// The numbering is private to this crate: vector, accumulation and scalar registers are
/// consecutive inside their file, so that a tuple is a run of slots ([`RegRange`]).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Reg(u16);

/// Number of architectural VGPRs and of AccVGPRs a wave can address.
pub const VECTOR_REGS: u16 = 256;
/// Number of scalar registers s0..s105 (s102..s105 exist only where VCC, FLAT_SCRATCH
/// and XNACK_MASK do not overlay them).
pub const SCALAR_REGS: u16 = 106;
/// Number of trap-handler scalar registers.
const TTMP_REGS: u16 = 16;

const AGPR0: u16 = VECTOR_REGS;
const SGPR0: u16 = AGPR0 + VECTOR_REGS;
const TTMP0: u16 = SGPR0 + SCALAR_REGS;
const SPECIAL0: u16 = TTMP0 + TTMP_REGS;

/// Names of the special slots, in slot order: LLVM's name of the register unit's root, and ours.
const SPECIAL: &[(&str, &str)] = &[
    ("VCC_LO", "vcc_lo"),
    ("VCC_HI", "vcc_hi"),
    ("EXEC_LO", "exec_lo"),
    ("EXEC_HI", "exec_hi"),
    ("M0", "m0"),
    ("SCC", "scc"),
    ("MODE", "mode"),
    ("FLAT_SCR_LO", "flat_scratch_lo"),
    ("FLAT_SCR_HI", "flat_scratch_hi"),
    ("XNACK_MASK_LO", "xnack_mask_lo"),
    ("XNACK_MASK_HI", "xnack_mask_hi"),
    ("SRC_VCCZ", "src_vccz"),
    ("SRC_EXECZ", "src_execz"),
    ("SRC_SCC", "src_scc"),
    ("SRC_SHARED_BASE_LO", "src_shared_base_lo"),
    ("SRC_SHARED_BASE_HI", "src_shared_base_hi"),
    ("SRC_SHARED_LIMIT_LO", "src_shared_limit_lo"),
    ("SRC_SHARED_LIMIT_HI", "src_shared_limit_hi"),
    ("SRC_PRIVATE_BASE_LO", "src_private_base_lo"),
    ("SRC_PRIVATE_BASE_HI", "src_private_base_hi"),
    ("SRC_PRIVATE_LIMIT_LO", "src_private_limit_lo"),
    ("SRC_PRIVATE_LIMIT_HI", "src_private_limit_hi"),
    ("SRC_POPS_EXITING_WAVE_ID", "src_pops_exiting_wave_id"),
    ("LDS_DIRECT", "lds_direct"),
    ("ASYNCcnt", "asynccnt"),
    ("TENSORcnt", "tensorcnt"),
    ("SGPR_NULL", "null"),
    ("SGPR_NULL_HI", "null_hi"),
];

/// The file a register slot belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RegFile {
    /// Architectural vector register.
    Vgpr,
    /// Accumulation vector register (AccVGPR).
    Agpr,
    /// Scalar register s0..s105.
    Sgpr,
    /// Trap-handler scalar register.
    Ttmp,
    /// VCC, EXEC, M0, SCC, MODE and the read-only source constants.
    Special,
}

impl Reg {
    /// Low half of VCC.
    pub const VCC_LO: Reg = Reg(SPECIAL0);
    /// High half of VCC.
    pub const VCC_HI: Reg = Reg(SPECIAL0 + 1);
    /// Low half of EXEC.
    pub const EXEC_LO: Reg = Reg(SPECIAL0 + 2);
    /// High half of EXEC.
    pub const EXEC_HI: Reg = Reg(SPECIAL0 + 3);
    /// M0.
    pub const M0: Reg = Reg(SPECIAL0 + 4);
    /// The scalar condition code.
    pub const SCC: Reg = Reg(SPECIAL0 + 5);
    /// The rounding, denormal and exception modes.
    pub const MODE: Reg = Reg(SPECIAL0 + 6);
    /// Low half of FLAT_SCRATCH.
    pub(crate) const FLAT_SCR_LO: Reg = Reg(SPECIAL0 + 7);
    /// VCCZ read as a data source.
    pub const SRC_VCCZ: Reg = Reg(SPECIAL0 + 11);
    /// EXECZ read as a data source.
    pub const SRC_EXECZ: Reg = Reg(SPECIAL0 + 12);
    /// The LDS value at the address in M0, as a source of the vector ALU.
    pub const LDS_DIRECT: Reg = Reg(SPECIAL0 + 23);
    /// Number of slots; valid indices are below it.
    pub const COUNT: usize = SPECIAL0 as usize + SPECIAL.len();

    /// VGPR `n`. `None` when out of range.
    pub fn vgpr(n: u16) -> Option<Reg> {
        (n < VECTOR_REGS).then_some(Reg(n))
    }
    /// AccVGPR `n`. `None` when out of range.
    pub fn agpr(n: u16) -> Option<Reg> {
        (n < VECTOR_REGS).then_some(Reg(AGPR0 + n))
    }
    /// All VGPRs, then all AccVGPRs.
    pub fn vectors() -> impl Iterator<Item = Reg> {
        (0..SGPR0).map(Reg)
    }
    /// SGPR `n`. `None` when out of range.
    pub fn sgpr(n: u16) -> Option<Reg> {
        (n < SCALAR_REGS).then_some(Reg(SGPR0 + n))
    }
    /// Slot number, for indexing tables of [`Reg::COUNT`] entries.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
    /// The slot of that number. `None` when out of range.
    pub fn from_index(index: usize) -> Option<Reg> {
        (index < Self::COUNT).then_some(Reg(index as u16))
    }
    /// The file this slot is in.
    pub fn file(self) -> RegFile {
        match self.0 {
            n if n < AGPR0 => RegFile::Vgpr,
            n if n < SGPR0 => RegFile::Agpr,
            n if n < TTMP0 => RegFile::Sgpr,
            n if n < SPECIAL0 => RegFile::Ttmp,
            _ => RegFile::Special,
        }
    }
    /// Number inside its file (5 for v5, a5, s5).
    pub fn number(self) -> u16 {
        match self.file() {
            RegFile::Vgpr => self.0,
            RegFile::Agpr => self.0 - AGPR0,
            RegFile::Sgpr => self.0 - SGPR0,
            RegFile::Ttmp => self.0 - TTMP0,
            RegFile::Special => self.0 - SPECIAL0,
        }
    }
    /// VGPR or AccVGPR.
    #[inline]
    pub fn is_vector(self) -> bool {
        self.0 < SGPR0
    }
    /// A scalar that a vector instruction can name as an operand: SGPR, TTMP or VCC.
    pub fn is_scalar(self) -> bool {
        (SGPR0..=Self::VCC_HI.0).contains(&self.0)
    }
    /// Either half of VCC.
    pub fn is_vcc(self) -> bool {
        self == Self::VCC_LO || self == Self::VCC_HI
    }
    /// Either half of EXEC.
    #[inline]
    pub fn is_exec(self) -> bool {
        self == Self::EXEC_LO || self == Self::EXEC_HI
    }

    /// Parses the name LLVM gives a register unit's root: `VGPR4_LO16`, `SGPR7_HI16`,
    /// `VCC_LO_HI16`, `SCC` … Both 16-bit halves give the same slot.
    pub fn from_llvm_unit(name: &str) -> Option<Reg> {
        let base = name
            .strip_suffix("_LO16")
            .or_else(|| name.strip_suffix("_HI16"))
            .unwrap_or(name);
        if let Some(at) = SPECIAL.iter().position(|(llvm, _)| *llvm == base) {
            return Some(Reg(SPECIAL0 + at as u16));
        }
        let split = base.find(|c: char| c.is_ascii_digit())?;
        let (file, number) = base.split_at(split);
        Self::numbered(file, number.parse().ok()?)
    }

    /// The name LLVM gives the 32-bit register: `VGPR4`, `VCC_LO`.
    pub fn llvm_name(self) -> String {
        match self.file() {
            RegFile::Special => SPECIAL[usize::from(self.number())].0.to_owned(),
            RegFile::Vgpr => format!("VGPR{}", self.number()),
            RegFile::Agpr => format!("AGPR{}", self.number()),
            RegFile::Sgpr => format!("SGPR{}", self.number()),
            RegFile::Ttmp => format!("TTMP{}", self.number()),
        }
    }

    fn numbered(file: &str, number: u16) -> Option<Reg> {
        match file {
            "VGPR" | "v" => Self::vgpr(number),
            "AGPR" | "a" => Self::agpr(number),
            "SGPR" | "s" => Self::sgpr(number),
            "TTMP" | "ttmp" => (number < TTMP_REGS).then_some(Reg(TTMP0 + number)),
            _ => None,
        }
    }
}

impl fmt::Display for Reg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.file() {
            RegFile::Special => f.write_str(SPECIAL[usize::from(self.number())].1),
            file => write!(f, "{}{}", prefix(file), self.number()),
        }
    }
}

fn prefix(file: RegFile) -> &'static str {
    match file {
        RegFile::Vgpr => "v",
        RegFile::Agpr => "a",
        RegFile::Sgpr => "s",
        RegFile::Ttmp => "ttmp",
        RegFile::Special => "",
    }
}

/// A run of consecutive register slots: a scalar operand or a register tuple.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RegRange {
    first: Reg,
    len: u8,
}

impl RegRange {
    /// The tuple of `len` slots from `first`. `None` when empty or leaving the slot space or
    /// the register file.
    pub fn new(first: Reg, len: u8) -> Option<RegRange> {
        let last = Reg::from_index((first.index() + usize::from(len)).checked_sub(1)?)?;
        (len > 0 && first.file() == last.file()).then_some(RegRange { first, len })
    }
    /// First slot.
    #[inline]
    pub fn first(self) -> Reg {
        self.first
    }
    /// Number of 32-bit slots.
    #[allow(clippy::len_without_is_empty)] // a range is never empty
    #[inline]
    pub fn len(self) -> u8 {
        self.len
    }
    /// Whether a slot lies in the range.
    #[inline]
    pub fn contains(self, reg: Reg) -> bool {
        (self.first.0..self.first.0 + u16::from(self.len)).contains(&reg.0)
    }
    /// Whether two ranges share a slot.
    #[inline]
    pub fn overlaps(self, other: RegRange) -> bool {
        self.first.0 < other.first.0 + u16::from(other.len)
            && other.first.0 < self.first.0 + u16::from(self.len)
    }
    /// The slots, in order.
    #[inline]
    pub fn regs(self) -> impl DoubleEndedIterator<Item = Reg> + ExactSizeIterator + use<> {
        (self.first.0..self.first.0 + u16::from(self.len)).map(Reg)
    }

    /// Parses what [`fmt::Display`] prints: `v4`, `a[0:15]`, `s[4:5]`, `vcc`, `exec`, `m0`.
    pub fn parse(text: &str) -> Option<RegRange> {
        let pair = |lo: Reg| RegRange::new(lo, 2);
        match text {
            "vcc" => return pair(Reg::VCC_LO),
            "exec" => return pair(Reg::EXEC_LO),
            "flat_scratch" => return pair(Reg::FLAT_SCR_LO),
            _ => {}
        }
        if let Some(at) = SPECIAL.iter().position(|(_, ours)| *ours == text) {
            return RegRange::new(Reg(SPECIAL0 + at as u16), 1);
        }
        if let Some((name, rest)) = text.split_once('[') {
            let (lo, hi) = rest.strip_suffix(']')?.split_once(':')?;
            let (lo, hi): (u16, u16) = (lo.parse().ok()?, hi.parse().ok()?);
            let len = u8::try_from(hi.checked_sub(lo)?.checked_add(1)?).ok()?;
            if name == "special" {
                return RegRange::new(
                    Reg::from_index(usize::from(SPECIAL0.checked_add(lo)?))?,
                    len,
                );
            }
            return RegRange::new(Reg::numbered(name, lo)?, len);
        }
        let split = text.find(|c: char| c.is_ascii_digit())?;
        let (file, number) = text.split_at(split);
        RegRange::new(Reg::numbered(file, number.parse().ok()?)?, 1)
    }
}

impl fmt::Display for RegRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = self.first.number();
        match (self.first, self.len) {
            (first, 1) => write!(f, "{first}"),
            (Reg::VCC_LO, 2) => f.write_str("vcc"),
            (Reg::EXEC_LO, 2) => f.write_str("exec"),
            (Reg::FLAT_SCR_LO, 2) => f.write_str("flat_scratch"),
            (first, len) => {
                let name = match first.file() {
                    RegFile::Special => "special",
                    file => prefix(file),
                };
                write!(f, "{name}[{number}:{}]", number + u16::from(len) - 1)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn llvm_unit_names_give_slots() {
        for (name, ours) in [
            ("VGPR4_LO16", "v4"),
            ("VGPR255_HI16", "v255"),
            ("AGPR0_LO16", "a0"),
            ("SGPR105_HI16", "s105"),
            ("VCC_LO_LO16", "vcc_lo"),
            ("EXEC_HI_HI16", "exec_hi"),
            ("M0_LO16", "m0"),
            ("SCC", "scc"),
            ("TTMP3_LO16", "ttmp3"),
        ] {
            assert_eq!(
                Reg::from_llvm_unit(name).map(|r| r.to_string()),
                Some(ours.to_string())
            );
        }
        for bad in ["VGPR256_LO16", "SGPR106_LO16", "FP_REG", "", "VGPR"] {
            assert_eq!(Reg::from_llvm_unit(bad), None, "{bad}");
        }
    }

    #[test]
    fn every_range_prints_and_parses_back() {
        for index in 0..Reg::COUNT {
            let first = Reg::from_index(index).expect("index below COUNT");
            for len in [1u8, 2, 3, 16, 32] {
                if let Some(range) = RegRange::new(first, len) {
                    assert_eq!(RegRange::parse(&range.to_string()), Some(range), "{range}");
                }
            }
        }
        for bad in [
            "",
            "v",
            "v256",
            "v[3:1]",
            "s[104:107]",
            "q4",
            "v[0:999]",
            "special[65535:65535]",
        ] {
            assert_eq!(RegRange::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn overlap_is_by_slot() {
        let r = |s| RegRange::parse(s).expect("valid range");
        assert!(r("v[0:3]").overlaps(r("v[3:4]")));
        assert!(!r("v[0:3]").overlaps(r("v[4:5]")));
        assert!(!r("v[0:3]").overlaps(r("a[0:3]")));
        assert!(r("vcc").contains(Reg::VCC_HI));
    }
}
