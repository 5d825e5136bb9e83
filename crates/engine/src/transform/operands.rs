//! What operands of vector registers admit, for everything that gives them other registers.

use crate::gpu::Unit;
use crate::machine::{Function, InstFlags, InstId, Operand, OperandClass, Reg, RegFile, Role};

/// Whether an instruction writes its result while its sources may still be needed: it must not begin to
/// overwrite them. Loads may be replayed under XNACK.
pub fn writes_slowly(function: &Function, inst: InstId) -> bool {
    function.info(inst).unit == Unit::Matrix || function.flags(inst).has(InstFlags::MAY_LOAD)
}

/// What an operand admits, and whether its tuple must begin at an even number.
pub fn admitted(
    function: &Function,
    inst: InstId,
    index: usize,
    operand: &Operand,
) -> (OperandClass, bool) {
    let both = OperandClass::VGPR | OperandClass::AGPR;
    let is_tuple = operand.reg().is_some_and(|range| range.len() > 1);
    if !operand.is_explicit() {
        // An implicit operand repeats a part of an explicit one, or the tuple that it is a part of. LLVM's copy propagation
        // leaves others, which belong to no register of the text.
        let repeats = |other: &Operand| {
            let both = other.reg().zip(operand.reg());
            other.is_explicit() && both.is_some_and(|(a, b)| a.overlaps(b))
        };
        let is_meta = function.flags(inst).has(InstFlags::META);
        return match is_meta || function.operands(inst).iter().any(repeats) {
            true => (both, is_tuple && function.gpu.unified_vector_file()),
            false => (OperandClass::NONE, false),
        };
    }
    let classes = &function.opcode(inst).classes;
    let Some(&class) = classes.get(index) else {
        return (OperandClass::NONE, false);
    };
    let even = is_tuple && class.has(OperandClass::EVEN);
    let class = OperandClass(class.0 & both.0);
    let present = match operand.reg().map(|range| range.first().file()) {
        Some(RegFile::Agpr) => OperandClass::AGPR,
        _ => OperandClass::VGPR,
    };
    // The data operands of a memory instruction are all of one file.
    let data = |o: &&Operand| {
        o.is_explicit()
            && matches!(o.role, Role::VData | Role::Dst)
            && o.reg().is_some_and(|range| range.first().is_vector())
    };
    let operands = function.operands(inst);
    let is_matrix = function.info(inst).unit == Unit::Matrix;
    match is_matrix || operands.iter().filter(data).count() == 1 {
        true => (class, even),
        false => (OperandClass(class.0 & present.0), even),
    }
}

/// Whether an instruction is a part of a bundle, or its header.
pub fn is_bundled(function: &Function, inst: InstId) -> bool {
    let flags = function.flags(inst);
    flags.has(InstFlags::BUNDLE) || flags.has(InstFlags::IN_BUNDLE)
}

/// Whether the registers of an instruction are fixed by its text, a calling convention or an index.
pub fn is_fixed(function: &Function, inst: InstId) -> bool {
    let flags = function.flags(inst);
    let is_fixed = [
        InstFlags::CALL,
        InstFlags::RETURN,
        InstFlags::TERMINATOR,
        InstFlags::INLINE_ASM,
    ];
    let name = function.opcode(inst).name.as_str();
    let is_indexed = INDEXED.iter().any(|part| name.contains(part));
    let reads_lds = |o: &Operand| o.reg().is_some_and(|range| range.contains(Reg::LDS_DIRECT));
    let is_direct = function.operands(inst).iter().any(reads_lds);
    is_fixed.into_iter().any(|flag| flags.has(flag)) || is_indexed || is_direct
}

/// Parts of the names of opcodes that find registers by an index (LLVM SIInstructions.td, VOP1Instructions.td).
const INDEXED: [&str; 4] = ["MOVREL", "_INDIRECT", "_indirect", "GPR_IDX"];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::text;

    #[test]
    fn an_implicit_operand_of_no_explicit_one_keeps_its_register() {
        let text = "cdna-flat 1\nfunction \"f\"\ngpu gfx90a\nblock 0 frequency=1 depth=0\n  \
                    V_XAD_U32_e64 def v13, v16, v18, v54, def imp v15\n  \
                    V_MOV_B32_e32 def v13, v16, def imp v[12:13]\n";
        let function = text::parse(text).expect("valid text");
        let class = |inst: u32| {
            let operands = function.operands(InstId(inst));
            let at = operands.iter().position(|o| !o.is_explicit());
            let at = at.expect("an implicit operand");
            admitted(&function, InstId(inst), at, &operands[at]).0
        };
        assert_eq!(class(0), OperandClass::NONE);
        assert!(class(1).has(OperandClass::VGPR));
    }
}
