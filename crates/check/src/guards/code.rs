//! What guarded code does, by its instructions' names and operands.

use crate::machine::{
    BlockId, Function, InstFlags, InstId, MemFlags, Operand, OperandFlags, Reg, RegRange,
};

pub(super) fn is_exec(range: RegRange) -> bool {
    range.regs().all(Reg::is_exec)
}

/// The registers that an instruction writes.
pub(in super::super) fn results(
    function: &Function,
    inst: InstId,
) -> impl Iterator<Item = RegRange> {
    let results = function.operands(inst).iter().filter(|o| o.is_def());
    results.filter_map(Operand::reg)
}

pub(super) fn writes_exec(function: &Function, inst: InstId) -> bool {
    results(function, inst).any(|range| range.regs().any(Reg::is_exec))
}

/// What an instruction's text names, as results or as sources.
pub(super) fn explicit(function: &Function, inst: InstId, defs: bool) -> Vec<RegRange> {
    let named = function
        .operands(inst)
        .iter()
        .filter(|o| o.is_explicit() && o.is_def() == defs);
    named.filter_map(Operand::reg).collect()
}

/// Saves EXEC and takes lanes away (MI300 ISA, section 12.3, `S_AND_SAVEEXEC_B64`).
pub(super) fn narrows(function: &Function, inst: InstId) -> bool {
    function.opcode(inst).name == "S_AND_SAVEEXEC_B64"
}

pub(in super::super) fn is_member(function: &Function, inst: InstId) -> bool {
    function
        .flags(inst)
        .has(InstFlags::GUARD | InstFlags::IN_BUNDLE)
}

/// Whether a header says of registers what its members do: it reads what they read and did not write before, and what they may
/// leave alone, and writes what they write.
pub(in super::super) fn is_summary(
    function: &Function,
    header: InstId,
    members: &[InstId],
) -> bool {
    let named = |defs: bool| -> Vec<RegRange> {
        let operands = function
            .operands(header)
            .iter()
            .filter(|o| o.is_def() == defs);
        operands.filter_map(Operand::reg).collect()
    };
    let (reads, writes) = (named(false), named(true));
    let has = |list: &[RegRange], reg: Reg| list.iter().any(|range| range.contains(reg));
    let mut written: Vec<RegRange> = Vec::new();
    members.iter().all(|&member| {
        let operands = function.operands(member);
        let reads_known = operands
            .iter()
            .filter(|o| o.is_use() && !o.flags.has(OperandFlags::UNDEF))
            .filter_map(Operand::reg)
            .flat_map(RegRange::regs)
            .all(|reg| has(&reads, reg) || has(&written, reg));
        written.extend(results(function, member));
        reads_known
            && results(function, member)
                .flat_map(RegRange::regs)
                .all(|reg| has(&writes, reg))
    })
}

/// What does more than compute or access memory plainly.
pub(in super::super) fn is_odd(function: &Function, inst: InstId) -> bool {
    let flags = function.flags(inst);
    let odd = [
        InstFlags::SIDE_EFFECTS,
        InstFlags::ORDERED_MEMORY,
        InstFlags::CALL,
        InstFlags::RETURN,
        InstFlags::BRANCH,
        InstFlags::TERMINATOR,
        InstFlags::META,
        InstFlags::INLINE_ASM,
        InstFlags::IN_BUNDLE,
        InstFlags::BUNDLE,
    ];
    let watched = |flags: MemFlags| flags.has(MemFlags::ATOMIC) || flags.has(MemFlags::VOLATILE);
    odd.iter().any(|&flag| flags.has(flag))
        || function
            .accesses(inst)
            .iter()
            .any(|access| watched(access.flags))
}

/// Beginnings of the names of vector instructions that look at EXEC lane by lane, and parts of such names that do not: matrix
/// instructions and what moves single lanes (MI300 ISA, section 3.3), loads straight into LDS, whose base M0 is.
const BY_LANE: [&str; 11] = [
    "V_",
    "GLOBAL_LOAD_",
    "GLOBAL_STORE_",
    "BUFFER_LOAD_",
    "BUFFER_STORE_",
    "FLAT_LOAD_",
    "FLAT_STORE_",
    "SCRATCH_LOAD_",
    "SCRATCH_STORE_",
    "DS_READ",
    "DS_WRITE",
];
const NOT_BY_LANE: [&str; 10] = [
    "MFMA",
    "SMFMAC",
    "ACCVGPR",
    "READLANE",
    "WRITELANE",
    "PERMLANE",
    "V_SWAP",
    "V_MOVREL",
    "V_INDIRECT",
    "_LDS",
];

/// Whether an instruction does nothing with no lanes but write the scalar registers that it names.
pub(in super::super) fn is_silent(function: &Function, inst: InstId) -> bool {
    let name = function.opcode(inst).name.as_str();
    let flags = function.flags(inst);
    let accesses = flags.has(InstFlags::MAY_LOAD) || flags.has(InstFlags::MAY_STORE);
    let masked = function
        .operands(inst)
        .iter()
        .any(|o| o.is_use() && o.reg().is_some_and(is_exec));
    let by_lane = BY_LANE.iter().any(|start| name.starts_with(start))
        && !NOT_BY_LANE.iter().any(|part| name.contains(part));
    match name.starts_with("S_") {
        true => !accesses && !writes_exec(function, inst),
        false => by_lane && masked,
    }
}

/// Whether a register may be read from a place in a block on before it is written.
pub(in super::super) fn is_read(
    function: &Function,
    (block, from): (BlockId, usize),
    reg: Reg,
) -> bool {
    let mut seen = vec![false; function.blocks().len()];
    let mut pending = vec![(block, from)];
    while let Some((block, from)) = pending.pop() {
        let is_whole = from == 0;
        if is_whole && std::mem::replace(&mut seen[block.index()], true) {
            continue;
        }
        let mut ends = false;
        for &inst in &function.block(block).order[from..] {
            let names = |o: &&Operand| o.reg().is_some_and(|range| range.contains(reg));
            let mut operands = function.operands(inst).iter().filter(names);
            if operands
                .clone()
                .any(|o| o.is_use() && !o.flags.has(OperandFlags::UNDEF))
                || function.flags(inst).has(InstFlags::CALL)
            {
                return true;
            }
            ends = operands.any(|o| o.is_def());
            if ends {
                break;
            }
        }
        if !ends {
            let next = &function.block(block).successors;
            // Whoever called may read what is kept for it.
            if next.is_empty() && !function.resources.is_entry {
                return true;
            }
            pending.extend(next.iter().map(|&next| (next, 0)));
        }
    }
    false
}
