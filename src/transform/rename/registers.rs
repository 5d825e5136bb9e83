//! The registers that webs may move to, and when each is in use.

use crate::machine::occupancy::{Budget, budget};
use crate::machine::{BlockId, Function, Reg, RegFile, RegSet, VECTOR_REGS};

use super::webs::{Moment, Span};

/// Slots of both vector files, which are the first ones.
const VECTOR_SLOTS: usize = 2 * VECTOR_REGS as usize;

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
    after_exec_write: Vec<bool>,
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
        let only_fresh = writes_inactive && self.after_exec_write[block.index()];
        let slots = (0..VECTOR_SLOTS).filter_map(Reg::from_index);
        let admits = |reg: Reg| {
            let limit = match reg.file() {
                RegFile::Vgpr => self.budget.vgprs,
                RegFile::Agpr => self.budget.agprs,
                RegFile::Sgpr | RegFile::Ttmp | RegFile::Special => 0,
            };
            u32::from(reg.number()) < limit
                && self.allowed.contains(reg)
                && !inactive.contains(reg)
                && !(only_fresh && self.named.contains(reg))
                && !(writes_inactive && self.is_callable)
        };
        slots.map(admits).collect()
    }
}

/// The blocks that an instruction which writes EXEC may run before: those that hold one, and what can be
/// reached from them.
fn after_exec_write(function: &Function) -> Vec<bool> {
    let writes = |block: BlockId| {
        let mut order = function.block(block).order.iter();
        order.any(|&inst| function.writes_exec(inst))
    };
    let mut after: Vec<bool> = function.block_ids().map(writes).collect();
    let mut pending: Vec<BlockId> = function.block_ids().filter(|b| after[b.index()]).collect();
    while let Some(block) = pending.pop() {
        for &successor in &function.block(block).successors {
            if !std::mem::replace(&mut after[successor.index()], true) {
                pending.push(successor);
            }
        }
    }
    after
}

/// When each vector register of a block is in use.
pub struct Occupancy {
    /// By slot, sorted; they do not overlap.
    uses: Vec<Vec<Use>>,
    /// Length of the block in moments.
    length: Moment,
}

/// A span of a slot, and by which web it is in use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Use {
    pub begin: Moment,
    pub end: Moment,
    pub web: u32,
}

/// Moments from the end of the use before a span to its beginning, and from its end to the next use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gaps {
    pub before: Moment,
    pub after: Moment,
    /// The web that uses the slot next; `None` where no other does.
    pub next: Option<u32>,
}

impl Occupancy {
    pub fn new(length: Moment) -> Occupancy {
        Occupancy {
            uses: vec![Vec::new(); VECTOR_SLOTS],
            length,
        }
    }

    /// Marks spans, moved by `shift` slots, as in use.
    pub fn take(&mut self, spans: &[Span], shift: i32, web: u32) {
        for span in spans {
            let uses = &mut self.uses[shifted(span.reg, shift)];
            let at = uses.partition_point(|other| other.begin < span.begin);
            let new = Use {
                begin: span.begin,
                end: span.end,
                web,
            };
            uses.insert(at, new);
        }
    }

    /// Takes the marks of a web back.
    pub fn free(&mut self, spans: &[Span], shift: i32, web: u32) {
        for span in spans {
            self.uses[shifted(span.reg, shift)].retain(|other| other.web != web);
        }
    }

    /// The gaps around a span in another slot; `None` when it is in use in that time. The block runs again
    /// after its end.
    pub fn gaps(&self, slot: usize, span: &Span) -> Option<Gaps> {
        let uses = &self.uses[slot];
        let overlaps = |other: &Use| other.begin <= span.end && other.end >= span.begin;
        if uses.iter().any(overlaps) {
            return None;
        }
        let at = uses.partition_point(|other| other.begin < span.begin);
        let before = at.checked_sub(1).map(|at| uses[at]);
        let after = uses.get(at).copied();
        let (Some(&first), Some(&last)) = (uses.first(), uses.last()) else {
            return Some(Gaps {
                before: self.length,
                after: self.length,
                next: None,
            });
        };
        let wrapped = |from: Moment, to: Moment| match to > from {
            true => to - from,
            false => (to + self.length).saturating_sub(from),
        };
        let (before, after) = (before.unwrap_or(last), after.unwrap_or(first));
        Some(Gaps {
            before: wrapped(before.end, span.begin),
            after: wrapped(span.end, after.begin),
            next: Some(after.web),
        })
    }
}

/// Index of a slot that is `shift` slots away.
pub fn shifted(reg: Reg, shift: i32) -> usize {
    (reg.index() as i32 + shift) as usize
}
