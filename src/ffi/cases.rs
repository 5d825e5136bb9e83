//! Functions whose result was refused: saved and reported.

use std::path::{Path, PathBuf};

use super::saves;
use crate::pipeline::settings::{FrontEnd, Row};
use crate::pipeline::{Case, Options, Outcome, RemarkKind, Stage};
use crate::{escape, output};

/// Writes a case to the save directory, the current one or that for temporary files.
///
/// # Errors
/// What cannot be written, and why.
fn save(directory: Option<&Path>, function: &str, case: &Case) -> Result<PathBuf, String> {
    let stem = format!(
        "{}{}-{}",
        saves::CASE,
        saves::stem(function),
        case.stage.name()
    );
    let mut text = String::new();
    for finding in &case.findings {
        text += &format!("; {}\n", finding.replace('\n', " "));
    }
    text += &case.function;
    let places = [
        directory.map(Path::to_owned),
        Some(".".into()),
        Some(std::env::temp_dir()),
    ];
    let mut refusals = Vec::new();
    for place in places.into_iter().flatten() {
        let path = place.join(saves::take(&place, stem.clone()) + ".flat");
        match output::write(&path, text.as_bytes()) {
            Ok(()) => return Ok(path),
            Err(error) => refusals.push(format!("{}: {error}", escape::path(&path))),
        }
    }
    Err(refusals.join("; "))
}

/// Saves a case and warns the user.
pub fn report(
    directory: Option<&Path>,
    function: &str,
    case: &Case,
    options: &Options,
    outcome: &mut Outcome,
) {
    let finding = case.first_finding();
    let mut message = match case.stage {
        Stage::Audit => format!(
            "cdna-sched: the final code of function '{function}' failed the check ({finding}); it is \
             too late to change it, and the code may be wrong: leave the function to LLVM \
             with -cdna-sched-skip"
        ),
        _ => format!(
            "cdna-sched: the check refused stage {} of function '{function}' ({finding}); it was \
             compiled as LLVM would have",
            case.stage.name()
        ),
    };
    match save(directory, function, case) {
        Ok(path) => {
            message += &format!(
                "; see it again with: cdna-sched replay --stage {}{}",
                case.stage.name(),
                replay_options(options)
            );
            message += &format!(
                " {} ; please report this with that file",
                escape::shell_word(&path)
            );
        }
        Err(refusals) => message += &not_saved(&refusals),
    }
    outcome.remark(RemarkKind::Warning, "Check", message);
}

/// Saves copies in front of loops that were refused, and warns the user: everything else was done without them.
pub fn report_copies(directory: Option<&Path>, function: &str, case: &Case, outcome: &mut Outcome) {
    let finding = case.first_finding();
    let mut message = format!(
        "cdna-sched: the check refused the copies in front of loops of function '{function}' ({finding}); it was compiled without \
         them"
    );
    message += &match save(directory, function, case) {
        Ok(path) => format!("; please report this with {}", escape::shell_word(&path)),
        Err(refusals) => not_saved(&refusals),
    };
    outcome.remark(RemarkKind::Warning, "Check", message);
}

/// What is said of a case that could be saved nowhere.
fn not_saved(refusals: &str) -> String {
    format!(
        "; the case could not be saved anywhere ({refusals}): give -cdna-sched-save= a directory that can be written, and please \
         report this with what is saved there"
    )
}

/// What `cdna-sched replay` needs to be told to do the same: whose rules and how long a search, and what is not the default.
fn replay_options(options: &Options) -> String {
    let mut out = String::new();
    for row in Row::all().filter(|row| row.is_in(FrontEnd::Replay)) {
        let Some(value) = row.value_of(options) else {
            continue;
        };
        let is_said = matches!(row.name, "hazards" | "effort");
        if is_said || row.default_in(FrontEnd::Replay) != Some(value) {
            // Where the option may stand alone, its value must not.
            let between = if row.bare().is_some() { '=' } else { ' ' };
            out += &format!(" --{}{between}{value}", row.name);
        }
    }
    if let Some(file) = options.models.path() {
        out += &format!(" --model {}", escape::shell_word(file));
    }
    out
}
