//! Stage 3: looks at the result.

use crate::check::{self, Finding};
use crate::machine::Function;
use crate::report::Judged;
use crate::validate;
use crate::{Check, Options, Outcome, Progress, Stage};
use crate::{above_llvm, panics, remarks, report_builder, timing};

/// After LLVM's hazard recogniser: what did LLVM still add, and what is the result worth?
pub(super) fn run(function: &mut Function, options: &Options, progress: &mut Progress) -> Outcome {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Record;

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
            run(&mut function, &Options::LOOK, &mut progress);
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
