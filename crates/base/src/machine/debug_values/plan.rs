//! A plan as the instructions of each block, before and after, with the registers that they name.

use std::collections::{BTreeMap, BTreeSet};

use super::DebugValue;
use crate::machine::edits::{Place, Script};
use crate::machine::{
    BlockId, Function, InstFlags, InstId, Operand, OperandFlags, OperandKind, Reg, RegRange, RegSet,
};

/// An instruction at its place.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Step {
    /// One of the function's own.
    Own(InstId),
    /// A new one: an entry of the script's insertions.
    New(usize),
}

/// A plan, and what follows from it at once.
pub(super) struct Plan<'a> {
    pub original: &'a Function,
    script: &'a Script,
    /// The registers that operands of existing instructions get.
    operands: BTreeMap<(InstId, u32), RegRange>,
    removed: BTreeSet<InstId>,
    /// The new blocks that an instruction has copies in.
    copies: BTreeMap<InstId, Vec<BlockId>>,
    /// Blocks that new ones have copies from, in the order of the plan.
    pub sources: Vec<BlockId>,
    /// Registers that change hands: what is renamed, before and after, and all that is written by what is copied,
    /// inserted or removed.
    pub touched: RegSet,
}

impl<'a> Plan<'a> {
    pub fn of(original: &'a Function, script: &'a Script) -> Plan<'a> {
        let operands = script.operands.iter();
        let mut plan = Plan {
            original,
            script,
            operands: operands
                .map(|&(inst, edit)| ((inst, edit.operand), edit.register))
                .collect(),
            removed: script.removals.iter().copied().collect(),
            copies: BTreeMap::new(),
            sources: Vec::new(),
            touched: RegSet::default(),
        };
        plan.find_copies();
        plan.touch();
        plan
    }

    fn find_copies(&mut self) {
        let mut block_of = BTreeMap::new();
        for block in self.original.block_ids() {
            let order = self.original.block(block).order.iter();
            block_of.extend(order.map(|&inst| (inst, block)));
        }
        let own = self.original.blocks().len();
        for insertion in &self.script.insertions {
            let copied = match insertion.place {
                Place::Copy(inst) | Place::Branch { of: inst, .. } => inst,
                _ => continue,
            };
            if insertion.block.index() < own {
                continue;
            }
            self.copies.entry(copied).or_default().push(insertion.block);
            if let Some(&source) = block_of.get(&copied)
                && !self.sources.contains(&source)
            {
                self.sources.push(source);
            }
        }
    }

    fn touch(&mut self) {
        let mut touched = RegSet::default();
        for &(inst, edit) in &self.script.operands {
            let operands = self.original.operands(inst);
            let before = operands.get(edit.operand as usize).and_then(Operand::reg);
            for range in before.into_iter().chain([edit.register]) {
                if range.first().is_vector() {
                    touched.insert_range(range);
                }
            }
        }
        let new = (0..self.script.insertions.len()).map(Step::New);
        let removed = self.script.removals.iter().map(|&inst| Step::Own(inst));
        for step in new.chain(removed) {
            for renamed in [false, true] {
                for operand in self.operands(step, renamed) {
                    if let (true, Some(range)) = (operand.is_def(), operand.reg()) {
                        touched.insert_range(range);
                    }
                }
            }
        }
        self.touched = touched;
    }

    /// Whether debug values may find anything but what they did.
    pub fn moves_anything(&self) -> bool {
        let script = self.script;
        let flow = [
            script.orders.is_empty(),
            script.new_blocks.is_empty(),
            script.targets.is_empty(),
            script.successors.is_empty(),
        ];
        !self.touched.is_empty() || flow.contains(&false)
    }

    /// The operands of an instruction, with the registers that it has before the plan or after it. Of a new
    /// move, what it writes and reads.
    pub fn operands(&self, step: Step, renamed: bool) -> Vec<Operand> {
        let with = |inst: InstId, edited: &dyn Fn(u32) -> Option<RegRange>| {
            let mut operands = self.original.operands(inst).to_vec();
            for (at, operand) in (0..).zip(&mut operands) {
                if let Some(register) = edited(at).filter(|_| renamed) {
                    operand.kind = OperandKind::Reg(register);
                }
            }
            operands
        };
        match step {
            Step::Own(inst) => with(inst, &|at| self.operands.get(&(inst, at)).copied()),
            Step::New(at) => {
                let insertion = &self.script.insertions[at];
                match insertion.place {
                    Place::Copy(inst) | Place::Branch { of: inst, .. } => with(inst, &|at| {
                        let mut edits = insertion.operands.iter();
                        Some(edits.find(|edit| edit.operand == at)?.register)
                    }),
                    Place::Move { to, from } => {
                        let operand = |reg, flags| {
                            Some(Operand {
                                kind: OperandKind::Reg(RegRange::new(reg, 1)?),
                                flags,
                                role: crate::machine::Role::Other,
                            })
                        };
                        let both = [
                            operand(to, OperandFlags::DEF),
                            operand(from, OperandFlags::NONE),
                        ];
                        both.into_iter().flatten().collect()
                    }
                    Place::Nop(_) | Place::Waitcnt(_) | Place::Existing(_) | Place::Removed(_) => {
                        Vec::new()
                    }
                }
            }
        }
    }

    /// The registers of a move that is removed, to and from; `None` for others.
    pub fn removed_move(&self, inst: InstId) -> Option<(Reg, Reg)> {
        const MOVES: [&str; 4] = [
            "V_MOV_B32_e32",
            "V_ACCVGPR_READ_B32_e64",
            "V_ACCVGPR_WRITE_B32_e64",
            "V_ACCVGPR_MOV_B32",
        ];
        let name = &self.original.opcode(inst).name;
        if !self.removed.contains(&inst) || !MOVES.contains(&name.as_str()) {
            return None;
        }
        let operands = self.original.operands(inst);
        let of = |at: usize| {
            let range = operands.get(at)?.reg()?;
            (range.len() == 1 && range.first().is_vector()).then_some(range.first())
        };
        Some((of(0)?, of(1)?))
    }

    pub fn is_removed(&self, inst: InstId) -> bool {
        self.removed.contains(&inst)
    }

    /// The instruction that a debug value follows: the last one before it that is not removed.
    pub fn anchor(&self, value: &DebugValue) -> Option<InstId> {
        let after = value.after?;
        if !self.is_removed(after) {
            return Some(after);
        }
        let order = &self.original.block(value.block).order;
        let end = order.iter().position(|&inst| inst == after)?;
        let mut before = order[..end].iter().rev();
        before
            .find(|&&inst| {
                !self.is_removed(inst) && !self.original.flags(inst).has(InstFlags::IN_ASM)
            })
            .copied()
    }

    /// Whether an instruction belongs to the same part of an iteration as another: the new blocks that have copies of them are the same.
    pub fn is_same_part(&self, one: Step, other: Option<InstId>) -> bool {
        match (one, other) {
            (Step::Own(one), Some(other)) => self.copies.get(&one) == self.copies.get(&other),
            _ => false,
        }
    }

    /// The instructions of a block as it was. What is in inline assembly is left out: LLVM knows of the assembly alone.
    pub fn original_steps(&self, block: BlockId) -> Vec<InstId> {
        let order = self.original.block(block).order.iter().copied();
        order
            .filter(|&inst| !self.original.flags(inst).has(InstFlags::IN_ASM))
            .collect()
    }

    /// The instructions of a block, own or new, as it will be.
    pub fn planned_steps(&self, block: BlockId) -> Vec<Step> {
        let own = self.original.blocks().len();
        let mut order = match block.index() < own {
            true => self.original_steps(block),
            false => Vec::new(),
        };
        if let Some((_, headers)) = self.script.orders.iter().find(|(of, _)| *of == block) {
            let in_bundle = |inst: &InstId| self.original.flags(*inst).has(InstFlags::IN_BUNDLE);
            let all = order;
            let places: BTreeMap<InstId, usize> = all
                .iter()
                .enumerate()
                .map(|(at, &inst)| (inst, at))
                .collect();
            let members = |header: InstId| {
                let behind = places.get(&header).map_or(all.len(), |at| at + 1);
                let behind = all[behind..].iter().copied();
                std::iter::once(header).chain(behind.take_while(in_bundle))
            };
            order = headers.iter().flat_map(|&header| members(header)).collect();
        }
        let mut before: BTreeMap<Option<InstId>, Vec<Step>> = BTreeMap::new();
        for (at, insertion) in self.script.insertions.iter().enumerate() {
            if insertion.block == block {
                before
                    .entry(insertion.before)
                    .or_default()
                    .push(Step::New(at));
            }
        }
        let mut steps = Vec::new();
        for inst in order {
            steps.extend(before.remove(&Some(inst)).unwrap_or_default());
            if !self.is_removed(inst) {
                steps.push(Step::Own(inst));
            }
        }
        steps.extend(before.remove(&None).unwrap_or_default());
        steps
    }

    pub fn new_blocks(&self) -> impl Iterator<Item = BlockId> + use<> {
        let own = self.original.blocks().len() as u32;
        let count = self.script.new_blocks.len() as u32;
        (own..own + count).map(BlockId)
    }

    /// Where control goes behind a block, own or new, with the plan.
    fn successors(&self, block: BlockId) -> Vec<BlockId> {
        let own = self.original.blocks().len();
        if block.index() >= own {
            let new = &self.script.new_blocks[block.index() - own];
            return new
                .successors
                .iter()
                .map(|successor| successor.to)
                .collect();
        }
        let before = self.original.block(block).successors.iter();
        let now = before.map(|&to| {
            let mut others = self.script.successors.iter();
            let other = others.find(|other| other.block == block && other.before == to);
            other.map_or(to, |other| other.after)
        });
        now.collect()
    }

    fn all_blocks(&self) -> impl DoubleEndedIterator<Item = BlockId> + use<> {
        let count = self.original.blocks().len() + self.script.new_blocks.len();
        (0..count as u32).map(BlockId)
    }

    /// Whether control comes to a block from any other.
    pub fn has_predecessors(&self, block: BlockId) -> bool {
        self.all_blocks()
            .any(|from| self.successors(from).contains(&block))
    }

    /// All that instructions of a block write, as it was and as it will be.
    pub fn written_in(&self, block: BlockId) -> RegSet {
        let before = self.original_steps(block).into_iter().map(Step::Own);
        let before = before.map(|step| (step, false));
        let after = self
            .planned_steps(block)
            .into_iter()
            .map(|step| (step, true));
        let mut written = RegSet::default();
        for (step, renamed) in before.chain(after) {
            for operand in self.operands(step, renamed) {
                match operand.kind {
                    OperandKind::Reg(range) if operand.is_def() => written.insert_range(range),
                    OperandKind::RegMask => return everything(),
                    _ => {}
                }
            }
        }
        written
    }

    /// The registers that are live where each block begins, as LLVM counts: a write ends what a register held, in whatever lanes. What a
    /// call may overwrite counts as dead before it.
    pub fn live_in(&self) -> Vec<RegSet> {
        let effects: Vec<(RegSet, RegSet)> =
            self.all_blocks().map(|block| self.effect(block)).collect();
        let mut live = vec![RegSet::default(); effects.len()];
        let mut changed = true;
        while changed {
            changed = false;
            for block in self.all_blocks().rev() {
                let successors = self.successors(block);
                let mut now = match successors.is_empty() {
                    true => self.original.callee_saved,
                    false => RegSet::default(),
                };
                for to in successors {
                    now.union(&live[to.index()]);
                }
                let (read, written) = &effects[block.index()];
                now.subtract(written);
                now.union(read);
                changed |= live[block.index()].union(&now);
            }
        }
        live
    }

    /// What a block reads before it writes it, and what it writes.
    fn effect(&self, block: BlockId) -> (RegSet, RegSet) {
        let (mut read, mut written) = (RegSet::default(), RegSet::default());
        for step in self.planned_steps(block) {
            let operands = self.operands(step, true);
            for operand in &operands {
                let is_none = [OperandFlags::UNDEF, OperandFlags::INTERNAL];
                let is_read =
                    !operand.is_def() && !is_none.iter().any(|&flag| operand.flags.has(flag));
                if let (true, Some(range)) = (is_read, operand.reg()) {
                    let first = range.regs().filter(|&reg| !written.contains(reg));
                    read.union(&first.collect());
                }
            }
            for operand in &operands {
                match operand.kind {
                    OperandKind::Reg(range) if operand.is_def() => written.insert_range(range),
                    OperandKind::RegMask => written = everything(),
                    _ => {}
                }
            }
        }
        (read, written)
    }

    /// Vector registers that hold something else than before where some block begins: what comes into it and is then read from another register.
    pub fn crossing(&self) -> RegSet {
        let mut crossing = RegSet::default();
        for block in self.original.block_ids() {
            self.note_crossing(block, &mut crossing);
        }
        crossing
    }

    fn note_crossing(&self, block: BlockId, crossing: &mut RegSet) {
        // Where what a register holds was at the block's entry.
        let mut origins: Vec<Origin> = (0..Reg::COUNT)
            .filter_map(Reg::from_index)
            .map(Origin::Entry)
            .collect();
        for inst in self.original_steps(block) {
            let before = self.operands(Step::Own(inst), false);
            let after = self.operands(Step::Own(inst), true);
            for (old, new) in before.iter().zip(&after) {
                let (Some(from), Some(to)) = (old.reg(), new.reg()) else {
                    continue;
                };
                let are_vectors = from.first().is_vector() && to.first().is_vector();
                if old.is_def() || from == to || !are_vectors {
                    continue;
                }
                for (from, to) in from.regs().zip(to.regs()) {
                    let origin = match origins[from.index()] {
                        Origin::Entry(origin) if origin != to => origin,
                        Origin::Unknown => from,
                        Origin::Local | Origin::Entry(_) => continue,
                    };
                    crossing.insert(to);
                    crossing.insert(origin);
                }
            }
            if let Some((to, from)) = self.removed_move(inst) {
                origins[to.index()] = origins[from.index()];
                continue;
            }
            // What took the place of the removed may have come from anywhere.
            let origin = match self.is_removed(inst) {
                true => Origin::Unknown,
                false => Origin::Local,
            };
            for range in before
                .iter()
                .filter(|o| o.is_def())
                .filter_map(Operand::reg)
            {
                for reg in range.regs() {
                    origins[reg.index()] = origin;
                }
            }
        }
    }
}

fn everything() -> RegSet {
    (0..Reg::COUNT).filter_map(Reg::from_index).collect()
}

/// Where what a register holds was when its block began.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Origin {
    Entry(Reg),
    /// It is a result of the block.
    Local,
    Unknown,
}
