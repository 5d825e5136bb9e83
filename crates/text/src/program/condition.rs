//! On what a block goes one way or the other.

use super::flow::Control;
use cdnasched_base::machine::{OperandFlags, Reg};
use cdnasched_mc::{ListedId, ListedOperand, Listing};

/// How LLVM names the conditional branches that ask whether a register holds something, and those that ask whether it
/// holds nothing; and the register.
const BRANCHES: [(&str, &str, Reg); 2] = [
    ("S_CBRANCH_SCC1", "S_CBRANCH_SCC0", Reg::SCC),
    ("S_CBRANCH_VCCNZ", "S_CBRANCH_VCCZ", Reg::VCC_LO),
];

/// What a block compares, and where it goes.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Condition<'a> {
    opcode: Option<u32>,
    operands: &'a [(ListedOperand, OperandFlags)],
    /// The block that follows where the condition holds, and where it does not.
    ways: [Option<usize>; 2],
}

impl<'a> Condition<'a> {
    /// The condition of the branch that a block ends with; `None` where that is another branch, or where what it asks
    /// for is from elsewhere. `number` finds blocks.
    pub(super) fn of(
        listing: &'a Listing,
        block: &[ListedId],
        control: Option<&Control>,
        number: impl Fn(ListedId) -> Option<usize>,
    ) -> Option<Condition<'a>> {
        let (&last, rest) = block.split_last()?;
        let Some(&Control::Conditional(target)) = control else {
            return None;
        };
        let name = listing.name(&listing.insts[last.index()]);
        let mut all = BRANCHES.iter();
        let &(holds, _, reg) = all.find(|(one, other, _)| name == *one || name == *other)?;
        let mut ways = [number(target), number(ListedId(last.0 + 1))];
        if name != holds {
            ways.reverse();
        }
        let names = |(operand, flags): &(ListedOperand, OperandFlags), wanted: bool| match operand {
            ListedOperand::Reg(range) => {
                flags.has(OperandFlags::DEF) == wanted && range.contains(reg)
            }
            _ => false,
        };
        let mut before = rest.iter().rev().map(|at| &listing.insts[at.index()]);
        let set = before.find(|inst| listing.operands(inst).iter().any(|o| names(o, true)))?;
        let operands = listing.operands(set);
        let continues = operands.iter().any(|operand| names(operand, false));
        (!continues).then_some(Condition {
            opcode: set.opcode,
            operands,
            ways,
        })
    }
}
