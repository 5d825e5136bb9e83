//! The answer of a stage, as C sees it.

mod edits;
mod numbers;
#[cfg(test)]
mod tests;

pub use numbers::{llvm_indices, number_as_llvm};

use self::edits::Edits;
use super::abi::*;
use crate::machine::debug_values::DebugEdit;
use crate::machine::edits::Script;
use crate::pipeline::{Outcome, RemarkKind};

/// A plan with the memory its pointers point into. `raw` comes first: C holds a pointer to it.
#[repr(C)]
struct OwnedPlan {
    raw: CdnaPlan,
    edits: Edits,
    remarks: Vec<CdnaRemark>,
    /// Keep the messages and arguments of remarks alive.
    _messages: Vec<String>,
    _args: Vec<Arguments>,
}

/// Arguments of a remark as C sees them, and what they point into.
type Arguments = (Vec<CdnaArgument>, Vec<(&'static str, String)>);

/// What is said of a plan that cannot be applied.
pub fn refusal(why: &str) -> String {
    format!(
        "the plan of edits was refused: {why}; the function was left as LLVM had it, please report \
         it"
    )
}

/// Makes a plan for C. Released by [`free`].
pub fn export(outcome: Outcome, script: &Script, debug: &[DebugEdit]) -> *mut CdnaPlan {
    let mut messages = Vec::with_capacity(outcome.remarks.len());
    let mut remarks = Vec::with_capacity(outcome.remarks.len());
    let mut all_args = Vec::with_capacity(outcome.remarks.len());
    for remark in outcome.remarks {
        let args = remark.args.iter().map(|(key, value)| CdnaArgument {
            key: CdnaStr::of(key),
            value: CdnaStr::of(value),
        });
        let args: Vec<CdnaArgument> = args.collect();
        remarks.push(CdnaRemark {
            kind: match remark.kind {
                RemarkKind::Passed => CDNA_REMARK_PASSED,
                RemarkKind::Missed => CDNA_REMARK_MISSED,
                RemarkKind::Analysis => CDNA_REMARK_ANALYSIS,
                RemarkKind::Warning => CDNA_REMARK_WARNING,
                RemarkKind::Error => CDNA_REMARK_ERROR,
            },
            block: remark.block.0,
            inst: remark.inst.map_or(CDNASCHED_NONE, |inst| inst.0),
            reserved: 0,
            name: CdnaStr::of(remark.name),
            message: CdnaStr::of(&remark.message),
            args: args.as_ptr(),
            arg_count: args.len() as u64,
        });
        // Moving a String or a Vec leaves its contents where they are.
        all_args.push((args, remark.args));
        messages.push(remark.message);
    }
    let flags = [
        (!script.is_empty() && !outcome.declined, CDNA_PLAN_CHANGES),
        (outcome.settled && !outcome.declined, CDNA_PLAN_SETTLED),
        (outcome.again, CDNA_PLAN_AGAIN),
    ];
    let mut plan = Box::new(OwnedPlan {
        raw: CdnaPlan::default(),
        edits: Edits::of(script, debug),
        remarks,
        _messages: messages,
        _args: all_args,
    });
    let edits = &plan.edits;
    plan.raw = CdnaPlan {
        flags: flags
            .iter()
            .fold(0, |all, (is, bit)| all | if *is { *bit } else { 0 }),
        reserved: 0,
        new_blocks: edits.new_blocks.as_ptr(),
        new_block_count: edits.new_blocks.len() as u64,
        new_successors: edits.new_successors.as_ptr(),
        new_successor_count: edits.new_successors.len() as u64,
        orders: edits.orders.as_ptr(),
        order_count: edits.orders.len() as u64,
        insts: edits.insts.as_ptr(),
        inst_count: edits.insts.len() as u64,
        insertions: edits.insertions.as_ptr(),
        insertion_count: edits.insertions.len() as u64,
        insertion_operands: edits.insertion_operands.as_ptr(),
        insertion_operand_count: edits.insertion_operands.len() as u64,
        insertion_forms: edits.insertion_forms.as_ptr(),
        insertion_form_count: edits.insertion_forms.len() as u64,
        forms: edits.forms.as_ptr(),
        form_count: edits.forms.len() as u64,
        operands: edits.operands.as_ptr(),
        operand_count: edits.operands.len() as u64,
        removals: edits.removals.as_ptr(),
        removal_count: edits.removals.len() as u64,
        targets: edits.targets.as_ptr(),
        target_count: edits.targets.len() as u64,
        successors: edits.successors.as_ptr(),
        successor_count: edits.successors.len() as u64,
        debug_edits: edits.debug.as_ptr(),
        debug_edit_count: edits.debug.len() as u64,
        remarks: plan.remarks.as_ptr(),
        remark_count: plan.remarks.len() as u64,
    };
    Box::into_raw(plan).cast()
}

/// Releases a plan.
///
/// # Safety
/// `plan` must be null or come from [`export`], and must not be used again.
pub unsafe fn free(plan: *mut CdnaPlan) {
    if !plan.is_null() {
        // SAFETY: export() made it as an OwnedPlan, whose first field is the CdnaPlan.
        drop(unsafe { Box::from_raw(plan.cast::<OwnedPlan>()) });
    }
}
