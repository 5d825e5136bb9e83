//! Which vector registers hold what some lane still needs, active or not.

use super::super::dataflow::{Direction, Join, everywhere};
use super::super::lanes::{may_honour_exec, reads_all_lanes, writes_all_lanes};
use super::mask::{Change, Whole, change};
use crate::machine::{Function, InstId, RegSet};

/// What is needed where a block ends, or anywhere else.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Needed {
    /// In lanes that are active there.
    pub(super) active: RegSet,
    /// In lanes that are not.
    pub(super) off: RegSet,
}

impl Join for Needed {
    fn join(&mut self, other: &Needed) -> bool {
        let active = self.active.union(&other.active);
        self.off.union(&other.off) || active
    }
}

impl Needed {
    /// From what is needed behind an instruction to what is needed before it.
    fn step(&mut self, function: &Function, inst: InstId, whole: &Whole) {
        if let Some(change) = change(function, inst) {
            let Needed { active, off } = *self;
            if change != Change::Widens {
                self.active.union(&off);
            }
            if change != Change::Narrows {
                self.off.union(&active);
            }
        }
        let all = writes_all_lanes(function, inst) && !may_honour_exec(function, inst);
        for reg in super::vectors(function, inst, true).map(|(_, _, reg)| reg) {
            self.active.remove(reg);
            if all {
                self.off.remove(reg);
            }
        }
        for reg in super::vectors(function, inst, false).map(|(_, _, reg)| reg) {
            self.active.insert(reg);
            if reads_all_lanes(function, inst) || writes_all_lanes(function, inst) {
                self.off.insert(reg);
            }
        }
        if whole.before(inst) {
            self.off = RegSet::default();
        }
    }
}

/// By block, what is needed where it ends. A kernel leaves nothing behind.
pub(super) fn at_ends(function: &Function, whole: &Whole) -> Vec<Needed> {
    let nothing = |_| Needed::default();
    everywhere(
        function,
        Direction::Backward,
        nothing,
        |block, mut needed| {
            for &inst in function.block(block).order.iter().rev() {
                needed.step(function, inst, whole);
            }
            needed
        },
    )
}
