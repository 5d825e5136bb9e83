//! The registers that webs may move to.

use crate::machine::dataflow::reached_from;
use crate::machine::index::TypedVec;
use crate::machine::occupancy::{Budget, budget};
use crate::machine::{BlockId, Function, Reg, RegFile, RegSet, VECTOR_REGS};

/// Slots of both vector files, which are the first ones.
pub const VECTOR_SLOTS: usize = 2 * VECTOR_REGS as usize;

/// Which vector registers a function's webs may move to.
pub struct Targets {
    budget: Budget,
    /// Not reserved, not to be kept for the caller. Of a function that others call: written by it today,
    /// since callers may know which registers it leaves alone.
    allowed: RegSet,
    /// Whether other functions call it: then lanes that it was not called for hold values of its callers.
    is_callable: bool,
    /// Named by an operand somewhere in the function.
    named: RegSet,
    /// By block: whether EXEC may have been written before it.
    after_exec_write: TypedVec<BlockId, bool>,
}

impl Targets {
    /// The targets of a function.
    pub fn of(function: &Function) -> Targets {
        let mut allowed: RegSet = (0..Reg::COUNT)
            .filter_map(Reg::from_index)
            .filter(|reg| reg.is_vector())
            .collect();
        allowed.subtract(&function.reserved);
        allowed.subtract(&function.callee_saved);
        let (mut named, mut unwritten) = (RegSet::default(), allowed);
        let insts = function.blocks().iter().flat_map(|block| &block.order);
        for operand in insts.flat_map(|&inst| function.operands(inst)) {
            for reg in operand.reg().into_iter().flat_map(|range| range.regs()) {
                named.insert(reg);
                if operand.is_def() {
                    unwritten.remove(reg);
                }
            }
        }
        let is_callable = !function.resources.is_entry;
        if is_callable {
            allowed.subtract(&unwritten);
        }
        Targets {
            budget: budget(function),
            allowed,
            is_callable,
            named,
            after_exec_write: after_exec_write(function),
        }
    }

    /// The slots that a web may move into in a block. An instruction that writes past EXEC must not
    /// write where lanes that have left a divergent loop may keep their results: registers that are dead
    /// for the wave are not dead for those. No web may move into registers of `inactive`.
    pub fn admitted(&self, block: BlockId, writes_inactive: bool, inactive: &RegSet) -> Vec<bool> {
        let only_fresh = writes_inactive && self.after_exec_write[block];
        let slots = (0..VECTOR_SLOTS).filter_map(Reg::from_index);
        let admits = |reg: Reg| {
            let is_excluded = inactive.contains(reg)
                || only_fresh && self.named.contains(reg)
                || writes_inactive && self.is_callable;
            self.is_allowed(reg) && !is_excluded
        };
        slots.map(admits).collect()
    }

    /// The slots that cost no wave and are nobody else's.
    pub fn allowed(&self) -> Vec<bool> {
        let slots = (0..VECTOR_SLOTS).filter_map(Reg::from_index);
        slots.map(|reg| self.is_allowed(reg)).collect()
    }

    fn is_allowed(&self, reg: Reg) -> bool {
        let limit = match reg.file() {
            RegFile::Vgpr => self.budget.vgprs,
            RegFile::Agpr => self.budget.agprs,
            RegFile::Sgpr | RegFile::Ttmp | RegFile::Special => 0,
        };
        u32::from(reg.number()) < limit && self.allowed.contains(reg)
    }
}

/// The blocks that an instruction which writes EXEC may run before: those that hold one, and what can be
/// reached from them.
fn after_exec_write(function: &Function) -> TypedVec<BlockId, bool> {
    let writes = |block: BlockId| {
        let mut order = function.block(block).order.iter();
        order.any(|&inst| function.writes_exec(inst))
    };
    reached_from(function, writes)
}
