//! The forms of a matrix instruction.
//!
//! LLVM 22, VOP3PInstructions.td (`MAIInst`): one instruction has up to four names, by the file of its result
//! and SrcC, and by whether they are tied. The encoding has one bit for the file of both.

use crate::machine::RegFile;

/// What the name of a matrix instruction says of its form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Form {
    /// Result and SrcC are VGPRs, otherwise AccVGPRs.
    pub(super) vgprs: bool,
    /// They are one register.
    pub(super) tied: bool,
}

/// The form of a name and the name without it; `None` if it is no matrix instruction that has forms.
pub(super) fn form(name: &str) -> Option<(Form, &str)> {
    let rest = name.strip_prefix("V_MFMA_")?.strip_suffix("_e64")?;
    let (rest, vgprs) = match rest.strip_suffix("_vgprcd") {
        Some(rest) => (rest, true),
        None => (rest, false),
    };
    let (rest, tied) = match rest.strip_suffix("_mac") {
        Some(rest) => (rest, true),
        None => (rest, false),
    };
    Some((Form { vgprs, tied }, rest))
}

/// Opcodes that move a constant, to a VGPR or to an AccVGPR (MI300 ISA, V_MOV_B32, V_ACCVGPR_WRITE).
const MOVES_OF_CONSTANTS: [(&str, RegFile); 2] = [
    ("V_MOV_B32_e32", RegFile::Vgpr),
    ("V_ACCVGPR_WRITE_B32_e64", RegFile::Agpr),
];

/// The file to which a name moves a constant.
pub(super) fn moves_constant_to(name: &str) -> Option<RegFile> {
    let mut moves = MOVES_OF_CONSTANTS.iter();
    moves
        .find(|(known, _)| *known == name)
        .map(|(_, file)| *file)
}

/// Whether two names are forms of one instruction; `constant`: it moves one.
pub(super) fn same_form(was: &str, is: &str, constant: Option<i64>) -> bool {
    if moves_constant_to(was).is_some() && moves_constant_to(is).is_some() {
        // A literal has no place in the longer encoding.
        return constant.is_some_and(|value| (-16..=64).contains(&value));
    }
    match (form(was), form(is)) {
        (Some((_, was)), Some((_, is))) => was == is,
        _ => false,
    }
}
