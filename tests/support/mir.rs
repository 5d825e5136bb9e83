//! A function in LLVM's own form.

use std::fmt::Write as _;

use cdnasched_base::machine::{
    Function, InstFlags, InstId, OperandFlags, OperandKind, Reg, RegFile, RegRange,
};

/// Prints a function as LLVM MIR, for `llc -run-pass`. Symbols and bundles, which witnesses do
/// not have, are not kept.
pub fn mir(function: &Function) -> String {
    let mut out = format!("---\nname: {}\nbody: |\n", function.name);
    for id in function.block_ids() {
        let block = function.block(id);
        // Writing to a String cannot fail.
        let _ = writeln!(out, "  bb.{}:", id.0);
        if !block.successors.is_empty() {
            let list: Vec<String> = block
                .successors
                .iter()
                .map(|s| format!("%bb.{}", s.0))
                .collect();
            let _ = writeln!(out, "    successors: {}", list.join(", "));
        }
        for &inst in &block.order {
            let _ = writeln!(out, "    {}", mir_inst(function, inst));
        }
    }
    out.push_str("...\n");
    out
}

fn mir_inst(function: &Function, inst: InstId) -> String {
    let operands = function.operands(inst);
    let asm = function.flags(inst).has(InstFlags::INLINE_ASM);
    let (mut results, mut rest) = (Vec::new(), Vec::new());
    for operand in operands {
        let explicit_def = operand.is_def() && operand.is_explicit() && !asm;
        let mut word = String::new();
        if operand.is_explicit() {
            if operand.flags.has(OperandFlags::EARLY_CLOBBER) {
                word.push_str("early-clobber ");
            }
            if asm && operand.is_def() {
                word.push_str("def ");
            }
        } else {
            word.push_str(if operand.is_def() {
                "implicit-def "
            } else {
                "implicit "
            });
        }
        match operand.kind {
            OperandKind::Reg(range) => word.push_str(&mir_reg(range)),
            OperandKind::Imm(value) => {
                let _ = write!(word, "{value}");
            }
            OperandKind::Block(block) => {
                let _ = write!(word, "%bb.{}", block.0);
            }
            OperandKind::NoReg => word.push_str("$noreg"),
            // As the core reads a mask: nothing is preserved.
            OperandKind::RegMask => word.push_str("csr_amdgpu_noregs"),
            // As text of inline assembly it cannot be parsed: the strictest case.
            OperandKind::Opaque => word.push_str("&opaque"),
        }
        if explicit_def {
            results.push(word);
        } else {
            if operand.flags.has(OperandFlags::TIED) && !operand.is_def() {
                let mut defs = operands.iter().filter(|o| o.is_def());
                if let Some(at) = defs.position(|d| d.reg() == operand.reg()) {
                    let _ = write!(word, "(tied-def {at})");
                }
            }
            rest.push(word);
        }
    }
    let assign = if results.is_empty() {
        String::new()
    } else {
        results.join(", ") + " = "
    };
    format!("{assign}{} {}", function.opcode(inst).name, rest.join(", "))
}

fn mir_reg(range: RegRange) -> String {
    let special = |text: String| format!("${text}");
    if range.first().file() == RegFile::Special {
        return special(range.to_string().replace("flat_scratch", "flat_scr"));
    }
    let names: Vec<String> = range.regs().map(mir_slot).collect();
    special(names.join("_"))
}

fn mir_slot(reg: Reg) -> String {
    let file = match reg.file() {
        RegFile::Vgpr => "vgpr",
        RegFile::Agpr => "agpr",
        RegFile::Sgpr => "sgpr",
        RegFile::Ttmp => "ttmp",
        RegFile::Special => return reg.to_string(),
    };
    format!("{file}{}", reg.number())
}
