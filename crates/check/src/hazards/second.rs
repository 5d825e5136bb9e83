//! The second instruction of a pair: what it may have to satisfy.

use super::registers::Registers;
use super::{Checker, acts, scalar_bit};
use crate::machine::{InstId, RegRange};
use crate::rules::{Consumer, Policy, Producer, Relation};

/// A row that the consumer at hand may have to satisfy.
pub(super) struct Demand {
    pub(super) row: usize,
    pub(super) of: Concern,
}

/// What a demand is about.
#[derive(Clone, Copy)]
pub(super) enum Concern {
    /// These registers; `None` when the row is not about registers.
    Registers(Option<RegRange>),
    /// Whatever code of another function does after this many more wait states.
    Elsewhere(u32),
}

/// The consumer at hand.
pub(super) struct Second {
    pub(super) consumer: InstId,
    pub(super) demands: Vec<Demand>,
    /// Producer classes of all demands.
    pub(super) reach: u32,
    /// No producer further away matters.
    pub(super) window: u32,
    /// A demand is about runs of memory instructions of this class, however long they are.
    pub(super) run: Option<Producer>,
    /// The registers whose overwriting by matrix results is followed.
    pub(super) slots: Registers,
    /// The scalar registers whose overwriting by the scalar ALU is followed.
    pub(super) scalars: u128,
}

impl Checker<'_> {
    /// What an instruction may have to satisfy as the second one of a pair; `None`: nothing.
    pub(super) fn case(&self, consumer: InstId) -> Option<Second> {
        let mut case = Second {
            consumer,
            demands: Vec::new(),
            reach: 0,
            window: 0,
            run: None,
            slots: Registers::default(),
            scalars: 0,
        };
        for (class, regs) in acts::as_second(self.function, consumer) {
            for &row in &self.by_second[class as usize] {
                let facts = &self.rows[row];
                case.reach |= facts.first;
                case.window = case.window.max(facts.most);
                if facts.rule.relation == Relation::Clause {
                    case.run = acts::run_of(self.function, consumer).map(|(first, _)| first);
                }
                let of = Concern::Registers(regs);
                case.demands.push(Demand { row, of });
            }
            if let Some(range) = regs {
                case.slots.insert(range);
                case.scalars |= range.regs().fold(0, |all, reg| all | scalar_bit(reg));
            }
        }
        if let Some(own) = acts::leaves(self.function, consumer) {
            self.elsewhere(own, &mut case);
        }
        (!case.demands.is_empty()).then_some(case)
    }

    /// Everything that code of another function may have to wait for after a jump that is that
    /// many wait states. LLVM requires nothing there.
    fn elsewhere(&self, own: u32, case: &mut Second) {
        if self.policy == Policy::Llvm {
            return;
        }
        for (row, facts) in self.rows.iter().enumerate() {
            let rule = facts.rule;
            let run_ends = rule.relation == Relation::Clause && own > 0;
            let needs_between = rule.via.is_some();
            let placement = rule.consumer.contains(&Consumer::Leave);
            if run_ends || needs_between || placement || rule.false_positive {
                continue;
            }
            case.reach |= facts.first;
            case.window = case.window.max(facts.most);
            let of = Concern::Elsewhere(own);
            case.demands.push(Demand { row, of });
        }
        case.slots = Registers::ALL;
        case.scalars = u128::MAX;
    }
}
