//! Instructions that look past EXEC, or write past it.

use crate::gpu::Unit;
use crate::machine::{Function, InstId, RegSet};

/// Parts of the names of opcodes that write lanes whatever EXEC says (MI300 ISA, section 4.2 and the notes of
/// the instructions), beside matrix instructions. Moves of AccVGPRs are among them because no document says
/// that they heed EXEC.
const WRITERS: [&str; 4] = [
    "V_WRITELANE",
    "V_ACCVGPR",
    "V_PERMLANE",
    "SI_SPILL_S32_TO_VGPR",
];

/// Parts of the names of opcodes that may read lanes that EXEC has switched off, beside matrix instructions.
const READERS: [&str; 10] = [
    "V_READLANE",
    "V_READFIRSTLANE",
    "SI_RESTORE_S32_FROM_VGPR",
    "_dpp",
    "PERMLANE",
    "DS_BPERMUTE",
    "DS_PERMUTE",
    "DS_SWIZZLE",
    "V_ACCVGPR",
    "_TR_B",
];

/// Whether an instruction writes lanes that EXEC has switched off.
pub fn ignores(function: &Function, inst: InstId) -> bool {
    function.info(inst).unit == Unit::Matrix || is_any_of(&WRITERS, function, inst)
}

/// Whether an instruction may switch lanes on: it writes EXEC, and not by an AND with what EXEC was or by a comparison.
pub fn widens(function: &Function, inst: InstId) -> bool {
    if !function.writes_exec(inst) {
        return false;
    }
    let operands = function.operands(inst).iter();
    let sources = operands.filter(|o| o.is_use() && o.is_explicit());
    let mut are_exec = sources.map(|o| o.reg().is_some_and(|range| range.first().is_exec()));
    let name = function.opcode(inst).name.as_str();
    let only_narrows = match name {
        _ if name.starts_with("S_AND_SAVEEXEC") || name.starts_with("V_CMPX") => true,
        _ if name.starts_with("S_AND_B64") => are_exec.any(|is_exec| is_exec),
        // The second source is what is taken away.
        _ if name.starts_with("S_ANDN2_B64") => are_exec.next() == Some(true),
        _ => false,
    };
    !only_narrows
}

/// Whether an instruction may read lanes that EXEC has switched off.
pub fn reads_inactive(function: &Function, inst: InstId) -> bool {
    function.info(inst).unit == Unit::Matrix || is_any_of(&READERS, function, inst)
}

/// The registers that any instruction of a function may read in lanes that EXEC has switched off.
pub fn read_past_exec(function: &Function) -> RegSet {
    let insts = function.blocks().iter().flat_map(|block| &block.order);
    let readers = insts.filter(|&&inst| reads_inactive(function, inst));
    let sources = readers.flat_map(|&inst| function.operands(inst).iter().filter(|o| o.is_use()));
    let registers = sources.filter_map(|source| source.reg());
    registers.flat_map(|range| range.regs()).collect()
}

fn is_any_of(parts: &[&str], function: &Function, inst: InstId) -> bool {
    let name = function.opcode(inst).name.as_str();
    parts.iter().any(|part| name.contains(part))
}
