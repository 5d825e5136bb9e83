//! Blocks and copies of instructions that are added to a function.

use super::function::{Block, Function};
use super::index::TypedVec;
use super::inst::*;

/// Conditional branches whose condition is a bit, with those that branch on the other value.
const INVERSES: [[&str; 2]; 2] = [
    ["S_CBRANCH_SCC0", "S_CBRANCH_SCC1"],
    ["S_CBRANCH_VCCZ", "S_CBRANCH_VCCNZ"],
];

/// The branch that is taken when one of that name is not, if there is one.
pub fn inverse_branch(name: &str) -> Option<&'static str> {
    INVERSES.iter().find_map(|&[one, other]| match name {
        _ if name == one => Some(other),
        _ if name == other => Some(one),
        _ => None,
    })
}

impl Function {
    /// Adds an empty block without successors. In layout it follows a block of the function's own, behind
    /// the blocks that were added there before; it has the number after the last one's.
    pub fn add_block(&mut self, after: BlockId, frequency: f64, nested_like: BlockId) -> BlockId {
        let model = self.block(nested_like);
        self.blocks.push(Block {
            order: Vec::new(),
            successors: Vec::new(),
            predecessors: Vec::new(),
            frequency,
            loop_depth: model.loop_depth,
            loop_header: model.loop_header,
            after: Some(after),
        })
    }

    /// Says how often a block runs for one run of the function.
    pub fn set_frequency(&mut self, block: BlockId, frequency: f64) {
        self.blocks[block].frequency = frequency;
    }

    /// Adds a copy of an instruction to the pool. It is not part of the program until a block's order names
    /// it.
    pub fn add_copy(&mut self, of: InstId) -> InstId {
        let operands = self.operands(of).to_vec();
        let inst = Inst {
            origin: Some(self.origin(of)),
            ..self.inst(of).clone()
        };
        self.add(inst, operands)
    }

    /// Adds a copy of a branch that goes to another block, and that is taken when the original is not if
    /// it is `inverted`. `None` when it has no inverse.
    pub fn add_branch(&mut self, of: InstId, inverted: bool, to: BlockId) -> Option<InstId> {
        let inverse = inverse_branch(&self.opcode(of).name);
        let copy = self.add_copy(of);
        if inverted {
            let opcode = self.opcode_named(inverse?);
            self.insts[copy].opcode = opcode;
        }
        self.set_targets(copy, |_| to);
        Some(copy)
    }

    /// The instruction that a copy was made of; of others, the instruction itself.
    pub fn origin(&self, inst: InstId) -> InstId {
        self.inst(inst).origin.unwrap_or(inst)
    }

    /// Replaces the successors of a block.
    pub fn set_successors(&mut self, block: BlockId, successors: Vec<BlockId>) {
        let former = std::mem::replace(&mut self.blocks[block].successors, successors);
        for to in former {
            self.blocks[to].predecessors.retain(|&from| from != block);
        }
        for to in self.blocks[block].successors.clone() {
            let predecessors = &mut self.blocks[to].predecessors;
            if !predecessors.contains(&block) {
                predecessors.push(block);
            }
        }
    }

    /// Sends control to another block wherever a block hands it to `from`.
    pub fn redirect(&mut self, block: BlockId, from: BlockId, to: BlockId) {
        let other = |it: BlockId| if it == from { to } else { it };
        let successors = self.block(block).successors.iter().map(|&it| other(it));
        let successors = successors.collect();
        self.set_successors(block, successors);
        for inst in self.block(block).order.clone() {
            if self.flags(inst).has(InstFlags::TERMINATOR) {
                self.set_targets(inst, other);
            }
        }
    }

    fn set_targets(&mut self, inst: InstId, other: impl Fn(BlockId) -> BlockId) {
        let range = self.insts[inst].operands.clone();
        for operand in &mut self.operands[range.start as usize..range.end as usize] {
            if let OperandKind::Block(to) = operand.kind {
                operand.kind = OperandKind::Block(other(to));
            }
        }
    }

    /// All blocks in layout order: the function's own, each followed by the blocks that were added there.
    pub fn layout(&self) -> Vec<BlockId> {
        let mut layout: Vec<BlockId> = self.block_ids().collect();
        layout.sort_by_key(|&block| match self.block(block).after {
            Some(own) => (own, Some(block)),
            None => (block, None),
        });
        layout
    }

    /// Numbers all blocks in layout order, as LLVM does when it next looks at the function.
    pub fn renumber(&mut self) {
        let layout = self.layout();
        let mut number = vec![BlockId(0); layout.len()];
        for (at, block) in (0..).zip(&layout) {
            number[block.index()] = BlockId(at);
        }
        let mut blocks = TypedVec::with_capacity(layout.len());
        for block in layout {
            let mut block = self.blocks[block].clone();
            let named = block.successors.iter_mut().chain(&mut block.predecessors);
            for other in named.chain(&mut block.loop_header) {
                *other = number[other.index()];
            }
            block.after = None;
            blocks.push(block);
        }
        self.blocks = blocks;
        for operand in &mut self.operands {
            if let OperandKind::Block(to) = &mut operand.kind {
                *to = number[to.index()];
            }
        }
    }

    /// The block that follows another one in layout.
    pub fn next_in_layout(&self, block: BlockId) -> Option<BlockId> {
        let own = self.block(block).after.unwrap_or(block);
        let added = self
            .block_ids()
            .rev()
            .take_while(|&it| self.block(it).after.is_some());
        let behind = added.filter(|&it| it > block && self.block(it).after == Some(own));
        let next = BlockId(own.0 + 1);
        let is_own = self
            .blocks
            .get(next)
            .is_some_and(|next| next.after.is_none());
        behind.last().or(is_own.then_some(next))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::text;

    fn function() -> Function {
        text::parse(
            "cdna-flat 1\nfunction \"f\"\ngpu gfx942\nresources lds=0 workgroup=64 entry\n\
             block 0 frequency=1 depth=0 successors=1\n  S_NOP #0\n\
             block 1 frequency=8 depth=1 loop=1 successors=1,2\n  S_CBRANCH_SCC1 bb.1, imp scc | term branch\n\
             block 2 frequency=1 depth=0\n  S_ENDPGM #0 | return term noreturn\n",
        )
        .expect("a function")
    }

    #[test]
    fn added_blocks_follow_in_layout_in_the_order_in_which_they_were_added() {
        let mut f = function();
        let entry = f.add_block(BlockId(0), 1.0, BlockId(0));
        let exit = f.add_block(BlockId(1), 1.0, BlockId(0));
        let second = f.add_block(BlockId(0), 1.0, BlockId(0));
        let layout = [BlockId(0), entry, second, BlockId(1), exit, BlockId(2)];
        assert_eq!(f.layout(), layout);
        for pair in layout.windows(2) {
            assert_eq!(f.next_in_layout(pair[0]), Some(pair[1]));
        }
        assert_eq!(f.next_in_layout(BlockId(2)), None);
    }

    #[test]
    fn blocks_are_numbered_in_layout_order_again() {
        let mut f = function();
        let new = f.add_block(BlockId(0), 1.0, BlockId(0));
        f.redirect(BlockId(0), BlockId(1), new);
        f.set_successors(new, vec![BlockId(1)]);
        f.renumber();
        let successors = f.blocks().iter().map(|block| &*block.successors);
        let expected: [&[BlockId]; 4] =
            [&[BlockId(1)], &[BlockId(2)], &[BlockId(2), BlockId(3)], &[]];
        assert!(successors.eq(expected));
        assert_eq!(f.block(BlockId(2)).loop_header, Some(BlockId(2)));
        let branch = f.block(BlockId(2)).order[0];
        assert_eq!(f.operands(branch)[0].kind, OperandKind::Block(BlockId(2)));
        assert_eq!(
            text::parse(&f.to_string()).map(|again| again.to_string()),
            Ok(f.to_string())
        );
    }

    #[test]
    fn a_redirected_block_enters_the_new_one() {
        let mut f = function();
        let new = f.add_block(BlockId(0), 1.0, BlockId(0));
        f.redirect(BlockId(1), BlockId(1), new);
        f.set_successors(new, vec![BlockId(1)]);
        assert_eq!(f.block(BlockId(1)).successors, [new, BlockId(2)]);
        assert_eq!(f.block(BlockId(1)).predecessors, [BlockId(0), new]);
        assert_eq!(f.block(new).predecessors, [BlockId(1)]);
        let branch = f.block(BlockId(1)).order[0];
        assert_eq!(f.operands(branch)[0].kind, OperandKind::Block(new));
    }

    #[test]
    fn a_branch_is_inverted() {
        let mut f = function();
        let branch = f.block(BlockId(1)).order[0];
        let copy = f.add_branch(branch, true, BlockId(2)).expect("an inverse");
        assert_eq!(f.opcode(copy).name, "S_CBRANCH_SCC0");
        assert_eq!(f.operands(copy)[0].kind, OperandKind::Block(BlockId(2)));
        assert_eq!((f.origin(copy), f.origin(branch)), (branch, branch));
        let end = f.block(BlockId(2)).order[0];
        assert_eq!(f.add_branch(end, true, BlockId(0)), None);
    }
}
