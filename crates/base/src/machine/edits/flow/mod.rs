//! The blocks of a function as a plan has them: where control goes.

use super::{BlockEdit, Edit, Place, Refusal, branch_target};
use crate::machine::{BlockId, Function, InstFlags, InstId, Operand, OperandFlags, Reg, RegRange};

/// A block that is added.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewBlock {
    /// The block of the function's own that it follows in layout, behind those that were added there before.
    pub after: BlockId,
    /// Where it leads.
    pub successors: Vec<NewSuccessor>,
}

/// A successor of a new block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NewSuccessor {
    /// The block.
    pub to: BlockId,
    /// A block and its successor, as before all edits: control goes this way as likely as it went from the
    /// one to the other. `None`: always, or unknown.
    pub like: Option<(BlockId, BlockId)>,
}

/// A successor of a block of the function's own that another one replaces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OtherSuccessor {
    /// The block.
    pub block: BlockId,
    /// The successor that it had.
    pub before: BlockId,
    /// The one that it has from then on.
    pub after: BlockId,
}

/// The flow of control that a plan describes.
pub(super) struct Flow<'a> {
    original: &'a Function,
    /// By block; `None` when the plan does not name it.
    edits: Vec<Option<&'a [Edit]>>,
    successors: Vec<&'a [BlockId]>,
    /// Whether the plan adds the block, or names its successors.
    is_named: Vec<bool>,
    layout: Vec<BlockId>,
    /// The blocks of the function's own that the new ones follow.
    after: Vec<BlockId>,
}

/// What a block does at a place, as far as that matters here.
struct Step {
    /// The instruction of the original that it is, or that it is a copy of.
    inst: InstId,
    /// Where it goes, if it is a branch to one block.
    target: Option<BlockId>,
    /// A copied branch, and whether it was inverted.
    branch: Option<bool>,
}

impl<'a> Flow<'a> {
    /// Takes the blocks of a plan.
    pub(super) fn of(original: &'a Function, blocks: &'a [BlockEdit]) -> Result<Flow<'a>, Refusal> {
        let own = original.blocks().len();
        let count = own + blocks.iter().filter(|edit| edit.after.is_some()).count();
        let successors = original.blocks().iter().map(|block| &block.successors[..]);
        let mut flow = Flow {
            original,
            edits: vec![None; count],
            successors: successors.collect(),
            is_named: vec![false; count],
            layout: original.layout(),
            after: Vec::new(),
        };
        for edit in blocks {
            if edit.successors.iter().any(|to| to.index() >= count) {
                return Err(Refusal::Block);
            }
            match edit.after {
                Some(after) => {
                    let place = flow.layout.iter().position(|&block| block == after);
                    let place = place.filter(|_| after.index() < own);
                    if edit.block.index() != flow.successors.len() {
                        return Err(Refusal::NewBlock);
                    }
                    let behind = place.ok_or(Refusal::NewBlock)? + 1;
                    let new = flow.layout[behind..].iter();
                    let new = new.take_while(|block| block.index() >= own).count();
                    flow.layout.insert(behind + new, edit.block);
                    flow.successors.push(&edit.successors);
                    flow.after.push(after);
                }
                None if edit.block.index() >= own => return Err(Refusal::Block),
                None if flow.is_named[edit.block.index()] => return Err(Refusal::BlockTwice),
                None => flow.successors[edit.block.index()] = &edit.successors,
            }
            flow.is_named[edit.block.index()] = true;
        }
        Ok(flow)
    }

    /// Takes the edits of a block.
    pub(super) fn add(&mut self, edits: &'a [Edit]) -> Result<(), Refusal> {
        let block = edits[0].block;
        let present = self.edits.get_mut(block.index()).ok_or(Refusal::Block)?;
        match present.replace(edits) {
            Some(_) => Err(Refusal::BlockTwice),
            None => Ok(()),
        }
    }

    /// Whether each block ends as its successors say, and none reads SCC of another one. Blocks that
    /// leave as they did are taken as LLVM has them.
    pub(super) fn verify(&self) -> Result<(), Refusal> {
        for &block in &self.layout {
            if !self.leaves_otherwise(block) {
                continue;
            }
            let mut found = self.ways_out(block)?;
            let mut named = self.successors[block.index()].to_vec();
            found.sort_unstable();
            named.sort_unstable();
            if named.windows(2).any(|two| two[0] == two[1]) {
                return Err(Refusal::Successors);
            }
            if found != named {
                return Err(Refusal::WayOut);
            }
            let mut entered = named.into_iter().chain([block]);
            if entered.any(|block| self.reads_foreign_scc(block)) {
                return Err(Refusal::Scc);
            }
        }
        Ok(())
    }

    fn is_own(&self, block: BlockId) -> bool {
        block.index() < self.original.blocks().len()
    }

    /// Whether the way out of a block is new or may differ from what it was.
    fn leaves_otherwise(&self, block: BlockId) -> bool {
        if self.is_named[block.index()] {
            return true;
        }
        let is_edit = |edit: &Edit| match edit.place {
            Place::Removed(inst) => self.is_terminator(inst),
            Place::Branch { .. } => true,
            _ => edit.target.is_some(),
        };
        let edits = self.edits[block.index()].unwrap_or_default();
        if edits.iter().any(is_edit) {
            return true;
        }
        // Control does not reach the end of what has no successors.
        let has_successors = !self.successors[block.index()].is_empty();
        has_successors && self.next(block) != self.original.next_in_layout(block)
    }

    fn is_terminator(&self, inst: InstId) -> bool {
        self.original.flags(inst).has(InstFlags::TERMINATOR)
    }

    fn next(&self, block: BlockId) -> Option<BlockId> {
        let at = self.layout.iter().position(|&it| it == block)?;
        self.layout.get(at + 1).copied()
    }

    /// What a block consists of; `None` for new instructions that are no copies.
    fn steps(&self, block: BlockId) -> Vec<Option<Step>> {
        let existing = |inst, other: Option<BlockId>| Step {
            inst,
            target: other.or(branch_target(self.original, inst)),
            branch: None,
        };
        let step = |edit: &Edit| match edit.place {
            Place::Existing(inst) => Some(Some(existing(inst, edit.target))),
            Place::Copy(inst) => Some(Some(existing(inst, None))),
            Place::Branch { of, inverted, to } => Some(Some(Step {
                inst: of,
                target: Some(to),
                branch: Some(inverted),
            })),
            Place::Removed(_) => None,
            Place::Nop(_) | Place::Waitcnt(_) | Place::Move { .. } => Some(None),
        };
        match self.edits[block.index()] {
            Some(edits) => edits.iter().filter_map(step).collect(),
            None if self.is_own(block) => {
                let order = self.original.block(block).order.iter();
                order.map(|&inst| Some(existing(inst, None))).collect()
            }
            None => Vec::new(),
        }
    }

    /// The blocks that a block's terminators and the layout lead to, each once.
    fn ways_out(&self, block: BlockId) -> Result<Vec<BlockId>, Refusal> {
        let mut found = Vec::new();
        let (mut has_ended, mut is_leaving) = (false, false);
        for step in self.steps(block) {
            let flags = step.as_ref().map(|step| self.original.flags(step.inst));
            let flags = flags.unwrap_or(InstFlags::NONE);
            let is_terminator = flags.has(InstFlags::TERMINATOR);
            if has_ended || is_leaving && !is_terminator {
                return Err(Refusal::Terminators);
            }
            is_leaving |= is_terminator;
            if !is_terminator {
                continue;
            }
            has_ended = flags.has(InstFlags::BARRIER);
            if flags.has(InstFlags::INLINE_ASM) {
                return Err(Refusal::Terminators);
            }
            if flags.has(InstFlags::BRANCH) {
                let target = step.and_then(|step| step.target);
                let target = target.ok_or(Refusal::Terminators)?;
                if target.index() >= self.successors.len() {
                    return Err(Refusal::Block);
                }
                if !found.contains(&target) {
                    found.push(target);
                }
            }
        }
        if !has_ended {
            let next = self.next(block).ok_or(Refusal::WayOut)?;
            if !found.contains(&next) {
                found.push(next);
            }
        }
        Ok(found)
    }

    /// Whether a block reads SCC before it writes it.
    fn reads_foreign_scc(&self, block: BlockId) -> bool {
        let names = |operand: &Operand| {
            let mut regs = operand.reg().into_iter().flat_map(RegRange::regs);
            regs.any(|reg| reg == Reg::SCC)
        };
        let reads = |operand: &Operand| {
            operand.is_use() && !operand.flags.has(OperandFlags::UNDEF) && names(operand)
        };
        for step in self.steps(block).into_iter().flatten() {
            let operands = self.original.operands(step.inst);
            if operands.iter().any(reads) {
                return true;
            }
            if operands.iter().any(|o| o.is_def() && names(o)) {
                return false;
            }
        }
        false
    }

    /// The blocks that are added.
    pub(super) fn new_blocks(&self) -> Vec<NewBlock> {
        let own = self.original.blocks().len();
        let new = self.successors[own..].iter().zip(&self.after);
        let new = (own..).map(BlockId::new).zip(new);
        new.map(|(block, (successors, &after))| NewBlock {
            after,
            successors: successors
                .iter()
                .map(|&to| NewSuccessor {
                    to,
                    like: self.like(block, to),
                })
                .collect(),
        })
        .collect()
    }

    /// The way of the original that the way from a new block is like: one of the two that the branch has that
    /// was copied.
    fn like(&self, block: BlockId, to: BlockId) -> Option<(BlockId, BlockId)> {
        let is_condition = |step: &Step| !self.original.flags(step.inst).has(InstFlags::BARRIER);
        let mut steps = self.steps(block).into_iter().flatten();
        let branch = steps.find(|step| step.branch.is_some() && is_condition(step))?;
        let mut blocks = self.original.block_ids();
        let from = blocks.find(|&it| self.original.block(it).order.contains(&branch.inst))?;
        let taken = branch_target(self.original, branch.inst)?;
        let other = match self.original.block(from).successors[..] {
            [one, two] if one == taken => two,
            [one, two] if two == taken => one,
            _ => return None,
        };
        let is_taken = (branch.target == Some(to)) != branch.branch?;
        Some((from, if is_taken { taken } else { other }))
    }

    /// The successors of the function's own blocks that are replaced.
    pub(super) fn replaced(&self) -> Result<Vec<OtherSuccessor>, Refusal> {
        let mut all = Vec::new();
        for block in self.original.block_ids() {
            let now = self.successors[block.index()];
            let before = &self.original.block(block).successors;
            let gone = before.iter().filter(|to| !now.contains(to));
            let come = now.iter().filter(|to| !before.contains(to));
            if now.len() != before.len() {
                return Err(Refusal::Successors);
            }
            all.extend(gone.zip(come).map(|(&before, &after)| OtherSuccessor {
                block,
                before,
                after,
            }));
        }
        Ok(all)
    }
}

#[cfg(test)]
mod tests;
