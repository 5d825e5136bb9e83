//! Which instructions are copies, and which may be left out.

use super::super::lanes::is_fixed;
use crate::machine::{
    Function, InstFlags, InstId, MemAccess, MemFlags, Operand, OperandFlags, OperandKind, Reg,
    RegFile, RegRange,
};

/// What holds a value of one dword in each lane.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Place {
    Vector(Reg),
    /// The same in all lanes.
    Scalar(Reg),
    /// Its 32 bits.
    Constant(u32),
    /// A spill slot and the dword in it.
    Slot(u32, u32),
}

/// A value that is copied: where to, and from where.
pub(super) type Copied = (Place, Place);

/// What an instruction that copies nothing but dwords copies.
///
/// MI300 ISA: V_MOV_B32, V_MOV_B64, V_ACCVGPR_MOV_B32, V_ACCVGPR_READ, V_ACCVGPR_WRITE, and V_ADD_U32, whose
/// result is its other source where one is 0.
pub(super) fn copied(function: &Function, inst: InstId) -> Option<Vec<Copied>> {
    // It keeps the lanes that are off.
    if function.flags(inst).has(InstFlags::GUARD) {
        return None;
    }
    let operands = function.operands(inst);
    let explicit: Vec<&Operand> = operands.iter().filter(|o| o.is_explicit()).collect();
    let undefined = |o: &&Operand| o.flags.has(OperandFlags::UNDEF);
    if explicit.iter().any(undefined) {
        return None;
    }
    let name = function.opcode(inst).name.as_str();
    let accesses = function.flags(inst);
    if accesses.has(InstFlags::MAY_LOAD) || accesses.has(InstFlags::MAY_STORE) {
        return spill(function, inst);
    }
    let (to, from) = match (name, explicit.as_slice()) {
        (
            "V_MOV_B32_e32"
            | "V_MOV_B64_e32"
            | "V_ACCVGPR_READ_B32_e64"
            | "V_ACCVGPR_WRITE_B32_e64"
            | "V_ACCVGPR_MOV_B32",
            &[to, from],
        ) => (to, from),
        ("V_ADD_U32_e32", &[to, a, b]) => (to, other_than_zero(a, b)?),
        ("V_ADD_U32_e64", &[to, a, b, clamp]) if clamp.imm() == Some(0) => {
            (to, other_than_zero(a, b)?)
        }
        _ => return None,
    };
    let to = to.reg().filter(|range| range.first().is_vector())?;
    let width = if name == "V_MOV_B64_e32" { 2 } else { 1 };
    if to.len() != width {
        return None;
    }
    match from.kind {
        OperandKind::Reg(from) if from.len() == width => {
            let pairs = to.regs().zip(from.regs());
            pairs.map(|(to, from)| between(to, from)).collect()
        }
        OperandKind::Imm(bits) if width == 1 => Some(vec![(
            Place::Vector(to.first()),
            Place::Constant(bits as u32),
        )]),
        _ => None,
    }
}

fn between(to: Reg, from: Reg) -> Option<Copied> {
    let from = match from.file() {
        RegFile::Vgpr | RegFile::Agpr => Place::Vector(from),
        RegFile::Sgpr => Place::Scalar(from),
        RegFile::Ttmp | RegFile::Special => return None,
    };
    Some((Place::Vector(to), from))
}

/// The vector register that is added to a constant 0.
fn other_than_zero<'o>(a: &'o Operand, b: &'o Operand) -> Option<&'o Operand> {
    let vector = |o: &Operand| o.reg().is_some_and(|range| range.first().is_vector());
    match (a.imm(), b.imm()) {
        (Some(0), None) if vector(b) => Some(b),
        (None, Some(0)) if vector(a) => Some(a),
        _ => None,
    }
}

/// What an access to a spill slot of vector registers moves.
fn spill(function: &Function, inst: InstId) -> Option<Vec<Copied>> {
    let name = function.opcode(inst).name.as_str();
    let names = ["SCRATCH_", "BUFFER_"];
    let rest = names.iter().find_map(|prefix| name.strip_prefix(prefix))?;
    let stores = rest.starts_with("STORE_DWORD");
    if !stores && !rest.starts_with("LOAD_DWORD") || name.contains("LDS") {
        return None;
    }
    let &[access] = function.accesses(inst) else {
        return None;
    };
    let (index, offset, bytes) = spill_of(&access)?;
    let data = function.operands(inst).first()?;
    let range = data.reg().filter(|range| range.first().is_vector())?;
    let direction = if stores {
        MemFlags::STORE
    } else {
        MemFlags::LOAD
    };
    let plain = access.flags == direction
        && data.is_explicit()
        && data.is_def() != stores
        && bytes == 4 * u32::from(range.len())
        && offset.is_multiple_of(4);
    let slots = (offset / 4..).map(|dword| Place::Slot(index, dword));
    let pairs = range.regs().map(Place::Vector).zip(slots);
    plain.then(|| match stores {
        true => pairs.map(|(register, slot)| (slot, register)).collect(),
        false => pairs.collect(),
    })
}

/// The spill slot that an access goes to, the byte where it begins there, and how many.
fn spill_of(access: &MemAccess) -> Option<(u32, u32, u32)> {
    let slot = access.spill?;
    Some((slot.index, slot.offset, access.bytes))
}

/// Whether any access of an instruction is one of a spill slot.
pub(super) fn touches_slot(function: &Function, inst: InstId) -> bool {
    let mut accesses = function.accesses(inst).iter();
    accesses.any(|access| access.spill.is_some())
}

/// Whether an instruction may be left out if nobody needs its results: it writes vector registers or a
/// spill slot, and nothing else that anybody could see.
pub(super) fn is_removable(function: &Function, inst: InstId) -> bool {
    const MOVES: [&str; 5] = [
        "V_MOV_B32_e32",
        "V_MOV_B64_e32",
        "V_ACCVGPR_READ_B32_e64",
        "V_ACCVGPR_WRITE_B32_e64",
        "V_ACCVGPR_MOV_B32",
    ];
    let flags = function.flags(inst);
    let acts = [
        InstFlags::SIDE_EFFECTS,
        InstFlags::ORDERED_MEMORY,
        InstFlags::META,
        InstFlags::BOUNDARY,
    ];
    if is_fixed(function, inst) || acts.iter().any(|&act| flags.has(act)) {
        return false;
    }
    let only_vectors = function.operands(inst).iter().all(|operand| {
        let range = operand.reg();
        let vector = range.is_some_and(|range| range.first().is_vector());
        let index = range.is_some_and(|range| range.contains(Reg::M0));
        !index && (vector || !operand.is_def())
    });
    let memory = flags.has(InstFlags::MAY_LOAD) || flags.has(InstFlags::MAY_STORE);
    let name = function.opcode(inst).name.as_str();
    let moves = !memory && MOVES.contains(&name);
    only_vectors && (moves || copied(function, inst).is_some())
}

/// The register that an inserted instruction writes, if it is a move as [`Function::add_move`] makes it.
pub(super) fn inserted_move(function: &Function, inst: InstId) -> Option<(Reg, Reg)> {
    let single = |range: RegRange| (range.len() == 1).then_some(range.first());
    let [to, from, exec] = function.operands(inst) else {
        return None;
    };
    let marks = to.flags == OperandFlags::DEF
        && from.flags == OperandFlags::NONE
        && exec.flags == OperandFlags::IMPLICIT;
    let reads_exec = exec.reg() == RegRange::new(Reg::EXEC_LO, 2);
    let plain = function.flags(inst) == InstFlags::INSERTED && function.accesses(inst).is_empty();
    let (to, from) = (single(to.reg()?)?, single(from.reg()?)?);
    let files = match function.opcode(inst).name.as_str() {
        "V_MOV_B32_e32" => (RegFile::Vgpr, RegFile::Vgpr),
        "V_ACCVGPR_READ_B32_e64" => (RegFile::Vgpr, RegFile::Agpr),
        "V_ACCVGPR_WRITE_B32_e64" => (RegFile::Agpr, RegFile::Vgpr),
        "V_ACCVGPR_MOV_B32" if function.gpu.unified_vector_file() => (RegFile::Agpr, RegFile::Agpr),
        _ => return None,
    };
    (marks && reads_exec && plain && files == (to.file(), from.file())).then_some((to, from))
}
