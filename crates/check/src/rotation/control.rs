//! Where blocks hand control to, by their terminators and the layout.

use crate::machine::{BlockId, Function, InstFlags, InstId, OperandKind, Reg};

/// A bit that branches look at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) enum Bit {
    Scc,
    VccIsZero,
    ExecIsZero,
}

/// Conditional branches: what they look at, and the value for which they are taken (CDNA 3 ISA, "SOPP
/// Instructions").
const CONDITIONAL: [(&str, Bit, bool); 6] = [
    ("S_CBRANCH_SCC0", Bit::Scc, false),
    ("S_CBRANCH_SCC1", Bit::Scc, true),
    ("S_CBRANCH_VCCZ", Bit::VccIsZero, true),
    ("S_CBRANCH_VCCNZ", Bit::VccIsZero, false),
    ("S_CBRANCH_EXECZ", Bit::ExecIsZero, true),
    ("S_CBRANCH_EXECNZ", Bit::ExecIsZero, false),
];

/// What a conditional branch looks at, and when it is taken.
pub(in super::super) fn condition(function: &Function, inst: InstId) -> Option<(Bit, bool)> {
    let name = function.opcode(inst).name.as_str();
    let row = CONDITIONAL.iter().find(|row| row.0 == name)?;
    Some((row.1, row.2))
}

/// The register that holds a bit; `None` where a loop may not depend on it.
pub(super) fn register(bit: Bit) -> Option<[Reg; 2]> {
    match bit {
        Bit::Scc => Some([Reg::SCC; 2]),
        Bit::VccIsZero => Some([Reg::VCC_LO, Reg::VCC_HI]),
        Bit::ExecIsZero => None,
    }
}

pub(in super::super) fn is_jump(function: &Function, inst: InstId) -> bool {
    function.opcode(inst).name == "S_BRANCH"
}

/// The only block that an instruction names.
pub(in super::super) fn target(function: &Function, inst: InstId) -> Option<BlockId> {
    let mut targets = function.operands(inst).iter().filter_map(|o| match o.kind {
        OperandKind::Block(to) => Some(to),
        _ => None,
    });
    let first = targets.next()?;
    targets.next().is_none().then_some(first)
}

/// A block's instructions up to its first terminator, and the terminators. `None` when something else
/// stands among those.
pub(in super::super) fn parts(
    function: &Function,
    block: BlockId,
) -> Option<(&[InstId], &[InstId])> {
    let order = &function.block(block).order;
    let ends = |&inst: &InstId| function.flags(inst).has(InstFlags::TERMINATOR);
    let at = order.iter().position(ends).unwrap_or(order.len());
    let (body, terminators) = order.split_at(at);
    terminators.iter().all(ends).then_some((body, terminators))
}

/// A terminator whose only effect is to go to the block that it names.
pub(super) fn is_direct_branch(function: &Function, inst: InstId) -> bool {
    let known = is_jump(function, inst) || condition(function, inst).is_some();
    known && target(function, inst).is_some()
}

/// The block that control falls into behind a block, as far as its last instruction lets it.
pub(super) fn falls_into(function: &Function, block: BlockId) -> Option<BlockId> {
    let last = function.block(block).order.last();
    let ends = last.is_some_and(|&inst| function.flags(inst).has(InstFlags::BARRIER));
    if ends {
        None
    } else {
        function.next_in_layout(block)
    }
}
