//! The three stages.

use super::table_oracle::TableOracle;
use super::{
    Check, Options, Outcome, Stage, above_llvm, asm_findings, coalescing, is_users_wall, lds_dma,
    loop_places, orders, overlap, profitability, remarks, renaming, report_builder, search_log,
    validate,
};
use crate::check::{self, Finding};
use crate::gpu::Counts;
use crate::handover::Progress;
use crate::hazard::{self, BlockEndShift, Facts, ShiftRepair};
use crate::machine::edits::{CopiedOperand, block_edits, edits};
use crate::machine::{Function, InstId, Role};
use crate::panics;
use crate::report::{Judged, Record};
use crate::schedule;
use crate::timing;
use crate::transform::rename::Renaming;
use crate::waitcnt;

/// Why nothing is ordered and no wait is placed under `+precise-memory`.
const PRECISE_MEMORY: &str = "precise-memory is on: LLVM waits after every memory access, so the order and \
     the waits are left to LLVM";

/// Stage 1: order and waits. When the check refuses the result the function stays as it was.
pub(crate) fn schedule_stage(
    function: &mut Function,
    options: &Options,
    progress: &mut Progress,
) -> Outcome {
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
        return outcome;
    }
    let given = options
        .orders
        .as_ref()
        .and_then(|file| file.of(&function.name));
    if options.schedule && options.coalesce && given.is_none() {
        coalescing::apply(function, options, progress, &mut outcome);
    }
    let mut start = function.clone();
    let mut original = block_orders(function);
    timing::find_bank_conflicts(function);
    function.add_boundaries(is_users_wall);
    waitcnt::anchor(function);
    if let (true, Some(given)) = (options.schedule, given) {
        orders::apply(function, &start, given, options, progress, &mut outcome);
    } else if options.schedule {
        let given = Given {
            function: &before,
            orders: &original,
        };
        let rotated = reorder(function, given, options, progress, &mut outcome);
        if let Some(rotated) = rotated {
            original = block_orders(&rotated);
            start = rotated;
        }
    }
    if options.waits {
        place_waits(function, options, progress, &mut outcome);
    }
    validate::inject(function, &start, options.fault, Stage::Schedule);
    let complete = progress.handover.waits.is_some();
    if options.check == Check::Full {
        progress.handover.requests = check::requests(function, &original);
    }
    let findings = validate::of_schedule(
        function,
        &start,
        complete,
        options,
        &progress.handover.requests,
    );
    if !findings.is_empty() {
        return validate::refuse(Stage::Schedule, function, before, &findings, progress);
    }
    outcome.edits = edits(function, &before, &[]);
    outcome.blocks = block_edits(function, &before);
    outcome
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
    let longer =
        |plain: &Function, moved: &Function| profitability::takes_longer(moved, plain, &models);
    match waitcnt::place_unless(function, longer) {
        Ok(placement) => {
            if options.explain {
                remarks::waits(function, &placement, outcome);
            }
            progress.handover.waits = Some(waits(function));
        }
        Err(error) => {
            progress.record.left_alone("waits", &error.to_string());
            outcome.missed("Waits", error.to_string());
        }
    }
}

/// What stage 1 was given.
#[derive(Clone, Copy)]
struct Given<'a> {
    /// LLVM's function.
    function: &'a Function,
    /// The orders of its blocks, after copies were taken out.
    orders: &'a [Vec<InstId>],
}

/// Searches for better orders, keeps those that pay, and reports on both.
fn reorder(
    function: &mut Function,
    given: Given<'_>,
    options: &Options,
    progress: &mut Progress,
    outcome: &mut Outcome,
) -> Option<Function> {
    let needs = TableOracle(Facts::new(function, options.hazards));
    let search = schedule::Options {
        effort: options.effort,
        models: options.models.of(function.gpu),
        walls: options.walls,
        own_figures: options.certify,
        ..schedule::Options::new(function)
    };
    let (mut report, mut alternatives) = schedule::schedule(function, &needs, &search);
    let mut llvm = function.clone();
    for (block, order) in function.block_ids().zip(given.orders) {
        llvm.set_order(block, order.clone());
    }
    let costs = profitability::apply(
        function,
        profitability::Incoming {
            function: llvm.clone(),
            facts: &needs.0,
            is_llvms: true,
        },
        &needs.0,
        &search,
        &mut report,
        &mut alternatives,
    );
    let mut needs = match options.rename {
        Renaming::Off => needs,
        _ => {
            let (facts, wrong) =
                renaming::apply(function, &llvm, needs.0, &search, options, &mut report);
            if let Some(wrong) = wrong {
                let what = wrong.describe(function);
                let message = format!(
                    "the check refused renamed registers ({what}); the order alone stays, please \
                     report this"
                );
                progress.record.left_alone("renamed registers", &message);
                outcome.missed("Renaming", message);
            }
            TableOracle(facts)
        }
    };
    let mut overlapped = None;
    if options.overlap {
        report_builder::traces_before(&report, &mut progress.handover);
        let found = overlap::apply(function, &llvm, needs.0, &search, options, &mut report);
        needs = TableOracle(found.facts);
        overlapped = Some((found.loops, found.original));
    }
    if options.log_search {
        outcome.search_log = Some(search_log::text(function, &search.models, &report));
    }
    report_builder::schedule(function, &search.models, &report, progress);
    let Progress { record, handover } = progress;
    report_builder::profitability(&search.models, &costs, &report, record);
    let rotated = overlapped.and_then(|(loops, original)| {
        overlap::record(&loops, record);
        original
    });
    if options.waits && (options.certify || options.explain) {
        above_llvm::note(function, &llvm, &needs.0, &search.models, record);
        above_llvm::note_llvms(function, given.function, &needs.0, &search.models, handover);
    }
    if options.certify {
        report_builder::bounds(function, &search.models, &report, record);
        without_register_reuse(function, &report, &needs, &search, record);
        certify(function, &needs, &search, options, record, outcome);
    }
    if options.explain {
        remarks::schedule(&report, record, outcome);
        remarks::renaming(function, record, outcome);
        overlap::remarks(record, outcome);
        above_llvm::remarks(record, search.models.first(), outcome);
    }
    rotated
}

/// What the reuse of registers costs each loop with matrix instructions.
fn without_register_reuse(
    function: &Function,
    report: &schedule::Report,
    needs: &TableOracle,
    search: &schedule::Options,
    record: &mut Record,
) {
    let loops = report.traces.iter().filter(|trace| trace.trace.is_loop());
    for (trace, found) in loops.zip(&mut record.loops) {
        if found.matrix_instructions > 0 {
            let clocks = schedule::without_reuse(function, &trace.trace, needs, search);
            found.without_register_reuse = clocks.map(|clocks| clocks.0);
        }
    }
}

/// How far each region is from the best order; with the full check, whether that is so.
fn certify(
    function: &Function,
    needs: &TableOracle,
    search: &schedule::Options,
    options: &Options,
    record: &mut Record,
    outcome: &mut Outcome,
) {
    let certificates = schedule::certify(function, needs, search);
    report_builder::certificates(&certificates, record);
    if options.explain {
        remarks::certificates(&certificates, outcome);
    }
    if options.check == Check::Full
        && let Some(model) = search.models.first()
    {
        for wrong in schedule::false_certificates(function, needs, model, &certificates) {
            outcome.missed(
                "Checker",
                format!("the scheduler contradicts itself: {wrong}; please report this"),
            );
        }
    }
}

/// Stage 2: nops over the final stream. When the checker refuses the result the function stays as
/// it was; so does one whose stage 1 was refused.
pub(crate) fn nops_stage(
    function: &mut Function,
    options: &Options,
    progress: &mut Progress,
) -> Outcome {
    report_builder::describe(function, &mut progress.record);
    if let Some(left) = progress.handover.waits.take() {
        progress.record.added_by_llvm.waits = added(&left, &waits(function));
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
    let last = with_llvms_nops(function, &facts);
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

/// The function as LLVM's recogniser will leave it, whose addresses will be those of the final stream.
fn with_llvms_nops(function: &Function, facts: &Facts) -> Function {
    let mut function = function.clone();
    if let Some(behind) = facts.behind() {
        let behind = behind.extended(&function);
        hazard::place_by(&mut function, &behind);
    }
    function
}

/// After LLVM's hazard recogniser: what did LLVM still add, and what is the result worth?
pub(crate) fn audit_stage(
    function: &mut Function,
    options: &Options,
    progress: &mut Progress,
) -> Outcome {
    report_builder::describe(function, &mut progress.record);
    timing::find_bank_conflicts(function);
    report_builder::last(function, options, &mut progress.record);
    let mut outcome = Outcome::default();
    let models = options.models.of(function.gpu);
    let slower = above_llvm::compare(function, models.first(), progress);
    if options.explain {
        outcome.remarks = slower;
    }
    if let Some(left) = progress.handover.wait_states.take() {
        progress.record.added_by_llvm.nop_wait_states =
            progress.record.nop_wait_states.saturating_sub(left);
    }
    if options.check == Check::Full {
        check_final_stream(function, options, progress, &mut outcome);
    }
    if let (true, Some(model)) = (options.explain, models.first()) {
        let fault = options.fault;
        match panics::stopped("remark on what binds its loops", || {
            validate::show(fault);
            remarks::binding(function, model)
        }) {
            Ok(remarks) => outcome.remarks.extend(remarks),
            Err(told) => outcome.missed("LoopBinding", told),
        }
    }
    let added = progress.record.added_by_llvm;
    if options.explain && (added.waits != 0 || added.nop_wait_states != 0) {
        outcome.missed(
            "AddedByLLVM",
            format!(
                "LLVM's own passes then added {} s_waitcnt and {} wait states of s_nop",
                added.waits, added.nop_wait_states
            ),
        );
    }
    outcome
}

/// Checks the final stream, with logic that shares nothing with what made it. It is too late to
/// fall back: where a stage of ours was refused, what is left open is LLVM's.
fn check_final_stream(
    function: &Function,
    options: &Options,
    progress: &mut Progress,
    outcome: &mut Outcome,
) {
    let verdict = check::final_stream(function, options.hazards);
    let requests = check::lost(function, &std::mem::take(&mut progress.handover.requests));
    progress.record.judged = Some(Judged {
        open_hazards: verdict.hazards.len() as u32,
        open_waits: verdict.waits.len() as u32,
        lost_requests: requests.lost.len() as u32,
        unplaced_requests: requests.unplaced,
    });
    let lost = requests.lost.into_iter().map(Finding::from);
    let findings: Vec<Finding> = verdict.findings().chain(lost).collect();
    for finding in &findings {
        let what = finding.describe(function);
        outcome.missed(
            "Checker",
            format!("the check of the final stream found: {what}; please report this"),
        );
    }
    if requests.unplaced > 0 {
        outcome.missed(
            "Checker",
            format!(
                "the places of {} waits or markers of the function given to stage 1 could not be found \
                 in the final stream; what they require was not checked",
                requests.unplaced
            ),
        );
    }
    if !findings.is_empty() && !progress.is_refused() {
        outcome.case = Some(validate::case(Stage::Audit, function, &findings));
    }
}

pub(super) fn block_orders(function: &Function) -> Vec<Vec<InstId>> {
    function.blocks().iter().map(|b| b.order.clone()).collect()
}

/// What all waits require, encoded and sorted: a user's immediate may have bits that mean nothing, and LLVM writes it anew.
/// Requests that LLVM's pass has yet to decide on are none.
fn waits(function: &Function) -> Vec<u16> {
    let insts = function.blocks().iter().flat_map(|b| &b.order);
    let waits = insts.filter(|&&id| function.info(id).is_standing_wait());
    let mut all: Vec<u16> = waits
        .filter_map(|&id| waitcnt::wait_request(function, id))
        .map(Counts::encode)
        .collect();
    all.sort_unstable();
    all
}

/// How many of `now` are not in `before`; both sorted.
fn added(before: &[u16], now: &[u16]) -> u32 {
    let mut before = before.iter().peekable();
    let mut added = 0;
    for wait in now {
        while before.next_if(|b| *b < wait).is_some() {}
        if before.next_if(|b| *b == wait).is_none() {
            added += 1;
        }
    }
    added
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn added_waits_are_counted_once_each() {
        assert_eq!(added(&[1, 2, 2, 7], &[1, 2, 7]), 0);
        assert_eq!(added(&[1, 2], &[1, 2, 2, 3]), 2);
        assert_eq!(added(&[], &[5]), 1);
        assert_eq!(added(&[6], &[5]), 1);
    }

    /// Rows of 128 bytes, 16 lanes of which LDS serves together: eight lanes for each bank on gfx950.
    const ROWS: &str = "cdna-flat 1\nfunction \"k\"\ngpu gfx950\n\
        resources lds=0 workgroup=256 entry\nblock 0 frequency=3 depth=0\n  \
        V_LSHLREV_B32_e32 def v1, #7, v0, imp exec\n  \
        DS_READ_B128_gfx9 def v[4:7], v1, #0, #0, imp exec | load | read space=3 bytes=16\n  \
        DS_READ_B128_gfx9 def v[8:11], v9, #0, #0, imp exec | load | read space=3 bytes=16\n  \
        S_WAITCNT #49279\n";

    #[test]
    fn bank_conflicts_are_charged_and_counted() {
        let timed = |text: &str| {
            let mut function = crate::machine::text::parse(text).expect("a function");
            let mut progress = Progress::default();
            audit_stage(&mut function, &Options::LOOK, &mut progress);
            (function.to_string(), progress.record)
        };
        let (text, found) = timed(ROWS);
        let conflicts = found.bank_conflicts;
        assert_eq!(
            (conflicts.accesses, conflicts.conflicting, conflicts.unknown),
            (2, 1, 1)
        );
        // 8 lanes of 16 need one half of the banks: 8 times the 16 clocks, 3 times.
        assert_eq!(conflicts.clocks, 3.0 * 7.0 * 16.0);
        let free = timed(&ROWS.replace("#7", "#4")).1;
        assert_eq!(free.bank_conflicts.conflicting, 0);
        let clocks = |record: &Record| record.clocks.first().map(|model| model.last.one_wave);
        assert!(clocks(&found) > clocks(&free), "{found:?} {free:?}");
        // Nothing of it is in the text form, and it is found again.
        assert_eq!(timed(&text).1, found);
    }
}
