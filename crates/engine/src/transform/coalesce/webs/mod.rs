//! Webs of the whole function: the values that must move from register to register together.
//!
//! A web is a closure over definitions and uses of locations along all paths, joined by every operand that
//! names several slots and by tied operands. Unlike the webs of the renaming they reach over blocks.

mod build;

pub use build::webs;

use super::locations::{Copies, Location};
use crate::machine::index::TypedVec;
use crate::machine::{BlockId, InstId, OperandClass, Reg, RegRange};

/// Names a web.
pub type WebId = u32;

/// What a web is, apart from where it is touched.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Web {
    /// Its register operands: the instruction and which operand.
    pub operands: Vec<(InstId, u32)>,
    /// The registers that these name, sorted.
    pub ranges: Vec<RegRange>,
    /// Its locations, sorted.
    pub locations: Vec<Location>,
    /// It may not move.
    pub is_pinned: bool,
    /// The files that its operands admit, and evenness.
    pub class: OperandClass,
    /// All its definitions write all lanes that were ever active, and nobody reads others.
    pub is_whole: bool,
    /// A use reads lanes that EXEC has switched off.
    pub reads_past_exec: bool,
    /// Such a use may carry what it finds there to other lanes: all but SrcC of matrix instructions.
    pub reads_other_lanes: bool,
    /// It is in memory, in slots that LLVM spills registers to.
    pub is_spilled: bool,
}

/// How a location is touched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Touch {
    /// Read by an operand.
    Read {
        /// The operand.
        operand: u32,
    },
    /// Given a new value by an operand.
    Write {
        /// The operand.
        operand: u32,
    },
    /// Given the value of another location.
    Copied {
        /// The other location.
        from: Location,
        /// The web that is copied.
        source: WebId,
        /// The operand that is read.
        operand: u32,
    },
    /// Named as written, but left undefined.
    Undefined,
}

/// A touch of a location, in program order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Event {
    /// The block.
    pub block: BlockId,
    /// Position of the instruction in the block, twice; odd for writes.
    pub moment: u32,
    /// The instruction.
    pub inst: InstId,
    /// The web.
    pub web: WebId,
    /// What happens.
    pub touch: Touch,
    /// EXEC was written before it in the block: lanes that are not active may be active later.
    pub masked: bool,
}

/// The operand of accesses to spill slots that stands for the slot.
pub const SLOT: u32 = u32::MAX;

/// The webs of a function and where they are touched.
pub struct Webs {
    /// What each instruction copies.
    pub copies: Copies,
    /// All webs.
    pub webs: Vec<Web>,
    /// By location, its events in program order.
    pub events: Vec<Vec<Event>>,
    /// By block, the locations that are live where it begins, with their webs.
    pub at_entry: TypedVec<BlockId, Vec<(Location, WebId)>>,
    /// Webs by operand, in the order of `Function::operands`; with the operand's instruction.
    of_operand: Vec<Vec<Option<WebId>>>,
    /// By instruction, the web in the spill slot that it accesses.
    of_slot: Vec<Option<WebId>>,
}

impl Webs {
    /// The web of an operand.
    pub fn of_operand(&self, inst: InstId, operand: usize) -> Option<WebId> {
        *self.of_operand[inst.index()].get(operand)?
    }
    /// The web in the spill slot that an instruction accesses.
    pub fn of_slot(&self, inst: InstId) -> Option<WebId> {
        self.of_slot[inst.index()]
    }
}

/// The slots of a register operand that a web moved by `shift`; `None` when there is no such register.
pub fn shifted(range: RegRange, shift: i32) -> Option<RegRange> {
    let first = usize::try_from(range.first().index() as i32 + shift).ok()?;
    let first = Reg::from_index(first)?;
    RegRange::new(first, range.len()).filter(|_| first.is_vector())
}
