//! The stages, called for a function that LLVM described: what is saved, reported and answered.

use std::any::Any;

use super::cases;
use super::plan;
use super::saves::SaveDirectory;
use super::session::Session;
use crate::machine::Function;
use crate::machine::debug_values::{self, DebugEdit, DebugValue};
use crate::machine::edits::Script;
use crate::panics;
use crate::pipeline::{self, Case, Options, Outcome, RemarkKind, Stage};

/// What a stage answers.
#[derive(Default)]
pub struct Answer {
    /// What it found, with its remarks.
    pub outcome: Outcome,
    /// The edits of the outcome, verified.
    pub script: Script,
    /// What becomes of debug values.
    pub debug: Vec<DebugEdit>,
}

impl From<Outcome> for Answer {
    /// Changes nothing.
    fn from(outcome: Outcome) -> Answer {
        Answer {
            outcome,
            ..Answer::default()
        }
    }
}

/// Runs a stage over a function that was taken, with its debug values.
pub fn run(
    stage: Stage,
    session: &Session,
    mut flat: Function,
    debug_values: Vec<DebugValue>,
    options: &Options,
) -> Answer {
    // Every stage lowers the function anew, and the checker at the end goes by the policy too.
    flat.aliases.policy = options.lds_dma;
    let name = flat.name.clone();
    let original = flat.clone();
    let save = |flat: &Function| match session.save_directory() {
        Some(directory) => directory.save(stage, flat),
        None => Ok(()),
    };
    let before = if stage == Stage::Nops {
        Ok(())
    } else {
        save(&flat)
    };
    let mut not_shown = None;
    if let (Stage::Schedule, Some(pages)) = (stage, session.view_directory()) {
        not_shown = panics::stopped("page of LLVM's order", || pages.keep(&flat)).err();
    }
    let mut outcome =
        session.with_progress(&name, |progress| stage.run(&mut flat, options, progress));
    if let (true, Some(directory)) = (outcome.again, session.save_directory()) {
        directory.again(&name);
    }
    let after = if stage == Stage::Nops {
        save(&flat)
    } else {
        Ok(())
    };
    let log = match (session.save_directory(), outcome.search_log.take()) {
        (Some(directory), Some(log)) => directory.save_search(&name, &log),
        _ => Ok(()),
    };
    let page = match (stage, session.view_directory()) {
        (Stage::Audit, Some(pages)) => {
            let left_alone = session.with_record(&name, |record| record.left_alone.clone());
            let written = panics::stopped("page", || {
                pipeline::show(options.fault);
                pages.write(&flat, &left_alone, options)
            });
            written.unwrap_or_else(|told| {
                not_shown = Some(told);
                Ok(())
            })
        }
        _ => Ok(()),
    };
    if let Some(told) = not_shown {
        let message = format!("cdna-sched: function '{name}': {told}");
        outcome.remark(RemarkKind::Warning, "Show", message);
    }
    for unsaved in [before, after, log, page]
        .into_iter()
        .filter_map(Result::err)
    {
        outcome.remark(RemarkKind::Error, "Save", unsaved);
    }
    finish(stage, session, &name, &mut outcome);
    if let Some(case) = outcome.case.take() {
        report_case(session, &name, &case, options, &mut outcome);
    }
    if let Some(case) = outcome.wrong_copies.take() {
        let directory = session.save_directory().map(SaveDirectory::path);
        cases::report_copies(directory, &name, &case, &mut outcome);
    }
    let script = Script::of(&original, &outcome.edits, &outcome.blocks);
    let script = script.and_then(|mut script| {
        let debug = debug_values::follow(&original, &script, &debug_values);
        plan::number_as_llvm(&mut script, &mut outcome.remarks, &original)?;
        Ok((script, debug))
    });
    let (script, debug) = script.unwrap_or_else(|refusal| {
        outcome.settled = false;
        let reason = plan::refusal(&refusal.to_string());
        session.with_progress(&name, |progress| progress.refuse(&reason));
        outcome.missed("Plan", reason);
        Default::default()
    });
    Answer {
        outcome,
        script,
        debug,
    }
}

/// After the last stage: the function's line of the report.
fn finish(stage: Stage, session: &Session, name: &str, outcome: &mut Outcome) {
    if stage == Stage::Audit
        && let Err(error) = session.finish(name)
    {
        outcome.remark(RemarkKind::Error, "Report", error.to_string());
    }
}

fn report_case(
    session: &Session,
    name: &str,
    case: &Case,
    options: &Options,
    outcome: &mut Outcome,
) {
    let directory = session.save_directory().map(SaveDirectory::path);
    cases::report(directory, name, case, options, outcome);
}

/// The description of the function cannot be taken: it is LLVM's, and the report says so.
pub fn not_taken(stage: Stage, session: &Session, name: &str, cpu: &str, error: String) -> Outcome {
    session.with_record(name, |record| {
        name.clone_into(&mut record.function);
        cpu.clone_into(&mut record.mcpu);
        if record.left_alone.iter().all(|left| left.reason != error) {
            record.left_alone("function", &error);
        }
    });
    let mut outcome = Outcome::declined(error);
    finish(stage, session, name, &mut outcome);
    outcome
}

/// The file of the cost model or of orders cannot be taken: what the user did not ask for may be worse than nothing,
/// so the function is LLVM's. Warned of once.
pub fn no_file(stage: Stage, session: &Session, flat: &Function, error: &str) -> Outcome {
    if stage != Stage::Schedule {
        return Outcome {
            declined: true,
            ..Outcome::default()
        };
    }
    session.with_record(&flat.name, |record| record.left_alone("function", error));
    let mut outcome = Outcome::declined(error.to_owned());
    if session.complains() {
        outcome.remark(
            RemarkKind::Warning,
            "File",
            format!("cdna-sched: {error}; every function is left to LLVM"),
        );
    }
    outcome
}

/// A stage panicked: the function is left alone, and saved.
pub fn panicked(
    stage: Stage,
    session: &Session,
    function: Result<Function, String>,
    panic: &(dyn Any + Send),
    options: &Options,
) -> Outcome {
    let what = panics::message(panic);
    let reason =
        format!("internal error ({what}); the function was left as LLVM had it, please report it");
    let mut outcome = Outcome::declined(reason.clone());
    if let Ok(flat) = function {
        session.with_record(&flat.name, |record| record.left_alone("function", &reason));
        let case = Case {
            stage,
            function: flat.to_string(),
            findings: vec![format!("internal error: {what}")],
        };
        report_case(session, &flat.name, &case, options, &mut outcome);
        finish(stage, session, &flat.name, &mut outcome);
    }
    outcome
}
