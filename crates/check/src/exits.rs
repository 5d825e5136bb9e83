//! Where control leaves a block, and how much of the block has been executed by then.

use crate::machine::{BlockId, Function, InstFlags, OperandKind};

/// One way from a block to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Exit {
    pub(super) from: BlockId,
    pub(super) to: BlockId,
    /// How many instructions of `from`, from the first on, are executed on this way.
    pub(super) executed: usize,
    /// A branch leads there.
    pub(super) taken: bool,
}

/// The ways out of a block.
///
/// A branch leaves from its own place: what follows it is executed only when it is not taken. A
/// successor that no branch names and that does not follow in layout is reached in a way unknown
/// here (a jump table, assembly); the shortest way to leave the block is assumed for it.
pub(super) fn exits(function: &Function, from: BlockId) -> Vec<Exit> {
    let block = function.block(from);
    let mut ways = Vec::new();
    let mut first_terminator = None;
    let mut unnamed = Vec::new();
    let mut falls_through = true;
    for (at, &inst) in block.order.iter().enumerate() {
        let flags = function.flags(inst);
        if !flags.has(InstFlags::TERMINATOR) {
            continue;
        }
        let executed = at + 1;
        first_terminator.get_or_insert(executed);
        let targets = || {
            function.operands(inst).iter().filter_map(|o| match o.kind {
                OperandKind::Block(to) => Some(to),
                _ => None,
            })
        };
        ways.extend(targets().map(|to| Exit {
            from,
            to,
            executed,
            taken: true,
        }));
        if flags.has(InstFlags::BRANCH) && targets().next().is_none() {
            unnamed.push(executed);
        }
        if flags.has(InstFlags::BARRIER) && !flags.has(InstFlags::IN_BUNDLE) {
            falls_through = false;
        }
    }
    let way = |to, executed| Exit {
        from,
        to,
        executed,
        taken: false,
    };
    let executed = block.order.len();
    let next = function.next_in_layout(from);
    for &to in &block.successors {
        let named = ways.iter().any(|way| way.to == to);
        let follows = falls_through && next == Some(to);
        if follows {
            ways.push(way(to, executed));
        }
        if !named {
            ways.extend(unnamed.iter().map(|&executed| way(to, executed)));
        }
        if !named && !follows && unnamed.is_empty() {
            let executed = first_terminator.unwrap_or(executed);
            ways.push(way(to, executed));
        }
    }
    ways
}
