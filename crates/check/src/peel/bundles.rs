//! Bundles in a copy: code between two instructions that set EXEC.

use super::super::guards::{is_member, is_summary};
use super::Proof;
use super::lanes::pair;
use crate::machine::{Function, InstId, OperandKind, RegRange};

impl Proof<'_> {
    /// Whether the bundles in a block are code between two instructions that set EXEC, with headers that say what it does.
    pub(super) fn are_bundles(&self, body: &[InstId]) -> bool {
        let peeled = self.peeled;
        let mut at = 0;
        while let Some(&inst) = body.get(at) {
            at += 1;
            if is_member(peeled, inst) {
                return false;
            }
            if !peeled.is_guard(inst) {
                continue;
            }
            let rest = body[at..].iter();
            let count = rest.take_while(|&&inst| is_member(peeled, inst)).count();
            let members = &body[at..at + count];
            at += count;
            let sets =
                |inst: Option<&InstId>| inst.is_some_and(|&inst| sets_exec(peeled, inst).is_some());
            let inside = members.get(1..count.saturating_sub(1)).unwrap_or(&[]);
            if count < 3
                || !sets(members.first())
                || !sets(members.last())
                || inside.iter().any(|&inst| sets_exec(peeled, inst).is_some())
                || !is_summary(peeled, inst, members)
            {
                return false;
            }
        }
        true
    }
}

/// The pair that EXEC is set to where a bundle ends, if there is one.
pub(super) fn whole(function: &Function, body: &[InstId]) -> Result<Option<RegRange>, ()> {
    let mut last = None;
    for (at, &inst) in body.iter().enumerate() {
        let ends = body
            .get(at + 1)
            .is_none_or(|&next| !is_member(function, next));
        if is_member(function, inst) && ends {
            let pair = sets_exec(function, inst).ok_or(())?;
            if last.is_some_and(|last| last != pair) {
                return Err(());
            }
            last = Some(pair);
        }
    }
    Ok(last)
}

/// The pair that a member of a bundle sets EXEC to: it is described as if EXEC stayed what it was.
pub(super) fn sets_exec(function: &Function, inst: InstId) -> Option<RegRange> {
    let [to, from] = function.operands(inst) else {
        return None;
    };
    let sets = is_member(function, inst)
        && function.opcode(inst).name == "S_MOV_B64"
        && to.kind == OperandKind::NoReg
        && to.is_def()
        && to.is_explicit();
    pair(from).filter(|_| sets && from.is_use())
}
