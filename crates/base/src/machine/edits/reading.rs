//! The plan that a changed function amounts to.

use super::{BlockEdit, CopiedOperand, Edit, OperandEdit, Place, branch_target};
use crate::gpu::Unit;
use crate::machine::{BlockId, Function, InstFlags, InstId, RegRange, Role};

/// The edits that turn the original function into this one, whose instructions have other orders
/// and registers, and copy operands, and which may have more blocks.
pub fn edits(function: &Function, original: &Function, copied: &[CopiedOperand]) -> Vec<Edit> {
    let reading = Reading {
        function,
        original,
        copied,
    };
    let mut edits = Vec::new();
    let mut kept = vec![false; function.inst_count()];
    for block in function.block_ids() {
        let order = &function.block(block).order;
        let before: &[InstId] = match block.index() < original.blocks().len() {
            true => &original.block(block).order,
            false => &[],
        };
        if order == before && !order.iter().any(|&inst| reading.is_edited(inst)) {
            continue;
        }
        for &inst in order {
            kept[inst.index()] = true;
            reading.place(block, inst, &mut edits);
        }
        let removed = before.iter().filter(|inst| !kept[inst.index()]);
        edits.extend(removed.map(|&inst| Edit::of(block, Place::Removed(inst))));
    }
    edits
}

/// The blocks that this function has and the original does not, and those with other successors.
pub fn block_edits(function: &Function, original: &Function) -> Vec<BlockEdit> {
    let own = original.blocks().len();
    let of = |block: BlockId| {
        let now = function.block(block);
        let is_new = block.index() >= own;
        let is_edited = is_new || now.successors != original.block(block).successors;
        is_edited.then(|| BlockEdit {
            block,
            after: now.after.filter(|_| is_new),
            successors: now.successors.clone(),
        })
    };
    function.block_ids().filter_map(of).collect()
}

struct Reading<'a> {
    function: &'a Function,
    original: &'a Function,
    copied: &'a [CopiedOperand],
}

impl Reading<'_> {
    fn is_edited(&self, inst: InstId) -> bool {
        self.copied.iter().any(|copy| copy.inst == inst)
            || self.renamed(inst).next().is_some()
            || self.form(inst).is_some()
            || self.target(inst).is_some()
    }

    /// The instruction of the original that one is, or that it is a copy of. Others were inserted, or are
    /// copies of such.
    fn source(&self, inst: InstId) -> Option<InstId> {
        let count = self.original.inst_count();
        let found = match inst.index() < count {
            true => inst,
            false => self.function.origin(inst),
        };
        (found.index() < count).then_some(found)
    }

    fn place(&self, block: BlockId, inst: InstId, edits: &mut Vec<Edit>) {
        let copy = self.copied.iter().find(|copy| copy.inst == inst);
        let copy = copy.and_then(|copy| Some((copy, RegRange::new(copy.to, 1)?)));
        let mut operands: Vec<_> = self.renamed(inst).collect();
        if let Some((copy, register)) = copy {
            let (to, from, operand) = (copy.to, copy.from, copy.operand);
            edits.push(Edit::of(block, Place::Move { to, from }));
            operands.retain(|edit| edit.operand != operand);
            operands.push(OperandEdit { operand, register });
        }
        let place = match (self.kind(inst), copy) {
            (Place::Move { to, .. }, Some((copy, _))) => Place::Move { to, from: copy.to },
            (place, _) => place,
        };
        if !matches!(place, Place::Existing(_) | Place::Copy(_)) {
            operands.clear();
        }
        let inverse = |place| match place {
            Place::Branch { of, inverted, .. } => {
                let name = &self.original.opcode(of).name;
                inverted
                    .then(|| crate::machine::inverse_branch(name))
                    .flatten()
            }
            _ => None,
        };
        edits.push(Edit {
            block,
            place,
            operands,
            form: self.form(inst).filter(|form| inverse(place) != Some(form)),
            target: match place {
                Place::Existing(_) => self.target(inst),
                _ => None,
            },
        });
    }

    /// The operands of an instruction that have other registers than in the original function.
    fn renamed(&self, inst: InstId) -> impl Iterator<Item = OperandEdit> {
        let before = self
            .source(inst)
            .map(|source| self.original.operands(source));
        let both = before
            .unwrap_or_default()
            .iter()
            .zip(self.function.operands(inst));
        (0..).zip(both).filter_map(|(operand, (before, now))| {
            let register = now.reg().filter(|_| before.kind != now.kind)?;
            Some(OperandEdit { operand, register })
        })
    }

    /// Another opcode than in the original function.
    fn form(&self, inst: InstId) -> Option<String> {
        let source = self.source(inst)?;
        let name = &self.function.opcode(inst).name;
        (*name != self.original.opcode(source).name).then(|| name.clone())
    }

    /// Another block than in the original function that a branch goes to.
    fn target(&self, inst: InstId) -> Option<BlockId> {
        let before = branch_target(self.original, self.source(inst)?);
        branch_target(self.function, inst).filter(|&now| before != Some(now))
    }

    fn kind(&self, inst: InstId) -> Place {
        let function = self.function;
        if let Some(source) = self.source(inst) {
            let is_own = source == inst;
            let is_branch = function.flags(inst).has(InstFlags::TERMINATOR);
            return match branch_target(function, inst).filter(|_| !is_own && is_branch) {
                _ if is_own => Place::Existing(inst),
                Some(to) => Place::Branch {
                    of: source,
                    inverted: self.form(inst).is_some(),
                    to,
                },
                None => Place::Copy(source),
            };
        }
        let name = function.opcode(inst).name.as_str();
        let is_move = name == "V_MOV_B32_e32" || name.starts_with("V_ACCVGPR_");
        let register = |role| function.operand(inst, role)?.reg();
        let ends = register(Role::Dst).zip(register(Role::Src0));
        let imm = function.operands(inst).first().and_then(|o| o.imm());
        match (function.info(inst).unit, imm, ends) {
            (Unit::Nop, Some(imm), _) => Place::Nop(imm as u32),
            (Unit::Wait, Some(imm), _) => Place::Waitcnt(imm as u32),
            (_, _, Some((to, from))) if is_move => {
                let (to, from) = (to.first(), from.first());
                Place::Move { to, from }
            }
            // A copy of what is not in the original: the plan is refused, since none can insert it.
            _ => Place::Copy(inst),
        }
    }
}
