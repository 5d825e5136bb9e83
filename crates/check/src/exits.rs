//! Where control leaves a block, and how much of the block has been executed by then.

use crate::machine::{BlockId, Function, InstFlags, InstId, OperandKind};

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

/// The ways out of a block: those that its terminators name, in their order, then those to its successors by other means.
///
/// A branch leaves from its own place: what follows it is executed only when it is not taken. A
/// successor that no branch names and that does not follow in layout is reached in a way unknown
/// here (a jump table, assembly); the shortest way to leave the block is assumed for it.
///
/// The makers find the same ways on their own (`machine::cfg`), in one pass over the block. Here each is asked for by what
/// makes it possible; the tests compare the two.
pub(super) fn exits(function: &Function, from: BlockId) -> Vec<Exit> {
    let order = &function.block(from).order;
    let terminators = order.iter().enumerate();
    let terminators: Vec<(usize, InstId)> = terminators
        .map(|(at, &inst)| (at + 1, inst))
        .filter(|&(_, inst)| function.flags(inst).has(InstFlags::TERMINATOR))
        .collect();
    let mut ways: Vec<Exit> = terminators
        .iter()
        .flat_map(|&(executed, inst)| {
            named(function, inst).map(move |to| Exit {
                from,
                to,
                executed,
                taken: true,
            })
        })
        .collect();
    let by_branches = ways.len();
    let to_anywhere: Vec<usize> = terminators
        .iter()
        .filter(|&&(_, inst)| goes_anywhere(function, inst))
        .map(|&(executed, _)| executed)
        .collect();
    let ends = !terminators.iter().any(|&(_, inst)| stops(function, inst));
    let shortest = terminators.first().map_or(order.len(), |first| first.0);
    for &to in &function.block(from).successors {
        let follows = ends && function.next_in_layout(from) == Some(to);
        let is_named = ways[..by_branches].iter().any(|way| way.to == to);
        let unknown = match (is_named, follows) {
            (true, _) => &[][..],
            (false, _) if !to_anywhere.is_empty() => &to_anywhere,
            (false, true) => &[],
            (false, false) => &[shortest],
        };
        let at_end = follows.then_some(order.len());
        let places = at_end.into_iter().chain(unknown.iter().copied());
        ways.extend(places.map(|executed| Exit {
            from,
            to,
            executed,
            taken: false,
        }));
    }
    ways
}

/// The blocks that an instruction names.
fn named(function: &Function, inst: InstId) -> impl Iterator<Item = BlockId> {
    let operands = function.operands(inst).iter();
    operands.filter_map(|operand| match operand.kind {
        OperandKind::Block(to) => Some(to),
        _ => None,
    })
}

/// Whether a terminator is a branch that does not say where it leads.
fn goes_anywhere(function: &Function, inst: InstId) -> bool {
    function.flags(inst).has(InstFlags::BRANCH) && named(function, inst).next().is_none()
}

/// Whether control never comes to what follows a terminator. Of the members of a bundle its header says that.
fn stops(function: &Function, inst: InstId) -> bool {
    let flags = function.flags(inst);
    flags.has(InstFlags::BARRIER) && !flags.has(InstFlags::IN_BUNDLE)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::machine::{cfg, text};

    /// What a block may be made of; `{}` is the number of a block.
    const INSTS: [&str; 9] = [
        "S_NOP #0",
        "S_CBRANCH_SCC1 bb.{}, imp scc | term branch",
        "S_CBRANCH_SCC1 bb.{}, bb.0, imp scc | term branch",
        "S_BRANCH bb.{} | term branch noreturn",
        "S_SETPC_B64 s[4:5] | term branch noreturn",
        "S_SETPC_B64 s[4:5] | term branch",
        "S_CBRANCH_SCC1 #0, imp scc | term",
        "S_BRANCH bb.{} | branch noreturn",
        "S_ENDPGM #0 | term noreturn return",
    ];

    type Block = (Vec<u32>, Vec<(usize, u32)>);

    fn function(blocks: &[Block]) -> Function {
        let mut form =
            "cdna-flat 1\nfunction \"f\"\ngpu gfx942\nresources lds=0 workgroup=64 entry\n"
                .to_owned();
        for (number, (successors, insts)) in blocks.iter().enumerate() {
            form.push_str(&format!("block {number} frequency=1 depth=0"));
            if !successors.is_empty() {
                let successors: Vec<String> = successors.iter().map(u32::to_string).collect();
                form.push_str(&format!(" successors={}", successors.join(",")));
            }
            form.push('\n');
            for (inst, to) in insts {
                form.push_str(&INSTS[*inst].replace("{}", &to.to_string()));
                form.push('\n');
            }
        }
        text::parse(&form).unwrap_or_else(|e| panic!("{e}\n{form}"))
    }

    fn blocks() -> impl Strategy<Value = Vec<Block>> {
        (1..5_u32).prop_flat_map(|count| {
            let successors = prop::collection::btree_set(0..count, 0..4);
            let insts = prop::collection::vec((0..INSTS.len(), 0..count), 0..5);
            let block = (successors, insts)
                .prop_map(|(successors, insts)| (successors.into_iter().collect(), insts));
            prop::collection::vec(block, count as usize)
        })
    }

    proptest! {
        #[test]
        fn the_makers_find_the_same_ways(blocks in blocks()) {
            let function = function(&blocks);
            for block in function.block_ids() {
                let found = exits(&function, block);
                prop_assert!(found.iter().all(|way| way.from == block));
                let found: Vec<(BlockId, usize)> =
                    found.iter().map(|way| (way.to, way.executed)).collect();
                let theirs: Vec<(BlockId, usize)> = cfg::exits(&function, block)
                    .iter()
                    .map(|way| (way.to, way.executed))
                    .collect();
                prop_assert_eq!(found, theirs);
            }
        }
    }

    #[test]
    fn a_way_is_taken_where_a_branch_names_its_end() {
        // The conditional branch leads to the block that follows.
        let function = function(&[
            (vec![1, 2], vec![(0, 0), (1, 1), (0, 0)]),
            (vec![], vec![(8, 0)]),
            (vec![], vec![(8, 0)]),
        ]);
        let ways = exits(&function, BlockId(0));
        let ways: Vec<(u32, usize, bool)> = ways
            .iter()
            .map(|way| (way.to.0, way.executed, way.taken))
            .collect();
        assert_eq!(ways, [(1, 2, true), (1, 3, false), (2, 2, false)]);
    }
}
