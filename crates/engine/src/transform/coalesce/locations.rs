//! Where values are, and which instructions only carry them from place to place.

use std::collections::{BTreeMap, BTreeSet};

use super::masks::{Mask, Masks};
use crate::gpu::{Counter, Counts, Unit};
use crate::machine::index::TypedVec;
use crate::machine::{
    Function, InstFlags, InstId, OperandFlags, OperandKind, Reg, RegRange, Role, SpillSlot,
};

/// A place for 32 bits of each lane: the slot of a register, or, from [`Reg::COUNT`] on, a dword of a slot
/// in memory that LLVM spills registers to.
pub type Location = u32;

/// The spill slots of a function, dword by dword.
#[derive(Default)]
pub struct SpillSlots {
    /// By slot and dword.
    locations: BTreeMap<(u32, u32), Location>,
}

impl SpillSlots {
    /// The dwords of all slots that nothing but whole registers is written to and read from, and only in lanes of which it is known
    /// that they were active when the function began: others may find what was there before.
    pub fn of(function: &Function, masks: &Masks) -> SpillSlots {
        let mut slots = SpillSlots::default();
        // Without moves between AccVGPRs a value in one cannot go everywhere; and waits that count
        // accesses would count fewer.
        let mut all = function.blocks().iter().flat_map(|block| &block.order);
        if !function.gpu.unified_vector_file() || all.any(|&inst| may_count(function, inst)) {
            return slots;
        }
        let mut others: BTreeSet<u32> = BTreeSet::new();
        let mut dwords: BTreeSet<(u32, u32)> = BTreeSet::new();
        for block in function.block_ids() {
            let insts = function.block(block).order.iter();
            for (&inst, &mask) in insts.zip(masks.before_each(block)) {
                let access = SpillAccess::of(function, inst);
                match access.filter(|_| mask != Mask::Unknown) {
                    Some(access) => dwords.extend(access.dwords()),
                    None => {
                        let spills = function.accesses(inst).iter().filter_map(|a| a.spill);
                        others.extend(spills.map(|slot| slot.index));
                    }
                }
            }
        }
        dwords.retain(|(index, _)| !others.contains(index));
        let numbered = (Reg::COUNT as Location..).zip(dwords);
        slots.locations = numbered
            .map(|(location, dword)| (dword, location))
            .collect();
        slots
    }

    /// One more than the largest location of the function.
    pub fn end(&self) -> usize {
        Reg::COUNT + self.locations.len()
    }

    /// What an access to a slot copies.
    fn copies(&self, function: &Function, inst: InstId) -> Vec<Copy> {
        let Some(access) = SpillAccess::of(function, inst) else {
            return Vec::new();
        };
        let slots = access
            .dwords()
            .map(|dword| self.locations.get(&dword).copied());
        let pairs = slots.zip(access.registers.regs()).map(|(slot, reg)| {
            let (slot, register) = (slot?, reg.index() as Location);
            let (to, from) = match access.stores {
                true => (slot, register),
                false => (register, slot),
            };
            Some(Copy { to, from })
        });
        let pairs: Option<Vec<Copy>> = pairs.collect();
        pairs.unwrap_or_default()
    }
}

/// Whether an instruction may wait until a number of accesses to vector memory are left: a wait for more
/// than none of them, or assembly.
fn may_count(function: &Function, inst: InstId) -> bool {
    if function.flags(inst).has(InstFlags::ASM_WAITS) {
        return true;
    }
    let info = function.info(inst);
    let immediate = function.operands(inst).iter().find_map(|o| o.imm());
    let waits = immediate.filter(|_| info.unit == Unit::Wait);
    let left = waits.and_then(|immediate| Counts::decode(immediate as u16).get(Counter::Vm));
    left.is_some_and(|left| left > 0)
}

/// An access to a spill slot.
struct SpillAccess {
    slot: SpillSlot,
    registers: RegRange,
    stores: bool,
}

impl SpillAccess {
    /// That of an instruction that does nothing else.
    fn of(function: &Function, inst: InstId) -> Option<SpillAccess> {
        let [access] = function.accesses(inst) else {
            return None;
        };
        let slot = access.spill?;
        let name = function.opcode(inst).name.as_str();
        let rest = name
            .strip_prefix("SCRATCH_")
            .or(name.strip_prefix("BUFFER_"))?;
        let stores = rest.starts_with("STORE_DWORD");
        let is_whole = stores || rest.starts_with("LOAD_DWORD");
        let data = function.operands(inst).first()?;
        let registers = data.reg().filter(|range| range.first().is_vector())?;
        let flags = function.flags(inst);
        let is_plain = !data.flags.has(OperandFlags::UNDEF)
            && !flags.has(InstFlags::BUNDLE)
            && !flags.has(InstFlags::IN_BUNDLE)
            && !flags.has(InstFlags::ORDERED_MEMORY)
            && !flags.has(InstFlags::SIDE_EFFECTS)
            && !rest.contains("LDS")
            && data.is_def() != stores
            && access.bytes == 4 * u32::from(registers.len())
            && slot.offset.is_multiple_of(4);
        (is_whole && is_plain).then_some(SpillAccess {
            slot,
            registers,
            stores,
        })
    }

    fn dwords(&self) -> impl Iterator<Item = (u32, u32)> + use<> {
        let index = self.slot.index;
        let first = self.slot.offset / 4;
        let last = first + u32::from(self.registers.len());
        (first..last).map(move |dword| (index, dword))
    }
}

/// A copy of 32 bits of each active lane.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Copy {
    /// Written.
    pub to: Location,
    /// Read.
    pub from: Location,
}

/// Opcodes that copy their source to their result, and how many slots. The first column are whole names.
const MOVES: [(&str, u8); 5] = [
    ("V_MOV_B32_e32", 1),
    ("V_MOV_B64_e32", 2),
    ("V_ACCVGPR_READ_B32_e64", 1),
    ("V_ACCVGPR_WRITE_B32_e64", 1),
    ("V_ACCVGPR_MOV_B32", 1),
];

/// The opcode that copies one source when the other one is zero.
const ADDITION: &str = "V_ADD_U32_e32";

/// What an instruction copies, slot by slot; empty when it does anything else.
pub fn copies(function: &Function, inst: InstId, slots: &SpillSlots) -> Vec<Copy> {
    if !function.accesses(inst).is_empty() {
        return slots.copies(function, inst);
    }
    let flags = function.flags(inst);
    let stays = [InstFlags::BUNDLE, InstFlags::IN_BUNDLE, InstFlags::BOUNDARY];
    let stays = stays.into_iter().any(|flag| flags.has(flag));
    let name = function.opcode(inst).name.as_str();
    let is_addition = name == ADDITION;
    let width = MOVES.iter().find(|(known, _)| *known == name);
    let width = width.map_or(1, |(_, width)| *width);
    if stays || !(is_addition || MOVES.iter().any(|(known, _)| *known == name)) {
        return Vec::new();
    }
    let operands = function.operands(inst);
    let explicit = || operands.iter().filter(|o| o.is_explicit());
    // What is undefined need not be the same twice.
    if explicit().any(|o| o.flags.has(OperandFlags::UNDEF)) {
        return Vec::new();
    }
    let mut sources = explicit().filter(|o| !o.is_def());
    let source = match is_addition {
        true => {
            let zero = |o: &&crate::machine::Operand| o.kind == OperandKind::Imm(0);
            let others = || explicit().filter(|o| !o.is_def());
            if others().count() != 2 || others().filter(zero).count() != 1 {
                return Vec::new();
            }
            sources.find(|o| o.reg().is_some())
        }
        false => sources.next(),
    };
    let result = function.operand(inst, Role::Dst);
    let ranges = result
        .and_then(|o| o.reg())
        .zip(source.and_then(|o| o.reg()));
    let Some((to, from)) = ranges else {
        return Vec::new();
    };
    let is_vector = to.first().is_vector() && from.first().is_vector();
    if !is_vector || to.len() != width || from.len() != width {
        return Vec::new();
    }
    let location = |reg: Reg| reg.index() as Location;
    let pairs = to.regs().zip(from.regs());
    pairs
        .map(|(to, from)| Copy {
            to: location(to),
            from: location(from),
        })
        .collect()
}

/// What each instruction of a function copies.
pub struct Copies(TypedVec<InstId, Vec<Copy>>);

impl Copies {
    /// With these spill slots.
    pub fn of(function: &Function, slots: &SpillSlots) -> Copies {
        let mut all = TypedVec::from_elem(Vec::new(), function.inst_count());
        for &inst in function.blocks().iter().flat_map(|block| &block.order) {
            all[inst] = copies(function, inst, slots);
        }
        Copies(all)
    }

    /// What an instruction copies, slot by slot; empty when it does anything else.
    pub fn by(&self, inst: InstId) -> &[Copy] {
        &self.0[inst]
    }
}

/// Constants that moves to AccVGPRs may have, too: those that need no literal.
const INLINE: std::ops::RangeInclusive<i64> = -16..=64;

/// How a move of 32 bits can be one between other files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Move {
    /// It moves a register.
    Register,
    /// It moves a constant that both files take.
    Constant,
}

/// Whether a move may get another opcode when its registers change their files.
pub fn flexible_move(function: &Function, inst: InstId) -> Option<Move> {
    let name = function.opcode(inst).name.as_str();
    let is_move = |(known, width): &(&str, u8)| *known == name && *width == 1;
    if !MOVES.iter().any(is_move) || !function.gpu.unified_vector_file() {
        return None;
    }
    let mut sources = function.operands(inst).iter().filter(|o| !o.is_def());
    match sources.next()?.kind {
        OperandKind::Reg(range) if range.first().is_vector() => Some(Move::Register),
        OperandKind::Imm(value) if INLINE.contains(&value) => Some(Move::Constant),
        _ => None,
    }
}

/// Forms of matrix instructions with results of more than four registers differ by these parts of their
/// names (LLVM VOP3PInstructions.td, `MAIInst`).
pub fn form(name: &str, in_vgprs: bool, in_place: bool) -> Option<String> {
    let stem = name.strip_suffix("_e64")?;
    let stem = stem.strip_suffix("_vgprcd").unwrap_or(stem);
    let stem = stem.strip_suffix("_mac").unwrap_or(stem);
    let parts = [(in_place, "_mac"), (in_vgprs, "_vgprcd"), (true, "_e64")];
    let parts = parts.iter().filter(|(holds, _)| *holds);
    Some(parts.fold(stem.to_owned(), |name, (_, part)| name + part))
}

/// Whether an instruction has forms with other registers: a dense matrix instruction.
pub fn has_forms(function: &Function, inst: InstId) -> bool {
    let matrix = function
        .info(inst)
        .matrix
        .is_some_and(|matrix| !matrix.sparse);
    let is_unified = function.gpu.unified_vector_file();
    function.info(inst).unit == Unit::Matrix && matrix && is_unified
}
