//! Instructions by their numbers in LLVM's function.

use crate::machine::edits::{Place, Refusal, Script};
use crate::machine::{Function, InstFlags, InstId};
use crate::pipeline::Remark;

/// By instruction, the index that it has in LLVM's function: none in inline assembly, of which the core has ids and LLVM has nothing.
pub fn llvm_indices(original: &Function) -> Vec<Option<InstId>> {
    let mut next = 0;
    let index = |id| {
        let is_llvms = !original.flags(InstId(id)).has(InstFlags::IN_ASM);
        let index = is_llvms.then_some(InstId(next));
        next += u32::from(is_llvms);
        index
    };
    (0..original.inst_count() as u32).map(index).collect()
}

/// Gives instructions the indices that LLVM's have in the function that the plan is for.
///
/// # Errors
/// When the plan changes what is in inline assembly.
pub fn number_as_llvm(
    script: &mut Script,
    remarks: &mut [Remark],
    original: &Function,
) -> Result<(), Refusal> {
    let indices = llvm_indices(original);
    for remark in remarks {
        // Of an instruction in assembly, LLVM knows the assembly alone.
        let known = remark.inst.filter(|inst| inst.index() < indices.len());
        let own = known.map(|inst| original.asm_around(inst).unwrap_or(inst));
        remark.inst = own.and_then(|inst| indices[inst.index()]);
    }
    let number = |inst: &mut InstId| {
        let index = indices.get(inst.index()).copied().flatten();
        *inst = index.ok_or(Refusal::Assembly)?;
        Ok(())
    };
    let Script {
        new_blocks: _,
        orders,
        insertions,
        forms,
        operands,
        removals,
        targets,
        successors: _,
    } = script;
    let orders = orders.iter_mut().flat_map(|(_, order)| order);
    orders.chain(removals).try_for_each(number)?;
    for insertion in insertions {
        insertion.before.iter_mut().try_for_each(number)?;
        match &mut insertion.place {
            Place::Existing(inst) | Place::Removed(inst) | Place::Copy(inst) => number(inst)?,
            Place::Branch { of, .. } => number(of)?,
            Place::Nop(_) | Place::Waitcnt(_) | Place::Move { .. } => {}
        }
    }
    let forms = forms.iter_mut().map(|(inst, _)| inst);
    let operands = operands.iter_mut().map(|(inst, _)| inst);
    let targets = targets.iter_mut().map(|(inst, _)| inst);
    forms.chain(operands).chain(targets).try_for_each(number)
}
