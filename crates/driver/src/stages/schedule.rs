//! Stage 1: order and waits.

use std::borrow::Cow;
use std::rc::Rc;

use super::waits_added::requirements;
use crate::check::{self, Finding};
use crate::handover::{Handover, Unpeeled};
use crate::kernel::{Kernel, State};
use crate::machine::edits::{block_edits, edits};
use crate::machine::{BlockId, Function, InstId};
use crate::report::Record;
use crate::validate::{Case, Fault};
use crate::{Check, Options, Outcome, Progress, Remark, RemarkKind, Stage};
use crate::{
    above_llvm, accept, asm_findings, lds_dma, orders, phases, remarks, report_builder, schedule,
    search_log, validate, waitcnt,
};

/// Why nothing is ordered and no wait is placed under `+precise-memory`.
const PRECISE_MEMORY: &str = "precise-memory is on: LLVM waits after every memory access, so the order and \
     the waits are left to LLVM";

/// Runs it. When the check refuses the result the function stays as it was. Of copies in front of loops that it refused before, the
/// run without them tells.
pub(super) fn run(function: &mut Function, options: &Options, progress: &mut Progress) -> Outcome {
    let mut outcome = run_once(function, options, progress);
    if !outcome.again
        && let Some(wrong) = progress.wrong_copies.take()
    {
        let first = wrong.first_finding();
        let reason = format!("the check refused them ({first}); please report this");
        progress
            .record
            .left_alone("copies in front of loops", &reason);
        outcome.wrong_copies = Some(wrong);
    }
    outcome
}

fn run_once(function: &mut Function, options: &Options, progress: &mut Progress) -> Outcome {
    report_builder::describe(function, &mut progress.record);
    progress.record.registers_before = (&*function).into();
    let before = function.clone();
    let mut outcome = Outcome::default();
    if options.explain {
        asm_findings::not_parsed(function, &mut outcome);
    }
    if function.features.precise_memory {
        progress
            .record
            .left_alone("order and waits", PRECISE_MEMORY);
        outcome.missed("PreciseMemory", PRECISE_MEMORY.to_owned());
        outcome.unfinished = Some(PRECISE_MEMORY.to_owned());
        return outcome;
    }
    let unpeeled = match peeled_rightly(&before, options, progress) {
        Ok(unpeeled) => unpeeled,
        Err(wrong) => {
            let Wrong { wrong, copies } = *wrong;
            return match copies {
                Some((headers, case)) => progress.without_wrong_copies(headers, case),
                None => validate::refuse(Stage::Schedule, function, before, &[wrong], progress),
            };
        }
    };
    if let Err(wrong) = merged_rightly(&before, options, progress) {
        return validate::refuse(Stage::Schedule, function, before, &[wrong], progress);
    }
    let mut kernel = Kernel::prepare(&before, options);
    let orders = options.orders.as_ref();
    match orders.and_then(|file| file.of(&before.name)) {
        Some(given) if options.schedule => {
            orders::apply(&mut kernel, given, progress, &mut outcome);
        }
        _ if options.schedule => reorder(&mut kernel, progress, &mut outcome),
        _ => {}
    }
    let in_vain = unpeeled
        .as_ref()
        .map_or(Vec::new(), |unpeeled| unpeeled.in_vain(&kernel));
    if !in_vain.is_empty() {
        return progress.without_peeling(in_vain);
    }
    let State {
        present, original, ..
    } = kernel.state;
    *function = present.into_function();
    if options.waits {
        place_waits(function, options, progress, &mut outcome);
    }
    let start = &original.plain;
    validate::inject(function, start, options.fault, Stage::Schedule);
    let complete = progress.handover.waits.is_some();
    if options.check == Check::Full {
        progress.handover.requests = check::requests(function, &block_orders(start));
    }
    let requests = &progress.handover.requests;
    let findings = validate::of_schedule(function, start, complete, options, requests);
    if !findings.is_empty() {
        return validate::refuse(Stage::Schedule, function, before, &findings, progress);
    }
    outcome.edits = edits(function, &before, &[]);
    outcome.blocks = block_edits(function, &before);
    if let Some(unpeeled) = unpeeled {
        if outcome.edits.is_empty() {
            return progress.without_peeling(unpeeled.headers().collect());
        }
        unpeeled.note(&before, options, progress, &mut outcome);
    }
    if has_guards(&before) {
        match outcome.edits.is_empty() {
            // The branches stay: what is known of the function is of other blocks than it has.
            true => progress.handover = Handover::default(),
            false => note_guards(&before, options, progress, &mut outcome),
        }
    }
    outcome
}

/// Notes what loops run without a branch around it.
fn note_guards(
    function: &Function,
    options: &Options,
    progress: &mut Progress,
    outcome: &mut Outcome,
) {
    for block in function.block_ids() {
        let order = function.block(block).order.iter();
        // Bundles of copies of loops narrow EXEC otherwise.
        let narrows = |inst: InstId| function.opcode(inst).name == "S_AND_SAVEEXEC_B64";
        let is_guard = |inst: InstId| function.contents(inst).next().is_some_and(narrows);
        let guards = order.filter(|&&inst| function.is_guard(inst) && is_guard(inst));
        let count = guards.count();
        progress.record.guards += count as u32;
        if count != 0 && options.explain {
            outcome.remarks.push(Remark {
                kind: RemarkKind::Passed,
                name: "Guarded",
                message: format!(
                    "branches around code for some lanes that are gone from the loop, so that it is one block: {count}"
                ),
                block,
                inst: None,
                args: Vec::new(),
            });
        }
    }
}

/// Whether guarded code of a function is no longer branched around.
fn has_guards(function: &Function) -> bool {
    let mut insts = function.blocks().iter().flat_map(|block| &block.order);
    insts.any(|&inst| function.is_guard(inst))
}

/// A function with copies of loops in front of them that is not the program that LLVM's is.
struct Wrong {
    wrong: Finding,
    /// The headers of the loops, and what is saved; `None` if nothing was put in front of any.
    copies: Option<(Vec<BlockId>, Case)>,
}

/// What a function was, if copies of loops were put in front of them and it is the program that LLVM's is.
fn peeled_rightly(
    function: &Function,
    options: &Options,
    progress: &mut Progress,
) -> Result<Option<Unpeeled>, Box<Wrong>> {
    let Some(was) = progress.handover.unpeeled.take() else {
        return Ok(None);
    };
    // Branches around guarded code were taken out behind that.
    let unmerged = progress.handover.unmerged.as_ref();
    let peeled = unmerged.map_or(function, |unmerged| &unmerged.function);
    // The shim may have left all as it was.
    let is_done = peeled.blocks().len() != was.function.blocks().len();
    if options.check != Check::Off {
        let mut peeled = Cow::Borrowed(peeled);
        if is_done && options.fault == Some(Fault::Peel) {
            let copy = was.copy_of(&peeled, 0);
            validate::spoil(peeled.to_mut(), copy);
        }
        if let Err(wrong) = check::peel(&peeled, &was.function, &was.ways()) {
            let wrong = Finding::from(wrong);
            let copies = is_done.then(|| {
                let findings = std::slice::from_ref(&wrong);
                let case = validate::case(Stage::Schedule, &peeled, findings);
                (was.headers().collect(), case)
            });
            return Err(Box::new(Wrong { wrong, copies }));
        }
    }
    Ok(is_done.then_some(was))
}

/// Whether a function in which guarded code is no longer branched around is the program that LLVM's is.
fn merged_rightly(
    function: &Function,
    options: &Options,
    progress: &mut Progress,
) -> Result<(), Finding> {
    let unmerged = progress.handover.unmerged.take();
    match unmerged.filter(|_| has_guards(function) && options.check != Check::Off) {
        Some(was) => Ok(check::guards(function, &was.function, &was.guarded)?),
        None => Ok(()),
    }
}

/// Places the waits, and says where the policies for loads into LDS differ.
fn place_waits(
    function: &mut Function,
    options: &Options,
    progress: &mut Progress,
    outcome: &mut Outcome,
) {
    lds_dma::differences(function, options.explain, &mut progress.record, outcome);
    let models = options.models.of(function.gpu);
    let longer = |plain: &Function, moved: &Function| accept::takes_longer(moved, plain, &models);
    match waitcnt::place_unless(function, longer) {
        Ok(placement) => {
            if options.explain {
                remarks::waits(function, &placement, outcome);
            }
            progress.handover.waits = Some(requirements(function));
        }
        Err(error) => {
            progress.record.left_alone("waits", &error.to_string());
            outcome.missed("Waits", error.to_string());
            outcome.unfinished.get_or_insert(error.to_string());
        }
    }
}

/// Has the phases work on a kernel, and reports on what they did.
fn reorder(kernel: &mut Kernel<'_>, progress: &mut Progress, outcome: &mut Outcome) {
    let options = kernel.options;
    let phases = phases::run_all(kernel);
    if !Rc::ptr_eq(&kernel.given, &kernel.searched) {
        progress.handover.without_copies = Some(kernel.searched.plain.clone());
    }
    let state = &kernel.state;
    if options.log_search {
        let log = search_log::text(&state.present, &kernel.search.models, &state.report);
        outcome.search_log = Some(log);
    }
    report_builder::schedule(kernel, &mut progress.record);
    if options.waits && (options.certify || options.explain) {
        above_llvm::note(kernel, progress);
    }
    if options.certify {
        report_builder::bounds(kernel, &mut progress.record);
        without_register_reuse(kernel, &mut progress.record);
        certify(kernel, &mut progress.record, outcome);
    }
    for phase in &phases {
        phase.explain(kernel, progress, outcome);
    }
    if options.explain {
        above_llvm::remarks(&progress.record, kernel.search.models.first(), outcome);
    }
}

/// What the reuse of registers costs each loop with matrix instructions.
fn without_register_reuse(kernel: &Kernel<'_>, record: &mut Record) {
    let state = &kernel.state;
    let traces = state.report.traces.iter();
    let loops = traces.filter(|trace| trace.trace.is_loop());
    for (trace, found) in loops.zip(&mut record.loops) {
        if found.matrix_instructions > 0 {
            let needs = state.needs();
            let clocks =
                schedule::without_reuse(&state.present, &trace.trace, &needs, &kernel.search);
            found.without_register_reuse = clocks.map(|clocks| clocks.0);
        }
    }
}

/// How far each region is from the best order; with the full check, whether that is so.
fn certify(kernel: &Kernel<'_>, record: &mut Record, outcome: &mut Outcome) {
    let (function, needs) = (&kernel.state.present, kernel.state.needs());
    let certificates = schedule::certify(function, &needs, &kernel.search);
    report_builder::certificates(&certificates, record);
    if kernel.options.explain {
        remarks::certificates(&certificates, outcome);
    }
    if kernel.options.check == Check::Full
        && let Some(model) = kernel.search.models.first()
    {
        for wrong in schedule::false_certificates(function, &needs, model, &certificates) {
            outcome.missed(
                "Checker",
                format!("the scheduler contradicts itself: {wrong}; please report this"),
            );
        }
    }
}

pub(crate) fn block_orders(function: &Function) -> Vec<Vec<InstId>> {
    function.blocks().iter().map(|b| b.order.clone()).collect()
}
