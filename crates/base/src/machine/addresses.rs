//! Where the instructions of a function lie, by the sizes of their encodings (MI300 ISA, chapter 12).

use super::index::TypedVec;
use super::{Function, InstFlags, InstId, OperandKind};
use crate::gpu::{OpTraits, Unit};

/// Offsets of the instructions of a function from its beginning, in bytes, as its blocks and their orders are now. Code
/// begins at a multiple of 256. Padding between blocks is not known.
#[derive(Clone, Debug)]
pub struct Addresses(TypedVec<InstId, Place>);

/// Where an instruction lies.
#[derive(Clone, Copy, Default, Debug)]
struct Place {
    offset: u32,
    bytes: u32,
}

/// Bytes of instruction memory that are fetched together.
const BLOCK: u32 = 32;

/// How an instruction lies to the blocks of instruction memory.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum InBlock {
    /// In the middle of one, or nobody knows.
    #[default]
    Within,
    /// Its last byte is the last one of a block.
    Ends,
    /// It begins in one and ends in the next.
    Straddles,
}

impl Addresses {
    /// Those of a function.
    pub fn of(function: &Function) -> Addresses {
        Addresses::from(function, 0)
    }

    /// The same if the function began at another offset.
    pub fn from(function: &Function, start: u32) -> Addresses {
        let mut places = TypedVec::from_elem(Place::default(), function.inst_count());
        let mut offset = start;
        for block in function.layout() {
            for &inst in &function.block(block).order {
                let bytes = size(function, inst);
                places[inst] = Place { offset, bytes };
                offset += bytes;
            }
        }
        Addresses(places)
    }

    /// Where an instruction begins.
    pub fn offset(&self, inst: InstId) -> u32 {
        self.0[inst].offset
    }

    /// How an instruction lies to the blocks of instruction memory.
    pub fn in_block(&self, inst: InstId) -> InBlock {
        let Place { offset, bytes } = self.0[inst];
        let from = offset % BLOCK;
        match from + bytes {
            _ if bytes == 0 => InBlock::Within,
            BLOCK => InBlock::Ends,
            end if end > BLOCK => InBlock::Straddles,
            _ => InBlock::Within,
        }
    }
}

/// A scalar instruction of the format SOPK, whose immediate is part of its four bytes.
const SOPK: [&str; 7] = [
    "S_MOVK_",
    "S_ADDK_",
    "S_MULK_",
    "S_CMPK_",
    "S_CMOVK_",
    "S_GETREG_",
    "S_SETREG_B32",
];
/// Vector instructions that have a literal in any case.
const WITH_LITERAL: [&str; 4] = ["V_MADAK_", "V_MADMK_", "V_FMAAK_", "V_FMAMK_"];
/// Vector instructions of eight bytes whose names do not say so.
const LONG: [&str; 2] = ["V_READLANE_", "V_WRITELANE_"];

/// The bytes that an instruction takes.
fn size(function: &Function, inst: InstId) -> u32 {
    let info = function.info(inst);
    let name: &str = &function.opcode(inst).name;
    let flags = function.flags(inst);
    let silent = [InstFlags::META, InstFlags::BUNDLE, InstFlags::ASM_PARSED];
    if silent.into_iter().any(|flag| flags.has(flag)) {
        return 0;
    }
    let starts = |list: &[&str]| list.iter().any(|prefix| name.starts_with(prefix));
    match info.unit {
        Unit::Meta => 0,
        Unit::Matrix if info.matrix.is_some_and(|m| m.scaled) => 16,
        Unit::Matrix | Unit::Smem | Unit::Lds | Unit::Vmem(_) | Unit::Gws | Unit::Export => 8,
        Unit::Valu => {
            let long = [
                OpTraits::VOP3P,
                OpTraits::VOP3,
                OpTraits::SDWA,
                OpTraits::DPP,
            ];
            let is_long = long.into_iter().any(|format| info.has(format));
            match is_long || starts(&LONG) || starts(&WITH_LITERAL) {
                true => 8,
                false => 4 + literal(function, inst),
            }
        }
        Unit::Salu if starts(&SOPK) => 4,
        Unit::Salu => 4 + literal(function, inst),
        _ if name == "S_SETREG_IMM32_B32" => 8,
        _ => 4,
    }
}

/// The bytes of the literal that follows an instruction, if one does.
fn literal(function: &Function, inst: InstId) -> u32 {
    let is_literal = |kind: &OperandKind| match *kind {
        OperandKind::Imm(value) => !is_inline(value),
        OperandKind::Opaque => true,
        _ => false,
    };
    let mut explicit = function.operands(inst).iter().filter(|o| o.is_explicit());
    match explicit.any(|operand| is_literal(&operand.kind)) {
        true => 4,
        false => 0,
    }
}

/// Whether a constant is encoded in place of a register: small integers, and some numbers in half, single and double
/// precision.
fn is_inline(value: i64) -> bool {
    /// 0.5, 1, 2, 4 and their negatives, and 1 / (2 pi).
    const HALF: [u16; 9] = [
        0x3800, 0xb800, 0x3c00, 0xbc00, 0x4000, 0xc000, 0x4400, 0xc400, 0x3118,
    ];
    const SINGLE: [u32; 9] = [
        0x3f00_0000,
        0xbf00_0000,
        0x3f80_0000,
        0xbf80_0000,
        0x4000_0000,
        0xc000_0000,
        0x4080_0000,
        0xc080_0000,
        0x3e22_f983,
    ];
    const DOUBLE: [u64; 9] = [
        0x3fe0_0000_0000_0000,
        0xbfe0_0000_0000_0000,
        0x3ff0_0000_0000_0000,
        0xbff0_0000_0000_0000,
        0x4000_0000_0000_0000,
        0xc000_0000_0000_0000,
        0x4010_0000_0000_0000,
        0xc010_0000_0000_0000,
        0x3fc4_5f30_6dc9_c882,
    ];
    let signed = [value, i64::from(value as u32 as i32)];
    signed.iter().any(|v| (-16..=64).contains(v))
        || SINGLE
            .iter()
            .any(|&bits| i64::from(bits) == value || i64::from(bits as i32) == value)
        || HALF.iter().any(|&bits| i64::from(bits) == value)
        || DOUBLE.contains(&(value as u64))
}
