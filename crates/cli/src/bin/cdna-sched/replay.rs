//! `cdna-sched replay`.

use std::path::Path;
use std::process::ExitCode;

use crate::exit;
use crate::out::{complain, say};
use cdnasched_base::machine::text;
use cdnasched_base::{escape, input};
use cdnasched_driver::{self as pipeline, Options, Stage};

/// Replays one saved function and prints what the checks found.
pub fn replay(path: &Path, stage: Option<Stage>, options: &Options, print: bool) -> ExitCode {
    let read = input::read_text(path, input::CASE_LIMIT_MIB).map_err(|error| error.to_string());
    let parsed = read.and_then(|text| text::parse(&text).map_err(|error| error.to_string()));
    let file = escape::path(path);
    let function = match parsed {
        Ok(function) => function,
        Err(error) => {
            complain!(
                "{file}: expected a function in the text form, as -cdna-sched-save= \
                 writes it: {error}"
            );
            return exit::unusable();
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
        say!("{file}: {} edits, nothing found\n", replayed.edits);
        ExitCode::SUCCESS
    } else {
        say!("{file}: {} found\n", replayed.findings.len());
        exit::found()
    }
}
