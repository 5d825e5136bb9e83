//! Volatile inline assembly that is taken for any other.
//!
//! Whoever describes a function to the core leaves LLVM's mark of side effects out where the text of a volatile statement
//! is nothing but vector instructions (`cpp/vector_asm.cpp`, by that text). Here the instructions that the assembler made of it
//! are looked at, by their names and flags.

use super::Violation;
use crate::machine::{Function, InstFlags, InstId};

/// `InlineAsm::Extra_HasSideEffects`, in the second operand of LLVM's `INLINEASM` (LLVM InlineAsm.h).
const VOLATILE: i64 = 1;

/// Proves that volatile inline assembly without the mark of side effects computes and does nothing else.
///
/// # Errors
/// The first that has something else in it.
pub fn assembly(function: &Function) -> Result<(), Violation> {
    for block in function.block_ids() {
        for &inst in &function.block(block).order {
            let flags = function.flags(inst);
            if !flags.has(InstFlags::INLINE_ASM) || flags.has(InstFlags::SIDE_EFFECTS) {
                continue;
            }
            let marks = function.operands(inst).get(1).and_then(|o| o.imm());
            let is_volatile = marks.is_some_and(|marks| marks & VOLATILE != 0);
            let mut inside = function.instructions_of_asm(inst);
            let is_known = flags.has(InstFlags::ASM_PARSED) && is_free(flags);
            if is_volatile && !(is_known && inside.all(|inst| computes(function, inst))) {
                return Err(Violation::Volatile { block, inst });
            }
        }
    }
    Ok(())
}

fn computes(function: &Function, inst: InstId) -> bool {
    let name = function.opcode(inst).name.as_str();
    let others = ["V_NOP", "V_CLREXCP"];
    let is_vector = name.starts_with("V_") && !others.iter().any(|n| name.starts_with(n));
    is_vector && is_free(function.flags(inst)) && function.accesses(inst).is_empty()
}

fn is_free(flags: InstFlags) -> bool {
    let bound = [
        InstFlags::MAY_LOAD,
        InstFlags::MAY_STORE,
        InstFlags::SIDE_EFFECTS,
        InstFlags::ORDERED_MEMORY,
    ];
    !bound.into_iter().any(|flag| flags.has(flag))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::text;

    #[test]
    fn only_vector_instructions_may_lose_the_mark_of_a_volatile_statement() {
        let verdict = |marks: u32, flags: &str, inside: &str| {
            let text = format!(
                "cdna-flat 1\nfunction \"f\"\ngpu gfx942\nblock 0 frequency=1 depth=0\n  \
                 INLINEASM opaque, #{marks}, #10, def v1 | asm parsed{flags}\n  {inside} | embedded inside line=1\n"
            );
            assembly(&text::parse(&text).expect("valid text")).is_ok()
        };
        const ADD: &str = "V_ADD_F32_e32 def v1, v2, v3, imp mode, imp exec";
        assert!(verdict(1, "", ADD));
        for other in [
            "S_SETPRIO #1",
            "S_MOV_B32 def s1, #0",
            "V_NOP_e32 imp exec",
            "DS_READ_B32_gfx9 def v1, v2, #0, #0",
        ] {
            assert!(!verdict(1, "", other), "{other}");
            assert!(verdict(0, "", other) && verdict(1, " effects", other));
        }
        let unknown = "cdna-flat 1\nfunction \"f\"\ngpu gfx942\nblock 0 frequency=1 depth=0\n  \
                       INLINEASM opaque, #1, #10, def v1 | asm\n";
        assert!(assembly(&text::parse(unknown).expect("valid text")).is_err());
        assert!(!verdict(1, " load", ADD) && !verdict(1, " ordered", ADD));
    }
}
