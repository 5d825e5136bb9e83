//! The forms of a matrix instruction: opcodes that compute the same and have the same operands, but take
//! their result and accumulator from other registers (LLVM's VOP3PInstructions.td, MAIInst). And those of a
//! move of a constant, by the file that it is moved to.

use super::{OperandEdit, Refusal};
use crate::machine::{Function, InstId, OperandKind, RegFile, RegRange, Role};

/// Endings of LLVM's names: in which file the result and the accumulator are, and whether they are the
/// same registers. Longer ones first.
const ENDINGS: [(&str, RegFile, bool); 4] = [
    ("_mac_vgprcd_e64", RegFile::Vgpr, true),
    ("_vgprcd_e64", RegFile::Vgpr, false),
    ("_mac_e64", RegFile::Agpr, true),
    ("_e64", RegFile::Agpr, false),
];

/// Opcodes that move a constant to a register of a file.
const CONSTANTS: [(&str, RegFile); 2] = [
    ("V_MOV_B32_e32", RegFile::Vgpr),
    ("V_ACCVGPR_WRITE_B32_e64", RegFile::Agpr),
];

/// Constants that need no literal, which moves to AccVGPRs cannot have (MI300 ISA, section 5.1).
const INLINE: std::ops::RangeInclusive<i64> = -16..=64;

/// A form of a matrix instruction.
struct Form<'a> {
    /// What all forms have in common of the name.
    base: &'a str,
    file: RegFile,
    in_place: bool,
}

impl Form<'_> {
    fn of(name: &str) -> Option<Form<'_>> {
        // `v_smfmac` has one form, whose result is either.
        let is_matrix = name.starts_with("V_MFMA_");
        let mut endings = ENDINGS.iter().filter(|_| is_matrix);
        endings.find_map(|&(ending, file, in_place)| {
            Some(Form {
                base: name.strip_suffix(ending)?,
                file,
                in_place,
            })
        })
    }
}

/// Whether an instruction may have that form with these registers.
pub(super) fn verify(
    function: &Function,
    inst: InstId,
    form: &str,
    edits: &[OperandEdit],
) -> Result<(), Refusal> {
    let file = |name: &str| CONSTANTS.iter().find(|(known, _)| *known == name);
    if let (Some(_), Some(&(_, file))) = (file(&function.opcode(inst).name), file(form)) {
        return verify_constant(function, inst, file, edits);
    }
    let (Some(old), Some(new)) = (Form::of(&function.opcode(inst).name), Form::of(form)) else {
        return Err(Refusal::Form);
    };
    if old.base != new.base {
        return Err(Refusal::Form);
    }
    let register = |role| -> Option<RegRange> {
        let mut operands = (0..).zip(function.operands(inst));
        let (at, operand) = operands.find(|(_, o)| o.role == role && o.is_explicit())?;
        let edit = edits.iter().find(|edit| edit.operand == at);
        edit.map(|edit| edit.register).or(operand.reg())
    };
    let accumulator = function.operand(inst, Role::MatC).map(|o| o.kind);
    let (result, accumulator) = match (register(Role::Dst), accumulator) {
        (Some(result), Some(OperandKind::Imm(_))) => (result, None),
        (Some(result), Some(OperandKind::Reg(_))) => (result, register(Role::MatC)),
        _ => return Err(Refusal::Form),
    };
    let fits = |register: RegRange| register.first().file() == new.file;
    if !fits(result) || !accumulator.is_none_or(fits) {
        return Err(Refusal::FormFile);
    }
    match new.in_place && accumulator != Some(result) {
        true => Err(Refusal::Tied),
        false => Ok(()),
    }
}

/// Whether a move of a constant may get the form for results of a file.
fn verify_constant(
    function: &Function,
    inst: InstId,
    file: RegFile,
    edits: &[OperandEdit],
) -> Result<(), Refusal> {
    let [result, source, ..] = function.operands(inst) else {
        return Err(Refusal::Form);
    };
    if !source.imm().is_some_and(|value| INLINE.contains(&value)) {
        return Err(Refusal::Form);
    }
    let edit = edits.iter().find(|edit| edit.operand == 0);
    let register = edit.map(|edit| edit.register).or(result.reg());
    match register.is_some_and(|register| register.first().file() == file) {
        true => Ok(()),
        false => Err(Refusal::FormFile),
    }
}
