//! The control-flow graph: an order to visit the blocks in, and where control leaves them.

use super::{BlockId, Function, InstFlags, InstId, OperandKind};

/// The blocks that can be reached from the first one, in reverse post-order of a depth-first walk
/// that follows successors in their order.
pub fn reverse_post_order(function: &Function) -> Vec<BlockId> {
    orders_from(function, function.block_ids().take(1))
}

/// As [`reverse_post_order`], followed by the blocks that cannot be reached, so that every block
/// is named once.
pub fn reverse_post_order_of_all(function: &Function) -> Vec<BlockId> {
    orders_from(function, function.block_ids())
}

/// The reverse post-orders of what each root reaches that no root before it does, one after
/// another.
fn orders_from(function: &Function, roots: impl Iterator<Item = BlockId>) -> Vec<BlockId> {
    let count = function.blocks().len();
    let mut seen = vec![false; count];
    let mut order = Vec::with_capacity(count);
    let mut stack = Vec::new();
    for root in roots {
        if std::mem::replace(&mut seen[root.index()], true) {
            continue;
        }
        let first = order.len();
        stack.push((root, 0));
        while let Some((block, next)) = stack.pop() {
            match function.block(block).successors.get(next) {
                Some(&successor) => {
                    stack.push((block, next + 1));
                    if !std::mem::replace(&mut seen[successor.index()], true) {
                        stack.push((successor, 0));
                    }
                }
                None => order.push(block),
            }
        }
        order[first..].reverse();
    }
    order
}

/// One way from a block to a successor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Exit {
    /// The successor.
    pub to: BlockId,
    /// The number of instructions of the block that are executed on this way: a prefix of its
    /// order.
    pub executed: usize,
}

/// All ways out of a block.
///
/// A taken branch skips the instructions that follow it in the block. A successor that no branch
/// names and that does not follow in layout is reached by unknown means (a jump table, inline
/// assembly). It may be reached from each branch without a target; where there is none, from the
/// first terminator, which is the shortest way possible.
pub fn exits(function: &Function, from: BlockId) -> Vec<Exit> {
    let block = function.block(from);
    let mut exits = Vec::new();
    let mut first_terminator = None;
    let mut indirect_branches = Vec::new();
    let mut falls_through = true;
    for (at, &inst) in block.order.iter().enumerate() {
        let flags = function.flags(inst);
        if !flags.has(InstFlags::TERMINATOR) {
            continue;
        }
        let executed = at + 1;
        first_terminator.get_or_insert(executed);
        exits.extend(targets(function, inst).map(|to| Exit { to, executed }));
        if flags.has(InstFlags::BRANCH) && targets(function, inst).next().is_none() {
            indirect_branches.push(executed);
        }
        if flags.has(InstFlags::BARRIER) && !flags.has(InstFlags::IN_BUNDLE) {
            falls_through = false;
        }
    }
    let all = block.order.len();
    let next = function.next_in_layout(from);
    for &to in &block.successors {
        let named = exits.iter().any(|exit| exit.to == to);
        let follows = falls_through && next == Some(to);
        if follows {
            exits.push(Exit { to, executed: all });
        }
        if named {
            continue;
        }
        exits.extend(
            indirect_branches
                .iter()
                .map(|&executed| Exit { to, executed }),
        );
        if !follows && indirect_branches.is_empty() {
            let executed = first_terminator.unwrap_or(all);
            exits.push(Exit { to, executed });
        }
    }
    exits
}

/// The blocks that an instruction names.
fn targets(function: &Function, inst: InstId) -> impl Iterator<Item = BlockId> + '_ {
    let operands = function.operands(inst).iter();
    operands.filter_map(|operand| match operand.kind {
        OperandKind::Block(to) => Some(to),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::text;

    const NOP: &str = "S_NOP #0";
    const INDIRECT: &str = "S_SETPC_B64 s[4:5] | term branch noreturn";

    /// A function of blocks, each with its successors (a list, or nothing) and its instructions.
    fn function(blocks: &[(&str, &[&str])]) -> Function {
        let mut form =
            "cdna-flat 1\nfunction \"f\"\ngpu gfx942\nresources lds=0 workgroup=64 entry\n"
                .to_owned();
        for (number, (successors, lines)) in blocks.iter().enumerate() {
            form.push_str(&format!("block {number} frequency=1 depth=0"));
            if !successors.is_empty() {
                form.push_str(&format!(" successors={successors}"));
            }
            form.push('\n');
            for line in *lines {
                form.push_str(&format!("{line}\n"));
            }
        }
        text::parse(&form).unwrap_or_else(|e| panic!("{e}\n{form}"))
    }

    fn conditional(to: u32) -> String {
        format!("S_CBRANCH_SCC1 bb.{to}, imp scc | term branch")
    }

    fn branch(to: u32) -> String {
        format!("S_BRANCH bb.{to} | term branch noreturn")
    }

    fn exits_of_first(function: &Function) -> Vec<(u32, usize)> {
        let exits = exits(function, BlockId(0));
        exits
            .iter()
            .map(|exit| (exit.to.0, exit.executed))
            .collect()
    }

    fn numbers(order: &[BlockId]) -> Vec<u32> {
        order.iter().map(|block| block.0).collect()
    }

    #[test]
    fn a_block_comes_after_its_predecessors_but_for_back_edges() {
        // A diamond, the lower half of which is a loop around block 3.
        let f = function(&[
            ("1,2", &[&conditional(2)]),
            ("3", &[&branch(3)]),
            ("3", &[NOP]),
            ("3,4", &[&conditional(3)]),
            ("", &[NOP]),
        ]);
        assert_eq!(numbers(&reverse_post_order(&f)), [0, 2, 1, 3, 4]);
    }

    #[test]
    fn blocks_out_of_reach_come_last_or_not_at_all() {
        let f = function(&[
            ("3", &[&branch(3)]),
            ("2", &[NOP]),
            ("3", &[NOP]),
            ("", &[NOP]),
        ]);
        assert_eq!(numbers(&reverse_post_order(&f)), [0, 3]);
        assert_eq!(numbers(&reverse_post_order_of_all(&f)), [0, 3, 1, 2]);
    }

    #[test]
    fn a_function_without_branches_runs_through() {
        let f = function(&[("1", &[NOP, NOP]), ("", &[])]);
        assert_eq!(exits_of_first(&f), [(1, 2)]);
        assert_eq!(exits(&f, BlockId(1)), []);
    }

    #[test]
    fn a_taken_branch_skips_what_follows_it() {
        let f = function(&[
            ("1,2", &[NOP, &conditional(2), NOP, &branch(1)]),
            ("2", &[NOP]),
            ("", &[NOP]),
        ]);
        assert_eq!(exits_of_first(&f), [(2, 2), (1, 4)]);
    }

    #[test]
    fn the_next_block_is_reached_by_a_branch_and_by_falling_through() {
        let f = function(&[("1", &[NOP, &conditional(1), NOP]), ("", &[NOP])]);
        assert_eq!(exits_of_first(&f), [(1, 2), (1, 3)]);
    }

    #[test]
    fn successors_that_no_branch_names_are_reached_from_indirect_branches() {
        let f = function(&[
            ("1,2,3", &[NOP, &conditional(3), INDIRECT]),
            ("", &[NOP]),
            ("", &[NOP]),
            ("", &[NOP]),
        ]);
        assert_eq!(exits_of_first(&f), [(3, 2), (1, 3), (2, 3)]);
    }

    #[test]
    fn a_successor_reached_by_unknown_means_leaves_at_the_first_terminator() {
        let f = function(&[
            ("1,2", &[NOP, "S_CBRANCH_SCC1 #0, imp scc | term", NOP]),
            ("", &[NOP]),
            ("", &[NOP]),
        ]);
        assert_eq!(exits_of_first(&f), [(1, 3), (2, 2)]);
    }
}
