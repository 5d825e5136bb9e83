//! What must hold between the registers of two instructions.

use super::{Checker, CodePoint, Second, acts};
use crate::machine::{InstFlags, InstId, Operand, Reg};
use crate::rules::{Relation, Share};

/// The registers that two instructions are both about.
#[derive(Clone, Copy)]
pub(super) struct Shared {
    /// The first of them.
    pub first: Option<Reg>,
    /// They are the same tuple.
    pub same: bool,
}

impl Checker<'_> {
    /// Whether the relation of a row holds.
    pub(super) fn related(
        &self,
        relation: Relation,
        producer: InstId,
        case: &Second,
        place: &CodePoint,
        Shared {
            first: shared,
            same,
        }: Shared,
    ) -> bool {
        let consumer = case.consumer;
        let opcode = |id| self.function.inst(id).opcode;
        let named = |id| acts::hardware_register(self.function, id);
        match relation {
            Relation::Overlap => shared.is_some(),
            Relation::SrcC(share) => {
                let kind = self.sharing(same, producer, consumer);
                shared.is_some() && share.or(kind) == share
            }
            Relation::SameOpcode => shared.is_some() && opcode(producer) == opcode(consumer),
            Relation::OtherOpcode => shared.is_some() && opcode(producer) != opcode(consumer),
            Relation::SameHwReg => named(producer) == named(consumer),
            Relation::Clause => place.in_run && self.conflict(producer, consumer),
            Relation::Always => true,
        }
    }

    /// How a matrix instruction takes the result of another as its accumulator.
    fn sharing(&self, tuple: bool, producer: InstId, consumer: InstId) -> Share {
        let matrix = |id| self.function.info(id).matrix;
        match (tuple, matrix(producer), matrix(consumer)) {
            (true, Some(p), Some(c)) if p.passes == c.passes => {
                if (p.kind, p.m) == (c.kind, c.m) {
                    Share::CHAIN
                } else {
                    Share::SAME_PASSES
                }
            }
            (true, ..) => Share::SAME_TUPLE,
            (false, ..) => Share::OVERLAP,
        }
    }

    /// Whether replaying a run with both would go wrong: one loads what the other, or itself,
    /// reads, or the second stores after a load.
    fn conflict(&self, first: InstId, second: InstId) -> bool {
        let loads_from = |a: InstId, b: InstId| {
            let defs = self.function.operands(a).iter().filter(|o| o.is_def());
            defs.filter_map(Operand::reg).any(|def| {
                let uses = self.function.operands(b).iter().filter(|o| !o.is_def());
                uses.filter_map(Operand::reg).any(|use_| def.overlaps(use_))
            })
        };
        let loads = self.function.operands(first).iter().any(Operand::is_def);
        let stores = self.function.flags(second).has(InstFlags::MAY_STORE);
        loads_from(first, second)
            || loads_from(second, first)
            || loads_from(first, first)
            || loads && (stores || loads_from(second, second))
    }
}
