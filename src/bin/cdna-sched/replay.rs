//! `cdna-sched replay`.

use std::path::Path;
use std::process::ExitCode;

use crate::out::{complain, say};
use cdnasched::machine::text;
use cdnasched::pipeline::{self, Options, Stage};

const NO_CASE: u8 = 2;

/// Replays one case and prints the verdict.
pub fn replay(path: &Path, stage: Option<Stage>, options: &Options, print: bool) -> ExitCode {
    let read = std::fs::read_to_string(path).map_err(|error| error.to_string());
    let parsed = read.and_then(|text| text::parse(&text).map_err(|error| error.to_string()));
    let function = match parsed {
        Ok(function) => function,
        Err(error) => {
            complain!(
                "{}: expected a function in the text form, as -cdna-sched-save= \
                 writes it: {error}",
                path.display()
            );
            return ExitCode::from(NO_CASE);
        }
    };
    let replayed = pipeline::replay(function, stage, options);
    if print {
        say!("{}", replayed.function);
    }
    for left in &replayed.left_alone {
        say!("left alone: {left}\n");
    }
    for finding in &replayed.findings {
        say!("found: {finding}\n");
    }
    if replayed.findings.is_empty() {
        say!(
            "{}: {} edits, nothing found\n",
            path.display(),
            replayed.edits
        );
        ExitCode::SUCCESS
    } else {
        say!("{}: {} found\n", path.display(), replayed.findings.len());
        ExitCode::FAILURE
    }
}
