//! Stage 2: nops over the final stream.

use super::waits_added::{added, requirements};
use crate::finish::add_llvms_nops;
use crate::hazard::{self, BlockEndShift, Facts, ShiftRepair};
use crate::machine::edits::{CopiedOperand, edits};
use crate::machine::{Function, Role};
use crate::{Options, Outcome, Progress, Stage};
use crate::{above_llvm, asm_findings, loop_places, remarks, report_builder, validate};

/// Stage 2: nops over the final stream. When the checker refuses the result the function stays as
/// it was; so does one whose stage 1 was refused.
pub(super) fn run(function: &mut Function, options: &Options, progress: &mut Progress) -> Outcome {
    report_builder::describe(function, &mut progress.record);
    if let Some(left) = progress.handover.waits.take() {
        progress.record.added_by_llvm.waits = added(&left, &requirements(function));
    }
    let mut outcome = Outcome::default();
    if options.waits || options.nops {
        asm_findings::open_inside(function, options.hazards, &mut outcome);
    }
    let shifts = hazard::block_end_shifts(function);
    if !options.nops || progress.is_refused() {
        remarks::misread_shifts(function, &shifts, false, &mut outcome);
        return outcome;
    }
    let before = function.clone();
    let facts = Facts::new(function, options.hazards);
    let placement = hazard::place_by(function, &facts);
    // Its addresses will be those of the final stream.
    let mut last = function.clone();
    add_llvms_nops(&mut last, &facts);
    above_llvm::place_llvms(&last, &mut progress.handover);
    let models = options.models.of(function.gpu);
    let moved = match models.first() {
        Some(model) if options.place_loops => loop_places::choose(last, model),
        _ => Vec::new(),
    };
    loop_places::insert(function, &moved);
    progress.record.place_nops = moved.iter().map(|moved| moved.nops).sum();
    validate::inject(function, &before, options.fault, Stage::Nops);
    let findings = validate::of_nops(function, options);
    if !findings.is_empty() {
        let mut outcome = validate::refuse(Stage::Nops, function, before, &findings, progress);
        remarks::misread_shifts(function, &shifts, false, &mut outcome);
        return outcome;
    }
    let llvm = |s: &&BlockEndShift| s.repair == ShiftRepair::Llvm;
    let only_llvm = shifts.iter().find(llvm).map(|s| s.inst);
    outcome.settled = options.hazards.excludes_llvm() && only_llvm.is_none();
    remarks::misread_shifts(function, &shifts, true, &mut outcome);
    if options.explain {
        remarks::nops(function, &placement, &mut outcome);
        if let Some(model) = models.first() {
            loop_places::remarks(&moved, model, &mut outcome);
        }
        remarks::recogniser(function, options.hazards, only_llvm, &mut outcome);
    }
    progress.handover.wait_states = Some(report_builder::nops(function).1);
    let copied = shifts.iter().filter(|s| s.repair == ShiftRepair::Copy);
    let copied: Vec<_> = copied.filter_map(|s| copied_amount(function, s)).collect();
    outcome.edits = edits(function, &before, &copied);
    outcome
}

/// How a shift is repaired by a copy of its amount into the low half of its result.
fn copied_amount(function: &Function, shift: &BlockEndShift) -> Option<CopiedOperand> {
    let operands = function.operands(shift.inst);
    let operand = operands.iter().position(|o| o.role == Role::Src0)?;
    let result = function.operand(shift.inst, Role::Dst)?.reg()?;
    Some(CopiedOperand {
        inst: shift.inst,
        operand: operand as u32,
        from: shift.amount,
        to: result.first(),
    })
}
