//! Instructions that must not be in a rotated loop: what depends on where it stands, changes how others
//! work, or reaches beyond the wave in a way that no dependence tells of.

use super::super::Violation;
use super::{Misrotated, Rotated, misrotated};
use crate::machine::{
    AddressSpace, AliasRelation, Function, InstFlags, InstId, MemAccess, MemFlags, OperandKind,
    Reg, RegRange,
};

/// Why an instruction must not be in a rotated loop.
type Reason = &'static str;

/// By what LLVM knows of the instruction.
const FLAGS: [(InstFlags, Reason); 6] = [
    (InstFlags::CALL, "a callee is not known"),
    (InstFlags::RETURN, "the loop would not be the whole way"),
    (
        InstFlags::BUNDLE,
        "bundles would have to be copied as a whole",
    ),
    (InstFlags::TERMINATOR, "only the loop's branches may end it"),
    (
        InstFlags::INSERTED,
        "it has no counterpart in LLVM's function",
    ),
    (InstFlags::UNIQUE, "it stands where it is and nowhere else"),
];

/// By the beginning of LLVM's name.
const NAMES: &[(&str, Reason)] = &[
    ("S_GETPC", "it has another result at every place"),
    ("S_SETPC", "it goes to an address"),
    ("S_SWAPPC", "it goes to an address"),
    ("S_CALL", "it goes to an address"),
    ("S_RFE", "it goes to an address"),
    ("S_CBRANCH_", "only the loop's branches may end it"),
    ("S_BRANCH", "only the loop's branches may end it"),
    ("S_ENDPGM", "the loop would not be the whole way"),
    ("S_TRAP", "the trap handler sees the address"),
    ("S_SETHALT", "a debugger sees the address"),
    ("S_SETKILL", "it ends the wave"),
    ("S_SETREG", "it changes how other instructions work"),
    ("S_SETVSKIP", "it changes how other instructions work"),
    ("S_SET_GPR_IDX", "it changes which registers are named"),
    ("S_MOVREL", "it finds registers by an index"),
    ("V_MOVREL", "it finds registers by an index"),
    ("V_INDIRECT", "it finds registers by an index"),
    ("S_SENDMSG", "its receiver counts messages and looks at M0"),
    ("S_TTRACEDATA", "a trace tool sees the address"),
    ("S_ICACHE", "it is about code"),
    (
        "DS_GWS_",
        "it orders waves by a resource that is not memory",
    ),
    (
        "DS_ORDERED_COUNT",
        "it orders waves by a resource that is not memory",
    ),
    ("EXP", "exports keep an order of their own"),
];

/// What emits no code and may be there twice; everything else of the kind marks a place. What the user says with some of them about order,
/// `check::directives` looks at.
const NO_CODE: [&str; 6] = [
    "KILL",
    "IMPLICIT_DEF",
    "IGLP_OPT",
    "SCHED_BARRIER",
    "SCHED_GROUP_BARRIER",
    "WAVE_BARRIER",
];

/// How the names of instructions begin that the tables above were made for.
const KNOWN: [&str; 9] = [
    "V_", "S_", "DS_", "BUFFER_", "TBUFFER_", "GLOBAL_", "FLAT_", "SCRATCH_", "IMAGE_",
];

/// Why an instruction must not be in a rotated loop, if it must not.
fn refused(function: &Function, inst: InstId) -> Option<Reason> {
    let flags = function.flags(inst);
    let name = function.opcode(inst).name.as_str();
    let is_forbidden = |flag: InstFlags| {
        flags.has(flag) && !(flag == InstFlags::BUNDLE && function.is_guard(inst))
    };
    if let Some((_, reason)) = FLAGS.iter().find(|(flag, _)| is_forbidden(*flag)) {
        return Some(reason);
    }
    if let Some((_, reason)) = NAMES.iter().find(|(start, _)| name.starts_with(start)) {
        return Some(reason);
    }
    if flags.has(InstFlags::IN_BUNDLE) && !function.is_content(inst) {
        return Some("bundles would have to be copied as a whole");
    }
    if flags.has(InstFlags::INLINE_ASM) {
        // What is in it follows, and is looked at by itself.
        if !flags.has(InstFlags::ASM_PARSED) {
            return Some("what assembly does is not known");
        }
    } else if let Some(why) = unknown(flags, name).filter(|_| !function.is_guard(inst)) {
        return Some(why);
    }
    function
        .operands(inst)
        .iter()
        .find_map(|operand| match operand.kind {
            OperandKind::RegMask => Some("a callee is not known"),
            OperandKind::Block(_) => Some("it names a block"),
            OperandKind::Reg(range) if operand.is_def() => written(range),
            _ => None,
        })
}

/// Why an instruction of this name must not be in a rotated loop, if the reason is that nobody knows what it is.
fn unknown(flags: InstFlags, name: &str) -> Option<Reason> {
    if NO_CODE.contains(&name) {
        return None;
    }
    match flags.has(InstFlags::META) {
        true => Some("it may mark its place"),
        false if KNOWN.iter().any(|start| name.starts_with(start)) => None,
        false => Some("it is not known"),
    }
}

/// Why a register must not be written in a rotated loop. The literal order of execution would be the same
/// with other values of EXEC, but the checks of the searched function take a block for a piece of one
/// iteration where lanes are switched off and on.
fn written(range: RegRange) -> Option<Reason> {
    let mode = RegRange::parse("mode").is_some_and(|mode| range.overlaps(mode));
    if mode {
        Some("it changes how other instructions work")
    } else if range.regs().any(Reg::is_exec) {
        Some("lanes would be switched inside an iteration")
    } else {
        None
    }
}

/// Proves that each instruction of the loop may be there.
pub(super) fn may_be_rotated(original: &Function, one: &Rotated) -> Result<(), Violation> {
    let insts = || one.first.iter().chain(&one.second).copied();
    for inst in insts() {
        if let Some(why) = refused(original, inst) {
            return Err(Violation::NotRotatable {
                block: one.block,
                inst,
                why,
            });
        }
    }
    // The rotated block holds parts of two iterations, and enters the next one without a way around the
    // loop: facts about one iteration hold no longer in it.
    let in_lds = |a: &&MemAccess| [AddressSpace::LOCAL, AddressSpace::FLAT].contains(&a.space);
    let groups: Vec<(u32, bool)> = insts()
        .flat_map(|inst| original.accesses(inst).iter().filter(in_lds))
        .map(|access| (access.alias_group, access.flags.has(MemFlags::STORE)))
        .collect();
    let limited = |access: u32, load: u32| {
        let relation = original.aliases.relation(access, load);
        relation == Some(AliasRelation::DistinctInIteration)
    };
    let written = groups.iter().filter(|(_, writes)| *writes);
    let mut pairs =
        written.flat_map(|&(load, _)| groups.iter().map(move |&(access, _)| (access, load)));
    match pairs.any(|(access, load)| limited(access, load)) {
        true => Err(misrotated(one.block, Misrotated::IterationFacts)),
        false => Ok(()),
    }
}
