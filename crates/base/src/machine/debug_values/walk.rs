//! What registers hold along a block.

use std::collections::BTreeMap;

use super::plan::{Plan, Step};
use crate::machine::{BlockId, InstId, OperandKind, Reg, RegSet};

/// What a register holds, by where it comes from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Value {
    /// What this register held where the block began, before the plan.
    Entry(Reg),
    /// What no register held then, or nobody knows which.
    Stale,
    /// A part of a result.
    Result {
        step: Step,
        /// Which operand it was written to.
        operand: u32,
        /// Which register of that operand's, from 0.
        part: u8,
    },
    /// What a register holds after a call that may or may not keep it: the same for the same call, register and
    /// value before it.
    AfterCall(u32),
}

/// What each register holds.
pub(super) type Held = [Value];

/// Walks a block before and after a plan; values of both can be compared.
pub(super) struct Walk<'a> {
    plan: &'a Plan<'a>,
    calls: BTreeMap<(Step, Reg, Value), u32>,
}

impl<'a> Walk<'a> {
    pub fn new(plan: &'a Plan<'a>) -> Walk<'a> {
        Walk {
            plan,
            calls: BTreeMap::new(),
        }
    }

    /// Shows what registers hold at the beginning of a block as it was, and after each instruction.
    pub fn original(&mut self, block: BlockId, mut look: impl FnMut(Option<InstId>, &Held)) {
        let mut held: Vec<Value> = registers().map(Value::Entry).collect();
        look(None, &held);
        for inst in self.plan.original_steps(block) {
            match self.plan.removed_move(inst) {
                // Afterwards its readers read the source.
                Some((to, from)) => held[to.index()] = held[from.index()],
                None => self.step(Step::Own(inst), false, &mut held),
            }
            look(Some(inst), &held);
        }
    }

    /// As above, of the block as it will be: after each instruction of its own. The stale registers do not hold
    /// what they held before the plan where it begins.
    pub fn planned(
        &mut self,
        block: BlockId,
        stale: &RegSet,
        mut look: impl FnMut(Option<InstId>, &Held),
    ) {
        let entry = |reg| match stale.contains(reg) {
            true => Value::Stale,
            false => Value::Entry(reg),
        };
        let mut held: Vec<Value> = registers().map(entry).collect();
        look(None, &held);
        for step in self.plan.planned_steps(block) {
            self.step(step, true, &mut held);
            if let Step::Own(inst) = step {
                look(Some(inst), &held);
            }
        }
    }

    fn step(&mut self, step: Step, renamed: bool, held: &mut Held) {
        for (at, operand) in (0..).zip(self.plan.operands(step, renamed)) {
            match operand.kind {
                OperandKind::Reg(range) if operand.is_def() => {
                    for (part, reg) in (0..).zip(range.regs()) {
                        held[reg.index()] = Value::Result {
                            step,
                            operand: at,
                            part,
                        };
                    }
                }
                OperandKind::RegMask => {
                    for reg in registers() {
                        let next = self.calls.len() as u32;
                        let key = (step, reg, held[reg.index()]);
                        let number = *self.calls.entry(key).or_insert(next);
                        held[reg.index()] = Value::AfterCall(number);
                    }
                }
                _ => {}
            }
        }
    }
}

fn registers() -> impl Iterator<Item = Reg> {
    (0..Reg::COUNT).filter_map(Reg::from_index)
}
