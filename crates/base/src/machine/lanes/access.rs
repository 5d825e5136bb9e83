//! Which instructions access LDS by addresses of their own lanes.

use smallvec::SmallVec;

use crate::gpu::Unit;
use crate::machine::{Function, InstId, Reg, Role};

/// An access to LDS in which each lane has an address of its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LdsAccess {
    /// The register with the addresses, in bytes.
    pub address: Reg,
    /// What is added to the address, in bytes, for each of the one or two places that a lane accesses.
    pub offsets: SmallVec<[u32; 2]>,
    /// Bytes at each place.
    pub bytes: u32,
    /// What it does there.
    pub direction: Direction,
}

/// What an access does with LDS.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// Reads.
    Read,
    /// Writes.
    Write,
    /// Reads and writes: an atomic.
    Atomic,
}

/// How the offsets of an access are given.
#[derive(Clone, Copy)]
enum Places {
    /// One place: an offset in bytes.
    One,
    /// Two: offsets in units of the access.
    Two,
    /// Two: offsets in units of 64 accesses.
    TwoBy64,
}

/// The beginnings of the names of LLVM's opcodes. A name also matches when more of it follows an `_`
/// (`_gfx9`, `_D16_HI`). Instruction set documents of CDNA3 and CDNA4, chapter "Data Share
/// Operations".
const FORMS: &[(&str, Direction, Places)] = &[
    ("DS_READ2ST64_", Direction::Read, Places::TwoBy64),
    ("DS_READ2_", Direction::Read, Places::Two),
    ("DS_READ_", Direction::Read, Places::One),
    ("DS_WRITE2ST64_", Direction::Write, Places::TwoBy64),
    ("DS_WRITE2_", Direction::Write, Places::Two),
    ("DS_WRITE_", Direction::Write, Places::One),
];

/// The types that follow, with their size in bytes.
const TYPES: &[(&str, u32)] = &[
    ("U8", 1),
    ("I8", 1),
    ("B8", 1),
    ("U16", 2),
    ("I16", 2),
    ("B16", 2),
    ("B32", 4),
    ("B64", 8),
    ("B96", 12),
    ("B128", 16),
];

impl LdsAccess {
    /// Reads an instruction; `None` if it accesses no LDS, or without an address for each lane.
    pub fn of(function: &Function, inst: InstId) -> Option<LdsAccess> {
        if function.info(inst).unit != Unit::Lds {
            return None;
        }
        let name = function.opcode(inst).name.as_str();
        let address = function.operand(inst, Role::VAddr)?.reg()?.first();
        let form = FORMS.iter().find_map(|&(prefix, direction, places)| {
            let rest = name.strip_prefix(prefix)?;
            let found = TYPES
                .iter()
                .find(|(name, _)| rest.split('_').next() == Some(*name));
            Some((direction, places, found?.1))
        });
        let Some((direction, places, bytes)) = form else {
            return is_atomic(name).then(|| LdsAccess {
                address,
                offsets: SmallVec::new(),
                bytes: 4,
                direction: Direction::Atomic,
            });
        };
        let (count, unit) = match places {
            Places::One => (1, 1),
            Places::Two => (2, bytes),
            Places::TwoBy64 => (2, 64 * bytes),
        };
        let immediates = function.operands(inst).iter().filter_map(|o| o.imm());
        let offsets = immediates
            .take(count)
            .map(|imm| (imm as u32).wrapping_mul(unit));
        let offsets: SmallVec<_> = offsets.collect();
        (offsets.len() == count).then_some(LdsAccess {
            address,
            offsets,
            bytes,
            direction,
        })
    }
}

/// Whether an instruction of LDS that is no plain read or write accesses it all the same: those that
/// only move data between lanes do not.
fn is_atomic(name: &str) -> bool {
    const OTHERS: [&str; 4] = ["DS_BPERMUTE_", "DS_PERMUTE_", "DS_SWIZZLE_", "DS_NOP"];
    name.starts_with("DS_") && !OTHERS.iter().any(|other| name.starts_with(other))
}
