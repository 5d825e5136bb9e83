//! What is in active lanes and in the others, by who wrote it.

use std::collections::HashMap;

use super::super::lanes::{may_honour_exec, reads_all_lanes, writes_all_lanes};
use super::mask::{Change, Whole, change};
use super::vectors;
use crate::machine::{BlockId, Function, InstFlags, InstId, Reg};

/// What lanes hold: a number for each way in which it came there.
pub(super) type Value = u32;

/// What is in no lane.
const NO_LANES: Value = 0;

/// What lanes may hold.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Origin {
    /// What a register held where the block begins.
    Begin { reg: Reg, off: bool },
    /// A result of an instruction, in lanes that are active or in the others.
    Result {
        inst: InstId,
        operand: usize,
        part: usize,
        off: bool,
    },
    /// A result that may have replaced something.
    Perhaps { result: Value, old: Value },
    /// What lanes hold that an instruction makes active, or not: some were before, and some were not.
    Both {
        mask: InstId,
        on: bool,
        active: Value,
        off: Value,
    },
}

/// The numbers of values.
#[derive(Default)]
pub(super) struct Values(HashMap<Origin, Value>);

impl Values {
    fn of(&mut self, origin: Origin) -> Value {
        let new = NO_LANES + 1 + self.0.len() as Value;
        *self.0.entry(origin).or_insert(new)
    }

    /// What lanes hold that were on and off before, under one mask.
    fn both(&mut self, mask: InstId, on: bool, [active, off]: [Value; 2]) -> Value {
        match (active, off) {
            (NO_LANES, one) | (one, NO_LANES) => one,
            _ if active == off => active,
            _ => self.of(Origin::Both {
                mask,
                on,
                active,
                off,
            }),
        }
    }
}

/// What an instruction finds: who wrote EXEC last in the block, and by slot that it reads, what is in it.
pub(super) type Found = (Option<InstId>, Vec<(Reg, Value)>);

/// A block's instructions one after another.
pub(super) struct Walk<'w> {
    pub(super) function: &'w Function,
    pub(super) whole: &'w Whole,
    pub(super) values: &'w mut Values,
    /// By vector register that the block names: what its lanes hold, active and not.
    pub(super) slots: HashMap<Reg, (Value, Value)>,
    pub(super) mask: Option<InstId>,
}

impl Walk<'_> {
    /// Where a block begins.
    pub(super) fn begin(&mut self, block: BlockId, named: impl Iterator<Item = Reg>) {
        let all = self.whole.at_begin(block);
        for reg in named {
            let active = self.values.of(Origin::Begin { reg, off: false });
            let off = match all {
                true => NO_LANES,
                false => self.values.of(Origin::Begin { reg, off: true }),
            };
            self.slots.insert(reg, (active, off));
        }
    }

    /// Executes an instruction; `behind`: EXEC has all lanes behind it.
    pub(super) fn step(&mut self, inst: InstId, behind: bool) -> Found {
        let function = self.function;
        let writes_all = writes_all_lanes(function, inst);
        let all = reads_all_lanes(function, inst) || writes_all;
        let mut found = Vec::new();
        for (_, _, reg) in vectors(function, inst, false) {
            let (active, off) = self.slot(reg);
            found.push((reg, active));
            if all {
                found.push((reg, off));
            }
        }
        let found = (self.mask, found);
        for (operand, part, reg) in vectors(function, inst, true) {
            let (_, old) = self.slot(reg);
            let mut result = |off| {
                self.values.of(Origin::Result {
                    inst,
                    operand,
                    part,
                    off,
                })
            };
            let active = result(false);
            let off = match (writes_all, may_honour_exec(function, inst)) {
                _ if old == NO_LANES => NO_LANES,
                (false, _) => old,
                (true, false) => result(true),
                (true, true) => {
                    let result = result(true);
                    self.values.of(Origin::Perhaps { result, old })
                }
            };
            self.slots.insert(reg, (active, off));
        }
        if let Some(change) = change(function, inst) {
            self.change(inst, change, behind);
        }
        found
    }

    fn change(&mut self, mask: InstId, change: Change, whole: bool) {
        self.mask = Some(mask);
        for (active, off) in self.slots.values_mut() {
            let was = (*active, *off);
            if change != Change::Narrows {
                *active = self.values.both(mask, true, [was.0, was.1]);
            }
            if change != Change::Widens {
                *off = self.values.both(mask, false, [was.0, was.1]);
            }
            if whole {
                *off = NO_LANES;
            }
        }
    }

    /// What a slot's lanes hold, active and not.
    pub(super) fn slot(&self, reg: Reg) -> (Value, Value) {
        self.slots.get(&reg).copied().unwrap_or_default()
    }
}

/// Whether an instruction does anything to lanes.
pub(super) fn concerns_lanes(function: &Function, inst: InstId) -> bool {
    if function.flags(inst).has(InstFlags::META) {
        return false;
    }
    let mut ranges = function.operands(inst).iter().filter_map(|o| o.reg());
    ranges.any(|range| range.first().is_vector() || range.first().is_exec())
}
